import { expect, test } from 'vitest';
import { givenCells, three } from './given.ts';

test('A list of all cells waits for those that hang as long as a page may take, and ends where it came to', async () => {
  const hanging = [8, 7, 6].map((number) => ({ number, ids: [1], behaviour: 'hangs' as const }));
  const { page } = givenCells([three[0]!, ...hanging, three[2]!]);
  const before = performance.now();

  const first = await page({});
  const took = performance.now() - before;
  const second = await page({ cursor: first.next_cursor! });

  expect([first.items.length, first.unanswered_cells]).toEqual([3, [8, 7]]);
  expect(took).toBeLessThan(6000);
  expect([second.items.length, second.unanswered_cells]).toEqual([2, [6]]);
  expect(second.next_cursor).toBeNull();
});
