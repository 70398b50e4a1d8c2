import * as resets from '../../src/auth/accounts/queries.ts';
import { addContentChanges } from '../../src/billing/quotas/queries.ts';
import { addChanges } from '../../src/billing/usage/queries.ts';
import * as copying from '../../src/campaigns/contacts/copy-queries.ts';
import { removeNext } from '../../src/campaigns/deletions/queries.ts';
import * as running from '../../src/campaigns/dialing/running-queries.ts';
import { skipOpen } from '../../src/campaigns/lifecycle/queries.ts';
import * as starts from '../../src/campaigns/lifecycle/start-time-queries.ts';
import { lockRunning } from '../../src/campaigns/lock-queries.ts';
import { asDatabase } from '../../src/db/as-database.ts';
import * as cells from '../../src/cells/queries.ts';
import { tryLock } from '../../src/db/kept-answers.ts';
import { look } from '../../src/jobs/sweep-queries.ts';
import * as mails from '../../src/mail/queries.ts';
import * as erasures from '../../src/privacy/erasures/queries.ts';
import * as retention from '../../src/privacy/retention/queries.ts';
import * as files from '../../src/voice/files/queries.ts';
import * as generations from '../../src/voice/generations/claim-queries.ts';
import * as conversations from '../../src/workflows/conversations/queries.ts';
import { type Claim, ids, type Trx } from './cases.ts';
import { now, past, uuid } from './rows.ts';

const other = uuid.replace(/1$/, '2');
const copied = { id: 1, organization_id: 1, copied_to_row: 0 };
export const done = async (work: PromiseLike<unknown>): Promise<readonly unknown[]> => {
  await work;
  return [];
};

