import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { attempt, call, callerOf, givenPolicies, givenPolicy, requestedAt } from '../given.ts';
import {
  closed,
  connected,
  declined,
  givenRequest,
  policies,
  read,
  requests,
  withdrawn,
} from './given.ts';

describe('listApprovalRequests', () => {
  test('shows a connector its own requests, and a user and a plain key all of them', async () => {
    const member = await connected();
    const plain = await member.post('/api/v1/auth/api-keys', { name: 'x', scopes: ['read'] });
    const [own = '', foreign = ''] = await givenPolicies(member, [
      requestedAt(member.server.app.now()),
      { ...requestedAt(member.server.app.now()), connector_name: 'erp' },
    ]);
    const listed = async (credential: { key?: string; token?: string }) => {
      const { items } = (await member.send('GET', requests, credential)).body;
      return items.map(({ id }: { id: string }) => id);
    };

    const lists = [
      await listed({ key: member.key }),
      await listed({ key: plain.body.key }),
      await listed({ token: member.token }),
    ];
    const shown = await member.send('GET', `${requests}/${foreign}`, { key: member.key });

    expect(lists).toEqual([[own], [foreign, own], [foreign, own]]);
    expect([shown.status, shown.body.param]).toEqual([404, 'approval_request_id']);
  });

  test('shows requests alone, and listApprovalPolicies policies alone', async () => {
    const member = await connected();
    const policy = await givenPolicy(member);
    const pending = await givenRequest(member);
    const accepted = await givenRequest(member, { approved_at: member.server.app.now() });
    const ids = async (path: string) =>
      (await member.get(path)).body.items.map(({ id }: { id: string }) => id);

    expect(await ids(policies)).toEqual([accepted, policy]);
    expect(await ids(requests)).toEqual([accepted, pending]);
    expect((await member.get(`${policies}/${pending}`)).status).toBe(404);
    expect((await member.get(`${requests}/${policy}`)).status).toBe(404);
  });
});

describe('A request that nobody has accepted', () => {
  const states = [
    ['pending', {}, 'request_pending'],
    ['declined', declined, 'request_declined'],
    ['withdrawn', withdrawn, 'no_matching_policy'],
    ['expired', closed, 'no_matching_policy'],
  ] as const;

  test.each(states)('authorizes nothing while it is %s', async (status, options, refusal) => {
    const member = await newOrganization();
    const id = await givenRequest(member, options);

    const used = await attempt(member, await callerOf(member), call());

    expect([used, (await read(member, id)).status]).toEqual([refusal, status]);
  });

  test.each(states)('is listed by the status %s alone', async (status, options) => {
    const member = await newOrganization();
    const id = await givenRequest(member, options);

    const found: string[] = [];
    for (const each of ['pending', 'accepted', 'declined', 'expired', 'withdrawn']) {
      const { items } = (await member.get(`${requests}?status=${each}`)).body;
      if (items.some((item: { id: string }) => item.id === id)) found.push(each);
    }

    expect(found).toEqual([status]);
  });

  test('can be neither used, counted nor accepted after a withdrawal by the database itself', async () => {
    const member = await newOrganization();
    const [pending, over] = [await givenRequest(member), await givenRequest(member, withdrawn)];
    const update = (id: string, set: object) =>
      member.server.app.db.updateTable('approval_policies').set(set).where('id', '=', id).execute();

    await expect(update(pending, { used_count: 1 })).rejects.toThrow(
      /approval_policies_unapproved_check/,
    );
    await expect(update(over, { approved_at: member.server.app.now() })).rejects.toThrow(
      /approval_policies_withdrawn_check/,
    );
  });

  test.each(['disable', 'enable', 'revoke'])('is no policy to %s', async (verb) => {
    const member = await newOrganization();
    const id = await givenRequest(member);

    const body = verb === 'revoke' ? { reason: 'x' } : undefined;
    const answer = await member.post(`${policies}/${id}/${verb}`, body);

    expect([answer.status, answer.body.param]).toEqual([404, 'policy_id']);
  });
});
