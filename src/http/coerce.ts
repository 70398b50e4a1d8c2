import type { Schema } from './operations.ts';

const integer = /^-?(0|[1-9]\d*)$/;
const decimal = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/**
 * Converts a path, query or header value to the type in its schema. A value that cannot be converted stays a string,
 * which the schema then rejects. Stricter than Ajv's coercion, which accepts "1e2", " 12" and "" as integers.
 */
export function coerce(schema: Schema, raw: unknown): unknown {
  if (typeof raw !== 'string') return raw;
  const types = [schema['type']].flat();
  if (types.includes('array'))
    return raw.split(',').map((part) => coerce((schema['items'] ?? {}) as Schema, part));
  if (types.includes('integer')) return integer.test(raw) ? Number(raw) : raw;
  if (types.includes('number')) return decimal.test(raw) ? Number(raw) : raw;
  if (types.includes('boolean') && (raw === 'true' || raw === 'false')) return raw === 'true';
  return raw;
}
