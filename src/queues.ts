import { deliverQueue } from './webhooks/actions.ts';

/** The names of all queues. */
export const queues = [deliverQueue] as const;
