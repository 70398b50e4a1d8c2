type Members = Readonly<Record<string, unknown>>;

/** The sources of variables; the first that has a value for a name decides. */
export type Variables = readonly Members[];

const placeholder = /\{\{\s*([\p{L}\p{M}\p{N}_.-]+)\s*\}\}/gu;

/**
 * The template with the values of its `{{variables}}`, cut at so many UTF-16 units. A variable without a value stays as
 * it is written. Values are not rendered again.
 */
export function render(template: string, variables: Variables, maxLength: number): string {
  let text = '';
  let read = 0;
  for (const { 0: written, 1: name = '', index } of template.matchAll(placeholder)) {
    text += template.slice(read, index) + (valueOf(variables, name) ?? written);
    read = index + written.length;
    if (text.length >= maxLength) break;
  }
  return cut(text + template.slice(read), maxLength);
}

/** The first so many UTF-16 units, without half a character at the end. */
export const cut = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');

/** Null counts as no value. */
function valueOf(variables: Variables, name: string): string | undefined {
  for (const members of variables) {
    const value = Object.hasOwn(members, name) ? members[name] : undefined;
    if (typeof value === 'string') return value;
    if (value !== undefined && value !== null) return JSON.stringify(value);
  }
  return undefined;
}
