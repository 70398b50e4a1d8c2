import { expect, test } from 'vitest';
import { createTurns } from '../../src/fairness/turns.ts';

test('Turns go to one organization after the other, however many of each wait', async () => {
  const turns = createTurns();
  const order: number[] = [];
  const take = async (organizationId: number): Promise<void> => {
    await turns.next(organizationId);
    order.push(organizationId);
  };

  await Promise.all([1, 1, 1, 2, 3, 2].map(take));

  expect(order).toEqual([1, 2, 3, 1, 2, 1]);
});

test('A turn comes after what the event loop has heard since the last one', async () => {
  const turns = createTurns();
  const order: string[] = [];
  setImmediate(() => order.push('other work'));

  await Promise.all([
    turns.next(1).then(() => order.push('first')),
    turns.next(1).then(() => order.push('second')),
  ]);

  expect(order).toEqual(['other work', 'first', 'second']);
});
