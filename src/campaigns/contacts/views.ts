import type { components } from '../../../generated/api.ts';
import { type Revised, revisedBy } from '../../http/etag.ts';

type Code = components['schemas']['ContactSkipCode'];
type Status = components['schemas']['CampaignContactStatus'];

const skipMessages: Readonly<Record<Code, string>> = {
  do_not_call: 'The number is on the do-not-call list.',
  no_prior_consent: 'The number has no consent that the campaign or workflow requires.',
  destination_not_served: 'The telephony configuration does not serve the number.',
  number_type_not_allowed:
    'The number is a costly one, such as a premium-rate number, and nobody has allowed its type.',
  canceled: 'The campaign was canceled.',
};

interface Shown {
  readonly state: Status;
  readonly skip_reason: Code | null;
  readonly metadata: Readonly<Record<string, string>> | null;
}

/** A contact as it is shown: why it was skipped, with a sentence. */
export const campaignContact = <Row extends Shown>({
  state: status,
  skip_reason: code,
  metadata,
  ...row
}: Row) => ({
  ...row,
  status,
  skip_reason: code && { code, message: skipMessages[code] },
  metadata: metadata ?? {},
});

type Contact = Pick<
  components['schemas']['CampaignContact'],
  'id' | 'status' | 'outcome' | 'attempts' | 'due_at' | 'callback_at'
>;

/** What keeps a contact from being called is no change of it. */
export const revised = ({ id, ...contact }: Contact): Revised =>
  revisedBy(id, [
    contact.status,
    contact.outcome,
    contact.attempts,
    contact.due_at,
    contact.callback_at,
  ]);
