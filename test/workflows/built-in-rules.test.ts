import { expect, test } from 'vitest';
import { membersOf, requiredOf } from '../../src/mcp/contract.ts';
import { loadContract, resolve, type Schema } from '../../src/http/operations.ts';
import { builtInNames, type BuiltInName, builtIns } from '../../src/workflows/built-in-rules.ts';

const { document, operations } = loadContract();

const operationOf: Readonly<Record<BuiltInName, string>> = {
  hang_up: 'hangUpRun',
  transfer: 'createRunTransfer',
  send_keys: 'sendRunKeys',
  schedule_callback: 'submitRunResult',
  opt_out: 'submitRunResult',
  submit_result: 'submitRunResult',
};

/** Members of the body that the tool itself gives. */
const given: readonly string[] = ['kind'];

const described = ['description', 'examples', 'x-max-bytes', 'x-max-properties', 'maxProperties'];

/** A schema, or the one that it only describes in other words. */
function meant(schema: unknown): Schema {
  const resolved = resolve<Schema>(document, schema as Schema);
  const [only, ...others] = (resolved['allOf'] ?? []) as Schema[];
  return only && others.length === 0 ? meant(only) : resolved;
}

/** The schema's keywords that decide what is valid, of the members that the tool has too. */
function decisive(schema: unknown, tool: Schema): unknown {
  const { properties, required: _, ...rest } = meant(schema);
  const mine = (tool['properties'] ?? {}) as Record<string, Schema>;
  const theirs = (properties ?? {}) as Record<string, unknown>;
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !described.includes(name))),
    properties: Object.fromEntries(
      Object.entries(mine).map(([name, each]) => [name, decisive(theirs[name], each)]),
    ),
  };
}

test.each(builtInNames)('The arguments of %s are as in the body of its operation', (name) => {
  const operation = operations.find(({ id }) => id === operationOf[name]);
  const { parameters, scope } = builtIns[name];
  const members = membersOf(operation?.bodySchema) ?? {};
  const mine = parameters['properties'] as Record<string, Schema>;

  const theirs = Object.fromEntries(
    Object.entries(mine).map(([member, each]) => [member, decisive(members[member], each)]),
  );

  expect(theirs).toEqual(
    Object.fromEntries(
      Object.entries(mine).map(([member, each]) => [member, decisive(each, each)]),
    ),
  );
  expect(scope).toBe(operation?.scope);
  const required = operation?.bodySchema ? requiredOf(operation.bodySchema) : [];
  expect(parameters['required']).toEqual(
    expect.arrayContaining(required.filter((member) => !given.includes(member))),
  );
});
