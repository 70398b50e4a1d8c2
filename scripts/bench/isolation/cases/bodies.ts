import { exampleRequest } from '../../../../test/support/examples.ts';
import { loadContract } from '../../../../src/http/operations.ts';
import { type Bed, type Case, defineCase, elsewhere, type Json, type Tenant } from '../bed.ts';
import { inParallel } from '../sending.ts';

/** Requests that might be expensive before their caller is known to be authorized. */

const logIn = '/api/v1/auth/login';
const none = { note: '' };

const withBody = loadContract().operations.filter(
  ({ bodySchema, id }) => bodySchema !== undefined && !['migrateModels'].includes(id),
);

const opened = (depth: number): string => '['.repeat(depth);
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const nestedObjects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

function atLogIn(item: number, name: string, body: () => string, times = 1): Case {
  return defineCase({
    item,
    name,
    prepare: async ({ send }) => {
      const what = body();
      return async () => {
        for (let time = 0; time < times; time++)
          await send({ path: logIn, body: what, from: elsewhere });
        return none;
      };
    },
  });
}

/** Sends to every operation with a JSON body the bodies that `bodies` derives from its example. */
const everywhere = (item: number, name: string, bodies: (example: unknown) => string[]): Case =>
  defineCase({
    item,
    name,
    prepare: async ({ send, admin }) => {
      const requests = withBody.flatMap(({ id, body }) => {
        const { method, path, body: example } = exampleRequest(id);
        return bodies(example)
          .filter((text) => text.length < (body?.limit ?? 0))
          .map((text) => ({ method, path, body: text }));
      });
      return async () => {
        await inParallel(requests.length, 4, (index) => {
          const { method = '', path = '', body } = requests[index] ?? {};
          return send({ method, path, body, headers: { ...admin.session, ...json } });
        });
        return { note: `${requests.length} requests` };
      };
    },
  });

const json = { 'content-type': 'application/json' };

const deepMembers = (example: unknown): string[] => {
  const members = Object.keys(Object(example)).flatMap((name) =>
    [nested(30_000), nestedObjects(12_000)].map((deep) => {
      const others = Object.entries(Object(example) as Json)
        .filter(([other]) => other !== name)
        .map(([other, value]) => `${JSON.stringify(other)}:${JSON.stringify(value)}`);
      return `{${[...others, `${JSON.stringify(name)}:${deep}`].join(',')}}`;
    }),
  );
  return [opened(60_000), nested(30_000), nestedObjects(10_000), ...members];
};

/** Texts on which careless patterns for addresses, numbers, URLs and names backtrack. */
const trying = [
  `${'a'.repeat(60_000)}!`,
  `a@${'a.'.repeat(30_000)}!`,
  `https://${'%41'.repeat(20_000)} `,
  `+${'1'.repeat(60_000)}x`,
  `${' '.repeat(60_000)}x`,
];

/** The example with one text at a time replaced. */
function longTexts(example: unknown): string[] {
  const places: string[][] = [];
  const walk = (value: unknown, place: string[]): void => {
    if (typeof value === 'string') places.push(place);
    else if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) walk(part, [...place, name]);
  };
  walk(example, []);
  return places.slice(0, 8).flatMap((place) =>
    trying.map((text) => {
      const copy = structuredClone(example);
      let at = copy as Json;
      for (const name of place.slice(0, -1)) at = at[name];
      at[place.at(-1) ?? ''] = text;
      return JSON.stringify(copy);
    }),
  );
}

const zeros = (bytes: number): string => `[${'0,'.repeat(bytes / 2 - 1)}0]`;
const definition = (bytes: number): string => `{"nodes":${zeros(bytes)},"edges":[]}`;

const workflowOf = async ({ hostile }: Bed): Promise<number> => {
  const made = await hostile.api('POST', '/workflow', {
    name: 'Wrong',
    workflow_definition: { nodes: [], edges: [] },
  });
  return made['id'] as number;
};

