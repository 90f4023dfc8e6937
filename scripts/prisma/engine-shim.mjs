#!/usr/bin/env node
/**
 * Stands where Prisma's command line expects its native schema engine: speaks the engine's JSON-RPC over standard input and output
 * and passes each request on to the WebAssembly build, whose methods have the same names and parameters. With it `prisma generate`,
 * `migrate deploy`, `migrate status` and `migrate diff` work without Prisma's download; `migrate dev` does not (use
 * new-migration.mjs).
 */
import { createInterface } from "node:readline";
import { memoryAdapter, NO_FILTERS, postgresAdapter, startSchemaEngine } from "./schema-engine.mjs";

const args = process.argv.slice(2);
const url = JSON.parse(valueAfter("--datasource") ?? "{}").url;

let server;
let printed = 0;

if (args.includes("--version")) {
  console.log("schema-engine-cli (WebAssembly)");
} else if (args.includes("can-connect-to-database")) {
  process.exitCode = await canConnect();
} else if (args.includes("create-database")) {
  process.exitCode = refuse("P1003", "create the database yourself, for example by `createdb`");
} else {
  await serve();
  process.exit(0);
}

/** @param {string} option */
function valueAfter(option) {
  const at = args.indexOf(option);
  return at < 0 ? undefined : args[at + 1];
}

async function canConnect() {
  try {
    const connection = await (await postgresAdapter(url)).connect();
    await connection.executeScript("SELECT 1");
    await connection.dispose();
    return 0;
  } catch (error) {
    return refuse("P1001", /** @type {Error} */ (error).message);
  }
}

/**
 * The command line reads failures of subcommands as JSON log lines.
 * @param {string} code
 * @param {string} message
 */
function refuse(code, message) {
  const fields = { message, is_panic: false, error_code: code };
  const line = {
    timestamp: new Date().toISOString(),
    level: "ERROR",
    fields,
    target: "schema_engine::logger",
  };
  process.stderr.write(`${JSON.stringify(line)}\n`);
  return 1;
}

async function serve() {
  for await (const line of createInterface({ input: process.stdin })) {
    const request = line.trim() === "" ? {} : JSON.parse(line);
    if (request.method === undefined) continue;
    try {
      const params = request.params && { filters: NO_FILTERS, ...request.params };
      send({ id: request.id, result: (await answer(request.method, params)) ?? null });
    } catch (thrown) {
      const error = /** @type {Error & { code?: string }} */ (thrown);
      const data = {
        is_panic: false,
        message: String(error.message ?? error),
        meta: {},
        error_code: error.code ?? "",
      };
      send({ id: request.id, error: { code: 4466, message: "the schema engine failed", data } });
    }
  }
}

/**
 * @param {string} method
 * @param {any} params
 */
async function answer(method, params) {
  if (method !== "diff") {
    server ??= await startSchemaEngine(await postgresAdapter(url));
    return server[method](params);
  }
  // The engine cannot make a shadow database of its own: give it one that the migrations were applied to.
  const memory = await startSchemaEngine(await memoryAdapter());
  let { from } = params;
  if (from.tag === "migrations") {
    await memory.applyMigrations({
      migrationsList: { shadowDbInitScript: "", ...from },
      filters: params.filters,
    });
    from = { tag: "schemaDatasource", files: params.to.files, configDir: process.cwd() };
  }
  const { exitCode, stdout } = await memory.diff({ ...params, from });
  if (stdout != null) send({ id: `print-${++printed}`, method: "print", params: { content: stdout } });
  return { exitCode };
}

/** @param {object} message */
function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}
