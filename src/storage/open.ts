import type { StoragePlace } from '../process/variables.ts';
import { openDirectory } from './directory.ts';
import { openS3 } from './s3.ts';
import type { Storage } from './storage.ts';

export const openStorage = (place: StoragePlace): Storage =>
  place.kind === 's3' ? openS3(place) : openDirectory(place.directory);
