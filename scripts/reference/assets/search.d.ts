import type { Entry } from '../search-entries.ts';

/** Entries that have every word of the query, the best first. */
export function find(all: readonly Entry[], query: string): Entry[];
