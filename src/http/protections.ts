import { isDeepStrictEqual } from 'node:util';
import type { AnyCaller, Scope } from '../caller.ts';
import { forbidden } from '../errors.ts';
import type { OperationId } from './contract.ts';
import { loadContract, type Operation, type Protects } from './operations.ts';
import { hasScope } from './security.ts';

/** The scope that a key without a connector needs to change members that protect people. */
const scope: Scope = 'protections:write';

/** Throws 403 if the request changes something that protects people and that the caller may not change. */
export function requireUnprotected(
  { id, method, protects }: Operation,
  caller: AnyCaller | undefined,
  body: unknown,
): void {
  if (!protects) return;
  if (protects.whole && isConnector(caller))
    throw forbidden(
      'protected_member',
      `No key of a connector changes what protects people, as \`${id}\` does. Ask a user.`,
      { members: [] },
    );
  if (protects.whole || protects.compares) return;
  // What is created without a member has none.
  const isSent = (value: unknown) => value !== undefined && (value !== null || method !== 'POST');
  refuse(
    caller,
    protects.members.filter((path) => isSent(at(body, path))),
  );
}

interface Replaced {
  readonly caller: AnyCaller;
  readonly former: object;
  readonly sent: object;
}

/**
 * The same for an operation whose members replace others as a whole (`x-protects: changes`): what is sent is compared with
 * what was there, and a protective member that is left out is changed, too.
 */
export function mustKeepProtections(id: OperationId, { caller, former, sent }: Replaced): void {
  const { members = [] } = loadContract().operations.find((each) => each.id === id)?.protects ?? {};
  refuse(
    caller,
    members.filter(
      (path) =>
        at(sent, path.slice(0, 1)) !== undefined &&
        !isDeepStrictEqual(at(sent, path), at(former, path)),
    ),
  );
}

/** Sessions are people's, whose roles were looked at. */
function refuse(caller: AnyCaller | undefined, changed: Protects['members']): void {
  if (changed.length === 0 || caller?.kind === 'session') return;
  const members = changed.map((path) => path.join('.'));
  const named = `\`${members.join('`, `')}\``;
  if (isConnector(caller))
    throw forbidden(
      'protected_member',
      `No key of a connector changes what protects people: ${named}. Ask a user.`,
      { members },
    );
  if (caller === undefined || !hasScope(caller.scopes, scope))
    throw forbidden(
      'insufficient_scope',
      `Changing what protects people (${named}) takes the scope "${scope}", which this API key lacks. Create an API key that has it, or send a session token.`,
      { required_scope: scope, members },
    );
}

const isConnector = (caller: AnyCaller | undefined): boolean =>
  caller?.kind === 'api_key' && caller.connector_name !== null;

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (within, name) =>
      typeof within === 'object' && within !== null ? Reflect.get(within, name) : undefined,
    value,
  );
