import { describe, expect, test } from 'vitest';
import { erase } from '../../privacy/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { givenRun, givenWorkflow } from '../given.ts';

const [ada, ben] = ['+12025550185', '+12025550141'];

const server = ownServer();

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
});
