import { hash } from 'node:crypto';
import { preconditionFailed } from '../errors.ts';
import type { Callers } from '../../generated/callers.ts';

/** A row whose `revision` is incremented by each change of what clients can change, and by each change of its state. */
export interface Revised {
  readonly id: number | string;
  readonly revision: number | string;
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

/** An object without a column for its revision: a digest of `state`, which is what clients can change of it and its status. */
export const revisedBy = (id: number | string, state: object): Revised => ({
  id,
  revision: hash('sha256', JSON.stringify(state), 'base64url').slice(0, digestLength),
});

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
  if (ifMatchAllows(ifMatch, row)) return;
  // The state may be the current one: the tag would match if it were strong.
  throw preconditionFailed(ifMatch?.includes('W/"') === true);
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

/** A response with the headers that the contract declares for it. */
export class WithHeaders<T> {
  readonly body: T;
  readonly headers: Readonly<Record<string, string>>;
  constructor(body: T, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}

/** A representation: the success of an operation, whose text an ETag is made of. */
interface Representation {
  readonly operation: keyof Callers;
  readonly body: unknown;
}

/** A response whose ETag is made when it is written, from its text or that of another representation of the row. */
export class WithEtag<T> extends WithHeaders<T> {
  readonly row: Revised;
  readonly represented: Representation | undefined;
  constructor(body: T, row: Revised, represented?: Representation) {
    super(body, {});
    this.row = row;
    this.represented = represented;
  }
}

/** A response with the ETag of its body, or of another operation's if it shows more than that one. */
export const tagged = <T>(body: T, row: Revised, represented?: Representation): WithHeaders<T> =>
  new WithEtag(body, row, represented);
