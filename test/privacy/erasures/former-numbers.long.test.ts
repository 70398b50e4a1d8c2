import { expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenConfiguration, givenNumber } from '../../telephony/given.ts';
import { type GivenWorkflow, givenRun, givenWorkflow } from '../../workflows/given.ts';
import { erase } from '../given.ts';

/** The organization called from it once. Now it is a person's. */
const former = '+12025550185';
const ben = '+12025550141';
const exports = '/api/v1/privacy/exports';

type Columns = Parameters<typeof givenRun>[2];

function givenCall(member: Member, workflow: GivenWorkflow, columns: Columns) {
  const now = member.server.app.now();
  return givenRun(member, workflow, {
    state: 'completed',
    outcome: 'completed',
    started_at: now,
    ended_at: now,
    transcript: JSON.stringify([{ role: 'caller', at: now, text: 'Good morning.' }]),
    ...columns,
  });
}

/** Calls between others and the organization by its former number, and one of the person who has it now. */
async function givenCalls() {
  const member = await newOrganization();
  const workflow = await givenWorkflow(member, { versions: ['published'] });
  const call = (columns: Columns) => givenCall(member, workflow, columns);
  const others = [
    await call({ mode: 'ad_hoc', name: 'To Ben', from_number: former, to_number: ben }),
    await call({ mode: 'inbound', name: 'From Ben', from_number: ben, to_number: former }),
  ];
  const own = [
    await call({ mode: 'inbound', name: 'From Ada', from_number: former, to_number: ben }),
    await call({ mode: 'ad_hoc', name: 'To Ada', from_number: ben, to_number: former }),
  ];
  return { member, workflow, others, own };
}

const exported = async (member: Member, phone_number = former) => {
  const { text } = await member.post(exports, { phone_number });
  const lines: { kind: string; value: { id: number } }[] = text
    .trim()
    .split('\n')
    .map((line: string) => JSON.parse(line));
  return lines.filter(({ kind }) => kind === 'run').map(({ value }) => value.id);
};

test("createErasure erases the person's calls with a former number of the organization, and leaves those of others", async () => {
  const { member, others, own } = await givenCalls();
  const now = member.server.app.now();
  await member.server.app.db
    .insertInto('scheduled_calls')
    .values({
      organization_id: member.organization_id,
      workflow_id: (await givenWorkflow(member)).id,
      to_number: ben,
      from_number: former,
      scheduled_at: later(now, 9e6),
      due_at: later(now, 9e6),
      user_id: member.user_id,
      created_at: now,
    })
    .execute();

  const { counts } = await erase(member, former);

  expect(counts).toMatchObject({ runs: 2, scheduled_calls: 0 });
  const shown = async (id: number) => (await member.get(`/api/v1/runs/${id}`)).body;
  for (const id of own) expect(await shown(id)).toMatchObject({ name: 'Erased', transcript: null });
  const [toBen, fromBen] = [await shown(others[0]!), await shown(others[1]!)];
  expect(toBen).toMatchObject({ name: 'To Ben', to_number: ben });
  expect(fromBen).toMatchObject({ name: 'From Ben', from_number: ben });
  for (const { transcript } of [toBen, fromBen]) expect(transcript[0].text).toBe('Good morning.');
  expect((await member.get('/api/v1/telephony/scheduled-calls')).body.items).toHaveLength(1);
});

test("exportPersonalData streams the person's calls with a former number of the organization, and none of others", async () => {
  const { member, workflow, own } = await givenCalls();
  // Some of the same time, and more of each kind than are read together.
  const [to, from]: [number[], number[]] = [[own[1]!], [own[0]!]];
  const created_at = later(member.server.app.now(), 1000);
  for (let made = 0; made < 11; made += 1) {
    const at = later(created_at, made < 6 ? 0 : made);
    to.push(
      await givenCall(member, workflow, { mode: 'ad_hoc', to_number: former, created_at: at }),
    );
    from.push(
      await givenCall(member, workflow, { mode: 'inbound', from_number: former, created_at: at }),
    );
  }

  expect(await exported(member)).toEqual([...to, ...from]);
});

test('exportPersonalData refuses a number that the organization calls from', async () => {
  const member = await newOrganization();
  await givenNumber(member, await givenConfiguration(member), { phone_number: former });

  const { status, body } = await member.post(exports, { phone_number: former });

  expect([status, body.code]).toEqual([409, 'own_phone_number']);
  expect((await member.get('/api/v1/audit-events')).text).not.toContain('personal_data.exported');
});

test('createErasure erases what was stored with a number that its country has changed, and nobody calls the present one', async () => {
  const member = await newOrganization();
  const workflow = await givenWorkflow(member);
  const changed = '+551187654321';
  const id = await givenCall(member, workflow, { mode: 'ad_hoc', to_number: changed });

  const exportedBefore = await exported(member, '+55 11 8765-4321');
  const { counts } = await erase(member, '+55 11 8765-4321');

  expect(exportedBefore).toEqual([id]);
  expect(counts).toMatchObject({ runs: 1 });
  const check = await member.post('/api/v1/do-not-call/check', {
    phone_numbers: ['+5511987654321'],
  });
  expect(check.body.results).toEqual([{ phone_number: '+5511987654321', is_listed: true }]);
});
