import type { HandlersFor } from '../http/contract.ts';
import type { CellsApp } from './context.ts';
import * as queries from './queries.ts';

const unserved = { status: 'not_served', reason: 'This process does not serve the cell.' } as const;

export const cells = {
  async getCellsAsAdmin(_request, app) {
    const [states, entries] = await Promise.all([
      app.cellStates(),
      app.directory && queries.list(app.directory.db),
    ]);
    if (!entries)
      return {
        cells: Array.from(states, ([number, state]) => ({
          number,
          ...state,
          is_open: true,
          address_count: null,
        })),
      };
    return {
      cells: entries.map(({ number, is_open, address_count }) => ({
        number,
        ...(states.get(number) ?? unserved),
        is_open,
        address_count,
      })),
    };
  },
} satisfies HandlersFor<'getCellsAsAdmin', CellsApp>;
