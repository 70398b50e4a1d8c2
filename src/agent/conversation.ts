import type { Brain, CallTool, End, Input, Line, Log } from './brain.ts';
import { type FailureCode, ModelFailure } from './completion.ts';
import { labelOf, type Session, settingsOf } from './prompt-rules.ts';
import type { RunClient, SessionEvent } from './run-client.ts';
import { defaultPace, type Pace } from './pace.ts';
import { createSpeech } from './speech.ts';
import { createToolCalls } from './tool-calls.ts';
import { createTranscript } from './transcript.ts';

export type { Line } from './brain.ts';

interface Parts {
  readonly session: Session;
  readonly run: RunClient;
  readonly line: Line;
  readonly brainOf: (callTool: CallTool) => Brain;
  /** The time, as turns have it. */
  readonly now: () => string;
  readonly pace?: Partial<Pace>;
  readonly log?: Log;
  /** What the carrier says before the agent does. */
  readonly greeting?: string | undefined;
}

export interface Conversation {
  /** Resolves when the conversation is over and its result is stored, as far as that was possible. Never rejects. */
  readonly over: Promise<End>;
  /** Whether the person is being connected with somebody else, so that the line may be away. */
  readonly isTransferring: boolean;
  hear(text: string): void;
  press(keys: string): void;
  /** The person has interrupted the agent, and heard so much of it. */
  interrupt(heard: string, spokenMs: number): void;
  /** What the session's stream brings. */
  receive(event: SessionEvent): void;
  /** The person has left. */
  leave(): void;
  /** Says that something is wrong, and ends the call. */
  fail(code: FailureCode): Promise<void>;
}

const maxSilences = 2;
/** A conversation has at most so many turns of the person, which have so many keys each. */
const maxInputs = 500;
const maxKeys = 100;

