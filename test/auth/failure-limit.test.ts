import { describe, expect, test } from 'vitest';
import { createFailureLimit } from '../../src/auth/log-in-limits.ts';
import { Failure } from '../../src/errors.ts';
import { statusOf } from '../../src/http/failures.ts';
import { passTime } from '../support/pass-time.ts';

const three = { name: 'guess', limit: 3, things: 'guesses', windowSeconds: 600 };
const wrong = async (): Promise<undefined> => undefined;
const right = async (): Promise<string> => 'in';

/** A limit with clients that do not leave by default. */
function givenLimit(quota: Partial<typeof three> = {}) {
  const limit = createFailureLimit({ ...three, ...quota }, 50);
  const { signal } = new AbortController();
  return {
    ...limit,
    attempt: <T>(key: string, work: () => Promise<T | undefined>, leaving = signal) =>
      limit.attempt(key, leaving, work),
  };
}

/** An attempt's result, or the status of its refusal. */
const outcome = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.catch((error: unknown) => (error instanceof Failure ? statusOf(error) : error));

/** Work that ends when the test ends it. */
function slowly() {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  let started = false;
  const work = () => {
    started = true;
    return promise;
  };
  return { work, resolve, reject, hasStarted: () => started };
}

const settled = () => new Promise((done) => setImmediate(done));

describe('The failure limit', () => {
  test('refuses a key after its failures, without running the work, and no other key', async () => {
    const limit = givenLimit();
    const results = [];
    for (let i = 0; i < 4; i++) results.push(await outcome(limit.attempt('a', wrong)));
    const never = slowly();

    expect(results).toEqual([undefined, undefined, undefined, 429]);
    expect(await outcome(limit.attempt('a', never.work))).toBe(429);
    expect(never.hasStarted()).toBe(false);
    expect(await limit.attempt('b', right)).toBe('in');
  });

  test('names the limit and the time until the next attempt', async () => {
    const limit = givenLimit({ limit: 1 });
    await limit.attempt('a', wrong);

    const refusal = limit.attempt('a', right);

    await expect(refusal).rejects.toMatchObject({
      problem: {
        kind: 'too_many',
        code: 'too_many_requests',
        quota: { name: 'guess', limit: 1, windowSeconds: 600 },
        retryAfterSeconds: 600,
      },
    });
  });

  test('counts neither successes nor thrown errors', async () => {
    const limit = givenLimit();
    const away = () => Promise.reject(new Error('away'));

    for (let i = 0; i < 20; i++) {
      expect(await limit.attempt('a', right)).toBe('in');
      await expect(limit.attempt('a', away)).rejects.toThrow('away');
    }
    for (let i = 0; i < 3; i++) await limit.attempt('a', wrong);

    expect(await outcome(limit.attempt('a', right))).toBe(429);
  });

  test("resets a key's failures", async () => {
    const limit = givenLimit();
    for (let i = 0; i < 3; i++) await limit.attempt('a', wrong);

    limit.forgive('a');

    expect(await limit.attempt('a', right)).toBe('in');
  });

  test('lets a burst fail no more often than a sequence', async () => {
    const limit = givenLimit();
    let guesses = 0;
    const guess = async (): Promise<undefined> => {
      guesses++;
      await settled();
      return undefined;
    };

    const results = await Promise.all(
      Array.from({ length: 50 }, () => outcome(limit.attempt('a', guess))),
    );

    expect(guesses).toBe(3);
    expect(results.filter((result) => result === 429)).toHaveLength(47);
  });

  test('allows any number of concurrent successes', async () => {
    const limit = givenLimit();
    const work = async () => {
      await settled();
      return 'in';
    };

    const results = await Promise.all(Array.from({ length: 50 }, () => limit.attempt('a', work)));

    expect(new Set(results)).toEqual(new Set(['in']));
  });

  test('makes an attempt that could exceed the limit wait for those in progress', async () => {
    const limit = givenLimit();
    const [one, two, three_, last] = [slowly(), slowly(), slowly(), slowly()];
    const first = [one, two, three_].map(({ work }) => outcome(limit.attempt('a', work)));
    const waiting = outcome(limit.attempt('a', last.work));
    await settled();
    expect(last.hasStarted()).toBe(false);

    one.resolve(undefined);
    await settled();
    expect(last.hasStarted()).toBe(false);

    two.resolve('in');
    await settled();
    expect(last.hasStarted()).toBe(true);

    three_.reject(new Error('away'));
    last.resolve('in');
    expect(await waiting).toBe('in');
    expect((await Promise.all(first)).map(String)).toEqual(['undefined', 'in', 'Error: away']);
  });

  test('queues 400 concurrent attempts up to its limit and refuses the others immediately', async () => {
    const limit = givenLimit();
    const order: number[] = [];
    const ends: ((result: string) => void)[] = [];
    const attempts = Array.from({ length: 400 }, (_, number) =>
      outcome(
        limit.attempt('a', () => {
          order.push(number);
          return new Promise<string>((done) => ends.push(done));
        }),
      ),
    );
    const refused = await Promise.all(attempts.slice(53));
    expect(new Set(refused)).toEqual(new Set([429]));
    expect(order).toEqual([0, 1, 2]);

    for (let ended = 0; ended < 53; ended++) {
      ends[ended]!('in');
      await settled();
      // Each end wakes only the next one.
      expect(order).toHaveLength(Math.min(53, ended + 4));
    }

    expect(order).toEqual(Array.from({ length: 53 }, (_, number) => number));
    expect(new Set(await Promise.all(attempts.slice(0, 53)))).toEqual(new Set(['in']));
  });

  test('refuses the queued attempts when the last allowed one has failed', async () => {
    const limit = givenLimit();
    const tries = [slowly(), slowly(), slowly()];
    const results = tries.map(({ work }) => outcome(limit.attempt('a', work)));
    const waiting = Array.from({ length: 5 }, () => outcome(limit.attempt('a', right)));
    await settled();

    for (const { resolve } of tries) resolve(undefined);

    expect(await Promise.all(results)).toEqual([undefined, undefined, undefined]);
    expect(await Promise.all(waiting)).toEqual([429, 429, 429, 429, 429]);
  });

  test('frees the position of a client that leaves', async () => {
    const limit = givenLimit({ limit: 1 });
    const first = slowly();
    const last = slowly();
    const leaving = new AbortController();
    const results = [
      outcome(limit.attempt('a', first.work)),
      outcome(limit.attempt('a', right, leaving.signal)),
      outcome(limit.attempt('a', last.work)),
    ];
    await settled();

    leaving.abort(new Error('left'));
    expect(String(await results[1])).toBe('Error: left');
    expect(await outcome(limit.attempt('a', right, leaving.signal))).toEqual(new Error('left'));
    first.resolve('in');
    await settled();

    expect(last.hasStarted()).toBe(true);
    last.resolve('in');
    expect(await Promise.all([results[0], results[2]])).toEqual(['in', 'in']);
  });

  test('starts again when its window has passed', async () => {
    const limit = givenLimit();
    for (let i = 0; i < 3; i++) await limit.attempt('a', wrong);
    expect(await outcome(limit.attempt('a', right))).toBe(429);

    passTime(three.windowSeconds * 1000);

    expect(await outcome(limit.attempt('a', right))).toBe('in');
  });
});
