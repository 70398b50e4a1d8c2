import type { components } from '../../generated/api.ts';
import { isLeft, type TransferState } from './runs/agent-rules.ts';
import { isTest, otherNumber } from './runs/rules.ts';

type Schemas = components['schemas'];
type Schema = Readonly<Record<string, unknown>>;

/** Tools that every organization has without creating them, each an operation on the run that calls it. */
export const builtInNames = [
  'hang_up',
  'transfer',
  'send_keys',
  'schedule_callback',
  'opt_out',
  'submit_result',
] as const;

export type BuiltInName = (typeof builtInNames)[number];

const names: ReadonlySet<string> = new Set(builtInNames);
export const isBuiltIn = (name: string): name is BuiltInName => names.has(name);

interface BuiltIn {
  readonly description: string;
  /** The JSON Schema of the arguments. What both have is as in the operation's body. */
  readonly parameters: Schema;
  /** Of the scopes that a run's token can have, the one that the operation needs. */
  readonly scope: 'run:act' | 'run:write';
}

const objectOf = (properties: Readonly<Record<string, Schema>>, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const keys = {
  description:
    'The keys in their order: 0 to 9, *, #, A to D; w is half a second of silence, a comma one second.',
  type: 'string',
  minLength: 1,
  maxLength: 64,
  pattern: '^[0-9*#A-Dw,]+$',
};

const destination = {
  description: 'Whom to connect the person with.',
  type: 'string',
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z0-9_-]+$',
};

const briefing = {
  description:
    'What whoever answers hears before the two are connected, or what the other agent reads. Without it a person is connected at once.',
  ...objectOf(
    {
      text: {
        description: 'Who is calling and why, in a sentence or two.',
        type: 'string',
        minLength: 1,
        maxLength: 500,
        pattern: '^\\s*\\S',
      },
      language: {
        description: 'The language of the text. Leave it out for another agent.',
        type: 'string',
        enum: (
          'da-DK de-DE en-AU en-GB en-IN en-US es-ES es-MX fr-CA fr-FR it-IT ja-JP ko-KR nb-NO nl-NL pl-PL pt-BR pt-PT ' +
          'ru-RU sv-SE'
        ).split(' '),
        default: 'en-US',
      },
    },
    ['text'],
  ),
};

const callback_at = {
  description: 'The agreed time with its UTC offset, as 2026-01-31T15:00:00+01:00.',
  type: 'string',
  format: 'date-time',
  maxLength: 64,
};

const result = {
  call_disposition: {
    description: 'The result of the call, as a code that the workflow defines.',
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 100,
  },
  answered_by: {
    description:
      'Who has answered: `voicemail` is a mailbox, `screener` an assistant that asks who is calling, `ivr` a menu that asks for keys.',
    type: 'string',
    enum: ['human', 'machine', 'voicemail', 'screener', 'ivr'],
  },
  gathered_context: {
    description: 'What was learned, by names; it is merged into what is stored.',
    type: 'object',
    additionalProperties: true,
    maxProperties: 1000,
  },
  analysis: objectOf(
    {
      call_summary: {
        description: 'A summary of the conversation in a few sentences.',
        type: ['string', 'null'],
        maxLength: 10_000,
      },
      call_successful: {
        description: 'Whether the conversation reached its goal.',
        type: ['boolean', 'null'],
      },
    },
    [],
  ),
};

export const builtIns: Readonly<Record<BuiltInName, BuiltIn>> = {
  hang_up: {
    description: 'Ends the call. Say goodbye first: nothing can be said afterwards.',
    parameters: objectOf({}, []),
    scope: 'run:act',
  },
  transfer: {
    description:
      'Connects the person with somebody else or with another agent, and you leave the call. If nobody answers there, you have the call again.',
    parameters: objectOf({ destination, briefing }, ['destination']),
    scope: 'run:act',
  },
  send_keys: {
    description: 'Presses keys, for example in the menu of a machine that has answered.',
    parameters: objectOf({ keys }, ['keys']),
    scope: 'run:act',
  },
  schedule_callback: {
    description:
      'Has the person called again at a time that they agreed to. The first time of a call counts.',
    parameters: objectOf({ callback_at }, ['callback_at']),
    scope: 'run:write',
  },
  opt_out: {
    description: 'Records that the person asked not to be called any more.',
    parameters: objectOf({}, []),
    scope: 'run:write',
  },
  submit_result: {
    description: 'Stores the result of the conversation. What is left out stays as it is stored.',
    parameters: objectOf(result, []),
    scope: 'run:write',
  },
};

interface Run {
  readonly mode: Schemas['RunMode'];
  readonly state: Schemas['RunState'];
  readonly transfer_state: TransferState;
  readonly to_number: string | null;
  readonly from_number: string | null;
}

/** Whether the run has somebody whom the tool concerns. */
const hasPerson = (name: BuiltInName, run: Run): boolean => {
  switch (name) {
    case 'schedule_callback':
      return run.mode !== 'inbound' && run.to_number !== null;
    case 'opt_out':
      return otherNumber(run) !== null;
    default:
      return true;
  }
};

/** Those that have a carrier do something. */
export const isOfCall = (name: BuiltInName): boolean => name === 'transfer' || name === 'send_keys';

/** Those that are good for something after the run has ended too, as results are. */
export const outlastsRun = (name: BuiltInName): boolean => builtIns[name].scope === 'run:write';

/** Whether a workflow grants the tokens of its runs `run:act`. */
export function grantsActing(configurations: Readonly<Record<string, unknown>>): boolean {
  const granted = configurations['run_token_scopes'];
  return Array.isArray(granted) && granted.includes('run:act');
}

export interface RunTools extends Run {
  /** What the run's token is granted besides reading and writing. */
  readonly isActing: boolean;
  /** Whether the carrier of its call sends keys. */
  readonly sendsKeys: boolean;
  readonly destinations: readonly Pick<Schemas['TransferDestination'], 'name' | 'description'>[];
}

/** The built-in tools that the run's token may call and that can work, as functions. */
export const builtInsOf = (run: RunTools): Schemas['SessionTool'][] =>
  builtInNames
    .filter((name) => canCall(name, run))
    .map((name) => {
      const { description, parameters } = builtIns[name];
      return {
        type: 'function',
        function: {
          name,
          description,
          parameters:
            name === 'transfer' ? parametersOfTransfer(run.destinations) : { ...parameters },
        },
      };
    });

function canCall(name: BuiltInName, run: RunTools): boolean {
  if (builtIns[name].scope === 'run:act' && !run.isActing) return false;
  if ((run.state === 'completed' || isLeft(run)) && !outlastsRun(name)) return false;
  // A text run is as a call, of which nobody hears.
  if (run.mode === 'text') return name !== 'transfer' || run.destinations.length > 0;
  if (!hasPerson(name, run)) return false;
  if (name === 'transfer') return !isTest(run) && run.destinations.length > 0;
  return name !== 'send_keys' || (!isTest(run) && run.sendsKeys);
}

const parametersOfTransfer = (destinations: RunTools['destinations']) =>
  objectOf(
    {
      destination: {
        description: [
          destination.description,
          ...destinations.flatMap(({ name, description }) =>
            description === undefined ? [] : [`${name}: ${description}`],
          ),
        ].join('\n'),
        type: 'string',
        enum: destinations.map(({ name }) => name),
      },
      briefing,
    },
    ['destination'],
  );
