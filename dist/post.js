import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  sweep,
  sweepBranchFolders,
  sweepPasswordFiles,
  sweepWorktrees
} from "./chunk-7URGPSTX.js";
import {
  withdrawSecrets
} from "./chunk-7TKCNZT6.js";
import "./chunk-MQ6HAJOI.js";
import "./chunk-D72Q4DRY.js";
import "./chunk-GXMPUSHY.js";
import "./chunk-L7YU3BTW.js";
import "./chunk-IBOYXWKM.js";

// src/apps/action/post.ts
var token = process.env["INPUT_GITHUB-TOKEN"] ?? "";
withdrawSecrets();
await sweep();
await sweepPasswordFiles();
await sweepBranchFolders();
if (!process.env["INPUT_PUBLISH"]) await sweepWorktrees(process.cwd());
delete process.env["GITHUB_EVENT_PATH"];
var { finishUnfinished } = await import("./finish-unfinished-HHAVIVLZ.js");
await finishUnfinished(token);
