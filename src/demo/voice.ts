import type { Config } from '../config.ts';
import { later, type Timestamp } from '../timestamp.ts';
import { insert as insertFile } from '../voice/files/queries.ts';
import { type DemoGeneration, type DemoSample, list } from './list.ts';
import type { Demo } from './requests.ts';
import { type DemoFile, sample_rate, speechOf, storeFiles } from './voice-audio.ts';
import { pictureOf } from './voice-picture.ts';

const hourMs = 60 * 60 * 1000;

/** The pitches of the voices that speak, and the color of the picture of one: red, green, blue. */
const pitches: Readonly<Record<string, number>> = {
  Amelia: 205,
  Captain: 95,
  'Front desk': 180,
  Rosa: 220,
};
const pictured = { profile: 'Amelia', color: [196, 120, 160] };

/** The files of the demo's voices, in the order of the list. */
interface DemoFiles {
  readonly avatar: DemoFile;
  readonly samples: readonly DemoFile[];
  readonly speech: readonly (readonly DemoFile[])[];
}

/** Stores the recordings and the picture of the voices and the audio of all versions. */
export async function storeVoice(config: Config): Promise<DemoFiles> {
  const spoken = (profile: string) => ({ hz: pitches[profile] ?? 150, effects: [] });
  const recordings = list.samples.map(({ profile, reference_text: text, seconds }) =>
    speechOf({ ...spoken(profile), text, seconds }),
  );
  const speeches = list.generations.map(({ profile, columns: { text, duration }, versions }) =>
    versions.map(({ effects_chain: effects }) =>
      speechOf({ ...spoken(profile), text, seconds: duration, effects }),
    ),
  );
  const all = [await pictureOf(pictured.color), ...recordings, ...speeches.flat()];
  const files = (await storeFiles(config, all)).values();
  const next = (): DemoFile => files.next().value!;
  return {
    avatar: next(),
    samples: recordings.map(next),
    speech: speeches.map((each) => each.map(next)),
  };
}

/** What uploads and the engines of voices made: the files of profiles, and generations with their versions. */
export async function seedVoice(demo: Demo, files: DemoFiles): Promise<void> {
  const { trx, organization_id, timeOf } = demo;
  const uploaded_at = timeOf('-25d');
  await insertFile(trx, { ...files.avatar, organization_id }, uploaded_at);
  await trx
    .updateTable('voice_profiles')
    .set({ avatar_file_id: files.avatar.id })
    .where('id', '=', demo.uuidOf(pictured.profile))
    .execute();
  for (const [n, sample] of list.samples.entries())
    await insertSample(demo, sample, {
      file: files.samples[n]!,
      at: later(uploaded_at, (n + 1) * 60_000),
    });
  for (const [n, generation] of list.generations.entries())
    await insertGeneration(demo, generation, {
      files: files.speech[n]!,
      at: later(timeOf('-5d'), n * hourMs),
    });
  await insertCanceled(demo, timeOf('-4d'));
}

async function insertSample(
  { trx, organization_id, uuidOf, uuidAt }: Demo,
  { id, profile, reference_text, seconds }: DemoSample,
  { file, at }: { readonly file: DemoFile; readonly at: Timestamp },
): Promise<void> {
  await insertFile(trx, { ...file, organization_id }, at);
  const sample = {
    id: id ?? uuidAt(at),
    organization_id,
    profile_id: uuidOf(profile),
    file_id: file.id,
    reference_text,
    format: 'wav' as const,
    duration: seconds,
    sample_rate,
    channels: 1,
    created_at: at,
    updated_at: at,
  };
  await trx.insertInto('voice_samples').values(sample).execute();
}

async function insertGeneration(
  { trx, organization_id, uuidOf, keep, uuidAt }: Demo,
  { as, id, profile, columns, versions }: DemoGeneration,
  { files, at }: { readonly files: readonly DemoFile[]; readonly at: Timestamp },
): Promise<void> {
  const generation_id = id ?? uuidAt(at);
  const ended_at = later(at, 4000);
  const times = { created_at: at, started_at: at, ended_at };
  const profile_id = uuidOf(profile);
  const generation = { language: 'en', ...columns, ...times, profile_id, organization_id };
  await trx
    .insertInto('generations')
    .values({ ...generation, id: generation_id })
    .execute();
  keep(as, generation_id);
  for (const file of files) await insertFile(trx, { ...file, organization_id }, at);
  const rows = versions.map(({ id: own, label, effects_chain }, v) => {
    const created_at = later(ended_at, v * 90_000);
    const version = { id: own ?? uuidAt(created_at), label, created_at, is_default: v === 0 };
    keep(`${as} ${label}`, version.id);
    return {
      ...version,
      organization_id,
      generation_id,
      file_id: files[v]?.id ?? null,
      duration: columns.duration,
      effects_chain: JSON.stringify(effects_chain),
    };
  });
  await trx
    .insertInto('generation_versions')
    .values(rows.map((row, v) => ({ ...row, source_version_id: v === 0 ? null : rows[0]!.id })))
    .execute();
}

/** A generation that was canceled before its turn. */
async function insertCanceled(
  { trx, organization_id, uuidOf, uuidAt }: Demo,
  created_at: Timestamp,
): Promise<void> {
  const id = uuidAt(created_at);
  const queued = {
    id,
    organization_id,
    profile_id: uuidOf('Night line'),
    text: 'Our office is closed. Please call again tomorrow.',
    language: 'en',
    engine: 'kokoro',
    voice: 'bm_george',
    status: 'queued' as const,
    created_at,
  };
  await trx.insertInto('generations').values(queued).execute();
  const canceled = { status: 'canceled' as const, ended_at: later(created_at, 2000) };
  await trx.updateTable('generations').set(canceled).where('id', '=', id).execute();
}
