import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Secrets } from '../../db/secrets.ts';
import { sign, signatureHeader } from './signature.ts';

/** The purpose of the key that signs callbacks. */
export const signaturePurpose = 'callbacks of the simulated network';

const retryMs = [100, 500, 2000, 5000];

/** Sends the network's signed requests. */
export interface Callbacks {
  /**
   * Sends a report until it is received or rejected. Returns the response, which is an error if it was rejected. Throws
   * if nobody receives it, or the signal is aborted meanwhile.
   */
  readonly post: (url: string, report: object, signal: AbortSignal) => Promise<string>;
  readonly destroy: () => Promise<void>;
}

export function createCallbacks(secrets: Secrets): Callbacks {
  const [key] = secrets.keysFor(signaturePurpose);
  const agent = new Agent({ connections: 64, keepAliveTimeout: 10_000 });
  return {
    async post(url, report, signal) {
      const body = JSON.stringify(report);
      const headers = {
        'content-type': 'application/json',
        [signatureHeader]: sign(key, url, body),
      };
      for (let tries = 0; ; tries += 1) {
        try {
          const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent });
          const text = await answer.body.text();
          if (answer.statusCode < 500 && answer.statusCode !== 429) return text;
          throw new Error(`The callback got HTTP ${answer.statusCode}.`);
        } catch (error) {
          const wait = retryMs[tries];
          if (wait === undefined || signal.aborted) throw error;
          await pause(wait, undefined, { signal });
        }
      }
    },
    destroy: () => agent.destroy(),
  };
}
