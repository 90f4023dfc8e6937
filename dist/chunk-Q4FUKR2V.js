import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  hasZodFastifySchemaValidationErrors
} from "./chunk-ME2RFDOW.js";
import {
  VERSION,
  columnsOf,
  databaseText,
  html,
  require_string_width
} from "./chunk-FJSDDNXK.js";
import {
  plainLine
} from "./chunk-GXMPUSHY.js";
import {
  ARMS,
  Acceptance,
  Environment,
  Interval,
  MEASURE_MODES,
  Metric,
  OVERALL,
  PlumblineError,
  Report,
  Run,
  UNITS,
  Verdict,
  Warning,
  external_exports,
  metricInfo
} from "./chunk-L7YU3BTW.js";
import {
  __commonJS,
  __require,
  __toESM
} from "./chunk-IBOYXWKM.js";

// node_modules/cli-table3/src/debug.js
var require_debug = __commonJS({
  "node_modules/cli-table3/src/debug.js"(exports, module) {
    var messages = [];
    var level = 0;
    var debug = (msg, min) => {
      if (level >= min) {
        messages.push(msg);
      }
    };
    debug.WARN = 1;
    debug.INFO = 2;
    debug.DEBUG = 3;
    debug.reset = () => {
      messages = [];
    };
    debug.setDebugLevel = (v) => {
      level = v;
    };
    debug.warn = (msg) => debug(msg, debug.WARN);
    debug.info = (msg) => debug(msg, debug.INFO);
    debug.debug = (msg) => debug(msg, debug.DEBUG);
    debug.debugMessages = () => messages;
    module.exports = debug;
  }
});

