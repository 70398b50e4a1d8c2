import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Bed, type Case, defineCase } from '../bed.ts';
import {
  answering,
  makeCallable,
  startCampaign,
  startReceivers,
  untilCompleted,
} from '../calling.ts';
import { inParallel } from '../sending.ts';

/** Legitimate work of one organization that might harm others. */

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** A member of almost 1 MiB, with another name each time. */
const megabytes = (count: number, turn: number): string =>
  JSON.stringify({
    gathered_context: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`m${turn}_${index}`, 'x'.repeat(1_000_000)]),
    ),
  });

const contexts = defineCase({
  item: 5,
  name: 'results with contexts of 4 MB, 4 for each of 20 runs; then lists, report and events of them',
  prepare: async (bed) => {
    const { hostile, admin, send } = bed;
    const events = await startReceivers(1, (_, answer) => answer.writeHead(204).end());
    const id = await startCampaign(hostile, admin, { contacts: 20, talk_ms: 20 });
    const endpoint = await hostile.api('POST', '/webhooks/endpoints', { url: events.urls[0] });
    await untilCompleted(hostile, id);
    const { items } = await hostile.api('GET', `/runs?campaign_id=${id}&limit=200`);
    const runs = items as { id: number; workflow_id: number }[];
    const headers = hostile.key;
    const bodies = Array.from({ length: 4 }, (_, turn) => megabytes(4, turn));
    return async () => {
      let kept = 0;
      await inParallel(runs.length * bodies.length, 4, async (index) => {
        const run = runs[index % runs.length];
        const path = `/api/v1/runs/${run?.id}/result`;
        const came = await send({ path, headers, body: bodies[Math.floor(index / runs.length)] });
        if (came.status === 200) kept++;
      });
      const workflow = runs[0]?.workflow_id;
      await inParallel(10, 10, (index) =>
        send({
          headers,
          path: [
            `/api/v1/runs?limit=200`,
            `/api/v1/runs?workflow_id=${workflow}&limit=200`,
            `/api/v1/runs?campaign_id=${id}&limit=200`,
            `/api/v1/campaign/${id}/report`,
            `/api/v1/runs/${runs[0]?.id}`,
          ][index % 5] as string,
        }),
      );
      const created_after = '2020-01-01T00:00:00Z';
      await send({
        path: `/api/v1/webhooks/endpoints/${endpoint['id']}/replay`,
        headers,
        body: { created_after },
      });
      await pause(8000);
      events.close();
      return { note: `${kept} of ${runs.length * bodies.length} results kept` };
    };
  },
});

const slowNames = defineCase({
  item: 6,
  name: 'createWebhookEndpoint, Idempotency-Key, 10 names that no DNS server answers, at once',
  needs: 'silent dns',
  env: { WEBHOOK_ALLOW_PRIVATE: '0' },
  bystanderMs: 2500,
  prepare:
    async ({ send, hostile }) =>
    async () => {
      await inParallel(10, 10, (index) =>
        send({
          path: '/api/v1/webhooks/endpoints',
          headers: { ...hostile.key, 'idempotency-key': `slow-${index}` },
          body: { url: `https://name-${index}.slow.test/` },
        }),
      );
      return {};
    },
});

const badDestinations = defineCase({
  item: 10,
  name: 'migrateModels, 20 at once to destinations that cannot be',
  prepare: async ({ send, hostile, modelsRoot }) => {
    const at = (name: string): string => join(modelsRoot, name);
    writeFileSync(at('file'), '');
    symlinkSync('/proc', at('link'));
    symlinkSync(at('nothing'), at('broken'));
    mkdirSync(at('full'));
    const names = [
      'file',
      'file/below',
      'link/models',
      'broken',
      'n'.repeat(300),
      'models',
      'models/below',
    ];
    const deep = Array.from({ length: 13 }, (_, index) => at(`deep-${index}${'/d'.repeat(1000)}`));
    const destinations = [...names.map(at), ...deep];
    return async () => {
      await inParallel(destinations.length, destinations.length, (index) =>
        send({
          path: '/api/v1/voice/models/migrate',
          headers: hostile.key,
          body: { destination: destinations[index] },
        }),
      );
      return {};
    };
  },
});

/** The time from the end of a call until the bystander receives its event. */
const lateMs = 5000;
const calledForMs = 40_000;

