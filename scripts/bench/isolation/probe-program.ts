import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { residentMib } from '../support/cpu.ts';
import type { Asked, ProbeReport, Watched } from './probe.ts';

// A process of its own, so that what the others do does not delay it: asks /healthz and for a bystander's request at a steady
// pace, whether or not the ones before were answered. Reports to its parent when that sends a message.

const watched = JSON.parse(process.argv[2] ?? '{}') as Watched;
const residentEveryMs = 20;

interface Pace {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly everyMs: number;
  /** Limits the open requests to a server that does not respond; each has a connection of its own. */
  readonly connections: number;
}

/** Milliseconds for which the first thread of a process was ready to run and waited for a processor. */
function waitedMs(pid: number | 'self'): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** How long this process had waited when it last ran. */
let seenMs = waitedMs('self');
/** How long it has waited since then: a response that arrived meanwhile was there earlier than it is seen. */
function lateMs(): number {
  const before = seenMs;
  seenMs = waitedMs('self');
  return seenMs - before;
}
function ask({ path, headers, everyMs, connections }: Pace): () => Asked {
  const agent = new Agent({ keepAlive: true });
  const took: number[] = [];
  let failed = 0;
  let heldMs = 0;
  const open = new Set<{ readonly began: number; readonly waited: number }>();
  const note = (request: { readonly began: number; readonly waited: number }): number => {
    const ms = performance.now() - request.began;
    heldMs = Math.max(heldMs, ms - (waitedMs(watched.pid) - request.waited) - lateMs());
    return ms;
  };
  const timer = setInterval(() => {
    lateMs();
    if (open.size === connections) return;
    const request = { began: performance.now(), waited: waitedMs(watched.pid) };
    open.add(request);
    get(watched.url + path, { agent, headers }, (answer) => {
      answer.resume().once('end', () => {
        open.delete(request);
        took.push(note(request));
        if (answer.statusCode !== 200) failed++;
      });
    }).once('error', () => {
      open.delete(request);
      failed++;
    });
  }, everyMs);
  return () => {
    clearInterval(timer);
    const ms = [...took, ...[...open].map(note)].toSorted((a, b) => a - b);
    return {
      longestMs: ms.at(-1) ?? NaN,
      heldMs,
      p99Ms: ms[Math.floor(ms.length * 0.99)] ?? NaN,
      answered: took.length,
      unanswered: open.size,
      failed,
    };
  };
}

// One connection, kept: how long the process is held. A bystander opens new ones too, which wait to be accepted, one in each
// turn of the event loop, behind those that others open.
const health = ask({
  path: '/healthz',
  headers: {},
  everyMs: watched.healthEveryMs,
  connections: 1,
});
const bystander = watched.bystander && ask({ everyMs: 50, connections: 20, ...watched.bystander });
let residentMaxMib = 0;
setInterval(() => {
  try {
    residentMaxMib = Math.max(residentMaxMib, residentMib(watched.pid));
  } catch {
    // An ended process has no memory to report.
  }
}, residentEveryMs);

process.once('message', () => {
  const report: ProbeReport = { health: health(), bystander: bystander?.(), residentMaxMib };
  process.send?.(report, () => process.exit(0));
});
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
