import { describe, expect, test } from 'vitest';
import { givenPolicy } from '../../approvals/given.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { givenCallable } from '../../telephony/calls/given.ts';
import { deliver, givenEndedRun, givenEndpoint, startReceiver } from '../given.ts';
import { bodiesOf, namesOf } from './given.ts';

const server = ownServer();

describe('approval_policy_exhausted', () => {
  test('is written with the last use of a policy', async () => {
    const member = await newOrganization({ server, connector: 'crm' });
    const { workflow_id } = await givenCallable(member);
    const id = await givenPolicy(member, {
      target_id: workflow_id,
      destination_value: '+12025550197',
      max_uses: 2,
    });
    const call = () =>
      member.send('POST', '/api/v1/telephony/initiate-call', {
        key: member.key,
        body: { workflow_id, to_number: '+12025550197' },
      });

    expect((await call()).status).toBe(202);
    expect(await namesOf(member)).toEqual([]);
    expect((await call()).status).toBe(202);
    expect((await call()).status).toBe(403);

    expect(await bodiesOf(member)).toMatchObject([
      {
        type: 'approval_policy_exhausted',
        approval_policy: { id, connector_name: 'crm', used_count: 2, max_uses: 2 },
      },
    ]);
  });
});

describe('webhook_endpoint_disabled', () => {
  test("is sent to the organization's other endpoints", async () => {
    const [member, stranger] = [
      await newOrganization({ server }),
      await newOrganization({ server }),
    ];
    const [receiver, elsewhere] = [await startReceiver(), await startReceiver()];
    const events = ['call_ended', 'webhook_endpoint_disabled'];
    const endpoint = await givenEndpoint(member, `${receiver.url}#1`, { events });
    await givenEndpoint(member, `${receiver.url}&other=1`, { events: events.slice(1) });
    await givenEndpoint(stranger, elsewhere.url, { events });

    await member.post(`${endpoint.path}/disable`);
    await member.post(`${endpoint.path}/disable`);
    await deliver(server);

    expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks?tenant=1&other=1']);
    expect(elsewhere.received).toEqual([]);
    const [body] = await bodiesOf(member);
    expect(body).toMatchObject({
      actor: { kind: 'user', id: member.user_id },
      webhook_endpoint: { id: endpoint.id, disabled_reason: 'requested' },
    });
    expect(body.webhook_endpoint.url).toMatch(/[/]hooks[?]sha256=[0-9a-f]{12}$/);
  });

  test('is sent when an endpoint is gone', async () => {
    const member = await newOrganization({ server });
    const gone = await startReceiver((_, response) => response.writeHead(410).end());
    const other = await startReceiver();
    const endpoint = await givenEndpoint(member, gone.url);
    await givenEndpoint(member, other.url, { events: ['webhook_endpoint_disabled'] });

    await givenEndedRun(member);
    await deliver(server);

    expect(other.received).toHaveLength(1);
    expect(JSON.parse(other.received[0]?.text ?? '')).toMatchObject({
      type: 'webhook_endpoint_disabled',
      actor: { kind: 'system' },
      webhook_endpoint: { id: endpoint.id, disabled_reason: 'gone' },
    });
  });
});
