import { worldNow as writtenNow } from '../../generated/version.ts';

const weekMs = 7 * 86_400_000;
/** Times further from the examples' present stand for themselves: a holiday, a change of clocks, a term without end. */
const nearMs = 40 * 86_400_000;
const times = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g;

/** The moment before which everything in the examples has happened or been written; what they plan lies after it. */
const worldNow = Date.parse(writtenNow);

/** How far the examples are shown later than they are written: whole weeks, so that a Monday remains a Monday. */
const shiftAt = (now: number): number => Math.ceil((now - worldNow) / weekMs) * weekMs;

/** A text with the times of its examples at present: those that lie in the world's future lie in the reader's. */
export function atPresent(text: string, now = Date.now()): string {
  const shift = shiftAt(now);
  return text.replace(times, (time) => {
    const at = Date.parse(time);
    if (!(Math.abs(at - worldNow) < nearMs)) return time;
    const shown = new Date(at + shift).toISOString();
    return time.includes('.') ? shown : shown.replace('.000Z', 'Z');
  });
}

/** Keeps what is made of the examples until they move on by a week. */
export function keptForWeek<T>(make: () => T, now = Date.now): () => T {
  let made: { readonly shift: number; readonly value: T } | undefined;
  return () => {
    const shift = shiftAt(now());
    if (made?.shift !== shift) made = { shift, value: make() };
    return made.value;
  };
}
