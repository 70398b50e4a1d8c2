import { isWaiting, paceOf, type Progress, type Watched } from './model.ts';

export interface View {
  /** In columns and lines. */
  readonly width: number;
  readonly height: number;
  readonly colour: boolean;
  /** The time of the server, in milliseconds. */
  readonly nowMs: number;
  /** Undefined: that of the machine. */
  readonly timeZone?: string | undefined;
  /** The server's address, for the heading. */
  readonly api: string;
  /** What the user has to know, such as that the server does not respond. */
  readonly notice?: string | undefined;
}

type Outcome = keyof Progress['outcomes'];

const colours: Readonly<Record<Outcome, number>> = {
  completed: 32,
  busy: 33,
  no_answer: 33,
  voicemail: 36,
  failed: 31,
  canceled: 90,
  unknown: 35,
};
const outcomes = Object.keys(colours) as Outcome[];
const barWidth = 60;
const bold = 1;
const dim = 2;

/** What a screen shows, as lines that are no wider and no more than it has. */
export function frame(campaigns: readonly Watched[], view: View): string[] {
  const { width, height, api, notice } = view;
  const heading = painted(cut(`Campaigns at ${api}`, width), bold, view);
  const foot = painted(cut(notice ?? 'q ends', width), notice === undefined ? dim : 33, view);
  const room = Math.max(height - 2, 1);
  const full = campaigns.map((campaign) => ['', ...detailed(campaign, view)]);
  const fits = (blocks: readonly (readonly string[])[]): boolean => blocks.flat().length <= room;
  const blocks = fits(full) ? full : campaigns.map((campaign) => brief(campaign, view));
  const body = blocks.length === 0 ? ['', cut('No campaign is running.', width)] : blocks.flat();
  if (body.length <= room) return [heading, ...body, foot].slice(0, height);
  // One line says how many are left out.
  const shown = Math.floor((room - 1) / 2);
  const left = campaigns.length - shown;
  const more = cut(`and ${left} more; a higher window shows them`, width);
  return [heading, ...blocks.slice(0, shown).flat(), more, foot].slice(0, height);
}

/** Two lines: the heading with the most important numbers, and one bar. */
function brief(campaign: Watched, view: View): string[] {
  const { progress } = campaign;
  if (!progress) return [title(campaign, view), cut('  …', view.width)];
  return [title(campaign, view), bar(progress, view)];
}

function detailed(campaign: Watched, view: View): string[] {
  const { progress } = campaign;
  if (!progress) return brief(campaign, view);
  const ended = outcomes.filter((outcome) => progress.outcomes[outcome] > 0);
  const max = Math.max(...ended.map((outcome) => progress.outcomes[outcome]), 1);
  const digits = String(max).length;
  const room = Math.min(view.width - labelWidth - digits - 4, barWidth);
  const rows = ended.map((outcome) => {
    const count = progress.outcomes[outcome];
    const filled = room < 1 ? 0 : Math.max(Math.round((count / max) * room), 1);
    const text = `  ${outcome.padEnd(labelWidth)} ${String(count).padStart(digits)} `;
    if (filled === 0) return cut(text.trimEnd(), view.width);
    return text + painted('█'.repeat(filled), colours[outcome], view);
  });
  return [
    title(campaign, view),
    bar(progress, view),
    ...rows,
    ...wrapped(factsOf(campaign, view), view.width),
  ];
}

const labelWidth = Math.max(...outcomes.map((outcome) => outcome.length));

/** The campaign's name is cut before its state. */
function title({ id, name, progress, live }: Watched, view: View): string {
  const state = `${progress?.state ?? ''}${live || !progress ? '' : ', not connected'}`;
  const after = ` (${id}) ${state}`.trimEnd();
  const room = view.width - widthOf(after);
  if (room < 4) return cut(`${id} ${state}`, view.width);
  return painted(cut(printable(name), room), bold, view) + after;
}

