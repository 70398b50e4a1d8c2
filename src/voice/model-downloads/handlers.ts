import { makeChange } from '../../audit/actions.ts';
import { conflict, invalid, limitReached } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { type Revised, revisedBy, tagged } from '../../http/etag.ts';
import { later } from '../../timestamp.ts';
import type { VoiceApp } from '../context.ts';
import { mustBeIdle, mustBeOperator } from '../model-events/actions.ts';
import { follow } from '../model-events/follow.ts';
import { numberSeen } from '../model-events/rules.ts';
import * as queries from './queries.ts';
import { nameFault, revisionFault, type DownloadEvent } from './rules.ts';
import type { components } from '../../../generated/api.ts';
import { modelIdOfName } from '../models/rules.ts';
import type { DownloadRow } from './queries.ts';

function voiceModelDownload(row: DownloadRow): components['schemas']['VoiceModelDownload'] {
  const { id, name, revision, state, event, started_at, ended_at } = row;
  const complete = event?.event === 'complete' ? event : undefined;
  const progress = event?.event === 'progress' ? event : undefined;
  const failure = event?.event === 'error' ? { code: event.code, message: event.message } : null;
  return {
    id,
    model_id: modelIdOfName(name),
    name,
    revision,
    status: state,
    downloaded_bytes: complete?.bytes ?? progress?.current ?? null,
    total_bytes: complete?.bytes ?? progress?.total ?? null,
    commit: complete?.commit ?? null,
    failure,
    started_at,
    ended_at,
  };
}

/** An event as its stream shows it. */
function downloadEvent(event: DownloadEvent) {
  if (event.event !== 'complete') return event;
  const { bytes: size_bytes, ...complete } = event;
  return { ...complete, size_bytes };
}

/** Its progress is no change of a download. */
const revised = ({ id, state }: DownloadRow): Revised => revisedBy(id, [state]);

const shown = (row: DownloadRow) => tagged(voiceModelDownload(row), revised(row));

/** Each has a connection to the hub, and one to the database for its lock. */
const maxDownloads = 4;
const keptMs = 90 * 24 * 60 * 60 * 1000;

export const modelDownloads = {
  async downloadVoiceModel({ body, ...call }, app) {
    const { organization_id } = call.caller;
    const { name, revision = 'main' } = body;
    await mustBeOperator(app, organization_id);
    mustBeNames(name, revision);
    const row = await makeChange(call, app, async ({ trx, at, record }) => {
      const running = await mustBeIdle(trx, { name, now: at });
      if (running >= maxDownloads) throw tooMany();
      await queries.removeEnded(trx, organization_id, later(at, -keptMs));
      const download = { organization_id, name, revision, started_at: at };
      const inserted = await queries.insert(trx, download);
      await record('voice_model_download.started', inserted.id, { after: { name, revision } });
      return inserted;
    });
    await app.afterCommit(({ modelDownloads: runner }) => runner.fill());
    return voiceModelDownload(row);
  },

  async getVoiceModelDownload({ params, caller }, app) {
    return shown(await queries.get(app.db, caller.organization_id, params.download_id));
  },

  async streamVoiceModelDownload({ params, headers, caller, signal }, app) {
    const look = () => queries.get(app.db, caller.organization_id, params.download_id);
    const { id } = await look();
    const after = numberSeen(id, headers['last-event-id']);
    const feed = app.modelDownloads.feedOf(id);
    return follow({
      id,
      after,
      feed,
      look,
      polls: app.polls.downloads,
      signal,
      view: downloadEvent,
    });
  },

  async cancelVoiceModelDownload({ params, ...call }, app) {
    await mustBeOperator(app, call.caller.organization_id);
    const row = await makeChange(call, app, async ({ trx, organization_id, mustMatch, record }) => {
      const download = await queries.lock(trx, organization_id, params.download_id);
      mustMatch(revised(download));
      const { id, state } = download;
      if (state === 'canceling' || state === 'canceled') return download;
      if (state !== 'running') throw ended(state);
      const change = { before: { status: state }, after: { status: 'canceling' } };
      await record('voice_model_download.canceled', id, change);
      return queries.cancel(trx, organization_id, id);
    });
    await app.afterCommit(({ modelDownloads: runner }) => runner.cancel(row.id));
    return shown(row);
  },
} satisfies HandlersFor<
  | 'downloadVoiceModel'
  | 'getVoiceModelDownload'
  | 'streamVoiceModelDownload'
  | 'cancelVoiceModelDownload',
  VoiceApp
>;

function mustBeNames(name: string, revision: string): void {
  const inName = nameFault(name);
  if (inName !== undefined) throw invalid(['body', 'name'], inName, name);
  const inRevision = revisionFault(revision);
  if (inRevision !== undefined) throw invalid(['body', 'revision'], inRevision, revision);
}

const tooMany = () =>
  limitReached('model_downloads', {
    limit: maxDownloads,
    detail: `${maxDownloads} models are being downloaded, as many as may be at once.`,
  });

const ended = (state: string) =>
  conflict('model_download_ended', `The download has ended and is ${state}.`, { state });
