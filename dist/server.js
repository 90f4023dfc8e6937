import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  isSameSecret,
  require_fast_uri,
  require_fastify,
  require_rfdc,
  require_toad_cache
} from "./fast-json-stringify.js";
import {
  API,
  POLICY,
  PROBLEM_TYPE,
  Problem,
  RETRY_SECONDS,
  RequestRefusal,
  apiRoutes,
  badgeRoute,
  problem,
  problemOf
} from "./resources.js";
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  require_error,
  serializerCompiler,
  validatorCompiler
} from "./fastify-type-provider-zod.js";
import {
  require_dist
} from "./yaml.js";
import {
  VERSION,
  html,
  pageHead
} from "./reason.js";
import "./units.js";
import {
  misdirected
} from "./loopback.js";
import "./summary.js";
import {
  Report,
  Run,
  external_exports
} from "./zod.js";
import {
  __commonJS,
  __require,
  __toESM
} from "./runtime.js";

// node_modules/fastify-plugin/lib/getPluginName.js
var require_getPluginName = __commonJS({
  "node_modules/fastify-plugin/lib/getPluginName.js"(exports, module) {
    "use strict";
    var { basename, extname } = __require("node:path");
    var FP_STACK_TRACE_REG = /at\s(?:.*\.)?plugin\s.*\n\s*(.*)/;
    var LOCATION_REG = /:\d+:\d+\)?$/;
    module.exports = function getPluginName(fn) {
      if (fn.name.length > 0) return fn.name;
      const stackTraceLimit = Error.stackTraceLimit;
      Error.stackTraceLimit = 10;
      try {
        throw new Error("anonymous function");
      } catch (e) {
        Error.stackTraceLimit = stackTraceLimit;
        return extractPluginName(e.stack);
      }
    };
    function extractPluginName(stack) {
      const m = stack.match(FP_STACK_TRACE_REG);
      if (!m) return "anonymous";
      const fileName = basename(m[1].replaceAll("\\", "/")).replace(LOCATION_REG, "");
      return basename(fileName, extname(fileName));
    }
    module.exports.extractPluginName = extractPluginName;
  }
});

// node_modules/fastify-plugin/lib/toCamelCase.js
var require_toCamelCase = __commonJS({
  "node_modules/fastify-plugin/lib/toCamelCase.js"(exports, module) {
    "use strict";
    var KEBAB_REG = /-(.)/g;
    function upperFirst(_match, char) {
      return char.toUpperCase();
    }
    module.exports = function toCamelCase(name) {
      if (name[0] === "@") {
        name = name.slice(1).replace("/", "-");
      }
      return name.replace(KEBAB_REG, upperFirst);
    };
  }
});

// node_modules/fastify-plugin/index.js
var require_fastify_plugin = __commonJS({
  "node_modules/fastify-plugin/index.js"(exports, module) {
    "use strict";
    var getPluginName = require_getPluginName();
    var toCamelCase = require_toCamelCase();
    var kSkipOverride = /* @__PURE__ */ Symbol.for("skip-override");
    var kDisplayName = /* @__PURE__ */ Symbol.for("fastify.display-name");
    var kPluginMeta = /* @__PURE__ */ Symbol.for("plugin-meta");
    var count = 0;
    function plugin(fn, options = {}) {
      let autoName = false;
      if (fn?.default !== void 0) {
        fn = fn.default;
      }
      if (typeof fn !== "function") {
        throw new TypeError(
          `fastify-plugin expects a function, instead got a '${typeof fn}'`
        );
      }
      if (typeof options === "string") {
        options = {
          fastify: options
        };
      }
      if (typeof options !== "object" || Array.isArray(options) || options === null) {
        throw new TypeError("The options object should be an object");
      }
      if (options.fastify !== void 0 && typeof options.fastify !== "string") {
        throw new TypeError(`fastify-plugin expects a version string, instead got '${typeof options.fastify}'`);
      }
      if (options.name && typeof options.name !== "string") {
        throw new TypeError(`fastify-plugin expects a name string, instead got '${typeof options.name}'`);
      }
      if (!options.name) {
        autoName = true;
        options = { ...options, name: getPluginName(fn) + "-auto-" + count++ };
      }
      fn[kSkipOverride] = options.encapsulate !== true;
      fn[kDisplayName] = options.name;
      fn[kPluginMeta] = options;
      if (!fn.default) {
        fn.default = fn;
      }
      if (!autoName) {
        const camelCase = toCamelCase(options.name);
        if (!fn[camelCase]) {
          fn[camelCase] = fn;
        }
      }
      return fn;
    }
    module.exports = plugin;
    module.exports.default = plugin;
    module.exports.fastifyPlugin = plugin;
  }
});

// node_modules/helmet/index.cjs
var require_helmet = __commonJS({
  "node_modules/helmet/index.cjs"(exports, module) {
    "use strict";
    Object.defineProperties(exports, { __esModule: { value: true }, [Symbol.toStringTag]: { value: "Module" } });
    var dashify = (str) => str.replace(/[A-Z]/g, (capitalLetter) => "-" + capitalLetter.toLowerCase());
    var errify = (err) => err instanceof Error ? err : new Error(String(err));
    var isString = (value) => typeof value === "string";
    var throwErrorIfExists = (err) => {
      if (err) throw err;
    };
    var dangerouslyDisableDefaultSrc = /* @__PURE__ */ Symbol("dangerouslyDisableDefaultSrc");
    var SHOULD_BE_QUOTED = /* @__PURE__ */ new Set(["none", "self", "strict-dynamic", "report-sample", "inline-speculation-rules", "unsafe-inline", "unsafe-eval", "unsafe-hashes", "wasm-unsafe-eval"]);
    var getDefaultDirectives = () => ({
      "default-src": ["'self'"],
      "base-uri": ["'self'"],
      "font-src": ["'self'", "https:", "data:"],
      "form-action": ["'self'"],
      "frame-ancestors": ["'self'"],
      "img-src": ["'self'", "data:"],
      "object-src": ["'none'"],
      "script-src": ["'self'"],
      "script-src-attr": ["'none'"],
      "style-src": ["'self'", "https:", "'unsafe-inline'"],
      "upgrade-insecure-requests": []
    });
    var parseDirectiveName = (rawDirectiveName) => {
      if (rawDirectiveName.length === 0 || !/^[a-z](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?$/.test(rawDirectiveName)) {
        throw new Error(`Content-Security-Policy received an invalid directive name ${JSON.stringify(rawDirectiveName)}`);
      }
      return dashify(rawDirectiveName);
    };
    var getDirectiveValueValidationError = (directiveName, directiveValue) => /;|,/.test(directiveValue) ? new Error(`Content-Security-Policy received an invalid directive value for ${JSON.stringify(directiveName)}`) : null;
    var getDirectiveValueEntryValidationError = (directiveName, directiveValueEntry) => SHOULD_BE_QUOTED.has(directiveValueEntry) || directiveValueEntry.startsWith("nonce-") || directiveValueEntry.startsWith("sha256-") || directiveValueEntry.startsWith("sha384-") || directiveValueEntry.startsWith("sha512-") ? new Error(`Content-Security-Policy received an invalid directive value for ${JSON.stringify(directiveName)}. ${JSON.stringify(directiveValueEntry)} should be quoted`) : null;
    var stringifyDirectiveValue = (directiveValue) => {
      if (Array.isArray(directiveValue)) {
        return directiveValue.every(isString) ? directiveValue.join(" ") : null;
      }
      if (directiveValue instanceof Set) {
        return stringifyDirectiveValue(Array.from(directiveValue));
      }
      return null;
    };
    var parseDirectives = ({ useDefaults = true, directives: rawDirectives = {} }) => {
      const result = new Map(useDefaults ? Object.entries(getDefaultDirectives()) : []);
      let hasDisabledDefaultSrc = false;
      const directiveNamesSeen = /* @__PURE__ */ new Set();
      for (const rawDirectiveName in rawDirectives) {
        if (!Object.hasOwn(rawDirectives, rawDirectiveName)) {
          continue;
        }
        const directiveName = parseDirectiveName(rawDirectiveName);
        if (directiveNamesSeen.has(directiveName)) {
          throw new Error(`Content-Security-Policy received a duplicate directive ${JSON.stringify(directiveName)}`);
        }
        directiveNamesSeen.add(directiveName);
        const rawDirectiveValue = rawDirectives[rawDirectiveName];
        let directiveValue;
        if (rawDirectiveValue === null) {
          if (directiveName === "default-src") {
            throw new Error("Content-Security-Policy needs a default-src but it was set to `null`. If you really want to disable it, set it to `contentSecurityPolicy.dangerouslyDisableDefaultSrc`.");
          }
          result.delete(directiveName);
          continue;
        } else if (typeof rawDirectiveValue === "string") {
          directiveValue = [rawDirectiveValue];
        } else if (rawDirectiveValue === dangerouslyDisableDefaultSrc) {
          if (directiveName === "default-src") {
            hasDisabledDefaultSrc = true;
            result.delete(directiveName);
            continue;
          } else {
            throw new Error(`Content-Security-Policy: tried to disable ${JSON.stringify(directiveName)} as if it were default-src; simply omit the key`);
          }
        } else if (rawDirectiveValue) {
          directiveValue = rawDirectiveValue;
        } else {
          throw new Error(`Content-Security-Policy received an invalid directive value for ${JSON.stringify(directiveName)}`);
        }
        for (const element of directiveValue) {
          if (typeof element !== "string") continue;
          throwErrorIfExists(getDirectiveValueValidationError(directiveName, element) ?? getDirectiveValueEntryValidationError(directiveName, element));
        }
        result.set(directiveName, directiveValue);
      }
      if (!result.size) {
        throw new Error("Content-Security-Policy has no directives. Either set some or disable the header");
      }
      if (!result.has("default-src") && !hasDisabledDefaultSrc) {
        throw new Error("Content-Security-Policy needs a default-src but none was provided. If you really want to disable it, set it to `contentSecurityPolicy.dangerouslyDisableDefaultSrc`.");
      }
      let stringResult = "";
      let shouldUseStringResult = true;
      for (const [directiveName, directiveValue] of result) {
        const directiveValueString = stringifyDirectiveValue(directiveValue);
        if (directiveValueString === null) {
          shouldUseStringResult = false;
          break;
        } else {
          if (stringResult) stringResult += ";";
          stringResult += directiveValueString ? `${directiveName} ${directiveValueString}` : directiveName;
        }
      }
      return shouldUseStringResult ? stringResult : result;
    };
    function getHeaderValue(req, res, normalizedDirectives) {
      const result = [];
      for (const [directiveName, rawDirectiveValue] of normalizedDirectives) {
        let directiveValue = "";
        for (const element of rawDirectiveValue) {
          if (typeof element === "function") {
            let newElement;
            try {
              newElement = element(req, res);
            } catch (err2) {
              return errify(err2);
            }
            const err = getDirectiveValueEntryValidationError(directiveName, newElement);
            if (err) return err;
            directiveValue += " " + newElement;
          } else {
            directiveValue += " " + element;
          }
        }
        if (directiveValue) {
          const err = getDirectiveValueValidationError(directiveName, directiveValue);
          if (err) return err;
          result.push(`${directiveName}${directiveValue}`);
        } else {
          result.push(directiveName);
        }
      }
      return result.join(";");
    }
    var contentSecurityPolicy = function contentSecurityPolicy2(options = {}) {
      const headerName = options.reportOnly ? "Content-Security-Policy-Report-Only" : "Content-Security-Policy";
      const parsedDirectives = parseDirectives(options);
      if (typeof parsedDirectives === "string") {
        return function contentSecurityPolicyMiddleware(_req, res, next) {
          res.setHeader(headerName, parsedDirectives);
          next();
        };
      }
      return function contentSecurityPolicyMiddleware(req, res, next) {
        const result = getHeaderValue(req, res, parsedDirectives);
        if (result instanceof Error) {
          next(result);
        } else {
          res.setHeader(headerName, result);
          next();
        }
      };
    };
    contentSecurityPolicy.getDefaultDirectives = getDefaultDirectives;
    contentSecurityPolicy.dangerouslyDisableDefaultSrc = dangerouslyDisableDefaultSrc;
    var ALLOWED_POLICIES$2 = /* @__PURE__ */ new Set(["require-corp", "credentialless", "unsafe-none"]);
    function getHeaderValueFromOptions$6({ policy = "require-corp" }) {
      if (ALLOWED_POLICIES$2.has(policy)) {
        return policy;
      } else {
        throw new Error(`Cross-Origin-Embedder-Policy does not support the ${JSON.stringify(policy)} policy`);
      }
    }
    function crossOriginEmbedderPolicy(options = {}) {
      const headerValue = getHeaderValueFromOptions$6(options);
      return function crossOriginEmbedderPolicyMiddleware(_req, res, next) {
        res.setHeader("Cross-Origin-Embedder-Policy", headerValue);
        next();
      };
    }
    var ALLOWED_POLICIES$1 = /* @__PURE__ */ new Set(["same-origin", "same-origin-allow-popups", "noopener-allow-popups", "unsafe-none"]);
    function getHeaderValueFromOptions$5({ policy = "same-origin" }) {
      if (ALLOWED_POLICIES$1.has(policy)) {
        return policy;
      } else {
        throw new Error(`Cross-Origin-Opener-Policy does not support the ${JSON.stringify(policy)} policy`);
      }
    }
    function crossOriginOpenerPolicy(options = {}) {
      const headerValue = getHeaderValueFromOptions$5(options);
      return function crossOriginOpenerPolicyMiddleware(_req, res, next) {
        res.setHeader("Cross-Origin-Opener-Policy", headerValue);
        next();
      };
    }
    var ALLOWED_POLICIES = /* @__PURE__ */ new Set(["same-origin", "same-site", "cross-origin"]);
    function getHeaderValueFromOptions$4({ policy = "same-origin" }) {
      if (ALLOWED_POLICIES.has(policy)) {
        return policy;
      } else {
        throw new Error(`Cross-Origin-Resource-Policy does not support the ${JSON.stringify(policy)} policy`);
      }
    }
    function crossOriginResourcePolicy(options = {}) {
      const headerValue = getHeaderValueFromOptions$4(options);
      return function crossOriginResourcePolicyMiddleware(_req, res, next) {
        res.setHeader("Cross-Origin-Resource-Policy", headerValue);
        next();
      };
    }
    function originAgentCluster() {
      return function originAgentClusterMiddleware(_req, res, next) {
        res.setHeader("Origin-Agent-Cluster", "?1");
        next();
      };
    }
    var ALLOWED_TOKENS = /* @__PURE__ */ new Set(["no-referrer", "no-referrer-when-downgrade", "same-origin", "origin", "strict-origin", "origin-when-cross-origin", "strict-origin-when-cross-origin", "unsafe-url", ""]);
    function getHeaderValueFromOptions$3({ policy = ["no-referrer"] }) {
      const tokens = typeof policy === "string" ? [policy] : policy;
      if (tokens.length === 0) {
        throw new Error("Referrer-Policy received no policy tokens");
      }
      const tokensSeen = /* @__PURE__ */ new Set();
      tokens.forEach((token) => {
        if (!ALLOWED_TOKENS.has(token)) {
          throw new Error(`Referrer-Policy received an unexpected policy token ${JSON.stringify(token)}`);
        } else if (tokensSeen.has(token)) {
          throw new Error(`Referrer-Policy received a duplicate policy token ${JSON.stringify(token)}`);
        }
        tokensSeen.add(token);
      });
      return tokens.join(",");
    }
    function referrerPolicy(options = {}) {
      const headerValue = getHeaderValueFromOptions$3(options);
      return function referrerPolicyMiddleware(_req, res, next) {
        res.setHeader("Referrer-Policy", headerValue);
        next();
      };
    }
    var DEFAULT_MAX_AGE = 365 * 24 * 60 * 60;
    function parseMaxAge(value = DEFAULT_MAX_AGE) {
      if (value >= 0 && Number.isFinite(value)) {
        return Math.floor(value);
      } else {
        throw new Error(`Strict-Transport-Security: ${JSON.stringify(value)} is not a valid value for maxAge. Please choose a positive integer.`);
      }
    }
    function getHeaderValueFromOptions$2(options) {
      if ("maxage" in options) {
        throw new Error("Strict-Transport-Security received an unsupported property, `maxage`. Did you mean to pass `maxAge`?");
      }
      if ("includeSubdomains" in options) {
        throw new Error('Strict-Transport-Security middleware should use `includeSubDomains` instead of `includeSubdomains`. (The correct one has an uppercase "D".)');
      }
      const directives = [`max-age=${parseMaxAge(options.maxAge)}`];
      if (options.includeSubDomains === void 0 || options.includeSubDomains) {
        directives.push("includeSubDomains");
      }
      if (options.preload) {
        directives.push("preload");
      }
      return directives.join("; ");
    }
    function strictTransportSecurity(options = {}) {
      const headerValue = getHeaderValueFromOptions$2(options);
      return function strictTransportSecurityMiddleware(_req, res, next) {
        res.setHeader("Strict-Transport-Security", headerValue);
        next();
      };
    }
    function xContentTypeOptions() {
      return function xContentTypeOptionsMiddleware(_req, res, next) {
        res.setHeader("X-Content-Type-Options", "nosniff");
        next();
      };
    }
    function xDnsPrefetchControl(options = {}) {
      const headerValue = options.allow ? "on" : "off";
      return function xDnsPrefetchControlMiddleware(_req, res, next) {
        res.setHeader("X-DNS-Prefetch-Control", headerValue);
        next();
      };
    }
    function xDownloadOptions() {
      return function xDownloadOptionsMiddleware(_req, res, next) {
        res.setHeader("X-Download-Options", "noopen");
        next();
      };
    }
    function getHeaderValueFromOptions$1({ action = "sameorigin" }) {
      const normalizedAction = typeof action === "string" ? action.toUpperCase() : action;
      switch (normalizedAction) {
        case "SAME-ORIGIN":
          return "SAMEORIGIN";
        case "DENY":
        case "SAMEORIGIN":
          return normalizedAction;
        default:
          throw new Error(`X-Frame-Options received an invalid action ${JSON.stringify(action)}`);
      }
    }
    function xFrameOptions(options = {}) {
      const headerValue = getHeaderValueFromOptions$1(options);
      return function xFrameOptionsMiddleware(_req, res, next) {
        res.setHeader("X-Frame-Options", headerValue);
        next();
      };
    }
    var ALLOWED_PERMITTED_POLICIES = /* @__PURE__ */ new Set(["none", "master-only", "by-content-type", "all"]);
    function getHeaderValueFromOptions({ permittedPolicies = "none" }) {
      if (ALLOWED_PERMITTED_POLICIES.has(permittedPolicies)) {
        return permittedPolicies;
      } else {
        throw new Error(`X-Permitted-Cross-Domain-Policies does not support ${JSON.stringify(permittedPolicies)}`);
      }
    }
    function xPermittedCrossDomainPolicies(options = {}) {
      const headerValue = getHeaderValueFromOptions(options);
      return function xPermittedCrossDomainPoliciesMiddleware(_req, res, next) {
        res.setHeader("X-Permitted-Cross-Domain-Policies", headerValue);
        next();
      };
    }
    function xPoweredBy() {
      return function xPoweredByMiddleware(_req, res, next) {
        res.removeHeader("X-Powered-By");
        next();
      };
    }
    function xXssProtection() {
      return function xXssProtectionMiddleware(_req, res, next) {
        res.setHeader("X-XSS-Protection", "0");
        next();
      };
    }
    function getMiddlewareFunctionsFromOptions(options) {
      const result = [];
      switch (options.contentSecurityPolicy) {
        case void 0:
        case true:
          result.push(contentSecurityPolicy());
          break;
        case false:
          break;
        default:
          result.push(contentSecurityPolicy(options.contentSecurityPolicy));
          break;
      }
      switch (options.crossOriginEmbedderPolicy) {
        case void 0:
        case false:
          break;
        case true:
          result.push(crossOriginEmbedderPolicy());
          break;
        default:
          result.push(crossOriginEmbedderPolicy(options.crossOriginEmbedderPolicy));
          break;
      }
      switch (options.crossOriginOpenerPolicy) {
        case void 0:
        case true:
          result.push(crossOriginOpenerPolicy());
          break;
        case false:
          break;
        default:
          result.push(crossOriginOpenerPolicy(options.crossOriginOpenerPolicy));
          break;
      }
      switch (options.crossOriginResourcePolicy) {
        case void 0:
        case true:
          result.push(crossOriginResourcePolicy());
          break;
        case false:
          break;
        default:
          result.push(crossOriginResourcePolicy(options.crossOriginResourcePolicy));
          break;
      }
      switch (options.originAgentCluster) {
        case void 0:
        case true:
          result.push(originAgentCluster());
          break;
        case false:
          break;
        default:
          console.warn("Origin-Agent-Cluster does not take options. Remove the property to silence this warning.");
          result.push(originAgentCluster());
          break;
      }
      switch (options.referrerPolicy) {
        case void 0:
        case true:
          result.push(referrerPolicy());
          break;
        case false:
          break;
        default:
          result.push(referrerPolicy(options.referrerPolicy));
          break;
      }
      if ("strictTransportSecurity" in options && "hsts" in options) {
        throw new Error("Strict-Transport-Security option was specified twice. Remove the `hsts` option to fix this error.");
      }
      const strictTransportSecurityOption = options.strictTransportSecurity ?? options.hsts;
      switch (strictTransportSecurityOption) {
        case void 0:
        case true:
          result.push(strictTransportSecurity());
          break;
        case false:
          break;
        default:
          result.push(strictTransportSecurity(strictTransportSecurityOption));
          break;
      }
      if ("xContentTypeOptions" in options && "noSniff" in options) {
        throw new Error("X-Content-Type-Options option was specified twice. Remove the `noSniff` option to fix this error.");
      }
      const xContentTypeOptionsOption = options.xContentTypeOptions ?? options.noSniff;
      switch (xContentTypeOptionsOption) {
        case void 0:
        case true:
          result.push(xContentTypeOptions());
          break;
        case false:
          break;
        default:
          console.warn("X-Content-Type-Options does not take options. Remove the property to silence this warning.");
          result.push(xContentTypeOptions());
          break;
      }
      if ("xDnsPrefetchControl" in options && "dnsPrefetchControl" in options) {
        throw new Error("X-DNS-Prefetch-Control option was specified twice. Remove the `dnsPrefetchControl` option to fix this error.");
      }
      const xDnsPrefetchControlOption = options.xDnsPrefetchControl ?? options.dnsPrefetchControl;
      switch (xDnsPrefetchControlOption) {
        case void 0:
        case true:
          result.push(xDnsPrefetchControl());
          break;
        case false:
          break;
        default:
          result.push(xDnsPrefetchControl(xDnsPrefetchControlOption));
          break;
      }
      if ("xDownloadOptions" in options && "ieNoOpen" in options) {
        throw new Error("X-Download-Options option was specified twice. Remove the `ieNoOpen` option to fix this error.");
      }
      const xDownloadOptionsOption = options.xDownloadOptions ?? options.ieNoOpen;
      switch (xDownloadOptionsOption) {
        case void 0:
        case true:
          result.push(xDownloadOptions());
          break;
        case false:
          break;
        default:
          console.warn("X-Download-Options does not take options. Remove the property to silence this warning.");
          result.push(xDownloadOptions());
          break;
      }
      if ("xFrameOptions" in options && "frameguard" in options) {
        throw new Error("X-Frame-Options option was specified twice. Remove the `frameguard` option to fix this error.");
      }
      const xFrameOptionsOption = options.xFrameOptions ?? options.frameguard;
      switch (xFrameOptionsOption) {
        case void 0:
        case true:
          result.push(xFrameOptions());
          break;
        case false:
          break;
        default:
          result.push(xFrameOptions(xFrameOptionsOption));
          break;
      }
      if ("xPermittedCrossDomainPolicies" in options && "permittedCrossDomainPolicies" in options) {
        throw new Error("X-Permitted-Cross-Domain-Policies option was specified twice. Remove the `permittedCrossDomainPolicies` option to fix this error.");
      }
      const xPermittedCrossDomainPoliciesOption = options.xPermittedCrossDomainPolicies ?? options.permittedCrossDomainPolicies;
      switch (xPermittedCrossDomainPoliciesOption) {
        case void 0:
        case true:
          result.push(xPermittedCrossDomainPolicies());
          break;
        case false:
          break;
        default:
          result.push(xPermittedCrossDomainPolicies(xPermittedCrossDomainPoliciesOption));
          break;
      }
      if ("xPoweredBy" in options && "hidePoweredBy" in options) {
        throw new Error("X-Powered-By option was specified twice. Remove the `hidePoweredBy` option to fix this error.");
      }
      const xPoweredByOption = options.xPoweredBy ?? options.hidePoweredBy;
      switch (xPoweredByOption) {
        case void 0:
        case true:
          result.push(xPoweredBy());
          break;
        case false:
          break;
        default:
          console.warn("X-Powered-By does not take options. Remove the property to silence this warning.");
          result.push(xPoweredBy());
          break;
      }
      if ("xXssProtection" in options && "xssFilter" in options) {
        throw new Error("X-XSS-Protection option was specified twice. Remove the `xssFilter` option to fix this error.");
      }
      const xXssProtectionOption = options.xXssProtection ?? options.xssFilter;
      switch (xXssProtectionOption) {
        case void 0:
        case true:
          result.push(xXssProtection());
          break;
        case false:
          break;
        default:
          console.warn("X-XSS-Protection does not take options. Remove the property to silence this warning.");
          result.push(xXssProtection());
          break;
      }
      return result;
    }
    var helmet2 = Object.assign(
      function helmet3(options = {}) {
        if (options.constructor?.name === "IncomingMessage") {
          throw new Error("It appears you have done something like `app.use(helmet)`, but it should be `app.use(helmet())`.");
        }
        const middlewareFunctions = getMiddlewareFunctionsFromOptions(options);
        return function helmetMiddleware(req, res, next) {
          let middlewareIndex = 0;
          (function internalNext(err) {
            if (err) {
              next(err);
              return;
            }
            const middlewareFunction = middlewareFunctions[middlewareIndex];
            if (middlewareFunction) {
              middlewareIndex++;
              middlewareFunction(req, res, internalNext);
            } else {
              next();
            }
          })();
        };
      },
      {
        contentSecurityPolicy,
        crossOriginEmbedderPolicy,
        crossOriginOpenerPolicy,
        crossOriginResourcePolicy,
        originAgentCluster,
        referrerPolicy,
        strictTransportSecurity,
        xContentTypeOptions,
        xDnsPrefetchControl,
        xDownloadOptions,
        xFrameOptions,
        xPermittedCrossDomainPolicies,
        xPoweredBy,
        xXssProtection,
        // Legacy aliases
        dnsPrefetchControl: xDnsPrefetchControl,
        xssFilter: xXssProtection,
        permittedCrossDomainPolicies: xPermittedCrossDomainPolicies,
        ieNoOpen: xDownloadOptions,
        noSniff: xContentTypeOptions,
        frameguard: xFrameOptions,
        hidePoweredBy: xPoweredBy,
        hsts: strictTransportSecurity
      }
    );
    exports.contentSecurityPolicy = contentSecurityPolicy;
    exports.crossOriginEmbedderPolicy = crossOriginEmbedderPolicy;
    exports.crossOriginOpenerPolicy = crossOriginOpenerPolicy;
    exports.crossOriginResourcePolicy = crossOriginResourcePolicy;
    exports.default = helmet2;
    exports.dnsPrefetchControl = xDnsPrefetchControl;
    exports.frameguard = xFrameOptions;
    exports.hidePoweredBy = xPoweredBy;
    exports.hsts = strictTransportSecurity;
    exports.ieNoOpen = xDownloadOptions;
    exports.noSniff = xContentTypeOptions;
    exports.originAgentCluster = originAgentCluster;
    exports.permittedCrossDomainPolicies = xPermittedCrossDomainPolicies;
    exports.referrerPolicy = referrerPolicy;
    exports.strictTransportSecurity = strictTransportSecurity;
    exports.xContentTypeOptions = xContentTypeOptions;
    exports.xDnsPrefetchControl = xDnsPrefetchControl;
    exports.xDownloadOptions = xDownloadOptions;
    exports.xFrameOptions = xFrameOptions;
    exports.xPermittedCrossDomainPolicies = xPermittedCrossDomainPolicies;
    exports.xPoweredBy = xPoweredBy;
    exports.xXssProtection = xXssProtection;
    exports.xssFilter = xXssProtection;
    module.exports = exports.default;
    module.exports.default = module.exports;
  }
});

// node_modules/@fastify/helmet/index.js
var require_helmet2 = __commonJS({
  "node_modules/@fastify/helmet/index.js"(exports, module) {
    "use strict";
    var { randomBytes } = __require("node:crypto");
    var fp = require_fastify_plugin();
    var helmet2 = require_helmet();
    async function fastifyHelmet(fastify2, options) {
      const { enableCSPNonces, global, ...globalConfiguration } = options;
      const isGlobal = typeof global === "boolean" ? global : true;
      if (!fastify2.hasReplyDecorator("helmet")) {
        fastify2.decorateReply("helmet", null);
      }
      if (!fastify2.hasReplyDecorator("cspNonce")) {
        fastify2.decorateReply("cspNonce", null);
      }
      fastify2.addHook("onRoute", (routeOptions) => {
        if (routeOptions.helmet !== void 0) {
          if (typeof routeOptions.helmet === "object") {
            routeOptions.config = Object.assign(routeOptions.config || /* @__PURE__ */ Object.create(null), { helmet: routeOptions.helmet });
          } else if (routeOptions.helmet === false) {
            routeOptions.config = Object.assign(routeOptions.config || /* @__PURE__ */ Object.create(null), { helmet: { skipRoute: true } });
          } else {
            throw new Error("Unknown value for route helmet configuration");
          }
        }
      });
      fastify2.addHook("onRequest", async function helmetConfigureReply(request, reply) {
        const { helmet: routeOptions } = request.routeOptions.config;
        if (routeOptions !== void 0) {
          const { enableCSPNonces: enableRouteCSPNonces, skipRoute, ...helmetRouteConfiguration } = routeOptions;
          const mergedHelmetConfiguration = Object.assign(/* @__PURE__ */ Object.create(null), globalConfiguration, helmetRouteConfiguration);
          const isRouteCSPNonces = skipRoute ? false : enableRouteCSPNonces ?? enableCSPNonces;
          return replyDecorators(request, reply, mergedHelmetConfiguration, isRouteCSPNonces);
        }
        return replyDecorators(request, reply, globalConfiguration, enableCSPNonces);
      });
      fastify2.addHook("onRequest", function helmetApplyHeaders(request, reply, next) {
        const { helmet: routeOptions } = request.routeOptions.config;
        if (routeOptions !== void 0) {
          const { enableCSPNonces: enableRouteCSPNonces, skipRoute, ...helmetRouteConfiguration } = routeOptions;
          if (skipRoute === true) {
          } else {
            const mergedHelmetConfiguration = Object.assign(/* @__PURE__ */ Object.create(null), globalConfiguration, helmetRouteConfiguration);
            const isRouteCSPNonces = enableRouteCSPNonces ?? enableCSPNonces;
            return buildHelmetOnRoutes(request, reply, mergedHelmetConfiguration, isRouteCSPNonces);
          }
          return next();
        }
        if (isGlobal) {
          return buildHelmetOnRoutes(request, reply, globalConfiguration, enableCSPNonces);
        }
        return next();
      });
    }
    async function replyDecorators(request, reply, configuration, enableCSP) {
      if (enableCSP) {
        reply.cspNonce = {
          script: randomBytes(16).toString("hex"),
          style: randomBytes(16).toString("hex")
        };
      }
      reply.helmet = function(opts) {
        const helmetConfiguration = opts ? Object.assign(/* @__PURE__ */ Object.create(null), configuration, opts) : configuration;
        return helmet2(helmetConfiguration)(request.raw, reply.raw, done);
      };
    }
    async function buildHelmetOnRoutes(request, reply, configuration, enableCSP) {
      if (enableCSP === true && configuration.contentSecurityPolicy !== false) {
        const cspDirectives = configuration.contentSecurityPolicy ? configuration.contentSecurityPolicy.directives : helmet2.contentSecurityPolicy.getDefaultDirectives();
        const cspReportOnly = configuration.contentSecurityPolicy ? configuration.contentSecurityPolicy.reportOnly : void 0;
        const cspUseDefaults = configuration.contentSecurityPolicy ? configuration.contentSecurityPolicy.useDefaults : void 0;
        const { script: scriptCSPNonce, style: styleCSPNonce } = reply.cspNonce;
        const directives = { ...cspDirectives };
        const scriptKey = Array.isArray(directives["script-src"]) ? "script-src" : "scriptSrc";
        directives[scriptKey] = Array.isArray(directives[scriptKey]) ? [...directives[scriptKey]] : [];
        directives[scriptKey].push(`'nonce-${scriptCSPNonce}'`);
        const styleKey = Array.isArray(directives["style-src"]) ? "style-src" : "styleSrc";
        directives[styleKey] = Array.isArray(directives[styleKey]) ? [...directives[styleKey]] : [];
        directives[styleKey].push(`'nonce-${styleCSPNonce}'`);
        const contentSecurityPolicy = { directives, reportOnly: cspReportOnly, useDefaults: cspUseDefaults };
        const mergedHelmetConfiguration = Object.assign(/* @__PURE__ */ Object.create(null), configuration, { contentSecurityPolicy });
        helmet2(mergedHelmetConfiguration)(request.raw, reply.raw, done);
      } else {
        helmet2(configuration)(request.raw, reply.raw, done);
      }
    }
    function done(error) {
      if (error) throw error;
    }
    module.exports = fp(fastifyHelmet, {
      fastify: "5.x",
      name: "@fastify/helmet"
    });
    module.exports.default = fastifyHelmet;
    module.exports.fastifyHelmet = fastifyHelmet;
    module.exports.contentSecurityPolicy = helmet2.contentSecurityPolicy;
  }
});

// node_modules/ip-address/dist/address-error.js
var require_address_error = __commonJS({
  "node_modules/ip-address/dist/address-error.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    exports.AddressError = void 0;
    var AddressError = class extends Error {
      constructor(message, parseMessage) {
        super(message);
        this.name = "AddressError";
        this.parseMessage = parseMessage;
      }
    };
    exports.AddressError = AddressError;
  }
});

