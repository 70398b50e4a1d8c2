import { asChange, makeChange } from '../../audit/actions.ts';
import { pageOf } from '../../db/page.ts';
import { conflict } from '../../errors.ts';
import type { HandlersFor, RequestParts } from '../../http/contract.ts';
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

  async createRunTransfer({ params, body, ...call }: CreateRequest, app) {
    const row = await makeChange(call, app, async ({ trx, organization_id, at, cause, record }) => {
      const key = { organization_id, ...params };
      const request = { key, caller: cause.caller, now: at, ...body };
      const made = await requestTransfer(trx, engineOf(app), request);
      const after = { transfer: audited(made) };
      await record('workflow_run.transfer_requested', params.run_id, { after });
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

  cancelRunTransfer: asChange(
    async ({ trx, params, organization_id, at, mustMatch, record }, app) => {
      const key = { organization_id, ...params };
      const before = await transfers.lock(trx, key);
      mustMatch(revised(before));
      if (isCanceled(before)) return taggedTransfer(before);
      const after = await cancel(trx, app.jobs, { ...before, at });
      if (!after) throw ended(before);
      await record('workflow_run.transfer_canceled', params.run_id, {
        before: { transfer: audited(before) },
        after: { transfer: audited(after) },
      });
      return taggedTransfer(after);
    },
  ),

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
