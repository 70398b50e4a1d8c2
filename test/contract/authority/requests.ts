import fc from 'fast-check';
import type { Scope } from '../../../src/caller.ts';
import {
  loadContract,
  type Operation,
  resolve,
  type Schema,
} from '../../../src/http/operations.ts';
import { later } from '../../../src/timestamp.ts';
import { fitting } from '../../support/arbitrary.ts';
import { hour, hours, numbers, type World } from './world.ts';

/** The scopes of the operations that place, move and change calls. */
export const ofCalls: readonly Scope[] = [
  'calls:place',
  'campaigns:write',
  'campaigns:control',
  'runs:write',
  'run:write',
  'run:act',
  'approvals:propose',
];

const { document, operations } = loadContract();
export const callable = operations.filter(
  ({ apiKey, method, scope, body }) =>
    apiKey && method !== 'GET' && scope && ofCalls.includes(scope) && !body?.isStream,
);

type Filled = (world: World) => unknown;

const timeIn = ({ begun }: World, which: number) => later(begun, (1 + (which % hours)) * hour);

/** Members of bodies that only fit with values of the world. */
const members: Readonly<Record<string, (world: World, which: number) => unknown>> = {
  scheduled_at: timeIn,
  start_at: timeIn,
  callback_at: timeIn,
  to_number: (_, which) => numbers[which % numbers.length],
  workflow_id: ({ workflow_id }) => workflow_id,
  telephony_configuration_id: ({ configuration_id }) => configuration_id,
  contacts: (_, which) => [{ phone_number: `+12025550${String(200 + which)}` }],
  outcomes: () => ['busy'],
};
/** Members with which a request of a random value would be refused, and which no rule needs. */
const left = new Set(['from_number', 'timezone', 'append', 'transcript', 'usage', 'opt_out']);

function bodyOf({ bodySchema }: Operation): fc.Arbitrary<Filled> {
  if (!bodySchema) return fc.constant(() => undefined);
  const { properties = {}, required = [] } = resolve<{
    properties?: Record<string, Schema>;
    required?: string[];
  }>(document, bodySchema);
  const values = Object.entries(properties)
    .filter(([name]) => !left.has(name) || required.includes(name))
    .map(([name, schema]) => [name, valueOf(name, schema)] as const);
  return fc
    .record(Object.fromEntries(values), { requiredKeys: required })
    .map(
      (filled) => (world) =>
        Object.fromEntries(Object.entries(filled).map(([name, value]) => [name, value(world)])),
    );
}

const valueOf = (name: string, schema: Schema): fc.Arbitrary<Filled> => {
  const member = members[name];
  if (!member) return fitting(schema).map((value) => () => value);
  return fc.nat(99).map((which) => (world: World) => member(world, which));
};

export interface Step {
  /** Its operationId. */
  readonly operation: string;
  readonly which: number;
  readonly body: Filled;
}

/** Every operation once, in any order, mostly with what a person scheduled or started. */
export const steps: fc.Arbitrary<Step[]> = fc
  .tuple(
    ...callable.map((operation) =>
      fc.record({
        operation: fc.constant(operation.id),
        which: fc.oneof({ arbitrary: fc.constant(0), weight: 2 }, fc.nat(11)),
        body: bodyOf(operation),
      }),
    ),
  )
  .chain((each) => fc.shuffledSubarray(each, { minLength: each.length }));

export function send(world: World, { operation, which, body }: Step) {
  const { member, ids } = world;
  const filled = body(world);
  const { method, path: template } = callable.find(({ id }) => id === operation)!;
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const known = ids[name] ?? [];
    return String(known[which % known.length] ?? 1);
  });
  return member.send(method, path, {
    key: member.key,
    ...(filled !== undefined && { body: filled }),
  });
}
