/** How many calls of a run wait for an approval at once. */
export const maxWaitingOfRun = 10;

/** How long a tool's calls wait unless it says so. */
export const defaultApprovalSeconds = 120;

/** How long an accepted call can be sent, in ms. */
export const sendWithinMs = 60_000;
