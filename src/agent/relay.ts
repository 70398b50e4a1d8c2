import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { WebSocketServer, type WebSocket } from 'ws';
import { tooManyAtOnce } from '../errors.ts';
import { type AgentModel, agentPath } from '../system/settings.ts';
import { readRelayEvent, relayLimits, type RelayEvent } from '../telephony/relay/messages.ts';
import { graphOf } from '../workflows/walker/walker-rules.ts';
import { converse, type Conversation } from './conversation.ts';
import { createModelBrain } from './model-brain.ts';
import { askOf } from './model.ts';
import type { Pace } from './pace.ts';
import { greetingOf } from './prompt-rules.ts';
import { createRelayLine, type RelayLine } from './relay-line.ts';
import { type Api, createRunClient, exchange, RequestFailed } from './run-client.ts';

/** What one socket may cost. */
const limits = {
  /** How long the first message may take. */
  setupMs: 5000,
  /** How long the other side has for closing a socket that was refused. */
  closingMs: 1000,
  /** Sockets at once whose first message has not come. For another one, the one that has waited the longest is closed. */
  waiting: 100,
  /** Messages at once, and how many of them come back each second. */
  messages: 100,
  messagesPerSecond: 20,
  malformed: 10,
  /** How long an agent waits for its call after a transfer that failed. */
  returnMs: 60_000,
  conversationMs: 14_400_000,
} as const;

/** The end of a stop that conversations get for saying that they end, and for storing their results. */
const farewellMs = 6000;
const storingMs = 2000;

interface Parts {
  /** Known once the process listens. */
  readonly api: () => Api;
  readonly model: AgentModel;
  readonly log: Logger;
  readonly now: () => string;
  /** Throws what an upgrade is refused with. */
  readonly check: (req: IncomingMessage) => void;
  /** Hears of sockets without a valid credential. */
  readonly refused: (req: IncomingMessage) => void;
  readonly pace?: Partial<Pace>;
}

