import type { CallToolResult } from '@modelcontextprotocol/server';
import { actionFor } from './contract.ts';
import type { DoorAnswer } from './operation-client.ts';
import { trimmed } from './trimming-rules.ts';

type Members = Readonly<Record<string, unknown>>;

const cutHint =
  'The answer was cut. Ask for less: a smaller limit, a filter, or a single object. next_cursor continues after what was cut.';

/** A tool's answer, as JSON and as the same in text, for clients that show only that. */
export function resultOf(content: Members, isError = false): CallToolResult {
  return {
    structuredContent: content,
    content: [{ type: 'text', text: JSON.stringify(content) }],
    ...(isError && { isError }),
  };
}

export function failed(content: { readonly code: string; readonly detail: string } & Members) {
  return resultOf(content, true);
}

/** What an operation answered. */
export function success(operation_id: string, { status, headers, text }: DoorAnswer) {
  const { value, truncated } = trimmed(parsed(text));
  return resultOf({
    operation_id,
    status,
    result: value,
    ...(truncated && { truncated, hint: cutHint }),
    ...(headers['etag'] !== undefined && { etag: headers['etag'] }),
    ...(headers['idempotent-replayed'] === 'true' && { repeated: true }),
  });
}

/** A refusal: what happened, and what can be done about it. `more` is added, or takes the place of what is there. */
export function refusal(operation_id: string, answer: DoorAnswer, more: Members = {}) {
  const { status, headers } = answer;
  const body = problemOf(answer);
  if (status === 422 && Array.isArray(body['detail'])) {
    const { value } = trimmed(body['detail']);
    return failed({
      operation_id,
      status,
      code: 'invalid_request',
      detail: 'The operation does not accept these arguments.',
      what_to_do: 'Change what `faults` name; describe_operation shows what is allowed.',
      faults: value,
    });
  }
  const { type: _, instance: __, title: ___, ...members } = body;
  const code = typeof body['code'] === 'string' ? body['code'] : 'unknown';
  const action = actionFor(code);
  const retry = headers['retry-after'];
  return failed({
    ...(trimmed(members).value as Members),
    operation_id,
    status,
    code,
    detail: typeof body['detail'] === 'string' ? body['detail'] : `The server answered ${status}.`,
    ...(action !== undefined && { what_to_do: action }),
    ...(retry !== undefined && { retry_after_seconds: Number(retry) }),
    ...more,
  });
}

/** The members of a problem; none if the answer is not an object. */
export function problemOf({ text }: DoorAnswer): Members {
  const body = parsed(text);
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Members) : {};
}

function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
