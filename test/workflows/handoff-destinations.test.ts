import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../support/organizations.ts';
import { sharedServer } from '../support/server.ts';
import { givenHandoff } from '../telephony/transfers/given-handoffs.ts';
import { givenWorkflow } from './given.ts';

const number = { phone_number: '+12025550110' };

const create = (member: Member, transfer_destinations: readonly object[]) =>
  member.post('/api/v1/workflow', {
    name: 'Reminder',
    workflow_definition: {
      nodes: [{ id: 'a', type: 'startCall', data: { prompt: 'Hello.' } }],
      edges: [],
    },
    workflow_configurations: { transfer_destinations },
  });

describe('A destination that is a workflow', () => {
  test('is stored with its name and description, by createWorkflow and updateWorkflow', async () => {
    const member = await newOrganization();
    const { id } = await givenWorkflow(member, { versions: ['published', 'draft'] });
    const destinations = [{ name: 'billing', workflow_id: id, description: 'Bills' }];

    const created = await create(member, destinations);
    const updated = await member.put(`/api/v1/workflow/${created.body.id}`, {
      workflow_configurations: { transfer_destinations: destinations },
    });

    expect([created.status, updated.status]).toEqual([201, 200]);
    expect(updated.body.workflow_configurations.transfer_destinations).toEqual(destinations);
  });

  test.each([
    ['timezone', { timezone: 'UTC' }],
    ['has_machine_detection', { has_machine_detection: false }],
    ['fallback', { fallback: 'desk' }],
    [
      'hours',
      {
        hours: {
          timezone: 'UTC',
          slots: [{ day_of_week: 0, start_time: '08:00', end_time: '09:00' }],
        },
      },
    ],
  ])('has no %s, as it is not called', async (unfit, members) => {
    const member = await newOrganization();
    const { id } = await givenWorkflow(member, { versions: ['published'] });

    const { status, body } = await create(member, [
      { name: 'billing', workflow_id: id, ...members },
      { name: 'desk', ...number },
    ]);

    expect(status).toBe(422);
    expect(body.detail.map(({ loc }: { loc: string[] }) => loc.slice(-2))).toContainEqual([
      '0',
      unfit,
    ]);
  });

  test('is nobody to ring, and there is something in each destination', async () => {
    const member = await newOrganization();
    const { id } = await givenWorkflow(member, { versions: ['published'] });

    const { status, body } = await create(member, [
      { name: 'desk', ...number, fallback: 'billing' },
      { name: 'billing', workflow_id: id },
      { name: 'nothing' },
      { name: 'both', workflow_id: id, ...number },
    ]);

    expect(status).toBe(422);
    expect(body.detail.map(({ loc }: { loc: string[] }) => loc.slice(3))).toEqual([
      ['2'],
      ['3'],
      ['0', 'fallback'],
    ]);
  });

  test('is refused without an active workflow of the organization that has a published version', async () => {
    const member = await newOrganization();
    const draft = await givenWorkflow(member);
    const archived = await givenWorkflow(member, { versions: ['published'], status: 'archived' });
    const theirs = await givenWorkflow(await newOrganization(), { versions: ['published'] });
    const ours = await givenWorkflow(member, { versions: ['published'] });
    const all = [draft.id, archived.id, theirs.id, ours.id, 999_999_999];

    const { status, body } = await create(
      member,
      all.map((workflow_id, index) => ({ name: `agent-${index}`, workflow_id })),
    );

    expect(status).toBe(422);
    expect(
      body.detail.map(({ loc, input }: { loc: string[]; input: number }) => [
        ...loc.slice(-2),
        input,
      ]),
    ).toEqual([0, 1, 2, 4].map((index) => [String(index), 'workflow_id', all[index]]));
  });
});

describe('deleteWorkflow', () => {
  test('keeps a workflow whose agent has got a call', async () => {
    const { member, next, handOff, sendAll } = await givenHandoff(await sharedServer());
    await handOff();
    await sendAll();

    const { status, body } = await member.delete(next.path);

    expect([status, body.code, body.used_by]).toEqual([409, 'workflow_in_use', ['runs']]);
  });
});
