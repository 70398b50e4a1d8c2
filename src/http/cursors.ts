import { hash } from 'node:crypto';
import { foreign } from '../db/page.ts';
import { WithHeaders } from './etag.ts';
import type { Operation } from './operations.ts';
import type { Decoded } from './validate.ts';

/** What binds the cursors of a list to what they continue: its path and its filters. */
export interface Cursors {
  /** The parameters, with the position that the list has put into the cursor. Throws for a cursor of something else. */
  opened(decoded: Decoded): Decoded;
  /** What the list returns, whose `next_cursor` says what it continues. */
  bound(result: unknown, decoded: Decoded): unknown;
}

const digestLength = 12;

/** The cursors of a list; undefined for an operation that has none. */
export function cursorsOf({ id, parameters }: Operation): Cursors | undefined {
  if (!parameters.some(({ name }) => name === 'cursor')) return undefined;
  const filters = parameters
    .filter((each) => each.in === 'query' && each['x-successor'] === undefined)
    .map(({ name }) => name)
    .filter((name) => name !== 'cursor' && name !== 'limit')
    .toSorted();
  const digestOf = ({ path, query }: Decoded): string => {
    const values = filters.map((name) => inOrder(query[name]) ?? null);
    const text = JSON.stringify([id, Object.values(path), values]);
    return hash('sha256', text, 'base64url').slice(0, digestLength);
  };
  return {
    opened(decoded) {
      const sent = decoded.query['cursor'];
      if (typeof sent !== 'string') return decoded;
      if (!sent.startsWith(digestOf(decoded))) throw foreign(sent);
      return { ...decoded, query: { ...decoded.query, cursor: sent.slice(digestLength) } };
    },
    bound(result, decoded) {
      const page = (result instanceof WithHeaders ? result.body : result) as Page;
      if (typeof page.next_cursor === 'string')
        page.next_cursor = digestOf(decoded) + page.next_cursor;
      return result;
    },
  };
}

interface Page {
  next_cursor: string | null;
}

/** The values of a filter in one order: whichever is first, they select the same. */
const inOrder = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(String).toSorted() : value;
