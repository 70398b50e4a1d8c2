import { recordChange } from '../../audit/actions.ts';
import { pageOf } from '../../db/page.ts';
import { conflict } from '../../errors.ts';
import type { HandlersFor, RequestParts } from '../../http/contract.ts';
import { mustMatch } from '../../http/etag.ts';
import { mustExist } from '../../workflows/runs/read-queries.ts';
import { sentBy, wrongSignature } from '../calls/signed-callbacks.ts';
import type { TelephonyApp } from '../context.ts';
import { documentAfter } from './callbacks.ts';
import { cancel } from './changes.ts';
import { requestTransfer } from './handoff-actions.ts';
import { previewTransfer } from './preview.ts';
import * as transfers from './queries.ts';
import { isCanceled } from './rules.ts';
import { audited, revised, runTransfer, taggedTransfer } from './views.ts';

export const runTransfers = {
  async listRunTransfers({ params, query, caller: { organization_id } }, app) {
    await mustExist(app.db, organization_id, params.run_id);
    const rows = await transfers.list(app.db, { organization_id, ...params }, query);
    return pageOf(rows, query, runTransfer);
  },

  async createRunTransfer({ params, body, caller, requestId }: CreateRequest, app) {
    const { organization_id } = caller;
    const key = { organization_id, ...params };
    const row = await app.db.transaction().execute(async (trx) => {
      const now = app.now();
      const made = await requestTransfer(trx, engineOf(app), { key, caller, now, ...body });
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

  async previewRunTransfer({ params, body, caller }, app) {
    const key = { organization_id: caller.organization_id, ...params };
    return previewTransfer(app.db, engineOf(app), { key, caller, now: app.now(), ...body });
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
      if (isCanceled(before)) return taggedTransfer(before);
      const at = app.now();
      const after = await cancel(trx, app.jobs, { ...key, at });
      if (!after) throw ended(before);
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
    const { run_id } = call.query;
    const sent = await sentBy(call, app, run_id);
    const reading = sent.carrier.readTransfer(sent.credentials, sent.callback, app.now());
    if (!reading) throw wrongSignature();
    if (sent.run) call.continueTrace(sent.run);
    return once(await documentAfter(app, sent, { ...call.query, reading }));
  },
} satisfies HandlersFor<
  | 'listRunTransfers'
  | 'createRunTransfer'
  | 'previewRunTransfer'
  | 'getRunTransfer'
  | 'cancelRunTransfer'
  | 'receiveTransferCallback',
  TelephonyApp
>;

const engineOf = ({ secrets, calls, jobs }: TelephonyApp) => ({
  slots: calls.slots,
  secrets,
  jobs,
});

type Sent = RequestParts<'createRunTransfer'>;

/** Of a tool without a kind, which fits the destination and the briefing. */
type CreateRequest = Omit<Sent, 'body'> & {
  readonly body: Omit<Sent['body'], 'kind'> & Partial<Pick<Sent['body'], 'kind'>>;
};

async function* once(document: string) {
  yield document;
}

const ended = ({ status }: transfers.TransferRow) =>
  conflict('transfer_ended', `The transfer is ${status} and can no longer be canceled.`, {
    state: status,
  });