// node_modules/ip-address/dist/common.js
var require_common = __commonJS({
  "node_modules/ip-address/dist/common.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    exports.isInSubnet = isInSubnet;
    exports.isHostInSubnet = isHostInSubnet;
    exports.isGloballyReachable = isGloballyReachable;
    exports.offsetBigInt = offsetBigInt;
    exports.isCorrect = isCorrect;
    exports.prefixLengthFromMask = prefixLengthFromMask;
    exports.assertByteArray = assertByteArray;
    exports.numberToPaddedHex = numberToPaddedHex;
    exports.stringToPaddedHex = stringToPaddedHex;
    exports.testBit = testBit;
    var address_error_1 = require_address_error();
    function isInSubnet(address) {
      if (this.subnetMask < address.subnetMask) {
        return false;
      }
      return isHostInSubnet.call(this, address);
    }
    function isHostInSubnet(address) {
      if (this.binaryZeroPad().length !== address.binaryZeroPad().length) {
        return false;
      }
      return this.mask(address.subnetMask) === address.mask();
    }
    function isGloballyReachable(entries) {
      let best = null;
      for (let i = 0; i < entries.length; i++) {
        const entry = entries[i];
        if (entry.reachable !== null && isHostInSubnet.call(this, entry.subnet) && (best === null || entry.subnet.subnetMask > best.subnet.subnetMask)) {
          best = entry;
        }
      }
      return best === null ? true : best.reachable;
    }
    function offsetBigInt(value, n, bits, family) {
      if (typeof n === "number" && !Number.isSafeInteger(n)) {
        throw new address_error_1.AddressError(`${family} offset must be an integer`);
      }
      if (typeof n !== "number" && typeof n !== "bigint") {
        throw new address_error_1.AddressError(`${family} offset must be an integer`);
      }
      const result = value + BigInt(n);
      if (result < BigInt(0) || result > (BigInt(1) << BigInt(bits)) - BigInt(1)) {
        throw new address_error_1.AddressError(`${family} offset leaves the address space`);
      }
      return result;
    }
    function isCorrect(defaultBits) {
      return function isCorrectForm() {
        if (this.addressMinusSuffix !== this.correctForm()) {
          return false;
        }
        if (this.subnetMask === defaultBits && !this.parsedSubnet) {
          return true;
        }
        return this.parsedSubnet === String(this.subnetMask);
      };
    }
    function prefixLengthFromMask(value, totalBits) {
      const binary = value.toString(2).padStart(totalBits, "0");
      if (binary.length > totalBits) {
        throw new address_error_1.AddressError("Invalid subnet mask.");
      }
      const firstZero = binary.indexOf("0");
      if (firstZero === -1) {
        return totalBits;
      }
      if (binary.slice(firstZero).includes("1")) {
        throw new address_error_1.AddressError("Invalid subnet mask.");
      }
      return firstZero;
    }
    function assertByteArray(bytes, byteCount, family, minimum) {
      if (bytes.length !== byteCount) {
        throw new address_error_1.AddressError(`${family} addresses require exactly ${byteCount} bytes`);
      }
      for (let i = 0; i < bytes.length; i++) {
        if (!Number.isInteger(bytes[i]) || bytes[i] < minimum || bytes[i] > 255) {
          throw new address_error_1.AddressError(`All bytes must be integers between ${minimum} and 255`);
        }
      }
    }
    function numberToPaddedHex(number) {
      return number.toString(16).padStart(2, "0");
    }
    function stringToPaddedHex(numberString) {
      return numberToPaddedHex(parseInt(numberString, 10));
    }
    function testBit(binaryValue, position) {
      const { length } = binaryValue;
      if (position >= length) {
        return false;
      }
      const positionInString = length - position - 1;
      return binaryValue.substring(positionInString, positionInString + 1) === "1";
    }
  }
});

// node_modules/ip-address/dist/v4/constants.js
var require_constants = __commonJS({
  "node_modules/ip-address/dist/v4/constants.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    exports.SPECIAL_PURPOSE = exports.RE_SUBNET_STRING = exports.RE_ADDRESS = exports.GROUPS = exports.BITS = void 0;
    exports.BITS = 32;
    exports.GROUPS = 4;
    exports.RE_ADDRESS = /^(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])$/g;
    exports.RE_SUBNET_STRING = /\/\d{1,2}$/;
    exports.SPECIAL_PURPOSE = [
      ["0.0.0.0/8", "This network", false],
      ["0.0.0.0/32", "This host on this network", false],
      ["10.0.0.0/8", "Private-Use", false],
      ["100.64.0.0/10", "Shared Address Space", false],
      ["127.0.0.0/8", "Loopback", false],
      ["169.254.0.0/16", "Link Local", false],
      ["172.16.0.0/12", "Private-Use", false],
      ["192.0.0.0/24", "IETF Protocol Assignments", false],
      ["192.0.0.0/29", "IPv4 Service Continuity Prefix", false],
      ["192.0.0.8/32", "IPv4 dummy address", false],
      ["192.0.0.9/32", "Port Control Protocol Anycast", true],
      ["192.0.0.10/32", "Traversal Using Relays around NAT Anycast", true],
      ["192.0.0.170/32", "NAT64/DNS64 Discovery", false],
      ["192.0.0.171/32", "NAT64/DNS64 Discovery", false],
      ["192.0.2.0/24", "Documentation (TEST-NET-1)", false],
      ["192.31.196.0/24", "AS112-v4", true],
      ["192.52.193.0/24", "AMT", true],
      ["192.88.99.0/24", "Deprecated (6to4 Relay Anycast)", null],
      ["192.88.99.2/32", "6a44-relay anycast address", false],
      ["192.168.0.0/16", "Private-Use", false],
      ["192.175.48.0/24", "Direct Delegation AS112 Service", true],
      ["198.18.0.0/15", "Benchmarking", false],
      ["198.51.100.0/24", "Documentation (TEST-NET-2)", false],
      ["203.0.113.0/24", "Documentation (TEST-NET-3)", false],
      ["240.0.0.0/4", "Reserved", false],
      ["255.255.255.255/32", "Limited Broadcast", false]
    ];
  }
});

// node_modules/ip-address/dist/ipv4.js
var require_ipv4 = __commonJS({
  "node_modules/ip-address/dist/ipv4.js"(exports) {
    "use strict";
    var __createBinding = exports && exports.__createBinding || (Object.create ? (function(o, m, k, k2) {
      if (k2 === void 0) k2 = k;
      var desc = Object.getOwnPropertyDescriptor(m, k);
      if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) {
        desc = { enumerable: true, get: function() {
          return m[k];
        } };
      }
      Object.defineProperty(o, k2, desc);
    }) : (function(o, m, k, k2) {
      if (k2 === void 0) k2 = k;
      o[k2] = m[k];
    }));
    var __setModuleDefault = exports && exports.__setModuleDefault || (Object.create ? (function(o, v) {
      Object.defineProperty(o, "default", { enumerable: true, value: v });
    }) : function(o, v) {
      o["default"] = v;
    });
    var __importStar = exports && exports.__importStar || function(mod) {
      if (mod && mod.__esModule) return mod;
      var result = {};
      if (mod != null) {
        for (var k in mod) if (k !== "default" && Object.prototype.hasOwnProperty.call(mod, k)) __createBinding(result, mod, k);
      }
      __setModuleDefault(result, mod);
      return result;
    };
    Object.defineProperty(exports, "__esModule", { value: true });
    exports.Address4 = void 0;
    var common = __importStar(require_common());
    var constants = __importStar(require_constants());
    var address_error_1 = require_address_error();
    var isCorrect4 = common.isCorrect(constants.BITS);
    var Address4 = class _Address4 {
      constructor(address) {
        this.addressMinusSuffix = "";
        this.groups = constants.GROUPS;
        this.parsedAddress = [];
        this.parsedSubnet = "";
        this.subnet = "/32";
        this.subnetMask = 32;
        this.v4 = true;
        this.isCorrect = isCorrect4;
        this.isInSubnet = common.isInSubnet;
        this.isHostInSubnet = common.isHostInSubnet;
        this.address = address;
        const subnet = constants.RE_SUBNET_STRING.exec(address);
        if (subnet) {
          this.parsedSubnet = subnet[0].replace("/", "");
          this.subnetMask = parseInt(this.parsedSubnet, 10);
          this.subnet = `/${this.subnetMask}`;
          if (this.subnetMask < 0 || this.subnetMask > constants.BITS) {
            throw new address_error_1.AddressError("Invalid subnet mask.");
          }
          address = address.replace(constants.RE_SUBNET_STRING, "");
        }
        const longest = constants.GROUPS * 4 - 1;
        if (address.length > longest) {
          throw new address_error_1.AddressError(`IPv4 addresses are at most ${longest} characters.`);
        }
        this.addressMinusSuffix = address;
        this.parsedAddress = this.parse(address);
      }
      /**
       * Returns true if the given string is a valid IPv4 address (with optional
       * CIDR subnet), false otherwise. Host bits in the subnet portion are
       * allowed (e.g. `192.168.1.5/24` is valid); for strict network-address
       * validation compare `correctForm()` to `startAddress().correctForm()`,
       * or use `networkForm()`.
       */
      static isValid(address) {
        try {
          new _Address4(address);
          return true;
        } catch {
          return false;
        }
      }
      /**
       * Parses an IPv4 address string into its four octet groups and stores the
       * result on `this.parsedAddress`. Called automatically by the constructor;
       * you typically don't need to call it directly. Throws `AddressError` if
       * the input is not a valid IPv4 address.
       */
      parse(address) {
        const groups = address.split(".");
        if (groups.some((group) => /^0\d/.test(group))) {
          throw new address_error_1.AddressError("IPv4 addresses can't have leading zeroes.");
        }
        if (!address.match(constants.RE_ADDRESS)) {
          throw new address_error_1.AddressError("Invalid IPv4 address.");
        }
        return groups;
      }
      /**
       * Returns the address in correct form: octets joined with `.` and any
       * leading zeros stripped (e.g. `192.168.1.1`). For IPv4 this matches the
       * canonical dotted-decimal representation.
       */
      correctForm() {
        return this.parsedAddress.map((part) => parseInt(part, 10)).join(".");
      }
      /**
       * Construct an `Address4` from an address and a dotted-decimal subnet
       * mask given as separate strings (e.g. as returned by Node's
       * `os.networkInterfaces()`). Throws `AddressError` if the mask is
       * non-contiguous (e.g. `255.0.255.0`).
       * @example
       * var address = Address4.fromAddressAndMask('192.168.1.1', '255.255.255.0');
       * address.subnetMask; // 24
       */
      static fromAddressAndMask(address, mask) {
        const bits = common.prefixLengthFromMask(new _Address4(mask).bigInt(), constants.BITS);
        return new _Address4(`${address}/${bits}`);
      }
      /**
       * Construct an `Address4` from an address and a Cisco-style wildcard mask
       * given as separate strings (e.g. `0.0.0.255` for a `/24`). The wildcard
       * mask is the bitwise inverse of the subnet mask. Throws `AddressError`
       * if the mask is non-contiguous (e.g. `0.255.0.255`).
       * @example
       * var address = Address4.fromAddressAndWildcardMask('10.0.0.1', '0.0.0.255');
       * address.subnetMask; // 24
       */
      static fromAddressAndWildcardMask(address, wildcardMask) {
        const wildcard = new _Address4(wildcardMask).bigInt();
        const allOnes = (BigInt(1) << BigInt(constants.BITS)) - BigInt(1);
        const mask = wildcard ^ allOnes;
        const bits = common.prefixLengthFromMask(mask, constants.BITS);
        return new _Address4(`${address}/${bits}`);
      }
      /**
       * Construct an `Address4` from a wildcard pattern with trailing `*`
       * octets. The number of trailing wildcards determines the prefix
       * length: each `*` represents 8 bits.
       *
       * Only trailing whole-octet wildcards are supported. Partial-octet
       * wildcards (e.g. `192.168.0.1*`) and interior wildcards (e.g.
       * `192.*.0.1`) throw `AddressError`.
       * @example
       * Address4.fromWildcard('192.168.0.*').subnet;   // '/24'
       * Address4.fromWildcard('192.168.*.*').subnet;   // '/16'
       * Address4.fromWildcard('*.*.*.*').subnet;       // '/0'
       */
      static fromWildcard(input) {
        const groups = input.split(".");
        if (groups.length !== constants.GROUPS) {
          throw new address_error_1.AddressError("Wildcard pattern must have 4 octets");
        }
        let firstWildcard = -1;
        for (let i = 0; i < groups.length; i++) {
          if (groups[i] === "*") {
            if (firstWildcard === -1) {
              firstWildcard = i;
            }
          } else if (firstWildcard !== -1) {
            throw new address_error_1.AddressError("Wildcard `*` must only appear in trailing octets (e.g. `192.168.0.*`)");
          }
        }
        const trailing = firstWildcard === -1 ? 0 : groups.length - firstWildcard;
        const replaced = groups.map((g) => g === "*" ? "0" : g);
        const subnetBits = constants.BITS - trailing * 8;
        return new _Address4(`${replaced.join(".")}/${subnetBits}`);
      }
      /**
       * Converts a hex string to an IPv4 address object. Accepts 8 hex digits
       * with optional `:` separators (e.g. `'7f000001'` or `'7f:00:00:01'`).
       * Throws `AddressError` for any other length or for non-hex characters.
       * @param {string} hex - a hex string to convert
       * @returns {Address4}
       */
      static fromHex(hex) {
        const stripped = hex.replace(/:/g, "");
        if (!/^[0-9a-fA-F]{8}$/.test(stripped)) {
          throw new address_error_1.AddressError("IPv4 hex must be exactly 8 hex digits");
        }
        const groups = [];
        for (let i = 0; i < 8; i += 2) {
          groups.push(parseInt(stripped.slice(i, i + 2), 16));
        }
        return new _Address4(groups.join("."));
      }
      /**
       * Converts an integer into a IPv4 address object. The integer must be a
       * non-negative safe integer in the range `[0, 2**32 - 1]`; otherwise
       * `AddressError` is thrown.
       * @param {integer} integer - a number to convert
       * @returns {Address4}
       */
      static fromInteger(integer) {
        if (!Number.isInteger(integer) || integer < 0 || integer > 4294967295) {
          throw new address_error_1.AddressError("IPv4 integer must be in the range 0 to 2**32 - 1");
        }
        return _Address4.fromHex(integer.toString(16).padStart(8, "0"));
      }
      /**
       * Return an address from in-addr.arpa form: the four octets reversed, with
       * or without the `.in-addr.arpa` suffix and root dot, in any case. Throws
       * `AddressError` unless the reversed labels form a valid IPv4 address, so
       * `fromArpa(x.reverseForm())` round-trips {@link reverseForm}.
       * @param {string} arpaFormAddress - an 'in-addr.arpa' form ipv4 address
       * @returns {Adress4}
       * @example
       * var address = Address4.fromArpa('42.2.0.192.in-addr.arpa.')
       * address.correctForm(); // '192.0.2.42'
       */
      static fromArpa(arpaFormAddress) {
        const longest = constants.GROUPS * 4 - 1 + "/32".length + ".in-addr.arpa.".length;
        if (arpaFormAddress.length > longest) {
          throw new address_error_1.AddressError(`in-addr.arpa names are at most ${longest} characters.`);
        }
        const leader = arpaFormAddress.replace(/(\.in-addr\.arpa)?\.?$/i, "");
        const address = leader.split(".").reverse().join(".");
        return new _Address4(address);
      }
      /**
       * Converts an IPv4 address object to a hex string
       * @returns {String}
       */
      toHex() {
        return this.parsedAddress.map((part) => common.stringToPaddedHex(part)).join(":");
      }
      /**
       * Converts an IPv4 address object to an array of bytes.
       *
       * To get a Node.js `Buffer`, wrap the result: `Buffer.from(address.toArray())`.
       * @returns {Array}
       */
      toArray() {
        return this.parsedAddress.map((part) => parseInt(part, 10));
      }
      /**
       * Converts an IPv4 address object to an IPv6 address group
       * @returns {String}
       */
      toGroup6() {
        const output = [];
        let i;
        for (i = 0; i < constants.GROUPS; i += 2) {
          output.push(`${common.stringToPaddedHex(this.parsedAddress[i])}${common.stringToPaddedHex(this.parsedAddress[i + 1])}`);
        }
        return output.join(":");
      }
      /**
       * Returns the address as a `bigint`
       * @returns {bigint}
       */
      bigInt() {
        return BigInt(`0x${this.parsedAddress.map((n) => common.stringToPaddedHex(n)).join("")}`);
      }
      /**
       * Helper function getting start address.
       * @returns {bigint}
       */
      _startAddress() {
        return BigInt(`0b${this.mask() + "0".repeat(constants.BITS - this.subnetMask)}`);
      }
      /**
       * The first address in the range given by this address' subnet.
       * Often referred to as the Network Address.
       * @returns {Address4}
       */
      startAddress() {
        return _Address4.fromBigInt(this._startAddress());
      }
      /**
       * The first host address in the range given by this address's subnet ie
       * the first address after the Network Address
       * @returns {Address4}
       */
      startAddressExclusive() {
        const adjust = BigInt("1");
        return _Address4.fromBigInt(this._startAddress() + adjust);
      }
      /**
       * Returns the address `n` addresses after this one (or before, when `n` is
       * negative), keeping this address's subnet mask. Throws `AddressError` when
       * the result would fall outside the IPv4 address space or `n` is not an
       * integer.
       * @param {number | bigint} n
       * @returns {Address4}
       * @example
       * new Address4('10.0.0.0/24').offset(1).correctForm(); // '10.0.0.1'
       */
      offset(n) {
        return _Address4.fromBigInt(common.offsetBigInt(this.bigInt(), n, constants.BITS, "IPv4")).withSubnetMask(this.subnetMask);
      }
      /**
       * Returns the network that follows this address's network: the address after
       * {@link endAddress}, with the same subnet mask. Throws `AddressError` when
       * this network is the last one in the address space.
       * @returns {Address4}
       * @example
       * new Address4('10.0.0.0/24').nextNetwork().networkForm(); // '10.0.1.0/24'
       */
      nextNetwork() {
        return _Address4.fromBigInt(common.offsetBigInt(this._endAddress(), 1, constants.BITS, "IPv4")).withSubnetMask(this.subnetMask);
      }
      withSubnetMask(subnetMask) {
        return new _Address4(`${this.correctForm()}/${subnetMask}`);
      }
      /**
       * Helper function getting end address.
       * @returns {bigint}
       */
      _endAddress() {
        return BigInt(`0b${this.mask() + "1".repeat(constants.BITS - this.subnetMask)}`);
      }
      /**
       * The last address in the range given by this address' subnet
       * Often referred to as the Broadcast
       * @returns {Address4}
       */
      endAddress() {
        return _Address4.fromBigInt(this._endAddress());
      }
      /**
       * The last host address in the range given by this address's subnet ie
       * the last address prior to the Broadcast Address
       * @returns {Address4}
       */
      endAddressExclusive() {
        const adjust = BigInt("1");
        return _Address4.fromBigInt(this._endAddress() - adjust);
      }
      /**
       * The dotted-decimal form of the subnet mask, e.g. `255.255.240.0` for
       * a `/20`. Returns an `Address4`; call `.correctForm()` for the string.
       * @returns {Address4}
       */
      subnetMaskAddress() {
        return _Address4.fromBigInt(BigInt(`0b${"1".repeat(this.subnetMask)}${"0".repeat(constants.BITS - this.subnetMask)}`));
      }
      /**
       * The Cisco-style wildcard mask, e.g. `0.0.0.255` for a `/24`. This is
       * the bitwise inverse of `subnetMaskAddress()`. Returns an `Address4`;
       * call `.correctForm()` for the string.
       * @returns {Address4}
       */
      wildcardMask() {
        return _Address4.fromBigInt(BigInt(`0b${"0".repeat(this.subnetMask)}${"1".repeat(constants.BITS - this.subnetMask)}`));
      }
      /**
       * The network address in CIDR string form, e.g. `192.168.1.0/24` for
       * `192.168.1.5/24`. For an address with no explicit subnet the prefix is
       * `/32`, e.g. `networkForm()` on `192.168.1.5` returns `192.168.1.5/32`.
       * @returns {string}
       */
      networkForm() {
        return `${this.startAddress().correctForm()}/${this.subnetMask}`;
      }
      /**
       * Converts a BigInt to a v4 address object. The value must be in the
       * range `[0, 2**32 - 1]`; otherwise `AddressError` is thrown.
       * @param {bigint} bigInt - a BigInt to convert
       * @returns {Address4}
       */
      static fromBigInt(bigInt) {
        if (bigInt < BigInt(0) || bigInt > BigInt(4294967295)) {
          throw new address_error_1.AddressError("IPv4 BigInt must be in the range 0 to 2**32 - 1");
        }
        return _Address4.fromHex(bigInt.toString(16).padStart(8, "0"));
      }
      /**
       * Convert a byte array to an Address4 object. Throws `AddressError` unless
       * given exactly 4 integers from 0 to 255. Signed bytes are rejected, so
       * this differs from `Address6.fromByteArray`, which folds them; the two
       * contracts converge on this stricter form in the next major version.
       *
       * To convert from a Node.js `Buffer`, spread it: `Address4.fromByteArray([...buf])`.
       * @param {Array<number>} bytes - an array of 4 bytes (0-255)
       * @returns {Address4}
       */
      static fromByteArray(bytes) {
        common.assertByteArray(bytes, 4, "IPv4", 0);
        return this.fromUnsignedByteArray(bytes);
      }
      /**
       * Convert an unsigned byte array to an Address4 object. Throws
       * `AddressError` unless given exactly 4 bytes, and rejects values outside
       * 0 to 255 when parsing the resulting address.
       *
       * To convert from a Node.js `Buffer`, spread it:
       * `Address4.fromUnsignedByteArray([...buf])`.
       * @param {Array<number>} bytes - an array of 4 unsigned bytes (0-255)
       * @returns {Address4}
       */
      static fromUnsignedByteArray(bytes) {
        if (bytes.length !== 4) {
          throw new address_error_1.AddressError("IPv4 addresses require exactly 4 bytes");
        }
        const address = bytes.join(".");
        return new _Address4(address);
      }
      /**
       * Returns the first n bits of the address, defaulting to the
       * subnet mask
       * @returns {String}
       */
      mask(mask) {
        if (mask === void 0) {
          mask = this.subnetMask;
        }
        return this.getBitsBase2(0, mask);
      }
      /**
       * Returns the bits in the given range as a base-2 string
       * @returns {string}
       */
      getBitsBase2(start, end) {
        return this.binaryZeroPad().slice(start, end);
      }
      /**
       * Return the reversed in-addr.arpa form of the address, e.g.
       * `42.2.0.192.in-addr.arpa.` for `192.0.2.42`.
       * @param {Object} options
       * @param {boolean} options.omitSuffix - omit the "in-addr.arpa" suffix
       * @returns {String}
       */
      reverseForm(options) {
        if (!options) {
          options = {};
        }
        const reversed = this.correctForm().split(".").reverse().join(".");
        if (options.omitSuffix) {
          return reversed;
        }
        return `${reversed}.in-addr.arpa.`;
      }
      /**
       * Returns true if the given address is a multicast address
       * @returns {boolean}
       */
      isMulticast() {
        return this.isHostInSubnet(MULTICAST_V4);
      }
      /**
       * Returns true if the address is in one of the [RFC 1918](https://datatracker.ietf.org/doc/html/rfc1918) private address ranges (`10.0.0.0/8`, `172.16.0.0/12`, `192.168.0.0/16`).
       * @returns {boolean}
       */
      isPrivate() {
        return PRIVATE_V4.some((subnet) => this.isHostInSubnet(subnet));
      }
      /**
       * Returns true if the address is in the loopback range `127.0.0.0/8` ([RFC 1122](https://datatracker.ietf.org/doc/html/rfc1122)).
       * @returns {boolean}
       */
      isLoopback() {
        return this.isHostInSubnet(LOOPBACK_V4);
      }
      /**
       * Returns true if the address is in the link-local range `169.254.0.0/16` ([RFC 3927](https://datatracker.ietf.org/doc/html/rfc3927)).
       * @returns {boolean}
       */
      isLinkLocal() {
        return this.isHostInSubnet(LINK_LOCAL_V4);
      }
      /**
       * Returns true if the address is the unspecified address `0.0.0.0`.
       * @returns {boolean}
       */
      isUnspecified() {
        return this.isHostInSubnet(UNSPECIFIED_V4);
      }
      /**
       * Returns true if the address is the limited broadcast address `255.255.255.255` ([RFC 919](https://datatracker.ietf.org/doc/html/rfc919)).
       * @returns {boolean}
       */
      isBroadcast() {
        return this.isHostInSubnet(BROADCAST_V4);
      }
      /**
       * Returns true if the address is in the carrier-grade NAT range `100.64.0.0/10` ([RFC 6598](https://datatracker.ietf.org/doc/html/rfc6598)).
       * @returns {boolean}
       */
      isCGNAT() {
        return this.isHostInSubnet(CGNAT_V4);
      }
      /**
       * Returns true if the address is in one of the documentation ranges
       * `192.0.2.0/24`, `198.51.100.0/24`, or `203.0.113.0/24` ([RFC 5737](https://datatracker.ietf.org/doc/html/rfc5737)).
       * @returns {boolean}
       */
      isDocumentation() {
        return DOCUMENTATION_V4.some((subnet) => this.isHostInSubnet(subnet));
      }
      /**
       * Returns true if the address is in the benchmarking range `198.18.0.0/15` ([RFC 2544](https://datatracker.ietf.org/doc/html/rfc2544)).
       * @returns {boolean}
       */
      isBenchmarking() {
        return this.isHostInSubnet(BENCHMARKING_V4);
      }
      /**
       * Returns true if the address is in the reserved range `240.0.0.0/4` ([RFC 1112](https://datatracker.ietf.org/doc/html/rfc1112)),
       * which includes the limited broadcast address.
       * @returns {boolean}
       */
      isReserved() {
        return this.isHostInSubnet(RESERVED_V4);
      }
      /**
       * Returns true if the address is globally reachable: not multicast, and not
       * in any block the [IANA IPv4 Special-Purpose Address Registry](https://www.iana.org/assignments/iana-ipv4-special-registry/)
       * marks as not globally reachable. That covers everything the individual
       * classifiers name (private, loopback, link-local, CGNAT, unspecified,
       * broadcast, documentation, benchmarking, reserved) and the blocks they do
       * not, such as `0.0.0.0/8` and the IETF protocol assignments in
       * `192.0.0.0/24`. This is the single predicate to use where a request must
       * not reach an internal or special-purpose destination; see SECURITY.md.
       * @returns {boolean}
       */
      isGlobal() {
        return !this.isMulticast() && common.isGloballyReachable.call(this, SPECIAL_PURPOSE_V4);
      }
      /**
       * Returns a zero-padded base-2 string representation of the address
       * @returns {string}
       */
      binaryZeroPad() {
        if (this._binaryZeroPad === void 0) {
          this._binaryZeroPad = this.bigInt().toString(2).padStart(constants.BITS, "0");
        }
        return this._binaryZeroPad;
      }
      /**
       * Groups an IPv4 address for inclusion at the end of an IPv6 address.
       *
       * Returns an HTML fragment: each half of the address is wrapped in a
       * `<span>` carrying the group classes an address-inspector UI hovers on.
       * The address content is HTML-escaped; anything you concatenate around it
       * is your responsibility.
       * @returns {String}
       */
      groupForV6() {
        const segments = this.parsedAddress;
        return this.correctForm().replace(constants.RE_ADDRESS, `<span class="hover-group group-v4 group-6">${segments.slice(0, 2).join(".")}</span>.<span class="hover-group group-v4 group-7">${segments.slice(2, 4).join(".")}</span>`);
      }
    };
    exports.Address4 = Address4;
    var MULTICAST_V4 = new Address4("224.0.0.0/4");
    var PRIVATE_V4 = [
      new Address4("10.0.0.0/8"),
      new Address4("172.16.0.0/12"),
      new Address4("192.168.0.0/16")
    ];
    var LOOPBACK_V4 = new Address4("127.0.0.0/8");
    var LINK_LOCAL_V4 = new Address4("169.254.0.0/16");
    var UNSPECIFIED_V4 = new Address4("0.0.0.0/32");
    var BROADCAST_V4 = new Address4("255.255.255.255/32");
    var CGNAT_V4 = new Address4("100.64.0.0/10");
    var DOCUMENTATION_V4 = [
      new Address4("192.0.2.0/24"),
      new Address4("198.51.100.0/24"),
      new Address4("203.0.113.0/24")
    ];
    var BENCHMARKING_V4 = new Address4("198.18.0.0/15");
    var RESERVED_V4 = new Address4("240.0.0.0/4");
    var SPECIAL_PURPOSE_V4 = constants.SPECIAL_PURPOSE.map(([cidr, , reachable]) => ({
      subnet: new Address4(cidr),
      reachable
    }));
  }
});

