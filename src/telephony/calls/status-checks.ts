import type { CallStatusAnswer } from '../carriers/carrier.ts';
import { forEachLimited } from '../../fairness/for-each-limited.ts';
import type { Timestamp } from '../../timestamp.ts';
import { openCredentials } from '../credentials.ts';
import { giveBack } from './give-back.ts';
import * as queries from './status-check-queries.ts';
import type { CallParts } from './dependencies.ts';
import { retryUntilStored } from './retry-until-stored.ts';
import type { Reports } from './reports.ts';
import { afterAnswer } from './rules.ts';

/** Queries the carriers about every call of which a report is overdue. */
export type CheckStatuses = () => Promise<void>;

interface Parts extends CallParts {
  readonly reports: Reports;
}

/** How long a carrier may take to answer. */
const timeoutMs = 5000;
/** Requests to carriers at once. */
const maxAtOnce = 20;

/** Finds out how calls ended whose carrier was silent: from its status, or finally from its silence. */
export function createStatusChecks(parts: Parts): CheckStatuses {
  const { connection, campaigns, secrets, log, now, carriers, reports } = parts;
  const { db } = connection;

  async function statusOf(call: queries.CheckedCall): Promise<CallStatusAnswer> {
    const { organization_id, provider, credentials_encrypted } = call;
    if (!provider || !credentials_encrypted)
      return { kind: 'silent', detail: 'The telephony configuration was deleted.' };
    try {
      const credentials = openCredentials(secrets, organization_id, credentials_encrypted);
      return await carriers[provider].status(credentials, {
        ...call,
        now: now(),
        timeout_ms: timeoutMs,
      });
    } catch (error) {
      log.error({ err: error, run_id: call.run_id }, 'a carrier could not be queried about a call');
      return { kind: 'silent', detail: 'The carrier could not be queried.' };
    }
  }

  async function returnCall(run_id: number, attempt: Timestamp): Promise<void> {
    const back = { ids: [run_id], attempt, now: now(), due_at: now() };
    const { hungUp } = await db
      .transaction()
      .execute((trx) => giveBack(trx, campaigns.release, back));
    await reports.notPlaced(hungUp);
  }

  async function check(call: queries.CheckedCall): Promise<void> {
    const { run_id, organization_id, placing_at: attempt } = call;
    const answer = await statusOf(call);
    const next = afterAnswer(call, answer, now());
    log.info({ run_id, answer, next: next.kind }, 'the carrier was queried about a call');
    if (next.kind === 'report') return reports.add({ ...next.report, organization_id, attempt });
    // Written before the call is given back, which may fail: the carrier is not silent.
    if (call.state === 'placing')
      await queries.setSilences(db, call, answer.kind === 'silent' ? call.asked : 0);
    if (next.kind === 'give_back') await retryUntilStored(log, () => returnCall(run_id, attempt));
  }

  return async () => {
    const calls = await queries.takeDue(db, now());
    await forEachLimited(calls, maxAtOnce, (call) =>
      check(call).catch((error: unknown) =>
        log.error(
          { err: error, run_id: call.run_id },
          'the answer about a call could not be written',
        ),
      ),
    );
  };
}
