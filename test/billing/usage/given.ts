import { sql } from 'kysely';
import type { components } from '../../../generated/api.ts';
import { later, type Timestamp } from '../../../src/timestamp.ts';
import type { Member } from '../../support/organizations.ts';

type Schemas = components['schemas'];

export const created_at = '2026-01-05T10:00:00.000Z';
export const over = {
  mode: 'ad_hoc',
  state: 'completed',
  outcome: 'completed',
  created_at,
} as const;
/** A call of so many seconds that has ended. */
export const talked = (seconds: number) => ({
  ...over,
  started_at: created_at,
  ended_at: new Date(Date.parse(created_at) + seconds * 1000).toISOString(),
});

export const usageOf = async (member: Member, query = 'group_by=day') =>
  (await member.get(`/api/v1/usage?from=2026-01-01&to=2026-02-01&${query}`)).body;

export const submit = (member: Member, run: number, usage: unknown) =>
  member.post(`/api/v1/runs/${run}/result`, { usage });

/** What a run is, whatever of it is removed later. */
export interface KnownRun {
  readonly id: number;
  readonly workflow_id: number;
  readonly campaign_id: number | null;
  readonly telephony_configuration_id: number | null;
  readonly mode: 'ad_hoc' | 'campaign' | 'inbound' | 'test';
  readonly created_at: string;
  /** Null: it is in progress. */
  outcome: keyof Schemas['UsageOutcomes'] | null;
  /** How many seconds after the answer somebody was connected with each destination. */
  readonly bridged: number[];
  /** Null: nobody answered. */
  duration: number | null;
  has_consent: boolean;
  usage: Schemas['SubmittedUsage'] | null;
  /** Its usage was removed, and what it had stays counted. */
  isStripped: boolean;
}

/** Ends a run of the database as the engine does. */
export const endRun = (
  { server }: Member,
  { id, created_at, outcome, duration }: KnownRun,
): Promise<unknown> =>
  server.app.db
    .updateTable('workflow_runs')
    .set({
      state: 'completed',
      outcome,
      started_at: duration === null ? null : later(created_at, 5000),
      ended_at: later(created_at, 5000 + (duration ?? 0) * 1000),
    })
    .where('id', '=', id)
    .execute();

interface Transferred {
  readonly run: number;
  readonly kind?: 'cold' | 'warm' | 'handoff';
  readonly status?: 'ringing' | 'bridged' | 'failed';
  readonly at: Timestamp;
}

/** A transfer of a call in progress that was so at this time. Returns its id. */
export async function transferRun(
  { server, organization_id }: Member,
  { run: run_id, kind = 'cold', status = 'bridged', at }: Transferred,
): Promise<number> {
  const { db } = server.app;
  const { workflow_id, definition_id } = await db
    .selectFrom('workflow_runs')
    .select(['workflow_id', 'definition_id'])
    .where('id', '=', run_id)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('run_transfers')
    .values({
      organization_id,
      run_id,
      kind,
      destination: 'reception',
      status,
      created_at: at,
      deadline_at: at,
      ...(status !== 'ringing' && { ended_at: at }),
      ...(status === 'bridged' && { bridged_at: at }),
      ...(status === 'failed' && { failure: 'busy' }),
      ...(kind === 'warm' && status === 'ringing' && { briefing: 'Ada', briefing_language: 'en' }),
      ...(kind === 'handoff' && {
        to_workflow_id: workflow_id,
        to_definition_id: definition_id,
        to_workflow_version: 1,
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Removes what a run holds, as retention does. */
export const stripRun = ({ server }: Member, { id }: Pick<KnownRun, 'id'>) =>
  sql`update workflow_runs set usage = null, usage_was_removed = usage is not null, transcript = null where id = ${id}`.execute(
    server.app.db,
  );

export const deleteRun = ({ server }: Member, { id }: Pick<KnownRun, 'id'>) =>
  sql`delete from workflow_runs where id = ${id}`.execute(server.app.db);

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** The value that so many percent of the sorted values do not exceed. */
const rank = (sorted: readonly number[], percent: number): number | null =>
  sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? null;

/** What the runs add up to, counted one by one. */
export function counted(runs: readonly KnownRun[]): Schemas['Usage'] {
  const calls = runs.filter(({ mode }) => mode !== 'test');
  const ended = calls.filter(({ outcome }) => outcome !== null);
  const connected = ended.filter(({ duration }) => duration !== null);
  const consents = connected.filter(({ has_consent }) => has_consent).length;
  const durations = connected.map(({ duration }) => duration ?? 0).toSorted((a, b) => a - b);
  const bridged = connected.flatMap((run) =>
    run.bridged.map((after) => Math.max((run.duration ?? 0) - after, 0)),
  );
  const withOutcome = (outcome: string) => ended.filter((run) => run.outcome === outcome).length;
  const reported = runs
    .filter(({ outcome }) => outcome !== null)
    .flatMap(({ usage }) => usage ?? []);
  const sumOf = (unit: 'seconds' | 'tokens' | 'characters') => {
    const known = reported.flatMap((usage) => usage[unit] ?? []);
    return known.length === 0 ? null : { total: sum(known), runs: known.length };
  };
  return {
    calls: calls.length,
    in_progress: calls.length - ended.length,
    connected: connected.length,
    answer_rate: ended.length === 0 ? null : rounded(connected.length / ended.length, 4),
    consents,
    consent_rate: connected.length === 0 ? null : rounded(consents / connected.length, 4),
    seconds: sum(durations),
    duration_seconds: {
      average: connected.length === 0 ? null : rounded(sum(durations) / connected.length, 2),
      p50: rank(durations, 50),
      p90: rank(durations, 90),
      p99: rank(durations, 99),
    },
    transfers: bridged.length,
    transfer_seconds: sum(bridged),
    outcomes: {
      completed: withOutcome('completed'),
      busy: withOutcome('busy'),
      no_answer: withOutcome('no_answer'),
      voicemail: withOutcome('voicemail'),
      failed: withOutcome('failed'),
      canceled: withOutcome('canceled'),
      unknown: withOutcome('unknown'),
    },
    test_runs: runs.filter(({ mode, outcome }) => mode === 'test' && outcome !== null).length,
    consumption: {
      seconds: sumOf('seconds'),
      tokens: sumOf('tokens'),
      characters: sumOf('characters'),
      cost: costOf(reported),
    },
  };
}

/** Billionths, so that the sum of decimals is exact. */
const unitsOf = (amount: string): bigint => {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(9, '0'));
};

function decimal(units: bigint): string {
  const digits = units.toString().padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  return digits.slice(0, -9) + (fraction === '' ? '' : `.${fraction}`);
}

function costOf(reported: readonly Schemas['SubmittedUsage'][]): Schemas['UsageCost'][] {
  const lines = reported.flatMap(({ cost }, run) => (cost ?? []).map((line) => ({ ...line, run })));
  const groups = Object.groupBy(lines, ({ source, currency }) => `${source}/${currency}`);
  return Object.entries(groups)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, of = []]) => ({
      source: of[0]!.source,
      currency: of[0]!.currency,
      amount: decimal(of.reduce((all, { amount }) => all + unitsOf(amount), 0n)),
      runs: new Set(of.map(({ run }) => run)).size,
    }));
}
