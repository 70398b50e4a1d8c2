import { asChange, makeChange } from '../../audit/actions.ts';
import { randomUUID } from 'node:crypto';
import { mustFit } from '../../billing/quotas/actions.ts';
import type { WebhooksApp } from '../context.ts';
import { pageOf } from '../../db/page.ts';
import { invalid, tooManyAtOnce } from '../../errors.ts';
import { tagged } from '../../http/etag.ts';
import type { OperationRequest, HandlersFor } from '../../http/contract.ts';
import {
  isTimestamp,
  later,
  parseTimestamp,
  type Timestamp,
  timestampRule,
} from '../../timestamp.ts';
import { traceHeaders } from '../../telemetry/spans.ts';
import { wakeAfter } from '../actions.ts';
import { createPoster } from '../deliveries/post.ts';
import { giveUpAll } from '../deliveries/record-queries.ts';
import { replaySince } from '../deliveries/replay-queries.ts';
import { sampleEvent } from '../events/rules.ts';
import { mustBeEnabled } from './actions.ts';
import { audited } from './audit.ts';
import { announceDisabled } from './disabling.ts';
import * as endpoints from './queries.ts';
import { normalizedUrl, previousSecretExpiry } from './rules.ts';
import { newSecret, sealSecret, signerOf } from './secrets.ts';
import { targetFault } from './targets.ts';
import type { Reservation } from '../../fairness/capacity.ts';
import type { EndpointRow } from './queries.ts';
import type { components } from '../../../generated/api.ts';

const webhookEndpoint = (
  row: EndpointRow,
  now: Timestamp,
): components['schemas']['WebhookEndpoint'] => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  status: row.status,
  disabled_reason: row.disabled_reason,
  disabled_at: row.disabled_at,
  previous_secret_expires_at:
    row.previous_secret_expires_at !== null && now < row.previous_secret_expires_at
      ? row.previous_secret_expires_at
      : null,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/** Includes the secret, which no other response shows. */
const createdWebhookEndpoint = (
  row: EndpointRow,
  now: Timestamp,
  secret: string,
): components['schemas']['CreatedWebhookEndpoint'] => ({ ...webhookEndpoint(row, now), secret });

/** A test waits for its response as long as a delivery does. */
const maxPerOrganization = 5;

const testsOf = ({
  id,
  organization_id,
}: Pick<EndpointRow, 'id' | 'organization_id'>): Reservation[] => [
  {
    name: `tests of webhook endpoint ${id}`,
    limit: 1,
    refusal: () => tooManyAtOnce('This endpoint is being tested. Try again when the test ends.', 5),
  },
  {
    name: `webhook tests of organization ${organization_id}`,
    limit: maxPerOrganization,
    refusal: () =>
      tooManyAtOnce(
        `Your organization is testing ${maxPerOrganization} endpoints, the maximum. Try again when a test ends.`,
        5,
      ),
  },
];

const replayableMs = 30 * 24 * 60 * 60 * 1000;

