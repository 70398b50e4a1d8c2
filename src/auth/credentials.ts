import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { numbered } from '../db/cell-rules.ts';
import { comparable, formsOf } from '../text-rules.ts';

/** 256 random bits as 43 URL-safe characters. */
const random = (): string => randomBytes(32).toString('base64url');

export const newAccessToken = (cell: number): string => numbered(cell, random());
export const newMailToken = (cell: number): string => numbered(cell, random());
export const newApiKey = (cell: number): string => `vap_${numbered(cell, random())}`;
/** The start of an API key, which lists show. */
export const prefixOf = (key: string): string => key.slice(0, 12);

/** The hash under which tokens and keys are stored. They are random, so a fast hash without a salt is safe. */
export const digest = (credential: string): Buffer =>
  createHash('sha256').update(credential).digest();

/** Argon2id with the library's defaults (19 MiB, two passes), of the comparable form. */
export const hashPassword = (password: string): Promise<string> => hash(comparable(password));

let nobody: Promise<string> | undefined;

/**
 * Whether the password is the user's, in any of its forms: hashes of earlier releases are of the form that was typed then.
 * Without a user it takes the same time and is false.
 */
export async function passwordMatches(
  storedHash: string | undefined,
  password: string,
): Promise<boolean> {
  nobody ??= hashPassword(random());
  const against = storedHash ?? (await nobody);
  for (const form of formsOf(password))
    if (await verify(against, form)) return storedHash !== undefined;
  return false;
}
