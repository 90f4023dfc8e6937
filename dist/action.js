import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  FILES,
  abortOnSignals,
  bytes,
  changeEvents,
  check,
  claimReport,
  commitFacts,
  commitSha,
  createClient,
  exitCodeOf,
  explainFailure,
  fieldsOf,
  formatEffect,
  formatMetrics,
  formatPercent,
  hasStatus,
  historyLocation,
  invocationOf,
  isNowhere,
  isOutage,
  isRefusal,
  isSha,
  limitOf,
  link,
  loadConfig,
  markdownText,
  openStore,
  originOf,
  ownLogin,
  parsePayload,
  plainLine,
  plural,
  presentPullRequest,
  publish,
  publishableOf,
  readContext,
  readUntrustedReport,
  regressions,
  renderSummary,
  require_tunnel,
  require_undici,
  rulesOf,
  shortSha,
  storeOf,
  tableHead,
  tableRow,
  targetBranchOf,
  terminalObserver,
  uuidV5,
  webAddress,
  withAcceptances
} from "./chunk-FCTIPALR.js";
import "./chunk-Z2ZSPYNN.js";
import {
  METRIC_IDS,
  OVERALL,
  external_exports,
  holdsFor,
  metricInfo,
  speaksOf
} from "./chunk-JS2N2FKZ.js";
import {
  EXIT_CODE,
  PlumblineError,
  passwordsIn,
  redact
} from "./chunk-JVRPWRQJ.js";
import {
  __toESM
} from "./chunk-46525TE2.js";

// src/host/actions.ts
import { appendFile as appendFile2, readFile } from "node:fs/promises";

// node_modules/@actions/core/lib/command.js
import * as os from "os";

// node_modules/@actions/core/lib/utils.js
function toCommandValue(input) {
  if (input === null || input === void 0) {
    return "";
  } else if (typeof input === "string" || input instanceof String) {
    return input;
  }
  return JSON.stringify(input);
}
function toCommandProperties(annotationProperties) {
  if (!Object.keys(annotationProperties).length) {
    return {};
  }
  return {
    title: annotationProperties.title,
    file: annotationProperties.file,
    line: annotationProperties.startLine,
    endLine: annotationProperties.endLine,
    col: annotationProperties.startColumn,
    endColumn: annotationProperties.endColumn
  };
}

// node_modules/@actions/core/lib/command.js
function issueCommand(command, properties, message) {
  const cmd = new Command(command, properties, message);
  process.stdout.write(cmd.toString() + os.EOL);
}
function issue(name, message = "") {
  issueCommand(name, {}, message);
}
var CMD_STRING = "::";
var Command = class {
  constructor(command, properties, message) {
    if (!command) {
      command = "missing.command";
    }
    this.command = command;
    this.properties = properties;
    this.message = message;
  }
  toString() {
    let cmdStr = CMD_STRING + this.command;
    if (this.properties && Object.keys(this.properties).length > 0) {
      cmdStr += " ";
      let first = true;
      for (const key in this.properties) {
        if (this.properties.hasOwnProperty(key)) {
          const val = this.properties[key];
          if (val) {
            if (first) {
              first = false;
            } else {
              cmdStr += ",";
            }
            cmdStr += `${key}=${escapeProperty(val)}`;
          }
        }
      }
    }
    cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
    return cmdStr;
  }
};
function escapeData(s) {
  return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}
function escapeProperty(s) {
  return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/:/g, "%3A").replace(/,/g, "%2C");
}

// node_modules/@actions/core/lib/file-command.js
import * as crypto from "crypto";
import * as fs from "fs";
import * as os2 from "os";
function issueFileCommand(command, message) {
  const filePath = process.env[`GITHUB_${command}`];
  if (!filePath) {
    throw new Error(`Unable to find environment variable for file command ${command}`);
  }
  if (!fs.existsSync(filePath)) {
    throw new Error(`Missing file at path: ${filePath}`);
  }
  fs.appendFileSync(filePath, `${toCommandValue(message)}${os2.EOL}`, {
    encoding: "utf8"
  });
}
function prepareKeyValueMessage(key, value) {
  const delimiter = `ghadelimiter_${crypto.randomUUID()}`;
  const convertedValue = toCommandValue(value);
  if (key.includes(delimiter)) {
    throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
  }
  if (convertedValue.includes(delimiter)) {
    throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
  }
  return `${key}<<${delimiter}${os2.EOL}${convertedValue}${os2.EOL}${delimiter}`;
}

// node_modules/@actions/core/lib/core.js
import * as os4 from "os";

// node_modules/@actions/http-client/lib/index.js
var tunnel = __toESM(require_tunnel(), 1);
var import_undici = __toESM(require_undici(), 1);
var HttpCodes;
(function(HttpCodes2) {
  HttpCodes2[HttpCodes2["OK"] = 200] = "OK";
  HttpCodes2[HttpCodes2["MultipleChoices"] = 300] = "MultipleChoices";
  HttpCodes2[HttpCodes2["MovedPermanently"] = 301] = "MovedPermanently";
  HttpCodes2[HttpCodes2["ResourceMoved"] = 302] = "ResourceMoved";
  HttpCodes2[HttpCodes2["SeeOther"] = 303] = "SeeOther";
  HttpCodes2[HttpCodes2["NotModified"] = 304] = "NotModified";
  HttpCodes2[HttpCodes2["UseProxy"] = 305] = "UseProxy";
  HttpCodes2[HttpCodes2["SwitchProxy"] = 306] = "SwitchProxy";
  HttpCodes2[HttpCodes2["TemporaryRedirect"] = 307] = "TemporaryRedirect";
  HttpCodes2[HttpCodes2["PermanentRedirect"] = 308] = "PermanentRedirect";
  HttpCodes2[HttpCodes2["BadRequest"] = 400] = "BadRequest";
  HttpCodes2[HttpCodes2["Unauthorized"] = 401] = "Unauthorized";
  HttpCodes2[HttpCodes2["PaymentRequired"] = 402] = "PaymentRequired";
  HttpCodes2[HttpCodes2["Forbidden"] = 403] = "Forbidden";
  HttpCodes2[HttpCodes2["NotFound"] = 404] = "NotFound";
  HttpCodes2[HttpCodes2["MethodNotAllowed"] = 405] = "MethodNotAllowed";
  HttpCodes2[HttpCodes2["NotAcceptable"] = 406] = "NotAcceptable";
  HttpCodes2[HttpCodes2["ProxyAuthenticationRequired"] = 407] = "ProxyAuthenticationRequired";
  HttpCodes2[HttpCodes2["RequestTimeout"] = 408] = "RequestTimeout";
  HttpCodes2[HttpCodes2["Conflict"] = 409] = "Conflict";
  HttpCodes2[HttpCodes2["Gone"] = 410] = "Gone";
  HttpCodes2[HttpCodes2["TooManyRequests"] = 429] = "TooManyRequests";
  HttpCodes2[HttpCodes2["InternalServerError"] = 500] = "InternalServerError";
  HttpCodes2[HttpCodes2["NotImplemented"] = 501] = "NotImplemented";
  HttpCodes2[HttpCodes2["BadGateway"] = 502] = "BadGateway";
  HttpCodes2[HttpCodes2["ServiceUnavailable"] = 503] = "ServiceUnavailable";
  HttpCodes2[HttpCodes2["GatewayTimeout"] = 504] = "GatewayTimeout";
})(HttpCodes || (HttpCodes = {}));
var Headers;
(function(Headers2) {
  Headers2["Accept"] = "accept";
  Headers2["ContentType"] = "content-type";
})(Headers || (Headers = {}));
var MediaTypes;
(function(MediaTypes2) {
  MediaTypes2["ApplicationJson"] = "application/json";
})(MediaTypes || (MediaTypes = {}));
var HttpRedirectCodes = [
  HttpCodes.MovedPermanently,
  HttpCodes.ResourceMoved,
  HttpCodes.SeeOther,
  HttpCodes.TemporaryRedirect,
  HttpCodes.PermanentRedirect
];
var HttpResponseRetryCodes = [
  HttpCodes.BadGateway,
  HttpCodes.ServiceUnavailable,
  HttpCodes.GatewayTimeout
];

