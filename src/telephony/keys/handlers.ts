import { createHash, randomUUID } from 'node:crypto';
import { makeChange } from '../../audit/actions.ts';
import type { AnyCaller } from '../../caller.ts';
import { badGateway, conflict, tooManyAtOnce } from '../../errors.ts';
import type { HandlersFor, RequestParts } from '../../http/contract.ts';
import { mustHaveCall } from '../../workflows/runs/actions.ts';
import { type Key, runNotFound } from '../../workflows/runs/read-queries.ts';
import { isTest } from '../../workflows/runs/rules.ts';
import type { KeysRequest } from '../carriers/requests.ts';
import type { TelephonyApp } from '../context.ts';
import { readableCredentials } from '../credentials.ts';
import { sendByRuntime, sendsItself } from './by-runtime.ts';
import * as queries from './queries.ts';
import type { Reservation } from '../../fairness/capacity.ts';

/** How many keys the text has; its other characters are pauses. */
const keyCount = (keys: string): number => keys.replace(/[w,]/g, '').length;

/** One request of a call at a time, so that keys are sent in the order of their requests. */
const keysOfRun = ({ organization_id, run_id }: Key): Reservation => ({
  name: `keys of run ${run_id} of organization ${organization_id}`,
  limit: 1,
  refusal: () =>
    tooManyAtOnce('Keys of this call are being sent. Send the next ones when they are accepted.'),
});

/** How many requests of an organization wait for carriers at once, in each process. */
const maxWaits = 10;

const keysOf = (organizationId: number): Reservation => ({
  name: `keys of organization ${organizationId} that wait for carriers`,
  limit: maxWaits,
  refusal: () =>
    tooManyAtOnce(
      `Keys of ${maxWaits} calls of your organization are being sent, the maximum. Try again when some are accepted.`,
    ),
});

type Call = RequestParts<'sendRunKeys'>;

/** How long the carrier may take to answer. */
const timeoutMs = 5000;

export const runKeys = {
  sendRunKeys: {
    /** No transaction is open and no connection is held while the carrier is waited for. */
    async before(call: Call, app) {
      const key = keyOf(call);
      const found = await callOf(app, key, call.caller);
      const leave = app.inProgress.take([keysOfRun(key), keysOf(key.organization_id)]);
      try {
        await recordKeys(call, app);
        const result = await found.send({
          carrier_call_id: found.carrier_call_id,
          keys: call.body.keys,
          command_id: commandId(call),
          timeout_ms: timeoutMs,
        });
        app.log.info({ run_id: key.run_id, kind: result.kind }, 'keys were requested in a call');
        if (result.kind === 'refused') throw refused(result.detail);
        if (result.kind === 'failed') throw failed(result.detail);
      } finally {
        leave();
      }
    },
    async work({ params, body }: Call, app) {
      return { ...params, key_count: keyCount(body.keys), sent_at: app.now() };
    },
  },
} satisfies HandlersFor<'sendRunKeys', TelephonyApp>;

const keyOf = ({ params, caller }: Call): Key => ({
  organization_id: caller.organization_id,
  ...params,
});

/** An answered call, and how its carrier sends keys in it. Throws if it is none, or neither caller nor carrier sends any. */
async function callOf(app: TelephonyApp, key: Key, caller: AnyCaller) {
  const run = await queries.find(app.db, key);
  if (!run) throw runNotFound();
  const { mode, state, outcome, started_at, carrier_call_id } = run;
  if (isTest(run)) throw withoutCall(mode);
  if (state === 'completed') throw ended(outcome);
  if (started_at === null || carrier_call_id === null) throw notAnswered();
  mustHaveCall(run, caller, 'send_keys');
  const { provider, credentials_encrypted: sealed } = run;
  if (provider === null || sealed === null)
    throw refused('Its telephony configuration was deleted.');
  const { sendKeys } = app.calls.carriers[provider];
  const credentials = readableCredentials(app.secrets, key.organization_id, sealed);
  if (!credentials) throw refused('The credentials of its telephony configuration are unreadable.');
  if (sendsItself({ provider, credentials }, app.origin))
    return {
      carrier_call_id,
      send: ({ keys, command_id }: KeysRequest) =>
        sendByRuntime(app, key, {
          keys,
          command_hash: command_id,
          key_count: keyCount(keys),
          caller,
          check(locked) {
            if (locked.state === 'completed') throw ended(locked.outcome);
            // Its agent is instructed, so that it must not have left the call, whoever asks.
            mustHaveCall(locked, caller, 'instruct');
          },
        }),
    };
  if (!sendKeys) throw notSupported(provider);
  return { carrier_call_id, send: (request: KeysRequest) => sendKeys(credentials, request) };
}

/** Records the request before the carrier gets it, since its answer may be lost. The keys may be secret. */
const recordKeys = (call: Call, app: TelephonyApp): Promise<void> =>
  makeChange(call, app, ({ record }) =>
    record('workflow_run.keys_requested', call.params.run_id, {
      after: { key_count: keyCount(call.body.keys) },
    }),
  );

/**
 * The same for a request that is repeated with its Idempotency-Key, by which the carrier knows it again. Each agent of a run
 * has keys of its own.
 */
function commandId({ params, headers, caller }: Call): string {
  const key = headers['idempotency-key'];
  if (key === undefined) return randomUUID();
  const agent = caller.kind === 'run_token' ? caller.handoff_id : null;
  const sent = ['keys', caller.organization_id, caller.kind, agent, params.run_id, key];
  return createHash('sha256').update(JSON.stringify(sent)).digest('hex');
}

const withoutCall = (mode: string) =>
  conflict('run_without_call', `The run's mode is ${mode}; keys are sent in calls alone.`, {
    mode,
  });

const ended = (outcome: string | null) =>
  conflict('call_ended', 'The call has ended. No keys were sent.', { outcome });

const notAnswered = () =>
  conflict(
    'call_not_answered',
    'Nobody has answered the call yet. Send the keys when its phase is talking.',
  );

const notSupported = (provider: string) =>
  conflict(
    'keys_not_supported',
    `The carrier of the call, ${provider}, cannot send keys without ending the stream of the agent. Send the tones as audio in the stream, or use a relay_url.`,
    { provider },
  );

const refused = (detail: string) => conflict('keys_refused', `The keys were not sent. ${detail}`);

const failed = (detail: string) =>
  badGateway(
    'carrier_failed',
    `${detail} It may have sent the keys; repeat the request with its Idempotency-Key within a minute.`,
  );
