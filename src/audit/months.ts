import type { MonthlyTables } from '../db/partitions.ts';

export const auditMonths: MonthlyTables = {
  tables: [
    {
      name: 'audit_events',
      at: 'created_at',
      appendOnly: 'audit_events_append_only',
    },
  ],
  isPending: async () => false,
};
