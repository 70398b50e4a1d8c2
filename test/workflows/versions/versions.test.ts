import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { definition, givenWorkflow } from '../given.ts';

describe('listWorkflowVersions', () => {
  test('shows all versions, newest first', async () => {
    const member = await newOrganization();
    const { id, path, versions } = await givenWorkflow(member, {
      versions: ['archived', 'published', 'draft'],
    });
    await givenWorkflow(member);

    const { body } = await member.get(`${path}/versions`);

    expect(body.next_cursor).toBeNull();
    expect(body.items).toMatchObject([
      {
        id: versions[2],
        workflow_id: id,
        version_number: 3,
        version_status: 'draft',
        published_at: null,
      },
      {
        id: versions[1],
        workflow_id: id,
        version_number: 2,
        version_status: 'published',
        published_at: expect.any(String),
      },
      {
        id: versions[0],
        workflow_id: id,
        version_number: 1,
        version_status: 'archived',
        published_at: null,
      },
    ]);
  });
});

describe('getWorkflowVersion', () => {
  test('returns an earlier version with its definition', async () => {
    const member = await newOrganization();
    const { id, path, versions } = await givenWorkflow(member, { versions: ['archived', 'draft'] });

    const { body } = await member.get(`${path}/versions/1`);

    expect(body).toEqual({
      id: versions[0],
      workflow_id: id,
      version_number: 1,
      version_status: 'archived',
      created_at: expect.any(String),
      created_by: null,
      published_at: null,
      workflow_definition: definition('version 1'),
    });
  });

  test("finds neither an unknown version nor another organization's", async () => {
    const [owner, other] = await Promise.all([newOrganization(), newOrganization()]);
    const { path } = await givenWorkflow(owner);

    expect((await owner.get(`${path}/versions/2`)).status).toBe(404);
    expect((await owner.get(`${path}/versions/2147483647`)).status).toBe(404);
    expect((await other.get(`${path}/versions/1`)).status).toBe(404);
  });

  test.each(['0', 'x', '2147483648'])('refuses the number %s', async (number) => {
    const member = await newOrganization();
    const { path } = await givenWorkflow(member);

    const answer = await member.get(`${path}/versions/${number}`);

    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['path', 'version_number']);
  });
});
