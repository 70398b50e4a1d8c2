import { describe, expect, test, vi } from 'vitest';
import { tinyPng, wavOf } from '../../support/binary-bodies.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenProfile, givenSamples } from '../given.ts';
import { samplesOf, uploadSample } from '../samples/given.ts';
import { archiveOf, exported, hashOf, importArchive, importPath } from './given.ts';

const pathOf = (id: string): string => `/api/v1/voice/profiles/${id}`;

/** A profile with everything that an archive has. */
async function givenVoice(member: Member): Promise<string> {
  const { body } = await member.post('/api/v1/voice/profiles', {
    name: 'Käpt’n "Blau"',
    description: 'For the ferry',
    language: 'de',
    voice_type: 'designed',
    design_prompt: 'A gruff but kind sea captain.',
    default_engine: 'qwen',
    personality: 'Patient.',
  });
  const effects_chain = [
    { type: 'gain', enabled: false, params: { gain_db: 2.5 } },
    { type: 'reverb', params: { room_size: 0.3 } },
  ];
  await member.put(`${pathOf(body.id)}/effects`, { effects_chain });
  for (const [index, hertz] of [220, 330, 440].entries())
    await uploadSample(member, body.id, {
      bytes: wavOf(1 + index / 2, hertz),
      reference_text: `Wort ${index}, "ö"`,
    });
  const headers = { 'content-type': 'image/png' };
  await member.send('PUT', `${pathOf(body.id)}/avatar`, { raw: tinyPng, headers });
  return body.id;
}

async function bytesAt({ server, token }: Member, path: string): Promise<string> {
  const response = await fetch(server.url + path, {
    headers: { authorization: `Bearer ${token}` },
  });
  return hashOf(Buffer.from(await response.arrayBuffer()));
}

async function recordings(member: Member, id: string) {
  const { items } = (await member.get(samplesOf(id))).body;
  return Promise.all(
    items.map(async ({ audio_path, ...sample }: Record<string, string>) => [
      await bytesAt(member, audio_path ?? ''),
      sample['reference_text'],
      sample['format'],
      sample['duration_seconds'],
    ]),
  );
}

