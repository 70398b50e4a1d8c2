import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { createFiles, refer } from '../../../src/voice/files/files.ts';
import { emptyStorage, removeUnused } from '../../../src/voice/files/jobs.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { givenProfile } from '../given.ts';

const server = ownServer();

const hour = 60 * 60_000;
const spooled = (bytes: Buffer) => server.app.spool.write(Readable.from([bytes]));
const keep = async ({ organization_id }: Member, bytes: Buffer) =>
  server.app.files.keep(organization_id, await spooled(bytes), 'audio/wav');
const rows = ({ organization_id }: Member) =>
  server.app.db
    .selectFrom('voice_files')
    .select(['id', 'sha256', 'bytes', 'may_be_unused'])
    .where('organization_id', '=', organization_id)
    .execute();
const removals = () => server.app.db.selectFrom('voice_file_removals').selectAll().execute();
const pathOf = ({ sha256, id }: { sha256: string; id: string }): string =>
  server.app.storage.pathOf!(`${sha256}.${id}`);
/** Gives a profile of the organization a file as its avatar. */
async function use(member: Member, id: string): Promise<string> {
  const profile = await givenProfile(member);
  await setAvatar(profile, id);
  return profile;
}
const setAvatar = (profile: string, id: string | null) =>
  server.app.db
    .updateTable('voice_profiles')
    .set({ avatar_file_id: id })
    .where('id', '=', profile)
    .execute();
async function sweepIn(ms: number): Promise<void> {
  server.setNow(later(server.app.now(), ms));
  await removeUnused(server.app);
  await emptyStorage(server.app);
}

describe('A kept file', () => {
  test('is stored once per organization, also when uploaded at once', async () => {
    const [member, other] = [await newOrganization({ server }), await newOrganization({ server })];
    const bytes = randomBytes(1000);

    const kept = await Promise.all(Array.from({ length: 5 }, () => keep(member, bytes)));
    const foreign = await keep(other, bytes);
    await emptyStorage(server.app);

    expect(new Set(kept.map(({ id }) => id)).size).toBe(1);
    expect(await rows(member)).toHaveLength(1);
    expect(foreign.id).not.toBe(kept[0]!.id);
    expect((await buffer(await server.app.files.read(kept[0]!))).equals(bytes)).toBe(true);
    expect(await removals()).toEqual([]);
  });

  test('is removed an hour after it was kept if nothing refers to it', async () => {
    const member = await newOrganization({ server });
    const file = await keep(member, randomBytes(1000));

    await sweepIn(hour - 60_000);
    expect(existsSync(pathOf(file))).toBe(true);
    await sweepIn(2 * 60_000);

    expect(await rows(member)).toEqual([]);
    expect(existsSync(pathOf(file))).toBe(false);
    expect(await removals()).toEqual([]);
  });

  test('stays while something refers to it, and goes with the last reference', async () => {
    const member = await newOrganization({ server });
    const file = await keep(member, randomBytes(1000));
    const [one, two] = [await use(member, file.id), await use(member, file.id)];

    await sweepIn(2 * hour);
    expect(await rows(member)).toMatchObject([{ id: file.id, may_be_unused: false }]);
    await setAvatar(one, null);
    await sweepIn(hour);
    expect(existsSync(pathOf(file))).toBe(true);
    await setAvatar(two, null);
    await sweepIn(hour);

    expect(existsSync(pathOf(file))).toBe(false);
  });

  test('stays if the same bytes are uploaded again before the sweep', async () => {
    const member = await newOrganization({ server });
    const bytes = randomBytes(1000);
    const file = await keep(member, bytes);
    server.setNow(later(server.app.now(), 2 * hour));

    const again = await keep(member, bytes);
    await sweepIn(0);

    expect(again.id).toBe(file.id);
    expect(existsSync(pathOf(file))).toBe(true);
  });

  test('is never removed under somebody who uploads the same bytes', async () => {
    const member = await newOrganization({ server });
    const { organization_id } = member;
    const bytes = randomBytes(1000);
    const again = async () => {
      const { id } = await keep(member, bytes);
      const profile = await givenProfile(member);
      await server.app.db.transaction().execute(async (trx) => {
        await refer(trx, organization_id, id);
        await trx
          .updateTable('voice_profiles')
          .set({ avatar_file_id: id })
          .where('id', '=', profile)
          .execute();
      });
      return { id, profile };
    };

    for (let round = 0; round < 20; round++) {
      server.setNow(later(server.app.now(), 2 * hour));
      const [{ id, profile }] = await Promise.all([
        again(),
        removeUnused(server.app).then(() => emptyStorage(server.app)),
      ]);
      const [row] = (await rows(member)).filter((each) => each.id === id);
      expect(existsSync(pathOf(row!))).toBe(true);
      await setAvatar(profile, null);
    }
  });

  test('cannot be referred to by another organization, nor after its removal', async () => {
    const [member, other] = [await newOrganization({ server }), await newOrganization({ server })];
    const file = await keep(member, randomBytes(1000));
    const referAs = ({ organization_id }: Member, id: string) =>
      server.app.db.transaction().execute((trx) => refer(trx, organization_id, id));

    expect(await referAs(member, file.id)).toMatchObject({ id: file.id });
    await expect(referAs(other, file.id)).rejects.toThrow('took too long');
    await expect(referAs(member, uuid())).rejects.toThrow('took too long');
  });

  test('is copied to a local path only if it is elsewhere', async () => {
    const member = await newOrganization({ server });
    const file = await keep(member, randomBytes(1000));

    const local = await server.app.files.local(file);
    await local.release();

    expect(local.path).toBe(pathOf(file));
    expect(existsSync(local.path)).toBe(true);
  });
});

describe('A file that cannot be kept', () => {
  test('leaves nothing beyond voice_bytes_limit', async () => {
    const member = await newOrganization({ server });
    await server.app.db
      .updateTable('organizations')
      .set({ voice_bytes_limit: 1500 })
      .where('id', '=', member.organization_id)
      .execute();
    const first = await keep(member, randomBytes(1000));

    await expect(keep(member, randomBytes(1000))).rejects.toThrow('1500 bytes');
    await use(member, first.id);
    await sweepIn(2 * hour);

    expect(await rows(member)).toMatchObject([{ id: first.id }]);
    expect(await removals()).toEqual([]);
  });

  test('leaves nothing if the storage fails, or the process ends after storing it', async () => {
    const member = await newOrganization({ server });
    const { storage, db, spool } = server.app;
    const put = (then: Error): Promise<unknown> =>
      createFiles({
        db,
        spool,
        now: () => server.app.now(),
        storage: {
          ...storage,
          put: async (...file) => {
            await storage.put(...file);
            throw then;
          },
        },
      }).keep(member.organization_id, file, 'audio/wav');
    const file = await spooled(randomBytes(1000));

    await expect(put(new Error('the disk is full'))).rejects.toThrow('the disk is full');
    const [planned] = await removals();
    expect(existsSync(storage.pathOf!(planned!.storage_key))).toBe(true);
    await sweepIn(0);

    expect(existsSync(storage.pathOf!(planned!.storage_key))).toBe(false);
    expect([await rows(member), await removals()]).toEqual([[], []]);
  });
});
