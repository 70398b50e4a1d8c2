import type { Member } from '../organizations.ts';

/** What a path names. */
export type Parameters = Record<string, string | number>;

export type Make = (owner: Member) => Promise<Parameters>;
