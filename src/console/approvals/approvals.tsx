import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, type Schemas } from '../api.ts';
import { Act, Choice, Field } from '../forms.tsx';
import { useGet } from '../hooks.ts';
import { Beside, Detail, Items, RowLink, Rows, Tabs, Title, useGetList } from '../list.tsx';
import { Badge, Facts, inOrder, pick, shown } from '../parts.tsx';
import { Link } from '../router.tsx';
import type { ScreenProps } from '../screen.ts';
import { texts, words } from '../texts.ts';

const t = texts.approvals;
const everyMs = 5000;
const requests = '/api/v1/approval-requests';
const policies = '/api/v1/approval-policies';

const statuses = ['pending', 'accepted', 'declined', 'expired', 'withdrawn'] as const;

type Policy = Schemas['ApprovalPolicy'];
type Request = Schemas['ApprovalRequest'];

/** Requests of connectors that wait for a person, and the policies that let them act. */
export function Approvals({ path: [part = 'requests', id] }: ScreenProps): JSX.Element {
  const isPolicies = part === 'policies';
  return (
    <>
      <h1 class="unseen">{t.title}</h1>
      <Tabs
        label={t.title}
        current={`/approvals/${part}`}
        tabs={[
          ['/approvals/requests', t.requests],
          ['/approvals/policies', t.policies],
        ]}
      />
      <Beside
        choose={isPolicies ? t.choosePolicy : t.chooseRequest}
        list={isPolicies ? <PolicyList chosen={id} /> : <RequestList chosen={id} />}
      >
        {id !== undefined &&
          (isPolicies ? <OnePolicy key={id} id={id} /> : <OneRequest key={id} id={id} />)}
      </Beside>
    </>
  );
}

interface ListProps {
  readonly chosen: string | undefined;
}

function RequestList({ chosen }: ListProps): JSX.Element {
  const [status, setStatus] = useState('pending');
  const known = statuses.find((each) => each === status);
  const query = known ? { status: known } : {};
  const list = useGetList(requests, { params: { query } }, everyMs);
  return (
    <section class="list" aria-label={t.requests}>
      <div class="find">
        <Choice label={t.show} value={status} onInput={setStatus} options={t.statuses} />
      </div>
      <Rows list={list} none={t.noRequests}>
        {({ id, status: its, policy, created_at }) => (
          <Row
            key={id}
            to={`/approvals/requests/${id}`}
            isChosen={id === chosen}
            of={policy}
            at={created_at}
          >
            {its}
          </Row>
        )}
      </Rows>
    </section>
  );
}

function PolicyList({ chosen }: ListProps): JSX.Element {
  const list = useGetList(policies, {}, everyMs);
  return (
    <section class="list" aria-label={t.policies}>
      <Rows list={list} none={t.noPolicies}>
        {(each) => (
          <Row
            key={each.id}
            to={`/approvals/policies/${each.id}`}
            isChosen={each.id === chosen}
            of={each}
            at={each.expires_at}
          >
            {each.status}
          </Row>
        )}
      </Rows>
    </section>
  );
}

interface RowProps {
  readonly to: string;
  readonly isChosen: boolean;
  readonly of: Pick<Policy, 'action_type' | 'target_name' | 'connector_name'>;
  readonly at: string;
  /** The status. */
  readonly children: string;
}

const Row = ({ to, isChosen, of, at, children }: RowProps): JSX.Element => (
  <RowLink to={to} isChosen={isChosen}>
    <span class="text">{of.target_name}</span>
    <Badge tone={children}>{words(children)}</Badge>
    <span class="quiet text">{`${actionOf(of.action_type)} · ${of.connector_name}`}</span>
    <span class="quiet">{shown('created_at', at)}</span>
  </RowLink>
);

const kindOf = (kind: string): string => t.destinations.get(kind) ?? words(kind);
const actionOf = (type: string): string => t.actions.get(type) ?? words(type);

/** What a policy lets its connector do. */
const granted = (policy: Request['policy'] | Policy) => [
  [t.action, actionOf(policy.action_type)] as const,
  [t.target, `${policy.target_name} (${policy.target_id})`] as const,
  [t.destination, `${kindOf(policy.destination.kind)} ${policy.destination.value}`] as const,
  ...pick(policy, ['not_before', 'expires_at', 'campaign_contact_count_ceiling', 'external_id']),
];

