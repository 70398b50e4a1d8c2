import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { Case } from '../../scripts/bench/isolation/bed.ts';
import { type Asked, watch } from '../../scripts/bench/isolation/probe.ts';
import { newTally } from '../../scripts/bench/isolation/sending.ts';
import { faultsOf, type Measured } from '../../scripts/bench/isolation/table.ts';

/** A server that computes for 400 ms of CPU time at the first request for /hold. */
const holding = `
  const server = require('node:http').createServer((request, response) => {
    response.end('{}');
    if (request.url !== '/hold') return;
    const begun = process.cpuUsage();
    while (process.cpuUsage(begun).user + process.cpuUsage(begun).system < 400_000);
    console.log('held');
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

test('The probe detects how long a process is blocked', async () => {
  const child = spawn(process.execPath, ['-e', holding], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout, 'data');
  const url = `http://127.0.0.1:${String(port).trim()}`;
  const probe = await watch({ url, pid: child.pid ?? 0, healthEveryMs: 10 });

  const held = once(child.stdout, 'data');
  await (await fetch(`${url}/hold`)).text();
  await held;
  const { health } = await probe.stop();
  child.kill();

  expect(health.heldMs).toBeGreaterThan(200);
});

const asked: Asked = {
  longestMs: 20,
  heldMs: 20,
  p99Ms: 20,
  answered: 1,
  unanswered: 0,
  failed: 0,
};
const someCase: Case = {
  item: 1,
  name: 'x',
  bystanderMs: 1000,
  prepare: async () => async () => ({}),
};
const good: Measured = {
  report: { health: asked, bystander: asked, residentMaxMib: 1 },
  tally: newTally(),
  survived: true,
  residentBeforeMib: 1,
  shown: {},
};

test.each<[string, Partial<Measured>, string[]]>([
  ['nothing', {}, []],
  ['an ended process', { survived: false }, ['the process ended']],
  [
    'a stall',
    { report: { ...good.report, health: { ...asked, heldMs: 101 } } },
    ['stall over 100 ms'],
  ],
  [
    'a large error',
    { tally: { ...newTally(), largestError: 65_537 } },
    ['error answer over 64 KiB'],
  ],
  [
    'a bystander who waits',
    { report: { ...good.report, bystander: { ...asked, longestMs: 2000 } } },
    ['the bystander waited 2.0 s'],
  ],
  [
    'a bystander who is refused',
    { report: { ...good.report, bystander: { ...asked, failed: 2 } } },
    ['2 requests of the bystander failed'],
  ],
  [
    'what the case found',
    { shown: { faults: ['No quota was reached.'] } },
    ['No quota was reached.'],
  ],
])('The isolation table misses its bounds by %s', (_, measured, faults) => {
  expect(faultsOf(someCase, { ...good, ...measured })).toEqual(faults);
});
