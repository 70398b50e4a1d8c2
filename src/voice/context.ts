import type { Transaction } from 'kysely';
import type { App } from '../context.ts';
import type { Database } from '../db/connect.ts';
import type { Polls } from '../fairness/polls.ts';
import type { Storage } from '../storage/storage.ts';
import type { Audio } from './audio/audio.ts';
import type { Engine } from './engines/engine.ts';
import type { Files } from './files/files.ts';
import type { Generator } from './generations/generator.ts';
import type { GenerationRow } from './generations/queries.ts';
import type { Speaking } from './speech/speaking.ts';
import type { DownloadRow } from './model-downloads/queries.ts';
import type { DownloadRunner } from './model-downloads/runner.ts';
import type { MigrationRow } from './model-migrations/queries.ts';
import type { MigrationRunner } from './model-migrations/runner.ts';

/** What this area works with. */
export interface VoiceApp extends App {
  readonly storage: Storage;
  readonly files: Files;
  readonly audio: Audio;
  /** What speaks texts. */
  readonly engines: readonly Engine[];
  readonly generator: Generator;
  readonly speaking: Speaking;
  readonly modelDownloads: DownloadRunner;
  readonly modelMigrations: MigrationRunner;
  /** Objects that event streams follow; all readers of one share its poll. */
  readonly polls: {
    readonly migrations: Polls<MigrationRow>;
    /** Undefined once it is deleted. */
    readonly generations: Polls<GenerationRow | undefined>;
    readonly downloads: Polls<DownloadRow>;
  };
  readonly lookups: {
    /** How many workflows with a published version speak with a voice profile, and the ids of some of them. */
    workflowsSpeakingWith(
      trx: Transaction<Database>,
      organizationId: number,
      profileId: string,
    ): Promise<{ readonly workflow_count: number; readonly workflow_ids: readonly number[] }>;
  };
}