// node_modules/ip-address/dist/v6/constants.js
var require_constants2 = __commonJS({
  "node_modules/ip-address/dist/v6/constants.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    exports.SPECIAL_PURPOSE = exports.RE_URL_WITH_PORT = exports.RE_URL = exports.RE_ZONE_STRING = exports.RE_SUBNET_STRING = exports.RE_BAD_ADDRESS = exports.RE_BAD_CHARACTERS = exports.TYPES = exports.SCOPES = exports.GROUPS = exports.BITS = void 0;
    exports.BITS = 128;
    exports.GROUPS = 8;
    exports.SCOPES = {
      0: "Reserved",
      1: "Interface local",
      2: "Link local",
      4: "Admin local",
      5: "Site local",
      8: "Organization local",
      14: "Global",
      15: "Reserved"
    };
    exports.TYPES = {
      "ff01::1/128": "Multicast (All nodes on this interface)",
      "ff01::2/128": "Multicast (All routers on this interface)",
      "ff02::1/128": "Multicast (All nodes on this link)",
      "ff02::2/128": "Multicast (All routers on this link)",
      "ff05::2/128": "Multicast (All routers in this site)",
      "ff02::5/128": "Multicast (OSPFv3 AllSPF routers)",
      "ff02::6/128": "Multicast (OSPFv3 AllDR routers)",
      "ff02::9/128": "Multicast (RIP routers)",
      "ff02::a/128": "Multicast (EIGRP routers)",
      "ff02::d/128": "Multicast (PIM routers)",
      "ff02::16/128": "Multicast (MLDv2 reports)",
      "ff01::fb/128": "Multicast (mDNSv6)",
      "ff02::fb/128": "Multicast (mDNSv6)",
      "ff05::fb/128": "Multicast (mDNSv6)",
      "ff02::1:2/128": "Multicast (All DHCP servers and relay agents on this link)",
      "ff05::1:2/128": "Multicast (All DHCP servers and relay agents in this site)",
      "ff02::1:3/128": "Multicast (All DHCP servers on this link)",
      "ff05::1:3/128": "Multicast (All DHCP servers in this site)",
      "::/128": "Unspecified",
      "::1/128": "Loopback",
      "::ffff:0:0/96": "IPv4-mapped",
      "ff00::/8": "Multicast",
      "fe80::/10": "Link-local unicast",
      "fc00::/7": "Unique local",
      "2001::/32": "Teredo",
      "2001:2::/48": "Benchmarking",
      "2002::/16": "6to4",
      "2001:db8::/32": "Documentation",
      "3fff::/20": "Documentation",
      "100::/64": "Discard-only",
      "fec0::/10": "Site-local unicast (deprecated)",
      "::/96": "IPv4-compatible (deprecated)",
      "64:ff9b::/96": "NAT64 (well-known)",
      "64:ff9b:1::/48": "NAT64 (local-use)"
    };
    exports.RE_BAD_CHARACTERS = /([^0-9a-f:/%])/gi;
    exports.RE_BAD_ADDRESS = /([0-9a-f]{5,}|:{3,}|[^:]:$|^:[^:]|\/$)/gi;
    exports.RE_SUBNET_STRING = /\/\d{1,3}(?=%|$)/;
    exports.RE_ZONE_STRING = /%.*$/;
    exports.RE_URL = /^(?:\[([0-9a-f:.]+)\]|([0-9a-f:.]+))(?:[/?#].*)?$/i;
    exports.RE_URL_WITH_PORT = /^\[([0-9a-f:.]+)\]:([0-9]{1,5})(?:[/?#].*)?$/i;
    exports.SPECIAL_PURPOSE = [
      ["::1/128", "Loopback Address", false],
      ["::/128", "Unspecified Address", false],
      ["::ffff:0:0/96", "IPv4-mapped Address", false],
      ["64:ff9b::/96", "IPv4-IPv6 Translat.", true],
      ["64:ff9b:1::/48", "IPv4-IPv6 Translat.", false],
      ["100::/64", "Discard-Only Address Block", false],
      ["100:0:0:1::/64", "Dummy IPv6 Prefix", false],
      ["2001::/23", "IETF Protocol Assignments", false],
      ["2001::/32", "TEREDO", false],
      ["2001:1::1/128", "Port Control Protocol Anycast", true],
      ["2001:1::2/128", "Traversal Using Relays around NAT Anycast", true],
      ["2001:1::3/128", "DNS-SD Service Registration Protocol Anycast", true],
      ["2001:2::/48", "Benchmarking", false],
      ["2001:3::/32", "AMT", true],
      ["2001:4:112::/48", "AS112-v6", true],
      ["2001:10::/28", "Deprecated (previously ORCHID)", null],
      ["2001:20::/28", "ORCHIDv2", true],
      ["2001:30::/28", "Drone Remote ID Protocol Entity Tags (DETs) Prefix", true],
      ["2001:db8::/32", "Documentation", false],
      ["2002::/16", "6to4", false],
      ["2620:4f:8000::/48", "Direct Delegation AS112 Service", true],
      ["3fff::/20", "Documentation", false],
      ["5f00::/16", "Segment Routing (SRv6) SIDs", false],
      ["fc00::/7", "Unique-Local", false],
      ["fe80::/10", "Link-Local Unicast", false]
    ];
  }
});

// node_modules/ip-address/dist/v6/helpers.js
var require_helpers = __commonJS({
  "node_modules/ip-address/dist/v6/helpers.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    exports.escapeHtml = escapeHtml;
    exports.spanAllZeroes = spanAllZeroes;
    exports.spanAll = spanAll;
    exports.spanLeadingZeroes = spanLeadingZeroes;
    exports.simpleGroup = simpleGroup;
    function escapeHtml(s) {
      return s.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;").replace(/'/g, "&#39;");
    }
    function spanAllZeroes(s) {
      return escapeHtml(s).replace(/(0+)/g, '<span class="zero">$1</span>');
    }
    function spanAll(s, offset = 0) {
      const letters = s.split("");
      return letters.map((n, i) => `<span class="digit value-${escapeHtml(n)} position-${i + offset}">${spanAllZeroes(n)}</span>`).join("");
    }
    function spanLeadingZeroesSimple(group) {
      return escapeHtml(group).replace(/^(0+)/, '<span class="zero">$1</span>');
    }
    function spanLeadingZeroes(address) {
      const groups = address.split(":");
      return groups.map((g) => spanLeadingZeroesSimple(g)).join(":");
    }
    function simpleGroup(addressString, offset = 0) {
      const groups = addressString.split(":");
      return groups.map((g, i) => {
        if (/group-v4/.test(g)) {
          return g;
        }
        return `<span class="hover-group group-${i + offset}">${spanLeadingZeroesSimple(g)}</span>`;
      });
    }
  }
});

// node_modules/ip-address/dist/v6/regular-expressions.js
var require_regular_expressions = __commonJS({
  "node_modules/ip-address/dist/v6/regular-expressions.js"(exports) {
    "use strict";
    var __createBinding = exports && exports.__createBinding || (Object.create ? (function(o, m, k, k2) {
      if (k2 === void 0) k2 = k;
      var desc = Object.getOwnPropertyDescriptor(m, k);
      if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) {
        desc = { enumerable: true, get: function() {
          return m[k];
        } };
      }
      Object.defineProperty(o, k2, desc);
    }) : (function(o, m, k, k2) {
      if (k2 === void 0) k2 = k;
      o[k2] = m[k];
    }));
    var __setModuleDefault = exports && exports.__setModuleDefault || (Object.create ? (function(o, v) {
      Object.defineProperty(o, "default", { enumerable: true, value: v });
    }) : function(o, v) {
      o["default"] = v;
    });
    var __importStar = exports && exports.__importStar || function(mod) {
      if (mod && mod.__esModule) return mod;
      var result = {};
      if (mod != null) {
        for (var k in mod) if (k !== "default" && Object.prototype.hasOwnProperty.call(mod, k)) __createBinding(result, mod, k);
      }
      __setModuleDefault(result, mod);
      return result;
    };
    Object.defineProperty(exports, "__esModule", { value: true });
    exports.ADDRESS_BOUNDARY = void 0;
    exports.groupPossibilities = groupPossibilities;
    exports.padGroup = padGroup;
    exports.simpleRegularExpression = simpleRegularExpression;
    exports.possibleElisions = possibleElisions;
    var v6 = __importStar(require_constants2());
    function groupPossibilities(possibilities) {
      return `(${possibilities.join("|")})`;
    }
    function padGroup(group) {
      if (group.length < 4) {
        return `0{0,${4 - group.length}}${group}`;
      }
      return group;
    }
    exports.ADDRESS_BOUNDARY = "[^A-Fa-f0-9:]";
    function simpleRegularExpression(groups) {
      const zeroIndexes = [];
      groups.forEach((group, i) => {
        const groupInteger = parseInt(group, 16);
        if (groupInteger === 0) {
          zeroIndexes.push(i);
        }
      });
      const possibilities = zeroIndexes.map((zeroIndex) => groups.map((group, i) => {
        if (i === zeroIndex) {
          const elision = i === 0 || i === v6.GROUPS - 1 ? ":" : "";
          return groupPossibilities([padGroup(group), elision]);
        }
        return padGroup(group);
      }).join(":"));
      possibilities.push(groups.map(padGroup).join(":"));
      return groupPossibilities(possibilities);
    }
    function possibleElisions(elidedGroups, moreLeft, moreRight) {
      const left = moreLeft ? "" : ":";
      const right = moreRight ? "" : ":";
      const possibilities = [];
      if (!moreLeft && !moreRight) {
        possibilities.push("::");
      }
      if (moreLeft && moreRight) {
        possibilities.push("");
      }
      if (moreRight && !moreLeft || !moreRight && moreLeft) {
        possibilities.push(":");
      }
      possibilities.push(`${left}(:0{1,4}){1,${elidedGroups - 1}}`);
      possibilities.push(`(0{1,4}:){1,${elidedGroups - 1}}${right}`);
      possibilities.push(`(0{1,4}:){${elidedGroups - 1}}0{1,4}`);
      for (let groups = 1; groups < elidedGroups - 1; groups++) {
        for (let position = 1; position < elidedGroups - groups; position++) {
          possibilities.push(`(0{1,4}:){${position}}:(0{1,4}:){${elidedGroups - position - groups - 1}}0{1,4}`);
        }
      }
      return groupPossibilities(possibilities);
    }
  }
});

// node_modules/ip-address/dist/ipv6.js
var require_ipv6 = __commonJS({
  "node_modules/ip-address/dist/ipv6.js"(exports) {
    "use strict";
    var __createBinding = exports && exports.__createBinding || (Object.create ? (function(o, m, k, k2) {
      if (k2 === void 0) k2 = k;
      var desc = Object.getOwnPropertyDescriptor(m, k);
      if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) {
        desc = { enumerable: true, get: function() {
          return m[k];
        } };
      }
      Object.defineProperty(o, k2, desc);
    }) : (function(o, m, k, k2) {
      if (k2 === void 0) k2 = k;
      o[k2] = m[k];
    }));
    var __setModuleDefault = exports && exports.__setModuleDefault || (Object.create ? (function(o, v) {
      Object.defineProperty(o, "default", { enumerable: true, value: v });
    }) : function(o, v) {
      o["default"] = v;
    });
    var __importStar = exports && exports.__importStar || function(mod) {
      if (mod && mod.__esModule) return mod;
      var result = {};
      if (mod != null) {
        for (var k in mod) if (k !== "default" && Object.prototype.hasOwnProperty.call(mod, k)) __createBinding(result, mod, k);
      }
      __setModuleDefault(result, mod);
      return result;
    };
    Object.defineProperty(exports, "__esModule", { value: true });
    exports.Address6 = void 0;
    var common = __importStar(require_common());
    var constants4 = __importStar(require_constants());
    var constants6 = __importStar(require_constants2());
    var helpers = __importStar(require_helpers());
    var ipv4_1 = require_ipv4();
    var regular_expressions_1 = require_regular_expressions();
    var address_error_1 = require_address_error();
    var common_1 = require_common();
    var isCorrect6 = common.isCorrect(constants6.BITS);
    function assert(condition) {
      if (!condition) {
        throw new Error("Assertion failed.");
      }
    }
    function addCommas(number) {
      const r = /(\d+)(\d{3})/;
      while (r.test(number)) {
        number = number.replace(r, "$1,$2");
      }
      return number;
    }
    function spanLeadingZeroes4(n) {
      n = n.replace(/^(0{1,})([1-9]+)$/, '<span class="parse-error">$1</span>$2');
      n = n.replace(/^(0{1,})(0)$/, '<span class="parse-error">$1</span>$2');
      return n;
    }
    function compact(address, slice) {
      const s1 = [];
      const s2 = [];
      let i;
      for (i = 0; i < address.length; i++) {
        if (i < slice[0]) {
          s1.push(address[i]);
        } else if (i > slice[1]) {
          s2.push(address[i]);
        }
      }
      return s1.concat(["compact"]).concat(s2);
    }
    function paddedHex(octet) {
      return parseInt(octet, 16).toString(16).padStart(4, "0");
    }
    function unsignByte(b) {
      return b & 255;
    }
    var Address6 = class _Address6 {
      constructor(address, optionalGroups) {
        this.addressMinusSuffix = "";
        this.parsedSubnet = "";
        this.subnet = "/128";
        this.subnetMask = 128;
        this.v4 = false;
        this.zone = "";
        this.isInSubnet = common.isInSubnet;
        this.isHostInSubnet = common.isHostInSubnet;
        this.isCorrect = isCorrect6;
        if (optionalGroups === void 0) {
          this.groups = constants6.GROUPS;
        } else {
          this.groups = optionalGroups;
        }
        this.address = address;
        const subnet = constants6.RE_SUBNET_STRING.exec(address);
        if (subnet) {
          this.parsedSubnet = subnet[0].replace("/", "");
          this.subnetMask = parseInt(this.parsedSubnet, 10);
          this.subnet = `/${this.subnetMask}`;
          if (Number.isNaN(this.subnetMask) || this.subnetMask < 0 || this.subnetMask > constants6.BITS) {
            throw new address_error_1.AddressError("Invalid subnet mask.");
          }
          address = address.replace(constants6.RE_SUBNET_STRING, "");
        }
        if (/\//.test(address)) {
          throw new address_error_1.AddressError("Invalid subnet mask.");
        }
        const zoneStart = address.indexOf("%");
        if (zoneStart !== -1 && /^.*$/.test(address.slice(zoneStart))) {
          this.zone = address.slice(zoneStart);
          address = address.slice(0, zoneStart);
        }
        const longest = this.groups * 5 + 5;
        if (address.length > longest) {
          throw new address_error_1.AddressError(`IPv6 addresses are at most ${longest} characters.`);
        }
        this.addressMinusSuffix = address;
        this.parsedAddress = this.parse(this.addressMinusSuffix);
      }
      /**
       * Returns true if the given string is a valid IPv6 address (with optional
       * CIDR subnet and zone identifier), false otherwise. Host bits in the
       * subnet portion are allowed (e.g. `2001:db8::1/32` is valid); for strict
       * network-address validation compare `correctForm()` to
       * `startAddress().correctForm()`, or use `networkForm()`.
       */
      static isValid(address) {
        try {
          new _Address6(address);
          return true;
        } catch {
          return false;
        }
      }
      /**
       * Convert a BigInt to a v6 address object. The value must be in the
       * range `[0, 2**128 - 1]`; otherwise `AddressError` is thrown.
       * @param {bigint} bigInt - a BigInt to convert
       * @returns {Address6}
       * @example
       * var bigInt = BigInt('1000000000000');
       * var address = Address6.fromBigInt(bigInt);
       * address.correctForm(); // '::e8:d4a5:1000'
       */
      static fromBigInt(bigInt) {
        if (bigInt < BigInt(0) || bigInt > (BigInt(1) << BigInt(constants6.BITS)) - BigInt(1)) {
          throw new address_error_1.AddressError("IPv6 BigInt must be in the range 0 to 2**128 - 1");
        }
        const hex = bigInt.toString(16).padStart(32, "0");
        const groups = [];
        for (let i = 0; i < constants6.GROUPS; i++) {
          groups.push(hex.slice(i * 4, (i + 1) * 4));
        }
        return new _Address6(groups.join(":"));
      }
      /**
       * Parse a URL (with optional bracketed host and port) into an address and
       * port. Returns either `{ address, port }` on success or
       * `{ error, address: null, port: null }` if the URL could not be parsed.
       * Ports are returned as numbers (or `null` if absent or out of range).
       * @example
       * var addressAndPort = Address6.fromURL('http://[ffff::]:8080/foo/');
       * addressAndPort.address.correctForm(); // 'ffff::'
       * addressAndPort.port; // 8080
       */
      static fromURL(url) {
        var _a;
        let host;
        let port = null;
        let result;
        let error;
        const stripped = url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
        if (stripped.indexOf("[") !== -1 && stripped.indexOf("]:") !== -1) {
          error = "failed to parse address with port";
          result = constants6.RE_URL_WITH_PORT.exec(stripped);
          if (result === null) {
            return { error, address: null, port: null };
          }
          host = result[1];
          port = result[2];
        } else {
          error = "failed to parse address from URL";
          result = constants6.RE_URL.exec(stripped);
          if (result === null) {
            return { error, address: null, port: null };
          }
          host = (_a = result[1]) !== null && _a !== void 0 ? _a : result[2];
        }
        if (port) {
          port = parseInt(port, 10);
          if (port < 0 || port > 65535) {
            port = null;
          }
        } else {
          port = null;
        }
        let address;
        try {
          address = new _Address6(host);
        } catch {
          return { error, address: null, port: null };
        }
        return { address, port };
      }
      /**
       * Construct an `Address6` from an address and a hex subnet mask given as
       * separate strings (e.g. as returned by Node's `os.networkInterfaces()`).
       * Throws `AddressError` if the mask is non-contiguous (e.g.
       * `ffff::ffff`).
       * @example
       * var address = Address6.fromAddressAndMask('fe80::1', 'ffff:ffff:ffff:ffff::');
       * address.subnetMask; // 64
       */
      static fromAddressAndMask(address, mask) {
        const bits = common.prefixLengthFromMask(new _Address6(mask).bigInt(), constants6.BITS);
        return new _Address6(`${address}/${bits}`);
      }
      /**
       * Construct an `Address6` from an address and a Cisco-style wildcard mask
       * given as separate strings (e.g. `::ffff:ffff:ffff:ffff` for a `/64`).
       * The wildcard mask is the bitwise inverse of the subnet mask. Throws
       * `AddressError` if the mask is non-contiguous.
       * @example
       * var address = Address6.fromAddressAndWildcardMask('fe80::1', '::ffff:ffff:ffff:ffff');
       * address.subnetMask; // 64
       */
      static fromAddressAndWildcardMask(address, wildcardMask) {
        const wildcard = new _Address6(wildcardMask).bigInt();
        const allOnes = (BigInt(1) << BigInt(constants6.BITS)) - BigInt(1);
        const mask = wildcard ^ allOnes;
        const bits = common.prefixLengthFromMask(mask, constants6.BITS);
        return new _Address6(`${address}/${bits}`);
      }
      /**
       * Construct an `Address6` from a wildcard pattern with trailing `*`
       * groups. The number of trailing wildcards determines the prefix
       * length: each `*` represents 16 bits. `::` is expanded to zero groups
       * (not wildcards) before evaluating trailing wildcards.
       *
       * Only trailing whole-group wildcards are supported. Partial-group
       * wildcards (e.g. `2001:db8::0*`) and interior wildcards (e.g.
       * `*::1`) throw `AddressError`.
       * @example
       * Address6.fromWildcard('2001:db8:*:*:*:*:*:*').subnet;  // '/32'
       * Address6.fromWildcard('2001:db8::*').subnet;           // '/112'
       * Address6.fromWildcard('*:*:*:*:*:*:*:*').subnet;       // '/0'
       */
      static fromWildcard(input) {
        if (input.includes("%") || input.includes("/")) {
          throw new address_error_1.AddressError("Wildcard pattern must not include a zone or CIDR suffix");
        }
        const halves = input.split("::");
        if (halves.length > 2) {
          throw new address_error_1.AddressError("Wildcard pattern cannot contain more than one '::'");
        }
        let groups;
        if (halves.length === 2) {
          const left = halves[0] === "" ? [] : halves[0].split(":");
          const right = halves[1] === "" ? [] : halves[1].split(":");
          const remaining = constants6.GROUPS - left.length - right.length;
          if (remaining < 1) {
            throw new address_error_1.AddressError("Wildcard pattern with '::' has too many groups");
          }
          groups = [...left, ...new Array(remaining).fill("0"), ...right];
        } else {
          groups = input.split(":");
        }
        if (groups.length !== constants6.GROUPS) {
          throw new address_error_1.AddressError("Wildcard pattern must have 8 groups");
        }
        let firstWildcard = -1;
        for (let i = 0; i < groups.length; i++) {
          if (groups[i] === "*") {
            if (firstWildcard === -1) {
              firstWildcard = i;
            }
          } else if (firstWildcard !== -1) {
            throw new address_error_1.AddressError("Wildcard `*` must only appear in trailing groups (e.g. `2001:db8:*:*:*:*:*:*`)");
          }
        }
        const trailing = firstWildcard === -1 ? 0 : groups.length - firstWildcard;
        const replaced = groups.map((g) => g === "*" ? "0" : g);
        const subnetBits = constants6.BITS - trailing * 16;
        return new _Address6(`${replaced.join(":")}/${subnetBits}`);
      }
      /**
       * Create an IPv6-mapped address given an IPv4 address
       * @param {string} address - An IPv4 address string
       * @returns {Address6}
       * @example
       * var address = Address6.fromAddress4('192.168.0.1');
       * address.correctForm(); // '::ffff:c0a8:1'
       * address.to4in6(); // '::ffff:192.168.0.1'
       */
      static fromAddress4(address) {
        const address4 = new ipv4_1.Address4(address);
        const mask6 = constants6.BITS - (constants4.BITS - address4.subnetMask);
        return new _Address6(`::ffff:${address4.correctForm()}/${mask6}`);
      }
      /**
       * Return an address from ip6.arpa form. A full 32-nibble name gives a /128
       * address; a shorter name, as used for a delegated reverse zone, gives the
       * network it covers, with a subnet mask of four bits per nibble, so
       * `fromArpa(x.reverseForm())` round-trips {@link reverseForm} for any prefix.
       * @param {string} arpaFormAddress - an 'ip6.arpa' form address
       * @returns {Adress6}
       * @example
       * var address = Address6.fromArpa(e.f.f.f.3.c.2.6.f.f.f.e.6.6.8.e.1.0.6.7.9.4.e.c.0.0.0.0.1.0.0.2.ip6.arpa.)
       * address.correctForm(); // '2001:0:ce49:7601:e866:efff:62c3:fffe'
       * Address6.fromArpa('8.b.d.0.1.0.0.2.ip6.arpa.').networkForm(); // '2001:db8::/32'
       */
      static fromArpa(arpaFormAddress) {
        const nibbles = arpaFormAddress.replace(/(\.ip6\.arpa)?\.?$/i, "");
        if (!/^[0-9a-f](\.[0-9a-f]){0,31}$/i.test(nibbles)) {
          throw new address_error_1.AddressError("Invalid 'ip6.arpa' form.");
        }
        const reversed = nibbles.split(".").reverse();
        const subnetMask = reversed.length * 4;
        const hex = reversed.join("").padEnd(32, "0");
        const groups = [];
        for (let i = 0; i < constants6.GROUPS; i++) {
          groups.push(hex.slice(i * 4, (i + 1) * 4));
        }
        return new _Address6(`${groups.join(":")}/${subnetMask}`);
      }
      /**
       * Return the Microsoft UNC transcription of the address
       * @returns {String} the Microsoft UNC transcription of the address
       */
      microsoftTranscription() {
        return `${this.correctForm().replace(/:/g, "-")}.ipv6-literal.net`;
      }
      /**
       * Return the first n bits of the address, defaulting to the subnet mask
       * @param {number} [mask=subnet] - the number of bits to mask
       * @returns {String} the first n bits of the address as a string
       */
      mask(mask = this.subnetMask) {
        return this.getBitsBase2(0, mask);
      }
      /**
       * Return the number of possible subnets of a given size in the address
       * @param {number} [subnetSize=128] - the subnet size
       * @returns {String}
       */
      // TODO: probably useful to have a numeric version of this too
      possibleSubnets(subnetSize = 128) {
        const availableBits = constants6.BITS - this.subnetMask;
        const subnetBits = Math.abs(subnetSize - constants6.BITS);
        const subnetPowers = availableBits - subnetBits;
        if (subnetPowers < 0) {
          return "0";
        }
        return addCommas((BigInt("2") ** BigInt(subnetPowers)).toString(10));
      }
      /**
       * Helper function getting start address.
       * @returns {bigint}
       */
      _startAddress() {
        return BigInt(`0b${this.mask() + "0".repeat(constants6.BITS - this.subnetMask)}`);
      }
      /**
       * The first address in the range given by this address' subnet
       * Often referred to as the Network Address.
       * @returns {Address6}
       */
      startAddress() {
        return _Address6.fromBigInt(this._startAddress());
      }
      /**
       * The first host address in the range given by this address's subnet ie
       * the first address after the Network Address
       * @returns {Address6}
       */
      startAddressExclusive() {
        const adjust = BigInt("1");
        return _Address6.fromBigInt(this._startAddress() + adjust);
      }
      /**
       * Helper function getting end address.
       * @returns {bigint}
       */
      _endAddress() {
        return BigInt(`0b${this.mask() + "1".repeat(constants6.BITS - this.subnetMask)}`);
      }
      /**
       * The last address in the range given by this address's subnet. IPv6 has
       * no broadcast address, so this is an ordinary assignable address (in a
       * 64-bit-interface-identifier subnet it falls inside the reserved
       * subnet-anycast block of [RFC 2526](https://datatracker.ietf.org/doc/html/rfc2526)).
       * @returns {Address6}
       */
      endAddress() {
        return _Address6.fromBigInt(this._endAddress());
      }
      /**
       * The address one before {@link endAddress}. This is the IPv6 counterpart
       * of the IPv4 method that skips the broadcast address; IPv6 has no broadcast,
       * so it drops exactly one address and does not model the 128 reserved
       * subnet-anycast identifiers of [RFC 2526](https://datatracker.ietf.org/doc/html/rfc2526).
       * @returns {Address6}
       */
      endAddressExclusive() {
        const adjust = BigInt("1");
        return _Address6.fromBigInt(this._endAddress() - adjust);
      }
      /**
       * Returns the address `n` addresses after this one (or before, when `n` is
       * negative), keeping this address's subnet mask. Throws `AddressError` when
       * the result would fall outside the IPv6 address space or `n` is not an
       * integer.
       * @param {number | bigint} n
       * @returns {Address6}
       * @example
       * new Address6('2001:db8::/64').offset(1).correctForm(); // '2001:db8::1'
       */
      offset(n) {
        return _Address6.fromBigInt(common.offsetBigInt(this.bigInt(), n, constants6.BITS, "IPv6")).withSubnetMask(this.subnetMask);
      }
      /**
       * Returns the network that follows this address's network: the address after
       * {@link endAddress}, with the same subnet mask. Throws `AddressError` when
       * this network is the last one in the address space.
       * @returns {Address6}
       * @example
       * new Address6('2001:db8::/64').nextNetwork().networkForm(); // '2001:db8:0:1::/64'
       */
      nextNetwork() {
        return _Address6.fromBigInt(common.offsetBigInt(this._endAddress(), 1, constants6.BITS, "IPv6")).withSubnetMask(this.subnetMask);
      }
      withSubnetMask(subnetMask) {
        return new _Address6(`${this.correctForm()}/${subnetMask}`);
      }
      /**
       * The hex form of the subnet mask, e.g. `ffff:ffff:ffff:ffff::` for a
       * `/64`. Returns an `Address6`; call `.correctForm()` for the string.
       * @returns {Address6}
       */
      subnetMaskAddress() {
        return _Address6.fromBigInt(BigInt(`0b${"1".repeat(this.subnetMask)}${"0".repeat(constants6.BITS - this.subnetMask)}`));
      }
      /**
       * The Cisco-style wildcard mask, e.g. `::ffff:ffff:ffff:ffff` for a
       * `/64`. This is the bitwise inverse of `subnetMaskAddress()`. Returns
       * an `Address6`; call `.correctForm()` for the string.
       * @returns {Address6}
       */
      wildcardMask() {
        return _Address6.fromBigInt(BigInt(`0b${"0".repeat(this.subnetMask)}${"1".repeat(constants6.BITS - this.subnetMask)}`));
      }
      /**
       * The network address in CIDR string form, e.g. `2001:db8::/32` for
       * `2001:db8::1/32`. For an address with no explicit subnet the prefix
       * is `/128`, e.g. `networkForm()` on `2001:db8::1` returns
       * `2001:db8::1/128`.
       * @returns {string}
       */
      networkForm() {
        return `${this.startAddress().correctForm()}/${this.subnetMask}`;
      }
      /**
       * Return the scope of the address. The 4-bit scope field
       * ([RFC 4291 §2.7](https://datatracker.ietf.org/doc/html/rfc4291#section-2.7))
       * is only defined for multicast addresses; for unicast addresses the scope
       * is derived from the address type per
       * [RFC 4007 §6](https://datatracker.ietf.org/doc/html/rfc4007#section-6).
       * @returns {String}
       */
      getScope() {
        const type = this.getType();
        if (type === "Multicast" || type.startsWith("Multicast ")) {
          const scope = constants6.SCOPES[parseInt(this.getBits(12, 16).toString(10), 10)];
          return scope || "Unknown";
        }
        if (type === "Link-local unicast" || type === "Loopback") {
          return "Link local";
        }
        if (type === "Unspecified") {
          return "Unknown";
        }
        return "Global";
      }
      /**
       * Return the type of the address
       * @returns {String}
       */
      getType() {
        for (let i = 0; i < TYPE_SUBNETS.length; i++) {
          const entry = TYPE_SUBNETS[i];
          if (this.isHostInSubnet(entry[0])) {
            return entry[1];
          }
        }
        return "Global unicast";
      }
      /**
       * Return the bits in the given range as a BigInt
       * @returns {bigint}
       */
      getBits(start, end) {
        return BigInt(`0b${this.getBitsBase2(start, end)}`);
      }
      /**
       * Return the bits in the given range as a base-2 string
       * @returns {String}
       */
      getBitsBase2(start, end) {
        return this.binaryZeroPad().slice(start, end);
      }
      /**
       * Return the bits in the given range as a base-16 string
       * @returns {String}
       */
      getBitsBase16(start, end) {
        const length = end - start;
        if (length % 4 !== 0) {
          throw new Error("Length of bits to retrieve must be divisible by four");
        }
        return this.getBits(start, end).toString(16).padStart(length / 4, "0");
      }
      /**
       * Return the bits that are set past the subnet mask length
       * @returns {String}
       */
      getBitsPastSubnet() {
        return this.getBitsBase2(this.subnetMask, constants6.BITS);
      }
      /**
       * Return the reversed ip6.arpa form of the address
       * @param {Object} options
       * @param {boolean} options.omitSuffix - omit the "ip6.arpa" suffix
       * @returns {String}
       */
      reverseForm(options) {
        if (!options) {
          options = {};
        }
        const characters = Math.floor(this.subnetMask / 4);
        const reversed = this.canonicalForm().replace(/:/g, "").split("").slice(0, characters).reverse().join(".");
        if (characters > 0) {
          if (options.omitSuffix) {
            return reversed;
          }
          return `${reversed}.ip6.arpa.`;
        }
        if (options.omitSuffix) {
          return "";
        }
        return "ip6.arpa.";
      }
      /**
       * Returns the address in correct form, per
       * [RFC 5952](https://datatracker.ietf.org/doc/html/rfc5952): leading zeros
       * stripped, the longest run of zero groups collapsed to `::`, and hex digits
       * lowercased (e.g. `2001:db8::1`). This is the recommended form for display.
       */
      correctForm() {
        let i;
        let groups = [];
        let zeroCounter = 0;
        const zeroes = [];
        for (i = 0; i < this.parsedAddress.length; i++) {
          const value = parseInt(this.parsedAddress[i], 16);
          if (value === 0) {
            zeroCounter++;
          }
          if (value !== 0 && zeroCounter > 0) {
            if (zeroCounter > 1) {
              zeroes.push([i - zeroCounter, i - 1]);
            }
            zeroCounter = 0;
          }
        }
        if (zeroCounter > 1) {
          zeroes.push([this.parsedAddress.length - zeroCounter, this.parsedAddress.length - 1]);
        }
        const zeroLengths = zeroes.map((n) => n[1] - n[0] + 1);
        if (zeroes.length > 0) {
          const index = zeroLengths.indexOf(Math.max(...zeroLengths));
          groups = compact(this.parsedAddress, zeroes[index]);
        } else {
          groups = this.parsedAddress;
        }
        for (i = 0; i < groups.length; i++) {
          if (groups[i] !== "compact") {
            groups[i] = parseInt(groups[i], 16).toString(16);
          }
        }
        let correct = groups.join(":");
        correct = correct.replace(/^compact$/, "::");
        correct = correct.replace(/(^compact)|(compact$)/, ":");
        correct = correct.replace(/compact/, "");
        return correct;
      }
      /**
       * Return a zero-padded base-2 string representation of the address
       * @returns {String}
       * @example
       * var address = new Address6('2001:4860:4001:803::1011');
       * address.binaryZeroPad();
       * // '0010000000000001010010000110000001000000000000010000100000000011
       * //  0000000000000000000000000000000000000000000000000001000000010001'
       */
      binaryZeroPad() {
        if (this._binaryZeroPad === void 0) {
          this._binaryZeroPad = this.bigInt().toString(2).padStart(constants6.BITS, "0");
        }
        return this._binaryZeroPad;
      }
      /**
       * Parses a v4-in-v6 string (e.g. `::ffff:192.168.0.1`) by extracting the
       * trailing IPv4 address into `this.address4` / `this.parsedAddress4` and
       * returning the address with the v4 portion converted to two v6 groups.
       * Used internally by `parse()`.
       */
      // TODO: Improve the semantics of this helper function
      parse4in6(address) {
        if (address.indexOf(".") === -1) {
          return address;
        }
        const groups = address.split(":");
        const lastGroup = groups.slice(-1)[0];
        const v4Octets = lastGroup.split(".");
        if (v4Octets.length === constants4.GROUPS && v4Octets.every((octet) => /^\d{1,3}$/.test(octet))) {
          if (v4Octets.some((octet) => /^0\d/.test(octet))) {
            const highlighted = v4Octets.map(spanLeadingZeroes4).join(".");
            const prefix = groups.slice(0, -1).map(helpers.escapeHtml).join(":");
            const separator = groups.length > 1 ? ":" : "";
            throw new address_error_1.AddressError("IPv4 addresses can't have leading zeroes.", `${prefix}${separator}${highlighted}`);
          }
        }
        const address4 = lastGroup.match(constants4.RE_ADDRESS);
        if (address4) {
          this.parsedAddress4 = address4[0];
          const v4Suffix = this.subnetMask >= 96 ? `/${this.subnetMask - 96}` : "";
          this.address4 = new ipv4_1.Address4(`${this.parsedAddress4}${v4Suffix}`);
          this.v4 = true;
          groups[groups.length - 1] = this.address4.toGroup6();
          address = groups.join(":");
        }
        return address;
      }
      /**
       * Parses an IPv6 address string into its 8 hexadecimal groups (expanding
       * any `::` elision and any trailing v4-in-v6 portion) and stores the result
       * on `this.parsedAddress`. Called automatically by the constructor; you
       * typically don't need to call it directly. Throws `AddressError` if the
       * input is malformed.
       */
      // TODO: Make private?
      parse(address) {
        address = this.parse4in6(address);
        const badCharacters = address.match(constants6.RE_BAD_CHARACTERS);
        if (badCharacters) {
          throw new address_error_1.AddressError(`Bad character${badCharacters.length > 1 ? "s" : ""} detected in address: ${badCharacters.join("")}`, address.replace(constants6.RE_BAD_CHARACTERS, (character) => `<span class="parse-error">${helpers.escapeHtml(character)}</span>`));
        }
        const badAddress = address.match(constants6.RE_BAD_ADDRESS);
        if (badAddress) {
          throw new address_error_1.AddressError(`Address failed regex: ${badAddress.join("")}`, address.replace(constants6.RE_BAD_ADDRESS, '<span class="parse-error">$1</span>'));
        }
        let groups = [];
        const halves = address.split("::");
        if (halves.length === 2) {
          let first = halves[0].split(":");
          let last = halves[1].split(":");
          if (first.length === 1 && first[0] === "") {
            first = [];
          }
          if (last.length === 1 && last[0] === "") {
            last = [];
          }
          const remaining = this.groups - (first.length + last.length);
          if (!remaining) {
            throw new address_error_1.AddressError("Error parsing groups");
          }
          this.elidedGroups = remaining;
          this.elisionBegin = first.length;
          this.elisionEnd = first.length + this.elidedGroups;
          groups = groups.concat(first);
          for (let i = 0; i < remaining; i++) {
            groups.push("0");
          }
          groups = groups.concat(last);
        } else if (halves.length === 1) {
          groups = address.split(":");
          this.elidedGroups = 0;
        } else {
          throw new address_error_1.AddressError("Too many :: groups found");
        }
        groups = groups.map((group) => parseInt(group, 16).toString(16));
        if (groups.length !== this.groups) {
          throw new address_error_1.AddressError("Incorrect number of groups found");
        }
        return groups;
      }
      /**
       * Returns the canonical (fully expanded) form of the address: all 8 groups,
       * each padded to 4 hex digits, with no `::` collapsing
       * (e.g. `2001:0db8:0000:0000:0000:0000:0000:0001`). Useful for sorting and
       * byte-exact comparison.
       */
      canonicalForm() {
        return this.parsedAddress.map(paddedHex).join(":");
      }
      /**
       * Return the decimal form of the address
       * @returns {String}
       */
      decimal() {
        return this.parsedAddress.map((n) => parseInt(n, 16).toString(10).padStart(5, "0")).join(":");
      }
      /**
       * Return the address as a BigInt
       * @returns {bigint}
       */
      bigInt() {
        return BigInt(`0x${this.parsedAddress.map(paddedHex).join("")}`);
      }
      /**
       * Return the last two groups of this address as an IPv4 address string.
       * If this address carries a CIDR prefix that covers the trailing 32 bits
       * (i.e. `subnetMask >= 96`), the resulting `Address4` inherits the
       * corresponding v4 prefix (`subnetMask - 96`); otherwise it defaults to
       * `/32`.
       * @returns {Address4}
       * @example
       * var address = new Address6('2001:4860:4001::1825:bf11');
       * address.to4().correctForm(); // '24.37.191.17'
       */
      to4() {
        const binary = this.binaryZeroPad().split("");
        const hex = BigInt(`0b${binary.slice(96, 128).join("")}`).toString(16).padStart(8, "0");
        if (this.subnetMask >= 96) {
          const v4Mask = this.subnetMask - 96;
          const groups = [];
          for (let i = 0; i < 8; i += 2) {
            groups.push(parseInt(hex.slice(i, i + 2), 16));
          }
          return new ipv4_1.Address4(`${groups.join(".")}/${v4Mask}`);
        }
        return ipv4_1.Address4.fromHex(hex);
      }
      /**
       * Return the v4-in-v6 form of the address
       * @returns {String}
       */
      to4in6() {
        const address4 = this.to4();
        const address6 = new _Address6(this.parsedAddress.slice(0, 6).join(":"), 6);
        const correct = address6.correctForm();
        let infix = "";
        if (!/:$/.test(correct)) {
          infix = ":";
        }
        return correct + infix + address4.correctForm();
      }
      /**
       * Decodes the Teredo tunneling fields embedded in this address. Returns the
       * Teredo prefix, server IPv4, client IPv4, raw flag bits, cone-NAT flag,
       * UDP port, and Microsoft-format flag breakdown (reserved, universal/local,
       * group/individual, nonce). Only meaningful for addresses in `2001::/32`.
       */
      inspectTeredo() {
        const prefix = this.getBitsBase16(0, 32);
        const bitsForUdpPort = this.getBits(80, 96);
        const udpPort = (bitsForUdpPort ^ BigInt("0xffff")).toString();
        const server4 = ipv4_1.Address4.fromHex(this.getBitsBase16(32, 64));
        const bitsForClient4 = this.getBits(96, 128);
        const client4 = ipv4_1.Address4.fromHex((bitsForClient4 ^ BigInt("0xffffffff")).toString(16).padStart(8, "0"));
        const flagsBase2 = this.getBitsBase2(64, 80);
        const coneNat = (0, common_1.testBit)(flagsBase2, 15);
        const reserved = (0, common_1.testBit)(flagsBase2, 14);
        const groupIndividual = (0, common_1.testBit)(flagsBase2, 8);
        const universalLocal = (0, common_1.testBit)(flagsBase2, 9);
        const nonce = BigInt(`0b${flagsBase2.slice(2, 6) + flagsBase2.slice(8, 16)}`).toString(10);
        return {
          prefix: `${prefix.slice(0, 4)}:${prefix.slice(4, 8)}`,
          server4: server4.address,
          client4: client4.address,
          flags: flagsBase2,
          coneNat,
          microsoft: {
            reserved,
            universalLocal,
            groupIndividual,
            nonce
          },
          udpPort
        };
      }
      /**
       * Decodes the 6to4 tunneling fields embedded in this address. Returns the
       * 6to4 prefix and the embedded IPv4 gateway address. Only meaningful for
       * addresses in `2002::/16`.
       */
      inspect6to4() {
        const prefix = this.getBitsBase16(0, 16);
        const gateway = ipv4_1.Address4.fromHex(this.getBitsBase16(16, 48));
        return {
          prefix: prefix.slice(0, 4),
          gateway: gateway.address
        };
      }
      /**
       * Return a v6 6to4 address from a v6 v4inv6 address
       * @returns {Address6}
       */
      to6to4() {
        if (!this.is4()) {
          return null;
        }
        const addr6to4 = [
          "2002",
          this.getBitsBase16(96, 112),
          this.getBitsBase16(112, 128),
          "",
          "/16"
        ].join(":");
        return new _Address6(addr6to4);
      }
      /**
       * Embed an IPv4 address into a NAT64 IPv6 address using the encoding
       * defined by [RFC 6052](https://datatracker.ietf.org/doc/html/rfc6052).
       * The default prefix is the well-known prefix `64:ff9b::/96`. The prefix
       * length must be one of 32, 40, 48, 56, 64, or 96; for prefixes shorter
       * than /64 the IPv4 octets are split around the reserved bits 64–71.
       * @example
       * Address6.fromAddress4Nat64('192.0.2.33').correctForm(); // '64:ff9b::c000:221'
       * Address6.fromAddress4Nat64('192.0.2.33', '2001:db8::/32').correctForm(); // '2001:db8:c000:221::'
       */
      static fromAddress4Nat64(address, prefix = "64:ff9b::/96") {
        const v4 = new ipv4_1.Address4(address);
        const prefix6 = new _Address6(prefix);
        const pl = prefix6.subnetMask;
        if (pl !== 32 && pl !== 40 && pl !== 48 && pl !== 56 && pl !== 64 && pl !== 96) {
          throw new address_error_1.AddressError("NAT64 prefix length must be 32, 40, 48, 56, 64, or 96");
        }
        const prefixBits = prefix6.binaryZeroPad();
        const v4Bits = v4.binaryZeroPad();
        let bits;
        if (pl === 96) {
          bits = prefixBits.slice(0, 96) + v4Bits;
        } else {
          const beforeU = 64 - pl;
          bits = [
            prefixBits.slice(0, pl),
            v4Bits.slice(0, beforeU),
            // Bits 64 to 71 are the reserved u octet and are always zero.
            "00000000",
            v4Bits.slice(beforeU),
            "0".repeat(128 - 72 - (32 - beforeU))
          ].join("");
        }
        const hex = BigInt(`0b${bits}`).toString(16).padStart(32, "0");
        const groups = [];
        for (let i = 0; i < 8; i++) {
          groups.push(hex.slice(i * 4, (i + 1) * 4));
        }
        return new _Address6(groups.join(":"));
      }
      /**
       * Extract the embedded IPv4 address from a NAT64 IPv6 address using the
       * encoding defined by [RFC 6052](https://datatracker.ietf.org/doc/html/rfc6052).
       * The default prefix is the well-known prefix `64:ff9b::/96`. Returns
       * `null` if this address is not contained within the given prefix.
       * @example
       * new Address6('64:ff9b::c000:221').toAddress4Nat64()!.correctForm(); // '192.0.2.33'
       */
      toAddress4Nat64(prefix = "64:ff9b::/96") {
        const prefix6 = new _Address6(prefix);
        const pl = prefix6.subnetMask;
        if (pl !== 32 && pl !== 40 && pl !== 48 && pl !== 56 && pl !== 64 && pl !== 96) {
          throw new address_error_1.AddressError("NAT64 prefix length must be 32, 40, 48, 56, 64, or 96");
        }
        if (!this.isHostInSubnet(prefix6)) {
          return null;
        }
        const bits = this.binaryZeroPad();
        let v4Bits;
        if (pl === 96) {
          v4Bits = bits.slice(96, 128);
        } else {
          const beforeU = 64 - pl;
          v4Bits = bits.slice(pl, pl + beforeU) + bits.slice(72, 72 + (32 - beforeU));
        }
        const octets = [];
        for (let i = 0; i < 4; i++) {
          octets.push(parseInt(v4Bits.slice(i * 8, (i + 1) * 8), 2).toString());
        }
        return new ipv4_1.Address4(octets.join("."));
      }
      /**
       * Return a byte array.
       *
       * To get a Node.js `Buffer`, wrap the result: `Buffer.from(address.toByteArray())`.
       * @returns {Array}
       */
      toByteArray() {
        const value = this.bigInt().toString(16).padStart(constants6.BITS / 4, "0");
        const bytes = [];
        for (let i = 0, length = value.length; i < length; i += 2) {
          bytes.push(parseInt(value.substring(i, i + 2), 16));
        }
        return bytes;
      }
      /**
       * Return an unsigned byte array.
       *
       * To get a Node.js `Buffer`, wrap the result: `Buffer.from(address.toUnsignedByteArray())`.
       * @returns {Array}
       */
      toUnsignedByteArray() {
        return this.toByteArray().map(unsignByte);
      }
      /**
       * Convert a byte array to an Address6 object.
       *
       * Accepts unsigned bytes (0 to 255) or signed bytes (-128 to 127, as an
       * `Int8Array` or a Java `byte[]` holds them), folding signed values to their
       * unsigned equivalent. Throws `AddressError` unless given exactly 16
       * integers from -128 to 255.
       *
       * To convert from a Node.js `Buffer`, spread it: `Address6.fromByteArray([...buf])`.
       * @returns {Address6}
       */
      static fromByteArray(bytes) {
        common.assertByteArray(bytes, 16, "IPv6", -128);
        return this.fromUnsignedByteArray(bytes.map(unsignByte));
      }
      /**
       * Convert an unsigned byte array to an Address6 object.
       *
       * Throws `AddressError` unless given exactly 16 integers from 0 to 255.
       *
       * To convert from a Node.js `Buffer`, spread it: `Address6.fromUnsignedByteArray([...buf])`.
       * @returns {Address6}
       */
      static fromUnsignedByteArray(bytes) {
        common.assertByteArray(bytes, 16, "IPv6", 0);
        const BYTE_MAX = BigInt("256");
        let result = BigInt("0");
        let multiplier = BigInt("1");
        for (let i = bytes.length - 1; i >= 0; i--) {
          result += multiplier * BigInt(bytes[i].toString(10));
          multiplier *= BYTE_MAX;
        }
        return _Address6.fromBigInt(result);
      }
      /**
       * Returns true if the address is in the canonical form, false otherwise
       * @returns {boolean}
       */
      isCanonical() {
        return this.addressMinusSuffix === this.canonicalForm();
      }
      /**
       * Returns true if the address is a link-local unicast address in `fe80::/10`
       * ([RFC 4291 §2.4](https://datatracker.ietf.org/doc/html/rfc4291#section-2.4))
       * or an IPv4-mapped / NAT64 address whose embedded IPv4 address is link-local
       * (`169.254.0.0/16`, e.g. `::ffff:169.254.169.254`), false otherwise.
       * @returns {boolean}
       */
      isLinkLocal() {
        const embedded = this.embeddedIPv4();
        if (embedded) {
          return embedded.isLinkLocal();
        }
        return this.isHostInSubnet(LINK_LOCAL_SUBNET);
      }
      /**
       * Returns true if the address is a multicast address, false otherwise
       * @returns {boolean}
       */
      isMulticast() {
        const embedded = this.embeddedIPv4();
        if (embedded) {
          return embedded.isMulticast();
        }
        const type = this.getType();
        return type === "Multicast" || type.startsWith("Multicast ");
      }
      /**
       * Returns true if the address was written in v4-in-v6 dotted-quad notation
       * (e.g. `::ffff:127.0.0.1`), false otherwise. This is a notation-level flag
       * and does not reflect whether the address bits lie in the IPv4-mapped
       * (`::ffff:0:0/96`) subnet — for that, see {@link isMapped4}.
       * @returns {boolean}
       */
      is4() {
        return this.v4;
      }
      /**
       * Returns true if the address is an IPv4-mapped IPv6 address in
       * `::ffff:0:0/96` ([RFC 4291 §2.5.5.2](https://datatracker.ietf.org/doc/html/rfc4291#section-2.5.5.2)),
       * false otherwise. Unlike {@link is4}, this checks the underlying address
       * bits rather than the textual notation, so `::ffff:127.0.0.1` and
       * `::ffff:7f00:1` both return true.
       * @returns {boolean}
       */
      isMapped4() {
        return this.isHostInSubnet(IPV4_MAPPED_SUBNET);
      }
      /**
       * If this address embeds a routable IPv4 address — i.e. it is IPv4-mapped
       * (`::ffff:0:0/96`) or sits in the NAT64 well-known prefix (`64:ff9b::/96`,
       * [RFC 6052](https://datatracker.ietf.org/doc/html/rfc6052)) — return that
       * embedded address as an {@link Address4}; otherwise return null.
       *
       * The special-property checks (`isLoopback`, `isLinkLocal`, `isMulticast`,
       * `isUnspecified`, `isPrivate`, `isCGNAT`, `isBroadcast`) call this first and
       * delegate to the embedded {@link Address4} when present, so a literal such as
       * `::ffff:127.0.0.1` is classified by what it actually reaches (loopback)
       * rather than by its IPv6 wrapper (which `getType()` reports as IPv4-mapped).
       * This matters wherever the checks back a trust-boundary decision (e.g. an
       * SSRF allow/deny filter): without normalization, `::ffff:10.0.0.1`,
       * `::ffff:169.254.169.254`, `64:ff9b::7f00:1`, etc. would all read as
       * non-internal.
       * @returns {Address4 | null}
       */
      embeddedIPv4() {
        if (this.isMapped4() || this.isHostInSubnet(NAT64_WELL_KNOWN_SUBNET)) {
          return this.to4();
        }
        return null;
      }
      /**
       * Returns true if the address is a Teredo address, false otherwise
       * @returns {boolean}
       */
      isTeredo() {
        return this.isHostInSubnet(TEREDO_SUBNET);
      }
      /**
       * Returns true if the address is a 6to4 address, false otherwise
       * @returns {boolean}
       */
      is6to4() {
        return this.isHostInSubnet(SIX_TO_FOUR_SUBNET);
      }
      /**
       * Returns true if the address is a loopback address, false otherwise
       * @returns {boolean}
       */
      isLoopback() {
        const embedded = this.embeddedIPv4();
        if (embedded) {
          return embedded.isLoopback();
        }
        return this.getType() === "Loopback";
      }
      /**
       * Returns true if the address is a Unique Local Address in `fc00::/7` ([RFC 4193](https://datatracker.ietf.org/doc/html/rfc4193)). ULAs are the IPv6 equivalent of IPv4 [RFC 1918](https://datatracker.ietf.org/doc/html/rfc1918) private addresses.
       * @returns {boolean}
       */
      isULA() {
        return this.isHostInSubnet(ULA_SUBNET);
      }
      /**
       * Returns true if the address is private, i.e. a Unique Local Address in
       * `fc00::/7` ([RFC 4193](https://datatracker.ietf.org/doc/html/rfc4193)), an
       * address in the NAT64 local-use range `64:ff9b:1::/48`
       * ([RFC 8215](https://datatracker.ietf.org/doc/html/rfc8215)), or an
       * IPv4-mapped / NAT64 well-known address whose embedded IPv4 address is in
       * one of the [RFC 1918](https://datatracker.ietf.org/doc/html/rfc1918)
       * private ranges (e.g. `::ffff:10.0.0.1`). This is the IPv6 counterpart to
       * {@link Address4.isPrivate}; use it instead of {@link isULA} when you need to
       * catch mapped RFC 1918 addresses as well as native ULAs.
       *
       * The local-use NAT64 range is reported private as a whole rather than by
       * its embedded IPv4 address: an operator may carve a prefix of any RFC 6052
       * length out of `64:ff9b:1::/48`, so the same bits decode to different IPv4
       * addresses under different deployments and no single decoding is correct.
       * Use {@link toAddress4Nat64} with the deployment's prefix to decode one.
       * @returns {boolean}
       */
      isPrivate() {
        const embedded = this.embeddedIPv4();
        if (embedded) {
          return embedded.isPrivate();
        }
        return this.isULA() || this.isHostInSubnet(NAT64_LOCAL_USE_SUBNET);
      }
      /**
       * Returns true if the address is an IPv4-mapped / NAT64 address whose embedded
       * IPv4 address is in the carrier-grade NAT range `100.64.0.0/10`
       * ([RFC 6598](https://datatracker.ietf.org/doc/html/rfc6598)), false
       * otherwise. There is no native IPv6 CGNAT range, so this only ever returns
       * true for an embedded IPv4 address (e.g. `::ffff:100.64.0.1`).
       * @returns {boolean}
       */
      isCGNAT() {
        const embedded = this.embeddedIPv4();
        if (embedded) {
          return embedded.isCGNAT();
        }
        return false;
      }
      /**
       * Returns true if the address is an IPv4-mapped / NAT64 address whose embedded
       * IPv4 address is the limited broadcast address `255.255.255.255`
       * ([RFC 919](https://datatracker.ietf.org/doc/html/rfc919)), false otherwise.
       * There is no IPv6 broadcast, so this only ever returns true for an embedded
       * IPv4 address (e.g. `::ffff:255.255.255.255`).
       * @returns {boolean}
       */
      isBroadcast() {
        const embedded = this.embeddedIPv4();
        if (embedded) {
          return embedded.isBroadcast();
        }
        return false;
      }
      /**
       * Returns true if the address is the unspecified address `::`.
       * @returns {boolean}
       */
      isUnspecified() {
        const embedded = this.embeddedIPv4();
        if (embedded) {
          return embedded.isUnspecified();
        }
        return this.getType() === "Unspecified";
      }
      /**
       * Returns true if the address is in the documentation prefix `2001:db8::/32` ([RFC 3849](https://datatracker.ietf.org/doc/html/rfc3849)).
       * @returns {boolean}
       */
      isDocumentation() {
        return DOCUMENTATION_SUBNETS.some((subnet) => this.isHostInSubnet(subnet));
      }
      /**
       * Returns true if the address is in the benchmarking range `2001:2::/48`
       * ([RFC 5180](https://datatracker.ietf.org/doc/html/rfc5180)) or is an
       * IPv4-mapped / NAT64 address whose embedded IPv4 address is in
       * `198.18.0.0/15`, false otherwise.
       * @returns {boolean}
       */
      isBenchmarking() {
        const embedded = this.embeddedIPv4();
        if (embedded) {
          return embedded.isBenchmarking();
        }
        return this.isHostInSubnet(BENCHMARKING_SUBNET);
      }
      /**
       * Returns true if the address is globally reachable: inside the global
       * unicast allocation `2000::/3` (the only range the [IANA IPv6 Address Space
       * Registry](https://www.iana.org/assignments/ipv6-address-space/) assigns
       * for global unicast; everything else is reserved, ULA, link-local, or
       * multicast) and not in any block the [IANA IPv6 Special-Purpose Address Registry](https://www.iana.org/assignments/iana-ipv6-special-registry/)
       * marks as not globally reachable. An IPv4-mapped or NAT64 well-known
       * address answers for its embedded IPv4 address, so `::ffff:10.0.0.1` and
       * `64:ff9b::7f00:1` are not global. Teredo (`2001::/32`) and 6to4
       * (`2002::/16`) are not global either: the registry lists them as N/A and a
       * packet to one needs a relay.
       *
       * This covers everything the individual classifiers name and the blocks they
       * do not: the discard-only prefix `100::/64`, the IETF protocol assignments
       * in `2001::/23`, the deprecated site-local `fec0::/10` and IPv4-compatible
       * `::/96` ranges, and unallocated space such as `4000::/3`. It is the single
       * predicate to use where a request must not reach an internal or
       * special-purpose destination; see SECURITY.md.
       * @returns {boolean}
       */
      isGlobal() {
        const embedded = this.embeddedIPv4();
        if (embedded) {
          return embedded.isGlobal();
        }
        return this.isHostInSubnet(GLOBAL_UNICAST_SUBNET) && common.isGloballyReachable.call(this, SPECIAL_PURPOSE_V6);
      }
      // #endregion
      // #region HTML
      /**
       * Returns the address as an HTTP URL with the host bracketed, e.g.
       * `http://[2001:db8::1]/`. If `optionalPort` is provided it is appended,
       * e.g. `http://[2001:db8::1]:8080/`.
       */
      href(optionalPort) {
        if (optionalPort === void 0) {
          optionalPort = "";
        } else {
          optionalPort = `:${optionalPort}`;
        }
        return `http://[${this.correctForm()}]${optionalPort}/`;
      }
      /**
       * Returns an HTML `<a>` element whose `href` encodes the address in a URL
       * hash fragment (default prefix `/#address=`). Useful for linking between
       * pages of an address-inspector UI.
       * @param options.className - CSS class for the rendered `<a>` element
       * @param options.prefix - hash prefix prepended to the address (default `/#address=`)
       * @param options.v4 - when true, render the address in v4-in-v6 form
       */
      link(options) {
        if (!options) {
          options = {};
        }
        if (options.className === void 0) {
          options.className = "";
        }
        if (options.prefix === void 0) {
          options.prefix = "/#address=";
        }
        if (options.v4 === void 0) {
          options.v4 = false;
        }
        let formFunction = this.correctForm;
        if (options.v4) {
          formFunction = this.to4in6;
        }
        const form = formFunction.call(this);
        const safeHref = helpers.escapeHtml(`${options.prefix}${form}`);
        const safeForm = helpers.escapeHtml(form);
        if (options.className) {
          const safeClass = helpers.escapeHtml(options.className);
          return `<a href="${safeHref}" class="${safeClass}">${safeForm}</a>`;
        }
        return `<a href="${safeHref}">${safeForm}</a>`;
      }
      /**
       * Groups an address.
       *
       * Returns an HTML fragment: each group is wrapped in a `<span>` carrying
       * the group classes an address-inspector UI hovers on. The address content
       * is HTML-escaped; anything you concatenate around it is your
       * responsibility.
       * @returns {String}
       */
      group() {
        if (this.elidedGroups === 0) {
          return helpers.simpleGroup(this.addressMinusSuffix).join(":");
        }
        assert(typeof this.elidedGroups === "number");
        assert(typeof this.elisionBegin === "number");
        const output = [];
        const [left, right] = this.addressMinusSuffix.split("::");
        if (left.length) {
          output.push(...helpers.simpleGroup(left));
        } else {
          output.push("");
        }
        const classes = ["hover-group"];
        for (let i = this.elisionBegin; i < this.elisionBegin + this.elidedGroups; i++) {
          classes.push(`group-${i}`);
        }
        output.push(`<span class="${classes.join(" ")}"></span>`);
        if (right.length) {
          output.push(...helpers.simpleGroup(right, this.elisionEnd));
        } else {
          output.push("");
        }
        if (this.is4()) {
          assert(this.address4 instanceof ipv4_1.Address4);
          output.pop();
          output.push(this.address4.groupForV6());
        }
        return output.join(":");
      }
      // #endregion
      // #region Regular expressions
      /**
       * Generate a regular expression string that can be used to find or validate
       * all variations of this address
       * @param {boolean} substringSearch
       * @returns {string}
       */
      regularExpressionString(substringSearch = false) {
        let output = [];
        const address6 = new _Address6(this.correctForm());
        if (address6.elidedGroups === 0) {
          output.push((0, regular_expressions_1.simpleRegularExpression)(address6.parsedAddress));
        } else if (address6.elidedGroups === constants6.GROUPS) {
          output.push((0, regular_expressions_1.possibleElisions)(constants6.GROUPS));
        } else {
          const halves = address6.address.split("::");
          if (halves[0].length) {
            output.push((0, regular_expressions_1.simpleRegularExpression)(halves[0].split(":")));
          }
          assert(typeof address6.elidedGroups === "number");
          output.push((0, regular_expressions_1.possibleElisions)(address6.elidedGroups, halves[0].length !== 0, halves[1].length !== 0));
          if (halves[1].length) {
            output.push((0, regular_expressions_1.simpleRegularExpression)(halves[1].split(":")));
          }
          output = [output.join(":")];
        }
        if (!substringSearch) {
          output = [
            "(?=^|",
            regular_expressions_1.ADDRESS_BOUNDARY,
            "|[^\\w\\:])(",
            ...output,
            ")(?=[^\\w\\:]|",
            regular_expressions_1.ADDRESS_BOUNDARY,
            "|$)"
          ];
        }
        return output.join("");
      }
      /**
       * Generate a regular expression that can be used to find or validate all
       * variations of this address.
       * @param {boolean} substringSearch
       * @returns {RegExp}
       */
      regularExpression(substringSearch = false) {
        return new RegExp(this.regularExpressionString(substringSearch), "i");
      }
    };
    exports.Address6 = Address6;
    var TYPE_SUBNETS = Object.keys(constants6.TYPES).map((subnet) => [
      new Address6(subnet),
      constants6.TYPES[subnet]
    ]);
    var TEREDO_SUBNET = new Address6("2001::/32");
    var SIX_TO_FOUR_SUBNET = new Address6("2002::/16");
    var ULA_SUBNET = new Address6("fc00::/7");
    var LINK_LOCAL_SUBNET = new Address6("fe80::/10");
    var DOCUMENTATION_SUBNETS = [new Address6("2001:db8::/32"), new Address6("3fff::/20")];
    var BENCHMARKING_SUBNET = new Address6("2001:2::/48");
    var GLOBAL_UNICAST_SUBNET = new Address6("2000::/3");
    var SPECIAL_PURPOSE_V6 = constants6.SPECIAL_PURPOSE.map(([cidr, , reachable]) => ({
      subnet: new Address6(cidr),
      reachable
    }));
    var IPV4_MAPPED_SUBNET = new Address6("::ffff:0:0/96");
    var NAT64_WELL_KNOWN_SUBNET = new Address6("64:ff9b::/96");
    var NAT64_LOCAL_USE_SUBNET = new Address6("64:ff9b:1::/48");
  }
});

