import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import * as auth from '../../../src/auth/queries.ts';
import * as campaigns from '../../../src/campaigns/queries.ts';
import { campaign } from '../../../src/campaigns/views.ts';
import type { Database, Db } from '../../../src/db/connect.ts';
import * as profiles from '../../../src/voice/profiles/queries.ts';
import { markConsent } from '../../../src/workflows/runs/consent-queries.ts';
import { detailed } from '../../../src/workflows/runs/read-queries.ts';

/** A statement of this API that a peer sends by itself. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: (asked: Record<string, unknown>) => unknown[];
}

export interface Task {
  readonly statement: Statement;
  /** The answer's body from the statement's rows. */
  readonly view: (rows: unknown[]) => unknown;
}

/** Marks the place of a request's value in a statement's parameters. */
class Asked {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const asked = (name: string): never => new Asked(name) as never;

/** The statement that a query of this API sends, with the places of its values, determined without a database. */
async function statementOf(name: string, query: (db: Db) => Promise<unknown>): Promise<Statement> {
  const sent: CompiledQuery[] = [];
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (known) => new PostgresIntrospector(known),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: (event) => void sent.push(event.query),
  });
  // Without a database nothing is found, for which some queries throw, or look for the reason.
  await query(db).catch(() => {});
  const [statement] = sent;
  if (!statement) throw new Error(`${name} sends no statement.`);
  if (statement.parameters.includes(undefined)) throw new Error(`${name} lacks a value.`);
  return {
    name,
    text: statement.sql,
    values: (request) =>
      statement.parameters.map((value) => (value instanceof Asked ? request[value.name] : value)),
  };
}

export const findApiKey = await statementOf('api_key', (db) =>
  auth.findApiKey(db, asked('hash'), { demo: true }),
);

export const findSession = await statementOf('session', (db) =>
  auth.findSession(db, asked('hash'), { now: asked('now'), demo: true }),
);

const tasks: Record<string, () => Promise<Task>> = {
  getCampaign: async () => ({
    statement: await statementOf('campaign', (db) =>
      campaigns.get(db, asked('organization_id'), asked('campaign_id')),
    ),
    // Drivers parse columns of JSON.
    view: ([row]) => {
      const { logs, ...shown } = campaign(row as campaigns.CampaignRow);
      return { ...shown, logs: logs.toJSON() };
    },
  }),
  listVoiceProfiles: async () => ({
    statement: await statementOf('profiles', (db) =>
      profiles.listing(db, asked('organization_id')).execute(),
    ),
    view: (rows) => rows,
  }),
  markRunConsent: async () => ({
    statement: await statementOf('mark', (db) =>
      markConsent(
        db,
        {
          organization_id: asked('organization_id'),
          workflow_id: asked('workflow_id'),
          run_id: asked('run_id'),
        },
        {
          consent_given: asked('consent_given'),
          consent_ts: asked('now'),
          marked_by: asked('user_id'),
          request_id: asked('request_id'),
        },
      ),
    ),
    view: ([row]) => detailed(row as Parameters<typeof detailed>[0]),
  }),
};

export const operationId = process.env['TASK'] ?? '';

export async function readTask(id = operationId): Promise<Task> {
  const task = await tasks[id]?.();
  if (task) return task;
  throw new Error(`TASK must be one of ${Object.keys(tasks).join(', ')}.`);
}
