import type { components } from '../../../generated/api.ts';
import type { Caller } from '../../caller.ts';

/** Who causes a change: the service itself, without a caller. */
export function eventActor(caller: Caller | null): components['schemas']['EventActor'] {
  if (caller === null) return { kind: 'system', id: null };
  return caller.kind === 'session'
    ? { kind: 'user', id: caller.user_id }
    : { kind: 'api_key', id: caller.api_key_id };
}
