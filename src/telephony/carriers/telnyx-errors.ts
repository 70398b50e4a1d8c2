import { jsonIn, lossOf, memberOf, refusalOf, single, type Subject } from './answers.ts';
import type { NotAccepted } from './carrier.ts';
import type { HttpAnswer } from './http.ts';

/** What it means that a request was not accepted. */
export function failureOf(answer: HttpAnswer | undefined, error: unknown): NotAccepted {
  // A success that cannot be read is lost.
  if (!answer || answer.status < 300) return lossOf('Telnyx', error);
  const errors = memberOf(jsonIn(answer), 'errors');
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const code = digitsOf(memberOf(first, 'code'));
  const reset = digitsOf(single(answer.headers['x-ratelimit-reset']));
  return refusalOf('Telnyx', answer, {
    code,
    subject: subjectOf(code, memberOf(first, 'detail')),
    // https://developers.telnyx.com/development/api-fundamentals/reliability/rate-limiting
    ...(answer.status === 429 && reset !== undefined && { pauseMs: Number(reset) * 1000 }),
  });
}

/** Only digits, so that no other data leaks. */
const digitsOf = (value: unknown): string | undefined =>
  /^[0-9]{1,8}$/.test(String(value)) ? String(value) : undefined;

/**
 * What an error is about, where the HTTP status does not tell: 20000 to 20199 are about the key and the account
 * (https://developers.telnyx.com/development/api-fundamentals/api-errors). The detail of 10010, with 403, ends with the
 * code of the refused call: D13 is a destination that the outbound profile does not allow, D1, D2, D22 and D3 are too
 * many calls at once (https://developers.telnyx.com/docs/voice/sip-trunking/troubleshooting/response-codes).
 */
function subjectOf(code: string | undefined, detail: unknown): Subject | undefined {
  if (code === undefined) return undefined;
  if (/^20[01]\d\d$/.test(code) || code === '10009') return 'account';
  const [, reason] = /\b(D\d{1,2})\W*$/.exec(String(detail)) ?? [];
  return reason === undefined ? undefined : reasons[reason];
}

const reasons: Readonly<Record<string, Subject | undefined>> = {
  D1: 'rate',
  D2: 'rate',
  D22: 'rate',
  D3: 'rate',
  D13: 'call',
};
