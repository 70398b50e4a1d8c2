/**
 * Numbers in E.164 as countries wrote them before they changed their plan, and what they are since. Each rule matches
 * numbers that the present plan gives to nobody, and the former number alone decides which one follows it.
 *
 * Left as they are, because the former number does not say it: Metro Manila (+63 2, 2019: the eighth digit depends on the
 * operator), Kosovo (+377 and +386, 2017: the numbers of Monaco and Slovenia), Brazilian trunking (+55, eight digits from
 * 7 on), and fixed numbers of Ivory Coast from 3 on with an 8 in third place.
 */
const changes: readonly (readonly [former: RegExp, present: string])[] = [
  // Mexico, 3 August 2019: neither 1 nor a trunk prefix before the ten digits.
  [/^\+52(?:1|0(?:1|44|45))([2-9]\d{9})$/, '+52$1'],
  // Brazil, 2012 to 2016: mobile numbers have a ninth digit.
  [/^\+55([1-9][1-9])([689]\d{7})$/, '+55$19$2'],
  // Colombia, 1 September 2021: 60 before the area code.
  [/^\+57([124-8][2-9]\d{6})$/, '+5760$1'],
  // Vietnam, 15 September 2018: mobile numbers of eleven digits have ten.
  [/^\+8416([2-9]\d{7})$/, '+843$1'],
  [/^\+84120(\d{7})$/, '+8470$1'],
  [/^\+84121(\d{7})$/, '+8479$1'],
  [/^\+84122(\d{7})$/, '+8477$1'],
  [/^\+8412([68]\d{7})$/, '+847$1'],
  [/^\+8412([345]\d{7})$/, '+848$1'],
  [/^\+84127(\d{7})$/, '+8481$1'],
  [/^\+84129(\d{7})$/, '+8482$1'],
  [/^\+84186(\d{7})$/, '+8456$1'],
  [/^\+84188(\d{7})$/, '+8458$1'],
  [/^\+84199(\d{7})$/, '+8459$1'],
  // Ivory Coast, 31 January 2021: the operator's two digits before the eight. The second or third digit names it.
  [/^\+225([04-7][0-3]\d{6})$/, '+22501$1'],
  [/^\+225([04-9][4-6]\d{6})$/, '+22505$1'],
  [/^\+225([04-9][7-9]\d{6})$/, '+22507$1'],
  [/^\+225(2\d8\d{5})$/, '+22521$1'],
  [/^\+225([23]\d0\d{5})$/, '+22525$1'],
  [/^\+225(2\d[1-79]\d{5}|3\d[1-79]\d{5})$/, '+22527$1'],
  // Benin, 30 November 2024: 01 before the eight digits.
  [/^\+229([24-69]\d{7})$/, '+22901$1'],
  // Cameroon, 21 November 2014: 6 before mobile numbers, 2 before fixed ones.
  [/^\+237([79]\d{7})$/, '+2376$1'],
  [/^\+237((?:22|33)\d{6})$/, '+2372$1'],
];

/** The beginnings of all of them, so that other numbers are compared with one pattern. */
const changed = /^\+(?:5[257]|84|2(?:2[59]|37))/;

/** What a number in E.164 is by the present plan of its country: the same, or its successor. */
export function renumbered(number: string): string {
  if (!changed.test(number)) return number;
  const change = changes.find(([former]) => former.test(number));
  return change ? number.replace(change[0], change[1]) : number;
}

/**
 * The keys of words, which Twilio gives for callers without a number: ANONYMOUS, UNAVAILABLE, UNKNOWN, BLOCKED, and
 * RESTRICTED in two spellings (https://help.twilio.com/articles/223179988). All are too short for their calling codes, but
 * some are long enough for the library.
 */
const words: ReadonlySet<string> = new Set([
  '+266696687',
  '+86282452253',
  '+8656696',
  '+2562533',
  '+7378742833',
  '+7378742883',
]);

/** Whether digits stand for callers without a number. Nobody has them. */
export const isWord = (number: string): boolean => words.has(number);

/** The same with a 1 before it, as some callers come in. It may be somebody's number in Texas, who is not called either. */
const withOne: ReadonlySet<string> = new Set(['+17378742833', '+17378742883']);

/** Whether a number of an inbound call stands for a caller without a number. */
export const hidesCaller = (number: string): boolean => isWord(number) || withOne.has(number);
