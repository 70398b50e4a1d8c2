import { integer, optional, optionalUrl, text } from './variable-kinds.ts';

/** The variables of the agent that the service itself is. */
export const agentVariables = [
  {
    variables: { LLM_BASE_URL: optionalUrl() },
    meaning:
      'a server with the chat-completions interface of OpenAI that streams and calls functions, without `/chat/completions`, such as `https://api.openai.com/v1`: with it the service itself is the agent of calls, see [An agent of our own](operating/README.md#an-agent-of-our-own). `api` and `worker` need it too, as they tell carriers where the agent is',
  },
  {
    variables: { LLM_MODEL: text('default'), LLM_API_KEY: optional() },
    meaning:
      'its model, and the key that is sent as `Authorization: Bearer`; only `agent` and `all` need them',
  },
  {
    variables: {
      LLM_TIMEOUT_SECONDS: integer(15, 1, 120),
      AGENT_CONVERSATIONS: integer(200, 1, 10_000),
    },
    meaning:
      'how long the model may be silent; how many conversations a process holds at once, half of them of one organization',
  },
] as const;
