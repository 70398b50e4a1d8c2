import type { components } from '../../../generated/api.ts';
import { isTimestamp, parseTimestamp } from '../../timestamp.ts';

type Schemas = components['schemas'];
type ResultRequest = Schemas['SubmitRunResultRequest'];

/** Members of a run's gathered context that only `markRunConsent` sets. */
const consentMembers: ReadonlySet<string> = new Set(['consent_given', 'consent_ts']);

/** Maximum size of a run's gathered context: bytes of the database's JSON text, including room for consent. */
export const maxContextBytes = 1_048_576;

interface ResultFault {
  readonly loc: string[];
  readonly msg: string;
  readonly input: unknown;
}

/** Faults of a submitted result that the schema cannot express. */
export function resultFaults({ gathered_context = {}, transcript }: ResultRequest): ResultFault[] {
  const members = Object.entries(gathered_context)
    .filter(([name]) => consentMembers.has(name))
    .map(([name, input]) => ({
      loc: ['body', 'gathered_context', name],
      msg: 'Must be absent; consent is recorded with markRunConsent only.',
      input,
    }));
  const turns = (transcript ?? []).flatMap(({ at }, index) =>
    isTimestamp(at)
      ? []
      : [
          {
            loc: ['body', 'transcript', String(index), 'at'],
            msg: 'Must be in the years 1 to 9999 and not a leap second.',
            input: at,
          },
        ],
  );
  return [...members, ...turns];
}

/** The transcript as stored: timestamps in UTC. */
export const transcriptOf = (
  turns: NonNullable<ResultRequest['transcript']>,
): Schemas['TranscriptTurn'][] =>
  turns.map(({ role, text, at }) => ({ role, text, at: parseTimestamp(at) }));

/** An analysis as stored: complete, with its source. */
export const analysisOf = (analysis: Schemas['SubmittedAnalysis']): Schemas['RunAnalysis'] => ({
  call_summary: analysis.call_summary ?? null,
  call_successful: analysis.call_successful ?? null,
  in_voicemail: analysis.in_voicemail ?? null,
  disposition: analysis.disposition ?? null,
  custom: analysis.custom ?? {},
  source: 'agent',
});
