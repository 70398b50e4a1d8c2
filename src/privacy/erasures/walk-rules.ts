/** Tables that have steps of their own. */
export const keptTables: ReadonlySet<string> = new Set(['erasures', 'idempotent_answers']);

/** How a large table is walked: by parts of its parent's rows, or by other keys than its primary key. */
export interface Walk {
  readonly parent?: {
    readonly table: string;
    readonly column: string;
    /** The parent's column that is null when its part is whole. Other parts are not read. */
    readonly whole?: string;
  };
  readonly keys: readonly string[];
}

/**
 * The tables with an index that begins with something else than the organization. All others are read in the order of their
 * primary key, after the organization.
 */
export const walks: Readonly<Record<string, Walk>> = {
  campaign_source_rows: {
    parent: { table: 'campaign_sources', column: 'source_id', whole: 'uploading_at' },
    keys: ['row_number'],
  },
  campaign_contacts: {
    parent: { table: 'campaigns', column: 'campaign_id' },
    keys: ['row_number'],
  },
  campaign_contact_counts: {
    parent: { table: 'campaigns', column: 'campaign_id' },
    keys: ['state', 'outcome', 'shard'],
  },
  campaign_zones: {
    parent: { table: 'campaigns', column: 'campaign_id' },
    keys: ['zone'],
  },
  approval_policy_uses: {
    parent: { table: 'approval_policies', column: 'policy_id' },
    keys: ['id'],
  },
  inbound_calls: {
    parent: { table: 'telephony_configurations', column: 'telephony_configuration_id' },
    keys: ['carrier_call_id'],
  },
  campaign_logs: { parent: { table: 'campaigns', column: 'campaign_id' }, keys: ['id'] },
  workflow_runs: { keys: ['created_at', 'id'] },
};

/** What is copied from one table to another is removed from the first one before. The events of the audit come last. */
const order = [
  'campaign_source_rows',
  'campaign_contacts',
  'scheduled_calls',
  'workflow_runs',
  'pending_events',
  'webhook_events',
];
const placeOf = (table: string): number => {
  if (table === 'audit_events') return order.length + 1;
  const place = order.indexOf(table);
  return place < 0 ? order.length : place;
};

/** Tables in the order in which they are walked. */
export const byOrder = (one: string, other: string): number =>
  placeOf(one) - placeOf(other) || (one < other ? -1 : 1);

/** Where a walk through a table goes on: after a row, of a parent's part if the table has one. */
export interface Place {
  readonly parent?: string;
  /** The parent's part has no more rows. */
  readonly done?: boolean;
  readonly after?: readonly string[];
}
