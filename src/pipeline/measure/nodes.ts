/** The CPU of the machines that a database runs on, read during the load of one block. */

import { hostNames } from "../../io/host/connection-url.ts";
import { NodeWatch } from "../../io/inspect/nodes.ts";
import type { Warning } from "../../model/document.ts";
import type { NodeSource } from "../../model/nodes.ts";
import type { Session } from "../../model/run.ts";

/** Fields of a session that come of it, and warnings. */
type NodesRead = Readonly<{ part: Pick<Session, "nodes">; warnings: readonly Warning[] }>;

const NOTHING: NodesRead = { part: {}, warnings: [] };
/** The load generator's word for what is measured. */
const MEASURED = "measure";

export class BlockNodes {
  readonly #begin: () => NodeWatch | null;
  readonly #isShared: boolean;

  /**
   * @param source undefined: no CPU is read
   * @param urls of the arms that are driven; two of them take turns, and then a node's CPU says nothing of either
   * @param cwd where commands run
   */
  constructor(source: NodeSource | undefined, urls: readonly string[], cwd: string, signal: AbortSignal) {
    this.#isShared = source !== undefined && urls.length > 1;
    const hosts = source === undefined ? [] : urls.flatMap(hostNames);
    this.#begin = () =>
      source === undefined || urls.length > 1 ? null : new NodeWatch(source, hosts, cwd, signal);
  }

  /** @param load reports each of its phases, again and again; nodes are watched from the end of its warm-up to its end */
  async around<T>(
    load: (hear: (phase: string) => void) => Promise<T>,
  ): Promise<Readonly<{ lines: T; cpu: NodesRead }>> {
    let watch: NodeWatch | null = null;
    const hear = (phase: string) => {
      if (phase === MEASURED) watch ??= this.#begin();
    };
    try {
      const lines = await load(hear);
      return { lines, cpu: await this.#read(watch) };
    } finally {
      await (watch as NodeWatch | null)?.end();
    }
  }

  async #read(watch: NodeWatch | null): Promise<NodesRead> {
    if (this.#isShared) return { part: {}, warnings: [unread("nodes", TAKING_TURNS)] };
    if (watch === null) return NOTHING;
    const { nodes, failures } = await watch.end();
    return {
      part: nodes.length === 0 ? {} : { nodes },
      warnings: failures.map(({ node, why }) => unread(node, why)),
    };
  }
}

const TAKING_TURNS = "two arms take turns many times a second, and CPU is read over seconds";

function unread(node: string, why: string): Warning {
  return {
    code: "nodes-unread",
    message: `the CPU of ${node} is not known: ${why}`,
    remedy:
      "try what database.nodes of the config file names by hand, from this machine (docs/how-to/several-hosts.md)",
  };
}
