import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { begin, finish, remove } from '../../../src/campaigns/sources/queries.ts';
import { eraseDue } from '../../../src/privacy/erasures/eraser.ts';
import { later } from '../../../src/timestamp.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { givenRun, givenWorkflow } from '../../workflows/given.ts';
import { dropErasures, eraseUntilDone, erasuresPath, givenErasure } from '../given.ts';

const ada = '+12025550185';
const ben = '+12025550141';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
}, 120_000);
afterEach(() => dropErasures(server));
afterAll(() => server.close());

const show = async (member: Member, id: number) => (await member.get(`${erasuresPath}/${id}`)).body;

/** An upload whose first rows are stored; it ends with what `end` does. */
async function givenUpload(member: Member, numbers: readonly string[]) {
  const { db } = server.app;
  const { organization_id } = member;
  const id = crypto.randomUUID();
  const rows = numbers.map((phone_number, row_number) => ({
    organization_id,
    source_id: id,
    row_number,
    phone_number,
    initial_context: '{}',
  }));
  await db.transaction().execute(async (trx) => {
    await begin(trx, {
      id,
      organization_id,
      source_type: 'csv',
      created_by: null,
      now: server.app.now(),
    });
    await trx.insertInto('campaign_source_rows').values(rows).execute();
  });
  return {
    id,
    path: `/api/v1/campaign-sources/${id}`,
    finish: () => finish(db, id, { total_rows: numbers.length, columns: ['phone_number'] }),
    remove: () => remove(db, id, server.app.now()),
  };
}

describe('createErasure', () => {
  test('goes on with other erasures of the organization when a batch fails, and tries again later', async () => {
    const member = await newOrganization({ server });
    const failing = await givenErasure(member, ben);
    const { db } = server.app;
    await db
      .updateTable('erasures')
      .set({ number_encrypted: Buffer.from('unreadable') })
      .where('id', '=', failing)
      .execute();
    const id = await givenErasure(member, ada);
    server.setNow(server.app.now());

    await eraseDue(server.app, 60_000);

    expect((await show(member, id)).status).toBe('completed');
    expect((await show(member, failing)).status).toBe('in_progress');
    const failures = () => server.logged.filter(({ erasure_id }) => erasure_id === failing).length;
    expect(failures()).toBe(1);
    server.setNow(later(server.app.now(), 61_000));
    await eraseDue(server.app, 60_000);
    expect(failures()).toBe(2);
  });

  test('puts the number back on the do-not-call list when the request is repeated', async () => {
    const member = await newOrganization({ server });
    const post = () => member.post(erasuresPath, { phone_number: ada });
    const { body: first } = await post();
    await member.post('/api/v1/do-not-call/remove', { phone_numbers: [ada] });

    const { status, body } = await post();

    expect([status, body.id]).toEqual([202, first.id]);
    const { items } = (await member.get('/api/v1/do-not-call')).body;
    expect(items).toMatchObject([{ phone_number: ada, expires_at: null }]);
    const { items: events } = (await member.get('/api/v1/audit-events')).body;
    expect(events[0]).toMatchObject({
      action: 'do_not_call_list.numbers_added',
      after: { numbers: 1, endings: [] },
    });
  });

  test('removes the last digits from the events of the do-not-call list', async () => {
    const member = await newOrganization({ server });
    const phone_numbers = [{ phone_number: ada }, { phone_number: ben }];
    await member.post('/api/v1/do-not-call', { phone_numbers });
    await member.post('/api/v1/do-not-call/remove', { phone_numbers: [ada] });

    const { body } = await member.post(erasuresPath, { phone_number: ada });
    const { counts } = await eraseUntilDone(server, { token: member.token, id: body.id });

    const { items } = (await member.get('/api/v1/audit-events')).body;
    const said = items.filter(({ action }: { action: string }) => action.startsWith('do_not_call'));
    expect(said.map(({ after }: { after: unknown }) => after)).toEqual([
      { numbers: 1, endings: [] },
      { numbers: 2, endings: ['0141'] },
    ]);
    expect(counts).toMatchObject({ audit_events: 2 });
  });

  test('waits for an upload that began before, whose rows it removes then', async () => {
    const member = await newOrganization({ server });
    const upload = await givenUpload(member, [ada, ben, '+12025550155']);
    const { body } = await member.post(erasuresPath, { phone_number: ada });

    await eraseDue(server.app, 60_000);
    const waiting = await show(member, body.id);
    await upload.finish();
    const { counts } = await eraseUntilDone(server, { token: member.token, id: body.id });

    expect([waiting.status, waiting.counts.source_rows]).toEqual(['in_progress', 0]);
    expect(counts).toMatchObject({ source_rows: 1 });
    expect((await member.get(upload.path)).body.total_rows).toBe(2);
    const { text } = await member.get(`${upload.path}/file`);
    expect(text.split('\r\n').slice(1, 3)).toEqual([ben, '+12025550155']);
  });

  test('does not wait for an upload that failed, nor for one that began later', async () => {
    const member = await newOrganization({ server });
    const failed = await givenUpload(member, [ada]);
    const { body } = await member.post(erasuresPath, { phone_number: ada });
    server.setNow(later(server.app.now(), 1000));
    const newer = await givenUpload(member, [ada, ben]);
    await failed.remove();

    await eraseUntilDone(server, { token: member.token, id: body.id });

    await newer.finish();
    expect((await member.get(newer.path)).body.total_rows).toBe(2);
  });

  test('removes rows of the person that were added after their stage', async () => {
    const member = await newOrganization({ server });
    const workflow = await givenWorkflow(member, { versions: ['published'] });
    const id = await givenErasure(member, ada);
    const { db } = server.app;
    await db
      .updateTable('erasures')
      .set({ step: 5, position: JSON.stringify({ restarts: 5 }) })
      .where('id', '=', id)
      .execute();
    await member.post('/api/v1/consents', {
      phone_number: ada,
      purpose: 'reminders',
      obtained_at: '2026-01-02T11:00:00.000Z',
      source: 'Form',
    });
    const now = server.app.now();
    const run = await givenRun(member, workflow, {
      mode: 'ad_hoc',
      to_number: ada,
      state: 'completed',
      outcome: 'completed',
      started_at: now,
      ended_at: now,
      transcript: JSON.stringify([{ role: 'caller', at: now, text: 'I am Ada Lovelace.' }]),
    });

    const { counts } = await eraseUntilDone(server, { token: member.token, id });

    expect(counts).toMatchObject({ consents: 1, runs: 1, other_texts: 0 });
    expect((await member.get('/api/v1/consents')).body.items).toEqual([]);
    const { body } = await member.get(`/api/v1/runs/${run}`);
    expect(body).toMatchObject({ to_number: null, transcript: null });
  });
});