// node_modules/ip-address/dist/ip-address.js
var require_ip_address = __commonJS({
  "node_modules/ip-address/dist/ip-address.js"(exports) {
    "use strict";
    var __createBinding = exports && exports.__createBinding || (Object.create ? (function(o, m, k, k2) {
      if (k2 === void 0) k2 = k;
      var desc = Object.getOwnPropertyDescriptor(m, k);
      if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) {
        desc = { enumerable: true, get: function() {
          return m[k];
        } };
      }
      Object.defineProperty(o, k2, desc);
    }) : (function(o, m, k, k2) {
      if (k2 === void 0) k2 = k;
      o[k2] = m[k];
    }));
    var __setModuleDefault = exports && exports.__setModuleDefault || (Object.create ? (function(o, v) {
      Object.defineProperty(o, "default", { enumerable: true, value: v });
    }) : function(o, v) {
      o["default"] = v;
    });
    var __importStar = exports && exports.__importStar || function(mod) {
      if (mod && mod.__esModule) return mod;
      var result = {};
      if (mod != null) {
        for (var k in mod) if (k !== "default" && Object.prototype.hasOwnProperty.call(mod, k)) __createBinding(result, mod, k);
      }
      __setModuleDefault(result, mod);
      return result;
    };
    Object.defineProperty(exports, "__esModule", { value: true });
    exports.v6 = exports.AddressError = exports.Address6 = exports.Address4 = void 0;
    var ipv4_1 = require_ipv4();
    Object.defineProperty(exports, "Address4", { enumerable: true, get: function() {
      return ipv4_1.Address4;
    } });
    var ipv6_1 = require_ipv6();
    Object.defineProperty(exports, "Address6", { enumerable: true, get: function() {
      return ipv6_1.Address6;
    } });
    var address_error_1 = require_address_error();
    Object.defineProperty(exports, "AddressError", { enumerable: true, get: function() {
      return address_error_1.AddressError;
    } });
    var helpers = __importStar(require_helpers());
    exports.v6 = { helpers };
  }
});

// node_modules/@lukeed/ms/dist/index.js
var require_dist2 = __commonJS({
  "node_modules/@lukeed/ms/dist/index.js"(exports) {
    var RGX = /^(-?(?:\d+)?\.?\d+) *(m(?:illiseconds?|s(?:ecs?)?))?(s(?:ec(?:onds?|s)?)?)?(m(?:in(?:utes?|s)?)?)?(h(?:ours?|rs?)?)?(d(?:ays?)?)?(w(?:eeks?|ks?)?)?(y(?:ears?|rs?)?)?$/;
    var SEC = 1e3;
    var MIN = SEC * 60;
    var HOUR = MIN * 60;
    var DAY = HOUR * 24;
    var YEAR = DAY * 365.25;
    function parse(val) {
      var num, arr = val.toLowerCase().match(RGX);
      if (arr != null && (num = parseFloat(arr[1]))) {
        if (arr[3] != null) return num * SEC;
        if (arr[4] != null) return num * MIN;
        if (arr[5] != null) return num * HOUR;
        if (arr[6] != null) return num * DAY;
        if (arr[7] != null) return num * DAY * 7;
        if (arr[8] != null) return num * YEAR;
        return num;
      }
    }
    function fmt(val, pfx, str, long) {
      var num = (val | 0) === val ? val : ~~(val + 0.5);
      return pfx + num + (long ? " " + str + (num != 1 ? "s" : "") : str[0]);
    }
    function format(num, long) {
      var pfx = num < 0 ? "-" : "", abs = num < 0 ? -num : num;
      if (abs < SEC) return num + (long ? " ms" : "ms");
      if (abs < MIN) return fmt(abs / SEC, pfx, "second", long);
      if (abs < HOUR) return fmt(abs / MIN, pfx, "minute", long);
      if (abs < DAY) return fmt(abs / HOUR, pfx, "hour", long);
      if (abs < YEAR) return fmt(abs / DAY, pfx, "day", long);
      return fmt(abs / YEAR, pfx, "year", long);
    }
    exports.format = format;
    exports.parse = parse;
  }
});

