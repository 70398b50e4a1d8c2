import { type Case, field, list, member } from './lint-places.ts';

/** Faults of descriptions, each with the rule that finds it. */
export const textCases: readonly Case[] = [
  [
    'house/description-lengths',
    'an operation of too many words',
    [[...list, 'description'], 'word '.repeat(251)],
  ],
  [
    'house/description-lengths',
    'a table of too many words beside a reference',
    [[...member, 'place', 'description'], '| a |\n'.repeat(84)],
  ],
  [
    'house/described-properties',
    'a property without a description',
    [[...field, 'reason', 'description']],
  ],
  [
    'house/described-properties',
    'a list of described things that has none itself',
    [[...member, 'label_ids', 'description']],
  ],
  [
    'house/described-properties',
    'a part without a reference and a description',
    [[...field, 'reason'], { anyOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }] }],
  ],
];
