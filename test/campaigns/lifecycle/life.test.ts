import { describe, expect, test } from 'vitest';
import { newOrganization, type Member } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import { givenContacts } from '../given.ts';
import { eventsIn, givenCallableCampaign } from './given.ts';

type State = 'created' | 'running' | 'paused' | 'completed' | 'canceled';

const transitions = ['start', 'pause', 'resume', 'cancel', 'redial'] as const;
type Transition = (typeof transitions)[number];

/** The state after each transition; what is missing is refused. */
const life: Partial<Record<State, Partial<Record<Transition, State>>>> = {
  created: { start: 'running', cancel: 'canceled' },
  running: { pause: 'paused', cancel: 'canceled' },
  paused: { resume: 'running', cancel: 'canceled' },
  completed: { redial: 'completed' },
  canceled: { redial: 'canceled' },
};

const refusals = {
  start: 'campaign_not_startable',
  pause: 'campaign_not_pausable',
  resume: 'campaign_not_resumable',
  cancel: 'campaign_not_cancelable',
  redial: 'campaign_not_redialable',
};

const entries = {
  start: 'campaign_started',
  pause: 'campaign_paused',
  resume: 'campaign_resumed',
  cancel: 'campaign_canceled',
  redial: 'campaign_redialed',
};

const states: readonly State[] = ['created', 'running', 'paused', 'completed', 'canceled'];
const all = states.flatMap((state) => transitions.map((action) => [state, action] as const));

async function givenState(member: Member, state: State) {
  const campaign = await givenCallableCampaign(member, {
    state,
    ...(state !== 'created' && { started_at: member.server.app.now() }),
    ...(state === 'completed' && { completed_at: member.server.app.now() }),
  });
  if (state !== 'created')
    await givenContacts(member, campaign, [{ state: 'done', outcome: 'busy', attempts: 1 }]);
  return campaign;
}

const bodyOf = (action: Transition) => (action === 'redial' ? { outcomes: ['busy'] } : undefined);

describe('A transition', () => {
  test.each(all)('of a campaign that is %s, %s, succeeds or is refused', async (state, action) => {
    const member = await newOrganization();
    const campaign = await givenState(member, state);
    const before = (await member.get(campaign.path)).body;

    const answer = await member.post(`${campaign.path}/${action}`, bodyOf(action));

    const after = (await member.get(campaign.path)).body;
    const expected = life[state]?.[action];
    if (expected === undefined) {
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ code: refusals[action], state });
      expect(after).toEqual(before);
    } else {
      expect(answer.status).toBe(action === 'redial' ? 201 : 200);
      expect(after.state).toBe(expected);
      expect(after.logs.at(-1)).toMatchObject({
        event: entries[action],
        level: 'info',
        details: { by: { user_id: member.user_id } },
      });
      if (action !== 'redial') expect(answer.body).toEqual(after);
    }
  });

  test.each<[Transition, State]>([
    ['start', 'created'],
    ['pause', 'running'],
    ['resume', 'paused'],
    ['cancel', 'running'],
    ['redial', 'completed'],
  ])('requested four times concurrently, %s, happens once', async (action, state) => {
    const member = await newOrganization();
    const campaign = await givenState(member, state);

    const answers = await together(
      member.server,
      Array.from(
        { length: 4 },
        () => () => member.post(`${campaign.path}/${action}`, bodyOf(action)),
      ),
    );

    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 200 || status === 201)).toHaveLength(1);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(
      new Set([action === 'redial' ? 'campaign_already_redialed' : refusals[action]]),
    );
    const { body } = await member.get(campaign.path);
    expect(eventsIn(body).filter((event) => event === entries[action])).toHaveLength(1);
    const { body: list } = await member.get('/api/v1/campaign?limit=10');
    expect(list.items).toHaveLength(action === 'redial' ? 2 : 1);
  });

  test('requested with a different one concurrently follows it or is refused: pause and cancel', async () => {
    const member = await newOrganization();
    const campaign = await givenState(member, 'running');

    const [paused, canceled] = await together(member.server, [
      () => member.post(`${campaign.path}/pause`),
      () => member.post(`${campaign.path}/cancel`),
    ]);

    expect(canceled!.status).toBe(200);
    expect([200, 409]).toContain(paused!.status);
    expect((await member.get(campaign.path)).body.state).toBe('canceled');
  });

  test('with an API key is logged with the key', async () => {
    const member = await newOrganization();
    const campaign = await givenState(member, 'running');

    await member.send('POST', `${campaign.path}/pause`, { key: member.key });

    const { body } = await member.get(campaign.path);
    expect(body.logs.at(-1)).toMatchObject({
      event: 'campaign_paused',
      details: { by: { api_key_id: expect.any(Number) } },
    });
  });
});

describe('Starting', () => {
  test('copies the contacts of the source once, with all their data', async () => {
    const member = await newOrganization();
    const campaign = await givenCallableCampaign(member, {
      digits: ['00', '01'],
      timezones: ['Europe/London', null],
    });

    const { body } = await member.post(`${campaign.path}/start`);
    await member.post(`${campaign.path}/start`);

    expect(body).toMatchObject({
      state: 'running',
      started_at: expect.any(String),
      total_rows: 2,
      processed_rows: 0,
      total_queued_count: 2,
      executed_count: 0,
    });
    const rows = await member.server.app.db
      .selectFrom('campaign_contacts')
      .select(['row_number', 'phone_number', 'timezone', 'initial_context', 'state'])
      .where('campaign_id', '=', campaign.id)
      .orderBy('row_number')
      .execute();
    expect(rows).toEqual([
      {
        row_number: 1,
        phone_number: '+12025550100',
        timezone: 'Europe/London',
        initial_context: { place: 1 },
        state: 'pending',
      },
      {
        row_number: 2,
        phone_number: '+12025550101',
        timezone: null,
        initial_context: { place: 2 },
        state: 'pending',
      },
    ]);
  });

  test.each([
    ['start', 'created'],
    ['resume', 'paused'],
  ] as const)('or resuming is refused if no call could be placed: %s', async (action, state) => {
    const member = await newOrganization();
    const { db } = member.server.app;
    const campaign = await givenState(member, state);
    const path = `${campaign.path}/${action}`;

    await db
      .updateTable('campaigns')
      .set({ telephony_configuration_id: null })
      .where('id', '=', campaign.id)
      .execute();
    const withoutTelephony = await member.post(path);
    await db
      .updateTable('campaigns')
      .set({ telephony_configuration_id: campaign.configuration_id })
      .where('id', '=', campaign.id)
      .execute();
    await db
      .updateTable('workflow_definitions')
      .set({ version_status: 'archived' })
      .where('workflow_id', '=', campaign.workflow_id)
      .execute();
    const withoutVersion = await member.post(path);
    await db
      .updateTable('workflows')
      .set({ status: 'archived' })
      .where('id', '=', campaign.workflow_id)
      .execute();
    const archived = await member.post(path);

    expect([withoutTelephony.body.code, withoutVersion.body.code, archived.body.code]).toEqual([
      'telephony_configuration_missing',
      'workflow_not_published',
      'workflow_archived',
    ]);
    expect((await member.get(campaign.path)).body.state).toBe(state);
  });
});
