import fc from 'fast-check';
import { runToken } from '../../../src/auth/run-tokens.ts';
import type { Scope } from '../../../src/caller.ts';
import {
  loadContract,
  type Operation,
  resolve,
  type Schema,
} from '../../../src/http/operations.ts';
import { later } from '../../../src/timestamp.ts';
import { fitting } from '../../support/arbitrary.ts';
import { toolNames } from './talking.ts';
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
  'createRunTransfer.destination': (_, which) => numbers[which % numbers.length]!.slice(1),
};
/** The arguments of tools. */
const toolArguments: Readonly<Record<string, (world: World, which: number) => object>> = {
  transfer: (_, which) => ({ destination: numbers[which % numbers.length]!.slice(1) }),
  schedule_callback: (world, which) => ({ callback_at: timeIn(world, which) }),
  hang_up: () => ({}),
};

/** Members with which a request of a random value would be refused, and which no rule needs. */
const left = new Set(['from_number', 'timezone', 'append', 'transcript', 'usage', 'opt_out']);

function bodyOf({ id, bodySchema }: Operation): fc.Arbitrary<Filled> {
  if (!bodySchema) return fc.constant(() => undefined);
  const { properties = {}, required = [] } = resolve<{
    properties?: Record<string, Schema>;
    required?: string[];
  }>(document, bodySchema);
  const values = Object.entries(properties)
    .filter(([name]) => !left.has(name) || required.includes(name))
    .map(([name, schema]) => [name, valueOf(id, { name, schema })] as const);
  return fc
    .record(Object.fromEntries(values), { requiredKeys: required })
    .map(
      (filled) => (world) =>
        Object.fromEntries(Object.entries(filled).map(([name, value]) => [name, value(world)])),
    );
}

const valueOf = (
  operation: string,
  { name, schema }: { readonly name: string; readonly schema: Schema },
): fc.Arbitrary<Filled> => {
  const member = members[`${operation}.${name}`] ?? members[name];
  if (!member) return fitting(schema).map((value) => () => value);
  return fc.nat(99).map((which) => (world: World) => member(world, which));
};

export interface Step {
  /** Its operationId. */
  readonly operation: string;
  readonly which: number;
  readonly body: Filled;
  /** Whether it is sent with the token of the run, not with the key of the connector. */
  readonly asRun?: boolean;
  /** Whether the service's own agent calls the tool, at a relay socket with the token of the run. */
  readonly isSpoken?: boolean;
}

const stepOf = (operation: Operation, which: fc.Arbitrary<number>) => ({
  operation: fc.constant(operation.id),
  which,
  body: bodyOf(operation),
});

/** Every operation once, mostly with what a person scheduled or started. */
const each: fc.Arbitrary<Step[]> = fc.tuple(
  ...callable.map((operation) =>
    fc.record(stepOf(operation, fc.oneof({ arbitrary: fc.constant(0), weight: 2 }, fc.nat(11)))),
  ),
);

/** The operations on calls in progress. */
const acting = callable.filter(({ id, scope }) => scope === 'run:act' || id === 'callRunTool');
const isActing = (operation: string): boolean => acting.some(({ id }) => id === operation);

/** What is done to calls in progress besides, by the connector and by their agents. */
const actsInCalls: fc.Arbitrary<Step[]> = fc.array(
  fc
    .constantFrom(...acting)
    .chain((operation) => fc.record({ ...stepOf(operation, fc.nat(19)), asRun: fc.boolean() })),
  { minLength: 4, maxLength: 12 },
);

/** Tools that the service's own agent calls in calls in progress. */
const spoken: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    operation: fc.constant('callRunTool'),
    which: fc.nat(19),
    body: fc.constant(() => undefined),
    asRun: fc.constant(true),
    isSpoken: fc.constant(true),
  }),
  { minLength: 1, maxLength: 3 },
);

/** All in any order. */
export const steps: fc.Arbitrary<Step[]> = fc
  .tuple(each, actsInCalls, spoken)
  .map((lists) => lists.flat())
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));

/** Whether it does more than to record what an agent knows. */
const acts = (operation: string, tool: string): boolean =>
  operation === 'callRunTool'
    ? tool !== 'schedule_callback'
    : ['hangUpRun', 'sendRunKeys', 'createRunTransfer'].includes(operation);

/** Whether a connector's key needs a policy with which the call was placed. */
const needsPolicy = (operation: string): boolean =>
  ['covered', 'covered_by_key', 'requested'].includes(
    callable.find(({ id }) => id === operation)?.callAuthority ?? '',
  );

/** Sends a step's request; `isOfLeft`: it acts in a call that its agent has left; `isPersons`: on the authority of the person who requested the call. */
export async function send(world: World, step: Step) {
  const { operation, which, body, asRun = false, isSpoken = false } = step;
  const { member, ids, talking, transfers } = world;
  const name = toolNames[which % toolNames.length]!;
  const filled =
    operation === 'callRunTool'
      ? {
          call_id: crypto.randomUUID(),
          arguments: toolArguments[name]?.(world, which) ?? { order_id: 'A-17' },
        }
      : body(world);
  const { method, path: template } = callable.find(({ id }) => id === operation)!;
  const transfer =
    operation === 'cancelRunTransfer' ? transfers[which % transfers.length] : undefined;
  const call =
    talking.find(({ run_id }) => run_id === transfer?.run_id) ?? talking[which % talking.length]!;
  const { run_id } = call;
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'run_id' && isActing(operation)) return String(run_id);
    if (name === 'transfer_id' && transfer) return String(transfer.id);
    const known = ids[name] ?? [];
    return String(known[which % known.length] ?? 1);
  });
  const { organization_id, server } = member;
  const { state } = await server.app.db
    .selectFrom('workflow_runs')
    .select('state')
    .where('id', '=', run_id)
    .executeTakeFirstOrThrow();
  const run_token = runToken(server.app.secrets, { organization_id, run_id });
  const args = toolArguments[name]?.(world, which) ?? { order_id: 'A-17' };
  const { status } = isSpoken
    ? await world.speak({ run_id, run_token, call: { name, args } })
    : await member.send(method, path, {
        key: asRun ? run_token : member.key,
        ...(filled !== undefined && { body: filled }),
      });
  return {
    status,
    // No call in progress was placed with a policy of the connector.
    isForbidden:
      state !== 'completed' &&
      isActing(operation) &&
      (asRun ? !call.isPersons && operation === 'sendRunKeys' : needsPolicy(operation)),
    isPersons: asRun && call.isPersons,
    isOfLeft: asRun && call.isLeft && acts(operation, name),
  };
}
