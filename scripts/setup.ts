// npm run setup [-- --browser]: everything that building, testing and the demo need. Idempotent; quick when nothing is to be done.
//
// --browser   also a Chromium, for the tests of the pages: about 400 MB, so only where it is asked for. Where none is to be had, that
//             is reported and those tests are left out.
import { commandLine } from "./lib/command-line.ts";
import { assureBrowser, setUp } from "./lib/set-up.ts";

const { values } = commandLine(import.meta.filename, {
  options: { browser: { type: "boolean", default: false } },
});
const { postgres, loadGenerator } = await setUp();
const browser = values.browser ? await assureBrowser() : null;
console.log(
  `ready: PostgreSQL in ${postgres}, load generator ${loadGenerator}${browser === null ? "" : `, browser ${browser}`}`,
);
