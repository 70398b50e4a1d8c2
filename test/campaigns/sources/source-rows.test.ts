import { describe, expect, test } from 'vitest';
import { headerOf, rowOf } from '../../../src/campaigns/sources/row-rules.ts';
import { createSeenNumbers } from '../../../src/campaigns/sources/seen-numbers.ts';
import { isZone } from '../../../src/time/zone-rules.ts';
import { toE164 } from '../../../src/telephony/numbers.ts';

describe('The header of a source', () => {
  test.each([
    [['phone_number'], ['phone_number']],
    [
      [' Phone_Number ', 'TIMEZONE', ' firstName '],
      ['phone_number', 'timezone', 'firstName'],
    ],
    [
      ['a', '__proto__', 'phone_number'],
      ['a', '__proto__', 'phone_number'],
    ],
    [
      ['phone_number', 'timezone', 'time_zone', 'phone_number_2'],
      ['phone_number', 'timezone', 'time_zone', 'phone_number_2'],
    ],
  ])('%j is %j', (cells, columns) => {
    expect(headerOf(cells)).toMatchObject({ columns });
  });

  test.each([
    [[], ['There is no column phone_number.']],
    [['phone'], ['There is no column phone_number.']],
    [['phone_number;name'], ['There is no column phone_number.']],
    [
      ['phone_number', '', ' '],
      ['Column 2 has no name.', 'Column 3 has no name.'],
    ],
    [['phone_number', 'PHONE_NUMBER'], ['There is more than one column phone_number']],
    [['phone_number', 'a', 'A', 'a'], ['There is more than one column a;']],
    [['phone_number', 'time_zone'], ['Did you mean it by time_zone?']],
    [['phone_number', 'Time Zones'], ['Did you mean it by Time Zones?']],
    [['phone_number', 'x'.repeat(101)], ['is longer than 100 characters.']],
    [
      ['phone_number', ...Array.from({ length: 100 }, (_, i) => `c${i}`)],
      ['The file has more than 100 columns.'],
    ],
  ])('%.60j is refused', (cells, faults) => {
    expect(headerOf(cells)).toEqual(faults.map((fault) => expect.stringContaining(fault)));
  });

  test('can have 100 columns with names of 100 characters', () => {
    const cells = Array.from({ length: 99 }, (_, i) => String(i).padStart(100, 'c'));
    expect(headerOf(['phone_number', ...cells])).toHaveProperty('columns.length', 100);
  });
});

describe('A row of a source', () => {
  test('has at most 64 KiB as JSON', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const wide = headerOf(['phone_number', ...names]);
    if (!('columns' in wide)) throw new Error('The header is right.');
    const rowWith = (...lengths: number[]) =>
      rowOf(
        { header: wide, toE164, isZone },
        ['+12025550123', ...lengths.map((length) => 'x'.repeat(length))],
        7,
      );
    const marks = JSON.stringify(Object.fromEntries(names.map((name) => [name, '']))).length;
    const rest = 65_536 - marks - 60_000;

    const kept = rowWith(10_000, 10_000, 10_000, 10_000, 10_000, 10_000, rest);
    const refused = rowWith(10_000, 10_000, 10_000, 10_000, 10_000, 10_000, rest + 1);

    expect(kept).toHaveProperty('initial_context');
    expect(refused).toMatchObject({
      row: 7,
      reason: 'Its context weighs 65537 bytes as JSON; 65536 are allowed.',
    });
  });

  const header = headerOf(['Phone_Number', 'note', 'timezone', '__proto__']);
  if (!('columns' in header)) throw new Error('The header is right.');
  const read = (...cells: string[]) => rowOf({ header, toE164, isZone }, cells, 7);
  const kept = { row_number: 7, phone_number: '+12025550123', timezone: null };

  test.each([
    [['+12025550123', '', '', ''], { ...kept, initial_context: '{"note":"","__proto__":""}' }],
    [
      [' +1 (202) 555-0123 ', ' a ', ' ', 'b'],
      { ...kept, initial_context: '{"note":" a ","__proto__":"b"}' },
    ],
    [['+12025550123', '', ' Europe/London ', ''], { ...kept, timezone: 'Europe/London' }],
    [['+12025550123', 'x'.repeat(10_000), '', ''], kept],
  ])('%.60j is accepted', (cells, row) => {
    expect(read(...cells)).toMatchObject(row);
  });

  test.each([
    [['+12025550123', '', ''], undefined, 'It has 3 cells; the header has 4.', null],
    [['+12025550123', '', '', '', ''], undefined, 'It has 5 cells', null],
    [['', '', '', ''], 'phone_number', 'The phone number is missing.', ''],
    [
      ['2025550123', '', '', ''],
      'phone_number',
      'The phone number is not in international format',
      '2025550123',
    ],
    [['Ada', '', '', ''], 'phone_number', 'The phone number is not in international format', 'Ada'],
    [['+12025550123', '', 'New York', ''], 'timezone', 'It is not a time zone', 'New York'],
    [['+12025550123', '', '+02:00', ''], 'timezone', 'It is not a time zone', '+02:00'],
    [['+12025550123', 'x'.repeat(10_001), '', ''], 'note', 'The value is longer', 'x'.repeat(100)],
  ])('%.60j is refused', (cells, column, reason, input) => {
    const fault = read(...cells);

    expect(fault).toMatchObject({ row: 7, reason: expect.stringContaining(reason), input });
    expect('column' in fault ? fault.column : undefined).toBe(column);
  });
});

test('Seen numbers find each of very many, with the row that it was first in', () => {
  const numbers = createSeenNumbers();
  const number = (index: number) => `+${999_999_999_999_999 - index * 4096}`;
  for (let row = 1; row <= 200_000; row++) {
    if (numbers.seen(number(row), row) !== undefined) throw new Error(`Row ${row} is new.`);
  }

  expect(numbers.seen(number(1), 200_001)).toBe(1);
  expect(numbers.seen(number(123_456), 200_001)).toBe(123_456);
  expect(numbers.seen(number(200_000), 200_001)).toBe(200_000);
  expect(numbers.seen(number(0), 200_001)).toBeUndefined();
});
