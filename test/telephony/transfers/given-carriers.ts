import { createHmac, sign as signWith } from 'node:crypto';
import { createTelnyx } from '../../../src/telephony/carriers/telnyx.ts';
import { createTwilio } from '../../../src/telephony/carriers/twilio.ts';
import type { Carriers } from '../../../src/telephony/calls/dependencies.ts';
import { sealCredentials } from '../../../src/telephony/credentials.ts';
import type { TestServer } from '../../support/server.ts';
import { withCarriers } from '../calls/with-carriers.ts';
import {
  carrierApi,
  json,
  telnyxCredentials,
  telnyxKeys,
  twilioCredentials,
} from '../carriers/given.ts';
import { givenNumber } from '../given.ts';
import { givenAnswered, reception, send } from './given.ts';

const own = '+12025550199';
export const voice_url = 'https://agent.example.com/voice';

interface Wanted {
  readonly detect?: boolean;
  readonly warm?: boolean;
  readonly destinations?: readonly object[];
  readonly text?: string;
}

interface Provided extends Wanted {
  readonly provider: 'twilio' | 'telnyx';
  readonly credentials: Record<string, string>;
  readonly carriers: Partial<Carriers>;
}

/** A call of the provider whose transfer its carrier has accepted, and the path at which it reports. */
async function givenSent(
  server: TestServer,
  { provider, credentials, carriers, detect = false, warm = false, ...given }: Provided,
) {
  const destinations = given.destinations ?? [{ ...reception, has_machine_detection: detect }];
  const made = await givenAnswered(server, { from_number: own, destinations });
  const { member } = made;
  const { organization_id } = member;
  await server.app.db
    .updateTable('telephony_configurations')
    .set({
      provider,
      credentials_encrypted: sealCredentials(server.app.secrets, organization_id, credentials),
    })
    .where('id', '=', made.configuration_id)
    .execute();
  await givenNumber(member, made.configuration_id, { phone_number: own });
  const { id } = (await (warm ? made.warmTransfer(given.text) : made.transfer())).body;
  const app = withCarriers(server, carriers);
  await send(app);
  const path = `/api/v1/telephony/transfer-callbacks/${provider}/${made.configuration_id}?run_id=${made.run_id}&transfer_id=${id}`;
  return { ...made, id, path, shown: () => made.show(id), sendAll: () => send(app) };
}

/** A transfer that Twilio has accepted, and what Twilio reports of it. */
export async function givenTwilio(server: TestServer, wanted: Wanted = {}) {
  const api = await carrierApi(json(200, { sid: 'CA1', status: 'in-progress' }));
  const credentials = { ...twilioCredentials, voice_url };
  const made = await givenSent(server, {
    provider: 'twilio',
    credentials,
    carriers: { twilio: createTwilio(api) },
    ...wanted,
  });
  const post = (form: Record<string, string>, path = made.path) => {
    const text = Object.entries(form)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .reduce((all, [name, value]) => all + name + value, server.url + path);
    return server.send('POST', path, {
      raw: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': createHmac('sha1', twilioCredentials.auth_token)
          .update(text)
          .digest('base64'),
      },
    });
  };
  const ofChild = (CallStatus: string) =>
    post({ CallSid: 'CA2', ParentCallSid: 'CA1', CallStatus });
  const ofDial = (DialCallStatus: string, others = {}) =>
    post({
      CallSid: 'CA1',
      CallStatus: 'in-progress',
      DialCallSid: 'CA2',
      DialCallStatus,
      ...others,
    });
  const asks = async (leg = 'answered') =>
    (await post({ CallSid: 'CA2', CallStatus: 'in-progress' }, `${made.path}&leg=${leg}`)).text;
  const detected = (AnsweredBy: string) =>
    post({ CallSid: 'CA2', AnsweredBy }, `${made.path}&leg=detected`);
  return { ...made, api, ofChild, ofDial, asks, detected };
}

/** Sends reports of Telnyx to a path. */
export const telnyxReports =
  (server: TestServer, path: string) => (event_type: string, payload: object) => {
    const raw = JSON.stringify({ data: { event_type, occurred_at: server.app.now(), payload } });
    const timestamp = String(Math.floor(Date.parse(server.app.now()) / 1000));
    const signature = signWith(null, Buffer.from(`${timestamp}|${raw}`), telnyxKeys.privateKey);
    return server.send('POST', path, {
      raw,
      headers: {
        'content-type': 'application/json',
        'telnyx-signature-ed25519': signature.toString('base64'),
        'telnyx-timestamp': timestamp,
      },
    });
  };

/** A transfer that Telnyx has accepted, and what Telnyx reports of it. */
export async function givenTelnyx(server: TestServer, wanted: Wanted = {}) {
  const api = await carrierApi(json(200, { data: { result: 'ok', call_control_id: 'v3:leg' } }));
  const made = await givenSent(server, {
    provider: 'telnyx',
    credentials: telnyxCredentials,
    carriers: { telnyx: createTelnyx(api) },
    ...wanted,
  });
  const post = telnyxReports(server, made.path);
  const state = Buffer.from(`transfer ${made.id}`).toString('base64');
  const ofLeg = (event: string, payload: object = {}) =>
    post(event, { call_control_id: 'v3:leg', client_state: state, ...payload });
  const ofCall = (event: string, payload: object = {}) =>
    post(event, { call_control_id: made.carrier_call_id, client_state: 'MTc=', ...payload });
  return { ...made, api, ofLeg, ofCall };
}
