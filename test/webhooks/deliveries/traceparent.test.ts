import { describe, expect, test, vi } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { givenCallable } from '../../telephony/calls/given.ts';
import { givenEndpoint, startReceiver } from '../given.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const sent = `00-${traceId}-b7ad6b7169203331-01`;

const server = ownServer({ role: 'all' });

/** Places a call that is busy, with the headers, and waits for its two events. */
async function traceparentsAfter(headers: Record<string, string>) {
  const member = await newOrganization({ server });
  const receiver = await startReceiver();
  await givenEndpoint(member, receiver.url);
  const { workflow_id } = await givenCallable(member);
  const answer = await member.post(
    '/api/v1/telephony/initiate-call',
    { workflow_id, to_number: '+12025550140' },
    headers,
  );
  expect(answer.status).toBe(202);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), 20_000);
  const line = server.logged.find(
    ({ request_id }) => request_id === answer.headers.get('x-request-id'),
  );
  return { received: receiver.received.map((each) => each.headers['traceparent']), line };
}

describe('Without a tracer', () => {
  test('the webhooks of a call have the traceparent of the request that initiated it', async () => {
    const { received, line } = await traceparentsAfter({ traceparent: sent, tracestate: 'a=1' });

    expect(received).toEqual([sent, sent]);
    expect(line).toMatchObject({ trace_id: traceId, operation_id: 'initiateCall' });
  });

  test('a malformed traceparent is ignored', async () => {
    const { received, line } = await traceparentsAfter({ traceparent: `${sent}-more` });

    expect(received).toEqual([undefined, undefined]);
    expect(line).not.toHaveProperty('trace_id');
  });

  test('a test of an endpoint has the traceparent of its request', async () => {
    const member = await newOrganization({ server });
    const receiver = await startReceiver();
    const { path } = await givenEndpoint(member, receiver.url);

    await member.post(`${path}/test`, undefined, { traceparent: sent });
    await member.post(`${path}/test`);

    expect(receiver.received.map((each) => each.headers['traceparent'])).toEqual([sent, undefined]);
  });
});
