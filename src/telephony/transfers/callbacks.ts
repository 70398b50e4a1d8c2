import { accessOf } from '../../auth/run-codes.ts';
import type { OperationRequest } from '../../http/contract.ts';
import type { Db } from '../../db/connect.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Key } from '../../workflows/runs/read-queries.ts';
import { reportOfCallback } from '../calls/rules.ts';
import type { Sent } from '../calls/signed-callbacks.ts';
import type { TransferReading } from '../carriers/carrier.ts';
import type { LegDocument } from '../carriers/requests.ts';
import { response } from '../carriers/twiml.ts';
import { withRelay } from '../relay/with-relay.ts';
import type { TelephonyApp } from '../context.ts';
import { change, keepLeg } from './changes.ts';
import * as transfers from './queries.ts';
import { briefingOf } from './rules.ts';
import { documentOf, effectOf, isApart } from './transition-rules.ts';
import { setRecalled } from './sending-queries.ts';

type Asked = OperationRequest<'receiveTransferCallback'>['query'] & {
  readonly reading: TransferReading;
};

/** Applies what a carrier reports of a transfer or its call. Returns what the carrier does next; most say nothing. */
export async function documentAfter(
  app: TelephonyApp,
  { carrier, configuration: { organization_id }, run, credentials, line, callback }: Sent,
  { run_id, transfer_id, reading }: Asked,
): Promise<string> {
  if (reading.kind === 'ignored' || !run) return response();
  const key = { organization_id, run_id };
  const at = app.now();
  if (reading.kind === 'status') {
    await app.calls.report({ ...reportOfCallback(run_id, reading, at), organization_id });
    return response();
  }
  if (reading.kind === 'agent') {
    await app.calls.agentReported(key, reading);
    return response();
  }
  const transfer = { ...key, transfer_id };
  if (reading.kind === 'leg') {
    const { briefed } = reading;
    return carrier.legDocument(await legDocumentOf(app, transfer, { briefed, at }), callback.url);
  }
  await report(app, transfer, { reading, byCommand: carrier.leg !== undefined, at });
  if (!reading.wants_document) return response();
  const { status, ended_at } = await transfers.get(app.db, transfer);
  const hasTalked = status === 'bridged' && !reading.unbridged;
  const next = hasTalked ? undefined : await agentFor(app, key, ended_at ?? at);
  const agent = next && (await withRelay(app, line, { agent: next.agent, greets: false }));
  return carrier.afterTransfer(credentials, agent, next?.is_ringing_next);
}

/** What the agent runtime of a call gets; undefined if the call has ended. The same for a report that is repeated. */
async function agentFor(app: TelephonyApp, key: Key, made_at: Timestamp) {
  const found = await transfers.agentOf(app.db, key);
  if (!found || found.state === 'completed') return undefined;
  const { handoff_id, state: _, is_ringing_next, ...call } = found;
  const agent = {
    run_id: key.run_id,
    ...call,
    ...accessOf(app.secrets, { ...key, handoff_id }, made_at),
  };
  return { agent, is_ringing_next: Boolean(is_ringing_next) };
}

interface Reported {
  readonly reading: Extract<TransferReading, { kind: 'transfer' }>;
  /** Whether the carrier gets commands about the call to the destination. */
  readonly byCommand: boolean;
  readonly at: Timestamp;
}

/** Applies what a carrier reports of a transfer. Reports that are late or repeated change nothing. */
const report = (
  { db, jobs }: { readonly db: Db; readonly jobs: Pick<Jobs, 'wakeAfter'> },
  key: transfers.TransferKey,
  { reading, byCommand, at }: Reported,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const transfer = await transfers.lockIfAny(trx, key);
    if (!transfer) return;
    const { leg_id, carrier_code } = reading;
    const { id, organization_id } = transfer;
    const happening = { id, organization_id, at, leg_id, byCommand };
    // Whoever hangs up one of two calls that are connected ends both.
    if (byCommand && !isApart(transfer) && reading.status === 'answered')
      await setRecalled(trx, transfer);
    const event = effectOf(transfer, reading);
    // Who answers has been rung.
    if (event?.by === 'brief' || event?.by === 'connect')
      await change(trx, jobs, { ...happening, event: { by: 'ring' } });
    const changed =
      event &&
      (await change(trx, jobs, {
        ...happening,
        event: event.by === 'fail' ? { ...event, carrier_code } : event,
      }));
    // It is kept, whatever has become of the transfer.
    if (!changed && leg_id !== undefined && transfer.leg_id === null)
      await keepLeg(trx, transfer, leg_id);
  });

/** What the destination hears now; connects the two if they are to be connected. */
const legDocumentOf = (
  { db, jobs }: { readonly db: Db; readonly jobs: Pick<Jobs, 'wakeAfter'> },
  key: transfers.TransferKey,
  { briefed, at }: { readonly briefed: boolean; readonly at: Timestamp },
): Promise<LegDocument> =>
  db.transaction().execute(async (trx) => {
    const transfer = await transfers.lockIfAny(trx, key);
    if (!transfer) return 'hang_up';
    const document = documentOf(transfer, briefed);
    const { id, organization_id, stage } = transfer;
    const happen = (by: 'bridge' | 'brief') =>
      change(trx, jobs, { id, organization_id, event: { by }, at });
    if (document === 'connect') await happen('bridge');
    if (document !== 'brief') return document;
    if (stage === null) await happen('brief');
    return briefingOf(transfer) ?? 'hang_up';
  });
