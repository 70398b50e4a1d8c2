import type { AuthApp } from '../auth/context.ts';
import type { TelephonyApp } from '../telephony/context.ts';

/** What this area works with. */
export interface PrivacyApp extends AuthApp, Pick<TelephonyApp, 'calls'> {}
