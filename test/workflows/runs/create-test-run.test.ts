import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { givenWorkflow } from '../given.ts';

describe('createTestRun', () => {
  test('creates a run of the newest version that has not begun and places no call', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member, { versions: ['published', 'draft'] });

    const answer = await member.post(`${workflow.path}/runs`, {});

    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/v1/runs/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      workflow_id: workflow.id,
      definition_id: workflow.versions[1],
      version_number: 2,
      name: 'Test run',
      mode: 'test',
      state: 'initialized',
      outcome: null,
      to_number: null,
      initial_context: {},
      gathered_context: {},
      started_at: null,
    });
    expect((await member.get(`/api/v1/runs/${answer.body.id}`)).body).toEqual(answer.body);
    expect((await member.get(workflow.path)).body.total_runs).toBe(1);
  });

  test('accepts a version, name and context, and an API key', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member, { versions: ['archived', 'published', 'draft'] });
    const body = { version_number: 1, name: 'Ada declines', initial_context: { a: { b: [1] } } };

    const answer = await member.send('POST', `${workflow.path}/runs`, { body, key: member.key });

    expect(answer.body).toMatchObject({ ...body, definition_id: workflow.versions[0] });
  });

  test('refuses an archived workflow', async () => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member, { status: 'archived' });

    const answer = await member.post(`${path}/runs`, {});

    expect([answer.status, answer.body.code]).toEqual([409, 'workflow_archived']);
    expect((await member.get('/api/v1/runs')).body.items).toEqual([]);
  });

  test("finds neither an unknown version nor another organization's workflow", async () => {
    const [owner, other] = await Promise.all([newOrganization(), newOrganization()]);
    const { path } = await givenWorkflow(owner);

    expect((await owner.post(`${path}/runs`, { version_number: 2 })).status).toBe(404);
    expect((await other.post(`${path}/runs`, {})).status).toBe(404);
    expect((await owner.get('/api/v1/runs')).body.items).toEqual([]);
  });

  test.each([
    { version_number: 0 },
    { version_number: 2_147_483_648 },
    { name: '' },
    { name: 'x'.repeat(101) },
    { initial_context: [] },
    { mode: 'ad_hoc' },
  ])('refuses %j', async (body) => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);

    expect((await member.post(`${path}/runs`, body)).status).toBe(422);
  });
});
