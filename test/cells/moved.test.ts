import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newApiKey } from '../../src/auth/credentials.ts';
import { openDirectory } from '../../src/cells/directory.ts';
import * as moved from '../../src/cells/moved-queries.ts';
import { hashName, idName } from '../../src/cells/moved.ts';
import * as queries from '../../src/cells/queries.ts';
import { createCellSchemas } from '../support/cells.ts';
import { onPostgres } from '../support/database.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
const key = newApiKey(0);
const named = {
  names: [idName('organization', 5), idName('configuration', 12), hashName(sha256(key))],
  digests: [sha256('a@example.com')],
};

/** The directory as two processes see it. */
async function given() {
  const schemas = await createCellSchemas([]);
  const open = () => openDirectory(schemas.directoryUrl, [0, 7], { timeoutMs: 10_000 });
  const [mover, other] = [await open(), await open()];
  onTestFinished(async () => {
    await mover.close();
    await other.close();
    await schemas.remove();
  });
  await mover.claim('a@example.com', 0);
  const cells = async () => {
    await other.moved.refresh();
    const known = other.moved;
    return [
      known.ofOrganization(5),
      known.ofConfiguration(12),
      known.ofCredential(key),
      known.ofCredential(`vap_run_5_9_${'s'.repeat(43)}`),
    ];
  };
  const addresses = async () => (await queries.list(mover.db)).map((cell) => cell.address_count);
  return { mover, other, cells, addresses };
}

const unavailable = expect.objectContaining({
  problem: expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 5 }),
});

describe.runIf(onPostgres)('An organization that moves', () => {
  test('is led to nothing in between, and to its cell afterwards, by all of its names', async () => {
    const { mover, cells, addresses } = await given();
    const { db } = mover;

    expect(await cells()).toEqual([undefined, undefined, undefined, undefined]);
    await moved.begin(db, { organization: 5, source: 0, target: 7 });
    expect(await moved.hold(db, 5, named)).toBe(3);
    expect(await moved.hold(db, 5, named)).toBe(0);
    expect(await cells()).toEqual([null, null, null, null]);
    await moved.place(db, 5, { cell: 7, ...named });
    expect(await cells()).toEqual([7, 7, 7, 7]);
    expect(await addresses()).toEqual([0, 1]);
    await moved.begin(db, { organization: 5, source: 7, target: 0 });
    expect(await cells()).toEqual([null, null, null, null]);
    await moved.place(db, 5, { cell: 0, ...named });
    expect(await cells()).toEqual([0, 0, 0, 0]);
    expect(await addresses()).toEqual([1, 0]);
  });

  test('keeps its addresses, with which nobody logs in or signs up in between', async () => {
    const { mover, other } = await given();
    const { db } = mover;
    await moved.begin(db, { organization: 5, source: 0, target: 7 });
    await moved.hold(db, 5, named);

    await expect(other.cellOf('A@example.com')).rejects.toEqual(unavailable);
    await expect(other.cellFor('a@example.com', [0, 7])).rejects.toEqual(unavailable);
    await expect(other.claim('a@example.com', 0)).rejects.toEqual(unavailable);
    await sql`update addresses set claimed_at = '2020-01-01'`.execute(db);
    await queries.remove(db, named.digests);
    await expect(other.cellOf('a@example.com')).rejects.toEqual(unavailable);
    await moved.place(db, 5, { cell: 7, ...named });
    expect(await other.cellOf('a@example.com')).toBe(7);
    await sql`update addresses set claimed_at = '2020-01-01'`.execute(db);
    await queries.remove(db, named.digests);
    expect(await other.cellOf('a@example.com')).toBeUndefined();
  });
});
