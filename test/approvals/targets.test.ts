import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { later } from '../../src/timestamp.ts';
import { givenCampaign, givenContacts } from '../campaigns/given.ts';
import { givenCallableCampaign } from '../campaigns/lifecycle/given.ts';
import type { Answer } from '../support/client.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { givenCallable } from '../telephony/calls/given.ts';
import { givenWorkflow } from '../workflows/given.ts';

const policies = '/api/v1/approval-policies';
const name = 'Appointment reminder';
const renewals = 'Spring renewals';
const to_number = '+12025550123';

const terms = {
  connector_name: 'crm',
  expires_at: later(new Date().toISOString(), 86_400_000),
  max_uses: 10,
};
const ofCall = {
  ...terms,
  action_type: 'call_initiate',
  target_name: name,
  destination: { kind: 'e164_prefix', value: '+1' },
};
const ofCampaign = (id: number, action_type = 'campaign_start') => ({
  ...terms,
  action_type,
  target_name: renewals,
  destination: { kind: 'campaign', value: String(id) },
});

const count = async (member: Member): Promise<number> =>
  (await member.get(policies)).body.items.length;

describe('createApprovalPolicy', () => {
  test.each([
    ['capitals', 'Appointment Reminder'],
    ['a blank', `${name} `],
    ['nothing', 'Nothing'],
    ["a campaign's name", renewals],
  ])('does not find a workflow by %s', async (_, target_name) => {
    const member = await newOrganization();
    await givenCampaign(member);

    const answer = await member.post(policies, { ...ofCall, target_name });

    expect([answer.status, answer.body.detail]).toEqual([
      404,
      `Workflow "${target_name}" not found.`,
    ]);
    expect(await count(member)).toBe(0);
  });

  test("does not find another organization's workflow or campaign, by name or id", async () => {
    const [member, other] = await Promise.all([newOrganization(), newOrganization()]);
    const { id, workflow_id } = await givenCampaign(other);

    const answers = [
      await member.post(policies, ofCall),
      await member.post(policies, { ...ofCall, target_id: workflow_id }),
      await member.post(policies, ofCampaign(id)),
      await member.post(policies, { ...ofCampaign(id), target_id: id }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await count(member)).toBe(0);
  });

  test('lists the matches of an ambiguous name, including archived ones, and accepts the id of one', async () => {
    const member = await newOrganization();
    const first = await givenWorkflow(member);
    const second = await givenWorkflow(member, { status: 'archived' });
    const third = await givenWorkflow(member, { name: 'Another' });

    const ambiguous = await member.post(policies, ofCall);
    const told = await member.post(policies, { ...ofCall, target_id: second.id });
    const misnamed = await member.post(policies, { ...ofCall, target_id: third.id });

    expect(ambiguous.status).toBe(409);
    expect(ambiguous.body).toMatchObject({
      code: 'target_ambiguous',
      target_ids: [first.id, second.id],
    });
    expect([told.status, told.body.target_id]).toEqual([201, second.id]);
    expect([misnamed.status, misnamed.body.detail]).toEqual([
      404,
      `Workflow "${name}" with the id ${third.id} not found.`,
    ]);
    expect(await count(member)).toBe(1);
  });

  test('lists at most 20 campaigns of an ambiguous name', async () => {
    const member = await newOrganization();
    const ids: number[] = [];
    for (let made = 0; made < 21; made++) ids.push((await givenCampaign(member)).id);

    const { status, body } = await member.post(policies, ofCampaign(ids[0] ?? 0));

    expect([status, body.target_ids]).toEqual([409, ids.slice(0, 20)]);
  });

  test('refuses a destination that is not the target campaign', async () => {
    const member = await newOrganization();
    const target = await givenCampaign(member);
    const other = await givenCampaign(member, { name: 'Autumn renewals' });

    for (const part of [{}, { target_id: target.id }]) {
      const { status, body } = await member.post(policies, { ...ofCampaign(other.id), ...part });
      expect(status).toBe(422);
      expect(body.detail).toEqual([
        {
          loc: ['body', 'destination', 'value'],
          msg: `Must be the target's id, ${target.id}.`,
          type: 'value_error',
          input: String(other.id),
          ctx: {},
        },
      ]);
    }
    expect(await count(member)).toBe(0);
  });

  test('waits for a target that is being renamed, and then does not find it', async () => {
    const member = await newOrganization();
    const { id } = await givenWorkflow(member);
    const { app, connection } = member.server;
    const renaming = await app.db.startTransaction().execute();
    await renaming.updateTable('workflows').set({ name: 'Old' }).where('id', '=', id).execute();

    const creation = member.post(policies, ofCall);
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(renaming);
      if (rows.length === 0 && connection.pool.waitingCount === 0)
        throw new Error('The creation waits for nothing.');
    }, 20_000);
    await renaming.commit().execute();

    expect((await creation).status).toBe(404);
    expect(await count(member)).toBe(0);
  });
});

