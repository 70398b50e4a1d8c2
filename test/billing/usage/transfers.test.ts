import type { Transaction } from 'kysely';
import { expect, test } from 'vitest';
import { addAllChanges } from '../../../src/billing/jobs.ts';
import type { Database } from '../../../src/db/connect.ts';
import { later } from '../../../src/timestamp.ts';
import { onPostgres } from '../../support/database.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { untilWaiting } from '../../support/waiting.ts';
import { givenRun, type GivenWorkflow, givenWorkflow } from '../../workflows/given.ts';
import { created_at, deleteRun, stripRun, submit, transferRun, usageOf } from './given.ts';

const at = (seconds: number) => later(created_at, seconds * 1000);

const givenTalking = (member: Member, workflow: GivenWorkflow) =>
  givenRun(member, workflow, {
    mode: 'ad_hoc',
    state: 'running',
    created_at,
    started_at: created_at,
  });

const endAfter = ({ server }: Member, run: number, seconds: number) =>
  server.app.db
    .updateTable('workflow_runs')
    .set({ state: 'completed', outcome: 'completed', ended_at: at(seconds) })
    .where('id', '=', run)
    .execute();

const transfersOf = async (member: Member) => {
  const { transfers, transfer_seconds, seconds } = (await usageOf(member)).total;
  return { transfers, transfer_seconds, seconds };
};

test('getUsage counts a transfer when its call ends, in whole seconds from then on', async () => {
  const member = await newOrganization();
  const run = await givenTalking(member, await givenWorkflow(member));
  await transferRun(member, { run, at: at(10.5) });
  const before = await transfersOf(member);

  await endAfter(member, run, 40);

  expect(before).toEqual({ transfers: 0, transfer_seconds: 0, seconds: 0 });
  expect(await transfersOf(member)).toEqual({ transfers: 1, transfer_seconds: 29, seconds: 40 });
});

test('getUsage counts cold and warm transfers that connected somebody, each in the groups of its call', async () => {
  const member = await newOrganization();
  const workflow = await givenWorkflow(member);
  const other = await givenWorkflow(member);
  const [first, second] = [
    await givenTalking(member, workflow),
    await givenTalking(member, workflow),
  ];
  await transferRun(member, { run: first, status: 'failed', at: at(5) });
  await transferRun(member, { run: first, kind: 'handoff', at: at(6) });
  await transferRun(member, { run: first, kind: 'warm', at: at(20) });
  // Connected when the carrier reported the end, or by a clock that is ahead.
  await transferRun(member, { run: second, at: at(31) });
  for (const run of [first, second, await givenTalking(member, other)])
    await endAfter(member, run, 30);

  const { items } = await usageOf(member, 'group_by=workflow');

  expect(items).toMatchObject([
    { workflow_id: other.id, usage: { transfers: 0, transfer_seconds: 0 } },
    {
      workflow_id: workflow.id,
      usage: {
        transfers: 2,
        transfer_seconds: 10,
        seconds: 60,
        consumption: { seconds: null, cost: [] },
      },
    },
  ]);
});

test('Transfers stay counted once, whatever comes after the end of their call', async () => {
  const member = await newOrganization();
  const workflow = await givenWorkflow(member);
  const run = await givenTalking(member, workflow);
  await transferRun(member, { run, at: at(10) });
  await endAfter(member, run, 30);
  const before = await transfersOf(member);

  await addAllChanges(member.server.app);
  await submit(member, run, { tokens: 3 });
  await member.post(`${workflow.path}/runs/${run}/mark-consent`, { consent_given: true });
  await stripRun(member, { id: run });
  await deleteRun(member, { id: run });

  expect(before).toEqual({ transfers: 1, transfer_seconds: 20, seconds: 30 });
  expect(await transfersOf(member)).toEqual(before);
});

test('A transfer that is bridged while its call ends is counted', async () => {
  const member = await newOrganization();
  const { db } = member.server.app;
  const run = await givenTalking(member, await givenWorkflow(member));
  const transfer = await transferRun(member, { run, status: 'ringing', at: at(10) });
  const bridged = Promise.withResolvers<Transaction<Database>>();
  const committing = Promise.withResolvers<void>();
  const bridging = db.transaction().execute(async (trx) => {
    await trx
      .updateTable('run_transfers')
      .set({ status: 'bridged', bridged_at: at(25), ended_at: at(25) })
      .where('id', '=', transfer)
      .execute();
    bridged.resolve(trx);
    await committing.promise;
  });

  const trx = await bridged.promise;
  const ending = endAfter(member, run, 30);
  await untilWaiting(trx, member);
  committing.resolve();
  await Promise.all([bridging, ending]);

  expect(await transfersOf(member)).toEqual({ transfers: 1, transfer_seconds: 5, seconds: 30 });
});

test.runIf(onPostgres)(
  'A call ends while a transfer that has failed is locked, whose fallback waits for the call',
  async () => {
    const member = await newOrganization();
    const { db } = member.server.app;
    const run = await givenTalking(member, await givenWorkflow(member));
    const failed = await transferRun(member, { run, status: 'failed', at: at(10) });
    await transferRun(member, { run, at: at(20) });

    const locked = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const locking = db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('run_transfers')
        .select('id')
        .where('id', '=', failed)
        .forNoKeyUpdate()
        .execute();
      locked.resolve();
      await ended.promise;
    });

    await locked.promise;
    await endAfter(member, run, 30).finally(ended.resolve);
    await locking;

    expect(await transfersOf(member)).toEqual({ transfers: 1, transfer_seconds: 10, seconds: 30 });
  },
);
