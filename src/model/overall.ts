/** `accepted`: every regression, and each limit that is wider than base's, was accepted by a person with the right to do so. */
export const OVERALL = ["regressed", "accepted", "inconclusive", "trade", "improved", "unchanged"] as const;
export type Overall = (typeof OVERALL)[number];
