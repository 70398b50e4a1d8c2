import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addAllChanges } from '../../../src/billing/jobs.ts';
import type { Period } from '../../../src/billing/usage/rules.ts';
import { later } from '../../../src/timestamp.ts';
import { givenCampaign, givenRun as givenCampaignRun } from '../../campaigns/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenConfiguration } from '../../telephony/given.ts';
import { givenRun, givenWorkflow } from '../../workflows/given.ts';
import { givenAdmin } from '../organizations/given.ts';
import { counted, deleteRun, endRun, type KnownRun, stripRun, transferRun } from './given.ts';

// Random runs, and random things that happen to them, against a count of what is known of each run.

const outcomes = ['completed', 'busy', 'no_answer', 'voicemail', 'failed', 'canceled'] as const;
const periods: readonly Period[] = [
  { from: '2026-01-01', to: '2026-04-01' },
  { from: '2025-12-30', to: '2026-04-02' },
  { from: '2026-01-05', to: '2026-03-31' },
  { from: '2026-01-31', to: '2026-02-02' },
  { from: '2026-01-02', to: '2026-01-31' },
];

const cost = fc.record({
  source: fc.constantFrom('telephony' as const, 'language_model' as const),
  amount: fc.constantFrom('0', '0.1', '0.000000001', '12', '999999999.999999999'),
  currency: fc.constantFrom('USD', 'EUR'),
});
const amount = fc.option(fc.constantFrom(0, 1, 42, 100_000_000), { nil: null });
const usage = fc.option(
  fc.record(
    {
      seconds: amount,
      tokens: amount,
      characters: amount,
      cost: fc.option(fc.array(cost, { maxLength: 3 }), { nil: null }),
      details: fc.constant({ tokens: 7 }),
    },
    { requiredKeys: [] },
  ),
  { nil: null },
);

const run = fc.nat({ max: 30 });
const create = fc.record({
  kind: fc.constant('create' as const),
  mode: fc.constantFrom(
    'ad_hoc' as const,
    'campaign' as const,
    'inbound' as const,
    'test' as const,
  ),
  which: fc.nat({ max: 1 }),
  at: fc.constantFrom(
    '2026-01-04T23:59:59.999Z',
    '2026-01-05T00:00:00.000Z',
    '2026-01-31T12:00:00.000Z',
    '2026-02-01T00:00:00.000Z',
    '2026-03-31T23:00:00.000Z',
  ),
});
const act = fc.oneof(
  { weight: 3, arbitrary: create },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('end' as const),
      run,
      outcome: fc.constantFrom(...outcomes),
      duration: fc.option(fc.nat({ max: 4 }), { nil: null }),
    }),
  },
  fc.record({ kind: fc.constant('transfer' as const), run, after: fc.nat({ max: 4 }) }),
  fc.record({ kind: fc.constant('consent' as const), run, given: fc.boolean() }),
  fc.record({ kind: fc.constant('usage' as const), run, usage }),
  fc.record({ kind: fc.constantFrom('strip' as const, 'delete' as const), run }),
  fc.constant({ kind: 'add' as const }),
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

interface Scene {
  readonly member: Member;
  readonly campaigns: readonly Awaited<ReturnType<typeof givenCampaign>>[];
  readonly workflows: readonly Awaited<ReturnType<typeof givenWorkflow>>[];
  readonly configurations: readonly number[];
  readonly runs: KnownRun[];
  /** Those that nothing can happen to any longer. */
  readonly gone: Set<number>;
}

async function givenScene(): Promise<Scene> {
  const member = await newOrganization();
  return {
    member,
    campaigns: [await givenCampaign(member), await givenCampaign(member)],
    workflows: [await givenWorkflow(member), await givenWorkflow(member)],
    configurations: [await givenConfiguration(member), await givenConfiguration(member)],
    runs: [],
    gone: new Set(),
  };
}

async function createRun(scene: Scene, { mode, which, at }: Act & { kind: 'create' }) {
  const { member, campaigns, workflows, configurations, runs } = scene;
  const telephony_configuration_id = mode === 'test' ? null : configurations[which]!;
  const columns = { mode, created_at: at, telephony_configuration_id, to_number: '+12025550100' };
  const campaign = mode === 'campaign' ? campaigns[which]! : null;
  const id = campaign
    ? await givenCampaignRun(member, campaign, columns)
    : await givenRun(member, workflows[which]!, columns);
  runs.push({
    id,
    workflow_id: campaign?.workflow_id ?? workflows[which]!.id,
    campaign_id: campaign?.id ?? null,
    telephony_configuration_id,
    mode,
    created_at: at,
    outcome: null,
    bridged: [],
    duration: null,
    has_consent: false,
    usage: null,
    isStripped: false,
  });
}

