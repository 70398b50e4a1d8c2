import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedServer, type TestServer } from '../../support/server.ts';
import { deliveriesOf, givenEndpoint, startReceiver, verified, givenMember } from '../given.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
}, 120_000);
afterAll(() => server.setNow(undefined));

const aMember = () => givenMember(server);

describe('testWebhookEndpoint', () => {
  test('sends a signed sample and returns the result, without storing anything', async () => {
    const member = await aMember();
    const receiver = await startReceiver((_, response) => response.writeHead(201).end('thanks'));
    const { path, secret } = await givenEndpoint(member, receiver.url);
    await member.post(`${path}/disable`);

    const { status, body } = await member.post(`${path}/test`);

    expect(status).toBe(200);
    expect(body).toEqual({
      is_delivered: true,
      status: 201,
      duration_ms: expect.any(Number),
      answer: 'thanks',
      error: null,
    });
    const [one] = receiver.received;
    if (!one) throw new Error('A sample was expected.');
    expect(verified(secret, one)).toMatchObject({ type: 'call_ended' });
    expect(one.id).toMatch(/^msg_test_[0-9a-f]{32}$/);
    expect(await deliveriesOf(member)).toEqual([]);
  });

  test('returns the error', async () => {
    const member = await aMember();
    const receiver = await startReceiver((_, response) => response.writeHead(500).end('broken'));
    const failing = await givenEndpoint(member, receiver.url);
    const absent = await givenEndpoint(member, 'http://127.0.0.1:9/');

    expect((await member.post(`${failing.path}/test`)).body).toMatchObject({
      is_delivered: false,
      status: 500,
      answer: 'broken',
      error: 'The endpoint responded with 500.',
    });
    expect((await member.post(`${absent.path}/test`)).body).toMatchObject({
      is_delivered: false,
      status: null,
      answer: null,
      error: 'The connection was refused.',
    });
  });

  test('is refused while the endpoint is being tested, or five of the organization are', async () => {
    const [member, other] = [await aMember(), await aMember()];
    const waiting: (() => void)[] = [];
    const receiver = await startReceiver((_, response) => {
      waiting.push(() => response.writeHead(204).end());
    });
    const answerNow = await startReceiver();
    const paths: string[] = [];
    for (let count = 0; count < 5; count++)
      paths.push((await givenEndpoint(member, receiver.url)).path);
    const sixth = await givenEndpoint(member, answerNow.url);
    const others = await givenEndpoint(other, answerNow.url);
    const refused = { status: 429, body: { code: 'too_many_requests' } };

    const first = member.post(`${paths[0]}/test`);
    await expect.poll(() => waiting.length).toBe(1);
    expect(await member.post(`${paths[0]}/test`)).toMatchObject(refused);
    const more = paths.slice(1).map((path) => member.post(`${path}/test`));
    await expect.poll(() => waiting.length).toBe(5);
    const answer = await member.post(`${sixth.path}/test`);

    expect(answer).toMatchObject(refused);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect((await other.post(`${others.path}/test`)).status).toBe(200);
    for (const end of waiting) end();
    for (const { body } of await Promise.all([first, ...more]))
      expect(body.is_delivered).toBe(true);
    expect((await member.post(`${sixth.path}/test`)).status).toBe(200);
    expect((await member.post(`${sixth.path}/test`)).status).toBe(200);
  });
});
