import { createHash } from 'node:crypto';
import { organizationOfRunToken } from '../db/cell-rules.ts';
import type { Db } from '../db/connect.ts';
import * as queries from './moved-queries.ts';

/** The name of an id whose cell is looked for. */
export const idName = (kind: 'organization' | 'configuration', id: number): string =>
  `${kind} ${id}`;

/** The name of a credential by the hash under which it is stored. */
export const hashName = (hash: Buffer): string => hash.toString('base64');

/** The present cell of an id or a credential that another cell made; null during the move, undefined if it has not moved. */
export type MovedTo = number | null | undefined;

/** Organizations that are no longer in the cell that gave their ids and credentials. */
export interface Moved {
  ofOrganization(id: number): MovedTo;
  ofConfiguration(id: number): MovedTo;
  /** Of a key, a session, a run's token or a token from an email. */
  ofCredential(text: string): MovedTo;
  /** Reads what has changed. */
  refresh(): Promise<void>;
}

/** Knows nothing before the first refresh. */
export function createMoved(db: Db): Moved {
  const organizations = new Map<number, queries.Place>();
  /** The organization of each name. */
  const names = new Map<string, number>();
  let read = 0;
  const ofName = (name: string): MovedTo => {
    const organization = names.get(name);
    return organization === undefined ? undefined : organizations.get(organization)?.cell;
  };
  const ofOrganization = (id: number): MovedTo => ofName(idName('organization', id));
  return {
    ofOrganization,
    ofConfiguration: (id) => ofName(idName('configuration', id)),
    ofCredential(text) {
      if (names.size === 0) return undefined;
      const organization = organizationOfRunToken(text);
      return organization === undefined
        ? ofName(hashName(createHash('sha256').update(text).digest()))
        : ofOrganization(organization);
    },
    async refresh() {
      const now = await queries.revision(db);
      if (now === read) return;
      const changed = (await queries.listPlaces(db)).filter(
        ({ organization_id, revision }) =>
          organizations.get(organization_id)?.revision !== revision,
      );
      const ids = changed.map(({ organization_id }) => organization_id);
      for (const { name, organization_id } of await queries.listNames(db, ids))
        names.set(name, organization_id);
      for (const place of changed) organizations.set(place.organization_id, place);
      read = now;
    },
  };
}
