import type { components } from '../../../generated/api.ts';
import type { ErasureRow } from './queries.ts';
import { countsOf } from './rules.ts';

export const erasure = (row: ErasureRow): components['schemas']['Erasure'] => ({
  id: row.id,
  phone_number_hmac: row.number_hmac.toString('hex'),
  status: row.state,
  counts: countsOf(row.counts),
  created_at: row.created_at,
  completed_at: row.completed_at,
});