/** Contacts that are finished, those being called, and those that are left. */
function bar({ contacts, total_rows }: Progress, view: View): string {
  const done = contacts.done + contacts.skipped;
  const open = contacts.pending + contacts.waiting;
  const all = done + contacts.dialing + open;
  const total = all === 0 ? (total_rows ?? 0) : all;
  const numbers = ` ${shown(done)} of ${shown(total)} contacts`;
  const room = Math.min(view.width - widthOf(numbers) - 2, barWidth);
  if (room < 5) return cut(`  ${numbers.trim()}`, view.width);
  const filled = total === 0 ? 0 : Math.floor((done / total) * room);
  const calling =
    total === 0 || contacts.dialing === 0
      ? 0
      : Math.min(Math.max(Math.round((contacts.dialing / total) * room), 1), room - filled);
  const rest = room - filled - calling;
  return `  ${painted('█'.repeat(filled), 32, view)}${painted('▒'.repeat(calling), 36, view)}${painted('░'.repeat(rest), dim, view)}${numbers}`;
}

function factsOf(campaign: Watched, view: View): string[] {
  const { progress } = campaign;
  if (!progress) return [];
  const { calls_in_progress: calls, contacts, state } = progress;
  const pace = state === 'running' ? paceOf(campaign, view.nowMs) : undefined;
  return [
    `${shown(calls)} ${calls === 1 ? 'call' : 'calls'} in progress`,
    ...(pace === undefined ? [] : [`${shown(pace)} calls a minute`]),
    ...(contacts.waiting === 0 ? [] : [`${shown(contacts.waiting)} waiting for a retry`]),
    ...(contacts.skipped === 0 ? [] : [`${shown(contacts.skipped)} skipped`]),
    ...openingOf(campaign, view),
  ];
}

/** When the next call can be placed. */
function openingOf(campaign: Watched, { nowMs, timeZone }: View): string[] {
  const { nextCallAt } = campaign;
  if (!isWaiting(campaign) || nextCallAt === null) return [];
  const inMs = Date.parse(nextCallAt) - nowMs;
  if (inMs <= 0) return [];
  const at = new Date(nextCallAt).toLocaleString('en-GB', {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone !== undefined && { timeZone }),
  });
  return [`next call ${at}, in ${durationOf(inMs)}`];
}

function durationOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}

/** One line of a campaign, for a log. */
export function plainLine(campaign: Watched, nowMs: number): string {
  const { id, name, progress } = campaign;
  if (!progress) return `campaign ${id} "${printable(name)}"`;
  const { contacts, total_rows } = progress;
  const ended = outcomes.filter((outcome) => progress.outcomes[outcome] > 0);
  const pace = progress.state === 'running' ? paceOf(campaign, nowMs) : undefined;
  return [
    `${progress.at} campaign ${id} "${printable(name)}" ${progress.state}:`,
    `${contacts.done + contacts.skipped} of ${total_rows ?? '?'} contacts,`,
    `${progress.calls_in_progress} calls in progress`,
    ...ended.map((outcome) => `${outcome}=${progress.outcomes[outcome]}`),
    ...(pace === undefined ? [] : [`calls_a_minute=${pace}`]),
    ...(isWaiting(campaign) && campaign.nextCallAt !== null
      ? [`next_call_at=${campaign.nextCallAt}`]
      : []),
  ].join(' ');
}

const shown = (count: number): string => count.toLocaleString('en-US');

/** Facts on as few lines as the width allows, indented. */
function wrapped(facts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + widthOf(fact) + 3 <= width)
      lines.splice(-1, 1, `${last} · ${fact}`);
    else lines.push(cut(`  ${fact}`, width));
  }
  return lines;
}

const painted = (text: string, code: number, { colour }: View): string =>
  colour && text !== '' ? `\u001B[${code}m${text}\u001B[0m` : text;

/** Names come from elsewhere: what a terminal would obey is left out. */
const printable = (text: string): string => text.replaceAll(/\p{C}/gu, '');

const segmenter = new Intl.Segmenter('en');
const wide =
  /\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\uFF01-\uFF60]/u;

const columnsOf = (character: string): number => (wide.test(character) ? 2 : 1);

/** How many columns of a terminal the text takes. */
export const widthOf = (text: string): number =>
  [...segmenter.segment(text)].reduce((sum, { segment }) => sum + columnsOf(segment), 0);

/** The text, ending with an ellipsis if it is wider. */
function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let short = '';
  for (const { segment } of segmenter.segment(text)) {
    if (widthOf(short) + columnsOf(segment) > width - 1) break;
    short += segment;
  }
  return width < 1 ? '' : `${short}…`;
}
