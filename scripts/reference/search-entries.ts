import type { Guide } from './guides.ts';
import { anchorOf } from './markdown.ts';
import { firstSentence } from './operation-text.ts';
import { tagPath, tagTitle, eventPath, guidePath, operationPath, problemPath } from './paths.ts';
import type { Operation, Part, Reference } from './reference.ts';

/** What the search finds. Its keys are short, as every visitor who searches loads all of them. */
export interface Entry {
  readonly title: string;
  /** What stands beside the title: a method and path, or what kind of page it is. */
  readonly beside: string;
  readonly path: string;
  /** The operationId or the code. */
  readonly id?: string;
  /** Lines of `SearchIndex.lines`: the parameters, members, values and codes of what is sent. */
  readonly lines?: readonly number[];
  /** Those of what comes back. */
  readonly returned?: readonly number[];
  /** What people type who do not know our word for it. */
  readonly asked?: string;
  /** Sentences. */
  readonly text: string;
  readonly isDeprecated?: true;
}

export interface SearchIndex {
  /** Each once, as many operations share members: a name, and what it means. */
  readonly lines: readonly (readonly [name: string, text: string])[];
  readonly entries: readonly Entry[];
}

/** Other words for operations and guides. */
export const asked: Readonly<Record<string, string>> = {
  initiateCall: 'call someone somebody, dial, phone a person, make an outbound call',
  hangUpRun: 'end, stop, terminate a call',
  createScheduledCall: 'call later, appointment',
  createRunTransfer: 'connect with a human agent, colleague, forward, hand over',
  logIn: 'login, sign in, authenticate',
  createErasure: 'GDPR, right to be forgotten, delete the data of a person',
  exportPersonalData: 'GDPR, access request',
  addDoNotCallNumbers: 'opt out, unsubscribe, block a number, DNC',
  sendRunKeys: 'DTMF, touch tones',
  updateWorkflow: 'voicemail, answering machine detection, leave a message',
  streamSpeech: 'TTS, text to speech',
  getRun: 'transcript, recording, result, status of a call',
  'guide:simulated-calls': 'test without a phone, sandbox, simulator',
  'guide:privacy': 'GDPR, retention, erase, delete the data of a person',
  'guide:webhooks': 'callback URL, notifications, verify a webhook signature',
  'guide:errors': 'error codes, retry, backoff, idempotency, pagination, rate limit',
  'guide:contacts': 'phone number formats, E.164, CSV, spreadsheets',
  'guide:transfers': 'human agent, colleague, forward, hand over',
  'guide:recordings': 'audio formats',
};

export function searchIndex(reference: Reference, guides: readonly Guide[]): SearchIndex {
  const lines = new Map<string, number>();
  const numbersOf = (found: Lines): number[] =>
    [...found].map((line) => {
      const key = JSON.stringify(line);
      const known = lines.get(key) ?? lines.size;
      lines.set(key, known);
      return known;
    });
  const partsOf = (operation: Operation): Pick<Entry, 'lines' | 'returned' | 'asked'> => {
    const { sent, returned } = linesOf(operation, reference);
    const words = asked[operation.id];
    return {
      lines: numbersOf(sent),
      returned: numbersOf(returned),
      ...(words !== undefined && { asked: words }),
    };
  };
  const entries = [
    ...guides.flatMap(guideEntries),
    ...ruleEntries(reference.description),
    ...reference.tags.map(({ name, description }): Entry => ({
      title: tagTitle(name),
      beside: 'Tag',
      path: tagPath(name),
      id: name,
      text: plain(description),
    })),
    ...[...reference.operations.values()].map((operation): Entry => ({
      title: operation.summary,
      beside: `${operation.method} ${operation.path}`,
      path: operationPath(operation.id),
      id: operation.id,
      ...partsOf(operation),
      text: plain(operation.description),
      ...(operation.isDeprecated && { isDeprecated: true }),
    })),
    ...[...reference.events].map(([name, event]): Entry => ({
      title: name,
      beside: 'Event',
      path: eventPath(name),
      id: name,
      ...partsOf(event),
      text: plain(`${event.summary}. ${event.description}`),
    })),
    ...[...reference.problems].map(([code, { status, happened, action }]): Entry => ({
      title: code,
      beside: `${status} problem`,
      path: problemPath(code),
      id: code,
      text: plain(`${happened} ${action}`),
    })),
  ];
  return {
    lines: [...lines.keys()].map((key) => JSON.parse(key) as [string, string]),
    entries,
  };
}

