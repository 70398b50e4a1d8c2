import { onTestFinished, vi } from 'vitest';

/**
 * Lets time pass for what is measured inside the process, such as how long callers are remembered, and no time for the
 * test. Timers do not end sooner. The real time is measured
 * again when the test ends.
 */
export function passTime(ms: number): void {
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
  onTestFinished(() => clock.mockRestore());
}
