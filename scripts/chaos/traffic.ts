import { setTimeout as pause } from 'node:timers/promises';
import { actInCalls } from './acting.ts';
import { changeDestinations } from './handing-over.ts';
import type { Random } from './random.ts';
import type { Answer } from './client.ts';
import type { Forbidden } from './history.ts';
import { connector_name, type Observed, type Tenant } from './tenant.ts';

interface Parts {
  readonly tenant: Tenant;
  readonly observed: Observed;
  readonly random: Random;
  readonly numbers: Numbers;
  readonly signal: AbortSignal;
}

/** Fictitious numbers; each is used once. */
export interface Numbers {
  next(): string;
  /** A beginning of a hundred numbers that nothing else uses. */
  nextPrefix(): string;
}

const firstArea = 201;
const areasOfNumbers = 500;

export function createNumbers(): Numbers {
  let used = 0;
  let prefixes = 0;
  return {
    next() {
      const [area, digits] = [firstArea + Math.floor(used / 100), used % 100];
      used++;
      if (area >= firstArea + areasOfNumbers) throw new Error('All numbers are used.');
      return `+1${area}55501${String(digits).padStart(2, '0')}`;
    },
    nextPrefix: () => `+1${firstArea + areasOfNumbers + prefixes++}`,
  };
}

/** A campaign that this program started. */
interface Started {
  readonly id: number;
  readonly numbers: readonly string[];
}

const isDone = ({ status }: Answer): boolean => status < 300;

/** Sends random requests of one organization until stopped, and observes what they forbid and allow. */
export async function sendTraffic(
  parts: Omit<Parts, 'random'>,
  randoms: () => Random,
): Promise<void> {
  const started: Started[] = [];
  const each = { ...parts, started };
  await Promise.all([
    ...Array.from({ length: campaignsAtOnce }, () => runCampaigns({ ...each, random: randoms() })),
    listNumbers({ ...each, random: randoms() }),
    placeCalls({ ...each, random: randoms() }),
    useApprovals({ ...each, random: randoms() }),
    changeDestinations({ ...each, random: randoms() }),
    ...Array.from({ length: actingAtOnce }, () => actInCalls({ ...each, random: randoms() })),
  ]);
}

interface Client extends Parts {
  readonly started: Started[];
}

const campaignsAtOnce = 3;
const maxRunning = 6;
/** Calls of an organization in which something is done. */
const actingAtOnce = 3;

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).catch(() => {});

/** The headers of a request that is sent again until it is answered, and then done once. */
const once = () => ({ 'idempotency-key': crypto.randomUUID() });

/** Creates campaigns, pauses and resumes them, and cancels some. */
async function runCampaigns(client: Client): Promise<void> {
  const { tenant, observed, random, signal } = client;
  while (!signal.aborted) {
    await roomForCampaign(client);
    if (signal.aborted) return;
    const { id } = await startCampaign(client);
    const change = (verb: string): Promise<Answer> =>
      tenant.send({ method: 'POST', path: `/campaign/${id}/${verb}`, headers: once() });
    const forbid = (by: Forbidden['by'], { answered_at }: Answer): Forbidden => {
      const rule: Forbidden = {
        by,
        organization_id: tenant.organization_id,
        campaign_id: id,
        answered_at,
      };
      observed.forbidden.push(rule);
      return rule;
    };
    for (let changes = random.below(5) + 1; changes > 0 && !signal.aborted; changes--) {
      await wait(5000 + random.next() * 15_000, signal);
      const paused = await change('pause');
      const rule = isDone(paused) ? forbid('pause', paused) : undefined;
      await wait(random.next() * 8000, signal);
      // The circuit breaker may have paused it.
      const resumed = await change('resume');
      if (rule) rule.allowed_at = resumed.sent_at;
    }
    if (!random.chance(0.3)) continue;
    const canceled = await change('cancel');
    if (isDone(canceled)) forbid('cancel', canceled);
  }
}

/** Waits while so many campaigns are running that another would only wait for slots. */
async function roomForCampaign({ tenant, signal }: Client): Promise<void> {
  while (!signal.aborted) {
    const { items } = await tenant.api('GET', `/campaign?state=running&limit=${maxRunning}`);
    if (items.length < maxRunning) return;
    await wait(2000, signal);
  }
}

