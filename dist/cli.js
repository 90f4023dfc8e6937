#!/usr/bin/env node
import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  SitePages,
  repositoriesOf,
  scopedTo
} from "./pages.js";
import {
  ICON,
  csvField,
  csvOf,
  fitted,
  oneLine,
  shortenedSubject,
  tableLines,
  wrapped
} from "./resources.js";
import {
  SHARDS_MOST,
  assureShareable
} from "./share.js";
import "./fastify-type-provider-zod.js";
import {
  abortOnSignals,
  claimReport,
  contextOfPullRequest,
  exitCodeOf,
  failOnOf,
  inRepository,
  invocationOf,
  lockOf,
  publish,
  publishableOf,
  readUntrustedReport,
  renderCheckRun,
  renderSummary,
  repositoryOfRemote,
  untilInterrupted
} from "./publish.js";
import {
  explainFailure
} from "./context.js";
import {
  CapacityFields,
  Cluster,
  DATABASE,
  DEFAULT_CONFIG,
  DRAWN_OF_LIST_MOST,
  EXPLAINING,
  FILES,
  FILLED,
  FolderStore,
  KeptClusters,
  KnownLevels,
  Kubectl,
  LIMIT_MS,
  LOG_PREFIX,
  MAKER,
  MANAGER,
  Measurement,
  NOWHERE,
  NO_LOAD,
  PACKAGES,
  UNKNOWN_COMMIT,
  USUAL_RULES,
  ValueTally,
  allReadable,
  asFailure,
  asRunBy,
  averageImprovement,
  beyondBounds,
  capacityOf,
  changeEvents,
  changeOfHead,
  changeTime,
  changesAround,
  check,
  closeAll,
  closeTargets,
  columnType,
  commandFor,
  commitFacts,
  compareArms,
  createSweepTargets,
  createTargets,
  databaseKind,
  differingConditions,
  dotPlot,
  drawn,
  events,
  filterOf,
  findLoadGenerator,
  findProgram,
  fingerprintOf,
  fixed,
  guessedMetric,
  hasDatabase,
  hasSecrets,
  historyLocation,
  holdingMachine,
  hostsOf,
  hyphenated,
  icuLocaleName,
  improvementOfHead,
  installedBinaries,
  isGone,
  isNewKey,
  isOnBranch,
  isSweepPoint,
  judgeFitness,
  keptFolder,
  knownSuites,
  ledgers,
  listLine,
  liveFamilies,
  loadConfig,
  loadGeneratorAtHand,
  loadUrl,
  localOf,
  localeWarning,
  localeWithDash,
  lookAround,
  lookAtMachine,
  lookupOf,
  machineFacts,
  machineState,
  mainPlaces,
  makeRuns,
  makerText,
  meanSample,
  measureRuns,
  measuringTime,
  metricLimit,
  migrateStore,
  mixSeed,
  nearLastCapacities,
  nearest,
  newWorkloads,
  now,
  onlyValue,
  openExisting,
  openStore,
  openSums,
  openToAnswer,
  overallChange,
  parseBytes,
  parseConfig,
  parseDurationNs,
  parseValues,
  parsedJson,
  planWith,
  policyWarnings,
  prepareTarget,
  queryReaders,
  readReport,
  readRun,
  readSchemaFacts,
  readSetup,
  readable,
  readingOf,
  referencedKey,
  renderComment,
  rowWriting,
  rowsOfTag,
  rowsWriting,
  rulesOf,
  runFiles,
  sampleShift,
  scalingEfficiency,
  sentPlan,
  setupWarnings,
  slotFacts,
  sourcesOf,
  splitTokens,
  sqlFindings,
  sqlLiteral,
  stamp,
  standingSum,
  startLoggingServer,
  startScratchCluster,
  statementSubject,
  statementTokens,
  storeAt,
  storeOf,
  suiteQuery,
  suites,
  summarizeCapacity,
  sweepServerFacts,
  tShift,
  tableFacts,
  tapServer,
  timesBetter,
  toolAnswer,
  tpccEfficiency,
  tpccRows,
  traitsOf,
  tryOne,
  tryOneEvent,
  unlessInterrupted,
  unusablePlace,
  urlsOf,
  valuesLine,
  welchShift,
  whatBaseLacks,
  withBaseScripts,
  withClient,
  withInterval,
  workloadRequest,
  workloadsWithoutRole,
  writeReport,
  writeRuns,
  writingOf,
  writtenFiles
} from "./schema.js";
import {
  require_dist as require_dist2
} from "./yaml.js";
import {
  LIGHT,
  NO_GUIDANCE,
  STYLE,
  WITHIN,
  acceptanceOf,
  across,
  axisName,
  baselineText,
  capacityLine,
  capacityLoad,
  capacityRange,
  capacityTable,
  capital,
  cardOf,
  carriedText,
  cellTexts,
  cellsText,
  changeRemedy,
  changeRows,
  changeText,
  clipOutliers,
  commitText,
  cssPercent,
  disruptionTable,
  drawIndex,
  endName,
  foundText,
  gatesOf,
  harmOf,
  headline,
  historyRemedy,
  hostTable,
  isQuiet,
  labelBelow,
  labelled,
  limitDetails,
  limitOfSum,
  logTicks,
  measuredText,
  migrationCauses,
  migrationLine,
  migrationName,
  migrationRemedies,
  movedText,
  niceTicks,
  notesOf,
  orderText,
  plot,
  reasonForAll,
  renderHtml,
  seededRng,
  seriesOf,
  serverSentences,
  serversTable,
  serversText,
  shortHistory,
  sizeNotFound,
  sizeText,
  spreadLabels,
  standalonePage,
  standingOf,
  standingOfGate,
  stretchTable,
  sumText,
  timelineFailures,
  timelineTerms,
  togetherText,
  tradeText,
  upright,
  upwards,
  valueAxis,
  visibleText
} from "./html.js";
import {
  VERSION,
  badgePathOf,
  causesTable,
  dataPathOf,
  html,
  impossibleSearches,
  left,
  minuteOf,
  pathOf,
  reasonSentences,
  repositoryPathOf,
  right,
  shortSql,
  trusted,
  widest
} from "./reason.js";
import {
  WorkFolder,
  askGit,
  git,
  openWorktree,
  runProgram,
  withTemporary
} from "./branch-folder.js";
import {
  CHOICES,
  fieldsIn,
  outliveReaders,
  styleOf,
  terminalProgress
} from "./fields.js";
import {
  markdownText,
  tableHead,
  tableRow
} from "./markdown.js";
import {
  NBSP,
  TOO_WIDE,
  formatAmount,
  formatBound,
  formatBytes,
  formatChange,
  formatChangeInterval,
  formatChosenShare,
  formatCount,
  formatDecimals,
  formatDuration,
  formatEffect,
  formatInterval,
  formatLevel,
  formatLike,
  formatMean,
  formatMetric,
  formatMetrics,
  formatNumber,
  formatPercent,
  formatTime,
  isTooWide,
  listed,
  percentDecoded,
  plainLine,
  plainSpaces,
  plural,
  shortSha,
  webAddress
} from "./units.js";
import {
  compareText,
  decodeHistogram,
  emptyHistogram,
  encodeHistogram,
  encodeValues,
  explain,
  histogramQuantile,
  isOfRepository,
  monthOf,
  reportKey,
  require_dist,
  runValues,
  sessionValues,
  withRole
} from "./pako.js";
import {
  isLoopback,
  misdirected
} from "./loopback.js";
import {
  incompleteBeta,
  mean,
  normalDensity,
  standardDeviation,
  studentCritical,
  studentUpper,
  sumOf,
  variance
} from "./summary.js";
import {
  assureTemporaryFolder,
  assureWritable,
  readTextFile,
  sha256,
  timeLeft,
  writeFileWhole
} from "./files.js";
import {
  OUR_OWN,
  environment,
  withdraw
} from "./environment.js";
import {
  ARMS,
  Acceptance,
  Build,
  Commit,
  EXIT_CODE,
  Generator,
  METRIC_IDS,
  OptionValue,
  PlumblineError,
  Report,
  Run,
  Session,
  ShardsStatus,
  Warning,
  asMetric,
  external_exports,
  groupBy,
  list,
  metricInfo,
  object,
  parseDocument,
  parseStoredDocument,
  passwordsIn,
  redact,
  usualOrder,
  warning,
  wordTable
} from "./zod.js";
import {
  __commonJS,
  __export,
  __require,
  __toESM
} from "./runtime.js";

// node_modules/commander/lib/error.js
var require_error = __commonJS({
  "node_modules/commander/lib/error.js"(exports) {
    var CommanderError3 = class extends Error {
      /**
       * Constructs the CommanderError class
       * @param {number} exitCode suggested exit code which could be used with process.exit
       * @param {string} code an id string representing the error
       * @param {string} message human-readable description of the error
       */
      constructor(exitCode, code2, message) {
        super(message);
        Error.captureStackTrace(this, this.constructor);
        this.name = this.constructor.name;
        this.code = code2;
        this.exitCode = exitCode;
        this.nestedError = void 0;
      }
    };
    var InvalidArgumentError3 = class extends CommanderError3 {
      /**
       * Constructs the InvalidArgumentError class
       * @param {string} [message] explanation of why argument is invalid
       */
      constructor(message) {
        super(1, "commander.invalidArgument", message);
        Error.captureStackTrace(this, this.constructor);
        this.name = this.constructor.name;
      }
    };
    exports.CommanderError = CommanderError3;
    exports.InvalidArgumentError = InvalidArgumentError3;
  }
});

// node_modules/commander/lib/argument.js
var require_argument = __commonJS({
  "node_modules/commander/lib/argument.js"(exports) {
    var { InvalidArgumentError: InvalidArgumentError3 } = require_error();
    var Argument2 = class {
      /**
       * Initialize a new command argument with the given name and description.
       * The default is that the argument is required, and you can explicitly
       * indicate this with <> around the name. Put [] around the name for an optional argument.
       *
       * @param {string} name
       * @param {string} [description]
       */
      constructor(name, description) {
        this.description = description || "";
        this.variadic = false;
        this.parseArg = void 0;
        this.defaultValue = void 0;
        this.defaultValueDescription = void 0;
        this.argChoices = void 0;
        switch (name[0]) {
          case "<":
            this.required = true;
            this._name = name.slice(1, -1);
            break;
          case "[":
            this.required = false;
            this._name = name.slice(1, -1);
            break;
          default:
            this.required = true;
            this._name = name;
            break;
        }
        if (this._name.endsWith("...")) {
          this.variadic = true;
          this._name = this._name.slice(0, -3);
        }
      }
      /**
       * Return argument name.
       *
       * @return {string}
       */
      name() {
        return this._name;
      }
      /**
       * @package
       */
      _collectValue(value, previous) {
        if (previous === this.defaultValue || !Array.isArray(previous)) {
          return [value];
        }
        previous.push(value);
        return previous;
      }
      /**
       * Set the default value, and optionally supply the description to be displayed in the help.
       *
       * @param {*} value
       * @param {string} [description]
       * @return {Argument}
       */
      default(value, description) {
        this.defaultValue = value;
        this.defaultValueDescription = description;
        return this;
      }
      /**
       * Set the custom handler for processing CLI command arguments into argument values.
       *
       * @param {Function} [fn]
       * @return {Argument}
       */
      argParser(fn) {
        this.parseArg = fn;
        return this;
      }
      /**
       * Only allow argument value to be one of choices.
       *
       * @param {string[]} values
       * @return {Argument}
       */
      choices(values) {
        this.argChoices = values.slice();
        this.parseArg = (arg, previous) => {
          if (!this.argChoices.includes(arg)) {
            throw new InvalidArgumentError3(
              `Allowed choices are ${this.argChoices.join(", ")}.`
            );
          }
          if (this.variadic) {
            return this._collectValue(arg, previous);
          }
          return arg;
        };
        return this;
      }
      /**
       * Make argument required.
       *
       * @returns {Argument}
       */
      argRequired() {
        this.required = true;
        return this;
      }
      /**
       * Make argument optional.
       *
       * @returns {Argument}
       */
      argOptional() {
        this.required = false;
        return this;
      }
    };
    function humanReadableArgName(arg) {
      const nameOutput = arg.name() + (arg.variadic === true ? "..." : "");
      return arg.required ? "<" + nameOutput + ">" : "[" + nameOutput + "]";
    }
    exports.Argument = Argument2;
    exports.humanReadableArgName = humanReadableArgName;
  }
});

// node_modules/commander/lib/help.js
var require_help = __commonJS({
  "node_modules/commander/lib/help.js"(exports) {
    var { humanReadableArgName } = require_argument();
    var Help2 = class {
      constructor() {
        this.helpWidth = void 0;
        this.minWidthToWrap = 40;
        this.sortSubcommands = false;
        this.sortOptions = false;
        this.showGlobalOptions = false;
      }
      /**
       * prepareContext is called by Commander after applying overrides from `Command.configureHelp()`
       * and just before calling `formatHelp()`.
       *
       * Commander just uses the helpWidth and the rest is provided for optional use by more complex subclasses.
       *
       * @param {{ error?: boolean, helpWidth?: number, outputHasColors?: boolean }} contextOptions
       */
      prepareContext(contextOptions) {
        this.helpWidth = this.helpWidth ?? contextOptions.helpWidth ?? 80;
      }
      /**
       * Get an array of the visible subcommands. Includes a placeholder for the implicit help command, if there is one.
       *
       * @param {Command} cmd
       * @returns {Command[]}
       */
      visibleCommands(cmd) {
        const visibleCommands = cmd.commands.filter((cmd2) => !cmd2._hidden);
        const helpCommand = cmd._getHelpCommand();
        if (helpCommand && !helpCommand._hidden) {
          visibleCommands.push(helpCommand);
        }
        if (this.sortSubcommands) {
          visibleCommands.sort((a, b) => {
            return a.name().localeCompare(b.name());
          });
        }
        return visibleCommands;
      }
      /**
       * Compare options for sort.
       *
       * @param {Option} a
       * @param {Option} b
       * @returns {number}
       */
      compareOptions(a, b) {
        const getSortKey = (option2) => {
          return option2.short ? option2.short.replace(/^-/, "") : option2.long.replace(/^--/, "");
        };
        return getSortKey(a).localeCompare(getSortKey(b));
      }
      /**
       * Get an array of the visible options. Includes a placeholder for the implicit help option, if there is one.
       *
       * @param {Command} cmd
       * @returns {Option[]}
       */
      visibleOptions(cmd) {
        const visibleOptions = cmd.options.filter((option2) => !option2.hidden);
        const helpOption = cmd._getHelpOption();
        if (helpOption && !helpOption.hidden) {
          const removeShort = helpOption.short && cmd._findOption(helpOption.short);
          const removeLong = helpOption.long && cmd._findOption(helpOption.long);
          if (!removeShort && !removeLong) {
            visibleOptions.push(helpOption);
          } else if (helpOption.long && !removeLong) {
            visibleOptions.push(
              cmd.createOption(helpOption.long, helpOption.description)
            );
          } else if (helpOption.short && !removeShort) {
            visibleOptions.push(
              cmd.createOption(helpOption.short, helpOption.description)
            );
          }
        }
        if (this.sortOptions) {
          visibleOptions.sort(this.compareOptions);
        }
        return visibleOptions;
      }
      /**
       * Get an array of the visible global options. (Not including help.)
       *
       * @param {Command} cmd
       * @returns {Option[]}
       */
      visibleGlobalOptions(cmd) {
        if (!this.showGlobalOptions) return [];
        const globalOptions = [];
        for (let ancestorCmd = cmd.parent; ancestorCmd; ancestorCmd = ancestorCmd.parent) {
          const visibleOptions = ancestorCmd.options.filter(
            (option2) => !option2.hidden
          );
          globalOptions.push(...visibleOptions);
        }
        if (this.sortOptions) {
          globalOptions.sort(this.compareOptions);
        }
        return globalOptions;
      }
      /**
       * Get an array of the arguments if any have a description.
       *
       * @param {Command} cmd
       * @returns {Argument[]}
       */
      visibleArguments(cmd) {
        if (cmd._argsDescription) {
          cmd.registeredArguments.forEach((argument) => {
            argument.description = argument.description || cmd._argsDescription[argument.name()] || "";
          });
        }
        if (cmd.registeredArguments.find((argument) => argument.description)) {
          return cmd.registeredArguments;
        }
        return [];
      }
      /**
       * Get the command term to show in the list of subcommands.
       *
       * @param {Command} cmd
       * @returns {string}
       */
      subcommandTerm(cmd) {
        const args = cmd.registeredArguments.map((arg) => humanReadableArgName(arg)).join(" ");
        return cmd._name + (cmd._aliases[0] ? "|" + cmd._aliases[0] : "") + (cmd.options.length ? " [options]" : "") + // simplistic check for non-help option
        (args ? " " + args : "");
      }
      /**
       * Get the option term to show in the list of options.
       *
       * @param {Option} option
       * @returns {string}
       */
      optionTerm(option2) {
        return option2.flags;
      }
      /**
       * Get the argument term to show in the list of arguments.
       *
       * @param {Argument} argument
       * @returns {string}
       */
      argumentTerm(argument) {
        return argument.name();
      }
      /**
       * Get the longest command term length.
       *
       * @param {Command} cmd
       * @param {Help} helper
       * @returns {number}
       */
      longestSubcommandTermLength(cmd, helper) {
        return helper.visibleCommands(cmd).reduce((max, command) => {
          return Math.max(
            max,
            this.displayWidth(
              helper.styleSubcommandTerm(helper.subcommandTerm(command))
            )
          );
        }, 0);
      }
      /**
       * Get the longest option term length.
       *
       * @param {Command} cmd
       * @param {Help} helper
       * @returns {number}
       */
      longestOptionTermLength(cmd, helper) {
        return helper.visibleOptions(cmd).reduce((max, option2) => {
          return Math.max(
            max,
            this.displayWidth(helper.styleOptionTerm(helper.optionTerm(option2)))
          );
        }, 0);
      }
      /**
       * Get the longest global option term length.
       *
       * @param {Command} cmd
       * @param {Help} helper
       * @returns {number}
       */
      longestGlobalOptionTermLength(cmd, helper) {
        return helper.visibleGlobalOptions(cmd).reduce((max, option2) => {
          return Math.max(
            max,
            this.displayWidth(helper.styleOptionTerm(helper.optionTerm(option2)))
          );
        }, 0);
      }
      /**
       * Get the longest argument term length.
       *
       * @param {Command} cmd
       * @param {Help} helper
       * @returns {number}
       */
      longestArgumentTermLength(cmd, helper) {
        return helper.visibleArguments(cmd).reduce((max, argument) => {
          return Math.max(
            max,
            this.displayWidth(
              helper.styleArgumentTerm(helper.argumentTerm(argument))
            )
          );
        }, 0);
      }
      /**
       * Get the command usage to be displayed at the top of the built-in help.
       *
       * @param {Command} cmd
       * @returns {string}
       */
      commandUsage(cmd) {
        let cmdName = cmd._name;
        if (cmd._aliases[0]) {
          cmdName = cmdName + "|" + cmd._aliases[0];
        }
        let ancestorCmdNames = "";
        for (let ancestorCmd = cmd.parent; ancestorCmd; ancestorCmd = ancestorCmd.parent) {
          ancestorCmdNames = ancestorCmd.name() + " " + ancestorCmdNames;
        }
        return ancestorCmdNames + cmdName + " " + cmd.usage();
      }
      /**
       * Get the description for the command.
       *
       * @param {Command} cmd
       * @returns {string}
       */
      commandDescription(cmd) {
        return cmd.description();
      }
      /**
       * Get the subcommand summary to show in the list of subcommands.
       * (Fallback to description for backwards compatibility.)
       *
       * @param {Command} cmd
       * @returns {string}
       */
      subcommandDescription(cmd) {
        return cmd.summary() || cmd.description();
      }
      /**
       * Get the option description to show in the list of options.
       *
       * @param {Option} option
       * @return {string}
       */
      optionDescription(option2) {
        const extraInfo = [];
        if (option2.argChoices) {
          extraInfo.push(
            // use stringify to match the display of the default value
            `choices: ${option2.argChoices.map((choice) => JSON.stringify(choice)).join(", ")}`
          );
        }
        if (option2.defaultValue !== void 0) {
          const showDefault = option2.required || option2.optional || option2.isBoolean() && typeof option2.defaultValue === "boolean";
          if (showDefault) {
            extraInfo.push(
              `default: ${option2.defaultValueDescription || JSON.stringify(option2.defaultValue)}`
            );
          }
        }
        if (option2.presetArg !== void 0 && option2.optional) {
          extraInfo.push(`preset: ${JSON.stringify(option2.presetArg)}`);
        }
        if (option2.envVar !== void 0) {
          extraInfo.push(`env: ${option2.envVar}`);
        }
        if (extraInfo.length > 0) {
          const extraDescription = `(${extraInfo.join(", ")})`;
          if (option2.description) {
            return `${option2.description} ${extraDescription}`;
          }
          return extraDescription;
        }
        return option2.description;
      }
      /**
       * Get the argument description to show in the list of arguments.
       *
       * @param {Argument} argument
       * @return {string}
       */
      argumentDescription(argument) {
        const extraInfo = [];
        if (argument.argChoices) {
          extraInfo.push(
            // use stringify to match the display of the default value
            `choices: ${argument.argChoices.map((choice) => JSON.stringify(choice)).join(", ")}`
          );
        }
        if (argument.defaultValue !== void 0) {
          extraInfo.push(
            `default: ${argument.defaultValueDescription || JSON.stringify(argument.defaultValue)}`
          );
        }
        if (extraInfo.length > 0) {
          const extraDescription = `(${extraInfo.join(", ")})`;
          if (argument.description) {
            return `${argument.description} ${extraDescription}`;
          }
          return extraDescription;
        }
        return argument.description;
      }
      /**
       * Format a list of items, given a heading and an array of formatted items.
       *
       * @param {string} heading
       * @param {string[]} items
       * @param {Help} helper
       * @returns string[]
       */
      formatItemList(heading, items, helper) {
        if (items.length === 0) return [];
        return [helper.styleTitle(heading), ...items, ""];
      }
      /**
       * Group items by their help group heading.
       *
       * @param {Command[] | Option[]} unsortedItems
       * @param {Command[] | Option[]} visibleItems
       * @param {Function} getGroup
       * @returns {Map<string, Command[] | Option[]>}
       */
      groupItems(unsortedItems, visibleItems, getGroup) {
        const result = /* @__PURE__ */ new Map();
        unsortedItems.forEach((item) => {
          const group = getGroup(item);
          if (!result.has(group)) result.set(group, []);
        });
        visibleItems.forEach((item) => {
          const group = getGroup(item);
          if (!result.has(group)) {
            result.set(group, []);
          }
          result.get(group).push(item);
        });
        return result;
      }
      /**
       * Generate the built-in help text.
       *
       * @param {Command} cmd
       * @param {Help} helper
       * @returns {string}
       */
      formatHelp(cmd, helper) {
        const termWidth = helper.padWidth(cmd, helper);
        const helpWidth = helper.helpWidth ?? 80;
        function callFormatItem(term, description) {
          return helper.formatItem(term, termWidth, description, helper);
        }
        let output = [
          `${helper.styleTitle("Usage:")} ${helper.styleUsage(helper.commandUsage(cmd))}`,
          ""
        ];
        const commandDescription = helper.commandDescription(cmd);
        if (commandDescription.length > 0) {
          output = output.concat([
            helper.boxWrap(
              helper.styleCommandDescription(commandDescription),
              helpWidth
            ),
            ""
          ]);
        }
        const argumentList = helper.visibleArguments(cmd).map((argument) => {
          return callFormatItem(
            helper.styleArgumentTerm(helper.argumentTerm(argument)),
            helper.styleArgumentDescription(helper.argumentDescription(argument))
          );
        });
        output = output.concat(
          this.formatItemList("Arguments:", argumentList, helper)
        );
        const optionGroups = this.groupItems(
          cmd.options,
          helper.visibleOptions(cmd),
          (option2) => option2.helpGroupHeading ?? "Options:"
        );
        optionGroups.forEach((options, group) => {
          const optionList = options.map((option2) => {
            return callFormatItem(
              helper.styleOptionTerm(helper.optionTerm(option2)),
              helper.styleOptionDescription(helper.optionDescription(option2))
            );
          });
          output = output.concat(this.formatItemList(group, optionList, helper));
        });
        if (helper.showGlobalOptions) {
          const globalOptionList = helper.visibleGlobalOptions(cmd).map((option2) => {
            return callFormatItem(
              helper.styleOptionTerm(helper.optionTerm(option2)),
              helper.styleOptionDescription(helper.optionDescription(option2))
            );
          });
          output = output.concat(
            this.formatItemList("Global Options:", globalOptionList, helper)
          );
        }
        const commandGroups = this.groupItems(
          cmd.commands,
          helper.visibleCommands(cmd),
          (sub) => sub.helpGroup() || "Commands:"
        );
        commandGroups.forEach((commands, group) => {
          const commandList = commands.map((sub) => {
            return callFormatItem(
              helper.styleSubcommandTerm(helper.subcommandTerm(sub)),
              helper.styleSubcommandDescription(helper.subcommandDescription(sub))
            );
          });
          output = output.concat(this.formatItemList(group, commandList, helper));
        });
        return output.join("\n");
      }
      /**
       * Return display width of string, ignoring ANSI escape sequences. Used in padding and wrapping calculations.
       *
       * @param {string} str
       * @returns {number}
       */
      displayWidth(str) {
        return stripColor(str).length;
      }
      /**
       * Style the title for displaying in the help. Called with 'Usage:', 'Options:', etc.
       *
       * @param {string} str
       * @returns {string}
       */
      styleTitle(str) {
        return str;
      }
      styleUsage(str) {
        return str.split(" ").map((word) => {
          if (word === "[options]") return this.styleOptionText(word);
          if (word === "[command]") return this.styleSubcommandText(word);
          if (word[0] === "[" || word[0] === "<")
            return this.styleArgumentText(word);
          return this.styleCommandText(word);
        }).join(" ");
      }
      styleCommandDescription(str) {
        return this.styleDescriptionText(str);
      }
      styleOptionDescription(str) {
        return this.styleDescriptionText(str);
      }
      styleSubcommandDescription(str) {
        return this.styleDescriptionText(str);
      }
      styleArgumentDescription(str) {
        return this.styleDescriptionText(str);
      }
      styleDescriptionText(str) {
        return str;
      }
      styleOptionTerm(str) {
        return this.styleOptionText(str);
      }
      styleSubcommandTerm(str) {
        return str.split(" ").map((word) => {
          if (word === "[options]") return this.styleOptionText(word);
          if (word[0] === "[" || word[0] === "<")
            return this.styleArgumentText(word);
          return this.styleSubcommandText(word);
        }).join(" ");
      }
      styleArgumentTerm(str) {
        return this.styleArgumentText(str);
      }
      styleOptionText(str) {
        return str;
      }
      styleArgumentText(str) {
        return str;
      }
      styleSubcommandText(str) {
        return str;
      }
      styleCommandText(str) {
        return str;
      }
      /**
       * Calculate the pad width from the maximum term length.
       *
       * @param {Command} cmd
       * @param {Help} helper
       * @returns {number}
       */
      padWidth(cmd, helper) {
        return Math.max(
          helper.longestOptionTermLength(cmd, helper),
          helper.longestGlobalOptionTermLength(cmd, helper),
          helper.longestSubcommandTermLength(cmd, helper),
          helper.longestArgumentTermLength(cmd, helper)
        );
      }
      /**
       * Detect manually wrapped and indented strings by checking for line break followed by whitespace.
       *
       * @param {string} str
       * @returns {boolean}
       */
      preformatted(str) {
        return /\n[^\S\r\n]/.test(str);
      }
      /**
       * Format the "item", which consists of a term and description. Pad the term and wrap the description, indenting the following lines.
       *
       * So "TTT", 5, "DDD DDDD DD DDD" might be formatted for this.helpWidth=17 like so:
       *   TTT  DDD DDDD
       *        DD DDD
       *
       * @param {string} term
       * @param {number} termWidth
       * @param {string} description
       * @param {Help} helper
       * @returns {string}
       */
      formatItem(term, termWidth, description, helper) {
        const itemIndent = 2;
        const itemIndentStr = " ".repeat(itemIndent);
        if (!description) return itemIndentStr + term;
        const paddedTerm = term.padEnd(
          termWidth + term.length - helper.displayWidth(term)
        );
        const spacerWidth = 2;
        const helpWidth = this.helpWidth ?? 80;
        const remainingWidth = helpWidth - termWidth - spacerWidth - itemIndent;
        let formattedDescription;
        if (remainingWidth < this.minWidthToWrap || helper.preformatted(description)) {
          formattedDescription = description;
        } else {
          const wrappedDescription = helper.boxWrap(description, remainingWidth);
          formattedDescription = wrappedDescription.replace(
            /\n/g,
            "\n" + " ".repeat(termWidth + spacerWidth)
          );
        }
        return itemIndentStr + paddedTerm + " ".repeat(spacerWidth) + formattedDescription.replace(/\n/g, `
${itemIndentStr}`);
      }
      /**
       * Wrap a string at whitespace, preserving existing line breaks.
       * Wrapping is skipped if the width is less than `minWidthToWrap`.
       *
       * @param {string} str
       * @param {number} width
       * @returns {string}
       */
      boxWrap(str, width) {
        if (width < this.minWidthToWrap) return str;
        const rawLines = str.split(/\r\n|\n/);
        const chunkPattern = /[\s]*[^\s]+/g;
        const wrappedLines = [];
        rawLines.forEach((line) => {
          const chunks = line.match(chunkPattern);
          if (chunks === null) {
            wrappedLines.push("");
            return;
          }
          let sumChunks = [chunks.shift()];
          let sumWidth = this.displayWidth(sumChunks[0]);
          chunks.forEach((chunk) => {
            const visibleWidth = this.displayWidth(chunk);
            if (sumWidth + visibleWidth <= width) {
              sumChunks.push(chunk);
              sumWidth += visibleWidth;
              return;
            }
            wrappedLines.push(sumChunks.join(""));
            const nextChunk = chunk.trimStart();
            sumChunks = [nextChunk];
            sumWidth = this.displayWidth(nextChunk);
          });
          wrappedLines.push(sumChunks.join(""));
        });
        return wrappedLines.join("\n");
      }
    };
    function stripColor(str) {
      const sgrPattern = /\x1b\[\d*(;\d*)*m/g;
      return str.replace(sgrPattern, "");
    }
    exports.Help = Help2;
    exports.stripColor = stripColor;
  }
});

// node_modules/commander/lib/option.js
var require_option = __commonJS({
  "node_modules/commander/lib/option.js"(exports) {
    var { InvalidArgumentError: InvalidArgumentError3 } = require_error();
    var Option3 = class {
      /**
       * Initialize a new `Option` with the given `flags` and `description`.
       *
       * @param {string} flags
       * @param {string} [description]
       */
      constructor(flags, description) {
        this.flags = flags;
        this.description = description || "";
        this.required = flags.includes("<");
        this.optional = flags.includes("[");
        this.variadic = /\w\.\.\.[>\]]$/.test(flags);
        this.mandatory = false;
        const optionFlags = splitOptionFlags(flags);
        this.short = optionFlags.shortFlag;
        this.long = optionFlags.longFlag;
        this.negate = false;
        if (this.long) {
          this.negate = this.long.startsWith("--no-");
        }
        this.defaultValue = void 0;
        this.defaultValueDescription = void 0;
        this.presetArg = void 0;
        this.envVar = void 0;
        this.parseArg = void 0;
        this.hidden = false;
        this.argChoices = void 0;
        this.conflictsWith = [];
        this.implied = void 0;
        this.helpGroupHeading = void 0;
      }
      /**
       * Set the default value, and optionally supply the description to be displayed in the help.
       *
       * @param {*} value
       * @param {string} [description]
       * @return {Option}
       */
      default(value, description) {
        this.defaultValue = value;
        this.defaultValueDescription = description;
        return this;
      }
      /**
       * Preset to use when option used without option-argument, especially optional but also boolean and negated.
       * The custom processing (parseArg) is called.
       *
       * @example
       * new Option('--color').default('GREYSCALE').preset('RGB');
       * new Option('--donate [amount]').preset('20').argParser(parseFloat);
       *
       * @param {*} arg
       * @return {Option}
       */
      preset(arg) {
        this.presetArg = arg;
        return this;
      }
      /**
       * Add option name(s) that conflict with this option.
       * An error will be displayed if conflicting options are found during parsing.
       *
       * @example
       * new Option('--rgb').conflicts('cmyk');
       * new Option('--js').conflicts(['ts', 'jsx']);
       *
       * @param {(string | string[])} names
       * @return {Option}
       */
      conflicts(names3) {
        this.conflictsWith = this.conflictsWith.concat(names3);
        return this;
      }
      /**
       * Specify implied option values for when this option is set and the implied options are not.
       *
       * The custom processing (parseArg) is not called on the implied values.
       *
       * @example
       * program
       *   .addOption(new Option('--log', 'write logging information to file'))
       *   .addOption(new Option('--trace', 'log extra details').implies({ log: 'trace.txt' }));
       *
       * @param {object} impliedOptionValues
       * @return {Option}
       */
      implies(impliedOptionValues) {
        let newImplied = impliedOptionValues;
        if (typeof impliedOptionValues === "string") {
          newImplied = { [impliedOptionValues]: true };
        }
        this.implied = Object.assign(this.implied || {}, newImplied);
        return this;
      }
      /**
       * Set environment variable to check for option value.
       *
       * An environment variable is only used if when processed the current option value is
       * undefined, or the source of the current value is 'default' or 'config' or 'env'.
       *
       * @param {string} name
       * @return {Option}
       */
      env(name) {
        this.envVar = name;
        return this;
      }
      /**
       * Set the custom handler for processing CLI option arguments into option values.
       *
       * @param {Function} [fn]
       * @return {Option}
       */
      argParser(fn) {
        this.parseArg = fn;
        return this;
      }
      /**
       * Whether the option is mandatory and must have a value after parsing.
       *
       * @param {boolean} [mandatory=true]
       * @return {Option}
       */
      makeOptionMandatory(mandatory = true) {
        this.mandatory = !!mandatory;
        return this;
      }
      /**
       * Hide option in help.
       *
       * @param {boolean} [hide=true]
       * @return {Option}
       */
      hideHelp(hide = true) {
        this.hidden = !!hide;
        return this;
      }
      /**
       * @package
       */
      _collectValue(value, previous) {
        if (previous === this.defaultValue || !Array.isArray(previous)) {
          return [value];
        }
        previous.push(value);
        return previous;
      }
      /**
       * Only allow option value to be one of choices.
       *
       * @param {string[]} values
       * @return {Option}
       */
      choices(values) {
        this.argChoices = values.slice();
        this.parseArg = (arg, previous) => {
          if (!this.argChoices.includes(arg)) {
            throw new InvalidArgumentError3(
              `Allowed choices are ${this.argChoices.join(", ")}.`
            );
          }
          if (this.variadic) {
            return this._collectValue(arg, previous);
          }
          return arg;
        };
        return this;
      }
      /**
       * Return option name.
       *
       * @return {string}
       */
      name() {
        if (this.long) {
          return this.long.replace(/^--/, "");
        }
        return this.short.replace(/^-/, "");
      }
      /**
       * Return option name, in a camelcase format that can be used
       * as an object attribute key.
       *
       * @return {string}
       */
      attributeName() {
        if (this.negate) {
          return camelcase(this.name().replace(/^no-/, ""));
        }
        return camelcase(this.name());
      }
      /**
       * Set the help group heading.
       *
       * @param {string} heading
       * @return {Option}
       */
      helpGroup(heading) {
        this.helpGroupHeading = heading;
        return this;
      }
      /**
       * Check if `arg` matches the short or long flag.
       *
       * @param {string} arg
       * @return {boolean}
       * @package
       */
      is(arg) {
        return this.short === arg || this.long === arg;
      }
      /**
       * Return whether a boolean option.
       *
       * Options are one of boolean, negated, required argument, or optional argument.
       *
       * @return {boolean}
       * @package
       */
      isBoolean() {
        return !this.required && !this.optional && !this.negate;
      }
    };
    var DualOptions = class {
      /**
       * @param {Option[]} options
       */
      constructor(options) {
        this.positiveOptions = /* @__PURE__ */ new Map();
        this.negativeOptions = /* @__PURE__ */ new Map();
        this.dualOptions = /* @__PURE__ */ new Set();
        options.forEach((option2) => {
          if (option2.negate) {
            this.negativeOptions.set(option2.attributeName(), option2);
          } else {
            this.positiveOptions.set(option2.attributeName(), option2);
          }
        });
        this.negativeOptions.forEach((value, key) => {
          if (this.positiveOptions.has(key)) {
            this.dualOptions.add(key);
          }
        });
      }
      /**
       * Did the value come from the option, and not from possible matching dual option?
       *
       * @param {*} value
       * @param {Option} option
       * @returns {boolean}
       */
      valueFromOption(value, option2) {
        const optionKey = option2.attributeName();
        if (!this.dualOptions.has(optionKey)) return true;
        const preset = this.negativeOptions.get(optionKey).presetArg;
        const negativeValue = preset !== void 0 ? preset : false;
        return option2.negate === (negativeValue === value);
      }
    };
    function camelcase(str) {
      return str.split("-").reduce((str2, word) => {
        return str2 + word[0].toUpperCase() + word.slice(1);
      });
    }
    function splitOptionFlags(flags) {
      let shortFlag;
      let longFlag;
      const shortFlagExp = /^-[^-]$/;
      const longFlagExp = /^--[^-]/;
      const flagParts = flags.split(/[ |,]+/).concat("guard");
      if (shortFlagExp.test(flagParts[0])) shortFlag = flagParts.shift();
      if (longFlagExp.test(flagParts[0])) longFlag = flagParts.shift();
      if (!shortFlag && shortFlagExp.test(flagParts[0]))
        shortFlag = flagParts.shift();
      if (!shortFlag && longFlagExp.test(flagParts[0])) {
        shortFlag = longFlag;
        longFlag = flagParts.shift();
      }
      if (flagParts[0].startsWith("-")) {
        const unsupportedFlag = flagParts[0];
        const baseError = `option creation failed due to '${unsupportedFlag}' in option flags '${flags}'`;
        if (/^-[^-][^-]/.test(unsupportedFlag))
          throw new Error(
            `${baseError}
- a short flag is a single dash and a single character
  - either use a single dash and a single character (for a short flag)
  - or use a double dash for a long option (and can have two, like '--ws, --workspace')`
          );
        if (shortFlagExp.test(unsupportedFlag))
          throw new Error(`${baseError}
- too many short flags`);
        if (longFlagExp.test(unsupportedFlag))
          throw new Error(`${baseError}
- too many long flags`);
        throw new Error(`${baseError}
- unrecognised flag format`);
      }
      if (shortFlag === void 0 && longFlag === void 0)
        throw new Error(
          `option creation failed due to no flags found in '${flags}'.`
        );
      return { shortFlag, longFlag };
    }
    exports.Option = Option3;
    exports.DualOptions = DualOptions;
  }
});

// node_modules/commander/lib/suggestSimilar.js
var require_suggestSimilar = __commonJS({
  "node_modules/commander/lib/suggestSimilar.js"(exports) {
    var maxDistance = 3;
    function editDistance(a, b) {
      if (Math.abs(a.length - b.length) > maxDistance)
        return Math.max(a.length, b.length);
      const d = [];
      for (let i = 0; i <= a.length; i++) {
        d[i] = [i];
      }
      for (let j = 0; j <= b.length; j++) {
        d[0][j] = j;
      }
      for (let j = 1; j <= b.length; j++) {
        for (let i = 1; i <= a.length; i++) {
          let cost = 1;
          if (a[i - 1] === b[j - 1]) {
            cost = 0;
          } else {
            cost = 1;
          }
          d[i][j] = Math.min(
            d[i - 1][j] + 1,
            // deletion
            d[i][j - 1] + 1,
            // insertion
            d[i - 1][j - 1] + cost
            // substitution
          );
          if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
            d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
          }
        }
      }
      return d[a.length][b.length];
    }
    function suggestSimilar(word, candidates) {
      if (!candidates || candidates.length === 0) return "";
      candidates = Array.from(new Set(candidates));
      const searchingOptions = word.startsWith("--");
      if (searchingOptions) {
        word = word.slice(2);
        candidates = candidates.map((candidate) => candidate.slice(2));
      }
      let similar = [];
      let bestDistance = maxDistance;
      const minSimilarity = 0.4;
      candidates.forEach((candidate) => {
        if (candidate.length <= 1) return;
        const distance = editDistance(word, candidate);
        const length = Math.max(word.length, candidate.length);
        const similarity = (length - distance) / length;
        if (similarity > minSimilarity) {
          if (distance < bestDistance) {
            bestDistance = distance;
            similar = [candidate];
          } else if (distance === bestDistance) {
            similar.push(candidate);
          }
        }
      });
      similar.sort((a, b) => a.localeCompare(b));
      if (searchingOptions) {
        similar = similar.map((candidate) => `--${candidate}`);
      }
      if (similar.length > 1) {
        return `
(Did you mean one of ${similar.join(", ")}?)`;
      }
      if (similar.length === 1) {
        return `
(Did you mean ${similar[0]}?)`;
      }
      return "";
    }
    exports.suggestSimilar = suggestSimilar;
  }
});

// node_modules/commander/lib/command.js
var require_command = __commonJS({
  "node_modules/commander/lib/command.js"(exports) {
    var EventEmitter = __require("node:events").EventEmitter;
    var childProcess = __require("node:child_process");
    var path19 = __require("node:path");
    var fs = __require("node:fs");
    var process2 = __require("node:process");
    var { Argument: Argument2, humanReadableArgName } = require_argument();
    var { CommanderError: CommanderError3 } = require_error();
    var { Help: Help2, stripColor } = require_help();
    var { Option: Option3, DualOptions } = require_option();
    var { suggestSimilar } = require_suggestSimilar();
    var Command3 = class _Command extends EventEmitter {
      /**
       * Initialize a new `Command`.
       *
       * @param {string} [name]
       */
      constructor(name) {
        super();
        this.commands = [];
        this.options = [];
        this.parent = null;
        this._allowUnknownOption = false;
        this._allowExcessArguments = false;
        this.registeredArguments = [];
        this._args = this.registeredArguments;
        this.args = [];
        this.rawArgs = [];
        this.processedArgs = [];
        this._scriptPath = null;
        this._name = name || "";
        this._optionValues = {};
        this._optionValueSources = {};
        this._storeOptionsAsProperties = false;
        this._actionHandler = null;
        this._executableHandler = false;
        this._executableFile = null;
        this._executableDir = null;
        this._defaultCommandName = null;
        this._exitCallback = null;
        this._aliases = [];
        this._combineFlagAndOptionalValue = true;
        this._description = "";
        this._summary = "";
        this._argsDescription = void 0;
        this._enablePositionalOptions = false;
        this._passThroughOptions = false;
        this._lifeCycleHooks = {};
        this._showHelpAfterError = false;
        this._showSuggestionAfterError = true;
        this._savedState = null;
        this._outputConfiguration = {
          writeOut: (str) => process2.stdout.write(str),
          writeErr: (str) => process2.stderr.write(str),
          outputError: (str, write) => write(str),
          getOutHelpWidth: () => process2.stdout.isTTY ? process2.stdout.columns : void 0,
          getErrHelpWidth: () => process2.stderr.isTTY ? process2.stderr.columns : void 0,
          getOutHasColors: () => useColor() ?? (process2.stdout.isTTY && process2.stdout.hasColors?.()),
          getErrHasColors: () => useColor() ?? (process2.stderr.isTTY && process2.stderr.hasColors?.()),
          stripColor: (str) => stripColor(str)
        };
        this._hidden = false;
        this._helpOption = void 0;
        this._addImplicitHelpCommand = void 0;
        this._helpCommand = void 0;
        this._helpConfiguration = {};
        this._helpGroupHeading = void 0;
        this._defaultCommandGroup = void 0;
        this._defaultOptionGroup = void 0;
      }
      /**
       * Copy settings that are useful to have in common across root command and subcommands.
       *
       * (Used internally when adding a command using `.command()` so subcommands inherit parent settings.)
       *
       * @param {Command} sourceCommand
       * @return {Command} `this` command for chaining
       */
      copyInheritedSettings(sourceCommand) {
        this._outputConfiguration = sourceCommand._outputConfiguration;
        this._helpOption = sourceCommand._helpOption;
        this._helpCommand = sourceCommand._helpCommand;
        this._helpConfiguration = sourceCommand._helpConfiguration;
        this._exitCallback = sourceCommand._exitCallback;
        this._storeOptionsAsProperties = sourceCommand._storeOptionsAsProperties;
        this._combineFlagAndOptionalValue = sourceCommand._combineFlagAndOptionalValue;
        this._allowExcessArguments = sourceCommand._allowExcessArguments;
        this._enablePositionalOptions = sourceCommand._enablePositionalOptions;
        this._showHelpAfterError = sourceCommand._showHelpAfterError;
        this._showSuggestionAfterError = sourceCommand._showSuggestionAfterError;
        return this;
      }
      /**
       * @returns {Command[]}
       * @private
       */
      _getCommandAndAncestors() {
        const result = [];
        for (let command = this; command; command = command.parent) {
          result.push(command);
        }
        return result;
      }
      /**
       * Define a command.
       *
       * There are two styles of command: pay attention to where to put the description.
       *
       * @example
       * // Command implemented using action handler (description is supplied separately to `.command`)
       * program
       *   .command('clone <source> [destination]')
       *   .description('clone a repository into a newly created directory')
       *   .action((source, destination) => {
       *     console.log('clone command called');
       *   });
       *
       * // Command implemented using separate executable file (description is second parameter to `.command`)
       * program
       *   .command('start <service>', 'start named service')
       *   .command('stop [service]', 'stop named service, or all if no name supplied');
       *
       * @param {string} nameAndArgs - command name and arguments, args are `<required>` or `[optional]` and last may also be `variadic...`
       * @param {(object | string)} [actionOptsOrExecDesc] - configuration options (for action), or description (for executable)
       * @param {object} [execOpts] - configuration options (for executable)
       * @return {Command} returns new command for action handler, or `this` for executable command
       */
      command(nameAndArgs, actionOptsOrExecDesc, execOpts) {
        let desc = actionOptsOrExecDesc;
        let opts = execOpts;
        if (typeof desc === "object" && desc !== null) {
          opts = desc;
          desc = null;
        }
        opts = opts || {};
        const [, name, args] = nameAndArgs.match(/([^ ]+) *(.*)/);
        const cmd = this.createCommand(name);
        if (desc) {
          cmd.description(desc);
          cmd._executableHandler = true;
        }
        if (opts.isDefault) this._defaultCommandName = cmd._name;
        cmd._hidden = !!(opts.noHelp || opts.hidden);
        cmd._executableFile = opts.executableFile || null;
        if (args) cmd.arguments(args);
        this._registerCommand(cmd);
        cmd.parent = this;
        cmd.copyInheritedSettings(this);
        if (desc) return this;
        return cmd;
      }
      /**
       * Factory routine to create a new unattached command.
       *
       * See .command() for creating an attached subcommand, which uses this routine to
       * create the command. You can override createCommand to customise subcommands.
       *
       * @param {string} [name]
       * @return {Command} new command
       */
      createCommand(name) {
        return new _Command(name);
      }
      /**
       * You can customise the help with a subclass of Help by overriding createHelp,
       * or by overriding Help properties using configureHelp().
       *
       * @return {Help}
       */
      createHelp() {
        return Object.assign(new Help2(), this.configureHelp());
      }
      /**
       * You can customise the help by overriding Help properties using configureHelp(),
       * or with a subclass of Help by overriding createHelp().
       *
       * @param {object} [configuration] - configuration options
       * @return {(Command | object)} `this` command for chaining, or stored configuration
       */
      configureHelp(configuration) {
        if (configuration === void 0) return this._helpConfiguration;
        this._helpConfiguration = configuration;
        return this;
      }
      /**
       * The default output goes to stdout and stderr. You can customise this for special
       * applications. You can also customise the display of errors by overriding outputError.
       *
       * The configuration properties are all functions:
       *
       *     // change how output being written, defaults to stdout and stderr
       *     writeOut(str)
       *     writeErr(str)
       *     // change how output being written for errors, defaults to writeErr
       *     outputError(str, write) // used for displaying errors and not used for displaying help
       *     // specify width for wrapping help
       *     getOutHelpWidth()
       *     getErrHelpWidth()
       *     // color support, currently only used with Help
       *     getOutHasColors()
       *     getErrHasColors()
       *     stripColor() // used to remove ANSI escape codes if output does not have colors
       *
       * @param {object} [configuration] - configuration options
       * @return {(Command | object)} `this` command for chaining, or stored configuration
       */
      configureOutput(configuration) {
        if (configuration === void 0) return this._outputConfiguration;
        this._outputConfiguration = {
          ...this._outputConfiguration,
          ...configuration
        };
        return this;
      }
      /**
       * Display the help or a custom message after an error occurs.
       *
       * @param {(boolean|string)} [displayHelp]
       * @return {Command} `this` command for chaining
       */
      showHelpAfterError(displayHelp = true) {
        if (typeof displayHelp !== "string") displayHelp = !!displayHelp;
        this._showHelpAfterError = displayHelp;
        return this;
      }
      /**
       * Display suggestion of similar commands for unknown commands, or options for unknown options.
       *
       * @param {boolean} [displaySuggestion]
       * @return {Command} `this` command for chaining
       */
      showSuggestionAfterError(displaySuggestion = true) {
        this._showSuggestionAfterError = !!displaySuggestion;
        return this;
      }
      /**
       * Add a prepared subcommand.
       *
       * See .command() for creating an attached subcommand which inherits settings from its parent.
       *
       * @param {Command} cmd - new subcommand
       * @param {object} [opts] - configuration options
       * @return {Command} `this` command for chaining
       */
      addCommand(cmd, opts) {
        if (!cmd._name) {
          throw new Error(`Command passed to .addCommand() must have a name
- specify the name in Command constructor or using .name()`);
        }
        opts = opts || {};
        if (opts.isDefault) this._defaultCommandName = cmd._name;
        if (opts.noHelp || opts.hidden) cmd._hidden = true;
        this._registerCommand(cmd);
        cmd.parent = this;
        cmd._checkForBrokenPassThrough();
        return this;
      }
      /**
       * Factory routine to create a new unattached argument.
       *
       * See .argument() for creating an attached argument, which uses this routine to
       * create the argument. You can override createArgument to return a custom argument.
       *
       * @param {string} name
       * @param {string} [description]
       * @return {Argument} new argument
       */
      createArgument(name, description) {
        return new Argument2(name, description);
      }
      /**
       * Define argument syntax for command.
       *
       * The default is that the argument is required, and you can explicitly
       * indicate this with <> around the name. Put [] around the name for an optional argument.
       *
       * @example
       * program.argument('<input-file>');
       * program.argument('[output-file]');
       *
       * @param {string} name
       * @param {string} [description]
       * @param {(Function|*)} [parseArg] - custom argument processing function or default value
       * @param {*} [defaultValue]
       * @return {Command} `this` command for chaining
       */
      argument(name, description, parseArg, defaultValue) {
        const argument = this.createArgument(name, description);
        if (typeof parseArg === "function") {
          argument.default(defaultValue).argParser(parseArg);
        } else {
          argument.default(parseArg);
        }
        this.addArgument(argument);
        return this;
      }
      /**
       * Define argument syntax for command, adding multiple at once (without descriptions).
       *
       * See also .argument().
       *
       * @example
       * program.arguments('<cmd> [env]');
       *
       * @param {string} names
       * @return {Command} `this` command for chaining
       */
      arguments(names3) {
        names3.trim().split(/ +/).forEach((detail) => {
          this.argument(detail);
        });
        return this;
      }
      /**
       * Define argument syntax for command, adding a prepared argument.
       *
       * @param {Argument} argument
       * @return {Command} `this` command for chaining
       */
      addArgument(argument) {
        const previousArgument = this.registeredArguments.slice(-1)[0];
        if (previousArgument?.variadic) {
          throw new Error(
            `only the last argument can be variadic '${previousArgument.name()}'`
          );
        }
        if (argument.required && argument.defaultValue !== void 0 && argument.parseArg === void 0) {
          throw new Error(
            `a default value for a required argument is never used: '${argument.name()}'`
          );
        }
        this.registeredArguments.push(argument);
        return this;
      }
      /**
       * Customise or override default help command. By default a help command is automatically added if your command has subcommands.
       *
       * @example
       *    program.helpCommand('help [cmd]');
       *    program.helpCommand('help [cmd]', 'show help');
       *    program.helpCommand(false); // suppress default help command
       *    program.helpCommand(true); // add help command even if no subcommands
       *
       * @param {string|boolean} enableOrNameAndArgs - enable with custom name and/or arguments, or boolean to override whether added
       * @param {string} [description] - custom description
       * @return {Command} `this` command for chaining
       */
      helpCommand(enableOrNameAndArgs, description) {
        if (typeof enableOrNameAndArgs === "boolean") {
          this._addImplicitHelpCommand = enableOrNameAndArgs;
          if (enableOrNameAndArgs && this._defaultCommandGroup) {
            this._initCommandGroup(this._getHelpCommand());
          }
          return this;
        }
        const nameAndArgs = enableOrNameAndArgs ?? "help [command]";
        const [, helpName, helpArgs] = nameAndArgs.match(/([^ ]+) *(.*)/);
        const helpDescription = description ?? "display help for command";
        const helpCommand = this.createCommand(helpName);
        helpCommand.helpOption(false);
        if (helpArgs) helpCommand.arguments(helpArgs);
        if (helpDescription) helpCommand.description(helpDescription);
        this._addImplicitHelpCommand = true;
        this._helpCommand = helpCommand;
        if (enableOrNameAndArgs || description) this._initCommandGroup(helpCommand);
        return this;
      }
      /**
       * Add prepared custom help command.
       *
       * @param {(Command|string|boolean)} helpCommand - custom help command, or deprecated enableOrNameAndArgs as for `.helpCommand()`
       * @param {string} [deprecatedDescription] - deprecated custom description used with custom name only
       * @return {Command} `this` command for chaining
       */
      addHelpCommand(helpCommand, deprecatedDescription) {
        if (typeof helpCommand !== "object") {
          this.helpCommand(helpCommand, deprecatedDescription);
          return this;
        }
        this._addImplicitHelpCommand = true;
        this._helpCommand = helpCommand;
        this._initCommandGroup(helpCommand);
        return this;
      }
      /**
       * Lazy create help command.
       *
       * @return {(Command|null)}
       * @package
       */
      _getHelpCommand() {
        const hasImplicitHelpCommand = this._addImplicitHelpCommand ?? (this.commands.length && !this._actionHandler && !this._findCommand("help"));
        if (hasImplicitHelpCommand) {
          if (this._helpCommand === void 0) {
            this.helpCommand(void 0, void 0);
          }
          return this._helpCommand;
        }
        return null;
      }
      /**
       * Add hook for life cycle event.
       *
       * @param {string} event
       * @param {Function} listener
       * @return {Command} `this` command for chaining
       */
      hook(event, listener) {
        const allowedValues2 = ["preSubcommand", "preAction", "postAction"];
        if (!allowedValues2.includes(event)) {
          throw new Error(`Unexpected value for event passed to hook : '${event}'.
Expecting one of '${allowedValues2.join("', '")}'`);
        }
        if (this._lifeCycleHooks[event]) {
          this._lifeCycleHooks[event].push(listener);
        } else {
          this._lifeCycleHooks[event] = [listener];
        }
        return this;
      }
      /**
       * Register callback to use as replacement for calling process.exit.
       *
       * @param {Function} [fn] optional callback which will be passed a CommanderError, defaults to throwing
       * @return {Command} `this` command for chaining
       */
      exitOverride(fn) {
        if (fn) {
          this._exitCallback = fn;
        } else {
          this._exitCallback = (err) => {
            if (err.code !== "commander.executeSubCommandAsync") {
              throw err;
            } else {
            }
          };
        }
        return this;
      }
      /**
       * Call process.exit, and _exitCallback if defined.
       *
       * @param {number} exitCode exit code for using with process.exit
       * @param {string} code an id string representing the error
       * @param {string} message human-readable description of the error
       * @return never
       * @private
       */
      _exit(exitCode, code2, message) {
        if (this._exitCallback) {
          this._exitCallback(new CommanderError3(exitCode, code2, message));
        }
        process2.exit(exitCode);
      }
      /**
       * Register callback `fn` for the command.
       *
       * @example
       * program
       *   .command('serve')
       *   .description('start service')
       *   .action(function() {
       *      // do work here
       *   });
       *
       * @param {Function} fn
       * @return {Command} `this` command for chaining
       */
      action(fn) {
        const listener = (args) => {
          const expectedArgsCount = this.registeredArguments.length;
          const actionArgs = args.slice(0, expectedArgsCount);
          if (this._storeOptionsAsProperties) {
            actionArgs[expectedArgsCount] = this;
          } else {
            actionArgs[expectedArgsCount] = this.opts();
          }
          actionArgs.push(this);
          return fn.apply(this, actionArgs);
        };
        this._actionHandler = listener;
        return this;
      }
      /**
       * Factory routine to create a new unattached option.
       *
       * See .option() for creating an attached option, which uses this routine to
       * create the option. You can override createOption to return a custom option.
       *
       * @param {string} flags
       * @param {string} [description]
       * @return {Option} new option
       */
      createOption(flags, description) {
        return new Option3(flags, description);
      }
      /**
       * Wrap parseArgs to catch 'commander.invalidArgument'.
       *
       * @param {(Option | Argument)} target
       * @param {string} value
       * @param {*} previous
       * @param {string} invalidArgumentMessage
       * @private
       */
      _callParseArg(target, value, previous, invalidArgumentMessage) {
        try {
          return target.parseArg(value, previous);
        } catch (err) {
          if (err.code === "commander.invalidArgument") {
            const message = `${invalidArgumentMessage} ${err.message}`;
            this.error(message, { exitCode: err.exitCode, code: err.code });
          }
          throw err;
        }
      }
      /**
       * Check for option flag conflicts.
       * Register option if no conflicts found, or throw on conflict.
       *
       * @param {Option} option
       * @private
       */
      _registerOption(option2) {
        const matchingOption = option2.short && this._findOption(option2.short) || option2.long && this._findOption(option2.long);
        if (matchingOption) {
          const matchingFlag = option2.long && this._findOption(option2.long) ? option2.long : option2.short;
          throw new Error(`Cannot add option '${option2.flags}'${this._name && ` to command '${this._name}'`} due to conflicting flag '${matchingFlag}'
-  already used by option '${matchingOption.flags}'`);
        }
        this._initOptionGroup(option2);
        this.options.push(option2);
      }
      /**
       * Check for command name and alias conflicts with existing commands.
       * Register command if no conflicts found, or throw on conflict.
       *
       * @param {Command} command
       * @private
       */
      _registerCommand(command) {
        const knownBy = (cmd) => {
          return [cmd.name()].concat(cmd.aliases());
        };
        const alreadyUsed = knownBy(command).find(
          (name) => this._findCommand(name)
        );
        if (alreadyUsed) {
          const existingCmd = knownBy(this._findCommand(alreadyUsed)).join("|");
          const newCmd = knownBy(command).join("|");
          throw new Error(
            `cannot add command '${newCmd}' as already have command '${existingCmd}'`
          );
        }
        this._initCommandGroup(command);
        this.commands.push(command);
      }
      /**
       * Add an option.
       *
       * @param {Option} option
       * @return {Command} `this` command for chaining
       */
      addOption(option2) {
        this._registerOption(option2);
        const oname = option2.name();
        const name = option2.attributeName();
        if (option2.negate) {
          const positiveLongFlag = option2.long.replace(/^--no-/, "--");
          if (!this._findOption(positiveLongFlag)) {
            this.setOptionValueWithSource(
              name,
              option2.defaultValue === void 0 ? true : option2.defaultValue,
              "default"
            );
          }
        } else if (option2.defaultValue !== void 0) {
          this.setOptionValueWithSource(name, option2.defaultValue, "default");
        }
        const handleOptionValue = (val, invalidValueMessage, valueSource) => {
          if (val == null && option2.presetArg !== void 0) {
            val = option2.presetArg;
          }
          const oldValue = this.getOptionValue(name);
          if (val !== null && option2.parseArg) {
            val = this._callParseArg(option2, val, oldValue, invalidValueMessage);
          } else if (val !== null && option2.variadic) {
            val = option2._collectValue(val, oldValue);
          }
          if (val == null) {
            if (option2.negate) {
              val = false;
            } else if (option2.isBoolean() || option2.optional) {
              val = true;
            } else {
              val = "";
            }
          }
          this.setOptionValueWithSource(name, val, valueSource);
        };
        this.on("option:" + oname, (val) => {
          const invalidValueMessage = `error: option '${option2.flags}' argument '${val}' is invalid.`;
          handleOptionValue(val, invalidValueMessage, "cli");
        });
        if (option2.envVar) {
          this.on("optionEnv:" + oname, (val) => {
            const invalidValueMessage = `error: option '${option2.flags}' value '${val}' from env '${option2.envVar}' is invalid.`;
            handleOptionValue(val, invalidValueMessage, "env");
          });
        }
        return this;
      }
      /**
       * Internal implementation shared by .option() and .requiredOption()
       *
       * @return {Command} `this` command for chaining
       * @private
       */
      _optionEx(config, flags, description, fn, defaultValue) {
        if (typeof flags === "object" && flags instanceof Option3) {
          throw new Error(
            "To add an Option object use addOption() instead of option() or requiredOption()"
          );
        }
        const option2 = this.createOption(flags, description);
        option2.makeOptionMandatory(!!config.mandatory);
        if (typeof fn === "function") {
          option2.default(defaultValue).argParser(fn);
        } else if (fn instanceof RegExp) {
          const regex = fn;
          fn = (val, def) => {
            const m = regex.exec(val);
            return m ? m[0] : def;
          };
          option2.default(defaultValue).argParser(fn);
        } else {
          option2.default(fn);
        }
        return this.addOption(option2);
      }
      /**
       * Define option with `flags`, `description`, and optional argument parsing function or `defaultValue` or both.
       *
       * The `flags` string contains the short and/or long flags, separated by comma, a pipe or space. A required
       * option-argument is indicated by `<>` and an optional option-argument by `[]`.
       *
       * See the README for more details, and see also addOption() and requiredOption().
       *
       * @example
       * program
       *     .option('-p, --pepper', 'add pepper')
       *     .option('--pt, --pizza-type <TYPE>', 'type of pizza') // required option-argument
       *     .option('-c, --cheese [CHEESE]', 'add extra cheese', 'mozzarella') // optional option-argument with default
       *     .option('-t, --tip <VALUE>', 'add tip to purchase cost', parseFloat) // custom parse function
       *
       * @param {string} flags
       * @param {string} [description]
       * @param {(Function|*)} [parseArg] - custom option processing function or default value
       * @param {*} [defaultValue]
       * @return {Command} `this` command for chaining
       */
      option(flags, description, parseArg, defaultValue) {
        return this._optionEx({}, flags, description, parseArg, defaultValue);
      }
      /**
       * Add a required option which must have a value after parsing. This usually means
       * the option must be specified on the command line. (Otherwise the same as .option().)
       *
       * The `flags` string contains the short and/or long flags, separated by comma, a pipe or space.
       *
       * @param {string} flags
       * @param {string} [description]
       * @param {(Function|*)} [parseArg] - custom option processing function or default value
       * @param {*} [defaultValue]
       * @return {Command} `this` command for chaining
       */
      requiredOption(flags, description, parseArg, defaultValue) {
        return this._optionEx(
          { mandatory: true },
          flags,
          description,
          parseArg,
          defaultValue
        );
      }
      /**
       * Alter parsing of short flags with optional values.
       *
       * @example
       * // for `.option('-f,--flag [value]'):
       * program.combineFlagAndOptionalValue(true);  // `-f80` is treated like `--flag=80`, this is the default behaviour
       * program.combineFlagAndOptionalValue(false) // `-fb` is treated like `-f -b`
       *
       * @param {boolean} [combine] - if `true` or omitted, an optional value can be specified directly after the flag.
       * @return {Command} `this` command for chaining
       */
      combineFlagAndOptionalValue(combine = true) {
        this._combineFlagAndOptionalValue = !!combine;
        return this;
      }
      /**
       * Allow unknown options on the command line.
       *
       * @param {boolean} [allowUnknown] - if `true` or omitted, no error will be thrown for unknown options.
       * @return {Command} `this` command for chaining
       */
      allowUnknownOption(allowUnknown = true) {
        this._allowUnknownOption = !!allowUnknown;
        return this;
      }
      /**
       * Allow excess command-arguments on the command line. Pass false to make excess arguments an error.
       *
       * @param {boolean} [allowExcess] - if `true` or omitted, no error will be thrown for excess arguments.
       * @return {Command} `this` command for chaining
       */
      allowExcessArguments(allowExcess = true) {
        this._allowExcessArguments = !!allowExcess;
        return this;
      }
      /**
       * Enable positional options. Positional means global options are specified before subcommands which lets
       * subcommands reuse the same option names, and also enables subcommands to turn on passThroughOptions.
       * The default behaviour is non-positional and global options may appear anywhere on the command line.
       *
       * @param {boolean} [positional]
       * @return {Command} `this` command for chaining
       */
      enablePositionalOptions(positional = true) {
        this._enablePositionalOptions = !!positional;
        return this;
      }
      /**
       * Pass through options that come after command-arguments rather than treat them as command-options,
       * so actual command-options come before command-arguments. Turning this on for a subcommand requires
       * positional options to have been enabled on the program (parent commands).
       * The default behaviour is non-positional and options may appear before or after command-arguments.
       *
       * @param {boolean} [passThrough] for unknown options.
       * @return {Command} `this` command for chaining
       */
      passThroughOptions(passThrough = true) {
        this._passThroughOptions = !!passThrough;
        this._checkForBrokenPassThrough();
        return this;
      }
      /**
       * @private
       */
      _checkForBrokenPassThrough() {
        if (this.parent && this._passThroughOptions && !this.parent._enablePositionalOptions) {
          throw new Error(
            `passThroughOptions cannot be used for '${this._name}' without turning on enablePositionalOptions for parent command(s)`
          );
        }
      }
      /**
       * Whether to store option values as properties on command object,
       * or store separately (specify false). In both cases the option values can be accessed using .opts().
       *
       * @param {boolean} [storeAsProperties=true]
       * @return {Command} `this` command for chaining
       */
      storeOptionsAsProperties(storeAsProperties = true) {
        if (this.options.length) {
          throw new Error("call .storeOptionsAsProperties() before adding options");
        }
        if (Object.keys(this._optionValues).length) {
          throw new Error(
            "call .storeOptionsAsProperties() before setting option values"
          );
        }
        this._storeOptionsAsProperties = !!storeAsProperties;
        return this;
      }
      /**
       * Retrieve option value.
       *
       * @param {string} key
       * @return {object} value
       */
      getOptionValue(key) {
        if (this._storeOptionsAsProperties) {
          return this[key];
        }
        return this._optionValues[key];
      }
      /**
       * Store option value.
       *
       * @param {string} key
       * @param {object} value
       * @return {Command} `this` command for chaining
       */
      setOptionValue(key, value) {
        return this.setOptionValueWithSource(key, value, void 0);
      }
      /**
       * Store option value and where the value came from.
       *
       * @param {string} key
       * @param {object} value
       * @param {string} source - expected values are default/config/env/cli/implied
       * @return {Command} `this` command for chaining
       */
      setOptionValueWithSource(key, value, source) {
        if (this._storeOptionsAsProperties) {
          this[key] = value;
        } else {
          this._optionValues[key] = value;
        }
        this._optionValueSources[key] = source;
        return this;
      }
      /**
       * Get source of option value.
       * Expected values are default | config | env | cli | implied
       *
       * @param {string} key
       * @return {string}
       */
      getOptionValueSource(key) {
        return this._optionValueSources[key];
      }
      /**
       * Get source of option value. See also .optsWithGlobals().
       * Expected values are default | config | env | cli | implied
       *
       * @param {string} key
       * @return {string}
       */
      getOptionValueSourceWithGlobals(key) {
        let source;
        this._getCommandAndAncestors().forEach((cmd) => {
          if (cmd.getOptionValueSource(key) !== void 0) {
            source = cmd.getOptionValueSource(key);
          }
        });
        return source;
      }
      /**
       * Get user arguments from implied or explicit arguments.
       * Side-effects: set _scriptPath if args included script. Used for default program name, and subcommand searches.
       *
       * @private
       */
      _prepareUserArgs(argv, parseOptions) {
        if (argv !== void 0 && !Array.isArray(argv)) {
          throw new Error("first parameter to parse must be array or undefined");
        }
        parseOptions = parseOptions || {};
        if (argv === void 0 && parseOptions.from === void 0) {
          if (process2.versions?.electron) {
            parseOptions.from = "electron";
          }
          const execArgv = process2.execArgv ?? [];
          if (execArgv.includes("-e") || execArgv.includes("--eval") || execArgv.includes("-p") || execArgv.includes("--print")) {
            parseOptions.from = "eval";
          }
        }
        if (argv === void 0) {
          argv = process2.argv;
        }
        this.rawArgs = argv.slice();
        let userArgs;
        switch (parseOptions.from) {
          case void 0:
          case "node":
            this._scriptPath = argv[1];
            userArgs = argv.slice(2);
            break;
          case "electron":
            if (process2.defaultApp) {
              this._scriptPath = argv[1];
              userArgs = argv.slice(2);
            } else {
              userArgs = argv.slice(1);
            }
            break;
          case "user":
            userArgs = argv.slice(0);
            break;
          case "eval":
            userArgs = argv.slice(1);
            break;
          default:
            throw new Error(
              `unexpected parse option { from: '${parseOptions.from}' }`
            );
        }
        if (!this._name && this._scriptPath)
          this.nameFromFilename(this._scriptPath);
        this._name = this._name || "program";
        return userArgs;
      }
      /**
       * Parse `argv`, setting options and invoking commands when defined.
       *
       * Use parseAsync instead of parse if any of your action handlers are async.
       *
       * Call with no parameters to parse `process.argv`. Detects Electron and special node options like `node --eval`. Easy mode!
       *
       * Or call with an array of strings to parse, and optionally where the user arguments start by specifying where the arguments are `from`:
       * - `'node'`: default, `argv[0]` is the application and `argv[1]` is the script being run, with user arguments after that
       * - `'electron'`: `argv[0]` is the application and `argv[1]` varies depending on whether the electron application is packaged
       * - `'user'`: just user arguments
       *
       * @example
       * program.parse(); // parse process.argv and auto-detect electron and special node flags
       * program.parse(process.argv); // assume argv[0] is app and argv[1] is script
       * program.parse(my-args, { from: 'user' }); // just user supplied arguments, nothing special about argv[0]
       *
       * @param {string[]} [argv] - optional, defaults to process.argv
       * @param {object} [parseOptions] - optionally specify style of options with from: node/user/electron
       * @param {string} [parseOptions.from] - where the args are from: 'node', 'user', 'electron'
       * @return {Command} `this` command for chaining
       */
      parse(argv, parseOptions) {
        this._prepareForParse();
        const userArgs = this._prepareUserArgs(argv, parseOptions);
        this._parseCommand([], userArgs);
        return this;
      }
      /**
       * Parse `argv`, setting options and invoking commands when defined.
       *
       * Call with no parameters to parse `process.argv`. Detects Electron and special node options like `node --eval`. Easy mode!
       *
       * Or call with an array of strings to parse, and optionally where the user arguments start by specifying where the arguments are `from`:
       * - `'node'`: default, `argv[0]` is the application and `argv[1]` is the script being run, with user arguments after that
       * - `'electron'`: `argv[0]` is the application and `argv[1]` varies depending on whether the electron application is packaged
       * - `'user'`: just user arguments
       *
       * @example
       * await program.parseAsync(); // parse process.argv and auto-detect electron and special node flags
       * await program.parseAsync(process.argv); // assume argv[0] is app and argv[1] is script
       * await program.parseAsync(my-args, { from: 'user' }); // just user supplied arguments, nothing special about argv[0]
       *
       * @param {string[]} [argv]
       * @param {object} [parseOptions]
       * @param {string} parseOptions.from - where the args are from: 'node', 'user', 'electron'
       * @return {Promise}
       */
      async parseAsync(argv, parseOptions) {
        this._prepareForParse();
        const userArgs = this._prepareUserArgs(argv, parseOptions);
        await this._parseCommand([], userArgs);
        return this;
      }
      _prepareForParse() {
        if (this._savedState === null) {
          this.saveStateBeforeParse();
        } else {
          this.restoreStateBeforeParse();
        }
      }
      /**
       * Called the first time parse is called to save state and allow a restore before subsequent calls to parse.
       * Not usually called directly, but available for subclasses to save their custom state.
       *
       * This is called in a lazy way. Only commands used in parsing chain will have state saved.
       */
      saveStateBeforeParse() {
        this._savedState = {
          // name is stable if supplied by author, but may be unspecified for root command and deduced during parsing
          _name: this._name,
          // option values before parse have default values (including false for negated options)
          // shallow clones
          _optionValues: { ...this._optionValues },
          _optionValueSources: { ...this._optionValueSources }
        };
      }
      /**
       * Restore state before parse for calls after the first.
       * Not usually called directly, but available for subclasses to save their custom state.
       *
       * This is called in a lazy way. Only commands used in parsing chain will have state restored.
       */
      restoreStateBeforeParse() {
        if (this._storeOptionsAsProperties)
          throw new Error(`Can not call parse again when storeOptionsAsProperties is true.
- either make a new Command for each call to parse, or stop storing options as properties`);
        this._name = this._savedState._name;
        this._scriptPath = null;
        this.rawArgs = [];
        this._optionValues = { ...this._savedState._optionValues };
        this._optionValueSources = { ...this._savedState._optionValueSources };
        this.args = [];
        this.processedArgs = [];
      }
      /**
       * Throw if expected executable is missing. Add lots of help for author.
       *
       * @param {string} executableFile
       * @param {string} executableDir
       * @param {string} subcommandName
       */
      _checkForMissingExecutable(executableFile, executableDir, subcommandName) {
        if (fs.existsSync(executableFile)) return;
        const executableDirMessage = executableDir ? `searched for local subcommand relative to directory '${executableDir}'` : "no directory for search for local subcommand, use .executableDir() to supply a custom directory";
        const executableMissing = `'${executableFile}' does not exist
 - if '${subcommandName}' is not meant to be an executable command, remove description parameter from '.command()' and use '.description()' instead
 - if the default executable name is not suitable, use the executableFile option to supply a custom name or path
 - ${executableDirMessage}`;
        throw new Error(executableMissing);
      }
      /**
       * Execute a sub-command executable.
       *
       * @private
       */
      _executeSubCommand(subcommand, args) {
        args = args.slice();
        let launchWithNode = false;
        const sourceExt = [".js", ".ts", ".tsx", ".mjs", ".cjs"];
        function findFile(baseDir, baseName2) {
          const localBin = path19.resolve(baseDir, baseName2);
          if (fs.existsSync(localBin)) return localBin;
          if (sourceExt.includes(path19.extname(baseName2))) return void 0;
          const foundExt = sourceExt.find(
            (ext) => fs.existsSync(`${localBin}${ext}`)
          );
          if (foundExt) return `${localBin}${foundExt}`;
          return void 0;
        }
        this._checkForMissingMandatoryOptions();
        this._checkForConflictingOptions();
        let executableFile = subcommand._executableFile || `${this._name}-${subcommand._name}`;
        let executableDir = this._executableDir || "";
        if (this._scriptPath) {
          let resolvedScriptPath;
          try {
            resolvedScriptPath = fs.realpathSync(this._scriptPath);
          } catch {
            resolvedScriptPath = this._scriptPath;
          }
          executableDir = path19.resolve(
            path19.dirname(resolvedScriptPath),
            executableDir
          );
        }
        if (executableDir) {
          let localFile = findFile(executableDir, executableFile);
          if (!localFile && !subcommand._executableFile && this._scriptPath) {
            const legacyName = path19.basename(
              this._scriptPath,
              path19.extname(this._scriptPath)
            );
            if (legacyName !== this._name) {
              localFile = findFile(
                executableDir,
                `${legacyName}-${subcommand._name}`
              );
            }
          }
          executableFile = localFile || executableFile;
        }
        launchWithNode = sourceExt.includes(path19.extname(executableFile));
        let proc;
        if (process2.platform !== "win32") {
          if (launchWithNode) {
            args.unshift(executableFile);
            args = incrementNodeInspectorPort(process2.execArgv).concat(args);
            proc = childProcess.spawn(process2.argv[0], args, { stdio: "inherit" });
          } else {
            proc = childProcess.spawn(executableFile, args, { stdio: "inherit" });
          }
        } else {
          this._checkForMissingExecutable(
            executableFile,
            executableDir,
            subcommand._name
          );
          args.unshift(executableFile);
          args = incrementNodeInspectorPort(process2.execArgv).concat(args);
          proc = childProcess.spawn(process2.execPath, args, { stdio: "inherit" });
        }
        if (!proc.killed) {
          const signals = ["SIGUSR1", "SIGUSR2", "SIGTERM", "SIGINT", "SIGHUP"];
          signals.forEach((signal) => {
            process2.on(signal, () => {
              if (proc.killed === false && proc.exitCode === null) {
                proc.kill(signal);
              }
            });
          });
        }
        const exitCallback = this._exitCallback;
        proc.on("close", (code2) => {
          code2 = code2 ?? 1;
          if (!exitCallback) {
            process2.exit(code2);
          } else {
            exitCallback(
              new CommanderError3(
                code2,
                "commander.executeSubCommandAsync",
                "(close)"
              )
            );
          }
        });
        proc.on("error", (err) => {
          if (err.code === "ENOENT") {
            this._checkForMissingExecutable(
              executableFile,
              executableDir,
              subcommand._name
            );
          } else if (err.code === "EACCES") {
            throw new Error(`'${executableFile}' not executable`);
          }
          if (!exitCallback) {
            process2.exit(1);
          } else {
            const wrappedError = new CommanderError3(
              1,
              "commander.executeSubCommandAsync",
              "(error)"
            );
            wrappedError.nestedError = err;
            exitCallback(wrappedError);
          }
        });
        this.runningCommand = proc;
      }
      /**
       * @private
       */
      _dispatchSubcommand(commandName, operands, unknown) {
        const subCommand = this._findCommand(commandName);
        if (!subCommand) this.help({ error: true });
        subCommand._prepareForParse();
        let promiseChain;
        promiseChain = this._chainOrCallSubCommandHook(
          promiseChain,
          subCommand,
          "preSubcommand"
        );
        promiseChain = this._chainOrCall(promiseChain, () => {
          if (subCommand._executableHandler) {
            this._executeSubCommand(subCommand, operands.concat(unknown));
          } else {
            return subCommand._parseCommand(operands, unknown);
          }
        });
        return promiseChain;
      }
      /**
       * Invoke help directly if possible, or dispatch if necessary.
       * e.g. help foo
       *
       * @private
       */
      _dispatchHelpCommand(subcommandName) {
        if (!subcommandName) {
          this.help();
        }
        const subCommand = this._findCommand(subcommandName);
        if (subCommand && !subCommand._executableHandler) {
          subCommand.help();
        }
        return this._dispatchSubcommand(
          subcommandName,
          [],
          [this._getHelpOption()?.long ?? this._getHelpOption()?.short ?? "--help"]
        );
      }
      /**
       * Check this.args against expected this.registeredArguments.
       *
       * @private
       */
      _checkNumberOfArguments() {
        this.registeredArguments.forEach((arg, i) => {
          if (arg.required && this.args[i] == null) {
            this.missingArgument(arg.name());
          }
        });
        if (this.registeredArguments.length > 0 && this.registeredArguments[this.registeredArguments.length - 1].variadic) {
          return;
        }
        if (this.args.length > this.registeredArguments.length) {
          this._excessArguments(this.args);
        }
      }
      /**
       * Process this.args using this.registeredArguments and save as this.processedArgs!
       *
       * @private
       */
      _processArguments() {
        const myParseArg = (argument, value, previous) => {
          let parsedValue = value;
          if (value !== null && argument.parseArg) {
            const invalidValueMessage = `error: command-argument value '${value}' is invalid for argument '${argument.name()}'.`;
            parsedValue = this._callParseArg(
              argument,
              value,
              previous,
              invalidValueMessage
            );
          }
          return parsedValue;
        };
        this._checkNumberOfArguments();
        const processedArgs = [];
        this.registeredArguments.forEach((declaredArg, index) => {
          let value = declaredArg.defaultValue;
          if (declaredArg.variadic) {
            if (index < this.args.length) {
              value = this.args.slice(index);
              if (declaredArg.parseArg) {
                value = value.reduce((processed, v) => {
                  return myParseArg(declaredArg, v, processed);
                }, declaredArg.defaultValue);
              }
            } else if (value === void 0) {
              value = [];
            }
          } else if (index < this.args.length) {
            value = this.args[index];
            if (declaredArg.parseArg) {
              value = myParseArg(declaredArg, value, declaredArg.defaultValue);
            }
          }
          processedArgs[index] = value;
        });
        this.processedArgs = processedArgs;
      }
      /**
       * Once we have a promise we chain, but call synchronously until then.
       *
       * @param {(Promise|undefined)} promise
       * @param {Function} fn
       * @return {(Promise|undefined)}
       * @private
       */
      _chainOrCall(promise, fn) {
        if (promise?.then && typeof promise.then === "function") {
          return promise.then(() => fn());
        }
        return fn();
      }
      /**
       *
       * @param {(Promise|undefined)} promise
       * @param {string} event
       * @return {(Promise|undefined)}
       * @private
       */
      _chainOrCallHooks(promise, event) {
        let result = promise;
        const hooks = [];
        this._getCommandAndAncestors().reverse().filter((cmd) => cmd._lifeCycleHooks[event] !== void 0).forEach((hookedCommand) => {
          hookedCommand._lifeCycleHooks[event].forEach((callback) => {
            hooks.push({ hookedCommand, callback });
          });
        });
        if (event === "postAction") {
          hooks.reverse();
        }
        hooks.forEach((hookDetail) => {
          result = this._chainOrCall(result, () => {
            return hookDetail.callback(hookDetail.hookedCommand, this);
          });
        });
        return result;
      }
      /**
       *
       * @param {(Promise|undefined)} promise
       * @param {Command} subCommand
       * @param {string} event
       * @return {(Promise|undefined)}
       * @private
       */
      _chainOrCallSubCommandHook(promise, subCommand, event) {
        let result = promise;
        if (this._lifeCycleHooks[event] !== void 0) {
          this._lifeCycleHooks[event].forEach((hook) => {
            result = this._chainOrCall(result, () => {
              return hook(this, subCommand);
            });
          });
        }
        return result;
      }
      /**
       * Process arguments in context of this command.
       * Returns action result, in case it is a promise.
       *
       * @private
       */
      _parseCommand(operands, unknown) {
        const parsed2 = this.parseOptions(unknown);
        this._parseOptionsEnv();
        this._parseOptionsImplied();
        operands = operands.concat(parsed2.operands);
        unknown = parsed2.unknown;
        this.args = operands.concat(unknown);
        if (operands && this._findCommand(operands[0])) {
          return this._dispatchSubcommand(operands[0], operands.slice(1), unknown);
        }
        if (this._getHelpCommand() && operands[0] === this._getHelpCommand().name()) {
          return this._dispatchHelpCommand(operands[1]);
        }
        if (this._defaultCommandName) {
          this._outputHelpIfRequested(unknown);
          return this._dispatchSubcommand(
            this._defaultCommandName,
            operands,
            unknown
          );
        }
        if (this.commands.length && this.args.length === 0 && !this._actionHandler && !this._defaultCommandName) {
          this.help({ error: true });
        }
        this._outputHelpIfRequested(parsed2.unknown);
        this._checkForMissingMandatoryOptions();
        this._checkForConflictingOptions();
        const checkForUnknownOptions = () => {
          if (parsed2.unknown.length > 0) {
            this.unknownOption(parsed2.unknown[0]);
          }
        };
        const commandEvent = `command:${this.name()}`;
        if (this._actionHandler) {
          checkForUnknownOptions();
          this._processArguments();
          let promiseChain;
          promiseChain = this._chainOrCallHooks(promiseChain, "preAction");
          promiseChain = this._chainOrCall(
            promiseChain,
            () => this._actionHandler(this.processedArgs)
          );
          if (this.parent) {
            promiseChain = this._chainOrCall(promiseChain, () => {
              this.parent.emit(commandEvent, operands, unknown);
            });
          }
          promiseChain = this._chainOrCallHooks(promiseChain, "postAction");
          return promiseChain;
        }
        if (this.parent?.listenerCount(commandEvent)) {
          checkForUnknownOptions();
          this._processArguments();
          this.parent.emit(commandEvent, operands, unknown);
        } else if (operands.length) {
          if (this._findCommand("*")) {
            return this._dispatchSubcommand("*", operands, unknown);
          }
          if (this.listenerCount("command:*")) {
            this.emit("command:*", operands, unknown);
          } else if (this.commands.length) {
            this.unknownCommand();
          } else {
            checkForUnknownOptions();
            this._processArguments();
          }
        } else if (this.commands.length) {
          checkForUnknownOptions();
          this.help({ error: true });
        } else {
          checkForUnknownOptions();
          this._processArguments();
        }
      }
      /**
       * Find matching command.
       *
       * @private
       * @return {Command | undefined}
       */
      _findCommand(name) {
        if (!name) return void 0;
        return this.commands.find(
          (cmd) => cmd._name === name || cmd._aliases.includes(name)
        );
      }
      /**
       * Return an option matching `arg` if any.
       *
       * @param {string} arg
       * @return {Option}
       * @package
       */
      _findOption(arg) {
        return this.options.find((option2) => option2.is(arg));
      }
      /**
       * Display an error message if a mandatory option does not have a value.
       * Called after checking for help flags in leaf subcommand.
       *
       * @private
       */
      _checkForMissingMandatoryOptions() {
        this._getCommandAndAncestors().forEach((cmd) => {
          cmd.options.forEach((anOption) => {
            if (anOption.mandatory && cmd.getOptionValue(anOption.attributeName()) === void 0) {
              cmd.missingMandatoryOptionValue(anOption);
            }
          });
        });
      }
      /**
       * Display an error message if conflicting options are used together in this.
       *
       * @private
       */
      _checkForConflictingLocalOptions() {
        const definedNonDefaultOptions = this.options.filter((option2) => {
          const optionKey = option2.attributeName();
          if (this.getOptionValue(optionKey) === void 0) {
            return false;
          }
          return this.getOptionValueSource(optionKey) !== "default";
        });
        const optionsWithConflicting = definedNonDefaultOptions.filter(
          (option2) => option2.conflictsWith.length > 0
        );
        optionsWithConflicting.forEach((option2) => {
          const conflictingAndDefined = definedNonDefaultOptions.find(
            (defined) => option2.conflictsWith.includes(defined.attributeName())
          );
          if (conflictingAndDefined) {
            this._conflictingOption(option2, conflictingAndDefined);
          }
        });
      }
      /**
       * Display an error message if conflicting options are used together.
       * Called after checking for help flags in leaf subcommand.
       *
       * @private
       */
      _checkForConflictingOptions() {
        this._getCommandAndAncestors().forEach((cmd) => {
          cmd._checkForConflictingLocalOptions();
        });
      }
      /**
       * Parse options from `argv` removing known options,
       * and return argv split into operands and unknown arguments.
       *
       * Side effects: modifies command by storing options. Does not reset state if called again.
       *
       * Examples:
       *
       *     argv => operands, unknown
       *     --known kkk op => [op], []
       *     op --known kkk => [op], []
       *     sub --unknown uuu op => [sub], [--unknown uuu op]
       *     sub -- --unknown uuu op => [sub --unknown uuu op], []
       *
       * @param {string[]} args
       * @return {{operands: string[], unknown: string[]}}
       */
      parseOptions(args) {
        const operands = [];
        const unknown = [];
        let dest = operands;
        function maybeOption(arg) {
          return arg.length > 1 && arg[0] === "-";
        }
        const negativeNumberArg = (arg) => {
          if (!/^-(\d+|\d*\.\d+)(e[+-]?\d+)?$/.test(arg)) return false;
          return !this._getCommandAndAncestors().some(
            (cmd) => cmd.options.map((opt) => opt.short).some((short) => /^-\d$/.test(short))
          );
        };
        let activeVariadicOption = null;
        let activeGroup = null;
        let i = 0;
        while (i < args.length || activeGroup) {
          const arg = activeGroup ?? args[i++];
          activeGroup = null;
          if (arg === "--") {
            if (dest === unknown) dest.push(arg);
            dest.push(...args.slice(i));
            break;
          }
          if (activeVariadicOption && (!maybeOption(arg) || negativeNumberArg(arg))) {
            this.emit(`option:${activeVariadicOption.name()}`, arg);
            continue;
          }
          activeVariadicOption = null;
          if (maybeOption(arg)) {
            const option2 = this._findOption(arg);
            if (option2) {
              if (option2.required) {
                const value = args[i++];
                if (value === void 0) this.optionMissingArgument(option2);
                this.emit(`option:${option2.name()}`, value);
              } else if (option2.optional) {
                let value = null;
                if (i < args.length && (!maybeOption(args[i]) || negativeNumberArg(args[i]))) {
                  value = args[i++];
                }
                this.emit(`option:${option2.name()}`, value);
              } else {
                this.emit(`option:${option2.name()}`);
              }
              activeVariadicOption = option2.variadic ? option2 : null;
              continue;
            }
          }
          if (arg.length > 2 && arg[0] === "-" && arg[1] !== "-") {
            const option2 = this._findOption(`-${arg[1]}`);
            if (option2) {
              if (option2.required || option2.optional && this._combineFlagAndOptionalValue) {
                this.emit(`option:${option2.name()}`, arg.slice(2));
              } else {
                this.emit(`option:${option2.name()}`);
                activeGroup = `-${arg.slice(2)}`;
              }
              continue;
            }
          }
          if (/^--[^=]+=/.test(arg)) {
            const index = arg.indexOf("=");
            const option2 = this._findOption(arg.slice(0, index));
            if (option2 && (option2.required || option2.optional)) {
              this.emit(`option:${option2.name()}`, arg.slice(index + 1));
              continue;
            }
          }
          if (dest === operands && maybeOption(arg) && !(this.commands.length === 0 && negativeNumberArg(arg))) {
            dest = unknown;
          }
          if ((this._enablePositionalOptions || this._passThroughOptions) && operands.length === 0 && unknown.length === 0) {
            if (this._findCommand(arg)) {
              operands.push(arg);
              unknown.push(...args.slice(i));
              break;
            } else if (this._getHelpCommand() && arg === this._getHelpCommand().name()) {
              operands.push(arg, ...args.slice(i));
              break;
            } else if (this._defaultCommandName) {
              unknown.push(arg, ...args.slice(i));
              break;
            }
          }
          if (this._passThroughOptions) {
            dest.push(arg, ...args.slice(i));
            break;
          }
          dest.push(arg);
        }
        return { operands, unknown };
      }
      /**
       * Return an object containing local option values as key-value pairs.
       *
       * @return {object}
       */
      opts() {
        if (this._storeOptionsAsProperties) {
          const result = {};
          const len = this.options.length;
          for (let i = 0; i < len; i++) {
            const key = this.options[i].attributeName();
            result[key] = key === this._versionOptionName ? this._version : this[key];
          }
          return result;
        }
        return this._optionValues;
      }
      /**
       * Return an object containing merged local and global option values as key-value pairs.
       *
       * @return {object}
       */
      optsWithGlobals() {
        return this._getCommandAndAncestors().reduce(
          (combinedOptions, cmd) => Object.assign(combinedOptions, cmd.opts()),
          {}
        );
      }
      /**
       * Display error message and exit (or call exitOverride).
       *
       * @param {string} message
       * @param {object} [errorOptions]
       * @param {string} [errorOptions.code] - an id string representing the error
       * @param {number} [errorOptions.exitCode] - used with process.exit
       */
      error(message, errorOptions) {
        this._outputConfiguration.outputError(
          `${message}
`,
          this._outputConfiguration.writeErr
        );
        if (typeof this._showHelpAfterError === "string") {
          this._outputConfiguration.writeErr(`${this._showHelpAfterError}
`);
        } else if (this._showHelpAfterError) {
          this._outputConfiguration.writeErr("\n");
          this.outputHelp({ error: true });
        }
        const config = errorOptions || {};
        const exitCode = config.exitCode || 1;
        const code2 = config.code || "commander.error";
        this._exit(exitCode, code2, message);
      }
      /**
       * Apply any option related environment variables, if option does
       * not have a value from cli or client code.
       *
       * @private
       */
      _parseOptionsEnv() {
        this.options.forEach((option2) => {
          if (option2.envVar && option2.envVar in process2.env) {
            const optionKey = option2.attributeName();
            if (this.getOptionValue(optionKey) === void 0 || ["default", "config", "env"].includes(
              this.getOptionValueSource(optionKey)
            )) {
              if (option2.required || option2.optional) {
                this.emit(`optionEnv:${option2.name()}`, process2.env[option2.envVar]);
              } else {
                this.emit(`optionEnv:${option2.name()}`);
              }
            }
          }
        });
      }
      /**
       * Apply any implied option values, if option is undefined or default value.
       *
       * @private
       */
      _parseOptionsImplied() {
        const dualHelper = new DualOptions(this.options);
        const hasCustomOptionValue = (optionKey) => {
          return this.getOptionValue(optionKey) !== void 0 && !["default", "implied"].includes(this.getOptionValueSource(optionKey));
        };
        this.options.filter(
          (option2) => option2.implied !== void 0 && hasCustomOptionValue(option2.attributeName()) && dualHelper.valueFromOption(
            this.getOptionValue(option2.attributeName()),
            option2
          )
        ).forEach((option2) => {
          Object.keys(option2.implied).filter((impliedKey) => !hasCustomOptionValue(impliedKey)).forEach((impliedKey) => {
            this.setOptionValueWithSource(
              impliedKey,
              option2.implied[impliedKey],
              "implied"
            );
          });
        });
      }
      /**
       * Argument `name` is missing.
       *
       * @param {string} name
       * @private
       */
      missingArgument(name) {
        const message = `error: missing required argument '${name}'`;
        this.error(message, { code: "commander.missingArgument" });
      }
      /**
       * `Option` is missing an argument.
       *
       * @param {Option} option
       * @private
       */
      optionMissingArgument(option2) {
        const message = `error: option '${option2.flags}' argument missing`;
        this.error(message, { code: "commander.optionMissingArgument" });
      }
      /**
       * `Option` does not have a value, and is a mandatory option.
       *
       * @param {Option} option
       * @private
       */
      missingMandatoryOptionValue(option2) {
        const message = `error: required option '${option2.flags}' not specified`;
        this.error(message, { code: "commander.missingMandatoryOptionValue" });
      }
      /**
       * `Option` conflicts with another option.
       *
       * @param {Option} option
       * @param {Option} conflictingOption
       * @private
       */
      _conflictingOption(option2, conflictingOption) {
        const findBestOptionFromValue = (option3) => {
          const optionKey = option3.attributeName();
          const optionValue = this.getOptionValue(optionKey);
          const negativeOption = this.options.find(
            (target) => target.negate && optionKey === target.attributeName()
          );
          const positiveOption = this.options.find(
            (target) => !target.negate && optionKey === target.attributeName()
          );
          if (negativeOption && (negativeOption.presetArg === void 0 && optionValue === false || negativeOption.presetArg !== void 0 && optionValue === negativeOption.presetArg)) {
            return negativeOption;
          }
          return positiveOption || option3;
        };
        const getErrorMessage = (option3) => {
          const bestOption = findBestOptionFromValue(option3);
          const optionKey = bestOption.attributeName();
          const source = this.getOptionValueSource(optionKey);
          if (source === "env") {
            return `environment variable '${bestOption.envVar}'`;
          }
          return `option '${bestOption.flags}'`;
        };
        const message = `error: ${getErrorMessage(option2)} cannot be used with ${getErrorMessage(conflictingOption)}`;
        this.error(message, { code: "commander.conflictingOption" });
      }
      /**
       * Unknown option `flag`.
       *
       * @param {string} flag
       * @private
       */
      unknownOption(flag) {
        if (this._allowUnknownOption) return;
        let suggestion2 = "";
        if (flag.startsWith("--") && this._showSuggestionAfterError) {
          let candidateFlags = [];
          let command = this;
          do {
            const moreFlags = command.createHelp().visibleOptions(command).filter((option2) => option2.long).map((option2) => option2.long);
            candidateFlags = candidateFlags.concat(moreFlags);
            command = command.parent;
          } while (command && !command._enablePositionalOptions);
          suggestion2 = suggestSimilar(flag, candidateFlags);
        }
        const message = `error: unknown option '${flag}'${suggestion2}`;
        this.error(message, { code: "commander.unknownOption" });
      }
      /**
       * Excess arguments, more than expected.
       *
       * @param {string[]} receivedArgs
       * @private
       */
      _excessArguments(receivedArgs) {
        if (this._allowExcessArguments) return;
        const expected = this.registeredArguments.length;
        const s = expected === 1 ? "" : "s";
        const forSubcommand = this.parent ? ` for '${this.name()}'` : "";
        const message = `error: too many arguments${forSubcommand}. Expected ${expected} argument${s} but got ${receivedArgs.length}.`;
        this.error(message, { code: "commander.excessArguments" });
      }
      /**
       * Unknown command.
       *
       * @private
       */
      unknownCommand() {
        const unknownName = this.args[0];
        let suggestion2 = "";
        if (this._showSuggestionAfterError) {
          const candidateNames = [];
          this.createHelp().visibleCommands(this).forEach((command) => {
            candidateNames.push(command.name());
            if (command.alias()) candidateNames.push(command.alias());
          });
          suggestion2 = suggestSimilar(unknownName, candidateNames);
        }
        const message = `error: unknown command '${unknownName}'${suggestion2}`;
        this.error(message, { code: "commander.unknownCommand" });
      }
      /**
       * Get or set the program version.
       *
       * This method auto-registers the "-V, --version" option which will print the version number.
       *
       * You can optionally supply the flags and description to override the defaults.
       *
       * @param {string} [str]
       * @param {string} [flags]
       * @param {string} [description]
       * @return {(this | string | undefined)} `this` command for chaining, or version string if no arguments
       */
      version(str, flags, description) {
        if (str === void 0) return this._version;
        this._version = str;
        flags = flags || "-V, --version";
        description = description || "output the version number";
        const versionOption = this.createOption(flags, description);
        this._versionOptionName = versionOption.attributeName();
        this._registerOption(versionOption);
        this.on("option:" + versionOption.name(), () => {
          this._outputConfiguration.writeOut(`${str}
`);
          this._exit(0, "commander.version", str);
        });
        return this;
      }
      /**
       * Set the description.
       *
       * @param {string} [str]
       * @param {object} [argsDescription]
       * @return {(string|Command)}
       */
      description(str, argsDescription) {
        if (str === void 0 && argsDescription === void 0)
          return this._description;
        this._description = str;
        if (argsDescription) {
          this._argsDescription = argsDescription;
        }
        return this;
      }
      /**
       * Set the summary. Used when listed as subcommand of parent.
       *
       * @param {string} [str]
       * @return {(string|Command)}
       */
      summary(str) {
        if (str === void 0) return this._summary;
        this._summary = str;
        return this;
      }
      /**
       * Set an alias for the command.
       *
       * You may call more than once to add multiple aliases. Only the first alias is shown in the auto-generated help.
       *
       * @param {string} [alias]
       * @return {(string|Command)}
       */
      alias(alias) {
        if (alias === void 0) return this._aliases[0];
        let command = this;
        if (this.commands.length !== 0 && this.commands[this.commands.length - 1]._executableHandler) {
          command = this.commands[this.commands.length - 1];
        }
        if (alias === command._name)
          throw new Error("Command alias can't be the same as its name");
        const matchingCommand = this.parent?._findCommand(alias);
        if (matchingCommand) {
          const existingCmd = [matchingCommand.name()].concat(matchingCommand.aliases()).join("|");
          throw new Error(
            `cannot add alias '${alias}' to command '${this.name()}' as already have command '${existingCmd}'`
          );
        }
        command._aliases.push(alias);
        return this;
      }
      /**
       * Set aliases for the command.
       *
       * Only the first alias is shown in the auto-generated help.
       *
       * @param {string[]} [aliases]
       * @return {(string[]|Command)}
       */
      aliases(aliases) {
        if (aliases === void 0) return this._aliases;
        aliases.forEach((alias) => this.alias(alias));
        return this;
      }
      /**
       * Set / get the command usage `str`.
       *
       * @param {string} [str]
       * @return {(string|Command)}
       */
      usage(str) {
        if (str === void 0) {
          if (this._usage) return this._usage;
          const args = this.registeredArguments.map((arg) => {
            return humanReadableArgName(arg);
          });
          return [].concat(
            this.options.length || this._helpOption !== null ? "[options]" : [],
            this.commands.length ? "[command]" : [],
            this.registeredArguments.length ? args : []
          ).join(" ");
        }
        this._usage = str;
        return this;
      }
      /**
       * Get or set the name of the command.
       *
       * @param {string} [str]
       * @return {(string|Command)}
       */
      name(str) {
        if (str === void 0) return this._name;
        this._name = str;
        return this;
      }
      /**
       * Set/get the help group heading for this subcommand in parent command's help.
       *
       * @param {string} [heading]
       * @return {Command | string}
       */
      helpGroup(heading) {
        if (heading === void 0) return this._helpGroupHeading ?? "";
        this._helpGroupHeading = heading;
        return this;
      }
      /**
       * Set/get the default help group heading for subcommands added to this command.
       * (This does not override a group set directly on the subcommand using .helpGroup().)
       *
       * @example
       * program.commandsGroup('Development Commands:);
       * program.command('watch')...
       * program.command('lint')...
       * ...
       *
       * @param {string} [heading]
       * @returns {Command | string}
       */
      commandsGroup(heading) {
        if (heading === void 0) return this._defaultCommandGroup ?? "";
        this._defaultCommandGroup = heading;
        return this;
      }
      /**
       * Set/get the default help group heading for options added to this command.
       * (This does not override a group set directly on the option using .helpGroup().)
       *
       * @example
       * program
       *   .optionsGroup('Development Options:')
       *   .option('-d, --debug', 'output extra debugging')
       *   .option('-p, --profile', 'output profiling information')
       *
       * @param {string} [heading]
       * @returns {Command | string}
       */
      optionsGroup(heading) {
        if (heading === void 0) return this._defaultOptionGroup ?? "";
        this._defaultOptionGroup = heading;
        return this;
      }
      /**
       * @param {Option} option
       * @private
       */
      _initOptionGroup(option2) {
        if (this._defaultOptionGroup && !option2.helpGroupHeading)
          option2.helpGroup(this._defaultOptionGroup);
      }
      /**
       * @param {Command} cmd
       * @private
       */
      _initCommandGroup(cmd) {
        if (this._defaultCommandGroup && !cmd.helpGroup())
          cmd.helpGroup(this._defaultCommandGroup);
      }
      /**
       * Set the name of the command from script filename, such as process.argv[1],
       * or require.main.filename, or __filename.
       *
       * (Used internally and public although not documented in README.)
       *
       * @example
       * program.nameFromFilename(require.main.filename);
       *
       * @param {string} filename
       * @return {Command}
       */
      nameFromFilename(filename) {
        this._name = path19.basename(filename, path19.extname(filename));
        return this;
      }
      /**
       * Get or set the directory for searching for executable subcommands of this command.
       *
       * @example
       * program.executableDir(__dirname);
       * // or
       * program.executableDir('subcommands');
       *
       * @param {string} [path]
       * @return {(string|null|Command)}
       */
      executableDir(path20) {
        if (path20 === void 0) return this._executableDir;
        this._executableDir = path20;
        return this;
      }
      /**
       * Return program help documentation.
       *
       * @param {{ error: boolean }} [contextOptions] - pass {error:true} to wrap for stderr instead of stdout
       * @return {string}
       */
      helpInformation(contextOptions) {
        const helper = this.createHelp();
        const context = this._getOutputContext(contextOptions);
        helper.prepareContext({
          error: context.error,
          helpWidth: context.helpWidth,
          outputHasColors: context.hasColors
        });
        const text = helper.formatHelp(this, helper);
        if (context.hasColors) return text;
        return this._outputConfiguration.stripColor(text);
      }
      /**
       * @typedef HelpContext
       * @type {object}
       * @property {boolean} error
       * @property {number} helpWidth
       * @property {boolean} hasColors
       * @property {function} write - includes stripColor if needed
       *
       * @returns {HelpContext}
       * @private
       */
      _getOutputContext(contextOptions) {
        contextOptions = contextOptions || {};
        const error = !!contextOptions.error;
        let baseWrite;
        let hasColors;
        let helpWidth;
        if (error) {
          baseWrite = (str) => this._outputConfiguration.writeErr(str);
          hasColors = this._outputConfiguration.getErrHasColors();
          helpWidth = this._outputConfiguration.getErrHelpWidth();
        } else {
          baseWrite = (str) => this._outputConfiguration.writeOut(str);
          hasColors = this._outputConfiguration.getOutHasColors();
          helpWidth = this._outputConfiguration.getOutHelpWidth();
        }
        const write = (str) => {
          if (!hasColors) str = this._outputConfiguration.stripColor(str);
          return baseWrite(str);
        };
        return { error, write, hasColors, helpWidth };
      }
      /**
       * Output help information for this command.
       *
       * Outputs built-in help, and custom text added using `.addHelpText()`.
       *
       * @param {{ error: boolean } | Function} [contextOptions] - pass {error:true} to write to stderr instead of stdout
       */
      outputHelp(contextOptions) {
        let deprecatedCallback;
        if (typeof contextOptions === "function") {
          deprecatedCallback = contextOptions;
          contextOptions = void 0;
        }
        const outputContext = this._getOutputContext(contextOptions);
        const eventContext = {
          error: outputContext.error,
          write: outputContext.write,
          command: this
        };
        this._getCommandAndAncestors().reverse().forEach((command) => command.emit("beforeAllHelp", eventContext));
        this.emit("beforeHelp", eventContext);
        let helpInformation = this.helpInformation({ error: outputContext.error });
        if (deprecatedCallback) {
          helpInformation = deprecatedCallback(helpInformation);
          if (typeof helpInformation !== "string" && !Buffer.isBuffer(helpInformation)) {
            throw new Error("outputHelp callback must return a string or a Buffer");
          }
        }
        outputContext.write(helpInformation);
        if (this._getHelpOption()?.long) {
          this.emit(this._getHelpOption().long);
        }
        this.emit("afterHelp", eventContext);
        this._getCommandAndAncestors().forEach(
          (command) => command.emit("afterAllHelp", eventContext)
        );
      }
      /**
       * You can pass in flags and a description to customise the built-in help option.
       * Pass in false to disable the built-in help option.
       *
       * @example
       * program.helpOption('-?, --help' 'show help'); // customise
       * program.helpOption(false); // disable
       *
       * @param {(string | boolean)} flags
       * @param {string} [description]
       * @return {Command} `this` command for chaining
       */
      helpOption(flags, description) {
        if (typeof flags === "boolean") {
          if (flags) {
            if (this._helpOption === null) this._helpOption = void 0;
            if (this._defaultOptionGroup) {
              this._initOptionGroup(this._getHelpOption());
            }
          } else {
            this._helpOption = null;
          }
          return this;
        }
        this._helpOption = this.createOption(
          flags ?? "-h, --help",
          description ?? "display help for command"
        );
        if (flags || description) this._initOptionGroup(this._helpOption);
        return this;
      }
      /**
       * Lazy create help option.
       * Returns null if has been disabled with .helpOption(false).
       *
       * @returns {(Option | null)} the help option
       * @package
       */
      _getHelpOption() {
        if (this._helpOption === void 0) {
          this.helpOption(void 0, void 0);
        }
        return this._helpOption;
      }
      /**
       * Supply your own option to use for the built-in help option.
       * This is an alternative to using helpOption() to customise the flags and description etc.
       *
       * @param {Option} option
       * @return {Command} `this` command for chaining
       */
      addHelpOption(option2) {
        this._helpOption = option2;
        this._initOptionGroup(option2);
        return this;
      }
      /**
       * Output help information and exit.
       *
       * Outputs built-in help, and custom text added using `.addHelpText()`.
       *
       * @param {{ error: boolean }} [contextOptions] - pass {error:true} to write to stderr instead of stdout
       */
      help(contextOptions) {
        this.outputHelp(contextOptions);
        let exitCode = Number(process2.exitCode ?? 0);
        if (exitCode === 0 && contextOptions && typeof contextOptions !== "function" && contextOptions.error) {
          exitCode = 1;
        }
        this._exit(exitCode, "commander.help", "(outputHelp)");
      }
      /**
       * // Do a little typing to coordinate emit and listener for the help text events.
       * @typedef HelpTextEventContext
       * @type {object}
       * @property {boolean} error
       * @property {Command} command
       * @property {function} write
       */
      /**
       * Add additional text to be displayed with the built-in help.
       *
       * Position is 'before' or 'after' to affect just this command,
       * and 'beforeAll' or 'afterAll' to affect this command and all its subcommands.
       *
       * @param {string} position - before or after built-in help
       * @param {(string | Function)} text - string to add, or a function returning a string
       * @return {Command} `this` command for chaining
       */
      addHelpText(position, text) {
        const allowedValues2 = ["beforeAll", "before", "after", "afterAll"];
        if (!allowedValues2.includes(position)) {
          throw new Error(`Unexpected value for position to addHelpText.
Expecting one of '${allowedValues2.join("', '")}'`);
        }
        const helpEvent = `${position}Help`;
        this.on(helpEvent, (context) => {
          let helpStr;
          if (typeof text === "function") {
            helpStr = text({ error: context.error, command: context.command });
          } else {
            helpStr = text;
          }
          if (helpStr) {
            context.write(`${helpStr}
`);
          }
        });
        return this;
      }
      /**
       * Output help information if help flags specified
       *
       * @param {Array} args - array of options to search for help flags
       * @private
       */
      _outputHelpIfRequested(args) {
        const helpOption = this._getHelpOption();
        const helpRequested = helpOption && args.find((arg) => helpOption.is(arg));
        if (helpRequested) {
          this.outputHelp();
          this._exit(0, "commander.helpDisplayed", "(outputHelp)");
        }
      }
    };
    function incrementNodeInspectorPort(args) {
      return args.map((arg) => {
        if (!arg.startsWith("--inspect")) {
          return arg;
        }
        let debugOption;
        let debugHost = "127.0.0.1";
        let debugPort = "9229";
        let match;
        if ((match = arg.match(/^(--inspect(-brk)?)$/)) !== null) {
          debugOption = match[1];
        } else if ((match = arg.match(/^(--inspect(-brk|-port)?)=([^:]+)$/)) !== null) {
          debugOption = match[1];
          if (/^\d+$/.test(match[3])) {
            debugPort = match[3];
          } else {
            debugHost = match[3];
          }
        } else if ((match = arg.match(/^(--inspect(-brk|-port)?)=([^:]+):(\d+)$/)) !== null) {
          debugOption = match[1];
          debugHost = match[3];
          debugPort = match[4];
        }
        if (debugOption && debugPort !== "0") {
          return `${debugOption}=${debugHost}:${parseInt(debugPort) + 1}`;
        }
        return arg;
      });
    }
    function useColor() {
      if (process2.env.NO_COLOR || process2.env.FORCE_COLOR === "0" || process2.env.FORCE_COLOR === "false")
        return false;
      if (process2.env.FORCE_COLOR || process2.env.CLICOLOR_FORCE !== void 0)
        return true;
      return void 0;
    }
    exports.Command = Command3;
    exports.useColor = useColor;
  }
});

// node_modules/commander/index.js
var require_commander = __commonJS({
  "node_modules/commander/index.js"(exports) {
    var { Argument: Argument2 } = require_argument();
    var { Command: Command3 } = require_command();
    var { CommanderError: CommanderError3, InvalidArgumentError: InvalidArgumentError3 } = require_error();
    var { Help: Help2 } = require_help();
    var { Option: Option3 } = require_option();
    exports.program = new Command3();
    exports.createCommand = (name) => new Command3(name);
    exports.createOption = (flags, description) => new Option3(flags, description);
    exports.createArgument = (name, description) => new Argument2(name, description);
    exports.Command = Command3;
    exports.Option = Option3;
    exports.Argument = Argument2;
    exports.Help = Help2;
    exports.CommanderError = CommanderError3;
    exports.InvalidArgumentError = InvalidArgumentError3;
    exports.InvalidOptionArgumentError = InvalidArgumentError3;
  }
});

// node_modules/picocolors/picocolors.js
var require_picocolors = __commonJS({
  "node_modules/picocolors/picocolors.js"(exports, module) {
    var p = process || {};
    var argv = p.argv || [];
    var env = p.env || {};
    var isColorSupported = !(!!env.NO_COLOR || argv.includes("--no-color")) && (!!env.FORCE_COLOR || argv.includes("--color") || p.platform === "win32" || (p.stdout || {}).isTTY && env.TERM !== "dumb" || !!env.CI);
    var formatter = (open4, close, replace = open4) => (input) => {
      let string = "" + input, index = string.indexOf(close, open4.length);
      return ~index ? open4 + replaceClose(string, close, replace, index) + close : open4 + string + close;
    };
    var replaceClose = (string, close, replace, index) => {
      let result = "", cursor = 0;
      do {
        result += string.substring(cursor, index) + replace;
        cursor = index + close.length;
        index = string.indexOf(close, cursor);
      } while (~index);
      return result + string.substring(cursor);
    };
    var createColors = (enabled = isColorSupported) => {
      let f = enabled ? formatter : () => String;
      return {
        isColorSupported: enabled,
        reset: f("\x1B[0m", "\x1B[0m"),
        bold: f("\x1B[1m", "\x1B[22m", "\x1B[22m\x1B[1m"),
        dim: f("\x1B[2m", "\x1B[22m", "\x1B[22m\x1B[2m"),
        italic: f("\x1B[3m", "\x1B[23m"),
        underline: f("\x1B[4m", "\x1B[24m"),
        inverse: f("\x1B[7m", "\x1B[27m"),
        hidden: f("\x1B[8m", "\x1B[28m"),
        strikethrough: f("\x1B[9m", "\x1B[29m"),
        black: f("\x1B[30m", "\x1B[39m"),
        red: f("\x1B[31m", "\x1B[39m"),
        green: f("\x1B[32m", "\x1B[39m"),
        yellow: f("\x1B[33m", "\x1B[39m"),
        blue: f("\x1B[34m", "\x1B[39m"),
        magenta: f("\x1B[35m", "\x1B[39m"),
        cyan: f("\x1B[36m", "\x1B[39m"),
        white: f("\x1B[37m", "\x1B[39m"),
        gray: f("\x1B[90m", "\x1B[39m"),
        bgBlack: f("\x1B[40m", "\x1B[49m"),
        bgRed: f("\x1B[41m", "\x1B[49m"),
        bgGreen: f("\x1B[42m", "\x1B[49m"),
        bgYellow: f("\x1B[43m", "\x1B[49m"),
        bgBlue: f("\x1B[44m", "\x1B[49m"),
        bgMagenta: f("\x1B[45m", "\x1B[49m"),
        bgCyan: f("\x1B[46m", "\x1B[49m"),
        bgWhite: f("\x1B[47m", "\x1B[49m"),
        blackBright: f("\x1B[90m", "\x1B[39m"),
        redBright: f("\x1B[91m", "\x1B[39m"),
        greenBright: f("\x1B[92m", "\x1B[39m"),
        yellowBright: f("\x1B[93m", "\x1B[39m"),
        blueBright: f("\x1B[94m", "\x1B[39m"),
        magentaBright: f("\x1B[95m", "\x1B[39m"),
        cyanBright: f("\x1B[96m", "\x1B[39m"),
        whiteBright: f("\x1B[97m", "\x1B[39m"),
        bgBlackBright: f("\x1B[100m", "\x1B[49m"),
        bgRedBright: f("\x1B[101m", "\x1B[49m"),
        bgGreenBright: f("\x1B[102m", "\x1B[49m"),
        bgYellowBright: f("\x1B[103m", "\x1B[49m"),
        bgBlueBright: f("\x1B[104m", "\x1B[49m"),
        bgMagentaBright: f("\x1B[105m", "\x1B[49m"),
        bgCyanBright: f("\x1B[106m", "\x1B[49m"),
        bgWhiteBright: f("\x1B[107m", "\x1B[49m")
      };
    };
    module.exports = createColors();
    module.exports.createColors = createColors;
  }
});

// src/apps/cli/backfill.ts
import { realpath } from "node:fs/promises";
import path from "node:path";

// node_modules/commander/esm.mjs
var esm_exports = {};
__export(esm_exports, {
  Argument: () => Argument,
  Command: () => Command,
  CommanderError: () => CommanderError,
  Help: () => Help,
  InvalidArgumentError: () => InvalidArgumentError,
  InvalidOptionArgumentError: () => InvalidOptionArgumentError,
  Option: () => Option,
  createArgument: () => createArgument,
  createCommand: () => createCommand,
  createOption: () => createOption,
  program: () => program
});
var import_index = __toESM(require_commander(), 1);
var {
  program,
  createCommand,
  createArgument,
  createOption,
  CommanderError,
  InvalidArgumentError,
  InvalidOptionArgumentError,
  // deprecated old name
  Command,
  Argument,
  Option,
  Help
} = import_index.default;

// src/apps/cli/commander.ts
var { Command: Command2, CommanderError: CommanderError2, InvalidArgumentError: InvalidArgumentError2, Option: Option2 } = esm_exports;

// src/apps/cli/help-text.ts
var MEANING = {
  fine: "fine",
  regression: "regression",
  usage: "wrong usage or config file",
  target: "trouble with the database under test",
  generator: "trouble with the load generator",
  internal: "trouble with the store, with GitHub or with this machine, or a fault in Plumbline itself",
  inconclusive: "inconclusive (with --fail-on inconclusive)",
  interrupted: "interrupted"
};
var MEASURING = ["usage", "target", "generator", "internal", "interrupted"];
function addHelp(command, { examples, outcomes }) {
  const lines = examples.flatMap(([words, does]) => [`  # ${does}`, `  plumbline ${words}`]);
  const codes = outcomes.map((outcome) => typeof outcome === "string" ? [outcome, MEANING[outcome]] : outcome).map(([outcome, meaning]) => [EXIT_CODE[outcome], meaning]).sort(([a], [b]) => a - b).map(([code2, meaning]) => `  ${String(code2).padStart(3)}  ${meaning}`);
  return command.addHelpText("after", `
Examples:
${lines.join("\n")}

Exit codes:
${codes.join("\n")}`);
}

// src/io/telemetry/live.ts
import { randomUUID } from "node:crypto";

// src/io/telemetry/collector.ts
var INTERVAL_MS = 5e3;
var TIMEOUT_MS = 4e3;
var METRICS_PATH = "/v1/metrics";
var LAST_TIMEOUT_MS = 2e3;
function tellCollector(endpoint, headers, request, note, intervalMs = INTERVAL_MS) {
  const url = metricsUrl(endpoint);
  const all = { "content-type": "application/json", ...headers };
  let isNoted = false;
  let notBefore = 0;
  let underWay = null;
  const tell = async (timeoutMs) => {
    const numbers = request();
    if (numbers === null || performance.now() < notBefore) return;
    const { lacks, why: why2, waitMs } = await post(url, all, JSON.stringify(numbers), timeoutMs);
    notBefore = performance.now() + waitMs;
    if (lacks !== null && !isNoted)
      note(
        `${shownAddress(url)} does not take ${lacks} numbers of the load (${why2}); the measurement continues without them`
      );
    if (lacks === null && isNoted) note(`${shownAddress(url)} takes the numbers of the load again`);
    isNoted = lacks !== null;
  };
  const timer = setInterval(() => {
    underWay ??= tell(TIMEOUT_MS).finally(() => {
      underWay = null;
    });
  }, intervalMs);
  timer.unref();
  return {
    url: shownAddress(url),
    close: async () => {
      clearInterval(timer);
      await underWay;
      await tell(LAST_TIMEOUT_MS);
    }
  };
}
var TAKEN = { lacks: null, why: "", waitMs: 0 };
async function post(url, headers, body, timeoutMs) {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, { method: "POST", headers, body, signal, redirect: "error" });
    if (answer.ok) return partialAnswer(await answer.text());
    await answer.body?.cancel();
    const waitMs = retryAfterMs(answer);
    const wish = waitMs === 0 ? "" : `, and wants none for ${Math.ceil(waitMs / 1e3)} s`;
    return { lacks: "the", why: `HTTP ${answer.status}${wish}`, waitMs };
  } catch (error) {
    const { name, cause } = error;
    const why2 = name === "TimeoutError" ? `no answer in ${timeoutMs / 1e3} s` : cause?.code ?? cause?.message ?? name;
    return { lacks: "the", why: why2, waitMs: 0 };
  }
}
var THROTTLING = /* @__PURE__ */ new Set([429, 503]);
function retryAfterMs({ status, headers }) {
  const text = headers.get("retry-after") ?? "";
  if (!THROTTLING.has(status) || text === "") return 0;
  const ms = /^\d+$/.test(text) ? Number(text) * 1e3 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}
function partialAnswer(body) {
  try {
    const { partialSuccess } = JSON.parse(body);
    const refused = Number(partialSuccess?.rejectedDataPoints ?? 0);
    const because = plainLine(String(partialSuccess?.errorMessage ?? ""));
    return refused > 0 ? { lacks: "all", why: `${refused} refused: ${because}`, waitMs: 0 } : TAKEN;
  } catch {
    return TAKEN;
  }
}
function metricsUrl(endpoint) {
  const url = URL.parse(endpoint);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new PlumblineError("usage", `otlp: got ${JSON.stringify(endpoint)}`, {
      remedy: "give the address of a collector that speaks OTLP over HTTP, such as http://127.0.0.1:4318"
    });
  }
  if (url.username !== "" || url.password !== "") {
    throw new PlumblineError("usage", "otlp: the address has a name or password in it", {
      remedy: "put them into OTEL_EXPORTER_OTLP_HEADERS, for example Authorization=Basic%20..."
    });
  }
  const base2 = url.pathname.replace(/\/$/, "");
  url.pathname = base2.endsWith(METRICS_PATH) ? base2 : `${base2}${METRICS_PATH}`;
  return url;
}
function shownAddress({ origin, pathname }) {
  return `${origin}${pathname}`;
}

// src/io/telemetry/server.ts
import { createServer } from "node:http";

// src/config/address.ts
var PORT_MOST = 65535;
function parseAddress(text) {
  const [, bracketed, plain, port] = /^(?:(?:\[([^\]]+)\]|([^:[\]]*)):)?(\d{1,5})$/.exec(text) ?? [];
  return port === void 0 ? null : { host: bracketed ?? (plain || null), port: Number(port) };
}

// src/io/telemetry/server.ts
var CONTENT_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";
var CONNECTIONS_MOST = 16;
var NO_ADDRESS = /* @__PURE__ */ new Set(["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"]);
function parseListenAddress(text) {
  const address = parseAddress(text);
  if (address === null || address.port > PORT_MOST) {
    const why2 = address === null ? ", which is neither a port nor HOST:PORT" : `: the largest port is ${PORT_MOST}`;
    throw new PlumblineError("usage", `metrics: got ${JSON.stringify(text)}${why2}`, {
      remedy: "give a port of this machine such as 9464, or HOST:PORT where others may read, such as 0.0.0.0:9464"
    });
  }
  return { ...address, host: address.host ?? "127.0.0.1" };
}
async function serveMetrics(address, text) {
  const server = createServer((request, response) => {
    const why2 = misdirected(server.address(), request.headers.host);
    if (why2 !== null) {
      response.writeHead(421, { "content-type": "text/plain; charset=utf-8" }).end(`${why2}
`);
      return;
    }
    const asks = request.method === "GET" || request.method === "HEAD";
    if (!asks || requestPath(request.url) !== "/metrics") {
      response.writeHead(asks ? 404 : 405, { "content-type": "text/plain; charset=utf-8" });
      response.end("the numbers of the load that runs: GET /metrics\n");
      return;
    }
    response.writeHead(200, { "content-type": CONTENT_TYPE, "cache-control": "no-store" });
    response.end(request.method === "HEAD" ? "" : text());
  });
  server.maxConnections = CONNECTIONS_MOST;
  await listening(server, address);
  const { address: host, family, port } = server.address();
  return {
    url: `http://${family === "IPv6" ? `[${host}]` : host}:${port}/metrics`,
    close: async () => {
      const closed = new Promise((resolve3) => server.close(resolve3));
      server.closeAllConnections();
      await closed;
    }
  };
}
function requestPath(target = "") {
  const base2 = "http://localhost";
  return URL.canParse(target, base2) ? new URL(target, base2).pathname : null;
}
async function listening(server, { host, port }) {
  try {
    await new Promise((resolve3, reject) => {
      server.once("error", reject);
      server.listen({ host, port }, resolve3);
    });
  } catch (error) {
    const { code: code2 = "", message } = error;
    const why2 = code2 === "EADDRINUSE" ? "something listens there already" : message;
    const place = `${host.includes(":") ? `[${host}]` : host}:${port}`;
    throw new PlumblineError("usage", `metrics: cannot listen on ${place}: ${why2}`, {
      remedy: NO_ADDRESS.has(code2) ? "use an address of this machine, such as 127.0.0.1; 0.0.0.0 or [::] is all of them" : "use another port; 0 takes a free one, and prints it",
      cause: error
    });
  }
  server.on("error", () => void 0);
}

// src/io/telemetry/live.ts
async function goLive({ metrics, otlp, otlpHeaders: otlpHeaders2 = {} }, note) {
  if (!metrics && !otlp) return null;
  const run = randomUUID();
  const startedNs = wallNs();
  let what = null;
  let stage = null;
  let load = NO_LOAD;
  const families = () => liveFamilies(run, what, stage, load, performance.now());
  const ends = [];
  if (otlp) {
    const request = () => what === null && stage === null ? null : otlpRequest(families(), { startedNs, nowNs: wallNs() });
    ends.push(tellCollector(otlp, otlpHeaders2, request, note));
  }
  if (metrics) ends.push(await serveMetrics(parseListenAddress(metrics), () => openMetricsText(families())));
  note(`numbers while it runs: ${ends.map(({ url }) => url).join(", ")} (run ${run})`);
  return {
    watcher: {
      run,
      begins(begun) {
        what = { run, ...begun };
      },
      stage(text) {
        stage = { stage: plainLine(text), share: null };
      },
      share(share) {
        if (stage !== null) stage = { ...stage, share };
      },
      load(source, interval) {
        load = withInterval(load, source, interval, performance.now());
      }
    },
    close: async () => {
      for (const end of ends) await end.close();
    }
  };
}
function wallNs() {
  return BigInt(Date.now()) * 1000000n;
}
function openMetricsText(families) {
  return `${[...families.flatMap(familyLines), "# EOF"].join("\n")}
`;
}
function familyLines({ name, help, kind, unit, points: points2 }) {
  const sample = kind === "counter" ? `${name}_total` : name;
  return [
    `# TYPE ${name} ${kind}`,
    ...unit === "" ? [] : [`# UNIT ${name} ${unit}`],
    `# HELP ${name} ${escapedLabel(help)}`,
    ...points2.map(({ labels, value }) => `${sample}{${labelText(labels)}} ${value}`)
  ];
}
function labelText(labels) {
  return Object.entries(labels).map(([name, value]) => `${name}="${escapedLabel(value)}"`).join(",");
}
function escapedLabel(text) {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
var CUMULATIVE = 2;
var UNITS = { "": "", seconds: "s", ratio: "1" };
function otlpRequest(families, span) {
  const metrics = families.flatMap((family) => family.points.length === 0 ? [] : [metric(family, span)]);
  return {
    resourceMetrics: [
      {
        resource: { attributes: attributes({ "service.name": "plumbline", "service.version": VERSION }) },
        scopeMetrics: [{ scope: { name: "plumbline", version: VERSION }, metrics }]
      }
    ]
  };
}
function metric({ name, help, kind, unit, points: points2 }, span) {
  const dataPoints = points2.map(({ labels, value }) => ({
    attributes: attributes(labels),
    startTimeUnixNano: String(span.startedNs),
    timeUnixNano: String(span.nowNs),
    asDouble: value
  }));
  const head2 = { name, description: help, unit: UNITS[unit] };
  return kind === "gauge" ? { ...head2, gauge: { dataPoints } } : { ...head2, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints } };
}
function attributes(labels) {
  return Object.entries(labels).map(([key, value]) => ({ key, value: { stringValue: value } }));
}

// src/io/telemetry/otlp-headers.ts
var VARIABLES = ["OTEL_EXPORTER_OTLP_METRICS_HEADERS", "OTEL_EXPORTER_OTLP_HEADERS"];
var NAME = /^[\w!#$%&'*+.^`|~-]+$/;
var VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
function otlpHeaders(env) {
  const variable = VARIABLES.find((name) => (env[name] ?? "").trim() !== "");
  if (variable === void 0) return {};
  const entries = env[variable].split(",").map((entry) => entry.trim());
  return Object.fromEntries(
    entries.flatMap((entry, index) => entry === "" ? [] : [headerOf(entry, index + 1, variable)])
  );
}
function headerOf(entry, place, variable) {
  const end = entry.indexOf("=");
  const name = entry.slice(0, Math.max(0, end)).trim();
  if (!NAME.test(name)) throw headerRefusal(`${variable}: entry ${place} is not NAME=VALUE`);
  const value = percentDecoded(entry.slice(end + 1).trim());
  if (!VALUE.test(value)) throw headerRefusal(`${variable}: the value of ${name} cannot be a header's`);
  return [name, value];
}
function headerRefusal(message) {
  return new PlumblineError("usage", message, {
    remedy: "write NAME=VALUE, with commas between entries, and percent-encode what is special in a value: a space is %20, as in Bearer%20TOKEN"
  });
}

// src/pipeline/invocation/telemetry.ts
async function whileWatched({ metrics, otlp }, env, progress, work2) {
  const audience = { metrics, otlp, ...otlp ? { otlpHeaders: otlpHeaders(env) } : {} };
  const live = await goLive(audience, (text) => progress.note(text));
  try {
    return await work2(live === null ? progress : watchedBy(live.watcher, progress));
  } finally {
    await live?.close();
  }
}
function watchedBy(watcher, progress) {
  return {
    ...progress,
    watcher,
    stage(text) {
      watcher.stage(text);
      progress.stage(text);
    },
    update(state) {
      watcher.share(state.share);
      progress.update(state);
    }
  };
}

// src/apps/cli/measuring.ts
async function invocationHere(words) {
  return await inRepository(invocationOf(words, environment(), process.cwd()));
}
async function measuring(words, work2, kept) {
  const progress = terminalProgress(process.stderr);
  const watched = (signal) => whileWatched(words, environment(), progress, (watching) => work2(watching, signal));
  return await untilInterrupted(watched, kept).finally(() => progress.end());
}

// src/apps/cli/options.ts
function withFields(command, place) {
  for (const field of fieldsIn(place)) {
    const option2 = new Option2(`--${field.name} <${field.value ?? "value"}>`, field.help);
    if (field.choices !== void 0) option2.choices(field.choices);
    if (field.default !== "") option2.default(field.default);
    command.addOption(option2);
  }
  return command;
}
function wholeNumber(text) {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError2("a whole number from 1");
}
function numberFrom(least, most, { what = "a whole number", isWhole = true } = {}) {
  return (text) => {
    const value = Number(text);
    const isWithin = text.trim() !== "" && value >= least && value <= most;
    if (isWithin && (!isWhole || Number.isInteger(value))) return value;
    throw new InvalidArgumentError2(`${what} from ${least} to ${most}`);
  };
}
function portFrom(least) {
  return numberFrom(least, PORT_MOST, { what: "a port" });
}
function hostAndPort(text) {
  const { host, port } = parseAddress(text) ?? { host: null, port: 0 };
  if (host !== null && port <= PORT_MOST) return { host, port };
  throw new InvalidArgumentError2("a host and a port, such as 10.0.0.1:7000 or [::1]:7000");
}
function durationFrom(least) {
  const leastNs = least === void 0 ? Number.MIN_VALUE : parseDurationNs(least);
  return (text) => {
    const ns = parseDurationNs(text);
    if (ns !== void 0 && ns >= leastNs) return ns;
    const from = least === void 0 ? "" : ` from ${least},`;
    throw new InvalidArgumentError2(`a duration${from} such as 90s, 30m or 2h`);
  };
}
function wordLike(form2, expected) {
  return (text) => {
    if (form2.test(text)) return text;
    throw new InvalidArgumentError2(expected);
  };
}
var repositoryName = wordLike(/^[\w.-]+\/[\w.-]+$/, "a repository such as acme/db");
function listOption(flags, help, checked = String) {
  const add = (value, before) => [...before ?? [], checked(value)];
  return new Option2(flags, help).argParser(add);
}
function isoDate(text) {
  const time2 = /^\d{4}-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time2)) return new Date(time2).toISOString();
  throw new InvalidArgumentError2("a date such as 2026-11-21 or 2026-11-21T08:00:00Z");
}
function sinceWord(text) {
  if (/^\d{4}-\d\d/.test(text)) return { date: isoDate(text) };
  if (/^[^\s-][^\s]*$/.test(text)) return { commit: text };
  throw new InvalidArgumentError2("a date such as 2026-11-21, a tag or a commit");
}
var METRIC_WORDS = `${METRIC_IDS.join(", ")}; or p99:KIND, for one kind of events`;
function metricWord(text) {
  const metric3 = asMetric(text);
  if (metric3 !== null) return metric3;
  throw new InvalidArgumentError2(guessedMetric(text, METRIC_IDS));
}

// src/apps/cli/backfill.ts
function backfillVerb(finish) {
  const command = new Command2("backfill").summary("Add older commits to the history.").description(
    "Measure older commits, each alone and in a worktree of its own, and keep the runs in the store."
  ).argument("<ref...>", "Commits, tags or branches.").option(
    "--branch <name>",
    "Branch whose history the runs belong to (default: baseline.branch in the config file)."
  );
  addHelp(command, {
    examples: [
      ["backfill 3f2a1bc", "add one commit to main's history, measured with today's config file"],
      ["backfill v1.2 v1.3 --branch release", "add two tags to the history of another branch"]
    ],
    outcomes: ["fine", ...MEASURING]
  });
  return withFields(command, "measure").action(async (refs, words) => {
    const invocation = { ...await invocationHere(words), branch: words.branch ?? null };
    const shas = await measuring(
      words,
      (progress, signal) => measureCommits(refs, invocation, progress, signal)
    );
    for (const sha of shas) process.stdout.write(`measured ${sha}
`);
    finish(EXIT_CODE.fine);
  });
}
async function measureCommits(refs, invocation, progress, signal) {
  const { cwd } = invocation;
  const config = await loadConfig(invocation);
  const repository = await askGit(cwd, "rev-parse", "--show-toplevel");
  if (repository === null) {
    throw new PlumblineError("usage", `${cwd} is not in a git repository, so there are no older commits`, {
      remedy: "run in a clone of the repository that is measured"
    });
  }
  const shas = [];
  for (const ref of refs) shas.push(await resolveCommit(cwd, ref));
  const output = path.resolve(cwd, invocation.output);
  await assureWritable(output);
  const inside = path.relative(await realpath(repository), await realpath(cwd));
  const store = await openStore(storeOf(invocation, config), "write", signal);
  try {
    for (const sha of shas) {
      const worktree = await openWorktree(repository, sha, signal);
      try {
        const there = {
          ...invocation,
          cwd: path.join(worktree.tree, inside),
          output,
          branch: invocation.branch ?? config.baseline.branch,
          overrides: { ...invocation.overrides, mode: "history" }
        };
        progress.stage(`commit ${sha.slice(0, 10)}`);
        const { head: head2 } = await measureRuns(config, there, progress, signal);
        await store.save([head2]);
      } finally {
        await worktree.close();
      }
    }
  } finally {
    await store.close();
  }
  return shas;
}
async function resolveCommit(cwd, ref) {
  const sha = ref.startsWith("-") ? null : await askGit(cwd, "rev-parse", "--verify", "--quiet", `${ref}^{commit}`);
  if (sha !== null) return sha;
  throw new PlumblineError("usage", `there is no commit ${JSON.stringify(ref)} in this clone`, {
    remedy: "name a branch, tag or commit id that `git show` knows; git fetch --unshallow brings older ones"
  });
}

// src/apps/cli/bisect.ts
import { isDeepStrictEqual } from "node:util";

// src/stats/bisection.ts
function firstAfter(candidates, measured) {
  const logs = Array.from(
    { length: candidates },
    (_, first) => measured.reduce((sum, { position, value, levels }) => {
      const level = position < first ? levels.before : levels.after;
      return sum + logDensity((value - level) / levelNoise(levels));
    }, 0)
  );
  const most = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
var LEAST_NOISE = 0.02;
function levelNoise({ before, after, noise }) {
  return Math.max(noise, Math.abs(after - before) * LEAST_NOISE);
}
var TAILS = 6;
function logDensity(distance) {
  return -(TAILS + 1) / 2 * Math.log1p(distance ** 2 / TAILS);
}
function nextToMeasure(probabilities, count3) {
  const upTo = [];
  for (const probability of probabilities) upTo.push((upTo.at(-1) ?? 0) + probability);
  const places = Array.from({ length: count3 }, (_, i) => {
    const wanted = (i + 1) / (count3 + 1);
    return upTo.slice(0, -1).reduce(
      (best, share, place) => Math.abs(share - wanted) < Math.abs(upTo[best] - wanted) ? place : best,
      0
    );
  });
  return probabilities.length < 2 ? [] : [...new Set(places)];
}
function entropy(probabilities) {
  return probabilities.reduce((sum, p) => p > 0 ? sum - p * Math.log2(p) : sum, 0);
}
var STEPS = 400;
var REACH = 8;
function information(share, distance) {
  const [low, high] = [-REACH, distance + REACH];
  const width = (high - low) / STEPS;
  let bits = 0;
  for (let step = 0; step < STEPS; step++) {
    const x = low + (step + 0.5) * width;
    const old = normalDensity(x);
    const next = normalDensity(x - distance);
    const mixed = share * next + (1 - share) * old;
    if (next > 0 && share > 0) bits += width * share * next * Math.log2(next / mixed);
    if (old > 0 && share < 1) bits += width * (1 - share) * old * Math.log2(old / mixed);
  }
  return Math.max(0, bits);
}

// src/analysis/history/bisect.ts
var SURE = 0.95;
var AROUND = 3;
function bisectRange(event, points2) {
  const commits = measuredCommits(shiftSeries(points2, event, event.shifts[0]));
  const before = commits.indexOf(event.lastBefore.sha);
  const after = commits.indexOf(event.firstAfter.sha);
  return {
    from: (before < 0 ? void 0 : commits[Math.max(0, before - AROUND + 1)]) ?? event.lastBefore.sha,
    to: (after < 0 ? void 0 : commits[Math.min(commits.length - 1, after + AROUND - 1)]) ?? event.firstAfter.sha
  };
}
function eventUpTo(events2, points2, at) {
  const commits = measuredCommits(points2);
  const end = commits.findIndex((sha) => sha.startsWith(at));
  const places = events2.map(({ firstAfter: firstAfter2 }) => commits.indexOf(firstAfter2.sha));
  const newest = Math.max(-1, ...places.filter((place) => place <= end));
  return events2[places.indexOf(newest)] ?? null;
}
function bisectPlan(event, points2, commits, count3) {
  const shift = event.shifts[0];
  const places = new Map(commits.map(({ sha }, place) => [sha, place]));
  const old = knownKinds(event, points2);
  const now2 = kindNow(event, points2, places, old);
  const isClear = now2?.ends.state === "clear";
  const measured = [...old, ...isClear ? [now2] : []].flatMap(({ runs, levels }) => {
    const scale = scaleOfValues(runs);
    return runs.filter(({ commit }) => places.has(commit)).map(({ commit, value }) => ({ position: places.get(commit), value: scale(value), levels }));
  });
  const probabilities = firstAfter(commits.length, measured);
  const likeliest = probabilities.indexOf(Math.max(...probabilities));
  const isFound = probabilities[likeliest] >= SURE;
  const next = isFound ? [] : now2?.ends.state === "short" ? endsFirst(now2.ends, count3) : nextToMeasure(probabilities, count3).map((place) => commits[place].sha);
  const distance = distanceOf(isClear ? now2.levels : old[0].levels);
  return {
    event,
    shift,
    distance,
    ends: now2?.ends ?? null,
    candidates: commits.map(
      ({ sha, subject }, place) => ({
        sha,
        subject,
        runs: measured.filter(({ position }) => position === place).length,
        probability: probabilities[place],
        isNext: next.includes(sha)
      })
    ),
    next,
    found: isFound ? commits[likeliest].sha : null,
    runsLeft: isFound ? 0 : runsLeft(probabilities, distance)
  };
}
function knownKinds(event, points2) {
  const [clearest] = event.shifts;
  const same = event.shifts.filter(
    ({ workload: workload2, metric: metric3 }) => workload2 === clearest.workload && metric3 === clearest.metric
  );
  const kinds = same.filter(
    ({ fingerprint }, i) => same.findIndex((shift) => shift.fingerprint === fingerprint) === i
  );
  return kinds.map((shift) => {
    const runs = shiftSeries(points2, event, shift);
    const scale = scaleOfValues(runs);
    const levels = { before: scale(shift.before), after: scale(shift.after), noise: shift.noise };
    return { fingerprint: shift.fingerprint, runs, levels };
  });
}
function scaleOfValues(runs) {
  return runs.every(({ value }) => value > 0) ? Math.log : (value) => value;
}
function kindNow(event, points2, places, known2) {
  const shift = event.shifts[0];
  const { from, to } = bisectRange(event, points2);
  const newest = points2.filter((point) => isOfShift(point, event, shift) && (point.commit === from || places.has(point.commit))).filter(({ arm }) => arm === "head" || arm === shift.arm).reduce((a, b) => a !== null && a.measuredAt > b.measuredAt ? a : b, null);
  if (newest === null || known2.some(({ fingerprint: fingerprint2 }) => fingerprint2 === newest.fingerprint)) return null;
  const { fingerprint } = newest;
  const runs = shiftSeries(points2, event, { ...shift, arm: "head", fingerprint });
  const scale = scaleOfValues(runs);
  const at = (sha) => runs.filter(({ commit }) => commit === sha).map(({ value }) => scale(value));
  const [before, after] = [at(from), at(to)];
  const levels = endLevels(before, after);
  const worth = { from, to, runs: { from: before.length, to: after.length }, need: FEWEST_AT_END };
  return { fingerprint, runs, levels, ends: { ...worth, state: rangeState(before, after, levels, shift) } };
}
var FEWEST_AT_END = 4;
var MOST_AT_END = 8;
var DIFFERENT = 0.01;
function endLevels(before, after) {
  if (Math.min(before.length, after.length) < FEWEST_AT_END) return { before: 0, after: 0, noise: 0 };
  const clipped = clipOutliers([...before, ...after]);
  const [low, high] = [clipped.slice(0, before.length), clipped.slice(before.length)];
  const squares = (low.length - 1) * variance(low) + (high.length - 1) * variance(high);
  return {
    before: mean(low),
    after: mean(high),
    noise: Math.sqrt(squares / (before.length + after.length - 2))
  };
}
function rangeState(before, after, levels, shift) {
  const fewest = Math.min(before.length, after.length);
  if (fewest < FEWEST_AT_END) return "short";
  const count3 = before.length + after.length;
  const error = levels.noise * Math.sqrt(1 / before.length + 1 / after.length);
  const difference = tShift(levels.after - levels.before, error, count3 - 2, levels.noise, count3);
  const p = shift.after > shift.before ? difference.pAbove(0) : difference.pBelow(0);
  if (p <= DIFFERENT) return "clear";
  return fewest < MOST_AT_END ? "short" : "alike";
}
function endsFirst({ from, to, runs }, count3) {
  return (runs.from <= runs.to ? [from, to] : [to, from]).slice(0, count3);
}
function shiftSeries(points2, event, shift) {
  const { arm, fingerprint } = shift;
  return points2.filter(
    (point) => isOfShift(point, event, shift) && point.arm === arm && point.fingerprint === fingerprint
  );
}
function isOfShift(point, { suite, branch }, { workload: workload2, metric: metric3 }) {
  return point.suite === suite && point.branch === branch && point.workload === workload2 && point.metric === metric3;
}
function measuredCommits(series2) {
  return [...new Set(series2.map(({ commit }) => commit))];
}
function distanceOf({ before, after, noise }) {
  return noise === 0 ? MOST_DISTANT : Math.min(MOST_DISTANT, Math.abs(after - before) / noise);
}
var MOST_DISTANT = 20;
function runsLeft(probabilities, distance) {
  const open4 = entropy(probabilities) - entropy([SURE, 1 - SURE]);
  return Math.max(1, Math.ceil(open4 / information(0.5, distance)));
}

// src/io/git/range.ts
async function commitsAfter(folder, from, to) {
  const line = await git(folder, ["merge-base", "--is-ancestor", from, to]);
  const shown = line.ok ? await git(folder, ["log", "--first-parent", "--reverse", "--format=%H%x00%s", `${from}..${to}`]) : line;
  if (!shown.ok) {
    throw new PlumblineError("usage", `${from} does not lead to ${to} in this clone: ${shown.reason}`, {
      remedy: "run in a clone of the measured repository with its whole history: git fetch --unshallow"
    });
  }
  return shown.text.split("\n").filter((text) => text !== "").map((text) => {
    const [sha, subject] = text.split("\0");
    return { sha, subject: subject ?? "" };
  });
}

// src/report/terminal/bisect.ts
var SHA_LENGTH = 10;
var COLUMNS = [left(""), left("commit"), right("runs"), right("changed here"), left("subject")];
function renderBisect(plan) {
  const candidates = plan.candidates.map(({ sha, subject, runs, probability, isNext }) => [
    isNext ? "next" : sha === plan.found ? "found" : "",
    sha.slice(0, SHA_LENGTH),
    String(runs),
    formatPercent(probability),
    shortenedSubject(oneLine(subject))
  ]);
  const lines = [
    ...sumLines(plan),
    headlineOf(plan),
    "",
    ...tableLines({ columns: COLUMNS, rows: candidates }),
    "",
    ...bisectConclusion(plan)
  ];
  return lines.map((line) => line.trimEnd()).join("\n");
}
var WEIGHED_MOST = 5;
function sumLines({ sum, event }) {
  if (sum === void 0) return [];
  const { total, steps } = sum;
  const shown = steps.slice(0, WEIGHED_MOST).map(({ effect, low, high, head: head2 }) => {
    const interval = { low, high };
    return [
      formatChange(effect, interval),
      formatChangeInterval(interval, effect),
      head2.sha.slice(0, SHA_LENGTH),
      shortenedSubject(oneLine(head2.subject ?? ""))
    ];
  });
  const columns = [right("change"), left(""), left("commit"), left("subject")];
  return [
    `${oneLine(event.branch ?? "the branch")} since ${total.since.sha.slice(0, SHA_LENGTH)}: ${sumText(total)}. Its heaviest changes:`,
    "",
    ...tableLines({ columns, rows: shown }),
    "",
    "The heaviest first:",
    ""
  ];
}
function headlineOf({ event, shift, candidates }) {
  const size = shift.effect === null ? "" : ` ${formatChange(shift.effect)}`;
  const where = event.branch === null ? "" : ` on ${oneLine(event.branch)}`;
  return `${metricInfo(shift.metric).label} of ${oneLine(shift.workload)}${size} (${shift.direction})${where}: ${plural(candidates.length, "commit")} may be the first`;
}
function bisectConclusion(plan) {
  const { found, next, event } = plan;
  if (found !== null) return [`${found} changed the level.`];
  const commits = next.map((sha) => sha.slice(0, SHA_LENGTH));
  const branch = event.branch === null ? "" : ` --branch ${event.branch}`;
  return [...reasonsOf(plan), `  plumbline backfill ${commits.join(" ")}${branch}`];
}
function reasonsOf({ distance, runsLeft: runsLeft2, ends }) {
  const far = `${formatDecimals(distance, 1)} standard deviations of a run apart: about ${plural(runsLeft2, "more run")}. Next:`;
  if (ends?.state === "short") {
    const { from, to, runs, need } = ends;
    const have = `${from.slice(0, SHA_LENGTH)} has ${runs.from}, ${to.slice(0, SHA_LENGTH)} has ${runs.to}`;
    return [
      "The newest run was made under other conditions than those that showed the change (mode, machine, versions or options).",
      `The levels of such runs are known from ${need} or more at both ends of the range (${have}). Next:`
    ];
  }
  const alike = ends?.state === "alike" ? [
    "The newest runs were made under other conditions, in which the change does not show: they do not count."
  ] : [];
  return [...alike, `The levels lie ${far}`];
}

// src/apps/cli/bisect.ts
var SEARCHED = 2e4;
function bisectVerb(finish) {
  const command = withFields(withOptions(new Command2("bisect")), "measure");
  addHelp(command, {
    examples: [
      ["bisect --plan", "where is the newest regression, and which commits should be measured next?"],
      [
        "bisect --plan --at 1a9420e --count 4",
        "plan four commits for four machines, to find the cause of one change"
      ],
      ["bisect", "measure here, one commit after the other, until one is left"]
    ],
    outcomes: ["fine", ...MEASURING]
  });
  return command.action(async (words) => {
    const plan = await makeBisectPlan(words, (events2, points2) => findEvent(events2, points2, words.at));
    const last = words.plan === true || plan === null ? plan : await narrow(plan, words);
    const none = plan === null ? NOTHING : GONE;
    process.stdout.write(
      `${words.format === "json" ? JSON.stringify(last, null, 2) : planText(last, none)}
`
    );
    finish(EXIT_CODE.fine);
  });
}
function withOptions(command) {
  return command.summary("Find the commit that shifted a metric.").description(
    "Find the commit that shifted a metric: measure the most informative commit, and repeat until one is left."
  ).option("--plan", "Only print which commits to measure next.").option("--at <commit>", "Newest change up to this commit (default: the newest change for the worse).").option("--suite <name>", "Only this suite.").option("--workload <name>", "Only this workload.").addOption(
    new Option2("--metric <metric>", "Only this metric (`plumbline help history` lists them).").argParser(
      metricWord
    )
  ).option("--branch <name>", "Only the history of this branch.").option("--count <n>", "Number of commits to measure at a time, for as many machines.", wholeNumber, 1).addOption(
    new Option2("--format <format>", "Format of the plan.").choices(["table", "json"]).default("table")
  );
}
function planText(plan, none) {
  return plan === null ? none : renderBisect(plan);
}
var NOTHING = "no change of level for the worse to look into";
var GONE = "the change is gone from the history, now that more is measured";
async function narrow(first, words) {
  const invocation = { ...await invocationHere(words), branch: first.event.branch };
  return await measuring(words, async (progress, signal) => {
    let plan = first;
    for (let round = 0; plan.next.length > 0 && round < MOST_ROUNDS; round++) {
      await measureCommits(plan.next, invocation, progress, signal);
      const after = await makeBisectPlan(words, (events2) => sameEvent(events2, first), signal);
      if (after === null) return null;
      assureProgress(plan, after);
      plan = after;
    }
    return plan;
  });
}
var MOST_ROUNDS = 30;
function assureProgress(before, after) {
  const { shift, next, ends } = after;
  const what = `${metricInfo(shift.metric).label} of ${shift.workload}`;
  if (ends?.state === "alike") {
    throw new PlumblineError(
      "usage",
      `the change of ${what} does not show here: ${ends.runs.from} runs of ${ends.from} and ${ends.runs.to} of ${ends.to} do not differ beyond their noise`,
      { remedy: "run on a machine like the one that showed it, or name another --metric or --workload" }
    );
  }
  if (!isDeepStrictEqual(before, after)) return;
  throw new PlumblineError("usage", `${next.join(", ")} was measured, but not its ${what}`, {
    remedy: "add that workload to the config file, and measure where the metric is available (server CPU needs a server that Plumbline starts)"
  });
}
async function repositoryHere(words, store) {
  const { origin } = await invocationHere(words);
  const isKnown = (await store.suites()).some(({ repository }) => repository === origin.repository);
  return isKnown && origin.repository !== null ? { repository: origin.repository } : {};
}
async function makeBisectPlan(words, choose, signal) {
  const cwd = process.cwd();
  const store = await openExisting(await historyLocation(words, environment(), cwd), "read", signal);
  try {
    const { suite, workload: workload2, metric: metric3, branch } = words;
    const about = {
      ...await repositoryHere(words, store),
      ...suite === void 0 ? {} : { suite },
      ...branch === void 0 ? {} : { branch }
    };
    const series2 = {
      ...workload2 === void 0 ? {} : { workload: workload2 },
      ...metric3 === void 0 ? {} : { metric: metric3 }
    };
    const points2 = await store.history({ ...about, ...series2, limit: SEARCHED });
    const found = await changesAround(store, { ...about, ...series2 });
    const sums = await openSums(
      store,
      { ...about, ...series2 },
      found.filter(({ open: open4 }) => open4)
    );
    const all = [...found, ...sums.map((each) => each.event)];
    const event = choose(
      all.filter(({ cause }) => cause === "commit").toSorted((a, b) => changeTime(a) - changeTime(b)),
      points2
    );
    if (event === null) return null;
    const { from, to } = bisectRange(event, points2);
    const plan = bisectPlan(event, points2, await commitsAfter(cwd, from, to), words.count);
    const summed = sums.find((each) => each.event === event);
    return summed === void 0 ? plan : { ...plan, sum: summed.sum };
  } finally {
    await store.close();
  }
}
function findEvent(events2, points2, at) {
  if (at === void 0) return events2.findLast(({ shifts }) => shifts[0].direction === "worse") ?? null;
  const event = eventUpTo(events2, points2, at);
  if (event !== null) return event;
  const known2 = events2.map(({ firstAfter: firstAfter2 }) => firstAfter2.sha.slice(0, 10));
  throw new PlumblineError("usage", `the history has no change of level up to ${at}`, {
    remedy: known2.length === 0 ? "name a branch with a longer history (--branch)" : `name one of its changes: ${known2.join(", ")}`
  });
}
function sameEvent(events2, { event, shift, candidates }) {
  const { direction } = event.shifts[0];
  const among = events2.filter(
    ({ firstAfter: firstAfter2, shifts }) => shifts[0].direction === direction && candidates.some(({ sha }) => sha === firstAfter2.sha)
  );
  const inSameRuns = among.findLast(({ shifts }) => shifts[0].fingerprint === shift.fingerprint);
  return inSameRuns ?? among.at(-1) ?? null;
}

// src/apps/cli/cache.ts
var OUTCOMES = [
  "fine",
  "usage",
  ["internal", "the folder cannot be read or written"]
];
function cacheVerb(finish) {
  const command = new Command2("cache").helpCommand(false).description("List or remove the loaded data that is kept between runs.");
  for (const part of [listVerb, cachePruneVerb, pathVerb]) command.addCommand(part(finish));
  return addHelp(command, {
    examples: [
      ["cache list", "show what is kept, and when it was last used"],
      ["cache prune --keep 5GB", "remove the least recently used data, down to 5 GB"],
      ["cache path", "print the folder, for example for a workflow's cache step"]
    ],
    outcomes: OUTCOMES
  });
}
function listVerb(finish) {
  const command = new Command2("list").description("List the kept data, most recently used first.").option("--long", "Show all options of the loaded data.");
  addHelp(command, {
    examples: [
      ["cache list", "show size, last use, tables and numbers of rows"],
      ["cache list --long", "show why there are two entries of the same tables"]
    ],
    outcomes: OUTCOMES
  });
  return command.action(async (options) => {
    const entries = await (await openKeptClusters()).list();
    for (const line of cacheLines(entries, options)) process.stdout.write(`${line}
`);
    process.stdout.write(`${totalText(entries)} in ${keptFolder()}
`);
    finish(EXIT_CODE.fine);
  });
}
function cachePruneVerb(finish) {
  const command = new Command2("prune").description("Remove the least recently used data. Data in use by a run stays.").option("--keep <size>", "Bytes to keep, for example 5GB.", "0B");
  addHelp(command, {
    examples: [
      ["cache prune", "remove everything"],
      ["cache prune --keep 5GB", "remove the least recently used data, down to 5 GB"]
    ],
    outcomes: OUTCOMES
  });
  return command.action(async ({ keep }) => {
    const bytes = parseBytes(keep);
    if (bytes === void 0) {
      throw new PlumblineError("usage", `--keep: got ${JSON.stringify(keep)}`, {
        remedy: "write a size such as 5GB or 512MiB"
      });
    }
    const kept = await openKeptClusters();
    const removed = await kept.prune(bytes).catch(async (error) => {
      throw error instanceof PlumblineError ? error : await unusablePlace(keptFolder(), error);
    });
    const left2 = await kept.list();
    const isTooMuch = left2.reduce((sum, entry) => sum + entry.bytes, 0) > bytes;
    process.stdout.write(`${prunedText(removed, isTooMuch ? left2.filter(({ isUsed }) => isUsed) : [])}
`);
    finish(EXIT_CODE.fine);
  });
}
function pathVerb(finish) {
  const command = new Command2("path").description("Print the folder of the kept data.");
  addHelp(command, {
    examples: [["cache path", "print the folder; it is below $XDG_CACHE_HOME if that is set"]],
    outcomes: OUTCOMES
  });
  return command.action(() => {
    process.stdout.write(`${keptFolder()}
`);
    finish(EXIT_CODE.fine);
  });
}
async function openKeptClusters() {
  return await KeptClusters.openOrThrow({ folder: keptFolder(), mostBytes: 0, note: () => void 0 });
}
function cacheLines(entries, { long = false } = {}) {
  return entries.map(({ name, about, bytes, usedAt, isUsed }) => {
    const used = isUsed ? "in use" : `used ${usedAt.slice(0, 16).replace("T", " ")}`;
    const what = long ? about : shortOf(about);
    return `${name.slice(0, 8)}  ${formatBytes(bytes).padStart(9)}  ${used.padEnd(21)}  ${what}`;
  });
}
var COUNTS = [
  "tables",
  "table-size",
  "warehouses",
  "scale",
  "record-count",
  "insert-count",
  "num-unique-keys",
  "max-written-key"
];
function shortOf(about) {
  const [version = "", ...loads2] = about.split("; ");
  const number = /\d+(?:\.\d+)*/.exec(version)?.[0];
  const counted = loads2.map(
    (load) => load.split(" ").filter((word) => !word.includes("=") || COUNTS.includes(word.split("=")[0])).join(" ")
  );
  return [number === void 0 ? version : `PostgreSQL ${number}`, ...counted].join("; ");
}
function prunedText(removed, used) {
  const text = `removed ${totalText(removed)}`;
  if (used.length === 0) return text;
  return `${text}; ${totalText(used)}, ${used.length === 1 ? "stays, since a run uses it" : "stay, since runs use them"}`;
}
function totalText(entries) {
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  return `${plural(entries.length, "entry", "entries")}, ${formatBytes(bytes)}`;
}

// src/apps/cli/capacity.ts
import path2 from "node:path";

// src/report/terminal/capacity.ts
function capacitiesText({ capacities = [] }, width) {
  const lines = capacityTable(capacities).rows.map(capacityLine);
  return lines.map((line) => wrapped(line, width).join("\n  ")).join("\n");
}
function capacityText(summary) {
  const { workload: workload2, of, size, endedBecause, searches } = summary;
  const [first, ...others] = searches;
  const isSingle = others.length === 0;
  const trials = isSingle ? plural(first.trials.length, "trial") : null;
  const why2 = endedBecause === null || isSingle ? "" : `: ${endedBecause}`;
  const counted = `${foundText(summary)} ${isSingle ? "session" : "sessions"}`;
  const sessions = [counted, ...trials === null ? [] : [trials]].join(", ");
  const said = size === null ? `${sizeNotFound(of, summary)}${why2}${trials === null ? "" : ` (${trials})`}` : `${capacityLoad(of, size)} (95 %: ${capacityRange(of, summary)}; ${sessions})`;
  const more = isSingle ? trialNotes(first).map((note) => `  ${note}`) : searches.map(sessionLine);
  return [`${workload2}: ${said}`, ...more].join("\n");
}
function sessionLine(search, index) {
  const { of, size, low, high, trials } = search;
  const isOpen = low === null && high === null;
  const range = isOpen ? "" : ` (${capacityRange(of, { low, high })})`;
  const found = size === null ? "not found" : capacityLoad(of, size);
  const after = `after ${plural(trials.length, "trial")}`;
  return `  session ${index + 1}: ${found}${range} ${[after, ...trialNotes(search)].join("; ")}`;
}
function trialNotes({ of, trials, endedBecause }) {
  const invalid = trials.filter(({ outcome }) => outcome === "invalid");
  const why2 = invalid.at(-1)?.because;
  const spoilt = `${plural(invalid.length, "invalid trial")}: ${why2}`;
  if (invalid.length > 0 && why2 === endedBecause)
    return [`ended early by ${spoilt}`, ...limiting(of, trials)];
  return [
    ...invalid.length === 0 ? [] : [spoilt],
    ...endedBecause === void 0 ? [] : [`ended early: ${endedBecause}`],
    ...limiting(of, trials)
  ];
}
function limiting(of, trials) {
  const failed = trials.filter(({ outcome }) => outcome === "fails").toSorted((a, b) => a.size - b.size);
  const [least] = failed;
  return least === void 0 ? [] : [`${capacityLoad(of, least.size)} failed: ${least.because}`];
}

// src/apps/cli/capacity.ts
function capacityVerb(finish) {
  const command = new Command2("capacity").summary("Find the largest load that keeps its limits.").description(
    "Find the largest load at which head keeps its limits, and keep the run in the store (docs/how-to/capacity.md)."
  ).argument("[workload...]", "Workloads of the config file (default: those with a `capacity`).").option(
    "--of <option>",
    "Option to search over: rate, threads ... (default: that of the config file, else rate)."
  ).option(
    "--limit <metric=duration...>",
    "Latency limits, for example p99=20ms (default: those of the config file)."
  ).option(
    "--budget <duration>",
    "Time that all searches may take together, for example 10m. The answer is what is known by then.",
    durationFrom()
  );
  addHelp(command, {
    examples: [
      ["capacity", "search for each workload that has a `capacity` in plumbline.yml"],
      [
        "capacity checkout --of threads --limit p99=20ms",
        "search over connections, without a `capacity` in plumbline.yml"
      ],
      ["capacity --sessions 3", "use three fresh servers"],
      [
        "capacity checkout --budget 5m",
        "search for five minutes at most; the interval shows how exact the answer is"
      ],
      ["history --metric capacity", "print the capacities found so far"]
    ],
    outcomes: ["fine", ...MEASURING]
  });
  return withFields(command, "measure").action(async (names3, words) => {
    const invocation = await invocationHere(words);
    const { of, limit: limits, budget } = words;
    const asked = { of, limits, budget };
    const config = searching(await loadConfig(invocation), names3, asked);
    const head2 = await measuring(
      words,
      (progress, signal) => searchAndReport(config, invocation, progress, signal)
    );
    for (const workload2 of head2.workloads) {
      const summary = summarizeCapacity(workload2);
      if (summary !== null) process.stdout.write(`${capacityText(summary)}
`);
    }
    finish(EXIT_CODE.fine);
  });
}
async function searchAndReport(config, invocation, progress, signal) {
  await assureWritable(path2.resolve(invocation.cwd, invocation.output));
  const store = await openStore(storeOf(invocation, config), "write", signal);
  try {
    const near = await nearLastCapacities(config, invocation, store);
    const overrides = { ...near.overrides, mode: "history" };
    const { head: head2 } = await measureRuns(config, { ...near, overrides }, progress, signal);
    await store.save([head2]);
    return head2;
  } finally {
    await store.close();
  }
}
function searching(config, names3, asked) {
  const known2 = config.workloads.map(({ name }) => name);
  const unknown = names3.find((name) => !known2.includes(name));
  if (unknown !== void 0) {
    const guess = nearest(unknown, known2);
    throw new PlumblineError("usage", `unknown workload ${JSON.stringify(unknown)}`, {
      remedy: guess === void 0 ? `name one of ${known2.join(", ")}` : `did you mean ${guess}?`
    });
  }
  const entries = config.workloads.map((workload2, position) => ({
    workload: { ...workload2, capacity: withAsked(workload2.capacity, asked) },
    place: config.places.workloads[position]
  }));
  const chosen = entries.filter(
    ({ workload: { name, capacity } }) => names3.length === 0 ? capacity !== void 0 : names3.includes(name)
  );
  const without = chosen.find(({ workload: workload2 }) => workload2.capacity === void 0);
  if (chosen.length === 0 || without !== void 0) {
    const whose = without === void 0 ? "no workload" : `workload ${without.workload.name}`;
    throw new PlumblineError(
      "usage",
      `${whose} has ${without === void 0 ? "a" : "no"} capacity to search: no limit is known`,
      {
        remedy: "give --limit p99=20ms, or write `capacity: { limits: { p99: 20ms } }` under the workload"
      }
    );
  }
  const places = { ...config.places, workloads: chosen.map(({ place }) => place) };
  const workloads = chosen.map(({ workload: workload2 }) => withBudget(workload2, asked, chosen.length));
  return { ...config, workloads, places };
}
function withBudget({ capacity, ...workload2 }, { budget }, workloads) {
  if (budget === void 0 || capacity === void 0) return { capacity, ...workload2 };
  const share = budget / workloads;
  if (share >= capacity.seconds * 1e9) return { ...workload2, capacity: { ...capacity, budget: share } };
  throw new PlumblineError(
    "usage",
    `--budget: no trial of ${workload2.name}, ${capacity.seconds} s, fits into it`,
    {
      remedy: "give it more time, or make `capacity.seconds` of the workload smaller"
    }
  );
}
function withAsked(capacity, { of, limits }) {
  if (of === void 0 && limits === void 0) return capacity;
  if (capacity === void 0 && limits === void 0) return void 0;
  const base2 = searchedBy(capacity ?? CapacityFields.parse({ limits: { p99: "1s" } }), of);
  if (limits === void 0) return base2;
  const parsed2 = CapacityFields.safeParse({ limits: Object.fromEntries(limits.map(parseLimit)) });
  if (!parsed2.success) {
    throw new PlumblineError(
      "usage",
      `--limit: ${parsed2.error.issues.map(({ message }) => message).join("; ")}`,
      {
        remedy: "write a latency and a duration, for example --limit p99=20ms"
      }
    );
  }
  return { ...base2, limits: parsed2.data.limits };
}
function searchedBy(fields, of) {
  if (of === void 0 || of === fields.of) return fields;
  const { start: _start, most: _most, ...rest } = fields;
  return { ...rest, of };
}
function parseLimit(text) {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new PlumblineError("usage", `--limit: expected METRIC=DURATION, got ${JSON.stringify(text)}`, {
    remedy: "write, for example, --limit p99=20ms, with the workloads before it"
  });
}

// src/apps/cli/capture.ts
import path6 from "node:path";

// src/ingest/capture/parents.ts
function withOwnParents(unit, all, facts) {
  let offset = 0;
  for (const step of unit.steps) {
    for (const [slot, place] of step.shape.slots.entries()) {
      const column = place.inserts ? columnType(facts, step.shape, place) : null;
      const target = column !== null && facts.singles.has(column) ? facts.references.get(column) : void 0;
      const isWritten = isOneRow(step) && step.values[slot].kind !== null;
      if (target === void 0 || !isWritten) continue;
      const [table, key] = target.split(/\.(?=[^.]*$)/);
      const subjects = unit.steps.map(({ shape }) => shape.subject);
      if (subjects.some((each) => each.verb === "insert" && each.table === table)) continue;
      const parent = parentUnit(table, key, all);
      if (parent !== null) return withOwnParents(withParent(parent, unit, offset + slot, key), all, facts);
    }
    offset += step.values.length;
  }
  return unit;
}
function isOneRow({ repeats, lengths }) {
  return repeats.value === 1 && lengths.every(({ value }) => value === 1);
}
function parentUnit(table, key, all) {
  const known2 = all.filter(({ steps: [step, ...others] }) => {
    const { subject, slots } = step.shape;
    const hasKey = subject.returns.includes(key) || slots.some((each) => each.inserts && each.column === key);
    return others.length === 0 && subject.table === table && hasKey && isOneRow(step);
  });
  return known2.toSorted((a, b) => b.count - a.count)[0] ?? null;
}
function withParent(parent, unit, at, key) {
  const { values, shape } = parent.steps[0];
  const given = shape.slots.findIndex(({ column }) => column === key);
  const own = unit.links.map(
    (link) => given >= 0 && link === unit.links[at] ? given : link + values.length
  );
  return { ...unit, steps: [...parent.steps, ...unit.steps], links: [...parent.links, ...own] };
}

// src/ingest/capture/links.ts
function plainColumn(column) {
  return column === null ? "a value" : column.replace(/[^\w .-]+/g, "_");
}
function linksByKey({ steps, links }, facts) {
  const keys = steps.flatMap(({ shape }) => shape.slots.map((slot) => keyThere(facts, shape, slot)));
  const firsts = /* @__PURE__ */ new Map();
  return links.map((link, at) => {
    const key = keys[at];
    if (key === null || keys[link] === null || key === keys[link]) return link;
    const first = firsts.get(`${link} ${key}`) ?? at;
    firsts.set(`${link} ${key}`, first);
    return first;
  });
}
function returnedValues({ steps, links, count: count3 }, offsets, facts) {
  const found = /* @__PURE__ */ new Map();
  for (const [from, { shape, repeats, lengths }] of steps.entries()) {
    const isOne = repeats.value === 1 && lengths.every(({ value }) => value === 1);
    if (!isOne) continue;
    for (const column of shape.subject.returns) {
      for (const [to, step] of steps.entries()) {
        if (to <= from) continue;
        for (const [slot, place] of step.shape.slots.entries()) {
          const at = offsets[to] + slot;
          const mayBe = count3 === 1 || !step.values[slot].isConstant;
          const isOwn = links[at] === at || found.has(links[at]);
          if (!mayBe || !isOwn || found.has(at)) continue;
          const key = facts === null ? null : keyThere(facts, step.shape, place);
          const isByName = key === null;
          const refers = isByName ? refersTo(place, step, shape.subject.table, column) : key === `${shape.subject.table}.${column}`;
          if (!refers) continue;
          const prefix = `s${from + 1}_`;
          const what = `${isByName ? "A guess by names" : "By its key"}: ${plainColumn(place.column)} of statement ${to + 1} is taken to be what statement ${from + 1} returned (${plainColumn(column)}).`;
          found.set(at, { from, prefix, name: prefix + column, what });
        }
      }
    }
  }
  return found;
}
function keyThere(facts, shape, place) {
  const column = columnType(facts, shape, place);
  return column === null ? null : referencedKey(facts, column);
}
function refersTo({ column }, { shape, values }, table, returned) {
  if (column === null || table === null || !/^[a-z_]\w*$/.test(returned)) return false;
  const kind = values[shape.slots.findIndex((slot) => slot.column === column)]?.kind;
  if (kind !== "integer" && kind !== "uuid") return false;
  if (column === returned && shape.subject.table === table) return true;
  const snake = column.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
  const one2 = [table, table.replace(/s$/, ""), table.replace(/es$/, ""), table.replace(/ies$/, "y")];
  return one2.some((name) => snake === `${name}_${returned}`) || returned !== "id" && column === returned;
}

// src/ingest/capture/script.ts
var LIST_MOST = 5e3;
var REPEATS_MOST = 50;
var VARIABLES_MOST = 256;
var RESERVED = /* @__PURE__ */ new Set(["client_id", "scale", "random_seed", "default_seed"]);
function scriptOf(unit, head2, manner, facts) {
  return new ScriptWriter(unit, manner, facts).write(head2);
}
function offsetsOf({ steps }) {
  const offsets = [];
  let next = 0;
  for (const { values } of steps) {
    offsets.push(next);
    next += values.length;
  }
  return offsets;
}
var ScriptWriter = class {
  #unit;
  #manner;
  #facts;
  /** Position of each step's first slot among the slots of all steps. */
  #offsets;
  #returned;
  #shared = /* @__PURE__ */ new Map();
  #choices = /* @__PURE__ */ new Map();
  /** The word of the statement that is being written. */
  #chosen = null;
  #names = /* @__PURE__ */ new Set();
  #sets = [];
  #said = /* @__PURE__ */ new Map();
  #kept = /* @__PURE__ */ new Map();
  #cut = /* @__PURE__ */ new Set();
  /** Variables in the statement that is being written, and values that are written without. */
  #variables = 0;
  #fixed = 0;
  constructor(unit, manner, facts) {
    this.#unit = facts === null ? unit : { ...unit, links: linksByKey(unit, facts) };
    this.#manner = manner;
    this.#facts = facts;
    this.#offsets = offsetsOf(unit);
    this.#returned = returnedValues(this.#unit, this.#offsets, facts);
  }
  write(head2) {
    const { frame, steps } = this.#unit;
    this.#seek();
    for (const name of new Set(steps.flatMap(({ shape }) => shape.folded)))
      this.#cut.add(`Schema ${name}: it stands for schemas whose names have a hash or a day after that.`);
    const body = steps.flatMap((step, position) => this.#step(step, position));
    const framed = frame === null ? body : [`${frame.begin};`, ...body, `${frame.end};`];
    const comments = [...head2, ...this.#notes()].map((line) => `-- ${line}`);
    const kept = [...this.#kept].map(([column, words]) => ({ column, words }));
    return { text: `${[...comments, ...this.#sets, ...framed].join("\n")}
`, kept, cut: [...this.#cut] };
  }
  /** Rows that are looked for, or that new rows refer to, are drawn from those that are there: a row for each table of a statement. */
  #seek() {
    const { steps, links } = this.#unit;
    const places = steps.flatMap((step, position) => {
      const once2 = step.repeats.value > 1.5 ? [] : slotsWrittenOnce(step);
      return once2.map((slot) => ({ step, position, slot, at: this.#offsets[position] + slot }));
    });
    const made = places.filter(
      ({ step, slot }) => isNewKey(this.#facts, step.shape, step.shape.slots[slot])
    );
    const isMade = new Set(made.map(({ at }) => links[at]));
    const rows = /* @__PURE__ */ new Map();
    for (const { step, position, slot, at } of places) {
      const place = step.shape.slots[slot];
      const lookup = this.#lookupAt(step, slot);
      const leader = links[at];
      const isTaken = this.#shared.has(leader) || this.#returned.has(at) || isMade.has(leader);
      if (lookup === null || isTaken) continue;
      if (step.values[slot].kind === "array") this.#seekArray(step, slot, leader, lookup);
      if (!isOfRows(step.values[slot])) continue;
      const row = rows.get(`${position} ${lookup.table}`) ?? { table: lookup.table, columns: [] };
      rows.set(`${position} ${lookup.table}`, row);
      const known2 = row.columns.find(({ column }) => column === lookup.column);
      const name = known2?.name ?? this.#name(place.column);
      if (known2 === void 0) row.columns.push({ column: lookup.column, name });
      const writing = rowWriting(lookup, this.#manner);
      this.#shared.set(leader, { writing, names: [name] });
      this.#said.set(plainColumn(place.column), writing.what);
    }
    for (const { table, columns } of rows.values()) this.#sets.push(valuesLine(table, columns));
  }
  #lookupAt(step, slot) {
    const lookup = lookupOf(this.#facts, step.shape, step.shape.slots[slot]);
    if (lookup === null || lookup.isKey) return lookup;
    return this.#writing(step, slot, hasSecrets(step.shape.key)).kept.length > 0 ? null : lookup;
  }
  /** An array whose elements are looked for. */
  #seekArray(step, slot, leader, lookup) {
    const { elements, arrays } = step.values[slot];
    const { column, seeks, isTypeBefore } = step.shape.slots[slot];
    const [, type] = /^(uuid|text|varchar)\[\]$/.exec(slotFacts(this.#facts, step.shape, slot).type ?? "") ?? [];
    const length = Math.round((elements?.count ?? 0) / Math.max(1, arrays));
    if (type === void 0 || !seeks || isTypeBefore || length < 1 || !isOfRows(elements)) return;
    const names3 = this.#listNames(lookup, column, length);
    if (names3.length < length)
      this.#cut.add(`${plainColumn(column)}: only ${names3.length} of ${length} elements of an array.`);
    const writing = rowsWriting(lookup, type, this.#manner);
    this.#shared.set(leader, { writing, names: names3 });
    this.#said.set(plainColumn(column), writing.what);
  }
  /** Draws so many values for one list; at most DRAWN_OF_LIST_MOST. @returns their names */
  #listNames(lookup, column, length) {
    const names3 = Array.from({ length: Math.min(length, DRAWN_OF_LIST_MOST) }, () => this.#name(column));
    this.#sets.push(listLine(lookup, names3));
    return names3;
  }
  /** The first values of a list that are looked for, of rows that are there; none where others are meant. */
  #listed(step, position, slot, length) {
    const place = step.shape.slots[slot];
    const lookup = this.#lookupAt(step, slot);
    const isTaken = this.#returned.has(this.#offsets[position] + slot);
    if (length < 2 || lookup === null || !place.seeks || isTaken || !isOfRows(step.values[slot])) return [];
    if (this.#variables + Math.min(length, DRAWN_OF_LIST_MOST) > VARIABLES_MOST) return [];
    const names3 = this.#listNames(lookup, place.column, length);
    this.#variables += names3.length;
    const writing = rowWriting(lookup, this.#manner);
    this.#said.set(plainColumn(place.column), writing.what);
    return names3.map((name) => writing.sql([name], step.values[slot].isQuoted));
  }
  #notes() {
    const said = [...this.#said].map(([name, what]) => `${name}: ${what}`);
    const guesses = [...new Set([...this.#returned.values()].map(({ what }) => what))];
    const isOpen = guesses.length === 0 && this.#unit.steps.slice(0, -1).some(({ shape }) => shape.subject.returns.length > 0);
    return [
      ...said.length === 0 ? [] : ["Replaced:", ...said.map((line) => `  ${line}`)],
      ...this.#cut,
      ...guesses,
      ...isOpen ? [
        "What an INSERT returns may be what a later statement is given: a log does not tell. \\gset would link them."
      ] : []
    ];
  }
  #step(step, position) {
    const times2 = this.#length(step.repeats, REPEATS_MOST, `repetitions of statement ${position + 1}`);
    const prefix = [...this.#returned.values()].find(({ from }) => from === position)?.prefix;
    const end = prefix === void 0 ? ";" : ` \\gset ${prefix}`;
    const written = () => `${this.#statement(step, position).trim()}${end}`;
    const choice = times2 === 1 ? this.#choiceIn(step, position) : null;
    if (choice === null) return Array.from({ length: times2 }, written);
    return choice.words.flatMap((word, i) => {
      this.#chosen = { leader: choice.leader, word };
      const last = i === choice.words.length - 1;
      const line = last ? "\\else" : `\\${i === 0 ? "if" : "elif"} :${choice.name} = ${i + 1}`;
      const lines = [line, written(), ...last ? ["\\endif"] : []];
      this.#chosen = null;
      return lines;
    });
  }
  /** The first value of a statement that is one of several words, which it is written with in turn: so each keeps its plan. */
  #choiceIn(step, position) {
    const isSecretive = hasSecrets(step.shape.key);
    for (const piece of step.shape.pieces) {
      const at = piece.kind === "slot" ? this.#offsets[position] + piece.slot : -1;
      if (piece.kind !== "slot" || this.#returned.has(at)) continue;
      const leader = this.#unit.links[at];
      const { words } = this.#sharedAt(leader, step, piece.slot, isSecretive).writing;
      if (words === void 0) continue;
      const known2 = this.#choices.get(leader) ?? this.#newChoice(leader, words, step.shape.slots[piece.slot]);
      this.#choices.set(leader, known2);
      return known2;
    }
    return null;
  }
  #newChoice(leader, words, { column }) {
    const name = this.#name(column);
    const of = words.map(([, times2], i) => [BigInt(i + 1), times2]);
    this.#sets.push(`\\set ${name} ${drawn({ of })}`);
    return { leader, name, words: words.map(([word]) => word) };
  }
  #sharedAt(leader, step, slot, secretive) {
    const known2 = this.#shared.get(leader) ?? this.#draw(step, slot, secretive, this.#isMade(leader));
    this.#shared.set(leader, known2);
    return known2;
  }
  /** True if a statement makes the row whose key that is, be it only after another has looked for it. */
  #isMade(leader) {
    return this.#unit.steps.some(
      ({ shape }, position) => shape.slots.some(
        (_, slot) => this.#unit.links[this.#offsets[position] + slot] === leader && slotFacts(this.#facts, shape, slot).isOwnKey
      )
    );
  }
  #statement({ shape, lengths, ...step }, position) {
    let list2 = 0;
    this.#variables = 0;
    const isSecretive = hasSecrets(shape.key);
    const value = (slot, isOneOfMany) => this.#value({ ...step, shape, lengths }, position, slot, isOneOfMany, isSecretive);
    const written = (piece, isOneOfMany) => {
      switch (piece.kind) {
        case "text":
          return piece.text;
        case "slot":
          return value(piece.slot, isOneOfMany);
        case "list": {
          const length = this.#length(
            lengths[list2++],
            LIST_MOST,
            `values of a list of statement ${position + 1}`
          );
          const of = { ...step, shape, lengths };
          const listed2 = isOneOfMany ? [] : this.#listed(of, position, piece.slot, length);
          const { words = [] } = this.#writing(of, piece.slot, isSecretive);
          const each = (at) => {
            const one2 = listed2[at] ?? value(piece.slot, isOneOfMany || length > 1);
            return words.length > 0 && length > 1 ? sqlLiteral(words[at % words.length][0]) : one2;
          };
          return Array.from({ length }, (_, at) => each(at) + piece.tail).join(", ");
        }
        case "rows": {
          const length = this.#length(lengths[list2++], LIST_MOST, `rows of statement ${position + 1}`);
          return this.#rows(
            length,
            position,
            () => piece.row.map((part) => written(part, isOneOfMany || length > 1)).join("")
          );
        }
      }
    };
    const isRepeated = step.repeats.value > 1.5;
    return shape.pieces.map((piece) => written(piece, isRepeated)).join("");
  }
  #length({ value }, most, what) {
    const length = Math.max(1, Math.round(value));
    if (length > most) this.#cut.add(`Only ${most} of ${length} ${what}.`);
    return Math.min(most, length);
  }
  /** Rows of an INSERT must differ in each event, as their keys do: there are only as many as there can be variables for. */
  #rows(length, position, row) {
    const rows = [row()];
    const perRow = this.#variables;
    while (rows.length < length && this.#variables + perRow <= VARIABLES_MOST) rows.push(row());
    if (rows.length < length)
      this.#cut.add(
        `Only ${rows.length} of ${length} rows of statement ${position + 1}: it has ${perRow} variables a row, and ${VARIABLES_MOST} at most.`
      );
    return rows.join(", ");
  }
  /** @param isOneOfMany each has a value of its own, unless all always had the same */
  #value(step, position, slot, isOneOfMany, secretive) {
    const at = this.#offsets[position] + slot;
    const isQuoted = step.values[slot].isQuoted;
    const returned = this.#returned.get(at);
    if (returned !== void 0) {
      this.#variables += 1;
      return isQuoted && this.#manner.inText ? `':${returned.name}'` : `:${returned.name}`;
    }
    const leader = this.#unit.links[at];
    const isShared = !isOneOfMany || leader !== at;
    if (isShared && this.#chosen?.leader === leader) return sqlLiteral(this.#chosen.word);
    if (this.#variables >= VARIABLES_MOST) return this.#withoutVariables(step, slot, secretive);
    const { writing, names: names3 } = isShared ? this.#sharedAt(leader, step, slot, secretive) : this.#draw(step, slot, secretive);
    this.#variables += names3.length;
    return writing.sql(names3, isQuoted);
  }
  /** What is beyond the variables that a statement may have is as many as it was, but the same in each event. */
  #withoutVariables(step, slot, secretive) {
    const { column } = step.shape.slots[slot];
    const writing = this.#writing(step, slot, secretive);
    if (writing.draws.length > 0)
      this.#cut.add(
        `${plainColumn(column)}: ${VARIABLES_MOST} values are drawn, which is the most; the others are the same in each event.`
      );
    return fixed(writing, step.values[slot].isQuoted, this.#fixed++);
  }
  #writing({ shape, values }, slot, secretive, isMade = false) {
    const { column, inserts } = shape.slots[slot];
    const facts = slotFacts(this.#facts, shape, slot);
    const place = { column, inserts, secretive, ...facts, isOwnKey: facts.isOwnKey || isMade };
    return writingOf(values[slot], place, this.#manner);
  }
  #draw(step, slot, secretive, isMade = false) {
    const { column } = step.shape.slots[slot];
    const writing = this.#writing(step, slot, secretive, isMade);
    const names3 = writing.draws.map((draw) => {
      const name = this.#name(column);
      this.#sets.push(`\\set ${name} ${drawn(draw)}`);
      return name;
    });
    const label = names3[0] ?? column ?? "a text";
    if (writing.what !== null && !this.#said.has(plainColumn(column)))
      this.#said.set(column === null ? label : plainColumn(column), writing.what);
    if (writing.kept.length > 0) this.#kept.set(plainColumn(column), writing.kept);
    return { writing, names: names3 };
  }
  #name(column) {
    const base2 = (column ?? "value").replace(/([a-z\d])([A-Z])/g, "$1_$2").replace(/\W+/g, "_").toLowerCase();
    const usable = /^[a-z_]/.test(base2) && !RESERVED.has(base2) ? base2 : `v_${base2}`;
    let name = usable;
    for (let number = 2; this.#names.has(name); number++) name = `${usable}_${number}`;
    this.#names.add(name);
    return name;
  }
};
function isOfRows({ kind, nulls, unknown, count: count3 }) {
  return (nulls + unknown) * 2 < count3 && (kind === "uuid" || kind === "text");
}
function slotsWrittenOnce({ shape, lengths }) {
  let list2 = 0;
  const within = (pieces) => pieces.flatMap((piece) => {
    if (piece.kind === "slot") return [piece.slot];
    if (piece.kind === "text") return [];
    const isOne = Math.round(lengths[list2++].value) <= 1;
    if (piece.kind === "list") return isOne ? [piece.slot] : [];
    return isOne ? within(piece.row) : [];
  });
  return within(shape.pieces);
}
function scriptHead({ count: count3, totalMs, timed, protocols, steps }, { source, share }) {
  const mean2 = timed === 0 ? "durations are not in the log" : `mean ${formatTime(1e6 * totalMs / timed)}`;
  const part = share === null ? "" : `, ${formatPercent(share)} of the time of all`;
  const [protocol] = [...protocols].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return [
    plainSpaces(`Captured from ${source}: ${count3 === 1 ? "once" : `${count3} times`}, ${mean2}${part}.`),
    ...protocol === void 0 ? [] : [`The program sent it ${SENT[protocol]}.`],
    ...steps.flatMap((step, position) => statementHead(step, position, steps.length))
  ];
}
var SENT = {
  simple: "as text (simple protocol)",
  extended: "with parameters (extended protocol)",
  prepared: "prepared"
};
function statementHead({ durations, repeats }, position, steps) {
  if (steps === 1) return [];
  const times2 = repeats.value > 1 ? `, ${formatMean(repeats.value)} times` : "";
  const mean2 = Number.isNaN(durations.value) ? "" : `mean ${formatTime(1e6 * durations.value)}`;
  return mean2 + times2 === "" ? [] : [plainSpaces(`  statement ${position + 1}: ${(mean2 + times2).replace(/^, /, "")}`)];
}

// src/ingest/capture/choice.ts
function chosenFrom(all, wish) {
  const kind = wish.database === null ? null : databaseKind(wish.database);
  const named = perDatabase(all).find(
    (each) => kind === null || each.database !== null && databaseKind(each.database) === kind
  );
  const database = named?.database ?? wish.database;
  const units = all.filter((unit) => unit.database === database);
  return units.length === 0 ? null : { database, chosen: heaviest(units, wish.most) };
}
function capturedFrom(all, wish, facts = null) {
  const choice = chosenFrom(all, wish);
  if (choice === null) return null;
  const { database, chosen } = choice;
  const units = all.filter((unit) => unit.database === database);
  const protocol = wish.protocol ?? usualProtocol(chosen);
  const manner = { inText: protocol === "simple", keep: wish.keep, keepNumbers: wish.keepNumbers };
  const totalMs = sumOf(units, ({ totalMs: ms }) => ms);
  const count3 = sumOf(units, (unit) => unit.count);
  const weights = weightsOf(chosen);
  const names3 = unitFileNames(chosen);
  const scripts = chosen.map((unit, position) => {
    const share = totalMs > 0 ? unit.totalMs / totalMs : null;
    const whole = facts === null ? unit : withOwnParents(unit, units, facts);
    const head2 = scriptHead(whole, { source: wish.source, share });
    if (whole !== unit) head2.push(OTHERS);
    const script = scriptOf(whole, head2, manner, facts);
    const meanMs = unit.timed === 0 ? null : unit.totalMs / unit.timed;
    return { ...script, name: names3[position], weight: weights[position], count: unit.count, meanMs };
  });
  return {
    scripts,
    protocol,
    database,
    units: count3,
    shapes: units.length,
    leftOut: {
      shapes: units.length - chosen.length,
      ofCount: 1 - sumOf(chosen, (unit) => unit.count) / count3,
      ofTime: totalMs > 0 ? 1 - sumOf(chosen, ({ totalMs: ms }) => ms) / totalMs : null
    },
    others: perDatabase(all).filter((each) => each.database !== database)
  };
}
var OTHERS = "Statement 1 is another script's: it makes the row that only one may refer to.";
function perDatabase(all) {
  const units = /* @__PURE__ */ new Map();
  for (const { database, count: count3 } of all) units.set(database, (units.get(database) ?? 0) + count3);
  return [...units].map(([database, each]) => ({ database, units: each })).toSorted((a, b) => b.units - a.units);
}
function heaviest(units, most) {
  const byTime = units.filter(({ totalMs }) => totalMs > 0).toSorted((a, b) => b.totalMs - a.totalMs);
  const byCount = units.toSorted((a, b) => b.count - a.count);
  const chosen = new Set(byTime.slice(0, Math.ceil(most / 2)));
  for (const unit of [...byCount, ...byTime]) if (chosen.size < most) chosen.add(unit);
  return [...chosen].toSorted((a, b) => b.totalMs - a.totalMs || b.count - a.count);
}
function usualProtocol(units) {
  const times2 = /* @__PURE__ */ new Map();
  for (const { protocols } of units) {
    for (const [protocol, count3] of protocols) times2.set(protocol, (times2.get(protocol) ?? 0) + count3);
  }
  const [[usual] = ["simple"]] = [...times2].toSorted(([, a], [, b]) => b - a);
  return usual;
}
var WEIGHT_MOST = 1e3;
function weightsOf(units) {
  const most = Math.max(...units.map(({ count: count3 }) => count3));
  const scale = Math.min(1, WEIGHT_MOST / most);
  return units.map(({ count: count3 }) => Math.max(1, Math.round(count3 * scale)));
}
var WRITES = /* @__PURE__ */ new Set(["insert", "update", "delete", "merge"]);
function unitFileNames(units) {
  const taken = /* @__PURE__ */ new Map();
  return units.map(({ steps, frame }) => {
    const subjects = steps.map(({ shape }) => shape.subject);
    const main = subjects.find(({ verb }) => WRITES.has(verb)) ?? subjects[0];
    const words = [frame === null ? "" : "tx", main.verb, main.table ?? ""].filter((word) => word !== "");
    const base2 = words.join("-").toLowerCase().replace(/[^a-z\d]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "statement";
    const number = (taken.get(base2) ?? 0) + 1;
    taken.set(base2, number);
    return number === 1 ? base2 : `${base2}-${number}`;
  });
}
function workloadLines({ scripts, protocol }, folder) {
  const named = scripts.map(
    ({ name, weight }) => `      - { file: ${yamlText(`${folder}/${name}.sql`)}, weight: ${weight} }`
  );
  return [
    "workloads:",
    "  - name: captured",
    "    script:",
    ...named,
    `    protocol: ${protocol}`,
    "    options: { threads: 4 }",
    ""
  ].join("\n");
}
function yamlText(text) {
  return /^[\w./-]+$/.test(text) && !text.startsWith("-") ? text : JSON.stringify(text);
}

// src/pipeline/capture.ts
import { rm } from "node:fs/promises";
import path5 from "node:path";

// src/ingest/capture/log/carried.ts
var SOURCES_MOST = 1e3;
var CarriedReader = class {
  #carrier;
  #inner;
  #take;
  #sources = /* @__PURE__ */ new Map();
  #strange = 0;
  constructor(carrier, inner, take) {
    this.#carrier = carrier;
    this.#inner = inner;
    this.#take = take;
  }
  get strange() {
    return [...this.#sources.values()].reduce((sum, { reader }) => sum + reader.strange, this.#strange);
  }
  line(text) {
    const lines = this.#carrier.read(text);
    if (lines === null) {
      if (text !== "") this.#strange += 1;
      return;
    }
    for (const { source: name, text: line, goesOn } of lines) {
      const source = this.#source(name);
      if (goesOn && source.line !== null) {
        source.line += line;
        continue;
      }
      if (source.line !== null) source.reader.line(source.line);
      source.line = line;
    }
  }
  end() {
    for (const name of this.#sources.keys()) this.#close(name);
  }
  #source(name) {
    const known2 = this.#sources.get(name);
    this.#sources.delete(name);
    const take = (entry) => this.#take({ ...entry, session: `${name} ${entry.session}` });
    const source = known2 ?? { reader: this.#inner(take), line: null };
    this.#sources.set(name, source);
    if (this.#sources.size > SOURCES_MOST) this.#close(this.#sources.keys().next().value);
    return source;
  }
  #close(name) {
    const { reader, line } = this.#sources.get(name);
    if (line !== null) reader.line(line);
    reader.end();
    this.#strange += reader.strange;
    this.#sources.delete(name);
  }
};

// src/ingest/capture/log/prefix.ts
var TIME = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{3})? [\w+:\-\/]+`;
var ESCAPES = {
  a: [".*?"],
  u: [".*?"],
  d: [".*?", "database"],
  r: [".*?"],
  h: [".*?"],
  L: [".*?"],
  b: [".*?"],
  p: [String.raw`\d+`, "pid"],
  P: [String.raw`\d*`],
  t: [TIME, "time"],
  m: [TIME, "time"],
  n: [String.raw`\d+\.\d+`, "time"],
  i: [".*?"],
  e: ["[0-9A-Z]{5}"],
  c: [String.raw`[0-9a-f]+\.[0-9a-f]+`, "session"],
  l: [String.raw`\d+`],
  s: [TIME],
  v: [String.raw`(?:\d+\/\d+)?`],
  x: [String.raw`\d+`],
  Q: [String.raw`-?\d+`]
};
var BEGINS = "LOG|ERROR|FATAL|PANIC|WARNING|NOTICE|INFO|DEBUG[1-5]?";
var BELONGS = "DETAIL|HINT|STATEMENT|CONTEXT|QUERY|LOCATION|BACKTRACE";
var COLON = ": {1,2}(?=\\S|$)";
var LABEL = new RegExp(`^(${BEGINS}|${BELONGS})${COLON}`);
var LABEL_ANYWHERE = new RegExp(`(?:^|[^A-Z])(${BEGINS}|${BELONGS})${COLON}`);
var TAB_OF_SYSLOG = /^#011/;
function parsePrefix(text) {
  const [always = "", ofSessions] = cut(text);
  const fields = [];
  let groups = 0;
  const pattern = (part) => part.replace(
    /%(-?\d*)([A-Za-z%])|[\s\S]/g,
    (piece, padding, letter) => {
      if (letter === void 0) return piece.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
      if (letter === "%") return "%";
      const [meaning, name] = ESCAPES[letter] ?? [""];
      groups += 1;
      if (name !== void 0) fields.push({ name, group: groups });
      return padding === "" ? `(${meaning})` : ` *(${meaning}) *`;
    }
  );
  const first = pattern(always);
  const second = ofSessions === void 0 ? "" : `(?:${pattern(ofSessions)})?`;
  const line = new RegExp(`^${first}${second}(?=(?:${BEGINS}|${BELONGS})${COLON})`);
  const where = (name) => fields.find((field) => field.name === name)?.group;
  const session2 = where("session") ?? where("pid");
  if (session2 === void 0) return null;
  return (candidate) => {
    const match = line.exec(candidate);
    if (match === null) return null;
    const group = (name) => match[where(name) ?? match.length] ?? "";
    return {
      end: match[0].length,
      session: match[session2] ?? "",
      time: group("time"),
      database: group("database") || null
    };
  };
}
function cut(text) {
  const [, always = "", ofSessions] = /^((?:%[^q]|[^%])*%?)(?:%q([\s\S]*))?$/.exec(text) ?? [];
  return ofSessions === void 0 ? [always] : [always, ofSessions.replaceAll("%q", "")];
}
var KNOWN_PREFIXES = [
  "%m [%p] ",
  "%t [%p] ",
  "%t [%p]: [%l-1] ",
  "%m [%c] ",
  "%m [%p] %q%u@%d ",
  "%m [%p] %q[user=%u,db=%d,app=%a] ",
  "%t [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ",
  "%t [%p]: user=%u,db=%d,app=%a,client=%h ",
  "%m [%p]: [%l-1] db=%d,user=%u ",
  "%m [%p]: user=%u,db=%d,app=%a,client=%h ",
  "%t:%r:%u@%d:[%p]:",
  "%m:%r:%u@%d:[%p]:%l:%e:%s:%v:%x:%c:%q%a:",
  "%t-%c-",
  "%m [%p] db=%d,user=%u,app=%a,client=%h ",
  "%t [%p-%l] %q%u@%d ",
  "%m [%p-%l] %q%u@%d "
];
var BEFORE_LABEL = new RegExp(`^.{0,400}?(?=\\b(?:${BEGINS}|${BELONGS})${COLON})`);
var DATABASE2 = /\b(?:db|database)=["']?([^"',\s\]]+)|@([\w-]+)/;
function anything(pattern) {
  return (line) => {
    const [before] = BEFORE_LABEL.exec(line) ?? [];
    const [, session2] = before === void 0 ? [] : pattern.exec(before) ?? [];
    if (before === void 0 || session2 === void 0) return null;
    const [, named, at] = DATABASE2.exec(before) ?? [];
    return {
      end: before.length,
      session: session2,
      time: new RegExp(TIME).exec(before)?.[0] ?? "",
      database: named ?? at ?? null
    };
  };
}
var ANY_WITH_PID = anything(/\[(\d+)(?:-\d+)?\]/);
var ANY_WITH_SESSION = anything(/\b([\da-f]{8}\.[\da-f]{1,8})\b/);
var ANY_PREFIX = anything(/^()/);

// src/ingest/capture/log/carrier.ts
var COLOUR = String.raw`(?:\u001b\[[\d;]*m)?`;
var ISO = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)`;
var COMPOSE = new RegExp(`^${COLOUR}([\\w.-]+) *\\| ?${COLOUR}(.*)$`);
var KUBECTL = /^\[(pod\/[^\]]+)\] ?(.*)$/;
var DATED = new RegExp(`^\\ufeff?((?:[^\\t]*\\t){2})?${ISO} (?:std(?:out|err) [FP] )?(.*)$`);
var SYSLOG = new RegExp(
  String.raw`^(?:<\d+>)?(?:1 )?(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)? |${ISO} )?((?:[^\s\[\]]+ )?[\w.\/-]+\[[\w.]+\]): (?:\[[A-Z_]+\] )?(?:\[(\d+)-(\d+)\] ?)?(.*)$`
);
var LOGPLEX = new RegExp(
  String.raw`^(?:\d+ )?<\d+>1 ${ISO} (\S+ \S+ \S+) (?:\S+ - |- - )(?:\[[A-Z_]+\] )?(?:\[(\d+)-(\d+)\] ?)?(.*)$`
);
var CARRIERS = [
  { name: "docker compose", tellsSessions: false, read: plainly(COMPOSE) },
  { name: "kubectl --prefix", tellsSessions: false, read: plainly(KUBECTL) },
  { name: "syslog", tellsSessions: true, read: syslog(SYSLOG) },
  { name: "logplex", tellsSessions: true, read: syslog(LOGPLEX) },
  {
    name: "a time before each line",
    tellsSessions: false,
    read: (line) => {
      const [, job = "", text] = DATED.exec(line) ?? [];
      return text === void 0 ? null : one(job, text.replace(/^ (?=[\d\t[])/, ""));
    }
  },
  { name: "JSON", tellsSessions: false, read: jsonLine }
];
function plainly(pattern) {
  return (line) => {
    const [, source, text] = pattern.exec(line) ?? [];
    return source === void 0 ? null : one(source, text);
  };
}
function one(source, text, goesOn = false) {
  return [{ source, text, goesOn }];
}
function syslog(pattern) {
  return (line) => {
    const [, source, , piece, text] = pattern.exec(line) ?? [];
    if (source === void 0) return null;
    const [first, ...others] = text.split(/#012(?=#011|\t)/).map((part) => part.replace(TAB_OF_SYSLOG, "	"));
    const goesOn = Number(piece ?? 1) > 1 && !first.startsWith("	") && !LABEL_ANYWHERE.test(first);
    return [...one(source, first, goesOn), ...others.flatMap((part) => one(source, part))];
  };
}
var TEXTS = ["textPayload", "log", "MESSAGE", "message", "line", "text", "msg"];
function jsonLine(line) {
  if (!/^\s*\{/.test(line)) return null;
  const object2 = parsed(line);
  const nested = typeof object2["jsonPayload"] === "object" ? object2["jsonPayload"] : {};
  const fields = { ...nested, ...object2 };
  const text = TEXTS.map((name) => fields[name]).find((value) => typeof value === "string");
  if (typeof text !== "string") return null;
  const source = JSON.stringify([fields["_PID"], fields["pod"], fields["container_name"]]);
  return text.replace(/\n$/, "").split("\n").flatMap((part) => one(source, part));
}
function parsed(line) {
  try {
    const value = JSON.parse(line.replace(/,\s*$/, ""));
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

// src/ingest/capture/log/entry.ts
var ENTRY_MOST = 4e6;

// src/ingest/capture/log/csv.ts
var COLUMN = { time: 0, database: 2, session: 5, severity: 11, message: 13, detail: 14, statement: 19 };
var COLUMNS_LEAST = 23;
var CSV_START = /^"?\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} [^,"]{1,40}"?,(?:"(?:[^"]|"")*"|[^,"]*),(?:"(?:[^"]|"")*"|[^,"]*),\d+,(?:"[^"]*"|[^,"]*),[\da-f]+\.[\da-f]+,\d+,/;
var CsvReader = class {
  strange = 0;
  #record = "";
  #isOpen = false;
  #tell;
  constructor(tell) {
    this.#tell = tell;
  }
  line(text) {
    if (this.#isOpen && CSV_START.test(text) && csvFields(text).length >= COLUMNS_LEAST) this.#giveUp();
    this.#record = this.#isOpen ? `${this.#record}
${text}` : text;
    if (quotesIn(text) % 2 === 1) this.#isOpen = !this.#isOpen;
    if (this.#isOpen) {
      if (this.#record.length > ENTRY_MOST) this.#giveUp();
      return;
    }
    this.#take();
  }
  end() {
    if (this.#isOpen) this.#giveUp();
  }
  #giveUp() {
    this.strange += 1;
    this.#record = "";
    this.#isOpen = false;
  }
  #take() {
    const fields = csvFields(this.#record);
    const isBlank = this.#record === "";
    this.#record = "";
    if (fields.length >= COLUMNS_LEAST) this.#tell(entryOf(fields));
    else if (!isBlank) this.strange += 1;
  }
};
function entryOf(fields) {
  const { time: time2, database, session: session2, severity, message, detail, statement } = COLUMN;
  return {
    session: fields[session2],
    time: fields[time2],
    database: fields[database] || null,
    severity: fields[severity],
    message: fields[message],
    detail: fields[detail],
    statement: fields[statement]
  };
}
function quotesIn(line) {
  let count3 = 0;
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) count3 += 1;
  return count3;
}
var FIELD = /(?:"((?:[^"]|"")*)"|([^,"]*))(,|$)/gy;
function csvFields(record) {
  const fields = [];
  FIELD.lastIndex = 0;
  for (let match = FIELD.exec(record); match !== null; match = FIELD.exec(record)) {
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2]);
    if (match[3] === "") return fields;
  }
  return [];
}

// src/ingest/capture/log/json.ts
var JsonReader = class {
  strange = 0;
  #tell;
  constructor(tell) {
    this.#tell = tell;
  }
  line(text) {
    if (text.trim() === "") return;
    const entry = jsonEntry(text);
    if (entry === null) this.strange += 1;
    else this.#tell(entry);
  }
  end() {
  }
};
function jsonEntry(line) {
  const whole = parsed(line);
  const { record } = whole;
  const object2 = typeof record === "object" && record !== null ? record : whole;
  const text = (...names3) => {
    const value = names3.map((name) => object2[name]).find((each) => typeof each === "string");
    return typeof value === "string" ? value : "";
  };
  const severity = text("error_severity");
  if (severity === "") return null;
  return {
    session: text("session_id") || JSON.stringify(object2["pid"] ?? ""),
    time: text("timestamp", "log_time"),
    database: text("dbname", "database_name") || null,
    severity,
    message: text("message"),
    detail: text("detail"),
    statement: text("statement", "query")
  };
}

// src/ingest/capture/log/stderr.ts
var PART = wordTable({ DETAIL: "detail", STATEMENT: "statement" });
var BELONGS2 = /* @__PURE__ */ new Set([
  "DETAIL",
  "HINT",
  "STATEMENT",
  "CONTEXT",
  "QUERY",
  "LOCATION",
  "BACKTRACE"
]);
var StderrReader = class {
  strange = 0;
  #prefix;
  #open = null;
  #part = "message";
  /** A line that went on had its tab: then one without is another program's. */
  #keepsTabs = false;
  #tell;
  constructor(prefix, tell) {
    this.#prefix = prefix;
    this.#tell = tell;
  }
  line(text) {
    if (text.startsWith("	")) {
      this.#continue(text.slice(1));
      return;
    }
    const prefix = this.#prefix(text);
    const [label, severity] = prefix === null ? [] : LABEL.exec(text.slice(prefix.end)) ?? [];
    if (prefix === null || label === void 0 || severity === void 0) {
      this.#stranger(text);
      return;
    }
    const words = text.slice(prefix.end + label.length);
    if (BELONGS2.has(severity)) {
      this.#belong(prefix.session, PART[severity] ?? "other", words);
      return;
    }
    this.end();
    const { session: session2, time: time2, database } = prefix;
    this.#open = { session: session2, time: time2, database, severity, message: words, detail: "", statement: "", other: "" };
    this.#part = "message";
  }
  end() {
    if (this.#open === null) return;
    const { session: session2, time: time2, database, severity, message, detail, statement } = this.#open;
    this.#open = null;
    this.#tell({ session: session2, time: time2, database, severity, message, detail, statement });
  }
  /** It may be the rest of a statement whose tab was lost on the way: half a statement is none. */
  #stranger(text) {
    if (text === "") return;
    this.strange += 1;
    if (!this.#keepsTabs) this.#open = null;
  }
  #continue(text) {
    this.#keepsTabs = true;
    if (this.#open === null) {
      this.strange += 1;
    } else if (this.#open[this.#part].length + text.length > ENTRY_MOST) {
      this.strange += 1;
      this.#open = null;
    } else {
      this.#open[this.#part] += `
${text}`;
    }
  }
  #belong(session2, part, words) {
    this.#part = part;
    if (this.#open === null || this.#open.session !== session2) this.strange += 1;
    else this.#open[part] = words;
  }
};

// src/ingest/capture/log/format.ts
var LOOKED_AT = 2e3;
var SHARE = 0.9;
var CARRIERS_MOST = 3;
function isJsonEntry(line) {
  return line.includes('"error_severity"') && jsonEntry(line) !== null;
}
function formatFor(lines, wanted) {
  const prefix = wanted === null ? null : parsePrefix(wanted);
  if (wanted !== null && prefix === null) throw namesNoConnection(wanted);
  return formatIn(lines, prefix === null ? null : { text: wanted, prefix }, false, CARRIERS_MOST);
}
function noLog(file, lines, wanted) {
  const labelled2 = labelledOf(lines);
  const prefix = wanted === null ? null : parsePrefix(wanted);
  return prefix === null ? strange(file, lines, labelled2) : doesNotFit(
    file,
    wanted,
    labelled2.find((line) => prefix(line) === null)
  );
}
function formatIn(lines, named, isTold, depth) {
  if (named === null && lines.some(isJsonEntry))
    return { name: "jsonlog", reader: (take) => new JsonReader(take) };
  if (named === null && lines.some((line) => CSV_START.test(line)))
    return { name: "csvlog", reader: (take) => new CsvReader(take) };
  const labelled2 = labelledOf(lines);
  const fits = (test) => labelled2.length > 0 && labelled2.filter((line) => test(line) !== null).length >= SHARE * labelled2.length;
  const prefixes = named === null ? KNOWN_PREFIXES.map((text) => ({ text, prefix: parsePrefix(text) })) : [named];
  const known2 = prefixes.find(({ prefix }) => fits(prefix));
  if (known2 !== void 0) return onStderr(`stderr with log_line_prefix '${known2.text}'`, known2.prefix);
  const carrier = depth === 0 ? void 0 : CARRIERS.find(({ read }) => fits(read));
  const carried = carrier === void 0 ? null : formatOfCarried(carrier, lines, named, isTold, depth);
  if (carried !== null || named !== null) return carried;
  if (isTold && fits(ANY_PREFIX)) return onStderr("stderr", ANY_PREFIX);
  if (fits(ANY_WITH_PID)) return onStderr("stderr with a process id in brackets", ANY_WITH_PID);
  return fits(ANY_WITH_SESSION) ? onStderr("stderr with a session id", ANY_WITH_SESSION) : null;
}
function formatOfCarried(carrier, lines, named, isTold, depth) {
  const inside = lines.flatMap((line) => (carrier.read(line) ?? []).map(({ text }) => text));
  const inner = formatIn(inside, named, isTold || carrier.tellsSessions, depth - 1);
  if (inner === null) return null;
  return {
    name: `${inner.name}, in lines of ${carrier.name}`,
    reader: (take) => new CarriedReader(carrier, inner.reader, take)
  };
}
function labelledOf(lines) {
  return lines.filter((line) => !line.startsWith("	") && LABEL_ANYWHERE.test(line));
}
function onStderr(name, prefix) {
  return { name, reader: (take) => new StderrReader(prefix, take) };
}
function namesNoConnection(wanted) {
  return new PlumblineError("usage", `log-line-prefix: ${JSON.stringify(wanted)} names no connection`, {
    remedy: "add %p on the server: with neither %p nor %c the statements of different connections cannot be told apart"
  });
}
function doesNotFit(file, wanted, example) {
  const where = example === void 0 ? ": no line has LOG: in it" : ` the line ${shownLabel(example)}`;
  return new PlumblineError(
    "usage",
    `${file}: log_line_prefix ${JSON.stringify(wanted)} does not fit${where}`,
    {
      remedy: "write it as `SHOW log_line_prefix` prints it, with its trailing blanks; for csvlog and jsonlog leave it out"
    }
  );
}
var PGBOUNCER = /^\d{4}-\d\d-\d\d .{0,60}(?:LOG|WARNING|NOISE|DEBUG|ERROR) (?:[CS]-0x[\da-f]+: |[a-z]+[: ])/;
function strange(file, lines, labelled2) {
  if (lines.some((line) => PGBOUNCER.test(line))) {
    return new PlumblineError("usage", `${file}: it is a log of PgBouncer, which has no statements`, {
      remedy: "take the log of the PostgreSQL server behind it"
    });
  }
  if (labelled2.length > 0) {
    const known2 = KNOWN_PREFIXES.map((text) => parsePrefix(text));
    const example = labelled2.find((line) => known2.every((prefix) => prefix(line) === null));
    return new PlumblineError(
      "usage",
      `${file}: it looks like a log on stderr, but no known log_line_prefix fits the line ${shownLabel(example ?? labelled2[0])}`,
      {
        remedy: "give it with --log-line-prefix '...', as `SHOW log_line_prefix` prints it, with its trailing blanks"
      }
    );
  }
  const what = lines.every((line) => line.trim() === "") ? "it is empty" : "it is not a log of a PostgreSQL server";
  return new PlumblineError("usage", `${file}: ${what}`, {
    remedy: "name a csvlog, a jsonlog or what the server writes to stderr, in English (lc_messages = C); `SELECT pg_current_logfile()` says where it is"
  });
}
function shownLabel(line) {
  const end = LABEL_ANYWHERE.exec(line);
  return JSON.stringify(line.slice(0, end === null ? 0 : end.index + end[0].length).slice(-200));
}

// src/ingest/capture/log/parameters.ts
var PARAMETER = /\$(\d+) = (?:'((?:[^']|'')*)'|(NULL))(?:, |$)/gy;
var HEADING = /^(?:Query )?parameters: /i;
function parametersIn(detail) {
  const values = [];
  const text = detail.replace(HEADING, "");
  PARAMETER.lastIndex = 0;
  for (let end = 0; end < text.length; end = PARAMETER.lastIndex) {
    const match = PARAMETER.exec(text);
    if (match === null || Number(match[1]) !== values.length + 1) return [];
    values.push(match[3] === void 0 ? match[2].replaceAll("''", "'") : null);
  }
  return values;
}

// src/ingest/capture/log/said.ts
var NOTHING2 = { kind: "nothing" };
var TOOK = /^duration: (\d+(?:\.\d+)?) ms(?: {1,2}|$)/;
var STEP = /^(statement|parse|bind|execute(?: fetch from)?)(?: ([^:]*?))?: /;
var PREPARED = /^prepare: /;
var FAILURES = /* @__PURE__ */ new Set(["ERROR", "FATAL", "PANIC"]);
function entryMeaning({ severity, message, detail, statement }) {
  if (FAILURES.has(severity)) return { kind: "failed", text: statement };
  if (severity !== "LOG") return NOTHING2;
  if (message.startsWith("disconnection: ")) return { kind: "gone" };
  const took = TOOK.exec(message);
  const durationMs = took === null ? null : Number(took[1]);
  const rest = took === null ? message : message.slice(took[0].length);
  if (durationMs !== null && rest === "") return { kind: "took", durationMs };
  if (durationMs !== null && rest.startsWith("plan:")) {
    const plan = parseExplained(rest.slice("plan:".length));
    if (plan === null) return NOTHING2;
    const protocol2 = /\$\d/.test(plan.text) ? "extended" : "simple";
    return { kind: "explained", ...plan, protocol: protocol2, durationMs };
  }
  const step = STEP.exec(rest);
  if (step === null) return NOTHING2;
  const [heading, how = "", name = ""] = step;
  const text = rest.slice(heading.length);
  if (how === "statement") return { kind: "sent", ...ofText(text, detail), durationMs };
  if (how !== "execute")
    return how.startsWith("execute") || durationMs === null ? NOTHING2 : { kind: "readied", durationMs };
  const protocol = name.startsWith("<unnamed>") || name === "" ? "extended" : "prepared";
  return { kind: "sent", text, protocol, values: parametersIn(detail), durationMs };
}
function ofText(text, detail) {
  if (!PREPARED.test(detail)) return { text, protocol: "simple", values: [] };
  const prepare = detail.replace(PREPARED, "");
  const [head2] = /^PREPARE\s+(?:"(?:[^"]|"")+"|[\w$]+)\s*(?:\([^)]*\)\s*)?AS\s/i.exec(prepare) ?? [];
  if (head2 === void 0) return { text, protocol: "simple", values: [] };
  const body = prepare.slice(head2.length).trim().replace(/;$/, "");
  const [, list2] = /^EXECUTE\s+(?:"(?:[^"]|"")+"|[\w$]+)\s*\(([\s\S]*)\)/i.exec(text) ?? [];
  return { text: body, protocol: "prepared", values: argumentsIn(list2 ?? "") };
}
var ARGUMENT = /\s*(?:'((?:[^']|'')*)'|(NULL)|(-?\d+(?:\.\d+)?|TRUE|FALSE))\s*(?:,|$)/giy;
function argumentsIn(list2) {
  const values = [];
  ARGUMENT.lastIndex = 0;
  for (let end = 0; end < list2.length; end = ARGUMENT.lastIndex) {
    const match = ARGUMENT.exec(list2);
    if (match === null) return [];
    values.push(match[2] === void 0 ? match[1]?.replaceAll("''", "'") ?? match[3] : null);
  }
  return values;
}
var PLAN_LINE = /^\S.* {2}\((?:cost=|actual )/m;
function parseExplained(plan) {
  const text = plan.trim();
  if (text.startsWith("{")) return ofJson(text);
  if (text.startsWith("<")) return ofXml(text);
  if (text.startsWith('Query Text: "')) return ofYaml(text);
  if (!text.startsWith("Query Text: ")) return null;
  const rest = text.slice("Query Text: ".length);
  const end = PLAN_LINE.exec(rest)?.index ?? rest.length;
  const said = rest.slice(0, end).trimEnd();
  const at = said.lastIndexOf("\nQuery Parameters: ");
  return at < 0 ? { text: said, values: [] } : { text: said.slice(0, at), values: parametersIn(said.slice(at + 1).replaceAll("\n", " ")) };
}
function ofJson(text) {
  try {
    const plan = JSON.parse(text);
    return explainedText(plan["Query Text"], plan["Query Parameters"]);
  } catch {
    return null;
  }
}
function ofYaml(text) {
  const field = (name) => {
    const [, json] = new RegExp(`^${name}: ("(?:[^"\\\\]|\\\\.)*")`, "m").exec(text) ?? [];
    return json === void 0 ? void 0 : JSON.parse(json);
  };
  try {
    return explainedText(field("Query Text"), field("Query Parameters"));
  } catch {
    return null;
  }
}
function ofXml(text) {
  const field = (name) => {
    const [, xml] = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(text) ?? [];
    return xml?.replace(/&(lt|gt|quot|amp|#x0d);/g, (_, name2) => ENTITIES[name2]);
  };
  return explainedText(field("Query-Text"), field("Query-Parameters"));
}
var ENTITIES = wordTable({ lt: "<", gt: ">", quot: '"', amp: "&", "#x0d": "\r" });
function explainedText(text, parameters) {
  if (typeof text !== "string") return null;
  return { text, values: typeof parameters === "string" ? parametersIn(parameters) : [] };
}

// src/ingest/capture/savepoints.ts
var SavepointBlock = class {
  name;
  /** It goes on after a rollback to its savepoint, and so does not begin with one. */
  goesOn;
  parts = [];
  end = "open";
  hasFailed = false;
  constructor(name, goesOn = false) {
    this.name = name;
    this.goesOn = goesOn;
  }
};
var Savepoints = class {
  root = new SavepointBlock("");
  /** The open blocks, the innermost last. */
  #open = [this.root];
  /** Frameworks number their savepoints; here each transaction counts its own. */
  #names = /* @__PURE__ */ new Map();
  /** Statements in all blocks. */
  statements = 0;
  get innermost() {
    return this.#open.at(-1);
  }
  /** True where a COMMIT now would undo all: an error is not undone yet. */
  get hasFailed() {
    return this.#open.some((block) => block.hasFailed);
  }
  get hasBlocks() {
    return this.#names.size > 0;
  }
  add(execution) {
    this.innermost.parts.push(execution);
    this.statements += 1;
  }
  mark(mark, said) {
    if (!this.#names.has(said)) this.#names.set(said, `sp${this.#names.size + 1}`);
    const name = this.#names.get(said);
    if (mark === "savepoint") {
      this.#begin(new SavepointBlock(name));
      return;
    }
    const at = this.#open.findLastIndex((block) => block.name === name);
    if (at < 0) return;
    for (const block of this.#open.splice(at)) block.end = mark === "release" ? "released" : "undone";
    if (mark === "rollback to") this.#begin(new SavepointBlock(name, true));
  }
  #begin(block) {
    this.innermost.parts.push(block);
    this.#open.push(block);
  }
};
var isBlock = (part) => part instanceof SavepointBlock;
function withSavepoints({ parts, hasFailed }) {
  if (hasFailed) return [];
  return parts.flatMap((part) => {
    if (!isBlock(part)) return [part];
    const begin = part.goesOn ? [] : [markedExecution(`SAVEPOINT ${part.name}`)];
    return [...begin, ...withSavepoints(part), ...blockEnd(part)];
  });
}
function blockEnd({ end, name }) {
  if (end === "open") return [];
  return [
    markedExecution(end === "released" ? `RELEASE SAVEPOINT ${name}` : `ROLLBACK TO SAVEPOINT ${name}`)
  ];
}
function markedExecution(text) {
  return { reading: readingOf(statementTokens(text), []), protocol: "simple", durationMs: null };
}
function programsWork(frame) {
  const units = [];
  let failed = 0;
  const walk2 = ({ parts, hasFailed }) => {
    for (const part of parts) {
      if (isBlock(part) && part.end !== "released") walk2(part);
      else if (isBlock(part)) {
        const executions = statementsOfBlock(part);
        if (executions.length > 0) units.push({ executions, isTransaction: true });
      } else if (hasFailed) failed += 1;
      else units.push({ executions: [part], isTransaction: false });
    }
  };
  walk2(frame);
  return { units, failed };
}
function statementsOfBlock({ parts, hasFailed }) {
  if (hasFailed) return [];
  return parts.flatMap((part) => isBlock(part) ? statementsOfBlock(part) : [part]);
}

// src/ingest/capture/sql/purpose.ts
var LEFT_OUT = {
  setting: "settings of a connection (SET, SHOW, DISCARD ...)",
  catalog: "questions about the catalog",
  ping: "pings (SELECT 1, version())",
  schema: "migrations and other DDL",
  copy: "COPY from or to a client",
  other: "maintenance, procedures in text (DO), cursors of SQL"
};
var FRAMES = wordTable({
  BEGIN: "begin",
  START: "begin",
  COMMIT: "commit",
  END: "commit",
  ROLLBACK: "rollback",
  ABORT: "rollback",
  SAVEPOINT: "savepoint",
  RELEASE: "release"
});
var REASONS = wordTable({
  SET: "setting",
  SHOW: "setting",
  RESET: "setting",
  DISCARD: "setting",
  LISTEN: "setting",
  UNLISTEN: "setting",
  DEALLOCATE: "setting",
  PREPARE: "setting",
  CREATE: "schema",
  ALTER: "schema",
  DROP: "schema",
  TRUNCATE: "schema",
  COMMENT: "schema",
  GRANT: "schema",
  REVOKE: "schema",
  REINDEX: "schema",
  REFRESH: "schema",
  REASSIGN: "schema",
  SECURITY: "schema",
  IMPORT: "schema"
});
var WORK = /* @__PURE__ */ new Set([
  "SELECT",
  "INSERT",
  "UPDATE",
  "DELETE",
  "MERGE",
  "WITH",
  "VALUES",
  "TABLE",
  "CALL",
  "LOCK",
  "NOTIFY"
]);
var TOOLS = /^(?:schema_migrations|ar_internal_metadata|django_migrations|django_content_type|_prisma_migrations|flyway_schema_history|goose_db_version|alembic_version|knex_migrations(?:_lock)?|sequelizemeta|typeorm_metadata|databasechangelog(?:lock)?|__efmigrationshistory|pgmigrations)$/i;
var CATALOG = /^(?:pg_catalog|information_schema|pg_(?!sleep|advisory|try_advisory|notify|trgm|column_)[a-z_]+)$/i;
function purposeOf(tokens) {
  const said = tokens.filter(({ kind }) => kind !== "space");
  const first = said.findIndex(({ text }) => text !== "(");
  const word = (said[first]?.text ?? "").toUpperCase();
  const frame = FRAMES[word];
  if (frame !== void 0) return { kind: "frame", frame: frameOf(frame, said) };
  if (word === "SET" && said[first + 1]?.text.toUpperCase() === "TRANSACTION") return { kind: "work" };
  if (word === "COPY") return { kind: "left out", why: "copy" };
  const reason = REASONS[word];
  if (reason !== void 0) return { kind: "left out", why: reason };
  if (!WORK.has(word)) return { kind: "left out", why: "other" };
  const names3 = said.filter(({ kind }) => kind === "word" || kind === "quoted").map(unquotedToken);
  if (names3.some((name) => TOOLS.test(name)) && isOfTools(said)) return { kind: "left out", why: "schema" };
  if (names3.some((name) => CATALOG.test(name))) return { kind: "left out", why: "catalog" };
  if (word === "DELETE" && !names3.some((name) => /^(?:where|using)$/i.test(name)))
    return { kind: "left out", why: "other" };
  return isPing(said) ? { kind: "left out", why: "ping" } : { kind: "work" };
}
function isOfTools(said) {
  return [...statementSubject(said).tables.values()].every((table) => TOOLS.test(table));
}
function frameOf(frame, said) {
  const words = said.map(({ text }) => text.toUpperCase());
  return frame === "rollback" && words.includes("TO") ? "rollback to" : frame;
}
function unquotedToken({ text, kind }) {
  return kind === "quoted" ? text.replace(/^(?:[uU]&)?"|"$/g, "") : text;
}
var PINGS = /* @__PURE__ */ new Set([
  "version",
  "current_schema",
  "current_database",
  "current_user",
  "current_schemas",
  "current_setting",
  "set_config",
  "session_user",
  "now"
]);
function isPing(said) {
  const [select, ...rest] = said;
  if (select?.text.toUpperCase() !== "SELECT") return false;
  const words = rest.filter(({ kind }) => kind === "word").map(({ text }) => text.toLowerCase());
  if (words.length === 0) return rest.every(({ text }) => text !== "(");
  return words.every((word) => PINGS.has(word) || ["as", "one", "null", "true", "false"].includes(word));
}

// src/ingest/capture/sessions.ts
var LOST = {
  ...LEFT_OUT,
  failed: "statements that failed, and transactions that met an error",
  unreadable: "statements that cannot be read: cut off, or quoted in an unknown way",
  huge: "statements of more than a megabyte, transactions of more than 500 statements",
  open: "transactions that the log does not show to their end"
};
var STATEMENT_MOST = 1e6;
var TRANSACTION_MOST = 500;
var REMEMBERED_MOST = 100 * TRANSACTION_MOST;
var SESSIONS_MOST = 1e4;
var LogSessions = class {
  lost = /* @__PURE__ */ new Map();
  /** Number of statements that were sent, failed ones among them. */
  statements = 0;
  #sessions = /* @__PURE__ */ new Map();
  /** The first of each kind. */
  #databases = /* @__PURE__ */ new Map();
  #tell;
  /** @param tell gets each unit when it has ended */
  constructor(tell) {
    this.#tell = tell;
  }
  add(entry) {
    const said = entryMeaning(entry);
    if (said.kind === "nothing") return;
    const session2 = this.#session(entry);
    switch (said.kind) {
      case "sent": {
        const hasPlan = session2.last?.of === "plan" && isSame(session2.last, said);
        if (hasPlan) session2.last = null;
        this.#settle(session2);
        session2.last = { ...said, of: hasPlan ? "both" : "entry", ...withReadied(said, session2) };
        session2.readiedMs = 0;
        return;
      }
      case "readied":
        session2.readiedMs += said.durationMs;
        return;
      case "explained":
        if (session2.last?.of === "entry" && isSame(session2.last, said)) {
          session2.last = {
            ...session2.last,
            of: "both",
            durationMs: session2.last.durationMs ?? said.durationMs
          };
          return;
        }
        this.#settle(session2);
        session2.last = { ...said, of: "plan" };
        return;
      case "took":
        if (session2.last !== null) session2.last = { ...session2.last, durationMs: said.durationMs };
        this.#settle(session2);
        return;
      case "failed":
        this.#fail(session2, said.text);
        return;
      case "gone":
        this.#close(entry.session, session2);
    }
  }
  end() {
    for (const [name, session2] of this.#sessions) this.#close(name, session2);
  }
  #session({ session: name, database }) {
    const known2 = this.#sessions.get(name);
    this.#sessions.delete(name);
    const session2 = known2 ?? { database: null, last: null, transaction: null, readiedMs: 0 };
    session2.database ??= database === null ? null : this.#firstLike(database);
    this.#sessions.set(name, session2);
    if (this.#sessions.size > SESSIONS_MOST) {
      const [[oldest, silent2]] = [...this.#sessions.entries()].slice(0, 1);
      this.#close(oldest, silent2);
    }
    return session2;
  }
  /** Tests that have a database each count as those of one. */
  #firstLike(database) {
    const kind = databaseKind(database);
    const first = this.#databases.get(kind) ?? database;
    this.#databases.set(kind, first);
    return first;
  }
  #close(name, session2) {
    this.#settle(session2);
    if (session2.transaction !== null) this.#lose("open", session2.transaction.savepoints.statements);
    this.#sessions.delete(name);
  }
  #lose(why2, count3 = 1) {
    if (count3 > 0) this.lost.set(why2, (this.lost.get(why2) ?? 0) + count3);
  }
  #fail(session2, text) {
    const { last } = session2;
    session2.readiedMs = 0;
    const isOfLast = last !== null && last.durationMs === null && (text === "" || text.trim() === last.text.trim());
    if (isOfLast) session2.last = null;
    this.#settle(session2);
    if (isOfLast || text !== "") this.#lose("failed");
    if (isOfLast) this.statements += 1;
    if (session2.transaction !== null) session2.transaction.savepoints.innermost.hasFailed = true;
  }
  /** Takes the statement that was sent last: all entries about it have been read. */
  #settle(session2) {
    const { last } = session2;
    session2.last = null;
    if (last === null) return;
    this.statements += 1;
    const tokens = last.text.length > STATEMENT_MOST ? null : statementTokens(last.text);
    if (tokens === null || last.text.includes("�")) {
      this.#lose(last.text.length > STATEMENT_MOST ? "huge" : "unreadable");
      if (session2.transaction !== null) session2.transaction.savepoints.innermost.hasFailed = true;
      return;
    }
    const parts = splitTokens(tokens);
    const durationMs = last.durationMs === null ? null : last.durationMs / parts.length;
    const isImplied = parts.length > 1 && session2.transaction === null && parts.every((part) => purposeOf(part).kind !== "frame");
    if (isImplied) session2.transaction = beginTransaction("BEGIN");
    for (const part of parts) this.#take(session2, part, { ...last, durationMs });
    if (isImplied) this.#commit(session2, "COMMIT");
  }
  #take(session2, tokens, { values, protocol, durationMs }) {
    const purpose = purposeOf(tokens);
    const { transaction } = session2;
    if (purpose.kind === "left out") {
      this.#lose(purpose.why);
      if (purpose.why === "schema" && transaction !== null) transaction.migrates = true;
      return;
    }
    if (purpose.kind === "work") {
      const execution = { reading: readingOf(tokens, values), protocol, durationMs };
      if (transaction === null)
        this.#tell({ database: session2.database, executions: [execution], frame: null });
      else transaction.savepoints.add(execution);
      return;
    }
    if (purpose.frame === "begin") session2.transaction ??= beginTransaction(keywords(tokens));
    else if (purpose.frame === "commit") this.#commit(session2, "COMMIT");
    else if (purpose.frame === "rollback") this.#commit(session2, "ROLLBACK");
    else transaction?.savepoints.mark(purpose.frame, savepointName(tokens));
  }
  #commit(session2, end) {
    const { transaction, database } = session2;
    session2.transaction = null;
    if (transaction === null) return;
    const { begin, savepoints, migrates } = transaction;
    const isTest = end === "ROLLBACK" && savepoints.hasBlocks;
    if (migrates || savepoints.statements > REMEMBERED_MOST || savepoints.hasFailed && !isTest) {
      this.#lose(migrates ? "schema" : savepoints.hasFailed ? "failed" : "huge", savepoints.statements);
    } else if (isTest) {
      const { units, failed } = programsWork(savepoints.root);
      this.#lose("failed", failed);
      for (const { executions, isTransaction } of units)
        this.#deliver(database, executions, isTransaction ? { begin: "BEGIN", end: "COMMIT" } : null);
    } else {
      this.#deliver(database, withSavepoints(savepoints.root), { begin, end });
    }
  }
  #deliver(database, executions, frame) {
    if (executions.length > TRANSACTION_MOST) this.#lose("huge", executions.length);
    else if (executions.length > 0) this.#tell({ database, executions, frame });
  }
};
function isSame(one2, other2) {
  return one2.text.trim() === other2.text.trim();
}
function withReadied({ durationMs }, { readiedMs }) {
  return { durationMs: durationMs === null ? null : durationMs + readiedMs };
}
function beginTransaction(begin) {
  return { begin, savepoints: new Savepoints(), migrates: false };
}
function keywords(tokens) {
  const words = tokens.filter(({ kind }) => kind === "word").map(({ text }) => text.toUpperCase());
  return words.filter((word) => word !== "TRANSACTION" && word !== "START" && word !== "WORK").join(" ").replace(/^(?!BEGIN)/, "BEGIN ").trim();
}
function savepointName(tokens) {
  return tokens.findLast(({ kind }) => kind === "word" || kind === "quoted")?.text ?? "";
}

// src/ingest/capture/tally.ts
var Mean = class {
  #sum = 0;
  #count = 0;
  add(value) {
    this.#sum += value;
    this.#count += 1;
  }
  /** NaN where there was nothing. */
  get value() {
    return this.#sum / this.#count;
  }
};
var SHAPES_MOST = 5e3;
var Tally = class {
  #units = /* @__PURE__ */ new Map();
  #most;
  /** Units whose shape was given up. */
  rare = 0;
  constructor(most = SHAPES_MOST) {
    this.#most = most;
  }
  add(unit) {
    const runs = equalRuns(unit.executions);
    const key = JSON.stringify([unit.database, unit.frame, runs.map(([{ reading }]) => reading.shape.key)]);
    let tally = this.#units.get(key);
    if (tally === void 0) {
      if (this.#units.size >= this.#most) this.#giveUpHalf();
      tally = emptyTally(unit, runs);
      this.#units.set(key, tally);
    }
    count(tally, runs);
  }
  get units() {
    return [...this.#units.values()];
  }
  #giveUpHalf() {
    const rarest = [...this.#units].toSorted(([, a], [, b]) => a.count - b.count);
    for (const [key, { count: times2 }] of rarest.slice(0, Math.ceil(this.#most / 2))) {
      this.rare += times2;
      this.#units.delete(key);
    }
  }
};
function equalRuns(executions) {
  const runs = [];
  for (const execution of executions) {
    const last = runs.at(-1);
    if (last?.[0].reading.shape.key === execution.reading.shape.key) last.push(execution);
    else runs.push([execution]);
  }
  return runs;
}
function emptyTally({ database, frame }, runs) {
  const steps = runs.map(([{ reading }]) => ({
    shape: reading.shape,
    values: reading.shape.slots.map(() => new ValueTally()),
    lengths: reading.lengths.map(() => new Mean()),
    repeats: new Mean(),
    durations: new Mean()
  }));
  return { database, frame, steps, count: 0, totalMs: 0, timed: 0, links: [], protocols: /* @__PURE__ */ new Map() };
}
function count(tally, runs) {
  tally.count += 1;
  const only2 = [];
  let totalMs = 0;
  let isTimed = false;
  for (const [position, step] of tally.steps.entries()) {
    const run = runs[position];
    step.repeats.add(run.length);
    for (const { reading, durationMs, protocol } of run) {
      for (const [slot, given] of reading.given.entries())
        for (const each of given) step.values[slot].add(each);
      for (const [list2, length] of reading.lengths.entries()) step.lengths[list2].add(length);
      if (durationMs !== null) {
        step.durations.add(durationMs);
        totalMs += durationMs;
        isTimed = true;
      }
      if (reading.shape.slots.length > 0)
        tally.protocols.set(protocol, (tally.protocols.get(protocol) ?? 0) + 1);
    }
    for (const slot of step.values.keys()) {
      const value = onlyValue(run.flatMap(({ reading }) => reading.given[slot]));
      only2.push(value === void 0 || value === null ? `${position}.${slot}` : `=${value}`);
    }
  }
  if (isTimed) {
    tally.totalMs += totalMs;
    tally.timed += 1;
  }
  tally.links = refined(tally.count === 1 ? only2.map(() => 0) : tally.links, only2);
}
function refined(links, values) {
  const firsts = /* @__PURE__ */ new Map();
  return links.map((link, position) => {
    const key = `${link} ${values[position]}`;
    const first = firsts.get(key) ?? position;
    firsts.set(key, first);
    return first;
  });
}

// src/ingest/capture/capture.ts
var Capture = class {
  #tally = new Tally();
  #sessions = new LogSessions((unit) => this.#tally.add(unit));
  #formats = /* @__PURE__ */ new Set();
  #entries = 0;
  #strange = 0;
  /**
   * @param file its name, for errors
   * @param prefix log_line_prefix, where the user names it
   * @returns takes the lines of the file, and tells that it is over
   */
  file(file, prefix) {
    let first = [];
    let passedOver = null;
    let reader = null;
    const read = (lines) => {
      for (const line of lines) reader.line(line);
    };
    const begin = (format, at) => {
      this.#formats.add(format.name);
      this.#strange += at;
      reader = format.reader((entry) => this.#add(entry));
      read(first.slice(at));
      first = [];
    };
    const look = () => {
      for (let at = 0; at < first.length; at += LOOKED_AT) {
        const format = formatFor(first.slice(at, at + LOOKED_AT), prefix);
        if (format === null) continue;
        begin(format, at);
        return;
      }
      passedOver ??= first.slice(0, LOOKED_AT);
      this.#strange += first.length;
      first = [];
    };
    return {
      lines: (lines) => {
        if (reader !== null) {
          read(lines);
          return;
        }
        for (const line of lines) first.push(line);
        if (first.length >= LOOKED_AT) look();
      },
      end: () => {
        if (reader === null) look();
        if (reader === null) throw noLog(file, passedOver ?? [], prefix);
        reader.end();
        this.#strange += reader.strange;
      }
    };
  }
  /** The log is over: what is open stays so. */
  end() {
    this.#sessions.end();
    return {
      units: this.#tally.units,
      statements: this.#sessions.statements,
      entries: this.#entries,
      strange: this.#strange,
      rare: this.#tally.rare,
      lost: this.#sessions.lost,
      formats: [...this.#formats]
    };
  }
  #add(entry) {
    this.#entries += 1;
    this.#sessions.add(entry);
  }
};

// src/io/host/text-lines.ts
import { spawn } from "node:child_process";
import { open } from "node:fs/promises";
import { addAbortSignal, pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
var LINE_MOST = 4e6;
var CHUNK_BYTES = 1 << 20;
async function* readTextLines(request) {
  const decoder = decoderOf(request.encoding);
  const { file, onShare, signal } = request;
  let rest = "";
  try {
    const { bytes, size, read } = await openSource(file, signal);
    for await (const chunk of bytes) {
      signal.throwIfAborted();
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop();
      if (rest.length > LINE_MOST) {
        lines.push(rest);
        rest = "";
      }
      onShare(size === null ? null : Math.min(1, read() / size));
      yield lines.map(withoutReturn);
    }
  } catch (cause) {
    if (signal.aborted || cause instanceof PlumblineError) throw cause;
    throw unreadableFile(file, cause);
  }
  rest += decoder.decode();
  if (rest !== "") yield [withoutReturn(rest)];
}
function withoutReturn(line) {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
function decoderOf(encoding) {
  try {
    return new TextDecoder(encoding);
  } catch (cause) {
    throw new PlumblineError("usage", `encoding: got ${JSON.stringify(encoding)}`, {
      remedy: "name the server's encoding: utf-8, latin1, windows-1252, euc-jp, shift_jis or another one",
      cause
    });
  }
}
async function openSource(file, signal) {
  if (file === "-") return { bytes: addAbortSignal(signal, process.stdin), size: null, read: () => 0 };
  const handle = await open(file);
  try {
    const facts = await handle.stat();
    const head2 = await headOf(handle);
    const packing = packingOf(head2, file);
    const stream = handle.createReadStream({ highWaterMark: CHUNK_BYTES, signal });
    const whole = Readable.from(headFirst(head2, stream), { objectMode: false });
    return {
      bytes: packing === null ? whole : packing === "gzip" ? gunzipped(whole) : unpacked(whole, file, packing),
      size: facts.isFile() && facts.size > 0 ? facts.size : null,
      read: () => head2.length + stream.bytesRead
    };
  } catch (cause) {
    await handle.close();
    throw cause;
  }
}
async function* headFirst(head2, rest) {
  if (head2.length > 0) yield head2;
  yield* rest;
}
var PACKINGS = { gzip: "1f8b", bzip2: "425a68", xz: "fd377a585a00", zstd: "28b52ffd" };
var ZIP = "504b0304";
var HEAD_BYTES = 6;
async function headOf(handle) {
  const head2 = Buffer.alloc(HEAD_BYTES);
  let length = 0;
  while (length < HEAD_BYTES) {
    const { bytesRead } = await handle.read(head2, length, HEAD_BYTES - length, null);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return head2.subarray(0, length);
}
function packingOf(head2, file) {
  const start = head2.toString("hex");
  if (start.startsWith(ZIP))
    throw new PlumblineError("usage", `cannot read ${file}: it is a zip archive`, {
      remedy: "name the files in it, once they are unpacked"
    });
  const found = Object.entries(PACKINGS).find(([, bytes]) => start.startsWith(bytes));
  return found === void 0 ? null : found[0];
}
function gunzipped(stream) {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  pipeline(stream, gunzip, () => void 0);
  return gunzip;
}
async function* unpacked(stream, file, program2) {
  const child = spawn(program2, ["-dc"], { stdio: ["pipe", "pipe", "pipe"] });
  let words = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    words = (words + text).slice(-500);
  });
  const ended = new Promise((resolve3) => {
    child.on("error", resolve3).on("close", resolve3);
  });
  pipeline(stream, child.stdin, () => void 0);
  try {
    yield* child.stdout;
    const ending = await ended;
    if (ending !== 0) throw notUnpacked(file, program2, ending, words.trim());
  } finally {
    child.kill();
  }
}
function notUnpacked(file, program2, ending, words) {
  const isMissing = typeof ending === "object" && ending?.code === "ENOENT";
  const why2 = isMissing ? `it is packed with ${program2}, which is not installed` : words || `${program2} failed`;
  return new PlumblineError("usage", `cannot read ${file}: ${why2}`, {
    remedy: isMissing ? `install ${program2}, or unpack the file` : "take the file again: it may be cut off"
  });
}
var REASONS2 = wordTable({
  ENOENT: "there is no such file",
  EACCES: "permission denied",
  EISDIR: "it is a folder"
});
function unreadableFile(file, cause) {
  const isClosed = cause.code === "EACCES";
  return new PlumblineError("usage", `cannot read ${file}: ${REASONS2[cause.code ?? ""] ?? cause.message}`, {
    remedy: isClosed ? "copy the log to where you may read it, or run this as the server's user, whom it belongs to" : "name the files of a server's log; `SELECT pg_current_logfile()` says where it is, from the data folder",
    cause
  });
}

// src/report/terminal/captured.ts
var PROBLEM_MOST = 400;
function readWords({ statements, entries, strange: strange2, rare, lost, formats }) {
  const reasons = [...lost].toSorted(([, a], [, b]) => b - a);
  const width = Math.max(
    ...[...reasons.map(([, count3]) => count3), rare].map((count3) => String(count3).length)
  );
  const line = (count3, why2) => `  ${String(count3).padStart(width)}  ${why2}`;
  return [
    `read ${plural(entries, "entry", "entries")}, ${plural(statements, "statement")}: ${formats.join("; ")}`,
    ...reasons.length === 0 ? [] : ["in no script:", ...reasons.map(([why2, count3]) => line(count3, LOST[why2]))],
    ...rare === 0 ? [] : [line(rare, "executions of shapes that are too rare to be counted")],
    ...strange2 === 0 ? [] : [`passed over: ${plural(strange2, "line or entry", "lines or entries")}, cut off or of no entry`],
    ""
  ].join("\n");
}
function capturedWords(captured, trials) {
  const { scripts, leftOut, units, shapes, database, others } = captured;
  const rows = scripts.map(({ name, count: count3, meanMs, weight }) => {
    const trial = trials.find((each) => each.name === name);
    const outcome = trial?.outcome ?? "not run";
    return [
      `${name}.sql`,
      String(count3),
      meanMs === null ? "" : formatNumber(meanMs),
      String(weight),
      outcome
    ];
  });
  const problems = trials.filter(({ problem }) => problem !== null);
  const cut2 = scripts.flatMap((script) => script.cut.map((line) => `${script.name}.sql: ${line}`));
  const kept = scripts.flatMap(
    (script) => script.kept.map(
      ({ column, words }) => `  ${script.name}: ${column}: ${words.map((word) => `'${word}'`).join(", ")}`
    )
  );
  return [
    ...alignedTable([["script", "times", "mean ms", "weight", "tried"], ...rows]),
    ...problems.map(({ name, problem }) => `${name}.sql: ${plainLine(problem, PROBLEM_MOST)}`),
    ...cut2,
    "",
    leftOutWords(leftOut, shapes, units),
    ...others.length === 0 ? [] : [`of database ${database ?? "?"}; the log also has ${others.map(other).join(", ")} (--database)`],
    kept.length === 0 ? "no text of the log is in the scripts but the program's own words; numbers are drawn from the ranges that were seen" : "texts that stand in the scripts as they were in the log (--keep none replaces them, too):",
    ...new Set(kept),
    ""
  ].join("\n");
}
function leftOutWords({ shapes: left2, ofCount, ofTime }, shapes, units) {
  if (left2 === 0)
    return `the scripts have every shape (${formatCount(shapes)}) of transactions and single statements (${formatCount(units)})`;
  const time2 = ofTime === null ? "" : ` and ${formatPercent(ofTime)} of the time`;
  return plainSpaces(
    `left out: ${left2} of ${shapes} shapes, ${formatPercent(ofCount)} of the executions${time2} (--scripts takes more)`
  );
}
function other({ database, units }) {
  return `${database ?? "entries that name none"}: ${units}`;
}
function alignedTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const cell2 = (text, column) => column === 0 || column === widths.length - 1 ? text.padEnd(widths[column]) : text.padStart(widths[column]);
  return rows.map((row) => row.map(cell2).join("  ").trimEnd());
}

// src/pipeline/documents/captured-scripts.ts
import { existsSync } from "node:fs";
import path3 from "node:path";
async function writeScripts(scripts, { output, force }) {
  const written = scripts.map(({ name, text, weight }) => ({
    name,
    text,
    weight,
    file: path3.join(output, `${name}.sql`),
    path: path3.resolve(output, `${name}.sql`),
    hash: sha256(text)
  }));
  const there = written.filter((script) => existsSync(script.path)).map(({ file }) => file);
  if (there.length > 0 && !force) {
    throw new PlumblineError(
      "usage",
      `${there.join(", ")} already ${there.length === 1 ? "exists" : "exist"}`,
      {
        remedy: `name another folder than ${output} with --output, or overwrite them with --force`
      }
    );
  }
  for (const script of written) await writeFileWhole(script.path, script.text);
  return written;
}

// src/pipeline/measure/try-scripts.ts
async function tryAll(scripts, protocol, place, progress, signal) {
  try {
    const generator = await findLoadGenerator({ progress });
    const trials = [];
    for (const [at, script] of scripts.entries()) {
      const { name } = script;
      const refusal = await readable(generator, script, protocol);
      if (refusal !== null) trials.push({ name, outcome: "refused", problem: refusal });
      else if (place === null) trials.push({ name, outcome: "not run", problem: null });
      else {
        const { server, database, role } = place;
        const url = role === null ? server.url(database) : withRole(server.url(database), role);
        const where = { generator, protocol, url, pid: server.pid, seed: at + 1, signal };
        const problem = await tryOneEvent(script, where);
        trials.push({ name, outcome: problem === null ? "ran" : "fails", problem });
      }
    }
    return trials;
  } catch (error) {
    if (!(error instanceof PlumblineError) || error.kind === "interrupted") throw error;
    progress.note(`the scripts were not tried: ${error.message}`);
    return [];
  }
}

// src/pipeline/measure/watched-command.ts
import { existsSync as existsSync2 } from "node:fs";
import path4 from "node:path";
async function watchCommand(request, use, progress, signal) {
  const database = await configuredDatabase(request);
  const local = database === null ? null : localOf(database.deploy);
  if (database !== null && local === null) {
    progress.note("the config file's database is not on this machine: a local PostgreSQL is started instead");
  }
  const setup = request.setUp ? database?.setup ?? [] : [];
  const isFilled = setup.length > 0;
  const what = setup.length === 0 ? "with an empty database" : `filled by database.setup of ${request.config}`;
  progress.stage(`starting a PostgreSQL server, ${what}`);
  const report = (text) => progress.update({ what: text, share: null, secondsLeft: null });
  const server = await startLoggingServer({
    bin: local?.bin === void 0 ? null : path4.resolve(request.cwd, local.bin),
    version: local?.version ?? null,
    settings: local?.settings ?? {},
    locale: local?.locale,
    setup,
    isKept: request.command !== null && setup.length > 0,
    tree: request.cwd,
    report,
    signal
  });
  try {
    if (request.command !== null) progress.stage(`running ${request.command}`);
    const failure = request.command === null ? null : await commandFailure(server, request.command);
    return await use({ server, isFilled, role: isFilled ? database?.role ?? null : null, failure });
  } finally {
    await server.stop();
  }
}
async function commandFailure(server, command) {
  try {
    await server.run(command);
    return null;
  } catch (error) {
    if (error instanceof PlumblineError && error.kind === "target") return error;
    throw error;
  }
}
async function hasSetup(request) {
  const database = request.setUp ? await configuredDatabase(request) : null;
  return database !== null && localOf(database.deploy) !== null && database.setup.length > 0;
}
async function configuredDatabase({
  cwd,
  config
}) {
  if (config === DEFAULT_CONFIG && !existsSync2(path4.resolve(cwd, config))) return null;
  return (await loadConfig({ cwd, config })).database;
}

// src/pipeline/capture.ts
var SETTINGS = "let the server log what it runs (log_min_duration_statement = 0, or log_statement = all with log_duration = on; lc_messages = C; SELECT pg_reload_conf()), and take the log of some minutes";
var CONNECTION = "let the command connect by DATABASE_URL, or by PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE: it seems to use another database";
async function capture(request, progress, signal) {
  const { source } = request;
  if ("command" in source) return await captureCommand(request, source, progress, signal);
  const seen = await readLogs(source, progress, signal);
  const names3 = source.files.map((file) => path5.basename(file)).join(", ");
  const withoutServer = () => deliver(seen, request, { names: names3, place: null, failure: null }, progress, signal);
  chooseFrom(seen, request, names3, null);
  if (!await hasSetup(source)) return await withoutServer();
  const tryThem = async ({ server, role }) => await deliver(
    seen,
    request,
    { names: names3, place: { server, role, database: DATABASE }, failure: null },
    progress,
    signal
  );
  return await watchCommand({ ...source, command: null }, tryThem, progress, signal);
}
async function readLogs({ files, logLinePrefix, encoding }, progress, signal) {
  const log = new Capture();
  for (const file of files) {
    const onShare = (share) => progress.update({ what: `reading ${file}`, share, secondsLeft: null });
    const reader = log.file(file, logLinePrefix);
    for await (const lines of readTextLines({ file, encoding, onShare, signal })) reader.lines(lines);
    reader.end();
  }
  return log.end();
}
async function captureCommand(request, source, progress, signal) {
  const use = async ({ server, isFilled, role, failure }) => {
    if (failure !== null) progress.note(`${failure.message}
what it did until then:`);
    const log = { files: [server.logFile], encoding: "utf-8", logLinePrefix: LOG_PREFIX };
    const seen = await readLogs(log, progress, signal);
    try {
      const { database } = chooseFrom(seen, request, "", null);
      const place = await databaseToTry({ server, isFilled, role }, database, signal);
      if (place === null) progress.note(REMOVED(database));
      return await deliver(seen, request, { names: "", place, failure }, progress, signal);
    } catch (error) {
      throw failure ?? error;
    }
  };
  return await watchCommand(source, use, progress, signal);
}
var REMOVED = (name) => `the command removed its database ${name ?? ""}: the scripts are parsed, but not run; with database.setup they run on what that makes`;
async function databaseToTry({ server, isFilled, role }, database, signal) {
  if (isFilled) return { server, role, database: FILLED };
  if (database === null || !await hasDatabase(server, database, signal)) return null;
  return { server, role: null, database };
}
async function deliver(seen, request, { names: names3, place, failure }, progress, signal) {
  const facts = place === null ? null : await factsFor(seen, request, place, signal);
  const captured = chooseFrom(seen, request, names3, facts);
  const { output, force } = request;
  const scripts = await writeScripts(captured.scripts, { output, force });
  const trials = await tryAll(scripts, captured.protocol, place, progress, signal);
  const refused = new Set(trials.filter(({ outcome }) => outcome === "refused").map(({ name }) => name));
  for (const { name, path: file } of scripts) if (refused.has(name)) await rm(file);
  return { seen, captured, scripts: scripts.filter(({ name }) => !refused.has(name)), trials, failure };
}
async function factsFor(seen, request, { server, database }, signal) {
  const units = chosenFrom(seen.units, request)?.chosen ?? [];
  const shapes = units.flatMap(({ steps }) => steps.map(({ shape }) => shape));
  return await readSchemaFacts(server.url(database), shapes, signal);
}
function chooseFrom(seen, request, names3, facts) {
  const { most, database, protocol, keep } = request;
  const wish = {
    most,
    database,
    protocol,
    keep: keep !== "none",
    keepNumbers: keep === "numbers",
    source: names3 || "a command (--run)"
  };
  const captured = capturedFrom(seen.units, wish, facts);
  if (captured !== null) return captured;
  if (seen.units.length > 0) {
    const there = [...new Set(seen.units.map((unit) => unit.database ?? "(none named)"))].toSorted();
    throw new PlumblineError(
      "usage",
      `no statements of database ${JSON.stringify(database)} are in the log`,
      { remedy: `name one that it has: ${there.join(", ")}` }
    );
  }
  const where = names3 === "" ? "what the command did" : names3;
  throw new PlumblineError("usage", `nothing to make a script of in ${where}
${readWords(seen).trimEnd()}`, {
    remedy: names3 === "" ? CONNECTION : SETTINGS
  });
}

// src/apps/cli/capture.ts
var HELP = {
  examples: [
    ["capture /var/log/postgresql/postgresql.json", "write the ten heaviest into bench/captured"],
    ["capture --database shop --scripts 20 log/*.csv.gz", "read one of several databases from rotated logs"],
    ['capture --run "npm test"', "capture what the tests send, and try each script on their server"],
    ["capture --log-line-prefix '%t [%p] %u@%d ' postgresql.log", "read a log with an unusual prefix"]
  ],
  outcomes: [
    "fine",
    ["usage", "no log, no statements in it, or the scripts exist already"],
    [
      "target",
      "the command failed, and what it had sent by then was captured; or no server could be started"
    ],
    "interrupted"
  ]
};
function captureVerb(finish) {
  const command = withOptions2(new Command2("capture"));
  addHelp(command, HELP);
  return command.action(async (files, words) => {
    const request = captureRequest(files, words);
    const result = await measuring({}, (progress, signal) => capture(request, progress, signal));
    process.stdout.write(resultText(result, words.output));
    finish(result.failure === null ? EXIT_CODE.fine : result.failure.exitCode);
  });
}
function withOptions2(command) {
  return command.summary("Make scripts from a server's log, or from your tests.").description(
    "Make scripts from a server's log, or from what a command such as your tests sends to a server: the heaviest transactions and statements, with their weights, and without personal data."
  ).argument(
    "[file...]",
    "Log files in their order: csvlog, jsonlog, or what the server writes to stderr, gzipped or not; - is standard input."
  ).option(
    "--run <command>",
    "Run this command, such as your tests, with the connection of a fresh server (DATABASE_URL, PGHOST ...), instead of reading files."
  ).option(
    "--config <file>",
    "Config file whose database.setup fills the database that scripts are tried on.",
    DEFAULT_CONFIG
  ).option(
    "--no-setup",
    "Start with an empty database, for a command that makes its own tables (with --run); only parse the scripts of a log."
  ).option("--output <dir>", "Folder for the scripts.", "bench/captured").option(
    "--scripts <n>",
    "Highest number of scripts: half of them by time, the others by number of calls.",
    numberFrom(1, 100),
    10
  ).option(
    "--log-line-prefix <prefix>",
    "Prefix of a log on stderr, as SHOW log_line_prefix prints it (default: detected)."
  ).option("--encoding <name>", "Encoding of the log: that of the server's databases.", "utf-8").option("--database <name>", "Database whose statements count (default: the one with the most).").addOption(
    new Option2(
      "--protocol <protocol>",
      "How scripts send values: in the text (simple), as parameters (extended), or prepared (default: as most of the log does)."
    ).choices(["simple", "extended", "prepared"])
  ).addOption(
    new Option2(
      "--keep <what>",
      "Literals to keep: frequent words, also small sets of integers with their weights, or none."
    ).choices(["words", "numbers", "none"]).default("words")
  ).option("--force", "Overwrite existing scripts.");
}
function captureRequest(files, words) {
  const { config, setup, encoding, logLinePrefix = null } = words;
  const { scripts: most, database = null, protocol = null, keep, output, force = false } = words;
  const command = commandIn(files, words);
  const rows = { config, setUp: setup, cwd: process.cwd() };
  const source = command === null ? { ...rows, files, encoding, logLinePrefix } : { ...rows, command };
  return { source, most, database, protocol, keep, output, force };
}
function commandIn(files, { run }) {
  if (files.length > 0 && run === void 0) return null;
  if (files.length === 0 && run !== void 0) return run;
  const what = run === void 0 ? "neither a log nor a command is named" : "both a log and a command are named";
  throw new PlumblineError("usage", `capture: ${what}`, {
    remedy: 'name the files of a log (plumbline capture postgresql.json), or a command: plumbline capture --run "npm test"'
  });
}
function resultText({ seen, captured, scripts, trials }, output) {
  const failing = new Set(trials.filter(({ problem }) => problem !== null).map(({ name }) => name));
  const usable = captured.scripts.filter(({ name }) => !failing.has(name));
  const leftOut = failing.size === 0 ? "" : `, without ${[...failing].map((name) => `${name}.sql`).join(", ")}`;
  return [
    readWords(seen),
    capturedWords(captured, trials),
    `wrote ${scripts.length} scripts to ${output}; for plumbline.yml${leftOut}:`,
    "",
    usable.length === 0 ? "# no script runs yet\n" : workloadLines({ ...captured, scripts: usable }, output.split(path6.sep).join("/"))
  ].join("\n");
}

// src/report/terminal/console.ts
var import_picocolors = __toESM(require_picocolors(), 1);

// src/report/terminal/hosts.ts
var HOST_MOST = 72;
function hostsText({ workloads }, width) {
  const parts = workloads.flatMap(({ name, hosts }) => {
    const full = hostTable(hosts);
    if (full === null) return [];
    const rows = full.rows.map(([host = "", ...cells]) => [plainLine(host, HOST_MOST), ...cells]);
    const table = { ...full, rows };
    const lines = tableLines(table).map((line) => `  ${line}`);
    const title = wrapped(`load by host under ${plainLine(name)}:`, width);
    return [[...title, ...widest(lines) <= width ? lines : hostLines(table, width)].join("\n")];
  });
  return parts.join("\n\n");
}
function hostLines({ columns, rows }, width) {
  return rows.flatMap(([host, ...cells]) => {
    const said = cells.map((cell2, at) => `${columns[at + 1].title} ${cell2}`).join(", ");
    const [first = "", ...rest] = wrapped(`${host}: ${said}`, width - 4);
    return [`  ${first}`, ...rest.map((line) => `    ${line}`)];
  });
}

// src/report/terminal/console.ts
var ROWS_MOST = 40;
function renderConsole(report, { colour, width }) {
  const colours = import_picocolors.default.createColors(colour);
  const rows = changeRows(report);
  const changed = [...rows.regressed, ...rows.accepted, ...rows.traded, ...rows.improved];
  const all = [...changed, ...rows.undecided, ...rows.notWorse, ...rows.unchanged];
  const listed2 = all.filter((row) => !isQuiet(row)).slice(0, Math.max(ROWS_MOST, changed.length));
  const card = cardOf(report, report.guidance ?? NO_GUIDANCE);
  const title = wrapped(`Plumbline: ${card.said}`, width).map((line) => colours.bold(paint(colours, report.verdict, line))).join("\n");
  const parts = [
    title,
    wrapped(
      `${commitText(report.head)} against ${baselineText(report)}; ${measuredText(report)}`,
      width
    ).join("\n"),
    wrapped(limitDetails(report).join(" "), width).join("\n"),
    wrapped(
      report.carried === void 0 ? "" : carriedText(report.carried.branch, report.carried.sums),
      width
    ).join("\n"),
    migrationText(report, colours, width),
    capacitiesText(report, width),
    timelinesText(report, width),
    consoleChanges(listed2, report, colours, width),
    listed2.length === 0 ? "" : wrapped(cellsText(report), width).join("\n"),
    notListed(all.length - listed2.length),
    hostsText(report, width),
    causesText(report, width),
    newWorkloads(report).map(({ name, figures: figures2, why: why2 }) => wrapped(`${name} is new: ${figures2}; ${why2}`, width).join("\n  ")).join("\n"),
    ...rows.traded.map((change2) => wrapped(tradeText(change2), width).join("\n")),
    openQuestions(rows.undecided, report, width),
    dotPlot(report, [...changed, ...rows.undecided].slice(0, 8), Math.min(width, 100)).join("\n"),
    wrapped(togetherText(report), width).join("\n"),
    wrapped(visibleText(report), width).join("\n"),
    wrapped(order(report), width).join("\n"),
    wrapped(serversText(report), width).join("\n"),
    reportWarningLines(report, colours, width),
    // The verdict again: its first lines have scrolled away.
    [title, ...cardLines(card, width)].join("\n")
  ];
  const text = parts.filter((part) => part !== "").join("\n\n");
  return `${plainSpaces(text)}
`;
}
function cardLines({ cause, figures: figures2, ways }, width) {
  const texts = [
    cause === null ? "" : consoleCauseText(cause),
    figures2.join(" · "),
    ...ways.map((way) => `${way.words}: ${"address" in way ? way.address : way.command}`)
  ];
  return texts.filter((text) => text !== "").flatMap((text) => wrapped(text, width - 2).map((line) => `  ${line}`));
}
function consoleCauseText({ code: code2, text, place }) {
  const said = code2 === null ? capital(text) : `${code2} ${text}`;
  return place === null ? said : `${said} ${place.words}`;
}
function causesText(report, width) {
  const sentences = [
    ...reasonSentences(report).map(({ code: code2, text }) => code2 === null ? text : `${code2} ${text}`),
    ...impossibleSearches(report)
  ];
  const tables = (report.causes ?? []).flatMap((search) => causesTable(search) ?? []);
  return [
    ...sentences.map((text) => wrapped(text, width).join("\n")),
    ...tables.map((table) => tableLines(table).join("\n"))
  ].join("\n");
}
function order(report) {
  const text = orderText(report);
  return text === "" ? "" : `Order of starts: ${text}.`;
}
function paint(colours, verdict2, text) {
  switch (verdict2) {
    case "regressed":
      return colours.red(text);
    case "improved":
      return colours.green(text);
    case "accepted":
    case "trade":
    case "inconclusive":
    case "too-few":
      return colours.yellow(text);
    case "not-worse":
    case "unchanged":
      return text;
  }
}
var workload = {
  title: "workload",
  align: "left",
  spare: 0,
  text: (change2) => plainLine(change2.workload, 32)
};
var metric2 = {
  title: "metric",
  align: "left",
  spare: 0,
  text: (change2) => metricInfo(change2.metric).label
};
var base = { title: "base", align: "right", spare: 1, text: (_, cells) => cells.base };
var head = { title: "head", align: "right", spare: 1, text: (_, cells) => cells.head };
var change = {
  title: "change",
  align: "right",
  spare: 0,
  text: (_, cells) => changeText(cells)
};
var visible = {
  title: "detectable",
  align: "right",
  spare: 3,
  text: (_, cells) => cells.smallestVisible
};
var limit = { title: "limit", align: "right", spare: 2, text: (_, cells) => cells.limit };
var verdict = {
  title: "verdict",
  align: "left",
  spare: 0,
  text: (row, _, report) => verdictText(row, report)
};
var COLUMNS2 = [workload, metric2, base, head, change, visible, limit, verdict];
function verdictText(change2, report) {
  const standing = standingOfGate(change2.verdict);
  if (standing === "regressed" && acceptanceOf(report, change2) !== null) return "regressed, accepted";
  if (standing === "unchanged") return WITHIN;
  return standing === "too-few" ? "too little data" : standing.replace("-", " ");
}
function openQuestions(changes, report, width) {
  const history = shortHistory(report);
  if (history !== null) return wrapped(historyRemedy(history), width).join("\n");
  const lines = changes.slice(0, ROWS_MOST).map((row) => {
    const name = `${plainLine(row.workload, 32)} ${metricInfo(row.metric).label}`;
    return wrapped(`to decide ${name}: ${plainLine(changeRemedy(row, report), 160)}`, width).join("\n  ");
  });
  return lines.join("\n");
}
function migrationText({ migration: tried }, colours, width) {
  if (tried === void 0) return "";
  const lines = tried.workloads.flatMap((workload2) => {
    const isFine = workload2.faults.length === 0;
    const said = wrapped(migrationLine(workload2, tried), width - 2);
    const first = said.map((line) => isFine ? line : colours.red(line));
    const why2 = isFine ? [] : migrationCauses(workload2).flatMap((cause) => wrapped(cause, width - 4));
    const ways = migrationRemedies(workload2).flatMap((remedy) => wrapped(`remedy: ${remedy}`, width - 4));
    return [
      ...first.map((line) => `  ${line}`),
      ...why2.map((line) => `    ${line}`),
      ...ways.map((line) => `    ${colours.dim(line)}`)
    ];
  });
  return [...wrapped(`migration ${migrationName(tried)}`, width), ...lines].join("\n");
}
function notListed(count3) {
  return count3 === 0 ? "" : `and ${plural(count3, "more metric")}, in report.html`;
}
function consoleChanges(changes, report, colours, width) {
  if (changes.length === 0) return "";
  let columns = COLUMNS2;
  for (; ; ) {
    const spare = Math.max(...columns.map((column) => column.spare));
    if (spare === 0 || tableWidth(columns, changes, report) <= width)
      return changeTable(columns, changes, report, colours);
    columns = columns.filter((column) => column.spare !== spare);
  }
}
function tableWidth(columns, changes, report) {
  const lines = changeTable(columns, changes, report, import_picocolors.default.createColors(false)).split("\n");
  return widest(lines);
}
function changeTable(columns, changes, report, colours) {
  const heads = columns.map(({ title, align }) => ({ title: colours.dim(title), align }));
  const rows = changes.map((row) => {
    const cells = cellTexts(row);
    return columns.map((column) => {
      const text = plainSpaces(column.text(row, cells, report));
      return column === verdict || column === change ? paint(colours, standingOfGate(row.verdict), text) : text;
    });
  });
  return tableLines({ columns: heads, rows }).join("\n");
}
function reportWarningLines(report, colours, width) {
  const lines = notesOf(report).flatMap(({ text, remedy }) => {
    const [first = "", ...rest] = wrapped(text, width - 9);
    return [
      `${colours.yellow("warning")}: ${first}`,
      ...rest.map((line) => `         ${line}`),
      ...wrapped(remedy, width - 9).map((line) => `         ${colours.dim(line)}`)
    ];
  });
  return lines.join("\n");
}
function timelinesText({ timelines = [] }, width) {
  const lines = timelines.flatMap((timeline) => {
    const failures = timelineFailures(timeline);
    return [
      ...wrapped(`disruptions of ${plainLine(timeline.workload)}: ${timelineTerms(timeline)}`, width),
      ...disruptionTable(timeline).rows.flatMap((cells) => hangingLines(eventText(cells), width)),
      ...stretchTable(timeline).rows.flatMap((cells) => hangingLines(stretchText(cells), width)),
      ...failures === "" ? [] : hangingLines(failures, width)
    ];
  });
  return lines.join("\n");
}
function eventText([event, arm, took, recovery, depth, length, failed]) {
  return `${event}, ${arm}: took ${took}; recovery ${recovery}; dip depth ${depth}, length ${length}; failed events ${failed}`;
}
function stretchText([stretch, arm, rate2, wait]) {
  return `${stretch}, ${arm}: ${rate2} events a second; longest wait ${wait}`;
}
function hangingLines(text, width) {
  return wrapped(text, width - 4).map((line, at) => `${at === 0 ? "  " : "    "}${line}`);
}

// src/apps/cli/check.ts
function checkVerb(finish) {
  const command = new Command2("check").summary("Do the whole job: measure base and head, judge, store, report.").description(
    "Measure base and head, compare them, store both runs, and write the comment and the report. This is what the action runs."
  );
  addHelp(command, {
    examples: [
      ["check", "compare HEAD, with uncommitted changes, with the commit where it left main"],
      ["check --base v1.2 --sessions 12", "compare with a tag, in more sessions, which show smaller changes"],
      ["check --base HEAD", "compare a commit with itself: how quiet is this machine?"],
      [
        "check --mode history --store file:.plumbline",
        "measure head alone, and compare it with the stored runs of main"
      ]
    ],
    outcomes: ["fine", "regression", "inconclusive", ...MEASURING]
  });
  return withFields(command, "check").action(async (words) => {
    const invocation = await invocationHere(words);
    const { report, notStored } = await measuring(
      words,
      (progress, signal) => check(invocation, progress, signal)
    );
    process.stdout.write(renderConsole(report, styleOf(process.stdout)));
    process.stderr.write(`wrote ${writtenFiles(report).join(", ")} to ${invocation.output}
`);
    if (notStored !== null) throw notStored;
    finish(exitCodeOf(report, failOnOf(words)));
  });
}

// src/apps/cli/cluster.ts
import { randomBytes } from "node:crypto";
import path9 from "node:path";
import { text as textOf } from "node:stream/consumers";

// src/pipeline/cluster/manifests.ts
var import_yaml = __toESM(require_dist2(), 1);
var KINDS = ["Job", "Service", "ConfigMap", "Secret"];
var LOAD = "plumbline/load";
var TOKEN_KEY = "token";
var TOKEN_VARIABLE = "PLUMBLINE_SHARD_TOKEN";
var CONTAINER = "shard";
var PORT = 7400;
var JOIN_SECONDS = 1800;
var FOLDER = "/srv/plumbline";
var SCRATCH = "/tmp";
var KEPT_SECONDS = 86400;
function manifestsOf(job) {
  const { name } = job;
  const labels = { "app.kubernetes.io/name": "plumbline", [LOAD]: name };
  const metadata = { name, labels };
  return [
    {
      apiVersion: "v1",
      kind: "Service",
      metadata,
      spec: {
        clusterIP: "None",
        // Shards look for index 0 before it says that it is ready.
        publishNotReadyAddresses: true,
        selector: { [LOAD]: name },
        ports: [{ name: "shards", port: job.port }]
      }
    },
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata,
      immutable: true,
      data: Object.fromEntries(job.files.map(({ text }, at) => [fileKey(at), text]))
    },
    {
      apiVersion: "v1",
      kind: "Secret",
      metadata,
      immutable: true,
      stringData: { [TOKEN_KEY]: job.token, ...job.env }
    },
    { apiVersion: "batch/v1", kind: "Job", metadata, spec: jobSpec(job, labels) }
  ];
}
function jobSpec(job, labels) {
  return {
    completionMode: "Indexed",
    completions: job.shards,
    // All at once, or those that run would wait for those that never start.
    parallelism: job.shards,
    // A shard that starts again cannot join what the others have begun.
    backoffLimitPerIndex: 0,
    activeDeadlineSeconds: job.deadlineSeconds,
    ttlSecondsAfterFinished: KEPT_SECONDS,
    template: { metadata: { labels }, spec: podSpec(job) }
  };
}
function podSpec({ name, cpus, memory, nodeSelector, sharedNodes: sharedNodes2, ...job }) {
  const resources = { cpu: String(cpus), memory };
  return {
    restartPolicy: "Never",
    // plumbline-0.plumbline is index 0 of the Job plumbline.
    subdomain: name,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    ...Object.keys(nodeSelector).length === 0 ? {} : { nodeSelector },
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: "kubernetes.io/hostname",
        whenUnsatisfiable: sharedNodes2 ? "ScheduleAnyway" : "DoNotSchedule",
        labelSelector: { matchLabels: { [LOAD]: name } }
      }
    ],
    securityContext: { runAsNonRoot: true, runAsUser: 1e3, seccompProfile: { type: "RuntimeDefault" } },
    containers: [
      {
        name: CONTAINER,
        image: job.image,
        command: ["/bin/sh", "-c"],
        args: [shardScript(name, job.files[0].path, job.shards, job.port)],
        workingDir: FOLDER,
        env: environmentVariables(name, Object.keys(job.env)),
        ...job.envFrom.length === 0 ? {} : { envFrom: job.envFrom.map((secret) => ({ secretRef: { name: secret } })) },
        ports: [{ name: "shards", containerPort: job.port }],
        // Equal, and whole CPUs: no throttling, and the last that is evicted.
        resources: { requests: resources, limits: resources },
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
        volumeMounts: [
          { name: "plan", mountPath: FOLDER, readOnly: true },
          { name: "scratch", mountPath: SCRATCH }
        ]
      }
    ],
    volumes: [
      {
        name: "plan",
        configMap: { name, items: job.files.map(({ path: path19 }, at) => ({ key: fileKey(at), path: path19 })) }
      },
      { name: "scratch", emptyDir: {} }
    ]
  };
}
function shardScript(name, plan, shards, port) {
  return `if [ "$JOB_COMPLETION_INDEX" = 0 ]; then
  exec plumbline shard --plan '${plan}' --shards ${shards} --listen 0.0.0.0:${port} --join-timeout ${JOIN_SECONDS} \\
    --output "$HOME/plumbline-out"
fi
exec plumbline shard --plan http://${name}-0.${name}:${port} --join-timeout ${JOIN_SECONDS}
`;
}
function environmentVariables(name, variables) {
  const fromSecret = (variable, key) => ({
    name: variable,
    valueFrom: { secretKeyRef: { name, key } }
  });
  return [
    { name: "HOME", value: SCRATCH },
    fromSecret(TOKEN_VARIABLE, TOKEN_KEY),
    ...variables.map((variable) => fromSecret(variable, variable))
  ];
}
function fileKey(at) {
  return `file-${at}`;
}
function yamlOf(manifests) {
  return manifests.map((manifest) => `---
${(0, import_yaml.stringify)(manifest, { lineWidth: 0, aliasDuplicateObjects: false })}`).join("");
}
function kustomization() {
  return (0, import_yaml.stringify)({
    apiVersion: "kustomize.config.k8s.io/v1beta1",
    kind: "Kustomization",
    resources: ["load.yaml"]
  });
}

// src/pipeline/cluster/plan-files.ts
import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import path7 from "node:path";
var MOST_BYTES = 1048576;
var CONFIG = "plumbline.yml";
var THREADS = 1;
async function planFiles(cwd, config, shards, findGenerator) {
  const remedy = "name the config file: its deploy is a url, its workloads are what the machines drive";
  const text = await readTextFile(path7.resolve(cwd, config), "the config file", remedy);
  const parsed2 = parseConfig(text, config);
  const { database, workloads } = parsed2;
  const deployed = ["deploy", "base"].find((arm) => {
    const own = database[arm];
    return own !== void 0 && traitsOf(own).running === null;
  });
  if (deployed !== void 0) {
    throw new PlumblineError(
      "usage",
      `${config}: database.${deployed} is not a url, but several machines drive one server`,
      {
        remedy: `deploy the server first, and give its address within the cluster: ${deployed}: { url: postgres://... }`
      }
    );
  }
  if (database.setup.length > 0) {
    throw new PlumblineError(
      "usage",
      `${config}: database.setup would run in the pods, which have none of its files`,
      {
        remedy: "set the database up before, and leave setup out"
      }
    );
  }
  if (passwordsIn(text).length > 0) {
    throw new PlumblineError("usage", `${config} has a password, and a ConfigMap is no place for one`, {
      remedy: "leave it out: --env PGPASSWORD passes it in the Secret, --env-from names a Secret that has it"
    });
  }
  assureAllShareable(workloads, database.dialect, shards);
  const names3 = new Set(workloads.flatMap(({ scripts: scripts2 }) => scripts2.map(({ file }) => file)));
  const scripts = await Promise.all([...names3].map((name) => scriptFile(cwd, config, name)));
  const readsFiles = scripts.some((script) => READS_FILES.test(script.text));
  const rows = readsFiles ? await rowFiles(cwd, parsed2, await findGenerator()) : [];
  const files = [{ path: CONFIG, text }, ...scripts, ...rows];
  const bytes = files.reduce((sum, file) => sum + Buffer.byteLength(file.text), 0);
  if (bytes <= MOST_BYTES) return files;
  throw new PlumblineError(
    "usage",
    `${config}, its scripts and what they read have ${bytes} bytes, a ConfigMap at most ${MOST_BYTES}`,
    {
      remedy: rows.length === 0 ? "remove scripts with no weight, or shorten them" : `make ${rows.map(({ path: file }) => file).join(", ")} smaller, or draw values by a query: -- plumbline: values (SELECT ...)`
    }
  );
}
function assureAllShareable(workloads, dialect, shards) {
  for (const entry of workloads) {
    const { name, options } = workloadRequest(entry, dialect);
    const { threads = THREADS } = options;
    const parts = typeof threads === "number" ? threads : shards;
    assureShareable({ name, options, capacity: entry.capacity, timeline: entry.timeline }, parts, shards);
  }
}
async function scriptFile(cwd, config, name) {
  const inside = placeInPods(cwd, path7.resolve(cwd, name));
  if (path7.isAbsolute(name) || inside === null) {
    throw new PlumblineError("usage", `${config}: the script ${name} cannot have that path in the pods`, {
      remedy: WITHIN2
    });
  }
  const text = await readTextFile(path7.resolve(cwd, name), "the script", `${config} names it`);
  return { path: inside, text };
}
var WITHIN2 = `call plumbline in a folder above it, so that its path is relative and without "..", and not ${CONFIG}`;
function placeInPods(cwd, place) {
  const inside = path7.relative(cwd, place).split(path7.sep).join("/");
  const isOutside = inside === ".." || inside.startsWith("../") || path7.isAbsolute(inside);
  return isOutside || inside === CONFIG ? null : inside;
}
var READS_FILES = /^[ \t]*\\copy\b|--[ \t]*plumbline:/im;
async function rowFiles(cwd, { workloads, database }, generator) {
  const places = /* @__PURE__ */ new Set();
  for (const entry of workloads.filter(({ scripts }) => scripts.length > 0)) {
    const files = entry.scripts.map((each) => ({ ...each, path: path7.resolve(cwd, each.file), hash: "" }));
    const script = { files, variables: entry.variables };
    const described = await generator.describe({ ...workloadRequest(entry, database.dialect), script });
    for (const file of described.files ?? []) places.add(path7.normalize(file));
  }
  return await Promise.all([...places].toSorted().map((place) => rowFile(cwd, place)));
}
async function rowFile(cwd, place) {
  const inside = placeInPods(cwd, place);
  const named = path7.relative(cwd, place);
  if (inside === null) {
    throw new PlumblineError("usage", `${named}, which a script reads, cannot have that path in the pods`, {
      remedy: WITHIN2
    });
  }
  const bytes = await readFile(place);
  if (isUtf8(bytes)) return { path: inside, text: bytes.toString("utf8") };
  throw new PlumblineError(
    "usage",
    `${named}, which a script reads, is not UTF-8, and a ConfigMap has no other text`,
    {
      remedy: "write it in UTF-8, or load it before and leave it out of the script"
    }
  );
}

// src/pipeline/cluster/read-manifests.ts
var import_yaml2 = __toESM(require_dist2(), 1);

// src/pipeline/cluster/rules.ts
var Metadata = external_exports.looseObject({
  name: external_exports.string(),
  namespace: external_exports.string().optional(),
  labels: external_exports.record(external_exports.string(), external_exports.string()).optional(),
  annotations: external_exports.record(external_exports.string(), external_exports.string()).optional()
});
var ManifestShape = external_exports.looseObject({
  apiVersion: external_exports.string(),
  kind: external_exports.string(),
  metadata: Metadata
});
var Resources = external_exports.record(external_exports.string(), external_exports.union([external_exports.string(), external_exports.number()])).optional();
var JobSpec = external_exports.looseObject({
  completionMode: external_exports.string().optional(),
  completions: external_exports.number().optional(),
  parallelism: external_exports.number().optional(),
  backoffLimitPerIndex: external_exports.number().optional(),
  successPolicy: external_exports.unknown().optional(),
  maxFailedIndexes: external_exports.number().optional(),
  activeDeadlineSeconds: external_exports.number().optional(),
  template: external_exports.looseObject({
    metadata: external_exports.looseObject({ labels: external_exports.record(external_exports.string(), external_exports.string()).optional() }).optional(),
    spec: external_exports.looseObject({
      restartPolicy: external_exports.string().optional(),
      subdomain: external_exports.string().optional(),
      automountServiceAccountToken: external_exports.boolean().optional(),
      containers: external_exports.array(
        external_exports.looseObject({
          name: external_exports.string(),
          ports: external_exports.array(external_exports.looseObject({ containerPort: external_exports.number() })).optional(),
          resources: external_exports.looseObject({ requests: Resources, limits: Resources }).optional()
        })
      )
    })
  })
});
var ServiceSpec = external_exports.looseObject({
  clusterIP: external_exports.string().optional(),
  publishNotReadyAddresses: external_exports.boolean().optional(),
  selector: external_exports.record(external_exports.string(), external_exports.string()).optional()
});
function readClusterLoad(manifests, place) {
  const broken = brokenRules(manifests);
  if (broken.length > 0) {
    throw new PlumblineError("usage", broken.map((rule) => `${place}: ${rule}`).join("\n"), {
      remedy: "start with what `plumbline cluster manifests` prints, and change what these lines do not speak of"
    });
  }
  const job = only(manifests, "Job");
  const spec = JobSpec.parse(job["spec"]);
  return {
    name: job.metadata.name,
    shards: spec.completions,
    port: portOf(spec),
    token: tokenIn(manifests),
    deadlineSeconds: spec.activeDeadlineSeconds,
    manifests
  };
}
function brokenRules(manifests) {
  const foreign = manifests.filter(({ kind }) => !KINDS.includes(kind)).map(({ kind }) => kind);
  const placed = manifests.filter(({ metadata }) => metadata.namespace !== void 0);
  const rules = [
    [foreign.length > 0, `${foreign.join(", ")} would stay behind: only ${KINDS.join(", ")} are removed`],
    [placed.length > 0, `${placed.map(manifestTitle).join(", ")} names a namespace: say it with --namespace`],
    [
      tokenIn(manifests) === null,
      `no Secret has the key ${TOKEN_KEY}, which is the shards' ${TOKEN_VARIABLE}`
    ]
  ];
  const job = only(manifests, "Job");
  if (job === null) return [...brokenTexts(rules), "there is not one Job, but none or several"];
  const spec = JobSpec.safeParse(job["spec"]);
  if (!spec.success) return [...brokenTexts(rules), `the Job's spec: ${external_exports.prettifyError(spec.error)}`];
  return brokenTexts([
    ...rules,
    ...jobRules(spec.data, job.metadata.name),
    ...podRules(spec.data),
    ...serviceRules(manifests, spec.data)
  ]);
}
function brokenTexts(rules) {
  return rules.filter(([isBroken]) => isBroken).map(([, says]) => says);
}
function jobRules(spec, name) {
  const { completions = 0, parallelism } = spec;
  const longest = `${name}-${Math.max(0, completions - 1)}`;
  return [
    [
      spec.completionMode !== "Indexed",
      "the Job is not Indexed: its pods would not know which shard they are"
    ],
    [completions < 1, "the Job's completions, the number of shards, is missing"],
    [
      parallelism !== completions,
      `parallelism ${parallelism} is not completions ${completions}: those that run would wait for the others`
    ],
    [spec.backoffLimitPerIndex !== 0, "backoffLimitPerIndex is not 0: a shard that starts again cannot join"],
    [spec.successPolicy !== void 0, "a successPolicy kills pods that are still needed"],
    [spec.maxFailedIndexes !== void 0, "maxFailedIndexes ends the other shards before they have reported"],
    [
      spec.activeDeadlineSeconds === void 0,
      "activeDeadlineSeconds is missing: without it the Job could run forever"
    ],
    [longest.length > 63, `${longest} is longer than a host's name may be: 63 letters`]
  ];
}
function podRules({ template: { metadata, spec } }) {
  const unequal = spec.containers.filter(
    ({ resources }) => JSON.stringify(sortedResources(resources?.requests)) !== JSON.stringify(sortedResources(resources?.limits))
  );
  return [
    [spec.restartPolicy !== "Never", "restartPolicy is not Never: a limit for each index asks for that"],
    [
      spec.automountServiceAccountToken !== false,
      "the pods would get a token of the cluster, which they do not need"
    ],
    [metadata?.labels?.[LOAD] === void 0, `the pods lack the label ${LOAD}, by which they are found`],
    [
      unequal.length > 0,
      `${unequal.map(({ name }) => name).join(", ")}: requests are not limits, so CPUs are throttled`
    ],
    [
      spec.containers.every(({ resources }) => resources?.limits?.["cpu"] === void 0),
      "no container asks for CPUs"
    ],
    [
      spec.containers.every(({ ports = [] }) => ports.length === 0),
      "no container names the port that index 0 listens on"
    ]
  ];
}
function serviceRules(manifests, { template: { metadata, spec } }) {
  const service = manifests.find((each) => each.kind === "Service" && each.metadata.name === spec.subdomain);
  if (service === void 0)
    return [
      [true, `there is no Service ${spec.subdomain ?? ""} for the pods' subdomain: they have no names`]
    ];
  const read = ServiceSpec.safeParse(service["spec"] ?? {});
  if (!read.success) return [[true, `the Service's spec: ${external_exports.prettifyError(read.error)}`]];
  const { clusterIP, publishNotReadyAddresses, selector = {} } = read.data;
  const labels = metadata?.labels ?? {};
  const misses = Object.entries(selector).some(([key, value]) => labels[key] !== value);
  return [
    [clusterIP !== "None", "the Service is not headless (clusterIP: None): pods have no names of their own"],
    [
      publishNotReadyAddresses !== true,
      "the Service lacks publishNotReadyAddresses: index 0 is found too late"
    ],
    [misses || Object.keys(selector).length === 0, "the Service's selector is not of the pods' labels"]
  ];
}
function only(manifests, kind) {
  const found = manifests.filter((each) => each.kind === kind);
  return found.length === 1 ? found[0] : null;
}
function portOf({ template }) {
  return template.spec.containers.flatMap(({ ports = [] }) => ports)[0]?.containerPort;
}
function tokenIn(manifests) {
  const Values2 = external_exports.record(external_exports.string(), external_exports.string()).optional();
  for (const { stringData, data } of manifests.filter(({ kind }) => kind === "Secret")) {
    const plain = Values2.safeParse(stringData).data?.[TOKEN_KEY];
    const encoded = Values2.safeParse(data).data?.[TOKEN_KEY];
    if (plain !== void 0) return plain;
    if (encoded !== void 0) return Buffer.from(encoded, "base64").toString();
  }
  return null;
}
function manifestTitle({ kind, metadata }) {
  return `${kind} ${metadata.name}`;
}
function sortedResources(resources) {
  return Object.entries(resources ?? {}).map(([name, value]) => [name, String(value)]).toSorted(([a], [b]) => a < b ? -1 : 1);
}

// src/pipeline/cluster/read-manifests.ts
function readManifests(text, place) {
  const beyond = beyondBounds(text);
  if (beyond !== null) throw wrongManifest(`${place}: ${beyond.what}`);
  const lines = new import_yaml2.LineCounter();
  const documents = (0, import_yaml2.parseAllDocuments)(text, { lineCounter: lines, logLevel: "error", prettyErrors: false });
  const parts = "empty" in documents ? [] : documents;
  return parts.flatMap((document) => {
    const at = (offset) => {
      const { line, col } = lines.linePos(offset);
      return `${place}:${line}:${col}`;
    };
    const [syntax] = document.errors;
    if (syntax !== void 0) throw wrongManifest(`${at(syntax.pos[0])}: ${syntax.message.split("\n")[0]}`);
    const value = manifestValue(document, place);
    if (value === null) return [];
    return listItems(value).map((item) => {
      const parsed2 = ManifestShape.safeParse(item);
      if (parsed2.success) return parsed2.data;
      throw wrongManifest(
        `${at(document.contents?.range?.[0] ?? document.range[0])}: no object of Kubernetes: apiVersion, kind, metadata.name`
      );
    });
  });
}
function manifestValue(document, place) {
  try {
    return document.toJS();
  } catch (cause) {
    throw wrongManifest(`${place}: ${cause.message}`);
  }
}
function listItems(value) {
  const { kind, items } = value;
  return kind === "List" && Array.isArray(items) ? items : [value];
}
function wrongManifest(message) {
  return new PlumblineError("usage", message, {
    remedy: "start with what `plumbline cluster manifests` prints, or `kubectl kustomize` makes of it"
  });
}

// src/pipeline/cluster/run.ts
import { randomUUID as randomUUID3 } from "node:crypto";
import path8 from "node:path";

// src/pipeline/cluster/coordinator.ts
var NoRun = external_exports.object({ message: external_exports.string(), exitCode: external_exports.number() });
var SAYING = [404, 409];
var ANSWER_LIMIT_MS = 6e4;
var Coordinator = class {
  #token;
  #signal;
  constructor(token, signal) {
    this.#token = token;
    this.#signal = signal;
  }
  /** @returns null if it does not answer: it begins or ends, or the way to it broke */
  async status(at) {
    const answer = await this.#ask(at, "GET", "/status");
    if (answer?.status !== 200) return null;
    return toolAnswer(ShardsStatus, answer.text, "index 0 (GET /status)", "generator");
  }
  /** @returns null while there is nothing, or where the way to it broke */
  async ending(at) {
    const head2 = await this.#ask(at, "GET", "/result");
    if (head2?.status === 409) return toolAnswer(NoRun, head2.text, "index 0 (GET /result)", "generator");
    if (head2?.status !== 200) return null;
    const base2 = await this.#ask(at, "GET", "/result?arm=base");
    if (base2 === null) return null;
    return { head: head2.text, base: base2.status === 200 ? base2.text : null };
  }
  /** Lets index 0 end. It may do so before it has answered. */
  async fetched(at) {
    await this.#ask(at, "POST", "/fetched");
  }
  async #ask({ host, port }, method, path19) {
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
    const headers = { authorization: `Bearer ${this.#token}` };
    const answer = await fetch(`http://${host}:${port}${path19}`, { method, headers, signal }).then(async (response) => ({ status: response.status, text: await response.text() })).catch(() => null);
    this.#signal.throwIfAborted();
    if (answer === null || answer.status < 400 || SAYING.includes(answer.status)) return answer;
    throw new PlumblineError(
      "generator",
      `index 0 answers ${method} ${path19} with ${answer.status}: ${answer.text.slice(0, 500)}`,
      {
        remedy: "use an image with this plumbline's version: the pods' may have another one"
      }
    );
  }
};

// src/pipeline/cluster/follow.ts
import { setTimeout as sleep } from "node:timers/promises";

// src/pipeline/cluster/pods.ts
var State = external_exports.object({
  waiting: external_exports.object({ reason: external_exports.string().optional(), message: external_exports.string().optional() }).optional(),
  terminated: external_exports.looseObject({ exitCode: external_exports.number(), reason: external_exports.string().optional(), message: external_exports.string().optional() }).optional()
});
var Pod = external_exports.object({
  metadata: external_exports.object({
    name: external_exports.string(),
    annotations: external_exports.record(external_exports.string(), external_exports.string()).optional()
  }),
  spec: external_exports.object({ nodeName: external_exports.string().optional() }).optional(),
  status: external_exports.looseObject({
    phase: external_exports.string().optional(),
    reason: external_exports.string().optional(),
    message: external_exports.string().optional(),
    conditions: external_exports.array(
      external_exports.object({
        type: external_exports.string(),
        status: external_exports.string(),
        reason: external_exports.string().optional(),
        message: external_exports.string().optional()
      })
    ).optional(),
    initContainerStatuses: external_exports.array(external_exports.object({ state: State.optional() })).optional(),
    containerStatuses: external_exports.array(external_exports.object({ state: State.optional() })).optional()
  }).optional()
});
var Pods = external_exports.object({ items: external_exports.array(Pod) });
var INDEX = "batch.kubernetes.io/job-completion-index";
var USUAL = ["ContainerCreating", "PodInitializing"];
function shardsIn(json) {
  return toolAnswer(Pods, json, "kubectl get pods").items.flatMap((pod) => {
    const index = Number(pod.metadata.annotations?.[INDEX] ?? Number.NaN);
    return Number.isInteger(index) ? [shardOf(pod, index)] : [];
  }).toSorted((a, b) => a.index - b.index);
}
function shardOf(pod, index) {
  const shard = { index, pod: pod.metadata.name, node: pod.spec?.nodeName ?? null };
  switch (pod.status?.phase ?? "Pending") {
    case "Running":
      return { ...shard, state: "running", why: null };
    case "Succeeded":
      return { ...shard, state: "ended", why: null };
    case "Failed":
      return { ...shard, state: "failed", why: whyFailed(pod) };
    default:
      return { ...shard, state: "pending", why: whyPending(pod) };
  }
}
function whyPending({ status }) {
  const waiting = statesOf(status).flatMap((state) => state.waiting ?? []);
  const stuck = waiting.find(({ reason }) => reason !== void 0 && !USUAL.includes(reason));
  if (stuck !== void 0) return pullCause(inWords(stuck));
  const unscheduled = status?.conditions?.find(
    (each) => each.type === "PodScheduled" && each.status === "False"
  );
  return unscheduled === void 0 ? null : inWords(unscheduled);
}
function pullCause(words) {
  return words.replace(/^ImagePullBackOff: Back-off pulling image "[^"]*": (?=ErrImagePull: )/, "");
}
function whyFailed({ status }) {
  if (status?.reason !== void 0) return inWords(status);
  const disrupted = status?.conditions?.find(
    (each) => each.type === "DisruptionTarget" && each.status === "True"
  );
  if (disrupted !== void 0) return inWords(disrupted);
  const ended = statesOf(status).flatMap((state) => state.terminated ?? []);
  const bad = ended.find(({ exitCode }) => exitCode !== 0);
  if (bad === void 0) return null;
  const code2 = `exit code ${bad.exitCode}`;
  const words = bad.reason === "Error" ? "" : inWords(bad);
  return words === "" ? code2 : `${words}, ${code2}`;
}
function statesOf(status) {
  const all = [...status?.initContainerStatuses ?? [], ...status?.containerStatuses ?? []];
  return all.flatMap(({ state }) => state === void 0 ? [] : [state]);
}
function inWords({
  reason,
  message
}) {
  return [reason, message].filter(Boolean).join(": ");
}
function shardText({ index, pod, state, why: why2 }) {
  const is = { pending: "is pending", running: "runs", ended: "has ended", failed: "failed" }[state];
  return `index ${index} (${pod}) ${is}${why2 === null ? "" : `: ${why2}`}`;
}
function sharedNodes(shards) {
  const nodes2 = [...new Set(shards.flatMap(({ node }) => node ?? []))];
  return nodes2.flatMap((node) => {
    const together = shards.filter((shard) => shard.node === node).map(({ index }) => index);
    return together.length === 1 ? [] : [`indexes ${together.join(", ")} share the node ${node}`];
  });
}

// src/pipeline/cluster/follow.ts
var POLL_MS = 1e3;
var FAILURES_MOST = 10;
var FORWARD_LIMIT_MS = 3e4;
var LAST_LINES = 20;
async function followLoad(following) {
  return await new ClusterFollower(following).result();
}
var ClusterFollower = class {
  #following;
  #coordinator;
  #startLeft;
  /** Texts about pods that were noted already: those that come and go are noted once. */
  #said = /* @__PURE__ */ new Set();
  #isStarted = false;
  constructor(following) {
    this.#following = following;
    this.#coordinator = new Coordinator(following.load.token, following.signal);
    this.#startLeft = timeLeft(following.startLimitMs);
  }
  async result() {
    const { signal } = this.#following;
    let failures = 0;
    for (; ; ) {
      const shards = await this.#look().catch((error) => {
        signal.throwIfAborted();
        if (++failures >= FAILURES_MOST) throw error;
        return null;
      });
      if (shards !== null) {
        failures = 0;
        await this.#sayNews(shards);
        this.#assureStarts(shards);
        const found = await this.#askFirst(shards);
        if (found !== null) return found;
      }
      await sleep(POLL_MS, void 0, { signal });
    }
  }
  async #look() {
    const { kubectl, load } = this.#following;
    const selector = `--selector=${LOAD}=${load.name}`;
    return shardsIn(await kubectl.call(["get", "pods", selector, "--output=json"]));
  }
  /** Notes once, when it is seen, what keeps a pod from starting, and what ended it. */
  async #sayNews(shards) {
    const { progress } = this.#following;
    for (const shard of shards.filter(({ why: why2, state }) => why2 !== null || state === "failed")) {
      const text = shardText(shard);
      if (this.#said.has(text)) continue;
      this.#said.add(text);
      progress.note(text);
      if (shard.state === "failed") progress.note(await this.#lastLines(shard));
    }
  }
  async #lastLines({ pod }) {
    const words = ["logs", `pod/${pod}`, `--tail=${LAST_LINES}`];
    const lines = await this.#following.kubectl.call(words).catch((error) => error.message);
    return lines === "" ? "  it said nothing" : lines.replaceAll(/^/gm, "  ");
  }
  /** @throws PlumblineError of kind "generator" that names the pods which did not start in time */
  #assureStarts(shards) {
    if (this.#isStarted) return;
    const { load, startLimitMs, progress } = this.#following;
    const started = shards.filter(({ state }) => state !== "pending");
    if (started.length === load.shards) {
      this.#isStarted = true;
      progress.stage(`all ${load.shards} shards have started`);
      for (const text of sharedNodes(shards)) progress.note(`${text}: its CPUs and network are shared, too`);
      return;
    }
    progress.update({
      what: `${started.length} of ${load.shards} pods have started`,
      share: null,
      secondsLeft: null
    });
    if (this.#startLeft() > 0) return;
    const waiting = shards.filter(({ state }) => state === "pending").map(shardText);
    const absent = Array.from({ length: load.shards }, (_, index) => index).filter(
      (index) => !shards.some((shard) => shard.index === index)
    );
    const missing = absent.map((index) => `index ${index} has no pod: the Job's events say why`);
    throw new PlumblineError(
      "generator",
      [`not all shards have started within ${startLimitMs / 1e3} s`, ...waiting, ...missing].join("\n"),
      {
        remedy: "see the cluster's own words above for what is missing: nodes with that many free CPUs (each shard has one of its own unless --shared-nodes), the image, a right. --start-timeout gives it more time"
      }
    );
  }
  /** @returns what index 0 has; null as long as it has nothing */
  async #askFirst(shards) {
    const first = shards.find(({ index }) => index === 0);
    if (first === void 0) {
      if (this.#isStarted)
        throw gone("index 0 has no pod any more", "was the Job's deadline reached, or its node taken away?");
      return null;
    }
    if (first.state === "failed" || first.state === "ended")
      throw gone(`${shardText(first)}, and with it the result`, "see its last lines above, and cluster.log");
    if (first.state === "pending") return null;
    const at = await this.#way(first);
    if (at === null) return null;
    const ending = await this.#coordinator.ending(at);
    if (ending !== null) return { ending, at };
    const status = await this.#coordinator.status(at);
    if (status === null) await this.#following.kubectl.endForward();
    else if (this.#isStarted) this.#following.progress.update(clusterProgress(status));
    return null;
  }
  /** Null if the pod does not take the connection yet. */
  async #way({ pod }) {
    const { kubectl, load, logFile, signal } = this.#following;
    const left2 = timeLeft(FORWARD_LIMIT_MS);
    const remedy = "see its output, and grant the right to create pods/portforward";
    try {
      return await kubectl.forward(`pod/${pod}`, load.port, { logFile, left: left2, remedy });
    } catch (error) {
      signal.throwIfAborted();
      this.#following.progress.note(error.message);
      return null;
    }
  }
};
function clusterProgress({ shards, blocks }) {
  const states = [...new Set(shards.map(({ state }) => state))];
  const counts = states.map((state) => `${shards.filter((shard) => shard.state === state).length} ${state}`);
  const said = shards[0]?.said ?? "";
  const what = [`${counts.join(", ")} of ${shards.length} shards`, `block ${blocks}`, said].filter(Boolean).join("; ");
  return { what, share: null, secondsLeft: null };
}
function gone(message, remedy) {
  return new PlumblineError("generator", message, { remedy });
}

// src/pipeline/cluster/space.ts
import { randomUUID as randomUUID2 } from "node:crypto";
var DELETE_LIMIT_MS = 6e5;
var MARK = "plumbline/made-by";
var OwnSpace = class {
  #cluster;
  /** @param options whose namespace is made */
  constructor(options) {
    this.#cluster = new Cluster(options);
  }
  get namespace() {
    return this.#cluster.namespace;
  }
  get kubectl() {
    return this.#cluster.kubectl;
  }
  get exists() {
    return this.#cluster.exists;
  }
  async sweep() {
    await this.#cluster.sweep().catch(namingAnother);
  }
  async create(manifests) {
    await this.#cluster.create().catch(namingAnother);
    await createObjects(this.kubectl, manifests);
  }
  async remove() {
    await this.#cluster.remove();
  }
  removeNow() {
    this.#cluster.removeNow();
  }
};
function namingAnother(error) {
  if (!(error instanceof PlumblineError && /namespaces.* is forbidden/.test(error.message))) throw error;
  throw error.with({
    remedy: "name a namespace that is there: --namespace NAME; or let this user list, make and delete namespaces",
    cause: error
  });
}
var Jobs = external_exports.object({
  items: external_exports.array(
    external_exports.looseObject({
      metadata: external_exports.looseObject({
        labels: external_exports.record(external_exports.string(), external_exports.string()).optional(),
        annotations: external_exports.record(external_exports.string(), external_exports.string()).optional()
      })
    })
  )
});
var SharedSpace = class {
  namespace;
  kubectl;
  /** Label of all that this invocation makes: an object of the same name that was there before is not taken away. */
  #mark = randomUUID2();
  #exists = false;
  constructor(options) {
    this.namespace = options.namespace;
    this.kubectl = new Kubectl(options);
  }
  get exists() {
    return this.#exists;
  }
  async sweep() {
    const said = await this.kubectl.call(["get", "jobs", `--selector=${MARK}`, "--output=json"]);
    for (const { metadata } of toolAnswer(Jobs, said, "kubectl get jobs").items) {
      const mark = metadata.labels?.[MARK];
      if (mark !== void 0 && isGone(metadata.annotations?.[MAKER] ?? "")) await this.#delete(mark);
    }
  }
  async create(manifests) {
    this.#exists = true;
    await createObjects(this.kubectl, manifests, { [MARK]: this.#mark });
  }
  async remove() {
    await this.kubectl.endForward();
    if (!this.#exists) return;
    await this.#delete(this.#mark);
    this.#exists = false;
  }
  removeNow() {
    if (this.#exists) this.kubectl.callNow([...deletion(this.#mark), "--wait=false"]);
  }
  /** Deletes in the foreground: the Job is gone when its pods are. */
  async #delete(mark) {
    const words = [...deletion(mark), "--cascade=foreground", `--timeout=${DELETE_LIMIT_MS / 1e3}s`];
    await this.kubectl.call(words, { limitMs: DELETE_LIMIT_MS + LIMIT_MS, always: true });
  }
};
function deletion(mark) {
  return ["delete", KINDS.map((kind) => `${kind.toLowerCase()}s`).join(","), `--selector=${MARK}=${mark}`];
}
async function createObjects(kubectl, manifests, labels = {}) {
  const made = manifests.map(({ metadata, ...manifest }) => ({
    ...manifest,
    metadata: {
      ...metadata,
      labels: { ...metadata.labels, [MANAGER]: "plumbline", ...labels },
      annotations: { ...metadata.annotations, [MAKER]: makerText() }
    }
  }));
  const input = made.map((object2) => JSON.stringify(object2)).join("\n");
  await kubectl.call(["create", "--filename=-"], { input });
}

// src/pipeline/cluster/run.ts
var TRACES = "cluster.log";
async function runInCluster(asked, progress, signal) {
  await assureWritable(asked.output);
  const folder = await WorkFolder.open(null);
  const space = spaceOf(asked, signal);
  folder.killAtExit(() => space.removeNow());
  try {
    await space.sweep();
    const brought = await runInSpace(space, asked, folder, progress, signal).catch(async (error) => {
      const explained = signal.aborted ? error : await withTraces(error, asked, space);
      await takeAway(space, progress).catch((left2) => progress.note(left2.message));
      throw explained;
    });
    await takeAway(space, progress);
    return brought;
  } finally {
    if (!space.exists) await folder.remove();
  }
}
function spaceOf({ namespace, load, context, cwd }, signal) {
  const where = { context, cwd, signal };
  if (namespace !== null) return new SharedSpace({ ...where, namespace });
  return new OwnSpace({ ...where, namespace: `${load.name}-${randomUUID3().slice(0, 8)}` });
}
async function takeAway(space, progress) {
  progress.stage(`taking away what was made in the namespace ${space.namespace}`);
  try {
    await space.remove();
  } catch (error) {
    throw new PlumblineError("target", `something is left in the cluster: ${error.message}`, {
      remedy: `delete by hand what kubectl get jobs,services,configmaps,secrets --namespace ${space.namespace} shows`,
      cause: error
    });
  }
}
async function runInSpace(space, { load, startLimitMs, output, cwd }, folder, progress, signal) {
  progress.stage(`making the Job ${load.name} in the namespace ${space.namespace}`);
  await space.create(load.manifests);
  const { kubectl } = space;
  const logFile = folder.file("port-forward.log");
  const { ending, at } = await followLoad({ load, kubectl, startLimitMs, logFile, progress, signal });
  if ("message" in ending) return ending;
  const documentOf = (text) => parseDocument(Run, text, "what index 0 measured");
  const base2 = ending.base === null ? null : documentOf(ending.base);
  const runs = { base: base2, head: documentOf(ending.head) };
  await writeRuns({ cwd, output }, runs);
  await new Coordinator(load.token, signal).fetched(at);
  return runs;
}
async function withTraces(error, { load, output }, space) {
  if (!(error instanceof PlumblineError) || error.kind !== "generator") return error;
  const file = path8.join(output, TRACES);
  const text = await space.kubectl.traces({ selector: `${LOAD}=${load.name}`, name: load.name });
  await writeFileWhole(file, redact(text));
  const message = `${error.message}
events and the pods' last words: ${file}`;
  return error.with({ message, cause: error });
}

// src/apps/cli/cluster.ts
function clusterVerb(finish) {
  const command = new Command2("cluster").helpCommand(false).summary("Produce one load from several pods of a Kubernetes cluster.").description(
    "Drive one server from several pods of a Kubernetes cluster at once, with an Indexed Job whose shards form one measurement (docs/how-to/load-from-kubernetes.md)."
  );
  for (const part of [manifestsVerb, clusterRunVerb]) command.addCommand(part(finish));
  return addHelp(command, {
    examples: [
      [
        "cluster manifests bench/load.yml --shards 3 --image registry.example/plumbline",
        "show what would be created"
      ],
      [
        "cluster run bench/load.yml --shards 3 --image registry.example/plumbline",
        "create it, and fetch the run"
      ],
      ["help cluster run", "show options and examples of one command"]
    ],
    outcomes: [...RUN_OUTCOMES]
  });
}
var RUN_OUTCOMES = [
  "fine",
  "usage",
  ["target", "kubectl is missing, or the cluster refused what it asked for"],
  ["generator", "a shard did not start, or index 0 failed: the output of its pod is printed"],
  "internal",
  [
    "inconclusive",
    "a shard was missing, late or lost: run.json has the others' results, and why they are no measurement"
  ],
  "interrupted"
];
function manifestsVerb(finish) {
  const command = withJobOptions(new Command2("manifests")).description(
    "Print what `cluster run` would create: a headless Service, a ConfigMap with the plan, a Secret with a new token, an Indexed Job."
  ).option(
    "--output <dir>",
    "Folder for a kustomization instead of printing: load.yaml and kustomization.yaml."
  ).action(async (plan, words) => {
    const text = yamlOf(await generatedJob(plan, words, {}));
    if (words.output === void 0) process.stdout.write(text);
    else {
      const folder = path9.resolve(words.output);
      await writeFileWhole(path9.join(folder, "load.yaml"), text);
      await writeFileWhole(path9.join(folder, "kustomization.yaml"), kustomization());
      process.stdout.write(`${path9.join(words.output, "kustomization.yaml")}
`);
    }
    finish(EXIT_CODE.fine);
  });
  return addHelp(command, {
    examples: [
      [
        "cluster manifests load.yml --shards 3 --image registry.example/plumbline > load.yaml",
        "print the manifests, to read and to edit"
      ],
      [
        "cluster run --manifests load.yaml",
        "run the edited manifests, with tolerations, pull secrets or a sidecar"
      ],
      [
        "cluster manifests load.yml --shards 3 --image registry.example/plumbline --output load",
        "write a folder for kustomize"
      ]
    ],
    outcomes: ["fine", "usage"]
  });
}
function clusterRunVerb(finish) {
  const command = withRunOptions(new Command2("run")).action(async (plan, words) => {
    const cwd = process.cwd();
    const load = await loadAsked(plan, words);
    const { context, namespace = null, startTimeout, output } = words;
    const asked = {
      load,
      namespace,
      context,
      startLimitMs: startTimeout / 1e6,
      output: path9.resolve(output),
      cwd
    };
    const brought = await measuring(
      {},
      (progress, signal) => runInCluster(asked, progress, signal),
      "the Job and all that was made with it are taken away"
    );
    finish(sayBrought(brought, output));
  });
  return addHelp(command, {
    examples: [
      [
        "cluster run load.yml --shards 3 --image registry.example/plumbline --env PGPASSWORD",
        "measure in a new namespace, which is deleted afterwards"
      ],
      [
        "cluster run load.yml --shards 3 --image registry.example/plumbline --namespace bench --env-from db-app",
        "measure in a namespace that has the password already"
      ],
      ["cluster run --manifests load.yaml --namespace bench", "run manifests that were printed and edited"],
      ["compare before/run.json plumbline-out/run.json", "compare two such runs"]
    ],
    outcomes: RUN_OUTCOMES
  });
}
function withRunOptions(command) {
  return withJobOptions(command).description(
    "Create the Job with your kubectl, follow it, write run.json, and remove everything that was created, however it ends."
  ).option(
    "--manifests <file>",
    "Run these manifests, as `cluster manifests` printed them and you edited them; - is standard input."
  ).option(
    "--namespace <name>",
    "Existing namespace (default: a new one, deleted afterwards with everything in it)."
  ).option("--context <name>", "Context of kubectl's configuration (default: the current one).").addOption(
    listOption(
      "--env <name>",
      "Variable of this environment that the pods get through the Secret, such as PGPASSWORD."
    )
  ).addOption(
    new Option2(
      "--start-timeout <duration>",
      "How long to wait for all pods to start, including image pulls and node scale-up."
    ).argParser(durationFrom("1s")).default(3e11, "5m")
  ).option("--output <dir>", "Folder for run.json, and for cluster.log if a pod failed.", "plumbline-out");
}
function sayBrought(brought, output) {
  if ("message" in brought) {
    process.stderr.write(`plumbline: ${brought.message}
`);
    return brought.exitCode;
  }
  process.stdout.write(`${runFiles(output, brought).join("\n")}
`);
  const reasons = brought.head.inconclusive ?? [];
  for (const { message, remedy } of reasons)
    process.stderr.write(`inconclusive: ${message}
  remedy: ${remedy}
`);
  return reasons.length === 0 ? EXIT_CODE.fine : EXIT_CODE.inconclusive;
}
function withJobOptions(command) {
  return command.argument(
    "[plan]",
    "Config file with the workloads of the load, and a deploy of kind url (default: plumbline.yml)."
  ).option("--shards <n>", "Number of pods that measure together, each on a node of its own.", wholeNumber).addOption(
    new Option2("--image <name>", "Image, built with docs/examples/deploy/plumbline.Dockerfile.").argParser(
      wordLike(/^[^\s"'\\]+$/, "an image such as registry.example/plumbline:1.0")
    )
  ).option("--cpus <n>", "Whole CPUs of each pod.", wholeNumber, 2).addOption(
    new Option2("--memory <quantity>", "Memory of each pod, in Kubernetes' notation.").argParser(MEMORY).default("2Gi")
  ).addOption(
    new Option2("--name <name>", "Name for all created objects.").argParser(OBJECT_NAME).default("plumbline")
  ).option("--port <n>", "Port the shards connect to.", portFrom(1), PORT).addOption(
    new Option2(
      "--deadline <duration>",
      "Time after which the cluster ends the Job, even if Plumbline is gone."
    ).argParser(durationFrom("1s")).default(72e11, "2h")
  ).option(
    "--shared-nodes",
    "Let shards share a node. The run then says that fewer than --shards machines produced the load."
  ).addOption(
    new Option2(
      "--node-selector <label=value>",
      "Label of the nodes that the pods may run on; repeatable, all must match."
    ).argParser(labelWord)
  ).addOption(
    listOption(
      "--env-from <secret>",
      "Secret of the namespace whose keys become variables of the pods, such as PGPASSWORD.",
      SECRET_NAME
    )
  );
}
var OBJECT_NAME = wordLike(
  /^[a-z]([a-z0-9-]{0,38}[a-z0-9])?$/,
  "at most 40 of a-z, 0-9 and -, beginning with a letter"
);
var MEMORY = wordLike(/^[1-9]\d*(?:\.\d+)?(?:[KMGT]i|[kMGT])$/, "a size such as 512Mi, 2Gi or 4G");
var SECRET_NAME = wordLike(
  /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/,
  "the name of a Secret: a-z, 0-9, - and ."
);
async function loadAsked(plan, words) {
  const { manifests, env = [], envFrom = [], namespace } = words;
  if (namespace === void 0 && envFrom.length > 0) {
    throw new PlumblineError("usage", "--env-from without --namespace: a new namespace has no Secrets", {
      remedy: "name the namespace that has it, or pass the variable with --env"
    });
  }
  if (manifests === void 0) {
    const secrets = Object.fromEntries(env.map((name) => [name, environmentValue(name)]));
    return readClusterLoad(await generatedJob(plan, words, secrets), "the manifests");
  }
  const others = [...plan === void 0 ? [] : [plan], ...words.shards === void 0 ? [] : ["--shards"]];
  if (others.length > 0 || env.length > 0) {
    throw new PlumblineError(
      "usage",
      `--manifests cannot be combined with ${[...others, ...env.length > 0 ? ["--env"] : []].join(", ")}`,
      {
        remedy: "leave the other options out: the manifests contain all of it"
      }
    );
  }
  const text = manifests === "-" ? await textOf(process.stdin) : await readTextFile(manifests, "the manifests", "`plumbline cluster manifests` prints them");
  const place = manifests === "-" ? "standard input" : manifests;
  return readClusterLoad(readManifests(text, place), place);
}
async function generatedJob(plan = "plumbline.yml", { shards, image, deadline, sharedNodes: sharedNodes2, nodeSelector = {}, envFrom = [], ...words }, env) {
  if (shards === void 0 || image === void 0) {
    throw new PlumblineError("usage", `${shards === void 0 ? "--shards" : "--image"} is missing`, {
      remedy: "give the number of pods (--shards 3), and an image that contains plumbline (--image)"
    });
  }
  const { name, cpus, memory, port } = words;
  return manifestsOf({
    name,
    shards,
    files: await measuring(
      {},
      (progress, signal) => planFiles(process.cwd(), plan, shards, () => findLoadGenerator({ progress, signal }))
    ),
    image,
    cpus,
    memory,
    port,
    token: randomBytes(32).toString("base64url"),
    deadlineSeconds: Math.ceil(deadline / 1e9),
    sharedNodes: sharedNodes2 ?? false,
    nodeSelector,
    env,
    envFrom
  });
}
function environmentValue(name) {
  const value = environment()[name];
  if (value !== void 0) return value;
  throw new PlumblineError("usage", `--env ${name}: this environment has no ${name}`, {
    remedy: `set it first, for example with export ${name}=...`
  });
}
function labelWord(text, before = {}) {
  const [, label, value] = /^([\w./-]+)=([\w.-]*)$/.exec(text) ?? [];
  if (label !== void 0 && value !== void 0) return { ...before, [label]: value };
  throw new InvalidArgumentError2("a label and its value, such as pool=bench");
}

// src/apps/cli/compare.ts
function compareVerb(finish) {
  const command = new Command2("compare").summary("Judge two run documents.").description(
    "Judge two run documents by the rules in head's document, or by the default rules if it has none. No repository is needed. Writes report.json, comment.md and report.html."
  ).argument("<base>", "Run document of base, for example plumbline-out/run-base.json.").argument("<head>", "Run document of head, for example plumbline-out/run.json.").option(
    "--config <file>",
    "Config file whose rules to judge by (default: the rules in head's document)."
  );
  addHelp(command, {
    examples: [
      ["compare plumbline-out/run-base.json plumbline-out/run.json", "judge what `plumbline run` measured"],
      ["compare --config strict.yml base.json head.json", "judge by the rules of another config file"],
      [
        "compare --fail-on never --output /tmp/again base.json head.json",
        "exit with 0 even after a regression, and write to another folder"
      ]
    ],
    outcomes: ["fine", "regression", "usage", "inconclusive"]
  });
  return withFields(command, "compare").action(async (base2, head2, words) => {
    const invocation = invocationOf(words, environment(), process.cwd());
    const [before, after] = [await readRun(base2), await readRun(head2)];
    const named = words.config === void 0 ? null : rulesOf(await loadConfig(invocation));
    const { rules: _, ...other2 } = before;
    const rules = named ?? after.rules ?? USUAL_RULES;
    const report = compareArms(named === null ? before : other2, after, rules, stamp());
    await writeReport(invocation, report);
    process.stdout.write(renderConsole(report, styleOf(process.stdout)));
    finish(exitCodeOf(report, failOnOf(words)));
  });
}

// src/apps/cli/demo.ts
import { existsSync as existsSync3 } from "node:fs";
import { cp, rm as rm2 } from "node:fs/promises";
import path10 from "node:path";

// src/report/terminal/history.ts
var HISTORY_FORMATS = ["table", "json", "csv"];
function renderHistory(points2, format, events2 = null, misses = [], others = [], there = [], width = Number.POSITIVE_INFINITY) {
  const marks = pointMarks(points2, events2 ?? []);
  switch (format) {
    case "table":
      return points2.length === 0 ? noneText(misses, there) : [renderTable(points2, marks, width), ...otherLines(others)].join("\n");
    case "json":
      return JSON.stringify(events2 === null ? points2 : { points: points2, changes: events2 }, null, 2);
    case "csv":
      return renderCsv(points2, events2 === null ? null : marks);
  }
}
function pointMarks(points2, events2) {
  const keyOf = ({ runId, workload: workload2, metric: metric3 }) => JSON.stringify([runId, workload2, metric3]);
  const marks = new Map(
    events2.flatMap((event) => event.shifts.map((shift) => [keyOf(shift), { event, shift }]))
  );
  return new Map(
    points2.flatMap((point) => {
      const mark = marks.get(keyOf(point));
      return mark === void 0 ? [] : [[point, mark]];
    })
  );
}
var SHA_LENGTH2 = 10;
var SETTINGS2 = [
  { title: "repository", align: "left", cell: ({ repository }) => oneLine(repository ?? "") },
  { title: "suite", align: "left", cell: ({ suite }) => oneLine(suite) },
  { title: "workload", align: "left", cell: ({ workload: workload2 }) => oneLine(workload2) },
  { title: "metric", align: "left", cell: ({ metric: metric3 }) => metricInfo(metric3).label },
  { title: "branch", align: "left", cell: ({ branch }) => oneLine(branch ?? "(none)") },
  { title: "arm", align: "left", cell: ({ arm }) => arm },
  { title: "fingerprint", align: "left", cell: ({ fingerprint }) => shortPrint(fingerprint) }
];
var NAMED = ["repository", "suite", "workload", "branch"];
function missesOf(asked, stored) {
  return NAMED.flatMap((field) => {
    const name = asked[field];
    const known2 = [...new Set(stored.map((point) => point[field]).filter((value) => value !== null))];
    if (name === void 0 || known2.length === 0 || known2.includes(name)) return [];
    return [{ field, asked: name, known: known2.toSorted() }];
  });
}
var DIFFER_MOST = 8;
function otherLines(others) {
  if (others.length === 0) return [];
  const lines = others.map(({ before, after, differ }) => {
    const more = differ.length > DIFFER_MOST ? [`${differ.length - DIFFER_MOST} more`] : [];
    const names3 = [...differ.slice(0, DIFFER_MOST).map((name) => oneLine(name)), ...more].join(", ");
    return `- ${shortPrint(before)}, then ${shortPrint(after)}: ${names3 || "what differs is not known"}`;
  });
  return ["", "Values under different fingerprints are not comparable. These conditions differ:", ...lines];
}
function shortPrint(fingerprint) {
  return fingerprint.slice(0, 8);
}
var SHOWN_NAMES = 20;
function noneText(misses, there) {
  const lines = misses.map(({ field, asked, known: known2 }) => {
    const guess = nearest(asked, known2);
    const meant = guess === void 0 ? "" : `did you mean ${JSON.stringify(guess)}? `;
    return `no ${field} ${JSON.stringify(asked)}: ${meant}the store has ${shownNames(known2)}`;
  });
  const others = ["suite", "workload", "metric"].flatMap((field) => {
    const names3 = [...new Set(there.map((point) => point[field]))].toSorted();
    const hint = field === "metric" ? " (name one with --metric)" : "";
    return names3.length === 0 || misses.length > 0 ? [] : [`${field}s: ${shownNames(names3)}${hint}`];
  });
  return ["no stored run matches", ...lines, ...others].join("\n");
}
function shownNames(names3) {
  const more = names3.length > SHOWN_NAMES ? ` and ${names3.length - SHOWN_NAMES} more` : "";
  return `${names3.slice(0, SHOWN_NAMES).map((name) => oneLine(name)).join(", ")}${more}`;
}
function renderTable(points2, marks, width) {
  const first = points2[0];
  const shared = SETTINGS2.filter(({ cell: cell2 }) => points2.every((point) => cell2(point, 0) === cell2(first, 0)));
  const values = valueTexts(points2);
  const columns = [
    { title: "commit", align: "left", cell: ({ commit }) => commit.slice(0, SHA_LENGTH2) },
    {
      title: "measured (UTC)",
      align: "left",
      cell: ({ measuredAt }) => minuteOf(measuredAt)
    },
    ...SETTINGS2.filter((column) => !shared.includes(column)),
    { title: "value", align: "right", cell: (_, index) => values[index] ?? "" },
    ...marks.size === 0 ? [] : [changeColumn(marks)],
    { title: "noise", align: "right", cell: ({ logSd }) => logSd === null ? "" : formatPercent(logSd) },
    { title: "sessions", align: "right", cell: ({ sessions }) => String(sessions) },
    { title: "subject", align: "left", cell: ({ subject }) => shortenedSubject(oneLine(subject ?? "")) }
  ];
  const cells = points2.map((point, index) => columns.map(({ cell: cell2 }) => cell2(point, index)));
  const heading = shared.map(({ title, cell: cell2 }) => ({ title, text: cell2(first, 0) })).filter(({ text }) => text !== "").map(({ title, text }) => `${title} ${text}`).join(", ");
  const lines = [
    ...heading === "" ? [] : [...wrapped(heading, width), ""],
    ...tableLines(fitted({ columns, rows: cells }, width, ["subject", "branch", "workload"])),
    ...changeLines([...new Set([...marks.values()].map(({ event }) => event))], width)
  ];
  return lines.map((line) => line.trimEnd()).join("\n");
}
function changeColumn(marks) {
  return {
    title: "change",
    align: "right",
    cell: (point) => {
      const mark = marks.get(point);
      return mark === void 0 ? "" : `${shiftCell(mark.shift)} ${mark.shift.direction}`;
    }
  };
}
function changeLines(events2, width) {
  if (events2.length === 0) return [];
  const lines = events2.map((event) => {
    const what = event.shifts.map((shift) => `${metricInfo(shift.metric).label} of ${oneLine(shift.workload)} ${shiftCell(shift)}`).join(", ");
    return `- ${betweenCommits(event)}: ${what}${event.state === "recent" ? "; recent, fewer than 5 runs follow" : ""}`;
  });
  return ["", "Changes of level:", ...lines.map((line) => wrapped(line, width - 2).join("\n  "))];
}
function betweenCommits({ cause, lastBefore, firstAfter: firstAfter2 }) {
  const [before, after] = [lastBefore.sha.slice(0, SHA_LENGTH2), firstAfter2.sha.slice(0, SHA_LENGTH2)];
  return cause === "commit" ? `after ${before}, with ${after} or before it` : `between two runs of ${after}, so not by the code`;
}
function shiftCell({ effect, before, after, metric: metric3 }) {
  return effect === null ? `${formatMetrics(metric3, [before, after]).join(" to ")}` : formatEffect(effect);
}
function valueTexts(points2) {
  const seriesOf2 = ({ metric: metric3, workload: workload2 }) => `${metric3} ${workload2}`;
  const texts = /* @__PURE__ */ new Map();
  for (const name of new Set(points2.map(seriesOf2))) {
    const series2 = points2.filter((point) => seriesOf2(point) === name);
    const formatted = formatMetrics(
      series2[0].metric,
      series2.map(({ value }) => value)
    );
    for (const [i, point] of series2.entries()) texts.set(point, formatted[i]);
  }
  return points2.map((point) => texts.get(point));
}
var CSV_COLUMNS = [
  "measuredAt",
  "commitTime",
  "commit",
  "branch",
  "subject",
  "author",
  "repository",
  "suite",
  "workload",
  "metric",
  "unit",
  "arm",
  "value",
  "sessions",
  "logSd",
  "fingerprint",
  "runId"
];
function renderCsv(points2, marks) {
  const rows = points2.map((point) => {
    const fields = { ...point, unit: metricInfo(point.metric).unit };
    const change2 = marks === null ? [] : [marks.get(point)?.shift.effect ?? null];
    return [...CSV_COLUMNS.map((column) => fields[column]), ...change2].map(csvField).join(",");
  });
  return [[...CSV_COLUMNS, ...marks === null ? [] : ["change"]].join(","), ...rows].join("\n");
}

// src/apps/cli/demo.ts
var SLOW_WORKLOAD = "restock";
function demoVerb(finish) {
  const command = new Command2("demo").summary("See it work on a small shop.").description(
    "See it work: two PostgreSQL servers, a migration that slows one workload, the comment, the history."
  ).option("--same", "Measure the same commit twice; nothing may be found.").option("--output <dir>", "Folder for the documents.", "plumbline-out");
  addHelp(command, {
    examples: [
      ["demo", "see it work in two minutes; only the documents stay"],
      ["demo --same", "measure a commit against itself, which takes longer and finds nothing"]
    ],
    outcomes: ["fine", ["regression", "the demo did not find what it should: see its output"], ...MEASURING]
  });
  return command.action(async ({ same = false, output }) => {
    const progress = terminalProgress(process.stderr);
    progress.note(same ? SAME_STORY : STORY);
    const report = await untilInterrupted(async (signal) => {
      await assureTemporaryFolder();
      return await withTemporary(
        "plumbline-demo-",
        (folder) => demonstrate(folder, { same, output }, progress, signal)
      );
    }).finally(() => progress.end());
    finish(demoOutcome(report, same));
  });
}
var STORY = `A shop has six tables and five kinds of work, each a script of its own SQL: browse,
search, checkout, restock and report. On a branch, a migration keeps an audit trail
of every delivery. Main and branch each get a PostgreSQL server with the same rows, and
both are measured side by side: ${SLOW_WORKLOAD} should turn out slower, and nothing else.
`;
var SAME_STORY = `A shop's main branch is measured against itself, side by side on two PostgreSQL
servers: nothing should be found.
`;
async function demonstrate(folder, { same, output }, progress, signal) {
  const repository = await makeRepository(path10.join(folder, "shop"), same);
  progress.stage("starting a PostgreSQL server for the store");
  const store = await startScratchCluster("store", signal);
  try {
    const invocation = {
      cwd: repository,
      config: DEFAULT_CONFIG,
      base: same ? "HEAD" : "main",
      branch: null,
      targetBranch: null,
      lock: lockOf(),
      overrides: {},
      store: store.url,
      output: path10.resolve(output),
      origin: NOWHERE,
      merging: [],
      acceptLabel: null
    };
    const { report, notStored } = await check(invocation, progress, signal);
    progress.end();
    if (notStored !== null) throw notStored;
    const history = await historyText(store.url, repository, signal);
    process.stdout.write(`
${demoText(report, history, output)}
`);
    return report;
  } finally {
    await store.stop();
  }
}
function demoText(report, history, output) {
  const columns = [left("  file"), left("contents")];
  const rows = writtenFiles(report).map((name) => [`  ${path10.join(output, name)}`, CONTENTS[name] ?? ""]);
  const [, ...files] = tableLines({ columns, rows });
  return [
    ruledHeading("The comment that the pull request gets"),
    folded(renderComment(report)).trimEnd(),
    ruledHeading(`The history in the store: plumbline history --workload ${SLOW_WORKLOAD}`),
    history,
    ruledHeading("What was written"),
    `${files.join("\n")}
`
  ].join("\n\n");
}
function folded(comment) {
  return comment.replace(/<details><summary>(.*?)<\/summary>.*<\/details>/s, `[+] $1: in ${FILES.comment}`);
}
function ruledHeading(text) {
  return `---- ${text} ${"-".repeat(Math.max(4, 94 - text.length))}`;
}
var CONTENTS = wordTable({
  [FILES.html]: "the report with its pictures: open it in a browser",
  [FILES.comment]: "the comment, unfolded",
  [FILES.report]: "the comparison, for programs",
  [FILES.base]: "what was measured of main",
  [FILES.head]: "what was measured of the branch"
});
var TRAIL = "db/migrations/003_audit_trail.sql";
async function makeRepository(folder, same) {
  const example = path10.join(packageRoot(), "demo");
  const trail = path10.join(folder, TRAIL);
  await cp(example, folder, { recursive: true });
  await rm2(trail);
  await runGit(folder, "init", "--quiet", "--initial-branch=main");
  await commitAll(folder, "A shop: six tables, their rows, and five scripts");
  if (same) return folder;
  await runGit(folder, "switch", "--quiet", "--create", "audit-trail");
  await cp(path10.join(example, TRAIL), trail);
  await commitAll(folder, "Keep an audit trail of every delivery");
  return folder;
}
async function commitAll(folder, message) {
  await runGit(folder, "add", "--all");
  const identity = ["-c", "user.name=Plumbline demo", "-c", "user.email=demo@localhost"];
  await runGit(folder, ...identity, "-c", "commit.gpgsign=false", "commit", "--quiet", "--message", message);
}
async function runGit(folder, ...args) {
  const answer = await git(folder, args);
  if (answer.ok) return;
  throw new PlumblineError("usage", `the demo's repository could not be made: ${answer.reason}`, {
    remedy: `install git: ${commandFor(PACKAGES.git)}`
  });
}
function packageRoot() {
  for (let folder = import.meta.dirname; ; folder = path10.dirname(folder)) {
    if (existsSync3(path10.join(folder, "demo/plumbline.yml"))) return folder;
    if (folder === path10.dirname(folder)) break;
  }
  throw new PlumblineError("internal", "demo/ is missing from this package", {
    remedy: "install Plumbline as a whole: a clone of its repository has it"
  });
}
async function historyText(url, cwd, signal) {
  const store = await openStore(storeAt(url, cwd), "write", signal);
  try {
    return renderHistory(
      await store.history({ suite: "demo", workload: SLOW_WORKLOAD, metric: "qps", limit: 10 }),
      "table"
    );
  } finally {
    await store.close();
  }
}
function demoOutcome(report, same) {
  const isWorse = ({ role, verdict: verdict2 }) => role === "gate" && verdict2.kind === "regressed";
  const found = report.workloads.filter(({ changes }) => changes.some(isWorse)).map(({ name }) => name);
  const truth = same ? [] : [SLOW_WORKLOAD];
  const isRight = found.length === truth.length && found.every((name) => truth.includes(name));
  const slower = (names3) => names3.length === 0 ? "nothing is slower" : `slower: ${names3.join(", ")}`;
  process.stderr.write(
    isRight ? `${slower(truth)}; that is the truth, and what was found
` : `the truth is "${slower(truth)}", found was "${slower(found)}": this machine was too noisy, or Plumbline is wrong
`
  );
  return isRight ? EXIT_CODE.fine : EXIT_CODE.regression;
}

// src/apps/cli/doctor.ts
import path11 from "node:path";

// src/io/host/noise.ts
import { readFileSync } from "node:fs";
var ROUNDS = 4e5;
function sampleNoise(seconds2) {
  for (let i = 0; i < 50; i++) work();
  const before = readJiffies();
  const times2 = [];
  const end = performance.now() + seconds2 * 1e3;
  while (performance.now() < end) {
    const startedAt = performance.now();
    work();
    times2.push((performance.now() - startedAt) * 1e6);
  }
  times2.sort((a, b) => a - b);
  const medianNs = times2[Math.floor(times2.length / 2)];
  return {
    seconds: seconds2,
    medianNs,
    tail: times2[Math.floor(times2.length * 0.95)] / medianNs - 1,
    stealShare: stealBetween(before, readJiffies())
  };
}
function work() {
  let x = 1;
  for (let i = 0; i < ROUNDS; i++) x = Math.imul(x, 1103515245) + 12345 | 0;
  return x;
}
function readJiffies() {
  try {
    const [first] = readFileSync("/proc/stat", "utf8").split("\n");
    const fields = first.split(/\s+/).slice(1, 9).map(Number);
    return { all: fields.reduce((sum, field) => sum + field, 0), steal: fields[7] ?? 0 };
  } catch {
    return null;
  }
}
function stealBetween(before, after) {
  if (before === null || after === null || after.all <= before.all) return null;
  return (after.steal - before.steal) / (after.all - before.all);
}

// src/apps/cli/doctor.ts
var NOISE_SECONDS = 3;
function doctorVerb(finish) {
  const command = new Command2("doctor").summary("Check whether this machine is fit to measure.").description(
    "Check whether this machine is fit to measure, and say what to do if it is not: load, noise, stolen CPU time, frequency governor, disk, versions."
  );
  addHelp(command, {
    examples: [["doctor", "check this machine in a few seconds, while nothing else runs on it"]],
    outcomes: [
      ["fine", "fit to measure, perhaps with warnings"],
      ["usage", "not fit to measure: the load generator is missing"]
    ]
  });
  return command.action(async () => {
    const { cpuCount, memoryBytes, cpuModel, kernel } = machineFacts();
    const state = machineState(process.cwd());
    process.stdout.write(`${cpuModel}, ${kernel}
`);
    const generator = await loadGenerator();
    process.stderr.write(`computing for ${NOISE_SECONDS} s to see how evenly
`);
    const noise = sampleNoise(NOISE_SECONDS);
    const findings = judgeFitness({
      cpuCount,
      memoryBytes,
      ...state,
      computeTail: noise.tail,
      stealShare: noise.stealShare,
      tools: [generator, await findPostgres(installedBinaries()), await findGit()]
    });
    process.stdout.write(renderFindings(findings));
    finish(generator.found === null ? EXIT_CODE.usage : EXIT_CODE.fine);
  });
}
var WIDTH = 80;
function renderFindings(findings) {
  const width = Math.max(...findings.map(({ what }) => what.length));
  const lines = findings.flatMap(({ what, value, fit, remedy }) => [
    ...wrappedUnder(`${fit ? "ok  " : "look"}  ${what.padEnd(width)}  `, value),
    ...remedy === null ? [] : wrappedUnder("      -> ", remedy)
  ]);
  const unfit = findings.filter(({ fit }) => !fit).length;
  const verdict2 = unfit === 0 ? "fit to measure" : `${plural(unfit, "thing")} to look at`;
  return `
${lines.join("\n")}

${verdict2}
`;
}
function wrappedUnder(prefix, text) {
  const room = Math.max(20, WIDTH - prefix.length);
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1) ?? ""} ${word}`;
    if (lines.length > 0 && longer.length <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line, index) => `${index === 0 ? prefix : " ".repeat(prefix.length)}${line}`);
}
async function loadGenerator() {
  const name = "plumbline-load";
  try {
    const program2 = await findProgram({ progress: { stage: (text) => process.stderr.write(`${text}
`) } });
    return { name, found: await programVersion(program2), remedy: "" };
  } catch (error) {
    const { message, remedy } = error instanceof PlumblineError ? error : { message: String(error), remedy: void 0 };
    return { name, found: null, remedy: `${message}: ${remedy ?? "npm run setup"}` };
  }
}
async function findPostgres(bin) {
  const remedy = `install it for local targets: ${commandFor(PACKAGES.postgresql)}; else binaries are downloaded when they are needed`;
  return {
    name: "PostgreSQL",
    // A program that does not run here is as good as none.
    found: bin === null ? null : await programVersion(path11.join(bin, "postgres")).catch(() => null),
    remedy
  };
}
async function findGit() {
  const remedy = `install it, for base's sources come from git: ${commandFor(PACKAGES.git)}`;
  return { name: "git", found: await programVersion("git").catch(() => null), remedy };
}
async function programVersion(program2) {
  const { stdout, stderr, failure } = await runProgram(program2, ["--version"]);
  if (failure !== null) throw new Error(`${program2} --version: ${stderr.trim() || failure}`);
  const version = stdout.trim().replace(/^\D*(?=\d)/, "");
  return path11.isAbsolute(program2) ? `${version} in ${path11.dirname(program2)}` : version;
}

// src/pipeline/queries/other-conditions.ts
var MOST = 5;
async function otherConditions(store, points2) {
  const pairs = neighbourPairs(points2).slice(-MOST);
  const ids = [...new Set(pairs.flatMap((pair) => pair.map(({ runId }) => runId)))];
  const runs = new Map((ids.length === 0 ? [] : await store.loadAll(ids)).map((run) => [run.id, run]));
  return pairs.map(([before, after]) => {
    const [one2, other2] = [runs.get(before.runId), runs.get(after.runId)];
    return {
      before: before.fingerprint,
      after: after.fingerprint,
      differ: one2 === void 0 || other2 === void 0 ? [] : differingConditions(one2, other2)
    };
  });
}
function neighbourPairs(points2) {
  const last = /* @__PURE__ */ new Map();
  const seen = /* @__PURE__ */ new Set();
  return points2.flatMap((point) => {
    const suite = JSON.stringify([point.repository, point.suite]);
    const key = JSON.stringify([suite, point.fingerprint]);
    const before = last.get(suite);
    const isNew = !seen.has(key);
    seen.add(key);
    last.set(suite, point);
    return isNew && before !== void 0 ? [[before, point]] : [];
  });
}

// src/report/terminal/ledger.ts
var COLUMNS3 = [left("workload"), left("metric"), right("sum"), left(""), right("changes"), right("red")];
function renderLedgers(since, ledgers2, width) {
  const told = ledgers2.filter(({ lines }) => lines.length > 0);
  const name = plainLine(since, 60);
  if (told.length === 0) return `No side-by-side measurement of a change after ${name} is stored.`;
  return told.map((ledger) => ledgerText(name, ledger, width)).join("\n\n");
}
function ledgerText(since, { suite, branch, lines, alerts }, width) {
  const sums = lines.map(({ sum }) => sum);
  const title = `What ${oneLine(branch ?? "the branch")} gained and lost since ${since} (suite ${oneLine(suite)}), by side-by-side measurements, with 95 % intervals:`;
  const isOpen = alerts.some(({ open: open4 }) => open4);
  return [
    ...wrapped(title, width),
    "",
    ...tableLines({ columns: COLUMNS3, rows: sums.map(rowOf) }),
    ...ledgerNotes(sums).flatMap((note) => ["", ...wrapped(note, width)]),
    ...isOpen ? ["", ...wrapped("Sums beyond a limit are open: `plumbline bisect --plan` says where to look.", width)] : []
  ].map((line) => line.trimEnd()).join("\n");
}
function rowOf(sum) {
  const { workload: workload2, metric: metric3, changes, red } = sum;
  const limit2 = limitOfSum(sum);
  return [
    oneLine(workload2),
    metricInfo(metric3).label,
    sizeText(sum),
    limit2 === "" ? "" : `(${limit2})`,
    String(changes),
    red === 0 ? "none" : String(red)
  ];
}
function ledgerNotes(sums) {
  const notes = sums.flatMap(({ accepted, gaps, since, workload: workload2, metric: metric3 }) => [
    ...accepted === void 0 ? [] : [
      `${oneLine(workload2)} ${metricInfo(metric3).label} begins after the accepted change of #${accepted}, at ${shortSha(since.sha)}.`
    ],
    ...gaps === 0 ? [] : [
      `${oneLine(workload2)} ${metricInfo(metric3).label}: commits at ${plural(gaps, "place")} between the changes were not measured, and are in no sum.`
    ]
  ]);
  return [...new Set(notes)];
}

// src/apps/cli/history.ts
function historyVerb(finish) {
  const command = new Command2("history").summary("Print a metric over commits.").description("Print a metric of a workload over the commits in the store, oldest first.").option("--repository <owner/name>", "Only runs of this repository, and runs without a known repository.").option("--suite <name>", "Only this suite.").option("--workload <name>", "Only this workload.").addOption(
    new Option2("--metric <metric>", `Metric to print: ${METRIC_WORDS}.`).argParser(metricWord).default("qps")
  ).option("--branch <name>", "Only runs of this branch.").addOption(new Option2("--arm <arm>", "Only this arm of side-by-side runs.").choices([...ARMS])).option(
    "--since <start>",
    "Only measurements since this time (ISO 8601). With a tag or commit: only commits since then, and the sum of their changes.",
    sinceWord
  ).option("--until <date>", "Only measurements before this time, ISO 8601.", isoDate).option("--limit <n>", "Number of newest points to print.", wholeNumber, 50).addOption(
    new Option2("--format <format>", "Format of the output.").choices([...HISTORY_FORMATS]).default("table")
  ).option(
    "--change-points",
    "Mark changes of level; JSON output becomes { points, changes } (default: on in tables)."
  ).option("--no-change-points", "Do not mark changes of level.");
  addHelp(command, {
    examples: [
      ["history --workload read-write --metric p99", "print the newest 50 runs of one workload"],
      ["history --workload TPC-C --metric p90:new_order", "print the latency of one kind of its events"],
      ["history --branch main --arm head --since 2026-11-01", "print what was measured on main since a date"],
      ["history --branch main --since v1.2", "add up what main gained and lost since a tag, push by push"],
      ["history --limit 1000 --format csv > history.csv", "write a file for a spreadsheet"]
    ],
    outcomes: ["fine", "usage", ["internal", "the store cannot be read"]]
  });
  return withFields(command, "history").action(async (words) => {
    const location = await historyLocation(words, environment(), process.cwd());
    const { store: _, config: __, format, changePoints, since, ...query } = words;
    const isMarked = changePoints ?? format === "table";
    const read = await readHistory(location, query, since, { isMarked, isTable: format === "table" });
    const width = process.stdout.columns || Number.POSITIVE_INFINITY;
    process.stdout.write(`${textOf2(read, format, width)}
`);
    finish(EXIT_CODE.fine);
  });
}
function textOf2({ points: points2, events: events2, misses, others, there, sums }, format, width) {
  if (sums !== void 0 && format === "json")
    return JSON.stringify(
      { points: points2, ...events2 === null ? {} : { changes: events2 }, ledgers: sums.ledgers },
      null,
      2
    );
  const text = renderHistory(points2, format, events2, misses, others, there, width);
  return sums === void 0 || format === "csv" ? text : `${text}

${renderLedgers(sums.name, sums.ledgers, width)}`;
}
async function readHistory(location, asked, since, { isMarked, isTable: isTable2 }) {
  const store = await openExisting(location, "read");
  try {
    const start = since === void 0 ? null : await startOf(since, asked, store);
    const query = { ...asked, ...start?.filter };
    const points2 = await store.history(query);
    const there = points2.length === 0 ? await thereIn(store, query) : [];
    return {
      points: points2,
      there,
      events: isMarked ? await changesAround(store, query) : null,
      misses: points2.length === 0 ? await missesIn(store, query, there) : [],
      others: isTable2 ? await otherConditions(store, points2) : [],
      ...start?.commit === void 0 ? {} : { sums: await sumsAfter(start.commit, asked, store) }
    };
  } finally {
    await store.close();
  }
}
async function startOf(since, { repository }, store) {
  if ("date" in since) return { filter: { since: since.date } };
  const name = since.commit;
  const cwd = process.cwd();
  const sha = await askGit(cwd, "rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`);
  const facts = sha === null ? null : await commitFacts(cwd, sha, null);
  const place = repository === void 0 ? {} : { repository };
  const [run] = await store.list({ ...place, commit: sha ?? name, limit: 1 });
  const time2 = facts?.time ?? run?.orderedAt;
  if (time2 === void 0) {
    throw new PlumblineError(
      "usage",
      `--since: there is no tag or commit ${JSON.stringify(name)} here, and the store has no run of it`,
      {
        remedy: "fetch the tags (git fetch --tags), or name a commit that was measured or a date"
      }
    );
  }
  return { filter: { orderedFrom: time2 }, commit: { name, sha: sha ?? run.commit, time: time2 } };
}
async function sumsAfter({ name, sha, time: time2 }, { repository, suite, branch, workload: workload2 }, store) {
  const given = { repository, suite, branch, workload: workload2 };
  const scope2 = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== void 0));
  return { name, ledgers: await ledgers(store, { ...scope2, since: sha, sinceTime: time2 }) };
}
var LOOKED_THROUGH = 1e3 * METRIC_IDS.length;
async function thereIn(store, query) {
  const { metric: _, ...names3 } = query;
  const near = await store.history({ ...names3, limit: LOOKED_THROUGH });
  return near.length > 0 ? near : await store.history({ limit: LOOKED_THROUGH });
}
async function missesIn(store, query, there) {
  const unknown = {};
  for (const field of NAMED) {
    const name = query[field];
    if (name !== void 0 && (await store.history({ [field]: name, limit: 1 })).length === 0)
      unknown[field] = name;
  }
  return missesOf(unknown, there);
}

// src/apps/cli/init.ts
import { existsSync as existsSync4, readFileSync as readFileSync3 } from "node:fs";
import path14 from "node:path";

// src/config/gitignore.ts
var WRITTEN = ["plumbline-out/", ".plumbline/"];
function ignoringWritten(text) {
  const named = new Set(text.split(/\r?\n/).map((line) => line.trim().replace(/^\/|\/$/g, "")));
  const added = WRITTEN.filter((folder) => !named.has(folder.slice(0, -1)));
  const begun = text === "" || text.endsWith("\n") ? text : `${text}
`;
  return { text: [begun, ...added.map((line) => `${line}
`)].join(""), added };
}

// src/ingest/starter/repository.ts
var fileSets = /* @__PURE__ */ new WeakMap();
function fileSet(files) {
  const before = fileSets.get(files);
  if (before !== void 0) return before;
  const made = new Set(files);
  fileSets.set(files, made);
  return made;
}
function isInPart({ part }, file) {
  return part === void 0 || file === part || file.startsWith(`${part}/`);
}
function shellWord(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
function firstAndMore(names3, most = 6) {
  const more = names3.length - most;
  return `${names3.slice(0, most).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
function folderOf(file) {
  const end = file.lastIndexOf("/");
  return end < 0 ? "." : file.slice(0, end);
}
function baseName(file) {
  return file.slice(file.lastIndexOf("/") + 1);
}
function inFolder(folder, name) {
  return folder === "." ? name : `${folder}/${name}`;
}
function joined(folder, name) {
  const parts = folder === "." ? [] : folder.split("/");
  for (const part of name.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/") || ".";
}
function foldersUpFrom(folder) {
  return folder === "." ? ["."] : [folder, ...foldersUpFrom(folderOf(folder))];
}
function byFolder(files, pattern) {
  const folders = /* @__PURE__ */ new Map();
  for (const file of files) {
    const match = pattern.exec(file);
    if (match === null) continue;
    const folder = match[1].replace(/\/$/, "") || ".";
    const known2 = folders.get(folder);
    if (known2 === void 0) folders.set(folder, [file]);
    else known2.push(file);
  }
  return folders;
}
function nearestFile({ files }, folder, names3) {
  const there = fileSet(files);
  for (let at = folder; ; at = folderOf(at)) {
    const found = names3.map((name) => inFolder(at, name)).find((file) => there.has(file));
    if (found !== void 0) return found;
    if (at === ".") return null;
  }
}
var OTHER_DIALECTS = new Set(
  "mysql mariadb sqlite sqlite3 h2 hsqldb hsql oracle mssql sqlserver db2 derby cockroach cockroachdb crdb clickhouse cassandra spanner bigquery mongo mongodb tidb snowflake redshift duckdb turso libsql".split(
    " "
  )
);
var POSTGRES = /^(?:postgres(?:ql)?|pg|pgsql|psql)$/;
var NOT_OWN = /^(?:e2e|tests?|spec|testing|testdata|testrig|fixtures?|examples?|samples?|demos?|templates?|stubs?|mocks?|vendor|updates?|upgrades?|patches|benchmarks?|playground)$/;
var NOT_OWN_FOLDER = /(?:^|\/)(?:docs?|documentation|node_modules)\//;
function pathWords(file) {
  return file.toLowerCase().split(/[/._-]/);
}
function otherDialect(file) {
  const words = pathWords(file);
  if (words.some((word) => POSTGRES.test(word))) return null;
  return words.find((word) => OTHER_DIALECTS.has(word)) ?? null;
}
function namesPostgres(file) {
  return pathWords(file).some((word) => POSTGRES.test(word));
}
var OF_SCHEMAS = /^(?:migrations?|schemas?|sql|ddl|db|database|jdbc|store|storage|main|init|scripts?|common|default)$/;
function isForPostgres(file) {
  const parts = file.split("/").map((part) => pathWords(part));
  return parts.some(
    (words) => words.some((word) => POSTGRES.test(word)) && words.every((word) => POSTGRES.test(word) || OF_SCHEMAS.test(word))
  );
}
function isAside(file) {
  return NOT_OWN_FOLDER.test(file) || pathWords(folderOf(file)).some((word) => NOT_OWN.test(word));
}
var OTHER_SQL = [
  [
    "MySQL",
    /^(?:(?!').)*`\w+`|\bAUTO_INCREMENT\b|\bUNIQUE\s+KEY\b|\b(?:BIG|SMALL)?INT(?:EGER)?(?:\s*\(\s*\d+\s*\))?\s+UNSIGNED\b|\b(?:VAR)?BINARY\s*\(|\bENGINE\s*=\s*\w+|\bALTER\s+TABLE\s+\S+\s+(?:MODIFY|CHANGE|ADD\s+(?:UNIQUE\s+)?(?:INDEX|KEY))\b|^[ \t]*DROP\s+INDEX\s+\S+\s+ON\b/im
  ],
  ["SQLite", /\bAUTOINCREMENT\b|^[ \t]*PRAGMA\s|\bWITHOUT\s+ROWID\b|\bstrftime\s*\(/im],
  ["SQL Server", /^[ \t]*GO[ \t]*$|\bIDENTITY\s*\(\s*1\s*,|\bNVARCHAR\s*\(|\[dbo\]/im],
  [
    "MySQL's or SQLite",
    /^[ \t]*(?!(?:AS|BY|SELECT|COLUMN|DROP|AND|OR)\b)["[]?\w+["\]]?\s+(?:DATETIME|TINYINT|MEDIUMINT|LONGTEXT)(?=\s*(?:[,()]|$)|\s+(?:NOT|NULL|DEFAULT|PRIMARY|UNIQUE)\b)/im
  ],
  ["Oracle", /\bVARCHAR2\b|\bNUMBER\s*\(/i]
];
var POSTGRES_SQL = /\b(?:jsonb|timestamptz|bigserial|plpgsql|bytea|tsvector|CREATE\s+EXTENSION|USING\s+gin)\b|\$\$|::\w/i;
var MOSTLY_POSTGRES_SQL = /\b(?:uuid|NOW\(\)|GENERATED\s+(?:ALWAYS|BY\s+DEFAULT))/i;
function foreignSql(sql) {
  const text = sql.replace(/--.*|\/\*[\s\S]*?\*\//g, "");
  return OTHER_SQL.find(([, sign]) => sign.test(text))?.[0] ?? null;
}
function isPostgresSql(sql) {
  return POSTGRES_SQL.test(sql);
}
function mayBePostgresSql(sql) {
  return isPostgresSql(sql) || MOSTLY_POSTGRES_SQL.test(sql);
}
function isTemplate(sql) {
  return /\{\{[^{}]*\}\}/.test(sql.replace(NOT_SQL, ""));
}
var NOT_SQL = /--.*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1/g;

// src/ingest/starter/families/ef-core.ts
var SNAPSHOT = /^((?:.*\/)?)[^/]+ModelSnapshot\.cs$/;
var CONNECTION2 = "Host=$PGHOST;Port=$PGPORT;Database=$PGDATABASE;Username=$PGUSER;Password=$PGPASSWORD";
function efCore({ files, read }) {
  const projects = new Set(files.filter((file) => file.endsWith(".csproj")).map(folderOf));
  return files.filter((file) => SNAPSHOT.test(file) && !isAside(file) && /\bNpgsql/.test(read(file) ?? "")).map((snapshot) => {
    const place = folderOf(snapshot);
    const migrations = files.filter(
      (file) => file.startsWith(inFolder(place, "")) && /\/\d{14}_\w+\.cs$/.test(file)
    );
    const project = foldersUpFrom(place).find((folder) => projects.has(folder)) ?? place;
    const command = `dotnet ef database update --project ${shellWord(project)} --connection "${CONNECTION2}"`;
    return {
      tool: "Entity Framework Core",
      place,
      count: migrations.filter((file) => !file.endsWith(".Designer.cs")).length,
      steps: null,
      sql: [],
      unsure: [
        `only .NET applies the migrations in ${place}: write { command: ... } with ${command}, and with --startup-project where another project starts the application`
      ]
    };
  });
}

// src/ingest/starter/runtimes.ts
var UV = {
  name: "uv",
  check: "uv cache dir",
  // Of the two uv reads its own alone.
  versions: {
    "uv.toml": /^required-version\s*=\s*["']([^"'\n]+)/m,
    "pyproject.toml": /^\[tool\.uv\].*\n(?:(?!\[).*\n)*?required-version\s*=\s*["']([^"'\n]+)/m
  }
};
var POETRY = {
  name: "poetry",
  check: "poetry env list",
  versions: {
    "pyproject.toml": /^\[tool\.poetry\].*\n(?:(?!\[).*\n)*?requires-poetry\s*=\s*["']([^"'\n]+)/m
  }
};
var PIPENV = { name: "pipenv", check: "pipenv --version", versions: {} };
var VENV = "python3 -m venv .venv && . .venv/bin/activate";
var venv = (what) => `${VENV} && pip install -q ${what}`;
var INSTALLERS = {
  node: [
    { file: "pnpm-lock.yaml", install: (_, texts) => pnpm(texts), isLock: true },
    { file: "yarn.lock", install: (_, texts) => yarn(texts), isLock: true },
    { file: "bun.lockb", install: () => "npx --yes bun install --frozen-lockfile", isLock: true },
    { file: "bun.lock", install: () => "npx --yes bun install --frozen-lockfile", isLock: true },
    { file: "package-lock.json", install: () => "npm ci", isLock: true },
    { file: "package.json", install: () => "npm install" }
  ],
  python: [
    { file: "uv.lock", install: () => "uv sync --frozen", prefix: "uv run ", isLock: true, tool: UV },
    {
      file: "poetry.lock",
      install: () => "poetry install --no-interaction",
      prefix: "poetry run ",
      tool: POETRY
    },
    { file: "Pipfile.lock", install: () => "pipenv sync --dev", prefix: "pipenv run ", tool: PIPENV },
    { file: "requirements.txt", install: () => venv("-r requirements.txt") },
    ...["test", "tests", "ci", "local", "dev", "development", "base", "common", "production", "prod"].map(
      (name) => ({
        file: `requirements/${name}.txt`,
        install: () => venv(`-r requirements/${name}.txt`)
      })
    ),
    ...["pyproject.toml", "setup.py"].map((file) => ({ file, install: () => venv(".") }))
  ],
  ruby: [{ file: "Gemfile", install: () => "bundle install --quiet" }],
  elixir: [{ file: "mix.exs", install: () => "mix deps.get" }],
  php: [{ file: "composer.json", install: () => "composer install --quiet --no-interaction" }],
  go: [{ file: "go.mod", install: () => "go mod download" }],
  none: []
};
var PNPM_OF_LOCK = wordTable({
  5: [7, 7],
  6: [8, 9],
  9: [10, Number.POSITIVE_INFINITY]
});
function pnpm({ text, manifest }) {
  const [, lock = ""] = /^lockfileVersion:\s*'?(\d+)/m.exec(text) ?? [];
  const [, named] = /"packageManager":\s*"pnpm@([\d.]+)/.exec(manifest) ?? [];
  const [first, last = Number.POSITIVE_INFINITY] = PNPM_OF_LOCK[lock] ?? [];
  const version = named !== void 0 && Number.parseInt(named, 10) <= last ? named : first;
  return `npx --yes pnpm${version === void 0 ? "" : `@${version}`} install --frozen-lockfile`;
}
function yarn({ text, manifest }) {
  const [, version] = /"packageManager":\s*"yarn@([2-9][\d.]*)/.exec(manifest) ?? [];
  if (version !== void 0) return `npx --yes @yarnpkg/cli-dist@${version} install --immutable`;
  return /^__metadata:/m.test(text) ? "npx --yes @yarnpkg/cli-dist install --immutable" : "npx --yes yarn install --frozen-lockfile";
}
function runtimeAt(repository, folder, runtime, tested = [], python) {
  const installers = INSTALLERS[runtime];
  const namesOf = (some) => some.map(({ file: name }) => name);
  const lock = nearestFile(repository, folder, namesOf(installers.filter(({ isLock }) => isLock === true)));
  const isWhole = lock !== null && isOfWorkspace(repository, folderOf(lock));
  const file = isWhole ? lock : nearestFile(repository, folder, namesOf(installers));
  if (file === null) return null;
  const installer = installers.find(({ file: name }) => file === name || file.endsWith(`/${name}`));
  const at = installer.file.includes("/") ? folderOf(folderOf(file)) : folderOf(file);
  const texts = {
    text: repository.read(file) ?? "",
    manifest: repository.read(inFolder(at, "package.json")) ?? ""
  };
  const usual = { file, folder: at, install: installer.install(file, texts), prefix: installer.prefix ?? "" };
  const lines = tested.filter((line) => line.folder === "." || `${folder}/`.startsWith(`${line.folder}/`));
  const project = repository.read(inFolder(at, "pyproject.toml")) ?? "";
  if (usual.install.startsWith(VENV)) {
    const { install: install2, ...others } = asPipOfTests(repository, usual, lines);
    const pinned = nearestFile(repository, at, [".python-version"]);
    const version = pinned === null ? "" : `python = "~=${(repository.read(pinned) ?? "").trim()}"`;
    const known2 = /^3\.(\d+)/.exec(python ?? "") ?? COMPILED_WITH.exec(texts.text);
    return { ...others, install: withPython(install2, `${project}
${version}`, known2?.[1]) };
  }
  const install = withDriver(withFlags(usual.install, lines), project, installer.tool?.name);
  return runtime === "node" ? { ...usual, install: withNode(repository, at, texts.manifest, install) } : { ...usual, install: withTool(repository, at, installer.tool, install) };
}
var NODE_LEAST = 20;
function withNode(repository, folder, manifest, install) {
  const pin = nearestFile(repository, folder, [".nvmrc", ".node-version"]);
  const [, engines = ""] = /"engines"\s*:\s*\{[^}]*"node"\s*:\s*"([^"]*)"/.exec(manifest) ?? [];
  const [, exact, minor, major] = REFUSES_OTHERS.test(install) && NARROW.exec(engines) || [];
  const version = exact ?? minor ?? major;
  if (version !== void 0 && Number.parseInt(version, 10) < OLDEST_OF_NPX)
    return install.replace(/^(npx --yes yarn \S+)/, "$1 --ignore-engines");
  if (version !== void 0) {
    const pattern = `^v${version.replaceAll(".", "[.]")}${exact === void 0 ? "[.]" : "$"}`;
    return withNodePackage(`node --version | grep -q '${pattern}'`, version, install);
  }
  const said = [
    /^[^\d<]*(\d+)/.exec(engines),
    /^v?(\d+)/.exec(pin === null ? "" : repository.read(pin) ?? "")
  ].find((each) => each !== null);
  const [, pnpmVersion = 0] = /\bpnpm@(\d+)/.exec(install) ?? [];
  const least = Math.max(Number(said?.[1] ?? 0), Number(pnpmVersion) >= 11 ? 22 : 0);
  if (least <= NODE_LEAST) return install;
  return withNodePackage(
    `[ "$(node --version | cut -c2- | cut -d. -f1)" -ge ${least} ]`,
    String(least),
    install
  );
}
var REFUSES_OTHERS = /^npx --yes (?:pnpm(?:@[\d.]+)?|yarn) /;
var NARROW = /^[=v]*(\d+\.\d+\.\d+)$|^(?:~(?=\d+\.\d+))?(\d+\.\d+)(?:\.[\dx*]+)?$|^[\^~]?(\d+)(?:\.[\dx*]+)*$/;
var OLDEST_OF_NPX = 20;
function withNodePackage(test, version, install) {
  return `{ ${test} || PATH="$(npx --yes -p node@${version} -c 'dirname "$(command -v node)"'):$PATH"; } && ${install}`;
}
var COMPILED_WITH = /^#.*\bpip-compile with python 3\.(\d+)/im;
function withPython(install, project, known2) {
  const [, said = ""] = /^requires-python\s*=\s*["']([^"'\n]+)["']/m.exec(project) ?? /^python\s*=\s*["']([^"'\n\w][^"'\n]*)["']/m.exec(project) ?? [];
  const one2 = minorVersion(OF_ONE_MINOR, said);
  const least = one2 ?? minorVersion(/(?:>=|\^|~=)\s*3\.(\d+)/, said);
  const below = one2 === null ? minorVersion(/<\s*3\.(\d+)/, said) : one2 + 1;
  if (least === null && known2 === void 0) return install;
  const named = least === null ? "python3" : `python3.${below === null ? least : below - 1}`;
  const fits = least === null ? "" : `import sys; sys.exit(not ${least} <= sys.version_info[1]${below === null ? "" : ` < ${below}`})`;
  const python = known2 === void 0 ? `$(python3 -c '${fits}' && echo python3 || echo ${named})` : `$(for p in python3.${known2} python3; do $p -c '${fits}' 2>&- && echo $p && exit; done; echo ${named})`;
  return install.replace("python3 -m venv", `${python} -m venv`);
}
var OF_ONE_MINOR = /(?:==|~|~=(?=\s*3\.\d+\.\d))\s*3\.(\d+)/;
function minorVersion(pattern, text) {
  const [, minor] = pattern.exec(text) ?? [];
  return minor === void 0 ? null : Number(minor);
}
function driverExtra(extras) {
  const [, toml, cfg] = /^["']?([\w-]+)["']?\s*=\s*\[[^\]]*["'](?:psycopg|asyncpg|pg8000)|^([\w-]+)[ \t]*=[ \t]*\n(?:[ \t].*\n)*?[ \t]+(?:psycopg|asyncpg|pg8000)/m.exec(
    extras
  ) ?? [];
  return toml ?? cfg ?? null;
}
function withDriver(install, project, tool) {
  const tableOf = (names3) => new RegExp(String.raw`^\[(?:${names3})\]\n([\s\S]*?)(?=^\[|(?![\s\S]))`, "m").exec(project)?.[1] ?? "";
  const extra = driverExtra(tableOf(String.raw`tool\.poetry\.extras|project\.optional-dependencies`));
  const group = driverExtra(tableOf("dependency-groups"));
  if (extra !== null && !/ -(?:E|-(?:all-)?extras?)\b/.test(install)) {
    if (tool === "uv") return `${install} --extra ${extra}`;
    if (tool === "poetry") return `${install} --extras ${extra}`;
  }
  const isAsked = tool === "uv" && group !== null && group !== "dev";
  return isAsked && !/ --(?:all-|only-)?groups?\b/.test(install) ? `${install} --group ${group}` : install;
}
var SIGN_WORDS = wordTable({
  "<": "below-",
  "~": "near-",
  "!": "not-",
  ">": "from-"
});
function withTool({ read }, folder, tool, install) {
  if (tool === void 0) return install;
  const { name, check: check2, versions } = tool;
  const file = Object.keys(versions).find((each) => read(inFolder(folder, each)) !== null);
  const [, said] = file && versions[file].exec(read(inFolder(folder, file)) ?? "") || [];
  const wanted = said === void 0 ? "" : pipVersion(said.trim());
  const place = `~/.cache/plumbline/${name}${wanted.replace(/[^\d.]+/g, (signs) => `-${SIGN_WORDS[signs[0]] ?? ""}`)}`;
  const bring = `python3 -m venv ${place} && ${place}/bin/pip install -q ${shellWord(name + wanted)} && hash -r`;
  return `PATH=${place}/bin:$PATH && { ${check2} 2>&1 || { ${bring}; }; } > /dev/null && ${install}`;
}
var PIP_VERSION = /^(?:[<>~=!]=|[<>])\d[\d.]*(?:\.\*)?(?:,(?:[<>~=!]=|[<>])\d[\d.]*(?:\.\*)?)*$/;
function pipVersion(said) {
  const [, sign, least] = /^([\^~])\s*(\d+(?:\.\d+)*)$/.exec(said) ?? [];
  if (least !== void 0) return `>=${least},<${versionBehind(sign, least.split(".").map(Number))}`;
  if (/^\d+(?:\.\d+)*(?:\.\*)?$/.test(said)) return `==${said}`;
  const spec = said.replace(/([<>=!~])\s+/g, "$1").replace(/[\s,]+/g, ",");
  return PIP_VERSION.test(spec) ? spec : "";
}
function versionBehind(sign, parts) {
  const first = parts.findIndex((part) => part > 0);
  const at = sign === "~" ? Math.min(1, parts.length - 1) : first < 0 ? parts.length - 1 : first;
  return [...parts.slice(0, at), parts[at] + 1].join(".");
}
var IS_OPTION = /^--\w[\w-]*$/;
function withFlags(install, lines) {
  const [program2, verb] = install.split(" ");
  const isNpm = program2 === "npm";
  const said = lines.map(({ command }) => command.split(/\s+/)).filter(([name, what]) => name === program2 && (isNpm ? /^(?:ci|i|install)$/.test(what) : what === verb)).findLast(
    (words) => (
      // A word behind an option may be its value.
      words.slice(2).every((word, at) => word.startsWith("-") || !isNpm && IS_OPTION.test(words[at + 1]))
    )
  );
  if (said === void 0) return install;
  const known2 = /^(?:--frozen|--locked|--no-interaction|-n|--silent|--quiet|-q)$/;
  const flags = said.slice(2).filter((word) => !known2.test(word));
  return [isNpm && said[1] !== "ci" ? "npm install" : install, ...flags].join(" ");
}
function asPipOfTests(repository, usual, lines) {
  const said = lines.map(({ folder, command }) => {
    const [, words = ""] = /\bpip3? install\s(.*)$/.exec(command) ?? [];
    return { folder, what: words.replace(OF_MACHINE, " ").trim() };
  });
  const isOfPip = ({ what }) => what.split(/\s+/).every((each) => OF_PIP.test(each));
  const all = said.filter((line) => line.what !== "" && !isOfPip(line));
  const [first] = all;
  const here = all.filter(({ folder }) => folder === first?.folder);
  const named = here.flatMap(
    ({ what }) => [...what.matchAll(/(?:^|\s)(?:-r|-c)\s*(\S+)/g)].map(([, file]) => file)
  );
  const isThere = named.every((file) => repository.files.includes(joined(first.folder, file)));
  const isWhole = here.some(({ what }) => /(?:^|\s)(?:-r|-e|--group|["']?\.)/.test(what));
  if (first === void 0 || !isThere || !isWhole) return usual;
  const hasGroups = here.some(({ what }) => /(?:^|\s)--group\b/.test(what));
  const builders = said.filter(isOfPip).flatMap(({ what }) => what.match(BUILDERS) ?? []);
  const isOld = hasGroups || builders.length > 0;
  const upgrade = isOld ? [{ what: ["--upgrade pip", ...new Set(builders)].join(" ") }] : [];
  const installs = [...upgrade, ...here].map(
    ({ what }, at) => at === 0 ? venv(what) : `pip install -q ${what}`
  );
  return { ...usual, folder: first.folder, install: installs.join(" && ") };
}
var OF_MACHINE = /(?:^|\s)(?:--system|--user|--upgrade|-U|-q|--quiet)(?=\s|$)/g;
var BUILDERS = /(?<!\S)(?:setuptools|wheel)(?:==\S+)?(?!\S)/g;
var OF_PIP = /^(?:pip|setuptools|wheel|poetry|uv|pipenv|tox|nox|flake8|black|ruff)(?:[=<>~].*)?$/;
function isOfWorkspace({ files, read }, folder) {
  return files.includes(inFolder(folder, "pnpm-workspace.yaml")) || /"workspaces"\s*:/.test(read(inFolder(folder, "package.json")) ?? "") || /^\[tool\.uv\.workspace\]/m.test(read(inFolder(folder, "pyproject.toml")) ?? "");
}
function relativePath(from, file) {
  const [a, b] = [from === "." ? [] : from.split("/"), file.split("/")];
  const shared = a.findIndex((part, i) => part !== b[i]);
  const same = shared < 0 ? a.length : shared;
  return [...a.slice(same).map(() => ".."), ...b.slice(same)].join("/") || ".";
}

// src/ingest/starter/families/goose.ts
var MIGRATION = /^((?:.*\/)?)\d+_[^/]+(?<!_test)\.go$/;
var REGISTERS = /\bgoose\.Add(?:Named)?Migration/;
var DRIVERS = [
  { module: "github.com/jackc/pgx/v5", imported: "github.com/jackc/pgx/v5/stdlib", name: "pgx" },
  { module: "github.com/jackc/pgx/v4", imported: "github.com/jackc/pgx/v4/stdlib", name: "pgx" },
  { module: "github.com/lib/pq", imported: "github.com/lib/pq", name: "postgres" }
];
function goosePrograms(repository) {
  const { files, read } = repository;
  return [...byFolder(files, MIGRATION)].flatMap(([place, programs2]) => {
    if (!programs2.some((file2) => REGISTERS.test(read(file2) ?? ""))) return [];
    const sql = files.filter((file2) => folderOf(file2) === place && file2.endsWith(".sql"));
    const common = {
      tool: "goose, with migrations in Go",
      place,
      count: programs2.length + sql.length,
      sql: []
    };
    const runner = runnerOf(repository, place, programs2[0]);
    if (typeof runner === "string") return [{ ...common, steps: null, unsure: [runner] }];
    const { file, text, command } = runner;
    return [{ ...common, steps: [{ command, env: {} }], writes: { [file]: text }, unsure: [] }];
  });
}
function runnerOf(repository, place, program2) {
  const { read } = repository;
  const modules = nearestFile(repository, place, ["go.mod"]);
  const text = modules === null ? "" : read(modules) ?? "";
  const [, module] = /^module\s+(\S+)/m.exec(text) ?? [];
  const [, goose] = /(github\.com\/pressly\/goose(?:\/v\d+)?)\s/.exec(text) ?? [];
  const driver = DRIVERS.find((each) => text.includes(`${each.module} `));
  const ownCommand = `${place} has migrations in Go: write { command: ... } of the application's own migrate command`;
  if (module === void 0 || goose === void 0 || driver === void 0) return ownCommand;
  if (/^package\s+main\b/m.test(read(program2) ?? "")) return ownCommand;
  const root = folderOf(modules);
  const within = relativePath(root, place);
  const folder = inFolder(importableFrom(within), "bench/goose");
  return {
    file: inFolder(root, `${folder}/main.go`),
    text: programText({ goose, driver, migrations: within === "." ? module : `${module}/${within}`, within }),
    command: `${root === "." ? "" : `cd ${shellWord(root)} && `}go run ${shellWord(`./${folder}`)}`
  };
}
function importableFrom(place) {
  const parts = place.split("/");
  const last = parts.lastIndexOf("internal");
  return last <= 0 ? "." : parts.slice(0, last).join("/");
}
function programText({
  goose,
  driver,
  migrations,
  within
}) {
  return `// Applies the migrations of goose in DATABASE_URL, with those that are written in Go.
package main

import (
	"database/sql"
	"log"
	"os"

	_ "${driver.imported}"
	"${goose}"

	_ "${migrations}"
)

func main() {
	db, err := sql.Open("${driver.name}", os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	if err := goose.SetDialect("postgres"); err != nil {
		log.Fatal(err)
	}
	if err := goose.Up(db, ${JSON.stringify(within)}); err != nil {
		log.Fatal(err)
	}
}
`;
}

// src/ingest/starter/families/in-code.ts
var LIBRARIES = [
  ["xorm", /\bxormigrate\.\w+|\.Sync2?\(\s*(?:new\(|&|beans)/],
  ["GORM", /\.AutoMigrate\(|\bgormigrate\.\w+/],
  ["bun", /\bmigrate\.NewMigrations\(|\.NewCreateTable\(/],
  ["ent", /\.Schema\.Create\(/],
  ["SeaORM", /\bTable::create\(/],
  ["Hibernate", /\bddl-auto\s*[:=]\s*["']?(?:create|update)/],
  ["SQL", /[`"]\s*(?:--[^\n]*\n\s*)*CREATE TABLE\b/]
];
var MAY_MAKE = /(?:migrat|model|schema|database|stor(?:e|age)|tables?|entit|(?:^|\/)db)[^/]*(?:\/[^/]+)*(?<!_test)\.(?:go|rs|java|kt)$|(?:^|\/)application[\w-]*\.(?:properties|ya?ml)$/i;
var FILES_MOST = 2e3;
var COMMAND = /\b(?:Use|Name):\s*"((?:auto-?|db-?)?migrat\w*)[" ]/;
function inCode({ files, read }) {
  const own = files.filter((file) => !isAside(file) && otherDialect(file) === null);
  const texts = own.filter((file) => MAY_MAKE.test(file)).slice(0, FILES_MOST).map((file) => ({ file, text: read(file) ?? "" }));
  const [most] = LIBRARIES.flatMap(([tool2, sign]) => {
    const making = texts.flatMap(({ file, text }) => sign.test(text) ? [file] : []);
    const folders = [...byFolder(making, /^((?:.*\/)?)/)].toSorted(([, a], [, b]) => b.length - a.length);
    return folders.slice(0, 1).map(([place2, { length: count4 }]) => ({ tool: tool2, place: place2, count: count4 }));
  });
  if (most === void 0) return [];
  const { tool, place, count: count3 } = most;
  const said = own.find((file) => file.endsWith(".go") && COMMAND.test(read(file) ?? ""));
  const command = said === void 0 ? "a command of the application that makes them, such as its start" : `the application's command ${COMMAND.exec(read(said) ?? "")[1]} (${said})`;
  const unsure = `the application makes its tables in code (${tool}, in ${place === "." ? "the top folder" : `${place}/`}), and no tool does: write { command: ... } under database.setup that runs ${command}, with settings that name the set-up's database ($DATABASE_URL, or $PGHOST, $PGPORT and the others)`;
  const by = `${tool}, by the application's own program`;
  return [{ tool: by, place, count: count3, steps: null, sql: [], unsure: [unsure], isPlain: true }];
}

// src/ingest/starter/families/dumps.ts
var LISTED = /\b\d{4}_\d\d_\d\d_\d{6}_|'\d{14}'/;
function behindMigrations(dump, text, migrations) {
  const versions = migrations.flatMap(
    (file) => /^(?:\d{4}_\d\d_\d\d_\d{6}|0*([1-9]\d*))/.exec(baseName(file))?.findLast(Boolean) ?? []
  );
  const listed2 = (version) => new RegExp(version.length < 8 ? `'0*${version}'` : version);
  const missing = versions.filter((version) => !listed2(version).test(text));
  const listsAny = missing.length < versions.length || LISTED.test(text);
  return missing.length === 0 || !listsAny ? [] : [
    `${dump} lacks ${missing.length} of ${versions.length} migrations, such as ${missing[0]}: write it again, or let the tool apply them`
  ];
}

// src/ingest/starter/families/marked-sql.ts
var MARKED = [
  {
    tool: "goose",
    up: /^[ \t]*--[ \t]*\+goose[ \t]+up\b/im,
    command: (folder, program2) => `${program2} -dir ${folder} postgres "$DATABASE_URL" up`,
    program: "goose",
    module: "github.com/pressly/goose/v3/cmd/goose"
  },
  {
    tool: "dbmate",
    up: /^[ \t]*--[ \t]*migrate:up\b/m,
    command: (folder, program2) => `${program2} --migrations-dir ${folder} --no-dump-schema up`,
    program: "dbmate",
    package: "dbmate"
  },
  {
    tool: "sql-migrate",
    up: /^[ \t]*--[ \t]*\+migrate[ \t]+up\b/im,
    command: (folder, program2) => `config=$(mktemp) && printf 'it:\\n  dialect: postgres\\n  datasource: %s\\n  dir: %s\\n' "$DATABASE_URL" ${folder} > $config && ${program2} up -config $config -env it`,
    program: "sql-migrate",
    module: "github.com/rubenv/sql-migrate/sql-migrate"
  },
  {
    tool: "tern",
    up: /^---- create above \/ drop below ----/m,
    command: (folder, program2) => `${program2} migrate --migrations ${folder} --conn-string "$DATABASE_URL"`,
    program: "tern",
    module: "github.com/jackc/tern/v2"
  },
  {
    tool: "node-pg-migrate",
    up: /^[ \t]*--[ \t-]*up[ \t]+migration\b/im,
    command: (folder, program2) => `npm ci && ${program2} up --migrations-dir ${folder}`,
    program: "npx node-pg-migrate"
  }
];
var ONE_WAY = /(?:^|[./])(?:up|down)\.sql$/;
var BACK = /^[ \t]*--[ \t]*(?:\+goose|\+migrate|migrate:)[ \t]*down\b/im;
function isTwoWay(file, read) {
  const sql = read(file) ?? "";
  return MARKED.some(({ up }) => up.test(sql)) && (!ONE_WAY.test(file) || BACK.test(sql));
}
function markedSql({ files, read }) {
  const marked = files.filter((file) => !ONE_WAY.test(file) || isTwoWay(file, read));
  return [...byFolder(marked, /^((?:.*\/)?)[^/]+\.sql$/)].flatMap(([place, sql]) => {
    const tool = MARKED.find(({ up }) => sql.some((file) => up.test(read(file) ?? "")));
    if (tool === void 0) return [];
    const own = sql.filter((file) => tool.up.test(read(file) ?? ""));
    return [dumpBeside(tool.tool, place, sql, { files, read }) ?? byTool(tool, place, own, { files, read })];
  });
}
function dumpBeside(tool, place, migrations, { files, read }) {
  const dump = [place, folderOf(place)].flatMap((folder) => ["schema.sql", "structure.sql"].map((name) => inFolder(folder, name))).find((file) => files.includes(file));
  if (dump === void 0) return null;
  const unsure = [
    ...behindMigrations(dump, read(dump) ?? "", migrations),
    `${dump} must be what ${tool}'s migrations in ${place} come to: is it written by the tool, and committed?`
  ];
  return {
    tool: `${tool}, by its dump`,
    place: dump,
    count: migrations.length,
    steps: [dump],
    sql: [dump],
    unsure,
    isWhole: true
  };
}
function byTool(tool, place, sql, { files, read }) {
  const modules = nearestFile({ files }, place, ["go.mod"]);
  const { program: program2, install } = programOf(tool, modules === null ? null : read(modules) ?? "");
  const programs2 = files.filter((file) => folderOf(file) === place && /^\d.*\.go$/.test(baseName(file)));
  const unsure = [
    ...install === "" ? [] : [`${tool.tool} must be on the PATH, in the workflow, too: ${install}`],
    ...programs2.length === 0 ? [] : [
      `${programs2.length} migrations are programs such as ${programs2[0]}: only the application's own command applies them`
    ]
  ];
  const command = tool.command(shellWord(place), program2);
  const inputs = programs2.length > 0 || tool.package === void 0 && tool.module === void 0 || /[[\]{}*?!()]/.test(place) ? {} : { inputs: [inFolder(place, place === "." ? "*.sql" : "*")] };
  const steps = [{ command, env: {}, ...inputs }];
  return { tool: tool.tool, place, count: sql.length, steps, sql, unsure };
}
function programOf({ program: program2, module, package: npm }, modules) {
  if (npm !== void 0) return { program: `$(command -v ${program2} || echo npx --yes ${npm})`, install: "" };
  if (module === void 0) return { program: program2, install: "" };
  if (modules === null) return { program: program2, install: `go install ${module}@latest` };
  const versions = modules.split("\n").flatMap((line) => {
    const [, path19, version] = /^\s*(?:require\s+)?(\S+)\s+(v\S+)/.exec(line) ?? [];
    return path19 !== void 0 && `${module}/`.startsWith(`${path19}/`) ? [version] : [];
  });
  return { program: `CGO_ENABLED=0 go run ${module}@${versions[0] ?? "latest"}`, install: "" };
}

// src/ingest/starter/workspaces.ts
var IMPORTED = /(?:\brequire\(|\bfrom\s|\bimport\(?)\s*["']([^"'\s]+)["']/g;
var OF_PACKAGE = /^(?:@[\w.-]+\/)?[\w-][\w.-]*(?:\/|$)/;
var ENDINGS = ["", ".ts", ".tsx", ".js", ".cjs", ".mjs", ".json", "/index.ts", "/index.js"];
function namesImported(text) {
  return [...new Set([...text.matchAll(IMPORTED)].map(([, name]) => name))];
}
function packagesImported(text) {
  return namesImported(text).filter((name) => OF_PACKAGE.test(name));
}
function fileOfImport({ files }, path19) {
  const there = fileSet(files);
  return ENDINGS.map((end) => path19 + end).find((each) => there.has(each)) ?? null;
}
function sourcePaths(path19) {
  const [, before = "", rest] = /^(.*\/)?(?:dist|build|lib|out)\/(?:src\/)?(.*?)(?:\.[cm]?js)?$/.exec(path19) ?? [];
  return rest === void 0 ? [path19] : [path19, `${before}src/${rest}`, `${before}lib/${rest}`];
}
function sourceOfImport(repository, name) {
  const found = packageOfImport(repository, name);
  if (found === null) return null;
  const files = entryPaths(found.own, found.within).flatMap(sourcePaths);
  return files.flatMap((file) => fileOfImport(repository, inFolder(found.own.folder, file)) ?? [])[0] ?? null;
}
function packagesToBuild(repository, names3) {
  const ordered = /* @__PURE__ */ new Map();
  const seen = /* @__PURE__ */ new Set();
  const visit = (name) => {
    const found = packageOfImport(repository, name);
    if (found === null || seen.has(found.own.name)) return;
    const { own, within } = found;
    seen.add(own.name);
    const { scripts, dependencies } = own.manifest;
    for (const each of Object.keys(dependencies ?? {})) visit(each);
    const paths = entryPaths(own, within).map((file) => inFolder(own.folder, file));
    const isThere = paths.some((file) => fileOfImport(repository, file) !== null);
    if (!isThere && scripts?.["build"] !== void 0) ordered.set(own.name, own);
  };
  for (const name of names3) visit(name);
  return [...ordered.values()];
}
function packageOfImport(repository, name) {
  const [, packageName = "", within = ""] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(name) ?? [];
  const own = workspacePackages(repository).get(packageName);
  return own === void 0 ? null : { own, within };
}
var known = /* @__PURE__ */ new WeakMap();
function workspacePackages({ files, read }) {
  const before = known.get(files);
  if (before !== void 0) return before;
  const packages = /* @__PURE__ */ new Map();
  for (const file of files.filter((each) => baseName(each) === "package.json" && !isAside(each))) {
    const manifest = parsedJson(read(file) ?? "") ?? {};
    const { name } = manifest;
    if (typeof name === "string" && !packages.has(name))
      packages.set(name, { name, folder: folderOf(file), manifest });
  }
  known.set(files, packages);
  return packages;
}
function entryPaths({ manifest }, within) {
  const { exports, main, module } = manifest;
  const named = within === "" ? [main, module].filter((each) => typeof each === "string") : [within];
  const said = exports == null ? named : exportsOf(exports, within === "" ? "." : `./${within}`);
  return (said.length > 0 ? said : ["index"]).map((each) => joined(".", each));
}
var NOT_RUN = /^(?:types|typings|browser|development|react-.*|edge-light|worker)$/;
function exportsOf(exports, entry) {
  if (typeof exports === "string") return entry === "." ? [exports] : [];
  const all = Object.entries(exports ?? {});
  if (!all.some(([key]) => key.startsWith("."))) return entry === "." ? codeIn(exports) : [];
  return all.flatMap(([key, value]) => {
    const [before = "", after] = key.split("*");
    if (after === void 0) return key === entry ? codeIn(value) : [];
    if (!entry.startsWith(before) || !entry.endsWith(after)) return [];
    const middle = entry.slice(before.length, entry.length - after.length);
    return codeIn(value).map((each) => each.replaceAll("*", middle));
  });
}
function codeIn(value) {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([condition, each]) => NOT_RUN.test(condition) ? [] : codeIn(each));
}

// src/ingest/starter/imports.ts
var OF_PATH = /^(?:\.{1,2}|[~@])\//;
var OF_PYTHON = /^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t](?:[ \t]*\()?([\w, \t]*)|import[ \t]+([\w.]+))/gm;
var IMPORTS_DEEP = 3;
var IMPORTS_MOST = 500;
function withImports(repository, files) {
  const all = new Set(files);
  let last = [...all];
  for (let deep = 0; deep < IMPORTS_DEEP; deep++) {
    const next = last.flatMap((file) => importsOf(repository, file)).filter((file) => !all.has(file));
    last = next.slice(0, IMPORTS_MOST);
    for (const file of last) all.add(file);
  }
  return [...all];
}
function importsOf(repository, file) {
  const { files, read } = repository;
  const there = fileSet(files);
  const text = read(file) ?? "";
  if (file.endsWith(".py")) {
    const modules = [...text.matchAll(OF_PYTHON)].flatMap(
      ([, from, names3, whole]) => from === void 0 ? [whole] : [
        from,
        ...(names3.match(/\w+/g) ?? []).map((name) => `${from}${from.endsWith(".") ? "" : "."}${name}`)
      ]
    );
    return modules.flatMap((name) => moduleFiles(folderOf(file), name).find((each) => there.has(each)) ?? []);
  }
  const named = namesImported(text).filter((name) => OF_PATH.test(name));
  const paths = named.flatMap((name) => {
    const places = name.startsWith(".") ? [joined(folderOf(file), name)] : foldersUpFrom(folderOf(file)).flatMap(
      (at) => ["src/", ""].map((root) => inFolder(at, root + name.slice(2)))
    );
    const all = places.flatMap(sourcePaths).flatMap((place) => [place, place.replace(/\.[cm]?js$/, "")]);
    return all.flatMap((each) => fileOfImport(repository, each) ?? [])[0] ?? [];
  });
  const packages = packagesImported(text).flatMap(
    (name) => name === "config" ? variablesOfConfig(repository, folderOf(file)) : sourceOfImport(repository, name) ?? []
  );
  return [...paths, ...packages];
}
var CONFIG_VARIABLES = /(?:^|\/)custom-environment-variables\.(?:json5?|ya?ml)$/;
function variablesOfConfig({ files }, folder) {
  const folders = foldersUpFrom(folder).map((at) => inFolder(at, "config"));
  return files.filter((file) => CONFIG_VARIABLES.test(file) && folders.includes(folderOf(file)));
}
function moduleFiles(folder, name) {
  const [, dots = "", rest = ""] = /^(\.*)([^.].*)?$/.exec(name) ?? [];
  if (rest === "") return [];
  const named = (at) => modulePaths(at, rest);
  if (dots !== "") return named(joined(folder, `./${"../".repeat(dots.length - 1)}`));
  return foldersUpFrom(folder).flatMap((at) => [...named(at), ...named(inFolder(at, "src"))]);
}
function modulePaths(folder, name) {
  const path19 = inFolder(folder, name.replaceAll(".", "/"));
  return [`${path19}.py`, `${path19}/__init__.py`];
}

// src/ingest/starter/pydantic.ts
var FIRST_VERSION = /\bfrom\s+pydantic(?:\.v1)?\s+import\s(?:\s*\([^)]{0,2000}|[^\n(]{0,2000})\bBaseSettings\b/;
var IGNORES_EMPTY = /\benv_ignore_empty["']?\s*[:=]\s*True\b/;
function settingsFields(text) {
  const classes = classesIn(text);
  const version = { isFirst: FIRST_VERSION.test(text), ignoresEmpty: IGNORES_EMPTY.test(text) };
  return classes.filter(({ bases }) => /Settings\b/.test(bases)).flatMap((each) => {
    const prefix = /\benv_prefix["']?\s*[:=]\s*["']([^"']*)["']/.exec(each.body)?.[1] ?? "";
    const delimiter = /\benv_nested_delimiter["']?\s*[:=]\s*["']([^"']+)["']/.exec(each.body)?.[1];
    return fieldsOf(each, prefix, delimiter, { classes, ...version }).filter(
      ({ name }) => /^[A-Z_]\w*$/.test(name)
    );
  });
}
var CLASS = /^class[ \t]+(\w+)[ \t]*\(([^)]*)\)[ \t]*:.*\n((?:(?:[ \t#].*)?\n)*)/gm;
function classesIn(text) {
  return [...`${text}
`.matchAll(CLASS)].map(([, name, bases, body]) => ({
    name,
    bases,
    body: body.replace(/"""[\s\S]*?"""/g, "")
  }));
}
var FIELD2 = /^([ \t]+)(\w+)[ \t]*:[ \t]*(?=[A-Za-z_][\w.]*(?:\[[^\n=#]*\])?[ \t]*(?:[|=#]|$))([^\n=#]*)(?:=([^\n#]*))?/gm;
var DEPTH_MOST = 3;
function fieldsOf({ body }, prefix, delimiter, text, depth = 0) {
  const all = [...body.matchAll(FIELD2)];
  const indent = all[0]?.[1];
  return all.flatMap(([, indented, field, written, given]) => {
    const [type, value] = [written.trimEnd(), given?.trim()];
    if (indented !== indent || field === "model_config" || /^(?:ClassVar|return\b)/.test(type)) return [];
    const name = (aliasIn(value ?? "") ?? `${prefix}${field}`).toUpperCase();
    const named = type.replace(/\|\s*None$/, "").trimEnd();
    const nested = text.classes.find(
      (each) => each.name === named && /(?:Model|Settings|Config)\b/.test(each.bases)
    );
    if (nested !== void 0 && depth < DEPTH_MOST) {
      if (delimiter === void 0) return [];
      return fieldsOf(nested, `${name}${delimiter}`, delimiter, text, depth + 1).map(
        (each) => value === void 0 ? each : { ...each, isRequired: false }
      );
    }
    const isEmpty = value === void 0 || /^(?:Field\(\s*(?:\.\.\.|\)|(?!default)\w+\s*=)|\.\.\.)/.test(value);
    const isOptional = /\bNone\b|\bOptional\b/.test(type);
    const isNone = text.isFirst && isOptional && !(value ?? "").includes("...");
    const isRequired2 = isEmpty && !/\bdefault(?:_factory)?\s*=/.test(value ?? "") && !isNone;
    return [{ name, type: text.ignoresEmpty ? withoutNone(type) : type, isRequired: isRequired2 }];
  });
}
function withoutNone(type) {
  return type.replace(/(?<!\s)\s*\|\s*None\b|\bNone\s*\|\s*/g, "").replace(/^Optional\[(.+)\]$/, "$1");
}
function aliasIn(value) {
  return /\b(?:env|alias|validation_alias)\s*=\s*(?:AliasChoices\(\s*)?["'](\w+)["']/.exec(value)?.[1];
}

// src/ingest/starter/required.ts
var STRICT = /\benviron\[\s*["']([A-Z][A-Z0-9_]*)["']\s*\](?!\s*=[^=])|\b(?:env(?:\.(\w+))?|config)\(\s*["']([A-Z][A-Z0-9_]*)["']\s*(?:,\s*cast\s*=\s*(\w+)(?:[^\w),][^),]*)?)?\)/g;
var USED = /(?:\b(int|float)\(\s*)?\b(?:os\.)?(?:environ\.get|getenv)\(\s*["']([A-Z][A-Z0-9_]*)["']\s*\)\s*([).]?)/g;
var OF_SYSTEM = /^(?:HOME|PATH|USER|PWD|SHELL|TMPDIR|LANG|HOSTNAME)$/;
function requiredNames(texts) {
  const all = texts.filter(isPython).flatMap((text) => [
    ...settingsFields(text).filter(({ isRequired: isRequired2 }) => isRequired2),
    ...[...text.matchAll(STRICT)].map(([, index, method, call, cast]) => ({
      name: index ?? `${prefixOf(text)}${call}`,
      type: cast ?? method ?? "str"
    })),
    ...[...text.matchAll(USED)].filter(([, number, , after]) => number === void 0 ? after === "." : after === ")").map(([, number, name]) => ({ name, type: number ?? "str" }))
  ]);
  const asked = all.filter(
    ({ name }) => !OF_SYSTEM.test(name) && !texts.some((text) => isDeclared(text, name))
  );
  return [...new Map(asked.map(({ name, type }) => [name, { name, type }])).values()];
}
var prefixOf = (text) => /\benv\.prefix\s*=\s*["'](\w+)["']/.exec(text)?.[1] ?? "";
function isDeclared(text, name) {
  return new RegExp(
    String.raw`\b${name}["']?\s*[=:]\s*\(\s*\w+\s*,|["']${name}["']\s+in\s+(?:os\.)?environ\b|\bif\s+(?:os\.)?(?:environ\.get|getenv)\(\s*["']${name}["']\s*\)(?!\s*[=!]=)`
  ).test(text);
}
function isPython(text) {
  return /^[ \t]*(?:from\s+[\w.]+\s+import\b|import\s+[\w.]+\s*(?:as\s+\w+\s*)?$)/m.test(text);
}
var VALUES = [
  // What may be None switches on what it is for; an empty text does not.
  [/^(?:(?:typing\.)?Optional\[\s*str\s*\]|str\s*\|\s*None|None\s*\|\s*str)$/, /^/, ""],
  [/\bbool\b/i, /^/, "false"],
  [/\b(?:int|float|Decimal|PositiveInt)\b/, /^/, "1"],
  [/\b(?:dict|Dict)\b/, /^/, "{}"],
  [/\b(?:list|List|set|Set|tuple|Sequence)\b/, /^/, "[]"],
  [/Email/, /^/, "nobody@example.com"],
  [/RedisDsn/, /^/, "redis://localhost:6379/0"],
  [/PostgresDsn/, /^/, "postgresql://localhost/none"],
  [/Amqp|Kafka|Mongo/, /^/, "amqp://localhost/"],
  [/Url|Dsn/, /^/, "http://localhost"],
  [/Path/, /^/, "/tmp"],
  [/^/, /EMAIL/, "nobody@example.com"],
  [/^/, /REDIS\w*(?:URL|URI|DSN)$|BROKER_URL$/, "redis://localhost:6379/0"],
  [/^/, /(?:DB|DATABASE|POSTGRES)\w*(?:URL|URI|DSN)$/, "postgresql://localhost/none"],
  [/^/, /(?:URL|URI|ENDPOINT|ORIGIN)$/, "http://localhost"],
  [/^/, /(?:HOST|SERVER)$/, "localhost"],
  [/^/, /(?:PORT|TIMEOUT|MINUTES|SECONDS|DAYS|SIZE|LIMIT)$/, "1"],
  [/^/, /ALGORITHM$/, "HS256"],
  [/^/, /^(?:DEBUG|TESTING)$/, "false"]
];
var ANY = "made-up-by-plumbline-init-0123456789";
function inventedValue(name, type) {
  return VALUES.find(([ofType, ofName]) => ofType.test(type) && ofName.test(name))?.[2] ?? ANY;
}

// src/ingest/starter/connection.ts
var PARTS = [
  [/CREDENTIALS$/, "$PGUSER:$PGPASSWORD"],
  [/(?:URL|URI|DSN|CONNECTION_STRING)$/, "$DATABASE_URL"],
  [/(?:HOST|HOST_?NAME|SERVER|ADDR|ADDRESS)$/, "$PGHOST"],
  [/PORT$/, "$PGPORT"],
  [/(?:USER|USER_?NAME|LOGIN|ADMIN)$/, "$PGUSER"],
  [/(?:PASSWORD|PASSWD|PASS|PWD)$/, "$PGPASSWORD"],
  [/(?:NAME|DB|DATABASE)$/, "$PGDATABASE"]
];
var OF_DATABASE = /(?:^|_)(?:DB|DATABASE|POSTGRES|POSTGRESQL|PG|PGSQL|SQL|SQLALCHEMY)(?:_|$)|(?:^|_)(?:DB|PG)(?:HOST|HOSTNAME|PORT|USER|USERNAME|PASS|PASSWORD|NAME|URL)$|^(?:DIRECT|PRISMA|DRIZZLE|MIGRATIONS?|ALEMBIC)_(?:URL|DSN)$/;
var OF_OTHERS = /^TEST_|REDIS|MONGO|MYSQL|CLICKHOUSE|RABBIT|CELERY|READ|REPLICA|SLAVE|TEST_TEMPLATE|SHADOW|NEO4J|ELASTIC|KAFKA|GEO|LOG|STORAGE|SMTP|EMAIL|CACHE|PGDATA|FILENAME|APPLICATION_NAME/;
var BARE = /^(?:DB|DATABASE)$/;
var GIVEN = /* @__PURE__ */ new Set([
  "DATABASE_URL",
  "PGHOST",
  "PGPORT",
  "PGUSER",
  "PGPASSWORD",
  "PGDATABASE",
  "PGSSLMODE"
]);
function connectionPart(name) {
  if (GIVEN.has(name) || BARE.test(name) || !OF_DATABASE.test(name) || OF_OTHERS.test(name)) return null;
  return PARTS.find(([word]) => word.test(name))?.[1] ?? null;
}
var READ = /(?:environ(?:\.get)?\s*[[(]|getenv\(|\bget_(?:\w+_)?from_env\(|\benv(?:\.\w+|ironment)?\(|\bconfig\(|\bget(?:OrThrow)?(?:<\w+>)?\(|process\.env\[|get_env!?\(|ENV(?:\.fetch\(|\[)|Getenv\(|LookupEnv\()\s*["']([A-Z][A-Z0-9_]*)["']|\benv\.([A-Z][A-Z0-9_]*)|^[ \t]+([A-Z][A-Z0-9_]*)[ \t]*:[ \t]*(?:str|int|SecretStr|PostgresDsn|num|bool|port|host|url|z\.|Joi\.)\b|\$\{([A-Z][A-Z0-9_]*)(?::[^}]*)?\}/gm;
var namesAsValues = (text) => [...text.matchAll(/:\s*["']?([A-Z][A-Z0-9_]*)\b/g)].map(([, name]) => name);
var TAKEN_APART = /\{([^{}]*)\}\s*=\s*process\.env\b/g;
function namesRead(text) {
  const fields = settingsFields(text).map(({ name }) => name);
  const apart = [...text.matchAll(TAKEN_APART)].flatMap(
    ([, names3]) => names3.split(",").flatMap((each) => /^[A-Z][A-Z0-9_]*/.exec(each.trim()) ?? [])
  );
  const isWord = (whole, name = "") => whole.startsWith("get") && BARE.test(name) && isPython(text);
  const all = [...text.matchAll(READ)].filter(([whole, call]) => !isWord(whole, call));
  const read = all.flatMap(([whole, call, property, field, filled]) => {
    if (field !== void 0) return fields.length > 0 ? [] : [field];
    return [`${/^env[.(]/.test(whole) ? prefixOf(text) : ""}${call ?? property ?? filled}`];
  });
  return [...apart, ...read, ...fields];
}
var KIND = /^(?:[A-Z]+_)*(?:DB|DATABASE|SQL)_?(?:TYPE|ENGINE|CONNECTION|DRIVER|CLIENT|BACKEND|ADAPTER|DIALECT|VENDOR)$|^(?:DB|DATABASE)$/;
function connectionOf({ read, files }, settings, tested, { isTold, kind }) {
  const texts = settings.map((file) => read(file) ?? "");
  const names3 = new Set(
    texts.flatMap((text, at) => (CONFIG_VARIABLES.test(settings[at]) ? namesAsValues : namesRead)(text))
  );
  const lent = isTold ? [] : connectionOfTests([...names3], texts, tested);
  for (const name of lent) names3.add(name);
  const examples = examplesOf(files, settings, read);
  const { partOf, known: known2, kinds, urls } = sortedNames([...names3]);
  const env = {};
  const unsure = lent.length === 0 ? [] : [setAsTests(lent)];
  const shown = (name) => tested[name] ?? examples.get(name);
  const usable = (name) => {
    const value = shown(name);
    return value?.includes("$") === true ? void 0 : value;
  };
  const isOther = (name) => partOf(name) === null && !GIVEN.has(name);
  for (const name of [...names3].filter(isOther)) {
    const value = name === SKIPS_VALIDATION ? "1" : usable(name);
    if (value !== void 0) env[name] = value;
  }
  const used = settings.flatMap((file, at) => OF_PRODUCTION.test(file) ? [] : [texts[at]]);
  const madeUp = requiredNames(used).filter(
    ({ name }) => isOther(name) && env[name] === void 0 && !KIND.test(name)
  );
  for (const { name, type } of madeUp) env[name] = inventedValue(name, type);
  if (madeUp.length > 0)
    unsure.push(
      `the settings require ${firstAndMore(madeUp.map(({ name }) => name))}: made-up values are in the step's env, as no example of an environment has any`
    );
  for (const name of isTold ? [] : kinds) {
    const ofTool = BARE.test(name) ? void 0 : kind;
    const value = [usable(name), examples.get(name), kindInTexts(texts, name), ofTool].find(
      (each) => each !== void 0 && !each.includes("$") && /pg|postgr/i.test(each)
    );
    if (value !== void 0) env[name] = value;
    else
      unsure.push(`${name} chooses the kind of database: set it to what means PostgreSQL, in the step's env`);
  }
  const parts = /* @__PURE__ */ new Set([...known2.map(partOf), ...urls.length > 0 ? ["$DATABASE_URL"] : []]);
  const host = parts.has("$PGPORT") ? "$PGHOST" : "$PGHOST:$PGPORT";
  const exports = [...known2, ...names3.has(URL_GIVEN) ? [URL_GIVEN] : []].toSorted().flatMap((name) => exportOf(name, partOf(name), { shown: shown(name), texts, host }));
  const hasFixedPort = !parts.has("$PGPORT") && texts.some((text) => FIXED_PORT.test(text));
  const reads = isTold || parts.has("$DATABASE_URL") || parts.has("$PGHOST") && parts.has("$PGDATABASE") && !hasFixedPort || texts.some((text) => /\bDATABASE_URL\b|\bPGHOST\b|dj_database_url\.config\(/.test(text));
  const fixed2 = reads ? null : hardCoded(settings, texts);
  return { exports, env, unsure: [...unsure, ...otherDefault(settings, texts)], fixed: fixed2 };
}
var OF_URL = /\benv\.db(?:_url)?\(\s*["'](\w+)["']/g;
function exportOf(name, said, { shown, texts, host }) {
  const isUrl = (text) => [...text.matchAll(OF_URL)].some(([, read]) => `${prefixOf(text)}${read}` === name);
  const part = (texts.some(isUrl) ? null : said) ?? "$DATABASE_URL";
  if (part === "$DATABASE_URL" && BARE_HOST.test(shown ?? "")) return [`${name}="${host}"`];
  const url = part === "$DATABASE_URL" ? urlInScheme(schemeOf(name, shown, texts)) : null;
  if (url !== null) return [`${name}="${url}"`];
  return name === URL_GIVEN ? [] : [`${name}="${part}"`];
}
var FIXED_PORT = /\bport["']?\s*[:=]\s*["']?543\d\b/i;
var setAsTests = (names3) => `no file of the settings was seen to read the connection: the command sets ${firstAndMore(names3)}, as the tests do`;
function connectionOfTests(names3, texts, tested) {
  if (names3.some((name) => connectionPart(name) !== null || GIVEN.has(name))) return [];
  if (texts.some((text) => OF_SERVER.test(text))) return [];
  const own = Object.entries(tested).filter(
    ([name, value]) => connectionPart(name) !== null && (!value.includes("://") || /^(?:jdbc:)?postg/.test(value))
  );
  const parts = new Set(own.map(([name]) => connectionPart(name)));
  const isWhole = parts.has("$DATABASE_URL") || parts.has("$PGHOST") && parts.has("$PGDATABASE");
  return isWhole ? own.map(([name]) => name) : [];
}
var OF_SERVER = /["']ENGINE["']\s*:|\bDATABASE_URL\b|\bPGHOST\b|dj_database_url/;
function sortedNames(names3) {
  const isOfTests = !names3.some((name) => connectionPart(name) !== null || GIVEN.has(name));
  const plain = (name) => isOfTests ? name.replace(/^TEST_/, "") : name;
  const partOf = (name) => connectionPart(plain(name));
  const parts = names3.filter((name) => partOf(name) !== null);
  const choices = names3.filter((name) => KIND.test(plain(name)) && !OF_OTHERS.test(plain(name)));
  const urls = parts.length > 0 || choices.length < 2 ? [] : choices.filter((name) => name.endsWith("_CONNECTION"));
  return { partOf, known: [...parts, ...urls], kinds: choices.filter((name) => !urls.includes(name)), urls };
}
var NAME_OF_KIND = String.raw`["'](postgres\w*|pg|pgsql|psql)["']`;
var COMPARES = String.raw`==|\b(?:in|case)\b`;
var COMPARED = new RegExp(
  String.raw`(?:${COMPARES})(?:\s*\n)?(?:(?!${COMPARES}).)*?${NAME_OF_KIND}|${NAME_OF_KIND}\s*:\s*\{`
);
function kindInTexts(texts, name) {
  const isWhole = new RegExp(String.raw`\b${name}["']\s*,\s*(?:default\s*=\s*)?["']django\.`);
  if (texts.some((text) => isWhole.test(text))) return void 0;
  if (texts.some((text) => /["']django\.db\.backends\.(?:["']\s*\+|\{|%s)/.test(text))) return "postgresql";
  const [, compared, key] = texts.map((text) => COMPARED.exec(text)).find((match) => match !== null) ?? [];
  return compared ?? key;
}
var OF_PRODUCTION = /(?:^|\/)(?:prod|production|staging|live)\w*\.py$/;
var URL_GIVEN = "DATABASE_URL";
var SKIPS_VALIDATION = "SKIP_ENV_VALIDATION";
var SCHEME = String.raw`(postgres(?:ql)?\+\w+|postgis|ecto|jdbc:postgresql):\/\/`;
function schemeOf(name, value, texts) {
  const [, own] = new RegExp(`^${SCHEME}`).exec(value ?? "") ?? [];
  if (own !== void 0) return own;
  if (texts.some((text) => ASKS_SHORT.test(text) && !/postgresql:\/\//.test(text))) return "postgres";
  if (value !== void 0 && /^[\w:+]+:\/\//.test(value)) return null;
  const field = /(?<![^_])[^_]+_+[^_]+$/.exec(name)?.[0] ?? name;
  const near = new RegExp(String.raw`\b(?:${name}|${field})\b[\s\S]{0,60}?["']${SCHEME}`, "i");
  const found = texts.map((text) => near.exec(text)?.[1]).find((scheme) => scheme !== void 0);
  const asksDriver = texts.some((text) => ASYNC_ENGINE.test(text)) && !texts.some((text) => /\+(?:asyncpg|psycopg)/.test(text));
  return found ?? (asksDriver ? "postgresql+asyncpg" : null);
}
var ASYNC_ENGINE = /\b(?:create_async_engine|async_engine_from_config)\(/;
var BARE_HOST = /^(?:localhost|\d+(?:\.\d+){3}|[\w.-]+:\d+)$/;
var ASKS_SHORT = /\bstartswith\(\s*["']postgres:\/\//;
function urlInScheme(scheme) {
  if (scheme === null) return null;
  const login = scheme.startsWith("jdbc:") ? "" : "$PGUSER:$PGPASSWORD@";
  return `${scheme}://${login}$PGHOST:$PGPORT/$PGDATABASE`;
}
function hardCoded(settings, texts) {
  const at = texts.findIndex((text) => /localhost|127\.0\.0\.1|postgres/.test(text));
  const places = at < 0 ? settings.slice(0, 3) : [settings[at]];
  const where = places.length === 0 ? "that was found" : `in ${places.join(", ")}`;
  return `no file ${where} reads the whole connection from the environment (DATABASE_URL, or PGHOST, PGPORT and the others), so the command may use another database: let it read them`;
}
var OTHERS2 = [
  ["SQLite", /sqlite/i],
  ["MySQL", /\b(?:mysql|mariadb)(?:\+\w+)?:\/\/|\bbackends\.mysql\b/i]
];
function otherDefault(settings, texts) {
  const usesPostgres = texts.some((text) => /postg|psycopg|asyncpg|pgsql|dj_database_url/i.test(text));
  return OTHERS2.flatMap(([name, sign]) => {
    const at = texts.findIndex((text) => sign.test(text));
    if (at < 0) return [];
    return usesPostgres ? [`the application can use ${name}, too (${settings[at]}): check that the set-up fills PostgreSQL`] : [
      `the application uses ${name} (${settings[at]}): without settings for PostgreSQL there is nothing to measure here`
    ];
  });
}
var ENVIRONMENT_FILE = /^(?:\.?env[\w.-]*|[\w.-]+\.env(?:\.[\w-]+)?)$/;
var NO_EXAMPLE = /(?:^|[._-])(?:prod|production|staging|live)(?=[._-]|$)/;
function examplesOf(files, settings, read) {
  const folders = new Set(settings.flatMap((file) => foldersUpFrom(folderOf(file))));
  const examples = files.filter(
    (file) => ENVIRONMENT_FILE.test(baseName(file)) && !NO_EXAMPLE.test(baseName(file)) && folders.has(folderOf(file)) && !isAside(file)
  );
  const lines = examples.flatMap((file) => (read(file) ?? "").split("\n"));
  return new Map(
    lines.flatMap((line) => {
      const said = line.replace(/\s#.*/, "").trimEnd();
      const [, name, value] = /^(?:export )?([A-Z][A-Z0-9_]*)=["']?([^"']*)["']?$/.exec(said) ?? [];
      return name === void 0 || value === "" ? [] : [[name, value]];
    })
  );
}

// src/ingest/starter/python-packages.ts
var DRIVER = /\b(?:psycopg\d?|asyncpg|aiopg|pg8000)\b/i;
function withNeededPackages(repository, packages, needed) {
  const isPip = packages.install.includes(".venv/bin/activate");
  const whole = isPip ? withOwnPackage(repository, packages, needed) : packages;
  const said = installedText(repository, whole, isPip);
  if (said === null || DRIVER.test(said)) return { packages: whole, unsure: [] };
  const extra = isPip ? extraWithDriver(projectText(repository, packages.folder)) : null;
  const file = requirementsNaming(repository, packages.folder, new RegExp(`^[ \\t]*${DRIVER.source}`, "im"));
  const what = extra === null ? file && `-r ${file}` : `'.[${extra}]'`;
  if (isPip && what !== null) return { packages: withPip(whole, what), unsure: [] };
  const driver = driverNamed(repository);
  return {
    packages: isPip ? withPip(whole, driver) : withRun(whole, driver),
    unsure: [
      `no file that is installed names a driver of PostgreSQL: the set-up installs ${driver.replaceAll("'", "")}; name the one that the application uses`
    ]
  };
}
function withOwnPackage(repository, packages, needed) {
  const name = new RegExp(String.raw`^(?:(?!\w).)*${needed}\b`, "im");
  const { install, folder } = packages;
  if (isLocal(install) || GROUPS.test(install) || name.test(requirementsText(repository, packages)))
    return packages;
  const project = projectText(repository, folder);
  if (new RegExp(String.raw`["'\n][ \t]*${needed}\b`, "i").test(project)) return withPip(packages, ".");
  const file = requirementsNaming(repository, folder, name);
  return file === null ? packages : withPip(packages, `-r ${file}`);
}
var GROUPS = /\s--group\b/;
function requirementsNaming({ files, read }, folder, name) {
  const at = inFolder(folder, "requirements");
  const all = files.filter(
    (file) => file.startsWith(at) && /^\/?[\w.-]*\.txt$/.test(file.slice(at.length)) && !/docs?\b|test|mysql|lint/.test(file.slice(at.length))
  );
  return all.find((file) => name.test(read(file) ?? ""))?.slice(at.length - "requirements".length) ?? null;
}
function withPip(packages, what) {
  return { ...packages, install: `${packages.install} && pip install -q ${what}` };
}
function withRun(packages, driver) {
  return packages.prefix === "uv run " ? { ...packages, prefix: `uv run --with ${driver} ` } : { ...packages, install: `${packages.install} && ${packages.prefix}pip install -q ${driver}` };
}
function isLocal(install) {
  return /pip install\s(?:[^&]*\s)?["']?\.(?:\/|\[[^\]]*\])?["']?(?=\s|$)/.test(install);
}
function installedText(repository, packages, isPip) {
  if (!isPip) return repository.read(packages.file) || null;
  const project = projectText(repository, packages.folder);
  const { install } = packages;
  const extras = GROUPS.test(install) || /\.\[[^\]]*\]/.test(install) ? project : withoutExtras(project);
  const own = isLocal(install) || GROUPS.test(install) ? extras.trim() : "";
  const text = `${requirementsText(repository, packages)}${own}`;
  return text === "" ? null : `${install}
${text}`;
}
function requirementsText(repository, { install, folder }) {
  const { read } = repository;
  const texts = /* @__PURE__ */ new Map();
  const named = isLocal(install) ? projectText(repository, folder).matchAll(OF_PROJECT) : [];
  const open4 = [...filesOfPip(install), ...[...named].map(([, file]) => file)].map(
    (file) => joined(folder, file)
  );
  for (let file = open4.pop(); file !== void 0; file = open4.pop()) {
    if (texts.has(file)) continue;
    const text = read(file) ?? "";
    texts.set(file, text);
    open4.push(...filesOfPip(text).map((each) => joined(folderOf(file), each)));
  }
  return [...texts.values()].join("\n");
}
var OF_PROJECT = /["']([\w./-]*requirements(?:\/\w+)?\.(?:txt|in))["']/g;
function filesOfPip(text) {
  return [...text.matchAll(/(?:^|\s)(?:-r|--requirement)[\s=]*["']?([^\s"']+)/g)].map(([, file]) => file);
}
function projectText({ read }, folder) {
  return ["pyproject.toml", "setup.py", "setup.cfg"].map((name) => (read(inFolder(folder, name)) ?? "").replace(EXTRAS_OF_SETUP, "")).join(END_OF_FILE);
}
var EXTRAS_OF_SETUP = /\bextras_require\s*=\s*\{[^}]*\}/g;
var END_OF_FILE = "\n[project]\n";
var EXTRAS = /^\[(?:project\.optional-dependencies|tool\.poetry\.extras|options\.extras_require)\]\n((?:(?!\[[\w.-]+\]).*\n?)*)/gm;
function withoutExtras(project) {
  const tables = project.split(/^(?=\[[\w.-]+\])/m);
  return tables.filter((table) => !/^\[(?!project\]|tool\.poetry\.dependencies\]|options\])/.test(table)).join("");
}
function extraWithDriver(project) {
  return driverExtra([...project.matchAll(EXTRAS)].map(([, text]) => text).join("\n"));
}
function driverNamed({ files, read }) {
  const named = files.filter(
    (file) => /(?:^|\/)(?:tox\.ini|noxfile\.py|[\w.-]*requirements[\w.-]*\.(?:txt|in)|requirements\/[\w.-]+|Dockerfile)$|^\.github\/workflows\//.test(
      file
    )
  );
  const isThird = named.some((file) => /\bpsycopg(?!\d|-?binary)(?:\[|\b)/.test(read(file) ?? ""));
  const isSecond = named.some((file) => /\bpsycopg2/.test(read(file) ?? ""));
  return isThird && !isSecond ? "'psycopg[binary]'" : "psycopg2-binary";
}

// src/ingest/starter/test-job.ts
var import_yaml3 = __toESM(require_dist2(), 1);
var WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
var OF_OTHERS2 = /deploy|release|publish|docs|lint|nightly|codeql|docker|e2e|schemaspy|backup/i;
var TOOLS2 = /^(?:actions\/setup-(?!buildx)[\w-]+|ruby\/setup-ruby|astral-sh\/setup-uv|pnpm\/action-setup|oven-sh\/setup-bun|erlef\/setup-beam|erlef\/setup-elixir|shivammathur\/setup-php|snok\/install-poetry|abatilo\/actions-poetry|liquibase\/setup-liquibase|awalsh128\/cache-apt-pkgs-action)@/;
var TEST = /^(?:.*&& *(?! ))?((?:npm|pnpm|yarn|bun)(?: run)? test\S*|npx (?:jest|vitest)\b.*|coverage run\b.*|(?:poetry run |uv run |python -m )?(?:pytest|tox|nox)(?!-)\b.*|(?:(?!&&).)*manage\.py test\b.*|bundle exec (?:rspec|rake)\b.*|bin\/rails test\b.*|mix (?:test|coveralls)\b.*|go test\b.*|cargo (?:test|nextest)\b.*|make \S*test\S*|(?:php )?(?:artisan test|vendor\/bin\/(?:phpunit|pest))\b.*|\.\/(?:gradlew|mvnw)\b.*)$/;
var OF_NODE = /^(?:npm|npx|pnpm|yarn|bun)\b/;
var OF_PYTHON2 = /\b(?:pytest|tox|nox|manage\.py)\b|^coverage\b/;
var INSTALLS = /^(?:(?:python3? -m )?pip3? install|uv sync|uv pip install|poetry install|npm (?:ci|i|install)|bundle install)(?!\S)/;
var NOT_BY_APT = /(?<!\S)(?:-[cot]\s+\S+|postgresql(?:-client)?(?:-\d+)?(?!\S))/g;
var OTHER_SOURCES = /sources\.list|add-apt-repository|\/etc\/apt\//;
var OF_APT = /(?:^|&& *)(?:sudo )?apt(?:-get)?(?: +-\S+)* install +([^&|;<>]*)/;
var BUILDS = /^(?:npm run|(?:pnpm|yarn|bun)(?: run)?) (build[\w:-]*)$/;
var MAKES_SCHEMA = /^(?:npm|npx|pnpm|yarn|bun|node|make|python3?|poetry|uv|bundle|rake|mix|php|go|cargo|\.?\/?[\w-]+\/[\w./-]+)\s[^$`&;|<>]*\b(?:migrat(?:e|ions?)|db[: ](?:migrate|setup|push|seed|restore|reset|load|schema))(?![\w-])[^$`&;|<>]*$/;
var COPIES = /^cp(?:\s+-\w+)?(?:\s+(?![/-])[\w./-]*[\w-]){2}$/;
var MIGRATES = /\b(?:migrate|migration|alembic|prisma|drizzle-kit|db:\w+)\b/;
var NOT_TAKEN = /^(?:GITHUB_|CI$|CODECOV|COVERAGE|AWS_|NPM_|DOCKER_|CARGO_|RUST|PYTHON(?:UNBUFFERED|DONTWRITE)|SCCACHE|REGISTRY|TZ$|HEX_)/;
function testJobOf({ files, read }, near, runtime = "none") {
  const jobs = files.filter((file) => WORKFLOW.test(file)).flatMap(
    (file) => jobsIn(read(file) ?? "").map(({ env, job }) => readJob(file, env, withActions(read, job)))
  );
  const isNear = ({ folders }) => folders.some((folder) => `${near}/`.startsWith(`${folder}/`));
  const foreign = runtime === "node" ? OF_PYTHON2 : OF_NODE;
  const isKnown = ({ image, test, file }) => {
    const isOwn = test !== null && (image !== null || runtime === "none" || !foreign.test(test));
    return Number(image !== null) * 4 + Number(isOwn) * 2 + Number(!OF_OTHERS2.test(file));
  };
  const rank = (job) => isKnown(job) + Number(isNear(job)) * 3;
  const [best] = jobs.toSorted((a, b) => rank(b) - rank(a));
  return best === void 0 || isKnown(best) < 2 ? null : best;
}
function jobsIn(text) {
  try {
    const workflow = (0, import_yaml3.parse)(text, { logLevel: "error" });
    return Object.values(workflow?.jobs ?? {}).flatMap(
      (job) => job === null || typeof job !== "object" ? [] : [{ env: workflow.env, job }]
    );
  } catch {
    return [];
  }
}
function withActions(read, job) {
  if (!Array.isArray(job.steps)) return job;
  const steps = job.steps.flatMap((step) => {
    const [, folder] = /^\.\/(.*?)\/?$/.exec(typeof step?.uses === "string" ? step.uses : "") ?? [];
    const texts = ["yml", "yaml"].map(
      (end) => folder === void 0 ? null : read(`${folder}/action.${end}`)
    );
    const text = texts.find((each) => each !== null);
    return text == null ? [step] : stepsOfAction(text, step.with ?? {}).map(
      (each) => (
        // The job's defaults are not for them.
        each === null ? each : { "working-directory": ".", ...each }
      )
    );
  });
  return { ...job, steps };
}
function stepsOfAction(text, given) {
  try {
    const { inputs, runs } = (0, import_yaml3.parse)(text, { logLevel: "error" }) ?? {};
    const steps = JSON.stringify(Array.isArray(runs?.steps) ? runs.steps : []).replace(
      /\$\{\{\s*inputs\.([\w-]+)\s*\}\}/g,
      (_, name) => {
        const value = wordTable(given)[name] ?? wordTable(inputs ?? {})[name]?.default ?? "";
        return JSON.stringify(String(value)).slice(1, -1);
      }
    );
    return JSON.parse(steps);
  } catch {
    return [];
  }
}
function readJob(file, shared, job) {
  const steps = (Array.isArray(job.steps) ? job.steps : []).filter(
    (step) => step !== null
  );
  const lines = steps.flatMap(
    ({ run }) => typeof run === "string" ? run.split("\n").map((line) => line.trim()) : []
  );
  const services = Object.values(job.services ?? {}).map((service) => ({
    image: filledIn(service?.image, job),
    env: service?.env
  }));
  const server = services.find(({ image }) => image !== null && isPostgresImage(image));
  const testing = steps.filter(
    ({ run }) => typeof run === "string" && (MIGRATES.test(run) || run.split("\n").some((line) => TEST.test(line.trim())))
  );
  const own = [shared, job.env, ...testing.map(({ env }) => env)];
  return {
    file,
    image: server?.image ?? null,
    imageVariables: literalsOf([server?.env], (name) => connectionPart(name) === null, job),
    env: literalsOf(own, (name) => connectionPart(name) === null, job),
    connection: literalsOf(
      [...steps.map(({ env }) => env), ...own],
      (name) => connectionPart(name) !== null,
      job
    ),
    installs: commandsIn(
      job,
      steps,
      (line) => INSTALLS.test(line) && !/\$[\w{(]|[`&;|]/.test(line) ? line : null
    ),
    builds: commandsIn(job, steps, (line) => BUILDS.exec(line)?.[1] ?? null),
    migrates: commandsIn(job, steps, (line) => MAKES_SCHEMA.test(line) ? line : null),
    copies: commandsIn(job, steps, (line) => COPIES.test(line) ? line : null).map(({ folder, command }) => {
      const [from, to] = command.split(/\s+/).slice(-2);
      return { from: joined(folder, from), to: joined(folder, to) };
    }),
    folders: [...new Set(steps.map((step) => folderOfStep(job, step)))].filter((folder) => folder !== "."),
    tools: steps.flatMap(
      ({ uses, with: inputs }) => typeof uses === "string" && TOOLS2.test(uses) ? [toolStep(uses, inputs, job)] : []
    ),
    apt: lines.some((line) => OTHER_SOURCES.test(line)) ? [] : packagesByApt(job, steps),
    test: lines.map((line) => TEST.exec(filledIn(line, job) ?? "")?.[1]).find((line) => line !== void 0 && !line.endsWith("\\")) ?? null
  };
}
function packagesByApt(job, steps) {
  const installs = commandsIn(job, steps, (line) => OF_APT.exec(line)?.[1]?.replace(NOT_BY_APT, " ") ?? null);
  return installs.flatMap(
    ({ command }) => command.split(/\s+/).filter((word) => /^[a-z0-9][\w.+-]*$/.test(word))
  );
}
function toolStep(uses, inputs, job) {
  const kept = Object.entries(inputs ?? {}).flatMap(([name, value]) => {
    const filled = typeof value === "string" ? filledIn(value, job) : value;
    return filled === null ? [] : [[name, filled]];
  });
  return kept.length === 0 ? { uses } : { uses, with: Object.fromEntries(kept) };
}
function filledIn(text, { strategy }) {
  if (typeof text !== "string") return null;
  const filled = text.replace(/\$\{\{\s*matrix\.([\w-]+)\s*\}\}/g, (open4, name) => {
    const values = strategy?.matrix?.[name];
    const all = Array.isArray(values) ? values : [];
    const taken = all.findLast((value) => /^(?:pg|postgres)/.test(String(value))) ?? all.at(-1);
    return typeof taken === "string" || typeof taken === "number" ? String(taken) : open4;
  });
  return filled.includes("${{") ? null : filled;
}
function literalsOf(all, isWanted, job) {
  const entries = all.flatMap((env) => typeof env === "object" && env !== null ? Object.entries(env) : []);
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      const isText = ["string", "number", "boolean"].includes(typeof value);
      const filled = isText && !NOT_TAKEN.test(name) && isWanted(name) ? filledIn(String(value), job) : null;
      return filled === null ? [] : [[name, filled]];
    })
  );
}
function withCopies(repository) {
  const { files, read, part = "." } = repository;
  const there = fileSet(files);
  const copies = (testJobOf(repository, part)?.copies ?? []).filter(
    ({ from, to }) => there.has(from) && !there.has(to) && !files.some((file) => file.startsWith(`${to}/`))
  );
  const sources = new Map(copies.map(({ from, to }) => [to, from]));
  const all = [...files, ...sources.keys()].toSorted();
  return {
    repository: { ...repository, files: all, read: (file) => read(sources.get(file) ?? file) },
    copies
  };
}
function commandsIn(job, steps, commandOf) {
  return steps.flatMap((step) => {
    if (typeof step.run !== "string") return [];
    let folder = folderOfStep(job, step);
    const whole = step.run.replace(/\\\n\s*/g, " ").split("\n");
    return whole.flatMap((line) => {
      const [, into] = /^\s*cd ([\w./-]+)\s*$/.exec(line) ?? [];
      if (into !== void 0) folder = joined(folder, into);
      const command = commandOf(line.trim().replace(/\s#.*/, "").trimEnd());
      return command === null ? [] : [{ folder, command }];
    });
  });
}
function folderOfStep({ defaults }, step) {
  const at = step["working-directory"] ?? defaults?.run?.["working-directory"];
  return typeof at === "string" ? at.replace(/^\.\/|\/$/g, "") || "." : ".";
}
function schemaOfTests(job) {
  const [first] = job?.migrates ?? [];
  if (first === void 0) return [];
  const folder = first.folder === "." ? "" : ` in ${first.folder}`;
  return [
    `${job.file} runs \`${first.command}\`${folder}: if that makes the schema, write it as { command: ... } under database.setup, behind the installation of what it needs`
  ];
}
var IMAGE = /(?:^|\/)(?:postgres|postgresql|postgis|pgvector|timescaledb(?:-ha)?|pgautoupgrade|citus|paradedb)(?=[:@]|$)/;
function isPostgresImage(image) {
  return IMAGE.test(image);
}
function versionOfImage(image) {
  const [, version] = /:(?:[a-z]*-?pg)?(\d+)(?:\D|$)/.exec(image) ?? [];
  const major = Number(version);
  return major >= 13 && major <= 18 ? major : null;
}

// src/ingest/starter/families/models.ts
var DATASOURCE = /^[ \t]*datasource\s+\w+\s*\{/m;
function prismaPlaces({ files, read }) {
  const all = files.filter((file) => file.endsWith(".prisma"));
  const namesDatabase = (file) => DATASOURCE.test(read(file) ?? "");
  return all.filter(namesDatabase).map((config) => {
    const folder = folderOf(config);
    const within = all.filter((file) => folder === "." || file.startsWith(`${folder}/`));
    const models = within.filter((file) => file !== config && !namesDatabase(file));
    const at = packageFolder(files, config);
    const argument = relativePath(at, models.length > 0 ? folder : config);
    return { config, folder: at, migrations: [config, ...models], argument };
  });
}
var MAKES_NO_CLIENT = 7;
function prismaPush({ argument, manifest }) {
  const [major = MAKES_NO_CLIENT] = versionIn(manifest, "prisma") ?? [];
  return `npx prisma db push --schema ${argument}${major < MAKES_NO_CLIENT ? " --skip-generate" : ""}`;
}
var DRIZZLE_CONFIG = /(?:^|\/)drizzle[\w.-]*\.config(?:\.[\w-]+)?\.(?:[cm]?[tj]s|json)$/;
var DRIZZLE_SCHEMA = /\bschema["']?\s*:\s*(?:\[\s*)?["'`]([^"'`]+)["'`]/;
function drizzlePlaces({ files, read }) {
  return files.filter((file) => DRIZZLE_CONFIG.test(file)).map((config) => {
    const folder = packageFolder(files, config);
    const [, named = ""] = DRIZZLE_SCHEMA.exec(read(config) ?? "") ?? [];
    const place = joined(folder, named.split("*")[0]);
    const models = named === "" ? [] : files.filter((file) => file === place || file.startsWith(`${place}/`));
    return { config, folder, migrations: models.length > 0 ? models : [config] };
  });
}
var ONE_COMMAND = 21;
function drizzlePush({ config, manifest, text }) {
  const [major = 1, minor = 0] = versionIn(manifest, "drizzle-kit") ?? [];
  const command = major === 0 && minor < ONE_COMMAND ? "push:pg" : "push";
  const named = /^drizzle\.config\.(?:ts|js|json)$/.test(config) ? "" : ` --config=${config}`;
  const confirms = /\bstrict\s*:\s*true\b/.test(text) && command === "push" ? " --force" : "";
  return `npx drizzle-kit ${command}${named}${confirms}`;
}
function packageFolder(files, file) {
  const manifest = nearestFile({ files }, folderOf(file), ["package.json"]);
  return folderOf(manifest ?? file);
}
function versionIn(manifest, name) {
  const found = new RegExp(`"${name}"\\s*:\\s*"[~^>=]*\\s*(\\d+)(?:\\.(\\d+))?`).exec(manifest);
  return found === null ? null : [Number(found[1]), Number(found[2] ?? 0)];
}

// src/ingest/starter/families/alembic.ts
var CONFIG2 = /(?:^|\/)(?:[\w.-]*\.ini|pyproject\.toml)$/;
var USUAL2 = "alembic";
function alembicPlaces(repository) {
  const { files, read } = repository;
  const all = files.filter((file) => CONFIG2.test(file)).flatMap((file) => alembicPlaceOf(repository, file));
  const known2 = new Set(all.flatMap(({ migrations }) => migrations));
  const others = files.filter(
    (file) => baseName(file) === "env.py" && /\balembic\b(?![\s\S]*\bflask\b)/i.test(read(file) ?? "")
  ).map((config) => ({
    config,
    migrations: versionsOf(repository, { folder: ".", script: folderOf(config) }, {})
  })).filter(({ migrations }) => migrations.length > 0 && !migrations.some((file) => known2.has(file)));
  return [...all, ...others.map((place) => ({ ...place, folder: "." }))];
}
function alembicPlaceOf(repository, config) {
  const text = repository.read(config) ?? "";
  if (!/^[ \t]*script_location\s*=/m.test(text)) return [];
  const sections = [...sectionsOf(config, text)].flatMap(([name, values]) => {
    const script = alembicScriptOf(repository, config, values);
    const versions = script === null ? [] : versionsOf(repository, script, values);
    return versions.length === 0 ? [] : [{ name, ...script, versions }];
  });
  const byUse = sections.toSorted(
    (a, b) => Number(b.name === USUAL2) - Number(a.name === USUAL2) || b.versions.length - a.versions.length
  );
  const [first, ...others] = byUse;
  if (first === void 0) return [];
  const names3 = others.map(({ name }) => name).join(", ");
  const unsure = others.length === 0 ? [] : [
    `${config} has sections for other migrations (${names3}), which are not applied: add a step with alembic --name SECTION upgrade heads for those of the same database`
  ];
  const argument = first.name === USUAL2 ? {} : { argument: first.name };
  const environment2 = inFolder(first.script, "env.py");
  const settings = [environment2, config];
  const url = fixedUrl(text, repository.read(environment2) ?? "");
  const all = [...unsure, ...ofAnotherProgram(repository, environment2)];
  const place = { config, folder: first.folder, migrations: first.versions, settings, unsure: all };
  return [{ ...place, ...argument, ...url === null ? {} : { fixedUrl: url } }];
}
function ofAnotherProgram({ read }, environment2) {
  if (!/\badvanced_alchemy\.alembic\b/.test(read(environment2) ?? "")) return [];
  return [
    `${environment2} is made for Advanced Alchemy: let the command be alchemy --config MODULE.NAME upgrade --no-prompt, or the application's own (litestar database upgrade --no-prompt)`
  ];
}
var MAKES_TABLES = /\bcreate_table\b|\bCREATE\s+TABLE\b|\bcreate_all\b|\.sql\b/i;
var CHANGES_TABLES = /\bop\.(?:add_column|alter_column|drop_\w+|rename_table|create_(?!table)\w+)\(|\bsa\.table\(/;
function withoutBase({ read }, versions) {
  const [first] = versions.filter(
    (file) => /^down_revision\s*(?::[^=\n]+)?=\s*None\b/m.test(read(file) ?? "")
  );
  const text = first === void 0 ? "" : read(first) ?? "";
  if (MAKES_TABLES.test(text) || !CHANGES_TABLES.test(text)) return [];
  return [
    `${first}, the first migration, changes tables that no migration makes: put the program that makes them from the models (metadata.create_all) before the command; if those are the current models, stamp heads takes the place of upgrade`
  ];
}
var REPLACES = /set_main_option\(|\[\s*["']sqlalchemy\.url["']\s*\]\s*=|\bcreate_(?:async_)?engine\(|\benviron\b|\bgetenv\b|settings|get_x_argument/i;
function fixedUrl(ini, environment2) {
  const [, url] = /^sqlalchemy\.url\s*=\s*(postgres\S+)/m.exec(ini) ?? [];
  return url === void 0 || REPLACES.test(environment2) ? null : url;
}
function sectionsOf(config, text) {
  const isToml = config.endsWith(".toml");
  const all = /* @__PURE__ */ new Map();
  let section = "";
  for (const line of text.split("\n")) {
    const [, name] = /^\[([^\]]+)\]/.exec(line) ?? [];
    if (name !== void 0) section = isToml ? name.replace(/^tool\./, "") : name;
    const [, key, value = ""] = /^\s*([\w.]+)\s*=\s*(\S.*)?$/.exec(line.trimEnd()) ?? [];
    if (key === void 0) continue;
    const values = all.get(section) ?? {};
    all.set(section, { ...values, [key]: isToml ? value.replace(/^["']|["']$/g, "") : value });
  }
  const shared = all.get("DEFAULT") ?? {};
  const own = [...all].filter(
    ([name, values]) => name !== "DEFAULT" && (name === USUAL2 || !isToml && ("script_location" in values || "version_locations" in values))
  );
  return new Map(own.map(([name, values]) => [name, { ...shared, ...values }]));
}
function alembicScriptOf({ files }, config, values) {
  const here = folderOf(config);
  const named = withIniValues(values["script_location"] ?? "", values, ".");
  const [, module, rest] = /^([\w.]+):(.+)$/.exec(named) ?? [];
  const place = module === void 0 ? named : `${module.replaceAll(".", "/")}/${rest.replaceAll(":", "/")}`;
  const roots = module === void 0 ? [""] : ["", "src/"];
  for (const folder of foldersUpFrom(here)) {
    const script = roots.map((root) => joined(folder, `${root}${place}`)).find((each) => files.includes(inFolder(each, "env.py")));
    if (script !== void 0) return { folder, script };
  }
  return null;
}
function versionsOf({ files }, { folder, script }, values) {
  const named = withIniValues(values["version_locations"] ?? "", values, ".").split(/[\s,:;"'[\]]+/);
  const own = named.filter((each) => each !== "").map((each) => joined(folder, each));
  const folders = own.length > 0 ? own : [inFolder(script, "versions")];
  return files.filter(
    (file) => file.endsWith(".py") && baseName(file) !== "__init__.py" && folders.some((each) => file.startsWith(`${each}/`))
  );
}
function withIniValues(text, values, here) {
  return text.replace(
    /%\((\w+)\)s/g,
    (_, name) => name === "here" ? here : wordTable(values)[name] ?? ""
  );
}
function alembicCommand(call) {
  const { config, argument, text, has, fixedUrl: url } = call;
  if (url !== void 0) return upgradeOf(call.named, url);
  const isUsual = config === "alembic.ini" || config === "pyproject.toml";
  const path19 = /^[ \t]*prepend_sys_path\s*=/m.test(text) || has("alembic/__init__.py") ? "" : "env PYTHONPATH=. ";
  const options = [
    ...isUsual ? [] : [`-c ${config}`],
    ...argument === void 0 ? [] : [`--name ${argument}`]
  ].join(" ");
  return `${path19}alembic ${options === "" ? "" : `${options} `}upgrade heads`;
}
function upgradeOf({ config, argument: section }, url) {
  const [scheme] = /^[\w+]+/.exec(url);
  const own = `${scheme}://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/$PGDATABASE`;
  const named = section === void 0 ? "" : `, ini_section=${JSON.stringify(section)}`;
  const lines = [
    "import os",
    "from alembic import command",
    "from alembic.config import Config",
    `config = Config(${JSON.stringify(config)}${named})`,
    `config.set_main_option("sqlalchemy.url", os.path.expandvars("${own}").replace("%", "%%"))`,
    'command.upgrade(config, "heads")'
  ];
  return `python -c ${shellWord(lines.join("; "))}`;
}

// src/ingest/starter/families/django.ts
var MIGRATION2 = /(?:^|\/)(?:\w+_)?migrations\/\d{4}_\w+\.py$/;
var VARIABLE = "DJANGO_SETTINGS_MODULE";
var NAMED2 = /\bDJANGO_SETTINGS_MODULE["']\s*[,\]]\s*(?:=\s*)?["']([\w.]+)["']/g;
var NAMED_FOR_TESTS = /\bDJANGO_SETTINGS_MODULE\s*=\s*["']?([\w.]+)/g;
var OF_TESTS = /(?:^|\/)(?:pytest\.ini|tox\.ini|setup\.cfg|pyproject\.toml)$/;
function djangoPlaces(repository) {
  const { files, read } = repository;
  const managed = files.filter(
    (file) => baseName(file) === "manage.py" && /django|execute_from_command_line|\brunpy\b/i.test(read(file) ?? "")
  ).flatMap((config) => managedPlace(repository, config));
  if (managed.some(({ config }) => !isAside(config))) return managed;
  const own = files.filter(
    (file) => MIGRATION2.test(file) && !isAside(file) && /\bdjango\b/.test(read(file) ?? "")
  );
  return own.length === 0 ? managed : [...managed, ...reusablePlace(repository, own)];
}
function managedPlace(repository, config) {
  const { files, read } = repository;
  const folder = folderOf(config);
  const within = folder === "." ? "" : `${folder}/`;
  const migrations = files.filter((file) => file.startsWith(within) && MIGRATION2.test(file));
  if (migrations.length === 0) return [];
  const own = settingsNamedIn(repository, config, NAMED2);
  const isSilent = !/settings/i.test(read(config) ?? "");
  const [module] = own.length > 0 || !isSilent ? own : settingsOfTests(repository, folder);
  const settings = module === void 0 ? [] : [module.file];
  const env = isSilent && module !== void 0 ? { env: environmentFor(folder, module) } : {};
  return [{ config, folder, migrations, settings, ...env }];
}
function settingsNamedIn({ files, read }, file, pattern) {
  const there = fileSet(files);
  return [...(read(file) ?? "").matchAll(pattern)].flatMap(
    ([, name]) => foldersUpFrom(folderOf(file)).flatMap((root) => modulePaths(root, name).map((each) => ({ name, root, file: each }))).filter((each) => there.has(each.file)).slice(0, 1)
  );
}
function settingsOfTests(repository, folder) {
  const named = repository.files.filter(
    (file) => OF_TESTS.test(file) && foldersUpFrom(folder).includes(folderOf(file))
  );
  return named.flatMap((file) => settingsNamedIn(repository, file, NAMED_FOR_TESTS));
}
function reusablePlace(repository, migrations) {
  const { read } = repository;
  const app = folderOf(migrations[0]);
  const manifest = nearestFile(repository, app, ["pyproject.toml", "setup.py", "setup.cfg"]);
  const folder = manifest === null ? "." : folderOf(manifest);
  const [module] = projectsOfTests(repository, folder).toSorted(
    (a, b) => rankOfSettings(read(b.file) ?? "") - rankOfSettings(read(a.file) ?? "")
  );
  if (module === void 0) return [];
  const manage = repository.files.find((file) => baseName(file) === "manage.py" && !isAside(file));
  const why2 = manage === void 0 ? "no manage.py runs these migrations" : `the migrations lie outside of the folder of ${manage}`;
  const unsure = [`${why2}: they are applied with the settings that ${module.file} has`];
  return [
    {
      config: app,
      folder,
      migrations,
      settings: [module.file],
      env: environmentFor(folder, module),
      unsure
    }
  ];
}
function projectsOfTests(repository, folder) {
  const { files, read } = repository;
  const here = files.filter(
    (file) => file.startsWith(folder === "." ? "" : `${folder}/`) && !OF_EXAMPLES.test(file)
  );
  const named = here.filter((file) => OF_TESTS.test(file) || STARTS.test(file)).flatMap((file) => settingsNamedIn(repository, file, STARTS.test(file) ? NAMED2 : NAMED_FOR_TESTS));
  const alike = here.filter((file) => /(?:^|\/)\w*settings\w*(?:\/\w+)?\.py$/.test(file)).map((file) => moduleOf(repository, file));
  return [...named, ...alike].filter(({ file }) => /\bINSTALLED_APPS\b|\bDATABASES\b/.test(read(file) ?? ""));
}
var OF_EXAMPLES = /(?:^|\/)(?:examples?|samples?|demos?|docs?)\//i;
var STARTS = /(?:^|\/)(?:manage|runtests|run_tests|conftest)\.py$/;
function moduleOf({ files }, file) {
  const there = fileSet(files);
  const root = foldersUpFrom(folderOf(file)).find((at) => !there.has(inFolder(at, "__init__.py"))) ?? ".";
  const path19 = root === "." ? file : file.slice(root.length + 1);
  return { name: path19.replace(/(?:\/__init__)?\.py$/, "").replaceAll("/", "."), root, file };
}
function rankOfSettings(text) {
  return Number(/postg/i.test(text)) * 2 + Number(/\bDATABASE_URL\b|dj_database_url/.test(text));
}
function environmentFor(folder, { name, root }) {
  const path19 = root === folder ? {} : { PYTHONPATH: `${relativePath(folder, root)}` };
  return { [VARIABLE]: name, ...path19 };
}
var MODULE = "plumbline_settings";
function djangoSettings(repository, { folder, env }, settings) {
  const { files, read } = repository;
  const isPostgres = settings.some(
    (file2) => /["']ENGINE["']\s*:\s*["'][\w.]*(?:postgresql|postgis)/.test(read(file2) ?? "")
  );
  const starts = files.filter(
    (file2) => /(?:^|\/)(?:manage|__main__|wsgi|asgi)\.py$/.test(file2) && file2.startsWith(folder === "." ? "" : `${folder}/`) && !isAside(file2)
  );
  const named = env?.[VARIABLE] ?? starts.flatMap((file2) => [...(read(file2) ?? "").matchAll(NAMED2)])[0]?.[1];
  if (!isPostgres || named === void 0 || !/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(named)) return null;
  const file = inFolder(folder, `bench/${MODULE}.py`);
  const text = `# The settings of the application, with the database that the set-up names.
import os

from ${named} import *

DATABASES["default"].update(
    HOST=os.environ["PGHOST"],
    PORT=os.environ["PGPORT"],
    NAME=os.environ["PGDATABASE"],
    USER=os.environ["PGUSER"],
    PASSWORD=os.environ["PGPASSWORD"],
)
`;
  const path19 = env?.["PYTHONPATH"] === void 0 ? "bench" : `bench:${env["PYTHONPATH"]}`;
  return { file, text, env: { [VARIABLE]: MODULE, PYTHONPATH: path19 } };
}

// src/ingest/starter/families/flask.ts
function flaskApplication({ files, read }, folder) {
  const isThere = (name) => files.includes(inFolder(folder, name));
  const makes = (file) => /\bFlask\(|\bcreate_app\s*\(/.test(read(file) ?? "");
  if ([".flaskenv", "wsgi.py", "app.py", "app/__init__.py"].some(isThere)) return {};
  const here = files.filter((file) => folderOf(file) === folder && file.endsWith(".py") && makes(file));
  if (here.length > 0) return { FLASK_APP: baseName(here[0]) };
  const packages = files.filter(
    (file) => baseName(file) === "__init__.py" && folderOf(folderOf(file)) === folder && !isAside(file) && /\bFlask\(/.test(read(file) ?? "")
  );
  return packages.length === 0 ? {} : { FLASK_APP: baseName(folderOf(packages[0])) };
}

// src/ingest/starter/families/knex.ts
var TAKES_WORDS = /"knex"\s*:\s*"[^"\d]*(?:[1-9]|0\.9[5-9])/;
function knexConnection(manifest, script) {
  const isLast = script === null || /\bknex\b[^&|;]*\bmigrate:latest\b[^&|;]*$/.test(script);
  return TAKES_WORDS.test(manifest) && isLast ? '--client pg --connection "$DATABASE_URL"' : null;
}
function knexEnvironment(knexfile) {
  const blocks = knexfile.split(/^[ \t]+(?:["']?)(\w+)(?:["']?)\s*:\s*\{/m);
  const named = blocks.flatMap((name, i) => i % 2 === 1 ? [{ name, text: blocks[i + 1] }] : []);
  const reads = (text) => /\bDATABASE_URL\b/.test(text) || namesRead(text).some((name) => connectionPart(name) !== null);
  const isEnvironment = (name) => /^(?:development|test|testing|staging|production|ci)$/.test(name);
  let at = "development";
  const known2 = /* @__PURE__ */ new Map();
  for (const { name, text } of named) {
    if (isEnvironment(name)) at = name;
    known2.set(at, (known2.get(at) ?? false) || reads(text));
  }
  if (known2.get("development") !== false) return "";
  const other2 = [...known2].find(([, isRead]) => isRead)?.[0];
  return other2 === void 0 ? "" : ` --env ${other2}`;
}

// src/ingest/starter/families/tool-table.ts
var NUMBERED = String.raw`\d[\w.-]*`;
var numbered = (ends, folder = "") => (
  // Seeds are numbered, too, and make no schema.
  new RegExp(String.raw`^(?!(?:.*\/)?seed(?:er)?s?\/[^/]*$)((?:.*\/)?${folder})${NUMBERED}\.(?:${ends})$`)
);
var CODE = "js|ts|cjs|mjs";
var PROGRAM_TOOLS = [
  {
    tool: "Rails",
    migrations: /^((?:.*\/)?db\/migrate\/)\d+_\w+\.rb$/,
    config: /(?:^|\/)config\/application\.rb$/,
    needs: /^/,
    runtime: "ruby",
    command: ({ has }) => has("db/schema.rb") ? "bin/rails db:schema:load" : "bin/rails db:migrate",
    settings: /(?:^|\/)config\/database\.ya?ml$/,
    told: [],
    env: { RAILS_ENV: "test" }
  },
  {
    tool: "Django",
    migrations: /(?!)/,
    needs: /(?!)/,
    places: djangoPlaces,
    runtime: "python",
    package: "django",
    command: ({ config }) => `python ${config === "manage.py" ? config : "-m django"} migrate --no-input`,
    settings: /(?:^|\/)(?:settings(?:\/[\w./]+|\.\w+)?|(?!plumbline_)\w*settings|configuration\w*|database)\.py$/,
    kind: "django.db.backends.postgresql",
    replace: djangoSettings
  },
  {
    tool: "Flask-Migrate",
    migrations: /^((?:.*\/)?versions\/)[\w.-]+\.py$/,
    config: /(?:^|\/)migrations\/env\.py$/,
    needs: /\bcurrent_app\b|flask/i,
    runtime: "python",
    package: "flask",
    command: () => "flask db upgrade",
    environment: flaskApplication,
    unsure: withoutBase,
    settings: /(?:^|\/)(?:config|settings|env)(?:\/[\w/]+)?\.py$/
  },
  {
    tool: "Alembic",
    migrations: /(?!)/,
    needs: /(?!)/,
    places: alembicPlaces,
    unsure: withoutBase,
    usable: /^[ \t]*script_location\s*=/m,
    runtime: "python",
    package: "alembic",
    command: alembicCommand,
    settings: /(?:^|\/)(?:config|settings|env|database|db)(?:\/[\w/]+)?\.py$/
  },
  {
    tool: "Knex",
    migrations: numbered(CODE),
    config: /(?:^|\/)knexfile\.(?:js|ts|cjs|mjs)$/,
    needs: /^/,
    runtime: "node",
    isPlainCode: true,
    command: ({ text }) => `npx knex migrate:latest${knexEnvironment(text)}`,
    script: /\bknex\b.*migrate:latest/,
    overrides: knexConnection,
    settings: /(?:^|\/)knexfile\.\w+$/,
    // The first client, where none is PostgreSQL's.
    dialect: /^(?![\s\S]*["'](?:pg|postgres\w*)["'])[\s\S]*?\bclient["']?\s*:\s*["']([\w-]+)["']/,
    kind: "pg"
  },
  {
    tool: "Sequelize",
    migrations: numbered(CODE),
    config: /(?:^|\/)(?:\.sequelizerc|config\/config\.(?:js|json|cjs))$/,
    needs: /^$|\bpath\b|sequelize|migrations|"?dialect"?\s*:/i,
    runtime: "node",
    isPlainCode: true,
    command: () => 'npx sequelize-cli db:migrate --url "$DATABASE_URL"',
    told: [],
    script: /\bsequelize(?:-cli)?\b.*\bdb:migrate(?!\S)/,
    arguments: '--url "$DATABASE_URL"',
    settings: /(?:^|\/)config\/(?:config|database)\.(?:js|json|ts)$/
  },
  {
    tool: "TypeORM",
    migrations: numbered(CODE),
    config: /(?:^|\/)(?:[\w.-]*data-?source|ormconfig|typeorm)[\w.-]*\.(?:ts|js|json)$/i,
    // A class or a function in a file of that name is code of the application, unless a data source is there, too.
    needs: /^(?=[\s\S]*\b(?:DataSource|migrations)\b|(?![\s\S]*\bexport\s+(?:class|function)\b))[\s\S]*(?:typeorm|migrations)/i,
    runtime: "node",
    isAtPackage: true,
    // Options alone are no data source, which its program asks for.
    usable: /^(?![\s\S]*DataSourceOptions)|DataSource(?!Options)\b/,
    command: ({ config }) => `npx typeorm-ts-node-commonjs migration:run -d ${config}`,
    script: /\btypeorm\b.*migration:run/,
    settings: /(?:^|\/)(?:[\w.-]*data-?source|ormconfig|typeorm)[\w.-]*\.(?:ts|js|json)$/i,
    // A type that is named, and is not chosen among others.
    dialect: /^(?![\s\S]*["'](?:postgres|cockroachdb)["'])[\s\S]*?\btype["']?\s*:\s*["'](mysql|mariadb|(?:better-)?sqlite3?|sqljs|mssql|oracle|mongodb)["']/,
    kind: "postgres"
  },
  {
    tool: "MikroORM",
    migrations: /^((?:.*\/)?)Migration\d[\w.-]*\.(?:js|ts|cjs|mjs)$/,
    config: /(?:^|\/)mikro-orm\.config\.(?:js|ts|cjs|mjs)$/,
    needs: /^/,
    runtime: "node",
    command: () => "npx mikro-orm migration:up",
    script: /\bmikro-orm\b.*\bmigration:up\b/,
    settings: /(?:^|\/)mikro-orm\.config\.\w+$/,
    kind: "postgresql"
  },
  {
    tool: "node-pg-migrate",
    migrations: numbered(`${CODE}|sql`, String.raw`migrations\/`),
    needs: /node-pg-migrate/,
    runtime: "node",
    isPlainCode: true,
    command: ({ migrations }) => `npx node-pg-migrate up --migrations-dir ${migrations}`,
    told: [],
    script: /\bnode-pg-migrate\b(?!.*\b(?:down|redo|create)\b)/,
    settings: /(?!)/
  },
  {
    tool: "db-migrate",
    migrations: numbered(CODE, String.raw`migrations\/`),
    needs: /db-migrate/,
    runtime: "node",
    isPlainCode: true,
    command: ({ migrations }) => `npx db-migrate up${migrations === "migrations" ? "" : ` --migrations-dir ${migrations}`}`,
    told: [],
    script: /\bdb-migrate\b.*\bup\b/,
    settings: /(?:^|\/)database\.json$/
  },
  {
    tool: "Kysely",
    migrations: /^((?:.*\/)?migrations\/)\d[\w.:-]*\.(?:js|ts|cjs|mjs)$/,
    config: /(?:^|\/)kysely\.config\.\w+$/,
    needs: /^/,
    runtime: "node",
    command: () => "npx kysely migrate:latest",
    settings: /(?:^|\/)kysely\.config\.\w+$/
  },
  {
    tool: "Ecto",
    migrations: /^((?:.*\/)?priv\/[^/]+\/migrations\/)\d+_\w+\.exs$/,
    needs: /:ecto_sql|:postgrex/,
    runtime: "elixir",
    command: () => "mix ecto.migrate",
    settings: /(?:^|\/)config\/(?:config|runtime|test)\.exs$/,
    env: { MIX_ENV: "test" }
  },
  {
    tool: "Laravel",
    migrations: /^((?:.*\/)?database\/migrations\/)\d{4}_\d\d_\d\d_\w+\.php$/,
    config: /(?:^|\/)artisan$/,
    needs: /^/,
    runtime: "php",
    command: () => "php artisan migrate --force",
    settings: /(?:^|\/)config\/database\.php$/,
    env: { DB_CONNECTION: "pgsql", APP_ENV: "testing" },
    told: [
      'DB_URL="$DATABASE_URL"',
      'DB_HOST="$PGHOST"',
      'DB_PORT="$PGPORT"',
      'DB_DATABASE="$PGDATABASE"',
      'DB_USERNAME="$PGUSER"',
      'DB_PASSWORD="$PGPASSWORD"'
    ]
  },
  {
    tool: "Liquibase",
    migrations: /^(?=.*(?:changelog|changeset|liquibase))((?:.*\/)?)[^/]+\.(?:xml|ya?ml|json|sql)$/i,
    config: /(?:^|\/)[^/]*(?:changelog[-_.]?(?:master|root|main)?|master)[^/]*\.(?:xml|ya?ml)$/i,
    needs: /databaseChangeLog/,
    isTree: true,
    runtime: "none",
    command: ({ config }) => `$(command -v liquibase || echo npx --yes --package=liquibase@4 node-liquibase) --changelog-file=${config} --url="jdbc:postgresql://$PGHOST:$PGPORT/$PGDATABASE" --username="$PGUSER" --password="$PGPASSWORD" update`,
    told: [],
    settings: /(?!)/
  },
  {
    tool: "sqitch",
    migrations: /^((?:.*\/)?)sqitch\.plan$/,
    config: /(?:^|\/)sqitch\.plan$/,
    needs: /^/,
    runtime: "none",
    command: () => "sqitch deploy db:pg:",
    told: [],
    settings: /(?!)/
  },
  {
    tool: "pop",
    migrations: /^((?:.*\/)?)\d+_[\w.-]+\.up\.fizz$/,
    needs: /gobuffalo\/pop|ory\/pop|popx/,
    runtime: "go",
    command: ({ migrations }) => `config=$(mktemp) && printf 'test:\\n  url: %s\\n' "$DATABASE_URL" > $config && soda migrate up -e test -c $config -p ${migrations}`,
    told: [],
    settings: /(?!)/
  },
  {
    tool: "the project's own program",
    migrations: /^((?:.*\/)?migrations?\/)\d[\w.:-]*\.(?:js|ts|cjs|mjs)$/,
    needs: /"(?:pg|pg-promise|postgres|slonik|kysely|@databases\/pg)"\s*:/,
    isOwn: true,
    runtime: "node",
    command: () => "",
    // With another word it does one step, or goes back.
    script: /\bmigrat\w*\.[cm]?[jt]s(?:\s+latest)?$/,
    settings: /(?:^|\/)(?:database|db|config)\.(?:js|ts)$/
  },
  {
    tool: "SeaORM",
    migrations: /^((?:.*\/)?)(?:m\d{8}_\w+|lib)\.rs$/,
    config: /(?:^|\/)src\/main\.rs$/,
    needs: /\bcli::run_cli\b/,
    runtime: "none",
    command: () => "cargo run --quiet -- up",
    told: [],
    settings: /(?!)/
  },
  {
    tool: "Prisma, by its models",
    migrations: /(?!)/,
    needs: /(?!)/,
    places: prismaPlaces,
    runtime: "node",
    command: prismaPush,
    settings: /(?:^|\/)(?:[\w.-]+\.prisma|prisma\.config\.\w+)$/,
    dialect: /\bdatasource\s+\w+\s*\{[^}]*\bprovider\s*=\s*"(\w+)"/,
    isPush: true
  },
  {
    tool: "Drizzle, by its models",
    migrations: /(?!)/,
    needs: /(?!)/,
    places: drizzlePlaces,
    runtime: "node",
    command: drizzlePush,
    settings: /(?:^|\/)drizzle[\w.-]*\.config(?:\.[\w-]+)?\.\w+$/,
    dialect: /\b(?:dialect|driver)["']?\s*:\s*["'](\w+)/,
    isPush: true
  }
];
var INSTALLED = wordTable({
  sqitch: "sudo apt-get install -y sqitch libdbd-pg-perl",
  pop: "go install github.com/gobuffalo/pop/v6/soda@latest; an application with a migrate command of its own needs that instead"
});

// src/ingest/starter/families/programs.ts
function programs(own) {
  const { repository, copies } = withCopies(own);
  const all = PROGRAM_TOOLS.flatMap((tool) => withoutTwins(repository, foundOf(repository, tool)));
  const ofTools = new Set(all.flatMap(({ tool, migrations }) => tool.isOwn === true ? [] : migrations));
  return all.filter(({ tool, migrations }) => tool.isOwn !== true || !migrations.some((file) => ofTools.has(file))).map((found) => {
    const needed = copies.filter(({ to }) => filesWithin([to], found.folder).length > 0);
    const job = testJobOf(repository, found.folder, found.tool.runtime);
    const candidate = programCandidate(repository, { ...found, copies: needed }, job);
    const made = needed.map(
      ({ from, to }) => `the command makes ${to} from ${from} if need be, as the tests do`
    );
    return { ...candidate, unsure: [...candidate.unsure, ...made] };
  });
}
function withoutTwins({ read }, found) {
  const twins = /* @__PURE__ */ new Map();
  for (const each of found) {
    const key = each.migrations.join("\n");
    twins.set(key, [...twins.get(key) ?? [], each]);
  }
  return [...twins.values()].map((same) => {
    const texts = same.map(({ config }) => read(config) ?? "");
    const isIncluded = ({ config }) => texts.some((text, at) => same[at].config !== config && text.includes(baseName(config)));
    const roots = same[0].tool.isTree === true ? same.filter((each) => !isIncluded(each)) : [];
    return roots.find(({ config }) => /\binclude(?:All)?\b/.test(read(config) ?? "")) ?? roots[0] ?? same[0];
  });
}
function foundOf(repository, tool) {
  const { files, read } = repository;
  if (tool.places !== void 0) return tool.places(repository).map((place) => ({ tool, ...place }));
  if (tool.config !== void 0) {
    const all = files.filter((file) => tool.config.test(file) && tool.needs.test(read(file) ?? "")).map((config) => {
      const near = rootOf(folderOf(config));
      const folder = tool.isAtPackage === true ? packageFolder(files, config) : near;
      const within = (at) => filesWithin(files, at).filter((file) => tool.migrations.test(file));
      return { tool, config, folder, near: within(near), wide: () => within(folder) };
    });
    const isNear = new Set(all.flatMap(({ folder, near }) => near.length > 0 ? [folder] : []));
    return all.flatMap(({ near, wide, ...place }) => {
      const migrations = isNear.has(place.folder) ? near : wide();
      return migrations.length === 0 ? [] : [{ ...place, migrations }];
    });
  }
  const manifests = new Set(files.filter((file) => baseName(file) === MANIFEST[tool.runtime]));
  return [...byFolder(files, tool.migrations)].flatMap(([place, migrations]) => {
    const config = foldersUpFrom(place).map((folder) => inFolder(folder, MANIFEST[tool.runtime])).find((file) => manifests.has(file) && tool.needs.test(read(file) ?? ""));
    return config === void 0 ? [] : [{ tool, config, folder: folderOf(config), migrations }];
  });
}
function rootOf(folder) {
  const [resources] = /^(?:.*\/)?src\/main\/resources(?=\/|$)/.exec(folder) ?? [];
  if (resources !== void 0) return resources;
  return /(?:^|\/)(?:\.?config|migrations)$/.test(folder) ? folderOf(folder) : folder;
}
var MANIFEST = { node: "package.json", elixir: "mix.exs", go: "go.mod" };
function filesWithin(files, folder) {
  return folder === "." ? files : files.filter((file) => file.startsWith(`${folder}/`));
}
var SETTINGS_MOST = 12;
var OF_SETTINGS = /DATABASE|POSTGRES|DB_|postgres|SQLALCHEMY|Repo\b|database_ur[il]|["']db_|["'][A-Z][A-Z0-9_]*["']:\s*\(\s*(?:str|bool|int|list|dict)\s*,/;
function programCandidate(repository, found, job) {
  const { tool, config, folder, migrations } = found;
  const { read } = repository;
  const { packages, unsure } = packagesOf(repository, found, job);
  const place = folderOf(migrations[0]);
  const manifest = nearestFile(repository, folder, ["package.json"]);
  const manifestText = textOrNone(read, manifest);
  const isUsable = tool.isOwn !== true && (tool.usable?.test(read(config) ?? "") ?? true);
  const own = ownScript(manifestText, tool) ?? (isUsable ? null : scriptOfProgram(manifestText));
  const at = own === null ? folder : folderOf(manifest);
  const text = read(config) ?? "";
  const isByPackage = tool.config === void 0 && tool.places === void 0;
  const settings = settingsOf(repository, found, at, { own, tested: Object.keys(job?.env ?? {}) });
  const connection = connectionOf(
    repository,
    settings,
    { ...job?.connection, ...job?.env },
    {
      isTold: tool.told !== void 0 || found.fixedUrl !== void 0,
      kind: tool.kind
    }
  );
  const exports = [...tool.told ?? [], ...tool.told?.length ? [] : connection.exports];
  const override = connection.fixed === null ? null : tool.overrides?.(manifestText, own?.text ?? null) ?? null;
  const fixed2 = override === null ? connection.fixed : null;
  const run = { exports, packages, job, settings, manifestText, own, at, override };
  const line = programLine(repository, found, run);
  const replaced = replacedBy(repository, found, settings, fixed2);
  const env = {
    ...connection.env,
    ...tool.env,
    ...found.env,
    ...tool.environment?.(repository, folder),
    ...replaced?.env
  };
  const isRun = own !== null || isUsable;
  return {
    tool: tool.tool,
    runtime: tool.runtime,
    place: isByPackage ? place : config,
    count: migrations.length,
    steps: isRun ? [{ command: line, env, ...replaced && { needs: [replaced.file] } }] : null,
    sql: [],
    unsure: [
      ...isRun ? [] : [unappliedWords(tool, config, place)],
      ...unsureOfTool(tool, packages, manifestText),
      ...unsure,
      ...found.unsure ?? [],
      ...tool.unsure?.(repository, migrations) ?? [],
      ...isRun ? unsureOfServer(fixed2, replaced) : [],
      ...connection.unsure
    ],
    ...replaced === null ? {} : { writes: { [replaced.file]: replaced.text } },
    dialect: tool.dialect?.exec(text)?.[1] ?? null,
    ...tool.isPush === void 0 ? {} : { isPush: tool.isPush },
    // Numbered files that nothing is known to apply may be no schema.
    ...tool.isOwn === true && !isRun ? { isPlain: true } : {}
  };
}
function unappliedWords({ tool, isOwn }, config, place) {
  const what = isOwn === true ? `nothing in ${config} is known to apply ${place}` : `${config} has nothing that ${tool}'s own program can use`;
  return `${what}: write { command: ... } of the application's own migrate command`;
}
function programLine(repository, found, { exports, packages, job, settings, manifestText, own, at, override }) {
  const { tool, config, migrations, copies = [] } = found;
  const textsOf = (files) => files.map((file) => repository.read(file) ?? "");
  const script = own?.text ?? "";
  const build3 = needsBuild(script, textsOf(settings), textsOf([config, ...migrations])) ? buildBefore(manifestText, at, job) : "";
  const siblings = buildsOfSiblings(
    repository,
    tool.runtime === "node" ? [config, ...settings, ...migrations] : [],
    { names: build3 === "" ? [] : dependenciesIn(manifestText), from: packages?.folder ?? at }
  );
  const isPlain = tool.isPlainCode === true && build3 === "" && siblings.length === 0 && !textsOf([config, ...settings, ...migrations]).some((text) => IS_BUILT.test(text));
  const command = own === null ? directCommand(repository, found, folderOf(migrations[0]), manifestText) : byItsManager(own, packages);
  return [
    ...exports.length === 0 ? [] : [`export ${exports.join(" ")}`],
    ...copies.map(({ from, to }) => `{ [ -e ${shellWord(to)} ] || cp ${shellWord(from)} ${shellWord(to)}; }`),
    ...installsAbove(repository, tool.runtime, { script, folder: at, packages, job }),
    ...runLines(
      withDriverOfToday(isPlain ? withoutScripts(repository, packages) : packages, manifestText),
      at,
      `${build3}${withWords(command, own !== null, override)}`,
      siblings
    )
  ].join(" && ");
}
var IS_BUILT = /(?:\bfrom|\brequire\(|\bimport\(?)\s*["'](?:bcrypt|argon2|sharp|canvas|(?:better-)?sqlite3|pg-native|libpq|grpc)["']/;
var MAKES = /"(?:(?:pre|post)?install|prepare)"\s*:\s*"(?:[^"\\]|\\.)*\b(?:tsc|build|generate|compile|babel|patch-package|prisma)\b/;
var OLD_DRIVER = /"pg"\s*:\s*"[^"\d]*([0-7]\.[\d.]+)/;
var TODAYS_DRIVER = "npm install --ignore-scripts --prefix node_modules/.pg pg@8 && cp -r node_modules/.pg/node_modules/. node_modules/";
function withDriverOfToday(packages, manifest) {
  return packages !== null && /\bnpm (?:ci|install)\b|\bnpx --yes yarn install\b/.test(packages.install) && OLD_DRIVER.test(manifest) ? { ...packages, install: `${packages.install} && ${TODAYS_DRIVER}` } : packages;
}
function withoutScripts({ read }, packages) {
  if (packages === null || MAKES.test(read(inFolder(packages.folder, "package.json")) ?? "")) return packages;
  const install = packages.install.replace(
    /\b(npm (?:ci|install)|npx --yes (?:pnpm|yarn)(?:@[\d.]+)? install)\b(?!.*--ignore-scripts)/,
    "$1 --ignore-scripts"
  );
  return { ...packages, install };
}
function withWords(command, isScript2, words) {
  if (words === null) return command;
  return `${command}${isScript2 && !command.includes(" -- ") ? " --" : ""} ${words}`;
}
function byItsManager({ command, text }, packages) {
  const [manager] = /npx --yes \S+/.exec(packages?.install.replace(/^.*&& /, "") ?? "") ?? [];
  return manager === void 0 || !/(?:^|\s)(?:pnpm|yarn|bun)\s/.test(text) || command.includes(" -- ") ? command : command.replace(/^npm/, manager);
}
function packagesOf(repository, { tool, folder }, job) {
  const step = job?.tools.find(({ uses }) => uses.startsWith("actions/setup-python@"));
  const python = step && String(step.with?.["python-version"]);
  const packages = runtimeAt(repository, folder, tool.runtime, job?.installs, python);
  return packages === null || tool.package === void 0 ? { packages, unsure: [] } : withNeededPackages(repository, packages, tool.package);
}
function directCommand({ files, read }, found, place, manifestText) {
  const { tool, config, folder } = found;
  const named = { config: relativePath(folder, config), argument: found.argument };
  return tool.command({
    config: shellWord(named.config),
    migrations: shellWord(relativePath(folder, place)),
    argument: found.argument && shellWord(found.argument),
    named,
    fixedUrl: found.fixedUrl,
    text: read(config) ?? "",
    manifest: manifestText,
    has: (file) => files.includes(inFolder(folder, file))
  });
}
function textOrNone(read, file) {
  return file === null ? "" : read(file) ?? "";
}
function replacedBy(repository, found, settings, fixed2) {
  return fixed2 === null ? null : found.tool.replace?.(repository, found, settings) ?? null;
}
function unsureOfServer(fixed2, replaced) {
  if (fixed2 === null) return [];
  return [replaced === null ? fixed2 : `the settings name their server: ${replaced.file} replaces it`];
}
function unsureOfTool({ tool, runtime }, packages, manifest) {
  const install = INSTALLED[tool];
  const [, driver] = runtime === "node" && OLD_DRIVER.exec(manifest) || [];
  return [
    ...driver === void 0 ? [] : [
      `pg ${driver}, the driver in package.json, connects to nothing on Node.js 14 and later: ${withDriverOfToday(packages, manifest) === packages ? "pg 8 does" : "the set-up takes pg 8"}`
    ],
    ...packages === null && runtime !== "none" ? [`no file names the packages of ${tool}: put their installation before the command`] : [],
    ...install === void 0 ? [] : [`${tool} must be on the PATH, in the workflow, too: ${install}`]
  ];
}
function settingsOf(repository, { tool, settings = [] }, folder, { own, tested }) {
  const { files, read } = repository;
  const named = filesWithin(files, folder).filter((file) => tool.settings.test(file) && !isAside(file));
  const run = own?.text.match(/(?<![\w./-])[\w./-]+\.[cm]?[jt]s\b/g) ?? [];
  const all = withImports(repository, [...settings, ...named, ...run.map((file) => joined(folder, file))]);
  const isOfSettings = (text) => OF_SETTINGS.test(text) || tested.some((name) => new RegExp(`["']${name}["']`).test(text));
  return all.filter((file) => isOfSettings(read(file) ?? "")).slice(0, SETTINGS_MOST);
}
function needsBuild(script, settings, loaded) {
  const named = settings.flatMap(
    (text) => /\bmigrations\s*:\s*\[([^\]]*)\]/.exec(text)?.[1]?.match(/["'`][^"'`]+["'`]/g) ?? []
  );
  return /(?:^|\s)(?:\.\/)?(?:dist|build)\/[\w./-]+\.[cm]?js\b/.test(script) || named.length > 0 && named.every((each) => /\bdist\//.test(each)) || loaded.some((text) => /\brequire\(\s*["'](?:\.\.?\/)+dist\//.test(text));
}
function buildBefore(manifest, folder, job) {
  const called = job?.builds.find((each) => each.folder === folder)?.command;
  const script = [called, "build"].find((each) => each !== void 0 && manifest.includes(`"${each}":`));
  return script === void 0 ? "" : `npm run ${script} && `;
}
function buildsOfSiblings(repository, files, { names: names3, from }) {
  const { read } = repository;
  const all = withImports(repository, files);
  const imported = new Set(all.flatMap((file) => packagesImported(read(file) ?? "")));
  return packagesToBuild(repository, [...imported, ...names3]).map(
    ({ folder }) => `(cd ${shellWord(relativePath(from, folder))} && npm run build)`
  );
}
function dependenciesIn(manifest) {
  const { dependencies } = parsedJson(manifest) ?? {};
  return Object.keys(dependencies ?? {});
}
function installsAbove(repository, runtime, { script, folder, packages, job }) {
  const [, up] = /(?:^|\s)((?:\.\.\/)+)node_modules\//.exec(script) ?? [];
  const above = up === void 0 ? null : runtimeAt(repository, joined(folder, up), runtime, job?.installs);
  if (above === null || above.folder === packages?.folder) return [];
  return [`(${above.folder === "." ? "" : `cd ${shellWord(above.folder)} && `}${above.install})`];
}
function runLines(packages, folder, command, between) {
  const at = packages?.folder ?? folder;
  const enter = at === "." ? [] : [`cd ${shellWord(at)}`];
  const on = at === folder ? [] : [`cd ${shellWord(relativePath(at, folder))}`];
  return [
    ...enter,
    ...packages === null ? [] : [packages.install],
    ...between,
    ...on,
    `${packages?.prefix ?? ""}${command}`
  ];
}
var MIGRATES_UP = /^(?:migrate|migrat(?:e|ions?)[:-](?:run|up|latest|deploy))$/;
var NOT_TRIED = /(?:^|[^a-z])(?:prod|production|staging|live|remote|ssh|heroku|fly|flyctl|railway|kubectl|docker(?:-compose)?|down|rollback|revert|undo|reset|drop|create|new|make|gen|generate|watch|nodemon)(?![a-z])|:\/\//i;
function scriptOfProgram(manifest) {
  const { scripts } = parsedJson(manifest) ?? {};
  const isPlain = (name) => MIGRATES_UP.test(name);
  const fit = Object.entries(scripts ?? {}).filter(
    ([name, text]) => isPlain(name.replace(/^\w+:(?=migrat)/, "")) && !NOT_TRIED.test(`${name} ${text}`)
  );
  for (const [name, text] of fit.toSorted(([a], [b]) => Number(isPlain(b)) - Number(isPlain(a)))) {
    const [, called, word] = /^(?:npm|pnpm|yarn) run ([\w:-]+)((?: (?:--|run|up|latest))*)$/.exec(text) ?? [];
    const whole = called === void 0 ? text : `${scripts?.[called] ?? ""}${word}`;
    if (/\.[cm]?[jt]s(?: (?:--|run|up|latest))*$/.test(whole) && !NOT_TRIED.test(whole))
      return { command: `npm run ${shellWord(name)}`, text: `${text} && ${whole}` };
  }
  return null;
}
function ownScript(manifest, { script, tool, arguments: more }) {
  if (script === void 0) return null;
  const { scripts } = parsedJson(manifest) ?? {};
  const fit = Object.entries(scripts ?? {}).filter(
    ([name2, text2]) => script.test(text2) && !NOT_TRIED.test(`${name2} ${text2}`)
  );
  const asPath = (name2) => name2.replaceAll(":", "/");
  const [name, text] = fit.find(([each]) => namesPostgres(asPath(each))) ?? fit.find(([each]) => otherDialect(asPath(each)) === null) ?? fit[0] ?? [];
  if (name === void 0 || text === void 0) return null;
  const run = `npm run ${shellWord(name)}`;
  if (tool === "node-pg-migrate" && !/\bup\b/.test(text)) return { command: `${run} -- up`, text };
  return { command: more === void 0 ? run : `${run} -- ${more}`, text };
}

// src/ingest/starter/families/bootstraps.ts
var TOOL_TABLES = [
  {
    name: "_sqlx_migrations",
    columns: "version bigint PRIMARY KEY, description text NOT NULL, installed_on timestamptz NOT NULL DEFAULT now(), success boolean NOT NULL, checksum bytea NOT NULL, execution_time bigint NOT NULL"
  },
  {
    name: "_prisma_migrations",
    columns: "id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0"
  },
  {
    name: "__diesel_schema_migrations",
    columns: "version varchar(50) PRIMARY KEY, run_on timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP"
  },
  {
    name: "flyway_schema_history",
    columns: "installed_rank integer PRIMARY KEY, version varchar(50), description varchar(200) NOT NULL, type varchar(20) NOT NULL, script varchar(1000) NOT NULL, checksum integer, installed_by varchar(100) NOT NULL, installed_on timestamp NOT NULL DEFAULT now(), execution_time integer NOT NULL, success boolean NOT NULL"
  },
  { name: "schema_migrations", columns: "version bigint PRIMARY KEY, dirty boolean NOT NULL" },
  { name: "migrations", columns: "version text NOT NULL", needs: /maragudk\/migrate/ }
];
function toolTables(texts, modules) {
  const isNamed = (before, name) => {
    const pattern = new RegExp(String.raw`\b${before}\s+(?:"?public"?\.)?"?${name}\b`, "i");
    return texts.some((text) => pattern.test(text));
  };
  const lacking = TOOL_TABLES.filter(
    ({ name, needs }) => (needs === void 0 || needs.test(modules)) && isNamed("(?:FROM|INTO|UPDATE|ALTER TABLE|DROP TABLE|LOCK TABLE)", name) && !isNamed("CREATE TABLE(?: IF NOT EXISTS)?", name)
  );
  if (lacking.length === 0) return null;
  const made = lacking.map(({ name, columns }) => `CREATE TABLE ${name} (${columns});
`);
  return {
    file: "bench/migrations-table.sql",
    text: `-- The migration tool makes this before the first migration, and a migration changes it.
${made.join("")}`,
    unsure: []
  };
}
var HASURA = {
  file: "bench/hasura.sql",
  text: `-- What Hasura's server makes before the first migration, as far as migrations commonly name it.
CREATE EXTENSION IF NOT EXISTS pgcrypto SCHEMA public;
CREATE SCHEMA hdb_catalog;
CREATE FUNCTION hdb_catalog.gen_hasura_uuid() RETURNS uuid LANGUAGE sql AS $$ SELECT gen_random_uuid() $$;
CREATE TABLE hdb_catalog.event_log (
  id text PRIMARY KEY,
  schema_name text NOT NULL,
  table_name text NOT NULL,
  trigger_name text NOT NULL,
  payload jsonb NOT NULL,
  delivered boolean NOT NULL DEFAULT false,
  error boolean NOT NULL DEFAULT false,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamp DEFAULT now(),
  locked timestamptz,
  next_retry_at timestamp,
  archived boolean NOT NULL DEFAULT false
);
CREATE TABLE hdb_catalog.hdb_cron_events (
  id text PRIMARY KEY,
  trigger_name text NOT NULL,
  scheduled_time timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'scheduled',
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz DEFAULT now(),
  next_retry_at timestamptz
);
CREATE TABLE hdb_catalog.hdb_scheduled_events (
  id text PRIMARY KEY,
  webhook_conf json NOT NULL,
  scheduled_time timestamptz NOT NULL,
  retry_conf json,
  payload json,
  header_conf json,
  status text NOT NULL DEFAULT 'scheduled',
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz DEFAULT now(),
  next_retry_at timestamptz,
  comment text
);
`,
  unsure: []
};
var SUPABASE_SQL = `-- What Supabase's server makes before the first migration, as far as migrations commonly name it. Add what yours need.
DO $$
DECLARE
  wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['anon', 'authenticated', 'service_role', 'supabase_admin', 'supabase_auth_admin', 'supabase_storage_admin', 'authenticator', 'dashboard_user'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
      EXECUTE format('CREATE ROLE %I', wanted);
    END IF;
  END LOOP;
  ALTER ROLE service_role BYPASSRLS;
  EXECUTE format('ALTER DATABASE %I SET search_path = public, extensions', current_database());
END
$$;
CREATE SCHEMA extensions;
CREATE EXTENSION "uuid-ossp" SCHEMA extensions;
CREATE EXTENSION pgcrypto SCHEMA extensions;
CREATE SCHEMA auth;
CREATE TABLE auth.users (
  instance_id uuid,
  id uuid PRIMARY KEY,
  aud text,
  role text,
  email text UNIQUE,
  encrypted_password text,
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token text,
  confirmation_sent_at timestamptz,
  recovery_token text,
  recovery_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz,
  updated_at timestamptz,
  phone text UNIQUE,
  phone_confirmed_at timestamptz,
  is_anonymous boolean NOT NULL DEFAULT false
);
CREATE FUNCTION auth.jwt() RETURNS jsonb STABLE LANGUAGE sql
  AS $$ SELECT coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;
CREATE FUNCTION auth.uid() RETURNS uuid STABLE LANGUAGE sql AS $$ SELECT (auth.jwt() ->> 'sub')::uuid $$;
CREATE FUNCTION auth.role() RETURNS text STABLE LANGUAGE sql AS $$ SELECT auth.jwt() ->> 'role' $$;
CREATE FUNCTION auth.email() RETURNS text STABLE LANGUAGE sql AS $$ SELECT auth.jwt() ->> 'email' $$;
CREATE SCHEMA storage;
CREATE TABLE storage.buckets (
  id text PRIMARY KEY,
  name text NOT NULL UNIQUE,
  owner uuid,
  owner_id text,
  public boolean DEFAULT false,
  avif_autodetection boolean DEFAULT false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz DEFAULT now(),
  updated_at timestamptz DEFAULT now()
);
CREATE TABLE storage.objects (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  bucket_id text REFERENCES storage.buckets,
  name text,
  owner uuid,
  owner_id text,
  metadata jsonb,
  path_tokens text[] GENERATED ALWAYS AS (string_to_array(name, '/')) STORED,
  version text,
  created_at timestamptz DEFAULT now(),
  updated_at timestamptz DEFAULT now(),
  last_accessed_at timestamptz DEFAULT now()
);
ALTER TABLE storage.buckets ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage.objects ENABLE ROW LEVEL SECURITY;
CREATE FUNCTION storage.foldername(name text) RETURNS text[] IMMUTABLE LANGUAGE sql
  AS $$ SELECT (string_to_array(name, '/'))[:array_length(string_to_array(name, '/'), 1) - 1] $$;
CREATE FUNCTION storage.filename(name text) RETURNS text IMMUTABLE LANGUAGE sql
  AS $$ SELECT (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)] $$;
CREATE FUNCTION storage.extension(name text) RETURNS text IMMUTABLE LANGUAGE sql
  AS $$ SELECT reverse(split_part(reverse(name), '.', 1)) $$;
CREATE PUBLICATION supabase_realtime;
GRANT USAGE ON SCHEMA public, auth, storage, extensions TO anon, authenticated, service_role;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON TABLES TO anon, authenticated, service_role;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON SEQUENCES TO anon, authenticated, service_role;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON FUNCTIONS TO anon, authenticated, service_role;
`;
var SUPABASE = {
  file: "bench/supabase.sql",
  text: SUPABASE_SQL,
  role: "authenticated",
  unsure: [
    `policies that ask auth.uid() see nobody until a script says who it is: SELECT set_config('request.jwt.claims', '{"sub": "..."}', false)`
  ]
};

// src/ingest/starter/families/flyway.ts
var VERSIONED = /^([BV])(\d+(?:[._]\d+)*)__[^/]*\.sql$/;
function baselined({ files }, folder, names3, patterns) {
  const all = files.filter((file) => folder === "." || file.startsWith(`${folder}/`));
  const baselines = all.map((file) => file.slice(folder === "." ? 0 : folder.length + 1)).filter((name) => versionOf(name, "B") !== null && otherDialect(name) === null).toSorted((a, b) => orderOfVersions(versionOf(a, "B"), versionOf(b, "B")));
  const last = baselines.at(-1);
  if (last === void 0) return null;
  const version = versionOf(last, "B");
  const isBefore = (name) => {
    const own = versionOf(name, "V");
    return own !== null && orderOfVersions(own, version) <= 0;
  };
  return {
    names: [last, ...names3.filter((name) => !isBefore(name))],
    steps: [
      inFolder(folder, last),
      ...patterns.map((pattern) => inFolder(folder, pattern)),
      ...beforePatterns(names3, isBefore).map((name) => `!${inFolder(folder, name)}`)
    ]
  };
}
function beforePatterns(names3, isBefore) {
  const patterns = names3.filter(isBefore).map((name) => {
    const at = folderOf(name);
    const isWhole = at !== "." && names3.every((other2) => folderOf(other2) !== at || isBefore(other2));
    return isWhole ? `${at}/*` : name;
  });
  return [...new Set(patterns)];
}
function versionOf(name, kind) {
  const [, own, version] = VERSIONED.exec(baseName(name)) ?? [];
  return own === kind ? version.split(/[._]/).map(Number) : null;
}
function orderOfVersions(a, b) {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const order2 = (a[at] ?? 0) - (b[at] ?? 0);
    if (order2 !== 0) return order2;
  }
  return 0;
}

// src/ingest/starter/families/sql-files.ts
var FOLDER2 = String.raw`^((?:.*\/)?)`;
var PROGRAMS = "migrations that are programs (COUNT files such as FILE) are not applied by these steps: if the schema needs them, replace the steps by { command: ... } of the tool";
var BREAK = "--> statement-breakpoint";
var ONLY_BREAK = /[^;\s]\s*--> statement-breakpoint/;
function journalled({ read }, folder, names3) {
  const journal = inFolder(folder, "meta/_journal.json");
  const tags = (read(journal) ?? "").match(/(?<="tag"\s*:\s*")[^"]+/g) ?? [];
  const named = tags.map((tag) => `${tag}.sql`);
  const isAll = named.length === names3.length && named.toSorted().every((name, i) => name === names3[i]);
  const isSql = names3.every((name) => !ONLY_BREAK.test(read(inFolder(folder, name)) ?? ""));
  if (tags.length === 0 || isAll && isSql || /['"\\$`[\]{}*?!()]/.test(folder)) return null;
  const text = isSql ? `"\\\\i ${folder}/" + each.tag + ".sql"` : `require("fs").readFileSync("${folder}/" + each.tag + ".sql", "utf8").replaceAll("${BREAK}", ";") + ";"`;
  const list2 = `require("./${journal}").entries.map((each) => ${text}).join("\\n")`;
  const command = `export PGOPTIONS="-c client_min_messages=warning" && sql=$(node -p '${list2}') && printf '%s\\n' "$sql" | psql -X -q -v ON_ERROR_STOP=1 "$DATABASE_URL"`;
  const inputs = [inFolder(folder, "*.sql"), journal];
  return { steps: [{ command, env: {}, inputs }], names: named };
}
var SQL_TOOLS = [
  {
    tool: "Prisma",
    file: /^(.+)\/[^/]+\/migration\.sql$/,
    patterns: ["*/migration.sql"],
    dialect: ["migration_lock.toml", /^provider\s*=\s*"(\w+)"/m]
  },
  {
    tool: "Flyway",
    file: new RegExp(String.raw`${FOLDER2}[BV]\d+(?:[._]\d+)*__[^/]*\.sql$`),
    ordered: baselined,
    root: /^(?:.*\/)?migrations?(?=\/)/,
    patterns: ["V*.sql", "R__*.sql", "afterMigrate*.sql"],
    also: [
      [/^V\d.*\.(?:java|kt)$/, PROGRAMS],
      [
        /^(?:before|after(?!Migrate(?:Applied)?(?:__.*)?\.sql$))[A-Z](?:(?!__)\w)*(?:__.*)?\.sql$/,
        "Flyway's callbacks (COUNT files such as FILE) are not applied: add those that make tables or views"
      ]
    ]
  },
  {
    tool: "Hasura",
    file: /^((?:.*\/)?migrations(?:\/[^/]+)?)\/\d{13}_[^/]+\/up\.sql$/,
    patterns: ["*/up.sql"],
    first: HASURA
  },
  { tool: "Diesel", file: new RegExp(String.raw`${FOLDER2}[^/]+\/up\.sql$`), patterns: ["*/up.sql"] },
  {
    tool: "golang-migrate or sqlx",
    file: new RegExp(String.raw`${FOLDER2}[^/]+\.up\.sql$`),
    patterns: ["*.up.sql"],
    also: [[/^\d.*(?<!\.down)\.(?:go|rs)$/, PROGRAMS]]
  },
  { tool: "Postgrator", file: new RegExp(String.raw`${FOLDER2}\d+\.do\.[^/]*\.?sql$`), patterns: ["*.do.*"] },
  {
    tool: "db-migrate",
    file: new RegExp(String.raw`${FOLDER2}\d{8,}-[^/]+-up\.sql$`),
    patterns: ["*-up.sql"]
  },
  {
    tool: "Supabase",
    file: /^((?:.*\/)?supabase\/migrations\/)\d+_[^/]*\.sql$/,
    patterns: ["*.sql"],
    first: SUPABASE,
    isPlatform: true
  },
  {
    tool: "Drizzle",
    file: new RegExp(String.raw`${FOLDER2}\d{4}_[^/]+\.sql$`),
    patterns: ["*.sql"],
    beside: "meta/_journal.json",
    dialect: ["meta/_journal.json", /"dialect"\s*:\s*"(\w+)"/],
    ordered: journalled
  },
  {
    tool: "sqlx or numbered migrations",
    file: new RegExp(String.raw`${FOLDER2}\d{8,}[_-][^/]+(?<!\.(?:up|down))\.sql$`),
    patterns: ["*.sql"]
  }
];
function sqlFiles(repository) {
  const taken = /* @__PURE__ */ new Set();
  return SQL_TOOLS.flatMap(
    (tool) => [...byRoot(byFolder(repository.files, tool.file), tool.root)].flatMap(([folder, files]) => {
      const isOf = tool.beside === void 0 || repository.files.includes(inFolder(folder, tool.beside));
      if (!isOf || taken.has(folder) || files.some((file) => isTwoWay(file, repository.read))) return [];
      taken.add(folder);
      return [fileCandidate(repository, tool, folder, files)];
    })
  );
}
function byRoot(folders, root) {
  const rootOf2 = (folder) => root?.exec(`${folder}/`)?.[0] ?? folder;
  const together = /* @__PURE__ */ new Map();
  for (const [folder, files] of folders) {
    const at = rootOf2(folder);
    const isAlone = [...folders.keys()].every((other2) => other2 === folder || rootOf2(other2) !== at);
    const key = isAlone ? folder : at;
    together.set(key, [...together.get(key) ?? [], ...files]);
  }
  return together;
}
function fileCandidate(repository, { tool, patterns: own, also = [], first, dialect, ordered, isPlatform, root }, folder, files) {
  const { files: all, read } = repository;
  const here = all.filter((file) => file.startsWith(folder === "." ? "" : `${folder}/`));
  const names3 = here.map((file) => file.slice(folder === "." ? 0 : folder.length + 1));
  const isDeep = root !== void 0 && files.some((file) => folderOf(file) !== folder);
  const patterns = isDeep ? own.map((pattern) => `**/${pattern}`) : own;
  const used = patterns.filter((pattern) => names3.some((name) => matcher(pattern).test(name)));
  const matched = names3.filter((name) => used.some((pattern) => matcher(pattern).test(name)));
  const isOwn = namesPostgres(`${folder}/`) || otherDialect(`${folder}/`) !== null;
  const excluded = isOwn ? [] : exclusionsOf(matched);
  const applied = isOwn || excluded === null ? matched : matched.filter((name) => otherDialect(name) === null);
  const other2 = ordered?.(repository, folder, applied, used) ?? null;
  const sql = (other2?.names ?? applied).map((name) => inFolder(folder, name));
  const unsure = also.flatMap(([pattern, words]) => {
    const others = names3.filter((name) => pattern.test(name) && !applied.includes(name));
    return others.length === 0 ? [] : [words.replace("COUNT", String(others.length)).replace("FILE", others[0])];
  });
  const said = dialect === void 0 ? null : dialect[1].exec(read(inFolder(folder, dialect[0])) ?? "");
  const common = { tool, place: folder, count: files.length, sql, dialect: said?.[1] ?? null };
  const modules = nearestFile(repository, folder, ["go.mod"]);
  const moduleText = modules === null ? "" : read(modules) ?? "";
  if (excluded === null) {
    const own2 = /\/pop(?:\/v\d+)?\s/.test(moduleText) ? popFiles(folder, matched) : null;
    if (own2 !== null) return { ...common, ...own2, tool: "pop", unsure };
    const dialects = new Set(matched.flatMap((name) => otherDialect(name) ?? []));
    return { ...common, steps: null, unsure: [ofSeveral(folder, dialects)] };
  }
  if (sql.some((file) => isTemplate(read(file) ?? "")))
    return { ...common, steps: null, unsure: [TEMPLATES] };
  const tables = toolTables(
    sql.map((file) => read(file) ?? ""),
    moduleText
  );
  const before = [tables, first].filter((each) => each !== null && each !== void 0);
  const steps = [
    ...before.map(({ file }) => file),
    ...other2?.steps ?? used.map((pattern) => inFolder(folder, pattern)),
    ...excluded.map((pattern) => `!${inFolder(folder, pattern)}`)
  ];
  const writes = before.length === 0 ? {} : { writes: Object.fromEntries(before.map(({ file, text }) => [file, text])) };
  const role = first?.role === void 0 ? {} : { role: first.role };
  const platform = isPlatform === void 0 ? {} : { isPlatform };
  return {
    ...common,
    steps,
    unsure: [...unsure, ...before.flatMap((each) => each.unsure)],
    ...writes,
    ...role,
    ...platform
  };
}
function exclusionsOf(names3) {
  const foreign = names3.filter((name) => otherDialect(name) !== null);
  const patterns = foreign.map((name) => {
    const [file, folder] = [baseName(name), folderOf(name)];
    if (folder !== "." && otherDialect(`${folder}/`) !== null) return `${folder}/**`;
    const word = otherDialect(file);
    return word !== null && file.includes(`.${word}.`) ? inFolder(folder, `*.${word}.*`) : null;
  });
  const isReplaced = names3.some((name) => namesPostgres(baseName(name)));
  if (patterns.includes(null) || isReplaced && patterns.some((each) => !each.endsWith("/**"))) return null;
  return [...new Set(patterns.map((each) => each))];
}
var OF_POP = /^(\d+_[\w-]+)((?:\.\w+)?)(?:\.autocommit)?\.up\.sql$/;
function popFiles(folder, names3) {
  const chosen = /* @__PURE__ */ new Map();
  const others = /* @__PURE__ */ new Set();
  for (const name of names3.toSorted()) {
    const [, stem, dot] = OF_POP.exec(name) ?? [];
    if (stem === void 0 || dot === void 0) return null;
    if (otherDialect(dot) !== null) others.add(dot.slice(1));
    else if (dot === ".postgres" || !chosen.has(stem)) chosen.set(stem, name);
  }
  const files = shellWord(folder);
  const best = String.raw`{ stem = $0; sub(/(\.postgres)?(\.autocommit)?\.up\.sql$/, "", stem); if (!(stem in best)) stems[++n] = stem; if (!(stem in best) || /\.postgres\./) best[stem] = $0 } END { for (i = 1; i <= n; i++) print "\\i " best[stems[i]] }`;
  const command = String.raw`cd ${files} && LC_ALL=C ls *.up.sql | grep -Ev '\.(${[...others].join("|")})\.' | awk '${best}' | psql -X -q -v ON_ERROR_STOP=1 "$DATABASE_URL"`;
  return {
    steps: [{ command, env: {}, inputs: [inFolder(folder, "*.up.sql")] }],
    sql: [...chosen.values()].map((name) => inFolder(folder, name))
  };
}
function ofSeveral(folder, dialects) {
  return `${folder} has files for ${[...dialects].join(", ")}, too, and files of PostgreSQL that stand for others: write { command: ... } of the tool, or of the application's own migrate command`;
}
var TEMPLATES = "its files are templates ({{ ... }}), which only the tool's own program fills in: write { command: ... } that runs it";
function matcher(pattern) {
  const body = pattern.replace(/[.+]/g, "\\$&").split("**/").map((part) => part.replaceAll("*", "[^/]*")).join("(?:.*/)?");
  return new RegExp(`^${body}$`);
}

// src/ingest/starter/families/whole-schemas.ts
var import_yaml4 = __toESM(require_dist2(), 1);

// src/ingest/starter/scripts.ts
var PGBENCH = /^\\(?:set|setshell|shell|sleep|gset|aset|if|elif|else|endif|startpipeline|syncpipeline|endpipeline)\b/;
var OF_PSQL = /^\\set\s+(?:[A-Z][A-Z_]*|:?'|\w+\s+(?:'|"|`|on\b|off\b|:'))/;
var PGTAP = /\bSELECT\s+(?:\*\s+FROM\s+)?(?:(?:no_)?plan|finish)\s*\(/i;
function isScript(sql) {
  const commands = sql.match(/^\\\S.*$/gm) ?? [];
  return commands.some((line) => /^\\(?:set|sleep|startpipeline)\b/.test(line)) && commands.every((line) => PGBENCH.test(line) && !OF_PSQL.test(line)) && !PGTAP.test(sql);
}
function pgbenchScripts({ files, read }) {
  return files.filter((file) => /\.(?:sql|pgbench)$/.test(file) && isScript(read(file) ?? ""));
}
function queryFiles({ files, read }) {
  const sql = files.filter((each) => each.endsWith(".sql") && !isAside(each));
  const counts = /* @__PURE__ */ new Map();
  for (const file of sql) {
    const count3 = (read(file) ?? "").match(/^--\s*(?:name:\s*[\w-]+[?!*<$^]*|:name\s+\S+)/gm)?.length ?? 0;
    const folder = folderOf(file);
    if (count3 > 0) counts.set(folder, (counts.get(folder) ?? /* @__PURE__ */ new Map()).set(file, count3));
  }
  const found = [...counts].map(([folder, own]) => ({
    folder,
    count: [...own.values()].reduce((sum, count3) => sum + count3, 0),
    patterns: sql.some((file) => folderOf(file) === folder && !own.has(file)) ? [...own.keys()] : [inFolder(folder, "*.sql")]
  }));
  return found.toSorted((a, b) => b.count - a.count);
}
var SEEDS = [
  /(?:^|\/)supabase\/seed\.sql$/,
  /(?:^|\/)prisma\/seed\.[cm]?[jt]s$/,
  /(?:^|\/)db\/seeds\.rb$/,
  /(?:^|\/)priv\/[^/]+\/seeds\.exs$/,
  /(?:^|\/)database\/seeders\/DatabaseSeeder\.php$/,
  /(?:^|\/)(?:seed|seeds|seeders?)\/[^/]+\.(?:sql|[cm]?[jt]s|py)$/,
  /(?:^|\/)seeds?[-_.][^/]*\.sql$|(?:^|\/)seeds?\.sql$/,
  /(?:^|\/)(?:data|test|demo|sample)_?data[^/]*\.sql$/
];
var SEEDS_MOST = 5;
function seeds({ files, read }) {
  const own = files.filter((file) => !isAside(file));
  const kinds = SEEDS.flatMap((kind) => own.find((file) => kind.test(file)) ?? []);
  const fixture = files.find(
    (file) => /(?:^|\/)fixtures\/[^/]+\.json$/.test(file) && /"model"\s*:/.test(read(file) ?? "")
  );
  const scripts = own.filter((file) => baseName(file) === "package.json").flatMap((file) => {
    const [, name] = /"((?:db:)?seed[\w:-]*)"\s*:/.exec(read(file) ?? "") ?? [];
    return name === void 0 ? [] : [`npm run ${name} (${file})`];
  });
  const loaded = fixture === void 0 ? [] : [`manage.py loaddata ${fixture}`];
  return [.../* @__PURE__ */ new Set([...scripts, ...kinds, ...loaded])].slice(0, SEEDS_MOST);
}
var QUERIES_MOST = 128;
function queriesText(queries) {
  if (queries === null) return [];
  const { count: count3, patterns } = queries;
  const named = `[${patterns.map((each) => JSON.stringify(each)).join(", ")}]`;
  return [
    `  # Your ${plural(count3, "named query", "named queries")} as they lie. Take them once database.setup fills their tables${count3 > QUERIES_MOST ? `, at most ${QUERIES_MOST} for a workload` : ""}:`,
    `  # - { name: queries, queries: ${named}, options: { threads: 4 } }`
  ];
}

// src/ingest/starter/families/whole-schemas.ts
var DUMPS = [
  { tool: "Rails", dump: /^((?:.*\/)?db\/)structure\.sql$/, migrations: (folder) => `${folder}/migrate/` },
  {
    tool: "Ecto",
    dump: /^((?:.*\/)?priv\/[^/]+\/)structure\.sql$/,
    migrations: (folder) => `${folder}/migrations/`
  },
  {
    tool: "Laravel",
    dump: /^((?:.*\/)?database\/schema\/)pgsql-schema\.(?:sql|dump)$/,
    migrations: (folder) => `${folderOf(folder)}/migrations/`
  }
];
function dumps({ files, read }) {
  return DUMPS.flatMap(
    ({ tool, dump, migrations }) => [...byFolder(files, dump)].flatMap(([folder, [file]]) => {
      const own = files.filter((each) => each.startsWith(migrations(folder)));
      if (own.length === 0) return [];
      const unsure = behindMigrations(file, read(file) ?? "", own);
      return [{ ...wholeCandidate(`${tool}, by its dump`, file, own.length, [file]), unsure }];
    })
  );
}
function wholeCandidate(tool, place, count3, sql) {
  return { tool, place, count: count3, steps: sql, sql, unsure: [], isWhole: true };
}
function sqlc({ files, read }) {
  return files.filter((file) => /(?:^|\/)sqlc\.(?:ya?ml|json)$/.test(file)).flatMap((config) => {
    const entries = entriesOf(read(config) ?? "").filter(
      ({ engine }) => engine === void 0 || engine.startsWith("postgres")
    );
    return entries.flatMap(({ schema = [] }) => {
      const named = [schema].flat().map((each) => joined(folderOf(config), each));
      const isApplied = named.every((file) => files.includes(file) && !isTwoWay(file, read));
      if (named.length === 0 || !isApplied) return [];
      return [{ ...wholeCandidate("sqlc", config, named.length, named), isWhole: false, isReadOnly: true }];
    });
  });
}
function entriesOf(text) {
  try {
    const { sql, packages } = (0, import_yaml4.parse)(text, { logLevel: "error" }) ?? {};
    return [...Array.isArray(sql) ? sql : [], ...Array.isArray(packages) ? packages : []];
  } catch {
    return [];
  }
}
var MAKES_TABLES2 = /^[ \t]*CREATE\s+(?:UNLOGGED\s+)?TABLE\b/im;
var SCHEMA_NAME = /(?:^|[/_.-])(?:schema|structure|ddl|init(?:db|ialize)?|tables|database|setup)[\w.-]*\.sql$/i;
function plainSql(repository) {
  const { files, read } = repository;
  const isSchema = (file) => {
    const sql = read(file) ?? "";
    return MAKES_TABLES2.test(sql) && !isTwoWay(file, read) && !isScript(sql) && !/\.down\.sql$|(?:^|\/)(?:down|seed)[^/]*\.sql$/.test(file);
  };
  const all = [...byFolder(files, /^((?:.*\/)?)[^/]+\.sql$/)].flatMap(([folder, inIt]) => {
    const sql = inIt.filter((file) => isSchema(file) && otherDialect(baseName(file)) === null);
    return sql.length === 0 ? [] : [plainCandidate(repository, folder, inIt, sql)];
  });
  return asModules(all);
}
function plainCandidate(repository, folder, inIt, sql) {
  const common = { tool: "SQL", count: sql.length, isPlain: true };
  const own = inIt.filter((file2) => otherDialect(baseName(file2)) === null);
  if (own.length > 1 && own.length === inIt.length && own.every((file2) => /^V?\d/.test(baseName(file2))))
    return { ...common, place: folder, steps: [inFolder(folder, "*.sql")], sql: own, unsure: [] };
  const named = sql.filter((file2) => SCHEMA_NAME.test(file2));
  const last = lastVersion(sql, repository.read);
  const file = sql.length === 1 ? sql[0] : named.length === 1 ? named[0] : last;
  if (file !== null) {
    const { steps, unsure: unsure2 } = psqlSteps(file, repository.read(file) ?? "");
    const versions = file === last ? [`${file} was taken, as the last of ${sql.length} versions of one schema`] : [];
    const more = file === last ? [] : besides(repository, inIt, file);
    return { ...common, steps, unsure: [...unsure2, ...versions, ...more], place: file, sql: [file] };
  }
  if (sql.every((each) => /^V?\d/.test(baseName(each))))
    return { ...common, place: folder, steps: [inFolder(folder, "*.sql")], sql, unsure: [] };
  const list2 = firstAndMore(sql.map(baseName), 5);
  const unsure = [
    `${sql.length} SQL files in ${folder} make tables (${list2}), and nothing says in which order: list them under database.setup`
  ];
  return { ...common, place: folder, steps: null, sql, unsure };
}
function lastVersion(sql, read) {
  const versions = sql.flatMap((file) => {
    const [, stem, version] = /^(.*?)[-_.]?v?(?<!\d)(\d+)\.sql$/i.exec(baseName(file)) ?? [];
    return stem === void 0 || stem === "" ? [] : [{ file, stem, version: Number(version) }];
  });
  const [first, ...others] = versions.toSorted((a, b) => b.version - a.version);
  const isOne = versions.length === sql.length && others.every(({ stem }) => stem === first.stem);
  if (first === void 0 || others.length === 0 || !isOne) return null;
  const tables = (file) => new Set([...(read(file) ?? "").matchAll(TABLE_MADE)].map(([, name]) => name));
  const [now2, before] = [tables(first.file), tables(others[0].file)];
  return [...before].filter((name) => now2.has(name)).length * 2 > before.size ? first.file : null;
}
var TABLE_MADE = /^[ \t]*CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?([\w."]+)/gim;
var MODULES_LEAST = 3;
var RESOURCES = "src/main/resources";
function asModules(all) {
  const alike = /* @__PURE__ */ new Map();
  for (const each of all) {
    const { place, sql } = each;
    if (!place.endsWith(".sql") || sql.length !== 1 || isAside(place) || otherDialect(place) !== null)
      continue;
    const kind = place.includes(`/${RESOURCES}/`) ? RESOURCES : baseName(place);
    alike.set(kind, [...alike.get(kind) ?? [], each]);
  }
  const modules = [...alike].filter(([kind, same]) => {
    const ofModule = ({ place }) => place.split(kind === RESOURCES ? `/${RESOURCES}/` : "/")[0];
    return same.length >= MODULES_LEAST && new Set(same.map(ofModule)).size === same.length;
  });
  const joint = modules.map(([kind, same]) => {
    const unsure = [
      `${same.length} modules have SQL of their own (${firstAndMore(
        same.map(({ place }) => place),
        4
      )}), and nothing says which of them belong together, and in which order: list them under database.setup`
    ];
    return {
      tool: "SQL",
      place: `*/${kind}`,
      count: same.length,
      isPlain: true,
      steps: null,
      sql: same.flatMap(({ sql }) => sql),
      unsure
    };
  });
  const inModules = new Set(modules.flatMap(([, same]) => same));
  return [...all.filter((each) => !inModules.has(each)), ...joint];
}
function besides({ read }, inIt, schema) {
  const more = inIt.filter(
    (file) => file !== schema && otherDialect(file) === null && /^[ \t]*CREATE\s+(?:OR\s+REPLACE\s+)?(?:TYPE|FUNCTION|VIEW|MATERIALIZED|INDEX|UNIQUE|TRIGGER|EXTENSION|SCHEMA|PROCEDURE)\b/im.test(
      read(file) ?? ""
    )
  );
  return more.length === 0 ? [] : [
    `${more.slice(0, 4).join(", ")} next to ${schema} make more of the schema: list those that belong to it, in their order`
  ];
}
function psqlSteps(file, sql) {
  if (/^[ \t]*CREATE\s+DATABASE\b|^\\c(?:onnect)?\s/im.test(sql)) {
    return {
      steps: null,
      unsure: [
        `${file} makes a database of its own: take CREATE DATABASE and \\connect out, and name it under database.setup`
      ]
    };
  }
  const isOfPsql = /^\\[a-z!]/im.test(sql.replace(/^COPY[\s\S]*?^\\\.$|^\\(?:un)?restrict\b.*$/gim, ""));
  return {
    steps: [isOfPsql ? { command: `psql -X -q -v ON_ERROR_STOP=1 -f ${shellWord(file)}`, env: {} } : file],
    unsure: []
  };
}

// src/ingest/starter/lacking-tables.ts
var NAME2 = String.raw`((?:"[^"]+"|[a-z_][\w$]*)(?:\.(?:"[^"]+"|[a-z_][\w$]*))?)`;
var SELECT_INTO = String.raw`\bSELECT\b[^;]{0,2000}?\bINTO\s+(?:TABLE\s+)?${NAME2}`;
var MADE = new RegExp(
  String.raw`\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:(?:GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED|FOREIGN|MATERIALIZED|RECURSIVE)\s+)*(?:TABLE|VIEW)\s+(?:IF\s+NOT\s+EXISTS\s+)?${NAME2}|\bRENAME\s+TO\s+${NAME2}|${SELECT_INTO}`,
  "gi"
);
var CHANGED = new RegExp(
  String.raw`\bALTER\s+TABLE\s+(?:ONLY\s+)?${NAME2}(?=[\s;])|\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(?:CONCURRENTLY\s+)?(?:"[^"]+"|\w+)\s+ON\s+(?:ONLY\s+)?${NAME2}|\bREFERENCES\s+${NAME2}\s*\(`,
  "gi"
);
var ADDED = /\bADD\s+COLUMN\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?/gi;
function tablesNamedIn(text) {
  const plain = (name) => name.replace(/^.*\./, "").replaceAll('"', "").toLowerCase();
  const namesIn = (pattern) => [...text.matchAll(pattern)].map((found) => plain(found.slice(1).find((name) => name !== void 0)));
  const made = new Set(namesIn(MADE));
  const changed = new Set(namesIn(CHANGED));
  return { made, lacking: [...changed].filter((name) => !made.has(name) && name !== "if").toSorted() };
}
function sqlOfCandidate({ read }, { sql, writes = {} }) {
  return [...Object.values(writes), ...sql.map((file) => read(file) ?? "")].join("\n").replace(/--.*|\/\*[\s\S]*?\*\//g, "");
}
function withTheirBases(repository, candidates, plain) {
  const known2 = /* @__PURE__ */ new Map();
  const read = (candidate) => {
    const before = known2.get(candidate);
    if (before !== void 0) return before;
    const text = sqlOfCandidate(repository, candidate);
    const tables = tablesNamedIn(text);
    known2.set(candidate, { text, tables });
    return { text, tables };
  };
  return candidates.map((each) => withItsBase(each, plain, read));
}
function withItsBase(candidate, plain, read) {
  const { steps, sql, isPlain, unsure } = candidate;
  if (steps === null || sql.length === 0 || isPlain === true) return candidate;
  const { text, tables } = read(candidate);
  const { made, lacking } = tables;
  if (lacking.length === 0) return candidate;
  const base2 = plain.find(
    (each) => each.steps !== null && lacking.every((name) => read(each).tables.made.has(name))
  );
  const names3 = firstAndMore(lacking);
  if (base2 === void 0) {
    if (lacking.length >= made.size) return `it changes tables that it does not make (${names3})`;
    return { ...candidate, unsure: [...unsure, `its files change ${names3}, which none of them makes`] };
  }
  const ofBase = read(base2);
  const added = [...text.matchAll(ADDED)].map(([, name]) => name);
  const shared = added.filter((name) => new RegExp(String.raw`\b${name}\b`, "i").test(ofBase.text));
  const isMade = [...made].some((name) => ofBase.tables.made.has(name));
  if (isMade || shared.length * 2 > added.length) return `${base2.place} has what it comes to`;
  return {
    ...candidate,
    steps: [...base2.steps, ...steps],
    sql: [...base2.sql, ...sql],
    unsure: [...unsure, `its files change ${names3}, which ${base2.place} makes: that is applied before`]
  };
}

// src/ingest/starter/prerequisites.ts
var EXTENSIONS = [
  ["uuid-ossp", /\buuid_generate_v[1345]\w*\s*\(/i],
  ["pgcrypto", /\b(?:gen_random_bytes|crypt|gen_salt|digest|hmac|pgp_sym_\w+)\s*\(/i],
  ["citext", /\bcitext\b/i],
  ["pg_trgm", /\b(?:gin|gist)_trgm_ops\b|\b(?:word_)?similarity\s*\(/i],
  ["hstore", /\bhstore\b/i],
  ["ltree", /\bl(?:tree|query)\b/i],
  ["unaccent", /\bunaccent\s*\(/i],
  ["btree_gist", /\bEXCLUDE\s+USING\s+gist\s*\([^;]*?\bWITH\s*=/i]
];
var ROLE = String.raw`(?:"[\w$-]+"|[A-Za-z_][\w$]*)`;
var ROLES = String.raw`(${ROLE}(?:\s*,\s*${ROLE})*)`;
var NAMES_ROLE = new RegExp(
  String.raw`\bGRANT\b[^;']*?\bTO\s+(?:GROUP\s+)?${ROLES}|\bREVOKE\b[^;']*?\bFROM\s+${ROLES}|\bOWNER\s+TO\s+${ROLES}|\bFOR\s+ROLE\s+${ROLES}|\bCREATE\s+POLICY\b[^;]*?\sTO\s+${ROLES}(?=\s+(?:USING|WITH)\b)`,
  "gi"
);
var MAKES_ROLE = new RegExp(
  String.raw`\bCREATE\s+(?:ROLE|USER|GROUP)\s+(?:IF\s+NOT\s+EXISTS\s+)?(${ROLE})`,
  "gi"
);
var NO_ROLE = /^(?:public|current_user|current_role|session_user|postgres|group|pg_\w+)$/i;
var FILE = "bench/before-migrations.sql";
function withPrerequisites({ read }, candidate) {
  const { steps, sql, writes = {}, unsure } = candidate;
  if (steps === null || sql.length === 0) return candidate;
  const whole = [...sql.map((file) => read(file) ?? ""), ...Object.values(writes)].join("\n").replace(/--.*|\/\*[\s\S]*?\*\//g, "");
  const text = whole.replace(/'(?:[^'\n]|'')*'/g, "''");
  const extensions = EXTENSIONS.filter(([name, uses]) => uses.test(text) && !makesExtension(name, text)).map(
    ([name]) => name
  );
  const platform = Object.values(writes).join("\n");
  const schemas = schemasTakenForGranted(text, whole);
  const roles = rolesTakenForGranted(text).filter((name) => !platform.includes(`'${name}'`));
  if (extensions.length + schemas.length + roles.length === 0) return candidate;
  const lines = [
    "-- What the migrations take for granted of their server.",
    ...extensions.map((name) => `CREATE EXTENSION IF NOT EXISTS "${name}";`),
    ...schemas.map((name) => `CREATE SCHEMA IF NOT EXISTS "${name}";`),
    ...roles.map(
      (name) => `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${name}') THEN CREATE ROLE "${name}"; END IF; END $$;`
    )
  ];
  const what = [
    ...extensions.map((name) => `the extension ${name}`),
    ...schemas.map((name) => `the schema ${name}`),
    ...roles.map((name) => `the role ${name}`)
  ];
  return {
    ...candidate,
    steps: [FILE, ...steps],
    writes: { ...writes, [FILE]: `${lines.join("\n")}
` },
    unsure: [
      ...unsure,
      `the SQL needs ${what.join(", ")}, and does not make ${what.length === 1 ? "it" : "them"}: ${FILE} does`
    ]
  };
}
function makesExtension(name, text) {
  return new RegExp(String.raw`\bCREATE\s+EXTENSION\s+(?:IF\s+NOT\s+EXISTS\s+)?"?${name}\b`, "i").test(text);
}
function schemasTakenForGranted(text, whole) {
  const named = [...text.matchAll(IN_SCHEMA)].map(([, quoted, plain]) => quoted ?? plain.toLowerCase());
  return [...new Set(named)].filter((name) => !NO_SCHEMA.test(name)).filter((name) => !new RegExp(String.raw`\bCREATE\s+SCHEMA\b[^;]*?\b${name}\b`, "i").test(whole)).toSorted();
}
var IN_SCHEMA = /\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:(?:UNLOGGED|MATERIALIZED)\s+)?(?:TABLE|TYPE|DOMAIN|SEQUENCE|VIEW|FUNCTION|PROCEDURE)\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:"([\w-]+)"|([a-z_]\w*))\s*\.\s*["a-z_]/gi;
var NO_SCHEMA = /^(?:public|pg_\w+|information_schema|cron|partman|topology|tiger(?:_data)?|_?timescaledb_\w+)$/;
function rolesTakenForGranted(text) {
  const plain = (name) => name.startsWith('"') ? name.slice(1, -1) : name.toLowerCase();
  const made = new Set([...text.matchAll(MAKES_ROLE)].map(([, name]) => plain(name)));
  const named = [...text.matchAll(NAMES_ROLE)].flatMap(
    ([, ...lists]) => lists.flatMap((list2) => list2?.split(",").map((name) => plain(name.trim())) ?? [])
  );
  return [...new Set(named)].filter((name) => !NO_ROLE.test(name) && !made.has(name)).toSorted();
}

// src/ingest/starter/choice.ts
var FINDERS = [
  dumps,
  sqlFiles,
  sqlc,
  programs,
  goosePrograms,
  efCore,
  markedSql,
  plainSql,
  inCode
];
function chooseSchema(repository) {
  const found = FINDERS.flatMap((finder) => finder(repository)).filter(
    ({ place }) => isInPart(repository, place)
  );
  const plain = found.filter((each) => each.isPlain === true && whyUnfit(repository, each) === null);
  const based = withTheirBases(repository, found, plain);
  const all = based.map((each, at) => typeof each === "string" ? found[at] : each);
  const unfit = new Map(
    all.map((candidate, at) => {
      const lacks = typeof based[at] === "string" ? based[at] : null;
      return [candidate, whyUnfit(repository, candidate) ?? lacks];
    })
  );
  const fit = all.filter((candidate) => unfit.get(candidate) === null && !isInsideAnother(candidate, all));
  const [best = null] = fit.toSorted((a, b) => compareCandidates(repository, a, b));
  const others = all.filter((candidate) => candidate !== best && !isInsideAnother(candidate, all)).map((candidate) => ({ candidate, why: unfit.get(candidate) ?? whyNotChosen(candidate, best) }));
  return { chosen: best === null ? null : ofPart(repository, withPrerequisites(repository, best)), others };
}
function ofPart({ part }, candidate) {
  const { steps, writes, unsure } = candidate;
  const moved = Object.keys(writes ?? {}).filter((file) => /^bench\/[^/]+\.sql$/.test(file));
  if (part === void 0 || steps === null || moved.length === 0) return candidate;
  const placed = (file) => moved.includes(file) ? inFolder(part, file) : file;
  return {
    ...candidate,
    steps: steps.map((step) => typeof step === "string" ? placed(step) : step),
    writes: Object.fromEntries(Object.entries(writes).map(([file, text]) => [placed(file), text])),
    unsure: unsure.map((line) => moved.reduce((text, file) => text.replaceAll(file, placed(file)), line))
  };
}
function whyUnfit({ read }, { place, sql, dialect }) {
  if (isAside(`${place}/`)) return "it lies with tests, examples, templates or upgrades";
  const named = otherDialect(place);
  if (named !== null) return `its path says ${named}`;
  if (dialect !== void 0 && dialect !== null)
    return /^(?:postgres|pg)/.test(dialect) ? null : `its tool says ${dialect}`;
  if (namesPostgres(place)) return null;
  const texts = sql.filter((file) => otherDialect(file) === null).map((file) => read(file) ?? "");
  const foreign = texts.map(foreignSql).find((dialect2) => dialect2 !== null);
  return foreign === void 0 || foreign === null || texts.some(isPostgresSql) ? null : `its SQL is ${foreign}'s`;
}
var RANK = [
  ({ isPlain }) => Number(isPlain !== true),
  ({ isReadOnly }) => Number(isReadOnly !== true),
  ({ isPush, isPlain, steps }) => isPlain === true ? 0 : isPush === true ? 1 : steps === null ? 0 : 2,
  ({ isPlatform }) => Number(isPlatform === true),
  ({ place }) => Number(isForPostgres(place)),
  ({ isWhole }) => Number(isWhole === true),
  ({ sql }, { read }) => Number(sql.length === 0 || sql.some((file) => mayBePostgresSql(read(file) ?? ""))),
  // Of SQL that no tool orders, the most tables are the schema, whether or not their order is known.
  ({ isPlain, sql }, { read }) => isPlain === true ? tablesIn(sql, read) : 0,
  ({ steps }) => Number(steps !== null),
  ({ count: count3 }) => count3
];
function tablesIn(sql, read) {
  return sql.reduce((sum, file) => sum + ((read(file) ?? "").match(MADE2)?.length ?? 0), 0);
}
var MADE2 = /^[ \t]*CREATE\s+(?:UNLOGGED\s+)?TABLE\b/gim;
function compareCandidates(repository, a, b) {
  for (const rank of RANK) {
    const order2 = rank(b, repository) - rank(a, repository);
    if (order2 !== 0) return order2;
  }
  return 0;
}
function isInsideAnother(candidate, all) {
  const { place, isPlain } = candidate;
  const earlier = all.slice(0, all.indexOf(candidate)).filter((other2) => other2.isPlain !== true);
  return earlier.some(
    (other2) => place === other2.place || isPlain === true && place.startsWith(`${other2.place}/`)
  );
}
var NOT_APPLIED = "its files cannot be applied as they are";
function whyNotChosen({ tool, place, isPlain, isReadOnly, isPush, isPlatform, count: count3, steps }, chosen) {
  if (isPlain === true && chosen.isPlain !== true) return `${chosen.tool} goes before SQL of no known tool`;
  if (isForPostgres(chosen.place) && !isForPostgres(place)) return "its path does not say PostgreSQL";
  if (isPush === true && chosen.isPush !== true)
    return `migrations go before models, and ${chosen.tool} has them`;
  if (chosen.isPlatform === true && isPlatform !== true)
    return `${chosen.tool}'s server is the application's`;
  if (isReadOnly === true) return `${chosen.tool} applies a schema, and ${tool} only reads one`;
  if (chosen.isWhole === true) return "the whole schema goes before its migrations";
  if (steps === null) return NOT_APPLIED;
  return count3 < chosen.count ? "it has fewer files" : "the first of several alike was taken";
}

// src/ingest/starter/declared-tables.ts
function missingTables(repository, place, tables) {
  const there = new Set(tables.map(plainName));
  return declaredNear(repository, place).flatMap(({ file, tables: declared }) => {
    const missing = declared.filter((name) => !there.has(plainName(name)));
    if (missing.length === 0) return [];
    return [
      `${file} declares ${missing.length} of ${declared.length} tables that the set-up does not make: ${firstAndMore(missing)}. Are migrations missing, or made elsewhere?`
    ];
  });
}
function plainName(name) {
  return name.replace(/^.*\./, "").replaceAll('"', "").toLowerCase();
}
function declaredNear(repository, place) {
  const folder = repository.files.includes(place) ? folderOf(place) : place;
  const manifest = nearestFile(repository, folder, ["package.json", "Cargo.toml", "diesel.toml", "Gemfile"]);
  const root = manifest === null ? folder : folderOf(manifest);
  const near = repository.files.filter(
    (file) => !isAside(file) && (root === "." || file.startsWith(`${root}/`))
  );
  return MODELS.flatMap(({ file, tablesOf }) => {
    const named = near.filter((each) => file.test(each));
    const beside = named.filter((each) => each.startsWith(inFolder(folderOf(folder), "")));
    return (beside.length > 0 ? beside : named).flatMap((each) => {
      const tables = tablesOf(repository.read(each) ?? "");
      return tables.length === 0 ? [] : [{ file: each, tables }];
    });
  });
}
var MODELS = [
  { file: /\.prisma$/, tablesOf: ofPrisma },
  { file: /(?:^|\/)schema\.rs$/, tablesOf: ofDiesel },
  { file: /(?:^|\/)db\/schema\.rb$/, tablesOf: ofRails }
];
function ofPrisma(text) {
  const [, provider] = /\bdatasource\s+\w+\s*\{[^}]*\bprovider\s*=\s*"(\w+)"/.exec(text) ?? [];
  if (provider !== void 0 && !provider.startsWith("postgres")) return [];
  return [...text.matchAll(/^model\s+(\w+)\s*\{([\s\S]{0,50000}?)^[ \t]*\}/gm)].map(
    ([, name, body]) => /^[ \t]*@@map\(\s*(?:name:\s*)?"([^"]+)"/m.exec(body)?.[1] ?? name
  );
}
function ofDiesel(text) {
  return [
    ...text.matchAll(
      /^[ \t]*(?:diesel::)?table!\s*\{\s*(?:(?:\/\/|use\s)[^\n]*\n\s*)*(?:#\[[^\]]*\]\s*)*(?:\w+\.)?(\w+)\s*\(/gm
    )
  ].map(([, name]) => name);
}
function ofRails(text) {
  return [...text.matchAll(/^[ \t]*create_table\s+["'](\w+)["']/gm)].map(([, name]) => name);
}

// src/ingest/starter/image-locale.ts
var LANG_OF_IMAGES = "en_US.UTF-8";
function imageLocale({ LANG, POSTGRES_INITDB_ARGS: args = "" }) {
  const said = (...options) => options.map((option2) => new RegExp(`(?:^|\\s)${option2}(?:=|\\s+)["']?([\\w.@:-]+)`).exec(args)?.[1]).find((value) => value !== void 0);
  const encoding = said("--encoding", "-E") ?? null;
  const provider = said("--locale-provider") ?? "libc";
  const ofProvider = said(`--${provider}-locale`) ?? said("--locale");
  if ((provider === "icu" || provider === "builtin") && ofProvider !== void 0)
    return { provider, name: ofProvider, encoding };
  if (/(?:^|\s)--no-locale\b/.test(args)) return { provider: "libc", name: "C", encoding };
  const name = said("--lc-collate", "--locale") ?? LANG ?? LANG_OF_IMAGES;
  return { provider: "libc", name: localeWithDash(name), encoding };
}
function listsLocale(listed2, name) {
  const plain = (text) => text.toLowerCase().replaceAll("-", "");
  return ["C", "POSIX"].includes(name) || listed2.some((each) => plain(each) === plain(name));
}

// src/ingest/starter/server.ts
var EXTENSIONS2 = [
  [/vector/, "pgvector/pgvector:pg17", /pgvector/],
  [/postgis\w*/, "postgis/postgis:17-3.5", /postgis/],
  [/timescaledb/, "timescale/timescaledb:latest-pg17", /timescaledb/]
];
function findServer({ files, read, locales }, chosen, job) {
  const around = foldersUpFrom(chosen?.place ?? ".");
  const distance = (file) => {
    const at = around.indexOf(folderOf(file));
    return at < 0 ? around.length : at;
  };
  const composed = files.filter((file) => COMPOSE2.test(file) && !isAside(file)).toSorted((a, b) => distance(a) - distance(b)).flatMap((file) => {
    const text = read(file) ?? "";
    return imagesIn(text).map((image) => ({ file, image, variables: variablesIn(text) }));
  });
  const images = [
    ...job?.image == null ? [] : [{ file: job.file, image: job.image, variables: job.imageVariables }],
    ...composed
  ];
  const sql = (chosen?.sql ?? []).map((file) => read(file) ?? "").join("\n");
  for (const [extension, usual, of] of EXTENSIONS2) {
    const isMade = new RegExp(
      String.raw`^[ \t]*CREATE\s+EXTENSION\s+(?:IF\s+NOT\s+EXISTS\s+)?"?${extension.source}\b`,
      "im"
    ).test(sql);
    const named = images.find(({ image: image2 }) => of.test(image2));
    if (!isMade && (named === void 0 || sql !== "")) continue;
    const image = named?.image ?? usual;
    return {
      deploy: container(image),
      said: `the image ${image}${named === void 0 ? "" : ` in ${named.file}`}, for an extension that PostgreSQL does not bring along`,
      unsure: [],
      generates: null
    };
  }
  const known2 = images.find(({ image }) => versionOfImage(image) !== null) ?? images[0];
  if (known2 === void 0) return { deploy: [localLine({})], said: null, unsure: [], generates: null };
  const version = versionOfImage(known2.image);
  const locale = localeHere(imageLocale(known2.variables), version, locales);
  const fields = { ...version === null ? {} : { version: String(version) }, ...locale.fields };
  return {
    deploy: [localLine(fields)],
    said: `PostgreSQL ${version === null ? "" : `${version} `}in ${known2.file}${locale.said}`,
    unsure: locale.unsure,
    generates: locale.generates
  };
}
function localLine(fields) {
  const said = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const text = said.length === 0 ? "{}" : `{ ${said.join(", ")} }`;
  return `    local: ${text}                        # a fresh PostgreSQL for every session`;
}
var ICU_SINCE = 15;
function localeHere({ provider, name, encoding }, version, locales) {
  const coded = encoding === null || /^utf-?8$/i.test(encoding) ? "" : `, encoding: ${encoding}`;
  if (provider !== "libc")
    return {
      fields: { locale: `{ provider: ${provider}, name: ${name}${coded} }` },
      said: `, which orders text by ${provider} as ${name}`,
      unsure: [],
      generates: null
    };
  const own = { locale: coded === "" ? name : `{ name: ${name}${coded} }` };
  const said = `, which orders text as ${name}`;
  const isC = listsLocale([], name);
  if (locales === void 0 || listsLocale(locales, name))
    return { fields: own, said, unsure: [], generates: isC ? null : name };
  const lacking = `this machine lacks the locale ${name} of the image (sudo locale-gen ${name} makes it)`;
  if (version !== null && version < ICU_SINCE)
    return {
      fields: {},
      said,
      unsure: [`${lacking}: text is ordered as C until you set database.deploy.local.locale`],
      generates: null
    };
  const icu = icuLocaleName(name);
  return {
    fields: { locale: `{ provider: icu, name: ${icu} }` },
    said,
    unsure: [`${lacking}: ICU orders text as ${icu} instead, which is nearly the same`],
    generates: null
  };
}
function variablesIn(text) {
  const saidOf = (name) => new RegExp(String.raw`\b${name}["']?\s*[:=]\s*["']?([^"'\n]+)`).exec(text)?.[1]?.trim();
  const [args, lang] = [saidOf("POSTGRES_INITDB_ARGS"), saidOf("LANG")];
  return {
    ...args === void 0 ? {} : { POSTGRES_INITDB_ARGS: args },
    ...lang === void 0 ? {} : { LANG: lang }
  };
}
function container(image) {
  return [
    "    docker:",
    `      image: ${image}`,
    "      env: { POSTGRES_PASSWORD: plumbline, PGDATA: /data/pg }",
    "      args: [-c, fsync=off, -c, autovacuum=off]",
    "      data: /data",
    "      url: postgres://postgres:plumbline@$PLUMBLINE_HOST:$PLUMBLINE_PORT/postgres"
  ];
}
var COMPOSE2 = /(?:^|\/)(?:docker-)?compose[^/]*\.ya?ml$/;
function imagesIn(text) {
  return [...text.matchAll(/^[ \t]*image:\s*["']?(\S+?)["']?\s*$/gm)].map(([, image]) => image.replace(/\$\{\w+:?-([^}]*)\}/g, "$1")).filter(isPostgresImage);
}

// src/ingest/starter/texts.ts
var import_yaml5 = __toESM(require_dist2(), 1);
function configOfPart(part) {
  return inFolder(part ?? ".", "plumbline.yml");
}
function yamlScalar(text) {
  return (0, import_yaml5.stringify)(text, { lineWidth: 0, blockQuote: false }).trimEnd();
}
function starterStepText(step) {
  if (typeof step === "string") return yamlScalar(step);
  const env = Object.entries(step.env).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const list2 = (name) => step[name] === void 0 ? "" : `, ${name}: [${step[name].map((each) => JSON.stringify(each)).join(", ")}]`;
  return `{ command: ${JSON.stringify(step.command)}${env.length === 0 ? "" : `, env: { ${env.join(", ")} }`}${list2("inputs")}${list2("needs")} }`;
}
var NAME_MOST = 80;
function nameOfScript(scripts, index) {
  const own = (file2) => baseName(file2).replace(/\.\w+$/, "");
  const file = scripts[index];
  const isAlone = own(file) !== "" && scripts.every((other2) => other2 === file || own(other2) !== own(file));
  const name = isAlone ? own(file) : file;
  return name.length > NAME_MOST ? `script ${index + 1}` : name;
}
var INPUTS = "    # with inputs: [the files that it reads], a command runs once while they stay the same, and not in each check for each arm";
function configText({ name, schema, server, rows, queries }, scripts) {
  const setup = schema === null ? [
    "  # setup: [db/migrations/*.sql]     # your schema and rows: SQL files, or { command: ... } of a migration tool"
  ] : [
    "  setup:                             # base gets base's, head gets head's",
    ...schema.steps.map((step) => `    - ${starterStepText(step)}`),
    ...schema.steps.some((step) => typeof step !== "string" && step.inputs === void 0) ? [INPUTS] : [],
    "    # - db/rows.sql                  # rows: so many that an index matters",
    ...rows.map((each) => `    # found, and not run: ${each}`)
  ];
  const workloads = scripts.length === 0 ? [
    "  # This drives the load generator's own tables. Replace it by SQL of yours: - { name: checkout, script: bench/checkout.sql }",
    "  - name: point-select",
    "    run: oltp_point_select",
    "    options: { tables: 1, table-size: 100000, threads: 4 }"
  ] : scripts.flatMap((file, index) => [
    `  - name: ${JSON.stringify(nameOfScript(scripts, index))}`,
    `    script: ${yamlScalar(file)}`,
    "    options: { threads: 4 }"
  ]);
  return [
    "# What Plumbline measures: https://github.com/plumbline/plumbline/blob/main/docs/how-to/own-sql.md",
    `suite: ${JSON.stringify(name)}                  # unlike those of other config files in the repository`,
    "database:",
    "  deploy:",
    ...server.deploy,
    ...schema?.role === void 0 ? [] : [`  role: ${schema.role}              # as the load runs: its policies bind it`],
    ...setup,
    "workloads:",
    ...workloads,
    ...queriesText(queries),
    "measure: { sessions: 8, seconds: 8 }",
    "# The smallest changes that matter to you. These are the defaults:",
    "# gates: { qps: 2%, server-cpu: 2%, p99: { change: 8%, floor: 10us } }",
    ""
  ].join("\n");
}
var INSTALL = `      # database.setup runs a command: install here what it needs (ruby/setup-ruby, actions/setup-python, ...).
`;
function aptLine(packages) {
  return `sudo apt-get update && sudo apt-get install -y ${[...new Set(packages)].join(" ")}`;
}
function installText({ schema, job }) {
  if (!schema?.steps?.some((step) => typeof step !== "string")) return "";
  const byApt = job === null || job.apt.length === 0 ? [] : [{ run: aptLine(job.apt) }];
  if (job === null || job.tools.length + byApt.length === 0) return INSTALL;
  const steps = (0, import_yaml5.stringify)([...byApt, ...job.tools], { lineWidth: 0 }).trimEnd().split("\n").map((line) => `      ${line}
`);
  return `      # As in ${job.file}:
${steps.join("")}`;
}
function cacheText({ schema, server, part }) {
  const files = (schema?.steps ?? []).filter((step) => typeof step === "string" || step.inputs !== void 0);
  if (files.length === 0 || !server.deploy.some((line) => /^ *local:/.test(line))) return "";
  return `      # Databases that were filled already: a push that changes no file of database.setup fills none.
      - uses: actions/cache@v5
        with:
          path: ~/.cache/plumbline/data
          key: plumbline-\${{ runner.os }}-\${{ hashFiles('${configOfPart(part).replaceAll("'", "''")}', '**/*.sql') }}
          restore-keys: plumbline-\${{ runner.os }}-
`;
}
function workflowOfPart(part) {
  return `.github/workflows/plumbline${part === null ? "" : `-${part.replaceAll(/[^\w.-]/g, "-")}`}.yml`;
}
function workflowText(facts) {
  const install = installText(facts);
  const { part } = facts;
  const { generates } = facts.server;
  const locale = generates === null ? "" : `      - run: sudo locale-gen ${generates}
`;
  return `# One comment on every pull request. Its head and the commit that it branched from are measured side by side.
name: ${part === null ? "Performance" : JSON.stringify(`Performance of ${part}`)}
on: pull_request
permissions:
  contents: read
  pull-requests: write
  # For a check run next to the comment. You can leave it out: then only the job itself fails.
  checks: write
concurrency:
  group: \${{ github.workflow }}-\${{ github.event.pull_request.number }}
  cancel-in-progress: true
jobs:
  plumbline:
    runs-on: ubuntu-latest
    timeout-minutes: 60
    steps:
      - uses: actions/checkout@v6
        with: { fetch-depth: 0, persist-credentials: false }
${install}${locale}${cacheText(facts)}      - uses: plumbline/plumbline@main
${part === null ? "" : `        with: { config: ${JSON.stringify(configOfPart(part))} }
`}      # The report with its pictures, which the comment links to.
      - uses: actions/upload-artifact@v6
        if: always()
        with: { name: plumbline, path: plumbline-out/ }
`;
}

// src/ingest/starter/starter.ts
function starterOf(all, tables = []) {
  const files = all.files.filter((file) => !file.startsWith("!"));
  const read = (file) => all.read(file)?.replace(/^\ufeff/, "") ?? null;
  const repository = { ...all, files, read };
  const { part = null } = repository;
  const own = { ...repository, files: repository.files.filter((file) => isInPart(repository, file)) };
  const choice = chooseSchema(repository);
  const { chosen } = choice;
  const schema = chosen?.steps == null ? null : chosen;
  const job = testJobOf(repository, chosen?.place ?? part ?? ".", chosen?.runtime);
  const facts = {
    name: repository.name,
    part,
    schema,
    server: findServer(repository, chosen, job),
    job,
    rows: seeds(own),
    queries: queryFiles(own)[0] ?? null
  };
  const scripts = pgbenchScripts(own);
  const table = schema === null ? null : tables.find((name) => !OF_TOOLS.test(name)) ?? firstTable(schema.sql.map((file) => repository.read(file) ?? ""));
  const first = inFolder(part ?? ".", FIRST_SCRIPT);
  const written = scripts.length > 0 || table === null ? {} : { [first]: firstScript(table) };
  const driven = scripts.length > 0 ? scripts : Object.keys(written);
  return {
    found: foundWords(own, choice, facts, scripts),
    unsure: [
      ...chosen?.unsure ?? [],
      ...schema === null ? [...schemaOfTests(job), ...submodules(repository)] : [],
      ...severalSchemas(choice),
      ...unnamedRole(repository, schema),
      ...withoutDriver(own, schema),
      ...packagesOfTests(schema, job),
      ...facts.server.unsure
    ],
    lacks: schema === null || schema.isPush === true || tables.length === 0 ? [] : missingTables(repository, schema.place, tables),
    config: configOfPart(part),
    files: {
      [configOfPart(part)]: configText(facts, driven),
      [workflowOfPart(part)]: workflowText(facts),
      ...schema?.writes,
      ...written
    },
    isDriven: driven.length > 0,
    next: driven.length === 0 ? [noSqlYet(job)] : Object.keys(written).map((file) => `put your own SQL into ${file}`)
  };
}
var OTHERS_MOST = 8;
function foundWords(repository, { chosen, others }, { server, job, rows }, scripts) {
  const queries = queryFiles(repository);
  const count3 = queries.reduce((sum, each) => sum + each.count, 0);
  return [
    chosen === null ? "no schema or migrations of a known tool" : `${chosen.steps === null ? "no way to apply" : "the schema:"} ${candidateText(chosen)}`,
    ...others.slice(0, OTHERS_MOST).map(({ candidate, why: why2 }) => `and passed over: ${candidateText(candidate)}: ${why2}`),
    ...others.length > OTHERS_MOST ? [`and passed over: ${others.length - OTHERS_MOST} more`] : [],
    ...server.said === null ? [] : [server.said],
    ...job === null ? [] : [`the job of the tests in ${job.file}${job.test === null ? "" : `: ${job.test}`}`],
    ...rows.length === 0 ? [] : [`what may fill tables, and is not run yet: ${rows.join(", ")}`],
    ...queries.length === 0 ? [] : [
      `${count3} named queries in ${queries.slice(0, 3).map(({ folder }) => folder).join(", ")}: plumbline.yml has their workload as a comment, as most queries need rows`
    ],
    scripts.length === 0 ? "no pgbench scripts" : `pgbench scripts: ${scripts.join(", ")}`
  ];
}
function candidateText({ tool, place, count: count3 }) {
  return `${tool} (${place}${count3 > 1 ? `, ${count3} files` : ""})`;
}
function severalSchemas({ chosen, others }) {
  if (chosen === null) return [];
  const alike = others.filter(
    ({ candidate: { steps, count: count3 }, why: why2 }) => /fewer files|several alike|not say PostgreSQL/.test(why2) || why2 === NOT_APPLIED && steps === null && count3 > chosen.count
  );
  if (alike.length === 0) return [];
  return [
    `${candidateText(chosen)} was taken, not ${alike.slice(0, 3).map(({ candidate }) => candidateText(candidate)).join(", ")}: if the application uses another one, name it under database.setup`
  ];
}
function submodules({ read }) {
  const paths = [...(read(".gitmodules") ?? "").matchAll(/^[ \t]*path\s*=\s*(\S.*)/gm)].map(
    ([, at]) => at.trimEnd()
  );
  return paths.length === 0 ? [] : [
    `submodules were not read (${firstAndMore(paths)}): where the schema is in one, run init in its repository`
  ];
}
function noSqlYet(job) {
  const command = job?.test ?? "COMMAND OF YOUR TESTS";
  return `no SQL of yours is measured yet: let \`plumbline capture --run ${JSON.stringify(command)}\` write scripts, or write one`;
}
var POLICY = /^[ \t]*(?:CREATE\s+POLICY|ALTER\s+TABLE\s[^;]*\bENABLE\s+ROW\s+LEVEL\s+SECURITY)\b/im;
function unnamedRole({ read }, schema) {
  if (schema === null || schema.role !== void 0) return [];
  if (!schema.sql.some((file) => POLICY.test(read(file) ?? ""))) return [];
  return [
    "the schema has row-level security, and the load connects as a superuser, whom no policy binds: set database.role to the role of the application"
  ];
}
var OTHER_DRIVERS = /\b(?:sqlite|h2|hsqldb|mysql|mariadb|mssql|sqlserver|oracle)\w*/i;
function withoutDriver({ files, read }, schema) {
  if (schema === null) return [];
  const named = files.filter(
    (file) => !isAside(file) && /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?|libs\.versions\.toml|application[\w-]*\.(?:properties|ya?ml))$/.test(
      file
    )
  );
  const texts = named.map((file) => read(file) ?? "");
  const at = texts.findIndex((text) => OTHER_DRIVERS.test(text));
  if (at < 0 || texts.some((text) => /postgres/i.test(text))) return [];
  return [
    `${named[at]} names ${OTHER_DRIVERS.exec(texts[at])[0]}, and no build file PostgreSQL: does the application use it?`
  ];
}
function packagesOfTests(schema, job) {
  if (!job?.apt.length || !schema?.steps?.some((step) => typeof step !== "string")) return [];
  return [
    `the tests install packages of the system, as the workflow does now: if the set-up lacks one here, run \`${aptLine(job.apt)}\``
  ];
}
var TABLE_NAME = String.raw`((?:"[^"]+"|[\w$]+)(?:\.(?:"[^"]+"|[\w$]+))?)`;
var CREATED = new RegExp(
  String.raw`^[ \t]*CREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?${TABLE_NAME}`,
  "gim"
);
var GONE2 = new RegExp(
  String.raw`\bDROP\s+TABLE\s+(?:IF\s+EXISTS\s+)?${TABLE_NAME}|\bALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?${TABLE_NAME}\s+(?:RENAME\s+TO|SET\s+SCHEMA)\b`,
  "gim"
);
var SEARCH_PATH = /^[ \t]*SET\s+search_path\s*(?:TO|=)\s*("[^"]+"|[\w$]+)/im;
function firstTable(texts) {
  const gone2 = new Set(
    texts.flatMap((text) => [...text.matchAll(GONE2)].map(([, dropped, renamed]) => dropped ?? renamed))
  );
  const made = texts.flatMap((text) => {
    const [, path19] = SEARCH_PATH.exec(text) ?? [];
    const inPath = (name) => path19 === void 0 || name.includes(".") ? name : `${path19}.${name}`;
    return [...text.matchAll(CREATED)].map(([, name]) => inPath(name));
  });
  return made.find((name) => !gone2.has(name)) ?? made[0] ?? null;
}
var OF_TOOLS = /migration|schema_(?:history|version|info)|alembic_version|changelog|goose_db_version|ar_internal_metadata|spatial_ref_sys|sqitch\./i;
var FIRST_SCRIPT = "bench/first.sql";
function firstScript(table) {
  return `-- What one visitor does. Write your own statements here. \\set draws a new value for each visitor, for example:
-- \\set id random(1, 1000)
SELECT * FROM ${table} LIMIT 10;
`;
}

// src/io/git/checkout-files.ts
import { readFileSync as readFileSync2, realpathSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path12 from "node:path";
var FILE_MOST = 4e6;
var FILES_MOST2 = 2e4;
async function checkoutFiles(folder) {
  const listed2 = await askGit(folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard");
  const files = listed2 === null ? await walk(folder) : listed2.split("\0").filter((file) => file !== "");
  const top = await askGit(folder, "rev-parse", "--show-toplevel");
  const root = realpathSync(top ?? folder);
  return { files: [...new Set(files)].toSorted(), read: (file) => readWithin(root, path12.join(folder, file)) };
}
async function walk(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path12.relative(folder, path12.join(entry.parentPath, entry.name)).split(path12.sep).join("/"));
  return files.filter((file) => !/(?:^|\/)(?:node_modules|\.git|vendor|\.venv)\//.test(file)).slice(0, FILES_MOST2);
}
function readWithin(root, file) {
  try {
    const place = realpathSync(file);
    const parts = path12.relative(root, place).split(path12.sep);
    if (parts[0] === ".." || parts.includes(".git") || path12.isAbsolute(parts[0])) return null;
    const found = statSync(place);
    return found.isFile() && found.size <= FILE_MOST ? readFileSync2(place, "utf8") : null;
  } catch {
    return null;
  }
}

// src/pipeline/try.ts
import { mkdir } from "node:fs/promises";
import path13 from "node:path";

// src/io/inspect/draft-tables.ts
var WORDS = `
  SELECT json_agg(replace(m[1], '''''', ''''))
  FROM pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''((?:[^'']|'''')*)''', 'g') AS m
  WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum] AND pg_get_constraintdef(k.oid) LIKE 'CHECK (%= ANY (%'
    AND pg_get_constraintdef(k.oid) !~ ' (AND|OR) '`;
var BEHIND = `
  WITH RECURSIVE types AS (
    SELECT t.oid, t.typtype, t.typbasetype, t.typtypmod, t.typnotnull FROM pg_type t WHERE t.oid = a.atttypid
    UNION ALL SELECT t.oid, t.typtype, t.typbasetype, t.typtypmod, t.typnotnull FROM types o JOIN pg_type t ON t.oid = o.typbasetype)
  SELECT max(oid) FILTER (WHERE typtype <> 'd') AS base, max(typtypmod) AS typtypmod, bool_or(typnotnull) AS typnotnull FROM types`;
var COLUMNS4 = `
  SELECT json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod), 'base', b.typname,
    'category', b.typcategory, 'words', coalesce((${WORDS}), '[]'), 'isNullable', NOT (a.attnotnull OR t.typnotnull), 'hasDefault', a.atthasdef,
    'length', CASE WHEN b.typname IN ('varchar', 'bpchar') THEN nullif(greatest(a.atttypmod, t.typtypmod), -1) - 4 END,
    'isGenerated', a.attidentity <> '' OR coalesce(to_jsonb(a) ->> 'attgenerated', '') <> '') ORDER BY a.attnum)
  FROM pg_attribute a CROSS JOIN LATERAL (${BEHIND}) t JOIN pg_type b ON b.oid = t.base
  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped`;
var names = (relation, numbers) => `(SELECT json_agg(quote_ident(a.attname) ORDER BY o) FROM unnest(${numbers}) WITH ORDINALITY u (n, o) JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = u.n)`;
var REFERENCES = `
  SELECT json_agg(reference ORDER BY first) FROM (
    SELECT jsonb_build_object('table', k.confrelid::regclass::text, 'columns', ${names("k.conrelid", "k.conkey")},
      'referred', ${names("k.confrelid", "k.confkey")}) AS reference, min(k.oid) AS first
    FROM pg_constraint k WHERE k.contype = 'f' AND k.conparentid = 0
      AND k.conrelid IN (SELECT c.oid UNION ALL SELECT inhrelid FROM pg_inherits WHERE inhparent = c.oid AND c.relkind = 'p')
    GROUP BY 1) AS each`;
var TABLES = `
  SELECT c.oid::regclass::text AS name, coalesce((${COLUMNS4}), '[]') AS columns, coalesce((${REFERENCES}), '[]') AS references
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence <> 't' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'`;
async function draftTables(query, empty) {
  const rows = await query(TABLES);
  return new Map(rows.map((row) => [row.name, { ...row, isEmpty: empty.has(row.name) }]));
}
var ROOTS = `
  WITH RECURSIVE parents AS (
    SELECT c.oid AS leaf, i.inhparent AS parent FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid WHERE c.relispartition
    UNION ALL SELECT p.leaf, i.inhparent FROM parents p JOIN pg_class c ON c.oid = p.parent AND c.relispartition JOIN pg_inherits i ON i.inhrelid = c.oid)
  SELECT p.leaf::regclass::text AS leaf, p.parent::regclass::text AS root FROM parents p JOIN pg_class c ON c.oid = p.parent AND NOT c.relispartition`;
async function partitionRoots(query) {
  const rows = await query(ROOTS);
  return new Map(rows.map(({ leaf, root }) => [leaf, root]));
}
var wordsOf = (text) => `(SELECT array_agg(DISTINCT lower(found[1])) FROM regexp_matches(${text}, '\\w+', 'g') found)::text[]`;
var CALLED = `
  WITH RECURSIVE own AS MATERIALIZED (
    SELECT p.oid, lower(p.proname) AS name, ${wordsOf("p.prosrc")} AS words FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE p.proname ~ '^\\w+$' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')),
  called AS (
    SELECT o.oid, o.words FROM own o WHERE o.name = ANY (${wordsOf("$1")})
    UNION SELECT o.oid, o.words FROM called c JOIN own o ON o.name = ANY (c.words))
  SELECT c.relname AS name FROM pg_class c
  WHERE c.relkind IN ('r', 'p') AND c.relname ~ '^\\w+$' AND EXISTS (SELECT FROM called WHERE lower(c.relname) = ANY (words))`;
async function functionTables(query, statements) {
  return (await query(CALLED, [statements.join("\n")])).map(({ name }) => String(name));
}

// src/ingest/rows/draft.ts
var ROWS = { referred: 1e4, other: 1e5 };
function draftRows(table, order2) {
  const isReferred = order2.some(
    (other2) => other2 !== table && other2.references.some((reference) => reference.table === table.name)
  );
  return isReferred ? ROWS.referred : ROWS.other;
}
function draftOrder(tables, wanted) {
  const done = /* @__PURE__ */ new Set();
  const order2 = [];
  const visit = (name) => {
    const table = tables.get(name);
    if (table === void 0 || !table.isEmpty || done.has(name)) return;
    done.add(name);
    for (const reference of table.references)
      if (isRequired(table, reference) || wanted.includes(reference.table)) visit(reference.table);
    order2.push(table);
  };
  for (const name of wanted) visit(name);
  return order2;
}
function draftStatement(table, filled, rows) {
  return statementWhere(table, filled, rows, []);
}
function trialStatement(table, filled, rows) {
  const where = `WHERE i <= ${TRIED_ENDS} OR i > ${rows - TRIED_ENDS} OR i % 500 IN (0, 499)`;
  return statementWhere(table, filled, rows, [where]);
}
var TRIED_ENDS = 50;
function statementWhere(table, filled, rows, where) {
  const used = table.references.filter((reference) => filled.has(reference.table));
  const values = table.columns.flatMap((column) => {
    const at = used.findIndex(({ columns: columns2 }) => columns2.includes(column.name));
    if (at >= 0) {
      const { columns: columns2 } = used[at];
      return [[column.name, `p${at + 1}.c${columns2.indexOf(column.name) + 1}`]];
    }
    const isReference = table.references.some(({ columns: columns2 }) => columns2.includes(column.name));
    if (column.isGenerated || isReference && column.isNullable || isYetToCome(column)) return [];
    const value = column.hasDefault && !isTimeColumn(column) ? null : draftValue(table, column);
    return value === null ? [] : [[column.name, value]];
  });
  const joins = used.map(({ table: parent, referred }, at) => {
    const taken = referred.map((name, nth) => `${name} AS c${nth + 1}`).join(", ");
    const row = `(SELECT ${taken}, row_number() OVER () - 1 AS at FROM ${parent})`;
    const draw = at === 0 ? "i" : `abs(hashint4(i + ${at})::bigint)`;
    return `JOIN ${row} p${at + 1} ON p${at + 1}.at = ${draw} % (SELECT count(*) FROM ${parent})`;
  });
  const columns = values.length === 0 ? "" : ` (${values.map(([name]) => name).join(", ")})`;
  return [
    `INSERT INTO ${table.name}${columns}`,
    `SELECT ${values.map(([, value]) => value).join(", ")}`.trimEnd(),
    `FROM generate_series(1, ${rows}) i`,
    ...joins,
    ...where,
    "ON CONFLICT DO NOTHING;"
  ].join("\n");
}
function requiredTables(table) {
  return table.references.filter((each) => isRequired(table, each)).map((each) => each.table);
}
function isRequired(table, { columns }) {
  return table.columns.some(
    ({ name, isNullable, hasDefault }) => columns.includes(name) && !isNullable && !hasDefault
  );
}
function isTimeColumn({ base: base2 }) {
  return base2 in TIMES;
}
var EXPIRES = /expir(?:es?(?!d)|y|ation)|until|valid_?to|deadline|heart_?beat/i;
function isYetToCome(column) {
  const { name, isNullable, hasDefault } = column;
  const isKnown = EXPIRES.test(name) || /creat|insert|updat/i.test(name);
  return isTimeColumn(column) && isNullable && !hasDefault && !isKnown;
}
function draftValue(table, column) {
  const { name, type, base: base2, category, words, isNullable } = column;
  if (words.length > 0)
    return `(ARRAY[${words.map(sqlLiteral).join(", ")}])[1 + i % ${words.length}]${base2 === "text" ? "" : `::${type}`}`;
  if (category === "E")
    return `(enum_range(NULL::${type}))[1 + i % array_length(enum_range(NULL::${type}), 1)]`;
  if (category === "A" || base2.includes("multirange")) return "'{}'";
  if (category === "R") return "'empty'";
  if (TEXTS2.test(base2)) return textValue(column);
  if (base2 === "uuid") return `md5(${sqlLiteral(`${table.name} ${name} `)} || i)::uuid`;
  return TIMES[base2]?.(EXPIRES.test(name) ? "+" : "-") ?? VALUES2[base2] ?? (isNullable ? null : "NULL");
}
var TEXTS2 = /^(?:text|varchar|bpchar|citext|name)$/;
var DIGITS = 6;
function textValue({ name, length }) {
  const label = name.replace(/^"|"$/g, "").replaceAll('""', '"');
  const [before, after] = /e_?mail/i.test(label) ? ["user", "@example.com"] : [`${label} `, ""];
  if (length !== null && before.length + DIGITS + after.length > length)
    return `left(md5(i::text), ${length})`;
  return `${sqlLiteral(before)} || i${after === "" ? "" : ` || ${sqlLiteral(after)}`}`;
}
var TIMES = wordTable({
  timestamptz: (sign) => `now() ${sign} i * interval '1 minute'`,
  timestamp: (sign) => `now() ${sign} i * interval '1 minute'`,
  date: (sign) => `current_date ${sign} i % 1000`
});
var VALUES2 = wordTable({
  int2: "1 + i % 1000",
  int4: "i",
  int8: "i",
  numeric: "i % 1000 / 10.0",
  float4: "i % 1000 / 10.0",
  float8: "i % 1000 / 10.0",
  bool: "i % 2 = 0",
  bytea: "decode(md5(i::text), 'hex')",
  json: "'{}'",
  jsonb: "'{}'",
  time: "time '00:00' + i * interval '1 second'",
  interval: "i * interval '1 second'",
  inet: "inet '10.0.0.0' + i",
  tsvector: "to_tsvector('simple', 'word ' || i)"
});

// src/pipeline/measure/rows-draft.ts
var STATEMENT_LIMIT_MS = 5e3;
async function triedDraft(url, facts, met, signal) {
  const empty = facts.filter(({ isEmpty }) => isEmpty);
  const wanted = empty.filter(({ name }) => met.has(name.slice(name.indexOf(".") + 1))).map(({ quoted }) => quoted);
  if (wanted.length === 0) return null;
  return await withClient(url, { what: "for rows that its tables take", signal }, async (ask) => {
    try {
      return await draftOf(ask, new Set(empty.map(({ quoted }) => quoted)), wanted);
    } catch (error) {
      if (error.code === void 0) throw error;
      return null;
    }
  });
}
async function draftOf(ask, empty, wanted) {
  await ask(`SET statement_timeout = ${STATEMENT_LIMIT_MS}`);
  const tables = await draftTables(ask, empty);
  const roots = await partitionRoots(ask);
  const order2 = draftOrder(
    tables,
    wanted.map((name) => roots.get(name) ?? name)
  );
  if (order2.length === 0) return null;
  const drafts = await inTransaction(ask, async () => {
    const filled = new Set([...tables.values()].filter(({ isEmpty }) => !isEmpty).map(({ name }) => name));
    const tried = [];
    for (const table of order2) {
      const draft = await tryDraft(ask, table, order2, filled);
      tried.push(draft);
      if (draft.refusal === null) filled.add(table.name);
    }
    return tried;
  });
  return {
    sql: `${[HEADING2, ...drafts.map(writtenDraft)].join("\n\n")}
`,
    tables: drafts.filter(({ refusal }) => refusal === null).map(({ name }) => name),
    refused: drafts.filter(({ refusal }) => refusal !== null).map(({ name }) => name)
  };
}
async function inTransaction(ask, work2) {
  await ask("BEGIN");
  try {
    await ask("SET CONSTRAINTS ALL IMMEDIATE");
    return await work2();
  } finally {
    await ask("ROLLBACK");
  }
}
async function tryDraft(ask, table, order2, filled) {
  const before = order2.slice(0, order2.indexOf(table)).map(({ name }) => name);
  const rows = draftRows(table, order2);
  const refused = (refusal) => {
    return { name: table.name, sql: draftStatement(table, /* @__PURE__ */ new Set([...filled, ...before]), rows), refusal };
  };
  const lacks = requiredTables(table).filter((name) => before.includes(name) && !filled.has(name));
  if (lacks.length > 0) return refused(`it needs rows of ${listed(lacks)}`);
  await ask("SAVEPOINT draft");
  try {
    await ask(trialStatement(table, filled, rows));
    const made = await ask(`SELECT FROM ${table.name} LIMIT 1`);
    if (made.length === 0) return refused("it makes no row");
    return { name: table.name, sql: draftStatement(table, filled, rows), refusal: null };
  } catch (error) {
    await ask("ROLLBACK TO draft");
    return refused(`the server refuses this: ${error.message}`);
  }
}
var HEADING2 = `-- Made-up rows, evenly drawn, for the tables that the scripts meet empty. Read them, and give the tables sizes and values like production's:
-- how much a change costs depends on both.`;
function writtenDraft({ name, sql, refusal }) {
  if (refusal === null) return sql;
  const commented = sql.replace(/^/gm, "-- ");
  return `-- ${plainLine(name)}: ${plainLine(refusal, 300)}
${commented}`;
}

// src/pipeline/measure/try-arm.ts
var SESSION = -1;
var STATEMENT_LIMIT_MS2 = 5e3;
async function tryArm(arm, target, plan, generator, progress, signal) {
  const started = performance.now();
  await prepareTarget(arm, target, plan, generator, progress, signal);
  const setupSeconds = (performance.now() - started) / 1e3;
  progress.stage(`trying the scripts on ${arm}`);
  const server = await target.openSession(SESSION);
  try {
    const scripts = [];
    const findings = [];
    const met = /* @__PURE__ */ new Set();
    const facts = await readTriedServer(server, plan, signal);
    const without = await workloadsWithoutRole(plan, server, signal);
    if (arm === "head") for (const missing of without.values()) throw missing;
    for (const [position, workload2] of plan.workloads.entries()) {
      const own = asRunBy(arm, workload2);
      const missing = without.get(position);
      for (const script of own.script?.files ?? []) {
        const about2 = { workload: own.name, file: script.file };
        if (missing !== void 0) {
          scripts.push({ ...about2, refusal: missing.message, statements: [] });
          continue;
        }
        const place = { generator, arm, seed: plan.seed, signal };
        const { refusal, sent, statements, relations } = await triedScript(own, script, server, place);
        for (const relation of relations) met.add(relation);
        scripts.push({ ...about2, refusal, statements });
        if (EXPLAINING.includes(server.product)) findings.push(await sqlFindings(own, sent, server, signal));
      }
    }
    const about = { arm, server: `${server.product} ${server.version}`, setupSeconds, tables: facts.length };
    const tableNames = facts.toSorted((a, b) => Number(a.isEmpty) - Number(b.isEmpty)).map(({ quoted }) => quoted);
    const emptyTables = facts.filter(({ isEmpty }) => isEmpty).map(({ name }) => name);
    const warnings = [
      ...await bypassed(arm, server, plan, generator, signal),
      ...findings.flatMap((each) => each.warnings),
      ...plan.isLocaleAssumed ? localeWarning(findings.flatMap(({ ordered }) => ordered)) : []
    ];
    const load = arm === "head" && target.fresh ? scriptedLoad(plan) : void 0;
    const rowsDraft = load === void 0 || met.size === 0 ? null : await triedDraft(server.url(load), facts, met, signal);
    return { ...about, tableNames, emptyTables, rowsDraft, scripts, warnings };
  } finally {
    await server.stop();
  }
}
async function bypassed(arm, server, plan, generator, signal) {
  if (!EXPLAINING.includes(server.product)) return [];
  return policyWarnings(plan.workloads, [await lookAround(arm, server, plan, generator, signal)]);
}
async function readTriedServer(server, plan, signal) {
  const load = scriptedLoad(plan);
  if (load === void 0 || !EXPLAINING.includes(server.product)) return [];
  return await withClient(
    server.url(load),
    { what: "for its tables", signal },
    async (ask) => await tableFacts(ask)
  );
}
function scriptedLoad({ loads: loads2 }) {
  return loads2.find(({ isEmpty }) => isEmpty === true) ?? loads2[0];
}
async function triedScript(workload2, script, server, { signal, ...rest }) {
  const sent = [];
  const tags = [];
  const url = loadUrl(server, workload2);
  const tap = await tapServer(
    url,
    signal,
    (each) => sent.push(each),
    true,
    (tag) => tags.push(tag)
  );
  try {
    const tapped = { ...server, url: () => tap.url };
    const { role: _, ...asTapped } = workload2;
    const onEvent = () => {
      sent.length = 0;
      tags.length = 0;
    };
    const refusal = await tryOne(asTapped, script, { server: tapped, signal, onEvent, ...rest });
    return { refusal, sent, ...await tryStatements(url, server, sent, tags, signal) };
  } finally {
    await tap.stop();
  }
}
var OF_VALUES = /^\(.*\) LIMIT \d+$/s;
async function tryStatements(url, { product }, sent, tags, signal) {
  return await withClient(url, { what: "for plans", signal }, async (ask) => {
    await ask(`SET statement_timeout = ${STATEMENT_LIMIT_MS2}`);
    const statements = [];
    const relations = /* @__PURE__ */ new Set();
    for (const [at, statement] of sent.entries()) {
      if (OF_VALUES.test(statement.sql)) continue;
      const tag = tags[at];
      const rows = tag === void 0 ? null : rowsOfTag(tag);
      const hasPlan = (rows !== null || tag === void 0) && EXPLAINING.includes(product);
      const all = (hasPlan ? await sentPlan(ask, statement) : null)?.nodes ?? [];
      for (const { relation } of all) if (relation !== void 0) relations.add(relation);
      if (tag === void 0) continue;
      const nodes2 = all.filter(({ type, relation }) => relation !== void 0 && type !== "ModifyTable");
      const steps = nodes2.map(
        ({ type, relation, index }) => `${type}${index === void 0 ? "" : ` using ${index}`} on ${relation}`
      );
      const tables = [...new Set(nodes2.map(({ relation }) => relation))];
      statements.push({ sql: statement.sql, rows, steps: [...new Set(steps)], tables });
    }
    const texts = EXPLAINING.includes(product) ? sent.map(({ sql }) => sql) : [];
    const called = texts.length === 0 ? [] : await functionTables(ask, texts);
    return { statements, relations: [...relations, ...called] };
  });
}

// src/pipeline/try.ts
async function tryOut(invocation, progress, signal) {
  const config = await loadConfig(invocation);
  await assureTemporaryFolder();
  const generator = await findLoadGenerator({ progress, urls: urlsOf(config.database), signal });
  const queries = queryReaders(config, progress, signal);
  const whole = await planWith(config, invocation.overrides, generator, invocation.cwd, queries);
  for (const { message } of queries.leftOut()) progress.note(message);
  await readSetup(invocation.cwd, config.database.setup);
  const planned = ofScripts(whole);
  const { sources, withoutBase: withoutBase2 } = await sourcesAtHand(config, invocation, whole, progress, signal);
  try {
    const base2 = sources.base;
    const { plan } = await withBaseScripts(
      planned,
      { workloads: scriptedOnly(config, whole) },
      base2?.tree ?? null,
      generator,
      queries
    );
    const around = {
      tablesOf: (load) => generator.tables(load),
      generator: await generator.identity(),
      output: path13.resolve(invocation.cwd, invocation.output),
      note: (text) => progress.note(text),
      signal
    };
    const targets = await createTargets(config.database, plan, sources, around);
    try {
      const arms = [await tryArm("head", targets.head, plan, generator, progress, signal)];
      if (targets.base !== null)
        arms.push(await tryArm("base", targets.base, plan, generator, progress, signal));
      const notTried = whole.workloads.filter(({ script }) => script === void 0).map(({ name }) => name);
      const measured = { workloads: whole.workloads.length, ...measuringTime(whole, base2 !== null) };
      const rowsFile = await writeRowsDraft(arms[0], invocation);
      return { suite: config.suite, arms, withoutBase: withoutBase2, notTried, rowsFile, measured };
    } finally {
      await closeTargets(targets, progress);
    }
  } finally {
    await sources.close();
  }
}
async function writeRowsDraft({ rowsDraft }, { cwd, output }) {
  if (rowsDraft === null) return null;
  const file = path13.join(output, "rows.sql");
  await mkdir(path13.resolve(cwd, output), { recursive: true });
  await writeFileWhole(path13.resolve(cwd, file), rowsDraft.sql);
  return file;
}
function ofScripts(plan) {
  const workloads = plan.workloads.filter(({ script }) => script !== void 0);
  const used = new Set(workloads.map(({ load }) => load.database));
  const loads2 = workloads.length === 0 ? plan.loads.slice(0, 1).map(emptied) : plan.loads.filter(({ database }) => used.has(database));
  return { ...plan, workloads, loads: loads2 };
}
function emptied(load) {
  return { ...load, isEmpty: true };
}
function scriptedOnly({ workloads }, { workloads: planned }) {
  return workloads.filter((_, at) => planned[at].script !== void 0);
}
async function sourcesAtHand(config, invocation, plan, progress, signal) {
  const alone = async (withoutBase2) => ({
    sources: await sourcesOf(config, { ...invocation, base: null }, { mode: "history" }, progress, signal),
    withoutBase: withoutBase2
  });
  if (plan.mode === "history") return await alone(null);
  try {
    const sources = await sourcesOf(config, invocation, plan, progress, signal);
    const lacks = await whatBaseLacks(config.database, sources, progress);
    if (lacks === null) return { sources, withoutBase: null };
    return { sources: { ...sources, base: null }, withoutBase: lacks };
  } catch (error) {
    if (!(error instanceof PlumblineError) || invocation.base !== null || error.kind === "interrupted")
      throw error;
    return await alone(error.message);
  }
}

// src/report/terminal/tried.ts
var SQL_MOST = 100;
function triedWords(tried) {
  const [head2, base2] = tried.arms;
  const lines = [
    armLine(head2),
    ...head2.scripts.flatMap((script) => scriptLines(script)),
    ...base2 === void 0 ? [] : [armLine(base2), ...baseLines(base2, head2)],
    ...tried.withoutBase === null ? [] : [`head alone: ${plainLine(tried.withoutBase, 300)}`],
    ...tried.notTried.length === 0 ? [] : [`not tried, because the load generator makes their tables: ${tried.notTried.join(", ")}`],
    ...triedWarnings(head2).map((warning2) => `warning: ${warning2}`),
    ...rowsLines(tried),
    measuredLine(tried),
    ""
  ];
  return plainSpaces(lines.join("\n"));
}
function rowsLines({ rowsFile, arms: [head2] }) {
  const draft = head2?.rowsDraft ?? null;
  if (draft === null || rowsFile === null) return [];
  const open4 = draft.refused.length === 0 ? "" : `; ${listed(draft.refused)} ${draft.refused.length === 1 ? "needs" : "need"} a hand: it says why`;
  return [
    `wrote ${rowsFile}: made-up rows for ${listed(draft.tables) || "no table"}${open4}. Read it, copy it to db/rows.sql, and name that in database.setup after the schema`
  ];
}
function isRunnable({ arms }) {
  return arms[0].scripts.every(({ refusal }) => refusal === null);
}
function armLine({ arm, server, setupSeconds, tables }) {
  return `${arm}: ${server}, set up in ${formatDuration(setupSeconds)}: ${plural(tables, "table")}`;
}
function scriptLines({ workload: workload2, file, refusal, statements }) {
  return [
    `  ${workload2}: ${file}`,
    ...statements.filter(({ rows }) => rows !== null).map((statement) => `    ${statementLine(statement)}`),
    ...refusal === null ? [] : [`    fails: ${plainLine(refusal, 400)}`]
  ];
}
function statementLine({ sql, rows, steps }) {
  const how = steps.length === 0 ? "" : `; ${steps.join(", ")}`;
  return `${plainLine(shortSql(sql, SQL_MOST), SQL_MOST + 10)}: ${plural(rows, "row")}${how}`;
}
function baseLines(base2, head2) {
  const lines = base2.scripts.flatMap((script, at) => {
    const own = head2.scripts[at];
    if (script.refusal !== null)
      return [`  ${script.workload}: new, because base cannot run it: ${plainLine(script.refusal, 300)}`];
    return script.statements.flatMap((statement, i) => {
      const other2 = own?.statements[i];
      const isSame2 = other2 === void 0 || String(other2.steps) === String(statement.steps);
      return isSame2 ? [] : [`  ${script.workload}: otherwise than head: ${statementLine(statement)}`];
    });
  });
  return lines.length === 0 ? ["  the same plans as head"] : lines;
}
function triedWarnings({ scripts, emptyTables, warnings }) {
  const empty = new Set(emptyTables.map(tableName));
  const met = (statement) => statement.tables.filter((table) => empty.has(table));
  const nameOf = ({ workload: workload2, file }) => scripts.filter((each) => each.workload === workload2).length > 1 ? `${workload2}, ${file}` : workload2;
  return [
    ...scripts.flatMap((script) => rowlessStatements(script, nameOf(script), met)),
    ...warnings.map(({ message, remedy }) => `${message} (${remedy})`)
  ];
}
function tableName(table) {
  return table.slice(table.indexOf(".") + 1);
}
function rowlessStatements({ statements, refusal }, name, met) {
  const counting = statements.filter(({ rows }) => rows !== null);
  const tables = [...new Set(counting.flatMap(met))];
  const isEmpty = tables.length === 0 ? "" : `: ${listed(tables)} ${tables.length === 1 ? "has" : "have"} no rows, so no index of ${tables.length === 1 ? "it" : "them"} matters`;
  if (refusal === null && counting.length > 0 && counting.every(({ rows }) => rows === 0))
    return [`${name}: no statement returned or wrote a row${isEmpty}`];
  return isEmpty === "" ? [] : [`${name}: it meets empty tables${isEmpty}`];
}
function measuredLine({ measured: { workloads, seconds: seconds2, least, most }, arms }) {
  const setup = arms.reduce((sum, arm) => sum + arm.setupSeconds, 0);
  const sessions = least.sessions === most.sessions ? `${plural(least.sessions, "session")}: about ${formatDuration(least.seconds)}` : `${least.sessions} to ${most.sessions} sessions: ${formatDuration(least.seconds)} to ${formatDuration(most.seconds)}`;
  return `a check measures ${plural(workloads, "workload")} for ${seconds2} s in each of ${sessions}, after ${formatDuration(setup)} of set-up`;
}

// src/apps/cli/init.ts
function initVerb() {
  const command = new Command2("init").summary("Write a first plumbline.yml and a workflow.").description(
    "Write a first plumbline.yml and a workflow from what is in this folder: migrations of known tools, the workflow job that runs its tests, a compose file, pgbench scripts. Add Plumbline's output to .gitignore, and try the new files as `plumbline try` does."
  ).option("--force", "Overwrite existing files.").option("--no-try", "Only write the files: install, set up and run nothing.");
  addHelp(command, {
    examples: [
      ["init", "write both files, say what was found, and try them"],
      ["init --force", "replace existing files"],
      ["init --no-try", "write both files, and run nothing"]
    ],
    outcomes: ["fine", ["usage", "a file is there already, or cannot be written"]]
  });
  return command.action(async ({ force = false, try: isTried }) => {
    const name = await suiteName(process.cwd());
    const part = await partAt(process.cwd());
    if (part !== null) process.chdir(part.root);
    const cwd = process.cwd();
    const repository = {
      name,
      ...await repositoryAt(cwd),
      ...part === null ? {} : { part: part.folder }
    };
    const { found, unsure, config, files, next, isDriven } = starterOf(repository);
    parseConfig(files[config], config);
    if (!force) refuseExisting(cwd, Object.keys(files));
    for (const [file, text] of Object.entries(files)) await writeFileWhole(path14.join(cwd, file), text);
    const ignored = await ignoreWritten(cwd);
    const said = [
      ...found.map((line) => `found ${plainLine(line, 300)}`),
      ...unsure.map((line) => `not sure: ${plainLine(line, 400)}`),
      ...Object.keys(files).map((file) => `wrote ${file}`),
      ...ignored.length === 0 ? [] : [`added to .gitignore: ${ignored.join(", ")}`]
    ];
    process.stdout.write(`${said.join("\n")}
`);
    const { said: trial, tables } = isTried ? await trialOf(config) : { said: "", tables: [] };
    process.stdout.write(trial);
    const made = tables.length === 0 ? null : starterOf(repository, tables);
    const lacks = made?.lacks ?? [];
    process.stdout.write(lacks.map((line) => `not sure: ${plainLine(line, 400)}
`).join(""));
    const known2 = isDriven ? null : made;
    if (known2 !== null) process.stdout.write(await writeStarterScripts(cwd, known2, Object.keys(files)));
    const named = part === null ? "" : ` --config ${shellWord(config)}`;
    const after = [
      ...known2?.next ?? next,
      `read ${config}, commit, and check${part === null ? "" : " from the root of the repository"}: plumbline check --base HEAD${named}`
    ];
    process.stdout.write(after.map((line) => `next: ${line}
`).join(""));
  });
}
function refuseExisting(cwd, files) {
  const there = files.filter((file) => existsSync4(path14.join(cwd, file)));
  if (there.length === 0) return;
  throw new PlumblineError(
    "usage",
    `${there.join(", ")} already ${there.length === 1 ? "exists" : "exist"}`,
    { remedy: "edit what is there, or overwrite it with --force" }
  );
}
async function partAt(cwd) {
  const [root, prefix] = [await askGit(cwd, "rev-parse", "--show-toplevel"), await prefixIn(cwd)];
  return root === null || prefix === null || prefix === "" ? null : { root, folder: prefix.replace(/\/$/, "") };
}
var prefixIn = (cwd) => askGit(cwd, "rev-parse", "--show-prefix");
async function writeStarterScripts(cwd, { config, files }, before) {
  const added = Object.keys(files).filter((file) => !before.includes(file));
  const free = added.every((file) => !existsSync4(path14.join(cwd, file)));
  if (added.length === 0 || !free) return "";
  for (const file of [config, ...added]) await writeFileWhole(path14.join(cwd, file), files[file]);
  return `wrote ${added.join(", ")}, on a table that the set-up has made
`;
}
async function trialOf(config) {
  const invocation = await invocationHere({ config });
  try {
    const tried = await measuring({}, (progress, signal) => tryOut(invocation, progress, signal));
    return { said: `tried at once:
${triedWords(tried)}`, tables: tried.arms[0]?.tableNames ?? [] };
  } catch (error) {
    if (!(error instanceof PlumblineError) || error.kind === "interrupted") throw error;
    const said = [error.message, ...error.remedy === void 0 ? [] : [error.remedy]];
    const lines = said.map((line) => `  ${line}
`).join("");
    return { said: `tried at once, and it does not work yet:
${lines}`, tables: [] };
  }
}
async function ignoreWritten(cwd) {
  const file = path14.join(cwd, ".gitignore");
  const { text, added } = ignoringWritten(existsSync4(file) ? readFileSync3(file, "utf8") : "");
  if (added.length > 0) await writeFileWhole(file, text);
  return added;
}
async function repositoryAt(cwd) {
  return { ...await checkoutFiles(cwd), ...await localesHere() };
}
async function localesHere() {
  const { stdout, failure } = await runProgram("locale", ["-a"], { limitMs: LISTING_LIMIT_MS });
  return failure === null ? { locales: stdout.split("\n").filter((line) => line !== "") } : {};
}
var LISTING_LIMIT_MS = 5e3;
async function suiteName(cwd) {
  const isTop = await prefixIn(cwd) === "";
  const repository = isTop ? await repositoryOfRemote(cwd) : null;
  return repository?.split("/")[1] || path14.basename(cwd) || "database";
}

// src/apps/cli/publish.ts
function publishVerb(finish) {
  const command = withOptions3(new Command2("publish"));
  addHelp(command, {
    examples: [
      [
        "publish plumbline-out/report.json",
        "post the report; $GITHUB_TOKEN must allow writing pull requests and checks"
      ],
      ["publish report.json --repository acme/db --pull-request 7", "post a report from another machine"]
    ],
    outcomes: ["fine", "usage", ["internal", "GitHub refused, or could not be reached"]]
  });
  return command.action(async (file, words) => {
    const published2 = await publishReport(await readUntrustedReport(file), words, environment());
    process.stdout.write(
      `comment: ${outcomeText(published2.comment)}
check: ${outcomeText(published2.check)}
`
    );
    const failed = published2.comment.kind === "failed" || published2.check.kind === "failed";
    finish(failed ? EXIT_CODE.internal : EXIT_CODE.fine);
  });
}
function withOptions3(command) {
  return command.summary("Post an earlier report to GitHub.").description("Post a report that was written while GitHub could not be reached.").argument("<report>", "Report document, for example plumbline-out/report.json.").addOption(
    new Option2(
      "--repository <owner/name>",
      "Repository of the pull request (default: $GITHUB_REPOSITORY, else what the report says)."
    ).argParser(repositoryName)
  ).addOption(
    new Option2(
      "--pull-request <number>",
      "Number of the pull request (default: what the report says)."
    ).argParser(wholeNumber)
  ).addOption(
    new Option2("--comment <when>", "When to post the comment, like the action's input.").choices(CHOICES.comment).default("always")
  );
}
async function publishReport(report, words, env) {
  const token = env["GITHUB_TOKEN"] || env["GH_TOKEN"];
  if (!token) {
    throw new PlumblineError("usage", "there is no token to publish with", {
      remedy: "set GITHUB_TOKEN to one with the permissions pull-requests: write and checks: write"
    });
  }
  const context = publishContext(report, words, env);
  const say = (text) => process.stderr.write(`${text}
`);
  const { createClient } = await import("./client-3.js");
  const client = createClient({ token, apiUrl: context.apiUrl, say });
  const full = await withPullRequest(client, context, words.pullRequest ?? report.origin.pullRequest);
  return publish(client, full, publishableOf(claimReport(report, full, report.createdAt), {}), words.comment);
}
function publishContext(report, words, env) {
  const repository = words.repository || env["GITHUB_REPOSITORY"] || report.origin.repository;
  if (repository === null) {
    throw new PlumblineError("usage", "the report names no repository", {
      remedy: "name it with --repository owner/name"
    });
  }
  const [owner = "", name = ""] = repositoryName(repository).split("/");
  const server = env["GITHUB_SERVER_URL"] || "https://github.com";
  return {
    event: "publish",
    repository: { owner, name },
    apiUrl: env["GITHUB_API_URL"] || "https://api.github.com",
    runUrl: webAddress(report.origin.runUrl) ?? `${server}/${owner}/${name}`,
    attempt: report.origin.attempt ?? 1,
    headSha: report.head.commit.sha,
    headBranch: report.head.commit.branch,
    baseBranch: null,
    baseSha: null,
    pullRequest: null,
    readOnlyToken: false,
    ...reportWriter(report)
  };
}
function reportWriter({ origin: { workflow, config } }) {
  return {
    ...workflow === void 0 ? {} : { workflow },
    ...config === void 0 ? {} : { config }
  };
}
async function withPullRequest(client, context, number) {
  if (number === null) return context;
  try {
    return await contextOfPullRequest(client, context, number);
  } catch (error) {
    throw explainFailure(error, `reading pull request #${number}`, "pull-requests: write");
  }
}
function outcomeText({ kind, url, why: why2, remedy }) {
  const first = [kind, url, why2].filter(Boolean).join(", ");
  return remedy === void 0 ? first : `${first}
  remedy: ${remedy}`;
}

// src/apps/cli/render.ts
import path15 from "node:path";

// src/io/git/tags.ts
var TAGS_MOST = 100;
var FORMAT = "%(if)%(*objectname)%(then)%(*committerdate:iso-strict) %(*objectname)%(else)%(committerdate:iso-strict) %(objectname)%(end) %(refname:strip=2)";
async function tagsUpTo(folder, sha) {
  const args = ["--sort=-creatordate", `--count=${TAGS_MOST}`, `--merged=${sha}`, `--format=${FORMAT}`];
  const listed2 = await askGit(folder, "for-each-ref", ...args, "refs/tags") ?? "";
  return listed2.split("\n").flatMap((line) => {
    const [, date, commit, name] = /^(\S+) ([0-9a-f]{40,64}) (.+)$/.exec(line) ?? [];
    const time2 = Date.parse(date ?? "");
    if (Number.isNaN(time2) || commit === void 0 || name === void 0) return [];
    return [{ name, sha: commit, time: new Date(time2).toISOString() }];
  });
}

// src/pipeline/queries/cursor.ts
var Words = external_exports.tuple([external_exports.iso.datetime(), external_exports.iso.datetime(), external_exports.uuid()]);
function cursorOf({ orderedAt, measuredAt, id }) {
  return Buffer.from(JSON.stringify([orderedAt, measuredAt, id])).toString("base64url");
}
function positionOf(cursor) {
  try {
    const text = Buffer.from(cursor, "base64url").toString("utf8");
    const [orderedAt, measuredAt, id] = Words.parse(JSON.parse(text));
    return { orderedAt, measuredAt, id };
  } catch (cause) {
    throw new PlumblineError("usage", "after: not the `next` of an earlier answer", {
      remedy: "start without it, and pass on the `next` of each answer",
      cause
    });
  }
}

// src/io/store/pages.ts
var PAGE = 5e3;
async function* runsNewestFirst(store, filter = {}) {
  let page = await store.list({ ...filter, limit: PAGE });
  while (page.length > 0) {
    yield* page.toReversed();
    page = page.length < PAGE ? [] : await store.list({ ...filter, limit: PAGE, before: page[0] });
  }
}
function pointPosition({ runId, commitTime, measuredAt }) {
  return { id: runId, measuredAt, orderedAt: commitTime ?? measuredAt };
}

// src/pipeline/queries/history.ts
async function series(store, question) {
  const { suite, workload: workload2, metric: metric3, limit: limit2, after } = question;
  const found = await store.history({
    ...await filterOf(store, question),
    workload: workload2,
    metric: metric3,
    limit: limit2,
    ...after === void 0 ? {} : { before: positionOf(after) }
  });
  const next = found.length < limit2 ? null : cursorOf(pointPosition(found[0]));
  return seriesOf({ suite, workload: workload2, metric: metric3 }, found, next);
}
async function points(store, question) {
  const { commit, workload: workload2, metric: metric3, limit: limit2, ...scope2 } = question;
  return await store.history({
    ...await filterOf(store, scope2),
    ...commit === void 0 ? {} : { commit },
    ...workload2 === void 0 ? {} : { workload: workload2 },
    ...metric3 === void 0 ? {} : { metric: metric3 },
    limit: limit2
  });
}

// src/pipeline/queries/overview.ts
var RUNS_MOST = 40;
var CHECKS_MOST = 8;
async function overview(store, levels, question, changes = /* @__PURE__ */ new Map()) {
  const { branch, days, ...narrowed } = question;
  const since = new Date(Date.now() - days * 864e5).toISOString();
  const parts = [];
  const sums = [];
  for (const place of await mainPlaces(store, { ...narrowed, ...branch === void 0 ? {} : { branch } })) {
    const report = await levels.once(store, ["report", place], () => newestReport(store, place));
    parts.push(branchPart(await levels.of(store, place), place.suite, report, since));
    const sum = await levels.once(store, ["sum", place], () => standingSum(store, place, changes));
    if (sum !== null) sums.push(sum);
  }
  const rows = parts.flatMap((part) => part.rows).sort(mostUrgentFirst);
  const open4 = parts.flatMap((part) => part.events).filter((event) => event.open);
  const accepted = (await store.acceptances(narrowed)).filter(({ revoked, landed }) => revoked === null && landed !== null && landed.at >= since).toReversed();
  const suites2 = await knownSuites(store, narrowed);
  const unchanged = rows.filter(({ change: change2 }) => change2 === null).length;
  return {
    newest: suites2.map(({ newest }) => newest).sort(compareText).at(-1) ?? null,
    counts: { open: open4.length, accepted: accepted.length, unchanged },
    checks: await levels.once(
      store,
      ["checks", narrowed, branch],
      () => newestChecks(store, suites2.map(suiteQuery), branch)
    ),
    open: open4.toSorted((a, b) => compareText(b.firstAfter.time ?? "", a.firstAfter.time ?? "")),
    accepted,
    sums,
    rows
  };
}
function branchPart({ rules, events: events2, newest }, suite, report, since) {
  if (newest.every(({ point }) => isSweepPoint(suite, point.workload))) return { rows: [], events: [] };
  const shifts = events2.flatMap((event) => event.shifts.map((shift) => ({ event, shift })));
  const recent = shifts.filter(({ event }) => (event.firstAfter.time ?? since) >= since);
  const metrics = usualOrder(newest.map(({ point }) => point.metric));
  const rows = newest.toSorted((a, b) => metrics.indexOf(a.point.metric) - metrics.indexOf(b.point.metric)).flatMap((each) => {
    const { workload: workload2, metric: metric3 } = each.point;
    const own = recent.filter(({ shift }) => shift.workload === workload2 && shift.metric === metric3);
    const isGate = metricLimit(rules, workload2, metric3).role === "gate" || metric3 === "qps";
    return isGate || own.length > 0 ? [rowOf2(each, own, report)] : [];
  });
  return { rows, events: events2 };
}
function rowOf2({ point, spark }, moved, report) {
  const { repository, suite, branch, workload: workload2, metric: metric3, value, commit, measuredAt } = point;
  const { unit, direction } = metricInfo(metric3);
  const [largest] = moved.toSorted(
    (a, b) => Number(b.shift.open) - Number(a.shift.open) || clarityOf(b.shift) - clarityOf(a.shift)
  );
  return {
    repository,
    suite,
    branch,
    workload: workload2,
    metric: metric3,
    unit,
    direction,
    verdict: report === void 0 ? null : worstVerdict(report, workload2),
    change: largest === void 0 ? null : rowChange(largest),
    value,
    commit,
    measuredAt,
    spark
  };
}
function rowChange({ event, shift }) {
  const { effect, direction, noise, open: open4 } = shift;
  return { effect, direction, noise, open: open4, commit: event.firstAfter };
}
function worstVerdict({ workloads }, name) {
  const workload2 = workloads.find((each) => each.name === name);
  if (workload2 === void 0) return null;
  const standing = standingOf(workload2);
  return gatesOf(workload2).find(({ verdict: verdict2 }) => standingOfGate(verdict2) === standing)?.verdict ?? null;
}
async function newestReport(store, { repository, suite, branch }) {
  const place = { ...suiteQuery({ repository, suite }), ...branch === null ? {} : { branch } };
  const runs = await store.list({ ...place, arm: "head", limit: RUNS_MOST });
  return (await newestReports(store, runs, 1))[0];
}
async function newestChecks(store, suites2, branch) {
  const found = [];
  for (const suite of suites2) {
    const of = branch === void 0 ? suite : { ...suite, branch };
    const runs = await store.list({ ...of, arm: "head", limit: RUNS_MOST });
    const branches = new Map(runs.map(({ id, branch: of2 }) => [id, of2]));
    const reports2 = await newestReports(store, runs, 2 * CHECKS_MOST);
    found.push(
      ...reports2.map((report) => overviewCheck(report, branches.get(report.head.id.toLowerCase()) ?? null))
    );
  }
  const newestFirst = found.toSorted((a, b) => compareText(b.createdAt, a.createdAt));
  const newest = /* @__PURE__ */ new Map();
  for (const check2 of newestFirst) {
    const { repository, suite, job, pullRequest } = check2;
    const key = JSON.stringify([repository, suite, job, pullRequest ?? check2.branch]);
    if (!newest.has(key)) newest.set(key, check2);
  }
  return [...newest.values()].slice(0, CHECKS_MOST);
}
function overviewCheck(report, branch) {
  const { head: head2, suite, verdict: verdict2, createdAt, origin } = report;
  const { repository, job = null, pullRequest, runUrl } = origin;
  const { sha, subject } = head2.commit;
  const said = { verdict: verdict2, headline: headline(report) };
  return {
    id: head2.id,
    repository,
    suite,
    job,
    pullRequest,
    runUrl,
    commit: sha,
    subject,
    branch,
    ...said,
    createdAt
  };
}
async function newestReports(store, runs, most) {
  const ids = new Set(runs.map(({ id }) => id));
  const found = [];
  for (const commit of new Set(runs.toReversed().map((run) => run.commit))) {
    const about = await allReadable([commit], ([sha]) => store.reports(sha));
    found.push(...about.filter(({ head: head2 }) => ids.has(head2.id.toLowerCase())));
    if (found.length >= most) break;
  }
  return found;
}
function clarityOf({ effect, noise }) {
  return effect === null || noise === 0 ? Number.MAX_VALUE : Math.abs(effect) / noise;
}
function mostUrgentFirst(a, b) {
  const urgency = ({ change: change2 }) => change2 === null ? -1 : clarityOf(change2);
  return Number(b.change?.open ?? false) - Number(a.change?.open ?? false) || urgency(b) - urgency(a) || compareText(a.repository ?? "", b.repository ?? "") || compareText(a.suite, b.suite) || compareText(a.workload, b.workload);
}

// src/pipeline/queries/ask.ts
function askStore(store) {
  const levels = new KnownLevels();
  const environments = /* @__PURE__ */ new Map();
  const changes = /* @__PURE__ */ new Map();
  return {
    revision: () => store.revision(),
    overview: (question) => overview(store, levels, question, changes),
    suites: (question) => suites(store, question),
    series: (question) => series(store, question),
    points: (question) => points(store, question),
    runs: (question) => runPage(store, question),
    run: (id) => store.load(id),
    reports: (question) => reports(store, question),
    report: (runId) => store.reportOf(runId),
    comparison: (pair) => comparison(store, pair),
    events: (question) => events(store, levels, question),
    ledgers: (question) => ledgers(store, question, changes),
    acceptances: (question) => acceptances(store, question),
    environments: (question) => environmentsOf(store, question, environments)
  };
}
async function runPage(store, question) {
  const { commit, limit: limit2, after, ...scope2 } = question;
  const found = await store.list({
    ...await filterOf(store, scope2),
    ...commit === void 0 ? {} : { commit },
    limit: limit2,
    ...after === void 0 ? {} : { before: positionOf(after) }
  });
  return {
    runs: found.toReversed(),
    next: found.length < limit2 ? null : cursorOf(found[0])
  };
}
async function reports(store, { commit, ...place }) {
  const [run] = await store.list({ ...place, commit, limit: 1 });
  const found = await store.reports(run?.commit ?? commit);
  return found.filter(({ origin }) => isOfRepository(origin, place.repository));
}
async function acceptances(store, question) {
  const { limit: limit2, after, ...query } = question;
  const newestFirst = (await store.acceptances(query)).toReversed();
  const start = after === void 0 ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  const page = newestFirst.slice(start, start + limit2);
  const isLast = start + limit2 >= newestFirst.length;
  return { acceptances: page, next: isLast ? null : page.at(-1).id };
}
async function environmentsOf(store, question, known2) {
  const found = await store.fingerprints(question);
  const ids = found.filter(({ fingerprint }) => !known2.has(fingerprint)).map(({ newest }) => newest);
  for (const run of await allReadable(ids, (some) => store.loadAll(some))) {
    known2.set(run.fingerprint, run.environment);
  }
  const environments = found.flatMap(({ fingerprint, runs, first, last }) => {
    const environment2 = known2.get(fingerprint);
    return environment2 === void 0 ? [] : [{ fingerprint, runs, first, last, environment: environment2 }];
  });
  return { environments };
}
var RUNS_MOST2 = 200;
async function comparison(store, { base: base2, head: head2, ...scope2 }) {
  const before = await newestRunsFirst(store, { ...scope2, commit: base2 });
  const after = await newestRunsFirst(store, { ...scope2, commit: head2 });
  const [first, last] = [before[0], after[0]];
  if (first === void 0 || last === void 0) return void 0;
  const reports2 = [];
  for (const pair of runPairs(before, after)) {
    const [one2, other2] = await store.loadAll([pair.base.id, pair.head.id]);
    if (one2 === void 0 || other2 === void 0) continue;
    reports2.push(compareArms(one2, other2, other2.rules ?? one2.rules ?? USUAL_RULES, stamp()));
  }
  return { base: first.commit, head: last.commit, reports: reports2 };
}
async function newestRunsFirst(store, filter) {
  const runs = (await store.list({ ...filter, limit: RUNS_MOST2 })).toReversed();
  return runs.filter(({ commit }) => commit === runs[0].commit);
}
function runPairs(before, after) {
  const suites2 = [...new Set(after.map(({ suite }) => suite))].sort();
  return suites2.flatMap((suite) => {
    const bases = before.filter((run) => run.suite === suite);
    const heads = after.filter((run) => run.suite === suite);
    const [head2] = [...heads.filter(({ arm }) => arm === "head"), ...heads];
    if (head2 === void 0 || bases.length === 0) return [];
    const together = heads.filter(({ arm }) => arm === "head").map((one2) => ({ head: one2, base: bases.find((other2) => isPartner(one2, other2)) })).find(({ base: base2 }) => base2 !== void 0);
    const alike = bases.find(({ fingerprint, id }) => fingerprint === head2.fingerprint && id !== head2.id);
    return [{ base: together?.base ?? alike ?? bases[0], head: together?.head ?? head2 }];
  });
}
function isPartner(head2, other2) {
  return other2.arm === "base" && other2.measurementId === head2.measurementId;
}

// src/report/markdown/reference-figures.ts
function referenceRows(run) {
  return run.workloads.filter(({ sessions }) => sessions.length > 0).map((workload2) => ({
    ...rowOf3(workload2, run.environment.cpuCount),
    suite: run.suite,
    dataBytes: published(workload2.sessions, "data-bytes") ?? dataBytesOf(run, workload2.name)
  }));
}
function dataBytesOf({ observed }, workload2) {
  const database = observed?.databases.find(({ workloads }) => workloads.includes(workload2));
  return database === void 0 ? null : database.sizes.reduce((sum, { bytes }) => sum + bytes, 0);
}
function published(sessions, figure) {
  return meanOfKnown(sessions.map(({ reported }) => reported?.[figure] ?? null));
}
function meanOfKnown(values) {
  const known2 = values.filter((value) => value !== null);
  return known2.length === 0 ? null : mean(known2);
}
function rowOf3({ name, workload: workload2, options, sessions }, machineCpus) {
  const values = runValues(sessions);
  const value = (metric3) => values[metric3]?.value ?? null;
  const timed = sessions.filter(({ latency }) => latency.maxNs > 0 || latency.minNs > 0);
  const ends = (end, choose) => {
    const known2 = timed.map(end).filter((ns) => ns > 0);
    return known2.length === 0 ? null : choose(...known2);
  };
  const hosts = hostsOf([], sessions)?.head ?? [];
  const nodes2 = numberOption(options, "nodes") ?? nodeCount(sessions, hosts);
  return {
    name,
    workload: workload2,
    options,
    value,
    rates: sessions.map((session2) => sessionValues(session2).tps ?? 0).filter((rate2) => rate2 > 0),
    errorsPerSecond: errorsPerSecond(sessions, value("tps"), value("failed-share")),
    minNs: ends(({ latency }) => latency.minNs, Math.min),
    maxNs: ends(({ latency }) => latency.maxNs, Math.max),
    ...cpuFigures(hosts, nodes2, cpusUsed(value("qps"), value("server-cpu")), machineCpus),
    nodes: nodes2,
    machines: loadMachines(options),
    publishedRows: published(sessions, "rows"),
    hosts: hosts.map(({ host, load, cpu }) => ({
      host,
      share: load?.share ?? null,
      cpu: cpu?.cpus ?? null,
      cpuShare: cpu?.share ?? null
    }))
  };
}
function nodeCount(sessions, hosts) {
  if (hosts.length === 0) return sessions.some(({ reported }) => reported !== void 0) ? null : 1;
  return hosts.filter(({ load }) => load !== void 0).length || hosts.length;
}
function cpuFigures(hosts, nodes2, ofServer, machineCpus) {
  const known2 = hosts.flatMap(({ cpu: cpu2 }) => cpu2 ?? []);
  if (known2.length > 0) {
    return {
      cpu: meanOfKnown(known2.map(({ cpus }) => cpus)),
      cpuShare: meanOfKnown(known2.map(({ share }) => share))
    };
  }
  const cpu = (nodes2 ?? 1) > 1 ? null : ofServer;
  return { cpu, cpuShare: cpu === null || machineCpus === 0 ? null : cpu / machineCpus };
}
function errorsPerSecond(sessions, tps, failed) {
  const own = published(sessions, "errors");
  if (own !== null) return own;
  const attempts = sessions.reduce((sum, { retries, failedEvents }) => sum + retries + failedEvents, 0);
  const seconds2 = sessions.reduce((sum, { durationNs }) => sum + durationNs, 0) / 1e9;
  const isCounted = attempts > 0 || sessions.every(({ reported }) => reported === void 0);
  if (isCounted && seconds2 > 0) return attempts / seconds2;
  return tps === null || failed === null || failed === 1 ? null : tps * failed / (1 - failed);
}
function loadMachines(options) {
  const imported = numberOption(options, "concurrency") !== null;
  return numberOption(options, "shards") ?? (imported ? numberOption(options, "workers") : null) ?? 1;
}
function cpusUsed(qps, cpuNs) {
  return qps === null || cpuNs === null ? null : qps * cpuNs / 1e9;
}
function numberOption(options, name) {
  const value = options[name];
  return typeof value === "number" ? value : null;
}

// src/text/published.ts
var NOT_MEASURED = "–";
function publishedNumber(value) {
  if (value === null) return NOT_MEASURED;
  const digits = value === 0 ? 2 : Math.min(12, Math.max(2, 3 - Math.floor(Math.log10(Math.abs(value)))));
  const text = value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: digits });
  return text === "-0.00" ? "0.00" : text;
}
function milliseconds(ns) {
  return publishedNumber(ns === null ? null : ns / 1e6);
}
function publishedPercent(share) {
  return share === null ? NOT_MEASURED : `${(100 * share).toFixed(2)}%`;
}
function times(factor) {
  return factor === null ? NOT_MEASURED : `${factor.toFixed(2)}x`;
}
function publishedWhole(value) {
  return value === null ? NOT_MEASURED : value.toLocaleString("en-US", { maximumFractionDigits: 3 });
}

// src/report/markdown/reference-groups.ts
var SIZES = /* @__PURE__ */ new Set([
  "threads",
  "placement",
  "nodes",
  "shards",
  "time",
  "warmup-time"
]);
var WAYS = /* @__PURE__ */ new Set(["pgsql-sslmode", "balance"]);
function referenceGroups(rows) {
  const groups = groupBy(
    rows,
    ({ name, workload: workload2, options }) => options["threads"] === void 0 ? name : JSON.stringify([groupTitle(workload2), optionShape(options)])
  );
  const all = [...groups.values()];
  const titles = all.map(([first]) => groupTitle(first.workload));
  const names3 = all.map(
    (own, index) => titles.filter((title) => title === titles[index]).length === 1 ? titles[index] : commonName(own)
  );
  const unlike = distinctNames(all, names3);
  return all.map((own, index) => ({ title: unlike[index], rows: own }));
}
function optionShape(options) {
  const shape = Object.entries(options).filter(([name]) => !SIZES.has(name) && !WAYS.has(name));
  return Object.fromEntries(shape);
}
function groupTitle(workload2) {
  return workload2.replace(/^\d+ threads(?:, |$)/, "") || "Results";
}
function commonName(rows) {
  const [first, ...others] = rows.map(({ name }) => name);
  let end = 0;
  while (end < first.length && others.every((name) => name[end] === first[end])) end++;
  if (end === first.length && others.every((name) => name === first)) return first;
  const isInNumber = [first, ...others].some((name) => /^\d/.test(name.slice(end)));
  const common = first.slice(0, end).replace(isInNumber ? /(?<!\d)\d+$/ : /$/, "");
  return common.replace(/(?<![\s\p{P}=])[\s\p{P}=]*(?:threads[\s\p{P}=]*)?$/u, "") || first;
}
var LABELS = [
  (rows) => joinedNumbers(nodeCounts(rows), "node", "nodes"),
  (rows) => suitesOf(rows).join(" + "),
  (rows) => joinedNumbers(numbersOf(rows, "threads"), "thread", "threads"),
  (rows) => joinedNumbers(numbersOf(rows, "time"), "s", "s")
];
function joinedNumbers(numbers, one2, several) {
  return numbers.length === 0 ? "" : `${numbers.join(" + ")} ${numbers.join() === "1" ? one2 : several}`;
}
function numbersOf(rows, option2) {
  return [...new Set(rows.flatMap(({ options }) => numberOption(options, option2) ?? []))];
}
function distinctNames(rows, names3) {
  const labelled2 = LABELS.map((labelOf) => rows.map(labelOf)).reduce(withLabels, names3);
  return withLabels(labelled2, optionLabels(rows, labelled2));
}
function rowNames(rows, rowName) {
  return distinctNames(
    rows.map((row) => [row]),
    rows.map(rowName)
  );
}
function withLabels(names3, labels) {
  return names3.map((name, index) => {
    const alike = labels.filter((_, at) => names3[at] === name);
    const label = labels[index];
    return label !== "" && new Set(alike).size > 1 ? `${name}, ${label}` : name;
  });
}
function optionLabels(rows, names3) {
  const shapes = rows.map(([first]) => optionShape(first.options));
  return shapes.map((shape, index) => {
    const alike = shapes.filter((_, at) => names3[at] === names3[index]);
    const differing = Object.keys(shape).filter(
      (option2) => alike.some((other2) => other2[option2] !== shape[option2])
    );
    return differing.map((option2) => `${option2} ${shape[option2]}`).join(", ");
  });
}
function nodeCounts(rows) {
  return [...new Set(rows.flatMap(({ nodes: nodes2 }) => nodes2 ?? []))];
}
function suitesOf(rows) {
  return [...new Set(rows.map(({ suite }) => suite))];
}

// src/report/markdown/reference-layouts.ts
var rate = (metric3) => (row) => publishedNumber(row.value(metric3));
var time = (metric3) => (row) => milliseconds(row.value(metric3));
var timeWithUnit = (metric3) => (row) => row.value(metric3) === null ? publishedNumber(null) : `${milliseconds(row.value(metric3))}ms`;
var option = (name) => (row) => publishedWhole(numberOption(row.options, name));
var nodes = (row) => publishedWhole(row.nodes);
var machines = (row) => publishedWhole(row.machines);
var RISINGWAVE = [
  ["Min", ({ minNs }) => milliseconds(minNs)],
  ["Avg", time("mean")],
  ["P95", time("p95")],
  ["P99", time("p99")],
  ["Max", ({ maxNs }) => milliseconds(maxNs)],
  ["Throughput (QPS)", rate("qps")]
];
var KUBEBLOCKS = [
  ["QPS", "qps", publishedNumber],
  ["TPS", "tps", publishedNumber],
  ["P95 Latency (ms)", "p95", milliseconds]
];
var COCKROACHDB_TPCC = [
  ["Warehouses", option("warehouses")],
  ["Throughput (tpmC)", rate("tpmc")],
  ["Efficiency (%)", (row) => publishedNumber(efficiencyOf(row))],
  ["Number of rows (billion)", (row) => publishedNumber(billionRows(row))],
  [
    "Unreplicated data (TB)",
    ({ dataBytes }) => publishedNumber(dataBytes === null ? null : dataBytes / 1e12)
  ],
  ["Number of nodes", nodes]
];
var COCKROACHDB_KV = [
  ["Workers", machines],
  [
    "Concurrency",
    ({ options }) => publishedWhole(numberOption(options, "concurrency") ?? numberOption(options, "threads"))
  ],
  ["QPS", rate("qps")],
  ["P50 (ms)", time("p50")],
  ["P99 (ms)", time("p99")]
];
var YUGABYTEDB = [
  ["TPS", rate("tps")],
  ["QPS", rate("qps")],
  ["95th Latency", timeWithUnit("p95")]
];
var YUGABYTEDB_SINGLE_ROWS = [
  ["TServers", nodes],
  ["Client machines", machines],
  ["Threads", option("threads")],
  ["QPS", rate("qps")],
  ["Mean Latency", timeWithUnit("mean")]
];
var YUGABYTEDB_IMPROVEMENT = [
  ["Throughput (TPS)", "higher-is-better", "tps", "better", "worse"],
  ["Queries/sec", "higher-is-better", "qps", "better", "worse"],
  ["Latency (95th)", "lower-is-better", "p95", "faster", "slower"]
];
var LAYOUTS = {
  risingwave: ["RisingWave", risingwave],
  yugabytedb: ["YugabyteDB", yugabytedb],
  kubeblocks: ["KubeBlocks", kubeblocks],
  cockroachdb: ["CockroachDB", cockroachdb]
};
function titledTable(title, header, rows) {
  return rows.length === 0 ? "" : `### ${markdownText(title)}

${rowsTable(header, rows)}`;
}
function bold(title, header, rows) {
  return rows.length === 0 ? "" : `**${markdownText(title)}**

${rowsTable(header, rows)}`;
}
function rowsTable(header, rows) {
  const align = (index) => index === 0 ? "left" : "right";
  const columns = header.map((name, index) => ({ title: markdownText(name), align: align(index) }));
  const body = rows.map((cells) => tableRow([markdownText(cells[0]), ...cells.slice(1)]));
  return `${tableHead(columns)}${body.join("\n")}
`;
}
function byColumns(title, [first, names3], rows, columns) {
  const lines = rows.map((row, index) => [names3[index], ...columns.map(([, text]) => text(row))]);
  return titledTable(title, [first, ...columns.map(([name]) => name)], lines);
}
function byLines(title, header, rows, lines) {
  return titledTable(
    title,
    header,
    lines.map(([name, text]) => [name, ...rows.map(text)])
  );
}
function ownNames(rows) {
  return rowNames(rows, ({ name }) => name);
}
function likeOf(row, base2) {
  return base2?.find(({ name }) => name === row.name) ?? null;
}
function pairOf(metric3, head2, base2) {
  const [ours, other2] = [head2.value(metric3), base2?.value(metric3) ?? null];
  return ours === null || other2 === null || ours <= 0 || other2 <= 0 ? null : [other2, ours];
}
function risingwave({ head: head2, base: base2, names: names3 }) {
  const tables = (rows, title) => {
    const sizeOf = ({ options }) => numberOption(options, "table-size");
    const sizes = [...new Set(rows.map(sizeOf))];
    return sizes.map((size) => {
      const own = rows.filter((row) => sizeOf(row) === size);
      const ofSize = size === null || sizes.length < 2 ? null : `Data size: ${publishedWhole(size)} rows`;
      const words = [title, ofSize].filter((each) => each !== null).join(", ");
      return byColumns(words || "Results", ["Latency (ms)", ownNames(own)], own, RISINGWAVE);
    });
  };
  return base2 === null ? tables(head2, null) : [...tables(head2, names3.head), ...tables(base2, names3.base)];
}
function kubeblocks(sides) {
  return referenceGroups(sides.head).map(({ title, rows }) => {
    const known2 = rows.filter(({ options }) => numberOption(options, "threads") !== null);
    const present = KUBEBLOCKS.map((metric3) => byThreads(metric3, known2, sides)).filter((each) => each !== "");
    return present.length === 0 ? "" : `### ${markdownText(title)}

${present.join("\n")}`;
  });
}
function byThreads([label, metric3, print2], rows, { base: base2, names: names3 }) {
  const pairs = rows.map((row) => pairOf(metric3, row, likeOf(row, base2)));
  const shown = rows.filter(
    (row, index) => base2 === null ? row.value(metric3) !== null : pairs[index] !== null
  );
  const threads = rowNames(shown, ({ options }) => String(numberOption(options, "threads")));
  const ofHead = shown.map((row, index) => [threads[index], print2(row.value(metric3))]);
  if (base2 === null) return bold(label, ["Threads", names3.head], ofHead);
  const both = pairs.filter((pair) => pair !== null);
  const cells = ofHead.map((line, index) => [...line, print2(both[index][0])]);
  const header = ["Threads", names3.head, names3.base];
  if (metric3 === "p95" || both.length === 0) return bold(label, header, cells);
  const improved = (...shares) => shares.map(publishedPercent);
  return bold(
    label,
    [...header, `${label} Improvement`, "Change (ours)"],
    [
      ...cells.map((line, index) => [
        ...line,
        ...improved(improvementOfHead(...both[index]), changeOfHead(...both[index]))
      ]),
      ["Average", "", "", ...improved(averageImprovement(both), overallChange(both))]
    ]
  );
}
function cockroachdb({ head: head2, base: base2, names: names3 }) {
  const tpcc = head2.filter(({ value }) => value("tpmc") !== null);
  const titles = ownNames(tpcc);
  const groups = referenceGroups(head2.filter(({ workload: workload2 }) => /^kv/i.test(workload2)));
  return [
    ...tpcc.map((row, index) => {
      const other2 = likeOf(row, base2);
      return other2 === null ? tpccTable(titles[index], [names3.head], [row]) : tpccTable(titles[index], [names3.base, names3.head], [other2, row]);
    }),
    ...groups.map(({ title, rows }) => {
      const words = groups.length === 1 ? "Linear scaling" : `Linear scaling, ${title}`;
      return byColumns(words, ["Number of nodes", rows.map(nodes)], rows, COCKROACHDB_KV);
    })
  ];
}
function tpccTable(title, names3, rows) {
  const isPublished = rows.some(({ publishedRows }) => publishedRows !== null);
  const lines = COCKROACHDB_TPCC.map(
    ([name, text]) => [
      isPublished ? name : name.replace("of rows", "of rows, at first"),
      text
    ]
  );
  return byLines(title, ["Metric", ...names3], rows, lines);
}
function efficiencyOf({ options, value }) {
  const [tpmc, count3] = [value("tpmc"), numberOption(options, "warehouses")];
  return tpmc === null || count3 === null ? null : 100 * tpccEfficiency(tpmc, count3, "deck");
}
function billionRows({ options, publishedRows }) {
  const warehouses = numberOption(options, "warehouses");
  const rows = publishedRows ?? (warehouses === null ? null : tpccRows(warehouses));
  return rows === null ? null : rows / 1e9;
}
function yugabytedb({ head: head2, base: base2 }) {
  const isSingle = ({ workload: workload2 }) => workload2 === "sql_inserts";
  const groups = referenceGroups(head2);
  const single = head2.filter(isSingle);
  const names3 = ownNames(head2);
  const columns = [...YUGABYTEDB_SINGLE_ROWS, ...cpuColumns("Avg CPU/tserver", single)];
  return [
    ...resultsOf(groups.filter(({ rows }) => !rows.every(isSingle)).flatMap(bySizes)),
    byColumns("Single-row queries", ["Workload", ownNames(single)], single, columns),
    ...groups.map(scalingTable),
    ...head2.map((row, index) => balanceOf(row, names3[index])),
    ...head2.map((row, index) => improvementOf(row, likeOf(row, base2), names3[index]))
  ];
}
function bySizes({ title, rows }) {
  const sizes = nodeCounts(rows);
  if (sizes.length < 2) return [{ title, rows }];
  const threads = [...new Set(rows.map(({ options }) => numberOption(options, "threads")))];
  const byThreads2 = threads.map((count3) => ({
    title: threads.length === 1 ? title : `${title}, ${threadsText(count3)}`,
    rows: rows.filter(({ options }) => numberOption(options, "threads") === count3)
  })).filter((group) => nodeCounts(group.rows).length > 1);
  const each = sizes.map((size) => ({
    title: `${title}, ${plural(size, "node")}`,
    rows: rows.filter((row) => row.nodes === size)
  }));
  const shown = new Set(byThreads2.flatMap((group) => group.rows));
  return [...byThreads2, ...each.filter((group) => group.rows.length > 1 || !shown.has(group.rows[0]))];
}
function threadsText(count3) {
  return `${publishedWhole(count3)} ${count3 === 1 ? "thread" : "threads"}`;
}
function resultsOf(groups) {
  const titles = distinctNames(
    groups.map(({ rows }) => rows),
    groups.map(({ title, rows }) => rows.length === 1 ? rows[0].name : title)
  );
  return groups.map(({ rows }, index) => {
    const errors = ["Errors/s", (row) => publishedNumber(row.errorsPerSecond)];
    if (rows.length === 1) return lonelyOf(titles[index], rows[0]);
    const [by, rowName] = distinguishingColumn(rows);
    const hasErrors = by === "Threads";
    const columns = [...YUGABYTEDB, ...cpuColumns(hasErrors ? "Avg CPU" : "Avg CPU/tserver", rows)];
    const all = hasErrors ? [...columns, errors] : columns;
    return byColumns(titles[index], [by, rowNames(rows, rowName)], rows, all);
  });
}
function distinguishingColumn(rows) {
  const threads = option("threads");
  if (nodeCounts(rows).length > 1) return ["TServers", nodes];
  if (new Set(rows.map(threads)).size === 1 && suitesOf(rows).length > 1)
    return ["Service Type", ({ suite }) => suite];
  return ["Threads", threads];
}
function lonelyOf(title, row) {
  const errors = row.errorsPerSecond === null ? publishedNumber(null) : `${publishedNumber(row.errorsPerSecond)}/sec`;
  const cpu = cpuColumns((row.nodes ?? 1) > 1 ? "Avg CPU/tserver" : "Avg CPU", [row]);
  return byLines(title, ["Metric", "Value"], [row], [...YUGABYTEDB, ...cpu, ["Error Rate", () => errors]]);
}
function cpuColumns(title, rows) {
  const hasShares = rows.some(({ cpuShare }) => cpuShare !== null);
  const hasCpus = !hasShares || rows.some(({ cpu }) => cpu !== null);
  const cpus = [`${title} (100% = one CPU)`, ({ cpu }) => publishedPercent(cpu)];
  const share = [
    `${title} (% of the node)`,
    ({ cpuShare }) => publishedPercent(cpuShare)
  ];
  return [...hasCpus ? [cpus] : [], ...hasShares ? [share] : []];
}
var CONFIDENCE = 0.95;
function scalingTable({ title, rows }) {
  const measured = rows.filter(({ value }) => value("tps") !== null);
  const [first] = measured;
  if (first === void 0 || measured.length < 2 || first.value("tps") === 0) return "";
  const factors = new Map(measured.map((row) => [row, factorTo(first, row)]));
  const hasSizes = nodeCounts(rows).length > 1;
  const hasEnds = [...factors.values()].some(({ ends }) => ends.length > 0);
  const ranged = (name, of, print2) => [
    [name, (row) => print2(of(row).value)],
    ...hasEnds ? [
      [
        `${name}, 95%`,
        (row) => of(row).ends.map(print2).join(" .. ") || publishedNumber(null)
      ]
    ] : []
  ];
  const factorOf = (row) => factors.get(row);
  const names3 = rowNames(
    measured,
    (row) => hasSizes && row.nodes !== null ? `${plural(row.nodes, "node")}, ${row.name}` : row.name
  );
  return byColumns(`Scaling Summary, ${title}`, ["Configuration", names3], measured, [
    ["TPS", rate("tps")],
    ...ranged("Scaling Factor", factorOf, times),
    ...hasSizes ? ranged("Efficiency", (row) => nodeEfficiency(first, row, factorOf(row)), publishedPercent) : []
  ]);
}
function factorTo(first, row) {
  const value = row.value("tps") / first.value("tps");
  if (row === first || Math.min(first.rates.length, row.rates.length) < 2) return { value, ends: [] };
  const { low, high } = welchShift(first.rates.map(Math.log), row.rates.map(Math.log)).interval(CONFIDENCE);
  return { value, ends: [Math.exp(low), Math.exp(high)] };
}
function nodeEfficiency(first, row, { value, ends }) {
  const share = (factor) => factor === null || first.nodes === null || row.nodes === null ? null : scalingEfficiency({ nodes: first.nodes, rate: 1 }, { nodes: row.nodes, rate: factor });
  return { value: share(value), ends: ends.map(share) };
}
function balanceOf({ hosts }, name) {
  const used = hosts.some(({ cpu }) => cpu !== null) ? "cpu" : "cpuShare";
  const all = sumOf(hosts, (host) => host[used] ?? 0);
  const load = [
    "Share of Load",
    ({ [used]: own }) => publishedPercent(own === null ? null : own / all)
  ];
  return byColumns(`Load Distribution, ${name}`, ["TServer", hosts.map(({ host }) => host)], hosts, [
    ...all === 0 ? [] : [...cpuColumns("Avg CPU", hosts), load],
    ["Share of Load (events)", ({ share }) => publishedPercent(share)]
  ]);
}
function improvementOf(row, base2, title) {
  if (base2 === null) return "";
  const lines = YUGABYTEDB_IMPROVEMENT.flatMap(([name, direction, metric3, up, down]) => {
    const pair = pairOf(metric3, row, base2);
    if (pair === null) return [];
    const better = timesBetter(...pair, direction);
    const words = better >= 1 ? `${times(better)} ${up}` : `${times(1 / better)} ${down}`;
    return [[name, words, publishedPercent(changeOfHead(...pair))]];
  });
  const errors = errorRows(row.errorsPerSecond, base2.errorsPerSecond);
  return titledTable(
    `Improvement, ${title}`,
    ["Metric", "Improvement", "Change (ours)"],
    [...lines, ...errors]
  );
}
function errorRows(head2, old) {
  if (head2 === null && old === null) return [];
  const more = head2 === null || old === null || old <= 0 ? null : changeOfHead(old, head2);
  const size = publishedPercent(more && Math.abs(more));
  const words = more === null ? size : `${size} ${more > 0 ? "increase" : "reduction"}`;
  return [["Error Rate", words, publishedPercent(more)]];
}

// src/report/markdown/reference-table.ts
var REFERENCE_LAYOUTS = Object.keys(LAYOUTS);
function renderReferenceTables(heads, base2, layout) {
  const sides = {
    head: heads.flatMap(referenceRows),
    base: base2 === null ? null : referenceRows(base2),
    names: sideNames(heads[0], base2)
  };
  const tables = (each) => LAYOUTS[each][1](sides).filter((text) => text !== "");
  if (layout !== null) return tables(layout).join("\n");
  return REFERENCE_LAYOUTS.flatMap((each) => {
    const parts = tables(each);
    return parts.length === 0 ? [] : [`## As ${LAYOUTS[each][0]} reports
`, ...parts];
  }).join("\n");
}
function sideNames(head2, base2) {
  if (head2.target !== void 0 && base2?.target !== void 0)
    return { head: head2.target, base: base2.target };
  const name = ({ environment: { database, databaseVersion } }) => [database, databaseVersion].filter((part) => part !== "" && part !== "unknown").join(" ");
  const [ours, other2] = [name(head2), base2 === null ? "" : name(base2)];
  const areDistinct = ours !== "" && ours !== other2 && (base2 === null || other2 !== "");
  if (areDistinct) return { head: ours, base: other2 };
  return base2 === null || base2.suite === head2.suite ? { head: "head", base: "base" } : { head: head2.suite, base: base2.suite };
}

// src/apps/server/site/assets.ts
import { createHash } from "node:crypto";
import { readFile as readFile2 } from "node:fs/promises";

// src/report/pages/history-style.ts
var HISTORY_STYLE = `
.stack tbody th { white-space: normal; overflow-wrap: anywhere; min-width: 10rem; max-width: 20rem; }
.title form { margin-left: auto; }
.title form input { width: 16rem; }
.stack tbody th .muted, .stack .metric, .stack .size .muted, .stack .cause .muted, .stack .also { font-weight: 450; font-size: .8125rem; }
.stack .size { white-space: nowrap; }
.stack .cause { min-width: 13rem; overflow-wrap: anywhere; }
.stack .history { width: 170px; }
.stack .also { min-width: 8rem; }
.stack .also ul { margin: 0 0 .4rem; padding-left: 1.1rem; }
.stack .also summary { padding: 0; }
.stack tr.open th:first-child { box-shadow: inset 3px 0 var(--bad); padding-left: .7rem; }
.badge.accepted { color: var(--open); }
.host { white-space: nowrap; }
.host::after { content: "\\2009\\2197"; }
.site .moved { margin: .5rem 0 1.5rem; padding: .9rem 1.25rem; background: var(--card); border: 1px solid var(--rule); border-left: 4px solid var(--muted); border-radius: .6rem; }
.moved.open { border-left-color: var(--bad); }
.moved.better { border-left-color: var(--good); }
.moved > p { margin: 0; overflow-wrap: anywhere; }
.moved > .spark { width: 100%; height: 5rem; margin: .75rem 0; }
@media (max-width: 48rem) {
  .stack, .stack tbody, .stack tr, .stack th, .stack td { display: block; }
  .stack thead { display: none; }
  .stack tr { padding: .7rem .9rem; margin: 0 0 .75rem; background: var(--card); border: 1px solid var(--rule); border-radius: .6rem; }
  .stack tr[hidden] { display: none; }
  .stack tr.open { border-left: 4px solid var(--bad); }
  .stack th, .stack td, .stack tr.open th:first-child { padding: .1rem 0; border: 0; box-shadow: none; min-width: 0; max-width: none; text-align: left; }
  .stack th, .stack td:not(.subject, .cause, .history, .also) { display: inline-block; margin-right: 1rem; }
  .title form { margin-left: 0; }
  .scroll .stack th:first-child { position: static; background: none; }
  .stack td:empty { display: none; }
  .stack .history, .stack .spark { width: 100%; }
  .stack .number { white-space: normal; }
  .stack a { display: inline-block; padding: .25rem 0; }
  .site .moved { padding: .7rem .9rem; }
}
`;

// src/report/pages/style.ts
var SITE_STYLE = `${STYLE}
.site > header { align-items: center; flex-wrap: wrap; gap: .25rem 2rem; padding-top: 1.1rem; padding-bottom: 1.1rem; border-bottom: 1px solid var(--rule); }
.site > header .home { display: flex; align-items: center; gap: .7rem; font-weight: 650; text-decoration: none; overflow-wrap: anywhere; min-width: 0; }
.site > header .mark { margin: 0; width: 12px; }
.site > header nav { display: flex; gap: .25rem; margin-left: auto; }
.site > header nav a { padding: .35rem .7rem; border-radius: .4rem; text-decoration: none; color: var(--muted); white-space: nowrap; }
.site > header nav a:hover { background: var(--band); color: var(--ink); }
.site > header nav a[aria-current] { color: var(--ink); font-weight: 600; background: var(--band); }
.count { display: inline-block; min-width: 1.4em; padding: 0 .35em; border-radius: 1em; text-align: center; font-size: .8125rem; font-weight: 650; color: var(--card); background: var(--bad); }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; padding: .5rem 1rem; background: var(--card); z-index: 2; }
.site main { padding-top: 1.75rem; min-height: 60vh; }
.site main > h1 { margin-top: 0; }
.site section { margin: 2.25rem 0; }
.lead { font-size: 1.0625rem; max-width: 75ch; }
.note { padding: .6rem .9rem; border-left: 3px solid var(--open); background: var(--code); max-width: none; }
.sha { font: .9em ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: nowrap; }
.site a { text-underline-offset: .18em; text-decoration-color: var(--muted); text-decoration-thickness: 1px; }
.site a:hover { text-decoration-color: currentColor; }
q { color: var(--muted); overflow-wrap: anywhere; }
kbd { font: .75rem ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; padding: .05rem .35rem; border: 1px solid var(--rule); border-bottom-width: 2px; border-radius: .3rem; color: var(--muted); }
code { font: .875em ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; background: var(--code); padding: .1em .3em; border-radius: .25em; overflow-wrap: anywhere; }
pre code { padding: 0; background: none; font-size: 1em; }
button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--rule); border-radius: .4rem; padding: .15rem .7rem; cursor: pointer; }
button.copy { display: block; margin: .35rem 0 0 auto; padding: .1rem .6rem; font-size: .8125rem; color: var(--muted); border-color: transparent; background: none; }
button.copy:hover, button.copy:focus-visible { color: var(--ink); border-color: var(--rule); }
textarea.copy { display: block; width: 100%; margin-top: .35rem; font: .8125rem ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; color: var(--ink); background: var(--code); border: 1px solid var(--rule); border-radius: .4rem; }
.ways a { white-space: nowrap; }
.ways a + a { margin-left: 1rem; }
th > button { display: inline-flex; align-items: end; padding: 0; border: 0; background: none; font: inherit; color: inherit; text-align: inherit; text-decoration: underline dotted var(--muted); text-underline-offset: .3em; }
th[aria-sort] > button { text-decoration-style: solid; color: var(--ink); }
th[aria-sort="ascending"] > button::after { content: "\\2009▲"; }
th[aria-sort="descending"] > button::after { content: "\\2009▼"; }
.stale { color: var(--bad); font-weight: 600; }
.side { white-space: nowrap; font-weight: 600; }
.side.worse { color: var(--bad); }
.side.better { color: var(--good); }
.side.taken { color: var(--open); }
.base-arm { color: var(--base); font-weight: 600; }
.head-arm { font-weight: 600; }
.title { display: flex; flex-wrap: wrap; align-items: baseline; gap: .5rem 1.5rem; }
.tallies { display: flex; flex-wrap: wrap; gap: .5rem 2rem; max-width: none; margin: 1rem 0 0; color: var(--muted); }
.tally { text-decoration: none; }
.tally strong { color: var(--ink); font-size: 1.25rem; font-variant-numeric: tabular-nums; }
.tally.worse strong { color: var(--bad); }
.recent { color: var(--open); }
.also { font-size: .875rem; }
.also ul { margin: 0 0 .4rem; padding-left: 1.1rem; }
.lines { margin: 0; padding: 0; list-style: none; }
.lines li { padding: .4rem 0; border-bottom: 1px solid var(--rule); overflow-wrap: anywhere; }
.search { margin-left: auto; display: none; align-items: center; gap: .5rem; color: var(--muted); font-size: .875rem; }
.search.ready { display: flex; }
input, select { font: inherit; font-size: .9375rem; color: var(--ink); background: var(--card); border: 1px solid var(--rule); border-radius: .4rem; padding: .3rem .6rem; max-width: 100%; min-width: 0; }
.scroll > table { width: 100%; }
.scroll th, .scroll td { padding-right: 1.25rem; }
.scroll th:last-child, .scroll td:last-child { padding-right: .25rem; }
.workloads tbody th { max-width: 24rem; overflow-wrap: anywhere; }
.workloads tbody th .muted, .workloads .metric { font-weight: 450; font-size: .8125rem; }
.workloads .history { width: 170px; }
.workloads tr.open th:first-child { box-shadow: inset 3px 0 var(--bad); padding-left: .7rem; }
.day, .who { white-space: nowrap; }
/* Workload names break late; a link in a table's head stays on the line of the other heads, although touch makes it taller. */
.scroll tbody th:has(> a:not(.sha)) { min-width: 8rem; }
.site thead th { vertical-align: bottom; }
.subject { min-width: 14rem; overflow-wrap: anywhere; }
.spark { display: block; }
.spark .line { fill: none; stroke: var(--base); stroke-width: 1.5; stroke-linecap: round; vector-effect: non-scaling-stroke; }
/* A dot that stays round at every width of the picture. */
.spark .newest { fill: none; stroke: var(--base); stroke-width: 7; stroke-linecap: round; vector-effect: non-scaling-stroke; }
.spark .cursor { fill: none; stroke: var(--muted); stroke-width: 1; stroke-dasharray: 3 3; vector-effect: non-scaling-stroke; }
.spark .mark { stroke-width: 1.5; fill: none; opacity: .8; vector-effect: non-scaling-stroke; }
.spark .mark.worse { stroke: var(--bad); }
.spark .mark.better { stroke: var(--good); }
.filters { margin: .75rem 0 .5rem; }
.filters form { display: flex; flex-wrap: wrap; gap: .6rem 1rem; }
.filters button { align-self: end; padding: .3rem .9rem; }
.filters label { display: grid; font-size: .8125rem; color: var(--muted); min-width: 0; max-width: 14rem; }
.more > summary { font-size: .875rem; color: var(--muted); }
.more > div { display: flex; flex-wrap: wrap; gap: .6rem 1rem; }
@supports selector(::details-content) {
  @media (min-width: 48rem) {
    .filters > summary { display: none; }
    .filters::details-content { content-visibility: visible; block-size: auto; }
    .more { align-self: end; }
    .more > summary { padding: 0 0 .55rem; }
    .more[open] { display: flex; align-items: end; gap: 1rem; }
  }
}
/* A series is as wide as the screen; sentences are not. */
.site:has(main[data-page="workload"]) > header, main[data-page="workload"] { max-width: 120rem; }
.site main[data-page="workload"] { padding-top: 1rem; }
main[data-page="workload"] .title h1 { margin: 0; overflow-wrap: anywhere; }
main[data-page="workload"] .lead { margin: .25rem 0 .75rem; max-width: none; }
.series { margin: 0 0 .25rem; padding: .75rem 1.25rem .5rem; background: var(--card); border: 1px solid var(--rule); border-radius: .6rem; }
.series figcaption { font-weight: 450; color: var(--muted); }
.series figcaption strong { color: var(--ink); font-size: 1.0625rem; font-weight: 650; }
.reset { float: right; padding: .1rem .7rem; border: 1px solid var(--rule); border-radius: .4rem; color: var(--ink); text-decoration: none; }
.keys { display: flex; flex-wrap: wrap; gap: 0 1.25rem; font-size: .8125rem; }
.swatch { display: inline-block; width: .65rem; height: .65rem; margin-right: .4rem; }
.swatch.own { border-radius: 50%; }
:root { --s0: var(--base); --s1: var(--head); --s2: #009e73; --s3: #cc79a7; --s4: #8a6d00; --s5: var(--muted); }
${[0, 1, 2, 3, 4, 5].map((i) => `.swatch.s${i} { background: var(--s${i}); } .plot :is(path, line).s${i} { stroke: var(--s${i}); } .plot .s${i}.dot { fill: var(--s${i}); }`).join("\n")}
.plot { display: flow-root; height: clamp(260px, 44vh, 480px); margin: .25rem 0; }
.plot.empty { display: grid; place-items: center; text-align: center; }
.plot > .plotted { display: block; width: calc(100% - 100px); height: calc(100% - 58px); margin: 26px 30px 32px 70px; overflow: visible; }
.plot[data-drawn] > .plotted { display: none; }
.plot .u-over { touch-action: pan-y; cursor: crosshair; }
.plot .whiskers { stroke-width: 1; opacity: .35; }
.plot .line { stroke-width: 1.25; opacity: .7; }
.plot .over.line { stroke-dasharray: 5 3; }
.plot .level { stroke-width: 2; }
.plot .level.ink { stroke: var(--ink); }
.plot line.step { stroke-width: 1; }
.plot text.step { font-size: 13px; font-weight: 600; }
.plot line.worse { stroke: var(--bad); }
.plot line.better { stroke: var(--good); }
.plot line.taken { stroke: var(--open); }
.plot text.worse { fill: var(--bad); }
.plot text.better { fill: var(--good); }
.plot text.taken { fill: var(--open); }
.plot .border { stroke: var(--muted); stroke-width: 1; stroke-dasharray: 2 4; }
.plot .u-select { background: var(--muted); opacity: .25; }
.plot .u-hz .u-cursor-x { border-right: 1px dashed var(--muted); }
.ledger p { max-width: none; }
.ledger .since { margin-left: auto; color: var(--muted); font-size: .875rem; }
.sums { margin: 0; padding: 0; list-style: none; }
.sums li { margin: .35rem 0; padding-left: .7rem; overflow-wrap: anywhere; }
.sums .open { box-shadow: inset 3px 0 var(--bad); }
.sums .near { box-shadow: inset 3px 0 var(--open); }
figure.series > .summed { height: 200px; width: calc(100% - 6.5rem); margin: .7rem 2.75rem 2rem 3.75rem; }
.summed .zero { stroke: var(--muted); stroke-width: 1; }
.summed .bound { stroke: var(--bad); stroke-width: 1; stroke-dasharray: 5 3; }
.summed .red.dot { fill: var(--bad); stroke: var(--card); stroke-width: 1; }
.readout { min-height: 1.6rem; margin: .25rem 0 0; max-width: none; font-size: .9375rem; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.keyboard { font-size: .875rem; color: var(--muted); }
.steps { font-size: .875rem; }
.steps :is(th, td) { vertical-align: baseline; }
.steps.stack tbody th { min-width: 0; }
.step-when, .step-change, .step-range { white-space: nowrap; }
.step-levels { min-width: 8rem; }
.step-commit, .step-also { min-width: 12rem; max-width: 40rem; overflow-wrap: anywhere; }
.multiples { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: .75rem; margin: 0; padding: 0; list-style: none; }
.multiples a { display: grid; grid-template-columns: 1fr auto; gap: .25rem; padding: .6rem .8rem; background: var(--card); border: 1px solid var(--rule); border-radius: .5rem; text-decoration: none; }
.multiples a:hover { border-color: var(--muted); }
.multiples .name { font-weight: 600; }
.multiples .spark { grid-column: 1 / -1; width: 100%; height: 2.5rem; }
.machines { margin-top: 1rem; font-size: .8125rem; color: var(--muted); }
.machines dt { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.report > h2 { margin: 0; font-size: 1.35rem; text-wrap: balance; }
.report.overall-regressed > h2 { color: var(--bad); }
.report.overall-improved > h2 { color: var(--good); }
@media (max-width: 60rem) {
  .site > header { padding-top: .7rem; padding-bottom: .7rem; }
  .plot { height: 260px; }
  .series { padding: .8rem .8rem .5rem; margin-left: -.25rem; margin-right: -.25rem; }
  .readout { min-height: 4.5rem; }
  .filters label { width: calc(50% - .5rem); max-width: none; }
  .more { width: 100%; }
  .filters > summary, .filters select, nav a, .multiples a, .site button, input { min-height: 44px; }
  nav a { display: flex; align-items: center; }
  .site > header nav { margin-left: -.7rem; gap: 0; }
  .site > header nav .count { margin-left: .35rem; }
  .scroll th:first-child { position: sticky; left: 0; max-width: 9.5rem; background: var(--paper); white-space: normal; overflow-wrap: anywhere; }
  .search { margin-left: 0; }
  .ways kbd { display: none; }
  .tallies { gap: .25rem 1.5rem; }
  .title { flex-direction: column; }
  .multiples { grid-template-columns: 1fr 1fr; }
  .multiples a { padding: .5rem .6rem; }
}
@media (max-width: 40rem) {
  .plot .fine, .plot .size { display: none; }
  .steps .step-also:not(:empty)::before { content: "also "; color: var(--muted); }
}
@media print {
  .plot { height: 300px; }
  .plot[data-drawn] > .plotted { display: block; }
  .plot > .uplot { display: none; }
  .steps :is(.step-levels, .step-commit, .step-also) { min-width: 0; }
  .steps .step-range { white-space: normal; }
  :root { color-scheme: light; ${LIGHT} --paper: #fff; --ink: #000; --muted: #444; }
  .filters, .keyboard, .readout, nav, .skip, .search, .copy, .ways kbd { display: none !important; }
  .site .scroll { overflow: visible; }
  .scroll table { font-size: .8125rem; }
  .scroll th, .scroll td { padding-right: .6rem; }
  .subject { min-width: 0; }
}
`;

// src/apps/server/site/assets.ts
async function loadAssets(folder) {
  const [script, plot2] = await Promise.all(
    ["site.js", "site.css"].map((name) => readBuilt(new URL(name, folder)))
  );
  const files = [
    asset("css", "text/css; charset=utf-8", plot2 + SITE_STYLE + HISTORY_STYLE),
    asset("js", "text/javascript; charset=utf-8", script),
    asset("svg", "image/svg+xml", ICON)
  ];
  const [style, code2, icon] = files.map(({ path: path19 }) => path19);
  return { names: { style, script: code2, icon }, files };
}
function asset(extension, type, body) {
  const digest = createHash("sha256").update(body).digest("hex").slice(0, 10);
  return { path: `assets/site-${digest}.${extension}`, type, body };
}
async function readBuilt(file) {
  try {
    return await readFile2(file, "utf8");
  } catch (cause) {
    throw new PlumblineError("internal", `the pages' own file ${file.pathname} cannot be read`, {
      remedy: "install plumbline again; from its sources: npm run build",
      cause
    });
  }
}

// src/apps/server/site/files.ts
var COMMITS_MOST = 500;
var PAIRS_MOST = 50;
var PAGE2 = 500;
async function* siteFiles(questions, assets, options) {
  yield { path: ".nojekyll", body: "" };
  yield { path: "404.html", body: NOT_HERE };
  const { rows, open: open4 } = await questions.overview({ days: 1 });
  const repositories = repositoriesOf(rows, open4);
  if (repositories.length < 2) {
    yield* pageFiles(questions, assets, options);
    return;
  }
  yield* assets.files;
  yield* pageFile(pagesOf(questions, assets, options), { page: "overview" });
  for (const { repository } of repositories) {
    const below = repositoryPathOf(repository);
    for await (const { path: path19, body } of pageFiles(scopedTo(questions, repository), assets, options)) {
      yield { path: below + path19, body };
    }
  }
}
function pagesOf(questions, assets, options) {
  return new SitePages(questions, { ...options, assets: assets.names, isStatic: true });
}
async function* pageFiles(questions, assets, options) {
  const pages = pagesOf(questions, assets, options);
  yield* assets.files;
  const linked = /* @__PURE__ */ new Set();
  const written = /* @__PURE__ */ new Set();
  for await (const file of filesOfNow(questions, pages, options)) {
    written.add(file.path);
    for (const path19 of workloadsIn(file)) linked.add(path19);
    yield file;
  }
  for (const path19 of linked) if (!written.has(`${path19}index.html`)) yield* endedFiles(pages, path19);
}
async function* filesOfNow(questions, pages, options) {
  const fixed2 = [{ page: "overview" }, { page: "events" }, { page: "acceptances" }];
  for (const place of fixed2) yield* pageFile(pages, place);
  const { suites: suites2 } = await questions.suites({});
  for (const { suite, workloads } of suites2) {
    for (const workload2 of workloads) {
      yield* pageFile(pages, { page: "workload", suite, workload: workload2 });
      yield* dataFile(pages, dataPathOf(suite, workload2));
    }
  }
  const commits = await newestCommits(questions, options.commits ?? COMMITS_MOST);
  for (const sha of commits) yield* pageFile(pages, { page: "commit", sha });
  for (const pair of await commitPairs(questions, suites2, commits))
    yield* pageFile(pages, { page: "compare", ...pair });
  for (const { suite } of suites2) {
    const path19 = badgePathOf(suite);
    const body = await pages.badge(path19);
    if (body !== null) yield { path: path19, body };
  }
}
async function* pageFile(pages, place) {
  const path19 = pathOf(place);
  const body = await pages.page(path19, new URLSearchParams());
  if (body !== null) yield { path: `${path19}index.html`, body };
}
async function* dataFile(pages, path19) {
  const data = await pages.data(path19);
  if (data !== null) yield { path: path19, body: JSON.stringify(data) };
}
function workloadsIn({ path: path19, body }) {
  if (!path19.endsWith(".html")) return [];
  return [...body.matchAll(/href="(?:\.\.\/)*(w\/[^"/]+\/[^"/]+\/)/g)].map(([, linked]) => linked);
}
async function* endedFiles(pages, path19) {
  const body = await pages.page(path19, new URLSearchParams());
  yield { path: `${path19}index.html`, body: body ?? await pages.missing(path19) };
  yield* dataFile(pages, path19.replace(/^w\/(.*)\/$/, "data/$1.json"));
}
async function newestCommits(questions, most) {
  const commits = /* @__PURE__ */ new Set();
  let after = "";
  while (after !== null && commits.size < most) {
    const page = await questions.runs({ limit: PAGE2, ...after === "" ? {} : { after } });
    for (const { commit } of page.runs) if (commits.size < most) commits.add(commit);
    after = page.next;
  }
  return [...commits];
}
async function commitPairs(questions, suites2, commits) {
  const pairs = /* @__PURE__ */ new Map();
  const add = (base2, head2) => {
    if (base2 !== void 0 && head2 !== void 0 && base2 !== head2)
      pairs.set(`${base2}..${head2}`, { base: base2, head: head2 });
  };
  for (const { suite, branches } of suites2) {
    const [branch] = branches;
    const scope2 = { suite, ...branch === void 0 ? {} : { branch }, limit: PAGE2 };
    const { events: events2 } = await questions.events(scope2);
    for (const { lastBefore, firstAfter: firstAfter2 } of events2.slice(0, PAIRS_MOST)) add(lastBefore.sha, firstAfter2.sha);
    const own = [...new Set((await questions.runs(scope2)).runs.map(({ commit }) => commit))];
    for (const [i, head2] of own.slice(0, PAIRS_MOST).entries())
      if (commits.includes(head2)) add(own[i + 1], head2);
  }
  return [...pairs.values()];
}
var NOT_HERE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Not among these files</title></head>
<body><h1>Not among these files</h1>
<p>This site has the pages of the newest commits, and compares neighbours and changes of level. Whatever else the store knows, a server answers:</p>
<pre>plumbline serve --store URL</pre></body></html>
`;

// src/apps/cli/render.ts
var FORMATS = wordTable({
  console: (report) => renderConsole(report, styleOf(process.stdout)),
  comment: (report) => renderComment(report),
  summary: (report) => renderSummary(report),
  html: (report) => renderHtml(report),
  check: (report) => JSON.stringify(renderCheckRun(report), null, 2)
});
function renderVerb(finish) {
  const command = withFields(withOptions4(new Command2("render")), "history");
  addHelp(command, {
    examples: [
      ["render plumbline-out/report.json", "print the report as `plumbline check` does"],
      ["render plumbline-out/report.json --format html > report.html", "write a page with pictures"],
      [
        "render --as reference-table plumbline-out/run.json --base plumbline-out/run-base.json --layout kubeblocks",
        "print QPS, TPS and p95 by threads, with improvements"
      ],
      [
        "render --as reference-table 3-nodes/run.json 4-nodes/run.json --layout yugabytedb",
        "print scaling factor and efficiency for several sizes of a cluster"
      ],
      [
        "render --as site public --store file:.plumbline",
        "write the history as pages, for any host of static files"
      ]
    ],
    outcomes: ["fine", "usage", ["internal", "with --as site: the store cannot be read"], "interrupted"]
  });
  return command.action(async (places, words) => {
    if (words.as === "reference-table") print(await referenceTables(places, words));
    else if (words.as === "site") await writeSite(onlyOf(places, words.as), words);
    else print(FORMATS[words.format](await readReport(onlyOf(places, words.as))));
    finish(EXIT_CODE.fine);
  });
}
function withOptions4(command) {
  return command.summary("Show a report, a run or a store in another form.").description(
    "Print a report document in another form, print a run as the tables of published reports, or write a store as web pages."
  ).argument(
    "<place...>",
    "Report document, for example plumbline-out/report.json. With --as reference-table a run document, or one for each size of a cluster; with --as site the folder for the pages."
  ).addOption(
    new Option2(
      "--format <format>",
      "Format of the report. console: for a terminal; comment: the pull-request comment; summary: the job's page; html: a page with pictures; check: what the check run shows, as JSON."
    ).choices(Object.keys(FORMATS)).default("console")
  ).addOption(
    new Option2(
      "--as <what>",
      "Form to show. report: one document; site: the pages of `plumbline serve` as files, for everything in the store; reference-table: a run in the layouts of published reports, as Markdown."
    ).choices(["report", "site", "reference-table"]).default("report")
  ).option("--commits <n>", "Number of newest commits that get a page (with --as site).", wholeNumber, 500).option(
    "--base <run>",
    "Run document to compare with. Improvements are given by the published report's definition and by Plumbline's (with --as reference-table)."
  ).addOption(
    new Option2(
      "--layout <report>",
      "Layout of one report (with --as reference-table; default: all that fit)."
    ).choices(REFERENCE_LAYOUTS)
  );
}
function print(rendered) {
  process.stdout.write(rendered.endsWith("\n") ? rendered : `${rendered}
`);
}
function onlyOf(places, as) {
  const [place, another] = places;
  if (another === void 0) return place;
  throw new PlumblineError(
    "usage",
    `--as ${as} takes one place, and ${JSON.stringify(another)} is a second one`,
    {
      remedy: "name one place; only --as reference-table makes one table of several run documents"
    }
  );
}
async function referenceTables(places, { base: base2, layout }) {
  const heads = await Promise.all(places.map(readRun));
  const baseRun = base2 === void 0 ? null : await readRun(base2);
  const tables = renderReferenceTables(heads, baseRun, layout ?? null);
  if (tables !== "") return tables;
  throw new PlumblineError(
    "usage",
    `${places.join(", ")}: no workload has the figures of ${layout}'s tables`,
    {
      remedy: "leave out --layout for those that it has; kubeblocks: workloads with threads; cockroachdb: tpcc, kv"
    }
  );
}
async function writeSite(folder, { commits, ...words }) {
  const cwd = process.cwd();
  const now2 = (/* @__PURE__ */ new Date()).toISOString();
  const location = await historyLocation(words, environment(), cwd);
  const progress = terminalProgress(process.stderr);
  const count3 = await untilInterrupted(async (signal) => {
    const store = await openExisting(location, "read", signal);
    try {
      const assets = await loadAssets(new URL(".", import.meta.url));
      let written = 0;
      for await (const file of siteFiles(askStore(store), assets, {
        version: VERSION,
        now: () => now2,
        tags: (sha) => tagsUpTo(cwd, sha),
        commits
      })) {
        signal.throwIfAborted();
        await writeFileWhole(path15.resolve(cwd, folder, file.path), file.body);
        progress.update({ what: `written ${plural(++written, "file")}`, share: null, secondsLeft: null });
      }
      return written;
    } finally {
      progress.end();
      await store.close();
    }
  }, "pages that are written stay");
  process.stdout.write(`${plural(count3, "file")} in ${folder}; any host of files serves them
`);
}

// src/apps/cli/run.ts
import path16 from "node:path";
function runVerb(finish) {
  const command = new Command2("run").summary("Only measure: write run documents.").description("Only measure: write run.json of head and, in side-by-side mode, run-base.json of base.");
  addHelp(command, {
    examples: [
      ["run --base main", "measure base and head side by side: run-base.json and run.json"],
      ["run --mode history", "measure head alone: run.json"],
      ["run --base HEAD --sessions 2 --seconds 1", "measure briefly, to see what the documents hold"]
    ],
    outcomes: ["fine", ...MEASURING]
  });
  return withFields(command, "run").action(async (words) => {
    const invocation = await invocationHere(words);
    const config = await loadConfig(invocation);
    await assureWritable(path16.resolve(invocation.cwd, invocation.output));
    const runs = await measuring(
      words,
      (progress, signal) => measureRuns(config, invocation, progress, signal)
    );
    process.stdout.write(`${runFiles(invocation.output, runs).join("\n")}
`);
    finish(EXIT_CODE.fine);
  });
}

// src/apps/cli/token.ts
var CHARACTERS_LEAST = 16;
function tokenOf(variable, env) {
  const token = env[variable] || null;
  if (token === null || token.length >= CHARACTERS_LEAST) return token;
  throw new PlumblineError(
    "usage",
    `${variable} has ${token.length} characters, and a safe token has at least ${CHARACTERS_LEAST}`,
    { remedy: `export ${variable}=$(openssl rand -hex 24)` }
  );
}

// src/apps/cli/serve.ts
function serveVerb(finish) {
  const command = withFields(withOptions5(new Command2("serve")), "history");
  addHelp(command, {
    examples: [
      [
        "serve --store postgres://reader@db/plumbline",
        "serve pages at http://127.0.0.1:8080, and the API below /api/v1"
      ],
      [
        "serve --host 0.0.0.0 --port 80",
        "serve other machines; with $PLUMBLINE_TOKEN set, each request needs that token"
      ]
    ],
    outcomes: ["fine", "usage", ["internal", "the store cannot be read"]]
  });
  return command.action(async (words) => {
    await serve(words, tokenOf("PLUMBLINE_TOKEN", environment()));
    finish(EXIT_CODE.fine);
  });
}
function withOptions5(command) {
  return command.summary("Show the store as web pages, with an API.").description("Serve the store over HTTP until interrupted: web pages and an API, both read-only.").option("--port <n>", "Port to listen on; 0 takes a free one and prints it.", portFrom(0), 8080).option(
    "--host <address>",
    "Address to listen on. Anything but a loopback address can be reached from other machines.",
    "127.0.0.1"
  ).option("--rate-limit <n>", "Highest number of requests from one address in a minute.", wholeNumber, 600);
}
async function serve({ port, host, rateLimit, ...words }, token) {
  const location = await historyLocation(words, environment(), process.cwd());
  const interrupt = abortOnSignals("what is being answered is answered first");
  try {
    const { createServer: createServer2, STATEMENT_MS } = await import("./server.js");
    const { siteRoutes } = await import("./routes.js");
    const assets = await loadAssets(new URL(".", import.meta.url));
    const store = await unlessInterrupted(openToAnswer(location, STATEMENT_MS), interrupt.signal);
    try {
      const questions = askStore(store);
      const app = await createServer2({
        questions,
        plugins: [
          siteRoutes(questions, assets, token === null ? "no-cache" : "private, no-cache", {
            tags: (sha) => tagsUpTo(process.cwd(), sha)
          })
        ],
        token,
        style: assets.names.style,
        requestsPerMinute: rateLimit,
        onFault: (error) => sayLine(faultText(error))
      });
      const address = await app.listen({ port, host }).catch((error) => {
        throw new PlumblineError("usage", `cannot listen on ${host}:${port}: ${error.message}`, {
          remedy: "name another --port (0 takes a free one), or another --host",
          cause: error
        });
      });
      process.stdout.write(`${redact(location.words)} is served at ${address}
`);
      if (token === null && !isLoopback(host)) {
        sayLine(
          "anyone who reaches this address can read the store: set PLUMBLINE_TOKEN, or put a proxy before it"
        );
      }
      await untilAborted(interrupt.signal);
      await app.close();
    } finally {
      await store.close();
    }
  } finally {
    interrupt.release();
  }
}
function faultText(error) {
  if (error instanceof PlumblineError && error.unreadable !== void 0) {
    return `${error.message}
remedy: ${error.remedy ?? "none is known"}`;
  }
  return `a fault in plumbline itself: ${error.stack ?? String(error)}`;
}
function sayLine(text) {
  process.stderr.write(`plumbline: ${redact(text)}
`);
}
async function untilAborted(signal) {
  if (signal.aborted) return;
  await new Promise((resolve3) => signal.addEventListener("abort", () => resolve3(), { once: true }));
}

// src/apps/cli/shard.ts
function shardVerb(finish) {
  const command = withOptions6(new Command2("shard"));
  addHelp(command, {
    examples: [
      [
        "shard --plan plumbline.yml --index 0 --shards 3 --listen 10.0.0.1:7000",
        "lead: tell the others when to start, add up what all measured, write run.json"
      ],
      [
        "shard --plan http://10.0.0.1:7000 --index 1",
        "follow index 0, on each other machine with an index of its own"
      ],
      [
        "shard --plan http://load-0.load:7000",
        "follow index 0 in an Indexed Job, where $JOB_COMPLETION_INDEX is the index"
      ]
    ],
    outcomes: [
      "fine",
      [
        "inconclusive",
        "a shard was absent, late or died, or its clock was set: the run says which and is no measurement"
      ],
      ...MEASURING
    ]
  });
  command.addHelpText(
    "after",
    `
Environment:
  PLUMBLINE_SHARD_TOKEN  token that every request must carry; needed unless --listen is a loopback address
  JOB_COMPLETION_INDEX   number of this shard, if there is no --index

Index 0 answers, with the token: GET /status, GET /result (202 while it runs, then run.json; ?arm=base), POST /fetched.`
  );
  return command.action(async (words) => {
    finish(await measuring({}, (progress, signal) => perform(words, progress, signal)));
  });
}
async function perform(words, progress, signal) {
  const token = tokenOf("PLUMBLINE_SHARD_TOKEN", environment());
  const joinMs = words.joinTimeout * 1e3;
  const { join: join2, lead } = await import("./shard.js");
  const index = words.index ?? indexOfJob(environment());
  const indexZero = indexZeroOf(words.plan);
  if (indexZero !== null) {
    if (index === 0)
      throw wrongOption("index 0 measures the plan of a file", "name the file by --plan, or another --index");
    const url = words.plan.replace(/(?<!\/)\/+$/, "");
    assureToken(token, indexZero.hostname);
    return await join2({ url, token, index }, joinMs, progress, signal);
  }
  if (index !== 0)
    throw wrongOption(
      `--plan ${words.plan} is a file, which only index 0 reads`,
      "--plan http://HOST:PORT, as index 0 listens"
    );
  const { shards, listen } = words;
  if (shards === void 0 || listen === void 0)
    throw wrongOption("index 0 needs --shards and --listen", "for example --shards 3 --listen 10.0.0.1:7000");
  assureToken(token, listen.host);
  const { output, seed } = words;
  const usual = { config: words.plan, output, seed };
  const invocation = await invocationHere(usual);
  const request = {
    shards,
    ...listen,
    token,
    joinMs,
    leadMs: words.lead * 1e3,
    keepSeconds: words.keepFor,
    onListening: (address) => void process.stdout.write(`index 0 of ${shards} listens at ${address}
`)
  };
  return await lead(invocation, request, progress, signal);
}
var SECONDS = numberFrom(0, 86400, { what: "seconds", isWhole: false });
function withOptions6(command) {
  return command.summary("Be one of several machines that produce one load.").description(
    "Be one of several machines that produce one load together. Index 0 leads and adds up what all have measured; the others follow (docs/how-to/several-load-machines.md)."
  ).requiredOption(
    "--plan <file|url>",
    "Config file for index 0; http://HOST:PORT of index 0 for all others."
  ).addOption(
    new Option2("--index <i>", "Number of this shard, from 0 (default: $JOB_COMPLETION_INDEX).").argParser(
      numberFrom(0, 9999)
    )
  ).addOption(
    new Option2("--shards <n>", "Number of shards, including this one (index 0).").argParser(
      numberFrom(1, SHARDS_MOST)
    )
  ).addOption(
    new Option2("--listen <host:port>", "Address at which the others reach this shard (index 0).").argParser(
      hostAndPort
    )
  ).option("--output <dir>", "Folder of run.json (index 0).", "plumbline-out").option("--seed <n>", "Seed of the plan (index 0; default: that of the config file, else drawn).").option(
    "--keep-for <seconds>",
    "How long the run is kept for a client to fetch it (index 0).",
    SECONDS,
    600
  ).option("--join-timeout <seconds>", "How long all shards may take to find each other.", SECONDS, 120).option(
    "--lead <seconds>",
    "Delay between announcing the start and starting, so that all shards can connect (index 0).",
    SECONDS,
    5
  );
}
function indexOfJob(env) {
  const text = env["JOB_COMPLETION_INDEX"];
  if (text !== void 0 && /^\d+$/.test(text)) return Number(text);
  throw wrongOption(
    "which shard is this?",
    "--index I, from 0; an Indexed Job sets JOB_COMPLETION_INDEX itself"
  );
}
function assureToken(token, host) {
  if (token !== null || isLoopback(host)) return;
  throw wrongOption(
    `${host} can be reached by others, and PLUMBLINE_SHARD_TOKEN is not set`,
    "export PLUMBLINE_SHARD_TOKEN=$(openssl rand -hex 16), the same for every shard"
  );
}
function indexZeroOf(plan) {
  if (!/^https?:\/\//.test(plan)) return null;
  if (URL.canParse(plan)) return new URL(plan);
  throw wrongOption(`--plan ${plan} is no address`, "--plan http://HOST:PORT, as index 0 listens");
}
function wrongOption(what, remedy) {
  return new PlumblineError("usage", what, { remedy });
}

// src/io/store/landmarks.ts
var NO_LANDMARKS = { commits: /* @__PURE__ */ new Set(), branches: /* @__PURE__ */ new Set() };
var MONTHS = 3;
var METRICS = ["qps", "server-cpu", "p99"];
async function landmarksOf(store, progress = () => void 0) {
  const acceptances2 = await store.acceptances({});
  const standing = acceptances2.filter(({ revoked }) => revoked === null);
  const commits = new Set(
    standing.flatMap(({ commit, landed }) => [commit, ...landed ? [landed.commit] : []])
  );
  const lasting = await lastingBranches(store);
  let searched = 0;
  const onSearched = (points2) => {
    searched += points2;
    progress(searched);
  };
  for (const place of lasting) {
    for (const metric3 of METRICS) {
      for await (const { lastBefore, firstAfter: firstAfter2 } of seriesEvents(store, { ...place, metric: metric3 }, onSearched)) {
        commits.add(lastBefore.sha).add(firstAfter2.sha);
      }
    }
  }
  return { commits, branches: new Set(lasting.map(({ branch }) => branch)) };
}
async function lastingBranches(store) {
  const places = /* @__PURE__ */ new Map();
  for await (const run of runsNewestFirst(store)) {
    const { repository, suite, branch } = run;
    if (branch === null) continue;
    const key = JSON.stringify([repository, suite, branch]);
    const place = { suite, branch, ...repository === null ? {} : { repository } };
    const known2 = places.get(key) ?? { place, months: /* @__PURE__ */ new Set() };
    places.set(key, known2);
    known2.months.add(monthOf(run));
  }
  return [...places.values()].filter(({ months }) => months.size >= MONTHS).map(({ place }) => place);
}
var WINDOW = 1e4;
var OVERLAP = 0.1;
async function* seriesEvents(store, series2, searched) {
  const { metric: _, ...place } = series2;
  const acceptances2 = await store.acceptances(place);
  let points2 = await store.history({ ...series2, limit: WINDOW });
  while (points2.length > 0) {
    yield* changeEvents(points2, acceptances2);
    searched(points2.length);
    if (points2.length < WINDOW) return;
    const before = pointPosition(points2[Math.floor(points2.length * OVERLAP)]);
    points2 = await store.history({ ...series2, before, limit: WINDOW });
  }
}

// src/io/store/resumable.ts
var AGAIN = "run the same command again for the rest";
async function resumable(work2, done) {
  try {
    return await work2();
  } catch (error) {
    const part = done();
    if (!(error instanceof PlumblineError) || part === null) throw error;
    const { message, remedy } = error;
    throw error.with({
      message: `${message}; ${part}`,
      remedy: remedy === void 0 ? AGAIN : `${remedy}; ${AGAIN}`
    });
  }
}

// src/io/store/prune.ts
var PORTION = 500;
async function prune(store, rule, now2, progress = () => void 0) {
  let [searched, looked, removed] = [0, 0, 0];
  const tell = () => progress({ searched, looked, removed });
  const search = (points2) => {
    searched = points2;
    tell();
  };
  const landmarks = rule.landmarks === false ? NO_LANDMARKS : await landmarksOf(store, search);
  const keeps = keeper(rule, now2, landmarks);
  const { repository } = rule;
  const only2 = repository === void 0 ? {} : { repository };
  let portion = [];
  const removePortion = async () => {
    removed += await store.remove(portion);
    portion = [];
  };
  const work2 = async () => {
    for await (const run of runsNewestFirst(store, only2)) {
      if (repository !== void 0 && run.repository !== repository) continue;
      looked++;
      if (!keeps(run)) portion.push(run.id);
      if (portion.length < PORTION) continue;
      await removePortion();
      tell();
    }
    if (portion.length > 0) await removePortion();
    return removed;
  };
  return await resumable(work2, () => removed === 0 ? null : `${removed} runs are removed`);
}
function keeper({ keepDays, keep }, now2, { commits, branches }) {
  if (keepDays === void 0 && keep === void 0) return () => true;
  const oldest = keepDays === void 0 ? void 0 : now2.getTime() - keepDays * 864e5;
  const seen = /* @__PURE__ */ new Map();
  return (run) => {
    const series2 = JSON.stringify([
      run.repository,
      run.suite,
      run.branch,
      run.mode,
      run.arm,
      run.fingerprint
    ]);
    const newer = seen.get(series2) ?? { runs: 0, month: "" };
    const month = monthOf(run);
    seen.set(series2, { runs: newer.runs + 1, month });
    if (oldest !== void 0 && Date.parse(run.measuredAt) >= oldest) return true;
    if (keep !== void 0 && newer.runs < keep) return true;
    if (commits.has(run.commit)) return true;
    return run.branch !== null && branches.has(run.branch) && month !== newer.month;
  };
}

// src/io/store/transfer.ts
import { createWriteStream } from "node:fs";
import { open as open2, readdir as readdir2, readFile as readFile3, rename, rm as rm3, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable as Readable2, Writable } from "node:stream";
import { finished } from "node:stream/promises";

// src/io/store/json-lines.ts
import { once } from "node:events";
import { createInterface } from "node:readline";
var ACCEPTANCE = "plumbline.acceptance/1";
var LineWriter = class {
  #out;
  constructor(out) {
    this.#out = out;
  }
  /** Resolves when there is room for more. @throws what ended the stream, before this line or with it */
  async write(line) {
    if (this.#out.write(`${JSON.stringify(lineDocument(line))}
`)) return;
    if (this.#out.errored !== null) throw this.#out.errored;
    await once(this.#out, "drain");
  }
};
function lineDocument(line) {
  switch (line.kind) {
    case "run":
      return line.run;
    case "report":
      return line.report;
    case "acceptance":
      return { schema: ACCEPTANCE, ...line.acceptance };
  }
}
async function* readLines(input, name) {
  let number = 0;
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (text.trim() !== "") yield parseStoreLine(text, `${name}:${number}`);
  }
}
function parseStoreLine(text, place) {
  const kind = /^\s*\{\s*"schema":\s*"plumbline\.(\w+)\//.exec(text)?.[1] ?? "";
  switch (kind) {
    case "run":
      return { kind, run: parseStoredDocument(Run, text, place) };
    case "report":
      return { kind, report: parseStoredDocument(Report, text, place) };
    case "acceptance": {
      const acceptance = text.replace(/"schema":\s*"[^"]*"\s*,/, "");
      return { kind, acceptance: parseStoredDocument(Acceptance, acceptance, place) };
    }
    default:
      throw new PlumblineError("usage", `${place} is not a run, report or acceptance`, {
        remedy: "name a file that `plumbline store export FILE.jsonl` wrote"
      });
  }
}

// src/io/store/receiver.ts
var PORTION2 = 10;
var SAVED_AT_ONCE = 2;
var Receiver = class _Receiver {
  #store;
  #progress;
  #known;
  #pending = [];
  #reports = [];
  #acceptances = [];
  #runs = 0;
  /** Portions that are being saved, the oldest first. */
  #saving = [];
  /** True once saving a portion has failed: then no other is begun. */
  #hasFailed = false;
  constructor(store, known2, progress) {
    this.#store = store;
    this.#known = new Map(known2.map((each) => [each.id, each]));
    this.#progress = progress;
  }
  /** @param progress gets, after each whole portion, how many runs were saved */
  static async into(store, progress) {
    return new _Receiver(store, await store.acceptances({}), progress);
  }
  /** Runs that were saved. */
  get runs() {
    return this.#runs;
  }
  /**
   * Takes all of them, and has saved all when it returns. Runs that came before a document that is none are saved, too. However it ends,
   * nothing is being saved any more.
   */
  async take(lines) {
    try {
      await this.#addAll(lines);
      await this.#end();
    } finally {
      await Promise.allSettled(this.#saving.map(({ done }) => done));
    }
  }
  async #addAll(lines) {
    try {
      for await (const line of lines) await this.#add(line);
    } catch (error) {
      if (!this.#hasFailed) await this.#saveLastRuns().catch(() => void 0);
      throw error;
    }
  }
  async #add(line) {
    switch (line.kind) {
      case "run":
        if (this.#pending.push(line.run) === PORTION2) await this.#saveRuns();
        break;
      case "report":
        if (this.#reports.push(line.report) === PORTION2) await this.#saveReports();
        break;
      case "acceptance":
        this.#acceptances.push(line.acceptance);
        break;
    }
  }
  /** Saves what is left of the last portions. */
  async #end() {
    await this.#saveLastRuns();
    await this.#store.saveAcceptances(this.#acceptances.map((each) => this.#merged(each)));
    this.#acceptances = [];
    await this.#saveReports();
  }
  async #saveLastRuns() {
    if (this.#pending.length > 0) await this.#saveRuns();
    while (this.#saving.length > 0) await this.#oldestSaved();
  }
  /** Begins to save a portion, when there is room, and when no other one on its way has an earlier version of one of its runs. */
  async #saveRuns() {
    const runs = this.#pending;
    this.#pending = [];
    const ids = new Set(runs.map(({ id }) => id.toLowerCase()));
    const isBefore = (other2) => [...ids].some((id) => other2.ids.has(id));
    while (this.#saving.length === SAVED_AT_ONCE || this.#saving.some(isBefore)) await this.#oldestSaved();
    const done = this.#store.save(runs).then(() => {
      this.#runs += runs.length;
      if (runs.length === PORTION2) this.#progress(this.#runs);
    });
    done.catch(() => {
      this.#hasFailed = true;
    });
    this.#saving.push({ ids, done });
  }
  async #oldestSaved() {
    await this.#saving.shift()?.done;
  }
  /** Keeps what was taken back and what has landed: an export may be older than the store it comes back to. */
  #merged(acceptance) {
    const there = this.#known.get(acceptance.id);
    const { revoked, landed } = acceptance;
    return { ...acceptance, revoked: there?.revoked ?? revoked, landed: there?.landed ?? landed };
  }
  async #saveReports() {
    const reports2 = this.#reports;
    this.#reports = [];
    const commits = [...new Set(reports2.map(({ head: head2 }) => head2.commit.sha))];
    const known2 = (await Promise.all(commits.map((commit) => this.#store.reports(commit)))).flat();
    const newest = new Map(known2.map((each) => [reportSlot(each), Date.parse(each.createdAt)]));
    for (const report of reports2) {
      const created = Date.parse(report.createdAt);
      if (created <= (newest.get(reportSlot(report)) ?? Number.NEGATIVE_INFINITY)) continue;
      newest.set(reportSlot(report), created);
      await this.#store.saveReport(report);
    }
  }
};
function reportSlot(report) {
  return JSON.stringify([report.head.commit.sha, reportKey(report)]);
}

// src/io/store/transfer.ts
var silent = () => void 0;
async function importRuns(store, sources, cwd, progress = silent) {
  const checked = [];
  for (const source of sources) {
    checked.push(await checkedSource(typeof source === "string" ? resolve(cwd, source) : source));
  }
  const bytes = checked.reduce((sum, each) => addKnown(sum, each.bytes), 0);
  let heard = 0;
  const lines = linesIn(checked, (more) => {
    heard += more;
  });
  const receiver = await Receiver.into(
    store,
    (runs) => progress(runs, bytes === null ? null : heard / bytes)
  );
  return await received(lines, receiver, "imported");
}
async function* linesIn(sources, heard) {
  for (const { lines } of sources) yield* lines(heard);
}
function addKnown(a, b) {
  return a === null || b === null ? null : a + b;
}
async function received(lines, receiver, done) {
  const work2 = async () => {
    await receiver.take(lines);
    return receiver.runs;
  };
  return await resumable(work2, () => receiver.runs === 0 ? null : `${receiver.runs} runs are ${done}`);
}
async function checkedSource(source) {
  if (source instanceof Readable2) return { bytes: null, lines: () => readLines(source, "standard input") };
  if (await isFolder(source)) return await checkedFolder(source);
  if (source.endsWith(".jsonl")) return await linesOfFile(source);
  return await checkedDocuments([source]);
}
async function linesOfFile(path19) {
  const { size } = await stat(path19);
  return {
    // A pipe or a device has no size.
    bytes: size === 0 ? null : size,
    lines: async function* (heard) {
      const file = (await readBy(path19, open2)).createReadStream();
      let heardBytes = 0;
      for await (const line of readLines(file, path19)) {
        heard(file.bytesRead - heardBytes);
        heardBytes = file.bytesRead;
        yield line;
      }
    }
  };
}
async function checkedFolder(path19) {
  const documents = await documentsIn(path19);
  if (documents.length === 0) {
    if ((await readdir2(path19)).length === 0) throw nothingIn(path19);
    const folder = await FolderStore.open(path19);
    return { bytes: null, lines: () => storeLines(folder) };
  }
  const runs = [];
  for (const document of documents) {
    if (RUN_SCHEMA.test(await readBy(document, fileText))) runs.push(document);
  }
  if (runs.length === 0) throw nothingIn(path19);
  return await checkedDocuments(runs);
}
async function checkedDocuments(paths) {
  const runAt = async (path19) => {
    const text = await readBy(path19, fileText);
    return { run: parseDocument(Run, text, path19), bytes: Buffer.byteLength(text) };
  };
  let all = 0;
  for (const path19 of paths) all += (await runAt(path19)).bytes;
  return {
    bytes: all,
    lines: async function* (heard) {
      for (const path19 of paths) {
        const { run, bytes } = await runAt(path19);
        heard(bytes);
        yield { kind: "run", run };
      }
    }
  };
}
async function documentsIn(folder) {
  const names3 = await readdir2(folder);
  return names3.filter((name) => name.endsWith(".json")).map((name) => join(folder, name));
}
var RUN_SCHEMA = /^\s*\{\s*"schema":\s*"plumbline\.run\//;
function nothingIn(folder) {
  return new PlumblineError("usage", `there is no run in ${folder}`, {
    remedy: "name a folder that `plumbline check` or `plumbline store export` wrote, or the documents themselves"
  });
}
async function exportRuns(store, target, cwd, progress = silent, repository = null) {
  const lines = storeLines(store, repository);
  if (target instanceof Writable) return await writeLines(lines, target, "standard output", progress);
  const path19 = resolve(cwd, target);
  if (path19.endsWith(".jsonl")) return await writeFile(lines, path19, progress);
  const receiver = await Receiver.into(await FolderStore.open(path19), (runs) => progress(runs, null));
  return await received(lines, receiver, "exported");
}
async function writeFile(lines, path19, progress) {
  const temporary = `${path19}.${process.pid}.tmp`;
  const file = createWriteStream(temporary, { flags: "wx", flush: true });
  const written = finished(file);
  written.catch(() => void 0);
  try {
    const runs = await writeLines(lines, file, path19, progress);
    file.end();
    await explain("write it", path19, () => written);
    await rename(temporary, path19);
    return runs;
  } catch (error) {
    file.destroy();
    await rm3(temporary, { force: true });
    throw error;
  }
}
async function writeLines(lines, out, name, progress) {
  const writer = new LineWriter(out);
  let runs = 0;
  for await (const line of lines) {
    await explain("write it", name, () => writer.write(line));
    if (line.kind === "run" && ++runs % PORTION3 === 0) progress(runs, null);
  }
  return runs;
}
var PORTION3 = 20;
async function* storeLines(store, repository = null) {
  const only2 = repository === null ? {} : { repository };
  const isOther = (of) => repository !== null && of !== repository;
  let ids = [];
  for await (const run of runsNewestFirst(store, only2)) {
    if (isOther(run.repository)) continue;
    ids.push(run.id);
    if (ids.length < PORTION3) continue;
    for (const run2 of await store.loadAll(ids)) yield { kind: "run", run: run2 };
    ids = [];
  }
  for (const run of await store.loadAll(ids)) yield { kind: "run", run };
  for (const acceptance of await store.acceptances(only2)) yield { kind: "acceptance", acceptance };
  const commits = await store.reportedCommits();
  for (let start = 0; start < commits.length; start += PORTION3) {
    const reports2 = await Promise.all(
      commits.slice(start, start + PORTION3).map((each) => store.reports(each))
    );
    for (const report of reports2.flat()) {
      if (!isOther(report.origin.repository)) yield { kind: "report", report };
    }
  }
}
async function isFolder(path19) {
  return (await readBy(path19, stat)).isDirectory();
}
async function fileText(path19) {
  return await readFile3(path19, "utf8");
}
async function readBy(path19, how) {
  try {
    return await how(path19);
  } catch (cause) {
    const { code: code2, message } = cause;
    const reason = code2 === "ENOENT" ? "there is no such file or folder" : message;
    throw new PlumblineError("usage", `cannot import ${path19}: ${reason}`, {
      remedy: "name run documents (run.json), a folder of them, or what `plumbline store export` wrote; `-` is standard input",
      cause
    });
  }
}

// src/apps/cli/import-foreign.ts
import { readdir as readdir3, readFile as readFile4, stat as stat2 } from "node:fs/promises";
import { basename, dirname, resolve as resolve2 } from "node:path";
import { text as textOf3 } from "node:stream/consumers";

// src/ingest/imports/figures.ts
var NEVER_REPORTED = ["sessions of fresh servers", "the server's CPU time"];
var PERCENTILES = wordTable({
  "50": "p50",
  "95": "p95",
  "99": "p99",
  "99.9": "p99.9"
});
function percentileMetric(text) {
  return PERCENTILES[String(Number(text))] ?? null;
}
function percentilesOf(named, pattern, ns) {
  const found = [...named].flatMap(([name, value]) => {
    const metric3 = percentileMetric(pattern.exec(name)?.[1] ?? "");
    return metric3 === null ? [] : [[metric3, Math.round(value * ns)]];
  });
  return Object.fromEntries(found);
}
function nsOf(ms) {
  return Math.round(ms * 1e6);
}

// src/ingest/imports/reports.ts
var BEFORE = /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z )?(?:\s|>)*(?:[-*] )?/;
function reportLines(text) {
  return text.split(/\r\n|\r|\n/).map((line) => line.replace(BEFORE, "").trimEnd());
}
function splitReports(text, { begins, ends }) {
  const reports2 = [[]];
  let isComplete = false;
  for (const line of reportLines(text)) {
    if (isComplete && begins.test(line)) {
      reports2.push([]);
      isComplete = false;
    }
    reports2.at(-1).push(line);
    isComplete ||= ends.test(line);
  }
  return reports2.map((lines) => lines.join("\n"));
}
function numberAfter(text, label) {
  const found = new RegExp(`${label.source}\\s*([\\d.]+)`, label.flags).exec(text)?.[1];
  return found === void 0 || Number.isNaN(Number(found)) ? null : Number(found);
}
function untilRepeated(rows, nameOf) {
  const reports2 = [];
  const names3 = /* @__PURE__ */ new Set();
  for (const row of rows) {
    if (reports2.length === 0 || names3.has(nameOf(row))) {
      reports2.push([]);
      names3.clear();
    }
    names3.add(nameOf(row));
    reports2.at(-1).push(row);
  }
  return reports2;
}
function isoOfEpoch(seconds2) {
  const at = new Date(seconds2 * 1e3);
  return Number.isNaN(at.getTime()) || seconds2 <= 0 ? null : at.toISOString();
}

// src/ingest/imports/benchbase.ts
var Text = external_exports.union([external_exports.string(), external_exports.number()]).nullish();
var Summary = external_exports.object({
  "Start timestamp (milliseconds)": external_exports.number().optional(),
  "Current Timestamp (milliseconds)": external_exports.number().optional(),
  "Elapsed Time (nanoseconds)": external_exports.number().nonnegative().optional(),
  "DBMS Type": external_exports.string().nullish(),
  "DBMS Version": external_exports.string().nullish(),
  "Benchmark Type": external_exports.string().nullish(),
  "Measured Requests": external_exports.number().nonnegative().optional(),
  scalefactor: Text,
  terminals: Text,
  "Latency Distribution": external_exports.record(external_exports.string(), external_exports.number().nonnegative()),
  "Throughput (requests/second)": external_exports.number().nonnegative(),
  "Goodput (requests/second)": external_exports.number().nonnegative().optional()
});
var MICROSECONDS = 1e3;
var readBenchBase = (text) => {
  const parsed2 = Summary.safeParse(parsedJson(text));
  if (!parsed2.success) return null;
  const summary = parsed2.data;
  const throughput = summary["Throughput (requests/second)"];
  const good = Math.min(throughput, summary["Goodput (requests/second)"] ?? throughput);
  const share = throughput === 0 ? 0 : 1 - good / throughput;
  const requests = summary["Measured Requests"] ?? 0;
  const failed = Math.round(requests * share);
  const latencies = summary["Latency Distribution"];
  const latency = (name) => latencies[`${name} Latency (microseconds)`];
  const [mean2, median] = [latency("Average"), latency("Median")];
  const [min, max] = [latency("Minimum"), latency("Maximum")];
  const database = [summary["DBMS Type"], summary["DBMS Version"]].filter((word) => word).join(" ");
  const started = summary["Start timestamp (milliseconds)"] ?? summary["Current Timestamp (milliseconds)"];
  const at = started === void 0 ? null : isoOfEpoch(started / 1e3);
  const options = ["scalefactor", "terminals"].flatMap((name) => {
    const value = summary[name] ?? "";
    return value === "" ? [] : [[name, Number.isNaN(Number(value)) ? value : Number(value)]];
  });
  return [
    {
      tool: "BenchBase",
      lacks: [
        ...NEVER_REPORTED,
        "queries a second",
        "the percentiles 25, 75 and 90",
        "figures of each transaction (its results.csv has them)"
      ],
      figures: [
        {
          workload: summary["Benchmark Type"] || null,
          options: Object.fromEntries(options),
          values: {
            tps: good,
            "failed-share": share,
            ...mean2 === void 0 ? {} : { mean: mean2 * MICROSECONDS },
            ...median === void 0 ? {} : { p50: median * MICROSECONDS },
            ...percentilesOf(Object.entries(latencies), /^([\d.]+)th Percentile/, MICROSECONDS)
          },
          events: requests - failed,
          failed,
          durationNs: summary["Elapsed Time (nanoseconds)"] ?? (throughput === 0 ? 0 : requests / throughput * 1e9),
          latency: {
            ...min === void 0 ? {} : { minNs: min * MICROSECONDS },
            ...max === void 0 ? {} : { maxNs: max * MICROSECONDS }
          }
        }
      ],
      ...database === "" ? {} : { system: database },
      ...at === null ? {} : { at }
    }
  ];
};

// src/ingest/imports/cockroach.ts
var readCockroach = (text) => {
  const lines = reportLines(text);
  const rows = lines.flatMap((line, index) => {
    if (!/^(?:_+|_\w*__)elapsed_/.test(line)) return [];
    return totalsOf(line, lines[index + 1] ?? "") ?? [];
  });
  const found = untilRepeated(rows, ({ name }) => name).flatMap((report) => measurementOf(report) ?? []);
  return found.length === 0 ? null : found;
};
function totalsOf(heading, row) {
  const names3 = heading.split(/_+/).filter((name2) => name2 !== "");
  const kind = names3.includes("ops(total)") ? names3.at(-1) : names3.includes("tpmC") ? "tpmC" : null;
  if (kind === null) return null;
  const isNamed = kind === "total" || kind === "result" || kind === "optype";
  const columns = names3.filter((name2) => !["total", "result", "optype"].includes(name2));
  const words = row.trim().split(/\s+/);
  const name = kind === "total" ? words[columns.length] : kind;
  const values = columns.map((column, index) => [column, Number.parseFloat(words[index])]);
  if (name === void 0 || words.length < columns.length || values.some(([, value]) => Number.isNaN(value)))
    return null;
  return { name: isNamed || kind === "tpmC" ? name : "result", values: new Map(values) };
}
function measurementOf(rows) {
  const tpcc = rows.find(({ name }) => name === "tpmC")?.values;
  const figures2 = rows.flatMap(({ name, values }) => {
    if (name === "tpmC") return [];
    const own = figuresOf(operationName(name, tpcc !== void 0), values);
    const tpmc = name === "result" ? tpcc?.get("tpmC") : void 0;
    return tpmc === void 0 ? [own] : [{ ...own, values: { ...own.values, tpmc } }];
  });
  if (tpcc !== void 0 && figures2.length === 0)
    figures2.push({ ...figuresOf("tpcc", /* @__PURE__ */ new Map()), values: { tpmc: tpcc.get("tpmC") } });
  if (figures2.length === 0) return null;
  const lacks = [
    ...NEVER_REPORTED,
    "queries a second",
    ...tpcc === void 0 ? [] : ["TPC-C's efficiency"]
  ];
  return { tool: "cockroach workload", lacks, figures: figures2 };
}
function operationName(name, isTpcc) {
  if (name === "result") return isTpcc ? "tpcc" : "all operations";
  return isTpcc ? `tpcc ${name}` : name;
}
function figuresOf(workload2, values) {
  const [seconds2 = 0, failed = 0, events2 = 0, rate2] = ["elapsed", "errors", "ops(total)", "ops/sec(cum)"].map(
    (name) => values.get(name)
  );
  const [mean2, max] = ["avg(ms)", "pMax(ms)"].map((name) => values.get(name));
  return {
    workload: workload2,
    options: {},
    values: {
      ...rate2 === void 0 ? {} : { tps: rate2 },
      "failed-share": failed / Math.max(1, events2 + failed),
      ...mean2 === void 0 ? {} : { mean: nsOf(mean2) },
      ...percentilesOf(values, /^p(\d[\d.]*)\(ms\)$/, 1e6)
    },
    events: events2,
    failed,
    durationNs: seconds2 * 1e9,
    ...max === void 0 ? {} : { latency: { maxNs: nsOf(max) } }
  };
}

// src/ingest/imports/hdr-log.ts
var import_hdr_histogram_js2 = __toESM(require_dist(), 1);

// src/ingest/imports/hdr-v1.ts
var import_hdr_histogram_js = __toESM(require_dist(), 1);
import { inflateSync } from "node:zlib";
var COOKIE = ~240;
var [V0, V0_COMPRESSED, V1, V1_COMPRESSED] = [478450440, 478450441, 478450433, 478450434];
var OUTER_BYTES = 8;
var MOST_BYTES2 = 1 << 24;
function decodeAnyHdr(text) {
  const outer = Buffer.from(text, "base64");
  const cookie = outer.length < OUTER_BYTES ? 0 : outer.readInt32BE(0) & COOKIE;
  if (cookie !== V0_COMPRESSED && cookie !== V1_COMPRESSED)
    return (0, import_hdr_histogram_js.decodeFromCompressedBase64)(text, 64, false);
  const packed = outer.subarray(OUTER_BYTES, OUTER_BYTES + outer.readInt32BE(4));
  return decodePlain(inflateSync(packed, { maxOutputLength: MOST_BYTES2 }));
}
function decodePlain(bytes) {
  const cookie = bytes.readInt32BE(0);
  const isV1 = (cookie & COOKIE) === V1;
  if (!isV1 && (cookie & COOKIE) !== V0) throw new Error("not HdrHistogram V0 or V1");
  const digitsAt = isV1 ? 12 : 4;
  const from = isV1 ? 40 : 32;
  const digits = bytes.readInt32BE(digitsAt);
  const lowest = Number(bytes.readBigInt64BE(digitsAt + 4));
  if (digits < 0 || digits > 5 || lowest < 1) throw new Error("not a histogram's header");
  const histogram = (0, import_hdr_histogram_js.build)({
    bitBucketSize: 64,
    autoResize: true,
    lowestDiscernibleValue: lowest,
    highestTrackableValue: 2 * lowest,
    numberOfSignificantValueDigits: digits,
    useWebAssembly: false
  });
  const word = (cookie & 240) >> 4;
  const end = isV1 ? from + bytes.readInt32BE(4) : bytes.length;
  const lowestOf = bucketValues(digits, lowest);
  for (let at = from, index = 0; at + word <= Math.min(end, bytes.length); at += word, index++) {
    const count3 = word === 8 ? Number(bytes.readBigInt64BE(at)) : bytes.readIntBE(at, word);
    if (count3 > 0) histogram.recordValueWithCount(lowestOf(index), count3);
  }
  return histogram;
}
function bucketValues(digits, lowest) {
  const half = 2 ** (Math.ceil(Math.log2(2 * 10 ** digits)) - 1);
  const unit = 2 ** Math.floor(Math.log2(lowest));
  return (index) => index < half ? index * unit : (index % half + half) * 2 ** (Math.floor(index / half) - 1) * unit;
}

// src/ingest/imports/hdr-log.ts
var INTERVAL = /^(?:Tag=([^,]*),)?([\d.]+),([\d.]+),([\d.]+),([A-Za-z0-9+/=]+)$/;
var YCSB = /^#\[Logging for: (.+?)\]/;
var readHdrLog = (text) => {
  const lines = reportLines(text);
  const kind = commentOf(lines, YCSB);
  const intervals = hdrIntervals(lines, kind);
  if (intervals === null || intervals.length === 0) return null;
  const ns = kind !== null ? 1e3 : observedNs(intervals);
  const tags = [...new Set(intervals.map(({ tag }) => tag))];
  const at = logStart(lines, intervals);
  return [
    {
      tool: "HdrHistogram",
      lacks: [
        ...NEVER_REPORTED,
        "queries a second",
        "what failed",
        ...ns === null ? ["the unit of its values, taken for nanoseconds"] : []
      ],
      figures: tags.map(
        (tag) => figuresOf2(
          tag,
          intervals.filter((each) => each.tag === tag),
          ns ?? 1
        )
      ),
      ...at === null ? {} : { at }
    }
  ];
};
function commentOf(lines, pattern) {
  return lines.map((line) => pattern.exec(line)?.[1]).find((found) => found !== void 0) ?? null;
}
function hdrIntervals(lines, kind) {
  try {
    return lines.flatMap((line) => {
      const [, tag, start, length, greatest, encoded] = INTERVAL.exec(line) ?? [];
      if (encoded === void 0) return [];
      const numbers = { start: Number(start), length: Number(length), greatest: Number(greatest) };
      return [{ tag: tag ?? kind, ...numbers, histogram: decodeAnyHdr(encoded) }];
    });
  } catch {
    return null;
  }
}
function observedNs(intervals) {
  const { greatest, histogram } = intervals.reduce(
    (most, each) => each.greatest > most.greatest ? each : most
  );
  const ns = greatest * 1e6 / histogram.maxValue;
  return [1e3, 1e6].find((unit) => ns / unit > 0.9 && ns / unit < 1.1) ?? null;
}
function logStart(lines, intervals) {
  const [base2, start] = [/^#\[BaseTime: ([\d.]+)/, /^#\[StartTime: ([\d.]+)/].map(
    (pattern) => commentOf(lines, pattern)
  );
  const first = intervals[0].start;
  const from = Number(base2 ?? start ?? 0);
  return isoOfEpoch(first > from / 2 ? first : from + first);
}
function figuresOf2(tag, intervals, ns) {
  const merged = (0, import_hdr_histogram_js2.build)({
    bitBucketSize: 64,
    autoResize: true,
    numberOfSignificantValueDigits: 3,
    useWebAssembly: false
  });
  for (const { histogram } of intervals) merged.add(histogram);
  const seconds2 = intervals.reduce((sum, { length }) => sum + length, 0);
  const events2 = merged.totalCount;
  const rate2 = { tps: seconds2 === 0 ? 0 : events2 / seconds2 };
  const whole = { workload: tag, options: {}, events: events2, failed: 0, durationNs: seconds2 * 1e9 };
  if (events2 === 0) return { ...whole, values: rate2 };
  const at = (percentile) => merged.getValueAtPercentile(percentile) * ns;
  return {
    ...whole,
    values: {
      ...rate2,
      mean: merged.mean * ns,
      p50: at(50),
      p95: at(95),
      p99: at(99),
      "p99.9": at(99.9)
    },
    latency: {
      minNs: merged.minNonZeroValue * ns,
      maxNs: merged.maxValue * ns,
      sumNs: merged.mean * ns * events2
    },
    // Pictures are drawn from histograms in nanoseconds.
    ...ns === 1 ? { histogram: (0, import_hdr_histogram_js2.encodeIntoCompressedBase64)(merged) } : {}
  };
}

// src/ingest/imports/hyperfine.ts
var seconds = external_exports.number().nonnegative();
var Result = external_exports.object({
  command: external_exports.string(),
  mean: seconds,
  median: seconds.optional(),
  min: seconds.optional(),
  max: seconds.optional(),
  times: external_exports.array(seconds).nullish(),
  exit_codes: external_exports.array(external_exports.number().nullable()).nullish(),
  parameters: external_exports.record(external_exports.string(), external_exports.union([external_exports.string(), external_exports.number()])).nullish()
});
var Results = external_exports.object({ results: external_exports.array(Result) });
var readHyperfine = (text) => {
  const parsed2 = Results.safeParse(parsedJson(text));
  if (!parsed2.success || parsed2.data.results.length === 0) return null;
  return [
    {
      tool: "hyperfine",
      lacks: [...NEVER_REPORTED, "rates", "percentiles beyond the median", "user and system time"],
      figures: parsed2.data.results.map(figuresOf3)
    }
  ];
};
function figuresOf3({
  command,
  mean: mean2,
  median,
  min,
  max,
  times: times2,
  exit_codes,
  parameters
}) {
  const runs = times2?.length ?? exit_codes?.length ?? 0;
  const failed = exit_codes?.filter((code2) => code2 !== 0).length ?? 0;
  const sum = times2?.reduce((all, each) => all + each, 0) ?? mean2 * runs;
  return {
    workload: command,
    options: parameters ?? {},
    values: {
      mean: mean2 * 1e9,
      ...median === void 0 ? {} : { p50: median * 1e9 },
      ...exit_codes?.length ? { "failed-share": failed / exit_codes.length } : {}
    },
    events: Math.max(0, runs - failed),
    failed,
    durationNs: sum * 1e9,
    latency: {
      ...min === void 0 ? {} : { minNs: min * 1e9 },
      ...max === void 0 ? {} : { maxNs: max * 1e9 }
    }
  };
}

// src/ingest/imports/k6.ts
var Values = external_exports.record(external_exports.string(), external_exports.unknown());
var Summary2 = external_exports.object({
  metrics: external_exports.record(
    external_exports.string(),
    external_exports.looseObject({
      type: external_exports.string().optional(),
      contains: external_exports.string().optional(),
      values: Values.optional()
    })
  ),
  state: external_exports.looseObject({ testRunDurationMs: external_exports.number().nonnegative().optional() }).optional()
});
var PART2 = /^http_req_(?:blocked|connecting|tls_handshaking|sending|waiting|receiving)\b/;
var readK6 = (text) => {
  const parsed2 = Summary2.safeParse(parsedJson(text));
  if (!parsed2.success) return null;
  const metrics = new Map(
    Object.entries(parsed2.data.metrics).map(([name, metric3]) => [name, readMetric(name, metric3)])
  );
  if (!metrics.has("iterations") && !metrics.has("iteration_duration") && !metrics.has("http_reqs"))
    return null;
  const rate2 = (name) => metrics.get(name)?.values;
  const iterations = rate2("iterations");
  const durationMs = parsed2.data.state?.testRunDurationMs ?? 1e3 * (iterations?.get("count") ?? 0) / (iterations?.get("rate") || 1);
  const trends = [...metrics].filter(([, { values }]) => values.has("avg"));
  const read = trends.filter(([name, { isTime: isTime2 }]) => isTime2 && !PART2.test(name));
  const left2 = [...metrics.keys()].filter(
    (name) => !read.some(([each]) => each === name) && !PART2.test(name) && !COUNTED.has(name)
  );
  const leftOut = left2.length === 0 ? [] : [`a place for ${left2.join(", ")}`];
  if (read.length === 0) return { unusable: "no metric in it is a time" };
  return [
    {
      tool: "k6",
      lacks: [...NEVER_REPORTED, "queries a second", "the parts of an HTTP request", ...leftOut],
      ...leftOut.length === 0 ? {} : { leftOut },
      figures: read.map(([name, { values }]) => figuresOf4(name, values, metrics, durationMs))
    }
  ];
};
var COUNTED = /* @__PURE__ */ new Set(["iterations", "http_reqs", "http_req_failed"]);
function readMetric(name, metric3) {
  const { values = metric3, contains } = metric3;
  const numbers = Object.entries(values).flatMap(
    ([key, value]) => typeof value === "number" && value >= 0 ? [[key, value]] : []
  );
  const isTime2 = contains === void 0 ? /duration|latency|time/i.test(name) : contains === "time";
  return { isTime: isTime2, values: new Map(numbers) };
}
function figuresOf4(name, values, metrics, durationMs) {
  const isHttp = name === "http_req_duration";
  const counter = isHttp ? "http_reqs" : name === "iteration_duration" ? "iterations" : null;
  const counted = counter === null ? void 0 : metrics.get(counter)?.values;
  const bad = isHttp ? metrics.get("http_req_failed")?.values : void 0;
  const share = bad?.get("rate") ?? bad?.get("value");
  const all = counted?.get("count") ?? values.get("count") ?? 0;
  const failed = Math.round(all * (share ?? 0));
  const tps = counted?.get("rate");
  const [min, median, max] = ["min", "med", "max"].map((key) => values.get(key));
  return {
    workload: name,
    options: {},
    values: {
      ...tps === void 0 ? {} : { tps: tps * (1 - (share ?? 0)) },
      ...share === void 0 ? {} : { "failed-share": share },
      mean: nsOf(values.get("avg")),
      ...median === void 0 ? {} : { p50: nsOf(median) },
      ...percentilesOf(values, /^p\(([\d.]+)\)$/, 1e6)
    },
    events: all - failed,
    failed,
    durationNs: durationMs * 1e6,
    latency: {
      ...min === void 0 ? {} : { minNs: nsOf(min) },
      ...max === void 0 ? {} : { maxNs: nsOf(max) }
    }
  };
}

// src/ingest/imports/pgbench.ts
var BEGINS2 = /^(?:pgbench \(|starting vacuum|transaction type:|scaling factor:|query mode:|number of clients:|progress: )/;
var ENDS = /^tps = /;
var readPgbench = (text) => {
  const found = splitReports(text, { begins: BEGINS2, ends: ENDS }).flatMap(
    (report) => measurementOf2(report) ?? []
  );
  return found.length === 0 ? null : found;
};
function measurementOf2(text) {
  const tps = tpsWithoutConnecting(text);
  const events2 = numberAfter(text, /^number of transactions actually processed: /m);
  if (tps === null || events2 === null) return null;
  const failed = (numberAfter(text, /^number of failed transactions: /m) ?? 0) + (numberAfter(text, /^number of transactions skipped: /m) ?? 0);
  const retries = numberAfter(text, /^total number of retries: /m) ?? 0;
  const average = numberAfter(text, /^latency average(?: \(including failures\))?[ =:]+/m);
  const values = {
    tps,
    ...average === null ? {} : { mean: nsOf(average) },
    "failed-share": events2 + failed === 0 ? 0 : failed / (events2 + failed)
  };
  const version = /^pgbench \((?:PostgreSQL\) )?([\d.]+\w*)/m.exec(text)?.[1];
  const figures2 = {
    workload: workloadOf(text),
    options: pgbenchOptions(text),
    values,
    events: events2,
    failed,
    ...retries === 0 ? {} : { retries },
    durationNs: tps === 0 ? 0 : events2 / tps * 1e9
  };
  const leftOut = OTHERS3.flatMap(([words, what]) => words.test(text) ? [what] : []);
  return {
    tool: version === void 0 ? "pgbench" : `pgbench ${version}`,
    lacks: [...NEVER_REPORTED, "queries a second", "percentiles (its --log has them)", ...leftOut],
    ...leftOut.length === 0 ? {} : { leftOut },
    figures: [figures2]
  };
}
var OTHERS3 = [
  [/^latency average \(including failures\)/m, "a mean without the failed transactions"],
  [/^SQL script 2: /m, "the figures of each script"],
  [/^statement latencies in milliseconds/m, "the latencies of each statement"],
  [/^number of transactions above the/m, "the share above the latency limit"]
];
function tpsWithoutConnecting(text) {
  return numberAfter(
    text,
    /^tps = (?=[\d.]+ \((?:without initial connection time|excluding connections establishing)\))/m
  ) ?? numberAfter(text, /^tps = /m);
}
var WORKLOADS = [
  [/TPC-B/, "tpcb-like"],
  [/simple update/, "simple-update"],
  [/select only/, "select-only"]
];
function workloadOf(text) {
  const type = /^(?:transaction type|SQL script 1): (.+)$/m.exec(text)?.[1];
  if (type === void 0) return null;
  return WORKLOADS.find(([words]) => words.test(type))?.[1] ?? type;
}
function pgbenchOptions(text) {
  const numbers = {
    scale: /^scaling factor: /m,
    clients: /^number of clients: /m,
    threads: /^number of threads: /m
  };
  const mode = /^query mode: (\w+)/m.exec(text)?.[1];
  return {
    ...Object.fromEntries(
      Object.entries(numbers).flatMap(([name, words]) => {
        const found = numberAfter(text, words);
        return found === null ? [] : [[name, found]];
      })
    ),
    ...mode === void 0 ? {} : { protocol: mode }
  };
}

// src/ingest/imports/pgbench-log.ts
var TRANSACTION = /^\d+ \d+ (\d+|failed|skipped|serialization_failure|deadlock\w*) (\d+) (\d+) (\d{1,6})(?: \d+)*$/;
var INTERVAL2 = /^\d{10} \d+ \d+ \d+ \d+ \d+(?: \d+)*$/;
var readPgbenchLog = (text) => {
  const lines = reportLines(text).filter((each) => each !== "");
  if (lines.length > 0 && lines.every((line) => INTERVAL2.test(line))) return readIntervals(lines);
  return readTransactions(lines);
};
function readTransactions(lines) {
  const latencies = [];
  let [failed, first, last] = [0, Number.POSITIVE_INFINITY, 0];
  for (const line of lines) {
    const [, latency, , seconds2, micros] = TRANSACTION.exec(line) ?? [];
    if (latency === void 0) return null;
    const end = Number(seconds2) * 1e6 + Number(micros);
    last = Math.max(last, end);
    first = Math.min(first, end - (Number(latency) || 0));
    if (/^\d/.test(latency)) latencies.push(Number(latency) * 1e3);
    else failed += 1;
  }
  if (latencies.length === 0 || last <= first) return null;
  return [
    {
      tool: "pgbench",
      lacks: [...NEVER_REPORTED, "queries a second"],
      figures: [figuresOf5(latencies, failed, last - first)],
      ...startTime(first / 1e6)
    }
  ];
}
function startTime(seconds2) {
  const at = isoOfEpoch(seconds2);
  return at === null ? {} : { at };
}
function figuresOf5(latenciesNs, failed, micros) {
  const events2 = latenciesNs.length;
  const sumNs = latenciesNs.reduce((sum, each) => sum + each, 0);
  const [minNs, maxNs] = latenciesNs.reduce(
    ([least, most], each) => [Math.min(least, each), Math.max(most, each)],
    [Number.POSITIVE_INFINITY, 0]
  );
  const encoded = encodeValues(latenciesNs);
  const histogram = decodeHistogram(encoded);
  const at = (q) => histogramQuantile(histogram, q);
  return {
    workload: null,
    options: {},
    values: {
      tps: events2 / (micros / 1e6),
      mean: sumNs / events2,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      "p99.9": at(0.999),
      "failed-share": failed / (failed + events2)
    },
    events: events2,
    failed,
    durationNs: micros * 1e3,
    latency: { minNs, maxNs, sumNs },
    histogram: encoded
  };
}
var COLUMNS_15 = 15;
function parseInterval(line) {
  const columns = line.split(" ").map(Number);
  const [start, count3, sum, , min, max] = columns;
  const [skipped = 0, , , serialization = 0, deadlocks = 0] = columns.slice(10);
  return {
    start,
    events: Math.max(0, count3 - (columns.length >= COLUMNS_15 ? 0 : skipped)),
    failed: skipped + serialization + deadlocks,
    sum,
    min: count3 === 0 ? Number.POSITIVE_INFINITY : min,
    max
  };
}
function splitThreads(intervals) {
  const threads = [];
  for (const interval of intervals) {
    if (interval.start <= (threads.at(-1)?.at(-1)?.start ?? Number.POSITIVE_INFINITY)) threads.push([]);
    threads.at(-1).push(interval);
  }
  return threads;
}
function readIntervals(lines) {
  const intervals = lines.map(parseInterval);
  const seconds2 = Math.max(0, ...splitThreads(intervals).map(coveredSeconds));
  const total = (of) => intervals.reduce((sum, each) => sum + of(each), 0);
  const [events2, failed] = [total((each) => each.events), total((each) => each.failed)];
  if (seconds2 === 0 || events2 === 0)
    return { unusable: "its one interval does not say how long it was: use a shorter --aggregate-interval" };
  const sumNs = total(({ sum }) => sum) * 1e3;
  const least = intervals.reduce((min, each) => Math.min(min, each.min), Number.POSITIVE_INFINITY);
  const most = intervals.reduce((max, each) => Math.max(max, each.max), 0);
  const figures2 = {
    workload: null,
    options: {},
    values: { tps: events2 / seconds2, mean: sumNs / events2, "failed-share": failed / (events2 + failed) },
    events: events2,
    failed,
    durationNs: seconds2 * 1e9,
    latency: { minNs: least * 1e3, maxNs: most * 1e3, sumNs }
  };
  return [
    {
      tool: "pgbench",
      lacks: [
        ...NEVER_REPORTED,
        "queries a second",
        "percentiles (a log without --aggregate-interval has them)",
        "the length of the last interval, which is taken from its latencies"
      ],
      figures: [figures2],
      ...startTime(intervals.reduce((first, { start }) => Math.min(first, start), Number.POSITIVE_INFINITY))
    }
  ];
}
function coveredSeconds(intervals) {
  const starts = intervals.map(({ start }) => start);
  const rest = starts.at(-1) - starts[0];
  if (rest === 0) return 0;
  const length = starts.slice(1).reduce((least, start, index) => Math.min(least, start - starts[index]), rest);
  const sums = intervals.slice(0, -1).reduce((sum, each) => sum + each.sum, 0);
  const part = sums === 0 ? 1 : Math.min(1, intervals.at(-1).sum * rest / (sums * length));
  return rest + part * length;
}

// src/ingest/imports/tables.ts
function readTables(text) {
  const lines = withoutCode(text.replace(/\r\n?/g, "\n"));
  const tables = documentTables(lines);
  return tables.length > 0 ? tables : csvTables(lines.join("\n"));
}
function withoutCode(text) {
  let fence = null;
  return text.split("\n").filter((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark === void 0) return fence === null;
    if (fence === null) fence = mark[0];
    else if (mark[0] === fence) fence = null;
    return false;
  });
}
function documentTables(lines) {
  const tables = [];
  const headings = new Headings();
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    const end = endOfTable(lines, at);
    if (end === at) {
      headings.read(line);
      continue;
    }
    const rows = /<table\b/i.test(line) ? htmlRows(lines.slice(at, end).join("\n")) : pipeRows(lines.slice(at, end));
    if (rows.length > 1) tables.push(textTable(headings.titles(), rows));
    at = end - 1;
  }
  return tables;
}
function endOfTable(lines, at) {
  const after = (found) => found < 0 ? lines.length : at + found;
  if (/<table\b/i.test(lines[at])) {
    return Math.min(lines.length, after(lines.slice(at).findIndex((line) => /<\/table>/i.test(line))) + 1);
  }
  if (!lines[at].includes("|") || !isRule(lines[at + 1] ?? "")) return at;
  return after(lines.slice(at).findIndex((line) => !line.includes("|")));
}
function isRule(line) {
  return line.includes("|") && line.includes("--") && /^[\s|:+-]+$/.test(line);
}
function pipeRows(lines) {
  const rows = lines.filter((_, index) => index !== 1);
  return rows.map((line) => {
    const inner = line.trim().replace(/^\|/, "").replace(/(?<!\\)\|$/, "");
    return inner.split(/(?<!\\)\|/).map(plainMarkup);
  });
}
function htmlRows(html2) {
  const rows = [...html2.matchAll(/<tr\b[^<>]*>([\s\S]*?)(?=<\/tr>|<tr\b|<\/table>|$)/gi)];
  return rows.map(
    ([, row]) => [...row.matchAll(/<t[hd]\b([^<>]*)>([\s\S]*?)(?=<\/t[hd]>|<t[hd]\b|$)/gi)].flatMap(([, words, cell2]) => {
      const span = Number(/colspan="?(\d{1,2})/i.exec(words)?.[1] ?? 1);
      return Array.from({ length: span }, () => plainMarkup(cell2));
    })
  );
}
var Headings = class {
  #open = [];
  #bold = null;
  read(line) {
    const [, marks, text] = /^(#{1,6})\s([\s\S]*)/.exec(line) ?? [];
    if (marks !== void 0) {
      while ((this.#open.at(-1)?.depth ?? 0) >= marks.length) this.#open.pop();
      this.#open.push({ depth: marks.length, text: plainMarkup(text.trimEnd().replace(/(?<!#)#+$/, "")) });
      this.#bold = null;
    } else if (line.trim() !== "") this.#bold = /^\s*\*\*(.+?):?\*\*:?\s*$/.exec(line)?.[1] ?? null;
  }
  titles() {
    const bold2 = this.#bold;
    this.#bold = null;
    return [...this.#open.map(({ text }) => text), ...bold2 === null ? [] : [plainMarkup(bold2)]];
  }
};
function csvTables(text) {
  return text.split(/\n[ \t]*\n/).flatMap((block) => {
    const rows = csvRows(block.trim());
    const [first] = rows;
    const titles = first?.length === 1 ? [first[0]] : [];
    const body = rows.slice(titles.length);
    return isTable(body) ? [textTable(titles, body)] : [];
  });
}
function isTable([header = [], ...rows]) {
  return header.length > 1 && rows.length > 0 && rows.every((row) => row.length === header.length) && !header.some((cell2) => /: *[\d.]+$/.test(cell2));
}
var CSV_FIELD = /(?:"((?:[^"]|"")*)"(?=[,\n]|$)|([^,\n]*))(,|\n|$)/gy;
function csvRows(text) {
  const rows = [[]];
  for (const [, quoted, bare, end] of text.matchAll(CSV_FIELD)) {
    rows.at(-1).push((quoted?.replaceAll('""', '"') ?? bare ?? "").trim());
    if (end === "\n") rows.push([]);
    if (end === "") break;
  }
  return rows;
}
function textTable(titles, rows) {
  const [header, ...body] = rows;
  return { titles, header, rows: body.map((row) => row.slice(0, header.length)) };
}
var ENTITIES2 = wordTable({ amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " });
function plainMarkup(markup) {
  return markup.replace(/<[^<>]*>/g, " ").replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1").replace(/\*\*|`/g, "").replace(/\\([!-/:-@[-`{-~])/g, "$1").replace(/&#(\d{1,7});/g, (whole, code2) => fromCode(Number(code2)) ?? whole).replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name) => ENTITIES2[name]).replace(/[\u200b\s]+/g, (found) => found.replaceAll("​", "") === "" ? "" : " ").trim();
}
function fromCode(code2) {
  return code2 <= 1114111 ? String.fromCodePoint(code2) : null;
}

// src/ingest/imports/reference-table.ts
var LACKS = [...NEVER_REPORTED, "histograms", "the length of the runs"];
function readReferenceTables(text) {
  const tables = readTables(text);
  const places = headingPlaces(tables);
  const cells = tables.flatMap((table) => referenceCells(table, places.get(headingsOf(table).join("\n"))));
  const systems = [...new Set(cells.map(({ system }) => system))];
  const without = unreadTables(tables);
  const lacks = [...LACKS, ...without];
  const measurements = systems.flatMap((system) => {
    const figures2 = figuresOf6(cells.filter((cell2) => cell2.system === system));
    if (figures2.length === 0) return [];
    return [
      {
        tool: "tables of a document",
        lacks,
        ...without.length === 0 ? {} : { leftOut: without },
        figures: figures2,
        ...system === null ? {} : { system: system.slice(0, 200) }
      }
    ];
  });
  return measurements.length === 0 ? null : measurements;
}
function columnMeaning(words) {
  const option2 = OPTIONS.find(([pattern]) => pattern.test(words));
  if (option2 !== void 0) return { option: option2[1] };
  if (NO_PLACE.test(words)) return null;
  const metric3 = METRICS2.find(([pattern]) => pattern.test(words))?.[1] ?? percentileOf(words);
  if (metric3 === void 0 || metric3 === null) return null;
  const unit = /\((ns|[uµμ]s|ms|s)\)/.exec(words)?.[1];
  return { metric: metric3, ...unit === void 0 ? {} : { ms: MILLISECONDS[unit] } };
}
var NO_PLACE = /improvement|change|factor|share|cpu|efficiency|concurrency limit/i;
var OPTIONS = [
  [/^threads?$/i, "threads"],
  [/^(?:tservers|nodes|number of nodes)$/i, "nodes"],
  [/^workers$/i, "workers"],
  [/^concurrency$/i, "concurrency"],
  [/\(warehouses\)|^warehouses$/i, "warehouses"]
];
var METRICS2 = [
  [/\bQPS\b|queries\s*(?:\/|per)\s*s/i, "qps"],
  [/\btpmC\b/i, "tpmc"],
  [/\bTPS\b|transactions\s*(?:\/|per)\s*s/i, "tps"],
  [/errors?\s*(?:\/|per)\s*s|error rate/i, "errors"],
  [/^(?:max )?number of rows \(billion\)$/i, "rows"],
  [/^(?:max )?unreplicated data \(TB\)$/i, "data-bytes"],
  [/^min(?:imum)?\b/i, "min"],
  [/^(?:avg|average|mean)\b/i, "mean"],
  [/^max(?:imum)?(?: latency)?(?: \(\w+\))?$/i, "max"]
];
function percentileOf(words) {
  const found = /\bp(\d{2}(?:\.\d+)?)\b/i.exec(words) ?? /\b(\d{2}(?:\.\d+)?)(?:st|nd|rd|th)\b/i.exec(words);
  return found === null ? null : percentileMetric(found[1]);
}
function headingsOf({ titles }) {
  return titles.filter((title) => columnMeaning(title) === null && !/^latency\b/i.test(title));
}
function headingPlaces(tables) {
  const measured = tables.filter(
    (table) => referenceCells(table, "").some(({ meaning }) => "metric" in meaning)
  );
  const paths = new Map(measured.map((table) => [headingsOf(table).join("\n"), headingsOf(table)]));
  const all = [...paths.values()];
  const own = (path19) => path19.filter((title) => !all.every((each) => each.includes(title)));
  const innermost = all.map((path19) => own(path19).at(-1));
  const unique = (title) => innermost.filter((each) => each === title).length === 1;
  return new Map(
    tables.map((table) => {
      const path19 = own(headingsOf(table));
      const last = path19.at(-1);
      return [headingsOf(table).join("\n"), (unique(last) ? last : path19.join(", ")) ?? ""];
    })
  );
}
function referenceCells(table, place) {
  const [first = "", ...columns] = table.header;
  const meanings = columns.map(columnMeaning);
  const ofRow = table.rows.flatMap(
    ([name = "", ...texts]) => texts.flatMap((text, index) => {
      const title = columns[index];
      if (/^metric$/i.test(first))
        return cell(columnMeaning(name), text, { system: systemOf(title), place, label: null });
      const label = optionLabel(first, name);
      if (label === null) return [];
      const meaning = meanings[index] ?? null;
      if (meanings.some((each) => each !== null && "metric" in each))
        return cell(meaning, text, { system: null, place, label });
      return cell(systemMetric(table), text, { system: systemOf(title), place, label });
    })
  );
  return [...ofRow, ...optionCells(table, ofRow, place)];
}
function systemMetric({ titles, header }) {
  const improvement = header.find((title) => /improvement$/i.test(title))?.replace(/improvement$/i, "");
  return [improvement, titles.at(-1)].map((words) => words === void 0 ? null : columnMeaning(words)).find((meaning) => meaning !== null && "metric" in meaning) ?? null;
}
function systemOf(title) {
  if (/improvement$|^change\b/i.test(title)) return void 0;
  return /^value$/i.test(title) ? null : title;
}
function optionLabel(title, name) {
  const meaning = columnMeaning(title);
  if (meaning === null || !("option" in meaning)) return name === "" ? null : name;
  return parseNumber(name) === null ? null : `${name} ${title.toLowerCase().replace(/^number of /, "")}`;
}
function optionCells({ header, rows }, cells, place) {
  const meaning = columnMeaning(header[0] ?? "");
  if (meaning === null || !("option" in meaning)) return [];
  const systems = [...new Set(cells.map(({ system }) => system))];
  return rows.flatMap(
    ([name = ""]) => systems.flatMap((system) => cell(meaning, name, { system, place, label: optionLabel(header[0], name) }))
  );
}
function cell(meaning, text, where) {
  const { system } = where;
  const number = parseNumber(text);
  if (meaning === null || number === null || system === void 0) return [];
  return [{ ...where, system, meaning, value: number.value * unitScale(meaning, number.ms) }];
}
function unitScale(meaning, ms) {
  if ("option" in meaning) return 1;
  return SCALES[meaning.metric] ?? (isTime(meaning.metric) ? ms ?? meaning.ms ?? 1 : 1);
}
var SCALES = wordTable({ rows: 1e9, "data-bytes": 1e12 });
var MILLISECONDS = wordTable({
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1e3
});
function parseNumber(text) {
  const [, digits, unit] = /^[~≈]?\s*(\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?)\s*(ns|[uµμ]s|ms|s\b)?/i.exec(text) ?? [];
  if (digits === void 0) return null;
  const ms = unit === void 0 ? void 0 : MILLISECONDS[unit];
  return { value: Number(digits.replaceAll(",", "")), ...ms === void 0 ? {} : { ms } };
}
function isTime(metric3) {
  return !["qps", "tps", "tpmc", "errors", "rows", "data-bytes"].includes(metric3);
}
function figuresOf6(cells) {
  const names3 = groupBy(
    cells,
    ({ label, place }) => [label, place].filter((part) => part !== null && part !== "").join(", ")
  );
  return [...names3].flatMap(([name, own]) => {
    const cellOf = (kind) => own.find(({ meaning }) => ("metric" in meaning ? meaning.metric : meaning.option) === kind)?.value;
    const metrics = own.flatMap(({ meaning }) => "metric" in meaning ? [meaning.metric] : []);
    if (metrics.length === 0) return [];
    const options = own.flatMap(
      ({ meaning, value }) => "option" in meaning ? [[meaning.option, value]] : []
    );
    return [{ ...plainFigures(name), options: Object.fromEntries(options), ...cellValues(metrics, cellOf) }];
  });
}
function plainFigures(name) {
  return { workload: name === "" ? null : name, events: 0, failed: 0, durationNs: 0 };
}
function cellValues(metrics, cellOf) {
  const [min, max] = ["min", "max"].map(cellOf);
  const kept = metrics.filter((metric3) => !["min", "max"].includes(metric3));
  const values = kept.map((metric3) => [metric3, isTime(metric3) ? nsOf(cellOf(metric3)) : cellOf(metric3)]);
  return {
    values: Object.fromEntries(values),
    latency: {
      ...min === void 0 ? {} : { minNs: nsOf(min) },
      ...max === void 0 ? {} : { maxNs: nsOf(max) }
    }
  };
}
function unreadTables(tables) {
  const names3 = tables.flatMap((table) => {
    const cells = referenceCells(table, "");
    if (cells.length === 0) return table.header.filter((title) => NO_PLACE.test(title));
    const words = /^metric$/i.test(table.header[0]) ? table.rows.map(([name = ""]) => name) : table.header.slice(1).filter((title) => systemMetric(table) === null || systemOf(title) === void 0);
    return words.filter((word) => word !== "" && columnMeaning(word) === null);
  });
  const latency = tables.some(
    (table) => /^latency\b/i.test(table.titles.at(-1) ?? "") && referenceCells(table, "").length === 0
  );
  const distinct = [...new Set(names3)];
  return [
    ...latency ? ["the latency of a table that does not say which latency it is"] : [],
    ...distinct.length === 0 ? [] : [`a place for ${distinct.map((name) => `"${name}"`).join(", ")}`]
  ];
}

// src/ingest/imports/units.ts
var TIMES2 = [
  [/^(?:ns|nsecs?|nanos|nanoseconds?)$/i, 1],
  [/^(?:us|µs|μs|usecs?|micros|microseconds?)$/i, 1e3],
  [/^(?:ms|msecs?|millis|milliseconds?)$/i, 1e6],
  [/^(?:s|secs?|seconds?)$/i, 1e9],
  [/^(?:min|mins|minutes?)$/i, 6e10]
];
var STATISTIC = /^(?:(median|med|mean|avg|average)|p(\d\d(?:\.\d+)?)|(\d\d(?:\.\d+)?)th(?: percentile)?)\s+(\S.*)$/i;
var RATE = /^([a-zµ ]+)(?:\/|\bper\b)\s*([a-z]+)$/i;
var SHORT_RATE = /^(?:[qtr]ps|iops)$/i;
var AMOUNT = /^(?:[kmgt]i?)?b(?:ytes?|its?)?$|^(?:kilo|mega|giga)?(?:bytes?|bits?)$|percent|cpu|point/i;
var THOUSANDS = wordTable({ k: 1e3, m: 1e6 });
var SCALED = /^([km])(?:\s+(?=\w)|(?=ops?$|iter|rows?$|req|tx))/i;
function unitMeaning(unit) {
  const words = unit.trim();
  const [, mean2, percentile, other2, rest] = STATISTIC.exec(words) ?? [];
  if (rest === void 0) return plainMeaning(words);
  const meaning = plainMeaning(rest);
  if (meaning === null) return null;
  if (mean2 !== void 0 && !/^med/i.test(mean2)) return meaning;
  const metric3 = percentileMetric(percentile ?? other2 ?? "50");
  return metric3 === null || meaning.metric !== "mean" ? null : { ...meaning, metric: metric3 };
}
function plainMeaning(unit) {
  if (SHORT_RATE.test(unit)) return { metric: "tps", scale: 1 };
  const time2 = nanosecondsOf(unit);
  if (time2 !== null) return { metric: "mean", scale: time2 };
  const [, event, right2] = RATE.exec(unit) ?? [];
  if (event === void 0) return null;
  const left2 = event.trim();
  const perEvent = nanosecondsOf(left2);
  if (perEvent !== null) return { metric: "mean", scale: perEvent };
  const per = nanosecondsOf(right2);
  const factor = THOUSANDS[SCALED.exec(left2)?.[1]?.toLowerCase() ?? ""] ?? 1;
  return per === null || AMOUNT.test(left2) ? null : { metric: "tps", scale: factor * 1e9 / per };
}
function nanosecondsOf(unit) {
  return TIMES2.find(([words]) => words.test(unit))?.[1] ?? null;
}

// src/ingest/imports/series.ts
var LACKS2 = [...NEVER_REPORTED, "what was measured how, and on which machine"];
var Bench = external_exports.object({ name: external_exports.string(), value: external_exports.number(), unit: external_exports.string() });
var DataJs = external_exports.object({
  entries: external_exports.record(
    external_exports.string(),
    external_exports.array(
      external_exports.object({
        commit: external_exports.object({
          id: external_exports.string(),
          message: external_exports.string().optional(),
          timestamp: external_exports.string().optional(),
          author: external_exports.object({ name: external_exports.string().optional() }).optional()
        }),
        date: external_exports.number(),
        benches: external_exports.array(Bench)
      })
    )
  )
});
var readDataJs = (text) => {
  const body = /^\s*window\.BENCHMARK_DATA\s*=\s*(\{[\s\S]*\})/.exec(text)?.[1] ?? text;
  const parsed2 = DataJs.safeParse(parsedJson(body));
  if (!parsed2.success) return null;
  const all = Object.entries(parsed2.data.entries);
  const benches = all.flatMap(([, entries]) => entries.flatMap((entry) => entry.benches));
  const other2 = benches.filter(({ unit }) => unitMeaning(unit) === null);
  if (other2.length === benches.length) return { unusable: noneOf(other2) };
  const leftOut = other2.length === 0 ? [] : [`a place for figures in ${unitNames(other2).join(", ")}`];
  return all.flatMap(
    ([suite, entries]) => entries.flatMap(({ commit, date, benches: own }) => {
      const figures2 = mergeByWorkload(own.flatMap(figuresOf7));
      if (figures2.length === 0) return [];
      const time2 = isoOf(commit.timestamp) ?? isoOf(date);
      const subject = commit.message?.split("\n")[0] ?? null;
      return [
        {
          tool: "github-action-benchmark",
          lacks: [...LACKS2, ...leftOut],
          ...leftOut.length === 0 ? {} : { leftOut },
          figures: figures2,
          suite,
          commit: { sha: commit.id, subject, time: time2, author: commit.author?.name || null }
        }
      ];
    })
  );
};
var UNITS_MOST = 12;
function unitNames(benches) {
  const units = [...new Set(benches.map(({ unit }) => unit.trim() || "no unit"))];
  return units.length <= UNITS_MOST ? units : [...units.slice(0, UNITS_MOST), "..."];
}
function noneOf(benches) {
  if (benches.length === 0) return "there is no figure in it";
  const counts = groupBy(benches, ({ unit }) => unit.trim() || "no unit");
  const named = unitNames(benches).map(
    (unit) => counts.has(unit) ? `${unit} (${counts.get(unit).length})` : unit
  );
  return `no figure in it has the unit of a time or of a rate of events: ${named.join(", ")}`;
}
var Bencher = external_exports.record(external_exports.string(), external_exports.record(external_exports.string(), external_exports.object({ value: external_exports.number() })));
var MEASURES = wordTable({ latency: "mean", throughput: "tps" });
var readBencher = (text) => {
  const parsed2 = Bencher.safeParse(parsedJson(text));
  if (!parsed2.success) return null;
  const measures = [...new Set(Object.values(parsed2.data).flatMap(Object.keys))];
  const other2 = measures.filter((measure) => !(measure in MEASURES));
  const figures2 = Object.entries(parsed2.data).flatMap(([name, own]) => {
    const values = Object.entries(own).flatMap(([measure, { value }]) => {
      const metric3 = MEASURES[measure];
      return metric3 === void 0 || value < 0 ? [] : [[metric3, value]];
    });
    return values.length === 0 ? [] : [namedFigures(name, Object.fromEntries(values))];
  });
  const leftOut = other2.length === 0 ? [] : [`a place for ${other2.map((name) => `"${name}"`).join(", ")}`];
  if (figures2.length === 0)
    return measures.length === 0 ? null : { unusable: `none of its measures is latency or throughput: ${other2.join(", ")}` };
  return [
    {
      tool: "Bencher",
      lacks: [...LACKS2, ...leftOut],
      ...leftOut.length === 0 ? {} : { leftOut },
      figures: figures2
    }
  ];
};
function figuresOf7({ name, unit, value }) {
  const meaning = value < 0 ? null : unitMeaning(unit);
  return meaning === null ? [] : [namedFigures(name, { [meaning.metric]: value * meaning.scale })];
}
function mergeByWorkload(figures2) {
  return [...groupBy(figures2, ({ workload: workload2 }) => workload2 ?? "").values()].flatMap((own) => {
    const values = Object.assign({}, ...own.map((each) => each.values));
    return Object.keys(values).length === own.length ? [{ ...own[0], values }] : own;
  });
}
function namedFigures(workload2, values) {
  return { workload: workload2, options: {}, values, events: 0, failed: 0, durationNs: 0 };
}
function isoOf(said) {
  const at = new Date(said ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

// src/ingest/imports/sysbench.ts
var BEGINS3 = /^(?:sysbench \d|Running the test with|Number of threads:|SQL statistics:|OLTP test statistics:|General statistics:|transactions:)/;
var ENDS2 = /^total number of events:/;
var readSysbench = (text) => {
  const reports2 = splitReports(text, { begins: BEGINS3, ends: ENDS2 }).filter(
    (report) => numberAfter(report, /total number of events:/) !== null && totalSeconds(report) !== null
  );
  if (reports2.length === 0) return null;
  const measured = reports2.flatMap((report) => measurementOf3(report) ?? []);
  return measured.length > 0 ? measured : {
    unusable: "it has no line of transactions: this test of sysbench (cpu, fileio, ...) uses no database"
  };
};
function measurementOf3(text) {
  const [events2, seconds2] = [numberAfter(text, /total number of events:/), totalSeconds(text)];
  const tps = reportedRate(text, "transactions");
  if (tps === null) return null;
  const queries = reportedRate(text, "queries") ?? rateOfAll(text, seconds2);
  const percentile = /^(?:approx\.\s+)?([\d.]+)(?:th)? percentile:\s+([\d.]+)/m.exec(text);
  const metric3 = percentile === null ? null : percentileMetric(percentile[1]);
  const average = numberAfter(text, /^avg:/m);
  const ignored = numberAfter(text, /ignored errors:/) ?? numberAfter(text, /^deadlocks:/m) ?? 0;
  const values = {
    tps,
    "failed-share": 0,
    ...queries === null ? {} : { qps: queries },
    ...average === null ? {} : { mean: nsOf(average) },
    ...metric3 === null ? {} : { [metric3]: nsOf(Number(percentile[2])) }
  };
  const version = /^sysbench (\d\S*?):?(?=\s|$)/m.exec(text)?.[1];
  const threads = numberAfter(text, /^Number of threads:/m);
  const figures2 = {
    workload: /(oltp_\w+|bulk_insert|select_random_\w+)/.exec(text)?.[1] ?? null,
    options: threads === null ? {} : { threads },
    values,
    events: events2,
    failed: 0,
    // A transaction that met such an error is begun again by sysbench until it succeeds.
    ...ignored === 0 ? {} : { retries: ignored },
    durationNs: seconds2 * 1e9,
    latency: reportedLatency(text)
  };
  const other2 = percentile !== null && metric3 === null ? [`a place for the percentile ${percentile[1]}`] : [];
  return {
    tool: version === void 0 ? "sysbench" : `sysbench ${version}`,
    lacks: [
      ...NEVER_REPORTED,
      "percentiles other than the one it printed, which is the upper end of a bucket some per cent wide",
      ...other2
    ],
    ...other2.length === 0 ? {} : { leftOut: other2 },
    figures: [figures2]
  };
}
function totalSeconds(text) {
  return (numberAfter(text, /total time:/) ?? numberAfter(text, /time elapsed:/)) || null;
}
function rateOfAll(text, seconds2) {
  const total = numberAfter(text, /^total:/m);
  return total === null ? null : total / seconds2;
}
function reportedLatency(text) {
  const [min, max, sum] = [/^min:/m, /^max:/m, /^sum:/m].map((label) => numberAfter(text, label));
  return {
    ...min == null ? {} : { minNs: nsOf(min) },
    ...max == null ? {} : { maxNs: nsOf(max) },
    ...sum == null ? {} : { sumNs: nsOf(sum) }
  };
}
function reportedRate(text, noun) {
  const found = new RegExp(`^${noun}:\\s+\\d+\\s+\\(([\\d.]+) per sec\\.\\)`, "m").exec(text)?.[1];
  return found === void 0 ? null : Number(found);
}

// src/ingest/imports/tpcc.ts
var SUMMARY = /^\[Summary\] (\w+) - (.+)$/;
var readGoTpc = (text) => {
  const rows = reportLines(text).flatMap((line) => {
    const [, name = line.startsWith("tpmC: ") ? "tpmC" : void 0, fields = line] = SUMMARY.exec(line) ?? [];
    return name === void 0 ? [] : [{ name, fields: summaryFields(fields) }];
  });
  const found = untilRepeated(rows, ({ name }) => name).flatMap((report) => goTpcOf(report) ?? []);
  return found.length === 0 ? null : found;
};
function goTpcOf(rows) {
  const of = (name) => rows.find((row) => row.name === name)?.fields;
  const kinds = rows.flatMap(
    ({ name, fields }) => name === "tpmC" || name.endsWith("_ERR") ? [] : figuresOf8(`tpcc ${name.toLowerCase()}`, fields, of(`${name}_ERR`)?.get("Count") ?? 0) ?? []
  );
  if (kinds.length === 0) return null;
  const [tpmc, all] = ["tpmC", "tpmTotal"].map((name) => of("tpmC")?.get(name));
  const whole = {
    workload: "tpcc",
    options: {},
    values: { ...all === void 0 ? {} : { tps: all / 60 }, ...tpmc === void 0 ? {} : { tpmc } },
    events: kinds.reduce((sum, { events: events2 }) => sum + events2, 0),
    failed: kinds.reduce((sum, { failed }) => sum + failed, 0),
    durationNs: Math.max(...kinds.map(({ durationNs }) => durationNs))
  };
  return {
    tool: "go-tpc",
    lacks: [...NEVER_REPORTED, "queries a second"],
    figures: tpmc === void 0 ? kinds : [...kinds, whole]
  };
}
function summaryFields(text) {
  return new Map(
    [...text.matchAll(/(?<![\w.])([\w.]+(?:\(\w+\))?): ([\d.]+)/g)].map(
      (match) => [match[1], Number(match[2])]
    )
  );
}
function figuresOf8(workload2, fields, failed) {
  const [seconds2, events2, perMinute, average] = ["Takes(s)", "Count", "TPM", "Avg(ms)"].map(
    (name) => fields.get(name)
  );
  if (seconds2 === void 0 || events2 === void 0 || perMinute === void 0) return null;
  return {
    workload: workload2,
    options: {},
    values: {
      tps: perMinute / 60,
      "failed-share": failed / Math.max(1, events2 + failed),
      ...average === void 0 ? {} : { mean: nsOf(average) },
      ...percentilesOf(fields, /^([\d.]+)th\(ms\)$/, 1e6)
    },
    events: events2,
    failed,
    durationNs: seconds2 * 1e9,
    latency: { sumNs: nsOf(fields.get("Sum(ms)") ?? 0), maxNs: nsOf(fields.get("Max(ms)") ?? 0) }
  };
}
var ACHIEVED = /System achieved (\d+) NOPM from (\d+) [\w ]+ TPM/;
var readHammerDb = (text) => {
  const version = /HammerDB\D{0,8}v?(\d+\.\d+)/.exec(text)?.[1];
  const tool = version === void 0 ? "HammerDB" : `HammerDB ${version}`;
  const reports2 = splitReports(text, { begins: /^/, ends: ACHIEVED }).filter(
    (report) => ACHIEVED.test(report)
  );
  return reports2.length === 0 ? null : reports2.map((report) => hammerDbOf(report, tool));
};
function hammerDbOf(report, tool) {
  const [newOrders, all] = ACHIEVED.exec(report).slice(1).map(Number);
  const users = [...report.matchAll(/(?<!\d)(\d+) (?:Active )?Virtual Users/gi)].at(-1)?.[1];
  const options = users === void 0 ? {} : { users: Number(users) };
  const of = (workload2, perMinute) => ({
    workload: workload2,
    options,
    values: { tps: perMinute / 60 },
    events: perMinute,
    failed: 0,
    durationNs: 6e10
  });
  return {
    tool,
    lacks: [...NEVER_REPORTED, "latency", "queries a second", "the length of the run"],
    figures: [of("tpcc new_order", newOrders), of("tpcc", all)]
  };
}
var MEASURED = /Measured tpmC \(NewOrders\) = ([\d.]+)/;
var SESSION_TIME = /(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/;
var readBenchmarkSql = (text) => {
  const reports2 = splitReports(text, {
    begins: /, (?:Welcome|\+-|warehouses=|Measured tpmC)/,
    ends: /Session End\s+=/
  }).filter((report) => MEASURED.test(report)).map(benchmarkSqlOf);
  return reports2.length === 0 ? null : reports2;
};
function benchmarkSqlOf(report) {
  const number = (label) => Number(new RegExp(`${label.source}\\s*=\\s*([\\d.]+)`).exec(report)?.[1] ?? Number.NaN);
  const [begin, end] = ["Start", "End"].map((word) => {
    const [, day, time2] = new RegExp(`Session ${word}\\s+= ${SESSION_TIME.source}`).exec(report) ?? [];
    return Date.parse(`${day}T${time2}Z`);
  });
  const [total, transactions] = [number(/Measured tpmTOTAL/), number(/Transaction Count/)];
  const options = ["warehouses", "terminals"].flatMap((name) => {
    const value = number(new RegExp(`Term-00, ${name}`));
    return Number.isNaN(value) ? [] : [[name, value]];
  });
  const failed = number(/Transaction Error/) || 0;
  return {
    tool: "BenchmarkSQL",
    lacks: [...NEVER_REPORTED, "latency", "queries a second", "the time zone of its clock, taken for UTC"],
    figures: [
      {
        workload: "tpcc",
        options: Object.fromEntries(options),
        values: {
          ...Number.isNaN(total) ? {} : { tps: total / 60 },
          tpmc: Number(MEASURED.exec(report)[1])
        },
        events: transactions || 0,
        failed,
        durationNs: Math.max(0, end - begin || 0) * 1e6
      }
    ],
    ...Number.isNaN(begin) ? {} : { at: new Date(begin).toISOString() }
  };
}

// src/ingest/imports/ycsb.ts
var ROW = /^\[([A-Z][\w-]*)\], ([^,]+), ([\d.eE+]+)$/;
var CLOCK = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d):(\d{3}) (\d+) sec: /m;
var NO_OPERATION = /^(?:OVERALL|CLEANUP|TOTAL_GC.*)$/;
var readYcsb = (text) => {
  const reports2 = [];
  let lines = [];
  for (const line of reportLines(text)) {
    lines.push(line);
    const [, operation, name, value] = ROW.exec(line) ?? [];
    if (operation === void 0) continue;
    if (operation === "OVERALL" && name.startsWith("RunTime")) {
      reports2.push({ lines, operations: /* @__PURE__ */ new Map() });
      lines = [];
    }
    const operations = reports2.at(-1)?.operations;
    if (operations === void 0) continue;
    if (!operations.has(operation)) operations.set(operation, /* @__PURE__ */ new Map());
    operations.get(operation).set(name, Number(value));
  }
  const found = reports2.flatMap(
    ({ lines: before, operations }) => measurementOf4(before.join("\n"), operations) ?? []
  );
  return found.length === 0 ? null : found;
};
function measurementOf4(before, operations) {
  const overall = operations.get("OVERALL");
  const [ms, throughput] = [overall.get("RunTime(ms)"), overall.get("Throughput(ops/sec)")];
  if (ms === void 0 || throughput === void 0) return null;
  const parts = [...operations].flatMap(
    ([name, rows]) => NO_OPERATION.test(name) || name.endsWith("-FAILED") || !rows.has("Operations") ? [] : [operationFigures(name, rows, ms, operations.get(`${name}-FAILED`)?.get("Operations") ?? 0)]
  );
  const sum = (of) => parts.reduce((all, part) => all + of(part), 0);
  const [events2, failed] = [sum((part) => part.events), sum((part) => part.failed)];
  const [, day, time2, millis, elapsed] = CLOCK.exec(before) ?? [];
  const at = day === void 0 ? null : new Date(Date.parse(`${day}T${time2}.${millis}Z`) - 1e3 * Number(elapsed));
  return {
    tool: "YCSB",
    lacks: [
      ...NEVER_REPORTED,
      "queries a second",
      "percentiles other than those it printed",
      "the clean-up, and what its garbage collector did",
      ...at === null ? [] : ["the time zone of its clock, taken for UTC"]
    ],
    figures: [
      {
        workload: "ycsb",
        options: {},
        values: { tps: throughput, "failed-share": failed / Math.max(1, events2 + failed) },
        events: events2,
        failed,
        durationNs: ms * 1e6
      },
      ...parts
    ],
    ...at === null || Number.isNaN(at.getTime()) ? {} : { at: at.toISOString() }
  };
}
function operationFigures(name, rows, ms, failedApart) {
  const tried = rows.get("Operations");
  const results = [...rows].filter(([row]) => row.startsWith("Return="));
  const bad = results.reduce((sum, [row, count3]) => row === "Return=OK" ? sum : sum + count3, 0);
  const failed = failedApart > 0 ? failedApart : Math.min(tried, bad);
  const events2 = failedApart > 0 ? tried : tried - failed;
  const us = (row) => rows.get(`${row}(us)`);
  const [mean2, min, max] = [us("AverageLatency"), us("MinLatency"), us("MaxLatency")];
  return {
    workload: `ycsb ${name.toLowerCase()}`,
    options: {},
    values: {
      tps: ms === 0 ? 0 : events2 / (ms / 1e3),
      "failed-share": failed / Math.max(1, events2 + failed),
      ...mean2 === void 0 ? {} : { mean: mean2 * 1e3 },
      ...percentilesOf(rows, /^([\d.]+)thPercentileLatency\(us\)$/, 1e3)
    },
    events: events2,
    failed,
    durationNs: ms * 1e6,
    latency: {
      ...min === void 0 ? {} : { minNs: min * 1e3 },
      ...max === void 0 ? {} : { maxNs: max * 1e3 }
    }
  };
}

// src/ingest/imports/formats.ts
var FORMATS2 = wordTable({
  sysbench: { what: "the report that sysbench prints", read: readSysbench },
  pgbench: {
    what: "what pgbench prints at the end, or its --log",
    read: (text) => readPgbench(text) ?? readPgbenchLog(text)
  },
  hdr: { what: "a log of HdrHistogram", read: readHdrLog },
  "go-tpc": { what: "the summary that go-tpc prints", read: readGoTpc },
  hammerdb: { what: "the line with NOPM and TPM that HammerDB prints", read: readHammerDb },
  benchmarksql: { what: "the log of BenchmarkSQL", read: readBenchmarkSql },
  benchbase: { what: "BenchBase's summary.json", read: readBenchBase },
  ycsb: { what: "the [OVERALL] lines that YCSB prints", read: readYcsb },
  cockroach: { what: "the totals that `cockroach workload run` prints", read: readCockroach },
  k6: { what: "k6's summary as JSON", read: readK6 },
  hyperfine: { what: "hyperfine's --export-json", read: readHyperfine },
  "github-action-benchmark": { what: "its data.js, or the same as JSON", read: readDataJs },
  bencher: { what: "Bencher's metric format (JSON)", read: readBencher },
  "reference-table": {
    what: "tables of a published measurement, as Markdown, HTML or CSV",
    read: readReferenceTables
  }
});
function readMeasurements(format, text, what) {
  const whole = text.replace(/^\ufeff/, "");
  const found = FORMATS2[format].read(whole);
  if (found !== null && "unusable" in found)
    throw new PlumblineError("usage", `${what}: ${found.unusable}`, {
      remedy: "name a file with times, rates or a report of a database's load"
    });
  if (found !== null && found.length > 0) return found;
  const others = Object.entries(FORMATS2).filter(
    ([name, { read }]) => name !== format && read(whole) !== null
  );
  throw new PlumblineError("usage", `${what} is not ${FORMATS2[format].what}`, {
    remedy: others.length === 0 ? "name the file that the tool itself wrote, whole" : `try ${others.map(([name, { what: other2 }]) => `--from ${name}, for it looks like ${other2}`).join("; ")}`
  });
}

// src/ingest/imports/imported-run.ts
import { createHash as createHash2 } from "node:crypto";
var MODE = "history";
function importedRun(measurement, labels) {
  const { tool, lacks, figures: figures2, system } = measurement;
  const environment2 = system === void 0 ? UNKNOWN : { ...UNKNOWN, database: system };
  const suite = measurement.suite ?? labels.suite;
  const commit = measurement.commit === void 0 ? labels.commit : { ...measurement.commit, branch: labels.commit.branch, dirty: false };
  const workloads = figures2.map(
    (each) => workloadRun(each, figures2.length === 1 ? labels.workload : void 0)
  );
  const seconds2 = Math.max(0, ...figures2.map(({ durationNs }) => durationNs / 1e9));
  const generator = { version: tool, profile: "imported", libpq: 0 };
  const at = measurement.commit?.time ?? labels.at;
  const id = uuidOf(
    JSON.stringify([
      tool,
      figures2,
      suite,
      commit.sha,
      labels.repository,
      at,
      ...system === void 0 ? [] : [system]
    ])
  );
  return {
    schema: "plumbline.run/1",
    id,
    measurement: { id: uuidOf(id), mode: MODE, arm: "head" },
    suite,
    commit,
    origin: { repository: labels.repository, runUrl: null, attempt: null, pullRequest: null },
    startedAt: at,
    finishedAt: at,
    environment: environment2,
    fingerprint: fingerprintOf({ environment: environment2, generator, workloads, mode: MODE, seconds: seconds2 }),
    generator,
    plan: { sessions: 1, looks: 1, seconds: seconds2, warmupSeconds: 0, sliceMs: Math.max(1, seconds2 * 1e3), seed: 0 },
    workloads,
    warnings: [
      {
        code: "imported",
        message: `these are figures of ${tool}: it lacks ${lacks.join(", ")}`,
        remedy: "show them in the history; for a verdict measure both sides with `plumbline check`"
      }
    ]
  };
}
var UNKNOWN = {
  cpuModel: "unknown",
  cpuCount: 0,
  memoryBytes: 0,
  kernel: "unknown",
  runner: "",
  database: "unknown",
  databaseVersion: "unknown",
  dialect: "unknown",
  settings: {}
};
function workloadRun(figures2, name) {
  const workload2 = figures2.workload ?? name ?? "imported";
  return { name: name ?? workload2, workload: workload2, options: figures2.options, sessions: [session(figures2)] };
}
function session({ values, events: events2, failed, retries = 0, durationNs, latency, histogram }) {
  const duration = Math.round(durationNs);
  const queries = Math.round((values.qps ?? 0) * durationNs / 1e9);
  return {
    index: 0,
    fresh: false,
    durationNs: duration,
    events: Math.round(events2),
    queries: { read: 0, write: 0, other: queries },
    committedQueries: queries,
    failedEvents: failed,
    errorsBySqlstate: {},
    retries,
    reconnects: 0,
    latency: {
      count: Math.round(events2),
      minNs: latency?.minNs ?? 0,
      maxNs: latency?.maxNs ?? 0,
      sumNs: latency?.sumNs ?? 0,
      histogram: histogram ?? encodeHistogram(emptyHistogram())
    },
    reported: values,
    slices: { startNs: [0], durationNs: [duration], events: [Math.round(events2)], queries: [queries] },
    serverCpuNs: null,
    client: { cpuShare: 0, stealShare: null, loadAverage: null }
  };
}
function uuidOf(text) {
  const hex = createHash2("sha256").update(text).digest("hex");
  const variant = (Number.parseInt(hex[16], 16) & 3 | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

// src/apps/cli/import-foreign.ts
var LABELS2 = [
  "suite",
  "workload",
  "commit",
  "branch",
  "repository",
  "at"
];
function withForeignOptions(command) {
  return command.addOption(new Option2("--from <tool>", "Tool that wrote the files.").choices(Object.keys(FORMATS2))).option("--suite <name>", "Suite of the runs (with --from; default: imported).").option("--workload <name>", "Name of the workload (with --from; default: what the file says).").option("--commit <commit>", "Measured commit (with --from; default: what the file says, or unknown).").option("--branch <name>", "Branch whose history the runs belong to (with --from; default: none).").option("--repository <owner/name>", "Repository of the runs (with --from; default: not known).").option(
    "--at <date>",
    "Time of the measurement, ISO 8601 (with --from; default: what the file says, or when it was written)."
  );
}
function refuseLabels(words) {
  const given = LABELS2.filter((name) => words[name] !== void 0);
  if (given.length === 0) return;
  throw new PlumblineError("usage", `--${given.join(", --")}: documents of Plumbline contain it already`, {
    remedy: `leave it out, or name the tool that wrote the file with --from: ${Object.keys(FORMATS2).join(", ")}`
  });
}
async function importForeign(store, paths, words, cwd, warn) {
  const commit = await commitFromWords(words, cwd);
  const elsewhere = await branchWarning(words, commit.sha, cwd);
  if (elsewhere !== null) warn(elsewhere);
  const runs = [];
  for (const own of logsOfOneRun(words.from, paths)) {
    const sources = await Promise.all(own.map((path19) => readSource(path19, cwd)));
    const text = sources.map((each) => each.text).join("\n");
    const measurements = readMeasurements(words.from, text, own.join(" and "));
    for (const sibling of await otherThreads(words.from, own, cwd))
      warn(`${own.join(" and ")}: ${sibling} is the log of another thread of the same run: name it, too`);
    for (const lack of new Set(measurements.flatMap(({ leftOut = [] }) => leftOut)))
      warn(`${plainLine(own.join(" and "), 200)}: the run lacks ${plainLine(lack, 1e3)}`);
    for (const [index, measurement] of measurements.entries()) {
      runs.push(
        importedRun(measurement, {
          suite: words.suite ?? "imported",
          ...words.workload === void 0 ? {} : { workload: words.workload },
          commit,
          repository: words.repository ?? null,
          // A millisecond apart, reports of one time keep the order of their file.
          at: later(words.at === void 0 ? measurement.at ?? sources[0].at : dateOf(words.at), index)
        })
      );
    }
  }
  await store.save(runs);
  return runs.length;
}
function later(at, ms) {
  return new Date(Date.parse(at) + ms).toISOString();
}
var THREAD_LOG = /^(.*\.\d+)\.(\d+)$/;
function logsOfOneRun(from, paths) {
  if (from !== "pgbench") return paths.map((path19) => [path19]);
  return [...groupBy([...new Set(paths)], (path19) => processOf(path19, paths)).values()];
}
function processOf(path19, paths) {
  const [, log, thread] = THREAD_LOG.exec(path19) ?? [];
  const isThread = log !== void 0 && (Number(thread) < THREADS_MOST || paths.includes(log));
  return isThread ? log : path19;
}
var THREADS_MOST = 1024;
async function otherThreads(from, own, cwd) {
  const log = processOf(own[0], own);
  if (from !== "pgbench" || !/\.\d+$/.test(log)) return [];
  const names3 = await readdir3(dirname(resolve2(cwd, log))).catch(() => []);
  const known2 = new Set(own.map((path19) => basename(path19)));
  const first = basename(log);
  return names3.filter((name) => !known2.has(name) && [name, THREAD_LOG.exec(name)?.[1]].includes(first)).toSorted();
}
async function readSource(path19, cwd) {
  if (path19 === "-") return { text: await textOf3(process.stdin), at: (/* @__PURE__ */ new Date()).toISOString() };
  const place = resolve2(cwd, path19);
  try {
    const [text, { mtime }] = [await readFile4(place, "utf8"), await stat2(place)];
    return { text, at: mtime.toISOString() };
  } catch (cause) {
    throw new PlumblineError("usage", `cannot read ${path19}: ${cause.message}`, {
      remedy: "name a file that the tool wrote, or - for standard input",
      cause
    });
  }
}
async function commitFromWords({ commit, branch }, cwd) {
  if (commit === void 0) return { ...UNKNOWN_COMMIT, branch: branch ?? null };
  const sha = await askGit(cwd, "rev-parse", "--verify", "--end-of-options", `${commit}^{commit}`);
  if (sha !== null) return await commitFacts(cwd, sha, branch ?? null);
  if (/^[0-9a-f]{40}$/.test(commit)) return { ...UNKNOWN_COMMIT, sha: commit, branch: branch ?? null };
  throw new PlumblineError("usage", `--commit: ${commit} is not a commit of ${cwd}`, {
    remedy: "give all 40 digits of a commit of another repository, or run it inside the clone"
  });
}
async function branchWarning({ commit, branch }, sha, cwd) {
  if (commit === void 0 || branch === void 0) return null;
  if (await isOnBranch(cwd, sha, branch) !== false) return null;
  const current = await askGit(cwd, "symbolic-ref", "--short", "--quiet", "HEAD");
  const here = current === null ? "" : `; checked out is ${plainLine(current, 100)}`;
  return `--commit ${plainLine(commit, 100)} (${sha.slice(0, 10)}) is not in the history of --branch ${plainLine(branch, 100)}${here}: the runs are kept under ${plainLine(branch, 100)} all the same`;
}
function dateOf(text) {
  const at = Date.parse(text);
  if (!Number.isNaN(at)) return new Date(at).toISOString();
  throw new PlumblineError("usage", `--at: ${text} is not a date`, { remedy: "write 2026-11-22T10:00:00Z" });
}

// src/apps/cli/store.ts
var REPOSITORY = "--repository <owner/name>";
var OUTCOMES2 = ["fine", "usage", ["internal", "the store cannot be read or written"]];
function storeVerb(finish) {
  const command = new Command2("store").helpCommand(false).description("Migrate, import, export or prune the store of runs, or rename a repository in it.");
  for (const part of [migrateVerb, importVerb, exportVerb, storePruneVerb, renameVerb])
    command.addCommand(part(finish));
  return addHelp(command, {
    examples: [
      ["store import plumbline-out/run.json", "store a run that could not be stored before"],
      ["store export ./runs", "write a folder that `--store file:runs` reads"],
      ["help store prune", "show options and examples of one command"]
    ],
    outcomes: OUTCOMES2
  });
}
function migrateVerb(finish) {
  const command = new Command2("migrate").summary("Bring the store's tables up to date.").description(
    "Bring the store's tables up to date, and add the repository to older runs. Commands that write to the store bring the tables up to date by themselves if their role may."
  );
  addHelp(command, {
    examples: [
      ["store migrate --store postgres://owner@db/plumbline", "bring the tables up to date, as their owner"]
    ],
    outcomes: OUTCOMES2
  });
  return withFields(command, "history").action(async (words) => {
    const applied = await migrateStore(await historyLocation(words, environment(), process.cwd()));
    process.stdout.write(applied.length === 0 ? "up to date\n" : `applied ${applied.join(", ")}
`);
    await withStore(
      openExisting,
      words,
      "write",
      async (store, reportAs) => {
        const filled = await store.fillIn(reportAs((count3) => `looked at ${runCount(count3)}`));
        return filled === 0 ? null : `recorded the repository of ${runCount(filled)}`;
      },
      finish
    );
  });
}
function importVerb(finish) {
  const command = withForeignOptions(
    new Command2("import").summary("Import runs, or what another tool printed.").description(
      "Import run documents, folders of them, what `store export` wrote, or with --from what another tool printed. Runs that the store has are not added again, so an interrupted import can be repeated."
    ).argument(
      "<path...>",
      "Run documents, folders of them, files of JSON lines (*.jsonl), or - for lines from standard input; with --from, files of that tool."
    )
  );
  addHelp(command, {
    examples: [
      [
        "store import plumbline-out/run-base.json plumbline-out/run.json",
        "import both arms of a measurement"
      ],
      ["store import store.jsonl", "import everything that another store had"],
      [
        "store import --from sysbench --commit v1.2 report.txt",
        "add a point of the history that sysbench measured"
      ]
    ],
    outcomes: OUTCOMES2
  });
  return withFields(command, "history").action(
    (paths, words) => withStore(
      openStore,
      words,
      "write",
      async (store, reportAs) => {
        const cwd = process.cwd();
        const { from } = words;
        if (from !== void 0)
          return `imported ${runCount(await importForeign(store, paths, { ...words, from }, cwd, printWarning))}`;
        refuseLabels(words);
        const sources = paths.map((path19) => path19 === "-" ? process.stdin : path19);
        return `imported ${runCount(
          await importRuns(
            store,
            sources,
            cwd,
            reportAs((count3) => `imported ${runCount(count3)}`)
          )
        )}`;
      },
      finish
    )
  );
}
function renameVerb(finish) {
  const command = new Command2("rename").summary("Follow a repository that was renamed.").description(
    "Assign the runs, reports and acceptances of a repository to another name, after it or its owner was renamed. If the command is interrupted, repeat it."
  ).argument("<old>", "Name owner/name in the store.", repositoryName).argument("<new>", "Present owner/name.", repositoryName);
  addHelp(command, {
    examples: [
      [
        "store rename acme/shop acme/store",
        "continue history, known noise and acceptances under the new name"
      ]
    ],
    outcomes: OUTCOMES2
  });
  return withFields(command, "history").action(
    (from, to, words) => withStore(
      openExisting,
      words,
      "write",
      async (store, reportAs) => {
        const moved = await store.rename(
          from,
          to,
          reportAs((count3) => `moved ${runCount(count3)}`)
        );
        const { reports: reports2, acceptances: acceptances2 } = moved;
        return `moved ${runCount(moved.runs)}, ${plural(reports2, "report")} and ${plural(acceptances2, "acceptance")} from ${from} to ${to}`;
      },
      finish
    )
  );
}
function printWarning(sentence) {
  process.stderr.write(`warning: ${sentence}
`);
}
function exportVerb(finish) {
  const command = new Command2("export").summary("Write all of the store into a folder or file.").description("Write every run, report and acceptance into a folder, or as JSON lines.").argument(
    "<target>",
    "Folder, created if it is missing; a file of JSON lines (*.jsonl); or - for lines to standard output."
  ).option(REPOSITORY, "Only what is known to belong to this repository (default: all).");
  addHelp(command, {
    examples: [
      ["store export ./runs", "write a document for each run, into a folder that is a store itself"],
      [
        "store export --repository acme/shop shop.jsonl",
        "write one repository of a store that several share"
      ],
      ["store export - | gzip > store.jsonl.gz", "write the whole store into one file"]
    ],
    outcomes: OUTCOMES2
  });
  return withFields(command, "history").action(
    (target, words) => withStore(
      openExisting,
      words,
      "read",
      async (store, reportAs) => {
        const place = target === "-" ? process.stdout : target;
        return `exported ${runCount(
          await exportRuns(
            store,
            place,
            process.cwd(),
            reportAs((count3) => `exported ${runCount(count3)}`),
            words.repository ?? null
          )
        )}`;
      },
      finish,
      target === "-" ? process.stderr : process.stdout
    )
  );
}
function storePruneVerb(finish) {
  const command = new Command2("prune").summary("Remove old runs.").description(
    "Remove the runs that no rule keeps. With both rules a run stays if one of them keeps it. Landmarks of the history stay too."
  ).option(
    "--keep <n>",
    "Keep the newest n runs of each suite, branch, mode, arm and fingerprint.",
    wholeNumber
  ).option(REPOSITORY, "Only runs that are known to belong to this repository; others stay (default: all).").option("--keep-days <n>", "Keep runs measured within n days.", wholeNumber).option(
    "--no-landmarks",
    "Do not keep landmarks: the runs next to shifts and accepted changes, and the newest run of each month on branches with at least 3 months."
  );
  addHelp(command, {
    examples: [
      [
        "store prune --keep 50 --keep-days 90",
        "keep the newest 50 of each kind, and everything from the last 90 days"
      ]
    ],
    outcomes: OUTCOMES2
  });
  return withFields(command, "history").action(({ keep, keepDays, landmarks, repository, ...words }) => {
    if (keep === void 0 && keepDays === void 0) {
      throw new PlumblineError("usage", "store prune: nothing says which runs to keep", {
        remedy: "add --keep or --keep-days"
      });
    }
    const rule = {
      landmarks,
      ...repository === void 0 ? {} : { repository },
      ...keep === void 0 ? {} : { keep },
      ...keepDays === void 0 ? {} : { keepDays }
    };
    return withStore(
      openExisting,
      words,
      "write",
      async (store, reportAs) => {
        return `removed ${runCount(await prune(store, rule, /* @__PURE__ */ new Date(), reportAs(pruned)))}`;
      },
      finish
    );
  });
}
function pruned({ searched, removed }) {
  return removed === 0 ? `searched ${searched} points for changes of level` : `removed ${runCount(removed)}`;
}
async function withStore(open4, words, use, work2, finish, out = process.stdout) {
  const location = await historyLocation(words, environment(), process.cwd());
  const progress = terminalProgress(process.stderr);
  const interrupt = abortOnSignals("what is done stays");
  try {
    const store = await open4(location, use, interrupt.signal);
    try {
      const start = performance.now();
      const said = await work2(store, (words2) => (done, share = null) => {
        const seconds2 = (performance.now() - start) / 1e3;
        progress.update({ what: words2(done), share, secondsLeft: secondsLeft(seconds2, share) });
      });
      progress.end();
      if (said !== null) out.write(`${said}
`);
    } finally {
      await store.close();
    }
  } finally {
    progress.end();
    interrupt.release();
  }
  finish(EXIT_CODE.fine);
}
function secondsLeft(seconds2, share) {
  return share === null || share === 0 ? null : seconds2 * (1 - share) / share;
}
function runCount(count3) {
  return count3 === 1 ? "1 run" : `${count3} runs`;
}

// src/pipeline/sweep.ts
import path18 from "node:path";

// src/stats/least-squares.ts
var SINGULAR = 1e-13;
function leastSquares(rows, y, weights) {
  const size = rows[0]?.length ?? 0;
  const each = Array.from({ length: size }, (_, at) => at);
  const scales = each.map((at) => Math.sqrt(sumOf(rows, (row, i) => weights[i] * row[at] ** 2)));
  if (scales.some((scale) => !(scale > 0))) return null;
  const scaled = rows.map((row) => row.map((value, at) => value / scales[at]));
  const normal = each.map((a) => each.map((b) => sumOf(scaled, (row, i) => weights[i] * row[a] * row[b])));
  const inverted = inverseMatrix(normal);
  if (inverted === null) return null;
  const moments = each.map((a) => sumOf(scaled, (row, i) => weights[i] * row[a] * y[i]));
  return {
    parameters: each.map((a) => sumOf(moments, (moment, b) => inverted[a][b] * moment) / scales[a]),
    inverse: each.map((a) => each.map((b) => inverted[a][b] / scales[a] / scales[b]))
  };
}
function form(u, matrix, v) {
  return sumOf(u, (left2, i) => left2 * sumOf(v, (right2, j) => matrix[i][j] * right2));
}
function inverseMatrix(matrix) {
  const size = matrix.length;
  const work2 = matrix.map((row, i) => [...row, ...row.map((_, j) => i === j ? 1 : 0)]);
  for (let column = 0; column < size; column++) {
    const pivot = work2[column][column];
    if (!(pivot > SINGULAR)) return null;
    const lead = work2[column].map((value) => value / pivot);
    for (const [i, row] of work2.entries()) {
      const factor = row[column];
      work2[i] = i === column ? lead : row.map((value, j) => value - factor * lead[j]);
    }
  }
  return work2.map((row) => row.slice(size));
}

// src/stats/usl.ts
var FEWEST_LOADS = 4;
var FEWEST_DF = 3;
var STEPS2 = 50;
var MISFIT = 0.05;
var KNEE = 0.95;
function fitUsl(points2, { confidence = 0.95, isInRounds = false } = {}) {
  if (new Set(points2.map(({ n }) => n)).size < FEWEST_LOADS) return { kind: "none", why: "few-loads" };
  const data = points2.map(({ n, values }) => {
    const logs = values.map(Math.log);
    return { n, logs, weight: logs.length, center: mean(logs) };
  });
  const df = data.reduce((total, { weight }) => total + weight - 1, 0);
  if (df < FEWEST_DF) return { kind: "none", why: "few-sessions" };
  const free = solve(data, [0, 1, 2]);
  const bent = solve(data, [0, 1]);
  const curve = boundedCurve(data);
  if (free === null || bent === null || curve === null) return { kind: "none", why: "not-identifiable" };
  const repeated = data.filter(({ logs }) => logs.length > 1);
  const pure = repeated.reduce((total, { logs }) => total + variance(logs) * (logs.length - 1), 0) / df;
  const { within: own, rounds } = (isInRounds ? sharedByRounds(data) : null) ?? {
    within: { variance: pure, df },
    rounds: null
  };
  const noise = fitNoise(own, squaredDistance(data, free.parameters), data.length - 3);
  const inference = inferenceOf(free, noise, rounds, confidence);
  const amdahl = inferenceOf(bent, noise, rounds, confidence);
  const largest = Math.max(...points2.map(({ n }) => n));
  const coherence = inference.ratio([0, 0, 1], [1, 0, 0]);
  return {
    kind: "fit",
    rate: shownEstimate(inference.reciprocal([1, 0, 0]), 1 / curve[0]),
    contention: shownEstimate(inference.ratio([0, 1, 0], [1, 0, 0]), Math.min(1, curve[1] / curve[0]), 1),
    coherence: shownEstimate(coherence, curve[2] / curve[0]),
    peak: curvePeak(inference, curve, points2, largest),
    amdahl: amdahlOf(amdahl, bent),
    hasCoherence: coherence.low > 0,
    knee: kneeOf(inference, curve, largest),
    spread: Math.sqrt(pure),
    misfit: noise.misfit,
    curve
  };
}
function throughputAt([a, b, c], n) {
  return n / (a + b * (n - 1) + c * n * (n - 1));
}
var termsOf = (n) => [1, n - 1, n * (n - 1)];
function solve(data, columns) {
  const rows = data.map(({ n }) => columns.map((column) => termsOf(n)[column]));
  const target = data.map(({ n, center }) => n / Math.exp(center));
  const weights = data.map(({ weight }) => weight);
  const relative = (of) => weights.map((weight, i) => weight / of[i] ** 2);
  const etas = (parameters) => rows.map((row) => row.reduce((total, value, i) => total + value * parameters[i], 0));
  let fit = leastSquares(rows, target, relative(target));
  for (let step = 0; step < STEPS2 && fit !== null; step++) {
    const eta = etas(fit.parameters);
    if (eta.some((value) => !(value > 0))) return null;
    const aim = eta.map((value, i) => value * (1 + Math.log(target[i] / value)));
    const next = leastSquares(rows, aim, relative(eta));
    const moved = Math.max(
      ...(next?.parameters ?? []).map((value, i) => Math.abs(value - fit.parameters[i]))
    );
    const scale = Math.max(...fit.parameters.map(Math.abs));
    fit = next;
    if (moved <= 1e-12 * scale) break;
  }
  return fit;
}
var FORMS = [
  [[0, 1, 2]],
  [
    [0, 1],
    [0, 2]
  ],
  [[0]]
];
function boundedCurve(data) {
  for (const forms of FORMS) {
    const curves = forms.flatMap((columns) => {
      const fit = solve(data, columns);
      if (fit === null || fit.parameters.some((value) => value < 0)) return [];
      const [a = 0, b = 0, c = 0] = [0, 1, 2].map((at) => fit.parameters[columns.indexOf(at)] ?? 0);
      return [[a, b, c]];
    });
    if (curves.length > 0)
      return curves.reduce(
        (best, curve) => squaredDistance(data, curve) < squaredDistance(data, best) ? curve : best
      );
  }
  return null;
}
function squaredDistance(data, parameters) {
  return data.reduce((total, { n, weight, center }) => {
    const eta = termsOf(n).reduce((sum, term, i) => sum + term * parameters[i], 0);
    return total + weight * (center - Math.log(n / eta)) ** 2;
  }, 0);
}
function fitNoise(pure, squares, df) {
  if (pure.variance === 0) return { ...pure, misfit: null };
  const ratio = squares / df / pure.variance;
  const p = incompleteBeta(pure.df / (pure.df + df * ratio), pure.df / 2, df / 2);
  const wider = p < MISFIT;
  return { ...wider ? { variance: squares / df, df } : pure, misfit: { p, wider } };
}
function sharedByRounds(data) {
  const count3 = data[0].logs.length;
  if (count3 < 2 || data.some(({ logs }) => logs.length !== count3)) return null;
  const residuals = data.map(({ logs, center }) => logs.map((log) => log - center));
  const means = Array.from({ length: count3 }, (_, round) => mean(residuals.map((each) => each[round])));
  const squares = residuals.reduce(
    (total, each) => total + each.reduce((sum, value, round) => sum + (value - means[round]) ** 2, 0),
    0
  );
  const df = (data.length - 1) * (count3 - 1);
  const own = squares / df;
  const shared = Math.max(0, variance(means) - own / data.length);
  return { within: { variance: own, df }, rounds: { variance: shared / count3, df: count3 - 1 } };
}
function inferenceOf({ parameters, inverse }, { variance: variance2, df }, rounds, confidence) {
  const tail = (1 - confidence) / 2;
  const t = studentCritical(tail, df);
  const size = parameters.length;
  const value = (u) => parameters.reduce((total, each, i) => total + each * u[i], 0);
  const cov = (u, v) => variance2 * form(u.slice(0, size), inverse, v.slice(0, size));
  const reachOf = (u) => {
    if (rounds === null) return t * Math.sqrt(cov(u, u));
    const [shape, scale] = [cov(u, u), value(u) ** 2 * rounds.variance];
    if (shape + scale === 0) return 0;
    const both = (shape + scale) ** 2 / (shape ** 2 / df + scale ** 2 / rounds.df);
    return studentCritical(tail, both) * Math.sqrt(shape + scale);
  };
  return {
    ratio: (u, v) => fieller([value(u), cov(u, u)], [value(v), cov(v, v)], cov(u, v), t),
    reciprocal: (u) => fieller([1, 0], [value(u), (reachOf(u) / t) ** 2], 0, t),
    sum: (u) => {
      const reach = t * Math.sqrt(cov(u, u));
      return { low: value(u) - reach, high: value(u) + reach };
    },
    pNotAbove: (u) => {
      const error = Math.sqrt(cov(u, u));
      return error === 0 ? value(u) > 0 ? 0 : 1 : studentUpper(value(u) / error, df);
    },
    reach: (u) => reachOf(u) / value(u)
  };
}
function fieller([y, vy], [x, vx], cov, t) {
  const a = x ** 2 - t ** 2 * vx;
  const b = x * y - t ** 2 * cov;
  const c = y ** 2 - t ** 2 * vy;
  const root = Math.sqrt(Math.max(0, b ** 2 - a * c));
  if (a > 0) return { low: Math.max(0, (b - root) / a), high: Math.max(0, (b + root) / a) };
  return { low: c > 0 && a < 0 ? Math.max(0, (b - root) / a) : 0, high: null };
}
function shownEstimate({ low, high }, value, most = Number.POSITIVE_INFINITY) {
  const end = high === null ? null : Math.min(high, most);
  return { value, low: Math.min(low, value), high: end === null ? null : Math.max(end, value) };
}
function curvePeak(inference, curve, points2, largest) {
  const [a, b, c] = curve;
  const { low, high } = peakLoad(inference);
  const at = c > 0 && a > b ? Math.sqrt((a - b) / c) : null;
  const past = at === null ? 0 : new Set(points2.filter(({ n }) => n > at).map(({ n }) => n)).size;
  if (at !== null && past >= 2 && high !== null && high <= 2 * largest) {
    const most = throughputAt(curve, at);
    const reach = inference.reach(termsOf(at));
    const throughput = { value: most, low: most * (1 - reach), high: most * (1 + reach) };
    return { kind: "within", at: shownEstimate({ low, high }, at), throughput };
  }
  const p = inference.pNotAbove([1, -1, -(largest ** 2)]);
  return p < 0.05 ? { kind: "beyond", low: Math.max(low, largest), p } : { kind: "unknown", low, high };
}
function peakLoad(inference) {
  const squared = inference.ratio([1, -1, 0], [0, 0, 1]);
  return {
    low: Math.max(1, Math.sqrt(squared.low)),
    high: squared.high === null ? null : Math.max(1, Math.sqrt(squared.high))
  };
}
function amdahlOf(inference, { parameters: [a = 0, b = 0] }) {
  return {
    contention: shownEstimate(inference.ratio([0, 1], [1, 0]), Math.min(1, Math.max(0, b / a)), 1),
    // Where throughput falls from the first load on, 1 / b is what it falls to.
    ceiling: b > 0 && b < a ? shownEstimate(inference.reciprocal([0, 1]), 1 / b) : null
  };
}
function kneeOf(inference, curve, largest) {
  const [a, b, c] = curve;
  const highest = highestUpTo(largest, curve);
  const slope = 1 / (KNEE * throughputAt(curve, highest)) - b + c;
  const root = Math.sqrt(Math.max(0, slope ** 2 - 4 * c * (a - b)));
  const value = Math.max(1, 2 * (a - b) / (slope + root));
  const ends = peakCandidates(inference, highest, largest).map(
    (place) => kneeBefore(place, inference, largest)
  );
  const [low, high] = [Math.min(...ends.map((each) => each.low)), Math.max(...ends.map((each) => each.high))];
  return shownEstimate({ low, high }, value);
}
var PLACES = 16;
function peakCandidates(inference, highest, largest) {
  const { low, high } = peakLoad(inference);
  const least = Math.min(highest, low);
  const most = Math.max(highest, Math.min(largest, high ?? largest));
  const places = Array.from({ length: PLACES + 1 }, (_, i) => least * (most / least) ** (i / PLACES));
  return [...places, highest];
}
function kneeBefore(m, inference, largest) {
  const beyond = (n) => inference.sum(termsOf(m).map((term, i) => term / (KNEE * m) - termsOf(n)[i] / n));
  return {
    low: whereFirst((n) => beyond(n).high >= 0, m),
    high: beyond(m).low >= 0 ? whereFirst((n) => beyond(n).low >= 0, m) : largest
  };
}
function highestUpTo(largest, [a, b, c]) {
  if (a <= b) return 1;
  return c > 0 ? Math.min(largest, Math.max(1, Math.sqrt((a - b) / c))) : largest;
}
function whereFirst(isTrue, most) {
  if (isTrue(1)) return 1;
  let [no, yes] = [1, most];
  while (yes - no > 1e-9 * most) {
    const middle = (no + yes) / 2;
    if (isTrue(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}

// src/analysis/sweep/scaling-law.ts
function lawOf(points2, loadOf) {
  if (points2.some(({ pace }) => pace === "rate"))
    return { scaling: { kind: "none", why: "rate" }, leftOut: [] };
  const loads2 = points2.flatMap((point) => {
    const values = qpsOf(point).filter((qps) => qps > 0);
    return values.length === 0 ? [] : [{ n: loadOf(point), values, clientBound: point.clientBound }];
  });
  return {
    scaling: fitUsl(
      loads2.filter(({ clientBound }) => !clientBound),
      { isInRounds: true }
    ),
    leftOut: loads2.filter(({ clientBound }) => clientBound).map(({ n }) => n)
  };
}
function qpsOf({ metrics }) {
  return metrics.find(({ metric: metric3 }) => metric3 === "qps")?.values ?? [];
}

// src/analysis/sweep/nodes.ts
var CONFIDENCE2 = 0.95;
function nodeCurves(nodes2, points2) {
  if (Object.keys(nodes2).length === 0) return [];
  const curves = groupBy(points2, ({ name }) => name);
  return [...curves.values()].map((own) => {
    const { suite, workload: workload2, values } = own[0];
    return {
      suite,
      over: "nodes",
      target: "",
      workload: workload2,
      values,
      ...lawOf(own, (point) => nodes2[point.target])
    };
  });
}
function efficienciesOf(nodes2, points2, pairs, results) {
  if (Object.keys(nodes2).length === 0) return [];
  return points2.flatMap(
    (point) => pairs.flatMap(({ reference, target, runs }) => {
      const logs = runs?.base == null ? [] : logFactors(runs.base, runs.head, point.name);
      if (reference === null || logs.length === 0) return [];
      const own = results.filter(({ name }) => name === point.name);
      if (own.some(({ pace }) => pace === "rate")) return [];
      const of = (name) => own.find((each) => each.target === name);
      const first = { nodes: nodes2[reference], rate: 1 };
      const share = (factor2) => scalingEfficiency(first, { nodes: nodes2[target], rate: factor2 });
      const factor = efficiencyFactor(logs);
      const { interval } = factor;
      return [
        {
          suite: of(target).suite,
          name: point.name,
          reference,
          referenceNodes: first.nodes,
          target,
          nodes: nodes2[target],
          factor,
          efficiency: {
            value: share(factor.value),
            interval: interval === null ? null : { low: share(interval.low), high: share(interval.high) }
          },
          clientBound: of(target).clientBound || of(reference).clientBound
        }
      ];
    })
  );
}
function logFactors(base2, head2, name) {
  const sessionsOf = ({ workloads }) => workloads.find((workload2) => workload2.name === name)?.sessions ?? [];
  const rate2 = (session2) => session2 === void 0 ? 0 : sessionValues(session2).qps ?? 0;
  const before = sessionsOf(base2);
  return sessionsOf(head2).flatMap((session2) => {
    const rates = [rate2(before.find(({ index }) => index === session2.index)), rate2(session2)];
    return rates[0] > 0 && rates[1] > 0 ? [Math.log(rates[1] / rates[0])] : [];
  });
}
function efficiencyFactor(logs) {
  const value = Math.exp(mean(logs));
  if (logs.length < 2) return { value, interval: null };
  const { low, high } = sampleShift(meanSample(logs), null).interval(CONFIDENCE2);
  return { value, interval: { low: Math.exp(low), high: Math.exp(high) } };
}

// src/analysis/sweep/sweep.ts
var LOAD2 = "threads";
var CLIENT_SHARE = 0.85;
var LEAST_BUSY = 0.98;
var CONFIDENCE3 = 0.95;
var SHOWN = [
  "qps",
  "tps",
  "mean",
  "p50",
  "p95",
  "p99",
  "p99.9",
  "tpmc",
  "capacity",
  "server-cpu",
  "failed-share"
];
function sweepOf({ suites: suites2, steps }, stamp2) {
  const all = suites2.flatMap(({ pairs }) => pairs);
  const first = firstHead(all);
  if (first === null) return null;
  const targets = targetsOf(suites2[0].pairs);
  const points2 = suites2.flatMap(pointResults);
  const of = (suite) => points2.filter((point) => point.suite === suite);
  const families = suites2.reduce((sum, { pairs }) => sum + pairs.length, 0);
  const compared = suites2.map((parts) => comparisonsOf(parts, families, stamp2));
  const { seconds: seconds2, warmupSeconds, seed } = first.plan;
  return {
    schema: "plumbline.sweep/1",
    ...stamp2,
    suite: suites2.map(({ suite }) => suite).join(" + "),
    suites: suites2.map(suiteFacts),
    commit: first.commit,
    environment: first.environment,
    plan: { sessions: suites2[0].sessions, seconds: seconds2, warmupSeconds, seed },
    steps,
    axes: axesOf(suites2),
    servers: suites2.flatMap(serversOf),
    targets,
    points: points2,
    scaling: suites2.flatMap(({ suite, grid, nodes: nodes2 }) => [
      ...scalingCurves(grid, of(suite)),
      ...nodeCurves(nodes2, of(suite))
    ]),
    efficiencies: suites2.flatMap(
      ({ suite, grid, pairs, nodes: nodes2 }) => efficienciesOf(nodes2, grid.points, pairs, of(suite))
    ),
    comparisons: compared.flatMap(({ comparisons }) => comparisons),
    warnings: compared.flatMap(sweepWarnings)
  };
}
function firstHead(pairs) {
  return pairs.flatMap(({ runs }) => runs?.head ?? [])[0] ?? null;
}
function targetsOf(pairs) {
  const { reference } = pairs[0];
  return reference === null ? [] : [reference, ...pairs.map(({ target }) => target)];
}
function suiteFacts({ suite, sessions, pairs }) {
  const run = firstHead(pairs);
  const database = run === null ? null : `${run.environment.database} ${run.environment.databaseVersion}`;
  return { suite, sessions, seconds: run?.plan.seconds ?? null, database };
}
function serversOf({ suite, pairs }) {
  const known2 = /* @__PURE__ */ new Map();
  const add = (target, run) => {
    if (run === null || known2.has(target)) return;
    const { database, databaseVersion, build: build3 } = run.environment;
    const ofBuild = build3 === void 0 ? {} : { build: build3 };
    known2.set(target, { suite, target, database: `${database} ${databaseVersion}`, ...ofBuild });
  };
  for (const { reference, runs } of pairs) if (reference !== null) add(reference, runs?.base ?? null);
  for (const { target, runs } of pairs) add(target, runs?.head ?? null);
  return [...known2.values()];
}
function axesOf(suites2) {
  const values = /* @__PURE__ */ new Map();
  for (const { option: option2, values: own } of suites2.flatMap(({ grid }) => grid.axes))
    values.set(option2, /* @__PURE__ */ new Set([...values.get(option2) ?? [], ...own]));
  return [...values].map(([option2, own]) => ({ option: option2, values: [...own] }));
}
function pointResults(parts) {
  const { pairs, grid } = parts;
  const targets = targetsOf(pairs);
  const named = targets.length === 0 ? [pairs[0].target] : targets;
  return named.flatMap(
    (target) => grid.points.map((point) => pointResult(target, point, pointRuns(target, point, pairs), parts))
  );
}
function pointRuns(target, { name }, pairs) {
  return pairs.flatMap((pair) => {
    const run = pair.target === target ? pair.runs?.head : pair.reference === target ? pair.runs?.base : null;
    return run?.workloads.find((workload2) => workload2.name === name) ?? [];
  });
}
function pointResult(target, { workload: workload2, values, name }, workloads, { suite, missing }) {
  const sessions = workloads.flatMap((each) => each.sessions);
  const measured = sessions.map(sessionValues);
  const capacity = capacityOf(sessions);
  const metrics = SHOWN.flatMap((metric3) => {
    const own = measured.flatMap((each) => each[metric3] ?? []);
    if (own.length === 0) return [];
    return [metric3 === "capacity" ? capacityMetric(capacity, own) : pointMetric(metric3, own)];
  });
  const pace = paceOf(workloads);
  const offered = sessions.flatMap(({ openLoop }) => openLoop?.offeredPerSecond ?? []);
  const busy = pace === void 0 ? busyShares(sessions) : [];
  const limits = sessions.filter(({ client }) => client.cpuShare > CLIENT_SHARE).length;
  const why2 = missing(target, name);
  return {
    suite,
    target,
    workload: workload2,
    values,
    name,
    sessions: sessions.length,
    metrics,
    ...capacity === null ? {} : { capacity },
    ...pace === void 0 ? {} : { pace },
    ...offered.length === 0 ? {} : { offeredPerSecond: mean(offered) },
    busy: busy.length === 0 ? null : mean(busy),
    clientBound: limits * 2 > sessions.length || busy.length > 0 && mean(busy) < LEAST_BUSY,
    ...why2 === void 0 ? {} : { missing: why2 }
  };
}
function capacityMetric({ size, low, high }, values) {
  const interval = low === null || high === null ? null : { low, high };
  return { metric: "capacity", value: size, interval, values };
}
function pointMetric(metric3, values) {
  if (values.some((value2) => !(value2 > 0))) return { metric: metric3, value: mean(values), interval: null, values };
  const logs = values.map(Math.log);
  const value = Math.exp(mean(logs));
  if (values.length < 2) return { metric: metric3, value, interval: null, values };
  const { low, high } = sampleShift(meanSample(logs), null).interval(CONFIDENCE3);
  return { metric: metric3, value, interval: { low: Math.exp(low), high: Math.exp(high) }, values };
}
function paceOf(workloads) {
  if (workloads.some(({ sessions }) => sessions.some(({ openLoop }) => openLoop !== void 0)))
    return "rate";
  return workloads.some(({ options }) => options["wait"] === true) ? "pauses" : void 0;
}
function busyShares(sessions) {
  return sessions.flatMap(({ connections, durationNs, restNs = 0, latency, failedEvents, retries }) => {
    if (connections === void 0 || failedEvents > 0 || retries > 0) return [];
    const time2 = connections * durationNs - restNs;
    return time2 > 0 ? [Math.min(1, latency.sumNs / time2)] : [];
  });
}
function scalingCurves({ axes }, points2) {
  if (!axes.some(({ option: option2 }) => option2 === LOAD2)) return [];
  const curves = groupBy(
    points2,
    (point) => JSON.stringify([point.target, point.workload, otherValues(point)])
  );
  return [...curves.values()].map((own) => {
    const { suite, target, workload: workload2 } = own[0];
    return {
      suite,
      over: LOAD2,
      target,
      workload: workload2,
      values: otherValues(own[0]),
      ...lawOf(own, (point) => Number(point.values[LOAD2]))
    };
  });
}
function otherValues({ values }) {
  return Object.fromEntries(Object.entries(values).filter(([option2]) => option2 !== LOAD2));
}
function comparisonsOf({ suite, pairs, rules }, families, stamp2) {
  const alpha = rules.alpha / families;
  const comparisons = [];
  const ofPairs = [];
  for (const { reference, target, runs } of pairs) {
    if (runs === null) continue;
    const { base: base2, head: head2 } = runs;
    const warnings = [...base2?.warnings ?? [], ...head2.warnings];
    if (reference === null || base2 === null) {
      ofPairs.push({ pair: void 0, warnings });
      continue;
    }
    const report = compareArms(base2, head2, { ...rules, alpha }, stamp2);
    const codes = new Set(warnings.map(({ code: code2 }) => code2));
    const more = report.warnings.filter(({ code: code2 }) => !codes.has(code2));
    comparisons.push({ suite, ...comparisonOf(reference, target, alpha, report) });
    ofPairs.push({ pair: { reference, target }, warnings: [...warnings, ...more] });
  }
  return { suite, comparisons, ofPairs };
}
function sweepWarnings({ suite, ofPairs }) {
  const all = /* @__PURE__ */ new Map();
  for (const { pair, warnings } of ofPairs)
    for (const warning2 of warnings) {
      const key = JSON.stringify(warning2);
      const own = all.get(key) ?? { warning: warning2, pairs: /* @__PURE__ */ new Set() };
      all.set(key, { warning: warning2, pairs: own.pairs.add(pair) });
    }
  return [...all.values()].flatMap(
    ({ warning: warning2, pairs }) => pairs.size === ofPairs.length ? [{ ...warning2, suite }] : [...pairs].map((pair) => ({ ...warning2, suite, pair }))
  );
}
function comparisonOf(reference, target, alpha, { workloads, together = [] }) {
  const points2 = workloads.map(({ name, changes }) => {
    const qps = changes.find(({ metric: metric3 }) => metric3 === "qps");
    const [before, after] = [qps?.base.estimate ?? null, qps?.head.estimate ?? null];
    const documentImprovement = before === null || !after ? null : (after - before) / after;
    return { name, changes, documentImprovement };
  });
  const improvements = points2.flatMap(({ documentImprovement }) => documentImprovement ?? []);
  return {
    reference,
    target,
    alpha,
    points: points2,
    together,
    document: improvements.length === 0 ? null : {
      average: mean(improvements),
      sd: improvements.length < 2 ? null : standardDeviation(improvements),
      negative: improvements.filter((value) => value < 0).length,
      points: improvements.length
    }
  };
}

// src/config/sweep.ts
var POINTS_MOST = 500;
function gridOf(config, asked) {
  const over = { ...bySpelling(config.sweep?.over ?? {}), ...bySpelling(asked.over) };
  const axes = Object.entries(over).map(([option2, values]) => ({ option: option2, values }));
  const names3 = asked.workloads.length > 0 ? asked.workloads : config.sweep?.workloads;
  let combinations = [{}];
  for (const { option: option2, values } of axes)
    combinations = combinations.flatMap((each) => values.map((value) => ({ ...each, [option2]: value })));
  const points2 = config.workloads.flatMap(
    ({ name: workload2 }, position) => names3?.includes(workload2) === false ? [] : combinations.map((values) => ({ position, workload: workload2, values, name: pointName(workload2, values) }))
  );
  return { axes, points: points2 };
}
function bySpelling(over) {
  return Object.fromEntries(Object.entries(over).map(([option2, values]) => [hyphenated(option2), values]));
}
function assureNoTimelines({ workloads, places }, { points: points2 }) {
  const swept = [...new Set(points2.map(({ position }) => position))];
  const problems = swept.flatMap((position) => {
    const { name, timeline } = workloads[position];
    if (timeline === void 0) return [];
    return [`${places.workloads[position].timeline}: ${name}: a sweep plays no timeline`];
  });
  if (problems.length === 0) return;
  throw new PlumblineError("usage", problems.join("\n"), {
    remedy: "sweep other workloads (--workload), or measure these by `plumbline check`, setting by setting"
  });
}
function pointName(workload2, values) {
  const words = Object.entries(values).map(([option2, value]) => `${option2}=${value}`);
  return [workload2, ...words].join(" ");
}
function asWorkloads(config, { points: points2 }, suite, asked = {}) {
  const said = bySpelling(asked);
  const rules = (of) => config.gates.flatMap(of);
  return {
    ...config,
    suite,
    workloads: points2.map(({ position, name, values }) => {
      const entry = config.workloads[position];
      return { ...entry, name, options: { ...withoutOthers(entry.options, values), ...values } };
    }),
    gates: rules(
      (gate) => gate.workload === void 0 ? [gate] : points2.filter(({ workload: workload2 }) => workload2 === gate.workload).map(({ name }) => ({ ...gate, workload: name }))
    ),
    lines: Object.fromEntries(points2.map(({ name, workload: workload2 }) => [name, config.lines[workload2] ?? 1])),
    places: {
      ...config.places,
      workloads: points2.map(({ position, values }) => {
        const place = config.places.workloads[position];
        const swept = Object.keys(values).map((option2) => {
          const file = said[option2] === void 0 ? config.places.sweep[option2] : void 0;
          const at = file ?? `--over ${option2}`;
          return [option2, { key: at, value: at }];
        });
        return { ...place, options: { ...place.options, ...Object.fromEntries(swept) } };
      })
    }
  };
}
function withoutOthers(options, values) {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => values[hyphenated(name)] === void 0)
  );
}
function scheduleOf({ points: points2, pairs, rounds }, seed) {
  return Array.from({ length: rounds }, (_, round) => {
    const steps = Array.from({ length: points2 * pairs }, (_2, at) => ({
      round,
      pair: at % pairs,
      point: Math.floor(at / pairs)
    }));
    return shuffledPoints(steps, mixSeed(seed, round));
  }).flat();
}
function shuffledPoints(items, seed) {
  const rng = seededRng(seed);
  const order2 = [...items];
  for (let last = order2.length - 1; last > 0; last--) {
    const other2 = drawIndex(rng, last + 1);
    [order2[last], order2[other2]] = [order2[other2], order2[last]];
  }
  return order2;
}

// src/config/sweep-suites.ts
function sweptConfigs(configs, asked) {
  return configs.filter((config) => gridOf(config, asked).points.length > 0);
}
var SESSIONS = 5;
function sweptSuites(configs, asked) {
  const namedTargets = configs.flatMap(({ sweep: sweep2 }) => sweep2?.targets ?? []);
  assureKnown(
    "workload",
    asked.workloads,
    configs.flatMap(({ workloads }) => workloads)
  );
  assureKnown("target", asked.targets, namedTargets);
  assureNames(configs);
  const suites2 = sweptConfigs(configs, asked).map((config) => suiteOf(config, asked));
  assureTargets(suites2);
  for (const { config, grid } of suites2) assureNoTimelines(config, grid);
  if (configs.length === 1 && suites2[0].grid.axes.length === 0 && namedTargets.length === 0) {
    throw new PlumblineError("usage", "nothing to sweep: no option has values, and no targets are named", {
      remedy: "name values, for example --over threads=1,2,4,8, or several config files, or write a `sweep:` block into the config file"
    });
  }
  const points2 = suites2.reduce((sum, { grid }) => sum + grid.points.length, 0);
  if (points2 > POINTS_MOST) {
    throw new PlumblineError("usage", `${points2} points are more than ${POINTS_MOST}`, {
      remedy: "sweep fewer values, or name workloads with --workload"
    });
  }
  return suites2;
}
function suiteOf(config, asked) {
  const named = (config.sweep?.targets ?? []).filter(
    ({ name }) => asked.targets.length === 0 || asked.targets.includes(name)
  );
  return {
    config,
    grid: gridOf(config, asked),
    targets: named.length > 0 ? named : [{ name: "", deploy: config.database.deploy }],
    sessions: asked.sessions ?? config.sweep?.sessions ?? SESSIONS
  };
}
function assureKnown(what, names3, known2) {
  const all = [...new Set(known2.map(({ name }) => name))];
  const unknown = names3.find((name) => !all.includes(name));
  if (unknown === void 0) return;
  const guess = nearest(unknown, all);
  const list2 = all.length === 0 ? `name the ${what}s under sweep.${what}s in the config file` : `name one of ${all.join(", ")}`;
  throw new PlumblineError("usage", `there is no ${what} ${JSON.stringify(unknown)}`, {
    remedy: guess === void 0 ? list2 : `did you mean ${JSON.stringify(guess)}?`
  });
}
function assureNames(configs) {
  const names3 = configs.map(({ suite }) => suite);
  const again = configs.find(({ suite }, position) => names3.indexOf(suite) !== position);
  if (again === void 0) return;
  throw new PlumblineError(
    "usage",
    `${again.places.suite}: two suites are called ${JSON.stringify(again.suite)}`,
    { remedy: "give each config file of the sweep a `suite` of its own, and name no file twice" }
  );
}
function assureTargets([first, ...others]) {
  const namesOf = ({ targets }) => targets.map(({ name }) => name).join(", ");
  const unlike = others.find((suite) => namesOf(suite) !== namesOf(first));
  if (unlike === void 0) return;
  const said = (suite) => namesOf(suite) || "none";
  throw new PlumblineError(
    "usage",
    `${unlike.config.places.targets}: the targets of ${unlike.config.suite} (${said(unlike)}) are not those of ${first.config.suite} (${said(first)})`,
    { remedy: "name the same targets in the same order in each config file of the sweep" }
  );
}
function sweepPositions(sizes) {
  return sizes.flatMap((size, suite) => Array.from({ length: size }, (_, point) => ({ suite, point })));
}
function scheduleOver(suites2, seed) {
  const places = sweepPositions(suites2.map(({ grid }) => grid.points.length));
  const size = {
    points: places.length,
    pairs: Math.max(1, suites2[0].targets.length - 1),
    rounds: Math.max(...suites2.map(({ sessions }) => sessions))
  };
  return scheduleOf(size, seed).filter(({ round, point }) => round < suites2[places[point].suite].sessions);
}
function withOwnDatabases(plans) {
  let count3 = 0;
  return plans.map((plan) => {
    const loads2 = plan.loads.map((load) => ({ ...load, database: `plumbline_${++count3}` }));
    const loadOf = (database) => loads2[plan.loads.findIndex((load) => load.database === database)];
    const workloads = plan.workloads.map((each) => ({ ...each, load: loadOf(each.load.database) }));
    return { ...plan, loads: loads2, workloads };
  });
}

// src/pipeline/documents/sweep-files.ts
import { existsSync as existsSync5 } from "node:fs";
import { mkdir as mkdir2, open as open3, readFile as readFile5, truncate } from "node:fs/promises";
import path17 from "node:path";

// src/report/words/sweep.ts
var METRICS3 = ["qps", "mean", "p50", "p95", "p99", "capacity"];
var WITH_INTERVAL = /* @__PURE__ */ new Set(["qps", "p99", "capacity"]);
function sweepHeadline(sweep2) {
  const compared = sweep2.comparisons.flatMap(comparedText);
  const peaks = sweep2.scaling.flatMap(peakText);
  const answers = compared.length > 0 ? compared : peaks;
  const more = answers.length > ANSWERS_MOST ? [`${plural(answers.length - ANSWERS_MOST, "more answer")}`] : [];
  return answers.length === 0 ? capital(sweepScope(sweep2)) : [...answers.slice(0, ANSWERS_MOST), ...more].join("; ");
}
var ANSWERS_MOST = 3;
function comparedText({ target, reference, together }) {
  const [head2, base2] = [target, reference].map((name) => plainLine(name, 40));
  const qps = together.find(({ metric: metric3 }) => metric3 === "qps");
  if (qps?.effect == null || qps.interval === null) return [];
  const why2 = reasonForAll([qps]);
  if (why2 !== null) return [`${head2} against ${base2}: no verdict, because ${why2}`];
  const isShown = qps.interval.low > 0 || qps.interval.high < 0;
  return [
    isShown ? `${head2} ${movedText(qps)} than ${base2}` : `${head2} is neither shown to be faster nor slower than ${base2}`
  ];
}
function peakText({ scaling, over, workload: workload2, target }) {
  if (scaling.kind === "none") return [];
  const { peak } = scaling;
  const name = [workload2, ...target === "" ? [] : [`on ${target}`]].map((each) => plainLine(each, 40)).join(" ");
  if (peak.kind === "within")
    return [`${name} peaks at ${loads(peak.at.value, over)}, ${formatMetric("qps", peak.throughput.value)}`];
  return peak.kind === "beyond" ? [`${name} still rises at ${loads(peak.low, over)}`] : [];
}
function sweepScope({ suite, points: points2, targets, steps }) {
  const onTargets = targets.length === 0 ? "" : ` on ${targets.map((name) => plainLine(name, 40)).join(", ")}`;
  const whole = steps.done === steps.planned ? "" : `, ${steps.done} of ${steps.planned} sessions measured`;
  const count3 = targets.length === 0 ? points2.length : points2.length / targets.length;
  return `sweep of ${plainLine(suite)}: ${plural(count3, "point")}${onTargets}${whole}`;
}
function pointsTable(sweep2) {
  const { points: points2, axes, targets } = sweep2;
  const shown = METRICS3.filter((metric3) => points2.some((point) => metricAt(point, metric3) !== void 0));
  const manyWorkloads = new Set(points2.map(({ workload: workload2 }) => workload2)).size > 1;
  const lead = [
    ...sweep2.suites.length > 1 ? ["suite"] : [],
    ...targets.length > 0 ? ["target"] : [],
    ...manyWorkloads ? ["workload"] : [],
    ...axes.map(({ option: option2 }) => option2)
  ];
  const names3 = lead.length === 0 ? ["workload"] : lead;
  const rows = points2.map((point) => [
    ...names3.map((name) => nameCell(name, point)),
    ...shown.flatMap((metric3) => valueCells(point, metric3)),
    pointNote(point, sweep2)
  ]);
  const columns = shown.flatMap(
    (metric3) => WITH_INTERVAL.has(metric3) ? [metricInfo(metric3).label, "interval"] : [metricInfo(metric3).label]
  );
  return { title: "Points", columns: [...names3, ...columns, ""], names: names3.length, rows };
}
function nameCell(name, point) {
  if (name === "suite") return plainLine(point.suite, 40);
  if (name === "target") return plainLine(point.target, 40);
  if (name === "workload") return plainLine(point.workload);
  return plainLine(String(point.values[name] ?? ""), 40);
}
function metricAt({ metrics }, metric3) {
  return metrics.find((each) => each.metric === metric3);
}
function valueCells(point, metric3) {
  if (metric3 === "capacity") return capacityCells(point);
  const own = metricAt(point, metric3);
  const withInterval2 = WITH_INTERVAL.has(metric3);
  if (own === void 0) return withInterval2 ? ["", ""] : [""];
  if (!withInterval2) return [formatMetric(metric3, own.value)];
  if (own.interval === null) return [formatMetric(metric3, own.value), ""];
  const { low, high } = own.interval;
  return [
    formatMetric(metric3, own.value),
    endsText([low, high], (ends) => formatLike(metric3, own.value, ends))
  ];
}
function capacityCells({ capacity }) {
  if (capacity === void 0 || capacity.size === null) return ["", ""];
  return [capacityLoad(capacity.of, capacity.size), capacityRange(capacity.of, capacity)];
}
function endsText(ends, format) {
  return isTooWide(...ends) ? TOO_WIDE : format(ends).join(`${NBSP}..${NBSP}`);
}
function pointNote(point, sweep2) {
  const { missing, clientBound, busy, sessions } = point;
  const notes = [
    ...missing === void 0 ? [] : [`given up: ${plainLine(missing, 120)}`],
    ...sessions === 0 && missing === void 0 ? ["not measured"] : [],
    ...sessionsNote(point, sweep2),
    ...failedNote(point),
    ...pointCapacityNotes(point),
    ...clientBound && busy !== null && busy < 0.98 ? [`client: server busy ${formatPercent(busy)} of the time`] : [],
    ...clientBound && (busy === null || busy >= 0.98) ? ["client: out of CPU"] : [],
    ...rateNote(point)
  ];
  return notes.join("; ");
}
function sessionsNote({ suite, target, sessions }, { suites: suites2, targets }) {
  const each = suites2.find((own) => own.suite === suite)?.sessions ?? 0;
  const planned = target === targets[0] ? each * (targets.length - 1) : each;
  return sessions === 0 || sessions >= planned ? [] : [`${sessions} of ${planned} sessions`];
}
function pointCapacityNotes({ capacity }) {
  if (capacity === void 0) return [];
  if (capacity.size === null) return [`capacity ${sizeNotFound(capacity.of, capacity)}`];
  return capacity.found === capacity.sessions ? [] : [`capacity found in ${foundText(capacity)} sessions`];
}
function failedNote(point) {
  const share = metricAt(point, "failed-share")?.value ?? 0;
  return share > 0 ? [`${formatMetric("failed-share", share)} of the events failed`] : [];
}
var KEPT = 0.98;
function rateNote(point) {
  const offered = point.offeredPerSecond ?? 0;
  const kept = metricAt(point, "tps")?.value ?? null;
  if (kept === null || kept >= KEPT * offered) return [];
  return [`rate not kept: ${formatMetric("tps", kept)} of ${formatMetric("tps", offered)}`];
}
function scalingSentences(curve) {
  const { scaling, leftOut, over } = curve;
  const left2 = leftOut.length === 0 ? [] : [
    `${plural(leftOut.length, over === "nodes" ? "number of nodes" : "load", over === "nodes" ? "numbers of nodes" : "loads")} (${leftOut.join(", ")}) left out: they show the load generator, not the server.`
  ];
  if (scaling.kind === "none") return [noneSentence(scaling.why, over), ...left2];
  const { rate: rate2, contention, coherence, hasCoherence, amdahl, knee, peak, misfit } = scaling;
  const parameters = [
    `one ${over === "nodes" ? "node" : "connection"} ${fitRange("qps", rate2)}`,
    `contention ${shareInterval(contention)}`,
    `coherence ${shareInterval(coherence)}`
  ];
  const ceiling = hasCoherence || amdahl.ceiling === null ? [] : [
    `No coherence is shown: by Amdahl’s form (contention ${shareInterval(amdahl.contention)}) throughput stays below ${fitRange("qps", amdahl.ceiling)}.`
  ];
  const poor = misfit?.wider === true ? [
    `The law fits poorly (p ${misfit.p < 1e-3 ? "< 0.001" : formatNumber(misfit.p)}): points lie further from the curve than their noise; the intervals allow for it.`
  ] : [];
  return [
    peakSentence(peak, over),
    kneeSentence(knee, over),
    `Universal scalability law: ${parameters.join(", ")}.`,
    ...ceiling,
    ...poor,
    ...left2
  ];
}
function noneSentence(why2, over) {
  switch (why2) {
    case "rate":
      return `No scalability law: the workload has a rate, so its throughput is what was asked for. Leave the rate out to see how throughput grows with ${over}.`;
    case "few-loads":
      return `No scalability law: it needs four ${over === "nodes" ? "numbers of nodes" : "values of threads"} at least.`;
    case "few-sessions":
      return "No scalability law: it needs two sessions of each point, and three more points than that at least.";
    case "not-identifiable":
      return "No scalability law: the points do not tell its parameters apart.";
  }
}
function kneeSentence({ value, low, high }, over) {
  const takes = `${loads(value, over)} (${formatAmount(low)} .. ${formatAmount(high ?? value)})`;
  return `95${NBSP}% of the highest throughput of the curve takes ${takes}.`;
}
function peakSentence(peak, over) {
  switch (peak.kind) {
    case "within": {
      const { at, throughput } = peak;
      return `Throughput peaks at ${loads(at.value, over)} (${formatAmount(at.low)} .. ${formatAmount(at.high)}), ${fitRange("qps", throughput)}.`;
    }
    case "beyond":
      return `Throughput still rises at the largest load: the peak lies beyond ${loads(peak.low, over)}.`;
    case "unknown": {
      const to = peak.high === null ? "no upper end" : `at most ${formatAmount(peak.high)}`;
      return `Where throughput peaks is not shown (by the law at ${loads(peak.low, over)} or more, ${to}): measure two ${over === "nodes" ? "clusters" : "loads"} past the peak.`;
    }
  }
}
function loads(load, over) {
  const text = formatAmount(load);
  return `${text} ${loadNoun(Number(text), over)}`;
}
function loadNoun(load, over) {
  return load === 1 ? over.replace(/s$/, "") : over;
}
function fitRange(metric3, { value, low, high }) {
  if (isTooWide(low, high)) return `${formatMetric(metric3, value)} (${TOO_WIDE})`;
  const [least = "", most = ""] = formatLike(metric3, value, [low, high ?? value]);
  return `${formatMetric(metric3, value)} (${least} .. ${high === null ? "no end" : most})`;
}
function shareInterval({ value, low, high }) {
  const percent = (of) => formatNumber(of * 100);
  return `${percent(value)}${NBSP}% (${percent(low)} .. ${high === null ? "no end" : percent(high)})`;
}
function curveTitle({ suite, over, target, workload: workload2, values }, { suites: suites2 }) {
  const words = Object.entries(values).map(([option2, value]) => `${option2}=${value}`);
  const all = [...suites2.length > 1 ? [`${suite}:`] : [], workload2, ...words].join(" ");
  if (over === "nodes") return plainLine(`${all}, over nodes`, 160);
  return plainLine(target === "" ? all : `${all}, ${target}`, 160);
}
function comparisonTable({ suite, reference, target, points: points2 }, { suites: suites2 }) {
  const rows = points2.map(({ name, changes, documentImprovement }) => {
    const qps = changes.find(({ metric: metric3 }) => metric3 === "qps");
    const p99 = changes.find(({ metric: metric3 }) => metric3 === "p99");
    const [before = "", after = ""] = qps?.base.estimate == null || qps.head.estimate === null ? [] : formatMetrics("qps", [qps.base.estimate, qps.head.estimate]);
    return [
      plainLine(name),
      before,
      after,
      ...sweepChangeCells(qps),
      documentImprovement === null ? "" : formatEffect(documentImprovement),
      ...sweepChangeCells(p99).slice(0, 2),
      pointVerdict(changes)
    ];
  });
  const [base2, head2] = [reference, target].map((name) => plainLine(name, 40));
  return {
    title: `${suites2.length > 1 ? `${plainLine(suite, 40)}: ` : ""}${head2} against ${base2}`,
    columns: [
      "point",
      `QPS ${base2}`,
      `QPS ${head2}`,
      "change",
      "interval",
      "(B−A)/B",
      "p99",
      "interval",
      "verdict"
    ],
    names: 1,
    rows
  };
}
function sweepChangeCells(change2) {
  if (change2?.effect == null) return ["", ""];
  const { effect, interval } = change2;
  return [formatEffect(effect), interval === null ? "" : formatInterval(interval, effect)];
}
function efficiencyTable({ efficiencies, suites: suites2 }) {
  const [first] = efficiencies;
  if (first === void 0) return null;
  const manySuites = suites2.length > 1;
  const ends = (interval, format) => interval === null ? "" : endsText([interval.low, interval.high], (all) => all.map(format));
  const rows = efficiencies.map(({ suite, name, target, nodes: nodes2, factor, efficiency, clientBound }) => [
    ...manySuites ? [plainLine(suite, 40)] : [],
    plainLine(name),
    plainLine(target, 40),
    formatCount(nodes2),
    formatNumber(factor.value),
    ends(factor.interval, formatNumber),
    formatPercent(efficiency.value),
    ends(efficiency.interval, formatPercent),
    clientBound ? "client: the load generator’s limit" : ""
  ]);
  const names3 = [...manySuites ? ["suite"] : [], "point", "target"];
  return {
    title: `Scaling from ${plural(first.referenceNodes, "node")} (${plainLine(first.reference, 40)})`,
    columns: [...names3, "nodes", "throughput", "interval", "efficiency", "interval", ""],
    names: names3.length,
    rows
  };
}
var SHOWN2 = /* @__PURE__ */ new Set(["qps", "p99"]);
function pointVerdict(changes) {
  const gates = changes.filter(({ role }) => role === "gate");
  const of = (standing) => gates.filter((change2) => pointStanding(change2) === standing);
  const [worse, better, open4] = [of("worse"), of("better"), of("undecided")];
  const said = [
    ...worse.length === 0 ? [] : [`worse: ${worse.map(shownChange).join(", ")}`],
    ...better.length === 0 ? [] : [`better: ${better.map(shownChange).join(", ")}`]
  ];
  if (said.length > 0) return said.join("; ");
  if (gates.length === 0) return "no gate";
  if (of("not judged").length > 0) return "too few sessions";
  if (open4.length === 0) return "within limits";
  const why2 = reasonForAll(open4);
  return why2 === null ? `undecided: ${open4.map(openGate).join(", ")}` : `no verdict: ${why2}`;
}
function openGate(change2) {
  const { metric: metric3, interval, verdict: verdict2 } = change2;
  const why2 = verdict2.kind === "inconclusive" ? verdict2.why : "";
  return `${metricInfo(metric3).label} ${interval === null ? why2 : `may be ${formatBound(harmOf(change2))} worse`}`;
}
function shownChange(change2) {
  return SHOWN2.has(change2.metric) ? metricInfo(change2.metric).label : [metricInfo(change2.metric).label, ...sweepChangeCells(change2)].join(" ");
}
function pointStanding({ verdict: verdict2 }) {
  if (verdict2.kind === "regressed") return "worse";
  if (verdict2.kind === "improved") return "better";
  if (verdict2.kind === "too-few") return "not judged";
  return verdict2.kind === "inconclusive" && verdict2.notWorse !== true ? "undecided" : "within limits";
}
function comparisonSentences({
  target,
  reference,
  together,
  document,
  points: points2,
  alpha
}) {
  const [head2, base2] = [target, reference].map((name) => plainLine(name, 40));
  const overall = together.filter(({ effect }) => effect !== null).map((change2) => {
    const [effect, interval] = sweepChangeCells(change2);
    return `${metricInfo(change2.metric).label} ${effect} ${interval}`;
  });
  const counts = countsOf(points2);
  const kinds = ORDER.filter((kind) => kind !== "not judged" || counts[kind] > 0);
  const noise = `Of ${plural(points2.length, "point")}: ${kinds.map((kind) => `${counts[kind]} ${kind}`).join(", ")}. ${familySentence(alpha, points2)}`;
  const all = overall.length === 0 ? [] : [`${head2} against ${base2} over all points: ${overall.join(", ")}.`];
  if (document === null) return [...all, noise];
  const sd = document.sd === null ? "" : `, standard deviation ${formatPercent(document.sd)}`;
  const negative = `${document.negative} of ${document.points} negative`;
  return [
    ...all,
    noise,
    `As documents print it, (B−A)/B averages ${formatEffect(document.average)} (${negative}${sd}): a mean of percentages of the new figure, without noise.`
  ];
}
function familySentence(alpha, points2) {
  const confidence = points2.flatMap(({ changes }) => changes)[0]?.confidence;
  const intervals = confidence === void 0 ? "" : `; intervals are of ${formatLevel(confidence)}, each for one metric at one point alone`;
  return `All points and gates are judged together as one family: the chance of a false regression is at most ${formatChosenShare(alpha)} over all of them${intervals}.`;
}
var ORDER = ["worse", "better", "not judged", "undecided", "within limits"];
function countsOf(points2) {
  const counts = { worse: 0, better: 0, "not judged": 0, undecided: 0, "within limits": 0 };
  for (const { changes } of points2) {
    const standings = changes.filter(({ role }) => role === "gate").map(pointStanding);
    counts[ORDER.find((kind) => standings.includes(kind)) ?? "not judged"]++;
  }
  return counts;
}
function matrixTable({ comparisons, suites: suites2 }) {
  if (comparisons.length < 2) return null;
  const metrics = [...new Set(comparisons.flatMap(({ together }) => together.map(({ metric: metric3 }) => metric3)))];
  const manySuites = suites2.length > 1;
  const counts = comparisons.map(({ points: points2 }) => countsOf(points2));
  const kinds = ORDER.filter((kind) => kind !== "not judged" || counts.some((each) => each[kind] > 0));
  const rows = comparisons.map(({ suite, target, together }, index) => {
    const cells = metrics.map(
      (metric3) => sweepChangeCells(together.find((each) => each.metric === metric3)).join(" ")
    );
    const names3 = [...manySuites ? [plainLine(suite, 40)] : [], plainLine(target, 40)];
    return [...names3, ...cells, ...kinds.map((kind) => String(counts[index][kind]))];
  });
  return {
    title: `All against ${plainLine(comparisons[0].reference, 40)}`,
    columns: [
      ...manySuites ? ["suite"] : [],
      "target",
      ...metrics.map((metric3) => metricInfo(metric3).label),
      ...kinds
    ],
    names: manySuites ? 2 : 1,
    rows
  };
}

// src/report/words/sweep-warnings.ts
function warningTexts({ warnings, suites: suites2 }) {
  return warnings.map((warning2) => ({
    code: warning2.code,
    where: warningPrefix(warning2, suites2.length > 1),
    message: plainLine(warning2.message, 400),
    remedy: plainLine(warning2.remedy, 300)
  }));
}
function warningPrefix({ suite, pair, workload: workload2 }, manySuites) {
  const names3 = [
    ...manySuites ? [plainLine(suite, 40)] : [],
    ...pair === void 0 ? [] : [`${plainLine(pair.target, 40)} against ${plainLine(pair.reference, 40)}`],
    ...workload2 === void 0 ? [] : [plainLine(workload2)]
  ];
  return names3.length === 0 ? "" : `${names3.join(", ")}: `;
}
function armsLegend({ warnings, targets }) {
  const [reference, ...others] = targets.map((name) => plainLine(name, 40));
  const speaks = warnings.some(({ message, remedy }) => /\b(?:base|head)\b/.test(`${message} ${remedy}`));
  if (reference === void 0 || !speaks) return "";
  const head2 = others.length === 1 ? others[0] : "the other target";
  return `Here base is ${reference}, and head is ${head2}.`;
}

// src/report/html/sweep-figure.ts
var STEPS3 = 80;
var LABEL2 = 110;
var ROOM = 30;
function sweepFigure(title, option2, lines) {
  const values = [
    ...new Set(lines.flatMap(({ points: points2 }) => points2.map((point) => point.values[option2] ?? "")))
  ];
  const isNumeric = values.every((value) => typeof value === "number");
  const axisValue = (point) => isNumeric ? Number(point.values[option2]) : values.indexOf(point.values[option2] ?? "");
  const drawn2 = lines.map((line) => ({ line, dots: curveDots(line, option2, axisValue) }));
  const all = drawn2.flatMap(({ dots }) => dots);
  if (new Set(all.map(({ at }) => at)).size < 2) return null;
  const { metric: metric3 } = lines[0];
  const x = horizontal(
    all.map(({ at }) => at),
    isNumeric
  );
  const [least, most] = [Math.min(...all.map(({ low }) => low)), Math.max(...all.map(({ high }) => high))];
  const isLatency = metricInfo(metric3).unit === "nanoseconds";
  const ends = isLatency ? [least * 0.93, most * 1.07] : [0, most * 1.05];
  const y = upwards(...ends, { log: isLatency });
  const ticks = isLatency ? logTicks(...ends) : niceTicks(...ends, 5);
  const words = { title: `${title} by ${plainLine(option2)}`, description: sweepDescription(drawn2) };
  const parts = {
    behind: [
      ...valueAxis(labelled(metric3, ticks), y),
      ...optionAxis(values, isNumeric, all, x),
      axisName(plainLine(option2, 60), 2)
    ],
    lines: drawn2.map(({ line, dots }) => curveLine(line, dots, x, y)),
    before: [
      ...drawn2.length === 1 ? peakMark(drawn2[0].line.curve, drawn2[0].dots, x) : [],
      ...drawn2.flatMap(({ line, dots }) => curveMarks(line, dots, x, y)),
      ...names2(drawn2, x, y)
    ]
  };
  return html`<figure>
<figcaption>${title}</figcaption>
${plot("curves", words, parts)}</figure>`;
}
function curveDots({ metric: metric3, points: points2, name }, option2, axisValue) {
  return points2.flatMap((point) => {
    const own = metricAt(point, metric3);
    if (own === void 0 || own.value <= 0) return [];
    const { low, high } = own.interval ?? { low: own.value, high: own.value };
    const title = `${name}, ${option2} ${point.values[option2]}: ${formatMetric(metric3, own.value)}${point.clientBound ? ", the load generator's limit" : ""}`;
    const [least, most] = [Math.max(low, own.value / 2), Math.min(high, own.value * 2)];
    return [
      {
        at: axisValue(point),
        value: own.value,
        low: least,
        high: most,
        title,
        isClient: point.clientBound
      }
    ];
  }).toSorted((a, b) => a.at - b.at);
}
function horizontal(at, isNumeric) {
  const [low, high] = [Math.min(...at), Math.max(...at)];
  const isWide = isNumeric && low > 0 && high / low > 20;
  return across(low, high, { log: isWide, room: ROOM });
}
function optionAxis(values, isNumeric, dots, x) {
  let end = Number.NEGATIVE_INFINITY;
  return [...new Set(dots.map(({ at }) => at))].toSorted((a, b) => a - b).flatMap((at) => {
    if (x(at) - end < LABEL2) return [];
    end = x(at);
    const text = isNumeric ? String(at) : plainLine(String(values[at]), 12);
    return [labelBelow(x(at), text)];
  });
}
function curveLine({ series: series2, curve }, dots, x, y) {
  const path19 = (points2) => trusted(`M${points2.map(([at, value]) => `${x(at)} ${y(value)}`).join("L")}`);
  const fitted2 = curve === void 0 ? [] : curvePoints(curve, dots);
  const whiskers = dots.map(({ at, low, high }) => `M${x(at)} ${y(low)}V${y(high)}`).join("");
  const line = fitted2.length > 0 ? html`<path class="series-${series2} fitted" d="${path19(fitted2)}"/>` : html`<path class="series-${series2} line" d="${path19(dots.map(({ at, value }) => [at, value]))}"/>`;
  return html`${line}<path class="series-${series2} whisker" d="${trusted(whiskers === "" ? "M0 0" : whiskers)}"/>
`;
}
function curveMarks({ series: series2 }, dots, x, y) {
  return dots.map(
    ({ at, value, title, isClient }) => html`<circle class="series-${series2} ${isClient ? "client " : ""}dot" cx="${cssPercent(x(at))}" cy="${cssPercent(y(value))}" r="3.6"><title>${plainLine(title, 160)}</title></circle>
`
  );
}
function peakMark(curve, dots, x) {
  if (curve?.scaling.kind !== "fit" || curve.scaling.peak.kind !== "within") return [];
  const { value } = curve.scaling.peak.at;
  if (value < dots[0].at || value > dots.at(-1).at) return [];
  const name = html`<text class="tick" x="${cssPercent(x(value))}" y="100%" dx="6" dy="-8">peak ${formatAmount(value)}</text>
`;
  return [upright("peak", x(value)), name];
}
function curvePoints({ scaling }, dots) {
  if (scaling.kind === "none") return [];
  const [low, high] = [dots[0].at, dots.at(-1).at];
  return Array.from({ length: STEPS3 + 1 }, (_, step) => {
    const at = low * (high / low) ** (step / STEPS3);
    return [at, throughputAt(scaling.curve, at)];
  });
}
function names2(drawn2, x, y) {
  const ends = drawn2.flatMap(({ line, dots }) => {
    const end = dots.at(-1);
    return end === void 0 ? [] : [{ line, x: x(end.at), y: y(end.value) }];
  });
  return spreadLabels(ends).map(
    ({ line: { name, series: series2 }, x: right2, nameY }) => endName(`series-${series2}`, right2, nameY, plainLine(name, 14))
  );
}
function sweepDescription(drawn2) {
  return plainLine(drawn2.flatMap(({ dots }) => dots.map(({ title }) => title)).join("; "), 2e3);
}

// src/report/html/sweep.ts
var COLOURS = ["var(--base)", "var(--head)", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9"];
var SWEEP_STYLE = `${STYLE}
.sweep table { font-size: .875rem; }
.sweep .figures { grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); }
svg .fitted { fill: none; stroke-width: 1.75; stroke-dasharray: 6 3; opacity: .8; }
svg .whisker { fill: none; stroke-width: 1.25; opacity: .7; }
svg .peak { stroke: var(--muted); stroke-width: 1; stroke-dasharray: 2 3; }
svg .client.dot { fill: var(--card); }
${COLOURS.map((colour, i) => `svg .series-${i}.line, svg .series-${i}.fitted, svg .series-${i}.whisker { stroke: ${colour}; } svg .series-${i}.dot { fill: ${colour}; stroke: ${colour}; stroke-width: 1.5; } svg text.series-${i} { fill: ${colour}; }`).join("\n")}
`;
function sweepPage(sweep2) {
  const headline2 = sweepHeadline(sweep2);
  const { environment: environment2, plan, createdAt } = sweep2;
  const how = `${sweep2.suites.map((each) => suiteText(each, sweep2)).join("; ")}, interleaved in rounds of random order (seed ${plan.seed}), on ${environment2.cpuCount} × ${environment2.cpuModel}`;
  const body = html`<header><div>
<p class="suite">Plumbline · ${plainLine(sweep2.suite)}</p>
<h1>${headline2}</h1>
<p>${capital(sweepScope(sweep2))}: ${plainLine(how, 400)}.</p>
</div></header>
<main>
${figures(sweep2)}
${sweep2.scaling.map((curve) => sweepSection(curveTitle(curve, sweep2), scalingSentences(curve)))}
${[efficiencyTable(sweep2), matrixTable(sweep2)].map((table) => table === null ? html`` : sweepTableHtml(table))}
${sweep2.comparisons.map((comparison2) => html`${sweepTableHtml(comparisonTable(comparison2, sweep2))}${listHtml(comparisonSentences(comparison2))}`)}
${sweepTableHtml(pointsTable(sweep2))}
${servers(sweep2)}
${warningList(sweep2)}
</main>
<footer><p>Plumbline ${plainLine(sweep2.version)} · <time datetime="${createdAt}">${minuteOf(createdAt)} UTC</time> · whiskers are 95 % intervals over sessions, cut at half and twice the value; dashed curves the fitted scalability law; hollow dots show the load generator’s limit</p></footer>`;
  return standalonePage({ title: `Plumbline: ${headline2}`, style: SWEEP_STYLE, kind: "sweep", body });
}
function servers(sweep2) {
  const table = serversTable(sweep2);
  return table === null ? html`` : html`${sweepTableHtml(table)}${listHtml(serverSentences(sweep2))}`;
}
function suiteText({ suite, sessions, seconds: seconds2, database }, { suites: suites2 }) {
  const name = suites2.length > 1 ? `${suite}: ` : "";
  if (seconds2 === null) return `${name}not measured`;
  return `${name}${plural(sessions, "session")} of ${seconds2} s at each point of ${database}`;
}
function figures(sweep2) {
  const drawn2 = sweep2.suites.flatMap(({ suite }) => {
    const points2 = sweep2.points.filter((point) => point.suite === suite);
    const option2 = axisOf(sweep2, points2);
    return option2 === null ? [] : figuresOver(option2, points2, sweep2);
  });
  const others = () => sweep2.efficiencies.length > 0 ? figuresOver(
    "nodes",
    sweep2.points.map((point) => byNodes(point, sweep2)),
    sweep2
  ) : figuresOver("suite", sweep2.points.map(bySuite), sweep2);
  const figures2 = drawn2.length > 0 ? drawn2 : others();
  return html`<section class="figures">${figures2.filter((figure) => figure !== null)}</section>`;
}
function byNodes(point, { efficiencies }) {
  const known2 = efficiencies.flatMap((each) => [
    [each.reference, each.referenceNodes],
    [each.target, each.nodes]
  ]);
  const nodes2 = new Map(known2).get(point.target) ?? 0;
  return { ...point, target: "", values: { ...point.values, nodes: nodes2 } };
}
function bySuite(point) {
  return { ...point, suite: "", values: { ...point.values, suite: point.suite } };
}
function figuresOver(option2, all, sweep2) {
  const groups = groupBy(all, (point) => groupOf(point, option2));
  return [...groups].flatMap(([key, points2]) => {
    const curves = sweep2.scaling.filter((curve) => option2 === curve.over && curveKey(curve) === key);
    const { suite, workload: workload2, values } = points2[0];
    const others = Object.entries(values).filter(([name]) => name !== option2);
    const lead = sweep2.suites.length > 1 && suite !== "" ? [`${suite}:`] : [];
    const title = [...lead, workload2, ...others.map(([name, value]) => `${name}=${value}`)].join(" ");
    const latency = sweep2.targets.length > 1 ? ["p99"] : ["p50", "p95", "p99"];
    return [
      sweepFigure(`QPS of ${plainLine(title, 100)}`, option2, sweepCurves(points2, ["qps"], curves)),
      sweepFigure(
        `${sweep2.targets.length > 1 ? "p99" : "Latency"} of ${plainLine(title, 100)}`,
        option2,
        sweepCurves(points2, latency, [])
      ),
      sweepFigure(
        `Capacity of ${plainLine(title, 100)}${capacityUnit(points2)}`,
        option2,
        sweepCurves(points2, ["capacity"], [])
      )
    ];
  });
}
function capacityUnit(points2) {
  const [of = ""] = points2.flatMap(({ capacity }) => capacity?.of ?? []);
  return of === "rate" ? ", in events a second" : `, in ${plainLine(of, 40)}`;
}
function axisOf({ axes }, points2) {
  const wide = axes.map(({ option: option2 }) => option2).filter((option2) => new Set(points2.map(({ values }) => values[option2])).size > 1);
  return wide.find((option2) => option2 === "threads") ?? wide[0] ?? null;
}
function groupOf({ suite, workload: workload2, values }, option2) {
  return JSON.stringify([suite, workload2, Object.entries(values).filter(([name]) => name !== option2)]);
}
function curveKey({ suite, workload: workload2, values }) {
  return JSON.stringify([suite, workload2, Object.entries(values)]);
}
function sweepCurves(points2, metrics, curves) {
  const targets = [...new Set(points2.map(({ target }) => target))];
  return targets.flatMap(
    (target, place) => metrics.filter((metric3) => points2.some((point) => metricAt(point, metric3) !== void 0)).map((metric3, i) => ({
      name: target === "" ? metric3 === "qps" ? "QPS" : metric3 : target,
      series: (targets.length > 1 ? place : i) % COLOURS.length,
      metric: metric3,
      points: points2.filter((point) => point.target === target),
      curve: curves.find((curve) => curve.target === target)
    }))
  );
}
function sweepSection(title, sentences) {
  return html`<section><h2>${title}</h2>${listHtml(sentences)}</section>
`;
}
function listHtml(sentences) {
  return html`<ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>
`;
}
function sweepTableHtml({ title, columns, names: names3, rows }) {
  const isNumber = (i) => i >= names3 && i < columns.length - 1;
  const heads = columns.map((column, i) => html`<th class="${isNumber(i) ? "number" : ""}">${column}</th>`);
  const body = rows.map(
    (row) => html`<tr>${row.map((cell2, i) => html`<td class="${isNumber(i) ? "number" : ""}">${cell2}</td>`)}</tr>
`
  );
  return html`<section><h2>${title}</h2><div class="scroll" tabindex="0" role="region" aria-label="${title}"><table><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table></div></section>
`;
}
function warningList(sweep2) {
  const all = warningTexts(sweep2);
  if (all.length === 0) return html``;
  const legend = armsLegend(sweep2);
  const items = all.map(
    ({ where, message, remedy }) => html`<li>${where}${message}. <span class="muted">Remedy: ${remedy}</span></li>
`
  );
  return html`<section class="warnings"><h2>Warnings</h2>${legend === "" ? html`` : html`<p>${legend}</p>`}<ol>${items}</ol></section>`;
}

// src/report/markdown/sweep.ts
function sweepMarkdown(sweep2) {
  const curves = sweep2.scaling.flatMap((curve) => [
    `### ${markdownText(curveTitle(curve, sweep2))}`,
    bulletList(scalingSentences(curve))
  ]);
  const [efficiency, matrix, servers2] = [efficiencyTable(sweep2), matrixTable(sweep2), serversTable(sweep2)];
  const compared = sweep2.comparisons.flatMap((comparison2) => [
    sweepTableText(comparisonTable(comparison2, sweep2)),
    bulletList(comparisonSentences(comparison2))
  ]);
  const warnings = warningTexts(sweep2).map(
    ({ where, message, remedy }) => `${where}${message}. Remedy: ${remedy}`
  );
  const legend = armsLegend(sweep2);
  const parts = [
    `## ${markdownText(capital(sweepHeadline(sweep2)), 300)}`,
    ...scope(sweep2),
    sweepTableText(pointsTable(sweep2)),
    ...curves,
    ...efficiency === null ? [] : [sweepTableText(efficiency)],
    ...matrix === null ? [] : [sweepTableText(matrix)],
    ...compared,
    ...servers2 === null ? [] : [sweepTableText(servers2), bulletList(serverSentences(sweep2))],
    ...warnings.length === 0 ? [] : ["### Warnings", ...legend === "" ? [] : [markdownText(legend)], bulletList(warnings)]
  ];
  return `${parts.join("\n\n")}
`;
}
function scope(sweep2) {
  const said = capital(sweepScope(sweep2));
  return sweepHeadline(sweep2) === said ? [] : [`${markdownText(said, 300)}.`];
}
function sweepTableText({ title, columns, names: names3, rows }) {
  const head2 = columns.map((column, i) => {
    const align = i < names3 || i === columns.length - 1 ? "left" : "right";
    return { title: markdownText(column), align };
  });
  const body = rows.map((row) => tableRow(row.map((cell2) => markdownText(cell2, 300))));
  return `### ${markdownText(title)}

${tableHead(head2)}${body.join("\n")}`;
}
function bulletList(sentences) {
  return sentences.map((sentence) => `- ${markdownText(sentence, 600)}`).join("\n");
}

// src/report/terminal/sweep.ts
var import_picocolors2 = __toESM(require_picocolors(), 1);
function renderSweep(sweep2, { colour }) {
  const { bold: bold2, dim } = import_picocolors2.default.createColors(colour);
  const tableText = (table) => `${bold2(table.title)}
${sweepRowsText(table, dim)}`;
  const [efficiency, matrix, servers2] = [efficiencyTable(sweep2), matrixTable(sweep2), serversTable(sweep2)];
  const sections = [
    bold2(`Plumbline: ${sweepHeadline(sweep2)}`),
    ...sweepHeadline(sweep2) === capital(sweepScope(sweep2)) ? [] : [capital(sweepScope(sweep2))],
    sweepRowsText(pointsTable(sweep2), dim),
    ...sweep2.scaling.map(
      (curve) => `${bold2(curveTitle(curve, sweep2))}
${indentedLines(scalingSentences(curve))}`
    ),
    ...efficiency === null ? [] : [tableText(efficiency)],
    ...matrix === null ? [] : [tableText(matrix)],
    ...sweep2.comparisons.map(
      (comparison2) => `${tableText(comparisonTable(comparison2, sweep2))}
${indentedLines(comparisonSentences(comparison2))}`
    ),
    ...servers2 === null ? [] : [tableText(servers2)],
    ...sweepWarningLines(sweep2)
  ];
  return plainSpaces(`${sections.join("\n\n")}
`);
}
function sweepWarningLines(sweep2) {
  const warnings = warningTexts(sweep2);
  const kinds = new Map(warnings.map(({ code: code2 }) => [code2, warnings.filter((each) => each.code === code2)]));
  if (kinds.size === 0) return [];
  const lines = [...kinds.values()].map((own) => {
    const { where, message, remedy } = own[0];
    const more = own.length === 1 ? "" : `; ${own.length - 1} more like it in sweep.md`;
    return `${where}${message} (${remedy})${more}`;
  });
  const legend = armsLegend(sweep2);
  return [`Warnings
${indentedLines([...legend === "" ? [] : [legend], ...lines])}`];
}
function indentedLines(lines) {
  return lines.map((line) => `  ${line}`).join("\n");
}
function sweepRowsText({ columns, names: names3, rows }, dim) {
  const isText = (at) => at < names3 || at === columns.length - 1;
  const heads = columns.map((title, at) => (isText(at) ? left : right)(dim(title)));
  return indentedLines(tableLines({ columns: heads, rows }));
}
function sweepCsv({ points: points2, axes }) {
  const metrics = [...new Set(points2.flatMap((point) => point.metrics.map(({ metric: metric3 }) => metric3)))];
  const columns = [
    "suite",
    "target",
    "workload",
    ...axes.map(({ option: option2 }) => option2),
    "sessions",
    ...metrics.flatMap((metric3) => [metric3, `${metric3}-low`, `${metric3}-high`]),
    "busy",
    "client-bound",
    "missing"
  ];
  const cells = points2.map((point) => [
    point.suite,
    point.target,
    point.workload,
    ...axes.map(({ option: option2 }) => point.values[option2] ?? null),
    point.sessions,
    ...metrics.flatMap((metric3) => {
      const own = metricAt(point, metric3);
      return [own?.value ?? null, own?.interval?.low ?? null, own?.interval?.high ?? null];
    }),
    point.busy,
    // Where it is not known how busy a point was, it may be client-bound unnoticed: no answer, rather than false.
    point.clientBound || point.busy !== null ? point.clientBound : null,
    point.missing ?? null
  ]);
  return csvOf({ columns, cells });
}

// src/pipeline/documents/sweep-files.ts
var SWEEP_FILES = {
  plan: "plan.json",
  sessions: "sessions.jsonl",
  document: "sweep.json",
  markdown: "sweep.md",
  csv: "sweep.csv",
  html: "sweep.html"
};
var count2 = external_exports.int().nonnegative();
var Machine = external_exports.strictObject({
  cpuModel: external_exports.string(),
  cpuCount: count2,
  memoryBytes: count2,
  kernel: external_exports.string(),
  runner: external_exports.string()
});
var GivenUp = object({ pair: count2, point: count2, why: external_exports.string() });
var SweepState = external_exports.strictObject({
  schema: external_exports.literal("plumbline.sweep-plan/1"),
  /** Hash of all that decides what a session is: config file, axes, targets, seconds. */
  digest: external_exports.string(),
  seed: external_exports.number(),
  sessions: count2,
  /** Sessions of all its points; absent in folders that are older than this field. */
  planned: count2.optional(),
  /** Words of the call that began it, so that a call that resumes it need not repeat them; null: the config file's. */
  asked: object({
    over: external_exports.record(external_exports.string(), list(OptionValue)).readonly(),
    workloads: list(external_exports.string()),
    targets: list(external_exports.string()),
    sessions: count2.nullable(),
    seconds: external_exports.number().nullable()
  }),
  commit: Commit,
  /** Machine that began it. */
  machine: Machine,
  /** Machines that went on with it and are unlike that one; absent: there were none. */
  others: external_exports.array(Machine).optional(),
  /** Warnings about the machine, before each call measured; absent: there were none. */
  warnings: list(Warning).optional(),
  /** Points of a finished sweep that do not have all their sessions; none, or absent: all have them, or it has not ended. */
  givenUp: list(GivenUp).optional()
});
var Facts = object({
  product: external_exports.string(),
  version: external_exports.string(),
  /** Absent in sessions of a sweep that an older version measured. */
  build: Build.optional(),
  settings: external_exports.record(external_exports.string(), external_exports.string()).readonly()
});
var Arms = list(external_exports.enum(ARMS));
var Block = object({
  /** Position in plan.workloads. */
  workload: count2,
  arms: Arms,
  /** One for each of the arms. */
  sessions: list(Session),
  options: external_exports.record(external_exports.string(), OptionValue).readonly(),
  generator: Generator,
  warnings: list(Warning)
});
var Recorded = object({ arms: Arms, servers: list(Facts), blocks: list(Block) });
var Line = object({
  step: object({ round: count2, pair: count2, point: count2 }),
  session: Recorded
});
async function readState(folder) {
  const file = path17.join(folder, SWEEP_FILES.plan);
  if (!existsSync5(file)) return null;
  const parsed2 = SweepState.safeParse(parsedJson(await readFile5(file, "utf8")));
  if (parsed2.success) return parsed2.data;
  throw new PlumblineError("usage", `${file} is not a plan of a sweep${fieldOf(parsed2.error)}`, {
    remedy: "name another folder with --output",
    cause: parsed2.error
  });
}
function fieldOf({ issues }) {
  const [issue] = issues;
  return issue === void 0 || issue.path.length === 0 ? "" : `: ${issue.path.map(String).join(".")}: ${issue.message}`;
}
async function writeState(folder, state) {
  await writeFileWhole(path17.join(folder, SWEEP_FILES.sessions), "");
  await writePlan(folder, state);
}
async function writePlan(folder, state) {
  await writeFileWhole(path17.join(folder, SWEEP_FILES.plan), `${JSON.stringify(state, null, 1)}
`);
}
async function readSessions(folder) {
  const file = path17.join(folder, SWEEP_FILES.sessions);
  const text = existsSync5(file) ? await readFile5(file, "utf8") : "";
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole.length < text.length) await truncate(file, Buffer.byteLength(whole));
  return whole.split("\n").flatMap((line, index) => {
    if (line === "") return [];
    const parsed2 = Line.safeParse(parsedJson(line));
    if (parsed2.success) return [parsed2.data];
    throw noSession(`${file}:${index + 1}`, parsed2.error);
  });
}
function noSession(place, error) {
  const field = fieldOf(error);
  return new PlumblineError("usage", `${place} is not a session of a sweep${field}`, {
    remedy: field === "" ? "remove the line, and its point is measured again; or name another folder with --output" : "continue with the version of Plumbline that wrote it, or start a new sweep in another folder (--output)",
    cause: error
  });
}
async function keepSession(folder, line) {
  await mkdir2(folder, { recursive: true });
  const handle = await open3(path17.join(folder, SWEEP_FILES.sessions), "a");
  try {
    await handle.appendFile(`${JSON.stringify(line)}
`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
async function writeSweep(folder, sweep2, suites2) {
  const { document, markdown, csv, html: html2 } = SWEEP_FILES;
  const texts = {
    [document]: `${JSON.stringify(sweep2, null, 1)}
`,
    [markdown]: sweepMarkdown(sweep2),
    [csv]: sweepCsv(sweep2),
    [html2]: sweepPage(sweep2)
  };
  for (const [name, text] of Object.entries(texts)) await writeFileWhole(path17.join(folder, name), text);
  const written = Object.keys(texts).map((name) => path17.join(folder, name));
  const folders = foldersOf(suites2.map(({ suite }) => suite));
  for (const [index, { pairs }] of suites2.entries()) {
    const place = suites2.length === 1 ? folder : path17.join(folder, folders[index]);
    for (const [position, { target, runs }] of pairs.entries()) {
      if (runs === null) continue;
      const output = pairs.length === 1 ? place : path17.join(place, `${position + 1}-${slugOf(target)}`);
      written.push(...await writeRuns({ cwd: folder, output }, runs));
    }
  }
  return written;
}
function slugOf(name) {
  return name.replaceAll(/[^\p{L}\p{M}\p{N}_.-]+/gu, "-");
}
function foldersOf(names3) {
  const keys = names3.map((name) => slugOf(name).toLowerCase());
  return names3.map((name, index) => {
    const isTaken = keys.indexOf(keys[index]) < index || /^\.+$/.test(name);
    return isTaken ? `${index + 1}-${slugOf(name)}` : slugOf(name);
  });
}

// src/pipeline/documents/sweep-state.ts
function sweepIdentity({ over, workloads, targets, sessions, seconds: seconds2 }, planned, commit, warnings) {
  const lasting = planned.flatMap(({ plan, targets: measured, config }) => [
    { ...plan, seed: null },
    measured,
    config.database.setup
  ]);
  return {
    schema: "plumbline.sweep-plan/1",
    digest: sha256(JSON.stringify(lasting)),
    seed: planned[0].plan.seed,
    sessions: Math.max(...planned.map((suite) => suite.sessions)),
    asked: { over, workloads, targets, sessions, seconds: seconds2 },
    commit,
    machine: machineFacts(),
    warnings
  };
}
async function openSweepState(folder, own, { resume, planned }) {
  const known2 = await readState(folder);
  const lines = known2 === null ? [] : await readSessions(folder);
  if (resume) {
    if (known2 === null) throw nothingToGoOnWith(folder);
    assureSame(folder, own, known2);
    const all = lines.length < planned ? begunAgain(known2, own) : known2;
    await writePlan(folder, all);
    return { state: { seed: known2.seed, warnings: distinctWarnings(all) }, lines };
  }
  if (known2 !== null) assureFinished(folder, own, known2, { done: lines.length, planned });
  await writeState(folder, { ...own, planned });
  return { state: { seed: own.seed, warnings: distinctWarnings(own) }, lines: [] };
}
async function keepGivenUp(folder, givenUp) {
  const known2 = await readState(folder);
  if (known2 !== null && givenUp.length > 0) await writePlan(folder, { ...known2, givenUp });
}
function assureFinished(folder, own, known2, { done, planned }) {
  const isSame2 = known2.digest === own.digest;
  const all = known2.planned ?? (isSame2 ? planned : null);
  const isEnded = (known2.givenUp ?? []).length > 0;
  if (done === 0 || isEnded || all !== null && done >= all) return;
  const count3 = all === null ? `${done}` : `${done} of ${all}`;
  const which = isSame2 ? "this" : "another";
  throw new PlumblineError(
    "usage",
    `${folder} has ${count3} sessions of ${which} sweep, which was not finished`,
    {
      remedy: `${isSame2 ? "continue with --resume, name" : "name"} another folder with --output, or remove this one`
    }
  );
}
function begunAgain(known2, { machine, warnings = [] }) {
  const isOther = !allMachines(known2).map(machineKind).includes(machineKind(machine));
  return {
    ...known2,
    givenUp: [],
    warnings: [...known2.warnings ?? [], ...warnings],
    ...isOther ? { others: [...known2.others ?? [], machine] } : {}
  };
}
function allMachines({ machine, others = [] }) {
  return [machine, ...others];
}
function machineKind({ cpuCount, cpuModel }) {
  return `${cpuCount} × ${cpuModel}`;
}
function nothingToGoOnWith(folder) {
  return new PlumblineError("usage", `${folder} has no sweep to go on with`, {
    remedy: "leave out --resume, or name its folder with --output"
  });
}
async function withEarlierWords(asked, folder) {
  if (!asked.resume) return asked;
  const known2 = await readState(folder);
  if (known2 === null) throw nothingToGoOnWith(folder);
  const { over, workloads, targets, sessions, seconds: seconds2 } = known2.asked;
  return {
    ...asked,
    over: Object.keys(asked.over).length > 0 ? asked.over : over,
    workloads: asked.workloads.length > 0 ? asked.workloads : workloads,
    targets: asked.targets.length > 0 ? asked.targets : targets,
    sessions: asked.sessions ?? sessions,
    seconds: asked.seconds ?? seconds2
  };
}
function assureSame(folder, own, known2) {
  const cause = own.digest !== known2.digest ? "is of another grid (--over, --workload), other --sessions or --seconds, other targets or another config file" : own.commit.sha === known2.commit.sha ? null : `is of commit ${known2.commit.sha.slice(0, 12)}, not ${own.commit.sha.slice(0, 12)}`;
  if (cause === null) return;
  throw new PlumblineError(
    "usage",
    `the sweep in ${folder} ${cause}: its sessions and new ones are not one sweep`,
    {
      remedy: "leave --over, --workload, --target, --sessions and --seconds out, for the folder has those of its first call; or start a new sweep in another folder (--output)"
    }
  );
}
function distinctWarnings(state) {
  const each = new Map((state.warnings ?? []).map((warning2) => [JSON.stringify(warning2), warning2]));
  return [...each.values(), ...unlikeMachines(state)];
}
function unlikeMachines(state) {
  const kinds = [...new Set(allMachines(state).map(machineKind))];
  if (kinds.length < 2) return [];
  return warning("unlike-machines", {
    message: `parts of the sweep were measured on unlike machines: ${kinds.join(", ")}`,
    remedy: "compare points of one machine, or measure all parts on machines that are alike"
  });
}

// src/pipeline/measure/sweep.ts
async function measureSweep(job, progress, signal) {
  const suite = job.suites.map(({ plan }) => plan.suite).join(" + ");
  progress.watcher?.begins({ suite, head: "", base: "" });
  const measurements = job.suites.map(
    ({ plan, pairs }) => pairs.map((targets) => new Measurement(plan, targets, job.generator, progress))
  );
  const places = sweepPositions(job.suites.map(({ plan }) => plan.workloads.length));
  const measurementOf5 = ({ pair, point }) => measurements[places[point].suite][pair];
  for (const { step, session: session2 } of job.done) measurementOf5(step).add(session2);
  const failed = [];
  const isDone = new Set(job.done.map(({ step }) => JSON.stringify([step.round, step.pair, step.point])));
  const open4 = job.schedule.filter(
    ({ round, pair, point }) => !isDone.has(JSON.stringify([round, pair, point]))
  );
  let done = job.schedule.length - open4.length;
  const ended = (failure) => ({ measurements, done, failed, failure });
  if (open4.length === 0) return ended(null);
  for (const measurement of measurements.flat()) {
    const unprepared = await measurement.prepare(signal);
    if (unprepared !== null) return ended(unprepared);
  }
  const clock = new SweepClock(job, done, progress);
  for (const step of open4) {
    if (failed.some(({ pair, point }) => pair === step.pair && point === step.point)) {
      clock.stepLeftOut();
      continue;
    }
    const place = places[step.point];
    const measurement = measurementOf5(step);
    try {
      const at = { index: step.round, look: 1 };
      const session2 = withoutHandles(await measurement.session(at, [place.point], clock, signal));
      await job.keep({ step, session: session2 });
      measurement.add(session2);
      done += 1;
    } catch (error) {
      const failure = asFailure(error, signal);
      if (!isOfThePoint(failure)) return ended(failure);
      failed.push({ pair: step.pair, point: step.point, failure });
      const { name } = job.suites[place.suite].plan.workloads[place.point];
      progress.note(`${plainLine(name)} is given up: ${failure.message}`);
    }
    clock.stepDone();
  }
  return ended(null);
}
function isOfThePoint({ kind }) {
  return kind === "target" || kind === "generator";
}
function withoutHandles({ arms, servers: servers2, blocks }) {
  const facts = servers2.map(sweepServerFacts);
  return { arms, servers: facts, blocks };
}
var OVERHEAD_SECONDS = 3;
var SweepClock = class {
  #progress;
  #steps;
  #startedAt = performance.now();
  /** Steps done, with those of earlier calls and those that are left out. */
  #done;
  /** Steps that took their time. */
  #measured = 0;
  #lastEndedAt = this.#startedAt;
  #secondsPerStep;
  constructor({ suites: suites2, schedule }, done, progress) {
    this.#progress = progress;
    this.#steps = schedule.length;
    this.#done = done;
    const plans = suites2.map(({ plan }) => plan);
    this.#secondsPerStep = mean(plans.map(({ seconds: seconds2, warmupSeconds }) => seconds2 + warmupSeconds)) + OVERHEAD_SECONDS;
    const lengths = [...new Set(plans.map(({ seconds: seconds2 }) => `${seconds2}${NBSP}s`))].join(" or ");
    const how = suites2[0]?.pairs[0]?.base == null ? "" : ", two targets side by side";
    const left2 = done === 0 ? "" : `, ${formatCount(done)} of them measured before`;
    progress.stage(
      plainSpaces(`measuring ${formatCount(schedule.length)} sessions of ${lengths}${how}${left2}`)
    );
  }
  workload(_session, workload2, { phase }) {
    const elapsed = (performance.now() - this.#lastEndedAt) / 1e3;
    this.#progress.update({
      what: `session ${this.#done + 1} of ${this.#steps}, ${workload2.name}: ${phase}`,
      share: this.#done / this.#steps,
      secondsLeft: Math.max(0, (this.#steps - this.#done) * this.#secondsPerStep - elapsed)
    });
  }
  stepDone() {
    this.#done += 1;
    this.#measured += 1;
    this.#lastEndedAt = performance.now();
    this.#secondsPerStep = (this.#lastEndedAt - this.#startedAt) / 1e3 / this.#measured;
  }
  /** Counts a step of a point that was given up: it took no time, so that it says nothing of the others'. */
  stepLeftOut() {
    this.#done += 1;
  }
};

// src/pipeline/measure/sweep-parts.ts
async function partsOfSuite(planned, position, measurements, { origin, sources, warnings, started, givenUp }) {
  const { config, grid, targets, sessions, pointed, plan } = planned[position];
  const { head: head2 } = sources;
  const setup = await setupWarnings(config.database, plan, sources);
  const subject = {
    commits: { base: head2.commit, head: head2.commit },
    origin,
    warnings: [...warnings, ...setup],
    rules: rulesOf(pointed),
    earlier: []
  };
  const pairs = measurements.map((measurement, i) => {
    const [reference, target] = pairWithFirst(targets)[i];
    const recorded = measurement.recorded();
    const against = reference === null ? "" : `: ${target.name} against ${reference.name}`;
    const named = { ...plan, looks: 1, suite: `${plan.suite}${against}` };
    const runs = recorded.sessions === 0 ? null : withoutEmpty(makeRuns(recorded, named, subject, started));
    return {
      reference: reference?.name ?? null,
      target: target.name,
      runs: runs === null || reference === null ? runs : withTargets(runs, reference.name, target.name)
    };
  });
  const places = sweepPositions(planned.map((suite) => suite.grid.points.length));
  const missing = (target, name) => {
    const point = places.findIndex(
      (place) => place.suite === position && grid.points[place.point].name === name
    );
    const isOf = ({ pair }) => [pairs[pair].target, pairs[pair].reference].includes(target);
    return givenUp.find((given) => given.point === point && isOf(given))?.why;
  };
  const nodes2 = Object.fromEntries(
    targets.flatMap(({ name, nodes: own }) => own === void 0 ? [] : [[name, own]])
  );
  return { suite: config.suite, grid, pairs, nodes: nodes2, rules: subject.rules, sessions, missing };
}
function pairWithFirst(all) {
  const [first, ...rest] = all;
  return rest.length === 0 ? [[null, first]] : rest.map((other2) => [first, other2]);
}
function withTargets({ base: base2, head: head2 }, reference, target) {
  return { base: base2 && { ...base2, target: reference }, head: { ...head2, target } };
}
function withoutEmpty({ base: base2, head: head2 }) {
  const measuredOf = (run) => ({
    ...run,
    workloads: run.workloads.filter(({ sessions }) => sessions.length > 0)
  });
  return { base: base2 && measuredOf(base2), head: measuredOf(head2) };
}

// src/pipeline/sweep.ts
async function sweep(invocation, words, progress, signal) {
  const ground = await groundOf(invocation, words);
  await assureWritable(ground.folder);
  await assureTemporaryFolder();
  await assureSweepPlannable(ground, progress);
  const store = await openStore(oneStoreOf(ground), "write", signal);
  try {
    const work2 = async () => {
      const { preflight } = ground.suites[0].config.measure;
      const warnings = await lookAtMachine(preflight, invocation.cwd, progress);
      return await measureGrid(ground, warnings, progress, signal);
    };
    const what = `sweep of suite ${suiteNames(ground)}`;
    const { runs, ...swept } = await holdingMachine(invocation.lock, what, work2, progress, signal);
    if (runs.length > 0) await store.save(runs);
    return swept;
  } finally {
    await store.close();
  }
}
async function groundOf(invocation, words) {
  const configs = await Promise.all(words.configs.map((config) => loadConfig({ ...invocation, config })));
  const swept = sweptConfigs(configs, words);
  const folder = sweepFolder(invocation, swept.length === 0 ? configs : swept, words);
  const asked = await withEarlierWords(words, folder);
  return { invocation, asked, suites: sweptSuites(configs, asked), folder };
}
function sweepFolder({ cwd }, configs, { output }) {
  const usual = `sweep-${configs.map(({ suite }) => slugOf(suite)).join("-")}`;
  return path18.resolve(cwd, output ?? path18.join("plumbline-out", usual));
}
async function assureSweepPlannable(ground, progress) {
  const generator = await loadGeneratorAtHand({ progress, urls: urlsOfAll(ground) });
  if (generator !== null) await plannedOf(ground, generator);
}
function urlsOfAll({ suites: suites2 }) {
  return suites2.flatMap(({ config }) => urlsOf(config.database));
}
function suiteNames({ suites: suites2 }) {
  return suites2.map(({ config }) => config.suite).join(" + ");
}
function oneStoreOf({ invocation, suites: suites2 }) {
  const stores = suites2.map(({ config }) => storeOf(invocation, config));
  const words = [...new Set(stores.map((store) => store.words))];
  if (words.length === 1) return stores[0];
  throw new PlumblineError("usage", `the suites have stores of their own: ${words.join(", ")}`, {
    remedy: "name the store of this sweep with --store"
  });
}
async function measureGrid(ground, warnings, progress, signal) {
  const { asked, folder, suites: suites2, invocation } = ground;
  const generator = await findLoadGenerator({ progress, urls: urlsOfAll(ground), signal });
  const drawn2 = await plannedOf(ground, generator);
  const sources = await sourcesOf(drawn2[0].pointed, invocation, { mode: "history" }, progress, signal);
  const { state, lines } = await openSweepState(
    folder,
    sweepIdentity(asked, drawn2, sources.head.commit, warnings),
    {
      resume: asked.resume,
      planned: scheduleOver(suites2, drawn2[0].plan.seed).length
    }
  );
  const planned = drawn2.map((each) => ({ ...each, plan: { ...each.plan, seed: state.seed } }));
  const schedule = scheduleOver(suites2, state.seed);
  const made = [];
  try {
    await makeTargets(made, ground, planned, { generator, tree: sources.head.tree, progress, signal });
    const started = now();
    const result = await measureSweep(
      {
        suites: planned.map(({ plan }, i) => ({
          plan,
          pairs: pairWithFirst(made[i]).map(([base2, head2]) => ({ base: base2, head: head2 }))
        })),
        generator,
        schedule,
        done: lines,
        keep: (line) => keepSession(folder, line)
      },
      progress,
      signal
    );
    const failed = result.failed.map(({ failure: { message }, ...at }) => ({ ...at, why: message }));
    if (result.failure === null) await keepGivenUp(folder, failed);
    const { origin } = invocation;
    const known2 = { origin, sources, warnings: state.warnings, started, givenUp: failed };
    const parts = [];
    for (const [suite, measured] of result.measurements.entries())
      parts.push(await partsOfSuite(planned, suite, measured, known2));
    return await writeOutcome(ground, parts, result, schedule.length);
  } finally {
    await closeAll(made.flat(), progress);
  }
}
async function makeTargets(made, { folder }, planned, {
  generator,
  tree,
  progress,
  signal
}) {
  const folders = foldersOf(planned.map(({ config }) => config.suite));
  for (const [position, { config, targets, plan }] of planned.entries()) {
    const before = planned.slice(0, position).flatMap((each) => each.targets);
    const own = await createSweepTargets(targets, config.database.setup, plan, {
      tree,
      tablesOf: (load) => generator.tables(load),
      generator: await generator.identity(),
      output: planned.length === 1 ? folder : path18.join(folder, folders[position]),
      taken: before.map(({ deploy }) => deploy),
      note: (text) => progress.note(text),
      signal
    });
    made.push([...own]);
  }
}
async function plannedOf({ invocation, asked, suites: suites2 }, generator) {
  const fixed2 = invocation.overrides.seed ?? suites2.flatMap(({ config }) => config.measure.seed ?? [])[0];
  const planned = [];
  for (const suite of suites2) {
    const { config, grid, sessions } = suite;
    const pointed = asWorkloads(config, grid, `${config.suite} sweep`, asked.over);
    const seconds2 = asked.seconds ?? config.sweep?.seconds ?? config.measure.seconds;
    const mode = suite.targets.length > 1 ? "side-by-side" : "history";
    const seed = fixed2 ?? planned[0]?.plan.seed;
    const overrides = { mode, sessions, seconds: seconds2, ...seed === void 0 ? {} : { seed } };
    const plan = { ...await planWith(pointed, overrides, generator, invocation.cwd), looks: 1 };
    planned.push({ ...suite, pointed, plan });
  }
  const plans = withOwnDatabases(planned.map(({ plan }) => plan));
  return planned.map((each, i) => ({ ...each, plan: plans[i] }));
}
async function writeOutcome({ folder, invocation }, suites2, { done, failed, failure }, planned) {
  const made = sweepOf({ suites: suites2, steps: { done, planned } }, stamp());
  const places = made === null ? [] : await writeSweep(folder, made, suites2);
  const fromHere = (place) => path18.relative(invocation.cwd, place) || ".";
  const first = failed[0]?.failure ?? null;
  if (failure !== null || made === null) throw sweepKeptIn(fromHere(folder), done, planned, failure ?? first);
  const runs = suites2.flatMap(({ pairs }) => pairs).flatMap(
    (pair) => pair.runs === null ? [] : pair.runs.base === null ? [pair.runs.head] : [pair.runs.base, pair.runs.head]
  );
  return { sweep: made, places: places.map(fromHere), failure: first, runs };
}
function sweepKeptIn(folder, done, planned, failure) {
  const { kind = "internal", message = "nothing was measured", remedy } = failure ?? {};
  if (done === 0) return failure ?? new PlumblineError(kind, message);
  const first = remedy === void 0 ? "" : `${remedy}; then `;
  return new PlumblineError(kind, `${message}; ${done} of ${planned} sessions are kept in ${folder}`, {
    remedy: `${first}run the same command with --resume to continue`,
    cause: failure
  });
}

// src/apps/cli/sweep.ts
function sweepVerb(finish) {
  const command = withFields(withOptions7(new Command2("sweep")), "sweep");
  addHelp(command, {
    examples: [
      ["sweep --over threads=1,2,4,8,16,32", "where does throughput peak?"],
      [
        "sweep threads-sweep.yml",
        "measure what the file's `sweep:` block asks for: options, targets, sessions"
      ],
      [
        "sweep --over threads=5..175:5 --over table-size=10000,100000 --workload point-select",
        "measure every combination of two options"
      ],
      [
        "sweep oltp.yml tpcc.yml",
        "measure two suites in one random order, so that a quiet hour favours neither"
      ],
      ["sweep threads-sweep.yml --resume", "continue after Ctrl-C, a reboot or a crash"]
    ],
    outcomes: [["fine", "fine, whatever the comparison says: nothing is gated"], ...MEASURING]
  });
  return command.action(async (files, words) => {
    const { config, seed, store, repository, lockTimeout } = words;
    const usual = { config: files[0] ?? config, seed, store, repository, lockTimeout };
    const invocation = await invocationHere(usual);
    const request = {
      configs: files.length > 0 ? files : [invocation.config],
      over: words.over ?? {},
      workloads: words.workload ?? [],
      targets: words.target ?? [],
      sessions: words.sessions ?? null,
      seconds: words.seconds ?? null,
      resume: words.resume ?? false,
      output: words.output ?? null
    };
    const kept = "servers and folders are removed, sessions that were measured are kept";
    const swept = await measuring(
      words,
      (progress, signal) => sweep(invocation, request, progress, signal),
      kept
    );
    process.stdout.write(renderSweep(swept.sweep, styleOf(process.stdout)));
    process.stderr.write(`wrote ${swept.places.join(", ")}
`);
    if (swept.failure !== null) throw swept.failure;
    finish(EXIT_CODE.fine);
  });
}
function withOptions7(command) {
  return command.summary("Measure several values of an option, or several databases.").description(
    "Measure workloads at several values of their options, and compare several databases. Writes tables, CSV and pictures, and says where throughput peaks."
  ).argument(
    "[file...]",
    "Config files (default: --config). Each file is a suite; the points of all suites are measured in one random order."
  ).addOption(
    new Option2(
      "--set, --over <option=values>",
      "Values of an option of the workloads: threads=5,10,25, in steps 5..175:5, by factors 1..128:x2; repeatable, every combination is a point."
    ).argParser(valuesWord)
  ).addOption(listOption("--workload <name>", "Workload to sweep; repeatable (default: all of the file).")).addOption(
    listOption(
      "--target <name>",
      "Target to measure, of the config file's sweep.targets; repeatable (default: all)."
    )
  ).option(
    "--sessions <n>",
    "Number of fresh server sessions at each point (default: sweep.sessions, else 5).",
    wholeNumber
  ).option(
    "--seconds <s>",
    "Measured seconds of a point and session (default: sweep.seconds, else measure.seconds).",
    numberFrom(0.1, 3600, { what: "a number", isWhole: false })
  ).option(
    "--resume",
    "Continue the sweep in --output, whatever ended it; --over and the like are those of its first call."
  ).option(
    "--output <dir>",
    "Folder of the sweep (default: plumbline-out/sweep-SUITE, with the names of all suites)."
  );
}
function valuesWord(text, before = {}) {
  const [, option2, values] = /^([A-Za-z][\w-]*)=(.+)$/.exec(text) ?? [];
  if (option2 === void 0 || values === void 0)
    throw new InvalidArgumentError2("an option and its values, such as threads=5,10,25");
  const parsed2 = parseValues(values);
  if (typeof parsed2 === "string") throw new InvalidArgumentError2(parsed2);
  if (before[option2] !== void 0)
    throw new InvalidArgumentError2(`all values of ${option2} in one --over, such as ${option2}=5,10,25`);
  return { ...before, [option2]: parsed2 };
}

// src/apps/cli/try.ts
function tryVerb(finish) {
  const command = new Command2("try").summary("Set up base and head, and run each script once.").description(
    "Set up base and head, run each script once, and show rows, plans, empty tables and policies that the load bypasses. It measures nothing."
  );
  addHelp(command, {
    examples: [["try", "does the config file work, and what does each script find and cost?"]],
    outcomes: ["fine", ...MEASURING]
  });
  return withFields(command, "try").action(async (words) => {
    const invocation = await invocationHere(words);
    const tried = await measuring({}, (progress, signal) => tryOut(invocation, progress, signal));
    process.stdout.write(triedWords(tried));
    finish(isRunnable(tried) ? EXIT_CODE.fine : EXIT_CODE.usage);
  });
}

// src/apps/cli/program.ts
var GROUPS2 = [
  ["Start here:", [demoVerb, initVerb, tryVerb, captureVerb, doctorVerb]],
  ["Check a change:", [checkVerb, runVerb, compareVerb, renderVerb, publishVerb]],
  ["The history:", [historyVerb, serveVerb, backfillVerb, bisectVerb, storeVerb]],
  ["Experiments:", [sweepVerb, capacityVerb]],
  ["Load from several machines:", [shardVerb, clusterVerb]],
  ["This machine and help:", [cacheVerb]]
];
async function runCli(args) {
  let code2 = EXIT_CODE.fine;
  const program2 = createProgram((result) => {
    code2 = result;
  });
  try {
    if (args.length === 0) {
      program2.outputHelp();
      return EXIT_CODE.usage;
    }
    await program2.parseAsync(args, { from: "user" });
    return code2;
  } catch (error) {
    return reportError(error, namedCommand(program2, args));
  }
}
function createProgram(finish) {
  const program2 = new Command2("plumbline").description(
    "Find out whether a change made a database slower: PostgreSQL, or another that speaks its protocol."
  ).version(VERSION, "-V, --version", "Print the version.").helpCommand(false);
  for (const [heading, verbs] of GROUPS2) {
    program2.commandsGroup(heading);
    for (const verb of verbs) program2.addCommand(verb(finish));
  }
  program2.addCommand(helpVerb(program2));
  addHelp(program2, {
    examples: [
      ["demo", "see it work on servers of its own, in two minutes"],
      ["check --base main", "do the whole job, as the action does"],
      ["run --base main", "do the same in three parts: first measure"],
      ["compare plumbline-out/run-base.json plumbline-out/run.json", "then judge what was measured"],
      ["render plumbline-out/report.json --format comment", "then show the report in another form"],
      ["help history", "show options and examples of a verb"]
    ],
    outcomes: [
      "fine",
      "regression",
      "usage",
      "target",
      "generator",
      "internal",
      "inconclusive",
      "interrupted"
    ]
  });
  equip(program2);
  return program2;
}
function helpVerb(program2) {
  return new Command2("help").description("Options and examples of a verb.").argument("[verb...]", "Verb, for example: history, or: store import.").action((verbs) => {
    const command = namedCommand(program2, verbs);
    const unknown = verbs[depthOf(command)];
    if (unknown !== void 0) throw unknownVerb(unknown, command);
    command.outputHelp();
  });
}
function equip(command) {
  command.helpOption("-h, --help", "Show this help.").exitOverride().showSuggestionAfterError(false).configureOutput({ outputError: () => void 0 });
  for (const part of command.commands) equip(part);
}
function namedCommand(program2, words) {
  const [first, ...rest] = words;
  const next = program2.commands.find((command) => command.name() === first);
  return next === void 0 ? program2 : namedCommand(next, rest);
}
function depthOf(command) {
  return command.parent === null ? 0 : 1 + depthOf(command.parent);
}
function fullName(command) {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}
function unknownVerb(word, command) {
  return new PlumblineError("usage", `unknown verb ${JSON.stringify(word)}`, {
    remedy: suggestion(
      word,
      command.commands.map((verb) => verb.name()),
      command
    )
  });
}
function suggestion(word, known2, command) {
  const guess = nearest(word, known2);
  if (guess !== void 0) return `did you mean ${guess}?`;
  return `see ${fullName(command)} --help`;
}
function reportError(error, command) {
  if (error instanceof CommanderError2) {
    if (error.exitCode === 0) return EXIT_CODE.fine;
    if (error.code === "commander.help") return EXIT_CODE.usage;
    return reportError(usageError(error, command), command);
  }
  if (error instanceof PlumblineError) return sayFailure(error.message, error.remedy, error.exitCode);
  const { stack, message } = error;
  return sayFailure(
    redact(`a fault in plumbline itself: ${stack ?? message}`),
    "please report it with this text",
    EXIT_CODE.internal
  );
}
function usageError({ message }, command) {
  const text = message.replace(/^error: /, "");
  const [, verb] = /^unknown command '(.*)'$/.exec(text) ?? [];
  if (verb !== void 0) return unknownVerb(verb, command);
  const [, option2] = /^unknown option '(.*)'$/.exec(text) ?? [];
  const remedy = option2 === void 0 ? allowedValues(text) ?? `see ${fullName(command)} --help` : suggestion(option2, command.options.map(({ long }) => long ?? "").concat("--help"), command);
  const what = /^(option '.*' argument '.*' is invalid)\./.exec(text)?.[1] ?? text;
  return new PlumblineError("usage", what, { remedy });
}
function allowedValues(text) {
  const [, choices, words] = /is invalid\. (?:Allowed choices are (.*)\.|(.*))$/.exec(text) ?? [];
  if (choices !== void 0) return `use one of ${choices}`;
  return words?.replace(/^(?:expected )?(?=(?:an?|all|the|at most|values|each)\b)/, "write ");
}
function sayFailure(message, remedy, code2) {
  process.stderr.write(`plumbline: ${message}
`);
  if (remedy !== void 0) process.stderr.write(`  remedy: ${remedy}
`);
  return code2;
}

// src/apps/cli/main.ts
outliveReaders(process.stdout, process.stderr);
var why = withdraw(OUR_OWN);
if (why !== null)
  process.stderr.write(`warning: what is measured can read the variables of this process: ${why}
`);
var code = await runCli(process.argv.slice(2));
process.exitCode ||= code;
if (code === EXIT_CODE.interrupted) process.exit();
