import { expect, test } from 'vitest';
import { lineOf } from '../../scripts/watch.ts';

const none = {
  completed: 0,
  busy: 0,
  no_answer: 0,
  voicemail: 0,
  failed: 0,
  canceled: 0,
  unknown: 0,
};

test('make watch shows contacts, calls and outcomes of a campaign in a line, without control characters', () => {
  const progress = {
    at: '2026-01-05T09:00:00.000Z',
    state: 'running',
    total_rows: 40,
    contacts: { pending: 18, waiting: 2, dialing: 1, done: 10, skipped: 9 },
    calls_in_progress: 1,
    outcomes: { ...none, completed: 8, busy: 2 },
  };

  expect(lineOf({ id: 7, name: 'Re\u001B[2Jminders' }, progress as never)).toBe(
    '2026-01-05T09:00:00.000Z 7 "Re[2Jminders" running █████████░░░░░░░░░░░ 19 of 40 contacts, 1 call in progress waiting=2 completed=8 busy=2',
  );
});
