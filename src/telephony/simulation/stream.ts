import type { Conversing, Line, Protocol } from './connection.ts';
import type { Person } from './person.ts';
import { createPlayback } from './playback.ts';
import {
  frameMs,
  messagesOf,
  readMessage,
  type StreamedCall,
  type StreamProtocol,
} from './stream-messages.ts';

/** What one runtime may cost. A stream beyond a bound is closed. */
const streamLimits = {
  /** A message: 98 seconds of audio. */
  messageBytes: 1_048_576,
  /** Audio that was not played yet: two minutes. */
  audioBytes: 960_000,
  /** Media messages and marks that were not played yet: two minutes in frames of 20 ms, each with a mark. */
  parts: 12_000,
} as const;

export interface StreamRequest extends StreamedCall {
  readonly protocol: StreamProtocol;
  readonly person: Person;
  /** Gets each frame that the person hears. */
  readonly onHeard?: ((audio: Buffer) => void) | undefined;
}

const codes = { unopened: '31920', lost: '31921', broken: '31924' } as const;

/** A media stream: the person and the runtime hear each other. */
export const mediaStream = (request: StreamRequest): Protocol => ({
  converse: (line) => converse(line, request),
  messageBytes: streamLimits.messageBytes,
  codes,
});

function converse({ send, finish }: Line, request: StreamRequest): Conversing {
  const messages = messagesOf(request.protocol, request);
  const playback = createPlayback();
  let [chunk, keys] = [0, ''];
  const broken = (detail: string) => finish({ by: 'error', code: codes.broken, detail });

  send(messages.connected());
  send(messages.start());
  return {
    step() {
      const { audio, marks } = playback.next();
      request.onHeard?.(audio);
      for (const name of marks) send(messages.mark(name));
      const act = request.person({ audio, keys });
      keys = '';
      chunk += 1;
      const timestamp_ms = (chunk - 1) * frameMs;
      send(messages.media({ chunk, timestamp_ms, audio: act.audio }));
      for (const digit of act.keys ?? '') send(messages.dtmf(digit));
      if (act.hangsUp) finish({ by: 'person' });
    },
    receive(text) {
      const message = readMessage(text);
      if (message.kind === 'malformed') return broken(message.detail);
      if (message.kind === 'media') playback.add(message.audio);
      if (message.kind === 'mark') playback.mark(message.name);
      if (message.kind === 'clear') for (const name of playback.clear()) send(messages.mark(name));
      if (playback.bytes > streamLimits.audioBytes || playback.parts > streamLimits.parts)
        broken('The agent runtime is more than two minutes ahead of the call.');
    },
    press(pressed) {
      keys += pressed;
    },
    goodbye: () => messages.stop(),
  };
}
