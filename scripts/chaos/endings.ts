import type { History, Violation } from './history.ts';

const eventsOfCall = ['call_ended', 'call_analyzed'];

/** Campaigns and people to which nothing happens any longer, and single calls that were accepted and lost. */
export function forgotten(history: History): Violation[] {
  const { campaigns, contacts, runs, requests, calls, forbidden } = history;
  const called = new Set(
    calls.map(({ organization_id, to_number }) => `${organization_id} ${to_number}`),
  );
  const canceled = new Set(
    campaigns.filter(({ state }) => state === 'canceled').map(({ id }) => id),
  );
  const known = new Map(runs.map((run) => [run.id, run]));
  const whyForgotten = (contact: History['contacts'][number]): string | undefined => {
    const { organization_id, campaign_id, phone_number, state, skip_reason } = contact;
    if (state === 'done')
      return contact.is_unheard || called.has(`${organization_id} ${phone_number}`)
        ? undefined
        : 'is done and was never called';
    if (state !== 'skipped') return `is ${state}`;
    if (skip_reason === 'canceled' && canceled.has(campaign_id)) return undefined;
    const isListed = forbidden.some(
      ({ by, prefix, ...rule }) =>
        by === 'do_not_call' && rule.organization_id === organization_id && prefix === phone_number,
    );
    return skip_reason === 'do_not_call' && isListed
      ? undefined
      : `was skipped as ${skip_reason}, which nobody asked for`;
  };
  return [
    ...campaigns
      .filter(({ state }) => state !== 'completed' && state !== 'canceled')
      .map(({ id, state }) => ({
        kind: 'forgotten' as const,
        evidence: `campaign ${id} is ${state}`,
      })),
    ...contacts.flatMap((contact) => {
      const why = whyForgotten(contact);
      const evidence = `${contact.phone_number} of campaign ${contact.campaign_id} ${why}`;
      return why === undefined ? [] : [{ kind: 'forgotten' as const, evidence }];
    }),
    ...requests
      .filter(({ run_id }) => !known.has(run_id))
      .map(({ run_id }) => ({
        kind: 'forgotten' as const,
        evidence: `run ${run_id} was accepted and is gone`,
      })),
    ...runs
      .filter(({ state }) => state !== 'completed')
      .map(({ id, state }) => ({ kind: 'forgotten' as const, evidence: `run ${id} is ${state}` })),
  ];
}

/** Each run that ended has one event of each kind, under one id, and nothing else has one. */
export function wrongEvents({ runs, events }: History): Violation[] {
  const byRun = Map.groupBy(events, ({ run_id }) => run_id);
  const known = new Set(runs.map(({ id }) => id));
  const ofRuns = runs.flatMap(({ id }) => {
    const its = byRun.get(id) ?? [];
    const odd = eventsOfCall.filter(
      (name) =>
        new Set(its.filter(({ event }) => event === name).map((each) => each.id)).size !== 1,
    );
    return odd.length === 0 && its.every(({ event }) => eventsOfCall.includes(event))
      ? []
      : [`run ${id}: ${its.map(({ event, id: name }) => `${event} ${name}`).join(', ') || 'none'}`];
  });
  const ofNobody = [...byRun.keys()]
    .filter((id) => !known.has(id))
    .map((id) => `run ${id} does not exist and has events`);
  return [...ofRuns, ...ofNobody].map((evidence) => ({ kind: 'events', evidence }));
}

/** How many runs ended as unknown, by the cause that they give. */
export function unknownByCause({ runs }: History): Record<string, number> {
  const unknown = runs.filter(({ outcome }) => outcome === 'unknown');
  const causes = Map.groupBy(unknown, ({ failure }) => failure ?? 'none');
  return Object.fromEntries([...causes].map(([cause, its]) => [cause, its.length]));
}
