import { tagPath, tagTitle, operationPath, problemPath } from './paths.ts';
import type { Media, Operation, Parameter, Reference, Response } from './reference.ts';
import { bodyOf, explained, schemaSections, sentence, typeOf } from './schemas.ts';

/** What an operation does, takes and responds with, in Markdown: everything that the contract says of it. */
export const operationText = (operation: Operation, reference: Reference): string =>
  join([
    `# ${operation.summary}`,
    `\`${operation.method} ${operation.path}\``,
    operation.description,
    factsOf(operation),
    ...parametersPart(operation.parameters, reference),
    ...bodyPart(operation, reference),
    ...operation.successes.flatMap((response) => responsePart(response, reference)),
    ...problemsPart(operation.failures, reference),
    ...schemasPart(operation, reference),
  ]);

/** What the receiver of an event gets and how it responds, in Markdown. */
export const eventText = (name: string, event: Operation, reference: Reference): string =>
  join([
    `# ${event.summary}`,
    `\`${name}\`, sent to your endpoint with POST`,
    event.description,
    ...parametersPart(event.parameters, reference),
    ...bodyPart(event, reference),
    '## Responses',
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
    'Makes it safe to repeat the request if its response was lost: see [Errors and limits](/docs/guides/errors.md#repeat-a-request).',
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

function responsePart(response: Response, reference: Reference): string[] {
  const { status, description, media, headers, links, location } = response;
  const next = links.map((id) => `[${id}](${operationPath(id)}.md)`).join(', ');
  return [
    `## Response: ${status}`,
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

/** What few operations are refused with is explained here; what many are refused with has pages of its own. */
function problemsPart(failures: readonly Response[], reference: Reference): string[] {
  const { usual } = reference;
  const own = failures.filter(
    ({ description, codes }) => !usual.has(description) || codes.some((code) => !usual.has(code)),
  );
  const text = own.map((failure) => ownProblem(failure, reference)).join('\n');
  const others = failures.flatMap(({ status, codes, description }) => {
    const links = codes.map(problemLink).filter((link) => !text.includes(link));
    if (codes.length === 0 && usual.has(description))
      return [`**${status}** with the list of what is wrong`];
    return links.length > 0 ? [`**${status}** ${links.join(', ')}`] : [];
  });
  return [
    '## Problems',
    text,
    `Like most operations, it can be refused with ${others.join('; ')}. [Errors and limits](/docs/guides/errors.md) explains them, and the headers \`X-Request-Id\`, \`RateLimit\` and \`RateLimit-Policy\` of every response.`,
  ];
}

const problemLink = (code: string): string => `[\`${code}\`](${problemPath(code)}.md)`;

/** A status with its own codes: those that its description neither names nor has in its table get a line each. */
function ownProblem({ status, description, codes }: Response, reference: Reference): string {
  const { problems, usual } = reference;
  const rows = new Map(
    [...description.matchAll(/^\| *`?(\w+)`? *\|(.+)\|$/gm)].map(([, code = '', why = '']) => [
      code,
      sentence(why.trim()),
    ]),
  );
  const named = (text: string): readonly string[] =>
    codes.filter((code) => text.includes(`\`${code}\``));
  // A sentence about nothing but what many operations are refused with is left out.
  const text = oneLine(description.replaceAll(/^\|.*$/gm, ''))
    .split(/(?<=\.) /)
    .filter((each) => named(each).length === 0 || named(each).some((code) => !usual.has(code)))
    .join(' ');
  const lines = codes
    .filter((code) => !usual.has(code) && !named(text).includes(code))
    .map((code) => {
      const why = rows.get(code) ?? firstSentence(problems.get(code)?.happened ?? '');
      return `  - ${problemLink(code)}: ${why}`;
    });
  const linked = codes.reduce((all, code) => all.replace(`\`${code}\``, problemLink(code)), text);
  return [`- **${status}**: ${linked}`, ...lines].join('\n');
}

const statusLine = ({ status, description }: Response): string =>
  `- **${status}**: ${oneLine(description)}`;

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').trim();

export const firstSentence = (text: string): string =>
  /^.*?[.](?=\s|$)/.exec(oneLine(text))?.[0] ?? oneLine(text);
