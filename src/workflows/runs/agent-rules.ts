import type { AnyCaller } from '../../caller.ts';

/** What transfers have made of a call in progress; null: its agent has it. */
export type TransferState = 'transferring' | 'transferred' | null;

/** What is done in a call in progress. A handoff is a transfer. */
export type Act =
  | 'hang_up'
  | 'send_keys'
  | 'speak'
  | 'transfer'
  | 'instruct'
  | 'call_tool'
  | 'accept_tool_call';

export type Refusal = 'transfer_in_progress' | 'call_transferred';

type Refusals = Readonly<Record<NonNullable<TransferState>, Refusal | null>>;

const free: Refusals = { transferring: null, transferred: null };
const withAgent: Refusals = { transferring: null, transferred: 'call_transferred' };

/**
 * Why something is refused while a call is transferred, and after. What has no entry here only records, and is never refused.
 * That two transfers are unfinished at once is decided with the earlier one locked.
 */
const table: Readonly<Record<Act, { readonly agent: Refusals; readonly others: Refusals }>> = {
  hang_up: {
    agent: { transferring: 'transfer_in_progress', transferred: 'call_transferred' },
    others: free,
  },
  send_keys: { agent: withAgent, others: free },
  speak: { agent: withAgent, others: free },
  call_tool: { agent: withAgent, others: free },
  transfer: { agent: withAgent, others: withAgent },
  instruct: { agent: withAgent, others: withAgent },
  accept_tool_call: { agent: withAgent, others: withAgent },
};

/** Why the caller may not do it in a call; null: nothing of its transfers forbids it. */
export const refusalOf = (
  act: Act,
  { kind }: Pick<AnyCaller, 'kind'>,
  state: TransferState,
): Refusal | null =>
  state === null ? null : table[act][kind === 'run_token' ? 'agent' : 'others'][state];

/** Whether the agent has left the call, so that its token only records. */
export const isLeft = (call: { readonly transfer_state: TransferState }): boolean =>
  call.transfer_state === 'transferred';
