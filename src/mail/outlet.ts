import type { MailText } from './texts.ts';

/** An email as it is sent. */
export interface OutgoingMail extends MailText {
  /** The same at each attempt: its `Message-ID` is made of it. */
  readonly id: string;
  readonly to: string;
  readonly template: string;
  readonly date: Date;
}

/** Where emails go. Both write the same message. */
export interface Outlet {
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
export const messageOf = (from: string, mail: OutgoingMail): Message => ({
  from,
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: mail.text,
  date: mail.date,
  messageId: `<${mail.id}@${from.split('@').at(-1)?.replace(/>$/, '')}>`,
  // Absences answer nobody (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
});
