import { expect, test } from 'vitest';
import { createPace } from '../../src/fairness/fair-slots.ts';

const everything = async (order: readonly unknown[], count: number) => {
  await expect.poll(() => order, { interval: 1 }).toHaveLength(count);
  return order;
};

test('A pace serves one key after the other, however many items of each wait', async () => {
  const order: string[] = [];
  const pace = createPace<string, string>((item) => void order.push(item));

  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) pace.add(item.charAt(0), item);

  expect(await everything(order, 6)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('A pace lets the event loop do other work before each item', async () => {
  const order: string[] = [];
  const pace = createPace<string, string>((item) => {
    order.push(item);
    setImmediate(() => order.push('other work'));
  });

  pace.add('a', 'first');
  pace.add('a', 'second');

  expect(await everything(order, 4)).toEqual(['first', 'other work', 'second', 'other work']);
});

test('A pace lets one begin at once when nothing waits, and the next in a later turn', async () => {
  const pace = createPace<string, string>(() => {});

  expect([pace.tryBegin(), pace.tryBegin()]).toEqual([true, false]);

  await expect.poll(() => pace.tryBegin(), { interval: 1 }).toBe(true);
});