// node_modules/@actions/core/lib/summary.js
import { EOL as EOL3 } from "os";
import { constants, promises } from "fs";
var __awaiter = function(thisArg, _arguments, P, generator) {
  function adopt(value) {
    return value instanceof P ? value : new P(function(resolve) {
      resolve(value);
    });
  }
  return new (P || (P = Promise))(function(resolve, reject) {
    function fulfilled(value) {
      try {
        step(generator.next(value));
      } catch (e) {
        reject(e);
      }
    }
    function rejected(value) {
      try {
        step(generator["throw"](value));
      } catch (e) {
        reject(e);
      }
    }
    function step(result) {
      result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
    }
    step((generator = generator.apply(thisArg, _arguments || [])).next());
  });
};
var { access, appendFile, writeFile } = promises;
var SUMMARY_ENV_VAR = "GITHUB_STEP_SUMMARY";
var Summary = class {
  constructor() {
    this._buffer = "";
  }
  /**
   * Finds the summary file path from the environment, rejects if env var is not found or file does not exist
   * Also checks r/w permissions.
   *
   * @returns step summary file path
   */
  filePath() {
    return __awaiter(this, void 0, void 0, function* () {
      if (this._filePath) {
        return this._filePath;
      }
      const pathFromEnv = process.env[SUMMARY_ENV_VAR];
      if (!pathFromEnv) {
        throw new Error(`Unable to find environment variable for $${SUMMARY_ENV_VAR}. Check if your runtime environment supports job summaries.`);
      }
      try {
        yield access(pathFromEnv, constants.R_OK | constants.W_OK);
      } catch (_a) {
        throw new Error(`Unable to access summary file: '${pathFromEnv}'. Check if the file has correct read/write permissions.`);
      }
      this._filePath = pathFromEnv;
      return this._filePath;
    });
  }
  /**
   * Wraps content in an HTML tag, adding any HTML attributes
   *
   * @param {string} tag HTML tag to wrap
   * @param {string | null} content content within the tag
   * @param {[attribute: string]: string} attrs key-value list of HTML attributes to add
   *
   * @returns {string} content wrapped in HTML element
   */
  wrap(tag, content, attrs = {}) {
    const htmlAttrs = Object.entries(attrs).map(([key, value]) => ` ${key}="${value}"`).join("");
    if (!content) {
      return `<${tag}${htmlAttrs}>`;
    }
    return `<${tag}${htmlAttrs}>${content}</${tag}>`;
  }
  /**
   * Writes text in the buffer to the summary buffer file and empties buffer. Will append by default.
   *
   * @param {SummaryWriteOptions} [options] (optional) options for write operation
   *
   * @returns {Promise<Summary>} summary instance
   */
  write(options) {
    return __awaiter(this, void 0, void 0, function* () {
      const overwrite = !!(options === null || options === void 0 ? void 0 : options.overwrite);
      const filePath = yield this.filePath();
      const writeFunc = overwrite ? writeFile : appendFile;
      yield writeFunc(filePath, this._buffer, { encoding: "utf8" });
      return this.emptyBuffer();
    });
  }
  /**
   * Clears the summary buffer and wipes the summary file
   *
   * @returns {Summary} summary instance
   */
  clear() {
    return __awaiter(this, void 0, void 0, function* () {
      return this.emptyBuffer().write({ overwrite: true });
    });
  }
  /**
   * Returns the current summary buffer as a string
   *
   * @returns {string} string of summary buffer
   */
  stringify() {
    return this._buffer;
  }
  /**
   * If the summary buffer is empty
   *
   * @returns {boolen} true if the buffer is empty
   */
  isEmptyBuffer() {
    return this._buffer.length === 0;
  }
  /**
   * Resets the summary buffer without writing to summary file
   *
   * @returns {Summary} summary instance
   */
  emptyBuffer() {
    this._buffer = "";
    return this;
  }
  /**
   * Adds raw text to the summary buffer
   *
   * @param {string} text content to add
   * @param {boolean} [addEOL=false] (optional) append an EOL to the raw text (default: false)
   *
   * @returns {Summary} summary instance
   */
  addRaw(text, addEOL = false) {
    this._buffer += text;
    return addEOL ? this.addEOL() : this;
  }
  /**
   * Adds the operating system-specific end-of-line marker to the buffer
   *
   * @returns {Summary} summary instance
   */
  addEOL() {
    return this.addRaw(EOL3);
  }
  /**
   * Adds an HTML codeblock to the summary buffer
   *
   * @param {string} code content to render within fenced code block
   * @param {string} lang (optional) language to syntax highlight code
   *
   * @returns {Summary} summary instance
   */
  addCodeBlock(code, lang) {
    const attrs = Object.assign({}, lang && { lang });
    const element = this.wrap("pre", this.wrap("code", code), attrs);
    return this.addRaw(element).addEOL();
  }
  /**
   * Adds an HTML list to the summary buffer
   *
   * @param {string[]} items list of items to render
   * @param {boolean} [ordered=false] (optional) if the rendered list should be ordered or not (default: false)
   *
   * @returns {Summary} summary instance
   */
  addList(items, ordered = false) {
    const tag = ordered ? "ol" : "ul";
    const listItems = items.map((item) => this.wrap("li", item)).join("");
    const element = this.wrap(tag, listItems);
    return this.addRaw(element).addEOL();
  }
  /**
   * Adds an HTML table to the summary buffer
   *
   * @param {SummaryTableCell[]} rows table rows
   *
   * @returns {Summary} summary instance
   */
  addTable(rows) {
    const tableBody = rows.map((row) => {
      const cells = row.map((cell) => {
        if (typeof cell === "string") {
          return this.wrap("td", cell);
        }
        const { header, data, colspan, rowspan } = cell;
        const tag = header ? "th" : "td";
        const attrs = Object.assign(Object.assign({}, colspan && { colspan }), rowspan && { rowspan });
        return this.wrap(tag, data, attrs);
      }).join("");
      return this.wrap("tr", cells);
    }).join("");
    const element = this.wrap("table", tableBody);
    return this.addRaw(element).addEOL();
  }
  /**
   * Adds a collapsable HTML details element to the summary buffer
   *
   * @param {string} label text for the closed state
   * @param {string} content collapsable content
   *
   * @returns {Summary} summary instance
   */
  addDetails(label, content) {
    const element = this.wrap("details", this.wrap("summary", label) + content);
    return this.addRaw(element).addEOL();
  }
  /**
   * Adds an HTML image tag to the summary buffer
   *
   * @param {string} src path to the image you to embed
   * @param {string} alt text description of the image
   * @param {SummaryImageOptions} options (optional) addition image attributes
   *
   * @returns {Summary} summary instance
   */
  addImage(src, alt, options) {
    const { width, height } = options || {};
    const attrs = Object.assign(Object.assign({}, width && { width }), height && { height });
    const element = this.wrap("img", null, Object.assign({ src, alt }, attrs));
    return this.addRaw(element).addEOL();
  }
  /**
   * Adds an HTML section heading element
   *
   * @param {string} text heading text
   * @param {number | string} [level=1] (optional) the heading level, default: 1
   *
   * @returns {Summary} summary instance
   */
  addHeading(text, level) {
    const tag = `h${level}`;
    const allowedTag = ["h1", "h2", "h3", "h4", "h5", "h6"].includes(tag) ? tag : "h1";
    const element = this.wrap(allowedTag, text);
    return this.addRaw(element).addEOL();
  }
  /**
   * Adds an HTML thematic break (<hr>) to the summary buffer
   *
   * @returns {Summary} summary instance
   */
  addSeparator() {
    const element = this.wrap("hr", null);
    return this.addRaw(element).addEOL();
  }
  /**
   * Adds an HTML line break (<br>) to the summary buffer
   *
   * @returns {Summary} summary instance
   */
  addBreak() {
    const element = this.wrap("br", null);
    return this.addRaw(element).addEOL();
  }
  /**
   * Adds an HTML blockquote to the summary buffer
   *
   * @param {string} text quote text
   * @param {string} cite (optional) citation url
   *
   * @returns {Summary} summary instance
   */
  addQuote(text, cite) {
    const attrs = Object.assign({}, cite && { cite });
    const element = this.wrap("blockquote", text, attrs);
    return this.addRaw(element).addEOL();
  }
  /**
   * Adds an HTML anchor tag to the summary buffer
   *
   * @param {string} text link text/content
   * @param {string} href hyperlink
   *
   * @returns {Summary} summary instance
   */
  addLink(text, href) {
    const element = this.wrap("a", text, { href });
    return this.addRaw(element).addEOL();
  }
};
var _summary = new Summary();

