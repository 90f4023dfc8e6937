/** Servers that the connections of an arm were spread over, and machines that they run on: what a report has of each. */
import { z } from "zod";
import { list, object } from "./shape.ts";

const count = z.number().int().nonnegative();
const nanos = z.number().nonnegative();

/** Load and CPU use of one host in an arm, over all its sessions. */
export const HostReport = object({
  host: z.string(),
  /** Name of its machine, where host and machine have different names and were matched by the order in which they are listed. */
  node: z.string().optional(),
  /** Its part of the load. Absent for a machine that no connection was opened to by name. */
  load: object({
    /** Mean number of connections over the sessions. */
    connections: z.number().nonnegative(),
    events: count,
    /** Its events as a share of all hosts' events, from 0 to 1; null where no host had any. */
    share: z.number().min(0).max(1).nullable(),
    meanNs: nanos.nullable(),
    /** The geometric mean of the sessions' percentiles; null where they have none. */
    p99Ns: nanos.nullable(),
    /** Failed attempts of events, also those that were tried again. */
    errors: count,
  }).optional(),
  /** CPU use of its machine, as means over the sessions; at least one of the two is known. Absent where nothing reported it. */
  cpu: object({
    /** CPUs in use: 1 is one CPU. */
    cpus: z.number().nonnegative().nullable(),
    /** The same as a share of all its CPUs. */
    share: z.number().nonnegative().nullable(),
  }).optional(),
});
export type HostReport = z.infer<typeof HostReport>;

/** Hosts of each arm; empty where an arm has a single host whose machine nothing reported on. */
export const HostReports = object({ base: list(HostReport), head: list(HostReport) });
export type HostReports = z.infer<typeof HostReports>;
