import canonicalize from 'canonicalize';
import { later, type Timestamp } from '../timestamp.ts';

type Settings = Readonly<Record<string, unknown>>;

/** What counts for calls that began before a time. */
export interface FormerSettings {
  readonly until: Timestamp;
  readonly settings: Settings;
}

/** No call lasts so long. */
const keptMs = 24 * 60 * 60_000;
/** How many changes are told apart; after that, calls between two of them have the older settings. */
export const maxFormer = 10;

interface Change {
  readonly former: Settings;
  readonly sent: Settings;
  /** The settings by which a call reaches others. */
  readonly reaching: readonly string[];
  readonly isPerson: boolean;
  readonly now: Timestamp;
}

/**
 * What is kept for calls in progress when settings are replaced: after a person nothing, because what a person sets counts for
 * all calls; after a key what it has replaced.
 */
export function keptFor(
  before: readonly FormerSettings[],
  { former, sent, reaching, isPerson, now }: Change,
): readonly FormerSettings[] {
  if (isPerson) return [];
  const settings = Object.fromEntries(
    reaching.flatMap((name) => (name in former ? [[name, former[name]]] : [])),
  );
  const isSame = reaching.every((name) => canonicalize(sent[name]) === canonicalize(former[name]));
  const kept = before.filter(({ until }) => later(until, keptMs) > now);
  if (isSame) return kept;
  const last = kept.at(-1);
  if (last && kept.length >= maxFormer) return [...kept.slice(0, -1), { ...last, until: now }];
  return [...kept, { until: now, settings }];
}
