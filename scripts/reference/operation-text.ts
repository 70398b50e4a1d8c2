import {
  isNode,
  type Node,
  type Published,
  type PublishedEvent,
  type PublishedOperation,
} from './published.ts';
import { bodyOf, schemaSections, typeOf } from './schemas.ts';

/** A page of Markdown about one operation: everything that the contract says of it, without the contract. */
export function operationPage(published: Published, operation: PublishedOperation): string {
  return pageOf(
    published,
    [operation['requestBody'], successesOf(published, operation)],
    [
      `# ${operation.summary}`,
      `\`${operation.method} ${operation.path}\``,
      `Operation \`${operation.operationId}\` of the area ${operation.area}. ${whoMayCall(operation)}`,
      textOf(operation['description']),
      ...parametersPart(published, operation),
      ...bodyPart(published, operation),
      ...answerParts(published, operation),
      ...problemsPart(published, operation),
    ],
  );
}

/** A page of Markdown about one event: what its receiver gets and how it answers. */
export const eventPage = (published: Published, event: PublishedEvent): string =>
  pageOf(
    published,
    [event['requestBody']],
    [
      `# ${event.summary}`,
      `Event \`${event.name}\`, which this service sends with POST.`,
      textOf(event['description']),
      ...parametersPart(published, event),
      ...bodyPart(published, event),
      '## Answers',
      responsesOf(published, event)
        .map(([status, response]) => `- **${status}**: ${textOf(response['description'])}`)
        .join('\n'),
    ],
  );

function pageOf(
  published: Published,
  described: readonly unknown[],
  parts: readonly string[],
): string {
  const shown = new Set<string>();
  const schemas = described.flatMap((part) => schemaSections(published, part, shown)).join('\n\n');
  return `${[...parts, schemas && `## Schemas\n\n${schemas}`].filter(Boolean).join('\n\n')}\n`;
}

/** Nothing if every role may call it. */
function rolesText(operation: PublishedOperation): string {
  const roles = listOf(operation['x-roles']);
  return roles.length === 0 || roles.includes('viewer')
    ? ''
    : ` of a user with the role ${roles.join(', ')}`;
}

function whoMayCall(operation: PublishedOperation): string {
  const requirements = listOf(operation['security']).filter(isNode);
  const session = requirements.find((each) => 'session' in each)?.['session'];
  if (requirements.length === 0) return 'Anyone may call it.';
  if (listOf(session).includes('super_admin')) return "It needs a super admin's session.";
  const callers = [
    ...(session === undefined ? [] : [`a session${rolesText(operation)}`]),
    ...(requirements.some((each) => 'apiKey' in each)
      ? [
          typeof operation['x-scope'] === 'string'
            ? `an API key with the scope \`${operation['x-scope']}\``
            : 'any API key',
        ]
      : []),
  ];
  return callers.length === 0 ? '' : `It needs ${callers.join(' or ')}.`;
}

function parametersPart(published: Published, operation: Node): string[] {
  const rows = listOf(operation['parameters'])
    .map((parameter) => published.resolve(parameter))
    .map((parameter) => {
      const need = parameter['required'] === true ? 'required' : 'optional';
      const schema = isNode(parameter['schema']) ? published.resolve(parameter['schema']) : {};
      const text = textOf(parameter['description']).replaceAll('\n', ' ');
      return `- \`${String(parameter['name'])}\` (${String(parameter['in'])}, ${need}; ${typeOf(schema)}): ${text}`;
    });
  return rows.length > 0 ? ['## Parameters', rows.join('\n')] : [];
}

function bodyPart(published: Published, operation: Node): string[] {
  const body = published.resolve(operation['requestBody']);
  return contentsOf(body).flatMap(([type, media]) => [
    `## Body: ${type}`,
    ...mediaPart(published, type, media),
  ]);
}

function answerParts(published: Published, operation: PublishedOperation): string[] {
  return successesOf(published, operation).flatMap(([status, response]) => {
    const location = response['x-location'];
    const next = Object.keys(isNode(response['links']) ? response['links'] : {});
    return [
      `## Answer: ${status}`,
      textOf(response['description']),
      typeof location === 'string' ? `\`Location\` is \`${location}\`.` : '',
      next.length > 0 ? `Next: ${next.map(linkTo).join(', ')}.` : '',
      ...contentsOf(response).flatMap(([type, media]) => mediaPart(published, type, media)),
    ];
  });
}

function mediaPart(published: Published, type: string, media: Node): string[] {
  const { schema } = media;
  const name = typeOf(schema);
  const examples = Object.values(isNode(media['examples']) ? media['examples'] : {})
    .map((example) => published.resolve(example)['value'])
    .concat('example' in media ? [media['example']] : []);
  const [first] = examples;
  return [
    isNode(schema) && '$ref' in schema ? `${type}: ${name}` : `${type}:`,
    ...(isNode(schema) && !('$ref' in schema) ? bodyOf(schema) : []),
    ...(first === undefined ? [] : [fenced(first)]),
  ];
}

const fenced = (value: unknown): string =>
  typeof value === 'string'
    ? `\`\`\`\n${value.trimEnd()}\n\`\`\``
    : `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** Each problem with what happened there and what the caller can do. */
function problemsPart(published: Published, operation: PublishedOperation): string[] {
  const rows = responsesOf(published, operation)
    .filter(([status]) => !status.startsWith('2') && status !== '304')
    .map(([status, response]) => {
      const codes = listOf(response['x-problem-codes']).map(String);
      const text = textOf(response['description']).replaceAll('\n', ' ');
      return [
        `- **${status}**: ${text}`,
        ...codes.map(
          (code) => `  - [\`${code}\`](/problems/${code}): ${actionOf(published, code)}`,
        ),
      ].join('\n');
    });
  return rows.length > 0 ? ['## Errors', rows.join('\n')] : [];
}

const actionOf = (published: Published, code: string): string =>
  (published.problems.get(code)?.action ?? '').replaceAll('\n', ' ').trim();

const successesOf = (published: Published, operation: Node): [string, Node][] =>
  responsesOf(published, operation).filter(([status]) => status.startsWith('2'));

const responsesOf = (published: Published, operation: Node): [string, Node][] =>
  Object.entries(isNode(operation['responses']) ? operation['responses'] : {}).map(
    ([status, response]) => [status, published.resolve(response)],
  );

const contentsOf = (body: Node): [string, Node][] =>
  Object.entries(isNode(body['content']) ? body['content'] : {}).flatMap(([type, media]) =>
    isNode(media) ? [[type, media]] : [],
  );

/** The link from one page to another. */
const linkTo = (operationId: string): string => `[${operationId}](${operationId}.md)`;

const textOf = (text: unknown): string => (typeof text === 'string' ? text.trim() : '');

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
