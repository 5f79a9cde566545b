import type { MailServerOptions } from "../options.ts";
import { directTransport, type PostfixMaps } from "./maps.ts";

export function mainCf(options: MailServerOptions, maps: PostfixMaps): string {
  const { hostname, address, folders, tls, internalPorts, limits, relay, operatorAddress } = options;
  const { configuration, state, run, logs } = folders;
  const operatorMap = (value: string) =>
    `inline:{ ${["postmaster", "abuse"].map((name) => `{ ${name}@${hostname} = ${value} }`).join(" ")} }`;
  return `compatibility_level = 3.6
myhostname = ${hostname}
myorigin = $myhostname
inet_interfaces = ${address ?? "all"}
inet_protocols = ${address && !address.includes(":") ? "ipv4" : "all"}
queue_directory = ${state}/postfix/queue
data_directory = ${state}/postfix/data
maillog_file = ${logs}/postfix.log
maillog_file_prefixes = ${logs}
# Never used again for another message, so that the log tells them apart.
enable_long_queue_ids = yes
smtputf8_enable = yes
biff = no
append_dot_mydomain = no

# No client is trusted because of its address, and no address has a second notation.
mynetworks =
allow_percent_hack = no
swap_bangpath = no
# A rule for example.com is not a rule for its subdomains, which may belong to others.
parent_domain_matches_subdomains =
local_header_rewrite_clients = permit_sasl_authenticated

# Hosted mail: everything comes from the views, at each lookup.
mydestination =
local_recipient_maps =
alias_maps =
alias_database =
virtual_mailbox_domains = ${maps.domains}
virtual_mailbox_maps = ${maps.mailboxes}
virtual_alias_domains =
virtual_alias_maps = ${operatorAddress ? `${operatorMap(operatorAddress)}, ` : ""}${maps.aliases}
virtual_transport = lmtp:unix:${run}/lmtp
# Each mailbox is a destination of its own, so that one with a slow rule or much mail doesn't hold up the others.
lmtp_destination_recipient_limit = 1
lmtp_destination_concurrency_limit = 2
lmtp_initial_destination_concurrency = 1
recipient_delimiter = +
proxy_read_maps = ${Object.values(maps).join(" ")}

# Other hosts. Copies that are forwarded pass the forwarding hop first, each on its own.
default_transport = ${directTransport(options)}
forward_destination_recipient_limit = 1
relay_domains = $myhostname
relay_recipient_maps = ${operatorMap("OK")}
relay_transport = error:5.1.1 unknown address
transport_maps = ${operatorMap("operator:")}, regexp:${configuration}/postfix/transports
local_transport = error:5.1.1 unknown address
recipient_canonical_maps = pipemap:{ regexp:${configuration}/postfix/srs-addresses, tcp:127.0.0.1:${internalPorts.returnPaths} }
recipient_canonical_classes = envelope_recipient
# What was signed leaves as it is.
smtp_line_length_limit = 0
lmtp_line_length_limit = 0
disable_mime_output_conversion = yes
smtp_tls_security_level = ${relay ? "none" : "dane"}
${relay ? "" : encryption(internalPorts.tlsPolicy)}smtp_tls_mandatory_protocols = >=TLSv1.2
smtp_tls_loglevel = 1

minimal_backoff_time = ${limits.retrySeconds}s
maximal_backoff_time = ${Math.max(limits.retrySeconds, Math.min(4000, limits.retrySeconds * 12))}s
queue_run_delay = ${limits.retrySeconds}s
transport_retry_time = ${Math.min(60, limits.retrySeconds)}s
maximal_queue_lifetime = 5d
bounce_queue_lifetime = 2d
message_size_limit = ${limits.messageBytes}
# A forwarded message that its target refuses is kept whole.
bounce_size_limit = ${limits.messageBytes}
mailbox_size_limit = 0

smtpd_banner = $myhostname ESMTP
smtpd_helo_required = yes
disable_vrfy_command = yes
strict_rfc821_envelopes = yes
# What follows a zero is read by some programs, and not by others.
message_reject_characters = \\0
smtpd_forbid_bare_newline = reject
smtpd_forbid_bare_newline_exclusions =
smtpd_forbid_unauth_pipelining = yes
smtpd_data_restrictions = reject_unauth_pipelining
smtpd_reject_unlisted_sender = no
smtpd_reject_unlisted_recipient = no
smtpd_peername_lookup = ${options.isSandbox ? "no" : "yes"}
smtpd_policy_service_timeout = 10s
smtpd_policy_service_retry_delay = 1s
smtpd_policy_service_default_action = 451 4.3.0 Temporary lookup failure

smtpd_tls_chain_files = ${tls.keyFile}, ${tls.certificateFile}
smtpd_tls_mandatory_protocols = >=TLSv1.2
smtpd_tls_protocols = >=TLSv1.2
smtpd_tls_auth_only = yes
smtpd_tls_loglevel = 1
smtpd_tls_received_header = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = unix:${run}/auth
smtpd_sasl_security_options = noanonymous
smtpd_sasl_auth_enable = no
smtpd_sasl_authenticated_header = no

milter_protocol = 6
milter_default_action = tempfail
milter_mail_macros = i {mail_addr} {client_addr} {client_name} {auth_authen} {auth_type}
smtpd_milters = unix:${run}/rspamd/milter.sock
non_smtpd_milters =

smtpd_relay_restrictions = reject_unauth_destination
smtpd_sender_login_maps = ${maps.senders}
# One question about each recipient: state, existence, quota, and the sender's limit. OK for those of hosted domains.
recipient_checks = check_policy_service inet:127.0.0.1:${internalPorts.recipientPolicy}, reject_unlisted_recipient

# The size of a message is known at its end. Unlike later, it is refused without a bounce.
hosted_end_of_data_restrictions = check_policy_service inet:127.0.0.1:${internalPorts.recipientPolicy}
sieve_end_of_data_restrictions = check_policy_service { inet:127.0.0.1:${internalPorts.recipientPolicy}, policy_context=sieve }

mx_sender_restrictions = reject_non_fqdn_sender, check_sender_access ${maps["outside-senders"]}
mx_recipient_restrictions = reject_unauth_destination, $recipient_checks

# Dovecot hands over the login of each session (XCLIENT).
submission_relay_restrictions = permit_sasl_authenticated, reject
submission_recipient_restrictions =
    reject_authenticated_sender_login_mismatch,
    reject_non_fqdn_recipient,
    $recipient_checks,
    permit_sasl_authenticated,
    reject
`;
}

/** DANE, through a resolver that validates, and MTA-STS for domains without it. */
const encryption = (tlsPolicyPort: number) => `smtp_dns_support_level = dnssec
smtp_tls_policy_maps = socketmap:inet:127.0.0.1:${tlsPolicyPort}:postfix
smtp_tls_CAfile = /etc/ssl/certs/ca-certificates.crt
`;
