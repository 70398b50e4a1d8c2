import { expect } from 'vitest';
import { claimQueued } from '../../src/telephony/calls/jobs.ts';
import type { CommandResult } from '../../src/telephony/carriers/carrier.ts';
import type { MessageRequest } from '../../src/telephony/carriers/requests.ts';
import { newOrganization } from '../support/organizations.ts';
import type { TestServer } from '../support/server.ts';
import { givenCallable } from './calls/given.ts';
import { withCarriers } from './calls/with-carriers.ts';

export const message_url = 'https://media.example.com/reminder.mp3?from=us&to=you';
export const leaving = { on_machine: 'leave_message', message_url } as const;
export const id = 'call-1';
export const machineAt = '+12025550160';

/** A carrier that remembers its requests. */
export function givenCarrier(server: TestServer) {
  const simulated = server.app.calls.carriers.simulated;
  const carrier = {
    placed: [] as object[],
    hungUp: [] as string[],
    messages: [] as MessageRequest[],
    answers: async (): Promise<CommandResult> => ({ kind: 'accepted' }),
  };
  const app = withCarriers(server, {
    simulated: {
      ...simulated,
      async place(_, { detection, record }) {
        carrier.placed.push({ detection, record });
        return { kind: 'accepted', carrier_call_id: id };
      },
      async hangUp(_, { carrier_call_id }) {
        carrier.hungUp.push(carrier_call_id);
        return { kind: 'accepted' };
      },
      leaveMessage(_, request) {
        carrier.messages.push(request);
        return carrier.answers();
      },
    },
  });
  return Object.assign(carrier, {
    app,
    server,
    /** Sends what is due, and waits for the carrier's answers. */
    async sweep() {
      await app.calls.hangUp();
      await app.calls.settled();
    },
  });
}

type Carrier = ReturnType<typeof givenCarrier>;

/** A single call that its carrier has accepted and that was answered. */
export async function givenAnswered(
  { app, server }: Carrier,
  machine_detection: object,
  more: object = {},
) {
  const member = await newOrganization({ server });
  const { workflow_id } = await givenCallable(member, {});
  const configured = await member.put(`/api/v1/workflow/${workflow_id}`, {
    workflow_configurations: { machine_detection, ...more },
  });
  expect(configured.status).toBe(200);
  const { body } = await member.post('/api/v1/telephony/initiate-call', {
    workflow_id,
    to_number: machineAt,
  });
  const run_id = Number(body.id);
  await Promise.all(await claimQueued(app, [run_id]));
  return { member, run_id };
}

export type Answered = Awaited<ReturnType<typeof givenAnswered>>;

export const report = ({ member, run_id }: Answered, news: object): Promise<void> =>
  member.server.app.calls.report({
    run_id,
    organization_id: member.organization_id,
    at: member.server.app.now(),
    event: 'answered',
    carrier_call_id: id,
    ...news,
  });

export const machine = { answered_by: 'machine' } as const;
export const greetingEnded = { ...machine, greeting_ended: true } as const;
export const menu = { answered_by: 'ivr' };
export const messageEnded = { message_ended: true } as const;
export const runOf = async ({ member, run_id }: Answered) =>
  (await member.get(`/api/v1/runs/${run_id}`)).body;

export const hangUp = ({ member, run_id }: Answered) =>
  member.post(`/api/v1/runs/${run_id}/hang-up`);
