// What the search finds, and why. Runs in the page, and in tests.

import MiniSearch from 'minisearch';

const weights = { title: 6, names: 5, asked: 6, sent: 3, text: 1.5, returned: 0.7 };
/** Words that a question has and no page is about. */
const empty = new Set(
  'a an and are can do does for how i in is it my of or the to we what with you'.split(' '),
);

/** An index of the entries, made once. */
export function indexOf({ entries, lines }) {
  const index = new MiniSearch({
    fields: Object.keys(weights),
    tokenize: wordsOf,
    processTerm: stem,
    extractField: (entry, name) => (name === 'id' ? entry.at : partOf(entry, name, lines)),
  });
  index.addAll(entries.map((entry, at) => ({ ...entry, at })));
  return { index, entries };
}

function partOf({ lines: sent = [], returned = [], ...entry }, name, lines) {
  const all = (numbers) => numbers.map((at) => lines[at].join(' ')).join('\n');
  if (name === 'sent') return all(sent);
  if (name === 'returned') return all(returned);
  if (name === 'names')
    return `${entry.id === entry.title ? '' : (entry.id ?? '')} ${withoutRoot(entry.beside)}`;
  return entry[name] ?? '';
}

/** All paths begin so. */
const withoutRoot = (text) => text.replace('/api/v1', '');

