import { type QueueWork, undivided } from '../jobs/queue.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { enqueueMail } from '../mail/actions.ts';
import { later } from '../timestamp.ts';
import type { AuthApp } from './context.ts';
import { digest, newMailToken } from './credentials.ts';
import { findLogIn } from './queries.ts';
import * as queries from './accounts/queries.ts';
import { purposeOf, resetQueue } from './accounts/queue.ts';
import { hourMs, oneMore, resetExpiry } from './accounts/rules.ts';
import { removeExpired } from './invitations/queries.ts';
import { deletedBefore } from './invitations/rules.ts';

/** Expired invitations that one statement removes. */
const batchSize = 1000;

/** A job only wakes; the table of requests holds the work and is checked repeatedly. */
export const authQueues = (app: AuthApp): Readonly<Record<string, QueueWork>> => ({
  [resetQueue]: { concurrency: 1, work: () => answerRequests(app), due: async () => undivided },
});

export const authSweeps = (app: AuthApp): readonly Sweep[] => [
  { name: 'auth.answer_reset_requests', everyMs: 5000, sweep: () => answerRequests(app) },
  {
    name: 'auth.remove_expired_tokens',
    everyMs: 10 * 60_000,
    sweep: () => queries.removeExpired(app.db, later(app.now(), -hourMs)),
  },
  {
    name: 'invitations.remove_expired',
    everyMs: 10 * 60_000,
    async sweep() {
      const before = deletedBefore(app.now());
      while ((await removeExpired(app.db, before, batchSize)) === batchSize);
    },
  },
];

/** Sends a token for each requested reset whose address is a user's. */
async function answerRequests(app: AuthApp): Promise<void> {
  while (await answerOne(app));
}

/** False if there was no request. A request goes with what it causes, or stays. */
const answerOne = (app: AuthApp): Promise<boolean> =>
  app.db.transaction().execute(async (trx) => {
    const request = await queries.takeRequest(trx);
    if (!request) return false;
    const now = app.now();
    const expires_at = resetExpiry(request.created_at);
    const email = addressOf(app, request);
    const found = email === undefined ? undefined : await findLogIn(trx, email, app.config);
    const user = found && (await queries.lock(trx, found.id));
    const sent = user && oneMore(await queries.resetOf(trx, user.id), now);
    if (!user || !sent || expires_at <= now) return true;
    const token = newMailToken(app.config.cell);
    await queries.putReset(trx, user, { token_hash: digest(token), expires_at, ...sent });
    await enqueueMail(trx, app, {
      organization_id: user.organization_id,
      to: user.email,
      template: 'password_reset',
      values: { token },
    });
    return true;
  });

/** Undefined if the key that encrypted it is not configured; then somebody has to request it again. */
function addressOf(
  { secrets, log }: AuthApp,
  { id, email_encrypted }: { readonly id: string; readonly email_encrypted: Buffer },
): string | undefined {
  try {
    return secrets.open(purposeOf(id), email_encrypted);
  } catch (error) {
    log.error({ err: error }, 'a requested password reset cannot be read');
    return undefined;
  }
}
