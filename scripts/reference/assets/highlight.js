// The same on the server, for what is in the page, and in the page, for samples and answers that change.

/** Escapes a text for an HTML element or attribute. */
export const escaped = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const words =
  'as async await catch const curl def defer else err export for from func function if import in let new nil null open package print raise return true false try type var with None True False';
const tokens = new RegExp(
  String.raw`((?<=^|\s)(?:#|//).*)|("(?:[^"\\\n]|\\.)*"|'[^']*'|\`[^\`]*\`)(\s*:)?|\b(${words.replaceAll(' ', '|')})\b|(?<![\w.:/-])\d+(?:\.\d+)?(?![\w.:-])`,
  'gm',
);

/** Code as HTML with comments, names, texts and other values marked; a text without a language as it is. */
export function highlighted(text, language) {
  if (!language) return escaped(text);
  let html = '';
  let end = 0;
  for (const match of text.matchAll(tokens)) {
    const [whole, comment, string, colon = ''] = match;
    const kind = comment ? 'c' : !string ? 'v' : colon ? 'k' : 's';
    html += `${escaped(text.slice(end, match.index))}<i class="${kind}">${escaped(string ?? whole)}</i>${string ? colon : ''}`;
    end = match.index + whole.length;
  }
  return html + escaped(text.slice(end));
}
