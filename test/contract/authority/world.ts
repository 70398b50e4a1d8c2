import type { Insertable } from 'kysely';
import type { ApprovalPolicies } from '../../../generated/database.ts';
import { later } from '../../../src/timestamp.ts';
import { givenPolicy } from '../../approvals/given.ts';
import { givenContacts } from '../../campaigns/given.ts';
import { type CallableCampaign, givenCallableCampaign } from '../../campaigns/lifecycle/given.ts';
import type { Member } from '../../support/organizations.ts';
import { givenTool } from '../../tools/given.ts';
import { givenRun } from '../../workflows/given.ts';
import { givenTalking, type TalkingCall, toolNames } from './talking.ts';

export const hour = 3_600_000;
export const hours = 6;
export const numbers = ['+12025550161', '+12025550162', '+12025550173'];

type Policy = Partial<Insertable<ApprovalPolicies>> & { readonly expires_at: string };

export type Speak = (said: {
  readonly run_id: number;
  readonly run_token: string;
  readonly call: { readonly name: string; readonly args: object };
}) => Promise<{ readonly status: number }>;

export interface World {
  readonly member: Member;
  readonly begun: string;
  readonly workflow_id: number;
  readonly configuration_id: number;
  /** A tool that asks a person. */
  readonly asking_id: number;
  /** What parameters of paths are filled with; those of one index belong to each other. */
  readonly ids: Readonly<Record<string, readonly (number | string)[]>>;
  /** Calls in progress, which are transferred and hung up. */
  readonly talking: readonly TalkingCall[];
  /** Their transfers so far. */
  readonly transfers: { readonly id: number; readonly run_id: number }[];
  /** Has the service's own agent call a tool in a call; 409 if its socket is refused. */
  readonly speak: Speak;
  /** The approved and enabled policies of the connector. */
  readonly usable: readonly Policy[];
}

/** A person's calls and campaigns in every state, one campaign of the connector, and some of the policies. */
export async function givenWorld(
  member: Member,
  { chosen, speak }: { readonly chosen: readonly boolean[]; readonly speak: Speak },
): Promise<World> {
  const { server } = member;
  server.setNow(server.app.now());
  const begun = server.app.now();
  const { db } = server.app;
  const { organization_id, user_id } = member;
  const paused = await givenCallableCampaign(member, { state: 'paused', talk_ms: 24 * hour });
  const beside = { beside: paused, digits: ['00'] };
  const talking = await givenTalking(member, { ...paused, destinations: numbers });
  const asking = await givenTool(member, { name: 'asking_tool', needs_approval: true });
  const created = await givenCallableCampaign(member, beside);
  const starting = await givenCallableCampaign(member, {
    ...beside,
    start_at: later(begun, hour),
    start_due_at: later(begun, hour),
    start_user_id: user_id,
  });
  const own = await givenCallableCampaign(member, { ...beside, state: 'paused' });
  const campaigns = [paused, created, starting, own];
  const { workflow_id, configuration_id } = paused;
  const ofCampaign = (id: number, action_type: 'campaign_start' | 'campaign_resume'): Policy => ({
    action_type,
    target_id: id,
    destination_kind: 'campaign',
    destination_value: String(id),
    campaign_contact_count_ceiling: 3,
    expires_at: later(begun, 4 * hour),
  });
  const ofNumber = (destination_value: string, more: object = {}) => ({
    action_type: 'call_initiate' as const,
    target_id: workflow_id,
    destination_value,
    expires_at: later(begun, 4 * hour),
    max_uses: 2,
    ...more,
  });
  const candidates: Policy[] = [
    ofNumber(numbers[0]!),
    ofNumber('+1202555017', { destination_kind: 'e164_prefix', not_before: later(begun, hour) }),
    ofNumber(numbers[1]!, { disabled_at: begun }),
    ofNumber(numbers[1]!, { connector_name: 'other' }),
    ofNumber(numbers[1]!, { target_id: workflow_id + 1 }),
    ...[created, starting, own].map(({ id }) => ofCampaign(id, 'campaign_start')),
    ofCampaign(paused.id, 'campaign_resume'),
  ];
  const owns = ofCampaign(own.id, 'campaign_start');
  const approval_policy_id = await givenPolicy(member, owns);
  await db.updateTable('campaigns').set({ approval_policy_id }).where('id', '=', own.id).execute();
  const policies = candidates.filter((_, index) => chosen[index]);
  for (const policy of policies) await givenPolicy(member, policy);

  const contacts: number[] = [];
  const runs: number[] = [];
  for (const { id } of [paused, own]) {
    const due_at = later(begun, hour);
    const waiting = { state: 'waiting', attempts: 1, retries_queued: 1 } as const;
    const [contact_id = 0] = await givenContacts(member, { id }, [
      { ...waiting, due_at, callback_at: due_at },
    ]);
    contacts.push(contact_id);
    runs.push(await givenEnded(member, paused, { campaign_id: id, contact_id }));
  }
  runs.push(await givenEnded(member, paused, { user_id, mode: 'ad_hoc' }));
  const scheduled = await db
    .insertInto('scheduled_calls')
    .values(
      numbers.map((to_number) => ({
        organization_id,
        workflow_id,
        to_number,
        scheduled_at: later(begun, hour),
        due_at: later(begun, hour),
        user_id,
        created_at: begun,
      })),
    )
    .returning('id')
    .execute();
  return {
    member,
    begun,
    workflow_id,
    configuration_id,
    asking_id: asking.id,
    ids: {
      campaign_id: campaigns.map(({ id }) => id),
      contact_id: [contacts[0]!, contacts[1]!, contacts[0]!, contacts[1]!],
      scheduled_call_id: scheduled.map(({ id }) => id),
      run_id: runs,
      workflow_id: [workflow_id],
      name: toolNames,
    },
    talking,
    speak,
    transfers: [],
    usable: [owns, ...policies].filter(
      ({ disabled_at, connector_name }) => !disabled_at && !connector_name,
    ),
  };
}

/** A call that has ended, and whose result can be submitted. */
async function givenEnded(member: Member, { workflow_id: id }: CallableCampaign, more: object) {
  const { id: version } = await member.server.app.db
    .selectFrom('workflow_definitions')
    .select('id')
    .where('workflow_id', '=', id)
    .executeTakeFirstOrThrow();
  const workflow = { id, path: '', versions: [version] };
  return givenRun(member, workflow, {
    mode: 'campaign',
    state: 'completed',
    outcome: 'busy',
    to_number: numbers[0]!,
    ended_at: member.server.app.now(),
    ...more,
  });
}
