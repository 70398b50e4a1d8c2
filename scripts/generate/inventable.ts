import type { OpenApiDocument } from '../../src/http/operations.ts';

/** A free-form object that may have more members is filled with that many by tools that invent values. */
const manyMembers = 100;

/**
 * The contract from which a mock server can invent answers in moments: lists are short, and `maxProperties` of free-form
 * objects is `x-max-properties`. Prism needed minutes for a workflow, which has thousands of nodes with a thousand members each.
 */
export function inventable(document: OpenApiDocument): OpenApiDocument {
  return {
    ...(renamed(document) as OpenApiDocument),
    'x-json-schema-faker': { 'max-items': 3 },
  } as OpenApiDocument;
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) =>
      key === 'maxProperties' && Number(part) > manyMembers
        ? ['x-max-properties', part]
        : [key, renamed(part)],
    ),
  );
}
