import { asChange, makeChange } from '../audit/actions.ts';
import type { components } from '../../generated/api.ts';
import type { Caller } from '../caller.ts';
import type { CampaignsApp } from './context.ts';
import { wakeDialers } from './dialing/wake.ts';
import { auditedMetadata } from '../db/client-data.ts';
import { mustFit } from '../billing/quotas/actions.ts';
import { sortedPage } from '../db/sorted-page.ts';
import { conflict, invalid, InvalidRequest, valueError } from '../errors.ts';
import { tagged } from '../http/etag.ts';
import type { HandlersFor } from '../http/contract.ts';
import type { Timestamp } from '../timestamp.ts';
import {
  closeGate,
  configurationFor,
  deletedConfiguration,
  keepConfiguration,
  untilAnswered,
} from '../telephony/calls/index.ts';
import { machineFaults } from '../workflows/rules.ts';
import { publishedVersion } from '../workflows/placing.ts';
import { makeAccountable } from './campaign-approval.ts';
import { setDeleted } from './deletions/queries.ts';
import * as changes from './write-queries.ts';
import { type CampaignRow, lock } from './lock-queries.ts';
import { log } from './queries.ts';
import * as queries from './queries.ts';
import {
  loggedActor,
  canUpdate,
  defaultCircuitBreaker,
  defaultRetryConfig,
  isOver,
  type SentSettings,
  settingsOf,
} from './rules.ts';
import { campaign } from './views.ts';
import { hoursFaults } from '../time/hours-rules.ts';
import { isZone } from '../time/zone-rules.ts';

export const campaigns = {
  async listCampaigns({ query, caller }, app) {
    const rows = await queries.list(app.db, caller.organization_id, query);
    return sortedPage(rows, query, campaign);
  },

  async createCampaign({ body, ...call }, app) {
    const { caller } = call;
    checkSettings(body);
    const { workflow_id, source_type, source_id, telephony_configuration_id: named } = body;
    return makeChange(call, app, async ({ trx, organization_id, at, record }) => {
      await publishedVersion(trx, { organization_id, workflow_id, param: 'workflow_id' });
      const source = await changes.getSource(trx, organization_id, source_id);
      mustBeOfType(source, source_type);
      const configuration = await configurationFor(trx, organization_id, named ?? undefined);
      if (!(await keepConfiguration(trx, configuration.id))) throw deletedConfiguration();
      const after = {
        name: body.name,
        workflow_id,
        source_type,
        source_id,
        total_rows: source.total_rows,
        telephony_configuration_id: configuration.id,
        retry_config: defaultRetryConfig,
        circuit_breaker: defaultCircuitBreaker,
        ...settingsOf(body),
        max_concurrency: body.max_concurrency ?? null,
        require_prior_consent: body.require_prior_consent ?? null,
        external_id: body.external_id ?? null,
      };
      const id = await changes.insert(trx, {
        ...after,
        metadata: body.metadata,
        organization_id,
        created_by: caller.kind === 'session' ? caller.user_id : null,
        created_at: at,
      });
      await mustFit(trx, organization_id, ['unfinished_contact_limit', 'content_bytes_limit']);
      await record('campaign.created', id, {
        after: { ...after, metadata: auditedMetadata(body.metadata) },
      });
      await log(trx, id, {
        ts: at,
        level: 'info',
        event: 'campaign_created',
        message: 'The campaign was created.',
        details: { by: loggedActor(caller) },
      });
      return shown(await queries.get(trx, organization_id, id));
    });
  },

  async getCampaign({ params, caller }, app) {
    return shown(await queries.get(app.db, caller.organization_id, params.campaign_id));
  },

  async updateCampaign({ params, body, ...call }, app) {
    const { organization_id } = call.caller;
    checkSettings(body);
    const { name, max_concurrency, require_prior_consent, external_id, metadata } = body;
    const mayForbid =
      body.schedule_config !== undefined ||
      body.circuit_breaker !== undefined ||
      require_prior_consent !== undefined;
    const answer = await makeChange(call, app, async ({ trx, at, cause, mustMatch, record }) => {
      const former = await lock(trx, organization_id, params.campaign_id);
      mustMatch(former);
      const { id, state } = former;
      if (!canUpdate(state)) throw notUpdatable(state);
      if (Object.keys(body).length > 0) {
        const changed = {
          ...(name !== undefined && { name }),
          ...(max_concurrency !== undefined && { max_concurrency }),
          ...(require_prior_consent !== undefined && { require_prior_consent }),
          ...(external_id !== undefined && { external_id }),
          ...settingsOf(body),
        };
        const { caller } = cause;
        await makeAccountable(trx, former, { caller, now: at });
        const woken = state === 'running' && { wake_at: at };
        await changes.update(trx, id, { ...changed, metadata, ...woken });
        if (metadata) await mustFit(trx, organization_id, ['content_bytes_limit']);
        const before = settingsIn(former);
        const after = {
          ...before,
          ...changed,
          ...(metadata && { metadata: auditedMetadata(metadata) }),
        };
        await record('campaign.updated', id, { before, after });
        await logUpdate(trx, id, { ts: at, caller, changed: Object.keys(body) });
        // The change may allow calls that were not allowed before.
        if (state === 'running') await wakeDialers(trx, app.jobs, [organization_id]);
        if (mayForbid) await closeGate(trx, organization_id);
      }
      return shown(await queries.get(trx, organization_id, id));
    });
    if (mayForbid)
      await app.afterCommit((outer) =>
        untilAnswered(outer, { organization_id, campaign_id: params.campaign_id }),
      );
    return answer;
  },

  deleteCampaign: asChange(async ({ trx, params, organization_id, at, mustMatch, record }) => {
    const campaign = await lock(trx, organization_id, params.campaign_id);
    mustMatch(campaign);
    if (!isOver(campaign)) throw notOver(campaign);
    await setDeleted(trx, campaign, at);
    const { id, name, state, workflow_id, total_rows } = campaign;
    const before = { name, state, workflow_id, total_rows };
    await record('campaign.deleted', id, { before });
  }),
} satisfies HandlersFor<
  'listCampaigns' | 'createCampaign' | 'getCampaign' | 'updateCampaign' | 'deleteCampaign',
  CampaignsApp
