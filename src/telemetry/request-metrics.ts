import { Counter, type Registry } from 'prom-client';

/** Upper bounds of the histogram's buckets, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts of the requests to one operation. */
interface Counts {
  readonly byStatus: Map<number, number>;
  /** How many took up to each bound and longer than the one before; the last took longer than all. */
  readonly byDuration: number[];
  seconds: number;
}

export interface RequestCounts {
  count(operation: string, status: number, seconds: number): void;
}

/**
 * Counts requests and their durations by operation. prom-client would look up the labels anew for each request, so it
 * gets the counts when the metrics are read.
 */
export function countRequests(registry: Registry): RequestCounts {
  const operations = new Map<string, Counts>();
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
    collect() {
      requests.reset();
      for (const [operation, { byStatus }] of operations)
        for (const [status, count] of byStatus) requests.inc({ operation, status }, count);
    },
  });
  registry.registerMetric(histogramOf(operations) as never);
  return {
    count(operation, status, seconds) {
      let counts = operations.get(operation);
      if (counts === undefined) {
        const byDuration = Array.from({ length: bounds.length + 1 }, () => 0);
        counts = { byStatus: new Map(), byDuration, seconds: 0 };
        operations.set(operation, counts);
      }
      counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
      let bucket = 0;
      while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1;
      counts.byDuration[bucket] = (counts.byDuration[bucket] ?? 0) + 1;
      counts.seconds += seconds;
    },
  };
}

/** A metric in prom-client's terms. */
function histogramOf(operations: Map<string, Counts>) {
  const name = 'http_request_duration_seconds';
  const valuesOf = (operation: string, { byDuration, seconds }: Counts) => {
    let total = 0;
    const buckets = byDuration.map((count, index) => {
      total += count;
      const labels = { operation, le: bounds[index] ?? '+Inf' };
      return { metricName: `${name}_bucket`, labels, value: total };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels: { operation }, value: seconds },
      { metricName: `${name}_count`, labels: { operation }, value: total },
    ];
  };
  return {
    name,
    reset: () => operations.clear(),
    get: async () => ({
      name,
      help: 'Time from the first byte of a request to the last byte of its response.',
      type: 'histogram',
      values: [...operations].flatMap(([operation, counts]) => valuesOf(operation, counts)),
      aggregator: 'sum',
    }),
  };
}