// node_modules/@fastify/rate-limit/store/LocalStore.js
var require_LocalStore = __commonJS({
  "node_modules/@fastify/rate-limit/store/LocalStore.js"(exports, module) {
    "use strict";
    var { LruMap: Lru } = require_toad_cache();
    function LocalStore(continueExceeding, exponentialBackoff, cache = 5e3) {
      this.continueExceeding = continueExceeding;
      this.exponentialBackoff = exponentialBackoff;
      this.lru = new Lru(cache);
    }
    LocalStore.prototype.incr = function(ip, cb, timeWindow, max) {
      const nowInMs = Date.now();
      let current = this.lru.get(ip);
      if (!current) {
        current = { current: 1, ttl: timeWindow, iterationStartMs: nowInMs };
      } else if (current.iterationStartMs + timeWindow <= nowInMs) {
        current.current = 1;
        current.ttl = timeWindow;
        current.iterationStartMs = nowInMs;
      } else {
        ++current.current;
        if (this.continueExceeding && current.current > max) {
          current.ttl = timeWindow;
          current.iterationStartMs = nowInMs;
        } else if (this.exponentialBackoff && current.current > max) {
          const backoffExponent = current.current - max - 1;
          const ttl = timeWindow * 2 ** backoffExponent;
          current.ttl = Number.isSafeInteger(ttl) ? ttl : Number.MAX_SAFE_INTEGER;
          current.iterationStartMs = nowInMs;
        } else {
          current.ttl = timeWindow - (nowInMs - current.iterationStartMs);
        }
      }
      this.lru.set(ip, current);
      cb(null, current);
    };
    LocalStore.prototype.read = function(ip, cb, timeWindow, max) {
      const nowInMs = Date.now();
      const current = this.lru.get(ip);
      if (!current || current.iterationStartMs + timeWindow <= nowInMs) {
        cb(null, { current: 0, ttl: 0 });
        return;
      }
      const ttl = timeWindow - (nowInMs - current.iterationStartMs);
      cb(null, { current: current.current, ttl });
    };
    LocalStore.prototype.child = function(routeOptions) {
      return new LocalStore(routeOptions.continueExceeding, routeOptions.exponentialBackoff, routeOptions.cache);
    };
    module.exports = LocalStore;
  }
});

// node_modules/@fastify/rate-limit/store/RedisStore.js
var require_RedisStore = __commonJS({
  "node_modules/@fastify/rate-limit/store/RedisStore.js"(exports, module) {
    "use strict";
    var lua = `
  -- Key to operate on
  local key = KEYS[1]
  -- Time window for the TTL
  local timeWindow = tonumber(ARGV[1])
  -- Max requests
  local max = tonumber(ARGV[2])
  -- Flag to determine if TTL should be reset after exceeding
  local continueExceeding = ARGV[3] == 'true'
  --Flag to determine if exponential backoff should be applied
  local exponentialBackoff = ARGV[4] == 'true'

  --Max safe integer
  local MAX_SAFE_INTEGER = (2^53) - 1

  -- Increment the key's value
  local current = redis.call('INCR', key)

  if current == 1 or (continueExceeding and current > max) then
    redis.call('PEXPIRE', key, timeWindow)
  elseif exponentialBackoff and current > max then
    local backoffExponent = current - max - 1
    timeWindow = math.min(timeWindow * (2 ^ backoffExponent), MAX_SAFE_INTEGER)
    redis.call('PEXPIRE', key, timeWindow)
  else
    timeWindow = redis.call('PTTL', key)
  end

  return {current, timeWindow}
`;
    var luaRead = `
  -- Key to operate on
  local key = KEYS[1]

  -- Read the counter without mutating it
  local current = redis.call('GET', key)

  -- A missing key returns false from redis.call (and nil from redis.pcall);
  -- "not current" covers both, so the clean-state branch is robust either way.
  if not current then
    -- Key doesn't exist: clean state
    return {0, 0}
  end

  -- Read the remaining TTL in milliseconds
  local ttl = redis.call('PTTL', key)
  if ttl < 0 then
    -- -2 (no key) or -1 (no expiry): report no active window
    ttl = 0
  end

  return {tonumber(current), ttl}
`;
    function RedisStore(continueExceeding, exponentialBackoff, redis, key = "fastify-rate-limit-") {
      this.continueExceeding = continueExceeding;
      this.exponentialBackoff = exponentialBackoff;
      this.redis = redis;
      this.key = key;
      if (!this.redis.rateLimit) {
        this.redis.defineCommand("rateLimit", {
          numberOfKeys: 1,
          lua
        });
      }
      if (!this.redis.rateLimitRead) {
        this.redis.defineCommand("rateLimitRead", {
          numberOfKeys: 1,
          lua: luaRead
        });
      }
    }
    RedisStore.prototype.incr = function(ip, cb, timeWindow, max) {
      this.redis.rateLimit(this.key + ip, timeWindow, max, this.continueExceeding, this.exponentialBackoff, (err, result) => {
        err ? cb(err, null) : cb(null, { current: result[0], ttl: result[1] });
      });
    };
    RedisStore.prototype.read = function(ip, cb, timeWindow, max) {
      this.redis.rateLimitRead(this.key + ip, (err, result) => {
        err ? cb(err, null) : cb(null, { current: result[0], ttl: result[1] });
      });
    };
    RedisStore.prototype.child = function(routeOptions) {
      return new RedisStore(routeOptions.continueExceeding, routeOptions.exponentialBackoff, this.redis, `${this.key}${routeOptions.routeInfo.method}${routeOptions.routeInfo.url}-`);
    };
    module.exports = RedisStore;
  }
});

// node_modules/@fastify/rate-limit/index.js
var require_rate_limit = __commonJS({
  "node_modules/@fastify/rate-limit/index.js"(exports, module) {
    "use strict";
    var { isIPv6 } = __require("node:net");
    var { Address6 } = require_ip_address();
    var fp = require_fastify_plugin();
    var { parse, format } = require_dist2();
    var LocalStore = require_LocalStore();
    var RedisStore = require_RedisStore();
    var defaultMax = 1e3;
    var defaultTimeWindow = 6e4;
    var defaultHook = "onRequest";
    var defaultIPv6Subnet = 64;
    var defaultHeaders = {
      rateLimit: "x-ratelimit-limit",
      rateRemaining: "x-ratelimit-remaining",
      rateReset: "x-ratelimit-reset",
      retryAfter: "retry-after"
    };
    var draftSpecHeaders = {
      rateLimit: "ratelimit-limit",
      rateRemaining: "ratelimit-remaining",
      rateReset: "ratelimit-reset",
      retryAfter: "retry-after"
    };
    var defaultOnFn = () => {
    };
    function normalizeIP(ip, ipv6Subnet = defaultIPv6Subnet) {
      if (!isIPv6(ip)) {
        return ip.toLowerCase();
      }
      const address = new Address6(ip);
      if (address.isMapped4()) {
        return address.to4().correctForm();
      }
      if (ipv6Subnet < 128) {
        return new Address6(`${ip}/${ipv6Subnet}`).startAddress().correctForm();
      }
      return address.correctForm();
    }
    function normalizeIPv6Subnet(ipv6Subnet) {
      if (Number.isFinite(ipv6Subnet) && ipv6Subnet >= 0 && ipv6Subnet <= 128) {
        return Math.trunc(ipv6Subnet);
      }
      return defaultIPv6Subnet;
    }
    var defaultKeyGenerator = (req, ipv6Subnet) => normalizeIP(req.ip, ipv6Subnet);
    var defaultErrorResponse = (_req, context) => {
      const err = new Error(`Rate limit exceeded, retry in ${context.after}`);
      err.statusCode = context.statusCode;
      return err;
    };
    async function fastifyRateLimit(fastify2, settings) {
      const globalParams = {
        global: typeof settings.global === "boolean" ? settings.global : true
      };
      if (typeof settings.enableDraftSpec === "boolean" && settings.enableDraftSpec) {
        globalParams.enableDraftSpec = true;
        globalParams.labels = draftSpecHeaders;
      } else {
        globalParams.enableDraftSpec = false;
        globalParams.labels = defaultHeaders;
      }
      globalParams.addHeaders = Object.assign({
        [globalParams.labels.rateLimit]: true,
        [globalParams.labels.rateRemaining]: true,
        [globalParams.labels.rateReset]: true,
        [globalParams.labels.retryAfter]: true
      }, settings.addHeaders);
      globalParams.addHeadersOnExceeding = Object.assign({
        [globalParams.labels.rateLimit]: true,
        [globalParams.labels.rateRemaining]: true,
        [globalParams.labels.rateReset]: true
      }, settings.addHeadersOnExceeding);
      if (Number.isFinite(settings.max) && settings.max >= 0) {
        globalParams.max = Math.trunc(settings.max);
      } else if (typeof settings.max === "function") {
        globalParams.max = settings.max;
      } else {
        globalParams.max = defaultMax;
      }
      if (Number.isFinite(settings.timeWindow) && settings.timeWindow >= 0) {
        globalParams.timeWindow = Math.trunc(settings.timeWindow);
      } else if (typeof settings.timeWindow === "string") {
        globalParams.timeWindow = parse(settings.timeWindow);
      } else if (typeof settings.timeWindow === "function") {
        globalParams.timeWindow = settings.timeWindow;
      } else {
        globalParams.timeWindow = defaultTimeWindow;
      }
      globalParams.hook = settings.hook || defaultHook;
      globalParams.allowList = settings.allowList || null;
      globalParams.ban = Number.isFinite(settings.ban) && settings.ban >= 0 ? Math.trunc(settings.ban) : -1;
      globalParams.onBanReach = typeof settings.onBanReach === "function" ? settings.onBanReach : defaultOnFn;
      globalParams.onExceeding = typeof settings.onExceeding === "function" ? settings.onExceeding : defaultOnFn;
      globalParams.onExceeded = typeof settings.onExceeded === "function" ? settings.onExceeded : defaultOnFn;
      globalParams.continueExceeding = typeof settings.continueExceeding === "boolean" ? settings.continueExceeding : false;
      globalParams.exponentialBackoff = typeof settings.exponentialBackoff === "boolean" ? settings.exponentialBackoff : false;
      globalParams.ipv6Subnet = normalizeIPv6Subnet(settings.ipv6Subnet);
      globalParams.keyGenerator = typeof settings.keyGenerator === "function" ? settings.keyGenerator : defaultKeyGenerator;
      if (typeof settings.errorResponseBuilder === "function") {
        globalParams.errorResponseBuilder = settings.errorResponseBuilder;
        globalParams.isCustomErrorMessage = true;
      } else {
        globalParams.errorResponseBuilder = defaultErrorResponse;
        globalParams.isCustomErrorMessage = false;
      }
      globalParams.skipOnError = typeof settings.skipOnError === "boolean" ? settings.skipOnError : false;
      const pluginComponent = {
        rateLimitRan: /* @__PURE__ */ Symbol("fastify.request.rateLimitRan"),
        store: null
      };
      if (settings.store) {
        const Store = settings.store;
        pluginComponent.store = new Store(globalParams);
      } else {
        if (settings.redis) {
          pluginComponent.store = new RedisStore(globalParams.continueExceeding, globalParams.exponentialBackoff, settings.redis, settings.nameSpace);
        } else {
          pluginComponent.store = new LocalStore(globalParams.continueExceeding, globalParams.exponentialBackoff, settings.cache);
        }
      }
      fastify2.decorateRequest(pluginComponent.rateLimitRan, false);
      if (!fastify2.hasDecorator("createRateLimit")) {
        fastify2.decorate("createRateLimit", (options) => {
          const args = createLimiterArgs(pluginComponent, globalParams, options);
          return (req, callOptions) => applyRateLimit.apply(this, args.concat(req, callOptions));
        });
      }
      if (!fastify2.hasDecorator("rateLimit")) {
        fastify2.decorate("rateLimit", (options) => {
          const args = createLimiterArgs(pluginComponent, globalParams, options);
          return rateLimitRequestHandler(...args);
        });
      }
      fastify2.addHook("onRoute", (routeOptions) => {
        if (routeOptions.config?.rateLimit != null) {
          if (typeof routeOptions.config.rateLimit === "object") {
            const newPluginComponent = Object.create(pluginComponent);
            const mergedRateLimitParams = mergeParams(globalParams, routeOptions.config.rateLimit, { routeInfo: routeOptions });
            newPluginComponent.store = pluginComponent.store.child(mergedRateLimitParams);
            addRouteRateHook(newPluginComponent, mergedRateLimitParams, routeOptions);
          } else if (routeOptions.config.rateLimit !== false) {
            throw new Error("Unknown value for route rate-limit configuration");
          }
        } else if (globalParams.global) {
          addRouteRateHook(pluginComponent, globalParams, routeOptions);
        }
      });
    }
    function mergeParams(...params) {
      const result = Object.assign({}, ...params);
      if (Number.isFinite(result.timeWindow) && result.timeWindow >= 0) {
        result.timeWindow = Math.trunc(result.timeWindow);
      } else if (typeof result.timeWindow === "string") {
        result.timeWindow = parse(result.timeWindow);
      } else if (typeof result.timeWindow !== "function") {
        result.timeWindow = defaultTimeWindow;
      }
      if (Number.isFinite(result.max) && result.max >= 0) {
        result.max = Math.trunc(result.max);
      } else if (typeof result.max !== "function") {
        result.max = defaultMax;
      }
      if (Number.isFinite(result.ban) && result.ban >= 0) {
        result.ban = Math.trunc(result.ban);
      } else {
        result.ban = -1;
      }
      result.ipv6Subnet = normalizeIPv6Subnet(result.ipv6Subnet);
      if (result.groupId !== void 0 && typeof result.groupId !== "string") {
        throw new Error("groupId must be a string");
      }
      return result;
    }
    function createLimiterArgs(pluginComponent, globalParams, options) {
      if (typeof options === "object") {
        const newPluginComponent = Object.create(pluginComponent);
        const mergedRateLimitParams = mergeParams(globalParams, options, { routeInfo: {} });
        newPluginComponent.store = newPluginComponent.store.child(mergedRateLimitParams);
        return [newPluginComponent, mergedRateLimitParams];
      }
      return [pluginComponent, globalParams];
    }
    function addRouteRateHook(pluginComponent, params, routeOptions) {
      const hook = params.hook;
      const hookHandler = rateLimitRequestHandler(pluginComponent, params);
      if (Array.isArray(routeOptions[hook])) {
        routeOptions[hook].push(hookHandler);
      } else if (typeof routeOptions[hook] === "function") {
        routeOptions[hook] = [routeOptions[hook], hookHandler];
      } else {
        routeOptions[hook] = [hookHandler];
      }
    }
    async function applyRateLimit(pluginComponent, params, req, callOptions) {
      const { store } = pluginComponent;
      let key = params.keyGenerator === defaultKeyGenerator ? defaultKeyGenerator(req, params.ipv6Subnet) : await params.keyGenerator(req);
      const groupId = req.routeOptions.config?.rateLimit?.groupId;
      if (groupId) {
        key += groupId;
      }
      if (params.allowList) {
        if (typeof params.allowList === "function") {
          if (await params.allowList(req, key)) {
            return {
              isAllowed: true,
              key
            };
          }
        } else if (params.allowList.indexOf(key) !== -1) {
          return {
            isAllowed: true,
            key
          };
        }
      }
      const max = typeof params.max === "number" ? params.max : await params.max(req, key);
      const timeWindow = typeof params.timeWindow === "number" ? params.timeWindow : await params.timeWindow(req, key);
      let current = 0;
      let ttl = 0;
      let ttlInSeconds = 0;
      const storeMethod = callOptions?.increment === false ? "read" : "incr";
      if (storeMethod === "read" && typeof store.read !== "function") {
        throw new Error("The configured rate-limit store does not implement a `read` method, which is required to use `{ increment: false }`");
      }
      try {
        const res = await new Promise((resolve, reject) => {
          store[storeMethod](key, (err, res2) => {
            err ? reject(err) : resolve(res2);
          }, timeWindow, max);
        });
        current = res.current;
        ttl = res.ttl;
        ttlInSeconds = Math.ceil(res.ttl / 1e3);
      } catch (err) {
        if (!params.skipOnError) {
          throw err;
        }
      }
      return {
        isAllowed: false,
        key,
        max,
        timeWindow,
        remaining: Math.max(0, max - current),
        ttl,
        ttlInSeconds,
        isExceeded: current > max,
        isBanned: params.ban !== -1 && current - max > params.ban
      };
    }
    function rateLimitRequestHandler(pluginComponent, params) {
      const { rateLimitRan } = pluginComponent;
      return async (req, res) => {
        if (req[rateLimitRan]) {
          return;
        }
        req[rateLimitRan] = true;
        const rateLimit2 = await applyRateLimit(pluginComponent, params, req);
        if (rateLimit2.isAllowed) {
          return;
        }
        const {
          key,
          max,
          remaining,
          ttl,
          ttlInSeconds,
          isExceeded,
          isBanned
        } = rateLimit2;
        if (!isExceeded) {
          if (params.addHeadersOnExceeding[params.labels.rateLimit]) {
            res.header(params.labels.rateLimit, max);
          }
          if (params.addHeadersOnExceeding[params.labels.rateRemaining]) {
            res.header(params.labels.rateRemaining, remaining);
          }
          if (params.addHeadersOnExceeding[params.labels.rateReset]) {
            res.header(params.labels.rateReset, ttlInSeconds);
          }
          params.onExceeding(req, key);
          return;
        }
        params.onExceeded(req, key);
        if (params.addHeaders[params.labels.rateLimit]) {
          res.header(params.labels.rateLimit, max);
        }
        if (params.addHeaders[params.labels.rateRemaining]) {
          res.header(params.labels.rateRemaining, 0);
        }
        if (params.addHeaders[params.labels.rateReset]) {
          res.header(params.labels.rateReset, ttlInSeconds);
        }
        if (params.addHeaders[params.labels.retryAfter]) {
          res.header(params.labels.retryAfter, ttlInSeconds);
        }
        const respCtx = {
          statusCode: 429,
          ban: false,
          max,
          ttl,
          after: format(ttlInSeconds * 1e3, true)
        };
        if (isBanned) {
          respCtx.statusCode = 403;
          respCtx.ban = true;
          params.onBanReach(req, key);
        }
        throw params.errorResponseBuilder(req, respCtx);
      };
    }
    module.exports = fp(fastifyRateLimit, {
      fastify: "5.x",
      name: "@fastify/rate-limit"
    });
    module.exports.default = fastifyRateLimit;
    module.exports.fastifyRateLimit = fastifyRateLimit;
    module.exports.normalizeIP = normalizeIP;
  }
});

// node_modules/@fastify/swagger/lib/util/format-param-url.js
var require_format_param_url = __commonJS({
  "node_modules/@fastify/swagger/lib/util/format-param-url.js"(exports, module) {
    "use strict";
    var COLON = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    function formatParamUrl(str) {
      let i, char;
      let state = "skip";
      let path = "";
      let param = "";
      let level = 0;
      let regexp = 0;
      for (i = 0; i < str.length; i++) {
        char = str[i];
        switch (state) {
          case "colon": {
            if (COLON.indexOf(char) !== -1) {
              param += char;
            } else if (char === "(") {
              state = "regexp";
              level++;
            } else {
              state = "skip";
              path += "{" + param + "}";
              path += char;
              param = "";
            }
            break;
          }
          case "regexp": {
            if (char === "(") {
              level++;
            } else if (char === ")") {
              level--;
            }
            if (level === 0) {
              state = "skip";
              if (param === "") {
                regexp++;
                param = "regexp" + String(regexp);
              }
              path += "{" + param + "}";
              param = "";
            }
            break;
          }
          default: {
            if (char === ":" && str[i + 1] === ":") {
              path += char;
              i++;
            } else if (char === ":") {
              state = "colon";
            } else if (char === "(") {
              state = "regexp";
              level++;
            } else if (char === "*") {
              path += "{*}";
            } else {
              path += char;
            }
          }
        }
      }
      if (state === "colon" && param !== "") {
        path += "{" + param + "}";
      }
      return path;
    }
    module.exports = {
      formatParamUrl
    };
  }
});

// node_modules/@fastify/swagger/lib/mode/static.js
var require_static = __commonJS({
  "node_modules/@fastify/swagger/lib/mode/static.js"(exports, module) {
    "use strict";
    var path = __require("node:path");
    var fs = __require("node:fs");
    var yaml = require_dist();
    module.exports = function(fastify2, opts, done) {
      if (!opts.specification) return done(new Error("specification is missing in the module options"));
      if (typeof opts.specification !== "object") return done(new Error("specification is not an object"));
      let swaggerObject = {};
      if (!opts.specification.path && !opts.specification.document) {
        return done(new Error("both specification.path and specification.document are missing, should be path to the file or swagger document spec"));
      } else if (opts.specification.path) {
        if (typeof opts.specification.path !== "string") return done(new Error("specification.path is not a string"));
        if (!fs.existsSync(path.resolve(opts.specification.path))) return done(new Error(`${opts.specification.path} does not exist`));
        const extName = path.extname(opts.specification.path).toLowerCase();
        if ([".yaml", ".json"].indexOf(extName) === -1) return done(new Error("specification.path extension name is not supported, should be one from ['.yaml', '.json']"));
        if (opts.specification.postProcessor && typeof opts.specification.postProcessor !== "function") return done(new Error("specification.postProcessor should be a function"));
        if (opts.specification.baseDir && typeof opts.specification.baseDir !== "string") return done(new Error("specification.baseDir should be string"));
        if (!opts.specification.baseDir) {
          opts.specification.baseDir = path.resolve(path.dirname(opts.specification.path));
        } else {
          while (opts.specification.baseDir.endsWith("/")) {
            opts.specification.baseDir = opts.specification.baseDir.slice(0, -1);
          }
        }
        const source = fs.readFileSync(
          path.resolve(opts.specification.path),
          "utf8"
        );
        switch (extName) {
          case ".yaml":
            swaggerObject = yaml.parse(source);
            break;
          case ".json":
            swaggerObject = JSON.parse(source);
            break;
        }
        if (opts.specification.postProcessor) {
          swaggerObject = opts.specification.postProcessor(swaggerObject);
        }
      } else {
        if (typeof opts.specification.document !== "object") return done(new Error("specification.document is not an object"));
        swaggerObject = opts.specification.document;
      }
      fastify2.decorate(opts.decorator || "swagger", swagger2);
      const cache = {
        swaggerObject: null,
        swaggerString: null
      };
      function swagger2(opts2) {
        if (opts2?.yaml) {
          if (cache.swaggerString) return cache.swaggerString;
        } else {
          if (cache.swaggerObject) return cache.swaggerObject;
        }
        if (opts2?.yaml) {
          const swaggerString = yaml.stringify(swaggerObject, { strict: false });
          cache.swaggerString = swaggerString;
          return swaggerString;
        }
        cache.swaggerObject = swaggerObject;
        return swaggerObject;
      }
      done();
    };
  }
});

// node_modules/ms/index.js
var require_ms = __commonJS({
  "node_modules/ms/index.js"(exports, module) {
    var s = 1e3;
    var m = s * 60;
    var h = m * 60;
    var d = h * 24;
    var w = d * 7;
    var y = d * 365.25;
    module.exports = function(val, options) {
      options = options || {};
      var type = typeof val;
      if (type === "string" && val.length > 0) {
        return parse(val);
      } else if (type === "number" && isFinite(val)) {
        return options.long ? fmtLong(val) : fmtShort(val);
      }
      throw new Error(
        "val is not a non-empty string or a valid number. val=" + JSON.stringify(val)
      );
    };
    function parse(str) {
      str = String(str);
      if (str.length > 100) {
        return;
      }
      var match = /^(-?(?:\d+)?\.?\d+) *(milliseconds?|msecs?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w|years?|yrs?|y)?$/i.exec(
        str
      );
      if (!match) {
        return;
      }
      var n = parseFloat(match[1]);
      var type = (match[2] || "ms").toLowerCase();
      switch (type) {
        case "years":
        case "year":
        case "yrs":
        case "yr":
        case "y":
          return n * y;
        case "weeks":
        case "week":
        case "w":
          return n * w;
        case "days":
        case "day":
        case "d":
          return n * d;
        case "hours":
        case "hour":
        case "hrs":
        case "hr":
        case "h":
          return n * h;
        case "minutes":
        case "minute":
        case "mins":
        case "min":
        case "m":
          return n * m;
        case "seconds":
        case "second":
        case "secs":
        case "sec":
        case "s":
          return n * s;
        case "milliseconds":
        case "millisecond":
        case "msecs":
        case "msec":
        case "ms":
          return n;
        default:
          return void 0;
      }
    }
    function fmtShort(ms) {
      var msAbs = Math.abs(ms);
      if (msAbs >= d) {
        return Math.round(ms / d) + "d";
      }
      if (msAbs >= h) {
        return Math.round(ms / h) + "h";
      }
      if (msAbs >= m) {
        return Math.round(ms / m) + "m";
      }
      if (msAbs >= s) {
        return Math.round(ms / s) + "s";
      }
      return ms + "ms";
    }
    function fmtLong(ms) {
      var msAbs = Math.abs(ms);
      if (msAbs >= d) {
        return plural(ms, msAbs, d, "day");
      }
      if (msAbs >= h) {
        return plural(ms, msAbs, h, "hour");
      }
      if (msAbs >= m) {
        return plural(ms, msAbs, m, "minute");
      }
      if (msAbs >= s) {
        return plural(ms, msAbs, s, "second");
      }
      return ms + " ms";
    }
    function plural(ms, msAbs, n, name) {
      var isPlural = msAbs >= n * 1.5;
      return Math.round(ms / n) + " " + name + (isPlural ? "s" : "");
    }
  }
});

// node_modules/debug/src/common.js
var require_common2 = __commonJS({
  "node_modules/debug/src/common.js"(exports, module) {
    function setup(env) {
      createDebug.debug = createDebug;
      createDebug.default = createDebug;
      createDebug.coerce = coerce;
      createDebug.disable = disable;
      createDebug.enable = enable;
      createDebug.enabled = enabled;
      createDebug.humanize = require_ms();
      createDebug.destroy = destroy;
      Object.keys(env).forEach((key) => {
        createDebug[key] = env[key];
      });
      createDebug.names = [];
      createDebug.skips = [];
      createDebug.formatters = {};
      function selectColor(namespace) {
        let hash = 0;
        for (let i = 0; i < namespace.length; i++) {
          hash = (hash << 5) - hash + namespace.charCodeAt(i);
          hash |= 0;
        }
        return createDebug.colors[Math.abs(hash) % createDebug.colors.length];
      }
      createDebug.selectColor = selectColor;
      function createDebug(namespace) {
        let prevTime;
        let enableOverride = null;
        let namespacesCache;
        let enabledCache;
        function debug(...args) {
          if (!debug.enabled) {
            return;
          }
          const self = debug;
          const curr = Number(/* @__PURE__ */ new Date());
          const ms = curr - (prevTime || curr);
          self.diff = ms;
          self.prev = prevTime;
          self.curr = curr;
          prevTime = curr;
          args[0] = createDebug.coerce(args[0]);
          if (typeof args[0] !== "string") {
            args.unshift("%O");
          }
          let index = 0;
          args[0] = args[0].replace(/%([a-zA-Z%])/g, (match, format) => {
            if (match === "%%") {
              return "%";
            }
            index++;
            const formatter = createDebug.formatters[format];
            if (typeof formatter === "function") {
              const val = args[index];
              match = formatter.call(self, val);
              args.splice(index, 1);
              index--;
            }
            return match;
          });
          createDebug.formatArgs.call(self, args);
          const logFn = self.log || createDebug.log;
          logFn.apply(self, args);
        }
        debug.namespace = namespace;
        debug.useColors = createDebug.useColors();
        debug.color = createDebug.selectColor(namespace);
        debug.extend = extend;
        debug.destroy = createDebug.destroy;
        Object.defineProperty(debug, "enabled", {
          enumerable: true,
          configurable: false,
          get: () => {
            if (enableOverride !== null) {
              return enableOverride;
            }
            if (namespacesCache !== createDebug.namespaces) {
              namespacesCache = createDebug.namespaces;
              enabledCache = createDebug.enabled(namespace);
            }
            return enabledCache;
          },
          set: (v) => {
            enableOverride = v;
          }
        });
        if (typeof createDebug.init === "function") {
          createDebug.init(debug);
        }
        return debug;
      }
      function extend(namespace, delimiter) {
        const newDebug = createDebug(this.namespace + (typeof delimiter === "undefined" ? ":" : delimiter) + namespace);
        newDebug.log = this.log;
        return newDebug;
      }
      function enable(namespaces) {
        createDebug.save(namespaces);
        createDebug.namespaces = namespaces;
        createDebug.names = [];
        createDebug.skips = [];
        const split = (typeof namespaces === "string" ? namespaces : "").trim().replace(/\s+/g, ",").split(",").filter(Boolean);
        for (const ns of split) {
          if (ns[0] === "-") {
            createDebug.skips.push(ns.slice(1));
          } else {
            createDebug.names.push(ns);
          }
        }
      }
      function matchesTemplate(search, template) {
        let searchIndex = 0;
        let templateIndex = 0;
        let starIndex = -1;
        let matchIndex = 0;
        while (searchIndex < search.length) {
          if (templateIndex < template.length && (template[templateIndex] === search[searchIndex] || template[templateIndex] === "*")) {
            if (template[templateIndex] === "*") {
              starIndex = templateIndex;
              matchIndex = searchIndex;
              templateIndex++;
            } else {
              searchIndex++;
              templateIndex++;
            }
          } else if (starIndex !== -1) {
            templateIndex = starIndex + 1;
            matchIndex++;
            searchIndex = matchIndex;
          } else {
            return false;
          }
        }
        while (templateIndex < template.length && template[templateIndex] === "*") {
          templateIndex++;
        }
        return templateIndex === template.length;
      }
      function disable() {
        const namespaces = [
          ...createDebug.names,
          ...createDebug.skips.map((namespace) => "-" + namespace)
        ].join(",");
        createDebug.enable("");
        return namespaces;
      }
      function enabled(name) {
        for (const skip of createDebug.skips) {
          if (matchesTemplate(name, skip)) {
            return false;
          }
        }
        for (const ns of createDebug.names) {
          if (matchesTemplate(name, ns)) {
            return true;
          }
        }
        return false;
      }
      function coerce(val) {
        if (val instanceof Error) {
          return val.stack || val.message;
        }
        return val;
      }
      function destroy() {
        console.warn("Instance method `debug.destroy()` is deprecated and no longer does anything. It will be removed in the next major version of `debug`.");
      }
      createDebug.enable(createDebug.load());
      return createDebug;
    }
    module.exports = setup;
  }
});

// node_modules/debug/src/browser.js
var require_browser = __commonJS({
  "node_modules/debug/src/browser.js"(exports, module) {
    exports.formatArgs = formatArgs;
    exports.save = save;
    exports.load = load;
    exports.useColors = useColors;
    exports.storage = localstorage();
    exports.destroy = /* @__PURE__ */ (() => {
      let warned = false;
      return () => {
        if (!warned) {
          warned = true;
          console.warn("Instance method `debug.destroy()` is deprecated and no longer does anything. It will be removed in the next major version of `debug`.");
        }
      };
    })();
    exports.colors = [
      "#0000CC",
      "#0000FF",
      "#0033CC",
      "#0033FF",
      "#0066CC",
      "#0066FF",
      "#0099CC",
      "#0099FF",
      "#00CC00",
      "#00CC33",
      "#00CC66",
      "#00CC99",
      "#00CCCC",
      "#00CCFF",
      "#3300CC",
      "#3300FF",
      "#3333CC",
      "#3333FF",
      "#3366CC",
      "#3366FF",
      "#3399CC",
      "#3399FF",
      "#33CC00",
      "#33CC33",
      "#33CC66",
      "#33CC99",
      "#33CCCC",
      "#33CCFF",
      "#6600CC",
      "#6600FF",
      "#6633CC",
      "#6633FF",
      "#66CC00",
      "#66CC33",
      "#9900CC",
      "#9900FF",
      "#9933CC",
      "#9933FF",
      "#99CC00",
      "#99CC33",
      "#CC0000",
      "#CC0033",
      "#CC0066",
      "#CC0099",
      "#CC00CC",
      "#CC00FF",
      "#CC3300",
      "#CC3333",
      "#CC3366",
      "#CC3399",
      "#CC33CC",
      "#CC33FF",
      "#CC6600",
      "#CC6633",
      "#CC9900",
      "#CC9933",
      "#CCCC00",
      "#CCCC33",
      "#FF0000",
      "#FF0033",
      "#FF0066",
      "#FF0099",
      "#FF00CC",
      "#FF00FF",
      "#FF3300",
      "#FF3333",
      "#FF3366",
      "#FF3399",
      "#FF33CC",
      "#FF33FF",
      "#FF6600",
      "#FF6633",
      "#FF9900",
      "#FF9933",
      "#FFCC00",
      "#FFCC33"
    ];
    function useColors() {
      if (typeof window !== "undefined" && window.process && (window.process.type === "renderer" || window.process.__nwjs)) {
        return true;
      }
      if (typeof navigator !== "undefined" && navigator.userAgent && navigator.userAgent.toLowerCase().match(/(edge|trident)\/(\d+)/)) {
        return false;
      }
      let m;
      return typeof document !== "undefined" && document.documentElement && document.documentElement.style && document.documentElement.style.WebkitAppearance || // Is firebug? http://stackoverflow.com/a/398120/376773
      typeof window !== "undefined" && window.console && (window.console.firebug || window.console.exception && window.console.table) || // Is firefox >= v31?
      // https://developer.mozilla.org/en-US/docs/Tools/Web_Console#Styling_messages
      typeof navigator !== "undefined" && navigator.userAgent && (m = navigator.userAgent.toLowerCase().match(/firefox\/(\d+)/)) && parseInt(m[1], 10) >= 31 || // Double check webkit in userAgent just in case we are in a worker
      typeof navigator !== "undefined" && navigator.userAgent && navigator.userAgent.toLowerCase().match(/applewebkit\/(\d+)/);
    }
    function formatArgs(args) {
      args[0] = (this.useColors ? "%c" : "") + this.namespace + (this.useColors ? " %c" : " ") + args[0] + (this.useColors ? "%c " : " ") + "+" + module.exports.humanize(this.diff);
      if (!this.useColors) {
        return;
      }
      const c = "color: " + this.color;
      args.splice(1, 0, c, "color: inherit");
      let index = 0;
      let lastC = 0;
      args[0].replace(/%[a-zA-Z%]/g, (match) => {
        if (match === "%%") {
          return;
        }
        index++;
        if (match === "%c") {
          lastC = index;
        }
      });
      args.splice(lastC, 0, c);
    }
    exports.log = console.debug || console.log || (() => {
    });
    function save(namespaces) {
      try {
        if (namespaces) {
          exports.storage.setItem("debug", namespaces);
        } else {
          exports.storage.removeItem("debug");
        }
      } catch (error) {
      }
    }
    function load() {
      let r;
      try {
        r = exports.storage.getItem("debug") || exports.storage.getItem("DEBUG");
      } catch (error) {
      }
      if (!r && typeof process !== "undefined" && "env" in process) {
        r = process.env.DEBUG;
      }
      return r;
    }
    function localstorage() {
      try {
        return localStorage;
      } catch (error) {
      }
    }
    module.exports = require_common2()(exports);
    var { formatters } = module.exports;
    formatters.j = function(v) {
      try {
        return JSON.stringify(v);
      } catch (error) {
        return "[UnexpectedJSONParseError]: " + error.message;
      }
    };
  }
});

