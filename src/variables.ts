import ipaddr from 'ipaddr.js';

export type Reader = ReturnType<typeof readerOf>;

/** Reads single variables; reports those that are invalid and gives the fallback for them. */
export function readerOf(env: NodeJS.ProcessEnv, faults: string[]) {
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const raw = text(name);
    if (raw === undefined) return fallback;
    const value = Number(raw);
    if (/^\d+$/.test(raw) && value >= min && value <= max) return value;
    faults.push(`${name} must be a whole number from ${min} to ${max}, not "${raw}".`);
    return fallback;
  };
  const days = (name: string): number | undefined =>
    text(name) === undefined ? undefined : integer(name, 1, 1, 36_500);
  const flag = (name: string, fallback: '0' | '1' = '0'): boolean => {
    const raw = text(name) ?? fallback;
    if (raw !== '0' && raw !== '1') faults.push(`${name} must be 0 or 1, not "${raw}".`);
    return raw === '1';
  };
  const oneOf = <T extends string>(name: string, values: readonly T[], fallback: T): T => {
    const raw = text(name) ?? fallback;
    const value = values.find((each) => each === raw);
    if (value === undefined)
      faults.push(`${name} must be one of ${values.join(', ')}, not "${raw}".`);
    return value ?? fallback;
  };
  const list = (name: string): string[] =>
    (text(name)?.split(',') ?? []).map((part) => part.trim());
  return { env, text, integer, days, flag, oneOf, list };
}

/** Whether only this machine can reach the host. No host at all counts as local. */
export function isLoopback(host: string | undefined): boolean {
  if (host === undefined || /^localhost$/i.test(host)) return true;
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** The host of a URL; undefined where the URL cannot be parsed, which is reported separately. */
export const hostOf = (url: string | undefined): string | undefined =>
  url === undefined || !URL.canParse(url) ? undefined : new URL(url).hostname;
