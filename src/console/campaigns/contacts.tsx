import type { JSX } from 'preact';
import { useGet } from '../hooks.ts';
import { Items, useGetList } from '../list.tsx';
import { Choice } from '../forms.tsx';
import { Fault, Facts, pick } from '../parts.tsx';
import { go, idIn } from '../router.tsx';
import { heading, texts } from '../texts.ts';
import { Runs } from './report.tsx';

const t = texts.campaigns;
const statuses = ['pending', 'waiting', 'dialing', 'done', 'skipped'] as const;
const outcomes = [
  'completed',
  'voicemail',
  'no_answer',
  'busy',
  'failed',
  'canceled',
  'unknown',
] as const;

interface Props {
  readonly id: number;
  /** A contact's ID, a status or an outcome; else all. */
  readonly which: string;
}

export function Contacts({ id, which }: Props): JSX.Element {
  const contact = idIn(which);
  if (contact !== undefined) return <Contact key={contact} id={id} contact={contact} />;
  return <ContactList id={id} which={which} />;
}

function ContactList({ id, which }: Props): JSX.Element {
  const status = statuses.find((each) => each === which);
  const outcome = outcomes.find((each) => each === which);
  const query = { ...(status && { status }), ...(outcome && { outcome }) };
  const params = { path: { campaign_id: id }, query };
  const list = useGetList('/api/v1/campaign/{campaign_id}/contacts', { params }, 5000);
  const at = `/campaigns/${id}/contacts`;
  return (
    <>
      <Choice
        label={t.which}
        value={status ?? outcome ?? ''}
        onInput={(value) => go(value === '' ? at : `${at}/${value}`)}
        options={[
          ['', t.all],
          ...[...statuses, ...outcomes].map((each) => [each, heading(each)] as const),
        ]}
      />
      <Items
        list={list}
        caption={t.tabs.contacts}
        none={t.noContacts}
        columns={['phone_number', 'row_number', 'status', 'outcome', 'attempts', 'due_at']}
        to={(each) => `${at}/${each.id}`}
      />
    </>
  );
}

function Contact({ id, contact }: { readonly id: number; readonly contact: number }): JSX.Element {
  const params = { path: { campaign_id: id, contact_id: contact } };
  const one = useGet('/api/v1/campaign/{campaign_id}/contacts/{contact_id}', { params }, 5000);
  const { data, error } = one;
  if (!data)
    return error === undefined ? <p class="quiet">{texts.loading}</p> : <Fault error={error} />;
  return (
    <>
      <h3>{data.phone_number}</h3>
      <Facts
        of={pick(data, [
          'held_by',
          'skip_reason',
          'status',
          'outcome',
          'due_at',
          'callback_at',
          'timezone',
          'row_number',
          'external_id',
          'initial_context',
        ])}
      />
      <Runs list={{ ...one, data: data.runs, more: undefined }} />
    </>
  );
}
