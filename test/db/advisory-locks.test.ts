import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { advisoryLocks } from '../../src/db/advisory-locks.ts';

test('No two advisory locks share a number', () => {
  const numbers = Object.values(advisoryLocks);

  expect(new Set(numbers).size).toBe(numbers.length);
});

test('Every statement that takes an advisory lock has its number from the list', () => {
  // These get it from their callers, the second one by `lockOf`.
  const exclude = ['src/db/process-lock.ts', 'src/voice/model-events/runner.ts'];
  const taking = globSync('src/**/*.ts', { exclude })
    .map((file) => [file, readFileSync(file, 'utf8')] as const)
    .filter(([, text]) => /advisory_(xact_)?lock|\bexclusive\(|\blockOf:/.test(text));

  expect(taking.length).toBeGreaterThan(10);
  expect(
    taking.filter(([, text]) => !/lockKey\('|advisoryLocks\./.test(text)).map(([f]) => f),
  ).toEqual([]);
});
