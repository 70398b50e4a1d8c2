import type { components } from '../../generated/api.ts';

type Provider = components['schemas']['TelephonyProvider'];
type Description = components['schemas']['TelephonyProviderDescription'];

/** The simulated network's default pace. */
export const simulatedPace = { ring_ms: 50, talk_ms: 200 } as const;

/** The limit of calls a second of a new configuration, as carriers set it for new accounts; null for no limit. */
export const defaultCallsPerSecond: Readonly<Record<Provider, number | null>> = {
  simulated: null,
  twilio: 1,
  telnyx: 5,
};

const secretText = (description: string, pattern: string) => ({
  description,
  type: 'string',
  maxLength: 200,
  pattern,
  writeOnly: true,
});

/** An address of the agent runtime. */
const agentUrl = (pattern: string) => ({
  type: 'string',
  minLength: 9,
  maxLength: 2048,
  pattern,
  writeOnly: true,
});

/** The supported carriers. A test compares the schemas with the contract's. */
export const providers: Readonly<Record<Provider, Description>> = {
  simulated: {
    name: 'simulated',
    title: 'Simulated network',
    description:
      'A network built into the server that places no real calls. The last two digits of the called number decide how a call ends. For testing.',
    credentials_schema: {
      description:
        'The pace of the simulated network, and its agent runtime. It contains no secrets.',
      type: 'object',
      additionalProperties: false,
      properties: {
        ring_ms: {
          description:
            'How long a call rings, in milliseconds. From 100 on, the network reports that it rings.',
          type: 'integer',
          minimum: 0,
          maximum: 60_000,
          default: simulatedPace.ring_ms,
        },
        talk_ms: {
          description:
            'How long a conversation lasts, in milliseconds; with a stream, relay or TwiML, how long it lasts at most. If it is omitted, 600,000 with one of these, else 200.',
          type: 'integer',
          minimum: 0,
          maximum: 3_600_000,
        },
        voice_url: {
          description:
            'The URL that the network requests when a call is answered, as Twilio does: your agent runtime. The call follows the TwiML of the answer. An answer of JSON, or without a body, is that of a runtime that holds the conversation by other means: the call lasts `talk_ms`. Every other answer, or none within 5 seconds, ends the call with the failure `agent_failed`. The seconds do not count as `talk_ms`.',
          ...agentUrl('^https?://[!-~]+$'),
        },
        stream_url: {
          description:
            'The URL of the WebSocket to which the network streams an answered call, in both directions, if there is no `voice_url`; a person of recorded sentences talks at the other end. `run_id`, `workflow_id`, `workflow_version`, `run_token`, `to_number`, `from_number` and `language` are custom parameters of `start` (`twilio`), as far as they are known; with `telnyx` they are in the query, with `run_code` in place of the token. The call lasts until somebody hangs up, the socket closes, or `talk_ms` are over. `ws:` only where private addresses are allowed.',
          ...agentUrl('^wss?://[A-Za-z0-9._~:/@%!$()*+,;=-]+$'),
          maxLength: 1024,
        },
        stream_protocol: {
          description: 'The carrier whose messages the stream has: `twilio` or `telnyx`.',
          type: 'string',
          maxLength: 6,
          pattern: '^(twilio|telnyx)$',
          default: 'twilio',
        },
        relay_url: {
          description:
            'The URL of the WebSocket at which the network speaks ConversationRelay with your agent runtime in an answered call, if there is neither `voice_url` nor `stream_url`: a person who talks by text is at the other end. The custom parameters of a stream are `customParameters` of `setup`. The call lasts as with a stream. `ws:` only where private addresses are allowed.',
          ...agentUrl('^wss?://[A-Za-z0-9._~:/@%!$()*+,;=-]+$'),
          maxLength: 1024,
        },
      },
    },
    secret_members: [],
    is_caller_number_needed: false,
  },
  twilio: {
    name: 'twilio',
    title: 'Twilio',
    description:
      'Twilio Programmable Voice. The credentials are in the console under Account Info.',
    credentials_schema: {
      description: 'Found in the Twilio console under Account Info.',
      type: 'object',
      required: ['account_sid', 'auth_token'],
      additionalProperties: false,
      properties: {
        account_sid: secretText("The account's SID.", '^AC[0-9a-fA-F]{32}$'),
        auth_token: secretText(
          "The account's auth token. Calls are placed and callbacks verified with it.",
          '^[0-9a-fA-F]{32}$',
        ),
        voice_url: {
          description:
            "The URL from which Twilio loads the TwiML for an answered call: your agent's page. Twilio gets it with `run_id`, `workflow_id`, `workflow_version` and `run_code` in its query; the runtime exchanges the code for the token of the run (`exchangeRunCode`).",
          ...agentUrl('^https://[!-~]+$'),
        },
        stream_url: {
          description:
            'The URL of the WebSocket to which Twilio streams an answered call, in both directions, if there is no `voice_url`. `run_id`, `workflow_id`, `workflow_version`, `run_token`, `to_number`, `from_number` and `language` are its custom parameters, as far as they are known.',
          ...agentUrl('^wss://[A-Za-z0-9._~:/@%!$()*+,;=-]+$'),
          maxLength: 1024,
        },
        relay_url: {
          description:
            "The URL of the WebSocket of your agent runtime that Twilio's ConversationRelay talks to by text, if there is neither `voice_url` nor `stream_url`: Twilio recognizes and speaks, as `relay` of the workflow's settings says. The custom parameters of a stream are `customParameters` of `setup`. With none of the three, the agent of the installation answers; where it has none, answered calls are hung up.",
          ...agentUrl('^wss://[A-Za-z0-9._~:/@%!$()*+,;=-]+$'),
          maxLength: 1024,
        },
      },
    },
    secret_members: ['auth_token'],
    is_caller_number_needed: true,
  },
  telnyx: {
    name: 'telnyx',
    title: 'Telnyx',
    description:
      'Telnyx Call Control. The API key and the public key are in the portal under Keys & Credentials, the connection id with the Voice API application.',
    credentials_schema: {
      description: 'Found in the Telnyx portal.',
      type: 'object',
      required: ['api_key', 'connection_id', 'public_key'],
      additionalProperties: false,
      properties: {
        api_key: secretText('An API key (v2).', '^KEY[A-Za-z0-9_-]{10,197}$'),
        connection_id: secretText(
          'The ID of the Voice API application that places the calls.',
          '^[0-9]{1,20}$',
        ),
        public_key: secretText(
          "The account's public key, 32 bytes in base64, that callbacks are verified with.",
          '^[A-Za-z0-9+/]{43}=$',
        ),
        stream_url: {
          description:
            'The URL of the WebSocket to which Telnyx streams an answered call, in both directions. Telnyx gets it with `run_id`, `workflow_id`, `workflow_version` and `run_code` in its query; the runtime exchanges the code for the token of the run (`exchangeRunCode`). Without it, no agent speaks when the call is answered.',
          ...agentUrl('^wss://[!-~]+$'),
        },
      },
    },
    secret_members: ['api_key'],
    is_caller_number_needed: true,
  },
};

/** The members of each provider's credentials, and which are optional. */
export const credentialMembers: Readonly<
  Record<Provider, Readonly<Record<string, 'required' | 'optional'>>>
> = {
  simulated: {
    ring_ms: 'optional',
    talk_ms: 'optional',
    voice_url: 'optional',
    stream_url: 'optional',
    stream_protocol: 'optional',
    relay_url: 'optional',
  },
  twilio: {
    account_sid: 'required',
    auth_token: 'required',
    voice_url: 'optional',
    stream_url: 'optional',
    relay_url: 'optional',
  },
  telnyx: {
    api_key: 'required',
    connection_id: 'required',
    public_key: 'required',
    stream_url: 'optional',
  },
};
