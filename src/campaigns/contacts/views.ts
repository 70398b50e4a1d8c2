import type { components } from '../../../generated/api.ts';
import { type Revised, revisedBy } from '../../http/etag.ts';

type Code = components['schemas']['ContactSkipCode'];

const skipMessages: Readonly<Record<Code, string>> = {
  do_not_call: 'The number is on the do-not-call list.',
  no_prior_consent: 'The number has no consent that the campaign or workflow requires.',
  destination_not_served: 'The telephony configuration does not serve the number.',
  canceled: 'The campaign was canceled.',
};

interface Shown {
  readonly skip_reason: Code | null;
  readonly metadata: Readonly<Record<string, string>> | null;
}

/** A contact as it is shown: why it was skipped, with a sentence. */
export const campaignContact = <Row extends Shown>({
  skip_reason: code,
  metadata,
  ...row
}: Row) => ({
  ...row,
  skip_reason: code && { code, message: skipMessages[code] },
  metadata: metadata ?? {},
});

type Contact = Pick<
  components['schemas']['CampaignContact'],
  'id' | 'state' | 'outcome' | 'attempts' | 'due_at' | 'callback_at'
>;

/** What keeps a contact from being called is no change of it. */
export const revised = ({ id, ...contact }: Contact): Revised =>
  revisedBy(id, [
    contact.state,
    contact.outcome,
    contact.attempts,
    contact.due_at,
    contact.callback_at,
  ]);
