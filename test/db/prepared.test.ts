import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { prepared } from '../../src/db/driver/prepared.ts';
import { sharedServer } from '../support/server.ts';

test('A prepared query is built once and filled with the values of each use', async () => {
  const { db } = (await sharedServer()).app;
  let builds = 0;
  const query = prepared((_, { first, second }: { first: number; second: string }) => {
    builds += 1;
    return db.selectNoFrom([
      sql<string>`${second}::text`.as('second'),
      sql<string>`${'always'}::text`.as('fixed'),
      sql<number>`${first}::integer`.as('first'),
      sql<string>`${second}::text`.as('again'),
    ]);
  });

  const answers = await Promise.all([
    query(db, { first: 1, second: 'a' }),
    query(db, { first: 2, second: 'b' }),
  ]);

  expect(answers).toEqual([
    [{ second: 'a', fixed: 'always', first: 1, again: 'a' }],
    [{ second: 'b', fixed: 'always', first: 2, again: 'b' }],
  ]);
  expect(builds).toBe(1);
});
