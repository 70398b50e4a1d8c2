import { sql } from 'kysely';

/** The size of what a client has stored in a joined contact, or row of a source, of this name. */
export const contactBytes = sql<number>`(octet_length(contact.initial_context::text)
  + coalesce(octet_length(contact.metadata::text), 0))`;

/** What a row of a source uses of the organization's quota, as `bytesOf` counts it. */
export const sourceRowBytes = sql<number>`(octet_length(phone_number) + coalesce(octet_length(timezone), 0)
  + octet_length(initial_context::text) + coalesce(octet_length(external_id), 0)
  + coalesce(octet_length(metadata::text), 0))`;
