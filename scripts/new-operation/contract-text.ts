import { componentOf, pastOf, type Names } from './names.ts';
import type { Request } from './request.ts';

/** The lines of an operation, and the components that it needs in its file. */
export interface OperationText {
  readonly operation: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly schemas: Readonly<Record<string, string>>;
}

interface Surroundings {
  /** Where a path parameter is described: `workflows.yaml#/parameters/WorkflowId`. */
  readonly parameterAt: (name: string) => string | undefined;
  /** Whether API keys have a scope that writes in the area. */
  readonly writeScope: string | undefined;
}

const allRoles = ['owner', 'admin', 'operator', 'editor', 'viewer'];
/** Who may change things until somebody decides who else may. */
const changingRoles = ['owner', 'admin'];

const shared = (file: string, name: string): string =>
  `{ $ref: '../shared/${file}.yaml#/${name}' }`;
const response = (status: string, name: string): string =>
  `'${status}': ${shared('responses', name)}`;

const success = (names: Names): { status: string; description: string; schema?: string } => {
  if (names.verb === 'list')
    return {
      status: '200',
      description: `A page of ${names.plural}.`,
      schema: `${names.schema}Page`,
    };
  if (names.verb === 'create')
    return { status: '201', description: `The new ${names.singular}.`, schema: names.schema };
  if (names.verb === 'delete')
    return { status: '204', description: `The ${names.singular} was deleted.` };
  return { status: '200', description: `The ${names.singular}.`, schema: names.schema };
};

/** What the verb and the method say about an operation. */
export function operationText(request: Request, names: Names, around: Surroundings): OperationText {
  const { verb, schema } = names;
  const isRead = request.method === 'get';
  const hasBody = ['create', 'update', 'set'].includes(verb);
  const isOfOne = verb !== 'list' && verb !== 'create';
  const hasEtag = isOfOne || verb === 'create';
  const takesIfMatch = !isRead && isOfOne;
  const takesKey = request.method === 'post';
  const forKeys = isRead || around.writeScope !== undefined;
  const { status, description, schema: answer } = success(names);
  const requestSchema = `${componentOf(verb)}${schema}Request`;

  const parameters = [
    ...names.parameters.map(
      (name) => `{ $ref: '${around.parameterAt(name) ?? `#/parameters/${componentOf(name)}`}' }`,
    ),
    ...(verb === 'list' ? [shared('parameters', 'Limit'), shared('parameters', 'Cursor')] : []),
    ...(takesIfMatch ? [shared('parameters', 'IfMatch')] : []),
    ...(takesKey ? [shared('parameters', 'IdempotencyKey')] : []),
  ];
  const headers = [
    ...(takesKey ? [`Idempotent-Replayed: ${shared('headers', 'Idempotent-Replayed')}`] : []),
    ...(verb === 'create' ? [`Location: ${shared('headers', 'Location')}`] : []),
    ...(hasEtag && status !== '204' ? [`ETag: ${shared('headers', 'ETag')}`] : []),
  ];
  const session = isRead ? 'SessionRequired' : 'SessionAndRoleRequired';
  const refusal = !forKeys ? session : isRead ? 'InsufficientScope' : 'RoleOrScopeRequired';
  const lines = [
    `${request.method}:`,
    `  operationId: ${request.id}`,
    ...(isRead ? [] : [`  x-audit: ${actionOf(names)}`]),
    `  tags: [${request.area}]`,
    `  summary: ${summaryOf(names)}`,
    `  description: ${describe(names)}`,
    `  security: [${forKeys ? '{ apiKey: [] }, ' : ''}{ session: [] }]`,
    ...(forKeys ? [`  x-scope: ${isRead ? 'read' : around.writeScope}`] : []),
    `  x-roles: [${(isRead ? allRoles : changingRoles).join(', ')}]`,
    ...(parameters.length > 0
      ? ['  parameters:', ...parameters.map((each) => `    - ${each}`)]
      : []),
    ...(hasBody
      ? [
          '  requestBody:',
          '    required: true',
          '    content:',
          '      application/json:',
          `        schema: { $ref: '#/schemas/${requestSchema}' }`,
          '        example: { name: Example }',
        ]
      : []),
    '  responses:',
    `    '${status}':`,
    `      description: ${description}`,
    ...(verb === 'create' ? [`      x-location: ${request.path}/{id}`] : []),
    ...(headers.length > 0 ? ['      headers:', ...headers.map((each) => `        ${each}`)] : []),
    ...(answer === undefined
      ? []
      : [
          '      content:',
          '        application/json:',
          `          schema: { $ref: '#/schemas/${answer}' }`,
          `          example: ${verb === 'list' ? `{ items: [${example}], next_cursor: null }` : example}`,
        ]),
    ...(isRead && isOfOne ? [`    ${response('304', 'NotModified')}`] : []),
    `    ${response('401', 'Unauthorized')}`,
    `    ${response('403', refusal)}`,
    ...(names.parameters.length > 0 ? [`    ${response('404', 'NotFound')}`] : []),
    ...(takesKey ? [`    ${response('409', 'IdempotencyConflict')}`] : []),
    ...(takesIfMatch ? [`    ${response('412', 'PreconditionFailed')}`] : []),
    ...(hasBody
      ? [
          `    ${response('413', 'PayloadTooLarge')}`,
          `    ${response('415', 'UnsupportedMediaType')}`,
        ]
      : []),
    ...(parameters.length > 0 || hasBody ? [`    ${response('422', 'ValidationError')}`] : []),
    `    ${response('429', 'TooManyRequests')}`,
    `    ${response('500', 'InternalError')}`,
    `    ${response('503', 'Unavailable')}`,
  ];
  const missing = names.parameters.filter((name) => around.parameterAt(name) === undefined);
  return {
    operation: `${lines.map((line) => `    ${line}`).join('\n')}\n`,
    parameters: Object.fromEntries(missing.map((name) => [componentOf(name), parameterText(name)])),
    schemas: {
      ...(hasBody ? { [requestSchema]: requestText(names) } : {}),
      ...(answer === undefined ? {} : { [schema]: schemaText(names) }),
      ...(verb === 'list' ? { [`${schema}Page`]: pageText(names) } : {}),
    },
  };
}