/** A name is found by each of its words, as a whole, and written as one word: `retry_on_voicemail`, `time_zone`. */
function wordsOf(text) {
  const found = [];
  for (const [whole] of text.matchAll(/[\p{L}\p{N}]+(?:[._'-][\p{L}\p{N}]+)*/gu)) {
    const parts = whole.split(/[._'-]|(?<=\p{Ll})(?=\p{Lu})/u);
    found.push(...(parts.length > 1 ? [whole, ...parts] : parts));
  }
  return found;
}

/** The same for forms of one word: retry, retries, retried and retrying. */
function stem(word) {
  const text = word.toLowerCase().replaceAll(/['’]s$/g, '');
  if (text.length < 4 || /[\d._-]/.test(text)) return text;
  return text
    .replace(/(?<=...)(?:ies|ied)$/, 'y')
    .replace(/(?<=....)(?:ing|ed|es)$/, '')
    .replace(/(?<=...[^s])s$/, '')
    .replace(/(?<=...)e$/, '');
}

/** What has every word of the query, the best first and deprecated operations last; else what is spelled nearly so, or has some of the words. */
export function find({ index, entries }, query) {
  const typed = withoutRoot(query.trim().toLowerCase()).split(/\s+/).map(trimmed).filter(Boolean);
  const words = typed.some((word) => !empty.has(word))
    ? typed.filter((word) => !empty.has(word))
    : typed;
  if (words.length === 0) return [];
  const phrase = typed.join(' ');
  const search = (combineWith, options) =>
    index.search(
      { combineWith, queries: words.map(alternatives) },
      {
        boost: weights,
        tokenize: (text) => [text],
        prefix: (term) => term.length > (words.length > 1 ? 3 : 1),
        weights: { prefix: 0.5, fuzzy: 0.3 },
        boostDocument: (at) => likeness(entries[at], phrase),
        ...options,
      },
    );
  const fuzzy = (term) => (term.length < 4 ? false : term.length < 7 ? 1 : 2);
  const attempts = [() => search('AND'), () => search('AND', { fuzzy }), () => search('OR')];
  let found = [];
  for (const attempt of attempts) if (found.length === 0) found = attempt();
  return found
    .map(({ id, match, queryTerms, score }) => ({
      entry: entries[id],
      terms: new Set(Object.keys(match)),
      typed: new Set(queryTerms),
      score,
    }))
    .toSorted((a, b) => rankOf(a.entry, phrase) - rankOf(b.entry, phrase) || b.score - a.score);
}

const trimmed = (word) => word.replaceAll(/^[^\p{L}\p{N}/{]+|[^\p{L}\p{N}}]+$/gu, '');

/** A word as it is, its parts together, or what it means. */
function alternatives(word) {
  const [whole = word, ...parts] = wordsOf(word);
  const queries = [whole];
  if (parts.length > 1) queries.push({ combineWith: 'AND', queries: parts });
  return { combineWith: 'OR', queries };
}

const kinds = { Guide: 1.6, Rule: 1, Tag: 1, Event: 0.8 };

/** How much more an entry counts for what it is, and if it has the words of the query together. */
function likeness({ title, id = '', beside, text }, phrase) {
  const has = (part) => ` ${part.toLowerCase()}`.includes(` ${phrase}`);
  if (beside.endsWith(' problem')) return 0.5;
  return (kinds[beside] ?? 1.2) * (has(title) || has(id) ? 2 : 1) * (has(text) ? 1.5 : 1);
}

/** Exactly what was typed comes first, whatever else has it; what is deprecated comes last. */
function rankOf({ id = '', title, beside, isDeprecated }, phrase) {
  const place = withoutRoot(beside.toLowerCase());
  const names = [id.toLowerCase(), title.toLowerCase(), place, ...place.split(' ')];
  if (names.includes(phrase)) return isDeprecated ? 1 : 0;
  return isDeprecated ? 3 : 2;
}

/** A result as it is shown: with the line or the sentence that has most of the words. */
export function shownOf({ entry, terms, typed }, lines) {
  // What was typed counts more than what begins so.
  const hits = (text) =>
    [...new Set(wordsOf(text).map(stem))]
      .filter((word) => terms.has(word))
      .reduce((sum, word) => sum + (typed.has(word) ? 1 : 0.4), 0);
  const named = [...(entry.lines ?? []), ...(entry.returned ?? [])].map((at) => lines[at]);
  const sentences = entry.text.split(/(?<=\.) (?=\S)/);
  const isInTitle = hits(`${entry.title} ${entry.id ?? ''}`) > 0;
  const candidates = [
    ...sentences.map((text) => ({ text, count: hits(text) * (isInTitle ? 2 : 1.2) })),
    ...named.map(([name, text]) => ({
      name,
      text,
      count: hits(name) * (text.startsWith('A value of') ? 1 : 1.5) + hits(text),
    })),
  ];
  const [best] = candidates.toSorted((a, b) => b.count - a.count);
  const isWhy = best?.count > 0 && !(isInTitle && best.name);
  const other = isInTitle || !entry.asked ? sentences[0] : `About: ${entry.asked}.`;
  const snippet = isWhy ? best : { text: other ?? '' };
  const [, root = ''] = /^(\w+ \/api\/v1)\//.exec(entry.beside) ?? [];
  return {
    path: entry.path,
    isDeprecated: entry.isDeprecated === true,
    title: marked(entry.title, terms),
    beside: [{ text: root, isMarked: false }, ...marked(entry.beside.slice(root.length), terms)],
    name: snippet.name === undefined ? [] : marked(snippet.name, terms),
    text: marked(around(snippet.text, terms), terms),
  };
}

const longest = 160;

/** The part of a long text that begins shortly before the first word that was found. */
function around(text, terms) {
  if (text.length <= longest) return text;
  const at = marked(text, terms)[0]?.isMarked ? 0 : (marked(text, terms)[0]?.text.length ?? 0);
  const start = at < longest / 2 ? 0 : text.lastIndexOf(' ', at - longest / 4) + 1;
  const end = start + longest < text.length ? text.lastIndexOf(' ', start + longest) : text.length;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}

/** A text in parts, of which those that were found are marked. */
function marked(text, terms) {
  const parts = [];
  let end = 0;
  const add = (part, isMarked) => part !== '' && parts.push({ text: part, isMarked });
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+(?:[._'-][\p{L}\p{N}]+)*/gu)) {
    if (!wordsOf(word).some((each) => terms.has(stem(each)))) continue;
    add(text.slice(end, index), false);
    add(word, true);
    end = index + word.length;
  }
  add(text.slice(end), false);
  return parts;
}
