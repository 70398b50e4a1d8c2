import {
  type OpenApiDocument,
  operationObjects,
  resolve as resolveIn,
} from '../../src/http/operations.ts';

/** A part of the published document. Only what the pages show is named. */
export type Part = { readonly [name: string]: unknown };

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Part;
  readonly example?: unknown;
  readonly examples?: Record<string, Example>;
}

export interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

export interface Media {
  readonly type: string;
  readonly schema: Part | undefined;
  readonly examples: readonly { readonly name: string; readonly value: unknown }[];
}

export interface Response {
  readonly status: string;
  readonly description: string;
  readonly media: readonly Media[];
  /** Those that only some responses have. */
  readonly headers: readonly { readonly name: string; readonly description: string }[];
  readonly codes: readonly string[];
  readonly links: readonly string[];
  /** The address of what was created. */
  readonly location: string | undefined;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly audience: string | undefined;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly required: boolean; readonly media: readonly Media[] } | undefined;
  readonly successes: readonly Response[];
  readonly failures: readonly Response[];
  readonly session: boolean;
  readonly apiKey: boolean;
  readonly superAdmin: boolean;
  readonly scope: string | undefined;
  /** The roles of the users whose sessions are accepted. */
  readonly roles: readonly string[];
  readonly audit: string | undefined;
  readonly bodyLimit: number | undefined;
  readonly isDeprecated: boolean;
}

/** What belongs together for a reader: guides and tags, by their names. */
export interface Group {
  readonly name: string;
  readonly guides: readonly string[];
  readonly tags: readonly string[];
}

export interface Tag {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

/** The published contract, as its pages need it. */
export interface Reference {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly tags: readonly Tag[];
  readonly groups: readonly Group[];
  readonly operations: ReadonlyMap<string, Operation>;
  /** What is sent to webhook endpoints and agent runtimes. */
  readonly events: ReadonlyMap<string, Operation>;
  readonly problems: ReadonlyMap<string, ProblemText>;
  /** The problem codes, and the descriptions of refusals, that many operations have. */
  readonly usual: ReadonlySet<string>;
  /** What a reference refers to; anything else as it is. */
  readonly resolve: (part: unknown) => Part;
}

export interface ProblemText {
  readonly title: string;
  readonly status: number;
  readonly happened: string;
  readonly action: string;
  /** An example of the response's `detail`. */
  readonly detail: string;
}

interface Document extends OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly 'x-tagGroups': readonly (Pick<Group, 'name' | 'tags'> & {
    readonly 'x-guides'?: readonly string[];
  })[];
  readonly webhooks: Record<string, { readonly post: Part }>;
}

/** The headers that every response of their kind has; the guide "errors" explains them once. */
const common = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'WWW-Authenticate', 'Retry-After'];

/** Reads the document that clients get, and the texts of its problems. */
export function readReference(contract: object, problems: object): Reference {
  const document = contract as Document;
  const resolve = (part: unknown): Part => (isPart(part) ? resolveIn<Part>(document, part) : {});
  const all = operationObjects<Part>(document).map(({ object, method, path }) =>
    read(resolve, { ...object, method, path }),
  );
  const events = Object.entries(document.webhooks).map(
    ([name, { post }]) => [name, read(resolve, { ...post, method: 'POST', path: name })] as const,
  );
  return {
    ...document.info,
    resolve,
    groups: document['x-tagGroups'].map(({ 'x-guides': guides = [], ...group }) => ({
      ...group,
      guides,
    })),
    tags: document.tags
      .map((each) => ({ ...each, operations: all.filter(({ tag }) => tag === each.name) }))
      .filter(({ operations }) => operations.length > 0),
    operations: new Map(all.map((operation) => [operation.id, operation])),
    events: new Map(events),
    problems: new Map(Object.entries(problems as Record<string, ProblemText>)),
    usual: usualIn(all),
  };
}

/** What at least a fifth of the operations are refused with. */
function usualIn(operations: readonly Operation[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { failures } of operations)
    for (const text of failures.flatMap(({ description, codes }) => [description, ...codes]))
      counts.set(text, (counts.get(text) ?? 0) + 1);
  const isUsual = ([, count]: [string, number]): boolean => count * 5 >= operations.length;
  return new Set([...counts].filter(isUsual).map(([text]) => text));
}

export const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The name of the schema that a reference refers to. */
export const schemaName = (value: unknown): string | undefined =>
  isPart(value) && typeof value['$ref'] === 'string'
    ? /^#\/components\/schemas\/(.+)$/.exec(value['$ref'])?.[1]
    : undefined;

function read(resolve: Reference['resolve'], part: Part): Operation {
  const security = (part['security'] ?? []) as Record<string, string[]>[];
  const responses = Object.entries((part['responses'] ?? {}) as Record<string, Part>)
    .map(([status, response]) => readResponse(resolve, status, resolve(response)))
    .toSorted(byStatus);
  const body = part['requestBody'] === undefined ? undefined : resolve(part['requestBody']);
  return {
    id: part['operationId'] as string,
    method: part['method'] as string,
    path: part['path'] as string,
    tag: (part['tags'] as string[])[0] ?? '',
    audience: part['x-audience'] as string | undefined,
    summary: part['summary'] as string,
    description: part['description'] as string,
    parameters: ((part['parameters'] ?? []) as Part[])
      .map((parameter) => resolve(parameter) as unknown as Parameter)
      .filter(({ name }) => !['authorization', 'x-api-key'].includes(name.toLowerCase())),
    body: body && { required: body['required'] === true, media: mediaOf(resolve, body) },
    successes: responses.filter(({ status }) => status < '400'),
    failures: responses.filter(({ status }) => status >= '400'),
    session: security.some((each) => 'session' in each),
    apiKey: security.some((each) => 'apiKey' in each),
    superAdmin: security.some((each) => each['session']?.includes('super_admin')),
    scope: part['x-scope'] as string | undefined,
    roles: (part['x-roles'] ?? []) as readonly string[],
    audit: part['x-audit'] as string | undefined,
    bodyLimit: part['x-body-limit-bytes'] as number | undefined,
    isDeprecated: part['deprecated'] === true,
  };
}

/** The one order of statuses: successes first, each kind ascending. */
export const byStatus = (
  a: { readonly status: string | number },
  b: { readonly status: string | number },
): number => Number(a.status) - Number(b.status);

function readResponse(resolve: Reference['resolve'], status: string, part: Part): Response {
  const headers = Object.entries((part['headers'] ?? {}) as Record<string, Part>)
    .filter(([name]) => !common.includes(name))
    .map(([name, header]) => ({ name, description: textOf(resolve(header)['description']) }));
  return {
    status,
    description: textOf(part['description']),
    media: mediaOf(resolve, part),
    headers,
    codes: (part['x-problem-codes'] ?? []) as string[],
    links: Object.values((part['links'] ?? {}) as Record<string, Part>).map((link) =>
      textOf(resolve(link)['operationId']),
    ),
    location: part['x-location'] as string | undefined,
  };
}

const mediaOf = (resolve: Reference['resolve'], part: Part): Media[] =>
  Object.entries((part['content'] ?? {}) as Record<string, Part>).map(([type, media]) => ({
    type,
    schema: media['schema'] as Part | undefined,
    examples: examplesOf(resolve, media),
  }));

function examplesOf(resolve: Reference['resolve'], media: Part): Media['examples'] {
  if ('example' in media) return [{ name: 'Example', value: media['example'] }];
  return Object.entries((media['examples'] ?? {}) as Record<string, Part>).map(([name, part]) => {
    const example = resolve(part);
    return { name: textOf(example['summary']) || name, value: example['value'] };
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
