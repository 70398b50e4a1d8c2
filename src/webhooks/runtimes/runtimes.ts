import type { WorkflowsApp } from '../../workflows/context.ts';
import type { Db } from '../../db/connect.ts';
import { findSigning } from '../../workflows/conversations/runtime-queries.ts';
import { createPoster, type PosterOptions } from '../deliveries/post.ts';
import { newSecret, sealSecret, signerOf } from '../endpoints/secrets.ts';
import { targetFault } from '../endpoints/targets.ts';
import type { WebhookParts } from '../dependencies.ts';

type Parts = Pick<WebhookParts, 'config' | 'secrets' | 'now' | 'clock'>;
type Options = Pick<PosterOptions, 'timeoutMs' | 'resolve'>;

/** How much of a runtime's answer is read: what the agent says in a turn, escaped, fits in. */
const keptBytes = 65_536;

/** Posts turns as deliveries are posted: the same signature, checks of the address and time limit. */
export function createAgentRuntimes(
  { config, secrets, now, clock }: Parts,
  { resolve, ...options }: Options = {},
): WorkflowsApp['runtimes'] {
  const rules = { allowPrivate: config.webhookAllowPrivate, ...(resolve && { resolve }) };
  return {
    urlFault: (url) => targetFault(url, rules),
    newSecret(organizationId) {
      const secret = newSecret();
      return { secret, secret_encrypted: sealSecret(secrets, organizationId, secret) };
    },
    async post({ url, id, body, secret }) {
      const headers = signerOf(secrets, secret, now())(id, body, clock.real());
      const poster = createPoster({ ...rules, ...options, keptBytes });
      try {
        return await poster.post({ url, headers, body });
      } finally {
        await poster.close();
      }
    },
  };
}

/** Makes the headers of a request to the runtime of a workflow; none if it has no secret. */
export const createRuntimeSigner =
  ({ db, secrets, now, clock }: Omit<Parts, 'config'> & { readonly db: Db }) =>
  async (workflowId: number, id: string, body: string): Promise<Record<string, string>> => {
    const secret = await findSigning(db, workflowId);
    return secret ? signerOf(secrets, secret, now())(id, body, clock.real()) : {};
  };
