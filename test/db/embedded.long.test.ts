import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection } from '../../src/db/connect.ts';
import { connectPglite, createPglite } from '../../src/db/embedded.ts';

describe('Queries that wait for the embedded database', () => {
  let connection: Connection;
  beforeAll(async () => {
    connection = connectPglite(await createPglite());
    await sql`select 1`.execute(connection.db);
  });
  afterAll(() => connection.close());

  test('let the event loop turn in between', async () => {
    let answered = 0;
    const queries = Array.from({ length: 40 }, async () => {
      await sql`select 1`.execute(connection.db);
      answered += 1;
    });
    const answeredAtTurn: number[] = [];
    while (answered < queries.length) {
      await new Promise((done) => setImmediate(done));
      answeredAtTurn.push(answered);
    }
    await Promise.all(queries);

    const maxGap = Math.max(
      ...answeredAtTurn.map((now, at) => now - (answeredAtTurn[at - 1] ?? 0)),
    );
    expect(maxGap).toBeLessThanOrEqual(2);
  });
});

/** The protocol's Sync message. */
const sync = Uint8Array.of(0x53, 0, 0, 0, 4);

test('A message of a connection that was destroyed is dropped after the embedded database has closed', async () => {
  const lite = await createPglite();
  const connection = connectPglite(lite);
  await sql`select 1`.execute(connection.db);
  await connection.close();

  // The client sends what it had queued one after another, also when nobody waits for it any longer.
  const answer = await lite.execProtocolStream(sync);

  expect(answer).toEqual([]);
});
