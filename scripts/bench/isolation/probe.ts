import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface Watched {
  readonly url: string;
  readonly pid: number;
  readonly healthEveryMs: number;
  /** A request of an uninvolved caller. */
  readonly bystander?: { readonly path: string; readonly headers: Record<string, string> };
}

/** The results of requests at a steady pace; unanswered ones count with the time they have waited. */
export interface Asked {
  readonly longestMs: number;
  /** The longest one minus the time that server and probe waited for a processor: what remains on an idle machine. */
  readonly heldMs: number;
  readonly p99Ms: number;
  readonly answered: number;
  readonly unanswered: number;
  readonly failed: number;
}

export interface ProbeReport {
  readonly health: Asked;
  readonly bystander: Asked | undefined;
  readonly residentMaxMib: number;
}

export interface Probe {
  /** Stops it; throws if it has already ended. */
  stop(): Promise<ProbeReport>;
}

const program = new URL('probe-program.ts', import.meta.url).pathname;

/** Watches a server from a separate process; resolves when that has started. */
export async function watch(watched: Watched): Promise<Probe> {
  const child = fork(program, [JSON.stringify(watched)]);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The probe ended with ${code}.`);
  });
  // It ends after its report, when nothing waits for it.
  ended.catch(() => {});
  const next = () => Promise.race([once(child, 'message'), ended]);
  await next();
  return {
    async stop() {
      const reported = next();
      child.send('stop');
      const [report] = await reported;
      return report as ProbeReport;
    },
  };
}
