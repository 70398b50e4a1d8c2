import type { components } from '../../../generated/api.ts';
import { InvalidRequest, type Fault } from '../../errors.ts';
import type { OperationId } from '../../http/contract.ts';
import { bodyFaults } from '../../http/validate.ts';
import { parseJson } from '../../http/json.ts';
import { originFaults, originOf, unsaidOrigin } from '../profiles/rules.ts';
import { maxSamples } from '../samples/rules.ts';
import { avatarName, isSampleName, maxAvatarBytes, maxSampleBytes } from './rules.ts';

type Schemas = components['schemas'];

/** A file of the archive. */
export interface Packed {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
}
interface PackedSample extends Packed {
  readonly reference_text: string;
}

/** What `profile.json` says. */
export interface Manifest {
  readonly format_version: 1;
  readonly profile: Schemas['CreateVoiceProfileRequest'];
  readonly effects_chain: Schemas['EffectsChainInput'] | null;
  readonly samples: readonly PackedSample[];
  readonly avatar: Packed | null;
}

type Members = Readonly<Record<string, unknown>>;

/** Reads `profile.json`, or says what is wrong with it. */
export function readManifest(bytes: Buffer): Manifest | string {
  try {
    const value = parseJson(bytes);
    return faultOf(value) ?? (value as Manifest);
  } catch (error) {
    if (error instanceof InvalidRequest) return sentence(error.faults[0]);
    throw error;
  }
}

const sentence = (fault: Fault | undefined, ...within: string[]): string => {
  const place = [...within, ...(fault?.loc.slice(1) ?? [])].join('.').slice(0, 200);
  const msg = fault?.msg ?? 'It is not valid.';
  return place === '' ? msg : `\`${place}\`: ${msg}`;
};

function faultOf(value: unknown): string | undefined {
  const manifest = membersOf(value, [
    'format_version',
    'profile',
    'effects_chain',
    'samples',
    'avatar',
  ]);
  if (typeof manifest === 'string') return manifest;
  if (manifest['format_version'] !== 1)
    return '`format_version` must be 1, the only one that this server reads.';
  const { profile, effects_chain, samples, avatar } = manifest;
  return (
    bodyFault('createVoiceProfile', profile, 'profile') ??
    originFault(profile as Schemas['CreateVoiceProfileRequest']) ??
    (effects_chain === null ? undefined : bodyFault('setVoiceProfileEffects', { effects_chain })) ??
    samplesFault(samples) ??
    (avatar === null ? undefined : avatarFault(avatar))
  );
}

function bodyFault(id: OperationId, value: unknown, ...within: string[]): string | undefined {
  const [fault] = bodyFaults(id, value);
  return fault && sentence(fault, ...within);
}

function originFault(profile: Schemas['CreateVoiceProfileRequest']): string | undefined {
  const [fault] = originFaults(originOf(unsaidOrigin, profile));
  return fault && sentence(fault, 'profile');
}

function samplesFault(samples: unknown): string | undefined {
  if (!Array.isArray(samples) || samples.length > maxSamples)
    return `\`samples\` must be an array of at most ${maxSamples} items.`;
  return samples
    .map((sample: unknown, index) => sampleFault(sample, index))
    .find((fault) => fault !== undefined);
}

function sampleFault(value: unknown, index: number): string | undefined {
  const place = `samples.${index}`;
  const sample = membersOf(value, ['file', 'sha256', 'bytes', 'reference_text'], place);
  if (typeof sample === 'string') return sample;
  const { file, reference_text } = sample;
  if (typeof file !== 'string' || !isSampleName(file, index))
    return `\`${place}.file\` must be the name of sample ${index + 1}, such as samples/001.wav for the first.`;
  return (
    bodyFault('createVoiceSample', { file, reference_text }, place) ??
    packedFault(sample, place, maxSampleBytes)
  );
}

function avatarFault(value: unknown): string | undefined {
  const avatar = membersOf(value, ['file', 'sha256', 'bytes'], 'avatar');
  if (typeof avatar === 'string') return avatar;
  if (avatar['file'] !== avatarName) return `\`avatar.file\` must be ${avatarName}.`;
  return packedFault(avatar, 'avatar', maxAvatarBytes);
}

function packedFault({ sha256, bytes }: Members, place: string, max: number): string | undefined {
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256))
    return `\`${place}.sha256\` must be 64 hexadecimal digits in lower case.`;
  if (typeof bytes !== 'number' || !Number.isInteger(bytes) || bytes < 1 || bytes > max)
    return `\`${place}.bytes\` must be an integer from 1 to ${max}.`;
  return undefined;
}

/** The members of an object that has exactly these, or what is wrong. */
function membersOf(value: unknown, names: readonly string[], place = ''): Members | string {
  const where = place === '' ? 'It' : `\`${place}\``;
  const keys =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value)
      : undefined;
  if (!keys || keys.length !== names.length || !names.every((name) => keys.includes(name)))
    return `${where} must be an object with exactly the members ${names.join(', ')}.`;
  return value as Members;
}
