import type { Forbidden } from '../../scripts/chaos/history.ts';
import { timestampOf } from '../../src/timestamp.ts';
import { type AgentClients, createAgentClients } from './agents.ts';
import type { Answer, Api, Sent } from './api.ts';
import type { Observed } from './observed.ts';
import { longPrefix } from './handoffs.ts';
import type { Action, Plan } from './plan.ts';
import type { Scheduler } from './scheduler.ts';
import { destination } from './transfers.ts';
import { connector_name, numberOf, type Tenant, workflowName } from './tenant.ts';

/** The numbers that an approval covers, and that no campaign has. */
export const approvedPrefix = '+1303555';

interface Parts {
  readonly api: Api;
  readonly scheduler: Scheduler;
  readonly tenant: Tenant;
  readonly plan: Plan;
  readonly observed: Observed;
  /** The token of the agent with which the network connected a call last. */
  readonly tokenOf: (runId: number) => string | undefined;
}

export interface Clients {
  /** Does what the plan says for one client, and writes down what it may rely on. */
  act(client: number, actions: readonly Action[]): Promise<void>;
  /** Resumes campaigns, so that they can end. */
  resume(id: number): Promise<void>;
  /** Cancels campaigns that nobody has started. */
  cancel(id: number): Promise<void>;
}

const maxTries = 60;
/** After so many calls that nobody answered, none is transferred. */
const maxCalls = 4;

const isDone = ({ status }: Pick<Answer, 'status'>): boolean => status < 300;

