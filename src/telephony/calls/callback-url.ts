import type { CallToPlace } from './placer.ts';

/** The URL to which the carrier reports about a call. */
export const callbackUrl = (
  origin: string,
  { provider, configuration_id, id }: Pick<CallToPlace, 'provider' | 'configuration_id' | 'id'>,
): string => `${origin}/api/v1/telephony/callbacks/${provider}/${configuration_id}?run_id=${id}`;
