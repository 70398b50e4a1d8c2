import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { AnyCaller } from '../../caller.ts';
import { authorOf } from '../../auth/rules.ts';
import { limitReached } from '../../errors.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import type { Key } from '../runs/read-queries.ts';
import * as instructions from './queries.ts';
import { maxInstructions } from './rules.ts';
import { instructionsQueue } from './watch.ts';

/** The number of the next instruction or decision of a locked run. */
export const numberNext = async (trx: Transaction<Database>, key: Key): Promise<number> =>
  (await instructions.lastNumber(trx, key)) + 1;

/** Has the streams of runs read what is new, in every process, once the transaction has committed. */
export const wakeSessions = (
  trx: Transaction<Database>,
  jobs: Pick<Jobs, 'wakeAfter'>,
  runIds: readonly number[],
): Promise<void> => jobs.wakeAfter(trx, instructionsQueue, runIds.map(String));

/** For how long a runtime is waited for, and gets keys. */
export const keysMs = 5000;

/** Keys that expire are not sent by a runtime that comes later. */
export const areOpen = (created_at: Timestamp, now: Timestamp): boolean =>
  now < later(created_at, keysMs);

const purposeOf = ({ organization_id, run_id }: Key): string =>
  `keys of run ${run_id} of organization ${organization_id}`;

export const openKeys = (secrets: Pick<Secrets, 'open'>, key: Key, sealed: string): string =>
  secrets.open(purposeOf(key), Buffer.from(sealed, 'base64'));

export const throwTooMany = (): never => {
  throw limitReached('run_instructions', {
    limit: maxInstructions,
    detail: `The run has ${maxInstructions} instructions, the maximum.`,
  });
};

export interface KeysForRuntime {
  /** Of the request's Idempotency-Key, or random. */
  readonly command_hash: string;
  /** As a relay takes them. */
  readonly digits: string;
  readonly key_count: number;
  readonly caller: AnyCaller;
  readonly now: Timestamp;
  /** Throws if keys may not be sent in the call. Gets the run locked, so that it neither ends nor changes its agent meanwhile. */
  readonly check: (run: LockedRun) => void;
}

type LockedRun = Awaited<ReturnType<typeof instructions.lockRun>>;

/**
 * Has the runtime of a run send keys, which is an instruction that only it reads. Those of a request that is repeated are
 * not sent again.
 */
export async function instructKeys(
  trx: Transaction<Database>,
  { jobs, secrets }: { readonly jobs: Pick<Jobs, 'wakeAfter'>; readonly secrets: Secrets },
  { key, ...request }: KeysForRuntime & { readonly key: Key },
): Promise<void> {
  const { command_hash, digits, key_count, caller, now, check } = request;
  check(await instructions.lockRun(trx, key));
  // What a process that was killed has left.
  await instructions.forgetKeys(trx, key, { before: later(now, -keysMs) });
  if (await instructions.findKeys(trx, key, command_hash)) return;
  if ((await instructions.count(trx, key)) >= maxInstructions) throwTooMany();
  const author =
    caller.kind === 'run_token' ? { user_id: null, api_key_id: null } : authorOf(caller);
  await instructions.insert(trx, {
    ...key,
    instruction_number: await numberNext(trx, key),
    text: `Send ${key_count} ${key_count === 1 ? 'key' : 'keys'}.`,
    command_hash,
    digits_encrypted: secrets.seal(purposeOf(key), digits),
    ...author,
    created_at: now,
  });
  await wakeSessions(trx, jobs, [key.run_id]);
}
