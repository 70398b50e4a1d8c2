import { describe, expect, test } from 'vitest';
import {
  added,
  between,
  type Figure,
  isMet,
  type Program,
  type Report,
  sectionOf,
  sentence,
  tableOf,
  unstated,
} from '../../scripts/bench/support/results.ts';

const programs: Readonly<Record<string, Program>> = {
  start: { title: 'the start', targets: ['S5'], options: [] },
  engine: { title: 'the engine', targets: ['S9', 'S10'], options: [] },
  months: { title: 'months', targets: [], options: [] },
};
const about = { measured_at: '2026-11-23T05:10:00.000Z', commit: 'abc1234' };
const start = {
  ...about,
  what: 'S5 the first answer',
  value: 0.784,
  unit: 's',
  target: 0.5,
  bound: 'at most',
  program: 'start',
} as const;
const workers = {
  ...about,
  what: 'S9 two workers to one',
  value: 1.7,
  unit: 'x',
  target: 1.6,
  bound: 'at least',
  program: 'engine',
} as const;
const report = (results: Report['results'], failed: readonly string[] = []): Report => ({
  command: 'make bench',
  machine: 'two processors',
  results,
  failed,
});

describe('A target', () => {
  test.each<[Figure, boolean]>([
    [{ ...start, value: 0.5 }, true],
    [{ ...start, value: 0.51 }, false],
    [{ ...start, value: NaN }, false],
    [{ ...workers, value: 1.6 }, true],
    [{ ...workers, value: 1.59 }, false],
    [{ ...workers, value: NaN }, false],
  ])('of %j is met: %s', (figure, met) => {
    expect(isMet(figure)).toBe(met);
  });

  test('is stated in a sentence with its figure', () => {
    expect(sentence(start)).toBe('S5 the first answer: 0.78 s, target at most 0.5 s: MISSED');
    expect(sentence(workers)).toBe('S9 two workers to one: 1.70 x, target at least 1.6 x: met');
  });

  test('may be absent: the figure is for comparison', () => {
    const figure = { ...workers, target: undefined };
    expect(sentence(figure)).toBe('S9 two workers to one: 1.70 x');
    expect(tableOf(programs, report([figure]))).toContain('| - | 1.70 x | no target |');
  });

  test.each([
    [0.1, 'met'],
    [0.104, 'not judged, noise 10 %'],
    [NaN, 'not judged, noise NaN %'],
  ])('of what a peer with a noise of %d was compared to is %s', (noise, said) => {
    expect(sentence({ ...workers, noise })).toMatch(new RegExp(`: ${said}$`));
    expect(tableOf(programs, report([{ ...workers, noise }]))).toContain(`| 1.70 x | ${said} |`);
  });
});

describe('The table of targets', () => {
  test('has a row for each figure, in the order of the targets, and for what was not measured', () => {
    expect(tableOf(programs, report([workers, start]))).toBe(
      [
        '|  | what | target | measured |  |',
        '| --- | --- | --- | --- | --- |',
        '| S5 | the first answer | at most 0.5 s | 0.78 s | MISSED |',
        '| S9 | two workers to one | at least 1.6 x | 1.70 x | met |',
        '| S10 | `engine` | - | - | not measured |',
      ].join('\n'),
    );
  });

  test('shows what an earlier report measured', () => {
    const before = report([{ ...start, value: 12.34 }]);

    expect(tableOf(programs, report([start, workers]), before)).toContain(
      '| S5 | the first answer | at most 0.5 s | 12.3 s | 0.78 s | MISSED |\n| S9 | two workers to one | at least 1.6 x | - | 1.70 x | met |',
    );
  });

  test('stands below its command, machine, dates and commits', () => {
    const later = { ...workers, measured_at: '2026-11-23T05:30:00.000Z', commit: 'def5678' };

    expect(sectionOf(programs, report([start, later], ['months']))).toBe(
      [
        '`make bench` on two processors, 2026-11-23 05:10 to 2026-11-23 05:30 UTC, commit abc1234, def5678:',
        tableOf(programs, report([start, later])),
        'Without all figures: months.',
      ].join('\n\n'),
    );
  });

  test('replaces what stands between the marks of a text', () => {
    const text = `before\n<!-- table: written by \`node scripts/bench/show.ts --write\` -->\nold\n<!-- end of the table -->\nafter`;

    expect(between(between(text, 'newer'), 'newest')).toBe(text.replace('old', 'newest'));
    expect(() => between('no marks', 'new')).toThrow('no <!-- table');
  });
});

test('A target without a figure of its program is unstated', () => {
  expect(unstated({ targets: ['S5', 'S9'] }, [start, workers])).toEqual([]);
  expect(unstated({ targets: ['S5', 'S9'] }, [start])).toEqual(['S9']);
  expect(unstated({ targets: ['S1'] }, [{ ...start, what: 'S10 the upload' }])).toEqual(['S1']);
});

test('Results added to a report replace those of the same program, also of one that failed', () => {
  const earlier = report([start, workers], ['months']);
  const newer = { ...start, value: 0.4 };

  expect(added(earlier, report([newer]))).toEqual(report([workers, newer], ['months']));
  expect(added(earlier, report([], ['engine']))).toEqual(report([start], ['months', 'engine']));
  expect(added(earlier, report([{ ...newer, program: 'months' }])).failed).toEqual([]);
});
