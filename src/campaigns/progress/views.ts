import type { components } from '../../../generated/api.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { ProgressRow } from './queries.ts';

export function campaignProgress(
  row: ProgressRow,
  at: Timestamp,
): components['schemas']['CampaignProgress'] {
  const inState = (state: string): number => sum(row, (count) => count.state === state);
  const endedAs = (outcome: string): number => sum(row, (count) => count.outcome === outcome);
  return {
    campaign_id: row.id,
    state: row.state,
    total_rows: row.total_rows,
    contacts: {
      pending: inState('pending'),
      waiting: inState('waiting'),
      dialing: inState('dialing'),
      done: inState('done'),
      skipped: inState('skipped'),
    },
    outcomes: {
      completed: endedAs('completed'),
      busy: endedAs('busy'),
      no_answer: endedAs('no_answer'),
      voicemail: endedAs('voicemail'),
      failed: endedAs('failed'),
      canceled: endedAs('canceled'),
      unknown: endedAs('unknown'),
    },
    calls_in_progress: row.calls_in_progress,
    executed_count: row.executed_count,
    at,
  };
}

const sum = (
  { counts }: ProgressRow,
  which: (count: ProgressRow['counts'][number]) => boolean,
): number => counts.filter(which).reduce((total, { contacts }) => total + contacts, 0);
