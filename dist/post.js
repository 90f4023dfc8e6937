import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  sweep,
  sweepWorktrees
} from "./chunk-Z2ZSPYNN.js";
import "./chunk-JVRPWRQJ.js";
import "./chunk-46525TE2.js";

// src/post.ts
await sweep();
if (!process.env["INPUT_PUBLISH"]) await sweepWorktrees(process.cwd());
