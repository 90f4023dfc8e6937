import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  isSameSecret,
  require_fastify
} from "./fast-json-stringify.js";
import {
  assureShareable,
  optionsOfShard
} from "./share.js";
import {
  validatorCompiler
} from "./fastify-type-provider-zod.js";
import {
  asFailure,
  findLoadGenerator,
  holdingMachine,
  lastOf,
  loadConfig,
  lookAtMachine,
  machineFacts,
  measure,
  measureAlone,
  ofType,
  parseLine,
  planWith,
  printLine,
  traitsOf,
  unmeasured,
  wallClock,
  writeRuns
} from "./schema.js";
import "./yaml.js";
import "./html.js";
import {
  VERSION
} from "./reason.js";
import {
  withTemporary
} from "./branch-folder.js";
import "./markdown.js";
import {
  formatPercent,
  formatProgress,
  formatTime,
  plainSpaces
} from "./units.js";
import {
  decodeHistogram,
  encodeHistogram,
  histogramQuantile,
  mergeHistograms
} from "./pako.js";
import {
  misdirected
} from "./loopback.js";
import {
  sum
} from "./summary.js";
import {
  assureTemporaryFolder,
  assureWritable,
  sha256,
  timeLeft
} from "./files.js";
import "./environment.js";
import {
  EXIT_CODE,
  Machine,
  OptionValue,
  PlumblineError,
  SliceLength,
  ZodError,
  addByKey,
  external_exports,
  groupBy,
  list,
  object,
  warning
} from "./zod.js";
import {
  __toESM
} from "./runtime.js";

// src/pipeline/shard.ts
import { hostname } from "node:os";
import path2 from "node:path";

// src/stats/clock-offset.ts
function clockOffset(exchanges) {
  const offsets = exchanges.map(({ t1, t2, t3, t4, bound }) => ({
    offset: (t2 - t1 + (t3 - t4)) / 2,
    bound: Math.max(0, t4 - t1 - (t3 - t2)) / 2 + bound
  }));
  return offsets.reduce((best, each) => each.bound < best.bound ? each : best);
}
function clockDrift(before, after) {
  const drift = after.offset - before.offset;
  return Math.abs(drift) > before.bound + after.bound ? drift : 0;
}

// src/analysis/warnings/shards.ts
var ABSENT = { host: "absent", cpuModel: "unknown", cpuCount: 0 };
var OFF_US = 1e4;
var STILL_US = 1e6;
var IN_STEP = 0.01;
var LOAD_LEAST = 0.99;
var BUSY = 0.8;
function stepTolerance({ sliceMs, seconds: seconds2 }) {
  return IN_STEP * (sliceMs === null ? seconds2 * 1e6 : sliceMs * 1e3);
}
function isFine(block) {
  const tolerance = stepTolerance(block);
  return block.shards.every(
    (shard) => boundOf(shard) <= tolerance && Math.abs(shardDrift(shard)) <= tolerance
  );
}
function latenessMost({ seconds: seconds2 }) {
  return IN_STEP * seconds2 * 1e6;
}
function shardParts(machines, blocks) {
  const all = sum(blocks.flatMap(({ shards }) => shards.map(({ events }) => events)));
  return machines.map(({ host, cpuModel, cpuCount }, index) => {
    const own = blocks.map(({ shards }) => shards[index]);
    const events = sum(own.map((shard) => shard.events));
    const skews = blocks.flatMap((block) => startSkew(block, index) ?? []);
    return {
      index,
      host,
      cpuModel,
      cpuCount,
      share: all === 0 ? 0 : events / all,
      events,
      failedEvents: sum(own.map(({ failed }) => failed)),
      clockOffsetNs: Math.round(1e3 * (farthest(own.map(({ after }) => after.offset)) ?? 0)),
      clockBoundNs: Math.round(1e3 * Math.max(0, ...own.map(boundOf))),
      startSkewNs: nanos(farthest(skews)),
      clientCpuShare: greatest(own.flatMap(({ cpuShare }) => cpuShare ?? []))
    };
  });
}
function shardWarnings(machines, blocks) {
  return [...unlikeLoadMachines(machines), ...wrongClocks(machines, blocks), ...coarse(machines, blocks)];
}
function shardObjections(machines, blocks) {
  return once(
    blocks.flatMap(
      (block) => block.shards.flatMap((shard, index) => {
        const name = called(machines, index);
        return [
          ...stepped(name, block, shard),
          ...drifted(name, block, shard),
          ...late(name, block, index),
          ...stoodStill(name, block, shard),
          ...limited(name, block, shard)
        ];
      })
    )
  );
}
function unlikeLoadMachines(machines) {
  const known = machines.flatMap(
    (machine2, index) => machine2.cpuCount === ABSENT.cpuCount ? [] : [{ who: called(machines, index), kind: `${machine2.cpuCount} x ${machine2.cpuModel}` }]
  );
  if (new Set(known.map(({ kind }) => kind)).size < 2) return [];
  const named = known.map(({ who: who2, kind }) => `${who2}: ${kind}`);
  return warning("unlike-machines", {
    message: `the load machines are not alike: ${named.join("; ")}`,
    remedy: "run all shards on machines of one kind; `shards` of the run document has each one's figures"
  });
}
function wrongClocks(machines, blocks) {
  return machines.flatMap((_, index) => {
    const offset = farthest(blocks.map(({ shards }) => shards[index].after.offset)) ?? 0;
    if (Math.abs(offset) <= OFF_US) return [];
    return warning("clock-offset", {
      message: `the clock of ${called(machines, index)} is ${timeText(offset)} ${offset < 0 ? "ahead of" : "behind"} index 0's; its start was corrected by that`,
      remedy: "let NTP set the clocks of all machines"
    });
  });
}
function coarse(machines, blocks) {
  const block = blocks.find((each) => each.sliceMs !== null && !isFine(each));
  if (block === void 0) {
    const torn = blocks.find((each) => !each.inStep && each.sliceMs !== null);
    return torn === void 0 ? [] : [totalsOnly("the machines did not have the same slices")];
  }
  const tolerance = stepTolerance(block);
  const uncertain = block.shards.findIndex((shard) => boundOf(shard) > tolerance);
  if (uncertain >= 0) {
    const known = timeText(boundOf(block.shards[uncertain]));
    return [
      totalsOnly(
        `the clock of ${called(machines, uncertain)} is known to ${known} only, which is over 1 % of a slice`
      )
    ];
  }
  const index = block.shards.findIndex((shard) => Math.abs(shardDrift(shard)) > tolerance);
  const apart = `${went(shardDrift(block.shards[index]))} while it was measured, which is over 1 % of a slice`;
  return [totalsOnly(`the clock of ${called(machines, index)} ${apart}`, CLOCKS_ALIKE)];
}
function totalsOnly(why, remedy = CLOCKS_KNOWN) {
  return { code: "slices-apart", message: `${why}: totals are added, slices are not`, remedy };
}
var CLOCKS_KNOWN = "use a network with less delay between the load machines, or a longer measure.slice";
var CLOCKS_ALIKE = "let NTP set the clocks of all machines long before, shorten measure.seconds, or lengthen measure.slice";
function stepped(name, block, shard) {
  if (Math.abs(shard.setBy) <= stepTolerance(block)) return [];
  return warning("clock-stepped", {
    message: `${block.workload}: the clock of ${name} was set by ${timeText(shard.setBy)} during the measurement`,
    remedy: "let NTP slew the clocks (chrony without makestep, or well before the run), and measure again"
  });
}
function drifted(name, block, shard) {
  const drift = shardDrift(shard);
  const most2 = latenessMost(block);
  if (Math.abs(drift) <= most2) return [];
  return warning("clock-drifted", {
    message: `${block.workload}: the clock of ${name} ${went(drift)} while it was measured, more than 1 % of what was measured (${timeText(most2)})`,
    remedy: "let NTP set the clocks of all machines before the run, and measure again"
  });
}
function late(name, block, index) {
  const skew = startSkew(block, index);
  const [earliest, latest] = [-stepTolerance(block), latenessMost(block)];
  if (skew !== null && skew >= earliest && skew <= latest) return [];
  const isEarly = skew !== null && skew < 0;
  const when = skew === null ? "never began" : `began ${timeText(skew)} ${isEarly ? "before" : "after"} the start`;
  const of = isEarly && block.sliceMs !== null ? "of a slice" : "of what was measured";
  return warning("shard-late", {
    message: `${block.workload}: ${name} ${when}, more than 1 % ${of} (${timeText(isEarly ? earliest : latest)})`,
    remedy: "give the load machines CPUs of their own, or more time to connect by --lead"
  });
}
function stoodStill(name, block, { still }) {
  const most2 = Math.max(STILL_US, latenessMost(block));
  if (still <= most2) return [];
  return warning("shard-still", {
    message: `${block.workload}: the load generator of ${name} was paused for at least ${timeText(still)} during the measurement, more than ${timeText(most2)}: a part of the load is missing`,
    remedy: "find out what paused it (a suspended, migrated or swapping machine, or too little CPU), and measure again"
  });
}
function limited(name, { workload, rate, seconds: seconds2, shards }, shard) {
  const planned = rate * seconds2 / shards.length;
  const short = shard.events + shard.failed < LOAD_LEAST * planned;
  if (!short || (shard.cpuShare ?? 0) <= BUSY) return [];
  return warning("client-limited", {
    message: `${workload}: ${name} brought ${shard.events + shard.failed} of ${Math.round(planned)} events, with ${plainSpaces(formatPercent(shard.cpuShare))} of its CPU time used: the client was the bottleneck`,
    remedy: "use more load machines, or less load for each"
  });
}
function startSkew({ startAt, shards }, index) {
  const { firstAt, before } = shards[index];
  return firstAt === null ? null : firstAt + before.offset - startAt;
}
function shardDrift({ before, after }) {
  return clockDrift(before, after);
}
function went(drift) {
  return `went ${timeText(drift)} ${drift < 0 ? "ahead of" : "behind"} index 0's`;
}
function boundOf({ before, after }) {
  return Math.max(before.bound, after.bound);
}
function called(machines, index) {
  return `index ${index} of ${machines.length} (${machines[index].host})`;
}
function once(warnings) {
  const seen = /* @__PURE__ */ new Map();
  for (const warning2 of warnings) {
    const key = `${warning2.code} ${/index \d+/.exec(warning2.message)?.[0]}`;
    if (!seen.has(key)) seen.set(key, warning2);
  }
  return [...seen.values()];
}
function farthest(values) {
  return values.length === 0 ? null : values.reduce((far, each) => Math.abs(each) > Math.abs(far) ? each : far);
}
function greatest(values) {
  return values.length === 0 ? null : Math.max(...values);
}
function nanos(us) {
  return us === null ? null : Math.round(1e3 * us);
}
function timeText(us) {
  return plainSpaces(formatTime(Math.abs(us) * 1e3));
}

