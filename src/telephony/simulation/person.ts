// Who answers on the simulated network once a call has a media stream or a relay: scripts, with recorded speech or by text.
import { readFileSync } from 'node:fs';
import { frameBytes, frameMs } from './stream-messages.ts';

/** What a person does within one frame. */
export interface Act {
  /** 20 ms of mu-law audio. */
  readonly audio: Buffer;
  /** Keys that the person presses. */
  readonly keys?: string;
  readonly hangsUp?: true;
}

/** What a person hears within one frame. */
export interface Heard {
  /** 20 ms of mu-law audio. */
  readonly audio: Buffer;
  /** Keys that were sent to the person. */
  readonly keys: string;
}

/** Somebody on the telephone, one frame after the other. */
export interface Person {
  (heard: Heard): Act;
  /** What the same person does next where the network does not carry audio; undefined: goes on. */
  readonly follow: (now: Perceived) => Step | undefined;
}

/** What a person perceives within one frame. */
interface Perceived {
  /** Whether the agent speaks. */
  readonly isSpoken: boolean;
  /** Whether the person does. */
  readonly isTalking: boolean;
  /** Keys that were sent to the person. */
  readonly keys: string;
}

export const silence = Buffer.alloc(frameBytes, 0xff);

/** What a script knows when it decides. */
interface Situation {
  /** For how long the agent has spoken, and for how long it has been silent since; 0 if it never spoke. */
  readonly spoken_ms: number;
  readonly silent_ms: number;
  /** Since the call was answered. */
  readonly elapsed_ms: number;
  /** Keys that were sent since the last step. */
  readonly keys: string;
  readonly isTalking: boolean;
  /** How many steps were done. */
  readonly done: number;
}

/** The words of the recordings, by their names. */
const sentences = {
  beep: '',
  goodbye: 'I have no time. Goodbye.',
  hello: 'Hello?',
  machine: 'You have reached the voicemail of Ada Lovelace. Please leave a message after the tone.',
  menu: 'Welcome. For the reception, press one. For opening hours, press two.',
  question: 'How much does it cost?',
  reception: 'You are connected with the reception. Good morning.',
  thanks: 'Thank you, that is all.',
  tuesday: 'Tuesday at ten works for me.',
  unknown: 'I did not understand that key.',
  wait: 'Wait, I have a question.',
  yes: 'Yes, that is me.',
} as const;
type Recording = keyof typeof sentences;

/** What a step says by text. */
export const sentenceOf = (names: readonly Recording[]): string =>
  names
    .map((name) => sentences[name])
    .join(' ')
    .trim();

interface Step {
  readonly say?: readonly Recording[];
  readonly keys?: string;
  readonly hangsUp?: true;
}

/** The next step of a script; undefined: the person waits. */
type Script = (situation: Situation) => Step | undefined;

const greetingMs = 300;
/** Whoever is silent for this long has finished. */
const pauseMs = 600;
const isAnswering = ({ spoken_ms, silent_ms }: Situation) => spoken_ms > 0 && silent_ms >= pauseMs;
const isGreeting = ({ done, elapsed_ms }: Situation) => done === 0 && elapsed_ms >= greetingMs;
const answers: readonly Recording[] = ['yes', 'tuesday', 'question', 'thanks'];

/** Says the next of the sentences. */
const answer = ({ done }: Situation): Step => ({
  say: [answers[(done - 1) % answers.length] ?? 'yes'],
});

const scripts = {
  talker: (now) => {
    if (isGreeting(now)) return { say: ['hello'] };
    return now.done > 0 && !now.isTalking && isAnswering(now) ? answer(now) : undefined;
  },
  silent: () => undefined,
  interrupter: (now) => {
    if (isGreeting(now)) return { say: ['hello'] };
    if (now.done === 0 || now.isTalking) return undefined;
    if (now.done === 1)
      return now.spoken_ms >= 1000 && now.silent_ms === 0 ? { say: ['wait'] } : undefined;
    return isAnswering(now) ? answer(now) : undefined;
  },
  presser: (now) => {
    if (isGreeting(now)) return { say: ['hello'] };
    return now.done > 0 && !now.isTalking && isAnswering(now)
      ? { keys: ['1', '2', '#'][(now.done - 1) % 3] ?? '1' }
      : undefined;
  },
  leaver: (now) => {
    if (isGreeting(now)) return { say: ['hello'] };
    if (now.isTalking || now.done === 0) return undefined;
    if (now.done === 1) return isAnswering(now) ? { say: ['goodbye'] } : undefined;
    return { hangsUp: true };
  },
  menu: (now) => {
    if (now.keys.includes('1')) return { say: ['reception'] };
    if (now.keys !== '') return { say: ['unknown', 'menu'] };
    return isGreeting(now) ? { say: ['menu'] } : undefined;
  },
  machine: (now) => (isGreeting(now) ? { say: ['machine', 'beep'] } : undefined),
} satisfies Readonly<Record<string, Script>>;

