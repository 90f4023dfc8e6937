/**
 * Takes documents into a store, a portion in a transaction, and reads on while some are saved. Where the store knows something later
 * already, that stays.
 */
import type { Acceptance } from "../../model/acceptance.ts";
import type { Report } from "../../model/report.ts";
import type { Run } from "../../model/run.ts";
import type { StoreLine } from "./json-lines.ts";
import { reportKey } from "./report-key.ts";
import type { Store } from "./store.ts";

/** Saving one by one would take a transaction each; more of them would take more memory. */
const PORTION = 10;
/** While the server works on one portion, the next is made ready; a third would only wait. */
const SAVED_AT_ONCE = 2;

/** A portion of runs on its way into the store. */
type Saving = Readonly<{ ids: ReadonlySet<string>; done: Promise<void> }>;

export class Receiver {
  readonly #store: Store;
  readonly #progress: (runs: number) => void;
  readonly #known: ReadonlyMap<string, Acceptance>;
  #pending: Run[] = [];
  #reports: Report[] = [];
  #acceptances: Acceptance[] = [];
  #runs = 0;
  /** Portions that are being saved, the oldest first. */
  readonly #saving: Saving[] = [];
  /** True once saving a portion has failed: then no other is begun. */
  #hasFailed = false;

  private constructor(store: Store, known: readonly Acceptance[], progress: (runs: number) => void) {
    this.#store = store;
    this.#known = new Map(known.map((each) => [each.id, each]));
    this.#progress = progress;
  }

  /** @param progress gets, after each whole portion, how many runs were saved */
  static async into(store: Store, progress: (runs: number) => void): Promise<Receiver> {
    return new Receiver(store, await store.acceptances({}), progress);
  }

  /** Runs that were saved. */
  get runs(): number {
    return this.#runs;
  }

  /**
   * Takes all of them, and has saved all when it returns. Runs that came before a document that is none are saved, too. However it ends,
   * nothing is being saved any more.
   */
  async take(lines: AsyncIterable<StoreLine>): Promise<void> {
    try {
      await this.#addAll(lines);
      await this.#end();
    } finally {
      await Promise.allSettled(this.#saving.map(({ done }) => done));
    }
  }

  async #addAll(lines: AsyncIterable<StoreLine>): Promise<void> {
    try {
      for await (const line of lines) await this.#add(line);
    } catch (error) {
      if (!this.#hasFailed) await this.#saveLastRuns().catch(() => undefined);
      throw error;
    }
  }

  async #add(line: StoreLine): Promise<void> {
    switch (line.kind) {
      case "run":
        if (this.#pending.push(line.run) === PORTION) await this.#saveRuns();
        break;
      case "report":
        if (this.#reports.push(line.report) === PORTION) await this.#saveReports();
        break;
      case "acceptance":
        this.#acceptances.push(line.acceptance);
        break;
    }
  }

  /** Saves what is left of the last portions. */
  async #end(): Promise<void> {
    await this.#saveLastRuns();
    await this.#store.saveAcceptances(this.#acceptances.map((each) => this.#merged(each)));
    this.#acceptances = [];
    await this.#saveReports();
  }

  async #saveLastRuns(): Promise<void> {
    if (this.#pending.length > 0) await this.#saveRuns();
    while (this.#saving.length > 0) await this.#oldestSaved();
  }

  /** Begins to save a portion, when there is room, and when no other one on its way has an earlier version of one of its runs. */
  async #saveRuns(): Promise<void> {
    const runs = this.#pending;
    this.#pending = [];
    const ids = new Set(runs.map(({ id }) => id.toLowerCase()));
    const isBefore = (other: Saving) => [...ids].some((id) => other.ids.has(id));
    while (this.#saving.length === SAVED_AT_ONCE || this.#saving.some(isBefore)) await this.#oldestSaved();
    const done = this.#store.save(runs).then(() => {
      this.#runs += runs.length;
      // A last, smaller portion is saved in a moment: there is no progress to report.
      if (runs.length === PORTION) this.#progress(this.#runs);
    });
    // The error itself reaches the code that awaits `done`; here it must only not count as unhandled.
    done.catch(() => {
      this.#hasFailed = true;
    });
    this.#saving.push({ ids, done });
  }

  async #oldestSaved(): Promise<void> {
    await this.#saving.shift()?.done;
  }

  /** Keeps what was taken back and what has landed: an export may be older than the store it comes back to. */
  #merged(acceptance: Acceptance): Acceptance {
    const there = this.#known.get(acceptance.id);
    const { revoked, landed } = acceptance;
    return { ...acceptance, revoked: there?.revoked ?? revoked, landed: there?.landed ?? landed };
  }

  async #saveReports(): Promise<void> {
    const reports = this.#reports;
    this.#reports = [];
    const commits = [...new Set(reports.map(({ head }) => head.commit.sha))];
    const known = (await Promise.all(commits.map((commit) => this.#store.reports(commit)))).flat();
    const newest = new Map(known.map((each) => [reportSlot(each), Date.parse(each.createdAt)]));
    for (const report of reports) {
      const created = Date.parse(report.createdAt);
      if (created <= (newest.get(reportSlot(report)) ?? Number.NEGATIVE_INFINITY)) continue;
      newest.set(reportSlot(report), created);
      await this.#store.saveReport(report);
    }
  }
}

function reportSlot(report: Report): string {
  return JSON.stringify([report.head.commit.sha, reportKey(report)]);
}
