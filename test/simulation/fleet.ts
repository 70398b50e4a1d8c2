import type { Application } from '../../src/app.ts';
import type { Jobs } from '../../src/jobs/jobs.ts';
import type { Sweep } from '../../src/jobs/sweeps.ts';
import type { SimulatedDatabase } from './connections.ts';
import type { Network } from './network.ts';
import { type SimulatedProcess, startProcess } from './processes.ts';
import type { Actor, Scheduler } from './scheduler.ts';

/** The processes of the service. One that ends is replaced, as by a supervisor. */
export interface Fleet {
  /** The one that takes requests; undefined while none runs. */
  readonly api: () => SimulatedProcess | undefined;
  readonly workers: () => readonly SimulatedProcess[];
  start(role: SimulatedProcess['role'], name: string): void;
  /** Ends a process for good, between two steps. */
  readonly crash: (actor: Actor) => void;
  /** From now on sweeps begin only on request. */
  stopSweeping(): void;
}

interface Parts {
  readonly base: Application;
  readonly without: readonly string[];
  readonly scheduler: Scheduler;
  readonly database: () => SimulatedDatabase;
  readonly jobs: () => Jobs;
  readonly network: () => Network;
}

const maxRestartMs = 8000;
const maxSweepPauseMs = 4000;

const frequent = (sweep: Sweep): Sweep[] => Array.from({ length: 8 }, () => sweep);

export function createFleet(parts: Parts): Fleet {
  const { scheduler, base, without } = parts;
  const { random } = scheduler;
  const processes = new Set<SimulatedProcess>();
  let isSweeping = true;

  function start(role: SimulatedProcess['role'], name: string): void {
    const process = startProcess({
      name,
      role,
      scheduler,
      base,
      without,
      database: parts.database(),
      jobs: parts.jobs(),
      carriers: (of) => {
        const carrier = parts.network().carrierFor(of);
        return { simulated: carrier, twilio: carrier, telnyx: carrier };
      },
    });
    processes.add(process);
    scheduler.note(name, 'starts');
    sweepAgain(process);
  }

  function sweepAgain(process: SimulatedProcess): void {
    if (!isSweeping || process.sweeps.length === 0) return;
    // What is done twice a second is done while a call lasts.
    const sweeps = process.sweeps.flatMap((each) => (each.everyMs <= 500 ? frequent(each) : each));
    const sweep = (): void => {
      process.sweep(random.pick(sweeps).name);
      sweepAgain(process);
    };
    scheduler.at(scheduler.now() + 100 + random.below(maxSweepPauseMs), sweep, process);
  }

  function crash(actor: Actor): void {
    const process = [...processes].find((each) => each.name === actor.name);
    if (!process) return;
    const { name, role } = process;
    scheduler.note(name, 'CRASHES');
    process.isAlive = false;
    processes.delete(process);
    scheduler.drop(process);
    parts.database().abandon(process);
    process.crashed();
    const [first, generation = 1] = name.split('#');
    const restart = (): void => start(role, `${first}#${Number(generation) + 1}`);
    scheduler.at(scheduler.now() + 100 + random.below(maxRestartMs), restart);
  }

  return {
    api: () => [...processes].find(({ role }) => role === 'api'),
    workers: () => [...processes].filter(({ role }) => role === 'worker'),
    start,
    crash,
    stopSweeping() {
      isSweeping = false;
    },
  };
}
