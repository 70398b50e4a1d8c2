import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../support/organizations.ts';

const path = '/api/v1/workflow';
const workflow = { name: 'Renewal', workflow_definition: {} };
const create = (member: Member, members: object = {}) =>
  member.post(path, { ...workflow, ...members });
const conflict = { code: 'external_id_exists', param: 'external_id' };

describe('createWorkflow', () => {
  test('keeps an external ID and metadata, by which listWorkflows finds it', async () => {
    const member = await newOrganization();
    await create(member, { external_id: 'crm-4712' });
    const sent = { external_id: 'crm-4711', metadata: { team: 'Überlingen', 'cost.center': '' } };

    const created = await create(member, sent);

    expect(created.body).toMatchObject(sent);
    const found = await member.get(`${path}?external_id=crm-4711&status=active`);
    expect(found.body.items).toEqual([
      expect.objectContaining({ id: created.body.id, external_id: 'crm-4711' }),
    ]);
    expect((await member.get(`${path}?external_id=crm`)).body.items).toEqual([]);
    expect((await member.get(`${path}/${created.body.id}`)).body).toEqual(created.body);
  });

  test('lets exactly one of two requests at once have an external ID', async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    const sent = { external_id: 'crm-4711' };

    const answers = await Promise.all([create(member, sent), create(member, sent)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject(conflict);
    expect((await member.get(path)).body.items).toHaveLength(1);
    expect((await create(other, sent)).status).toBe(201);
  });

  test.each([
    ['more than 50 pairs', Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, '']))],
    ['a key with a space', { 'cost center': '1' }],
    ['a long key', { ['k'.repeat(41)]: '1' }],
    ['a long value', { team: 'x'.repeat(501) }],
    ['a number', { team: 1 }],
    [
      'more than 32 KiB',
      Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, '€'.repeat(500)])),
    ],
  ])('refuses metadata with %s', async (_, metadata) => {
    const member = await newOrganization();

    const answer = await create(member, { metadata });

    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc.slice(0, 2)).toEqual(['body', 'metadata']);
  });

  test.each(['', 'x'.repeat(256), 'crm\n4711'])(
    'refuses the external ID %j',
    async (external_id) => {
      const member = await newOrganization();

      const answer = await create(member, { external_id });

      expect(answer.status).toBe(422);
      expect(answer.body.detail[0].loc).toEqual(['body', 'external_id']);
    },
  );
});

describe('updateWorkflow', () => {
  test('replaces the metadata as sent, and gives an external ID up that is null', async () => {
    const member = await newOrganization();
    const { body } = await create(member, {
      external_id: 'crm-4711',
      metadata: { a: '1', b: '2' },
    });
    const own = `${path}/${body.id}`;

    const named = await member.put(own, { name: 'Spring' });
    const replaced = await member.put(own, { metadata: { c: '3' }, external_id: null });
    const cleared = await member.put(own, { metadata: {} });

    expect(named.body).toMatchObject({ external_id: 'crm-4711', metadata: { a: '1', b: '2' } });
    expect(replaced.body).toMatchObject({ external_id: null, metadata: { c: '3' } });
    expect(replaced.headers.get('etag')).not.toBe(named.headers.get('etag'));
    expect(cleared.body.metadata).toEqual({});
    expect((await create(member, { external_id: 'crm-4711' })).status).toBe(201);
  });

  test('refuses the external ID of another workflow and changes nothing', async () => {
    const member = await newOrganization();
    await create(member, { external_id: 'crm-4711' });
    const { body } = await create(member);

    const answer = await member.put(`${path}/${body.id}`, {
      name: 'Spring',
      external_id: 'crm-4711',
    });

    expect([answer.status, answer.body]).toEqual([409, expect.objectContaining(conflict)]);
    expect((await member.get(`${path}/${body.id}`)).body).toEqual(body);
  });

  test('records the external ID, and the metadata by its digest alone', async () => {
    const member = await newOrganization();
    const { body } = await create(member);

    await member.put(`${path}/${body.id}`, {
      external_id: 'crm-4711',
      metadata: { team: 'secret' },
    });

    const events = await member.get('/api/v1/audit-events?action=workflow.updated');
    const [event] = events.body.items;
    expect(event.after).toMatchObject({ external_id: 'crm-4711', metadata: { bytes: 18 } });
    expect(JSON.stringify(event)).not.toContain('secret');
  });
});

describe('duplicateWorkflow', () => {
  test('copies the metadata, not the external ID', async () => {
    const member = await newOrganization();
    const { body } = await create(member, { external_id: 'crm-4711', metadata: { team: 'sales' } });

    const copy = await member.post(`${path}/${body.id}/duplicate`);

    expect(copy.body).toMatchObject({ external_id: null, metadata: { team: 'sales' } });
  });
});
