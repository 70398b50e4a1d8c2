import { describe, expect, test } from 'vitest';
import { activeVersion } from '../../src/voice/story-items/views.ts';

describe('activeVersion', () => {
  const a = { id: 'a', is_default: false };
  const b = { id: 'b', is_default: true };

  test.each([
    ['the default one of an unpinned item', [a, b], null, b],
    ['the pinned one before the default one', [a, b], 'a', a],
    ['the default one that is pinned too', [a, b], 'b', b],
    ['none where no version is the default', [a], null, undefined],
    ['undefined without versions', [], null, undefined],
  ])('is %s', (_, versions, pinned, expected) => {
    expect(activeVersion(versions, pinned)).toBe(expected);
  });
});
