import type { Schema } from './operations.ts';

const integer = /^-?(0|[1-9]\d*)$/;
const decimal = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Converts a value as it was sent; what is no text stays as it is. */
type Coercion = (raw: unknown) => unknown;

/**
 * How a path, query or header value becomes one of the type in its schema. A value that cannot be converted stays a
 * string, which the schema then rejects. Stricter than Ajv's coercion, which accepts "1e2", " 12" and "" as integers.
 */
export function coercion(schema: Schema): Coercion {
  const types = [schema['type']].flat();
  if (types.includes('array')) {
    const item = coercion((schema['items'] ?? {}) as Schema);
    return (raw) => (typeof raw === 'string' ? raw.split(',').map(item) : raw);
  }
  const isBoolean = types.includes('boolean');
  const number = types.includes('integer')
    ? integer
    : types.includes('number')
      ? decimal
      : undefined;
  if (!isBoolean && !number) return (raw) => raw;
  return (raw) => {
    if (typeof raw !== 'string') return raw;
    if (number) return number.test(raw) ? Number(raw) : raw;
    return raw === 'true' || raw === 'false' ? raw === 'true' : raw;
  };
}
