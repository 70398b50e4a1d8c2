import { expect, onTestFinished, test, vi } from 'vitest';
import { createDeadlines } from '../../src/time/deadlines.ts';

test('A deadline calls back what is not over in time, at its own time, and nothing else', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const passed: string[] = [];
  const deadline = createDeadlines(1000);

  deadline(() => passed.push('first'));
  const over = deadline(() => passed.push('over in time'));
  vi.advanceTimersByTime(600);
  deadline(() => passed.push('second'));
  over();
  const seen = [100, 300, 500, 100, 5000].map((ms) => {
    vi.advanceTimersByTime(ms);
    return [...passed];
  });

  expect(seen).toEqual([[], ['first'], ['first'], ['first', 'second'], ['first', 'second']]);
  expect(vi.getTimerCount()).toBe(0);
  deadline(() => passed.push('third'));
  vi.advanceTimersByTime(1000);
  expect(passed.at(-1)).toBe('third');
});
