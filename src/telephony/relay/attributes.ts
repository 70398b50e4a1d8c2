import { memberOf, textOf } from '../carriers/answers.ts';
import type { Credentials } from '../credentials.ts';

/**
 * The address of the relay where the calls of a configuration go, its own or else that of the service's own agent; undefined if they go
 * to a page, a stream or nowhere.
 */
export function relayUrlIn(credentials: Credentials, own?: string): string | undefined {
  const others = ['voice_url', 'stream_url'].some((name) => textOf(credentials, name) !== '');
  return others ? undefined : textOf(credentials, 'relay_url') || own;
}

const interruptions = /^(?:none|dtmf|speech|any)$/;

/** The attributes that say what a workflow's settings do, each with the values that may stand in a document. */
const texts: readonly (readonly [attribute: string, member: string, pattern: RegExp])[] = [
  ['welcomeGreeting', 'greeting', /^[^]{1,400}$/u],
  ['language', 'language', /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/],
  ['voice', 'voice', /^[A-Za-z0-9._-]{1,100}$/],
  ['ttsProvider', 'voice_provider', /^(?:ElevenLabs|Google|Amazon)$/],
  ['interruptible', 'interruptible', interruptions],
  ['welcomeGreetingInterruptible', 'interruptible', interruptions],
];

/**
 * The attributes of `<ConversationRelay>` by the settings of a workflow:
 * https://www.twilio.com/docs/voice/twiml/connect/conversationrelay#conversationrelay-attributes. What was stored before the
 * settings were described, and is not readable, counts as absent.
 */
export function relayAttributes(
  settings: unknown,
  { greets }: { readonly greets: boolean },
): Readonly<Record<string, string>> {
  const said = texts.flatMap(([attribute, member, pattern]) => {
    const value = memberOf(settings, member);
    const isSaid = typeof value === 'string' && pattern.test(value);
    return isSaid && (greets || member !== 'greeting') ? [[attribute, value]] : [];
  });
  return {
    ...Object.fromEntries(said),
    dtmfDetection: String(memberOf(settings, 'has_key_detection') !== false),
    ...(memberOf(settings, 'has_partial_prompts') === true && { partialPrompts: 'true' }),
  };
}
