import { type RawBuilder, sql } from 'kysely';
import type { components } from '../../generated/api.ts';
import type { Database } from '../db/connect.ts';
import type { Kind } from './retention/rules.ts';

export type Tables = keyof Database;
export type ColumnOf<T extends Tables> = keyof Database[T] & string;

/** What a column holds of people, and the retention period of its kind in rows about calls. */
const periods = {
  'phone number': undefined,
  name: undefined,
  /** An ID that leads to the person in another system, or to another row. */
  id: undefined,
  time: undefined,
  /** What people write about their work, which may mention anybody. */
  text: undefined,
  conversation: 'transcripts',
  context: 'contexts',
  usage: 'usage',
} as const satisfies Record<string, Kind | undefined>;

interface Personal {
  readonly holds: keyof typeof periods;
  /** What an erasure writes into the person's rows that stay; without it the value stays there. */
  readonly erased?: RawBuilder<unknown>;
  /** What its retention period writes; default: as `erased`. */
  readonly expired?: RawBuilder<unknown>;
}

/** What an erasure does with a row of the person. Where the area does it, other rows have to follow in an order. */
type Erasure = 'removed' | 'removed by its area' | 'emptied' | 'searched';

interface TableOf<Column extends string> {
  /** The erasure of rows whose run is of a call with the person. */
  readonly ofRuns?: Erasure;
  /** The column that has the number of the person, and the erasure of these rows. */
  readonly ofNumber?: readonly [column: Column, Erasure];
  /** The kind of its rows in the export of a person's data. */
  readonly exported?: string;
  /** Columns that the export leaves out, besides the organization. */
  readonly leftOut?: readonly Column[];
  /** The columns by which the export is in order; default: `id`. */
  readonly order?: readonly Column[];
  /** Whose audit events are erased and exported with its rows. */
  readonly audited?: components['schemas']['AuditSubjectType'];
  /** The period that removes whole rows. */
  readonly period?: Kind;
  readonly columns: { readonly [C in Column]?: Personal | Personal['holds'] };
}

const none = sql`null`;
const empty = sql`'{}'::jsonb`;
const number = { holds: 'phone number', erased: none } as const;
const id = { holds: 'id', erased: none } as const;
const time = { holds: 'time', erased: none } as const;
const conversation = { holds: 'conversation', erased: none } as const;
const metadata = { holds: 'context', erased: none } as const;
const context = { holds: 'context', erased: empty } as const;
const text = { holds: 'text', erased: none } as const;
const consent = sql`jsonb_strip_nulls(jsonb_build_object('consent_given', gathered_context -> 'consent_given', 'consent_ts', gathered_context -> 'consent_ts'))`;
/** A contact, and the row of a source from which it is copied. */
const contact = {
  ofNumber: ['phone_number', 'removed by its area'],
  period: 'contacts',
  columns: {
    phone_number: 'phone number',
    initial_context: 'context',
    external_id: 'id',
    metadata: 'context',
  },
} as const;

/**
 * The tables whose rows lead to a person, and their columns that may hold something personal. Others are in
 * `other-columns.ts`: a test knows that no column of the database is in neither.
 */
