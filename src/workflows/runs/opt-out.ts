import type { components } from '../../../generated/api.ts';
import type { Db } from '../../db/connect.ts';
import { configurationsOf } from '../queries.ts';
import { optOutDispositions } from '../rules.ts';

/** Whether the result says that the called person asked not to be called again. */
export async function optsOut(
  db: Db,
  {
    opt_out = false,
    call_disposition,
  }: Pick<components['schemas']['SubmitRunResultRequest'], 'opt_out' | 'call_disposition'>,
  workflowId: number,
): Promise<boolean> {
  if (opt_out || call_disposition === undefined || call_disposition === null) return opt_out;
  return optOutDispositions(await configurationsOf(db, workflowId)).includes(call_disposition);
}
