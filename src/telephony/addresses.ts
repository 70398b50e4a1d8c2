import { invalid, unavailable } from '../errors.ts';
import { missingPackages } from '../system/packaged.ts';
import type { TelephonyApp } from './context.ts';
import type { Credentials } from './credentials.ts';

/** The members of credentials that are addresses of the agent runtime. */
const members = ['voice_url', 'stream_url', 'relay_url'];

/**
 * Throws the validation error for an address of an agent runtime to which calls may not be sent, by the rules for
 * webhook endpoints. Asks name servers, so no transaction may be open.
 */
export async function mustBeCallable(
  credentials: Readonly<Record<string, Credentials[string] | null>>,
  { lookups, config }: TelephonyApp,
): Promise<void> {
  for (const name of members) {
    const url = credentials[name];
    if (typeof url !== 'string') continue;
    const fault = await lookups.addressFault(url.replace(/^ws(s?):/i, 'http$1:'), config);
    if (fault !== undefined) throw invalid(['body', 'credentials', name], fault, '[redacted]');
  }
}

/** Throws `unavailable` if the carrier's client is not installed, which has the carrier's name. */
export function mustBeInstalled(provider: string): void {
  const missing = provider === 'simulated' ? undefined : missingPackages(provider);
  if (missing !== undefined) throw unavailable(missing);
}
