import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { removeDeleted } from '../../src/campaigns/jobs.ts';
import { emptyDeleted } from '../../src/campaigns/sources/jobs.ts';
import { loadContract } from '../../src/http/operations.ts';
import { later } from '../../src/timestamp.ts';
import { eventsOf } from '../audit/given.ts';
import { bodyAsSent, exampleRequest } from '../support/examples.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { ownServer } from '../support/own-server.ts';
import { together } from '../support/together.ts';
import { untilWaiting } from '../support/waiting.ts';
import { givenCampaign, givenContacts, givenRun } from './given.ts';

const server = ownServer();
let member: Member;
beforeEach(async () => {
  // Of other tests.
  await removeDeleted(server.app);
  member = await newOrganization({ server });
});

const hourMs = 3_600_000;
const ofCampaign = loadContract().operations.filter(({ path }) => path.includes('{campaign_id}'));

const pathOf = (id: number): string => `/api/v1/campaign/${id}`;

/** A completed campaign of so many contacts, each called once. */
async function givenOver(owner: Member, contacts = 2, columns = {}) {
  const now = server.app.now();
  const state = { state: 'completed', completed_at: now, total_rows: contacts } as const;
  const campaign = await givenCampaign(owner, { ...state, ...columns });
  const done = { state: 'done', outcome: 'busy', attempts: 1 } as const;
  const ids = await givenContacts(
    owner,
    campaign,
    Array.from({ length: contacts }, () => done),
  );
  const ended = { state: 'completed', outcome: 'busy', ended_at: now } as const;
  const runs: number[] = [];
  for (const contact_id of ids.slice(0, 3))
    runs.push(await givenRun(owner, campaign, { contact_id, ...ended }));
  return { ...campaign, path: pathOf(campaign.id), runs };
}

test('A deleted campaign that cannot be removed delays no other of its organization', async () => {
  const { db } = server.app;
  const [first, second] = [await givenOver(member), await givenOver(member)];
  for (const { path } of [first, second]) await member.delete(path);
  await sql`
    create function fail_here() returns trigger language plpgsql as $$ begin
      raise exception 'Fails here.';
    end $$`.execute(db);
  await sql`
    create trigger fails_here before delete on campaigns
    for each row when (old.id = ${sql.lit(first.id)}) execute function fail_here()`.execute(db);

  try {
    await removeDeleted({ ...server.app, log: { ...server.app.log, error: () => {} } as never });
  } finally {
    await sql`drop function fail_here cascade`.execute(db);
  }

  const left = await db
    .selectFrom('campaigns')
    .select('id')
    .where('id', 'in', [first.id, second.id])
    .execute();
  expect(left).toEqual([{ id: first.id }]);
  await removeDeleted(server.app);
});

const tables = [
  'campaigns',
  'campaign_contacts',
  'campaign_contact_counts',
  'campaign_run_counts',
  'campaign_zones',
  'campaign_logs',
];
const countsOf = (owner: Member): Promise<number[]> =>
  Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ rows: number }>`
        select count(*)::int as rows from ${sql.table(table)}
        where organization_id = ${owner.organization_id}`.execute(server.app.db);
      return rows[0]?.rows ?? 0;
    }),
  );

