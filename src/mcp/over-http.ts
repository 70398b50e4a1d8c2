import { answerMs, type Door, DoorFailure, textOf } from './operation-client.ts';

/** A door to a server elsewhere; `base` is its URL without `/api/v1`. */
export const httpClient =
  (base: string, key: string): Door =>
  async ({ method, path, headers, body }) => {
    try {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: { ...headers, 'x-api-key': key },
        redirect: 'error',
        signal: AbortSignal.timeout(answerMs),
        ...(body !== undefined && { body }),
      });
      const text = response.body ? await textOf(response.body) : '';
      return { status: response.status, headers: Object.fromEntries(response.headers), text };
    } catch (error) {
      if (error instanceof DoorFailure) throw error;
      throw new DoorFailure(`No server answers at ${base}.`, { cause: error });
    }
  };
