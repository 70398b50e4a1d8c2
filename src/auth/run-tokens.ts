import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { RunCaller, Scope } from '../caller.ts';
import type { Db } from '../db/connect.ts';
import type { Secrets } from '../db/secrets.ts';
import { later } from '../timestamp.ts';
import type { LookUp } from './queries.ts';
import { findToken } from './run-token-queries.ts';

const purpose = 'tokens of runs';
const prefix = 'vap_run_';
/** How long a token is good after its run has ended. */
const afterEndMs = 60 * 60_000;
/** How long the token of a test run is good that nobody ends. */
const testRunMs = 24 * 60 * 60_000;

const talking: readonly Scope[] = ['run:read', 'run:write'];
const acting: readonly Scope[] = [...talking, 'run:act'];

interface Run {
  readonly organization_id: number;
  readonly run_id: number;
}

/** The organization and the run, then the signature of both: 43 URL-safe characters. */
const shape = /^vap_run_([1-9][0-9]{0,15})_([1-9][0-9]{0,15})_([A-Za-z0-9_-]{43})$/;

const textOf = ({ organization_id, run_id }: Run): string => `${organization_id}_${run_id}`;
const signatureOf = (key: KeyObject, run: Run): Buffer =>
  createHmac('sha256', key).update(textOf(run)).digest();

/** The token of a run, which is always the same. It is stored nowhere. */
export function runToken(secrets: Pick<Secrets, 'keysFor'>, run: Run): string {
  const [newest] = secrets.keysFor(purpose);
  return `${prefix}${textOf(run)}_${signatureOf(newest, run).toString('base64url')}`;
}

export const isRunToken = (text: string): boolean => text.startsWith(prefix);

/** Finds who has a run's token. Looks nothing up for a token that this service did not sign. */
export function createRunTokens(db: Db, secrets: Pick<Secrets, 'keysFor'>) {
  const keys = secrets.keysFor(purpose);
  return {
    async find(token: string, { now, demo }: LookUp): Promise<RunCaller | undefined> {
      const run = readToken(keys, token);
      const found =
        run &&
        (await findToken(db, run, {
          endedAfter: later(now, -afterEndMs),
          testCreatedAfter: later(now, -testRunMs),
          demo,
        }));
      return found && { kind: 'run_token', ...run, scopes: found.is_acting ? acting : talking };
    },
  };
}

function readToken(keys: readonly KeyObject[], token: string): Run | undefined {
  const [, organization, id, signature] = shape.exec(token) ?? [];
  if (signature === undefined) return undefined;
  const run = { organization_id: Number(organization), run_id: Number(id) };
  const sent = Buffer.from(signature, 'base64url');
  // The comparison takes as long for every signature, and each key is tried.
  const signed = keys.filter((key) => timingSafeEqual(signatureOf(key, run), sent));
  return signed.length > 0 ? run : undefined;
}
