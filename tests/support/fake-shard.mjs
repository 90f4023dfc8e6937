#!/usr/bin/env node
// `plumbline shard` as far as a program that follows a load sees it: index 0 has a result when all others have called, keeps it until it is
// fetched, and asks for the token; the others call until they are heard. FAKE_SHARD names a file: { run, fails?, holds? }, the run
// document or null, an index that fails at once, and whether index 0 never comes to a result.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

const text = { type: "string" };
const { values } = parseArgs({
  options: { plan: text, shards: text, listen: text, "join-timeout": text, output: text },
  allowPositionals: true,
});
const { run, fails, holds } = JSON.parse(readFileSync(process.env.FAKE_SHARD, "utf8"));
const index = Number(process.env.JOB_COMPLETION_INDEX);
const authorization = `Bearer ${process.env.PLUMBLINE_SHARD_TOKEN}`;

if (index === fails) {
  console.log(`index ${index}: FATAL: password authentication failed`);
  process.exit(4);
}
if (index === 0) await serve();
else await call();

async function serve() {
  readFileSync(values.plan);
  const heard = new Set(["0"]);
  const shards = Number(values.shards);
  const isDone = () => heard.size === shards && holds !== true;
  const answers = {
    "/hello": (from) => [heard.add(from) && 200, ""],
    "/status": () => [200, JSON.stringify(status(shards, heard))],
    "/result": (query) => {
      if (!isDone()) return [202, ""];
      if (query === "arm=base") return [404, JSON.stringify({ message: "head alone", exitCode: 0 })];
      return run === null
        ? [409, JSON.stringify({ message: "index 1 of 3 is absent", exitCode: 6 })]
        : [200, JSON.stringify(run)];
    },
    "/fetched": () => {
      setTimeout(() => process.exit(0), 20);
      return [200, ""];
    },
  };
  const [host, port] = values.listen.split(":");
  createServer((request, response) => {
    const { pathname, search } = new URL(request.url, "http://x");
    const isKnown = request.headers.authorization === authorization;
    const [code, body] = isKnown ? answers[pathname](search.slice(1)) : [401, "no token"];
    response.writeHead(code).end(body);
  }).listen(Number(port), host);
}

function status(shards, heard) {
  const states = Array.from({ length: shards }, (_, at) => (heard.has(String(at)) ? "running" : "new"));
  return {
    schema: "plumbline.shards/1",
    state: "measuring",
    blocks: 1,
    shards: states.map((state, at) => ({ index: at, state, host: null, said: "", silentSeconds: null })),
    inconclusive: [],
  };
}

async function call() {
  for (;;) {
    const address = `${String(values.plan)}/hello?${index}`;
    const answer = await fetch(address, { headers: { authorization } }).catch(() => null);
    if (answer?.status === 200) return;
    await sleep(50);
  }
}
