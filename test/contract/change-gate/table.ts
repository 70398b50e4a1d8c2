/** Prints how each edit of `edits.yaml` is rated, as Markdown. */
import { greatest, type Impact } from '../../../scripts/contract-diff/version.ts';
import { compareEdits, edits } from './editing.ts';

const found = await compareEdits(2);
const shown = (impacts: Impact[]): string => greatest(impacts) ?? 'none';

console.log('| place | edit | tool | house | reported first |\n|---|---|---|---|---|');
for (const [index, { place, edit }] of edits.entries()) {
  const differences = found[index] ?? [];
  const tool = shown(differences.flatMap((each) => each.tool ?? []));
  const house = shown(differences.map(({ impact }) => impact));
  const [first] = differences;
  const report = first ? `${first.place}: ${first.what}`.replaceAll('|', '\\|') : '';
  console.log(`| ${place} | ${edit} | ${tool} | ${house} | ${report} |`);
}
