import { expect, test } from 'vitest';
import { demoUser } from '../../src/demo/accounts.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { readWav, secondsOf } from '../../src/voice/generations/wav-rules.ts';
import { audioPath } from '../../src/voice/versions/rules.ts';
import { startServer } from '../support/server.ts';

test('The demo has voices of every type, and stories of two tracks with pinned items', async () => {
  const server = await startServer({ demo: true });
  try {
    await seedDemo(server.app);
    const logIn = await server.send('POST', '/api/v1/auth/login', { body: demoUser });
    const get = async (path: string) =>
      (await server.send('GET', `/api/v1/voice/${path}`, { token: logIn.body.access_token })).body;

    const profiles: Record<string, unknown>[] = await get('profiles');
    const { items } = await get('stories');
    const stories = await Promise.all(items.map(({ id }: { id: string }) => get(`stories/${id}`)));

    expect(new Set(profiles.map((profile) => profile['voice_type']))).toEqual(
      new Set(['cloned', 'preset', 'designed']),
    );
    expect(profiles.filter((profile) => profile['effects_chain'] !== null)).toHaveLength(2);
    expect(stories).toHaveLength(2);
    for (const story of stories) {
      expect(new Set(story.items.map((item: { track: number }) => item.track))).toEqual(
        new Set([0, 1]),
      );
      expect(
        story.items.filter((item: { version_id: string | null }) => item.version_id !== null),
      ).toHaveLength(1);
    }
  } finally {
    await server.close();
  }
});

test('Every version of the demo has audio of the duration that it shows, each different', async () => {
  const server = await startServer({ demo: true });
  try {
    await seedDemo(server.app);
    const logIn = await server.send('POST', '/api/v1/auth/login', { body: demoUser });
    const headers = { authorization: `Bearer ${logIn.body.access_token}` };
    const rows = await server.app.db.selectFrom('generation_versions').selectAll().execute();
    const heard = new Set<string>();

    for (const { id, generation_id, duration } of rows) {
      const url = `${server.url}${audioPath(generation_id, id)}`;
      const wav = readWav(Buffer.from(await (await fetch(url, { headers })).arrayBuffer()))!;
      const bytes = wav.samples.length;
      expect(secondsOf(wav, bytes)).toBeCloseTo(duration, 3);
      const loudest = wav.samples.reduce(
        (max, _, n) => (n % 2 === 0 ? Math.max(max, Math.abs(wav.samples.readInt16LE(n))) : max),
        0,
      );
      expect(loudest).toBeGreaterThan(5000);
      expect(loudest).toBeLessThan(32_000);
      heard.add(wav.samples.toString('latin1'));
    }

    expect(rows.length).toBeGreaterThan(8);
    expect(heard.size).toBe(rows.length);
  } finally {
    await server.close();
  }
});