const tarpits = defineCase({
  item: 11,
  name: '6 endpoints of one tenant that never answer, 300 calls; a call of another each 0.5 s for 40 s',
  prepare: async ({ hostile, bystander, admin }) => {
    const tarpit = await startReceivers(6, () => {});
    const waiting = new Map<number, number>();
    let latest = 0;
    let heard = 0;
    const healthy = await startReceivers(1, ({ type, call }, answer) => {
      answer.writeHead(204).end();
      if (type !== 'call_ended') return;
      heard++;
      waiting.delete(call.run_id);
      latest = Math.max(latest, Date.now() - Date.parse(call.ended_at));
    });
    for (const url of tarpit.urls) await hostile.api('POST', '/webhooks/endpoints', { url });
    await bystander.api('POST', '/webhooks/endpoints', { url: healthy.urls[0] });
    const workflow_id = await makeCallable(bystander, admin, { talk_ms: 20 });
    return async () => {
      await startCampaign(hostile, admin, { contacts: 300, talk_ms: 20 });
      const end = performance.now() + calledForMs;
      for (let index = 0; performance.now() < end; index++) {
        const call = { workflow_id, to_number: answering(index % 40) };
        const { id } = await bystander.api('POST', '/telephony/initiate-call', call);
        // It rings and talks for 40 ms.
        waiting.set(id as number, Date.now() + 40);
        await pause(500);
      }
      const oldest = Math.max(latest, ...[...waiting.values()].map((due) => Date.now() - due));
      tarpit.close();
      healthy.close();
      return {
        note: `${heard} events heard, oldest due ${(oldest / 1000).toFixed(1)} s`,
        faults: oldest > lateMs ? ['An event of the bystander was late.'] : [],
      };
    };
  },
});

const maxObjects = 11_000;

const things: Readonly<Record<string, (index: number) => readonly [string, unknown]>> = {
  'API keys': (index) => ['/auth/api-keys', { name: `Key ${index}` }],
  'webhook endpoints': (index) => ['/webhooks/endpoints', { url: `http://127.0.0.1:9/${index}` }],
  workflows: (index) => ['/workflow', { name: `Workflow ${index}`, workflow_definition: {} }],
  sources: (index) => ['/campaign-sources', `phone_number\n${answering(index % 40)}\n`],
};

const hoarding = Object.entries(things).map(([name, thing]) =>
  defineCase({
    item: 12,
    name: `one tenant makes ${name} until it is refused, at most ${maxObjects}`,
    env: { RATE_LIMIT_PER_CALLER: '1000000000', WEBHOOK_ALLOW_PRIVATE: '1' },
    prepare:
      async ({ send, hostile }) =>
      async () => {
        let made = 0;
        let refused = '';
        await inParallel(maxObjects, 2, async (index) => {
          if (refused !== '') return;
          const [path, body] = thing(index);
          const type = typeof body === 'string' ? { 'content-type': 'text/csv' } : {};
          const came = await send({
            path: `/api/v1${path}`,
            body,
            headers: { ...hostile.session, ...type },
          });
          if (came.status < 300) made++;
          else refused ||= /"code":"(\w+)"/.exec(came.text)?.[1] ?? String(came.status);
        });
        return {
          note: `${made} made${refused && `, then ${refused}`}`,
          faults: refused === 'limit_reached' ? [] : ['No quota was reached.'],
        };
      },
  }),
);

const lockedForMs = 20_000;

const lockedRow = defineCase({
  item: 17,
  name: `another connection holds a workflow's row for ${lockedForMs / 1000} s; 30 updates of it at once`,
  needs: 'postgres',
  prepare: async ({ database, hostile, send }: Bed) => {
    const definition = { nodes: [], edges: [] };
    const made = await hostile.api('POST', '/workflow', {
      name: 'Held',
      workflow_definition: definition,
    });
    const holder = new pg.Client({ connectionString: database });
    await holder.connect();
    return async () => {
      await holder.query('begin');
      await holder.query('select 1 from workflows where id = $1 for update', [made['id']]);
      const released = pause(lockedForMs).then(() => holder.query('rollback'));
      const began = performance.now();
      await inParallel(30, 30, (index) =>
        send({
          method: 'PUT',
          path: `/api/v1/workflow/${made['id']}`,
          body: { name: `Held ${index}` },
          headers: hostile.key,
        }),
      );
      const seconds = (performance.now() - began) / 1000;
      await released;
      await holder.end();
      return { note: `answered after ${seconds.toFixed(1)} s` };
    };
  },
  bystanderMs: 10_000,
});

export const tenants: readonly Case[] = [
  contexts,
  slowNames,
  badDestinations,
  tarpits,
  ...hoarding,
  lockedRow,
];
