import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/config.ts';
import { createSecrets, mask, openSecrets } from '../../src/db/secrets.ts';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const secrets = createSecrets([oldKey]);
const directories: string[] = [];

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'secrets-'));
  directories.push(directory);
  return directory;
}

afterAll(() => directories.forEach((directory) => rmSync(directory, { recursive: true })));

describe('A ciphertext', () => {
  test.each(['', 'a', 'Grüße, 世界 🌍', 'x'.repeat(100_000)])(
    'decrypts to the text: %.20s',
    (text) => {
      expect(secrets.open('thing', secrets.seal('thing', text))).toBe(text);
    },
  );

  test('differs each time and does not show the text', () => {
    const sealed = [
      secrets.seal('thing', 'attack at dawn'),
      secrets.seal('thing', 'attack at dawn'),
    ];

    expect(sealed[0]).not.toEqual(sealed[1]);
    expect(sealed[0]?.toString('latin1')).not.toContain('attack');
  });

  test('decrypts for its own purpose only', () => {
    const sealed = secrets.seal('thing of organization 1', 'text');

    expect(() => secrets.open('thing of organization 2', sealed)).toThrow(
      'altered or has another purpose',
    );
  });

  test('does not decrypt if any bit was changed', () => {
    const sealed = secrets.seal('thing', 'text');

    for (let index = 0; index < sealed.length; index++) {
      const altered = Buffer.from(sealed);
      altered.writeUInt8((altered[index] ?? 0) ^ 1, index);
      expect(() => secrets.open('thing', altered)).toThrow(/^A secret for thing/);
    }
  });

  test('does not decrypt if it was truncated or extended', () => {
    const sealed = secrets.seal('thing', 'text');

    for (let length = 0; length < sealed.length; length++) {
      expect(() => secrets.open('thing', sealed.subarray(0, length))).toThrow(
        /^A secret for thing/,
      );
    }
    expect(() => secrets.open('thing', Buffer.concat([sealed, Buffer.alloc(1)]))).toThrow(
      /^A secret for thing/,
    );
  });
});

describe('A key ring', () => {
  test('decrypts with old keys and encrypts with the newest', () => {
    const ring = createSecrets([newKey, oldKey]);
    const before = secrets.seal('thing', 'text');

    expect(ring.open('thing', before)).toBe('text');
    expect(() => secrets.open('thing', ring.seal('thing', 'text'))).toThrow(
      'which is not configured',
    );
    expect(createSecrets([newKey]).open('thing', ring.seal('thing', 'text'))).toBe('text');
  });

  test('says which key is missing', () => {
    const sealed = secrets.seal('thing', 'text');
    const id = sealed.subarray(1, 9).toString('hex');

    expect(() => createSecrets([newKey]).open('thing', sealed)).toThrow(`needs the key ${id}`);
  });
});

describe('openSecrets', () => {
  test('uses the configured keys, the newest first, and writes no file', () => {
    const dataDir = newDirectory();
    const secretKeys = [newKey, oldKey].map((key) => key.toString('base64'));

    const ring = openSecrets({ secretKeys, dataDir });

    expect(ring.open('thing', secrets.seal('thing', 'text'))).toBe('text');
    expect(createSecrets([newKey]).open('thing', ring.seal('thing', 'text'))).toBe('text');
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('creates one key per data directory, readable by its owner only, and finds it again', () => {
    const dataDir = join(newDirectory(), 'data');

    const sealed = openSecrets({ secretKeys: [], dataDir }).seal('thing', 'text');

    expect(openSecrets({ secretKeys: [], dataDir }).open('thing', sealed)).toBe('text');
    expect(readdirSync(dataDir)).toEqual(['secret.key']);
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(Buffer.from(readFileSync(join(dataDir, 'secret.key'), 'utf8'), 'base64')).toHaveLength(
      32,
    );
  });

  test('refuses a damaged key file and leaves it unchanged', () => {
    const dataDir = newDirectory();
    writeFileSync(join(dataDir, 'secret.key'), 'c2hvcnQ=\n');

    expect(() => openSecrets({ secretKeys: [], dataDir })).toThrow(ConfigError);
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe('c2hvcnQ=\n');
  });
});

describe('mask', () => {
  test.each([
    ['', ''],
    ['a', '*'],
    ['abcd', '****'],
    ['abcde', '*bcde'],
    ['KEY0123456789', '*********6789'],
    ['🌍🌍🌍🌍🌍', '*🌍🌍🌍🌍'],
  ])('shows %j as %j', (text, masked) => {
    expect(mask(text)).toBe(masked);
  });
});
