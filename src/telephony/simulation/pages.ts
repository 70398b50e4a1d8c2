import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Conversations, StreamedCall, Talk } from './conversations.ts';
import { createPerson, personOf } from './person.ts';
import { type PageAnswer, pageAt, type PageRequest, type Runtimes } from './runtime.ts';
import type { StreamEnd } from './connection.ts';
import type { StreamProtocol } from './stream-messages.ts';
import { type Fault, fault, type Page } from './twiml-answers.ts';

/** A call whose runtime has a page. */
export interface PagedCall extends StreamedCall {
  readonly protocol: StreamProtocol;
  /** How long a runtime without TwiML has the call; null: until somebody else ends it. */
  readonly taken_ms: number | null;
}

/** Carries out what the pages of agent runtimes answer: https://www.twilio.com/docs/voice/twiml. */
export interface Pages {
  /** Requests the first page. Resolves with its answer; the call lasts as long as what that says. */
  begin(call: PagedCall, address: string, signal: AbortSignal): Promise<Talk>;
  /** Carries out a document that came another way. */
  follow(call: PagedCall, document: PageAnswer, signal: AbortSignal): Talk;
  /** Carries out another page in place of the present one; false, and nothing is changed, if that cannot be used. */
  again(call: Omit<PagedCall, 'configuration_id'>, address: string): Promise<boolean>;
  /** Leaves the document of a call that goes on without its agent. */
  readonly leave: (id: string) => void;
  /** The calls whose end nobody but this process knows. */
  ids(): string[];
}

interface Paged {
  readonly call: PagedCall;
  readonly over: PromiseWithResolvers<StreamEnd>;
  readonly signal: AbortSignal;
  /** Ends the document. */
  leaving: AbortController;
  ids: Ids | undefined;
  isOpen: boolean;
}

/** How a relay ended: https://www.twilio.com/docs/voice/twiml/connect/conversationrelay#connect-action-url-callback. */
const sessionOf = (end: StreamEnd) =>
  end.by === 'error'
    ? { SessionStatus: 'failed', ErrorCode: end.code, ErrorMessage: end.detail }
    : {
        SessionStatus: 'ended',
        ...(end.by === 'runtime' && end.handoff !== undefined && { HandoffData: end.handoff }),
      };

/** A document that leads to another without a pause would have the network flood its runtime. */
const maxPages = 100;
const minPageMs = 50;

