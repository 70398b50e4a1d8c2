import { describe, expect, test } from 'vitest';
import { RequestFailed, type RunClient } from '../../src/agent/run-client.ts';
import { createTranscript } from '../../src/agent/transcript.ts';

const refused = (status: number, code: string) => new RequestFailed(status, code, '/runs/7/result');
const at = '2026-01-05T10:00:00.000Z';

/** A transcript of these turns, and what an API that refuses so has stored of it. */
async function store(
  texts: readonly string[],
  refusal: (sent: readonly string[]) => Error | false,
) {
  const stored: (readonly [number | undefined, string])[] = [];
  const logged: unknown[] = [];
  let isLost = false;
  const submit: RunClient['submit'] = async ({ transcript }) => {
    const turns = transcript ?? [];
    const error = refusal(turns.map(({ text }) => text));
    if (error) throw error;
    stored.push(...turns.map(({ index, text }) => [index, text] as const));
  };
  const transcript = createTranscript({
    run: { submit },
    first: 4,
    path: () => ['start'],
    onLost: () => void (isLost = true),
    log: { warn: (line: unknown) => void logged.push(line) },
  });
  for (const text of texts) transcript.add({ role: 'caller', text, at });
  await transcript.stored();
  return { stored, logged, isLost };
}

describe('The transcript of a conversation', () => {
  test('is stored after the API was away for longer than one request is repeated', async () => {
    let failures = 3;
    const { stored } = await store(['Yes.', 'Monday.'], () => {
      failures -= 1;
      return failures >= 0 && refused(503, 'unavailable');
    });

    expect(stored).toEqual([
      [4, 'Yes.'],
      [5, 'Monday.'],
    ]);
  });

  test.each([413, 422])('leaves out only the turn that is refused with %i', async (status) => {
    const { stored, logged, isLost } = await store(
      ['Yes.', 'On Monday.', 'A bad turn.', 'Goodbye.'],
      (texts) => texts.includes('A bad turn.') && refused(status, 'validation_failed'),
    );

    expect(stored).toEqual([
      [4, 'Yes.'],
      [5, 'On Monday.'],
      [6, 'Goodbye.'],
    ]);
    expect([logged, isLost]).toEqual([[{ code: 'validation_failed' }], false]);
  });

  test('has no turn that the API refuses', async () => {
    const { stored } = await store(['a\0b', 'half \ud83d', 'x'.repeat(10_001)], () => false);

    expect(stored.map(([, text]) => text)).toEqual(['a b', 'half \ufffd', 'x'.repeat(10_000)]);
  });
});
