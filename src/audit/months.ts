import type { MonthlyTables } from '../db/partitions.ts';

export const auditMonths: MonthlyTables = {
  tables: [
    {
      name: 'audit_events',
      at: 'created_at',
      appendOnly: { trigger: 'audit_events_append_only', function: 'refuse_rewriting' },
    },
  ],
  isPending: async () => false,
};
