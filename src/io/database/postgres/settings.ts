/**
 * Settings of the local servers that Plumbline starts. Only what would make two runs of the same build differ is set; everything
 * else is as PostgreSQL ships it. docs/decisions/002-local-settings.md weighs each row.
 */
import { PlumblineError } from "../../../model/errors.ts";

type SettingFacts = Readonly<{
  /** Connections that the workloads open at once. */
  connections: number;
  memoryBytes: number;
}>;

type SettingRow = Readonly<{ name: string; value: (facts: SettingFacts) => string; why: string }>;

/** Connections in addition to the workload's: Plumbline's own, the superuser's reserve, parallel loading. */
const SPARE_CONNECTIONS = 16;
const MB = 2 ** 20;

export const DEFAULT_SETTINGS: readonly SettingRow[] = [
  {
    name: "shared_buffers",
    value: ({ memoryBytes }) => `${sharedBuffersMb(memoryBytes)}MB`,
    why: "the shipped 128 MB would measure the page cache; two servers together must leave room for it",
  },
  {
    name: "max_connections",
    value: ({ connections }) => String(connections + SPARE_CONNECTIONS),
    why: "what the workloads open, and a few",
  },
  {
    name: "fsync",
    value: () => "off",
    why: "the disks of CI machines differ by more from minute to minute than builds do; the commit path is run up to the flush",
  },
  {
    name: "autovacuum",
    value: () => "off",
    why: "it would start at another moment on each server; tables are vacuumed and analyzed after the load",
  },
  {
    name: "checkpoint_timeout",
    value: () => "1d",
    why: "a checkpoint in one arm's slices and not in the other's would be taken for a difference",
  },
  {
    name: "max_wal_size",
    value: () => "8GB",
    why: "as above: a session ends before it has written so much",
  },
  {
    name: "huge_pages",
    value: () => "off",
    why: "the first server would get them and leave none for the second",
  },
  {
    name: "restart_after_crash",
    value: () => "off",
    why: "a server that crashed must fail the run, not go on with cold caches",
  },
  {
    name: "timezone",
    value: () => "UTC",
    why: "the same on each machine",
  },
  {
    name: "lc_messages",
    value: () => "C",
    why: "messages that Plumbline and its reader's search engine understand",
  },
];

/** An eighth of the memory as a power of two, from 128 MB to 1 GB. */
function sharedBuffersMb(memoryBytes: number): number {
  const eighth = Math.floor(memoryBytes / 8 / MB);
  return 2 ** Math.floor(Math.log2(Math.min(1024, Math.max(128, eighth))));
}

/** Plumbline's own: how a server is reached is decided at each start. */
const PLUMBING: ReadonlySet<string> = new Set([
  "port",
  "listen_addresses",
  "unix_socket_directories",
  "data_directory",
  "hba_file",
  "ident_file",
  "external_pid_file",
  "logging_collector",
  "log_destination",
  "ssl",
]);

export type SettingValue = string | number | boolean;

/**
 * Settings of a server, the user's over the defaults.
 * @throws PlumblineError of kind "usage" for a setting that is not the user's to choose
 */
export function serverSettings(
  own: Readonly<Record<string, SettingValue>>,
  facts: SettingFacts,
): Readonly<Record<string, string>> {
  const settings = new Map(DEFAULT_SETTINGS.map(({ name, value }) => [name, value(facts)]));
  for (const [name, value] of Object.entries(own)) {
    const key = name.toLowerCase();
    if (PLUMBING.has(key)) {
      throw new PlumblineError("usage", `database.deploy.local.settings: ${name} is Plumbline's own to set`, {
        remedy: `remove ${name} from the settings`,
      });
    }
    settings.set(key, typeof value === "boolean" ? (value ? "on" : "off") : String(value));
  }
  return Object.fromEntries(settings);
}
