import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  forgetTokens,
  remembered,
  sayOutcome,
  unfinished
} from "./chunk-7MBICEZB.js";
import {
  createClient,
  putCheckRun
} from "./chunk-AOPRD35I.js";
import {
  sweep,
  sweepWorktrees
} from "./chunk-JV4AA4AT.js";
import "./chunk-6XYYR62P.js";
import "./chunk-CJ6B4J2J.js";
import "./chunk-CSBNKS2U.js";
import "./chunk-2MUZJRPZ.js";
import "./chunk-IBOYXWKM.js";

// src/step/post.ts
var LIMITS = { seconds: 20, politeSeconds: 0 };
async function finishUnfinished(token2) {
  const left = remembered();
  if (left === null) return;
  const say = (why) => sayOutcome("GitHub", { kind: "note", why });
  const client = createClient({ token: token2, apiUrl: left.apiUrl, say, limits: LIMITS });
  try {
    await putCheckRun(client, unfinished(left.what));
    sayOutcome("check run", { kind: "cancelled" });
  } catch (error) {
    sayOutcome("check run", { kind: "left in progress", why: String(error) });
  }
}

// src/post.ts
var token = process.env["INPUT_GITHUB-TOKEN"] ?? "";
forgetTokens(process.env);
await sweep();
if (!process.env["INPUT_PUBLISH"]) await sweepWorktrees(process.cwd());
await finishUnfinished(token);
