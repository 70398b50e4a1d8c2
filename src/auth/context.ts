import type { CellsApp } from '../cells/context.ts';
import type { App } from '../context.ts';
import type { RememberedCallers } from './authentication.ts';
import type { LogInLimits } from './log-in-limits.ts';

/** What this area works with. */
export interface AuthApp extends App {
  readonly callers: RememberedCallers;
  readonly logInLimits: LogInLimits;
  /** Which cell an email address is of, where there are several. */
  readonly directory: CellsApp['directory'];
}