export function createPages({
  runtimes,
  conversations,
  log,
  ending,
}: {
  readonly runtimes: Pick<Runtimes, 'load'>;
  readonly conversations: Pick<Conversations, 'begin'>;
  readonly log: Logger;
  /** The network stops. */
  readonly ending: AbortSignal;
}): Pages {
  const calls = new Map<string, Paged>();

  function failure({ id }: PagedCall, { code, detail }: Fault): StreamEnd {
    log.warn({ call_id: id, code, reason: detail }, 'a call could not follow its document');
    return { by: 'error', code, detail };
  }

  /** Carries out the verbs of an answer, and of those that they lead to; how that ends. */
  async function carryOut(
    paged: Paged,
    first: PageAnswer,
    signal: AbortSignal,
  ): Promise<StreamEnd> {
    const { call } = paged;
    let answer = first;
    let end: StreamEnd = { by: 'runtime' };
    for (let pages = 1; pages <= maxPages; pages += 1) {
      if (answer.kind === 'fault') return { by: 'error', code: answer.code, detail: answer.detail };
      // Once its time was renewed, it must be renewed to the end.
      paged.isOpen ||= answer.kind === 'document' || call.taken_ms !== null;
      if (answer.kind === 'taken') {
        if (call.taken_ms === null) await untilAborted(signal);
        await pause(call.taken_ms ?? 0, undefined, { signal });
        return { by: 'runtime' };
      }
      let page: Page | undefined;
      let session: PageRequest['session'];
      for (const verb of answer.verbs) {
        if (verb.kind === 'hang_up') return { by: 'runtime' };
        if (verb.kind === 'fault') return failure(call, verb);
        if (verb.kind === 'pause') await pause(verb.ms, undefined, { signal });
        if (verb.kind === 'redirect') ({ page } = verb);
        if (verb.kind === 'stream') {
          await pause(minPageMs, undefined, { signal });
          const target = { ...verb, protocol: verb.protocol ?? call.protocol };
          const talk = await conversations.begin(call, target, signal);
          end = await talk.over;
          talk.end();
          signal.throwIfAborted();
          if (end.by === 'person') return end;
          page = verb.action;
          if (verb.protocol === 'relay') session = sessionOf(end);
        }
        if (page) break;
      }
      if (!page) return end;
      const next = pageAt(answer.address, page);
      if (!next)
        return failure(call, fault('11100', 'A document leads to an address that is none.'));
      await pause(minPageMs, undefined, { signal });
      const request = { ...call, ...known(paged.ids), page: next, ...(session && { session }) };
      answer = await runtimes.load(request, signal);
    }
    return failure(
      call,
      fault('11215', 'The documents of a call lead to one another without end.'),
    );
  }

  async function run(paged: Paged, answer: PageAnswer): Promise<void> {
    const signal = AbortSignal.any([paged.signal, paged.leaving.signal]);
    try {
      const end = await carryOut(paged, answer, signal);
      if (!signal.aborted) paged.over.resolve(end);
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'the document of a call was not carried out');
    }
  }

  function follow(call: PagedCall, answer: PageAnswer, signal: AbortSignal, ids?: Ids): Talk {
    const over = Promise.withResolvers<StreamEnd>();
    const leaving = new AbortController();
    // Who was called stays, whoever speaks with them.
    const person = createPerson(personOf(call));
    const paged: Paged = { call: { ...call, person }, over, signal, leaving, ids, isOpen: false };
    calls.set(call.id, paged);
    const end = (): void => {
      if (calls.get(call.id) === paged) calls.delete(call.id);
      paged.leaving.abort();
    };
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    else void run(paged, answer);
    return { over: over.promise, end };
  }

  const load = (call: Omit<PagedCall, 'configuration_id'>, url: string, signal: AbortSignal) =>
    runtimes.load({ ...call, ...known(idsIn(url)), page: { url, method: 'POST' } }, signal);

  return {
    begin: async (call, address, signal) =>
      follow(call, await load(call, address, signal), signal, idsIn(address)),

    follow: (call, document, signal) => follow(call, document, signal),

    async again(call, address) {
      const paged = calls.get(call.id);
      const answer = await load(call, address, paged?.signal ?? ending);
      // Another process has the call: it can only be taken by a runtime without TwiML.
      if (!paged) return answer.kind === 'taken';
      if (answer.kind === 'fault' || paged.signal.aborted) return false;
      const [first] = answer.kind === 'document' ? answer.verbs : [];
      if (first?.kind === 'fault') {
        failure(paged.call, first);
        return false;
      }
      paged.leaving.abort();
      paged.leaving = new AbortController();
      paged.ids = idsIn(address);
      void run(paged, answer);
      return true;
    },

    leave(id) {
      calls.get(id)?.leaving.abort();
    },

    ids: () => [...calls.values()].filter(({ isOpen }) => isOpen).map(({ call }) => call.id),
  };
}

type Ids = Pick<PageRequest, 'run_id' | 'workflow_id'>;

/** The run and the workflow in the query of a runtime's address. */
function idsIn(address: string): Ids | undefined {
  const query = URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams();
  const ids = {
    run_id: Number(query.get('run_id')),
    workflow_id: Number(query.get('workflow_id')),
  };
  return ids.run_id > 0 && ids.workflow_id > 0 ? ids : undefined;
}

/** No workflow has the id 0, so such a request is not signed. */
const known = (ids: Ids | undefined): Ids => ids ?? { run_id: 0, workflow_id: 0 };

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const fail = (): void => reject(new Error('The call has ended.'));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
