import { emailExists } from '../errors.ts';
import type { App } from '../context.ts';
import type { Directory } from './directory.ts';

interface Parts extends Pick<App, 'config'> {
  readonly directory: Directory | undefined;
}

/**
 * Claims the address for this cell; `param` is its member in the request. Throws `email_exists` if another cell has it.
 * Call it outside transactions: the directory may be on another server.
 */
export async function claimAddress(
  { config, directory }: Parts,
  email: string,
  param?: string,
): Promise<void> {
  if (!directory) return;
  if ((await directory.claim(email, config.cell)) !== config.cell) throw emailExists(param);
}
