import { dayMs, hourMs } from './rules.ts';

/** What each email is about: everything that its text needs besides the addresses of the service. */
export interface MailValues {
  readonly invitation: {
    readonly organization_name: string;
    readonly role: string;
    readonly token: string;
  };
  readonly password_reset: { readonly token: string };
  readonly password_changed: { readonly session_kept: boolean };
  readonly email_verification: { readonly token: string };
  readonly email_change: { readonly token: string };
  readonly email_change_requested: { readonly new_email: string };
  readonly email_changed: { readonly new_email: string };
}

export type Template = keyof MailValues;

/** Where readers go. */
interface Links {
  /** Where people open links (`APP_URL`). Undefined: an email shows the request to send. */
  readonly appUrl: string | undefined;
  /** The service's own address. */
  readonly apiUrl: string;
}

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

interface Mail<Values> {
  /** For how long it is tried: later it would be of no use. */
  readonly usefulMs: number;
  readonly write: (values: Values, links: Links) => MailText;
}

/** The texts of all mails. Lines that a person copies stand alone. */
export const mails: { readonly [T in Template]: Mail<MailValues[T]> } = {
  invitation: {
    // The token is of use for a week: a mail server may be away over a weekend.
    usefulMs: 3 * dayMs,
    write: ({ organization_name, role, token }, links) => ({
      subject: 'You have been invited',
      text: paragraphs(
        `You have been invited to join this organization as ${role}:\n${nameIn(organization_name)}`,
        toOpen(links, {
          page: 'accept-invitation',
          path: '/api/v1/auth/accept-invitation',
          body: { token, password: '<your password>' },
        }),
        'This works once and for 7 days.',
        'If you do not know the organization, ignore this mail: no account is made.',
      ),
    }),
  },

  password_reset: {
    usefulMs: hourMs,
    write: ({ token }, links) => ({
      subject: 'Reset your password',
      text: paragraphs(
        'Somebody requested a new password for your account.',
        toOpen(links, {
          page: 'reset-password',
          path: '/api/v1/auth/password-resets/confirm',
          body: { token, password: '<your new password>' },
        }),
        'This works once and for one hour. All your sessions end with it.',
        'If it was not you, ignore this mail: your password stays as it is.',
      ),
    }),
  },

  password_changed: {
    usefulMs: dayMs,
    write: ({ session_kept }, links) => ({
      subject: 'Your password was changed',
      text: paragraphs(
        `The password of your account was changed, and ${session_kept ? 'your other' : 'all your'} sessions have ended.`,
        `If it was not you, request a new password at once:\n${forgotten(links)}`,
      ),
    }),
  },

  email_verification: {
    usefulMs: dayMs,
    write: ({ token }, links) => ({
      subject: 'Confirm your email address',
      text: paragraphs(
        'Somebody signed up with this email address.',
        toOpen(links, {
          page: 'verify-email',
          path: '/api/v1/auth/email-verifications/confirm',
          body: { token },
        }),
        'You have to be logged in. This works once and for one day.',
        'If it was not you, ignore this mail: the account can only read until the address is confirmed. Reset the password to take it over.',
      ),
    }),
  },

  email_change: {
    usefulMs: dayMs,
    write: ({ token }, links) => ({
      subject: 'Confirm your new email address',
      text: paragraphs(
        'Somebody wants to log in with this email address instead of another.',
        toOpen(links, {
          page: 'confirm-email',
          path: '/api/v1/auth/email-changes/confirm',
          body: { token },
        }),
        'This works once and for one day.',
        'If it was not you, ignore this mail: nothing changes.',
      ),
    }),
  },

  email_change_requested: {
    usefulMs: dayMs,
    write: ({ new_email }, links) => ({
      subject: 'Your email address is about to change',
      text: paragraphs(
        `Somebody with your password requested that you log in with this address instead:\n${plain(new_email)}`,
        'It takes effect when the email to that address is confirmed. From then on this address can no longer be used to reset the password.',
        `If it was not you, somebody knows your password. Set a new one at once, which cancels the change:\n${forgotten(links)}`,
      ),
    }),
  },

  email_changed: {
    usefulMs: dayMs,
    write: ({ new_email }) => ({
      subject: 'Your email address was changed',
      text: paragraphs(
        `You log in with this address now:\n${plain(new_email)}`,
        'This address can no longer be used to log in or to reset the password.',
        'If it was not you, somebody else has your account. Tell an owner of your organization, who can remove it from the organization, and the operator of the service at once.',
      ),
    }),
  },
};

interface Action {
  /** The page of the app that sends the request. */
  readonly page: string;
  readonly path: string;
  readonly body: Readonly<Record<string, string>> & { readonly token: string };
}

/**
 * The link to open, or the request to send where no app is known. The token is in the link's fragment, which browsers
 * send to no server and in no `Referer`.
 */
const toOpen = ({ appUrl, apiUrl }: Links, { page, path, body }: Action): string =>
  appUrl === undefined
    ? `To do so, send this request:\n\nPOST ${apiUrl}${path}\n${JSON.stringify(body, null, 2)}`
    : `To do so, open this link:\n\n${appUrl}/${page}#token=${body.token}`;

const forgotten = ({ appUrl, apiUrl }: Links): string =>
  appUrl === undefined ? `POST ${apiUrl}/api/v1/auth/password-resets` : `${appUrl}/forgot-password`;

/** Words of a caller as one line, without anything that could pass for the email's own text. */
export const plain = (words: string): string =>
  words
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim()
    .slice(0, 254);

const maxName = 80;

/** A name that somebody chose, cut, and without anything that email programs show as a link. */
export const nameIn = (words: string): string =>
  [...plain(words)]
    .slice(0, maxName)
    .join('')
    .replaceAll('://', ': ')
    .replaceAll(/[.\u3002\uff0e\uff61](?=[^ ])/gu, '$& ');

const paragraphs = (...parts: readonly string[]): string => `${parts.join('\n\n')}\n`;

export const isTemplate = (name: string): name is Template => Object.hasOwn(mails, name);