export function createClients(parts: Parts): Clients {
  const { api, scheduler, tenant, plan, observed } = parts;
  const { organization_id, workflow_id, session, connector } = tenant;
  const [{ workflow_id: agentsWorkflow }] = tenant.agents;
  /** The ids of campaigns that exist, and of the policies for calls and for each campaign. */
  const campaigns = new Map<number, number>();
  const policies = new Map<'calls' | number, Promise<string | undefined>>();
  let keys = 0;
  let numbers = 0;
  let added = 0;
  let latest = '';
  let newest: { readonly run_id: number; readonly to_number: string } | undefined;
  const newKey = (): string => `key-${(keys += 1)}`;
  const send = (sent: Omit<Sent, 'caller' | 'key'> & Partial<Sent>): Promise<Answer> =>
    api.send({ caller: session, key: newKey(), ...sent });

  const agents: AgentClients = createAgentClients({ ...parts, send, newKey });

  function approve(of: 'calls' | number, policy: object): Promise<string | undefined> {
    const known = policies.get(of);
    if (known) return known;
    const expires_at = timestampOf(new Date(scheduler.now() + 86_400_000));
    const approving = send({
      operation: 'createApprovalPolicy',
      body: { connector_name, expires_at, ...policy },
    }).then((answer) => (isDone(answer) ? String(answer.body['id']) : undefined));
    policies.set(of, approving);
    return approving;
  }

  /** The campaign's id; creates it if it does not exist. */
  async function campaignOf(index: number): Promise<number> {
    const known = campaigns.get(index);
    if (known !== undefined) return known;
    const { max_concurrency, max_retries } = plan.campaigns[index]!;
    const { body } = await send({
      operation: 'createCampaign',
      key: `create-${index}`,
      body: {
        name: `Campaign ${index}`,
        workflow_id,
        source_type: 'csv',
        source_id: tenant.sources[index]!.id,
        retry_config: { max_retries, retry_delay_seconds: 5 },
        ...(max_concurrency !== null && { max_concurrency }),
      },
    });
    const id = Number(body['id']);
    campaigns.set(index, id);
    for (const number of tenant.sources[index]!.numbers) observed.campaignOf.set(number, id);
    observed.limit(id, max_concurrency);
    return id;
  }

  async function start(index: number): Promise<void> {
    const id = await campaignOf(index);
    const { needs_approval } = plan.campaigns[index]!;
    if (needs_approval)
      await approve(index, {
        action_type: 'campaign_start',
        target_name: `Campaign ${index}`,
        destination: { kind: 'campaign', value: String(id) },
        max_uses: 1,
      });
    await send({
      operation: 'startCampaign',
      params: { campaign_id: id },
      ...(needs_approval && { caller: connector }),
    });
  }

  /** A request that forbids calls from its response on. */
  async function forbid(
    rule: Omit<Forbidden, 'organization_id' | 'answered_at'>,
    sent: Parameters<typeof send>[0],
  ) {
    const answer = await send(sent);
    if (isDone(answer)) observed.forbid({ organization_id, ...rule }, answer);
  }

  async function resume(campaign_id: number): Promise<void> {
    const allowing = observed.allow({ campaign_id }, scheduler.now());
    await send({ operation: 'resumeCampaign', params: { campaign_id } });
    allowing.answered_at = scheduler.now();
  }

  async function call(
    to_number: string,
    { caller = session, of = workflow_id }: { caller?: Sent['caller']; of?: number } = {},
  ): Promise<number | undefined> {
    const key = `call-${to_number}`;
    const body = { workflow_id: of, to_number };
    let run_id: number | undefined;
    // A client that is not sure repeats its request.
    for (let times = scheduler.random.chance(0.3) ? 2 : 1; times > 0; times -= 1) {
      const answer = await send({ operation: 'initiateCall', body, caller, key });
      if (!isDone(answer)) continue;
      run_id = Number(answer.body['id']);
      newest = { run_id, to_number };
      observed.requests.push({ organization_id, key, run_id });
    }
    return run_id;
  }

  /** A call that has ended by the response, or that nobody had placed, is not placed after it. */
  async function hangUp({ run_id, to_number }: NonNullable<typeof newest>): Promise<void> {
    const answer = await send({ operation: 'hangUpRun', params: { run_id } });
    if (isDone(answer) && answer.body['state'] === 'completed')
      observed.forbid({ organization_id, by: 'hang_up', prefix: to_number }, answer);
  }

  /**
   * Waits until the call is answered, and transfers it; a client that is not sure repeats its request. Returns whether the
   * call was answered.
   */
  async function transfer(run_id: number): Promise<boolean> {
    const key = `transfer-${(keys += 1)}`;
    const body = { destination: destination.name, kind: 'cold' };
    let times = scheduler.random.chance(0.3) ? 2 : 1;
    for (let tries = 0; tries < maxTries && times > 0; tries += 1) {
      const params = { run_id };
      const answer = await send({ operation: 'createRunTransfer', params, body, key });
      const transfer_id = Number(answer.body['id']);
      if (isDone(answer)) observed.transfers.push({ organization_id, key, transfer_id });
      else if (answer.body['code'] !== 'call_not_answered')
        return answer.body['code'] !== 'call_ended';
      else await scheduler.sleep(500, 'waits for an answer');
      if (isDone(answer)) times -= 1;
      if (times === 0 && isDone(answer) && scheduler.random.chance(0.2))
        await send({ operation: 'cancelRunTransfer', params: { run_id, transfer_id } });
    }
    return times === 0;
  }

  /** Calls until somebody answers. */
  async function callAndTransfer(): Promise<void> {
    for (let calls = 0; calls < maxCalls; calls += 1) {
      const run_id = await call(nextNumber('+1404555'));
      if (run_id !== undefined && (await transfer(run_id))) return;
    }
  }

  async function callAndHandOver(): Promise<void> {
    for (let calls = 0; calls < maxCalls; calls += 1) {
      const run_id = await call(nextNumber(longPrefix), { of: agentsWorkflow });
      if (run_id !== undefined && (await agents.handOver(run_id))) return;
    }
  }

  function nextNumber(prefix: string): string {
    numbers += 1;
    latest = `${prefix}01${String(numbers).padStart(2, '0')}`;
    return latest;
  }

  const list = (prefix: string): Promise<void> =>
    forbid(
      { by: 'do_not_call', prefix },
      { operation: 'addDoNotCallNumbers', body: { phone_numbers: [{ phone_number: prefix }] } },
    );

  async function perform(action: Action): Promise<void> {
    switch (action.do) {
      case 'wait':
        return scheduler.sleep(action.ms, 'has waited');
      case 'call':
        return void (await call(nextNumber('+1404555')));
      case 'forbid_call':
        return latest === '' ? undefined : list(latest);
      case 'transfer':
        return callAndTransfer();
      case 'hand_over':
        return callAndHandOver();
      case 'remove_colleague':
        return agents.change(action.of, 'nobody');
      case 'add_colleague':
        return agents.change(action.of, 'colleague');
      case 'hang_up':
        return newest && hangUp(newest);
      case 'call_with_approval':
        await approve('calls', {
          action_type: 'call_initiate',
          target_name: workflowName,
          destination: { kind: 'e164_prefix', value: approvedPrefix },
          max_uses: plan.max_uses,
        });
        return void (await call(nextNumber(approvedPrefix), { caller: connector }));
      case 'revoke': {
        const policy_id = await policies.get(action.of);
        if (policy_id === undefined) return;
        const of =
          action.of === 'calls'
            ? { prefix: approvedPrefix }
            : { campaign_id: campaigns.get(action.of)! };
        return forbid(
          { by: 'revoke', ...of },
          {
            operation: 'revokeApprovalPolicy',
            params: { policy_id },
            body: { reason: 'customer_request' },
          },
        );
      }
      default:
        return onCampaign(action);
    }
  }

  type OnCampaign = Extract<Action, { readonly campaign: number }>;

  async function onCampaign(action: OnCampaign): Promise<void> {
    const index = action.campaign % plan.campaigns.length;
    if (action.do === 'start') return start(index);
    if (action.do === 'forbid_number' || action.do === 'allow_number') {
      const prefix = numberOf(index, action.contact);
      if (action.do === 'forbid_number') return list(prefix);
      const allowing = observed.allow({ prefix }, scheduler.now());
      await send({ operation: 'removeDoNotCallNumbers', body: { phone_numbers: [prefix] } });
      allowing.answered_at = scheduler.now();
      return;
    }
    const campaign_id = campaigns.get(index);
    if (campaign_id === undefined) return;
    const params = { campaign_id };
    switch (action.do) {
      case 'pause':
        return forbid({ by: 'pause', campaign_id }, { operation: 'pauseCampaign', params });
      case 'cancel':
        return forbid({ by: 'cancel', campaign_id }, { operation: 'cancelCampaign', params });
      case 'resume':
        return resume(campaign_id);
      case 'add': {
        added += 1;
        const phone_number = `+121255501${String(added).padStart(2, '0')}`;
        observed.campaignOf.set(phone_number, campaign_id);
        const body = { contacts: [{ phone_number }] };
        await send({ operation: 'addCampaignContacts', params, body });
        return;
      }
      case 'limit': {
        const { max_concurrency } = action;
        observed.limit(campaign_id, max_concurrency);
        await send({ operation: 'updateCampaign', params, body: { max_concurrency } });
      }
    }
  }

  return {
    async act(client, actions) {
      for (const action of actions) {
        scheduler.note(`client ${client}`, JSON.stringify(action));
        await perform(action);
      }
    },
    resume,
    cancel: (campaign_id) =>
      forbid(
        { by: 'cancel', campaign_id },
        { operation: 'cancelCampaign', params: { campaign_id } },
      ),
  };
}
