import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const models = ['models--openai--whisper-small', 'models--hexgrad--Kokoro-82M'];
const commit = createHash('sha1').update('demo').digest('hex');
const weightBytes = 2_000_000;

/**
 * Creates a cache directory with two models in the hub's layout, with zeros as weights, so that there is something to
 * migrate. Leaves an existing directory unchanged.
 */
export function writeModels(cache: string): void {
  if (existsSync(cache)) return;
  for (const model of models) {
    const files = {
      'config.json': `${JSON.stringify({ model })}\n`,
      'model.safetensors': Buffer.alloc(weightBytes),
    };
    const at = join(cache, model);
    for (const part of ['blobs', 'refs', `snapshots/${commit}`])
      mkdirSync(join(at, part), { recursive: true });
    writeFileSync(join(at, 'refs', 'main'), commit);
    for (const [name, content] of Object.entries(files)) {
      const hash = createHash('sha256').update(content).digest('hex');
      writeFileSync(join(at, 'blobs', hash), content);
      symlinkSync(`../../blobs/${hash}`, join(at, 'snapshots', commit, name));
    }
  }
}