// node_modules/has-flag/index.js
var require_has_flag = __commonJS({
  "node_modules/has-flag/index.js"(exports, module) {
    "use strict";
    module.exports = (flag, argv = process.argv) => {
      const prefix = flag.startsWith("-") ? "" : flag.length === 1 ? "-" : "--";
      const position = argv.indexOf(prefix + flag);
      const terminatorPosition = argv.indexOf("--");
      return position !== -1 && (terminatorPosition === -1 || position < terminatorPosition);
    };
  }
});

// node_modules/supports-color/index.js
var require_supports_color = __commonJS({
  "node_modules/supports-color/index.js"(exports, module) {
    "use strict";
    var os = __require("os");
    var tty = __require("tty");
    var hasFlag = require_has_flag();
    var { env } = process;
    var forceColor;
    if (hasFlag("no-color") || hasFlag("no-colors") || hasFlag("color=false") || hasFlag("color=never")) {
      forceColor = 0;
    } else if (hasFlag("color") || hasFlag("colors") || hasFlag("color=true") || hasFlag("color=always")) {
      forceColor = 1;
    }
    if ("FORCE_COLOR" in env) {
      if (env.FORCE_COLOR === "true") {
        forceColor = 1;
      } else if (env.FORCE_COLOR === "false") {
        forceColor = 0;
      } else {
        forceColor = env.FORCE_COLOR.length === 0 ? 1 : Math.min(parseInt(env.FORCE_COLOR, 10), 3);
      }
    }
    function translateLevel(level) {
      if (level === 0) {
        return false;
      }
      return {
        level,
        hasBasic: true,
        has256: level >= 2,
        has16m: level >= 3
      };
    }
    function supportsColor(haveStream, streamIsTTY) {
      if (forceColor === 0) {
        return 0;
      }
      if (hasFlag("color=16m") || hasFlag("color=full") || hasFlag("color=truecolor")) {
        return 3;
      }
      if (hasFlag("color=256")) {
        return 2;
      }
      if (haveStream && !streamIsTTY && forceColor === void 0) {
        return 0;
      }
      const min = forceColor || 0;
      if (env.TERM === "dumb") {
        return min;
      }
      if (process.platform === "win32") {
        const osRelease = os.release().split(".");
        if (Number(osRelease[0]) >= 10 && Number(osRelease[2]) >= 10586) {
          return Number(osRelease[2]) >= 14931 ? 3 : 2;
        }
        return 1;
      }
      if ("CI" in env) {
        if (["TRAVIS", "CIRCLECI", "APPVEYOR", "GITLAB_CI", "GITHUB_ACTIONS", "BUILDKITE"].some((sign) => sign in env) || env.CI_NAME === "codeship") {
          return 1;
        }
        return min;
      }
      if ("TEAMCITY_VERSION" in env) {
        return /^(9\.(0*[1-9]\d*)\.|\d{2,}\.)/.test(env.TEAMCITY_VERSION) ? 1 : 0;
      }
      if (env.COLORTERM === "truecolor") {
        return 3;
      }
      if ("TERM_PROGRAM" in env) {
        const version = parseInt((env.TERM_PROGRAM_VERSION || "").split(".")[0], 10);
        switch (env.TERM_PROGRAM) {
          case "iTerm.app":
            return version >= 3 ? 3 : 2;
          case "Apple_Terminal":
            return 2;
        }
      }
      if (/-256(color)?$/i.test(env.TERM)) {
        return 2;
      }
      if (/^screen|^xterm|^vt100|^vt220|^rxvt|color|ansi|cygwin|linux/i.test(env.TERM)) {
        return 1;
      }
      if ("COLORTERM" in env) {
        return 1;
      }
      return min;
    }
    function getSupportLevel(stream) {
      const level = supportsColor(stream, stream && stream.isTTY);
      return translateLevel(level);
    }
    module.exports = {
      supportsColor: getSupportLevel,
      stdout: translateLevel(supportsColor(true, tty.isatty(1))),
      stderr: translateLevel(supportsColor(true, tty.isatty(2)))
    };
  }
});

// node_modules/debug/src/node.js
var require_node = __commonJS({
  "node_modules/debug/src/node.js"(exports, module) {
    var tty = __require("tty");
    var util = __require("util");
    exports.init = init;
    exports.log = log;
    exports.formatArgs = formatArgs;
    exports.save = save;
    exports.load = load;
    exports.useColors = useColors;
    exports.destroy = util.deprecate(
      () => {
      },
      "Instance method `debug.destroy()` is deprecated and no longer does anything. It will be removed in the next major version of `debug`."
    );
    exports.colors = [6, 2, 3, 4, 5, 1];
    try {
      const supportsColor = require_supports_color();
      if (supportsColor && (supportsColor.stderr || supportsColor).level >= 2) {
        exports.colors = [
          20,
          21,
          26,
          27,
          32,
          33,
          38,
          39,
          40,
          41,
          42,
          43,
          44,
          45,
          56,
          57,
          62,
          63,
          68,
          69,
          74,
          75,
          76,
          77,
          78,
          79,
          80,
          81,
          92,
          93,
          98,
          99,
          112,
          113,
          128,
          129,
          134,
          135,
          148,
          149,
          160,
          161,
          162,
          163,
          164,
          165,
          166,
          167,
          168,
          169,
          170,
          171,
          172,
          173,
          178,
          179,
          184,
          185,
          196,
          197,
          198,
          199,
          200,
          201,
          202,
          203,
          204,
          205,
          206,
          207,
          208,
          209,
          214,
          215,
          220,
          221
        ];
      }
    } catch (error) {
    }
    exports.inspectOpts = Object.keys(process.env).filter((key) => {
      return /^debug_/i.test(key);
    }).reduce((obj, key) => {
      const prop = key.substring(6).toLowerCase().replace(/_([a-z])/g, (_, k) => {
        return k.toUpperCase();
      });
      let val = process.env[key];
      if (/^(yes|on|true|enabled)$/i.test(val)) {
        val = true;
      } else if (/^(no|off|false|disabled)$/i.test(val)) {
        val = false;
      } else if (val === "null") {
        val = null;
      } else {
        val = Number(val);
      }
      obj[prop] = val;
      return obj;
    }, {});
    function useColors() {
      return "colors" in exports.inspectOpts ? Boolean(exports.inspectOpts.colors) : tty.isatty(process.stderr.fd);
    }
    function formatArgs(args) {
      const { namespace: name, useColors: useColors2 } = this;
      if (useColors2) {
        const c = this.color;
        const colorCode = "\x1B[3" + (c < 8 ? c : "8;5;" + c);
        const prefix = `  ${colorCode};1m${name} \x1B[0m`;
        args[0] = prefix + args[0].split("\n").join("\n" + prefix);
        args.push(colorCode + "m+" + module.exports.humanize(this.diff) + "\x1B[0m");
      } else {
        args[0] = getDate() + name + " " + args[0];
      }
    }
    function getDate() {
      if (exports.inspectOpts.hideDate) {
        return "";
      }
      return (/* @__PURE__ */ new Date()).toISOString() + " ";
    }
    function log(...args) {
      return process.stderr.write(util.formatWithOptions(exports.inspectOpts, ...args) + "\n");
    }
    function save(namespaces) {
      if (namespaces) {
        process.env.DEBUG = namespaces;
      } else {
        delete process.env.DEBUG;
      }
    }
    function load() {
      return process.env.DEBUG;
    }
    function init(debug) {
      debug.inspectOpts = {};
      const keys = Object.keys(exports.inspectOpts);
      for (let i = 0; i < keys.length; i++) {
        debug.inspectOpts[keys[i]] = exports.inspectOpts[keys[i]];
      }
    }
    module.exports = require_common2()(exports);
    var { formatters } = module.exports;
    formatters.o = function(v) {
      this.inspectOpts.colors = this.useColors;
      return util.inspect(v, this.inspectOpts).split("\n").map((str) => str.trim()).join(" ");
    };
    formatters.O = function(v) {
      this.inspectOpts.colors = this.useColors;
      return util.inspect(v, this.inspectOpts);
    };
  }
});

// node_modules/debug/src/index.js
var require_src = __commonJS({
  "node_modules/debug/src/index.js"(exports, module) {
    if (typeof process === "undefined" || process.type === "renderer" || process.browser === true || process.__nwjs) {
      module.exports = require_browser();
    } else {
      module.exports = require_node();
    }
  }
});

// node_modules/json-schema-resolver/ref-resolver.js
var require_ref_resolver = __commonJS({
  "node_modules/json-schema-resolver/ref-resolver.js"(exports, module) {
    "use strict";
    var URI = require_fast_uri();
    var cloner = require_rfdc()({ proto: true, circles: false });
    var { EventEmitter } = __require("events");
    var debug = require_src()("json-schema-resolver");
    var kIgnore = /* @__PURE__ */ Symbol("json-schema-resolver.ignore");
    var kRefToDef = /* @__PURE__ */ Symbol("json-schema-resolver.refToDef");
    var kConsumed = /* @__PURE__ */ Symbol("json-schema-resolver.consumed");
    var defaultOpts = {
      target: "draft-07",
      clone: false,
      buildLocalReference(json, baseUri, fragment, i) {
        return `def-${i}`;
      }
    };
    var targetSupported = ["draft-07"];
    var targetCfg = {
      "draft-07": {
        def: "definitions"
      },
      "draft-08": {
        def: "$defs"
      }
    };
    function jsonSchemaResolver(options) {
      const ee = new EventEmitter();
      const {
        clone,
        target,
        applicationUri,
        externalSchemas: rootExternalSchemas,
        buildLocalReference
      } = Object.assign({}, defaultOpts, options);
      const allIds = /* @__PURE__ */ new Map();
      let rolling = 0;
      ee.on("$id", collectIds);
      const allRefs = [];
      ee.on("$ref", collectRefs);
      if (!targetSupported.includes(target)) {
        throw new Error(`Unsupported JSON schema version ${target}`);
      }
      let defaultUri;
      if (applicationUri) {
        defaultUri = getRootUri(applicationUri);
        if (rootExternalSchemas) {
          for (const es of rootExternalSchemas) {
            mapIds(ee, defaultUri, es);
          }
          debug("Processed root external schemas");
        }
      } else if (rootExternalSchemas) {
        throw new Error("If you set root externalSchema, the applicationUri option is needed");
      }
      return {
        resolve,
        definitions() {
          const defKey = targetCfg[target].def;
          const x = { [defKey]: {} };
          allIds.forEach((json, baseUri) => {
            x[defKey][json[kRefToDef]] = json;
          });
          return x;
        }
      };
      function resolve(rootSchema, opts) {
        const { externalSchemas } = opts || {};
        if (!rootExternalSchemas) {
          allIds.clear();
        }
        allRefs.length = 0;
        if (clone) {
          rootSchema = cloner(rootSchema);
        }
        const appUri = defaultUri || getRootUri(rootSchema.$id);
        debug("Found app URI %o", appUri);
        if (externalSchemas) {
          for (const es of externalSchemas) {
            mapIds(ee, appUri, es);
          }
          debug("Processed external schemas");
        }
        const baseUri = URI.serialize(appUri);
        if (rootSchema.$id) {
          rootSchema.$id = baseUri;
        }
        Object.defineProperty(rootSchema, kIgnore, { value: true, enumerable: false });
        mapIds(ee, appUri, rootSchema);
        debug("Processed root schema");
        debug("Generating %d refs", allRefs.length);
        allRefs.forEach(({ baseUri: baseUri2, ref, refUri, json }) => {
          debug("Evaluating $ref %s", ref);
          if (ref[0] === "#") {
            return;
          }
          const evaluatedJson = allIds.get(baseUri2);
          if (!evaluatedJson) {
            debug("External $ref %s not provided with baseUri %s", ref, baseUri2);
            return;
          }
          Object.defineProperty(evaluatedJson, kConsumed, { value: true, enumerable: false });
          json.$ref = `#/definitions/${evaluatedJson[kRefToDef]}${refUri.fragment || ""}`;
        });
        if (externalSchemas) {
          const defKey = targetCfg[target].def;
          allIds.forEach((json, baseUri2) => {
            if (json[kConsumed] === true) {
              if (!rootSchema[defKey]) {
                rootSchema[defKey] = {};
              }
              rootSchema[defKey][json[kRefToDef]] = json;
            }
          });
        }
        return rootSchema;
      }
      function collectIds(json, baseUri, fragment) {
        if (json[kIgnore]) {
          return;
        }
        const rel = fragment && URI.serialize(fragment) || "";
        const id = URI.serialize(baseUri) + rel;
        if (!allIds.has(id)) {
          debug("Collected $id %s", id);
          const value = buildLocalReference(json, baseUri, fragment, rolling++);
          Object.defineProperty(json, kRefToDef, { value, enumerable: false });
          allIds.set(id, json);
        } else {
          debug("WARN duplicated id %s .. IGNORED - ", id);
        }
      }
      function collectRefs(json, baseUri, refVal) {
        const refUri = URI.parse(refVal);
        debug("Pre enqueue $ref %o", refUri);
        if (refUri.reference === "relative") {
          refUri.scheme = baseUri.scheme;
          refUri.userinfo = baseUri.userinfo;
          refUri.host = baseUri.host;
          refUri.port = baseUri.port;
          const newBaseUri = Object.assign({}, baseUri);
          newBaseUri.path = refUri.path;
          baseUri = newBaseUri;
        } else if (refUri.reference === "uri" || refUri.reference === "absolute") {
          baseUri = { ...refUri, fragment: void 0 };
        }
        const ref = URI.serialize(refUri);
        allRefs.push({
          baseUri: URI.serialize(baseUri),
          refUri,
          ref,
          json
        });
        debug("Enqueue $ref %s", ref);
      }
    }
    function mapIds(ee, baseUri, json) {
      if (!(json instanceof Object)) return;
      if (json.$id) {
        const $idUri = URI.parse(json.$id);
        let fragment = null;
        if ($idUri.reference === "absolute") {
          baseUri = $idUri;
        } else if ($idUri.reference === "relative") {
          const newBaseUri = Object.assign({}, baseUri);
          newBaseUri.path = $idUri.path;
          newBaseUri.fragment = $idUri.fragment;
          baseUri = newBaseUri;
        } else {
          fragment = $idUri;
        }
        ee.emit("$id", json, baseUri, fragment);
      }
      const fields = Object.keys(json);
      for (const prop of fields) {
        if (prop === "$ref") {
          ee.emit("$ref", json, baseUri, json[prop]);
        }
        mapIds(ee, baseUri, json[prop]);
      }
    }
    function getRootUri(strUri = "application.uri") {
      const uri = URI.parse(strUri);
      uri.fragment = void 0;
      return uri;
    }
    module.exports = jsonSchemaResolver;
  }
});

// node_modules/@fastify/swagger/lib/util/definitions.js
var require_definitions = __commonJS({
  "node_modules/@fastify/swagger/lib/util/definitions.js"(exports, module) {
    "use strict";
    var SCHEMA_MAP_KEYWORDS = /* @__PURE__ */ new Set([
      "properties",
      "patternProperties",
      "definitions",
      "$defs",
      "dependencies"
    ]);
    var DEFINITIONS_KEYWORDS = ["definitions", "$defs"];
    var SCHEMA_KEYWORDS = /* @__PURE__ */ new Set([
      "items",
      "additionalItems",
      "additionalProperties",
      "contains",
      "propertyNames",
      "not",
      "if",
      "then",
      "else",
      "allOf",
      "anyOf",
      "oneOf"
    ]);
    function isObject(value) {
      return typeof value === "object" && value !== null;
    }
    function escapeToken(token) {
      return token.replace(/~/g, "~0").replace(/\//g, "~1");
    }
    function walkSchema(schema, visit, pointer = [], baseId, baseDepth = 0) {
      if (!isObject(schema)) return;
      if (Array.isArray(schema)) {
        for (let i = 0; i < schema.length; i++) {
          pointer.push(`${i}`);
          walkSchema(schema[i], visit, pointer, baseId, baseDepth);
          pointer.pop();
        }
        return;
      }
      if (typeof schema.$id === "string" && schema.$id[0] !== "#") {
        baseId = schema.$id.split("#", 1)[0];
        baseDepth = pointer.length;
      }
      visit(schema, pointer, baseId, baseDepth);
      const keys = Object.keys(schema);
      for (let i = 0; i < keys.length; i++) {
        const key = keys[i];
        const value = schema[key];
        if (SCHEMA_KEYWORDS.has(key)) {
          pointer.push(key);
          walkSchema(value, visit, pointer, baseId, baseDepth);
          pointer.pop();
        } else if (SCHEMA_MAP_KEYWORDS.has(key) && isObject(value)) {
          const names = Object.keys(value);
          pointer.push(key);
          for (let j = 0; j < names.length; j++) {
            pointer.push(names[j]);
            walkSchema(value[names[j]], visit, pointer, baseId, baseDepth);
            pointer.pop();
          }
          pointer.pop();
        }
      }
    }
    function prepareSharedSchemas(schemas) {
      const anchors = /* @__PURE__ */ new Map();
      const refs = [];
      for (let i = 0; i < schemas.length; i++) {
        walkSchema(schemas[i], (subschema, pointer, baseId, baseDepth) => {
          if (baseId === void 0) return;
          const { $id, $ref } = subschema;
          if (typeof $ref === "string") {
            if ($ref[0] === "#") subschema.$ref = baseId + $ref;
            refs.push(subschema);
          }
          if (typeof $id !== "string" || $id[0] !== "#") return;
          delete subschema.$id;
          const anchor = baseId + $id;
          if ($id.length === 1 || anchors.has(anchor)) return;
          let jsonPointer = "";
          for (let j = baseDepth; j < pointer.length; j++) {
            jsonPointer += `/${escapeToken(pointer[j])}`;
          }
          anchors.set(anchor, `${baseId}#${jsonPointer}`);
        });
      }
      for (let i = 0; i < refs.length; i++) {
        const target = anchors.get(refs[i].$ref);
        if (target !== void 0) refs[i].$ref = target;
      }
      return anchors;
    }
    function rewriteAnchorRefs(node, anchors) {
      if (!isObject(node)) return node;
      if (Array.isArray(node)) {
        for (const item of node) rewriteAnchorRefs(item, anchors);
        return node;
      }
      if (typeof node.$ref === "string" && anchors.has(node.$ref)) {
        node.$ref = anchors.get(node.$ref);
      }
      for (const key of Object.keys(node)) {
        rewriteAnchorRefs(node[key], anchors);
      }
      return node;
    }
    function unknownSchemas(schemas, ref) {
      const known = ref.definitions().definitions;
      const unknown = {};
      for (const name of Object.keys(schemas)) {
        if (schemas[name] !== known[name]) unknown[name] = schemas[name];
      }
      return unknown;
    }
    function hoistDefinitions(schemaName, schema, sharedSchemas, hoisted) {
      const result = [];
      const owners = [];
      const taken = new Set(hoisted.values());
      if (isObject(schema.definitions)) {
        for (const key of Object.keys(schema.definitions)) {
          if (schema.definitions[key] === sharedSchemas[key]) {
            delete schema.definitions[key];
          }
        }
      }
      walkSchema(schema, (subschema, pointer) => {
        let prefix;
        for (let i = 0; i < DEFINITIONS_KEYWORDS.length; i++) {
          const keyword = DEFINITIONS_KEYWORDS[i];
          if (!isObject(subschema[keyword])) continue;
          owners.push([subschema, keyword]);
          if (prefix === void 0) {
            prefix = schemaName;
            for (let j = 0; j < pointer.length; j++) prefix += `/${escapeToken(pointer[j])}`;
          }
          const keys = Object.keys(subschema[keyword]);
          for (let j = 0; j < keys.length; j++) {
            const key = keys[j];
            const from = `${prefix}/${keyword}/${escapeToken(key)}`;
            let name = `${schemaName}-${key}`;
            for (let i2 = 1; Object.hasOwn(sharedSchemas, name) || taken.has(name); i2++) {
              name = `${schemaName}-${key}-${i2}`;
            }
            taken.add(name);
            hoisted.set(from, name);
            result.push([name, subschema[keyword][key]]);
          }
        }
      });
      for (const [owner, keyword] of owners) {
        delete owner[keyword];
      }
      return result;
    }
    function rewriteHoistedRefs(node, prefix, hoisted) {
      if (hoisted.size === 0 || !isObject(node)) return;
      if (Array.isArray(node)) {
        for (const item of node) rewriteHoistedRefs(item, prefix, hoisted);
        return;
      }
      if (typeof node.$ref === "string" && node.$ref.startsWith(prefix)) {
        const pointer = node.$ref.slice(prefix.length);
        for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
          const name = hoisted.get(pointer.slice(0, end));
          if (name !== void 0) {
            node.$ref = prefix + name + pointer.slice(end);
            break;
          }
        }
      }
      for (const key of Object.keys(node)) {
        rewriteHoistedRefs(node[key], prefix, hoisted);
      }
    }
    function referenceInlineDefinitions(schema, ref, ignore = /* @__PURE__ */ new Set()) {
      const names = /* @__PURE__ */ new Map();
      const definitions = ref.definitions().definitions;
      for (const name of Object.keys(definitions)) {
        const { $id } = definitions[name];
        if (typeof $id === "string" && !ignore.has(name)) names.set($id, name);
      }
      const found = {};
      const replacements = [];
      walkSchema(schema, (subschema, pointer) => {
        if (pointer.length === 0) return;
        if (pointer.length === 2 && DEFINITIONS_KEYWORDS.includes(pointer[0])) return;
        if (typeof subschema.$id !== "string" || subschema.$id[0] === "#") return;
        const name = names.get(subschema.$id);
        if (name === void 0) return;
        found[name] = definitions[name];
        replacements.push([pointer.slice(), name]);
      });
      const replaced = [];
      for (const [pointer, name] of replacements) {
        if (replaced.some((prefix) => prefix.every((token, i) => pointer[i] === token))) continue;
        replaced.push(pointer);
        let parent = schema;
        for (let i = 0; i < pointer.length - 1; i++) parent = parent[pointer[i]];
        parent[pointer[pointer.length - 1]] = { $ref: `#/definitions/${name}` };
      }
      return found;
    }
    module.exports = {
      prepareSharedSchemas,
      referenceInlineDefinitions,
      rewriteAnchorRefs,
      hoistDefinitions,
      unknownSchemas,
      rewriteHoistedRefs
    };
  }
});

// node_modules/@fastify/swagger/lib/util/add-hook.js
var require_add_hook = __commonJS({
  "node_modules/@fastify/swagger/lib/util/add-hook.js"(exports, module) {
    "use strict";
    var Ref = require_ref_resolver();
    var cloner = require_rfdc()({ proto: true, circles: false });
    var { prepareSharedSchemas, referenceInlineDefinitions, rewriteAnchorRefs } = require_definitions();
    function addHook(fastify2, pluginOptions) {
      const routes = [];
      const instances = [];
      const sharedSchemasMap = /* @__PURE__ */ new Map();
      let hookRun = false;
      fastify2.addHook("onRoute", (routeOptions) => {
        const routeConfig = routeOptions.config || {};
        const swaggerConfig = routeConfig.swagger || {};
        if (routeOptions.method === "HEAD" && pluginOptions.exposeHeadRoutes !== true && swaggerConfig.exposeHeadRoute !== true) {
          return;
        }
        if (routeOptions.method === "HEAD" && routeOptions.schema !== void 0 && routeOptions.schema.operationId !== void 0) {
          routes.push(
            // If two routes with operationId are added to the swagger
            // object, it is no longer valid.
            // therefore we suffix the operationId with `-head`.
            Object.assign({}, routeOptions, {
              schema: Object.assign({}, routeOptions.schema, {
                operationId: `${routeOptions.schema.operationId}-head`
              })
            })
          );
          return;
        }
        routes.push(routeOptions);
      });
      fastify2.addHook("onRegister", async (instance) => {
        instances.push(instance);
      });
      fastify2.addHook("onReady", (done) => {
        hookRun = true;
        for (const instance of instances) {
          const allSchemas2 = instance.getSchemas();
          for (const schemaId of Object.keys(allSchemas2)) {
            sharedSchemasMap.set(schemaId, allSchemas2[schemaId]);
          }
        }
        const allSchemas = fastify2.getSchemas();
        for (const schemaId of Object.keys(allSchemas)) {
          sharedSchemasMap.set(schemaId, allSchemas[schemaId]);
        }
        instances.length = 0;
        done();
      });
      return {
        routes,
        Ref() {
          if (hookRun === false) {
            throw new Error(".swagger() must be called after .ready()");
          }
          const externalSchemas = cloner(Array.from(sharedSchemasMap.values()));
          const anchors = prepareSharedSchemas(externalSchemas);
          const ref = Ref(
            Object.assign(
              { applicationUri: "todo.com" },
              pluginOptions.refResolver,
              { clone: true, externalSchemas }
            )
          );
          const resolve = anchors.size === 0 ? ref.resolve : (schema, opts) => ref.resolve(rewriteAnchorRefs(cloner(schema), anchors), opts);
          const sharedNames = new Set(Object.keys(ref.definitions().definitions));
          const inlineDefinitions = {};
          return {
            definitions: ref.definitions,
            resolve(schema, opts) {
              const resolved = resolve(schema, opts);
              const queue = [resolved];
              while (queue.length > 0) {
                const found = referenceInlineDefinitions(queue.shift(), ref, sharedNames);
                for (const name of Object.keys(found)) {
                  if (Object.hasOwn(inlineDefinitions, name)) continue;
                  inlineDefinitions[name] = found[name];
                  queue.push(found[name]);
                }
              }
              return resolved;
            },
            // the definitions collected from the route schemas, by name
            inlineDefinitions
          };
        }
      };
    }
    module.exports = {
      addHook
    };
  }
});

// node_modules/@fastify/swagger/lib/util/should-route-hide.js
var require_should_route_hide = __commonJS({
  "node_modules/@fastify/swagger/lib/util/should-route-hide.js"(exports, module) {
    "use strict";
    function shouldRouteHide(schema, opts) {
      const { hiddenTag, hideUntagged } = opts;
      if (schema?.hide) {
        return true;
      }
      const tags = schema?.tags || [];
      if (tags.length === 0 && hideUntagged) {
        return true;
      }
      if (tags.includes(hiddenTag)) {
        return true;
      }
      return false;
    }
    module.exports = {
      shouldRouteHide
    };
  }
});

// node_modules/@fastify/swagger/lib/util/read-package-json.js
var require_read_package_json = __commonJS({
  "node_modules/@fastify/swagger/lib/util/read-package-json.js"(exports, module) {
    "use strict";
    var fs = __require("node:fs");
    var path = __require("node:path");
    function readPackageJson() {
      try {
        return JSON.parse(fs.readFileSync(path.join(__dirname, "..", "..", "package.json")));
      } catch {
        return {};
      }
    }
    module.exports = {
      readPackageJson
    };
  }
});

// node_modules/@fastify/swagger/lib/symbols.js
var require_symbols = __commonJS({
  "node_modules/@fastify/swagger/lib/symbols.js"(exports, module) {
    "use strict";
    var rawRequired = /* @__PURE__ */ Symbol("@fastify/swagger.rawRequired");
    module.exports = {
      rawRequired
    };
  }
});

// node_modules/@fastify/swagger/lib/constants.js
var require_constants3 = __commonJS({
  "node_modules/@fastify/swagger/lib/constants.js"(exports, module) {
    "use strict";
    var xConsume = "x-consume";
    var xResponseDescription = "x-response-description";
    var xExamples = "x-examples";
    module.exports = {
      xConsume,
      xResponseDescription,
      xExamples
    };
  }
});

// node_modules/@fastify/swagger/lib/util/resolve-local-ref.js
var require_resolve_local_ref = __commonJS({
  "node_modules/@fastify/swagger/lib/util/resolve-local-ref.js"(exports, module) {
    "use strict";
    var { rawRequired } = require_symbols();
    var { xConsume } = require_constants3();
    function resolveLocalRef(jsonSchema, externalSchemas) {
      if (jsonSchema.properties !== void 0) {
        const propertiesMap = Object.keys(jsonSchema.properties).reduce((acc, headers) => {
          const rewriteProps = {};
          rewriteProps.required = Array.isArray(jsonSchema.required) && jsonSchema.required.indexOf(headers) >= 0 || false;
          if (jsonSchema.properties[headers][xConsume]) {
            rewriteProps[rawRequired] = jsonSchema.properties[headers].required;
          }
          const newProps = Object.assign({}, jsonSchema.properties[headers], rewriteProps);
          return Object.assign({}, acc, { [headers]: newProps });
        }, {});
        return propertiesMap;
      }
      if (jsonSchema.oneOf || jsonSchema.anyOf || jsonSchema.allOf) {
        const schemas = jsonSchema.oneOf || jsonSchema.anyOf || jsonSchema.allOf;
        return schemas.reduce((acc, schema) => Object.assign(acc, resolveLocalRef(schema, externalSchemas)), {});
      }
      if (jsonSchema.$ref) {
        const localRef = jsonSchema.$ref.split("/", 3)[2];
        if (externalSchemas[localRef]) return resolveLocalRef(externalSchemas[localRef], externalSchemas);
        return resolveLocalRef(externalSchemas[jsonSchema.$ref.split("/", 4)[3]], externalSchemas);
      }
      return jsonSchema;
    }
    module.exports = {
      resolveLocalRef
    };
  }
});

// node_modules/@fastify/swagger/lib/util/resolve-schema-reference.js
var require_resolve_schema_reference = __commonJS({
  "node_modules/@fastify/swagger/lib/util/resolve-schema-reference.js"(exports, module) {
    "use strict";
    function resolveSchemaReference(rawSchema, ref) {
      const resolvedReference = ref.resolve(rawSchema);
      const schemaId = resolvedReference?.$ref?.split("/", 3)[2];
      if (schemaId === void 0) {
        return void 0;
      }
      return ref.definitions().definitions[schemaId];
    }
    module.exports = {
      resolveSchemaReference
    };
  }
});

// node_modules/@fastify/swagger/lib/util/match-params.js
var require_match_params = __commonJS({
  "node_modules/@fastify/swagger/lib/util/match-params.js"(exports, module) {
    "use strict";
    var paramPattern = /\{[^{}]+\}/gu;
    function hasParams(url) {
      if (!url) return false;
      return paramPattern.test(url);
    }
    function matchParams(url) {
      if (!url) return [];
      return url.match(paramPattern) || [];
    }
    module.exports = {
      hasParams,
      matchParams
    };
  }
});

