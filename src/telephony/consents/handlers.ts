import { makeChange } from '../../audit/actions.ts';
import { pageOf } from '../../db/page.ts';
import { InvalidRequest, valueError } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { revisedBy, tagged } from '../../http/etag.ts';
import { parseTimestamp, isTimestamp, type Timestamp, timestampRule } from '../../timestamp.ts';
import { closeGate } from '../calls/gate-queries.ts';
import { untilAnswered } from '../calls/waiting.ts';
import type { TelephonyApp } from '../context.ts';
import { numberIn } from '../numbers.ts';
import * as list from './queries.ts';

interface Times {
  readonly obtained_at: string;
  readonly expires_at?: string | null;
}

interface ConsentFault {
  readonly loc: string[];
  readonly msg: string;
  readonly input: unknown;
}

/** The errors of a consent that the schema cannot express. */
function consentFaults({ obtained_at, expires_at = null }: Times, now: Timestamp): ConsentFault[] {
  const fault = (member: keyof Times, msg: string, input: unknown): ConsentFault => ({
    loc: ['body', member],
    msg,
    input,
  });
  const unreadable = [
    ...(isTimestamp(obtained_at) ? [] : [fault('obtained_at', timestampRule, obtained_at)]),
    ...(expires_at === null || isTimestamp(expires_at)
      ? []
      : [fault('expires_at', timestampRule, expires_at)]),
  ];
  if (unreadable.length > 0) return unreadable;
  const obtained = parseTimestamp(obtained_at);
  return [
    ...(obtained <= now ? [] : [fault('obtained_at', 'Must not be in the future.', obtained_at)]),
    ...(expires_at === null || parseTimestamp(expires_at) > obtained
      ? []
      : [fault('expires_at', 'Must be later than obtained_at.', expires_at)]),
  ];
}

export const consents = {
  async listConsents({ query, caller }, app) {
    const { phone_number: text, ...filter } = query;
    const number =
      text === undefined ? {} : { phone_number: numberIn(['query', 'phone_number'], text) };
    const rows = await list.list(app.db, caller.organization_id, { ...filter, ...number });
    return pageOf(rows, query);
  },

  async createConsent({ body, ...call }, app) {
    const { caller } = call;
    const phone_number = numberIn(['body', 'phone_number'], body.phone_number);
    const at = app.now();
    const faults = consentFaults(body, at);
    if (faults.length > 0) throw new InvalidRequest(faults.map(valueError));
    return makeChange({ ...call, at }, app, async ({ trx, organization_id, record }) => {
      const consent = await list.insert(trx, {
        organization_id,
        phone_number,
        purpose: body.purpose,
        obtained_at: parseTimestamp(body.obtained_at),
        source: body.source,
        evidence_url: body.evidence_url ?? null,
        expires_at: body.expires_at ? parseTimestamp(body.expires_at) : null,
        created_by: caller.kind === 'session' ? caller.user_id : null,
        created_at: at,
      });
      await record('consent.created', consent.id, { after: audited(consent) });
      return shown(consent);
    });
  },

  async getConsent({ params, caller }, app) {
    return shown(await list.get(app.db, caller.organization_id, params.consent_id));
  },

  async revokeConsent({ params, ...call }, app) {
    const { organization_id } = call.caller;
    const revoked = await makeChange(call, app, async ({ trx, at, mustMatch, record }) => {
      const consent = await list.lock(trx, organization_id, params.consent_id);
      mustMatch(revisedBy(consent.id, consent));
      if (consent.revoked_at !== null) return consent;
      const after = await list.setRevoked(trx, consent.id, at);
      const change = { before: audited(consent), after: audited(after) };
      await record('consent.revoked', consent.id, change);
      await closeGate(trx, organization_id);
      return after;
    });
    const { phone_number } = revoked;
    await app.afterCommit((outer) =>
      untilAnswered(outer, { organization_id, phone_numbers: [phone_number] }),
    );
    return shown(revoked);
  },
} satisfies HandlersFor<
  'listConsents' | 'createConsent' | 'getConsent' | 'revokeConsent',
  TelephonyApp
>;

type ConsentRow = Awaited<ReturnType<typeof list.get>>;

const shown = (consent: ConsentRow) => tagged(consent, revisedBy(consent.id, consent));

/** Audit events are never deleted, so they contain only the last digits of the number. */
const audited = ({ phone_number, ...rest }: ConsentRow) => ({
  ...rest,
  number_ending: phone_number.slice(-4),
});
