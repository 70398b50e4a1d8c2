import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';

/** Encrypts texts with AES-256-GCM; the keys are never stored in the database. */
export interface Secrets {
  /** Encrypts with the newest key. `purpose` names the text and its owner; `open` must pass the same one. */
  seal(purpose: string, text: string): Buffer;
  /** Throws `UnreadableSecret` if a ciphertext was altered, has another purpose, or needs a key that is not configured. */
  open(purpose: string, sealed: Buffer): string;
  /** Whether the key with such an id, in hexadecimal, is configured. Bytes 1 to 8 of a ciphertext are the id of its key. */
  hasKey(id: string): boolean;
  /** The id of the key that encrypts. */
  readonly newestKeyId: Buffer;
  /**
   * Derived signing keys for a purpose, one per configured key, newest first. The purposes, which are few, are those of the
   * code.
   */
  keysFor(purpose: string): readonly [KeyObject, ...KeyObject[]];
}

/** What was encrypted cannot be read: its key is not configured, or it was damaged. */
export class UnreadableSecret extends Error {}

// Layout of a ciphertext: version (1), key id (8), nonce (12), encrypted text, tag (16).
const version = 1;
const keyIdEnd = 9;
const nonceEnd = 21;
const tagLength = 16;
const algorithm = 'aes-256-gcm';

/** Takes keys of 32 bytes, newest first. Key objects are used, because Node examines a key of bytes at every use. */
export function createSecrets(bytes: readonly [Buffer, ...Buffer[]]): Secrets {
  const newestKeyId = keyIdOf(bytes[0]);
  const newest = createSecretKey(bytes[0]);
  const older = bytes.slice(1).map((key) => createSecretKey(key));
  const ring = new Map(
    [newest, ...older].map((key, index) => [keyIdOf(bytes[index]!).toString('hex'), key]),
  );
  const derived = new Map<string, readonly [KeyObject, ...KeyObject[]]>();
  return {
    seal(purpose, text) {
      const header = Buffer.from([version, ...newestKeyId]);
      const nonce = randomBytes(nonceEnd - keyIdEnd);
      const cipher = createCipheriv(algorithm, newest, nonce).setAAD(boundTo(header, purpose));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([header, nonce, encrypted, cipher.getAuthTag()]);
    },
    hasKey: (id) => ring.has(id),
    newestKeyId,
    keysFor(purpose) {
      const derive = (key: KeyObject): KeyObject =>
        createSecretKey(createHmac('sha256', key).update(purpose).digest());
      const keys = derived.get(purpose) ?? ([derive(newest), ...older.map(derive)] as const);
      derived.set(purpose, keys);
      return keys;
    },
    open(purpose, sealed) {
      if (sealed.length < nonceEnd + tagLength || sealed[0] !== version) {
        throw new UnreadableSecret(`A secret for ${purpose} is not a ciphertext of this service.`);
      }
      const header = sealed.subarray(0, keyIdEnd);
      const keyId = header.subarray(1).toString('hex');
      const key = ring.get(keyId);
      if (!key)
        throw new UnreadableSecret(
          `A secret for ${purpose} needs the key ${keyId}, which is not configured.`,
        );
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(keyIdEnd, nonceEnd))
        .setAAD(boundTo(header, purpose))
        .setAuthTag(sealed.subarray(-tagLength));
      try {
        const text = decipher.update(sealed.subarray(nonceEnd, -tagLength));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new UnreadableSecret(`A secret for ${purpose} was altered or has another purpose.`, {
          cause,
        });
      }
    },
  };
}

const keyIdOf = (key: Buffer): Buffer =>
  createHash('sha256')
    .update(key)
    .digest()
    .subarray(0, keyIdEnd - 1);

const boundTo = (header: Buffer, purpose: string): Buffer =>
  Buffer.concat([header, Buffer.from(purpose)]);

/** Uses the configured keys, or one stored in the data directory, which is generated on first use. */
export function openSecrets({
  secretKeys,
  dataDir,
}: Pick<Config, 'secretKeys' | 'dataDir'>): Secrets {
  const [newest, ...older] = secretKeys.map((key) => Buffer.from(key, 'base64'));
  return createSecrets(newest ? [newest, ...older] : [keyIn(dataDir)]);
}

function keyIn(dataDir: string): Buffer {
  const file = join(dataDir, 'secret.key');
  const key = Buffer.from(readIfThere(file) ?? makeKey(dataDir, file), 'base64');
  if (key.length === 32) return key;
  throw new ConfigError(
    `${file} must hold 32 bytes in base64. Restore it from a backup: what was encrypted with it cannot be read without it.`,
  );
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * No process ever reads a partial key: the file is synced before it gets its name, and the first file to get the name
 * stays.
 */
function makeKey(dataDir: string, file: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeSync(descriptor, `${randomBytes(32).toString('base64')}\n`);
    fsyncSync(descriptor);
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    closeSync(descriptor);
    rmSync(draft, { force: true });
  }
  const directory = openSync(dataDir, 'r');
  fsyncSync(directory);
  closeSync(directory);
  return readFileSync(file, 'utf8');
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

const shownCharacters = 4;

/** Masks all but the last four characters with `*`; a text of four or fewer is masked entirely. */
export function mask(text: string): string {
  const characters = Array.from(text);
  const hidden =
    characters.length <= shownCharacters ? characters.length : characters.length - shownCharacters;
  return '*'.repeat(hidden) + characters.slice(hidden).join('');
}
