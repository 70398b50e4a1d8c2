import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { frame, plainLine, type View, widthOf } from '../../../scripts/watch/render.ts';
import { campaignOf, start } from './given.ts';

const view: View = {
  width: 80,
  height: 24,
  colour: false,
  nowMs: start,
  timeZone: 'America/New_York',
  api: 'http://127.0.0.1:3000/api/v1',
};
const contacts = { pending: 500, waiting: 20, dialing: 80, done: 400 };
const outcomes = { completed: 300, busy: 75, failed: 25 };
const running = campaignOf({ contacts, outcomes });

describe('The frame', () => {
  test('shows bars by outcome, calls in progress and what is left', () => {
    expect(frame([running], view)).toEqual([
      'Campaigns at http://127.0.0.1:3000/api/v1',
      '',
      'Reminders (2) running',
      `  ${'█'.repeat(22)}${'▒'.repeat(4)}${'░'.repeat(30)} 400 of 1,000 contacts`,
      `  completed 300 ${'█'.repeat(60)}`,
      `  busy       75 ${'█'.repeat(15)}`,
      `  failed     25 ${'█'.repeat(5)}`,
      '  80 calls in progress · 20 waiting for a retry',
      'q ends',
    ]);
  });

  test('says when the next call can be placed, by the clock of who looks', () => {
    const closed = {
      ...campaignOf({ contacts: { pending: 5 } }),
      nextCallAt: '2026-03-02T14:00:00Z',
    };
    const lines = frame([closed], view);

    expect(lines.at(-2)).toBe('  0 calls in progress · next call Mon 09:00, in 5 h 0 min');
    expect(plainLine(closed, start)).toContain('next_call_at=2026-03-02T14:00:00Z');
  });

  test('says which campaigns are not connected, and that the server is gone', () => {
    const lines = frame([{ ...running, live: false }], { ...view, notice: 'It is gone.' });

    expect(lines).toContain('Reminders (2) running, not connected');
    expect(lines.at(-1)).toBe('It is gone.');
  });

  test('says that nothing is running', () => {
    expect(frame([], view)).toContain('No campaign is running.');
  });

  const many = Array.from({ length: 12 }, (_, id) =>
    campaignOf({ id: id + 1, name: `Campaign ${'name '.repeat(20)}電話 📞`, contacts, outcomes }),
  );

  test.each([1, 2, 5, 12, 20, 38, 80, 200])('fits into %d columns, however high', (width) => {
    for (const height of [1, 2, 3, 5, 10, 24, 60])
      for (const campaigns of [[], [running], many])
        for (const colour of [false, true]) {
          const lines = frame(campaigns, { ...view, width, height, colour });

          expect(lines.length).toBeLessThanOrEqual(height);
          const widths = lines.map((line) => widthOf(stripVTControlCharacters(line)));
          expect(Math.max(...widths)).toBeLessThanOrEqual(width);
        }
  });

  test('shows many campaigns in two lines each, and says how many have no room', () => {
    const all = frame(many, { ...view, height: 26 });
    const some = frame(many, { ...view, height: 13 });

    expect(all.filter((line) => line.includes('█'))).toHaveLength(12);
    expect(some.filter((line) => line.includes('█'))).toHaveLength(5);
    expect(some).toContain('and 7 more; a higher window shows them');
  });

  test('obeys no name', () => {
    const name = 'Evil\u001B[2J\u0007\u009B1mname\u202E';
    const text = [
      ...frame([campaignOf({ name })], view),
      plainLine(campaignOf({ name }), start),
    ].join('');

    expect(text).toContain('Evil[2J1mname (2)');
    expect(text).not.toMatch(/\p{C}/u);
  });

  test('has colours only if they are wanted', () => {
    const coloured = frame([running], { ...view, colour: true });

    expect(coloured.join('')).toContain('\u001B[32m█');
    expect(coloured.map(stripVTControlCharacters)).toEqual(frame([running], view));
  });
});

test('plainLine says all in one line', () => {
  expect(plainLine(running, start)).toBe(
    '2026-03-02T09:00:00.000Z campaign 2 "Reminders" running: 400 of 1000 contacts, 80 calls in progress completed=300 busy=75 failed=25',
  );
});
