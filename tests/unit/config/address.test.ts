import { expect, it } from "vitest";
import { parseAddress } from "../../../src/config/address.ts";

it.each([
  ["9464", null, 9464],
  [":9464", null, 9464],
  ["0.0.0.0:0", "0.0.0.0", 0],
  ["load-0.load:7000", "load-0.load", 7000],
  ["[::1]:7000", "::1", 7000],
  ["99999", null, 99_999],
])("%s is host %s and port %d", (text, host, port) => expect(parseAddress(text)).toEqual({ host, port }));

it.each(["", "here", "here:", "::1:7000", "[::1]7000", "-1", "123456", "a:b:1"])("%j is no address", (text) =>
  expect(parseAddress(text)).toBeNull(),
);
