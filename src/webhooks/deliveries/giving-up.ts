import type { WebhookParts } from '../dependencies.ts';
import { giveUpDisabled } from './record.ts';

/** Gives up all deliveries of disabled endpoints while others are sent. */
export interface GivingUp {
  begin(endpointIds: readonly number[]): void;
  /** Whether the endpoint's deliveries are being given up. */
  includes(endpointId: number): boolean;
  inProgress(): readonly Promise<void>[];
}

/** `drop` is called before the deliveries of an endpoint are given up. */
export function createGivingUp(parts: WebhookParts, drop: (endpointId: number) => void): GivingUp {
  const givingUp = new Map<number, Promise<void>>();
  return {
    begin(endpointIds) {
      for (const id of endpointIds) {
        drop(id);
        if (givingUp.has(id)) continue;
        const given = giveUpDisabled(parts, id)
          .catch((error: unknown) =>
            parts.log.error({ err: error, endpoint_id: id }, 'deliveries could not be given up'),
          )
          .finally(() => givingUp.delete(id));
        givingUp.set(id, given);
      }
    },
    includes: (id) => givingUp.has(id),
    inProgress: () => [...givingUp.values()],
  };
}
