import { request } from 'node:http';
import { type Bed, type Case, defineCase, elsewhere } from '../bed.ts';
import { startCampaign } from '../calling.ts';
import { during, inParallel, type Sent } from '../sending.ts';

/** Attacks without credentials, with wrong credentials, or with very many requests. */

const password = 'not-the-password';
const attempts = 400;

const atOnce = (name: string, sent: (index: number) => Sent): Case =>
  defineCase({
    item: 3,
    name,
    prepare: async ({ send, tally }) => {
      // An unmeasured log-in: the first one loads the hash library.
      await send({ ...sent(attempts), from: '127.0.0.3' });
      tally.statuses.clear();
      return async () => {
        await inParallel(attempts, attempts, (index) => send({ ...sent(index), from: elsewhere }));
        return {};
      };
    },
  });

const floodMs = 5000;

const flood = (name: string, lanes: number, sent: Sent): Case =>
  defineCase({
    item: 8,
    name,
    prepare:
      async ({ send, tally }) =>
      async () => {
        await during(floodMs, lanes, () => send({ ...sent, from: elsewhere }));
        const count = [...tally.statuses.values()].reduce((sum, each) => sum + each, 0);
        return { note: `${((count / floodMs) * 1000).toFixed(0)} requests/s` };
      },
  });

/** Opens streams and keeps them open; counts the refused ones. */
async function openStreams({ server, hostile }: Bed, path: string, count: number) {
  const opened = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<{ status: number; close: () => void }>((done) => {
          const asking = request(server.url + path, {
            headers: hostile.key,
            agent: false,
            localAddress: elsewhere,
          });
          const close = (): void => void asking.destroy();
          asking.once('response', (answer) => {
            answer.on('error', () => {}).resume();
            done({ status: answer.statusCode ?? 0, close });
          });
          asking.on('error', () => done({ status: 0, close }));
          asking.end();
        }),
    ),
  );
  return {
    open: opened.filter(({ status }) => status === 200).length,
    refused: opened.filter(({ status }) => status === 429).length,
    close: () => opened.forEach(({ close }) => close()),
  };
}

export const doors: readonly Case[] = [
  atOnce('logIn, 400 at once, one account', () => ({
    path: '/api/v1/auth/login',
    body: { email: 'nobody@isolation.test', password },
  })),
  atOnce('logIn, 400 at once, 400 accounts', (index) => ({
    path: '/api/v1/auth/login',
    body: { email: `nobody-${index}@isolation.test`, password },
  })),
  atOnce('signUp, 400 at once', (index) => ({
    path: '/api/v1/auth/signup',
    body: { email: `new-${index}@isolation.test`, password },
  })),
  defineCase({
    item: 7,
    name: '500 progress streams of one key, 10 s',
    prepare: async (bed) => {
      const path = `/api/v1/campaign/${await startCampaign(bed.hostile, bed.admin, { contacts: 1000, talk_ms: 2000 })}/progress/stream`;
      return async () => {
        const streams = await openStreams(bed, path, 500);
        await new Promise((done) => setTimeout(done, 10_000));
        streams.close();
        return {
          note: `${streams.open} open, ${streams.refused} refused`,
          faults: streams.open === 500 ? ['No stream was refused.'] : [],
        };
      };
    },
  }),
  flood('a wrong key from one address, 5 s', 50, {
    path: '/api/v1/workflow?limit=1',
    headers: { 'x-api-key': `vap_${'0'.repeat(43)}` },
  }),
  flood('/metrics from one address, 5 s', 20, { path: '/metrics' }),
  flood('/readyz from one address, 5 s', 20, { path: '/readyz' }),
];
