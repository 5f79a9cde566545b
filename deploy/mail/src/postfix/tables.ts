import type { ConfigurationFile, MailServerOptions } from "../options.ts";

/** Tables of patterns. Addresses below `.internal` lead from one hop to the next, and are never seen outside. */
export function postfixTables({ hostname, folders, internalPorts }: MailServerOptions): ConfigurationFile[] {
  return [
    // Rewritten senders of forwarded mail (SRS).
    { path: "postfix/srs-addresses", text: "/^(srs[01][-+=].*@.*)$/ $1\n" },
    {
      path: "postfix/transports",
      text: `/\\.forward\\.internal$/ forward:[127.0.0.1]:${internalPorts.forwarding}
/\\.returned\\.internal$/ lmtp:unix:${folders.run}/lmtp
/@nobody\\.internal$/ discard:
`,
    },
    // An extension was the alias's; the target confirmed its own address.
    {
      path: "postfix/forward-recipients",
      text: "/^(.*)=([^=@+]+)(\\+[^@]*)?@[0-9a-f]{32}\\.forward\\.internal$/ $1@$2\n",
    },
    // The server that took a message from outside reports to its sender. We would write to an address that may be forged.
    { path: "postfix/no-notices", text: "/^(rcpt[[:space:]]+to:.*>)[^>]*$/ $1 NOTIFY=NEVER\n" },
    // Of a message that Dovecot sends for a mailbox: the account's ID, in a greeting and in a Message-ID.
    {
      path: "postfix/sieve-headers",
      text: `/^Received: from [^ ]+\\.account\\.internal / IGNORE
/^Message-ID: <(.*)@[^@]+\\.account\\.internal>$/ REPLACE Message-ID: <$1@${hostname}>
`,
    },
  ];
}
