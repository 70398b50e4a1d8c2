import { type OpenApiDocument, operationObjects, resolve } from '../../src/http/operations.ts';

/** A part of the published document. Only what the pages show is named. */
export type Node = { readonly [name: string]: unknown };

export interface PublishedOperation extends Node {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly area: string;
  readonly summary: string;
}

/** What is sent to a webhook endpoint. */
export interface PublishedEvent extends Node {
  readonly name: string;
  readonly summary: string;
}

export interface Published {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly areas: readonly { readonly name: string; readonly description: string }[];
  readonly operations: ReadonlyMap<string, PublishedOperation>;
  readonly events: ReadonlyMap<string, PublishedEvent>;
  readonly problems: ReadonlyMap<string, ProblemText>;
  /** What a reference refers to; anything else as it is. */
  resolve(value: unknown): Node;
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
  readonly webhooks: Record<string, { readonly post: Node }>;
}

/** The document that clients get, with the texts of its problems, as the pages need it. */
export function publishedOf(contract: object, problems: object): Published {
  const document = contract as Document;
  return {
    ...document.info,
    areas: document.tags,
    operations: new Map(operationsOf(document).map((each) => [each.operationId, each])),
    events: new Map(
      Object.entries(document.webhooks).map(([name, { post }]) => [
        name,
        { ...post, name, summary: String(post['summary']) },
      ]),
    ),
    problems: new Map(Object.entries(problems as Record<string, ProblemText>)),
    resolve: (value) => (isNode(value) ? resolve<Node>(document, value) : {}),
  };
}

const operationsOf = (document: Document): PublishedOperation[] =>
  operationObjects<Node>(document).map(({ path, method, object }) => ({
    ...object,
    operationId: String(object['operationId']),
    summary: String(object['summary']),
    method,
    path,
    area: String((object['tags'] as string[])[0]),
  }));

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The name of the schema that a reference refers to. */
export const schemaName = (value: unknown): string | undefined =>
  isNode(value) && typeof value['$ref'] === 'string'
    ? /^#\/components\/schemas\/(.+)$/.exec(value['$ref'])?.[1]
    : undefined;
