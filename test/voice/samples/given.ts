import type { Answer } from '../../support/client.ts';
import { formOf, formType, wavOf } from '../../support/binary-bodies.ts';
import type { Member } from '../../support/organizations.ts';

interface Sample {
  readonly bytes?: Uint8Array;
  readonly name?: string;
  readonly type?: string;
  readonly reference_text?: string;
  readonly headers?: Record<string, string>;
}

export const samplesOf = (profileId: string): string =>
  `/api/v1/voice/profiles/${profileId}/samples`;

/** Uploads a sample; by default a recording of 1.5 s. */
export const uploadSample = (
  member: Member,
  profileId: string,
  {
    bytes = wavOf(1.5),
    name = 'greeting.wav',
    type,
    reference_text = 'Good morning.',
    headers,
  }: Sample = {},
): Promise<Answer> =>
  member.send('POST', samplesOf(profileId), {
    raw: formOf({ fields: { reference_text }, file: { name, bytes, ...(type && { type }) } }),
    headers: { 'content-type': formType, ...headers },
  });
