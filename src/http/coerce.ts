import type { Schema } from './operations.ts';

const integer = /^-?(0|[1-9]\d*)$/;
const decimal = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/**
 * Reads a path, query or header value as the type that its schema names. What cannot be read stays a string, which
 * the schema then refuses. Stricter than Ajv's coercion, which takes "1e2", " 12" and "" for integers.
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