export interface Agent {
  readonly path: string;
  take(req: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** The runs whose conversations are open. */
  open(): string[];
  /** Takes no further conversation, and resolves when all are over: by themselves, or told to end shortly before the time is up. */
  stop(withinMs: number): Promise<void>;
}

/** A conversation, or the place of one that is being opened. */
interface Held {
  readonly organization: string;
  conversation?: Conversation;
  line?: RelayLine;
  socket: WebSocket | undefined;
}

/** Why a socket is closed, as its close code and reason say. */
class Refused extends Error {
  readonly code: number;
  constructor(code: number, reason: string) {
    super(reason);
    this.code = code;
  }
}

/** Answers the relay sockets of carriers with conversations. */
export function createAgent({ api, model, log, now, check, refused, pace }: Parts): Agent {
  const ask = askOf(model);
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: relayLimits.messageBytes,
    perMessageDeflate: false,
  });
  /** By the tokens of their runs. */
  const held = new Map<string, Held>();
  /** In the order in which they came. */
  const waiting = new Set<WebSocket>();
  let isStopping = false;

  /** Takes a place for the token's conversation, or the one that waits for its call to return. */
  function placeFor(token: string, socket: WebSocket): Held {
    const known = held.get(token);
    if (known?.socket) throw new Refused(4409, 'run_held');
    if (known) {
      known.socket = socket;
      known.line?.attach(socket);
      return known;
    }
    const [, organization = ''] = /^vap_run_(\d+)_/.exec(token) ?? [];
    const { maxConversations } = model;
    const ofIt = [...held.values()].filter((each) => each.organization === organization);
    if (isStopping || held.size >= maxConversations || ofIt.length >= maxConversations / 2)
      throw new Refused(1013, 'too_many_conversations');
    const place: Held = { organization, socket };
    held.set(token, place);
    return place;
  }

  async function begin(setup: RelayEvent & { type: 'setup' }, socket: WebSocket): Promise<Held> {
    const { run_id, run_token, run_code } = setup.customParameters;
    const access = run_code && !run_token ? await exchange(api(), run_code) : { run_id, run_token };
    const token = access.run_token ?? '';
    if (!/^vap_run_[\w-]+$/.test(token)) throw new Refused(4401, 'run_token_missing');
    const place = placeFor(token, socket);
    if (place.conversation) return place;
    try {
      const run = createRunClient(api(), Number(access.run_id), token);
      const session = await run.session();
      if (session.state === 'completed' || session.phase === 'transferred')
        throw new Refused(4410, 'run_ended');
      const graph = graphOf(session.workflow_definition);
      if (!graph) throw new Refused(4422, 'start_node_missing');
      const greeting = greetingOf(session);
      const line = createRelayLine();
      line.attach(place.socket);
      const conversation = converse({
        session,
        run,
        line,
        brainOf: (callTool) => createModelBrain({ session, graph, callTool, ask, greeting }),
        now,
        greeting,
        log,
        ...(pace && { pace }),
      });
      Object.assign(place, { line, conversation });
      void follow(token, place, session.run_id);
      const over = new AbortController();
      void conversation.over.then(() => over.abort());
      void run.follow((event) => conversation.receive(event), over.signal);
      return place;
    } catch (error) {
      held.delete(token);
      throw error;
    }
  }

  /** Frees the place when the conversation is over, which it is after its longest time. */
  async function follow(token: string, place: Held, run_id: number): Promise<void> {
    log.info({ run_id }, 'a conversation began');
    const { conversation } = place;
    const tooLong = setTimeout(() => conversation?.leave(), limits.conversationMs).unref();
    const end = await conversation?.over;
    clearTimeout(tooLong);
    held.delete(token);
    log.info({ run_id, ...end }, 'a conversation is over');
    place.socket?.close(1000);
  }

  function left(token: Held): void {
    token.socket = undefined;
    token.line?.attach(undefined);
    const { conversation } = token;
    if (!conversation?.isTransferring) return conversation?.leave();
    // The carrier opens another socket if nobody was reached.
    const look = setInterval(() => {
      if (conversation.isTransferring) return;
      clearInterval(look);
      setTimeout(() => !token.socket && conversation.leave(), limits.returnMs).unref();
    }, 1000).unref();
    void conversation.over.then(() => clearInterval(look));
  }

  function hear(event: RelayEvent, conversation: Conversation): void {
    if (event.type === 'prompt' && event.last) conversation.hear(event.voicePrompt);
    else if (event.type === 'dtmf' && /^[0-9*#A-D]$/.test(event.digit))
      conversation.press(event.digit);
    else if (event.type === 'interrupt')
      conversation.interrupt(event.utteranceUntilInterrupt, event.durationUntilInterruptMs);
    else if (event.type === 'error') log.warn('a carrier could not act on a message');
  }

  function accept(socket: WebSocket, req: IncomingMessage): void {
    let place: Promise<Held> | undefined;
    let malformed = 0;
    let allowed: number = limits.messages;
    let countedAt = performance.now();
    const [longest] = waiting;
    if (longest && waiting.size >= limits.waiting) {
      waiting.delete(longest);
      longest.terminate();
    }
    waiting.add(socket);
    const setupDone = (): void => {
      clearTimeout(late);
      waiting.delete(socket);
    };
    const end = (code: number, reason: string): void => {
      socket.close(code, reason);
      setTimeout(() => socket.terminate(), limits.closingMs).unref();
    };
    const late = setTimeout(() => end(1008, 'setup_missing'), limits.setupMs);
    const isTooFast = (): boolean => {
      const since = performance.now() - countedAt;
      countedAt += since;
      allowed = Math.min(limits.messages, allowed + (since / 1000) * limits.messagesPerSecond) - 1;
      return allowed < 0;
    };
    const begun = async (setup: RelayEvent & { type: 'setup' }): Promise<Held> => {
      try {
        return await begin(setup, socket);
      } catch (error) {
        const code =
          error instanceof RequestFailed && !error.isPassing ? error.code : 'unavailable';
        const why =
          error instanceof Refused
            ? error
            : new Refused(code === 'unavailable' ? 1013 : 4401, code);
        if (why.code === 4401) refused(req);
        log.warn({ code: why.message }, 'a relay socket was refused');
        end(why.code, why.message.slice(0, 100));
        throw why;
      }
    };
    socket.on('error', () => socket.terminate());
    socket.on('message', (data, isBinary) => {
      const event = readRelayEvent(isBinary ? '' : (data as Buffer).toString('utf8'));
      if (isTooFast()) return end(1008, 'too_many_messages');
      if (event.type === 'malformed') {
        malformed += 1;
        if (malformed === limits.malformed) end(1007, 'malformed');
      } else if (!place) {
        if (event.type !== 'setup') return end(1008, 'setup_missing');
        setupDone();
        place = begun(event);
        place.catch(() => {});
      } else if (event.type !== 'unknown')
        place.then(
          ({ conversation }) => conversation && hear(event, conversation),
          () => {},
        );
    });
    socket.on('close', () => {
      if (!place) {
        refused(req);
        return setupDone();
      }
      place.then(
        (mine) => mine.socket === socket && left(mine),
        () => {},
      );
    });
  }

  return {
    path: agentPath,
    take(req, socket, head) {
      check(req);
      if (isStopping) throw tooManyAtOnce('The process stops. Try again.');
      server.handleUpgrade(req, socket, head, (opened) => accept(opened, req));
    },
    open: () =>
      [...held.values()].map(({ organization }) => `a call of organization ${organization}`),
    async stop(withinMs) {
      isStopping = true;
      const talks = () => [...held.values()].flatMap(({ conversation }) => conversation ?? []);
      const all = async () => void (await Promise.all(talks().map(({ over }) => over)));
      const until = (ms: number) => pause(Math.max(ms, 0), undefined, { ref: false });
      await Promise.race([all(), until(withinMs - farewellMs - storingMs)]);
      const told = talks().map((talk) => talk.fail('agent_stopped'));
      const farewell = until(Math.min(farewellMs, withinMs / 2));
      await Promise.race([all(), Promise.all(told).then(all), farewell]);
      // Who still speaks is heard no further, so that the results are stored.
      for (const talk of talks()) talk.leave();
      await Promise.race([all(), until(storingMs)]);
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}
