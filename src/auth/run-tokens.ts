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

export interface RunOfAgent {
  readonly organization_id: number;
  readonly run_id: number;
  /** The handoff by which the agent gets the run; null: it is the first agent. */
  readonly handoff_id?: number | null;
}

/** The organization, the run and the handoff, if there is one, then the signature of them: 43 URL-safe characters. */
const shape =
  /^vap_run_([1-9][0-9]{0,15})_([1-9][0-9]{0,15})(?:_([1-9][0-9]{0,15}))?_([A-Za-z0-9_-]{43})$/;

const textOf = ({ organization_id, run_id, handoff_id = null }: RunOfAgent): string =>
  `${organization_id}_${run_id}${handoff_id === null ? '' : `_${handoff_id}`}`;
const signatureOf = (key: KeyObject, run: RunOfAgent): Buffer =>
  createHmac('sha256', key).update(textOf(run)).digest();

/** The token of a run for one of its agents, which is always the same. It is stored nowhere. */
export function runToken(secrets: Pick<Secrets, 'keysFor'>, run: RunOfAgent): string {
  const [newest] = secrets.keysFor(purpose);
  return `${prefix}${textOf(run)}_${signatureOf(newest, run).toString('base64url')}`;
}

export const isRunToken = (text: string): boolean => text.startsWith(prefix);

/** A handoff whose carrier may have heard of it. */
interface BegunHandoff {
  readonly organization_id: number;
  readonly run_id: number;
  readonly transfer_id: number;
}

interface Parts {
  readonly db: Db;
  readonly secrets: Pick<Secrets, 'keysFor'>;
  /** Gives the run to the agent of a handoff; false if it has ended otherwise. */
  readonly takeOver: (handoff: BegunHandoff) => Promise<boolean>;
}

/**
 * Finds who has a run's token. Looks nothing up for a token that this service did not sign. Whoever has that of a handoff
 * got it from the carrier, which therefore has accepted the change.
 */
export function createRunTokens({ db, secrets, takeOver }: Parts) {
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
      if (!run || !found) return undefined;
      const { handoff_id, ...key } = run;
      const isHolder =
        found.held_by === handoff_id ||
        (handoff_id !== null &&
          found.is_begun &&
          (await takeOver({ ...key, transfer_id: handoff_id })));
      const scopes = found.is_acting ? acting : talking;
      return { kind: 'run_token', ...run, scopes, ...(!isHolder && { is_replaced: true }) };
    },
  };
}

function readToken(keys: readonly KeyObject[], token: string): Required<RunOfAgent> | undefined {
  const [, organization, id, handoff, signature] = shape.exec(token) ?? [];
  if (signature === undefined) return undefined;
  const handoff_id = handoff === undefined ? null : Number(handoff);
  const run = { organization_id: Number(organization), run_id: Number(id), handoff_id };
  const sent = Buffer.from(signature, 'base64url');
  // The comparison takes as long for every signature, and each key is tried.
  const signed = keys.filter((key) => timingSafeEqual(signatureOf(key, run), sent));
  return signed.length > 0 ? run : undefined;
}
