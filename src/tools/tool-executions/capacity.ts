import { tooManyAtOnce } from '../../errors.ts';
import { type Capacity, type FairShares, takeFairly } from '../../fairness/capacity.ts';
import { createWindowLimit, type WindowLimit } from '../../fairness/window-counter.ts';

/** How many requests to a tool, and to the tools of an organization, are in progress at once, in each process. */
const maxOfTool = 10;
const maxOfOrganization = 30;
/** And of all organizations, of which nobody takes what the others need. */
const maxOfAll = 400;
/** How many calls of an organization wait for the request of another one. */
const maxWaiting = 30;

/** How often tools are called in a minute, in each process. */
export interface ToolRates {
  readonly ofTool: WindowLimit;
  readonly ofOrganization: WindowLimit;
}

const maxCallsOfTool = 600;
const maxCallsOfOrganization = 1200;

export const createToolRates = (): ToolRates => ({
  ofTool: createWindowLimit({
    name: 'tool-calls',
    limit: maxCallsOfTool,
    things: 'calls of a tool',
    windowSeconds: 60,
  }),
  ofOrganization: createWindowLimit({
    name: 'organization-tool-calls',
    limit: maxCallsOfOrganization,
    things: 'calls of your tools',
    windowSeconds: 60,
  }),
});

interface Called {
  readonly organization_id: number;
  readonly tool_id: number;
}

const sharesOf = (organizationId: number): FairShares => ({
  own: {
    name: `tool requests of organization ${organizationId}`,
    limit: maxOfOrganization,
    refusal: () =>
      tooManyAtOnce(
        `${maxOfOrganization} requests to your organization's tools are in progress, the maximum. Try again when one is answered.`,
      ),
  },
  all: {
    name: 'tool requests',
    limit: maxOfAll,
    refusal: () => tooManyAtOnce('Too many requests to tools are in progress. Try again shortly.'),
  },
});

/** Takes the place of one request, or throws 429 and takes none. Returns what gives it back. */
export function takePlace(
  { inProgress, toolRates }: { readonly inProgress: Capacity; readonly toolRates: ToolRates },
  { organization_id, tool_id }: Called,
): () => void {
  const releaseTool = inProgress.take([
    {
      name: `requests to tool ${tool_id} of organization ${organization_id}`,
      limit: maxOfTool,
      refusal: () =>
        tooManyAtOnce(
          `${maxOfTool} requests to this tool are in progress, the maximum. Try again when one is answered.`,
        ),
    },
  ]);
  try {
    const release = takeFairly(inProgress, sharesOf(organization_id));
    try {
      toolRates.ofTool.use(`${organization_id} ${tool_id}`);
      toolRates.ofOrganization.use(String(organization_id));
    } catch (error) {
      release();
      throw error;
    }
    return () => {
      release();
      releaseTool();
    };
  } catch (error) {
    releaseTool();
    throw error;
  }
}

/** Takes the place of one that waits for another's request. */
export const takeWait = (
  { inProgress }: { readonly inProgress: Capacity },
  organizationId: number,
): (() => void) =>
  inProgress.take([
    {
      name: `waits for tools of organization ${organizationId}`,
      limit: maxWaiting,
      refusal: () =>
        tooManyAtOnce(
          `${maxWaiting} repeated calls of tools are waiting for the first one's answer, the maximum. Try again shortly.`,
        ),
    },
  ]);
