import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { givenCallable } from '../../telephony/calls/given.ts';
import { attempt, call, callerOf, givenPolicies, requestedAt } from '../given.ts';
import {
  answerWith,
  byKey,
  closed,
  connected,
  declined,
  givenRequest,
  read,
  reason,
  requests,
  terms,
  withdrawn,
} from './given.ts';

describe.each([
  ['acceptApprovalRequest', 'accept', 'accepted'],
  ['declineApprovalRequest', 'decline', 'declined'],
  ['withdrawApprovalRequest', 'withdraw', 'withdrawn'],
] as const)('%s', (_operation, verb, state) => {
  test('succeeds once of several concurrent requests', async () => {
    const member = await newOrganization();
    const id = await givenRequest(member);

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => answerWith(member, id, verb)),
    );

    const lost = answers.filter(({ status }) => status === 409);
    expect(lost).toHaveLength(7);
    for (const { body } of lost)
      expect(body).toMatchObject({ code: 'approval_request_not_pending', state });
    expect((await read(member, id)).status).toBe(state);
  });

  test.each([
    ['accepted', { approved_at: '2026-01-01T00:00:00.000Z' }],
    ['declined', declined],
    ['withdrawn', withdrawn],
    ['expired', closed],
  ])('refuses a request that is %s and leaves it unchanged', async (status, options) => {
    const member = await newOrganization();
    const id = await givenRequest(member, options);
    const before = await read(member, id);

    const answer = await answerWith(member, id, verb);

    expect([answer.status, answer.body.code, answer.body.state]).toEqual([
      409,
      'approval_request_not_pending',
      status,
    ]);
    expect(await read(member, id)).toEqual(before);
  });
});

describe('withdrawApprovalRequest', () => {
  test('is for the own connector, and what it withdrew cannot be accepted', async () => {
    const member = await newOrganization({ connector: 'crm', scopes: ['approvals:propose'] });
    const [own, foreign] = await givenPolicies(member, [
      requestedAt(member.server.app.now()),
      { ...requestedAt(member.server.app.now()), connector_name: 'erp' },
    ]);
    const withdraw = (id = '') =>
      member.send('POST', `${requests}/${id}/withdraw`, { key: member.key });

    const [mine, other] = [await withdraw(own), await withdraw(foreign)];
    const accepted = await answerWith(member, own ?? '', 'accept');

    expect([mine.status, mine.body.status, mine.body.closes_at]).toEqual([
      200,
      'withdrawn',
      mine.body.withdrawn_at,
    ]);
    expect([other.status, other.body.param]).toEqual([404, 'approval_request_id']);
    expect((await read(member, foreign ?? '')).status).toBe('pending');
    expect([accepted.status, accepted.body.state]).toEqual([409, 'withdrawn']);
    expect(await attempt(member, await callerOf(member), call())).toBe('no_matching_policy');
  });

  test('does not make room for another request within the hour', async () => {
    const member = await connected();
    await givenCallable(member);
    const waiting = Array.from({ length: 50 }, () => requestedAt(member.server.app.now()));
    const [first = ''] = await givenPolicies(member, waiting);

    const answer = await answerWith(member, first, 'withdraw');
    const next = await byKey(member, { policy: terms, reason });

    expect([answer.status, next.status, next.body.code]).toEqual([200, 409, 'limit_reached']);
  });
});
