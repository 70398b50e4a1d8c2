import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { components } from '../../../generated/api.ts';
import type {
  CampaignFacts,
  ContactFacts,
  GateFacts,
  InboundFacts,
} from '../../../src/telephony/calls/permission-columns.ts';
import {
  admissionRules,
  gateRules,
  type GateRule,
  type HeldRule,
  heldRules,
  type InboundRule,
  inboundRules,
  permissionRules,
  rejectionOf,
  skippingRule,
  skippingRules,
  type SkipReason,
  transferRules,
  withheldBy,
  type Withheld,
} from '../../../src/telephony/calls/permission-rules.ts';
import { later, type Timestamp } from '../../../src/timestamp.ts';

const now = '2026-10-12T10:00:00.000Z' as Timestamp;
const closed = {
  enabled: true,
  timezone: 'UTC',
  slots: [{ day_of_week: 5, start_time: '09:00', end_time: '10:00' }],
};

const placed: GateFacts['call'] = {
  is_suspended: false,
  is_listed: false,
  lacks_consent: false,
  deadline_at: later(now, 60_000),
  timezone: null,
  provider: 'simulated',
};
const running: CampaignFacts = {
  is_running: true,
  is_tripped: false,
  lacks_consent: false,
  is_closed: false,
};
const allowed: GateFacts = {
  call: placed,
  hours: { organization: null, workflow: null },
  lost_approval: false,
  campaign: running,
  now,
};

const call = (facts: Partial<GateFacts['call']>) => ({ call: { ...placed, ...facts } });
const campaign = (facts: Partial<CampaignFacts>) => ({ campaign: { ...running, ...facts } });

/** What makes each rule forbid a call at the gate, and the reason that is given. */
const atGate: Readonly<Record<GateRule, readonly [Withheld, ...Partial<GateFacts>[]]>> = {
  organization_suspended: ['organization_suspended', call({ is_suspended: true })],
  do_not_call: ['do_not_call', call({ is_listed: true })],
  prior_consent: [
    'no_prior_consent',
    call({ lacks_consent: true }),
    campaign({ lacks_consent: true }),
  ],
  deadline: ['too_late', call({ deadline_at: now })],
  hours: [
    'outside_hours',
    { hours: { organization: closed, workflow: null } },
    { hours: { organization: null, workflow: closed } },
    campaign({ is_closed: true }),
  ],
  telephony_configuration: ['configuration_missing', call({ provider: null })],
  approval: ['approval_not_in_force', { lost_approval: true }],
  campaign_state: ['campaign', campaign({ is_running: false })],
  circuit_breaker: ['campaign', campaign({ is_tripped: true })],
};

const configuration: ContactFacts['configuration'] = {
  calling_codes: null,
  countries: null,
  allowed_number_types: [],
};

const callable: ContactFacts = {
  phone_number: '+12025550123',
  is_listed: false,
  lacks_consent: false,
  configuration,
};

const skipped: Readonly<Record<SkipReason, Partial<ContactFacts>>> = {
  do_not_call: { is_listed: true },
  no_prior_consent: { lacks_consent: true },
  destination_not_served: { configuration: { ...configuration, calling_codes: ['+44'] } },
  number_type_not_allowed: { phone_number: '+19005550123' },
};

const taken: InboundFacts = {
  is_suspended: false,
  missing: undefined,
  has_runtime: true,
  free: 1,
};

const rejected: Readonly<Record<InboundRule, readonly [string, Partial<InboundFacts>]>> = {
  organization_suspended: ['organization_suspended', { is_suspended: true }],
  workflow_published: ['workflow_archived', { missing: 'workflow_archived' }],
  agent_runtime: ['no_agent_runtime', { has_runtime: false }],
  slots: ['no_free_slot', { free: 0 }],
};

describe('Every rule', () => {
  test.each(Object.entries(permissionRules))('%s has all columns', (_, columns) => {
    const moments = ['admission', 'claim', 'gate', 'held', 'inbound', 'transfer'] as const;
    expect(Object.keys(columns)).toEqual(moments);
    for (const moment of moments) expect(Object.keys(columns[moment])).not.toEqual([]);
  });

  test('has an order of its own at each moment', () => {
    for (const moment of ['admission', 'claim', 'gate', 'held', 'inbound'] as const) {
      const orders = Object.values(permissionRules).flatMap((columns) =>
        'order' in columns[moment] ? [columns[moment].order] : [],
      );
      expect(new Set(orders).size, moment).toBe(orders.length);
    }
  });

  test('is shown by a name of the contract', () => {
    const preview: readonly components['schemas']['CallRule'][] = [...admissionRules, 'pace'];
    const held: readonly components['schemas']['ContactHoldCode'][] = heldRules;
    // The other way round, the compiler finds a name of the contract that no rule has.
    const all: readonly HeldRule[] = held;

    expect([preview.length, all.length]).toEqual([13, 17]);
  });
});

