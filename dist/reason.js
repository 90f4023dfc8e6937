import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  NBSP,
  formatChange,
  formatChangeInterval,
  formatCount,
  formatMean,
  formatMetrics,
  formatPercent,
  formatTime,
  hasWord,
  isSha,
  percentEncoded,
  plainLine,
  plural,
  significant,
  tiedUnits,
  webAddress,
  writtenDigits
} from "./units.js";
import {
  sum
} from "./summary.js";
import {
  CAUSE_KINDS,
  exceeded,
  external_exports,
  groupBy,
  metricInfo,
  wordTable
} from "./zod.js";
import {
  __commonJS,
  __toESM
} from "./runtime.js";

// node_modules/ansi-regex/index.js
var require_ansi_regex = __commonJS({
  "node_modules/ansi-regex/index.js"(exports, module) {
    "use strict";
    module.exports = ({ onlyFirst = false } = {}) => {
      const pattern = [
        "[\\u001B\\u009B][[\\]()#;?]*(?:(?:(?:(?:;[-a-zA-Z\\d\\/#&.:=?%@~_]+)*|[a-zA-Z\\d]+(?:;[-a-zA-Z\\d\\/#&.:=?%@~_]*)*)?\\u0007)",
        "(?:(?:\\d{1,4}(?:;\\d{0,4})*)?[\\dA-PR-TZcf-ntqry=><~]))"
      ].join("|");
      return new RegExp(pattern, onlyFirst ? void 0 : "g");
    };
  }
});

// node_modules/strip-ansi/index.js
var require_strip_ansi = __commonJS({
  "node_modules/strip-ansi/index.js"(exports, module) {
    "use strict";
    var ansiRegex = require_ansi_regex();
    module.exports = (string) => typeof string === "string" ? string.replace(ansiRegex(), "") : string;
  }
});

// node_modules/is-fullwidth-code-point/index.js
var require_is_fullwidth_code_point = __commonJS({
  "node_modules/is-fullwidth-code-point/index.js"(exports, module) {
    "use strict";
    var isFullwidthCodePoint = (codePoint) => {
      if (Number.isNaN(codePoint)) {
        return false;
      }
      if (codePoint >= 4352 && (codePoint <= 4447 || // Hangul Jamo
      codePoint === 9001 || // LEFT-POINTING ANGLE BRACKET
      codePoint === 9002 || // RIGHT-POINTING ANGLE BRACKET
      // CJK Radicals Supplement .. Enclosed CJK Letters and Months
      11904 <= codePoint && codePoint <= 12871 && codePoint !== 12351 || // Enclosed CJK Letters and Months .. CJK Unified Ideographs Extension A
      12880 <= codePoint && codePoint <= 19903 || // CJK Unified Ideographs .. Yi Radicals
      19968 <= codePoint && codePoint <= 42182 || // Hangul Jamo Extended-A
      43360 <= codePoint && codePoint <= 43388 || // Hangul Syllables
      44032 <= codePoint && codePoint <= 55203 || // CJK Compatibility Ideographs
      63744 <= codePoint && codePoint <= 64255 || // Vertical Forms
      65040 <= codePoint && codePoint <= 65049 || // CJK Compatibility Forms .. Small Form Variants
      65072 <= codePoint && codePoint <= 65131 || // Halfwidth and Fullwidth Forms
      65281 <= codePoint && codePoint <= 65376 || 65504 <= codePoint && codePoint <= 65510 || // Kana Supplement
      110592 <= codePoint && codePoint <= 110593 || // Enclosed Ideographic Supplement
      127488 <= codePoint && codePoint <= 127569 || // CJK Unified Ideographs Extension B .. Tertiary Ideographic Plane
      131072 <= codePoint && codePoint <= 262141)) {
        return true;
      }
      return false;
    };
    module.exports = isFullwidthCodePoint;
    module.exports.default = isFullwidthCodePoint;
  }
});