const guideEntries = ({ name, title, text }: Guide): Entry[] =>
  text.split(/^(?=## )/m).map((section, index) => {
    const heading = /^## (.+)$/m.exec(section)?.[1];
    const body = plain(section.replace(/^#+ .*$/m, ''));
    return heading === undefined || index === 0
      ? {
          title,
          beside: 'Guide',
          path: guidePath(name),
          text: body,
          ...(asked[`guide:${name}`] !== undefined && { asked: asked[`guide:${name}`] }),
        }
      : {
          title: plain(heading),
          beside: title,
          path: `${guidePath(name)}#${anchorOf(heading)}`,
          text: body,
        };
  });

const ruleEntries = (description: string): Entry[] =>
  [...description.matchAll(/^\*\*(.+?)\.\*\*([^]*?)(?=\n\*\*|$(?![^]))/gm)].map(
    ([, title = '', text = '']) => ({
      title,
      beside: 'Rule',
      path: `/docs/rules#${anchorOf(title)}`,
      text: plain(text),
    }),
  );

/** Markdown as a text of one line: links are their words, rows of tables are sentences. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/^```.*$/gm, ' ')
    .replaceAll(/^\|[-| :]+\|$/gm, ' ')
    .replaceAll(/^\| *(.*?)\.? *\|$/gm, (_, cells: string) => `${cells.replaceAll(' | ', ': ')}. `)
    .replaceAll(/\[([^\]]*)\]\(https?:\/\/([^/)]+)[^)]*\)/g, '$1 ($2)')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^#+ (.*)$/gm, '$1.')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/^\s*(?:-|\d+\.) /gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

type Lines = ReadonlyMap<string, string>;

/** What an operation takes, and what comes back, without the problem codes that many operations have. */
function linesOf(
  { parameters, body, successes, failures }: Operation,
  { resolve, usual, problems }: Reference,
): { readonly sent: Lines; readonly returned: Lines } {
  const seen = new Set<unknown>();
  const add = (found: Map<string, string>, name: string, text: unknown): void => {
    if (!found.has(name))
      found.set(name, typeof text === 'string' ? firstSentence(plain(text)) : '');
  };
  const visit = (found: Map<string, string>, part: unknown, owner: string): void => {
    if (Array.isArray(part)) return part.forEach((each) => visit(found, each, owner));
    if (typeof part !== 'object' || part === null) return;
    const schema = resolve(part);
    if (seen.has(schema)) return;
    seen.add(schema);
    for (const [name, member] of Object.entries((schema['properties'] ?? {}) as Part)) {
      add(found, name, (member as Part)['description'] ?? resolve(member)['description']);
      visit(found, member, name);
    }
    for (const value of (schema['enum'] ?? schema['x-extensible-enum'] ?? []) as (
      | string
      | number
      | null
    )[])
      if (value !== null) add(found, `${value}`, `${valueOf} ${owner}.`);
    for (const key of ['items', 'additionalProperties', 'oneOf', 'anyOf', 'allOf'])
      visit(found, schema[key], owner);
  };
  const [sent, returned] = [new Map<string, string>(), new Map<string, string>()];
  for (const { name, in: place, schema, description } of parameters) {
    if (place === 'header') continue;
    add(sent, name, description);
    visit(sent, schema, name);
  }
  for (const { schema } of body?.media ?? []) visit(sent, schema, 'the body');
  for (const { schema } of successes.flatMap(({ media }) => media))
    visit(returned, schema, 'the response');
  for (const code of failures.flatMap(({ codes }) => codes))
    if (!usual.has(code)) add(returned, code, problems.get(code)?.happened);
  return { sent, returned };
}

/** How the line of a value begins. */
const valueOf = 'A value of';
