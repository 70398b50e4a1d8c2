import type { Insertable, Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { components } from '../../generated/api.ts';
import type { WorkflowRuns } from '../../generated/database.ts';
import type { Database } from '../db/connect.ts';
import { later, type Timestamp } from '../timestamp.ts';
import { type Conversation, type DemoRun, list } from './list.ts';
import { type Demo, demoCaller } from './requests.ts';
import { seedTransfers } from './transfers.ts';

type Outcome = NonNullable<WorkflowRuns['outcome']>;
type Analysis = components['schemas']['RunAnalysis'];
type Columns = Omit<Insertable<WorkflowRuns>, 'organization_id' | 'created_at'> & {
  readonly created_at: Timestamp;
};

const secondMs = 1000;
const answerAfterMs = 4 * secondMs;
const turnMs = 6 * secondMs;
const ringMs = 20 * secondMs;

/** The version of a workflow that its calls use. */
export async function publishedVersion(
  trx: Transaction<Database>,
  workflowId: number,
): Promise<number> {
  const { id } = await trx
    .selectFrom('workflow_definitions')
    .select('id')
    .where('workflow_id', '=', workflowId)
    .where('version_status', '=', 'published')
    .executeTakeFirstOrThrow();
  return id;
}

/** The calls of workflows. The last one has a consent, instructions and transfers. */
export async function seedRuns(demo: Demo): Promise<void> {
  const { trx, organization_id } = demo;
  for (const run of list.runs) {
    const columns = await columnsOf(demo, run);
    const { state, outcome, ended_at } = columns;
    const isLast = run === list.runs.at(-1);
    // It ends after its transfers, which usage counts then.
    const open = isLast && ({ state: 'running', outcome: null, ended_at: null } as const);
    const { id, ...inserted } = await trx
      .insertInto('workflow_runs')
      .values({ ...columns, organization_id, ...open })
      .returning(['id', 'started_at', 'gathered_context'])
      .executeTakeFirstOrThrow();
    if (run.as !== undefined) demo.keep(run.as, id);
    const { started_at } = inserted;
    if (!isLast || started_at === null) continue;
    const marked = { id, organization_id, ...inserted, started_at };
    await markConsent(trx, marked, demo.user_id);
    await instruct(trx, marked, demo.user_id);
    await seedTransfers(trx, marked);
    const ended = trx.updateTable('workflow_runs').set({ state, outcome, ended_at });
    await ended.where('id', '=', id).execute();
  }
}

async function columnsOf(demo: Demo, run: DemoRun): Promise<Columns> {
  const { to_number, name: first_name, conversation, outcome = 'completed' } = run;
  const workflow_id = demo.idOf(run.workflow);
  const columns: Columns = {
    workflow_id,
    definition_id: await publishedVersion(demo.trx, workflow_id),
    telephony_configuration_id: demo.idOf('simulated'),
    name: `Call to ${to_number}`,
    mode: 'ad_hoc',
    to_number,
    from_number: demoCaller,
    initial_context: JSON.stringify({ first_name, appointment_on: '15 June' }),
    created_at: demo.timeOf(run.at),
  };
  return conversation ? conversed(columns, conversation) : missed(columns, outcome);
}

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
  readonly started_at: Timestamp;
  readonly gathered_context: Record<string, unknown>;
}

/** The caller agreed in the fourth turn. */
async function markConsent(
  trx: Transaction<Database>,
  run: MarkedRun,
  marked_by: number,
): Promise<void> {
  const consent_ts = later(run.started_at, 4 * turnMs);
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
    const created_at = later(run.started_at, afterMs);
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
