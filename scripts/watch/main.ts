/**
 * `make watch`: shows running campaigns from their event streams, `node scripts/watch/main.ts [CAMPAIGN_ID...]`. On a
 * terminal it draws over itself until q or Ctrl-C; elsewhere it prints a line per change and ends with the campaigns.
 */
import { connect, Unusable } from './api.ts';
import { isFinished } from './model.ts';
import { frame, plainLine, type View } from './render.ts';
import { openScreen } from './terminal.ts';
import { type Watch, watch } from './watch.ts';

const base = (process.env['API'] || 'http://127.0.0.1:3000/api/v1').replace(/\/$/, '');
const stopping = new AbortController();
const { signal } = stopping;
const isTerminal = process.stdout.isTTY && process.stdin.isTTY;

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => stopping.abort());

try {
  const ids = process.argv.slice(2).map(Number);
  if (!ids.every((id) => Number.isSafeInteger(id) && id > 0))
    throw new Unusable('Name campaigns by their ids, such as CAMPAIGN="1 2".');
  const api = await connect(base, process.env['TOKEN']);
  const watching = watch(api, { ids, signal, stays: isTerminal && ids.length === 0 });
  await (isTerminal ? onTerminal(watching) : asLines(watching));
} catch (error) {
  if (!(error instanceof Unusable)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Draws until the watch ends, restores the terminal, and prints what was drawn last. */
async function onTerminal(watching: Watch): Promise<void> {
  const view = (): View => ({
    width: process.stdout.columns,
    height: process.stdout.rows,
    colour: !process.env['NO_COLOR'],
    nowMs: watching.nowMs(),
    api: base,
    notice: watching.responds() ? undefined : 'The server does not respond; trying again. q ends',
  });
  const screen = openScreen(process.stdin, process.stdout, () => stopping.abort());
  // Also if something throws that nobody expects.
  process.on('exit', () => screen.leave());
  const draw = (): void => screen.draw(frame(watching.campaigns(), view()));
  process.stdout.on('resize', draw);
  const drawing = setInterval(draw, 250);
  try {
    await watching.ended;
  } finally {
    clearInterval(drawing);
    screen.leave();
    const { width, colour } = view();
    const last = frame(watching.campaigns(), { ...view(), width, colour, height: 1000 });
    console.log(last.slice(0, -1).join('\n'));
  }
}

/** Prints a line for each campaign that has changed, at most every second. */
async function asLines(watching: Watch): Promise<void> {
  const printed = new Map<number, unknown>();
  const print = (): void => {
    for (const campaign of watching.campaigns()) {
      if (!campaign.progress || printed.get(campaign.id) === campaign.progress) continue;
      printed.set(campaign.id, campaign.progress);
      console.log(plainLine(campaign, watching.nowMs()));
    }
  };
  const printing = setInterval(print, 1000);
  try {
    await watching.ended;
    print();
    if (!watching.campaigns().some(isFinished) && !signal.aborted)
      console.log('No campaign is running.');
  } finally {
    clearInterval(printing);
  }
}
