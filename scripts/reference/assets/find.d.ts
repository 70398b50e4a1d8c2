import type { Entry, SearchIndex } from '../search-entries.ts';

declare const made: unique symbol;
/** The entries, ready to be searched. */
export interface Made {
  readonly [made]: true;
}
export interface Result {
  readonly entry: Entry;
  /** The words that were found, in the form in which they are compared. */
  readonly terms: ReadonlySet<string>;
  /** Those of them that were typed. */
  readonly typed: ReadonlySet<string>;
}
export type Marked = readonly { readonly text: string; readonly isMarked: boolean }[];
export interface Shown {
  readonly path: string;
  readonly title: Marked;
  readonly beside: Marked;
  /** The member, parameter, value or code that was found, if it is one. */
  readonly name: Marked;
  readonly text: Marked;
  readonly isDeprecated: boolean;
}

export function indexOf(index: SearchIndex): Made;
/** What has the words of the query, the best first. */
export function find(made: Made, query: string): Result[];
export function shownOf(result: Result, lines: SearchIndex['lines']): Shown;
