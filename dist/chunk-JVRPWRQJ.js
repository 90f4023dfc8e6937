import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);

// src/model/secrets.ts
var IN_URL = /([a-z][a-z0-9+.-]*:\/\/[^\s:@/?#"']*:)([^\s"<>]*)(?=@)/gi;
var AS_KEYWORD = /((?:\b|pg|ssl)password\s*=\s*)('(?:[^'\\]|\\.)*'|[^\s&'"]+)/gi;
var TOKEN = /\b(gh[pousr]_|github_pat_)\w{10,}/g;
function redact(text) {
  return text.replace(IN_URL, "$1***").replace(AS_KEYWORD, "$1***").replace(TOKEN, "$1***");
}
function passwordsIn(text) {
  const written = [...text.matchAll(IN_URL), ...text.matchAll(AS_KEYWORD)].map((match) => match[2]);
  const meant = written.flatMap((each) => [each, unquoted(each), decoded(each)]);
  return [...new Set(meant)].filter((each) => each !== "" && each !== "***");
}
function unquoted(text) {
  return /^'.*'$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/gs, "$1") : text;
}
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// src/model/errors.ts
var EXIT_CODE = {
  fine: 0,
  regression: 1,
  usage: 2,
  target: 3,
  generator: 4,
  internal: 5,
  inconclusive: 6,
  interrupted: 130
};
var PlumblineError = class extends Error {
  kind;
  remedy;
  constructor(kind, message, details = {}) {
    super(redact(message), details.cause === void 0 ? void 0 : { cause: details.cause });
    this.name = "PlumblineError";
    this.kind = kind;
    this.remedy = details.remedy === void 0 ? void 0 : redact(details.remedy);
  }
  get exitCode() {
    switch (this.kind) {
      case "usage":
        return EXIT_CODE.usage;
      case "target":
        return EXIT_CODE.target;
      case "generator":
        return EXIT_CODE.generator;
      case "interrupted":
        return EXIT_CODE.interrupted;
      case "store":
      case "github":
      case "machine":
      case "internal":
        return EXIT_CODE.internal;
    }
  }
};

export {
  redact,
  passwordsIn,
  EXIT_CODE,
  PlumblineError
};
