/**
 * A text in the form in which texts that people type are compared. The same letters come in two forms: a Mac's file names and
 * some keyboards send é as e with an accent (NFD), others as one character (NFC).
 */
export const comparable = (text: string): string => text.normalize('NFC');

/** Whether two texts look the same. */
export const isSameText = (one: string, other: string): boolean =>
  comparable(one) === comparable(other);

/** The forms in which a text may have been stored, the comparable one first; one of a text without accents. */
export const formsOf = (text: string): readonly string[] => [
  ...new Set([comparable(text), text, text.normalize('NFD')]),
];