// node_modules/@fastify/swagger/lib/util/generate-params-schema.js
var require_generate_params_schema = __commonJS({
  "node_modules/@fastify/swagger/lib/util/generate-params-schema.js"(exports, module) {
    "use strict";
    var { matchParams } = require_match_params();
    var namePattern = /\{([^{}]+)\}/u;
    function paramName(param) {
      return param.replace(namePattern, (_, captured) => captured);
    }
    function generateParamsSchema(url) {
      const params = matchParams(url);
      const schema = {
        params: {
          type: "object",
          properties: {}
        }
      };
      schema.params.properties = params.reduce((acc, param) => {
        const name = paramName(param);
        acc[name] = {
          type: "string"
        };
        return acc;
      }, {});
      return schema;
    }
    module.exports = {
      generateParamsSchema,
      paramName
    };
  }
});

// node_modules/@fastify/swagger/lib/spec/constants.js
var require_constants4 = __commonJS({
  "node_modules/@fastify/swagger/lib/spec/constants.js"(exports, module) {
    module.exports = {
      CUSTOM_HEADER: "x-"
    };
  }
});

// node_modules/@fastify/swagger/lib/spec/swagger/utils.js
var require_utils = __commonJS({
  "node_modules/@fastify/swagger/lib/spec/swagger/utils.js"(exports, module) {
    "use strict";
    var { readPackageJson } = require_read_package_json();
    var { formatParamUrl } = require_format_param_url();
    var { resolveLocalRef } = require_resolve_local_ref();
    var { hoistDefinitions, unknownSchemas } = require_definitions();
    var { resolveSchemaReference } = require_resolve_schema_reference();
    var { xResponseDescription, xConsume } = require_constants3();
    var { generateParamsSchema } = require_generate_params_schema();
    var { hasParams } = require_match_params();
    var { CUSTOM_HEADER } = require_constants4();
    function prepareDefaultOptions(opts) {
      const swagger2 = opts.swagger;
      const info = swagger2.info || null;
      const host = swagger2.host || null;
      const schemes = swagger2.schemes || null;
      const consumes = swagger2.consumes || null;
      const produces = swagger2.produces || null;
      const definitions = swagger2.definitions || null;
      const paths = swagger2.paths || null;
      const basePath = swagger2.basePath || null;
      const securityDefinitions = swagger2.securityDefinitions || null;
      const security = swagger2.security || null;
      const tags = swagger2.tags || null;
      const externalDocs = swagger2.externalDocs || null;
      const stripBasePath = opts.stripBasePath;
      const transform = opts.transform;
      const transformObject = opts.transformObject;
      const hiddenTag = opts.hiddenTag;
      const hideUntagged = opts.hideUntagged;
      const extensions = [];
      for (const [key, value] of Object.entries(opts.swagger)) {
        if (key.startsWith(CUSTOM_HEADER)) {
          extensions.push([key, value]);
        }
      }
      return {
        info,
        host,
        schemes,
        consumes,
        produces,
        definitions,
        paths,
        basePath,
        securityDefinitions,
        security,
        tags,
        externalDocs,
        stripBasePath,
        transform,
        transformObject,
        hiddenTag,
        extensions,
        hideUntagged
      };
    }
    function prepareSwaggerObject(opts) {
      const pkg = readPackageJson();
      const swaggerObject = {
        swagger: "2.0",
        info: {
          version: pkg.version || "1.0.0",
          title: pkg.name || ""
        },
        definitions: {},
        paths: {}
      };
      if (opts.info) swaggerObject.info = opts.info;
      if (opts.host) swaggerObject.host = opts.host;
      if (opts.schemes) swaggerObject.schemes = opts.schemes;
      if (opts.basePath) swaggerObject.basePath = opts.basePath;
      if (opts.consumes) swaggerObject.consumes = opts.consumes;
      if (opts.produces) swaggerObject.produces = opts.produces;
      if (opts.definitions) swaggerObject.definitions = opts.definitions;
      if (opts.paths) swaggerObject.paths = opts.paths;
      if (opts.securityDefinitions) swaggerObject.securityDefinitions = opts.securityDefinitions;
      if (opts.security) swaggerObject.security = opts.security;
      if (opts.tags) swaggerObject.tags = opts.tags;
      if (opts.externalDocs) swaggerObject.externalDocs = opts.externalDocs;
      for (const [key, value] of opts.extensions) {
        swaggerObject[key] = value;
      }
      return swaggerObject;
    }
    function normalizeUrl(url, basePath, stripBasePath) {
      let path;
      if (stripBasePath && url.startsWith(basePath)) {
        path = url.replace(basePath, "");
      } else {
        path = url;
      }
      if (path[0] !== "/") {
        path = "/" + String(path);
      }
      return formatParamUrl(path);
    }
    function plainJsonObjectToSwagger2(container, jsonSchema, externalSchemas, securityIgnores = []) {
      const obj = resolveLocalRef(jsonSchema, externalSchemas);
      let toSwaggerProp;
      switch (container) {
        case "header":
        case "query":
          toSwaggerProp = function(propertyName, jsonSchemaElement) {
            if (jsonSchemaElement[xConsume]) {
              throw new Error('Complex serialization is not supported by Swagger. Remove "' + xConsume + '" for "' + propertyName + '" querystring/header schema or change specification to OpenAPI');
            }
            jsonSchemaElement.in = container;
            jsonSchemaElement.name = propertyName;
            return jsonSchemaElement;
          };
          break;
        case "formData":
          toSwaggerProp = function(propertyName, jsonSchemaElement) {
            delete jsonSchemaElement.$id;
            jsonSchemaElement.in = container;
            jsonSchemaElement.name = propertyName;
            if (jsonSchemaElement.contentEncoding === "binary") {
              delete jsonSchemaElement.contentEncoding;
              jsonSchemaElement.type = "file";
            }
            return jsonSchemaElement;
          };
          break;
        case "path":
          toSwaggerProp = function(propertyName, jsonSchemaElement) {
            jsonSchemaElement.in = container;
            jsonSchemaElement.name = propertyName;
            jsonSchemaElement.required = true;
            return jsonSchemaElement;
          };
          break;
      }
      return Object.keys(obj).filter((propKey) => !securityIgnores.includes(propKey)).map((propKey) => {
        return toSwaggerProp(propKey, obj[propKey]);
      });
    }
    function replaceUnsupported(jsonSchema) {
      if (typeof jsonSchema === "object" && jsonSchema !== null) {
        if (jsonSchema.patternProperties) {
          jsonSchema.additionalProperties = { type: "string" };
          delete jsonSchema.patternProperties;
        } else if (jsonSchema.const !== void 0) {
          jsonSchema.enum = [jsonSchema.const];
          delete jsonSchema.const;
        }
        Object.keys(jsonSchema).forEach(function(key) {
          jsonSchema[key] = replaceUnsupported(jsonSchema[key]);
        });
      }
      return jsonSchema;
    }
    function isConsumesFormOnly(schema) {
      const consumes = schema.consumes;
      return consumes && consumes.length === 1 && (consumes[0] === "application/x-www-form-urlencoded" || consumes[0] === "multipart/form-data");
    }
    function resolveBodyParams(parameters, schema, ref) {
      const resolved = ref.resolve(schema);
      replaceUnsupported(resolved);
      parameters.push({
        name: "body",
        in: "body",
        description: resolved?.description,
        schema: resolved
      });
    }
    function resolveCommonParams(container, parameters, schema, ref, sharedSchemas, securityIgnores) {
      const resolved = ref.resolve(schema);
      const arr = plainJsonObjectToSwagger2(container, resolved, sharedSchemas, securityIgnores);
      arr.forEach((swaggerSchema) => parameters.push(swaggerSchema));
    }
    function findReferenceDescription(rawSchema, ref) {
      const resolved = resolveSchemaReference(rawSchema, ref);
      return resolved?.description;
    }
    function resolveResponse(fastifyResponseJson, ref) {
      if (!fastifyResponseJson) {
        return { 200: { description: "Default Response" } };
      }
      const responsesContainer = {};
      const statusCodes = Object.keys(fastifyResponseJson);
      statusCodes.forEach((statusCode) => {
        const rawJsonSchema = fastifyResponseJson[statusCode];
        const resolved = ref.resolve(rawJsonSchema);
        delete resolved.$schema;
        const deXXStatusCode = statusCode.toUpperCase().replace("XX", "00");
        if (statusCode.toUpperCase().includes("XX") && statusCodes.includes(deXXStatusCode)) {
          return;
        }
        if (statusCode !== "default") {
          statusCode = deXXStatusCode;
        }
        const response = {
          description: rawJsonSchema[xResponseDescription] || rawJsonSchema.description || findReferenceDescription(rawJsonSchema, ref) || "Default Response"
        };
        if (rawJsonSchema.headers) {
          response.headers = rawJsonSchema.headers;
          delete resolved.headers;
        }
        if (rawJsonSchema.type !== "null") {
          const schema = { ...resolved };
          replaceUnsupported(schema);
          delete schema[xResponseDescription];
          response.schema = schema;
        }
        responsesContainer[statusCode] = response;
      });
      return responsesContainer;
    }
    function prepareSwaggerMethod(schema, ref, swaggerObject, url) {
      const swaggerMethod = {};
      const parameters = [];
      const securityIgnores = [
        ...swaggerObject?.security || [],
        ...schema?.security || []
      ].reduce((acc, securitySchemeGroup) => {
        Object.keys(securitySchemeGroup).forEach((securitySchemeLabel) => {
          const { name, in: category } = swaggerObject.securityDefinitions[securitySchemeLabel];
          if (!acc[category]) {
            acc[category] = [];
          }
          acc[category].push(name);
        });
        return acc;
      }, {});
      if (schema) {
        if (schema.operationId) swaggerMethod.operationId = schema.operationId;
        if (schema.summary) swaggerMethod.summary = schema.summary;
        if (schema.description) swaggerMethod.description = schema.description;
        if (schema.externalDocs) swaggerMethod.externalDocs = schema.externalDocs;
        if (schema.tags) swaggerMethod.tags = schema.tags;
        if (schema.produces) swaggerMethod.produces = schema.produces;
        if (schema.consumes) swaggerMethod.consumes = schema.consumes;
        if (schema.querystring) resolveCommonParams("query", parameters, schema.querystring, ref, swaggerObject.definitions, securityIgnores.query);
        if (schema.body) {
          const isConsumesAllFormOnly = isConsumesFormOnly(schema) || isConsumesFormOnly(swaggerObject);
          isConsumesAllFormOnly ? resolveCommonParams("formData", parameters, schema.body, ref, swaggerObject.definitions) : resolveBodyParams(parameters, schema.body, ref);
        }
        if (schema.params) resolveCommonParams("path", parameters, schema.params, ref, swaggerObject.definitions);
        if (schema.headers) resolveCommonParams("header", parameters, schema.headers, ref, swaggerObject.definitions, securityIgnores.header);
        if (parameters.length > 0) swaggerMethod.parameters = parameters;
        if (schema.deprecated) swaggerMethod.deprecated = schema.deprecated;
        if (schema.security) swaggerMethod.security = schema.security;
        for (const key of Object.keys(schema)) {
          if (key.startsWith(CUSTOM_HEADER)) {
            swaggerMethod[key] = schema[key];
          }
        }
      }
      if ((!schema || !schema.params) && hasParams(url)) {
        const schemaGenerated = generateParamsSchema(url);
        resolveCommonParams("path", parameters, schemaGenerated.params, ref, swaggerObject.definitions);
        swaggerMethod.parameters = parameters;
      }
      swaggerMethod.responses = resolveResponse(schema ? schema.response : null, ref);
      return swaggerMethod;
    }
    function prepareSwaggerDefinitions(definitions, ref, hoisted = /* @__PURE__ */ new Map()) {
      const externalSchemas = [unknownSchemas(definitions, ref)];
      return Object.entries(definitions).reduce((res, [name, definition]) => {
        const _ = { ...definition };
        const resolved = ref.resolve(_, { externalSchemas });
        delete resolved.$id;
        res[name] = resolved;
        for (const [hoistedName, schema] of hoistDefinitions(name, resolved, { ...ref.definitions().definitions, ...definitions }, hoisted)) {
          delete schema.$id;
          res[hoistedName] = schema;
        }
        return res;
      }, {});
    }
    module.exports = {
      prepareDefaultOptions,
      prepareSwaggerObject,
      prepareSwaggerMethod,
      normalizeUrl,
      prepareSwaggerDefinitions
    };
  }
});

// node_modules/@fastify/swagger/lib/spec/swagger/index.js
var require_swagger = __commonJS({
  "node_modules/@fastify/swagger/lib/spec/swagger/index.js"(exports, module) {
    "use strict";
    var yaml = require_dist();
    var { shouldRouteHide } = require_should_route_hide();
    var { rewriteHoistedRefs } = require_definitions();
    var { prepareDefaultOptions, prepareSwaggerObject, prepareSwaggerMethod, normalizeUrl, prepareSwaggerDefinitions } = require_utils();
    module.exports = function(opts, cache, routes, Ref) {
      let ref;
      const defOpts = prepareDefaultOptions(opts);
      return function(opts2) {
        if (opts2?.yaml) {
          if (cache.string) return cache.string;
        } else {
          if (cache.object) return cache.object;
        }
        const swaggerObject = prepareSwaggerObject(defOpts);
        ref = Ref();
        const hoisted = /* @__PURE__ */ new Map();
        swaggerObject.definitions = prepareSwaggerDefinitions({
          ...swaggerObject.definitions,
          ...ref.definitions().definitions
        }, ref, hoisted);
        for (const route of routes) {
          const transformResult = route.config?.swaggerTransform !== void 0 ? route.config.swaggerTransform ? route.config.swaggerTransform({ schema: route.schema, url: route.url, route, swaggerObject }) : {} : defOpts.transform ? defOpts.transform({ schema: route.schema, url: route.url, route, swaggerObject }) : {};
          const schema = transformResult.schema || route.schema;
          const shouldRouteHideOpts = {
            hiddenTag: defOpts.hiddenTag,
            hideUntagged: defOpts.hideUntagged
          };
          if (shouldRouteHide(schema, shouldRouteHideOpts)) continue;
          let url = transformResult.url || route.url;
          url = normalizeUrl(url, defOpts.basePath, defOpts.stripBasePath);
          const swaggerRoute = Object.assign({}, swaggerObject.paths[url]);
          const swaggerMethod = prepareSwaggerMethod(schema, ref, swaggerObject, url);
          if (route.links) {
            throw new Error("Swagger (Open API v2) does not support Links. Upgrade to OpenAPI v3 (see @fastify/swagger readme)");
          }
          const methods = typeof route.method === "string" ? [route.method] : route.method;
          for (const method of methods) {
            swaggerRoute[method.toLowerCase()] = swaggerMethod;
          }
          swaggerObject.paths[url] = swaggerRoute;
        }
        Object.assign(swaggerObject.definitions, prepareSwaggerDefinitions(ref.inlineDefinitions, ref, hoisted));
        rewriteHoistedRefs(swaggerObject, "#/definitions/", hoisted);
        const transformObjectResult = defOpts.transformObject ? defOpts.transformObject({ swaggerObject }) : swaggerObject;
        if (opts2?.yaml) {
          cache.string = yaml.stringify(transformObjectResult, { strict: false });
          return cache.string;
        }
        cache.object = transformObjectResult;
        return cache.object;
      };
    };
  }
});

// node_modules/@fastify/swagger/lib/spec/openapi/utils.js
var require_utils2 = __commonJS({
  "node_modules/@fastify/swagger/lib/spec/openapi/utils.js"(exports, module) {
    "use strict";
    var { readPackageJson } = require_read_package_json();
    var { formatParamUrl } = require_format_param_url();
    var { resolveLocalRef } = require_resolve_local_ref();
    var { hoistDefinitions, unknownSchemas } = require_definitions();
    var { resolveSchemaReference } = require_resolve_schema_reference();
    var { xResponseDescription, xConsume, xExamples } = require_constants3();
    var { rawRequired } = require_symbols();
    var { generateParamsSchema } = require_generate_params_schema();
    var { hasParams } = require_match_params();
    var { CUSTOM_HEADER } = require_constants4();
    function prepareDefaultOptions(opts) {
      const openapi = opts.openapi;
      const info = openapi.info || null;
      const servers = openapi.servers || null;
      const components = openapi.components || null;
      const security = openapi.security || null;
      const tags = openapi.tags || null;
      const externalDocs = openapi.externalDocs || null;
      const stripBasePath = opts.stripBasePath;
      const transform = opts.transform;
      const transformObject = opts.transformObject;
      const hiddenTag = opts.hiddenTag;
      const hideUntagged = opts.hideUntagged;
      const extensions = [];
      const convertConstToEnum = opts.convertConstToEnum;
      for (const [key, value] of Object.entries(opts.openapi)) {
        if (key.startsWith(CUSTOM_HEADER)) {
          extensions.push([key, value]);
        }
      }
      return {
        ...openapi,
        info,
        servers,
        components,
        security,
        tags,
        externalDocs,
        stripBasePath,
        transform,
        transformObject,
        hiddenTag,
        extensions,
        hideUntagged,
        convertConstToEnum
      };
    }
    function prepareOpenapiObject(opts) {
      const pkg = readPackageJson();
      const openapiObject = {
        openapi: "3.0.3",
        info: {
          version: pkg.version || "1.0.0",
          title: pkg.name || ""
        },
        components: { schemas: {} },
        paths: {}
      };
      if (opts.openapi) openapiObject.openapi = opts.openapi;
      if (opts.$self) openapiObject.$self = opts.$self;
      if (opts.info) openapiObject.info = opts.info;
      if (opts.servers) openapiObject.servers = opts.servers;
      if (opts.components) openapiObject.components = Object.assign({}, opts.components, { schemas: Object.assign({}, opts.components.schemas) });
      if (opts.paths) openapiObject.paths = opts.paths;
      if (opts.webhooks) openapiObject.webhooks = opts.webhooks;
      if (opts.security) openapiObject.security = opts.security;
      if (opts.tags) openapiObject.tags = opts.tags;
      if (opts.externalDocs) openapiObject.externalDocs = opts.externalDocs;
      for (const [key, value] of opts.extensions) {
        openapiObject[key] = value;
      }
      return openapiObject;
    }
    function normalizeUrl(url, serverUrls, stripBasePath) {
      if (!stripBasePath) return formatParamUrl(url);
      serverUrls.forEach(function(serverUrl) {
        const basePath = serverUrl[0] === "/" ? serverUrl : new URL(serverUrl).pathname;
        if (url.startsWith(basePath) && basePath !== "/") {
          url = url.replace(basePath, "");
        }
      });
      return formatParamUrl(url);
    }
    function resolveServerUrls(servers) {
      const resolvedUrls = [];
      const findVariablesRegex = /\{([^{}]+)\}/gu;
      servers = Array.isArray(servers) ? servers : [];
      for (const server of servers) {
        const originalUrl = server.url;
        const variables = server.variables;
        let url = originalUrl;
        const matches = url.matchAll(findVariablesRegex);
        for (const [nameInBrackets, name] of matches) {
          const value = variables?.[name]?.default;
          if (value === void 0) {
            throw new Error(`Server URL ${originalUrl} could not be resolved. Make sure to provide a default value for each URL variable.`);
          }
          url = url.replace(nameInBrackets, value);
        }
        resolvedUrls.push(url);
      }
      return resolvedUrls;
    }
    function convertExamplesArrayToObject(examples) {
      return examples.reduce((examplesObject, example, index) => {
        if (typeof example === "object") {
          examplesObject["example" + (index + 1)] = { value: example };
        } else {
          examplesObject[example] = { value: example };
        }
        return examplesObject;
      }, {});
    }
    function plainJsonObjectToOpenapi3(opts, container, jsonSchema, externalSchemas, securityIgnores = []) {
      const localJsonSchema = resolveLocalRef(jsonSchema, externalSchemas);
      const obj = convertJsonSchemaToOpenapi3(opts, localJsonSchema);
      let toOpenapiProp;
      switch (container) {
        case "cookie":
        case "header":
        case "query":
          toOpenapiProp = function(propertyName, jsonSchemaElement, required) {
            let result = {
              in: container,
              name: propertyName,
              required
            };
            const media = schemaToMedia(jsonSchemaElement);
            if (jsonSchemaElement[xConsume]) {
              media.schema.required = jsonSchemaElement[rawRequired];
              result.content = {
                [jsonSchemaElement[xConsume]]: media
              };
              delete result.content[jsonSchemaElement[xConsume]].schema[xConsume];
            } else {
              result = { ...media, ...result };
            }
            if (jsonSchemaElement.description) result.description = jsonSchemaElement.description;
            if (jsonSchema.style) result.style = jsonSchema.style;
            if (jsonSchema.explode != null) result.explode = jsonSchema.explode;
            if (jsonSchema.allowReserved === true && container === "query") {
              result.allowReserved = jsonSchema.allowReserved;
            }
            return result;
          };
          break;
        case "path":
          toOpenapiProp = function(propertyName, jsonSchemaElement) {
            const media = schemaToMedia(jsonSchemaElement);
            const result = {
              ...media,
              in: container,
              name: propertyName,
              required: true
            };
            if (jsonSchemaElement.description) result.description = jsonSchemaElement.description;
            return result;
          };
          break;
      }
      return Object.keys(obj).filter((propKey) => !securityIgnores.includes(propKey)).map((propKey) => {
        const jsonSchema2 = toOpenapiProp(propKey, obj[propKey], localJsonSchema[propKey]?.required);
        if (jsonSchema2.schema) {
          if (jsonSchema2.schema.required !== void 0) delete jsonSchema2.schema.required;
          if (jsonSchema2.schema.description !== void 0) delete jsonSchema2.schema.description;
        }
        return jsonSchema2;
      });
    }
    var schemaTypeToNestedSchemas = {
      object: (schema) => {
        return [
          ...Object.values(schema.properties || {}),
          ...Object.values(schema.patternProperties || {}),
          ...Object.values(schema.additionalProperties || {})
        ];
      },
      array: (schema) => {
        return [
          ...schema.items ? [schema.items] : [],
          ...schema.contains ? [schema.contains] : []
        ];
      }
    };
    function resolveSchemaExamples(opts, schema) {
      const keepExamplesArray = !isOpenapi30(opts) && Array.isArray(schema.examples);
      const example = schema[xExamples] ?? (keepExamplesArray ? void 0 : schema.examples?.[0]);
      if (typeof example !== "undefined") {
        schema.example = example;
      }
      delete schema[xExamples];
      if (!keepExamplesArray) delete schema.examples;
    }
    function resolveSchemaExamplesRecursive(opts, schema) {
      resolveSchemaExamples(opts, schema);
      const types = Array.isArray(schema.type) ? schema.type : [schema.type];
      const nestedSchemas = types.flatMap((t) => schemaTypeToNestedSchemas[t]?.(schema) ?? []);
      for (const nestedSchema of nestedSchemas) {
        resolveSchemaExamplesRecursive(opts, nestedSchema);
      }
    }
    function schemaToMedia(schema) {
      const media = { schema };
      if (schema.examples?.length === 1) {
        media.example = schema.examples[0];
        delete schema.examples;
      } else if (schema.examples?.length > 1) {
        media.examples = convertExamplesArrayToObject(schema.examples);
        delete schema.examples;
      }
      if (schema[xExamples]) {
        media.examples = schema[xExamples];
        delete schema[xExamples];
      }
      return media;
    }
    function schemaToMediaRecursive(opts, schema) {
      const media = schemaToMedia(schema);
      resolveSchemaExamplesRecursive(opts, schema);
      return media;
    }
    function resolveBodyParams(opts, body, schema, consumes, ref) {
      const resolved = convertJsonSchemaToOpenapi3(opts, ref.resolve(schema));
      if (resolved.content?.[Object.keys(resolved.content)[0]].schema) {
        for (const contentType in schema.content) {
          body.content[contentType] = schemaToMediaRecursive(opts, resolved.content[contentType].schema);
        }
      } else {
        if (Array.isArray(consumes) && consumes.length === 0 || consumes === void 0) {
          consumes = ["application/json"];
        }
        const media = schemaToMediaRecursive(opts, resolved);
        consumes.forEach((consume) => {
          body.content[consume] = media;
        });
        if (resolved?.description) {
          body.description = resolved.description;
        }
      }
    }
    function resolveCommonParams(opts, container, parameters, schema, ref, sharedSchemas, securityIgnores) {
      const schemasPath = "#/components/schemas/";
      let resolved = convertJsonSchemaToOpenapi3(opts, ref.resolve(schema));
      if (resolved.$ref?.startsWith(schemasPath)) {
        const parts = resolved.$ref.split(schemasPath);
        const pathParts = parts[1].split("/");
        resolved = pathParts.reduce((resolved2, pathPart) => resolved2[pathPart], ref.definitions().definitions);
      }
      const arr = plainJsonObjectToOpenapi3(opts, container, resolved, { ...sharedSchemas, ...ref.definitions().definitions }, securityIgnores);
      arr.forEach((swaggerSchema) => parameters.push(swaggerSchema));
    }
    function findReferenceDescription(rawSchema, ref) {
      const resolved = resolveSchemaReference(rawSchema, ref);
      return resolved?.description;
    }
    function resolveResponse(opts, fastifyResponseJson, produces, ref) {
      if (!fastifyResponseJson) {
        return { 200: { description: "Default Response" } };
      }
      const responsesContainer = {};
      const statusCodes = Object.keys(fastifyResponseJson);
      statusCodes.forEach((statusCode) => {
        const rawJsonSchema = fastifyResponseJson[statusCode];
        const resolved = convertJsonSchemaToOpenapi3(opts, ref.resolve(rawJsonSchema));
        if (statusCode !== "default") {
          statusCode = statusCode.toUpperCase();
        }
        const response = {
          description: resolved[xResponseDescription] || rawJsonSchema.description || findReferenceDescription(rawJsonSchema, ref) || "Default Response"
        };
        if (rawJsonSchema.headers) {
          response.headers = {};
          Object.keys(rawJsonSchema.headers).forEach(function(key) {
            const header = {
              schema: { ...rawJsonSchema.headers[key] }
            };
            if (rawJsonSchema.headers[key].description) {
              header.description = rawJsonSchema.headers[key].description;
              delete header.schema.description;
            }
            response.headers[key] = header;
          });
          delete resolved.headers;
        }
        if (rawJsonSchema.type !== "null") {
          if (resolved.content?.[Object.keys(resolved.content)[0]].schema) {
            response.content = resolved.content;
          } else {
            const content = {};
            if (Array.isArray(produces) && produces.length === 0 || produces === void 0) {
              produces = ["application/json"];
            }
            delete resolved[xResponseDescription];
            const media = schemaToMediaRecursive(opts, resolved);
            for (const produce of produces) {
              content[produce] = media;
            }
            response.content = content;
          }
        }
        responsesContainer[statusCode] = response;
      });
      return responsesContainer;
    }
    function resolveCallbacks(opts, schema, ref) {
      const callbacksContainer = {};
      for (const eventName in schema) {
        if (!schema[eventName]) {
          continue;
        }
        callbacksContainer[eventName] = {};
        const eventSchema = schema[eventName];
        for (const callbackUrl in eventSchema) {
          if (!callbackUrl || !eventSchema[callbackUrl]) {
            continue;
          }
          callbacksContainer[eventName][callbackUrl] = {};
          const callbackSchema = eventSchema[callbackUrl];
          for (const httpMethodName in callbackSchema) {
            if (!httpMethodName || !callbackSchema[httpMethodName]) {
              continue;
            }
            const httpMethodSchema = callbackSchema[httpMethodName];
            const httpMethodContainer = {};
            if (httpMethodSchema.requestBody) {
              httpMethodContainer.requestBody = convertJsonSchemaToOpenapi3(
                opts,
                ref.resolve(httpMethodSchema.requestBody)
              );
            }
            httpMethodContainer.responses = httpMethodSchema.responses ? convertJsonSchemaToOpenapi3(opts, ref.resolve(httpMethodSchema.responses)) : { "2XX": { description: "Default Response" } };
            callbacksContainer[eventName][callbackUrl][httpMethodName] = httpMethodContainer;
          }
        }
      }
      return callbacksContainer;
    }
    function prepareOpenapiMethod(opts, schema, ref, openapiObject, url) {
      const openapiMethod = {};
      const parameters = [];
      const securityIgnores = [
        ...openapiObject?.security || [],
        ...schema?.security || []
      ].reduce((acc, securitySchemeGroup) => {
        Object.keys(securitySchemeGroup).forEach((securitySchemeLabel) => {
          const scheme = openapiObject.components.securitySchemes[securitySchemeLabel];
          const isBearer = scheme.type === "http" && scheme.scheme === "bearer";
          const category = isBearer ? "header" : scheme.in;
          const name = isBearer ? "authorization" : scheme.name;
          if (!acc[category]) {
            acc[category] = [];
          }
          acc[category].push(name);
        });
        return acc;
      }, {});
      if (schema) {
        if (schema.operationId) openapiMethod.operationId = schema.operationId;
        if (schema.summary) openapiMethod.summary = schema.summary;
        if (schema.tags) openapiMethod.tags = schema.tags;
        if (schema.description) openapiMethod.description = schema.description;
        if (schema.externalDocs) openapiMethod.externalDocs = schema.externalDocs;
        if (schema.querystring) resolveCommonParams(opts, "query", parameters, schema.querystring, ref, openapiObject.definitions, securityIgnores.query);
        if (schema.body) {
          openapiMethod.requestBody = { required: true, content: {} };
          resolveBodyParams(opts, openapiMethod.requestBody, schema.body, schema.consumes, ref);
        }
        if (schema.params) resolveCommonParams(opts, "path", parameters, schema.params, ref, openapiObject.definitions);
        if (schema.headers) resolveCommonParams(opts, "header", parameters, schema.headers, ref, openapiObject.definitions, securityIgnores.header);
        if (schema.cookies) resolveCommonParams(opts, "cookie", parameters, schema.cookies, ref, openapiObject.definitions, securityIgnores.cookie);
        if (parameters.length > 0) openapiMethod.parameters = parameters;
        if (schema.deprecated) openapiMethod.deprecated = schema.deprecated;
        if (schema.security) openapiMethod.security = schema.security;
        if (schema.servers) openapiMethod.servers = schema.servers;
        if (schema.callbacks) openapiMethod.callbacks = resolveCallbacks(opts, schema.callbacks, ref);
        for (const key of Object.keys(schema)) {
          if (key.startsWith(CUSTOM_HEADER)) {
            openapiMethod[key] = schema[key];
          }
        }
      }
      if ((!schema || !schema.params) && hasParams(url)) {
        const schemaGenerated = generateParamsSchema(url);
        resolveCommonParams(opts, "path", parameters, schemaGenerated.params, ref, openapiObject.definitions);
        openapiMethod.parameters = parameters;
      }
      openapiMethod.responses = resolveResponse(opts, schema ? schema.response : null, schema ? schema.produces : null, ref);
      return openapiMethod;
    }
    function isOpenapi30(opts) {
      const version = typeof opts.openapi === "string" ? opts.openapi : "3.0.3";
      return version.startsWith("3.0");
    }
    var annotationKeywords = /* @__PURE__ */ new Set([
      "title",
      "description",
      "default",
      "example",
      "examples",
      "deprecated",
      "readOnly",
      "writeOnly",
      "$comment"
    ]);
    function isAnnotationKeyword(key) {
      return annotationKeywords.has(key) || key.startsWith("x-");
    }
    function toNullSchema(openapiSchema) {
      openapiSchema.type = "object";
      openapiSchema.nullable = true;
      openapiSchema.enum = [null];
      return openapiSchema;
    }
    function isNullSchema(schema) {
      return schema.nullable === true && Array.isArray(schema.enum) && schema.enum.length === 1 && schema.enum[0] === null && Object.keys(schema).every((key) => key === "type" || key === "nullable" || key === "enum" || isAnnotationKeyword(key));
    }
    function canBeMergedInto(openapiSchema, member) {
      return Object.hasOwn(member, "type") && Object.keys(member).every((key) => key === "nullable" || !Object.hasOwn(openapiSchema, key));
    }
    function convertNullTypeToNullable(openapiSchema) {
      const { type } = openapiSchema;
      if (type === "null") {
        toNullSchema(openapiSchema);
      } else if (Array.isArray(type) && type.length > 0) {
        const types = type.filter((t) => t !== "null");
        const hasNull = types.length !== type.length;
        if (types.length === 0) {
          toNullSchema(openapiSchema);
        } else if (types.length === 1) {
          openapiSchema.type = types[0];
          if (hasNull) openapiSchema.nullable = true;
        } else {
          delete openapiSchema.type;
          const typeUnion = types.map((t) => ({ type: t }));
          if (hasNull) typeUnion.push(toNullSchema({}));
          if (Object.hasOwn(openapiSchema, "anyOf")) {
            openapiSchema.allOf = [...openapiSchema.allOf || [], { anyOf: typeUnion }];
          } else {
            openapiSchema.anyOf = typeUnion;
          }
        }
      }
      for (const combinator of ["anyOf", "oneOf"]) {
        const members = openapiSchema[combinator];
        if (!Array.isArray(members)) continue;
        const nonNull = members.filter((m) => !isNullSchema(m));
        if (nonNull.length !== 1 || nonNull.length === members.length) continue;
        if (!canBeMergedInto(openapiSchema, nonNull[0])) continue;
        delete openapiSchema[combinator];
        Object.assign(openapiSchema, nonNull[0]);
        openapiSchema.nullable = true;
      }
      return openapiSchema;
    }
    function convertNullableToNullType(openapiSchema) {
      if (!Object.hasOwn(openapiSchema, "nullable")) return openapiSchema;
      const { nullable, type } = openapiSchema;
      delete openapiSchema.nullable;
      if (nullable !== true || type === void 0) return openapiSchema;
      const types = Array.isArray(type) ? type : [type];
      if (!types.includes("null")) {
        openapiSchema.type = [...types, "null"];
      }
      return openapiSchema;
    }
    function convertJsonSchemaToOpenapi3(opts, jsonSchema) {
      if (typeof jsonSchema !== "object" || jsonSchema === null) {
        return jsonSchema;
      }
      if (Array.isArray(jsonSchema)) {
        return jsonSchema.map((s) => convertJsonSchemaToOpenapi3(opts, s));
      }
      const openapiSchema = { ...jsonSchema };
      if (Object.hasOwn(openapiSchema, "$ref") && Object.keys(openapiSchema).length !== 1) {
        for (const key of Object.keys(openapiSchema).filter((k) => k !== "$ref")) {
          delete openapiSchema[key];
          continue;
        }
      }
      for (const key of Object.keys(openapiSchema)) {
        const value = openapiSchema[key];
        if (key === "$id" || key === "$schema" || key === "definitions") {
          delete openapiSchema[key];
          continue;
        }
        if (key === "$ref") {
          openapiSchema.$ref = value.replace("definitions", "components/schemas");
          continue;
        }
        if (opts.convertConstToEnum && key === "const") {
          openapiSchema.enum = [openapiSchema.const];
          delete openapiSchema.const;
          continue;
        }
        if (key === "contentEncoding") {
          if (value === "binary") {
            openapiSchema.format = "binary";
          } else if (value === "base64") {
            openapiSchema.format = "byte";
          }
          delete openapiSchema.contentEncoding;
          continue;
        }
        if (key === "patternProperties") {
          const propertyJsonSchema = Object.values(openapiSchema.patternProperties)[0];
          const propertyOpenapiSchema = convertJsonSchemaToOpenapi3(opts, propertyJsonSchema);
          openapiSchema.additionalProperties = propertyOpenapiSchema;
          delete openapiSchema.patternProperties;
          continue;
        }
        if (key === "properties") {
          openapiSchema[key] = {};
          for (const propertyName of Object.keys(value)) {
            const propertyJsonSchema = value[propertyName];
            const propertyOpenapiSchema = convertJsonSchemaToOpenapi3(opts, propertyJsonSchema);
            openapiSchema[key][propertyName] = propertyOpenapiSchema;
          }
          continue;
        }
        openapiSchema[key] = convertJsonSchemaToOpenapi3(opts, value);
      }
      if (isOpenapi30(opts)) {
        convertNullTypeToNullable(openapiSchema);
      } else {
        convertNullableToNullType(openapiSchema);
      }
      return openapiSchema;
    }
    function prepareOpenapiSchemas(opts, jsonSchemas, ref, hoisted = /* @__PURE__ */ new Map()) {
      const openapiSchemas = {};
      const externalSchemas = [unknownSchemas(jsonSchemas, ref)];
      for (const schemaName of Object.keys(jsonSchemas)) {
        const jsonSchema = { ...jsonSchemas[schemaName] };
        const resolvedJsonSchema = ref.resolve(jsonSchema, { externalSchemas });
        const hoistedSchemas = hoistDefinitions(schemaName, resolvedJsonSchema, { ...ref.definitions().definitions, ...jsonSchemas }, hoisted);
        for (const [name, schema] of [[schemaName, resolvedJsonSchema], ...hoistedSchemas]) {
          const openapiSchema = convertJsonSchemaToOpenapi3(opts, schema);
          resolveSchemaExamplesRecursive(opts, openapiSchema);
          openapiSchemas[name] = openapiSchema;
        }
      }
      return openapiSchemas;
    }
    var PATH_ITEM_METHODS = /* @__PURE__ */ new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]);
    function supportsAdditionalOperations(version) {
      const match = /^3\.(\d+)/.exec(version);
      return match !== null && Number(match[1]) >= 2;
    }
    function addOpenapiOperation(openapiRoute, method, openapiMethod, version) {
      const field = method.toLowerCase();
      if (PATH_ITEM_METHODS.has(field) || !supportsAdditionalOperations(version)) {
        openapiRoute[field] = openapiMethod;
        return;
      }
      openapiRoute.additionalOperations = Object.assign({}, openapiRoute.additionalOperations, { [method.toUpperCase()]: openapiMethod });
    }
    module.exports = {
      addOpenapiOperation,
      prepareDefaultOptions,
      prepareOpenapiObject,
      prepareOpenapiMethod,
      prepareOpenapiSchemas,
      resolveServerUrls,
      normalizeUrl
    };
  }
});

