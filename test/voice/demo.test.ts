import { expect, test } from 'vitest';
import { demoUser } from '../../src/demo/accounts.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { startServer } from '../support/server.ts';

test('The demo has voices of every type, and stories of two tracks with pinned items', async () => {
  const server = await startServer({ demo: true });
  try {
    await seedDemo(server.app.db, server.app.config, server.app.now());
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