// src/io/shards/build.ts
function buildOf(catalog) {
  const offers = sha256(JSON.stringify(catalog));
  return { version: VERSION, generator: catalog.version, offers };
}
function buildDifference(build, own) {
  if (build.version !== own.version) return `is Plumbline ${build.version}, index 0 is ${own.version}`;
  if (build.generator !== own.generator)
    return `has plumbline-load ${build.generator}, index 0 has ${own.generator}`;
  if (build.offers === own.offers) return null;
  return `has a plumbline-load ${build.generator} with other workloads, options or defaults than index 0's`;
}

// src/io/shards/client.ts
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

// src/io/shards/wire.ts
var count = external_exports.number().int().nonnegative();
var who = { index: count, instance: external_exports.uuid() };
var ShardBuild = object({
  /** Version of Plumbline. */
  version: external_exports.string(),
  /** Version of the load generator. */
  generator: external_exports.string(),
  /** SHA-256 of what that offers: workloads, options and their defaults. */
  offers: external_exports.string()
});
var Hello = external_exports.looseObject({
  ...who,
  build: ShardBuild,
  machine: external_exports.looseObject({ host: external_exports.string() })
});
var Welcome = external_exports.strictObject({ shards: count });
var Times = external_exports.strictObject({ t2: external_exports.number(), t3: external_exports.number(), bound: external_exports.number() });
var WireScript = object({
  files: list(external_exports.strictObject({ file: external_exports.string(), weight: external_exports.number(), hash: external_exports.string(), text: external_exports.string() })),
  rows: list(external_exports.strictObject({ file: external_exports.string(), hash: external_exports.string(), bytes: external_exports.base64() })),
  variables: external_exports.record(external_exports.string(), external_exports.union([external_exports.string(), external_exports.number()])).readonly()
});
var Task = object({
  block: count,
  /** Name in the config file. */
  name: external_exports.string(),
  workload: external_exports.string(),
  dialect: external_exports.string(),
  /** Those of the whole load: each shard takes its part. */
  options: external_exports.record(external_exports.string(), OptionValue).readonly(),
  threads: count,
  script: WireScript.nullable(),
  targets: list(object({ url: external_exports.string(), script: WireScript.nullable() })),
  seconds: external_exports.number(),
  warmupSeconds: external_exports.number(),
  sliceMs: SliceLength,
  seed: external_exports.number()
});
var AskTask = external_exports.strictObject({ ...who, after: external_exports.number().int().min(-1) });
var TaskAnswer = external_exports.discriminatedUnion("kind", [
  external_exports.strictObject({ kind: external_exports.literal("wait") }),
  external_exports.strictObject({ kind: external_exports.literal("task"), task: Task }),
  external_exports.strictObject({ kind: external_exports.literal("end"), code: count, why: external_exports.array(external_exports.string()) })
]);
var Offset = object({ offset: external_exports.number(), bound: external_exports.number().nonnegative() });
var Ready = external_exports.strictObject({ ...who, block: count, clock: Offset, slowestMs: external_exports.number() });
var AskStart = external_exports.strictObject({ ...who, block: count });
var StartAnswer = external_exports.discriminatedUnion("kind", [
  external_exports.strictObject({ kind: external_exports.literal("wait") }),
  /** Start by index 0's clock. */
  external_exports.strictObject({ kind: external_exports.literal("start"), startAt: external_exports.number() }),
  external_exports.strictObject({ kind: external_exports.literal("abort") })
]);
var Beat = external_exports.strictObject({
  ...who,
  block: count,
  state: external_exports.enum(["armed", "running", "draining"]),
  said: external_exports.string().max(200)
});
var BeatAnswer = external_exports.strictObject({ goesOn: external_exports.boolean() });
var ShardOutcome = object({
  lines: list(external_exports.string()),
  /** Index 0's clock minus its own, before and after the load: both go on by the steady clocks of their machines. */
  before: Offset,
  after: Offset,
  /** Microseconds that its machine's clock was set by between the two. */
  setBy: external_exports.number()
});
var Result = external_exports.strictObject({ ...who, block: count, outcome: ShardOutcome });
var Failed = external_exports.strictObject({ ...who, message: external_exports.string() });

