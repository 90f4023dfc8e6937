import pg from "pg";
import { expect, it } from "vitest";
import { connectByLibpq, libpqAttempts } from "../../../../src/io/host/libpq.ts";

it("ends a connection whose server does not say what its session is", async () => {
  const attempts = libpqAttempts(
    "postgres://ann@127.0.0.1/shop?target_session_attrs=primary&sslmode=disable",
    {},
  );
  let open = 0;
  const connecting = connectByLibpq(attempts, async () => {
    open += 1;
    const client = new pg.Client();
    client.query = async () => {
      throw new Error("the server is shutting down");
    };
    client.end = async () => {
      open -= 1;
    };
    return client;
  });
  await expect(connecting).rejects.toThrow("the server is shutting down");
  expect(open).toBe(0);
});
