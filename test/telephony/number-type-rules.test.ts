import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { describe, expect, test } from 'vitest';
import {
  isServed,
  countryOf,
  isCountry,
  numberTypeOf,
} from '../../src/telephony/number-type-rules.ts';

describe('The type of a number', () => {
  test.each([
    ['+19005550123', 'premium_rate'],
    ['+19001550123', 'premium_rate'],
    ['+12129765550', 'premium_rate'],
    ['+979123456789', 'premium_rate'],
    ['+97912345678', 'premium_rate'],
    ['+449011234567', 'premium_rate'],
    ['+448712345678', 'premium_rate'],
    ['+33899123456', 'premium_rate'],
    ['+34806123456', 'premium_rate'],
    ['+41900123456', 'premium_rate'],
    ['+43900123456', 'premium_rate'],
    ['+48701234567', 'premium_rate'],
    ['+81990123456', 'premium_rate'],
    ['+37190123456', 'premium_rate'],
    // With a digit more or less than the plan has: the beginning decides what is charged.
    ['+4990012345678', 'premium_rate'],
    ['+61190012345', 'premium_rate'],
    ['+44901123456', 'premium_rate'],
    ['+870773111632', 'satellite'],
    ['+881612345678', 'satellite'],
    ['+881812345678', 'satellite'],
    ['+882161234567', 'satellite'],
    ['+8835100012345678', 'satellite'],
    ['+447012345678', 'personal'],
    ['+15005550006', 'personal'],
    ['+878101234567890', 'personal'],
    ['+4918012345', 'shared_cost'],
    ['+491375123456', 'shared_cost'],
    ['+611300123456', 'shared_cost'],
    ['+33820123456', 'shared_cost'],
    ['+80812345678', 'shared_cost'],
  ])('%s is %s', (number, type) => {
    expect(numberTypeOf(number)).toBe(type);
  });

  test.each([
    '+12025550123',
    '+18005550123',
    '+15551234567',
    '+447700900123',
    '+442079460123',
    '+441632960001',
    '+4915123456789',
    '+493012345678',
    '+41446681800',
    '+5511987654321',
    '+18765550123',
    '+80012345678',
    '+79031234567',
    '+252612345678',
    '+999123456789',
  ])('%s has none', (number) => {
    expect(numberTypeOf(number)).toBeUndefined();
  });
});

describe('The country of a number', () => {
  test.each([
    ['+12025550123', 'US'],
    ['+16135550123', 'CA'],
    ['+18765550123', 'JM'],
    ['+16495551234', 'TC'],
    ['+18095550123', 'DO'],
    ['+12425550123', 'BS'],
    ['+77012345678', 'KZ'],
    ['+79031234567', 'RU'],
    ['+447624123456', 'IM'],
    ['+442079460123', 'GB'],
    ['+18005550123', 'US'],
    ['+551199999999', 'BR'],
    ['+15551234567', undefined],
    ['+881612345678', undefined],
    ['+80012345678', undefined],
    ['+999123456789', undefined],
  ])('%s is %s', (number, country) => {
    expect(countryOf(number)).toBe(country);
  });

  test('is one of those that share its calling code', () => {
    const sharing = getCountries().filter((country) => getCountryCallingCode(country) === '1');

    expect(sharing).toHaveLength(25);
    expect(sharing.every(isCountry)).toBe(true);
  });
});

describe('A configuration', () => {
  test.each([
    [{ calling_codes: null, countries: null }, '+881612345678', true],
    [{ calling_codes: ['+1'], countries: null }, '+18765550123', true],
    [{ calling_codes: ['+1'], countries: ['US'] }, '+18765550123', false],
    [{ calling_codes: ['+1'], countries: ['US', 'JM'] }, '+18765550123', true],
    [{ calling_codes: null, countries: ['US'] }, '+12025550123', true],
    [{ calling_codes: ['+44'], countries: ['US'] }, '+12025550123', false],
    [{ calling_codes: null, countries: ['US'] }, '+15551234567', false],
    [{ calling_codes: null, countries: ['RU'] }, '+77012345678', false],
    [{ calling_codes: null, countries: ['US', 'GB'] }, '+881612345678', false],
  ])('%j serves %s: %s', (served, number, isIt) => {
    expect(isServed(served, number)).toBe(isIt);
  });
});
