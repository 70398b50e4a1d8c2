import { type Failure, forbidden, invalid, notFound, unavailable } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import * as runs from '../../workflows/runs/read-queries.ts';
import { readableCredentials } from '../credentials.ts';
import { zoneIn } from '../hours/admission.ts';
import { toE164 } from '../numbers.ts';
import { initiate } from './actions.ts';
import { preview } from './admission.ts';
import * as routes from './route-queries.ts';
import { reportOfCallback } from './rules.ts';

export const calls = {
  async initiateCall({ body, query, caller, requestId, traceparent = null }, app) {
    const input = {
      workflow_id: body.workflow_id,
      to_number: numberIn('to_number', body.to_number),
      from_number:
        body.from_number === undefined ? undefined : numberIn('from_number', body.from_number),
      telephony_configuration_id: body.telephony_configuration_id,
      timezone: zoneIn(body.timezone),
      initial_context: body.initial_context ?? {},
    };
    const { organization_id } = caller;
    const { jobs, secrets, calls } = app;
    if (query.dry_run === true) {
      const asked = { input, caller, now: app.now(), slots: calls.slots, secrets };
      return preview({ db: app.db, lock: false, ...asked });
    }
    return app.db.transaction().execute(async (trx) => {
      const cause = { caller, requestId, traceparent, now: app.now() };
      const engine = { jobs, slots: calls.slots, secrets };
      const run_id = await initiate(trx, engine, { input, ...cause });
      return runs.get(trx, { organization_id, run_id });
    });
  },

  async receiveCarrierCallback({ params, query, url, allHeaders, rawBody, continueTrace }, app) {
    const { provider, config_id } = params;
    const carrier = app.calls.carriers[provider];
    if (!carrier.signatureHeaders.every((name) => allHeaders[name])) throw wrongSignature();
    const configuration = await routes.findForCallback(app.db, provider, config_id);
    if (!configuration) throw notFound('Telephony configuration', 'config_id');
    const { organization_id, credentials_encrypted } = configuration;
    const credentials = readableCredentials(app.secrets, organization_id, credentials_encrypted);
    if (!credentials)
      throw unavailable('This callback cannot be verified now. Send it again later.');
    const reading = carrier.read(
      credentials,
      { url: `${app.origin.url}${url}`, headers: allHeaders, body: await rawBody() },
      app.now(),
    );
    if (!reading) throw wrongSignature();
    if (reading.kind === 'ignored') return;
    const call = await routes.findCallOf(app.db, query.run_id, config_id);
    if (!call) return;
    continueTrace(call);
    await app.calls.report({
      ...reportOfCallback(query.run_id, reading, app.now()),
      organization_id,
    });
  },
} satisfies HandlersFor<'initiateCall' | 'receiveCarrierCallback'>;

const wrongSignature = (): Failure =>
  forbidden('signature_invalid', 'The signature of this callback is missing or wrong.');

function numberIn(member: string, text: string): string {
  const number = toE164(text);
  if (number !== undefined) return number;
  throw invalid(
    ['body', member],
    'Must be a phone number in international format, such as +12025550123.',
    text,
  );
}
