import { hash } from 'node:crypto';
import { preconditionFailed } from '../errors.ts';

/** A row whose `revision` is incremented by each change of what clients can change, and by each change of its state. */
export interface Revised {
  readonly id: number | string;
  readonly revision: number;
}

const digestLength = 16;

/**
 * The strong ETag of a representation, from its text: `"<id>-<revision>.<digest>"`. The digest covers everything that the body shows,
 * counts too; If-Match compares the part before it.
 */
export function etagOf(row: Revised, text: string): string {
  const digest = hash('sha256', text, 'base64url').slice(0, digestLength);
  return `"${stateOf(row)}.${digest}"`;
}

const stateOf = ({ id, revision }: Revised): string => `${id}-${revision}`;

const entityTags = /(W\/)?"[^"]*"/g;

/** Whether an If-Match header allows a change of the row: RFC 9110, section 13.1.1. Weak tags never match. */
export function ifMatchAllows(ifMatch: string | undefined, row: Revised): boolean {
  if (ifMatch === undefined || ifMatch === '*') return true;
  const state = stateOf(row);
  const tags = ifMatch.match(entityTags) ?? [];
  return tags.some((tag) => tag === `"${state}"` || tag.startsWith(`"${state}.`));
}

/** Throws 412 unless If-Match allows a change of the row, which the transaction has locked. */
export function mustMatch(ifMatch: string | undefined, row: Revised): void {
  if (!ifMatchAllows(ifMatch, row)) throw preconditionFailed();
}

/**
 * Whether an If-None-Match header matches this ETag. Express's `fresh` does not fit: fetch adds `Cache-Control:
 * no-cache` to a request with the header, and `*` matches even without an ETag.
 */
export const namesEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((part) => {
    const tag = part.trim().replace(/^W\//, '');
    return tag === etag || tag === '*';
  }) ?? false;