// src/io/shards/client.ts
var ANSWER_MS = 3e4;
var AGAIN_MS = 200;
var SILENCE_MS = 3e3;
var PATIENCE_MS = 1e4;
var EXCHANGES = 24;
var Answered = class extends PlumblineError {
};
var IndexZeroGone = class extends PlumblineError {
};
var Conversation = class {
  #address;
  #who;
  #signal;
  /** Milliseconds of the slowest exchange of times: what the way to index 0 may take. */
  #slowestMs = 0;
  #reach;
  /** @param note hears what keeps index 0 from being reached, and when it is reached */
  constructor(address, note, signal) {
    this.#address = address;
    this.#who = { index: address.index, instance: randomUUID() };
    this.#reach = new ServerReach(address.url, note);
    this.#signal = signal;
  }
  /** @param patienceMs index 0 may not yet listen @returns number of shards */
  async hello(machine2, build, patienceMs) {
    const { shards } = await this.#ask("hello", Welcome, { build, machine: machine2 }, patienceMs);
    this.#reach.joined();
    return shards;
  }
  /** Waits for the block after that one, or for the end. */
  async task(after) {
    for (; ; ) {
      const answer = await this.#ask("task", TaskAnswer, { after });
      if (answer.kind !== "wait") return answer;
    }
  }
  /**
   * Index 0's clock minus ours.
   * @param wall ours: what is not known of it, and of index 0's, is in the bound too
   */
  async clock(wall) {
    const exchanges = [];
    for (let i = 0; i < EXCHANGES; i++) {
      const t1 = wall.now();
      const { t2, t3, bound } = await this.#ask("time", Times);
      exchanges.push({ t1, t2, t3, t4: wall.now(), bound: wall.bound + bound });
    }
    this.#slowestMs = Math.max(...exchanges.slice(EXCHANGES / 2).map(({ t1, t4 }) => (t4 - t1) / 1e3));
    return clockOffset(exchanges);
  }
  async ready(block, clock) {
    await this.#ask("ready", Nothing, { block, clock, slowestMs: this.#slowestMs });
  }
  /** Waits for the announced start. @returns microseconds of index 0's clock, or null where there will be none */
  async start(block) {
    for (; ; ) {
      const answer = await this.#ask("start", StartAnswer, { block });
      if (answer.kind === "start") return answer.startAt;
      if (answer.kind === "abort") return null;
    }
  }
  /** @returns whether to go on */
  async beat(block, state, said) {
    return (await this.#ask("beat", BeatAnswer, { block, state, said })).goesOn;
  }
  async outcome(block, outcome) {
    await this.#ask("outcome", Nothing, { block, outcome });
  }
  async failed(message) {
    await this.#ask("failed", Nothing, { message });
  }
  /** @param body undefined: a question without one @throws PlumblineError that says what index 0 said, or that it cannot be reached */
  async #ask(what, answer, body, patienceMs = PATIENCE_MS) {
    const left = timeLeft(patienceMs);
    for (let failures = 1; ; failures++) {
      const silence = setTimeout(() => this.#reach.silent(SILENCE_MS), SILENCE_MS);
      try {
        const said = answer.parse(await this.#send(what, body));
        this.#reach.answered();
        return said;
      } catch (error) {
        this.#signal.throwIfAborted();
        if (error instanceof Answered || left() === 0) throw this.#trouble(what, error);
        if (failures > 1 || !this.#reach.hasJoined) this.#reach.failed(error, patienceMs);
      } finally {
        clearTimeout(silence);
      }
      await sleep(AGAIN_MS, void 0, { signal: this.#signal });
    }
  }
  async #send(what, body) {
    const { url, token } = this.#address;
    const response = await fetch(`${url}/${what}`, {
      method: body === void 0 ? "GET" : "POST",
      headers: {
        ...token === null ? {} : { authorization: `Bearer ${token}` },
        ...body === void 0 ? {} : { "content-type": "application/json" }
      },
      ...body === void 0 ? {} : { body: JSON.stringify({ ...this.#who, ...body }) },
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(ANSWER_MS)])
    });
    const said = await response.json();
    if (response.ok) return said;
    const { message = "" } = said;
    throw new Answered("usage", `index 0 at ${url} refuses: ${message}`, {
      remedy: response.status === 401 ? "give every shard the same PLUMBLINE_SHARD_TOKEN" : "look at what index 0 says, and start the whole run again"
    });
  }
  #trouble(what, error) {
    if (error instanceof PlumblineError) return error;
    const why = fetchFailure(error);
    if (this.#reach.hasJoined)
      return new IndexZeroGone(
        "generator",
        `index 0 at ${this.#address.url} has ended, or cannot be reached any more (${what}): ${why}`,
        { remedy: "see its output: it names the shards that it lost", cause: error }
      );
    return new PlumblineError(
      "generator",
      `index 0 at ${this.#address.url} does not answer (${what}): ${why}`,
      {
        remedy: "start it first, with --listen at an address that this machine reaches",
        cause: error
      }
    );
  }
};
var Nothing = external_exports.object({});
var ServerReach = class {
  #url;
  #note;
  /** Messages since index 0 was last reached. Reasons may alternate several times a second: each is reported once. */
  #said = /* @__PURE__ */ new Set();
  #hasJoined = false;
  constructor(url, note) {
    this.#url = url;
    this.#note = note;
  }
  get hasJoined() {
    return this.#hasJoined;
  }
  /** Index 0 has taken this shard in: whatever fails from now on did work before. */
  joined() {
    this.#hasJoined = true;
  }
  /** @param patienceMs how long index 0 is asked again */
  failed(error, patienceMs) {
    const why = fetchFailure(error);
    if (this.#hasJoined)
      this.#say(
        `index 0 at ${this.#url} does not answer, and is asked again for ${patienceMs / 1e3} s: ${why}`
      );
    else if (error instanceof ZodError || error instanceof SyntaxError)
      this.#wait(`what answers there is not index 0 (${why})`);
    else this.#wait(`it cannot be reached yet (${why})`);
  }
  /** Reports that no answer has come for that long, and no error either: packets are lost, or index 0 is busy. */
  silent(ms) {
    if (!this.#hasJoined) this.#wait(`no answer for ${ms / 1e3} s`);
  }
  answered() {
    if (this.#said.size === 0) return;
    this.#said.clear();
    this.#note(`index 0 at ${this.#url} ${this.#hasJoined ? "answers again" : "is reached"}`);
  }
  #wait(why) {
    this.#say(`waiting for index 0 at ${this.#url}: ${why}`);
  }
  #say(text) {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    this.#note(text);
  }
};
function fetchFailure(error) {
  const { message, cause } = error;
  if (cause instanceof AggregateError) return cause.errors.map(fetchFailure).join(", ");
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
}

// src/io/shards/server.ts
var import_fastify = __toESM(require_fastify(), 1);

// src/io/shards/shard-coordinator.ts
var SILENCE_MS2 = 3e3;
var IDLE_SILENCE_MS = 3e4;
var READY_MS = 3e4;
var MARGIN_MS = 1e3;
var DEAF_MS = 500;
var Refused = class extends Error {
};
var ShardCoordinator = class {
  members;
  losses = [];
  #rules;
  #build;
  #around;
  #bornAt;
  #lookedAt;
  #lost = new AbortController();
  #waiting = /* @__PURE__ */ new Set();
  #task = null;
  #start = null;
  #end = null;
  #isCalledOff = false;
  /** Shards that have heard of the end. */
  #dismissed = /* @__PURE__ */ new Set();
  /** @param self index 0 */
  constructor(rules, self, around) {
    this.#rules = rules;
    this.#build = self.build;
    this.#around = around;
    this.#bornAt = around.now();
    this.#lookedAt = this.#bornAt;
    this.members = Array.from({ length: rules.shards }, (_, index) => ({
      index,
      state: index === 0 ? "joined" : "new",
      instance: null,
      machine: index === 0 ? self.machine : null,
      said: "",
      heardAt: this.#bornAt,
      calledAt: this.#bornAt,
      clock: index === 0 ? { offset: 0, bound: 0 } : null,
      slowestMs: 0,
      outcome: null
    }));
  }
  // Questions and reports of the other shards.
  /**
   * Refuses another build: it may bring another load for the same plan.
   * @throws Refused if it is one, and the run has lost that shard
   */
  assureAlike({ index }, host, build) {
    const other = buildDifference(build, this.#build);
    if (other === null) return;
    const member = this.members[index];
    if (member !== void 0 && index !== 0 && this.#end === null)
      this.#lose(member, "shard-unlike", `${other} (on ${host})`, ONE_BUILD);
    throw new Refused(`index ${index} ${other}; ${ONE_BUILD}`);
  }
  /** @throws Refused where there is no such index, it is another process's, or all is over */
  hello({ index, instance }, machine2) {
    const member = this.members[index];
    const { shards } = this.#rules;
    if (member === void 0 || index === 0)
      throw new Refused(
        `there is no index ${index} to join as: ${shards} shards have 0 (this one) to ${shards - 1}`
      );
    if (this.#end !== null) throw new Refused("the run is over");
    if (member.instance !== null && member.instance !== instance) {
      this.#lose(
        member,
        "shard-restarted",
        "began again as another process, which takes no part",
        "start the whole run again, and do not let a scheduler restart shards (backoffLimitPerIndex: 0, restartPolicy: Never)"
      );
      throw new Refused(`index ${index} has joined already, as another process`);
    }
    member.instance = instance;
    member.machine = machine2;
    if (member.state === "new") member.state = "joined";
    this.#heard(member);
    this.#changed();
  }
  task(who2, after) {
    const member = this.#memberOf(who2);
    if (this.#end !== null) {
      this.#dismissed.add(member.index);
      this.#changed();
      return this.#end;
    }
    const task = this.#task;
    return task === null || task.block <= after || this.#isLost() ? { kind: "wait" } : { kind: "task", task };
  }
  ready(who2, block, clock, slowestMs) {
    const member = this.#memberOf(who2);
    if (block !== this.#task?.block || member.state !== "joined") return;
    member.state = "ready";
    member.clock = clock;
    member.slowestMs = Math.max(member.slowestMs, slowestMs);
    this.#changed();
  }
  start(who2, block) {
    this.#memberOf(who2);
    if (!this.#isWanted(block)) return { kind: "abort" };
    return this.#start === null ? { kind: "wait" } : { kind: "start", startAt: this.#start.startAt };
  }
  /** @returns whether it is to go on */
  beat(who2, block, state, said) {
    const member = this.#memberOf(who2);
    if (!this.#isWanted(block)) return false;
    member.state = state;
    member.said = said;
    this.#changed();
    return true;
  }
  result(who2, block, outcome) {
    const member = this.#memberOf(who2);
    if (block !== this.#task?.block) return;
    member.state = "done";
    member.outcome = outcome;
    this.#changed();
  }
  failed(who2, message) {
    const member = this.#memberOf(who2);
    if (member.state === "failed") return;
    this.#lose(member, "shard-failed", `failed: ${message}`, "fix what it names, and measure again");
    member.state = "failed";
  }
  // Acts of index 0.
  /** Aborted when a shard is lost. */
  get lost() {
    return this.#lost.signal;
  }
  /** Waits until all have said hello. */
  async assembled(signal) {
    await this.#until(() => this.members.every(({ state }) => state !== "new"), signal);
  }
  /** Gives the next block to all, waits until each has measured its clock, and announces the start. @returns that moment, in own clock */
  async open(task, signal) {
    this.#task = task;
    this.#start = null;
    const now = this.#around.now();
    for (const member of this.members)
      Object.assign(member, {
        state: member.index === 0 ? "ready" : "joined",
        outcome: null,
        said: "",
        calledAt: now
      });
    this.#changed();
    await this.#until(() => this.members.every(({ state }) => state === "ready"), signal);
    const leadMs = Math.max(this.#rules.leadMs, ...this.members.map(({ slowestMs }) => 3 * slowestMs));
    const startAt = this.#around.wall.now() + leadMs * 1e3;
    const marginMs = Math.min(MARGIN_MS, leadMs / 5);
    this.#start = { startAt, knownBy: this.#around.now() + leadMs - marginMs };
    this.#own("armed", "");
    return startAt;
  }
  /** Notes how far index 0's own load is. */
  said(said) {
    this.#own("running", said);
  }
  /** @param own what index 0 itself brought @returns of all, by index */
  async outcomes(own, signal) {
    Object.assign(this.members[0], { state: "done", outcome: own });
    this.#changed();
    await this.#until(() => this.members.every(({ outcome }) => outcome !== null), signal);
    return this.members.map(({ outcome }) => outcome);
  }
  /** Ends the measuring: index 0 may take the tables away at once, and a shard that is under way hears of it at the next beat. */
  callOff() {
    this.#isCalledOff = true;
    this.#changed();
  }
  #isWanted(block) {
    return block === this.#task?.block && !this.#isCalledOff && !this.#isLost();
  }
  /** Ends the run: a shard that asks what to do next is sent home with that exit code. */
  end(code, why) {
    this.#end = { kind: "end", code, why: [...why] };
    for (const member of this.members)
      if (member.state !== "done" && member.state !== "failed" && member.state !== "new")
        member.state = "aborted";
    this.#changed();
  }
  /** Waits until all that live have heard of the end, at most this long. */
  async dismissed(ms) {
    const until = this.#around.now() + ms;
    const isHome = ({ index, state, instance }) => index === 0 || instance === null || state === "failed" || this.#dismissed.has(index);
    while (!this.members.every(isHome) && this.#around.now() < until) await this.change(100);
  }
  /** Looks at what is due; called several times a second. After a gap, messages that came meanwhile are still waiting to be read. */
  tick() {
    const now = this.#around.now();
    const deafMs = now - this.#lookedAt;
    this.#lookedAt = now;
    if (this.#end !== null || this.#isLost()) return;
    if (deafMs > DEAF_MS) this.#excuse(deafMs, now);
    for (const member of this.members.slice(1)) {
      if (this.#isLost()) return;
      this.#look(member, now);
    }
  }
  /** Resolves at the next change, or after so many milliseconds. */
  async change(ms) {
    await new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#waiting.add(done);
    });
  }
  /** Forgives silence while index 0 does not listen; and a start that could not be fetched then was missed by index 0. */
  #excuse(deafMs, now) {
    this.#bornAt += deafMs;
    for (const member of this.members) {
      member.heardAt += deafMs;
      member.calledAt += deafMs;
    }
    const isUnfetched = this.members.some(({ state, index }) => state === "ready" && index !== 0);
    if (this.#start !== null && now > this.#start.knownBy && isUnfetched)
      this.#lose(
        this.members[0],
        "shard-late",
        `itself stood still for ${seconds(deafMs)}, in which the others could not fetch the start`,
        LATE
      );
  }
  #look(member, now) {
    const silentMs = now - member.heardAt;
    switch (member.state) {
      case "new":
        if (now - this.#bornAt > this.#rules.joinMs)
          this.#lose(
            member,
            "shard-absent",
            `has not joined within ${seconds(this.#rules.joinMs)}`,
            `start it: plumbline shard --plan http://HOST:PORT --index ${member.index}; --join-timeout waits longer`
          );
        return;
      case "joined":
        if (silentMs > IDLE_SILENCE_MS) this.#died(member, silentMs, "while it waited");
        else if (this.#task !== null && now - member.calledAt > READY_MS)
          this.#lose(member, "shard-late", `was not ready ${seconds(READY_MS)} after all were called`, LATE);
        return;
      case "ready":
        if (this.#start !== null && now > this.#start.knownBy)
          this.#lose(member, "shard-late", "had not fetched the start when it was due", LATE);
        else if (silentMs > IDLE_SILENCE_MS) this.#died(member, silentMs, "while it waited for the start");
        return;
      case "armed":
      case "running":
      case "draining":
        if (silentMs > Math.max(SILENCE_MS2, 3 * member.slowestMs))
          this.#died(
            member,
            silentMs,
            member.said === "" ? `it was ${member.state}` : `last it said: ${member.said}`
          );
        return;
      case "done":
      case "failed":
      case "aborted":
    }
  }
  #died(member, silentMs, last) {
    this.#lose(
      member,
      "shard-died",
      `was not heard for ${seconds(silentMs)}; ${last}`,
      "look at its own output, and whether its machine lives (memory, eviction, network); then measure again"
    );
  }
  #lose(member, code, what, remedy) {
    member.state = code === "shard-absent" ? "new" : "failed";
    const name = shardName(member.index, this.#rules.shards);
    const host = member.machine === null ? "" : ` (${member.machine.host})`;
    this.losses.push({ code, message: `${name}${host} ${what}`, remedy });
    this.#lost.abort();
    this.#changed();
  }
  #memberOf({ index, instance }) {
    const member = this.members[index];
    if (member === void 0 || index === 0 || member.instance !== instance)
      throw new Refused(`index ${index} has not joined as this process`);
    this.#heard(member);
    return member;
  }
  /** A sign of life is no change that wakes a waiting question: two that wait would wake each other for ever. */
  #heard(member) {
    member.heardAt = this.#around.now();
  }
  #own(state, said) {
    Object.assign(this.members[0], { state, said });
    this.#changed();
  }
  #isLost() {
    return this.losses.length > 0;
  }
  /** @throws PlumblineError where a shard was lost before that */
  async #until(isTrue, signal) {
    for (; ; ) {
      signal.throwIfAborted();
      const [loss] = this.losses;
      if (loss !== void 0) throw new PlumblineError("generator", loss.message, { remedy: loss.remedy });
      if (isTrue()) return;
      await this.change(1e3);
    }
  }
  #changed() {
    const waiting = this.#waiting;
    this.#waiting = /* @__PURE__ */ new Set();
    for (const done of waiting) done();
  }
};
var ONE_BUILD = "install the same release of Plumbline, with its load generator, on all load machines";
var LATE = "give the machines CPUs of their own, and look at the network between them; --lead gives more time";
function shardName(index, shards) {
  return `index ${index} of ${shards}`;
}
function seconds(ms) {
  return plainSpaces(formatTime(1e6 * ms));
}

// src/io/shards/server.ts
var HOLD_MS = 1e4;
var BODY_MOST = 256 * 2 ** 20;
function createShardServer(service) {
  const app = (0, import_fastify.default)({ bodyLimit: BODY_MOST, forceCloseConnections: true });
  app.setValidatorCompiler(validatorCompiler);
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, async () => void 0);
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof Refused ? 409 : error.statusCode ?? 500;
    return reply.code(status).send({ message: error.message });
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.header("cache-control", "no-store");
    if (service.token === null) {
      const message = misdirected(app.server.address(), request.headers.host);
      if (message !== null) await reply.code(421).send({ message });
      return;
    }
    if (isSameSecret(request.headers.authorization ?? "", `Bearer ${service.token}`)) return;
    await reply.code(401).send({ message: "a token is needed: PLUMBLINE_SHARD_TOKEN of index 0" });
  });
  shardRoutes(app, service);
  collectorRoutes(app, service);
  return app;
}
function shardRoutes(instance, { coordinator, shards, wall }) {
  const app = instance.withTypeProvider();
  app.post("/hello", { schema: { body: Hello } }, async ({ body }) => {
    coordinator.assureAlike(body, body.machine.host, body.build);
    coordinator.hello(body, Machine.parse(body.machine));
    return { shards };
  });
  app.get("/time", async () => {
    const t2 = wall.now();
    return { t2, t3: wall.now(), bound: wall.bound };
  });
  app.post(
    "/task",
    { schema: { body: AskTask } },
    ({ body }) => held(coordinator, () => coordinator.task(body, body.after))
  );
  app.post("/ready", { schema: { body: Ready } }, async ({ body }) => {
    coordinator.ready(body, body.block, body.clock, body.slowestMs);
    return {};
  });
  app.post(
    "/start",
    { schema: { body: AskStart } },
    ({ body }) => held(coordinator, () => coordinator.start(body, body.block))
  );
  app.post("/beat", { schema: { body: Beat } }, async ({ body }) => ({
    goesOn: coordinator.beat(body, body.block, body.state, body.said)
  }));
  app.post("/outcome", { schema: { body: Result } }, async ({ body }) => {
    coordinator.result(body, body.block, body.outcome);
    return {};
  });
  app.post("/failed", { schema: { body: Failed } }, async ({ body }) => {
    coordinator.failed(body, body.message);
    return {};
  });
}
function collectorRoutes(instance, { status, ended, onFetched }) {
  const app = instance.withTypeProvider();
  app.get("/status", async () => status());
  const Arm = external_exports.strictObject({ arm: external_exports.enum(["base", "head"]).default("head") });
  app.get("/result", { schema: { querystring: Arm } }, async ({ query }, reply) => {
    const end = ended();
    if (end === null) return reply.code(202).send(status());
    const run = end.runs?.[query.arm] ?? null;
    if (run === null) {
      const message = end.message ?? "head was measured alone: there is no run of base";
      return reply.code(end.runs === null ? 409 : 404).send({ message, exitCode: end.exitCode });
    }
    return run;
  });
  app.post("/fetched", async () => {
    if (ended() === null) throw new Refused("the run is not over");
    onFetched();
    return {};
  });
}
async function held(coordinator, ask) {
  const left = timeLeft(HOLD_MS);
  for (; ; ) {
    const answer = ask();
    if (answer.kind !== "wait" || left() === 0) return answer;
    await coordinator.change(Math.min(left(), 1e3));
  }
}

