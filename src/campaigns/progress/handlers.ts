import type { components } from '../../../generated/api.ts';
import type { CampaignsApp } from '../context.ts';
import { streamChanges } from '../../fairness/stream-changes.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { inForce } from '../../telephony/calling-hours/queries.ts';
import { hoursOfWorkflow } from '../../telephony/calling-hours/rules.ts';
import { noSchedule } from '../rules.ts';
import * as queries from './queries.ts';
import type { Timestamp } from '../../timestamp.ts';
import {
  areOpen,
  nextOpeningOfAll,
  UnreadableSchedule,
} from '../../telephony/calling-hours/schedule-rules.ts';
import { type CampaignHours, hoursIn } from '../dialing/hours-rules.ts';
import type { ZoneRow, ProgressRow } from './queries.ts';

function campaignProgress(
  row: ProgressRow,
  at: Timestamp,
): components['schemas']['CampaignProgress'] {
  const inState = (state: string): number => sum(row, (count) => count.state === state);
  const endedAs = (outcome: string): number => sum(row, (count) => count.outcome === outcome);
  return {
    campaign_id: row.id,
    state: row.state,
    total_rows: row.total_rows,
    contacts: {
      pending: inState('pending'),
      waiting: inState('waiting'),
      dialing: inState('dialing'),
      done: inState('done'),
      skipped: inState('skipped'),
    },
    outcomes: {
      completed: endedAs('completed'),
      busy: endedAs('busy'),
      no_answer: endedAs('no_answer'),
      voicemail: endedAs('voicemail'),
      failed: endedAs('failed'),
      canceled: endedAs('canceled'),
      unknown: endedAs('unknown'),
    },
    calls_in_progress: row.calls_in_progress,
    executed_count: row.executed_count,
    at,
  };
}

const sum = (
  { counts }: ProgressRow,
  which: (count: ProgressRow['counts'][number]) => boolean,
): number => counts.filter(which).reduce((total, { contacts }) => total + contacts, 0);

/** What holds contacts back, and when the next call may be placed. */
function preview(zones: readonly ZoneRow[], campaign: CampaignHours, now: Timestamp) {
  const seen = zones.map((row) => {
    const hours = hoursIn(campaign, row.zone);
    const opening = (from: Timestamp | null): Timestamp | undefined =>
      from === null ? undefined : readable(() => nextOpeningOfAll(hours, from), undefined);
    return {
      ...row,
      open: readable(() => areOpen(hours, now), false),
      timestamps: [opening(row.ready > 0 ? now : null), opening(row.first_due_at)],
    };
  });
  const sum = (of: (row: (typeof seen)[number]) => number): number =>
    seen.reduce((total, row) => total + of(row), 0);
  return {
    callable_now: sum((row) => (row.open ? row.ready : 0)),
    held: {
      do_not_call: sum((row) => row.do_not_call),
      no_prior_consent: sum((row) => row.no_prior_consent),
      retry_waiting: sum((row) => row.waiting),
      outside_schedule: sum((row) => (row.open ? 0 : row.ready)),
    },
    next_call_at:
      seen
        .flatMap(({ timestamps }) => timestamps)
        .filter((timestamp) => timestamp !== undefined)
        .toSorted()[0] ?? null,
  };
}

/** Evaluates a schedule; an invalid one allows no calls. */
function readable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableSchedule) return otherwise;
    throw error;
  }
}

/** Whether the campaign can no longer change. */
const isFinished = (progress: {
  readonly state: string;
  readonly calls_in_progress: number;
}): boolean =>
  (progress.state === 'completed' || progress.state === 'canceled') &&
  progress.calls_in_progress === 0;

type Progress = components['schemas']['CampaignProgress'];

export const campaignProgresses = {
  async previewCampaign({ params, caller }, app) {
    const { organization_id } = caller;
    const campaign = await queries.settings(app.db, organization_id, params.campaign_id);
    const now = app.now();
    const scope = {
      organizationId: organization_id,
      consentPurpose: campaign.consent_purpose,
      now,
    };
    const after = campaign.state === 'created' ? 0 : campaign.copied_to_row;
    const copied = await queries.openByZone(app.db, { id: campaign.id, after }, scope);
    const { source_id } = campaign;
    const zones =
      after === null
        ? copied
        : [...(await queries.sourceByZone(app.db, { source_id, after }, scope)), ...copied];
    const hours = {
      schedule: campaign.schedule_config ?? noSchedule,
      organization: await inForce(app.db, organization_id),
      workflow: hoursOfWorkflow(campaign.calling_hours),
    };
    return {
      campaign_id: campaign.id,
      state: campaign.state,
      ...preview(zones, hours, now),
      at: now,
    };
  },

  async getCampaignProgress({ params, caller }, app) {
    return progressOf(app, caller.organization_id, params.campaign_id);
  },

  async streamCampaignProgress({ params, headers, caller, signal }, app) {
    const { organization_id } = caller;
    const look = () => progressOf(app, organization_id, params.campaign_id);
    const name = `${organization_id}/${params.campaign_id}`;
    const looks = app.polls.campaigns.follow(name, { first: await look(), look, signal });
    return streamChanges(looks, { lastEventId: headers['last-event-id'], show });
  },
} satisfies HandlersFor<
  'previewCampaign' | 'getCampaignProgress' | 'streamCampaignProgress',
  CampaignsApp
>;

const progressOf = async (
  app: CampaignsApp,
  organizationId: number,
  id: number,
): Promise<Progress> => campaignProgress(await queries.get(app.db, organizationId, id), app.now());

function show(progress: Progress) {
  const { at: _, ...state } = progress;
  const isLast = isFinished(progress);
  return {
    data: { event: isLast ? ('complete' as const) : ('progress' as const), ...progress },
    state,
    isLast,
  };
}
