/** Matches the hosts of different sessions, and hosts with machines: by names as far as they go, and by order where they do not. */
import type { HostPart, Session } from "../../model/run.ts";

/** Suffix of the name of a host that is known by its place in the connection URL alone. */
const PLACE = / \(host \d+ of \d+\)$/;

/**
 * A host may come with another port in each session (ports that the system chose, forwarded ones), and is the same host all the same.
 * @param sessions of one arm
 * @returns what gives the hosts of one of these sessions names that are the same in all of them
 */
export function steadyNames(sessions: readonly Session[]): (session: Session) => Session {
  const lists = sessions.flatMap(({ hosts }) => (hosts === undefined ? [] : [hosts.map(({ host }) => host)]));
  const named = naming(lists);
  return (session) =>
    session.hosts === undefined ? session : { ...session, hosts: session.hosts.map(renameHost(named)) };
}

type Naming = (host: string, at: number) => string;

function renameHost(named: Naming): (part: HostPart, at: number) => HostPart {
  return (part, at) => ({ ...part, host: named(part.host, at) });
}

/** @param lists hosts with their ports, session by session */
function naming(lists: readonly (readonly string[])[]): Naming {
  const asTheyAre: Naming = (host) => host;
  const sets = new Set(lists.map((list) => list.toSorted().join("\n")));
  if (sets.size < 2) return asTheyAre;
  const names = lists.map((list) => list.map(hostName));
  if (names.every((own) => new Set(own).size === own.length)) {
    const all = new Set(lists.flat());
    // A port that is the same in all sessions is worth showing.
    return (host) =>
      [...all].filter((other) => hostName(other) === hostName(host)).length === 1 ? host : hostName(host);
  }
  const count = names[0]!.length;
  if (names.some((own) => own.length !== count)) return asTheyAre;
  return (_, at) => {
    const own = new Set(names.map((each) => each[at]!));
    const place = `host ${at + 1} of ${count}`;
    return own.size === 1 ? `${names[0]![at]} (${place})` : place;
  };
}

/** The host's name without its port. */
function hostName(host: string): string {
  return host.replace(PLACE, "").replace(/:\d+$/, "");
}

/** A machine that reports its CPU, and the host that runs on it. */
export type PlacedHost = Readonly<{
  node: string;
  /** "order": no name shows it. */
  by: "name" | "order";
}>;

/**
 * The machine of each host that has one: of its name, where no other host has that name. Where no host and no machine have a name in common, and
 * there are as many of both, by their order.
 * @param hosts in the order of the connection URL
 * @param lists names of machines, session by session; of sessions that know of none, none
 * @returns by host
 */
export function placeHosts(
  hosts: readonly string[],
  lists: readonly (readonly string[])[],
): ReadonlyMap<string, PlacedHost> {
  const nodes = [...new Set(lists.flat())];
  const sharing = nodes.map((node) => ({ node, own: hosts.filter((host) => isNamed(host, node)) }));
  if (sharing.some(({ own }) => own.length > 0)) {
    return new Map(
      sharing.flatMap(({ node, own }) => (own.length === 1 ? [[own[0]!, { node, by: "name" }]] : [])),
    );
  }
  const isOneOrder = lists.every((list) => list.join("\n") === nodes.join("\n"));
  if (nodes.length !== hosts.length || !isOneOrder) return new Map();
  return new Map(hosts.map((host, at) => [host, { node: nodes[at]!, by: "order" }]));
}

/** A pod's name is the first label of its service's. */
function isNamed(host: string, node: string): boolean {
  const name = hostName(host);
  return name === node || name.split(".")[0] === node;
}
