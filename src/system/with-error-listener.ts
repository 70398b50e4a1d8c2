import type { EventEmitter } from 'node:events';

/**
 * Attaches an error listener in the tick that creates the stream or passes it on. Its readers still get the errors;
 * without a listener, an error before a reader is attached ends the process.
 */
export const withErrorListener = <Stream extends Pick<EventEmitter, 'on'>>(
  stream: Stream,
): Stream => {
  stream.on('error', () => {});
  return stream;
};
