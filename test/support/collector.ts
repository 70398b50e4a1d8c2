import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A span as a collector gets it. */
export interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  readonly duration_ms: number;
  /** The attributes of the process that sent it. */
  readonly resource: Readonly<Record<string, unknown>>;
}

export interface Collector {
  readonly url: string;
  /** The bodies of all requests. */
  readonly bodies: string[];
  spans(): SentSpan[];
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

// oxlint-disable-next-line typescript/no-explicit-any -- OTLP as JSON.
const spansIn = (body: any): SentSpan[] =>
  // oxlint-disable-next-line typescript/no-explicit-any -- OTLP as JSON.
  body.resourceSpans.flatMap(({ resource, scopeSpans }: any) =>
    // oxlint-disable-next-line typescript/no-explicit-any -- OTLP as JSON.
    scopeSpans.flatMap(({ spans }: any) =>
      // oxlint-disable-next-line typescript/no-explicit-any -- OTLP as JSON.
      spans.map((span: any) => ({
        name: span.name,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        attributes: valuesOf(span.attributes),
        isError: span.status?.code === 2,
        duration_ms: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
        resource: valuesOf(resource.attributes),
      })),
    ),
  );

/** Starts a server that takes spans over OTLP/HTTP, or that never answers; it stops when the test ends. */
export async function startCollector({ port = 0, hangs = false } = {}): Promise<Collector> {
  const bodies: string[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    bodies.push(await text(request));
    if (!hangs) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url === '/v1/traces') void take(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans: () => bodies.flatMap((body) => spansIn(JSON.parse(body))),
  };
}
