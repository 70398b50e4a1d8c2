import type { Role } from '../../src/caller.ts';
import { type OpenApiDocument, type Operation, readOperations } from '../../src/http/operations.ts';
import { scopesTable } from './scopes.ts';

const roles: readonly Role[] = ['owner', 'admin', 'operator', 'editor', 'viewer'];

/** A Markdown table of who may call each operation: sessions by role, API keys by scope. */
export function rolesMatrix(document: OpenApiDocument, notice: string): string {
  const heads = ['operation', ...roles, 'API key'];
  const rows = readOperations(document).map((operation) => [
    operation.id,
    ...roles.map((role) => cellOf(operation, role)),
    keyCellOf(operation),
  ]);
  return `<!-- ${notice} -->
# Who may call what

A session may call what its user's role allows, an API key what its scopes allow. All others get 403: \`role_required\`,
\`insufficient_scope\`, or \`api_key_not_allowed\` where no scope is named. "super" is a super admin of any role.

A scope includes others:

${scopesTable(document)}

Some operations and members protect people: they say whom agents reach, when and with what consent, and what asks a person.
No key with a \`connector_name\` changes them (403 \`protected_member\`), whatever its scopes. Another key needs
\`protections:write\`, or the scope of an operation that changes nothing else.

${protectionsTable(document)}

While a run is a call in progress, operations on it take an authority for the call beside role or scope. Sessions and keys without
a \`connector_name\` need no other; a connector is refused with 403 \`approval_required\`.

| authority | a connector's key needs | the token of a connector's call needs |
| --- | --- | --- |
| \`covered\` | the approval policy of the connector with which the call was placed, in force | the same |
| \`covered_by_key\` | the same | nothing else |
| \`requested\` | that the call was placed with a policy of the connector, in force or not | nothing else |
| \`own_policy\` | a policy that covers whom it has called, or the agent that it gives the call to | the same |
| \`none\` | nothing else: it reaches nobody | nothing else |

${authoritiesTable(document)}

${[heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
}

/** The operations that change what protects people, with the members by which they do. */
function protectionsTable(document: OpenApiDocument): string {
  const rows = readOperations(document).flatMap(({ id, protects }) => {
    if (!protects) return [];
    const { whole, members } = protects;
    const named = members.map((path) => `\`${path.join('.')}\``).join(', ');
    return [`| ${id} | ${whole ? 'all' : named} |`];
  });
  return ['| operation | protects people |', '| --- | --- |', ...rows].join('\n');
}

/** The operations that may act on a call in progress. */
function authoritiesTable(document: OpenApiDocument): string {
  const rows = readOperations(document).flatMap(({ id, callAuthority }) =>
    callAuthority === undefined ? [] : [`| ${id} | \`${callAuthority}\` |`],
  );
  return ['| operation | authority |', '| --- | --- |', ...rows].join('\n');
}

const isOpen = ({ session, apiKey }: Operation): boolean => !session && !apiKey;

const keyCellOf = (operation: Operation): string => {
  if (!operation.apiKey) return isOpen(operation) ? 'needs none' : '';
  return operation.scope === undefined ? 'any' : `\`${operation.scope}\``;
};

function cellOf(operation: Operation, role: Role): string {
  if (operation.superAdmin) return 'super';
  if (isOpen(operation)) return 'needs none';
  return operation.roles?.includes(role) ? 'yes' : '';
}
