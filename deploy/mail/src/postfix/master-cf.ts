import type { MailServerOptions } from "../options.ts";

const backgroundServices = `pickup unix n - n 60 1 pickup
# With this, a message with letters beyond ASCII in its addresses or its header would be marked as one for servers with
# SMTPUTF8 alone, and Dovecot isn't one. It takes such a message all the same.
cleanup unix n - n - 0 cleanup
  -o smtputf8_enable=no
# A sender who has signed in is told of a message that still waits after this time. Others could be forged.
submission-cleanup unix n - n - 0 cleanup
  -o smtputf8_enable=no
  -o delay_warning_time=4h
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
  address,
  ports,
  internalPorts,
  folders,
  mailUser,
  limits,
}: MailServerOptions): string {
  const listen = (port: number) =>
    (address ? `${address.includes(":") ? `[${address}]` : address}:` : "") + port;
  const submission = `
  -o smtpd_tls_security_level=encrypt
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_delay_reject=no
  -o smtpd_client_restrictions=$submission_client_restrictions
  -o smtpd_relay_restrictions=$submission_relay_restrictions
  -o smtpd_sender_restrictions=
  -o smtpd_recipient_restrictions=$submission_recipient_restrictions
  -o smtpd_end_of_data_restrictions=$hosted_end_of_data_restrictions
  -o cleanup_service_name=submission-cleanup
  -o milter_macro_daemon_name=ORIGINATING`;
  return `${listen(ports.smtp)} inet n - n - - smtpd
  -o syslog_name=postfix/mx
  -o smtpd_client_connection_count_limit=${limits.connectionsPerClient}
  -o smtpd_tls_security_level=may
  -o smtpd_sender_restrictions=$mx_sender_restrictions
  -o smtpd_recipient_restrictions=$mx_recipient_restrictions
  -o smtpd_end_of_data_restrictions=$hosted_end_of_data_restrictions
${listen(ports.submission)} inet n - n - - smtpd
  -o syslog_name=postfix/submission${submission}
${listen(ports.submissions)} inet n - n - - smtpd
  -o syslog_name=postfix/submissions
  -o smtpd_tls_wrappermode=yes${submission}

# Mail for other hosts with a sender of another host: forwarded here, taken in again, and sent with an SRS sender.
forward unix - - n - - smtp
  -o syslog_name=postfix/forward
  -o smtp_send_xforward_command=yes
  -o smtp_tls_security_level=none
127.0.0.1:${internalPorts.forwarding} inet n - n - - smtpd
  -o syslog_name=postfix/forward
  -o cleanup_service_name=forward-cleanup
  -o mynetworks=127.0.0.1/32
  -o smtpd_authorized_xforward_hosts=127.0.0.1/32
  -o smtpd_client_restrictions=permit_mynetworks,reject
  -o smtpd_relay_restrictions=permit_mynetworks,reject
  -o smtpd_recipient_restrictions=permit_mynetworks,reject
  -o smtpd_milters=
  -o smtpd_tls_security_level=none
  -o smtpd_forbid_bare_newline=no
  -o receive_override_options=no_unknown_recipient_checks
forward-cleanup unix n - n - 0 cleanup
  -o syslog_name=postfix/forward
  -o sender_canonical_maps=tcp:127.0.0.1:${internalPorts.srsForward}
  -o sender_canonical_classes=envelope_sender

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
