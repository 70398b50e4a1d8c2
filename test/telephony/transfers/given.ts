import type { Insertable } from 'kysely';
import { afterEach } from 'vitest';
import type { Application } from '../../../src/app.ts';
import type { WorkflowRuns } from '../../../generated/database.ts';
import type { CommandResult, TransferResult } from '../../../src/telephony/carriers/carrier.ts';
import type {
  Briefing,
  LegRequest,
  RecallRequest,
  TransferRequest,
} from '../../../src/telephony/carriers/requests.ts';
import { sealCredentials } from '../../../src/telephony/credentials.ts';
import { later } from '../../../src/timestamp.ts';
import type { Key } from '../../../src/workflows/runs/read-queries.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import type { TestServer } from '../../support/server.ts';
import { withCarriers } from '../calls/with-carriers.ts';
import { givenTalking } from '../keys/given.ts';

/** The server of a test file, whose tests find no transfers of each other. */
export function transferServer(): TestServer {
  const server = ownServer();
  afterEach(async () => {
    await server.app.db.deleteFrom('run_transfers').execute();
  });
  return server;
}

/** A person answers it on the simulated network, who is connected at once. */
export const reception = {
  name: 'reception',
  phone_number: '+12025550110',
  has_machine_detection: false,
};

export const briefing = { text: 'Ada asks for <another> bill & a call.', language: 'en-US' };

/** A transfer of a call, as it is in this state. */
export async function givenTransfer(
  { app }: TestServer,
  { organization_id, run_id }: Key,
  status: 'ringing' | 'bridged',
) {
  const at = app.now();
  const { id } = await app.db
    .insertInto('run_transfers')
    .values({
      organization_id,
      run_id,
      kind: 'cold',
      destination: reception.name,
      phone_number: reception.phone_number,
      status,
      created_at: at,
      deadline_at: later(at, 120_000),
      sending_at: at,
      ...(status === 'bridged' && { bridged_at: at, ended_at: at }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Options = Partial<Insertable<WorkflowRuns>> & {
  readonly settings?: object;
  readonly destinations?: readonly object[];
};

/** An answered call of a workflow that can be transferred, with its live row. */
export async function givenTransferable(
  member: Member,
  { settings, destinations = [reception], ...columns }: Options = {},
) {
  const made = await givenTalking(member, {
    settings: { transfer_destinations: destinations, ...settings },
    ...columns,
  });
  const { app } = member.server;
  const { db, secrets } = app;
  const { run_id, configuration_id } = made;
  const { organization_id } = member;
  await db
    .updateTable('telephony_configurations')
    .set({
      credentials_encrypted: sealCredentials(secrets, organization_id, {
        ring_ms: 1,
        talk_ms: 3_600_000,
      }),
    })
    .where('id', '=', configuration_id)
    .execute();
  const run = await db
    .selectFrom('workflow_runs')
    .select(['workflow_id', 'state', 'mode'])
    .where('id', '=', run_id)
    .executeTakeFirstOrThrow();
  if (run.state === 'running')
    await db
      .insertInto('live_calls')
      .values({
        run_id,
        organization_id,
        telephony_configuration_id: configuration_id,
        to_number: '+12025550100',
        state: 'in_progress',
        placing_at: later(app.now(), -1000),
        ask_at: later(app.now(), 3_600_000),
        deadline_at: later(app.now(), 3_600_000),
      })
      .onConflict((on) => on.column('run_id').doNothing())
      .execute();
  const transfers = `/api/v1/runs/${run_id}/transfers`;
  return {
    ...made,
    workflow_id: run.workflow_id,
    transfers,
    run: { id: run_id, workflow_id: run.workflow_id },
    transfer: (destination = reception.name) =>
      member.post(transfers, { destination, kind: 'cold' }),
    warmTransfer: (text = briefing.text) =>
      member.post(transfers, { destination: reception.name, kind: 'warm', briefing: { text } }),
    show: async (id: number) => (await member.get(`${transfers}/${id}`)).body,
    phase: async () => (await member.get(`/api/v1/runs/${run_id}`)).body.phase,
    rows: () =>
      db
        .selectFrom('run_transfers')
        .selectAll()
        .where('run_id', '=', run_id)
        .orderBy('id')
        .execute(),
  };
}

/** As `givenTransferable`, of a new organization. */
export async function givenAnswered(server: TestServer, options: Options = {}) {
  const member = await newOrganization({ server });
  return { member, ...(await givenTransferable(member, options)) };
}

/** What the audit log has of the transfers of a run. */
export const auditOf = ({ app }: TestServer, run_id: number) =>
  app.db
    .selectFrom('audit_events')
    .select(['action', 'actor_kind', 'before', 'after'])
    .where('subject_id', '=', String(run_id))
    .where('action', 'in', ['workflow_run.transfer_requested', 'workflow_run.transfer_canceled'])
    .orderBy('created_at')
    .execute();

/** A destination whose last two digits the simulated network decides by. */
export const ending = (digits: string) => [{ ...reception, phone_number: `+120255501${digits}` }];

/** Begins what is due as the sweep does, and waits for the carriers' answers. */
export async function send({ calls }: Application): Promise<void> {
  await calls.sendTransfers();
  await calls.settled();
}

/** The server's app with a network whose answers to transfers are given; with `byCall`, it recalls the call itself. */
export function askedNetwork(server: TestServer, { byCall = false } = {}) {
  const network = {
    asked: [] as TransferRequest[],
    recalled: [] as RecallRequest[],
    transfer: async (): Promise<TransferResult> => ({ kind: 'accepted' }),
    recall: async (): Promise<CommandResult> => ({ kind: 'accepted' }),
    connected: [] as LegRequest[],
    hungUp: [] as LegRequest[],
    briefed: [] as (LegRequest & Briefing)[],
    brief: async (): Promise<CommandResult> => ({ kind: 'accepted' }),
    connect: async (): Promise<CommandResult> => ({ kind: 'accepted' }),
  };
  const { leg: _, ...simulated } = server.app.calls.carriers.simulated;
  const app = withCarriers(server, {
    simulated: {
      ...simulated,
      transfer(_, request) {
        network.asked.push(request);
        return network.transfer();
      },
      recall(_, request) {
        network.recalled.push(request);
        return network.recall();
      },
      ...(!byCall && {
        leg: {
          brief(_, request) {
            network.briefed.push(request);
            return network.brief();
          },
          connect(_, request) {
            network.connected.push(request);
            return network.connect();
          },
          async hangUp(_, request) {
            network.hungUp.push(request);
            return { kind: 'accepted' };
          },
        },
      }),
    },
  });
  return Object.assign(network, { app });
}
