import type { Transaction } from 'kysely';
import { asDatabase } from '../../db/as-database.ts';
import type { Database } from '../../db/connect.ts';
import { invalid, InvalidRequest } from '../../errors.ts';
import { requireScope } from '../../http/security.ts';
import { later } from '../../timestamp.ts';
import { type BuiltInName, builtIns, outlastsRun } from '../../workflows/built-in-rules.ts';
import type { BuiltInCall, ToolsApp } from '../context.ts';
import { loadSchemas } from '../schemas.ts';
import type { Sent } from './outcome-rules.ts';
import * as executions from './queries.ts';
import { ended, type Refused, refusedBy } from './refusals.ts';
import { keepSettled, mustHaveRoom } from './settled.ts';

type Run = Awaited<ReturnType<typeof executions.ofRun>>;

interface Called {
  readonly run: Run;
  readonly call: BuiltInCall;
  /** What it answers, if nothing is done. */
  readonly simulated: Sent | undefined;
}

/** A call, and its row, which keeps the arguments as they were sent. */
interface Begun {
  readonly row: ReturnType<typeof beginning>;
  readonly call: BuiltInCall;
}

/** Longer than a carrier has to answer. */
const deadlineMs = 20_000;

/**
 * Calls a built-in tool for a run, once for each id of a call; undefined if another request of the call was faster. Throws
 * 403 without the operation's scope, and 422 for arguments that break the schema.
 */
export async function callBuiltIn(
  app: ToolsApp,
  key: executions.RunKey,
  { run, call, simulated }: Called,
): Promise<executions.ExecutionRow | undefined> {
  const { scope, parameters } = builtIns[call.name];
  requireScope({ scope }, call.request.caller);
  const schemas = await loadSchemas();
  const args = schemas.withoutNulls(parameters, call.arguments);
  const broken = schemas.faultOf(parameters, args);
  if (broken) throw invalid(['body', 'arguments', ...broken.path], broken.fault);
  if (run.state === 'completed' && !outlastsRun(call.name)) throw ended();
  const row = beginning(app, key, call);
  if (simulated) return keepSettled(app, key, { row, outcome: simulated, isSimulated: true });
  const begun = { row, call: { ...call, arguments: args } };
  try {
    return call.name === 'send_keys'
      ? await callOutside(app, key, begun)
      : await callInside(app, key, begun);
  } catch (error) {
    if (error instanceof InvalidRequest) throw ofArguments(error);
    const refused = refusedBy(error);
    if (!refused || refused.isOfMoment) throw error;
    const outcome = failed(refused, performance.now());
    return keepSettled(app, key, { row: beginning(app, key, call), outcome });
  }
}

/**
 * What the operation does and that it was called are one transaction: a process that stops leaves neither. The execution comes last,
 * because its run is then locked already; of two requests of a call the second one's transaction is rolled back.
 */
async function callInside(app: ToolsApp, key: executions.RunKey, { row, call }: Begun) {
  const began = performance.now();
  try {
    const done = await app.db.transaction().execute(async (trx) => {
      const { result, follow } = await app.callBuiltIn(call, asDatabase(trx));
      const outcome = succeeded(result, began);
      const kept = await executions.begin(trx, {
        ...row,
        ...outcome,
        result: JSON.stringify(result),
        deadline_at: row.created_at,
        settled_at: row.created_at,
      });
      if (!kept) throw new CalledMeanwhile();
      await mustHaveRoom(trx, key.organization_id, kept);
      return { kept, follow };
    });
    await done.follow();
    return done.kept;
  } catch (error) {
    if (error instanceof CalledMeanwhile) return undefined;
    throw error;
  }
}

class CalledMeanwhile extends Error {}

/**
 * The carrier is waited for, so that it is called is kept before. The deadline passes if the process stops meanwhile: then nobody
 * knows what the carrier did, and it gets nothing again.
 */
async function callOutside(app: ToolsApp, key: executions.RunKey, { row, call }: Begun) {
  const began = performance.now();
  const deadline_at = later(app.now(), deadlineMs);
  const begun = await app.db
    .transaction()
    .execute((trx) => begin(trx, key, { ...row, deadline_at }));
  if (!begun) return undefined;
  const settle = (outcome: Sent) =>
    executions.settle(app.db, begun, { ...outcome, settled_at: app.now() });
  try {
    const { result, follow } = await app.callBuiltIn(call, app.db);
    await follow();
    return await settle(succeeded(result, began));
  } catch (error) {
    const refused = refusedBy(error);
    if (!refused) throw error;
    return settle(failed(refused, began));
  }
}

/** Throws 404 for a run that was deleted meanwhile. */
async function begin(
  trx: Transaction<Database>,
  key: executions.RunKey,
  row: Parameters<typeof executions.begin>[1],
) {
  await executions.lockState(trx, key);
  return executions.begin(trx, row);
}

const beginning = (app: ToolsApp, key: executions.RunKey, call: BuiltInCall) => ({
  ...key,
  tool_id: null,
  tool_name: call.name,
  tool_revision: null,
  call_id: call.call_id,
  // Keys may be secret.
  arguments: call.name === 'send_keys' ? null : JSON.stringify(call.arguments),
  is_write: true,
  created_at: app.now(),
});

const elapsed = (began: number): number => Math.round(performance.now() - began);

const succeeded = (result: BuiltInResult, began: number): Sent => ({
  status: 'succeeded',
  error_code: null,
  error_detail: null,
  http_status: null,
  result,
  duration_ms: elapsed(began),
});

type BuiltInResult = Awaited<ReturnType<ToolsApp['callBuiltIn']>>['result'];

const failed = ({ isOfMoment: _moment, ...refused }: Refused, began: number): Sent => ({
  ...refused,
  http_status: null,
  result: null,
  duration_ms: elapsed(began),
});

/** The faults of the operation's body, as those of the arguments. */
const ofArguments = ({ faults }: InvalidRequest) =>
  new InvalidRequest(
    faults.map((fault) => ({
      ...fault,
      loc: ['body', 'arguments', ...fault.loc.slice(1)],
    })),
  );

/** What its operation makes others wait for, whoever repeats the call is told no sooner. */
const waited: ReadonlySet<string> = new Set<BuiltInName>(['opt_out', 'submit_result']);

/** Resolves when everything holds that the answer to a call says. The first request may have stopped before. */
export async function waitForEffects(
  app: ToolsApp,
  { tool_id, tool_name, status }: executions.ExecutionRow,
  organizationId: number,
): Promise<void> {
  if (tool_id === null && status === 'succeeded' && waited.has(tool_name))
    await app.effects.waitForPlacements(app, organizationId);
}
