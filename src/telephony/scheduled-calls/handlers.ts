import { asChange, makeChange } from '../../audit/actions.ts';
import { authorOf } from '../../auth/rules.ts';
import { mustFit } from '../../billing/quotas/actions.ts';
import { storedMetadata } from '../../db/client-data.ts';
import { pageOf } from '../../db/page.ts';
import { conflict, invalid, limitReached, notFound } from '../../errors.ts';
import { tagged } from '../../http/etag.ts';
import type { HandlersFor } from '../../http/contract.ts';
import type { Timestamp } from '../../timestamp.ts';
import { keep } from '../../workflows/queries.ts';
import * as runs from '../../workflows/runs/read-queries.ts';
import * as routes from '../calls/route-queries.ts';
import { zoneIn } from '../calling-hours/admission.ts';
import type { TelephonyApp } from '../context.ts';
import { numberIn } from '../numbers.ts';
import { mustBeAbleToChange } from './actions.ts';
import * as scheduled from './queries.ts';
import { maxScheduled, scheduledTime, timeRule } from './rules.ts';
import { audited, scheduledCall } from './views.ts';

export const scheduledCalls = {
  async listScheduledCalls({ query, caller }, app) {
    const rows = await scheduled.list(app.db, caller.organization_id, query);
    return pageOf(rows.map(scheduledCall), query);
  },

  async createScheduledCall({ body, traceparent = null, ...call }, app) {
    const { caller } = call;
    const { organization_id } = caller;
    const { workflow_id, telephony_configuration_id, from_number } = body;
    const at = app.now();
    const scheduled_at = timeIn(body.scheduled_at, at);
    const values = {
      organization_id,
      workflow_id,
      to_number: numberIn(['body', 'to_number'], body.to_number),
      from_number:
        from_number === undefined ? null : numberIn(['body', 'from_number'], from_number),
      telephony_configuration_id: telephony_configuration_id ?? null,
      timezone: zoneIn(body.timezone) ?? null,
      initial_context: JSON.stringify(body.initial_context ?? {}),
      external_id: body.external_id ?? null,
      metadata: storedMetadata(body.metadata),
      scheduled_at,
      due_at: scheduled_at,
      ...authorOf(caller),
      traceparent,
      created_at: at,
    };
    return makeChange({ ...call, at }, app, async ({ trx, record }) => {
      await keep(trx, organization_id, workflow_id, 'workflow_id');
      const id = telephony_configuration_id;
      if (id !== undefined && !(await routes.find(trx, organization_id, id)))
        throw notFound('Telephony configuration', 'telephony_configuration_id');
      if (await scheduled.isFull(trx, organization_id)) throw full();
      if (body.external_id) await runs.mustBeFree(trx, organization_id, body.external_id);
      const row = await scheduled.insert(trx, values);
      if (body.initial_context || body.metadata)
        await mustFit(trx, organization_id, ['content_bytes_limit']);
      await record('scheduled_call.created', row.id, { after: audited(row) });
      return shown(row);
    });
  },

  async getScheduledCall({ params, caller }, app) {
    return shown(await scheduled.get(app.db, caller.organization_id, params.scheduled_call_id));
  },

  async updateScheduledCall({ params, body, ...call }, app) {
    const { caller } = call;
    const at = app.now();
    const time = body.scheduled_at === undefined ? undefined : timeIn(body.scheduled_at, at);
    return makeChange({ ...call, at }, app, async ({ trx, organization_id, mustMatch, record }) => {
      const former = await scheduled.lock(trx, organization_id, params.scheduled_call_id);
      mustMatch(former);
      if (former.state !== 'scheduled') throw settled(former.state);
      if (Object.keys(body).length === 0) return shown(former);
      await mustBeAbleToChange(trx, former, { caller, time, now: at });
      if (body.external_id) await runs.mustBeFree(trx, organization_id, body.external_id);
      const row = await scheduled.update(trx, former.id, {
        ...authorOf(caller),
        ...(time !== undefined && { scheduled_at: time, due_at: time, waits_until: null }),
        ...(body.initial_context && { initial_context: JSON.stringify(body.initial_context) }),
        ...(body.external_id !== undefined && { external_id: body.external_id }),
        ...(body.metadata && { metadata: storedMetadata(body.metadata) }),
      });
      if (body.initial_context || body.metadata)
        await mustFit(trx, organization_id, ['content_bytes_limit']);
      await record('scheduled_call.updated', row.id, {
        before: audited(former),
        after: audited(row),
      });
      return shown(row);
    });
  },

  cancelScheduledCall: asChange(async ({ trx, params, organization_id, at, mustMatch, record }) => {
    const former = await scheduled.lock(trx, organization_id, params.scheduled_call_id);
    mustMatch(former);
    if (former.state === 'canceled') return shown(former);
    if (former.state !== 'scheduled') throw settled(former.state);
    const row = await scheduled.settle(trx, former.id, { state: 'canceled' }, at);
    await record('scheduled_call.canceled', row.id, {
      before: { status: former.state },
      after: { status: row.state },
    });
    return shown(row);
  }),
} satisfies HandlersFor<
  | 'listScheduledCalls'
  | 'createScheduledCall'
  | 'getScheduledCall'
  | 'updateScheduledCall'
  | 'cancelScheduledCall',
  TelephonyApp
>;

const shown = (row: scheduled.ScheduledCallRow) => tagged(scheduledCall(row), row);

function timeIn(text: string, now: Timestamp): Timestamp {
  const time = scheduledTime(text, now);
  if (time === undefined) throw invalid(['body', 'scheduled_at'], timeRule, text);
  return time;
}

const settled = (state: string) =>
  conflict(
    'scheduled_call_settled',
    `Only a call that is scheduled can be changed or canceled; this one is ${state}.`,
    { state },
  );

const full = () =>
  limitReached('scheduled_calls', {
    limit: maxScheduled,
    detail: `The organization has ${maxScheduled} scheduled calls, which is the limit.`,
  });
