import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  createMetrics,
  watchClock,
  watchListeners,
  watchPool,
  watchRepeats,
  watchSpans,
  watchWork,
} from '../../src/telemetry/metrics.ts';

const scripts = new URL('../../scripts/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, scripts), 'utf8');

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

const dashboard = JSON.parse(read('grafana.json')) as Dashboard;
const inDashboard = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const [, alerts = ''] = read('operating/README.md').split('### Alerts');
const inAlerts = [...alerts.matchAll(/^\| `(\w*\(.*?)` /gm)].map(([, query = '']) => query);

/** What can be selected: the series of histograms have a suffix. */
async function exposed() {
  const metrics = createMetrics();
  watchPool(metrics, { totalCount: 1, idleCount: 1, waitingCount: 0 });
  watchListeners(metrics, () => ({ open: 1, broken: 0 }));
  watchClock(metrics, () => 0);
  watchSpans(metrics, () => ({ ended: 1, sent: 1 }));
  watchWork(metrics, {
    waiting: () => ({ queue: ['due'] }),
    liveCalls: async () => 1,
    oldest: [async () => ({ emails: 1 })],
    server: async () => ({}),
  });
  watchRepeats(metrics, () => 1);
  const all = await metrics.registry.getMetricsAsJSON();
  return new Set(
    all.flatMap(({ name, type }) => (String(type) === 'histogram' ? [`${name}_bucket`] : [name])),
  );
}

/** The metrics that a query selects: words with an underscore that are neither functions nor labels. */
const selectedBy = (query: string): string[] =>
  (
    query.replaceAll(/by \([^)]*\)|\{[^}]*\}/g, '').match(/\b[a-z]+(_[a-z]+)+\b(?!\()/g) ?? []
  ).filter((word) => word !== 'histogram_quantile');

test('The dashboard and the alerts use metrics that are exposed', async () => {
  const names = await exposed();
  expect(inDashboard.length).toBeGreaterThan(10);
  expect(inAlerts.length).toBeGreaterThan(8);

  for (const query of [...inDashboard, ...inAlerts]) {
    const selected = selectedBy(query);
    expect(selected, query).not.toEqual([]);
    for (const name of selected) expect(names, query).toContain(name);
  }
});
