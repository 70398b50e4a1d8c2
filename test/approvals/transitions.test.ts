import { expect, test } from 'vitest';
import {
  canDisable,
  canEnable,
  canRevoke,
  type PolicyFacts,
  policyTransitions,
  statusOf,
} from '../../src/approvals/rules.ts';
import type { Transition } from '../../src/transition.ts';

const [before, after] = ['2026-03-01T12:00:00.000Z', '2026-03-03T12:00:00.000Z'];
const expires_at = '2026-03-02T12:00:00.000Z';
const created: PolicyFacts = {
  revoked_at: null,
  disabled_at: null,
  approved_at: before,
  expires_at,
  used_count: 0,
  max_uses: 2,
};

interface Policy {
  readonly facts: PolicyFacts;
  readonly now: string;
}

const statusAt = ({ facts, now }: Policy) => statusOf(facts, now);

/** Everything that can happen to a policy now, as it changes what is stored, or the time. */
function next(policy: Policy): Policy[] {
  const { facts, now } = policy;
  const status = statusAt(policy);
  const stored = (change: Partial<PolicyFacts>): Policy => ({
    now,
    facts: { ...facts, ...change },
  });
  return [
    { facts, now: after },
    ...(status === 'active' ? [stored({ used_count: facts.used_count + 1 })] : []),
    ...(canRevoke(status) ? [stored({ revoked_at: now })] : []),
    ...(canDisable(status) ? [stored({ disabled_at: now })] : []),
    ...(canEnable(status) ? [stored({ disabled_at: null })] : []),
  ];
}

test('policyTransitions are exactly the changes of the status that a policy can have', () => {
  const seen = new Set<string>();
  const known = new Set<string>();
  const waiting: Policy[] = [{ facts: created, now: before }];
  for (let policy = waiting.pop(); policy; policy = waiting.pop()) {
    const key = JSON.stringify(policy);
    if (known.has(key)) continue;
    known.add(key);
    for (const following of next(policy)) {
      const [from, to] = [statusAt(policy), statusAt(following)];
      if (from !== to) seen.add(`${from} -> ${to}`);
      waiting.push(following);
    }
  }

  const table: Transition<string>[] = Object.values(policyTransitions);
  const listed = table.flatMap(({ from, to }) => from.map((status) => `${status} -> ${to}`));
  expect([...seen].toSorted()).toEqual([...new Set(listed)].toSorted());
});
