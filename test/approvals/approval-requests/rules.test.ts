import { expect, test } from 'vitest';
import {
  type Answer,
  allows,
  closingOf,
  type RequestFacts,
  type RequestStatus,
  requestTransitions,
  statusOf,
} from '../../../src/approvals/approval-requests/rules.ts';
import type { Transition } from '../../../src/transition.ts';

const now = '2026-03-01T12:00:00.000Z';
const statuses: RequestStatus[] = ['pending', 'accepted', 'declined', 'expired', 'withdrawn'];
const answers: Answer[] = ['accept', 'decline', 'withdraw'];

test.each([
  ['2026-03-08T12:00:00.000Z', '2099-01-01T00:00:00.000Z'],
  ['2026-03-08T11:59:59.999Z', '2026-03-08T11:59:59.999Z'],
])('A request can be answered until %s if its policy expires at %s', (closes_at, expires_at) => {
  expect(closingOf(expires_at, now)).toBe(closes_at);
});

test.each(answers)('Only a pending request allows to %s it', (answer) => {
  expect(statuses.filter((status) => allows(answer, status))).toEqual(['pending']);
});

test('requestTransitions are exactly the changes of the status that a request can have', () => {
  const pending: RequestFacts = {
    approved_at: null,
    declined_at: null,
    withdrawn_at: null,
    proposal_closes_at: '2026-03-02T12:00:00.000Z',
  };
  const after = '2026-03-03T12:00:00.000Z';
  const changed: Record<Answer, RequestFacts> = {
    accept: { ...pending, approved_at: now },
    decline: { ...pending, declined_at: now },
    withdraw: { ...pending, withdrawn_at: now, proposal_closes_at: now },
  };

  const seen = [
    ...answers.map((answer) => `pending -> ${statusOf(changed[answer], now)}`),
    `pending -> ${statusOf(pending, after)}`,
  ];
  const finalStatuses = answers.map((answer) => [
    statusOf(changed[answer], now),
    statusOf(changed[answer], after),
  ]);

  const table: Transition<string>[] = Object.values(requestTransitions);
  const listed = table.flatMap(({ from, to }) => from.map((status) => `${status} -> ${to}`));
  expect([statusOf(pending, now), seen.toSorted()]).toEqual(['pending', listed.toSorted()]);
  for (const [one, later] of finalStatuses) expect(later).toBe(one);
});
