import { sql } from 'kysely';
import { installationNames } from './installation-names.ts';

/** The numbers of every advisory lock. With two keys the number is the first one. */
export const advisoryLocks = {
  /** One process migrates at a time. */
  migration: 7_203_411_906,
  /** One process changes partitions at a time. */
  partitions: 7_203_411_907,
  /** One process migrates voice models. */
  modelMigration: 7_203_411_908,
  /** What begins with voice models begins one after the other. */
  modelWork: 7_203_411_909,
  /** Processes that start at the same time set up one after the other. */
  setUp: 7_203_411_910,
  /** Processes that open the directory of cells make its tables one after the other. */
  directory: 7_203_411_911,
  /** One organization moves to another cell at a time, in the database of the directory. */
  moves: 7_203_411_912,
  /** This number and a download's id: one process downloads. */
  modelDownloads: 7_300_000_000_000,
  /** And a hash of the key and its caller: one request with an Idempotency-Key. */
  keptAnswers: 72_034,
  /** And the organization: the names of its telephony configurations. */
  configurationNames: 7_203_412,
  /** And the organization: the names of its voice profiles. */
  profileNames: 7_203_413,
  /** And the organization: the names of its tools, and how many there are. */
  toolNames: 7_203_415,
  /** And the organization: its approval requests are counted one after the other. */
  approvalRequests: 7_203_414,
  /** And the organization: the consents that are recorded together. */
  consents: 7_203_416,
  /** And the organization: whether calls may begin. */
  gate: 720_341_191,
  /** And a hash of the organization and the number: its callbacks of a day are counted one after the other. */
  callBacks: 1_129_333_067,
} as const;

/** The lock's key, or the first of two, which other installations in the same database do not share. */
export const lockKey = (name: keyof typeof advisoryLocks) =>
  sql`(${sql.lit(advisoryLocks[name])} # ${sql.raw(installationNames.number)})`;
