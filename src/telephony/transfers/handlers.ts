import { recordChange } from '../../audit/actions.ts';
import { runToken } from '../../auth/run-tokens.ts';
import { pageOf } from '../../db/page.ts';
import { conflict, invalid } from '../../errors.ts';
import type { HandlersFor, RequestParts } from '../../http/contract.ts';
import { mustMatch } from '../../http/etag.ts';
import { type Key, mustExist } from '../../workflows/runs/read-queries.ts';
import { reportOfCallback } from '../calls/rules.ts';
import { sentBy, wrongSignature } from '../calls/signed-callbacks.ts';
import { response } from '../carriers/twiml.ts';
import type { TelephonyApp } from '../context.ts';
import { legDocumentOf, report, request } from './actions.ts';
import { end } from './changes.ts';
import * as transfers from './queries.ts';
import { briefingFault, isUnfinished, transferTransitions } from './rules.ts';
import { audited, revised, runTransfer, taggedTransfer } from './views.ts';

export const runTransfers = {
  async listRunTransfers({ params, query, caller: { organization_id } }, app) {
    await mustExist(app.db, organization_id, params.run_id);
    const rows = await transfers.list(app.db, { organization_id, ...params }, query);
    return pageOf(rows, query, runTransfer);
  },

  async createRunTransfer(
    { params, body, caller, requestId }: RequestParts<'createRunTransfer'>,
    app,
  ) {
    const { organization_id } = caller;
    const key = { organization_id, ...params };
    const { destination, kind, briefing } = body;
    const fault = briefingFault(kind, briefing);
    if (fault !== undefined) throw invalid(['body', 'briefing'], fault);
    const { secrets, calls, jobs } = app;
    const row = await app.db.transaction().execute(async (trx) => {
      const now = app.now();
      const engine = { slots: calls.slots, secrets, jobs };
      const made = await request(trx, engine, { key, caller, destination, kind, briefing, now });
      await recordChange(
        trx,
        { caller, requestId, at: now },
        {
          action: 'workflow_run.transfer_requested',
          organization_id,
          subject_id: params.run_id,
          before: null,
          after: { transfer: audited(made) },
        },
      );
      return made;
    });
    return taggedTransfer(row);
  },

  async getRunTransfer({ params, caller: { organization_id } }, app) {
    return taggedTransfer(await transfers.get(app.db, { organization_id, ...params }));
  },

  async cancelRunTransfer({ params, headers, caller, requestId }, app) {
    const { organization_id } = caller;
    const key = { organization_id, ...params };
    return app.db.transaction().execute(async (trx) => {
      const before = await transfers.lock(trx, key);
      mustMatch(headers['if-match'], revised(before));
      const { to } = transferTransitions.cancel;
      if (before.status === to) return taggedTransfer(before);
      if (!isUnfinished(before.status)) throw ended(before);
      const at = app.now();
      const after = await end(trx, app.jobs, { ...key, status: to, at });
      if (!after) throw ended(before);
      await transfers.setRecall(trx, key, at);
      await recordChange(
        trx,
        { caller, requestId, at },
        {
          action: 'workflow_run.transfer_canceled',
          organization_id,
          subject_id: params.run_id,
          before: { transfer: audited(before) },
          after: { transfer: audited(after) },
        },
      );
      return taggedTransfer(after);
    });
  },

  async receiveTransferCallback(call, app) {
    const { run_id, transfer_id } = call.query;
    const sent = await sentBy(call, app, run_id);
    const { carrier, configuration, run, credentials, callback } = sent;
    const reading = carrier.readTransfer(credentials, callback, app.now());
    if (!reading) throw wrongSignature();
    if (reading.kind === 'ignored' || !run) return once(response());
    call.continueTrace(run);
    const { organization_id } = configuration;
    const key = { organization_id, run_id };
    if (reading.kind === 'status') {
      await app.calls.report({ ...reportOfCallback(run_id, reading, app.now()), organization_id });
      return once(response());
    }
    const transfer = { ...key, transfer_id };
    const at = app.now();
    if (reading.kind === 'leg')
      return once(
        carrier.legDocument(
          await legDocumentOf(app, transfer, { briefed: reading.briefed, at }),
          callback.url,
        ),
      );
    await report(app, transfer, { reading, byCommand: carrier.leg !== undefined, at });
    if (!reading.wants_document) return once(response());
    const { status } = await transfers.get(app.db, transfer);
    const hasTalked = status === 'bridged' && !reading.unbridged;
    const next = hasTalked ? undefined : await agentFor(app, key);
    return once(carrier.afterTransfer(credentials, next?.agent, next?.is_ringing_next));
  },
} satisfies HandlersFor<
  | 'listRunTransfers'
  | 'createRunTransfer'
  | 'getRunTransfer'
  | 'cancelRunTransfer'
  | 'receiveTransferCallback',
  TelephonyApp
>;

/** What the agent runtime of a call gets; undefined if the call has ended. */
async function agentFor(app: TelephonyApp, key: Key) {
  const found = await transfers.agentOf(app.db, key);
  if (!found || found.state === 'completed') return undefined;
  const { workflow_id, workflow_version, is_ringing_next } = found;
  const { run_id } = key;
  const agent = { run_id, workflow_id, workflow_version, run_token: runToken(app.secrets, key) };
  return { agent, is_ringing_next: Boolean(is_ringing_next) };
}

async function* once(document: string) {
  yield document;
}

const ended = ({ status }: transfers.TransferRow) =>
  conflict('transfer_ended', `The transfer is ${status} and can no longer be canceled.`, {
    state: status,
  });
