import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  withdrawSecrets
} from "./core.js";
import {
  BRANCH_FOLDER_PREFIX,
  PASSWORD_PREFIX,
  sweepTemporary,
  sweepWorkFolders,
  sweepWorktrees
} from "./branch-folder.js";
import "./fields.js";
import "./markdown.js";
import "./units.js";
import "./undici.js";
import "./files.js";
import "./environment.js";
import "./zod.js";
import "./runtime.js";

// src/apps/action/post.ts
var token = process.env["INPUT_GITHUB-TOKEN"] ?? "";
withdrawSecrets();
await sweepWorkFolders();
await sweepTemporary(PASSWORD_PREFIX);
await sweepTemporary(BRANCH_FOLDER_PREFIX);
if (!process.env["INPUT_PUBLISH"]) await sweepWorktrees(process.cwd());
delete process.env["GITHUB_EVENT_PATH"];
var { finishUnfinished } = await import("./finish-unfinished.js");
await finishUnfinished(token);
