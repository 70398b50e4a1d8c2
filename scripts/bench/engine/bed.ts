import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { prepareCalling } from '../../chaos/calling.ts';
import { createClient, type Client } from '../../chaos/client.ts';
import { keepAlive, type Victim } from '../../chaos/processes.ts';
import { profiled, secretKeys } from '../support/servers.ts';

/** An API on a database with a workflow that can be called with, and no worker. */
export interface Bed {
  readonly url: string;
  readonly db: pg.Client;
  readonly api: Client;
  readonly server: Victim;
  readonly workflow_id: number;
  /** Of any process of it. */
  readonly env: Record<string, string>;
}

const admin = { email: 'bench@example.com', password: 'bench-the-engine' };
const talkMs = 200;
const ringMs = 50;
/** How long each call takes. */
export const callMs = ringMs + talkMs;

export async function withBed(url: string, work: (bed: Bed) => Promise<void>): Promise<void> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  const port = 20_000 + (process.pid % 20_000);
  const env = {
    DATABASE_URL: url,
    SECRET_KEYS: secretKeys,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SUPER_ADMIN_EMAIL: admin.email,
    SUPER_ADMIN_PASSWORD: admin.password,
    RATE_LIMIT_PER_CALLER: '1000000000',
    RATE_LIMIT_PER_CARRIER: '1000000000',
    SIGNUP: 'open',
    VERIFY_EMAILS: '0',
    SIGNUPS_PER_ADDRESS: '1000000000',
    ROLE: 'api',
    PORT: String(port),
  };
  const server = await keepAlive('api', { ...env, ...profiled('api') });
  try {
    const { access_token } = await createClient(env.PUBLIC_URL)('POST', '/auth/login', admin);
    const api = createClient(env.PUBLIC_URL, access_token);
    const pace = { ring_ms: ringMs, talk_ms: talkMs };
    const workflow_id = await prepareCalling(api, { name: 'Bench', limit: 100_000, pace });
    await work({ url, db, api, server, workflow_id, env });
  } finally {
    await server.stop();
    await db.end();
  }
}

/** A worker of the bed's database. */
export const startWorker = ({ env }: Bed, name: string): Promise<Victim> =>
  keepAlive(name, { ...env, ROLE: 'worker', PORT: '0', ...profiled(name) });

interface Wanted {
  readonly contacts: number;
  readonly max_concurrency?: number;
}

/** A created campaign whose source was inserted directly into the database. */
export async function createCampaign(
  { db, api, workflow_id }: Pick<Bed, 'db' | 'api' | 'workflow_id'>,
  { contacts, ...limits }: Wanted,
): Promise<number> {
  const source_id = uuid();
  const { rows } = await db.query<{ id: string }>('select max(id) as id from organizations');
  const organization_id = rows[0]?.id;
  await db.query(
    `insert into campaign_sources (id, organization_id, total_rows, columns, created_at)
     values ($1, $2, $3, '["first_name"]', now())`,
    [source_id, organization_id, contacts],
  );
  await db.query(
    `insert into campaign_source_rows (organization_id, source_id, row_number, phone_number, initial_context)
     select $1, $2, n, '+1' || (2000000000 + n / 40 * 100 + n % 40), jsonb_build_object('first_name', 'Ada ' || n)
     from generate_series(1, $3) as n`,
    [organization_id, source_id, contacts],
  );
  const made = await api('POST', '/campaign', {
    name: `Bench ${contacts}`,
    workflow_id,
    source_type: 'csv',
    source_id,
    ...limits,
  });
  return made['id'] as number;
}
