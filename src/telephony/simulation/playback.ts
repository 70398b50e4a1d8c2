import { silence } from './person.ts';
import { frameBytes } from './stream-messages.ts';

/** What a runtime has sent and the person has not heard yet, played at the speed of speech. */
export interface Playback {
  add(audio: Buffer): void;
  /** A mark whose name comes back once the audio before it was played. */
  mark(name: string): void;
  /** Drops what was not played; returns the marks in it, which come back then. */
  clear(): string[];
  /** The next frame, and the marks that were reached with it. */
  next(): { readonly audio: Buffer; readonly marks: readonly string[] };
  readonly bytes: number;
  readonly parts: number;
}

export function createPlayback(): Playback {
  let queue: (Buffer | string)[] = [];
  let bytes = 0;

  /** Removes marks at the front of the queue. */
  function reached(): string[] {
    const end = queue.findIndex((each) => typeof each !== 'string');
    return queue
      .splice(0, end === -1 ? queue.length : end)
      .filter((each) => typeof each === 'string');
  }

  return {
    add(audio) {
      if (audio.length > 0) queue.push(audio);
      bytes += audio.length;
    },
    mark: (name) => void queue.push(name),
    clear() {
      const marks = queue.filter((each) => typeof each === 'string');
      [queue, bytes] = [[], 0];
      return marks;
    },
    next() {
      const frame = Buffer.from(silence);
      const marks = reached();
      for (let filled = 0; filled < frameBytes; marks.push(...reached())) {
        const [first] = queue;
        if (first === undefined || typeof first === 'string') break;
        const copied = first.copy(frame, filled, 0, frameBytes - filled);
        filled += copied;
        bytes -= copied;
        if (copied < first.length) queue[0] = first.subarray(copied);
        else queue.shift();
      }
      return { audio: frame, marks };
    },
    get bytes() {
      return bytes;
    },
    get parts() {
      return queue.length;
    },
  };
}