interface OneProps {
  readonly id: string;
}

function OneRequest({ id }: OneProps): JSX.Element {
  const params = { path: { approval_request_id: id } };
  const { data, error, reload } = useGet(`${requests}/{approval_request_id}`, { params }, everyMs);
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState<unknown>();
  // What was refused stays to be read when the buttons go: somebody else was faster.
  const tell = (answer: Promise<unknown>): Promise<unknown> =>
    answer.then(() => setRefused(undefined), setRefused).finally(reload);
  return (
    <Detail
      label={t.request}
      back={['/approvals/requests', t.allRequests]}
      error={error ?? refused}
    >
      {data && (
        <>
          <Title status={data.status}>{data.policy.target_name}</Title>
          <p class="text">{inOrder(data.reason)}</p>
          <Facts
            of={[
              [t.connector, data.policy.connector_name],
              ...granted(data.policy),
              [t.uses, data.policy.max_uses],
              ...pick(data, ['created_at', 'closes_at', 'accepted_at', 'declined_at']),
              ...pick(data, ['declined_reason', 'withdrawn_at']),
              ...(data.answered_by === null ? [] : [[t.answeredBy, whoAnswered(data)] as const]),
            ]}
          />
          {data.policy_id !== null && (
            <Link to={`/approvals/policies/${data.policy_id}`}>{t.policy}</Link>
          )}
          {data.status === 'pending' && (
            <div class="buttons">
              <Act
                operation="acceptApprovalRequest"
                label={t.accept}
                isMain
                act={() => tell(api.POST(`${requests}/{approval_request_id}/accept`, { params }))}
              >
                <p>{t.acceptSure(data.policy.max_uses)}</p>
              </Act>
              <Act
                operation="declineApprovalRequest"
                label={t.decline}
                act={() =>
                  api.POST(`${requests}/{approval_request_id}/decline`, {
                    params,
                    body: { reason },
                  })
                }
                done={reload}
              >
                <Field label={t.reason} value={reason} maxLength={500} onInput={setReason} />
              </Act>
            </div>
          )}
        </>
      )}
    </Detail>
  );
}

const whoAnswered = ({ answered_by, answered_by_email }: Request): string =>
  answered_by_email ?? texts.decisions.member(answered_by);

function OnePolicy({ id }: OneProps): JSX.Element {
  const params = { path: { policy_id: id } };
  const { data, error, reload } = useGet(`${policies}/{policy_id}`, { params }, everyMs);
  const uses = useGetList(`${policies}/{policy_id}/uses`, { params }, everyMs);
  const [reason, setReason] = useState('');
  const isOpen = data !== undefined && data.status !== 'revoked';
  const turn = data?.status === 'disabled' ? 'enable' : 'disable';
  return (
    <Detail label={t.policy} back={['/approvals/policies', t.allPolicies]} error={error}>
      {data && (
        <>
          <Title status={data.status}>{data.target_name}</Title>
          <Facts
            of={[
              [t.connector, data.connector_name],
              ...granted(data),
              [t.used, t.of(data.used_count, data.max_uses)],
              ...pick(data, ['created_at', 'revoked_at', 'revoked_reason']),
            ]}
          />
          {isOpen && (
            <div class="buttons">
              <Act
                key={turn}
                operation={`${turn}ApprovalPolicy`}
                label={t[turn]}
                act={() => api.POST(`${policies}/{policy_id}/${turn}`, { params })}
                done={reload}
              />
              <Act
                operation="revokeApprovalPolicy"
                label={t.revoke}
                isDangerous
                act={() => api.POST(`${policies}/{policy_id}/revoke`, { params, body: { reason } })}
                done={reload}
              >
                <p>{t.revokeSure}</p>
                <Field
                  label={t.code}
                  value={reason}
                  placeholder="no_longer_needed"
                  maxLength={64}
                  onInput={setReason}
                />
              </Act>
            </div>
          )}
          <Items
            list={uses}
            caption={t.usesOf}
            none={t.noUses}
            columns={['created_at', 'action_type', 'subject_type', 'subject_id', 'api_key_id']}
            to={({ subject_type, subject_id }) =>
              subject_type === 'campaign' ? `/campaigns/${subject_id}` : `/live/${subject_id}`
            }
          />
        </>
      )}
    </Detail>
  );
}
