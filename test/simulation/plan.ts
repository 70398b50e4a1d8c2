import fc, { type Arbitrary } from 'fast-check';
import type { FaultRates } from './faults.ts';
import type { NetworkRates } from './network.ts';

export interface PlannedCampaign {
  readonly contacts: number;
  readonly max_concurrency: number | null;
  readonly max_retries: number;
  /** Started by an API key that needs an approval. */
  readonly needs_approval: boolean;
}

/** What a client does, one after the other. */
export type Action =
  | { readonly do: 'start' | 'pause' | 'resume' | 'cancel' | 'add'; readonly campaign: number }
  | { readonly do: 'limit'; readonly campaign: number; readonly max_concurrency: number | null }
  | {
      readonly do: 'forbid_number' | 'allow_number';
      readonly campaign: number;
      readonly contact: number;
    }
  | {
      readonly do:
        | 'call'
        | 'call_with_approval'
        | 'forbid_call'
        | 'hang_up'
        | 'transfer'
        | 'hand_over';
    }
  | { readonly do: 'remove_colleague' | 'add_colleague'; readonly of: number }
  | { readonly do: 'revoke'; readonly of: 'calls' | number }
  | { readonly do: 'wait'; readonly ms: number };

/** All that happens in a run, but for its order. */
export interface Plan {
  readonly workers: number;
  readonly call_limit: number;
  readonly calls_per_second: number | null;
  /** How many rows of a source are copied at once. */
  readonly copy_batch: number;
  readonly max_uses: number;
  readonly campaigns: readonly PlannedCampaign[];
  readonly clients: readonly (readonly Action[])[];
  readonly faults: FaultRates;
  readonly network: NetworkRates;
}

/** Mostly none, so that in each run some kinds stand out. */
const rate = (...rates: readonly number[]): Arbitrary<number> => fc.constantFrom(0, 0, ...rates);

const campaign: Arbitrary<PlannedCampaign> = fc.record({
  contacts: fc.integer({ min: 1, max: 5 }),
  max_concurrency: fc.constantFrom(null, 1, 2),
  max_retries: fc.constantFrom(0, 1),
  needs_approval: fc.boolean(),
});

const action: Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('pause' as const, 'resume' as const),
      campaign: fc.nat(1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('start' as const), campaign: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), campaign: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('add' as const), campaign: fc.nat(1) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('limit' as const),
      campaign: fc.nat(1),
      max_concurrency: fc.constantFrom(null, 1, 2, 3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'forbid_number' as const,
        'forbid_number' as const,
        'allow_number' as const,
      ),
      campaign: fc.nat(1),
      contact: fc.nat(4),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'call' as const,
        'call_with_approval' as const,
        'forbid_call' as const,
        'hang_up' as const,
        'transfer' as const,
        'hand_over' as const,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('remove_colleague' as const, 'add_colleague' as const),
      of: fc.nat(1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('revoke' as const),
      of: fc.constantFrom('calls' as const, 0, 1),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(50, 1000, 4000, 35_000),
    }),
  },
);

const actions = fc.array(action, { minLength: 1, maxLength: 8 });

/** What clients do first, so that something is called in each run, and transferred in most. */
const beginnings: readonly (readonly Action[])[] = [
  [{ do: 'start', campaign: 0 }],
  [{ do: 'transfer' }, { do: 'hand_over' }, { do: 'hand_over' }],
  [{ do: 'start', campaign: 1 }],
];

const clients = fc
  .tuple(
    fc.tuple(...beginnings.map((each) => fc.constantFrom(...each))),
    fc.array(actions, { minLength: 1, maxLength: beginnings.length }),
  )
  .map(([first, lists]) => lists.map((list, client) => [first[client]!, ...list]));

const faults: Arbitrary<FaultRates> = fc.record({
  crash: rate(0.002, 0.01),
  crash_after: rate(0.002, 0.01),
  connection_lost: rate(0.005, 0.03),
  answer_lost: rate(0.005, 0.03),
  conflict: rate(0.01, 0.05),
  outage: rate(0.001, 0.003),
  freeze: rate(0.001, 0.004),
  haste: rate(0.01, 0.1),
  wake_up_lost: rate(0.1, 0.5),
  wake_up_twice: rate(0.2),
});

const network: Arbitrary<NetworkRates> = fc.record({
  refused: rate(0.1),
  rate_limited: rate(0.1, 0.3),
  unavailable: rate(0.1, 0.3),
  account_refused: rate(0.05),
  request_lost: rate(0.1),
  answer_lost: rate(0.1, 0.3),
  callback_lost: rate(0.1, 0.5),
  callback_twice: rate(0.3),
  agent_lost: rate(0.2),
  silent: rate(0.3),
});

export const plans: Arbitrary<Plan> = fc.record({
  workers: fc.constantFrom(1, 2, 2, 3),
  call_limit: fc.integer({ min: 1, max: 4 }),
  calls_per_second: fc.constantFrom(null, null, 1, 3),
  copy_batch: fc.constantFrom(1, 2, 5000),
  max_uses: fc.integer({ min: 1, max: 3 }),
  campaigns: fc.array(campaign, { minLength: 1, maxLength: 2 }),
  clients,
  faults,
  network,
});

const never = <Name extends string>(names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

/** A network without faults. */
export const faultless: NetworkRates = never([
  'refused',
  'rate_limited',
  'unavailable',
  'account_refused',
  'request_lost',
  'answer_lost',
  'callback_lost',
  'callback_twice',
  'agent_lost',
  'silent',
]);