// src/pipeline/measure/follow.ts
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import path from "node:path";
var BEAT_MS = 1e3;
async function follow(follower) {
  const { conversation, progress } = follower;
  for (let after = -1; ; ) {
    progress.stage("waiting for index 0");
    const answer = await conversation.task(after);
    if (answer.kind === "end") return answer;
    after = answer.task.block;
    try {
      await doTask(follower, answer.task);
    } catch (error) {
      await conversation.failed(error.message).catch(() => void 0);
      throw error;
    }
  }
}
async function doTask(follower, task) {
  const { conversation, progress, index, shards } = follower;
  const wall = wallClock();
  const before = await conversation.clock(wall);
  await conversation.ready(task.block, before);
  const startAt = await conversation.start(task.block);
  if (startAt === null) return;
  progress.stage(`${task.name}: part ${index + 1} of ${shards}`);
  const beats = new Beats(follower, task.block);
  try {
    const lines = await withScripts(
      task,
      (scripts) => follower.generator.run(runRequest(task, scripts, follower, startAt - before.offset, beats))
    );
    beats.say("draining", "its load is over");
    const after = await conversation.clock(wall);
    await conversation.outcome(task.block, { lines, before, after, setBy: wall.setBy() });
  } catch (error) {
    if (!follower.signal.aborted && !await beats.goesOn()) return;
    throw error;
  } finally {
    beats.end();
  }
}
function runRequest(task, { script, own }, { index, shards, progress, signal }, startAt, beats) {
  const { name, workload, dialect, seconds: seconds2, warmupSeconds, sliceMs, seed, targets } = task;
  return {
    name,
    workload,
    dialect,
    options: {
      ...optionsOfShard(task.options, task.threads, index, shards),
      "start-at": startAt / 1e6
    },
    script,
    targets: targets.map(({ url }, i) => ({ url, pid: null, script: own[i] })),
    seconds: seconds2,
    warmupSeconds,
    sliceMs,
    seed,
    onProgress: ({ phase, share }) => {
      const said = share === null ? phase : `${phase}, ${formatProgress(share)}`;
      beats.say(phase === "connect" ? "armed" : "running", said);
      progress.update({ what: `${name}: ${phase}`, share, secondsLeft: null });
    },
    signal: AbortSignal.any([signal, beats.calledOff])
  };
}
var Beats = class {
  #conversation;
  #block;
  #calledOff = new AbortController();
  #timer;
  #state = "armed";
  #said = "";
  /** One at a time: where index 0 does not answer, each is asked again for seconds. */
  #underway = null;
  constructor({ conversation }, block) {
    this.#conversation = conversation;
    this.#block = block;
    this.#timer = setInterval(() => void this.#send(), BEAT_MS);
    void this.#send();
  }
  /** Aborted when index 0 does not want the block any more, or is gone. */
  get calledOff() {
    return this.#calledOff.signal;
  }
  say(state, said) {
    this.#state = state;
    this.#said = said;
  }
  end() {
    clearInterval(this.#timer);
  }
  /** Asks whether the block is still wanted. */
  async goesOn() {
    await this.#underway;
    await this.#send();
    return !this.#calledOff.signal.aborted;
  }
  async #send() {
    this.#underway ??= this.#ask().finally(() => {
      this.#underway = null;
    });
    await this.#underway;
  }
  async #ask() {
    const goesOn = await this.#conversation.beat(this.#block, this.#state, this.#said).catch(() => false);
    if (!goesOn) this.#calledOff.abort();
  }
};
async function withScripts({ script, targets }, work) {
  if (script === null && targets.every((target) => target.script === null))
    return await work({ script: void 0, own: targets.map(() => void 0) });
  return await withTemporary("plumbline-shard-", async (folder) => {
    const own = [];
    for (const [i, target] of targets.entries()) own.push(await saveScripts(folder, `${i}-`, target.script));
    return await work({ script: await saveScripts(folder, "all-", script), own });
  }).catch((error) => {
    throw error instanceof PlumblineError ? error : new PlumblineError("internal", error.message);
  });
}
async function saveScripts(folder, prefix, script) {
  if (script === null) return void 0;
  const root = await mkdtemp(path.join(folder, prefix));
  const put = async (place, bytes) => {
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, bytes);
    return place;
  };
  const files = script.files.map(async ({ text, ...facts }, i) => ({
    ...facts,
    path: await put(shardScriptPlace(root, facts.file, i), Buffer.from(text))
  }));
  const rows = script.rows.map(async ({ bytes, ...facts }, i) => ({
    ...facts,
    path: await put(shardScriptPlace(root, facts.file, i), Buffer.from(bytes, "base64"))
  }));
  return { files: await Promise.all(files), rows: await Promise.all(rows), variables: script.variables };
}
function shardScriptPlace(root, file, index) {
  const isWithin = !path.isAbsolute(file) && !path.normalize(file).startsWith("..");
  return isWithin ? path.join(root, file) : path.join(root, `${index}`, path.basename(file));
}

