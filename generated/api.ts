// Written by `make generate`. Do not edit.
export interface paths {
    "/api/v1/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up
         * @description Creates a user with an organization of their own and logs them in. Repeating it with the same e-mail address is
         *     answered with 409 `email_taken`; e-mail addresses are compared without regard to case. Sign-ups
         *     are limited by network address as well; `RateLimit-Policy` of a 429 says by how much.
         *
         *     Whoever runs the service decides who may sign up (`SIGNUP`): everybody, nobody, or one user as long as there is
         *     no user at all. Everybody else is answered with 403 `sign_up_closed`.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description Starts a session of 30 days. An unknown address and a wrong password get the same answer after the same time.
         *     Every log-in makes a session of its own; earlier ones go on, up to the `user_session_limit` of the organization
         *     (`getOrganizationLimits`): a log-in beyond that ends the user's oldest session, so that nobody is locked out.
         *
         *     Failed log-ins are limited: those to one account from one network address, and those to all accounts from one
         *     network address, whether or not there is such a user. Beyond that the answer is 429, also with the right
         *     password; its `RateLimit-Policy` says which limit it was. Failures from other addresses keep nobody out, log-ins
         *     that succeed do not count, and a right password forgives the failures to its account. Log-ins that come at once
         *     wait in line for each other, first come first served; 429 with `Retry-After: 1` where the line is full.
         */
        post: operations["logIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log out
         * @description Ends the session whose token was sent. The token is refused from then on.
         */
        post: operations["logOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current user
         * @description The user of the session, or of an API key the organization that it belongs to, its name and its scopes.
         */
        get: operations["getCurrentUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description The organization's API keys, archived ones too, newest first. The keys themselves are never shown again.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The answer is the only one that ever shows the key. A key with a `connector_name` places calls and starts
         *     campaigns only under an approval policy of that connector; one without needs no policy.
         *
         *     A key can do what its `scopes` allow, see `ApiKeyScope`. They never change: archive the key and create another.
         *     Give a connector's key more than its default with care. A policy approves a workflow or a campaign, not what it
         *     says: with `workflows:write` the connector can publish another prompt in an approved workflow, with
         *     `campaigns:write` call other contacts in an approved campaign, with `do_not_call:write` take numbers off the
         *     do-not-call list.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/api-keys/{key_id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive an API key
         * @description The key is refused from then on: at once by the process that archived it, within a second by the others.
         *     Archiving an archived key changes nothing.
         */
        post: operations["archiveApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/api-keys/{key_id}/unarchive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unarchive an API key
         * @description The key is accepted again. Unarchiving an active key changes nothing.
         */
        post: operations["unarchiveApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approval-policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List approval policies
         * @description The organization's policies, newest first; those only that every given filter fits. `status` is worked out at
         *     the moment of the request, for the filter as for what is shown, so a policy may have left the list by the time
         *     the next page is asked for.
         */
        get: operations["listApprovalPolicies"];
        put?: never;
        /**
         * Create an approval policy
         * @description Allows a connector an action, from `not_before` (included) until `expires_at` (excluded), `max_uses` times. What
         *     is allowed cannot be changed afterwards: disable or revoke the policy and create another.
         *
         *     **Who needs one.** A request with an API key that names a `connector_name` needs a policy to initiate a call and
         *     to start or resume a campaign. Sessions, and API keys that name none, need no policy.
         *
         *     **What is approved.** `target_name` names the workflow (for `call_initiate`) or the campaign, letter for letter;
         *     archived workflows and campaigns in every state count. The policy is bound to the one that has the name at this
         *     moment, and `target_id` in the answer is its id: renaming it changes nothing, and another one that gets its name
         *     gains nothing. If none has the name, the answer is 404; if several have it, 409 `target_ambiguous` with up to 20
         *     `target_ids`: send the `target_id` of one of them too. A `target_id` that is sent has to have the name, else 404;
         *     send it to approve exactly what you have looked at. The destination of a campaign's policy is the id of the same
         *     campaign, else 422. The campaign that a redial makes is another one and needs a policy of its own.
         *
         *     A policy does not pin what its target says or does: with an approved workflow every version that is published
         *     later may call, and a campaign can be changed until it starts. Who may do that needs a session or an API key with
         *     `workflows:write` or `campaigns:write`, which a connector's key does not have unless it is created with it. A
         *     policy of an archived workflow stays as it is; calls are refused until the workflow is unarchived.
         *
         *     **Which one fits.** A policy of the organization for the same connector (capitals count), action and target,
         *     whose destination covers the called number or is the campaign. Of those that are active, within their window and,
         *     for a campaign, not under its number of contacts still to call, the one that expires first is used. A use is
         *     counted together with the action: an action that fails uses nothing, and requests at the same time never use a
         *     policy more than `max_uses` times.
         *
         *     **Refusals.** If none can be used the action is refused with 403 `approval_required`. `reason` speaks of the
         *     policy that came nearest:
         *
         *     1. `no_matching_policy`: none is for the connector, the action and the target.
         *     2. `destination_mismatch`: some are, none covers the destination.
         *     3. Else those that cover it are looked at; policies past their window only if there are no others. The first
         *        of these words that is true of one of them is the reason: `contact_ceiling_exceeded` (all else fits),
         *        `not_yet_valid`, `disabled`, `exhausted`, `revoked`, `expired`. Each policy counts as its `status`.
         */
        post: operations["createApprovalPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approval-policies/{policy_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an approval policy
         * @description The policy; its `status` is worked out at this moment.
         */
        get: operations["getApprovalPolicy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approval-policies/{policy_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an approval policy
         * @description Ends an active or disabled policy for good: nothing is authorised by it from then on, and there is no way back.
         *     Revoking a revoked policy changes nothing and answers it as it is, the first reason kept, so that a retry is
         *     safe. An exhausted or expired policy authorises nothing and is refused with 409 `approval_policy_not_revocable`.
         */
        post: operations["revokeApprovalPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approval-policies/{policy_id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable an approval policy
         * @description Suspends an active policy, one whose window has not begun included: nothing is authorised by it until it is
         *     enabled again. Its window runs on, and its uses so far stay counted. Only an active policy can be disabled; in
         *     every other state, disabled included, the answer is 409 `approval_policy_not_disableable`.
         */
        post: operations["disableApprovalPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approval-policies/{policy_id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable an approval policy
         * @description Ends the suspension of a disabled policy, which authorises again what it authorised before. Only a disabled policy
         *     can be enabled; in every other state, active included, the answer is 409 `approval_policy_not_enableable`. A
         *     revoked, exhausted or expired policy never comes back.
         */
        post: operations["enableApprovalPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approval-policies/{policy_id}/uses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the uses of an approval policy
         * @description Every action that the policy has authorised, newest first: as many as its `used_count`. Actions that failed are not
         *     among them. Uses stay listed when the policy is revoked or over.
         */
        get: operations["listApprovalPolicyUses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List voice profiles
         * @description All of the organization's voice profiles in one array, newest first.
         */
        get: operations["listVoiceProfiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/profiles/{profile_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a voice profile
         * @description The profile; its counts are taken at this moment.
         */
        get: operations["getVoiceProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/stories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stories
         * @description The organization's stories without their items, newest first.
         */
        get: operations["listStories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/stories/{story_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a story
         * @description The story with all of its items in the order of the timeline; items that begin together are ordered by track.
         */
        get: operations["getStory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/stories/{story_id}/items/{item_id}/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a story item's version
         * @description Pins the item to one version of its generation, so that a change of the generation's default version does not
         *     change the story; `null` unpins it, and it follows the default version again. Setting the version that is set
         *     already changes nothing, so a retry is safe. A version of another generation is not found.
         */
        put: operations["setStoryItemVersion"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/models/cache-dir": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the models' cache directory
         * @description The directory that holds the speech models on the servers' machine, in the layout of the Hugging Face hub: the
         *     one that the server was configured with, or the one that the models were last migrated to. After a migration
         *     every server answers the new one at once.
         */
        get: operations["getModelsCacheDir"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/models/migrate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Migrate the models to another directory
         * @description Moves all downloaded models to the destination directory on the servers' machine, which is made if it is
         *     missing. The answer is a stream of server-sent events: `progress` at most ten times a second and once at the
         *     end, then one terminal event, `complete` or `error`. Bytes are counted also where a model is only renamed.
         *
         *     The work goes on when the client leaves; `GET /api/v1/voice/models/migrate/progress` joins it. One migration
         *     runs at a time. Nothing is ever lost: across file systems a model is copied beside its final name, its sizes
         *     and hashes are verified, and only then is it deleted at the source; a model of that name at the destination is
         *     kept until its replacement is whole. A server that is killed resumes the work at its next start. A model that
         *     cannot be moved stays whole at the source and is listed in `errors`. Entries of the directory that are no
         *     models stay where they are.
         *
         *     When it completes, the destination becomes the cache directory in use, unless there were models and none could
         *     be moved. Comment lines keep a quiet stream open. It ends without a terminal event when its credential is revoked
         *     or expires, within half a minute; the migration goes on.
         *
         *     The models belong to the machine. On the embedded database every caller may migrate them; on a PostgreSQL server
         *     only callers of an organization that is an operator (`updateOrganizationOperator`), others are answered with 403
         *     `operator_only`. There the destination has to be below one of the directories that the server was configured with
         *     (`MODELS_ROOTS`), with all symbolic links resolved, and without any such directory nothing can be migrated.
         *
         *     It takes no Idempotency-Key: a stream cannot be kept. Repeating the request is refused while the migration runs
         *     (`model_migration_running`) and afterwards (`same_directory`), so nothing happens twice.
         */
        post: operations["migrateModels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/models/migrate/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the migration of the models
         * @description Joins the migration that is running, or answers the terminal event of the last one at once. Events that were
         *     sent within the last minutes are repeated from `Last-Event-ID`. 404 if there never was a migration. Events name
         *     directories of the servers' machine: who may not migrate may not follow either.
         */
        get: operations["getModelMigrationProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/billing/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List catalog entries
         * @description All entries of the platform's token catalog, withdrawn ones too, newest first.
         */
        get: operations["listCatalogEntries"];
        put?: never;
        /**
         * Create a catalog entry
         * @description Puts an entry into the platform's token catalog, on sale at once unless `active` is false. `kind` and `key`
         *     name it for other systems and cannot be changed later; withdrawn entries keep theirs too. If there is an entry of
         *     this kind and key already, nothing is made and the answer is 409 `catalog_entry_exists`.
         */
        post: operations["createCatalogEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/billing/catalog/{entry_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a catalog entry
         * @description The entry, whether it is on sale or withdrawn.
         */
        get: operations["getCatalogEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a catalog entry
         * @description Changes the fields that are sent and leaves the others as they are, also where another update changes those at
         *     the same time. `updated_at` moves only if a value becomes another: a repeated request, and `{}`, change nothing.
         *     `payments_price_id: null` takes the price away. `kind` and `key` cannot be changed: other systems know the entry
         *     by them. What was bought already is not affected.
         */
        patch: operations["updateCatalogEntry"];
        trace?: never;
    };
    "/api/v1/billing/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what is on sale
         * @description The active entries of the platform's token catalog, the same for every organization, newest first. A price list
         *     shows them by `sort_order`.
         */
        get: operations["listActiveCatalogEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/kb-pricing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the knowledge-base pricing
         * @description What the platform charges for knowledge bases, in US dollars.
         */
        get: operations["getKnowledgeBasePricing"];
        /**
         * Update the knowledge-base pricing
         * @description Changes the prices that are sent and leaves the other as it is, also where another update changes that at the same
         *     time; `{}` changes nothing. Prices are kept exactly, so one with more than six decimals is refused with 422, not
         *     rounded. Sending the same again is safe.
         */
        put: operations["updateKnowledgeBasePricing"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the organization's limits
         * @description What the platform allows the caller's organization: calls at once, and how many or how much of each thing it may
         *     have (its quotas). What would be more than a quota is refused with 409 `quota_reached`, whose `quota` is the
         *     member below and whose `limit` is its value; only of a user's sessions the oldest ends instead. Of many requests
         *     at once exactly as many succeed as the quota allows.
         *
         *     | quota | counts | default | from | to |
         *     |---|---|---|---|---|
         *     | `api_key_limit` | API keys that are not archived | 100 | 0 | 10,000 |
         *     | `webhook_endpoint_limit` | webhook endpoints, disabled ones too | 50 | 0 | 1,000 |
         *     | `workflow_limit` | workflows that are not archived | 1,000 | 0 | 100,000 |
         *     | `source_limit` | sources of contacts, those that redials make too | 10,000 | 0 | 1,000,000 |
         *     | `source_bytes_limit` | bytes of their rows: numbers, time zones and contexts as JSON, which repeat the columns' names | 10 GiB | 0 | 1 PiB |
         *     | `unfinished_contact_limit` | contacts of campaigns that are created, running or paused, from their creation on | 5,000,000 | 0 | 1,000,000,000 |
         *     | `user_session_limit` | sessions of each user | 100 | 1 | 10,000 |
         */
        get: operations["getOrganizationLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/organizations/{organization_id}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update an organization's limits
         * @description Holds for calls that are placed and things that are made from now on; calls in progress go on and what there is
         *     stays, also where it is more than the new limit allows. A limit that is left out stays as it is. Sending the same
         *     again is safe and changes nothing.
         */
        put: operations["updateOrganizationLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/organizations/{organization_id}/operator": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update whether an organization is an operator
         * @description An operator is an organization whose members run the service. Its callers may migrate the models of the machine,
         *     also where the service is open to strangers. The first super admin's organization is one from the start. Holds
         *     from now on; a migration in progress goes on. Sending the same again is safe and changes nothing.
         */
        put: operations["updateOrganizationOperator"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the organization's audit events
         * @description Who changed what from what to what in the caller's organization, newest first: every change that a user or an
         *     API key made, log-ins that failed, consent that carriers reported, and endpoints that the service disabled. What the
         *     service does by itself otherwise, such as the calls of campaigns, leaves none. An event is written together with
         *     its change, so there is one exactly for what happened; a request that changed nothing leaves none. Events are
         *     never changed and never deleted.
         *
         *     Of numbers that are called, or not to be called, events hold the last four digits, of definitions and contexts the size or the version; they
         *     never hold secrets, transcripts or credentials. Changes that belong to the platform are not listed.
         *
         *     Filters that are sent together must all hold. `subject_type` with `subject_id` gives the history of one object.
         */
        get: operations["listOrganizationAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit events
         * @description Who changed what from what to what in all organizations, newest first, and the platform's own changes. An event
         *     is written together with its change, so there is one exactly for what happened; a request that changed nothing
         *     leaves none. Events are never changed and never deleted.
         *
         *     Filters that are sent together must all hold. `subject_type` with `subject_id` gives the history of one object.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workflows
         * @description The organization's workflows, newest first, active and archived ones unless `status` asks for one kind. The
         *     list shows what tells them apart; definition, variables, configuration and disposition codes are in the
         *     workflow itself.
         */
        get: operations["listWorkflows"];
        put?: never;
        /**
         * Create a workflow
         * @description Makes an active workflow of its own, whatever others are called. The `workflow_definition` becomes version 1, a
         *     draft: as in an update it may break the rules of publishing and is saved as sent. Calls are placed once it is
         *     published.
         */
        post: operations["createWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a workflow
         * @description The workflow with its newest version: `current_definition_id`, `version_number`, `version_status` and
         *     `workflow_definition` belong together. Calls are placed with the published version, which may be an older
         *     one; `listWorkflowVersions` tells.
         *
         *     The `ETag` names what can be edited: name, definition, variables, configuration and status. Runs that are
         *     added or end do not change it, though `total_runs` and `call_disposition_codes` do change.
         */
        get: operations["getWorkflow"];
        /**
         * Update a workflow
         * @description Changes what is sent and leaves the rest; `{}` changes nothing at all.
         *
         *     A `workflow_definition` always makes a new version, a draft numbered one higher, even if it equals the one
         *     before. Earlier versions are kept as they were; an older draft becomes archived, a published version stays
         *     published, so calls go on with it until the new one is published. `name`, `template_context_variables` and
         *     `workflow_configurations` are the workflow's own, not the version's: they are replaced as a whole and hold
         *     at once. An archived workflow can be updated too.
         *
         *     A draft may break the rules of publishing: it is saved as sent, as long as it is an object and `nodes`,
         *     `edges` and the members named in the schema are of their types. Members that the schema does not name are
         *     kept.
         *
         *     Two updates at once both take effect, one after the other, and versions get consecutive numbers. To not
         *     overwrite what somebody else has done in the meantime, send the `ETag` of what you have read as `If-Match`.
         */
        put: operations["updateWorkflow"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check whether a workflow can be published
         * @description Checks the newest version against the rules of publishing, which `WorkflowDefinition` lists, and changes nothing.
         *
         *     Each fault is about one node or edge: `loc` is `workflow_definition`, `nodes` or `edges`, its index and, where one
         *     member is at fault, the names of it; `ctx` has its `node_id` or `edge_id`, null if it has none. The first 1000
         *     faults are listed. The kinds:
         *
         *     - `start_missing`: there is no `startCall`; `start_duplicate`: another one; `start_entered`: an edge into one.
         *     - `global_duplicate`: another `globalNode`; `global_connected`: an edge at one.
         *     - `no_way_in`: an `agentNode` or `endCall` that no edge leads into; `unreachable`: one with a way in that no way from
         *       the `startCall` comes to.
         *     - `end_left`: an edge out of an `endCall`.
         *     - `edge_end_unknown`: an edge whose `source` or `target` is no node.
         *     - `label_duplicate`: an edge with the label of another one that leaves the same node.
         *     - `node_type_unknown`: a node of a type that is missing or unknown.
         *     - `node_id_missing`, `node_id_duplicate`, `edge_id_missing`, `edge_id_duplicate`.
         */
        post: operations["validateWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a workflow
         * @description Makes the newest version the published one: new calls are placed with it from then on, while runs that have begun
         *     stay with theirs. The version published before becomes archived; `revertWorkflow` brings its definition back.
         *
         *     The newest version has to satisfy the rules of publishing; each fault is an entry of the 422, as `validateWorkflow`
         *     describes them. Publishing a newest version that is published already changes nothing. An archived workflow cannot
         *     be published.
         *
         *     An update at the same time takes effect before or after it as a whole. To publish only what you have read, send its
         *     `ETag` as `If-Match`.
         */
        post: operations["publishWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back to an earlier version
         * @description Makes a new version with the definition of the one named, a draft numbered one higher than the newest. Nothing is
         *     lost: all versions stay, only an older draft becomes archived, and calls go on with the published version until the
         *     new one is published. Name, variables and configuration are the workflow's own and stay as they are. The version
         *     named may be any, the newest too. Sent twice it makes two versions; an Idempotency-Key prevents that.
         */
        post: operations["revertWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a workflow
         * @description An archived workflow keeps its versions and runs and places no new calls; it can still be read, updated and
         *     duplicated. Archiving an archived workflow changes nothing.
         */
        post: operations["archiveWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/unarchive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unarchive a workflow
         * @description The workflow is active again, with the versions that it had, a published one included. Unarchiving an active
         *     workflow changes nothing.
         */
        post: operations["unarchiveWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate a workflow
         * @description Makes a new, active workflow with the newest definition of this one as version 1, a draft, and with its variables
         *     and configuration. Its name is that of this one with ` (copy)` after it, shortened where it would be longer than 100
         *     characters. Older versions and runs are not copied. An archived workflow can be duplicated too.
         */
        post: operations["duplicateWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a workflow's versions
         * @description All versions that the workflow ever had, newest first, without their definitions.
         */
        get: operations["listWorkflowVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/versions/{version_number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a version of a workflow
         * @description The version with its definition, which never changes; only its status does.
         */
        get: operations["getWorkflowVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a workflow's runs
         * @description The runs of all versions of the workflow that fit every filter sent. Newest first, without contexts, transcript, analysis and usage, which `getWorkflowRun` shows.
         */
        get: operations["listWorkflowRuns"];
        put?: never;
        /**
         * Create a test run
         * @description Makes a run to try a version of the workflow out, with whatever runtime plays the agent. No call is placed and
         *     no webhook event is sent. It stays `initialized` until its result is handed in, which completes it. Any
         *     version can be tried, drafts too.
         */
        post: operations["createTestRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a run
         * @description The run with all that is known of it. A run of another workflow is not found here.
         */
        get: operations["getWorkflowRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/runs/{run_id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand in a run's result
         * @description For the agent runtime that held the conversation: transcript, recording, analysis and what the agent found out.
         *     It can be handed in while the run is under way or after its end, whole or in parts, and again. What is sent
         *     replaces what was there, and what is not sent stays; the members of `gathered_context` are merged into those
         *     that are there, in one step, so that no other writer's member is lost.
         *
         *     A run's `gathered_context` holds at most 1 MiB (1,048,576 bytes), measured as the JSON text that the database
         *     writes of it: a blank follows each colon and comma, numbers are written without exponent. A merge that would
         *     pass the limit is refused with 409 `gathered_context_too_large` and changes nothing; `size_bytes` says what
         *     the context would weigh. Room for consent is always left: it is counted before it is recorded.
         *
         *     An analysis handed in within 30 seconds after the end of a call goes out with its `call_analyzed` event, at
         *     once. Later than that the event has told of the outcome alone; the result is kept all the same and shown by
         *     `getWorkflowRun`.
         *
         *     `consent_given` and `consent_ts` cannot be handed in: only `markRunConsent` records consent. A test run that
         *     is not completed is completed by this, with outcome `completed`; no other run is ended by it.
         */
        post: operations["submitRunResult"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/runs/{run_id}/mark-consent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record whether consent was given
         * @description Puts `consent_given` and the present moment as `consent_ts` into the run's `gathered_context`, in one atomic
         *     step: the other keys stay as they are, also those that somebody else writes at the same time. Nothing else
         *     writes these two keys. From then on the run's webhook events carry them.
         *
         *     It only records. Playing a consent prompt and letting the conversation depend on the answer is for the
         *     workflow's definition to do.
         *
         *     A run can be marked in every state and as often as needed, so a retry is safe: the newest mark holds, with
         *     its own moment, and every mark is kept with the user who made it.
         */
        post: operations["markRunConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of all workflows
         * @description The runs of all workflows of the organization that fit every filter sent. Newest first, without contexts, transcript, analysis and usage, which `getWorkflowRun` shows.
         */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List campaigns
         * @description The organization's campaigns that fit every filter sent, newest first, each as `getCampaign` answers it.
         */
        get: operations["listCampaigns"];
        put?: never;
        /**
         * Create a campaign
         * @description Makes a campaign that is `created`: no call is placed before it is started. Its contacts are the rows of the
         *     source, which other campaigns may use too.
         *
         *     Calls are placed with the workflow's published version of their moment, so there has to be one. Without a
         *     telephony configuration the organization's default of this moment is used, and stays the campaign's own when
         *     another becomes the default.
         *
         *     Settings that are absent have their defaults; in an object that is sent, so do the members that are absent.
         *     The campaign shows what the dialer goes by.
         */
        post: operations["createCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a source of contacts
         * @description A CSV file (RFC 4180) in UTF-8 whose rows become the contacts of campaigns, in their order; any number of
         *     campaigns can be made of one source. The upload is read as a stream, up to 256 MiB and 2,000,000 rows; it has
         *     to arrive within two minutes, unless the server is set to wait longer (`REQUEST_TIMEOUT_SECONDS`).
         *
         *     **Header.** The first line names up to 100 columns, with commas between. Blanks around a name do not count,
         *     nor does a byte order mark. `phone_number` is required and `timezone` is optional, in capitals or not. The
         *     other columns keep their names and become the call's `initial_context`. Empty names are refused, and names
         *     that differ by nothing but capitals.
         *
         *     **Rows.** `phone_number` is in international form, with `+` and country code; blanks and punctuation may be in
         *     it, and it is kept in E.164. `timezone` is a name of the IANA database or empty. The other cells are kept as
         *     they are, up to 10,000 characters. Empty lines are passed over. A row is at fault if it has another number of
         *     cells than the header, a number or time zone that is none, or a number that an earlier row has; rows are
         *     counted from 1, the first after the header.
         *
         *     **Faults.** With `on_invalid=refuse` a file with any such row is refused as a whole, with up to 100 faults
         *     whose `loc` is `["body", "<row>", "<column>"]`. With `on_invalid=skip` the rows at fault are left out and told
         *     of. A file that is no CSV or not UTF-8, whose header is at fault or of which no row is left is refused either
         *     way. Nothing is kept of a file that is refused, nor of an upload that breaks off.
         *
         *     **Quotas.** The organization may have `source_limit` sources and `source_bytes_limit` bytes of rows, see
         *     `getOrganizationLimits`. Bytes are counted while rows arrive: an upload that passes the limit is refused at once.
         *
         *     **At once.** Two uploads of an organization are in progress at once; others are refused with 429 before anything
         *     of them is read.
         *
         *     An upload takes no Idempotency-Key. If its answer is lost, send it again: a source that no campaign uses does
         *     no harm.
         */
        post: operations["createCampaignSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a campaign
         * @description The campaign with its settings as the dialer uses them, its counts, which are true at the moment of the
         *     answer, and the newest 100 entries of its log.
         */
        get: operations["getCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a campaign
         * @description Changes what is sent and leaves the rest, whatever others change at the same time; `{}` changes nothing. It
         *     holds from the next call on. An object is replaced as a whole: its members that are absent have their
         *     defaults. `null` clears `schedule_config` and `max_concurrency`. Workflow, source and telephony configuration
         *     cannot be changed, nor anything of a campaign that is completed or canceled.
         */
        patch: operations["updateCampaign"];
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a campaign
         * @description Begins to call: `created` becomes `running`, once. The contacts of the source are taken over in the same moment, so
         *     that a source uploaded later changes nothing. Of two starts at once one wins and the other gets 409.
         *
         *     An API key of a connector needs an approval policy for `campaign_start` whose destination is this campaign; calls are
         *     placed only while that policy is in force.
         */
        post: operations["startCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a campaign
         * @description `running` becomes `paused`: when this is answered not one further call is placed. Calls under way go on and their ends
         *     are counted. It can take up to two seconds, while carriers that are being asked at this moment answer.
         */
        post: operations["pauseCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a campaign
         * @description `paused` becomes `running`, whoever paused it. The circuit breaker counts from this moment on.
         *
         *     An API key of a connector needs an approval policy for `campaign_resume` whose destination is this campaign.
         */
        post: operations["resumeCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a campaign
         * @description Ends the campaign for good. Contacts that no call is under way to become `skipped` with the reason `canceled`; when this is
         *     answered not one further call is placed. Calls under way go on and are counted, and no retry follows them.
         */
        post: operations["cancelCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/redial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redial a campaign
         * @description Makes a new campaign of the contacts whose last call had one of the outcomes named, with the workflow, telephony
         *     configuration, retries, schedule, circuit breaker and limit of this one. It is `created`; start it like any other.
         *     A campaign that is completed or canceled can be redialed once: of two redials at once one wins and the other gets
         *     409. Contacts that were skipped, and calls whose end is `unknown`, are never among them.
         */
        post: operations["redialCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview a campaign
         * @description How many contacts could be called at this moment, how many are held back and by which rule, and when the next call
         *     may be placed, were the campaign running. Slots that are taken by calls under way are not looked at. For a campaign
         *     that was not started the contacts are those of its source.
         */
        get: operations["previewCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a campaign's progress
         * @description How many contacts are in each state, and how the last calls of those that are done ended.
         */
        get: operations["getCampaignProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/progress/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a campaign's progress
         * @description The campaign's progress as server-sent events: `progress` at once and then whenever it changes, at most twice a
         *     second, and `complete` as the last event when the campaign is completed or canceled and no call is under way. The
         *     data of both is that of `getCampaignProgress`. A stream that breaks off is simply opened again: the first event
         *     tells all. It ends without `complete` when its credential is revoked or expires, within half a minute; opening
         *     it again is then answered with 401. A slow reader is given the newest progress, not each one in between.
         */
        get: operations["streamCampaignProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a campaign's contacts
         * @description The contacts that fit every filter sent, in the order of the file that they came with. A campaign that was not
         *     started has none yet. A page ends early where the contexts of its contacts weigh more than 4 MiB together;
         *     `next_cursor` says whether there are more.
         */
        get: operations["listCampaignContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a campaign's runs
         * @description The calls of the campaign, retries included, that fit every filter sent. Newest first, without contexts,
         *     transcript, analysis and usage, which `getWorkflowRun` shows.
         */
        get: operations["listCampaignRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a campaign's report
         * @description A CSV file (RFC 4180, UTF-8) with a header and a row for each attempt to call, oldest first; contacts that were
         *     never called have none. It is sent as a stream and can be as long as the campaign is. Calls that are placed
         *     while it is read may be in it or not.
         *
         *     | column | meaning |
         *     |---|---|
         *     | run_id | the run of the attempt |
         *     | row_number | the contact's row in the uploaded file |
         *     | phone_number | the number called, E.164 |
         *     | attempt | 1 for the contact's first call, 2 for its first retry, and so on |
         *     | state, outcome | as the run has them; outcome is empty while the call is under way |
         *     | call_disposition | what the agent made of the call |
         *     | from_number | the number shown to the called |
         *     | workflow_version | the version of the workflow that the call was placed with |
         *     | created_at, started_at, ended_at | moments in UTC; started_at is empty if nobody answered |
         *     | duration_seconds | from started_at to ended_at |
         *     | consent_given, consent_ts | the newest consent mark, if there is one |
         *     | call_summary | of the analysis |
         *     | recording_url | where the recording is |
         *     | initial_context.<column> | one for each other column of the uploaded file, in its order |
         *
         *     More columns may come before the last group. Cells that a spreadsheet would run as a formula, because they
         *     begin with `=`, `+`, `-`, `@`, a tab or a line break, begin with an apostrophe; plain numbers, telephone
         *     numbers in E.164 among them, are no formula and stay as they are.
         */
        get: operations["getCampaignReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/telephony-configs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List telephony configurations
         * @description The organization's telephony configurations, newest first, with masked credentials.
         */
        get: operations["listTelephonyConfigurations"];
        put?: never;
        /**
         * Create a telephony configuration
         * @description Keeps what is needed to place calls with a carrier. `provider` says which credentials are needed;
         *     `listTelephonyProviders` describes them. They are encrypted where they are kept and are never shown in full
         *     again. They are not tried out: wrong ones show with the first call.
         *
         *     The new configuration is not the default, not even the first one: make it so with
         *     `setDefaultOutboundTelephonyConfiguration`.
         */
        post: operations["createTelephonyConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/telephony-configs/{config_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a telephony configuration
         * @description The telephony configuration, with masked credentials.
         */
        get: operations["getTelephonyConfiguration"];
        put?: never;
        post?: never;
        /**
         * Delete a telephony configuration
         * @description Removes the configuration, its credentials and its phone numbers; this cannot be undone. If it was the default,
         *     there is none afterwards. It is refused while a campaign that is not finished (created, running or paused) uses
         *     the configuration, and while a call with it is under way. Finished campaigns show no configuration from then
         *     on; runs go on to show its id.
         */
        delete: operations["deleteTelephonyConfiguration"];
        options?: never;
        head?: never;
        /**
         * Update a telephony configuration
         * @description Only what is sent changes. `credentials` are replaced as a whole, by the members of the configuration's
         *     provider: an optional one that is not sent is removed, and the simulated network's get their defaults. A text
         *     that is sent exactly as it is shown, masked, keeps what is stored, so that a form can send back what it was
         *     given. The provider cannot change: create another configuration.
         *
         *     The next call uses the new credentials. They are encrypted with the newest of the server's keys, the name
         *     alone changing too.
         */
        patch: operations["updateTelephonyConfiguration"];
        trace?: never;
    };
    "/api/v1/organizations/telephony-configs/{config_id}/set-default-outbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a telephony configuration the default for outbound calls
         * @description Campaigns and ad-hoc calls that name no telephony configuration use the default from then on; the one that was
         *     the default before stops being it in the same moment, so that there is never more than one. Campaigns made
         *     earlier keep theirs.
         *
         *     Doing it again changes nothing, `updated_at` included, so that a retry is safe. Of two at once both succeed,
         *     and one of the two configurations is the default in the end.
         */
        post: operations["setDefaultOutboundTelephonyConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/telephony/initiate-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Place a call
         * @description Has the workflow's published version call a number. The answer comes before the carrier is asked: read the run, or
         *     wait for `call_ended`, to learn how the call went.
         *
         *     **Send an `Idempotency-Key`.** Without one a request that is repeated because its answer was lost calls twice. The
         *     carrier itself is asked exactly once for a run: if it does not answer in time, nobody can know whether it calls,
         *     and the run ends as `unknown` and is never tried again by itself.
         *
         *     Without `telephony_configuration_id` the organization's default is used; a configuration that is named is used
         *     or the call is refused, never replaced by another. An API key of a connector needs an approval policy for
         *     `call_initiate`, whose use counts only if the call is accepted. A call over the organization's limit of calls at
         *     once is refused with 429.
         */
        post: operations["initiateCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/telephony/callbacks/{provider}/{config_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a carrier's status callback
         * @description For carriers, who are given this address with each call. The carrier's own signature takes the place of a
         *     credential: Twilio's `X-Twilio-Signature`, Telnyx's `telnyx-signature-ed25519`, and for the simulated network
         *     `x-simulated-signature`, an HMAC-SHA256 over address and body. Without that header the body is not read. A form has
         *     at most 200 fields.
         *
         *     A callback that was received before, that comes too late or out of order, or that is about another call changes
         *     nothing and is answered like any other, so that the carrier does not send it again. What it says is kept before
         *     it is answered.
         */
        post: operations["receiveCarrierCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/simulation/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the clock
         * @description What time it is for the service. Only on a server that was started with `SIMULATION=1`, else 404.
         */
        get: operations["getSimulationClock"];
        put?: never;
        /**
         * Set the clock
         * @description Moves the clock of the whole service to a time, or on by some seconds, so that a schedule's week or a retry's delay
         *     passes in a test; it runs on from there. Sessions, schedules, retries, webhook retries and approval windows all
         *     go by it; a session whose 30 days pass is over. Other processes of the service follow within a second. It can be
         *     set back too, which no real clock does: use it on data that you can lose.
         *
         *     Only on a server that was started with `SIMULATION=1`, else 404.
         */
        post: operations["setSimulationClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/telephony-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List telephony providers
         * @description The carriers that a telephony configuration can be made for, with the JSON Schema (2020-12) of their
         *     credentials: enough to draw a form.
         */
        get: operations["listTelephonyProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/telephony-configs/{config_id}/phone-numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List phone numbers
         * @description The numbers that calls with this telephony configuration can come from, newest first.
         */
        get: operations["listPhoneNumbers"];
        put?: never;
        /**
         * Add a phone number
         * @description Adds a number that calls can come from. It must be one that the carrier lets the account call from: that is not
         *     checked here, and shows with the first call. The number does not become the default caller by itself, not even
         *     the first one.
         */
        post: operations["createPhoneNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a phone number
         * @description Calls do not come from this number any more; those under way go on. If it was the default caller, there is none
         *     afterwards.
         */
        delete: operations["deletePhoneNumber"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/set-default-caller": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a phone number the default caller
         * @description Calls with this configuration that name no number come from it from then on; the one before stops being the
         *     default in the same moment. Doing it again changes nothing. Of two at once both succeed, and one of the two is
         *     the default in the end.
         */
        post: operations["setDefaultCallerPhoneNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/do-not-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List do-not-call numbers
         * @description The numbers that the organization calls no more, newest first. A contact of a campaign with such a number is
         *     skipped when its turn comes, and an ad-hoc call to one is refused; calls under way go on.
         */
        get: operations["listDoNotCallNumbers"];
        put?: never;
        /**
         * Add do-not-call numbers
         * @description Puts up to 10,000 numbers on the list, all or none: if one is no telephone number, nothing is added and the
         *     answer names its place; of many such, the first 100. From the answer on no call to them is begun.
         *
         *     A number that is on the list already stays as it is, its reason too, and so does one that comes twice: adding
         *     again is safe. The body has at most 1 MiB, which 10,000 numbers with reasons of some 50 characters fit into;
         *     send fewer at once with longer ones.
         */
        post: operations["addDoNotCallNumbers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/do-not-call/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove do-not-call numbers
         * @description Takes up to 10,000 numbers off the list, so that they may be called again, all or none as with adding. Contacts
         *     that were skipped for it stay skipped. Numbers that are not on the list are passed over.
         */
        post: operations["removeDoNotCallNumbers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/do-not-call/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check numbers against the do-not-call list
         * @description Tells which of up to 10,000 numbers are on the list at this moment. Nothing is changed.
         */
        post: operations["checkDoNotCallNumbers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description The organization's endpoints, disabled ones too, newest first. Their secrets are never shown again.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description From now on the events of calls that end are posted to the URL; those of before can be replayed. The answer is
         *     the only one that ever shows the secret that deliveries are signed with, as Standard Webhooks says.
         *
         *     The URL is `https://`, without credentials. One whose host is a private, loopback, link-local or otherwise not
         *     public address, or resolves to one, is refused with 422; the address is checked again at every connection, so
         *     that a name that points elsewhere later is not followed. A server can be started to allow such addresses, and
         *     `http://`, for development.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/endpoints/{endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description The endpoint, without its secret.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Removes the endpoint with its deliveries and their attempts. Nothing is sent to it any more, and it cannot be undone.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Changes what is sent along; `{}` changes nothing. A new URL is checked like that of a new endpoint, and gets
         *     what is still to be delivered too.
         *
         *     Disabling it gives up what was still to be delivered: those deliveries become `failed`. Enabling it, also after
         *     the service disabled it, lets new events through; what was missed in between can be replayed.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/api/v1/webhooks/endpoints/{endpoint_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook endpoint a new secret
         * @description The answer is the only one that ever shows the new secret. For 24 hours deliveries carry two signatures, with
         *     the new secret and with the one before, so that the receiver can change in its own time. Rotating again within
         *     that time ends the older secret at once.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/endpoints/{endpoint_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a sample event to a webhook endpoint
         * @description Posts a `call_ended` of a call that never was, signed like every delivery, and answers what came of it. It is sent
         *     once, also to a disabled endpoint, is kept nowhere and changes nothing. Its `webhook-id` begins with `msg_test_`.
         *     One test of an endpoint, and five of an organization, are in progress at once; others are refused with 429.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/endpoints/{endpoint_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the events since a moment again
         * @description Makes every event of the organization that was made since then, and that the endpoint gets, due for it again:
         *     those that it has received, those that were given up and those of before it was made. At most the last 30 days
         *     are replayed. `webhook-id` is that of the first time, so a receiver that ignores ids it has seen gets what it
         *     missed.
         */
        post: operations["replayWebhookEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description What was sent, or is to be sent, to the organization's endpoints, newest first. `getWebhookDelivery` shows the body and every attempt.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook delivery
         * @description The delivery with the body that is posted, the same at every try, and what came of each try, oldest first.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook delivery again
         * @description Makes the delivery due now, whatever became of it, with the whole row of retries before it. `webhook-id` and body
         *     stay the same. A `call_analyzed` still waits for its `call_ended` if that is pending. The attempts so far are kept.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    call_ended: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A call has ended
         * @description Sent once for every call, connected or not, when it has ended; `call_analyzed` follows it. Delivery is at least
         *     once: `webhook-id` is the same at every try, so an id that was seen before is to be ignored. Any 2xx answer
         *     within 15 seconds counts as received; everything else, redirects too, is tried again with growing pauses.
         *
         *     Verify `webhook-signature` with the endpoint's secret before you believe the body, as Standard Webhooks says.
         */
        post: operations["onCallEnded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    call_analyzed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A call has been analyzed
         * @description Sent once for every call after its `call_ended`, with what the conversation came to. Where nothing was handed in
         *     about the conversation, the analysis follows from the outcome alone and says so (`source: outcome`). Delivery
         *     and verification are those of `call_ended`.
         */
        post: operations["onCallAnalyzed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * Format: email
         * @description An e-mail address; compared without regard to case.
         */
        Email: string;
        SignUpRequest: {
            email: components["schemas"]["Email"];
            /** @description 12 to 128 characters. */
            password: string;
            /** @description What to call the organization; the e-mail address if absent. */
            organization_name?: string;
        };
        /**
         * Format: date-time
         * @description A moment, RFC 3339 in UTC with milliseconds.
         * @example 2026-01-02T03:04:05.678Z
         */
        Timestamp: string;
        /**
         * Format: int64
         * @description An identity, counted from 1.
         * @example 5
         */
        Id: number;
        User: {
            id: components["schemas"]["Id"];
            /** Format: email */
            email: string;
            organization_id: components["schemas"]["Id"];
            /** @description Whether the user may do what is for super admins only. */
            is_super_admin: boolean;
        };
        Session: {
            /** @description Send it as `Authorization: Bearer <access_token>`. It is not shown again. */
            access_token: string;
            /** @constant */
            token_type: "bearer";
            expires_at: components["schemas"]["Timestamp"];
            user: components["schemas"]["User"];
        };
        /**
         * @description The kind of problem, a stable word for programs. `GET /problems/{code}` says what has happened and what to do. More codes may come.
         * @enum {string}
         */
        ProblemCode: "unauthorized" | "wrong_credentials" | "api_key_not_allowed" | "super_admin_required" | "approval_required" | "signature_invalid" | "not_found" | "no_cache_directory" | "method_not_allowed" | "approval_policy_not_revocable" | "approval_policy_not_disableable" | "approval_policy_not_enableable" | "campaign_not_startable" | "campaign_not_pausable" | "campaign_not_resumable" | "campaign_not_cancelable" | "campaign_not_redialable" | "campaign_already_redialed" | "nothing_to_redial" | "campaign_not_updatable" | "catalog_entry_exists" | "email_taken" | "telephony_configuration_name_taken" | "telephony_configuration_in_use" | "telephony_configuration_missing" | "phone_number_exists" | "no_default_telephony_configuration" | "number_on_do_not_call_list" | "workflow_archived" | "workflow_not_published" | "webhook_endpoint_disabled" | "idempotency_key_reused" | "idempotency_in_progress" | "model_migration_running" | "insufficient_space" | "same_directory" | "nested_directory" | "destination_not_writable" | "source_not_writable" | "destination_not_allowed" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "concurrent_call_limit_reached" | "internal_error" | "unavailable" | "insufficient_scope" | "operator_only" | "sign_up_closed" | "target_ambiguous" | "quota_reached" | "gathered_context_too_large" | "idempotent_answer_too_large" | "too_many_streams";
        /** @description An RFC 9457 problem. `code` is stable and meant for programs; `detail` is a sentence for people. Some codes bring members of their own, such as `state` or `reason`. */
        Problem: {
            /**
             * Format: uri-reference
             * @description The kind of problem, `/problems/<code>`.
             */
            type: string;
            /** @description The kind of problem in a few words. */
            title: string;
            /** @description The HTTP status again. */
            status: number;
            /** @description What happened and what can be done about it. */
            detail: string;
            /** @description The path of the request. */
            instance: string;
            code: components["schemas"]["ProblemCode"];
            /** @description The X-Request-Id of the answer. */
            request_id: string;
        } & {
            [key: string]: unknown;
        };
        /** @description One fault of a request. */
        ValidationFault: {
            /** @description Where it is, beginning with `body`, `path`, `query` or `header`, or with the member of what is stored that is at fault; array indexes are strings. */
            loc: string[];
            /** @description What is wrong, a sentence for people. */
            msg: string;
            /** @description What is wrong, a stable word for programs, such as `missing` or `string_too_long`. More words may come. */
            type: string;
            /** @description What was sent there, of long values the first 1 KiB; `[redacted]` for passwords and other secrets. */
            input: unknown;
            /** @description The limit that was passed, such as `{"max_length":64}`; empty where nothing applies. The member `...` is true where `input` was cut. */
            ctx: {
                [key: string]: unknown;
            };
        };
        /** @description Everything about the request that does not fit the contract, one entry for each fault. After 100 faults, or 64 KiB of them, a last entry of type `too_many_errors` says that there are more. */
        ValidationProblem: {
            detail: components["schemas"]["ValidationFault"][];
        };
        LogInRequest: {
            email: components["schemas"]["Email"];
            /** @description The user's password. */
            password: string;
        };
        /**
         * @description What an API key may do. An operation names the one that it needs as `x-scope`.
         *
         *     - `read`: every GET but the audit's, and the checks that change nothing.
         *     - `workflows:write`: create, change, publish, archive and duplicate workflows.
         *     - `runs:write`: test runs and the results of runs.
         *     - `calls:place`: single calls.
         *     - `campaigns:write`: create and change campaigns and their sources.
         *     - `campaigns:control`: start, pause, resume, cancel and redial campaigns.
         *     - `telephony:write`: telephony configurations, their phone numbers, and the simulation's clock.
         *     - `do_not_call:write`: add and remove do-not-call numbers.
         *     - `webhooks:write`: webhook endpoints, and sending events again.
         *     - `voice:write`: voice profiles and stories.
         *     - `models:write`: migrate the speech models.
         *     - `audit:read`: the organization's audit events.
         * @enum {string}
         */
        ApiKeyScope: "read" | "workflows:write" | "runs:write" | "calls:place" | "campaigns:write" | "campaigns:control" | "telephony:write" | "do_not_call:write" | "webhooks:write" | "voice:write" | "models:write" | "audit:read";
        CurrentUser: {
            /** @description The user of the session; null with an API key. */
            user: components["schemas"]["User"] | null;
            /** @description The organization whose data this caller reaches. */
            organization: {
                id: components["schemas"]["Id"];
                name: string;
            };
            /** @description The API key; null with a session. */
            api_key: {
                id: components["schemas"]["Id"];
                name: string;
                connector_name: string | null;
                /** @description What the key may do. */
                scopes: components["schemas"]["ApiKeyScope"][];
            } | null;
        };
        /**
         * Format: date-time
         * @description A moment, RFC 3339 in UTC with milliseconds; null while it has not come.
         * @example 2026-01-02T03:04:05.678Z
         */
        NullableTimestamp: string | null;
        ApiKey: {
            id: components["schemas"]["Id"];
            name: string;
            /** @description The first 12 characters of the key. */
            prefix: string;
            /** @description The connector whose approval policies the key needs; null if none. */
            connector_name: string | null;
            /** @description What the key may do. */
            scopes: components["schemas"]["ApiKeyScope"][];
            created_at: components["schemas"]["Timestamp"];
            archived_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: date-time
             * @description When it was last accepted, to the minute; null if never.
             */
            last_used_at: string | null;
        };
        /**
         * @description Send it as `cursor` to get the next page; null on the last one. Opaque, do not build one.
         * @example WzQyXQ
         */
        NextCursor: string | null;
        ApiKeyPage: {
            items: components["schemas"]["ApiKey"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description A connector, as its API keys and the approval policies name it; capitals count.
         * @example crm
         */
        ConnectorName: string;
        CreateApiKeyRequest: {
            /** @description What the key is for. */
            name: string;
            connector_name?: components["schemas"]["ConnectorName"] | null;
            /** @description What the key may do. If absent: `read`, `calls:place` and `campaigns:control` for a key with a `connector_name`, else every scope but `audit:read`. */
            scopes?: components["schemas"]["ApiKeyScope"][];
        };
        CreatedApiKey: {
            id: components["schemas"]["Id"];
            name: string;
            /** @description The first 12 characters of the key. */
            prefix: string;
            /** @description The connector whose approval policies the key needs; null if none. */
            connector_name: string | null;
            /** @description What the key may do. */
            scopes: components["schemas"]["ApiKeyScope"][];
            created_at: components["schemas"]["Timestamp"];
            archived_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: date-time
             * @description When it was last accepted, to the minute; null if never.
             */
            last_used_at: string | null;
            /** @description The key itself, `vap_` and 43 url-safe characters. */
            key: string;
        };
        /**
         * @description What is authorised.
         * @enum {string}
         */
        ApprovalActionType: "call_initiate" | "campaign_start" | "campaign_resume";
        /**
         * Format: uuid
         * @description An identity, a UUID in lower case.
         * @example 0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10
         */
        Uuid: string;
        /** @description Who may be called: one number (`exact_e164`), all numbers that begin alike (`e164_prefix`), or the contacts of a campaign (`campaign`, its id). */
        ApprovalDestination: {
            /** @enum {string} */
            kind: "exact_e164" | "e164_prefix" | "campaign";
            value: string;
        };
        /**
         * Format: int64
         * @description How many there are.
         * @example 3
         */
        Count: number;
        /** @description Authorises an outbound calling action of a connector, within a time window and a number of uses. */
        ApprovalPolicy: {
            id: components["schemas"]["Uuid"];
            /** @description The connector that may act; API keys name theirs. */
            connector_name: string;
            action_type: components["schemas"]["ApprovalActionType"];
            /** @description The name that the workflow (for `call_initiate`) or the campaign had when the policy was created. It stays as it was approved when the target is renamed. */
            target_name: string;
            /** @description The id of that workflow or campaign. The policy authorises actions with this one alone. */
            target_id: components["schemas"]["Id"];
            destination: components["schemas"]["ApprovalDestination"];
            not_before: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
            /** @description How many actions it authorises. */
            max_uses: number;
            used_count: components["schemas"]["Count"];
            /** @description A campaign with more contacts still to call than this is refused; null for no ceiling. */
            campaign_contact_count_ceiling: number | null;
            /**
             * @description Worked out at every reading: revoked, else exhausted (all uses used), else expired, else disabled, else active.
             * @enum {string}
             */
            status: "active" | "disabled" | "revoked" | "expired" | "exhausted";
            created_at: components["schemas"]["Timestamp"];
            /** @description Whether the cost that was shown to the approver is binding. */
            estimated_cost_is_authoritative: boolean;
            revoked_at: components["schemas"]["NullableTimestamp"];
            /** @description The reason given when it was revoked; null if it was not. */
            revoked_reason: string | null;
        };
        ApprovalPolicyPage: {
            items: components["schemas"]["ApprovalPolicy"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description One number. */
        ExactNumberDestination: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "exact_e164";
            /** @description The number in E.164: `+` and 8 to 15 digits. */
            value: string;
        };
        /** @description All numbers that begin alike. */
        NumberPrefixDestination: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "e164_prefix";
            /** @description What the numbers begin with: `+` and 1 to 15 digits. */
            value: string;
        };
        /** @description Allows calls of an agent. */
        CreateCallApprovalPolicyRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action_type: "call_initiate";
            /** @description The workflow's name. */
            target_name: string;
            /** @description The workflow's id, needed where several have the name. */
            target_id?: components["schemas"]["Id"];
            /** @description Who may be called. */
            destination: components["schemas"]["ExactNumberDestination"] | components["schemas"]["NumberPrefixDestination"];
            /** @description Only campaigns have contacts to count. */
            campaign_contact_count_ceiling?: null;
            connector_name: components["schemas"]["ConnectorName"];
            /**
             * Format: date-time
             * @description From when on it is valid; the moment of this request if absent. It may lie in the past.
             */
            not_before?: string;
            /**
             * Format: date-time
             * @description From when on it is not valid any more, later than `not_before` and than the moment of this request.
             */
            expires_at: string;
            /** @description How many actions it authorises. */
            max_uses: number;
            /**
             * @description Whether the cost that was shown to the approver is binding.
             * @default false
             */
            estimated_cost_is_authoritative?: boolean;
        };
        /** @description The contacts of the campaign that is the target. */
        CampaignDestination: {
            /** @constant */
            kind: "campaign";
            /** @description The campaign's id, 1 to 9007199254740991. */
            value: string;
        };
        /** @description Allows starting or resuming a campaign. */
        CreateCampaignApprovalPolicyRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action_type: "campaign_start" | "campaign_resume";
            /** @description The campaign's name. */
            target_name: string;
            /** @description The campaign's id, needed where several have the name. */
            target_id?: components["schemas"]["Id"];
            destination: components["schemas"]["CampaignDestination"];
            /** @description A campaign with more contacts still to call than this is refused; null, or absent, for no ceiling. */
            campaign_contact_count_ceiling?: number | null;
            connector_name: components["schemas"]["ConnectorName"];
            /**
             * Format: date-time
             * @description From when on it is valid; the moment of this request if absent. It may lie in the past.
             */
            not_before?: string;
            /**
             * Format: date-time
             * @description From when on it is not valid any more, later than `not_before` and than the moment of this request.
             */
            expires_at: string;
            /** @description How many actions it authorises. */
            max_uses: number;
            /**
             * @description Whether the cost that was shown to the approver is binding.
             * @default false
             */
            estimated_cost_is_authoritative?: boolean;
        };
        /** @description What a call needs differs from what a campaign needs; `action_type` says which it is. */
        CreateApprovalPolicyRequest: components["schemas"]["CreateCallApprovalPolicyRequest"] | components["schemas"]["CreateCampaignApprovalPolicyRequest"];
        RevokeApprovalPolicyRequest: {
            /** @description Why, a word for programs. */
            reason: string;
        };
        /** @description One action that a policy authorised. */
        ApprovalPolicyUse: {
            id: components["schemas"]["Id"];
            policy_id: components["schemas"]["Uuid"];
            action_type: components["schemas"]["ApprovalActionType"];
            /** @description The API key that acted. */
            api_key_id: components["schemas"]["Id"];
            /**
             * @description What `subject_id` names, the run of the call that was placed or the campaign that was set going.
             * @enum {string}
             */
            subject_type: "workflow_run" | "campaign";
            /** @description The id of the run or the campaign. */
            subject_id: components["schemas"]["Id"];
            created_at: components["schemas"]["Timestamp"];
        };
        ApprovalPolicyUsePage: {
            items: components["schemas"]["ApprovalPolicyUse"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description A disabled effect keeps its place and its parameters and is passed over.
         * @default true
         */
        EffectEnabled: boolean;
        /** @description Doubles the voice with slightly late, wavering copies. */
        ChorusEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "chorus";
            enabled: components["schemas"]["EffectEnabled"];
            params: {
                /**
                 * @description How fast the copies waver.
                 * @default 1
                 */
                rate_hz: number;
                /**
                 * @description How far the copies waver.
                 * @default 0.5
                 */
                depth: number;
                /**
                 * @description How much of the effect is fed into it again.
                 * @default 0
                 */
                feedback: number;
                /**
                 * @description The delay that the copies waver around.
                 * @default 7
                 */
                centre_delay_ms: number;
                /**
                 * @description 0 the voice alone, 1 the effect alone.
                 * @default 0.5
                 */
                mix: number;
            };
        };
        /** @description Puts the voice into a room. */
        ReverbEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reverb";
            enabled: components["schemas"]["EffectEnabled"];
            params: {
                /**
                 * @description 0 a closet, 1 a hall.
                 * @default 0.5
                 */
                room_size: number;
                /**
                 * @description How much of the high frequencies the walls swallow.
                 * @default 0.5
                 */
                damping: number;
                /**
                 * @description The level of the reverberation.
                 * @default 0.33
                 */
                wet_level: number;
                /**
                 * @description The level of the voice itself.
                 * @default 0.4
                 */
                dry_level: number;
                /**
                 * @description Stereo width, 0 for mono.
                 * @default 1
                 */
                width: number;
            };
        };
        /** @description Repeats the voice as an echo. */
        DelayEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "delay";
            enabled: components["schemas"]["EffectEnabled"];
            params: {
                /**
                 * @description The time between echoes.
                 * @default 0.3
                 */
                delay_seconds: number;
                /**
                 * @description How loud each echo is against the one before.
                 * @default 0.3
                 */
                feedback: number;
                /**
                 * @description 0 the voice alone, 1 the echoes alone.
                 * @default 0.3
                 */
                mix: number;
            };
        };
        /** @description Evens out loud and quiet passages. */
        CompressorEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "compressor";
            enabled: components["schemas"]["EffectEnabled"];
            params: {
                /**
                 * @description The level above which it compresses.
                 * @default -20
                 */
                threshold_db: number;
                /**
                 * @description How many decibels over the threshold become one.
                 * @default 4
                 */
                ratio: number;
                /**
                 * @description How soon it sets in.
                 * @default 10
                 */
                attack_ms: number;
                /**
                 * @description How soon it lets go.
                 * @default 100
                 */
                release_ms: number;
            };
        };
        /** @description Makes the voice louder or quieter. */
        GainEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "gain";
            enabled: components["schemas"]["EffectEnabled"];
            params: {
                /**
                 * @description Decibels to add.
                 * @default 0
                 */
                gain_db: number;
            };
        };
        /** @description Takes away what is below a frequency. */
        HighpassEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "highpass";
            enabled: components["schemas"]["EffectEnabled"];
            params: {
                /**
                 * @description Lower frequencies are taken away.
                 * @default 80
                 */
                cutoff_frequency_hz: number;
            };
        };
        /** @description Takes away what is above a frequency. */
        LowpassEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "lowpass";
            enabled: components["schemas"]["EffectEnabled"];
            params: {
                /**
                 * @description Higher frequencies are taken away.
                 * @default 8000
                 */
                cutoff_frequency_hz: number;
            };
        };
        /** @description Makes the voice higher or lower without changing its pace. */
        PitchShiftEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pitch_shift";
            enabled: components["schemas"]["EffectEnabled"];
            params: {
                /**
                 * @description Semitones up; negative for down.
                 * @default 0
                 */
                semitones: number;
            };
        };
        /** @description One audio effect; `type` says which, and which `params` it has. More types may come. */
        Effect: components["schemas"]["ChorusEffect"] | components["schemas"]["ReverbEffect"] | components["schemas"]["DelayEffect"] | components["schemas"]["CompressorEffect"] | components["schemas"]["GainEffect"] | components["schemas"]["HighpassEffect"] | components["schemas"]["LowpassEffect"] | components["schemas"]["PitchShiftEffect"];
        /** @description Effects, applied in this order; null if none were ever set. */
        NullableEffectsChain: components["schemas"]["Effect"][] | null;
        /**
         * @description Where the voice comes from: `cloned` from recorded samples, `preset` brought by an engine, `designed` after words.
         * @enum {string}
         */
        VoiceType: "cloned" | "preset" | "designed";
        /** @description A voice that speech is generated with. */
        VoiceProfile: {
            id: components["schemas"]["Uuid"];
            /** @description Unique in the organization. */
            name: string;
            /** @description What the voice is for. */
            description: string | null;
            /** @description A BCP 47 primary language tag such as `en`. */
            language: string;
            /** @description Where the picture is kept; null if there is none. */
            avatar_path: string | null;
            effects_chain: components["schemas"]["NullableEffectsChain"];
            voice_type: components["schemas"]["VoiceType"];
            /** @description The engine that brings the voice; a preset voice has one. */
            preset_engine: string | null;
            /** @description The engine's name of the voice; a preset voice has one. */
            preset_voice_id: string | null;
            /** @description The voice in words; a designed voice has them. */
            design_prompt: string | null;
            /** @description The engine used when a request names none; null for any that fits. */
            default_engine: string | null;
            /** @description How the voice talks, in words for a language model. */
            personality: string | null;
            /** @description The generations made with it, in whatever status they are; counted at every reading. */
            generation_count: components["schemas"]["Count"];
            /** @description Its recorded samples; counted at every reading. */
            sample_count: components["schemas"]["Count"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description Generated speech arranged on a timeline of one or more tracks. */
        Story: {
            id: components["schemas"]["Uuid"];
            name: string;
            description: string | null;
            item_count: components["schemas"]["Count"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        StoryPage: {
            items: components["schemas"]["Story"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * Format: uuid
         * @description An identity, a UUID in lower case; null if there is none.
         * @example 0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10
         */
        NullableUuid: string | null;
        /** @description Effects, applied in this order; empty if there are none. */
        EffectsChain: components["schemas"]["Effect"][];
        /** @description One rendering of a generation's speech, the original or one with effects applied. */
        GenerationVersion: {
            id: components["schemas"]["Uuid"];
            generation_id: components["schemas"]["Uuid"];
            label: string;
            /** @description Where its audio is kept. */
            audio_path: string;
            /** @description Whether it is heard where none is pinned; at most one is. */
            is_default: boolean;
            created_at: components["schemas"]["Timestamp"];
            effects_chain: components["schemas"]["EffectsChain"];
            /** @description The version that it was made from; null for an original. */
            source_version_id: components["schemas"]["NullableUuid"];
        };
        /** @description A generation at its place in a story. */
        StoryItem: {
            id: components["schemas"]["Uuid"];
            story_id: components["schemas"]["Uuid"];
            generation_id: components["schemas"]["Uuid"];
            /** @description Where it begins on the story's timeline, in milliseconds. */
            start_time_ms: number;
            created_at: components["schemas"]["Timestamp"];
            profile_id: components["schemas"]["Uuid"];
            /** @description The name that the voice profile has now. */
            profile_name: string;
            /** @description What is spoken. */
            text: string;
            /** @description A BCP 47 primary language tag such as `en`. */
            language: string;
            /** @description Where the audio of the active version is kept; empty only if the generation has no version. */
            audio_path: string;
            /** @description Seconds of the generation's audio, before trimming. */
            duration: number;
            /**
             * Format: int64
             * @description What the generation was seeded with; null if with nothing.
             */
            seed: number | null;
            /** @description How it was to be spoken. */
            instruct: string | null;
            /** @description The engine that generated it. */
            engine: string | null;
            generation_created_at: components["schemas"]["Timestamp"];
            /** @description The version it is pinned to; null while it follows the generation's default version. */
            version_id: components["schemas"]["NullableUuid"];
            /** @description The track it lies on; tracks play together. */
            track: number;
            /** @description Milliseconds cut from its beginning. */
            trim_start_ms: number;
            /** @description Milliseconds cut from its end. */
            trim_end_ms: number;
            /** @description A linear gain: 0 silent, 1 as generated. */
            volume: number;
            /** @description All versions of the generation, oldest first. */
            versions: components["schemas"]["GenerationVersion"][];
            /** @description The version that is heard, the pinned one or else the default one; null if there is neither. */
            active_version_id: components["schemas"]["NullableUuid"];
        };
        /** @description A story with its items. */
        StoryDetail: {
            id: components["schemas"]["Uuid"];
            name: string;
            description: string | null;
            item_count: components["schemas"]["Count"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description In the order of the timeline, by start time and then by track. */
            items: components["schemas"]["StoryItem"][];
        };
        SetStoryItemVersionRequest: {
            /**
             * Format: uuid
             * @description A version of the item's generation to pin it to; null to unpin it.
             */
            version_id: string | null;
        };
        ModelsCacheDir: {
            /** @description An absolute path on the servers' machine. */
            path: string;
        };
        MigrateModelsRequest: {
            /** @description An absolute path on the servers' machine. */
            destination: string;
        };
        ModelMigrationProgressEvent: {
            id: string;
            /** @constant */
            event: "progress";
            data: {
                /** @description The model of the moment. */
                model_name: string;
                /** @description The file of the moment within the model. */
                filename: string;
                /** @description Bytes dealt with so far. */
                current: number;
                /** @description Bytes of all models. */
                total: number;
                /** @description Per cent. */
                progress: number;
                /** @enum {string} */
                status: "moving" | "verifying";
                timestamp: components["schemas"]["Timestamp"];
            };
        };
        ModelMigrationCompleteEvent: {
            id: string;
            /** @constant */
            event: "complete";
            data: {
                /** @description How many models were moved. */
                moved: number;
                /** @description The models that stay at the source, and those that left something behind there. */
                errors: {
                    model_name: string;
                    message: string;
                }[];
                source: string;
                destination: string;
            };
        };
        ModelMigrationErrorEvent: {
            id: string;
            /** @constant */
            event: "error";
            data: {
                /** @description A stable word for programs, such as `migration_failed`. */
                code: string;
                message: string;
                moved: number;
                source: string;
                destination: string;
            };
        };
        /** @description One server-sent event; `data` is JSON on one line. */
        ModelMigrationEvent: components["schemas"]["ModelMigrationProgressEvent"] | components["schemas"]["ModelMigrationCompleteEvent"] | components["schemas"]["ModelMigrationErrorEvent"];
        /**
         * @description Bought once (`token_pack`), each month anew (`subscription`), or on top of a subscription (`addon`). More kinds may come.
         * @enum {string}
         */
        CatalogEntryKind: "token_pack" | "subscription" | "addon";
        /**
         * Format: int64
         * @description How many tokens it brings, a month for subscriptions.
         */
        Tokens: number;
        /** @description Whether it is on sale. */
        CatalogEntryActive: boolean;
        /**
         * Format: int32
         * @description Its place in a price list, the smallest first.
         */
        SortOrder: number;
        /** @description Something of the platform's that organizations buy, and the tokens that it brings them. */
        CatalogEntry: {
            id: components["schemas"]["Id"];
            kind: components["schemas"]["CatalogEntryKind"];
            /** @description Names it for programs; unique among its kind. */
            key: string;
            /** @description What people see. */
            name: string;
            tokens: components["schemas"]["Tokens"];
            active: components["schemas"]["CatalogEntryActive"];
            sort_order: components["schemas"]["SortOrder"];
            /** @description The price's identifier at the payment provider; null while it has none and cannot be paid for. */
            payments_price_id: string | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        CatalogEntryPage: {
            items: components["schemas"]["CatalogEntry"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description The entry to make. */
        CreateCatalogEntryRequest: {
            kind: components["schemas"]["CatalogEntryKind"];
            /** @description Names it for programs; unique among its kind. */
            key: string;
            /** @description What people see. */
            name: string;
            tokens: components["schemas"]["Tokens"];
            /**
             * @description Whether it is on sale.
             * @default true
             */
            active?: boolean;
            /**
             * Format: int32
             * @description Its place in a price list, the smallest first.
             * @default 0
             */
            sort_order?: number;
            /** @description The price's identifier at the payment provider; null or absent while it has none. */
            payments_price_id?: string | null;
        };
        /** @description The fields to change. */
        UpdateCatalogEntryRequest: {
            /** @description What people see. */
            name?: string;
            /** @description The price's identifier at the payment provider; null takes it away. */
            payments_price_id?: string | null;
            tokens?: components["schemas"]["Tokens"];
            active?: components["schemas"]["CatalogEntryActive"];
            sort_order?: components["schemas"]["SortOrder"];
        };
        /** @description US dollars for one million embedding tokens, with up to six decimals. */
        EmbeddingPrice: number;
        /** @description US dollars for one megabyte and month, with up to six decimals. */
        StoragePrice: number;
        /** @description What knowledge bases cost, for all organizations. */
        KnowledgeBasePricing: {
            embedding_usd_per_1m_tokens: components["schemas"]["EmbeddingPrice"];
            storage_usd_per_mb_month: components["schemas"]["StoragePrice"];
        };
        /** @description The prices to change. */
        UpdateKnowledgeBasePricingRequest: {
            embedding_usd_per_1m_tokens?: components["schemas"]["EmbeddingPrice"];
            storage_usd_per_mb_month?: components["schemas"]["StoragePrice"];
        };
        /**
         * Format: int32
         * @description How many calls of the organization may be in progress at once, in all its campaigns and ad-hoc calls together.
         */
        ConcurrentCallLimit: number;
        /**
         * Format: int32
         * @description How many API keys that are not archived the organization may have.
         */
        ApiKeyLimit: number;
        /**
         * Format: int32
         * @description How many webhook endpoints the organization may have, disabled ones too.
         */
        WebhookEndpointLimit: number;
        /**
         * Format: int32
         * @description How many workflows that are not archived the organization may have.
         */
        WorkflowLimit: number;
        /**
         * Format: int32
         * @description How many sources of contacts the organization may have, those of redials and uploads in progress too. Sources cannot be deleted yet.
         */
        SourceLimit: number;
        /**
         * Format: int64
         * @description How many bytes the rows of the organization's sources may hold.
         */
        SourceBytesLimit: number;
        /**
         * Format: int32
         * @description How many contacts the organization's created, running and paused campaigns may have together.
         */
        UnfinishedContactLimit: number;
        /**
         * Format: int32
         * @description How many sessions each user of the organization may have. A log-in beyond that ends the oldest.
         */
        UserSessionLimit: number;
        /** @description What the platform allows an organization. */
        OrganizationLimits: {
            organization_id: components["schemas"]["Id"];
            concurrent_call_limit: components["schemas"]["ConcurrentCallLimit"];
            api_key_limit: components["schemas"]["ApiKeyLimit"];
            webhook_endpoint_limit: components["schemas"]["WebhookEndpointLimit"];
            workflow_limit: components["schemas"]["WorkflowLimit"];
            source_limit: components["schemas"]["SourceLimit"];
            source_bytes_limit: components["schemas"]["SourceBytesLimit"];
            unfinished_contact_limit: components["schemas"]["UnfinishedContactLimit"];
            user_session_limit: components["schemas"]["UserSessionLimit"];
        };
        /** @description The limits to set. */
        UpdateOrganizationLimitsRequest: {
            concurrent_call_limit?: components["schemas"]["ConcurrentCallLimit"];
            api_key_limit?: components["schemas"]["ApiKeyLimit"];
            webhook_endpoint_limit?: components["schemas"]["WebhookEndpointLimit"];
            workflow_limit?: components["schemas"]["WorkflowLimit"];
            source_limit?: components["schemas"]["SourceLimit"];
            source_bytes_limit?: components["schemas"]["SourceBytesLimit"];
            unfinished_contact_limit?: components["schemas"]["UnfinishedContactLimit"];
            user_session_limit?: components["schemas"]["UserSessionLimit"];
        };
        /** @description Whether the organization's members run the service. */
        IsOperator: boolean;
        /** @description What the organization is to be. */
        UpdateOrganizationOperatorRequest: {
            is_operator: components["schemas"]["IsOperator"];
        };
        /** @description What an organization is to the service. */
        OrganizationOperator: {
            organization_id: components["schemas"]["Id"];
            is_operator: components["schemas"]["IsOperator"];
        };
        /**
         * @description What was done, `<subject_type>.<verb in the past tense>`. More actions may come.
         * @enum {string}
         */
        AuditAction: "catalog_entry.created" | "catalog_entry.updated" | "knowledge_base_pricing.updated" | "organization.limits_updated" | "organization.operator_updated" | "approval_policy.created" | "approval_policy.disabled" | "approval_policy.enabled" | "approval_policy.revoked" | "user.signed_up" | "user.logged_in" | "user.log_in_failed" | "user.logged_out" | "api_key.created" | "api_key.archived" | "api_key.unarchived" | "workflow.created" | "workflow.updated" | "workflow.published" | "workflow.reverted" | "workflow.duplicated" | "workflow.archived" | "workflow.unarchived" | "workflow_run.created" | "workflow_run.call_initiated" | "workflow_run.result_submitted" | "workflow_run.consent_marked" | "campaign_source.created" | "campaign.created" | "campaign.updated" | "campaign.started" | "campaign.paused" | "campaign.resumed" | "campaign.canceled" | "campaign.redialed" | "telephony_configuration.created" | "telephony_configuration.updated" | "telephony_configuration.deleted" | "telephony_configuration.default_outbound_set" | "phone_number.created" | "phone_number.deleted" | "phone_number.default_caller_set" | "do_not_call_list.numbers_added" | "do_not_call_list.numbers_removed" | "webhook_endpoint.created" | "webhook_endpoint.updated" | "webhook_endpoint.deleted" | "webhook_endpoint.disabled" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.events_replayed" | "webhook_delivery.replayed" | "story_item.version_set" | "model_migration.started" | "simulation_clock.set";
        /**
         * @description What kind of thing was changed. More kinds may come.
         * @enum {string}
         */
        AuditSubjectType: "catalog_entry" | "knowledge_base_pricing" | "organization" | "approval_policy" | "user" | "api_key" | "workflow" | "workflow_run" | "campaign_source" | "campaign" | "telephony_configuration" | "phone_number" | "do_not_call_list" | "webhook_endpoint" | "webhook_delivery" | "story_item" | "model_migration" | "simulation_clock";
        /** @description Who did it. */
        AuditActor: {
            /**
             * @description A person with a session (`user`), a program with an API key (`api_key`), a carrier that reported it (`carrier`), somebody whose credentials were not accepted (`anonymous`), or this service by itself (`system`). More kinds may come.
             * @enum {string}
             */
            kind: "user" | "api_key" | "carrier" | "anonymous" | "system";
            /**
             * Format: int64
             * @description The user's or the API key's id; null for others.
             */
            id: number | null;
            /** @description The user's e-mail address or the API key's name, as it is today; null for others, and for users who do not belong to the organization that lists its events. */
            name: string | null;
        };
        /** @description One change that was made. */
        AuditEvent: {
            id: components["schemas"]["Id"];
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description The organization that the subject belongs to; null for what belongs to the platform.
             */
            organization_id: number | null;
            actor: components["schemas"]["AuditActor"];
            action: components["schemas"]["AuditAction"];
            subject_type: components["schemas"]["AuditSubjectType"];
            /** @description The subject's id as text; `platform` for the knowledge-base pricing and the simulation's clock, of which there is one; `unknown` for a log-in to an address that nobody has. A do-not-call list has the id of its organization. */
            subject_id: string;
            /** @description What the members that changed were; null for something that was created. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description What they are since, of something that was created all that it was given. Secrets such as keys and passwords are never among them; a member of over 1 KiB is represented by its size, `{ "bytes": 20480 }`. */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description The X-Request-Id of the request that did it; null if it was not done by a request. */
            request_id: string | null;
        };
        AuditEventPage: {
            items: components["schemas"]["AuditEvent"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description An archived workflow keeps its versions and runs and places no new calls.
         * @enum {string}
         */
        WorkflowStatus: "active" | "archived";
        /**
         * Format: int32
         * @description Counted from 1 within the workflow.
         * @example 3
         */
        VersionNumber: number;
        /**
         * @description `draft`: the one being worked on, at most one; `published`: the one that calls are placed with, at most one; `archived`: replaced by a newer one.
         * @enum {string}
         */
        VersionStatus: "draft" | "published" | "archived";
        /**
         * Format: int64
         * @description How many runs there are of this workflow, of all versions.
         * @example 1284
         */
        TotalRuns: number;
        /** @description What tells a workflow from the others in a list. */
        WorkflowSummary: {
            id: components["schemas"]["Id"];
            workflow_uuid: components["schemas"]["Uuid"];
            name: string;
            status: components["schemas"]["WorkflowStatus"];
            created_at: components["schemas"]["Timestamp"];
            current_definition_id: components["schemas"]["Id"];
            version_number: components["schemas"]["VersionNumber"];
            version_status: components["schemas"]["VersionStatus"];
            total_runs: components["schemas"]["TotalRuns"];
        };
        WorkflowPage: {
            items: components["schemas"]["WorkflowSummary"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description Where an editor draws the node; the call does not depend on it. */
        WorkflowNodePosition: {
            x?: number;
            y?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description A stage of the conversation, or something that accompanies it. */
        WorkflowNode: {
            /** @description Unique among the nodes; edges refer to it. */
            id?: string;
            /**
             * @description What the node does. A draft may hold other types; they cannot be published.
             *     - `startCall`: where the conversation begins.
             *     - `agentNode`: the agent pursues the goal of its prompt.
             *     - `endCall`: the agent says goodbye and hangs up.
             *     - `globalNode`: what holds at every node, such as tone and what never to say.
             *     - `trigger`: lets another system start a run.
             *     - `webhook`: tells another system what was gathered.
             *     - `qa`: rates the conversation afterwards.
             * @example startCall
             * @example agentNode
             * @example endCall
             * @example globalNode
             * @example trigger
             * @example webhook
             * @example qa
             */
            type?: string;
            position?: components["schemas"]["WorkflowNodePosition"];
            /** @description What the node needs, such as `name` and `prompt`. */
            data?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        WorkflowEdgeData: {
            /** @description Its name; unique among the edges that leave the same node. */
            label?: string;
            /** @description When the agent takes it. */
            condition?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A way from one node to another. */
        WorkflowEdge: {
            /** @description Unique among the edges. */
            id?: string;
            /** @description The id of the node that it leaves. */
            source?: string;
            /** @description The id of the node that it leads to. */
            target?: string;
            data?: components["schemas"]["WorkflowEdgeData"];
        } & {
            [key: string]: unknown;
        };
        /**
         * @description The graph of a conversation: the agent is at one node at a time and follows an edge when its condition holds.
         *
         *     As a draft anything is saved whose named members are of the types given here; all of them may be missing, and
         *     members that are not named are kept as sent. To be published the graph has to make sense: exactly one
         *     `startCall` and nothing leading into it; at most one `globalNode` and no edge at it; every `agentNode` has a
         *     way in; every `endCall` has a way in and none out; edges join existing nodes; the labels of the edges that
         *     leave a node differ, and a missing label counts as an empty one; every `agentNode` and `endCall` can be reached
         *     from the `startCall`, while the other kinds accompany the conversation and need no way to them. Nodes and edges
         *     have ids, unique among their kind.
         */
        WorkflowDefinition: {
            nodes?: components["schemas"]["WorkflowNode"][];
            edges?: components["schemas"]["WorkflowEdge"][];
        } & {
            [key: string]: unknown;
        };
        /**
         * @description What the templates of the definition, such as `{{customer_name}}`, stand for when a call brings nothing else.
         * @example {
         *       "customer_name": "Ada"
         *     }
         */
        TemplateContextVariables: {
            [key: string]: unknown;
        };
        /**
         * @description Settings of the agent that hold for all versions.
         * @example {
         *       "max_call_duration_seconds": 600
         *     }
         */
        WorkflowConfigurations: {
            [key: string]: unknown;
        };
        /** @description A workflow and its first version. */
        CreateWorkflowRequest: {
            name: string;
            workflow_definition: components["schemas"]["WorkflowDefinition"];
            template_context_variables?: components["schemas"]["TemplateContextVariables"];
            workflow_configurations?: components["schemas"]["WorkflowConfigurations"];
        };
        CallDispositionCodes: {
            /** @description Every code that a run of this workflow has ended with, each once, sorted. */
            disposition_codes: string[];
        };
        /** @description An agent, with its newest version. */
        Workflow: {
            id: components["schemas"]["Id"];
            workflow_uuid: components["schemas"]["Uuid"];
            name: string;
            status: components["schemas"]["WorkflowStatus"];
            created_at: components["schemas"]["Timestamp"];
            workflow_definition: components["schemas"]["WorkflowDefinition"];
            current_definition_id: components["schemas"]["Id"];
            version_number: components["schemas"]["VersionNumber"];
            version_status: components["schemas"]["VersionStatus"];
            template_context_variables: components["schemas"]["TemplateContextVariables"];
            workflow_configurations: components["schemas"]["WorkflowConfigurations"];
            call_disposition_codes: components["schemas"]["CallDispositionCodes"];
            total_runs: components["schemas"]["TotalRuns"];
        };
        /** @description What to change; what is not sent stays. */
        UpdateWorkflowRequest: {
            name?: string;
            workflow_definition?: components["schemas"]["WorkflowDefinition"];
            template_context_variables?: components["schemas"]["TemplateContextVariables"];
            workflow_configurations?: components["schemas"]["WorkflowConfigurations"];
        };
        /** @description Whether the newest version of a workflow can be published, and if not, why. */
        WorkflowValidation: {
            /** @description Whether there are no faults. */
            valid: boolean;
            faults: components["schemas"]["ValidationFault"][];
        };
        /** @description Which version to go back to. */
        RevertWorkflowRequest: {
            version_number: components["schemas"]["VersionNumber"];
        };
        /**
         * Format: int64
         * @description The user who made it; null if an API key did.
         * @example 2
         */
        VersionAuthor: number | null;
        /**
         * Format: date-time
         * @description When it was published; null if it never was.
         * @example 2026-01-03T09:45:00.000Z
         */
        PublishedAt: string | null;
        /** @description One version of a workflow, without its definition. */
        WorkflowVersionSummary: {
            id: components["schemas"]["Id"];
            workflow_id: components["schemas"]["Id"];
            version_number: components["schemas"]["VersionNumber"];
            version_status: components["schemas"]["VersionStatus"];
            created_at: components["schemas"]["Timestamp"];
            created_by: components["schemas"]["VersionAuthor"];
            published_at: components["schemas"]["PublishedAt"];
        };
        WorkflowVersionPage: {
            items: components["schemas"]["WorkflowVersionSummary"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description One version of a workflow, with its definition. */
        WorkflowVersion: {
            id: components["schemas"]["Id"];
            workflow_id: components["schemas"]["Id"];
            version_number: components["schemas"]["VersionNumber"];
            version_status: components["schemas"]["VersionStatus"];
            created_at: components["schemas"]["Timestamp"];
            created_by: components["schemas"]["VersionAuthor"];
            published_at: components["schemas"]["PublishedAt"];
            workflow_definition: components["schemas"]["WorkflowDefinition"];
        };
        /**
         * Format: int64
         * @description The version that it was pinned to when it began; `version_number` is its number.
         * @example 15
         */
        RunDefinitionId: number;
        /**
         * @description `test`: tried out; `ad_hoc`: a single call; `campaign`: a call of a campaign.
         * @enum {string}
         */
        RunMode: "test" | "ad_hoc" | "campaign";
        /**
         * @description `initialized`: not begun; `running`: under way; `completed`: over, `outcome` says how.
         * @enum {string}
         */
        RunState: "initialized" | "running" | "completed";
        /**
         * @description How it ended, null until then; `unknown` if that was never heard.
         * @enum {string|null}
         */
        RunOutcome: "completed" | "busy" | "no_answer" | "voicemail" | "failed" | "canceled" | "unknown" | null;
        /**
         * @description What the agent made of the call, a code of the workflow's own; null if it has not said.
         * @example confirmed
         */
        CallDisposition: string | null;
        /**
         * Format: int64
         * @description An identity, counted from 1; null if there is none.
         * @example 5
         */
        NullableId: number | null;
        /** @description One run of a workflow, as lists show it. */
        WorkflowRunSummary: {
            id: components["schemas"]["Id"];
            workflow_id: components["schemas"]["Id"];
            definition_id: components["schemas"]["RunDefinitionId"];
            version_number: components["schemas"]["VersionNumber"];
            name: string;
            mode: components["schemas"]["RunMode"];
            state: components["schemas"]["RunState"];
            outcome: components["schemas"]["RunOutcome"];
            call_disposition: components["schemas"]["CallDisposition"];
            /** @description The number called, E.164; null if none was. */
            to_number: string | null;
            /** @description The number shown to the called, E.164; null if none was. */
            from_number: string | null;
            telephony_configuration_id: components["schemas"]["NullableId"];
            campaign_id: components["schemas"]["NullableId"];
            contact_id: components["schemas"]["NullableId"];
            /** @description Where the recording is; null if there is none. */
            recording_url: string | null;
            created_at: components["schemas"]["Timestamp"];
            started_at: components["schemas"]["NullableTimestamp"];
            ended_at: components["schemas"]["NullableTimestamp"];
        };
        WorkflowRunPage: {
            items: components["schemas"]["WorkflowRunSummary"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description What to try out. */
        CreateTestRunRequest: {
            /**
             * @description The version to try; the newest if absent.
             * @example 2
             */
            version_number?: number;
            /** @description What the run is called; `Test run` if absent. */
            name?: string;
            /** @description What the agent is told before the conversation. */
            initial_context?: {
                [key: string]: unknown;
            };
        };
        /** @description What the agent was told before the call. */
        InitialContext: {
            [key: string]: unknown;
        };
        /** @description What the agent found out during the call, at most 1 MiB. */
        GatheredContext: {
            /** @description The newest consent mark; absent while there is none. */
            consent_given?: boolean;
            /**
             * Format: date-time
             * @description When that mark was made, RFC 3339 in UTC with milliseconds; absent while there is none.
             */
            consent_ts?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description What one side said at a time. */
        TranscriptTurn: {
            /** @enum {string} */
            role: "agent" | "caller";
            text: string;
            at: components["schemas"]["Timestamp"];
        };
        /** @description What came of the conversation. */
        RunAnalysis: {
            /** @description The conversation in a few sentences; null if there was none. */
            call_summary: string | null;
            /** @description Whether it reached its goal; null if nobody can say. */
            call_successful: boolean | null;
            /** @description Whether a machine answered; null if nobody can say. */
            in_voicemail: boolean | null;
            disposition: components["schemas"]["CallDisposition"];
            /** @description What the workflow itself asks to be found out. */
            custom: {
                [key: string]: unknown;
            };
            /**
             * @description `agent`: handed in by the agent runtime; `outcome`: derived from the outcome alone.
             * @enum {string}
             */
            source: "agent" | "outcome";
        };
        /** @description One run of a workflow, with all that is known of it. */
        WorkflowRun: {
            id: components["schemas"]["Id"];
            workflow_id: components["schemas"]["Id"];
            definition_id: components["schemas"]["RunDefinitionId"];
            version_number: components["schemas"]["VersionNumber"];
            name: string;
            mode: components["schemas"]["RunMode"];
            state: components["schemas"]["RunState"];
            outcome: components["schemas"]["RunOutcome"];
            call_disposition: components["schemas"]["CallDisposition"];
            /** @description The number called, E.164; null if none was. */
            to_number: string | null;
            /** @description The number shown to the called, E.164; null if none was. */
            from_number: string | null;
            telephony_configuration_id: components["schemas"]["NullableId"];
            campaign_id: components["schemas"]["NullableId"];
            contact_id: components["schemas"]["NullableId"];
            /** @description Where the recording is; null if there is none. */
            recording_url: string | null;
            created_at: components["schemas"]["Timestamp"];
            started_at: components["schemas"]["NullableTimestamp"];
            ended_at: components["schemas"]["NullableTimestamp"];
            initial_context: components["schemas"]["InitialContext"];
            gathered_context: components["schemas"]["GatheredContext"];
            /** @description What was said, in order; null if there is no transcript. */
            transcript: components["schemas"]["TranscriptTurn"][] | null;
            /** @description What came of the conversation; null until it is analysed. */
            analysis: components["schemas"]["RunAnalysis"] | null;
            /** @description What the run used up, as the agent runtime counted it; null if it has not said. */
            usage: {
                [key: string]: unknown;
            } | null;
        };
        /** @description What one side said at a time. */
        SpokenTurn: {
            /** @enum {string} */
            role: "agent" | "caller";
            text: string;
            /**
             * Format: date-time
             * @description When, with any offset; kept in UTC.
             */
            at: string;
        };
        /** @description What came of the conversation. What is absent is kept as null, `custom` as empty; its `source` is `agent`. */
        HandedInAnalysis: {
            /** @description The conversation in a few sentences. */
            call_summary?: string | null;
            /** @description Whether it reached its goal. */
            call_successful?: boolean | null;
            /** @description Whether a machine answered. */
            in_voicemail?: boolean | null;
            /** @description A code of the workflow's own. */
            disposition?: string | null;
            /** @description What the workflow itself asks to be found out. */
            custom?: {
                [key: string]: unknown;
            };
        };
        /** @description What came of a run, as far as it is known; what is absent stays as it is. */
        SubmitRunResultRequest: {
            /** @description What was said, in order; null for none. */
            transcript?: components["schemas"]["SpokenTurn"][] | null;
            /** @description Where the recording is; null for none. */
            recording_url?: string | null;
            analysis?: components["schemas"]["HandedInAnalysis"];
            /** @description Merged into what is there, member by member; a member sent as null is kept as null. What is there and what is sent are at most 1 MiB together. */
            gathered_context?: {
                [key: string]: unknown;
            };
            /** @description What the agent made of the call, a code of the workflow's own; null for none. */
            call_disposition?: string | null;
            /** @description What the run used up; null if that is not known. */
            usage?: {
                [key: string]: unknown;
            } | null;
        };
        MarkRunConsentRequest: {
            /** @description Whether the called person agreed. */
            consent_given: boolean;
        };
        /**
         * @description | state | meaning |
         *     |---|---|
         *     | created | not started yet |
         *     | running | calls are placed |
         *     | paused | no call is placed until it is resumed; calls under way go on |
         *     | completed | every contact is through |
         *     | canceled | ended early; contacts not called were skipped |
         * @enum {string}
         */
        CampaignState: "created" | "running" | "paused" | "completed" | "canceled";
        /** @description Which calls are tried again. Failed calls, and those whose end is unknown, never are. */
        RetryConfig: {
            /**
             * @description Whether any call is tried again.
             * @default true
             */
            enabled: boolean;
            /**
             * @description How often a contact is called again at the most.
             * @default 2
             */
            max_retries: number;
            /**
             * @description How long after the end of a call its retry falls due.
             * @default 120
             */
            retry_delay_seconds: number;
            /** @default true */
            retry_on_busy: boolean;
            /** @default true */
            retry_on_no_answer: boolean;
            /** @default true */
            retry_on_voicemail: boolean;
        };
        /** @description Hours of one weekday, `start_time` before `end_time`. */
        ScheduleSlot: {
            /** @description 0 is Monday and 6 is Sunday. */
            day_of_week: number;
            /**
             * @description When it begins, `HH:MM`, inclusive.
             * @example 09:00
             */
            start_time: string;
            /**
             * @description When it ends, `HH:MM`, exclusive; `24:00` is the end of the day.
             * @example 17:30
             */
            end_time: string;
        };
        /** @description When calls may be placed. A campaign without a schedule shows one that is not enabled and has no slots. */
        ScheduleConfig: {
            /** @description If false calls are placed at any time. */
            enabled: boolean;
            /**
             * @description The IANA time zone that slots are read in; a contact with a time zone of its own goes by that.
             * @example America/New_York
             */
            timezone: string;
            /** @description Calls are placed inside any of these; none at all with an empty list. */
            slots: components["schemas"]["ScheduleSlot"][];
        };
        /** @description Pauses the campaign when too many calls fail. Failures are refusals and errors of the carrier; busy, no answer and voicemail are not. */
        CircuitBreaker: {
            /** @default true */
            enabled: boolean;
            /**
             * @description The share of failed calls, from above 0 to 1, at which it trips.
             * @default 0.5
             */
            failure_threshold: number;
            /**
             * @description How far back calls count.
             * @default 120
             */
            window_seconds: number;
            /**
             * @description It does not trip with fewer calls than this.
             * @default 5
             */
            min_calls_in_window: number;
        };
        /** @description One entry of a campaign's log. */
        CampaignLogEntry: {
            ts: components["schemas"]["Timestamp"];
            /** @enum {string} */
            level: "info" | "warning" | "error";
            /** @description A stable word for programs, such as `circuit_breaker_tripped`. More words may come. */
            event: string;
            /** @description A sentence for people. */
            message: string;
            /** @description What belongs to the event. */
            details: {
                [key: string]: unknown;
            };
        };
        /** @description A batch of outbound calls, driven by a workflow. The server always sends every property; clients written against older contracts may meet answers without those that are not required. */
        Campaign: {
            id: components["schemas"]["Id"];
            name: string;
            workflow_id: components["schemas"]["Id"];
            workflow_name: string;
            state: components["schemas"]["CampaignState"];
            /**
             * @description Where the contacts come from.
             * @enum {string}
             */
            source_type: "csv";
            /** @description The uploaded file of contacts. */
            source_id: string;
            /**
             * Format: int64
             * @description How many contacts the campaign's source has; null while that is not known.
             */
            total_rows: number | null;
            /**
             * Format: int64
             * @description Contacts that are through, called for the last time or skipped.
             */
            processed_rows: number;
            /**
             * Format: int64
             * @description Contacts called for the last time without a completed call; skipped ones do not count.
             */
            failed_rows: number;
            created_at: components["schemas"]["Timestamp"];
            started_at: components["schemas"]["NullableTimestamp"];
            completed_at: components["schemas"]["NullableTimestamp"];
            retry_config: components["schemas"]["RetryConfig"];
            /** @description How many of its calls may be under way at once; null for the organization's limit alone. */
            max_concurrency?: number | null;
            schedule_config?: components["schemas"]["ScheduleConfig"];
            circuit_breaker?: components["schemas"]["CircuitBreaker"];
            /**
             * Format: int64
             * @description Calls placed, retries included.
             * @default 0
             */
            executed_count?: number;
            /**
             * Format: int64
             * @description Calls ever queued, a contact's first one and each of its retries.
             * @default 0
             */
            total_queued_count?: number;
            /**
             * Format: int64
             * @description The campaign whose contacts this one calls again; null if it is no redial.
             */
            parent_campaign_id?: number | null;
            /**
             * Format: int64
             * @description The campaign that calls this one's contacts again; null if it was not redialed.
             */
            redialed_campaign_id?: number | null;
            telephony_configuration_id?: components["schemas"]["NullableId"];
            telephony_configuration_name?: string | null;
            /** @description What happened, the newest 100 entries, oldest first. */
            logs?: components["schemas"]["CampaignLogEntry"][];
        };
        CampaignPage: {
            items: components["schemas"]["Campaign"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description What people call it; need not be unique. */
        CampaignName: string;
        /** @description Which calls are tried again. Members that are absent have their defaults. */
        RetryConfigRequest: {
            /**
             * @description Whether any call is tried again.
             * @default true
             */
            enabled?: boolean;
            /**
             * @description How often a contact is called again at the most.
             * @default 2
             */
            max_retries?: number;
            /**
             * @description How long after the end of a call its retry falls due.
             * @default 120
             */
            retry_delay_seconds?: number;
            /** @default true */
            retry_on_busy?: boolean;
            /** @default true */
            retry_on_no_answer?: boolean;
            /** @default true */
            retry_on_voicemail?: boolean;
        };
        /** @description When calls may be placed. One that is enabled needs a slot; slots may overlap. */
        ScheduleConfigRequest: {
            /**
             * @description If false calls are placed at any time.
             * @default true
             */
            enabled?: boolean;
            /**
             * @description The IANA time zone that slots are read in; a contact with a time zone of its own goes by that.
             * @example America/New_York
             */
            timezone: string;
            /** @description Calls are placed inside any of these. */
            slots: components["schemas"]["ScheduleSlot"][];
        };
        /** @description When the campaign is paused because too many calls fail. Members that are absent have their defaults. */
        CircuitBreakerRequest: {
            /** @default true */
            enabled?: boolean;
            /**
             * @description The share of failed calls, from above 0 to 1, at which it trips.
             * @default 0.5
             */
            failure_threshold?: number;
            /**
             * @description How far back calls count.
             * @default 120
             */
            window_seconds?: number;
            /**
             * @description It does not trip with fewer calls than this.
             * @default 5
             */
            min_calls_in_window?: number;
        };
        /** @description How many of its calls may be under way at once; null for the organization's limit alone. */
        CampaignConcurrency: number | null;
        /** @description A campaign to make. */
        CreateCampaignRequest: {
            name: components["schemas"]["CampaignName"];
            workflow_id: components["schemas"]["Id"];
            /**
             * @description Where the contacts come from.
             * @enum {string}
             */
            source_type: "csv";
            /**
             * Format: uuid
             * @description The `source_id` that `createCampaignSource` answered.
             * @example 0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10
             */
            source_id: string;
            /**
             * Format: int64
             * @description What its calls are placed with; the organization's default one if absent or null.
             */
            telephony_configuration_id?: number | null;
            retry_config?: components["schemas"]["RetryConfigRequest"];
            /** @description When calls may be placed; at any time if absent or null. */
            schedule_config?: components["schemas"]["ScheduleConfigRequest"] | null;
            circuit_breaker?: components["schemas"]["CircuitBreakerRequest"];
            max_concurrency?: components["schemas"]["CampaignConcurrency"];
        };
        /** @description A row that was left out. */
        RejectedRow: {
            /** @description Its number, the first after the header being 1. */
            row: number;
            /** @description Why, a sentence for people. */
            reason: string;
        };
        /** @description A file of contacts, as it was kept. */
        CampaignSource: {
            source_id: components["schemas"]["Uuid"];
            /** @description How many rows are kept. */
            total_rows: number;
            /** @description Its columns in their order; the known ones in lower case, the others as they were sent. */
            columns: string[];
            /** @description How many rows were left out. */
            rejected_rows: number;
            /** @description The first 1,000 of the rows that were left out. */
            rejected: components["schemas"]["RejectedRow"][];
        };
        /** @description What to change; what is absent stays. */
        UpdateCampaignRequest: {
            name?: components["schemas"]["CampaignName"];
            retry_config?: components["schemas"]["RetryConfigRequest"];
            /** @description When calls may be placed; null for at any time. */
            schedule_config?: components["schemas"]["ScheduleConfigRequest"] | null;
            circuit_breaker?: components["schemas"]["CircuitBreakerRequest"];
            max_concurrency?: components["schemas"]["CampaignConcurrency"];
        };
        RedialCampaignRequest: {
            /** @description The outcomes of the last calls of the contacts to call again. */
            outcomes: ("busy" | "no_answer" | "voicemail" | "failed")[];
        };
        CampaignPreview: {
            campaign_id: components["schemas"]["Id"];
            state: components["schemas"]["CampaignState"];
            callable_now: components["schemas"]["Count"];
            /** @description Contacts that are held back, each counted under the first rule that holds it, in the order given here. */
            held: {
                do_not_call: components["schemas"]["Count"];
                retry_waiting: components["schemas"]["Count"];
                outside_schedule: components["schemas"]["Count"];
            };
            /**
             * Format: date-time
             * @description When the next call may be placed; null if no contact is left that may ever be called.
             */
            next_call_at: string | null;
            at: components["schemas"]["Timestamp"];
        };
        CampaignProgress: {
            campaign_id: components["schemas"]["Id"];
            state: components["schemas"]["CampaignState"];
            /**
             * Format: int64
             * @description How many contacts the campaign's source has.
             */
            total_rows: number | null;
            /** @description Contacts by state; all zero before the start. */
            contacts: {
                pending: components["schemas"]["Count"];
                waiting: components["schemas"]["Count"];
                dialing: components["schemas"]["Count"];
                done: components["schemas"]["Count"];
                skipped: components["schemas"]["Count"];
            };
            /** @description Contacts that are done by the outcome of their last call. */
            outcomes: {
                completed: components["schemas"]["Count"];
                busy: components["schemas"]["Count"];
                no_answer: components["schemas"]["Count"];
                voicemail: components["schemas"]["Count"];
                failed: components["schemas"]["Count"];
                canceled: components["schemas"]["Count"];
                unknown: components["schemas"]["Count"];
            };
            calls_under_way: components["schemas"]["Count"];
            executed_count: components["schemas"]["Count"];
            at: components["schemas"]["Timestamp"];
        };
        /** @description One event; `id` counts them. */
        CampaignProgressEvent: {
            id: string;
            /** @enum {string} */
            event: "progress" | "complete";
            data: components["schemas"]["CampaignProgress"];
        };
        /**
         * @description | state | meaning |
         *     |---|---|
         *     | pending | not called yet |
         *     | waiting | called, and called again at `due_at` |
         *     | dialing | a call is under way |
         *     | done | called for the last time; `outcome` says how that ended |
         *     | skipped | not called any more; `skip_reason` says why |
         * @enum {string}
         */
        CampaignContactState: "pending" | "waiting" | "dialing" | "done" | "skipped";
        /** @description Somebody whom a campaign calls, a row of its source. */
        CampaignContact: {
            id: components["schemas"]["Id"];
            /** @description The row of the uploaded file, the first after the header being 1. */
            row_number: number;
            /** @description The number to call, E.164. */
            phone_number: string;
            /** @description The IANA time zone of the row; null for the campaign's. */
            timezone: string | null;
            /** @description What the agent is told before the call. */
            initial_context: {
                [key: string]: unknown;
            };
            state: components["schemas"]["CampaignContactState"];
            outcome: components["schemas"]["RunOutcome"];
            /** @description Why it was skipped, a stable word such as `do_not_call` or `campaign_canceled`; null if it was not. */
            skip_reason: string | null;
            /** @description How many calls to it were placed. */
            attempts: number;
            due_at: components["schemas"]["NullableTimestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        CampaignContactPage: {
            items: components["schemas"]["CampaignContact"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description The carrier. `simulated` is a network built into the server that places no real call: the last two digits of the called number decide how a call ends.
         * @enum {string}
         */
        TelephonyProvider: "simulated" | "twilio" | "telnyx";
        /**
         * @description The provider's credentials. Every text shows only its last four characters, the others are `*`; one of four
         *     characters or fewer is all `*`. They are encrypted where they are kept and never shown in full.
         *
         *     | provider | members |
         *     |---|---|
         *     | simulated | `ring_ms`, `talk_ms`: how long a call rings and how long it is talked, in milliseconds |
         *     | twilio | `account_sid`, `auth_token`; `voice_url` where one was given |
         *     | telnyx | `api_key`, `connection_id` of the Voice API application, `public_key` that callbacks are verified with |
         *
         *     If the server was started without the key that they were encrypted with, what would show them answers 503 until
         *     the key is among `SECRET_KEYS` again or all of them are sent anew.
         */
        MaskedCredentials: {
            [key: string]: unknown;
        };
        /** @description A carrier and what is needed to place calls with it. */
        TelephonyConfiguration: {
            id: components["schemas"]["Id"];
            /** @description Unique in the organization. */
            name: string;
            provider: components["schemas"]["TelephonyProvider"];
            /** @description Whether calls use it that name no configuration; at most one of the organization's does. */
            is_default_outbound: boolean;
            credentials: components["schemas"]["MaskedCredentials"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        TelephonyConfigurationPage: {
            items: components["schemas"]["TelephonyConfiguration"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description Unique in the organization; capitals count.
         * @example Twilio US
         */
        TelephonyConfigurationName: string;
        /** @description The pace of the simulated network; there is nothing secret about it. */
        SimulatedCredentials: {
            /**
             * @description How long a call rings, in milliseconds.
             * @default 50
             */
            ring_ms?: number;
            /**
             * @description How long it is talked, in milliseconds.
             * @default 200
             */
            talk_ms?: number;
        };
        /** @description The network that is built into the server. */
        CreateSimulatedConfigurationRequest: {
            name: components["schemas"]["TelephonyConfigurationName"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            provider: "simulated";
            credentials: components["schemas"]["SimulatedCredentials"];
        };
        /** @description Found in the Twilio console under Account Info. */
        TwilioCredentials: {
            /** @description The account's SID. */
            account_sid: string;
            /** @description The account's auth token. Calls are placed and callbacks verified with it. */
            auth_token: string;
            /** @description Where Twilio asks, when a call is answered, for the TwiML that says what is heard: your agent's page. Without one an answered call is hung up. */
            voice_url?: string;
        };
        /** @description An account with Twilio. */
        CreateTwilioConfigurationRequest: {
            name: components["schemas"]["TelephonyConfigurationName"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            provider: "twilio";
            credentials: components["schemas"]["TwilioCredentials"];
        };
        /** @description Found in the Telnyx portal. */
        TelnyxCredentials: {
            /** @description An API key (v2). */
            api_key: string;
            /** @description The id of the Voice API application that places the calls. */
            connection_id: string;
            /** @description The account's public key, 32 bytes in base64, that callbacks are verified with. */
            public_key: string;
        };
        /** @description An account with Telnyx. */
        CreateTelnyxConfigurationRequest: {
            name: components["schemas"]["TelephonyConfigurationName"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            provider: "telnyx";
            credentials: components["schemas"]["TelnyxCredentials"];
        };
        /** @description A carrier and its credentials; `provider` says which they are. */
        CreateTelephonyConfigurationRequest: components["schemas"]["CreateSimulatedConfigurationRequest"] | components["schemas"]["CreateTwilioConfigurationRequest"] | components["schemas"]["CreateTelnyxConfigurationRequest"];
        /** @description All members of the configuration's own provider and none of another's. A text may be the mask that it is shown as, which keeps what is stored; any other text with `*` is refused. */
        UpdateCredentials: {
            /**
             * @description How long a call rings, in milliseconds.
             * @default 50
             */
            ring_ms?: number;
            /**
             * @description How long it is talked, in milliseconds.
             * @default 200
             */
            talk_ms?: number;
            /** @description Of twilio. */
            account_sid?: string;
            /** @description Of twilio. */
            auth_token?: string;
            /** @description Of twilio, optional. */
            voice_url?: string;
            /** @description Of telnyx. */
            api_key?: string;
            /** @description Of telnyx. */
            connection_id?: string;
            /** @description Of telnyx. */
            public_key?: string;
        };
        /** @description What is to change. */
        UpdateTelephonyConfigurationRequest: {
            name?: components["schemas"]["TelephonyConfigurationName"];
            credentials?: components["schemas"]["UpdateCredentials"];
        };
        InitiateCallRequest: {
            workflow_id: components["schemas"]["Id"];
            /** @description The number to call, in the international form beginning with `+`; spaces and punctuation are allowed. */
            to_number: string;
            telephony_configuration_id?: components["schemas"]["Id"];
            /** @description The number to show, one of the configuration's phone numbers; without it the configuration's default caller, and without that one the carrier's choice. */
            from_number?: string;
            /** @description What the agent is told before the call. */
            initial_context?: {
                [key: string]: unknown;
            };
        };
        /** @description What the carrier sends, in the form of its own documentation. */
        CarrierCallback: {
            [key: string]: unknown;
        };
        SimulationClock: {
            now: components["schemas"]["Timestamp"];
            /** @description How far it is ahead of the real time. */
            offset_seconds: number;
        };
        /** @description One of the two. */
        SetSimulationClockRequest: {
            /**
             * Format: date-time
             * @description The time to set it to, in the years 1000 to 8999.
             */
            now?: string;
            /** @description How many seconds to move it on. */
            advance_seconds?: number;
        };
        /** @description A carrier that a telephony configuration can be made for. */
        TelephonyProviderDescription: {
            name: components["schemas"]["TelephonyProvider"];
            /** @description Its name for people. */
            title: string;
            /** @description What it is and where its credentials are found. */
            description: string;
            /** @description The JSON Schema of `credentials` when a configuration is created. */
            credentials_schema: {
                [key: string]: unknown;
            };
            /** @description Which of the credentials are secret, for a form that hides what is typed. */
            secret_members: string[];
        };
        TelephonyProviderList: {
            items: components["schemas"]["TelephonyProviderDescription"][];
        };
        /** @description A number that calls can come from. */
        PhoneNumber: {
            id: components["schemas"]["Id"];
            /** @description In E.164: `+` and 8 to 15 digits. */
            phone_number: string;
            /** @description What it is for. */
            label: string | null;
            /** @description Whether calls come from it that name no number; at most one of the configuration's is it. */
            is_default_caller: boolean;
            created_at: components["schemas"]["Timestamp"];
        };
        PhoneNumberPage: {
            items: components["schemas"]["PhoneNumber"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A number to call from. */
        CreatePhoneNumberRequest: {
            /** @description The number in international form; spaces and punctuation are taken out of it. */
            phone_number: string;
            /** @description What the number is for. */
            label?: string | null;
        };
        /** @description A number that the organization calls no more. */
        DoNotCallNumber: {
            id: components["schemas"]["Id"];
            /** @description In E.164: `+` and 8 to 15 digits. */
            phone_number: string;
            /** @description Why it is not to be called. */
            reason: string | null;
            created_at: components["schemas"]["Timestamp"];
        };
        DoNotCallPage: {
            items: components["schemas"]["DoNotCallNumber"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description A number in international form; spaces and punctuation are taken out of it.
         * @example +1 (202) 555-0143
         */
        SentPhoneNumber: string;
        /** @description A number to call no more. */
        NewDoNotCallNumber: {
            phone_number: components["schemas"]["SentPhoneNumber"];
            /** @description Why it is not to be called, for people. */
            reason?: string | null;
        };
        /** @description Numbers to call no more. */
        AddDoNotCallNumbersRequest: {
            phone_numbers: components["schemas"]["NewDoNotCallNumber"][];
        };
        AddedDoNotCallNumbers: {
            added: components["schemas"]["Count"];
            /** @description How many were on the list before, or came a second time. */
            already_there: number;
        };
        /** @description Some numbers. */
        DoNotCallNumbersRequest: {
            phone_numbers: components["schemas"]["SentPhoneNumber"][];
        };
        RemovedDoNotCallNumbers: {
            removed: components["schemas"]["Count"];
            /** @description How many were not on the list, or came a second time. */
            not_there: number;
        };
        /** @description A number that was sent. */
        CheckedDoNotCallNumber: {
            /** @description In E.164. */
            phone_number: string;
            /** @description Whether it is on the list. */
            is_listed: boolean;
        };
        CheckedDoNotCallNumbers: {
            results: components["schemas"]["CheckedDoNotCallNumber"][];
        };
        /**
         * @description `call_ended`: a call has ended; `call_analyzed`: its analysis is there, always after `call_ended`.
         * @enum {string}
         */
        WebhookEventName: "call_ended" | "call_analyzed";
        /**
         * @description Whether it gets events.
         * @enum {string}
         */
        WebhookEndpointStatus: "enabled" | "disabled";
        /** @description Where events are posted to. */
        WebhookEndpoint: {
            id: components["schemas"]["Id"];
            /** @description Where events are posted to. */
            url: string;
            /** @description What it is for; null if nobody said. */
            description: string | null;
            /** @description The events that it gets. */
            events: components["schemas"]["WebhookEventName"][];
            status: components["schemas"]["WebhookEndpointStatus"];
            /**
             * @description Why it is disabled, null if it is not. `requested`: somebody disabled it; `gone`: it answered 410; `failing`: nothing could be delivered for five days.
             * @enum {string|null}
             */
            disabled_reason: "requested" | "gone" | "failing" | null;
            disabled_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: date-time
             * @description Until when deliveries are signed with the secret before the last rotation too; null without one.
             */
            previous_secret_expires_at: string | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        WebhookEndpointPage: {
            items: components["schemas"]["WebhookEndpoint"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description Where events are posted to, `https://` without user and password; `http://` only where the server allows private addresses. */
        WebhookUrl: string;
        CreateWebhookEndpointRequest: {
            url: components["schemas"]["WebhookUrl"];
            /** @description What it is for. */
            description?: string | null;
            /** @description The events that it is to get; both unless said otherwise. */
            events?: components["schemas"]["WebhookEventName"][];
        };
        /** @description The endpoint with its secret, which no other answer shows. */
        CreatedWebhookEndpoint: {
            id: components["schemas"]["Id"];
            /** @description Where events are posted to. */
            url: string;
            /** @description What it is for; null if nobody said. */
            description: string | null;
            /** @description The events that it gets. */
            events: components["schemas"]["WebhookEventName"][];
            status: components["schemas"]["WebhookEndpointStatus"];
            /**
             * @description Why it is disabled, null if it is not. `requested`: somebody disabled it; `gone`: it answered 410; `failing`: nothing could be delivered for five days.
             * @enum {string|null}
             */
            disabled_reason: "requested" | "gone" | "failing" | null;
            disabled_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: date-time
             * @description Until when deliveries are signed with the secret before the last rotation too; null without one.
             */
            previous_secret_expires_at: string | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description `whsec_` and 32 bytes in base64. Deliveries are signed with it. */
            secret: string;
        };
        /** @description The events that it is to get. */
        WebhookEventChoice: components["schemas"]["WebhookEventName"][];
        UpdateWebhookEndpointRequest: {
            url?: components["schemas"]["WebhookUrl"];
            /** @description What it is for; null removes it. */
            description?: string | null;
            events?: components["schemas"]["WebhookEventChoice"];
            status?: components["schemas"]["WebhookEndpointStatus"];
        };
        /** @description What came of one try. */
        WebhookTestResult: {
            /** @description Whether it answered 2xx in time. */
            delivered: boolean;
            /** @description The HTTP status of its answer; null if there was none. */
            status: number | null;
            /** @description How long it took, in milliseconds. */
            duration_ms: number;
            /** @description The first 4 KiB of its answer; null if there was none. */
            answer: string | null;
            /** @description Why there was no answer or it does not count; null if it does. */
            error: string | null;
        };
        ReplayWebhookEventsRequest: {
            /**
             * Format: date-time
             * @description Events made at this moment or later, RFC 3339.
             */
            created_after: string;
        };
        /** @description What is sent again. */
        WebhookReplay: {
            /**
             * Format: date-time
             * @description The moment from which events are sent again, 30 days ago at the earliest.
             */
            created_after: string;
            replayed: components["schemas"]["Count"];
        };
        /**
         * @description `pending`: to be tried, again perhaps; `delivered`: answered with 2xx; `failed`: given up.
         * @enum {string}
         */
        WebhookDeliveryState: "pending" | "delivered" | "failed";
        /** @description One event on its way to one endpoint. */
        WebhookDelivery: {
            id: components["schemas"]["Id"];
            endpoint_id: components["schemas"]["Id"];
            /** @description The `webhook-id` header, the same at every try and at every endpoint. */
            webhook_id: string;
            event: components["schemas"]["WebhookEventName"];
            run_id: components["schemas"]["Id"];
            state: components["schemas"]["WebhookDeliveryState"];
            attempt_count: components["schemas"]["Count"];
            /** @description The HTTP status of the newest try; null if there was no answer, or no try yet. */
            last_status: number | null;
            /**
             * Format: date-time
             * @description When it is tried next; during a try, when that counts as lost. Null when it is settled, and for a `call_analyzed` that waits for its `call_ended`.
             */
            next_attempt_at: string | null;
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it was delivered or given up; null while it is pending.
             */
            settled_at: string | null;
        };
        WebhookDeliveryPage: {
            items: components["schemas"]["WebhookDelivery"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description One try and what came of it. */
        WebhookAttempt: {
            /** @description Counts the tries of this delivery. */
            number: number;
            at: components["schemas"]["Timestamp"];
            /** @description The HTTP status of its answer; null if there was none. */
            status: number | null;
            /** @description How long it took, in milliseconds. */
            duration_ms: number;
            /** @description The first 4 KiB of its answer; null if there was none. */
            answer: string | null;
            /** @description Why there was no answer or it does not count; null if it does. */
            error: string | null;
        };
        /** @description One event on its way to one endpoint, with what was sent and what came of it. */
        WebhookDeliveryDetail: {
            id: components["schemas"]["Id"];
            endpoint_id: components["schemas"]["Id"];
            /** @description The `webhook-id` header, the same at every try and at every endpoint. */
            webhook_id: string;
            event: components["schemas"]["WebhookEventName"];
            run_id: components["schemas"]["Id"];
            state: components["schemas"]["WebhookDeliveryState"];
            attempt_count: components["schemas"]["Count"];
            /** @description The HTTP status of the newest try; null if there was no answer, or no try yet. */
            last_status: number | null;
            /**
             * Format: date-time
             * @description When it is tried next; during a try, when that counts as lost. Null when it is settled, and for a `call_analyzed` that waits for its `call_ended`.
             */
            next_attempt_at: string | null;
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it was delivered or given up; null while it is pending.
             */
            settled_at: string | null;
            /** @description The body that is posted, byte for byte. */
            body: string;
            /** @description The last 100 tries, oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        /** @description The run that was the call. `consent_given` and `consent_ts` are there exactly when consent was recorded on it. */
        EndedCall: {
            run_id: components["schemas"]["Id"];
            workflow_id: components["schemas"]["Id"];
            definition_id: components["schemas"]["Id"];
            campaign_id: components["schemas"]["NullableId"];
            /**
             * @description What placed the call.
             * @enum {string}
             */
            mode: "ad_hoc" | "campaign";
            /** @description The called number in E.164. */
            to_number: string;
            /** @description The calling number in E.164; null if the carrier chose it. */
            from_number: string | null;
            telephony_configuration_id: components["schemas"]["NullableId"];
            /**
             * @description How the call ended.
             * @enum {string}
             */
            outcome: "completed" | "busy" | "no_answer" | "voicemail" | "failed" | "canceled" | "unknown";
            /** @description The agent's own word for the result; null without one. */
            call_disposition: string | null;
            /** @description What was known before the call. */
            initial_context: {
                [key: string]: unknown;
            };
            /** @description What was learned during the call. */
            gathered_context: {
                [key: string]: unknown;
            };
            /** @description The turns of the conversation; null if none were handed in. */
            transcript: components["schemas"]["TranscriptTurn"][] | null;
            /** @description Where the recording is; null without one. */
            recording_url: string | null;
            created_at: components["schemas"]["Timestamp"];
            started_at: components["schemas"]["NullableTimestamp"];
            ended_at: components["schemas"]["Timestamp"];
            /** @description Whether consent was given, as markRunConsent recorded it. */
            consent_given?: boolean;
            consent_ts?: components["schemas"]["Timestamp"];
        };
        CallEndedEvent: {
            /** @constant */
            event: "call_ended";
            call: components["schemas"]["EndedCall"];
        };
        /** @description The run that was the call, with its analysis. */
        AnalyzedCall: {
            run_id: components["schemas"]["Id"];
            workflow_id: components["schemas"]["Id"];
            definition_id: components["schemas"]["Id"];
            campaign_id: components["schemas"]["NullableId"];
            /**
             * @description What placed the call.
             * @enum {string}
             */
            mode: "ad_hoc" | "campaign";
            /** @description The called number in E.164. */
            to_number: string;
            /** @description The calling number in E.164; null if the carrier chose it. */
            from_number: string | null;
            telephony_configuration_id: components["schemas"]["NullableId"];
            /**
             * @description How the call ended.
             * @enum {string}
             */
            outcome: "completed" | "busy" | "no_answer" | "voicemail" | "failed" | "canceled" | "unknown";
            /** @description The agent's own word for the result; null without one. */
            call_disposition: string | null;
            /** @description What was known before the call. */
            initial_context: {
                [key: string]: unknown;
            };
            /** @description What was learned during the call. */
            gathered_context: {
                [key: string]: unknown;
            };
            /** @description The turns of the conversation; null if none were handed in. */
            transcript: components["schemas"]["TranscriptTurn"][] | null;
            /** @description Where the recording is; null without one. */
            recording_url: string | null;
            created_at: components["schemas"]["Timestamp"];
            started_at: components["schemas"]["NullableTimestamp"];
            ended_at: components["schemas"]["Timestamp"];
            /** @description Whether consent was given, as markRunConsent recorded it. */
            consent_given?: boolean;
            consent_ts?: components["schemas"]["Timestamp"];
            call_analysis: components["schemas"]["RunAnalysis"];
        };
        CallAnalyzedEvent: {
            /** @constant */
            event: "call_analyzed";
            call: components["schemas"]["AnalyzedCall"];
        };
    };
    responses: {
        /** @description Whoever runs the service does not let everybody sign up (`sign_up_closed`). Nothing was made. */
        SignUpClosed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is a user with this e-mail address already. */
        EmailTaken: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than this operation takes. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body's content type, charset or encoding is not one that this operation takes. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request does not fit the contract; every fault is listed and nothing was done. */
        ValidationError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": [
                 *         {
                 *           "loc": [
                 *             "body",
                 *             "reason"
                 *           ],
                 *           "msg": "Must have at most 64 characters.",
                 *           "type": "string_too_long",
                 *           "input": "a_reason_that_goes_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on",
                 *           "ctx": {
                 *             "max_length": 64
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description Too many requests, or too much of them in progress at once; try again after `Retry-After` seconds. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Something failed on our side. The request id finds it in our logs. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The database cannot be reached or took too long, or the server is stopping or reads as much as it can; try again after `Retry-After` seconds. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no user with this e-mail address and password. */
        WrongCredentials: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No credential was sent, or it is unknown, expired or archived. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description An API key was sent; this operation is for user sessions only (`api_key_not_allowed`). */
        SessionRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The API key lacks the scope that the operation names as `x-scope` (`insufficient_scope`). `required_scope` is that scope. Nothing was done. */
        InsufficientScope: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The organization has as much as it may (`quota_reached`); nothing was made. `quota` is the member of `getOrganizationLimits` that says how much, `limit` its value. Or the Idempotency-Key was used for another request (`idempotency_key_reused`), or the first request with it is still at work (`idempotency_in_progress`). */
        QuotaReached: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is nothing by that id in the caller's organization. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The Idempotency-Key was used for another request (`idempotency_key_reused`), the first request with it is still at work (`idempotency_in_progress`), or was done and its answer was too large to keep (`idempotent_answer_too_large`). */
        IdempotencyConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No workflow or campaign of the organization has the name `target_name`, or the one with the id `target_id` does not. */
        TargetNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Several workflows or campaigns have the name `target_name` (`target_ambiguous`); `target_ids` are up to 20 of them, the lowest. Or the Idempotency-Key was used for another request (`idempotency_key_reused`), or the first request with it is still at work (`idempotency_in_progress`). */
        TargetAmbiguous: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The policy is exhausted or expired (`approval_policy_not_revocable`, with `state`). */
        NotRevocable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The policy is not active (`approval_policy_not_disableable`, with `state`). */
        NotDisableable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The policy is not disabled (`approval_policy_not_enableable`, with `state`). */
        NotEnableable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The caller's organization does not run this service (`operator_only`), or the API key lacks the operation's scope (`insufficient_scope`, with `required_scope`). */
        OperatorOnly: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no cache directory to move models from (`no_cache_directory`). */
        NoCacheDirectory: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The destination is the directory in use (`same_directory`), one contains the other (`nested_directory`), the destination or the source cannot be written (`destination_not_writable`, `source_not_writable`), it has too little space (`insufficient_space`, with `needed_bytes` and `available_bytes`), the server's operator does not allow that directory (`destination_not_allowed`), or a migration is running or about to begin (`model_migration_running`). */
        MigrationRefused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests (`too_many_requests`), or the caller or its organization has too many event streams open (`too_many_streams`, with the `limit`); try again after `Retry-After` seconds. Nothing was done. */
        TooManyStreams: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description An API key was sent (`api_key_not_allowed`), or the session's user is not a super admin (`super_admin_required`). */
        SuperAdminRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is an entry of this kind and key already (`catalog_entry_exists`), or the Idempotency-Key was used for another request (`idempotency_key_reused`) or its first request is still being worked on (`idempotency_in_progress`). */
        CatalogEntryExists: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The `If-Match` header names another state than the present one; nothing was changed. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The API key names a connector, and no approval policy allows it this (`approval_required`). `reason` says what is the matter with the policy that came nearest: `contact_ceiling_exceeded`, `not_yet_valid`, `disabled`, `exhausted`, `revoked`, `expired`, `destination_mismatch` or `no_matching_policy`; `createApprovalPolicy` describes them. Or the API key lacks the scope `required_scope` (`insufficient_scope`). Nothing was done and no use was counted. */
        ApprovalRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The endpoint is disabled (`webhook_endpoint_disabled`), or the Idempotency-Key was used for another request (`idempotency_key_reused`) or is in use (`idempotency_in_progress`). */
        EndpointDisabled: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description How many items a page has at the most.
         * @example 50
         */
        Limit: number;
        /**
         * @description The `next_cursor` of the page before; absent for the first page.
         * @example WzQyXQ
         */
        Cursor: string;
        /**
         * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
         * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
         */
        IdempotencyKey: string;
        /**
         * @description The API key's id.
         * @example 4
         */
        KeyId: components["schemas"]["Id"];
        /**
         * @description Only the policies that are in this status now.
         * @example active
         */
        Status: "active" | "disabled" | "revoked" | "expired" | "exhausted";
        /**
         * @description Only the policies that authorise this action.
         * @example call_initiate
         */
        ActionType: components["schemas"]["ApprovalActionType"];
        /**
         * @description Only the policies of this connector, by its whole name.
         * @example crm
         */
        ConnectorName: components["schemas"]["ConnectorName"];
        /**
         * @description The policy's id.
         * @example 0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10
         */
        PolicyId: components["schemas"]["Uuid"];
        /**
         * @description The voice profile's id.
         * @example 0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10
         */
        ProfileId: components["schemas"]["Uuid"];
        /**
         * @description The story's id.
         * @example 0198c2f4-0b1c-7d3e-a5f6-7081920a3b4c
         */
        StoryId: components["schemas"]["Uuid"];
        /**
         * @description The story item's id.
         * @example 0198c2f5-aa11-7b22-8c33-d44e55f66a77
         */
        StoryItemId: components["schemas"]["Uuid"];
        /**
         * @description The `id` of the last event that the client got; the stream goes on after it.
         * @example 17
         */
        LastEventId: string;
        /**
         * @description The catalog entry's id.
         * @example 2
         */
        EntryId: components["schemas"]["Id"];
        /**
         * @description The organization's id.
         * @example 1
         */
        OrganizationId: components["schemas"]["Id"];
        /**
         * @description Only events of this action.
         * @example catalog_entry.updated
         */
        Action: components["schemas"]["AuditAction"];
        /**
         * @description Only events about subjects of this type.
         * @example catalog_entry
         */
        SubjectType: components["schemas"]["AuditSubjectType"];
        /**
         * @description Only events about subjects of this id. Ids of different types may be equal, so send `subject_type` too.
         * @example 2
         */
        SubjectId: string;
        /**
         * @description Only what this user did.
         * @example 2
         */
        ActorUserId: components["schemas"]["Id"];
        /**
         * @description Only what was created at this time or later. RFC 3339.
         * @example 2026-01-05T00:00:00.000Z
         */
        CreatedAfter: string;
        /**
         * @description Only what was created before this time. RFC 3339.
         * @example 2026-02-01T00:00:00.000Z
         */
        CreatedBefore: string;
        /**
         * @description Only events about what belongs to this organization.
         * @example 1
         */
        OfOrganization: components["schemas"]["Id"];
        /**
         * @description The workflow's id.
         * @example 7
         */
        WorkflowId: components["schemas"]["Id"];
        /**
         * @description The `ETag` of the state that this change is made on, or several. If the state is none of them by now, nothing is changed and the answer is 412. `*` and an absent header mean whatever the state is. Weak tags (`W/"…"`) match nothing, as RFC 9110 says.
         * @example "7-3"
         */
        IfMatch: string;
        /**
         * @description The version's number within the workflow.
         * @example 2
         */
        VersionNumber: components["schemas"]["VersionNumber"];
        /**
         * @description Only runs of this campaign; none if the organization has no such campaign.
         * @example 5
         */
        CampaignIs: components["schemas"]["Id"];
        /**
         * @description Only runs of this kind.
         * @example campaign
         */
        ModeIs: "test" | "ad_hoc" | "campaign";
        /**
         * @description Only runs in this state.
         * @example completed
         */
        StateIs: "initialized" | "running" | "completed";
        /**
         * @description Only runs that ended like this.
         * @example completed
         */
        OutcomeIs: "completed" | "busy" | "no_answer" | "voicemail" | "failed" | "canceled" | "unknown";
        /**
         * @description The run's id.
         * @example 4711
         */
        RunId: components["schemas"]["Id"];
        /**
         * @description Only runs of this workflow; none if the organization has no such workflow.
         * @example 7
         */
        WorkflowIs: components["schemas"]["Id"];
        /**
         * @description The campaign's id.
         * @example 5
         */
        CampaignId: components["schemas"]["Id"];
        /** @description The session, `Bearer <token>`. Optional where an API key is sent, which decides. */
        Authorization: string | null;
        /** @description The organization's API key. Optional where a session is sent. */
        ApiKey: string | null;
        /**
         * @description The telephony configuration's id.
         * @example 3
         */
        ConfigId: components["schemas"]["Id"];
        /**
         * @description The carrier.
         * @example simulated
         */
        Provider: "simulated" | "twilio" | "telnyx";
        /**
         * @description The telephony configuration that the call was placed with.
         * @example 1
         */
        CallbackConfigId: components["schemas"]["Id"];
        /**
         * @description The run that the call is.
         * @example 4712
         */
        CallbackRunId: components["schemas"]["Id"];
        /**
         * @description The phone number's id.
         * @example 8
         */
        PhoneNumberId: components["schemas"]["Id"];
        /**
         * @description Only this number, in international form; the `+` is sent as `%2B`.
         * @example +12025550143
         */
        PhoneNumber: string;
        /**
         * @description The endpoint's id.
         * @example 3
         */
        EndpointId: components["schemas"]["Id"];
        /**
         * @description The delivery's id.
         * @example 918
         */
        DeliveryId: components["schemas"]["Id"];
        /**
         * @description Names the event; the same at every try.
         * @example msg_0198c2f05e3a7c419d523f1b8a6e4c10
         */
        WebhookId: string;
        /**
         * @description When this try was signed, in seconds since 1970. Refuse one that is minutes old.
         * @example 1767323045
         */
        WebhookTimestamp: string;
        /**
         * @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two of them with a space between while a secret is being rotated.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Names this request in our logs; a sane one sent by the client is kept.
         * @example 0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10
         */
        "X-Request-Id": string;
        /**
         * @description What is left of the limit, `"<policy>";r=<requests left>;t=<seconds until it is full again>`.
         * @example "default";r=1199;t=60
         */
        RateLimit: string;
        /**
         * @description The limit that applies, `"<policy>";q=<requests>;w=<seconds>`.
         * @example "default";q=1200;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description After how many seconds it is worth trying again.
         * @example 5
         */
        "Retry-After": number;
        /**
         * @description How to authenticate.
         * @example Bearer
         */
        "WWW-Authenticate": string;
        /**
         * @description `true` if this is the kept answer of an earlier request with the same Idempotency-Key.
         * @example true
         */
        "Idempotent-Replayed": "true";
        /**
         * @description The path of what was created.
         * @example /api/v1/workflow/7
         */
        Location: string;
        /**
         * @description Names the state that a client may edit. Send it back as `If-Match` to change it only if nobody else has in the meantime.
         * @example "7-3"
         */
        ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "correct-horse-battery",
                 *       "organization_name": "Analytical Engines"
                 *     }
                 */
                "application/json": components["schemas"]["SignUpRequest"];
            };
        };
        responses: {
            /** @description The user, the organization and a session were made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "5Yx0cJ7mJq2b8kC3v1dQm9rT6uW4zA0eHfLgNsPiXoE",
                     *       "token_type": "bearer",
                     *       "expires_at": "2026-02-01T03:04:05.678Z",
                     *       "user": {
                     *         "id": 3,
                     *         "email": "ada@example.com",
                     *         "organization_id": 2,
                     *         "is_super_admin": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            403: components["responses"]["SignUpClosed"];
            409: components["responses"]["EmailTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    logIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "demo@example.com",
                 *       "password": "demo-password"
                 *     }
                 */
                "application/json": components["schemas"]["LogInRequest"];
            };
        };
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "5Yx0cJ7mJq2b8kC3v1dQm9rT6uW4zA0eHfLgNsPiXoE",
                     *       "token_type": "bearer",
                     *       "expires_at": "2026-02-01T03:04:05.678Z",
                     *       "user": {
                     *         "id": 3,
                     *         "email": "ada@example.com",
                     *         "organization_id": 2,
                     *         "is_super_admin": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            401: components["responses"]["WrongCredentials"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    logOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SessionRequired"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCurrentUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who is calling. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUser"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has at the most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before; absent for the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of API keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 4,
                     *           "name": "Nightly import",
                     *           "prefix": "vap_Zk3f9QbT",
                     *           "connector_name": "crm",
                     *           "scopes": [
                     *             "read",
                     *             "calls:place",
                     *             "campaigns:control"
                     *           ],
                     *           "created_at": "2026-01-02T03:04:05.678Z",
                     *           "archived_at": null,
                     *           "last_used_at": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SessionRequired"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            /** @description The API key, with the key itself. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 4,
                     *       "name": "Nightly import",
                     *       "prefix": "vap_Zk3f9QbT",
                     *       "connector_name": "crm",
                     *       "scopes": [
                     *         "read",
                     *         "calls:place",
                     *         "campaigns:control"
                     *       ],
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "archived_at": null,
                     *       "last_used_at": null,
                     *       "key": "vap_Zk3f9QbTn2LxVhY0pRw6sDc1uJmAe8KiGo4Xt7Bq5Wy"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SessionRequired"];
            409: components["responses"]["QuotaReached"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    archiveApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The API key's id.
                 * @example 4
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archived key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 4,
                     *       "name": "Nightly import",
                     *       "prefix": "vap_Zk3f9QbT",
                     *       "connector_name": "crm",
                     *       "scopes": [
                     *         "read",
                     *         "calls:place",
                     *         "campaigns:control"
                     *       ],
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "archived_at": "2026-01-03T00:00:00.000Z",
                     *       "last_used_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SessionRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyConflict"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    unarchiveApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The API key's id.
                 * @example 4
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The active key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 4,
                     *       "name": "Nightly import",
                     *       "prefix": "vap_Zk3f9QbT",
                     *       "connector_name": "crm",
                     *       "scopes": [
                     *         "read",
                     *         "calls:place",
                     *         "campaigns:control"
                     *       ],
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "archived_at": null,
                     *       "last_used_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SessionRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["QuotaReached"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApprovalPolicies: {
        parameters: {
            query?: {
                /**
                 * @description Only the policies that are in this status now.
                 * @example active
                 */
                status?: components["parameters"]["Status"];
                /**
                 * @description Only the policies that authorise this action.
                 * @example call_initiate
                 */
                action_type?: components["parameters"]["ActionType"];
                /**
                 * @description Only the policies of this connector, by its whole name.
                 * @example crm
                 */
                connector_name?: components["parameters"]["ConnectorName"];
                /**
                 * @description How many items a page has at the most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before; absent for the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of policies. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *           "connector_name": "crm",
                     *           "action_type": "call_initiate",
                     *           "target_name": "Appointment reminder",
                     *           "target_id": 3,
                     *           "destination": {
                     *             "kind": "exact_e164",
                     *             "value": "+12025550123"
                     *           },
                     *           "not_before": "2026-01-02T00:00:00.000Z",
                     *           "expires_at": "2026-02-01T00:00:00.000Z",
                     *           "max_uses": 10,
                     *           "used_count": 3,
                     *           "campaign_contact_count_ceiling": null,
                     *           "status": "active",
                     *           "created_at": "2026-01-02T03:04:05.678Z",
                     *           "estimated_cost_is_authoritative": false,
                     *           "revoked_at": null,
                     *           "revoked_reason": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApprovalPolicyPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApprovalPolicy: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApprovalPolicyRequest"];
            };
        };
        responses: {
            /** @description The policy. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *       "connector_name": "crm",
                     *       "action_type": "call_initiate",
                     *       "target_name": "Appointment reminder",
                     *       "target_id": 3,
                     *       "destination": {
                     *         "kind": "exact_e164",
                     *         "value": "+12025550123"
                     *       },
                     *       "not_before": "2099-01-02T00:00:00.000Z",
                     *       "expires_at": "2099-02-01T00:00:00.000Z",
                     *       "max_uses": 10,
                     *       "used_count": 0,
                     *       "campaign_contact_count_ceiling": null,
                     *       "status": "active",
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "estimated_cost_is_authoritative": false,
                     *       "revoked_at": null,
                     *       "revoked_reason": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApprovalPolicy"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SessionRequired"];
            404: components["responses"]["TargetNotFound"];
            409: components["responses"]["TargetAmbiguous"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getApprovalPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The policy's id.
                 * @example 0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10
                 */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policy. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *       "connector_name": "crm",
                     *       "action_type": "call_initiate",
                     *       "target_name": "Appointment reminder",
                     *       "target_id": 3,
                     *       "destination": {
                     *         "kind": "exact_e164",
                     *         "value": "+12025550123"
                     *       },
                     *       "not_before": "2026-01-02T00:00:00.000Z",
                     *       "expires_at": "2026-02-01T00:00:00.000Z",
                     *       "max_uses": 10,
                     *       "used_count": 3,
                     *       "campaign_contact_count_ceiling": null,
                     *       "status": "active",
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "estimated_cost_is_authoritative": false,
                     *       "revoked_at": null,
                     *       "revoked_reason": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApprovalPolicy"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeApprovalPolicy: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The policy's id.
                 * @example 0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10
                 */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "customer_request"
                 *     }
                 */
                "application/json": components["schemas"]["RevokeApprovalPolicyRequest"];
            };
        };
        responses: {
            /** @description The revoked policy. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *       "connector_name": "crm",
                     *       "action_type": "call_initiate",
                     *       "target_name": "Appointment reminder",
                     *       "target_id": 3,
                     *       "destination": {
                     *         "kind": "exact_e164",
                     *         "value": "+12025550123"
                     *       },
                     *       "not_before": "2026-01-02T00:00:00.000Z",
                     *       "expires_at": "2026-02-01T00:00:00.000Z",
                     *       "max_uses": 10,
                     *       "used_count": 3,
                     *       "campaign_contact_count_ceiling": null,
                     *       "status": "revoked",
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "estimated_cost_is_authoritative": false,
                     *       "revoked_at": "2026-01-05T09:30:00.000Z",
                     *       "revoked_reason": "customer_request"
                     *     }
                     */
                    "application/json": components["schemas"]["ApprovalPolicy"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SessionRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotRevocable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    disableApprovalPolicy: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The policy's id.
                 * @example 0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10
                 */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The disabled policy. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *       "connector_name": "crm",
                     *       "action_type": "call_initiate",
                     *       "target_name": "Appointment reminder",
                     *       "target_id": 3,
                     *       "destination": {
                     *         "kind": "exact_e164",
                     *         "value": "+12025550123"
                     *       },
                     *       "not_before": "2026-01-02T00:00:00.000Z",
                     *       "expires_at": "2026-02-01T00:00:00.000Z",
                     *       "max_uses": 10,
                     *       "used_count": 3,
                     *       "campaign_contact_count_ceiling": null,
                     *       "status": "disabled",
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "estimated_cost_is_authoritative": false,
                     *       "revoked_at": null,
                     *       "revoked_reason": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApprovalPolicy"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SessionRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotDisableable"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    enableApprovalPolicy: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The policy's id.
                 * @example 0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10
                 */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The active policy. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *       "connector_name": "crm",
                     *       "action_type": "call_initiate",
                     *       "target_name": "Appointment reminder",
                     *       "target_id": 3,
                     *       "destination": {
                     *         "kind": "exact_e164",
                     *         "value": "+12025550123"
                     *       },
                     *       "not_before": "2026-01-02T00:00:00.000Z",
                     *       "expires_at": "2026-02-01T00:00:00.000Z",
                     *       "max_uses": 10,
                     *       "used_count": 3,
                     *       "campaign_contact_count_ceiling": null,
                     *       "status": "active",
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "estimated_cost_is_authoritative": false,
                     *       "revoked_at": null,
                     *       "revoked_reason": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApprovalPolicy"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SessionRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotEnableable"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApprovalPolicyUses: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has at the most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before; absent for the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The policy's id.
                 * @example 0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10
                 */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of uses. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 41,
                     *           "policy_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *           "action_type": "call_initiate",
                     *           "api_key_id": 4,
                     *           "subject_type": "workflow_run",
                     *           "subject_id": 1207,
                     *           "created_at": "2026-01-05T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApprovalPolicyUsePage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listVoiceProfiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profiles. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *         "name": "Amelia",
                     *         "description": "Warm and unhurried, for appointment calls.",
                     *         "language": "en",
                     *         "avatar_path": "avatars/0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10.png",
                     *         "effects_chain": [
                     *           {
                     *             "type": "compressor",
                     *             "enabled": true,
                     *             "params": {
                     *               "threshold_db": -20,
                     *               "ratio": 4,
                     *               "attack_ms": 10,
                     *               "release_ms": 100
                     *             }
                     *           },
                     *           {
                     *             "type": "gain",
                     *             "enabled": true,
                     *             "params": {
                     *               "gain_db": 2.5
                     *             }
                     *           }
                     *         ],
                     *         "voice_type": "cloned",
                     *         "preset_engine": null,
                     *         "preset_voice_id": null,
                     *         "design_prompt": null,
                     *         "default_engine": "qwen",
                     *         "personality": null,
                     *         "generation_count": 12,
                     *         "sample_count": 2,
                     *         "created_at": "2026-01-02T03:04:05.678Z",
                     *         "updated_at": "2026-01-05T09:30:00.000Z"
                     *       },
                     *       {
                     *         "id": "0198c2ef-11d0-7a02-8c77-90aa41d2b3f5",
                     *         "name": "Front desk",
                     *         "description": null,
                     *         "language": "en",
                     *         "avatar_path": null,
                     *         "effects_chain": null,
                     *         "voice_type": "preset",
                     *         "preset_engine": "kokoro",
                     *         "preset_voice_id": "af_heart",
                     *         "design_prompt": null,
                     *         "default_engine": null,
                     *         "personality": "Brief and friendly.",
                     *         "generation_count": 0,
                     *         "sample_count": 0,
                     *         "created_at": "2026-01-01T10:00:00.000Z",
                     *         "updated_at": "2026-01-01T10:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["VoiceProfile"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getVoiceProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The voice profile's id.
                 * @example 0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10
                 */
                profile_id: components["parameters"]["ProfileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *       "name": "Amelia",
                     *       "description": "Warm and unhurried, for appointment calls.",
                     *       "language": "en",
                     *       "avatar_path": "avatars/0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10.png",
                     *       "effects_chain": [
                     *         {
                     *           "type": "compressor",
                     *           "enabled": true,
                     *           "params": {
                     *             "threshold_db": -20,
                     *             "ratio": 4,
                     *             "attack_ms": 10,
                     *             "release_ms": 100
                     *           }
                     *         },
                     *         {
                     *           "type": "gain",
                     *           "enabled": true,
                     *           "params": {
                     *             "gain_db": 2.5
                     *           }
                     *         }
                     *       ],
                     *       "voice_type": "cloned",
                     *       "preset_engine": null,
                     *       "preset_voice_id": null,
                     *       "design_prompt": null,
                     *       "default_engine": "qwen",
                     *       "personality": null,
                     *       "generation_count": 12,
                     *       "sample_count": 2,
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "updated_at": "2026-01-05T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["VoiceProfile"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listStories: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has at the most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before; absent for the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of stories. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0198c2f4-0b1c-7d3e-a5f6-7081920a3b4c",
                     *           "name": "Welcome tour",
                     *           "description": "What a new customer hears first.",
                     *           "item_count": 1,
                     *           "created_at": "2026-01-02T03:04:05.678Z",
                     *           "updated_at": "2026-01-05T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["StoryPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The story's id.
                 * @example 0198c2f4-0b1c-7d3e-a5f6-7081920a3b4c
                 */
                story_id: components["parameters"]["StoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The story. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c2f4-0b1c-7d3e-a5f6-7081920a3b4c",
                     *       "name": "Welcome tour",
                     *       "description": "What a new customer hears first.",
                     *       "item_count": 1,
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "updated_at": "2026-01-05T09:30:00.000Z",
                     *       "items": [
                     *         {
                     *           "id": "0198c2f5-aa11-7b22-8c33-d44e55f66a77",
                     *           "story_id": "0198c2f4-0b1c-7d3e-a5f6-7081920a3b4c",
                     *           "generation_id": "0198c2f1-3c4d-7e5f-8a6b-7c8d9e0f1a2b",
                     *           "start_time_ms": 0,
                     *           "created_at": "2026-01-02T03:05:00.000Z",
                     *           "profile_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *           "profile_name": "Amelia",
                     *           "text": "Welcome to Harbor Dental. How can I help you today?",
                     *           "language": "en",
                     *           "audio_path": "generations/0198c2f1-3c4d-7e5f-8a6b-7c8d9e0f1a2b/warmer.wav",
                     *           "duration": 3.84,
                     *           "seed": 42,
                     *           "instruct": null,
                     *           "engine": "qwen",
                     *           "generation_created_at": "2026-01-02T03:04:30.000Z",
                     *           "version_id": "0198c2f3-77aa-7bbc-9cdd-eeff00112233",
                     *           "track": 0,
                     *           "trim_start_ms": 0,
                     *           "trim_end_ms": 120,
                     *           "volume": 1,
                     *           "versions": [
                     *             {
                     *               "id": "0198c2f2-1122-7334-8455-667788990011",
                     *               "generation_id": "0198c2f1-3c4d-7e5f-8a6b-7c8d9e0f1a2b",
                     *               "label": "Original",
                     *               "audio_path": "generations/0198c2f1-3c4d-7e5f-8a6b-7c8d9e0f1a2b/original.wav",
                     *               "is_default": true,
                     *               "created_at": "2026-01-02T03:04:34.100Z",
                     *               "effects_chain": [],
                     *               "source_version_id": null
                     *             },
                     *             {
                     *               "id": "0198c2f3-77aa-7bbc-9cdd-eeff00112233",
                     *               "generation_id": "0198c2f1-3c4d-7e5f-8a6b-7c8d9e0f1a2b",
                     *               "label": "Warmer",
                     *               "audio_path": "generations/0198c2f1-3c4d-7e5f-8a6b-7c8d9e0f1a2b/warmer.wav",
                     *               "is_default": false,
                     *               "created_at": "2026-01-02T03:06:12.000Z",
                     *               "effects_chain": [
                     *                 {
                     *                   "type": "lowpass",
                     *                   "enabled": true,
                     *                   "params": {
                     *                     "cutoff_frequency_hz": 6500
                     *                   }
                     *                 }
                     *               ],
                     *               "source_version_id": "0198c2f2-1122-7334-8455-667788990011"
                     *             }
                     *           ],
                     *           "active_version_id": "0198c2f3-77aa-7bbc-9cdd-eeff00112233"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StoryDetail"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setStoryItemVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The story's id.
                 * @example 0198c2f4-0b1c-7d3e-a5f6-7081920a3b4c
                 */
                story_id: components["parameters"]["StoryId"];
                /**
                 * @description The story item's id.
                 * @example 0198c2f5-aa11-7b22-8c33-d44e55f66a77
                 */
                item_id: components["parameters"]["StoryItemId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetStoryItemVersionRequest"];
            };
        };
        responses: {
            /** @description The item, pinned or unpinned. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c2f5-aa11-7b22-8c33-d44e55f66a77",
                     *       "story_id": "0198c2f4-0b1c-7d3e-a5f6-7081920a3b4c",
                     *       "generation_id": "0198c2f1-3c4d-7e5f-8a6b-7c8d9e0f1a2b",
                     *       "start_time_ms": 0,
                     *       "created_at": "2026-01-02T03:05:00.000Z",
                     *       "profile_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *       "profile_name": "Amelia",
                     *       "text": "Welcome to Harbor Dental. How can I help you today?",
                     *       "language": "en",
                     *       "audio_path": "generations/0198c2f1-3c4d-7e5f-8a6b-7c8d9e0f1a2b/warmer.wav",
                     *       "duration": 3.84,
                     *       "seed": 42,
                     *       "instruct": null,
                     *       "engine": "qwen",
                     *       "generation_created_at": "2026-01-02T03:04:30.000Z",
                     *       "version_id": "0198c2f3-77aa-7bbc-9cdd-eeff00112233",
                     *       "track": 0,
                     *       "trim_start_ms": 0,
                     *       "trim_end_ms": 120,
                     *       "volume": 1,
                     *       "versions": [
                     *         {
                     *           "id": "0198c2f2-1122-7334-8455-667788990011",
                     *           "generation_id": "0198c2f1-3c4d-7e5f-8a6b-7c8d9e0f1a2b",
                     *           "label": "Original",
                     *           "audio_path": "generations/0198c2f1-3c4d-7e5f-8a6b-7c8d9e0f1a2b/original.wav",
                     *           "is_default": true,
                     *           "created_at": "2026-01-02T03:04:34.100Z",
                     *           "effects_chain": [],
                     *           "source_version_id": null
                     *         },
                     *         {
                     *           "id": "0198c2f3-77aa-7bbc-9cdd-eeff00112233",
                     *           "generation_id": "0198c2f1-3c4d-7e5f-8a6b-7c8d9e0f1a2b",
                     *           "label": "Warmer",
                     *           "audio_path": "generations/0198c2f1-3c4d-7e5f-8a6b-7c8d9e0f1a2b/warmer.wav",
                     *           "is_default": false,
                     *           "created_at": "2026-01-02T03:06:12.000Z",
                     *           "effects_chain": [
                     *             {
                     *               "type": "lowpass",
                     *               "enabled": true,
                     *               "params": {
                     *                 "cutoff_frequency_hz": 6500
                     *               }
                     *             }
                     *           ],
                     *           "source_version_id": "0198c2f2-1122-7334-8455-667788990011"
                     *         }
                     *       ],
                     *       "active_version_id": "0198c2f3-77aa-7bbc-9cdd-eeff00112233"
                     *     }
                     */
                    "application/json": components["schemas"]["StoryItem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getModelsCacheDir: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The directory in use. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "path": "/var/lib/voice-agent/models"
                     *     }
                     */
                    "application/json": components["schemas"]["ModelsCacheDir"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    migrateModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "destination": "/mnt/models"
                 *     }
                 */
                "application/json": components["schemas"]["MigrateModelsRequest"];
            };
        };
        responses: {
            /** @description The stream of the migration's events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ModelMigrationEvent"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OperatorOnly"];
            404: components["responses"]["NoCacheDirectory"];
            409: components["responses"]["MigrationRefused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyStreams"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getModelMigrationProgress: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `id` of the last event that the client got; the stream goes on after it.
                 * @example 17
                 */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream of the migration's events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "12-97",
                     *       "event": "complete",
                     *       "data": {
                     *         "moved": 2,
                     *         "errors": [],
                     *         "source": "/var/lib/voice-agent/models",
                     *         "destination": "/mnt/models"
                     *       }
                     *     }
                     */
                    "text/event-stream": components["schemas"]["ModelMigrationEvent"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OperatorOnly"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyStreams"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCatalogEntries: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has at the most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before; absent for the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of catalog entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 7,
                     *           "kind": "token_pack",
                     *           "key": "tokens_summer_2025",
                     *           "name": "Summer offer, 25,000 tokens",
                     *           "tokens": 25000,
                     *           "active": false,
                     *           "sort_order": 90,
                     *           "payments_price_id": null,
                     *           "created_at": "2026-01-02T03:04:05.678Z",
                     *           "updated_at": "2026-01-09T16:20:00.000Z"
                     *         },
                     *         {
                     *           "id": 2,
                     *           "kind": "token_pack",
                     *           "key": "tokens_10k",
                     *           "name": "10,000 tokens",
                     *           "tokens": 10000,
                     *           "active": true,
                     *           "sort_order": 20,
                     *           "payments_price_id": "price_tokens_10k",
                     *           "created_at": "2026-01-02T03:04:05.678Z",
                     *           "updated_at": "2026-01-02T03:04:05.678Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["CatalogEntryPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SuperAdminRequired"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCatalogEntry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCatalogEntryRequest"];
            };
        };
        responses: {
            /** @description The catalog entry. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "kind": "token_pack",
                     *       "key": "tokens_10k",
                     *       "name": "10,000 tokens",
                     *       "tokens": 10000,
                     *       "active": true,
                     *       "sort_order": 20,
                     *       "payments_price_id": "price_tokens_10k",
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "updated_at": "2026-01-02T03:04:05.678Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CatalogEntry"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SuperAdminRequired"];
            409: components["responses"]["CatalogEntryExists"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCatalogEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The catalog entry's id.
                 * @example 2
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The catalog entry. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "kind": "token_pack",
                     *       "key": "tokens_10k",
                     *       "name": "10,000 tokens",
                     *       "tokens": 10000,
                     *       "active": true,
                     *       "sort_order": 20,
                     *       "payments_price_id": "price_tokens_10k",
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "updated_at": "2026-01-02T03:04:05.678Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CatalogEntry"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SuperAdminRequired"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCatalogEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The catalog entry's id.
                 * @example 2
                 */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCatalogEntryRequest"];
            };
        };
        responses: {
            /** @description The catalog entry as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "kind": "token_pack",
                     *       "key": "tokens_10k",
                     *       "name": "10,000 tokens",
                     *       "tokens": 12000,
                     *       "active": true,
                     *       "sort_order": 20,
                     *       "payments_price_id": "price_tokens_12k",
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "updated_at": "2026-01-05T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CatalogEntry"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SuperAdminRequired"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listActiveCatalogEntries: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has at the most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before; absent for the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of active catalog entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 2,
                     *           "kind": "token_pack",
                     *           "key": "tokens_10k",
                     *           "name": "10,000 tokens",
                     *           "tokens": 10000,
                     *           "active": true,
                     *           "sort_order": 20,
                     *           "payments_price_id": "price_tokens_10k",
                     *           "created_at": "2026-01-02T03:04:05.678Z",
                     *           "updated_at": "2026-01-02T03:04:05.678Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["CatalogEntryPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getKnowledgeBasePricing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pricing. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "embedding_usd_per_1m_tokens": 0.02,
                     *       "storage_usd_per_mb_month": 0.01
                     *     }
                     */
                    "application/json": components["schemas"]["KnowledgeBasePricing"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SuperAdminRequired"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateKnowledgeBasePricing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateKnowledgeBasePricingRequest"];
            };
        };
        responses: {
            /** @description The pricing as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "embedding_usd_per_1m_tokens": 0.025,
                     *       "storage_usd_per_mb_month": 0.012
                     *     }
                     */
                    "application/json": components["schemas"]["KnowledgeBasePricing"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SuperAdminRequired"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganizationLimits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limits. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "organization_id": 1,
                     *       "concurrent_call_limit": 20,
                     *       "api_key_limit": 100,
                     *       "webhook_endpoint_limit": 50,
                     *       "workflow_limit": 1000,
                     *       "source_limit": 10000,
                     *       "source_bytes_limit": 10737418240,
                     *       "unfinished_contact_limit": 5000000,
                     *       "user_session_limit": 100
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationLimits"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateOrganizationLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization's id.
                 * @example 1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "concurrent_call_limit": 50,
                 *       "workflow_limit": 2000
                 *     }
                 */
                "application/json": components["schemas"]["UpdateOrganizationLimitsRequest"];
            };
        };
        responses: {
            /** @description The limits as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "organization_id": 1,
                     *       "concurrent_call_limit": 50,
                     *       "api_key_limit": 100,
                     *       "webhook_endpoint_limit": 50,
                     *       "workflow_limit": 1000,
                     *       "source_limit": 10000,
                     *       "source_bytes_limit": 10737418240,
                     *       "unfinished_contact_limit": 5000000,
                     *       "user_session_limit": 100
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationLimits"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SuperAdminRequired"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateOrganizationOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organization's id.
                 * @example 1
                 */
                organization_id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "is_operator": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateOrganizationOperatorRequest"];
            };
        };
        responses: {
            /** @description What the organization is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "organization_id": 1,
                     *       "is_operator": true
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationOperator"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SuperAdminRequired"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrganizationAuditEvents: {
        parameters: {
            query?: {
                /**
                 * @description Only events of this action.
                 * @example catalog_entry.updated
                 */
                action?: components["parameters"]["Action"];
                /**
                 * @description Only events about subjects of this type.
                 * @example catalog_entry
                 */
                subject_type?: components["parameters"]["SubjectType"];
                /**
                 * @description Only events about subjects of this id. Ids of different types may be equal, so send `subject_type` too.
                 * @example 2
                 */
                subject_id?: components["parameters"]["SubjectId"];
                /**
                 * @description Only what this user did.
                 * @example 2
                 */
                actor_user_id?: components["parameters"]["ActorUserId"];
                /**
                 * @description Only what was created at this time or later. RFC 3339.
                 * @example 2026-01-05T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only what was created before this time. RFC 3339.
                 * @example 2026-02-01T00:00:00.000Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description How many items a page has at the most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before; absent for the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of audit events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 11,
                     *           "created_at": "2026-01-04T18:02:11.250Z",
                     *           "organization_id": 1,
                     *           "actor": {
                     *             "kind": "user",
                     *             "id": 1,
                     *             "name": "demo@example.com"
                     *           },
                     *           "action": "approval_policy.revoked",
                     *           "subject_type": "approval_policy",
                     *           "subject_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *           "before": {
                     *             "status": "active",
                     *             "revoked_at": null,
                     *             "revoked_reason": null
                     *           },
                     *           "after": {
                     *             "status": "revoked",
                     *             "revoked_at": "2026-01-04T18:02:11.250Z",
                     *             "revoked_reason": "customer_request"
                     *           },
                     *           "request_id": "0198c2ee-1f20-7b33-8a01-64d2c7e0b9aa"
                     *         },
                     *         {
                     *           "id": 10,
                     *           "created_at": "2026-01-02T03:04:05.678Z",
                     *           "organization_id": 1,
                     *           "actor": {
                     *             "kind": "user",
                     *             "id": 1,
                     *             "name": "demo@example.com"
                     *           },
                     *           "action": "api_key.created",
                     *           "subject_type": "api_key",
                     *           "subject_id": "4",
                     *           "before": null,
                     *           "after": {
                     *             "name": "Nightly import",
                     *             "prefix": "vap_Zk3f9QbT",
                     *             "connector_name": "crm"
                     *           },
                     *           "request_id": "0198c2ed-77aa-7f10-9c55-0a4be1d3f682"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["AuditEventPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /**
                 * @description Only events of this action.
                 * @example catalog_entry.updated
                 */
                action?: components["parameters"]["Action"];
                /**
                 * @description Only events about subjects of this type.
                 * @example catalog_entry
                 */
                subject_type?: components["parameters"]["SubjectType"];
                /**
                 * @description Only events about subjects of this id. Ids of different types may be equal, so send `subject_type` too.
                 * @example 2
                 */
                subject_id?: components["parameters"]["SubjectId"];
                /**
                 * @description Only what this user did.
                 * @example 2
                 */
                actor_user_id?: components["parameters"]["ActorUserId"];
                /**
                 * @description Only events about what belongs to this organization.
                 * @example 1
                 */
                organization_id?: components["parameters"]["OfOrganization"];
                /**
                 * @description Only what was created at this time or later. RFC 3339.
                 * @example 2026-01-05T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only what was created before this time. RFC 3339.
                 * @example 2026-02-01T00:00:00.000Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description How many items a page has at the most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before; absent for the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of audit events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 12,
                     *           "created_at": "2026-01-05T09:30:00.000Z",
                     *           "organization_id": null,
                     *           "actor": {
                     *             "kind": "user",
                     *             "id": 2,
                     *             "name": "admin@example.com"
                     *           },
                     *           "action": "catalog_entry.updated",
                     *           "subject_type": "catalog_entry",
                     *           "subject_id": "2",
                     *           "before": {
                     *             "tokens": 10000,
                     *             "payments_price_id": "price_tokens_10k"
                     *           },
                     *           "after": {
                     *             "tokens": 12000,
                     *             "payments_price_id": "price_tokens_12k"
                     *           },
                     *           "request_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10"
                     *         },
                     *         {
                     *           "id": 11,
                     *           "created_at": "2026-01-04T18:02:11.250Z",
                     *           "organization_id": 1,
                     *           "actor": {
                     *             "kind": "user",
                     *             "id": 1,
                     *             "name": "demo@example.com"
                     *           },
                     *           "action": "approval_policy.revoked",
                     *           "subject_type": "approval_policy",
                     *           "subject_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *           "before": {
                     *             "status": "active",
                     *             "revoked_at": null,
                     *             "revoked_reason": null
                     *           },
                     *           "after": {
                     *             "status": "revoked",
                     *             "revoked_at": "2026-01-04T18:02:11.250Z",
                     *             "revoked_reason": "customer_request"
                     *           },
                     *           "request_id": "0198c2ee-1f20-7b33-8a01-64d2c7e0b9aa"
                     *         },
                     *         {
                     *           "id": 10,
                     *           "created_at": "2026-01-02T03:04:05.678Z",
                     *           "organization_id": 1,
                     *           "actor": {
                     *             "kind": "user",
                     *             "id": 1,
                     *             "name": "demo@example.com"
                     *           },
                     *           "action": "api_key.created",
                     *           "subject_type": "api_key",
                     *           "subject_id": "4",
                     *           "before": null,
                     *           "after": {
                     *             "name": "Nightly import",
                     *             "prefix": "vap_Zk3f9QbT",
                     *             "connector_name": "crm"
                     *           },
                     *           "request_id": "0198c2ed-77aa-7f10-9c55-0a4be1d3f682"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["AuditEventPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SuperAdminRequired"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkflows: {
        parameters: {
            query?: {
                /**
                 * @description Only workflows with this status.
                 * @example active
                 */
                status?: "active" | "archived";
                /**
                 * @description How many items a page has at the most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before; absent for the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of workflows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 7,
                     *           "workflow_uuid": "5f0c2f0a-5e3a-4c41-9d52-3f1b8a6e4c10",
                     *           "name": "Appointment reminder",
                     *           "status": "active",
                     *           "created_at": "2026-01-02T03:04:05.678Z",
                     *           "current_definition_id": 21,
                     *           "version_number": 3,
                     *           "version_status": "draft",
                     *           "total_runs": 1284
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWorkflowRequest"];
            };
        };
        responses: {
            /** @description The workflow. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Appointment reminder",
                     *       "workflow_definition": {
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "startCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 0
                     *             },
                     *             "data": {
                     *               "name": "Greeting",
                     *               "prompt": "Greet {{customer_name}} and remind them of {{appointment_time}}."
                     *             }
                     *           },
                     *           {
                     *             "id": "goodbye",
                     *             "type": "endCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 200
                     *             },
                     *             "data": {
                     *               "name": "Goodbye",
                     *               "prompt": "Thank them and end the call."
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "id": "start-goodbye",
                     *             "source": "start",
                     *             "target": "goodbye",
                     *             "data": {
                     *               "label": "reminded",
                     *               "condition": "The customer knows about the appointment."
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "template_context_variables": {
                     *         "customer_name": "Ada",
                     *         "appointment_time": "Tuesday at ten"
                     *       },
                     *       "workflow_configurations": {
                     *         "max_call_duration_seconds": 600
                     *       },
                     *       "id": 7,
                     *       "workflow_uuid": "5f0c2f0a-5e3a-4c41-9d52-3f1b8a6e4c10",
                     *       "status": "active",
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "current_definition_id": 12,
                     *       "version_number": 1,
                     *       "version_status": "draft",
                     *       "call_disposition_codes": {
                     *         "disposition_codes": []
                     *       },
                     *       "total_runs": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["QuotaReached"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workflow's id.
                 * @example 7
                 */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workflow. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "workflow_uuid": "5f0c2f0a-5e3a-4c41-9d52-3f1b8a6e4c10",
                     *       "name": "Appointment reminder",
                     *       "status": "active",
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "workflow_definition": {
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "startCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 0
                     *             },
                     *             "data": {
                     *               "name": "Greeting",
                     *               "prompt": "Greet {{customer_name}} and say that you call about the appointment."
                     *             }
                     *           },
                     *           {
                     *             "id": "confirm",
                     *             "type": "agentNode",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 200
                     *             },
                     *             "data": {
                     *               "name": "Confirm",
                     *               "prompt": "Ask whether {{appointment_time}} still suits."
                     *             }
                     *           },
                     *           {
                     *             "id": "goodbye",
                     *             "type": "endCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 400
                     *             },
                     *             "data": {
                     *               "name": "Goodbye",
                     *               "prompt": "Thank them and end the call."
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "id": "start-confirm",
                     *             "source": "start",
                     *             "target": "confirm",
                     *             "data": {
                     *               "label": "right person",
                     *               "condition": "The person on the phone is the customer."
                     *             }
                     *           },
                     *           {
                     *             "id": "confirm-goodbye",
                     *             "source": "confirm",
                     *             "target": "goodbye",
                     *             "data": {
                     *               "label": "answered",
                     *               "condition": "The customer has confirmed or declined."
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "current_definition_id": 21,
                     *       "version_number": 3,
                     *       "version_status": "draft",
                     *       "template_context_variables": {
                     *         "customer_name": "Ada",
                     *         "appointment_time": "Tuesday at ten"
                     *       },
                     *       "workflow_configurations": {
                     *         "max_call_duration_seconds": 600
                     *       },
                     *       "call_disposition_codes": {
                     *         "disposition_codes": [
                     *           "confirmed",
                     *           "rescheduled",
                     *           "wrong_number"
                     *         ]
                     *       },
                     *       "total_runs": 1284
                     *     }
                     */
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            /** @description The workflow is in the state that `If-None-Match` names; there is no body. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the state that this change is made on, or several. If the state is none of them by now, nothing is changed and the answer is 412. `*` and an absent header mean whatever the state is. Weak tags (`W/"…"`) match nothing, as RFC 9110 says.
                 * @example "7-3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The workflow's id.
                 * @example 7
                 */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWorkflowRequest"];
            };
        };
        responses: {
            /** @description The workflow as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "workflow_uuid": "5f0c2f0a-5e3a-4c41-9d52-3f1b8a6e4c10",
                     *       "name": "Appointment reminder",
                     *       "status": "active",
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "workflow_definition": {
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "startCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 0
                     *             },
                     *             "data": {
                     *               "name": "Greeting",
                     *               "prompt": "Greet {{customer_name}} and say that you call about the appointment."
                     *             }
                     *           },
                     *           {
                     *             "id": "confirm",
                     *             "type": "agentNode",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 200
                     *             },
                     *             "data": {
                     *               "name": "Confirm",
                     *               "prompt": "Ask whether {{appointment_time}} still suits."
                     *             }
                     *           },
                     *           {
                     *             "id": "goodbye",
                     *             "type": "endCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 400
                     *             },
                     *             "data": {
                     *               "name": "Goodbye",
                     *               "prompt": "Thank them and end the call."
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "id": "start-confirm",
                     *             "source": "start",
                     *             "target": "confirm",
                     *             "data": {
                     *               "label": "right person",
                     *               "condition": "The person on the phone is the customer."
                     *             }
                     *           },
                     *           {
                     *             "id": "confirm-goodbye",
                     *             "source": "confirm",
                     *             "target": "goodbye",
                     *             "data": {
                     *               "label": "answered",
                     *               "condition": "The customer has confirmed or declined."
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "current_definition_id": 21,
                     *       "version_number": 3,
                     *       "version_status": "draft",
                     *       "template_context_variables": {
                     *         "customer_name": "Ada",
                     *         "appointment_time": "Tuesday at ten"
                     *       },
                     *       "workflow_configurations": {
                     *         "max_call_duration_seconds": 600
                     *       },
                     *       "call_disposition_codes": {
                     *         "disposition_codes": [
                     *           "confirmed",
                     *           "rescheduled",
                     *           "wrong_number"
                     *         ]
                     *       },
                     *       "total_runs": 1284
                     *     }
                     */
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    validateWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workflow's id.
                 * @example 7
                 */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether it can be published. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowValidation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    publishWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the state that this change is made on, or several. If the state is none of them by now, nothing is changed and the answer is 412. `*` and an absent header mean whatever the state is. Weak tags (`W/"…"`) match nothing, as RFC 9110 says.
                 * @example "7-3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The workflow's id.
                 * @example 7
                 */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workflow, its newest version published. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "workflow_uuid": "5f0c2f0a-5e3a-4c41-9d52-3f1b8a6e4c10",
                     *       "name": "Appointment reminder",
                     *       "status": "active",
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "workflow_definition": {
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "startCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 0
                     *             },
                     *             "data": {
                     *               "name": "Greeting",
                     *               "prompt": "Greet {{customer_name}} and remind them of {{appointment_time}}."
                     *             }
                     *           },
                     *           {
                     *             "id": "goodbye",
                     *             "type": "endCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 200
                     *             },
                     *             "data": {
                     *               "name": "Goodbye",
                     *               "prompt": "Thank them and end the call."
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "id": "start-goodbye",
                     *             "source": "start",
                     *             "target": "goodbye",
                     *             "data": {
                     *               "label": "reminded",
                     *               "condition": "The customer knows about the appointment."
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "current_definition_id": 21,
                     *       "version_number": 3,
                     *       "version_status": "published",
                     *       "template_context_variables": {
                     *         "customer_name": "Ada",
                     *         "appointment_time": "Tuesday at ten"
                     *       },
                     *       "workflow_configurations": {
                     *         "max_call_duration_seconds": 600
                     *       },
                     *       "call_disposition_codes": {
                     *         "disposition_codes": [
                     *           "confirmed",
                     *           "rescheduled",
                     *           "wrong_number"
                     *         ]
                     *       },
                     *       "total_runs": 1284
                     *     }
                     */
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The workflow is archived (`workflow_archived`), or the Idempotency-Key was used for another request (`idempotency_key_reused`) or is that of a request still at work (`idempotency_in_progress`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            /** @description The graph breaks rules of publishing, with an entry for each fault of it as `validateWorkflow` describes them, or the request does not fit the contract. Nothing was changed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "workflow_definition",
                     *             "nodes",
                     *             "1"
                     *           ],
                     *           "msg": "The node \"confirm\" has no edge leading into it.",
                     *           "type": "no_way_in",
                     *           "input": "confirm",
                     *           "ctx": {
                     *             "node_id": "confirm"
                     *           }
                     *         },
                     *         {
                     *           "loc": [
                     *             "workflow_definition",
                     *             "edges",
                     *             "0",
                     *             "target"
                     *           ],
                     *           "msg": "The edge \"start-goodbye\" names no node as its target.",
                     *           "type": "edge_end_unknown",
                     *           "input": "goodbye",
                     *           "ctx": {
                     *             "edge_id": "start-goodbye"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revertWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the state that this change is made on, or several. If the state is none of them by now, nothing is changed and the answer is 412. `*` and an absent header mean whatever the state is. Weak tags (`W/"…"`) match nothing, as RFC 9110 says.
                 * @example "7-3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The workflow's id.
                 * @example 7
                 */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version_number": 1
                 *     }
                 */
                "application/json": components["schemas"]["RevertWorkflowRequest"];
            };
        };
        responses: {
            /** @description The workflow with its new version. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "workflow_uuid": "5f0c2f0a-5e3a-4c41-9d52-3f1b8a6e4c10",
                     *       "name": "Appointment reminder",
                     *       "status": "active",
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "workflow_definition": {
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "startCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 0
                     *             },
                     *             "data": {
                     *               "name": "Greeting",
                     *               "prompt": "Greet {{customer_name}} and remind them of {{appointment_time}}."
                     *             }
                     *           },
                     *           {
                     *             "id": "goodbye",
                     *             "type": "endCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 200
                     *             },
                     *             "data": {
                     *               "name": "Goodbye",
                     *               "prompt": "Thank them and end the call."
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "id": "start-goodbye",
                     *             "source": "start",
                     *             "target": "goodbye",
                     *             "data": {
                     *               "label": "reminded",
                     *               "condition": "The customer knows about the appointment."
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "current_definition_id": 24,
                     *       "version_number": 4,
                     *       "version_status": "draft",
                     *       "template_context_variables": {
                     *         "customer_name": "Ada",
                     *         "appointment_time": "Tuesday at ten"
                     *       },
                     *       "workflow_configurations": {
                     *         "max_call_duration_seconds": 600
                     *       },
                     *       "call_disposition_codes": {
                     *         "disposition_codes": [
                     *           "confirmed",
                     *           "rescheduled",
                     *           "wrong_number"
                     *         ]
                     *       },
                     *       "total_runs": 1284
                     *     }
                     */
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyConflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    archiveWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the state that this change is made on, or several. If the state is none of them by now, nothing is changed and the answer is 412. `*` and an absent header mean whatever the state is. Weak tags (`W/"…"`) match nothing, as RFC 9110 says.
                 * @example "7-3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The workflow's id.
                 * @example 7
                 */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archived workflow. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "workflow_uuid": "5f0c2f0a-5e3a-4c41-9d52-3f1b8a6e4c10",
                     *       "name": "Appointment reminder",
                     *       "status": "archived",
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "workflow_definition": {
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "startCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 0
                     *             },
                     *             "data": {
                     *               "name": "Greeting",
                     *               "prompt": "Greet {{customer_name}} and remind them of {{appointment_time}}."
                     *             }
                     *           },
                     *           {
                     *             "id": "goodbye",
                     *             "type": "endCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 200
                     *             },
                     *             "data": {
                     *               "name": "Goodbye",
                     *               "prompt": "Thank them and end the call."
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "id": "start-goodbye",
                     *             "source": "start",
                     *             "target": "goodbye",
                     *             "data": {
                     *               "label": "reminded",
                     *               "condition": "The customer knows about the appointment."
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "current_definition_id": 24,
                     *       "version_number": 4,
                     *       "version_status": "draft",
                     *       "template_context_variables": {
                     *         "customer_name": "Ada",
                     *         "appointment_time": "Tuesday at ten"
                     *       },
                     *       "workflow_configurations": {
                     *         "max_call_duration_seconds": 600
                     *       },
                     *       "call_disposition_codes": {
                     *         "disposition_codes": [
                     *           "confirmed",
                     *           "rescheduled",
                     *           "wrong_number"
                     *         ]
                     *       },
                     *       "total_runs": 1284
                     *     }
                     */
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyConflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    unarchiveWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the state that this change is made on, or several. If the state is none of them by now, nothing is changed and the answer is 412. `*` and an absent header mean whatever the state is. Weak tags (`W/"…"`) match nothing, as RFC 9110 says.
                 * @example "7-3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The workflow's id.
                 * @example 7
                 */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The active workflow. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "workflow_uuid": "5f0c2f0a-5e3a-4c41-9d52-3f1b8a6e4c10",
                     *       "name": "Appointment reminder",
                     *       "status": "active",
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "workflow_definition": {
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "startCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 0
                     *             },
                     *             "data": {
                     *               "name": "Greeting",
                     *               "prompt": "Greet {{customer_name}} and remind them of {{appointment_time}}."
                     *             }
                     *           },
                     *           {
                     *             "id": "goodbye",
                     *             "type": "endCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 200
                     *             },
                     *             "data": {
                     *               "name": "Goodbye",
                     *               "prompt": "Thank them and end the call."
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "id": "start-goodbye",
                     *             "source": "start",
                     *             "target": "goodbye",
                     *             "data": {
                     *               "label": "reminded",
                     *               "condition": "The customer knows about the appointment."
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "current_definition_id": 24,
                     *       "version_number": 4,
                     *       "version_status": "draft",
                     *       "template_context_variables": {
                     *         "customer_name": "Ada",
                     *         "appointment_time": "Tuesday at ten"
                     *       },
                     *       "workflow_configurations": {
                     *         "max_call_duration_seconds": 600
                     *       },
                     *       "call_disposition_codes": {
                     *         "disposition_codes": [
                     *           "confirmed",
                     *           "rescheduled",
                     *           "wrong_number"
                     *         ]
                     *       },
                     *       "total_runs": 1284
                     *     }
                     */
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["QuotaReached"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    duplicateWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The workflow's id.
                 * @example 7
                 */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new workflow. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 8,
                     *       "workflow_uuid": "7b1d3c52-6a9e-4f0b-8c1d-2e3f4a5b6c7d",
                     *       "name": "Appointment reminder (copy)",
                     *       "status": "active",
                     *       "created_at": "2026-01-05T08:00:00.000Z",
                     *       "workflow_definition": {
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "startCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 0
                     *             },
                     *             "data": {
                     *               "name": "Greeting",
                     *               "prompt": "Greet {{customer_name}} and remind them of {{appointment_time}}."
                     *             }
                     *           },
                     *           {
                     *             "id": "goodbye",
                     *             "type": "endCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 200
                     *             },
                     *             "data": {
                     *               "name": "Goodbye",
                     *               "prompt": "Thank them and end the call."
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "id": "start-goodbye",
                     *             "source": "start",
                     *             "target": "goodbye",
                     *             "data": {
                     *               "label": "reminded",
                     *               "condition": "The customer knows about the appointment."
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "current_definition_id": 25,
                     *       "version_number": 1,
                     *       "version_status": "draft",
                     *       "template_context_variables": {
                     *         "customer_name": "Ada",
                     *         "appointment_time": "Tuesday at ten"
                     *       },
                     *       "workflow_configurations": {
                     *         "max_call_duration_seconds": 600
                     *       },
                     *       "call_disposition_codes": {
                     *         "disposition_codes": []
                     *       },
                     *       "total_runs": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["QuotaReached"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkflowVersions: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has at the most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before; absent for the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The workflow's id.
                 * @example 7
                 */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of versions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 21,
                     *           "workflow_id": 7,
                     *           "version_number": 3,
                     *           "version_status": "draft",
                     *           "created_at": "2026-01-04T10:00:00.000Z",
                     *           "created_by": 2,
                     *           "published_at": null
                     *         },
                     *         {
                     *           "id": 15,
                     *           "workflow_id": 7,
                     *           "version_number": 2,
                     *           "version_status": "published",
                     *           "created_at": "2026-01-03T09:30:00.000Z",
                     *           "created_by": 2,
                     *           "published_at": "2026-01-03T09:45:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowVersionPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkflowVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workflow's id.
                 * @example 7
                 */
                workflow_id: components["parameters"]["WorkflowId"];
                /**
                 * @description The version's number within the workflow.
                 * @example 2
                 */
                version_number: components["parameters"]["VersionNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 15,
                     *       "workflow_id": 7,
                     *       "version_number": 2,
                     *       "version_status": "published",
                     *       "created_at": "2026-01-03T09:30:00.000Z",
                     *       "created_by": 2,
                     *       "published_at": "2026-01-03T09:45:00.000Z",
                     *       "workflow_definition": {
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "startCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 0
                     *             },
                     *             "data": {
                     *               "name": "Greeting",
                     *               "prompt": "Greet {{customer_name}} and remind them of {{appointment_time}}."
                     *             }
                     *           },
                     *           {
                     *             "id": "goodbye",
                     *             "type": "endCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 200
                     *             },
                     *             "data": {
                     *               "name": "Goodbye",
                     *               "prompt": "Thank them and end the call."
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "id": "start-goodbye",
                     *             "source": "start",
                     *             "target": "goodbye",
                     *             "data": {
                     *               "label": "reminded",
                     *               "condition": "The customer knows about the appointment."
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowVersion"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkflowRuns: {
        parameters: {
            query?: {
                /**
                 * @description Only runs of this campaign; none if the organization has no such campaign.
                 * @example 5
                 */
                campaign_id?: components["parameters"]["CampaignIs"];
                /**
                 * @description Only runs of this kind.
                 * @example campaign
                 */
                mode?: components["parameters"]["ModeIs"];
                /**
                 * @description Only runs in this state.
                 * @example completed
                 */
                state?: components["parameters"]["StateIs"];
                /**
                 * @description Only runs that ended like this.
                 * @example completed
                 */
                outcome?: components["parameters"]["OutcomeIs"];
                /**
                 * @description Only what was created at this time or later. RFC 3339.
                 * @example 2026-01-05T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only what was created before this time. RFC 3339.
                 * @example 2026-02-01T00:00:00.000Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description How many items a page has at the most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before; absent for the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The workflow's id.
                 * @example 7
                 */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 4711,
                     *           "workflow_id": 7,
                     *           "definition_id": 15,
                     *           "version_number": 2,
                     *           "name": "Reminder for Ada",
                     *           "mode": "ad_hoc",
                     *           "state": "completed",
                     *           "outcome": "completed",
                     *           "call_disposition": "confirmed",
                     *           "to_number": "+12025550123",
                     *           "from_number": "+12025550100",
                     *           "telephony_configuration_id": 1,
                     *           "campaign_id": null,
                     *           "contact_id": null,
                     *           "recording_url": "https://recordings.example.com/4711.mp3",
                     *           "created_at": "2026-01-05T10:00:00.000Z",
                     *           "started_at": "2026-01-05T10:00:04.120Z",
                     *           "ended_at": "2026-01-05T10:01:10.480Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowRunPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTestRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The workflow's id.
                 * @example 7
                 */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTestRunRequest"];
            };
        };
        responses: {
            /** @description The run. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 4712,
                     *       "workflow_id": 7,
                     *       "definition_id": 15,
                     *       "version_number": 2,
                     *       "name": "Ada declines",
                     *       "mode": "test",
                     *       "state": "initialized",
                     *       "outcome": null,
                     *       "call_disposition": null,
                     *       "to_number": null,
                     *       "from_number": null,
                     *       "telephony_configuration_id": null,
                     *       "campaign_id": null,
                     *       "contact_id": null,
                     *       "recording_url": null,
                     *       "created_at": "2026-01-05T10:00:00.000Z",
                     *       "started_at": null,
                     *       "ended_at": null,
                     *       "initial_context": {
                     *         "customer_name": "Ada"
                     *       },
                     *       "gathered_context": {},
                     *       "transcript": null,
                     *       "analysis": null,
                     *       "usage": null
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowRun"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The workflow is archived (`workflow_archived`), or the Idempotency-Key was used for another request (`idempotency_key_reused`) or is that of a request still at work (`idempotency_in_progress`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkflowRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workflow's id.
                 * @example 7
                 */
                workflow_id: components["parameters"]["WorkflowId"];
                /**
                 * @description The run's id.
                 * @example 4711
                 */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 4711,
                     *       "workflow_id": 7,
                     *       "definition_id": 15,
                     *       "version_number": 2,
                     *       "name": "Reminder for Ada",
                     *       "mode": "ad_hoc",
                     *       "state": "completed",
                     *       "outcome": "completed",
                     *       "call_disposition": "confirmed",
                     *       "to_number": "+12025550123",
                     *       "from_number": "+12025550100",
                     *       "telephony_configuration_id": 1,
                     *       "campaign_id": null,
                     *       "contact_id": null,
                     *       "recording_url": "https://recordings.example.com/4711.mp3",
                     *       "created_at": "2026-01-05T10:00:00.000Z",
                     *       "started_at": "2026-01-05T10:00:04.120Z",
                     *       "ended_at": "2026-01-05T10:01:10.480Z",
                     *       "initial_context": {
                     *         "customer_name": "Ada",
                     *         "appointment_time": "Tuesday at ten"
                     *       },
                     *       "gathered_context": {
                     *         "confirmed": true,
                     *         "consent_given": true,
                     *         "consent_ts": "2026-01-05T10:00:09.250Z"
                     *       },
                     *       "transcript": [
                     *         {
                     *           "role": "agent",
                     *           "text": "Good morning, am I speaking with Ada?",
                     *           "at": "2026-01-05T10:00:05.000Z"
                     *         },
                     *         {
                     *           "role": "caller",
                     *           "text": "Yes, speaking.",
                     *           "at": "2026-01-05T10:00:07.500Z"
                     *         }
                     *       ],
                     *       "analysis": {
                     *         "call_summary": "Ada confirmed the appointment on Tuesday at ten.",
                     *         "call_successful": true,
                     *         "in_voicemail": false,
                     *         "disposition": "confirmed",
                     *         "custom": {},
                     *         "source": "agent"
                     *       },
                     *       "usage": {
                     *         "call_duration_seconds": 66,
                     *         "llm_tokens": 1840
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowRun"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitRunResult: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The workflow's id.
                 * @example 7
                 */
                workflow_id: components["parameters"]["WorkflowId"];
                /**
                 * @description The run's id.
                 * @example 4711
                 */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitRunResultRequest"];
            };
        };
        responses: {
            /** @description The run with its result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 4711,
                     *       "workflow_id": 7,
                     *       "definition_id": 15,
                     *       "version_number": 2,
                     *       "name": "Reminder for Ada",
                     *       "mode": "ad_hoc",
                     *       "state": "completed",
                     *       "outcome": "completed",
                     *       "call_disposition": "confirmed",
                     *       "to_number": "+12025550123",
                     *       "from_number": "+12025550100",
                     *       "telephony_configuration_id": 1,
                     *       "campaign_id": null,
                     *       "contact_id": null,
                     *       "recording_url": "https://recordings.example.com/4711.mp3",
                     *       "created_at": "2026-01-05T10:00:00.000Z",
                     *       "started_at": "2026-01-05T10:00:04.120Z",
                     *       "ended_at": "2026-01-05T10:01:10.480Z",
                     *       "initial_context": {
                     *         "customer_name": "Ada",
                     *         "appointment_time": "Tuesday at ten"
                     *       },
                     *       "gathered_context": {
                     *         "confirmed": true,
                     *         "consent_given": true,
                     *         "consent_ts": "2026-01-05T10:00:09.250Z"
                     *       },
                     *       "transcript": [
                     *         {
                     *           "role": "agent",
                     *           "text": "Good morning, am I speaking with Ada?",
                     *           "at": "2026-01-05T10:00:05.000Z"
                     *         },
                     *         {
                     *           "role": "caller",
                     *           "text": "Yes, speaking.",
                     *           "at": "2026-01-05T10:00:07.500Z"
                     *         }
                     *       ],
                     *       "analysis": {
                     *         "call_summary": "Ada confirmed the appointment on Tuesday at ten.",
                     *         "call_successful": true,
                     *         "in_voicemail": false,
                     *         "disposition": "confirmed",
                     *         "custom": {},
                     *         "source": "agent"
                     *       },
                     *       "usage": {
                     *         "call_duration_seconds": 66,
                     *         "llm_tokens": 1840
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowRun"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The run's `gathered_context` would be larger than 1 MiB (`gathered_context_too_large`), or the Idempotency-Key was used for another request (`idempotency_key_reused`) or is that of a request still at work (`idempotency_in_progress`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    markRunConsent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The workflow's id.
                 * @example 7
                 */
                workflow_id: components["parameters"]["WorkflowId"];
                /**
                 * @description The run's id.
                 * @example 4711
                 */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "consent_given": true
                 *     }
                 */
                "application/json": components["schemas"]["MarkRunConsentRequest"];
            };
        };
        responses: {
            /** @description The run as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 4711,
                     *       "workflow_id": 7,
                     *       "definition_id": 15,
                     *       "version_number": 2,
                     *       "name": "Reminder for Ada",
                     *       "mode": "ad_hoc",
                     *       "state": "completed",
                     *       "outcome": "completed",
                     *       "call_disposition": "confirmed",
                     *       "to_number": "+12025550123",
                     *       "from_number": "+12025550100",
                     *       "telephony_configuration_id": 1,
                     *       "campaign_id": null,
                     *       "contact_id": null,
                     *       "recording_url": "https://recordings.example.com/4711.mp3",
                     *       "created_at": "2026-01-05T10:00:00.000Z",
                     *       "started_at": "2026-01-05T10:00:04.120Z",
                     *       "ended_at": "2026-01-05T10:01:10.480Z",
                     *       "initial_context": {
                     *         "customer_name": "Ada",
                     *         "appointment_time": "Tuesday at ten"
                     *       },
                     *       "gathered_context": {
                     *         "confirmed": true,
                     *         "consent_given": true,
                     *         "consent_ts": "2026-01-05T10:00:09.250Z"
                     *       },
                     *       "transcript": [
                     *         {
                     *           "role": "agent",
                     *           "text": "Good morning, am I speaking with Ada?",
                     *           "at": "2026-01-05T10:00:05.000Z"
                     *         },
                     *         {
                     *           "role": "caller",
                     *           "text": "Yes, speaking.",
                     *           "at": "2026-01-05T10:00:07.500Z"
                     *         }
                     *       ],
                     *       "analysis": {
                     *         "call_summary": "Ada confirmed the appointment on Tuesday at ten.",
                     *         "call_successful": true,
                     *         "in_voicemail": false,
                     *         "disposition": "confirmed",
                     *         "custom": {},
                     *         "source": "agent"
                     *       },
                     *       "usage": {
                     *         "call_duration_seconds": 66,
                     *         "llm_tokens": 1840
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowRun"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SessionRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /**
                 * @description Only runs of this workflow; none if the organization has no such workflow.
                 * @example 7
                 */
                workflow_id?: components["parameters"]["WorkflowIs"];
                /**
                 * @description Only runs of this campaign; none if the organization has no such campaign.
                 * @example 5
                 */
                campaign_id?: components["parameters"]["CampaignIs"];
                /**
                 * @description Only runs of this kind.
                 * @example campaign
                 */
                mode?: components["parameters"]["ModeIs"];
                /**
                 * @description Only runs in this state.
                 * @example completed
                 */
                state?: components["parameters"]["StateIs"];
                /**
                 * @description Only runs that ended like this.
                 * @example completed
                 */
                outcome?: components["parameters"]["OutcomeIs"];
                /**
                 * @description Only what was created at this time or later. RFC 3339.
                 * @example 2026-01-05T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only what was created before this time. RFC 3339.
                 * @example 2026-02-01T00:00:00.000Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description How many items a page has at the most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before; absent for the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 4711,
                     *           "workflow_id": 7,
                     *           "definition_id": 15,
                     *           "version_number": 2,
                     *           "name": "Reminder for Ada",
                     *           "mode": "ad_hoc",
                     *           "state": "completed",
                     *           "outcome": "completed",
                     *           "call_disposition": "confirmed",
                     *           "to_number": "+12025550123",
                     *           "from_number": "+12025550100",
                     *           "telephony_configuration_id": 1,
                     *           "campaign_id": null,
                     *           "contact_id": null,
                     *           "recording_url": "https://recordings.example.com/4711.mp3",
                     *           "created_at": "2026-01-05T10:00:00.000Z",
                     *           "started_at": "2026-01-05T10:00:04.120Z",
                     *           "ended_at": "2026-01-05T10:01:10.480Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowRunPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                /**
                 * @description Only campaigns in this state.
                 * @example paused
                 */
                state?: "created" | "running" | "paused" | "completed" | "canceled";
                /**
                 * @description Only campaigns of this workflow; none if the organization has no such workflow.
                 * @example 7
                 */
                workflow_id?: components["schemas"]["Id"];
                /**
                 * @description How many items a page has at the most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before; absent for the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of campaigns. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 5,
                     *           "name": "Spring renewals",
                     *           "workflow_id": 7,
                     *           "workflow_name": "Appointment reminder",
                     *           "state": "paused",
                     *           "source_type": "csv",
                     *           "source_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *           "total_rows": 250,
                     *           "processed_rows": 96,
                     *           "failed_rows": 41,
                     *           "created_at": "2026-01-02T03:04:05.678Z",
                     *           "started_at": "2026-01-05T09:00:00.000Z",
                     *           "completed_at": null,
                     *           "retry_config": {
                     *             "enabled": true,
                     *             "max_retries": 2,
                     *             "retry_delay_seconds": 120,
                     *             "retry_on_busy": true,
                     *             "retry_on_no_answer": true,
                     *             "retry_on_voicemail": true
                     *           },
                     *           "max_concurrency": 10,
                     *           "schedule_config": {
                     *             "enabled": true,
                     *             "timezone": "America/New_York",
                     *             "slots": [
                     *               {
                     *                 "day_of_week": 0,
                     *                 "start_time": "09:00",
                     *                 "end_time": "17:30"
                     *               }
                     *             ]
                     *           },
                     *           "circuit_breaker": {
                     *             "enabled": true,
                     *             "failure_threshold": 0.5,
                     *             "window_seconds": 120,
                     *             "min_calls_in_window": 5
                     *           },
                     *           "executed_count": 118,
                     *           "total_queued_count": 279,
                     *           "parent_campaign_id": null,
                     *           "redialed_campaign_id": null,
                     *           "telephony_configuration_id": 3,
                     *           "telephony_configuration_name": "Twilio US",
                     *           "logs": [
                     *             {
                     *               "ts": "2026-01-05T09:00:00.000Z",
                     *               "level": "info",
                     *               "event": "campaign_started",
                     *               "message": "The campaign was started.",
                     *               "details": {
                     *                 "by": {
                     *                   "user_id": 2
                     *                 }
                     *               }
                     *             },
                     *             {
                     *               "ts": "2026-01-05T09:42:10.120Z",
                     *               "level": "error",
                     *               "event": "circuit_breaker_tripped",
                     *               "message": "6 of the last 10 calls failed, so the campaign was paused.",
                     *               "details": {
                     *                 "failure_rate": 0.6,
                     *                 "failure_count": 6,
                     *                 "success_count": 4,
                     *                 "threshold": 0.5,
                     *                 "window_seconds": 120
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCampaignRequest"];
            };
        };
        responses: {
            /** @description The campaign. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 5,
                     *       "name": "Spring renewals",
                     *       "workflow_id": 7,
                     *       "workflow_name": "Appointment reminder",
                     *       "state": "created",
                     *       "source_type": "csv",
                     *       "source_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *       "total_rows": 250,
                     *       "processed_rows": 0,
                     *       "failed_rows": 0,
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "retry_config": {
                     *         "enabled": true,
                     *         "max_retries": 2,
                     *         "retry_delay_seconds": 120,
                     *         "retry_on_busy": true,
                     *         "retry_on_no_answer": true,
                     *         "retry_on_voicemail": true
                     *       },
                     *       "max_concurrency": 10,
                     *       "schedule_config": {
                     *         "enabled": true,
                     *         "timezone": "America/New_York",
                     *         "slots": [
                     *           {
                     *             "day_of_week": 0,
                     *             "start_time": "09:00",
                     *             "end_time": "17:30"
                     *           }
                     *         ]
                     *       },
                     *       "circuit_breaker": {
                     *         "enabled": true,
                     *         "failure_threshold": 0.5,
                     *         "window_seconds": 120,
                     *         "min_calls_in_window": 5
                     *       },
                     *       "executed_count": 0,
                     *       "total_queued_count": 0,
                     *       "parent_campaign_id": null,
                     *       "redialed_campaign_id": null,
                     *       "telephony_configuration_id": 3,
                     *       "telephony_configuration_name": "Twilio US",
                     *       "logs": [
                     *         {
                     *           "ts": "2026-01-02T03:04:05.678Z",
                     *           "level": "info",
                     *           "event": "campaign_created",
                     *           "message": "The campaign was created.",
                     *           "details": {
                     *             "by": {
                     *               "user_id": 2
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            /** @description The organization has no such workflow, source or telephony configuration; `detail` says which. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The workflow is archived (`workflow_archived`) or has no published version (`workflow_not_published`), no telephony configuration is named and none is the default (`no_default_telephony_configuration`), the organization's unfinished campaigns would have more contacts than it may (`quota_reached`, with `quota` and `limit`), or the Idempotency-Key was used for another request (`idempotency_key_reused`) or is that of a request still at work (`idempotency_in_progress`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCampaignSource: {
        parameters: {
            query?: {
                /**
                 * @description Whether rows at fault make the whole file be refused, or are left out.
                 * @example skip
                 */
                on_invalid?: "refuse" | "skip";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example phone_number,first_name,timezone
                 *     +1 (202) 555-0123,Ada,America/New_York
                 *     +44 20 7946 0958,Ben,Europe/London
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description The source. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "source_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *       "total_rows": 249,
                     *       "columns": [
                     *         "phone_number",
                     *         "first_name",
                     *         "timezone"
                     *       ],
                     *       "rejected_rows": 1,
                     *       "rejected": [
                     *         {
                     *           "row": 17,
                     *           "reason": "It is the number of row 3 again."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignSource"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            /** @description The organization has as many sources as it may, or as many bytes of them (`quota_reached`); `quota` is the member of `getOrganizationLimits` that says so, `limit` its value. The upload is refused when its rows pass the limit, and nothing is kept of it. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The file is refused, with up to 100 faults; nothing is kept of it. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "body",
                     *             "17",
                     *             "phone_number"
                     *           ],
                     *           "msg": "It is the number of row 3 again.",
                     *           "type": "value_error",
                     *           "input": "+12025550123",
                     *           "ctx": {}
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The session, `Bearer <token>`. Optional where an API key is sent, which decides. */
                authorization?: components["parameters"]["Authorization"];
                /** @description The organization's API key. Optional where a session is sent. */
                "X-API-Key"?: components["parameters"]["ApiKey"];
            };
            path: {
                /**
                 * @description The campaign's id.
                 * @example 5
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 5,
                     *       "name": "Spring renewals",
                     *       "workflow_id": 7,
                     *       "workflow_name": "Appointment reminder",
                     *       "state": "paused",
                     *       "source_type": "csv",
                     *       "source_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *       "total_rows": 250,
                     *       "processed_rows": 96,
                     *       "failed_rows": 41,
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "started_at": "2026-01-05T09:00:00.000Z",
                     *       "completed_at": null,
                     *       "retry_config": {
                     *         "enabled": true,
                     *         "max_retries": 2,
                     *         "retry_delay_seconds": 120,
                     *         "retry_on_busy": true,
                     *         "retry_on_no_answer": true,
                     *         "retry_on_voicemail": true
                     *       },
                     *       "max_concurrency": 10,
                     *       "schedule_config": {
                     *         "enabled": true,
                     *         "timezone": "America/New_York",
                     *         "slots": [
                     *           {
                     *             "day_of_week": 0,
                     *             "start_time": "09:00",
                     *             "end_time": "17:30"
                     *           }
                     *         ]
                     *       },
                     *       "circuit_breaker": {
                     *         "enabled": true,
                     *         "failure_threshold": 0.5,
                     *         "window_seconds": 120,
                     *         "min_calls_in_window": 5
                     *       },
                     *       "executed_count": 118,
                     *       "total_queued_count": 279,
                     *       "parent_campaign_id": null,
                     *       "redialed_campaign_id": null,
                     *       "telephony_configuration_id": 3,
                     *       "telephony_configuration_name": "Twilio US",
                     *       "logs": [
                     *         {
                     *           "ts": "2026-01-05T09:00:00.000Z",
                     *           "level": "info",
                     *           "event": "campaign_started",
                     *           "message": "The campaign was started.",
                     *           "details": {
                     *             "by": {
                     *               "user_id": 2
                     *             }
                     *           }
                     *         },
                     *         {
                     *           "ts": "2026-01-05T09:42:10.120Z",
                     *           "level": "error",
                     *           "event": "circuit_breaker_tripped",
                     *           "message": "6 of the last 10 calls failed, so the campaign was paused.",
                     *           "details": {
                     *             "failure_rate": 0.6,
                     *             "failure_count": 6,
                     *             "success_count": 4,
                     *             "threshold": 0.5,
                     *             "window_seconds": 120
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The campaign's id.
                 * @example 5
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCampaignRequest"];
            };
        };
        responses: {
            /** @description The campaign as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 5,
                     *       "name": "Spring renewals",
                     *       "workflow_id": 7,
                     *       "workflow_name": "Appointment reminder",
                     *       "state": "paused",
                     *       "source_type": "csv",
                     *       "source_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *       "total_rows": 250,
                     *       "processed_rows": 96,
                     *       "failed_rows": 41,
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "started_at": "2026-01-05T09:00:00.000Z",
                     *       "completed_at": null,
                     *       "retry_config": {
                     *         "enabled": true,
                     *         "max_retries": 2,
                     *         "retry_delay_seconds": 120,
                     *         "retry_on_busy": true,
                     *         "retry_on_no_answer": true,
                     *         "retry_on_voicemail": true
                     *       },
                     *       "max_concurrency": 10,
                     *       "schedule_config": {
                     *         "enabled": true,
                     *         "timezone": "America/New_York",
                     *         "slots": [
                     *           {
                     *             "day_of_week": 0,
                     *             "start_time": "09:00",
                     *             "end_time": "17:30"
                     *           }
                     *         ]
                     *       },
                     *       "circuit_breaker": {
                     *         "enabled": true,
                     *         "failure_threshold": 0.5,
                     *         "window_seconds": 120,
                     *         "min_calls_in_window": 5
                     *       },
                     *       "executed_count": 118,
                     *       "total_queued_count": 279,
                     *       "parent_campaign_id": null,
                     *       "redialed_campaign_id": null,
                     *       "telephony_configuration_id": 3,
                     *       "telephony_configuration_name": "Twilio US",
                     *       "logs": [
                     *         {
                     *           "ts": "2026-01-05T09:00:00.000Z",
                     *           "level": "info",
                     *           "event": "campaign_started",
                     *           "message": "The campaign was started.",
                     *           "details": {
                     *             "by": {
                     *               "user_id": 2
                     *             }
                     *           }
                     *         },
                     *         {
                     *           "ts": "2026-01-05T09:42:10.120Z",
                     *           "level": "error",
                     *           "event": "circuit_breaker_tripped",
                     *           "message": "6 of the last 10 calls failed, so the campaign was paused.",
                     *           "details": {
                     *             "failure_rate": 0.6,
                     *             "failure_count": 6,
                     *             "success_count": 4,
                     *             "threshold": 0.5,
                     *             "window_seconds": 120
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The campaign is completed or canceled (`campaign_not_updatable`); nothing was changed. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The campaign's id.
                 * @example 5
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 5,
                     *       "name": "Spring renewals",
                     *       "workflow_id": 7,
                     *       "workflow_name": "Appointment reminder",
                     *       "state": "running",
                     *       "source_type": "csv",
                     *       "source_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *       "total_rows": 250,
                     *       "processed_rows": 0,
                     *       "failed_rows": 0,
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "started_at": "2026-01-05T09:00:00.000Z",
                     *       "completed_at": null,
                     *       "retry_config": {
                     *         "enabled": true,
                     *         "max_retries": 2,
                     *         "retry_delay_seconds": 120,
                     *         "retry_on_busy": true,
                     *         "retry_on_no_answer": true,
                     *         "retry_on_voicemail": true
                     *       },
                     *       "max_concurrency": 10,
                     *       "schedule_config": {
                     *         "enabled": false,
                     *         "timezone": "UTC",
                     *         "slots": []
                     *       },
                     *       "circuit_breaker": {
                     *         "enabled": true,
                     *         "failure_threshold": 0.5,
                     *         "window_seconds": 120,
                     *         "min_calls_in_window": 5
                     *       },
                     *       "executed_count": 0,
                     *       "total_queued_count": 250,
                     *       "parent_campaign_id": null,
                     *       "redialed_campaign_id": null,
                     *       "telephony_configuration_id": 3,
                     *       "telephony_configuration_name": "Twilio US",
                     *       "logs": [
                     *         {
                     *           "ts": "2026-01-05T09:00:00.000Z",
                     *           "level": "info",
                     *           "event": "campaign_started",
                     *           "message": "The campaign was started.",
                     *           "details": {
                     *             "by": {
                     *               "user_id": 1
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApprovalRequired"];
            404: components["responses"]["NotFound"];
            /**
             * @description `campaign_not_startable`: it was started before; `state` says what it is now.
             *     `workflow_not_published`, `workflow_archived`: there is nothing to call with.
             *     `telephony_configuration_missing`: the configuration it was made with is gone.
             *     `idempotency_key_reused`, `idempotency_in_progress`: the key belongs to another request, or to one under way.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The campaign's id.
                 * @example 5
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 5,
                     *       "name": "Spring renewals",
                     *       "workflow_id": 7,
                     *       "workflow_name": "Appointment reminder",
                     *       "state": "paused",
                     *       "source_type": "csv",
                     *       "source_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *       "total_rows": 250,
                     *       "processed_rows": 0,
                     *       "failed_rows": 0,
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "started_at": "2026-01-05T09:00:00.000Z",
                     *       "completed_at": null,
                     *       "retry_config": {
                     *         "enabled": true,
                     *         "max_retries": 2,
                     *         "retry_delay_seconds": 120,
                     *         "retry_on_busy": true,
                     *         "retry_on_no_answer": true,
                     *         "retry_on_voicemail": true
                     *       },
                     *       "max_concurrency": 10,
                     *       "schedule_config": {
                     *         "enabled": false,
                     *         "timezone": "UTC",
                     *         "slots": []
                     *       },
                     *       "circuit_breaker": {
                     *         "enabled": true,
                     *         "failure_threshold": 0.5,
                     *         "window_seconds": 120,
                     *         "min_calls_in_window": 5
                     *       },
                     *       "executed_count": 0,
                     *       "total_queued_count": 250,
                     *       "parent_campaign_id": null,
                     *       "redialed_campaign_id": null,
                     *       "telephony_configuration_id": 3,
                     *       "telephony_configuration_name": "Twilio US",
                     *       "logs": [
                     *         {
                     *           "ts": "2026-01-05T09:00:00.000Z",
                     *           "level": "info",
                     *           "event": "campaign_paused",
                     *           "message": "The campaign was paused.",
                     *           "details": {
                     *             "by": {
                     *               "user_id": 1
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /**
             * @description `campaign_not_pausable`: it does not run; `state` says what it is.
             *     `idempotency_key_reused`, `idempotency_in_progress`: the key belongs to another request, or to one under way.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The campaign's id.
                 * @example 5
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 5,
                     *       "name": "Spring renewals",
                     *       "workflow_id": 7,
                     *       "workflow_name": "Appointment reminder",
                     *       "state": "running",
                     *       "source_type": "csv",
                     *       "source_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *       "total_rows": 250,
                     *       "processed_rows": 0,
                     *       "failed_rows": 0,
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "started_at": "2026-01-05T09:00:00.000Z",
                     *       "completed_at": null,
                     *       "retry_config": {
                     *         "enabled": true,
                     *         "max_retries": 2,
                     *         "retry_delay_seconds": 120,
                     *         "retry_on_busy": true,
                     *         "retry_on_no_answer": true,
                     *         "retry_on_voicemail": true
                     *       },
                     *       "max_concurrency": 10,
                     *       "schedule_config": {
                     *         "enabled": false,
                     *         "timezone": "UTC",
                     *         "slots": []
                     *       },
                     *       "circuit_breaker": {
                     *         "enabled": true,
                     *         "failure_threshold": 0.5,
                     *         "window_seconds": 120,
                     *         "min_calls_in_window": 5
                     *       },
                     *       "executed_count": 0,
                     *       "total_queued_count": 250,
                     *       "parent_campaign_id": null,
                     *       "redialed_campaign_id": null,
                     *       "telephony_configuration_id": 3,
                     *       "telephony_configuration_name": "Twilio US",
                     *       "logs": [
                     *         {
                     *           "ts": "2026-01-05T09:00:00.000Z",
                     *           "level": "info",
                     *           "event": "campaign_resumed",
                     *           "message": "The campaign was resumed.",
                     *           "details": {
                     *             "by": {
                     *               "user_id": 1
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApprovalRequired"];
            404: components["responses"]["NotFound"];
            /**
             * @description `campaign_not_resumable`: it is not paused; `state` says what it is.
             *     `workflow_not_published`, `workflow_archived`: there is nothing to call with.
             *     `telephony_configuration_missing`: the configuration it was made with is gone.
             *     `idempotency_key_reused`, `idempotency_in_progress`: the key belongs to another request, or to one under way.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The campaign's id.
                 * @example 5
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 5,
                     *       "name": "Spring renewals",
                     *       "workflow_id": 7,
                     *       "workflow_name": "Appointment reminder",
                     *       "state": "canceled",
                     *       "source_type": "csv",
                     *       "source_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *       "total_rows": 250,
                     *       "processed_rows": 250,
                     *       "failed_rows": 0,
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "started_at": "2026-01-05T09:00:00.000Z",
                     *       "completed_at": null,
                     *       "retry_config": {
                     *         "enabled": true,
                     *         "max_retries": 2,
                     *         "retry_delay_seconds": 120,
                     *         "retry_on_busy": true,
                     *         "retry_on_no_answer": true,
                     *         "retry_on_voicemail": true
                     *       },
                     *       "max_concurrency": 10,
                     *       "schedule_config": {
                     *         "enabled": false,
                     *         "timezone": "UTC",
                     *         "slots": []
                     *       },
                     *       "circuit_breaker": {
                     *         "enabled": true,
                     *         "failure_threshold": 0.5,
                     *         "window_seconds": 120,
                     *         "min_calls_in_window": 5
                     *       },
                     *       "executed_count": 0,
                     *       "total_queued_count": 250,
                     *       "parent_campaign_id": null,
                     *       "redialed_campaign_id": null,
                     *       "telephony_configuration_id": 3,
                     *       "telephony_configuration_name": "Twilio US",
                     *       "logs": [
                     *         {
                     *           "ts": "2026-01-05T09:00:00.000Z",
                     *           "level": "info",
                     *           "event": "campaign_canceled",
                     *           "message": "The campaign was canceled.",
                     *           "details": {
                     *             "by": {
                     *               "user_id": 1
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /**
             * @description `campaign_not_cancelable`: it is over already; `state` says how.
             *     `idempotency_key_reused`, `idempotency_in_progress`: the key belongs to another request, or to one under way.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redialCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The campaign's id.
                 * @example 5
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outcomes": [
                 *         "busy",
                 *         "no_answer"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RedialCampaignRequest"];
            };
        };
        responses: {
            /** @description The new campaign. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 6,
                     *       "name": "Spring renewals",
                     *       "workflow_id": 7,
                     *       "workflow_name": "Appointment reminder",
                     *       "state": "created",
                     *       "source_type": "csv",
                     *       "source_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                     *       "total_rows": 250,
                     *       "processed_rows": 0,
                     *       "failed_rows": 0,
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "retry_config": {
                     *         "enabled": true,
                     *         "max_retries": 2,
                     *         "retry_delay_seconds": 120,
                     *         "retry_on_busy": true,
                     *         "retry_on_no_answer": true,
                     *         "retry_on_voicemail": true
                     *       },
                     *       "max_concurrency": 10,
                     *       "schedule_config": {
                     *         "enabled": false,
                     *         "timezone": "UTC",
                     *         "slots": []
                     *       },
                     *       "circuit_breaker": {
                     *         "enabled": true,
                     *         "failure_threshold": 0.5,
                     *         "window_seconds": 120,
                     *         "min_calls_in_window": 5
                     *       },
                     *       "executed_count": 0,
                     *       "total_queued_count": 0,
                     *       "parent_campaign_id": 5,
                     *       "redialed_campaign_id": null,
                     *       "telephony_configuration_id": 3,
                     *       "telephony_configuration_name": "Twilio US",
                     *       "logs": [
                     *         {
                     *           "ts": "2026-01-05T09:00:00.000Z",
                     *           "level": "info",
                     *           "event": "campaign_created",
                     *           "message": "The campaign was made to redial campaign 5.",
                     *           "details": {
                     *             "by": {
                     *               "user_id": 1
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /**
             * @description `campaign_not_redialable`: it is not over; `state` says what it is.
             *     `campaign_already_redialed`: `redialed_campaign_id` is the campaign that did.
             *     `nothing_to_redial`: no contact's last call had any of these outcomes.
             *     `quota_reached`: `quota` is the member of `getOrganizationLimits` that allows no more, `limit` its value.
             *     `idempotency_key_reused`, `idempotency_in_progress`: the key belongs to another request, or to one under way.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The campaign's id.
                 * @example 5
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The preview. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "campaign_id": 5,
                     *       "state": "paused",
                     *       "callable_now": 120,
                     *       "held": {
                     *         "outside_schedule": 30,
                     *         "retry_waiting": 9,
                     *         "do_not_call": 1
                     *       },
                     *       "next_call_at": "2026-01-05T09:12:00.000Z",
                     *       "at": "2026-01-05T09:12:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignPreview"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCampaignProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The campaign's id.
                 * @example 5
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The progress at this moment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "campaign_id": 5,
                     *       "state": "running",
                     *       "total_rows": 250,
                     *       "contacts": {
                     *         "pending": 140,
                     *         "waiting": 9,
                     *         "dialing": 10,
                     *         "done": 88,
                     *         "skipped": 3
                     *       },
                     *       "outcomes": {
                     *         "completed": 61,
                     *         "busy": 9,
                     *         "no_answer": 12,
                     *         "voicemail": 4,
                     *         "failed": 1,
                     *         "canceled": 0,
                     *         "unknown": 1
                     *       },
                     *       "calls_under_way": 10,
                     *       "executed_count": 118,
                     *       "at": "2026-01-05T09:12:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignProgress"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamCampaignProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The campaign's id.
                 * @example 5
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1",
                     *       "event": "progress",
                     *       "data": {
                     *         "campaign_id": 5,
                     *         "state": "running",
                     *         "total_rows": 250,
                     *         "contacts": {
                     *           "pending": 140,
                     *           "waiting": 9,
                     *           "dialing": 10,
                     *           "done": 88,
                     *           "skipped": 3
                     *         },
                     *         "outcomes": {
                     *           "completed": 61,
                     *           "busy": 9,
                     *           "no_answer": 12,
                     *           "voicemail": 4,
                     *           "failed": 1,
                     *           "canceled": 0,
                     *           "unknown": 1
                     *         },
                     *         "calls_under_way": 10,
                     *         "executed_count": 118,
                     *         "at": "2026-01-05T09:12:00.000Z"
                     *       }
                     *     }
                     */
                    "text/event-stream": components["schemas"]["CampaignProgressEvent"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyStreams"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCampaignContacts: {
        parameters: {
            query?: {
                /**
                 * @description Only contacts in this state.
                 * @example done
                 */
                state?: "pending" | "waiting" | "dialing" | "done" | "skipped";
                /**
                 * @description Only contacts whose last call ended like this and that are not called again.
                 * @example busy
                 */
                outcome?: "completed" | "busy" | "no_answer" | "voicemail" | "failed" | "canceled" | "unknown";
                /**
                 * @description How many items a page has at the most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before; absent for the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The campaign's id.
                 * @example 5
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of contacts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 118,
                     *           "row_number": 17,
                     *           "phone_number": "+12025550141",
                     *           "timezone": "America/New_York",
                     *           "initial_context": {
                     *             "first_name": "Ben"
                     *           },
                     *           "state": "done",
                     *           "outcome": "busy",
                     *           "skip_reason": null,
                     *           "attempts": 3,
                     *           "due_at": null,
                     *           "updated_at": "2026-01-05T09:12:40.120Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignContactPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCampaignRuns: {
        parameters: {
            query?: {
                /**
                 * @description Only runs in this state.
                 * @example completed
                 */
                state?: components["parameters"]["StateIs"];
                /**
                 * @description Only runs that ended like this.
                 * @example completed
                 */
                outcome?: components["parameters"]["OutcomeIs"];
                /**
                 * @description Only what was created at this time or later. RFC 3339.
                 * @example 2026-01-05T00:00:00.000Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only what was created before this time. RFC 3339.
                 * @example 2026-02-01T00:00:00.000Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description How many items a page has at the most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before; absent for the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The campaign's id.
                 * @example 5
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 5120,
                     *           "workflow_id": 7,
                     *           "definition_id": 15,
                     *           "version_number": 2,
                     *           "name": "Call to +12025550141",
                     *           "mode": "campaign",
                     *           "state": "completed",
                     *           "outcome": "busy",
                     *           "call_disposition": null,
                     *           "to_number": "+12025550141",
                     *           "from_number": "+12025550100",
                     *           "telephony_configuration_id": 3,
                     *           "campaign_id": 5,
                     *           "contact_id": 118,
                     *           "recording_url": null,
                     *           "created_at": "2026-01-05T09:12:20.000Z",
                     *           "started_at": null,
                     *           "ended_at": "2026-01-05T09:12:40.120Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowRunPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCampaignReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The campaign's id.
                 * @example 5
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example run_id,row_number,phone_number,attempt,state,outcome,call_disposition,from_number,workflow_version,created_at,started_at,ended_at,duration_seconds,consent_given,consent_ts,call_summary,recording_url,initial_context.first_name
                     *     5120,17,+12025550141,3,completed,busy,,+12025550100,2,2026-01-05T09:12:20.000Z,,2026-01-05T09:12:40.120Z,,,,,,Ben
                     */
                    "text/csv": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTelephonyConfigurations: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has at the most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before; absent for the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of telephony configurations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 3,
                     *           "name": "Twilio US",
                     *           "provider": "twilio",
                     *           "is_default_outbound": true,
                     *           "credentials": {
                     *             "account_sid": "******************************7a1c",
                     *             "auth_token": "****************************e0b4"
                     *           },
                     *           "created_at": "2026-01-02T03:04:05.678Z",
                     *           "updated_at": "2026-01-05T09:30:00.000Z"
                     *         },
                     *         {
                     *           "id": 1,
                     *           "name": "Simulated network",
                     *           "provider": "simulated",
                     *           "is_default_outbound": false,
                     *           "credentials": {
                     *             "ring_ms": 50,
                     *             "talk_ms": 200
                     *           },
                     *           "created_at": "2026-01-01T00:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["TelephonyConfigurationPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTelephonyConfiguration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTelephonyConfigurationRequest"];
            };
        };
        responses: {
            /** @description The telephony configuration, with masked credentials. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "name": "Twilio US",
                     *       "provider": "twilio",
                     *       "is_default_outbound": false,
                     *       "credentials": {
                     *         "account_sid": "******************************7a1c",
                     *         "auth_token": "****************************e0b4",
                     *         "voice_url": "***************************oice"
                     *       },
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "updated_at": "2026-01-02T03:04:05.678Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TelephonyConfiguration"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            /** @description The organization has a configuration of this name already (`telephony_configuration_name_taken`), or the Idempotency-Key was used for another request (`idempotency_key_reused`, `idempotency_in_progress`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTelephonyConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The telephony configuration's id.
                 * @example 3
                 */
                config_id: components["parameters"]["ConfigId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The telephony configuration. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "name": "Twilio US",
                     *       "provider": "twilio",
                     *       "is_default_outbound": true,
                     *       "credentials": {
                     *         "account_sid": "******************************7a1c",
                     *         "auth_token": "****************************e0b4"
                     *       },
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "updated_at": "2026-01-05T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TelephonyConfiguration"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTelephonyConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The telephony configuration's id.
                 * @example 3
                 */
                config_id: components["parameters"]["ConfigId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description A campaign that is not finished uses the configuration, or a call with it is under way (`telephony_configuration_in_use`). `campaign_ids` are the campaigns, up to 100, and `live_calls` is the number of calls. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateTelephonyConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The telephony configuration's id.
                 * @example 3
                 */
                config_id: components["parameters"]["ConfigId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTelephonyConfigurationRequest"];
            };
        };
        responses: {
            /** @description The telephony configuration, with masked credentials. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "name": "Twilio US",
                     *       "provider": "twilio",
                     *       "is_default_outbound": true,
                     *       "credentials": {
                     *         "account_sid": "******************************7a1c",
                     *         "auth_token": "****************************e0b4"
                     *       },
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "updated_at": "2026-01-05T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TelephonyConfiguration"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The organization has another configuration of this name (`telephony_configuration_name_taken`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setDefaultOutboundTelephonyConfiguration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The telephony configuration's id.
                 * @example 3
                 */
                config_id: components["parameters"]["ConfigId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The telephony configuration, now the default. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "name": "Twilio US",
                     *       "provider": "twilio",
                     *       "is_default_outbound": true,
                     *       "credentials": {
                     *         "account_sid": "******************************7a1c",
                     *         "auth_token": "****************************e0b4"
                     *       },
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "updated_at": "2026-01-05T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TelephonyConfiguration"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyConflict"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    initiateCall: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": 7,
                 *       "to_number": "+1 202-555-0123",
                 *       "initial_context": {
                 *         "customer_name": "Ada"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["InitiateCallRequest"];
            };
        };
        responses: {
            /** @description Accepted. The run that is the call. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 4712,
                     *       "workflow_id": 7,
                     *       "definition_id": 15,
                     *       "version_number": 2,
                     *       "name": "Call to +12025550123",
                     *       "mode": "ad_hoc",
                     *       "state": "initialized",
                     *       "outcome": null,
                     *       "call_disposition": null,
                     *       "to_number": "+12025550123",
                     *       "from_number": "+12025550100",
                     *       "telephony_configuration_id": 1,
                     *       "campaign_id": null,
                     *       "contact_id": null,
                     *       "recording_url": null,
                     *       "created_at": "2026-01-05T10:00:00.000Z",
                     *       "started_at": null,
                     *       "ended_at": null,
                     *       "initial_context": {
                     *         "customer_name": "Ada"
                     *       },
                     *       "gathered_context": {},
                     *       "transcript": null,
                     *       "analysis": null,
                     *       "usage": null
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowRun"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApprovalRequired"];
            404: components["responses"]["NotFound"];
            /**
             * @description The call cannot be placed as things stand; `code` says why.
             *
             *     | code | why |
             *     |---|---|
             *     | number_on_do_not_call_list | the number is on the organization's do-not-call list |
             *     | no_default_telephony_configuration | none was named and there is no default |
             *     | workflow_not_published | the workflow has no published version |
             *     | workflow_archived | the workflow is archived |
             *     | idempotency_key_reused, idempotency_in_progress, idempotent_answer_too_large | the `Idempotency-Key` belongs to another request, to one in progress, or to one whose answer was too large to keep |
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            /** @description Too many requests (`too_many_requests`), or the organization has as many calls in progress as it may (`concurrent_call_limit_reached`). Nothing was done; try again after `Retry-After` seconds. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveCarrierCallback: {
        parameters: {
            query: {
                /**
                 * @description The run that the call is.
                 * @example 4712
                 */
                run_id: components["parameters"]["CallbackRunId"];
            };
            header?: never;
            path: {
                /**
                 * @description The carrier.
                 * @example simulated
                 */
                provider: components["parameters"]["Provider"];
                /**
                 * @description The telephony configuration that the call was placed with.
                 * @example 1
                 */
                config_id: components["parameters"]["CallbackConfigId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "call_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                 *       "status": "completed",
                 *       "consent": true
                 *     }
                 */
                "application/json": components["schemas"]["CarrierCallback"];
                /**
                 * @example {
                 *       "CallSid": "CA00000000000000000000000000000001",
                 *       "CallStatus": "completed"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["CarrierCallback"];
            };
        };
        responses: {
            /** @description Taken. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The signature is missing or not the carrier's (`signature_invalid`). Nothing was read. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSimulationClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "now": "2026-01-05T09:00:00.000Z",
                     *       "offset_seconds": 259200
                     *     }
                     */
                    "application/json": components["schemas"]["SimulationClock"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setSimulationClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetSimulationClockRequest"];
            };
        };
        responses: {
            /** @description The clock as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "now": "2026-01-05T09:00:00.000Z",
                     *       "offset_seconds": 259200
                     *     }
                     */
                    "application/json": components["schemas"]["SimulationClock"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTelephonyProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All telephony providers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "name": "simulated",
                     *           "title": "Simulated network",
                     *           "description": "Places no real call.",
                     *           "credentials_schema": {
                     *             "type": "object",
                     *             "additionalProperties": false,
                     *             "properties": {
                     *               "ring_ms": {
                     *                 "type": "integer",
                     *                 "minimum": 0,
                     *                 "maximum": 60000,
                     *                 "default": 50
                     *               },
                     *               "talk_ms": {
                     *                 "type": "integer",
                     *                 "minimum": 0,
                     *                 "maximum": 3600000,
                     *                 "default": 200
                     *               }
                     *             }
                     *           },
                     *           "secret_members": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TelephonyProviderList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPhoneNumbers: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has at the most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before; absent for the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The telephony configuration's id.
                 * @example 3
                 */
                config_id: components["parameters"]["ConfigId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of phone numbers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 8,
                     *           "phone_number": "+12025550199",
                     *           "label": "Main line",
                     *           "is_default_caller": true,
                     *           "created_at": "2026-01-02T03:04:05.678Z"
                     *         },
                     *         {
                     *           "id": 7,
                     *           "phone_number": "+12025550196",
                     *           "label": null,
                     *           "is_default_caller": false,
                     *           "created_at": "2026-01-01T00:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["PhoneNumberPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPhoneNumber: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The telephony configuration's id.
                 * @example 3
                 */
                config_id: components["parameters"]["ConfigId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone_number": "+1 (202) 555-0199",
                 *       "label": "Main line"
                 *     }
                 */
                "application/json": components["schemas"]["CreatePhoneNumberRequest"];
            };
        };
        responses: {
            /** @description The phone number, as it is called from. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 8,
                     *       "phone_number": "+12025550199",
                     *       "label": "Main line",
                     *       "is_default_caller": false,
                     *       "created_at": "2026-01-02T03:04:05.678Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PhoneNumber"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The configuration has this number already (`phone_number_exists`), or the Idempotency-Key was used for another request (`idempotency_key_reused`, `idempotency_in_progress`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePhoneNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The telephony configuration's id.
                 * @example 3
                 */
                config_id: components["parameters"]["ConfigId"];
                /**
                 * @description The phone number's id.
                 * @example 8
                 */
                phone_number_id: components["parameters"]["PhoneNumberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setDefaultCallerPhoneNumber: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The telephony configuration's id.
                 * @example 3
                 */
                config_id: components["parameters"]["ConfigId"];
                /**
                 * @description The phone number's id.
                 * @example 8
                 */
                phone_number_id: components["parameters"]["PhoneNumberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The phone number, now the default caller. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 8,
                     *       "phone_number": "+12025550199",
                     *       "label": "Main line",
                     *       "is_default_caller": true,
                     *       "created_at": "2026-01-02T03:04:05.678Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PhoneNumber"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyConflict"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDoNotCallNumbers: {
        parameters: {
            query?: {
                /**
                 * @description Only this number, in international form; the `+` is sent as `%2B`.
                 * @example +12025550143
                 */
                phone_number?: components["parameters"]["PhoneNumber"];
                /**
                 * @description How many items a page has at the most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before; absent for the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of numbers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 4,
                     *           "phone_number": "+12025550143",
                     *           "reason": "Asked not to be called again",
                     *           "created_at": "2026-01-02T03:04:05.678Z"
                     *         },
                     *         {
                     *           "id": 3,
                     *           "phone_number": "+41446681800",
                     *           "reason": null,
                     *           "created_at": "2026-01-01T00:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["DoNotCallPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addDoNotCallNumbers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone_numbers": [
                 *         {
                 *           "phone_number": "+1 (202) 555-0143",
                 *           "reason": "Asked not to be called again"
                 *         },
                 *         {
                 *           "phone_number": "+41 44 668 18 00"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AddDoNotCallNumbersRequest"];
            };
        };
        responses: {
            /** @description What became of the numbers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "added": 2,
                     *       "already_there": 0
                     *     }
                     */
                    "application/json": components["schemas"]["AddedDoNotCallNumbers"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeDoNotCallNumbers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone_numbers": [
                 *         "+1 (202) 555-0143",
                 *         "+12025550144"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DoNotCallNumbersRequest"];
            };
        };
        responses: {
            /** @description What became of the numbers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "removed": 1,
                     *       "not_there": 1
                     *     }
                     */
                    "application/json": components["schemas"]["RemovedDoNotCallNumbers"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkDoNotCallNumbers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone_numbers": [
                 *         "+1 (202) 555-0143",
                 *         "+12025550144"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DoNotCallNumbersRequest"];
            };
        };
        responses: {
            /** @description Each number that was sent, in the order sent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "phone_number": "+12025550143",
                     *           "is_listed": true
                     *         },
                     *         {
                     *           "phone_number": "+12025550144",
                     *           "is_listed": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CheckedDoNotCallNumbers"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has at the most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before; absent for the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of endpoints. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 3,
                     *           "url": "https://hooks.example.com/voice",
                     *           "description": "Writes calls into the CRM.",
                     *           "events": [
                     *             "call_ended",
                     *             "call_analyzed"
                     *           ],
                     *           "status": "enabled",
                     *           "disabled_reason": null,
                     *           "disabled_at": null,
                     *           "previous_secret_expires_at": null,
                     *           "created_at": "2026-01-02T03:04:05.678Z",
                     *           "updated_at": "2026-01-02T03:04:05.678Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/voice",
                 *       "description": "Writes calls into the CRM."
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The endpoint, with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "url": "https://hooks.example.com/voice",
                     *       "description": "Writes calls into the CRM.",
                     *       "events": [
                     *         "call_ended",
                     *         "call_analyzed"
                     *       ],
                     *       "status": "enabled",
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "previous_secret_expires_at": null,
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "updated_at": "2026-01-02T03:04:05.678Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedWebhookEndpoint"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["QuotaReached"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint's id.
                 * @example 3
                 */
                endpoint_id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "url": "https://hooks.example.com/voice",
                     *       "description": "Writes calls into the CRM.",
                     *       "events": [
                     *         "call_ended",
                     *         "call_analyzed"
                     *       ],
                     *       "status": "enabled",
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "previous_secret_expires_at": null,
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "updated_at": "2026-01-02T03:04:05.678Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint's id.
                 * @example 3
                 */
                endpoint_id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint's id.
                 * @example 3
                 */
                endpoint_id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         "call_analyzed"
                 *       ],
                 *       "status": "enabled"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The endpoint as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "url": "https://hooks.example.com/voice",
                     *       "description": "Writes calls into the CRM.",
                     *       "events": [
                     *         "call_ended",
                     *         "call_analyzed"
                     *       ],
                     *       "status": "enabled",
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "previous_secret_expires_at": null,
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "updated_at": "2026-01-02T03:04:05.678Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The endpoint's id.
                 * @example 3
                 */
                endpoint_id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint, with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "url": "https://hooks.example.com/voice",
                     *       "description": "Writes calls into the CRM.",
                     *       "events": [
                     *         "call_ended",
                     *         "call_analyzed"
                     *       ],
                     *       "status": "enabled",
                     *       "disabled_reason": null,
                     *       "disabled_at": null,
                     *       "previous_secret_expires_at": "2026-01-06T09:30:00.000Z",
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "updated_at": "2026-01-05T09:30:00.000Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedWebhookEndpoint"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyConflict"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint's id.
                 * @example 3
                 */
                endpoint_id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the endpoint answered, whatever that was. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivered": true,
                     *       "status": 204,
                     *       "duration_ms": 84,
                     *       "answer": "",
                     *       "error": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookTestResult"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayWebhookEvents: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The endpoint's id.
                 * @example 3
                 */
                endpoint_id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "created_after": "2026-01-02T00:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayWebhookEventsRequest"];
            };
        };
        responses: {
            /** @description How many events are due again. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_after": "2026-01-02T00:00:00.000Z",
                     *       "replayed": 184
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["EndpointDisabled"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Only those to this endpoint.
                 * @example 3
                 */
                endpoint_id?: components["schemas"]["Id"];
                /**
                 * @description Only those of this event.
                 * @example call_ended
                 */
                event?: components["schemas"]["WebhookEventName"];
                /**
                 * @description Only those in this state.
                 * @example failed
                 */
                state?: components["schemas"]["WebhookDeliveryState"];
                /**
                 * @description Only those about this run.
                 * @example 812
                 */
                run_id?: components["schemas"]["Id"];
                /**
                 * @description How many items a page has at the most.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the page before; absent for the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 918,
                     *           "endpoint_id": 3,
                     *           "webhook_id": "msg_0198c2f05e3a7c419d523f1b8a6e4c10",
                     *           "event": "call_ended",
                     *           "run_id": 812,
                     *           "state": "delivered",
                     *           "attempt_count": 2,
                     *           "last_status": 204,
                     *           "next_attempt_at": null,
                     *           "created_at": "2026-01-02T03:04:49.512Z",
                     *           "settled_at": "2026-01-02T03:04:54.934Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The delivery's id.
                 * @example 918
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 918,
                     *       "endpoint_id": 3,
                     *       "webhook_id": "msg_0198c2f05e3a7c419d523f1b8a6e4c10",
                     *       "event": "call_ended",
                     *       "run_id": 812,
                     *       "state": "delivered",
                     *       "attempt_count": 2,
                     *       "last_status": 204,
                     *       "next_attempt_at": null,
                     *       "created_at": "2026-01-02T03:04:49.512Z",
                     *       "settled_at": "2026-01-02T03:04:54.934Z",
                     *       "body": "{\"event\":\"call_ended\",\"call\":{\"run_id\":812}}",
                     *       "attempts": [
                     *         {
                     *           "number": 1,
                     *           "at": "2026-01-02T03:04:49.530Z",
                     *           "status": 503,
                     *           "duration_ms": 41,
                     *           "answer": "Busy",
                     *           "error": "The endpoint answered 503."
                     *         },
                     *         {
                     *           "number": 2,
                     *           "at": "2026-01-02T03:04:54.871Z",
                     *           "status": 204,
                     *           "duration_ms": 63,
                     *           "answer": "",
                     *           "error": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. An answer of over 256 KiB is not kept: its repetition does nothing either and is answered with 409 `idempotent_answer_too_large`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
                 * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The delivery's id.
                 * @example 918
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, pending again. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 918,
                     *       "endpoint_id": 3,
                     *       "webhook_id": "msg_0198c2f05e3a7c419d523f1b8a6e4c10",
                     *       "event": "call_ended",
                     *       "run_id": 812,
                     *       "state": "delivered",
                     *       "attempt_count": 2,
                     *       "last_status": 204,
                     *       "next_attempt_at": null,
                     *       "created_at": "2026-01-02T03:04:49.512Z",
                     *       "settled_at": "2026-01-02T03:04:54.934Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["EndpointDisabled"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    onCallEnded: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event; the same at every try.
                 * @example msg_0198c2f05e3a7c419d523f1b8a6e4c10
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this try was signed, in seconds since 1970. Refuse one that is minutes old.
                 * @example 1767323045
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two of them with a space between while a secret is being rotated.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "call_ended",
                 *       "call": {
                 *         "run_id": 812,
                 *         "workflow_id": 7,
                 *         "definition_id": 19,
                 *         "campaign_id": null,
                 *         "mode": "ad_hoc",
                 *         "to_number": "+12025550185",
                 *         "from_number": "+12025550100",
                 *         "telephony_configuration_id": 1,
                 *         "outcome": "completed",
                 *         "call_disposition": "appointment_confirmed",
                 *         "initial_context": {
                 *           "first_name": "Ada"
                 *         },
                 *         "gathered_context": {
                 *           "confirmed": true,
                 *           "consent_given": true,
                 *           "consent_ts": "2026-01-02T03:04:05.678Z"
                 *         },
                 *         "transcript": null,
                 *         "recording_url": null,
                 *         "created_at": "2026-01-02T03:04:00.000Z",
                 *         "started_at": "2026-01-02T03:04:01.250Z",
                 *         "ended_at": "2026-01-02T03:04:49.500Z",
                 *         "consent_given": true,
                 *         "consent_ts": "2026-01-02T03:04:05.678Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CallEndedEvent"];
            };
        };
        responses: {
            /** @description Received. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone. The endpoint is disabled and gets no more events. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCallAnalyzed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event; the same at every try.
                 * @example msg_0198c2f05e3a7c419d523f1b8a6e4c10
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this try was signed, in seconds since 1970. Refuse one that is minutes old.
                 * @example 1767323045
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two of them with a space between while a secret is being rotated.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "call_analyzed",
                 *       "call": {
                 *         "run_id": 812,
                 *         "workflow_id": 7,
                 *         "definition_id": 19,
                 *         "campaign_id": null,
                 *         "mode": "ad_hoc",
                 *         "to_number": "+12025550185",
                 *         "from_number": "+12025550100",
                 *         "telephony_configuration_id": 1,
                 *         "outcome": "completed",
                 *         "call_disposition": "appointment_confirmed",
                 *         "initial_context": {
                 *           "first_name": "Ada"
                 *         },
                 *         "gathered_context": {
                 *           "confirmed": true,
                 *           "consent_given": true,
                 *           "consent_ts": "2026-01-02T03:04:05.678Z"
                 *         },
                 *         "transcript": null,
                 *         "recording_url": null,
                 *         "created_at": "2026-01-02T03:04:00.000Z",
                 *         "started_at": "2026-01-02T03:04:01.250Z",
                 *         "ended_at": "2026-01-02T03:04:49.500Z",
                 *         "consent_given": true,
                 *         "consent_ts": "2026-01-02T03:04:05.678Z",
                 *         "call_analysis": {
                 *           "call_summary": "Ada confirmed the appointment on Friday.",
                 *           "call_successful": true,
                 *           "in_voicemail": false,
                 *           "disposition": "appointment_confirmed",
                 *           "custom": {},
                 *           "source": "agent"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CallAnalyzedEvent"];
            };
        };
        responses: {
            /** @description Received. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone. The endpoint is disabled and gets no more events. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