async function perform(scene: Scene, step: Act): Promise<void> {
  const { member, runs, gone } = scene;
  if (step.kind === 'create') return createRun(scene, step);
  if (step.kind === 'add') return void (await addAllChanges(member.server.app));
  const known = runs[step.run % runs.length];
  if (!known || gone.has(known.id)) return;
  switch (step.kind) {
    case 'end':
      if (known.outcome !== null || known.mode === 'test') return;
      Object.assign(known, { outcome: step.outcome, duration: step.duration });
      await endRun(member, known);
      return;
    case 'transfer':
      if (known.outcome !== null || known.mode === 'test') return;
      known.bridged.push(step.after);
      await transferRun(member, {
        run: known.id,
        at: later(known.created_at, 5000 + step.after * 1000),
      });
      return;
    case 'consent': {
      known.has_consent = step.given;
      const path = `/api/v1/workflow/${known.workflow_id}/runs/${known.id}/mark-consent`;
      expect((await member.post(path, { consent_given: step.given })).status).toBe(200);
      return;
    }
    case 'usage': {
      if (!known.isStripped) known.usage = step.usage;
      // A result ends a test run.
      if (known.mode === 'test') known.outcome ??= 'completed';
      const answer = await member.post(`/api/v1/runs/${known.id}/result`, { usage: step.usage });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return;
    }
    case 'strip':
      if (known.outcome === null) return;
      known.isStripped ||= known.usage !== null;
      await stripRun(member, known);
      return;
    case 'delete':
      if (known.outcome === null) return;
      gone.add(known.id);
      await deleteRun(member, known);
  }
}

type Name = string | number | null;
const groupings: Readonly<Record<string, (known: KnownRun) => Name>> = {
  day: ({ created_at }: KnownRun) => created_at.slice(0, 10),
  week: ({ created_at }: KnownRun) => mondayOf(created_at),
  month: ({ created_at }: KnownRun) => `${created_at.slice(0, 7)}-01`,
  workflow: (known: KnownRun) => known.workflow_id,
  campaign: (known: KnownRun) => known.campaign_id,
  configuration: (known: KnownRun) => known.telephony_configuration_id,
  outcome: (known: KnownRun) => known.outcome,
};

function mondayOf(at: string): string {
  const date = new Date(`${at.slice(0, 10)}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

async function expectCounted({ member, runs }: Scene, { from, to }: Period): Promise<void> {
  // Unfinished test runs add nothing.
  const counting = runs.filter(
    ({ mode, outcome, created_at }) =>
      (mode !== 'test' || outcome !== null) && created_at >= from && created_at < to,
  );
  for (const [group_by, nameOf] of Object.entries(groupings)) {
    const { body } = await member.get(`/api/v1/usage?from=${from}&to=${to}&group_by=${group_by}`);
    const shown = new Map<Name, unknown>(
      body.items.map(({ usage: of, ...names }: { usage: unknown }) => [
        Object.values(names).find((name) => name !== null) ?? null,
        of,
      ]),
    );
    const expected = Map.groupBy(counting, nameOf);
    expect(shown).toEqual(new Map([...expected].map(([name, of]) => [name, counted(of)])));
    expect(body.total).toEqual(counted(counting));
  }
}

/** In the list of all organizations, which shows neither calls in progress nor durations. */
async function expectListed({ member, runs }: Scene, { from, to }: Period): Promise<void> {
  const ended = runs.filter(
    ({ outcome, created_at }) => outcome !== null && created_at >= from && created_at < to,
  );
  const { in_progress: _, duration_seconds: __, ...expected } = counted(ended);
  const admin = await givenAdmin(member.server);
  const { body } = await admin.get(
    `/api/v1/admin/usage?from=${from}&to=${to}&organization_id=${member.organization_id}`,
  );
  expect(body.items).toEqual([
    expect.objectContaining({ ...expected, has_pending_changes: false }),
  ]);
}

test('getUsage adds up what a count of the runs does, whatever happens to them', async () => {
  expect.hasAssertions();
  const steps = fc.array(act, { minLength: 10, maxLength: 60 });
  const period = fc.constantFrom(...periods);
  await fc.assert(
    fc.asyncProperty(steps, period, async (list, within) => {
      const scene = await givenScene();
      for (const step of list) await perform(scene, step);
      await expectCounted(scene, within);
      await addAllChanges(scene.member.server.app);
      await expectCounted(scene, within);
      await expectListed(scene, within);
    }),
    // A shorter counterexample would take minutes.
    { numRuns: 12, endOnFailure: true },
  );
}, 120_000);