export const webhookEndpoints = {
  async listWebhookEndpoints({ query, caller }, app) {
    const rows = await endpoints.list(app.db, caller.organization_id, query);
    return pageOf(rows, query, (row) => webhookEndpoint(row, app.now()));
  },

  createWebhookEndpoint: {
    before: ({ body }, app) => mustBeAllowed(body.url, app),
    async work({ body, ...call }, app) {
      const at = app.now();
      const secret = newSecret();
      const row = await makeChange(
        { ...call, at },
        app,
        async ({ trx, organization_id, record }) => {
          const endpoint = await endpoints.insert(trx, {
            organization_id,
            url: normalizedUrl(body.url),
            description: body.description ?? null,
            events: unique(body.events ?? ['call_ended', 'call_analyzed']),
            secret_encrypted: sealSecret(app.secrets, organization_id, secret),
            created_at: at,
            updated_at: at,
          });
          await mustFit(trx, organization_id, ['webhook_endpoint_limit']);
          await record('webhook_endpoint.created', endpoint.id, { after: audited(endpoint) });
          return endpoint;
        },
      );
      return withSecret(row, at, secret);
    },
  },

  async getWebhookEndpoint({ params, caller }, app) {
    const row = await endpoints.get(app.db, caller.organization_id, params.endpoint_id);
    return shown(row, app.now());
  },

  async updateWebhookEndpoint({ params, body, ...call }, app) {
    await endpoints.get(app.db, call.caller.organization_id, params.endpoint_id);
    if (body.url !== undefined) await mustBeAllowed(body.url, app);
    return makeChange(call, app, async ({ trx, organization_id, at, mustMatch, record }) => {
      const row = await endpoints.lock(trx, organization_id, params.endpoint_id);
      mustMatch(row);
      if (Object.keys(body).length === 0) return shown(row, at);
      const changed = await endpoints.update(trx, row.id, {
        ...body,
        ...(body.url !== undefined && { url: normalizedUrl(body.url) }),
        ...(body.events && { events: unique(body.events) }),
        updated_at: at,
      });
      const after = audited(changed);
      await record('webhook_endpoint.updated', row.id, { before: audited(row), after });
      return shown(changed, at);
    });
  },

  deleteWebhookEndpoint: asChange(async ({ trx, params, organization_id, mustMatch, record }) => {
    const row = await endpoints.lockForRemoval(trx, organization_id, params.endpoint_id);
    mustMatch(row);
    await endpoints.remove(trx, row.id);
    await record('webhook_endpoint.deleted', row.id, { before: audited(row) });
  }),

  async disableWebhookEndpoint(call, app) {
    return setStatus(call, app, 'disabled');
  },

  async enableWebhookEndpoint(call, app) {
    return setStatus(call, app, 'enabled');
  },

  rotateWebhookSecret: asChange(
    async ({ trx, params, organization_id, at, mustMatch, record }, app) => {
      const row = await endpoints.lock(trx, organization_id, params.endpoint_id);
      mustMatch(row);
      const secret = newSecret();
      const changed = await endpoints.update(trx, row.id, {
        secret_encrypted: sealSecret(app.secrets, organization_id, secret),
        previous_secret_encrypted: row.secret_encrypted,
        previous_secret_expires_at: previousSecretExpiry(at),
        updated_at: at,
      });
      const { previous_secret_expires_at } = changed;
      const after = { previous_secret_expires_at };
      await record('webhook_endpoint.secret_rotated', row.id, { after });
      return withSecret(changed, at, secret);
    },
  ),

  async testWebhookEndpoint({ params, caller, traceparent }, app) {
    const { organization_id } = caller;
    const row = await endpoints.getWithSecrets(app.db, organization_id, params.endpoint_id);
    const now = app.now();
    const id = `msg_test_${randomUUID().replaceAll('-', '')}`;
    const body = JSON.stringify(sampleEvent(id, now));
    const signed = signerOf(app.secrets, row, now)(id, body, app.clock.real());
    const headers = { ...signed, ...traceHeaders(traceparent) };
    const release = app.inProgress.take(testsOf(row));
    const poster = createPoster({ allowPrivate: app.config.webhookAllowPrivate });
    try {
      const { status, duration_ms, answer, error } = await poster.post({
        url: row.url,
        headers,
        body,
      });
      return { is_delivered: error === null, status, duration_ms, answer, error };
    } finally {
      await poster.close().finally(release);
    }
  },

  async replayWebhookEvents({ params, body, ...call }, app) {
    if (!isTimestamp(body.created_after))
      throw invalid(['body', 'created_after'], timestampRule, body.created_after);
    return makeChange(call, app, async ({ trx, organization_id, at, record }) => {
      const endpoint = await endpoints.lock(trx, organization_id, params.endpoint_id);
      mustBeEnabled(endpoint);
      const earliest = later(at, -replayableMs);
      const requested = parseTimestamp(body.created_after);
      const created_after = requested < earliest ? earliest : requested;
      const endpoint_id = endpoint.id;
      const since = { endpoint_id, organization_id, created_after, now: at };
      const replayed = await replaySince(trx, since);
      if (replayed > 0) {
        const after = { created_after, replayed };
        await record('webhook_endpoint.events_replayed', endpoint_id, { after });
        await wakeAfter(trx, app.jobs);
      }
      return { endpoint_id, created_after, replayed_count: replayed };
    });
  },
} satisfies HandlersFor<
  | 'listWebhookEndpoints'
  | 'createWebhookEndpoint'
  | 'getWebhookEndpoint'
  | 'updateWebhookEndpoint'
  | 'deleteWebhookEndpoint'
  | 'disableWebhookEndpoint'
  | 'enableWebhookEndpoint'
  | 'rotateWebhookSecret'
  | 'testWebhookEndpoint'
  | 'replayWebhookEvents',
  WebhooksApp
>;

/** Writes nothing, not even the revision, if the endpoint already has the status. */
const setStatus = (
  request: OperationRequest<'disableWebhookEndpoint' | 'enableWebhookEndpoint'>,
  app: WebhooksApp,
  status: endpoints.EndpointRow['status'],
) =>
  makeChange(request, app, async ({ trx, organization_id, at, cause, mustMatch, record }) => {
    const row = await endpoints.lock(trx, organization_id, request.params.endpoint_id);
    mustMatch(row);
    if (row.status === status) return shown(row, at);
    const changed = await endpoints.update(trx, row.id, {
      ...(status === 'enabled' ? endpoints.enabled : endpoints.disabled('requested', at)),
      updated_at: at,
    });
    const change = { before: audited(row), after: audited(changed) };
    await record(`webhook_endpoint.${status}`, row.id, change);
    if (status === 'disabled') {
      const { caller } = cause;
      await giveUpAll(trx, row, at);
      await announceDisabled(trx, { endpoint: row, disabled_reason: 'requested', caller, now: at });
      await wakeAfter(trx, app.jobs);
    }
    return shown(changed, at);
  });

const shown = (row: endpoints.EndpointRow, now: Timestamp) =>
  tagged(webhookEndpoint(row, now), row);

/** The ETag is that of a GET, whose body has no secret. */
const withSecret = (row: endpoints.EndpointRow, now: Timestamp, secret: string) =>
  tagged(createdWebhookEndpoint(row, now, secret), row, {
    operation: 'getWebhookEndpoint',
    body: webhookEndpoint(row, now),
  });

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

async function mustBeAllowed(url: string, app: WebhooksApp): Promise<void> {
  const fault = await targetFault(url, { allowPrivate: app.config.webhookAllowPrivate });
  if (fault !== undefined) throw invalid(['body', 'url'], fault, url);
}
