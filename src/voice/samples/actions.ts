import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { VoiceApp } from '../context.ts';
import type { Database } from '../../db/connect.ts';
import { invalid, limitReached } from '../../errors.ts';
import type { Spooled } from '../../storage/spool.ts';
import type { Timestamp } from '../../timestamp.ts';
import { AudioFault } from '../audio/faults.ts';
import type { Recording } from '../audio/recording.ts';
import { refer, type StoredFile } from '../files/files.ts';
import * as samples from './queries.ts';
import { lengthFault, maxSamples, maxSeconds, mediaTypeOf } from './rules.ts';

interface Upload {
  readonly organization_id: number;
  readonly file: Spooled;
  readonly signal: AbortSignal;
  /** Where the file stands in the request. */
  readonly loc: string[];
  /** Its name in an archive. */
  readonly entry?: string;
}

export interface KeptRecording {
  readonly recording: Recording;
  readonly file: StoredFile;
}

/** Decodes a recording and stores it. Throws the validation error for what is none. */
export async function keepRecording(app: VoiceApp, upload: Upload): Promise<KeptRecording> {
  const recording = await probeSample(app, upload);
  const { organization_id, file } = upload;
  const kept = await app.files.keep(organization_id, file, mediaTypeOf(recording.format));
  return { recording, file: kept };
}

/** Decodes a recording. Throws the validation error for what cannot be a sample. */
export async function probeSample(
  app: VoiceApp,
  { organization_id, file, signal, loc, entry }: Upload,
): Promise<Recording> {
  const refused = (msg: string) => invalid(loc, entry === undefined ? msg : `${entry}: ${msg}`);
  const recording = await app.audio
    .probe({ organization_id, signal }, file.path, { maxSeconds })
    .catch((error: unknown) => {
      if (error instanceof AudioFault)
        throw Object.assign(refused(error.message), { cause: error });
      throw error;
    });
  const fault = lengthFault(recording.duration_seconds);
  if (fault !== undefined) throw refused(fault);
  return recording;
}

interface NewSample extends KeptRecording {
  readonly organization_id: number;
  readonly profile_id: string;
  readonly reference_text: string;
  readonly now: Timestamp;
}

/** Adds a stored recording to a profile that the transaction has locked, unless it is full. */
export async function add(
  trx: Transaction<Database>,
  { organization_id, profile_id, reference_text, recording, file, now }: NewSample,
): Promise<samples.SampleRow> {
  if ((await samples.count(trx, { organization_id, profile_id })) >= maxSamples) throw full();
  const { id: file_id } = await refer(trx, organization_id, file.id);
  const sample_id = uuid();
  await samples.insert(trx, {
    id: sample_id,
    organization_id,
    profile_id,
    file_id,
    reference_text,
    format: recording.format,
    duration: recording.duration_seconds,
    sample_rate: recording.sample_rate,
    channels: recording.channels,
    created_at: now,
    updated_at: now,
  });
  return samples.get(trx, { organization_id, profile_id, sample_id });
}

const full = () =>
  limitReached('voice_samples', {
    limit: maxSamples,
    detail: `The voice profile has ${maxSamples} samples, the maximum. Delete one first.`,
  });
