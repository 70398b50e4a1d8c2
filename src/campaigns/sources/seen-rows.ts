import { hash, randomInt } from 'node:crypto';

/** What identifies a text: two integers of 32 bits. */
type Key = readonly [high: number, low: number];

interface SeenRows {
  /** Returns the earlier row with the text; undefined for a new one. */
  find(text: string): number | undefined;
  /** Stores a new text, which was looked for last, with its row, counted from 1. */
  add(row: number): void;
}

/** Digits of E.164 are an integer of at most 50 bits. */
export const createSeenNumbers = (): SeenRows =>
  createSeenRows((e164) => {
    const number = Number(e164.slice(1));
    return [Math.floor(number / 2 ** 32), number >>> 0];
  });

/** External IDs by 64 bits of their hash: by chance, two of 2,000,000 have the same in one of ten million files. */
export const createSeenIds = (): SeenRows =>
  createSeenRows((id) => {
    // As text: a buffer takes 1.5 us more.
    const digest = hash('sha256', id, 'hex');
    return [Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16)];
  });

const smallest = 1024;

/** Maps a file's texts to rows: an open-addressing hash table in typed arrays, 24 to 48 bytes per text, a third of a Map's size. */
function createSeenRows(keyOf: (text: string) => Key): SeenRows {
  // A random seed, so that nobody can craft a file whose numbers all collide.
  const seed = randomInt(2 ** 32);
  let keys = new Uint32Array(smallest * 2);
  let rows = new Uint32Array(smallest);
  let count = 0;
  let looked: Key = [0, 0];
  let at = 0;

  /** The slot of a key, or the free slot for it. */
  function place([high, low]: Key): number {
    const mask = rows.length - 1;
    let slot = mix(high, low, seed) & mask;
    while (rows[slot] !== 0 && (keys[slot * 2] !== high || keys[slot * 2 + 1] !== low))
      slot = (slot + 1) & mask;
    return slot;
  }

  function put(slot: number, [high, low]: Key, row: number): void {
    keys[slot * 2] = high;
    keys[slot * 2 + 1] = low;
    rows[slot] = row;
  }

  function grow(): void {
    const [oldKeys, oldRows] = [keys, rows];
    keys = new Uint32Array(oldKeys.length * 2);
    rows = new Uint32Array(oldRows.length * 2);
    for (const [index, row] of oldRows.entries()) {
      if (row === 0) continue;
      const key: Key = [oldKeys[index * 2] ?? 0, oldKeys[index * 2 + 1] ?? 0];
      put(place(key), key, row);
    }
  }

  return {
    find(text) {
      looked = keyOf(text);
      at = place(looked);
      return rows[at] || undefined;
    },
    add(row) {
      put(at, looked, row);
      count += 1;
      if (count * 2 > rows.length) grow();
    },
  };
}

function mix(high: number, low: number, seed: number): number {
  let mixed = Math.imul(low ^ seed, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15) ^ high, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
