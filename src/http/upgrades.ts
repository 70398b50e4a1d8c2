import type { IncomingMessage } from 'node:http';
import type { Failure } from '../errors.ts';
import { addressesBehind } from './address.ts';
import { hostCheck } from './hosts.ts';
import type { Config } from '../config.ts';
import { createWindowLimit } from '../fairness/window-counter.ts';

/** How many WebSockets one address may open in a minute that turn out to be nobody's. */
const maxRefused = 60;

/** What decides about an upgrade before its socket is opened: as for requests, the host, and what its address did before. */
export interface UpgradeChecks {
  /** Throws a `Failure`. */
  check(req: IncomingMessage): void;
  /** Counts a socket that brought no valid credential. */
  refused(req: IncomingMessage): void;
}

export function createUpgradeChecks(
  config: Pick<Config, 'onNetwork' | 'publicUrl' | 'corsOrigins' | 'trustedProxies'>,
): UpgradeChecks {
  const checkHost = hostCheck(config);
  const addressOf = addressesBehind(config.trustedProxies);
  const limit = createWindowLimit({
    name: 'address',
    limit: maxRefused,
    things: 'refused WebSockets',
    windowSeconds: 60,
  });
  return {
    check(req) {
      const failure: Failure | undefined = checkHost(req, '');
      if (failure) throw failure;
      const address = addressOf(req);
      if (limit.left(address) <= 0) throw limit.refusal(address);
    },
    refused: (req) => void limit.counter.add(addressOf(req)),
  };
}
