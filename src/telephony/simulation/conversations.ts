import type { Logger } from 'pino';
import { v4 as uuid } from 'uuid';
import type { buildConnector } from 'undici';
import type { Direction } from './call-rules.ts';
import { createPerson, type Person, personOf } from './person.ts';
import { openConnection, type OpenStream, type StreamEnd } from './connection.ts';
import { conversationRelay } from './relay.ts';
import { mediaStream } from './stream.ts';
import type { StreamProtocol } from './stream-messages.ts';

/** How many calls have a stream at most: of this process, and of one configuration. */
const maxOpen = 200;
const maxOpenOfConfiguration = 100;

/** Where a stream or relay goes, and what its runtime gets with it. */
export interface StreamTarget {
  readonly url: string;
  readonly protocol: StreamProtocol | 'relay';
  readonly parameters: Readonly<Record<string, string>>;
  /** How the network speaks and listens at a relay. */
  readonly attributes?: Readonly<Record<string, string>>;
}

export interface StreamedCall {
  readonly id: string;
  readonly configuration_id: number;
  readonly direction: Direction;
  readonly from_number: string | null;
  readonly to_number: string;
  /** Who is at the other end; absent: whom the number says. */
  readonly person?: Person;
}

/** What a call that is talking waits for. */
export interface Talk {
  /** Resolves when the person or the runtime has left, or has failed. Never rejects. */
  readonly over: Promise<StreamEnd>;
  readonly end: () => void;
}

/** The conversations of this process that have a media stream or a relay. */
export interface Conversations {
  /** Connects an answered call. Resolves when its stream is open or cannot be opened, which is its end. */
  begin(call: StreamedCall, target: StreamTarget, signal: AbortSignal): Promise<Talk>;
  /** Connects a call with another runtime, and takes leave of its own; false if the other one does not open its stream. */
  moveTo(id: string, target: StreamTarget, signal: AbortSignal): Promise<boolean>;
  /** Ends the stream of a call that goes on without its agent. */
  readonly leaveAgent: (id: string) => void;
  /** Lets the person hear the keys of a command, once. */
  press(id: string, command: { readonly command_id: string; readonly keys: string }): void;
  /** The calls that have a conversation. */
  ids(): string[];
}

interface Conversation {
  readonly call: StreamedCall;
  readonly person: Person;
  readonly over: PromiseWithResolvers<StreamEnd>;
  /** The commands whose keys the person has heard. */
  readonly commands: Set<string>;
  stream: OpenStream | undefined;
}

interface Parts {
  readonly connector: buildConnector.connector;
  readonly log: Logger;
  /** Gets what the person of a call hears, frame by frame: mu-law at 8 kHz. */
  readonly onHeard?: ((callId: string, audio: Buffer) => void) | undefined;
  /** Gets what the person of a call has heard of an agent that writes, text by text. */
  readonly onSaid?: ((callId: string, text: string) => void) | undefined;
}

const tooMany = { by: 'error', code: '31901', detail: 'Too many streams are open.' } as const;

export function createConversations({ connector, log, onHeard, onSaid }: Parts): Conversations {
  const conversations = new Map<string, Conversation>();

  function isFull(configurationId: number): boolean {
    const open = [...conversations.values()].map(({ call }) => call.configuration_id);
    const ofThis = open.filter((each) => each === configurationId);
    return open.length >= maxOpen || ofThis.length >= maxOpenOfConfiguration;
  }

  /** Neither the address nor a message of the runtime is logged: both may hold the token. */
  function logEnd({ id }: StreamedCall, end: StreamEnd): void {
    if (end.by === 'error')
      log.warn({ call_id: id, code: end.code, reason: end.detail }, 'a media stream failed');
    else log.info({ call_id: id, by: end.by }, 'a media stream is over');
  }

  function protocolOf({ call, person }: Conversation, { protocol, ...target }: StreamTarget) {
    const { parameters, attributes = {} } = target;
    const { id: call_id, direction, from_number, to_number } = call;
    const id = uuid();
    const request = { call_id, from_number, to_number, parameters, person };
    if (protocol === 'relay')
      return conversationRelay({
        ...request,
        stream_id: `VX${id.replaceAll('-', '')}`,
        direction,
        attributes,
        onSaid: onSaid && ((text) => onSaid(call_id, text)),
      });
    return mediaStream({
      ...request,
      stream_id: protocol === 'twilio' ? `MZ${id.replaceAll('-', '')}` : id,
      protocol,
      onHeard: onHeard && ((audio) => onHeard(call_id, audio)),
    });
  }

  /** Opens a stream in place of the one that the conversation has, which is kept, with the reason, if the new one cannot be opened. */
  async function connect(
    conversation: Conversation,
    target: StreamTarget,
    signal: AbortSignal,
  ): Promise<StreamEnd | undefined> {
    const { call } = conversation;
    const { url } = target;
    const opened = await openConnection(
      connector,
      { url, ...protocolOf(conversation, target) },
      signal,
    );
    if ('by' in opened) {
      logEnd(call, opened);
      return opened;
    }
    if (conversations.get(call.id) !== conversation) {
      opened.close();
      return opened.over;
    }
    const former = conversation.stream;
    conversation.stream = opened;
    former?.close();
    void leftBy(conversation, opened);
    return undefined;
  }

  /** Ends a conversation once its present stream is over, unless the network itself has closed it. */
  async function leftBy(conversation: Conversation, stream: OpenStream): Promise<void> {
    const end = await stream.over;
    logEnd(conversation.call, end);
    if (conversation.stream === stream && end.by !== 'network') conversation.over.resolve(end);
  }

  return {
    async begin(call, target, signal) {
      const { person = createPerson(personOf(call)) } = call;
      const over = Promise.withResolvers<StreamEnd>();
      const conversation: Conversation = {
        call,
        person,
        over,
        commands: new Set(),
        stream: undefined,
      };
      const end = (): void => {
        if (conversations.get(call.id) === conversation) conversations.delete(call.id);
        conversation.stream?.close();
        over.resolve({ by: 'network' });
      };
      if (isFull(call.configuration_id)) {
        logEnd(call, tooMany);
        over.resolve(tooMany);
      } else {
        conversations.set(call.id, conversation);
        signal.addEventListener('abort', end, { once: true });
        const failed = await connect(conversation, target, signal);
        if (failed) {
          over.resolve(failed);
          end();
        }
      }
      return { over: over.promise, end };
    },

    async moveTo(id, target, signal) {
      const conversation = conversations.get(id);
      return conversation !== undefined && !(await connect(conversation, target, signal));
    },

    leaveAgent(id) {
      conversations.get(id)?.stream?.close();
    },

    press(id, { command_id, keys }) {
      const conversation = conversations.get(id);
      if (!conversation || conversation.commands.has(command_id)) return;
      conversation.commands.add(command_id);
      conversation.stream?.press(keys);
    },

    ids: () => [...conversations.keys()],
  };
}
