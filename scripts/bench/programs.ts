import type { Program } from './support/results.ts';

const timed = ['rounds', 'seconds'];

/** The programs of `make bench`, in their order. */
export const programs: Readonly<Record<string, Program>> = {
  requests: {
    title: 'single requests against Fastify and what is written by hand',
    targets: ['S1', 'S2', 'S3', 'S4'],
    options: timed,
  },
  start: { title: 'start to the first answer', targets: ['S5'], options: timed },
  engine: { title: 'the calling engine', targets: ['S6', 'S9'], options: [] },
  writes: { title: 'what a call of a campaign writes', targets: ['S16'], options: [] },
  'migrate-models': {
    title: 'migrateModels against cp, sync and hashes',
    targets: ['S7'],
    options: ['rounds'],
  },
  speech: {
    title: 'the first byte of speech',
    targets: ['S14'],
    options: [],
  },
  agent: {
    title: 'conversations that one process holds',
    targets: ['S15'],
    options: [],
  },
  'webhook-deliveries': {
    title: 'webhook deliveries against undici alone',
    targets: ['S8'],
    options: timed,
  },
  'pinned-claims': {
    title: 'claims and reports beside a transaction that was left open',
    targets: ['S6'],
    options: [],
  },
  cells: {
    title: 'two cells on two servers against one',
    targets: ['S13'],
    options: ['rounds'],
  },
  'campaign-sources': {
    title: 'the upload of 1,000,000 contacts against psql',
    targets: ['S10'],
    options: timed,
  },
  stalls: {
    title: 'the longest stall of /healthz by the worst body of any operation',
    targets: ['S11'],
    options: [],
  },
};
