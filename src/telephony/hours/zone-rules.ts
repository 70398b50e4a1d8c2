import { IANAZone } from 'luxon';

/** Looking a zone up in the runtime is much slower than caching its result. */
const known = new Map<string, boolean>();
const maxKnown = 2000;

/**
 * Whether a name is a time zone of the IANA database. Offsets such as `+02:00`, which runtimes also accept, are not.
 */
export function isZone(name: string): boolean {
  // First, so that nothing long is cached.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name)) return false;
  const answer = known.get(name);
  if (answer !== undefined) return answer;
  const is = IANAZone.isValidZone(name);
  if (known.size >= maxKnown) known.clear();
  known.set(name, is);
  return is;
}
