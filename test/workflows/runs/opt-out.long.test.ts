import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import { givenCall, givenCallable } from '../../telephony/calls/given.ts';

const list = '/api/v1/do-not-call';
const to_number = '+12025550123';

async function given(workflow_configurations: Record<string, unknown> = {}) {
  const member = await newOrganization();
  const { configuration_id } = await givenCallable(member);
  const run_id = await givenCall(member, configuration_id, { to_number });
  const { workflow_id } = await member.server.app.db
    .selectFrom('workflow_runs')
    .select('workflow_id')
    .where('id', '=', run_id)
    .executeTakeFirstOrThrow();
  await member.put(`/api/v1/workflow/${workflow_id}`, { workflow_configurations });
  return { member, run_id, submit: (body: object) => submitted(member, run_id, body) };
}

const submitted = (member: Member, runId: number, body: object) =>
  member.post(`/api/v1/runs/${runId}/result`, body);

const entries = async (member: Member) => (await member.get(list)).body.items;

const audited = async (member: Member) =>
  (
    await member.server.app.db
      .selectFrom('audit_events')
      .select('after')
      .where('organization_id', '=', member.organization_id)
      .where('action', '=', 'do_not_call_list.numbers_added')
      .execute()
  ).map(({ after }) => after);

// Most of their time they wait for calls that are on their way.
describe.concurrent('submitRunResult', () => {
  test('with opt_out adds the called number to the do-not-call list, once', async () => {
    const { member, run_id, submit } = await given();

    const first = await submit({ opt_out: true, call_disposition: 'no' });
    const again = await submit({ opt_out: true });

    expect([first.status, again.status]).toEqual([200, 200]);
    expect(await entries(member)).toEqual([
      {
        id: expect.any(Number),
        phone_number: to_number,
        reason: `Opted out in run ${run_id}`,
        source: 'opt_out',
        run_id,
        expires_at: null,
        created_at: expect.any(String),
      },
    ]);
    expect(await audited(member)).toEqual([{ numbers: 1, endings: ['0123'], run_id }]);
    const call = { workflow_id: first.body.workflow_id, to_number };
    expect((await member.post('/api/v1/telephony/initiate-call', call)).body.code).toBe(
      'number_on_do_not_call_list',
    );
  });

  test.each([
    ['a disposition that the workflow names', ['stop', 'never'], { call_disposition: 'never' }, 1],
    ['another disposition', ['stop'], { call_disposition: 'confirmed' }, 0],
    ['a part of a disposition', ['stop'], { call_disposition: 'sto' }, 0],
    ['no disposition', ['stop'], { call_disposition: null }, 0],
    ['opt_out: false', ['stop'], { opt_out: false, call_disposition: 'stop' }, 1],
    ['dispositions that are not configured', undefined, { call_disposition: 'stop' }, 0],
    ['nothing of this', ['stop'], { gathered_context: { call_disposition: 'stop' } }, 0],
  ] as const)('with %s', async (_, opt_out_dispositions, body, added) => {
    const { member, submit } = await given({ opt_out_dispositions });

    const { status } = await submit(body);

    expect(status).toBe(200);
    expect(await entries(member)).toHaveLength(added);
  });

  test('adds the number together with the result, or neither', async () => {
    const { member, run_id, submit } = await given();

    const { status } = await submit({
      opt_out: true,
      call_disposition: 'stop',
      gathered_context: { consent_given: true },
    });

    expect(status).toBe(422);
    expect(await entries(member)).toEqual([]);
    expect((await member.get(`/api/v1/runs/${run_id}`)).body.call_disposition).toBeNull();
  });

  test('makes an entry that would expire one that does not', async () => {
    const { member, run_id, submit } = await given();
    const entry = { phone_number: to_number, expires_at: '2099-01-01T00:00:00.000Z' };
    await member.post(list, { phone_numbers: [entry] });

    await submit({ opt_out: true });

    expect(await entries(member)).toMatchObject([{ source: 'opt_out', run_id, expires_at: null }]);
  });

  test('adds the number once, of ten results at the same time', async () => {
    const { member, submit } = await given();

    const answers = await together(
      member.server,
      Array.from({ length: 10 }, () => () => submit({ opt_out: true })),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await entries(member)).toHaveLength(1);
    expect(await audited(member)).toHaveLength(1);
  });

  test('adds nothing for a test run, which calls nobody', async () => {
    const { member } = await given();
    const made = (await member.get('/api/v1/workflow')).body.items[0];
    const test = await member.post(`/api/v1/workflow/${made.id}/runs`, {});

    const { status } = await submitted(member, test.body.id, { opt_out: true });

    expect(status).toBe(200);
    expect(await entries(member)).toEqual([]);
  });
});
