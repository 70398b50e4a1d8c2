import { describe, expect, test } from 'vitest';
import { heldRules } from '../../../src/telephony/calls/permission-rules.ts';
import { later } from '../../../src/timestamp.ts';
import { givenPolicy } from '../../approvals/given.ts';
import { newOrganization } from '../../support/organizations.ts';
import { givenNumber } from '../../telephony/given.ts';
import { givenContacts, givenRun } from '../given.ts';
import { givenCallableCampaign } from '../lifecycle/given.ts';

/** A running campaign that nobody dials, with one pending contact. */
async function given(columns: Parameters<typeof givenCallableCampaign>[1] = {}) {
  const member = await newOrganization();
  const now = member.server.app.now();
  const campaign = await givenCallableCampaign(member, {
    state: 'running',
    started_at: now,
    wake_at: '2100-01-01T00:00:00.000Z',
    ...columns,
  });
  const [contact_id = 0] = await givenContacts(member, campaign, [{}]);
  const path = `${campaign.path}/contacts/${contact_id}`;
  return { member, campaign, contact_id, path, now };
}

type Given = Awaited<ReturnType<typeof given>>;

const setCampaign = ({ member, campaign }: Given, values: object): Promise<unknown> =>
  member.server.app.db.updateTable('campaigns').set(values).where('id', '=', campaign.id).execute();

const setContact = ({ member, contact_id }: Given, values: object): Promise<unknown> =>
  member.server.app.db
    .updateTable('campaign_contacts')
    .set(values)
    .where('id', '=', contact_id)
    .execute();

const setConfiguration = ({ member, campaign }: Given, values: object): Promise<unknown> =>
  member.server.app.db
    .updateTable('telephony_configurations')
    .set(values)
    .where('id', '=', campaign.configuration_id)
    .execute();

const inMinutes = ({ now }: Given, minutes: number): string => later(now, minutes * 60_000);

/** The slot of the day after tomorrow, so that the schedule is closed now. */
function closedSchedule(now: string) {
  const day = new Date(Date.parse(now) + 2 * 86_400_000);
  const day_of_week = (day.getUTCDay() + 6) % 7;
  const opening = `${day.toISOString().slice(0, 10)}T09:00:00.000Z`;
  const slots = [{ day_of_week, start_time: '09:00', end_time: '10:00' }];
  return { opening, schedule: JSON.stringify({ enabled: true, timezone: 'UTC', slots }) };
}

async function givenFailures({ member, campaign, now }: Given): Promise<void> {
  const { definition_id } = await member.server.app.db
    .selectFrom('workflow_definitions')
    .select('id as definition_id')
    .where('workflow_id', '=', campaign.workflow_id)
    .executeTakeFirstOrThrow();
  const parent = { ...campaign, source_id: '', definition_id };
  for (let run = 0; run < 5; run += 1)
    await givenRun(member, parent, { state: 'completed', outcome: 'failed', ended_at: now });
}

