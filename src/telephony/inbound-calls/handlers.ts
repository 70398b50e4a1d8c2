import { accessOf } from '../../auth/run-codes.ts';
import type { TelephonyApp } from '../context.ts';
import { invalid, notFound, unavailable } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { callbackUrl } from '../calls/callback-url.ts';
import { mustHaveCredentials } from '../calls/configuration-checks.ts';
import { reportOfCallback } from '../calls/rules.ts';
import { sentBy, wrongSignature } from '../calls/signed-callbacks.ts';
import type { CallbackReading, InboundDecision } from '../carriers/carrier.ts';
import { lineOf } from '../carriers/simulated.ts';
import { response } from '../carriers/twiml.ts';
import { openCredentials } from '../credentials.ts';
import { queryBy } from '../hang-ups/queries.ts';
import { notInternational, toE164 } from '../numbers.ts';
import { withRelay } from '../relay/with-relay.ts';
import { receive } from './actions.ts';
import * as inbound from './queries.ts';

/** How long a carrier may take to accept a command; it waits for the response meanwhile. */
const commandTimeoutMs = 5000;

export const inboundCalls = {
  async receiveInboundCall(call, app) {
    const { carrier, configuration, credentials, line, callback } = await sentBy(call, app);
    const reading = carrier.readInbound(credentials, callback, app.now());
    if (!reading) throw wrongSignature();
    const telephony_configuration_id = configuration.id;
    if (reading.kind !== 'incoming') {
      const trace = await report(app, telephony_configuration_id, reading);
      if (trace) call.continueTrace(trace);
      return once(response());
    }
    const { carrier_call_id } = reading;
    call.continueTrace({ traceparent: null });
    const key = { telephony_configuration_id, carrier_call_id };
    const { organization_id } = configuration;
    const received =
      (await inbound.find(app.db, key)) ??
      (await app.db.transaction().execute((trx) =>
        receive(trx, app.calls, {
          ...reading,
          ...key,
          organization_id,
          hasRuntime: carrier.hasRuntime(credentials),
          isAnswered: carrier.answersWithDocument,
          traceparent: call.traceparent ?? null,
          now: app.now(),
        }),
      ));
    const { run_id, rejection } = received;
    app.log.info({ organization_id, ...key, run_id, rejection }, 'a call came in');
    const decision = decisionOn(app, { ...call.params, received });
    const { document, result } = await carrier.answer(credentials, {
      carrier_call_id,
      decision:
        decision.kind === 'connect'
          ? { ...decision, agent: await withRelay(app, line, { ...decision, greets: true }) }
          : decision,
      timeout_ms: commandTimeoutMs,
    });
    if (result.kind === 'failed') {
      app.log.warn({ run_id, ...key, ...result }, 'a carrier got no answer to an inbound call');
      throw unavailable('The carrier did not accept the answer to this call. Send it again.');
    }
    // The call has usually ended.
    if (result.kind === 'refused' && run_id !== null) await queryBy(app.db, run_id, app.now(), 0);
    return once(document);
  },

  async simulateInboundCall({ body, caller }, app) {
    const { from_number } = body;
    const from = from_number === null ? null : numberIn('from_number', from_number);
    const phone_number = numberIn('to_number', body.to_number);
    const { organization_id } = caller;
    const id = body.telephony_configuration_id;
    const configuration = await inbound.findSimulated(app.db, organization_id, {
      phone_number,
      id,
    });
    if (!configuration) throw notFound('Phone number', 'to_number');
    mustHaveCredentials(configuration, app.secrets);
    const { credentials_encrypted } = configuration;
    const line = lineOf(openCredentials(app.secrets, organization_id, credentials_encrypted));
    const call_id = await app.network.callIn(line, configuration.id, {
      url: `${app.origin.url}/api/v1/telephony/inbound/simulated/${configuration.id}`,
      from_number: from,
      to_number: phone_number,
    });
    const received = await inbound.find(app.db, {
      telephony_configuration_id: configuration.id,
      carrier_call_id: call_id,
    });
    if (!received) throw unavailable('The call did not come in. Call again.');
    return { call_id, run_id: received.run_id, rejection: received.rejection };
  },
} satisfies HandlersFor<'receiveInboundCall' | 'simulateInboundCall', TelephonyApp>;

/** Stores what a carrier reported of an inbound call. Returns the call; undefined if there is none. */
async function report(
  app: TelephonyApp,
  telephony_configuration_id: number,
  reading: CallbackReading,
) {
  // Of handoffs it is reported to the address of the call that was taken.
  if (reading.kind !== 'status') return undefined;
  const { carrier_call_id } = reading;
  const found = await inbound.find(app.db, { telephony_configuration_id, carrier_call_id });
  if (!found || found.run_id === null) return undefined;
  const { organization_id, run_id } = found;
  await app.calls.report({ ...reportOfCallback(run_id, reading, app.now()), organization_id });
  return found;
}

interface Decided {
  readonly provider: Parameters<typeof callbackUrl>[1]['provider'];
  readonly config_id: number;
  readonly received: inbound.ReceivedCall;
}

/** A call that has ended is taken nowhere: it has no slot. */
function decisionOn(
  app: TelephonyApp,
  { provider, config_id, received }: Decided,
): InboundDecision {
  const { organization_id, run_id, workflow_id, version_number, state, handling } = received;
  if (run_id === null || workflow_id === null || version_number === null || state === 'completed')
    return { kind: 'reject', busy: received.rejection === 'no_free_slot' };
  return {
    kind: 'connect',
    agent: {
      run_id,
      workflow_id,
      workflow_version: version_number,
      to_number: received.to_number,
      from_number: received.from_number,
      // Of the same time in the answer to a repeated request.
      ...accessOf(app.secrets, { organization_id, run_id }, received.received_at),
    },
    callback_url: callbackUrl(app.origin.url, {
      provider,
      configuration_id: config_id,
      id: run_id,
    }),
    record: handling?.record ?? false,
  };
}

async function* once(document: string) {
  yield document;
}

function numberIn(member: string, text: string): string {
  const number = toE164(text);
  if (number !== undefined) return number;
  throw invalid(['body', member], notInternational, text);
}
