import type { Logger } from 'pino';
import { enqueueMail } from '../../src/mail/actions.ts';
import {
  createMailer,
  type Mailer,
  createSmtp,
  type MailTransport,
} from '../../src/mail/mailer.ts';
import { createLog } from '../../src/telemetry/log.ts';
import type { SmtpServer } from '../../src/system/settings.ts';
import type { TestServer } from '../support/server.ts';

export const from = 'Calls <mail@example.com>';

/** Enqueues an email with a token in a transaction of its own. */
export const givenMail = (
  { app }: TestServer,
  organization_id: number,
  { to = 'ada@example.com', token = 'a-token' } = {},
): Promise<void> =>
  app.db
    .transaction()
    .execute((trx) =>
      enqueueMail(trx, app, { organization_id, to, template: 'password_reset', values: { token } }),
    );

interface GivenMailer {
  readonly mailer: Mailer;
  readonly logged: readonly Record<string, unknown>[];
}

/** A mailer of the server's database, as another process would have. */
export function givenMailer({ app }: TestServer, outlet: MailTransport): GivenMailer {
  const logged: Record<string, unknown>[] = [];
  const log: Logger = createLog('info', {
    write: (line: string) => void logged.push(JSON.parse(line) as never),
  });
  return { mailer: createMailer({ ...app, log, outlet }), logged };
}

export const over = (smtp: SmtpServer, ca?: string): MailTransport => createSmtp(smtp, from, ca);

export const pending = ({ app }: TestServer) =>
  app.db.selectFrom('pending_mails').selectAll().orderBy('created_at').execute();
