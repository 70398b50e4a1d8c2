import { wrongAgents } from './agents.ts';
import type { Acts, Kind, Violation } from './history.ts';

/** Failures of which a transfer says that nothing was sent. */
const unsent: readonly (string | null)[] = [
  'too_late',
  'do_not_call',
  'outside_hours',
  'approval_not_in_force',
  'configuration_missing',
  'organization_suspended',
  'destination_closed',
  'destination_removed',
  'workflow_unavailable',
];

/** What was done in calls and no promise allows. */
export const wrongActs = (acts: Acts): Violation[] => [
  ...wrongTransfers(acts),
  ...wrongAgents(acts.agents),
  ...wrongToolCalls(acts),
];

function wrongTransfers({ requested, transfers, rung }: Acts): Violation[] {
  const times = Map.groupBy(rung, ({ transfer_id }) => transfer_id);
  const known = new Set(transfers.map(({ id }) => id));
  return [
    ...[...times]
      .filter(([, its]) => its.length > 1)
      .flatMap(([id, its]) =>
        violation('rung_twice', `transfer ${id} was sent ${its.length} times`),
      ),
    ...Map.groupBy(requested, ({ organization_id, key }) => `${organization_id} ${key}`)
      .values()
      .map((its) => new Set(its.map(({ transfer_id }) => transfer_id)))
      .filter((ids) => ids.size > 1)
      .flatMap((ids) => violation('rung_twice', `one key: transfers ${[...ids].join(', ')}`)),
    ...[...new Set(requested.map(({ transfer_id }) => transfer_id))]
      .filter((id) => !known.has(id))
      .flatMap((id) => violation('forgotten', `transfer ${id} was accepted and is gone`)),
    ...transfers.flatMap(({ id, status, failure, destination, ended_early }) => {
      const named = `transfer ${id} to ${destination}`;
      if (['requested', 'ringing', 'briefing'].includes(status))
        return violation('forgotten', `${named} is ${status}`);
      const its = times.get(id) ?? [];
      if (status === 'bridged' && !its.some(({ isAnswered }) => isAnswered))
        return violation('transfer', `${named} is bridged, and nobody answered`);
      if (its.length > 0 && unsent.includes(failure))
        return violation('transfer', `${named} was sent, and its failure is ${failure}`);
      return ended_early ? violation('transfer', `${named} ended its call`) : [];
    }),
  ];
}

function wrongToolCalls({ toolAnswers, executions, writes }: Acts): Violation[] {
  return [
    ...[...writes]
      .filter(([, times]) => times > 1)
      .flatMap(([id, times]) => violation('written_twice', `call ${id} was sent ${times} times`)),
    ...[...Map.groupBy(toolAnswers, ({ call_id }) => call_id)].flatMap(([call_id, its]) => {
      const answers = new Set(its.map(({ execution_id, status }) => `${execution_id} ${status}`));
      return answers.size === 1
        ? []
        : violation('tool', `call ${call_id} was answered as ${[...answers].join(' and ')}`);
    }),
    ...executions.flatMap(({ id, call_id, status }) => {
      if (status === 'sending') return violation('forgotten', `call ${call_id} is sending`);
      return status === 'succeeded' && !writes.has(call_id)
        ? violation('tool', `execution ${id} succeeded and was never sent`)
        : [];
    }),
  ];
}

const violation = (kind: Kind, evidence: string): Violation[] => [{ kind, evidence }];
