import { createRandom, type Random } from '../../scripts/chaos/random.ts';

/** Whoever stops for good at a crash: a process of the service. */
export interface Actor {
  readonly name: string;
  isAlive: boolean;
  /** Before this time the operating system does not let it run. */
  frozenUntil: number;
  /** Others can see what it did, and it has not gone on yet: the worst time to end. */
  isExposed: boolean;
}

/** Something that may happen next. */
interface Step {
  /** Absent: the network, the queue or a client, which never crash. */
  readonly actor?: Actor | undefined;
  readonly label: string;
  readonly run: () => void | Promise<void>;
  /** Whether it is possible now; default: yes. */
  readonly mayRun?: () => boolean;
}

interface Timer {
  readonly at: number;
  readonly actor?: Actor | undefined;
  readonly run: () => void;
}

export interface LogEntry {
  readonly at: number;
  readonly who: string;
  readonly what: string;
}

/**
 * Decides what happens next, and what time it is. Everything that a process waits for is a step or a timer, so that the
 * seed alone decides in which order statements, answers, timers and crashes come.
 *
 * It is not fast-check's own scheduler: that one releases promises in a random order, and knows neither that a
 * statement has to wait for the connection that another transaction holds, nor a clock, nor processes that end in
 * between.
 */
export interface Scheduler {
  readonly random: Random;
  readonly log: readonly LogEntry[];
  readonly now: () => number;
  note(who: string, what: string): void;
  /** Happens sometime, in any order with the others. */
  add(step: Step): void;
  /** Happens exactly then: the clock does not pass it. Returns how to cancel it. */
  at(time: number, run: () => void, actor?: Actor): () => void;
  /** Resolves not before so many milliseconds have passed. */
  sleep(ms: number, label: string, actor?: Actor): Promise<void>;
  /** Removes everything that the actor would still do. */
  drop(actor: Actor): void;
  freeze(actor: Actor, ms: number): void;
  /** Lets things happen until the condition holds, or nothing is left that could. */
  run(isDone?: () => boolean): Promise<void>;
  /** Moves the clock to a time at which nothing is left to happen before. */
  skipTo(time: number): void;
}

/** A text without random ids, which differ each time, whatever the seed. */
export const withoutIds = (text: string): string =>
  text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id');

interface Options {
  readonly seed: number;
  readonly startsAt: number;
  /** How often the clock moves on although something could happen at once. */
  readonly haste: () => number;
  /** Called before a step of an actor; true: something else happened to the actor instead. */
  readonly instead: (actor: Actor) => boolean;
}

/** How far the clock moves at most while something could happen at once. */
const maxHasteMs = 1500;
/** No run has so many steps, unless it goes round in circles. */
const maxSteps = 60_000;

/** Everybody's turn in the real event loop: promises that can settle have settled afterwards. */
const realTurn = globalThis.setImmediate;
const settled = (): Promise<void> => new Promise((done) => realTurn(done));

export function createScheduler({ seed, startsAt, haste, instead }: Options): Scheduler {
  const random = createRandom(seed);
  const log: LogEntry[] = [];
  let steps: Step[] = [];
  let timers: Timer[] = [];
  let clock = startsAt;
  let count = 0;

  const note = (who: string, what: string): void => void log.push({ at: clock, who, what });

  function firstTimer(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of timers) if (!first || timer.at < first.at) first = timer;
    return first;
  }

  const mayRun = ({ actor, mayRun: may }: Step): boolean =>
    (actor === undefined || actor.frozenUntil <= clock) && (may === undefined || may());

  /** Does one thing; false if there is nothing to do. */
  async function next(): Promise<boolean> {
    await settled();
    count += 1;
    if (count > maxSteps) throw new Error(`The run does not end: ${maxSteps} steps.`);
    const timer = firstTimer();
    if (timer && timer.at <= clock) {
      timers.splice(timers.indexOf(timer), 1);
      timer.run();
      return true;
    }
    const ready = steps.filter(mayRun);
    const step = ready.length === 0 || random.chance(haste()) ? undefined : random.pick(ready);
    if (!step) {
      if (!timer && ready.length === 0) return false;
      const limit = ready.length === 0 ? Infinity : clock + 1 + random.below(maxHasteMs);
      clock = Math.min(timer?.at ?? limit, limit);
      return true;
    }
    clock += 1;
    const { actor, label } = step;
    if (actor && instead(actor)) return true;
    steps.splice(steps.indexOf(step), 1);
    if (actor) actor.isExposed = false;
    note(actor?.name ?? '', label);
    await step.run();
    return true;
  }

  return {
    random,
    log,
    now: () => clock,
    note,
    add: (step) => {
      if (step.actor?.isAlive !== false) steps.push(step);
    },
    at(time, run, actor) {
      const timer = { at: Math.max(time, clock), run, actor };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    sleep(ms, label, actor) {
      return new Promise((done) => {
        this.at(
          clock + Math.max(Math.ceil(ms), 0),
          () => this.add({ actor, label, run: done }),
          actor,
        );
      });
    },
    drop(actor) {
      steps = steps.filter((step) => step.actor !== actor);
      timers = timers.filter((timer) => timer.actor !== actor);
    },
    freeze(actor, ms) {
      actor.frozenUntil = clock + ms;
      this.at(actor.frozenUntil, () => {}, actor);
    },
    async run(isDone = () => false) {
      while (!isDone() && (await next()));
    },
    skipTo(time) {
      clock = Math.max(clock, time);
    },
  };
}
