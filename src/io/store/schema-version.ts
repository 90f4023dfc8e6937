/** Versions of the tables that this program can use. A version is the number of its migration; a newer store says so itself. */

/** The oldest tables that can be read, and written to, as they are. */
export const READS_FROM = 2;
export const WRITES_FROM = 2;

/** The first tables whose runs say of which repository they are. */
export const KNOWS_REPOSITORIES = 4;

/** The first tables whose runs say who wrote their commit. */
export const KNOWS_AUTHORS = 5;

/** The first tables whose rows say whether the role wrote them by whose rows nothing is judged (docs/store-roles.sql). */
export const KNOWS_PROPOSALS = 6;

export type Use = "read" | "write";

/**
 * Tables of each minor version of Plumbline, oldest first. The last two go on working together with the newest: a migration that
 * would lock them out has to wait. `tests/unit/io/store/migrations.test.ts` holds it.
 */
export const RELEASES: readonly Readonly<{ minor: string; schema: number }>[] = [{ minor: "0.1", schema: 6 }];