// node_modules/emoji-regex/index.js
var require_emoji_regex = __commonJS({
  "node_modules/emoji-regex/index.js"(exports, module) {
    "use strict";
    module.exports = function() {
      return /\uD83C\uDFF4\uDB40\uDC67\uDB40\uDC62(?:\uDB40\uDC65\uDB40\uDC6E\uDB40\uDC67|\uDB40\uDC73\uDB40\uDC63\uDB40\uDC74|\uDB40\uDC77\uDB40\uDC6C\uDB40\uDC73)\uDB40\uDC7F|\uD83D\uDC68(?:\uD83C\uDFFC\u200D(?:\uD83E\uDD1D\u200D\uD83D\uDC68\uD83C\uDFFB|\uD83C[\uDF3E\uDF73\uDF93\uDFA4\uDFA8\uDFEB\uDFED]|\uD83D[\uDCBB\uDCBC\uDD27\uDD2C\uDE80\uDE92]|\uD83E[\uDDAF-\uDDB3\uDDBC\uDDBD])|\uD83C\uDFFF\u200D(?:\uD83E\uDD1D\u200D\uD83D\uDC68(?:\uD83C[\uDFFB-\uDFFE])|\uD83C[\uDF3E\uDF73\uDF93\uDFA4\uDFA8\uDFEB\uDFED]|\uD83D[\uDCBB\uDCBC\uDD27\uDD2C\uDE80\uDE92]|\uD83E[\uDDAF-\uDDB3\uDDBC\uDDBD])|\uD83C\uDFFE\u200D(?:\uD83E\uDD1D\u200D\uD83D\uDC68(?:\uD83C[\uDFFB-\uDFFD])|\uD83C[\uDF3E\uDF73\uDF93\uDFA4\uDFA8\uDFEB\uDFED]|\uD83D[\uDCBB\uDCBC\uDD27\uDD2C\uDE80\uDE92]|\uD83E[\uDDAF-\uDDB3\uDDBC\uDDBD])|\uD83C\uDFFD\u200D(?:\uD83E\uDD1D\u200D\uD83D\uDC68(?:\uD83C[\uDFFB\uDFFC])|\uD83C[\uDF3E\uDF73\uDF93\uDFA4\uDFA8\uDFEB\uDFED]|\uD83D[\uDCBB\uDCBC\uDD27\uDD2C\uDE80\uDE92]|\uD83E[\uDDAF-\uDDB3\uDDBC\uDDBD])|\u200D(?:\u2764\uFE0F\u200D(?:\uD83D\uDC8B\u200D)?\uD83D\uDC68|(?:\uD83D[\uDC68\uDC69])\u200D(?:\uD83D\uDC66\u200D\uD83D\uDC66|\uD83D\uDC67\u200D(?:\uD83D[\uDC66\uDC67]))|\uD83D\uDC66\u200D\uD83D\uDC66|\uD83D\uDC67\u200D(?:\uD83D[\uDC66\uDC67])|(?:\uD83D[\uDC68\uDC69])\u200D(?:\uD83D[\uDC66\uDC67])|[\u2695\u2696\u2708]\uFE0F|\uD83D[\uDC66\uDC67]|\uD83C[\uDF3E\uDF73\uDF93\uDFA4\uDFA8\uDFEB\uDFED]|\uD83D[\uDCBB\uDCBC\uDD27\uDD2C\uDE80\uDE92]|\uD83E[\uDDAF-\uDDB3\uDDBC\uDDBD])|(?:\uD83C\uDFFB\u200D[\u2695\u2696\u2708]|\uD83C\uDFFF\u200D[\u2695\u2696\u2708]|\uD83C\uDFFE\u200D[\u2695\u2696\u2708]|\uD83C\uDFFD\u200D[\u2695\u2696\u2708]|\uD83C\uDFFC\u200D[\u2695\u2696\u2708])\uFE0F|\uD83C\uDFFB\u200D(?:\uD83C[\uDF3E\uDF73\uDF93\uDFA4\uDFA8\uDFEB\uDFED]|\uD83D[\uDCBB\uDCBC\uDD27\uDD2C\uDE80\uDE92]|\uD83E[\uDDAF-\uDDB3\uDDBC\uDDBD])|\uD83C[\uDFFB-\uDFFF])|(?:\uD83E\uDDD1\uD83C\uDFFB\u200D\uD83E\uDD1D\u200D\uD83E\uDDD1|\uD83D\uDC69\uD83C\uDFFC\u200D\uD83E\uDD1D\u200D\uD83D\uDC69)\uD83C\uDFFB|\uD83E\uDDD1(?:\uD83C\uDFFF\u200D\uD83E\uDD1D\u200D\uD83E\uDDD1(?:\uD83C[\uDFFB-\uDFFF])|\u200D\uD83E\uDD1D\u200D\uD83E\uDDD1)|(?:\uD83E\uDDD1\uD83C\uDFFE\u200D\uD83E\uDD1D\u200D\uD83E\uDDD1|\uD83D\uDC69\uD83C\uDFFF\u200D\uD83E\uDD1D\u200D(?:\uD83D[\uDC68\uDC69]))(?:\uD83C[\uDFFB-\uDFFE])|(?:\uD83E\uDDD1\uD83C\uDFFC\u200D\uD83E\uDD1D\u200D\uD83E\uDDD1|\uD83D\uDC69\uD83C\uDFFD\u200D\uD83E\uDD1D\u200D\uD83D\uDC69)(?:\uD83C[\uDFFB\uDFFC])|\uD83D\uDC69(?:\uD83C\uDFFE\u200D(?:\uD83E\uDD1D\u200D\uD83D\uDC68(?:\uD83C[\uDFFB-\uDFFD\uDFFF])|\uD83C[\uDF3E\uDF73\uDF93\uDFA4\uDFA8\uDFEB\uDFED]|\uD83D[\uDCBB\uDCBC\uDD27\uDD2C\uDE80\uDE92]|\uD83E[\uDDAF-\uDDB3\uDDBC\uDDBD])|\uD83C\uDFFC\u200D(?:\uD83E\uDD1D\u200D\uD83D\uDC68(?:\uD83C[\uDFFB\uDFFD-\uDFFF])|\uD83C[\uDF3E\uDF73\uDF93\uDFA4\uDFA8\uDFEB\uDFED]|\uD83D[\uDCBB\uDCBC\uDD27\uDD2C\uDE80\uDE92]|\uD83E[\uDDAF-\uDDB3\uDDBC\uDDBD])|\uD83C\uDFFB\u200D(?:\uD83E\uDD1D\u200D\uD83D\uDC68(?:\uD83C[\uDFFC-\uDFFF])|\uD83C[\uDF3E\uDF73\uDF93\uDFA4\uDFA8\uDFEB\uDFED]|\uD83D[\uDCBB\uDCBC\uDD27\uDD2C\uDE80\uDE92]|\uD83E[\uDDAF-\uDDB3\uDDBC\uDDBD])|\uD83C\uDFFD\u200D(?:\uD83E\uDD1D\u200D\uD83D\uDC68(?:\uD83C[\uDFFB\uDFFC\uDFFE\uDFFF])|\uD83C[\uDF3E\uDF73\uDF93\uDFA4\uDFA8\uDFEB\uDFED]|\uD83D[\uDCBB\uDCBC\uDD27\uDD2C\uDE80\uDE92]|\uD83E[\uDDAF-\uDDB3\uDDBC\uDDBD])|\u200D(?:\u2764\uFE0F\u200D(?:\uD83D\uDC8B\u200D(?:\uD83D[\uDC68\uDC69])|\uD83D[\uDC68\uDC69])|\uD83C[\uDF3E\uDF73\uDF93\uDFA4\uDFA8\uDFEB\uDFED]|\uD83D[\uDCBB\uDCBC\uDD27\uDD2C\uDE80\uDE92]|\uD83E[\uDDAF-\uDDB3\uDDBC\uDDBD])|\uD83C\uDFFF\u200D(?:\uD83C[\uDF3E\uDF73\uDF93\uDFA4\uDFA8\uDFEB\uDFED]|\uD83D[\uDCBB\uDCBC\uDD27\uDD2C\uDE80\uDE92]|\uD83E[\uDDAF-\uDDB3\uDDBC\uDDBD]))|\uD83D\uDC69\u200D\uD83D\uDC69\u200D(?:\uD83D\uDC66\u200D\uD83D\uDC66|\uD83D\uDC67\u200D(?:\uD83D[\uDC66\uDC67]))|(?:\uD83E\uDDD1\uD83C\uDFFD\u200D\uD83E\uDD1D\u200D\uD83E\uDDD1|\uD83D\uDC69\uD83C\uDFFE\u200D\uD83E\uDD1D\u200D\uD83D\uDC69)(?:\uD83C[\uDFFB-\uDFFD])|\uD83D\uDC69\u200D\uD83D\uDC66\u200D\uD83D\uDC66|\uD83D\uDC69\u200D\uD83D\uDC69\u200D(?:\uD83D[\uDC66\uDC67])|(?:\uD83D\uDC41\uFE0F\u200D\uD83D\uDDE8|\uD83D\uDC69(?:\uD83C\uDFFF\u200D[\u2695\u2696\u2708]|\uD83C\uDFFE\u200D[\u2695\u2696\u2708]|\uD83C\uDFFC\u200D[\u2695\u2696\u2708]|\uD83C\uDFFB\u200D[\u2695\u2696\u2708]|\uD83C\uDFFD\u200D[\u2695\u2696\u2708]|\u200D[\u2695\u2696\u2708])|(?:(?:\u26F9|\uD83C[\uDFCB\uDFCC]|\uD83D\uDD75)\uFE0F|\uD83D\uDC6F|\uD83E[\uDD3C\uDDDE\uDDDF])\u200D[\u2640\u2642]|(?:\u26F9|\uD83C[\uDFCB\uDFCC]|\uD83D\uDD75)(?:\uD83C[\uDFFB-\uDFFF])\u200D[\u2640\u2642]|(?:\uD83C[\uDFC3\uDFC4\uDFCA]|\uD83D[\uDC6E\uDC71\uDC73\uDC77\uDC81\uDC82\uDC86\uDC87\uDE45-\uDE47\uDE4B\uDE4D\uDE4E\uDEA3\uDEB4-\uDEB6]|\uD83E[\uDD26\uDD37-\uDD39\uDD3D\uDD3E\uDDB8\uDDB9\uDDCD-\uDDCF\uDDD6-\uDDDD])(?:(?:\uD83C[\uDFFB-\uDFFF])\u200D[\u2640\u2642]|\u200D[\u2640\u2642])|\uD83C\uDFF4\u200D\u2620)\uFE0F|\uD83D\uDC69\u200D\uD83D\uDC67\u200D(?:\uD83D[\uDC66\uDC67])|\uD83C\uDFF3\uFE0F\u200D\uD83C\uDF08|\uD83D\uDC15\u200D\uD83E\uDDBA|\uD83D\uDC69\u200D\uD83D\uDC66|\uD83D\uDC69\u200D\uD83D\uDC67|\uD83C\uDDFD\uD83C\uDDF0|\uD83C\uDDF4\uD83C\uDDF2|\uD83C\uDDF6\uD83C\uDDE6|[#\*0-9]\uFE0F\u20E3|\uD83C\uDDE7(?:\uD83C[\uDDE6\uDDE7\uDDE9-\uDDEF\uDDF1-\uDDF4\uDDF6-\uDDF9\uDDFB\uDDFC\uDDFE\uDDFF])|\uD83C\uDDF9(?:\uD83C[\uDDE6\uDDE8\uDDE9\uDDEB-\uDDED\uDDEF-\uDDF4\uDDF7\uDDF9\uDDFB\uDDFC\uDDFF])|\uD83C\uDDEA(?:\uD83C[\uDDE6\uDDE8\uDDEA\uDDEC\uDDED\uDDF7-\uDDFA])|\uD83E\uDDD1(?:\uD83C[\uDFFB-\uDFFF])|\uD83C\uDDF7(?:\uD83C[\uDDEA\uDDF4\uDDF8\uDDFA\uDDFC])|\uD83D\uDC69(?:\uD83C[\uDFFB-\uDFFF])|\uD83C\uDDF2(?:\uD83C[\uDDE6\uDDE8-\uDDED\uDDF0-\uDDFF])|\uD83C\uDDE6(?:\uD83C[\uDDE8-\uDDEC\uDDEE\uDDF1\uDDF2\uDDF4\uDDF6-\uDDFA\uDDFC\uDDFD\uDDFF])|\uD83C\uDDF0(?:\uD83C[\uDDEA\uDDEC-\uDDEE\uDDF2\uDDF3\uDDF5\uDDF7\uDDFC\uDDFE\uDDFF])|\uD83C\uDDED(?:\uD83C[\uDDF0\uDDF2\uDDF3\uDDF7\uDDF9\uDDFA])|\uD83C\uDDE9(?:\uD83C[\uDDEA\uDDEC\uDDEF\uDDF0\uDDF2\uDDF4\uDDFF])|\uD83C\uDDFE(?:\uD83C[\uDDEA\uDDF9])|\uD83C\uDDEC(?:\uD83C[\uDDE6\uDDE7\uDDE9-\uDDEE\uDDF1-\uDDF3\uDDF5-\uDDFA\uDDFC\uDDFE])|\uD83C\uDDF8(?:\uD83C[\uDDE6-\uDDEA\uDDEC-\uDDF4\uDDF7-\uDDF9\uDDFB\uDDFD-\uDDFF])|\uD83C\uDDEB(?:\uD83C[\uDDEE-\uDDF0\uDDF2\uDDF4\uDDF7])|\uD83C\uDDF5(?:\uD83C[\uDDE6\uDDEA-\uDDED\uDDF0-\uDDF3\uDDF7-\uDDF9\uDDFC\uDDFE])|\uD83C\uDDFB(?:\uD83C[\uDDE6\uDDE8\uDDEA\uDDEC\uDDEE\uDDF3\uDDFA])|\uD83C\uDDF3(?:\uD83C[\uDDE6\uDDE8\uDDEA-\uDDEC\uDDEE\uDDF1\uDDF4\uDDF5\uDDF7\uDDFA\uDDFF])|\uD83C\uDDE8(?:\uD83C[\uDDE6\uDDE8\uDDE9\uDDEB-\uDDEE\uDDF0-\uDDF5\uDDF7\uDDFA-\uDDFF])|\uD83C\uDDF1(?:\uD83C[\uDDE6-\uDDE8\uDDEE\uDDF0\uDDF7-\uDDFB\uDDFE])|\uD83C\uDDFF(?:\uD83C[\uDDE6\uDDF2\uDDFC])|\uD83C\uDDFC(?:\uD83C[\uDDEB\uDDF8])|\uD83C\uDDFA(?:\uD83C[\uDDE6\uDDEC\uDDF2\uDDF3\uDDF8\uDDFE\uDDFF])|\uD83C\uDDEE(?:\uD83C[\uDDE8-\uDDEA\uDDF1-\uDDF4\uDDF6-\uDDF9])|\uD83C\uDDEF(?:\uD83C[\uDDEA\uDDF2\uDDF4\uDDF5])|(?:\uD83C[\uDFC3\uDFC4\uDFCA]|\uD83D[\uDC6E\uDC71\uDC73\uDC77\uDC81\uDC82\uDC86\uDC87\uDE45-\uDE47\uDE4B\uDE4D\uDE4E\uDEA3\uDEB4-\uDEB6]|\uD83E[\uDD26\uDD37-\uDD39\uDD3D\uDD3E\uDDB8\uDDB9\uDDCD-\uDDCF\uDDD6-\uDDDD])(?:\uD83C[\uDFFB-\uDFFF])|(?:\u26F9|\uD83C[\uDFCB\uDFCC]|\uD83D\uDD75)(?:\uD83C[\uDFFB-\uDFFF])|(?:[\u261D\u270A-\u270D]|\uD83C[\uDF85\uDFC2\uDFC7]|\uD83D[\uDC42\uDC43\uDC46-\uDC50\uDC66\uDC67\uDC6B-\uDC6D\uDC70\uDC72\uDC74-\uDC76\uDC78\uDC7C\uDC83\uDC85\uDCAA\uDD74\uDD7A\uDD90\uDD95\uDD96\uDE4C\uDE4F\uDEC0\uDECC]|\uD83E[\uDD0F\uDD18-\uDD1C\uDD1E\uDD1F\uDD30-\uDD36\uDDB5\uDDB6\uDDBB\uDDD2-\uDDD5])(?:\uD83C[\uDFFB-\uDFFF])|(?:[\u231A\u231B\u23E9-\u23EC\u23F0\u23F3\u25FD\u25FE\u2614\u2615\u2648-\u2653\u267F\u2693\u26A1\u26AA\u26AB\u26BD\u26BE\u26C4\u26C5\u26CE\u26D4\u26EA\u26F2\u26F3\u26F5\u26FA\u26FD\u2705\u270A\u270B\u2728\u274C\u274E\u2753-\u2755\u2757\u2795-\u2797\u27B0\u27BF\u2B1B\u2B1C\u2B50\u2B55]|\uD83C[\uDC04\uDCCF\uDD8E\uDD91-\uDD9A\uDDE6-\uDDFF\uDE01\uDE1A\uDE2F\uDE32-\uDE36\uDE38-\uDE3A\uDE50\uDE51\uDF00-\uDF20\uDF2D-\uDF35\uDF37-\uDF7C\uDF7E-\uDF93\uDFA0-\uDFCA\uDFCF-\uDFD3\uDFE0-\uDFF0\uDFF4\uDFF8-\uDFFF]|\uD83D[\uDC00-\uDC3E\uDC40\uDC42-\uDCFC\uDCFF-\uDD3D\uDD4B-\uDD4E\uDD50-\uDD67\uDD7A\uDD95\uDD96\uDDA4\uDDFB-\uDE4F\uDE80-\uDEC5\uDECC\uDED0-\uDED2\uDED5\uDEEB\uDEEC\uDEF4-\uDEFA\uDFE0-\uDFEB]|\uD83E[\uDD0D-\uDD3A\uDD3C-\uDD45\uDD47-\uDD71\uDD73-\uDD76\uDD7A-\uDDA2\uDDA5-\uDDAA\uDDAE-\uDDCA\uDDCD-\uDDFF\uDE70-\uDE73\uDE78-\uDE7A\uDE80-\uDE82\uDE90-\uDE95])|(?:[#\*0-9\xA9\xAE\u203C\u2049\u2122\u2139\u2194-\u2199\u21A9\u21AA\u231A\u231B\u2328\u23CF\u23E9-\u23F3\u23F8-\u23FA\u24C2\u25AA\u25AB\u25B6\u25C0\u25FB-\u25FE\u2600-\u2604\u260E\u2611\u2614\u2615\u2618\u261D\u2620\u2622\u2623\u2626\u262A\u262E\u262F\u2638-\u263A\u2640\u2642\u2648-\u2653\u265F\u2660\u2663\u2665\u2666\u2668\u267B\u267E\u267F\u2692-\u2697\u2699\u269B\u269C\u26A0\u26A1\u26AA\u26AB\u26B0\u26B1\u26BD\u26BE\u26C4\u26C5\u26C8\u26CE\u26CF\u26D1\u26D3\u26D4\u26E9\u26EA\u26F0-\u26F5\u26F7-\u26FA\u26FD\u2702\u2705\u2708-\u270D\u270F\u2712\u2714\u2716\u271D\u2721\u2728\u2733\u2734\u2744\u2747\u274C\u274E\u2753-\u2755\u2757\u2763\u2764\u2795-\u2797\u27A1\u27B0\u27BF\u2934\u2935\u2B05-\u2B07\u2B1B\u2B1C\u2B50\u2B55\u3030\u303D\u3297\u3299]|\uD83C[\uDC04\uDCCF\uDD70\uDD71\uDD7E\uDD7F\uDD8E\uDD91-\uDD9A\uDDE6-\uDDFF\uDE01\uDE02\uDE1A\uDE2F\uDE32-\uDE3A\uDE50\uDE51\uDF00-\uDF21\uDF24-\uDF93\uDF96\uDF97\uDF99-\uDF9B\uDF9E-\uDFF0\uDFF3-\uDFF5\uDFF7-\uDFFF]|\uD83D[\uDC00-\uDCFD\uDCFF-\uDD3D\uDD49-\uDD4E\uDD50-\uDD67\uDD6F\uDD70\uDD73-\uDD7A\uDD87\uDD8A-\uDD8D\uDD90\uDD95\uDD96\uDDA4\uDDA5\uDDA8\uDDB1\uDDB2\uDDBC\uDDC2-\uDDC4\uDDD1-\uDDD3\uDDDC-\uDDDE\uDDE1\uDDE3\uDDE8\uDDEF\uDDF3\uDDFA-\uDE4F\uDE80-\uDEC5\uDECB-\uDED2\uDED5\uDEE0-\uDEE5\uDEE9\uDEEB\uDEEC\uDEF0\uDEF3-\uDEFA\uDFE0-\uDFEB]|\uD83E[\uDD0D-\uDD3A\uDD3C-\uDD45\uDD47-\uDD71\uDD73-\uDD76\uDD7A-\uDDA2\uDDA5-\uDDAA\uDDAE-\uDDCA\uDDCD-\uDDFF\uDE70-\uDE73\uDE78-\uDE7A\uDE80-\uDE82\uDE90-\uDE95])\uFE0F|(?:[\u261D\u26F9\u270A-\u270D]|\uD83C[\uDF85\uDFC2-\uDFC4\uDFC7\uDFCA-\uDFCC]|\uD83D[\uDC42\uDC43\uDC46-\uDC50\uDC66-\uDC78\uDC7C\uDC81-\uDC83\uDC85-\uDC87\uDC8F\uDC91\uDCAA\uDD74\uDD75\uDD7A\uDD90\uDD95\uDD96\uDE45-\uDE47\uDE4B-\uDE4F\uDEA3\uDEB4-\uDEB6\uDEC0\uDECC]|\uD83E[\uDD0F\uDD18-\uDD1F\uDD26\uDD30-\uDD39\uDD3C-\uDD3E\uDDB5\uDDB6\uDDB8\uDDB9\uDDBB\uDDCD-\uDDCF\uDDD1-\uDDDD])/g;
    };
  }
});

// node_modules/string-width/index.js
var require_string_width = __commonJS({
  "node_modules/string-width/index.js"(exports, module) {
    "use strict";
    var stripAnsi = require_strip_ansi();
    var isFullwidthCodePoint = require_is_fullwidth_code_point();
    var emojiRegex = require_emoji_regex();
    var stringWidth2 = (string) => {
      if (typeof string !== "string" || string.length === 0) {
        return 0;
      }
      string = stripAnsi(string);
      if (string.length === 0) {
        return 0;
      }
      string = string.replace(emojiRegex(), "  ");
      let width = 0;
      for (let i = 0; i < string.length; i++) {
        const code = string.codePointAt(i);
        if (code <= 31 || code >= 127 && code <= 159) {
          continue;
        }
        if (code >= 768 && code <= 879) {
          continue;
        }
        if (code > 65535) {
          i++;
        }
        width += isFullwidthCodePoint(code) ? 2 : 1;
      }
      return width;
    };
    module.exports = stringWidth2;
    module.exports.default = stringWidth2;
  }
});

// src/report/pages/links.ts
function segmentOf(name) {
  const encoded = percentEncoded(name).replace(/[!'()*~]/g, (c) => `%${hexOf(c)}`);
  return encoded.replace(/^\.|\.(?=\.)|\.$/g, "%2E").replaceAll("%", "~");
}
function decodeSegment(segment) {
  try {
    const name = decodeURIComponent(segment.replaceAll("~", "%"));
    return segmentOf(name) === segment ? name : null;
  } catch {
    return null;
  }
}
function hexOf(character) {
  return character.charCodeAt(0).toString(16).toUpperCase();
}
function pathOf(place) {
  switch (place.page) {
    case "overview":
      return "";
    case "workload":
      return `w/${segmentOf(place.suite)}/${segmentOf(place.workload)}/`;
    case "commit":
      return `c/${segmentOf(place.sha)}/`;
    case "compare":
      return `compare/${segmentOf(place.base)}..${segmentOf(place.head)}/`;
    case "events":
    case "acceptances":
      return `${place.page}/`;
  }
}
function parsePath(path) {
  const [first = "", ...rest] = path.replace(/^\/|\/$/g, "").split("/");
  const names = rest.map((part) => first === "compare" ? part : decodeSegment(part));
  if (names.includes(null)) return null;
  const [one, two] = names;
  if (names.length === 0) {
    if (first === "") return { page: "overview" };
    return first === "events" || first === "acceptances" ? { page: first } : null;
  }
  if (first === "w" && names.length === 2) return { page: "workload", suite: one, workload: two };
  if (names.length !== 1) return null;
  if (first === "c") return { page: "commit", sha: one };
  return first === "compare" ? comparePath(one) : null;
}
function comparePath(range) {
  const [base, head, ...rest] = range.split("..").map(decodeSegment);
  return base && head && rest.length === 0 ? { page: "compare", base, head } : null;
}
function pageAddress(site, place, words = "") {
  const commits = place.page === "commit" ? [place.sha] : place.page === "compare" ? [place.base, place.head] : [];
  if (site === null || !commits.every(isSha)) return null;
  return webAddress(`${site.replace(/(?<!\/)\/+$/, "")}/${pathOf(place)}${words}`);
}
var WORKLOAD_ROOT = "../../../";
function siteRoot(path) {
  return "../".repeat(path.split("/").length - 1);
}
function dataPathOf(suite, workload) {
  return `data/${segmentOf(suite)}/${segmentOf(workload)}.json`;
}
function badgePathOf(suite) {
  return `badges/${segmentOf(suite)}.svg`;
}
function repositoryPathOf(repository) {
  const [owner = "", ...name] = repository.split("/");
  return `r/${segmentOf(owner)}/${segmentOf(name.join("/"))}/`;
}
function splitRepository(path) {
  const [, owner, name, rest] = /^r\/([^/]+)\/([^/]+)\/(.*)$/.exec(path) ?? [];
  const [one, two] = [owner, name].map((each) => each === void 0 ? null : decodeSegment(each));
  return one && two ? { repository: `${one}/${two}`, rest } : null;
}

// src/model/version.ts
var VERSION = "0.1.0";

// src/model/script.ts
var HASH_DIGITS = 12;
var SCRIPTS = "scripts";
function scriptOptions(script) {
  if (script === void 0) return {};
  const files = script.files.map(
    ({ file, weight, hash }) => `${file}@${weight} ${hash.slice(0, HASH_DIGITS)}`
  );
  const rows = (script.rows ?? []).map(({ file, hash }) => `${file} ${hash.slice(0, HASH_DIGITS)}`);
  return { [SCRIPTS]: [...files, ...rows].join(", ") };
}
function ofBaseAlone(name) {
  return `${name} of base`;
}
function pairStatementNames(base, head) {
  const free = new Map(Object.entries(head));
  const names = /* @__PURE__ */ new Map();
  const call = (name, by) => {
    if (by === void 0 || names.has(name)) return;
    names.set(name, by);
    free.delete(by);
  };
  for (const [name, sql] of Object.entries(base)) call(name, free.get(name) === sql ? name : void 0);
  for (const [name, sql] of Object.entries(base))
    call(name, [...free].find(([, other]) => other === sql)?.[0]);
  for (const name of Object.keys(base)) call(name, name in head ? ofBaseAlone(name) : name);
  return names;
}

// src/report/words/environment.ts
var UNKNOWN = "unknown";
function databaseText({ database, databaseVersion }) {
  const known = [database, databaseVersion].filter((part) => part !== "" && part !== UNKNOWN);
  return known.length === 0 ? null : known.map((part) => plainLine(part)).join(" ");
}
function machineText({ cpuCount, cpuModel }) {
  return cpuCount === 0 ? null : `${cpuCount} × ${plainLine(cpuModel)}`;
}

// src/report/html/template.ts
function html(strings, ...values) {
  const parts = strings.map(
    (string, index) => string + (index < values.length ? htmlText(values[index]) : "")
  );
  return { html: parts.join("") };
}
function trusted(text) {
  return { html: text };
}
function verbatim(text) {
  return { html: escapedHtml(text) };
}
function htmlText(value2) {
  if (typeof value2 === "string") return escapedHtml(tiedUnits(value2));
  if (typeof value2 === "number") return String(value2);
  if ("html" in value2) return value2.html;
  return value2.map((part) => part.html).join("");
}
function escapedHtml(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");
}

// src/report/html/page-head.ts
function pageHead({ title, policy }) {
  return html`<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>`;
}

// src/analysis/samples/statement-text.ts
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
var QUOTED_VARIABLE = /^':[A-Za-z_]\w*'$/;
function withParameters(sql) {
  const names = [];
  return sql.replace(PIECE, (piece, _tag, _quote, bare) => {
    const name = bare ?? (QUOTED_VARIABLE.test(piece) ? piece : void 0);
    if (name === void 0) return piece;
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
}
function withoutNames(sql) {
  return sql.replace(/'(?:[^']|'')*'/g, (text) => text.replace(/:[A-Za-z_]\w*/g, ":"));
}
function parameterCount(sql) {
  const bare = sql.replace(PIECE, (piece) => /^['"-]|^\/|^\$\D/.test(piece) ? " " : piece);
  return Math.max(0, ...[...bare.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
}
function canBePlanned(sql) {
  return /^\s*(?:SELECT|INSERT|UPDATE|DELETE|MERGE|WITH|VALUES|TABLE)\b/i.test(sql);
}

// src/text/sql.ts
var TOKEN = new RegExp(
  [
    String.raw`\s+|--[^\n]*|\/\*`,
    // E'...' knows backslashes.
    String.raw`(?:[eE]'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*|(?:[uU]&|[bBxXnN])?'[^']*(?:''[^']*)*)(?:'|($))`,
    '(?:[uU]&)?"[^"]*(?:""[^"]*)*(?:"|($))',
    String.raw`\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$`,
    String.raw`\$\d+`,
    String.raw`0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*(?:\.(?!\.)[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?`,
    String.raw`[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*`,
    String.raw`::|:=|(?:(?!--|\/\*)[+\-*\/<>=~!@#%^&|\x60?])+`,
    String.raw`[\s\S]`
  ].join("|"),
  "y"
);
var BEGINNINGS = [
  [/^(?:\s|--|\/\*)/, "space"],
  [/^(?:[bBeExXnN]|[uU]&)?'/, "string"],
  [/^(?:[uU]&)?"/, "quoted"],
  [/^[A-Za-z_\u0080-\uffff]/, "word"],
  [/^\.?\d/, "number"],
  [/^\$\d/, "parameter"],
  [/^\$./, "string"],
  [/^(?:::|:=|[+\-*/<>=~!@#%^&|`?])/, "operator"]
];
function tokenAt(sql, at) {
  TOKEN.lastIndex = at;
  const [text, openString, openName] = TOKEN.exec(sql);
  const kind = BEGINNINGS.find(([beginning]) => beginning.test(text))?.[1] ?? "other";
  const to = (end) => {
    return { kind, text: sql.slice(at, end ?? sql.length), isOpen: end === null };
  };
  if (text === "/*") return to(endOfComment(sql, at));
  if (kind === "operator") return to(at + withoutSign(text).length);
  if (kind === "string" && text.startsWith("$")) {
    const end = sql.indexOf(text, at + text.length);
    return to(end < 0 ? null : end + text.length);
  }
  return { kind, text, isOpen: (openString ?? openName) !== void 0 };
}
function withoutSign(operator) {
  if (operator.length === 1 || /[~!@#%^&|`?]/.test(operator)) return operator;
  return operator.replace(/(?<=^.|[^+-])[+-]+$/, "");
}
function endOfComment(sql, from) {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  let depth = 0;
  for (let mark = marks.exec(sql); mark !== null; mark = marks.exec(sql)) {
    depth += mark[0] === "/*" ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return null;
}
function sqlTokens(sql) {
  const tokens = [];
  for (let at = 0; at < sql.length; at += tokens.at(-1).text.length) tokens.push(tokenAt(sql, at));
  return tokens;
}
var NAME_PART = String.raw`(?:"(?:[^"]|"")+"|[^\s\0-#%-/:-@[-^\x60{-\x7f]+)`;
var SQL_NAME = String.raw`(${NAME_PART}(?:\s*\.\s*${NAME_PART})*)`;
function keptName(written) {
  const part = written.match(/"(?:[^"]|"")+"|[^\s".]+/g)?.at(-1) ?? written;
  if (part.startsWith('"')) return part.slice(1, -1).replaceAll('""', '"');
  return part.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
function lineAt(text, offset) {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
function shortSql(sql, most) {
  const line = sql.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most - 3)}...` : line;
}

// src/analysis/samples/statement-names.ts
var NAMES_MOST = 100;
var BEFORE_RELATION = /* @__PURE__ */ new Set(["join", "into", "update", "only", "table", "truncate", "using"]);
var LIST_ENDS = /* @__PURE__ */ new Set([
  "where",
  "group",
  "order",
  "set",
  "values",
  "returning",
  "limit",
  "having",
  "union"
]);
var TAKES_NAME = /^(?:nextval|currval|setval|to_regclass)$/;
function namesInStatement(sql) {
  const tokens = lexemes(sql);
  const names = /* @__PURE__ */ new Set();
  const lists = ["columns"];
  let expects = false;
  for (let at = 0; at < tokens.length; at++) {
    const { text, name } = tokens[at];
    const before = tokens[at - 1];
    if (text === "(") lists.push(expects ? "relations" : "");
    else if (text === ")") {
      if (lists.length > 1) lists.pop();
      expects = false;
    } else if (text === ",") expects = lists.at(-1) === "relations";
    else if (name === void 0) {
      names.add(relationIn(tokens, at));
      expects = false;
    } else if (text === name && BEFORE_RELATION.has(name)) expects = true;
    else if (text === name && name === "from") {
      expects = lists.at(-1) !== "" && before?.name !== "distinct";
      if (expects) lists[lists.length - 1] = "relations";
    } else if (text === name && (name === "select" || name === "delete" || LIST_ENDS.has(name))) {
      lists[lists.length - 1] = "columns";
      expects = false;
    } else {
      const last = endOfName(tokens, at);
      const whole = tokens.slice(at, last + 1).flatMap((each) => each.name ?? []).join(".");
      const isCalled = tokens[last + 1]?.text === "(";
      if (expects && !(isCalled && before?.name !== "into")) names.add(whole);
      else if (isCalled) names.add(`${whole}()`);
      if (before?.text === "::" || before?.name === "as" && tokens[last + 1]?.text === ")")
        names.add(`::${whole}`);
      expects = false;
      at = last;
    }
  }
  names.delete("");
  return [...names].slice(0, NAMES_MOST);
}
function lexemes(sql) {
  const tokens = [];
  for (let at = 0; at < sql.length; ) {
    const { kind, text } = tokenAt(sql, at);
    at += text.length;
    if (kind === "word") tokens.push(wordLexeme(text));
    else if (kind === "quoted") tokens.push({ text, name: text.slice(1, -1).replaceAll('""', '"') });
    else if (kind !== "space") tokens.push({ text });
  }
  return tokens;
}
function wordLexeme(word) {
  const name = keptName(word);
  return { text: name, name };
}
function endOfName(tokens, at) {
  return tokens[at + 1]?.text === "." && tokens[at + 2]?.name !== void 0 ? endOfName(tokens, at + 2) : at;
}
function relationIn(tokens, at) {
  const { text } = tokens[at];
  const isCast = tokens[at + 1]?.text === "::" && tokens[at + 2]?.name === "regclass";
  const isTaken = tokens[at - 1]?.text === "(" && TAKES_NAME.test(tokens[at - 2]?.name ?? "");
  if (!text.startsWith("'") || !(isCast || isTaken)) return "";
  const parts = lexemes(text.slice(1, -1).replaceAll("''", "'"));
  const isName = parts[0]?.name !== void 0 && endOfName(parts, 0) === parts.length - 1;
  return isName ? parts.flatMap(({ name }) => name ?? []).join(".") : "";
}

// src/analysis/reason/names.ts
function bareName(name) {
  const part = name.match(/"(?:[^"]|"")*"|[^".]+/g)?.at(-1) ?? "";
  return part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part;
}
function functionName(signature) {
  return bareName(signature.replace(/\(.*/s, ""));
}

// src/analysis/reason/setting-reach.ts
var PLANS = /^(?:enable_\w+|(?:seq_page|random_page|cpu_\w+|parallel_\w+)_cost|geqo\w*|\w+_collapse_limit|effective_cache_size|min_parallel_\w+_scan_size|cursor_tuple_fraction|constraint_exclusion|default_statistics_target|recursive_worktable_factor)$/;
var WRITES = /^(?:synchronous_commit|synchronous_standby_names|fsync|full_page_writes|wal_\w+|commit_\w+|checkpoint_\w+|(?:max|min)_wal_size|default_toast_compression)$/;
var NOTHING = /^(?:autovacuum_(?:worker_slots|max_workers)|max_(?:connections|wal_senders|replication_slots|prepared_transactions|logical_replication_workers|sync_workers_per_subscription)|(?:superuser_)?reserved_connections)$/;
function settingReach(setting) {
  const name = setting.replace(/ of tablespace .*/s, "");
  if (NOTHING.test(name)) return "nothing";
  if (PLANS.test(name)) return "plans";
  return WRITES.test(name) ? "writes" : "everything";
}

// src/analysis/reason/reach.ts
var ALL_WRITES = ["insert", "update", "delete"];
var READ = { writes: [], isHidden: false, isPlanOnly: false, isUpwards: false };
var HIDDEN = { ...READ, writes: ALL_WRITES, isHidden: true };
var NAMED = [
  ...["table", "view", "sequence", "index"],
  ...["function", "domain", "collation", "operator-class", "extension"]
];
var IN_SQL = ["view", "trigger", "policy", "rule", "constraint", "default", "index"];
function objectKey({ kind, name, on = "" }) {
  return [kind, name, on].join("\n");
}
function indexOfObjects(objects) {
  const places = new Set(objects.flatMap(({ on }) => on ?? []));
  const known = new Set(objects.flatMap(({ kind, name }) => RELATIONS.includes(kind) ? [name] : []));
  const all = [...objects, ...[...places].filter((name) => !known.has(name)).map(tableObject)];
  return {
    objects: all,
    byBare: groupedByKeys(all, (each) => NAMED.includes(each.kind) ? [bareOf(each)] : []),
    byPlace: groupedByKeys(objects, ({ on }) => on === void 0 ? [] : [on]),
    users: groupedByKeys(objects, (each) => REFERRING.includes(each.kind) ? usesOf(each) : [])
  };
}
function reachOf(statements, index) {
  const walk = new Walk(index);
  for (const statement of statements) walk.from(statement);
  return walk.end();
}
var Walk = class {
  #index;
  #reached = /* @__PURE__ */ new Map();
  /** Accesses by which each object was reached already. */
  #taken = /* @__PURE__ */ new Set();
  #queue = [];
  #writes = false;
  #isHidden = false;
  constructor(index) {
    this.#index = index;
  }
  from({ sql, names = namesInStatement(sql), nodes }) {
    const written = nodes.filter(({ type }) => type === "ModifyTable");
    const writes = [.../* @__PURE__ */ new Set([...written.flatMap(writesOf), ...writesIn(sql, nodes)])];
    const [target] = nodes.length === 0 && writes.length > 0 ? names : [];
    for (const each of target === void 0 ? [] : this.#named(target, names, "text"))
      this.#go(each, [], { ...READ, writes });
    if (writes.length > 0) this.#writes = true;
    for (const { relation } of written)
      for (const each of this.#named(relation, names, "table")) this.#go(each, [], { ...READ, writes });
    for (const { relation, index } of nodes) {
      for (const each of this.#named(relation, names, "table")) this.#go(each, [], READ);
      for (const each of this.#named(index, names, "index")) this.#go(each, [], READ);
    }
    for (const name of names)
      for (const each of this.#named(name, names, "text"))
        this.#go(
          each,
          [],
          each.kind === "function" ? HIDDEN : { ...READ, writes: each.kind === "view" ? writes : [] }
        );
    for (const each of this.#index.objects)
      if (each.kind === "extension" && each.uses?.some((member) => names.includes(member)))
        this.#go(each, [], READ);
  }
  /** Ends with what concerns all statements: settings, and the database's own collation. */
  end() {
    while (this.#queue.length > 0) {
      const steps = this.#queue;
      this.#queue = [];
      for (const step2 of steps) step2();
    }
    const isUnknown = this.#reached.size === 0;
    const preloaded = this.#index.objects.filter(({ kind, name }) => kind === "setting" && name.endsWith("_preload_libraries")).flatMap(({ definition }) => definition.split(/[\s,"]+/));
    for (const each of this.#index.objects) {
      if (each.kind === "extension" && preloaded.includes(each.name)) this.#keep(each, ["server"], READ);
      if (each.kind === "collation" && each.name === "default") this.#keep(each, ["database"], READ);
      if (each.kind !== "setting") continue;
      const reach = settingReach(each.name);
      if (reach === "nothing" || reach === "writes" && !this.#writes && !this.#isHidden && !isUnknown)
        continue;
      this.#keep(each, [SOURCES[each.source ?? ""] ?? "server"], {
        ...READ,
        isPlanOnly: reach === "plans" && !this.#isHidden
      });
    }
    return this.#reached;
  }
  /**
   * Objects by the name that a plan or a statement has for them. One name may be in several schemas: those of the statement's own come
   * first, then what is found without one.
   */
  #named(name, names, from) {
    if (name === void 0) return [];
    if (from === "text") return this.#spelled(name);
    const all = (this.#index.byBare.get(name) ?? []).filter(
      ({ kind }) => from === "index" ? kind === "index" : RELATIONS.includes(kind)
    );
    if (all.length === 0) return [{ kind: from, name, definition: "" }];
    const said = all.filter((each) => names.includes(`${schemaName(each.name)}.${name}`));
    if (said.length > 0) return said;
    const near = all.filter((each) => schemaName(each.name) === "");
    return near.length > 0 ? near : all;
  }
  /** Objects by "latest", "archive.orders", "price()", "::email". */
  #spelled(name) {
    const [, type, text, called] = /^(::)?(.*?)(\(\))?$/s.exec(name);
    const [own, schema = ""] = text.split(".").toReversed();
    const all = (this.#index.byBare.get(own) ?? []).filter(({ kind }) => {
      if (called !== void 0) return kind === "function";
      return type === void 0 ? RELATIONS.includes(kind) : kind === "domain";
    });
    const [there, near] = [schema, ""].map((place) => all.filter((each) => schemaName(each.name) === place));
    if (there.length > 0) return there;
    return schema !== "" || near.length > 0 ? near : all;
  }
  #keep(object, path, { isPlanOnly, isHidden }) {
    const key = objectKey(object);
    const old = this.#reached.get(key);
    if (old === void 0 || old.isPlanOnly && !isPlanOnly || isHidden && !old.isHidden)
      this.#reached.set(key, {
        path: [...path, pathStep(object)],
        isPlanOnly: isPlanOnly && old?.isPlanOnly !== false,
        isHidden: isHidden || old?.isHidden === true
      });
  }
  #go(object, path, way) {
    const key = JSON.stringify([objectKey(object), way]);
    if (this.#taken.has(key)) return;
    this.#taken.add(key);
    this.#keep(object, path, way);
    if (way.isHidden) this.#isHidden = true;
    this.#queue.push(() => this.#onFrom(object, [...path, pathStep(object)], way));
  }
  #onFrom(object, path, way) {
    if (way.isUpwards) return;
    const { kind, name } = object;
    if (kind === "table" || kind === "view") this.#intoRelation(object, path, way);
    if (kind === "view" && this.#used(name).some((each) => each.kind === "table")) return;
    if (kind === "extension" || kind === "constraint" && !isKept(way.writes)) return;
    const isOwnWork = kind === "function" || kind === "trigger" || kind === "rule";
    for (const used of usesOf(object).flatMap((each) => this.#used(each))) {
      if (kind === "table") this.#go(used, path, { ...way, isUpwards: true });
      else if (used.kind === "function" || isOwnWork)
        this.#go(used, path, { ...HIDDEN, isPlanOnly: way.isPlanOnly });
      else if (kind === "column" && used.kind === "domain" && way.writes.length === 0) continue;
      else this.#go(used, path, { ...way, writes: [], isHidden: way.isHidden || kind === "constraint" });
    }
  }
  #used(name) {
    const [, extension] = /^extension (.*)$/s.exec(name) ?? [];
    if (extension !== void 0)
      return this.#index.objects.filter((each) => each.kind === "extension" && each.name === extension);
    const exact = (this.#index.byBare.get(functionName(name)) ?? []).filter((each) => each.name === name);
    return exact.length > 0 ? exact : this.#spelled(name);
  }
  #intoRelation({ kind, name }, path, way) {
    const { writes, isHidden } = way;
    for (const each of this.#index.byPlace.get(name) ?? []) {
      const does = actsOn(each, writes);
      if (does !== "nothing")
        this.#go(each, path, {
          ...way,
          isPlanOnly: way.isPlanOnly || does === "plans" && !(isHidden && each.kind !== "constraint")
        });
    }
    for (const each of this.#index.users.get(name) ?? []) {
      if (each.kind === "table" && kind === "table") this.#go(each, path, way);
      if (each.kind !== "constraint" || !each.definition.startsWith("FOREIGN KEY") || each.on === void 0)
        continue;
      if (!writes.includes("delete") && !writes.includes("update")) continue;
      this.#go(each, path, { ...READ, isHidden: true, isUpwards: true });
      const on = [...path, pathStep(each)];
      for (const table of this.#used(each.on))
        this.#go(table, on, { ...READ, writes: cascaded(each), isHidden: true });
    }
  }
};
var RELATIONS = ["table", "view", "sequence"];
var REFERRING = ["table", "constraint"];
var SOURCES = wordTable({
  database: "database",
  user: "role",
  "database user": "role in the database",
  tablespace: "tablespace"
});
function tableObject(name) {
  return { kind: "table", name, definition: "" };
}
function pathStep({ kind, name }) {
  return `${kind.replace("-", " ")} ${name}`;
}
function bareOf({ name }) {
  return functionName(name);
}
function schemaName(name) {
  const whole = name.replace(/\(.*/s, "");
  return /^(?:"((?:[^"]|"")*)"|([^".]*))\./.exec(whole)?.slice(1).find((part) => part !== void 0) ?? "";
}
function usesOf({ kind, definition, uses: uses2 }) {
  return uses2 ?? (IN_SQL.includes(kind) ? [...namesInStatement(definition), ...referenced(definition)] : []);
}
function referenced(definition) {
  return [...definition.matchAll(/\bREFERENCES ([^\s(]+)/g)].map(([, name]) => name);
}
function groupedByKeys(objects, keysOf) {
  const groups = /* @__PURE__ */ new Map();
  for (const each of objects)
    for (const key of new Set(keysOf(each))) {
      const group = groups.get(key);
      if (group === void 0) groups.set(key, [each]);
      else group.push(each);
    }
  return groups;
}
function writesOf({ manner = "" }) {
  const [operation] = /Insert|Update|Delete/.exec(manner) ?? [];
  return operation === void 0 ? ALL_WRITES : [operation.toLowerCase()];
}
function writesIn(sql, nodes) {
  const upsert = /\bdo\s+update\b/i.test(sql) ? ["update"] : [];
  const [, word = ""] = /^\s*(insert|update|delete|merge)\b/i.exec(sql) ?? [];
  if (nodes.length > 0 || word === "") return upsert;
  return /merge/i.test(word) ? ALL_WRITES : [word.toLowerCase(), ...upsert];
}
function cascaded({ definition }) {
  const deletes = /ON DELETE CASCADE/.test(definition);
  const updates = /ON UPDATE CASCADE|SET NULL|SET DEFAULT/.test(definition);
  return [...deletes ? ["delete"] : [], ...updates ? ["update"] : []];
}
function isKept(writes) {
  return writes.includes("insert") || writes.includes("update");
}
var COMMANDS = wordTable({ a: "insert", w: "update", d: "delete" });
var ACTS = {
  column: () => true,
  "row-security": () => true,
  "no-statistics": () => true,
  rule: (writes) => writes.length > 0,
  sequence: (writes) => writes.includes("insert"),
  trigger: (writes, definition) => {
    const [, events] = /\b(?:BEFORE|AFTER|INSTEAD OF) (.*?) ON /s.exec(definition) ?? [];
    return writes.some((write) => events === void 0 || events.toLowerCase().includes(write));
  },
  policy: (writes, definition) => {
    const command = COMMANDS[/^(?:RESTRICTIVE)? ?([awd]) /.exec(definition)?.[1] ?? ""];
    return command === void 0 || writes.includes(command);
  },
  default: (writes, definition) => definition.startsWith("GENERATED") ? isKept(writes) || definition.endsWith("VIRTUAL") : writes.includes("insert")
};
function actsOn({ kind, definition }, writes) {
  if (kind === "statistics") return "plans";
  if (kind === "index" || kind === "constraint") return isKept(writes) ? "work" : "plans";
  return ACTS[kind]?.(writes, definition) === true ? "work" : "nothing";
}

// src/analysis/reason/grounds.ts
function groundsOf(statements, ground) {
  const { differences, sizes, plans, sent, indexes } = ground;
  const own = plans.filter(({ statement }) => statements.includes(statement));
  const head = reachingTexts(sent.head, statements);
  const base = sent.base === null ? [...own.map(textOfBase), ...head] : reachingTexts(sent.base, statements.flatMap(bothNames));
  const isUnknown = head.length === 0;
  const texts = {
    base: isUnknown ? reachingTexts(sent.base, null) : base,
    head: isUnknown ? reachingTexts(sent.head, null) : head
  };
  return {
    differences,
    sizes,
    reached: mergeReached(reachOf(texts.head, indexes.head), reachOf(texts.base, indexes.base)),
    nodes: [
      ...own.flatMap((plan) => plan.head),
      ...[...texts.head, ...texts.base].flatMap(({ nodes }) => nodes)
    ],
    mayPlanDiffer: own.length > 0 || !isPlanSeen(statements, sent),
    objects: indexes.head.objects
  };
}
function bothNames(statement) {
  return [statement, ofBaseAlone(statement)];
}
function reachingTexts(sent, names) {
  if (sent === null) return [];
  const isOne = ({ statement }) => names?.includes(statement) ?? true;
  const planned = sent.plans.filter(isOne).map((plan) => ({ ...plan, nodes: allNodes(plan) }));
  return [...planned, ...(sent.others ?? []).filter(isOne).map((other) => ({ ...other, nodes: [] }))];
}
function textOfBase({ sql, base }) {
  return { sql, nodes: base };
}
function allNodes({ nodes, drawn }) {
  return [...nodes, ...(drawn?.plans ?? []).flatMap((plan) => plan.nodes)];
}
function isPlanSeen(statements, { base, head }) {
  if (base === null) return true;
  return head.plans.filter(({ statement }) => statements.includes(statement)).every(({ statement, sql, drawn }) => {
    const old = base.plans.find((each) => each.statement === statement && each.sql === sql);
    return old !== void 0 && (parameterCount(sql) === 0 || drawn !== void 0 && drawn.values === old.drawn?.values);
  });
}
function mergeReached(head, base) {
  const all = new Map(head);
  for (const [key, way] of base) {
    const old = all.get(key);
    if (old === void 0 || old.isPlanOnly && !way.isPlanOnly || way.isHidden && !old.isHidden)
      all.set(key, way);
  }
  return all;
}

// src/analysis/samples/plan.ts
var NODES_MOST = 100;
var BOUNDS = { depth: 500, entries: 1e4, containers: 1e6, text: 1e7 };
var quantity = external_exports.number().nonnegative().optional();
var ExplainOutput = external_exports.object({
  "Node Type": external_exports.string(),
  "Total Cost": external_exports.number().nonnegative(),
  "Plan Rows": external_exports.number().nonnegative(),
  "Relation Name": external_exports.string().optional(),
  "Index Name": external_exports.string().optional(),
  "Index Cond": external_exports.string().optional(),
  Filter: external_exports.string().optional(),
  "Join Type": external_exports.string().optional(),
  Strategy: external_exports.string().optional(),
  Operation: external_exports.string().optional(),
  "Partial Mode": external_exports.string().optional(),
  "Subplan Name": external_exports.string().optional(),
  "Actual Rows": quantity,
  "Actual Loops": quantity,
  "Actual Total Time": quantity,
  "Workers Launched": quantity,
  "Shared Hit Blocks": quantity,
  "Shared Read Blocks": quantity,
  "Local Hit Blocks": quantity,
  "Local Read Blocks": quantity,
  "Temp Read Blocks": quantity,
  "Temp Written Blocks": quantity,
  get Plans() {
    return external_exports.array(ExplainOutput).optional();
  }
});
var Answer = external_exports.array(
  external_exports.object({
    Plan: ExplainOutput,
    "Execution Time": quantity,
    Triggers: external_exports.array(
      external_exports.object({
        "Trigger Name": external_exports.string(),
        "Constraint Name": external_exports.string().optional(),
        Relation: external_exports.string().optional(),
        Time: quantity
      })
    ).optional()
  })
).min(1);
function readExplain(answer) {
  if (exceeded(answer, BOUNDS) !== null) return null;
  const parsed = Answer.safeParse(answer);
  if (!parsed.success) return null;
  const [explained] = parsed.data;
  const root = explained.Plan;
  return {
    cost: root["Total Cost"],
    nodes: flattenNodes(root, 0).slice(0, NODES_MOST),
    conversions: conversionsOf(root),
    execution: root["Actual Rows"] === void 0 ? null : readExecution(explained)
  };
}
function planShape(nodes) {
  return nodes.map((node) => [nodeKey(node), ...node.by ?? []].join("|")).join("\n");
}
function isSameShape(base, head) {
  const isSameStep = (before, now) => nodeKey(before) === nodeKey(now) && (before.by === void 0 || now.by === void 0 || String(before.by) === String(now.by));
  return base.length === head.length && base.every((node, at) => isSameStep(node, head[at]));
}
function nodeKey({ depth, type, relation = "", index = "", manner = "" }) {
  return [depth, type, relation, index, manner].join("|");
}
function executedOf(executions) {
  const mean = (value2) => sum(executions.map(value2)) / executions.length;
  const ms = sum(executions.map((each) => each.ms));
  const all = executions.flatMap(({ triggers: triggers2 }) => triggers2);
  const keyOf = ({ name, on }) => JSON.stringify([name, on]);
  const triggers = [...groupBy(all, keyOf).values()].map((same) => {
    const [{ ms: _, ...about }] = same;
    const own = sum(same.map((each) => each.ms));
    return { ...about, share: ms === 0 ? 0 : Math.min(1, own / ms) };
  });
  return {
    executions: executions.length,
    rows: mean(({ rows }) => rows),
    buffers: mean(({ buffers }) => buffers),
    temporary: mean(({ temporary }) => temporary),
    triggers
  };
}
function readExecution({
  Plan: root,
  "Execution Time": ms = 0,
  Triggers = []
}) {
  const changed = root["Node Type"] === "ModifyTable" && !root["Actual Rows"] ? root.Plans?.[0] : root;
  return {
    rows: changed === void 0 ? 0 : (changed["Actual Rows"] ?? 0) * (changed["Actual Loops"] ?? 1),
    buffers: buffersOf(root),
    temporary: (root["Temp Read Blocks"] ?? 0) + (root["Temp Written Blocks"] ?? 0),
    ms,
    triggers: Triggers.map(
      ({ "Trigger Name": name, "Constraint Name": constraint, Relation: on = "", Time = 0 }) => {
        return {
          name,
          ...constraint === void 0 || constraint === name ? {} : { constraint },
          on,
          ms: Time
        };
      }
    )
  };
}
function buffersOf(node) {
  const kinds = ["Shared Hit Blocks", "Shared Read Blocks", "Local Hit Blocks", "Local Read Blocks"];
  return sum(kinds.map((kind) => node[kind] ?? 0));
}
function flattenNodes(node, depth, crew = 1) {
  const manner = ["Operation", "Join Type", "Strategy", "Partial Mode", "Subplan Name"];
  const said = manner.flatMap((key) => {
    const value2 = node[key];
    return value2 === void 0 || /^(?:Inner|Plain|Simple)$/.test(value2) ? [] : [value2];
  });
  const { "Relation Name": relation, "Index Name": index, "Actual Rows": rows, "Actual Loops": loops } = node;
  const workers = node["Workers Launched"];
  const below = workers === void 0 ? crew : workers + 1;
  return [
    {
      depth,
      type: node["Node Type"],
      ...relation === void 0 ? {} : { relation },
      ...index === void 0 ? {} : { index, by: columnsIn(node["Index Cond"] ?? "") },
      ...said.length === 0 ? {} : { manner: said.join(", ") },
      rows: node["Plan Rows"],
      ...rows === void 0 ? {} : { actual: { rows, loops: loops ?? 1, buffers: buffersOf(node), ...msOf(node, crew) } }
    },
    ...(node.Plans ?? []).flatMap((child) => flattenNodes(child, depth + 1, below))
  ];
}
function msOf({ "Actual Total Time": ms, "Actual Loops": loops = 1 }, crew) {
  return ms === void 0 ? {} : { ms: significant(ms * loops / crew, 4) };
}
var NAME = /(?:"(?:[^"]|"")+"|[a-z_][\w$]*)/.source;
var QUALIFIED = `${NAME}(?:\\.${NAME})*`;
var MODIFIER = /(?:\([\d,]+\))?/.source;
var NO_COLUMN = new RegExp(
  [
    "'(?:[^']|'')*'",
    String.raw`::${QUALIFIED}${MODIFIER}(?: varying| precision| with(?:out)? time zone)?${MODIFIER}(?:\[\])*`,
    `COLLATE ${QUALIFIED}`,
    String.raw`(?:alternatives: )?(?:hashed )?(?:Sub|Init)Plan \d+(?: or hashed SubPlan \d+)?`
  ].join("|"),
  "g"
);
var COLUMN = /(?<![\w."$])("(?:[^"]|"")+"|[A-Za-z_][\w$]*)(?![\w$]|\s*[(.])/g;
var CONSTANTS = ["true", "false"];
function columnsIn(condition) {
  const names = [...condition.replace(NO_COLUMN, " ").matchAll(COLUMN)].map(([, name]) => name);
  const columns = names.filter((name) => !/^[^"]*[A-Z]/.test(name) && !CONSTANTS.includes(name));
  return [...new Set(columns)].toSorted();
}
var CAST_TYPE = `${QUALIFIED}(?: varying| precision| with(?:out)? time zone)?`;
var COMPARISON = "(?:=|<>|<=?|>=?|~~|~)";
var CONVERTED = [
  String.raw`(?<![\w"])\(\((?:${NAME}\.)?(${NAME})\)::(${CAST_TYPE})${MODIFIER} ${COMPARISON} `,
  String.raw`${COMPARISON} \((?:${NAME}\.)?(${NAME})\)::(${CAST_TYPE})${MODIFIER}\)`
].map((pattern) => new RegExp(pattern, "g"));
function conversionsOf(node) {
  const { "Node Type": type, "Relation Name": relation, Filter: filter } = node;
  const own = type === "Seq Scan" && relation !== void 0 && filter !== void 0 ? convertedIn(filter) : [];
  return [
    ...own.map((each) => ({ relation, ...each })),
    ...(node.Plans ?? []).flatMap(conversionsOf)
  ];
}
function convertedIn(condition) {
  return CONVERTED.flatMap(
    (pattern) => [...condition.matchAll(pattern)].map(([, column, type]) => ({ column: keptName(column), type }))
  );
}

// src/analysis/reason/plan-differences.ts
var WORK_FACTOR = 1.5;
var WORK_LEAST = { rows: 1, buffers: 4, temporary: 1 };
function planPairs(base, head) {
  return head.plans.flatMap(({ workload, plans }) => {
    const before = base.plans.find((each) => each.workload === workload)?.plans ?? [];
    return plans.flatMap((now) => {
      const old = before.find(({ statement, sql }) => statement === now.statement && sql === now.sql);
      return old === void 0 ? [] : [{ workload, base: old, head: now }];
    });
  });
}
function planDifferences(base, head, resampled) {
  return planPairs(base, head).flatMap((pair) => {
    const drawn = drawnDifference(pair);
    const isGeneric = !isSameShape(pair.base.nodes, pair.head.nodes);
    if (!isGeneric && drawn === null) return [];
    const nodes = isGeneric ? { base: executedNodes(pair.base), head: executedNodes(pair.head) } : drawn;
    const { statement, sql } = pair.head;
    const table = hasOtherRows(pair) ? void 0 : [...nodes.base, ...nodes.head].find(
      ({ relation }) => relation !== void 0 && [...resampled].some((name) => bareName(name) === relation)
    )?.relation;
    const difference = { workload: pair.workload, statement, sql, base: nodes.base, head: nodes.head };
    return [
      {
        ...difference,
        ...isGeneric ? {} : { values: drawn.values },
        ...table === void 0 ? {} : { resampled: table }
      }
    ];
  });
}
function executedNodes({ nodes, drawn }) {
  const same = (drawn?.plans ?? []).find(
    (plan) => plan.nodes[0].actual !== void 0 && isSameShape(nodes, plan.nodes)
  );
  return same?.nodes ?? nodes;
}
function hasOtherRows({ base, head }) {
  const [before, now] = [base.executed, head.executed];
  return before !== void 0 && now !== void 0 && isOtherNumber(before.rows, now.rows, WORK_LEAST.rows);
}
function drawnDifference({ base, head }) {
  if (base.drawn === void 0 || base.drawn.values !== head.drawn?.values) return null;
  const before = new Map(base.drawn.plans.flatMap((plan) => plan.draws.map((draw) => [draw, plan])));
  const changes = head.drawn.plans.flatMap((plan) => {
    const others = plan.draws.filter((draw) => {
      const old2 = before.get(draw);
      return old2 !== void 0 && !isSameShape(old2.nodes, plan.nodes);
    });
    const [first] = others;
    if (first === void 0) return [];
    const old = before.get(first);
    return [{ old, plan, differ: others.length, dearer: (plan.cost - old.cost) * others.length }];
  });
  const [worst] = changes.toSorted((a, b) => b.dearer - a.dearer);
  if (worst === void 0) return null;
  const of = head.drawn.plans.flatMap(({ draws }) => draws).filter((draw) => before.has(draw)).length;
  return { base: worst.old.nodes, head: worst.plan.nodes, values: { differ: worst.differ, of } };
}
function executionDifferences(base, head) {
  return planPairs(base, head).flatMap(
    ({ workload, base: before, head: now }) => {
      const [old, young] = [before.executed, now.executed];
      if (old === void 0 || young === void 0 || before.drawn?.values !== now.drawn?.values) return [];
      if (old.executions !== young.executions || !isOtherWork(old, young)) return [];
      const { statement, sql } = now;
      return [{ workload, statement, sql, base: old, head: young }];
    }
  );
}
function isOtherWork(base, head) {
  return ["rows", "buffers", "temporary"].some(
    (what) => isOtherNumber(base[what], head[what], WORK_LEAST[what])
  );
}
function isOtherNumber(base, head, least) {
  const [low, high] = base < head ? [base, head] : [head, base];
  return high - low >= least && high >= low * WORK_FACTOR;
}
function moreWork({ base, head }) {
  const more = (what) => head[what] > base[what] && isOtherNumber(base[what], head[what], WORK_LEAST[what]) ? { [what]: { base: base[what], head: head[what] } } : {};
  return { ...more("rows"), ...more("buffers") };
}

// src/analysis/reason/profile-difference.ts
var STACKS_MOST = 300;
var STANDARD_ERRORS = 5;
var SHARE_LEAST = 0.1;
function profileDifferences(base, head) {
  return (head.profiles ?? []).flatMap((now) => {
    const before = base.profiles?.find(({ workload: workload2 }) => workload2 === now.workload);
    if (before === void 0 || before.event !== now.event || before.hertz !== now.hertz) return [];
    if (before.events === 0 || now.events === 0) return [];
    const stacks = /* @__PURE__ */ new Map();
    for (const [arm, profile] of [
      ["base", before],
      ["head", now]
    ]) {
      for (const { frames, samples } of profile.stacks) {
        const key = frames.join("\n");
        stacks.set(key, { ...stacks.get(key) ?? { frames, base: 0, head: 0 }, [arm]: samples });
      }
    }
    const most = [...stacks.values()].toSorted((a, b) => b.base + b.head - a.base - a.head);
    const { workload, event, hertz } = now;
    const side = ({ events, samples }) => ({ events, samples });
    return [
      { workload, event, hertz, base: side(before), head: side(now), stacks: most.slice(0, STACKS_MOST) }
    ];
  });
}
function grownFunctions(profile) {
  const { base, head, hertz } = profile;
  const micros = (samples, events) => samples / events / hertz * 1e6;
  const total = micros(head.samples, head.events) - micros(base.samples, base.events);
  if (total <= 0) return [];
  const byName = /* @__PURE__ */ new Map();
  for (const { frames, ...samples } of profile.stacks) {
    const old = byName.get(frames.at(-1)) ?? { base: 0, head: 0 };
    byName.set(frames.at(-1), { base: old.base + samples.base, head: old.head + samples.head });
  }
  return [...byName].filter(([, samples]) => isBeyondChance(samples, profile)).map(([name, samples]) => {
    const [before, now] = [micros(samples.base, base.events), micros(samples.head, head.events)];
    return { name, base: before, head: now, share: Math.min(1, (now - before) / total) };
  }).filter(({ share }) => share >= SHARE_LEAST).toSorted((a, b) => b.share - a.share);
}
function isBeyondChance(samples, { base, head }) {
  const change = samples.head / head.events - samples.base / base.events;
  const error = Math.sqrt(samples.head / head.events ** 2 + samples.base / base.events ** 2);
  return change > STANDARD_ERRORS * error;
}

// src/analysis/reason/reached-causes.ts
var ROWS_FACTOR = 1.2;
var PRINTED = [
  ...[
    "setting",
    "extension",
    "collation",
    "table",
    "column",
    "default",
    "sequence",
    "index-changed"
  ]
];
function reachedCauses(grounds) {
  const { differences, sizes, reached } = grounds;
  const objects = differences.flatMap((each) => {
    const way = reached.get(objectKey(each));
    const kind = way === void 0 ? null : causeKind(each, way, grounds);
    return kind === null ? [] : [{ ...differing(kind, withOther(each, grounds)), path: way.path }];
  });
  const names = new Map([...reached].map(([key, { path }]) => [nameInKey(key), path]));
  const grown = sizes.flatMap((size) => {
    const path = names.get(size.name);
    return path === void 0 || size.head.bytes <= size.base.bytes ? [] : [{ ...grownBy(size, grounds), path }];
  });
  return [...objects, ...grown];
}
function serverWideCauses(grounds, isOtherVersion) {
  const { differences, reached, mayPlanDiffer } = grounds;
  return differences.flatMap((each) => {
    const { kind, base, head } = each;
    const isServerWide = kind === "setting" || kind === "extension" || kind === "collation";
    if (!isServerWide || kind === "collation" && (base === null || head === null)) return [];
    const way = reached.get(objectKey(each));
    if (way === void 0 || way.isPlanOnly && !mayPlanDiffer) return [];
    if (kind === "setting" && isOtherVersion && (base === null || head === null)) return [];
    return [{ ...differing(kind, each), path: way.path }];
  });
}
var BY_BEING_THERE = [
  ...["trigger", "rule", "policy", "row-security", "default", "domain"],
  ...["column", "sequence", "no-statistics"]
];
function causeKind(each, way, { mayPlanDiffer, nodes }) {
  const { kind, name, base, head } = each;
  if (head === null && BY_BEING_THERE.includes(kind)) return null;
  const isOfPlan = way.isPlanOnly || kind === "column" && isOfTarget(each) || kind === "constraint" && head === null;
  const isUsed = kind === "index" && nodes.some(({ index }) => index === bareName(name));
  const isOther = base !== null && head !== null;
  if (isOfPlan && !(mayPlanDiffer || isUsed && isOther)) return null;
  if (kind === "setting" || kind === "extension" || kind === "collation") return null;
  if (kind === "policy") return "row-security";
  if (kind !== "index") return kind;
  if (head === null || head.endsWith("(INVALID)")) return way.isHidden ? "index-gone" : null;
  if (isOfPlan && !isUsed) return null;
  return base === null ? "index-new" : "index-changed";
}
function isOfTarget({ base, head }) {
  const rest = (definition) => definition?.replace(/ STATISTICS \d+/, "");
  return rest(base) === rest(head);
}
function withOther(each, { objects }) {
  if (each.kind !== "table" || each.head !== null) return each;
  const isView = objects.some(({ kind, name }) => kind === "view" && name === each.name);
  return isView ? { ...each, head: "view" } : each;
}
function differing(kind, { name, on, base, head }) {
  const isPrinted = PRINTED.includes(kind);
  const side = (definition) => isPrinted ? kind === "index-changed" ? indexText(definition) : definition : "there";
  return {
    kind,
    shown: false,
    name,
    ...on === void 0 ? {} : { on },
    ...base === null ? {} : { base: side(base) },
    ...head === null ? {} : { head: side(head) }
  };
}
function indexText(definition) {
  return definition.replace(/^.*? USING /s, "");
}
function grownBy({ name, base, head }, { objects, nodes }) {
  const rows = { base: base.rows ?? 0, head: head.rows ?? 0 };
  const isIndex = nodes.some(({ index }) => index === bareName(name)) || objects.some((each) => each.kind === "index" && each.name === name);
  const hasMore = rows.base > 0 && rows.head >= rows.base * ROWS_FACTOR;
  const [before, now] = hasMore ? [rows.base, rows.head] : [base.bytes, head.bytes];
  const times = writtenDigits(now / Math.max(1, before), 2);
  return { kind: hasMore && !isIndex ? "rows" : "size", shown: false, name, head: times };
}
function nameInKey(key) {
  return key.split("\n")[1];
}
var BARE = ["plan", "execution", "cpu", "waits"];
function withoutConsequences(causes) {
  const isNamed = causes.some(({ kind }) => kind !== "size" && !BARE.includes(kind));
  if (!isNamed) return causes.filter(({ kind }) => kind !== "size");
  return causes.map((cause) => {
    const { resampled, ...named } = cause;
    return resampled === void 0 ? cause : named;
  });
}

// src/analysis/reason/causes.ts
var SHARE_LEAST2 = 0.1;
var CALLS_FACTOR = 1.3;
var CAUSES_MOST = 5;
var FUNCTIONS_MOST = 2;
function causesOf(regressed, known, more = []) {
  const workload = regressed.report.name;
  const own = ofWorkload(known, workload);
  const slower = slowerStatements(regressed, own);
  const seen = slower.flatMap((statement) => statementCauses(statement, own));
  const { servers = [] } = known;
  const isOtherVersion = servers.some(({ kind }) => kind === "version");
  const causes = [
    ...servers,
    ...seen,
    ...more,
    ...writeCauses(regressed, own),
    // Whatever made a statement slower is seen in the profile, too, and says more than it.
    ...seen.length + more.length === 0 ? own.profiles.flatMap(cpuCauses) : [],
    ...serverWideCauses(
      groundsOf(
        slower.map(({ statement }) => statement),
        own
      ),
      isOtherVersion
    )
  ];
  const named = causes.map((cause) => ({ workload, ...cause, ...setupFileOf(cause, known.files) }));
  return withoutConsequences(distinct(named.toSorted(byWeight))).slice(0, CAUSES_MOST);
}
var WRITTEN = ["rows-written", "wal-records", "wal-bytes"];
var OF_WRITES = ["trigger", "rule", "index-new"];
function writeCauses({ report: { changes = [] } }, own) {
  const hasGrown = changes.some(
    ({ metric, interval }) => WRITTEN.includes(metric) && (interval?.low ?? 0) > 0
  );
  if (!hasGrown) return [];
  const { plans, others = [] } = own.sent.head;
  const statements = [...new Set([...plans, ...others].map(({ statement }) => statement))];
  return reachedCauses(groundsOf(statements, own)).filter(({ kind }) => OF_WRITES.includes(kind));
}
function ofWorkload(known, workload) {
  const concerns = ({ workloads }) => workloads.includes(workload);
  const isOwn = (each) => each.workload === workload;
  const differences = known.differences.filter(concerns);
  const head = known.plansOfHead.find(isOwn) ?? { workload, plans: [] };
  const objectsOf = (arm) => known.databases?.[arm].filter(concerns).flatMap(({ objects }) => objects) ?? thoseOf(arm, known);
  return {
    differences,
    sizes: known.sizes.filter(concerns),
    plans: known.plans.filter(isOwn),
    executions: known.executions.filter(isOwn),
    profiles: known.profiles.filter(isOwn),
    statements: head.plans,
    sent: { base: known.plansOfBase?.find(isOwn) ?? null, head },
    indexes: { base: indexOfObjects(objectsOf("base")), head: indexOfObjects(objectsOf("head")) }
  };
}
function thoseOf(arm, { differences, sizes }) {
  const tables = sizes.map(({ name }) => ({ kind: "table", name, definition: "" }));
  const objects = differences.flatMap(({ kind, name, on, ...sides }) => {
    const definition = sides[arm];
    return definition === null ? [] : [{ kind, name, definition, ...on === void 0 ? {} : { on } }];
  });
  return [...objects, ...tables];
}
function slowerStatements({ report, base, head }, { statements, sent }) {
  const isChanged = (statement) => before.has(ofBaseAlone(statement)) || reachingTexts(sent.base, [ofBaseAlone(statement)]).length > 0;
  const names = firstNames(sent.head);
  const [before, now] = [perEvent(base, names), perEvent(head, names)];
  if (before.size === 0 || now.size === 0) {
    const all = [...new Set(statements.map(({ statement }) => statement))];
    return all.map((statement) => ({
      statement,
      isChanged: isChanged(statement),
      calls: { base: 1, head: 1 }
    }));
  }
  const grown = [...now].map(([statement, { ns, calls }]) => {
    const old = before.get(statement) ?? before.get(ofBaseAlone(statement)) ?? { ns: 0, calls: 0 };
    return { statement, longer: Math.max(0, ns - old.ns), calls: { base: old.calls, head: calls } };
  });
  const total = grown.reduce((sum2, { longer }) => sum2 + longer, 0);
  return grown.flatMap(({ statement, longer, calls }) => {
    const share = longer / total;
    return share >= SHARE_LEAST2 && isSlower(report, statement, calls) ? [{ statement, isChanged: isChanged(statement), share, calls }] : [];
  });
}
function firstNames({ plans, others = [] }) {
  const sent = groupBy([...plans, ...others], ({ statement }) => statement);
  const first = /* @__PURE__ */ new Map();
  return new Map(
    [...sent].map(([statement, all]) => {
      const text = JSON.stringify(all.map(({ sql }) => withoutNames(sql)));
      if (!first.has(text)) first.set(text, statement);
      return [statement, first.get(text)];
    })
  );
}
function isSlower({ statements = [] }, name, calls) {
  const interval = statements.find((each) => each.name === name)?.interval ?? null;
  return interval === null || interval.low > 0 || calls.head >= calls.base * CALLS_FACTOR;
}
function perEvent(sessions, names) {
  const events = sessions.reduce((sum2, session) => sum2 + session.events, 0);
  const sums = /* @__PURE__ */ new Map();
  for (const { name, count, latency } of sessions.flatMap(({ statements = [] }) => statements)) {
    if (latency === void 0 || events === 0) continue;
    const first = names.get(name) ?? name;
    const old = sums.get(first) ?? { ns: 0, calls: 0 };
    sums.set(first, { ns: old.ns + latency.sumNs / events, calls: old.calls + count / events });
  }
  return sums;
}
function statementCauses(slower, own) {
  const plans = own.plans.filter(({ statement }) => statement === slower.statement);
  const texts = own.statements.filter(({ statement }) => statement === slower.statement);
  const grounds = groundsOf([slower.statement], own);
  const sql = plans[0]?.sql ?? texts[0]?.sql ?? reachingTexts(own.sent.head, [slower.statement])[0]?.sql;
  const about = {
    statement: slower.statement,
    ...sql === void 0 ? {} : { sql },
    ...slower.share === void 0 ? {} : { share: slower.share },
    ...executionWork(own.executions, slower.statement)
  };
  const found = [
    ...slower.isChanged ? [changedText(slower, own)] : [],
    ...planCauses(plans, grounds),
    ...callCauses(slower),
    ...reachedCauses(grounds).map((cause) => timed(cause, texts))
  ];
  const isUnexplained = found.length === 0 && (about.rows !== void 0 || about.buffers !== void 0);
  const all = isUnexplained ? [{ kind: "execution", shown: true }] : found;
  return all.map((cause) => ({ ...about, ...cause }));
}
function executionWork(executions, statement) {
  const own = executions.filter((each) => each.statement === statement).map(moreWork);
  return own.find(({ rows, buffers }) => rows !== void 0 || buffers !== void 0) ?? {};
}
function timed(cause, texts) {
  if (cause.kind !== "trigger" && cause.kind !== "constraint") return cause;
  const name = bareName((cause.name ?? "").replace(/ on .*/s, ""));
  const triggers = texts.flatMap(({ executed }) => executed?.triggers ?? []);
  const part = triggers.find(
    (each) => cause.kind === "constraint" ? each.constraint === name : each.name === name && each.on === bareName(cause.on ?? "")
  )?.share;
  return part === void 0 || part < SHARE_LEAST2 ? cause : { ...cause, shown: true, part };
}
function planCauses(plans, { differences, reached }) {
  const of = (kind) => differences.filter((each) => each.kind === kind);
  const remade = of("table").filter(({ base, head }) => wordOf(base) !== wordOf(head));
  const others = of("index").filter(
    ({ base, on }) => base !== null && !remade.some(({ name }) => name === on)
  );
  const causes = plans.flatMap((plan) => {
    const missed = others.find(
      (each) => isDropped(each) ? uses(plan.base, each.name) && !uses(plan.head, each.name) : isUsedOtherwise(plan, each.name)
    );
    if (missed === void 0) {
      const [base2, head2] = firstDifference(plan);
      const { sql, resampled, values } = plan;
      return [
        {
          kind: "plan",
          shown: resampled === void 0,
          sql,
          base: stepText(base2),
          head: stepText(head2),
          ...resampled === void 0 ? {} : { resampled },
          ...values === void 0 ? {} : { values }
        }
      ];
    }
    const old = plan.base.find(({ index }) => index === bareName(missed.name));
    const table = old.relation ?? bareName(missed.on ?? "");
    const now = plan.head.find(({ relation }) => relation === table);
    const path = reached.get(objectKey(missed))?.path;
    const { base, head } = missed;
    return [
      {
        kind: isDropped(missed) ? "index-gone" : "index-changed",
        shown: true,
        sql: plan.sql,
        name: missed.name,
        ...missed.on === void 0 ? {} : { on: missed.on },
        base: stepText(old),
        ...now === void 0 ? {} : { head: stepText(now) },
        ...isDropped(missed) ? {} : { definitions: { base: indexText(base), head: indexText(head) } },
        ...path === void 0 ? {} : { path }
      }
    ];
  });
  return causes.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1);
}
function wordOf(definition) {
  return definition === null ? void 0 : /^\w+/.exec(definition)?.[0];
}
function isDropped({ head }) {
  return head === null || head.endsWith("(INVALID)");
}
function isUsedOtherwise({ base, head }, index) {
  const now = new Set(head.map(stepText));
  return base.some((node) => node.index === bareName(index) && !now.has(stepText(node)));
}
function uses(nodes, index) {
  return nodes.some((node) => node.index === bareName(index));
}
function firstDifference({ base, head }) {
  const length = Math.min(base.length, head.length);
  const same = (at2) => stepText(base[at2]) === stepText(head[at2]);
  const access = [...Array(length).keys()].find(
    (at2) => !same(at2) && base[at2].relation !== void 0 && head[at2].relation !== void 0
  );
  const at = access ?? [...Array(length).keys()].find((each) => !same(each)) ?? length - 1;
  return [base[at], head[at]];
}
function stepText({ type, relation, index, by = [], manner }) {
  const name = manner === void 0 ? type : `${type} (${manner})`;
  return [
    name,
    ...relation === void 0 ? [] : [`on ${relation}`],
    ...index === void 0 ? [] : [`with ${index}`],
    ...by.length === 0 ? [] : [`by ${by.join(", ")}`]
  ].join(" ");
}
function callCauses({ calls }) {
  if (calls.head < calls.base * CALLS_FACTOR) return [];
  return [{ kind: "calls", shown: true, base: timesText(calls.base), head: timesText(calls.head) }];
}
function timesText(calls) {
  return String(significant(calls, 3));
}
function changedText({ statement }, { sent }) {
  const [text] = reachingTexts(sent.base, [ofBaseAlone(statement)]);
  return { kind: "statement", shown: true, ...text === void 0 ? {} : { base: text.sql } };
}
function cpuCauses(profile) {
  return grownFunctions(profile).filter(({ name }) => !name.endsWith("[unknown]")).slice(0, FUNCTIONS_MOST).map(({ name, base, head, share }) => {
    return { kind: "cpu", shown: true, name, base: String(base), head: String(head), part: share };
  });
}
function mentionedNames(text, { differences, sizes }) {
  const names = [...differences, ...sizes].map(({ name }) => name);
  return [...new Set(names)].filter((name) => hasWord(text, functionName(name.replace(/ on .*/, ""))));
}
function definitionLine(text, name) {
  const word = functionName(name.replace(/ on .*/, ""));
  return Math.max(
    0,
    text.split("\n").findIndex((line) => hasWord(line, word))
  ) + 1;
}
function setupFileOf({ name, kind }, files) {
  const found = files.findLast(({ about }) => name !== void 0 && about.includes(name));
  if (found === void 0 || name === void 0 || kind === "size" || kind === "rows") return {};
  const line = found.lines?.[found.about.indexOf(name)];
  return { file: found.file, ...line === void 0 ? {} : { line } };
}
function rank({ kind }) {
  return CAUSE_KINDS.indexOf(kind);
}
var LEADS = ["version", "build", "collation"];
function byWeight(a, b) {
  const leads = Number(LEADS.includes(b.kind)) - Number(LEADS.includes(a.kind));
  if (leads !== 0) return leads;
  const shown = Number(b.shown) - Number(a.shown);
  if (shown !== 0) return shown;
  const share = (b.share ?? 0) - (a.share ?? 0);
  return Math.abs(share) > 1e-9 ? share : rank(a) - rank(b);
}
function distinct(causes) {
  const seen = /* @__PURE__ */ new Set();
  return causes.filter(({ kind, name, on, statement }) => {
    const key = JSON.stringify(name === void 0 ? [kind, statement] : [kind, name, on]);
    return seen.has(key) ? false : seen.add(key);
  });
}

// src/text/time.ts
var MINUTE = 6e4;
var STEPS = [
  { most: 60, unit: "min", ms: MINUTE },
  { most: 48, unit: "h", ms: 60 * MINUTE },
  // Two months are nearly 61 days.
  { most: 61, unit: "d", ms: 1440 * MINUTE }
];
var MONTH_MS = 30.44 * 1440 * MINUTE;
function ageOf(at, now) {
  const ms = Date.parse(now) - Date.parse(at);
  if (ms < MINUTE) return "just now";
  const step2 = STEPS.find((each) => ms < each.most * each.ms);
  if (step2 !== void 0) return `${Math.floor(ms / step2.ms)} ${step2.unit} ago`;
  const months = Math.floor(ms / MONTH_MS);
  return months < 24 ? `${months} months ago` : `${Math.floor(months / 12)} years ago`;
}
function dayOf(at) {
  return at.slice(0, 10);
}
function minuteOf(at) {
  return at.slice(0, 16).replace("T", " ");
}
function isStale(at, now) {
  return Date.parse(now) - Date.parse(at) > 26 * 60 * MINUTE;
}

// src/report/words/table.ts
var left = (title) => ({ title, align: "left" });
var right = (title) => ({ title, align: "right" });

// src/report/words/profile.ts
var FUNCTIONS_MOST2 = 10;
function grownLines(profile) {
  return grownFunctions(profile).slice(0, FUNCTIONS_MOST2).map(
    ({ name, base, head }) => `${plainLine(name, 100)}: ${formatTime(1e3 * base)} -> ${formatTime(1e3 * head)} an event`
  );
}

// src/report/words/reason.ts
var SQL_MOST = 110;
var NAME_MOST = 80;
var VALUE_MOST = 60;
var BARE2 = ["plan", "execution", "cpu", "waits"];
var LEADS2 = ["version", "build", "collation"];
function causeSentences({ causes }) {
  const workloads = [...new Set(causes.map(({ workload }) => workload))];
  const said = workloads.flatMap((workload) => {
    const own = causes.filter((cause) => cause.workload === workload);
    const leads = own.filter(isLead).slice(0, 1).map((cause) => firstSentence(cause, []));
    const [first, ...rest] = own.filter((cause) => !isLead(cause));
    const main = first === void 0 ? [] : [firstSentence(first, rest)];
    return [...leads, ...main].map((each) => ({ ...each, workload }));
  });
  const sentences = /* @__PURE__ */ new Map();
  for (const { workload, ...sentence2 } of said) {
    const key = `${sentence2.code} ${sentence2.text}`;
    const { names = [] } = sentences.get(key) ?? {};
    sentences.set(key, { sentence: sentence2, names: [...names, plainLine(workload, NAME_MOST)] });
  }
  return [...sentences.values()].map(
    ({ sentence: sentence2, names }) => workloads.length > 1 ? { ...sentence2, text: `${sentence2.text} (${names.join(", ")})` } : sentence2
  );
}
function isLead({ kind }) {
  return LEADS2.includes(kind);
}
function firstSentence(first, rest) {
  const { code, text } = sentence(first);
  const isBare = BARE2.includes(first.kind);
  const companion = isBare ? rest.find(({ shown }) => !shown) : void 0;
  const more = companion === void 0 ? "" : `; goes together with ${differenceText(companion)}`;
  const does = first.kind === "execution" ? "" : executionPart(first);
  const said = companion === void 0 ? `${madeByFile(first)}${does}` : `${does}${more}${madeByFile(companion)}`;
  const { path } = companion ?? first;
  return { code, text: `${text}${said}${shareOfChangeText(first)}.`, ...reasonPath(path) };
}
function reasonPath(path) {
  return path === void 0 ? {} : { path: path.map(step) };
}
function otherCauses({ causes }) {
  const isSaid = (cause, at) => {
    const isBefore = (each) => each.workload === cause.workload && isLead(each) === isLead(cause);
    return causes.findIndex(isBefore) === at;
  };
  const others = causes.filter((cause, at) => !isSaid(cause, at));
  return others.map((cause) => {
    const { code, text } = sentence(cause);
    const whole = `${plainLine(cause.workload, NAME_MOST)}: ${text}${madeByFile(cause)}${shareOfChangeText(cause)}`;
    return { code, text: whole, ...reasonPath(cause.path) };
  });
}
function mechanismText(cause) {
  const { code, text } = sentence(cause);
  return code === null ? text : `${code} ${text}`;
}
function sentence(cause) {
  const named = cause.kind === "cpu" ? cause.name : cause.sql;
  const code = plainLine(named ?? "", SQL_MOST) || null;
  const subject = code === null && cause.statement !== void 0 ? `${plainLine(cause.statement, NAME_MOST) || "a statement"} ` : "";
  return { code, text: `${subject}${verbOf(cause)}` };
}
function shareOfChangeText({ share }) {
  return share === void 0 || share > 0.995 ? "" : `; ${formatPercent(share)} of the change`;
}
function verbOf(cause) {
  const { kind, head = "", base = "" } = cause;
  switch (kind) {
    case "index-gone":
      if (!cause.shown) return goesWith(cause);
      return plainLine(head) === "" ? `no longer uses index ${causeName(cause)}, which is gone` : `${nowUses(head)}: index ${causeName(cause)} is gone`;
    case "index-changed":
      if (!cause.shown) return goesWith(cause);
      return `${plainLine(head) === "" ? `no longer uses ${step(base)}` : nowUses(head)}: index ${causeName(cause)} ${isNow(cause)}`;
    case "statement":
      return base === "" ? "is slower: the statement itself changed" : `is slower: the statement itself changed (was ${plainLine(base, SQL_MOST) || "another one"})`;
    case "plan":
      return `has another plan${forValues(cause)}: ${step(head)} (was ${step(base)})${bySample(cause)}`;
    case "calls":
      return base === "0" ? `is new in an event${head === "1" ? "" : `, and runs ${plainLine(head, 20)} times`}` : `runs ${head === "1" ? "once" : `${plainLine(head, 20)} times`} in an event (was ${plainLine(base, 20)})`;
    case "execution":
      return executionTexts(cause).join(" and ") || "does more in a call";
    case "cpu":
      return `takes ${formatTime(1e3 * Number(head))} of the server's CPU time in an event (was ${formatTime(1e3 * Number(base))}); ${formatPercent(cause.part ?? 0)} of what grew`;
    case "waits":
      return `waits ${percentText(head)} of the time for ${awaited(cause)} (was ${percentText(base)})`;
    case "version":
    case "build":
    case "collation":
    case "view":
    case "table":
    case "trigger":
    case "rule":
    case "row-security":
    case "default":
    case "domain":
    case "constraint":
    case "index-new":
    case "column":
    case "sequence":
    case "operator-class":
    case "no-statistics":
    case "function":
    case "statistics":
    case "setting":
    case "extension":
    case "rows":
    case "size":
      if (cause.part !== void 0)
        return `spends ${formatPercent(cause.part)} of its time in ${differenceText(cause)}`;
      return goesWith(cause);
  }
}
function goesWith(cause) {
  return `${cause.statement === void 0 ? "Goes" : "is slower; goes"} together with ${differenceText(cause)}`;
}
function isNow({ definitions }) {
  return definitions === void 0 ? "is another one" : `is ${value(definitions.head)} (was ${value(definitions.base)})`;
}
function nowUses(now) {
  const scan = /^(?:Parallel )?Seq Scan.* on (\S+)/.exec(now)?.[1];
  return scan === void 0 || scan.trim() === "" ? `now uses ${step(now)}` : `now scans all of ${plainLine(scan, NAME_MOST)}`;
}
function forValues({ values }) {
  if (values === void 0) return "";
  return values.differ === values.of ? " for the values that are drawn" : ` for ${formatCount(values.differ)} of ${formatCount(values.of)} drawn values`;
}
function bySample({ resampled }) {
  if (resampled === void 0) return "";
  const table = plainLine(resampled, NAME_MOST) || "a table";
  return `; the statistics of ${table} alone differ, and ANALYZE draws a sample, so it may be chance`;
}
function executionPart(cause) {
  return executionTexts(cause).map((text) => `; ${text}`).join("");
}
function executionTexts({ rows, buffers }) {
  const times = rows === void 0 || rows.base === 0 ? "" : formatMean(rows.head / rows.base);
  return [
    ...rows === void 0 ? [] : [
      times === "" ? `returns or changes ${meanCount(rows.head, "row")} a call (was 0)` : `returns or changes ${times} times the rows (${formatMean(rows.head)} a call, was ${formatMean(rows.base)})`
    ],
    ...buffers === void 0 ? [] : [`reads ${meanCount(buffers.head, "buffer")} a call (was ${formatMean(buffers.base)})`]
  ];
}
function meanCount(mean, noun) {
  const text = formatMean(mean);
  return `${text} ${noun}${text === "1" ? "" : "s"}`;
}
function differenceText(cause) {
  const { kind, base, head, on } = cause;
  const name = causeName(cause);
  const table = plainLine(on ?? "", NAME_MOST);
  const place = table === "" ? "" : ` on ${table}`;
  const newness = base === void 0 ? "the new" : head === void 0 ? "the missing" : "the changed";
  const printed = `${kind.replace("-", " ")} ${name}`;
  const both = base === void 0 || head === void 0 ? null : `: ${value(head)} (was ${value(base)})`;
  switch (kind) {
    case "version":
      return `another version of the server: ${name} ${value(head)} (was ${value(base)})`;
    case "build":
      return `another build of the server${base === head ? "" : both ?? ""}`;
    case "collation":
      return `another sort order, or another version of its library, of collation ${name}${both ?? ""}`;
    case "setting":
      return `${name} = ${value(head)} (was ${value(base)})`;
    case "extension":
      return `extension ${name} ${value(head)} (was ${value(base)})`;
    case "size":
      return `the size of ${name}: ${formatMean(Number(head))} times base's`;
    case "rows":
      return `the rows of ${name}: ${formatMean(Number(head))} times base's`;
    case "no-statistics":
      return `${name} having no statistics (no ANALYZE)`;
    case "row-security":
      return name === table ? `row-level security on ${name}` : `${newness} policy ${name}${place}`;
    case "index-new":
    case "index-gone":
      return `${newness} index ${name}${place}`;
    case "index-changed":
      return `the changed index ${name}${place}${both ?? ""}`;
    case "table":
    case "column":
    case "sequence":
      return both === null ? `${newness} ${printed}` : `${printed}${both}`;
    case "default":
      return `${newness} ${head?.startsWith("GENERATED") ? "generated column" : "default of"} ${name}`;
    case "domain":
    case "view":
    case "operator-class":
      return `${newness} ${printed}`;
    case "constraint":
      return `${newness} constraint ${name}`;
    case "plan":
    case "calls":
    case "execution":
    case "cpu":
    case "waits":
    case "statement":
      return name;
    case "trigger":
    case "rule":
    case "statistics":
    case "function":
      return `${newness} ${kind} ${name}${place}`;
  }
}
function awaited(cause) {
  const [type = "", event = "something"] = causeName(cause).split(":");
  const by = plainLine(cause.on ?? "", SQL_MOST);
  const holder = by === "" ? "" : ` held by ${by}`;
  if (type === "Lock") return `${LOCKED[event] ?? `a lock (${event})`}${holder}`;
  if (type === "IO") return `input or output (${event})`;
  if (type === "LWLock") return `the server's own lock ${event}`;
  return `${type} ${event}`;
}
var LOCKED = wordTable({
  transactionid: "rows",
  tuple: "rows",
  relation: "a table",
  advisory: "an advisory lock",
  virtualxid: "a transaction"
});
function percentText(text) {
  return formatPercent(Number(text));
}
function causeName({ name = "" }) {
  return plainLine(name, NAME_MOST) || "without a name";
}
function value(text) {
  return text === void 0 ? "not set" : plainLine(text, VALUE_MOST) || "empty";
}
function step(text) {
  return plainLine(text, NAME_MOST * 2) || "another step";
}
function madeByFile({ file = "" }) {
  const name = plainLine(file, 120);
  return name === "" ? "" : ` (${name})`;
}
function differenceLines({
  differences,
  sizes,
  plans,
  executions = [],
  profiles = [],
  files,
  more
}) {
  const bytes = (size) => plural(Math.ceil(size.bytes / 8192), "page");
  return [
    ...differences.map(differenceLine),
    ...sizes.map(
      ({ name, base, head }) => `size of ${plainLine(name, NAME_MOST)}: ${bytes(base)} -> ${bytes(head)}`
    ),
    ...plans.map(planLine),
    ...executions.map(executionLine),
    ...profiles.flatMap(
      (profile) => grownLines(profile).map((line) => `CPU time in ${plainLine(profile.workload, NAME_MOST)}: ${line}`)
    ),
    ...files.map(({ file, change }) => `set-up file ${plainLine(file, 120)}: ${change}`),
    ...more > 0 ? [`${formatCount(more)} more in run.json and run-base.json`] : []
  ];
}
function differenceLine({ kind, name, on, base, head }) {
  const place = on === void 0 || name.startsWith(on) || name.endsWith(on) ? "" : ` on ${plainLine(on, NAME_MOST)}`;
  const what = `${kind.replace("-", NBSP)} ${plainLine(name, NAME_MOST)}${place}`;
  if (kind === "setting") return `${what}: ${value(base ?? void 0)} -> ${value(head ?? void 0)}`;
  const definition = (text) => plainLine(text, 160);
  if (base === null) return `${what}: only in head: ${definition(head ?? "")}`;
  if (head === null) return `${what}: only in base: ${definition(base)}`;
  return `${what}: ${definition(base)} -> ${definition(head)}`;
}
function planLine({ workload, sql, base, head, values }) {
  const text = (nodes) => plainLine(nodes.map(stepText).join(" / "), 200);
  const which = values === void 0 ? "" : `, for ${formatCount(values.differ)} of ${formatCount(values.of)} drawn values`;
  return `plan of ${plainLine(sql, SQL_MOST)} (${plainLine(workload, NAME_MOST)}${which}): ${text(base)} -> ${text(head)}`;
}
function executionLine({ workload, sql, base, head }) {
  const parts = ["rows", "buffers", "temporary"].filter((what) => base[what] !== head[what]).map(
    (what) => `${what === "temporary" ? "temporary pages" : what} ${formatMean(base[what])} -> ${formatMean(head[what])}`
  );
  return `a call of ${plainLine(sql, SQL_MOST)} (${plainLine(workload, NAME_MOST)}): ${parts.join(", ")}`;
}

// src/report/words/cause.ts
var PLACE_MOST = 120;
var SQL_MOST2 = 110;
var NAME_MOST2 = 80;
var WHY_MOST = 200;
function reasonSentences(report) {
  const { causes = [] } = report;
  const proved = causes.filter((search) => search.causes.length > 0);
  const reason = unprovedReason(report);
  return [
    ...proved.flatMap((search) => provedSentences(search, causes.length > 1)),
    ...reason === void 0 ? [] : causeSentences(reason),
    ...causes.filter(({ outcome }) => outcome === "not-found").map(noCauseFound)
  ];
}
function unprovedReason({ causes = [], reason }) {
  if (reason === void 0) return void 0;
  const proved = causes.filter((search) => search.causes.length > 0).map(({ workload }) => workload);
  return { ...reason, causes: reason.causes.filter(({ workload }) => !proved.includes(workload)) };
}
function impossibleSearches({ causes = [] }) {
  return causes.filter(({ outcome }) => outcome === "not-possible").map(
    ({ workload, why = "" }) => `The cause of ${plainLine(workload, NAME_MOST2)} could not be looked for by experiment: ${plainLine(why, WHY_MOST)}.`
  );
}
function provedSentences(search, isNamed) {
  const [cause, ...more] = search.causes;
  const of = isNamed ? ` of ${plainLine(search.workload, NAME_MOST2)}` : "";
  if (more.length === 0) {
    const rest2 = search.outcome === "part" ? ` ${leftText(search)}` : "";
    return [{ code: partText(cause.part), text: `is the cause${of}: ${causeText(search, cause)}${rest2}` }];
  }
  const whole = search.whole === null ? "" : `: ${effectText(search, search.whole)} together`;
  const without = search.rest === null ? "" : `, ${effect(search.rest)} without them`;
  const rest = search.outcome === "part" ? ` ${leftText(search)}` : "";
  const text = `${search.causes.length} parts of the change are the cause${of}${whole}${without}.${rest}`;
  return [{ code: null, text }, ...search.causes.flatMap(howOfOne)];
}
function provedCauseSentence(search, isNamed) {
  const [cause, ...more] = search.causes;
  const { kind, file, line = null, text } = cause.part;
  const code = plainLine(text, SQL_MOST2);
  const how = howText({ ...cause, work: [] }) || ` ${proofText(search, cause)}.`;
  const of = isNamed ? ` of ${plainLine(search.workload, NAME_MOST2)}` : "";
  const others = more.length === 0 ? "" : `, with ${plural(more.length, "other part")} of the change`;
  return {
    code: kind === "server" ? null : code,
    text: `${kind === "server" ? `the server (${code}) ` : ""}is the cause${of}${others}, proved by experiment:${how}`,
    place: file === void 0 ? null : { file, line }
  };
}
function howOfOne(cause) {
  const text = howText(cause).trim();
  return text === "" ? [] : [{ code: partText(cause.part), text }];
}
function partText({ kind, file, line, text }) {
  if (kind === "server") return `The server (${plainLine(text, WHY_MOST)})`;
  const place = file === void 0 ? "" : `${plainLine(file, PLACE_MOST)}${line === void 0 ? "" : `:${line}`} `;
  return `${place}${plainLine(text, SQL_MOST2)}`;
}
function causeText(search, cause) {
  return `${proofText(search, cause)}.${howText(cause)}`;
}
function proofText(search, { part, alone, without }) {
  if (alone === null && without === null)
    return part.kind === "server" ? "set-up and scripts are the same on both arms" : "nothing else differs";
  const { label } = metricInfo(search.metric);
  const parts = [
    alone === null ? "it cannot be done alone" : `alone ${label} ${effect(alone)}`,
    without === null ? "head cannot do without it" : `without it ${alone === null ? `${label} ` : ""}${effect(without)}`
  ];
  return parts.join(", ");
}
function effectText({ metric }, value2) {
  return `${metricInfo(metric).label} ${effect(value2)}`;
}
function effect(value2) {
  return `${formatChange(value2.estimate, value2)} ${formatChangeInterval(value2, value2.estimate)}`;
}
function howText({ mechanism, work }) {
  const plans = mechanism.filter(({ shown, resampled }) => shown && resampled === void 0).map(mechanismText);
  const hot = work.filter(({ metric }) => metric === "hot-updates").map(workText);
  const perEvent2 = work.filter(({ metric }) => metric !== "hot-updates").map(workText);
  const works = [...hot, ...perEvent2.length === 0 ? [] : [`Per event: ${perEvent2.join(", ")}`]];
  return [...plans, ...works].map((text) => ` ${text}.`).join("");
}
function workText({ metric, base, head }) {
  const [from, to] = formatMetrics(metric, [base, head]);
  return `${metricInfo(metric).label} ${from} → ${to}`;
}
function leftText({ rest, why = "", causes }) {
  const left2 = rest === null ? "" : causes.length > 1 ? "What they leave" : "What it leaves";
  return `${left2 || "The rest"} was not found: ${plainLine(why, WHY_MOST)}.`;
}
function noCauseFound(search) {
  const { workload, parts, comparisons, why = "" } = search;
  const tried = `${plural(parts, "part")} of the change, ${plural(comparisons, "comparison")}`;
  return {
    code: null,
    text: `The cause of ${plainLine(workload, NAME_MOST2)} was not found by experiment (${tried}): ${plainLine(why, WHY_MOST)}.`
  };
}
function causesTable(search) {
  if (search.causes.length < 2) return null;
  const shown = (value2) => value2 === null ? "not possible" : effect(value2);
  return {
    columns: [left("part of the change"), right("alone"), right("left without it and those above")],
    rows: search.causes.map(({ part, alone, without }) => [partText(part), shown(alone), shown(without)])
  };
}

// src/report/html/mark.ts
function plumbMark(height) {
  return html`<svg class="mark" viewBox="0 0 24 72" width="${height / 3}" height="${height}" aria-hidden="true"><path d="M4 2H20M12 2V46"/><path class="bob" d="M7 46H17L15.5 56L12 68L8.5 56Z"/></svg>`;
}

// src/text/columns.ts
var import_string_width = __toESM(require_string_width(), 1);
function displayWidth(text) {
  return (0, import_string_width.default)(text);
}
function widest(texts) {
  return Math.max(...texts.map(displayWidth));
}
function padRight(text, columns) {
  return text + " ".repeat(Math.max(0, columns - displayWidth(text)));
}
function padLeft(text, columns) {
  return " ".repeat(Math.max(0, columns - displayWidth(text))) + text;
}
function plainColumns(text, most) {
  let points = most;
  let line = plainLine(text, points);
  while (displayWidth(line) > most && points > 1) line = plainLine(text, --points);
  return line;
}

export {
  SCRIPTS,
  scriptOptions,
  pairStatementNames,
  statementTexts,
  withParameters,
  parameterCount,
  canBePlanned,
  tokenAt,
  sqlTokens,
  NAME_PART,
  SQL_NAME,
  keptName,
  lineAt,
  shortSql,
  namesInStatement,
  objectKey,
  indexOfObjects,
  reachOf,
  readExplain,
  planShape,
  executedOf,
  planDifferences,
  executionDifferences,
  profileDifferences,
  causesOf,
  stepText,
  mentionedNames,
  definitionLine,
  ageOf,
  dayOf,
  minuteOf,
  isStale,
  decodeSegment,
  pathOf,
  parsePath,
  pageAddress,
  WORKLOAD_ROOT,
  siteRoot,
  dataPathOf,
  badgePathOf,
  repositoryPathOf,
  splitRepository,
  left,
  right,
  causeSentences,
  otherCauses,
  mechanismText,
  differenceLines,
  reasonSentences,
  unprovedReason,
  impossibleSearches,
  provedCauseSentence,
  partText,
  causeText,
  noCauseFound,
  causesTable,
  databaseText,
  machineText,
  html,
  trusted,
  verbatim,
  plumbMark,
  pageHead,
  displayWidth,
  widest,
  padRight,
  padLeft,
  plainColumns,
  VERSION
};
