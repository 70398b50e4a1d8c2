import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { formOf, formType, tinyPng, wavOf } from '../../support/binary-bodies.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { recordReached } from '../../support/server.ts';
import { archiveOf, entriesOf, importArchive, importPath, manifestOf, recording } from './given.ts';
import { type ZipEntry, zipOf } from './zips.ts';

const server = ownServer();
let member: Member;
beforeEach(async () => {
  member = await newOrganization({ server });
});

function filesIn(directory: string): string[] {
  const path = join(server.app.config.dataDir, directory);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

/** Nothing of the organization, neither rows nor temporary files, is left. */
async function expectNothing(): Promise<void> {
  const { db } = server.app;
  for (const table of ['voice_profiles', 'voice_samples', 'voice_files'] as const) {
    const rows = db.selectFrom(table).select('id');
    expect(await rows.where('organization_id', '=', member.organization_id).execute()).toEqual([]);
  }
  await expect.poll(() => filesIn('incoming')).toEqual([]);
  expect(server.app.inProgress.taken(`imports of organization ${member.organization_id}`)).toBe(0);
}

/** The reason for which an archive is refused, which leaves nothing. */
async function refusalOf(bytes: Uint8Array): Promise<string> {
  const { status, body } = await importArchive(member, bytes);
  expect([status, body.detail?.[0]?.loc]).toEqual([422, ['body', 'file']]);
  await expectNothing();
  return body.detail[0].msg;
}

/** The small archive with other members in one of its entries. */
const changed = (index: number, change: Partial<ZipEntry>): Buffer =>
  zipOf(entriesOf().map((entry, at) => (at === index ? { ...entry, ...change } : entry)));
const withEntry = (entry: ZipEntry): Buffer => zipOf([...entriesOf(), entry]);
const data = Buffer.from('x');
const zeros = (bytes: number): Buffer => Buffer.alloc(bytes);
const sound = archiveOf();

describe('importVoiceProfile refuses', () => {
  test.each<[string, Uint8Array, string]>([
    ['what is no zip', wavOf(1.5), 'The archive is damaged, incomplete or no zip file'],
    ['nothing', zeros(0), 'no zip file'],
    ['an archive without its end', sound.subarray(0, -30), 'no zip file'],
    ['an archive without its beginning', sound.subarray(500), 'The archive is damaged'],
    ['an empty archive', zipOf([]), 'The archive has no profile.json.'],
    ['an archive without a manifest', zipOf(entriesOf().slice(1)), 'has no profile.json'],
    [
      'more than 60 entries',
      zipOf([...Array(61).keys()].map((n) => ({ name: `samples/${100 + n}.wav`, data }))),
      'The archive has 61 entries; it can have 60 at most.',
    ],
    ['more entries than it has', zipOf(entriesOf(), 5), 'The archive is damaged'],
    ['a path upwards', withEntry({ name: '../evil.wav', data }), 'invalid relative path'],
    ['an absolute path', withEntry({ name: '/etc/passwd', data }), 'absolute path'],
    ['a backslash', withEntry({ name: 'samples\\002.wav', data }), 'invalid characters'],
    ['another name', withEntry({ name: 'notes.txt', data }), 'notes.txt: An archive of a voice'],
    ['a directory', withEntry({ name: 'samples/', data: zeros(0) }), 'samples/: An archive of'],
    ['an unnamed sample', withEntry({ name: 'samples/002.wav', data }), 'does not name the entry'],
    [
      'an entry twice',
      withEntry({ name: 'avatar.webp', data }),
      'avatar.webp: The entry is there twice',
    ],
    [
      'no sample',
      zipOf(entriesOf().toSpliced(1, 1)),
      'samples/001.wav: The archive has no such entry',
    ],
    [
      'no picture',
      zipOf(entriesOf().toSpliced(2, 1)),
      'avatar.webp: The archive has no such entry',
    ],
    [
      'an encrypted entry',
      changed(1, { flags: 1, deflated: true }),
      'samples/001.wav: The entry is encrypted.',
    ],
    ['a link', changed(1, { mode: 0o120777 }), 'samples/001.wav: The entry is a link'],
    ['another compression', changed(1, { method: 12 }), 'Its compression method is 12'],
    [
      'a local header of another name',
      changed(1, { localName: 'samples/002.wav' }),
      'local header differs',
    ],
    ['a local header of another size', changed(1, { localSize: 7 }), 'local header differs'],
    [
      'a broken local header',
      Buffer.concat([Buffer.from('XX'), sound.subarray(2)]),
      'profile.json: The archive is damaged',
    ],
    [
      'an entry in the bytes of another',
      changed(2, { sameAs: 1 }),
      'avatar.webp: Its local header differs',
    ],
    [
      'a stored entry that says another size',
      changed(1, { uncompressedSize: recording.length + 1 }),
      'The archive is damaged',
    ],
    ...[0, 1, 2].map((index): [string, Uint8Array, string] => [
      `a wrong CRC-32 of entry ${index}`,
      changed(index, { crc: 1 }),
      `${entriesOf()[index]!.name}: The archive is damaged, incomplete or no zip file: the checksum of its bytes is wrong.`,
    ]),
    [
      'a sample of another size',
      changed(1, { data: wavOf(2) }),
      'The entry has 32044 bytes, not 24044.',
    ],
    [
      'a sample of another hash',
      changed(1, { data: wavOf(1.5, 440) }),
      'The SHA-256 hash of its bytes',
    ],
    [
      'damaged deflated bytes',
      changed(1, { data: zeros(recording.length), method: 8, uncompressedSize: recording.length }),
      'damaged',
    ],
  ])('%s', async (_, bytes, reason) => {
    expect(await refusalOf(bytes)).toContain(reason);
  });

  const audio = (bytes: Uint8Array): Buffer => zipOf(entriesOf(manifestOf(bytes), bytes));
  test.each<[string, Uint8Array, string]>([
    ['what is no recording', audio(Buffer.from('no audio')), 'samples/001.wav: '],
    ['a recording that is too short', audio(wavOf(0.5)), 'The recording is 0.5 seconds long'],
    ['a recording that is too long', audio(wavOf(301, 1, 8000)), 'samples/001.wav: '],
    [
      'what is no picture',
      zipOf(entriesOf(manifestOf(recording, data), recording, data)),
      'avatar.webp: ',
    ],
    [
      'a damaged picture',
      zipOf(
        entriesOf(
          manifestOf(recording, tinyPng.subarray(0, 40)),
          recording,
          tinyPng.subarray(0, 40),
        ),
      ),
      'avatar.webp: ',
    ],
  ])('%s', async (_, bytes, reason) => {
    expect(await refusalOf(bytes)).toContain(reason);
  });

  const manifest = manifestOf();
  const [sample] = manifest.samples;
  test.each<[string, unknown, string]>([
    ['of another version', { ...manifest, format_version: 2 }, '`format_version` must be 1'],
    ['with an unknown member', { ...manifest, more: 1 }, 'must be an object with exactly'],
    ['that is an array', [], 'must be an object with exactly'],
    ['that is too deep', JSON.parse('['.repeat(101) + ']'.repeat(101)), 'profile.json: '],
    ['without a name', { ...manifest, profile: {} }, '`profile.name`: Field required.'],
    [
      'with another organization',
      { ...manifest, profile: { name: 'x', organization_id: 1 } },
      '`profile.organization_id`: Unknown field',
    ],
    [
      'with members of another type',
      { ...manifest, profile: { name: 'x', design_prompt: 'y' } },
      '`profile.design_prompt`: A cloned voice has no',
    ],
    [
      'with an unknown effect',
      { ...manifest, effects_chain: [{ type: 'x' }] },
      '`effects_chain.0.type`: ',
    ],
    ['with no array of samples', { ...manifest, samples: {} }, '`samples` must be an array'],
    ['with 51 samples', { ...manifest, samples: Array(51).fill(sample) }, 'at most 50 items'],
    ['with an incomplete sample', { ...manifest, samples: [{}] }, '`samples.0` must be an object'],
    [
      'with a sample twice',
      { ...manifest, samples: [sample, sample] },
      '`samples.1.file` must be the name of sample 2',
    ],
    [
      'with a path of a sample',
      { ...manifest, samples: [{ ...sample, file: '/etc/passwd' }] },
      '`samples.0.file`',
    ],
    [
      'with no words',
      { ...manifest, samples: [{ ...sample, reference_text: '' }] },
      '`samples.0.reference_text`: Must have',
    ],
    [
      'with no hash',
      { ...manifest, samples: [{ ...sample, sha256: 'x' }] },
      '`samples.0.sha256` must be',
    ],
    [
      'with a size of nothing',
      { ...manifest, samples: [{ ...sample, bytes: 0.5 }] },
      '`samples.0.bytes` must be',
    ],
    [
      'with another picture',
      { ...manifest, avatar: { ...manifest.avatar, file: 'a.png' } },
      '`avatar.file` must be avatar.webp.',
    ],
    ['with an incomplete picture', { ...manifest, avatar: {} }, '`avatar` must be an object'],
  ])('a manifest %s', async (_, value, reason) => {
    expect(await refusalOf(archiveOf(value))).toContain(reason);
  });

  test('a manifest that is no JSON', async () => {
    expect(await refusalOf(changed(0, { data: Buffer.from('{') }))).toContain('profile.json: ');
  });

  test('overlapping entries', async () => {
    const manifest = manifestOf();
    const samples = [manifest.samples[0], { ...manifest.samples[0], file: 'samples/002.wav' }];
    const entries = entriesOf({ ...manifest, samples });
    // The second begins inside of the first, whose header in front of its bytes it repeats.
    const inner = zipOf([{ name: 'samples/002.wav', data: recording }]).subarray(
      0,
      45 + recording.length,
    );
    const outer = { name: 'samples/001.wav', data: inner };
    const bytes = zipOf([
      entries[0]!,
      outer,
      { name: 'samples/002.wav', data: recording, sameAs: 1 },
    ]);
    bytes.writeUInt32LE(bytes.indexOf(inner), offsetOfLast(bytes));

    expect(await refusalOf(bytes)).toContain(
      'samples/001.wav: The entry overlaps with what follows it.',
    );
  });

  test.each<[string, number, string]>([
    ['a manifest of more than 256 KiB', 0, 'profile.json: The entry has 300000000 bytes'],
    ['a sample of more than 50 MiB', 1, 'samples/001.wav: The entry has 300000000 bytes'],
    ['a picture of more than 5 MiB', 2, 'avatar.webp: The entry has 300000000 bytes'],
  ])('%s', async (_, index, reason) => {
    expect(
      await refusalOf(changed(index, { deflated: true, uncompressedSize: 300_000_000 })),
    ).toContain(reason);
  });

  test('more than 200 MiB in all', async () => {
    const bombs = [...Array(5).keys()].map((n) => ({
      name: `samples/00${n + 1}.wav`,
      data,
      deflated: true,
      uncompressedSize: 50 * 1024 * 1024,
    }));

    expect(await refusalOf(zipOf([entriesOf()[0]!, ...bombs]))).toContain(
      'they can have 209715200 at most',
    );
  });

  test('a bomb that says it is small, as soon as it is larger', async () => {
    const bomb = zeros(300_000_000);
    const lying = { data: bomb, deflated: true, uncompressedSize: recording.length };
    const bytes = changed(1, lying);
    const started = performance.now();

    expect(await refusalOf(bytes)).toContain('samples/001.wav: The archive is damaged');

    expect(bytes.length).toBeLessThan(400_000);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

/** Where the directory says at which offset the last entry is. */
const offsetOfLast = (bytes: Buffer): number => bytes.lastIndexOf('PK\x01\x02') + 42;

describe('importVoiceProfile', () => {
  test('refuses more than 200 MiB and another content type, before they arrive', async () => {
    const sending = request(server.url + importPath, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${member.token}`,
        'content-type': formType,
        'content-length': 209_715_201,
      },
    });
    sending.on('error', () => {});
    const status = new Promise((done) => {
      sending.on('response', (response) => done(response.resume().statusCode));
    });
    sending.write('-');

    expect(await status).toBe(413);
    sending.destroy();
    recordReached('importVoiceProfile', 413, 'payload_too_large');
    const zip = { raw: Uint8Array.from(sound), headers: { 'content-type': 'application/zip' } };
    expect((await member.send('POST', importPath, zip)).status).toBe(415);
    await expectNothing();
  });

  test('leaves nothing of an upload that is cut off', async () => {
    const body = formOf({ fields: {}, file: { name: 'amelia.zip', bytes: sound } });
    const sending = request(server.url + importPath, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${member.token}`,
        'content-type': formType,
        'content-length': body.length,
      },
    });
    sending.on('error', () => {});
    sending.write(body.subarray(0, body.length >> 1));
    await expect.poll(() => filesIn('incoming')).toHaveLength(1);

    sending.destroy();

    await expect.poll(() => server.app.inProgress.taken('uploads')).toBe(0);
    await expectNothing();
  });

  test('leaves nothing if the client leaves while a sample is decoded', async () => {
    const leaving = new AbortController();
    const probe = vi.spyOn(server.app.audio, 'probe').mockImplementationOnce(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          leaving.abort();
        }),
    );

    const sending = fetch(server.url + importPath, {
      method: 'POST',
      headers: { authorization: `Bearer ${member.token}`, 'content-type': formType },
      body: formOf({ fields: {}, file: { name: 'amelia.zip', bytes: sound } }),
      signal: leaving.signal,
    });

    await expect(sending).rejects.toThrow('aborted');
    expect(probe).toHaveBeenCalledOnce();
    await expect.poll(() => server.app.inProgress.taken('imports')).toBe(0);
    await expectNothing();
    probe.mockRestore();
  });

  test('leaves no profile if a sample cannot be inserted', async () => {
    const { files } = server.app;
    const keep = files.keep.bind(files);
    const kept = vi.spyOn(files, 'keep').mockImplementation(async (...args) => ({
      ...(await keep(...args)),
      id: crypto.randomUUID(),
    }));
    const bare = { ...manifestOf(), avatar: null };

    const { status } = await importArchive(member, zipOf(entriesOf(bare).slice(0, 2)));
    kept.mockRestore();

    expect(status).toBe(503);
    expect((await member.get('/api/v1/voice/profiles')).body).toEqual([]);
    await expect.poll(() => filesIn('incoming')).toEqual([]);
    const again = await importArchive(member, sound);
    expect([again.status, again.body.sample_count]).toEqual([201, 1]);
  });
});
