import { createRequire } from 'node:module';
import { JsonText } from './json.ts';

/** Writers of the operations' successes, which `make generate` derives from the contract. */
const writers = createRequire(import.meta.url)('../../generated/serializers.cjs') as Record<
  string,
  ((body: unknown) => string) | undefined
>;

/** The JSON text of an operation's success: what the contract names of the body. */
export function textOf(operation: string, body: unknown): string {
  if (body instanceof JsonText) return body.text;
  const write = writers[operation];
  return write ? write(body) : JSON.stringify(body);
}
