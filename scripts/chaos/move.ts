import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { machine } from '../bench/support/cpu.ts';
import { freePort } from '../postgres/cluster.ts';
import { distribute, moveSchema, nodeOf } from '../postgres/citus.ts';
import { createReceiver } from './client.ts';
import { keepAlive, type Victim } from './processes.ts';
import { probe } from './probing.ts';
import {
  broken,
  completed,
  createCampaign,
  envOf,
  judge,
  migrate,
  progressOf,
  show,
  signUp,
} from './series.ts';

// Moves a cell to another node of a Citus while its campaign calls: what the move holds up, and whether each contact was
// called once.
//
// CITUS_DEBS=folder node scripts/with-citus.ts node scripts/chaos/move.ts [--contacts 3000] [--moves 2]

const { values } = parseArgs({
  options: {
    contacts: { type: 'string', default: '3000' },
    moves: { type: 'string', default: '2' },
  },
});
const contacts = Number(values.contacts);
const calmMs = 5000;
const schema = 'cell';
const database = process.env['TEST_DATABASE_URL'];
const nodes = process.env['TEST_CITUS_NODES']?.split(' ').map((url) => new URL(url).host) ?? [];

async function run(url: string): Promise<void> {
  console.log(machine());
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  await db.query('set citus.enable_schema_based_sharding = off');
  await db.query(`create schema ${schema}`);
  const port = await freePort();
  const place = { database: url, publicUrl: `http://127.0.0.1:${port}` };
  await migrate(envOf(place, 'all'));
  await distribute(url, schema);
  const victims: Victim[] = [
    await keepAlive('api', { ...envOf(place, 'api'), PORT: String(port) }),
    await keepAlive('worker', { ...envOf(place, 'worker'), PORT: '0' }),
  ];
  const receiver = await createReceiver();
  const { api } = await signUp(place.publicUrl);
  const { secret } = await api('POST', '/webhooks/endpoints', { url: receiver.url });
  receiver.verifyWith(secret);
  const campaign = await createCampaign(api, { series: 1, size: contacts });
  await api('POST', `/campaign/${campaign}/start`);
  await pause(calmMs);

  const probed = (name: string, work: () => Promise<unknown>) =>
    probe({ db, api, campaign, name }, work);
  const phases = [await probed('before', () => pause(calmMs))];
  for (let move = 1; move <= Number(values.moves); move += 1) {
    const from = await nodeOf(db, schema);
    const to = nodes.find((node) => node !== from) ?? '';
    phases.push(await probed(`move ${move}`, () => moveSchema(db, schema, to)));
    console.log(`moved from ${from} to ${await nodeOf(db, schema)}`);
  }
  phases.push(await probed('after', () => pause(calmMs)));
  show(phases);
  const { pending } = await progressOf(api, campaign);
  const violations = pending === 0 ? ['the campaign ended before the moves did'] : [];
  await completed(db, api, campaign);
  violations.push(...(await broken(db, campaign, receiver.seen)));
  await Promise.all(victims.map((each) => each.stop()));
  receiver.close();
  await db.end();
  judge(violations);
}

if (database === undefined || nodes.length === 0)
  throw new Error('Run it as: node scripts/with-citus.ts node scripts/chaos/move.ts');
await run(database);
