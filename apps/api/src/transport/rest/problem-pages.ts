/** The cause and the fix for each problem code: the page that a problem's `type` links to. */
export const problemPages: Record<string, { cause: string; fix: string }> = {
  unauthenticated: {
    cause:
      "The request has no valid session cookie. It was not sent, it was altered, or the session has ended.",
    fix: "Sign in at /auth/sign-in/email and send the cookie that the response sets.",
  },
  forbidden: {
    cause:
      "You are signed in, but your role in this workspace does not include the permission that this operation requires.",
    fix: "Ask an owner or admin of the workspace to do it, or to change your role.",
  },
  no_workspace: {
    cause: "You are signed in, but not a member of any workspace.",
    fix: "Ask a workspace owner to invite you.",
  },
  second_factor_required: {
    cause:
      "With status 401: the password was accepted, but this account uses two-factor authentication and no code has been sent yet. With status 403: an operator's account has no two-factor authentication.",
    fix: "Send the code to /auth/two-factor/verify-totp, or a backup code to /auth/two-factor/verify-backup-code. If you're an operator without two-factor authentication, turn it on first.",
  },
  step_up_required: {
    cause:
      "This operation requires a recent confirmation of your identity, and the last one is more than ten minutes old.",
    fix: "Confirm at /auth/step-up with an authenticator code or your password, or sign in again. Then repeat the request.",
  },
  wrong_password: {
    cause: "The password is wrong, or was changed a moment ago.",
    fix: "Check the password, or request a reset link at /auth/password/reset-request.",
  },
  wrong_code: {
    cause: "The code is wrong, has expired or was already used. Each code works once.",
    fix: "Send the code that your authenticator app shows now, and check that the device's clock is correct. Five wrong codes in a row lock the account for a while.",
  },
  sign_in_code_wrong: {
    cause: "The code isn't the one in the newest email with a sign-in link. Five wrong codes end it.",
    fix: "Send the six digits from the newest email, or the token of its link to /auth/magic-link/redeem.",
  },
  sign_in_code_ended: {
    cause:
      "The code or its link was already used, it has expired, a newer one was requested in this browser, five wrong codes were sent, or another browser requested it. For security, the response does not reveal which.",
    fix: "Request a new code at /auth/magic-link/send and keep the cookie of the response. A link that hasn't been used works in any browser.",
  },
  sign_in_codes_paused: {
    cause:
      "20 wrong codes were sent for this address today (UTC), counted over all browsers. Someone may be guessing. Your code wasn't checked.",
    fix: "Send the token of the emailed link to /auth/magic-link/redeem, or wait for the seconds in Retry-After.",
  },
  second_factor_locked: {
    cause: "Five wrong codes in a row were sent for this account, counted over all its sessions.",
    fix: "Wait for the seconds in Retry-After, then send the current code.",
  },
  second_factor_enabled: {
    cause: "Two-factor authentication is already on for this account.",
    fix: "To use another authenticator app, turn it off at /auth/two-factor/disable first.",
  },
  second_factor_not_enabled: {
    cause: "Two-factor authentication is off for this account.",
    fix: "Turn it on: get a secret from /auth/two-factor/enable, then send a code to /auth/two-factor/confirm.",
  },
  second_factor_not_started: {
    cause: "A code was sent to confirm two-factor authentication, but no secret had been requested.",
    fix: "Request a secret at /auth/two-factor/enable first.",
  },
  second_factor_not_due: {
    cause: "The session has already passed two-factor authentication, or the account does not use it.",
    fix: "No action is needed. To confirm your identity, use /auth/step-up.",
  },
  no_way_to_confirm: {
    cause:
      "The account has neither a password nor two-factor authentication, so there is nothing to confirm with.",
    fix: "Sign in again with a magic link or a provider. A new session counts as confirmed for ten minutes.",
  },
  link_invalid: {
    cause:
      "The link was already used, has expired, was replaced by a newer one or is incomplete. For security, the response does not reveal which.",
    fix: "Request a new link and use it soon.",
  },
  email_taken: {
    cause: "Another account started using the address before the change was confirmed.",
    fix: "Choose another address, or sign in to the account that has this one.",
  },
  session_required: {
    cause: "Only a signed-in person can do this. The request came with an API key.",
    fix: "Use the panel, or send the session cookie of a signed-in person.",
  },
  sign_in_to_join: {
    cause: "The invited address already has an account, and you are not signed in.",
    fix: "Sign in with that address, then accept the invitation.",
  },
  other_address: {
    cause: "The invitation is for a different address than the one you are signed in with.",
    fix: "Sign out and accept the invitation again, or ask for an invitation to the address you use.",
  },
  invitation_exists: {
    cause: "This address already has an open invitation to the workspace.",
    fix: "Resend that invitation, or cancel it and create a new one.",
  },
  invitation_limit: {
    cause: "The workspace has reached its limit of open invitations.",
    fix: "Cancel invitations that are no longer needed.",
  },
  invitation_accepted: {
    cause: "The invitation was already accepted. Each one works once.",
    fix: "Sign in, or ask for another invitation.",
  },
  invitation_cancelled: {
    cause: "The invitation was canceled or replaced by a newer one.",
    fix: "Look for a newer email, or ask the person who invited you for a new invitation.",
  },
  invitation_expired: {
    cause: "The invitation has expired. Invitations are valid for seven days.",
    fix: "Ask the person who invited you to resend it.",
  },
  already_member: {
    cause: "The person with this address is already a member of the workspace.",
    fix: "Change their role instead.",
  },
  already_owner: {
    cause: "Ownership can only be transferred to a member who is not an owner yet.",
    fix: "To step down, change your own role. The workspace has another owner.",
  },
  owner_notifications: {
    cause: "Owners receive all emails about the domains of their workspace.",
    fix: "To stop receiving them, transfer ownership or have your role changed.",
  },
  last_owner: {
    cause: "Every workspace needs an owner. The only owner cannot leave, be removed or get another role.",
    fix: "Make someone else an owner, or transfer ownership, first.",
  },
  invalid_api_key: {
    cause:
      "The Authorization header does not contain a valid API key. It may be mistyped or cut off; the last six characters of a key are a checksum.",
    fix: "Send `Authorization: Bearer zp_…` with the whole key, as shown when it was created.",
  },
  api_key_revoked: {
    cause: "The API key was revoked by a member of its workspace.",
    fix: "Create a new key in the panel under Settings, API keys.",
  },
  api_key_expired: {
    cause: "The API key has expired, or it was rolled and the overlap has ended.",
    fix: "Use the key that replaced it, or create a new one in the panel under Settings, API keys.",
  },
  address_not_allowed: {
    cause: "The API key only works from certain IP addresses, and this request came from a different one.",
    fix: "Send the request from an allowed address, or ask an owner or admin to update the key's allowed addresses.",
  },
  scope_too_wide: {
    cause: "The requested API key has scopes that you do not have yourself.",
    fix: "Remove the scopes listed in `detail`, or ask someone who has them to create the key.",
  },
  key_too_wide: {
    cause:
      "An API key cannot create a key that lasts longer, works from more addresses or covers more domains than itself. A key with a monthly limit cannot create a key with domains:buy.",
    fix: "Stay within the key's own addresses, domains and expiry, or ask a person to create the key.",
  },
  api_key_limit: {
    cause: "The workspace has reached its limit of active API keys.",
    fix: "Revoke keys that are no longer used. `lastUsedAt` shows which.",
  },
  api_key_not_active: {
    cause: "The API key was revoked, has expired or was already replaced.",
    fix: "Use the key that replaced it, or create a new one.",
  },
  busy: {
    cause: "Too many passwords are being checked right now.",
    fix: "Try again after the seconds in Retry-After.",
  },
  foreign_origin: {
    cause:
      "A browser sent this request from another website. Only the panel and the API itself can make changes with your cookie.",
    fix: "Use the panel, or call the API from a program that sends no Origin header.",
  },
  not_found: {
    cause:
      "The resource does not exist, or it belongs to another workspace. Both cases get the same response on purpose.",
    fix: "Check the name or ID, and which workspace you are signed in to.",
  },
  method_not_allowed: {
    cause: "The path exists, but does not support this method.",
    fix: "See the Allow header for the methods that the path supports.",
  },
  malformed_json: {
    cause: "The request body is empty or not valid JSON.",
    fix: "Send one JSON object, encoded in UTF-8.",
  },
  malformed_call: {
    cause: "The request to /trpc is not a valid tRPC call, or its input is not valid JSON.",
    fix: "Use a tRPC client, or the REST operations at /docs.",
  },
  incomplete_body: {
    cause: "The connection closed before the whole request body arrived.",
    fix: "Send the request again, with a Content-Length that matches the body.",
  },
  malformed_body: { cause: "The request body is not valid UTF-8.", fix: "Encode the body in UTF-8." },
  unsupported_media_type: {
    cause: "The request body was not sent as JSON.",
    fix: "Set Content-Type: application/json.",
  },
  body_too_large: { cause: "The request body is larger than 1 MiB.", fix: "Send less in one request." },
  invalid_input: {
    cause: "One or more fields are invalid, missing or unknown. Nothing was changed.",
    fix: "Each entry in `errors` points to a field and explains how to fix it.",
  },
  rate_limited: {
    cause: "You sent more requests in this minute than one actor, address or network is allowed.",
    fix: "Wait for the seconds in Retry-After. The RateLimit headers show how many requests are left.",
  },
  password_sign_in_paused: {
    cause:
      "Too many passwords were tried for this address within a minute, from several networks. Someone may be guessing. Your password wasn't checked.",
    fix: "Request a link at /auth/magic-link/send, or sign in from a browser in which this person has signed in before. Otherwise wait for the seconds in Retry-After.",
  },
  idempotency_key_reused: {
    cause: "The Idempotency-Key was already used with a different request body.",
    fix: "Use a new key for each new request. Reuse a key only to repeat the same request.",
  },
  idempotency_key_in_flight: {
    cause: "A request with the same Idempotency-Key is still in progress.",
    fix: "Wait a moment, then send the same request again to get the first one's response.",
  },
  ds_record_exists: {
    cause: "The domain already has this DS record.",
    fix: "No action is needed. GET the domain's DNSSEC state to see its records.",
  },
  ds_record_not_found: {
    cause: "The domain has no DS record with these four values.",
    fix: "GET the domain's DNSSEC state and use the values it returns.",
  },
  ds_record_limit: {
    cause: "The domain has reached its limit of DS records.",
    fix: "Remove a record that is no longer used first.",
  },
  wrong_dnssec_interface: {
    cause: "The domain's registry takes DNSKEY records instead of DS records, or the other way around.",
    fix: "Check `dnssecInterface` at `GET /domains/tlds`. Send keys to `/domains/{name}/dnssec/keys` if it is `keys`, and DS records to `/domains/{name}/dnssec` if it is `ds`.",
  },
  domain_not_active: {
    cause: "The domain has expired, or is in another state in which it cannot be changed.",
    fix: "Renew or restore it first.",
  },
  domain_unavailable: {
    cause: "The name is already registered, or a registration of it is in progress.",
    fix: "Search for another name. If the domain is yours, transfer it in.",
  },
  price_changed: {
    cause: "The price you expected is not the current price. Nothing was changed.",
    fix: "Get the price again with `dryRun`, then send it as `expectedPriceCents`.",
  },
  no_price: {
    cause:
      "The registry sends no fee for this name, or charges for it in another currency than the price list's, and the operator has set no price for it. Nothing was changed.",
    fix: "Choose another name, or contact the operator. Operators set the `costs` of the TLD's rules, and fixed prices if the registry charges in another currency. Premium names have no fixed price.",
  },
  expiry_changed: {
    cause:
      "`currentExpiresAt` is not the domain's expiry date. The domain was renewed in the meantime, perhaps by the same request.",
    fix: "GET the domain. To extend it further, send its new `expiresAt`.",
  },
  operation_in_progress: {
    cause:
      "The domain has an unfinished operation, such as a renewal or a transfer, or the same setting is being changed by another request.",
    fix: "Wait until GET /domain-operations shows that the operation has ended. A transfer in can be canceled. If no operation is listed, GET the domain and send your change again.",
  },
  wrong_status: {
    cause: "The request does not fit the domain's status, such as restoring an active domain.",
    fix: "GET the domain. Its `explanation` shows who acts next, and by when.",
  },
  domain_in_use: {
    cause: "Other domains use nameservers under this name.",
    fix: "Change the nameservers of those domains first.",
  },
  stream_only: {
    cause:
      "This tRPC procedure returns a stream, and was called through a link that expects one complete response.",
    fix: "Use httpBatchStreamLink, or GET /domains/suggestions.",
  },
  nameservers_would_break: {
    cause:
      "The check queried the current and the new nameservers. With the new ones, the domain would stop resolving or validating, or lose mail. `errors` has the details.",
    fix: "Set up the zone at the new nameservers first, with its keys and MX records. To make the change anyway, send it without `preflight=enforce`.",
  },
  dnssec_would_break: {
    cause:
      "With `preflight=enforce`, the change was checked and refused: at least one nameserver has no key or signature that matches the new DS records, so validating resolvers would return SERVFAIL. `errors` lists these nameservers.",
    fix: "Publish the key at the nameservers first, or correct the record. Without `preflight=enforce`, the change is made anyway.",
  },
  contact_limit: {
    cause: "The workspace has reached its limit of 1,000 contacts.",
    fix: "Delete contacts that no domain uses, or reuse an existing one.",
  },
  contact_in_use: {
    cause: "One or more domains use this contact as registrant, admin or technical contact.",
    fix: "Assign those domains another contact with PUT /domains/{name}/contacts, then delete this one.",
  },
  contact_changed_meanwhile: {
    cause: "The contact was changed by someone else after you read it.",
    fix: "GET the contact again, then repeat your change if it is still needed.",
  },
  contacts_missing: {
    cause:
      "The registry holds contacts for this domain that are not in this workspace, so WHOIS privacy cannot be changed.",
    fix: "Assign contacts of this workspace with PUT /domains/{name}/contacts.",
  },
  not_offered: {
    cause: "The registry of this top-level domain does not offer this setting.",
    fix: "See GET /domains/tlds for what each top-level domain offers.",
  },
  update_prohibited: {
    cause: "The domain is locked against all changes, by the registry or by the operator of this service.",
    fix: "The domain's `registryStatuses` show the lock. Contact support to find out why it was set.",
  },
  domain_expired: {
    cause: "The domain has expired. Until it is renewed, it can only be unlocked or transferred.",
    fix: "Renew it with POST /domains/{name}/renew.",
  },
  domain_locked: {
    cause: "The domain is locked against transfers to other registrars.",
    fix: "Send `locked: false` to PATCH /domains/{name}, then create the auth code.",
  },
  payment_not_confirmed: {
    cause:
      "The payment for the domain's registration is disputed, or its dispute was lost. Some operators also withhold unlocking and auth codes until the payment is confirmed, which takes 20 days.",
    fix: "Try again after `confirmsAt`. If the problem has none, contact support.",
  },
  suspended_unpaid: {
    cause: "A dispute about the domain's payment was lost, so the domain is suspended.",
    fix: "Settle the order with POST /orders/{id}/settle. Its ID is in the email about the lost dispute.",
  },
  not_transferable: {
    cause: "The name cannot be transferred in. It is already managed here, or it is being deleted.",
    fix: "Check the name. If it is being deleted, its holder must restore it first.",
  },
  already_yours: {
    cause: "The domain is already in this workspace.",
    fix: "No action is needed. See GET /domain-operations?name= for how it got here.",
  },
  not_registered: { cause: "The name is not registered.", fix: "Register it with POST /domains." },
  wrong_auth_code: {
    cause: "The registry does not accept the auth code for this domain.",
    fix: "Copy it again, or ask the current registrar for a new one. Auth codes expire.",
  },
  too_many_wrong_auth_codes: {
    cause: "The workspace sent ten wrong auth codes for this domain within an hour.",
    fix: "Wait for the seconds in Retry-After. In the meantime, ask the current registrar for a new code.",
  },
  transfer_locked: {
    cause: "The domain has a status that prohibits transfers, usually a lock set by its holder.",
    fix: "Unlock the domain at the current registrar, then try again.",
  },
  transfer_under_way: {
    cause: "Another transfer of this domain is in progress at the registry.",
    fix: "Wait until it has ended, or have it canceled by the registrar that requested it.",
  },
  transfer_too_early: {
    cause: "Registries refuse transfers within 60 days of a registration or another transfer.",
    fix: "Try again on the date given in `detail`.",
  },
  operation_finished: {
    cause: "The operation has already succeeded or failed.",
    fix: "See GET /domain-operations/{id} for the result.",
  },
  wrong_operation: {
    cause: "Only a transfer in can be canceled, and only a transfer out can be approved or rejected.",
    fix: "Check the `kind` of the operation.",
  },
  change_prohibited: {
    cause: "The registry does not allow changes to this domain right now.",
    fix: "Unlock the domain, or wait until the change in progress has ended.",
  },
  registry_refused: {
    cause: "The registry refused the change under its own rules. Nothing was changed.",
    fix: "Check the values. If they are correct, contact support with the request ID.",
  },
  registry_failed: {
    cause: "The registry reported that it could not carry out the command. Nothing was changed.",
    fix: "Try again after the seconds in Retry-After. If it keeps failing, contact support with the request ID.",
  },
  registry_unavailable: {
    cause: "The registry is not responding. Nothing was changed.",
    fix: "Try again after the seconds in Retry-After.",
  },
  registry_outcome_unknown: {
    cause: "The change was sent, but the registry's confirmation did not arrive.",
    fix: "GET the domain after a moment. The change appears as soon as the registry responds again. Only repeat it if it does not.",
  },
  database_unavailable: {
    cause: "The API cannot reach its database.",
    fix: "Try again after the seconds in Retry-After. Repeat a write with the same Idempotency-Key, or check first whether it was saved.",
  },
  payments_off: {
    cause: "This installation charges no one: its operator has turned payments off.",
    fix: "No action is needed. Orders are carried out without a payment.",
  },
  payment_method_limit: {
    cause: "The workspace has as many saved cards as a workspace can have.",
    fix: "Remove a card that is no longer used.",
  },
  last_payment_method: {
    cause:
      "The card is the last one, and at least one domain or mail plan auto-renews. Without a card, its renewal could not be paid.",
    fix: "Add another card first, or turn off auto-renew for all domains and mail plans.",
  },
  payment_in_progress: {
    cause: "Another request is charging this payment, or its outcome is not known yet.",
    fix: "Wait a minute, then GET the payment. Try again if it has not been received by then.",
  },
  card_page_limit: {
    cause: "The workspace has as many saved cards and open card pages as a workspace can have.",
    fix: "Enter the card on a page that is still open. A page expires after a day, and then no longer counts.",
  },
  card_declined: {
    cause: "The bank that issued the card refused it. The detail states the reason, if the bank gave one.",
    fix: "Use another card, or ask the bank. An order that was declined waits for 24 hours: pay it at paymentUrl, or repeat the request with the same Idempotency-Key and another card.",
  },
  payment_method_required: {
    cause: "The order was placed, but there is no saved card to charge, or the chosen one was removed.",
    fix: "Send the person to paymentUrl to pay, or save a card and repeat the request with the same Idempotency-Key. An order that isn't paid within 24 hours is cancelled.",
  },
  authentication_required: {
    cause:
      "The order was placed, but the bank that issued the card requires its holder to confirm the payment.",
    fix: "Send the person to paymentUrl. The order continues once the payment is confirmed.",
  },
  payment_page_unavailable: {
    cause: "The order was placed, but the payment processor didn't open a payment page.",
    fix: "Repeat the request with the same Idempotency-Key.",
  },
  order_in_progress: {
    cause: "A line to refund is still being carried out.",
    fix: "Wait until the order has ended. See GET /orders/{id}. A line that fails is refunded automatically.",
  },
  operator_decides: {
    cause:
      "A workspace can only refund registrations in their add grace period, up to a monthly limit, and lines that weren't carried out. The installation's operator decides about other refunds, any `amountCents`, and the release of a payment after a fraud warning.",
    fix: "Nothing was changed. Refund other lines with `lineIds`, or ask the operator.",
  },
  refund_not_retryable: {
    cause:
      "The refund is on its way, has succeeded, or was already retried or settled another way. A refund that waits for the operator can't be recorded as paid another way.",
    fix: "See the refunds of the payment. To start a refund that waits, send the request without `settledBy`.",
  },
  no_open_dispute: {
    cause: "The payment has no dispute, or its dispute has been won or lost.",
    fix: "No action is needed. See `disputes` of the payment.",
  },
  nothing_to_settle: {
    cause:
      "The order has no lost dispute left to settle: there was none, it was paid, or the operator waived it.",
    fix: "No action is needed. See `unsettled` in GET /orders/{id}.",
  },
  nothing_to_refund: {
    cause: "Everything that the request names has been refunded, or is being refunded.",
    fix: "No action is needed. See refundedCents of the order's lines.",
  },
  registry_silent: {
    cause: "The registry didn't answer for 24 hours after the order was paid, so the line failed.",
    fix: "The line is refunded. Place a new order. If the registry later completes a registration of the first order, that domain is deleted.",
  },
  payment_returned: {
    cause: "The payment was refunded, or charged back, before this line of its order was carried out.",
    fix: "Order again.",
  },
  domain_not_registered: {
    cause: "The order included the domain's registration and its mail, and the registration failed.",
    fix: "The lines are refunded. Register the domain, then activate its mail.",
  },
  order_cancelled: {
    cause: "The order with this Idempotency-Key wasn't paid within 24 hours. Nothing was charged.",
    fix: "Place a new order with a new Idempotency-Key.",
  },
  order_replaced: {
    cause:
      "The order with this Idempotency-Key wasn't paid, and a later order for the same thing replaced it.",
    fix: "See the later order, which the message names. To order again, use a new Idempotency-Key.",
  },
  already_ordered: {
    cause:
      "Another order of your workspace for the same thing is being charged, has been paid, or is being carried out. Nothing was charged for this request.",
    fix: "Wait until the order in `orderId` has ended. See GET /orders/{id}. To repeat a request safely, send it with the same Idempotency-Key.",
  },
  name_unavailable: {
    cause: "Someone else is buying this name at the moment. Nothing was charged.",
    fix: "Try again later, or search for another name. If the purchase fails, the name is available again.",
  },
  payment_ended: {
    cause: "The order of this payment was canceled, for instance because another order replaced it.",
    fix: "Place a new order.",
  },
  monthly_limit_exceeded: {
    cause:
      "The order costs more than the API key may still spend this month. `leftCents` is the remaining amount.",
    fix: "Wait until resetsAt, order with another key, or let a person place the order.",
  },
  currency_mismatch: {
    cause: "The lines of the order have prices in different currencies.",
    fix: "Place one order for each currency.",
  },
  processor_unavailable: {
    cause: "The payment processor is not responding. Nothing was changed.",
    fix: "Try again after the seconds in Retry-After.",
  },
  processor_outcome_unknown: {
    cause: "The card's removal was sent, but the payment processor did not confirm it.",
    fix: "List the saved cards after the seconds in Retry-After. If the card is still there, remove it again.",
  },
  invalid_signature: {
    cause: "A notice was not signed by the payment processor, or more than five minutes ago.",
    fix: "Check that STRIPE_WEBHOOK_SECRET is the signing secret of this endpoint, and that the server's clock is right.",
  },
  mail_not_configured: {
    cause: "The administrator of this installation has not configured the mail servers.",
    fix: "Ask the administrator to set `MAIL_HOST_NAME`. Mail domains, accounts and aliases can be managed already.",
  },
  mail_connections_unknown: {
    cause:
      "A mail server hasn't reported its open connections for a minute, so the list would be incomplete.",
    fix: "Try again in a minute. If it persists, ask the administrator to check the mail agents. Connections can be ended anyway.",
  },
  mail_deactivated: {
    cause: "Mail of this domain was deactivated, so nothing in it can be changed.",
    fix: "PATCH the mail domain with `suspended`: false to reactivate it. It is erased at `erasesAt`.",
  },
  mail_unpaid: {
    cause: "The term of the mail plan has ended, so mail stays suspended or deactivated.",
    fix: "Order a `mail_plan` line, or PATCH the mail domain with `planSlug`. Once it is paid, mail is active again.",
  },
  mail_already_active: {
    cause: "Mail is already active for this domain.",
    fix: "GET the mail domain to see its plan and DKIM record.",
  },
  plan_limit_reached: {
    cause: "The domain has as many mail accounts as the plan includes or more, or uses more storage.",
    fix: "PATCH the mail domain with a higher `planSlug`, or delete accounts or messages.",
  },
  plan_unchanged: {
    cause: "The domain already has this mail plan, or changes to it at its next renewal.",
    fix: "Order another plan. To renew the plan, send the mail domain's `expiresAt` as `currentExpiresAt`.",
  },
  plan_changed: {
    cause: "The renewal is for a plan other than that of the next term.",
    fix: "GET the mail domain. Renew its `nextPlanSlug`, or its `planSlug` if `nextPlanSlug` is null.",
  },
  plan_paid_ahead: {
    cause: "After the renewal, the mail plan would be paid for more than two years ahead.",
    fix: "Renew it later.",
  },
  address_taken: {
    cause: "The address is already in use by an account or an alias.",
    fix: "Choose another address.",
  },
  address_reserved: {
    cause:
      "The address belongs to a deleted account that can still be restored. It is free again once the account is erased.",
    fix: "Restore the account with POST …/accounts/{id}/restore, or choose another address.",
  },
  account_deleted: {
    cause: "The mail account is deleted, so it can't be changed.",
    fix: "Restore it with POST …/accounts/{id}/restore, then retry.",
  },
  app_password_label_taken: {
    cause: "The account already has an app password with this label.",
    fix: "Choose another label, or revoke that app password first.",
  },
  app_password_limit_reached: {
    cause: "The account has 25 app passwords, the most there can be.",
    fix: "Revoke one that is no longer used.",
  },
  alias_exists: {
    cause: "An alias from this address to that target already exists.",
    fix: "No action is needed. GET the domain's aliases to see them.",
  },
  alias_target_limit_reached: {
    cause: "The alias would have more than 50 addresses, which is the limit.",
    fix: "Remove an address, or use another alias as one of them.",
  },
  alias_loop: {
    cause:
      "Mail would come back to the address: through other aliases, forwarding accounts, or a catch-all that leads to an address without an account.",
    fix: "Choose another target, or change the alias, account or catch-all that leads back.",
  },
  forwarding_too_large: {
    cause:
      "Mail to the address, or to one that forwards to it, would reach more than 200 addresses, or be forwarded more than 20 times in a row.",
    fix: "Choose fewer targets, or send to them directly instead of through other aliases.",
  },
  alias_limit_reached: {
    cause: "The domain has reached its limit of aliases.",
    fix: "Delete an alias that is no longer used, or use a catch-all.",
  },
  link_expired: {
    cause: "The link in the confirmation email is older than seven days, so it can't confirm the forwarding.",
    fix: "Ask the workspace to send the email again.",
  },
  forwarding_removed: {
    cause: "The domain's aliases and accounts no longer forward mail to this address.",
    fix: "No action is needed.",
  },
  forwarding_confirmed: {
    cause:
      "The address has confirmed the forwarding, or needs no confirmation because it is in this workspace.",
    fix: "No action is needed. Mail is already forwarded.",
  },
  forwarding_stopped: {
    cause: "The owner of the address stopped the forwarding less than 30 days ago.",
    fix: "Ask the owner to allow it again with the link in the confirmation email, or remove the address.",
  },
  dkim_rotation_pending: {
    cause: "A new DKIM key of this domain is waiting to become active.",
    fix: "Publish its record and wait, or cancel the rotation first.",
  },
  no_dkim_rotation: {
    cause: "No new DKIM key is waiting to become active.",
    fix: "List the DKIM keys. The rotation may have ended already.",
  },
  webhook_endpoint_limit: {
    cause: "The workspace has reached its limit of webhook endpoints.",
    fix: "Delete an endpoint that you no longer use, then repeat the request.",
  },
  webhook_rotation_in_progress: {
    cause: "The signing secret of the endpoint is already being rotated.",
    fix: "Switch to the new secret, or cancel the rotation if you've lost it.",
  },
  no_webhook_rotation: {
    cause: "The signing secret of the endpoint isn't being rotated.",
    fix: "Get the endpoint. The rotation may have ended already.",
  },
  webhook_test_delivery: {
    cause: "The delivery is a test event, and test events can't be replayed.",
    fix: "Send another test event.",
  },
  webhook_endpoint_inactive: {
    cause: "The endpoint is paused or was deactivated, so nothing is sent to it.",
    fix: "A person can reactivate it with `POST /webhooks/outbound/{id}/reactivate`. Then repeat the request.",
  },
  webhook_delivery_in_flight: {
    cause: "An attempt of this delivery is in progress.",
    fix: "Read the delivery until `attempt` has increased. If the attempt failed, repeat the request.",
  },
  webhook_replay_pending: {
    cause: "A replay of this delivery is already waiting to be sent.",
    fix: "Read the delivery until `attempt` has increased.",
  },
  webhook_event_expired: {
    cause: "The event is past the retention period, so its body is no longer stored.",
    fix: "Read the current state of the domain or payment instead.",
  },
  webhook_queue_too_long: {
    cause:
      "More than 10,000 deliveries are waiting for the endpoint, too many to change their order at once.",
    fix: "Wait until they are delivered. If the receiver is down, pause the endpoint, and catch up after the change.",
  },
  webhook_endpoint_active: {
    cause:
      "You asked to reactivate an endpoint with `catchUp`, but it is already active. Nothing was caught up.",
    fix: "Start a catch-up with `POST /webhooks/outbound/{id}/catch-up` and the time from which events were missed.",
  },
  webhook_test_limit: {
    cause:
      "The workspace has sent 30 test events within a minute, or 10 are waiting for the endpoint's responses. `detail` says which.",
    fix: "Wait for the seconds in Retry-After.",
  },
  webhook_catch_up_running: {
    cause: "The endpoint already has a catch-up in progress.",
    fix: "Wait until `finishedAt` of its progress is set, or stop it.",
  },
  webhook_catch_up_limit: {
    cause: "The endpoint has started 20 catch-ups within an hour, or its workspace 100. Nothing was changed.",
    fix: "Wait for the seconds in Retry-After. To reactivate an endpoint at once, leave out `catchUp`.",
  },
  webhook_catch_up_not_running: {
    cause: "The endpoint's latest catch-up has ended, or it hasn't had one.",
    fix: "No action is needed.",
  },
  webhook_catch_up_not_found: {
    cause: "The endpoint hasn't had a catch-up yet, so there is no progress to show.",
    fix: "Start one with `POST /webhooks/outbound/{id}/catch-up`.",
  },
  batch_too_large: { cause: "One tRPC request contained too many calls.", fix: "Send fewer calls at once." },
  payment_not_received: {
    cause: "The payment isn't paid, so there is nothing to refund.",
    fix: "Wait until it is paid. An order that isn't paid within 24 hours is canceled automatically.",
  },
  payment_disputed: {
    cause:
      "The cardholder has disputed the payment, or a dispute was lost. The bank has already withdrawn the money.",
    fix: "Wait until the dispute is closed. If it is won, the payment can be refunded.",
  },
  refund_too_large: {
    cause:
      "The payment has less money left than you want to refund. Someone else may have refunded it at the same time.",
    fix: "Read the payment again, and refund at most `amountCents` minus `refundedCents`. Refunds that are pending count as refunded.",
  },
  refused_by_processor: {
    cause: "The sandbox's card processor can't do this with the payment, for the reason in `detail`.",
    fix: "Read the payment. A charge is disputed once, and a dispute is closed once.",
  },
  payment_not_paused: {
    cause: "Only a payment whose cooldown is paused by an early fraud warning can be released.",
    fix: "Read `cooldown` of the payment. A dispute can't be released: it ends when the bank decides.",
  },
  provider_not_configured: {
    cause: "This sign-in provider is not set up on this installation.",
    fix: "Use a password or a magic link, or ask the operator of this service to set the provider up.",
  },
  auth_failed: {
    cause: "The sign-in was refused for an unknown reason.",
    fix: "Start again at the sign-in page. If it keeps failing, contact support with the request ID.",
  },
  INVALID_EMAIL_OR_PASSWORD: {
    cause: "The email address or the password is wrong. For security, the response does not reveal which.",
    fix: "Check both, or request a magic link.",
  },
  INVALID_CALLBACK_URL: {
    cause: "`callbackURL` points outside this installation.",
    fix: "Use a path of the panel, such as /domains, or omit the field.",
  },
  internal_error: {
    cause: "Something went wrong on our side.",
    fix: "Try again. If it keeps failing, contact support with the request ID.",
  },
};
