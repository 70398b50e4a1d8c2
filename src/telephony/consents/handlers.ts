import type { components } from '../../../generated/api.ts';
import { makeChange } from '../../audit/actions.ts';
import type { Caller } from '../../caller.ts';
import { pageOf } from '../../db/page.ts';
import { InvalidRequest, valueError } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { revisedBy, tagged } from '../../http/etag.ts';
import { parseTimestamp, isTimestamp, type Timestamp, timestampRule } from '../../timestamp.ts';
import { closeGate } from '../calls/gate-queries.ts';
import { untilAnswered } from '../calls/waiting.ts';
import type { TelephonyApp } from '../context.ts';
import { allToE164, notInternational, numberIn } from '../numbers.ts';
import * as list from './queries.ts';

type ConsentRequest = components['schemas']['CreateConsentRequest'];

interface ConsentFault {
  readonly loc: string[];
  readonly msg: string;
  readonly input: unknown;
}

/** The errors of a consent that the schema cannot express. `at` is the place of the consent. */
function consentFaults(
  { obtained_at, expires_at = null }: ConsentRequest,
  at: string[],
  now: Timestamp,
): ConsentFault[] {
  const fault = (member: keyof ConsentRequest, msg: string, input: unknown): ConsentFault => ({
    loc: [...at, member],
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

/** Maximum number of faults reported. */
const shownFaults = 100;

export const consents = {
  async listConsents({ query, caller }, app) {
    const { phone_number: text, ...filter } = query;
    const number =
      text === undefined ? {} : { phone_number: numberIn(['query', 'phone_number'], text) };
    const rows = await list.list(app.db, caller.organization_id, { ...filter, ...number });
    return pageOf(rows, query);
  },

  async createConsent({ body, ...call }, app) {
    const at = app.now();
    const phone_number = numberIn(['body', 'phone_number'], body.phone_number);
    const faults = consentFaults(body, ['body'], at);
    if (faults.length > 0) throw new InvalidRequest(faults.map(valueError));
    return makeChange({ ...call, at }, app, async ({ trx, record }) => {
      const consent = await list.insert(trx, read(body, { phone_number, caller: call.caller, at }));
      await record('consent.created', consent.id, { after: audited(consent) });
      return shown(consent);
    });
  },

  async createConsents({ body, ...call }, app) {
    const at = app.now();
    const { caller } = call;
    const sent = body.consents;
    const numbers = await allToE164(sent.map(({ phone_number }) => phone_number));
    const faults = sent.flatMap((consent, index) => {
      const place = ['body', 'consents', String(index)];
      const { phone_number: input } = consent;
      const number = { loc: [...place, 'phone_number'], msg: notInternational, input };
      return [...(numbers[index] ? [] : [number]), ...consentFaults(consent, place, at)];
    });
    if (faults.length > 0) throw new InvalidRequest(faults.slice(0, shownFaults).map(valueError));
    const consents = sent.map((consent, index) =>
      read(consent, { phone_number: numbers[index] ?? '', caller, at }),
    );
    return makeChange({ ...call, at }, app, async ({ trx, organization_id, record }) => {
      const endings = await list.insertNew(trx, organization_id, consents);
      const after = { consents: endings.length, endings: endings.slice(0, auditedEndings) };
      if (endings.length > 0) await record('consent.several_created', organization_id, { after });
      return { created_count: endings.length, existing_count: sent.length - endings.length };
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
  'listConsents' | 'createConsent' | 'createConsents' | 'getConsent' | 'revokeConsent',
  TelephonyApp
>;

/** A consent as it is stored. */
const read = (
  body: ConsentRequest,
  { phone_number, caller, at }: { phone_number: string; caller: Caller; at: Timestamp },
): list.NewConsent => ({
  organization_id: caller.organization_id,
  phone_number,
  purpose: body.purpose,
  obtained_at: parseTimestamp(body.obtained_at),
  source: body.source,
  evidence_url: body.evidence_url ?? null,
  person_name: body.person_name ?? null,
  wording: body.wording ?? null,
  expires_at: body.expires_at ? parseTimestamp(body.expires_at) : null,
  created_by: caller.kind === 'session' ? caller.user_id : null,
  created_at: at,
});

/** How many numbers an audit event names. */
const auditedEndings = 20;

type ConsentRow = Awaited<ReturnType<typeof list.get>>;

const shown = (consent: ConsentRow) => tagged(consent, revisedBy(consent.id, consent));

/** Audit events are never deleted, so they contain only the last digits of the number, and nobody's name. */
const audited = ({ phone_number, ...rest }: ConsentRow) => ({
  ...rest,
  person_name: undefined,
  number_ending: phone_number.slice(-4),
});
