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
         *     Every log-in makes a session of its own; earlier ones go on.
         *
         *     Failed log-ins are limited: those to one account from one network address, and those to all accounts from one
         *     network address, whether or not there is such a user. Beyond that the answer is 429, also with the right
         *     password; its `RateLimit-Policy` says which limit it was. Failures from other addresses keep nobody out, log-ins
         *     that succeed do not count, and a right password forgives the failures to its account.
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
         * @description The user of the session, or of an API key the organization that it belongs to and its name.
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
    "/api/v1/auth/api-keys/{key_id}/reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reactivate an API key
         * @description The key is accepted again. Reactivating an active key changes nothing.
         */
        post: operations["reactivateApiKey"];
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
         * @description The organization's policies, newest first.
         */
        get: operations["listApprovalPolicies"];
        put?: never;
        post?: never;
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
         *     be moved. Comment lines keep a quiet stream open.
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
         *     sent within the last minutes are repeated from `Last-Event-ID`. 404 if there never was a migration.
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
         * @description What the platform allows the caller's organization.
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
         * @description Holds for calls that are placed from now on; calls in progress go on, also where they are more than the new limit
         *     allows. Sending the same again is safe and changes nothing.
         */
        put: operations["updateOrganizationLimits"];
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
         * @description Who changed what from what to what, newest first: changes by admins, of approval policies and of API keys, and
         *     consent that was recorded. An event is written together with its change, so there is one exactly for what
         *     happened; a request that changed nothing leaves none. Events are never changed and never deleted.
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
}
export type webhooks = Record<string, never>;
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
            /** @description A stable word for programs. */
            code: string;
            /** @description The X-Request-Id of the answer. */
            request_id: string;
        } & {
            [key: string]: unknown;
        };
        /** @description One fault of a request. */
        ValidationFault: {
            /** @description Where it is, beginning with `body`, `path`, `query` or `header`; array indexes are strings. */
            loc: string[];
            /** @description What is wrong, a sentence for people. */
            msg: string;
            /** @description What is wrong, a stable word for programs, such as `missing` or `string_too_long`. More words may come. */
            type: string;
            /** @description What was sent there; `[redacted]` for passwords and other secrets. */
            input: unknown;
            /** @description The limit that was passed, such as `{"max_length":64}`; empty where nothing applies. */
            ctx: {
                [key: string]: unknown;
            };
        };
        /** @description Everything about the request that does not fit the contract, one entry for each fault. */
        ValidationProblem: {
            detail: components["schemas"]["ValidationFault"][];
        };
        LogInRequest: {
            email: components["schemas"]["Email"];
            /** @description The user's password. */
            password: string;
        };
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
        /** @description Which connector uses it, as the approval policies name it. */
        ConnectorName: string;
        CreateApiKeyRequest: {
            /** @description What the key is for. */
            name: string;
            connector_name?: components["schemas"]["ConnectorName"] | null;
        };
        CreatedApiKey: {
            id: components["schemas"]["Id"];
            name: string;
            /** @description The first 12 characters of the key. */
            prefix: string;
            /** @description The connector whose approval policies the key needs; null if none. */
            connector_name: string | null;
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
         * Format: uuid
         * @description An identity, a UUID in lower case.
         * @example 0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10
         */
        Uuid: string;
        /**
         * @description What is authorised.
         * @enum {string}
         */
        ApprovalActionType: "call_initiate" | "campaign_start" | "campaign_resume";
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
            /** @description The workflow's name for `call_initiate`, else the campaign's. */
            target_name: string;
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
        RevokeApprovalPolicyRequest: {
            /** @description Why, a word for programs. */
            reason: string;
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
        /** @description What the platform allows an organization. */
        OrganizationLimits: {
            organization_id: components["schemas"]["Id"];
            concurrent_call_limit: components["schemas"]["ConcurrentCallLimit"];
        };
        /** @description The limits to set. */
        UpdateOrganizationLimitsRequest: {
            concurrent_call_limit: components["schemas"]["ConcurrentCallLimit"];
        };
        /**
         * @description What was done, `<subject_type>.<deed>`. More actions may come.
         * @enum {string}
         */
        AuditAction: "catalog_entry.created" | "catalog_entry.updated" | "knowledge_base_pricing.updated" | "organization.limits_updated" | "approval_policy.created" | "approval_policy.disabled" | "approval_policy.enabled" | "approval_policy.revoked" | "api_key.created" | "api_key.archived" | "api_key.reactivated" | "workflow_run.consent_marked";
        /**
         * @description What kind of thing was changed. More kinds may come.
         * @enum {string}
         */
        AuditSubjectType: "catalog_entry" | "knowledge_base_pricing" | "organization" | "approval_policy" | "api_key" | "workflow_run";
        /** @description Who did it. */
        AuditActor: {
            /**
             * @description A person with a session (`user`), a program with an API key (`api_key`), or this service by itself (`system`). More kinds may come.
             * @enum {string}
             */
            kind: "user" | "api_key" | "system";
            /**
             * Format: int64
             * @description The user's or the API key's id; null for the system.
             */
            id: number | null;
            /** @description The user's e-mail address or the API key's name, as it is today; null for the system. */
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
            /** @description The subject's id as text; `platform` for the knowledge-base pricing, of which there is one. */
            subject_id: string;
            /** @description What the members that changed were; null for something that was created. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description What they are since, of something that was created all that it was given. Secrets such as keys and passwords are never among them. */
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
    };
    responses: {
        /** @description There is a user with this e-mail address already. */
        EmailTaken: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/email_taken",
                 *       "title": "Email taken",
                 *       "status": 409,
                 *       "detail": "There is a user with this e-mail address already. Log in instead.",
                 *       "instance": "/api/v1/auth/signup",
                 *       "code": "email_taken",
                 *       "request_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "/problems/payload_too_large",
                 *       "title": "Payload too large",
                 *       "status": 413,
                 *       "detail": "The body is larger than 1048576 bytes.",
                 *       "instance": "/api/v1/workflow/7",
                 *       "code": "payload_too_large",
                 *       "request_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "/problems/unsupported_media_type",
                 *       "title": "Unsupported media type",
                 *       "status": 415,
                 *       "detail": "Send the body as application/json.",
                 *       "instance": "/api/v1/workflow/7",
                 *       "code": "unsupported_media_type",
                 *       "request_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                 *       "allowed": [
                 *         "application/json"
                 *       ]
                 *     }
                 */
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
        /** @description Too many requests; try again after `Retry-After` seconds. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/too_many_requests",
                 *       "title": "Too many requests",
                 *       "status": 429,
                 *       "detail": "The limit of 1200 requests in 60 seconds is used up. Try again in 5 seconds.",
                 *       "instance": "/api/v1/voice/profiles",
                 *       "code": "too_many_requests",
                 *       "request_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "/problems/internal_error",
                 *       "title": "Internal error",
                 *       "status": 500,
                 *       "detail": "Something failed on our side. Tell us the request id if it happens again.",
                 *       "instance": "/api/v1/voice/profiles",
                 *       "code": "internal_error",
                 *       "request_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The database cannot be reached or the server is stopping; try again after `Retry-After` seconds. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/unavailable",
                 *       "title": "Unavailable",
                 *       "status": 503,
                 *       "detail": "The database cannot be reached at the moment. Nothing was changed; try again shortly.",
                 *       "instance": "/api/v1/voice/profiles",
                 *       "code": "unavailable",
                 *       "request_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "/problems/wrong_credentials",
                 *       "title": "Wrong credentials",
                 *       "status": 401,
                 *       "detail": "There is no user with this e-mail address and password.",
                 *       "instance": "/api/v1/auth/login",
                 *       "code": "wrong_credentials",
                 *       "request_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "/problems/unauthorized",
                 *       "title": "Unauthorized",
                 *       "status": 401,
                 *       "detail": "Send a session token as \"Authorization: Bearer <token>\", or an API key as \"X-API-Key\".",
                 *       "instance": "/api/v1/voice/profiles",
                 *       "code": "unauthorized",
                 *       "request_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "/problems/api_key_not_allowed",
                 *       "title": "API key not allowed",
                 *       "status": 403,
                 *       "detail": "This operation accepts user sessions only. Log in and send the session token, without an API key.",
                 *       "instance": "/api/v1/auth/api-keys",
                 *       "code": "api_key_not_allowed",
                 *       "request_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The Idempotency-Key was used for another request (`idempotency_key_reused`), or the first request with it is still at work (`idempotency_in_progress`). */
        IdempotencyConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/idempotency_key_reused",
                 *       "title": "Idempotency key reused",
                 *       "status": 409,
                 *       "detail": "This Idempotency-Key was sent with another request before. Use a new key for a new request.",
                 *       "instance": "/api/v1/auth/api-keys",
                 *       "code": "idempotency_key_reused",
                 *       "request_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "/problems/not_found",
                 *       "title": "Not found",
                 *       "status": 404,
                 *       "detail": "Campaign not found.",
                 *       "instance": "/api/v1/campaign/99",
                 *       "code": "not_found",
                 *       "request_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "/problems/approval_policy_not_revocable",
                 *       "title": "Approval policy not revocable",
                 *       "status": 409,
                 *       "detail": "An expired policy cannot be revoked; it authorises nothing any more.",
                 *       "instance": "/api/v1/approval-policies/0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10/revoke",
                 *       "code": "approval_policy_not_revocable",
                 *       "request_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                 *       "state": "expired"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "/problems/no_cache_directory",
                 *       "title": "No cache directory",
                 *       "status": 404,
                 *       "detail": "There is no cache directory at /var/lib/voice-agent/models.",
                 *       "instance": "/api/v1/voice/models/migrate",
                 *       "code": "no_cache_directory",
                 *       "request_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The destination is the directory in use (`same_directory`), one contains the other (`nested_directory`), the destination or the source cannot be written (`destination_not_writable`, `source_not_writable`), it has too little space (`insufficient_space`, with `needed_bytes` and `available_bytes`), or a migration is running (`model_migration_running`). */
        MigrationRefused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/insufficient_space",
                 *       "title": "Insufficient space",
                 *       "status": 409,
                 *       "detail": "The models need 967000000 bytes at /mnt/models, where 1024 are free.",
                 *       "instance": "/api/v1/voice/models/migrate",
                 *       "code": "insufficient_space",
                 *       "request_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10",
                 *       "needed_bytes": 967000000,
                 *       "available_bytes": 1024
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "/problems/super_admin_required",
                 *       "title": "Super admin required",
                 *       "status": 403,
                 *       "detail": "Only a super admin may do this.",
                 *       "instance": "/api/v1/admin/kb-pricing",
                 *       "code": "super_admin_required",
                 *       "request_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "/problems/catalog_entry_exists",
                 *       "title": "Catalog entry exists",
                 *       "status": 409,
                 *       "detail": "There is a token_pack with the key tokens_10k already. Change that one, or choose another key.",
                 *       "instance": "/api/v1/admin/billing/catalog",
                 *       "code": "catalog_entry_exists",
                 *       "request_id": "0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10"
                 *     }
                 */
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
         * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
         * @example 0198c2f0-8d1f-7b3a-a3c1-5d2e9f4b7a60
         */
        IdempotencyKey: string;
        /**
         * @description The API key's id.
         * @example 4
         */
        KeyId: components["schemas"]["Id"];
        /**
         * @description The policy's id.
         * @example 0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10
         */
        PolicyId: components["schemas"]["Uuid"];
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
         * @description Only events about what belongs to this organization.
         * @example 1
         */
        OfOrganization: components["schemas"]["Id"];
        /**
         * @description Only events of this moment and later ones.
         * @example 2026-01-01T00:00:00.000Z
         */
        Since: string;
        /**
         * @description Only events before this moment.
         * @example 2026-02-01T00:00:00.000Z
         */
        Until: string;
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
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
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
                 *       "name": "Nightly import",
                 *       "connector_name": "crm"
                 *     }
                 */
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
            409: components["responses"]["IdempotencyConflict"];
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
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
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
    reactivateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
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
            409: components["responses"]["IdempotencyConflict"];
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
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
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
            404: components["responses"]["NoCacheDirectory"];
            409: components["responses"]["MigrationRefused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
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
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
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
                 * @description A key of the client's choice, best a UUID, that makes it safe to send this request again when its answer was lost. The first success is kept for 24 hours per organization and repeated with `Idempotent-Replayed: true`. Another request with the same key is refused with 409 `idempotency_key_reused`, a repetition while the first is still at work with 409 `idempotency_in_progress`. A request that is refused, and one during which the server died, took no effect and does not use the key up.
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
                     *       "concurrent_call_limit": 20
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationLimits"];
                };
            };
            401: components["responses"]["Unauthorized"];
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
                 *       "concurrent_call_limit": 50
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
                     *       "concurrent_call_limit": 50
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
                 * @description Only events of this moment and later ones.
                 * @example 2026-01-01T00:00:00.000Z
                 */
                since?: components["parameters"]["Since"];
                /**
                 * @description Only events before this moment.
                 * @example 2026-02-01T00:00:00.000Z
                 */
                until?: components["parameters"]["Until"];
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
}
