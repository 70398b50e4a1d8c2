import { describe, expect, test } from 'vitest';
import { createTelnyx } from '../../../src/telephony/carriers/telnyx.ts';
import { createTwilio } from '../../../src/telephony/carriers/twilio.ts';
import {
  call,
  carrierApi,
  expectNoneOf,
  json,
  losses,
  silentPort,
  slowAnswers,
  soon,
  telnyxCredentials,
  twilioCredentials,
} from './given.ts';

const placed = json(201, {});

describe.each([
  { name: 'Telnyx', create: createTelnyx, credentials: telnyxCredentials },
  { name: 'Twilio', create: createTwilio, credentials: twilioCredentials },
])('$name: placing a call', ({ name, create, credentials }) => {
  test("treats a gateway's HTML page as a missing response", async () => {
    const api = await carrierApi((res) => void res.writeHead(502).end('<html>Bad gateway</html>'));

    const asked = await create(api).place(credentials, call());

    expect(asked.kind).toBe('unknown');
  });

  test.each(losses)('treats a call as unknown when the carrier %s', async (_, answer) => {
    const api = await carrierApi(answer);

    const asked = await create(api).place(credentials, call(soon));

    expect(asked.kind).toBe('unknown');
    expectNoneOf(credentials, asked);
    expect(api.received).toHaveLength(1);
  });

  test('knows that nothing was placed when the connection is refused', async () => {
    const api = await carrierApi(placed);
    await api.close();

    const asked = await create(api).place(credentials, call());

    expect(asked).toEqual({
      kind: 'unavailable',
      detail: `${name} could not be reached (ECONNREFUSED).`,
    });
  });

  test('knows that nothing was placed when the host name is unknown', async () => {
    const carrier = create({ baseUrl: 'http://carrier.invalid' });

    const asked = await carrier.place(credentials, call());

    expect(asked.kind).toBe('unavailable');
  });

  test('knows that nothing was placed when no TLS connection is made', async () => {
    const api = await carrierApi(placed);
    const carrier = create({ baseUrl: api.baseUrl.replace('http:', 'https:') });

    const asked = await carrier.place(credentials, call());

    expect(asked.kind).toBe('unavailable');
    expect(api.received).toEqual([]);
  });

  test('knows that nothing was placed when the time is over before there is a connection', async () => {
    const carrier = create({ baseUrl: `https://127.0.0.1:${await silentPort()}` });

    const asked = await carrier.place(credentials, call(soon));

    expect(asked.kind).toBe('unavailable');
  });

  test.each(slowAnswers)(
    'closes the connection when the time is over: it %s',
    async (_, answer) => {
      const api = await carrierApi(answer);

      const asked = await create(api).place(credentials, call(soon));
      await api.closed;

      expect(asked.kind).toBe('unknown');
    },
  );

  test('places nothing without a caller number', async () => {
    const api = await carrierApi(placed);

    const asked = await create(api).place(credentials, call({ from_number: null }));

    expect(asked.kind).toBe('account_refused');
    expect(api.received).toEqual([]);
  });
});