/** Holds the conversation of a run, from the agent's first words on. */
export function converse({
  session,
  run,
  line,
  brainOf,
  now,
  pace: own,
  greeting,
  log,
}: Parts): Conversation {
  const pace = { ...defaultPace, ...own };
  const settings = settingsOf(session);
  const over = Promise.withResolvers<End>();
  const leaving = new AbortController();
  /** Aborted when the person has left. */
  const left = new AbortController();
  const speech = createSpeech(pace.speechFactor, now);
  const tools = createToolCalls({
    run,
    signal: leaving.signal,
    onSettled: (name, result) => take({ note: `${name}: ${JSON.stringify(result)}` }),
  });
  const brain = brainOf(callTool);
  const transcript = createTranscript({
    run,
    first: session.transcript_turns,
    path: () => brain.path,
    onLost() {
      isLost = true;
      void finish({ by: 'transfer' });
    },
    log,
  });
  /** What the agent is to answer. The first is that the person is there. */
  let inputs: Input[] = greeting === undefined ? [{}] : [];
  let wake = (): void => {};
  let answering: AbortController | undefined;
  let isEnding = false;
  /** Whether the run is another agent's, which stores its result. */
  let isLost = false;
  let isTransferring = false;
  let lastTransfer = '';
  let pressed = '';
  let silences = 0;
  let inputCount = 0;
  const timers: Partial<Record<'keys' | 'speech', NodeJS.Timeout>> = {};

  async function callTool(name: string, args: object): Promise<unknown> {
    // What was said before is heard before.
    if (name === 'hang_up' || name === 'transfer') await speech.untilHeard(leaving.signal);
    if (name === 'transfer') isTransferring = true;
    const result = await tools.call(name, args);
    if (name === 'transfer' && !(result as { transfer_id?: number } | null)?.transfer_id)
      isTransferring = false;
    return result;
  }

  function say(words: string): void {
    clearTimeout(timers.speech);
    speech.add(words);
    line.say(words);
  }

  function spoken(cut?: { readonly heard: string; readonly spokenMs: number }): void {
    clearTimeout(timers.speech);
    const turn = speech.take(cut);
    if (!turn) return;
    if (cut) brain.heard(turn.text);
    transcript.add(turn);
  }

  function take(input: Input): void {
    if (isEnding) return;
    inputs.push(input);
    answering?.abort();
    wake();
  }

  function takeTurn(input: Input, text: string): void {
    if (isEnding || text.trim() === '') return;
    spoken();
    silences = 0;
    inputCount += 1;
    const kind = input.keys === undefined ? {} : { kind: 'keys' as const };
    transcript.add({ role: 'caller', ...kind, text, at: now() });
    if (inputCount > maxInputs) void finish({ by: 'agent' });
    else take(input);
  }

  function takeKeys(): void {
    const keys = pressed.slice(0, maxKeys);
    pressed = '';
    takeTurn({ keys }, settings.isSecret(brain.path.at(-1)) ? 'x'.repeat(keys.length) : keys);
  }

  /** Asks for the agent's next turn, twice if the first answer fails before a word. Whether it was said to its end. */
  async function answer(said: readonly Input[]): Promise<boolean> {
    for (let attempt = 0; ; attempt += 1) {
      const mine = (answering = new AbortController());
      let hasSaid = false;
      const slow = setTimeout(() => {
        if (attempt === 0 && !mine.signal.aborted) say(`${settings.wait} `);
      }, pace.waitMs);
      try {
        const signal = AbortSignal.any([mine.signal, leaving.signal]);
        for await (const words of brain.answer(attempt === 0 ? said : [], signal)) {
          clearTimeout(slow);
          if (signal.aborted) return false;
          hasSaid = true;
          say(words);
        }
        return true;
      } catch (error) {
        if (mine.signal.aborted || isEnding) return false;
        if (!(error instanceof ModelFailure)) throw error;
        if (attempt > 0 || hasSaid || error.code === 'model_repeats') throw error;
      } finally {
        clearTimeout(slow);
        answering = undefined;
      }
    }
  }

  /** Waits for what the person says, for something else that happens, or for silence. */
  async function nextInputs(): Promise<readonly Input[]> {
    const heardIn = speech.leftMs();
    // Later than estimated, so that an interruption near the end is known.
    timers.speech = setTimeout(() => spoken(), 1.5 * heardIn);
    if (inputs.length === 0)
      await new Promise<void>((done) => {
        const timer = setTimeout(() => {
          if (!isTransferring) {
            silences += 1;
            inputs.push({});
          }
          done();
        }, heardIn + pace.silenceMs);
        wake = () => {
          clearTimeout(timer);
          done();
        };
      });
    return inputs.splice(0);
  }

  async function talk(): Promise<void> {
    while (!isEnding) {
      const said = await nextInputs();
      if (isEnding || said.length === 0) continue;
      if (silences > maxSilences) return fail('person_silent');
      try {
        const isSaid = await answer(said);
        line.rest();
        if (isSaid && brain.isEnded && inputs.length === 0) return await finish({ by: 'agent' });
      } catch (error) {
        if (!(error instanceof ModelFailure)) log?.warn({ err: error }, 'an answer failed');
        return fail(error instanceof ModelFailure ? error.code : 'model_answer_invalid');
      }
    }
  }

  async function fail(code: FailureCode): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    answering?.abort();
    say(settings.failure);
    line.rest();
    isEnding = false;
    await finish({ by: 'failure', code });
  }

  /** Ends the call once what was said was heard, and stores the rest. Only the first end counts. */
  async function finish(end: End): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    const isOurs = end.by === 'agent' || end.by === 'failure';
    if (isOurs) await speech.untilHeard(left.signal);
    spoken();
    clearTimeout(timers.keys);
    leaving.abort();
    wake();
    if (isOurs) await line.end(end).catch(() => {});
    await transcript.stored();
    if (!isLost) await conclude(end).catch(() => {});
    over.resolve(end);
  }

  async function conclude(end: End): Promise<void> {
    const gathered_context = { path: [...brain.path] };
    if (end.by === 'failure') {
      const call_summary = `The agent ended the call: ${end.code}.`;
      const analysis = { call_summary, call_successful: false, disposition: end.code };
      return run.submit({ analysis, gathered_context });
    }
    const isKnown = await brain.conclude(AbortSignal.timeout(pace.concludeMs)).catch(() => false);
    const analysis = {
      call_summary: `The call went ${brain.path.join(' > ')}.`,
      call_successful: brain.isEnded || end.by === 'transfer',
      in_voicemail: false,
    };
    const call_disposition = end.by === 'transfer' ? 'transferred' : labelOf(session, brain.path);
    await run.submit({ gathered_context, ...(!isKnown && { analysis, call_disposition }) });
  }

  if (greeting !== undefined) speech.add(greeting);
  void talk();

  return {
    over: over.promise,
    get isTransferring() {
      return isTransferring;
    },
    hear: (text) => takeTurn({ text }, text),
    press(keys) {
      pressed += keys;
      clearTimeout(timers.keys);
      const isLast = keys.endsWith('#') || pressed.length >= maxKeys;
      timers.keys = setTimeout(takeKeys, isLast ? 0 : pace.keysMs);
    },
    interrupt(heard, spokenMs) {
      answering?.abort();
      spoken({ heard, spokenMs });
    },
    receive(event) {
      if (event.event === 'instruction') {
        brain.instruct(event.text);
        run.acknowledge(event.instruction_number).catch(() => {});
        take({ note: 'your supervisor has given you an instruction. Act on it now.' });
      } else if (event.event === 'run_keys') {
        line.press?.(event.digits);
        if (line.press) run.acknowledge(event.instruction_number).catch(() => {});
      } else if (event.event === 'tool_decision') void tools.decided(event.call_id);
      else if (event.event === 'complete') void finish({ by: 'person' });
      else if (event.event === 'transfer') {
        const { id, status, destination } = event.transfer;
        // A stream that is opened again repeats the last transfer.
        if (lastTransfer === `${id} ${status}`) return;
        lastTransfer = `${id} ${status}`;
        isTransferring = status !== 'failed' && status !== 'canceled';
        if (status === 'bridged') void finish({ by: 'transfer' });
        else if (status === 'failed')
          take({ note: `Nobody answered at ${destination}: you have the call again.` });
      }
    },
    leave() {
      left.abort();
      void finish({ by: 'person' });
    },
    fail,
  };
}
