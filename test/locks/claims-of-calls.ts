import { asDatabase } from '../../src/db/as-database.ts';
import { later } from '../../src/timestamp.ts';
import { lockUnplaced } from '../../src/telephony/calls/live-queries.ts';
import * as calls from '../../src/telephony/calls/queries.ts';
import { takeDue } from '../../src/telephony/calls/status-check-queries.ts';
import * as doNotCall from '../../src/telephony/do-not-call/queries.ts';
import * as hangUps from '../../src/telephony/hang-ups/queries.ts';
import { removeOld } from '../../src/telephony/inbound-calls/queries.ts';
import * as scheduled from '../../src/telephony/scheduled-calls/queries.ts';
import { endOverdue } from '../../src/telephony/transfers/changes.ts';
import { followUp } from '../../src/telephony/transfers/fallbacks.ts';
import { mayReplace } from '../../src/telephony/transfers/replacing-queries.ts';
import * as transfers from '../../src/telephony/transfers/sending-queries.ts';
import * as executions from '../../src/tools/tool-executions/queries.ts';
import * as taking from '../../src/webhooks/deliveries/take-queries.ts';
import { lockEarlier } from '../../src/webhooks/deliveries/compose-queries.ts';
import { settleDelivered } from '../../src/webhooks/deliveries/settle-queries.ts';
import * as endpoints from '../../src/webhooks/endpoints/queries.ts';
import * as events from '../../src/webhooks/events/queries.ts';
import { type Claim, ids, type Trx } from './cases.ts';
import { done } from './claims.ts';
import { compose, composing } from './row-locks/webhooks.ts';
import { now, past, uuid } from './rows.ts';

const call = { workflow_runs: {}, workflows: {}, workflow_definitions: {}, organizations: {} };
const due = { id: 1, organization_id: 1 };
const runId = ({ run_id }: { readonly run_id: number }): number => run_id;

/** The statement of whoever works on rows of the table. */
const holding = (table: 'run_transfers' | 'pending_deliveries' | 'workflow_runs') => (trx: Trx) =>
  trx.selectFrom(table).selectAll().forUpdate().execute();

const transferClaims: readonly Claim[] = [
  {
    at: 'telephony/transfers/sending-queries.ts transfers',
    rows: { run_transfers: { status: 'requested' }, ...call },
    run: async (trx) => ids(await transfers.lockUnsent(trx, due)),
  },
  {
    at: 'telephony/transfers/sending-queries.ts transfers',
    rows: { run_transfers: { status: 'canceled', recall_at: past }, ...call },
    run: async (trx) => ids(await transfers.takeRecall(trx, due, now)),
  },
  {
    at: 'telephony/transfers/sending-queries.ts transfers',
    rows: { run_transfers: { status: 'ringing', step_at: past }, ...call },
    run: async (trx) => ids(await transfers.takeStep(trx, due, now)),
  },
  {
    at: 'telephony/transfers/changes.ts endOverdue',
    rows: { run_transfers: { status: 'ringing', deadline_at: past, sending_at: past }, ...call },
    run: async (trx) => ids(await endOverdue(trx, { wakeAfter: () => undefined } as never, now)),
  },
  {
    at: 'telephony/transfers/fallbacks.ts lockFailed',
    rows: { run_transfers: { status: 'failed', fallback: 'x', fallback_at: past } },
    // Too late for the fallback, which this writes down once.
    run: async (trx) => {
      await followUp({ db: asDatabase(trx), now: () => now } as never, due);
      return [];
    },
  },
  {
    at: 'telephony/transfers/replacing-queries.ts mayReplace',
    rows: { run_transfers: { recall_at: past } },
    first: holding('run_transfers'),
    run: async (trx) => {
      const next = { id: 2, organization_id: 1, run_id: 1 };
      return [await mayReplace(trx, next, { now, handoffsAlone: false, replaces: true })];
    },
    second: [false],
  },
  {
    at: 'telephony/transfers/replacing-queries.ts mayReplace',
    rows: { run_transfers: { recall_at: past } },
    run: async (trx) => {
      const next = { id: 2, organization_id: 1, run_id: 1 };
      return (await mayReplace(trx, next, { now, handoffsAlone: false, replaces: true }))
        ? ['place']
        : [];
    },
  },
];

const callClaims: readonly Claim[] = [
  {
    at: 'telephony/calls/live-queries.ts lockUnplaced',
    rows: { live_calls: { state: 'queued' }, ...call },
    run: async (trx) => ids(await lockUnplaced(trx, [1], now)),
  },
  {
    at: 'telephony/calls/queries.ts lock',
    rows: { workflow_runs: { mode: 'twilio' } },
    run: async (trx) => ids(await calls.lock(trx, [1], true)),
  },
  {
    at: 'telephony/calls/status-check-queries.ts takeDue',
    rows: { live_calls: { state: 'placing', ask_at: past }, ...call, telephony_configurations: {} },
    run: async (trx) => ids(await takeDue(asDatabase(trx), now), runId),
  },
  {
    at: 'telephony/hang-ups/queries.ts take',
    rows: { live_calls: { state: 'ringing', hang_up_at: past }, ...call },
    run: async (trx) => {
      const room = { limit: 10, perOrganization: 5, busy: [] };
      return ids(await hangUps.take(asDatabase(trx), { now, ...room }), runId);
    },
  },
  {
    at: 'telephony/scheduled-calls/queries.ts lockDue',
    rows: { scheduled_calls: { due_at: past } },
    run: async (trx) => ids(await scheduled.lockDue(trx, 1, now)),
  },
  {
    at: 'telephony/do-not-call/queries.ts removeExpired',
    rows: { do_not_call_numbers: { expires_at: past } },
    run: (trx) => done(doNotCall.removeExpired(asDatabase(trx), now)),
  },
  {
    at: 'telephony/inbound-calls/queries.ts removeOld',
    rows: { inbound_calls: { received_at: past } },
    run: (trx) => done(removeOld(asDatabase(trx), now)),
  },
];

