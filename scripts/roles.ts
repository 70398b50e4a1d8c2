import type { Role } from '../src/caller.ts';
import type { Operation } from '../src/http/operations.ts';

const roles: readonly Role[] = ['owner', 'admin', 'operator', 'editor', 'viewer'];

/** A Markdown table of who may call each operation: sessions by role, API keys by scope. */
export function rolesMatrix(operations: readonly Operation[], notice: string): string {
  const heads = ['operation', ...roles, 'API key'];
  const rows = operations.map((operation) => [
    operation.id,
    ...roles.map((role) => cellOf(operation, role)),
    operation.apiKey ? `\`${operation.scope}\`` : isOpen(operation) ? 'needs none' : '',
  ]);
  return `<!-- ${notice} -->
# Who may call what

A session may call what its user's role allows, an API key what its scopes allow. All others get 403: \`role_required\`,
\`insufficient_scope\`, or \`api_key_not_allowed\` where there is no scope. "super" is a super admin of any role.

${[heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
}

const isOpen = ({ session, apiKey }: Operation): boolean => !session && !apiKey;

function cellOf(operation: Operation, role: Role): string {
  if (operation.superAdmin) return 'super';
  if (isOpen(operation)) return 'needs none';
  return operation.roles?.includes(role) ? 'yes' : '';
}
