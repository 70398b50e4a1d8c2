// What other areas, the processes and the composition root use of calls.
export { placeQueue } from './actions.ts';
export { createCalls } from './calls.ts';
export { insertClaimed } from './queries.ts';
export {
  callersOf,
  configurationFor,
  deletedConfiguration,
  mustHaveCredentials,
} from './configuration-checks.ts';
export type { CampaignCalls } from './dependencies.ts';
export type { Outcome } from './flow-rules.ts';
export { closeGate } from './gate-queries.ts';
export type { ReleaseContacts } from './give-back.ts';
export { deadline, handlingOf } from './handling-rules.ts';
export { callQueues, callSweeps } from './jobs.ts';
export { type UnplacedCall, claimedBy } from './live-queries.ts';
export { nextPaceSlot, takePaceSlots } from './pace-queries.ts';
export {
  type HaltEvent,
  type HaltingRule,
  type HeldRule,
  heldRules,
  isHaltOf,
  permissionRules,
  skipReasonOf,
  skippingRule,
} from './permission-rules.ts';
export { countLive } from './queries.ts';
export type { WhenEnded } from './reports.ts';
export { endUnplaced } from './restored.ts';
export {
  type CallingConfiguration,
  find as findConfiguration,
  isOnDoNotCallList,
  keep as keepConfiguration,
} from './route-queries.ts';
export { conversed } from './rules.ts';
export type { Slots } from './slots.ts';
export { untilAnswered } from './waiting.ts';