// src/pipeline/measure/sharded.ts
import { readFile } from "node:fs/promises";

// src/analysis/samples/merge-lines.ts
var SHARDS = "shards";
function mergeLines(streams, keepSlices) {
  const parsed = streams.map(({ name, lines }) => ({ name, events: parseEvents(lines) }));
  const only = (type) => parsed.map(({ name, events }) => lastOf(events, type) ?? fail(name, type));
  const hellos = only("hello");
  const slices = keepSlices ? mergeSlices(parsed.map(({ events }) => ofType(events, "slice"))) : null;
  const targets = ofType(parsed[0].events, "block").map(({ target }) => target);
  const blocks = targets.map(
    (target) => mergeBlocks(
      parsed.map(
        ({ name, events }) => ofType(events, "block").find((block) => block.target === target) ?? fail(name, "block")
      )
    )
  );
  const merged = [
    mergeHellos(hellos),
    ...slices ?? [],
    ...blocks,
    mergeSummaries(
      parsed.map(({ name }) => name),
      only("summary")
    )
  ];
  return { lines: merged.map(printLine), inStep: slices !== null };
}
function firstEventUs(lines) {
  const events = parseEvents(lines);
  const began = ofType(events, "progress").find(({ phase }) => phase === "warmup" || phase === "measure");
  const hello = lastOf(events, "hello");
  if (began?.at_ns === void 0 || hello?.started_at_unix_ns === void 0) return null;
  return hello.started_at_unix_ns / 1e3 + began.at_ns / 1e3;
}
function broughtBy(lines) {
  const events = parseEvents(lines);
  const blocks = ofType(events, "block");
  return {
    events: sum(blocks.map((block) => block.events)),
    failed: sum(blocks.map(({ failures }) => failures.events)),
    cpuShare: lastOf(events, "summary")?.client?.cpu_share ?? null,
    still: stillUs(events)
  };
}
function stillUs(events) {
  const everyNs = 1e9 * Number(lastOf(events, "hello")?.options["report-interval"] ?? 0);
  if (!(everyNs > 0)) return 0;
  const reported = ofType(events, "progress").flatMap(
    ({ phase, at_ns }) => phase === "measure" && at_ns !== void 0 ? [at_ns] : []
  );
  const late2 = reported.slice(1).map((at, i) => at - reported[i] - everyNs);
  return Math.max(0, ...late2) / 1e3;
}
function mergeHellos(hellos) {
  const [first] = hellos;
  const threads = sum(hellos.map(({ options }) => Number(options["threads"] ?? 0)));
  return { ...first, options: { ...first.options, threads, shard: "1/1", [SHARDS]: hellos.length } };
}
function mergeSlices(all) {
  const [first, ...others] = all;
  const isLike = (slices) => slices.length === first.length && slices.every(({ target }, i) => target === first[i].target);
  if (!others.every(isLike)) return null;
  return first.map((slice, i) => {
    const parts2 = all.map((slices) => slices[i]);
    return {
      ...slice,
      duration_ns: Math.max(...parts2.map((part) => part.duration_ns)),
      events: sum(parts2.map((part) => part.events)),
      queries: sum(parts2.map((part) => part.queries))
    };
  });
}
function mergeBlocks(blocks) {
  const [first] = blocks;
  const add = (of) => sum(blocks.map((block) => of(block) ?? 0));
  const cpus = blocks.flatMap(({ server_cpu_ns }) => server_cpu_ns ?? []);
  return {
    type: "block",
    target: first.target,
    duration_ns: Math.max(...blocks.map((block) => block.duration_ns)),
    events: add((block) => block.events),
    queries: addQueries(blocks.map((block) => block.queries)),
    queries_committed: addQueries(blocks.map((block) => block.queries_committed)),
    failures: {
      events: add(({ failures }) => failures.events),
      by_sqlstate: addByKey(blocks.map(({ failures }) => failures.by_sqlstate))
    },
    retries: add((block) => block.retries),
    reconnects: add((block) => block.reconnects),
    downtime_ns: add((block) => block.downtime_ns),
    latency: mergeLatencies(blocks.map(({ latency }) => latency)),
    ...lastAttempts(blocks),
    ...openLoop(blocks),
    rest_ns: add((block) => block.rest_ns),
    connections: add((block) => block.connections),
    ended_events: add((block) => block.ended_events),
    ...parts("statements", blocks),
    ...parts("event_kinds", blocks),
    ...parts("stages", blocks),
    ...hosts(blocks),
    // All that can read it read the same processes over the same time.
    server_cpu_ns: cpus.length === 0 ? null : Math.max(...cpus),
    ...firstKnown("server_cpu", blocks),
    ...firstKnown("server_memory_bytes", blocks)
  };
}
function lastAttempts(blocks) {
  if (blocks.every((block) => block.latency_last_attempt === void 0)) return {};
  const all = blocks.map((block) => block.latency_last_attempt ?? block.latency);
  return { latency_last_attempt: mergeLatencies(all) };
}
function openLoop(blocks) {
  if (blocks.some(({ service, lateness }) => service === void 0 || lateness === void 0)) return {};
  const add = (of) => sum(blocks.map((block) => of(block) ?? 0));
  return {
    service: mergeLatencies(blocks.map((block) => block.service)),
    lateness: mergeLatencies(blocks.map((block) => block.lateness)),
    ...blocks.every(({ punctual }) => punctual !== void 0) ? { punctual: mergeLatencies(blocks.map(({ punctual }) => punctual)) } : {},
    offered: add((block) => block.offered),
    offered_per_s: add((block) => block.offered_per_s),
    achieved_per_s: add((block) => block.achieved_per_s),
    unstarted: add((block) => block.unstarted),
    not_sustained: blocks.some((block) => block.not_sustained === true)
  };
}
function parts(field, blocks) {
  const all = blocks.flatMap(
    (block) => block[field] ?? []
  );
  if (all.length === 0) return {};
  const merged = [...groupBy(all, ({ name }) => name)].map(([name, same]) => ({
    name,
    count: sum(same.map(({ count: count2 }) => count2)),
    errors: sum(same.map(({ errors }) => errors)),
    misses: sum(same.map(({ misses = 0 }) => misses)),
    ...mergedLatency(same)
  }));
  return { [field]: merged };
}
function hosts(blocks) {
  const all = blocks.flatMap((block) => block.hosts ?? []);
  if (all.length === 0) return {};
  const merged = [...groupBy(all, ({ host }) => host)].map(([host, same]) => ({
    host,
    connections: sum(same.map(({ connections }) => connections)),
    events: sum(same.map(({ events }) => events)),
    errors: sum(same.map(({ errors }) => errors)),
    ...mergedLatency(same)
  }));
  return { hosts: merged };
}
function mergedLatency(same) {
  const known = same.flatMap(({ latency }) => latency ?? []);
  return known.length === 0 ? {} : { latency: mergeLatencies(known) };
}
function mergeLatencies(all) {
  const histogram = mergeHistograms(all.map((each) => decodeHistogram(each.histogram)));
  const used = all.filter(({ count: count2 }) => count2 > 0);
  const max_ns = Math.max(0, ...used.map((each) => each.max_ns));
  const percentiles = Object.keys(all[0].percentiles_ns ?? {}).map((name) => {
    const value = histogramQuantile(histogram, Number(name) / 100);
    return [name, value === null ? null : Math.min(value, max_ns)];
  });
  return {
    count: sum(all.map(({ count: count2 }) => count2)),
    min_ns: used.length === 0 ? 0 : Math.min(...used.map((each) => each.min_ns)),
    max_ns,
    sum_ns: sum(all.map((each) => each.sum_ns)),
    percentiles_ns: Object.fromEntries(percentiles),
    histogram: encodeHistogram(histogram)
  };
}
function mergeSummaries(names, summaries) {
  const [first] = summaries;
  const clients = summaries.flatMap(({ client }) => client ?? []);
  const all = summaries.flatMap(({ host }) => host ?? []);
  const placements = new Set(clients.map(({ placement }) => placement));
  return {
    ...first,
    exit_code: Math.max(...summaries.map((summary) => summary.exit_code)),
    interrupted: summaries.some(({ interrupted }) => interrupted),
    client: {
      ...clients[0],
      cpu_share: Math.max(0, ...clients.map((client) => client.cpu_share)),
      ...placements.size > 1 ? { placement: "mixed" } : {}
    },
    host: {
      steal_share: most(all.map((host) => host.steal_share)),
      load_average: most(all.map((host) => host.load_average))
    },
    warnings: mergeLoadWarnings(names, summaries)
  };
}
function mergeLoadWarnings(names, summaries) {
  const said = summaries.flatMap(
    ({ warnings = [] }, i) => warnings.map((warning2) => ({ ...warning2, message: `${names[i]}: ${warning2.message}` }))
  );
  return [...groupBy(said, ({ code }) => code)].map(([code, same]) => ({
    code,
    message: same.map(({ message }) => message).join("; "),
    remedy: same[0].remedy
  }));
}
function parseEvents(lines) {
  return lines.map((line, position) => parseLine(line, position + 1)).filter((event) => event !== null);
}
function addQueries(all) {
  return {
    read: sum(all.map(({ read }) => read)),
    write: sum(all.map(({ write }) => write)),
    other: sum(all.map(({ other }) => other))
  };
}
function firstKnown(field, blocks) {
  const known = blocks.find((block) => block[field] !== void 0);
  return known === void 0 ? {} : { [field]: known[field] };
}
function most(values) {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}
function fail(name, type) {
  throw new PlumblineError("generator", `the output of ${name} has no ${type} line`, {
    remedy: "measure again, and look at that machine's output; nothing of this block was kept"
  });
}

