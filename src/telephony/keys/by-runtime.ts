import { setTimeout as pause } from 'node:timers/promises';
import type { Secrets } from '../../db/secrets.ts';
import { instructKeys, keysMs, type KeysForRuntime } from '../../workflows/instructions/actions.ts';
import { findKeys, forgetKeys } from '../../workflows/instructions/queries.ts';
import type { Key } from '../../workflows/runs/read-queries.ts';
import type { Carriers, Provider } from '../calls/dependencies.ts';
import { later } from '../../timestamp.ts';
import type { CommandResult } from '../carriers/carrier.ts';
import type { TelephonyApp } from '../context.ts';
import { type Credentials, readableCredentials } from '../credentials.ts';
import { relayUrlIn } from '../relay/attributes.ts';

interface Line {
  readonly provider: Provider;
  readonly credentials: Credentials;
}

/** Whether the runtime sends the keys of a call itself: at a relay, whose socket the carrier and the runtime alone have. */
export const sendsItself = ({ provider, credentials }: Line, { agentUrl }: Origin): boolean =>
  relayUrlIn(credentials, provider === 'twilio' ? agentUrl : undefined) !== undefined;

type Origin = Pick<TelephonyApp['origin'], 'agentUrl'>;

/** Says whether keys can be sent in a call. */
export const keysLookup =
  (secrets: Secrets, carriers: Carriers, origin: Origin) =>
  (call: {
    readonly organization_id: number;
    readonly provider: Provider | null;
    readonly credentials_encrypted: Buffer | null;
  }): boolean => {
    const { organization_id, provider, credentials_encrypted: sealed } = call;
    if (provider === null || sealed === null) return false;
    if (carriers[provider].sendKeys) return true;
    const credentials = readableCredentials(secrets, organization_id, sealed);
    return credentials !== undefined && sendsItself({ provider, credentials }, origin);
  };

/** The keys as `sendDigits` takes them: https://www.twilio.com/docs/voice/conversationrelay/websocket-messages#send-digits-message. */
function digitsOf(keys: string): string | undefined {
  const digits = keys.replaceAll(',', 'ww');
  return /[A-D]/.test(digits) ? undefined : digits;
}

interface KeysToSend extends Omit<KeysForRuntime, 'digits' | 'now'> {
  readonly keys: string;
}

const lookEveryMs = 50;

/** Has the runtime of a call send keys, and waits for its answer. Of a request that is repeated, it waits for the same one. */
export async function sendByRuntime(
  app: TelephonyApp,
  key: Key,
  { keys, ...keysToSend }: KeysToSend,
): Promise<CommandResult> {
  const digits = digitsOf(keys);
  if (digits === undefined)
    return { kind: 'refused', detail: 'Calls with a relay have no keys A to D.' };
  const { command_hash } = keysToSend;
  const request = { ...keysToSend, key, digits, now: app.now() };
  await app.db.transaction().execute((trx) => instructKeys(trx, app, request));
  const end = later(request.now, keysMs);
  try {
    for (;;) {
      const found = await findKeys(app.db, key, command_hash);
      // A process of an earlier release shows the runtime an instruction without its keys, and leaves them with the answer.
      if (found?.answer === 'taken' && found.has_digits)
        return { kind: 'failed', detail: 'The agent runtime may not have got the keys.' };
      if (found?.answer === 'taken') return { kind: 'accepted' };
      if (found?.answer === 'refused')
        return { kind: 'refused', detail: found.reason ?? 'The agent runtime refused them.' };
      if (app.now() > end)
        return { kind: 'failed', detail: 'The agent runtime did not answer in time.' };
      await pause(lookEveryMs);
    }
  } finally {
    await forgetKeys(app.db, key, { command_hash });
  }
}
