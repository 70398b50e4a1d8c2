import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import type { Secrets } from '../db/secrets.ts';
import { createLeasedWork, type LeasedWork } from '../jobs/leased.ts';
import type { Timestamp } from '../timestamp.ts';
import { purposeOf } from './actions.ts';
import { createOutbox } from './outbox.ts';
import type { Outlet } from './outlet.ts';
import * as queries from './queries.ts';
import { attemptMs, dayMs, isOutdated, isRefused, nextAttempt } from './rules.ts';
import { createSmtp } from './smtp.ts';
import { isTemplate, mails } from './texts.ts';

/** Sends this process's share of the mails. */
export type Mailer = Pick<LeasedWork<string>, 'fill' | 'settled' | 'stop'>;

interface MailerParts {
  readonly db: Db;
  readonly log: Logger;
  readonly config: Pick<Config, 'mail' | 'dataDir'>;
  readonly secrets: Pick<Secrets, 'open'>;
  readonly origin: { readonly url: string };
  readonly now: () => Timestamp;
  /** Tests use it. */
  readonly outlet?: Outlet;
}

/** How many emails a process sends at once. */
const concurrency = 4;
/** How long a stop waits for emails in progress. */
const stopMs = 2000;

export const outboxIn = (dataDir: string): string => join(dataDir, 'outbox');

const outletFor = ({ mail, dataDir }: MailerParts['config']): Outlet =>
  mail.smtp ? createSmtp(mail.smtp, mail.from) : createOutbox(outboxIn(dataDir), mail.from);

export function createMailer(parts: MailerParts): Mailer {
  const { db, log, now } = parts;
  const outlet = parts.outlet ?? outletFor(parts.config);
  return createLeasedWork<queries.ClaimedMail, string>({
    atOnce: concurrency,
    claim: () => db.transaction().execute((trx) => queries.claim(trx, now())),
    keyOf: ({ id }) => id,
    work: (claimed, { signal }) => attempt({ ...parts, outlet, signal }, claimed),
    unclaimed: (err) => log.warn({ err }, 'emails could not be claimed'),
    failed: (err, { id }) => log.error({ err, mail_id: id }, 'an email could not be settled'),
    patienceMs: stopMs,
  });
}

interface AttemptParts extends MailerParts {
  readonly outlet: Outlet;
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
}

/** Sends a claimed mail and settles it. A process that dies in between has it sent again, with the same `Message-ID`. */
async function attempt(parts: AttemptParts, claimed: queries.ClaimedMail): Promise<void> {
  const { db, log, outlet, now, signal } = parts;
  const { id: mail_id, organization_id, template, attempts, created_at } = claimed;
  const about = { mail_id, organization_id, template, attempts };
  const usefulMs = isTemplate(template) ? mails[template].usefulMs : dayMs;
  if (isOutdated(created_at, usefulMs, now())) {
    log.error(about, 'an email was given up: it could not be sent in time');
    return void (await queries.remove(db, claimed));
  }
  try {
    await outlet.send(
      outgoing(parts, claimed),
      AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]),
    );
  } catch (error) {
    if (signal.aborted) return void (await queries.giveBack(db, claimed, now()));
    const reason = { ...about, ...describe(error) };
    if (error instanceof Error && isRefused(error)) {
      log.error(reason, 'an email was given up: the mail server refused it');
      return void (await queries.remove(db, claimed));
    }
    const at = now();
    const next = nextAttempt({ attempts, now: at, random: Math.random() });
    log.warn({ ...reason, next_attempt_at: next }, 'an email could not be sent');
    // One that is outdated by then is given up then.
    return void (await queries.defer(db, claimed, next));
  }
  log.info(about, 'an email was sent');
  await queries.remove(db, claimed);
}

function outgoing({ config, secrets, origin }: AttemptParts, claimed: queries.ClaimedMail) {
  const { id, template, created_at } = claimed;
  // A newer release may have enqueued it, whose processes send it.
  if (!isTemplate(template)) throw new Error('This release has no text for the mail.');
  const content = secrets.open(purposeOf(id), claimed.content_encrypted);
  // The values were stored with the template.
  const { to, values } = JSON.parse(content) as { to: string; values: never };
  const links = { appUrl: config.mail.appUrl, apiUrl: origin.url };
  return { id, to, template, date: new Date(created_at), ...mails[template].write(values, links) };
}

/** What the log says of a failure: servers repeat addresses in their messages. */
function describe(error: unknown): object {
  const { name, code, command, responseCode } = error as Error & Record<string, unknown>;
  return {
    error: name,
    ...(typeof code === 'string' && { code }),
    ...(typeof command === 'string' && { command }),
    ...(typeof responseCode === 'number' && { response_code: responseCode }),
  };
}
