import type { Ids } from './ids.ts';
import type { Random } from './random.ts';

interface Surroundings {
  readonly random: Random;
  readonly ids: Ids;
  /** The URL to which webhooks may be sent. */
  readonly receiver: string;
}

/**
 * Makes a generated value effective, but only on this machine: existing ids, numbers of the simulated network, local or
 * unused URLs, no carrier but the simulated one.
 */
export function tame(value: unknown, around: Surroundings, name = ''): unknown {
  if (Array.isArray(value)) return value.map((part) => tame(part, around, name));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(
      ([member, part]) => [member, tame(part, around, member)] as const,
    );
    return 'provider' in value
      ? Object.fromEntries([...entries, ['provider', 'simulated'], ['credentials', {}]])
      : Object.fromEntries(entries);
  }
  const { random, ids, receiver } = around;
  if (typeof value === 'string' && /^\s*https?:/i.test(value))
    return random.pick([receiver, 'https://nobody.invalid/hook', 'http://127.0.0.1:9/']);
  if (name.endsWith('_id') && random.chance(0.8)) return ids.named(name) ?? value;
  if (/number/.test(name) && typeof value === 'string' && random.chance(0.7))
    return `+1212555${String(100 + random.below(100)).padStart(4, '0')}`;
  return value;
}