// node_modules/cli-table3/src/utils.js
var require_utils = __commonJS({
  "node_modules/cli-table3/src/utils.js"(exports, module) {
    var stringWidth = require_string_width();
    function codeRegex(capture) {
      return capture ? /\u001b\[((?:\d*;){0,5}\d*)m/g : /\u001b\[(?:\d*;){0,5}\d*m/g;
    }
    function strlen(str) {
      let code = codeRegex();
      let stripped = ("" + str).replace(code, "");
      let split = stripped.split("\n");
      return split.reduce(function(memo, s) {
        return stringWidth(s) > memo ? stringWidth(s) : memo;
      }, 0);
    }
    function repeat(str, times) {
      return Array(times + 1).join(str);
    }
    function pad(str, len, pad2, dir) {
      let length = strlen(str);
      if (len + 1 >= length) {
        let padlen = len - length;
        switch (dir) {
          case "right": {
            str = repeat(pad2, padlen) + str;
            break;
          }
          case "center": {
            let right = Math.ceil(padlen / 2);
            let left = padlen - right;
            str = repeat(pad2, left) + str + repeat(pad2, right);
            break;
          }
          default: {
            str = str + repeat(pad2, padlen);
            break;
          }
        }
      }
      return str;
    }
    var codeCache = {};
    function addToCodeCache(name2, on, off) {
      on = "\x1B[" + on + "m";
      off = "\x1B[" + off + "m";
      codeCache[on] = { set: name2, to: true };
      codeCache[off] = { set: name2, to: false };
      codeCache[name2] = { on, off };
    }
    addToCodeCache("bold", 1, 22);
    addToCodeCache("italics", 3, 23);
    addToCodeCache("underline", 4, 24);
    addToCodeCache("inverse", 7, 27);
    addToCodeCache("strikethrough", 9, 29);
    function updateState(state, controlChars) {
      let controlCode = controlChars[1] ? parseInt(controlChars[1].split(";")[0]) : 0;
      if (controlCode >= 30 && controlCode <= 39 || controlCode >= 90 && controlCode <= 97) {
        state.lastForegroundAdded = controlChars[0];
        return;
      }
      if (controlCode >= 40 && controlCode <= 49 || controlCode >= 100 && controlCode <= 107) {
        state.lastBackgroundAdded = controlChars[0];
        return;
      }
      if (controlCode === 0) {
        for (let i in state) {
          if (Object.prototype.hasOwnProperty.call(state, i)) {
            delete state[i];
          }
        }
        return;
      }
      let info = codeCache[controlChars[0]];
      if (info) {
        state[info.set] = info.to;
      }
    }
    function readState(line) {
      let code = codeRegex(true);
      let controlChars = code.exec(line);
      let state = {};
      while (controlChars !== null) {
        updateState(state, controlChars);
        controlChars = code.exec(line);
      }
      return state;
    }
    function unwindState(state, ret) {
      let lastBackgroundAdded = state.lastBackgroundAdded;
      let lastForegroundAdded = state.lastForegroundAdded;
      delete state.lastBackgroundAdded;
      delete state.lastForegroundAdded;
      Object.keys(state).forEach(function(key) {
        if (state[key]) {
          ret += codeCache[key].off;
        }
      });
      if (lastBackgroundAdded && lastBackgroundAdded != "\x1B[49m") {
        ret += "\x1B[49m";
      }
      if (lastForegroundAdded && lastForegroundAdded != "\x1B[39m") {
        ret += "\x1B[39m";
      }
      return ret;
    }
    function rewindState(state, ret) {
      let lastBackgroundAdded = state.lastBackgroundAdded;
      let lastForegroundAdded = state.lastForegroundAdded;
      delete state.lastBackgroundAdded;
      delete state.lastForegroundAdded;
      Object.keys(state).forEach(function(key) {
        if (state[key]) {
          ret = codeCache[key].on + ret;
        }
      });
      if (lastBackgroundAdded && lastBackgroundAdded != "\x1B[49m") {
        ret = lastBackgroundAdded + ret;
      }
      if (lastForegroundAdded && lastForegroundAdded != "\x1B[39m") {
        ret = lastForegroundAdded + ret;
      }
      return ret;
    }
    function truncateWidth(str, desiredLength) {
      if (str.length === strlen(str)) {
        return str.substr(0, desiredLength);
      }
      while (strlen(str) > desiredLength) {
        str = str.slice(0, -1);
      }
      return str;
    }
    function truncateWidthWithAnsi(str, desiredLength) {
      let code = codeRegex(true);
      let split = str.split(codeRegex());
      let splitIndex = 0;
      let retLen = 0;
      let ret = "";
      let myArray;
      let state = {};
      while (retLen < desiredLength) {
        myArray = code.exec(str);
        let toAdd = split[splitIndex];
        splitIndex++;
        if (retLen + strlen(toAdd) > desiredLength) {
          toAdd = truncateWidth(toAdd, desiredLength - retLen);
        }
        ret += toAdd;
        retLen += strlen(toAdd);
        if (retLen < desiredLength) {
          if (!myArray) {
            break;
          }
          ret += myArray[0];
          updateState(state, myArray);
        }
      }
      return unwindState(state, ret);
    }
    function truncate(str, desiredLength, truncateChar) {
      truncateChar = truncateChar || "…";
      let lengthOfStr = strlen(str);
      if (lengthOfStr <= desiredLength) {
        return str;
      }
      desiredLength -= strlen(truncateChar);
      let ret = truncateWidthWithAnsi(str, desiredLength);
      ret += truncateChar;
      const hrefTag = "\x1B]8;;\x07";
      if (str.includes(hrefTag) && !ret.includes(hrefTag)) {
        ret += hrefTag;
      }
      return ret;
    }
    function defaultOptions() {
      return {
        chars: {
          top: "─",
          "top-mid": "┬",
          "top-left": "┌",
          "top-right": "┐",
          bottom: "─",
          "bottom-mid": "┴",
          "bottom-left": "└",
          "bottom-right": "┘",
          left: "│",
          "left-mid": "├",
          mid: "─",
          "mid-mid": "┼",
          right: "│",
          "right-mid": "┤",
          middle: "│"
        },
        truncate: "…",
        colWidths: [],
        rowHeights: [],
        colAligns: [],
        rowAligns: [],
        style: {
          "padding-left": 1,
          "padding-right": 1,
          head: ["red"],
          border: ["grey"],
          compact: false
        },
        head: []
      };
    }
    function mergeOptions(options, defaults) {
      options = options || {};
      defaults = defaults || defaultOptions();
      let ret = Object.assign({}, defaults, options);
      ret.chars = Object.assign({}, defaults.chars, options.chars);
      ret.style = Object.assign({}, defaults.style, options.style);
      return ret;
    }
    function wordWrap(maxLength, input) {
      let lines = [];
      let split = input.split(/(\s+)/g);
      let line = [];
      let lineLength = 0;
      let whitespace;
      for (let i = 0; i < split.length; i += 2) {
        let word = split[i];
        let newLength = lineLength + strlen(word);
        if (lineLength > 0 && whitespace) {
          newLength += whitespace.length;
        }
        if (newLength > maxLength) {
          if (lineLength !== 0) {
            lines.push(line.join(""));
          }
          line = [word];
          lineLength = strlen(word);
        } else {
          line.push(whitespace || "", word);
          lineLength = newLength;
        }
        whitespace = split[i + 1];
      }
      if (lineLength) {
        lines.push(line.join(""));
      }
      return lines;
    }
    function textWrap(maxLength, input) {
      let lines = [];
      let line = "";
      function pushLine(str, ws) {
        if (line.length && ws) line += ws;
        line += str;
        while (line.length > maxLength) {
          lines.push(line.slice(0, maxLength));
          line = line.slice(maxLength);
        }
      }
      let split = input.split(/(\s+)/g);
      for (let i = 0; i < split.length; i += 2) {
        pushLine(split[i], i && split[i - 1]);
      }
      if (line.length) lines.push(line);
      return lines;
    }
    function multiLineWordWrap(maxLength, input, wrapOnWordBoundary = true) {
      let output = [];
      input = input.split("\n");
      const handler = wrapOnWordBoundary ? wordWrap : textWrap;
      for (let i = 0; i < input.length; i++) {
        output.push.apply(output, handler(maxLength, input[i]));
      }
      return output;
    }
    function colorizeLines(input) {
      let state = {};
      let output = [];
      for (let i = 0; i < input.length; i++) {
        let line = rewindState(state, input[i]);
        state = readState(line);
        let temp = Object.assign({}, state);
        output.push(unwindState(temp, line));
      }
      return output;
    }
    function hyperlink(url, text2) {
      const OSC = "\x1B]";
      const BEL = "\x07";
      const SEP = ";";
      return [OSC, "8", SEP, SEP, url || text2, BEL, text2, OSC, "8", SEP, SEP, BEL].join("");
    }
    module.exports = {
      strlen,
      repeat,
      pad,
      truncate,
      mergeOptions,
      wordWrap: multiLineWordWrap,
      colorizeLines,
      hyperlink
    };
  }
});

// node_modules/@colors/colors/lib/styles.js
var require_styles = __commonJS({
  "node_modules/@colors/colors/lib/styles.js"(exports, module) {
    var styles = {};
    module["exports"] = styles;
    var codes = {
      reset: [0, 0],
      bold: [1, 22],
      dim: [2, 22],
      italic: [3, 23],
      underline: [4, 24],
      inverse: [7, 27],
      hidden: [8, 28],
      strikethrough: [9, 29],
      black: [30, 39],
      red: [31, 39],
      green: [32, 39],
      yellow: [33, 39],
      blue: [34, 39],
      magenta: [35, 39],
      cyan: [36, 39],
      white: [37, 39],
      gray: [90, 39],
      grey: [90, 39],
      brightRed: [91, 39],
      brightGreen: [92, 39],
      brightYellow: [93, 39],
      brightBlue: [94, 39],
      brightMagenta: [95, 39],
      brightCyan: [96, 39],
      brightWhite: [97, 39],
      bgBlack: [40, 49],
      bgRed: [41, 49],
      bgGreen: [42, 49],
      bgYellow: [43, 49],
      bgBlue: [44, 49],
      bgMagenta: [45, 49],
      bgCyan: [46, 49],
      bgWhite: [47, 49],
      bgGray: [100, 49],
      bgGrey: [100, 49],
      bgBrightRed: [101, 49],
      bgBrightGreen: [102, 49],
      bgBrightYellow: [103, 49],
      bgBrightBlue: [104, 49],
      bgBrightMagenta: [105, 49],
      bgBrightCyan: [106, 49],
      bgBrightWhite: [107, 49],
      // legacy styles for colors pre v1.0.0
      blackBG: [40, 49],
      redBG: [41, 49],
      greenBG: [42, 49],
      yellowBG: [43, 49],
      blueBG: [44, 49],
      magentaBG: [45, 49],
      cyanBG: [46, 49],
      whiteBG: [47, 49]
    };
    Object.keys(codes).forEach(function(key) {
      var val = codes[key];
      var style = styles[key] = [];
      style.open = "\x1B[" + val[0] + "m";
      style.close = "\x1B[" + val[1] + "m";
    });
  }
});

// node_modules/@colors/colors/lib/system/has-flag.js
var require_has_flag = __commonJS({
  "node_modules/@colors/colors/lib/system/has-flag.js"(exports, module) {
    "use strict";
    module.exports = function(flag, argv) {
      argv = argv || process.argv;
      var terminatorPos = argv.indexOf("--");
      var prefix = /^-{1,2}/.test(flag) ? "" : "--";
      var pos = argv.indexOf(prefix + flag);
      return pos !== -1 && (terminatorPos === -1 ? true : pos < terminatorPos);
    };
  }
});

// node_modules/@colors/colors/lib/system/supports-colors.js
var require_supports_colors = __commonJS({
  "node_modules/@colors/colors/lib/system/supports-colors.js"(exports, module) {
    "use strict";
    var os = __require("os");
    var hasFlag = require_has_flag();
    var env = process.env;
    var forceColor = void 0;
    if (hasFlag("no-color") || hasFlag("no-colors") || hasFlag("color=false")) {
      forceColor = false;
    } else if (hasFlag("color") || hasFlag("colors") || hasFlag("color=true") || hasFlag("color=always")) {
      forceColor = true;
    }
    if ("FORCE_COLOR" in env) {
      forceColor = env.FORCE_COLOR.length === 0 || parseInt(env.FORCE_COLOR, 10) !== 0;
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
    function supportsColor(stream) {
      if (forceColor === false) {
        return 0;
      }
      if (hasFlag("color=16m") || hasFlag("color=full") || hasFlag("color=truecolor")) {
        return 3;
      }
      if (hasFlag("color=256")) {
        return 2;
      }
      if (stream && !stream.isTTY && forceColor !== true) {
        return 0;
      }
      var min = forceColor ? 1 : 0;
      if (process.platform === "win32") {
        var osRelease = os.release().split(".");
        if (Number(process.versions.node.split(".")[0]) >= 8 && Number(osRelease[0]) >= 10 && Number(osRelease[2]) >= 10586) {
          return Number(osRelease[2]) >= 14931 ? 3 : 2;
        }
        return 1;
      }
      if ("CI" in env) {
        if (["TRAVIS", "CIRCLECI", "APPVEYOR", "GITLAB_CI"].some(function(sign) {
          return sign in env;
        }) || env.CI_NAME === "codeship") {
          return 1;
        }
        return min;
      }
      if ("TEAMCITY_VERSION" in env) {
        return /^(9\.(0*[1-9]\d*)\.|\d{2,}\.)/.test(env.TEAMCITY_VERSION) ? 1 : 0;
      }
      if ("TERM_PROGRAM" in env) {
        var version = parseInt((env.TERM_PROGRAM_VERSION || "").split(".")[0], 10);
        switch (env.TERM_PROGRAM) {
          case "iTerm.app":
            return version >= 3 ? 3 : 2;
          case "Hyper":
            return 3;
          case "Apple_Terminal":
            return 2;
        }
      }
      if (/-256(color)?$/i.test(env.TERM)) {
        return 2;
      }
      if (/^screen|^xterm|^vt100|^rxvt|color|ansi|cygwin|linux/i.test(env.TERM)) {
        return 1;
      }
      if ("COLORTERM" in env) {
        return 1;
      }
      if (env.TERM === "dumb") {
        return min;
      }
      return min;
    }
    function getSupportLevel(stream) {
      var level = supportsColor(stream);
      return translateLevel(level);
    }
    module.exports = {
      supportsColor: getSupportLevel,
      stdout: getSupportLevel(process.stdout),
      stderr: getSupportLevel(process.stderr)
    };
  }
});

// node_modules/@colors/colors/lib/custom/trap.js
var require_trap = __commonJS({
  "node_modules/@colors/colors/lib/custom/trap.js"(exports, module) {
    module["exports"] = function runTheTrap(text2, options) {
      var result = "";
      text2 = text2 || "Run the trap, drop the bass";
      text2 = text2.split("");
      var trap = {
        a: ["@", "Ą", "Ⱥ", "Ʌ", "Δ", "Λ", "Д"],
        b: ["ß", "Ɓ", "Ƀ", "ɮ", "β", "฿"],
        c: ["©", "Ȼ", "Ͼ"],
        d: ["Ð", "Ɗ", "Ԁ", "ԁ", "Ԃ", "ԃ"],
        e: [
          "Ë",
          "ĕ",
          "Ǝ",
          "ɘ",
          "Σ",
          "ξ",
          "Ҽ",
          "੬"
        ],
        f: ["Ӻ"],
        g: ["ɢ"],
        h: ["Ħ", "ƕ", "Ң", "Һ", "Ӈ", "Ԋ"],
        i: ["༏"],
        j: ["Ĵ"],
        k: ["ĸ", "Ҡ", "Ӄ", "Ԟ"],
        l: ["Ĺ"],
        m: ["ʍ", "Ӎ", "ӎ", "Ԡ", "ԡ", "൩"],
        n: ["Ñ", "ŋ", "Ɲ", "Ͷ", "Π", "Ҋ"],
        o: [
          "Ø",
          "õ",
          "ø",
          "Ǿ",
          "ʘ",
          "Ѻ",
          "ם",
          "۝",
          "๏"
        ],
        p: ["Ƿ", "Ҏ"],
        q: ["্"],
        r: ["®", "Ʀ", "Ȑ", "Ɍ", "ʀ", "Я"],
        s: ["§", "Ϟ", "ϟ", "Ϩ"],
        t: ["Ł", "Ŧ", "ͳ"],
        u: ["Ʊ", "Ս"],
        v: ["ט"],
        w: ["Ш", "Ѡ", "Ѽ", "൰"],
        x: ["Ҳ", "Ӿ", "Ӽ", "ӽ"],
        y: ["¥", "Ұ", "Ӌ"],
        z: ["Ƶ", "ɀ"]
      };
      text2.forEach(function(c) {
        c = c.toLowerCase();
        var chars = trap[c] || [" "];
        var rand = Math.floor(Math.random() * chars.length);
        if (typeof trap[c] !== "undefined") {
          result += trap[c][rand];
        } else {
          result += c;
        }
      });
      return result;
    };
  }
});

// node_modules/@colors/colors/lib/custom/zalgo.js
var require_zalgo = __commonJS({
  "node_modules/@colors/colors/lib/custom/zalgo.js"(exports, module) {
    module["exports"] = function zalgo(text2, options) {
      text2 = text2 || "   he is here   ";
      var soul = {
        "up": [
          "̍",
          "̎",
          "̄",
          "̅",
          "̿",
          "̑",
          "̆",
          "̐",
          "͒",
          "͗",
          "͑",
          "̇",
          "̈",
          "̊",
          "͂",
          "̓",
          "̈",
          "͊",
          "͋",
          "͌",
          "̃",
          "̂",
          "̌",
          "͐",
          "̀",
          "́",
          "̋",
          "̏",
          "̒",
          "̓",
          "̔",
          "̽",
          "̉",
          "ͣ",
          "ͤ",
          "ͥ",
          "ͦ",
          "ͧ",
          "ͨ",
          "ͩ",
          "ͪ",
          "ͫ",
          "ͬ",
          "ͭ",
          "ͮ",
          "ͯ",
          "̾",
          "͛",
          "͆",
          "̚"
        ],
        "down": [
          "̖",
          "̗",
          "̘",
          "̙",
          "̜",
          "̝",
          "̞",
          "̟",
          "̠",
          "̤",
          "̥",
          "̦",
          "̩",
          "̪",
          "̫",
          "̬",
          "̭",
          "̮",
          "̯",
          "̰",
          "̱",
          "̲",
          "̳",
          "̹",
          "̺",
          "̻",
          "̼",
          "ͅ",
          "͇",
          "͈",
          "͉",
          "͍",
          "͎",
          "͓",
          "͔",
          "͕",
          "͖",
          "͙",
          "͚",
          "̣"
        ],
        "mid": [
          "̕",
          "̛",
          "̀",
          "́",
          "͘",
          "̡",
          "̢",
          "̧",
          "̨",
          "̴",
          "̵",
          "̶",
          "͜",
          "͝",
          "͞",
          "͟",
          "͠",
          "͢",
          "̸",
          "̷",
          "͡",
          " ҉"
        ]
      };
      var all = [].concat(soul.up, soul.down, soul.mid);
      function randomNumber(range) {
        var r = Math.floor(Math.random() * range);
        return r;
      }
      function isChar(character) {
        var bool = false;
        all.filter(function(i) {
          bool = i === character;
        });
        return bool;
      }
      function heComes(text3, options2) {
        var result = "";
        var counts;
        var l;
        options2 = options2 || {};
        options2["up"] = typeof options2["up"] !== "undefined" ? options2["up"] : true;
        options2["mid"] = typeof options2["mid"] !== "undefined" ? options2["mid"] : true;
        options2["down"] = typeof options2["down"] !== "undefined" ? options2["down"] : true;
        options2["size"] = typeof options2["size"] !== "undefined" ? options2["size"] : "maxi";
        text3 = text3.split("");
        for (l in text3) {
          if (isChar(l)) {
            continue;
          }
          result = result + text3[l];
          counts = { "up": 0, "down": 0, "mid": 0 };
          switch (options2.size) {
            case "mini":
              counts.up = randomNumber(8);
              counts.mid = randomNumber(2);
              counts.down = randomNumber(8);
              break;
            case "maxi":
              counts.up = randomNumber(16) + 3;
              counts.mid = randomNumber(4) + 1;
              counts.down = randomNumber(64) + 3;
              break;
            default:
              counts.up = randomNumber(8) + 1;
              counts.mid = randomNumber(6) / 2;
              counts.down = randomNumber(8) + 1;
              break;
          }
          var arr = ["up", "mid", "down"];
          for (var d in arr) {
            var index = arr[d];
            for (var i = 0; i <= counts[index]; i++) {
              if (options2[index]) {
                result = result + soul[index][randomNumber(soul[index].length)];
              }
            }
          }
        }
        return result;
      }
      return heComes(text2, options);
    };
  }
});

// node_modules/@colors/colors/lib/maps/america.js
var require_america = __commonJS({
  "node_modules/@colors/colors/lib/maps/america.js"(exports, module) {
    module["exports"] = function(colors) {
      return function(letter, i, exploded) {
        if (letter === " ") return letter;
        switch (i % 3) {
          case 0:
            return colors.red(letter);
          case 1:
            return colors.white(letter);
          case 2:
            return colors.blue(letter);
        }
      };
    };
  }
});

// node_modules/@colors/colors/lib/maps/zebra.js
var require_zebra = __commonJS({
  "node_modules/@colors/colors/lib/maps/zebra.js"(exports, module) {
    module["exports"] = function(colors) {
      return function(letter, i, exploded) {
        return i % 2 === 0 ? letter : colors.inverse(letter);
      };
    };
  }
});

// node_modules/@colors/colors/lib/maps/rainbow.js
var require_rainbow = __commonJS({
  "node_modules/@colors/colors/lib/maps/rainbow.js"(exports, module) {
    module["exports"] = function(colors) {
      var rainbowColors = ["red", "yellow", "green", "blue", "magenta"];
      return function(letter, i, exploded) {
        if (letter === " ") {
          return letter;
        } else {
          return colors[rainbowColors[i++ % rainbowColors.length]](letter);
        }
      };
    };
  }
});

// node_modules/@colors/colors/lib/maps/random.js
var require_random = __commonJS({
  "node_modules/@colors/colors/lib/maps/random.js"(exports, module) {
    module["exports"] = function(colors) {
      var available = [
        "underline",
        "inverse",
        "grey",
        "yellow",
        "red",
        "green",
        "blue",
        "white",
        "cyan",
        "magenta",
        "brightYellow",
        "brightRed",
        "brightGreen",
        "brightBlue",
        "brightWhite",
        "brightCyan",
        "brightMagenta"
      ];
      return function(letter, i, exploded) {
        return letter === " " ? letter : colors[available[Math.round(Math.random() * (available.length - 2))]](letter);
      };
    };
  }
});

// node_modules/@colors/colors/lib/colors.js
var require_colors = __commonJS({
  "node_modules/@colors/colors/lib/colors.js"(exports, module) {
    var colors = {};
    module["exports"] = colors;
    colors.themes = {};
    var util = __require("util");
    var ansiStyles = colors.styles = require_styles();
    var defineProps = Object.defineProperties;
    var newLineRegex = new RegExp(/[\r\n]+/g);
    colors.supportsColor = require_supports_colors().supportsColor;
    if (typeof colors.enabled === "undefined") {
      colors.enabled = colors.supportsColor() !== false;
    }
    colors.enable = function() {
      colors.enabled = true;
    };
    colors.disable = function() {
      colors.enabled = false;
    };
    colors.stripColors = colors.strip = function(str) {
      return ("" + str).replace(/\x1B\[\d+m/g, "");
    };
    var stylize = colors.stylize = function stylize2(str, style) {
      if (!colors.enabled) {
        return str + "";
      }
      var styleMap = ansiStyles[style];
      if (!styleMap && style in colors) {
        return colors[style](str);
      }
      return styleMap.open + str + styleMap.close;
    };
    var matchOperatorsRe = /[|\\{}()[\]^$+*?.]/g;
    var escapeStringRegexp = function(str) {
      if (typeof str !== "string") {
        throw new TypeError("Expected a string");
      }
      return str.replace(matchOperatorsRe, "\\$&");
    };
    function build(_styles) {
      var builder = function builder2() {
        return applyStyle.apply(builder2, arguments);
      };
      builder._styles = _styles;
      builder.__proto__ = proto;
      return builder;
    }
    var styles = (function() {
      var ret = {};
      ansiStyles.grey = ansiStyles.gray;
      Object.keys(ansiStyles).forEach(function(key) {
        ansiStyles[key].closeRe = new RegExp(escapeStringRegexp(ansiStyles[key].close), "g");
        ret[key] = {
          get: function() {
            return build(this._styles.concat(key));
          }
        };
      });
      return ret;
    })();
    var proto = defineProps(function colors2() {
    }, styles);
    function applyStyle() {
      var args = Array.prototype.slice.call(arguments);
      var str = args.map(function(arg) {
        if (arg != null && arg.constructor === String) {
          return arg;
        } else {
          return util.inspect(arg);
        }
      }).join(" ");
      if (!colors.enabled || !str) {
        return str;
      }
      var newLinesPresent = str.indexOf("\n") != -1;
      var nestedStyles = this._styles;
      var i = nestedStyles.length;
      while (i--) {
        var code = ansiStyles[nestedStyles[i]];
        str = code.open + str.replace(code.closeRe, code.open) + code.close;
        if (newLinesPresent) {
          str = str.replace(newLineRegex, function(match) {
            return code.close + match + code.open;
          });
        }
      }
      return str;
    }
    colors.setTheme = function(theme) {
      if (typeof theme === "string") {
        console.log("colors.setTheme now only accepts an object, not a string.  If you are trying to set a theme from a file, it is now your (the caller's) responsibility to require the file.  The old syntax looked like colors.setTheme(__dirname + '/../themes/generic-logging.js'); The new syntax looks like colors.setTheme(require(__dirname + '/../themes/generic-logging.js'));");
        return;
      }
      for (var style in theme) {
        (function(style2) {
          colors[style2] = function(str) {
            if (typeof theme[style2] === "object") {
              var out = str;
              for (var i in theme[style2]) {
                out = colors[theme[style2][i]](out);
              }
              return out;
            }
            return colors[theme[style2]](str);
          };
        })(style);
      }
    };
    function init() {
      var ret = {};
      Object.keys(styles).forEach(function(name2) {
        ret[name2] = {
          get: function() {
            return build([name2]);
          }
        };
      });
      return ret;
    }
    var sequencer = function sequencer2(map2, str) {
      var exploded = str.split("");
      exploded = exploded.map(map2);
      return exploded.join("");
    };
    colors.trap = require_trap();
    colors.zalgo = require_zalgo();
    colors.maps = {};
    colors.maps.america = require_america()(colors);
    colors.maps.zebra = require_zebra()(colors);
    colors.maps.rainbow = require_rainbow()(colors);
    colors.maps.random = require_random()(colors);
    for (map in colors.maps) {
      (function(map2) {
        colors[map2] = function(str) {
          return sequencer(colors.maps[map2], str);
        };
      })(map);
    }
    var map;
    defineProps(colors, init());
  }
});

// node_modules/@colors/colors/safe.js
var require_safe = __commonJS({
  "node_modules/@colors/colors/safe.js"(exports, module) {
    var colors = require_colors();
    module["exports"] = colors;
  }
});

// node_modules/cli-table3/src/cell.js
var require_cell = __commonJS({
  "node_modules/cli-table3/src/cell.js"(exports, module) {
    var { info, debug } = require_debug();
    var utils = require_utils();
    var Cell = class _Cell {
      /**
       * A representation of a cell within the table.
       * Implementations must have `init` and `draw` methods,
       * as well as `colSpan`, `rowSpan`, `desiredHeight` and `desiredWidth` properties.
       * @param options
       * @constructor
       */
      constructor(options) {
        this.setOptions(options);
        this.x = null;
        this.y = null;
      }
      setOptions(options) {
        if (["boolean", "number", "bigint", "string"].indexOf(typeof options) !== -1) {
          options = { content: "" + options };
        }
        options = options || {};
        this.options = options;
        let content = options.content;
        if (["boolean", "number", "bigint", "string"].indexOf(typeof content) !== -1) {
          this.content = String(content);
        } else if (!content) {
          this.content = this.options.href || "";
        } else {
          throw new Error("Content needs to be a primitive, got: " + typeof content);
        }
        this.colSpan = options.colSpan || 1;
        this.rowSpan = options.rowSpan || 1;
        if (this.options.href) {
          Object.defineProperty(this, "href", {
            get() {
              return this.options.href;
            }
          });
        }
      }
      mergeTableOptions(tableOptions, cells) {
        this.cells = cells;
        let optionsChars = this.options.chars || {};
        let tableChars = tableOptions.chars;
        let chars = this.chars = {};
        CHAR_NAMES.forEach(function(name2) {
          setOption(optionsChars, tableChars, name2, chars);
        });
        this.truncate = this.options.truncate || tableOptions.truncate;
        let style = this.options.style = this.options.style || {};
        let tableStyle = tableOptions.style;
        setOption(style, tableStyle, "padding-left", this);
        setOption(style, tableStyle, "padding-right", this);
        this.head = style.head || tableStyle.head;
        this.border = style.border || tableStyle.border;
        this.fixedWidth = tableOptions.colWidths[this.x];
        this.lines = this.computeLines(tableOptions);
        this.desiredWidth = utils.strlen(this.content) + this.paddingLeft + this.paddingRight;
        this.desiredHeight = this.lines.length;
      }
      computeLines(tableOptions) {
        const tableWordWrap = tableOptions.wordWrap || tableOptions.textWrap;
        const { wordWrap = tableWordWrap } = this.options;
        if (this.fixedWidth && wordWrap) {
          this.fixedWidth -= this.paddingLeft + this.paddingRight;
          if (this.colSpan) {
            let i = 1;
            while (i < this.colSpan) {
              this.fixedWidth += tableOptions.colWidths[this.x + i];
              i++;
            }
          }
          const { wrapOnWordBoundary: tableWrapOnWordBoundary = true } = tableOptions;
          const { wrapOnWordBoundary = tableWrapOnWordBoundary } = this.options;
          return this.wrapLines(utils.wordWrap(this.fixedWidth, this.content, wrapOnWordBoundary));
        }
        return this.wrapLines(this.content.split("\n"));
      }
      wrapLines(computedLines) {
        const lines = utils.colorizeLines(computedLines);
        if (this.href) {
          return lines.map((line) => utils.hyperlink(this.href, line));
        }
        return lines;
      }
      /**
       * Initializes the Cells data structure.
       *
       * @param tableOptions - A fully populated set of tableOptions.
       * In addition to the standard default values, tableOptions must have fully populated the
       * `colWidths` and `rowWidths` arrays. Those arrays must have lengths equal to the number
       * of columns or rows (respectively) in this table, and each array item must be a Number.
       *
       */
      init(tableOptions) {
        let x = this.x;
        let y = this.y;
        this.widths = tableOptions.colWidths.slice(x, x + this.colSpan);
        this.heights = tableOptions.rowHeights.slice(y, y + this.rowSpan);
        this.width = this.widths.reduce(sumPlusOne, -1);
        this.height = this.heights.reduce(sumPlusOne, -1);
        this.hAlign = this.options.hAlign || tableOptions.colAligns[x];
        this.vAlign = this.options.vAlign || tableOptions.rowAligns[y];
        this.drawRight = x + this.colSpan == tableOptions.colWidths.length;
      }
      /**
       * Draws the given line of the cell.
       * This default implementation defers to methods `drawTop`, `drawBottom`, `drawLine` and `drawEmpty`.
       * @param lineNum - can be `top`, `bottom` or a numerical line number.
       * @param spanningCell - will be a number if being called from a RowSpanCell, and will represent how
       * many rows below it's being called from. Otherwise it's undefined.
       * @returns {String} The representation of this line.
       */
      draw(lineNum, spanningCell) {
        if (lineNum == "top") return this.drawTop(this.drawRight);
        if (lineNum == "bottom") return this.drawBottom(this.drawRight);
        let content = utils.truncate(this.content, 10, this.truncate);
        if (!lineNum) {
          info(`${this.y}-${this.x}: ${this.rowSpan - lineNum}x${this.colSpan} Cell ${content}`);
        } else {
        }
        let padLen = Math.max(this.height - this.lines.length, 0);
        let padTop;
        switch (this.vAlign) {
          case "center":
            padTop = Math.ceil(padLen / 2);
            break;
          case "bottom":
            padTop = padLen;
            break;
          default:
            padTop = 0;
        }
        if (lineNum < padTop || lineNum >= padTop + this.lines.length) {
          return this.drawEmpty(this.drawRight, spanningCell);
        }
        let forceTruncation = this.lines.length > this.height && lineNum + 1 >= this.height;
        return this.drawLine(lineNum - padTop, this.drawRight, forceTruncation, spanningCell);
      }
      /**
       * Renders the top line of the cell.
       * @param drawRight - true if this method should render the right edge of the cell.
       * @returns {String}
       */
      drawTop(drawRight) {
        let content = [];
        if (this.cells) {
          this.widths.forEach(function(width, index) {
            content.push(this._topLeftChar(index));
            content.push(utils.repeat(this.chars[this.y == 0 ? "top" : "mid"], width));
          }, this);
        } else {
          content.push(this._topLeftChar(0));
          content.push(utils.repeat(this.chars[this.y == 0 ? "top" : "mid"], this.width));
        }
        if (drawRight) {
          content.push(this.chars[this.y == 0 ? "topRight" : "rightMid"]);
        }
        return this.wrapWithStyleColors("border", content.join(""));
      }
      _topLeftChar(offset) {
        let x = this.x + offset;
        let leftChar;
        if (this.y == 0) {
          leftChar = x == 0 ? "topLeft" : offset == 0 ? "topMid" : "top";
        } else {
          if (x == 0) {
            leftChar = "leftMid";
          } else {
            leftChar = offset == 0 ? "midMid" : "bottomMid";
            if (this.cells) {
              let spanAbove = this.cells[this.y - 1][x] instanceof _Cell.ColSpanCell;
              if (spanAbove) {
                leftChar = offset == 0 ? "topMid" : "mid";
              }
              if (offset == 0) {
                let i = 1;
                while (this.cells[this.y][x - i] instanceof _Cell.ColSpanCell) {
                  i++;
                }
                if (this.cells[this.y][x - i] instanceof _Cell.RowSpanCell) {
                  leftChar = "leftMid";
                }
              }
            }
          }
        }
        return this.chars[leftChar];
      }
      wrapWithStyleColors(styleProperty, content) {
        if (this[styleProperty] && this[styleProperty].length) {
          try {
            let colors = require_safe();
            for (let i = this[styleProperty].length - 1; i >= 0; i--) {
              colors = colors[this[styleProperty][i]];
            }
            return colors(content);
          } catch (e) {
            return content;
          }
        } else {
          return content;
        }
      }
      /**
       * Renders a line of text.
       * @param lineNum - Which line of text to render. This is not necessarily the line within the cell.
       * There may be top-padding above the first line of text.
       * @param drawRight - true if this method should render the right edge of the cell.
       * @param forceTruncationSymbol - `true` if the rendered text should end with the truncation symbol even
       * if the text fits. This is used when the cell is vertically truncated. If `false` the text should
       * only include the truncation symbol if the text will not fit horizontally within the cell width.
       * @param spanningCell - a number of if being called from a RowSpanCell. (how many rows below). otherwise undefined.
       * @returns {String}
       */
      drawLine(lineNum, drawRight, forceTruncationSymbol, spanningCell) {
        let left = this.chars[this.x == 0 ? "left" : "middle"];
        if (this.x && spanningCell && this.cells) {
          let cellLeft = this.cells[this.y + spanningCell][this.x - 1];
          while (cellLeft instanceof ColSpanCell) {
            cellLeft = this.cells[cellLeft.y][cellLeft.x - 1];
          }
          if (!(cellLeft instanceof RowSpanCell)) {
            left = this.chars["rightMid"];
          }
        }
        let leftPadding = utils.repeat(" ", this.paddingLeft);
        let right = drawRight ? this.chars["right"] : "";
        let rightPadding = utils.repeat(" ", this.paddingRight);
        let line = this.lines[lineNum];
        let len = this.width - (this.paddingLeft + this.paddingRight);
        if (forceTruncationSymbol) line += this.truncate || "…";
        let content = utils.truncate(line, len, this.truncate);
        content = utils.pad(content, len, " ", this.hAlign);
        content = leftPadding + content + rightPadding;
        return this.stylizeLine(left, content, right);
      }
      stylizeLine(left, content, right) {
        left = this.wrapWithStyleColors("border", left);
        right = this.wrapWithStyleColors("border", right);
        if (this.y === 0) {
          content = this.wrapWithStyleColors("head", content);
        }
        return left + content + right;
      }
      /**
       * Renders the bottom line of the cell.
       * @param drawRight - true if this method should render the right edge of the cell.
       * @returns {String}
       */
      drawBottom(drawRight) {
        let left = this.chars[this.x == 0 ? "bottomLeft" : "bottomMid"];
        let content = utils.repeat(this.chars.bottom, this.width);
        let right = drawRight ? this.chars["bottomRight"] : "";
        return this.wrapWithStyleColors("border", left + content + right);
      }
      /**
       * Renders a blank line of text within the cell. Used for top and/or bottom padding.
       * @param drawRight - true if this method should render the right edge of the cell.
       * @param spanningCell - a number of if being called from a RowSpanCell. (how many rows below). otherwise undefined.
       * @returns {String}
       */
      drawEmpty(drawRight, spanningCell) {
        let left = this.chars[this.x == 0 ? "left" : "middle"];
        if (this.x && spanningCell && this.cells) {
          let cellLeft = this.cells[this.y + spanningCell][this.x - 1];
          while (cellLeft instanceof ColSpanCell) {
            cellLeft = this.cells[cellLeft.y][cellLeft.x - 1];
          }
          if (!(cellLeft instanceof RowSpanCell)) {
            left = this.chars["rightMid"];
          }
        }
        let right = drawRight ? this.chars["right"] : "";
        let content = utils.repeat(" ", this.width);
        return this.stylizeLine(left, content, right);
      }
    };
    var ColSpanCell = class {
      /**
       * A Cell that doesn't do anything. It just draws empty lines.
       * Used as a placeholder in column spanning.
       * @constructor
       */
      constructor() {
      }
      draw(lineNum) {
        if (typeof lineNum === "number") {
          debug(`${this.y}-${this.x}: 1x1 ColSpanCell`);
        }
        return "";
      }
      init() {
      }
      mergeTableOptions() {
      }
    };
    var RowSpanCell = class {
      /**
       * A placeholder Cell for a Cell that spans multiple rows.
       * It delegates rendering to the original cell, but adds the appropriate offset.
       * @param originalCell
       * @constructor
       */
      constructor(originalCell) {
        this.originalCell = originalCell;
      }
      init(tableOptions) {
        let y = this.y;
        let originalY = this.originalCell.y;
        this.cellOffset = y - originalY;
        this.offset = findDimension(tableOptions.rowHeights, originalY, this.cellOffset);
      }
      draw(lineNum) {
        if (lineNum == "top") {
          return this.originalCell.draw(this.offset, this.cellOffset);
        }
        if (lineNum == "bottom") {
          return this.originalCell.draw("bottom");
        }
        debug(`${this.y}-${this.x}: 1x${this.colSpan} RowSpanCell for ${this.originalCell.content}`);
        return this.originalCell.draw(this.offset + 1 + lineNum);
      }
      mergeTableOptions() {
      }
    };
    function firstDefined(...args) {
      return args.filter((v) => v !== void 0 && v !== null).shift();
    }
    function setOption(objA, objB, nameB, targetObj) {
      let nameA = nameB.split("-");
      if (nameA.length > 1) {
        nameA[1] = nameA[1].charAt(0).toUpperCase() + nameA[1].substr(1);
        nameA = nameA.join("");
        targetObj[nameA] = firstDefined(objA[nameA], objA[nameB], objB[nameA], objB[nameB]);
      } else {
        targetObj[nameB] = firstDefined(objA[nameB], objB[nameB]);
      }
    }
    function findDimension(dimensionTable, startingIndex, span) {
      let ret = dimensionTable[startingIndex];
      for (let i = 1; i < span; i++) {
        ret += 1 + dimensionTable[startingIndex + i];
      }
      return ret;
    }
    function sumPlusOne(a, b) {
      return a + b + 1;
    }
    var CHAR_NAMES = [
      "top",
      "top-mid",
      "top-left",
      "top-right",
      "bottom",
      "bottom-mid",
      "bottom-left",
      "bottom-right",
      "left",
      "left-mid",
      "mid",
      "mid-mid",
      "right",
      "right-mid",
      "middle"
    ];
    module.exports = Cell;
    module.exports.ColSpanCell = ColSpanCell;
    module.exports.RowSpanCell = RowSpanCell;
  }
});

// node_modules/cli-table3/src/layout-manager.js
var require_layout_manager = __commonJS({
  "node_modules/cli-table3/src/layout-manager.js"(exports, module) {
    var { warn, debug } = require_debug();
    var Cell = require_cell();
    var { ColSpanCell, RowSpanCell } = Cell;
    (function() {
      function next2(alloc, col) {
        if (alloc[col] > 0) {
          return next2(alloc, col + 1);
        }
        return col;
      }
      function layoutTable(table) {
        let alloc = {};
        table.forEach(function(row, rowIndex) {
          let col = 0;
          row.forEach(function(cell) {
            cell.y = rowIndex;
            cell.x = rowIndex ? next2(alloc, col) : col;
            const rowSpan = cell.rowSpan || 1;
            const colSpan = cell.colSpan || 1;
            if (rowSpan > 1) {
              for (let cs = 0; cs < colSpan; cs++) {
                alloc[cell.x + cs] = rowSpan;
              }
            }
            col = cell.x + colSpan;
          });
          Object.keys(alloc).forEach((idx) => {
            alloc[idx]--;
            if (alloc[idx] < 1) delete alloc[idx];
          });
        });
      }
      function maxWidth(table) {
        let mw = 0;
        table.forEach(function(row) {
          row.forEach(function(cell) {
            mw = Math.max(mw, cell.x + (cell.colSpan || 1));
          });
        });
        return mw;
      }
      function maxHeight(table) {
        return table.length;
      }
      function cellsConflict(cell1, cell2) {
        let yMin1 = cell1.y;
        let yMax1 = cell1.y - 1 + (cell1.rowSpan || 1);
        let yMin2 = cell2.y;
        let yMax2 = cell2.y - 1 + (cell2.rowSpan || 1);
        let yConflict = !(yMin1 > yMax2 || yMin2 > yMax1);
        let xMin1 = cell1.x;
        let xMax1 = cell1.x - 1 + (cell1.colSpan || 1);
        let xMin2 = cell2.x;
        let xMax2 = cell2.x - 1 + (cell2.colSpan || 1);
        let xConflict = !(xMin1 > xMax2 || xMin2 > xMax1);
        return yConflict && xConflict;
      }
      function conflictExists(rows, x, y) {
        let i_max = Math.min(rows.length - 1, y);
        let cell = { x, y };
        for (let i = 0; i <= i_max; i++) {
          let row = rows[i];
          for (let j = 0; j < row.length; j++) {
            if (cellsConflict(cell, row[j])) {
              return true;
            }
          }
        }
        return false;
      }
      function allBlank(rows, y, xMin, xMax) {
        for (let x = xMin; x < xMax; x++) {
          if (conflictExists(rows, x, y)) {
            return false;
          }
        }
        return true;
      }
      function addRowSpanCells(table) {
        table.forEach(function(row, rowIndex) {
          row.forEach(function(cell) {
            for (let i = 1; i < cell.rowSpan; i++) {
              let rowSpanCell = new RowSpanCell(cell);
              rowSpanCell.x = cell.x;
              rowSpanCell.y = cell.y + i;
              rowSpanCell.colSpan = cell.colSpan;
              insertCell(rowSpanCell, table[rowIndex + i]);
            }
          });
        });
      }
      function addColSpanCells(cellRows) {
        for (let rowIndex = cellRows.length - 1; rowIndex >= 0; rowIndex--) {
          let cellColumns = cellRows[rowIndex];
          for (let columnIndex = 0; columnIndex < cellColumns.length; columnIndex++) {
            let cell = cellColumns[columnIndex];
            for (let k = 1; k < cell.colSpan; k++) {
              let colSpanCell = new ColSpanCell();
              colSpanCell.x = cell.x + k;
              colSpanCell.y = cell.y;
              cellColumns.splice(columnIndex + 1, 0, colSpanCell);
            }
          }
        }
      }
      function insertCell(cell, row) {
        let x = 0;
        while (x < row.length && row[x].x < cell.x) {
          x++;
        }
        row.splice(x, 0, cell);
      }
      function fillInTable(table) {
        let h_max = maxHeight(table);
        let w_max = maxWidth(table);
        debug(`Max rows: ${h_max}; Max cols: ${w_max}`);
        for (let y = 0; y < h_max; y++) {
          for (let x = 0; x < w_max; x++) {
            if (!conflictExists(table, x, y)) {
              let opts = { x, y, colSpan: 1, rowSpan: 1 };
              x++;
              while (x < w_max && !conflictExists(table, x, y)) {
                opts.colSpan++;
                x++;
              }
              let y2 = y + 1;
              while (y2 < h_max && allBlank(table, y2, opts.x, opts.x + opts.colSpan)) {
                opts.rowSpan++;
                y2++;
              }
              let cell = new Cell(opts);
              cell.x = opts.x;
              cell.y = opts.y;
              warn(`Missing cell at ${cell.y}-${cell.x}.`);
              insertCell(cell, table[y]);
            }
          }
        }
      }
      function generateCells(rows) {
        return rows.map(function(row) {
          if (!Array.isArray(row)) {
            let key = Object.keys(row)[0];
            row = row[key];
            if (Array.isArray(row)) {
              row = row.slice();
              row.unshift(key);
            } else {
              row = [key, row];
            }
          }
          return row.map(function(cell) {
            return new Cell(cell);
          });
        });
      }
      function makeTableLayout(rows) {
        let cellRows = generateCells(rows);
        layoutTable(cellRows);
        fillInTable(cellRows);
        addRowSpanCells(cellRows);
        addColSpanCells(cellRows);
        return cellRows;
      }
      module.exports = {
        makeTableLayout,
        layoutTable,
        addRowSpanCells,
        maxWidth,
        fillInTable,
        computeWidths: makeComputeWidths("colSpan", "desiredWidth", "x", 1),
        computeHeights: makeComputeWidths("rowSpan", "desiredHeight", "y", 1)
      };
    })();
    function makeComputeWidths(colSpan, desiredWidth, x, forcedMin) {
      return function(vals, table) {
        let result = [];
        let spanners = [];
        let auto = {};
        table.forEach(function(row) {
          row.forEach(function(cell) {
            if ((cell[colSpan] || 1) > 1) {
              spanners.push(cell);
            } else {
              result[cell[x]] = Math.max(result[cell[x]] || 0, cell[desiredWidth] || 0, forcedMin);
            }
          });
        });
        vals.forEach(function(val, index) {
          if (typeof val === "number") {
            result[index] = val;
          }
        });
        for (let k = spanners.length - 1; k >= 0; k--) {
          let cell = spanners[k];
          let span = cell[colSpan];
          let col = cell[x];
          let existingWidth = result[col];
          let editableCols = typeof vals[col] === "number" ? 0 : 1;
          if (typeof existingWidth === "number") {
            for (let i = 1; i < span; i++) {
              existingWidth += 1 + result[col + i];
              if (typeof vals[col + i] !== "number") {
                editableCols++;
              }
            }
          } else {
            existingWidth = desiredWidth === "desiredWidth" ? cell.desiredWidth - 1 : 1;
            if (!auto[col] || auto[col] < existingWidth) {
              auto[col] = existingWidth;
            }
          }
          if (cell[desiredWidth] > existingWidth) {
            let i = 0;
            while (editableCols > 0 && cell[desiredWidth] > existingWidth) {
              if (typeof vals[col + i] !== "number") {
                let dif = Math.round((cell[desiredWidth] - existingWidth) / editableCols);
                existingWidth += dif;
                result[col + i] += dif;
                editableCols--;
              }
              i++;
            }
          }
        }
        Object.assign(vals, result, auto);
        for (let j = 0; j < vals.length; j++) {
          vals[j] = Math.max(forcedMin, vals[j] || 0);
        }
      };
    }
  }
});

// node_modules/cli-table3/src/table.js
var require_table = __commonJS({
  "node_modules/cli-table3/src/table.js"(exports, module) {
    var debug = require_debug();
    var utils = require_utils();
    var tableLayout = require_layout_manager();
    var Table2 = class extends Array {
      constructor(opts) {
        super();
        const options = utils.mergeOptions(opts);
        Object.defineProperty(this, "options", {
          value: options,
          enumerable: options.debug
        });
        if (options.debug) {
          switch (typeof options.debug) {
            case "boolean":
              debug.setDebugLevel(debug.WARN);
              break;
            case "number":
              debug.setDebugLevel(options.debug);
              break;
            case "string":
              debug.setDebugLevel(parseInt(options.debug, 10));
              break;
            default:
              debug.setDebugLevel(debug.WARN);
              debug.warn(`Debug option is expected to be boolean, number, or string. Received a ${typeof options.debug}`);
          }
          Object.defineProperty(this, "messages", {
            get() {
              return debug.debugMessages();
            }
          });
        }
      }
      toString() {
        let array = this;
        let headersPresent = this.options.head && this.options.head.length;
        if (headersPresent) {
          array = [this.options.head];
          if (this.length) {
            array.push.apply(array, this);
          }
        } else {
          this.options.style.head = [];
        }
        let cells = tableLayout.makeTableLayout(array);
        cells.forEach(function(row) {
          row.forEach(function(cell) {
            cell.mergeTableOptions(this.options, cells);
          }, this);
        }, this);
        tableLayout.computeWidths(this.options.colWidths, cells);
        tableLayout.computeHeights(this.options.rowHeights, cells);
        cells.forEach(function(row) {
          row.forEach(function(cell) {
            cell.init(this.options);
          }, this);
        }, this);
        let result = [];
        for (let rowIndex = 0; rowIndex < cells.length; rowIndex++) {
          let row = cells[rowIndex];
          let heightOfRow = this.options.rowHeights[rowIndex];
          if (rowIndex === 0 || !this.options.style.compact || rowIndex == 1 && headersPresent) {
            doDraw(row, "top", result);
          }
          for (let lineNum = 0; lineNum < heightOfRow; lineNum++) {
            doDraw(row, lineNum, result);
          }
          if (rowIndex + 1 == cells.length) {
            doDraw(row, "bottom", result);
          }
        }
        return result.join("\n");
      }
      get width() {
        let str = this.toString().split("\n");
        return str[0].length;
      }
    };
    Table2.reset = () => debug.reset();
    function doDraw(row, lineNum, result) {
      let line = [];
      row.forEach(function(cell) {
        line.push(cell.draw(lineNum));
      });
      let str = line.join("");
      if (str.length) result.push(str);
    }
    module.exports = Table2;
  }
});

// node_modules/cli-table3/index.js
var require_cli_table3 = __commonJS({
  "node_modules/cli-table3/index.js"(exports, module) {
    module.exports = require_table();
  }
});

// src/apps/server/problems.ts
var Problem = external_exports.object({
  type: external_exports.string(),
  title: external_exports.string(),
  status: external_exports.int(),
  detail: external_exports.string().optional(),
  errors: external_exports.array(external_exports.object({ parameter: external_exports.string(), message: external_exports.string() }).readonly()).readonly().optional()
}).readonly();
var PROBLEM_TYPE = "application/problem+json; charset=utf-8";
var RETRY_SECONDS = 5;
var TITLES = {
  400: "Invalid parameter",
  401: "Token needed",
  404: "Not found",
  405: "Method not allowed",
  406: "Not acceptable",
  414: "Address too long",
  421: "Not for this service",
  429: "Too many requests",
  500: "Fault in plumbline itself",
  503: "Not available now"
};
function problem(status, detail, errors) {
  const title = TITLES[status] ?? "Cannot be answered";
  const type = `/problems/${title.toLowerCase().replaceAll(" ", "-")}`;
  return {
    type,
    title,
    status,
    ...detail === void 0 ? {} : { detail },
    ...errors === void 0 ? {} : { errors }
  };
}
var Refusal = class extends Error {
  problem;
  constructor(status, detail) {
    super(detail ?? TITLES[status]);
    this.problem = problem(status, detail);
  }
};
function problemOf(error) {
  if (error instanceof Refusal) return error.problem;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return problem(400, void 0, error.validation.flatMap(wordsOf));
  }
  if (error instanceof PlumblineError) return ofPlumbline(error);
  const { statusCode, code } = error;
  if (code === "FST_ERR_BAD_URL") return problem(400, "the address is not percent-encoded as it should be");
  const isKnown2 = statusCode !== void 0 && statusCode in TITLES;
  return isKnown2 ? problem(statusCode, DETAILS[statusCode]) : problem(500);
}
var DETAILS = {
  429: "wait as long as Retry-After says",
  503: "the server is busy, or answers took too long: ask for less, or again later"
};
function ofPlumbline(error) {
  switch (error.kind) {
    case "usage": {
      const [, parameter, message] = /^(\w+): (.*)$/s.exec(error.message) ?? [];
      return parameter === void 0 ? problem(400, error.message) : problem(400, void 0, [{ parameter, message: message ?? "" }]);
    }
    case "store":
      return error.unreadable === void 0 ? problem(503, "the store does not answer") : unreadable(error.unreadable);
    case "target":
    case "generator":
    case "github":
    case "machine":
    case "internal":
    case "interrupted":
      return problem(500);
  }
}
function unreadable(name2) {
  const detail = `${name2} cannot be read: a newer version of plumbline wrote it, or it is damaged`;
  return { type: "/problems/unreadable-document", title: "Unreadable document", status: 500, detail };
}
function wordsOf({
  instancePath,
  message = "not valid",
  params
}) {
  const { keys } = params ?? {};
  if (keys !== void 0) {
    return keys.map((parameter) => ({ parameter: parameter.slice(0, 50), message: "unknown parameter" }));
  }
  return [{ parameter: instancePath.replace(/^\//, ""), message }];
}

// src/apps/server/api.ts
import { createHash } from "node:crypto";

// src/report/terminal/rows.ts
var import_cli_table3 = __toESM(require_cli_table3(), 1);

// src/report/terminal/plain-table.ts
var LINES = "top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid middle";
var NO_LINES = Object.fromEntries(LINES.split(" ").map((name2) => [name2, ""]));
function oneLine(text2) {
  return text2.replaceAll(new RegExp("\\p{Cc}+", "gu"), " ");
}
var SUBJECT_LENGTH = 48;
function shortened(text2) {
  const characters = Array.from(new Intl.Segmenter("en").segment(text2), ({ segment }) => segment);
  return characters.length <= SUBJECT_LENGTH ? text2 : `${characters.slice(0, SUBJECT_LENGTH - 1).join("")}…`;
}
function wrapped(text2, width) {
  const lines = [];
  let line = "";
  for (const word of text2.split(" ").filter((part) => part !== "")) {
    if (line !== "" && columnsOf(line) + 1 + columnsOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}

// src/report/terminal/rows.ts
function csvOf({ columns, cells }) {
  return [columns, ...cells].map((row) => `${row.map(csvField).join(",")}\r
`).join("");
}
function csvField(value) {
  const line = value === null ? "" : oneLine(String(value));
  const text2 = typeof value === "string" && /^[=+\-@]/.test(line) ? `'${line}` : line;
  return /[",]/.test(text2) ? `"${text2.replaceAll('"', '""')}"` : text2;
}
function tableOf({ columns, cells }) {
  const isNumber = columns.map((_, i) => cells.some((row) => typeof row[i] === "number"));
  const table = new import_cli_table3.default({
    head: [...columns],
    colAligns: isNumber.map((right) => right ? "right" : "left"),
    style: { head: [], border: [], "padding-left": 0, "padding-right": 2 },
    chars: NO_LINES
  });
  table.push(
    ...cells.map((row) => row.map((cell) => cell === null ? "–" : shortened(oneLine(String(cell)))))
  );
  const lines = table.toString().split("\n");
  return `${lines.map((line) => line.trimEnd()).join("\n")}
`;
}

// src/apps/server/formats.ts
var TYPES = {
  json: "application/json",
  csv: "text/csv",
  table: "text/plain"
};
function contentType(format2) {
  return `${TYPES[format2]}; charset=utf-8`;
}
function negotiate(asked, accept, available) {
  if (asked !== void 0) {
    if (available.includes(asked)) return asked;
    throw new Refusal(406, `this is there as ${available.join(", ")}`);
  }
  const ranges = (accept ?? "*/*").split(",").map(rangeOf);
  const [best] = available.map((format2) => ({ format: format2, quality: qualityOf(TYPES[format2], ranges) })).filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  if (best !== void 0) return best.format;
  throw new Refusal(406, `this is there as ${available.map((format2) => TYPES[format2]).join(", ")}`);
}
function rangeOf(text2) {
  const [type = "", ...parameters] = text2.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.map((each) => /^q=([\d.]+)$/.exec(each)?.[1]).find((each) => each !== void 0);
  return { type, quality: quality === void 0 ? 1 : Number(quality) };
}
function qualityOf(type, ranges) {
  const [group] = type.split("/");
  const fitting = [type, `${group}/*`, "*/*"].map((wanted) => ranges.find((range) => range.type === wanted));
  return fitting.find((range) => range !== void 0)?.quality ?? 0;
}
function written(rows, format2) {
  return format2 === "csv" ? csvOf(rows) : tableOf(rows);
}

// src/model/answers.ts
var text = external_exports.string();
var time = external_exports.string();
var number = external_exports.number();
var metric = Metric;
var count = external_exports.number().int().nonnegative();
var repository = text.nullable();
var next = text.nullable();
var RunFacts = external_exports.strictObject({
  id: text,
  measurementId: text,
  mode: external_exports.enum(MEASURE_MODES),
  arm: external_exports.enum(ARMS),
  suite: text,
  repository,
  commit: text,
  branch: text.nullable(),
  subject: text.nullable(),
  /** Name of the commit's author; null where it is not known. */
  author: text.nullable(),
  /** Committer date. */
  commitTime: time.nullable(),
  measuredAt: time,
  /** Runs are ordered by this: the committer date, or where that is not known the time of the measurement. */
  orderedAt: time,
  /** Only runs with equal fingerprints (machine, database, options) can be compared through history. */
  fingerprint: text
}).readonly();
var RunPage = external_exports.strictObject({ runs: external_exports.array(RunFacts).readonly(), next }).readonly();
var Series = external_exports.strictObject({
  suite: text,
  workload: text,
  metric,
  unit: external_exports.enum(UNITS),
  direction: external_exports.enum(["higher-is-better", "lower-is-better"]),
  /** Place on the axis: 0, 1, 2 ... and no time, for commits are not evenly spread over time. */
  x: external_exports.array(number).readonly(),
  run: external_exports.array(text).readonly(),
  repository: external_exports.array(repository).readonly(),
  commit: external_exports.array(text).readonly(),
  subject: external_exports.array(text.nullable()).readonly(),
  author: external_exports.array(text.nullable()).readonly(),
  branch: external_exports.array(text.nullable()).readonly(),
  arm: external_exports.array(external_exports.enum(ARMS)).readonly(),
  /** Committer date, else when it was measured. */
  at: external_exports.array(time).readonly(),
  measuredAt: external_exports.array(time).readonly(),
  /** Index into `machines`. No line may be drawn between points of different machines. */
  machine: external_exports.array(count).readonly(),
  value: external_exports.array(number.nullable()).readonly(),
  /** Ends of the 95 % interval of the mean over sessions; null for fewer than two. */
  low: external_exports.array(number.nullable()).readonly(),
  high: external_exports.array(number.nullable()).readonly(),
  sessions: external_exports.array(count).readonly(),
  /** The fingerprints that `machine` points to. */
  machines: external_exports.array(text).readonly(),
  next
}).readonly();
var measuredCommit = external_exports.strictObject({ sha: text, time: time.nullable(), subject: text.nullable(), author: text.nullable() }).readonly();
var Shift = external_exports.strictObject({
  workload: text,
  metric,
  arm: external_exports.enum(ARMS),
  fingerprint: text,
  /** The first run on the new level. */
  runId: text,
  before: number,
  after: number,
  /** after/before - 1; null where the level before was 0. */
  effect: number.nullable(),
  direction: external_exports.enum(["worse", "better"]),
  /** p-value: a series without any change shows one this clear with at most this probability. */
  p: number,
  /** Standard deviation of a run around its level, as a share of that level. */
  noise: number
}).readonly();
var EventAnswer = external_exports.strictObject({
  repository,
  suite: text,
  branch: text.nullable(),
  lastBefore: measuredCommit,
  firstAfter: measuredCommit,
  cause: external_exports.enum(["commit", "surroundings"]),
  state: external_exports.enum(["lasting", "recent"]),
  open: external_exports.boolean(),
  /** Clearest first. */
  shifts: external_exports.array(Shift).readonly()
}).readonly();
var EventPage = external_exports.strictObject({ events: external_exports.array(EventAnswer).readonly() }).readonly();
var AcceptancePage = external_exports.strictObject({ acceptances: external_exports.array(Acceptance).readonly(), next }).readonly();
var EnvironmentAnswer = external_exports.strictObject({ fingerprint: text, runs: count, first: time, last: time, environment: Environment }).readonly();
var EnvironmentPage = external_exports.strictObject({ environments: external_exports.array(EnvironmentAnswer).readonly() }).readonly();
var SuiteAnswer = external_exports.strictObject({
  repository,
  suite: text,
  /** Most measured first. */
  branches: external_exports.array(text).readonly(),
  workloads: external_exports.array(text).readonly(),
  metrics: external_exports.array(metric).readonly(),
  fingerprints: external_exports.array(text).readonly(),
  /** When it was last measured. */
  newest: time
}).readonly();
var SuiteList = external_exports.strictObject({ suites: external_exports.array(SuiteAnswer).readonly() }).readonly();
var OverviewRow = external_exports.strictObject({
  repository,
  suite: text,
  branch: text.nullable(),
  workload: text,
  metric,
  unit: external_exports.enum(UNITS),
  direction: external_exports.enum(["higher-is-better", "lower-is-better"]),
  /** Of the newest report, where there is one about it. */
  verdict: Verdict.nullable(),
  /** The largest change of level within the days asked for, in units of its noise; null: none. */
  change: external_exports.strictObject({
    effect: number.nullable(),
    direction: external_exports.enum(["worse", "better"]),
    noise: number,
    open: external_exports.boolean(),
    commit: measuredCommit
  }).readonly().nullable(),
  value: number,
  commit: text,
  measuredAt: time,
  /** The newest values of the machine that measured last, oldest first. */
  spark: external_exports.array(number).readonly()
}).readonly();
var Overview = external_exports.strictObject({
  /** When anything was last measured. */
  newest: time.nullable(),
  counts: external_exports.strictObject({ open: count, accepted: count, unchanged: count }).readonly(),
  open: external_exports.array(EventAnswer).readonly(),
  /** Accepted changes that landed within the days asked for, newest first. */
  accepted: external_exports.array(Acceptance).readonly(),
  rows: external_exports.array(OverviewRow).readonly()
}).readonly();
var ReportFacts = external_exports.strictObject({
  /** Of head's run: the report's address. */
  id: text,
  suite: text,
  commit: text,
  verdict: external_exports.enum(OVERALL),
  createdAt: time,
  repository,
  job: text.nullable(),
  pullRequest: external_exports.number().int().nullable()
}).readonly();
var ReportList = external_exports.strictObject({ reports: external_exports.array(ReportFacts).readonly() }).readonly();
var ComparedChange = external_exports.strictObject({
  suite: text,
  workload: text,
  metric,
  unit: external_exports.enum(UNITS),
  role: external_exports.enum(["gate", "information"]),
  base: number.nullable(),
  head: number.nullable(),
  effect: number.nullable(),
  interval: Interval.nullable(),
  verdict: Verdict
}).readonly();
var Comparison = external_exports.strictObject({
  base: text,
  head: text,
  /** The worst of the suites that both have; null where they have none in common. */
  verdict: external_exports.enum(OVERALL).nullable(),
  /** What speaks against comparing them, or against the numbers. */
  warnings: external_exports.array(Warning).readonly(),
  changes: external_exports.array(ComparedChange).readonly()
}).readonly();

// src/apps/server/parameters.ts
var NAME_MOST = 200;
var PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u;
var name = (what) => external_exports.string().min(1).max(NAME_MOST).refine((text2) => PRINTABLE.test(text2), "a name without control characters").describe(what);
var COMMIT = /^[0-9A-Za-z._-]{1,64}$/;
var commit = (what) => external_exports.string().regex(COMMIT, "a commit, or as many of its first digits as tell it").describe(what);
var [EARLIEST, LATEST] = ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"].map(
  (text2) => Date.parse(text2)
);
var instant = (what) => external_exports.union([external_exports.iso.datetime({ offset: true }), external_exports.iso.date()], { error: "a date or time of ISO 8601" }).transform((text2) => new Date(Math.min(Math.max(Date.parse(text2), EARLIEST), LATEST)).toISOString()).describe(what);
var limit = (most, usual) => external_exports.coerce.number().int().min(1).max(most).default(usual).describe("so many at most");
var after = external_exports.string().min(1).max(300).regex(/^[\w-]+$/, "the `next` of an earlier answer").exactOptional().describe("where the page before ended: the `next` of its answer");
var FORMATS = ["json", "csv", "table"];
var format = external_exports.enum(FORMATS).exactOptional().describe("goes before the header Accept: application/json, text/csv or text/plain");
var repository2 = name("owner/name: its runs, and those of which no repository is known");
var suite = name("the suite, as plumbline.yml names it");
var workload = name("the workload, as plumbline.yml names it");
var branch = name("the branch that was measured");
var metric2 = Metric.describe("the metric");
var arm = external_exports.enum(ARMS).describe("of a side-by-side measurement, one arm; a head alone is head");
var fingerprint = external_exports.string().regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits").describe("of machine, database and options: see environments");
var id = external_exports.uuid().describe("of the run");
var scope = {
  repository: repository2.exactOptional(),
  suite: suite.exactOptional(),
  branch: branch.exactOptional(),
  arm: arm.exactOptional(),
  fingerprint: fingerprint.exactOptional(),
  from: instant("measured at or after").exactOptional(),
  to: instant("measured before").exactOptional(),
  fromCommit: commit("from the first run of this commit on").exactOptional(),
  toCommit: commit("to the last run of this commit").exactOptional()
};

// src/apps/server/resource.ts
function resource(definition) {
  return definition;
}

// src/apps/server/resources.ts
var LIMIT_MOST = 1e3;
var LIMIT_USUAL = 100;
var POINTS_MOST = 1e4;
var paging = { limit: limit(LIMIT_MOST, LIMIT_USUAL), after };
var place = { repository: repository2.exactOptional(), suite: suite.exactOptional() };
function rowsOf(items, columns) {
  return {
    columns: Object.keys(columns),
    cells: items.map((item) => Object.values(columns).map((cell) => cell(item)))
  };
}
var RESOURCES = [
  resource({
    path: "/overview",
    name: "overview",
    summary: "What moved lately, over all suites; open changes first",
    params: {},
    query: {
      ...place,
      branch: branch.exactOptional(),
      days: external_exports.coerce.number().int().min(1).max(3650).default(30).describe("changes of the last so many days"),
      format
    },
    answer: Overview,
    ask: (questions, question) => questions.overview(question),
    rows: ({ rows }) => rowsOf(rows, {
      repository: (row) => row.repository,
      suite: (row) => row.suite,
      branch: (row) => row.branch,
      workload: (row) => row.workload,
      metric: (row) => row.metric,
      unit: (row) => row.unit,
      verdict: (row) => row.verdict?.kind ?? null,
      change: (row) => row.change?.effect ?? null,
      direction: (row) => row.change?.direction ?? null,
      open: (row) => row.change?.open ?? null,
      value: (row) => row.value,
      commit: (row) => row.commit,
      measuredAt: (row) => row.measuredAt
    })
  }),
  resource({
    path: "/suites",
    name: "suites",
    summary: "Suites, with what there is to choose in them",
    params: {},
    query: { ...place, format },
    answer: SuiteList,
    ask: (questions, question) => questions.suites(question),
    rows: ({ suites }) => rowsOf(suites, {
      repository: (each) => each.repository,
      suite: (each) => each.suite,
      branches: (each) => each.branches.join(" "),
      workloads: (each) => each.workloads.join(" "),
      metrics: (each) => each.metrics.join(" "),
      newest: (each) => each.newest
    })
  }),
  resource({
    path: "/series",
    name: "series",
    summary: "A workload's metric over runs, oldest first; `next` leads to older ones",
    params: {},
    query: {
      ...scope,
      suite,
      workload,
      metric: metric2.default("qps"),
      limit: limit(POINTS_MOST, LIMIT_MOST),
      after,
      format
    },
    answer: Series,
    ask: (questions, question) => questions.series(question),
    rows: (series) => rowsOf(series.x, {
      at: (i) => series.at[i],
      commit: (i) => series.commit[i],
      branch: (i) => series.branch[i],
      arm: (i) => series.arm[i],
      value: (i) => series.value[i],
      low: (i) => series.low[i],
      high: (i) => series.high[i],
      unit: () => series.unit,
      sessions: (i) => series.sessions[i],
      fingerprint: (i) => series.machines[series.machine[i]],
      run: (i) => series.run[i],
      author: (i) => series.author[i],
      subject: (i) => series.subject[i]
    })
  }),
  resource({
    path: "/runs",
    name: "runs",
    summary: "Runs in short, newest commit first",
    params: {},
    query: { ...scope, commit: commit("only this one").exactOptional(), ...paging, format },
    answer: RunPage,
    ask: (questions, question) => questions.runs(question),
    rows: ({ runs }) => rowsOf(runs, {
      orderedAt: (run) => run.orderedAt,
      measuredAt: (run) => run.measuredAt,
      commit: (run) => run.commit,
      branch: (run) => run.branch,
      repository: (run) => run.repository,
      suite: (run) => run.suite,
      mode: (run) => run.mode,
      arm: (run) => run.arm,
      fingerprint: (run) => run.fingerprint,
      id: (run) => run.id,
      measurementId: (run) => run.measurementId,
      author: (run) => run.author,
      subject: (run) => run.subject
    })
  }),
  resource({
    path: "/runs/:id",
    name: "run",
    summary: "A run's whole document (docs/schema/run.schema.json)",
    params: { id },
    query: {},
    answer: Run,
    ask: (questions, asked) => questions.run(asked.id),
    rows: null
  }),
  resource({
    path: "/reports",
    name: "reports",
    summary: "Reports about a commit, in short: by suite and job",
    params: {},
    query: {
      repository: repository2.exactOptional(),
      commit: commit("what the reports are about"),
      format
    },
    answer: ReportList,
    ask: async (questions, asked) => ({
      reports: (await questions.reports(asked)).map(factsOf)
    }),
    rows: ({ reports }) => rowsOf(reports, {
      id: (report) => report.id,
      suite: (report) => report.suite,
      job: (report) => report.job,
      commit: (report) => report.commit,
      verdict: (report) => report.verdict,
      createdAt: (report) => report.createdAt,
      repository: (report) => report.repository,
      pullRequest: (report) => report.pullRequest
    })
  }),
  resource({
    path: "/reports/:id",
    name: "report",
    summary: "The whole report about the run of that id (docs/schema/report.schema.json)",
    params: { id },
    query: {},
    answer: Report,
    ask: (questions, asked) => questions.report(asked.id),
    rows: null
  }),
  resource({
    path: "/comparisons/:base/:head",
    name: "comparison",
    summary: "Two commits, judged as `plumbline compare` judges their newest runs",
    params: { base: commit("compared with"), head: commit("what is judged") },
    query: { ...place, workload: workload.exactOptional(), format },
    answer: Comparison,
    ask: async (questions, { workload: only, ...pair }) => {
      const full = await questions.comparison(pair);
      return full === void 0 ? void 0 : compared(full, only);
    },
    rows: ({ changes }) => rowsOf(changes, {
      suite: (change) => change.suite,
      workload: (change) => change.workload,
      metric: (change) => change.metric,
      unit: (change) => change.unit,
      role: (change) => change.role,
      base: (change) => change.base,
      head: (change) => change.head,
      effect: (change) => change.effect,
      low: (change) => change.interval?.low ?? null,
      high: (change) => change.interval?.high ?? null,
      verdict: (change) => change.verdict.kind
    })
  }),
  resource({
    path: "/events",
    name: "events",
    summary: "Changes of level, newest first; one cause is one event",
    params: {},
    query: {
      ...scope,
      workload: workload.exactOptional(),
      metric: metric2.exactOptional(),
      limit: limit(LIMIT_MOST, LIMIT_USUAL),
      format
    },
    answer: EventPage,
    ask: (questions, question) => questions.events(question),
    rows: ({ events }) => rowsOf(
      events.flatMap((event) => event.shifts.map((shift) => ({ event, shift }))),
      {
        at: ({ event }) => event.firstAfter.time,
        lastBefore: ({ event }) => event.lastBefore.sha,
        firstAfter: ({ event }) => event.firstAfter.sha,
        author: ({ event }) => event.firstAfter.author,
        repository: ({ event }) => event.repository,
        suite: ({ event }) => event.suite,
        branch: ({ event }) => event.branch,
        workload: ({ shift }) => shift.workload,
        metric: ({ shift }) => shift.metric,
        before: ({ shift }) => shift.before,
        after: ({ shift }) => shift.after,
        effect: ({ shift }) => shift.effect,
        direction: ({ shift }) => shift.direction,
        cause: ({ event }) => event.cause,
        state: ({ event }) => event.state,
        open: ({ event }) => event.open,
        p: ({ shift }) => shift.p
      }
    )
  }),
  resource({
    path: "/acceptances",
    name: "acceptances",
    summary: "Who accepted what, revoked ones too; newest first",
    params: {},
    query: { ...place, branch: branch.exactOptional(), ...paging, format },
    answer: AcceptancePage,
    ask: (questions, question) => questions.acceptances(question),
    rows: ({ acceptances }) => rowsOf(acceptances, {
      at: (each) => each.at,
      by: (each) => each.by,
      repository: (each) => each.repository,
      pullRequest: (each) => each.pullRequest,
      suite: (each) => each.suite,
      workload: (each) => each.workload,
      metric: (each) => each.metric,
      commit: (each) => each.commit,
      reason: (each) => each.reason,
      landed: (each) => each.landed?.commit ?? null,
      branch: (each) => each.landed?.branch ?? null,
      revokedBy: (each) => each.revoked?.by ?? null
    })
  }),
  resource({
    path: "/environments",
    name: "environments",
    summary: "What was measured on, by fingerprint: last used first",
    params: {},
    query: { ...place, limit: limit(LIMIT_USUAL, 20), format },
    answer: EnvironmentPage,
    ask: (questions, question) => questions.environments(question),
    rows: ({ environments }) => rowsOf(environments, {
      fingerprint: (each) => each.fingerprint,
      runs: (each) => each.runs,
      first: (each) => each.first,
      last: (each) => each.last,
      cpu: (each) => each.environment.cpuModel,
      cpus: (each) => each.environment.cpuCount,
      memoryBytes: (each) => each.environment.memoryBytes,
      kernel: (each) => each.environment.kernel,
      runner: (each) => each.environment.runner,
      database: (each) => databaseText(each.environment) ?? "",
      build: (each) => each.environment.build?.said ?? "",
      packager: (each) => each.environment.build?.packager ?? "",
      programs: (each) => each.environment.build?.programs ?? ""
    })
  })
];
function factsOf({ head, suite: of, verdict, createdAt, origin }) {
  const { repository: repository3, job = null, pullRequest } = origin;
  return {
    id: head.id,
    suite: of,
    commit: head.commit.sha,
    verdict,
    createdAt,
    repository: repository3,
    job,
    pullRequest
  };
}
function compared({ base, head, reports }, only) {
  const changes = reports.flatMap(
    (report) => report.workloads.flatMap((each) => each.changes).filter((change) => only === void 0 || change.workload === only).map((change) => ({
      suite: report.suite,
      workload: change.workload,
      metric: change.metric,
      unit: metricInfo(change.metric).unit,
      role: change.role,
      base: change.base.estimate,
      head: change.head.estimate,
      effect: change.effect,
      interval: change.interval,
      verdict: change.verdict
    }))
  );
  return {
    base,
    head,
    verdict: OVERALL.find((each) => reports.some(({ verdict }) => verdict === each)) ?? null,
    warnings: reports.flatMap(({ warnings }) => warnings),
    changes
  };
}

// src/apps/server/api.ts
var API = "/api/v1";
function apiRoutes(app, questions, cache) {
  for (const each of RESOURCES) app.route(routeOf(each, questions, cache));
}
function routeOf(of, questions, cache) {
  const available = of.rows === null ? ["json"] : ["json", "csv", "table"];
  const textual = of.rows === null ? {} : { "text/csv": { schema: external_exports.string() }, "text/plain": { schema: external_exports.string() } };
  const handler = async (request, reply) => {
    const { format: said, ...query } = request.query;
    const format2 = negotiate(said, request.headers.accept, available);
    reply.header("cache-control", cache).header("vary", "accept");
    const tag = tagOf(await questions.revision(), request.url, format2);
    if (tag !== null) {
      reply.header("etag", tag);
      if (isKnown(request.headers["if-none-match"], tag)) return notModified(reply);
    }
    const answer = await of.ask(questions, { ...request.params, ...query });
    if (answer === void 0) throw new Refusal(404, "the store has nothing of that name");
    const next2 = answer.next;
    if (next2 != null) reply.header("link", `<${addressOf(request.url, next2)}>; rel="next"`);
    reply.type(contentType(format2));
    return format2 === "json" ? answer : written(of.rows(answer), format2);
  };
  return {
    method: "GET",
    url: `${API}${of.path}`,
    schema: {
      operationId: of.name,
      summary: of.summary,
      params: external_exports.strictObject(of.params),
      querystring: external_exports.strictObject(of.query),
      response: {
        200: { description: of.summary, content: { "application/json": { schema: of.answer }, ...textual } },
        ...PROBLEMS
      }
    },
    handler
  };
}
var problems = (description) => ({
  description,
  content: { "application/problem+json": { schema: Problem } }
});
var PROBLEMS = {
  400: problems("A parameter is unknown, repeated or not valid"),
  401: problems("A token is needed"),
  404: problems("There is no such thing"),
  406: problems("There is no such form of it"),
  414: problems("The address is longer than 4,096 characters"),
  429: problems("Too many requests; see Retry-After"),
  500: problems(
    "A document of the store cannot be read, and `detail` names it; or a fault of plumbline's own"
  ),
  503: problems("The store does not answer, or not in time; see Retry-After")
};
function notModified(reply) {
  return reply.code(304).send();
}
function tagOf(revision, url, format2) {
  if (revision === null) return null;
  const digest = createHash("sha256").update(JSON.stringify([revision, url, format2, VERSION]));
  return `W/"${digest.digest("base64url").slice(0, 27)}"`;
}
function isKnown(header, tag) {
  const known = (header ?? "").split(",").map((each) => each.trim());
  return known.includes(tag) || known.includes("*");
}
function addressOf(url, next2) {
  const [path = "", query = ""] = url.split("?");
  const words = new URLSearchParams(query);
  words.set("after", next2);
  return `${path}?${words.toString()}`;
}

// src/report/pages/badge.ts
var COLOURS = {
  regressed: "#b3261e",
  accepted: "#7a5c00",
  inconclusive: "#5d6670",
  trade: "#7a5c00",
  improved: "#00694f",
  unchanged: "#00694f",
  unknown: "#5d6670"
};
var GLYPH = 6.6;
var ROOM = 12;
function badgeOf(suite2, verdict) {
  const name2 = plainLine(`performance: ${suite2}`, 60);
  const words = verdict ?? "unknown";
  const [left, right] = [name2, words].map((text3) => Math.round(text3.length * GLYPH) + ROOM);
  const text2 = (at, width, of) => html`<text x="${at + ROOM / 2}" y="14" textLength="${width - ROOM}" lengthAdjust="spacingAndGlyphs">${of}</text>`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${name2} ${words}"><title>${name2} ${words}</title><rect width="${left + right}" height="20" rx="3" fill="#3b434b"/><path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1 -3 3h-${right - 3}z" fill="${COLOURS[words]}"/><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text2(0, left, name2)}${text2(left, right, words)}</g></svg>
`.html;
}

// src/apps/server/badge.ts
var Path = external_exports.strictObject({ suite });
var Query = external_exports.strictObject({ repository: repository2.exactOptional(), branch: branch.exactOptional() });
var RUNS_MOST = 20;
async function newestVerdict(questions, of) {
  const { runs } = await questions.runs({ ...of, arm: "head", limit: RUNS_MOST });
  for (const { id: id2 } of runs) {
    const report = await questions.report(id2);
    if (report !== void 0) return report.verdict;
  }
  return runs.length === 0 ? void 0 : null;
}
function badgeRoute(app, questions, cache) {
  const summary = "The newest verdict of a suite as a badge; of `branch` alone where one is named";
  const schema = {
    operationId: "badge",
    summary,
    params: Path,
    querystring: Query,
    response: {
      200: { description: summary, content: { "image/svg+xml": { schema: external_exports.string() } } },
      ...PROBLEMS
    }
  };
  app.get(`${API}/badges/:suite.svg`, { schema }, async (request, reply) => {
    const asked = {
      ...request.params,
      ...request.query
    };
    reply.header("cache-control", cache).type("image/svg+xml; charset=utf-8");
    const tag = tagOf(await questions.revision(), request.url, "svg");
    if (tag !== null) reply.header("etag", tag);
    if (tag !== null && isKnown(request.headers["if-none-match"], tag)) return notModified(reply);
    const verdict = await newestVerdict(questions, asked);
    if (verdict === void 0) throw new Refusal(404, "there is no run of that suite");
    return badgeOf(asked.suite, verdict);
  });
}

export {
  require_cli_table3,
  NO_LINES,
  oneLine,
  shortened,
  wrapped,
  csvOf,
  csvField,
  badgeOf,
  Problem,
  PROBLEM_TYPE,
  RETRY_SECONDS,
  problem,
  Refusal,
  problemOf,
  API,
  apiRoutes,
  tagOf,
  isKnown,
  newestVerdict,
  badgeRoute
};
