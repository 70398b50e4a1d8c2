import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { asDatabase } from '../db/as-database.ts';
import * as answers from '../db/kept-answers.ts';
import { conflict, unavailable } from '../errors.ts';
import { later } from '../timestamp.ts';
import type { Rendered } from './answer.ts';
import type { AfterCommit, HttpContext, ServedApp, Trx } from './context.ts';
import { fingerprintOf, isFingerprintOf } from './fingerprints.ts';
import type { RequestState } from './state.ts';

const keptMs = 24 * 60 * 60 * 1000;
const purpose = answers.answerPurpose;

export interface Steps {
  /** Queries external systems; no transaction is open. */
  readonly before?: () => Promise<unknown>;
  readonly work: (app: ServedApp) => Promise<Rendered>;
}

/** A request with a key. */
interface KeyedRequest {
  readonly app: ServedApp;
  readonly state: RequestState;
  readonly organizationId: number;
  readonly key: string;
  /** The key's name among those of all organizations. */
  readonly name: string;
}

/**
 * Runs a request with an Idempotency-Key at most once. Its effects and its response are one transaction: a crash leaves
 * neither, and the next attempt runs the request. A rejected request is not recorded.
 */
export async function runIdempotently(
  app: ServedApp,
  state: RequestState,
  { before, work }: Steps,
): Promise<Rendered> {
  const keyed = keyedOf(app, state);
  if (!keyed) {
    await before?.();
    return work(app);
  }
  if (app.keysInProgress.has(keyed.name)) throw inProgress();
  app.keysInProgress.add(keyed.name);
  try {
    if (state.bodyHash) return await runUpload(keyed, work);
    // External systems are not queried again: a repeated request gets the first response, whatever has changed since.
    const kept = before && (await findKept(app.db, keyed));
    if (kept) return await replay(keyed, kept);
    await before?.();
    return await runInTransaction(keyed, work);
  } finally {
    app.keysInProgress.delete(keyed.name);
  }
}

function keyedOf(app: ServedApp, state: RequestState): KeyedRequest | undefined {
  const key = state.operation?.idempotent === true ? keyOf(state) : undefined;
  const organizationId = state.caller?.organization_id;
  if (key === undefined || organizationId === undefined) return undefined;
  return { app, state, organizationId, key, name: `${organizationId}:${key}` };
}

async function runInTransaction(keyed: KeyedRequest, work: Steps['work']): Promise<Rendered> {
  const { app } = keyed;
  const afterCommit: AfterCommit[] = [];
  const result = await app.db.transaction().execute(async (trx) => {
    // It may run again.
    afterCommit.length = 0;
    const kept = await lockKey(trx, keyed);
    if (kept) return { kept };
    const within = {
      ...app,
      db: asDatabase(trx),
      afterCommit: async (action: AfterCommit) => void afterCommit.push(action),
    };
    const answer = { ...(await work(within)), hasFollowUp: afterCommit.length > 0 };
    await keep(trx, keyed, answer);
    return { answer };
  });
  if ('kept' in result) return replay(keyed, result.kept);
  for (const action of afterCommit) await action(app);
  return result.answer;
}

/**
 * Runs a request whose body is read while it arrives, longer than a transaction may last: its handler calls
 * `keepUploaded` in the transaction that makes its effects visible. A repeated body is read to compare its hash alone.
 */
async function runUpload(keyed: KeyedRequest, work: Steps['work']): Promise<Rendered> {
  const { app, state } = keyed;
  const kept = await answers.find(app.db, { ...keyed, now: app.now() });
  if (kept) {
    // Its hash is complete then.
    await finished((state.body as Readable).resume());
    return replay(keyed, readKept(app, kept, state));
  }
  try {
    return await work(app);
  } catch (error) {
    if (!(error instanceof AnsweredMeanwhile)) throw error;
    return replay(keyed, error.kept);
  }
}

/** Another process has kept an answer for the request's key since its upload began. */
class AnsweredMeanwhile extends Error {
  readonly kept: Kept;
  constructor(kept: Kept) {
    super('The request was answered meanwhile.');
    this.kept = kept;
  }
}

/**
 * Keeps the answer of an upload, whose body has been read, for its Idempotency-Key if it has one. Throws if another request
 * has an answer for the key or is keeping one: the transaction, and what was uploaded, is undone.
 */
