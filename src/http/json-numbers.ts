/**
 * Text in which a number may be read as another one: it has 16 digits, or an exponent. Text with a space, comma, colon or
 * bracket before such a number matches too, which costs time only.
 */
export const mayChangeNumbers = /(?:^|[[:,\s])-?(?:[\d.]{16}|[\d.]+[eE])/;

/** A number as it was written, which is read as another one. */
export class ChangedNumber {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/** Whether what a number was read as has its value. A decimal can have the 17 digits by which languages write a double. */
function isExact(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  const shortest = String(value);
  if (source === shortest) return true;
  const sent = decimalOf(source);
  return (
    sent === decimalOf(shortest) ||
    (!Number.isInteger(value) && sent === decimalOf(value.toPrecision(17)))
  );
}

const [zero = 0] = Buffer.from('0');

/** One text for each value: the digits between the outer zeros, and the power of ten of the first. Linear in the length. */
function decimalOf(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = whole + fraction;
  const first = digits.search(/[1-9]/);
  if (first === -1) return '0';
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === zero) end -= 1;
  return `${sign}${digits.slice(first, end)}e${Number(exponent) + whole.length - first}`;
}

/** A reviver that puts what `instead` makes of its text in the place of a number that would be changed. */
export const revivingNumbers =
  (instead: (source: string) => unknown) =>
  (_name: string, value: unknown, { source }: { readonly source?: string } = {}): unknown =>
    typeof value === 'number' && source !== undefined && !isExact(source, value)
      ? instead(source)
      : value;
