import { describe, expect, onTestFinished, test } from 'vitest';
import { RequestFailed, type RunClient } from '../../src/agent/run-client.ts';
import { createToolCalls } from '../../src/agent/tool-calls.ts';

const refused = (status: number, code: string) =>
  new RequestFailed(status, code, '/runs/7/tools/x');

type Answer = Awaited<ReturnType<RunClient['callTool']>>;

/** The calls of a run that answers so, one after another. */
function givenCalls(answers: readonly (object | Error)[]) {
  const ids: string[] = [];
  const settled: unknown[] = [];
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const calls = createToolCalls({
    run: {
      async callTool(_, id) {
        const answer = answers[ids.push(id) - 1];
        if (answer instanceof Error) throw answer;
        return { error_code: null, error_detail: null, result: null, ...answer } as Answer;
      },
    },
    onSettled: (_, result) => void settled.push(result),
    signal: over.signal,
  });
  return { ...calls, ids, settled };
}

const notAgain = expect.stringContaining('Do not call it again');

describe('A call of a tool', () => {
  test.each([
    ['without an answer', refused(0, 'no_answer'), 'no_answer'],
    ['while the API is away', refused(503, 'unavailable'), 'unavailable'],
    ['of which the API knows no more', { status: 'unknown', error_code: 'timeout' }, 'timeout'],
  ])('%s is unknown, and not to be repeated', async (_, answer, error_code) => {
    const { call } = givenCalls([answer]);

    expect(await call('book', {})).toMatchObject({ status: 'unknown', error_code, note: notAgain });
  });

  test('that was refused has failed', async () => {
    const { call } = givenCalls([refused(422, 'validation_failed')]);

    expect(await call('book', {})).toEqual({ status: 'failed', error_code: 'validation_failed' });
  });

  test('that was approved is sent again after a failure that passes, and settled once', async () => {
    const { call, decided, ids, settled } = givenCalls([
      { status: 'waiting_for_approval' },
      refused(503, 'unavailable'),
      { status: 'succeeded', result: { day: 'Monday' } },
    ]);
    await call('book', {});
    const [id = ''] = ids;
    await decided(id);
    expect(settled).toEqual([]);
    await Promise.all([decided(id), decided(id)]);

    expect(settled).toEqual([{ day: 'Monday' }]);
    expect(ids).toEqual([id, id, id]);
  });
});
