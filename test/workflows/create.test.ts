import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../support/organizations.ts';
import { definition } from './given.ts';

const path = '/api/v1/workflow';
const count = async (member: Member): Promise<number> =>
  (await member.get(`${path}?limit=200`)).body.items.length;

describe('createWorkflow', () => {
  test('creates an active workflow with version 1, a draft', async () => {
    const member = await newOrganization();
    const body = {
      name: 'Renewal',
      workflow_definition: definition('first'),
      template_context_variables: { customer_name: 'Ada' },
      workflow_configurations: { max_call_duration_seconds: 600 },
    };

    const answer = await member.post(path, body);

    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      ...body,
      id: expect.any(Number),
      workflow_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'active',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      current_definition_id: expect.any(Number),
      version_number: 1,
      version_status: 'draft',
      published_version_number: null,
      call_disposition_codes: { disposition_codes: [] },
      total_runs: 0,
      external_id: null,
      metadata: {},
    });
    expect(answer.headers.get('location')).toBe(`${path}/${answer.body.id}`);
    const read = await member.get(`${path}/${answer.body.id}`);
    expect(read.body).toEqual(answer.body);
    expect(answer.headers.get('etag')).toMatch(`"${answer.body.id}-1.`);
    expect(read.headers.get('etag')).toBe(answer.headers.get('etag'));
    const versions = await member.get(`${path}/${answer.body.id}/versions`);
    expect(versions.body.items).toEqual([
      expect.objectContaining({
        id: answer.body.current_definition_id,
        version_number: 1,
        created_by: member.user_id,
        published_at: null,
      }),
    ]);
  });

  test('accepts an invalid draft, omitted members, and an API key', async () => {
    const member = await newOrganization();
    const body = { name: 'Empty', workflow_definition: { nodes: [{}], of: 'mine' } };

    const answer = await member.send('POST', path, { key: member.key, body });

    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      ...body,
      template_context_variables: {},
      workflow_configurations: {},
    });
    const versions = await member.get(`${path}/${answer.body.id}/versions`);
    expect(versions.body.items[0].created_by).toBeNull();
  });

  test.each([1, 100])('accepts a name of %i characters', async (length) => {
    const member = await newOrganization();
    const name = '𝕏'.repeat(length);

    const answer = await member.post(path, { name, workflow_definition: {} });

    expect([answer.status, answer.body.name]).toEqual([201, name]);
  });

  test.each([
    [{ name: '' }, ['name'], 'string_too_short'],
    [{ name: 'x'.repeat(101) }, ['name'], 'string_too_long'],
    [{ name: null }, ['name'], 'string_type'],
    [{ name: undefined }, ['name'], 'missing'],
    [{ workflow_definition: undefined }, ['workflow_definition'], 'missing'],
    [{ workflow_definition: [] }, ['workflow_definition'], 'object_type'],
    [{ workflow_definition: { edges: 1 } }, ['workflow_definition', 'edges'], 'array_type'],
    [{ workflow_configurations: [] }, ['workflow_configurations'], 'object_type'],
    [{ status: 'archived' }, ['status'], 'extra_forbidden'],
  ])('refuses %j and creates nothing', async (options, loc, type) => {
    const member = await newOrganization();

    const answer = await member.post(path, { name: 'x', workflow_definition: {}, ...options });

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([expect.objectContaining({ loc: ['body', ...loc], type })]);
    expect(await count(member)).toBe(0);
  });

  test('checks the settings of nodes that the agent runtime acts on, and keeps the others', async () => {
    const member = await newOrganization();
    const create = (node: object) =>
      member.post(path, { name: 'Follow-up', workflow_definition: { nodes: [node] } });
    const webhook = { endpoint_url: 'https://crm.example.com', http_method: 'PUT', retries: 3 };

    const kept = await create({ id: 'send', type: 'webhook', data: webhook });
    const refused = await create({ id: 'send', type: 'webhook', data: { http_method: 'FETCH' } });

    expect(kept.body.workflow_definition.nodes[0].data).toEqual(webhook);
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toMatchObject([
      { loc: ['body', 'workflow_definition', 'nodes', '0', 'data', 'http_method'] },
    ]);
  });

  test('accepts a body of 1 MiB and no larger one', async () => {
    const member = await newOrganization();
    const body = (note: string) => ({ name: 'x', workflow_definition: { note } });
    const note = 'x'.repeat(1_048_576 - JSON.stringify(body('')).length);

    const atLimit = await member.post(path, body(note));
    const tooLarge = await member.post(path, body(`${note}x`));

    expect([atLimit.status, tooLarge.status]).toEqual([201, 413]);
    expect(await count(member)).toBe(1);
  });
});
