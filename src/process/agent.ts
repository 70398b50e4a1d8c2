import type { Logger } from 'pino';
import type { Agent } from '../agent/relay.ts';
import type { Config } from '../config.ts';
import { createUpgradeChecks } from '../http/upgrades.ts';
import { timestampOf } from '../timestamp.ts';

/**
 * The agent that speaks with the configured model; undefined without one. It calls the API where it is told, as any runtime does. Loaded
 * only where there is one.
 */
export async function agentIn(
  config: Config,
  log: Logger,
  ownUrl: () => string,
): Promise<Agent | undefined> {
  const { agentModel } = config;
  if (!agentModel) return undefined;
  const { createAgent } = await import('../agent/relay.ts');
  const checks = createUpgradeChecks(config);
  return createAgent({
    // A process that listens on all addresses, or on one that is not its host's, answers as localhost.
    api: () => ({
      url: `${ownUrl().replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')}/api/v1`,
      ...(config.role === 'all' && { headers: { host: 'localhost' } }),
    }),
    model: agentModel,
    log,
    now: () => timestampOf(new Date()),
    ...checks,
  });
}
