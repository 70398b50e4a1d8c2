import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Config } from '../../../src/config.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { type SpeechServerForTests, startSpeechServer } from '../engines/speech-server.ts';
import { toneWav } from '../engines/wav.ts';
import { givenProfile } from '../given.ts';

export const path = '/api/v1/voice/generations';

export interface Studio {
  readonly speech: SpeechServerForTests;
  readonly server: TestServer;
  readonly member: Member;
  readonly profile_id: string;
}

/** A server of the API that generates when the test says so, with the engine `qwen` at a speech server of the test. */
export async function startStudio(overrides: Partial<Config> = {}): Promise<Studio> {
  const speech = await startSpeechServer();
  const server = await startServer({ speech: speechAt(speech.url), ...overrides });
  onTestFinished(() => server.close());
  const member = await newOrganization({ server });
  return { speech, server, member, profile_id: await givenProfile(member) };
}

export const speechAt = (url: string): NonNullable<Config['speech']> => ({
  url,
  apiKey: 'sk-very-secret',
  model: 'tts-1',
  voice: 'alloy',
  engine: 'qwen',
});

/** Queues a text, and returns the path of its generation. */
export async function givenQueued(member: Member, body: object): Promise<string> {
  const answer = await member.post(path, { text: 'Good morning.', ...body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return `${path}/${answer.body.id}`;
}

/** The bytes of a version's audio. */
export async function audioOf({ app }: TestServer, versionId: string): Promise<Buffer> {
  const file = await app.db
    .selectFrom('generation_versions as version')
    .innerJoin('voice_files as file', 'file.id', 'version.file_id')
    .selectAll('file')
    .where('version.id', '=', versionId)
    .executeTakeFirstOrThrow();
  const chunks: Buffer[] = [];
  for await (const chunk of await app.files.read(file)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** An answer of the speech server that waits until the test releases it, then sends a tone. */
export function held() {
  const [release, reached, left] = [signal(), signal(), signal()];
  const answer = (response: ServerResponse): void => {
    reached.give();
    response.on('close', left.give);
    void release.given.then(() => response.end(toneWav()));
  };
  return { answer, release: release.give, reached: reached.given, left: left.given };
}

function signal() {
  let give = (): void => {};
  const given = new Promise<void>((done) => {
    give = done;
  });
  return { give: () => give(), given };
}

/** A text that is spoken in so many parts. */
export const textOf = (parts: number): string =>
  Array.from({ length: parts }, (_, n) => `Part ${n} ${'word '.repeat(150)}ends.`).join(' ');
