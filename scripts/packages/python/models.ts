import type { OpenApiDocument } from '../../../src/http/operations.ts';
import { describeUnknownKind } from '../client/contract.ts';

type Node = Record<string, unknown>;

/** Members of schemas that would have a client refuse what a later server sends, and the examples. */
const dropped =
  /^(min|max)(Length|Items|Properties|imum)$|^(pattern|multipleOf|uniqueItems|default|examples?|discriminator)$|^(contentMediaType|propertyNames|x-.*)$/;

/** The schemas of which models are generated: types and names, without what a server decides. */
export function modelDocument(given: OpenApiDocument): object {
  const { schemas = {} } = structuredClone(given.components) as Record<
    string,
    Record<string, Node>
  >;
  for (const union of Object.values(schemas)) describeUnknownKind(union, schemas);
  return {
    openapi: given.openapi,
    info: given.info,
    paths: {},
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, plain(schema)]),
      ),
    },
  };
}

function plain(value: unknown, isOfProperties = false): unknown {
  if (Array.isArray(value)) return value.map((each) => plain(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, each]) => isOfProperties || !isDropped(key, each))
      .map(([key, each]) => [key, plain(each, key === 'properties')]),
  );
}

const isDropped = (key: string, value: unknown): boolean =>
  dropped.test(key) || (key === 'format' && value !== 'date-time');