const wrongNodes = (name: string, bytes: number): Case[] => [
  defineCase({
    item: 2,
    name: `updateWorkflow, ${name} of nodes:[0,0,...]`,
    prepare: async (bed) => {
      const path = `/api/v1/workflow/${await workflowOf(bed)}`;
      const body = `{"workflow_definition":${definition(bytes)}}`;
      return async () => {
        await bed.send({ method: 'PUT', path, body, headers: bed.hostile.key });
        return none;
      };
    },
  }),
  defineCase({
    item: 2,
    name: `createWorkflow, ${name} of nodes:[0,0,...]`,
    prepare: async ({ send, hostile }) => {
      const body = `{"name":"Wrong","workflow_definition":${definition(bytes)}}`;
      return async () => {
        await send({ path: '/api/v1/workflow', body, headers: hostile.key });
        return none;
      };
    },
  }),
];

const unknownMembers = (bytes: number): string =>
  `{${Array.from({ length: bytes / 11 }, (_, index) => `"${index.toString(36).padStart(6, '0')}":0`).join(',')}}`;

export const bodies: readonly Case[] = [
  atLogIn(1, 'logIn, 6,000 times [', () => opened(6000)),
  atLogIn(1, 'logIn, 500,000 times [', () => opened(500_000)),
  atLogIn(1, 'logIn, 500,000 times [ and ]', () => nested(500_000)),
  everywhere(1, 'every operation, deeply nested bodies and members', deepMembers),
  defineCase({
    item: 1,
    name: 'carrier callbacks, deeply nested JSON',
    prepare: async ({ send, hostile }) => {
      const path = `/api/v1/telephony/callbacks/simulated/${await configurationOf(hostile)}?run_id=1`;
      return async () => {
        for (const body of [opened(60_000), nested(30_000), nestedObjects(10_000)])
          await send({ path, body, from: elsewhere });
        return none;
      };
    },
  }),
  ...wrongNodes('100 KB', 100_000),
  ...wrongNodes('1 MB', 1_000_000),
  defineCase({
    item: 2,
    name: 'logIn, 1 MB of unknown members, 20 at once, not read for 5 s',
    prepare: async ({ send }) => {
      const body = unknownMembers(1_000_000);
      return async () => {
        await inParallel(20, 20, () =>
          send({ path: logIn, body, from: elsewhere, readAfterMs: 5000 }),
        );
        return none;
      };
    },
  }),
  atLogIn(2, 'logIn, a member name of 1 MB', () => `{"${'n'.repeat(1_000_000)}":0}`),
  atLogIn(2, 'logIn, 100 member names of 10 KB', () =>
    JSON.stringify(
      Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${i}`.padEnd(10_000, 'n'), 0])),
    ),
  ),
  everywhere(2, 'every operation, long texts that patterns stumble over', longTexts),
  defineCase({
    item: 4,
    name: 'Twilio callback, a form of 65 KB with 16,000 names',
    prepare: async ({ send, hostile }) => {
      const path = `/api/v1/telephony/callbacks/twilio/${await twilioOf(hostile)}?run_id=1`;
      const body = Array.from({ length: 16_000 }, (_, i) => i.toString(36).padStart(3, '0'))
        .join('&')
        .slice(0, 65_000);
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      return async () => {
        for (const signed of [{}, { 'x-twilio-signature': 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }])
          await send({ path, body, headers: { ...type, ...signed }, from: elsewhere });
        return none;
      };
    },
  }),
];

async function configurationOf(tenant: Tenant): Promise<number> {
  const made = await tenant.api('POST', '/organizations/telephony-configs', {
    name: 'Simulated',
    provider: 'simulated',
    credentials: {},
  });
  return made['id'] as number;
}

async function twilioOf(tenant: Tenant): Promise<number> {
  const made = await tenant.api('POST', '/organizations/telephony-configs', {
    name: 'Twilio',
    provider: 'twilio',
    credentials: { account_sid: `AC${'0'.repeat(32)}`, auth_token: '0'.repeat(32) },
  });
  return made['id'] as number;
}
