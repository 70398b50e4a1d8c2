import { knownIds } from './contract.ts';

type Item = Record<string, unknown>;

interface PageQuery {
  readonly cursor: string | null;
  readonly limit: number;
}

/**
 * The page of a list for which an example shows the items. After the items of the example follows an older one, so that
 * there is a second page; undefined for a cursor that no page has given.
 */
export function pageOf(
  id: string,
  items: readonly Item[],
  { cursor, limit }: PageQuery,
): { items: readonly Item[]; next_cursor: string | null } | undefined {
  const added = items.slice(-1).flatMap(older);
  const all = [...items, ...added];
  // Without an older item the last one of the example is the second page.
  const first = added.length > 0 ? items.length : Math.max(items.length - 1, 1);
  const from = cursor === null ? 0 : positionIn(id, cursor);
  if (from === undefined || from >= Math.max(all.length, 1)) return undefined;
  const size = from < first ? Math.min(limit, first - from) : limit;
  const next = from + size;
  return {
    items: all.slice(from, next),
    next_cursor: next < all.length ? cursorAt(id, next) : null,
  };
}

const cursorAt = (id: string, position: number): string =>
  Buffer.from(JSON.stringify([id, position])).toString('base64url');

function positionIn(id: string, cursor: string): number | undefined {
  try {
    const [of, position] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    return of === id && typeof position === 'number' ? position : undefined;
  } catch {
    return undefined;
  }
}

const day = 86_400_000;

/** The same with another id, a day earlier; none of an item with neither an id nor a date. */
function older(item: Item): Item[] {
  if (typeof item['date'] === 'string')
    return [{ ...item, date: new Date(Date.parse(item['date']) - day).toISOString().slice(0, 10) }];
  const keys = Object.keys(item);
  const name =
    ['id', 'number'].find((key) => key in item) ?? keys.find((key) => key.endsWith('_id'));
  const id = name === undefined ? undefined : item[name];
  if (name === undefined || id === null) return [];
  if (typeof id !== 'number' && typeof id !== 'string') return [];
  const other = typeof id === 'number' ? id + 100 : `${id.slice(0, -1)}${id.endsWith('0') ? 1 : 0}`;
  const text = typeof id === 'string' ? JSON.stringify(item).replaceAll(id, String(other)) : '';
  const copy = { ...(text ? (JSON.parse(text) as Item) : item), [name]: other };
  return [
    Object.fromEntries(
      Object.entries(copy).map(([key, value]) =>
        key.endsWith('_at') && typeof value === 'string'
          ? [key, new Date(Date.parse(value) - day).toISOString()]
          : [key, value],
      ),
    ),
  ];
}

const isOlder = /^\d{3}$/;

/** Whether the examples, or an older item of a list, have this id. */
export const isKnown = (id: string): boolean =>
  knownIds.has(id) ||
  (isOlder.test(id) && knownIds.has(String(Number(id) - 100))) ||
  [...'0123456789abcdef'].some((digit) => knownIds.has(`${id.slice(0, -1)}${digit}`));
