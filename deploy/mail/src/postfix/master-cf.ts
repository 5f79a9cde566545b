import type { MailServerOptions } from "../options.ts";
import { hopNames } from "./hop-names.ts";
import { submissionBackend } from "./submission.ts";

const backgroundServices = `pickup unix n - n 60 1 pickup
# With SMTPUTF8 on, Postfix would hand a message with non-ASCII addresses or headers only to servers that announce it.
# Dovecot doesn't announce it, but accepts such messages.
cleanup unix n - n - 0 cleanup
  -o smtputf8_enable=no
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`;

export function masterCf({
  hostname,
  address,
  ports,
  internalPorts,
  folders,
  mailUser,
  limits,
}: MailServerOptions): string {
  const listen = (port: number) =>
    (address ? `${address.includes(":") ? `[${address}]` : address}:` : "") + port;
  const hop = `
  -o mynetworks=127.0.0.1/32
  -o smtpd_client_restrictions=permit_mynetworks,reject
  -o smtpd_relay_restrictions=permit_mynetworks,reject
  -o smtpd_tls_security_level=none
  -o smtpd_forbid_bare_newline=no
  -o message_size_limit=0`;
  return `${listen(ports.smtp)} inet n - n - - smtpd
  -o syslog_name=postfix/mx
  -o smtpd_client_connection_count_limit=${limits.connectionsPerClient}
  -o smtpd_tls_security_level=may
  -o smtpd_sender_restrictions=$mx_sender_restrictions
  -o smtpd_recipient_restrictions=$mx_recipient_restrictions
  -o smtpd_end_of_data_restrictions=$hosted_end_of_data_restrictions
  -o smtpd_command_filter=regexp:${folders.configuration}/postfix/no-notices
${submissionBackend(internalPorts, folders)}
# Copies for other hosts leave here, are taken in again, and get a seal and an envelope sender of ours.
forward unix - - n - - smtp
  -o syslog_name=postfix/forward
  -o smtp_send_xforward_command=yes
  -o smtp_discard_ehlo_keywords=dsn
  -o smtp_tls_security_level=none
127.0.0.1:${internalPorts.forwarding} inet n - n - - smtpd
  -o syslog_name=postfix/forward
  -o cleanup_service_name=forward-cleanup
  -o smtpd_authorized_xforward_hosts=127.0.0.1/32
  -o smtpd_recipient_restrictions=permit_mynetworks,reject
  -o receive_override_options=no_unknown_recipient_checks
  -o milter_macro_daemon_name=${hopNames(hostname).forward}${hop}
forward-cleanup unix n - n - 0 cleanup
  -o syslog_name=postfix/forward
  -o smtputf8_enable=no
  -o header_checks=regexp:${folders.configuration}/postfix/forward-headers
  -o message_size_limit=0
# What a mailbox's Sieve script sends. Dovecot names the account in its greeting.
127.0.0.1:${internalPorts.sieveOut} inet n - n - - smtpd
  -o syslog_name=postfix/sieve
  -o cleanup_service_name=sieve-cleanup
  -o smtpd_recipient_restrictions=$recipient_checks,permit_mynetworks,reject
  -o smtpd_end_of_data_restrictions=$sieve_end_of_data_restrictions
  -o milter_macro_daemon_name=${hopNames(hostname).sieve}${hop}
sieve-cleanup unix n - n - 0 cleanup
  -o syslog_name=postfix/sieve
  -o smtputf8_enable=no
  -o header_checks=regexp:${folders.configuration}/postfix/sieve-headers
  -o message_size_limit=0

# Mail to the operator, if no address was given: a Maildir.
operator unix - n n - - virtual
  -o virtual_mailbox_base=${folders.state}
  -o virtual_mailbox_maps=static:postmaster/
  -o virtual_uid_maps=static:${mailUser.uid}
  -o virtual_gid_maps=static:${mailUser.gid}
  -o virtual_minimum_uid=1
  -o virtual_mailbox_limit=0

${backgroundServices}`;
}
