import type { Db } from '../../db/connect.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Timestamp } from '../../timestamp.ts';
import { readableCredentials } from '../credentials.ts';
import { endOfHungUpCall, type Pace, paceIn, paceOf, plannedFor } from './call-rules.ts';
import { noSuchCall } from './keys.ts';
import * as queries from './queries.ts';

/** Marks a call as hung up; returns what is reported of it. Throws an answer with a status if there is none in progress. */
export async function hangUp(
  db: Db,
  id: string,
  { pace, now }: { readonly pace: Pace; readonly now: Timestamp },
) {
  const call = await queries.hangUp(db, id, now);
  if (!call) throw noSuchCall;
  const at = { pace: paceOf(pace, call), hung_up_at: now };
  return { url: call.callback_url, end: endOfHungUpCall(plannedFor(call), { ...call, ...at }) };
}

type Unreported = Awaited<ReturnType<typeof queries.unreported>>[number];

/** What the process that hung a call up should have reported of it; undefined: nothing but what was planned. */
export function hungUpEnd(secrets: Secrets, call: Unreported) {
  const { organization_id, credentials_encrypted, hung_up_at } = call;
  if (hung_up_at === null) return undefined;
  const line = readableCredentials(secrets, organization_id, credentials_encrypted) ?? {};
  const pace = paceOf(paceIn(line), call);
  return endOfHungUpCall(plannedFor(call), { ...call, pace, hung_up_at });
}
