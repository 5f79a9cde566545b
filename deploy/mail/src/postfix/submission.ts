import type { InternalPorts, MailServerOptions } from "../options.ts";

/**
 * Takes messages from Dovecot's submission service, whose clients have signed in over TLS. A session there has one
 * process here. SASL is on, because the rules of senders depend on it, and its AUTH command is not offered.
 */
export const submissionBackend = (
  { submissionBackend: port }: InternalPorts,
  { configuration }: MailServerOptions["folders"],
): string => `127.0.0.1:${port} inet n - n - 1024 smtpd
  -o syslog_name=postfix/submission
  -o cleanup_service_name=submission-cleanup
  -o smtpd_authorized_xclient_hosts=127.0.0.0/8
  -o smtpd_discard_ehlo_keywords=auth,starttls,silent-discard
  -o smtpd_tls_security_level=none
  -o smtpd_tls_auth_only=no
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_client_restrictions=
  -o smtpd_relay_restrictions=$submission_relay_restrictions
  -o smtpd_sender_restrictions=
  -o smtpd_recipient_restrictions=$submission_recipient_restrictions
  -o smtpd_end_of_data_restrictions=$hosted_end_of_data_restrictions
  -o milter_macro_daemon_name=ORIGINATING
# A sender who has signed in is told of a message that still waits after this time. Others could be forged.
submission-cleanup unix n - n - 0 cleanup
  -o syslog_name=postfix/submission
  -o smtputf8_enable=no
  -o delay_warning_time=4h
  -o header_checks=regexp:${configuration}/postfix/submission-headers
`;

/** Where a person signed in stays here: neither Postfix's line about it nor Dovecot's leaves with the message. */
export function submissionHeaders({ hostname }: MailServerOptions): string {
  const host = hostname.replaceAll(".", "\\.");
  return `/^Received: from .*[[:space:]]by ${host} \\(Postfix\\)[[:space:]]+with [A-Z0-9]+ id ([0-9A-Za-z]+)([[:space:]].*)?;[[:space:]]*([^;]*)$/
  REPLACE Received: by ${host.replaceAll("\\", "")} (Postfix) id $1; $3
/^Received: from .*[[:space:]]by ${host} with ESMTPS?A?[[:space:]]+id [^;]*[[:space:]]\\(envelope-from <.*>\\).*;[^;]*$/ IGNORE
`;
}
