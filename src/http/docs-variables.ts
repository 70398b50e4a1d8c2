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

/** What stands in the pages for the address of the server. */
export const exampleAddress = 'http://127.0.0.1:3000';

/** A page whose samples call this server; a language model has the links of Markdown without the address it is from. */
export const withAddress = (
  text: string,
  { address, isMarkdown }: { readonly address: string; readonly isMarkdown: boolean },
): string => {
  const own = text.replaceAll(exampleAddress, address);
  return isMarkdown ? own.replaceAll('](/', `](${address}/`) : own;
};
