import { beforeEach, describe, expect, test } from 'vitest';
import { applyRetention } from '../../../src/privacy/retention/sweep.ts';
import { later } from '../../../src/timestamp.ts';
import { erase } from '../../privacy/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { givenRun, givenWorkflow } from '../given.ts';

const [ada, ben] = ['+12025550185', '+12025550141'];
const dayMs = 86_400_000;

const server = ownServer();
beforeEach(async () => {
  await server.app.db.deleteFrom('retention_work').execute();
});

/** A call that has ended, during which somebody instructed its agent. */
async function givenInstructed(member: Member, to_number: string, text = 'Her name is Ada.') {
  const { organization_id, user_id } = member;
  const now = server.app.now();
  const ended = { state: 'completed', outcome: 'completed', ended_at: now } as const;
  const workflow = await givenWorkflow(member);
  const run_id = await givenRun(member, workflow, { mode: 'ad_hoc', to_number, ...ended });
  await server.app.db
    .insertInto('run_instructions')
    .values({ organization_id, run_id, instruction_number: 1, text, user_id, created_at: now })
    .execute();
  return run_id;
}

const textsOf = async (run_id: number): Promise<string[]> =>
  (
    await server.app.db
      .selectFrom('run_instructions')
      .select('text')
      .where('run_id', '=', run_id)
      .execute()
  ).map(({ text }) => text);

describe('Instructions', () => {
  test('go with the erasure of the person who was called, and lose the number elsewhere', async () => {
    const [member, other] = [await newOrganization({ server }), await newOrganization({ server })];
    const erased = await givenInstructed(member, ada);
    const kept = await givenInstructed(member, ben, `Say that ${ada} called.`);
    const theirs = await givenInstructed(other, ada);

    await erase(member, ada);

    expect(await textsOf(erased)).toEqual([]);
    const [text] = await textsOf(kept);
    expect(text).toMatch(/^Say that .+ called\.$/);
    expect(text).not.toContain('5550185');
    expect(await textsOf(theirs)).toEqual(['Her name is Ada.']);
  });

  test("are in the export of the person's data", async () => {
    const member = await newOrganization({ server });
    const run_id = await givenInstructed(member, ada);
    await givenInstructed(member, ben, 'His name is Ben.');

    const { text } = await member.post('/api/v1/privacy/exports', { phone_number: ada });

    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; value: object });
    expect(lines.filter(({ kind }) => kind === 'run_instruction')).toEqual([
      {
        kind: 'run_instruction',
        value: expect.objectContaining({ run_id, text: 'Her name is Ada.' }),
      },
    ]);
    expect(text).not.toContain('Ben');
  });

  test.each([
    ['transcripts_days', []],
    ['contexts_days', ['Her name is Ada.']],
  ])('are kept as long as transcripts: %s', async (setting, left) => {
    const member = await newOrganization({ server });
    await server.app.db
      .updateTable('sessions')
      .set({ expires_at: '9999-01-01T00:00:00Z' })
      .execute();
    const run_id = await givenInstructed(member, ada);
    const nothing = {
      transcripts_days: null,
      contexts_days: null,
      contacts_days: null,
      events_days: null,
      audit_days: null,
    };
    await member.put('/api/v1/organizations/retention', { ...nothing, [setting]: 1 });
    await applyRetention(server.app);
    expect(await textsOf(run_id)).toEqual(['Her name is Ada.']);

    server.setNow(later(server.app.now(), 2 * dayMs));
    await applyRetention(server.app);

    expect(await textsOf(run_id)).toEqual(left);
  });
});
