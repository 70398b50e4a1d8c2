import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from './random.ts';
import type { Answer } from './client.ts';
import { colleague } from './agents.ts';
import { useTokens } from './handing-over.ts';
import type { Agent } from './history.ts';
import type { Observed, Tenant } from './tenant.ts';
import type { Numbers } from './traffic.ts';

interface Client {
  readonly tenant: Tenant;
  readonly observed: Observed;
  readonly random: Random;
  readonly numbers: Numbers;
  readonly signal: AbortSignal;
}

/** The last digits of destinations: what answers, is busy, rings in vain, fails, is refused, is silent, late, or lost. */
const destinationDigits = ['00', '00', '00', '40', '50', '70', '75', '97', '98', '99'];

/** Whom the calls can be transferred to; nobody else calls these numbers. */
export const destinations = destinationDigits.map((digits, index) => ({
  name: `destination_${index}`,
  phone_number: `+198955501${digits}`,
}));

export const toolName = 'book_appointment';

/** Numbers that end lower are answered. */
const answers = 40;
const pollMs = 300;
/** A destination that was removed is named again after some seconds. */
const removedMs = 2000;
/** Agents change after so long at most. */
const talkMs = 20_000;
const unfinished = ['requested', 'ringing', 'briefing'];
const maxTransfers = 3;
/** Of a call whose agent changes. */
const maxChanges = 6;
const maxToolCalls = 4;

const isDone = ({ status }: Answer): boolean => status < 300;

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).catch(() => {});

/** Has calls answered, transfers them and calls a tool for them, and repeats some of the requests. */
export async function actInCalls(client: Client): Promise<void> {
  const { random, signal } = client;
  while (!signal.aborted) {
    await wait(500 + random.next() * 2000, signal);
    const isLong = random.chance(0.5);
    const run_id = await answeredCall(client, isLong);
    if (run_id === undefined) continue;
    const calls = Array.from({ length: random.below(maxToolCalls) }, () =>
      callTool(client, run_id),
    );
    await Promise.all([transfer(client, { run_id, isLong }), ...calls]);
  }
}

/** A call that was answered just now; undefined if it was not. The agent of a long one can change. */
async function answeredCall(
  { tenant, observed, random, numbers, signal }: Client,
  isLong: boolean,
): Promise<number | undefined> {
  const { organization_id, send } = tenant;
  const { workflow_id } = isLong ? tenant.agents[0] : tenant;
  let to_number = numbers.next();
  while (Number(to_number.slice(-2)) >= answers) to_number = numbers.next();
  const key = crypto.randomUUID();
  const telephony_configuration_id = isLong
    ? tenant.agentConfiguration
    : random.pick(tenant.configurations);
  const placed = await send({
    method: 'POST',
    path: '/telephony/initiate-call',
    body: { workflow_id, to_number, telephony_configuration_id },
    headers: { 'idempotency-key': key },
  });
  if (!isDone(placed)) return undefined;
  const run_id = Number(placed.body['id']);
  observed.requests.push({ organization_id, key, run_id });
  while (!signal.aborted) {
    await wait(pollMs, signal);
    const { body } = await send({ method: 'GET', path: `/runs/${run_id}` });
    if (body['phase'] === 'talking') return run_id;
    if (body['phase'] === 'ended') return undefined;
  }
  return undefined;
}

interface Answered {
  readonly run_id: number;
  readonly isLong: boolean;
}

const briefing = { text: 'Ada asks for another bill.' };

function requestedOf(random: Random, isLong: boolean) {
  if (isLong && random.chance(0.6)) return { destination: colleague, kind: 'handoff', briefing };
  const destination = random.pick(destinations).name;
  return random.chance(0.3)
    ? { destination, kind: 'warm', briefing }
    : { destination, kind: 'cold' };
}

/** Transfers a call until a person answers, and takes some transfers back. */
async function transfer(client: Client, { run_id, isLong }: Answered): Promise<void> {
  const { tenant, observed, random, signal } = client;
  const { organization_id, send } = tenant;
  const path = `/runs/${run_id}/transfers`;
  const agents: Agent[] = [0];
  const most = isLong ? maxChanges : maxTransfers;
  for (let requests = 0; requests < most && !signal.aborted; requests += 1) {
    const key = crypto.randomUUID();
    const body = requestedOf(random, isLong);
    const isHandoff = body.kind === 'handoff';
    const request = { method: 'POST', path, body, headers: { 'idempotency-key': key } };
    let id = 0;
    for (let times = random.chance(0.3) ? 2 : 1; times > 0; times -= 1) {
      const answer = await send(request);
      if (!isDone(answer)) {
        if (answer.body['code'] === 'transfer_destination_unknown') break;
        return;
      }
      id = Number(answer.body['id']);
      observed.transfers.push({ organization_id, key, transfer_id: id });
    }
    if (id === 0) {
      await wait(removedMs, signal);
      continue;
    }
    if (random.chance(0.2)) {
      await wait(random.next() * 2000, signal);
      await send({
        method: 'POST',
        path: `${path}/${id}/cancel`,
        headers: { 'idempotency-key': crypto.randomUUID() },
      });
    }
    for (let status = 'requested'; unfinished.includes(status);) {
      if (signal.aborted) return;
      await wait(pollMs, signal);
      status = (await send({ method: 'GET', path: `${path}/${id}` })).body['status'];
      if (status === 'bridged' && !isHandoff) return;
    }
    if (!isHandoff) continue;
    agents.push(id);
    await useTokens(client, { run_id, agents });
    await wait(random.next() * talkMs, signal);
  }
}

/** Calls a tool that changes something, sometimes twice at once with one ID. */
async function callTool(
  { tenant, observed, random, signal }: Client,
  run_id: number,
): Promise<void> {
  await wait(random.next() * 6000, signal);
  const call_id = crypto.randomUUID();
  const request = {
    method: 'POST',
    path: `/runs/${run_id}/tools/${toolName}`,
    body: { call_id, arguments: { id: call_id } },
  };
  const times = random.chance(0.3) ? 2 : 1;
  const answered = await Promise.all(Array.from({ length: times }, () => tenant.send(request)));
  for (const answer of answered)
    if (isDone(answer))
      observed.toolAnswers.push({
        call_id,
        execution_id: answer.body['id'],
        status: answer.body['status'],
      });
}
