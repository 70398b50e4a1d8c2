/** What the types of the installed client accept and refuse; compiled, never run. */
import {
  createClient,
  isProblem,
  verifyRunTurn,
  verifyWebhook,
} from '@voice-agent-platform/client';

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const is = <_ extends true>(): void => undefined;

export async function compiles(error: unknown): Promise<void> {
  const client = createClient({ baseUrl: 'https://api.example', credential: async () => 'vap_x' });

  const { data: run, response } = await client.GET('/api/v1/runs/{run_id}', {
    params: { path: { run_id: 11 } },
  });
  is<Equal<typeof run.call_disposition, string | null>>();
  is<Equal<typeof response, Response>>();
  await client.GET('/api/v1/runs');

  // @ts-expect-error The parameter is required.
  await client.GET('/api/v1/runs/{run_id}');
  // @ts-expect-error The path has no such operation.
  await client.PUT('/api/v1/runs/{run_id}', { params: { path: { run_id: 11 } } });
  // @ts-expect-error The path is none of the contract.
  await client.GET('/api/v1/run');
  // @ts-expect-error The filter is misspelt.
  await client.GET('/api/v1/runs', { params: { query: { limits: 1 } } });
  // @ts-expect-error The option is misspelt.
  await client.GET('/api/v1/runs', { parse: 'text' });
  // @ts-expect-error Undefined is no value of an optional member under exactOptionalPropertyTypes.
  await client.GET('/api/v1/runs', { params: { query: { limit: undefined } } });
  // @ts-expect-error The body is required.
  await client.POST('/api/v1/workflow');
  // @ts-expect-error A member of the body is missing.
  await client.POST('/api/v1/workflow', { body: { name: 'A' } });
  await client.POST('/api/v1/organizations/telephony-configs', {
    // @ts-expect-error There is no such carrier.
    body: { name: 'A', provider: 'other', credentials: {} },
  });
  const telephony = await client.POST('/api/v1/organizations/telephony-configs', {
    body: { name: 'A', provider: 'simulated', credentials: {} },
  });
  is<Equal<typeof telephony.data.id, number>>();
  if (telephony.data.provider === 'twilio')
    is<Equal<typeof telephony.data.credentials.account_sid, string | null>>();

  // @ts-expect-error The operation has no body.
  await client.POST('/api/v1/auth/logout', { body: {} });

  const report = await client.GET('/api/v1/campaign/{campaign_id}/report', {
    params: { path: { campaign_id: 2 } },
  });
  is<Equal<typeof report.data, string>>();
  const asStream = await client.GET('/api/v1/campaign/{campaign_id}/report', {
    params: { path: { campaign_id: 2 } },
    parseAs: 'stream',
  });
  is<Equal<typeof asStream.data, ReadableStream<Uint8Array>>>();
  const open = await client.GET('/api/v1/events/stream');
  is<Equal<typeof open.data, ReadableStream<Uint8Array>>>();
  const nothing = await client.POST('/api/v1/auth/logout');
  is<Equal<typeof nothing.data, undefined>>();

  for await (const item of client.items('/api/v1/runs')) is<Equal<typeof item.id, number>>();
  // @ts-expect-error It is no list.
  client.items('/api/v1/runs/{run_id}', { params: { path: { run_id: 1 } } });

  const ofCampaign = { params: { path: { campaign_id: 2 } } };
  for await (const { data } of client.events(
    '/api/v1/campaign/{campaign_id}/progress/stream',
    ofCampaign,
  )) {
    is<Equal<typeof data.campaign_id, number>>();
    if (data.event === 'progress') is<Equal<typeof data.executed_count, number>>();
    // @ts-expect-error The client opens the stream again by itself.
    if (data.event === 'stopping') return;
    // @ts-expect-error There is no such event.
    if (data.event === 'progres') return;
  }
  // @ts-expect-error It is no stream.
  client.events('/api/v1/runs');

  if (isProblem(error, 'insufficient_scope', 'role_required')) {
    is<Equal<typeof error.code, 'insufficient_scope' | 'role_required'>>();
    if (isProblem(error, 'insufficient_scope'))
      is<Equal<typeof error.problem.required_scope, string | null | undefined>>();
  }
  if (isProblem(error, 'validation_failed')) is<Equal<typeof error.problem, undefined>>();
  if (isProblem(error)) {
    const { code, errors, requestId } = error;
    is<Equal<typeof requestId, string | undefined>>();
    if (code === 'not_found') return void errors[0]?.loc;
  }

  const event = await verifyWebhook({ body: '', headers: new Headers(), secrets: ['a', 'b'] });
  is<Equal<typeof event.id, string>>();
  // @ts-expect-error Not all events are about a call.
  void event.call;
  switch (event.type) {
    case 'call_ended':
      is<Equal<typeof event.call.run_id, number>>();
      break;
    // @ts-expect-error There is no such event.
    case 'call_finished':
      break;
    default:
  }
  const turn = await verifyRunTurn({ body: new Uint8Array(), headers: {}, secrets: 'a' });
  is<Equal<typeof turn.event, 'run_turn'>>();
}
