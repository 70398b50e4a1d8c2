import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import pg from 'pg';
import { timestamp } from '../../../src/db/connect.ts';
import { findApiKey, findSession, type Statement } from './tasks.ts';

const INT8 = 20;
const TIMESTAMPTZ = 1184;

/** Parses values as this API does. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') => {
  if (oid === INT8) return Number;
  if (oid === TIMESTAMPTZ) return timestamp;
  return pg.types.getTypeParser(oid, format);
}) as pg.CustomTypesConfig['getTypeParser'];

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 10,
  types: { getTypeParser },
  options: '-c TimeZone=UTC',
});

export async function send(
  { name, text, values }: Statement,
  asked: Record<string, unknown>,
): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query<Record<string, unknown>>({ name, text, values: values(asked) });
  return rows;
}

type Caller = Record<string, unknown>;

/** For how long callers are remembered. */
const rememberMs = Number(process.env['REMEMBER_MS'] ?? 0);
const remembered = new Map<string, { readonly caller: Caller; readonly until: number }>();

/** The owner of a request's API key or session. */
export async function callerOf(headers: IncomingHttpHeaders, now: string): Promise<Caller> {
  const key = headers['x-api-key'];
  const [statement, credential] =
    typeof key === 'string'
      ? [findApiKey, key]
      : [findSession, headers.authorization?.slice('Bearer '.length) ?? ''];
  const started = performance.now();
  const known = remembered.get(credential);
  if (known && started < known.until) return known.caller;
  const hash = createHash('sha256').update(credential).digest();
  const [caller] = await send(statement, { hash, now });
  if (!caller) throw new Error('The credential belongs to nobody.');
  if (rememberMs > 0) remembered.set(credential, { caller, until: started + rememberMs });
  return caller;
}
