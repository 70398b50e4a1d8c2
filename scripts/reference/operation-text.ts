import { tagPath, tagTitle, operationPath, problemPath } from './paths.ts';
import type { Media, Operation, Parameter, Reference, Response } from './reference.ts';
import { bodyOf, explained, schemaSections, typeOf } from './schemas.ts';

/** What an operation does, takes and answers, in Markdown: everything that the contract says of it. */
export const operationText = (operation: Operation, reference: Reference): string =>
  join([
    `# ${operation.summary}`,
    `\`${operation.method} ${operation.path}\``,
    operation.description,
    factsOf(operation),
    ...parametersPart(operation.parameters, reference),
    ...bodyPart(operation, reference),
    ...operation.successes.flatMap((response) => answerPart(response, reference)),
    ...problemsPart(operation.failures, reference),
    ...schemasPart(operation, reference),
  ]);

/** What the receiver of an event gets and how it answers, in Markdown. */
export const eventText = (name: string, event: Operation, reference: Reference): string =>
  join([
    `# ${event.summary}`,
    `\`${name}\`, sent to your endpoint with POST`,
    event.description,
    ...parametersPart(event.parameters, reference),
    ...bodyPart(event, reference),
    '## Answers',
    [...event.successes, ...event.failures].map(statusLine).join('\n'),
    ...schemasPart({ ...event, successes: [] }, reference),
  ]);

const join = (parts: readonly string[]): string =>
  `${parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n')}\n`;

function schemasPart({ parameters, body, successes }: Operation, { resolve }: Reference): string[] {
  const media = [body, ...successes].flatMap((each) => each?.media ?? []);
  const sections = schemaSections(
    [...parameters, ...media].map(({ schema }) => schema),
    resolve,
  );
  return sections.length === 0 ? [] : ['## Schemas', ...sections];
}

const audiences: Readonly<Record<string, string>> = {
  operator: 'those who run the service',
  carrier: 'carriers',
  simulation: 'tests with the simulated telephone network',
};

function factsOf(operation: Operation): string {
  const { id, tag, audience = 'client', audit, bodyLimit } = operation;
  return [
    `- Operation: \`${id}\``,
    `- Tag: [${tagTitle(tag)}](${tagPath(tag)})`,
    ...(audience === 'client' ? [] : [`- For ${audiences[audience]}`]),
    `- Credential: ${credentialOf(operation)}`,
    ...(audit === undefined ? [] : [`- Audit event: \`${audit}\``]),
    ...(bodyLimit === undefined
      ? []
      : [`- Size of the body: at most ${bodyLimit.toLocaleString('en')} bytes`]),
  ].join('\n');
}

function credentialOf({ session, apiKey, superAdmin, roles, scope }: Operation): string {
  const user = roles.includes('viewer') ? '' : ` of a user with the role ${roles.join(', ')}`;
  const callers = [
    ...(session ? [`a session${superAdmin ? ' of a super admin' : user}`] : []),
    ...(apiKey
      ? [scope === undefined ? 'any API key' : `an API key with the scope \`${scope}\``]
      : []),
  ];
  return callers.join(', or ') || 'none';
}

/** What many operations take is explained once, in a guide. */
const shared: Record<string, string> = {
  ETag: 'Names this state: see [Errors and limits](/docs/guides/errors.md#change-what-you-have-read).',
  'Idempotent-Replayed':
    '`true` if an earlier request was repeated: see [Errors and limits](/docs/guides/errors.md#repeat-a-request).',
  'Idempotency-Key':
    'Makes it safe to repeat the request if its answer was lost: see [Errors and limits](/docs/guides/errors.md#repeat-a-request).',
  'If-Match':
    'Changes nothing if somebody else did since you read: see [Errors and limits](/docs/guides/errors.md#change-what-you-have-read).',
};

function parametersPart(parameters: readonly Parameter[], { resolve }: Reference): string[] {
  const rows = parameters.map(({ name, in: place, required, schema, description }) => {
    const need = required === true ? 'required' : 'optional';
    return `- \`${name}\` *(${place}, ${need}; ${typeOf(schema, resolve)})*${explained(shared[name] ?? description)}`;
  });
  return rows.length > 0 ? ['## Parameters', rows.join('\n')] : [];
}

const bodyPart = ({ body }: Operation, reference: Reference): string[] =>
  (body?.media ?? []).flatMap((media) => [
    `## Body: ${media.type}`,
    ...mediaPart(media, reference),
  ]);

function answerPart(response: Response, reference: Reference): string[] {
  const { status, description, media, headers, links, location } = response;
  const next = links.map((id) => `[${id}](${operationPath(id)}.md)`).join(', ');
  return [
    `## Answer: ${status}`,
    description,
    next === '' ? '' : `Next: ${next}.`,
    ...media.flatMap((each) => mediaPart(each, reference)),
    headers
      .map(({ name, description: text }) => {
        const value = name === 'Location' && location !== undefined ? `: \`${location}\`` : '';
        return `- \`${name}\` *(header${value})*${explained(shared[name] ?? text)}`;
      })
      .join('\n'),
  ];
}

function mediaPart({ type, schema, examples }: Media, { resolve }: Reference): string[] {
  const [first] = examples;
  return [
    schema && '$ref' in schema ? `${type}: ${typeOf(schema, resolve)}` : `${type}:`,
    ...(schema && !('$ref' in schema) ? bodyOf(schema, resolve) : []),
    first === undefined ? '' : fenced(first.value),
  ];
}

const fenced = (value: unknown): string =>
  typeof value === 'string'
    ? `\`\`\`\n${value.trimEnd()}\n\`\`\``
    : `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** Those that few operations answer with come first, each code with what happened and what the caller can do. */
function problemsPart(failures: readonly Response[], { problems }: Reference): string[] {
  const own = ['404', '409', '410', '412'];
  const rows = failures
    .toSorted((a, b) => Number(own.includes(b.status)) - Number(own.includes(a.status)))
    .map((failure) => {
      const codes = failure.codes.map((code) => {
        const { happened = '', action = '' } = problems.get(code) ?? {};
        return `  - [\`${code}\`](${problemPath(code)}.md): ${firstSentence(happened)} ${oneLine(action)}`;
      });
      return [statusLine(failure), ...codes].join('\n');
    });
  return [
    '## Problems',
    'Every response has `X-Request-Id`, `RateLimit` and `RateLimit-Policy`: see [Errors and limits](/docs/guides/errors.md).',
    rows.join('\n'),
  ];
}

const statusLine = ({ status, description }: Response): string =>
  `- **${status}**: ${oneLine(description)}`;

const oneLine = (text: string): string => text.replaceAll('\n', ' ').trim();

export const firstSentence = (text: string): string =>
  /^.*?[.](?=\s|$)/.exec(oneLine(text))?.[0] ?? oneLine(text);
