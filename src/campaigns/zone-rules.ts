import { IANAZone } from 'luxon';

/** Asking the runtime for a zone costs much more than remembering its answer. */
const known = new Map<string, boolean>();
const mostKnown = 2000;

/** Whether a name is that of a time zone in the IANA database. Offsets such as `+02:00`, which runtimes take too, are none. */
export function isZone(name: string): boolean {
  const answer = known.get(name);
  if (answer !== undefined) return answer;
  const is = /^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name) && IANAZone.isValidZone(name);
  if (known.size >= mostKnown) known.clear();
  known.set(name, is);
  return is;
}
