import { describe, expect, test } from 'vitest';
import { headerOf } from '../../../src/campaigns/sources/header-rules.ts';
import { rowOf } from '../../../src/campaigns/sources/row-rules.ts';
import { createSeenIds, createSeenNumbers } from '../../../src/campaigns/sources/seen-rows.ts';
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
      ['External_ID', 'phone_number', 'metadata.Owner', 'Metadata.x'],
      ['external_id', 'phone_number', 'metadata.Owner', 'Metadata.x'],
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
    [['name'], ['There is no column phone_number.']],
    [['phone_number;name'], ['There is no column phone_number.']],
    [
      ['Home Phone', 'Mobile'],
      ['Say in phone_number_column which has the number to call: Home Phone, Mobile.'],
    ],
    [
      ['phone_number', '', ' ', 'a'],
      ['Column 2 has no name.', 'Column 3 has no name.'],
    ],
    [['phone_number', 'PHONE_NUMBER'], ['There is more than one column phone_number']],
    [['phone_number', 'a', 'A', 'a'], ['There is more than one column a;']],
    [['phone_number', 'time_zone'], ['Did you mean it by time_zone?']],
    [['phone_number', 'Time Zones'], ['Did you mean it by Time Zones?']],
    [['phone_number', 'x'.repeat(101)], ['is longer than 100 characters.']],
    [['phone_number', 'metadata.a b'], ['The key a b is not']],
    [['phone_number', 'external_id', 'External_ID'], ['more than one column external_id']],
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
    [['+12025550123', '', '', '', '', ' '], kept],
    [["'+12025550123", '', '', ''], kept],
    [['="+12025550123"', '', '', ''], kept],
  ])('%.60j is accepted', (cells, row) => {
    expect(read(...cells)).toMatchObject(row);
  });

  test.each([
    [['+12025550123', '', ''], undefined, 'It has 3 cells; the header has 4.', null],
    [['+12025550123', '', '', '', 'x'], undefined, 'It has 5 cells', null],
    [['1.20256E+10', '', '', ''], 'phone_number', 'A spreadsheet has rounded', '1.20256E+10'],
    [
      ['+12025550123 ::: +12025550124', '', '', ''],
      'phone_number',
      'more than one phone number',
      '+12025550123 ::: +12025550124',
    ],
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

describe('A row with columns of external IDs and metadata', () => {
  const columns = ['phone_number', 'external_id', 'metadata.__proto__', 'metadata.b', 'c'];
  const header = headerOf(columns);
  if (!('columns' in header)) throw new Error('The header is right.');
  const read = (...cells: string[]) =>
    rowOf({ header, toE164, isZone }, ['+12025550123', ...cells], 7);

  test.each([
    [['', '', '', 'x'], { external_id: null, metadata: null, initial_context: '{"c":"x"}' }],
    [[' crm-4711 ', 'p', '', ''], { external_id: 'crm-4711', metadata: '{"__proto__":"p"}' }],
    [['ü'.repeat(255), '', ' b ', ''], { external_id: 'ü'.repeat(255), metadata: '{"b":" b "}' }],
    [['🎉'.repeat(255), '', '🎉'.repeat(500), ''], { external_id: '🎉'.repeat(255) }],
  ])('%.60j is accepted', (cells, row) => {
    expect(read(...cells)).toMatchObject(row);
  });

  test.each([
    [['x'.repeat(256), '', '', ''], 'external_id', 'It is longer than 255 characters.'],
    [['a\tb', '', '', ''], 'external_id', 'It contains a control character.'],
    [['', '', 'x'.repeat(501), ''], 'metadata', 'The value of b is longer than 500 characters.'],
  ])('%.60j is refused', (cells, column, reason) => {
    expect(read(...cells)).toMatchObject({ row: 7, column, reason });
  });

  test('has at most 50 pairs', () => {
    const names = Array.from({ length: 51 }, (_, index) => `metadata.k${index}`);
    const wide = headerOf(['phone_number', ...names]);
    if (!('columns' in wide)) throw new Error('The header is right.');
    const rowWith = (...cells: string[]) =>
      rowOf({ header: wide, toE164, isZone }, ['+12025550123', ...cells], 7);

    const kept = rowWith('', ...names.slice(1));
    const refused = rowWith(...names);

    expect(kept).toHaveProperty('metadata');
    expect(refused).toMatchObject({ reason: 'It has 51 pairs; 50 are allowed.' });
  });
});

test.each([
  ['numbers', createSeenNumbers, (at: number) => `+${999_999_999_999_999 - at * 4096}`],
  ['IDs', createSeenIds, (at: number) => `crm-${at}`],
])('Seen %s find each of very many, with the row that it was first in', (_, create, textAt) => {
  const seen = create();
  for (let row = 1; row <= 200_000; row++) {
    if (seen.find(textAt(row)) !== undefined) throw new Error(`Row ${row} is new.`);
    seen.add(row);
  }

  expect(seen.find(textAt(1))).toBe(1);
  expect(seen.find(textAt(123_456))).toBe(123_456);
  expect(seen.find(textAt(200_000))).toBe(200_000);
  expect(seen.find(textAt(0))).toBeUndefined();
});
