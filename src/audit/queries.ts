import { type Expression, type QueryCreator, sql } from 'kysely';
import type { components } from '../../generated/api.ts';
import type { Database, Db } from '../db/connect.ts';
import { newestFirst, type PageQuery } from '../db/page.ts';
import type { Timestamp } from '../timestamp.ts';

export type AuditAction = components['schemas']['AuditAction'];
type AuditSubjectType = components['schemas']['AuditSubjectType'];

/** A column's value, or an expression over another part of the statement. */
type Part<T> = T | Expression<unknown>;

export interface EventParts {
  readonly created_at: Part<Timestamp>;
  readonly organization_id: Part<number | null>;
  readonly actor_kind: components['schemas']['AuditActor']['kind'];
  readonly actor_id: Part<number | null>;
  readonly action: AuditAction;
  readonly subject_id: Part<string>;
  /** JSON objects with the members that changed. */
  readonly before: Part<string | null>;
  readonly after: Part<string | null>;
  readonly request_id: Part<string | null>;
}

/**
 * Inserts an event. On a hot path it is a `with` part of the statement that makes the change, and inserts one event per
 * row of `source`, another part of that statement.
 */
export const insertEvent = (
  db: Pick<QueryCreator<Database>, 'insertInto'>,
  event: EventParts,
  source?: string,
) =>
  db
    .insertInto('audit_events')
    .columns([
      'created_at',
      'organization_id',
      'actor_kind',
      'actor_id',
      'action',
      'subject_id',
      'before',
      'after',
      'request_id',
    ]).expression(sql`
      select ${event.created_at}::timestamptz, ${event.organization_id}::bigint,
        ${event.actor_kind}::text, ${event.actor_id}::bigint, ${event.action}::text,
        ${event.subject_id}::text, ${event.before}::jsonb, ${event.after}::jsonb,
        ${event.request_id}::text
      ${source === undefined ? sql`` : sql`from ${sql.table(source)}`}`);

interface EventFilter {
  readonly action?: AuditAction;
  readonly subject_type?: AuditSubjectType;
  readonly subject_id?: string;
  readonly actor_user_id?: number;
  readonly organization_id?: number;
  /** Inclusive. */
  readonly created_after?: Timestamp | undefined;
  /** Exclusive. */
  readonly created_before?: Timestamp | undefined;
}

export function list(db: Db, filter: EventFilter, page: PageQuery) {
  const { action, subject_type, subject_id, actor_user_id, organization_id } = filter;
  const { created_after, created_before } = filter;
  return db
    .selectFrom('audit_events as event')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'event.actor_id').on('event.actor_kind', '=', 'user'),
    )
    .leftJoin('api_keys', (join) =>
      join.onRef('api_keys.id', '=', 'event.actor_id').on('event.actor_kind', '=', 'api_key'),
    )
    .selectAll('event')
    .select(['users.email as user_email', 'users.organization_id as user_organization_id'])
    .select('api_keys.name as api_key_name')
    .$if(action !== undefined, (rows) => rows.where('event.action', '=', action!))
    .$if(subject_type !== undefined, (rows) => rows.where('event.subject_type', '=', subject_type!))
    .$if(subject_id !== undefined, (rows) => rows.where('event.subject_id', '=', subject_id!))
    .$if(actor_user_id !== undefined, (rows) =>
      rows.where('event.actor_kind', '=', 'user').where('event.actor_id', '=', actor_user_id!),
    )
    .$if(organization_id !== undefined, (rows) =>
      rows.where('event.organization_id', '=', organization_id!),
    )
    .$if(created_after !== undefined, (rows) =>
      rows.where('event.created_at', '>=', created_after!),
    )
    .$if(created_before !== undefined, (rows) =>
      rows.where('event.created_at', '<', created_before!),
    )
    .$call(newestFirst(page, { column: 'event.id' }))
    .execute();
}

export type EventRow = Awaited<ReturnType<typeof list>>[number];
