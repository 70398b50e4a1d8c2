import { vi } from 'vitest';
import type { Answer } from './client.ts';
import type { TestServer } from './server.ts';

/** Long enough for a busy machine. */
const within = { timeout: 30_000 };

/**
 * Sends requests that reach the database at the same moment: all its connections are held until each request waits for
 * one. The embedded database would else answer one after the other.
 */
export async function together(
  { connection: { pool } }: TestServer,
  requests: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const answers = Promise.all(requests.map((request) => request()));
  try {
    await vi.waitFor(() => {
      if (pool.waitingCount < requests.length)
        throw new Error('Not every request waits for a connection.');
    }, within);
  } finally {
    for (const client of held) client.release();
  }
  return answers;
}
