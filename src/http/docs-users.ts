/** A user whom the pages of the reference log in. */
export interface DocsUser {
  readonly email: string;
  readonly password: string;
  readonly role: string;
}

/** What stands in the pages as they are written, without users. */
export const noUsers = 'data-users="[]"';

/** A page that logs these users in: it shows their passwords to everyone. */
export function withUsers(html: string, users: readonly DocsUser[]): string {
  const text = JSON.stringify(users).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return html.replace(noUsers, () => `data-users="${text}"`);
}
