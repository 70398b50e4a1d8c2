import type { components } from '../../../generated/api.ts';
import { revisedBy, tagged } from '../../http/etag.ts';
import type { TransferRow } from './queries.ts';
import { messageOf } from './rules.ts';

export const runTransfer = (row: TransferRow): components['schemas']['RunTransfer'] => ({
  id: row.id,
  run_id: row.run_id,
  kind: row.kind,
  destination: row.destination,
  phone_number: row.phone_number,
  status: row.status,
  failure: row.failure && {
    code: row.failure,
    message: messageOf(row.failure),
    carrier_code: row.carrier_code,
  },
  created_at: row.created_at,
  sent_at: row.sending_at,
  bridged_at: row.bridged_at,
  ended_at: row.ended_at,
});

export const revised = (row: TransferRow) => revisedBy(row.id, [row.status]);

export const taggedTransfer = (row: TransferRow) => tagged(runTransfer(row), revised(row));
