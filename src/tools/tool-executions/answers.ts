import { readJson } from '../../http/json.ts';
import { mapped } from '../masking-rules.ts';
import { type Answer, outcomeOf, type Told, withoutResult, maxLevels } from './outcome-rules.ts';

/** What an answer means, before the result is checked. */
export function toldOf(answer: Answer, isWrite: boolean): Told {
  if ('failure' in answer) return { outcome: outcomeOf(answer, isWrite), detail: null };
  const { status: http_status } = answer;
  const read = readAnswer(answer.bytes);
  if ('fault' in read) {
    const error_code = 'result_not_json';
    return { outcome: withoutResult(isWrite, { error_code, http_status }), detail: read.fault };
  }
  const { value: result } = read;
  return { outcome: { status: 'succeeded', error_code: null, http_status, result }, detail: null };
}

/** The value of an answer, null for nothing; or why it has none, with the place. */
function readAnswer(bytes: Buffer): { readonly value: unknown } | { readonly fault: string } {
  if (bytes.length === 0) return { value: null };
  const read = readJson(bytes, { depth: maxLevels, isAnswer: true });
  if ('value' in read) return { value: storable(read.value) };
  return { fault: read.path.length === 0 ? read.fault : `result.${read.fault}` };
}

/** The value of a message; undefined for what is no JSON or nested deeper than 64 levels. */
export function jsonIn(bytes: Buffer): unknown {
  const read = readAnswer(bytes);
  return 'value' in read ? read.value : undefined;
}

/** What PostgreSQL stores: no NUL, and no half of a pair of surrogates. */
const storable = (value: unknown): unknown =>
  mapped(value, (text) => text.replaceAll('\0', '\u{fffd}').toWellFormed());
