import { expect, test } from 'vitest';
import { createInterruptiblePause } from '../../../src/webhooks/deliveries/deliverer.ts';

test('An alarm ends the pause during which it rings, and no later one', async () => {
  const alarm = createInterruptiblePause();
  let later = 'waiting';

  const first = alarm.wait(2 ** 31 - 1);
  alarm.ring();
  await first;
  const second = alarm.wait(2 ** 31 - 1).then(() => (later = 'ended'));
  await new Promise((done) => setImmediate(done));

  expect(later).toBe('waiting');
  alarm.ring();
  expect(await second).toBe('ended');
});
