import { type Case, type Edit, list, archive, sample } from './lint-places.ts';

const forSuperAdmins: readonly [Edit, ...Edit[]] = [
  [[...archive, 'security'], [{ session: ['super_admin'] }]],
  [[...archive, 'tags'], ['admin']],
  [[...archive, 'x-audience'], 'operator'],
];
const roles = ['owner', 'admin', 'operator', 'editor', 'viewer'];

/** Edits that break one rule about who may call an operation and what it answers, each with the rule. */
export const accessCases: readonly Case[] = [
  ['house/scopes', 'a key without a scope', [[...list, 'x-scope']]],
  ['house/scopes', 'a scope that is no text', [[...list, 'x-scope'], ['read']]],
  ['house/scopes', 'a GET that needs more than read', [[...list, 'x-scope'], 'voice:write']],
  ['house/scopes', 'a change with read', [[...sample, 'x-scope'], 'read']],
  ['house/scopes', "a change with another tag's scope", [[...sample, 'x-scope'], 'webhooks:write']],
  ['house/scopes', 'an unknown scope', [[...sample, 'x-scope'], 'voice:writ']],
  ['house/scopes', 'a scope where sessions alone are accepted', [[...archive, 'x-scope'], 'read']],
  ['house/scopes', 'a scope for anyone', [['paths', '/healthz', 'get', 'x-scope'], 'read']],
  ['house/scopes', 'a key that changes what is for sessions', [[...sample, 'tags'], ['platform']]],
  [
    'house/scopes',
    'audit events for those who may read',
    [['paths', '/api/v1/audit-events', 'get', 'x-scope'], 'read'],
  ],

  ['house/call-authorities', 'an act without an authority', [[...sample, 'x-call-authority']]],
  ['house/call-authorities', 'an unknown authority', [[...sample, 'x-call-authority'], 'mine']],
  ['house/call-authorities', 'no refusal', [[...sample, 'x-call-authority'], 'covered']],
  ['house/call-authorities', 'an authority to read', [[...list, 'x-call-authority'], 'none']],

  ['house/protections', 'a protection without its refusal', [[...sample, 'x-protects'], true]],
  [
    'house/protections',
    'the refusal of a protection that there is not',
    [
      [...sample, 'responses', '403'],
      { description: 'Not for connectors.', 'x-problem-codes': ['protected_member'] },
    ],
  ],
  [
    'house/protections',
    'members of which nobody says whether they protect',
    [
      [...archive, 'security'],
      [{ apiKey: [] }, { session: [] }],
    ],
    [[...archive, 'x-scope'], 'voice:write'],
    [[...archive, 'x-call-authority'], 'none'],
  ],

  ['house/roles', 'a session without roles', [[...archive, 'x-roles']]],
  ['house/roles', 'no roles', [[...archive, 'x-roles'], []]],
  [
    'house/roles',
    'an unknown role',
    [
      [...archive, 'x-roles'],
      [...roles, 'guest'],
    ],
  ],
  ['house/roles', 'roles in another order', [[...archive, 'x-roles'], roles.toReversed()]],
  ['house/roles', 'roles for anyone', [['paths', '/healthz', 'get', 'x-roles'], roles]],
  ['house/roles', 'roles of super admins', ...forSuperAdmins],
  [
    'house/roles',
    'some roles and no refusal',
    [
      [...archive, 'x-roles'],
      ['owner', 'admin'],
    ],
  ],
  [
    'house/roles',
    'all roles and a refusal',
    [
      [...archive, 'responses', '403'],
      { description: 'Not for this role.', 'x-problem-codes': ['role_required'] },
    ],
  ],

  ['house/statuses', 'no 401 where a key is accepted', [[...list, 'responses', '401']]],
  ['house/statuses', 'no 401 where a session is needed', [[...archive, 'responses', '401']]],
  ['house/statuses', 'no 403 where a key is accepted', [[...list, 'responses', '403']]],
  ['house/statuses', 'no 403 where a session is needed', [[...archive, 'responses', '403']]],
  [
    'house/statuses',
    'no 403 for super admins',
    [[...archive, 'responses', '403']],
    ...forSuperAdmins,
    [[...archive, 'x-roles']],
  ],
  ['house/statuses', 'no 404 below a path parameter', [[...archive, 'responses', '404']]],
  ['house/statuses', 'no 412 beside If-Match', [[...archive, 'responses', '412']]],
  ['house/statuses', 'no 413 for a body', [[...archive, 'responses', '413']]],
  ['house/statuses', 'no 415 for a body', [[...archive, 'responses', '415']]],
  ['house/statuses', 'no 422 for a query', [[...list, 'responses', '422']]],
  [
    'house/statuses',
    'no 422 for a parameter of the whole path',
    [[...sample, 'responses', '422']],
    [[...sample, 'requestBody']],
  ],
  ['house/statuses', 'no 429', [[...list, 'responses', '429']]],
  ['house/statuses', 'no 500', [[...list, 'responses', '500']]],
  ['house/statuses', 'no 503', [[...list, 'responses', '503']]],
];
