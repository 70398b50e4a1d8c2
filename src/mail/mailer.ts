import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import type { Secrets } from '../db/secrets.ts';
import { createLeasedWork, type LeasedWork } from '../jobs/leased.ts';
import type { Timestamp } from '../timestamp.ts';
import { purposeOf } from './actions.ts';
import * as queries from './queries.ts';
import { attemptMs, dayMs, isOutdated, isRefused, nextAttempt } from './rules.ts';
import { isTemplate, mails, type MailText } from './texts.ts';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import type { SmtpServer } from '../system/settings.ts';

/** An email as it is sent. */
export interface OutgoingMail extends MailText {
  /** The same at each attempt: its `Message-ID` is made of it. */
  readonly id: string;
  readonly to: string;
  readonly template: string;
  readonly date: Date;
}

/** Where emails go. Both write the same message. */
export interface MailTransport {
  /** Throws if the email was not taken, also when the signal is aborted. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

interface Message {
  readonly from: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly date: Date;
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The message for nodemailer. The address is one address, whatever characters it has. */
const messageOf = (from: string, mail: OutgoingMail): Message => ({
  from,
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: mail.text,
  date: mail.date,
  messageId: `<${mail.id}@${from.split('@').at(-1)?.replace(/>$/, '')}>`,
  // Absences answer nobody (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
});

const connectMs = 10_000;
const greetingMs = 15_000;
/** How long the server may be silent. */
const silentMs = 30_000;

/** Sends each email over a connection of its own. Tests use `ca`, the certificate to trust. */
export function createSmtp(server: SmtpServer, from: string, ca?: string): MailTransport {
  let transport: Promise<Transport> | undefined;
  return {
    async send(mail, signal) {
      transport ??= transportTo(server, ca);
      await (await transport).sendMail({ ...messageOf(from, mail), signal });
    },
  };
}

type Transport = Awaited<ReturnType<typeof transportTo>>;

async function transportTo({ host, port, security, auth }: SmtpServer, ca: string | undefined) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ...(auth && { auth }),
    // Where TLS is optional, whoever could forge a certificate could as well say that the server has none.
    tls: { rejectUnauthorized: security !== 'optional', ...(ca !== undefined && { ca }) },
    connectionTimeout: connectMs,
    greetingTimeout: greetingMs,
    socketTimeout: silentMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** How many emails the directory keeps; the oldest go. */
const maxKept = 1000;

/** Writes each email as a file that only this user can read, named by its time: for machines without a mail server. */
export const createOutbox = (directory: string, from: string): MailTransport => ({
  async send(mail, signal) {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ streamTransport: true, buffer: true });
    const { message } = await transport.sendMail(messageOf(from, mail));
    signal.throwIfAborted();
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const time = mail.date.toISOString().replaceAll(/[-:.]/g, '');
    const path = join(directory, `${time}-${mail.template}-${mail.id}.eml`);
    const part = `${path}.part`;
    try {
      await writeFile(part, message as Buffer, { mode: 0o600, flush: true });
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    await removeOldest(directory);
  },
});

async function removeOldest(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.eml')).toSorted();
  for (const name of names.slice(0, -maxKept)) await rm(join(directory, name), { force: true });
}

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
  readonly outlet?: MailTransport;
}

/** How many emails a process sends at once. */
const concurrency = 4;
/** How long a stop waits for emails in progress. */
const stopMs = 2000;

export const outboxIn = (dataDir: string): string => join(dataDir, 'outbox');

const transportFor = ({ mail, dataDir }: MailerParts['config']): MailTransport =>
  mail.smtp ? createSmtp(mail.smtp, mail.from) : createOutbox(outboxIn(dataDir), mail.from);

export function createMailer(parts: MailerParts): Mailer {
  const { db, log, now } = parts;
  const outlet = parts.outlet ?? transportFor(parts.config);
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
  readonly outlet: MailTransport;
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
