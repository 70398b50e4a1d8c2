import type { components } from '../../../generated/api.ts';
import { isTimestamp, parseTimestamp } from '../../timestamp.ts';

type Schemas = components['schemas'];
type SubmittedResult = Schemas['SubmitRunResultRequest'];

/** Members of a run's gathered context that only `markRunConsent` sets. */
const consentMembers: ReadonlySet<string> = new Set(['consent_given', 'consent_ts']);

/** What a run's gathered context may weigh: bytes of its text as the database writes it, room for consent included. */
export const maxContextBytes = 1_048_576;

export interface ResultFault {
  readonly loc: string[];
  readonly msg: string;
  readonly input: unknown;
}

/** What keeps a result from being handed in that the schema cannot say. */
export function resultFaults({
  gathered_context = {},
  transcript,
}: SubmittedResult): ResultFault[] {
  const members = Object.entries(gathered_context)
    .filter(([name]) => consentMembers.has(name))
    .map(([name, input]) => ({
      loc: ['body', 'gathered_context', name],
      msg: 'Consent is recorded with markRunConsent alone.',
      input,
    }));
  const turns = (transcript ?? []).flatMap(({ at }, index) =>
    isTimestamp(at)
      ? []
      : [
          {
            loc: ['body', 'transcript', String(index), 'at'],
            msg: 'Must be in the years 1 to 9999, and not a leap second.',
            input: at,
          },
        ],
  );
  return [...members, ...turns];
}

/** The transcript as it is kept: moments in UTC. */
export const transcriptOf = (
  turns: NonNullable<SubmittedResult['transcript']>,
): Schemas['TranscriptTurn'][] =>
  turns.map(({ role, text, at }) => ({ role, text, at: parseTimestamp(at) }));

/** An analysis as it is kept: nothing is absent, and it says where it is from. */
export const analysisOf = (handedIn: Schemas['HandedInAnalysis']): Schemas['RunAnalysis'] => ({
  call_summary: handedIn.call_summary ?? null,
  call_successful: handedIn.call_successful ?? null,
  in_voicemail: handedIn.in_voicemail ?? null,
  disposition: handedIn.disposition ?? null,
  custom: handedIn.custom ?? {},
  source: 'agent',
});
