import type { components } from '../../../generated/api.ts';
import { type Revised, revisedBy, tagged } from '../../http/etag.ts';
import { modelIdOfName } from '../models/rules.ts';
import type { DownloadRow } from './queries.ts';
import type { DownloadEvent } from './rules.ts';

export function voiceModelDownload(row: DownloadRow): components['schemas']['VoiceModelDownload'] {
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
export function downloadEvent(event: DownloadEvent) {
  if (event.event !== 'complete') return event;
  const { bytes: size_bytes, ...complete } = event;
  return { ...complete, size_bytes };
}

/** Its progress is no change of a download. */
export const revised = ({ id, state }: DownloadRow): Revised => revisedBy(id, [state]);

export const shown = (row: DownloadRow) => tagged(voiceModelDownload(row), revised(row));
