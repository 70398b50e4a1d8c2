import type { RelayCommand } from '../relay/messages.ts';

/** How fast a carrier speaks. */
const msPerCharacter = 50;
/** How long a key sounds, and `w` is silent. */
const keyMs = 100;
const pauseMs = 500;
/** A file is not fetched: it is as long as this. */
const fileMs = 2000;
const maxLoops = 1000;

/** What can end an agent's speech. */
export type Interruption = 'speech' | 'dtmf';
type Interruptible = 'none' | 'any' | Interruption;

interface Part {
  readonly text: string;
  readonly keys: string;
  readonly whole_ms: number;
  readonly interruptible: Interruptible;
  readonly isPreemptible: boolean;
  /** The answer that it belongs to. */
  readonly cycle: number;
  left_ms: number;
}

type Spoken = Extract<RelayCommand, { readonly type: 'text' | 'play' | 'sendDigits' }>;

/** What an agent has said by text and the person has not heard yet, spoken at the speed of speech. */
export interface Speaking {
  add(command: Spoken): void;
  /** What is heard within the next milliseconds: whether the agent speaks, keys, and texts that were heard to their end. */
  next(ms: number): {
    readonly isSpoken: boolean;
    readonly keys: string;
    readonly said: readonly string[];
  };
  /** Drops what was not heard, if that ends it; returns what was. `refused`: the agent goes on speaking. */
  interrupt(
    by: Interruption,
  ): { readonly heard: string; readonly heard_ms: number } | 'refused' | 'silent';
  /** Characters and parts that were not heard. */
  readonly length: number;
  readonly parts: number;
}

export function createSpeaking(byDefault: Interruptible): Speaking {
  let queue: Part[] = [];
  let [cycle, heard, heard_ms] = [0, '', 0];

  const added = (command: Spoken, sound: Pick<Part, 'text' | 'keys' | 'whole_ms'>): Part => ({
    ...sound,
    left_ms: sound.whole_ms,
    interruptible: interruptibleOf(command, byDefault),
    isPreemptible: 'preemptible' in command && command.preemptible,
    cycle,
  });

  /** The part of a text that was heard, in whole words. */
  function heardOf({ text, whole_ms, left_ms }: Part): string {
    const end = Math.floor((text.length * (whole_ms - left_ms)) / whole_ms);
    return end >= text.length ? text : text.slice(0, Math.max(0, text.lastIndexOf(' ', end)));
  }

  return {
    add(command) {
      // What begins anew ends what may be replaced.
      queue = queue.filter((part) => !part.isPreemptible || part.cycle === cycle);
      queue.push(added(command, soundOf(command)));
      if (command.type !== 'text' || command.last) cycle += 1;
    },
    next(ms) {
      const said: string[] = [];
      let [left, keys, isSpoken] = [ms, '', false];
      for (let part = queue[0]; part && left > 0; part = queue[0]) {
        const taken = Math.min(left, part.left_ms);
        part.left_ms -= taken;
        left -= taken;
        heard_ms += taken;
        isSpoken ||= part.keys === '' && taken > 0;
        if (part.left_ms > 0) break;
        queue.shift();
        heard += part.text;
        keys += part.keys;
        if (part.text !== '') said.push(part.text);
      }
      if (queue.length === 0) [heard, heard_ms] = ['', 0];
      return { isSpoken, keys, said };
    },
    interrupt(by) {
      const [first] = queue;
      if (!first) return 'silent';
      if (first.interruptible !== 'any' && first.interruptible !== by) return 'refused';
      const result = { heard: (heard + heardOf(first)).trim(), heard_ms };
      [queue, heard, heard_ms] = [[], '', 0];
      return result;
    },
    get length() {
      return queue.reduce((sum, { text }) => sum + text.length, 0);
    },
    get parts() {
      return queue.length;
    },
  };
}

function interruptibleOf(command: Spoken, byDefault: Interruptible): Interruptible {
  const said = 'interruptible' in command ? command.interruptible : undefined;
  if (said === undefined) return byDefault;
  return said ? 'any' : 'none';
}

function soundOf(command: Spoken): Pick<Part, 'text' | 'keys' | 'whole_ms'> {
  switch (command.type) {
    case 'text':
      return { text: command.token, keys: '', whole_ms: command.token.length * msPerCharacter };
    case 'play':
      return {
        text: '',
        keys: '',
        whole_ms: fileMs * (command.loop === 0 ? maxLoops : (command.loop ?? 1)),
      };
    case 'sendDigits': {
      const keys = command.digits.replaceAll('w', '');
      const pauses = command.digits.length - keys.length;
      return { text: '', keys, whole_ms: keys.length * keyMs + pauses * pauseMs };
    }
  }
}
