import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessOf } from '../../src/auth/run-codes.ts';
import { connectPostgres } from '../../src/db/connect.ts';
import type { OperationId } from '../../src/http/contract.ts';
import { loadContract } from '../../src/http/operations.ts';
import { signatureHeader } from '../../src/telephony/simulation/signature.ts';
import { exampleRequest } from '../support/examples.ts';
import { sharedServer, startServer, type TestServer } from '../support/server.ts';

const operations = loadContract().operations.map(({ id }) => id as OperationId);

/** Without it a callback is refused before any lookup. */
const signature = { [signatureHeader]: 'whichever' };

const made_at = '2026-01-05T10:00:04.000Z';

/** Sends the operation's example. The server fails before it looks up the caller. */
function send(server: TestServer, id: OperationId) {
  const { method, path, headers, body: example } = exampleRequest(id);
  // Another code is refused before any lookup.
  const { run_code } = accessOf(server.app.secrets, { organization_id: 1, run_id: 1 }, made_at);
  const body = id === 'exchangeRunCode' ? { run_code } : example;
  return server.send(method, path, {
    headers: { ...headers, ...signature },
    body,
    token: 'whichever',
  });
}

describe('Every operation above the rate limit', () => {
  let server: TestServer;
  beforeAll(async () => {
    const { connection } = await sharedServer();
    server = await startServer(
      { rateLimits: { perCaller: 0, perAddress: 0, perCarrier: 0 } },
      connection,
    );
  });
  afterAll(() => server.close());

  test.each(operations)('%s answers 429', async (id) => {
    const answer = await send(server, id);

    expect([answer.status, answer.body.code]).toEqual([429, 'too_many_requests']);
  });
});

describe('Every operation while the database is unreachable', () => {
  const connection = connectPostgres('postgres://nobody@127.0.0.1:1/none', { poolSize: 2 });
  let server: TestServer;
  beforeAll(async () => {
    // A queue cannot be opened without its database; no request gets that far.
    const { app } = await sharedServer();
    server = await startServer({}, connection, app.jobs);
  });
  afterAll(async () => {
    await server.close();
    await connection.close();
  });

  test.each(operations)('%s answers 503', async (id) => {
    const answer = await send(server, id);

    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
  });
});

describe('Every operation with a broken database', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
    for (const table of [
      'sessions',
      'users',
      'invitations',
      'organizations',
      'workflow_runs',
      'telephony_configurations',
      'password_reset_requests',
    ]) {
      await server.app.db.schema.alterTable(table).renameTo(`no_${table}`).execute();
    }
  });
  afterAll(() => server.close());

  test.each(operations)('%s answers 500', async (id) => {
    const answer = await send(server, id);

    expect([answer.status, answer.body.code]).toEqual([500, 'internal_error']);
  });
});
