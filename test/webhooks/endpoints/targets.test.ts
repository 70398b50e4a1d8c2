import { describe, expect, test } from 'vitest';
import { createPoster } from '../../../src/webhooks/deliveries/post.ts';
import type { Resolve } from '../../../src/webhooks/endpoints/names.ts';
import { targetFault } from '../../../src/webhooks/endpoints/targets.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import {
  deliver,
  deliveriesOf,
  deliveriesPath,
  endpointsPath,
  givenEndedRun,
  givenEndpoint,
  startReceiver,
} from '../given.ts';

const names: Record<string, string[]> = {
  'public.test': ['93.184.215.14', '2606:2800:21f:cb07::1'],
  'private.test': ['10.0.0.7'],
  'mixed.test': ['93.184.215.14', '127.0.0.1'],
  'mapped.test': ['::ffff:169.254.169.254'],
};
const resolve: Resolve = async (hostname) => {
  const addresses = names[hostname];
  if (!addresses) throw new Error('unknown');
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};
const refusal = 'The host is, or resolves to, an address that is not public.';

describe('A target', () => {
  test.each([
    'https://public.test/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://not-there.test/',
  ])('%s is allowed', async (url) => {
    expect(await targetFault(url, { allowPrivate: false, resolve })).toBeUndefined();
  });

  test.each([
    'https://private.test/',
    'https://mixed.test/',
    'https://mapped.test/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://１２７.0.0.1/',
  ])('%s is refused', async (url) => {
    expect(await targetFault(url, { allowPrivate: false, resolve })).toBe(refusal);
    expect(await targetFault(url, { allowPrivate: true, resolve })).toBeUndefined();
  });
});

describe('A connection', () => {
  const content = { headers: {}, body: '{"event":"call_ended","call":{}}' };

  const localHosts = ['127.0.0.1', '[::ffff:127.0.0.1]', 'localhost'];
  test.each([
    ...['private.test', 'mixed.test', 'mapped.test'].map((host) => [host, { resolve }] as const),
    ...localHosts.map((host) => [host, {}] as const),
  ])('to %s is not opened', async (host, resolving) => {
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    const poster = createPoster({ allowPrivate: false, ...resolving });

    const posted = await poster.post({ url: `http://${host}:${port}/`, ...content });

    expect(posted).toMatchObject({ status: null, error: refusal });
    expect(receiver.received).toEqual([]);
    await poster.close();
  });

  test('over TLS is checked in the same way', async () => {
    const poster = createPoster({ allowPrivate: false, resolve });

    const posted = await poster.post({ url: 'https://private.test/', ...content });

    expect(posted.error).toBe(refusal);
    await poster.close();
  });

  test('is opened to any address if that is allowed', async () => {
    const receiver = await startReceiver();
    const poster = createPoster({ allowPrivate: true });

    expect((await poster.post({ url: receiver.url, ...content })).status).toBe(204);
    await poster.close();
  });
});

describe('A server that allows no private addresses', () => {
  const server = ownServer({ webhookAllowPrivate: false });

  test.each(['https://127.0.0.1/', 'https://localhost/', 'http://8.8.8.8/', 'https://[fd00::1]/'])(
    'refuses the endpoint %s, new or changed',
    async (url) => {
      const member = await newOrganization({ server });
      const endpoint = await givenEndpoint(member, 'https://8.8.8.8/');

      const answers = [
        await member.post(endpointsPath, { url }),
        await member.patch(endpoint.path, { url }),
      ];

      for (const { status, body } of answers) {
        expect(status).toBe(422);
        expect(body.detail).toMatchObject([{ loc: ['body', 'url'], type: 'value_error' }]);
      }
      const { body } = await member.get(endpointsPath);
      expect(body.items.map((item: { url: string }) => item.url)).toEqual(['https://8.8.8.8/']);
    },
  );

  test('does not follow a name that resolves to a private address after it was saved', async () => {
    const member = await newOrganization({ server });
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    const { id } = await givenEndpoint(member, `https://rebinding.test:${port}/`);
    await server.app.db
      .updateTable('webhook_endpoints')
      .set({ url: `http://rebinding.test:${port}/` })
      .where('id', '=', id)
      .execute();
    await givenEndedRun(member);

    await deliver(server, { resolve: async () => [{ address: '127.0.0.1', family: 4 }] });

    expect(receiver.received).toEqual([]);
    const [delivery] = await deliveriesOf(member);
    const { body } = await member.get(`${deliveriesPath}/${delivery.id}`);
    expect(body.attempts[0].error).toBe(refusal);
  });

  test('sends no test to a private address', async () => {
    const member = await newOrganization({ server });
    const receiver = await startReceiver();
    const { id, path } = await givenEndpoint(member, 'https://8.8.8.8/');
    await server.app.db
      .updateTable('webhook_endpoints')
      .set({ url: receiver.url })
      .where('id', '=', id)
      .execute();

    const { body } = await member.post(`${path}/test`);

    expect(body).toMatchObject({ is_delivered: false, status: null, error: refusal });
    expect(receiver.received).toEqual([]);
  });
});