describe('A transfer', () => {
  test('is admitted by rules that a call is admitted by, and looked at by every rule of the gate that can be about it', () => {
    expect(transferRules).toEqual(
      admissionRules.filter((name) => !['prior_consent', 'slots'].includes(name)),
    );
    const atGate = gateRules.filter((name) => {
      const { transfer } = permissionRules[name];
      return 'at' in transfer && transfer.at.some((moment) => moment === 'gate');
    });
    expect(atGate).toEqual(
      gateRules.filter(
        (name) => !['prior_consent', 'campaign_state', 'circuit_breaker'].includes(name),
      ),
    );
  });
});

describe('At the gate', () => {
  test('a call is placed that no rule forbids, of a campaign or not', () => {
    expect(withheldBy(allowed)).toBeUndefined();
    expect(withheldBy({ ...allowed, campaign: undefined })).toBeUndefined();
  });

  test.each(
    gateRules.flatMap((name) => {
      const [reason, ...facts] = atGate[name];
      return facts.map((each) => [name, reason, each] as const);
    }),
  )('%s withholds it as %s: %j', (_, reason, facts) => {
    expect(withheldBy({ ...allowed, ...facts })).toBe(reason);
  });

  test('the first of several rules gives the reason', () => {
    const facts = gateRules.map((name) => atGate[name][1]!);
    const calls = facts.flatMap((each) => each.call ?? []);
    const spoiled = {
      ...Object.assign({}, allowed, ...facts),
      call: {
        ...placed,
        is_suspended: calls.some(({ is_suspended }) => is_suspended),
        is_listed: true,
        lacks_consent: true,
        deadline_at: now,
        provider: null as string | null,
      },
      campaign: { ...running, is_running: false },
    } as GateFacts;
    const inTurn: (Withheld | undefined)[] = [];
    const fixes: Partial<GateFacts>[] = [{}];
    for (const part of [
      { is_suspended: false },
      { is_listed: false },
      { lacks_consent: false },
      { deadline_at: later(now, 1) },
    ])
      fixes.push({ call: { ...(fixes.at(-1)!.call ?? spoiled.call), ...part } });
    for (const fix of fixes) inTurn.push(withheldBy({ ...spoiled, ...fix }));
    const open = { ...spoiled, ...fixes.at(-1), hours: allowed.hours };
    inTurn.push(withheldBy(open));
    inTurn.push(withheldBy({ ...open, call: placed }));
    inTurn.push(withheldBy({ ...open, call: placed, lost_approval: false }));

    expect(inTurn).toEqual([
      'organization_suspended',
      'do_not_call',
      'no_prior_consent',
      'too_late',
      'outside_hours',
      'configuration_missing',
      'approval_not_in_force',
      'campaign',
    ]);
  });
});

describe('At the claim', () => {
  test('a contact is called that no rule skips', () => {
    expect(skippingRule(callable)).toBeUndefined();
    for (const settings of [{ calling_codes: ['+1202'] }, { countries: ['US'] }])
      expect(
        skippingRule({ ...callable, configuration: { ...configuration, ...settings } }),
      ).toBeUndefined();
  });

  test.each(skippingRules)('%s skips it', (name) => {
    const { skips } = permissionRules[name].claim;

    expect(skippingRule({ ...callable, ...skipped[skips] })).toBe(name);
  });

  test('the first of several rules gives the reason', () => {
    const all = { ...callable, ...Object.assign({}, ...Object.values(skipped)) };

    expect(skippingRule(all)).toBe('do_not_call');
    expect(skippingRule({ ...all, is_listed: false })).toBe('prior_consent');
  });
});

describe('A call that comes in', () => {
  test('is taken if no rule rejects it', () => {
    expect(rejectionOf(taken)).toBeUndefined();
  });

  test.each(inboundRules)('is rejected by %s', (name) => {
    const [rejection, facts] = rejected[name];

    expect(rejectionOf({ ...taken, ...facts })).toBe(rejection);
  });

  test('is rejected by the first of several rules', () => {
    const all = {
      is_suspended: true,
      missing: 'unknown_number',
      has_runtime: false,
      free: 0,
    } as const;

    expect(rejectionOf(all)).toBe('organization_suspended');
    expect(rejectionOf({ ...all, is_suspended: false })).toBe('unknown_number');
    expect(rejectionOf({ ...taken, has_runtime: false, free: 0 })).toBe('no_agent_runtime');
  });
});

test('The contract names the codes that a requested call can be refused with, and no other', () => {
  const { components } = JSON.parse(readFileSync('generated/openapi.json', 'utf8')) as {
    components: {
      schemas: Record<string, { properties: Record<string, Record<string, unknown>> }>;
    };
  };
  const code = components.schemas['CallRuleResult']!.properties['code']!;
  const refused = admissionRules.flatMap((name) => [...permissionRules[name].admission.refuses]);

  expect([...(code['x-extensible-enum'] as string[])].toSorted()).toEqual(
    [...new Set<string>(refused)].toSorted(),
  );
});
