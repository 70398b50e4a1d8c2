import { beforeEach, describe, expect, test } from 'vitest';
import type { components } from '../../../generated/api.ts';
import { eventsOf } from '../../audit/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { startServer } from '../../support/server.ts';

type Settings = components['schemas']['UpdateRetentionRequest'];

const path = '/api/v1/organizations/retention';
const nothing: Settings = {
  transcripts_days: null,
  contexts_days: null,
  contacts_days: null,
  events_days: null,
  audit_days: null,
};

let member: Member;
beforeEach(async () => {
  member = await newOrganization();
});

describe('updateRetention', () => {
  test('sets what getRetention shows, and leaves an audit event', async () => {
    const before = await member.get(path);
    expect(before.body).toEqual({ ...nothing, service: nothing, updated_at: null });

    const answer = await member.put(path, { ...nothing, contacts_days: 30, audit_days: 90 });

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ...nothing, contacts_days: 30, audit_days: 90 });
    expect((await member.get(path)).text).toBe(answer.text);
    const [event] = await eventsOf(member, { action: 'retention.updated' });
    expect(event).toMatchObject({
      organization_id: member.organization_id,
      before: { contacts_days: null, audit_days: null },
      after: { contacts_days: 30, audit_days: 90 },
    });
  });

  test.each<[Partial<Record<keyof Settings, unknown>>, string]>([
    [{ audit_days: 89 }, 'greater_than_equal'],
    [{ transcripts_days: 0 }, 'greater_than_equal'],
    [{ events_days: 36_501 }, 'less_than_equal'],
    [{ contexts_days: undefined }, 'missing'],
  ])('refuses %j', async (settings, type) => {
    const answer = await member.put(path, { ...nothing, ...settings });

    expect([answer.status, answer.body.detail[0]?.type]).toEqual([422, type]);
  });

  test('shows what the service removes of everybody', async () => {
    const retention = { runsDays: 30, eventsDays: 60, auditDays: undefined };
    const other = await startServer(
      { retention },
      member.server.connection,
      member.server.app.jobs,
    );
    try {
      const { body } = await other.send('GET', path, { token: member.token });

      expect(body.service).toEqual({
        transcripts_days: 30,
        contexts_days: 30,
        contacts_days: null,
        events_days: 60,
        audit_days: null,
      });
    } finally {
      await other.close();
    }
  });
});
