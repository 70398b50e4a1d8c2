interface Transfer {
  readonly provider: string;
  readonly configuration_id: number;
  readonly run_id: number;
  readonly id: number;
}

/** The URL to which the carrier reports about a transfer. */
export const transferUrl = (
  origin: string,
  { provider, configuration_id, run_id, id }: Transfer,
): string =>
  `${origin}/api/v1/telephony/transfer-callbacks/${provider}/${configuration_id}?run_id=${run_id}&transfer_id=${id}`;