describe('exportVoiceProfile', () => {
  test('writes what importVoiceProfile makes the same profile of, and then the same bytes', async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    const id = await givenVoice(member);
    const archive = await exported(member, id);

    const imported = await importArchive(other, archive.bytes);

    const again = await exported(other, imported.body.id);
    const before = (await member.get(pathOf(id))).body;
    expect([archive.response.status, imported.status]).toEqual([200, 201]);
    const { id: _, avatar_path, created_at: __, updated_at: ___, ...members } = imported.body;
    expect(before).toMatchObject(members);
    expect(members).toMatchObject({ language: 'de', sample_count: 3, generation_count: 0 });
    expect(await recordings(other, imported.body.id)).toEqual(await recordings(member, id));
    expect(await bytesAt(other, avatar_path)).toBe(await bytesAt(member, before.avatar_path));
    expect(hashOf(again.bytes)).toBe(hashOf(archive.bytes));
    expect(again.response.headers.get('etag')).toBe(archive.response.headers.get('etag'));
  });

  test('is a zip archive named like the profile', async () => {
    const member = await newOrganization();
    const id = await givenProfile(member, { name: 'Führung 1/2' });

    const { response, bytes } = await exported(member, id);

    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="F_hrung 1_2.zip"; filename*=UTF-8''F%C3%BChrung%201_2.zip`,
    );
    expect(bytes.toString('latin1', 0, 4)).toBe('PK\x03\x04');
  });

  test('has an ETag that changes with the profile', async () => {
    const member = await newOrganization();
    const id = await givenProfile(member);
    const etag = async () => (await exported(member, id)).response.headers.get('etag') ?? '';
    const before = await etag();

    const unchanged = await exported(member, id, { 'if-none-match': before });
    await member.patch(pathOf(id), { personality: 'Brisk.' });
    const patched = await etag();
    await uploadSample(member, id);

    expect(unchanged.response.status).toBe(304);
    expect(new Set([before, patched, await etag()]).size).toBe(3);
  });

  test('is cut off if the bytes of a sample are missing', async () => {
    const member = await newOrganization();
    const id = await givenProfile(member);
    await givenSamples(member, id, 1);

    await expect(exported(member, id)).rejects.toThrow('terminated');
  });

  test('stops reading if the client leaves', async () => {
    const member = await newOrganization();
    const id = await givenProfile(member);
    for (const hertz of [220, 330, 440])
      await uploadSample(member, id, { bytes: wavOf(60, hertz, 96_000) });
    const { files, inProgress } = member.server.app;
    const read = vi.spyOn(files, 'read');
    const leaving = new AbortController();
    const response = await fetch(`${member.server.url}${pathOf(id)}/export`, {
      headers: { authorization: `Bearer ${member.token}` },
      signal: leaving.signal,
    });

    leaving.abort();

    const name = `files of organization ${member.organization_id}`;
    await expect.poll(() => inProgress.taken(name)).toBe(0);
    const streams = await Promise.all(read.mock.results.map(({ value }) => value));
    read.mockRestore();
    expect(response.status).toBe(200);
    expect(streams.length).toBeLessThan(3);
    expect(streams.map(({ destroyed }) => destroyed)).not.toContain(false);
  });

  test('lets an organization read two files at once', async () => {
    const member = await newOrganization();
    const id = await givenProfile(member);
    const { inProgress } = member.server.app;
    const name = `files of organization ${member.organization_id}`;
    const release = inProgress.take([
      { name, limit: 2, amount: 2, refusal: () => new Error(name) },
    ]);

    const third = await exported(member, id);
    release();

    expect(third.response.status).toBe(429);
    expect((await exported(member, id)).response.status).toBe(200);
  });
});

describe('importVoiceProfile', () => {
  test('gives the profile another name if there is one', async () => {
    const member = await newOrganization();

    const { status, body, headers } = await importArchive(member, archiveOf(), { name: 'Night' });

    expect([status, body.name, body.sample_count]).toEqual([201, 'Night', 1]);
    expect(body.effects_chain).toEqual([{ type: 'gain', enabled: true, params: { gain_db: 2 } }]);
    expect(headers.get('location')).toBe(pathOf(body.id));
    const read = await member.get(pathOf(body.id));
    expect(read.body).toEqual(body);
    expect(read.headers.get('etag')).toBe(headers.get('etag'));
  });

  test('makes one profile of two requests with one key', async () => {
    const member = await newOrganization();
    const archive = archiveOf();

    const first = await importArchive(member, archive, { key: 'import-1' });
    const second = await importArchive(member, archive, { key: 'import-1' });
    const third = await importArchive(member, archive, { key: 'import-1', name: 'Another' });

    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect([third.status, third.body.code]).toEqual([409, 'idempotency_key_reused']);
    expect((await member.get('/api/v1/voice/profiles')).body).toHaveLength(1);
  });

  test('refuses a name that is taken, and leaves no file', async () => {
    const member = await newOrganization();
    await givenProfile(member, { name: 'Amelia' });

    const { status, body } = await importArchive(member, archiveOf());

    expect([status, body.code]).toEqual([409, 'voice_profile_name_exists']);
    const { app } = member.server;
    const files = app.db.selectFrom('voice_files').select('id');
    expect(await files.where('organization_id', '=', member.organization_id).execute()).toEqual([]);
  });

  test.each(['voice_profile_limit', 'voice_bytes_limit'] as const)(
    'refuses more than %s',
    async (limit) => {
      const member = await newOrganization();
      await member.server.app.db
        .updateTable('organizations')
        .set({ [limit]: 0 })
        .where('id', '=', member.organization_id)
        .execute();

      const { status, body } = await importArchive(member, archiveOf());

      expect([status, body.code, body.limit_name]).toEqual([409, 'limit_reached', limit]);
      expect((await member.get('/api/v1/voice/profiles')).body).toEqual([]);
    },
  );

  test.each([
    [
      'two of an organization',
      (member: Member) => `imports of organization ${member.organization_id}`,
      2,
      429,
    ],
    ['ten of the server', () => 'imports', 10, 503],
  ] as const)('lets %s be in progress', async (_, nameOf, limit, status) => {
    const member = await newOrganization();
    const name = nameOf(member);
    const { inProgress } = member.server.app;
    const release = inProgress.take([
      { name, limit, amount: limit - inProgress.taken(name), refusal: () => new Error(name) },
    ]);

    const refused = await importArchive(member, archiveOf());
    release();

    expect(refused.status).toBe(status);
    expect((await importArchive(member, archiveOf())).status).toBe(201);
  });

  test('is not a profile with the ID "import"', async () => {
    const member = await newOrganization();

    expect((await member.get(importPath)).status).toBe(405);
  });
});
