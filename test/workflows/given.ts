import { type Insertable, sql } from 'kysely';
import type { WorkflowDefinitions, WorkflowRuns, Workflows } from '../../generated/database.ts';
import { later } from '../../src/timestamp.ts';
import { type Member, newOrganization } from '../support/organizations.ts';

export interface GivenWorkflow {
  readonly id: number;
  /** The ids of its versions, by version number minus one. */
  readonly versions: readonly number[];
  readonly path: string;
}

type Status = WorkflowDefinitions['version_status'];

interface Options extends Partial<Insertable<Workflows>> {
  /** The statuses of its versions, oldest first. */
  readonly versions?: readonly Status[];
}

/** Inserts a workflow; by default active, with one version, a draft. */
export async function givenWorkflow(member: Member, options: Options = {}): Promise<GivenWorkflow> {
  const { versions: statuses = ['draft'], ...columns } = options;
  const { db } = member.server.app;
  const now = member.server.app.now();
  const { id } = await db
    .insertInto('workflows')
    .values({
      organization_id: member.organization_id,
      name: 'Appointment reminder',
      created_at: now,
      updated_at: now,
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = await db
    .insertInto('workflow_definitions')
    .values(
      statuses.map((version_status, index) => ({
        organization_id: member.organization_id,
        workflow_id: id,
        version_number: index + 1,
        version_status,
        workflow_definition: JSON.stringify(definition(`version ${index + 1}`)),
        created_at: now,
        published_at: version_status === 'published' ? now : null,
      })),
    )
    .returning('id')
    .execute();
  const versions = rows.map((row) => row.id);
  await db
    .updateTable('workflows')
    .set({ current_definition_id: versions.at(-1)! })
    .where('id', '=', id)
    .execute();
  return { id, versions, path: `/api/v1/workflow/${id}` };
}

/** Inserts a run of the workflow's newest version; by default an initialized test run. Returns its id. */
export async function givenRun(
  member: Member,
  workflow: GivenWorkflow,
  options: Partial<Insertable<WorkflowRuns>> = {},
): Promise<number> {
  const [id = 0] = await givenRuns(member, workflow, [options]);
  return id;
}

/** The run of a call, with its path. */
export async function givenCallRun(options: Parameters<typeof givenRun>[2] = {}) {
  const member = await newOrganization();
  const workflow = await givenWorkflow(member);
  const id = await givenRun(member, workflow, { mode: 'ad_hoc', ...options });
  return { member, workflow, id, path: `/api/v1/runs/${id}` };
}

export async function givenRuns(
  member: Member,
  workflow: GivenWorkflow,
  options: readonly Partial<Insertable<WorkflowRuns>>[],
): Promise<number[]> {
  const { db } = member.server.app;
  const created_at = member.server.app.now();
  const rows = await db
    .insertInto('workflow_runs')
    .values(
      options.map((columns) => ({
        organization_id: member.organization_id,
        workflow_id: workflow.id,
        definition_id: workflow.versions.at(-1)!,
        name: 'Test run',
        mode: 'test' as const,
        created_at,
        ...columns,
      })),
    )
    .returning(['id', 'mode', 'state'])
    .execute();
  await givenLive(
    member,
    rows.map(({ id, mode, state }, index) => ({ ...options[index], id, mode, state })),
  );
  return rows.map((row) => row.id);
}

/** Inserts runs, each a second after the one before, with one statement: by default calls that have ended. */
export async function givenManyRuns(
  { server, organization_id }: Member,
  { id, versions }: Pick<GivenWorkflow, 'id' | 'versions'>,
  {
    count,
    columns = {},
  }: { readonly count: number; readonly columns?: Partial<Insertable<WorkflowRuns>> },
): Promise<void> {
  const all = Object.entries({ ...ended, ...columns });
  const names = all.map(([name]) => sql.ref(name));
  const values = all.map(([, value]) => sql.lit(value));
  await sql`insert into workflow_runs (organization_id, workflow_id, definition_id, name, created_at, ${sql.join(names)})
    select ${organization_id}, ${id}, ${versions.at(-1)}, 'Call',
      '2026-01-01T00:00:00Z'::timestamptz + make_interval(secs => turn), ${sql.join(values)}
    from generate_series(1, ${count}::integer) as turn`.execute(server.app.db);
}

const ended: Partial<Insertable<WorkflowRuns>> = {
  mode: 'ad_hoc',
  state: 'completed',
  outcome: 'completed',
  ended_at: '2026-02-01T00:00:00Z',
};

/** Inserts what the engine keeps of those of the runs that are calls in progress: they are being placed. */
export async function givenLive(
  { server, organization_id }: Member,
  runs: readonly (Partial<Insertable<WorkflowRuns>> & { readonly id: number })[],
): Promise<void> {
  const calls = runs.filter(
    ({ mode, state }) => mode !== 'test' && mode !== 'text' && state !== 'completed',
  );
  if (calls.length === 0) return;
  const now = server.app.now();
  const inAnHour = later(now, 3_600_000);
  await server.app.db
    .insertInto('live_calls')
    .values(
      calls.map(({ id, campaign_id, telephony_configuration_id, to_number, state }) => ({
        run_id: id,
        organization_id,
        campaign_id: campaign_id ?? null,
        telephony_configuration_id: telephony_configuration_id ?? 0,
        to_number: to_number ?? '+12025550100',
        state: state === 'running' ? ('ringing' as const) : ('placing' as const),
        placing_at: now,
        ask_at: inAnHour,
        deadline_at: inAnHour,
      })),
    )
    .execute();
}

/** Number and status of all versions, newest first. */
export async function versionsOf(member: Member, path: string): Promise<[number, string][]> {
  const { body } = await member.get(`${path}/versions?limit=200`);
  return body.items.map((item: { version_number: number; version_status: string }) => [
    item.version_number,
    item.version_status,
  ]);
}

/** A small graph that can be published; the name distinguishes it. */
export const definition = (name: string) => ({
  nodes: [
    { id: 'start', type: 'startCall', position: { x: 0, y: 0 }, data: { name } },
    { id: 'end', type: 'endCall', position: { x: 0, y: 100.5 }, data: {} },
  ],
  edges: [
    {
      id: 'start-end',
      source: 'start',
      target: 'end',
      data: { label: 'done', condition: 'Always.' },
    },
  ],
});
