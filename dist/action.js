import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  readEvent,
  sayError
} from "./core.js";
import "./fields.js";
import "./markdown.js";
import "./units.js";
import "./undici.js";
import "./environment.js";
import "./zod.js";
import "./runtime.js";

// src/apps/action/main.ts
async function runAction() {
  await readEvent(process.env);
  const { runStep } = await import("./step.js");
  return await runStep();
}
process.exitCode = await runAction().catch(sayError);
