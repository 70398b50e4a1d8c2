import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createPool, type Pool } from '../../../src/voice/audio/pool.ts';
import { noise, sound, writeWav } from './tones.ts';

let folder: string;
let short: string;
let long: string;
let pool: Pool;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pool-'));
  short = writeWav(join(folder, 'short.wav'), sound(0.1, noise(0.3)));
  long = writeWav(join(folder, 'long.wav'), sound(15, noise(0.3)));
});
afterEach(() => pool.end());
afterAll(() => rmSync(folder, { recursive: true }));

const probe = (organization_id: number, path = short) =>
  pool.run({ organization_id }, 'probe', { path, maxSeconds: 100 });

let targets = 0;
const slow = (organization_id: number, signal?: AbortSignal) =>
  pool.run({ organization_id, ...(signal ? { signal } : {}) }, 'applyEffects', {
    source: long,
    target: join(folder, `${(targets += 1)}.wav`),
    maxSeconds: 100,
    chain: [1, 2, 3, 4].map((semitones) => ({
      type: 'pitch_shift' as const,
      enabled: true,
      params: { semitones },
    })),
  });

describe('The audio threads', () => {
  test('serve others while one organization has much and long work', async () => {
    pool = createPool({ threads: 2 });
    const done: string[] = [];
    const leaving = new AbortController();
    const greedy = Array.from({ length: 10 }, () =>
      slow(1, leaving.signal).then(
        () => done.push('greedy'),
        () => undefined,
      ),
    );

    for (let round = 0; round < 5; round += 1) {
      await probe(2);
      done.push('modest');
    }

    expect(done.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'modest'));
    leaving.abort(new Error('Enough.'));
    await Promise.all(greedy);
  });

  test('take turns among organizations', async () => {
    pool = createPool({ threads: 1 });
    const order: number[] = [];
    const work = [1, 1, 1, 1, 2, 2, 3].map((organization) =>
      probe(organization).then(() => order.push(organization)),
    );

    await Promise.all(work);

    expect(order).toEqual([1, 2, 3, 1, 2, 1, 1]);
  });

  test('end what takes too long, and go on', async () => {
    pool = createPool({ threads: 1, timeLimitMs: 300 });

    await expect(slow(1)).rejects.toMatchObject({ code: 'too_much_work' });
    await pool.end();

    pool = createPool({ threads: 1 });
    await expect(probe(1)).resolves.toMatchObject({ frames: 4_800 });
  });

  test('end what is no longer wanted, and go on', async () => {
    pool = createPool({ threads: 1 });
    const leaving = new AbortController();
    const results = Promise.allSettled([slow(1, leaving.signal), slow(1, leaving.signal)]);
    await expect.poll(() => existsSync(join(folder, `${targets - 1}.wav`))).toBe(true);

    leaving.abort(new Error('The client has left.'));

    const left = { status: 'rejected', reason: new Error('The client has left.') };
    expect(await results).toEqual([left, left]);
    await expect(probe(1)).resolves.toMatchObject({ frames: 4_800 });
  });

  test('refuse what one organization adds to too long a line', async () => {
    pool = createPool({ threads: 1, maxWaitingPerOrganization: 2 });
    const work = Array.from({ length: 4 }, () => probe(1));

    const results = await Promise.allSettled(work);

    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    expect(results[3]).toMatchObject({ reason: { problem: { code: 'too_many_requests' } } });
    await expect(probe(1)).resolves.toMatchObject({ frames: 4_800 });
  });

  test('report a file that is missing as what it is', async () => {
    pool = createPool({ threads: 1 });

    await expect(probe(1, join(folder, 'none.wav'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
