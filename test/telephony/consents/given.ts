import { later } from '../../../src/timestamp.ts';
import type { Member } from '../../support/organizations.ts';

export const collection = '/api/v1/consents';
export const to_number = '+12025550123';
export const purpose = 'appointment_reminders';

export const consent = {
  phone_number: '+1 (202) 555-0123',
  purpose,
  obtained_at: '2026-01-02T12:00:00+01:00',
  source: 'Registration form',
};

export const add = (member: Member, changes: object = {}) =>
  member.post(collection, { ...consent, ...changes });

export const inMinutes = ({ server }: Member, minutes: number): string =>
  later(server.app.now(), minutes * 60_000);

export const audited = async ({ server, organization_id }: Member) =>
  server.app.db
    .selectFrom('audit_events')
    .select(['action', 'before', 'after'])
    .where('organization_id', '=', organization_id)
    .where('action', 'in', ['consent.created', 'consent.several_created', 'consent.revoked'])
    .orderBy('id')
    .execute();