const execution = { run_id: 1, call_id: 'x', tool_name: 'x', deadline_at: now, created_at: now };

const toolClaims: readonly Claim[] = [
  {
    at: 'tools/tool-executions/queries.ts begin',
    rows: {},
    waits: true,
    run: async (trx) =>
      ids(
        await executions.begin(asDatabase(trx), {
          ...execution,
          organization_id: 1,
          is_write: true,
          status: 'sending',
          arguments: '{}',
        } as never),
        () => 'request',
      ),
  },
  {
    at: 'tools/tool-executions/queries.ts beginAgain',
    rows: { tool_executions: { status: 'sending', attempt: 1, deadline_at: past } },
    waits: true,
    run: async (trx) =>
      ids(
        await executions.beginAgain(
          asDatabase(trx),
          { id: 1, attempt: 1 },
          { now, deadline_at: later(now, 1000) },
        ),
        () => 'request',
      ),
  },
  {
    at: 'tools/tool-executions/queries.ts beginAgain',
    rows: { tool_executions: { status: 'sending', attempt: 2, deadline_at: past } },
    first: async () => {},
    // It looked before the second request began.
    run: async (trx) => {
      const until = { now, deadline_at: later(now, 1000) };
      const begun = executions.beginAgain(asDatabase(trx), { id: 1, attempt: 1 }, until);
      return ids(await begun, () => 'request');
    },
    second: [],
  },
];

const delivery = { subject: 1, event_created_at: past, next_attempt_at: past };
const leasing = { now, until: later(now, 60_000), lease: uuid };

const webhookClaims: readonly Claim[] = [
  {
    at: 'webhooks/deliveries/take-queries.ts takeRows',
    rows: {
      pending_deliveries: [
        { delivery_id: 1, ...delivery },
        { delivery_id: 2, ...delivery },
      ],
      webhook_events: { created_at: past, body: Buffer.from('{}') },
    },
    run: async (trx) => {
      const portions = [{ organization_id: 1, endpoint_id: 1, count: 1 }];
      return ids(await taking.take(asDatabase(trx), { ...leasing, portions }));
    },
  },
  {
    at: 'webhooks/deliveries/settle-queries.ts settleDelivered',
    rows: {
      webhook_endpoints: { status: 'enabled' },
      pending_deliveries: { ...delivery, lease: uuid, attempt_count: 0 },
      webhook_deliveries: { event_created_at: past },
    },
    run: async (trx) => {
      const made = { id: 1, endpoint_id: 1, event_created_at: past, lease: uuid, at: now };
      const answered = { status: 200, duration_ms: 1, answer: null };
      const { ids: settled } = await settleDelivered(trx, [{ ...made, ...answered }], leasing);
      return [...settled];
    },
  },
  {
    at: 'webhooks/deliveries/compose-queries.ts lockEarlier',
    rows: { pending_deliveries: delivery },
    first: holding('pending_deliveries'),
    run: async (trx) => [
      ...(await lockEarlier(trx, [{ organization_id: 1, run_id: 1, campaign_id: null }])),
    ],
    // Those of which another transaction has a delivery.
    second: [1],
  },
  {
    at: 'webhooks/deliveries/compose-queries.ts insertDeliveries',
    rows: composing,
    // The endpoint is being deleted.
    first: (trx) => endpoints.lockForRemoval(trx, 1, 1),
    run: compose,
    second: [],
  },
  {
    at: 'webhooks/endpoints/queries.ts lockAll',
    rows: { webhook_endpoints: {} },
    run: async (trx) => ids(await endpoints.lockAll(trx, [1], { wait: false })),
  },
  {
    at: 'webhooks/events/queries.ts lockPositions',
    rows: { event_positions: {}, pending_events: { number: 1, event: 'call_ended', due_at: past } },
    run: (trx) => events.lockPositions(trx, { now, limit: 10 }),
  },
  {
    at: 'webhooks/events/queries.ts takeHappened',
    rows: { pending_events: { number: 1, event: 'call_ended' } },
    run: async (trx) =>
      ids(
        await events.takeHappened(trx, { organizations: [1], now, limit: 10 }),
        (event) => event.number,
      ),
  },
  {
    at: 'webhooks/events/queries.ts takeAnalyzed',
    rows: {
      pending_events: { number: 1, event: 'call_analyzed', due_at: past, run_id: 1 },
      workflow_runs: {},
    },
    run: async (trx) =>
      ids(
        await events.takeAnalyzed(trx, { organizations: [1], now, limit: 10 }),
        (event) => event.number,
      ),
  },
  {
    at: 'webhooks/events/queries.ts takeAnalyzed',
    rows: {
      pending_events: { number: 1, event: 'call_analyzed', due_at: past, run_id: 1 },
      workflow_runs: {},
    },
    // Whoever submits the result of the run.
    first: holding('workflow_runs'),
    run: async (trx) =>
      ids(
        await events.takeAnalyzed(trx, { organizations: [1], now, limit: 10 }),
        (event) => event.number,
      ),
    second: [],
  },
];

export const claimsOfCalls = [...callClaims, ...transferClaims, ...toolClaims, ...webhookClaims];
