import type { Scope } from '../../src/caller.ts';
import {
  objectOf,
  type OpenApiDocument,
  type Operation,
  readOperations,
  resolve,
} from '../../src/http/operations.ts';
import { including } from '../../src/http/security.ts';

interface ScopeSchema {
  description: string;
  readonly enum: readonly Scope[];
}

const schemaOf = (document: OpenApiDocument): ScopeSchema =>
  resolve<ScopeSchema>(document, { $ref: '#/components/schemas/ApiKeyScope' });

/** A copy in which the description of the scopes says what each allows of the operations. */
export function describeScopes(
  contract: OpenApiDocument,
  operations: readonly Operation[] = readOperations(contract),
): OpenApiDocument {
  const document = structuredClone(contract);
  const schema = schemaOf(document);
  const required = new Set(operations.map(({ scope }) => scope));
  const lines = schema.enum
    .filter((scope) => required.has(scope))
    .map((scope) => {
      const others = includedIn(scope).map((each) => `\`${each}\``);
      const also = others.length > 0 ? ` Includes ${others.join(' and ')}.` : '';
      return `- \`${scope}\`: ${allowedBy(scope, operations)}.${also}`;
    });
  schema.description = `${schema.description.trimEnd()}\n\n${lines.join('\n')}\n`;
  for (const operation of operations) describeProtections(document, operation);
  return document;
}

/** Has an operation say which of its members protect people, and who may change them. */
function describeProtections(document: OpenApiDocument, operation: Operation): void {
  if (!operation.protects) return;
  const { whole, members } = operation.protects;
  const object = objectOf<{ description: string }>(document, operation);
  const named = members.map((path) => `\`${path.join('.')}\``).join(', ');
  const text = whole
    ? 'It changes what protects people, so no key with a `connector_name` calls it, whatever its scopes.'
    : `These members protect people: ${named}. A key needs the scope \`protections:write\` to change them, and no key with a \`connector_name\` changes them, whatever its scopes.`;
  object.description = `${object.description.trimEnd()}\n\n**Protections.** ${text}\n`;
}

const includedIn = (scope: Scope): string[] =>
  Object.entries(including).flatMap(([narrow, wide]) => (wide === scope ? [narrow] : []));

/** The operations that require a scope; those that only read are named where they are few. */
function allowedBy(scope: Scope, operations: readonly Operation[]): string {
  const own = operations.filter((operation) => operation.scope === scope);
  const named = scope === 'read' ? own.filter(({ method }) => method !== 'GET') : own;
  const names = named.map(({ id }) => `\`${id}\``).join(', ');
  return scope === 'read' ? `every GET operation that names no other scope, ${names}` : names;
}

/** A Markdown table of the scopes that include others. */
export function scopesTable(document: OpenApiDocument): string {
  const rows = schemaOf(document)
    .enum.filter((scope) => includedIn(scope).length > 0)
    .map(
      (scope) =>
        `| \`${scope}\` | ${includedIn(scope)
          .map((each) => `\`${each}\``)
          .join(', ')} |`,
    );
  return ['| scope | includes |', '| --- | --- |', ...rows].join('\n');
}
