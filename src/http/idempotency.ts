import { createHash, createHmac } from 'node:crypto';
import { asDatabase } from '../db/as-database.ts';
import * as answers from '../db/kept-answers.ts';
import { conflict, unavailable } from '../errors.ts';
import { later } from '../timestamp.ts';
import type { Rendered } from './answer.ts';
import type { AfterCommit, HttpContext, ServedApp } from './context.ts';
import type { FormFile } from './multipart.ts';
import type { RequestState } from './state.ts';

const keptMs = 24 * 60 * 60 * 1000;
const purpose = answers.answerPurpose;

export interface Steps {
  /** Queries external systems; no transaction is open. */
  readonly before?: () => Promise<unknown>;
  readonly work: (app: ServedApp) => Promise<Rendered>;
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
  const isKept = state.operation?.idempotent === true;
  const key = isKept ? keyOf(state) : undefined;
  const organizationId = state.caller?.organization_id;
  if (key === undefined || organizationId === undefined) {
    await before?.();
    return work(app);
  }
  const name = `${organizationId}:${key}`;
  if (app.keysInProgress.has(name)) throw inProgress();
  app.keysInProgress.add(name);
  const afterCommit: AfterCommit[] = [];
  try {
    if (before) {
      // External systems are not queried again: a repeated request gets the first response, whatever has changed since.
      const kept = await answers.find(app.db, { organizationId, key, now: app.now() });
      if (kept)
        return await replay(app, organizationId, readKept(app, kept, fingerprintsOf(app, state)));
      await before();
    }
    const result = await app.db.transaction().execute(async (trx) => {
      // It may run again.
      afterCommit.length = 0;
      if (!(await answers.tryLock(trx, name))) throw inProgress();
      const now = app.now();
      const kept = await answers.find(trx, { organizationId, key, now });
      if (kept) return { kept: readKept(app, kept, fingerprintsOf(app, state)) };
      const within = {
        ...app,
        db: asDatabase(trx),
        afterCommit: async (action: AfterCommit) => void afterCommit.push(action),
      };
      const answer = { ...(await work(within)), hasFollowUp: afterCommit.length > 0 };
      await answers.keep(trx, {
        organization_id: organizationId,
        key,
        fingerprint: fingerprintsOf(app, state)[0],
        answer_encrypted: app.secrets.seal(purpose, keptOf(answer)),
        created_at: now,
        expires_at: later(now, keptMs),
      });
      return { answer };
    });
    if ('kept' in result) return await replay(app, organizationId, result.kept);
    for (const action of afterCommit) await action(app);
    return result.answer;
  } finally {
    app.keysInProgress.delete(name);
  }
}

/** A run's token has keys of its own, so that it neither finds nor takes those of its organization. */
function keyOf({ req, caller }: RequestState): string | undefined {
  const key = req.headers['idempotency-key'] as string | undefined;
  return key !== undefined && caller?.kind === 'run_token' ? `run ${caller.run_id}: ${key}` : key;
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

/**
 * What identifies a request: operation, path, query and body, and of a session its user, so that nobody is shown what
 * another user got. With a body that could be guessed from a plain hash, a hash with each configured key, the newest
 * first. The first is kept; the last is what 0.1.0 keeps, and what API keys keep.
 */
function fingerprintsOf(
  app: ServedApp,
  { operation, req, body, file, caller }: RequestState,
): [Buffer, ...Buffer[]] {
  const text = JSON.stringify([
    operation?.id,
    req.url,
    file ? withoutPath(body, file) : (body ?? null),
  ]);
  const texts = caller?.kind === 'session' ? [`user ${caller.user_id}: ${text}`, text] : [text];
  const keys = isGuessable(body) ? app.secrets.keysFor('idempotency fingerprint') : [];
  const hashes = texts.flatMap((each) => [
    ...keys.map((key) => createHmac('sha256', key).update(each).digest()),
    createHash('sha256').update(each).digest(),
  ]);
  return hashes as [Buffer, ...Buffer[]];
}

/** Few passwords and phone numbers are possible. */
const isGuessable = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && ('password' in body || 'phone_number' in body);

/** A form, with its file's hash in place of the temporary file. */
const withoutPath = (body: unknown, { sha256, filename }: FormFile): object => ({
  ...(body as object),
  file: { sha256, filename },
});

function readKept(app: ServedApp, kept: answers.KeptAnswer, fingerprints: readonly Buffer[]): Kept {
  if (!fingerprints.some((each) => kept.fingerprint.equals(each))) {
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
async function replay(app: ServedApp, organizationId: number, kept: Kept): Promise<Rendered> {
  const { hasFollowUp, ...answer } = kept;
  if (hasFollowUp) await app.effects.waitForPlacements(app, organizationId);
  return { ...answer, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } };
}
