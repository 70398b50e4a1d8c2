import { expect, onTestFinished, test } from 'vitest';
import { Dispatcher, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { createRunClient } from '../../src/agent/run-client.ts';
import { until } from './given.ts';

/** Keeps what requests are sent with, and sends none. */
class Refusing extends Dispatcher {
  readonly asked: Dispatcher.DispatchOptions[] = [];
  override dispatch(options: Dispatcher.DispatchOptions): boolean {
    this.asked.push(options);
    throw new Error('It is away.');
  }
}

test('A stream of a session that is silent for a minute is given up', async () => {
  const before = getGlobalDispatcher();
  onTestFinished(() => setGlobalDispatcher(before));
  const dispatcher = new Refusing();
  setGlobalDispatcher(dispatcher);
  const over = new AbortController();
  const followed = createRunClient({ url: 'http://127.0.0.1:9' }, 7, 'x').follow(
    () => {},
    over.signal,
  );
  await until(() => dispatcher.asked.length > 0);
  over.abort();
  await followed;

  expect(dispatcher.asked).toHaveLength(1);
  expect(dispatcher.asked[0]).toMatchObject({
    path: '/runs/7/session/stream',
    bodyTimeout: 60_000,
  });
});
