import type { WebSocket } from 'ws';
import type { RelayCommand } from '../telephony/relay/messages.ts';
import type { End, Line } from './brain.ts';

/** A line over a relay socket, which can be replaced by another while the call is somewhere else. */
export interface RelayLine extends Line {
  /** Sends what was said meanwhile, and then the rest, to this socket; undefined: nobody hears the agent now. */
  attach(socket: WebSocket | undefined): void;
}

/** Commands that are kept while there is no socket. */
const maxKept = 1000;
/** Bytes that the carrier has not read. */
const maxUnread = 262_144;
/** How long the carrier has for closing the socket after `end`. */
const closingMs = 5000;

export function createRelayLine(): RelayLine {
  let socket: WebSocket | undefined;
  let kept: RelayCommand[] = [];

  function send(command: RelayCommand): void {
    if (!socket) return void (kept.length < maxKept && kept.push(command));
    if (socket.bufferedAmount > maxUnread) socket.terminate();
    else socket.send(JSON.stringify(command));
  }

  return {
    attach(next) {
      socket = next;
      if (!next) return;
      const waiting = kept;
      kept = [];
      for (const command of waiting) send(command);
    },
    press: (digits) => send({ type: 'sendDigits', digits }),
    say: (token) => send({ type: 'text', token, last: false }),
    rest: () => send({ type: 'text', token: '', last: true }),
    // A socket that is closed with an error makes the run one whose agent has failed.
    async end(end: End) {
      const ended = socket;
      if (!ended) return;
      if (end.by === 'failure') return ended.close(1011, end.code);
      send({ type: 'end' });
      setTimeout(() => ended.close(1000), closingMs).unref();
    },
  };
}
