import { randomUUID } from 'node:crypto';
import type { Member } from '../support/organizations.ts';
import type { Agent, Shown } from './given.ts';

/** What a task's scripted solution works with. It knows the task's words and what tools answer, nothing else. */
export interface Solving {
  readonly agent: Agent;
  /** The people of the organization, who answer a request. */
  accept(requestId: string): Promise<unknown>;
  decline(requestId: string): Promise<unknown>;
}

export interface Task {
  readonly words: string;
  /** Makes what the task is about; returns what the check needs. */
  readonly given: (member: Member) => Promise<Facts>;
  /** Solves it through tools alone. `facts.told` is what the words name. Returns what the agent reports. */
  readonly solve: (solving: Solving, told: Record<string, unknown>) => Promise<unknown>;
  /** The resulting state, of which `expected` is a part. */
  readonly check: (
    member: Member,
    facts: Facts,
    report: unknown,
  ) => Promise<{ readonly state: unknown; readonly expected: unknown }>;
}

export interface Facts {
  readonly told: Record<string, unknown>;
  readonly [name: string]: unknown;
}

export const newKey = () => ({ idempotency_key: randomUUID() });

/** Requests what a refusal says is needed. */
export const requestApproval = async ({ agent }: Solving, refused: Shown, changes: object = {}) =>
  (
    await agent.use('request_approval', {
      policy: { ...refused['approval'].policy, ...changes },
      reason: 'It is part of my task.',
      ...newKey(),
    })
  )['result'];

/** Does something that may need an approval: as soon as it is approved, the same request again. */
export async function approved(solving: Solving, tool: string, args: Record<string, unknown>) {
  const first = await solving.agent.use(tool, args);
  if (first['code'] !== 'approval_required') return first;
  await solving.accept((await requestApproval(solving, first)).id);
  return solving.agent.use(tool, args);
}

export const runsIn = async (member: Member): Promise<readonly Record<string, unknown>[]> =>
  (await member.get('/api/v1/runs')).body.items;

export const policiesIn = async (member: Member): Promise<readonly Record<string, unknown>[]> =>
  (await member.get('/api/v1/approval-policies')).body.items;

export const requestsIn = async (member: Member): Promise<readonly Record<string, unknown>[]> =>
  (await member.get('/api/v1/approval-requests')).body.items;
