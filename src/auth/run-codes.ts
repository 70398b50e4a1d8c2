import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../db/secrets.ts';
import { type Timestamp, timestampOf } from '../timestamp.ts';
import { type RunOfAgent, runToken } from './run-tokens.ts';

const purpose = 'codes of runs';

/** The organization, the run, the handoff or 0, and when it was made, then the signature of them. */
const shape =
  /^vap_code_([1-9][0-9]{0,15})_([1-9][0-9]{0,15})_(0|[1-9][0-9]{0,15})_([1-9][0-9]{12})_([A-Za-z0-9_-]{43})$/;

export interface RunCode extends Required<RunOfAgent> {
  readonly made_at: Timestamp;
}

const textOf = ({ organization_id, run_id, handoff_id, made_at }: RunCode): string =>
  `${organization_id}_${run_id}_${handoff_id ?? 0}_${Date.parse(made_at)}`;
const signatureOf = (key: KeyObject, code: RunCode): Buffer =>
  createHmac('sha256', key).update(textOf(code)).digest();

type Signing = Pick<Secrets, 'keysFor'>;

/** What an agent runtime exchanges once for the token of its run. It may stand in a URL, and is stored nowhere. */
export function runCode(secrets: Signing, code: RunCode): string {
  const [newest] = secrets.keysFor(purpose);
  return `vap_code_${textOf(code)}_${signatureOf(newest, code).toString('base64url')}`;
}

/** What a code says; undefined if this service did not sign it. */
export function readCode(secrets: Signing, text: string): RunCode | undefined {
  const [, organization, run, handoff, made, signature] = shape.exec(text) ?? [];
  if (signature === undefined) return undefined;
  const code = {
    organization_id: Number(organization),
    run_id: Number(run),
    handoff_id: Number(handoff) || null,
    made_at: timestampOf(new Date(Number(made))),
  };
  const sent = Buffer.from(signature, 'base64url');
  const signed = secrets
    .keysFor(purpose)
    .filter((key) => timingSafeEqual(signatureOf(key, code), sent));
  return signed.length > 0 ? code : undefined;
}

/** Which agent it is, and how it proves that it may have the run: by the token, or by a code that it exchanges for it. */
export const accessOf = (secrets: Signing, run: RunOfAgent, made_at: Timestamp) => ({
  handoff_id: run.handoff_id ?? null,
  run_token: runToken(secrets, run),
  run_code: runCode(secrets, { handoff_id: null, ...run, made_at }),
});
