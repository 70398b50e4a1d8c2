import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { givenGraph, graphOf } from '../conversations/given.ts';

const menu = graphOf(
  [
    ['start', 'startCall', 'For Ada, press 1.'],
    ['ada', 'endCall', 'Goodbye.'],
  ],
  [['start', 'ada', '1']],
);

const pressing = (keys: string) => ({
  name: `Presses ${keys}`,
  turns: [{ expected_node_id: 'start' }, { keys, expected_node_id: 'ada' }],
});

async function given(keys = '1') {
  const member = await newOrganization();
  const path = await givenGraph(member, menu);
  const created = await member.post(`${path}/test-cases`, pressing(keys));
  return { member, path, created, testCase: `${path}/test-cases/${created.body.id}` };
}

describe('A test case', () => {
  test('has keys in place of words', async () => {
    const { created } = await given();

    expect(created.body.turns).toMatchObject([
      { text: null, keys: null },
      { text: null, keys: '1' },
    ]);
  });

  test('has either in one turn', async () => {
    const { member, path, testCase } = await given();
    const turns = [{}, { text: 'One', keys: '1' }];

    const created = await member.post(`${path}/test-cases`, { name: 'Both', turns });
    const updated = await member.patch(testCase, { turns });

    for (const { status, body } of [created, updated])
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'turns', '1', 'keys']]);
  });

  test('that was stored before there were keys has none', async () => {
    const { member, created, testCase } = await given();
    const [{ keys: _, is_end_expected, ...turn }] = created.body.turns;
    await member.server.app.db
      .updateTable('workflow_test_cases')
      .set({ turns: JSON.stringify([{ ...turn, expected_ended: is_end_expected }]) })
      .where('id', '=', created.body.id)
      .execute();

    expect((await member.get(testCase)).body.turns).toEqual([created.body.turns[0]]);
  });

  test.each([
    ['1', true],
    ['2', false],
  ])('that presses %s passes: %j', async (keys, has_passed) => {
    const { member, path } = await given(keys);

    const { body } = await member.post(`${path}/test-cases/run`, {});

    expect(body).toMatchObject({ has_passed });
  });
});
