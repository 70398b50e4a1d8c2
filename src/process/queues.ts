import { resetQueue } from '../auth/accounts/queue.ts';
import { dialQueue } from '../campaigns/dialing/wake.ts';
import { mailQueue } from '../mail/actions.ts';
import { placeQueue } from '../telephony/calls/index.ts';
import { generateQueue } from '../voice/generations/queue.ts';
import { deliverQueue } from '../webhooks/actions.ts';

/** The names of all queues. */
export const queues = [
  placeQueue,
  dialQueue,
  deliverQueue,
  generateQueue,
  mailQueue,
  resetQueue,
] as const;