const rules: readonly [
  rule: string,
  what: string,
  spoil: (given: Given) => unknown,
  until: (given: Given) => string | null,
][] = [
  ['campaign_state', 'a paused campaign', (at) => setCampaign(at, { state: 'paused' }), () => null],
  ['circuit_breaker', 'failed calls', givenFailures, () => null],
  [
    'approval',
    'an approval that was revoked',
    async (at) => {
      const policy = await givenPolicy(at.member, {
        target_id: at.campaign.id,
        action_type: 'campaign_start',
        destination_kind: 'campaign',
        destination_value: String(at.campaign.id),
      });
      await setCampaign(at, { approval_policy_id: policy });
      await at.member.post(`/api/v1/approval-policies/${policy}/revoke`, { reason: 'mistake' });
    },
    () => null,
  ],
  [
    'telephony_configuration',
    'no configuration',
    (at) => setCampaign(at, { telephony_configuration_id: null }),
    () => null,
  ],
  [
    'workflow_published',
    'an archived workflow',
    ({ member, campaign }) =>
      member.server.app.db
        .updateTable('workflows')
        .set({ status: 'archived' })
        .where('id', '=', campaign.workflow_id)
        .execute(),
    () => null,
  ],
  [
    'caller_number',
    'a carrier that needs a caller number',
    (at) => setConfiguration(at, { provider: 'telnyx' }),
    () => null,
  ],
  [
    'do_not_call',
    'the do-not-call list',
    ({ member }) =>
      member.post('/api/v1/do-not-call', { phone_numbers: [{ phone_number: '+12025550123' }] }),
    () => null,
  ],
  [
    'prior_consent',
    'a purpose without a consent',
    (at) => setCampaign(at, { require_prior_consent: 'marketing' }),
    () => null,
  ],
  [
    'daily_cap',
    'a caller number that has made its calls',
    (at) =>
      givenNumber(at.member, at.campaign.configuration_id, {
        is_default_caller: true,
        daily_cap: 2,
        calls_counted: 2,
        counted_from: inMinutes(at, -60),
        counted_until: inMinutes(at, 60),
      }),
    (at) => inMinutes(at, 60),
  ],
  [
    'destination',
    'calling codes',
    (at) => setConfiguration(at, { calling_codes: ['+44'] }),
    () => null,
  ],
  [
    'number_type',
    'a premium-rate number',
    (at) => setContact(at, { phone_number: '+19005550123' }),
    () => null,
  ],
  [
    'retry',
    'an attempt that was busy',
    (at) =>
      setContact(at, {
        state: 'waiting',
        attempts: 1,
        retries_queued: 1,
        due_at: inMinutes(at, 5),
      }),
    (at) => inMinutes(at, 5),
  ],
  [
    'retry',
    'an attempt that was busy, outside the schedule',
    async (at) => {
      await setCampaign(at, { schedule_config: closedSchedule(at.now).schedule });
      await setContact(at, {
        state: 'waiting',
        attempts: 1,
        retries_queued: 1,
        due_at: inMinutes(at, 5),
      });
    },
    ({ now }) => closedSchedule(now).opening,
  ],
  [
    'hours',
    'a closed schedule',
    (at) => setCampaign(at, { schedule_config: closedSchedule(at.now).schedule }),
    ({ now }) => closedSchedule(now).opening,
  ],
  [
    'hours',
    'a zone that cannot be read',
    async (at) => {
      await setCampaign(at, { schedule_config: closedSchedule(at.now).schedule });
      await setContact(at, { timezone: 'Nowhere/At_All' });
    },
    () => null,
  ],
  [
    'delay',
    'an error of a claim',
    (at) => setCampaign(at, { held_until: inMinutes(at, 1) }),
    (at) => inMinutes(at, 1),
  ],
  [
    'slots',
    'max_concurrency',
    async (at) => {
      await setCampaign(at, { max_concurrency: 1 });
      await givenContacts(at.member, at.campaign, [
        { row_number: 9, state: 'dialing', attempts: 1 },
      ]);
    },
    () => null,
  ],
  [
    'slots',
    "the organization's limit",
    async ({ member, campaign }) => {
      const call = { workflow_id: campaign.workflow_id, to_number: '+12025550124' };
      const { status } = await member.post('/api/v1/telephony/initiate-call', call);
      expect(status).toBe(202);
    },
    () => null,
  ],
  [
    'pace',
    'calls a second',
    (at) =>
      at.member.server.app.db
        .insertInto('call_paces')
        .values({
          telephony_configuration_id: at.campaign.configuration_id,
          organization_id: at.member.organization_id,
          next_free_at: inMinutes(at, 1),
        })
        .execute(),
    (at) => inMinutes(at, 1),
  ],
  ['order', 'nothing', () => undefined, () => null],
];

describe('getCampaignContact', () => {
  test('is tried with every rule that holds contacts', () => {
    const tried = new Set(rules.map(([rule]) => rule));

    expect([...tried].toSorted()).toEqual(heldRules.toSorted());
  });

  test.each(rules)('shows that %s holds it: %s', async (rule, _, spoil, until) => {
    const at = await given({ limit: 1 });
    await spoil(at);

    const { status, body } = await at.member.get(at.path);

    expect([status, body.id, body.runs]).toEqual([200, at.contact_id, []]);
    expect(body.held_by).toEqual({
      code: rule,
      message: expect.any(String),
      until: until(at),
    });
  });

  test('shows the first of several rules', async () => {
    const at = await given();
    await setConfiguration(at, { calling_codes: ['+44'] });
    await setCampaign(at, { schedule_config: closedSchedule(at.now).schedule });

    const held = await at.member.get(at.path);
    await setCampaign(at, { state: 'paused' });
    const paused = await at.member.get(at.path);

    expect([held, paused].map(({ body }) => body.held_by.code)).toEqual([
      'destination',
      'campaign_state',
    ]);
  });

  test.each([
    ['dialing', { state: 'dialing', attempts: 1 }],
    ['done', { state: 'done', outcome: 'completed', attempts: 1 }],
    ['skipped', { state: 'skipped', skip_reason: 'do_not_call' }],
  ] as const)('shows no rule for a contact that is %s', async (state, values) => {
    const at = await given();
    await setContact(at, values);
    await setCampaign(at, { state: 'paused' });

    const { body } = await at.member.get(at.path);

    expect([body.status, body.held_by]).toEqual([state, null]);
  });

  test('shows its own calls, newest first', async () => {
    const at = await given();
    const [other = 0] = await givenContacts(at.member, at.campaign, [{ row_number: 2 }]);
    const { definition_id } = await at.member.server.app.db
      .selectFrom('workflow_definitions')
      .select('id as definition_id')
      .where('workflow_id', '=', at.campaign.workflow_id)
      .executeTakeFirstOrThrow();
    const parent = { ...at.campaign, source_id: '', definition_id };
    const ended = { state: 'completed', outcome: 'busy', ended_at: at.now } as const;
    for (const [name, contact_id] of [
      ['first', at.contact_id],
      ['other', other],
      ['second', at.contact_id],
    ] as const)
      await givenRun(at.member, parent, { ...ended, name, contact_id });

    const { body } = await at.member.get(at.path);

    expect(body.runs.map(({ name }: { name: string }) => name)).toEqual(['second', 'first']);
    expect(body.runs[0]).toMatchObject({ contact_id: at.contact_id, outcome: 'busy' });
  });
});
