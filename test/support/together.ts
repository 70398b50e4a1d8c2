import { vi } from 'vitest';
import type { Answer } from './client.ts';
import type { TestServer } from './server.ts';

/** Long enough for a busy machine, and shorter than a request's wait for a connection. */
const within = { timeout: 4000, interval: 5 };
/** How many checks of the pool in a row must show the same. */
const looks = 10;

/**
 * Sends requests that reach the database simultaneously: holds all its connections until each request waits for one, or
 * for a credential lookup that others share. The embedded database would otherwise answer them one by one.
 */
export async function together(
  { connection: { pool }, inProgress }: TestServer,
  requests: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const taking = Array.from({ length: pool.options.max }, () => pool.connect());
  let answers: Promise<Answer[]>;
  try {
    await Promise.all(taking);
    answers = Promise.all(requests.map((request) => request()));
    let [before, same] = [0, 0];
    await vi.waitFor(() => {
      same = pool.waitingCount > 0 && pool.waitingCount === before ? same + 1 : 0;
      before = pool.waitingCount;
      if (before >= requests.length || (inProgress() >= requests.length && same >= looks)) return;
      throw new Error('Not every request waits for a connection.');
    }, within);
  } finally {
    // Also those that came after one did not, or all later tests would wait for them.
    for (const taken of await Promise.allSettled(taking))
      if (taken.status === 'fulfilled') taken.value.release();
  }
  return answers;
}
