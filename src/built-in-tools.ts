import type { components } from '../generated/api.ts';
import { InvalidRequest } from './errors.ts';
import { bodyFaults } from './http/validate.ts';
import type { OperationId } from './http/contract.ts';
import { loadContract } from './http/operations.ts';
import { mustHaveAuthority } from './telephony/authority.ts';
import { hangUps } from './telephony/hang-ups/handlers.ts';
import { runKeys } from './telephony/keys/handlers.ts';
import { runTransfers } from './telephony/transfers/handlers.ts';
import type { TelephonyApp } from './telephony/context.ts';
import type { BuiltInCall, ToolsApp } from './tools/context.ts';
import type { BuiltInName } from './workflows/built-in-rules.ts';
import type { WorkflowsApp } from './workflows/context.ts';
import { callOf } from './workflows/runs/call-back-queries.ts';
import { submitResult } from './workflows/runs/results.ts';
import { otherNumber } from './workflows/runs/rules.ts';

type Both = TelephonyApp & WorkflowsApp;
type Act = (call: BuiltInCall, app: Both) => Promise<Readonly<Record<string, unknown>>>;

/** What the built-in tools do: each what the handler of its operation does. */
const acts: Readonly<Record<BuiltInName, Act>> = {
  async hang_up({ request }, app) {
    const { body } = await hangUps.hangUpRun({ ...requestOf(request), body: undefined }, app);
    return { is_ended: body.state === 'completed' };
  },

  async transfer({ request, arguments: { destination, briefing } }, app) {
    const body = {
      destination: String(destination),
      ...(isBriefing(briefing) && { briefing }),
    };
    mustFit('createRunTransfer', { ...body, kind: 'warm' });
    const made = await runTransfers.createRunTransfer({ ...requestOf(request), body }, app);
    const { id: transfer_id, status } = made.body;
    return { transfer_id, status };
  },

  async send_keys({ request, arguments: { keys }, call_id }, app) {
    const body = { keys: String(keys) };
    const headers = { 'idempotency-key': `tool call ${call_id}` };
    const sent = { ...requestOf(request), headers, body };
    await runKeys.sendRunKeys.before(sent, app);
    const { key_count } = await runKeys.sendRunKeys.work(sent, app);
    return { key_count };
  },

  async schedule_callback(call, app) {
    const { callback_at } = call.arguments;
    const run = await submit(call, app, { callback_at: String(callback_at) });
    const { organization_id } = call.request.caller;
    const kept = await callOf(app.db, { organization_id, run_id: run.id });
    const agreed = kept?.callback_at ?? null;
    if (agreed !== null) return { is_scheduled: true, callback_at: agreed };
    return { is_scheduled: false, refusal: run.callback_refusal?.message ?? callsNobodyBack };
  },

  async opt_out(call, app) {
    const run = await submit(call, app, { opt_out: true });
    return { is_opted_out: otherNumber(run) !== null };
  },

  async submit_result(call, app) {
    await submit(call, app, call.arguments);
    return { is_stored: true };
  },
};

/** The arguments have been checked. */
const isBriefing = (
  argument: unknown,
): argument is components['schemas']['TransferBriefingRequest'] => argument !== undefined;

const callsNobodyBack =
  'Nobody is called back after this run: it is no call that the service placed, or its campaign has ended.';

const submit = ({ request }: BuiltInCall, app: Both, body: Submitted) => {
  mustFit('submitRunResult', body);
  const { caller, params, requestId } = request;
  const key = { organization_id: caller.organization_id, run_id: params.run_id };
  return submitResult(app, { key, body, caller, requestId, keepsTestOpen: true });
};

/** Throws 422 for what the operation's body must not be, although the tool's schema allows it. */
function mustFit(id: 'createRunTransfer' | 'submitRunResult', body: unknown): void {
  const faults = bodyFaults(id, body);
  if (faults.length > 0) throw new InvalidRequest(faults);
}

type Submitted = Parameters<typeof submitResult>[1]['body'];

/** The request of an operation on the run, in place of the one that calls the tool. */
const requestOf = ({ params: { run_id }, caller, requestId }: BuiltInCall['request']) => ({
  params: { run_id },
  headers: {},
  caller,
  requestId,
});

/** The operation whose authority a tool needs. */
const operations = {
  hang_up: 'hangUpRun',
  transfer: 'createRunTransfer',
  send_keys: 'sendRunKeys',
  schedule_callback: 'submitRunResult',
  opt_out: 'submitRunResult',
  submit_result: 'submitRunResult',
} as const satisfies Readonly<Record<BuiltInName, OperationId>>;

const authorityOf = (name: BuiltInName) =>
  loadContract().operations.find(({ id }) => id === operations[name])?.callAuthority ?? 'covered';

/** Calls built-in tools with what the application works with. */
export const builtInTools =
  (app: () => Both): ToolsApp['callBuiltIn'] =>
  async (call, db) => {
    const after: ((app: Both) => void | Promise<void>)[] = [];
    const afterCommit: Both['afterCommit'] = async (action) => void after.push(action);
    const { caller, params } = call.request;
    const acted = { authority: authorityOf(call.name), caller, run_id: params.run_id };
    await mustHaveAuthority({ db, now: () => app().now() }, acted);
    const result = await acts[call.name](call, { ...app(), db, afterCommit });
    return {
      result,
      async follow() {
        for (const action of after) await action(app());
      },
    };
  };
