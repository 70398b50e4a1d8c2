import { sql } from 'kysely';
import type { MonthlyTables } from '../db/partitions.ts';

/** Events with their deliveries and attempts, by the month in which the event happened. */
export const webhookMonths: MonthlyTables = {
  tables: [
    { name: 'webhook_events', at: 'created_at' },
    {
      name: 'webhook_deliveries',
      at: 'event_created_at',
      // Nearly every delivery is updated once, soon: room for all of a page on the page itself. No index contains a column
      // that it changes, so none gets another entry.
      fillfactor: 55,
    },
    {
      name: 'webhook_attempts',
      at: 'event_created_at',
      reference: {
        name: 'delivery_fk',
        columns: ['organization_id', 'delivery_id', 'event_created_at'],
        table: 'webhook_deliveries',
        to: ['organization_id', 'id', 'event_created_at'],
      },
    },
  ],
  async isPending(trx, from, to) {
    const { rows } = await sql<{ pending: boolean }>`
      select exists (select from pending_events where created_at >= ${from} and created_at < ${to})
        or exists (select from pending_deliveries where event_created_at >= ${from} and event_created_at < ${to})
        as pending`.execute(trx);
    return rows[0]?.pending === true;
  },
};
