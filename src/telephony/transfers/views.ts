import type { components } from '../../../generated/api.ts';
import { revisedBy, tagged } from '../../http/etag.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { TransferChange } from '../../webhooks/actions.ts';
import { sipParts } from '../../workflows/sip-rules.ts';
import type { TransferRow } from './queries.ts';
import { messageOf } from './rules.ts';

export const runTransfer = (row: TransferRow): components['schemas']['RunTransfer'] => ({
  id: row.id,
  run_id: row.run_id,
  kind: row.kind,
  requested_destination: row.requested_destination ?? row.destination,
  destination: row.destination,
  phone_number: row.phone_number,
  sip_uri: row.sip_uri,
  to_workflow_id: row.to_workflow_id,
  to_workflow_version: row.to_workflow_version,
  fallback:
    row.fallback === null
      ? null
      : {
          destination: row.fallback,
          transfer_id: row.fallback_id,
          refusal: row.fallback_refusal,
        },
  status: row.status,
  failure: failureIn(row),
  created_at: row.created_at,
  sent_at: row.sending_at,
  bridged_at: row.bridged_at,
  ended_at: row.ended_at,
});

const failureIn = ({ failure: code, carrier_code }: TransferRow) =>
  code && { code, message: messageOf(code), carrier_code };

/** What an event says of a transfer that has just changed. */
export function transferEvent(row: TransferRow, now: Timestamp): TransferChange {
  const { organization_id, run_id, id, kind, destination, status, created_at, ended_at } = row;
  const failure = failureIn(row);
  const since = status !== 'requested' && now > created_at ? now : created_at;
  return {
    organization_id,
    run_id,
    event: `transfer_${status}`,
    at: ended_at ?? since,
    transfer: { id, kind, destination, created_at },
    ...(failure && { failure }),
  };
}

export const revised = (row: TransferRow) =>
  revisedBy(row.id, [row.status, row.fallback_id, row.fallback_refusal]);

export const taggedTransfer = (row: TransferRow) => tagged(runTransfer(row), revised(row));

/** What the audit log shows of a transfer. */
export const audited = (row: TransferRow) => ({
  id: row.id,
  kind: row.kind,
  destination: row.destination,
  to_number_ending: row.phone_number?.slice(-4) ?? null,
  ...(row.sip_uri !== null && { to_sip_host: sipParts(row.sip_uri)?.host ?? null }),
  ...(row.to_workflow_id !== null && { to_workflow_id: row.to_workflow_id }),
  status: row.status,
  ...(row.fallback_refusal !== null && { fallback_refusal: row.fallback_refusal }),
});
