import { expect, test } from 'vitest';
import { type Door, oneAtATime } from '../../src/mcp/operation-client.ts';

const request = { method: 'GET', headers: {}, body: undefined };

test('oneAtATime sends each request after the answer to the one before, failed or not', async () => {
  const events: string[] = [];
  const door: Door = async ({ path }) => {
    events.push(`${path} begins`);
    await new Promise((done) => setImmediate(done));
    events.push(`${path} ends`);
    if (path === '/b') throw new Error('no answer');
    return { status: 200, headers: {}, text: path };
  };

  const single = oneAtATime(door);
  const answers = await Promise.allSettled(
    ['/a', '/b', '/c'].map((path) => single({ ...request, path })),
  );

  expect(events).toEqual(['/a', '/b', '/c'].flatMap((path) => [`${path} begins`, `${path} ends`]));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