describe('deleteCampaign', () => {
  test('hides the campaign at once, lets its runs go and removes the rest', async () => {
    const { id, path, runs, source_id } = await givenOver(member);
    const kept = await givenOver(member);
    const before = await countsOf(member);
    const runBefore = (await member.get(`/api/v1/runs/${runs[0]}`)).body;

    const answer = await member.delete(path);

    expect([answer.status, answer.text]).toEqual([204, '']);
    const listed = (await member.get('/api/v1/campaign')).body.items;
    expect(listed.map((each: { id: number }) => each.id)).toEqual([kept.id]);
    expect((await member.delete(path)).status).toBe(404);

    await removeDeleted(server.app);

    expect(await countsOf(member)).toEqual(before.map((rows) => rows / 2));
    expect((await member.get(`/api/v1/runs/${runs[0]}`)).body).toEqual({
      ...runBefore,
      campaign_id: null,
      contact_id: null,
      attempt_number: null,
    });
    expect((await member.get(`/api/v1/campaign-sources/${source_id}`)).status).toBe(200);
    expect((await member.get(kept.path)).body.executed_count).toBe(2);
    const [event] = await eventsOf(member, { subject_type: 'campaign', subject_id: id });
    expect(event).toMatchObject({
      action: 'campaign.deleted',
      before: { name: 'Spring renewals', state: 'completed', total_rows: 2 },
      after: null,
    });
  });

  test('leaves nothing that any operation finds', async () => {
    const { id, path } = await givenOver(member);
    await member.delete(path);

    const found: string[] = [];
    for (const { id: name, path: template, method } of ofCampaign) {
      const example = exampleRequest(name);
      const at = template.replace('{campaign_id}', String(id)).replace(/\{\w+\}/, '1');
      const { token } = member;
      const inAnHour = later(server.app.now(), hourMs);
      const timed =
        (name === 'scheduleCampaignStart' && { body: { start_at: inAnHour } }) ||
        (name === 'scheduleContactCallback' && { body: { callback_at: inAnHour } });
      const answer = await server.send(method, at, { token, ...(timed || bodyAsSent(example)) });
      if (answer.status !== 404) found.push(`${name} ${answer.status}`);
    }

    expect(ofCampaign.length).toBeGreaterThan(15);
    expect(found).toEqual([]);
  });

  test.each<[string, object]>([
    ['created', {}],
    ['running', {}],
    ['paused', {}],
    ['canceled', { completed_at: null }],
  ])('is refused while the campaign is %s %j', async (state, columns) => {
    const { id } = await givenCampaign(member, { state: state as 'created', ...columns });

    const answer = await member.delete(pathOf(id));

    expect([answer.status, answer.body.code, answer.body.state]).toEqual([
      409,
      'campaign_not_over',
      state,
    ]);
    expect((await member.get(pathOf(id))).status).toBe(200);
  });

  test('leaves a redial without its parent, and the parent without its redial', async () => {
    const first = await givenOver(member);
    const second = await givenOver(member, 1, { parent_campaign_id: first.id });
    const third = await givenOver(member, 1, { parent_campaign_id: second.id });
    const [parent, child] = [await member.get(first.path), await member.get(third.path)];
    expect(parent.body.redialed_campaign_id).toBe(second.id);

    expect((await member.delete(second.path)).status).toBe(204);
    await removeDeleted(server.app);

    expect((await member.get(third.path)).body).toEqual({
      ...child.body,
      parent_campaign_id: null,
    });
    expect((await member.get(first.path)).body).toEqual({
      ...parent.body,
      redialed_campaign_id: null,
    });
    const ifMatch = { 'if-match': parent.headers.get('etag') ?? '' };
    const redial = { outcomes: ['busy'] };
    expect((await member.post(`${first.path}/redial`, redial, ifMatch)).status).toBe(412);
    expect((await member.post(`${first.path}/redial`, redial)).status).toBe(201);
  });

  test('takes a source along that was deleted before', async () => {
    const { path, source_id } = await givenOver(member);
    await member.delete(`/api/v1/campaign-sources/${source_id}`);
    await emptyDeleted(server.app);
    const sources = () =>
      server.app.db
        .selectFrom('campaign_sources')
        .where('id', '=', source_id)
        .select('id')
        .execute();
    expect(await sources()).toHaveLength(1);

    await member.delete(path);
    await removeDeleted(server.app);

    expect(await sources()).toEqual([]);
  });

  test('goes on after a process ended, and another organization has its turn meanwhile', async () => {
    const modest = await newOrganization({ server });
    const [large, small] = [await givenOver(member, 1200), await givenOver(modest)];
    await member.delete(large.path);
    await modest.delete(small.path);

    // After two batches of each it fails, as if the process had ended.
    let rounds = 0;
    const ending = (): string => {
      if (++rounds > 2) throw new Error('The process ends.');
      return server.app.now();
    };
    await expect(removeDeleted({ ...server.app, now: ending })).rejects.toThrow('process ends');
    const [, contacts] = await countsOf(member);
    expect(contacts).toBe(700);
    expect((await countsOf(modest)).slice(0, 2)).toEqual([1, 0]);

    await Promise.all([removeDeleted(server.app), removeDeleted(server.app)]);
    await removeDeleted(server.app);

    expect(await countsOf(member)).toEqual(tables.map(() => 0));
    expect(await countsOf(modest)).toEqual(tables.map(() => 0));
    expect((await member.get('/api/v1/runs')).body.items).toHaveLength(3);
  });

  test('and a redial at the same time: one of them is refused', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { path } = await givenOver(member);

      const [redialed, deleted] = await together(server, [
        () => member.post(`${path}/redial`, { outcomes: ['busy'] }),
        () => member.delete(path),
      ]);

      expect([201, 404]).toContain(redialed?.status);
      expect(deleted?.status).toBe(204);
      if (redialed?.status === 201)
        expect((await member.get(pathOf(redialed.body.id))).body.parent_campaign_id).toBe(null);
    }
  });

  test('waits for a change of the campaign that has begun', async () => {
    const { id, path } = await givenOver(member);
    const changing = await server.app.db.startTransaction().execute();
    await changing.updateTable('campaigns').set({ name: 'Renamed' }).where('id', '=', id).execute();

    const deletion = member.delete(path);
    await untilWaiting(changing, member);
    await changing.commit().execute();

    expect((await deletion).status).toBe(204);
    const [event] = await eventsOf(member, { subject_type: 'campaign', subject_id: id });
    expect(event?.before).toMatchObject({ name: 'Renamed' });
  });
});
