import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../support/client.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { sharedServer, type TestServer } from '../support/server.ts';
import {
  type CallableCampaign,
  dialAll,
  dialNow,
  givenCallableCampaign,
  endless,
} from './lifecycle/given.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});

const etagOf = ({ headers }: Answer): string => headers.get('etag') ?? '';
const update = (member: Member, { path }: CallableCampaign, ifMatch: string) =>
  member.send('PATCH', path, {
    token: member.token,
    body: { name: 'Renamed' },
    headers: { 'if-match': ifMatch },
  });
const readUnless = (member: Member, { path }: CallableCampaign, etag: string) =>
  member.send('GET', path, { token: member.token, headers: { 'if-none-match': etag } });

describe("A campaign's ETag", () => {
  test('changes with its counts; as If-Match it still allows an update', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: [endless] });
    const before = etagOf(await member.post(`${campaign.path}/start`));
    await dialNow(member);

    const polled = await readUnless(member, campaign, before);
    const updated = await update(member, campaign, before);

    expect([polled.status, polled.body.executed_count]).toEqual([200, 1]);
    expect(updated.status).toBe(200);
  });

  test('no longer allows an update once the campaign has completed', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: ['00'] });
    const before = etagOf(await member.post(`${campaign.path}/start`));
    await dialAll(member, campaign);

    const answer = await update(member, campaign, before);

    expect([answer.status, answer.body.code]).toEqual([412, 'precondition_failed']);
  });

  test('no longer allows an update once the service has paused the campaign', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member);
    const before = etagOf(await member.post(`${campaign.path}/start`));
    await server.app.db
      .updateTable('workflows')
      .set({ status: 'archived' })
      .where('id', '=', campaign.workflow_id)
      .execute();
    await dialNow(member);

    const answer = await update(member, campaign, before);

    expect([answer.status, answer.body.code]).toEqual([412, 'precondition_failed']);
    expect((await member.get(campaign.path)).body.state).toBe('paused');
  });

  test('does not change for {}', async () => {
    const member = await newOrganization({ server });
    const { path } = await givenCallableCampaign(member);
    const before = etagOf(await member.get(path));

    expect(etagOf(await member.patch(path, {}))).toBe(before);
  });
});
