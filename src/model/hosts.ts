/** Servers that the connections of an arm were spread over, and machines that they run on: what a report has of each. */
import { z } from "zod";

const count = z.number().int().nonnegative();
const nanos = z.number().nonnegative();

/** Of all sessions of an arm. */
export const HostReport = z
  .strictObject({
    host: z.string(),
    /** Its machine, where that has another name and only the order of both says that it is the host's. */
    node: z.string().optional(),
    /** Of the load; absent of a machine that no connection names. */
    load: z
      .strictObject({
        /** The mean over the sessions. */
        connections: z.number().nonnegative(),
        events: count,
        /** Of the events of all hosts; null where there are none. */
        share: z.number().min(0).max(1).nullable(),
        meanNs: nanos.nullable(),
        /** The geometric mean of the sessions' percentiles; null where they have none. */
        p99Ns: nanos.nullable(),
        /** Failed attempts. */
        errors: count,
      })
      .readonly()
      .optional(),
    /** Of its machine, the means over the sessions; at least one is known. Absent: nobody told. */
    cpu: z
      .strictObject({
        /** In use, 1 is one CPU. */
        cpus: z.number().nonnegative().nullable(),
        /** Of all that it has. */
        share: z.number().nonnegative().nullable(),
      })
      .readonly()
      .optional(),
  })
  .readonly();
export type HostReport = z.infer<typeof HostReport>;

/** By arm; an arm of a single host, of whose machine nobody told, has none. */
export const HostReports = z
  .strictObject({ base: z.array(HostReport).readonly(), head: z.array(HostReport).readonly() })
  .readonly();
export type HostReports = z.infer<typeof HostReports>;
