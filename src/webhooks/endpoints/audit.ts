import { createHash } from 'node:crypto';
import type { Members } from '../../audit/rules.ts';
import type { EndpointRow } from './queries.ts';

/** The endpoint as the audit trail stores it: without secrets, including any in the query of its URL. */
export const audited = ({
  url,
  description,
  events,
  status,
  disabled_reason,
}: EndpointRow): Members => ({
  url: withoutQuery(url),
  description,
  events,
  status,
  disabled_reason,
});

/** The URL with user and query replaced by a digest, so that a change of them is visible. */
export function withoutQuery(text: string): string {
  const { origin, pathname, username, password, search } = new URL(text);
  if (username === '' && password === '' && search === '') return `${origin}${pathname}`;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return `${origin}${pathname}?sha256=${digest}`;
}
