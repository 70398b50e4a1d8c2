import type { Insertable } from 'kysely';
import { expect } from 'vitest';
import type { WorkflowRuns } from '../../../generated/database.ts';
import { sealCredentials } from '../../../src/telephony/credentials.ts';
import { signaturePurpose } from '../../../src/telephony/simulation/callbacks.ts';
import { sign, signatureHeader } from '../../../src/telephony/simulation/signature.ts';
import { placeQueue } from '../../../src/telephony/calls/index.ts';
import type { Answer } from '../../support/client.ts';
import type { Member } from '../../support/organizations.ts';
import { givenRun, givenWorkflow } from '../../workflows/given.ts';

export interface CallingMember {
  readonly workflow_id: number;
  readonly configuration_id: number;
}

/** A published workflow and a fast simulated network as the organization's default. */
export async function givenCallable(
  { server, organization_id, ...member }: Member,
  options: { readonly ring_ms?: number; readonly talk_ms?: number; readonly limit?: number } = {},
): Promise<CallingMember> {
  const { db, secrets } = server.app;
  const created_at = server.app.now();
  const workflow = await givenWorkflow(
    { server, organization_id, ...member },
    { versions: ['published'] },
  );
  const { id } = await db
    .insertInto('telephony_configurations')
    .values({
      organization_id,
      name: 'Simulated network',
      provider: 'simulated',
      is_default_outbound: true,
      credentials_encrypted: sealCredentials(secrets, organization_id, {
        ring_ms: options.ring_ms ?? 1,
        talk_ms: options.talk_ms ?? 1,
      }),
      created_at,
      updated_at: created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (options.limit !== undefined)
    await db
      .updateTable('organizations')
      .set({ concurrent_call_limit: options.limit, reserved_for_single_calls: 0 })
      .where('id', '=', organization_id)
      .execute();
  return { workflow_id: workflow.id, configuration_id: id };
}

/** Waits until a condition holds, checking it repeatedly; fails with the last value. */
export async function until<T>(
  look: () => Promise<T>,
  holds: (seen: T) => boolean,
  withinMs = 15_000,
): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (performance.now() > end) {
      expect(seen, 'what was waited for did not come').toBe('what was waited for');
    }
    await new Promise((done) => setTimeout(done, 10));
  }
}

/** The run as the API shows it once it has ended. */
export const ended = (member: Member, run: { workflow_id: number; id: number }) =>
  until(
    async () => (await member.get(`/api/v1/runs/${run.id}`)).body,
    (body) => body.state === 'completed',
  );

/** The calls that a configuration has placed on the simulated network so far, oldest first. */
export const placedSoFar = ({ server }: Member, configurationId: number) =>
  server.app.db
    .selectFrom('simulated_calls')
    .selectAll()
    .where('telephony_configuration_id', '=', configurationId)
    .orderBy('id')
    .execute();

/** The calls that a configuration placed on the simulated network, oldest first, with those on their way. */
export async function placementsOf(member: Member, configurationId: number) {
  await member.server.app.calls.settled();
  return placedSoFar(member, configurationId);
}

/** The events of a run, composed or not. */
export const eventsOf = ({ server }: Member, runId: number) =>
  server.app.db
    .selectFrom((eb) =>
      eb
        .selectFrom('pending_events')
        .select(['id', 'run_id', 'event', 'due_at'])
        .unionAll(
          eb
            .selectFrom('webhook_events')
            .select(['id', 'run_id', 'event', 'composed_at as due_at']),
        )
        .as('event'),
    )
    .select(['event', 'due_at'])
    .where('run_id', '=', runId)
    .orderBy('id')
    .execute();

/** Everything in a run that a callback could change. */
export const stateOf = ({ server }: Member, runId: number) =>
  server.app.db
    .selectFrom('workflow_runs')
    .select(['state', 'outcome', 'failure', 'carrier_code', 'carrier_call_id', 'answered_by'])
    .select(['started_at', 'ended_at'])
    .select(['gathered_context', 'has_derived_analysis'])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();

/** A call placed with a configuration, initialized by default. */
export async function givenCall(
  member: Member,
  telephony_configuration_id: number,
  options: Partial<Insertable<WorkflowRuns>> = {},
): Promise<number> {
  const workflow = await givenWorkflow(member, { versions: ['published'] });
  return givenRun(member, workflow, {
    mode: 'ad_hoc',
    to_number: '+12025550123',
    telephony_configuration_id,
    ...options,
  });
}

export const callbackPath = (
  provider: 'simulated' | 'twilio' | 'telnyx',
  configurationId: number,
  runId: number,
): string => `/api/v1/telephony/callbacks/${provider}/${configurationId}?run_id=${runId}`;

/** Sends a callback like the simulated network, signed over path and body by default. */
export const callBack = (
  member: Member,
  path: string,
  report: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> => callBackRaw(member, path, JSON.stringify(report), headers);

export function callBackRaw(
  { server }: Member,
  path: string,
  raw: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const [key] = server.app.secrets.keysFor(signaturePurpose);
  const signature = { [signatureHeader]: sign(key, server.url + path, raw) };
  return server.send('POST', path, {
    raw,
    headers: { 'content-type': 'application/json', ...signature, ...headers },
  });
}

/** The stored runs of the member's calls, and which of them were to be placed. */
export async function keptOf({ server, organization_id }: Member) {
  const { db } = server.app;
  const runs = await db
    .selectFrom('workflow_runs')
    .select('id')
    .where('organization_id', '=', organization_id)
    .orderBy('id')
    .execute();
  const ids = runs.map(({ id }) => id);
  const woken = server.woken.keys(placeQueue).map(Number);
  return {
    runs: ids,
    jobs: woken.filter((id) => ids.includes(id)),
    allJobs: woken.length,
  };
}

/** No callback has changed the call. */
export async function expectUntouched({
  member,
  run_id,
}: {
  readonly member: Member;
  readonly run_id: number;
}): Promise<void> {
  expect(await stateOf(member, run_id)).toMatchObject({
    state: 'initialized',
    outcome: null,
    carrier_call_id: null,
  });
  expect(await eventsOf(member, run_id)).toEqual([]);
}

export interface Called {
  readonly member: Member;
  readonly configuration_id: number;
  readonly run_id: number;
  readonly path: string;
}

export const eventNames = async (member: Member, runId: number): Promise<string[]> =>
  (await eventsOf(member, runId)).map(({ event }) => event);

export const statuses = (answers: readonly Answer[]): number[] =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

export const times = <T>(count: number, value: T): T[] =>
  Array.from({ length: count }, () => value);
