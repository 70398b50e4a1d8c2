/** What a `Prefer` header chooses: `code=404, example=not_found`, `dynamic=true, seed=7`. */
export interface Preferences {
  readonly code?: string;
  readonly example?: string;
  readonly dynamic?: string;
  readonly seed?: string;
}

export const preferencesIn = (header = ''): Preferences =>
  Object.fromEntries(
    header.split(/[,;]/).map((part) => {
      const [name = '', value = ''] = part.split('=').map((word) => word.trim());
      return [name.toLowerCase(), value.replace(/^"(.*)"$/, '$1')];
    }),
  );
