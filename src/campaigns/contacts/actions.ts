import type { Transaction } from 'kysely';
import { mustFit } from '../../billing/quotas/actions.ts';
import type { Caller } from '../../caller.ts';
import type { Database } from '../../db/connect.ts';
import { conflict, invalid, InvalidRequest, limitReached, valueError } from '../../errors.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Timestamp } from '../../timestamp.ts';
import { makeAccountable } from '../campaign-approval.ts';
import { record } from '../audit.ts';
import { wakeDialers } from '../dialing/wake.ts';
import { type CampaignRow, lock } from '../lock-queries.ts';
import { log } from '../queries.ts';
import { canUpdate, loggedActor } from '../rules.ts';
import { maxColumns } from '../sources/header-rules.ts';
import { rejectionOf, type SourceRow } from '../sources/row-rules.ts';
import * as additions from './addition-queries.ts';
import { columnsWith, isFault, maxContacts, type Read, withoutExisting } from './rules.ts';

interface Request {
  readonly caller: Caller;
  readonly requestId: string;
  readonly campaign_id: number;
  /** Checked against the source, which does not change; others may have added the same meanwhile. */
  readonly contacts: readonly Read[];
  readonly sourceColumns: readonly string[];
  /** Whether invalid contacts are left out instead of refusing the whole request. */
  readonly skip: boolean;
  readonly now: Timestamp;
}

/**
 * Adds contacts behind the lock of the campaign: a claim that finds no contact left completes the campaign before, which
 * refuses them, or sees them.
 */
export async function add(trx: Transaction<Database>, jobs: Jobs, request: Request) {
  const { caller, skip, now } = request;
  const campaign = await lock(trx, caller.organization_id, request.campaign_id);
  mustBeOpen(campaign);
  const existing = await additions.rowsAdded(trx, campaign.id, validIn(request.contacts));
  const contacts = withoutExisting(request.contacts, existing);
  if (!skip) refuseFaults(contacts);
  const valid = validIn(contacts);
  const rejected = contacts.filter(isFault);
  const total_rows = (campaign.total_rows ?? 0) + valid.length;
  if (valid.length > 0) {
    if (total_rows > maxContacts) throw full(campaign);
    await insert(trx, request, { campaign, contacts: valid });
    await record(
      trx,
      { caller, requestId: request.requestId, at: now },
      {
        action: 'campaign.contacts_added',
        id: campaign.id,
        before: { total_rows: campaign.total_rows },
        after: { total_rows },
      },
    );
    await log(trx, campaign.id, {
      ts: now,
      level: 'info',
      event: 'contacts_added',
      message: valid.length === 1 ? 'A contact was added.' : `${valid.length} contacts were added.`,
      details: { by: loggedActor(caller), added: valid.length, rejected: rejected.length },
    });
    if (campaign.state === 'running') await wakeDialers(trx, jobs, [campaign.organization_id]);
  }
  return {
    added_count: valid.length,
    total_rows,
    rejected_count: rejected.length,
    rejected: rejected.map(({ row: index, ...fault }) => {
      const { column: member, ...rest } = rejectionOf({ row: index, ...fault });
      return { index, member, ...rest };
    }),
  };
}

/** Inserts the contacts, unless a limit or the approval that the campaign calls with forbids so many. */
async function insert(
  trx: Transaction<Database>,
  { caller, sourceColumns, now }: Request,
  { campaign, contacts }: { readonly campaign: CampaignRow; readonly contacts: SourceRow[] },
): Promise<void> {
  const names = { source: sourceColumns, added: campaign.added_columns };
  const columns = columnsWith(names, contacts);
  if (!columns)
    throw invalid(
      ['body', 'contacts'],
      `The campaign's contacts would have more than ${maxColumns} different members.`,
    );
  await additions.insert(trx, campaign, { contacts, columns, now });
  const total_rows = (campaign.total_rows ?? 0) + contacts.length;
  await makeAccountable(trx, { ...campaign, total_rows }, { caller, now });
  await mustFit(trx, campaign.organization_id, ['unfinished_contact_limit', 'content_bytes_limit']);
}

export const validIn = (contacts: readonly Read[]): SourceRow[] =>
  contacts.filter((contact): contact is SourceRow => !isFault(contact));

/** Maximum number of faults listed when a request is refused. */
const maxFaults = 100;

/** Throws the validation error if any contact is invalid. */
export function refuseFaults(contacts: readonly Read[]): void {
  const faults = contacts.filter(isFault);
  if (faults.length === 0) return;
  throw new InvalidRequest(
    faults.slice(0, maxFaults).map(({ row, column, reason, input }) =>
      valueError({
        loc: ['body', 'contacts', String(row), ...(column === undefined ? [] : [column])],
        msg: reason,
        input,
      }),
    ),
  );
}

/** Throws 409 if the campaign is finished. */
export function mustBeOpen({ state }: CampaignRow): void {
  if (canUpdate(state)) return;
  throw conflict(
    'campaign_not_updatable',
    `Contacts cannot be added to a campaign that is ${state}.`,
    { state },
  );
}

const full = ({ total_rows }: CampaignRow) =>
  limitReached('campaign_contacts', {
    limit: maxContacts,
    detail: `A campaign can have ${maxContacts} contacts; this one has ${total_rows}.`,
  });