describe('A policy keeps to its target', () => {
  const reasonOf = ({ status, body }: Answer) => [status, body.reason ?? null];

  test('when workflows are renamed and another one gets the name', async () => {
    const member = await newOrganization({ connector: 'crm' });
    const { workflow_id: approved } = await givenCallable(member);
    const policy = (await member.post(policies, ofCall)).body;
    const other = await givenWorkflow(member, { name: 'Other', versions: ['published'] });
    const call = (workflow_id: number) =>
      member.send('POST', '/api/v1/telephony/initiate-call', {
        key: member.key,
        body: { workflow_id, to_number },
      });

    await member.put(`/api/v1/workflow/${approved}`, { name: 'Renamed' });
    await member.put(other.path, { name });
    const [ofOther, ofApproved] = [await call(other.id), await call(approved)];

    expect(reasonOf(ofOther)).toEqual([403, 'no_matching_policy']);
    expect(ofApproved.status).toBe(202);
    expect((await member.get(`${policies}/${policy.id}`)).body).toMatchObject({
      target_name: name,
      target_id: approved,
      used_count: 1,
    });
  });

  test.each([
    ['start', 'created', 'campaign_start'],
    ['resume', 'paused', 'campaign_resume'],
  ] as const)(
    'when campaigns are renamed and another one gets the name, to %s',
    async (transition, state, action_type) => {
      const member = await newOrganization({ connector: 'crm' });
      const started_at = state === 'paused' ? member.server.app.now() : null;
      const approved = await givenCallableCampaign(member, { state, started_at });
      await member.post(policies, ofCampaign(approved.id, action_type));
      const other = await givenCallableCampaign(member, {
        beside: approved,
        name: 'Other',
        state,
        started_at,
      });
      const act = (path: string) =>
        member.send('POST', `${path}/${transition}`, { key: member.key });

      await member.patch(approved.path, { name: 'Renamed' });
      await member.patch(other.path, { name: renewals });
      const [ofOther, ofApproved] = [await act(other.path), await act(approved.path)];

      expect(reasonOf(ofOther)).toEqual([403, 'no_matching_policy']);
      expect([ofApproved.status, ofApproved.body.state]).toEqual([200, 'running']);
    },
  );

  test('and does not cover the campaign of a redial', async () => {
    const member = await newOrganization({ connector: 'crm' });
    const parent = await givenCallableCampaign(member, {
      state: 'canceled',
      started_at: member.server.app.now(),
    });
    await givenContacts(member, parent, [{ state: 'done', outcome: 'busy', attempts: 1 }]);
    await member.post(policies, ofCampaign(parent.id));

    const child = await member.send('POST', `${parent.path}/redial`, {
      key: member.key,
      body: { outcomes: ['busy'] },
    });
    const answer = await member.send('POST', `/api/v1/campaign/${child.body.id}/start`, {
      key: member.key,
    });

    expect(child.status).toBe(201);
    expect(reasonOf(answer)).toEqual([403, 'no_matching_policy']);
  });

  test("and a connector's key cannot create a workflow with the name", async () => {
    const member = await newOrganization({ connector: 'crm' });

    const answer = await member.send('POST', '/api/v1/workflow', {
      key: member.key,
      body: { name },
    });

    expect([answer.status, answer.body.required_scope]).toEqual([403, 'workflows:write']);
  });
});