export const claims: readonly Claim[] = [
  {
    at: 'cells/queries.ts takeUnchecked',
    rows: { addresses: { digest: Buffer.from('x'), cell: 1, checked_at: past } },
    run: (trx) => cells.takeUnchecked(asDatabase(trx), 1, 10),
  },
  {
    at: 'jobs/sweep-queries.ts look',
    rows: { sweeps: [{ name: 'one' }, { name: 'two' }] },
    run: async (trx) => {
      const wanted = ['one', 'two'];
      const found = await look(asDatabase(trx), {
        holder: uuid,
        names: wanted,
        wanted,
        kept: [],
        leaseMs: 5000,
        maxPauseMs: 30_000,
      });
      return found.taken.map(({ name }) => name);
    },
  },
  {
    at: 'auth/accounts/queries.ts takeRequest',
    rows: { password_reset_requests: [{ id: uuid }, { id: other }] },
    run: async (trx) => ids(await resets.takeRequest(trx)),
  },
  {
    at: 'auth/accounts/queries.ts takeReset',
    rows: { password_resets: { token_hash: Buffer.from('x') } },
    waits: true,
    run: async (trx) => ((await resets.takeReset(trx, 1, Buffer.from('x'))) ? ['reset'] : []),
  },
  {
    at: 'billing/quotas/queries.ts addContentChanges',
    rows: {
      content_changes: { id: 1, bytes: 5 },
      organization_usage: { quota: 'content_bytes_limit', used: 0 },
    },
    run: (trx) => done(addContentChanges(asDatabase(trx))),
  },
  {
    at: 'billing/usage/queries.ts addChanges',
    rows: {
      usage_changes: {
        id: 1,
        measure: 'runs',
        workflow_id: 1,
        campaign_id: 1,
        telephony_configuration_id: 1,
        outcome: 'completed',
      },
    },
    run: async (trx) => ((await addChanges(trx, 1)) ? ['added'] : []),
  },
  {
    at: 'campaigns/contacts/copy-queries.ts lockSource',
    rows: { campaign_sources: {}, campaigns: {} },
    run: async (trx) => ids(await copying.lockSource(trx, 1), () => 'source'),
  },
  {
    at: 'campaigns/contacts/copy-queries.ts advance',
    rows: { campaigns: { copied_to_row: 0, uncopied_rows: 2 } },
    waits: true,
    run: async (trx) => {
      const step = { copied_to_row: 1, uncopied_rows: 1, missing: 0, now };
      return (await copying.advance(trx, { ...copied, source_id: uuid }, step)) ? ['rows'] : [];
    },
  },
  {
    at: 'campaigns/deletions/queries.ts removeNext',
    rows: { campaigns: { deleted_at: past }, campaign_contacts: { campaign_id: 1 } },
    run: async (trx) =>
      (await removeNext(trx, { id: 1, organization_id: 1 }, now)) ? ['campaign'] : [],
  },
  {
    at: 'campaigns/dialing/running-queries.ts setWoken',
    rows: { campaigns: { state: 'running', wake_at: '2027-01-01T00:00:00.000Z' } },
    run: (trx) => done(running.setWoken(trx, 1, now)),
  },
  {
    at: 'campaigns/dialing/running-queries.ts setHeldUntil',
    rows: { campaigns: { state: 'running' } },
    run: async (trx) => ((await running.setHeldUntil(trx, 1, now)) ? ['campaign'] : []),
  },
  {
    at: 'campaigns/lifecycle/queries.ts skipOpen',
    rows: {
      campaign_contacts: [
        { id: 1, row_number: 1, state: 'pending' },
        { id: 2, row_number: 2, state: 'pending' },
      ],
    },
    // As many as there are, so that two of them share the contacts.
    run: async (trx) => ((await skipOpen(trx, 1, { most: 2, now })) > 0 ? ['contacts'] : []),
  },
  {
    at: 'campaigns/lifecycle/start-time-queries.ts lockDue',
    rows: { campaigns: { start_due_at: past } },
    run: async (trx) => ids(await starts.lockDue(trx, 1, now)),
  },
  {
    at: 'campaigns/lock-queries.ts lockRunning',
    rows: { campaigns: { state: 'running' } },
    run: async (trx) => ids(await lockRunning(trx, 1, 1)),
  },
  {
    at: 'db/kept-answers.ts tryLock',
    rows: {},
    run: async (trx) => ((await tryLock(trx, 'key')) ? ['request'] : []),
  },
  {
    at: 'mail/queries.ts claim',
    rows: {
      mail_queues: [{ pending: 1 }, { organization_id: 2, pending: 1 }],
      pending_mails: [
        { id: uuid, next_attempt_at: past },
        { id: other, organization_id: 2, next_attempt_at: past },
      ],
    },
    run: async (trx) => ids(await mails.claim(trx, now)),
  },
  {
    at: 'mail/queries.ts claim',
    rows: {
      mail_queues: { pending: 1 },
      pending_mails: [{ id: uuid, next_attempt_at: past }],
    },
    // Whoever records an attempt.
    first: (trx) => trx.selectFrom('pending_mails').select('id').forUpdate().execute(),
    run: async (trx) => ids(await mails.claim(trx, now)),
    second: [],
  },
  {
    at: 'privacy/erasures/queries.ts lockDue',
    rows: { erasures: { id: 1, state: 'in_progress', due_at: past } },
    run: async (trx) => ids(await erasures.lockDue(trx, { id: 1, organization_id: 1 }, now)),
  },
  {
    at: 'privacy/retention/queries.ts takeDue',
    rows: {
      retention_work: [
        { kind: 'runs', due_at: past },
        { kind: 'events', due_at: past },
      ],
    },
    run: async (trx) => ids(await retention.takeDue(trx, now), ({ kind }) => kind),
  },
  {
    at: 'voice/files/queries.ts lockUnused',
    rows: { voice_files: { may_be_unused: true, kept_at: past } },
    run: async (trx) => ids(await files.lockUnused(trx, { id: uuid } as never, now)),
  },
  {
    at: 'voice/files/queries.ts dropRemoval',
    rows: { voice_file_removals: { storage_key: 'x' } },
    waits: true,
    run: async (trx) => ((await files.dropRemoval(trx, 'x')) ? ['removal'] : []),
  },
  ...generationClaims(),
  {
    at: 'workflows/conversations/queries.ts lock',
    rows: { run_conversations: {} },
    run: async (trx) =>
      ids(await conversations.lock(trx, { organization_id: 1, run_id: 1 }), () => 'turn'),
  },
];

function generationClaims(): readonly Claim[] {
  const at = 'voice/generations/claim-queries.ts claim';
  const queued = { status: 'queued', profile_id: uuid };
  const claim = async (trx: Trx) => ids(await generations.claim(trx, now));
  return [
    {
      at,
      rows: {
        generation_queues: [{ waiting: 1 }, { organization_id: 2, waiting: 1 }],
        voice_profiles: {},
        generations: [
          { id: uuid, ...queued },
          { id: other, organization_id: 2, ...queued },
        ],
      },
      run: claim,
    },
    {
      at,
      rows: { generation_queues: { waiting: 1 }, voice_profiles: {}, generations: queued },
      // Whoever deletes it.
      first: (trx) => trx.selectFrom('generations').select('id').forUpdate().execute(),
      run: claim,
      second: [],
    },
    {
      at: 'voice/generations/claim-queries.ts endLeases',
      rows: { generations: { status: 'running', lease_ends_at: past } },
      run: (trx) => done(generations.endLeases(trx, now)),
    },
    {
      at: 'voice/generations/claim-queries.ts complete',
      rows: { generations: { status: 'running', attempts: 1 } },
      waits: true,
      run: async (trx) =>
        (await generations.complete(trx, { id: uuid, attempts: 1 }, { duration: 1, now }))
          ? ['version']
          : [],
    },
  ];
}
