import pg from 'pg';

/** What a peer is told: the statements to run for a request, their parameters from the request in order. */
export interface PeerTask {
  readonly keyStatement: string;
  readonly statement: string;
  readonly method: 'GET' | 'POST';
  readonly route: string;
  /** Where each parameter of the statement comes from: `organization`, `path:<name>`, `body:<name>`, or a constant. */
  readonly parameters: readonly string[];
  readonly constants: Record<string, unknown>;
  /** JSON Schemas for Fastify. */
  readonly paramsSchema: object;
  readonly bodySchema?: object;
  readonly responseSchema: object;
  readonly many: boolean;
}

export const task = JSON.parse(process.env['PEER_TASK'] ?? '{}') as PeerTask;

const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === 20 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

export const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 10,
  types,
  options: '-c TimeZone=UTC',
});

export function values(parts: {
  organization: number;
  path: Record<string, unknown>;
  body: Record<string, unknown>;
}): unknown[] {
  return task.parameters.map((source) => {
    if (source === 'organization') return parts.organization;
    if (source.startsWith('path:')) return parts.path[source.slice(5)];
    if (source.startsWith('body:')) return parts.body[source.slice(5)];
    return task.constants[source];
  });
}
