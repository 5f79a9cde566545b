import type { MailServerOptions } from "./options.ts";

/** Signed-in sessions of each protocol on a host. The agent ends those of one mailbox above a limit of its own. */
const sessionLimit = { imap: 4_096, submission: 1_024, sieve: 512 };
/** Connections of one mailbox from one address. */
const perAddressLimit = { imap: 30, submission: 20, sieve: 10 };

/**
 * Submission through Dovecot, so that each sign-in is a session of its own, as over IMAP: the agent can list and end it.
 * Postfix takes the message from loopback, with the login and the address of the client (XCLIENT).
 */
export const submissionService = ({ ports, internalPorts, limits }: MailServerOptions): string => `
submission_relay_host = 127.0.0.1
submission_relay_port = ${internalPorts.submissionBackend}
submission_relay_trusted = yes
submission_backend_capabilities = 8BITMIME DSN
submission_max_mail_size = ${limits.messageBytes}
protocol submission {
  mail_max_userip_connections = ${perAddressLimit.submission}
}
protocol sieve {
  mail_max_userip_connections = ${perAddressLimit.sieve}
}
service submission-login {
  inet_listener submission {
    port = ${ports.submission}
  }
  inet_listener submissions {
    port = ${ports.submissions}
    ssl = yes
  }
${loginProcesses}}
service submission {
  process_limit = ${sessionLimit.submission}
}
service imap-login {
${loginProcesses}}
service imap {
  process_limit = ${sessionLimit.imap}
}
service managesieve-login {
${loginProcesses}}
service managesieve {
  process_limit = ${sessionLimit.sieve}
}
`;

/**
 * A process for each connection would let 100 silent ones keep everybody out, and each TLS connection keeps its process.
 * A few processes with a thousand connections each end those first that haven't signed in.
 */
const loginProcesses = `  service_count = 0
  process_min_avail = 2
  process_limit = 4
  client_limit = 1000
`;
