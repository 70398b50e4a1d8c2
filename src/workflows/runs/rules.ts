import type { components } from '../../../generated/api.ts';
import { isTimestamp } from '../../timestamp.ts';
import type { Transition } from '../../transition.ts';
import { keysFaults, type SentTurns } from './transcript-rules.ts';

type Schemas = components['schemas'];
type ResultRequest = Schemas['SubmitRunResultRequest'];

/** How runs that place no call change. Reports change those of calls. */
export const testRunTransitions = {
  create: { from: [], to: 'initialized', by: ['createTestRun'] },
  begin: { from: ['initialized'], to: 'running', by: ['submitRunTurn', 'submitRunResult'] },
  complete: {
    from: ['initialized', 'running'],
    to: 'completed',
    by: ['submitRunTurn', 'submitRunResult'],
  },
  cancel: { from: ['initialized', 'running'], to: 'completed', by: ['hangUpRun'] },
} as const satisfies Readonly<Record<string, Transition<Schemas['RunState']>>>;

/** Members of a run's gathered context that only `markRunConsent` sets. */
const consentMembers: ReadonlySet<string> = new Set(['consent_given', 'consent_ts']);

/** Maximum size of a run's gathered context: bytes of the database's JSON text, including room for consent. */
export const maxContextBytes = 1_048_576;

/** Maximum size of a transcript that parts are added to, in the same bytes. */
export const maxTranscriptBytes = 1_048_576;

interface ResultFault {
  readonly loc: string[];
  readonly msg: string;
  readonly input: unknown;
}

/** Faults of a submitted result that the schema cannot express. */
export function resultFaults(result: ResultRequest): ResultFault[] {
  const { gathered_context = {}, transcript, usage } = result;
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
  return [
    ...members,
    ...turns,
    ...keysFaults(transcript ?? []),
    ...indexFaults(result),
    ...currencyFaults(usage ?? {}),
  ];
}

/** Some 160. Usage is added up by currency, so their number has to be bounded. */
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

const currencyFaults = ({ cost }: Schemas['SubmittedUsage']): ResultFault[] =>
  (cost ?? []).flatMap(({ currency }, index) =>
    currencies.has(currency)
      ? []
      : [
          {
            loc: ['body', 'usage', 'cost', String(index), 'currency'],
            msg: 'Must be a currency of ISO 4217.',
            input: currency,
          },
        ],
  );

/** Faults of the turns' indexes: with `append` each turn follows the one before it, else there are none. */
function indexFaults({ append = false, transcript }: ResultRequest): ResultFault[] {
  const place = ['body', 'transcript'];
  if (append && !transcript)
    return [
      { loc: place, msg: 'Must be the turns to add, with `append`.', input: transcript ?? null },
    ];
  const turns: SentTurns = transcript ?? [];
  const first = turns[0]?.index ?? 0;
  return turns.flatMap(({ index }, position) => {
    const loc = [...place, String(position), 'index'];
    if (!append)
      return index === undefined
        ? []
        : [{ loc, msg: 'Must be absent without `append`.', input: index }];
    const expected = first + position;
    return index === expected
      ? []
      : [{ loc, msg: `Must be ${expected}, after the turn before it.`, input: index ?? null }];
  });
}

/** An analysis as stored: complete, with its source. */
export const analysisOf = (analysis: Schemas['SubmittedAnalysis']): Schemas['RunAnalysis'] => ({
  call_summary: analysis.call_summary ?? null,
  call_successful: analysis.call_successful ?? null,
  in_voicemail: analysis.in_voicemail ?? null,
  disposition: analysis.disposition ?? null,
  custom: analysis.custom ?? {},
  source: 'agent',
});

interface Ends {
  readonly mode: Schemas['RunMode'];
  readonly to_number: string | null;
  readonly from_number: string | null;
}

/** The roles that may say how a call went; others say it of test runs alone. */
export const callRoles: readonly Schemas['Role'][] = ['owner', 'admin', 'operator'];

/** Whether nobody is called. */
export const isTest = ({ mode }: Pick<Ends, 'mode'>): boolean => mode === 'test' || mode === 'text';

/** The number of the person at the other end of a call; null if there is none, or it is hidden. */
export const otherNumber = ({ mode, to_number, from_number }: Ends): string | null =>
  mode === 'inbound' ? from_number : to_number;
