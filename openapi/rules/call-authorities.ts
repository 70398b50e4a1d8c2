import { isNode, listOf, wordsOf } from './document.ts';
import { operationVisitor, responsesOf } from './operations.ts';

interface Authorities {
  readonly apiKey: string;
  /** The path parameter of what may be a call in progress. */
  readonly run: string;
  /** The code with which what lacks an authority is refused; empty for one that everybody has. */
  readonly authorities: Readonly<Record<string, string>>;
  /** The operations that act on calls which their path does not name. */
  readonly others: string[];
}

/** Whatever API keys may do to a run says which authority it takes while the run is a call in progress. */
export function callAuthorities({ apiKey, run, authorities, others }: Authorities) {
  return operationVisitor((operation, context) => {
    const { node, location, method, path } = operation;
    const accepts = listOf(node['security']).some((one) => isNode(one) && apiKey in one);
    const id = String(node['operationId']);
    const acts = accepts && method !== 'get' && (path.includes(`{${run}}`) || others.includes(id));
    const authority = node['x-call-authority'];
    const report = (message: string) => context.report({ message, location });
    if (!acts) {
      if (authority !== undefined)
        report('The operation acts on no call, so it has no x-call-authority.');
      return;
    }
    const code = typeof authority === 'string' ? authorities[authority] : undefined;
    if (code === undefined)
      return report(
        `It may act on a call, so its x-call-authority is one of: ${Object.keys(authorities).join(', ')}.`,
      );
    const forbidden = responsesOf(context, operation).find(([status]) => status === '403')?.[1];
    if (code !== '' && !wordsOf(forbidden?.node['x-problem-codes']).includes(code))
      report(`Its 403 lists ${code}.`);
  });
}
