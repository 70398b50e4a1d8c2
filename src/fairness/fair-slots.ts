import { setImmediate } from 'node:timers';
import { type Patience, type Waiter, waitIn } from './waiter.ts';

/** The first result of a member; that member moves to the end, behind the others. */
export function inTurn<K, V, R>(
  members: Map<K, V>,
  take: (member: V, key: K) => R | undefined,
): R | undefined {
  for (const [key, member] of members) {
    const result = take(member, key);
    if (result === undefined) continue;
    toEnd(members, key, member);
    return result;
  }
  return undefined;
}

export function toEnd<K, V>(members: Map<K, V>, key: K, member: V): void {
  members.delete(key);
  members.set(key, member);
}

/** Removes and returns the first of a line. */
function takeFirst<T>(line: Set<T>): T | undefined {
  for (const first of line) {
    line.delete(first);
    return first;
  }
  return undefined;
}

/** Begins one item in each turn of the event loop; keys take turns. */
interface Pace<K, T> {
  /** Whether nothing waits or has begun in this turn: the caller may begin at once, and others wait for the next. */
  tryBegin(): boolean;
  add(key: K, item: T): void;
}

export function createPace<K, T>(begin: (item: T) => void): Pace<K, T> {
  const lines = new Map<K, Set<T>>();
  let isPacing = false;

  const takeOf = (line: Set<T>, key: K): T | undefined => takeFirst(line) ?? void lines.delete(key);
  function next(): void {
    const item = inTurn(lines, takeOf);
    isPacing = item !== undefined;
    if (item === undefined) return;
    begin(item);
    setImmediate(next);
  }
  function tryBegin(): boolean {
    if (isPacing) return false;
    isPacing = true;
    setImmediate(next);
    return true;
  }
  return {
    tryBegin,
    add(key, item) {
      const line = lines.get(key);
      if (line) line.add(item);
      else lines.set(key, new Set([item]));
      tryBegin();
    },
  };
}

interface Limits<K> {
  /** How many slots there are, and how many of them one key may hold now. */
  readonly total?: number;
  readonly perKey?: (key: K) => number;
  /** How many may wait, and in each line of a key. */
  readonly waiting?: number;
  readonly waitingPerLine?: number;
  /** A key's lines, which are served in turn; one by default. */
  readonly lines?: readonly string[];
  /** The error of a caller for whom the lines are too long. */
  readonly refusal: () => Error;
  /** The error of a key that may hold no slot and holds none, so that none will be released to it. */
  readonly exhausted?: (key: K) => Error;
}

interface Wait {
  /** Ends the wait. Without one the wait has no end, and is not refused. */
  readonly signal?: AbortSignal;
  /** Ends the wait too. */
  readonly patience?: Patience;
  readonly line?: string;
}

/** Slots for work. Keys take turns, whatever their numbers of waiters, and a key that releases a slot waits behind the others. */
export interface Slots<K> {
  /** Takes a slot if one is free and none of the key waits. */
  tryTake(key: K): boolean;
  /** Waits for a slot when none could be taken. */
  wait(key: K, wait: Wait): Promise<void>;
  release(key: K): void;
  /** Works in a slot. */
  run<T>(key: K, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

interface Member {
  taken: number;
  /** Created when the first one waits. */
  lines: Map<string, Set<Waiter>> | undefined;
}

export function createSlots<K>(limits: Limits<K>): Slots<K> {
  const { total = Infinity, perKey = () => Infinity, waiting = Infinity } = limits;
  const { waitingPerLine = Infinity, lines: names = [''], refusal } = limits;
  const { exhausted = refusal } = limits;
  /** In the order of their turns. */
  const members = new Map<K, Member>();
  let taken = 0;

  const hasRoom = (key: K, member: Member): boolean => taken < total && member.taken < perKey(key);
  const isExhausted = (key: K, member: Member): boolean => member.taken === 0 && perKey(key) <= 0;

  function begin(member: Member): void {
    member.taken += 1;
    taken += 1;
  }

  /** Gives a free slot to the member's next waiter. */
  function serve(member: Member, key: K): true | undefined {
    const next = member.lines && hasRoom(key, member) && inTurn(member.lines, takeFirst);
    if (!next) return undefined;
    begin(member);
    next.begin();
    return true;
  }

  function forgetIfIdle(key: K): void {
    const member = members.get(key);
    if (member?.taken === 0 && waitingOf(member) === 0) members.delete(key);
  }

  /** Removes the last of the longest line, unless that is the newcomer's own. */
  function makeRoom(own: Set<Waiter>): void {
    if (own.size >= waitingPerLine) throw refusal();
    if (waiting === Infinity) return;
    const all = [...members.values()].flatMap(({ lines }) => [...(lines?.values() ?? [])]);
    if (all.reduce((sum, { size }) => sum + size, 0) < waiting) return;
    const longest = all.reduce((a, b) => (b.size > a.size ? b : a), own);
    const last = [...longest].at(-1);
    if (longest.size <= own.size + 1 || !last) throw refusal();
    longest.delete(last);
    last.refuse(refusal());
  }

  function tryTake(key: K): boolean {
    const member = members.get(key) ?? { taken: 0, lines: undefined };
    if (!hasRoom(key, member) || waitingOf(member) > 0) return false;
    begin(member);
    if (member.taken === 1) members.set(key, member);
    return true;
  }

  async function wait(
    key: K,
    { signal, patience, line: name = names[0] ?? '' }: Wait,
  ): Promise<void> {
    const member = members.get(key) ?? { taken: 0, lines: undefined };
    if (isExhausted(key, member)) throw exhausted(key);
    const lines = (member.lines ??= new Map(names.map((each) => [each, new Set<Waiter>()])));
    const line = lines.get(name) ?? new Set();
    if (signal) makeRoom(line);
    members.set(key, member);
    await waitIn(line, signal, patience).catch((error: unknown) => {
      forgetIfIdle(key);
      throw error;
    });
  }

  function release(key: K): void {
    const member = members.get(key);
    if (!member) return;
    member.taken -= 1;
    taken -= 1;
    if (member.lines) toEnd(members, key, member);
    if (isExhausted(key, member))
      for (const line of member.lines?.values() ?? [])
        for (let next = takeFirst(line); next; next = takeFirst(line)) next.refuse(exhausted(key));
    // Where there is no total, the slot is of use to its own key alone.
    if (total === Infinity) while (serve(member, key));
    else while (inTurn(members, serve));
    forgetIfIdle(key);
  }

  return {
    tryTake,
    wait,
    release,
    async run(key, signal, work) {
      signal.throwIfAborted();
      if (!tryTake(key)) await wait(key, { signal });
      try {
        return await work();
      } finally {
        release(key);
      }
    },
  };
}

function waitingOf({ lines }: Member): number {
  if (!lines) return 0;
  let sum = 0;
  for (const { size } of lines.values()) sum += size;
  return sum;
}
