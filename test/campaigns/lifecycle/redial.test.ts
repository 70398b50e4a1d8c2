import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { onPostgres } from '../../support/database.ts';
import { newOrganization, type Member } from '../../support/organizations.ts';
import { sharedServer, type TestServer } from '../../support/server.ts';
import { untilWaiting } from '../../support/waiting.ts';
import { placementsOf } from '../../telephony/calls/given.ts';
import { givenContacts } from '../given.ts';
import { contactsOf, dialAll, eventsIn, givenCallableCampaign, numberTo } from './given.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});

const outcomes = [
  'completed',
  'busy',
  'no_answer',
  'voicemail',
  'failed',
  'canceled',
  'unknown',
] as const;

/** A completed campaign with a contact for each outcome, in the order of `outcomes`, and one that was skipped. */
async function givenCompleted(member: Member, options: object = {}) {
  const now = member.server.app.now();
  const campaign = await givenCallableCampaign(member, {
    state: 'completed',
    started_at: now,
    completed_at: now,
    max_concurrency: 3,
    retry_config: { max_retries: 1, retry_delay_seconds: 7, retry_on_voicemail: false },
    schedule_config: {
      enabled: true,
      timezone: 'Europe/London',
      slots: [{ day_of_week: 0, start_time: '09:00', end_time: '17:00' }],
    },
    circuit_breaker: { failure_threshold: 0.25 },
    ...options,
  });
  await givenContacts(member, campaign, [
    ...outcomes.map((outcome, index) => ({
      state: 'done' as const,
      outcome,
      attempts: 1,
      phone_number: numberTo(String(index)),
      timezone: index === 1 ? 'Asia/Kolkata' : null,
      initial_context: JSON.stringify({ place: index }),
    })),
    { state: 'skipped' as const, skip_reason: 'do_not_call', phone_number: numberTo('30') },
  ]);
  return campaign;
}

test.each([
  [['busy'], [1]],
  [
    ['failed', 'voicemail'],
    [3, 4],
  ],
  [
    ['busy', 'no_answer', 'voicemail', 'failed'],
    [1, 2, 3, 4],
  ],
])(
  'Redialing for %j takes the contacts with these outcomes, and no others',
  async (outcomes, places) => {
    const member = await newOrganization({ server });
    const parent = await givenCompleted(member);

    const answer = await member.post(`${parent.path}/redial`, { outcomes });
    const child = answer.body;
    await member.post(`/api/v1/campaign/${child.id}/start`);

    expect(answer.status).toBe(201);
    expect(child).toMatchObject({ state: 'created', total_rows: places.length, processed_rows: 0 });
    const contacts = await server.app.db
      .selectFrom('campaign_contacts')
      .select(['phone_number', 'timezone', 'initial_context', 'state', 'attempts'])
      .where('campaign_id', '=', child.id)
      .orderBy('row_number')
      .execute();
    expect(contacts).toEqual(
      places.map((place) => ({
        phone_number: numberTo(String(place)),
        timezone: place === 1 ? 'Asia/Kolkata' : null,
        initial_context: { place },
        state: 'pending',
        attempts: 0,
      })),
    );
  },
);

test("Redialing keeps the parent's settings, and each campaign names the other", async () => {
  const member = await newOrganization({ server });
  const parent = await givenCompleted(member);

  const { body: child } = await member.post(`${parent.path}/redial`, { outcomes: ['busy'] });

  const after = (await member.get(parent.path)).body;
  for (const setting of [
    'workflow_id',
    'telephony_configuration_id',
    'telephony_configuration_name',
    'retry_config',
    'schedule_config',
    'circuit_breaker',
    'max_concurrency',
    'source_type',
  ])
    expect(child[setting], setting).toEqual(after[setting]);
  expect(child.telephony_configuration_id).toBe(parent.configuration_id);
  expect(child).toMatchObject({
    name: 'Spring renewals (redial)',
    parent_campaign_id: parent.id,
    redialed_campaign_id: null,
    started_at: null,
  });
  expect(after).toMatchObject({ state: 'completed', redialed_campaign_id: child.id });
  const by = { user_id: member.user_id };
  expect(after.logs.at(-1)).toMatchObject({
    event: 'campaign_redialed',
    details: { by, redialed_campaign_id: child.id, outcomes: ['busy'] },
  });
  expect(child.logs).toMatchObject([
    { event: 'campaign_created', details: { by, parent_campaign_id: parent.id } },
  ]);
});

