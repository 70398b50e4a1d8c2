import type { Logger } from 'pino';
import { Agent, type buildConnector, type Dispatcher, request } from 'undici';
import { v7 as uuid } from 'uuid';
import type { Direction } from './call-rules.ts';
import { type Fault, fault, type Page, type Verb, verbsOf } from './twiml-answers.ts';

/** How long a call waits for each answer of its agent runtime. */
export const runtimeTimeoutMs = 5000;
/** As Twilio: https://www.twilio.com/docs/api/errors/11750. */
const maxBytes = 65_536;
const maxRedirects = 10;

export interface PageRequest {
  readonly id: string;
  readonly direction: Direction;
  readonly to_number: string;
  readonly from_number: string | null;
  /** The run and its workflow, whose secret signs the requests. */
  readonly run_id: number;
  readonly workflow_id: number;
  /** The absolute address. */
  readonly page: Page;
  /** What the request says of the relay that has ended. */
  readonly session?: Readonly<Record<string, string>>;
}

/** What a runtime has answered. `taken`: it holds the conversation by other ways than TwiML, such as this API. */
export type PageAnswer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'document'; readonly address: string; readonly verbs: readonly Verb[] }
  | Fault;

/** Requests the pages of agent runtimes, as Twilio does. */
export interface Runtimes {
  /** Never throws. */
  load(call: PageRequest, signal: AbortSignal): Promise<PageAnswer>;
  stop(): Promise<void>;
}

export interface RuntimeParts {
  /** Makes connections to agent runtimes, to the addresses that are allowed. */
  readonly connector: buildConnector.connector;
  readonly log: Logger;
  /** Makes the headers that sign a request to the runtime of a workflow; none if it has no secret. */
  readonly sign: (workflowId: number, id: string, body: string) => Promise<Record<string, string>>;
}

/**
 * The request is the one of https://www.twilio.com/docs/voice/twiml#request-parameters. Neither the address nor an error's
 * message is logged: both may hold the code.
 */
export function createRuntimes({ connector, log, sign }: RuntimeParts): Runtimes {
  // No limit of connections: a slow runtime must not hold up those of others at the same host.
  const dispatcher = new Agent({ connect: connector });

  async function send(
    { page, workflow_id }: PageRequest,
    form: string,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const isGet = page.method === 'GET';
    const address = new URL(page.url);
    if (isGet)
      for (const [name, value] of new URLSearchParams(form)) address.searchParams.set(name, value);
    const signed = await sign(workflow_id, `msg_call_${uuid()}`, isGet ? '' : form);
    return request(address, {
      method: page.method,
      headers: {
        ...(!isGet && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...signed,
      },
      body: isGet ? null : form,
      signal,
      dispatcher,
    });
  }

  async function answerOf(call: PageRequest, signal: AbortSignal): Promise<PageAnswer> {
    const form = new URLSearchParams({
      CallSid: call.id,
      AccountSid: 'simulated',
      From: call.from_number ?? '',
      To: call.to_number,
      CallStatus: 'in-progress',
      Direction: call.direction === 'inbound' ? call.direction : 'outbound-api',
      ApiVersion: '2010-04-01',
      ...call.session,
    }).toString();
    let { page } = call;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const { statusCode, headers, body } = await send({ ...call, page }, form, signal);
      if (statusCode < 300 || statusCode >= 400) {
        if (statusCode < 300) return read(page.url, String(headers['content-type'] ?? ''), body);
        await body.dump({ limit: maxBytes });
        return fault('11217', `The runtime answered ${statusCode}.`);
      }
      await body.dump({ limit: maxBytes });
      const { location } = headers;
      const next = redirectOf(page, statusCode, String(location ?? ''));
      if (!next)
        return fault('11216', `The runtime answered ${statusCode} without a valid address.`);
      page = next;
    }
    return fault('11215', 'The runtime redirects without end.');
  }

  return {
    async load(call, signal) {
      const known = { run_id: call.run_id, call_id: call.id };
      let answer: PageAnswer;
      try {
        const within = AbortSignal.any([signal, AbortSignal.timeout(runtimeTimeoutMs)]);
        answer = await answerOf(call, within);
      } catch (error) {
        const name = nameOf(error);
        answer = fault(name === 'ENOTFOUND' ? '11210' : '11205', name);
      }
      if (answer.kind === 'fault' && !signal.aborted)
        log.warn(
          { ...known, code: answer.code, reason: answer.detail },
          'an agent runtime did not take a call',
        );
      return answer;
    },
    stop: () => dispatcher.destroy(),
  };
}

/** Reads an answer to its end. One without a body, or of JSON, takes the call: no carrier reads it as TwiML. */
async function read(
  address: string,
  contentType: string,
  body: Dispatcher.ResponseData['body'],
): Promise<PageAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    // The connection is closed with the loop.
    if (bytes > maxBytes) return fault('11750', 'The answer is longer than 64 KiB.');
  }
  const [type = ''] = contentType.toLowerCase().split(';');
  if (bytes === 0 || /^application[/](?:[^ ]+[+])?json$/.test(type.trim()))
    return { kind: 'taken' };
  return {
    kind: 'document',
    address,
    verbs: await verbsOf(type.trim(), Buffer.concat(chunks).toString()),
  };
}

/** The page of a redirect, as https://www.twilio.com/docs/api/errors/11216 has them; undefined if it is none. */
function redirectOf({ url, method }: Page, status: number, location: string): Page | undefined {
  if (![301, 302, 303, 307].includes(status) || location === '') return undefined;
  return pageAt(url, { url: location, method: status === 307 ? method : 'GET' });
}

/** A page with its absolute address; undefined if it is none of the web. */
export function pageAt(base: string, { url, method }: Page): Page | undefined {
  const next = URL.canParse(url, base) ? new URL(url, base) : undefined;
  return next && /^https?:$/.test(next.protocol) ? { url: next.href, method } : undefined;
}

/** The code of an error, or its name. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
