import type { EventEmitter } from 'node:events';

/**
 * Hears the errors of a stream from the tick that creates it, or hands it over, on. Its readers still get them; without
 * a listener, an error that comes before a reader does ends the process.
 */
export const withErrorListener = <Stream extends Pick<EventEmitter, 'on'>>(
  stream: Stream,
): Stream => {
  stream.on('error', () => {});
  return stream;
};
