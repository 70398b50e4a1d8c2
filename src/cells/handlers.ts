import { makeChange, recordChange } from '../audit/actions.ts';
import { emailExists, notFound } from '../errors.ts';
import { lastCell } from '../db/cell-rules.ts';
import { pageOf, positionAfter } from '../db/page.ts';
import { mustMatch, tagged, revisedBy } from '../http/etag.ts';
import type { HandlersFor } from '../http/contract.ts';
import type { CellsApp } from './context.ts';
import { oneCell } from './failures.ts';
import * as queries from './queries.ts';
import type { components } from '../../generated/api.ts';

type Cell = components['schemas']['Cell'];

/** Members that If-Match compares: not the state, nor the number of addresses. */
const revised = ({ number, is_open }: Pick<Cell, 'number' | 'is_open'>) =>
  revisedBy(number, [is_open]);

const isCell = (number: unknown): number is number =>
  typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= lastCell;

const unserved = { status: 'not_served', reason: 'This process does not serve the cell.' } as const;

export const cells = {
  async listCellsAsAdmin({ query }, app) {
    const after = positionAfter(query, ([number]) => (isCell(number) ? number : undefined)) ?? -1;
    const [states, entries] = await Promise.all([app.cellStates(), entriesOf(app)]);
    const rows = entries.filter(({ number }) => number > after);
    const cell = (entry: Entry) => ({ ...entry, ...(states.get(entry.number) ?? unserved) });
    return pageOf(rows, query, cell, ({ number }) => [number]);
  },

  async getCellAsAdmin({ params }, app) {
    return shown(await getEntry(app, params.cell), app);
  },

  async updateCellAsAdmin({ params, headers, body, caller, requestId }, app) {
    const { cell } = params;
    const cause = { caller, requestId, at: app.now() };
    const before = await getEntry(app, cell);
    mustMatch(headers['if-match'], revised(before));
    if (!app.directory) throw oneCell();
    const after = { ...before, ...body };
    if (after.is_open === before.is_open) return shown(before, app);
    if (await queries.setOpen(app.directory.db, cell, after.is_open))
      await app.db.transaction().execute((trx) =>
        recordChange(trx, cause, {
          action: 'cell.updated',
          organization_id: null,
          subject_id: cell,
          before: { is_open: before.is_open },
          after: { is_open: after.is_open },
        }),
      );
    // Another request was faster.
    else mustMatch(headers['if-match'], revised(after));
    return shown(after, app);
  },

  async reserveCellAddressAsAdmin({ params, body, ...call }, app) {
    const { cell } = params;
    const { email } = body;
    await getEntry(app, cell);
    if (!app.directory) throw oneCell();
    const expires_at = await queries.reserve(app.directory.db, email, cell);
    if (expires_at === undefined) throw emailExists();
    const reservation = { cell, email, expires_at };
    await makeChange(call, app, ({ record }) =>
      // Not the address: an erasure of who signs up with it would not find the event.
      record('cell.address_reserved', cell, { organization_id: null, after: { expires_at } }),
    );
    return reservation;
  },
} satisfies HandlersFor<
  'listCellsAsAdmin' | 'getCellAsAdmin' | 'updateCellAsAdmin' | 'reserveCellAddressAsAdmin',
  CellsApp
>;

/** What the directory says about cells. */
interface Entry {
  readonly number: number;
  readonly is_open: boolean;
  readonly address_count: number | null;
}

/** Those of the directory, or the only one. */
const entriesOf = async ({ directory, config }: CellsApp): Promise<readonly Entry[]> =>
  directory
    ? queries.list(directory.db)
    : [{ number: config.cell, is_open: true, address_count: null }];

async function getEntry(app: CellsApp, cell: number): Promise<Entry> {
  const entry = (await entriesOf(app)).find(({ number }) => number === cell);
  if (!entry) throw notFound('Cell', 'cell');
  return entry;
}

async function shown(entry: Entry, app: CellsApp) {
  const state = (await app.cellStates()).get(entry.number) ?? unserved;
  return tagged({ ...entry, ...state }, revised(entry));
}
