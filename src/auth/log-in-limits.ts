import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';
import { type Quota, tooMany } from '../errors.ts';
import { createFailureLimit } from './failure-limit.ts';

interface Attempt {
  readonly email: string;
  readonly address: string;
}

export interface LogInLimits {
  /** Runs a log-in, which fails by giving undefined; throws 429 without running it after too many failures. */
  logIn<T>(attempt: Attempt, work: () => Promise<T | undefined>): Promise<T | undefined>;
  /** Counts a sign-up; throws 429 when there were too many from the address. */
  signUp(address: string): Promise<void>;
}

/**
 * Limits what guessing passwords costs others and what hashing them costs us. No limit is by account alone: whoever fails
 * at one address never keeps the user out at another.
 */
export function createLogInLimits(config: Config['logInLimits']): LogInLimits {
  const { failuresPerAccount, failuresPerAddress, windowSeconds, signUpsPerHour } = config;
  const accounts = createFailureLimit({
    name: 'login-account',
    limit: failuresPerAccount,
    things: 'failed log-ins to one account from one address',
    windowSeconds,
  });
  const addresses = createFailureLimit({
    name: 'login-address',
    limit: failuresPerAddress,
    things: 'failed log-ins from one address',
    windowSeconds,
  });
  const signUps: Quota = {
    name: 'signup',
    limit: signUpsPerHour,
    things: 'sign-ups from one address',
    windowSeconds: 3600,
  };
  const signUpLimiter = new RateLimiterMemory({
    keyPrefix: signUps.name,
    points: signUps.limit,
    duration: signUps.windowSeconds,
  });
  return {
    async logIn({ email, address }, work) {
      const account = `${address} ${email.toLowerCase()}`;
      const result = await addresses.attempt(address, () => accounts.attempt(account, work));
      if (result !== undefined) await accounts.forgive(account);
      return result;
    },
    async signUp(address) {
      await signUpLimiter.consume(address).catch((refused: RateLimiterRes) => {
        throw tooMany(signUps, Math.ceil(refused.msBeforeNext / 1000));
      });
    },
  };
}
