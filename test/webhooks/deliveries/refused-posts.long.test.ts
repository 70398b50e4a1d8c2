import { beforeEach, describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import {
  deliver,
  deliveriesOf,
  deliveriesPath,
  givenEndedRun,
  givenEndpoint,
  removeEvents,
  startReceiver,
} from '../given.ts';

const server = ownServer();
let member: Member;
beforeEach(async () => {
  server.setNow(new Date().toISOString());
  await removeEvents(server);
  member = await newOrganization({ server });
});

describe('A post that the endpoint does not take', () => {
  test('follows no redirect', async () => {
    const elsewhere = await startReceiver();
    const receiver = await startReceiver((_, response) =>
      response.writeHead(307, { location: elsewhere.url }).end(),
    );
    await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    await givenEndedRun(member);

    await deliver(server);

    expect(elsewhere.received).toEqual([]);
    const [delivery] = await deliveriesOf(member);
    expect(delivery).toMatchObject({ status: 'pending', last_status: 307 });
  });

  test('treats a missing or endless response as a failure', async () => {
    const receiver = await startReceiver(({ path }, response) => {
      if (path.includes('slow')) response.writeHead(200).write('a beginning');
    });
    await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    await givenEndpoint(member, `${receiver.url}&slow`, { events: ['call_ended'] });
    await givenEndedRun(member);

    await deliver(server, { timeoutMs: 2000 });

    expect(receiver.received.length).toBe(2);
    for (const { id } of await deliveriesOf(member)) {
      const { body } = await member.get(`${deliveriesPath}/${id}`);
      expect(body).toMatchObject({ status: 'pending', last_status: null });
      expect(body.attempts).toMatchObject([
        {
          status: null,
          answer: null,
          error: 'The endpoint did not send a complete response within 2 seconds.',
        },
      ]);
    }
  });

  test('stores 4 KiB of the response and cuts off a longer one', async () => {
    let closed = false;
    const receiver = await startReceiver((_, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (response.write('x'.repeat(1024)));
      };
      response.on('drain', more).on('close', () => (closed = true));
      more();
    });
    await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    await givenEndedRun(member);

    await deliver(server);

    const [delivery] = await deliveriesOf(member);
    const { body } = await member.get(`${deliveriesPath}/${delivery.id}`);
    expect(body).toMatchObject({ status: 'delivered' });
    expect(body.attempts[0].answer).toBe('x'.repeat(4096));
    await expect.poll(() => closed).toBe(true);
  });

  test('reports a refused connection', async () => {
    await givenEndpoint(member, 'http://127.0.0.1:9/', { events: ['call_ended'] });
    await givenEndedRun(member);

    await deliver(server);

    const [{ id }] = await deliveriesOf(member);
    const { body } = await member.get(`${deliveriesPath}/${id}`);
    expect(body.attempts[0].error).toBe('The connection was refused.');
  });
});
