import { describe, expect, test } from 'vitest';
import { createDeliverer } from '../../../src/webhooks/deliveries/deliverer.ts';
import { ownServer } from '../../support/own-server.ts';
import {
  deliver,
  deliveriesOf,
  givenEndedRun,
  givenEndpoint,
  hourMs,
  pass,
  startReceiver,
  verified,
  givenMember,
} from '../given.ts';

const aSecret = /^whsec_[A-Za-z0-9+/]{43}=$/;

const server = ownServer();

const aMember = () => givenMember(server);

describe('rotateWebhookSecret', () => {
  test('signs with both secrets for 24 hours, then with the new one', async () => {
    const member = await aMember();
    const receiver = await startReceiver();
    const { path, secret: old } = await givenEndpoint(member, receiver.url, {
      events: ['call_ended'],
    });
    const rotatedAt = server.app.now();

    const { body } = await member.post(`${path}/rotate-secret`);
    await givenEndedRun(member);
    pass(server, 24 * hourMs - 1);
    await deliver(server);
    pass(server, 1);
    await givenEndedRun(member);
    await deliver(server);

    expect(body.secret).toMatch(aSecret);
    expect(body.secret).not.toBe(old);
    expect(Date.parse(body.previous_secret_expires_at)).toBe(Date.parse(rotatedAt) + 24 * hourMs);
    const [during, after] = receiver.received;
    if (!during || !after) throw new Error('Two events were expected.');
    expect(String(during.headers['webhook-signature']).split(' ').length).toBe(2);
    verified(body.secret, during);
    verified(old, during);
    verified(body.secret, after);
    expect(() => verified(old, after)).toThrow('No matching signature');
    expect((await member.get(path)).body.previous_secret_expires_at).toBeNull();
  });

  test('twice ends the oldest secret immediately', async () => {
    const member = await aMember();
    const receiver = await startReceiver();
    const { path, secret } = await givenEndpoint(member, receiver.url, { events: ['call_ended'] });

    const [second, third] = [
      await member.post(`${path}/rotate-secret`),
      await member.post(`${path}/rotate-secret`),
    ];
    await givenEndedRun(member);
    await deliver(server);

    const [one] = receiver.received;
    if (!one) throw new Error('An event was expected.');
    verified(second.body.secret, one);
    verified(third.body.secret, one);
    expect(() => verified(secret, one)).toThrow('No matching signature');
  });
});

test('An undecryptable secret affects only the deliveries of its endpoint', async () => {
  const [member, other] = [await aMember(), await aMember()];
  const receiver = await startReceiver();
  const { id } = await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
  await givenEndpoint(other, receiver.url, { events: ['call_ended'] });
  await server.app.db
    .updateTable('webhook_endpoints')
    .set({ secret_encrypted: Buffer.from('rubbish') })
    .where('id', '=', id)
    .execute();
  await givenEndedRun(member);
  const run = await givenEndedRun(other);
  const deliverer = createDeliverer(server.app);

  await deliverer.deliver();

  await deliverer.stop();
  expect(receiver.heard()).toEqual([`call_ended ${run}`]);
  const [delivery] = await deliveriesOf(member);
  expect(delivery).toMatchObject({ status: 'pending', attempt_count: 1 });
});
