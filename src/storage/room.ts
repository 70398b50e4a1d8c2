import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Room that is as good as none: the next file would not fit. */
const minBytes = 1_048_576;

/** Whether a disk has room for another file. One that does not report its size, as some network disks do, has. */
export const hasRoom = ({ blocks, bavail, bsize, files, ffree }: StatsFs): boolean =>
  blocks === 0 || (bavail * bsize >= minBytes && (files === 0 || ffree > 0));

/** Whether the disk of a directory has room, as far as that is known; the directory may not be made yet. */
export async function hasRoomIn(directory: string): Promise<boolean> {
  try {
    return hasRoom(await statfs(directory));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return isMissing ? hasRoomIn(dirname(directory)) : true;
  }
}
