import type { components } from '../../../generated/api.ts';
import type { Db } from '../../db/connect.ts';
import { isSameText } from '../../text-rules.ts';
import { optOutDispositions } from '../rules.ts';
import { type Agents, configurationsOfAgents } from './agent-queries.ts';

/** Whether the result says that the called person asked not to be called again. */
export async function optsOut(
  db: Db,
  {
    opt_out = false,
    call_disposition,
  }: Pick<components['schemas']['SubmitRunResultRequest'], 'opt_out' | 'call_disposition'>,
  run: Agents,
): Promise<boolean> {
  if (opt_out || call_disposition === undefined || call_disposition === null) return opt_out;
  const configurations = await configurationsOfAgents(db, run);
  return configurations.some((each) =>
    optOutDispositions(each).some(
      (disposition) => typeof disposition === 'string' && isSameText(disposition, call_disposition),
    ),
  );
}
