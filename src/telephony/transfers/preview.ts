import type { components } from '../../../generated/api.ts';
import type { Db } from '../../db/connect.ts';
import { Failure } from '../../errors.ts';
import type { Engine } from './actions.ts';
import { type TransferRequest, requestTransfer } from './handoff-actions.ts';
import type { TransferRow } from './queries.ts';

type Preview = components['schemas']['RunTransferPreview'];

/** Ends the transaction of a request that would be accepted, so that nothing of it stays. */
class Accepted extends Error {
  readonly row: TransferRow;
  constructor(row: TransferRow) {
    super('The transfer would be accepted.');
    this.row = row;
  }
}

/**
 * How a request for a transfer would be answered: it is made and undone, so that no rule of it can be missing here. Throws
 * what is wrong with the request itself.
 */
export async function previewTransfer(
  db: Db,
  engine: Engine,
  request: TransferRequest,
): Promise<Preview> {
  try {
    return await db.transaction().execute(async (trx) => {
      throw new Accepted(await requestTransfer(trx, engine, request));
    });
  } catch (error) {
    if (error instanceof Accepted) return accepted(error.row);
    if (error instanceof Failure && isRefusal(error)) return refused(error);
    throw error;
  }
}

/** The state of the call and of the organization, or a rule; not a run that does not exist. */
const isRefusal = ({ problem: { kind } }: Failure): boolean =>
  kind === 'conflict' || kind === 'forbidden';

const accepted = ({
  destination,
  phone_number,
  sip_uri,
  to_workflow_id,
}: TransferRow): Preview => ({
  is_accepted: true,
  destination,
  phone_number,
  sip_uri,
  to_workflow_id,
  refusal: null,
});

function refused({ problem: { code, detail, members = {} } }: Failure): Preview {
  const until = members['opens_at'] ?? members['resets_at'];
  return {
    is_accepted: false,
    destination: null,
    phone_number: null,
    sip_uri: null,
    to_workflow_id: null,
    refusal: { code, message: detail, until: typeof until === 'string' ? until : null },
  };
}
