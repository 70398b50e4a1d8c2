/**
 * The pause in a Retry-After header in milliseconds, from 0 to the maximum: seconds, or a date relative to that of the
 * answer, which has the clock of the server that named it. Undefined without a readable one.
 */
export function retryAfterMs(
  headers: {
    readonly 'retry-after'?: string | readonly string[] | undefined;
    readonly date?: string | readonly string[] | undefined;
  },
  maxMs: number,
): number | undefined {
  const header = single(headers['retry-after']);
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : msUntil(header, single(headers.date));
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), maxMs);
}

/** An answer without a date is rare: servers with a clock have to send it (RFC 9110, section 6.6.1). */
function msUntil(date: string, answeredAt = ''): number {
  const from = Date.parse(answeredAt);
  return Date.parse(date) - (Number.isNaN(from) ? Date.now() : from);
}

/** The first of several. */
const single = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'object' ? header[0] : header;
