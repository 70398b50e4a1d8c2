import { expect, test } from 'vitest';
import { onPostgres, openConnections } from '../../support/database.ts';
import { newOrganization } from '../../support/organizations.ts';
import { startServer } from '../../support/server.ts';
import { givenConfiguration } from '../given.ts';
import { callBack, callbackPath, eventsOf, givenCall, stateOf } from './given.ts';

// The embedded database has one connection, and so nobody to wait for.
test.runIf(onPostgres)(
  'Reports about runs that somebody has locked wait in their order, and hold up no others',
  async () => {
    const server = await startServer();
    await openConnections(server.connection, 10);
    const given = async () => {
      const member = await newOrganization({ server });
      const configuration_id = await givenConfiguration(member);
      const run_id = await givenCall(member, configuration_id);
      return { member, run_id, path: callbackPath('simulated', configuration_id, run_id) };
    };
    const locked = [await given(), await given(), await given(), await given()];
    const other = await given();
    const report = ({ member, run_id }: typeof other, event: 'answered' | 'completed') =>
      server.app.calls.report({
        run_id,
        organization_id: member.organization_id,
        at: server.app.now(),
        event,
      });
    const ids = locked.map(({ run_id }) => run_id);

    const client = await server.connection.pool.connect();
    await client.query('begin');
    await client.query('select from workflow_runs where id = any($1::bigint[]) for update', [ids]);
    const waiting = [
      ...locked.map((each) => report(each, 'answered')),
      ...locked.map((each) => report(each, 'completed')),
    ];
    const free = await callBack(other.member, other.path, { call_id: 'CA1', status: 'answered' });
    const meanwhile = await Promise.all(locked.map((each) => stateOf(each.member, each.run_id)));
    await client.query('rollback');
    client.release();
    await Promise.all(waiting);

    expect(free.status).toBe(204);
    expect(meanwhile.every(({ started_at }) => started_at === null)).toBe(true);
    for (const { member, run_id } of locked) {
      const run = await stateOf(member, run_id);
      expect(run).toMatchObject({ state: 'completed', started_at: expect.any(String) });
      expect(await eventsOf(member, run_id)).toHaveLength(2);
    }
    await server.close();
  },
);