// node_modules/@actions/core/lib/platform.js
import os3 from "os";

// node_modules/@actions/io/lib/io-util.js
import * as fs2 from "fs";
var { chmod, copyFile, lstat, mkdir, open, readdir, rename, rm, rmdir, stat, symlink, unlink } = fs2.promises;
var IS_WINDOWS = process.platform === "win32";
var READONLY = fs2.constants.O_RDONLY;

// node_modules/@actions/exec/lib/toolrunner.js
var IS_WINDOWS2 = process.platform === "win32";

// node_modules/@actions/core/lib/platform.js
var platform = os3.platform();
var arch = os3.arch();

// node_modules/@actions/core/lib/core.js
var ExitCode;
(function(ExitCode2) {
  ExitCode2[ExitCode2["Success"] = 0] = "Success";
  ExitCode2[ExitCode2["Failure"] = 1] = "Failure";
})(ExitCode || (ExitCode = {}));
function setSecret(secret) {
  issueCommand("add-mask", {}, secret);
}
function getInput(name, options) {
  const val = process.env[`INPUT_${name.replace(/ /g, "_").toUpperCase()}`] || "";
  if (options && options.required && !val) {
    throw new Error(`Input required and not supplied: ${name}`);
  }
  if (options && options.trimWhitespace === false) {
    return val;
  }
  return val.trim();
}
function setOutput(name, value) {
  const filePath = process.env["GITHUB_OUTPUT"] || "";
  if (filePath) {
    return issueFileCommand("OUTPUT", prepareKeyValueMessage(name, value));
  }
  process.stdout.write(os4.EOL);
  issueCommand("set-output", { name }, toCommandValue(value));
}
function error(message, properties = {}) {
  issueCommand("error", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
function warning(message, properties = {}) {
  issueCommand("warning", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
function notice(message, properties = {}) {
  issueCommand("notice", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
function info(message) {
  process.stdout.write(message + os4.EOL);
}
function startGroup(name) {
  issue("group", name);
}
function endGroup() {
  issue("endgroup");
}

// src/host/actions.ts
function readInputs(env) {
  const inputs = {};
  for (const { name, choices } of fieldsOf("action")) {
    const value = getInput(name);
    if (value === "") continue;
    if (choices !== void 0 && !choices.includes(value)) {
      throw new PlumblineError("usage", `the input ${name} is ${JSON.stringify(value)}`, {
        remedy: `one of ${choices.join(", ")}`
      });
    }
    inputs[name] = value;
  }
  for (const secret of [inputs["github-token"], env["PGPASSWORD"]]) if (secret) setSecret(secret);
  hidePasswords([inputs["store"], env["PLUMBLINE_STORE"]]);
  return inputs;
}
function hidePasswords(texts) {
  for (const text of texts) for (const password of passwordsIn(text ?? "")) setSecret(password);
}
var TOKEN_VARIABLES = [
  "INPUT_GITHUB-TOKEN",
  "INPUT_STORE",
  "PLUMBLINE_STORE",
  "GITHUB_TOKEN",
  "GH_TOKEN",
  "ACTIONS_RUNTIME_TOKEN",
  "ACTIONS_ID_TOKEN_REQUEST_TOKEN"
];
function forgetTokens(env) {
  for (const name of TOKEN_VARIABLES) delete env[name];
}
async function readEvent(env) {
  const file = env["GITHUB_EVENT_PATH"];
  if (!file) return {};
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (cause) {
    throw new PlumblineError(
      "github",
      `cannot read the event's payload ${file}: ${cause.message}`,
      {
        remedy: "the runner writes this file; re-run the job",
        cause
      }
    );
  }
}
function workflowObserver(out) {
  const lines = terminalObserver({ write: out.write.bind(out), isTTY: false, columns: 0 });
  let open3 = false;
  const end = () => {
    if (open3) endGroup();
    open3 = false;
  };
  return {
    stage(text) {
      end();
      startGroup(text);
      open3 = true;
    },
    progress: (state) => lines.progress(state),
    note: (text) => lines.note(text),
    end
  };
}
async function addSummary(markdown) {
  const file = process.env["GITHUB_STEP_SUMMARY"];
  if (file) await appendFile2(file, `${markdown}
`);
}
var OUTPUTS = [
  { name: "verdict", help: `${OVERALL.slice(0, -1).join(", ")} or ${OVERALL.at(-1)}` },
  { name: "headline", help: "the verdict as a sentence" },
  { name: "report", help: "path of report.json, the whole comparison" },
  { name: "html", help: "path of report.html, the report with pictures" },
  { name: "comment-url", help: "address of the pull-request comment; empty where none was written" },
  { name: "regressed", help: "number of gate metrics that got worse" },
  { name: "improved", help: "number of gate metrics that got better" },
  { name: "unchanged", help: "number of gate metrics without a change" },
  { name: "inconclusive", help: "number of gate metrics without an answer" }
];
function setOutputs({ verdict, counts }, others) {
  const outputs = { verdict, ...counts, ...others };
  for (const { name } of OUTPUTS) setOutput(name, outputs[name]);
}
function sayOutcome(what, { kind, url, why, remedy }) {
  if (kind === "failed")
    warning(`${why}
remedy: ${remedy}`, { title: `Plumbline: ${what} not published` });
  else info([`${what}: ${kind}`, url, why].filter(Boolean).join(", "));
}
function sayForeseen({ why, remedy }) {
  warning(`${why}
remedy: ${remedy}`, { title: "Plumbline: there will be no comment" });
}
function sayPublication({ comment, check: check2 }) {
  sayOutcome("comment", comment);
  sayOutcome("check run", check2);
}
function sayVerdict(headline, failed) {
  if (failed) error(headline, { title: "Plumbline" });
  else notice(headline, { title: "Plumbline" });
}
async function sayError(error2) {
  endGroup();
  const known = error2 instanceof PlumblineError;
  const message = known ? error2.message : redact(`a fault in Plumbline itself: ${error2.stack ?? String(error2)}`);
  const remedy = (known ? error2.remedy : "please report it with this text") ?? "";
  error(remedy === "" ? message : `${message}
remedy: ${remedy}`, { title: "Plumbline has no result" });
  await addSummary(`## Plumbline has no result

~~~text
${message}
${remedy}
~~~
`);
  return known ? error2.exitCode : EXIT_CODE.internal;
}

// src/step/step.ts
import path from "node:path";

// src/model/accept-command.ts
var REASON_MOST = 500;
var USAGE = "write `/plumbline accept [workload] [metric] reason`, or `/plumbline revoke`";
function isCommand(comment) {
  return /^\s*\/plumbline\b/.test(comment);
}
function parseCommand(comment, workloads) {
  const text = comment.trim().replace(/^\/plumbline\b\s*/, "");
  const [verb, rest] = firstWord(text);
  switch (verb) {
    case "revoke":
      return { kind: "revoke" };
    case "accept":
      return parseAccept(rest, workloads);
    default:
      return {
        kind: "unclear",
        why: verb === "" ? USAGE : `there is no command ${JSON.stringify(verb)}; ${USAGE}`
      };
  }
}
function parseAccept(text, workloads) {
  const [first, afterFirst] = firstWord(text);
  const workload = workloads.includes(first) ? first : null;
  const [second, afterSecond] = workload === null ? [first, afterFirst] : firstWord(afterFirst);
  const metric = METRIC_IDS.find((id) => id === second.toLowerCase()) ?? null;
  const rest = metric !== null ? afterSecond : workload !== null ? afterFirst : text;
  const reason = rest.replace(/\s+/g, " ").trim().slice(0, REASON_MOST);
  if (reason === "") return { kind: "unclear", why: `the reason is missing; ${USAGE}` };
  return { kind: "accept", workload, metric, reason };
}
function firstWord(text) {
  const [, quoted, plain, rest = ""] = /^\s*(?:"([^"\n]*)"|(\S*))([\s\S]*)$/.exec(text) ?? [];
  return [quoted ?? plain ?? "", rest];
}

// src/github/accept-event.ts
var login = external_exports.object({ login: external_exports.string() });
var ChangedLabel = external_exports.object({
  action: external_exports.enum(["labeled", "unlabeled"]),
  label: external_exports.object({ name: external_exports.string() })
});
var LabelEvent = ChangedLabel.extend({
  sender: login,
  pull_request: external_exports.object({ number: external_exports.int().positive() })
});
var CommentEvent = external_exports.object({
  action: external_exports.string(),
  issue: external_exports.object({ number: external_exports.int().positive(), pull_request: external_exports.unknown().optional() }),
  comment: external_exports.object({
    id: external_exports.number(),
    body: external_exports.string(),
    created_at: external_exports.iso.datetime({ offset: true }),
    user: login
  })
});
function readAcceptEvent(event, payload, label) {
  switch (event) {
    case "issue_comment":
      return ofComment(payload);
    case "pull_request":
    case "pull_request_target":
      return ofLabel(event, payload, label);
    default:
      return null;
  }
}
function ofComment(payload) {
  const { action, issue: issue2, comment } = parsePayload(CommentEvent, "issue_comment", payload);
  const nothing = (why) => ({ kind: "nothing", why });
  if (action !== "created") return nothing(`the comment was ${action}; only new ones count`);
  if (issue2.pull_request === void 0) return nothing("the comment is on an issue, not on a pull request");
  if (!isCommand(comment.body)) return nothing("the comment is no command of Plumbline's");
  const { id, body: text, created_at: at, user } = comment;
  return { kind: "comment", id, text, at, pullRequest: issue2.number, by: user.login };
}
function ofLabel(event, payload, label) {
  const changed = ChangedLabel.safeParse(payload);
  if (!changed.success || changed.data.label.name !== label) return null;
  const { action, sender, pull_request: pull } = parsePayload(LabelEvent, event, payload);
  return { kind: "label", put: action === "labeled", label, pullRequest: pull.number, by: sender.login };
}

// src/github/access.ts
var LOOKING_AHEAD = { seconds: 10, politeSeconds: 0 };
async function foreseeTrouble(client, { pullRequest, readOnlyToken, repository }, token) {
  if (pullRequest === null) return null;
  if (readOnlyToken) {
    return {
      why: "this pull request comes from a fork, and its token cannot write",
      remedy: "the report goes into the job summary; for a comment, publish it from a second workflow: docs/examples/fork-publish.yml"
    };
  }
  if (token === "") {
    return {
      why: "the input github-token is empty",
      remedy: "leave it at its default, or set comment to never"
    };
  }
  try {
    const { headers } = await client.rest.issues.listComments({
      owner: repository.owner,
      repo: repository.name,
      issue_number: pullRequest.number,
      per_page: 1
    });
    return lackingScope(headers["x-oauth-scopes"]);
  } catch (error2) {
    const { message, remedy = "" } = explainFailure(
      error2,
      "reading the pull request's comments",
      "pull-requests: write"
    );
    return { why: message, remedy };
  }
}
function lackingScope(scopes) {
  if (scopes === void 0 || scopes === "" || /(^|[ ,])(public_)?repo($|,)/.test(scopes)) return null;
  return {
    why: `the personal token has the scopes ${scopes}, and none of them may comment`,
    remedy: "give it the scope repo (public_repo for a public repository), or leave github-token at its default"
  };
}

// src/github/reaction.ts
async function react(client, { owner, name }, comment, reaction) {
  try {
    await client.rest.reactions.createForIssueComment({
      owner,
      repo: name,
      comment_id: comment,
      content: reaction
    });
  } catch (error2) {
    if (!isRefusal(error2)) throw error2;
  }
}

// src/github/write-access.ts
async function mayWrite(client, { owner, name }, login2) {
  try {
    const { data } = await client.rest.repos.getCollaboratorPermissionLevel({
      owner,
      repo: name,
      username: login2
    });
    return data.permission === "admin" || data.permission === "write";
  } catch (error2) {
    if (hasStatus(error2, 404)) return false;
    throw error2;
  }
}

// src/history/accept-request.ts
function acceptByLabel(label, standing, occasion) {
  if (standing.some(({ via }) => via === "label"))
    return { nothing: `the label ${label} is recorded already` };
  return {
    record: [
      acceptanceOf(occasion, { via: "label", suite: null, workload: null, metric: null, reason: label })
    ]
  };
}
function acceptByCommand({ workload, metric, reason }, reports, occasion) {
  if (reports.length === 0)
    return { nothing: `there is no report about ${occasion.commit} in the store yet` };
  const seen = reports.filter(({ createdAt }) => Date.parse(createdAt) <= Date.parse(occasion.at));
  if (seen.length === 0)
    return { nothing: "the present commit was measured after the comment; look at it and comment again" };
  const scope = { via: "command", workload, metric, reason };
  const record = seen.map((report) => ({ report, acceptance: acceptanceOf(occasion, { ...scope, suite: report.suite }) })).filter(
    ({ report, acceptance }) => regressions(report).some((change) => speaksOf(acceptance, { ...change, suite: report.suite }))
  ).map(({ acceptance }) => acceptance);
  const what = [workload, metric].filter((part) => part !== null).join(" ");
  return record.length > 0 ? { record } : { nothing: `nothing regressed${what === "" ? "" : ` in ${what}`}` };
}
function revoke(standing, { by, at }) {
  const open3 = standing.filter(({ landed }) => landed === null);
  if (open3.length === 0) return { nothing: "nothing is accepted here that could be taken back" };
  return { record: open3.map((acceptance) => ({ ...acceptance, revoked: { by, at } })) };
}
function acceptanceOf({ key, ...occasion }, scope) {
  return {
    id: uuidV5(JSON.stringify([key, scope.suite])),
    ...occasion,
    ...scope,
    revoked: null,
    landed: null
  };
}

// src/step/accept.ts
var NOT_FOR_FORKS = "pull_request gives a fork's job neither a secret nor a token that can write: let the workflow listen to pull_request_target, as docs/examples/accept.yml does";
async function acceptStep(inputs, context, event) {
  if (event.kind === "nothing") {
    sayOutcome("accept", { kind: "nothing to do", why: event.why });
    return EXIT_CODE.fine;
  }
  if (context.readOnlyToken) {
    sayOutcome("accept", { kind: "skipped", why: NOT_FOR_FORKS });
    return EXIT_CODE.fine;
  }
  const say = (text) => sayOutcome("GitHub", { kind: "note", why: text });
  const client = createClient({ token: inputs["github-token"] ?? "", apiUrl: context.apiUrl, say });
  const store = await openSharedStore(inputs, process.cwd()).catch(async (error2) => {
    if (event.kind === "comment") await react(client, context.repository, event.id, "confused");
    throw error2;
  });
  try {
    const decision = await decide(client, store, context, event, /* @__PURE__ */ new Date());
    sayOutcome("accept", { kind: decision.answer, why: decision.said });
    if (event.kind === "comment") await react(client, context.repository, event.id, decision.answer);
    const { context: own } = decision;
    if (own === null) return EXIT_CODE.fine;
    const show = async (report) => {
      const shown = { ...own, runUrl: report.origin.runUrl ?? context.runUrl };
      sayPublication(
        await publish(client, shown, publishableOf(report, {}), inputs.comment)
      );
    };
    const subject = { repository: nameOf(context), pullRequest: event.pullRequest };
    return conclude(await showWhatStands(store, subject, decision.reports, show), inputs);
  } finally {
    await store.close();
  }
}
async function openSharedStore({ config = "plumbline.yml", store }, cwd) {
  const location = await historyLocation({ config, ...store ? { store } : {} }, process.env, cwd);
  if (!isNowhere(location, cwd)) return await openStore(location, cwd);
  throw new PlumblineError(
    "usage",
    `accepting needs a store that both workflows reach, and ${location} is not there`,
    {
      remedy: "let the input store name the same postgres://... or folder in both; is the secret that holds it set?"
    }
  );
}
async function decide(client, store, context, request, now) {
  const { by, pullRequest } = request;
  const asking = async () => {
    const allowed = await mayWrite(client, context.repository, by);
    return allowed || takesAway(request) ? presentPullRequest(client, context, pullRequest) : null;
  };
  const present = await asking().catch((error2) => {
    throw explainFailure(error2, "asking who may accept", "pull-requests: write");
  });
  if (present === null) {
    return {
      answer: "-1",
      said: `${by} has no write access, which accepting needs`,
      context: null,
      reports: []
    };
  }
  const { context: own, labels } = present;
  const repository = nameOf(context);
  const reports = (await store.reports(own.headSha)).filter(({ origin }) => origin.repository === repository);
  if (request.kind === "label" && request.put && !labels.includes(request.label))
    return { answer: "confused", said: `the label ${request.label} is gone again`, context: own, reports };
  const standing = await standingOf(store, { repository, pullRequest });
  const asked = ask(request, standing, reports, occasionOf(request, repository, own, now));
  if ("nothing" in asked) return { answer: "confused", said: asked.nothing, context: own, reports };
  await store.saveAcceptances(asked.record);
  const after = await standingOf(store, { repository, pullRequest });
  const judged = reports.map((report) => withAcceptances(report, after));
  for (const report of judged) await store.saveReport(report);
  return { answer: "+1", said: describe(asked.record, judged), context: own, reports: judged };
}
async function showWhatStands(store, subject, reports, show) {
  for (; ; ) {
    const standing = await standingOf(store, subject);
    const judged = reports.map((report) => withAcceptances(report, standing));
    for (const report of judged) {
      await store.saveReport(report);
      await show(report);
    }
    if (idsOf(await standingOf(store, subject)) === idsOf(standing)) return judged;
  }
}
async function standingOf(store, subject) {
  return (await store.acceptances(subject)).filter(({ revoked }) => revoked === null);
}
function idsOf(acceptances) {
  return acceptances.map(({ id }) => id).sort().join();
}
function nameOf({ repository: { owner, name } }) {
  return `${owner}/${name}`;
}
function takesAway(request) {
  return request.kind === "label" && !request.put;
}
function occasionOf(request, repository, own, now) {
  const { by, pullRequest } = request;
  const at = request.kind === "comment" ? new Date(request.at).toISOString() : now.toISOString();
  const key = request.kind === "comment" ? `${repository}/comments/${request.id}` : own.runUrl;
  return { repository, pullRequest, commit: own.headSha, by, at, key };
}
function ask(request, standing, reports, occasion) {
  if (request.kind === "label") {
    return request.put ? acceptByLabel(request.label, standing, occasion) : revoke(
      standing.filter(({ via }) => via === "label"),
      occasion
    );
  }
  const command = commandOf(request.text, reports);
  switch (command.kind) {
    case "accept":
      return acceptByCommand(command, reports, occasion);
    case "revoke":
      return revoke(standing, occasion);
    case "unclear":
      return { nothing: command.why };
  }
}
function commandOf(text, reports) {
  return parseCommand(
    text,
    reports.flatMap(({ workloads }) => workloads.map(({ name }) => name))
  );
}
function describe(record, reports) {
  const what = record.every(({ revoked }) => revoked === null) ? "accepted" : "taken back";
  const verdicts = reports.map(({ suite, verdict }) => `${suite}: ${verdict}`);
  return `${what}; ${verdicts.length === 0 ? "nothing is measured at this commit yet" : verdicts.join(", ")}`;
}
function conclude(reports, inputs) {
  const worst = reports.toSorted((a, b) => OVERALL.indexOf(a.verdict) - OVERALL.indexOf(b.verdict))[0];
  if (worst === void 0) return EXIT_CODE.fine;
  const headline = publishableOf(worst, {}).check.title;
  setOutputs(worst, { headline, report: "", html: "", "comment-url": "" });
  const code = exitCodeOf(worst, inputs["fail-on"]);
  sayVerdict(headline, code !== 0);
  return code;
}

// src/github/alert-issues.ts
var NEAR = 2;
var BLIND = 3;
var BODY_BYTES_MOST = 6e4;
var TRIES = 3;
var WENT_AWAY = "<!-- plumbline-alert-went-away -->";
async function syncAlerts(client, place, alerts) {
  const issues = await findOwn(client, place);
  const left = new Set(issues);
  const outcomes = [];
  for (const alert of alerts) {
    const own = issuesAbout(alert, alerts, left, place);
    for (const issue3 of own) left.delete(issue3);
    const [issue2, ...duplicates] = own;
    outcomes.push(
      issue2 === void 0 ? await open2(client, place, alert) : await refresh(client, place, alert, issue2)
    );
    for (const duplicate of duplicates.filter((each) => each.open)) {
      outcomes.push(await close(client, place, duplicate, "The same change has an older issue."));
    }
  }
  for (const issue2 of left) {
    if (issue2.open && isInSight(issue2, place)) {
      outcomes.push(await close(client, place, issue2, "The change went away, or was accepted since."));
    }
  }
  return outcomes;
}
async function findOwn(client, { owner, repo, suite }) {
  const creator = await ownLogin(client);
  const found = await client.paginate(client.rest.issues.listForRepo, {
    owner,
    repo,
    creator,
    state: "all",
    sort: "created",
    direction: "asc",
    per_page: 100
  });
  return found.flatMap(({ number, html_url: url, state, title, body, user, pull_request: pull }) => {
    const sha = shaIn(body ?? "", suite);
    if (sha === null || pull !== void 0 || user?.login !== creator) return [];
    return [{ number, url, open: state === "open", title, body: body ?? "", sha }];
  });
}
function issuesAbout(alert, alerts, issues, { commits }) {
  const same = [...issues].filter(({ sha }) => sha === alert.sha);
  if (same.length > 0) return same;
  const own = commits.indexOf(alert.sha);
  return [...issues].filter(({ sha, open: open3, body }) => {
    const at = commits.indexOf(sha);
    const isFree = alerts.every((other) => other.sha !== sha);
    const isAlive = open3 || !body.includes(WENT_AWAY);
    return isFree && isAlive && own >= 0 && at >= 0 && Math.abs(at - own) <= NEAR;
  });
}
function isInSight({ sha }, { commits }) {
  return commits.indexOf(sha) >= BLIND;
}
async function open2(client, place, alert) {
  const { owner, repo } = place;
  for (let tries = 1; ; tries++) {
    try {
      const { data } = await client.rest.issues.create({
        owner,
        repo,
        title: alert.title,
        body: bodyOf(place, alert),
        request: { retries: 0 }
        // Not repeated blindly: what follows looks first.
      });
      return { kind: "opened", url: data.html_url, sha: alert.sha };
    } catch (error2) {
      if (tries === TRIES || !isOutage(error2)) throw error2;
    }
    const found = (await findOwn(client, place)).find(({ sha }) => sha === alert.sha);
    if (found !== void 0) return { kind: "opened", url: found.url, sha: alert.sha };
  }
}
async function refresh(client, place, alert, issue2) {
  const { owner, repo } = place;
  const { number: issue_number, url } = issue2;
  const { title, sha } = alert;
  const body = bodyOf(place, alert);
  const wentAway = issue2.body.includes(WENT_AWAY);
  if (!issue2.open && !wentAway) return { kind: "left closed", url, sha };
  if (!issue2.open) {
    await client.rest.issues.update({
      owner,
      repo,
      issue_number,
      title,
      body,
      state: "open",
      state_reason: "reopened"
    });
    return { kind: "reopened", url, sha };
  }
  if (normal(issue2.body) === normal(body) && issue2.title === title) return { kind: "unchanged", url, sha };
  await client.rest.issues.update({ owner, repo, issue_number, title, body });
  return { kind: "updated", url, sha };
}
async function close(client, { owner, repo }, issue2, why) {
  await client.rest.issues.update({
    owner,
    repo,
    issue_number: issue2.number,
    body: `${issue2.body}

${WENT_AWAY}
**Closed by Plumbline.** ${why}`,
    state: "closed",
    state_reason: "completed"
  });
  return { kind: "closed", url: issue2.url, sha: issue2.sha };
}
function bodyOf({ suite }, { sha, body }) {
  const marker = markerOf(suite, sha);
  return bytes(body) > BODY_BYTES_MOST ? `${marker}
${body.slice(0, BODY_BYTES_MOST / 4)}…` : `${marker}
${body}`;
}
function markerOf(suite, sha) {
  return `${markerStart(suite)}${sha} -->`;
}
function markerStart(suite) {
  return `<!-- plumbline-alert:${Buffer.from(suite, "utf8").toString("hex")}:`;
}
function shaIn(body, suite) {
  const start = markerStart(suite);
  if (!body.startsWith(start)) return null;
  return /^([0-9a-z]{1,64}) -->/.exec(body.slice(start.length))?.[1] ?? null;
}
function normal(body) {
  return body.replace(/\r\n/g, "\n").trim();
}

// src/github/commit-comment.ts
async function putCommitComment(client, {
  owner,
  repo,
  sha,
  marker,
  body
}) {
  const comments = await client.paginate(client.rest.repos.listCommentsForCommit, {
    owner,
    repo,
    commit_sha: sha,
    per_page: 100
  });
  const marked = comments.filter((comment) => comment.body.includes(marker));
  const login2 = marked.length === 0 ? null : await ownLogin(client);
  if (marked.some(({ user }) => user?.login === login2)) return;
  await client.rest.repos.createCommitComment({ owner, repo, commit_sha: sha, body: `${marker}
${body}` });
}

// src/history/alerts.ts
function alertsOf(events, rules) {
  const now = /* @__PURE__ */ new Map();
  for (const shift of events.flatMap(({ shifts }) => shifts)) now.set(seriesOf(shift), shift.after);
  return events.filter(
    ({ shifts }) => shifts.some((shift) => {
      const limit = limitFor(shift, rules);
      return isWorse(shift, shift.after, limit) && isWorse(shift, now.get(seriesOf(shift)), limit);
    })
  );
}
function seriesOf({ workload, metric, arm, fingerprint }) {
  return JSON.stringify([workload, metric, arm, fingerprint]);
}
function limitFor({ workload, metric }, rules) {
  if (metric === "failed-share") return { role: "gate", margin: 0, floor: rules.errorLimit };
  return limitOf(rules, workload, metric);
}
function isWorse({ metric, before }, level, { role, margin, floor }) {
  const harm = metricInfo(metric).direction === "lower-is-better" ? level - before : before - level;
  return role === "gate" && harm > Math.max(margin * before, floor ?? 0);
}

// src/render/markdown/alert.ts
var ROWS_MOST = 30;
function renderAlert(event, repositoryUrl) {
  const { suite, branch, state, cause, shifts } = event;
  const where = `${markdownText(branch ?? "the branch", 60)}, suite ${markdownText(suite)}`;
  const lasts = state === "recent" ? "Too few runs follow to know whether it lasts: this issue closes itself where it goes away." : "It has lasted for several runs.";
  return {
    title: titleOf(event),
    body: [
      `On ${where}, ${rangeText(event, repositoryUrl)}`,
      tableHead(COLUMNS) + shifts.slice(0, ROWS_MOST).map(rowOf).join("\n"),
      ...shifts.length > ROWS_MOST ? [`*and ${plural(shifts.length - ROWS_MOST, "more metric")}*`] : [],
      `${lasts} ${TO_DO[cause]}`
    ].join("\n\n")
  };
}
var TO_DO = {
  commit: "If the change is wanted, close this issue: it will not be opened again.",
  surroundings: "Both sides are runs of one commit, so look at the machine and what runs on it, not at the code. If it is to stay so, close this issue."
};
var COLUMNS = [
  { title: "workload", align: "left" },
  { title: "metric", align: "left" },
  { title: "before", align: "right" },
  { title: "after", align: "right" },
  { title: "change", align: "right" },
  { title: "noise of a run", align: "right" }
];
function rowOf({ workload, metric, before, after, effect, direction, noise }) {
  const [low = "", high = ""] = formatMetrics(metric, [before, after]);
  const change = effect === null ? "new" : formatEffect(effect);
  const marked = direction === "worse" ? `**${change}**` : `${change} (better)`;
  return tableRow([
    markdownText(workload),
    metricInfo(metric).label,
    low,
    high,
    marked,
    formatPercent(noise)
  ]);
}
function titleOf({ suite, branch, shifts, firstAfter, cause }) {
  const worse = shifts.filter(({ direction }) => direction === "worse");
  const [first] = worse;
  const more = worse.length > 1 ? ` and ${worse.length - 1} more` : "";
  const what = first === void 0 ? "a change" : `${plainLine(first.workload, 40)} ${metricInfo(first.metric).label}${first.effect === null ? "" : ` ${formatEffect(first.effect)}`}${more}`;
  const since = cause === "commit" ? `since ${shortSha(firstAfter.sha)}` : "without a change of the code";
  return plainLine(
    `Plumbline: ${what} on ${plainLine(branch ?? "the branch", 30)} ${since} (${plainLine(suite, 30)})`,
    200
  );
}
function rangeText({ lastBefore, firstAfter, cause }, repositoryUrl) {
  if (cause === "surroundings") return `the level changed between two runs of ${commitText(firstAfter)}.`;
  const address = isSha(lastBefore.sha) && isSha(firstAfter.sha) ? webAddress(`${repositoryUrl}/compare/${lastBefore.sha}...${firstAfter.sha}`) : null;
  const commits = address === null ? "" : ` (${link("the commits between", address)})`;
  return `the level changed after ${commitText(lastBefore)} and with or before ${commitText(firstAfter)}${commits}.`;
}
function commitText({ sha, subject }) {
  const said = subject === null ? "" : ` “${markdownText(subject, 60)}”`;
  return `${markdownText(shortSha(sha))}${said}`;
}

// src/step/alert.ts
var POINTS_MOST = 300;
async function alertMain(client, store, { repository }, report, { branch, rules, mode, repositoryUrl }) {
  if (mode === "never") return [];
  const { suite } = report;
  const points = await gatePoints(store, report, branch);
  const events = alertsOf(changeEvents(points, await store.acceptances({ suite, branch })), rules);
  const alerts = events.map((event) => ({
    event,
    ...renderAlert(event, repositoryUrl),
    sha: event.firstAfter.sha
  }));
  const place = { owner: repository.owner, repo: repository.name };
  try {
    const outcomes = await syncAlerts(client, { ...place, suite, commits: commitsOf(points) }, alerts);
    const opened = new Set(outcomes.filter(({ kind }) => kind === "opened").map(({ sha }) => sha));
    if (mode === "issue-and-commit") {
      for (const alert of alerts.filter(({ sha }) => opened.has(sha))) await commentOn(client, place, alert);
    }
    return outcomes;
  } catch (error2) {
    throw explainFailure(error2, "telling of a change on the main branch", "issues: write");
  }
}
async function commentOn(client, place, { event, sha, body }) {
  const marker = `<!-- plumbline-alert:${Buffer.from(event.suite, "utf8").toString("hex")} -->`;
  await putCommitComment(client, { ...place, sha, marker, body });
}
async function gatePoints(store, report, branch) {
  const points = [];
  for (const { workload, metric, role } of report.workloads.flatMap(({ changes }) => changes)) {
    if (role !== "gate") continue;
    points.push(
      ...await store.history({ suite: report.suite, workload, metric, branch, limit: POINTS_MOST })
    );
  }
  return points.sort((a, b) => orderOf(a) - orderOf(b));
}
function commitsOf(points) {
  return [...new Set(points.map(({ commit }) => commit))];
}
function orderOf({ commitTime, measuredAt }) {
  return Date.parse(commitTime ?? measuredAt);
}

// src/step/land.ts
var PULL_REQUESTS_MOST = 20;
async function landAcceptances(client, store, { event, repository: { owner, name }, headBranch }, cwd) {
  if (event !== "push" || headBranch === null) return [];
  const open3 = (await store.acceptances({ repository: `${owner}/${name}` })).filter(
    ({ revoked, landed: landed2 }) => revoked === null && landed2 === null
  );
  const numbers = [...new Set(open3.map(({ pullRequest }) => pullRequest))].sort((a, b) => b - a);
  const landed = [];
  for (const number of numbers.slice(0, PULL_REQUESTS_MOST)) {
    const { data: pull } = await client.rest.pulls.get({ owner, repo: name, pull_number: number });
    if (pull.merged_at === null || pull.base.ref !== headBranch || pull.merge_commit_sha === null) continue;
    const { time } = await commitFacts(cwd, pull.merge_commit_sha, null);
    const place = { commit: pull.merge_commit_sha, branch: headBranch, at: time ?? pull.merged_at };
    const own = open3.filter((each) => each.pullRequest === number && holdsFor(each, pull.head.sha));
    landed.push(...own.map((each) => ({ ...each, landed: place })));
  }
  await store.saveAcceptances(landed);
  return landed;
}

// src/step/main-branch.ts
var MainBranch = class {
  #client;
  #context;
  #config;
  #invocation;
  #say;
  constructor(client, context, config, invocation, say) {
    this.#client = client;
    this.#context = context;
    this.#config = config;
    this.#invocation = invocation;
    this.#say = say;
  }
  /** Before the measurement is judged: a change that was accepted and merged begins the baseline anew. */
  async land() {
    if (this.#context.event !== "push") return;
    await this.#withStore("acceptances", async (store) => {
      const landed = await landAcceptances(this.#client, store, this.#context, this.#invocation.cwd).catch(
        (error2) => {
          throw explainFailure(error2, "asking which accepted changes were merged", "pull-requests: read");
        }
      );
      for (const { pullRequest, by, landed: place } of landed) {
        this.#say("acceptance", { kind: "landed", why: `#${pullRequest}, by ${by}, at ${place.commit}` });
      }
    });
  }
  /** After the run was stored. */
  async alert(report, mode) {
    const { event, headBranch, repository } = this.#context;
    const { branch } = this.#config.baseline;
    if (event !== "push" || headBranch !== branch || mode === "never") return;
    await this.#withStore("alert", async (store) => {
      const repositoryUrl = this.#context.runUrl.replace(/\/actions\/runs\/.*$/, "");
      const main = { branch, rules: rulesOf(this.#config), mode, repositoryUrl };
      const outcomes = await alertMain(this.#client, store, this.#context, report, main);
      for (const { kind, url } of outcomes) this.#say("alert", { kind, url });
      if (outcomes.length === 0) {
        const where = `${repository.owner}/${repository.name} ${branch}`;
        this.#say("alert", { kind: "none", why: `no change of level on ${where}` });
      }
    });
  }
  /** The measurement stands whatever fails here. */
  async #withStore(what, work) {
    try {
      const store = await openStore(storeOf(this.#invocation, this.#config), this.#invocation.cwd);
      try {
        await work(store);
      } finally {
        await store.close();
      }
    } catch (error2) {
      if (!(error2 instanceof PlumblineError)) throw error2;
      this.#say(what, { kind: "failed", why: error2.message, remedy: error2.remedy ?? "" });
    }
  }
};

// src/github/measured-run.ts
var WorkflowRunEvent = external_exports.object({
  workflow_run: external_exports.object({
    event: external_exports.string(),
    html_url: external_exports.url(),
    run_attempt: external_exports.int().positive(),
    head_sha: commitSha,
    head_branch: external_exports.string().nullable(),
    head_repository: external_exports.object({ full_name: external_exports.string() }).nullable()
  })
});
function readMeasuredRun(payload) {
  const { workflow_run: run } = parsePayload(WorkflowRunEvent, "workflow_run", payload);
  return {
    event: run.event,
    runUrl: run.html_url,
    attempt: run.run_attempt,
    headSha: run.head_sha,
    headBranch: run.head_branch,
    headRepository: run.head_repository?.full_name ?? null
  };
}
async function findPullRequest(client, context, run) {
  const { headRepository, headBranch, headSha } = run;
  const none = (why) => ({ kind: "none", why });
  if (run.event !== "pull_request") return none(`the run was triggered by ${run.event}, not by pull_request`);
  if (headRepository === null || headBranch === null) return none("the pull request's repository is gone");
  const { owner, name } = context.repository;
  const { data } = await client.rest.pulls.list({
    owner,
    repo: name,
    state: "open",
    head: `${headRepository.split("/")[0]}:${headBranch}`,
    per_page: 100
  });
  const open3 = data.filter(({ head }) => head.repo?.full_name === headRepository && head.ref === headBranch);
  const [pull, ...others] = open3.filter(({ head }) => head.sha === headSha);
  if (pull === void 0) {
    return none(
      open3.length === 0 ? "no open pull request has that head" : "the pull request has a newer head, whose own run will report"
    );
  }
  if (others.length > 0) {
    const numbers = [pull, ...others].map(({ number }) => `#${number}`).join(" and ");
    return none(
      `the pull requests ${numbers} have the same head, and GitHub does not tell which one was measured`
    );
  }
  return {
    kind: "found",
    context: {
      ...context,
      runUrl: run.runUrl,
      attempt: run.attempt,
      headSha,
      headBranch,
      baseBranch: pull.base.ref,
      baseSha: pull.base.sha,
      pullRequest: { number: pull.number, fork: headRepository !== `${owner}/${name}` }
    }
  };
}

// src/step/keep-claimed.ts
async function keepClaimed(report, acceptLabel, store) {
  const { repository, pullRequest } = report.origin;
  if (repository === null || pullRequest === null) return report;
  const guidance = { configPath: null, dashboardUrl: null, acceptLabel };
  const judged = {
    ...withAcceptances(report, await store.acceptances({ repository, pullRequest })),
    guidance
  };
  const others = (await store.reports(report.head.commit.sha)).filter(({ suite }) => suite === report.suite);
  const isOwn = others.every(
    ({ origin }) => origin.repository === repository && origin.pullRequest === pullRequest
  );
  if (isOwn) await store.saveReport(judged);
  return judged;
}

// src/step/publish-artifact.ts
async function publishArtifact(inputs, context, payload) {
  if (context.event !== "workflow_run") {
    throw new PlumblineError(
      "usage",
      `the input publish is set in a workflow that ${context.event} triggered`,
      {
        remedy: "publish from a workflow that workflow_run triggers: docs/examples/fork-publish.yml"
      }
    );
  }
  const untrusted = await readUntrustedReport(inputs.publish);
  const say = (text) => sayOutcome("GitHub", { kind: "note", why: text });
  const client = createClient({ token: inputs["github-token"] ?? "", apiUrl: context.apiUrl, say });
  const found = await findPullRequest(client, context, readMeasuredRun(payload)).catch((error2) => {
    throw explainFailure(error2, "finding the pull request", "pull-requests: write");
  });
  if (found.kind === "none") {
    sayOutcome("comment", { kind: "skipped", why: found.why });
    return EXIT_CODE.fine;
  }
  const report = await kept(claimReport(untrusted, found.context), inputs);
  await addSummary(renderSummary(report));
  const publishable = publishableOf(report, {});
  const published = await publish(client, found.context, publishable, inputs.comment);
  sayPublication(published);
  setOutputs(report, {
    headline: publishable.check.title,
    report: inputs.publish,
    html: "",
    "comment-url": "url" in published.comment ? published.comment.url : ""
  });
  return published.comment.kind === "failed" || published.check.kind === "failed" ? EXIT_CODE.internal : EXIT_CODE.fine;
}
async function kept(report, inputs) {
  const location = inputs.store || process.env["PLUMBLINE_STORE"];
  if (!location) return report;
  const store = await openStore(location, process.cwd());
  try {
    return await keepClaimed(report, inputs["accept-label"] || null, store);
  } finally {
    await store.close();
  }
}

// src/step/step.ts
async function runStep() {
  const inputs = readInputs(process.env);
  const payload = await readEvent(process.env);
  const context = readContext(process.env, payload);
  const accepting = readAcceptEvent(context.event, payload, inputs["accept-label"] ?? "");
  if (accepting !== null) return acceptStep(inputs, context, accepting);
  const { publish: place } = inputs;
  return place === void 0 ? checkAndPublish(inputs, context, payload) : publishArtifact({ ...inputs, publish: place }, context, payload);
}
async function checkAndPublish(inputs, context, payload) {
  const asked = invocationOf(inputs, process.env, process.cwd());
  forgetTokens(process.env);
  const config = await loadConfig(asked);
  const invocation = {
    ...asked,
    branch: context.headBranch,
    targetBranch: targetBranchOf(context, payload, config.baseline.branch),
    origin: originOf(context)
  };
  hidePasswords(urlsOf(config));
  if (inputs.comment !== "never") await warnEarly(inputs["github-token"] ?? "", context);
  const observer = workflowObserver(process.stdout);
  const connect = () => createClient({
    token: inputs["github-token"] ?? "",
    apiUrl: context.apiUrl,
    say: (text) => observer.note(text)
  });
  await new MainBranch(connect(), context, config, invocation, sayOutcome).land();
  const { report, notStored } = await check(invocation, observer, abortOnSignals().signal);
  observer.end();
  await addSummary(renderSummary(report));
  const client = connect();
  const publishable = publishableOf(report, {});
  const published = await publish(client, context, publishable, inputs.comment);
  sayPublication(published);
  setOutputs(report, {
    headline: publishable.check.title,
    report: path.join(invocation.output, FILES.report),
    html: path.join(invocation.output, FILES.html),
    "comment-url": "url" in published.comment ? published.comment.url : ""
  });
  if (notStored !== null) throw notStored;
  await new MainBranch(client, context, config, invocation, sayOutcome).alert(
    report,
    inputs.alerts
  );
  const code = exitCodeOf(report, inputs["fail-on"]);
  sayVerdict(publishable.check.title, code !== 0);
  return code;
}
async function warnEarly(token, context) {
  const client = createClient({ token, apiUrl: context.apiUrl, say: () => void 0, limits: LOOKING_AHEAD });
  const foreseen = await foreseeTrouble(client, context, token);
  if (foreseen !== null) sayForeseen(foreseen);
}
function urlsOf({ database, store }) {
  const deployed = [database.deploy, database.base].map(
    (deploy) => deploy?.kind === "url" || deploy?.kind === "command" ? deploy.url : null
  );
  return [...deployed, store];
}

// src/action.ts
process.exitCode = await runStep().catch(sayError);
