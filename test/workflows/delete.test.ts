import { describe, expect, test } from 'vitest';
import { eventsOf } from '../audit/given.ts';
import { givenCampaign } from '../campaigns/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { together } from '../support/together.ts';
import { untilWaiting } from '../support/waiting.ts';
import { givenConfiguration, givenNumber } from '../telephony/given.ts';
import { later } from '../../src/timestamp.ts';
import { givenRun, givenWorkflow, type GivenWorkflow } from './given.ts';

const exists = async (member: Member, { path }: GivenWorkflow): Promise<boolean> =>
  (await member.get(path)).status === 200;

async function schedule(
  member: Member,
  { id }: GivenWorkflow,
  state: 'scheduled' | 'canceled',
): Promise<number> {
  const { app } = member.server;
  const call = await app.db
    .insertInto('scheduled_calls')
    .values({
      organization_id: member.organization_id,
      workflow_id: id,
      to_number: '+12025550100',
      scheduled_at: later(app.now(), 3_600_000),
      due_at: state === 'scheduled' ? later(app.now(), 3_600_000) : null,
      settled_at: state === 'scheduled' ? null : app.now(),
      state,
      user_id: member.user_id,
      created_at: app.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return call.id;
}

describe('deleteWorkflow', () => {
  test('removes the workflow with its versions, test cases, secret and settled scheduled calls', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member, { versions: ['archived', 'published', 'draft'] });
    const other = await givenWorkflow(member);
    await member.post(`${workflow.path}/test-cases`, { name: 'Ada confirms', turns: [{}] });
    await member.post(`${workflow.path}/runtime/rotate-secret`);
    const call = await schedule(member, workflow, 'canceled');
    expect((await member.get(`/api/v1/telephony/scheduled-calls/${call}`)).status).toBe(200);

    const answer = await member.delete(workflow.path);

    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await exists(member, workflow)).toBe(false);
    expect((await member.get(`${workflow.path}/versions`)).status).toBe(404);
    expect((await member.get(`/api/v1/telephony/scheduled-calls/${call}`)).status).toBe(404);
    expect((await member.delete(workflow.path)).status).toBe(404);
    expect(await exists(member, other)).toBe(true);
    for (const table of [
      'workflow_definitions',
      'workflow_test_cases',
      'workflow_runtimes',
    ] as const)
      expect(
        await member.server.app.db
          .selectFrom(table)
          .select('workflow_id')
          .where('organization_id', '=', member.organization_id)
          .where('workflow_id', '=', workflow.id)
          .execute(),
      ).toEqual([]);
    const [event] = await eventsOf(member, { subject_type: 'workflow', subject_id: workflow.id });
    expect(event).toMatchObject({
      action: 'workflow.deleted',
      before: { name: 'Appointment reminder', version_number: 3 },
      after: null,
    });
  });

  test('makes room for another workflow', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);
    await member.server.app.db
      .updateTable('organizations')
      .set({ workflow_limit: 1 })
      .where('id', '=', member.organization_id)
      .execute();
    const create = () => member.post('/api/v1/workflow', { name: 'A', workflow_definition: {} });
    expect((await create()).status).toBe(409);

    await member.delete(path);

    expect((await create()).status).toBe(201);
  });

  test.each<[string, (member: Member, workflow: GivenWorkflow) => Promise<unknown>]>([
    ['runs', (member, workflow) => givenRun(member, workflow)],
    [
      'campaigns',
      (member, { id }) => givenCampaign(member, { workflow_id: id, state: 'canceled' }),
    ],
    ['scheduled_calls', (member, workflow) => schedule(member, workflow, 'scheduled')],
    [
      'phone_numbers',
      async (member, { id }) => {
        const config = await givenConfiguration(member);
        await givenNumber(member, config, { inbound_workflow_id: id });
      },
    ],
  ])('is refused while there are %s of it', async (kind, use) => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member, { versions: ['published'] });
    await use(member, workflow);

    const answer = await member.delete(workflow.path);

    expect([answer.status, answer.body.code]).toEqual([409, 'workflow_in_use']);
    expect(answer.body.used_by).toEqual([kind]);
    expect(await exists(member, workflow)).toBe(true);
  });

  test('leaves approval policies, which authorize nothing', async () => {
    const member = await newOrganization();
    const { path, id } = await givenWorkflow(member, { name: 'Renewal' });
    const policy = await member.post('/api/v1/approval-policies', {
      connector_name: 'crm',
      action_type: 'call_initiate',
      target_name: 'Renewal',
      destination: { kind: 'e164_prefix', value: '+1202' },
      expires_at: later(member.server.app.now(), 3_600_000),
      max_uses: 1,
    });
    expect(policy.status).toBe(201);

    await member.delete(path);

    const { body } = await member.get(`/api/v1/approval-policies/${policy.body.id}`);
    expect([body.target_name, body.target_id, body.status]).toEqual(['Renewal', id, 'active']);
  });

  test('and what uses the workflow at the same time: one of them is refused', async () => {
    const member = await newOrganization();
    const config = await givenConfiguration(member);
    for (let round = 0; round < 3; round += 1) {
      const uses = [
        (path: string) => member.post(`${path}/runs`, {}),
        (path: string) => member.post(`${path}/test-cases`, { name: 'Ada', turns: [{}] }),
        (_: string, inbound_workflow_id: number) =>
          member.post(`/api/v1/organizations/telephony-configs/${config}/phone-numbers`, {
            phone_number: `+1202555010${round}`,
            inbound_workflow_id,
          }),
      ];
      for (const use of uses) {
        const workflow = await givenWorkflow(member, { versions: ['published'] });
        const { path, id } = workflow;
        const [used, deleted] = await together(member.server, [
          () => use(path, id),
          () => member.delete(path),
        ]);

        expect([201, 404]).toContain(used?.status);
        expect([204, 409]).toContain(deleted?.status);
        expect(await exists(member, workflow)).toBe(deleted?.status === 409);
      }
    }
  });

  test('waits for a run that is being written, and is refused then', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);

    const { app } = member.server;
    const writing = await app.db.startTransaction().execute();
    const server = { ...member.server, app: { ...app, db: writing } };
    await givenRun({ ...member, server }, workflow);
    const deletion = member.delete(workflow.path);
    await untilWaiting(writing, member);
    await writing.commit().execute();

    expect((await deletion).status).toBe(409);
  });

  test('twice at the same time removes it once', async () => {
    const member = await newOrganization();
    const { path, id } = await givenWorkflow(member);

    const answers = await together(member.server, [
      () => member.delete(path),
      () => member.delete(path),
    ]);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 404]));
    expect(await eventsOf(member, { subject_type: 'workflow', subject_id: id })).toHaveLength(1);
  });
});
