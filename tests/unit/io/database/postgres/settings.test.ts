import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS, serverSettings } from "../../../../../src/io/database/postgres/settings.ts";

const GB = 2 ** 30;

test.each([
  [0.5, "128MB"],
  [2, "256MB"],
  [7, "512MB"],
  [16, "1024MB"],
  [512, "1024MB"],
])("a machine of %d GB gives shared_buffers of %s", (memory, expected) => {
  expect(serverSettings({}, { connections: 1, memoryBytes: memory * GB })["shared_buffers"]).toBe(expected);
});

test("connections are those of the workloads and some to spare", () => {
  expect(serverSettings({}, { connections: 300, memoryBytes: GB })["max_connections"]).toBe("316");
});

test("the user's settings come over the defaults, in PostgreSQL's words", () => {
  const settings = serverSettings(
    { FSYNC: true, work_mem: "8MB", jit: false, max_wal_size: 2048 },
    { connections: 1, memoryBytes: GB },
  );
  expect(settings).toMatchObject({ fsync: "on", work_mem: "8MB", jit: "off", max_wal_size: "2048" });
});

test.each(["port", "Listen_Addresses", "unix_socket_directories", "data_directory"])(
  "%s is refused",
  (name) => {
    expect(() => serverSettings({ [name]: "x" }, { connections: 1, memoryBytes: GB })).toThrow(name);
  },
);

test("the decision document gives a reason for each default", () => {
  const document = readFileSync("docs/decisions/002-local-settings.md", "utf8");
  for (const { name } of DEFAULT_SETTINGS) expect(document).toContain(`| \`${name}\``);
});
