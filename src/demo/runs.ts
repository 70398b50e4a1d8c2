import type { Insertable, Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { components } from '../../generated/api.ts';
import type { WorkflowRuns } from '../../generated/database.ts';
import type { Database } from '../db/connect.ts';
import { later, type Timestamp } from '../timestamp.ts';
import type { DemoAccounts } from './accounts.ts';
import { confirmed, type Conversation, interested, rated, rescheduled } from './conversations.ts';
import { demoCaller, type DemoTelephony } from './telephony.ts';
import { seedTransfers } from './transfers.ts';

/** A workflow and the version that its calls use. */
export interface DemoWorkflow {
  readonly workflow_id: number;
  readonly definition_id: number;
}

interface DemoWorkflows {
  readonly reminders: DemoWorkflow;
  readonly renewals: DemoWorkflow;
  readonly surveys: DemoWorkflow;
}

type Outcome = NonNullable<WorkflowRuns['outcome']>;
type Analysis = components['schemas']['RunAnalysis'];
type Columns = Omit<Insertable<WorkflowRuns>, 'organization_id' | 'created_at'> & {
  readonly created_at: Timestamp;
};

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const answerAfterMs = 4 * secondMs;
const turnMs = 6 * secondMs;
const ringMs = 20 * secondMs;

/** Runs with conversations, runs with every other outcome, and a test run that has not begun. */
export async function seedRuns(
  trx: Transaction<Database>,
  { organization_id, user_id, telephony_configuration_id }: DemoAccounts & DemoTelephony,
  { reminders, renewals, surveys }: DemoWorkflows,
  now: Timestamp,
): Promise<void> {
  const ago = (ms: number): Timestamp => later(now, -ms);
  const trial = {
    ...reminders,
    name: 'Ada declines',
    mode: 'test',
    initial_context: JSON.stringify({ first_name: 'Ada' }),
    created_at: ago(minuteMs),
  } as const;
  const adas = conversed(call(reminders, 'Ada', '+12025550185', ago(3 * hourMs)), confirmed);
  const columns: Columns[] = [
    conversed(call(surveys, 'Grace', '+12025550101', ago(240 * hourMs)), rated),
    conversed(call(renewals, 'Hugo', '+12025550102', ago(50 * hourMs)), interested),
    missed(call(renewals, 'Iris', '+12025550141', ago(49 * hourMs)), 'busy'),
    missed(call(renewals, 'Jack', '+12025550171', ago(48 * hourMs)), 'failed'),
    missed(call(renewals, 'Mia', '+12025550103', ago(47 * hourMs)), 'canceled'),
    missed(call(renewals, 'Finn', '+12025550197', ago(46 * hourMs)), 'unknown'),
    missed(call(reminders, 'Kim', '+12025550151', ago(26 * hourMs)), 'no_answer'),
    missed(call(reminders, 'Lena', '+12025550161', ago(25 * hourMs)), 'voicemail'),
    conversed(call(reminders, 'Leo', '+12025550104', ago(24 * hourMs)), rescheduled),
    // It ends below, after its transfers, which usage counts then.
    { ...adas, state: 'running', outcome: null, ended_at: null },
    trial,
  ];
  const runs = await trx
    .insertInto('workflow_runs')
    .values(
      columns.map((run) => ({
        organization_id,
        telephony_configuration_id: run.mode === 'test' ? null : telephony_configuration_id,
        ...run,
      })),
    )
    .returning(['id', 'call_disposition', 'started_at', 'gathered_context'])
    .execute();
  for (const run of runs) {
    if (run.call_disposition !== 'confirmed') continue;
    await markConsent(trx, { ...run, organization_id }, user_id);
    await instruct(trx, { ...run, organization_id }, user_id);
    const { started_at } = run;
    if (started_at !== null) await seedTransfers(trx, { ...run, started_at, organization_id });
    const { state, outcome, ended_at } = adas;
    await trx
      .updateTable('workflow_runs')
      .set({ state, outcome, ended_at })
      .where('id', '=', run.id)
      .execute();
  }
}

const call = (
  workflow: DemoWorkflow,
  name: string,
  to_number: string,
  created_at: Timestamp,
): Columns => ({
  ...workflow,
  name: `Call to ${to_number}`,
  mode: 'ad_hoc',
  to_number,
  from_number: demoCaller,
  initial_context: JSON.stringify({ first_name: name, appointment_on: '15 June' }),
  created_at,
});

function conversed(
  run: Columns,
  { disposition, summary, successful, gathered, said }: Conversation,
): Columns {
  const started_at = later(run.created_at, answerAfterMs);
  const transcript = said.map(([role, text, kind], turn) => ({
    role,
    ...(kind && { kind }),
    text,
    at: later(started_at, turn * turnMs),
  }));
  const analysis: Analysis = {
    call_summary: summary,
    call_successful: successful,
    in_voicemail: false,
    disposition,
    custom: {},
    source: 'agent',
  };
  return {
    ...run,
    state: 'completed',
    outcome: 'completed',
    call_disposition: disposition,
    gathered_context: JSON.stringify(gathered),
    transcript: JSON.stringify(transcript),
    analysis: JSON.stringify(analysis),
    usage: JSON.stringify({
      seconds: (said.length * turnMs) / secondMs,
      tokens: said.length * 260,
      characters: null,
      cost: [
        {
          source: 'language_model',
          amount: (said.length * 0.00065).toFixed(5),
          currency: 'USD',
        },
      ],
      details: {},
    }),
    recording_url: `https://recordings.example.com/${disposition}.mp3`,
    answered_by: 'human',
    ...placed(run),
    started_at,
    ended_at: later(started_at, said.length * turnMs),
  };
}

/** The carrier accepted the call. */
const placed = ({ created_at }: Columns) => ({
  placing_at: created_at,
  carrier_call_id: uuid(),
});

const failures: Partial<Record<Outcome, NonNullable<WorkflowRuns['failure']>>> = {
  failed: 'carrier_failure',
  unknown: 'no_callback',
};

/** A call without a conversation: its analysis derives from the outcome. */
function missed(run: Columns, outcome: Outcome): Columns {
  const answered = outcome === 'voicemail';
  const analysis: Analysis = {
    call_summary: null,
    call_successful: outcome === 'unknown' ? null : false,
    in_voicemail: outcome === 'unknown' ? null : answered,
    disposition: null,
    custom: {},
    source: 'outcome',
  };
  return {
    ...run,
    state: 'completed',
    outcome,
    failure: failures[outcome] ?? null,
    carrier_code: outcome === 'failed' ? '503' : null,
    answered_by: answered ? 'machine' : null,
    ...(outcome !== 'canceled' && placed(run)),
    analysis: JSON.stringify(analysis),
    started_at: answered ? later(run.created_at, answerAfterMs) : null,
    ended_at: later(run.created_at, ringMs),
  };
}

interface MarkedRun {
  readonly id: number;
  readonly organization_id: number;
  readonly started_at: Timestamp | null;
  readonly gathered_context: Record<string, unknown>;
}

/** The caller agreed in the fourth turn. */
async function markConsent(
  trx: Transaction<Database>,
  run: MarkedRun,
  marked_by: number,
): Promise<void> {
  const consent_ts = later(run.started_at ?? '', 4 * turnMs);
  const gathered_context = JSON.stringify({
    ...run.gathered_context,
    consent_given: true,
    consent_ts,
  });
  await trx
    .updateTable('workflow_runs')
    .set({ gathered_context })
    .where('id', '=', run.id)
    .execute();
  await trx
    .insertInto('consent_marks')
    .values({
      organization_id: run.organization_id,
      run_id: run.id,
      consent_given: true,
      consent_ts,
      marked_by,
    })
    .execute();
}

/** Somebody listened, and told the agent twice what to do. */
async function instruct(
  trx: Transaction<Database>,
  run: MarkedRun,
  user_id: number,
): Promise<void> {
  const told = (instruction_number: number, afterMs: number) => {
    const created_at = later(run.started_at ?? '', afterMs);
    return {
      organization_id: run.organization_id,
      run_id: run.id,
      instruction_number,
      user_id,
      created_at,
      delivered_at: later(created_at, 40),
      acknowledged_at: later(created_at, secondMs),
    };
  };
  await trx
    .insertInto('run_instructions')
    .values([
      {
        ...told(1, 16 * secondMs),
        text: 'Offer her the appointment on 16 June too.',
        answer: 'taken',
      },
      {
        ...told(2, 40 * secondMs),
        text: 'Ask her whether she needs a parking space.',
        answer: 'refused',
        reason: 'She has said goodbye.',
      },
    ])
    .execute();
}