>;

type SourceType = components['schemas']['CampaignSourceType'];

const shown = (row: queries.CampaignRow) => tagged(campaign(row), row);

function checkSettings({ schedule_config, machine_detection }: SentSettings): void {
  const faults = [
    ...(schedule_config
      ? hoursFaults(schedule_config, { at: ['body', 'schedule_config'], isZone })
      : []),
    ...machineFaults(machine_detection, ['body', 'machine_detection']),
  ];
  if (faults.length > 0) throw new InvalidRequest(faults.map(valueError));
}

const settingsIn = ({
  name,
  max_concurrency,
  require_prior_consent,
  retry_config,
  schedule_config,
  circuit_breaker,
  machine_detection,
  external_id,
  metadata,
}: CampaignRow) => ({
  name,
  max_concurrency,
  require_prior_consent,
  retry_config,
  schedule_config,
  circuit_breaker,
  machine_detection,
  external_id,
  metadata: auditedMetadata(metadata),
});

interface Change {
  readonly ts: Timestamp;
  readonly caller: Caller;
  readonly changed: readonly string[];
}

const logUpdate = (trx: Parameters<typeof log>[0], id: number, { ts, caller, changed }: Change) =>
  log(trx, id, {
    ts,
    level: 'info',
    event: 'campaign_updated',
    message: `The campaign was changed: ${changed.join(', ')}.`,
    details: { by: loggedActor(caller), changed },
  });

function mustBeOfType(source: { source_type: SourceType }, sent: SourceType): void {
  if (source.source_type === sent) return;
  const msg = `The source is of the type ${source.source_type}, as \`getCampaignSource\` shows. Send that.`;
  throw invalid(['body', 'source_type'], msg, sent);
}

const notUpdatable = (state: CampaignRow['state']) =>
  conflict('campaign_not_updatable', `A campaign that is ${state} can no longer be changed.`, {
    state,
  });

const notOver = ({ state }: CampaignRow) =>
  conflict(
    'campaign_not_over',
    state === 'canceled'
      ? 'The campaign is canceled, and some of its calls or contacts are not finished yet. Try again soon.'
      : `The campaign is ${state}. Cancel it first.`,
    { state },
  );
