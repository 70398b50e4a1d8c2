import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import type { components } from '../../generated/api.ts';

export type NumberType = components['schemas']['NumberType'];

/** The codes that are of no country. +800 is free for the caller, and +888 is used by nobody. */
const ofCodes: Readonly<Record<string, NumberType>> = {
  '808': 'shared_cost',
  '870': 'satellite',
  '878': 'personal',
  '881': 'satellite',
  '882': 'satellite',
  '883': 'satellite',
  '979': 'premium_rate',
};

const ofLibrary: Readonly<Record<string, NumberType>> = {
  PREMIUM_RATE: 'premium_rate',
  SHARED_COST: 'shared_cost',
  PERSONAL_NUMBER: 'personal',
};

/** Area code 900 of North America, and exchange 976 of each area code, whatever number follows. */
const premiumOfNorthAmerica = /^\+1(?:900\d{7}|\d{3}976\d{4})$/;

/** The lengths of premium, shared cost and personal numbers after the calling code. */
const lengths = [6, 7, 8, 9, 10, 11];

/** What a number in E.164 costs more than others for; undefined for an ordinary one. */
export function numberTypeOf(number: string): NumberType | undefined {
  if (premiumOfNorthAmerica.test(number)) return 'premium_rate';
  const parsed = parsePhoneNumberFromString(number);
  if (!parsed) return undefined;
  const byCode = ofCodes[parsed.countryCallingCode];
  if (byCode !== undefined) return byCode;
  const type = parsed.getType();
  return type === undefined ? typeOfBeginning(parsed) : ofLibrary[type];
}

interface Contact {
  readonly phone_number: string;
  readonly configuration: { readonly allowed_number_types: readonly string[] };
}

/** Whether a number, in E.164, costs more than others, and no person has allowed its type for the configuration. */
export function isCostly({ configuration, phone_number }: Contact): boolean {
  const type = numberTypeOf(phone_number);
  return type !== undefined && !configuration.allowed_number_types.includes(type);
}

/**
 * The type of a number that is too long or too short for the library, by its first digits: carriers place a call by those,
 * and charge for it.
 */
function typeOfBeginning({ countryCallingCode, nationalNumber }: PhoneNumber) {
  for (const length of lengths) {
    const digits = nationalNumber.slice(0, length).padEnd(length, '0');
    const type = parsePhoneNumberFromString(`+${countryCallingCode}${digits}`)?.getType();
    const found = type && ofLibrary[type];
    if (found !== undefined) return found;
  }
  return undefined;
}

let countries: ReadonlySet<string> | undefined;
let soleCountries: ReadonlyMap<string, string> | undefined;

/** Whether a text is the code of a country that has numbers of its own. */
export function isCountry(code: string): boolean {
  countries ??= new Set<string>(getCountries());
  return countries.has(code);
}

/**
 * The country of a number in E.164, also where several share a calling code, as 25 do +1; undefined if the number does not
 * tell. Numbers that several of them have, such as +1 800, are those of the largest.
 */
export function countryOf(number: string): string | undefined {
  const parsed = parsePhoneNumberFromString(number);
  if (!parsed) return undefined;
  soleCountries ??= countriesAlone();
  return parsed.country ?? soleCountries.get(parsed.countryCallingCode);
}

/** The countries that share their calling code with no other. */
function countriesAlone(): ReadonlyMap<string, string> {
  const byCode = Map.groupBy(getCountries(), (country) => getCountryCallingCode(country));
  return new Map(
    [...byCode].flatMap(([code, [country, ...others]]) =>
      country !== undefined && others.length === 0 ? [[code, country] as const] : [],
    ),
  );
}

/** Whether a number, in E.164, begins with one of the calling codes; null stands for all numbers. */
export const serves = (callingCodes: readonly string[] | null, number: string): boolean =>
  callingCodes === null || callingCodes.some((code) => number.startsWith(code));

/** Which numbers a configuration serves; null: all. */
export interface Served {
  readonly calling_codes: readonly string[] | null;
  readonly countries: readonly string[] | null;
}

/** Whether a configuration serves a number, in E.164, by its calling code and its country. */
export const isServed = ({ calling_codes, countries }: Served, number: string): boolean =>
  serves(calling_codes, number) &&
  (countries === null || countries.includes(countryOf(number) ?? ''));

export const isUnserved = ({
  configuration,
  phone_number,
}: {
  readonly phone_number: string;
  readonly configuration: Served;
}): boolean => !isServed(configuration, phone_number);
