import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { demoAdmin, demoUser } from '../../src/demo/accounts.ts';
import { type Client, createClient, type Sent } from '../conformance/client.ts';
import { credentials, logIn } from '../conformance/conform.ts';
import { type Operation, operations, successOf } from '../conformance/contract.ts';
import { requestOf } from '../conformance/requests.ts';
import { createSubjects, type Subjects } from '../conformance/subjects.ts';
import { left } from '../conformance/tables.ts';
import { unlimited } from './isolation/server.ts';
import { isBrief, usually } from './support/brief.ts';
import { postgresPids, scheduled, scheduledBetween } from './support/cpu.ts';
import { execute, withDatabase } from './support/database.ts';
import { machineOf } from './support/machine.ts';
import { secretKeys, startServer, withServers } from './support/servers.ts';

// The CPU of one success of each operation, in the server and in PostgreSQL, on demo data: the dearest first.
// node scripts/with-postgres.ts node scripts/bench/operations.ts [--operation getCampaign] [--to FILE]
// A request that makes, starts or deletes something is sent for another object each time. Left out are streams, and what the
// examples do not reach. What another connection of PostgreSQL does meanwhile, such as autovacuum, counts too.

const { values } = parseArgs({
  strict: false,
  options: {
    operation: { type: 'string', multiple: true, ...(isBrief && { default: ['getCampaign'] }) },
    to: { type: 'string' },
  },
});
const [reads, writes] = [usually(100, 1), usually(20, 1)];
/** The first requests of an operation compile what the later ones use. */
const warmUp = usually(3, 0);

/** Objects are made by the score. */
const noLimits = `
  update organizations set concurrent_call_limit = 1000, webhook_endpoint_limit = 1000`;

interface Cost {
  readonly operation: string;
  readonly server: number;
  readonly database: number;
}

const isStream = (operation: Operation): boolean =>
  'text/event-stream' in (successOf(operation)[1].content ?? {});
const chosen = operations.filter(
  (operation) =>
    !(operation.id in left) &&
    !isStream(operation) &&
    ([values.operation].flat()[0] === undefined ||
      [values.operation].flat().includes(operation.id)),
);

await withDatabase((database) =>
  withServers(
    [
      () =>
        startServer({
          name: 'this API, ROLE=api',
          file: 'src/main.ts',
          env: {
            ...unlimited,
            DATABASE_URL: database,
            ROLE: 'api',
            SECRET_KEYS: secretKeys,
            DEMO: '1',
            DEMO_ON_POSTGRES: '1',
            LOG_LEVEL: 'warn',
          },
        }),
    ],
    async ([server]) => {
      const { url, pid } = server!;
      const client = createClient(url);
      const [token, admin] = [
        await logIn(client, demoUser.email, demoUser.password),
        await logIn(client, demoAdmin.email, demoAdmin.password),
      ];
      await execute(database, noLimits);
      const subjects = createSubjects(client, credentials(token, admin));
      const costs: Cost[] = [];
      const unreached: string[] = [];
      // A log-out ends the session that all others use.
      for (const operation of chosen.toSorted(
        (a, b) => Number(a.id === 'logOut') - Number(b.id === 'logOut'),
      )) {
        const requests = await requestsOf(operation, subjects, credentials(token, admin));
        const cost = await costOf(client, pid, operation, requests);
        if (typeof cost === 'string') unreached.push(`${operation.id}: ${cost}`);
        else costs.push({ operation: operation.id, ...cost });
      }
      const table = tableOf(costs);
      console.log(`${await machineOf()}\n${table}`);
      if (unreached.length > 0) console.log(`Not reached:\n${unreached.join('\n')}`);
      if (typeof values.to === 'string') writeFileSync(values.to, `${table}\n`);
      if (costs.length === 0) process.exitCode = 1;
    },
  ),
);
process.exit();

async function requestsOf(
  operation: Operation,
  subjects: Subjects,
  credentialFor: ReturnType<typeof credentials>,
): Promise<Sent[]> {
  const made = async (): Promise<Sent> =>
    requestOf(operation, {
      ids: await subjects.idsFor(operation),
      members: await subjects.membersFor(operation),
      headers: credentialFor(operation),
    });
  if (operation.id === 'logOut') return [await made()];
  if (operation.method === 'GET') return Array<Sent>(reads + warmUp).fill(await made());
  if (/^(PATCH|PUT)$/.test(operation.method))
    return Array<Sent>(writes + warmUp).fill(await made());
  const requests: Sent[] = [];
  for (let count = writes + warmUp; count > 0; count--) requests.push(await made());
  return requests;
}

/** Microseconds of one request, or why it has no success. */
async function costOf(
  client: Client,
  pid: number,
  operation: Operation,
  requests: readonly Sent[],
): Promise<Omit<Cost, 'operation'> | string> {
  const [status] = successOf(operation);
  const first = Math.min(warmUp, requests.length - 1);
  const send = async (some: readonly Sent[]): Promise<string | undefined> => {
    for (const request of some) {
      const { status: came, text } = await client.send(request);
      if (came !== status) return `${came} ${text.slice(0, 120)}`;
    }
    return undefined;
  };
  const cpu = () => [scheduled([pid]), scheduled(postgresPids())] as const;
  const refused = await send(requests.slice(0, first));
  if (refused !== undefined) return refused;
  const [server, database] = cpu();
  const failed = await send(requests.slice(first));
  if (failed !== undefined) return failed;
  const [serverAfter, databaseAfter] = cpu();
  const count = requests.length - first;
  return {
    server: scheduledBetween(server, serverAfter) / count,
    database: scheduledBetween(database, databaseAfter) / count,
  };
}

function tableOf(costs: readonly Cost[]): string {
  const sum = ({ server, database }: Cost): number => server + database;
  const rows = costs
    .toSorted((a, b) => sum(b) - sum(a))
    .map((cost) => [
      cost.operation,
      ...[sum(cost), cost.server, cost.database].map((each) => each.toFixed(0)),
    ]);
  const head = ['operation', 'us of CPU', 'server', 'PostgreSQL'];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
