import { later } from '../../../src/timestamp.ts';
import type { Member } from '../../support/organizations.ts';
import { givenTool, lookup } from '../../tools/given.ts';
import { givenRun } from '../../workflows/given.ts';

export interface TalkingCall {
  readonly run_id: number;
  /** Whether a person requested it, so that what its agent does needs no policy. */
  readonly isPersons: boolean;
  /** Whether the person is connected with somebody else, so that its agent only records. */
  readonly isLeft: boolean;
}

/** One that only the organization has, and no version names. */
export const unnamedTool = 'unnamed_tool';

/** The tool that the version of the calls names, another one, and built-in ones. */
export const toolNames = [lookup.name, unnamedTool, 'transfer', 'schedule_callback', 'hang_up'];

interface Place {
  readonly workflow_id: number;
  readonly configuration_id: number;
  /** Whom the calls can be transferred to. */
  readonly destinations: readonly string[];
}

const kinds = [
  { isPersons: false, isLeft: false },
  { isPersons: true, isLeft: false },
  { isPersons: false, isLeft: true },
  { isPersons: true, isLeft: false },
  { isPersons: true, isLeft: true },
];

/** Answered calls that two people and the connector requested by turns, and what their agents may do. */
export async function givenTalking(
  member: Member,
  { workflow_id, configuration_id, destinations }: Place,
): Promise<readonly TalkingCall[]> {
  const { organization_id, user_id, server } = member;
  const { db } = server.app;
  const workflow_configurations = {
    run_token_scopes: ['run:act'],
    transfer_destinations: destinations.map((phone_number) => ({
      name: phone_number.slice(1),
      phone_number,
    })),
  };
  await db
    .updateTable('workflows')
    .set({ workflow_configurations: JSON.stringify(workflow_configurations) })
    .where('id', '=', workflow_id)
    .execute();
  const named = await givenTool(member, { is_write: true });
  await givenTool(member, { name: unnamedTool });
  const tool = { tool_id: named.id, revision: 1, timeout_ms: 1000, is_write: true };
  const pinned = { ...lookup, headers: [], result_schema: null, secret_header: 'Authorization' };
  const { id: version } = await db
    .updateTable('workflow_definitions')
    .set({ tools: JSON.stringify([{ ...pinned, ...tool }]) })
    .where('workflow_id', '=', workflow_id)
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: api_key_id } = await db
    .selectFrom('api_keys')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('connector_name', '=', 'crm')
    .executeTakeFirstOrThrow();
  const calls: TalkingCall[] = [];
  for (const { isPersons, isLeft } of kinds) {
    const placed_at = later(server.app.now(), -1000);
    const call = {
      to_number: '+12025550100',
      telephony_configuration_id: configuration_id,
      placing_at: placed_at,
    };
    const carrier_call_id = crypto.randomUUID();
    const run_id = await givenRun(
      member,
      { id: workflow_id, path: '', versions: [version] },
      {
        ...call,
        mode: 'ad_hoc',
        state: 'running',
        carrier_call_id,
        started_at: placed_at,
        ...(isPersons ? { user_id } : { user_id: null, api_key_id }),
      },
    );
    await db
      .insertInto('live_calls')
      .values({
        ...call,
        run_id,
        organization_id,
        state: 'in_progress',
        ask_at: later(placed_at, 86_400_000),
        deadline_at: later(placed_at, 86_400_000),
      })
      .onConflict((on) => on.column('run_id').doNothing())
      .execute();
    const { to_number, telephony_configuration_id } = call;
    await db
      .insertInto('simulated_calls')
      .values({
        id: carrier_call_id,
        run_id,
        to_number,
        telephony_configuration_id,
        callback_url: `${server.url}/api/v1/telephony/callbacks/simulated/${configuration_id}?run_id=${run_id}`,
        placed_at,
        ends_at: later(placed_at, 86_400_000),
      })
      .execute();
    if (isLeft)
      await db
        .insertInto('run_transfers')
        .values({
          organization_id,
          run_id,
          kind: 'cold',
          destination: 'desk',
          phone_number: '+12025550110',
          status: 'bridged',
          created_at: placed_at,
          deadline_at: placed_at,
          sending_at: placed_at,
          bridged_at: placed_at,
          ended_at: placed_at,
        })
        .execute();
    calls.push({ run_id, isPersons, isLeft });
  }
  return calls;
}
