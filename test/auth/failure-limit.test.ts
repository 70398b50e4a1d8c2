import { describe, expect, test } from 'vitest';
import { createFailureLimit } from '../../src/auth/failure-limit.ts';
import { Failure } from '../../src/errors.ts';

const three = { name: 'guess', limit: 3, things: 'guesses', windowSeconds: 600 };
const wrong = async (): Promise<undefined> => undefined;
const right = async (): Promise<string> => 'in';

/** What an attempt came to: its result, or the status that it was refused with. */
const outcome = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.catch((error: unknown) => (error instanceof Failure ? error.problem.status : error));

/** Work that ends when it is told to. */
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

describe('The limit of failures', () => {
  test('refuses a key after its failures, without doing the work, and no other key', async () => {
    const limit = createFailureLimit(three);
    const results = [];
    for (let i = 0; i < 4; i++) results.push(await outcome(limit.attempt('a', wrong)));
    const never = slowly();

    expect(results).toEqual([undefined, undefined, undefined, 429]);
    expect(await outcome(limit.attempt('a', never.work))).toBe(429);
    expect(never.hasStarted()).toBe(false);
    expect(await limit.attempt('b', right)).toBe('in');
  });

  test('says which limit it was, and when to come back', async () => {
    const limit = createFailureLimit({ ...three, limit: 1 });
    await limit.attempt('a', wrong);

    const refusal = limit.attempt('a', right);

    await expect(refusal).rejects.toMatchObject({
      problem: {
        status: 429,
        code: 'too_many_requests',
        headers: {
          'RateLimit-Policy': '"guess";q=1;w=600',
          RateLimit: '"guess";r=0;t=600',
          'Retry-After': '600',
        },
      },
    });
  });

  test('does not count what succeeds, nor what is thrown', async () => {
    const limit = createFailureLimit(three);
    const away = () => Promise.reject(new Error('away'));

    for (let i = 0; i < 20; i++) {
      expect(await limit.attempt('a', right)).toBe('in');
      await expect(limit.attempt('a', away)).rejects.toThrow('away');
    }
    for (let i = 0; i < 3; i++) await limit.attempt('a', wrong);

    expect(await outcome(limit.attempt('a', right))).toBe(429);
  });

  test('forgives', async () => {
    const limit = createFailureLimit(three);
    for (let i = 0; i < 3; i++) await limit.attempt('a', wrong);

    await limit.forgive('a');

    expect(await limit.attempt('a', right)).toBe('in');
  });

  test('lets a burst fail no oftener than a sequence', async () => {
    const limit = createFailureLimit(three);
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

  test('lets any number succeed at once', async () => {
    const limit = createFailureLimit(three);
    const work = async () => {
      await settled();
      return 'in';
    };

    const results = await Promise.all(Array.from({ length: 50 }, () => limit.attempt('a', work)));

    expect(new Set(results)).toEqual(new Set(['in']));
  });

  test('lets an attempt that could be one too many wait for those under way', async () => {
    const limit = createFailureLimit(three);
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

  test('begins anew when its window has passed', async () => {
    const limit = createFailureLimit({ ...three, windowSeconds: 1 });
    for (let i = 0; i < 3; i++) await limit.attempt('a', wrong);
    expect(await outcome(limit.attempt('a', right))).toBe(429);

    await expect.poll(() => outcome(limit.attempt('a', right)), { timeout: 5000 }).toBe('in');
  });
});
