import type { App } from '../context.ts';
import type { Db } from '../db/connect.ts';
import type { OperationRequest } from '../http/contract.ts';
import type { BuiltInName } from '../workflows/built-in-rules.ts';
import type { McpSessions } from './mcp-tools/sessions.ts';
import type { ToolRates } from './tool-executions/capacity.ts';

/** A call of a built-in tool, whose arguments have been checked. */
export interface BuiltInCall {
  readonly name: BuiltInName;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly request: Pick<OperationRequest<'callRunTool'>, 'params' | 'caller' | 'requestId'>;
  /** Unique in the run; by it a carrier knows a request that is repeated. */
  readonly call_id: string;
}

interface BuiltInDone {
  /** What the agent is told. */
  readonly result: Readonly<Record<string, unknown>>;
  /** What is to be waited for after the commit. */
  readonly follow: () => Promise<void>;
}

/** What this area works with. */
export interface ToolsApp extends App {
  readonly toolRates: ToolRates;
  readonly mcpSessions: McpSessions;
  /**
   * Does what the operation of a built-in tool does, with its rules and its audit event, and throws what it throws. What it
   * writes is part of the transaction that the database joins, if it joins one.
   */
  callBuiltIn(call: BuiltInCall, db: Db): Promise<BuiltInDone>;
}
