/** Where something is wrong in what a client sent, and what. */
export interface PlacedFault {
  readonly path: readonly string[];
  readonly fault: string;
}

export type Schema = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a keyword holds: a schema, several in a list or by name, or something that is no schema. */
type Kind = 'schema' | 'list' | 'named';

const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...(
    'additionalProperties propertyNames items contains not if then else unevaluatedItems ' +
    'unevaluatedProperties contentSchema'
  )
    .split(' ')
    .map((name) => [name, 'schema'] as const),
  ...['prefixItems', 'allOf', 'anyOf', 'oneOf'].map((name) => [name, 'list'] as const),
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs'].map(
    (name) => [name, 'named'] as const,
  ),
]);

/** Undefined for a keyword that holds no schema, and for an annotation. */
export const kindOf = (keyword: string): Kind | undefined => kinds.get(keyword);

/** Calls back for a schema and all schemas within it, each before those within it. */
export function eachSchema(
  schema: unknown,
  visit: (schema: Schema, path: readonly string[]) => void,
  path: readonly string[] = [],
): void {
  if (!isObject(schema)) return;
  visit(schema, path);
  for (const [keyword, value] of Object.entries(schema)) {
    const kind = kindOf(keyword);
    if (kind === 'schema') eachSchema(value, visit, [...path, keyword]);
    else if (kind !== undefined && typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value))
        eachSchema(each, visit, [...path, keyword, name]);
  }
}