async function startCampaign({
  tenant,
  observed,
  random,
  numbers,
  started,
}: Client): Promise<Started> {
  const contacts = Array.from({ length: 20 + random.below(40) }, () => numbers.next());
  const { api, organization_id } = tenant;
  const csv = ['phone_number', ...contacts].join('\n');
  const source = await api('POST', '/campaign-sources', csv, once());
  const max_concurrency = random.chance(0.5) ? 2 + random.below(6) : undefined;
  const body = {
    name: `Chaos ${crypto.randomUUID()}`,
    workflow_id: tenant.workflow_id,
    source_type: 'csv',
    source_id: source['id'],
    telephony_configuration_id: random.pick(tenant.configurations),
    retry_config: { max_retries: 1, retry_delay_seconds: 5 },
    ...(max_concurrency !== undefined && { max_concurrency }),
  };
  const campaign_id: number = (await api('POST', '/campaign', body, once()))['id'];
  for (const number of contacts)
    observed.campaignOf.set(`${organization_id} ${number}`, campaign_id);
  if (max_concurrency !== undefined)
    observed.limits.push({ organization_id, campaign_id, calls: max_concurrency });
  await api('POST', `/campaign/${campaign_id}/start`, undefined, once());
  const campaign = { id: campaign_id, numbers: contacts };
  started.push(campaign);
  return campaign;
}

/** Adds numbers of campaigns to the do-not-call list, and removes some of them. */
async function listNumbers({ tenant, observed, random, started, signal }: Client): Promise<void> {
  const { organization_id, send } = tenant;
  while (!signal.aborted) {
    await wait(500 + random.next() * 3000, signal);
    if (started.length === 0) continue;
    const prefix = random.pick(random.pick(started.slice(-5)).numbers);
    const added = await send({
      method: 'POST',
      path: '/do-not-call',
      body: { phone_numbers: [{ phone_number: prefix }] },
      headers: once(),
    });
    if (!isDone(added)) continue;
    const { answered_at } = added;
    const rule: Forbidden = { by: 'do_not_call', organization_id, prefix, answered_at };
    observed.forbidden.push(rule);
    if (random.chance(0.7)) continue;
    await wait(random.next() * 5000, signal);
    const removed = await send({
      method: 'POST',
      path: '/do-not-call/remove',
      body: { phone_numbers: [prefix] },
      headers: once(),
    });
    // The number may have been added before, too.
    for (const each of observed.forbidden)
      if (each.prefix === prefix && each.organization_id === organization_id)
        each.allowed_at ??= removed.sent_at;
  }
}

/** Places single calls, and repeats some requests with their key. */
async function placeCalls({ tenant, observed, random, numbers, signal }: Client): Promise<void> {
  const { organization_id, workflow_id, send } = tenant;
  while (!signal.aborted) {
    await wait(1000 + random.next() * 4000, signal);
    const key = crypto.randomUUID();
    const request = {
      method: 'POST',
      path: '/telephony/initiate-call',
      body: {
        workflow_id,
        to_number: numbers.next(),
        telephony_configuration_id: random.pick(tenant.configurations),
      },
      headers: { 'idempotency-key': key },
    };
    for (let times = random.chance(0.3) ? 2 : 1; times > 0; times--) {
      const answer = await send(request);
      if (isDone(answer))
        observed.requests.push({ organization_id, key, run_id: answer.body['id'] });
    }
  }
}

/** Approves a few calls of a connector, which tries to place more, and revokes some approvals meanwhile. */
async function useApprovals({ tenant, observed, random, numbers, signal }: Client): Promise<void> {
  const { organization_id, workflow_id, send, sendAsConnector } = tenant;
  while (!signal.aborted) {
    const prefix = numbers.nextPrefix();
    const max_uses = 2 + random.below(6);
    const policy = await send({
      method: 'POST',
      path: '/approval-policies',
      headers: once(),
      body: {
        connector_name,
        action_type: 'call_initiate',
        target_name: tenant.workflow,
        destination: { kind: 'e164_prefix', value: prefix },
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
        max_uses,
      },
    });
    if (!isDone(policy)) throw new Error(`createApprovalPolicy: ${JSON.stringify(policy)}`);
    observed.policies.push({ organization_id, prefix, max_uses });
    const revoke = async (): Promise<void> => {
      await wait(random.next() * 10_000, signal);
      const path = `/approval-policies/${policy.body['id']}/revoke`;
      const body = { reason: 'customer_request' };
      const revoked = await send({ method: 'POST', path, body, headers: once() });
      if (isDone(revoked))
        observed.forbidden.push({
          by: 'revoke',
          organization_id,
          prefix,
          answered_at: revoked.answered_at,
        });
    };
    const place = async (index: number): Promise<void> => {
      await wait(random.next() * 12_000, signal);
      const key = crypto.randomUUID();
      const answer = await sendAsConnector({
        method: 'POST',
        path: '/telephony/initiate-call',
        body: { workflow_id, to_number: `${prefix}55501${String(index).padStart(2, '0')}` },
        headers: { 'idempotency-key': key },
      });
      if (isDone(answer))
        observed.requests.push({ organization_id, key, run_id: answer.body['id'] });
    };
    await Promise.all([
      ...(random.chance(0.5) ? [revoke()] : []),
      ...Array.from({ length: max_uses + 3 }, (_, index) => place(index)),
    ]);
    await wait(20_000, signal);
  }
}