const tables: { readonly [T in Tables]?: TableOf<ColumnOf<T>> } = {
  // Of calls with the person.
  workflow_runs: {
    ofRuns: 'emptied',
    exported: 'run',
    leftOut: ['content_bytes', 'traceparent', 'has_derived_analysis'],
    audited: 'workflow_run',
    columns: {
      name: { holds: 'name', erased: sql`'Erased'` },
      to_number: number,
      from_number: { ...number, erased: sql`case when mode <> 'inbound' then from_number end` },
      contact_id: id,
      external_id: id,
      carrier_call_id: id,
      traceparent: id,
      metadata,
      initial_context: context,
      gathered_context: { ...context, expired: consent },
      transcript: conversation,
      recording_url: conversation,
      analysis: conversation,
      has_derived_analysis: { holds: 'conversation', erased: sql`false` },
      call_disposition: text,
      usage: { holds: 'usage', erased: none },
      usage_was_removed: { holds: 'usage', expired: sql`usage_was_removed or usage is not null` },
      timezone: text,
      callback_at: time,
      callback_moved_to: time,
    },
  },
  run_instructions: {
    ofRuns: 'removed',
    period: 'transcripts',
    exported: 'run_instruction',
    order: ['run_id', 'instruction_number'],
    leftOut: ['command_hash', 'digits_encrypted'],
    columns: { text: 'conversation', reason: 'conversation' },
  },
  run_conversations: {
    ofRuns: 'removed',
    columns: { learned: conversation, runtime_url: 'text', tool_answers: conversation },
  },
  consent_marks: { ofRuns: 'removed', exported: 'consent_mark', columns: {} },
  tool_executions: {
    ofRuns: 'emptied',
    exported: 'tool_execution',
    leftOut: ['attempt', 'deadline_at', 'decision_number'],
    columns: {
      call_id: 'id',
      arguments: conversation,
      result: conversation,
      error_detail: conversation,
      decision_reason: conversation,
    },
  },
  // Where it went is another person's, and the reason why others' transfers are found by the number too.
  run_transfers: {
    ofRuns: 'removed',
    ofNumber: ['phone_number', 'emptied'],
    exported: 'transfer',
    leftOut: ['phone_number', 'sip_uri', 'leg_id'],
    columns: {
      phone_number: number,
      sip_uri: number,
      from_number: 'phone number',
      leg_id: 'id',
      // Gone when the transfer ends.
      briefing: 'text',
      handoff_briefing: 'conversation',
    },
  },
  inbound_calls: { ofRuns: 'removed', columns: { carrier_call_id: 'id' } },
  pending_events: {
    ofRuns: 'removed by its area',
    period: 'events',
    columns: { body: 'conversation' },
  },
  webhook_events: {
    ofRuns: 'removed by its area',
    period: 'events',
    exported: 'event',
    leftOut: ['position', 'traceparent', 'campaign_id', 'composed_at'],
    columns: { body: 'conversation' },
  },
  webhook_deliveries: { period: 'events', columns: { first_answer: 'text' } },
  webhook_attempts: { period: 'events', columns: { answer: 'text', error: 'text' } },
  live_calls: { columns: { to_number: 'phone number', handling: 'text' } },
  simulated_calls: {
    ofNumber: ['to_number', 'removed by its area'],
    exported: 'simulated_call',
    leftOut: ['callback_url'],
    columns: {
      to_number: 'phone number',
      from_number: 'phone number',
      callback_url: 'text',
      keys: 'conversation',
    },
  },
  // Of the person.
  do_not_call_numbers: {
    ofNumber: ['phone_number', 'emptied'],
    exported: 'do_not_call_number',
    columns: {
      phone_number: 'phone number',
      reason: text,
    },
  },
  consents: {
    ofNumber: ['phone_number', 'removed'],
    exported: 'consent',
    audited: 'consent',
    columns: {
      phone_number: 'phone number',
      source: 'text',
      evidence_url: 'text',
      person_name: 'text',
      wording: 'text',
    },
  },
  scheduled_calls: {
    ofNumber: ['to_number', 'removed'],
    exported: 'scheduled_call',
    leftOut: ['traceparent'],
    audited: 'scheduled_call',
    columns: {
      to_number: 'phone number',
      from_number: 'phone number',
      initial_context: context,
      metadata,
      external_id: 'id',
      refusal: 'text',
    },
  },
  approval_policies: {
    ofNumber: ['destination_value', 'searched'],
    exported: 'approval_policy',
    columns: {
      connector_name: 'name',
      target_name: 'name',
      destination_value: 'phone number',
      proposal_reason: 'text',
      declined_reason: 'text',
      external_id: 'id',
      metadata: 'text',
    },
  },
  campaign_source_rows: { ...contact, exported: 'source_row' },
  campaign_contacts: { ...contact, exported: 'contact' },
  idempotent_answers: { columns: { key: 'id', answer_encrypted: 'text' } },
  // What an erasure leaves of them is in `eraseEventsOf`.
  audit_events: {
    period: 'audit',
    exported: 'audit_event',
    columns: { request_id: 'id', before: 'text', after: 'text' },
  },
};

interface Table extends TableOf<string> {
  readonly name: string;
  readonly columns: Readonly<Record<string, Personal | Personal['holds']>>;
}

export const personalTables: readonly Table[] = Object.entries(tables).map(([name, table]) => ({
  name,
  ...table,
}));

/** What the export leaves out of the rows of a table. */
export const leftOutOf = (name: Tables): readonly string[] => [
  'organization_id',
  ...(tableNamed(name).leftOut ?? []),
];

export const tableNamed = (name: Tables): Table => ({ name, columns: {}, ...tables[name] });

type Values = Readonly<Record<string, RawBuilder<unknown>>>;

const valuesOf = (
  { columns }: Table,
  valueOf: (column: Personal) => RawBuilder<unknown> | undefined,
): Values =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, column]) => {
      const value = valueOf(typeof column === 'string' ? { holds: column } : column);
      return value ? [[name, value]] : [];
    }),
  );

/** What an erasure writes into the person's rows of a table. */
export const erasedValues = (table: Table): Values => valuesOf(table, ({ erased }) => erased);

/** What the end of a period writes into rows about calls. */
export const expiredValues = (table: Table, period: Kind): Values =>
  valuesOf(table, ({ holds, erased = none, expired = erased }) =>
    periods[holds] === period ? expired : undefined,
  );
