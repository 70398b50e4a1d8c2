import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Database } from '../db/connect.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Secrets } from '../db/secrets.ts';
import type { Timestamp } from '../timestamp.ts';
import * as queries from './queries.ts';
import type { MailValues, Template } from './texts.ts';

/** Wakes the processes to look for emails that are due. */
export const mailQueue = 'mail.send';

interface MailParts {
  readonly jobs: Pick<Jobs, 'wakeAfter'>;
  readonly secrets: Pick<Secrets, 'seal'>;
  readonly now: () => Timestamp;
}

interface NewMail<T extends Template> {
  /** The organization whose turn it takes. */
  readonly organization_id: number;
  readonly to: string;
  readonly template: T;
  readonly values: MailValues[T];
}

/**
 * Has an email sent once the transaction commits. Address and values, which hold tokens, are stored encrypted and removed
 * when the email is sent or given up.
 */
export async function enqueueMail<T extends Template>(
  trx: Transaction<Database>,
  app: MailParts,
  { organization_id, to, template, values }: NewMail<T>,
): Promise<void> {
  const id = uuid();
  await queries.insert(trx, {
    id,
    organization_id,
    template,
    content_encrypted: app.secrets.seal(purposeOf(id), JSON.stringify({ to, values })),
    created_at: app.now(),
  });
  await app.jobs.wakeAfter(trx, mailQueue);
}

/** What the content of an email is encrypted for. */
export const purposeOf = (id: string): string => `mail ${id}`;
