import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../support/organizations.ts';

const path = '/api/v1/workflow';
const workflow = { name: 'Renewal', workflow_definition: {} };
const create = (member: Member, members: object = {}) =>
  member.post(path, { ...workflow, ...members });

describe('createWorkflow', () => {
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

describe('duplicateWorkflow', () => {
  test('copies the metadata, not the external ID', async () => {
    const member = await newOrganization();
    const { body } = await create(member, { external_id: 'crm-4711', metadata: { team: 'sales' } });

    const copy = await member.post(`${path}/${body.id}/duplicate`);

    expect(copy.body).toMatchObject({ external_id: null, metadata: { team: 'sales' } });
  });
});
