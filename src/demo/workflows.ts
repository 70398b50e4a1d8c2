import type { Insertable, Transaction } from 'kysely';
import type { components } from '../../generated/api.ts';
import type { WorkflowDefinitions, Workflows } from '../../generated/database.ts';
import type { Database } from '../db/connect.ts';
import { later, type Timestamp } from '../timestamp.ts';
import type { DemoAccounts } from './accounts.ts';
import { type DemoWorkflow, seedRuns } from './runs.ts';
import { demoMobile, demoPharmacy, demoReception } from './transfers.ts';
import type { DemoTelephony } from './telephony.ts';
import {
  firstReminder,
  reminder,
  reminderWithConsent,
  renewal,
  survey,
} from './workflow-definitions.ts';
import type { ExpectedCall, Turn } from '../workflows/test-cases/rules.ts';
import type { ToolAnswer } from '../workflows/tool-answer-rules.ts';

const turn = (text: string | null, expected: Partial<Turn>): Turn => ({
  text,
  expected_node_id: null,
  expected_text: null,
  expected_ended: null,
  ...expected,
});

/** Conversations that the published version of the reminder follows; its draft asks for consent before. */
const reminderCases: readonly (readonly [name: string, turns: readonly Turn[]])[] = [
  [
    'Ada confirms',
    [
      turn(null, { expected_node_id: 'start', expected_text: 'Ada' }),
      turn('Yes, the right person.', { expected_node_id: 'confirm', expected_text: '15 June' }),
      turn('Confirmed!', { expected_node_id: 'goodbye', expected_ended: true }),
    ],
  ],
  [
    'Another date',
    [
      turn('Right person', { expected_node_id: 'confirm' }),
      turn('No, it does not suit.', { expected_node_id: 'reschedule' }),
      turn('Agreed', { expected_node_id: 'goodbye', expected_ended: true }),
    ],
  ],
];

/** What a tool answers in them, and that nobody is transferred. */
const reminderTools: {
  readonly tool_answers: readonly ToolAnswer[];
  readonly expected_tool_calls: readonly ExpectedCall[];
} = {
  tool_answers: [
    { tool_name: 'find_appointments', result: { appointment_on: '15 June' }, error_code: null },
  ],
  expected_tool_calls: [{ tool_name: 'transfer', is_call_expected: false }],
};

const dayMs = 24 * 60 * 60 * 1000;

type NewVersion = readonly [
  status: WorkflowDefinitions['version_status'],
  definition: components['schemas']['WorkflowDefinition'],
];

/**
 * A workflow with a version in each status, a published one and an archived one; returns the first one's published
 * version.
 */
export async function seedWorkflows(
  trx: Transaction<Database>,
  accounts: DemoAccounts & DemoTelephony,
  now: Timestamp,
): Promise<DemoWorkflow> {
  const add = (
    name: string,
    versions: readonly NewVersion[],
    columns: Partial<Insertable<Workflows>>,
  ) =>
    insertWorkflow(trx, accounts, versions, {
      name,
      created_at: later(now, -20 * dayMs),
      ...columns,
    });
  const surveys = await add('Customer survey', [['published', survey]], { status: 'archived' });
  const renewals = await add('Policy renewal', [['published', renewal]], {
    template_context_variables: JSON.stringify({
      first_name: 'there',
      insurer: 'Example Insurance',
      premium: '240 euros',
    }),
    workflow_configurations: JSON.stringify({ max_call_duration_seconds: 900 }),
  });
  const reminders = await add(
    'Appointment reminder',
    [
      ['archived', firstReminder],
      ['published', reminder],
      ['draft', reminderWithConsent],
    ],
    {
      workflow_uuid: '5f0c2f0a-5e3a-4c41-9d52-3f1b8a6e4c10',
      template_context_variables: JSON.stringify({
        first_name: 'there',
        appointment_on: 'the agreed date',
      }),
      workflow_configurations: JSON.stringify({
        max_call_duration_seconds: 600,
        voice: 'calm',
        voice_profile_id: '019b7e01-b600-7c41-9d52-3f1b8a6e4c10',
        transfer_destinations: [
          {
            name: 'reception',
            phone_number: demoReception,
            description: 'Whatever is not about the appointment.',
            fallback: 'mobile',
          },
          { name: 'mobile', phone_number: demoMobile },
          {
            name: 'pharmacy',
            phone_number: demoPharmacy,
            description: 'Prescriptions. A menu answers.',
            has_machine_detection: false,
          },
          {
            name: 'practice',
            sip_uri: 'sip:front-desk@pbx.example.com',
            description: 'Questions about treatments.',
          },
          {
            name: 'renewals',
            workflow_id: renewals.workflow_id,
            description: 'Whether an insurance goes on.',
          },
        ],
      }),
      external_id: 'crm-4711',
      metadata: JSON.stringify({ team: 'front-desk' }),
    },
  );
  await trx
    .insertInto('workflow_test_cases')
    .values(
      reminderCases.map(([name, turns], index) => ({
        organization_id: accounts.organization_id,
        workflow_id: reminders.workflow_id,
        name,
        initial_context: JSON.stringify({ first_name: 'Ada', appointment_on: '15 June' }),
        turns: JSON.stringify(turns),
        tool_answers: JSON.stringify(reminderTools.tool_answers),
        expected_tool_calls: JSON.stringify(reminderTools.expected_tool_calls),
        created_at: later(now, (index - 18) * dayMs),
        updated_at: later(now, (index - 18) * dayMs),
      })),
    )
    .execute();
  await seedRuns(trx, accounts, { reminders, renewals, surveys }, now);
  return reminders;
}

async function insertWorkflow(
  trx: Transaction<Database>,
  { organization_id, user_id }: DemoAccounts,
  versions: readonly NewVersion[],
  columns: Pick<Insertable<Workflows>, 'name' | 'created_at'>,
): Promise<DemoWorkflow> {
  const { id } = await trx
    .insertInto('workflows')
    .values({ organization_id, updated_at: columns.created_at, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = await trx
    .insertInto('workflow_definitions')
    .values(
      versions.map(([version_status, workflow_definition], index) => ({
        organization_id,
        workflow_id: id,
        version_number: index + 1,
        version_status,
        workflow_definition: JSON.stringify(workflow_definition),
        created_by: user_id,
        created_at: later(columns.created_at, index * dayMs),
        published_at:
          version_status === 'draft' ? null : later(columns.created_at, (index + 0.5) * dayMs),
      })),
    )
    .returning(['id', 'version_status'])
    .execute();
  const current_definition_id = rows.at(-1)?.id ?? 0;
  await trx.updateTable('workflows').set({ current_definition_id }).where('id', '=', id).execute();
  const published = rows.find((row) => row.version_status === 'published');
  return { workflow_id: id, definition_id: published?.id ?? current_definition_id };
}
