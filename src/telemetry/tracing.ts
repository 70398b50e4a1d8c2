import { randomUUID } from 'node:crypto';
import { trace } from '@opentelemetry/api';
import type { Sampler, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { Config, Tracing } from '../config.ts';
import { withTimeout } from '../time/with-timeout.ts';

/** The spans of this process since its start. */
interface SpanCounts {
  /** Those that ended and were to be sent. */
  readonly ended: number;
  /** Those that the collector took. The others wait in the queue or were lost. */
  readonly sent: number;
}

interface RunningTracing {
  counts(): SpanCounts;
  /** Sends what waits, for as long as the collector may take. Never throws. */
  stop(): Promise<void>;
}

/** How many spans wait for the collector at most; then those that end are lost. */
const maxQueued = 4096;
const batchSize = 512;
const sendEveryMs = 2000;
/** Requests to the collector at once: a stop sends the whole queue, while one may be in progress. */
const maxRequests = maxQueued / batchSize + 1;
/** How long one request to the collector may take. */
const sendTimeoutMs = 10_000;
/** How long a stop waits for the collector, if its own limit is not shorter. */
const maxStopMs = 2000;

/**
 * Sends the spans of this process to a collector. The SDK is loaded here and nowhere else, so that a process without a
 * collector does not have it. Nothing waits for the collector, except a stop for a short time.
 */
export async function startTracing(
  tracing: Tracing,
  { log, config }: { readonly log: Logger; readonly config: Pick<Config, 'shutdownTimeoutMs'> },
): Promise<RunningTracing> {
  const [sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const counts = { ended: 0, sent: 0 };
  const exporter = watched(
    new OTLPTraceExporter({
      url: `${tracing.endpoint}/v1/traces`,
      timeoutMillis: sendTimeoutMs,
      concurrencyLimit: maxRequests,
    }),
    { log, counts },
  );
  const provider = new sdk.TracerProvider({
    sampler: samplerOf(tracing, sdk),
    resource: resources.defaultResource().merge(
      resources.resourceFromAttributes({
        'service.name': tracing.serviceName,
        'service.instance.id': randomUUID(),
      }),
    ),
    spanProcessors: [
      counting(counts),
      new sdk.BatchSpanProcessor({
        exporter,
        maxQueueSize: maxQueued,
        maxExportBatchSize: batchSize,
        scheduledDelayMillis: sendEveryMs,
        exportTimeoutMillis: sendTimeoutMs,
      }),
    ],
  });
  trace.setGlobalTracerProvider(provider);
  return {
    counts: () => counts,
    stop: () =>
      withTimeout(
        Math.min(maxStopMs, config.shutdownTimeoutMs / 5),
        // The log has the reason.
        provider.shutdown().catch(() => {}),
        () => log.warn(waiting(counts), 'the last spans were lost: the collector did not answer'),
      ),
  };
}

interface Counts {
  ended: number;
  sent: number;
}

const waiting = ({ ended, sent }: Counts) => ({ spans: ended - sent });

/** Counts what an exporter sends, and logs when it begins to fail and when it sends again. */
function watched(
  exporter: SpanExporter,
  { log, counts }: { readonly log: Logger; readonly counts: Counts },
): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const { error } = result;
        if (error && !isFailing)
          log.warn({ err: error }, 'spans are lost: the collector did not take them');
        if (!error && isFailing) log.info('the collector takes spans again');
        if (!error) counts.sent += spans.length;
        isFailing = error !== undefined;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

const counting = (counts: Counts): SpanProcessor => ({
  onStart() {},
  onEnd: () => void (counts.ended += 1),
  forceFlush: async () => {},
  shutdown: async () => {},
});

/** As OpenTelemetry defines `OTEL_TRACES_SAMPLER`: `parentbased_` follows the decision of who began the trace. */
function samplerOf(
  { sampler, ratio }: Tracing,
  sdk: typeof import('@opentelemetry/sdk-trace'),
): Sampler {
  const roots = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(ratio),
  } as const;
  const name = sampler.replace('parentbased_', '') as keyof typeof roots;
  const root = roots[name]();
  return sampler === name ? root : new sdk.ParentBasedSampler({ root });
}
