import { Counter, Gauge, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { metricsOver } from '../../src/cells/metrics.ts';

function given(calls: number): Registry {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({ name: 'process_start', help: 'Of the process.', registers }).set(5);
  new Gauge({ name: 'calls_live', help: 'Calls.', registers }).set(calls);
  const labelNames = ['queue'];
  new Counter({ name: 'taken', help: 'Work.', labelNames, registers }).inc({ queue: 'a b{c}' });
  return registry;
}

test('The metrics of cells are one text, in which each value says its cell, and those of the process are there once', async () => {
  const [first, second] = [given(3), given(4)];

  const text = await metricsOver([
    { number: 0, metrics: () => first.metrics() },
    { number: 7, metrics: () => second.metrics() },
    { number: 8, metrics: () => Promise.reject(new Error('The database is away.')) },
  ]);

  expect(text)
    .toBe(`# HELP cell_metrics_read Whether the metrics of a cell are here: 0 if it did not answer.
# TYPE cell_metrics_read gauge
cell_metrics_read{cell="0"} 1
cell_metrics_read{cell="7"} 1
cell_metrics_read{cell="8"} 0

# HELP process_start Of the process.
# TYPE process_start gauge
process_start 5

# HELP calls_live Calls.
# TYPE calls_live gauge
calls_live{cell="0"} 3
calls_live{cell="7"} 4

# HELP taken Work.
# TYPE taken counter
taken{cell="0",queue="a b{c}"} 1
taken{cell="7",queue="a b{c}"} 1
`);
});

test('A cell whose metrics come too late is left out', async () => {
  const first = given(3);

  const text = await metricsOver([
    { number: 0, metrics: () => first.metrics() },
    { number: 7, metrics: () => new Promise(() => {}) },
  ]);

  expect(text).toContain('calls_live{cell="0"} 3\n');
  expect(text).toContain('cell_metrics_read{cell="7"} 0\n');
});
