import { createBegunWork } from '../../fairness/begun-work.ts';
import type { CommandResult } from '../carriers/carrier.ts';
import type { CallParts } from '../calls/dependencies.ts';
import { openCredentials } from '../credentials.ts';
import * as queries from './queries.ts';
import { maxRequests, reportWithinMs } from './rules.ts';

/** How long a carrier may take to answer. */
const timeoutMs = 5000;
/** Requests to carriers at once, of all organizations and, as begun by one turn of the sweep, of one. */
const maxAtOnce = 100;
const perOrganization = 10;

export interface HangUps {
  /** Begins to ask the carriers to end calls, or to play a message. Does not wait for their answers. */
  readonly send: () => Promise<void>;
  /** Waits for the requests that are in progress. */
  settled(): Promise<void>;
}

type Parts = Pick<CallParts, 'connection' | 'secrets' | 'log' | 'now' | 'carriers'>;

/** Sends the carriers requests about calls in progress. A slow carrier delays the other organizations' requests only when all places are taken. */
export function createHangUps({ connection, secrets, log, now, carriers }: Parts): HangUps {
  const { db } = connection;
  const work = createBegunWork({ maxAtOnce, perOrganization });

  async function request(call: queries.Command): Promise<CommandResult> {
    const { organization_id, run_id, provider, credentials_encrypted, carrier_call_id } = call;
    const { state, wanted, message_url } = call;
    if (!provider || !credentials_encrypted)
      return { kind: 'failed', detail: 'The telephony configuration was deleted.' };
    // A call that rings has an id of its carrier.
    if (carrier_call_id === null) return { kind: 'refused', detail: 'The call has no id.' };
    const credentials = openCredentials(secrets, organization_id, credentials_encrypted);
    const carrier = carriers[provider];
    if (wanted === 'message' && message_url !== null)
      return carrier.leaveMessage(credentials, {
        carrier_call_id,
        run_id,
        message_url,
        timeout_ms: timeoutMs,
      });
    return carrier.hangUp(credentials, {
      carrier_call_id,
      answered: state === 'in_progress',
      timeout_ms: timeoutMs,
    });
  }

  async function command(call: queries.Command): Promise<void> {
    const { run_id, hang_ups, wanted } = call;
    const result = await request(call);
    log.info({ run_id, hang_ups, wanted, ...result }, 'a carrier got a request about a call');
    if (result.kind === 'failed' && hang_ups >= maxRequests)
      log.warn({ run_id, wanted, detail: result.detail }, 'a carrier does not do what was wanted');
    if (result.kind === 'accepted' && wanted === 'message')
      return void (await queries.setMessageLeft(db, run_id));
    // A callback may be lost, and a refusal usually means that the call has ended.
    if (result.kind !== 'failed')
      await queries.queryBy(db, run_id, now(), result.kind === 'accepted' ? reportWithinMs : 0);
  }

  return {
    async send() {
      const room = work.room();
      if (!room) return;
      for (const call of await queries.take(db, { now: now(), ...room }))
        work.begin(
          call.organization_id,
          command(call).catch((error: unknown) =>
            log.error({ err: error, run_id: call.run_id }, 'a request about a call failed'),
          ),
        );
    },
    settled: () => work.settled(),
  };
}
