import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { askedOf, ended, eventsOf, givenCallable, until } from './given.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: 'all' });
});
afterAll(() => server.close());

const number = (digits: string): string => `+120255501${digits}`;

describe('A call on the simulated network', () => {
  test.each([
    ['00', 'completed', null],
    ['39', 'completed', null],
    ['40', 'busy', null],
    ['50', 'no_answer', null],
    ['60', 'voicemail', null],
    ['70', 'failed', 'carrier_failure'],
    ['75', 'failed', 'refused'],
    ['80', 'busy', null],
    ['95', 'completed', null],
    ['96', 'completed', null],
    ['99', 'failed', 'connection_error'],
  ])('to …%s ends as %s', async (digits, outcome, failure) => {
    const member = await newOrganization({ server });
    const { workflow_id, configuration_id } = await givenCallable(member);

    const placed = await member.post('/api/v1/telephony/initiate-call', {
      workflow_id,
      to_number: number(digits),
    });
    const run = await ended(member, placed.body);
    await until(
      () => eventsOf(member, run.id),
      (events) => events.length === 2,
    );

    expect(placed.status).toBe(202);
    expect(run.outcome).toBe(outcome);
    const kept = await server.app.db
      .selectFrom('workflow_runs')
      .select('failure')
      .where('id', '=', run.id)
      .executeTakeFirstOrThrow();
    expect(kept.failure).toBe(failure);
    expect(await askedOf(member, configuration_id)).toHaveLength(1);
    expect((await eventsOf(member, run.id)).map(({ event }) => event)).toEqual([
      'call_ended',
      'call_analyzed',
    ]);
  });
});