export async function keepUploaded(
  trx: Trx,
  { app, state }: Pick<KeyedRequest, 'app' | 'state'>,
  answer: Rendered,
): Promise<void> {
  const keyed = keyedOf(app, state);
  if (!keyed) return;
  const kept = await lockKey(trx, keyed);
  if (kept) throw new AnsweredMeanwhile(kept);
  await keep(trx, keyed, { ...answer, hasFollowUp: false });
}

/** Locks the key until the transaction ends; returns the answer that it has. Throws 409 while another request has it. */
async function lockKey(trx: Trx, keyed: KeyedRequest): Promise<Kept | undefined> {
  if (!(await answers.tryLock(trx, keyed.name))) throw inProgress();
  return findKept(trx, keyed);
}

/** The answer that the key has. Throws 409 if it is that of another request. */
async function findKept(db: HttpContext['db'], keyed: KeyedRequest): Promise<Kept | undefined> {
  const kept = await answers.find(db, { ...keyed, now: keyed.app.now() });
  return kept && readKept(keyed.app, kept, keyed.state);
}

function keep(trx: Trx, keyed: KeyedRequest, answer: Kept) {
  const { app, state, organizationId, key } = keyed;
  const now = app.now();
  return answers.keep(trx, {
    organization_id: organizationId,
    key,
    fingerprint: fingerprintOf(app, state),
    answer_encrypted: app.secrets.seal(purpose, keptOf(answer)),
    created_at: now,
    expires_at: later(now, keptMs),
  });
}

/**
 * A run's token has keys of its own, so that it neither finds nor takes those of its organization, nor those of the run's
 * other agents.
 */
function keyOf({ req, caller }: RequestState): string | undefined {
  const key = req.headers['idempotency-key'] as string | undefined;
  if (key === undefined || caller?.kind !== 'run_token') return key;
  const { run_id, handoff_id } = caller;
  return `run ${run_id}${handoff_id === null ? '' : ` ${handoff_id}`}: ${key}`;
}

/** Small responses are stored whole; the largest, of runs and definitions, are read again instead. */
const maxKeptBytes = 262_144;

interface Kept extends Rendered {
  /** Whether the response had to wait for something that follows the commit. */
  readonly hasFollowUp: boolean;
}

/** The stored form of a response, whose text is written again from its body; null if it is too large. */
function keptOf({ status, headers, body, hasFollowUp }: Kept): string {
  const text = JSON.stringify({ status, headers, body, hasFollowUp });
  return Buffer.byteLength(text) > maxKeptBytes ? 'null' : text;
}

const inProgress = () =>
  conflict(
    'idempotency_in_progress',
    'A request with this Idempotency-Key is in progress. Try again in 1 second.',
  );

function readKept(app: ServedApp, kept: answers.KeptAnswer, state: RequestState): Kept {
  if (!isFingerprintOf(app, state, kept.fingerprint)) {
    throw conflict(
      'idempotency_key_reused',
      'This Idempotency-Key was used for a different request. Use a new key for each request.',
    );
  }
  const answer = JSON.parse(opened(app, kept)) as Kept | null;
  if (!answer) {
    throw conflict(
      'idempotent_answer_too_large',
      `The request succeeded, but its response is larger than ${maxKeptBytes} bytes and was not stored. Read the object instead.`,
    );
  }
  return answer;
}

/** Without its answer the request is not done again: its effects are there. */
function opened({ secrets }: HttpContext, { answer_encrypted }: answers.KeptAnswer): string {
  try {
    return secrets.open(purpose, answer_encrypted);
  } catch (cause) {
    throw unavailable(
      'The answer that was kept for this Idempotency-Key cannot be read: it was damaged, or encrypted with a key that is not configured. The request succeeded. Read the object instead.',
      cause,
    );
  }
}

/** The first attempt may have ended between its commit and what it had to wait for before it responded. */
async function replay({ app, organizationId }: KeyedRequest, kept: Kept): Promise<Rendered> {
  const { hasFollowUp, ...answer } = kept;
  if (hasFollowUp) await app.effects.waitForPlacements(app, organizationId);
  return { ...answer, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } };
}
