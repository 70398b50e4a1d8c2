import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDirectory } from '../../src/cells/directory.ts';
import { removeUnused } from '../../src/cells/jobs.ts';
import { createCellSchemas } from '../support/cells.ts';
import { onPostgres } from '../support/database.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { sharedServer } from '../support/server.ts';

async function given(cells = [0, 1, 2]) {
  const schemas = await createCellSchemas([]);
  const open = () => openDirectory(schemas.directoryUrl, cells, { timeoutMs: 10_000 });
  const directory = await open();
  onTestFinished(async () => {
    await directory.close();
    await schemas.remove();
  });
  /** As if a day had passed. */
  const age = () =>
    sql`update addresses set claimed_at = claimed_at - interval '25 hours', checked_at = checked_at - interval '25 hours'`.execute(
      directory.db,
    );
  return { directory, open, age };
}

async function emailOf({ server, user_id }: Member): Promise<string> {
  const user = await server.app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  return user.email!;
}

const count = async ({ db }: { db: Awaited<ReturnType<typeof openDirectory>>['db'] }) => {
  const { rows } = await sql<{ addresses: number }>`
    select addresses from cells order by number`.execute(db);
  return rows.map(({ addresses }) => addresses);
};

describe.runIf(onPostgres)('The directory', () => {
  test('gives an address one cell, in every spelling, also to many at once', async () => {
    const { directory } = await given();

    const claimed = await Promise.all(
      ['a@example.com', 'A@example.com', 'a@Example.com', 'a@example.com'].map((email, cell) =>
        directory.claim(email, cell % 3),
      ),
    );

    expect(new Set(claimed).size).toBe(1);
    expect(await directory.cellOf('A@EXAMPLE.com')).toBe(claimed[0]);
    expect((await count(directory)).toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
    expect(await directory.cellOf('b@example.com')).toBeUndefined();
  });

  test('finds the open cell with the fewest addresses for a new one, and does not claim it', async () => {
    const { directory } = await given();
    await sql`update cells set is_open = false where number = 0`.execute(directory.db);
    await directory.claim('a@example.com', 1);

    expect(await directory.cellFor('b@example.com', [0, 1, 2])).toBe(2);
    expect(await directory.cellFor('A@example.com', [0, 2])).toBe(1);
    expect(await count(directory)).toEqual([0, 1, 0]);
    await expect(directory.cellFor('b@example.com', [0])).rejects.toMatchObject({
      problem: { kind: 'unavailable' },
    });
  });

  test('opened again, keeps what it knows and enters new cells', async () => {
    const { directory, open } = await given([0]);
    await directory.claim('a@example.com', 0);

    const again = await open();
    onTestFinished(() => again.close());

    expect(await again.cellOf('a@example.com')).toBe(0);
  });

  test('enters the addresses that a cell had before, once, or again after a restore', async () => {
    const { directory } = await given();
    const { app } = await sharedServer();
    const member = await newOrganization();
    const email = await emailOf(member);
    await directory.claim(email, 2);

    const before = await newOrganization();

    const taken = await newOrganization();
    await directory.claim(await emailOf(taken), 0);

    expect(await directory.enter(app.db, 1)).toBe(2);
    const [, entered = 0, claimed] = await count(directory);
    const after = await newOrganization();
    expect(await directory.enter(app.db, 1)).toBe(0);

    expect(await directory.cellOf(await emailOf(before))).toBe(1);
    expect(await directory.cellOf(await emailOf(after))).toBeUndefined();
    expect(await count(directory)).toEqual([1, entered, 1]);
    await directory.enter(app.db, 1, true);
    expect(await directory.cellOf(await emailOf(after))).toBe(1);
    expect(await count(directory)).toEqual([1, entered + 1, 1]);
    expect(claimed).toBe(1);
  });

  test('gets addresses back that nobody has, a day after they were claimed', async () => {
    const { directory, age } = await given();
    const { app } = await sharedServer();
    const member = await newOrganization();
    const email = await emailOf(member);
    for (const claimed of [email.toUpperCase(), 'gone@example.com', 'again@example.com'])
      await directory.claim(claimed, 1);
    await directory.claim('elsewhere@example.com', 2);
    const config = { ...app.config, cell: 1 };
    const parts = { db: app.db, config, directory };
    await removeUnused(parts);
    expect(await count(directory)).toEqual([0, 3, 1]);

    await age();
    await directory.claim('again@example.com', 1);
    await removeUnused(parts);

    expect(await directory.cellOf(email)).toBe(1);
    expect(await directory.cellOf('gone@example.com')).toBeUndefined();
    expect(await directory.cellOf('again@example.com')).toBe(1);
    expect(await directory.cellOf('elsewhere@example.com')).toBe(2);
    expect(await count(directory)).toEqual([0, 2, 1]);
  });
});
