import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import type { Timestamp } from '../timestamp.ts';
import { approvalHelp } from './approval.ts';
import {
  BadArguments,
  type Invocation,
  invocationOf,
  needsKey,
  refuseUnknown,
  requestOf,
  schemaOf,
  withoutNulls,
} from './arguments.ts';
import { type Curated, curated } from './curated.ts';
import { operationOf } from './contract.ts';
import { type Door, type DoorAnswer, DoorFailure } from './operation-client.ts';
import {
  describeOperation,
  describeOperationTool,
  invocationIn,
  invokeOperationTool,
  listOperations,
  listOperationsTool,
} from './general.ts';
import { failed, problemOf, refusal, success } from './results.ts';

type Arguments = Readonly<Record<string, unknown>>;

export interface Hands {
  readonly door: Door;
  readonly now: () => Timestamp;
}

interface Runnable {
  readonly tool: Tool;
  readonly run: (given: Arguments, hands: Hands) => CallToolResult | Promise<CallToolResult>;
}

/** Every tool, in the order in which they are listed. */
const runnables: readonly Runnable[] = [
  ...curated.map(runnableOf),
  { tool: { ...listOperationsTool, annotations: { readOnlyHint: true } }, run: listOperations },
  {
    tool: { ...describeOperationTool, annotations: { readOnlyHint: true } },
    run: describeOperation,
  },
  {
    tool: { ...invokeOperationTool, annotations: { destructiveHint: true } },
    run: (given, hands) => invoke(invocationIn(given), hands),
  },
];

const byName = new Map(runnables.map((each) => [each.tool.name, each]));

export const tools: readonly Tool[] = runnables.map(({ tool }) => tool);

function runnableOf(entry: Curated): Runnable {
  const operation = operationOf(entry.operation);
  if (!operation) throw new Error(`The contract has no operation ${entry.operation}.`);
  const reads = operation.method === 'GET' || entry.changesNothing === true;
  const { name, description } = entry;
  return {
    tool: {
      name,
      description: `${description} Operation ${operation.id}, scope ${operation.scope ?? 'none'}.`,
      inputSchema: schemaOf(operation),
      annotations: reads
        ? { readOnlyHint: true }
        : { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    },
    run: (given, hands) => invoke(invocationOf(operation, entry, given), hands),
  };
}

/** Runs a tool; undefined if there is none of this name. What goes wrong is in the result. */
export async function runTool(
  name: string,
  given: Arguments,
  hands: Hands,
): Promise<CallToolResult | undefined> {
  const runnable = byName.get(name);
  if (!runnable) return undefined;
  try {
    refuseUnknown(given, Object.keys(runnable.tool.inputSchema.properties ?? {}));
    return await runnable.run(withoutNulls(given, runnable.tool.inputSchema), hands);
  } catch (error) {
    if (error instanceof BadArguments)
      return failed({
        code: 'invalid_arguments',
        detail: error.message,
        what_to_do: 'Change the arguments. Nothing was sent.',
      });
    if (error instanceof DoneUnknown)
      return failed({
        code: 'no_answer',
        detail: error.message,
        what_to_do:
          'What the operation did is unknown, and it takes no idempotency_key. Read the object before you decide whether to send it again.',
      });
    if (error instanceof DoorFailure)
      return failed({
        code: 'no_answer',
        detail: error.message,
        what_to_do:
          'What the operation did is unknown. Send the same arguments with the same idempotency_key again: what was done is not done twice.',
      });
    throw error;
  }
}

/** Sends it. What has effects and no key cannot simply be sent again if no answer comes. */
async function answerOf(invocation: Invocation, door: Door): Promise<DoorAnswer> {
  const { operation } = invocation;
  const repeatable =
    operation.method === 'GET' || invocation.changesNothing === true || needsKey(operation);
  try {
    return await door(requestOf(invocation));
  } catch (error) {
    throw error instanceof DoorFailure && !repeatable ? new DoneUnknown(error.message) : error;
  }
}

/** No answer came from an operation that takes no idempotency key. */
class DoneUnknown extends Error {}

async function invoke(invocation: Invocation, { door, now }: Hands): Promise<CallToolResult> {
  const { id } = invocation.operation;
  const answer = await answerOf(invocation, door);
  if (answer.status < 300) return success(id, answer);
  if (problemOf(answer)['code'] !== 'approval_required') return refusal(id, answer);
  return refusal(id, answer, await approvalHelp(answer, door, now()));
}
