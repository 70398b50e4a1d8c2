import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { WorkflowRuns } from '../../../generated/database.ts';
import type { Timestamp } from '../../timestamp.ts';
import { formsOf } from '../../text-rules.ts';

/** The filters of a list of runs; timestamps are exact. */
export interface RunFilters {
  readonly organization_id: number;
  readonly external_id?: string;
  readonly workflow_id?: number;
  readonly campaign_id?: number;
  readonly mode?: WorkflowRuns['mode'];
  readonly state?: Selectable<WorkflowRuns>['state'];
  readonly has_ended?: boolean;
  /** Whether somebody is called. */
  readonly is_call?: boolean;
  readonly outcome?: NonNullable<WorkflowRuns['outcome']>;
  readonly to_number?: string;
  readonly from_number?: string;
  readonly call_disposition?: string;
  readonly answered_by?: NonNullable<WorkflowRuns['answered_by']>;
  readonly consent?: keyof typeof consentIs;
  /** What the name contains, in any case. */
  readonly name?: string;
  /** Inclusive. */
  readonly created_after?: Timestamp;
  /** Exclusive. */
  readonly created_before?: Timestamp;
}

type Condition = RawBuilder<boolean>;
type Filter = Exclude<keyof RunFilters, 'organization_id'>;

/**
 * The filters that have an index, in the order of preference: those that leave few runs come first. The one that is used
 * says which runs are looked through; the others say which of those are shown.
 */
const indexed = [
  'external_id',
  'to_number',
  'campaign_id',
  'mode',
  'call_disposition',
  'from_number',
  'workflow_id',
  'consent',
] as const satisfies readonly Filter[];

interface Conditions {
  /** What the list is sorted by, besides the id. */
  readonly key: 'created_at' | 'duration_seconds';
  /** The runs that are looked through; an index has them in the order of the list. */
  readonly within: readonly Condition[];
  /** Those of them that are shown. */
  readonly shown: readonly Condition[];
  /** Whether the organization's calls in progress are looked through too. They are few, and no index has their order. */
  readonly withLive: boolean;
}

/** Splits the filters into what an index answers and the others. */
export function conditionsOf(filters: RunFilters, byDuration: boolean): Conditions {
  const { organization_id, state, has_ended, is_call } = filters;
  const given = conditions(filters);
  const own = sql<boolean>`run.organization_id = ${organization_id}`;
  if (byDuration)
    return {
      key: 'duration_seconds',
      within: [own, sql`run.duration_seconds is not null`],
      shown: [...given.values()],
      withLive: false,
    };
  const withLive = has_ended === false || (state !== undefined && state !== 'completed');
  const best = withLive ? undefined : indexed.find((name) => isIndexed(filters, name));
  const answered: readonly (Filter | undefined)[] = [best, 'created_after', 'created_before'];
  const { within = [], shown = [] } = Object.groupBy(given, ([name]) =>
    answered.includes(name) ? 'within' : 'shown',
  );
  return {
    key: 'created_at',
    within: [
      own,
      ...(withLive ? [is_call === true ? sql<boolean>`false` : unfinished] : []),
      ...within.map(([, is]) => is),
    ],
    // No filter is applied to the live calls yet.
    shown: withLive ? [...given.values()] : shown.map(([, is]) => is),
    withLive,
  };
}

/** Of modes only those of test runs have an index, of consent only that which was given. */
const isIndexed = (filters: RunFilters, name: (typeof indexed)[number]): boolean =>
  name === 'mode'
    ? filters.mode === 'test' || filters.mode === 'text'
    : name === 'consent'
      ? filters.consent === 'given'
      : filters[name] !== undefined;

/** The conditions of the filters that are given. */
function conditions(filters: RunFilters): ReadonlyMap<Filter, Condition> {
  const { mode, has_ended, is_call, consent, name, call_disposition } = filters;
  const { created_after, created_before } = filters;
  const equal = (column: Filter): [Filter, Condition][] =>
    filters[column] === undefined
      ? []
      : [[column, sql<boolean>`${sql.ref(`run.${column}`)} = ${filters[column]}`]];
  const all = [
    ...equal('external_id'),
    ...equal('workflow_id'),
    ...equal('campaign_id'),
    ...equal('state'),
    ...equal('outcome'),
    ...equal('to_number'),
    ...equal('from_number'),
    ...(call_disposition === undefined
      ? []
      : [['call_disposition', isOneOf('call_disposition', call_disposition)] as const]),
    ...equal('answered_by'),
  ];
  // Written out, so that the planner knows that the index of test runs has them.
  if (mode !== undefined) all.push(['mode', sql`run.mode = ${sql.lit(mode)}`]);
  if (has_ended !== undefined)
    all.push(['has_ended', sql`(run.state = 'completed') = ${has_ended}`]);
  if (is_call !== undefined)
    all.push(['is_call', sql`(run.mode not in ('test', 'text')) = ${is_call}`]);
  if (consent !== undefined) all.push(['consent', consentIs[consent]]);
  if (name !== undefined) all.push(['name', contains(sql`run.name`, name)]);
  if (created_after !== undefined)
    all.push(['created_after', sql`run.created_at >= ${created_after}`]);
  if (created_before !== undefined)
    all.push(['created_before', sql`run.created_at < ${created_before}`]);
  return new Map(all);
}

/** What the newest mark of a run says. An index has the runs with consent. */
const consentIs = {
  given: sql<boolean>`run.has_consent`,
  refused: sql<boolean>`run.gathered_context -> 'consent_given' = 'false'::jsonb`,
  none: sql<boolean>`run.gathered_context -> 'consent_given' is null`,
};

/** One form is compared as it was, so that the planner knows the index. */
const isOneOf = (column: Filter, text: string): Condition =>
  sql<boolean>`${sql.ref(`run.${column}`)} in (${sql.join(formsOf(text))})`;

/** Looks for each form of the part: normalizing the text would take longer than to read it. */
export const contains = (text: RawBuilder<unknown>, part: string): Condition =>
  sql<boolean>`(${sql.join(
    formsOf(part).map((form) => sql`strpos(lower(${text}), lower(${form}::text)) > 0`),
    sql` or `,
  )})`;

/** Whether a turn of the transcript contains the text, in any case. */
export const saying = (text: string): Condition => sql<boolean>`exists (
  select from jsonb_array_elements(run.transcript) as turn where ${contains(sql`turn ->> 'text'`, text)}
)`;

/** Unfinished runs that are no calls, in the words of their index. */
const unfinished: Condition = sql<boolean>`(run.mode in ('test', 'text') and run.ended_at is null)`;

/** The calls in progress, and the runs of the given conditions. */
export const liveOr = (
  organizationId: number,
  conditions: readonly Condition[],
): Condition => sql<boolean>`run.id in (
  select run_id from live_calls where organization_id = ${organizationId}
  union all select run.id from workflow_runs as run where ${sql.join(conditions, sql` and `)}
)`;
