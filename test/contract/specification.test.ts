import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import { additionsOf, operations, schemas } from './specification.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly 'x-extensible-enum'?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

const components = document.components as unknown as {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly parameters: Readonly<Record<string, { readonly name: string; readonly in: string }>>;
};
const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined
    ? schema
    : { ...resolved(components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) };

/** The members of an object, or of each branch that says what it has. */
function membersOf(schema: Schema): Readonly<Record<string, Schema>> {
  const { properties, anyOf = [] } = resolved(schema);
  const branches = anyOf.map(membersOf).filter((members) => Object.keys(members).length > 1);
  return properties ?? Object.assign({}, ...branches);
}

/** The type as the specification has it, whether or not the member can be null. */
function typeOf(schema: Schema): string {
  const { type, format, allOf, anyOf, properties } = resolved(schema);
  const kinds = [type ?? []].flat().filter((kind) => kind !== 'null');
  if (format === 'date-time') return 'date-time';
  const branch = [...(allOf ?? []), ...(anyOf ?? [])].find(
    (each) => resolved(each).type !== 'null',
  );
  return kinds[0] ?? (properties ? 'object' : branch ? typeOf(branch) : 'any');
}

interface Published {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly $ref: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}
const paths = document.paths as unknown as Readonly<
  Record<string, Readonly<Record<string, Published>>>
>;

describe.each(Object.entries(operations))('The specified operation %s', (id, specified) => {
  const published = paths[specified.path]?.[specified.method] as Published;
  const body = Object.values(published?.requestBody?.content ?? {})[0]?.schema;

  test('has its path, method and credentials', () => {
    expect(published?.operationId).toBe(id);
    expect(published.security.flatMap((scheme) => Object.keys(scheme)).toSorted()).toEqual(
      specified.credentials,
    );
  });

  test('has its parameters in the path, and in headers beside those of every operation', () => {
    const all = (published.parameters ?? []).map(
      ({ $ref }) => components.parameters[$ref.split('/').at(-1) ?? ''],
    );
    const names = (where: string) =>
      all.flatMap((parameter) => (parameter?.in === where ? [parameter.name] : []));

    expect(names('path')).toEqual(specified.inPath);
    expect(names('query')).toEqual([]);
    const added = ['If-Match', 'Idempotency-Key'];
    expect(names('header').filter((name) => !added.includes(name))).toEqual(specified.headers);
  });

  test('takes its members, and requires no other', () => {
    const members = Object.fromEntries(
      Object.entries(body ? membersOf(body) : {}).map(([name, schema]) => [name, typeOf(schema)]),
    );
    const added = additionsOf(body?.$ref);
    for (const name of added) delete members[name];

    expect(members).toEqual(specified.request);
    expect(resolved(body ?? {}).required ?? []).toEqual(specified.required);
  });

  test('answers what is specified', () => {
    const [status, ...others] = Object.keys(published.responses).filter((code) => code < '300');
    const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(
      published.responses[status ?? '']?.content ?? {},
    );
    const { items } = resolved(schema);
    const shown = (items ?? schema).$ref?.split('/').at(-1);

    expect([status, others]).toEqual(['200', []]);
    expect([type, items ? `${shown}[]` : shown]).toEqual(specified.answer);
  });
});

describe.each(Object.entries(schemas))('The specified schema %s', (name, members) => {
  const published = membersOf({ $ref: `#/components/schemas/${name}` });

  test('has its members with their types', () => {
    const types = Object.fromEntries(
      Object.keys(members).map((member) => [member, typeOf(published[member] ?? {})]),
    );

    expect(types).toEqual(members);
  });

  test('has no other members than the guide names', () => {
    const added = Object.keys(published).filter((member) => !(member in members));

    expect(added.toSorted()).toEqual(additionsOf(name).toSorted());
  });
});

test('Campaign requires exactly what the specification requires', () => {
  expect(components.schemas['Campaign']?.required).toEqual([
    'id',
    'name',
    'workflow_id',
    'workflow_name',
    'state',
    'source_type',
    'source_id',
    'total_rows',
    'processed_rows',
    'failed_rows',
    'created_at',
    'started_at',
    'completed_at',
    'retry_config',
  ]);
});

test('ApprovalPolicyStatus has exactly the specified values', () => {
  const { enum: values, 'x-extensible-enum': open } = components.schemas[
    'ApprovalPolicyStatus'
  ] as Schema;

  expect(values ?? open).toEqual(['active', 'disabled', 'revoked', 'expired', 'exhausted']);
});

test('The guide of additions says why of each, and info names it', () => {
  const guide = readFileSync(new URL('../../openapi/guides/additions.md', import.meta.url), 'utf8');
  const rows = [...guide.matchAll(/^\| `(\w+)` \| `\w+` \| (.*) \|$/gm)];
  const known = new Set([...Object.keys(schemas), 'UpdateWorkflowRequest']);

  expect(rows.filter(([, schema = '', why = '']) => !known.has(schema) || !why)).toEqual([]);
  expect(document.info.description).toContain('guide `additions`');
  for (const id of Object.keys(operations)) expect(guide).toContain(`\`${id}\``);
});
