/** How many requests to end a call a carrier gets, with pauses from 5 to 60 seconds: for almost seven minutes. */
export const maxRequests = 10;

/** How long a carrier has to report the end of a call, before it is queried about it. */
export const reportWithinMs = 5000;
