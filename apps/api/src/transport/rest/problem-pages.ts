/** What each problem code means and what to do; the page that a problem's `type` points to. */
export const problemPages: Record<string, { cause: string; fix: string }> = {
  unauthenticated: {
    cause:
      "The request has no valid session cookie: none was sent, it was changed, or the session has ended.",
    fix: "Sign in at /auth/sign-in/email and send the cookie that the answer sets.",
  },
  forbidden: {
    cause: "You are signed in, but your role in this workspace does not include what this operation needs.",
    fix: "Ask an owner or admin of the workspace to do it, or to change your role.",
  },
  no_workspace: {
    cause: "You are signed in, but a member of no workspace.",
    fix: "Ask the owner of a workspace to invite you.",
  },
  second_factor_required: {
    cause: "The sign-in is half done: this account has a second factor, and its code is due.",
    fix: "Send the code to /auth/two-factor/verify-totp, or a backup code to /auth/two-factor/verify-backup-code.",
  },
  step_up_required: {
    cause:
      "This operation is one that a stolen session must not do, and the last proof of who you are is more than ten minutes old.",
    fix: "Prove it again at /auth/step-up (the code of your second factor, or your password), or sign in again; then repeat the request.",
  },
  wrong_password: {
    cause: "The password that was sent as proof is not the person's, or was changed a moment ago.",
    fix: "Check it, or ask for a link at /auth/password/reset-request.",
  },
  wrong_code: {
    cause:
      "The code is not one of this account, its half minute is over, or it was used already: each code is taken once.",
    fix: "Send the code that the authenticator shows now; check that its clock is right. Five wrong ones in a row are followed by a pause.",
  },
  second_factor_locked: {
    cause: "Five wrong codes came in a row, over all sessions of this account.",
    fix: "Wait for the seconds in Retry-After, then send the code that the authenticator shows.",
  },
  second_factor_enabled: {
    cause: "The account has a second factor already.",
    fix: "Turn it off at /auth/two-factor/disable first, if another authenticator is to take its place.",
  },
  second_factor_not_enabled: {
    cause: "The account has no second factor that could be turned off, asked for, or given backup codes.",
    fix: "Turn one on: a secret from /auth/two-factor/enable, then a code to /auth/two-factor/confirm.",
  },
  second_factor_not_started: {
    cause: "A code came to confirm a second factor, but no secret was asked for before.",
    fix: "Ask for a secret at /auth/two-factor/enable first.",
  },
  second_factor_not_due: {
    cause: "The session has shown its second factor already, or the account has none.",
    fix: "Nothing needs to be done; to confirm that it is you, use /auth/step-up.",
  },
  no_way_to_confirm: {
    cause: "The account has neither a password nor a second factor, by which a session could be confirmed.",
    fix: "Sign in again by a magic link or a provider: a new session counts as confirmed for ten minutes.",
  },
  link_invalid: {
    cause:
      "The link was used already, has expired, was replaced by a newer one, or was not copied whole; which of these is not told.",
    fix: "Ask for a new link, and use it soon.",
  },
  email_taken: {
    cause: "The address came to belong to another account before the change was confirmed.",
    fix: "Choose another address, or sign in to the account that has this one.",
  },
  session_required: {
    cause: "This operation is a person's own act, and the request came with an API key.",
    fix: "Do it in the panel, or with the session cookie of a signed-in person.",
  },
  sign_in_to_join: {
    cause: "There is an account with the address of this invitation, and nobody is signed in.",
    fix: "Sign in with that address, then accept the invitation.",
  },
  other_address: {
    cause: "The invitation is for another address than the one that you are signed in with.",
    fix: "Sign out and accept again, or ask for an invitation to the address that you use.",
  },
  invitation_exists: {
    cause: "There is an open invitation for this address in this workspace already.",
    fix: "Send that one again, or cancel it and invite anew.",
  },
  invitation_limit: {
    cause: "The workspace has as many open invitations as it can have.",
    fix: "Cancel those that are no longer wanted.",
  },
  invitation_accepted: {
    cause: "The invitation was accepted already: each is good for one person, once.",
    fix: "Sign in, or ask for another invitation.",
  },
  invitation_cancelled: {
    cause: "The invitation was cancelled, or another one took its place.",
    fix: "Look for a newer mail, or ask whoever invited you for a new invitation.",
  },
  invitation_expired: {
    cause: "An invitation holds for seven days, and these are over.",
    fix: "Ask whoever invited you to send it again.",
  },
  already_member: {
    cause: "The person with this address is in the workspace already.",
    fix: "Change their role instead of inviting them.",
  },
  already_owner: {
    cause: "The ownership can be handed over only to a member who is not an owner yet.",
    fix: "To step down, change your own role: another owner is there.",
  },
  last_owner: {
    cause:
      "A workspace has at least one owner; the last one can neither leave, nor be removed, nor get another role.",
    fix: "Make somebody else an owner, or hand the ownership over, first.",
  },
  invalid_api_key: {
    cause:
      "The Authorization header holds no API key of this service: it was mistyped, cut, or belongs elsewhere. A key's last six characters are a checksum.",
    fix: "Send `Authorization: Bearer zp_…` with the whole key, as it was shown when it was made.",
  },
  api_key_revoked: {
    cause: "The API key was revoked by somebody of its workspace.",
    fix: "Make a new key in the panel under Settings, API keys.",
  },
  api_key_expired: {
    cause: "The API key has passed its date, or was rolled and its overlap has ended.",
    fix: "Use the key that took its place, or make a new one in the panel under Settings, API keys.",
  },
  address_not_allowed: {
    cause: "The API key works from certain networks alone, and this request came from another.",
    fix: "Send the request from there, or let an owner or admin change from where the key works.",
  },
  scope_too_wide: {
    cause:
      "The API key that was asked for could do something that you cannot; nobody gives a key more than they have.",
    fix: "Leave out the scopes that `detail` names, or let somebody make the key who has them.",
  },
  key_too_wide: {
    cause:
      "An API key asked for a key that works for longer, from elsewhere or for other domains than it does itself.",
    fix: "Stay within its own addresses, domains and expiry, or let a person make the key.",
  },
  api_key_limit: {
    cause: "The workspace has as many active API keys as it can have.",
    fix: "Revoke keys that are no longer used; `lastUsedAt` says which.",
  },
  api_key_not_active: {
    cause: "The API key was revoked, has expired, or another took its place already.",
    fix: "Use the key that took its place, or make a new one.",
  },
  busy: {
    cause: "Too many passwords are being checked at the same moment.",
    fix: "Try again after the seconds in Retry-After.",
  },
  foreign_origin: {
    cause:
      "A browser sent this request from another web site. Only the panel and the API itself may change things with your cookie.",
    fix: "Use the panel, or call the API from a program, which sends no Origin header.",
  },
  not_found: {
    cause:
      "There is nothing under this address, or it belongs to another workspace; the two answer alike on purpose.",
    fix: "Check the name or id, and which workspace you are signed in to.",
  },
  method_not_allowed: {
    cause: "The path exists, but not with this method.",
    fix: "The Allow header lists the methods that the path takes.",
  },
  malformed_json: { cause: "The body is empty or not valid JSON.", fix: "Send one JSON object, in UTF-8." },
  malformed_call: {
    cause: "The request to /trpc is not a call in tRPC's form, or its input is not valid JSON.",
    fix: "Use a tRPC client, or the REST operations at /docs.",
  },
  malformed_body: { cause: "The body is not valid UTF-8 text.", fix: "Encode the body as UTF-8." },
  unsupported_media_type: {
    cause: "The body was not sent as JSON.",
    fix: "Set Content-Type: application/json.",
  },
  body_too_large: { cause: "The body has more than 1 MiB.", fix: "Send less in one request." },
  invalid_input: {
    cause: "One or more fields are wrong, missing or unknown. Nothing was changed.",
    fix: "Each entry of `errors` points at a field and says what it must be.",
  },
  rate_limited: {
    cause: "More requests came in this minute than one actor, address or network may send.",
    fix: "Wait for the seconds in Retry-After; the RateLimit headers show what is left.",
  },
  idempotency_key_reused: {
    cause: "The Idempotency-Key was used before, with another body.",
    fix: "Make a new key for each new request; repeat a key only with the same request.",
  },
  idempotency_key_in_flight: {
    cause: "A request with the same Idempotency-Key is still at work.",
    fix: "Wait a moment and send the same request again: it gets the first one's answer.",
  },
  ds_record_exists: {
    cause: "The domain already has this DS record.",
    fix: "Nothing needs to be done; GET the domain's DNSSEC state to see its records.",
  },
  ds_record_not_found: {
    cause: "The domain has no DS record with these four values.",
    fix: "GET the domain's DNSSEC state and use the values that it shows.",
  },
  ds_record_limit: {
    cause: "The domain has as many DS records as can be published.",
    fix: "Remove one that is no longer used first.",
  },
  domain_not_active: {
    cause: "The domain is expired or in another state in which it cannot be changed.",
    fix: "Renew or restore it first.",
  },
  domain_unavailable: {
    cause: "The name is registered already, by you or by somebody else, or is on its way.",
    fix: "Search for another name, or transfer the domain in if it is yours.",
  },
  price_changed: {
    cause: "The price that was expected is not the price that the registry asks now. Nothing was changed.",
    fix: "Ask for the price again with `dryRun`, then send it as `expectedPriceCents`.",
  },
  expiry_changed: {
    cause:
      "`currentExpiresAt` is not the domain's expiry date: the domain was renewed meanwhile, perhaps by the same request.",
    fix: "Read the domain. If its `expiresAt` is not far enough ahead, send that date.",
  },
  operation_in_progress: {
    cause:
      "The domain has an operation that has not ended, such as a renewal or a transfer; or somebody is changing the same thing (nameservers, contacts, all DS records) at this moment.",
    fix: "Wait until GET /domain-operations shows that it has ended; a transfer in can be cancelled. Where it shows none, look at the domain and send your change again.",
  },
  wrong_status: {
    cause: "What was asked for does not go with the domain's status, such as restoring an active domain.",
    fix: "GET the domain: its `explanation` says who acts next, and until when.",
  },
  domain_in_use: {
    cause: "Other domains are delegated to nameservers below this name.",
    fix: "Give those domains other nameservers first.",
  },
  stream_only: {
    cause:
      "The call of the panel's interface is answered bit by bit, and came by a link that takes whole answers.",
    fix: "Use tRPC's httpBatchStreamLink for it, or GET /domains/suggestions.",
  },
  dnssec_would_break: {
    cause:
      "The change was sent with `preflight=enforce`, and at least one nameserver of the domain has no key or no signature that fits the DS records as they would be: resolvers that validate would answer SERVFAIL. `errors` has a line for each such nameserver.",
    fix: "Publish the key at the nameservers first, or correct the record. Without `preflight=enforce` the change is made all the same.",
  },
  contact_limit: {
    cause: "The workspace has 1,000 contacts.",
    fix: "Delete contacts that no domain names, or use one that is there.",
  },
  contact_in_use: {
    cause: "One or more domains name the contact as registrant, administrative or technical contact.",
    fix: "Put another contact behind those domains at PUT /domains/{name}/contacts, then delete it.",
  },
  contact_changed_meanwhile: {
    cause: "Somebody else changed the same contact between your reading it and your change.",
    fix: "Read the contact again, then send your change once more if it is still wanted.",
  },
  contacts_missing: {
    cause:
      "The registry has contacts for the domain that are none of this workspace, so that privacy cannot be turned on or off for them.",
    fix: "Put contacts of the workspace behind the domain at PUT /domains/{name}/contacts.",
  },
  not_offered: {
    cause: "The top-level domain's registry has no such setting.",
    fix: "GET /domains/tlds says what each top-level domain offers.",
  },
  update_prohibited: {
    cause: "The registry, or whoever holds the domain for you, has locked it against all changes.",
    fix: "The domain's `registryStatuses` name the lock; ask who operates this service why it was set.",
  },
  domain_expired: {
    cause:
      "The time that was paid for has ended. An expired domain can be renewed, unlocked and moved, and nothing else.",
    fix: "Renew it at POST /domains/{name}/renew.",
  },
  domain_locked: {
    cause: "The domain is locked against transfers to other registrars.",
    fix: "Send `locked: false` to PATCH /domains/{name}, then ask for the auth code.",
  },
  not_transferable: {
    cause:
      "The name is not one that another registrar could hand over: it is held here already, or is being deleted.",
    fix: "Check the name. Where it is being deleted, its holder has to restore it first.",
  },
  already_yours: {
    cause: "The domain is in this workspace.",
    fix: "Nothing needs to be done; GET /domain-operations?name= says how it came here.",
  },
  not_registered: {
    cause: "Nobody has registered the name.",
    fix: "Register it at POST /domains.",
  },
  wrong_auth_code: {
    cause: "The registry does not accept the auth code for this domain.",
    fix: "Copy it again, or ask the registrar that holds the domain for a new one: codes expire.",
  },
  too_many_wrong_auth_codes: {
    cause: "The workspace sent ten auth codes within an hour that do not open this domain.",
    fix: "Wait for the seconds in Retry-After. Meanwhile ask the registrar that holds the domain for a new code.",
  },
  transfer_locked: {
    cause: "The domain has a status that forbids transfers, mostly a lock that its holder set.",
    fix: "Unlock it at the registrar that holds it, then try again.",
  },
  transfer_under_way: {
    cause: "Another transfer of the domain waits at the registry.",
    fix: "Wait until it has ended, or have it cancelled by who began it.",
  },
  transfer_too_early: {
    cause: "Registries take no transfer within 60 days of a registration or another transfer.",
    fix: "Try again on the date that the problem names.",
  },
  operation_finished: {
    cause: "The operation has succeeded or failed before the call came.",
    fix: "GET /domain-operations/{id} says how it ended.",
  },
  wrong_operation: {
    cause: "Only a transfer in can be cancelled, and only a transfer out approved or rejected.",
    fix: "Look at the `kind` of the operation.",
  },
  change_prohibited: {
    cause: "The registry does not allow changes to this domain now.",
    fix: "Unlock the domain, or wait until the change that is under way has ended.",
  },
  registry_refused: {
    cause: "The registry refused the change by its own rules. Nothing was changed.",
    fix: "Check the values. If they are right, quote the request id to whoever runs this service.",
  },
  registry_failed: {
    cause: "The registry answered that it could not carry the command out. Nothing was changed.",
    fix: "Try again after the seconds in Retry-After. If it stays, quote the request id to whoever runs this service.",
  },
  registry_unavailable: {
    cause: "The registry does not answer. Nothing was changed.",
    fix: "Try again after the seconds in Retry-After.",
  },
  registry_outcome_unknown: {
    cause: "The change was sent, but its confirmation did not come back.",
    fix: "Read the domain after a moment: it shows the change as soon as the registry is asked again. Only then repeat it.",
  },
  database_unavailable: {
    cause: "The API cannot reach its database.",
    fix: "Try again after the seconds in Retry-After. Send a write again with the same Idempotency-Key, or read first.",
  },
  mail_already_active: {
    cause: "Mail is active for this domain already.",
    fix: "GET the mail domain to see its plan and its DKIM record.",
  },
  plan_limit_reached: {
    cause: "The domain has as many mail accounts as its plan includes.",
    fix: "Delete an account, or choose a larger plan.",
  },
  address_taken: {
    cause: "The address is in use already, by an account or as the source of an alias.",
    fix: "Choose another address, or remove what uses it.",
  },
  alias_exists: {
    cause: "There is already an alias from this address to that one.",
    fix: "Nothing needs to be done; GET the domain's aliases to see them.",
  },
  alias_loop: {
    cause: "Mail would come back to where it started: other aliases lead from the target to the source.",
    fix: "Choose another target, or remove the alias that leads back.",
  },
  alias_limit_reached: {
    cause: "The domain has as many aliases as it can have.",
    fix: "Remove one that is no longer used first.",
  },
  webhook_endpoint_limit: {
    cause: "The workspace has as many webhook endpoints as it can have.",
    fix: "Delete one that is no longer used first.",
  },
  batch_too_large: {
    cause: "One tRPC request held more calls than it may.",
    fix: "Send fewer calls at once.",
  },
  provider_not_configured: {
    cause: "This installation has no client id for that sign-in provider.",
    fix: "Use a password or a magic link, or ask whoever runs this service to set the provider up.",
  },
  auth_failed: {
    cause: "The sign-in was refused, and no closer reason is known.",
    fix: "Start again at the sign-in page; if it stays, quote the request id to whoever runs this service.",
  },
  INVALID_EMAIL_OR_PASSWORD: {
    cause: "The e-mail address or the password is wrong; which of the two is not told.",
    fix: "Check both, or ask for a magic link.",
  },
  INVALID_CALLBACK_URL: {
    cause: "`callbackURL` leads away from this installation.",
    fix: "Use a path of the panel, such as /domains, or leave the field out.",
  },
  internal_error: {
    cause: "Something failed on our side.",
    fix: "Try again; if it stays, quote the request id to whoever runs this service.",
  },
};
