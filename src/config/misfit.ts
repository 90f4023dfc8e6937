/** A field that is right by itself and does not fit the rest of the file. Its path begins at the section that was checked. */
export type Misfit = Readonly<{ path: readonly PropertyKey[]; message: string }>;