// node_modules/@fastify/swagger/lib/spec/openapi/index.js
var require_openapi = __commonJS({
  "node_modules/@fastify/swagger/lib/spec/openapi/index.js"(exports, module) {
    "use strict";
    var yaml = require_dist();
    var { shouldRouteHide } = require_should_route_hide();
    var { rewriteHoistedRefs } = require_definitions();
    var { addOpenapiOperation, prepareDefaultOptions, prepareOpenapiObject, prepareOpenapiMethod, prepareOpenapiSchemas, normalizeUrl, resolveServerUrls } = require_utils2();
    module.exports = function(opts, cache, routes, Ref) {
      let ref;
      const defOpts = prepareDefaultOptions(opts);
      return function(opts2) {
        if (opts2?.yaml) {
          if (cache.string) return cache.string;
        } else {
          if (cache.object) return cache.object;
        }
        const openapiObject = prepareOpenapiObject(defOpts);
        ref = Ref();
        const hoisted = /* @__PURE__ */ new Map();
        openapiObject.components.schemas = prepareOpenapiSchemas(defOpts, {
          ...openapiObject.components.schemas,
          ...ref.definitions().definitions
        }, ref, hoisted);
        const serverUrls = resolveServerUrls(defOpts.servers);
        for (const route of routes) {
          const transformResult = route.config?.swaggerTransform !== void 0 ? route.config.swaggerTransform ? route.config.swaggerTransform({ schema: route.schema, url: route.url, route, openapiObject }) : {} : defOpts.transform ? defOpts.transform({ schema: route.schema, url: route.url, route, openapiObject }) : {};
          const schema = transformResult.schema || route.schema;
          const shouldRouteHideOpts = {
            hiddenTag: defOpts.hiddenTag,
            hideUntagged: defOpts.hideUntagged
          };
          if (shouldRouteHide(schema, shouldRouteHideOpts)) continue;
          let url = transformResult.url || route.url;
          url = normalizeUrl(url, serverUrls, defOpts.stripBasePath);
          const openapiRoute = Object.assign({}, openapiObject.paths[url]);
          const openapiMethod = prepareOpenapiMethod(defOpts, schema, ref, openapiObject, url);
          if (route.links) {
            for (const statusCode of Object.keys(route.links)) {
              if (!openapiMethod.responses[statusCode]) {
                throw new Error(`missing status code ${statusCode} in route ${route.path}`);
              }
              openapiMethod.responses[statusCode].links = route.links[statusCode];
            }
          }
          const methods = typeof route.method === "string" ? [route.method] : route.method;
          for (const method of methods) {
            addOpenapiOperation(openapiRoute, method, openapiMethod, openapiObject.openapi);
          }
          openapiObject.paths[url] = openapiRoute;
        }
        Object.assign(openapiObject.components.schemas, prepareOpenapiSchemas(defOpts, ref.inlineDefinitions, ref, hoisted));
        rewriteHoistedRefs(openapiObject, "#/components/schemas/", hoisted);
        const transformObjectResult = defOpts.transformObject ? defOpts.transformObject({ openapiObject }) : openapiObject;
        if (opts2?.yaml) {
          cache.string = yaml.stringify(transformObjectResult, { strict: false });
          return cache.string;
        }
        cache.object = transformObjectResult;
        return cache.object;
      };
    };
  }
});

// node_modules/@fastify/swagger/lib/util/resolve-swagger-function.js
var require_resolve_swagger_function = __commonJS({
  "node_modules/@fastify/swagger/lib/util/resolve-swagger-function.js"(exports, module) {
    "use strict";
    function resolveSwaggerFunction(opts, cache, routes, Ref) {
      if (opts.openapi === void 0 || opts.openapi === null) {
        return require_swagger()(opts, cache, routes, Ref);
      } else {
        return require_openapi()(opts, cache, routes, Ref);
      }
    }
    module.exports = {
      resolveSwaggerFunction
    };
  }
});

// node_modules/@fastify/swagger/lib/mode/dynamic.js
var require_dynamic = __commonJS({
  "node_modules/@fastify/swagger/lib/mode/dynamic.js"(exports, module) {
    "use strict";
    var { addHook } = require_add_hook();
    var { resolveSwaggerFunction } = require_resolve_swagger_function();
    module.exports = function(fastify2, opts, done) {
      opts = Object.assign({}, {
        exposeRoute: false,
        hiddenTag: "X-HIDDEN",
        hideUntagged: false,
        stripBasePath: true,
        openapi: null,
        swagger: {},
        transform: null,
        transformObject: null,
        decorator: "swagger",
        refResolver: {
          buildLocalReference(json, _baseUri, _fragment, i) {
            if (!json.title && json.$id) {
              json.title = json.$id;
            }
            return `def-${i}`;
          }
        },
        convertConstToEnum: true
      }, opts);
      const { routes, Ref } = addHook(fastify2, opts);
      const cache = {
        object: null,
        string: null
      };
      const swagger2 = resolveSwaggerFunction(opts, cache, routes, Ref);
      fastify2.decorate(opts.decorator, swagger2);
      done();
    };
  }
});

// node_modules/@fastify/swagger/index.js
var require_swagger2 = __commonJS({
  "node_modules/@fastify/swagger/index.js"(exports, module) {
    "use strict";
    var fp = require_fastify_plugin();
    var { formatParamUrl } = require_format_param_url();
    function fastifySwagger(fastify2, opts, next) {
      opts.mode = opts.mode || "dynamic";
      switch (opts.mode) {
        case "static": {
          const setup = require_static();
          setup(fastify2, opts, next);
          break;
        }
        case "dynamic": {
          const setup = require_dynamic();
          setup(fastify2, opts, next);
          break;
        }
        default: {
          return next(new Error("unsupported mode, should be one of ['static', 'dynamic']"));
        }
      }
    }
    module.exports = fp(fastifySwagger, {
      fastify: "5.x",
      name: "@fastify/swagger"
    });
    module.exports.fastifySwagger = fastifySwagger;
    module.exports.default = fastifySwagger;
    module.exports.formatParamUrl = formatParamUrl;
  }
});

// node_modules/@fastify/under-pressure/index.js
var require_under_pressure = __commonJS({
  "node_modules/@fastify/under-pressure/index.js"(exports, module) {
    "use strict";
    var fe = require_error();
    var fp = require_fastify_plugin();
    var assert = __require("node:assert");
    var { monitorEventLoopDelay: monitorEventLoopDelay2 } = __require("node:perf_hooks");
    var { eventLoopUtilization } = __require("node:perf_hooks").performance;
    var SERVICE_UNAVAILABLE = 503;
    var createError = (msg = "Service Unavailable") => fe("FST_UNDER_PRESSURE", msg, SERVICE_UNAVAILABLE);
    var TYPE_EVENT_LOOP_DELAY = "eventLoopDelay";
    var TYPE_HEAP_USED_BYTES = "heapUsedBytes";
    var TYPE_RSS_BYTES = "rssBytes";
    var TYPE_HEALTH_CHECK = "healthCheck";
    var TYPE_EVENT_LOOP_UTILIZATION = "eventLoopUtilization";
    function getSampleInterval(value, eventLoopResolution) {
      const sampleInterval = value || 1e3;
      return Math.max(eventLoopResolution, sampleInterval);
    }
    async function fastifyUnderPressure(fastify2, opts = {}) {
      const resolution = 10;
      const sampleInterval = getSampleInterval(opts.sampleInterval, resolution);
      const maxEventLoopDelay = opts.maxEventLoopDelay || 0;
      const maxHeapUsedBytes = opts.maxHeapUsedBytes || 0;
      const maxRssBytes = opts.maxRssBytes || 0;
      const healthCheck = opts.healthCheck || false;
      const healthCheckInterval = opts.healthCheckInterval || -1;
      const UnderPressureError = opts.customError || createError(opts.message);
      const maxEventLoopUtilization = opts.maxEventLoopUtilization || 0;
      const eventLoopUtilizationMode = opts.eventLoopUtilizationMode || "cumulative";
      const pressureHandler = opts.pressureHandler;
      const checkMaxEventLoopDelay = maxEventLoopDelay > 0;
      const checkMaxHeapUsedBytes = maxHeapUsedBytes > 0;
      const checkMaxRssBytes = maxRssBytes > 0;
      const checkMaxEventLoopUtilization = maxEventLoopUtilization > 0;
      let heapUsed = 0;
      let rssBytes = 0;
      let eventLoopDelay = 0;
      let elu;
      let eventLoopUtilized = 0;
      const histogram = monitorEventLoopDelay2({ resolution });
      histogram.enable();
      if (eventLoopUtilization) {
        elu = eventLoopUtilization();
      }
      fastify2.decorate("memoryUsage", memoryUsage);
      fastify2.decorate("isUnderPressure", isUnderPressure);
      const timer = setTimeout(beginMemoryUsageUpdate, sampleInterval);
      timer.unref();
      let externalsHealthy = false;
      let externalHealthCheckTimer;
      if (healthCheck) {
        assert(typeof healthCheck === "function", "opts.healthCheck should be a function that returns a promise that resolves to true or false");
        assert(healthCheckInterval > 0 || opts.exposeStatusRoute, "opts.healthCheck requires opts.healthCheckInterval or opts.exposeStatusRoute");
        const doCheck = async () => {
          try {
            externalsHealthy = await healthCheck(fastify2);
          } catch (error) {
            externalsHealthy = false;
            fastify2.log.error({ error }, "external healthCheck function supplied to `under-pressure` threw an error. setting the service status to unhealthy.");
          }
        };
        await doCheck();
        if (healthCheckInterval > 0) {
          const beginCheck = async () => {
            await doCheck();
            externalHealthCheckTimer.refresh();
          };
          externalHealthCheckTimer = setTimeout(beginCheck, healthCheckInterval);
          externalHealthCheckTimer.unref();
        }
      } else {
        externalsHealthy = true;
      }
      fastify2.addHook("onClose", onClose);
      opts.exposeStatusRoute = mapExposeStatusRoute(opts.exposeStatusRoute);
      if (opts.exposeStatusRoute) {
        const { response: customResponse = {}, ...routeSchemaOpts } = opts.exposeStatusRoute.routeSchemaOpts || {};
        const { 200: custom200 = {}, ...customErrorResponses } = customResponse;
        fastify2.route({
          ...opts.exposeStatusRoute.routeOpts,
          url: opts.exposeStatusRoute.url,
          method: "GET",
          schema: {
            ...routeSchemaOpts,
            response: {
              200: {
                type: "object",
                description: "Health Check Succeeded",
                example: {
                  status: "ok"
                },
                ...custom200,
                // `status` is always part of the 200 response
                properties: {
                  status: { type: "string" },
                  ...opts.exposeStatusRoute.routeResponseSchemaOpts,
                  ...custom200.properties
                }
              },
              500: {
                type: "object",
                description: "Error Performing Health Check",
                properties: {
                  message: { type: "string", description: "Error message for failure during health check", example: "Internal Server Error" },
                  statusCode: { type: "number", description: "Code representing the error. Always matches the HTTP response code.", example: 500 }
                }
              },
              503: {
                type: "object",
                description: "Health Check Failed",
                properties: {
                  code: { type: "string", description: "Error code associated with the failing check", example: "FST_UNDER_PRESSURE" },
                  error: { type: "string", description: "Error thrown during health check", example: "Service Unavailable" },
                  message: { type: "string", description: "Error message to explain health check failure", example: "Service Unavailable" },
                  statusCode: { type: "number", description: "Code representing the error. Always matches the HTTP response code.", example: 503 }
                }
              },
              // user-provided response schemas win over the defaults
              ...customErrorResponses
            }
          },
          handler: onStatus
        });
      }
      if (checkMaxEventLoopUtilization === false && checkMaxEventLoopDelay === false && checkMaxHeapUsedBytes === false && checkMaxRssBytes === false && healthCheck === false) {
        return;
      }
      const underPressureError = new UnderPressureError();
      const retryAfter = opts.retryAfter || 10;
      fastify2.addHook("onRequest", onRequest);
      function mapExposeStatusRoute(opts2) {
        if (!opts2) {
          return false;
        }
        if (typeof opts2 === "string") {
          return { url: opts2 };
        }
        return Object.assign({ url: "/status" }, opts2);
      }
      function updateEventLoopDelay() {
        eventLoopDelay = Math.max(0, histogram.mean / 1e6 - resolution);
        if (Number.isNaN(eventLoopDelay)) eventLoopDelay = Infinity;
        histogram.reset();
      }
      function updateEventLoopUtilization() {
        if (elu) {
          if (eventLoopUtilizationMode === "interval") {
            const current = eventLoopUtilization();
            eventLoopUtilized = eventLoopUtilization(current, elu).utilization;
            elu = current;
          } else {
            eventLoopUtilized = eventLoopUtilization(elu).utilization;
          }
        } else {
          eventLoopUtilized = 0;
        }
      }
      function beginMemoryUsageUpdate() {
        updateMemoryUsage();
        timer.refresh();
      }
      function updateMemoryUsage() {
        const mem = process.memoryUsage();
        heapUsed = mem.heapUsed;
        rssBytes = mem.rss;
        updateEventLoopDelay();
        updateEventLoopUtilization();
      }
      function isUnderPressure() {
        if (checkMaxEventLoopDelay && eventLoopDelay > maxEventLoopDelay) {
          return true;
        }
        if (checkMaxHeapUsedBytes && heapUsed > maxHeapUsedBytes) {
          return true;
        }
        if (checkMaxRssBytes && rssBytes > maxRssBytes) {
          return true;
        }
        if (!externalsHealthy) {
          return true;
        }
        return checkMaxEventLoopUtilization && eventLoopUtilized > maxEventLoopUtilization;
      }
      function onRequest(req, reply, next) {
        const _pressureHandler = req.routeOptions.config.pressureHandler || pressureHandler;
        if (checkMaxEventLoopDelay && eventLoopDelay > maxEventLoopDelay) {
          handlePressure(_pressureHandler, req, reply, next, TYPE_EVENT_LOOP_DELAY, eventLoopDelay);
          return;
        }
        if (checkMaxHeapUsedBytes && heapUsed > maxHeapUsedBytes) {
          handlePressure(_pressureHandler, req, reply, next, TYPE_HEAP_USED_BYTES, heapUsed);
          return;
        }
        if (checkMaxRssBytes && rssBytes > maxRssBytes) {
          handlePressure(_pressureHandler, req, reply, next, TYPE_RSS_BYTES, rssBytes);
          return;
        }
        if (!externalsHealthy) {
          handlePressure(_pressureHandler, req, reply, next, TYPE_HEALTH_CHECK, void 0);
          return;
        }
        if (checkMaxEventLoopUtilization && eventLoopUtilized > maxEventLoopUtilization) {
          handlePressure(_pressureHandler, req, reply, next, TYPE_EVENT_LOOP_UTILIZATION, eventLoopUtilized);
          return;
        }
        next();
      }
      function handlePressure(pressureHandler2, req, reply, next, type, value) {
        if (typeof pressureHandler2 === "function") {
          const result = pressureHandler2(req, reply, type, value);
          if (result instanceof Promise) {
            result.then(() => next(), next);
          } else if (result == null) {
            next();
          } else {
            reply.send(result);
          }
        } else {
          reply.status(SERVICE_UNAVAILABLE).header("Retry-After", retryAfter);
          next(underPressureError);
        }
      }
      function memoryUsage() {
        return {
          eventLoopDelay,
          rssBytes,
          heapUsed,
          eventLoopUtilized
        };
      }
      async function onStatus(req, reply) {
        const okResponse = { status: "ok" };
        if (healthCheck) {
          try {
            const checkResult = await healthCheck(fastify2);
            if (!checkResult) {
              req.log.error("external health check failed");
              reply.status(SERVICE_UNAVAILABLE).header("Retry-After", retryAfter);
              throw underPressureError;
            }
            return Object.assign(okResponse, checkResult);
          } catch (err) {
            req.log.error({ err }, "external health check failed with error");
            reply.status(SERVICE_UNAVAILABLE).header("Retry-After", retryAfter);
            throw underPressureError;
          }
        }
        return okResponse;
      }
      function onClose(_fastify, done) {
        clearTimeout(timer);
        clearTimeout(externalHealthCheckTimer);
        done();
      }
    }
    module.exports = fp(fastifyUnderPressure, {
      fastify: "5.x",
      name: "@fastify/under-pressure"
    });
    module.exports.default = fastifyUnderPressure;
    module.exports.fastifyUnderPressure = fastifyUnderPressure;
    module.exports.TYPE_EVENT_LOOP_DELAY = TYPE_EVENT_LOOP_DELAY;
    module.exports.TYPE_EVENT_LOOP_UTILIZATION = TYPE_EVENT_LOOP_UTILIZATION;
    module.exports.TYPE_HEALTH_CHECK = TYPE_HEALTH_CHECK;
    module.exports.TYPE_HEAP_USED_BYTES = TYPE_HEAP_USED_BYTES;
    module.exports.TYPE_RSS_BYTES = TYPE_RSS_BYTES;
  }
});

// src/apps/server/server.ts
var import_helmet = __toESM(require_helmet2(), 1);
var import_rate_limit = __toESM(require_rate_limit(), 1);
var import_swagger = __toESM(require_swagger2(), 1);
var import_under_pressure = __toESM(require_under_pressure(), 1);
var import_fastify = __toESM(require_fastify(), 1);

// src/report/pages/problem.ts
function problemDocument({ status, title, detail }, style, isPassing) {
  const ways = [
    // An empty address is the one that was asked: what a client sent is not repeated.
    ...isPassing ? [html`<a href="">Retry</a>`] : [],
    html`<a href="/">The overview</a>`
  ];
  return html`<!doctype html>
<html lang="en">
<head>
${pageHead({ title, policy: POLICY })}
<link rel="stylesheet" href="/${style}">
</head>
<body class="site">
<main id="main">
<h1>${title}</h1>
<p class="lead">${detail ?? "The service could not answer."}</p>
<p class="ways">${ways.map((way) => html`${way} `)}</p>
<p class="muted">Status ${status}</p>
</main>
</body>
</html>
`.html;
}

// src/apps/server/metrics.ts
import { monitorEventLoopDelay } from "node:perf_hooks";
var OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";
var BUCKETS = [5e-3, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
var counts = /* @__PURE__ */ new Map();
var loopDelay = monitorEventLoopDelay({ resolution: 20 });
function countRequests(app) {
  loopDelay.enable();
  app.addHook("onClose", async () => {
    loopDelay.disable();
  });
  app.addHook("onResponse", async (request, reply) => {
    const labels = `route="${routeLabel(request)}",status="${Math.floor(reply.statusCode / 100)}xx"`;
    const seconds = reply.elapsedTime / 1e3;
    const counted = counts.get(labels) ?? { count: 0, seconds: 0, buckets: BUCKETS.map(() => 0) };
    counts.set(labels, counted);
    counted.count++;
    counted.seconds += seconds;
    for (const [i, end] of BUCKETS.entries()) if (seconds <= end) counted.buckets[i]++;
  });
}
function routeLabel({ routeOptions }) {
  return routeOptions.url ?? "none";
}
async function metricsText(questions) {
  const isUp = await questions.revision().then(
    () => 1,
    () => 0
  );
  const lines = [
    "# TYPE plumbline info",
    "# HELP plumbline Version of the service.",
    `plumbline_info{version="${VERSION}"} 1`,
    "# TYPE plumbline_store_up gauge",
    "# HELP plumbline_store_up Whether the store answers.",
    `plumbline_store_up ${isUp}`,
    "# TYPE plumbline_process_resident_memory_bytes gauge",
    "# UNIT plumbline_process_resident_memory_bytes bytes",
    "# HELP plumbline_process_resident_memory_bytes Memory of the process.",
    `plumbline_process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    "# TYPE plumbline_event_loop_delay_seconds gauge",
    "# UNIT plumbline_event_loop_delay_seconds seconds",
    "# HELP plumbline_event_loop_delay_seconds 99th percentile since the start.",
    `plumbline_event_loop_delay_seconds ${loopDelay.count === 0 ? 0 : loopDelay.percentile(99) / 1e9}`,
    "# TYPE plumbline_request_duration_seconds histogram",
    "# UNIT plumbline_request_duration_seconds seconds",
    "# HELP plumbline_request_duration_seconds Requests by route and class of status.",
    ...[...counts].flatMap(([labels, counted]) => histogramLines(labels, counted)),
    "# EOF"
  ];
  return `${lines.join("\n")}
`;
}
function histogramLines(labels, { count, seconds, buckets }) {
  const name = "plumbline_request_duration_seconds";
  return [
    ...BUCKETS.map((end, i) => `${name}_bucket{${labels},le="${end}"} ${buckets[i]}`),
    `${name}_bucket{${labels},le="+Inf"} ${count}`,
    `${name}_count{${labels}} ${count}`,
    `${name}_sum{${labels}} ${seconds}`
  ];
}

// src/apps/server/server.ts
var ANSWER_MS = 5e3;
var LATE = 0.6;
var STATEMENT_MS = 4e3;
async function createServer(service) {
  const {
    questions,
    token,
    requestsPerMinute,
    answerMs = ANSWER_MS,
    plugins = [],
    style = null,
    onFault = () => void 0
  } = service;
  const app = (0, import_fastify.default)({
    handlerTimeout: answerMs,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: ADDRESS_MOST, ignoreTrailingSlash: true },
    frameworkErrors: (error, _request, reply) => {
      void refuse(reply, problemOf(error), style);
    }
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler((error, _request, reply) => {
    const found = problemOf(error);
    if (found.status === 500) onFault(error);
    return refuse(reply, found, style);
  });
  app.setNotFoundHandler(
    (_request, reply) => refuse(reply, problem(404, "there is nothing at this address"), style)
  );
  countRequests(app);
  endInPeace(app, answerMs);
  await app.register(import_helmet.default, HEADERS);
  await app.register(import_rate_limit.default, {
    global: false,
    max: requestsPerMinute,
    timeWindow: 6e4,
    enableDraftSpec: true
  });
  guard(app, token);
  await app.register(import_under_pressure.default, { maxEventLoopDelay: answerMs * LATE, retryAfter: RETRY_SECONDS });
  await describeApi(app);
  await app.register(async (routes) => {
    const cache = token === null ? "no-cache" : "private, no-cache";
    apiRoutes(routes, questions, cache);
    badgeRoute(routes, questions, cache);
    routes.get("/api/*", { schema: { hide: true } }, async () => {
      throw new RequestRefusal(404, "there is nothing at this address");
    });
    healthRoutes(routes, questions);
    for (const plugin of plugins) await plugin(routes);
    routes.get(`${API}/openapi.json`, { schema: { hide: true } }, async (_request, reply) => {
      reply.header("cache-control", "no-cache").type("application/json; charset=utf-8");
      return describedIn(app);
    });
  });
  await app.ready();
  return app;
}
var HEADERS = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      objectSrc: ["'none'"]
    }
  },
  // Only a proxy knows whether clients use TLS.
  hsts: false
};
function healthRoutes(app, questions) {
  const hidden = { schema: { hide: true }, config: { rateLimit: false } };
  app.get("/healthz", hidden, async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "ok" };
  });
  app.get("/readyz", hidden, async (_request, reply) => {
    reply.header("cache-control", "no-store");
    await questions.revision();
    return { status: "ok" };
  });
  app.get("/metrics", hidden, async (_request, reply) => {
    reply.header("cache-control", "no-store").type(OPEN_METRICS);
    return await metricsText(questions);
  });
}
function refuse(reply, found, style) {
  reply.removeHeader("etag").header("cache-control", "no-store");
  const isPassing = found.status === 429 || found.status === 503;
  if (isPassing && reply.getHeader("retry-after") === void 0) reply.header("retry-after", RETRY_SECONDS);
  const { url, headers } = reply.request;
  if (style !== null && !url.startsWith("/api/") && headers.accept?.includes("text/html")) {
    const page = problemDocument(found, style, isPassing);
    return reply.code(found.status).type("text/html; charset=utf-8").send(page);
  }
  return reply.code(found.status).type(PROBLEM_TYPE).send(JSON.stringify(found));
}
function endInPeace(app, answerMs) {
  let answering = 0;
  let isEnding = false;
  let last;
  const closeAll = () => app.server.closeAllConnections();
  const closeOnceQuiet = () => {
    if (isEnding && answering === 0) closeAll();
  };
  app.addHook("onRequest", async (_request, { raw }) => {
    answering++;
    raw.once("close", () => {
      answering--;
      closeOnceQuiet();
    });
  });
  app.addHook("onSend", async (_request, reply) => {
    if (isEnding) reply.header("connection", "close");
  });
  app.addHook("preClose", async () => {
    isEnding = true;
    last = setTimeout(closeAll, answerMs);
    closeOnceQuiet();
  });
  app.addHook("onClose", async () => clearTimeout(last));
}
var schemaRegistry = external_exports.registry();
schemaRegistry.add(Problem, { id: "Problem" });
schemaRegistry.add(Run, { id: "Run" });
schemaRegistry.add(Report, { id: "Report" });
async function describeApi(app) {
  await app.register(import_swagger.default, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Plumbline",
        version: VERSION,
        description: "The history of a store's runs, read-only. Values are in the metric's unit, times in UTC.",
        license: { name: "MIT", identifier: "MIT" }
      }
    },
    transform: createJsonSchemaTransform({ schemaRegistry }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry })
  });
}
function describedIn(app) {
  const document2 = structuredClone(app.swagger());
  const schemas = document2.components?.schemas ?? {};
  for (const name of Object.keys(schemas)) if (name.endsWith("Input")) delete schemas[name];
  return document2;
}
var METHODS = ["GET", "HEAD"];
var ADDRESS_MOST = 4096;
var OPEN = /* @__PURE__ */ new Set(["/healthz"]);
function guard(app, token) {
  const limit = app.rateLimit();
  app.addHook("onRequest", async (request, reply) => {
    if (!METHODS.includes(request.method)) {
      reply.header("allow", METHODS.join(", "));
      throw new RequestRefusal(405, "this service only answers: nothing can be changed here");
    }
    if (request.url.length > ADDRESS_MOST)
      throw new RequestRefusal(414, `more than ${ADDRESS_MOST} characters`);
    if (OPEN.has(request.url)) return;
    if (token !== null || request.routeOptions.config.rateLimit !== false)
      await limit.call(app, request, reply);
    if (token === null) {
      const why = misdirected(app.server.address(), request.headers.host);
      if (why !== null)
        throw new RequestRefusal(421, `${why}; set PLUMBLINE_TOKEN, or let a proxy send Host: localhost`);
      return;
    }
    if (isTokenOf(request.headers.authorization, token)) return;
    reply.header("www-authenticate", 'Basic realm="plumbline", charset="UTF-8"');
    throw new RequestRefusal(401, "as Authorization: Bearer TOKEN, or as the password of any user");
  });
}
function isTokenOf(header, token) {
  const [, scheme = "", words = ""] = /^(\w+) +(\S+)$/.exec(header ?? "") ?? [];
  switch (scheme.toLowerCase()) {
    case "bearer":
      return isSameSecret(words, token);
    case "basic": {
      const text = Buffer.from(words, "base64").toString("utf8");
      return isSameSecret(text.slice(text.indexOf(":") + 1), token);
    }
    default:
      return false;
  }
}
export {
  STATEMENT_MS,
  createServer,
  endInPeace,
  guard,
  isTokenOf
};
