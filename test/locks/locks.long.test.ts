import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection } from '../../src/db/connect.ts';
import { connectTest, copyUrl, onPostgres } from '../support/database.ts';
import { cutsOf, makeCuttable, without } from './cutting.ts';
import { cases, elsewhere, sites } from './lists.ts';
import { plainUrl, prepare } from './sessions.ts';

let connection: Connection;

beforeAll(async () => {
  if (!onPostgres) return;
  connection = connectTest(plainUrl(await copyUrl()), { poolSize: 4 });
  makeCuttable(connection.pool);
  await prepare(connection.db);
});
afterAll(() => connection?.close());

const ofSites = Map.groupBy(cases, ({ at }) => at);

test('Files that are said to notice a lock are there', () => {
  const missing = Object.values(elsewhere).filter(
    (file) => !existsSync(new URL(`../${file}`, import.meta.url)),
  );
  expect(missing).toEqual([]);
});

test('The list of what locks has each function of the source that does', () => {
  const listed = new Set([...ofSites.keys(), ...Object.keys(elsewhere)]);
  expect(sites.map(({ at }) => at).filter((at) => !listed.has(at))).toEqual([]);
});

describe.runIf(onPostgres)('Of two transactions at once', () => {
  test.each(cases)('$at $what', async ({ look }) => {
    const { actual, expected } = await look(connection.db);

    expect(actual).toEqual(expected);
  });
});

describe.runIf(onPostgres)('A lock that is taken out is noticed', () => {
  const listed = sites.filter(({ at }) => ofSites.has(at));

  test.each(listed)('in $at', async ({ at, modes, skips, advisory }) => {
    const noticed = { lock: 0, skip: 0 };
    const { db } = connection;
    const isRight = async (look: (typeof cases)[number]['look']): Promise<boolean> => {
      const { actual, expected } = await look(db).catch(() => ({ actual: 'error', expected: '' }));
      return JSON.stringify(actual) === JSON.stringify(expected);
    };
    const ofSite = ofSites.get(at) ?? [];

    const cuts = await cutsOf(async () => {
      for (const { look } of ofSite) await look(db);
    });
    for (const cut of cuts)
      for (const { look } of ofSite)
        if (!(await without(cut, () => isRight(look)))) {
          noticed[cut.of] += 1;
          break;
        }

    // A case may also send other functions' locks.
    expect(noticed.lock).toBeGreaterThanOrEqual(modes.length + advisory);
    expect(noticed.skip).toBeGreaterThanOrEqual(skips);
  });
});