/** The script of whoever is at the other end of a call. */
export const personOf = ({
  direction,
  from_number,
  to_number,
}: {
  readonly direction: 'outbound' | 'inbound';
  readonly from_number: string | null;
  readonly to_number: string;
}): keyof typeof scripts => scriptOf(direction === 'inbound' ? from_number : to_number);

/** The script of a number, by its last two digits; hidden numbers are those of people who talk. */
function scriptOf(phoneNumber: string | null): keyof typeof scripts {
  const digits = Number(/[0-9]{2}$/.exec(phoneNumber ?? '00')?.[0] ?? 0);
  if (digits >= 10 && digits < 15) return 'silent';
  if (digits >= 15 && digits < 20) return 'interrupter';
  if (digits >= 20 && digits < 25) return 'presser';
  if (digits >= 25 && digits < 30) return 'leaver';
  if (digits >= 30 && digits < 40) return 'menu';
  return digits >= 60 && digits < 70 ? 'machine' : 'talker';
}

const recordings = new Map<Recording, Buffer>();

/** A recording that is shipped (speech/README.md), as mu-law at 8 kHz. */
function recorded(name: Recording): Buffer {
  const known = recordings.get(name);
  if (known) return known;
  const read = readFileSync(new URL(`speech/${name}.ulaw`, import.meta.url));
  recordings.set(name, read);
  return read;
}

/** The amplitude of each mu-law byte: https://www.itu.int/rec/T-REC-G.711. */
const amplitudes = Array.from({ length: 256 }, (_, byte) => {
  const bits = ~byte & 0x7f;
  return ((((bits & 0x0f) << 3) + 0x84) << (bits >> 4)) - 0x84;
});

/** Noise and the hum of a line are quieter. */
const speechAmplitude = 300;

/** Whether somebody speaks in mu-law audio, by its mean amplitude. */
export const isSpeech = (audio: Buffer): boolean =>
  audio.length > 0 &&
  audio.reduce((sum, byte) => sum + (amplitudes[byte] ?? 0), 0) / audio.length > speechAmplitude;

export function createPerson(name: keyof typeof scripts): Person {
  const script: Script = scripts[name];
  let speech = Buffer.alloc(0);
  let [elapsed_ms, spoken_ms, silent_ms, done, keys] = [0, 0, 0, 0, ''];

  function follow({ isSpoken, isTalking, keys: pressed }: Perceived): Step | undefined {
    elapsed_ms += frameMs;
    if (isSpoken) {
      spoken_ms = silent_ms >= pauseMs ? frameMs : spoken_ms + frameMs;
      silent_ms = 0;
    } else if (spoken_ms > 0) silent_ms += frameMs;
    keys += pressed;
    // What somebody says beside one's own words is no answer to them.
    if (isTalking) [spoken_ms, silent_ms] = [0, 0];
    const step = script({ elapsed_ms, spoken_ms, silent_ms, keys, isTalking, done });
    if (step) {
      done += 1;
      [spoken_ms, silent_ms, keys] = [0, 0, ''];
    }
    return step;
  }

  function hear(heard: Heard): Act {
    const isTalking = speech.length > 0;
    const step = follow({ isSpoken: isSpeech(heard.audio), isTalking, keys: heard.keys });
    if (step?.say) speech = Buffer.concat(step.say.map(recorded));
    const audio = Buffer.concat([speech.subarray(0, frameBytes), silence], frameBytes);
    speech = speech.subarray(frameBytes);
    return {
      audio,
      ...(step?.keys !== undefined && { keys: step.keys }),
      ...(step?.hangsUp && { hangsUp: true as const }),
    };
  }
  return Object.assign(hear, { follow });
}
