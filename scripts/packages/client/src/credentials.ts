/** A session token, an API key, the token of a run, or a function that gives one for each request. */
export type Credential = string | (() => string | Promise<string>);

/**
 * The header with the credential. A credential that a header cannot have is refused here: the message of `Headers` would
 * show it.
 */
export async function authorization(
  credential: Credential | undefined,
): Promise<Record<string, string>> {
  if (credential === undefined) return {};
  const value = typeof credential === 'function' ? await credential() : credential;
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value))
    throw new TypeError('The credential is empty, or has characters that a header cannot have.');
  return value.startsWith('vap_') ? { 'x-api-key': value } : { authorization: `Bearer ${value}` };
}
