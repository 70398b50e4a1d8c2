import type { Caller } from '../caller.ts';
import { forbidden } from '../errors.ts';
import type { Operation } from './operations.ts';

/** Throws 403 `insufficient_scope` if the caller is an API key without the operation's scope. Sessions need none. */
export function requireScope({ scope }: Operation, caller: Caller | undefined): void {
  if (caller?.kind !== 'api_key' || (scope !== undefined && caller.scopes.includes(scope))) return;
  throw forbidden(
    'insufficient_scope',
    `This API key lacks the scope "${scope}". Create an API key that has it, or send a session token.`,
    { required_scope: scope },
  );
}
