import { describe, expect, test } from 'vitest';
import { givenMember } from '../../auth/members/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
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

describe('An answered request', () => {
  test.each(['accept', 'decline'] as const)(
    'shows people who has answered it by %s, and API keys the ID alone',
    async (verb) => {
      const member = await newOrganization();
      const other = await givenMember(member, 'operator');
      const byOther: Member['post'] = (path, body) =>
        member.send('POST', path, { token: other.token, body });
      const id = await givenRequest(member);
      const open = await read(member, id);
      const answered = (await answerWith({ ...member, post: byOther }, id, verb)).body;
      const seen = async (key?: string) => {
        const options = key === undefined ? {} : { key };
        const one = await member.send('GET', `${requests}/${id}`, options);
        const all = await member.send('GET', requests, options);
        expect(all.body.items).toEqual([one.body]);
        return one;
      };
      const shown = await seen();
      const etag = shown.headers.get('etag') ?? '';

      const { email: address } = other;
      expect(open).toMatchObject({ answered_by: null, answered_by_email: null });
      expect(answered).toMatchObject({ answered_by: other.id, answered_by_email: address });
      expect(shown.body).toEqual(answered);
      expect((await seen(member.key)).body).toEqual({ ...answered, answered_by_email: null });
      await member.delete(other.path);
      expect((await seen()).body).toEqual({ ...answered, answered_by_email: null });
      expect((await seen()).headers.get('etag')).not.toBe(etag);
      const events = await member.get('/api/v1/audit-events');
      const { after } = events.body.items.find(
        ({ action }: { action: string }) => action === `approval_request.${answered.status}`,
      );
      expect(after).toMatchObject({ answered_by: other.id });
      expect(JSON.stringify(after)).not.toContain(address);
    },
  );
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