// src/pipeline/measure/sharded.ts
async function assurePlanShareable({ workloads }, generator, shards) {
  for (const workload of workloads)
    assureShareable(workload, threadOption(await generator.describe(workload)), shards);
}
function runSharded(sharding) {
  let block = -1;
  return async (request) => {
    block += 1;
    return await runTogether(sharding, block, request);
  };
}
async function runTogether({ coordinator, shards, generator, wall, onBlock }, block, request) {
  const threads = threadOption(await generator.describe({ ...request, name: requestName(request) }));
  wall.renew();
  const startAt = await coordinator.open(await taskOf(request, block, threads), request.signal);
  const own = await generator.run({
    ...request,
    options: { ...optionsOfShard(request.options, threads, 0, shards), "start-at": startAt / 1e6 },
    onProgress: (progress) => {
      const done = progress.share === null ? "" : `, ${formatProgress(progress.share)}`;
      coordinator.said(`${progress.phase}${done}`);
      request.onProgress(progress);
    },
    signal: AbortSignal.any([request.signal, coordinator.lost])
  }).catch((error) => {
    if (coordinator.lost.aborted && !request.signal.aborted) return [];
    throw asFailure(error, request.signal);
  });
  const still = { offset: 0, bound: 0 };
  const outcomes = await coordinator.outcomes(
    { lines: own, before: still, after: still, setBy: wall.setBy() },
    request.signal
  );
  const facts = blockFacts(request, startAt, outcomes);
  const streams = outcomes.map(({ lines: lines2 }, index) => ({ name: shardName(index, shards), lines: lines2 }));
  const { lines, inStep } = mergeLines(streams, facts.sliceMs === null || isFine(facts));
  onBlock({ ...facts, inStep });
  return lines;
}
function blockFacts(request, startAt, outcomes) {
  const { options, targets, sliceMs, seconds: seconds2 } = request;
  return {
    workload: requestName(request),
    startAt,
    sliceMs: targets.length > 1 && typeof sliceMs === "number" ? sliceMs : null,
    seconds: seconds2,
    rate: Number(options["rate"] ?? 0),
    shards: outcomes.map(({ lines, before, after, setBy }) => ({
      before,
      after,
      setBy,
      firstAt: firstEventUs(lines),
      ...broughtBy(lines)
    }))
  };
}
async function taskOf(request, block, threads) {
  const { workload, dialect, options, script, targets, seconds: seconds2, warmupSeconds, sliceMs, seed } = request;
  return {
    block,
    name: requestName(request),
    workload,
    dialect,
    options,
    threads,
    script: await wireScript(script),
    targets: await Promise.all(
      targets.map(async ({ url, script: own }) => ({ url, script: await wireScript(own) }))
    ),
    seconds: seconds2,
    warmupSeconds,
    sliceMs,
    seed
  };
}
function requestName({ name, workload }) {
  return name ?? workload;
}
async function wireScript(script) {
  if (script === void 0) return null;
  const files = script.files.map(async ({ file, path: path3, weight, hash }) => ({
    file,
    weight,
    hash,
    text: await readFile(path3, "utf8")
  }));
  const rows = (script.rows ?? []).map(async ({ file, path: path3, hash }) => ({
    file,
    hash,
    bytes: await readFile(path3, "base64")
  }));
  return { files: await Promise.all(files), rows: await Promise.all(rows), variables: script.variables };
}
function threadOption({ options }) {
  return Number(options["threads"] ?? 1);
}

