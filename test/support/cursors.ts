import { cursorsOf } from '../../src/http/cursors.ts';
import type { OperationId } from '../../src/http/contract.ts';
import { loadContract } from '../../src/http/operations.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** The cursor of a list, with these parameters of its path and query, that holds a position; also one that it never gives. */
export function cursorAt(
  list: OperationId,
  position: unknown,
  { path = {}, query = {} }: { readonly path?: Parameters; readonly query?: Parameters } = {},
): string {
  const operation = loadContract().operations.find(({ id }) => id === list)!;
  const page = { next_cursor: Buffer.from(JSON.stringify(position)).toString('base64url') };
  cursorsOf(operation)?.bound(page, { path, query, header: {} });
  return page.next_cursor;
}
