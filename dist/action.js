import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  readEvent,
  sayError
} from "./chunk-7TKCNZT6.js";
import "./chunk-MQ6HAJOI.js";
import "./chunk-D72Q4DRY.js";
import "./chunk-GXMPUSHY.js";
import "./chunk-L7YU3BTW.js";
import "./chunk-IBOYXWKM.js";

// src/apps/action/main.ts
async function run() {
  await readEvent(process.env);
  const { runStep } = await import("./step-HXFMG652.js");
  return await runStep();
}
process.exitCode = await run().catch(sayError);
