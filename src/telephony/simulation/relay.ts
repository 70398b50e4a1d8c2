import { readRelayCommand, relayLimits } from '../relay/messages.ts';
import type { Direction } from './call-rules.ts';
import { type Conversing, type Line, type Protocol, stepMs } from './connection.ts';
import { type Person, sentenceOf } from './person.ts';
import { createSpeaking, type Interruption } from './spoken.ts';

/** What one runtime may have the network say later. */
const speakingLimits = {
  /** About ten minutes of speech. */
  length: 12_000,
  parts: 5000,
} as const;

/**
 * As Twilio: https://www.twilio.com/docs/voice/conversationrelay/websocket-messages#handling-errors. The status of the socket is
 * 1000 where Twilio's is 1007, which undici does not send.
 */
const maxMalformed = 10;
const manyMalformed = 'Too many consecutive malformed messages.';

const codes = { unopened: '64102', lost: '64105', broken: '64105' } as const;

export interface RelayRequest {
  readonly stream_id: string;
  readonly call_id: string;
  readonly direction: Direction;
  readonly from_number: string | null;
  readonly to_number: string;
  /** What a runtime gets with `setup`. The token among it is a secret. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Those of `<ConversationRelay>`. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly person: Person;
  /** Gets each text that the person has heard to its end. */
  readonly onSaid?: ((text: string) => void) | undefined;
}

/** ConversationRelay: the network speaks and listens for a runtime that reads and writes. */
export const conversationRelay = (request: RelayRequest): Protocol => ({
  converse: (line) => converse(line, request),
  messageBytes: relayLimits.messageBytes,
  codes,
});

function converse({ send, finish }: Line, request: RelayRequest): Conversing {
  const { attributes, person } = request;
  const { interruptible, language = 'en-US', welcomeGreeting: greeting } = attributes;
  const speaking = createSpeaking(interruptionIn(interruptible));
  const hasParts = attributes['partialPrompts'] === 'true';
  let [lang, malformed, pressed] = [language, 0, ''];
  /** What the person is saying; the runtime does not get it while its own speech goes on. */
  let saying = { text: '', left_ms: 0, isReported: false };

  const broken = (detail: string) => finish({ by: 'error', code: codes.broken, detail });
  const prompt = (voicePrompt: string, last: boolean) =>
    send({ type: 'prompt', voicePrompt, lang, last });

  /** Whether the runtime gets what the person does: not while the agent goes on speaking. */
  function interrupts(by: Interruption): boolean {
    const result = speaking.interrupt(by);
    if (typeof result === 'object')
      send({
        type: 'interrupt',
        utteranceUntilInterrupt: result.heard,
        durationUntilInterruptMs: result.heard_ms,
      });
    return result !== 'refused';
  }

  function say(text: string): void {
    saying = { text, left_ms: text.length * 50, isReported: interrupts('speech') };
    const [half] = /^.*?\S*(?=\s)/.exec(text) ?? [];
    if (hasParts && saying.isReported && half) prompt(half, false);
  }

  function press(keys: string): void {
    const isReported = interrupts('dtmf') && attributes['dtmfDetection'] === 'true';
    for (const digit of isReported ? keys : '') send({ type: 'dtmf', digit });
  }

  send(setupOf(request));
  if (greeting !== undefined)
    speaking.add({
      type: 'text',
      token: greeting,
      last: true,
      ...(attributes['welcomeGreetingInterruptible'] === 'none' && { interruptible: false }),
    });

  return {
    step() {
      const { isSpoken, keys, said } = speaking.next(stepMs);
      for (const text of said) request.onSaid?.(text);
      const isTalking = saying.left_ms > 0;
      const act = person.follow({ isSpoken, isTalking, keys: keys + pressed });
      pressed = '';
      if (isTalking) {
        saying.left_ms -= stepMs;
        if (saying.left_ms <= 0 && saying.isReported) prompt(saying.text, true);
      }
      if (act?.say) say(sentenceOf(act.say));
      if (act?.keys !== undefined) press(act.keys);
      if (act?.hangsUp) finish({ by: 'person' });
    },
    receive(text) {
      const command = readRelayCommand(text);
      if (command.type === 'malformed' || command.type === 'unknown') {
        malformed += 1;
        send({ type: 'error', description: `Invalid message received: ${text.slice(0, 500)}` });
        if (malformed < maxMalformed) return;
        const end = { by: 'error', code: codes.broken, detail: manyMalformed } as const;
        return finish(end, manyMalformed);
      }
      malformed = 0;
      if (command.type === 'end') return finish({ by: 'runtime', handoff: command.handoffData });
      if (command.type === 'language') {
        lang = command.transcriptionLanguage ?? lang;
        return;
      }
      speaking.add(command);
      if (speaking.length > speakingLimits.length || speaking.parts > speakingLimits.parts)
        broken('The agent runtime is more than ten minutes ahead of the call.');
    },
    press(keys) {
      pressed += keys;
    },
  };
}

const interruptions = ['none', 'speech', 'dtmf'] as const;

const interruptionIn = (text: string | undefined) =>
  interruptions.find((each) => each === text) ?? 'any';

const setupOf = ({ stream_id, call_id, direction, ...call }: RelayRequest) => ({
  type: 'setup',
  sessionId: stream_id,
  accountSid: 'simulated',
  parentCallSid: '',
  callSid: call_id,
  from: call.from_number ?? 'anonymous',
  to: call.to_number,
  forwardedFrom: '',
  callType: 'PSTN',
  callerName: '',
  direction: direction === 'inbound' ? direction : 'outbound-api',
  callStatus: 'RINGING',
  customParameters: call.parameters,
});
