import type { App } from '../../context.ts';
import { type Failure, forbidden, notFound, unavailable } from '../../errors.ts';
import type { Call } from '../../http/contract.ts';
import type { Carrier, RawCallback } from '../carriers/carrier.ts';
import { type Credentials, readableCredentials } from '../credentials.ts';
import * as routes from './route-queries.ts';

type Request = Pick<
  Call<'receiveCarrierCallback' | 'receiveInboundCall'>,
  'params' | 'url' | 'allHeaders' | 'rawBody'
>;

/** What a carrier sent to a configuration, to be read with the carrier's own check of its signature. */
interface Sent {
  readonly carrier: Carrier;
  readonly configuration: { readonly id: number; readonly organization_id: number };
  readonly credentials: Credentials;
  readonly callback: RawCallback;
}

/** Reads the body of a request that claims to be a carrier's. Throws if it cannot be one. */
export async function sentBy(
  { params, url, allHeaders, rawBody }: Request,
  app: App,
): Promise<Sent> {
  const { provider, config_id } = params;
  const carrier = app.calls.carriers[provider];
  if (!carrier.signatureHeaders.every((name) => allHeaders[name])) throw wrongSignature();
  const configuration = await routes.findForCallback(app.db, provider, config_id);
  if (!configuration) throw notFound('Telephony configuration', 'config_id');
  const { organization_id, credentials_encrypted } = configuration;
  const credentials = readableCredentials(app.secrets, organization_id, credentials_encrypted);
  if (!credentials) throw unavailable('This callback cannot be verified now. Send it again later.');
  const callback = {
    url: `${app.origin.url}${url}`,
    headers: allHeaders,
    body: await rawBody(),
  };
  return { carrier, configuration, credentials, callback };
}

export const wrongSignature = (): Failure =>
  forbidden('signature_invalid', 'The signature of this callback is missing or wrong.');