/** The audit event that an operation leaves. */
export const actionOf = ({ subject, verb }: Names): string => `${subject}.${pastOf(verb)}`;

const example = `{ id: 1, name: Example, created_at: '2026-01-05T09:00:00.000Z', updated_at: '2026-01-05T09:00:00.000Z' }`;

function summaryOf({ verb, one, plural }: Names): string {
  const words = verb.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const text = `${words} ${verb === 'list' ? plural : one}`;
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function describe({ verb, singular, plural }: Names): string {
  if (verb === 'list') return `Returns the organization's ${plural}, newest first.`;
  if (verb === 'get') return `Returns the ${singular}.`;
  if (verb === 'create') return `Creates the ${singular}.`;
  if (verb === 'update') return `Changes only the members that are sent.`;
  if (verb === 'delete') return `Removes the ${singular}. This cannot be undone.`;
  return `Say here what happens, what cannot be undone, and what repeats safely.`;
}

const parameterText = (name: string): string => `  ${componentOf(name)}:
    name: ${name}
    in: path
    required: true
    description: The ID of the ${name.replace(/_id$/, '').replaceAll('_', ' ')}.
    schema: { $ref: '../shared/schemas.yaml#/Id' }
    example: 1
`;

const requestText = ({
  verb,
  schema,
  one,
}: Names): string => `  ${componentOf(verb)}${schema}Request:
    description: ${verb === 'update' ? 'The members to change. Omitted members stay unchanged.' : `What ${one} has.`}
    type: object
${verb === 'update' ? '' : '    required: [name]\n'}    additionalProperties: false
    properties:
      name: { type: string, minLength: 1, maxLength: 100, description: Its name. }
`;

const schemaText = ({ schema, one }: Names): string => `  ${schema}:
    description: ${one.slice(0, 1).toUpperCase()}${one.slice(1)}.
    type: object
    required: [id, name, created_at, updated_at]
    additionalProperties: false
    properties:
      id: { $ref: '../shared/schemas.yaml#/Id' }
      name: { type: string, description: Its name. }
      created_at: { $ref: '../shared/schemas.yaml#/Timestamp' }
      updated_at: { $ref: '../shared/schemas.yaml#/Timestamp' }
`;

const pageText = ({ schema }: Names): string => `  ${schema}Page:
    type: object
    required: [items, next_cursor]
    additionalProperties: false
    properties:
      items: { type: array, maxItems: 200, items: { $ref: '#/schemas/${schema}' } }
      next_cursor: { $ref: '../shared/schemas.yaml#/NextCursor' }
`;
