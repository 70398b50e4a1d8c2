import { describe, expect, test } from 'vitest';
import { withTimeout } from '../../src/time/with-timeout.ts';

describe('Work with a timeout', () => {
  test('returns its result, its failure or the alternative', async () => {
    const late = () => 'late';

    expect(await withTimeout(60_000, Promise.resolve('done'), late)).toBe('done');
    await expect(withTimeout(60_000, Promise.reject(new Error('no')), late)).rejects.toThrow('no');
    expect(await withTimeout(1, new Promise(() => {}), late)).toBe('late');
  });

  test('fails if the alternative fails', async () => {
    const tooLate = () => {
      throw new Error('late');
    };

    await expect(withTimeout(1, new Promise(() => {}), tooLate)).rejects.toThrow('late');
  });
});
