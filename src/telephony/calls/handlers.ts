import type { components } from '../../../generated/api.ts';
import { invalid } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import * as runs from '../../workflows/runs/read-queries.ts';
import { holder } from '../../workflows/sessions/queries.ts';
import { zoneIn } from '../calling-hours/admission.ts';
import { pausing, response } from '../carriers/twiml.ts';
import type { TelephonyApp } from '../context.ts';
import { toE164 } from '../numbers.ts';
import { initiate } from './actions.ts';
import { preview } from './admission.ts';
import { reportOfCallback } from './rules.ts';
import { sentBy, wrongSignature } from './signed-callbacks.ts';

export const calls = {
  async initiateCall({ body, caller, requestId, traceparent = null }, app) {
    const input = inputOf(body);
    const { organization_id } = caller;
    const { jobs, secrets, calls } = app;
    return app.db.transaction().execute(async (trx) => {
      const cause = { caller, requestId, traceparent, now: app.now() };
      const engine = { jobs, slots: calls.slots, secrets };
      const run_id = await initiate(trx, engine, { input, ...cause });
      return runs.get(trx, { organization_id, run_id });
    });
  },

  async previewCall({ body, caller }, app) {
    const { db, secrets, calls } = app;
    const asked = { input: inputOf(body), caller, now: app.now(), slots: calls.slots, secrets };
    return preview({ db, lock: false, ...asked });
  },

  async receiveCarrierCallback(call, app) {
    const { run_id } = call.query;
    const { carrier, configuration, run, credentials, callback } = await sentBy(call, app, run_id);
    const reading = carrier.read(credentials, callback, app.now());
    if (!reading) throw wrongSignature();
    if (reading.kind === 'ignored') return;
    if (!run) return;
    call.continueTrace(run);
    const { organization_id } = configuration;
    if (reading.kind === 'agent')
      return app.calls.agentReported({ organization_id, run_id }, reading);
    await app.calls.report({ ...reportOfCallback(run_id, reading, app.now()), organization_id });
  },

  async receiveRelayCallback(call, app) {
    const { run_id, handoff_id = null } = call.query;
    const { carrier, configuration, run, credentials, callback } = await sentBy(call, app, run_id);
    const reading = carrier.read(credentials, callback, app.now());
    if (!reading) throw wrongSignature();
    if (!run) return once(response('<Hangup/>'));
    call.continueTrace(run);
    const { organization_id } = configuration;
    // The call goes on without this agent: other TwiML replaces the silence.
    const held = await holder(app.db, { organization_id, run_id });
    if (held.handoff_id !== handoff_id || held.transfer_state !== null)
      return once(response(pausing(60)));
    if (reading.kind === 'status')
      await app.calls.report({ ...reportOfCallback(run_id, reading, app.now()), organization_id });
    return once(response('<Hangup/>'));
  },
} satisfies HandlersFor<
  'initiateCall' | 'previewCall' | 'receiveCarrierCallback' | 'receiveRelayCallback',
  TelephonyApp
>;

async function* once(document: string) {
  yield document;
}

type Body = components['schemas']['InitiateCallRequest'];

function inputOf(body: Body) {
  return {
    workflow_id: body.workflow_id,
    to_number: numberIn('to_number', body.to_number),
    from_number:
      body.from_number === undefined ? undefined : numberIn('from_number', body.from_number),
    telephony_configuration_id: body.telephony_configuration_id,
    timezone: zoneIn(body.timezone),
    initial_context: body.initial_context ?? {},
    external_id: body.external_id ?? null,
    metadata: body.metadata ?? {},
  };
}

function numberIn(member: string, text: string): string {
  const number = toE164(text);
  if (number !== undefined) return number;
  throw invalid(
    ['body', member],
    'Must be a phone number in international format, such as +12025550123.',
    text,
  );
}
