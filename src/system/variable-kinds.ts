/** How a variable of the environment is read: `fault` gets what is wrong with it, without its name. */
export interface Kind<T> {
  /** Its default, as `scripts/configuration.md` shows it. */
  readonly shown: string;
  readonly read: (raw: string | undefined, fault: (sentence: string) => void) => T;
}

const literal = (value: number | string): string => `\`${value}\``;
const trimmed = (raw: string | undefined): string | undefined => raw?.trim() || undefined;

export const optional = (shown = 'none'): Kind<string | undefined> => ({ shown, read: trimmed });

/** As it is, with spaces: a password. */
export const verbatim = (shown = 'none'): Kind<string | undefined> => ({
  shown,
  read: (raw) => raw,
});

export const text = (fallback: string): Kind<string> => ({
  shown: literal(fallback),
  read: (raw) => trimmed(raw) ?? fallback,
});

export const list = (shown = 'none'): Kind<string[]> => ({
  shown,
  read: (raw) => (trimmed(raw)?.split(',') ?? []).map((part) => part.trim()),
});

/** An address without a slash at its end. */
export const optionalUrl = (shown = 'none'): Kind<string | undefined> => ({
  shown,
  read(raw, fault) {
    const value = trimmed(raw)?.replace(/\/+$/, '');
    if (value !== undefined && (!URL.canParse(value) || !/^https?:\/\/[^?#]+$/.test(value)))
      fault('must be a URL that begins with http:// or https://, without a query.');
    return value;
  },
});

export const url = (fallback: string): Kind<string> => ({
  shown: literal(fallback),
  read: (raw, fault) => optionalUrl().read(raw, fault) ?? fallback,
});

export const integer = (fallback: number, min: number, max: number): Kind<number> => ({
  shown: literal(fallback),
  read(raw, fault) {
    const value = trimmed(raw);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    fault(`must be a whole number from ${min} to ${max}, not "${value}".`);
    return fallback;
  },
});

export const days: Kind<number | undefined> = {
  shown: 'none',
  read: (raw, fault) =>
    trimmed(raw) === undefined ? undefined : integer(1, 1, 36_500).read(raw, fault),
};

/** One of some values. The default of some depends on others. */
export const choice = <const T extends string>(
  values: readonly T[],
  shown: string,
): Kind<T | undefined> => ({
  shown,
  read(raw, fault) {
    const text = trimmed(raw);
    const value = values.find((each) => each === text);
    if (text !== undefined && value === undefined)
      fault(`must be one of ${values.join(', ')}, not "${text}".`);
    return value;
  },
});

export const oneOf = <const T extends string>(
  values: readonly T[],
  fallback: NoInfer<T>,
): Kind<T> => ({
  shown: literal(fallback),
  read: (raw, fault) => choice(values, '').read(raw, fault) ?? fallback,
});

export const optionalFlag = (shown: string): Kind<boolean | undefined> => ({
  shown,
  read(raw, fault) {
    const value = trimmed(raw);
    if (value === undefined) return undefined;
    if (value !== '0' && value !== '1') fault(`must be 0 or 1, not "${value}".`);
    return value === '1';
  },
});

export const flag = (shown = '`0`'): Kind<boolean> => ({
  shown,
  read: (raw, fault) => optionalFlag(shown).read(raw, fault) ?? false,
});
