import { expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { givenWorkflow } from '../workflows/given.ts';

const headers = { 'content-type': 'application/json' };

async function given() {
  const member = await newOrganization();
  const { id } = await givenWorkflow(member);
  const create = (context: string) =>
    member.send('POST', `/api/v1/workflow/${id}/runs`, {
      raw: `{"initial_context":${context}}`,
      headers,
    });
  return { member, create };
}

const numbers = [
  '9007199254740991',
  '-9007199254740991',
  '100000000000000000000',
  '0.1',
  '0.30000000000000004',
  '-0',
  '1e22',
  '1e-7',
  '5e-324',
  '2.2250738585072014e-308',
  '1.7976931348623157e308',
];

test('Numbers are stored and shown as they were sent', async () => {
  const { member, create } = await given();

  const { status, body } = await create(`{"sent":[${numbers.join(',')}]}`);

  expect(status).toBe(201);
  const shown = await member.get(`/api/v1/runs/${body.id}`);
  expect(shown.body.initial_context.sent).toEqual(numbers.map((each) => Number(each) || 0));
});

test('A number that would be changed is refused with its place, and nothing is stored', async () => {
  const { member, create } = await given();

  const { status, body } = await create('{"order":{"order_id":725653563933458432}}');

  expect(status).toBe(422);
  expect(body.detail).toEqual([
    expect.objectContaining({
      loc: ['body', 'initial_context', 'order', 'order_id'],
      type: 'json_number',
      input: '725653563933458432',
    }),
  ]);
  expect((await member.get('/api/v1/runs')).body.items).toEqual([]);
});