// src/pipeline/shard.ts
var DISMISS_MS = 15e3;
var TICK_MS = 100;
var SLICE_NS = 25e7;
async function lead(invocation, request, progress, signal) {
  const config = sharedConfig(await loadConfig(invocation));
  await assureWritable(path2.resolve(invocation.cwd, invocation.output));
  await assureTemporaryFolder();
  const generator = await findLoadGenerator({ progress, urls: [], signal });
  const plan = await planWith(config, invocation.overrides, generator, invocation.cwd);
  await assurePlanShareable(plan, generator, request.shards);
  const build = buildOf(await generator.catalog());
  const wall = wallClock();
  const self = { machine: machine(), build };
  const coordinator = new ShardCoordinator(request, self, { now: () => performance.now(), wall });
  const ticking = setInterval(() => coordinator.tick(), TICK_MS);
  const run = new LedRun(config, coordinator);
  const app = createShardServer({
    coordinator,
    shards: request.shards,
    token: request.token,
    wall,
    status: () => run.status(),
    ended: () => run.ended,
    onFetched: () => run.fetched.abort()
  });
  try {
    const address = await app.listen({ host: request.host, port: request.port }).catch((cause) => {
      throw new PlumblineError(
        "usage",
        `cannot listen on ${request.host}:${request.port}: ${cause.message}`,
        {
          remedy: "name another --listen (port 0 takes a free one); if an earlier index 0 still keeps its run there (--keep-for), end it, or POST /fetched",
          cause
        }
      );
    });
    request.onListening(address);
    progress.stage(`waiting for the other ${request.shards - 1} of ${request.shards} shards`);
    return await run.toItsEnd(invocation, request, wall, progress, signal);
  } finally {
    clearInterval(ticking);
    await app.close();
  }
}
async function join(address, joinMs, progress, signal) {
  await assureTemporaryFolder();
  const conversation = new Conversation(address, (text) => progress.note(text), signal);
  const generator = await findLoadGenerator({ progress, urls: [], signal });
  const build = buildOf(await generator.catalog());
  const shards = await conversation.hello(machine(), build, joinMs);
  const { index } = address;
  const { code, why } = await follow({ conversation, generator, index, shards, progress, signal }).catch(
    (error) => {
      if (!(error instanceof IndexZeroGone)) throw error;
      return { code: EXIT_CODE.inconclusive, why: [`${error.message}; ${error.remedy}`] };
    }
  );
  for (const reason of why)
    progress.note(code === EXIT_CODE.inconclusive ? `inconclusive: ${reason}` : `index 0 ended: ${reason}`);
  progress.note(code === EXIT_CODE.fine ? "done: index 0 has the run" : `ended with exit code ${code}`);
  return code;
}
var LedRun = class {
  #config;
  #coordinator;
  #blocks = [];
  fetched = new AbortController();
  ended = null;
  constructor(config, coordinator) {
    this.#config = config;
    this.#coordinator = coordinator;
  }
  async toItsEnd(invocation, { keepSeconds, ...request }, wall, progress, signal) {
    signal.addEventListener("abort", () => this.#coordinator.callOff(), { once: true });
    const measured = await this.#measured(invocation, request, wall, progress, signal).catch(
      (error) => ({ runs: null, sessions: 0, failure: asFailure(error, signal) })
    );
    this.ended = await this.#endOf(measured, invocation, progress);
    const why = (this.ended.runs?.head.inconclusive ?? []).map(({ message: message2 }) => message2);
    for (const reason of why) progress.note(`inconclusive: ${reason}`);
    const { message } = this.ended;
    this.#coordinator.end(this.ended.exitCode, message === null ? why : [message]);
    await this.#coordinator.dismissed(DISMISS_MS);
    if (keepSeconds > 0 && !signal.aborted) {
      progress.stage(`kept for ${keepSeconds} s: GET /result, then POST /fetched`);
      await endOrTimeout(AbortSignal.any([this.fetched.signal, signal]), keepSeconds * 1e3);
    }
    if (this.ended.runs === null) throw measured.failure;
    return this.ended.exitCode;
  }
  /** Waits for all others before the first row is loaded: what cannot be measured need not be prepared. */
  async #measured(invocation, { shards }, wall, progress, signal) {
    const config = this.#config;
    const coordinator = this.#coordinator;
    await coordinator.assembled(signal);
    const measuring = async (job, ...rest) => {
      const { generator } = job;
      const onBlock = (block) => this.#blocks.push(block);
      const run = runSharded({ coordinator, shards, generator, wall, onBlock });
      return await measure({ ...job, run }, ...rest);
    };
    const work = async () => {
      const warnings = await lookAtMachine(config.measure.preflight, invocation.cwd, progress);
      return await measureAlone(config, invocation, warnings, progress, signal, [], measuring);
    };
    return await holdingMachine(invocation.lock, `suite ${config.suite}`, work, progress, signal);
  }
  /** Writes the documents, as far as there are any. A run that lost a shard has at least one, which says so. */
  async #endOf({ runs, failure }, invocation, progress) {
    const lost = this.#coordinator.losses.length > 0;
    const known = runs ?? (lost ? await unmeasured(this.#config, invocation) : null);
    if (known === null || failure !== null && !lost) {
      const { message, exitCode: exitCode2 } = failure ?? new PlumblineError("internal", "nothing was measured");
      return { runs: null, message, exitCode: exitCode2 };
    }
    const head = this.#annotated(known.head);
    const written = { base: known.base && this.#annotated(known.base), head };
    const places = await writeRuns(invocation, written);
    progress.note(`wrote ${places.join(", ")}`);
    const exitCode = head.inconclusive === void 0 ? EXIT_CODE.fine : EXIT_CODE.inconclusive;
    return { runs: written, message: null, exitCode };
  }
  #annotated(run) {
    const machines = this.#machines();
    const inconclusive = [
      ...this.#coordinator.losses,
      ...shardObjections(machines, this.#blocks)
    ];
    return {
      ...run,
      warnings: [...run.warnings, ...shardWarnings(machines, this.#blocks)],
      shards: shardParts(machines, this.#blocks),
      ...inconclusive.length === 0 ? {} : { inconclusive }
    };
  }
  #machines() {
    return this.#coordinator.members.map(({ machine: machine2 }) => machine2 ?? ABSENT);
  }
  status() {
    const { members, losses } = this.#coordinator;
    const now = performance.now();
    return {
      schema: "plumbline.shards/1",
      state: this.#state(),
      blocks: this.#blocks.length,
      shards: members.map(({ index, state, machine: machine2, said, heardAt, instance }) => ({
        index,
        state,
        host: machine2?.host ?? null,
        said,
        silentSeconds: instance === null ? null : Math.round((now - heardAt) / 100) / 10
      })),
      inconclusive: (this.ended?.runs?.head.inconclusive ?? losses).map(({ message }) => message)
    };
  }
  #state() {
    if (this.ended === null)
      return this.#coordinator.members.some(({ state }) => state === "new") ? "waiting" : "measuring";
    if (this.ended.runs === null) return "failed";
    return this.ended.exitCode === EXIT_CODE.fine ? "done" : "inconclusive";
  }
};
function sharedConfig(config) {
  const { deploy, base, migration } = config.database;
  const unreached = [deploy, ...base === void 0 ? [] : [base]].find(
    (each) => traitsOf(each).running === null
  );
  if (unreached !== void 0)
    throw new PlumblineError("usage", "several load machines need a server that all of them reach", {
      remedy: "set database.deploy: { url: postgres://HOST:5432/DB }, with a host name that every machine resolves"
    });
  if (migration !== void 0)
    throw new PlumblineError("usage", "a migration under load is tried from one machine", {
      remedy: "leave database.migration out, and try it with plumbline run"
    });
  const { slice } = config.measure;
  return { ...config, measure: { ...config.measure, slice: slice === "auto" ? SLICE_NS : slice } };
}
function machine() {
  const { cpuModel, cpuCount } = machineFacts();
  return { host: hostname(), cpuModel, cpuCount };
}
async function endOrTimeout(signal, ms) {
  if (signal.aborted) return;
  await new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => [clearTimeout(timer), resolve()], { once: true });
  });
}
export {
  join,
  lead
};
