/**
 * The pause in a Retry-After header in milliseconds, from 0 to the maximum: seconds, or a date relative to the clock.
 * Undefined without a readable one.
 */
export function retryAfterMs(
  header: string | undefined,
  clockMs: number,
  maxMs: number,
): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - clockMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), maxMs);
}
