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
         * @description Creates a user with a new organization and logs the user in. Repeating the request with the same email address
         *     gets 409 `email_taken`; email addresses are not case-sensitive. Sign-ups are also limited per network address;
         *     on a 429, `RateLimit-Policy` shows the limit.
         *
         *     The operator of the service decides who can sign up (`SIGNUP`): everybody, nobody, or one user while no user
         *     exists. All other sign-ups get 403 `sign_up_closed`.
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
         * @description Starts a session of 30 days. An unknown email address and a wrong password get the same response after the same
         *     time. Every login creates a separate session, and earlier sessions continue, up to the organization's
         *     `user_session_limit` (`getOrganizationLimits`). A login beyond this limit ends the user's oldest session, so no
         *     user is locked out.
         *
         *     Failed logins are limited per account and network address, and per network address for all accounts, whether or
         *     not the user exists. Beyond a limit the response is 429, even with the right password; `RateLimit-Policy` shows
         *     which limit was reached. Failed logins from other addresses never lock a user out. Successful logins do not
         *     count, and a successful login resets the failures of its account. Concurrent logins are queued and processed in
         *     order. If the queue is full, the response is 429 with `Retry-After: 1`.
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
         * @description Ends the session of the token. The token is no longer accepted.
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
         * @description Returns the user of the session or, for an API key, the key's organization, name and scopes.
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
         * @description Returns the organization's API keys, including archived ones, newest first. The keys themselves are never shown again.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates an API key. The key itself is shown only in this response. With a `connector_name`, the key needs an
         *     approval policy of that connector to place calls and to start campaigns. Without one, it needs no policy.
         *
         *     `scopes` limits what the key can do; see `ApiKeyScope`. Scopes cannot be changed later: archive the key and
         *     create another one. Be careful when you give a connector's key more than the default scopes. A policy approves a
         *     workflow or a campaign, not its content. With `workflows:write` the connector can publish another prompt in an
         *     approved workflow. With `campaigns:write` it can call other contacts in an approved campaign. With
         *     `do_not_call:write` it can remove numbers from the do-not-call list.
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
         * @description Archives the key. It is refused immediately by the process that archived it, and within a second by all other
         *     processes. Archiving an archived key changes nothing.
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
         * @description Makes the key valid again. Unarchiving an active key changes nothing.
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
         * @description Returns the organization's policies that match every given filter, newest first. `status` is calculated at the
         *     time of the request, both for the filter and for the response. A policy can therefore leave the filtered list
         *     before the next page is requested.
         */
        get: operations["listApprovalPolicies"];
        put?: never;
        /**
         * Create an approval policy
         * @description Authorizes a connector to perform an action up to `max_uses` times, from `not_before` (inclusive) until
         *     `expires_at` (exclusive). A policy cannot be changed afterwards: disable or revoke it and create another one.
         *
         *     **When a policy is needed.** A request with an API key that has a `connector_name` needs a policy to initiate a
         *     call and to start or resume a campaign. Sessions, and API keys without a `connector_name`, need no policy.
         *
         *     **Target.** `target_name` is the exact, case-sensitive name of the workflow (for `call_initiate`) or of the
         *     campaign. Archived workflows and campaigns in any state are included. The policy is bound to the workflow or
         *     campaign that has the name now, and `target_id` in the response is its ID. Renaming it later changes nothing,
         *     and another one that takes over the name is not authorized. If nothing has the name, the response is 404. If
         *     several have it, the response is 409 `target_ambiguous` with up to 20 `target_ids`: send one of them as
         *     `target_id` too. If you send a `target_id`, it must have the name, otherwise the response is 404. Send it to
         *     approve exactly what you have reviewed. The destination of a campaign policy must be the ID of the same
         *     campaign, otherwise the response is 422. A redial creates another campaign, which needs its own policy.
         *
         *     A policy does not fix the content of its target. For an approved workflow, any version published later can place
         *     calls. An approved campaign can be changed until it starts. Such changes require a session or an API key with
         *     `workflows:write` or `campaigns:write`, which a connector's key does not have unless it is created with that
         *     scope. Archiving a workflow does not change its policies, but calls are refused until it is unarchived.
         *
         *     **Matching.** A policy matches if it belongs to the same organization, has the same connector (case-sensitive),
         *     action and target, and its destination covers the called number or is the campaign. From the matching policies
         *     that are active, within their time window and, for a campaign, have a high enough contact ceiling for the
         *     contacts still to be called, the one that expires first is used. The use is counted atomically with the action:
         *     a failed action does not use the policy, and concurrent requests never use it more than `max_uses` times.
         *
         *     **Refusals.** If no policy can be used, the action is refused with 403 `approval_required`. `reason` describes
         *     the closest policy:
         *
         *     1. `no_matching_policy`: no policy has this connector, action and target.
         *     2. `destination_mismatch`: such policies exist, but none covers the destination.
         *     3. Otherwise the policies that cover the destination are checked; expired ones are checked only if there are no
         *        others. `reason` is the first of these values that applies to any of them: `contact_ceiling_exceeded`
         *        (everything else matches), `not_yet_valid`, `disabled`, `exhausted`, `revoked`, `expired`. Each policy counts
         *        with its `status`.
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
         * @description Returns the policy. Its `status` is calculated at the time of the request.
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
         * @description Revokes an active or disabled policy. It no longer authorizes anything. This cannot be undone. Revoking a
         *     revoked policy changes nothing, keeps the first reason and returns the policy, so a retry is safe. An exhausted
         *     or expired policy no longer authorizes anything and is refused with 409 `approval_policy_not_revocable`.
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
         * @description Disables an active policy, even before its time window starts. It authorizes nothing until it is enabled again.
         *     Its time window is not extended, and its uses so far still count. Only an active policy can be disabled; in any
         *     other state, including disabled, the response is 409 `approval_policy_not_disableable`.
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
         * @description Enables a disabled policy, which then authorizes the same actions as before. Only a disabled policy can be
         *     enabled; in any other state, including active, the response is 409 `approval_policy_not_enableable`. A revoked,
         *     exhausted or expired policy can never be enabled.
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
         * @description Returns every action that the policy has authorized, newest first. Their number equals `used_count`. Failed
         *     actions are not included. Uses remain listed after the policy is revoked, exhausted or expired.
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
         * @description Returns all of the organization's voice profiles in one array, newest first. Their number is bounded by
         *     `voice_profile_limit`; see `getOrganizationLimits`.
         */
        get: operations["listVoiceProfiles"];
        put?: never;
        /**
         * Create a voice profile
         * @description Creates a voice of one of three types. A `cloned` voice is made from recordings: upload them afterwards with
         *     `createVoiceSample`. A `preset` voice is one of an engine's own, and needs `preset_engine` and `preset_voice_id`. A
         *     `designed` voice is made from a description, and needs `design_prompt`. These members are refused for other types.
         */
        post: operations["createVoiceProfile"];
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
         * @description Returns the profile. Its counts are calculated at the time of the request.
         */
        get: operations["getVoiceProfile"];
        put?: never;
        post?: never;
        /**
         * Delete a voice profile
         * @description Deletes the profile. This cannot be undone. A profile that has generations, in any status, is not deleted, so that no
         *     story loses what it plays: delete the generations first. Nor is one that a workflow with a published version names
         *     in `voice_profile_id`.
         */
        delete: operations["deleteVoiceProfile"];
        options?: never;
        head?: never;
        /**
         * Update a voice profile
         * @description Changes only the members that are sent; null removes a value. `{}` changes nothing. A profile that gets another
         *     `voice_type` loses the members that only its former type has, and needs those of the new one. Its samples and
         *     generations are kept. Set its effects with `setVoiceProfileEffects`.
         */
        patch: operations["updateVoiceProfile"];
        trace?: never;
    };
    "/api/v1/voice/profiles/{profile_id}/effects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a voice profile's effects
         * @description Replaces the effects of the profile. They are applied to later generations with this voice; existing generations
         *     keep their audio. Omitted parameters get their defaults. An empty array removes all effects. The request is safe to
         *     repeat.
         */
        put: operations["setVoiceProfileEffects"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/effects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audio effects
         * @description Returns the types of effects with the ranges and defaults of their parameters. A client can generate a form from it.
         */
        get: operations["listVoiceEffects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/engines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List speech engines
         * @description Returns the engines that can speak text, in the order in which one is chosen where a request and its profile name none, with the reason why one cannot be used here.
         */
        get: operations["listVoiceEngines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/generations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List generations
         * @description Returns the organization's generations, newest first. A generation must match every given filter.
         */
        get: operations["listGenerations"];
        put?: never;
        /**
         * Generate speech from text
         * @description Queues the text to be spoken with the voice of a profile. The answer is the generation with the status `queued`;
         *     `streamGenerationProgress` reports how it goes on, and the original version exists when it is `completed`.
         *
         *     `engine` decides what speaks. Without it the engine is the profile's `default_engine`, else its `preset_engine`,
         *     else the first of `listVoiceEngines` that is available. The voice is the profile's `preset_voice_id` if the engine is
         *     its `preset_engine`, otherwise the engine's own voice for the language. The samples of a cloned voice are not
         *     used by the engines that exist so far; the `design_prompt` of a designed voice is sent to engines that support
         *     `instruct`.
         *
         *     A long text is spoken in parts, sentence by sentence, which are then joined. What is wrong with the text or the
         *     engine is reported by the generation, as `error_code` and `error_message`. Organizations take turns, so that
         *     many queued generations of one do not delay those of another. An organization can have 1,000 queued.
         */
        post: operations["createGeneration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/generations/recordings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a generation from a recording
         * @description Makes a completed generation of a recording, for stories and effects. The file is WAV, FLAC, MP3 or Ogg, at most an
         *     hour long; what it is, is found from its bytes, all of which are decoded. It is stored as WAV, 16 bit PCM, with
         *     its sample rate and channels.
         *
         *     An upload that is interrupted or refused leaves nothing.
         */
        post: operations["createGenerationFromRecording"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/generations/{generation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a generation
         * @description Returns the generation. Its versions are in `listGenerationVersions`.
         */
        get: operations["getGeneration"];
        put?: never;
        post?: never;
        /**
         * Delete a generation
         * @description Removes the generation with all its versions and their audio. One that is queued or running is canceled. This
         *     cannot be undone. A generation that a story item shows is not deleted: remove the item first.
         */
        delete: operations["deleteGeneration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/generations/{generation_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a generation
         * @description Ends a generation that is queued or running; one that is running stops within seconds and leaves no version. This
         *     cannot be undone. Canceling a canceled one changes nothing, so a retry is safe.
         */
        post: operations["cancelGeneration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/generations/{generation_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream a generation's progress
         * @description Streams the progress of the generation as server-sent events, whichever process works on it. A `progress` event
         *     is sent immediately and after every change, at most twice a second. A `complete` event is sent last, when the
         *     generation is completed, failed, canceled or deleted; for one that has ended it is the only event. If the stream is
         *     interrupted, open it again: the first event contains the current progress. If the server stops, it ends the
         *     stream with a `stopping` event, whose `retry` says when to open it again.
         */
        get: operations["streamGenerationProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/generations/{generation_id}/apply-effects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply effects to a generation
         * @description Makes a new version of the generation by applying effects to one of its versions, and answers it when it is
         *     finished: a minute of speech takes about a second. The source stays as it is, and so does the default version.
         *     Without `effects_chain` the effects are those of the voice profile. Echoes and reverberation make the new
         *     version longer. A generation can have 20 versions.
         *
         *     If the request is interrupted, or the server stops, no version is made. With an Idempotency-Key it can be
         *     repeated safely. Organizations take turns; if too much of their audio waits, the answer is 429.
         */
        post: operations["applyGenerationEffects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/generations/{generation_id}/audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a generation's audio
         * @description Returns the audio of the default version as a WAV file. It is not found until there is one.
         */
        get: operations["getGenerationAudio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/generations/{generation_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a generation's versions
         * @description Returns the versions of the generation, newest first. It has none until it is completed.
         */
        get: operations["listGenerationVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/generations/{generation_id}/versions/{version_id}": {
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
         * Delete a version of a generation
         * @description Removes the version and its audio. This cannot be undone. A version that a story item is pinned to, the
         *     generation's only version and its default version are not deleted: pin another, or set another default, first.
         *     Versions that were made from it stay.
         */
        delete: operations["deleteGenerationVersion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/generations/{generation_id}/versions/{version_id}/audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a version's audio
         * @description Returns the audio of the version as a WAV file. A part of it is returned for a `Range`.
         */
        get: operations["getGenerationVersionAudio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/generations/{generation_id}/versions/{version_id}/set-default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a generation's default version
         * @description Makes the version the one that is played where none is named. Items of stories that are not pinned follow it.
         *     Setting the default version again changes nothing, so a retry is safe.
         */
        post: operations["setDefaultGenerationVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/profiles/{profile_id}/samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a voice profile's samples
         * @description Returns the recordings of the profile, newest first.
         */
        get: operations["listVoiceSamples"];
        put?: never;
        /**
         * Upload a sample
         * @description Uploads a recording of the voice with the words that are spoken in it. The recording is WAV, FLAC, MP3 or Ogg (Vorbis
         *     or Opus), 1 to 300 seconds long, with 1 or 2 channels and 8,000 to 192,000 samples a second. The form has at most 50 MiB.
         *     What the recording is is found from its bytes, whatever its name and content type say, and it is decoded to its
         *     end before it is accepted. It is stored as it was sent. A profile can have 50 samples.
         *
         *     An upload that is interrupted or refused leaves nothing. An organization can send 100 forms at the same time, and 32
         *     recordings of it wait to be decoded; further ones are refused with 429.
         */
        post: operations["createVoiceSample"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/profiles/{profile_id}/samples/{sample_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a sample
         * @description Returns what is known of the recording, and the path of its audio.
         */
        get: operations["getVoiceSample"];
        put?: never;
        post?: never;
        /**
         * Delete a sample
         * @description Deletes the sample and its recording. This cannot be undone. Existing generations are kept.
         */
        delete: operations["deleteVoiceSample"];
        options?: never;
        head?: never;
        /**
         * Update a sample
         * @description Corrects the words of the recording. `{}` changes nothing.
         */
        patch: operations["updateVoiceSample"];
        trace?: never;
    };
    "/api/v1/voice/profiles/{profile_id}/samples/{sample_id}/audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a sample's recording
         * @description Returns the recording as it was uploaded. A part of it is returned for a `Range`.
         */
        get: operations["getVoiceSampleAudio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/profiles/{profile_id}/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a voice profile's picture
         * @description Returns the picture as WebP, at most 512 pixels wide and high. It is the one at `avatar_path` of the profile. A part
         *     of it is returned for a `Range`.
         */
        get: operations["getVoiceProfileAvatar"];
        /**
         * Set a voice profile's picture
         * @description Replaces the picture of the profile by a PNG, JPEG or WebP picture of at most 5 MiB and 25 million pixels. What it is
         *     is found from its bytes, whatever the content type says. It is made smaller where it is wider or higher than 512
         *     pixels, turned as its orientation says, and stored as WebP without any metadata, such as where it was taken. Of
         *     an animation the first frame is stored. `If-Match` takes the ETag of the profile. The request is safe to repeat.
         */
        put: operations["setVoiceProfileAvatar"];
        post?: never;
        /**
         * Delete a voice profile's picture
         * @description Deletes the picture; `avatar_path` of the profile is null then. This cannot be undone. `If-Match` takes the ETag of the profile.
         */
        delete: operations["deleteVoiceProfileAvatar"];
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
         * @description Returns the organization's stories without their items, newest first.
         */
        get: operations["listStories"];
        put?: never;
        /**
         * Create a story
         * @description Creates a story without items. `addStoryItem` puts generated speech on its timeline.
         */
        post: operations["createStory"];
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
         * @description Returns the story with all its items in timeline order. Items that start at the same time are ordered by track.
         *
         *     The `ETag` changes with every member, also when a generation or a profile does. As `If-Match`, for a change of
         *     the story or of one of its items, it matches until somebody changes either.
         */
        get: operations["getStory"];
        put?: never;
        post?: never;
        /**
         * Delete a story
         * @description Removes the story and its items. The generations stay. This cannot be undone.
         */
        delete: operations["deleteStory"];
        options?: never;
        head?: never;
        /**
         * Update a story
         * @description Changes only the members that are sent. `{}` changes nothing.
         */
        patch: operations["updateStory"];
        trace?: never;
    };
    "/api/v1/voice/stories/{story_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a story as an audio file
         * @description Streams the mix of all the story's items: 48 kHz, stereo, 16 bits a sample. Of each item the pinned version is
         *     heard, else the generation's default version, with the echoes of its effects unless its end is trimmed, at the
         *     item's volume; a volume of 0 is silence. All tracks are added up, and what exceeds full scale is clipped: lower the
         *     volumes then.
         *
         *     The same items give the same file, byte for byte. The `ETag` changes with them alone, not with the story's name.
         *
         *     The mix is computed while it is read. A file that ends early was cut off: the connection is closed before its
         *     end. An organization reads two exports, reports or files of contacts at once; a third gets 429.
         */
        get: operations["exportStory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/stories/{story_id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an item to a story
         * @description Puts a generation on the story's timeline. Without `start_time_ms` it starts 200 ms after the end of the last item of
         *     its track, or at 0 on an empty track. Items may overlap, on one track too: everything that sounds at a time is mixed.
         *
         *     The generation must be completed and have audio. The item follows its default version unless `version_id` pins it to
         *     one. A story can have 500 items, and no item may end later than 6 hours after the story's start.
         */
        post: operations["addStoryItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/stories/{story_id}/items/reorder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reorder the items of a track
         * @description Lays the items of one track out one after the other, in the order of `item_ids`. The first starts where the earliest
         *     item of the track started, each following one 200 ms after the end of the one before it. Gaps and overlaps of the
         *     track are lost; trims, volumes and other tracks stay as they are.
         *
         *     `item_ids` names every item of the track once. Repeating the request changes nothing.
         */
        post: operations["reorderStoryItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/stories/{story_id}/items/{item_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a story item
         * @description Returns one item of the story. Its `ETag`, as `If-Match`, stands for the story with all its items: it matches
         *     until somebody changes the story or one of its items.
         */
        get: operations["getStoryItem"];
        put?: never;
        post?: never;
        /**
         * Remove an item from a story
         * @description Removes the item. The others stay where they are, and so does the generation. This cannot be undone.
         */
        delete: operations["removeStoryItem"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/stories/{story_id}/items/{item_id}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a story item
         * @description Sets where the item starts, its track, or both; what is omitted stays. `{}` changes nothing. Other items stay where they
         *     are, and may overlap it.
         */
        post: operations["moveStoryItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/stories/{story_id}/items/{item_id}/trim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Trim a story item
         * @description Sets how much of the item's audio is cut from its start, its end, or both; what is omitted stays. Both are counted from
         *     the ends of the generation's original audio, so a smaller value brings audio back. Echoes that effects add after
         *     the end are cut with it. `start_time_ms` stays: what remains begins there.
         *     At least 1 ms of the audio must remain. `{}` changes nothing.
         */
        post: operations["trimStoryItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/stories/{story_id}/items/{item_id}/volume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a story item's volume
         * @description Sets the linear gain of the item: 0 is silence, 1 as generated, 2 twice the amplitude.
         */
        post: operations["setStoryItemVolume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/stories/{story_id}/items/{item_id}/split": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Split a story item
         * @description Splits the item in two at a time of the story's timeline, which must lie within the item. The item keeps what comes
         *     before `at_ms`: its `trim_end_ms` grows. A new item, the response, plays the rest: it starts at `at_ms`, on the same
         *     track, with the same version and volume. Together they sound as the item did, sample for sample.
         */
        post: operations["splitStoryItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/stories/{story_id}/items/{item_id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate a story item
         * @description Adds an item with the same generation, version, trims and volume. Without `start_time_ms` it starts 200 ms after the end
         *     of the last item of its track, which is the item's own unless `track` names another.
         */
        post: operations["duplicateStoryItem"];
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
         * @description Pins the item to one version of its generation. A later change of the generation's default version then does not
         *     change the story. `null` unpins the item, which then follows the default version again. Setting the current
         *     version again changes nothing, so a retry is safe. A version of another generation is not found.
         */
        put: operations["setStoryItemVersion"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the downloaded models
         * @description Returns the speech models in the cache directory of the server's machine, in the order of their ids: those that
         *     `downloadVoiceModel` downloaded, and those that the Hugging Face client or somebody else put there. The directory
         *     is read for each response, so a model shows up as soon as it is there. A model that is being downloaded, or whose
         *     download was interrupted, is listed with the files that are complete.
         */
        get: operations["listVoiceModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/models/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Download a model
         * @description Starts to download a speech model from the hub that the server is configured with (`HF_ENDPOINT`, Hugging Face by
         *     default) to the cache directory of the server's machine. The response is the download; follow it with
         *     `streamVoiceModelDownload`. The hub is first contacted after the response: a model that does not exist, a hub that
         *     cannot be reached and a lack of space end the download with `error`.
         *
         *     Files that are there already are not downloaded again, and a file that is there in part is continued from its last
         *     byte. Every file is verified by its size and hash before it can be seen, and the revision appears when all its
         *     files are complete. A connection that breaks is opened again. The download continues when the client leaves; a
         *     server that is killed continues it at its next start. The layout is that of the Hugging Face client, which finds
         *     the model there.
         *
         *     A model is downloaded once at a time, and at most four models are. A model of more bytes than the server allows
         *     (`MODEL_MAX_BYTES`), or than the file system has free, is refused before its first file. The models belong to the
         *     machine: callers who cannot migrate models (`migrateModels`) cannot download any either.
         */
        post: operations["downloadVoiceModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/models/download/{download_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a download of a model
         * @description Returns a download that the organization started, for 90 days after its end.
         */
        get: operations["getVoiceModelDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/models/download/{download_id}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the progress of a download
         * @description Streams the events of the download: `progress` at most ten times a second, then one terminal event, `complete` or
         *     `error`. After the end it returns the terminal event immediately. Events of the last few minutes are repeated
         *     after `Last-Event-ID`. A server that stops ends the stream with a `stopping` event; the download continues at its
         *     next start.
         */
        get: operations["streamVoiceModelDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice/models/download/{download_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a download
         * @description Stops the download within seconds: its state is `canceling`, then `canceled`. What was downloaded stays, so that a later download of the model continues from there; `deleteVoiceModel` removes it. A download that is canceled already is returned unchanged.
         */
        post: operations["cancelVoiceModelDownload"];
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
         * @description Returns the directory that holds the speech models on the server's machine, in the layout of the Hugging Face
         *     hub. It is the configured directory, or the directory that the models were last migrated to. After a migration
         *     every server returns the new directory immediately.
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
         * @description Moves all downloaded models to the destination directory on the server's machine. The directory is created if it
         *     does not exist. The response is a stream of server-sent events: `progress` at most ten times a second and once
         *     at the end, then one terminal event, `complete` or `error`. Bytes are also counted if a model is only renamed.
         *
         *     The migration continues if the client disconnects; use `GET /api/v1/voice/models/migrate/progress` to follow it.
         *     Only one migration can run at a time, and none while models are downloaded or deleted. No model is ever lost. Across file systems, a model is copied next to its
         *     final name, its sizes and hashes are verified, and only then is it deleted from the source. A model with the
         *     same name at the destination is kept until its replacement is complete. A server that is killed resumes the
         *     migration at its next start. A model that cannot be moved stays complete at the source and is listed in
         *     `errors`. Directory entries that are not models stay where they are.
         *
         *     When the migration completes, the destination becomes the cache directory in use, unless there were models and
         *     none could be moved. Comment lines keep an idle stream open. If the credential is revoked or expires, the stream
         *     ends within half a minute without a terminal event; the migration continues. If the server stops, it ends the
         *     stream with a `stopping` event; the migration resumes at the next start.
         *
         *     The models belong to the machine. On the embedded database every caller can migrate them. On a PostgreSQL server
         *     only callers of an operator organization can (`updateOrganizationOperator`); others get 403 `operator_only`.
         *     There the destination must be below one of the directories in the server's configuration (`MODELS_ROOTS`), with
         *     all symbolic links resolved. If no such directory is configured, nothing can be migrated.
         *
         *     This operation does not accept an Idempotency-Key, because a stream cannot be stored. A repeated request is
         *     refused while the migration runs (`model_migration_running`) and afterwards (`same_directory`), so nothing
         *     happens twice.
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
         * Stream the migration of the models
         * @description Streams the events of the migration in progress, or returns the terminal event of the last migration
         *     immediately. Events of the last few minutes are repeated after `Last-Event-ID`. The response is 404 if there
         *     never was a migration. Events contain directories of the server's machine, so callers who cannot migrate models
         *     cannot follow a migration either.
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
    "/api/v1/voice/models/{model_id}": {
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
         * Delete a downloaded model
         * @description Deletes the model with all its revisions, complete or not, from the cache directory of the server's machine. This
         *     cannot be undone; the model can be downloaded again. It disappears at once; a server that is killed meanwhile
         *     deletes the rest at its next start.
         *
         *     The models belong to the machine: callers who cannot migrate models (`migrateModels`) cannot delete them either.
         */
        delete: operations["deleteVoiceModel"];
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
         * @description Returns all entries of the platform's token catalog, including withdrawn ones, newest first.
         */
        get: operations["listCatalogEntries"];
        put?: never;
        /**
         * Create a catalog entry
         * @description Adds an entry to the platform's token catalog. It is on sale immediately unless `active` is false. `kind` and
         *     `key` identify the entry for other systems and cannot be changed later. Withdrawn entries keep theirs. If an
         *     entry with this kind and key already exists, nothing is created and the response is 409 `catalog_entry_exists`.
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
         * @description Returns the entry, whether it is on sale or withdrawn.
         */
        get: operations["getCatalogEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a catalog entry
         * @description Changes the fields that are sent and leaves the others unchanged, even if they are changed concurrently.
         *     `updated_at` changes only if a value changes: a repeated request, and `{}`, change nothing. `payments_price_id:
         *     null` removes the price. `kind` and `key` cannot be changed, because they identify the entry for other systems.
         *     Existing purchases are not affected.
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
         * List active catalog entries
         * @description Returns the active entries of the platform's token catalog, newest first. They are the same for every
         *     organization. A price list should sort them by `sort_order`.
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
         * @description Returns what the platform charges for knowledge bases, in US dollars.
         */
        get: operations["getKnowledgeBasePricing"];
        /**
         * Update the knowledge-base pricing
         * @description Changes the prices that are sent and leaves the other unchanged, even if it is changed concurrently. `{}`
         *     changes nothing. Prices are stored exactly: a price with more than six decimal places is refused with 422, not
         *     rounded. The request is safe to repeat.
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
         * @description Returns the limits of the caller's organization: the number of concurrent calls, and how many or how much of
         *     each resource it can have (quotas). A request that would exceed a quota is refused with 409 `quota_reached`. Its
         *     `quota` is the name of the member below and its `limit` is the value. The only exception is
         *     `user_session_limit`, where the user's oldest session ends instead. Of several concurrent requests, exactly as
         *     many succeed as the quota allows.
         *
         *     | quota | counts | default | from | to |
         *     |---|---|---|---|---|
         *     | `api_key_limit` | API keys that are not archived | 100 | 0 | 10,000 |
         *     | `webhook_endpoint_limit` | webhook endpoints, including disabled ones | 50 | 0 | 1,000 |
         *     | `workflow_limit` | workflows that are not archived | 1,000 | 0 | 100,000 |
         *     | `source_limit` | contact sources, including those created by redials | 10,000 | 0 | 1,000,000 |
         *     | `source_bytes_limit` | bytes of their rows: numbers, time zones and contexts as JSON, with column names | 10 GiB | 0 | 1 PiB |
         *     | `voice_bytes_limit` | bytes of samples, avatars and generations; equal files count once, and deleted ones for up to an hour | 10 GiB | 0 | 1 PiB |
         *     | `unfinished_contact_limit` | contacts of created, running or paused campaigns | 5,000,000 | 0 | 1,000,000,000 |
         *     | `voice_profile_limit` | voice profiles | 1,000 | 0 | 2,000 |
         *     | `story_limit` | stories | 10,000 | 0 | 1,000,000 |
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
         * @description Sets the limits that are sent; omitted limits stay unchanged. New limits apply to later calls and newly created
         *     resources. Calls in progress continue and existing resources are kept, even if they exceed a new limit. The
         *     request is safe to repeat.
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
         * @description Sets whether an organization is an operator, which means that its members run the service. Its callers can
         *     migrate the models of the machine, even if the service is open to other organizations. The first super admin's
         *     organization is an operator from the start. The change takes effect immediately; a migration in progress
         *     continues. The request is safe to repeat.
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
         * @description Returns the changes in the caller's organization, newest first: who made the change, and the values before and
         *     after. The list contains every change made by a user or an API key, failed logins, consent reported by carriers,
         *     and endpoints disabled by the service. Other automatic actions of the service, such as the calls of campaigns,
         *     have no events. An event is written in the same transaction as its change, so every change has exactly one event
         *     and a request that changed nothing has none. Events are never changed. A service that keeps them for a limited
         *     time removes old ones.
         *
         *     Events contain only the last four digits of phone numbers that are called or must not be called, and only the
         *     size or version of definitions and contexts. They never contain secrets, transcripts or credentials. Changes to
         *     the platform are not listed.
         *
         *     An event must match every given filter. Use `subject_type` with `subject_id` to get the history of one object.
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
         * @description Returns all changes in all organizations and to the platform, newest first: who made the change, and the values
         *     before and after. An event is written in the same transaction as its change, so every change has exactly one
         *     event and a request that changed nothing has none. Events are never changed. A service that keeps them for a
         *     limited time removes old ones.
         *
         *     An event must match every given filter. Use `subject_type` with `subject_id` to get the history of one object.
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
         * @description Returns the organization's workflows, newest first unless `sort` says otherwise. Without the `status` filter the list contains active and
         *     archived workflows. Definitions, variables, configurations and disposition codes are not included; use
         *     `getWorkflow` to read them.
         */
        get: operations["listWorkflows"];
        put?: never;
        /**
         * Create a workflow
         * @description Creates an active workflow. Names do not have to be unique. The `workflow_definition` becomes version 1, a
         *     draft. It is saved as sent, even if it violates the publishing rules. The workflow can place calls after it is
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
         * @description Returns the workflow with its newest version: `current_definition_id`, `version_number`, `version_status` and
         *     `workflow_definition` belong to that version. Calls use the published version, which can be an older one.
         *     `listWorkflowVersions` shows which version is published.
         *
         *     The `ETag` changes with every member, also when runs are added or end. As `If-Match` it matches until somebody
         *     changes the name, the definition, the variables, the configuration or the status.
         */
        get: operations["getWorkflow"];
        /**
         * Update a workflow
         * @description Changes the members that are sent and leaves the others unchanged. `{}` changes nothing.
         *
         *     A `workflow_definition` always creates a new draft version, with the next version number, even if it is
         *     identical to the previous one. Earlier versions are kept as they are. An older draft becomes archived. A
         *     published version stays published and is used for calls until the new version is published. `name`,
         *     `template_context_variables` and `workflow_configurations` belong to the workflow, not to the version. They are
         *     replaced as a whole and take effect immediately. An archived workflow can also be updated.
         *
         *     A draft can violate the publishing rules. It is saved as sent, as long as it is an object and `nodes`, `edges`
         *     and the members named in the schema have the right types. Members that the schema does not name are kept.
         *
         *     Two concurrent updates both take effect, one after the other, and their versions get consecutive numbers. To
         *     avoid overwriting somebody else's change, send the `ETag` of the state that you have read as `If-Match`. To
         *     repeat an update whose response was lost without creating a second version, send the same Idempotency-Key
         *     again; it gets the first response even if its `If-Match` is out of date by then.
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
         * Validate a workflow for publishing
         * @description Checks the newest version against the publishing rules listed in `WorkflowDefinition`. It changes nothing.
         *
         *     Each error concerns one node or edge. `loc` contains `workflow_definition`, `nodes` or `edges`, the index and,
         *     if a single member is wrong, the path of that member. `ctx` contains the `node_id` or `edge_id`, which is null
         *     if there is none. Only the first 1000 errors are listed. The error types are:
         *
         *     - `start_missing`: there is no `startCall`; `start_duplicate`: an additional `startCall`; `start_entered`: an
         *       edge that leads to a `startCall`.
         *     - `global_duplicate`: an additional `globalNode`; `global_connected`: an edge that is connected to a
         *       `globalNode`.
         *     - `no_way_in`: an `agentNode` or `endCall` without incoming edges; `unreachable`: one with incoming edges that
         *       cannot be reached from the `startCall`.
         *     - `end_left`: an edge that leaves an `endCall`.
         *     - `edge_end_unknown`: an edge whose `source` or `target` is not a node.
         *     - `label_duplicate`: an edge with the same label as another edge that leaves the same node.
         *     - `node_type_unknown`: a node whose type is missing or unknown.
         *     - `node_id_missing`, `node_id_duplicate`, `edge_id_missing`, `edge_id_duplicate`: a missing or duplicate ID.
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
         * @description Publishes the newest version. New calls use it immediately; existing runs continue with their own version. The
         *     previously published version becomes archived. Use `revertWorkflow` to restore its definition.
         *
         *     The newest version must follow the publishing rules. The 422 response lists every violation in the same form as
         *     `validateWorkflow`. If the newest version is already published, nothing changes. An archived workflow cannot be
         *     published.
         *
         *     A concurrent update takes effect completely before or completely after publishing. To publish only the state
         *     that you have read, send its `ETag` as `If-Match`.
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
         * Revert to an earlier version
         * @description Creates a new draft version from the definition of the given version. Its number is one higher than the newest
         *     version's number. All versions are kept; only an older draft becomes archived. Calls continue to use the
         *     published version until the new version is published. The name, variables and configuration belong to the
         *     workflow and do not change. Any version can be given, including the newest. Sending the request twice creates
         *     two versions; use an Idempotency-Key to prevent that.
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
         * @description Archives the workflow. An archived workflow keeps its versions and runs but places no new calls. It can still be
         *     read, updated and duplicated. Archiving an archived workflow changes nothing.
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
         * @description Makes the workflow active again, with all its versions, including a published one. Unarchiving an active
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
         * @description Creates a new active workflow. Version 1 is a draft with the newest definition of this workflow; variables and
         *     configuration are copied too, and the test cases. The new name is this workflow's name followed by ` (copy)`, shortened if it would
         *     exceed 100 characters. Older versions and runs are not copied. An archived workflow can also be duplicated.
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
         * @description Returns all versions that the workflow ever had, newest first, without their definitions.
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
         * @description Returns the version with its definition. The definition of a version never changes; only its status does.
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
         * @description Returns the runs of all versions of the workflow that match every given filter, newest first unless `sort` says
         *     otherwise. Contexts, transcript, analysis and usage are not included; use `getRun` to read them.
         *
         *     A page looks through at most 10,000 runs. If few of them match, it contains fewer runs than `limit`, possibly
         *     none: while `next_cursor` is not null there may be more.
         */
        get: operations["listWorkflowRuns"];
        put?: never;
        /**
         * Create a test run
         * @description Creates a run that tests a version of the workflow. No call is placed and no webhook event is sent. Any version
         *     can be tested, including drafts.
         *
         *     | `mode` | what happens |
         *     |---|---|
         *     | `test` | An agent runtime of your choice holds the conversation. The run stays `initialized` until its result is submitted, which completes it. |
         *     | `text` | A conversation by text is opened at the version's `startCall`. `submitRunTurn` sends each turn and completes the run when the conversation ends. |
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
         * @description Returns the run with all its data. A run of another workflow is not found here. A service that keeps runs for a limited time removes contexts, transcript and result afterwards; consent, times and outcome stay.
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
         * Record consent for a run
         * @description Stores `consent_given` and the current time as `consent_ts` in the run's `gathered_context`, in one atomic step.
         *     Other keys are not changed, even if another request writes them at the same time. Only this operation writes
         *     these two keys. All later webhook events of the run include them.
         *
         *     This operation only records consent. Playing a consent prompt and reacting to the answer is the job of the
         *     workflow's definition.
         *
         *     A run can be marked in any state and any number of times, so a retry is safe. The newest mark applies, with its
         *     own timestamp. Every mark is kept, together with the user who made it: see `listRunConsentMarks`.
         */
        post: operations["markRunConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/runtime/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a workflow's agent runtime
         * @description Creates a new secret with which the requests to the workflow's `runtime_url` are signed, also the first one. The
         *     secret is shown only in this response. For 24 hours requests are signed with both the new and the previous
         *     secret, so the runtime has time to change. Rotating again within that time ends the older secret immediately.
         */
        post: operations["rotateRuntimeSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/test-cases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a workflow's test cases
         * @description Returns the test cases of the workflow, newest first, without their turns and contexts.
         */
        get: operations["listWorkflowTestCases"];
        put?: never;
        /**
         * Create a test case
         * @description Stores a conversation by text: what the caller says in each turn, and what is expected after it. It belongs to the
         *     workflow, not to a version, so it shows what a new version changes. `testWorkflow` runs the workflow's test
         *     cases. A workflow can have 100.
         */
        post: operations["createWorkflowTestCase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/test-cases/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a workflow's test cases
         * @description Runs all test cases of the workflow against a version and returns which turn went where and what differs from
         *     what is expected. Run it before publishing to see what a change breaks. Nothing is stored, no run is created, and
         *     a `runtime_url` is not used: the conversations are held as described at `submitRunTurn`, so the same version gives
         *     the same results.
         *
         *     A test case passes if every turn was said and none differs. A conversation that ends sooner leaves turns unsaid,
         *     `missing_turns`. The test cases of one request have 5 seconds together, and their results 4 MiB; those that were
         *     not finished then, or whose results do not fit, are not in `results` but counted in `not_run`. Two requests of an
         *     organization are worked on at once.
         */
        post: operations["testWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/test-cases/{test_case_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a test case
         * @description Returns the test case with its turns.
         */
        get: operations["getWorkflowTestCase"];
        put?: never;
        post?: never;
        /**
         * Delete a test case
         * @description Removes the test case. This cannot be undone.
         */
        delete: operations["deleteWorkflowTestCase"];
        options?: never;
        head?: never;
        /**
         * Update a test case
         * @description Changes only the members that are sent; `turns` and `initial_context` are replaced as a whole. `{}` changes nothing.
         */
        patch: operations["updateWorkflowTestCase"];
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
         * @description Returns the runs of all the organization's workflows that match every given filter, newest first unless `sort`
         *     says otherwise. Contexts, transcript, analysis and usage are not included; use `getRun` to read them.
         *
         *     A page looks through at most 10,000 runs. If few of them match, it contains fewer runs than `limit`, possibly
         *     none: while `next_cursor` is not null there may be more. To find a few runs among many, filter by `to_number`,
         *     or by `created_after` and `created_before`: what these leave out is not looked through.
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
    "/api/v1/runs/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export runs as a file
         * @description Streams the runs of all the organization's workflows that match every given filter, in the order of `sort`, as
         *     CSV or as JSON Lines. The number of runs is not limited. Runs that are created during the download may or may
         *     not be included. A file that ends with an error was cut off: the connection is closed before its end. An
         *     organization reads two exports, reports or files of contacts at once; a third gets 429.
         *
         *     `format=csv` (RFC 4180, UTF-8) has a header and one row per run. The columns are the members of a run in lists,
         *     under their names; `failure_code`, `failure_message` and `carrier_code` are the members of `failure`; a value that
         *     is null is an empty cell. New columns can be added at the end. Cells that a spreadsheet would evaluate as a
         *     formula, because they start with `=`, `+`, `-`, `@`, a tab or a line break, get a leading apostrophe. Plain
         *     numbers, including phone numbers in E.164, are not formulas and stay unchanged.
         *
         *     `format=jsonl` has one JSON object per line, which is the run as `listRuns` shows it.
         */
        get: operations["exportRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a run by its ID
         * @description Returns the run with all its data, as `getWorkflowRun` does, without the ID of its workflow. A service that keeps runs for a limited time removes contexts, transcript and result afterwards; consent, times and outcome stay.
         */
        get: operations["getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what an agent runtime needs for a run
         * @description Returns all that the agent runtime needs to hold the conversation: the definition that the run is pinned to, the
         *     variables for its prompts, the workflow's settings, the recorded consent and the context of the called contact.
         *
         *     The runtime calls it with the token that the carrier brings it when the call is answered, as
         *     `X-API-Key: vap_run_…`. The token has the scopes `run:read` and `run:write` for this one run, until an hour after
         *     the run has ended, or a day after the creation of a test run that has not. Each other operation refuses it, and
         *     every other run is 404. The definition never changes during a call; the workflow's settings and default variables
         *     are its current ones.
         */
        get: operations["getRunSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}/revoke-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a run's token
         * @description Refuses the run's token from now on, for example because a log of the runtime shows it. This cannot be undone,
         *     and the run gets no other token. The call itself goes on; `hangUpRun` ends it. Other processes of the service
         *     refuse the token within a second. Repeating the request is safe: the first time stays.
         */
        post: operations["revokeRunToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a run's result
         * @description Stores what the agent runtime reports about a conversation: transcript, recording, analysis and collected data.
         *     A result can be submitted while the run is in progress or after it has ended, all at once or in parts, and more
         *     than once. Submitted members replace the stored ones; members that are not sent stay unchanged. The members of
         *     `gathered_context` are merged into the stored ones atomically, so concurrent updates of other members are kept.
         *
         *     A run's `gathered_context` can contain at most 1 MiB (1,048,576 bytes), measured as the JSON text that the
         *     database produces: with a space after each colon and comma, and numbers without exponents. A merge that would
         *     exceed the limit is refused with 409 `gathered_context_too_large` and changes nothing; `size_bytes` is the size
         *     that the context would have. Space for the consent mark is always reserved: it is counted before consent is
         *     recorded.
         *
         *     With `append: true` the turns in `transcript` are added to those stored, while the conversation goes on. Each has
         *     its `index` in the transcript, starting at 0, and the turns of one request follow each other. So a part can be
         *     sent again:
         *
         *     | a turn whose `index` is | |
         *     |---|---|
         *     | stored, with the same content | changes nothing |
         *     | stored, with another content | 409 `transcript_turn_differs` |
         *     | the next | is added |
         *     | beyond the next | 409 `transcript_turns_missing`; `next_index` is the one to go on with |
         *
         *     Of two parts at once one comes first, and the other is looked at after it. Parts are accepted after the end of
         *     the call too. A `transcript` without `append` replaces all turns and is the final one: afterwards no turn is added
         *     (409 `transcript_final`), while parts that it contains still change nothing. `transcript: null` removes all turns,
         *     and turns can be added again. A transcript that parts are added to can have 10,000 turns and 1 MiB (1,048,576
         *     bytes) as the JSON text that the database produces (409 `transcript_too_large`). Of the parts of a run only the
         *     first leaves an audit event.
         *
         *     An analysis submitted within 30 seconds after the end of a call is sent immediately with the `call_analyzed`
         *     event. If it arrives later, the event has already been created from the outcome alone. The result is still
         *     stored and shown by `getRun`.
         *
         *     With `opt_out: true`, or with a `call_disposition` that the workflow's `opt_out_dispositions` name, the called
         *     number, of an inbound call the caller's, is added to the do-not-call list together with the result, unless it is
         *     there already. After the response no new call to it is started.
         *
         *     With `callback_at` the called person is called again then, once, inside the calling hours. The contact of a
         *     running or paused campaign waits for that time, as for a retry, whatever its retry settings; `setContactCallback`
         *     and `cancelContactCallback` change that. A campaign that has ended calls nobody back. For a single call a scheduled
         *     call is made, as by the caller who placed the first one: `listScheduledCalls` shows it with `callback_of_run_id`, and
         *     it can be changed and canceled there. After an inbound call, which nobody here placed, nobody is called back. The first
         *     `callback_at` of a run counts, so a result can be submitted again. What forbids a call then, such as an entry on
         *     the do-not-call list, forbids this one too.
         *
         *     `consent_given` and `consent_ts` cannot be submitted: only `markRunConsent` records consent. Submitting a result
         *     to a test run, of mode `test` or `text`, that is not completed completes it with outcome `completed`, unless it
         *     is sent with `append: true`, which starts it. It does not end any other run.
         */
        post: operations["submitRunResult"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}/turns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a turn of a text run
         * @description Says something to the agent of a run with the mode `text`, and returns what the agent answers, the node at which
         *     the conversation then is, and whether it has ended. Without `text` the caller is silent: with that as the first
         *     turn the agent speaks first. A conversation begins at the version's `startCall`.
         *
         *     If the workflow had a `runtime_url` when the run was created, the turn is posted to that agent runtime, whose
         *     answer is returned: see the webhook `run_turn`. It has 15 seconds; a failure is 502 or 504, adds nothing, and the
         *     turn can be sent again. Ten turns of an organization wait at once. If this service stops meanwhile, the turn is
         *     `turn_in_progress` for up to 20 seconds.
         *
         *     Otherwise the service itself answers by walking the graph of the run's version. No language model is used: the
         *     same turns always get the same answers. This tests the graph, not what an agent makes of its prompts.
         *
         *     1. The text follows the first edge of the node, in the order of the definition's `edges`, whose `label` or
         *        `condition` it names. If it names none, it follows the first edge with neither label nor condition. If there is
         *        no such edge either, the conversation stays at the node.
         *     2. Silence follows no edge: the conversation stays at the node.
         *     3. The agent says the `prompt` of the node, with the values of its `{{variables}}`.
         *     4. The conversation goes on by itself where no answer is needed: from a `trigger`, `webhook`, `qa` or
         *        `globalNode`, where the agent says nothing, by the first edge; and from a `startCall` or `agentNode` by the
         *        first edge if all its edges have neither label nor condition. It goes through at most 50 nodes in one turn,
         *        and through none twice. The agent says the prompt of each, one per line.
         *     5. The conversation ends at an `endCall`.
         *
         *     A text names a label or condition if it contains its words, in their order and with nothing but punctuation and
         *     spaces between them. Words are runs of letters, combining marks and digits; they are compared as a whole, without
         *     regard to case, in the Unicode form NFKC. So "Yes, that's RIGHT, person" names `right person`, and "confirm" does
         *     not name `confirmed`. Edges that lead to no node are ignored. Of a text and of each label or condition 1,000
         *     words are looked at, and of all labels and conditions of a node 100,000 characters.
         *
         *     A variable has the value of the member with its name in the run's `gathered_context`, else in its
         *     `initial_context`, else in the workflow's `template_context_variables`. One without a value stays as it is
         *     written. What the agent says in one turn is cut after 4,000 characters.
         *
         *     The turns are added to the run's `transcript`. The first one starts the run, and the end completes it with the
         *     outcome `completed`. A text run is not a call: it sends no events and uses no slot. It can be ended sooner with
         *     `hangUpRun` or `submitRunResult`. A conversation has at most 100 turns.
         *
         *     Of two turns at once one is answered and the other is refused. To repeat a turn whose response was lost, send the
         *     same Idempotency-Key again.
         */
        post: operations["submitRunTurn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}/hang-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hang up a call
         * @description Ends a call, in whatever state it is. Its outcome becomes `canceled`. This cannot be undone.
         *
         *     | the call | what happens |
         *     |---|---|
         *     | was not placed yet | It ends at once. No carrier is contacted. |
         *     | is being placed | The carrier is asked to end it as soon as it has accepted the call. If the carrier does not accept it, it is not tried again. |
         *     | rings or is in progress | The carrier is asked to end it, usually within a second. |
         *     | has ended | Nothing; the response shows how it ended. |
         *
         *     A carrier that does not answer or refuses is asked ten times within seven minutes; send this request again to
         *     begin anew. The run is `completed` when the carrier reports the end, or tells it when it is queried about the
         *     call. Every end that is reported after this request counts as `canceled`, also one that came before the request
         *     reached the carrier. Only if the carrier never tells of an end, the outcome is `unknown`.
         *
         *     The contact of a campaign is done with the outcome `canceled` and is not called again. A test run is completed
         *     at once with the outcome `canceled`. Repeating the request is safe: it changes nothing while the carrier is
         *     being asked.
         */
        post: operations["hangUpRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{run_id}/consent-marks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the consent marks of a run
         * @description Returns every mark of the run, newest first, with who made it: a user with `markRunConsent`, or the carrier with what it reported of the call. The run and its webhook events show the newest mark.
         */
        get: operations["listRunConsentMarks"];
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
         * @description Returns the organization's campaigns that match every given filter, newest first unless `sort` says otherwise, in the same form as `getCampaign`.
         */
        get: operations["listCampaigns"];
        put?: never;
        /**
         * Create a campaign
         * @description Creates a campaign in state `created`. No call is placed until it is started. Its contacts are the rows of the
         *     source; other campaigns can use the same source.
         *
         *     Each call uses the workflow version that is published when the call is placed, so the workflow must have a
         *     published version. If no telephony configuration is given, the organization's current default is used. The
         *     campaign keeps it even if another configuration becomes the default later.
         *
         *     Omitted settings get their default values, and so do omitted members of an object that is sent. The response
         *     contains the settings that the dialer uses.
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
         * Upload a contact source
         * @description Uploads a file of contacts in UTF-8: CSV (RFC 4180), newline-delimited JSON or a JSON array. Its rows become the contacts of
         *     campaigns, in the order of the file. Several campaigns can use the same source. The upload is processed as a stream, up to 256 MiB and 2,000,000
         *     rows. It must be complete within two minutes, unless the server is configured to wait longer
         *     (`REQUEST_TIMEOUT_SECONDS`).
         *
         *     **Header of CSV.** The first line names up to 100 columns, separated by commas. Spaces around a name and a byte order
         *     mark are ignored. `phone_number` is required and `timezone` is optional; both are case-insensitive. The other
         *     columns keep their names and become the call's `initial_context`. Empty names, and names that differ only in
         *     case, are refused.
         *
         *     **JSON.** Each line, or each element of the array, is an object with `phone_number`, optionally `timezone`, and optionally `initial_context`, an
         *     object with whatever the call needs to know. The columns of the source are the members that any contact has, up
         *     to 100. A line or an element can have 1 MiB.
         *
         *     **Rows.** `phone_number` is in international format, with `+` and the country code. It can contain spaces and
         *     punctuation and is stored in E.164. `timezone` is an IANA time zone name, in its upper and lower case, or empty.
         *     The other cells are stored as they are, up to 10,000 characters each; an `initial_context` can have 64 KiB. Empty
         *     lines are ignored. A row is invalid if it is not JSON of this shape, or its number of cells differs from the
         *     header's, if its phone number or time zone is not valid, or if an earlier row has the same phone number. Rows are
         *     counted from 1, the first contact of the file.
         *
         *     **Errors.** With `on_invalid=refuse`, a file with an invalid row is refused as a whole, with up to 100 errors
         *     whose `loc` is `["body", "<row>", "<column>"]`. With `on_invalid=skip`, invalid rows are left out and reported.
         *     A CSV file is refused in either case if it is not CSV or not UTF-8, if its header is invalid, or if no valid row is
         *     left. Nothing is stored of a file that is refused or of an upload that is interrupted.
         *
         *     **Quotas.** An organization can have `source_limit` sources and `source_bytes_limit` bytes of rows; see
         *     `getOrganizationLimits`. Bytes are counted while rows arrive: an upload that exceeds the limit is refused
         *     immediately.
         *
         *     **Concurrency.** An organization can have two uploads in progress at the same time. Further uploads are refused
         *     with 429 before their body is read.
         *
         *     Uploads do not accept an Idempotency-Key. If the response is lost, upload the file again; an unused source does
         *     no harm.
         */
        post: operations["createCampaignSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign-sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the contact sources
         * @description Returns the organization's sources, newest first, including those that redials created. Uploads in progress and deleted sources are not included.
         */
        get: operations["listCampaignSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign-sources/{source_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a contact source
         * @description Returns the source without its rows; `getCampaignSourceFile` returns those.
         */
        get: operations["getCampaignSource"];
        put?: never;
        post?: never;
        /**
         * Delete a contact source
         * @description Deletes the source; its rows are removed in the background. A source that an unfinished campaign uses cannot be
         *     deleted. Finished campaigns keep their contacts, runs and reports, and can still be redialed. This cannot be
         *     undone.
         */
        delete: operations["deleteCampaignSource"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign-sources/{source_id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a contact source
         * @description Streams the stored rows as a CSV file (RFC 4180, UTF-8) with the source's columns, in the order of the upload.
         *     Phone numbers are in E.164, rows that were left out are missing, and the cells are as they were sent. Upload the
         *     file again to get the same contacts.
         *
         *     The cells are not changed for spreadsheets: a spreadsheet may evaluate those that begin like a formula.
         */
        get: operations["getCampaignSourceFile"];
        put?: never;
        post?: never;
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
         * @description Returns the campaign with the settings that the dialer uses, its counts at the time of the response, and the
         *     newest 100 entries of its log.
         */
        get: operations["getCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a campaign
         * @description Changes the members that are sent and leaves the others unchanged, even if they are changed concurrently. `{}`
         *     changes nothing. Changes take effect with the next call. An object is replaced as a whole: its omitted members
         *     get their default values. `null` clears `schedule_config` and `max_concurrency`. The workflow, source and
         *     telephony configuration cannot be changed. A completed or canceled campaign cannot be changed at all.
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
         * @description Starts placing calls. The state changes from `created` to `running`. A campaign can be started only once. The
         *     contacts of the source are copied at the start, so sources uploaded later have no effect; `addCampaignContacts` adds
         *     contacts to the campaign. If two starts are sent
         *     concurrently, one succeeds and the other gets 409. Contacts whose number the telephony configuration does not
         *     serve (`calling_codes`) are skipped when they are due, with the reason `destination_not_served`.
         *
         *     An API key of a connector needs an approval policy for `campaign_start` whose destination is this campaign.
         *     Calls are placed only while that policy is in force.
         */
        post: operations["startCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/schedule-start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Schedule the start of a campaign
         * @description The service starts the campaign at `start_at`, once, as `startCampaign` would then for the caller of this request:
         *     with every rule checked at that time, and with an approval policy if the API key is a connector's. Another
         *     `start_at` replaces the one before.
         *
         *     A start that is refused then is an entry `campaign_start_refused` in the campaign's log, and `start_refusal` says
         *     why; the campaign stays `created`. It is not tried again, and can be started or scheduled again. Nothing is
         *     started later than an hour after `start_at`, and nothing for an API key that was archived meanwhile. Starting or
         *     canceling the campaign before ends the schedule.
         *
         *     `listCampaigns` with `start_scheduled=true` lists the campaigns that wait for their start.
         */
        post: operations["setCampaignStart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/cancel-start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel the scheduled start of a campaign
         * @description The campaign is not started by the service; it stays `created`. A campaign without a scheduled start stays as it is.
         */
        post: operations["cancelCampaignStart"];
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
         * @description Changes the state from `running` to `paused`. After the response no further call is placed. Calls in progress
         *     continue and their results are counted. The response can take up to three seconds, because it waits for calls
         *     that are being placed with carriers.
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
         * @description Changes the state from `paused` to `running`, whether a user or the circuit breaker paused the campaign. The
         *     circuit breaker counts only calls from now on.
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
         * @description Ends the campaign. This cannot be undone. After the response no further call is placed. Contacts without a call
         *     in progress become `skipped` with the reason `canceled`; of a large campaign, some of them after the response.
         *     Calls in progress continue and are counted, but they are not retried. With `calls=hang_up` they are hung up
         *     within seconds, as `hangUpRun` does it. `completed_at` is set when the last call has ended and every contact is
         *     done or skipped.
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
         * @description Creates a new campaign with the contacts whose last call had one of the given outcomes. It uses this campaign's
         *     workflow, telephony configuration, retries, schedule, circuit breaker and concurrency limit. The new campaign is
         *     `created`; start it like any other campaign. A completed or canceled campaign can be redialed only once: if two
         *     redials are sent concurrently, one succeeds and the other gets 409. Skipped contacts and calls with the outcome
         *     `unknown` are never included.
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
         * @description Returns how many contacts could be called now, how many are held back and by which rule, and when the next call
         *     could be placed, as if the campaign were running. Call slots used by calls in progress are not considered. For a
         *     campaign that has not been started, the preview uses the contacts of its source.
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
         * @description Returns the number of contacts in each state, and the outcomes of the last calls of finished contacts.
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
         * Stream a campaign's progress
         * @description Streams the campaign's progress as server-sent events. A `progress` event is sent immediately and after every
         *     change, at most twice a second. A `complete` event is sent last, when the campaign is completed or canceled and
         *     no call is in progress. Both events contain the data of `getCampaignProgress`. If the stream is interrupted,
         *     open it again: the first event contains the full progress. If the server stops, it ends the stream with a
         *     `stopping` event, whose `retry` says when to open it again. If the credential is revoked or expires, the stream
         *     ends within half a minute without `complete`, and opening it again gets 401. A slow client receives the newest
         *     progress, without the intermediate events.
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
         * @description Returns the contacts that match every given filter: those of the uploaded file in its order, then those that
         *     were added, in the order in which they were added. A campaign that has not been started has only contacts that
         *     were added to it. A page can contain fewer contacts than `limit` if their contexts together
         *     exceed 4 MiB; `next_cursor` shows whether there are more.
         */
        get: operations["listCampaignContacts"];
        put?: never;
        /**
         * Add contacts to a campaign
         * @description Adds up to 1,000 contacts to a campaign that is not finished, also while it is running. They are called after
         *     the contacts that the campaign already has, under the same rules. A running campaign calls them as soon as it
         *     has room, and does not complete before they are finished. The source does not change; the report has a column
         *     for each new member of `initial_context`.
         *
         *     **Contacts.** Each is what a JSON source has in a line or an element: the same rules hold for phone numbers,
         *     time zones and contexts. The body can be at most 1 MiB, enough for 1,000 contacts of about 1,000 bytes. With its
         *     source and everything that was added, a campaign can have 2,000,000 contacts, and their contexts up to 100
         *     different members.
         *
         *     **Invalid contacts.** A contact is invalid if its phone number or time zone is not valid, if an earlier contact
         *     of the request has the same phone number, or if the campaign already has it, called or not. With
         *     `on_invalid=refuse`, a request with an invalid contact is refused as a whole, with up to 100 errors whose `loc`
         *     is `["body", "contacts", "<index>", "<member>"]`, and nothing is added. With `on_invalid=skip`, all valid
         *     contacts are added, even if there are none, and the others are reported. A request whose body is not as the
         *     schema says is refused in either case.
         *
         *     With `on_invalid=skip` a request is safe to repeat: contacts that were added before are reported as invalid.
         *
         *     An API key of a connector may add contacts to a campaign that was started only if the approval policy that it was
         *     started or resumed with is the connector's, is in force, and allows as many contacts as are then left to call.
         *     Contacts added before the start are counted at the start.
         */
        post: operations["addCampaignContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/contacts/{contact_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a campaign's contact
         * @description Returns the contact with its calls, newest first, and the rule that holds its next call now. Of several rules
         *     that hold it, the first in the order of `ContactHoldRule` is shown.
         */
        get: operations["getCampaignContact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/contacts/{contact_id}/schedule-callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change when a contact is called back
         * @description Has a contact that waits to be called back (`callback_at` of its last call's result) called at another time. As
         *     in a result, the time is at most 30 days from now, one that is over means as soon as possible, and the call obeys
         *     every rule that holds then. The run keeps the time that was agreed in it.
         *
         *     `listCampaignContacts` with `callback_scheduled=true` lists the contacts that wait to be called back. When a call
         *     in which a call back was agreed has not ended, its contact does not wait yet.
         */
        post: operations["setContactCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/contacts/{contact_id}/cancel-callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a contact's call back
         * @description The contact is not called back. It becomes what its last call would have made of it without a call back: it is
         *     finished with that call's outcome, or waits for a retry if the outcome is retried and retries are left. A campaign
         *     whose contacts are all finished then is completed. This cannot be undone: submitting the result again has no
         *     effect.
         */
        post: operations["cancelContactCallback"];
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
         * @description Returns the campaign's calls, including retries, that match every given filter, newest first. Contexts,
         *     transcript, analysis and usage are not included; use `getRun` to read them. A page looks through at most 10,000
         *     runs: while `next_cursor` is not null there may be more, also after a page with few runs or none.
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
         * @description Streams a CSV file (RFC 4180, UTF-8) with a header and one row per call attempt, oldest first. Contacts that
         *     were never called have no row. The size of the file is not limited. Calls placed during the download may or may
         *     not be included.
         *
         *     | column | meaning |
         *     |---|---|
         *     | run_id | the run of the attempt |
         *     | row_number | the contact's row in the uploaded file, or the number after it that an added contact has |
         *     | phone_number | the called phone number, E.164 |
         *     | attempt | 1 for the contact's first call, 2 for its first retry, and so on |
         *     | state, outcome | same as in the run; outcome is empty while the call is in progress |
         *     | call_disposition | the agent's result for the call |
         *     | from_number | the caller ID shown to the called person |
         *     | workflow_version | the version of the workflow used for the call |
         *     | created_at, started_at, ended_at | timestamps in UTC; started_at is empty if nobody answered |
         *     | duration_seconds | from started_at to ended_at |
         *     | consent_given, consent_ts | the newest consent mark, if there is one |
         *     | call_summary | the summary from the analysis |
         *     | recording_url | the URL of the recording |
         *     | initial_context.<column> | one for each other column of the uploaded file, in the same order, then those of added contacts |
         *
         *     New columns can be added before the last group. Cells that a spreadsheet would evaluate as a formula, because
         *     they start with `=`, `+`, `-`, `@`, a tab or a line break, get a leading apostrophe. Plain numbers, including
         *     phone numbers in E.164, are not formulas and stay unchanged.
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
         * @description Returns the organization's telephony configurations, newest first, with masked secrets.
         */
        get: operations["listTelephonyConfigurations"];
        put?: never;
        /**
         * Create a telephony configuration
         * @description Stores the credentials that are needed to place calls with a carrier. `provider` determines which credentials
         *     are required; `listTelephonyProviders` describes them. Credentials are stored encrypted and are never shown in
         *     full again. They are not tested here: invalid credentials cause the first call to fail.
         *
         *     The new configuration does not become the default automatically, even if it is the first one. Use
         *     `setDefaultOutboundTelephonyConfiguration` to make it the default.
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
         * @description Returns the telephony configuration, with masked secrets.
         */
        get: operations["getTelephonyConfiguration"];
        put?: never;
        post?: never;
        /**
         * Delete a telephony configuration
         * @description Deletes the configuration, its credentials and its phone numbers. This cannot be undone. If it was the default,
         *     the organization has no default afterwards. The request is refused while an unfinished campaign (created,
         *     running or paused) uses the configuration or a call with it is in progress. Afterwards, finished campaigns show
         *     no configuration; runs still show its ID.
         */
        delete: operations["deleteTelephonyConfiguration"];
        options?: never;
        head?: never;
        /**
         * Update a telephony configuration
         * @description Changes only the members that are sent, in `credentials` too. `provider` must be the configuration's own: it
         *     cannot be changed; create another configuration instead. A secret that equals its masked form keeps the stored
         *     value, so a form can send back what it received.
         *
         *     The next call uses the new credentials. Every update encrypts the credentials with the newest of the server's
         *     keys, even if only the name changes.
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
         * Set a telephony configuration as the outbound default
         * @description Makes the configuration the default for all later campaigns and ad-hoc calls that do not specify one. The
         *     previous default is replaced atomically, so there is never more than one. Existing campaigns keep their
         *     configuration.
         *
         *     Repeating the request changes nothing, not even `updated_at`, so a retry is safe. If two requests are sent
         *     concurrently, both succeed and one of the two configurations is the default in the end.
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
         * @description Places a call to a phone number, using the workflow's published version. The response is sent before the carrier
         *     is contacted. To get the result of the call, read the run or wait for `call_ended`.
         *
         *     **Send an `Idempotency-Key`.** Without one, repeating a request whose response was lost places a second call.
         *     A call is never placed twice. A carrier that refuses it for now (429, 5xx) gets it again later, at most six
         *     times. If the carrier does not respond in time, it is queried about the call; if it stays silent, the run ends
         *     with `unknown` and is never retried automatically. A call that may no longer be placed when its turn comes is
         *     not placed and ends with `canceled`: its number was added to the do-not-call list, its approval is no longer in
         *     force, the calling hours of the organization or the workflow closed, or its time is over.
         *
         *     If `telephony_configuration_id` is omitted, the organization's default is used. If it is given, the call uses
         *     that configuration or is refused; no other configuration is used instead. An API key of a connector needs an
         *     approval policy for `call_initiate`. A use of the policy is counted only if the call is accepted. A call that
         *     would exceed the organization's limit of concurrent calls is refused with 429.
         *
         *     With `dry_run=true` nothing is placed; the response says which rules would allow or refuse the call.
         */
        post: operations["initiateCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/telephony/scheduled-calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List scheduled calls
         * @description Returns the organization's scheduled calls, newest first, also those that were initiated, refused or canceled, for 90 days after that.
         */
        get: operations["listScheduledCalls"];
        put?: never;
        /**
         * Schedule a call
         * @description Stores a call that is initiated at `scheduled_at`, at most 30 days from now. Until then it takes no slot and
         *     uses no approval. Then it is initiated as by `initiateCall`, by the caller who scheduled it, with every rule
         *     checked at that time, the workflow's version that is published then, and the defaults of that time.
         *
         *     If the calling hours of the organization or the workflow are closed then, or the caller numbers have reached
         *     their daily caps, it waits until they open or the next day begins (`waits_until`), if that is within 3 days; the
         *     hour below begins then. If the organization has no free slot, it is tried again for an hour. What
         *     forbids the call otherwise refuses it: `state` is `refused`, and `refusal` says why. Nothing is called later than
         *     an hour after `scheduled_at` or `waits_until`, whatever the reason. An API key that was archived meanwhile
         *     initiates nothing.
         *
         *     An organization can have 10,000 scheduled calls.
         */
        post: operations["createScheduledCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/telephony/scheduled-calls/{scheduled_call_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a scheduled call
         * @description Returns the scheduled call, with its run once it was initiated, or why it was refused.
         */
        get: operations["getScheduledCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a scheduled call
         * @description Changes only the members that are sent. `{}` changes nothing.
         */
        patch: operations["updateScheduledCall"];
        trace?: never;
    };
    "/api/v1/telephony/scheduled-calls/{scheduled_call_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a scheduled call
         * @description The call is never initiated. This cannot be undone. A call that was canceled before stays as it is; one that was initiated is ended with `hangUpRun`.
         */
        post: operations["cancelScheduledCall"];
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
         * Receive a carrier's status callback
         * @description Receives status callbacks from carriers, which get this URL with each call. The carrier's signature replaces a
         *     credential: `X-Twilio-Signature` for Twilio, `telnyx-signature-ed25519` for Telnyx, and `x-simulated-signature`
         *     for the simulated network, an HMAC-SHA256 over the URL and the body. If the header is missing, the body is not
         *     read. A form can have at most 200 fields.
         *
         *     A callback that is a duplicate, too late, out of order or about another call changes nothing. It gets the same
         *     response as any other callback, so the carrier does not send it again. The callback's data is stored before the
         *     response is sent.
         */
        post: operations["receiveCarrierCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/telephony/inbound/{provider}/{config_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an inbound call from a carrier
         * @description Receives calls to the phone numbers of a telephony configuration. The carrier signs the request as it signs
         *     callbacks (`receiveCarrierCallback`); without a valid signature nothing happens.
         *
         *     A call to a number with an `inbound_workflow_id` becomes a run of mode `inbound`, pinned to the version that is
         *     published now, and is taken to the agent runtime of the configuration as an answered call is: with `run_id`,
         *     `workflow_id`, `workflow_version` and `run_token`. It takes one of the organization's slots, beside those of
         *     campaigns and single calls. The do-not-call list, calling hours, approvals, prior consents and the pace of calls do
         *     not apply. Machines are not detected; `record` of the workflow's configurations applies.
         *
         *     A call that cannot be taken is rejected, without a run: the phone number shows why in `last_inbound_rejection`. The
         *     carrier plays the busy signal if all slots are taken (`no_free_slot`).
         *
         *     What to configure at the carrier, with `https://<this service>` in front:
         *
         *     | carrier | where | what |
         *     |---|---|---|
         *     | Twilio | the phone number: "A call comes in" (`VoiceUrl`) and "Call status changes" (`StatusCallback`), both with POST | `/api/v1/telephony/inbound/twilio/{config_id}` |
         *     | Telnyx | the Voice API application of `connection_id`, to which the number belongs: webhook URL, API version 2 | `/api/v1/telephony/inbound/telnyx/{config_id}` |
         *
         *     `#rc=5&rp=ct,rt,5xx` at the end of Twilio's URLs has Twilio repeat requests that failed. Without the status callback
         *     the service learns the end of a call of Twilio only by a query: after the call's maximum duration.
         *
         *     | carrier | the response | when the run counts as answered |
         *     |---|---|---|
         *     | Twilio | TwiML: `<Redirect>` to `voice_url`, else `<Connect><Stream>` to `stream_url`, or `<Reject>` | at once: Twilio answers with the response and does not report it |
         *     | Telnyx | an empty document; Telnyx gets the command `answer` with `stream_url`, or `reject` | when Telnyx reports it |
         *     | simulated | as Twilio; `<Response/>` without a `voice_url` | when the network reports it |
         *
         *     The carrier's later reports of the call are received here too, and found by its ID of the call. A request that is
         *     repeated gets the same response as long as the call lasts, and never makes a second run; after the end it is
         *     rejected. If a command did not reach Telnyx, the response is 503 and Telnyx sends the request again.
         */
        post: operations["receiveInboundCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/simulation/inbound-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call one of your numbers on the simulated network
         * @description Has the simulated network place a call to a phone number of one of the organization's simulated configurations. The
         *     network calls `receiveInboundCall` with a signed request, as a carrier does, takes the answered call to the
         *     `voice_url` of the configuration, talks for `talk_ms` and reports the end. The response is sent when the call was
         *     connected or rejected. Each request is another call.
         */
        post: operations["simulateInboundCall"];
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
         * @description Returns the current time of the service's simulated clock. Available only if the server was started with
         *     `SIMULATION=1`, otherwise 404.
         */
        get: operations["getSimulationClock"];
        put?: never;
        /**
         * Set the clock
         * @description Sets the clock of the whole service to a given time, or moves it forward by a number of seconds. Tests can use
         *     it to skip a schedule's week or a retry's delay. The clock continues from the new time. Sessions, schedules,
         *     retries, webhook retries and approval windows use this clock; for example, a session expires when its 30 days
         *     pass. Other processes of the service follow within a second. The clock can also be set back, unlike a real
         *     clock, so use it only with data that you can afford to lose.
         *
         *     Available only if the server was started with `SIMULATION=1`, otherwise 404.
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
         * @description Returns the carriers that telephony configurations support, with the JSON Schema (2020-12) of their credentials.
         *     A client can generate a form from it.
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
         * @description Returns the phone numbers that can be used as caller ID with this telephony configuration, newest first.
         */
        get: operations["listPhoneNumbers"];
        put?: never;
        /**
         * Add a phone number
         * @description Adds a phone number that calls can use as caller ID. The carrier must allow the account to call from it. This is
         *     not checked here; if the number is not allowed, the first call shows it. The new number does not become the
         *     default caller automatically, even if it is the first one, and is in the pool only with `in_pool`. With
         *     `inbound_workflow_id` it also takes calls.
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
        /**
         * Get a phone number
         * @description Returns the phone number.
         */
        get: operations["getPhoneNumber"];
        put?: never;
        post?: never;
        /**
         * Remove a phone number
         * @description Removes the phone number. No further calls use it as caller ID, and calls to it are rejected; calls in progress
         *     continue. If it was the
         *     default caller, the configuration has no default caller afterwards.
         */
        delete: operations["deletePhoneNumber"];
        options?: never;
        head?: never;
        /**
         * Update a phone number
         * @description Changes only the members that are sent. The number itself cannot be changed: add another one and remove this one.
         *     `set-default-caller` makes it the default caller. A new `inbound_workflow_id` applies to the next call that comes in;
         *     calls in progress go on with their workflow.
         *
         *     `in_pool` and `daily_cap` apply to calls that are accepted after the response; those accepted before are made
         *     from their number. When a cap is set, the day's calls from the number are counted, those in progress too.
         */
        patch: operations["updatePhoneNumber"];
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
         * Set a phone number as the default caller
         * @description Makes the phone number the caller ID of all later calls with this configuration that do not specify one, as long
         *     as no number is in the pool. The
         *     previous default caller is replaced atomically. Repeating the request changes nothing. If two requests are sent
         *     concurrently, both succeed and one of the two numbers is the default in the end.
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
         * @description Returns the phone numbers that the organization must not call, newest first. A campaign skips a contact with
         *     such a number when its call is due. An ad-hoc call to such a number is refused. Calls in progress continue. An
         *     entry whose `expires_at` has passed holds no calls and is not listed.
         */
        get: operations["listDoNotCallNumbers"];
        put?: never;
        /**
         * Add do-not-call numbers
         * @description Adds up to 10,000 phone numbers to the list, all or none. If any of them is not a valid phone number, nothing is
         *     added and the response lists the positions of the invalid numbers, up to 100. After the response no new call to
         *     these numbers is started.
         *
         *     A number that is already on the list stays unchanged, including its reason, unless its entry would expire before
         *     the new one: then the new one replaces it. The same applies to a number that is sent twice, so adding is safe to
         *     repeat. The body can be at most 1 MiB, enough for 10,000 numbers with reasons
         *     of about 50 characters. If your reasons are longer, send fewer numbers at a time.
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
         * @description Removes up to 10,000 phone numbers from the list, all or none, so they can be called again. Contacts that were
         *     skipped because of the list stay skipped. Numbers that are not on the list are ignored.
         */
        post: operations["removeDoNotCallNumbers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/calling-hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the organization's calling hours
         * @description Returns when calls of the organization can be placed. Before they are set for the first time, `enabled` is false: calls can be placed at any time.
         */
        get: operations["getCallingHours"];
        /**
         * Set the organization's calling hours
         * @description Replaces the calling hours as a whole. From the response on, no call is placed outside them. Calls in progress go
         *     on. What the new hours allow is placed within a minute. No law is encoded: what it demands belongs into these
         *     settings.
         *
         *     Slots and holidays are those of the called person: of the contact's `timezone`, or of the `timezone` that a
         *     single call names, and of the time zone set here for everybody else. A time that a change of the clocks skips does
         *     not exist; one that it repeats counts twice. Where a campaign has a schedule, or the workflow's configurations have
         *     `calling_hours`, all must allow the call.
         *
         *     | call | outside the hours |
         *     |---|---|
         *     | `initiateCall` | refused with 409 `outside_calling_hours`, which says when they open |
         *     | a call that was accepted within them | not placed after they closed; it ends with `canceled`, `failure.code` `outside_hours` |
         *     | a scheduled call that is due | waits until they open, at most 3 days |
         *     | a contact of a campaign | waits until they open |
         */
        put: operations["updateCallingHours"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prior consents
         * @description Returns the consents to be called that the organization has recorded, newest first, including those that have
         *     expired or were revoked.
         */
        get: operations["listConsents"];
        put?: never;
        /**
         * Record a prior consent
         * @description Records that a person has agreed to be called for a purpose. A consent is never changed; it can be revoked, and
         *     another one can be recorded. Several consents of a number for one purpose are allowed: one that is in force is
         *     enough.
         *
         *     Consents matter only where `require_prior_consent` of a campaign, or of a workflow's configurations, names their
         *     purpose. No law is applied: what counts as a consent and how long, you decide.
         */
        post: operations["createConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consents/{consent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a prior consent
         * @description Returns the consent, also if it has expired or was revoked.
         */
        get: operations["getConsent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consents/{consent_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a prior consent
         * @description Ends a consent now. This cannot be undone; a new consent can be recorded. After the response no new call is
         *     started that needs this consent. Calls in progress continue. Revoking it again changes nothing.
         */
        post: operations["revokeConsent"];
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
         * Check phone numbers against the do-not-call list
         * @description Returns which of up to 10,000 phone numbers are currently on the list. It changes nothing.
         */
        post: operations["checkDoNotCallNumbers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or stream events
         * @description Returns the organization's events, newest first: what its endpoints receive, whether or not it has any. The events
         *     `call_queued`, `call_ringing` and `call_answered` are recorded only while an enabled endpoint has chosen them, or
         *     `updateEventSettings` names them. A page looks through a bounded number of events and bytes: it may have fewer
         *     items than `limit`, even none, while `next_cursor` is not null. A service that keeps events for a limited time
         *     removes them afterwards.
         *
         *     With `Accept: text/event-stream` the answer is a stream of server-sent events, for those who cannot be called
         *     back. It begins with the events after `Last-Event-ID`, in their order, without a gap; without that header, with
         *     those that happen from now on; with `0`, with the first that is kept. The `id` of an event is its `id` in the
         *     list, its name and `data` are the body that endpoints receive. The filters `event`, `run_id` and `campaign_id`
         *     apply; the period, `limit` and `cursor` do not. An `id` without data says that no event before it matches.
         *
         *     The stream has no end. If the server stops, it ends the stream with a `stopping` event, whose `retry` says when to
         *     open it again. If the credential is revoked or expires, the stream ends within half a minute, and opening it
         *     again gets 401. A client that reads nothing for a minute is cut off. Nothing is lost then: open the stream again
         *     with the `id` of the last event. What is sent and not read yet is limited to 16 MiB for all streams of an
         *     organization: beyond that they wait for each other. A `Last-Event-ID` that no event has had gets 422.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/event-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the organization's event settings
         * @description Returns which events of calls before their end are recorded for `listEvents`, whatever endpoints have chosen. None are before they are set for the first time.
         */
        get: operations["getEventSettings"];
        /**
         * Set the organization's event settings
         * @description Replaces the events that are recorded although no endpoint has chosen them, so that clients that cannot be called
         *     back find them in `listEvents` and its stream. It applies to what happens after the response; events that were
         *     recorded stay. An event that is no longer named here is still recorded while an enabled endpoint has chosen it.
         *
         *     `call_queued`, `call_ringing` and `call_answered` are not recorded by default, because each is an event more for
         *     every call. All other events always are.
         */
        put: operations["updateEventSettings"];
        post?: never;
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
         * @description Returns the organization's endpoints, including disabled ones, newest first. Secrets are never shown again.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Creates an endpoint. From now on the events that it has chosen are posted to its URL. Earlier events can be
         *     replayed. The secret that signs deliveries, as defined by Standard Webhooks, is shown only in this response.
         *
         *     The URL must start with `https://` and contain no credentials. A host that is or resolves to a private,
         *     loopback, link-local or otherwise non-public address is refused with 422. The address is checked again for every
         *     connection, so a name that later resolves to such an address is refused too. For development, a server can be
         *     configured to allow such addresses and `http://`.
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
         * @description Returns the endpoint, without its secret.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Deletes the endpoint with its deliveries and their attempts. Nothing more is sent to it. This cannot be undone.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint
         * @description Changes only the members that are sent. `{}` changes nothing. A new URL is checked in the same way as for a new
         *     endpoint. Pending deliveries are sent to the new URL too. `disableWebhookEndpoint` and `enableWebhookEndpoint`
         *     change the status.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/api/v1/webhooks/endpoints/{endpoint_id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a webhook endpoint
         * @description Stops sending to the endpoint. Its pending deliveries are canceled: they become `failed` and are not sent when
         *     the endpoint is enabled again. Events that happen while it is disabled are not sent to it either; both can be
         *     replayed afterwards. Disabling a disabled endpoint changes nothing, also not its `disabled_reason`.
         */
        post: operations["disableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/endpoints/{endpoint_id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a webhook endpoint
         * @description Sends new events to the endpoint again, also if the service disabled it. Events that were missed meanwhile are not
         *     sent; `replayWebhookEvents` makes them due again. Enabling an enabled endpoint changes nothing.
         */
        post: operations["enableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * Rotate a webhook endpoint's secret
         * @description Creates a new secret for the endpoint. The secret is shown only in this response. For 24 hours deliveries are
         *     signed with both the new and the previous secret, so the receiver has time to change. Rotating again within that
         *     time ends the older secret immediately.
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
         * Send a test event to a webhook endpoint
         * @description Posts a sample `call_ended` event of a fictitious call, signed like every delivery, and returns the result. The
         *     event is sent once, even to a disabled endpoint. It is not stored and changes nothing. Its `webhook-id` starts
         *     with `msg_test_`. At most one test per endpoint and five per organization can be in progress; further tests are
         *     refused with 429.
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
         * Replay events to a webhook endpoint
         * @description Makes all of the organization's events since the given time, of the types that the endpoint receives, due again
         *     for this endpoint. This includes events that were delivered, events that failed and events from before the
         *     endpoint was created. At most the last 30 days are replayed. `webhook-id` stays the same, so a receiver that
         *     ignores known IDs gets only what it missed.
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
         * @description Returns the deliveries to the organization's endpoints, sent or pending, newest first. Use `getWebhookDelivery` to read the body and every attempt. A service that keeps events for a limited time removes them with their deliveries afterwards; pending deliveries stay.
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
         * @description Returns the delivery with its body, which is the same in every attempt, and the result of each attempt, oldest first.
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
         * Replay a webhook delivery
         * @description Makes the delivery due now, whatever its state, with the full series of retries. `webhook-id` and body stay the
         *     same. A `call_analyzed` still waits for its `call_ended` if that is pending. Earlier attempts are kept.
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
         * @description Sent once for every call that has ended, whether or not it was connected. `call_analyzed` follows it. Delivery
         *     is at least once: `webhook-id` is the same in every attempt, so ignore IDs that you have already received. Any
         *     2xx response within 15 seconds counts as received. Anything else, including a redirect, is retried with
         *     increasing delays.
         *
         *     Before you trust the body, verify `webhook-signature` with the endpoint's secret, as defined by Standard
         *     Webhooks.
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
         * @description Sent once for every call after its `call_ended`, with the analysis of the conversation. If no analysis was
         *     submitted, the analysis is derived from the outcome alone (`source` is `outcome`). Delivery and verification
         *     work as for `call_ended`.
         */
        post: operations["onCallAnalyzed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    call_queued: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A call will be placed
         * @description Sent once for every call that is placed when its run is created: for a single call with the response to `initiateCall`, for a call
         *     of a campaign when its contact's turn has come. Only to endpoints that have chosen it, and only for calls that are
         *     created afterwards. No other event follows if the run is taken back because it could not be placed, for example
         *     because the campaign was paused; the next attempt is another run. The events of one call arrive in their order:
         *     `call_queued`, `call_ringing`, `call_answered`, `call_ended`, `call_analyzed`. Delivery and verification work as for
         *     `call_ended`.
         */
        post: operations["onCallQueued"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    call_ringing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A call rings
         * @description Sent once for every call of which the carrier reports that it rings before it is answered or ends. Some carriers do
         *     not report it of every call. Only to endpoints that have chosen it. Delivery and verification work as for
         *     `call_ended`.
         */
        post: operations["onCallRinging"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    call_answered: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A call was answered
         * @description Sent once for every call that the carrier reports as answered, by a person or a machine. A call whose end is the
         *     first report of it has none. Only to endpoints that have chosen it. Delivery and verification work as for
         *     `call_ended`.
         */
        post: operations["onCallAnswered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    campaign_started: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A campaign was started
         * @description Sent once for every campaign that is started. The events of one campaign arrive in the order of its transitions,
         *     each with the campaign as the transition left it. Delivery and verification work as for `call_ended`.
         */
        post: operations["onCampaignStarted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    campaign_paused: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A campaign was paused
         * @description Sent each time a campaign is paused, by somebody or by a rule; `reason` says why. Calls in progress go on, so
         *     `call_ended` of calls of the campaign may follow. Delivery and verification work as for `call_ended`.
         */
        post: operations["onCampaignPaused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    campaign_resumed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A campaign was resumed
         * @description Sent each time a paused campaign is resumed. Delivery and verification work as for `call_ended`.
         */
        post: operations["onCampaignResumed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    campaign_completed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A campaign is completed
         * @description Sent once for every campaign when its last contact is finished. The analyses of its last calls may follow. Delivery
         *     and verification work as for `call_ended`.
         */
        post: operations["onCampaignCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    campaign_canceled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A campaign was canceled
         * @description Sent once for every campaign that is canceled, with the response to `cancelCampaign`. Calls in progress go on, or are
         *     hung up as `calls` says, so `call_ended` of calls of the campaign may follow. Delivery and verification work as for
         *     `call_ended`.
         */
        post: operations["onCampaignCanceled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    approval_policy_exhausted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An approval policy has no uses left
         * @description Sent once for every approval policy, with its last use: what it allowed is refused from now on. Delivery and
         *     verification work as for `call_ended`.
         */
        post: operations["onApprovalPolicyExhausted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    webhook_endpoint_disabled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Another endpoint was disabled
         * @description Sent to the organization's other endpoints when one is disabled: on request, because it answered with 410, or because
         *     no delivery succeeded for five days. Delivery and verification work as for `call_ended`.
         */
        post: operations["onWebhookEndpointDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    run_turn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A turn of a text conversation
         * @description Sent to the `runtime_url` of a workflow for each turn of a text run (`submitRunTurn`), while its sender waits. The
         *     response is the agent's answer, at most 64 KiB, within 15 seconds. A redirect is a failure.
         *
         *     Verify `webhook-signature` with the secret of `rotateRuntimeSecret`, as defined by Standard Webhooks, before you
         *     trust the body. `run_token` reads the definition, the variables and the settings (`getRunSession`) and submits
         *     the result (`submitRunResult`).
         *
         *     A turn whose answer was lost is sent again, with the same `webhook-id` and `turn_number`, possibly with another
         *     `text`: what counts is the `transcript`, which has only the turns that were answered before.
         */
        post: operations["onRunTurn"];
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
         * @description An email address. Not case-sensitive.
         */
        Email: string;
        SignUpRequest: {
            email: components["schemas"]["Email"];
            /** @description 12 to 128 characters. */
            password: string;
            /** @description The organization's name. The default is the email address. */
            organization_name?: string;
        };
        /**
         * Format: date-time
         * @description A timestamp, RFC 3339 in UTC with milliseconds.
         * @example 2026-01-02T03:04:05.678Z
         */
        Timestamp: string;
        /**
         * Format: int64
         * @description A positive integer ID.
         * @example 5
         */
        Id: number;
        User: {
            id: components["schemas"]["Id"];
            /** Format: email */
            email: string;
            organization_id: components["schemas"]["Id"];
            /** @description Whether the user can use operations for super admins. */
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
         * @description The kind of problem, as a stable identifier for programs. `GET /problems/{code}` explains what happened and what to do. New codes can be added.
         * @enum {string}
         */
        ProblemCode: "unauthorized" | "wrong_credentials" | "api_key_not_allowed" | "super_admin_required" | "approval_required" | "signature_invalid" | "not_found" | "no_cache_directory" | "method_not_allowed" | "approval_policy_not_revocable" | "approval_policy_not_disableable" | "approval_policy_not_enableable" | "campaign_not_startable" | "campaign_not_pausable" | "campaign_not_resumable" | "campaign_not_cancelable" | "campaign_not_redialable" | "campaign_already_redialed" | "nothing_to_redial" | "campaign_not_updatable" | "no_waiting_callback" | "campaign_full" | "scheduled_call_settled" | "too_many_scheduled_calls" | "catalog_entry_exists" | "email_taken" | "telephony_configuration_name_taken" | "telephony_configuration_in_use" | "voice_profile_name_taken" | "too_many_voice_samples" | "voice_profile_in_use" | "voice_profile_used_by_workflows" | "voice_profile_missing" | "source_in_use" | "telephony_configuration_missing" | "phone_number_exists" | "caller_number_pool_full" | "no_default_telephony_configuration" | "number_on_do_not_call_list" | "no_caller_number" | "daily_cap_reached" | "credentials_unreadable" | "destination_not_served" | "no_prior_consent" | "outside_calling_hours" | "workflow_archived" | "workflow_not_published" | "start_node_missing" | "run_without_conversation" | "run_ended" | "turn_in_progress" | "conversation_too_long" | "too_many_test_cases" | "runtime_secret_missing" | "runtime_failed" | "runtime_answer_invalid" | "runtime_timeout" | "webhook_endpoint_disabled" | "idempotency_key_reused" | "idempotency_in_progress" | "engine_unavailable" | "too_many_generations" | "generation_not_cancelable" | "generation_not_completed" | "too_many_generation_versions" | "generation_in_use" | "generation_version_in_use" | "model_migration_running" | "model_download_running" | "model_deletion_running" | "too_many_model_downloads" | "model_download_ended" | "insufficient_space" | "same_directory" | "nested_directory" | "destination_not_writable" | "source_not_writable" | "destination_not_allowed" | "precondition_failed" | "range_not_satisfiable" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "concurrent_call_limit_reached" | "internal_error" | "unavailable" | "storage_full" | "insufficient_scope" | "operator_only" | "sign_up_closed" | "target_ambiguous" | "quota_reached" | "generation_not_ready" | "too_many_story_items" | "story_too_long" | "story_without_audio" | "story_items_differ" | "gathered_context_too_large" | "transcript_turn_differs" | "transcript_turns_missing" | "transcript_final" | "transcript_too_large" | "idempotent_answer_too_large" | "too_many_streams";
        /** @description An RFC 9457 problem. `code` is stable and meant for programs; `detail` is a sentence for people. Some codes add their own members, such as `state` or `reason`. */
        Problem: {
            /**
             * Format: uri-reference
             * @description The kind of problem, `/problems/<code>`.
             */
            type: string;
            /** @description The kind of problem in a few words. */
            title: string;
            /** @description The HTTP status code. */
            status: number;
            /** @description What happened and what can be done about it. */
            detail: string;
            /** @description The path of the request. */
            instance: string;
            code: components["schemas"]["ProblemCode"];
            /** @description The X-Request-Id of the response. */
            request_id: string;
            /** @description The path or query parameter, or the member of the body, that the problem is about; always set if it names something that was not found. Null if it is about the request as a whole. */
            param: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description One error in a request. */
        ValidationFault: {
            /** @description The location of the error. It starts with `body`, `path`, `query` or `header`, or with the name of the stored member that is wrong. Array indexes are strings. */
            loc: string[];
            /** @description What is wrong, as a sentence for people. */
            msg: string;
            /** @description What is wrong, as a stable identifier for programs, such as `missing` or `string_too_long`. New values can be added. */
            type: string;
            /** @description The value that was sent, truncated to 1 KiB. Passwords and other secrets are shown as `[redacted]`. */
            input: unknown;
            /** @description The limit that was exceeded, such as `{"max_length":64}`; empty if there is none. The member `...` is true if `input` was truncated. */
            ctx: {
                [key: string]: unknown;
            };
        };
        /** @description Everything in the request that does not match the contract, one entry per error. The list ends after 100 errors or 64 KiB with an entry of type `too_many_errors`, which means that there are more. */
        ValidationProblem: {
            detail: components["schemas"]["ValidationFault"][];
        };
        LogInRequest: {
            email: components["schemas"]["Email"];
            /** @description The user's password. */
            password: string;
        };
        /** @description The organization whose data the caller can access. */
        CurrentOrganization: {
            id: components["schemas"]["Id"];
            name: string;
        };
        /**
         * @description What an API key can do. Each operation names the scope it requires as `x-scope`.
         *
         *     - `read`: all GET operations except those for audit events, and the checks that change nothing.
         *     - `workflows:write`: create, update, publish, archive and duplicate workflows.
         *     - `runs:write`: create test runs, submit turns of text runs and the results of runs, and revoke their tokens. Includes `run:write`.
         *     - `run:read`: read the sessions of runs. `read` includes it.
         *     - `run:write`: submit the results of runs.
         *     - `calls:place`: place single calls.
         *     - `campaigns:write`: create and update campaigns and their sources.
         *     - `campaigns:control`: start, pause, resume, cancel and redial campaigns.
         *     - `telephony:write`: manage telephony configurations and their phone numbers, and set the simulation's clock.
         *     - `do_not_call:write`: add and remove do-not-call numbers.
         *     - `webhooks:write`: manage webhook endpoints and replay events.
         *     - `voice:write`: manage voice profiles and stories.
         *     - `models:write`: migrate the speech models.
         *     - `audit:read`: read the organization's audit events.
         * @enum {string}
         */
        ApiKeyScope: "read" | "workflows:write" | "runs:write" | "run:read" | "run:write" | "calls:place" | "campaigns:write" | "campaigns:control" | "telephony:write" | "do_not_call:write" | "webhooks:write" | "voice:write" | "models:write" | "audit:read";
        CurrentApiKey: {
            id: components["schemas"]["Id"];
            name: string;
            connector_name: string | null;
            /** @description What the key can do. */
            scopes: components["schemas"]["ApiKeyScope"][];
        };
        CurrentUser: {
            /** @description The user of the session; null with an API key. */
            user: components["schemas"]["User"] | null;
            organization: components["schemas"]["CurrentOrganization"];
            /** @description The API key; null with a session. */
            api_key: components["schemas"]["CurrentApiKey"] | null;
        };
        /**
         * Format: date-time
         * @description A timestamp, RFC 3339 in UTC with milliseconds; null if it has not happened yet.
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
            /** @description What the key can do. */
            scopes: components["schemas"]["ApiKeyScope"][];
            created_at: components["schemas"]["Timestamp"];
            archived_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: date-time
             * @description When the key was last accepted, to the minute; null if never.
             */
            last_used_at: string | null;
        };
        /**
         * @description Send it as `cursor` to get the next page; null on the last page. The value is opaque, so do not build one yourself.
         * @example WzQyXQ
         */
        NextCursor: string | null;
        ApiKeyPage: {
            items: components["schemas"]["ApiKey"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description The name of a connector, as used by its API keys and approval policies. Case-sensitive.
         * @example crm
         */
        ConnectorName: string;
        CreateApiKeyRequest: {
            /** @description What the key is for. */
            name: string;
            connector_name?: components["schemas"]["ConnectorName"] | null;
            /** @description What the key can do. The default for a key with a `connector_name` is `read`, `calls:place` and `campaigns:control`; for any other key it is every scope except `audit:read`. */
            scopes?: components["schemas"]["ApiKeyScope"][];
        };
        CreatedApiKey: {
            id: components["schemas"]["Id"];
            name: string;
            /** @description The first 12 characters of the key. */
            prefix: string;
            /** @description The connector whose approval policies the key needs; null if none. */
            connector_name: string | null;
            /** @description What the key can do. */
            scopes: components["schemas"]["ApiKeyScope"][];
            created_at: components["schemas"]["Timestamp"];
            archived_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: date-time
             * @description When the key was last accepted, to the minute; null if never.
             */
            last_used_at: string | null;
            /** @description The key itself, `vap_` followed by 43 URL-safe characters. */
            key: string;
        };
        /**
         * @description Calculated at each request, in this order: revoked; exhausted (all uses are used); expired; disabled; otherwise active.
         * @enum {string}
         */
        ApprovalPolicyStatus: "active" | "disabled" | "revoked" | "expired" | "exhausted";
        /**
         * @description The action that is authorized.
         * @enum {string}
         */
        ApprovalActionType: "call_initiate" | "campaign_start" | "campaign_resume";
        /**
         * Format: uuid
         * @description A lowercase UUID.
         * @example 019b89bc-a400-7c41-9d52-3f1b8a6e4c10
         */
        Uuid: string;
        /**
         * @description What `value` is.
         * @enum {string}
         */
        ApprovalDestinationKind: "exact_e164" | "e164_prefix" | "campaign";
        /** @description Who can be called: one number (`exact_e164`), all numbers with a prefix (`e164_prefix`), or the contacts of a campaign (`campaign`, its ID). */
        ApprovalDestination: {
            kind: components["schemas"]["ApprovalDestinationKind"];
            value: string;
        };
        /**
         * Format: int64
         * @description A number of items.
         * @example 3
         */
        Count: number;
        /** @description Authorizes an outbound calling action of a connector, limited by a time window and a number of uses. */
        ApprovalPolicy: {
            id: components["schemas"]["Uuid"];
            /** @description The connector that is authorized. Its API keys have the same `connector_name`. */
            connector_name: string;
            action_type: components["schemas"]["ApprovalActionType"];
            /** @description The name that the workflow (for `call_initiate`) or the campaign had when the policy was created. It does not change when the target is renamed. */
            target_name: string;
            /** @description The ID of that workflow or campaign. The policy authorizes actions only for this target. */
            target_id: components["schemas"]["Id"];
            destination: components["schemas"]["ApprovalDestination"];
            not_before: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
            /** @description The maximum number of actions. */
            max_uses: number;
            used_count: components["schemas"]["Count"];
            /** @description The campaign is refused if it has more contacts still to be called than this; null for no ceiling. */
            campaign_contact_count_ceiling: number | null;
            status: components["schemas"]["ApprovalPolicyStatus"];
            created_at: components["schemas"]["Timestamp"];
            /** @description Whether the cost that was shown to the approver is binding. */
            estimated_cost_is_authoritative: boolean;
            revoked_at: components["schemas"]["NullableTimestamp"];
            /** @description The reason given for revoking the policy; null if it was not revoked. */
            revoked_reason: string | null;
        };
        ApprovalPolicyPage: {
            items: components["schemas"]["ApprovalPolicy"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description One phone number. */
        ExactNumberDestination: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "exact_e164";
            /** @description The number in E.164: `+` and 8 to 15 digits. */
            value: string;
        };
        /** @description All phone numbers with the same prefix. */
        NumberPrefixDestination: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "e164_prefix";
            /** @description What the numbers begin with: `+` and 1 to 15 digits. */
            value: string;
        };
        /** @description Who can be called. */
        CallDestination: components["schemas"]["ExactNumberDestination"] | components["schemas"]["NumberPrefixDestination"];
        /** @description Authorizes calls of an agent. */
        CreateCallApprovalPolicyRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action_type: "call_initiate";
            /** @description The workflow's name. */
            target_name: string;
            /** @description The workflow's ID, required if several workflows have the name. */
            target_id?: components["schemas"]["Id"];
            destination: components["schemas"]["CallDestination"];
            /**
             * @description Not used for calls, because only campaigns have contacts to count.
             * @constant
             */
            campaign_contact_count_ceiling?: number | null;
            connector_name: components["schemas"]["ConnectorName"];
            /**
             * Format: date-time
             * @description The start of the time window. The default is the time of the request. It can be in the past.
             */
            not_before?: string;
            /**
             * Format: date-time
             * @description The end of the time window, exclusive. It must be later than `not_before` and than the time of the request.
             */
            expires_at: string;
            /** @description The maximum number of actions. */
            max_uses: number;
            /**
             * @description Whether the cost that was shown to the approver is binding.
             * @default false
             */
            estimated_cost_is_authoritative?: boolean;
        };
        /** @description The contacts of the target campaign. */
        CampaignDestination: {
            /** @constant */
            kind: "campaign";
            /** @description The campaign's id, 1 to 9007199254740991. */
            value: string;
        };
        /** @description Authorizes starting a campaign. */
        CreateCampaignStartApprovalPolicyRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action_type: "campaign_start";
            /** @description The campaign's name. */
            target_name: string;
            /** @description The campaign's ID, required if several campaigns have the name. */
            target_id?: components["schemas"]["Id"];
            destination: components["schemas"]["CampaignDestination"];
            /** @description The campaign is refused if it has more contacts still to be called than this. Null or omitted for no ceiling. */
            campaign_contact_count_ceiling?: number | null;
            connector_name: components["schemas"]["ConnectorName"];
            /**
             * Format: date-time
             * @description The start of the time window. The default is the time of the request. It can be in the past.
             */
            not_before?: string;
            /**
             * Format: date-time
             * @description The end of the time window, exclusive. It must be later than `not_before` and than the time of the request.
             */
            expires_at: string;
            /** @description The maximum number of actions. */
            max_uses: number;
            /**
             * @description Whether the cost that was shown to the approver is binding.
             * @default false
             */
            estimated_cost_is_authoritative?: boolean;
        };
        /** @description Authorizes resuming a campaign. */
        CreateCampaignResumeApprovalPolicyRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action_type: "campaign_resume";
            /** @description The campaign's name. */
            target_name: string;
            /** @description The campaign's ID, required if several campaigns have the name. */
            target_id?: components["schemas"]["Id"];
            destination: components["schemas"]["CampaignDestination"];
            /** @description The campaign is refused if it has more contacts still to be called than this. Null or omitted for no ceiling. */
            campaign_contact_count_ceiling?: number | null;
            connector_name: components["schemas"]["ConnectorName"];
            /**
             * Format: date-time
             * @description The start of the time window. The default is the time of the request. It can be in the past.
             */
            not_before?: string;
            /**
             * Format: date-time
             * @description The end of the time window, exclusive. It must be later than `not_before` and than the time of the request.
             */
            expires_at: string;
            /** @description The maximum number of actions. */
            max_uses: number;
            /**
             * @description Whether the cost that was shown to the approver is binding.
             * @default false
             */
            estimated_cost_is_authoritative?: boolean;
        };
        /** @description The policy to create. `action_type` determines whether it needs the members for a call or for a campaign. */
        CreateApprovalPolicyRequest: components["schemas"]["CreateCallApprovalPolicyRequest"] | components["schemas"]["CreateCampaignStartApprovalPolicyRequest"] | components["schemas"]["CreateCampaignResumeApprovalPolicyRequest"];
        RevokeApprovalPolicyRequest: {
            /** @description The reason, as an identifier for programs. */
            reason: string;
        };
        /**
         * @description The type of `subject_id`, either the run of the call or the campaign that was started or resumed.
         * @enum {string}
         */
        ApprovalUseSubjectType: "workflow_run" | "campaign";
        /** @description An action that a policy authorized. */
        ApprovalPolicyUse: {
            id: components["schemas"]["Id"];
            policy_id: components["schemas"]["Uuid"];
            action_type: components["schemas"]["ApprovalActionType"];
            /** @description The API key that performed the action. */
            api_key_id: components["schemas"]["Id"];
            subject_type: components["schemas"]["ApprovalUseSubjectType"];
            /** @description The ID of the run or the campaign. */
            subject_id: components["schemas"]["Id"];
            created_at: components["schemas"]["Timestamp"];
        };
        ApprovalPolicyUsePage: {
            items: components["schemas"]["ApprovalPolicyUse"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description A disabled effect keeps its position and parameters but is not applied.
         * @default true
         */
        EffectEnabled: boolean;
        ChorusParams: {
            /**
             * @description The modulation rate of the copies.
             * @default 1
             */
            rate_hz: number;
            /**
             * @description The modulation depth of the copies.
             * @default 0.5
             */
            depth: number;
            /**
             * @description How much of the effect is fed back into it.
             * @default 0
             */
            feedback: number;
            /**
             * @description The delay around which the copies are modulated.
             * @default 7
             */
            centre_delay_ms: number;
            /**
             * @description 0 the voice alone, 1 the effect alone.
             * @default 0.5
             */
            mix: number;
        };
        /** @description Doubles the voice with slightly late, wavering copies. */
        ChorusEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "chorus";
            enabled: components["schemas"]["EffectEnabled"];
            params: components["schemas"]["ChorusParams"];
        };
        ReverbParams: {
            /**
             * @description 0 a closet, 1 a hall.
             * @default 0.5
             */
            room_size: number;
            /**
             * @description How strongly the walls absorb high frequencies.
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
             * @description Stereo width, 0 for mono. A recording with one channel keeps one.
             * @default 1
             */
            width: number;
        };
        /** @description Puts the voice into a room. */
        ReverbEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reverb";
            enabled: components["schemas"]["EffectEnabled"];
            params: components["schemas"]["ReverbParams"];
        };
        DelayParams: {
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
        /** @description Repeats the voice as an echo. */
        DelayEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "delay";
            enabled: components["schemas"]["EffectEnabled"];
            params: components["schemas"]["DelayParams"];
        };
        CompressorParams: {
            /**
             * @description The level above which it compresses.
             * @default -20
             */
            threshold_db: number;
            /**
             * @description The compression ratio, in input decibels above the threshold per output decibel.
             * @default 4
             */
            ratio: number;
            /**
             * @description How quickly the compression starts.
             * @default 10
             */
            attack_ms: number;
            /**
             * @description How quickly the compression ends.
             * @default 100
             */
            release_ms: number;
        };
        /** @description Evens out loud and quiet passages. */
        CompressorEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "compressor";
            enabled: components["schemas"]["EffectEnabled"];
            params: components["schemas"]["CompressorParams"];
        };
        GainParams: {
            /**
             * @description Decibels to add.
             * @default 0
             */
            gain_db: number;
        };
        /** @description Makes the voice louder or quieter. */
        GainEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "gain";
            enabled: components["schemas"]["EffectEnabled"];
            params: components["schemas"]["GainParams"];
        };
        HighpassParams: {
            /**
             * @description Lower frequencies are removed.
             * @default 80
             */
            cutoff_frequency_hz: number;
        };
        /** @description Removes frequencies below a cutoff. */
        HighpassEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "highpass";
            enabled: components["schemas"]["EffectEnabled"];
            params: components["schemas"]["HighpassParams"];
        };
        LowpassParams: {
            /**
             * @description Higher frequencies are removed.
             * @default 8000
             */
            cutoff_frequency_hz: number;
        };
        /** @description Removes frequencies above a cutoff. */
        LowpassEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "lowpass";
            enabled: components["schemas"]["EffectEnabled"];
            params: components["schemas"]["LowpassParams"];
        };
        PitchShiftParams: {
            /**
             * @description Semitones up; negative for down.
             * @default 0
             */
            semitones: number;
        };
        /** @description Makes the voice higher or lower without changing its pace. */
        PitchShiftEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pitch_shift";
            enabled: components["schemas"]["EffectEnabled"];
            params: components["schemas"]["PitchShiftParams"];
        };
        /** @description An audio effect. `type` determines its `params`. New types can be added. */
        Effect: components["schemas"]["ChorusEffect"] | components["schemas"]["ReverbEffect"] | components["schemas"]["DelayEffect"] | components["schemas"]["CompressorEffect"] | components["schemas"]["GainEffect"] | components["schemas"]["HighpassEffect"] | components["schemas"]["LowpassEffect"] | components["schemas"]["PitchShiftEffect"];
        /** @description Effects in the order in which they are applied; null if none were ever set. */
        NullableEffectsChain: components["schemas"]["Effect"][] | null;
        /**
         * @description The origin of the voice, which is `cloned` from recorded samples, `preset` by an engine, or `designed` from a description.
         * @enum {string}
         */
        VoiceType: "cloned" | "preset" | "designed";
        /** @description A voice used to generate speech. */
        VoiceProfile: {
            id: components["schemas"]["Uuid"];
            /** @description Unique in the organization. */
            name: string;
            /** @description What the voice is for. */
            description: string | null;
            /** @description A BCP 47 primary language tag such as `en`. */
            language: string;
            /** @description The path of the picture on this server, for `getVoiceProfileAvatar`; null if there is none. */
            avatar_path: string | null;
            effects_chain: components["schemas"]["NullableEffectsChain"];
            voice_type: components["schemas"]["VoiceType"];
            /** @description The engine that provides the preset voice. Set for preset voices only. */
            preset_engine: string | null;
            /** @description The engine's name for the voice. Set for preset voices only. */
            preset_voice_id: string | null;
            /** @description A description of the designed voice in words. Set for designed voices only. */
            design_prompt: string | null;
            /** @description The engine used if a request names none; null for any suitable engine. */
            default_engine: string | null;
            /** @description How the voice talks, in words for a language model. */
            personality: string | null;
            /** @description The number of generations made with the voice, in any status. Calculated at each request. */
            generation_count: components["schemas"]["Count"];
            /** @description The number of recorded samples. Calculated at each request. */
            sample_count: components["schemas"]["Count"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description Unique in the organization. Case-sensitive. */
        VoiceProfileName: string;
        /** @description What the voice is for. */
        VoiceProfileDescription: string | null;
        /**
         * @description A BCP 47 primary language tag, such as `en`.
         * @example en
         */
        VoiceLanguage: string;
        /**
         * @description The origin of the voice, which is `cloned` from recorded samples, `preset` by an engine, or `designed` from a description.
         * @enum {string}
         */
        VoiceTypeInput: "cloned" | "preset" | "designed";
        /** @description The engine that provides the preset voice. Only for preset voices, which need it. */
        PresetEngine: string | null;
        /** @description The engine's name for the voice. Only for preset voices, which need it. */
        PresetVoiceId: string | null;
        /** @description A description of the designed voice in words. Only for designed voices, which need it. */
        DesignPrompt: string | null;
        /** @description The engine used if a request names none; null for any suitable engine. */
        DefaultEngine: string | null;
        /** @description How the voice talks, in words for a language model. */
        Personality: string | null;
        /** @description A new voice profile. */
        CreateVoiceProfileRequest: {
            name: components["schemas"]["VoiceProfileName"];
            description?: components["schemas"]["VoiceProfileDescription"];
            /** @default en */
            language?: components["schemas"]["VoiceLanguage"];
            /** @default cloned */
            voice_type?: components["schemas"]["VoiceTypeInput"];
            preset_engine?: components["schemas"]["PresetEngine"];
            preset_voice_id?: components["schemas"]["PresetVoiceId"];
            design_prompt?: components["schemas"]["DesignPrompt"];
            default_engine?: components["schemas"]["DefaultEngine"];
            personality?: components["schemas"]["Personality"];
        };
        /** @description The members to change. Omitted members stay unchanged. */
        UpdateVoiceProfileRequest: {
            name?: components["schemas"]["VoiceProfileName"];
            description?: components["schemas"]["VoiceProfileDescription"];
            language?: components["schemas"]["VoiceLanguage"];
            voice_type?: components["schemas"]["VoiceTypeInput"];
            preset_engine?: components["schemas"]["PresetEngine"];
            preset_voice_id?: components["schemas"]["PresetVoiceId"];
            design_prompt?: components["schemas"]["DesignPrompt"];
            default_engine?: components["schemas"]["DefaultEngine"];
            personality?: components["schemas"]["Personality"];
        };
        /**
         * @description Whether the effect is applied. A disabled effect keeps its position and parameters.
         * @default true
         */
        EffectEnabledInput: boolean;
        ChorusParamsInput: {
            /**
             * @description The modulation rate of the copies.
             * @default 1
             */
            rate_hz?: number;
            /**
             * @description The modulation depth of the copies.
             * @default 0.5
             */
            depth?: number;
            /**
             * @description How much of the effect is fed back into it.
             * @default 0
             */
            feedback?: number;
            /**
             * @description The delay around which the copies are modulated.
             * @default 7
             */
            centre_delay_ms?: number;
            /**
             * @description 0 the voice alone, 1 the effect alone.
             * @default 0.5
             */
            mix?: number;
        };
        /** @description Doubles the voice with slightly late, wavering copies. */
        ChorusEffectInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "chorus";
            enabled?: components["schemas"]["EffectEnabledInput"];
            params?: components["schemas"]["ChorusParamsInput"];
        };
        ReverbParamsInput: {
            /**
             * @description 0 a closet, 1 a hall.
             * @default 0.5
             */
            room_size?: number;
            /**
             * @description How strongly the walls absorb high frequencies.
             * @default 0.5
             */
            damping?: number;
            /**
             * @description The level of the reverberation.
             * @default 0.33
             */
            wet_level?: number;
            /**
             * @description The level of the voice itself.
             * @default 0.4
             */
            dry_level?: number;
            /**
             * @description Stereo width, 0 for mono. A recording with one channel keeps one.
             * @default 1
             */
            width?: number;
        };
        /** @description Puts the voice into a room. */
        ReverbEffectInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reverb";
            enabled?: components["schemas"]["EffectEnabledInput"];
            params?: components["schemas"]["ReverbParamsInput"];
        };
        DelayParamsInput: {
            /**
             * @description The time between echoes.
             * @default 0.3
             */
            delay_seconds?: number;
            /**
             * @description How loud each echo is against the one before.
             * @default 0.3
             */
            feedback?: number;
            /**
             * @description 0 the voice alone, 1 the echoes alone.
             * @default 0.3
             */
            mix?: number;
        };
        /** @description Repeats the voice as an echo. */
        DelayEffectInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "delay";
            enabled?: components["schemas"]["EffectEnabledInput"];
            params?: components["schemas"]["DelayParamsInput"];
        };
        CompressorParamsInput: {
            /**
             * @description The level above which it compresses.
             * @default -20
             */
            threshold_db?: number;
            /**
             * @description The compression ratio, in input decibels above the threshold per output decibel.
             * @default 4
             */
            ratio?: number;
            /**
             * @description How quickly the compression starts.
             * @default 10
             */
            attack_ms?: number;
            /**
             * @description How quickly the compression ends.
             * @default 100
             */
            release_ms?: number;
        };
        /** @description Evens out loud and quiet passages. */
        CompressorEffectInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "compressor";
            enabled?: components["schemas"]["EffectEnabledInput"];
            params?: components["schemas"]["CompressorParamsInput"];
        };
        GainParamsInput: {
            /**
             * @description Decibels to add.
             * @default 0
             */
            gain_db?: number;
        };
        /** @description Makes the voice louder or quieter. */
        GainEffectInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "gain";
            enabled?: components["schemas"]["EffectEnabledInput"];
            params?: components["schemas"]["GainParamsInput"];
        };
        HighpassParamsInput: {
            /**
             * @description Lower frequencies are removed.
             * @default 80
             */
            cutoff_frequency_hz?: number;
        };
        /** @description Removes frequencies below a cutoff. */
        HighpassEffectInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "highpass";
            enabled?: components["schemas"]["EffectEnabledInput"];
            params?: components["schemas"]["HighpassParamsInput"];
        };
        LowpassParamsInput: {
            /**
             * @description Higher frequencies are removed.
             * @default 8000
             */
            cutoff_frequency_hz?: number;
        };
        /** @description Removes frequencies above a cutoff. */
        LowpassEffectInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "lowpass";
            enabled?: components["schemas"]["EffectEnabledInput"];
            params?: components["schemas"]["LowpassParamsInput"];
        };
        PitchShiftParamsInput: {
            /**
             * @description Semitones up; negative for down.
             * @default 0
             */
            semitones?: number;
        };
        /** @description Makes the voice higher or lower without changing its pace. */
        PitchShiftEffectInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pitch_shift";
            enabled?: components["schemas"]["EffectEnabledInput"];
            params?: components["schemas"]["PitchShiftParamsInput"];
        };
        /** @description An audio effect. `type` determines its `params`. */
        EffectInput: components["schemas"]["ChorusEffectInput"] | components["schemas"]["ReverbEffectInput"] | components["schemas"]["DelayEffectInput"] | components["schemas"]["CompressorEffectInput"] | components["schemas"]["GainEffectInput"] | components["schemas"]["HighpassEffectInput"] | components["schemas"]["LowpassEffectInput"] | components["schemas"]["PitchShiftEffectInput"];
        /** @description Effects in the order in which they are applied; empty for none. Omitted parameters get their defaults. */
        EffectsChainInput: components["schemas"]["EffectInput"][];
        /** @description The effects of a voice profile. */
        SetVoiceProfileEffectsRequest: {
            effects_chain: components["schemas"]["EffectsChainInput"];
        };
        /** @description A parameter of an effect, a number. */
        VoiceEffectParameter: {
            /** @description Its name in `params`, with its unit if it has one. */
            name: string;
            minimum: number;
            maximum: number;
            /** @description What is used if it is omitted. */
            default: number;
            description: string;
        };
        VoiceEffectDescription: {
            /** @description The type as effects name it. New types can be added. */
            type: string;
            description: string;
            params: components["schemas"]["VoiceEffectParameter"][];
        };
        VoiceEffectList: {
            items: components["schemas"]["VoiceEffectDescription"][];
        };
        VoiceEngine: {
            /** @description What `engine` of a request and `default_engine` of a profile name. */
            id: string;
            name: string;
            /** @description Whether it can be used here. */
            available: boolean;
            /** @description Why it cannot be used; null if it can. */
            reason: string | null;
            /** @description Whether it takes a `seed`. */
            supports_seed: boolean;
            /** @description Whether it takes `instruct`. */
            supports_instruct: boolean;
            /** @description The maximum length of a part that a longer text is divided into. */
            max_part_characters: number;
        };
        VoiceEngineList: {
            items: components["schemas"]["VoiceEngine"][];
        };
        /**
         * @description `queued` until its turn comes, `running` while it is spoken, then `completed`, `failed` or `canceled`.
         * @enum {string}
         */
        GenerationStatus: "queued" | "running" | "completed" | "failed" | "canceled";
        /**
         * @description Whether it was generated from `text` or made from a `recording`.
         * @enum {string}
         */
        GenerationOrigin: "text" | "recording";
        /**
         * @description Why a generation failed. New codes can be added.
         *
         *     - `engine_unavailable`: the engine can no longer be used.
         *     - `engine_failed`: the engine refused the text or reported an error.
         *     - `engine_timeout`: the engine took too long.
         *     - `audio_invalid`: the engine's answer, or the recording, is no audio that can be read.
         *     - `too_long`: the audio would be longer than an hour.
         *     - `quota_reached`: there is no room for the audio in the organization's `voice_bytes_limit`.
         *     - `interrupted`: the server stopped three times while it was spoken.
         *     - `internal_error`: something failed on our side.
         * @enum {string}
         */
        GenerationErrorCode: "engine_unavailable" | "engine_failed" | "engine_timeout" | "audio_invalid" | "too_long" | "quota_reached" | "interrupted" | "internal_error";
        /** @description Why the generation failed; null if it did not. */
        NullableGenerationErrorCode: components["schemas"]["GenerationErrorCode"] | null;
        /**
         * Format: uuid
         * @description A lowercase UUID; null if there is none.
         * @example 019b89bc-a400-7c41-9d52-3f1b8a6e4c10
         */
        NullableUuid: string | null;
        /** @description Speech made from text or from a recording. */
        Generation: {
            id: components["schemas"]["Uuid"];
            profile_id: components["schemas"]["Uuid"];
            /** @description The current name of the voice profile. */
            profile_name: string;
            created_from: components["schemas"]["GenerationOrigin"];
            /** @description The spoken text; may be empty for a recording. */
            text: string;
            /** @description A BCP 47 primary language tag such as `en`. */
            language: string;
            /**
             * Format: int64
             * @description The random seed; null if there is none.
             */
            seed: number | null;
            /** @description Instructions for how to speak the text. */
            instruct: string | null;
            /** @description The engine that speaks it; null for a recording. */
            engine: string | null;
            /** @description The requested model of the engine. */
            model: string | null;
            status: components["schemas"]["GenerationStatus"];
            /** @description Percent of the text's parts that have been spoken. */
            progress: number;
            error_code: components["schemas"]["NullableGenerationErrorCode"];
            /** @description The same as a sentence for people. */
            error_message: string | null;
            /** @description Seconds of the original version; null until it is completed. */
            duration: number | null;
            /** @description The version that is played if none is named; null until there is one. */
            default_version_id: components["schemas"]["NullableUuid"];
            /** @description The path of the default version's audio; null until there is one. */
            audio_path: string | null;
            created_at: components["schemas"]["Timestamp"];
            started_at: components["schemas"]["NullableTimestamp"];
            ended_at: components["schemas"]["NullableTimestamp"];
        };
        GenerationPage: {
            items: components["schemas"]["Generation"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        CreateGenerationRequest: {
            profile_id: components["schemas"]["Uuid"];
            /** @description What is spoken. */
            text: string;
            /** @description A BCP 47 primary language tag such as `en`. Default is that of the profile. */
            language?: string;
            /** @description The ID of an engine in `listVoiceEngines`. */
            engine?: string;
            /** @description A model of the engine. Default is the one that the engine is set up with. */
            model?: string;
            /**
             * Format: int64
             * @description A random seed. Engines without one ignore it, and the generation then shows null.
             */
            seed?: number;
            /** @description How to speak, in words. Engines that take no instructions ignore it. */
            instruct?: string;
        };
        /** @description A recording with the profile that it belongs to. */
        CreateGenerationFromRecordingRequest: {
            profile_id: components["schemas"]["Uuid"];
            /**
             * Format: binary
             * @description The recording.
             */
            file: string;
            /** @description What is said in it. Default is empty. */
            text?: string;
            /** @description A BCP 47 primary language tag such as `en`. Default is that of the profile. */
            language?: string;
        };
        /** @description How far the generation is. The `id` of an event is a sequence number. */
        GenerationProgressEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "progress";
            generation_id: components["schemas"]["Uuid"];
            status: components["schemas"]["GenerationStatus"];
            /** @description Percent of the parts that have been spoken. */
            progress: number;
            /** @description The number of parts; null until the text is divided. */
            parts: number | null;
            /** @description The number of parts that have been spoken. */
            parts_done: number;
            error_code: components["schemas"]["NullableGenerationErrorCode"];
            /** @description The same as a sentence for people. */
            error_message: string | null;
        };
        /** @description The last event of the stream, because the generation has ended. A deleted one is `canceled`. */
        GenerationCompleteEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "complete";
            generation_id: components["schemas"]["Uuid"];
            status: components["schemas"]["GenerationStatus"];
            /** @description Percent of the parts that have been spoken. */
            progress: number;
            /** @description The number of parts; null until the text is divided. */
            parts: number | null;
            /** @description The number of parts that have been spoken. */
            parts_done: number;
            error_code: components["schemas"]["NullableGenerationErrorCode"];
            /** @description The same as a sentence for people. */
            error_message: string | null;
        };
        /** @description The last event of an event stream that ends because the server stops, sent with `retry` and without `id`. Open the stream again after the `retry` time. */
        StreamStoppingEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "stopping";
        };
        /** @description The `data` of a server-sent event, as JSON on one line. `event` is also the name of the event. */
        GenerationStreamEvent: components["schemas"]["GenerationProgressEvent"] | components["schemas"]["GenerationCompleteEvent"] | components["schemas"]["StreamStoppingEvent"];
        ApplyGenerationEffectsRequest: {
            effects_chain?: components["schemas"]["EffectsChainInput"];
            /** @description What the version is called. Default is `Version` and its number. */
            label?: string;
            /**
             * Format: uuid
             * @description The version that the effects are applied to. Default is the default version.
             */
            source_version_id?: string;
        };
        /** @description Effects in the order in which they are applied; empty if there are none. With echoes (`delay`, `reverb`, `chorus`) the result is longer than the recording, until they have fallen by 60 dB, by 10 seconds at most. What exceeds full scale after the last effect is clipped. The same recording and effects always give the same audio. */
        EffectsChain: components["schemas"]["Effect"][];
        /** @description One rendering of a generation's speech, the original or one with effects applied. */
        GenerationVersion: {
            id: components["schemas"]["Uuid"];
            generation_id: components["schemas"]["Uuid"];
            label: string;
            /** @description The path of the audio. It can be fetched with the same credential. */
            audio_path: string;
            /** @description Seconds of its audio. Effects can make it longer than the original. */
            duration: number;
            /** @description Whether this version is played if none is pinned. At most one version is the default. */
            is_default: boolean;
            created_at: components["schemas"]["Timestamp"];
            effects_chain: components["schemas"]["EffectsChain"];
            /** @description The version that this one was created from; null for an original. */
            source_version_id: components["schemas"]["NullableUuid"];
        };
        GenerationVersionPage: {
            items: components["schemas"]["GenerationVersion"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description The format of a recording. New formats can be added.
         * @enum {string}
         */
        AudioFormat: "wav" | "flac" | "mp3" | "ogg";
        /** @description A recording of a voice. */
        VoiceSample: {
            id: components["schemas"]["Uuid"];
            profile_id: components["schemas"]["Uuid"];
            /** @description The words that are spoken in the recording. */
            reference_text: string;
            format: components["schemas"]["AudioFormat"];
            /** @description The length in seconds. */
            duration: number;
            /**
             * Format: int32
             * @description Samples a second, of each channel.
             */
            sample_rate: number;
            /**
             * Format: int32
             * @description 1 for mono and 2 for stereo.
             */
            channels: number;
            /**
             * Format: int64
             * @description The size of the recording.
             */
            bytes: number;
            /** @description The SHA-256 hash of the recording, in hexadecimal. */
            sha256: string;
            /** @description The path of the recording on this server, for `getVoiceSampleAudio`. */
            audio_path: string;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        VoiceSamplePage: {
            items: components["schemas"]["VoiceSample"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description The words that are spoken in the recording. */
        ReferenceText: string;
        /** @description A recording with its words. */
        CreateVoiceSampleRequest: {
            /**
             * Format: binary
             * @description The recording.
             */
            file: string;
            reference_text: components["schemas"]["ReferenceText"];
        };
        /** @description The members to change. Omitted members stay unchanged. */
        UpdateVoiceSampleRequest: {
            reference_text?: components["schemas"]["ReferenceText"];
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
        /** @description The name. Names do not have to be unique. */
        StoryName: string;
        /** @description What the story is for; null for none. */
        StoryDescription: string | null;
        /** @description A story without items. */
        CreateStoryRequest: {
            name: components["schemas"]["StoryName"];
            description?: components["schemas"]["StoryDescription"];
        };
        /** @description A generation at its place in a story. */
        StoryItem: {
            id: components["schemas"]["Uuid"];
            story_id: components["schemas"]["Uuid"];
            generation_id: components["schemas"]["Uuid"];
            /** @description The start time on the story's timeline, in milliseconds. */
            start_time_ms: number;
            created_at: components["schemas"]["Timestamp"];
            profile_id: components["schemas"]["Uuid"];
            /** @description The current name of the voice profile. */
            profile_name: string;
            /** @description The spoken text. */
            text: string;
            /** @description A BCP 47 primary language tag such as `en`. */
            language: string;
            /** @description The path of the active version's audio; empty only if the generation has no version. */
            audio_path: string;
            /** @description Seconds of the generation's original audio, before trimming. The item's place and its trims follow from it, whichever version is played, so a change of the version moves nothing. */
            duration: number;
            /**
             * Format: int64
             * @description The random seed of the generation; null if there is none.
             */
            seed: number | null;
            /** @description Instructions for how to speak the text. */
            instruct: string | null;
            /** @description The engine that generated it. */
            engine: string | null;
            generation_created_at: components["schemas"]["Timestamp"];
            /** @description The version it is pinned to; null while it follows the generation's default version. */
            version_id: components["schemas"]["NullableUuid"];
            /** @description The track of the item. Tracks play together. */
            track: number;
            /** @description Milliseconds cut from the start. */
            trim_start_ms: number;
            /** @description Milliseconds cut from the end of the original audio. If it is 0, echoes that effects add after the end are heard; if not, they are cut too. */
            trim_end_ms: number;
            /** @description A linear gain: 0 silent, 1 as generated. */
            volume: number;
            /** @description All versions of the generation, oldest first. */
            versions: components["schemas"]["GenerationVersion"][];
            /** @description The version that is played, which is the pinned or otherwise the default one; null if there is neither. */
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
        /** @description The members to change. Omitted members stay unchanged. */
        UpdateStoryRequest: {
            name?: components["schemas"]["StoryName"];
            description?: components["schemas"]["StoryDescription"];
        };
        /**
         * @description `wav`: uncompressed; `flac`: the same samples, losslessly compressed.
         * @enum {string}
         */
        StoryExportFormat: "wav" | "flac";
        /** @description Where the item starts on the story's timeline, in milliseconds. */
        StartTimeMs: number;
        /** @description A generation and its place in the story. */
        AddStoryItemRequest: {
            /**
             * Format: uuid
             * @description The generation to play.
             */
            generation_id: string;
            /**
             * Format: uuid
             * @description A version of the generation to pin the item to; null or omitted to follow the default version.
             */
            version_id?: string | null;
            start_time_ms?: components["schemas"]["StartTimeMs"];
            /**
             * @description The track of the item. Tracks play together.
             * @default 0
             */
            track?: number;
            /**
             * @description Milliseconds to cut from this end. Both trims together must be less than the duration.
             * @default 0
             */
            trim_start_ms?: number;
            /**
             * @description Milliseconds to cut from this end. Both trims together must be less than the duration.
             * @default 0
             */
            trim_end_ms?: number;
            /**
             * @description A linear gain: 0 silent, 1 as generated.
             * @default 1
             */
            volume?: number;
        };
        /** @description The track of the item. Tracks play together. */
        Track: number;
        ReorderStoryItemsRequest: {
            track: components["schemas"]["Track"];
            /** @description All items of the track, in their new order. */
            item_ids: string[];
        };
        /** @description Where the item plays. */
        MoveStoryItemRequest: {
            start_time_ms?: components["schemas"]["StartTimeMs"];
            track?: components["schemas"]["Track"];
        };
        /** @description Milliseconds to cut from this end. Both trims together must be less than the duration. */
        TrimMs: number;
        /** @description What to cut. */
        TrimStoryItemRequest: {
            trim_start_ms?: components["schemas"]["TrimMs"];
            trim_end_ms?: components["schemas"]["TrimMs"];
        };
        /** @description A linear gain: 0 silent, 1 as generated. */
        Volume: number;
        SetStoryItemVolumeRequest: {
            volume: components["schemas"]["Volume"];
        };
        SplitStoryItemRequest: {
            /** @description The time on the story's timeline at which the new item begins, in milliseconds. */
            at_ms: number;
        };
        /** @description Where the new item plays. */
        DuplicateStoryItemRequest: {
            start_time_ms?: components["schemas"]["StartTimeMs"];
            track?: components["schemas"]["Track"];
        };
        SetStoryItemVersionRequest: {
            /**
             * Format: uuid
             * @description A version of the item's generation to pin it to; null to unpin it.
             */
            version_id: string | null;
        };
        VoiceModelRevision: {
            /** @description The commit at the hub. */
            commit: string;
            /** @description The branches and tags that were this commit when they were downloaded, at most 100. */
            names: string[];
        };
        /** @description A speech model in the cache directory. */
        VoiceModel: {
            /** @description The model's name with `--` in place of the slash. */
            model_id: string;
            /** @description The model's name at the hub. */
            name: string;
            /** @description The revisions that are complete or were begun, at most 100. */
            revisions: components["schemas"]["VoiceModelRevision"][];
            /** @description The bytes of the model's files, each counted once however many revisions have it, and of those that are downloaded in part. */
            bytes: number;
            /** @description The number of complete files. */
            files: number;
            /** @description When the newest revision was written; null while none is. */
            downloaded_at: components["schemas"]["NullableTimestamp"];
        };
        VoiceModelPage: {
            items: components["schemas"]["VoiceModel"][];
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
        DownloadVoiceModelRequest: {
            /** @description The model's name at the hub, with its organization before a slash. Two hyphens or dots in a row, and those at either end of a part, are not allowed. */
            name: string;
            /**
             * @description A branch, a tag or a commit.
             * @default main
             */
            revision?: string;
        };
        /**
         * @description A download is `running`, or `canceling` for the seconds until it has stopped; then `completed`, `failed` or `canceled`.
         * @enum {string}
         */
        VoiceModelDownloadState: "running" | "canceling" | "completed" | "failed" | "canceled";
        /**
         * @description - `hub_unreachable`: the hub could not be reached, or connections to it broke again and again.
         *     - `model_not_found`: the hub has no such model or revision.
         *     - `model_not_accessible`: the hub does not give the model to this server; it may need a token (`HF_TOKEN`) whose
         *       owner has accepted the model's terms.
         *     - `hub_error`: the hub sent something that is not usable.
         *     - `model_too_large`: the model has more bytes or files than the server allows.
         *     - `insufficient_space`: the file system has too little space.
         *     - `verification_failed`: a file did not have the size or hash that the hub named. It was deleted.
         *     - `download_canceled`: it was canceled.
         *     - `download_failed`: the file system refused a change, or the model was deleted meanwhile.
         * @enum {string}
         */
        VoiceModelDownloadErrorCode: "hub_unreachable" | "model_not_found" | "model_not_accessible" | "hub_error" | "model_too_large" | "insufficient_space" | "verification_failed" | "download_canceled" | "download_failed";
        /** @description Why the download failed or was canceled; null if it was not. */
        VoiceModelDownloadError: {
            code: components["schemas"]["VoiceModelDownloadErrorCode"];
            message: string;
        } | null;
        VoiceModelDownload: {
            id: components["schemas"]["Id"];
            /** @description The `model_id` of the model. */
            model_id: string;
            /** @description The model's name at the hub. */
            name: string;
            /** @description The requested branch, tag or commit. */
            revision: string;
            state: components["schemas"]["VoiceModelDownloadState"];
            /** @description The bytes that are there; null if that is not known. */
            bytes: number | null;
            /** @description The bytes of the revision; null if that is not known. */
            total_bytes: number | null;
            /** @description The commit that was downloaded; null before the end. */
            commit: string | null;
            error: components["schemas"]["VoiceModelDownloadError"];
            started_at: components["schemas"]["Timestamp"];
            ended_at: components["schemas"]["NullableTimestamp"];
        };
        /**
         * @description `downloading`: bytes arrive; `verifying`: bytes of an earlier download are read again.
         * @enum {string}
         */
        VoiceModelDownloadStatus: "downloading" | "verifying";
        VoiceModelDownloadProgressEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "progress";
            /** @description The model being downloaded. */
            model_name: string;
            /** @description The file being downloaded within the model. */
            filename: string;
            /** @description The number of bytes that are there, those of earlier downloads included. */
            current: number;
            /** @description The number of bytes of the revision. */
            total: number;
            /** @description The progress in percent. */
            progress: number;
            status: components["schemas"]["VoiceModelDownloadStatus"];
            timestamp: components["schemas"]["Timestamp"];
        };
        VoiceModelDownloadCompleteEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "complete";
            model_name: string;
            /** @description The requested branch, tag or commit. */
            revision: string;
            commit: string;
            /** @description The number of files of the revision. */
            files: number;
            /** @description The number of bytes of the revision. */
            bytes: number;
        };
        VoiceModelDownloadErrorEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "error";
            code: components["schemas"]["VoiceModelDownloadErrorCode"];
            message: string;
            model_name: string;
            revision: string;
        };
        /** @description The `data` of a server-sent event, as JSON on one line. `event` is also the name of the event. */
        VoiceModelDownloadEvent: components["schemas"]["VoiceModelDownloadProgressEvent"] | components["schemas"]["VoiceModelDownloadCompleteEvent"] | components["schemas"]["VoiceModelDownloadErrorEvent"] | components["schemas"]["StreamStoppingEvent"];
        ModelsCacheDir: {
            /** @description An absolute path on the servers' machine. */
            path: string;
        };
        MigrateModelsRequest: {
            /** @description An absolute path on the servers' machine. */
            destination: string;
        };
        /**
         * @description `moving`: the file is being moved; `verifying`: its copy is being verified.
         * @enum {string}
         */
        ModelMigrationStatus: "moving" | "verifying";
        ModelMigrationProgressEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "progress";
            /** @description The model being moved. */
            model_name: string;
            /** @description The file being moved within the model. */
            filename: string;
            /** @description The number of bytes processed so far. */
            current: number;
            /** @description The number of bytes of all models. */
            total: number;
            /** @description The progress in percent. */
            progress: number;
            status: components["schemas"]["ModelMigrationStatus"];
            timestamp: components["schemas"]["Timestamp"];
        };
        /** @description A model that stays at the source or left files behind there. */
        ModelMigrationFailure: {
            model_name: string;
            message: string;
        };
        ModelMigrationCompleteEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "complete";
            /** @description The number of models moved. */
            moved: number;
            /** @description The models that stay at the source, and those that left files behind there. */
            errors: components["schemas"]["ModelMigrationFailure"][];
            source: string;
            destination: string;
        };
        ModelMigrationErrorEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "error";
            /** @description A stable identifier for programs, such as `migration_failed`. */
            code: string;
            message: string;
            moved: number;
            source: string;
            destination: string;
        };
        /** @description The `data` of a server-sent event, as JSON on one line. `event` is also the name of the event. */
        ModelMigrationEvent: components["schemas"]["ModelMigrationProgressEvent"] | components["schemas"]["ModelMigrationCompleteEvent"] | components["schemas"]["ModelMigrationErrorEvent"] | components["schemas"]["StreamStoppingEvent"];
        /**
         * @description Bought once (`token_pack`), billed monthly (`subscription`), or in addition to a subscription (`addon`). New kinds can be added.
         * @enum {string}
         */
        CatalogEntryKind: "token_pack" | "subscription" | "addon";
        /**
         * Format: int64
         * @description The number of tokens, per month for subscriptions.
         */
        Tokens: number;
        /** @description Whether the entry is on sale. */
        CatalogEntryActive: boolean;
        /**
         * Format: int32
         * @description The position in a price list, lowest first.
         */
        SortOrder: number;
        /** @description An item that organizations can buy from the platform, and the number of tokens it contains. */
        CatalogEntry: {
            id: components["schemas"]["Id"];
            kind: components["schemas"]["CatalogEntryKind"];
            /** @description Identifies the entry for programs. Unique among entries of the same kind. */
            key: string;
            /** @description The display name. */
            name: string;
            tokens: components["schemas"]["Tokens"];
            active: components["schemas"]["CatalogEntryActive"];
            sort_order: components["schemas"]["SortOrder"];
            /** @description The price's identifier at the payment provider. If it is null, the entry cannot be paid for. */
            payments_price_id: string | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        CatalogEntryPage: {
            items: components["schemas"]["CatalogEntry"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description The entry to create. */
        CreateCatalogEntryRequest: {
            kind: components["schemas"]["CatalogEntryKind"];
            /** @description Identifies the entry for programs. Unique among entries of the same kind. */
            key: string;
            /** @description The display name. */
            name: string;
            tokens: components["schemas"]["Tokens"];
            /**
             * @description Whether the entry is on sale.
             * @default true
             */
            active?: boolean;
            /**
             * Format: int32
             * @description The position in a price list, lowest first.
             * @default 0
             */
            sort_order?: number;
            /** @description The price's identifier at the payment provider; null or omitted if there is none. */
            payments_price_id?: string | null;
        };
        /** @description The fields to change. */
        UpdateCatalogEntryRequest: {
            /** @description The display name. */
            name?: string;
            /** @description The price's identifier at the payment provider; null removes it. */
            payments_price_id?: string | null;
            tokens?: components["schemas"]["Tokens"];
            active?: components["schemas"]["CatalogEntryActive"];
            sort_order?: components["schemas"]["SortOrder"];
        };
        /** @description US dollars per million embedding tokens, with up to six decimal places. */
        EmbeddingPrice: number;
        /** @description US dollars per megabyte and month, with up to six decimal places. */
        StoragePrice: number;
        /** @description The price of knowledge bases for all organizations. */
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
         * @description The maximum number of concurrent calls of the organization, campaign and ad-hoc calls together.
         */
        ConcurrentCallLimit: number;
        /**
         * Format: int32
         * @description The part of `concurrent_call_limit`, in percent and rounded down to whole calls, that campaigns leave to single calls.
         */
        ReservedForSingleCalls: number;
        /**
         * Format: int32
         * @description The maximum number of API keys that are not archived.
         */
        ApiKeyLimit: number;
        /**
         * Format: int32
         * @description The maximum number of webhook endpoints, including disabled ones.
         */
        WebhookEndpointLimit: number;
        /**
         * Format: int32
         * @description The maximum number of workflows that are not archived.
         */
        WorkflowLimit: number;
        /**
         * Format: int32
         * @description The maximum number of contact sources, including those of redials and uploads in progress. Deleted sources do not count.
         */
        SourceLimit: number;
        /**
         * Format: int64
         * @description The maximum number of bytes in the rows of the organization's sources.
         */
        SourceBytesLimit: number;
        /**
         * Format: int64
         * @description The maximum number of bytes of the organization's samples, avatars and generations.
         */
        VoiceBytesLimit: number;
        /**
         * Format: int32
         * @description The maximum number of contacts in the organization's created, running and paused campaigns together.
         */
        UnfinishedContactLimit: number;
        /**
         * Format: int32
         * @description The maximum number of voice profiles. `listVoiceProfiles` returns all of them at once.
         */
        VoiceProfileLimit: number;
        /**
         * Format: int32
         * @description The maximum number of stories.
         */
        StoryLimit: number;
        /**
         * Format: int32
         * @description The maximum number of sessions of each user in the organization. A login beyond that ends the user's oldest session.
         */
        UserSessionLimit: number;
        /** @description The limits of an organization. */
        OrganizationLimits: {
            organization_id: components["schemas"]["Id"];
            concurrent_call_limit: components["schemas"]["ConcurrentCallLimit"];
            reserved_for_single_calls: components["schemas"]["ReservedForSingleCalls"];
            api_key_limit: components["schemas"]["ApiKeyLimit"];
            webhook_endpoint_limit: components["schemas"]["WebhookEndpointLimit"];
            workflow_limit: components["schemas"]["WorkflowLimit"];
            source_limit: components["schemas"]["SourceLimit"];
            source_bytes_limit: components["schemas"]["SourceBytesLimit"];
            voice_bytes_limit: components["schemas"]["VoiceBytesLimit"];
            unfinished_contact_limit: components["schemas"]["UnfinishedContactLimit"];
            voice_profile_limit: components["schemas"]["VoiceProfileLimit"];
            story_limit: components["schemas"]["StoryLimit"];
            user_session_limit: components["schemas"]["UserSessionLimit"];
        };
        /** @description The limits to set. */
        UpdateOrganizationLimitsRequest: {
            concurrent_call_limit?: components["schemas"]["ConcurrentCallLimit"];
            reserved_for_single_calls?: components["schemas"]["ReservedForSingleCalls"];
            api_key_limit?: components["schemas"]["ApiKeyLimit"];
            webhook_endpoint_limit?: components["schemas"]["WebhookEndpointLimit"];
            workflow_limit?: components["schemas"]["WorkflowLimit"];
            source_limit?: components["schemas"]["SourceLimit"];
            source_bytes_limit?: components["schemas"]["SourceBytesLimit"];
            voice_bytes_limit?: components["schemas"]["VoiceBytesLimit"];
            unfinished_contact_limit?: components["schemas"]["UnfinishedContactLimit"];
            voice_profile_limit?: components["schemas"]["VoiceProfileLimit"];
            story_limit?: components["schemas"]["StoryLimit"];
            user_session_limit?: components["schemas"]["UserSessionLimit"];
        };
        /** @description Whether the organization's members run the service. */
        IsOperator: boolean;
        /** @description The operator status to set. */
        UpdateOrganizationOperatorRequest: {
            is_operator: components["schemas"]["IsOperator"];
        };
        /** @description The operator status of an organization. */
        OrganizationOperator: {
            organization_id: components["schemas"]["Id"];
            is_operator: components["schemas"]["IsOperator"];
        };
        /**
         * @description The action, `<subject_type>.<verb in the past tense>`. New actions can be added.
         * @enum {string}
         */
        AuditAction: "catalog_entry.created" | "catalog_entry.updated" | "knowledge_base_pricing.updated" | "organization.limits_updated" | "organization.operator_updated" | "approval_policy.created" | "approval_policy.disabled" | "approval_policy.enabled" | "approval_policy.revoked" | "user.signed_up" | "user.logged_in" | "user.log_in_failed" | "user.logged_out" | "api_key.created" | "api_key.archived" | "api_key.unarchived" | "workflow.created" | "workflow.updated" | "workflow.published" | "workflow.reverted" | "workflow.duplicated" | "workflow.archived" | "workflow.unarchived" | "workflow.runtime_secret_rotated" | "workflow_test_case.created" | "workflow_test_case.updated" | "workflow_test_case.deleted" | "workflow_run.created" | "workflow_run.call_initiated" | "workflow_run.result_submitted" | "workflow_run.consent_marked" | "workflow_run.hung_up" | "workflow_run.token_revoked" | "scheduled_call.created" | "scheduled_call.updated" | "scheduled_call.canceled" | "calling_hours.updated" | "campaign_source.created" | "campaign_source.deleted" | "campaign.created" | "campaign.updated" | "campaign.contacts_added" | "campaign.callback_set" | "campaign.callback_canceled" | "campaign.start_scheduled" | "campaign.start_unscheduled" | "campaign.started" | "campaign.paused" | "campaign.resumed" | "campaign.canceled" | "campaign.redialed" | "telephony_configuration.created" | "telephony_configuration.updated" | "telephony_configuration.deleted" | "telephony_configuration.default_outbound_set" | "phone_number.created" | "phone_number.updated" | "phone_number.deleted" | "phone_number.default_caller_set" | "do_not_call_list.numbers_added" | "do_not_call_list.numbers_removed" | "consent.created" | "consent.revoked" | "event_settings.updated" | "webhook_endpoint.created" | "webhook_endpoint.updated" | "webhook_endpoint.deleted" | "webhook_endpoint.disabled" | "webhook_endpoint.enabled" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.events_replayed" | "webhook_delivery.replayed" | "voice_profile.created" | "voice_profile.updated" | "voice_profile.deleted" | "voice_profile.effects_set" | "story.created" | "story.updated" | "story.deleted" | "story.items_reordered" | "story_item.added" | "story_item.removed" | "story_item.moved" | "story_item.trimmed" | "story_item.volume_set" | "story_item.split" | "story_item.duplicated" | "generation.created" | "generation.canceled" | "generation.deleted" | "generation.default_version_set" | "generation_version.created" | "generation_version.deleted" | "voice_profile.avatar_set" | "voice_profile.avatar_deleted" | "voice_sample.created" | "voice_sample.updated" | "voice_sample.deleted" | "story_item.version_set" | "model_migration.started" | "voice_model_download.started" | "voice_model_download.canceled" | "voice_model.deleted" | "simulation_clock.set";
        /**
         * @description The type of the changed object. New types can be added.
         * @enum {string}
         */
        AuditSubjectType: "catalog_entry" | "knowledge_base_pricing" | "organization" | "approval_policy" | "user" | "api_key" | "workflow" | "workflow_test_case" | "workflow_run" | "scheduled_call" | "calling_hours" | "campaign_source" | "campaign" | "telephony_configuration" | "phone_number" | "do_not_call_list" | "consent" | "event_settings" | "webhook_endpoint" | "webhook_delivery" | "voice_profile" | "story" | "generation" | "generation_version" | "voice_sample" | "story_item" | "model_migration" | "voice_model_download" | "voice_model" | "simulation_clock";
        /**
         * @description The kind of the actor. New kinds can be added.
         * @enum {string}
         */
        AuditActorKind: "user" | "api_key" | "run_token" | "carrier" | "anonymous" | "system";
        /** @description Who performed the action. */
        AuditActor: {
            /** @description A person with a session (`user`), a program with an API key (`api_key`), an agent runtime with the token of a run (`run_token`), a carrier that reported it (`carrier`), a caller whose credentials were not accepted (`anonymous`), or this service itself (`system`). New kinds can be added. */
            kind: components["schemas"]["AuditActorKind"];
            /**
             * Format: int64
             * @description The ID of the user, the API key or the token's run; null for others.
             */
            id: number | null;
            /** @description The user's current email address or the API key's current name. Null for others, and for users who do not belong to the organization that lists its events. */
            name: string | null;
        };
        /** @description One change. */
        AuditEvent: {
            id: components["schemas"]["Id"];
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description The organization that the subject belongs to; null for platform data.
             */
            organization_id: number | null;
            actor: components["schemas"]["AuditActor"];
            action: components["schemas"]["AuditAction"];
            subject_type: components["schemas"]["AuditSubjectType"];
            /** @description The subject's ID as text. It is `platform` for the knowledge-base pricing and the simulation's clock, which exist only once, and `unknown` for a login with an unknown email address. A do-not-call list, calling hours and event settings have the ID of their organization. */
            subject_id: string;
            /** @description The previous values of the changed members; null for a new object. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description The new values of the changed members; for a new object, all its values. Secrets such as keys and passwords are never included. A member larger than 1 KiB is represented by its size, `{ "bytes": 20480 }`. */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description The X-Request-Id of the request that made the change; null if no request made it. */
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
         * @description The order of a list.
         * @enum {string}
         */
        ListSort: "created_at" | "-created_at" | "name" | "-name";
        /**
         * Format: int32
         * @description The version's number within the workflow, starting at 1.
         * @example 3
         */
        VersionNumber: number;
        /**
         * @description `draft`: being edited, at most one per workflow; `published`: used for calls, at most one per workflow; `archived`: replaced by a newer version.
         * @enum {string}
         */
        VersionStatus: "draft" | "published" | "archived";
        /**
         * Format: int64
         * @description The number of runs of this workflow, across all versions.
         * @example 9
         */
        TotalRuns: number;
        /** @description A workflow, as shown in lists. */
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
        /** @description The node's position in an editor. It has no effect on calls. */
        WorkflowNodePosition: {
            x?: number;
            y?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description The node's settings. Members that are not named here are kept as sent; the agent runtime decides what they mean. */
        WorkflowNodeData: {
            /** @description The node's name in an editor. */
            name?: string;
            /**
             * @description What the agent runtime tells the language model, with `{{variables}}` of the run's context.
             *     - `startCall`, `agentNode`, `endCall`: the goal at this node.
             *     - `globalNode`: the rules for every node.
             *     - `qa`: by what the conversation is rated.
             */
            prompt?: string;
            /** @description `trigger`, `webhook`, `qa`: whether the agent runtime acts on the node. Absent means that it does. */
            enabled?: boolean;
            /**
             * @description `trigger`: the path at which the agent runtime accepts requests that begin a conversation.
             * @example appointments/remind
             */
            trigger_path?: string;
            /**
             * @description `webhook`: the URL to which the agent runtime sends the collected data.
             * @example https://crm.example.com/calls
             */
            endpoint_url?: string;
            /**
             * @description `webhook`: the method of that request. Absent means `POST`.
             * @example PUT
             */
            http_method?: string;
            /** @description `webhook`: the headers of that request. Everybody who can read the workflow can read them, so they are no place for secrets. */
            headers?: {
                [key: string]: string;
            };
            /** @description `webhook`: the body of that request, with `{{variables}}` in its texts. */
            payload_template?: {
                [key: string]: unknown;
            };
            /** @description `qa`: shorter conversations are not rated. */
            min_duration_seconds?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description A step of the conversation, or something that runs alongside it. */
        WorkflowNode: {
            /** @description Unique among the nodes. Edges refer to it. */
            id?: string;
            /**
             * @description What the node does. A draft can contain other types, but they cannot be published.
             *     - `startCall`: starts the conversation.
             *     - `agentNode`: pursues the goal of its prompt.
             *     - `endCall`: says goodbye and hangs up.
             *     - `globalNode`: sets rules for every node, such as the tone and what never to say.
             *     - `trigger`: says how the agent runtime lets other systems begin a conversation.
             *     - `webhook`: has the agent runtime send the collected data to another system.
             *     - `qa`: has the agent runtime rate the conversation afterwards.
             *
             *     The agent runtime acts on the nodes. This service keeps them and checks their `data`; it begins no call for a
             *     `trigger`, sends nothing for a `webhook` and rates nothing for a `qa`. Calls are begun by `initiateCall` and
             *     campaigns, and this service's own events go to webhook endpoints.
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
            data?: components["schemas"]["WorkflowNodeData"];
        } & {
            [key: string]: unknown;
        };
        WorkflowEdgeData: {
            /** @description The edge's name, unique among the edges that leave the same node. */
            label?: string;
            /** @description When the agent follows this edge. */
            condition?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A connection from one node to another. */
        WorkflowEdge: {
            /** @description Unique among the edges. */
            id?: string;
            /** @description The ID of the node where the edge starts. */
            source?: string;
            /** @description The ID of the node where the edge ends. */
            target?: string;
            data?: components["schemas"]["WorkflowEdgeData"];
        } & {
            [key: string]: unknown;
        };
        /**
         * @description The graph of a conversation. The agent is at one node at a time and follows an edge when the edge's condition is
         *     met.
         *
         *     A draft can be saved with any content, as long as the members named here have the types given here. Every member
         *     is optional in a draft, and members that are not named here are kept as sent. A definition can be published only
         *     if it follows these rules:
         *
         *     - It has exactly one `startCall`, and no edge leads to it.
         *     - It has at most one `globalNode`, and no edge is connected to it.
         *     - Every `agentNode` has at least one incoming edge.
         *     - Every `endCall` has at least one incoming edge and no outgoing edge.
         *     - Every edge connects existing nodes.
         *     - Edges that leave the same node have different labels; a missing label counts as an empty one.
         *     - Every `agentNode` and `endCall` can be reached from the `startCall`. Nodes of the other types are not part of
         *       the conversation's path and do not have to be reachable.
         *     - Every node has an ID that is unique among nodes, and every edge has an ID that is unique among edges.
         */
        WorkflowDefinition: {
            nodes?: components["schemas"]["WorkflowNode"][];
            edges?: components["schemas"]["WorkflowEdge"][];
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Default values for the template variables of the definition, such as `{{first_name}}`. They are used when a call does not supply its own values.
         * @example {
         *       "first_name": "there"
         *     }
         */
        TemplateContextVariables: {
            [key: string]: unknown;
        };
        /**
         * @description How long a call lasts at most, in seconds. A call whose end is not reported is closed as `unknown` a minute later.
         * @default 1800
         * @example 600
         */
        MaxCallDuration: number;
        /**
         * @description What happens when a machine answers.
         * @default continue
         * @enum {string}
         */
        OnMachineRequest: "continue" | "hang_up" | "leave_message";
        /**
         * @description What happens when an answering machine or a fax answers. It applies to calls that are placed after it was changed.
         *
         *     | on_machine | |
         *     |---|---|
         *     | continue | nothing: the agent goes on and can find out by `answered_by` of the run |
         *     | hang_up | the carrier gets a request to end the call; its outcome is `voicemail` |
         *     | leave_message | the carrier plays `message_url` after the machine's greeting, and then ends the call; its outcome is `voicemail`, and `message_left_at` of the run says when the carrier had played it |
         *
         *     Detection takes a few seconds, in which the agent may have begun to speak. A carrier whose answer is lost gets the
         *     request again, so a message may begin twice.
         * @example {
         *       "enabled": true,
         *       "on_machine": "leave_message",
         *       "message_url": "https://media.example.com/reminder.mp3"
         *     }
         */
        MachineDetectionRequest: {
            /**
             * @description Whether the carrier detects machines. If false, `on_machine` must be `continue` or absent.
             * @default true
             */
            enabled?: boolean;
            on_machine?: components["schemas"]["OnMachineRequest"];
            /** @description The address of the message, a WAV or MP3 file that the carrier fetches. Required with `leave_message`, and only allowed with it; null is the same as absent. */
            message_url?: string | null;
        };
        /**
         * @description Whether the carrier records the call, from when it is answered. The recording stays with the carrier. Whether it is allowed, and what has to be said, depends on where the two parties are.
         * @default false
         */
        RecordCalls: boolean;
        /** @description A time range on one weekday. `start_time` is before `end_time`. */
        ScheduleSlot: {
            /** @description 0 is Monday and 6 is Sunday. */
            day_of_week: number;
            /**
             * @description The start time, `HH:MM`, inclusive.
             * @example 09:00
             */
            start_time: string;
            /**
             * @description The end time, `HH:MM`, exclusive. `24:00` is the end of the day.
             * @example 17:30
             */
            end_time: string;
        };
        /** @description A local day on which nobody is called. */
        Holiday: {
            /**
             * Format: date
             * @example 2026-12-25
             */
            date: string;
            /** @description For people; refusals name it. */
            name: string;
        };
        /** @description The calling hours. Omitted members get their default values. */
        UpdateCallingHoursRequest: {
            /**
             * @description If false, calls are placed at any time.
             * @default true
             */
            enabled?: boolean;
            /**
             * @description The IANA time zone of numbers whose own is unknown.
             * @example America/New_York
             */
            timezone: string;
            /** @description Calls are placed during any of these slots. Enabled hours need at least one. Hours across midnight are two slots, one until 24:00 and one from 00:00 of the next day. */
            slots: components["schemas"]["ScheduleSlot"][];
            /** @description Days without calls; none by default. */
            holidays?: components["schemas"]["Holiday"][];
        };
        /**
         * @description The agent runtime that holds text conversations which are created from now on: each turn is posted there, see the webhook `run_turn`. Without it the service itself walks the graph. It has no effect on calls. The address is checked as those of webhook endpoints are.
         * @example https://agent.example.com/turns
         */
        RuntimeUrl: string;
        /**
         * Format: uuid
         * @description The voice profile that the agent speaks with. The session of a run shows it (`voice` of `getRunSession`). A profile that is not the organization's is refused with 409 `voice_profile_missing`. While a version of the workflow is published, the profile cannot be deleted; a workflow of drafts alone does not keep it.
         * @example 019b7e01-b600-7c41-9d52-3f1b8a6e4c10
         */
        VoiceProfileId: string;
        /**
         * @description Settings of the agent that apply to all versions. Members that are not described here are kept as they are.
         * @example {
         *       "max_call_duration_seconds": 600,
         *       "opt_out_dispositions": [
         *         "do_not_call_again"
         *       ]
         *     }
         */
        WorkflowConfigurationsRequest: {
            max_call_duration_seconds?: components["schemas"]["MaxCallDuration"];
            machine_detection?: components["schemas"]["MachineDetectionRequest"];
            record?: components["schemas"]["RecordCalls"];
            /** @description When calls with this workflow can be placed: single calls, scheduled calls and calls of campaigns. Where the organization has calling hours (`updateCallingHours`), or the campaign a schedule, all of them must be open. They apply by the clock of the called person, and in `timezone` if that is unknown. From the response to `updateWorkflow` on, no call is placed outside them; a refusal says whose hours are closed. Hours that were stored before this member was described, and do not have this form, allow no call: single calls are refused, campaigns are paused. */
            calling_hours?: components["schemas"]["UpdateCallingHoursRequest"];
            runtime_url?: components["schemas"]["RuntimeUrl"];
            voice_profile_id?: components["schemas"]["VoiceProfileId"];
            /** @description The purpose for which a called number needs a consent (`createConsent`), unless its campaign names another. Single calls to numbers without one are refused, contacts are skipped. It takes effect for the next call. */
            require_prior_consent?: string;
            /** @description The values of `call_disposition` that mean that the called person asked not to be called again. A run's result with one of them adds the number to the do-not-call list. */
            opt_out_dispositions?: string[];
        } & {
            [key: string]: unknown;
        };
        /** @description A workflow and its first version. */
        CreateWorkflowRequest: {
            name: string;
            workflow_definition: components["schemas"]["WorkflowDefinition"];
            template_context_variables?: components["schemas"]["TemplateContextVariables"];
            workflow_configurations?: components["schemas"]["WorkflowConfigurationsRequest"];
        };
        /**
         * @description Settings of the agent that apply to all versions. Members that are not described here are kept as they are.
         * @example {
         *       "max_call_duration_seconds": 600,
         *       "opt_out_dispositions": [
         *         "do_not_call_again"
         *       ]
         *     }
         */
        WorkflowConfigurations: {
            max_call_duration_seconds?: components["schemas"]["MaxCallDuration"];
            /** @description What happens when a machine answers, as it was sent; see `MachineDetectionRequest`. */
            machine_detection?: {
                [key: string]: unknown;
            };
            record?: components["schemas"]["RecordCalls"];
            /** @description When calls with this workflow can be placed, as it was sent; see `WorkflowConfigurationsRequest`. */
            calling_hours?: unknown;
            runtime_url?: components["schemas"]["RuntimeUrl"];
            /** @description The voice profile that the agent speaks with, as it was sent; see `WorkflowConfigurationsRequest`. */
            voice_profile_id?: unknown;
            /** @description The purpose for which a called number needs a consent (`createConsent`), unless its campaign names another. Single calls to numbers without one are refused, contacts are skipped. It takes effect for the next call. */
            require_prior_consent?: string;
            /** @description The values of `call_disposition` that mean that the called person asked not to be called again. A run's result with one of them adds the number to the do-not-call list. */
            opt_out_dispositions?: string[];
        } & {
            [key: string]: unknown;
        };
        CallDispositionCodes: {
            /** @description Every code that a run of this workflow has ended with, without duplicates, sorted. */
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
        /** @description The members to change. Omitted members stay unchanged. */
        UpdateWorkflowRequest: {
            name?: string;
            workflow_definition?: components["schemas"]["WorkflowDefinition"];
            template_context_variables?: components["schemas"]["TemplateContextVariables"];
            workflow_configurations?: components["schemas"]["WorkflowConfigurationsRequest"];
        };
        /** @description Whether the newest version of a workflow can be published, and the errors if it cannot. */
        WorkflowValidation: {
            /** @description Whether there are no errors. */
            valid: boolean;
            faults: components["schemas"]["ValidationFault"][];
        };
        /** @description The version to revert to. */
        RevertWorkflowRequest: {
            version_number: components["schemas"]["VersionNumber"];
        };
        /**
         * Format: int64
         * @description The user who created the version; null if it was created with an API key.
         * @example 2
         */
        VersionAuthor: number | null;
        /**
         * Format: date-time
         * @description When the version was published; null if it never was.
         * @example 2026-01-03T09:45:00.000Z
         */
        PublishedAt: string | null;
        /** @description A version of a workflow, without its definition. */
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
        /** @description A version of a workflow, with its definition. */
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
         * @description `test`: a test run with an agent runtime; `text`: a test run held as a conversation by text; `ad_hoc`: a single call; `campaign`: a call of a campaign; `inbound`: a call that somebody placed to one of your numbers.
         * @enum {string}
         */
        RunMode: "test" | "text" | "ad_hoc" | "campaign" | "inbound";
        /**
         * @description `initialized`: not started; `running`: in progress; `completed`: ended, see `outcome`.
         * @enum {string}
         */
        RunState: "initialized" | "running" | "completed";
        /**
         * @description How the run ended. `unknown` means that the result was never reported.
         * @enum {string}
         */
        RunOutcome: "completed" | "busy" | "no_answer" | "voicemail" | "failed" | "canceled" | "unknown";
        /**
         * @description Who answered, as the carrier's machine detection found. `unknown`: the detection ended without a result. A fax is a `machine`.
         * @enum {string}
         */
        RunAnsweredBy: "human" | "machine" | "unknown";
        /**
         * @description The order of a list of runs.
         * @enum {string}
         */
        RunListSort: "created_at" | "-created_at" | "duration_seconds" | "-duration_seconds";
        /**
         * Format: int64
         * @description The ID of the version that the run is pinned to from its start. `version_number` is that version's number.
         * @example 4
         */
        RunDefinitionId: number;
        /**
         * @description The number of the workflow's version that the run uses, as its agent runtime gets it. The same as `version_number`.
         * @example 2
         */
        RunWorkflowVersion: number;
        /** @description How the run ended; null until then. */
        NullableRunOutcome: components["schemas"]["RunOutcome"] | null;
        /**
         * @description The agent's result for the call, as a code defined by the workflow; null if it was not reported.
         * @example confirmed
         */
        CallDisposition: string | null;
        /**
         * Format: int64
         * @description A positive integer ID; null if there is none.
         * @example 5
         */
        NullableId: number | null;
        /** @description When the call was accepted and queued to be placed, or an inbound call was received; null for test runs. */
        QueuedAt: components["schemas"]["Timestamp"] | null;
        /** @description When the carrier was sent the call, or sent an inbound one. Null until the carrier has answered or reported it, for a call that was never sent, and for test runs. */
        PlacedAt: components["schemas"]["Timestamp"] | null;
        /** @description When the conversation began: of a call when it was answered (`answered_at` is the same), of a test run when its first turn was answered or its result was first submitted. Null until then. */
        RunStartedAt: components["schemas"]["Timestamp"] | null;
        /** @description When a person or a machine answered the call; null if nobody has, and for test runs. Of a call, `started_at` is the same. */
        AnsweredAt: components["schemas"]["Timestamp"] | null;
        /**
         * @description How long the call lasted from its answer to its end, in whole seconds, rounded down. Null if it was not answered or has not ended, and for test runs.
         * @example 42
         */
        RunDurationSeconds: number | null;
        /**
         * @description Which call to its contact this is: 1 for the first one, 2 for the first retry. Always 1 for a single call and an inbound one; null for a test run.
         * @example 1
         */
        AttemptNumber: number | null;
        /** @description Who answered; null before the carrier's machine detection has ended, or if there is none. */
        NullableRunAnsweredBy: components["schemas"]["RunAnsweredBy"] | null;
        /** @description When the carrier reported that it had played the message of `machine_detection` to the machine that answered. Null if no message was left, if the call ended during it, or if the carrier does not report its end, as Twilio does not. */
        MessageLeftAt: components["schemas"]["Timestamp"] | null;
        /**
         * @description The ID that the carrier gave the call; null until the carrier has accepted it, and for test runs.
         * @example CA0000000000000000000000000000c0de
         */
        CarrierCallId: string | null;
        /**
         * @description | code | outcome | meaning |
         *     |---|---|---|
         *     | refused | failed | the carrier refused to place the call |
         *     | carrier_failure | failed | the carrier accepted the call and could not connect it |
         *     | connection_error | failed | the carrier could not be reached |
         *     | timed_out | unknown | the carrier did not answer the request, and does not know the call |
         *     | no_callback | unknown | the carrier never reported how the call ended |
         *     | do_not_call | canceled | the number was added to the do-not-call list before the call was placed |
         *     | no_prior_consent | canceled | the consent that the call needs was revoked or had expired |
         *     | approval_not_in_force | canceled | the approval ended before the call was placed |
         *     | configuration_missing | canceled | the telephony configuration was deleted before the call was placed |
         *     | outside_hours | canceled | the calling hours of the organization or the workflow closed before the call was placed |
         *     | too_late | canceled | the call could not be placed in time |
         *     | restored_from_backup | canceled | the service was restored from a backup, and a second call was avoided |
         * @enum {string}
         */
        RunFailureCode: "refused" | "carrier_failure" | "connection_error" | "timed_out" | "no_callback" | "do_not_call" | "no_prior_consent" | "approval_not_in_force" | "configuration_missing" | "outside_hours" | "too_late" | "restored_from_backup";
        /** @description Why the call failed, was not placed, or has an unknown outcome. */
        RunFailure: {
            code: components["schemas"]["RunFailureCode"];
            /** @description The code as a sentence for people. */
            message: string;
            /** @description What the carrier itself says about the failure: its error code, the SIP response code or the cause of the hang-up. Null if it says nothing. Its meaning is in the carrier's documentation. */
            carrier_code: string | null;
        };
        /** @description Why the call failed, was not placed, or has an unknown outcome. Null for every other run: `busy`, `no_answer` and `voicemail` are outcomes, not failures. */
        NullableRunFailure: components["schemas"]["RunFailure"] | null;
        /** @description A run of a workflow, as shown in lists. */
        WorkflowRunSummary: {
            id: components["schemas"]["Id"];
            workflow_id: components["schemas"]["Id"];
            definition_id: components["schemas"]["RunDefinitionId"];
            version_number: components["schemas"]["VersionNumber"];
            workflow_version: components["schemas"]["RunWorkflowVersion"];
            name: string;
            mode: components["schemas"]["RunMode"];
            state: components["schemas"]["RunState"];
            outcome: components["schemas"]["NullableRunOutcome"];
            call_disposition: components["schemas"]["CallDisposition"];
            /** @description The phone number that was called, E.164: of an inbound call your own. Null if no call was placed. */
            to_number: string | null;
            /** @description The caller ID shown to the called person, E.164: of an inbound call the caller's number. Null if no call was placed, and if the caller hides the number. */
            from_number: string | null;
            telephony_configuration_id: components["schemas"]["NullableId"];
            campaign_id: components["schemas"]["NullableId"];
            contact_id: components["schemas"]["NullableId"];
            /** @description The URL of the recording; null if there is none. */
            recording_url: string | null;
            created_at: components["schemas"]["Timestamp"];
            queued_at: components["schemas"]["QueuedAt"];
            placed_at: components["schemas"]["PlacedAt"];
            started_at: components["schemas"]["RunStartedAt"];
            answered_at: components["schemas"]["AnsweredAt"];
            ended_at: components["schemas"]["NullableTimestamp"];
            duration_seconds: components["schemas"]["RunDurationSeconds"];
            attempt_number: components["schemas"]["AttemptNumber"];
            answered_by: components["schemas"]["NullableRunAnsweredBy"];
            message_left_at: components["schemas"]["MessageLeftAt"];
            carrier_call_id: components["schemas"]["CarrierCallId"];
            failure: components["schemas"]["NullableRunFailure"];
        };
        WorkflowRunPage: {
            items: components["schemas"]["WorkflowRunSummary"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description Who holds the conversation of a test run. `test`: an agent runtime of your choice; `text`: turns by text, sent with `submitRunTurn`.
         * @enum {string}
         */
        TestRunMode: "test" | "text";
        /** @description The version to test and its input. */
        CreateTestRunRequest: {
            /** @default test */
            mode?: components["schemas"]["TestRunMode"];
            /**
             * @description The version to test. The default is the newest.
             * @example 2
             */
            version_number?: number;
            /** @description The name of the run. The default is `Test run`. */
            name?: string;
            /** @description What the agent knows before the conversation. */
            initial_context?: {
                [key: string]: unknown;
            };
        };
        /** @description What the agent knew before the call. */
        InitialContext: {
            [key: string]: unknown;
        };
        /** @description What the agent collected during the call, at most 1 MiB. */
        GatheredContext: {
            /** @description The newest consent mark; absent if there is none. */
            consent_given?: boolean;
            /**
             * Format: date-time
             * @description When that mark was made, RFC 3339 in UTC with milliseconds; absent if there is none.
             */
            consent_ts?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Who speaks.
         * @enum {string}
         */
        TranscriptRole: "agent" | "caller";
        /** @description One uninterrupted turn of one speaker. */
        TranscriptTurn: {
            role: components["schemas"]["TranscriptRole"];
            text: string;
            at: components["schemas"]["Timestamp"];
        };
        /**
         * @description `agent`: submitted by the agent runtime; `outcome`: derived from the outcome alone.
         * @enum {string}
         */
        AnalysisSource: "agent" | "outcome";
        /** @description The analysis of the conversation. */
        RunAnalysis: {
            /** @description A summary of the conversation in a few sentences; null if there was no conversation. */
            call_summary: string | null;
            /** @description Whether the conversation reached its goal; null if unknown. */
            call_successful: boolean | null;
            /** @description Whether a machine answered; null if unknown. */
            in_voicemail: boolean | null;
            disposition: components["schemas"]["CallDisposition"];
            /** @description Data that the workflow defines and the agent extracts. */
            custom: {
                [key: string]: unknown;
            };
            source: components["schemas"]["AnalysisSource"];
        };
        /** @description A run of a workflow, with all its data. */
        WorkflowRun: {
            id: components["schemas"]["Id"];
            workflow_id: components["schemas"]["Id"];
            definition_id: components["schemas"]["RunDefinitionId"];
            version_number: components["schemas"]["VersionNumber"];
            workflow_version: components["schemas"]["RunWorkflowVersion"];
            name: string;
            mode: components["schemas"]["RunMode"];
            state: components["schemas"]["RunState"];
            outcome: components["schemas"]["NullableRunOutcome"];
            call_disposition: components["schemas"]["CallDisposition"];
            /** @description The phone number that was called, E.164: of an inbound call your own. Null if no call was placed. */
            to_number: string | null;
            /** @description The caller ID shown to the called person, E.164: of an inbound call the caller's number. Null if no call was placed, and if the caller hides the number. */
            from_number: string | null;
            telephony_configuration_id: components["schemas"]["NullableId"];
            campaign_id: components["schemas"]["NullableId"];
            contact_id: components["schemas"]["NullableId"];
            /** @description The URL of the recording; null if there is none. */
            recording_url: string | null;
            created_at: components["schemas"]["Timestamp"];
            queued_at: components["schemas"]["QueuedAt"];
            placed_at: components["schemas"]["PlacedAt"];
            started_at: components["schemas"]["RunStartedAt"];
            answered_at: components["schemas"]["AnsweredAt"];
            ended_at: components["schemas"]["NullableTimestamp"];
            duration_seconds: components["schemas"]["RunDurationSeconds"];
            attempt_number: components["schemas"]["AttemptNumber"];
            answered_by: components["schemas"]["NullableRunAnsweredBy"];
            message_left_at: components["schemas"]["MessageLeftAt"];
            carrier_call_id: components["schemas"]["CarrierCallId"];
            failure: components["schemas"]["NullableRunFailure"];
            initial_context: components["schemas"]["InitialContext"];
            gathered_context: components["schemas"]["GatheredContext"];
            /** @description What was said, in order; null if there is no transcript. */
            transcript: components["schemas"]["TranscriptTurn"][] | null;
            /** @description The analysis of the conversation; null until it is available. */
            analysis: components["schemas"]["RunAnalysis"] | null;
            /** @description What the run consumed, as reported by the agent runtime; null if it was not reported. */
            usage: {
                [key: string]: unknown;
            } | null;
        };
        MarkRunConsentRequest: {
            /** @description Whether the called person gave consent. */
            consent_given: boolean;
        };
        /** @description The secret of a workflow's agent runtime. */
        RuntimeSecret: {
            workflow_id: components["schemas"]["Id"];
            /** @description The new secret, `whsec_` and base64. It is not shown again. */
            secret: string;
            /**
             * Format: date-time
             * @description Until when requests are signed with the previous secret too; null if there was none.
             */
            previous_secret_expires_at: string | null;
        };
        /** @description A test case, as shown in lists. */
        WorkflowTestCaseSummary: {
            id: components["schemas"]["Id"];
            workflow_id: components["schemas"]["Id"];
            name: string;
            /** @description The number of its turns. */
            turn_count: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        WorkflowTestCasePage: {
            items: components["schemas"]["WorkflowTestCaseSummary"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description What the test case shows. */
        TestCaseName: string;
        /** @description A turn of the caller, and what is expected after it. What is omitted or null is not compared. */
        TestCaseTurnInput: {
            /** @description What the caller says; null or omitted for silence. */
            text?: string | null;
            /** @description The ID of the node at which the conversation is then. */
            expected_node_id?: string | null;
            /** @description A part of what the agent says, exactly as it is written. */
            expected_text?: string | null;
            /** @description Whether the conversation has ended. */
            expected_ended?: boolean | null;
        };
        /** @description The turns of the caller, in order. */
        TestCaseTurns: components["schemas"]["TestCaseTurnInput"][];
        /** @description A test case, at most 64 KiB. */
        CreateWorkflowTestCaseRequest: {
            name: components["schemas"]["TestCaseName"];
            /** @description What the agent knows before the conversation. */
            initial_context?: {
                [key: string]: unknown;
            };
            turns: components["schemas"]["TestCaseTurns"];
        };
        /** @description A turn of the caller, and what is expected after it. What is null is not compared. */
        TestCaseTurn: {
            /** @description What the caller says; null for silence. */
            text: string | null;
            /** @description The ID of the node at which the conversation is then. */
            expected_node_id: string | null;
            /** @description A part of what the agent says. */
            expected_text: string | null;
            /** @description Whether the conversation has ended. */
            expected_ended: boolean | null;
        };
        /** @description A conversation by text that a workflow is expected to follow. */
        WorkflowTestCase: {
            id: components["schemas"]["Id"];
            workflow_id: components["schemas"]["Id"];
            name: string;
            initial_context: components["schemas"]["InitialContext"];
            turns: components["schemas"]["TestCaseTurn"][];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description The version to test. */
        TestWorkflowRequest: {
            /**
             * @description The version to test. The default is the newest.
             * @example 3
             */
            version_number?: number;
        };
        /**
         * @description What was compared. New members can be added.
         * @enum {string}
         */
        TestCaseMember: "node_id" | "agent_text" | "ended";
        /** @description A member that is not as the test case expects. */
        TestCaseDifference: {
            member: components["schemas"]["TestCaseMember"];
            /** @description The expected value, as text. */
            expected: string;
            /** @description The actual value, as text; null for a node without an ID. */
            actual: string | null;
        };
        /** @description What followed a turn of a test case. */
        TestCaseTurnResult: {
            /** @description The number of the turn, starting at 1. */
            turn_number: number;
            /** @description What the agent says, its first 500 characters. */
            agent_text: string;
            /** @description The ID of the node at which the conversation is after the turn; null if the node has none. */
            node_id: string | null;
            /** @description The ID of the edge that the caller's text followed; null if it followed none, or one without an ID. */
            edge_id: string | null;
            /** @description The IDs of the nodes that the conversation came to in this turn, in order. */
            path: string[];
            /** @description Whether the conversation has ended. */
            ended: boolean;
            differences: components["schemas"]["TestCaseDifference"][];
        };
        /** @description What a version made of a test case. */
        TestCaseResult: {
            test_case_id: components["schemas"]["Id"];
            /** @description The name of the test case. */
            name: string;
            /** @description Whether all turns were said and none differs. */
            passed: boolean;
            turns: components["schemas"]["TestCaseTurnResult"][];
            /** @description The number of turns that were not said, because the conversation had ended before. */
            missing_turns: number;
        };
        /** @description What a version made of the workflow's test cases. */
        WorkflowTest: {
            version_number: components["schemas"]["VersionNumber"];
            /** @description Whether every test case was run and passed. */
            passed: boolean;
            failed: components["schemas"]["Count"];
            not_run: components["schemas"]["Count"];
            results: components["schemas"]["TestCaseResult"][];
        };
        /** @description The members to change. Omitted members stay unchanged. */
        UpdateWorkflowTestCaseRequest: {
            name?: components["schemas"]["TestCaseName"];
            /** @description What the agent knows before the conversation. */
            initial_context?: {
                [key: string]: unknown;
            };
            turns?: components["schemas"]["TestCaseTurns"];
        };
        /**
         * @description `csv`: a table; `jsonl`: one JSON object per line.
         * @enum {string}
         */
        RunExportFormat: "csv" | "jsonl";
        /** @description What an agent runtime needs of a voice profile. The recordings of a cloned voice are not part of it. */
        RunVoice: {
            id: components["schemas"]["Uuid"];
            name: string;
            /** @description A BCP 47 primary language tag such as `en`. */
            language: string;
            voice_type: components["schemas"]["VoiceType"];
            /** @description The engine of a preset voice. */
            preset_engine: string | null;
            /** @description The engine's ID of a preset voice. */
            preset_voice_id: string | null;
            /** @description The description of a designed voice. */
            design_prompt: string | null;
            /** @description The engine to speak with; null for the runtime's choice. */
            default_engine: string | null;
            /** @description How the voice speaks. */
            personality: string | null;
            /** @description The effects to apply to what is spoken; null if there are none. */
            effects_chain: components["schemas"]["NullableEffectsChain"];
        };
        /** @description The newest consent mark of the run. */
        RunConsent: {
            /** @description Whether consent was given; null if nothing is recorded. */
            consent_given: boolean | null;
            /** @description When it was recorded; null if nothing is. */
            consent_ts: components["schemas"]["Timestamp"] | null;
        };
        /** @description What an agent runtime needs for the conversation of a run. */
        RunSession: {
            run_id: components["schemas"]["Id"];
            workflow_id: components["schemas"]["Id"];
            workflow_name: string;
            workflow_version: components["schemas"]["RunWorkflowVersion"];
            mode: components["schemas"]["RunMode"];
            state: components["schemas"]["RunState"];
            /** @description The called phone number, E.164: of an inbound call your own. Null for a test run. */
            to_number: string | null;
            /** @description The caller ID shown to the called person, E.164: of an inbound call the caller's number. Null for a test run, and if there is none. */
            from_number: string | null;
            campaign_id: components["schemas"]["NullableId"];
            contact_id: components["schemas"]["NullableId"];
            /** @description The definition of the workflow's version that the run is pinned to. */
            workflow_definition: components["schemas"]["WorkflowDefinition"];
            /** @description The values of the definition's `{{variables}}`: for each name the member of `gathered_context`, else of `initial_context`, else of the workflow's `template_context_variables`. */
            variables: {
                [key: string]: unknown;
            };
            /** @description The settings of the workflow, as they are now. */
            workflow_configurations: components["schemas"]["WorkflowConfigurations"];
            /** @description The voice to speak with, as it is now: the profile in `voice_profile_id` of the workflow's settings. Null if they name none, or one that was deleted while no version of the workflow was published. */
            voice: components["schemas"]["RunVoice"] | null;
            /** @description What is known about the contact, from the request for the call or the row of the campaign's source. */
            initial_context: {
                [key: string]: unknown;
            };
            /** @description The data collected so far. */
            gathered_context: {
                [key: string]: unknown;
            };
            consent: components["schemas"]["RunConsent"];
            /** @description How many turns of the transcript are stored; the index of the next turn. */
            transcript_turns: number;
        };
        RunTokenRevocation: {
            run_id: components["schemas"]["Id"];
            /** @description When the token was revoked first. */
            revoked_at: components["schemas"]["Timestamp"];
        };
        /** @description One uninterrupted turn of one speaker. */
        SubmittedTurn: {
            /** @description The place of the turn in the transcript, starting at 0. Required with `append`, and only allowed with it. */
            index?: number;
            role: components["schemas"]["TranscriptRole"];
            text: string;
            /**
             * Format: date-time
             * @description A timestamp with any UTC offset; stored in UTC.
             */
            at: string;
        };
        /** @description The analysis of the conversation. Omitted members are stored as null, `custom` as an empty object. Its `source` is `agent`. */
        SubmittedAnalysis: {
            /** @description A summary of the conversation in a few sentences. */
            call_summary?: string | null;
            /** @description Whether the conversation reached its goal. */
            call_successful?: boolean | null;
            /** @description Whether a machine answered. */
            in_voicemail?: boolean | null;
            /** @description A code defined by the workflow. */
            disposition?: string | null;
            /** @description Data that the workflow defines and the agent extracts. */
            custom?: {
                [key: string]: unknown;
            };
        };
        /** @description The result of a run, as far as it is known. Omitted members stay unchanged. */
        SubmitRunResultRequest: {
            /**
             * @description Whether the turns in `transcript` are added to the stored ones. Then `transcript` is required, and each turn has an `index`.
             * @default false
             */
            append?: boolean;
            /** @description What was said, in order; null for none. */
            transcript?: components["schemas"]["SubmittedTurn"][] | null;
            /** @description The URL of the recording; null for none. */
            recording_url?: string | null;
            analysis?: components["schemas"]["SubmittedAnalysis"];
            /** @description Merged into the stored context, member by member. A member sent as null is stored as null. The stored and the sent members together can be at most 1 MiB. */
            gathered_context?: {
                [key: string]: unknown;
            };
            /** @description The agent's result for the call, as a code defined by the workflow; null for none. */
            call_disposition?: string | null;
            /** @description Whether the called person asked not to be called again; true adds the number to the do-not-call list. False removes nothing from it. */
            opt_out?: boolean;
            /**
             * Format: date-time
             * @description When the called person wants to be called again, at most 30 days from now. A time that is over means as soon as possible.
             */
            callback_at?: string;
            /** @description What the run consumed; null if unknown. */
            usage?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description The caller's turn. */
        SubmitRunTurnRequest: {
            /** @description What the caller says. Omit it for silence. */
            text?: string;
        };
        /** @description The agent's answer to a turn. */
        RunTurn: {
            /** @description The number of the turn within the conversation, starting at 1. */
            turn_number: number;
            /** @description What the agent says; empty if it says nothing. */
            agent_text: string;
            /** @description The ID of the node at which the conversation is after the turn; null if the node has none. */
            node_id: string | null;
            /** @description The node's `name`; null if it has none. */
            node_name: string | null;
            /** @description The ID of the edge that the caller's text followed; null if it followed none, or one without an ID. */
            edge_id: string | null;
            /** @description The IDs of the nodes that the conversation came to in this turn, in order; empty if it stayed at its node. */
            path: string[];
            /** @description Whether the conversation has ended, and the run with it. */
            ended: boolean;
        };
        /**
         * @description `user`: a user recorded it; `carrier`: the carrier reported it.
         * @enum {string}
         */
        ConsentSource: "user" | "carrier";
        /** @description A record of whether the called person gave consent. */
        ConsentMark: {
            id: components["schemas"]["Id"];
            run_id: components["schemas"]["Id"];
            /** @description Whether the called person gave consent. */
            consent_given: boolean;
            consent_ts: components["schemas"]["Timestamp"];
            consent_source: components["schemas"]["ConsentSource"];
            /** @description The ID of the user who recorded it; null if the carrier reported it. */
            marked_by: components["schemas"]["Id"] | null;
        };
        ConsentMarkPage: {
            items: components["schemas"]["ConsentMark"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description | state | meaning |
         *     |---|---|
         *     | created | not started yet |
         *     | running | calls are placed |
         *     | paused | no call is placed until the campaign is resumed; calls in progress continue |
         *     | completed | every contact is finished |
         *     | canceled | ended early; contacts that were not called were skipped |
         * @enum {string}
         */
        CampaignState: "created" | "running" | "paused" | "completed" | "canceled";
        /**
         * @description The type of the contact source.
         * @enum {string}
         */
        CampaignSourceType: "csv";
        /** @description Why the campaign was not started at `start_at`. */
        CampaignStartRefusal: {
            /** @description The code of the problem that `startCampaign` answers with in this case, `too_late` if its hour was over, `unauthorized` if the API key was archived, or `restored_from_backup`. */
            code: string;
            /** @description A sentence about this case. */
            detail: string;
        };
        /** @description Which calls are retried. Failed calls and calls with an unknown result are never retried. */
        CampaignRetryConfig: {
            /**
             * @description Whether calls are retried at all.
             * @default true
             */
            enabled: boolean;
            /**
             * @description The maximum number of retries per contact.
             * @default 2
             */
            max_retries: number;
            /**
             * @description The delay between the end of a call and its retry.
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
        /**
         * @description | on_machine | |
         *     |---|---|
         *     | continue | nothing: the agent goes on |
         *     | hang_up | the carrier gets a request to end the call |
         *     | leave_message | the carrier plays `message_url` after the greeting, and then ends the call |
         * @enum {string}
         */
        OnMachine: "continue" | "hang_up" | "leave_message";
        /** @description What happens when an answering machine or a fax answers. */
        MachineDetection: {
            /** @description Whether the carrier detects machines. */
            enabled: boolean;
            on_machine: components["schemas"]["OnMachine"];
            /** @description The address of the message to leave. */
            message_url: string | null;
        };
        /** @description When calls can be placed. A campaign without a schedule shows a disabled schedule without slots. */
        ScheduleConfig: {
            /** @description If false, calls are placed at any time. */
            enabled: boolean;
            /**
             * @description The IANA time zone of the slots. A contact's own time zone takes precedence.
             * @example America/New_York
             */
            timezone: string;
            /** @description Calls are placed during any of these slots. If the list is empty, no calls are placed. */
            slots: components["schemas"]["ScheduleSlot"][];
        };
        /** @description Pauses the campaign when too many calls fail. Carrier rejections and errors count as failures; busy, no answer and voicemail do not. */
        CircuitBreaker: {
            /** @default true */
            enabled: boolean;
            /**
             * @description The share of failed calls that trips the circuit breaker, from 0.01 to 1.
             * @default 0.5
             */
            failure_threshold: number;
            /**
             * @description The length of the time window in which calls are counted.
             * @default 120
             */
            window_seconds: number;
            /**
             * @description The minimum number of calls in the window for the circuit breaker to trip.
             * @default 5
             */
            min_calls_in_window: number;
        };
        /**
         * @description The severity of an entry.
         * @enum {string}
         */
        CampaignLogLevel: "info" | "warning" | "error";
        /** @description An entry in a campaign's log. */
        CampaignLogEntry: {
            ts: components["schemas"]["Timestamp"];
            level: components["schemas"]["CampaignLogLevel"];
            /** @description A stable identifier for programs, such as `circuit_breaker_tripped`. New values can be added. */
            event: string;
            /** @description A sentence for people. */
            message: string;
            /** @description Details of the event. */
            details: {
                [key: string]: unknown;
            };
        };
        /** @description A batch of outbound calls based on a workflow. The server always sends every property. Clients written for older contracts can receive responses without the properties that are not required. */
        Campaign: {
            id: components["schemas"]["Id"];
            name: string;
            workflow_id: components["schemas"]["Id"];
            workflow_name: string;
            state: components["schemas"]["CampaignState"];
            source_type: components["schemas"]["CampaignSourceType"];
            /** @description The uploaded file of contacts. */
            source_id: string;
            /**
             * Format: int64
             * @description The number of contacts, those of the source and those added later; null while it is unknown.
             */
            total_rows: number | null;
            /**
             * Format: int64
             * @description The number of finished contacts, called for the last time or skipped.
             */
            processed_rows: number;
            /**
             * Format: int64
             * @description The number of contacts called for the last time without a completed call. Skipped contacts do not count.
             */
            failed_rows: number;
            created_at: components["schemas"]["Timestamp"];
            started_at: components["schemas"]["NullableTimestamp"];
            completed_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: date-time
             * @description When the service starts the campaign; null if that is not scheduled.
             */
            start_at?: string | null;
            /** @description Why it was not started at `start_at`; null if it was not refused. */
            start_refusal?: components["schemas"]["CampaignStartRefusal"] | null;
            retry_config: components["schemas"]["CampaignRetryConfig"];
            /** @description The maximum number of concurrent calls of this campaign; null to apply only the organization's limit. */
            max_concurrency?: number | null;
            /** @description The purpose for which a contact's number needs a consent; null if only the workflow's configurations decide. */
            require_prior_consent?: string | null;
            /** @description What happens when a machine answers; null if the workflow's configurations decide. */
            machine_detection?: components["schemas"]["MachineDetection"] | null;
            schedule_config?: components["schemas"]["ScheduleConfig"];
            circuit_breaker?: components["schemas"]["CircuitBreaker"];
            /**
             * Format: int64
             * @description The number of calls placed, including retries.
             * @default 0
             */
            executed_count?: number;
            /**
             * Format: int64
             * @description The total number of calls queued so far, including each contact's first call and every retry.
             * @default 0
             */
            total_queued_count?: number;
            /**
             * Format: int64
             * @description The campaign whose contacts this campaign calls again; null if it is not a redial.
             */
            parent_campaign_id?: number | null;
            /**
             * Format: int64
             * @description The campaign that calls this campaign's contacts again; null if it was not redialed.
             */
            redialed_campaign_id?: number | null;
            telephony_configuration_id?: components["schemas"]["NullableId"];
            telephony_configuration_name?: string | null;
            /** @description The newest 100 log entries, oldest first. */
            logs?: components["schemas"]["CampaignLogEntry"][];
        };
        CampaignPage: {
            items: components["schemas"]["Campaign"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A display name. It does not have to be unique. */
        CampaignName: string;
        /** @description Which calls are retried. Omitted members get their default values. */
        CampaignRetryConfigRequest: {
            /**
             * @description Whether calls are retried at all.
             * @default true
             */
            enabled?: boolean;
            /**
             * @description The maximum number of retries per contact.
             * @default 2
             */
            max_retries?: number;
            /**
             * @description The delay between the end of a call and its retry.
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
        /** @description When calls can be placed. An enabled schedule needs at least one slot. Slots can overlap. */
        ScheduleConfigRequest: {
            /**
             * @description If false, calls are placed at any time.
             * @default true
             */
            enabled?: boolean;
            /**
             * @description The IANA time zone of the slots. A contact's own time zone takes precedence.
             * @example America/New_York
             */
            timezone: string;
            /** @description Calls are placed during any of these slots. */
            slots: components["schemas"]["ScheduleSlot"][];
        };
        /** @description When the campaign is paused because too many calls fail. Omitted members get their default values. */
        CircuitBreakerRequest: {
            /** @default true */
            enabled?: boolean;
            /**
             * @description The share of failed calls that trips the circuit breaker, from 0.01 to 1.
             * @default 0.5
             */
            failure_threshold?: number;
            /**
             * @description The length of the time window in which calls are counted.
             * @default 120
             */
            window_seconds?: number;
            /**
             * @description The minimum number of calls in the window for the circuit breaker to trip.
             * @default 5
             */
            min_calls_in_window?: number;
        };
        /** @description The maximum number of concurrent calls of this campaign; null to apply only the organization's limit. */
        CampaignConcurrency: number | null;
        /**
         * @description The purpose for which a contact's number needs a consent (`createConsent`); contacts without one are skipped with the reason `no_prior_consent`. Null to apply only what the workflow's configurations require.
         * @example appointment_reminders
         */
        CampaignConsentPurpose: string | null;
        /** @description The campaign to create. */
        CreateCampaignRequest: {
            name: components["schemas"]["CampaignName"];
            workflow_id: components["schemas"]["Id"];
            source_type: components["schemas"]["CampaignSourceType"];
            /**
             * Format: uuid
             * @description The `source_id` returned by `createCampaignSource`.
             * @example 019b8e90-9a40-7d3e-a5f6-7081920a3b4c
             */
            source_id: string;
            /**
             * Format: int64
             * @description The telephony configuration for the campaign's calls. If it is omitted or null, the organization's default is used.
             */
            telephony_configuration_id?: number | null;
            retry_config?: components["schemas"]["CampaignRetryConfigRequest"];
            /** @description When calls can be placed. If it is omitted or null, calls can be placed at any time. */
            schedule_config?: components["schemas"]["ScheduleConfigRequest"] | null;
            circuit_breaker?: components["schemas"]["CircuitBreakerRequest"];
            max_concurrency?: components["schemas"]["CampaignConcurrency"];
            require_prior_consent?: components["schemas"]["CampaignConsentPurpose"];
            /** @description What happens when a machine answers; if it is omitted or null, the workflow's configurations decide. */
            machine_detection?: components["schemas"]["MachineDetectionRequest"] | null;
        };
        /**
         * @description `refuse`: an invalid row causes the whole file to be refused; `skip`: invalid rows are left out and reported.
         * @enum {string}
         */
        InvalidRowHandling: "refuse" | "skip";
        /** @description A contact of a source. */
        SentContact: {
            /** @description In international format, starting with `+`. */
            phone_number: string;
            /** @description The IANA time zone of the contact; null or omitted if it is unknown. */
            timezone?: string | null;
            /** @description What the agent knows before the call. */
            initial_context?: {
                [key: string]: unknown;
            };
        };
        /** @description Contacts, each checked as a row. */
        SentContacts: components["schemas"]["SentContact"][];
        /** @description A row that was left out. */
        RejectedRow: {
            /** @description The row's number, where 1 is the first contact of the file. */
            row: number;
            /** @description Why the row was left out, as a sentence for people. */
            reason: string;
        };
        /** @description A stored file of contacts. */
        CampaignSource: {
            source_id: components["schemas"]["Uuid"];
            /** @description The number of stored rows. */
            total_rows: number;
            /** @description The columns in the order of the file. Known names are in lower case, other names are as sent. */
            columns: string[];
            /** @description The number of rows that were left out. */
            rejected_rows: number;
            /** @description The first 1,000 rows that were left out. */
            rejected: components["schemas"]["RejectedRow"][];
        };
        /** @description A stored file of contacts, without its rows. */
        StoredCampaignSource: {
            source_id: components["schemas"]["Uuid"];
            /** @description The number of stored rows. */
            total_rows: number;
            /** @description The columns in the order of the file. */
            columns: string[];
            /**
             * Format: int64
             * @description What the rows use of the organization's `source_bytes_limit`.
             */
            size_bytes: number;
            /** @description The ID of the user who created it; null if an API key did. */
            created_by: components["schemas"]["Id"] | null;
            created_at: components["schemas"]["Timestamp"];
        };
        StoredCampaignSourcePage: {
            items: components["schemas"]["StoredCampaignSource"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description The settings to change. Omitted members stay unchanged. */
        UpdateCampaignRequest: {
            name?: components["schemas"]["CampaignName"];
            retry_config?: components["schemas"]["CampaignRetryConfigRequest"];
            /** @description When calls can be placed; null for any time. */
            schedule_config?: components["schemas"]["ScheduleConfigRequest"] | null;
            circuit_breaker?: components["schemas"]["CircuitBreakerRequest"];
            max_concurrency?: components["schemas"]["CampaignConcurrency"];
            require_prior_consent?: components["schemas"]["CampaignConsentPurpose"];
            /** @description What happens when a machine answers; null to let the workflow's configurations decide. */
            machine_detection?: components["schemas"]["MachineDetectionRequest"] | null;
        };
        SetCampaignStartRequest: {
            /**
             * Format: date-time
             * @description When the campaign is started, from now to 90 days from now.
             */
            start_at: string;
        };
        /**
         * @description They continue until they end (`finish`), or they end now with the outcome `canceled` (`hang_up`).
         * @default finish
         * @enum {string}
         */
        CallsInProgressEnding: "finish" | "hang_up";
        /**
         * @description An outcome after which a contact can be called again.
         * @enum {string}
         */
        RedialOutcome: "busy" | "no_answer" | "voicemail" | "failed";
        RedialCampaignRequest: {
            /** @description Call the contacts again whose last call had one of these outcomes. */
            outcomes: components["schemas"]["RedialOutcome"][];
        };
        /** @description The number of contacts that are held back. A contact is counted only under the first rule that applies, in the order given here. */
        HeldContacts: {
            do_not_call: components["schemas"]["Count"];
            no_prior_consent: components["schemas"]["Count"];
            retry_waiting: components["schemas"]["Count"];
            /** @description Contacts for whom the campaign's schedule, or the calling hours of the organization or the workflow, are closed now. */
            outside_schedule: components["schemas"]["Count"];
        };
        CampaignPreview: {
            campaign_id: components["schemas"]["Id"];
            state: components["schemas"]["CampaignState"];
            callable_now: components["schemas"]["Count"];
            held: components["schemas"]["HeldContacts"];
            /**
             * Format: date-time
             * @description When the next call could be placed; null if no contact is left that can be called.
             */
            next_call_at: string | null;
            at: components["schemas"]["Timestamp"];
        };
        /** @description The number of contacts in each state; all zero before the start. */
        ContactCounts: {
            pending: components["schemas"]["Count"];
            waiting: components["schemas"]["Count"];
            dialing: components["schemas"]["Count"];
            done: components["schemas"]["Count"];
            skipped: components["schemas"]["Count"];
        };
        /** @description The number of finished contacts by the outcome of their last call. */
        OutcomeCounts: {
            completed: components["schemas"]["Count"];
            busy: components["schemas"]["Count"];
            no_answer: components["schemas"]["Count"];
            voicemail: components["schemas"]["Count"];
            failed: components["schemas"]["Count"];
            canceled: components["schemas"]["Count"];
            unknown: components["schemas"]["Count"];
        };
        CampaignProgress: {
            campaign_id: components["schemas"]["Id"];
            state: components["schemas"]["CampaignState"];
            /**
             * Format: int64
             * @description The number of contacts in the campaign's source.
             */
            total_rows: number | null;
            contacts: components["schemas"]["ContactCounts"];
            outcomes: components["schemas"]["OutcomeCounts"];
            calls_in_progress: components["schemas"]["Count"];
            executed_count: components["schemas"]["Count"];
            at: components["schemas"]["Timestamp"];
        };
        /** @description The current numbers. The `id` of an event is a sequence number. */
        CampaignProgressEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "progress";
            campaign_id: components["schemas"]["Id"];
            state: components["schemas"]["CampaignState"];
            /**
             * Format: int64
             * @description The number of contacts in the campaign's source.
             */
            total_rows: number | null;
            contacts: components["schemas"]["ContactCounts"];
            outcomes: components["schemas"]["OutcomeCounts"];
            calls_in_progress: components["schemas"]["Count"];
            executed_count: components["schemas"]["Count"];
            at: components["schemas"]["Timestamp"];
        };
        /** @description The last event of the stream, because the campaign has ended. */
        CampaignCompleteEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "complete";
            campaign_id: components["schemas"]["Id"];
            state: components["schemas"]["CampaignState"];
            /**
             * Format: int64
             * @description The number of contacts in the campaign's source.
             */
            total_rows: number | null;
            contacts: components["schemas"]["ContactCounts"];
            outcomes: components["schemas"]["OutcomeCounts"];
            calls_in_progress: components["schemas"]["Count"];
            executed_count: components["schemas"]["Count"];
            at: components["schemas"]["Timestamp"];
        };
        /** @description The `data` of a server-sent event, as JSON on one line. `event` is also the name of the event. */
        CampaignStreamEvent: components["schemas"]["CampaignProgressEvent"] | components["schemas"]["CampaignCompleteEvent"] | components["schemas"]["StreamStoppingEvent"];
        /**
         * @description | state | meaning |
         *     |---|---|
         *     | pending | not called yet |
         *     | waiting | called, and due to be called again at `due_at` |
         *     | dialing | a call is in progress |
         *     | done | called for the last time; `outcome` is the result |
         *     | skipped | will not be called; `skip_reason` says why |
         * @enum {string}
         */
        CampaignContactState: "pending" | "waiting" | "dialing" | "done" | "skipped";
        /** @description A person to call, from one row of the campaign's source or added to the campaign. */
        CampaignContact: {
            id: components["schemas"]["Id"];
            /** @description The row's number in the uploaded file, where 1 is the first row after the header. Contacts that were added have the numbers after the last row. */
            row_number: number;
            /** @description The phone number to call, E.164. */
            phone_number: string;
            /** @description The contact's IANA time zone; null to use the campaign's. */
            timezone: string | null;
            /** @description What the agent knows before the call. */
            initial_context: {
                [key: string]: unknown;
            };
            state: components["schemas"]["CampaignContactState"];
            outcome: components["schemas"]["NullableRunOutcome"];
            /** @description Why the contact was skipped, as a stable identifier: `do_not_call`, `no_prior_consent`, `destination_not_served` or `canceled`; null if it was not skipped. More can be added. */
            skip_reason: string | null;
            /** @description The number of calls placed to this contact. */
            attempts: number;
            due_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: date-time
             * @description When the contact is called back, as agreed in a call or set since, until that call has ended; null for a contact that is not called back. `due_at` is later if that time was over, or the call could not be placed.
             */
            callback_at: string | null;
            updated_at: components["schemas"]["Timestamp"];
        };
        CampaignContactPage: {
            items: components["schemas"]["CampaignContact"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description The contacts to add. */
        AddCampaignContactsRequest: {
            contacts: components["schemas"]["SentContact"][];
        };
        /** @description A contact that was not added. */
        RejectedContact: {
            /** @description The contact's place in the request, where 0 is the first. */
            index: number;
            /** @description Why the contact was left out, as a sentence for people. */
            reason: string;
        };
        /** @description What became of the contacts of a request. */
        AddedCampaignContacts: {
            /** @description The number of added contacts. */
            added_rows: number;
            /** @description The number of contacts that the campaign now has, as in `getCampaign`. */
            total_rows: number;
            /** @description The number of contacts that were left out. */
            rejected_rows: number;
            /** @description The contacts that were left out. */
            rejected: components["schemas"]["RejectedContact"][];
        };
        /**
         * @description | rule | what holds the call |
         *     |---|---|
         *     | campaign_state | the campaign is not running |
         *     | circuit_breaker | too many calls failed; the campaign is about to be paused |
         *     | approval | the approval policy that the campaign was started with is not in force |
         *     | telephony_configuration | the campaign's telephony configuration no longer exists |
         *     | workflow_published | the workflow is archived or has no published version |
         *     | caller_number | the carrier needs a caller number, and the configuration has none |
         *     | do_not_call | the number is on the do-not-call list; the contact is skipped when its turn comes |
         *     | prior_consent | the number has no consent that the campaign or workflow requires; the contact is skipped when its turn comes |
         *     | destination | the configuration does not serve the number; the contact is skipped when its turn comes |
         *     | retry | the contact waits for its next attempt |
         *     | hours | the schedule, or the calling hours of the organization or the workflow, are closed in the contact's time zone or cannot be read; `detail` says which |
         *     | daily_cap | the number that the contact was called from before, or each of the pool, has reached its daily cap |
         *     | delay | the campaign's next contacts could not be taken and are tried again later |
         *     | slots | the campaign or the organization has no free slot |
         *     | pace | the configuration's calls per second are used up |
         *     | order | nothing holds it; contacts before it are called first |
         * @enum {string}
         */
        ContactHoldRule: "campaign_state" | "circuit_breaker" | "approval" | "telephony_configuration" | "workflow_published" | "caller_number" | "do_not_call" | "prior_consent" | "destination" | "retry" | "hours" | "daily_cap" | "delay" | "slots" | "pace" | "order";
        /** @description A rule that holds the contact's next call. */
        ContactHold: {
            rule: components["schemas"]["ContactHoldRule"];
            /** @description What the rule found, for people. */
            detail: string;
            /**
             * Format: date-time
             * @description When this rule no longer holds the call; null if this depends on something else than the time.
             */
            until: string | null;
        };
        /** @description A contact with its calls and the rule that holds its next call. */
        CampaignContactDetail: {
            id: components["schemas"]["Id"];
            /** @description The row's number in the uploaded file, where 1 is the first row after the header. Contacts that were added have the numbers after the last row. */
            row_number: number;
            /** @description The phone number to call, E.164. */
            phone_number: string;
            /** @description The contact's IANA time zone; null to use the campaign's. */
            timezone: string | null;
            /** @description What the agent knows before the call. */
            initial_context: {
                [key: string]: unknown;
            };
            state: components["schemas"]["CampaignContactState"];
            outcome: components["schemas"]["NullableRunOutcome"];
            /** @description Why the contact was skipped, as a stable identifier: `do_not_call`, `no_prior_consent`, `destination_not_served` or `canceled`; null if it was not skipped. More can be added. */
            skip_reason: string | null;
            /** @description The number of calls placed to this contact. */
            attempts: number;
            due_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: date-time
             * @description When the contact is called back, as agreed in a call or set since, until that call has ended; null for a contact that is not called back. `due_at` is later if that time was over, or the call could not be placed.
             */
            callback_at: string | null;
            updated_at: components["schemas"]["Timestamp"];
            /** @description Why the contact is not being called now; null if a call is in progress, or if it will not be called again. */
            held_by: components["schemas"]["ContactHold"] | null;
            /** @description The contact's calls, newest first; at most the 50 newest. */
            runs: components["schemas"]["WorkflowRunSummary"][];
        };
        SetContactCallbackRequest: {
            /**
             * Format: date-time
             * @description When the contact is called back, at most 30 days from now.
             */
            callback_at: string;
        };
        /** @description The pace of the simulated network, and its agent runtime. */
        SimulatedCredentials: {
            /** @description How long a call rings, in milliseconds. From 100 on, the network reports that it rings. */
            ring_ms: number;
            /** @description How long a conversation lasts, in milliseconds. */
            talk_ms: number;
            /** @description The URL that the network requests when a call is answered; null if there is none. */
            voice_url: string | null;
        };
        /** @description A configuration of the provider `simulated`. */
        SimulatedConfiguration: {
            id: components["schemas"]["Id"];
            /** @description Unique in the organization. */
            name: string;
            /** @description Whether calls that do not specify a configuration use this one. At most one configuration per organization is the default. */
            is_default_outbound: boolean;
            /** @description How many calls are placed in a second at most, in all campaigns and single calls; null for no limit. */
            calls_per_second: number | null;
            /** @description The calling codes of the numbers that are called with this configuration, each with a leading `+`; null for all numbers. */
            calling_codes: string[] | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            provider: "simulated";
            credentials: components["schemas"]["SimulatedCredentials"];
        };
        /** @description Credentials are stored encrypted. The auth token is never shown in full. */
        TwilioCredentials: {
            /** @description The account's SID. */
            account_sid: string;
            /** @description The last four characters of the auth token; the others are replaced by `*`. */
            auth_token: string;
            /** @description The URL from which Twilio loads the TwiML for an answered call; null if there is none. */
            voice_url: string | null;
            /** @description The URL of the WebSocket to which Twilio streams an answered call; null if there is none. */
            stream_url: string | null;
        };
        /** @description A configuration of the provider `twilio`. */
        TwilioConfiguration: {
            id: components["schemas"]["Id"];
            /** @description Unique in the organization. */
            name: string;
            /** @description Whether calls that do not specify a configuration use this one. At most one configuration per organization is the default. */
            is_default_outbound: boolean;
            /** @description How many calls are placed in a second at most, in all campaigns and single calls; null for no limit. */
            calls_per_second: number | null;
            /** @description The calling codes of the numbers that are called with this configuration, each with a leading `+`; null for all numbers. */
            calling_codes: string[] | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            provider: "twilio";
            credentials: components["schemas"]["TwilioCredentials"];
        };
        /** @description Credentials are stored encrypted. The API key is never shown in full. */
        TelnyxCredentials: {
            /** @description The last four characters of the API key; the others are replaced by `*`. */
            api_key: string;
            /** @description The ID of the Voice API application that places the calls. */
            connection_id: string;
            /** @description The account's public key that callbacks are verified with. */
            public_key: string;
            /** @description The URL of the WebSocket to which Telnyx streams an answered call; null if there is none. */
            stream_url: string | null;
        };
        /** @description A configuration of the provider `telnyx`. */
        TelnyxConfiguration: {
            id: components["schemas"]["Id"];
            /** @description Unique in the organization. */
            name: string;
            /** @description Whether calls that do not specify a configuration use this one. At most one configuration per organization is the default. */
            is_default_outbound: boolean;
            /** @description How many calls are placed in a second at most, in all campaigns and single calls; null for no limit. */
            calls_per_second: number | null;
            /** @description The calling codes of the numbers that are called with this configuration, each with a leading `+`; null for all numbers. */
            calling_codes: string[] | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            provider: "telnyx";
            credentials: components["schemas"]["TelnyxCredentials"];
        };
        /** @description A carrier and the credentials to place calls with it. `provider` determines which credentials there are. If the server was started without the key that encrypted them, operations that would show them answer 503 until the key is in `SECRET_KEYS` again or all credentials are sent again. */
        TelephonyConfiguration: components["schemas"]["SimulatedConfiguration"] | components["schemas"]["TwilioConfiguration"] | components["schemas"]["TelnyxConfiguration"];
        TelephonyConfigurationPage: {
            items: components["schemas"]["TelephonyConfiguration"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description Unique in the organization. Case-sensitive.
         * @example Twilio US
         */
        TelephonyConfigurationName: string;
        /** @description The pace of the simulated network, and its agent runtime. It contains no secrets. */
        CreateSimulatedCredentials: {
            /**
             * @description How long a call rings, in milliseconds. From 100 on, the network reports that it rings.
             * @default 50
             */
            ring_ms?: number;
            /**
             * @description How long a conversation lasts, in milliseconds.
             * @default 200
             */
            talk_ms?: number;
            /** @description The URL that the network requests when a call is answered, as Twilio does: your agent runtime. Its answer is not acted on. The network waits for it up to 5 seconds, which do not count as `talk_ms`. */
            voice_url?: string;
        };
        /**
         * @description How many calls are placed in a second at most, such as 0.5 for one call every two seconds; null for no limit. A new configuration without it has 1 for Twilio, 5 for Telnyx and no limit for the simulated network.
         * @example 1
         */
        CallsPerSecond: number | null;
        /**
         * @description The calling codes that the carrier's account reaches, such as `+1` or `+44`; longer beginnings of numbers, such as `+4420`, are allowed. A call to a number that begins with none of them is refused. Null, the default, serves all numbers.
         * @example [
         *       "+1",
         *       "+44"
         *     ]
         */
        CallingCodes: string[] | null;
        /** @description The network that is built into the server. */
        CreateSimulatedConfigurationRequest: {
            name: components["schemas"]["TelephonyConfigurationName"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            provider: "simulated";
            credentials: components["schemas"]["CreateSimulatedCredentials"];
            calls_per_second?: components["schemas"]["CallsPerSecond"];
            calling_codes?: components["schemas"]["CallingCodes"];
        };
        /** @description Found in the Twilio console under Account Info. */
        CreateTwilioCredentials: {
            /** @description The account's SID. */
            account_sid: string;
            /** @description The account's auth token. Calls are placed and callbacks verified with it. */
            auth_token: string;
            /** @description The URL from which Twilio loads the TwiML for an answered call: your agent's page. Twilio gets it with `run_id`, `workflow_id`, `workflow_version` and `run_token` in its query. */
            voice_url?: string;
            /** @description The URL of the WebSocket to which Twilio streams an answered call, in both directions, if there is no `voice_url`. `run_id`, `workflow_id`, `workflow_version` and `run_token` are its custom parameters. With neither, answered calls are hung up. */
            stream_url?: string;
        };
        /** @description A Twilio account. */
        CreateTwilioConfigurationRequest: {
            name: components["schemas"]["TelephonyConfigurationName"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            provider: "twilio";
            credentials: components["schemas"]["CreateTwilioCredentials"];
            calls_per_second?: components["schemas"]["CallsPerSecond"];
            calling_codes?: components["schemas"]["CallingCodes"];
        };
        /** @description Found in the Telnyx portal. */
        CreateTelnyxCredentials: {
            /** @description An API key (v2). */
            api_key: string;
            /** @description The ID of the Voice API application that places the calls. */
            connection_id: string;
            /** @description The account's public key, 32 bytes in base64, that callbacks are verified with. */
            public_key: string;
            /** @description The URL of the WebSocket to which Telnyx streams an answered call, in both directions. Telnyx gets it with `run_id`, `workflow_id`, `workflow_version` and `run_token` in its query. Without it, nobody speaks with whoever answers. */
            stream_url?: string;
        };
        /** @description A Telnyx account. */
        CreateTelnyxConfigurationRequest: {
            name: components["schemas"]["TelephonyConfigurationName"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            provider: "telnyx";
            credentials: components["schemas"]["CreateTelnyxCredentials"];
            calls_per_second?: components["schemas"]["CallsPerSecond"];
            calling_codes?: components["schemas"]["CallingCodes"];
        };
        /** @description A carrier and its credentials. `provider` determines which credentials are required. */
        CreateTelephonyConfigurationRequest: components["schemas"]["CreateSimulatedConfigurationRequest"] | components["schemas"]["CreateTwilioConfigurationRequest"] | components["schemas"]["CreateTelnyxConfigurationRequest"];
        /** @description The members to change; an omitted member keeps its value. */
        UpdateSimulatedCredentials: {
            /** @description How long a call rings, in milliseconds. From 100 on, the network reports that it rings. */
            ring_ms?: number;
            /** @description How long a conversation lasts, in milliseconds. */
            talk_ms?: number;
            /** @description The URL that the network requests when a call is answered; null to remove it. */
            voice_url?: string | null;
        };
        /** @description The members to change. */
        UpdateSimulatedConfigurationRequest: {
            name?: components["schemas"]["TelephonyConfigurationName"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            provider: "simulated";
            credentials?: components["schemas"]["UpdateSimulatedCredentials"];
            calls_per_second?: components["schemas"]["CallsPerSecond"];
            calling_codes?: components["schemas"]["CallingCodes"];
        };
        /** @description The members to change; an omitted member keeps its value. The auth token can be sent in the masked form in which it is shown, which keeps it too. */
        UpdateTwilioCredentials: {
            /** @description The account's SID. */
            account_sid?: string;
            /** @description The account's auth token. */
            auth_token?: string;
            /** @description The URL from which Twilio loads the TwiML for an answered call; null to remove it. */
            voice_url?: string | null;
            /** @description The URL of the WebSocket to which Twilio streams an answered call; null to remove it. */
            stream_url?: string | null;
        };
        /** @description The members to change. */
        UpdateTwilioConfigurationRequest: {
            name?: components["schemas"]["TelephonyConfigurationName"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            provider: "twilio";
            credentials?: components["schemas"]["UpdateTwilioCredentials"];
            calls_per_second?: components["schemas"]["CallsPerSecond"];
            calling_codes?: components["schemas"]["CallingCodes"];
        };
        /** @description The members to change; an omitted member keeps its value. The API key can be sent in the masked form in which it is shown, which keeps it too. */
        UpdateTelnyxCredentials: {
            /** @description An API key (v2). */
            api_key?: string;
            /** @description The ID of the Voice API application that places the calls. */
            connection_id?: string;
            /** @description The account's public key, 32 bytes in base64, that callbacks are verified with. */
            public_key?: string;
            /** @description The URL of the WebSocket to which Telnyx streams an answered call; null to remove it. */
            stream_url?: string | null;
        };
        /** @description The members to change. */
        UpdateTelnyxConfigurationRequest: {
            name?: components["schemas"]["TelephonyConfigurationName"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            provider: "telnyx";
            credentials?: components["schemas"]["UpdateTelnyxCredentials"];
            calls_per_second?: components["schemas"]["CallsPerSecond"];
            calling_codes?: components["schemas"]["CallingCodes"];
        };
        /** @description The members to change. `provider` is that of the configuration, which cannot change; it determines which credentials there are. */
        UpdateTelephonyConfigurationRequest: components["schemas"]["UpdateSimulatedConfigurationRequest"] | components["schemas"]["UpdateTwilioConfigurationRequest"] | components["schemas"]["UpdateTelnyxConfigurationRequest"];
        /**
         * @description The IANA time zone of the called person, in which the calling hours of the organization and of the workflow apply. If it is omitted, they apply in their own.
         * @example America/New_York
         */
        RecipientZone: string;
        InitiateCallRequest: {
            workflow_id: components["schemas"]["Id"];
            /** @description The phone number to call, in international format starting with `+`. Spaces and punctuation are allowed. */
            to_number: string;
            telephony_configuration_id?: components["schemas"]["Id"];
            /** @description The caller ID, one of the configuration's phone numbers. If it is omitted, one of the configuration's pool is used, or its default caller. If there is none, the call has no caller ID on the simulated network and is refused elsewhere. */
            from_number?: string;
            timezone?: components["schemas"]["RecipientZone"];
            /** @description What the agent knows before the call. */
            initial_context?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description | rule | what it demands |
         *     |---|---|
         *     | workflow_published | the workflow exists, is not archived and has a published version |
         *     | telephony_configuration | the requested configuration exists, or there is a default |
         *     | caller_number | the request or the configuration has a caller number, if the carrier needs one |
         *     | credentials | the configuration's credentials can be read |
         *     | destination | the configuration serves the number's calling code |
         *     | do_not_call | the number is not on the do-not-call list |
         *     | prior_consent | the number has a consent in force for the purpose that the workflow requires |
         *     | hours | the calling hours of the organization and the workflow allow a call to this person now; `detail` says whose do not, `until` when they open |
         *     | slots | the organization has a free slot |
         *     | daily_cap | the caller number, or one of the pool, may make another call today; `until` says when the next day begins |
         *     | approval | a connector's API key has a policy that it can use |
         *     | pace | the configuration's calls per second allow a call now; it never refuses one |
         * @enum {string}
         */
        CallRule: "workflow_published" | "telephony_configuration" | "caller_number" | "credentials" | "destination" | "do_not_call" | "prior_consent" | "hours" | "slots" | "daily_cap" | "approval" | "pace";
        /**
         * @description | state | meaning |
         *     |---|---|
         *     | passed | the rule allows the call now |
         *     | later | the call would be accepted and placed later, at `until` |
         *     | refused | the call would be refused with `code` |
         *     | unknown | the rule needs what another rule did not find, such as the telephony configuration |
         * @enum {string}
         */
        CallRuleState: "passed" | "later" | "refused" | "unknown";
        /** @description What a rule says about the call. */
        CallRuleResult: {
            rule: components["schemas"]["CallRule"];
            state: components["schemas"]["CallRuleState"];
            /** @description The problem code that the call would be refused with; null if the rule does not refuse it. */
            code: components["schemas"]["ProblemCode"] | null;
            /** @description Why the call would be refused or placed later, for people; null if the rule allows it now. */
            detail: string | null;
            /**
             * Format: date-time
             * @description Until when the rule holds the call; null if it does not, or if no time is known.
             */
            until: string | null;
        };
        /** @description What would happen if the call was requested now. */
        CallPreview: {
            /** @description Whether the call would be accepted. The first rule that refuses it determines the response. */
            accepted: boolean;
            /**
             * Format: date-time
             * @description When the call would be placed; null if it would be refused.
             */
            place_at: string | null;
            /**
             * Format: int64
             * @description The telephony configuration that the call would be placed with; null if there is none.
             */
            telephony_configuration_id: number | null;
            /** @description The caller ID in E.164; null if there is none. */
            from_number: string | null;
            /** @description All rules, in the order in which they are checked. */
            rules: components["schemas"]["CallRuleResult"][];
        };
        /**
         * @description It waits (`scheduled`), its run exists (`initiated`), something forbade it (`refused`), or it was canceled (`canceled`).
         * @enum {string}
         */
        ScheduledCallState: "scheduled" | "initiated" | "refused" | "canceled";
        /** @description Why the call was not initiated. */
        ScheduledCallRefusal: {
            /** @description The code of the problem that `initiateCall` answers with in this case, `validation_error` if the request no longer fits, `too_late` if its hour was over, or `restored_from_backup`. */
            code: string;
            /** @description A sentence about this case. */
            detail: string;
        };
        /** @description A call to be initiated later. */
        ScheduledCall: {
            id: components["schemas"]["Id"];
            workflow_id: components["schemas"]["Id"];
            /** @description The phone number to call. */
            to_number: string;
            /** @description The caller ID that was requested; null: the default. */
            from_number: string | null;
            /**
             * Format: int64
             * @description The configuration that was requested; null: the default.
             */
            telephony_configuration_id: number | null;
            /** @description The time zone of the called person; null if none was sent. */
            timezone: string | null;
            /** @description What the agent knows before the call. Empty once the call is no longer scheduled. */
            initial_context: {
                [key: string]: unknown;
            };
            scheduled_at: components["schemas"]["Timestamp"];
            state: components["schemas"]["ScheduledCallState"];
            /**
             * Format: date-time
             * @description When the calling hours open, or the day begins, that it waits for; null if it waits for neither.
             */
            waits_until: string | null;
            /**
             * Format: int64
             * @description The run of the call once it was initiated.
             */
            run_id: number | null;
            /**
             * Format: int64
             * @description The run in whose result this call was agreed (`callback_at`); null for other calls.
             */
            callback_of_run_id: number | null;
            /** @description Null unless it was refused. */
            refusal: components["schemas"]["ScheduledCallRefusal"] | null;
            created_at: components["schemas"]["Timestamp"];
        };
        ScheduledCallPage: {
            items: components["schemas"]["ScheduledCall"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * Format: date-time
         * @description When the call is initiated, from now to 30 days from now.
         */
        ScheduledAt: string;
        /** @description What the agent knows before the call. */
        ScheduledContext: {
            [key: string]: unknown;
        };
        CreateScheduledCallRequest: {
            workflow_id: components["schemas"]["Id"];
            /** @description The phone number to call, in international format starting with `+`. Spaces and punctuation are allowed. */
            to_number: string;
            scheduled_at: components["schemas"]["ScheduledAt"];
            telephony_configuration_id?: components["schemas"]["Id"];
            /** @description The caller ID, one of the configuration's phone numbers; if it is omitted, as in `initiateCall`. */
            from_number?: string;
            timezone?: components["schemas"]["RecipientZone"];
            initial_context?: components["schemas"]["ScheduledContext"];
        };
        UpdateScheduledCallRequest: {
            scheduled_at?: components["schemas"]["ScheduledAt"];
            initial_context?: components["schemas"]["ScheduledContext"];
        };
        /**
         * @description The carrier. `simulated` is a network built into the server that places no real calls; the last two digits of the called number determine how a call ends.
         * @enum {string}
         */
        TelephonyProvider: "simulated" | "twilio" | "telnyx";
        /** @description The data that the carrier sends, as described in the carrier's documentation. */
        CarrierCallback: {
            [key: string]: unknown;
        };
        /** @description Who calls which number. */
        SimulateInboundCallRequest: {
            /** @description The caller's phone number, in international format starting with `+`; null if the caller hides it. */
            from_number: string | null;
            /** @description One of your phone numbers on a simulated configuration, in international format starting with `+`. */
            to_number: string;
            /** @description The simulated configuration, if several have the number. The default is the oldest of them. */
            telephony_configuration_id?: components["schemas"]["Id"];
        };
        /**
         * @description | reason | meaning |
         *     |---|---|
         *     | unknown_number | the configuration does not have the called number |
         *     | no_inbound_workflow | the number has no `inbound_workflow_id` |
         *     | workflow_archived | its workflow is archived |
         *     | workflow_not_published | its workflow has no published version |
         *     | no_agent_runtime | the configuration has neither `voice_url` nor `stream_url` |
         *     | no_free_slot | the organization's limit of concurrent calls is reached; the caller hears the busy signal |
         * @enum {string}
         */
        InboundRejection: "unknown_number" | "no_inbound_workflow" | "workflow_archived" | "workflow_not_published" | "no_agent_runtime" | "no_free_slot";
        /** @description Why the call was rejected; null if it was connected. */
        NullableInboundRejection: components["schemas"]["InboundRejection"] | null;
        /** @description A call on the simulated network. Either `run_id` or `rejection` is null. */
        SimulatedInboundCall: {
            /** @description The network's ID of the call. */
            call_id: string;
            run_id: components["schemas"]["NullableId"];
            rejection: components["schemas"]["NullableInboundRejection"];
        };
        SimulationClock: {
            now: components["schemas"]["Timestamp"];
            /** @description How many seconds the clock is ahead of real time. */
            offset_seconds: number;
        };
        /** @description Send exactly one of the two members. */
        SetSimulationClockRequest: {
            /**
             * Format: date-time
             * @description The new time, in the years 1000 to 8999.
             */
            now?: string;
            /** @description The number of seconds to move the clock forward. */
            advance_seconds?: number;
        };
        /** @description A carrier that telephony configurations support. */
        TelephonyProviderDescription: {
            name: components["schemas"]["TelephonyProvider"];
            /** @description The display name. */
            title: string;
            /** @description A description of the carrier and where to find its credentials. */
            description: string;
            /** @description Whether the carrier places no call without a caller number, so that a configuration needs a default caller number or the call a `from_number`. */
            needs_caller_number: boolean;
            /** @description The JSON Schema of `credentials` for creating a configuration. */
            credentials_schema: {
                [key: string]: unknown;
            };
            /** @description Which credentials are secret. A form should hide these inputs. */
            secret_members: string[];
        };
        TelephonyProviderList: {
            items: components["schemas"]["TelephonyProviderDescription"][];
        };
        /** @description A call that was rejected. */
        LastInboundRejection: {
            reason: components["schemas"]["InboundRejection"];
            rejected_at: components["schemas"]["Timestamp"];
        };
        /** @description A phone number that calls can use as caller ID. */
        PhoneNumber: {
            id: components["schemas"]["Id"];
            telephony_configuration_id: components["schemas"]["Id"];
            /** @description In E.164, `+` and 8 to 15 digits. */
            phone_number: string;
            /** @description What the number is used for. */
            label: string | null;
            /** @description Whether calls that do not specify a caller ID use this number, if the pool is empty. At most one number per configuration is the default. */
            is_default_caller: boolean;
            /** @description Whether the number is one of the configuration's pool. */
            in_pool: boolean;
            /** @description Maximum number of calls from this number in a calendar day. */
            daily_cap: number | null;
            /** @description The calls that the cap counts today; null without a cap. */
            calls_today: number | null;
            /** @description The workflow that talks with the callers of this number, with the version that is published when the call comes; null if it takes no calls. While the workflow is archived or has no published version, calls are rejected. */
            inbound_workflow_id: components["schemas"]["NullableId"];
            /** @description The last call to this number that was rejected; null if none was. */
            last_inbound_rejection: components["schemas"]["LastInboundRejection"] | null;
            created_at: components["schemas"]["Timestamp"];
        };
        PhoneNumberPage: {
            items: components["schemas"]["PhoneNumber"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A phone number to use as caller ID. */
        CreatePhoneNumberRequest: {
            /** @description The phone number in international format. Spaces and punctuation are removed. */
            phone_number: string;
            /** @description What the number is used for. */
            label?: string | null;
            /** @description Whether the number is one of the configuration's pool. A call that names no caller ID is made from a number of the pool, or from the default caller if the pool is empty. The same person is called from the same number each time. A pool has at most 100 numbers. */
            in_pool?: boolean;
            /** @description Maximum number of calls from this number in a calendar day, in the time zone of the organization's calling hours, or in UTC without them. A call counts when it is accepted; one of a campaign that is not placed after all is taken off again. At the maximum a single call is made from another number of the pool, or refused with 409 `daily_cap_reached`; contacts of campaigns wait. Null for no maximum. */
            daily_cap?: number | null;
            /** @description The workflow that talks with the callers of this number; null if it takes no calls. See `receiveInboundCall` for what the carrier must be told. */
            inbound_workflow_id?: components["schemas"]["NullableId"];
        };
        /** @description The members to change. */
        UpdatePhoneNumberRequest: {
            /** @description What the number is used for. */
            label?: string | null;
            /** @description Whether the number is one of the configuration's pool. A call that names no caller ID is made from a number of the pool, or from the default caller if the pool is empty. The same person is called from the same number each time. A pool has at most 100 numbers. */
            in_pool?: boolean;
            /** @description Maximum number of calls from this number in a calendar day, in the time zone of the organization's calling hours, or in UTC without them. A call counts when it is accepted; one of a campaign that is not placed after all is taken off again. At the maximum a single call is made from another number of the pool, or refused with 409 `daily_cap_reached`; contacts of campaigns wait. Null for no maximum. */
            daily_cap?: number | null;
            /** @description The workflow that talks with the callers of this number; null if it takes no calls. See `receiveInboundCall` for what the carrier must be told. */
            inbound_workflow_id?: components["schemas"]["NullableId"];
        };
        /**
         * @description | source | who added the number |
         *     |---|---|
         *     | user | a user |
         *     | api_key | an API key |
         *     | opt_out | the result of a run, in which the called person opted out |
         * @enum {string}
         */
        DoNotCallSource: "user" | "api_key" | "opt_out";
        /** @description A phone number that the organization must not call. */
        DoNotCallNumber: {
            id: components["schemas"]["Id"];
            /** @description In E.164, `+` and 8 to 15 digits. */
            phone_number: string;
            /** @description Why it must not be called. */
            reason: string | null;
            source: components["schemas"]["DoNotCallSource"];
            /**
             * Format: int64
             * @description The run of the call in which the person opted out; null for other sources.
             */
            run_id: number | null;
            /**
             * Format: date-time
             * @description From when the number may be called again; null for never.
             */
            expires_at: string | null;
            created_at: components["schemas"]["Timestamp"];
        };
        DoNotCallPage: {
            items: components["schemas"]["DoNotCallNumber"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description A phone number in international format. Spaces and punctuation are removed.
         * @example +1 (312) 555-0180
         */
        SentPhoneNumber: string;
        /** @description A phone number that must not be called. */
        NewDoNotCallNumber: {
            phone_number: components["schemas"]["SentPhoneNumber"];
            /** @description Why it must not be called, for people. */
            reason?: string | null;
            /**
             * Format: date-time
             * @description From when the number may be called again, in the future; null or omitted for never.
             */
            expires_at?: string | null;
        };
        /** @description The phone numbers to add. */
        AddDoNotCallNumbersRequest: {
            phone_numbers: components["schemas"]["NewDoNotCallNumber"][];
        };
        AddedDoNotCallNumbers: {
            /** @description How many numbers were added, or are on the list for longer now. */
            added: number;
            /** @description How many numbers were already on the list or were sent more than once. */
            already_there: number;
        };
        /** @description A list of phone numbers. */
        DoNotCallNumbersRequest: {
            phone_numbers: components["schemas"]["SentPhoneNumber"][];
        };
        RemovedDoNotCallNumbers: {
            removed: components["schemas"]["Count"];
            /** @description How many numbers were not on the list or were sent more than once. */
            not_there: number;
        };
        /** @description When calls of the organization can be placed. */
        CallingHours: {
            /** @description If false, calls are placed at any time. */
            enabled: boolean;
            /** @description The IANA time zone of numbers whose own is unknown. */
            timezone: string;
            /** @description Calls are placed during any of these slots. */
            slots: components["schemas"]["ScheduleSlot"][];
            /** @description Days without calls. */
            holidays: components["schemas"]["Holiday"][];
            /**
             * Format: date-time
             * @description When they were set; null if they never were.
             */
            updated_at: string | null;
        };
        /**
         * @description What somebody agrees to be called for, as an identifier that the organization chooses.
         * @example appointment_reminders
         */
        ConsentPurpose: string;
        /** @description A recorded consent to be called. It counts until it expires or is revoked. */
        Consent: {
            id: components["schemas"]["Id"];
            /** @description In E.164. */
            phone_number: string;
            purpose: components["schemas"]["ConsentPurpose"];
            obtained_at: components["schemas"]["Timestamp"];
            /** @description Where the consent comes from. */
            source: string;
            /** @description Where the evidence is kept. */
            evidence_url: string | null;
            /**
             * Format: date-time
             * @description From when the consent no longer counts; null for never.
             */
            expires_at: string | null;
            revoked_at: components["schemas"]["NullableTimestamp"];
            created_at: components["schemas"]["Timestamp"];
        };
        ConsentPage: {
            items: components["schemas"]["Consent"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A consent to be called. */
        CreateConsentRequest: {
            /** @description The phone number in international format. Spaces and punctuation are removed. */
            phone_number: string;
            purpose: components["schemas"]["ConsentPurpose"];
            /**
             * Format: date-time
             * @description When the person agreed; not in the future. Any UTC offset; stored in UTC.
             */
            obtained_at: string;
            /** @description Where the consent comes from, for people, such as the name of a form. */
            source: string;
            /** @description Where the evidence of the consent is kept; null or omitted for none. It is never requested. */
            evidence_url?: string | null;
            /**
             * Format: date-time
             * @description From when the consent no longer counts, later than `obtained_at`; null or omitted for never.
             */
            expires_at?: string | null;
        };
        /** @description A phone number that was sent. */
        CheckedDoNotCallNumber: {
            /** @description In E.164. */
            phone_number: string;
            /** @description Whether the number is on the list. */
            is_listed: boolean;
        };
        CheckedDoNotCallNumbers: {
            results: components["schemas"]["CheckedDoNotCallNumber"][];
        };
        /**
         * @description Of a call, in this order: `call_queued`: it will be placed; `call_ringing`; `call_answered`; `call_ended`; `call_analyzed`: its analysis is available. The first three are recorded only from when an enabled endpoint has chosen them or `updateEventSettings` names them. Of a campaign: `campaign_started`, `campaign_paused`, `campaign_resumed`, `campaign_completed`, `campaign_canceled`. Of the organization: `approval_policy_exhausted`: a policy has no uses left; `webhook_endpoint_disabled`: another endpoint was disabled.
         * @enum {string}
         */
        WebhookEventName: "call_queued" | "call_ringing" | "call_answered" | "call_ended" | "call_analyzed" | "campaign_started" | "campaign_paused" | "campaign_resumed" | "campaign_completed" | "campaign_canceled" | "approval_policy_exhausted" | "webhook_endpoint_disabled";
        /**
         * @description `ad_hoc`: a single call; `campaign`: a call of a campaign; `inbound`: a call to one of your numbers.
         * @enum {string}
         */
        CallMode: "ad_hoc" | "campaign" | "inbound";
        /** @description The run of the call. `consent_given` and `consent_ts` are present only if consent was recorded, and then always. */
        EndedCall: {
            run_id: components["schemas"]["Id"];
            workflow_id: components["schemas"]["Id"];
            definition_id: components["schemas"]["Id"];
            campaign_id: components["schemas"]["NullableId"];
            mode: components["schemas"]["CallMode"];
            /** @description The called phone number in E.164. */
            to_number: string;
            /** @description The caller ID in E.164; null if the carrier chose it. */
            from_number: string | null;
            telephony_configuration_id: components["schemas"]["NullableId"];
            outcome: components["schemas"]["RunOutcome"];
            /** @description The agent's result for the call, as a code defined by the workflow; null if there is none. */
            call_disposition: string | null;
            /** @description What the agent knew before the call. */
            initial_context: {
                [key: string]: unknown;
            };
            /** @description What the agent collected during the call. */
            gathered_context: {
                [key: string]: unknown;
            };
            /** @description The turns of the conversation; null if no transcript was submitted. */
            transcript: components["schemas"]["TranscriptTurn"][] | null;
            /** @description The URL of the recording; null if there is none. */
            recording_url: string | null;
            created_at: components["schemas"]["Timestamp"];
            started_at: components["schemas"]["NullableTimestamp"];
            ended_at: components["schemas"]["Timestamp"];
            /** @description Whether consent was given, as recorded by `markRunConsent`. */
            consent_given?: boolean;
            consent_ts?: components["schemas"]["Timestamp"];
        };
        CallEndedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "call_ended";
            call: components["schemas"]["EndedCall"];
        };
        /** @description The run of the call, with its analysis. */
        AnalyzedCall: {
            run_id: components["schemas"]["Id"];
            workflow_id: components["schemas"]["Id"];
            definition_id: components["schemas"]["Id"];
            campaign_id: components["schemas"]["NullableId"];
            mode: components["schemas"]["CallMode"];
            /** @description The called phone number in E.164. */
            to_number: string;
            /** @description The caller ID in E.164; null if the carrier chose it. */
            from_number: string | null;
            telephony_configuration_id: components["schemas"]["NullableId"];
            outcome: components["schemas"]["RunOutcome"];
            /** @description The agent's result for the call, as a code defined by the workflow; null if there is none. */
            call_disposition: string | null;
            /** @description What the agent knew before the call. */
            initial_context: {
                [key: string]: unknown;
            };
            /** @description What the agent collected during the call. */
            gathered_context: {
                [key: string]: unknown;
            };
            /** @description The turns of the conversation; null if no transcript was submitted. */
            transcript: components["schemas"]["TranscriptTurn"][] | null;
            /** @description The URL of the recording; null if there is none. */
            recording_url: string | null;
            created_at: components["schemas"]["Timestamp"];
            started_at: components["schemas"]["NullableTimestamp"];
            ended_at: components["schemas"]["Timestamp"];
            /** @description Whether consent was given, as recorded by `markRunConsent`. */
            consent_given?: boolean;
            consent_ts?: components["schemas"]["Timestamp"];
            call_analysis: components["schemas"]["RunAnalysis"];
        };
        CallAnalyzedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "call_analyzed";
            call: components["schemas"]["AnalyzedCall"];
        };
        /** @description The run of a call that has not ended. None of the members changes later. */
        CallInProgress: {
            run_id: components["schemas"]["Id"];
            workflow_id: components["schemas"]["Id"];
            definition_id: components["schemas"]["Id"];
            campaign_id: components["schemas"]["NullableId"];
            mode: components["schemas"]["CallMode"];
            /** @description The called phone number in E.164. */
            to_number: string;
            /** @description The caller ID in E.164; null if the carrier chose it. */
            from_number: string | null;
            telephony_configuration_id: components["schemas"]["NullableId"];
            /** @description What the agent knew before the call. */
            initial_context: {
                [key: string]: unknown;
            };
            created_at: components["schemas"]["Timestamp"];
        };
        CallQueuedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "call_queued";
            at: components["schemas"]["Timestamp"];
            call: components["schemas"]["CallInProgress"];
        };
        CallRingingEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "call_ringing";
            at: components["schemas"]["Timestamp"];
            call: components["schemas"]["CallInProgress"];
        };
        CallAnsweredEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "call_answered";
            at: components["schemas"]["Timestamp"];
            call: components["schemas"]["CallInProgress"];
        };
        /**
         * @description `user`: through a session; `api_key`; `system`: the service itself.
         * @enum {string}
         */
        EventActorKind: "user" | "api_key" | "system";
        /** @description Who caused the event. */
        EventActor: {
            kind: components["schemas"]["EventActorKind"];
            /** @description The ID of the user or API key; null for `system`. */
            id: components["schemas"]["Id"] | null;
        };
        /** @description The campaign as the transition left it. */
        EventCampaign: {
            campaign_id: components["schemas"]["Id"];
            name: string;
            workflow_id: components["schemas"]["Id"];
            telephony_configuration_id: components["schemas"]["NullableId"];
            /**
             * Format: uuid
             * @description The approval policy that the campaign was started or resumed with; null if none was needed.
             */
            approval_policy_id: string | null;
            parent_campaign_id: components["schemas"]["NullableId"];
            state: components["schemas"]["CampaignState"];
            /**
             * Format: int64
             * @description The number of contacts in the campaign's source.
             */
            total_rows: number | null;
            processed_rows: components["schemas"]["Count"];
            failed_rows: components["schemas"]["Count"];
            created_at: components["schemas"]["Timestamp"];
            started_at: components["schemas"]["NullableTimestamp"];
            completed_at: components["schemas"]["NullableTimestamp"];
        };
        CampaignStartedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "campaign_started";
            at: components["schemas"]["Timestamp"];
            actor: components["schemas"]["EventActor"];
            campaign: components["schemas"]["EventCampaign"];
        };
        /**
         * @description `requested`: a user or API key paused it; `circuit_breaker`: too many calls failed; `approval`: its approval policy is no longer in force; `account`: the carrier refuses the account; `telephony_configuration`: the configuration no longer exists; `caller_number`: there is no number to call from; `schedule`: the schedule cannot be read; `workflow`: no version of the workflow can be called with; `restored_from_backup`: the database was restored, so contacts may have been called since the backup.
         * @enum {string}
         */
        CampaignPauseCode: "requested" | "circuit_breaker" | "approval" | "account" | "telephony_configuration" | "caller_number" | "schedule" | "workflow" | "restored_from_backup";
        /** @description Why a campaign was paused. */
        CampaignPauseReason: {
            code: components["schemas"]["CampaignPauseCode"];
            /** @description The reason as a sentence. */
            message: string;
        };
        CampaignPausedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "campaign_paused";
            at: components["schemas"]["Timestamp"];
            actor: components["schemas"]["EventActor"];
            campaign: components["schemas"]["EventCampaign"];
            reason: components["schemas"]["CampaignPauseReason"];
        };
        CampaignResumedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "campaign_resumed";
            at: components["schemas"]["Timestamp"];
            actor: components["schemas"]["EventActor"];
            campaign: components["schemas"]["EventCampaign"];
        };
        CampaignCompletedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "campaign_completed";
            at: components["schemas"]["Timestamp"];
            actor: components["schemas"]["EventActor"];
            campaign: components["schemas"]["EventCampaign"];
        };
        /**
         * @description What happens to the calls in progress: `finish`: they go on; `hang_up`: they are hung up.
         * @enum {string}
         */
        CanceledCalls: "finish" | "hang_up";
        CampaignCanceledEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "campaign_canceled";
            at: components["schemas"]["Timestamp"];
            actor: components["schemas"]["EventActor"];
            campaign: components["schemas"]["EventCampaign"];
            calls: components["schemas"]["CanceledCalls"];
        };
        /** @description The approval policy after its last use. */
        ExhaustedPolicy: {
            /** Format: uuid */
            id: string;
            connector_name: string;
            action_type: components["schemas"]["ApprovalActionType"];
            target_name: string;
            used_count: components["schemas"]["Count"];
            max_uses: components["schemas"]["Count"];
            expires_at: components["schemas"]["Timestamp"];
        };
        ApprovalPolicyExhaustedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "approval_policy_exhausted";
            at: components["schemas"]["Timestamp"];
            approval_policy: components["schemas"]["ExhaustedPolicy"];
        };
        /**
         * @description Why an endpoint is disabled.
         * @enum {string}
         */
        EndpointDisabledReason: "requested" | "gone" | "failing";
        /** @description The endpoint that was disabled. */
        DisabledEndpoint: {
            id: components["schemas"]["Id"];
            /** @description The URL of the endpoint. In place of a query, which may hold a secret, it has a digest. */
            url: string;
            /** @description What the endpoint is for; null if not set. */
            description: string | null;
            disabled_reason: components["schemas"]["EndpointDisabledReason"];
        };
        WebhookEndpointDisabledEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "webhook_endpoint_disabled";
            at: components["schemas"]["Timestamp"];
            actor: components["schemas"]["EventActor"];
            webhook_endpoint: components["schemas"]["DisabledEndpoint"];
        };
        /** @description The body of a webhook. `event` is the name of the event. */
        WebhookEvent: components["schemas"]["CallEndedEvent"] | components["schemas"]["CallAnalyzedEvent"] | components["schemas"]["CallQueuedEvent"] | components["schemas"]["CallRingingEvent"] | components["schemas"]["CallAnsweredEvent"] | components["schemas"]["CampaignStartedEvent"] | components["schemas"]["CampaignPausedEvent"] | components["schemas"]["CampaignResumedEvent"] | components["schemas"]["CampaignCompletedEvent"] | components["schemas"]["CampaignCanceledEvent"] | components["schemas"]["ApprovalPolicyExhaustedEvent"] | components["schemas"]["WebhookEndpointDisabledEvent"];
        /** @description An event of the organization. */
        Event: {
            /** @description The number of the event among those of the organization. Each event has a greater one than all that became visible before it. */
            id: components["schemas"]["Id"];
            /** @description The `webhook-id` header of its deliveries. */
            webhook_id: string;
            event: components["schemas"]["WebhookEventName"];
            /** @description The run that the event is about; null if it is about a campaign or the organization. */
            run_id: components["schemas"]["Id"] | null;
            /** @description The campaign that the event is about, or that of the run; null if there is none. */
            campaign_id: components["schemas"]["Id"] | null;
            /**
             * Format: date-time
             * @description When the event was recorded. When it happened is in its body.
             */
            created_at: string;
            body: components["schemas"]["WebhookEvent"];
        };
        EventPage: {
            items: components["schemas"]["Event"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description The `data` of a server-sent event, as JSON on one line. `event` is also the name of the event. */
        EventStreamEvent: components["schemas"]["CallQueuedEvent"] | components["schemas"]["CallRingingEvent"] | components["schemas"]["CallAnsweredEvent"] | components["schemas"]["CallEndedEvent"] | components["schemas"]["CallAnalyzedEvent"] | components["schemas"]["CampaignStartedEvent"] | components["schemas"]["CampaignPausedEvent"] | components["schemas"]["CampaignResumedEvent"] | components["schemas"]["CampaignCompletedEvent"] | components["schemas"]["CampaignCanceledEvent"] | components["schemas"]["ApprovalPolicyExhaustedEvent"] | components["schemas"]["WebhookEndpointDisabledEvent"] | components["schemas"]["StreamStoppingEvent"];
        /**
         * @description An event of a call before its end.
         * @enum {string}
         */
        RecordedEvent: "call_queued" | "call_ringing" | "call_answered";
        /** @description Which events are recorded although no endpoint has chosen them. */
        EventSettings: {
            /** @description The recorded events of calls, in the order in which they happen. */
            recorded_events: components["schemas"]["RecordedEvent"][];
            /**
             * Format: date-time
             * @description When they were set; null if they never were.
             */
            updated_at: string | null;
        };
        /**
         * @description An event of a call before its end.
         * @enum {string}
         */
        RecordedEventRequest: "call_queued" | "call_ringing" | "call_answered";
        /** @description The events to record. */
        UpdateEventSettingsRequest: {
            /** @description The events of calls to record; none if it is empty. */
            recorded_events: components["schemas"]["RecordedEventRequest"][];
        };
        /**
         * @description Whether the endpoint receives events.
         * @enum {string}
         */
        WebhookEndpointStatus: "enabled" | "disabled";
        /** @description A URL that receives events. */
        WebhookEndpoint: {
            id: components["schemas"]["Id"];
            /** @description The URL that receives the events. */
            url: string;
            /** @description What the endpoint is for; null if not set. */
            description: string | null;
            /** @description The events that the endpoint receives. */
            events: components["schemas"]["WebhookEventName"][];
            status: components["schemas"]["WebhookEndpointStatus"];
            /** @description Why the endpoint is disabled; null if it is not. `requested`: a user or API key disabled it; `gone`: it answered with 410; `failing`: no delivery succeeded for five days. */
            disabled_reason: components["schemas"]["EndpointDisabledReason"] | null;
            disabled_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: date-time
             * @description Until when deliveries are also signed with the previous secret; null if there is no previous secret.
             */
            previous_secret_expires_at: string | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        WebhookEndpointPage: {
            items: components["schemas"]["WebhookEndpoint"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description The URL that receives the events, `https://` without user name and password. `http://` only if the server allows private addresses. It is stored as it is called: percent-encoded, with its host in lower case and without a fragment. */
        WebhookUrl: string;
        CreateWebhookEndpointRequest: {
            url: components["schemas"]["WebhookUrl"];
            /** @description What the endpoint is for. */
            description?: string | null;
            /** @description The events that the endpoint receives. The default is `call_ended` and `call_analyzed`. */
            events?: components["schemas"]["WebhookEventName"][];
        };
        /** @description The endpoint with its secret, which no other response shows. */
        CreatedWebhookEndpoint: {
            id: components["schemas"]["Id"];
            /** @description The URL that receives the events. */
            url: string;
            /** @description What the endpoint is for; null if not set. */
            description: string | null;
            /** @description The events that the endpoint receives. */
            events: components["schemas"]["WebhookEventName"][];
            status: components["schemas"]["WebhookEndpointStatus"];
            /** @description Why the endpoint is disabled; null if it is not. `requested`: a user or API key disabled it; `gone`: it answered with 410; `failing`: no delivery succeeded for five days. */
            disabled_reason: components["schemas"]["EndpointDisabledReason"] | null;
            disabled_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: date-time
             * @description Until when deliveries are also signed with the previous secret; null if there is no previous secret.
             */
            previous_secret_expires_at: string | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description `whsec_` followed by 32 bytes in base64. It is used to sign deliveries. */
            secret: string;
        };
        /** @description The events that the endpoint receives. */
        WebhookEventChoice: components["schemas"]["WebhookEventName"][];
        UpdateWebhookEndpointRequest: {
            url?: components["schemas"]["WebhookUrl"];
            /** @description What the endpoint is for; null removes it. */
            description?: string | null;
            events?: components["schemas"]["WebhookEventChoice"];
        };
        /** @description The result of the attempt. */
        WebhookTestResult: {
            /** @description Whether the endpoint answered with 2xx in time. */
            delivered: boolean;
            /** @description The HTTP status of the response; null if there was none. */
            status: number | null;
            /** @description The duration of the attempt, in milliseconds. */
            duration_ms: number;
            /** @description The first 4 KiB of the response body; null if there was no response. */
            answer: string | null;
            /** @description Why there was no response or why it does not count as received; null if it does. */
            error: string | null;
        };
        ReplayWebhookEventsRequest: {
            /**
             * Format: date-time
             * @description Replay events created at or after this time, RFC 3339.
             */
            created_after: string;
        };
        /** @description The events that are sent again. */
        WebhookReplay: {
            /**
             * Format: date-time
             * @description The time from which events are sent again, at most 30 days ago.
             */
            created_after: string;
            replayed: components["schemas"]["Count"];
        };
        /**
         * @description `pending`: an attempt is due or in progress; `delivered`: answered with 2xx; `failed`: no further attempts.
         * @enum {string}
         */
        WebhookDeliveryState: "pending" | "delivered" | "failed";
        /** @description The delivery of one event to one endpoint. */
        WebhookDelivery: {
            id: components["schemas"]["Id"];
            endpoint_id: components["schemas"]["Id"];
            /** @description The `webhook-id` header, the same in every attempt and for every endpoint. */
            webhook_id: string;
            event: components["schemas"]["WebhookEventName"];
            /** @description The run that the event is about; null if it is about a campaign or the organization. */
            run_id: components["schemas"]["Id"] | null;
            /** @description The campaign that the event is about, or that of the run; null if there is none. */
            campaign_id: components["schemas"]["Id"] | null;
            state: components["schemas"]["WebhookDeliveryState"];
            attempt_count: components["schemas"]["Count"];
            /** @description The HTTP status of the newest attempt; null if there was no response or no attempt yet. */
            last_status: number | null;
            /**
             * Format: date-time
             * @description When the next attempt is due; during an attempt, when that attempt counts as lost. Null when the delivery is settled, and while an earlier delivery about the same call or campaign is pending.
             */
            next_attempt_at: string | null;
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the delivery succeeded or finally failed; null while it is pending.
             */
            settled_at: string | null;
        };
        WebhookDeliveryPage: {
            items: components["schemas"]["WebhookDelivery"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A delivery attempt and its result. */
        WebhookAttempt: {
            /** @description The number of the attempt within this delivery. */
            number: number;
            at: components["schemas"]["Timestamp"];
            /** @description The HTTP status of the response; null if there was none. */
            status: number | null;
            /** @description The duration of the attempt, in milliseconds. */
            duration_ms: number;
            /** @description The first 4 KiB of the response body; null if there was no response. */
            answer: string | null;
            /** @description Why there was no response or why it does not count as received; null if it does. */
            error: string | null;
        };
        /** @description The delivery of one event to one endpoint, with its body and the result of each attempt. */
        WebhookDeliveryDetail: {
            id: components["schemas"]["Id"];
            endpoint_id: components["schemas"]["Id"];
            /** @description The `webhook-id` header, the same in every attempt and for every endpoint. */
            webhook_id: string;
            event: components["schemas"]["WebhookEventName"];
            /** @description The run that the event is about; null if it is about a campaign or the organization. */
            run_id: components["schemas"]["Id"] | null;
            /** @description The campaign that the event is about, or that of the run; null if there is none. */
            campaign_id: components["schemas"]["Id"] | null;
            state: components["schemas"]["WebhookDeliveryState"];
            attempt_count: components["schemas"]["Count"];
            /** @description The HTTP status of the newest attempt; null if there was no response or no attempt yet. */
            last_status: number | null;
            /**
             * Format: date-time
             * @description When the next attempt is due; during an attempt, when that attempt counts as lost. Null when the delivery is settled, and while an earlier delivery about the same call or campaign is pending.
             */
            next_attempt_at: string | null;
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the delivery succeeded or finally failed; null while it is pending.
             */
            settled_at: string | null;
            /** @description The request body, byte for byte. */
            body: string;
            /** @description The last 100 attempts, oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        /** @description A turn of a text conversation. */
        RunTurnEvent: {
            /** @constant */
            event: "run_turn";
            run_id: components["schemas"]["Id"];
            workflow_id: components["schemas"]["Id"];
            workflow_version: components["schemas"]["RunWorkflowVersion"];
            /** @description The token of the run, for `X-API-Key`. */
            run_token: string;
            /** @description The number of the turn, starting at 1. */
            turn_number: number;
            /** @description What the caller says; null for silence. */
            text: string | null;
            /** @description The node that the last answer named; null before that, which means the `startCall`. */
            node_id: string | null;
            /** @description What was said before this turn, in order. */
            transcript: components["schemas"]["TranscriptTurn"][];
        };
        /** @description The agent's answer to a turn. Other members are ignored. */
        RuntimeAnswer: {
            /** @description What the agent says; empty if it says nothing. */
            text: string;
            /** @description The ID of the node of the version at which the conversation is then; null or omitted if it stays at its node. */
            node_id?: string | null;
            /**
             * @description Whether the conversation has ended.
             * @default false
             */
            ended?: boolean;
        } & {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description The operator of the service does not allow this sign-up (`sign_up_closed`). Nothing was created. */
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
        /** @description A user with this email address already exists. */
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
        /** @description The body is larger than this operation accepts. */
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
        /** @description This operation does not accept the body's content type, charset or encoding. */
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
        /** @description The request does not match the contract. Every error is listed and nothing was done. */
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
        /** @description Too many requests, or too many in progress at the same time. Try again after `Retry-After` seconds. */
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
        /** @description Something failed on our side. Use the request ID to report it. */
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
        /** @description The database is unreachable or too slow, or the server is stopping or is already reading as many request bodies as it can (`unavailable`), or the database has no room on its disk (`storage_full`). Try again after `Retry-After` seconds. */
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
        /** @description No user has this email address and password. */
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
        /** @description The credential is missing, unknown, expired or archived. */
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
        /** @description The request has an API key, but this operation accepts user sessions only (`api_key_not_allowed`). */
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
        /** @description The API key does not have the operation's `x-scope` (`insufficient_scope`). `required_scope` is that scope. Nothing was done. */
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
        /** @description The organization has reached a limit (`quota_reached`), and nothing was created. `quota` is the name of the limit in `getOrganizationLimits`, `limit` its value. Or the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
        /** @description The caller's organization has no resource with this ID. `param` names the parameter or member. */
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
        /** @description The Idempotency-Key was used for a different request (`idempotency_key_reused`), the first request with it is still in progress (`idempotency_in_progress`), or the first request succeeded and its response was too large to store (`idempotent_answer_too_large`). */
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
        /** @description No workflow or campaign of the organization is named `target_name`, or the one with the ID `target_id` has another name. */
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
        /** @description Several workflows or campaigns are named `target_name` (`target_ambiguous`); `target_ids` lists up to 20 of their IDs, lowest first. Or the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
        /** @description The resource still is as the `ETag` in `If-None-Match` says. The response has no body. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The resource has been changed since every `ETag` in `If-Match` (`precondition_failed`). Nothing was changed. */
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
        /** @description Too many requests (`too_many_requests`), or the caller or its organization has too many open event streams (`too_many_streams`, with the `limit`). Try again after `Retry-After` seconds. Nothing was done. */
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
        /** @description The `Range` begins behind the last byte of the file. `Content-Range` says how many bytes there are. */
        RangeNotSatisfiable: {
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
        /** @description The caller's organization is not an operator of this service (`operator_only`), or the API key does not have the operation's scope (`insufficient_scope`, with `required_scope`). */
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
        /** @description The destination is the directory in use (`same_directory`), one contains the other (`nested_directory`), the destination or the source is not writable (`destination_not_writable`, `source_not_writable`), the destination has too little space (`insufficient_space`, with `needed_bytes` and `available_bytes`), the server's operator does not allow the directory (`destination_not_allowed`), a migration is in progress or about to start (`model_migration_running`), or models are being downloaded (`model_download_running`) or deleted (`model_deletion_running`). */
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
        /** @description The request has an API key (`api_key_not_allowed`), or the session's user is not a super admin (`super_admin_required`). */
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
        /** @description An entry with this kind and key already exists (`catalog_entry_exists`), the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
        /** @description The API key belongs to a connector, and no approval policy authorizes this action (`approval_required`). `reason` says why the closest policy did not match: `contact_ceiling_exceeded`, `not_yet_valid`, `disabled`, `exhausted`, `revoked`, `expired`, `destination_mismatch` or `no_matching_policy`. `createApprovalPolicy` describes them. Or the API key does not have the scope in `required_scope` (`insufficient_scope`). Nothing was done and no use was counted. */
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
        /** @description The contact does not wait to be called back (`no_waiting_callback`): it was not agreed, it is being called, or its campaign has ended. `state` is the contact's. Or the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
        NoWaitingCallback: {
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
        /** @description The endpoint is disabled (`webhook_endpoint_disabled`), the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
         * @description The maximum number of items on a page.
         * @example 50
         */
        Limit: number;
        /**
         * @description The `next_cursor` of the previous page. Omit it to get the first page.
         * @example WzQyXQ
         */
        Cursor: string;
        /**
         * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
         * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
         */
        IdempotencyKey: string;
        /**
         * @description The ID of the API key.
         * @example 1
         */
        KeyId: components["schemas"]["Id"];
        /**
         * @description Return only policies that currently have this status.
         * @example active
         */
        PolicyStatusFilter: components["schemas"]["ApprovalPolicyStatus"];
        /**
         * @description Return only policies that authorize this action.
         * @example call_initiate
         */
        ActionTypeFilter: components["schemas"]["ApprovalActionType"];
        /**
         * @description Return only policies of this connector. The full name is required.
         * @example crm
         */
        ConnectorNameFilter: components["schemas"]["ConnectorName"];
        /**
         * @description The ID of the policy.
         * @example 019b89bc-a400-7c41-9d52-3f1b8a6e4c10
         */
        PolicyId: components["schemas"]["Uuid"];
        /**
         * @description The ID of the voice profile.
         * @example 019b7e01-b600-7c41-9d52-3f1b8a6e4c10
         */
        ProfileId: components["schemas"]["Uuid"];
        /**
         * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
         * @example "3-3.nQ8vX2mBz5Lk0aTe"
         */
        IfMatch: string;
        /**
         * @description Return only generations with the voice of this profile.
         * @example 019b7e01-b600-7c41-9d52-3f1b8a6e4c10
         */
        ProfileFilter: components["schemas"]["Uuid"];
        /**
         * @description Return only generations with this status.
         * @example completed
         */
        GenerationStatusFilter: components["schemas"]["GenerationStatus"];
        /**
         * @description The ID of the generation.
         * @example 019b7e05-d4b0-7e5f-8a6b-7c8d9e0f1a2b
         */
        GenerationId: components["schemas"]["Uuid"];
        /**
         * @description The ID of the version.
         * @example 019b7e07-6320-7bbc-9cdd-eeff00112233
         */
        VersionId: components["schemas"]["Uuid"];
        /**
         * @description The ID of the sample.
         * @example 019b7e02-a060-7b22-8c33-d44e55f66a77
         */
        SampleId: components["schemas"]["Uuid"];
        /**
         * @description The ID of the story.
         * @example 019b7e06-49e0-7d3e-a5f6-7081920a3b4c
         */
        StoryId: components["schemas"]["Uuid"];
        /**
         * @description The ID of the story item.
         * @example 019b7e08-1ea0-7b22-8c33-d44e55f66a77
         */
        StoryItemId: components["schemas"]["Uuid"];
        /**
         * @description The ID of the download.
         * @example 1
         */
        DownloadId: components["schemas"]["Id"];
        /**
         * @description The `id` of the last event that the client received. The stream continues after it.
         * @example 17
         */
        LastEventId: string;
        /**
         * @description The model's name with `--` in place of the slash.
         * @example openai--whisper-small
         */
        ModelId: string;
        /**
         * @description The ID of the catalog entry.
         * @example 2
         */
        EntryId: components["schemas"]["Id"];
        /**
         * @description The ID of the organization.
         * @example 1
         */
        OrganizationId: components["schemas"]["Id"];
        /**
         * @description Return only events of this action.
         * @example approval_policy.revoked
         */
        AuditActionFilter: components["schemas"]["AuditAction"];
        /**
         * @description Return only events about subjects of this type.
         * @example approval_policy
         */
        AuditSubjectTypeFilter: components["schemas"]["AuditSubjectType"];
        /**
         * @description Return only events about subjects with this ID. Subjects of different types can have the same ID, so send `subject_type` too.
         * @example 019b89bc-a400-7c41-9d52-3f1b8a6e4c10
         */
        AuditSubjectIdFilter: string;
        /**
         * @description Return only actions of this user.
         * @example 1
         */
        AuditActorUserIdFilter: components["schemas"]["Id"];
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
         * @description Return only events about subjects of this organization.
         * @example 1
         */
        OrganizationIdFilter: components["schemas"]["Id"];
        /**
         * @description The order of the list: by time of creation or by name, descending with `-`. Names are compared as the database sorts text; equal names are in the order of their creation. Send the same `sort` with a `cursor`.
         * @example name
         */
        Sort: components["schemas"]["ListSort"];
        /**
         * @description The ID of the workflow.
         * @example 3
         */
        WorkflowId: components["schemas"]["Id"];
        /**
         * @description The version's number within the workflow.
         * @example 2
         */
        WorkflowVersionNumber: components["schemas"]["VersionNumber"];
        /**
         * @description Return only runs of this campaign. The list is empty if the organization has no such campaign.
         * @example 2
         */
        CampaignIdFilter: components["schemas"]["Id"];
        /**
         * @description Return only runs with this mode.
         * @example campaign
         */
        RunModeFilter: components["schemas"]["RunMode"];
        /**
         * @description Return only runs in this state.
         * @example completed
         */
        RunStateFilter: components["schemas"]["RunState"];
        /**
         * @description Return only runs that ended with this outcome.
         * @example completed
         */
        RunOutcomeFilter: components["schemas"]["RunOutcome"];
        /**
         * @description Return only calls to this phone number, in E.164. In a URL the `+` is `%2B`.
         * @example +12025550185
         */
        ToNumberFilter: string;
        /**
         * @description Return only calls with this caller ID, in E.164. In a URL the `+` is `%2B`.
         * @example +12025550199
         */
        FromNumberFilter: string;
        /**
         * @description Return only runs with this disposition, exactly as the agent reported it.
         * @example confirmed
         */
        CallDispositionFilter: string;
        /**
         * @description Return only calls that were answered by a person, by a machine, or without a result of the detection.
         * @example human
         */
        AnsweredByFilter: components["schemas"]["RunAnsweredBy"];
        /**
         * @description `true`: only runs whose newest consent mark says that consent was given. `false`: all other runs, those with a refusal and those without a mark.
         * @example false
         */
        HasConsentFilter: boolean;
        /**
         * @description Return only runs whose name contains this text. Upper and lower case are the same.
         * @example Call to +12025550185
         */
        RunNameFilter: string;
        /**
         * @description Return only runs in whose transcript a turn contains this text. Upper and lower case are the same. A page reads at most 2,000 transcripts or 16 MiB of runs' content; narrow the search down with other filters, which cost less.
         * @example good morning
         */
        TranscriptFilter: string;
        /**
         * @description The order of the list: by time of creation or by duration, descending with `-`. A list by duration has only the runs that have one. Send the same `sort` and the same filters with a `cursor`.
         * @example -created_at
         */
        RunSort: components["schemas"]["RunListSort"];
        /**
         * @description The ID of the run.
         * @example 10
         */
        RunId: components["schemas"]["Id"];
        /**
         * @description The ID of the test case.
         * @example 1
         */
        TestCaseId: components["schemas"]["Id"];
        /**
         * @description Return only runs of this workflow. The list is empty if the organization has no such workflow.
         * @example 3
         */
        WorkflowIdFilter: components["schemas"]["Id"];
        /**
         * @description If true, return only campaigns that wait for their scheduled start; if false, only others.
         * @example false
         */
        StartScheduledFilter: boolean;
        /**
         * @description The ID of the source.
         * @example 019b8e90-9a40-7d3e-a5f6-7081920a3b4c
         */
        SourceId: components["schemas"]["Uuid"];
        /**
         * @description The ID of the campaign.
         * @example 2
         */
        CampaignId: components["schemas"]["Id"];
        /** @description The session token, `Bearer <token>`. Optional if an API key is sent, which takes precedence. */
        AuthorizationHeader: string | null;
        /** @description The organization's API key. Optional if a session token is sent. */
        ApiKeyHeader: string | null;
        /**
         * @description What becomes of the campaign's calls in progress.
         * @example hang_up
         */
        CallsInProgress: components["schemas"]["CallsInProgressEnding"];
        /**
         * @description If true, return only contacts that wait to be called back; if false, only others.
         * @example false
         */
        CallbackScheduledFilter: boolean;
        /**
         * @description The ID of the campaign.
         * @example 3
         */
        ExtendedCampaignId: components["schemas"]["Id"];
        /**
         * @description The ID of the contact.
         * @example 2
         */
        ContactId: components["schemas"]["Id"];
        /**
         * @description The ID of the telephony configuration.
         * @example 1
         */
        ConfigId: components["schemas"]["Id"];
        /**
         * @description If true, no call is placed and nothing is changed or counted: no run, no use of an approval policy, no audit event. The response is 200 with what each rule says about the call now. An `Idempotency-Key` is ignored, so the same one can be sent with the call itself.
         * @example true
         */
        DryRun: boolean;
        /**
         * @description Return only calls in this state.
         * @example scheduled
         */
        ScheduledCallStateFilter: components["schemas"]["ScheduledCallState"];
        /**
         * @description The ID of the scheduled call.
         * @example 1
         */
        ScheduledCallId: components["schemas"]["Id"];
        /**
         * @description The carrier.
         * @example simulated
         */
        ProviderName: components["schemas"]["TelephonyProvider"];
        /**
         * @description The telephony configuration used for the call.
         * @example 1
         */
        CallbackConfigId: components["schemas"]["Id"];
        /**
         * @description The run of the call.
         * @example 10
         */
        CallbackRunId: components["schemas"]["Id"];
        /**
         * @description The telephony configuration that the called phone number belongs to.
         * @example 1
         */
        InboundConfigId: components["schemas"]["Id"];
        /**
         * @description The ID of the phone number.
         * @example 1
         */
        PhoneNumberId: components["schemas"]["Id"];
        /**
         * @description Return only this phone number. Use the international format and encode `+` as `%2B`.
         * @example +13125550180
         */
        PhoneNumberFilter: string;
        /**
         * @description The ID of the consent.
         * @example 1
         */
        ConsentId: components["schemas"]["Id"];
        /**
         * @description The ID of the endpoint.
         * @example 1
         */
        EndpointId: components["schemas"]["Id"];
        /**
         * @description The ID of the delivery.
         * @example 7
         */
        DeliveryId: components["schemas"]["Id"];
        /**
         * @description Identifies the event. The same in every attempt.
         * @example msg_019b8d9a1cbc7b228c33d44e55f66a77
         */
        WebhookId: string;
        /**
         * @description When this attempt was signed, in seconds since 1970. Refuse timestamps that are several minutes old.
         * @example 1767607246
         */
        WebhookTimestamp: string;
        /**
         * @description `v1,` followed by the HMAC-SHA256 of ID, timestamp and body in base64. While a secret is being rotated, two signatures are sent, separated by a space.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
        /**
         * @description The trace of the call (W3C Trace Context), which began with the request that initiated it. Only of calls that belong to a trace. The signature does not cover it.
         * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
         */
        Traceparent: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifies this request in our logs. An ID sent by the client is kept if it is well-formed.
         * @example 019b8d99-6900-7334-8455-667788990011
         */
        "X-Request-Id": string;
        /**
         * @description What is left of the limit, `"<policy>";r=<requests left>;t=<seconds until the limit is full again>`.
         * @example "default";r=1199;t=60
         */
        RateLimit: string;
        /**
         * @description The limit that applies, `"<policy>";q=<requests>;w=<seconds>`.
         * @example "default";q=1200;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description The number of seconds to wait before trying again.
         * @example 5
         */
        "Retry-After": number;
        /**
         * @description How to authenticate.
         * @example Bearer
         */
        "WWW-Authenticate": string;
        /**
         * @description `true` if this is the stored response to an earlier request with the same Idempotency-Key.
         * @example true
         */
        "Idempotent-Replayed": "true";
        /**
         * @description The path of the created resource.
         * @example /api/v1/workflow/3
         */
        Location: string;
        /**
         * @description Identifies the current representation and changes with every member that it shows. A GET with this value in `If-None-Match` answers 304 until then. Send it as `If-Match` to make a change only if nobody has changed the resource in the meantime; counts, logs and names of other resources that it also shows do not count as changes.
         * @example "3-3.nQ8vX2mBz5Lk0aTe"
         */
        ETag: string;
        /**
         * @description `bytes`: parts of the file can be requested with `Range`.
         * @example bytes
         */
        "Accept-Ranges": "bytes";
        /**
         * @description The name under which to save the file.
         * @example attachment; filename="Amelia.webp"
         */
        "Content-Disposition": string;
        /**
         * @description Which bytes of the file these are, and how many it has.
         * @example bytes 0-999/48044
         */
        "Content-Range": string;
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
            /** @description The user, the organization and a session were created. */
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
                     *       "expires_at": "2026-02-01T09:00:00.000Z",
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
            /** @description The new session. */
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
                     *       "expires_at": "2026-02-04T10:00:00.000Z",
                     *       "user": {
                     *         "id": 1,
                     *         "email": "demo@example.com",
                     *         "organization_id": 1,
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
            /** @description The caller. */
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
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
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
            /** @description A page of API keys. */
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
                     *           "id": 1,
                     *           "name": "CRM",
                     *           "prefix": "vap_Zk3f9QbT",
                     *           "connector_name": "crm",
                     *           "scopes": [
                     *             "read",
                     *             "calls:place",
                     *             "campaigns:control"
                     *           ],
                     *           "created_at": "2026-01-02T09:00:00.000Z",
                     *           "archived_at": null,
                     *           "last_used_at": "2026-01-05T10:00:00.000Z"
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
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
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
            /** @description The new API key, including the key itself. */
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
                     *       "id": 1,
                     *       "name": "CRM",
                     *       "prefix": "vap_Zk3f9QbT",
                     *       "connector_name": "crm",
                     *       "scopes": [
                     *         "read",
                     *         "calls:place",
                     *         "campaigns:control"
                     *       ],
                     *       "created_at": "2026-01-02T09:00:00.000Z",
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
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the API key.
                 * @example 1
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
                     *       "id": 1,
                     *       "name": "CRM",
                     *       "prefix": "vap_Zk3f9QbT",
                     *       "connector_name": "crm",
                     *       "scopes": [
                     *         "read",
                     *         "calls:place",
                     *         "campaigns:control"
                     *       ],
                     *       "created_at": "2026-01-02T09:00:00.000Z",
                     *       "archived_at": "2026-01-09T00:00:00.000Z",
                     *       "last_used_at": "2026-01-05T10:00:00.000Z"
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
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the API key.
                 * @example 1
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
                     *       "id": 1,
                     *       "name": "CRM",
                     *       "prefix": "vap_Zk3f9QbT",
                     *       "connector_name": "crm",
                     *       "scopes": [
                     *         "read",
                     *         "calls:place",
                     *         "campaigns:control"
                     *       ],
                     *       "created_at": "2026-01-02T09:00:00.000Z",
                     *       "archived_at": null,
                     *       "last_used_at": "2026-01-05T10:00:00.000Z"
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
                 * @description Return only policies that currently have this status.
                 * @example active
                 */
                status?: components["parameters"]["PolicyStatusFilter"];
                /**
                 * @description Return only policies that authorize this action.
                 * @example call_initiate
                 */
                action_type?: components["parameters"]["ActionTypeFilter"];
                /**
                 * @description Return only policies of this connector. The full name is required.
                 * @example crm
                 */
                connector_name?: components["parameters"]["ConnectorNameFilter"];
                /**
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
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
            /** @description A page of policies. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
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
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
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
            /** @description The new policy. */
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
                 * @description The ID of the policy.
                 * @example 019b89bc-a400-7c41-9d52-3f1b8a6e4c10
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
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the policy.
                 * @example 019b89bc-a400-7c41-9d52-3f1b8a6e4c10
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
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the policy.
                 * @example 019b89bc-a400-7c41-9d52-3f1b8a6e4c10
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
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the policy.
                 * @example 019b89bc-a400-7c41-9d52-3f1b8a6e4c10
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
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The ID of the policy.
                 * @example 019b89bc-a400-7c41-9d52-3f1b8a6e4c10
                 */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of uses. */
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
                     *           "policy_id": "019b89bc-a400-7c41-9d52-3f1b8a6e4c10",
                     *           "action_type": "call_initiate",
                     *           "api_key_id": 1,
                     *           "subject_type": "workflow_run",
                     *           "subject_id": 10,
                     *           "created_at": "2026-01-05T10:00:00.000Z"
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
    createVoiceProfile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateVoiceProfileRequest"];
            };
        };
        responses: {
            /** @description The new profile. */
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
                    "application/json": components["schemas"]["VoiceProfile"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            /** @description The organization already has a profile with this name (`voice_profile_name_taken`), has reached its `voice_profile_limit` (`quota_reached`), the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
    getVoiceProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the voice profile.
                 * @example 019b7e01-b600-7c41-9d52-3f1b8a6e4c10
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoiceProfile"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteVoiceProfile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the voice profile.
                 * @example 019b7e01-b600-7c41-9d52-3f1b8a6e4c10
                 */
                profile_id: components["parameters"]["ProfileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile was deleted. */
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
            /** @description The profile has generations (`voice_profile_in_use`); `generation_count` is their number. Or workflows with a published version name it (`voice_profile_used_by_workflows`); `workflow_count` is their number, and `workflow_ids` has the first 100 of them. */
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
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateVoiceProfile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the voice profile.
                 * @example 019b7e01-b600-7c41-9d52-3f1b8a6e4c10
                 */
                profile_id: components["parameters"]["ProfileId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateVoiceProfileRequest"];
            };
        };
        responses: {
            /** @description The updated profile. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoiceProfile"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The organization already has another profile with this name (`voice_profile_name_taken`). */
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setVoiceProfileEffects: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the voice profile.
                 * @example 019b7e01-b600-7c41-9d52-3f1b8a6e4c10
                 */
                profile_id: components["parameters"]["ProfileId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetVoiceProfileEffectsRequest"];
            };
        };
        responses: {
            /** @description The profile with its effects. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoiceProfile"];
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
    listVoiceEffects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All types of effects. */
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
                     *           "type": "lowpass",
                     *           "description": "Removes frequencies above a cutoff.",
                     *           "params": [
                     *             {
                     *               "name": "cutoff_frequency_hz",
                     *               "minimum": 200,
                     *               "maximum": 20000,
                     *               "default": 8000,
                     *               "description": "Higher frequencies are removed."
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["VoiceEffectList"];
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
    listVoiceEngines: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All engines. */
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
                     *           "id": "openai",
                     *           "name": "A server with the OpenAI speech interface",
                     *           "available": true,
                     *           "reason": null,
                     *           "supports_seed": false,
                     *           "supports_instruct": true,
                     *           "max_part_characters": 2000
                     *         },
                     *         {
                     *           "id": "espeak",
                     *           "name": "eSpeak NG",
                     *           "available": false,
                     *           "reason": "The program espeak-ng is not installed on the server.",
                     *           "supports_seed": false,
                     *           "supports_instruct": false,
                     *           "max_part_characters": 1000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["VoiceEngineList"];
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
    listGenerations: {
        parameters: {
            query?: {
                /**
                 * @description Return only generations with the voice of this profile.
                 * @example 019b7e01-b600-7c41-9d52-3f1b8a6e4c10
                 */
                profile_id?: components["parameters"]["ProfileFilter"];
                /**
                 * @description Return only generations with this status.
                 * @example completed
                 */
                status?: components["parameters"]["GenerationStatusFilter"];
                /**
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
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
            /** @description A page of generations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationPage"];
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
    createGeneration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateGenerationRequest"];
            };
        };
        responses: {
            /** @description The queued generation. */
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
                    "application/json": components["schemas"]["Generation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The engine cannot be used here (`engine_unavailable`; `engine` and `reason` say more), 1,000 generations of the organization are queued (`too_many_generations`), the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
    createGenerationFromRecording: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["CreateGenerationFromRecordingRequest"];
            };
        };
        responses: {
            /** @description The completed generation. */
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
                    "application/json": components["schemas"]["Generation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["QuotaReached"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getGeneration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the generation.
                 * @example 019b7e05-d4b0-7e5f-8a6b-7c8d9e0f1a2b
                 */
                generation_id: components["parameters"]["GenerationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The generation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Generation"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteGeneration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the generation.
                 * @example 019b7e05-d4b0-7e5f-8a6b-7c8d9e0f1a2b
                 */
                generation_id: components["parameters"]["GenerationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The generation was deleted. */
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
            /** @description Items of stories show it (`generation_in_use`); `story_ids` has up to ten of the stories. */
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
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelGeneration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the generation.
                 * @example 019b7e05-d4b0-7e5f-8a6b-7c8d9e0f1a2b
                 */
                generation_id: components["parameters"]["GenerationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The canceled generation. */
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
                    "application/json": components["schemas"]["Generation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The generation is completed or failed (`generation_not_cancelable`), the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamGenerationProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the generation.
                 * @example 019b7e05-d4b0-7e5f-8a6b-7c8d9e0f1a2b
                 */
                generation_id: components["parameters"]["GenerationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event stream. */
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
                     *       "event": "progress",
                     *       "generation_id": "019b7e05-d4b0-7e5f-8a6b-7c8d9e0f1a2b",
                     *       "status": "running",
                     *       "progress": 50,
                     *       "parts": 2,
                     *       "parts_done": 1,
                     *       "error_code": null,
                     *       "error_message": null
                     *     }
                     */
                    "text/event-stream": components["schemas"]["GenerationStreamEvent"];
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
    applyGenerationEffects: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the generation.
                 * @example 019b7e05-d4b0-7e5f-8a6b-7c8d9e0f1a2b
                 */
                generation_id: components["parameters"]["GenerationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplyGenerationEffectsRequest"];
            };
        };
        responses: {
            /** @description The new version. */
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
                    "application/json": components["schemas"]["GenerationVersion"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The generation is not completed (`generation_not_completed`), or has 20 versions (`too_many_generation_versions`), the organization has reached its `voice_bytes_limit` (`quota_reached`), the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
    getGenerationAudio: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the generation.
                 * @example 019b7e05-d4b0-7e5f-8a6b-7c8d9e0f1a2b
                 */
                generation_id: components["parameters"]["GenerationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audio, 16 bit PCM. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": string;
                };
            };
            /** @description The part of the audio that `Range` asks for. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": string;
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listGenerationVersions: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The ID of the generation.
                 * @example 019b7e05-d4b0-7e5f-8a6b-7c8d9e0f1a2b
                 */
                generation_id: components["parameters"]["GenerationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationVersionPage"];
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
    deleteGenerationVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the generation.
                 * @example 019b7e05-d4b0-7e5f-8a6b-7c8d9e0f1a2b
                 */
                generation_id: components["parameters"]["GenerationId"];
                /**
                 * @description The ID of the version.
                 * @example 019b7e07-6320-7bbc-9cdd-eeff00112233
                 */
                version_id: components["parameters"]["VersionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version was deleted. */
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
            /** @description The version is needed (`generation_version_in_use`). `reason` is `last`, `default` or `pinned`; for `pinned`, `story_ids` has up to ten of the stories. */
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
    getGenerationVersionAudio: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the generation.
                 * @example 019b7e05-d4b0-7e5f-8a6b-7c8d9e0f1a2b
                 */
                generation_id: components["parameters"]["GenerationId"];
                /**
                 * @description The ID of the version.
                 * @example 019b7e07-6320-7bbc-9cdd-eeff00112233
                 */
                version_id: components["parameters"]["VersionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audio, 16 bit PCM. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": string;
                };
            };
            /** @description The part of the audio that `Range` asks for. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": string;
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setDefaultGenerationVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the generation.
                 * @example 019b7e05-d4b0-7e5f-8a6b-7c8d9e0f1a2b
                 */
                generation_id: components["parameters"]["GenerationId"];
                /**
                 * @description The ID of the version.
                 * @example 019b7e07-6320-7bbc-9cdd-eeff00112233
                 */
                version_id: components["parameters"]["VersionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version, which is the default now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationVersion"];
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
    listVoiceSamples: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The ID of the voice profile.
                 * @example 019b7e01-b600-7c41-9d52-3f1b8a6e4c10
                 */
                profile_id: components["parameters"]["ProfileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of samples. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoiceSamplePage"];
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
    createVoiceSample: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the voice profile.
                 * @example 019b7e01-b600-7c41-9d52-3f1b8a6e4c10
                 */
                profile_id: components["parameters"]["ProfileId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["CreateVoiceSampleRequest"];
            };
        };
        responses: {
            /** @description The new sample. */
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
                    "application/json": components["schemas"]["VoiceSample"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The profile has 50 samples (`too_many_voice_samples`), the organization has reached its `voice_bytes_limit` (`quota_reached`), the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
    getVoiceSample: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the voice profile.
                 * @example 019b7e01-b600-7c41-9d52-3f1b8a6e4c10
                 */
                profile_id: components["parameters"]["ProfileId"];
                /**
                 * @description The ID of the sample.
                 * @example 019b7e02-a060-7b22-8c33-d44e55f66a77
                 */
                sample_id: components["parameters"]["SampleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sample. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoiceSample"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteVoiceSample: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the voice profile.
                 * @example 019b7e01-b600-7c41-9d52-3f1b8a6e4c10
                 */
                profile_id: components["parameters"]["ProfileId"];
                /**
                 * @description The ID of the sample.
                 * @example 019b7e02-a060-7b22-8c33-d44e55f66a77
                 */
                sample_id: components["parameters"]["SampleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sample was deleted. */
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
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateVoiceSample: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the voice profile.
                 * @example 019b7e01-b600-7c41-9d52-3f1b8a6e4c10
                 */
                profile_id: components["parameters"]["ProfileId"];
                /**
                 * @description The ID of the sample.
                 * @example 019b7e02-a060-7b22-8c33-d44e55f66a77
                 */
                sample_id: components["parameters"]["SampleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateVoiceSampleRequest"];
            };
        };
        responses: {
            /** @description The updated sample. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoiceSample"];
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
    getVoiceSampleAudio: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the voice profile.
                 * @example 019b7e01-b600-7c41-9d52-3f1b8a6e4c10
                 */
                profile_id: components["parameters"]["ProfileId"];
                /**
                 * @description The ID of the sample.
                 * @example 019b7e02-a060-7b22-8c33-d44e55f66a77
                 */
                sample_id: components["parameters"]["SampleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recording. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": string;
                    "audio/flac": string;
                    "audio/mpeg": string;
                    "audio/ogg": string;
                };
            };
            /** @description The part of the recording that `Range` asks for. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": string;
                    "audio/flac": string;
                    "audio/mpeg": string;
                    "audio/ogg": string;
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getVoiceProfileAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the voice profile.
                 * @example 019b7e01-b600-7c41-9d52-3f1b8a6e4c10
                 */
                profile_id: components["parameters"]["ProfileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description The part of the picture that `Range` asks for. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setVoiceProfileAvatar: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the voice profile.
                 * @example 019b7e01-b600-7c41-9d52-3f1b8a6e4c10
                 */
                profile_id: components["parameters"]["ProfileId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/png": string;
                "image/jpeg": string;
                "image/webp": string;
            };
        };
        responses: {
            /** @description The profile with the path of its picture. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoiceProfile"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The organization has reached its `voice_bytes_limit` (`quota_reached`), and nothing was changed. `limit` is its value. */
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteVoiceProfileAvatar: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the voice profile.
                 * @example 019b7e01-b600-7c41-9d52-3f1b8a6e4c10
                 */
                profile_id: components["parameters"]["ProfileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture was deleted. */
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
            412: components["responses"]["PreconditionFailed"];
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
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
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
    createStory: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
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
                 *       "name": "Welcome tour",
                 *       "description": "What a new customer hears first."
                 *     }
                 */
                "application/json": components["schemas"]["CreateStoryRequest"];
            };
        };
        responses: {
            /** @description The new story. */
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
                    "application/json": components["schemas"]["StoryDetail"];
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
    getStory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the story.
                 * @example 019b7e06-49e0-7d3e-a5f6-7081920a3b4c
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoryDetail"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteStory: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the story.
                 * @example 019b7e06-49e0-7d3e-a5f6-7081920a3b4c
                 */
                story_id: components["parameters"]["StoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The story was deleted. */
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
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateStory: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the story.
                 * @example 019b7e06-49e0-7d3e-a5f6-7081920a3b4c
                 */
                story_id: components["parameters"]["StoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "What a new customer hears first."
                 *     }
                 */
                "application/json": components["schemas"]["UpdateStoryRequest"];
            };
        };
        responses: {
            /** @description The updated story. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoryDetail"];
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
    exportStory: {
        parameters: {
            query?: {
                /**
                 * @description The format of the file.
                 * @example wav
                 */
                format?: components["schemas"]["StoryExportFormat"];
            };
            header?: never;
            path: {
                /**
                 * @description The ID of the story.
                 * @example 019b7e06-49e0-7d3e-a5f6-7081920a3b4c
                 */
                story_id: components["parameters"]["StoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mix. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": string;
                    "audio/flac": string;
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The story has no items, or items without audio, which `item_ids` names (`story_without_audio`); or it ends later than 6 hours after its start (`story_too_long`). */
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
    addStoryItem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the story.
                 * @example 019b7e06-49e0-7d3e-a5f6-7081920a3b4c
                 */
                story_id: components["parameters"]["StoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "generation_id": "019b7e05-d4b0-7e5f-8a6b-7c8d9e0f1a2b",
                 *       "version_id": "019b7e07-6320-7bbc-9cdd-eeff00112233",
                 *       "start_time_ms": 0,
                 *       "trim_end_ms": 120
                 *     }
                 */
                "application/json": components["schemas"]["AddStoryItemRequest"];
            };
        };
        responses: {
            /** @description The new item. */
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
                    "application/json": components["schemas"]["StoryItem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The generation has no audio (`generation_not_ready`), the story has 500 items (`too_many_story_items`), the item would end later than 6 hours after the story's start (`story_too_long`), or the Idempotency-Key was used for a different request (`idempotency_key_reused`), the first request with it is still in progress (`idempotency_in_progress`), or its response was too large to store (`idempotent_answer_too_large`). */
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reorderStoryItems: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the story.
                 * @example 019b7e06-49e0-7d3e-a5f6-7081920a3b4c
                 */
                story_id: components["parameters"]["StoryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "track": 0,
                 *       "item_ids": [
                 *         "019b7e08-1ea0-7b22-8c33-d44e55f66a77",
                 *         "019b7e09-0900-7f7a-8b8c-9d0e1f2a3b4c"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ReorderStoryItemsRequest"];
            };
        };
        responses: {
            /** @description The story with its items in the new order. */
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
                    "application/json": components["schemas"]["StoryDetail"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description `item_ids` does not name every item of the track once (`story_items_differ`), the last item would end later than 6 hours after the story's start (`story_too_long`), or the Idempotency-Key was used for a different request (`idempotency_key_reused`), the first request with it is still in progress (`idempotency_in_progress`), or its response was too large to store (`idempotent_answer_too_large`). */
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStoryItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the story.
                 * @example 019b7e06-49e0-7d3e-a5f6-7081920a3b4c
                 */
                story_id: components["parameters"]["StoryId"];
                /**
                 * @description The ID of the story item.
                 * @example 019b7e08-1ea0-7b22-8c33-d44e55f66a77
                 */
                item_id: components["parameters"]["StoryItemId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoryItem"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeStoryItem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the story.
                 * @example 019b7e06-49e0-7d3e-a5f6-7081920a3b4c
                 */
                story_id: components["parameters"]["StoryId"];
                /**
                 * @description The ID of the story item.
                 * @example 019b7e08-1ea0-7b22-8c33-d44e55f66a77
                 */
                item_id: components["parameters"]["StoryItemId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item was removed. */
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
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    moveStoryItem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the story.
                 * @example 019b7e06-49e0-7d3e-a5f6-7081920a3b4c
                 */
                story_id: components["parameters"]["StoryId"];
                /**
                 * @description The ID of the story item.
                 * @example 019b7e08-1ea0-7b22-8c33-d44e55f66a77
                 */
                item_id: components["parameters"]["StoryItemId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "start_time_ms": 0,
                 *       "track": 0
                 *     }
                 */
                "application/json": components["schemas"]["MoveStoryItemRequest"];
            };
        };
        responses: {
            /** @description The item at its place. */
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
                    "application/json": components["schemas"]["StoryItem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The item would end later than 6 hours after the story's start (`story_too_long`), or the Idempotency-Key was used for a different request (`idempotency_key_reused`), the first request with it is still in progress (`idempotency_in_progress`), or its response was too large to store (`idempotent_answer_too_large`). */
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    trimStoryItem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the story.
                 * @example 019b7e06-49e0-7d3e-a5f6-7081920a3b4c
                 */
                story_id: components["parameters"]["StoryId"];
                /**
                 * @description The ID of the story item.
                 * @example 019b7e08-1ea0-7b22-8c33-d44e55f66a77
                 */
                item_id: components["parameters"]["StoryItemId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "trim_end_ms": 120
                 *     }
                 */
                "application/json": components["schemas"]["TrimStoryItemRequest"];
            };
        };
        responses: {
            /** @description The item with its trims. */
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
                    "application/json": components["schemas"]["StoryItem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The item would end later than 6 hours after the story's start (`story_too_long`), or the Idempotency-Key was used for a different request (`idempotency_key_reused`), the first request with it is still in progress (`idempotency_in_progress`), or its response was too large to store (`idempotent_answer_too_large`). */
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setStoryItemVolume: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the story.
                 * @example 019b7e06-49e0-7d3e-a5f6-7081920a3b4c
                 */
                story_id: components["parameters"]["StoryId"];
                /**
                 * @description The ID of the story item.
                 * @example 019b7e08-1ea0-7b22-8c33-d44e55f66a77
                 */
                item_id: components["parameters"]["StoryItemId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "volume": 1
                 *     }
                 */
                "application/json": components["schemas"]["SetStoryItemVolumeRequest"];
            };
        };
        responses: {
            /** @description The item with its volume. */
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
                    "application/json": components["schemas"]["StoryItem"];
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
    splitStoryItem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the story.
                 * @example 019b7e06-49e0-7d3e-a5f6-7081920a3b4c
                 */
                story_id: components["parameters"]["StoryId"];
                /**
                 * @description The ID of the story item.
                 * @example 019b7e08-1ea0-7b22-8c33-d44e55f66a77
                 */
                item_id: components["parameters"]["StoryItemId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "at_ms": 1750
                 *     }
                 */
                "application/json": components["schemas"]["SplitStoryItemRequest"];
            };
        };
        responses: {
            /** @description The new item, which plays the rest. */
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
                    "application/json": components["schemas"]["StoryItem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The story has 500 items (`too_many_story_items`), or the Idempotency-Key was used for a different request (`idempotency_key_reused`), the first request with it is still in progress (`idempotency_in_progress`), or its response was too large to store (`idempotent_answer_too_large`). */
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    duplicateStoryItem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the story.
                 * @example 019b7e06-49e0-7d3e-a5f6-7081920a3b4c
                 */
                story_id: components["parameters"]["StoryId"];
                /**
                 * @description The ID of the story item.
                 * @example 019b7e08-1ea0-7b22-8c33-d44e55f66a77
                 */
                item_id: components["parameters"]["StoryItemId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "track": 0
                 *     }
                 */
                "application/json": components["schemas"]["DuplicateStoryItemRequest"];
            };
        };
        responses: {
            /** @description The new item. */
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
                    "application/json": components["schemas"]["StoryItem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The story has 500 items (`too_many_story_items`), the item would end later than 6 hours after the story's start (`story_too_long`), or the Idempotency-Key was used for a different request (`idempotency_key_reused`), the first request with it is still in progress (`idempotency_in_progress`), or its response was too large to store (`idempotent_answer_too_large`). */
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setStoryItemVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the story.
                 * @example 019b7e06-49e0-7d3e-a5f6-7081920a3b4c
                 */
                story_id: components["parameters"]["StoryId"];
                /**
                 * @description The ID of the story item.
                 * @example 019b7e08-1ea0-7b22-8c33-d44e55f66a77
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoryItem"];
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
    listVoiceModels: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
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
            /** @description A page of models. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoiceModelPage"];
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
    downloadVoiceModel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DownloadVoiceModelRequest"];
            };
        };
        responses: {
            /** @description The download, which has begun. */
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
                    "application/json": components["schemas"]["VoiceModelDownload"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OperatorOnly"];
            /** @description The model is being downloaded (`model_download_running`) or deleted (`model_deletion_running`), four models are being downloaded (`too_many_model_downloads`), or the models are being migrated (`model_migration_running`). Or the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
    getVoiceModelDownload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the download.
                 * @example 1
                 */
                download_id: components["parameters"]["DownloadId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The download. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoiceModelDownload"];
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
    streamVoiceModelDownload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `id` of the last event that the client received. The stream continues after it.
                 * @example 17
                 */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path: {
                /**
                 * @description The ID of the download.
                 * @example 1
                 */
                download_id: components["parameters"]["DownloadId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event stream of the download. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["VoiceModelDownloadEvent"];
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
    cancelVoiceModelDownload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the download.
                 * @example 1
                 */
                download_id: components["parameters"]["DownloadId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The download, which stops. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoiceModelDownload"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OperatorOnly"];
            404: components["responses"]["NotFound"];
            /** @description The download has completed or failed (`model_download_ended`). Or the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
            /** @description The event stream of the migration. */
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
                 * @description The `id` of the last event that the client received. The stream continues after it.
                 * @example 17
                 */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event stream of the migration. */
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
                     *       "event": "complete",
                     *       "moved": 2,
                     *       "errors": [],
                     *       "source": "/var/lib/voice-agent/models",
                     *       "destination": "/mnt/models"
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
    deleteVoiceModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The model's name with `--` in place of the slash.
                 * @example openai--whisper-small
                 */
                model_id: components["parameters"]["ModelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model was deleted. */
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
            403: components["responses"]["OperatorOnly"];
            404: components["responses"]["NotFound"];
            /** @description The model is being downloaded (`model_download_running`) or deleted (`model_deletion_running`), or the models are being migrated (`model_migration_running`). */
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
    listCatalogEntries: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
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
            /** @description A page of catalog entries. */
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
                     *           "kind": "token_pack",
                     *           "key": "tokens_launch_offer",
                     *           "name": "Launch offer, 25,000 tokens",
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
                     *           "payments_price_id": "price_demo_tokens_10k",
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
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
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
            /** @description The new catalog entry. */
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
                     *       "id": 2,
                     *       "kind": "token_pack",
                     *       "key": "tokens_10k",
                     *       "name": "10,000 tokens",
                     *       "tokens": 10000,
                     *       "active": true,
                     *       "sort_order": 20,
                     *       "payments_price_id": "price_demo_tokens_10k",
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
                 * @description The ID of the catalog entry.
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
                    ETag: components["headers"]["ETag"];
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
                     *       "payments_price_id": "price_demo_tokens_10k",
                     *       "created_at": "2026-01-02T03:04:05.678Z",
                     *       "updated_at": "2026-01-02T03:04:05.678Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CatalogEntry"];
                };
            };
            304: components["responses"]["NotModified"];
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
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the catalog entry.
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
            /** @description The updated catalog entry. */
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
                     *       "id": 2,
                     *       "kind": "token_pack",
                     *       "key": "tokens_10k",
                     *       "name": "10,000 tokens",
                     *       "tokens": 12000,
                     *       "active": true,
                     *       "sort_order": 20,
                     *       "payments_price_id": "price_demo_tokens_12k",
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
            412: components["responses"]["PreconditionFailed"];
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
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
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
            /** @description A page of active catalog entries. */
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
                     *           "payments_price_id": "price_demo_tokens_10k",
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
                     *       "embedding_usd_per_1m_tokens": 0.13,
                     *       "storage_usd_per_mb_month": 0.0025
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
            /** @description The updated pricing. */
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
                     *       "reserved_for_single_calls": 10,
                     *       "api_key_limit": 100,
                     *       "webhook_endpoint_limit": 50,
                     *       "workflow_limit": 1000,
                     *       "source_limit": 10000,
                     *       "source_bytes_limit": 10737418240,
                     *       "voice_bytes_limit": 10737418240,
                     *       "unfinished_contact_limit": 5000000,
                     *       "voice_profile_limit": 1000,
                     *       "story_limit": 10000,
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
                 * @description The ID of the organization.
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
            /** @description The updated limits. */
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
                     *       "reserved_for_single_calls": 10,
                     *       "api_key_limit": 100,
                     *       "webhook_endpoint_limit": 50,
                     *       "workflow_limit": 1000,
                     *       "source_limit": 10000,
                     *       "source_bytes_limit": 10737418240,
                     *       "voice_bytes_limit": 10737418240,
                     *       "unfinished_contact_limit": 5000000,
                     *       "voice_profile_limit": 1000,
                     *       "story_limit": 10000,
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
                 * @description The ID of the organization.
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
            /** @description The organization's updated operator status. */
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
                 * @description Return only events of this action.
                 * @example approval_policy.revoked
                 */
                action?: components["parameters"]["AuditActionFilter"];
                /**
                 * @description Return only events about subjects of this type.
                 * @example approval_policy
                 */
                subject_type?: components["parameters"]["AuditSubjectTypeFilter"];
                /**
                 * @description Return only events about subjects with this ID. Subjects of different types can have the same ID, so send `subject_type` too.
                 * @example 019b89bc-a400-7c41-9d52-3f1b8a6e4c10
                 */
                subject_id?: components["parameters"]["AuditSubjectIdFilter"];
                /**
                 * @description Return only actions of this user.
                 * @example 1
                 */
                actor_user_id?: components["parameters"]["AuditActorUserIdFilter"];
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
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
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
            /** @description A page of audit events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
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
                 * @description Return only events of this action.
                 * @example approval_policy.revoked
                 */
                action?: components["parameters"]["AuditActionFilter"];
                /**
                 * @description Return only events about subjects of this type.
                 * @example approval_policy
                 */
                subject_type?: components["parameters"]["AuditSubjectTypeFilter"];
                /**
                 * @description Return only events about subjects with this ID. Subjects of different types can have the same ID, so send `subject_type` too.
                 * @example 019b89bc-a400-7c41-9d52-3f1b8a6e4c10
                 */
                subject_id?: components["parameters"]["AuditSubjectIdFilter"];
                /**
                 * @description Return only actions of this user.
                 * @example 1
                 */
                actor_user_id?: components["parameters"]["AuditActorUserIdFilter"];
                /**
                 * @description Return only events about subjects of this organization.
                 * @example 1
                 */
                organization_id?: components["parameters"]["OrganizationIdFilter"];
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
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
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
            /** @description A page of audit events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
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
                 * @description Return only workflows with this status.
                 * @example active
                 */
                status?: components["schemas"]["WorkflowStatus"];
                /**
                 * @description The order of the list: by time of creation or by name, descending with `-`. Names are compared as the database sorts text; equal names are in the order of their creation. Send the same `sort` with a `cursor`.
                 * @example name
                 */
                sort?: components["parameters"]["Sort"];
                /**
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
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
            /** @description A page of workflows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
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
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
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
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            /** @description The organization has no voice profile with the ID in `voice_profile_id` (`voice_profile_missing`), or as many workflows as it can have (`quota_reached`, see `getOrganizationLimits`). Or the Idempotency-Key was used for a different request (`idempotency_key_reused`), the first request with it is still in progress (`idempotency_in_progress`), or its response was too large to store (`idempotent_answer_too_large`). */
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
    getWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the workflow.
                 * @example 3
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
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            304: components["responses"]["NotModified"];
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
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the workflow.
                 * @example 3
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
            /** @description The updated workflow. */
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
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The organization has no voice profile with the ID in `voice_profile_id` (`voice_profile_missing`). Or the Idempotency-Key was used for a different request (`idempotency_key_reused`), the first request with it is still in progress (`idempotency_in_progress`), or its response was too large to store (`idempotent_answer_too_large`). */
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
                 * @description The ID of the workflow.
                 * @example 3
                 */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the workflow can be published. */
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
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the workflow.
                 * @example 3
                 */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workflow, with its newest version published. */
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
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The workflow is archived (`workflow_archived`), its settings name a voice profile that was deleted (`voice_profile_missing`), the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
            /** @description The graph violates publishing rules, with one entry per error as in `validateWorkflow`, or the request does not match the contract. Nothing was changed. */
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
                     *           "msg": "The node \"consent\" has no edge leading into it.",
                     *           "type": "no_way_in",
                     *           "input": "consent",
                     *           "ctx": {
                     *             "node_id": "consent"
                     *           }
                     *         },
                     *         {
                     *           "loc": [
                     *             "workflow_definition",
                     *             "edges",
                     *             "0",
                     *             "target"
                     *           ],
                     *           "msg": "The edge \"start-consent\" names no node as its target.",
                     *           "type": "edge_end_unknown",
                     *           "input": "consnt",
                     *           "ctx": {
                     *             "edge_id": "start-consent"
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
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the workflow.
                 * @example 3
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
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the workflow.
                 * @example 3
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
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the workflow.
                 * @example 3
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
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the workflow.
                 * @example 3
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
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The ID of the workflow.
                 * @example 3
                 */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
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
                 * @description The ID of the workflow.
                 * @example 3
                 */
                workflow_id: components["parameters"]["WorkflowId"];
                /**
                 * @description The version's number within the workflow.
                 * @example 2
                 */
                version_number: components["parameters"]["WorkflowVersionNumber"];
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
                 * @description Return only runs of this campaign. The list is empty if the organization has no such campaign.
                 * @example 2
                 */
                campaign_id?: components["parameters"]["CampaignIdFilter"];
                /**
                 * @description Return only runs with this mode.
                 * @example campaign
                 */
                mode?: components["parameters"]["RunModeFilter"];
                /**
                 * @description Return only runs in this state.
                 * @example completed
                 */
                state?: components["parameters"]["RunStateFilter"];
                /**
                 * @description Return only runs that ended with this outcome.
                 * @example completed
                 */
                outcome?: components["parameters"]["RunOutcomeFilter"];
                /**
                 * @description Return only calls to this phone number, in E.164. In a URL the `+` is `%2B`.
                 * @example +12025550185
                 */
                to_number?: components["parameters"]["ToNumberFilter"];
                /**
                 * @description Return only calls with this caller ID, in E.164. In a URL the `+` is `%2B`.
                 * @example +12025550199
                 */
                from_number?: components["parameters"]["FromNumberFilter"];
                /**
                 * @description Return only runs with this disposition, exactly as the agent reported it.
                 * @example confirmed
                 */
                call_disposition?: components["parameters"]["CallDispositionFilter"];
                /**
                 * @description Return only calls that were answered by a person, by a machine, or without a result of the detection.
                 * @example human
                 */
                answered_by?: components["parameters"]["AnsweredByFilter"];
                /**
                 * @description `true`: only runs whose newest consent mark says that consent was given. `false`: all other runs, those with a refusal and those without a mark.
                 * @example false
                 */
                has_consent?: components["parameters"]["HasConsentFilter"];
                /**
                 * @description Return only runs whose name contains this text. Upper and lower case are the same.
                 * @example Call to +12025550185
                 */
                name?: components["parameters"]["RunNameFilter"];
                /**
                 * @description Return only runs in whose transcript a turn contains this text. Upper and lower case are the same. A page reads at most 2,000 transcripts or 16 MiB of runs' content; narrow the search down with other filters, which cost less.
                 * @example good morning
                 */
                transcript?: components["parameters"]["TranscriptFilter"];
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
                 * @description The order of the list: by time of creation or by duration, descending with `-`. A list by duration has only the runs that have one. Send the same `sort` and the same filters with a `cursor`.
                 * @example -created_at
                 */
                sort?: components["parameters"]["RunSort"];
                /**
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The ID of the workflow.
                 * @example 3
                 */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
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
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the workflow.
                 * @example 3
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
            /** @description The new run. */
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
                    "application/json": components["schemas"]["WorkflowRun"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The workflow is archived (`workflow_archived`), the version has no `startCall` with which a text conversation could begin (`start_node_missing`), the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
                 * @description The ID of the workflow.
                 * @example 3
                 */
                workflow_id: components["parameters"]["WorkflowId"];
                /**
                 * @description The ID of the run.
                 * @example 10
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
    markRunConsent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the workflow.
                 * @example 3
                 */
                workflow_id: components["parameters"]["WorkflowId"];
                /**
                 * @description The ID of the run.
                 * @example 10
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
            /** @description The updated run. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
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
    rotateRuntimeSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the workflow.
                 * @example 3
                 */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
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
                     *       "workflow_id": 3,
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
                     *       "previous_secret_expires_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["RuntimeSecret"];
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
    listWorkflowTestCases: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The ID of the workflow.
                 * @example 3
                 */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of test cases. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowTestCasePage"];
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
    createWorkflowTestCase: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the workflow.
                 * @example 3
                 */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWorkflowTestCaseRequest"];
            };
        };
        responses: {
            /** @description The new test case. */
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
                    "application/json": components["schemas"]["WorkflowTestCase"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The workflow has 100 test cases (`too_many_test_cases`), the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
    testWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the workflow.
                 * @example 3
                 */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestWorkflowRequest"];
            };
        };
        responses: {
            /** @description The results of the test cases, in the order of their creation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowTest"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The version has no `startCall` with which a conversation could begin (`start_node_missing`). */
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
    getWorkflowTestCase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the workflow.
                 * @example 3
                 */
                workflow_id: components["parameters"]["WorkflowId"];
                /**
                 * @description The ID of the test case.
                 * @example 1
                 */
                test_case_id: components["parameters"]["TestCaseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The test case. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowTestCase"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWorkflowTestCase: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the workflow.
                 * @example 3
                 */
                workflow_id: components["parameters"]["WorkflowId"];
                /**
                 * @description The ID of the test case.
                 * @example 1
                 */
                test_case_id: components["parameters"]["TestCaseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The test case was deleted. */
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
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWorkflowTestCase: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the workflow.
                 * @example 3
                 */
                workflow_id: components["parameters"]["WorkflowId"];
                /**
                 * @description The ID of the test case.
                 * @example 1
                 */
                test_case_id: components["parameters"]["TestCaseId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada confirms"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWorkflowTestCaseRequest"];
            };
        };
        responses: {
            /** @description The updated test case. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowTestCase"];
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
    listRuns: {
        parameters: {
            query?: {
                /**
                 * @description Return only runs of this workflow. The list is empty if the organization has no such workflow.
                 * @example 3
                 */
                workflow_id?: components["parameters"]["WorkflowIdFilter"];
                /**
                 * @description Return only runs of this campaign. The list is empty if the organization has no such campaign.
                 * @example 2
                 */
                campaign_id?: components["parameters"]["CampaignIdFilter"];
                /**
                 * @description Return only runs with this mode.
                 * @example campaign
                 */
                mode?: components["parameters"]["RunModeFilter"];
                /**
                 * @description Return only runs in this state.
                 * @example completed
                 */
                state?: components["parameters"]["RunStateFilter"];
                /**
                 * @description Return only runs that ended with this outcome.
                 * @example completed
                 */
                outcome?: components["parameters"]["RunOutcomeFilter"];
                /**
                 * @description Return only calls to this phone number, in E.164. In a URL the `+` is `%2B`.
                 * @example +12025550185
                 */
                to_number?: components["parameters"]["ToNumberFilter"];
                /**
                 * @description Return only calls with this caller ID, in E.164. In a URL the `+` is `%2B`.
                 * @example +12025550199
                 */
                from_number?: components["parameters"]["FromNumberFilter"];
                /**
                 * @description Return only runs with this disposition, exactly as the agent reported it.
                 * @example confirmed
                 */
                call_disposition?: components["parameters"]["CallDispositionFilter"];
                /**
                 * @description Return only calls that were answered by a person, by a machine, or without a result of the detection.
                 * @example human
                 */
                answered_by?: components["parameters"]["AnsweredByFilter"];
                /**
                 * @description `true`: only runs whose newest consent mark says that consent was given. `false`: all other runs, those with a refusal and those without a mark.
                 * @example false
                 */
                has_consent?: components["parameters"]["HasConsentFilter"];
                /**
                 * @description Return only runs whose name contains this text. Upper and lower case are the same.
                 * @example Call to +12025550185
                 */
                name?: components["parameters"]["RunNameFilter"];
                /**
                 * @description Return only runs in whose transcript a turn contains this text. Upper and lower case are the same. A page reads at most 2,000 transcripts or 16 MiB of runs' content; narrow the search down with other filters, which cost less.
                 * @example good morning
                 */
                transcript?: components["parameters"]["TranscriptFilter"];
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
                 * @description The order of the list: by time of creation or by duration, descending with `-`. A list by duration has only the runs that have one. Send the same `sort` and the same filters with a `cursor`.
                 * @example -created_at
                 */
                sort?: components["parameters"]["RunSort"];
                /**
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
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
            /** @description A page of runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
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
    exportRuns: {
        parameters: {
            query?: {
                /**
                 * @description The format of the file.
                 * @example csv
                 */
                format?: components["schemas"]["RunExportFormat"];
                /**
                 * @description Return only runs of this workflow. The list is empty if the organization has no such workflow.
                 * @example 3
                 */
                workflow_id?: components["parameters"]["WorkflowIdFilter"];
                /**
                 * @description Return only runs of this campaign. The list is empty if the organization has no such campaign.
                 * @example 2
                 */
                campaign_id?: components["parameters"]["CampaignIdFilter"];
                /**
                 * @description Return only runs with this mode.
                 * @example campaign
                 */
                mode?: components["parameters"]["RunModeFilter"];
                /**
                 * @description Return only runs in this state.
                 * @example completed
                 */
                state?: components["parameters"]["RunStateFilter"];
                /**
                 * @description Return only runs that ended with this outcome.
                 * @example completed
                 */
                outcome?: components["parameters"]["RunOutcomeFilter"];
                /**
                 * @description Return only calls to this phone number, in E.164. In a URL the `+` is `%2B`.
                 * @example +12025550185
                 */
                to_number?: components["parameters"]["ToNumberFilter"];
                /**
                 * @description Return only calls with this caller ID, in E.164. In a URL the `+` is `%2B`.
                 * @example +12025550199
                 */
                from_number?: components["parameters"]["FromNumberFilter"];
                /**
                 * @description Return only runs with this disposition, exactly as the agent reported it.
                 * @example confirmed
                 */
                call_disposition?: components["parameters"]["CallDispositionFilter"];
                /**
                 * @description Return only calls that were answered by a person, by a machine, or without a result of the detection.
                 * @example human
                 */
                answered_by?: components["parameters"]["AnsweredByFilter"];
                /**
                 * @description `true`: only runs whose newest consent mark says that consent was given. `false`: all other runs, those with a refusal and those without a mark.
                 * @example false
                 */
                has_consent?: components["parameters"]["HasConsentFilter"];
                /**
                 * @description Return only runs whose name contains this text. Upper and lower case are the same.
                 * @example Call to +12025550185
                 */
                name?: components["parameters"]["RunNameFilter"];
                /**
                 * @description Return only runs in whose transcript a turn contains this text. Upper and lower case are the same. A page reads at most 2,000 transcripts or 16 MiB of runs' content; narrow the search down with other filters, which cost less.
                 * @example good morning
                 */
                transcript?: components["parameters"]["TranscriptFilter"];
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
                 * @description The order of the list: by time of creation or by duration, descending with `-`. A list by duration has only the runs that have one. Send the same `sort` and the same filters with a `cursor`.
                 * @example -created_at
                 */
                sort?: components["parameters"]["RunSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id,workflow_id,definition_id,version_number,workflow_version,name,mode,state,outcome,call_disposition,to_number,from_number,telephony_configuration_id,campaign_id,contact_id,recording_url,created_at,queued_at,placed_at,started_at,answered_at,ended_at,duration_seconds,attempt_number,answered_by,carrier_call_id,failure_code,failure_message,carrier_code,message_left_at
                     *     12,3,4,2,2,Call to +12025550185,campaign,completed,completed,confirmed,+12025550185,+12025550199,1,2,1,,2026-01-05T15:00:00.000Z,2026-01-05T15:00:00.000Z,2026-01-05T15:00:00.000Z,2026-01-05T15:00:06.000Z,2026-01-05T15:00:06.000Z,2026-01-05T15:00:48.000Z,42,1,human,019b8ead-0d00-7c4a-9b1e-2f3a4b5c6d12,,,
                     */
                    "text/csv": string;
                    /** @example {"id":12,"workflow_id":3,"definition_id":4,"version_number":2,"workflow_version":2,"name":"Call to +12025550185","mode":"campaign","state":"completed","outcome":"completed","call_disposition":"confirmed","to_number":"+12025550185","from_number":"+12025550199","telephony_configuration_id":1,"campaign_id":2,"contact_id":1,"recording_url":null,"created_at":"2026-01-05T15:00:00.000Z","queued_at":"2026-01-05T15:00:00.000Z","placed_at":"2026-01-05T15:00:00.000Z","started_at":"2026-01-05T15:00:06.000Z","answered_at":"2026-01-05T15:00:06.000Z","ended_at":"2026-01-05T15:00:48.000Z","duration_seconds":42,"attempt_number":1,"answered_by":"human","message_left_at":null,"carrier_call_id":"019b8ead-0d00-7c4a-9b1e-2f3a4b5c6d12","failure":null} */
                    "application/jsonl": string;
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
    getRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the run.
                 * @example 10
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
    getRunSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the run.
                 * @example 10
                 */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session of the run. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunSession"];
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
    revokeRunToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the run.
                 * @example 10
                 */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is revoked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunTokenRevocation"];
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
    submitRunResult: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the run.
                 * @example 10
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
                    "application/json": components["schemas"]["WorkflowRun"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The run's `gathered_context` would exceed 1 MiB (`gathered_context_too_large`), a part does not fit the stored transcript (`transcript_turn_differs`, `transcript_turns_missing`, `transcript_final`, `transcript_too_large`), the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
    submitRunTurn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the run.
                 * @example 10
                 */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitRunTurnRequest"];
            };
        };
        responses: {
            /** @description The agent's answer. */
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
                     *       "turn_number": 1,
                     *       "agent_text": "Ask whether the appointment on 15 June still suits.",
                     *       "node_id": "confirm",
                     *       "node_name": "Confirm",
                     *       "edge_id": "start-confirm",
                     *       "path": [
                     *         "confirm"
                     *       ],
                     *       "ended": false
                     *     }
                     */
                    "application/json": components["schemas"]["RunTurn"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The run's mode is not `text` (`run_without_conversation`), it has ended (`run_ended`), it has 100 turns (`conversation_too_long`), another turn is being answered (`turn_in_progress`), or the workflow has a `runtime_url` without a secret (`runtime_secret_missing`). Or the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
            /** @description The agent runtime could not be reached or refused the turn (`runtime_failed`), or its answer cannot be used (`runtime_answer_invalid`). Nothing was added; the turn can be sent again. */
            502: {
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
            503: components["responses"]["Unavailable"];
            /** @description The agent runtime did not answer within 15 seconds (`runtime_timeout`). Nothing was added; the turn can be sent again. */
            504: {
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
    };
    hangUpRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the run.
                 * @example 10
                 */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was stored. The response is the run, which is `completed` if nothing is left to do. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRun"];
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
    listRunConsentMarks: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The ID of the run.
                 * @example 10
                 */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of marks. */
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
                     *           "id": 1,
                     *           "run_id": 10,
                     *           "consent_given": true,
                     *           "consent_ts": "2026-01-05T10:00:28.000Z",
                     *           "consent_source": "user",
                     *           "marked_by": 1
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ConsentMarkPage"];
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
    listCampaigns: {
        parameters: {
            query?: {
                /**
                 * @description Return only campaigns in this state.
                 * @example completed
                 */
                state?: components["schemas"]["CampaignState"];
                /**
                 * @description Return only campaigns of this workflow. The list is empty if the organization has no such workflow.
                 * @example 3
                 */
                workflow_id?: components["schemas"]["Id"];
                /**
                 * @description If true, return only campaigns that wait for their scheduled start; if false, only others.
                 * @example false
                 */
                start_scheduled?: components["parameters"]["StartScheduledFilter"];
                /**
                 * @description The order of the list: by time of creation or by name, descending with `-`. Names are compared as the database sorts text; equal names are in the order of their creation. Send the same `sort` with a `cursor`.
                 * @example name
                 */
                sort?: components["parameters"]["Sort"];
                /**
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
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
            /** @description A page of campaigns. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
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
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
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
            /** @description The new campaign. */
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
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            /** @description The organization has no such workflow, source or telephony configuration; `param` names the one. */
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
            /** @description The workflow is archived (`workflow_archived`) or has no published version (`workflow_not_published`), no telephony configuration is given and there is no default (`no_default_telephony_configuration`), the contacts of the organization's unfinished campaigns would exceed the limit (`quota_reached`, with `quota` and `limit`), the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
                 * @description Whether invalid rows cause the whole file to be refused or are left out.
                 * @example skip
                 */
                on_invalid?: components["schemas"]["InvalidRowHandling"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
                "application/x-ndjson": string;
                "application/json": components["schemas"]["SentContacts"];
            };
        };
        responses: {
            /** @description The new source. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignSource"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            /** @description The organization has reached its limit of sources or of bytes in sources (`quota_reached`). `quota` is the name of the limit in `getOrganizationLimits`, `limit` its value. The upload is refused as soon as its rows exceed the limit, and nothing of it is stored. */
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
            /** @description The file is refused, with up to 100 errors. Nothing of it is stored. */
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
                     *             "6",
                     *             "phone_number"
                     *           ],
                     *           "msg": "The phone number repeats that of row 2.",
                     *           "type": "value_error",
                     *           "input": "+12025550141",
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
    listCampaignSources: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
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
            /** @description A page of sources. */
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
                     *           "source_id": "019b8e90-9a40-7d3e-a5f6-7081920a3b4c",
                     *           "total_rows": 5,
                     *           "columns": [
                     *             "phone_number",
                     *             "first_name",
                     *             "timezone"
                     *           ],
                     *           "size_bytes": 210,
                     *           "created_by": 1,
                     *           "created_at": "2026-01-05T14:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["StoredCampaignSourcePage"];
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
    getCampaignSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the source.
                 * @example 019b8e90-9a40-7d3e-a5f6-7081920a3b4c
                 */
                source_id: components["parameters"]["SourceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The source. */
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
                     *       "source_id": "019b8e90-9a40-7d3e-a5f6-7081920a3b4c",
                     *       "total_rows": 5,
                     *       "columns": [
                     *         "phone_number",
                     *         "first_name",
                     *         "timezone"
                     *       ],
                     *       "size_bytes": 210,
                     *       "created_by": 1,
                     *       "created_at": "2026-01-05T14:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StoredCampaignSource"];
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
    deleteCampaignSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the source.
                 * @example 019b8e90-9a40-7d3e-a5f6-7081920a3b4c
                 */
                source_id: components["parameters"]["SourceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The source was deleted. */
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
            /** @description Campaigns that are not finished use the source (`source_in_use`). `campaign_ids` names up to 20 of them. */
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
    getCampaignSourceFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the source.
                 * @example 019b8e90-9a40-7d3e-a5f6-7081920a3b4c
                 */
                source_id: components["parameters"]["SourceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example phone_number,first_name,timezone
                     *     +12025550185,Ada,America/New_York
                     *     +12025550141,Ben,America/New_York
                     *     +12025550155,Chloe,America/Chicago
                     *     +12025550172,Dan,
                     *     +12025550188,Emma,
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
    getCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The session token, `Bearer <token>`. Optional if an API key is sent, which takes precedence. */
                authorization?: components["parameters"]["AuthorizationHeader"];
                /** @description The organization's API key. Optional if a session token is sent. */
                "X-API-Key"?: components["parameters"]["ApiKeyHeader"];
            };
            path: {
                /**
                 * @description The ID of the campaign.
                 * @example 2
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            304: components["responses"]["NotModified"];
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
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the campaign.
                 * @example 2
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
            /** @description The updated campaign. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The campaign is completed or canceled (`campaign_not_updatable`). Nothing was changed. */
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
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the campaign.
                 * @example 2
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign in its new state. */
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
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApprovalRequired"];
            404: components["responses"]["NotFound"];
            /**
             * @description `campaign_not_startable`: the campaign was already started; `state` is its current state.
             *     `workflow_not_published`, `workflow_archived`: the workflow cannot be used for calls.
             *     `telephony_configuration_missing`: the campaign's telephony configuration was deleted.
             *     `no_caller_number`: the carrier needs a caller number, and the configuration has no pool and no default caller.
             *     `credentials_unreadable`: the server lacks the key that encrypted the configuration's credentials.
             *     `idempotency_key_reused`, `idempotency_in_progress`: the key was used for a different request, or its first
             *     request is still in progress.
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
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setCampaignStart: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the campaign.
                 * @example 2
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "start_at": "2026-01-05T15:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["SetCampaignStartRequest"];
            };
        };
        responses: {
            /** @description The campaign with its `start_at`. */
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
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The campaign was already started or canceled (`campaign_not_startable`); `state` is its current state. Or the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelCampaignStart: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the campaign.
                 * @example 2
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
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the campaign.
                 * @example 2
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign in its new state. */
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
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /**
             * @description `campaign_not_pausable`: the campaign is not running; `state` is its current state.
             *     `idempotency_key_reused`, `idempotency_in_progress`: the key was used for a different request, or its first
             *     request is still in progress.
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
            412: components["responses"]["PreconditionFailed"];
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
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the campaign.
                 * @example 2
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign in its new state. */
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
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApprovalRequired"];
            404: components["responses"]["NotFound"];
            /**
             * @description `campaign_not_resumable`: the campaign is not paused; `state` is its current state.
             *     `workflow_not_published`, `workflow_archived`: the workflow cannot be used for calls.
             *     `telephony_configuration_missing`: the campaign's telephony configuration was deleted.
             *     `no_caller_number`: the carrier needs a caller number, and the configuration has no pool and no default caller.
             *     `credentials_unreadable`: the server lacks the key that encrypted the configuration's credentials.
             *     `idempotency_key_reused`, `idempotency_in_progress`: the key was used for a different request, or its first
             *     request is still in progress.
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
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelCampaign: {
        parameters: {
            query?: {
                /**
                 * @description What becomes of the campaign's calls in progress.
                 * @example hang_up
                 */
                calls?: components["parameters"]["CallsInProgress"];
            };
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the campaign.
                 * @example 2
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign in its new state. */
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
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /**
             * @description `campaign_not_cancelable`: the campaign has already ended; `state` is its current state.
             *     `idempotency_key_reused`, `idempotency_in_progress`: the key was used for a different request, or its first
             *     request is still in progress.
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
            412: components["responses"]["PreconditionFailed"];
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
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the campaign.
                 * @example 2
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /**
             * @description `campaign_not_redialable`: the campaign has not ended; `state` is its current state.
             *     `campaign_already_redialed`: `redialed_campaign_id` is the campaign created by the earlier redial.
             *     `nothing_to_redial`: no contact's last call had one of these outcomes.
             *     `quota_reached`: `quota` is the name of the limit in `getOrganizationLimits`, `limit` its value.
             *     `idempotency_key_reused`, `idempotency_in_progress`: the key was used for a different request, or its first
             *     request is still in progress.
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
            412: components["responses"]["PreconditionFailed"];
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
                 * @description The ID of the campaign.
                 * @example 2
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
                     *       "campaign_id": 2,
                     *       "state": "paused",
                     *       "callable_now": 0,
                     *       "held": {
                     *         "outside_schedule": 0,
                     *         "retry_waiting": 2,
                     *         "do_not_call": 0,
                     *         "no_prior_consent": 0
                     *       },
                     *       "next_call_at": "2026-01-05T15:02:28.000Z",
                     *       "at": "2026-01-05T15:01:35.000Z"
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
                 * @description The ID of the campaign.
                 * @example 2
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current progress. */
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
                     *       "campaign_id": 2,
                     *       "state": "running",
                     *       "total_rows": 5,
                     *       "contacts": {
                     *         "pending": 1,
                     *         "waiting": 1,
                     *         "dialing": 2,
                     *         "done": 1,
                     *         "skipped": 0
                     *       },
                     *       "outcomes": {
                     *         "completed": 0,
                     *         "busy": 0,
                     *         "no_answer": 0,
                     *         "voicemail": 0,
                     *         "failed": 1,
                     *         "canceled": 0,
                     *         "unknown": 0
                     *       },
                     *       "calls_in_progress": 2,
                     *       "executed_count": 4,
                     *       "at": "2026-01-05T15:00:30.000Z"
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
                 * @description The ID of the campaign.
                 * @example 2
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event stream. */
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
                     *       "event": "progress",
                     *       "campaign_id": 2,
                     *       "state": "running",
                     *       "total_rows": 5,
                     *       "contacts": {
                     *         "pending": 1,
                     *         "waiting": 1,
                     *         "dialing": 2,
                     *         "done": 1,
                     *         "skipped": 0
                     *       },
                     *       "outcomes": {
                     *         "completed": 0,
                     *         "busy": 0,
                     *         "no_answer": 0,
                     *         "voicemail": 0,
                     *         "failed": 1,
                     *         "canceled": 0,
                     *         "unknown": 0
                     *       },
                     *       "calls_in_progress": 2,
                     *       "executed_count": 4,
                     *       "at": "2026-01-05T15:00:30.000Z"
                     *     }
                     */
                    "text/event-stream": components["schemas"]["CampaignStreamEvent"];
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
                 * @description Return only contacts in this state.
                 * @example done
                 */
                state?: components["schemas"]["CampaignContactState"];
                /**
                 * @description Return only contacts whose last call ended with this outcome and that will not be called again.
                 * @example busy
                 */
                outcome?: components["schemas"]["RunOutcome"];
                /**
                 * @description If true, return only contacts that wait to be called back; if false, only others.
                 * @example false
                 */
                callback_scheduled?: components["parameters"]["CallbackScheduledFilter"];
                /**
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The ID of the campaign.
                 * @example 2
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of contacts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
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
    addCampaignContacts: {
        parameters: {
            query?: {
                /**
                 * @description Whether an invalid contact causes the whole request to be refused or is left out.
                 * @example skip
                 */
                on_invalid?: components["schemas"]["InvalidRowHandling"];
            };
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the campaign.
                 * @example 3
                 */
                campaign_id: components["parameters"]["ExtendedCampaignId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddCampaignContactsRequest"];
            };
        };
        responses: {
            /** @description How many contacts were added, and which were left out. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedCampaignContacts"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApprovalRequired"];
            404: components["responses"]["NotFound"];
            /**
             * @description `campaign_not_updatable`: the campaign is completed or canceled; `state` says which. Redial it, or create
             *     another one.
             *     `campaign_full`: it would have more contacts than a campaign can have.
             *     `quota_reached`: the organization has reached its limit of contacts of unfinished campaigns. `quota` is the
             *     name of the limit in `getOrganizationLimits`, `limit` its value.
             *     `idempotency_key_reused`, `idempotency_in_progress`: the key was used for a different request, or its first
             *     request is still in progress.
             *     Nothing was added.
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
    getCampaignContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the campaign.
                 * @example 2
                 */
                campaign_id: components["parameters"]["CampaignId"];
                /**
                 * @description The ID of the contact.
                 * @example 2
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignContactDetail"];
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
    setContactCallback: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the campaign.
                 * @example 2
                 */
                campaign_id: components["parameters"]["CampaignId"];
                /**
                 * @description The ID of the contact.
                 * @example 2
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "callback_at": "2026-01-05T15:02:28.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["SetContactCallbackRequest"];
            };
        };
        responses: {
            /** @description The contact with its `callback_at`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignContact"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NoWaitingCallback"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelContactCallback: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the campaign.
                 * @example 2
                 */
                campaign_id: components["parameters"]["CampaignId"];
                /**
                 * @description The ID of the contact.
                 * @example 2
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact, which is no longer called back. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignContact"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NoWaitingCallback"];
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
                 * @description Return only runs in this state.
                 * @example completed
                 */
                state?: components["parameters"]["RunStateFilter"];
                /**
                 * @description Return only runs that ended with this outcome.
                 * @example completed
                 */
                outcome?: components["parameters"]["RunOutcomeFilter"];
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
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The ID of the campaign.
                 * @example 2
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
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
                 * @description The ID of the campaign.
                 * @example 2
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
                     *     12,1,+12025550185,1,completed,completed,confirmed,+12025550199,2,2026-01-05T15:00:00.000Z,2026-01-05T15:00:06.000Z,2026-01-05T15:00:48.000Z,42,,,,,Ada
                     *     13,2,+12025550141,1,completed,busy,,+12025550199,2,2026-01-05T15:00:08.000Z,,2026-01-05T15:00:28.000Z,,,,,,Ben
                     *     14,3,+12025550155,1,completed,no_answer,,+12025550199,2,2026-01-05T15:00:16.000Z,,2026-01-05T15:00:36.000Z,,,,,,Chloe
                     *     15,4,+12025550172,1,completed,failed,,+12025550199,2,2026-01-05T15:00:24.000Z,,2026-01-05T15:00:26.000Z,,,,,,Dan
                     *     16,5,+12025550188,1,completed,completed,confirmed,+12025550199,2,2026-01-05T15:00:32.000Z,2026-01-05T15:00:38.000Z,2026-01-05T15:01:20.000Z,42,,,,,Emma
                     *     17,2,+12025550141,2,completed,busy,,+12025550199,2,2026-01-05T15:02:30.000Z,,2026-01-05T15:02:50.000Z,,,,,,Ben
                     *     18,3,+12025550155,2,completed,no_answer,,+12025550199,2,2026-01-05T15:02:38.000Z,,2026-01-05T15:02:58.000Z,,,,,,Chloe
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
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
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
            /** @description A page of telephony configurations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
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
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
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
            /** @description The new telephony configuration, with masked secrets. */
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
                    "application/json": components["schemas"]["TelephonyConfiguration"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            /** @description The organization already has a configuration with this name (`telephony_configuration_name_taken`), the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
                 * @description The ID of the telephony configuration.
                 * @example 1
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TelephonyConfiguration"];
                };
            };
            304: components["responses"]["NotModified"];
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
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the telephony configuration.
                 * @example 1
                 */
                config_id: components["parameters"]["ConfigId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration was deleted. */
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
            /** @description An unfinished campaign uses the configuration, or a call with it is in progress (`telephony_configuration_in_use`). `campaign_ids` lists up to 100 of the campaigns, and `live_calls` is the number of calls. */
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
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateTelephonyConfiguration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the telephony configuration.
                 * @example 1
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
            /** @description The updated telephony configuration, with masked secrets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TelephonyConfiguration"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The organization already has another configuration with this name (`telephony_configuration_name_taken`). */
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
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the telephony configuration.
                 * @example 1
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TelephonyConfiguration"];
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
    initiateCall: {
        parameters: {
            query?: {
                /**
                 * @description If true, no call is placed and nothing is changed or counted: no run, no use of an approval policy, no audit event. The response is 200 with what each rule says about the call now. An `Idempotency-Key` is ignored, so the same one can be sent with the call itself.
                 * @example true
                 */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InitiateCallRequest"];
            };
        };
        responses: {
            /** @description With `dry_run=true`, what would happen to the call. Nothing was changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallPreview"];
                };
            };
            /** @description The call was accepted. The response is its run. */
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
                    "application/json": components["schemas"]["WorkflowRun"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApprovalRequired"];
            404: components["responses"]["NotFound"];
            /**
             * @description The call cannot be placed in the current state; `code` says why.
             *
             *     | code | why |
             *     |---|---|
             *     | number_on_do_not_call_list | the phone number is on the organization's do-not-call list |
             *     | no_prior_consent | the workflow requires a prior consent, and the number has none in force |
             *     | outside_calling_hours | the calling hours of the organization or the workflow are closed where the called person is; `hours_of` says whose, `opens_at` until when |
             *     | no_caller_number | the carrier needs a caller number, and neither the request nor the configuration has one |
             *     | daily_cap_reached | the caller number, or each of the pool, has made as many calls today as its `daily_cap` allows; `resets_at` says until when |
             *     | credentials_unreadable | the server lacks the key that encrypted the configuration's credentials |
             *     | destination_not_served | the configuration does not serve the number's calling code |
             *     | no_default_telephony_configuration | no configuration was given and there is no default |
             *     | workflow_not_published | the workflow has no published version |
             *     | workflow_archived | the workflow is archived |
             *     | idempotency_key_reused | the `Idempotency-Key` was used for a different request |
             *     | idempotency_in_progress | the first request with this key is still in progress |
             *     | idempotent_answer_too_large | the first request with this key succeeded; its response was too large to store |
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
            /** @description Too many requests (`too_many_requests`), or the organization has reached its limit of concurrent calls (`concurrent_call_limit_reached`). Nothing was done. Try again after `Retry-After` seconds. */
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
    listScheduledCalls: {
        parameters: {
            query?: {
                /**
                 * @description Return only calls in this state.
                 * @example scheduled
                 */
                state?: components["parameters"]["ScheduledCallStateFilter"];
                /**
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
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
            /** @description A page of scheduled calls. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledCallPage"];
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
    createScheduledCall: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateScheduledCallRequest"];
            };
        };
        responses: {
            /** @description The scheduled call. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledCall"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The organization has 10,000 scheduled calls (`too_many_scheduled_calls`), the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
    getScheduledCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the scheduled call.
                 * @example 1
                 */
                scheduled_call_id: components["parameters"]["ScheduledCallId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scheduled call. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledCall"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateScheduledCall: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the scheduled call.
                 * @example 1
                 */
                scheduled_call_id: components["parameters"]["ScheduledCallId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "scheduled_at": "2026-01-09T11:30:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateScheduledCallRequest"];
            };
        };
        responses: {
            /** @description The changed call. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledCall"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The call is no longer scheduled (`scheduled_call_settled`); `state` says what it is. */
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelScheduledCall: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the scheduled call.
                 * @example 1
                 */
                scheduled_call_id: components["parameters"]["ScheduledCallId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The canceled call. */
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
                    "application/json": components["schemas"]["ScheduledCall"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The call is no longer scheduled (`scheduled_call_settled`), `state` says what it is; the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveCarrierCallback: {
        parameters: {
            query: {
                /**
                 * @description The run of the call.
                 * @example 10
                 */
                run_id: components["parameters"]["CallbackRunId"];
            };
            header?: never;
            path: {
                /**
                 * @description The carrier.
                 * @example simulated
                 */
                provider: components["parameters"]["ProviderName"];
                /**
                 * @description The telephony configuration used for the call.
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
                 *       "call_id": "019b8d99-6a00-7e5f-8a6b-7c8d9e0f1a2b",
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
            /** @description The callback was accepted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The signature is missing or is not the carrier's (`signature_invalid`). Nothing was processed. */
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
    receiveInboundCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The carrier.
                 * @example simulated
                 */
                provider: components["parameters"]["ProviderName"];
                /**
                 * @description The telephony configuration that the called phone number belongs to.
                 * @example 1
                 */
                config_id: components["parameters"]["InboundConfigId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "call_id": "019b8d99-6a00-7e5f-8a6b-7c8d9e0f1a2b",
                 *       "status": "ringing",
                 *       "direction": "inbound",
                 *       "from": "+12025550185",
                 *       "to": "+12025550196"
                 *     }
                 */
                "application/json": components["schemas"]["CarrierCallback"];
                /**
                 * @example {
                 *       "CallSid": "CA00000000000000000000000000000001",
                 *       "CallStatus": "ringing",
                 *       "Direction": "inbound",
                 *       "From": "+12025550185",
                 *       "To": "+12025550196"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["CarrierCallback"];
            };
        };
        responses: {
            /** @description The carrier's document for the call; an empty one for a report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/xml": string;
                };
            };
            /** @description The signature is missing or is not the carrier's (`signature_invalid`). Nothing was processed. */
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
    simulateInboundCall: {
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
                 *       "from_number": "+12025550185",
                 *       "to_number": "+12025550196"
                 *     }
                 */
                "application/json": components["schemas"]["SimulateInboundCallRequest"];
            };
        };
        responses: {
            /** @description The call was connected or rejected. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulatedInboundCall"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The server lacks the key that encrypted the configuration's settings (`credentials_unreadable`). */
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
            /** @description The updated clock. */
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
                     *       "now": "2026-01-05T10:00:00.000Z",
                     *       "offset_seconds": 262800
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
                     *           "needs_caller_number": false,
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
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The ID of the telephony configuration.
                 * @example 1
                 */
                config_id: components["parameters"]["ConfigId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of phone numbers. */
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
                     *           "telephony_configuration_id": 1,
                     *           "phone_number": "+12025550196",
                     *           "label": "Reminders",
                     *           "is_default_caller": false,
                     *           "in_pool": false,
                     *           "daily_cap": null,
                     *           "calls_today": null,
                     *           "inbound_workflow_id": 3,
                     *           "last_inbound_rejection": null,
                     *           "created_at": "2026-01-02T09:06:00.000Z"
                     *         },
                     *         {
                     *           "id": 1,
                     *           "telephony_configuration_id": 1,
                     *           "phone_number": "+12025550199",
                     *           "label": "Main line",
                     *           "is_default_caller": true,
                     *           "in_pool": false,
                     *           "daily_cap": null,
                     *           "calls_today": null,
                     *           "inbound_workflow_id": null,
                     *           "last_inbound_rejection": null,
                     *           "created_at": "2026-01-02T09:05:00.000Z"
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
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the telephony configuration.
                 * @example 1
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
            /** @description The new phone number in normalized form. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "telephony_configuration_id": 1,
                     *       "phone_number": "+12025550199",
                     *       "label": "Main line",
                     *       "is_default_caller": false,
                     *       "in_pool": false,
                     *       "daily_cap": null,
                     *       "calls_today": null,
                     *       "inbound_workflow_id": null,
                     *       "last_inbound_rejection": null,
                     *       "created_at": "2026-01-02T09:05:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PhoneNumber"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The configuration already has this phone number (`phone_number_exists`), its pool has 100 numbers (`caller_number_pool_full`), the Idempotency-Key was used for a different request (`idempotency_key_reused`), or the first request with it is still in progress (`idempotency_in_progress`). */
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
    getPhoneNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the telephony configuration.
                 * @example 1
                 */
                config_id: components["parameters"]["ConfigId"];
                /**
                 * @description The ID of the phone number.
                 * @example 1
                 */
                phone_number_id: components["parameters"]["PhoneNumberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The phone number. */
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
                     *       "id": 1,
                     *       "telephony_configuration_id": 1,
                     *       "phone_number": "+12025550199",
                     *       "label": "Main line",
                     *       "is_default_caller": true,
                     *       "in_pool": false,
                     *       "daily_cap": null,
                     *       "calls_today": null,
                     *       "inbound_workflow_id": null,
                     *       "last_inbound_rejection": null,
                     *       "created_at": "2026-01-02T09:05:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PhoneNumber"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePhoneNumber: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the telephony configuration.
                 * @example 1
                 */
                config_id: components["parameters"]["ConfigId"];
                /**
                 * @description The ID of the phone number.
                 * @example 1
                 */
                phone_number_id: components["parameters"]["PhoneNumberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The phone number was removed. */
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
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updatePhoneNumber: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the telephony configuration.
                 * @example 1
                 */
                config_id: components["parameters"]["ConfigId"];
                /**
                 * @description The ID of the phone number.
                 * @example 1
                 */
                phone_number_id: components["parameters"]["PhoneNumberId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePhoneNumberRequest"];
            };
        };
        responses: {
            /** @description The updated phone number. */
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
                     *       "id": 1,
                     *       "telephony_configuration_id": 1,
                     *       "phone_number": "+12025550199",
                     *       "label": "Front desk",
                     *       "is_default_caller": true,
                     *       "in_pool": true,
                     *       "daily_cap": 200,
                     *       "calls_today": 2,
                     *       "inbound_workflow_id": null,
                     *       "last_inbound_rejection": null,
                     *       "created_at": "2026-01-02T09:05:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PhoneNumber"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            /** @description The pool of the configuration has 100 numbers (`caller_number_pool_full`). Nothing was changed. */
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the telephony configuration.
                 * @example 1
                 */
                config_id: components["parameters"]["ConfigId"];
                /**
                 * @description The ID of the phone number.
                 * @example 1
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
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "telephony_configuration_id": 1,
                     *       "phone_number": "+12025550199",
                     *       "label": "Main line",
                     *       "is_default_caller": true,
                     *       "in_pool": false,
                     *       "daily_cap": null,
                     *       "calls_today": null,
                     *       "inbound_workflow_id": null,
                     *       "last_inbound_rejection": null,
                     *       "created_at": "2026-01-02T09:05:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PhoneNumber"];
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
    listDoNotCallNumbers: {
        parameters: {
            query?: {
                /**
                 * @description Return only this phone number. Use the international format and encode `+` as `%2B`.
                 * @example +13125550180
                 */
                phone_number?: components["parameters"]["PhoneNumberFilter"];
                /**
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
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
            /** @description A page of phone numbers. */
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
                     *           "id": 1,
                     *           "phone_number": "+13125550180",
                     *           "reason": "Asked not to be called again",
                     *           "source": "user",
                     *           "run_id": null,
                     *           "expires_at": null,
                     *           "created_at": "2026-01-03T12:00:00.000Z"
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
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
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
                 *           "phone_number": "+1 (312) 555-0180",
                 *           "reason": "Asked not to be called again"
                 *         },
                 *         {
                 *           "phone_number": "+44 20 7946 0123"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AddDoNotCallNumbersRequest"];
            };
        };
        responses: {
            /** @description How many numbers were added and how many were already on the list. */
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
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
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
                 *         "+1 (312) 555-0180",
                 *         "+12025550185"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DoNotCallNumbersRequest"];
            };
        };
        responses: {
            /** @description How many numbers were removed and how many were not on the list. */
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
    getCallingHours: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calling hours. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallingHours"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCallingHours: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCallingHoursRequest"];
            };
        };
        responses: {
            /** @description The calling hours. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallingHours"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listConsents: {
        parameters: {
            query?: {
                /**
                 * @description Return only consents of this phone number. Use the international format and encode `+` as `%2B`.
                 * @example +12025550185
                 */
                phone_number?: string;
                /**
                 * @description Return only consents for this purpose.
                 * @example appointment_reminders
                 */
                purpose?: components["schemas"]["ConsentPurpose"];
                /**
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
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
            /** @description A page of consents. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsentPage"];
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
    createConsent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateConsentRequest"];
            };
        };
        responses: {
            /** @description The consent was recorded. */
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
                    "application/json": components["schemas"]["Consent"];
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
    getConsent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the consent.
                 * @example 1
                 */
                consent_id: components["parameters"]["ConsentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The consent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Consent"];
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
    revokeConsent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the consent.
                 * @example 1
                 */
                consent_id: components["parameters"]["ConsentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked consent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Consent"];
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
                 *         "+1 (312) 555-0180",
                 *         "+12025550185"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DoNotCallNumbersRequest"];
            };
        };
        responses: {
            /** @description Each number that was sent, in the same order. */
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
                     *           "phone_number": "+13125550180",
                     *           "is_listed": true
                     *         },
                     *         {
                     *           "phone_number": "+12025550185",
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
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Only events of this name.
                 * @example call_ended
                 */
                event?: components["schemas"]["WebhookEventName"];
                /**
                 * @description Only events about this run.
                 * @example 12
                 */
                run_id?: components["schemas"]["Id"];
                /**
                 * @description Only events about this campaign and its calls.
                 * @example 2
                 */
                campaign_id?: components["schemas"]["Id"];
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
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
                 * @example WzQyXQ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /**
                 * @description The `id` of the last event that the client received. The stream continues after it.
                 * @example 17
                 */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events, or the stream. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                    "text/event-stream": components["schemas"]["EventStreamEvent"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyStreams"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEventSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSettings"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateEventSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEventSettingsRequest"];
            };
        };
        responses: {
            /** @description The event settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSettings"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            412: components["responses"]["PreconditionFailed"];
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
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
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
            /** @description A page of endpoints. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
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
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The new endpoint, with its secret. */
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
                 * @description The ID of the endpoint.
                 * @example 1
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            304: components["responses"]["NotModified"];
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
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the endpoint.
                 * @example 1
                 */
                endpoint_id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint was deleted. */
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
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["ValidationError"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The ID of the endpoint.
                 * @example 1
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
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The updated endpoint. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
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
    disableWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the endpoint.
                 * @example 1
                 */
                endpoint_id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The disabled endpoint. */
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
                    "application/json": components["schemas"]["WebhookEndpoint"];
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
    enableWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the endpoint.
                 * @example 1
                 */
                endpoint_id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The enabled endpoint. */
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
                    "application/json": components["schemas"]["WebhookEndpoint"];
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
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One or more `ETag` values. If the resource has been changed since each of them, nothing is changed and the response is 412. What runs, calls and other resources change in its representation (counts, logs, their names) does not matter. `*`, or no header, matches any state. Weak tags (`W/"…"`) never match, as RFC 9110 requires.
                 * @example "3-3.nQ8vX2mBz5Lk0aTe"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the endpoint.
                 * @example 1
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookEndpoint"];
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
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID of the endpoint.
                 * @example 1
                 */
                endpoint_id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint's response, whether or not it accepted the event. */
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
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the endpoint.
                 * @example 1
                 */
                endpoint_id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "created_after": "2026-01-05T00:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayWebhookEventsRequest"];
            };
        };
        responses: {
            /** @description The number of events that are due again. */
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
                     *       "created_after": "2026-01-05T00:00:00.000Z",
                     *       "replayed": 16
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
                 * @description Return only deliveries to this endpoint.
                 * @example 1
                 */
                endpoint_id?: components["schemas"]["Id"];
                /**
                 * @description Return only deliveries of this event.
                 * @example call_ended
                 */
                event?: components["schemas"]["WebhookEventName"];
                /**
                 * @description Return only deliveries in this state.
                 * @example delivered
                 */
                state?: components["schemas"]["WebhookDeliveryState"];
                /**
                 * @description Return only deliveries about this run.
                 * @example 10
                 */
                run_id?: components["schemas"]["Id"];
                /**
                 * @description The maximum number of items on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
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
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
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
                 * @description The ID of the delivery.
                 * @example 7
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
                 * @description A unique key chosen by the client, ideally a UUID. It makes it safe to repeat this request if its response was lost. The first successful response is stored for 24 hours per organization and returned again with `Idempotent-Replayed: true`. A different request with the same key is refused with 409 `idempotency_key_reused`. A repetition while the first request is in progress is refused with 409 `idempotency_in_progress`. A response larger than 256 KiB is not stored: repeating its request changes nothing and gets 409 `idempotent_answer_too_large`. A request that was refused, or that was interrupted because the server died, had no effect and its key can be used again.
                 * @example 019b8d99-6900-7b3a-a3c1-5d2e9f4b7a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The ID of the delivery.
                 * @example 7
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
                 * @description Identifies the event. The same in every attempt.
                 * @example msg_019b8d9a1cbc7b228c33d44e55f66a77
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, in seconds since 1970. Refuse timestamps that are several minutes old.
                 * @example 1767607246
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the HMAC-SHA256 of ID, timestamp and body in base64. While a secret is being rotated, two signatures are sent, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The trace of the call (W3C Trace Context), which began with the request that initiated it. Only of calls that belong to a trace. The signature does not cover it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
            /** @description Gone. The endpoint is disabled and receives no further events. */
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
                 * @description Identifies the event. The same in every attempt.
                 * @example msg_019b8d9a1cbc7b228c33d44e55f66a77
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, in seconds since 1970. Refuse timestamps that are several minutes old.
                 * @example 1767607246
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the HMAC-SHA256 of ID, timestamp and body in base64. While a secret is being rotated, two signatures are sent, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The trace of the call (W3C Trace Context), which began with the request that initiated it. Only of calls that belong to a trace. The signature does not cover it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
            /** @description Gone. The endpoint is disabled and receives no further events. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCallQueued: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. The same in every attempt.
                 * @example msg_019b8d9a1cbc7b228c33d44e55f66a77
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, in seconds since 1970. Refuse timestamps that are several minutes old.
                 * @example 1767607246
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the HMAC-SHA256 of ID, timestamp and body in base64. While a secret is being rotated, two signatures are sent, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The trace of the call (W3C Trace Context), which began with the request that initiated it. Only of calls that belong to a trace. The signature does not cover it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallQueuedEvent"];
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
            /** @description Gone. The endpoint is disabled and receives no further events. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCallRinging: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. The same in every attempt.
                 * @example msg_019b8d9a1cbc7b228c33d44e55f66a77
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, in seconds since 1970. Refuse timestamps that are several minutes old.
                 * @example 1767607246
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the HMAC-SHA256 of ID, timestamp and body in base64. While a secret is being rotated, two signatures are sent, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The trace of the call (W3C Trace Context), which began with the request that initiated it. Only of calls that belong to a trace. The signature does not cover it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallRingingEvent"];
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
            /** @description Gone. The endpoint is disabled and receives no further events. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCallAnswered: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. The same in every attempt.
                 * @example msg_019b8d9a1cbc7b228c33d44e55f66a77
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, in seconds since 1970. Refuse timestamps that are several minutes old.
                 * @example 1767607246
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the HMAC-SHA256 of ID, timestamp and body in base64. While a secret is being rotated, two signatures are sent, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description The trace of the call (W3C Trace Context), which began with the request that initiated it. Only of calls that belong to a trace. The signature does not cover it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallAnsweredEvent"];
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
            /** @description Gone. The endpoint is disabled and receives no further events. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCampaignStarted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. The same in every attempt.
                 * @example msg_019b8d9a1cbc7b228c33d44e55f66a77
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, in seconds since 1970. Refuse timestamps that are several minutes old.
                 * @example 1767607246
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the HMAC-SHA256 of ID, timestamp and body in base64. While a secret is being rotated, two signatures are sent, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignStartedEvent"];
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
            /** @description Gone. The endpoint is disabled and receives no further events. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCampaignPaused: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. The same in every attempt.
                 * @example msg_019b8d9a1cbc7b228c33d44e55f66a77
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, in seconds since 1970. Refuse timestamps that are several minutes old.
                 * @example 1767607246
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the HMAC-SHA256 of ID, timestamp and body in base64. While a secret is being rotated, two signatures are sent, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignPausedEvent"];
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
            /** @description Gone. The endpoint is disabled and receives no further events. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCampaignResumed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. The same in every attempt.
                 * @example msg_019b8d9a1cbc7b228c33d44e55f66a77
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, in seconds since 1970. Refuse timestamps that are several minutes old.
                 * @example 1767607246
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the HMAC-SHA256 of ID, timestamp and body in base64. While a secret is being rotated, two signatures are sent, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignResumedEvent"];
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
            /** @description Gone. The endpoint is disabled and receives no further events. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCampaignCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. The same in every attempt.
                 * @example msg_019b8d9a1cbc7b228c33d44e55f66a77
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, in seconds since 1970. Refuse timestamps that are several minutes old.
                 * @example 1767607246
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the HMAC-SHA256 of ID, timestamp and body in base64. While a secret is being rotated, two signatures are sent, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignCompletedEvent"];
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
            /** @description Gone. The endpoint is disabled and receives no further events. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCampaignCanceled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. The same in every attempt.
                 * @example msg_019b8d9a1cbc7b228c33d44e55f66a77
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, in seconds since 1970. Refuse timestamps that are several minutes old.
                 * @example 1767607246
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the HMAC-SHA256 of ID, timestamp and body in base64. While a secret is being rotated, two signatures are sent, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignCanceledEvent"];
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
            /** @description Gone. The endpoint is disabled and receives no further events. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onApprovalPolicyExhausted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. The same in every attempt.
                 * @example msg_019b8d9a1cbc7b228c33d44e55f66a77
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, in seconds since 1970. Refuse timestamps that are several minutes old.
                 * @example 1767607246
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the HMAC-SHA256 of ID, timestamp and body in base64. While a secret is being rotated, two signatures are sent, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalPolicyExhaustedEvent"];
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
            /** @description Gone. The endpoint is disabled and receives no further events. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookEndpointDisabled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. The same in every attempt.
                 * @example msg_019b8d9a1cbc7b228c33d44e55f66a77
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, in seconds since 1970. Refuse timestamps that are several minutes old.
                 * @example 1767607246
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the HMAC-SHA256 of ID, timestamp and body in base64. While a secret is being rotated, two signatures are sent, separated by a space.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointDisabledEvent"];
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
            /** @description Gone. The endpoint is disabled and receives no further events. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRunTurn: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. The same in every attempt.
                 * @example msg_019b8d9a1cbc7b228c33d44e55f66a77
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, in seconds since 1970. Refuse timestamps that are several minutes old.
                 * @example 1767607246
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the HMAC-SHA256 of ID, timestamp and body in base64. While a secret is being rotated, two signatures are sent, separated by a space.
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
                 *       "event": "run_turn",
                 *       "run_id": 11,
                 *       "workflow_id": 3,
                 *       "workflow_version": 2,
                 *       "run_token": "vap_run_1_11_3kJm0Xc9Zt4vQe7RwYb2LhNaUoPs8DfGi5TxKnVyCq1",
                 *       "turn_number": 2,
                 *       "text": "Yes, the right person.",
                 *       "node_id": "start",
                 *       "transcript": [
                 *         {
                 *           "role": "agent",
                 *           "text": "Hello, am I speaking with Ada?",
                 *           "at": "2026-01-05T11:00:04.000Z"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RunTurnEvent"];
            };
        };
        responses: {
            /** @description The agent's answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "text": "Does the appointment on 15 June still suit you?",
                     *       "node_id": "confirm",
                     *       "ended": false
                     *     }
                     */
                    "application/json": components["schemas"]["RuntimeAnswer"];
                };
            };
        };
    };
}
