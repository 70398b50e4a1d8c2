const maxMessageLength = 300;

/** What a server says about an error, in one bounded line without the key; empty if it says nothing readable. */
export function messageIn(answer: string, key: string | undefined): string {
  const said = membersOf(answer);
  const message = said ?? (answer.trimStart().startsWith('<') ? '' : answer);
  const line = message.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  const safe = key ? line.replaceAll(key, '[redacted]') : line;
  return safe.slice(0, maxMessageLength);
}

/** The message of an answer as OpenAI sends it, `{"error": {"message"}}`, or as FastAPI does, `{"detail"}`. */
function membersOf(answer: string): string | undefined {
  try {
    const { error, detail } = JSON.parse(answer) as Record<string, unknown>;
    const message = isObject(error) ? error['message'] : (error ?? detail);
    return typeof message === 'string' ? message : '';
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Divides a text into parts of at most so many characters, between sentences where it can. */
export function partsOf(text: string, language: string, maxCharacters: number): string[] {
  const parts: string[] = [];
  let part = '';
  const add = (piece: string): void => {
    if (part.length + piece.length > maxCharacters) {
      if (part.trim()) parts.push(part.trim());
      part = '';
    }
    part += piece;
  };
  for (const sentence of segments(text, language, 'sentence'))
    if (sentence.length <= maxCharacters) add(sentence);
    else for (const piece of pieces(sentence, language, maxCharacters)) add(piece);
  if (part.trim()) parts.push(part.trim());
  return parts;
}

/** A character that a word, a number or a sign has. */
const spoken = /[\p{L}\p{N}\p{S}]/u;

/** Divides a text into its sentences, each of at most so many characters, without those that have nothing to speak. */
export const sentencesOf = (text: string, language: string, maxCharacters: number): string[] =>
  [...segments(text, language, 'sentence')]
    .flatMap((sentence) => partsOf(sentence, language, maxCharacters))
    .filter((part) => spoken.test(part));

/** The words of a sentence that is too long; of a word that is too long, its characters. */
function* pieces(sentence: string, language: string, maxCharacters: number): Generator<string> {
  for (const word of segments(sentence, language, 'word')) {
    if (word.length <= maxCharacters) yield word;
    else yield* word;
  }
}

function* segments(
  text: string,
  language: string,
  granularity: 'sentence' | 'word',
): Generator<string> {
  const locale = Intl.Segmenter.supportedLocalesOf([language])[0] ?? 'en';
  for (const { segment } of new Intl.Segmenter(locale, { granularity }).segment(text))
    yield segment;
}

interface VoiceFacts {
  readonly default_engine: string | null;
  readonly preset_engine: string | null;
  readonly preset_voice_id: string | null;
}

/** The engine that a request and its profile name; undefined if they name none. */
export const namedEngine = (
  requested: string | undefined,
  profile: VoiceFacts,
): string | undefined => requested ?? profile.default_engine ?? profile.preset_engine ?? undefined;

/** The profile's voice of this engine; null if it has none. */
export const voiceOf = (engine: string, profile: VoiceFacts): string | null =>
  profile.preset_engine === engine ? profile.preset_voice_id : null;
