import type { Insertable } from 'kysely';
import type { WorkflowDefinitions, WorkflowRuns, Workflows } from '../../generated/database.ts';
import type { Member } from '../support/organizations.ts';

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
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
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
