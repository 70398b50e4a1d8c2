import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import { givenPolicy } from '../../approvals/given.ts';
import { givenWorkflow } from '../../workflows/given.ts';
import { givenCallable, keptOf, statuses, times } from './given.ts';

const path = '/api/v1/telephony/initiate-call';
const to_number = '+12025550123';

describe('initiateCall by a connector', () => {
  const connected = () => newOrganization({ connector: 'crm' });
  const byKey = (member: Member, workflow_id: number, number = to_number) =>
    member.send('POST', path, { key: member.key, body: { workflow_id, to_number: number } });
  const usedOf = async (member: Member, id: string): Promise<number> =>
    (await member.get(`/api/v1/approval-policies/${id}`)).body.used_count;

  test('needs an approval, while a session of the same organization needs none', async () => {
    const member = await connected();
    const { workflow_id } = await givenCallable(member);

    const answer = await byKey(member, workflow_id);
    const bySession = await member.post(path, { workflow_id, to_number });

    expect([answer.status, answer.body.code, answer.body.reason]).toEqual([
      403,
      'approval_required',
      'no_matching_policy',
    ]);
    expect(bySession.status).toBe(202);
    expect((await keptOf(member)).runs).toEqual([bySession.body.id]);
  });

  test('uses the approval and records for which run', async () => {
    const member = await connected();
    const { workflow_id } = await givenCallable(member);
    const policy = await givenPolicy(member, { target_id: workflow_id });

    const answer = await byKey(member, workflow_id);

    const uses = (await member.get(`/api/v1/approval-policies/${policy}/uses`)).body.items;
    expect(answer.status).toBe(202);
    expect(uses).toEqual([
      expect.objectContaining({ subject_type: 'workflow_run', subject_id: answer.body.id }),
    ]);
  });

  test('covers only the called number', async () => {
    const member = await connected();
    const { workflow_id } = await givenCallable(member);
    const policy = await givenPolicy(member, { target_id: workflow_id });

    const answer = await byKey(member, workflow_id, '+12025550124');

    expect([answer.status, answer.body.reason]).toEqual([403, 'destination_mismatch']);
    expect(await usedOf(member, policy)).toBe(0);
    expect(await keptOf(member)).toMatchObject({ runs: [], jobs: [] });
  });

  test('is accepted exactly as often as the approval allows, of twenty concurrent requests', async () => {
    const member = await connected();
    const { workflow_id } = await givenCallable(member, { limit: 100 });
    const policy = await givenPolicy(member, { target_id: workflow_id, max_uses: 3 });

    const answers = await together(
      member.server,
      times(20, () => byKey(member, workflow_id)),
    );

    expect(statuses(answers)).toEqual([...times(3, 202), ...times(17, 403)]);
    expect(await usedOf(member, policy)).toBe(3);
    const { runs, jobs } = await keptOf(member);
    expect([runs.length, jobs]).toEqual([3, runs]);
  });

  test.each([
    [
      429,
      async (member: Member) => {
        await member.server.app.db
          .updateTable('organizations')
          .set({ concurrent_call_limit: 1 })
          .where('id', '=', member.organization_id)
          .execute();
        const { id } = await givenWorkflow(member, { versions: ['published'] });
        await member.post(path, { workflow_id: id, to_number });
      },
    ],
    [
      409,
      (member: Member) =>
        member.post('/api/v1/do-not-call', { phone_numbers: [{ phone_number: to_number }] }),
    ],
  ])('uses no approval when the call is refused with %i', async (status, prevent) => {
    const member = await connected();
    const { workflow_id } = await givenCallable(member);
    const policy = await givenPolicy(member, { target_id: workflow_id });
    await prevent(member);

    const answer = await byKey(member, workflow_id);

    expect(answer.status).toBe(status);
    expect(await usedOf(member, policy)).toBe(0);
  });
});
