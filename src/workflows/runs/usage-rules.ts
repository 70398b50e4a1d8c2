import type { components } from '../../../generated/api.ts';

type Schemas = components['schemas'];
type RunUsage = Schemas['RunUsage'];

/** Usage as stored: complete, null for what is unknown. */
export const usageOf = (submitted: Schemas['SubmittedUsage']): RunUsage => ({
  seconds: submitted.seconds ?? null,
  tokens: submitted.tokens ?? null,
  characters: submitted.characters ?? null,
  cost: submitted.cost ?? null,
  details: submitted.details ?? {},
});

const members = ['seconds', 'tokens', 'characters', 'cost', 'details'];

/** Stored usage as it is shown: what was submitted in the free form of earlier releases is in `details`. */
export function usageShown(stored: Readonly<Record<string, unknown>> | null): RunUsage | null {
  if (stored === null) return null;
  const isTyped = members.every((name) => name in stored);
  return isTyped ? (stored as RunUsage) : usageOf({ details: stored });
}