test('Redialing twice creates one campaign, and the error names it', async () => {
  const member = await newOrganization({ server });
  const parent = await givenCompleted(member);
  const { body: child } = await member.post(`${parent.path}/redial`, { outcomes: ['busy'] });

  const again = await member.post(`${parent.path}/redial`, { outcomes: ['failed'] });

  expect(again.status).toBe(409);
  expect(again.body).toMatchObject({
    code: 'campaign_already_redialed',
    redialed_campaign_id: child.id,
  });
});

test('Redialing without a matching contact is refused, leaves nothing, and can be repeated with other outcomes', async () => {
  const member = await newOrganization({ server });
  const parent = await givenCompleted(member);
  const { db } = server.app;
  await db
    .deleteFrom('campaign_contacts')
    .where('campaign_id', '=', parent.id)
    .where('outcome', '=', 'busy')
    .execute();
  const sources = () =>
    db
      .selectFrom('campaign_sources')
      .select('id')
      .where('organization_id', '=', member.organization_id)
      .execute();
  const before = await sources();

  const refused = await member.post(`${parent.path}/redial`, { outcomes: ['busy'] });
  const kept = await sources();
  const taken = await member.post(`${parent.path}/redial`, { outcomes: ['no_answer'] });

  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ code: 'nothing_to_redial', outcomes: ['busy'] });
  expect(kept).toEqual(before);
  expect(taken.status).toBe(201);
});

test.runIf(onPostgres)(
  'Redialing locks the quota, on which others wait, only when the contacts are copied',
  async () => {
    const member = await newOrganization({ server });
    const parent = await givenCompleted(member);
    const { db } = server.app;
    const quota = sql`select used from organization_usage
      where organization_id = ${member.organization_id} and quota in ('source_limit', 'source_bytes_limit')`;
    const before = await quota.execute(db);
    const holding = await db.startTransaction().execute();
    await sql`lock table campaign_source_rows in exclusive mode`.execute(holding);

    const redialing = member.post(`${parent.path}/redial`, { outcomes: ['busy'] });
    await untilWaiting(holding, member);
    const meanwhile = await sql`${quota} for update nowait`
      .execute(db)
      .catch((error: unknown) => ({ rows: [error] }));
    await holding.commit().execute();

    expect((await redialing).status).toBe(201);
    expect(before.rows).not.toEqual([]);
    expect(meanwhile.rows).toEqual(before.rows);
  },
);

test.each([[[]], [['unknown']], [['completed']], [['busy', 'busy']]])(
  'Redialing for %j is refused: a call with an unknown outcome is never repeated',
  async (outcomes) => {
    const member = await newOrganization({ server });
    const parent = await givenCompleted(member);

    const answer = await member.post(`${parent.path}/redial`, { outcomes });

    expect(answer.status).toBe(422);
    expect((await member.get(parent.path)).body.redialed_campaign_id).toBeNull();
  },
);

test('Redialing creates a campaign that uses the telephony configuration of its parent', async () => {
  const member = await newOrganization({ server });
  const parent = await givenCompleted(member, { schedule_config: null });
  const { body: child } = await member.post(`${parent.path}/redial`, {
    outcomes: ['busy', 'failed'],
  });
  const campaign = { ...parent, id: child.id, path: `/api/v1/campaign/${child.id}` };

  await member.post(`${campaign.path}/start`);
  const body = await dialAll(member, campaign);

  expect(body).toMatchObject({ state: 'completed', executed_count: 2, failed_rows: 0 });
  expect(eventsIn(body)).toEqual(['campaign_created', 'campaign_started', 'campaign_completed']);
  expect(await contactsOf(member, campaign)).toMatchObject([
    { phone_number: numberTo('1'), outcome: 'completed' },
    { phone_number: numberTo('4'), outcome: 'completed' },
  ]);
  expect(await placementsOf(member, parent.configuration_id)).toHaveLength(2);
});
