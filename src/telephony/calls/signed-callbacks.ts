import { type Failure, forbidden, notFound, unavailable } from '../../errors.ts';
import type { OperationRequest } from '../../http/contract.ts';
import type { Carrier, RawCallback } from '../carriers/carrier.ts';
import type { TelephonyApp } from '../context.ts';
import { type Credentials, readableCredentials } from '../credentials.ts';
import type { RelayLine } from '../relay/with-relay.ts';
import type { CallbackTarget } from './route-queries.ts';

type Request = Pick<
  OperationRequest<'receiveCarrierCallback' | 'receiveInboundCall' | 'receiveTransferCallback'>,
  'params' | 'url' | 'allHeaders' | 'rawBody'
>;

/** What a carrier sent to a configuration, to be read with the carrier's own check of its signature. */
export interface Sent {
  readonly carrier: Carrier;
  readonly configuration: { readonly id: number; readonly organization_id: number };
  /** The call that it names, if it was placed with the configuration. */
  readonly run: Pick<CallbackTarget, 'traceparent'> | undefined;
  readonly credentials: Credentials;
  /** What its relays need. */
  readonly line: RelayLine;
  readonly callback: RawCallback;
}

/**
 * Reads the body of a request that claims to be a carrier's, about the run if it names one. Throws if it cannot be a
 * carrier's.
 */
export async function sentBy(
  { params, url, allHeaders, rawBody }: Request,
  app: TelephonyApp,
  run_id: number | null = null,
): Promise<Sent> {
  const { provider, config_id } = params;
  const carrier = app.calls.carriers[provider];
  if (!carrier.signatureHeaders.every((name) => allHeaders[name])) throw wrongSignature();
  const target = await app.calls.callbackTargets.add({ provider, config_id, run_id });
  if (!target) throw notFound('Telephony configuration', 'config_id');
  const { id, organization_id, credentials_encrypted } = target;
  const credentials = readableCredentials(app.secrets, organization_id, credentials_encrypted);
  if (!credentials) throw unavailable('This callback cannot be verified now. Send it again later.');
  const callback = {
    url: `${app.origin.url}${url}`,
    headers: allHeaders,
    body: await rawBody(),
  };
  const run = target.run_id === null ? undefined : target;
  const line = { provider, configuration_id: id, organization_id, credentials };
  return { carrier, configuration: { id, organization_id }, run, credentials, line, callback };
}

export const wrongSignature = (): Failure =>
  forbidden('signature_invalid', 'The signature of this callback is missing or wrong.');
