import { hostname as machineName } from "node:os";
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
/^ended@nowhere\\.internal$/ discard:the forwarding has ended
/^spam@nowhere\\.internal$/ discard:probable spam is not forwarded
/@nowhere\\.internal$/ discard:the sender may be forged
`,
    },
    // The server that took a message from outside reports to its sender. We would write to an address that may be forged.
    { path: "postfix/no-notices", text: "/(rcpt[[:space:]]+to:.*>)[^>]*$/ $1 NOTIFY=NEVER\n" },
    // Of a copy that is forwarded: the hop itself, which names the alias by its ID.
    {
      path: "postfix/forward-headers",
      text: "/^Received: from .*\\.forward\\.internal>/ IGNORE\n",
    },
    // Of a message that Dovecot sends for a mailbox: the greeting with the account's ID, and the machine's name.
    {
      path: "postfix/sieve-headers",
      text: `/^Received: from [^ ]+\\.account\\.internal / IGNORE
/^Message-ID: <(dovecot-sieve-[^@>]+)@${machineName().replaceAll(".", "\\.")}>$/ REPLACE Message-ID: <$1@${hostname}>
`,
    },
  ];
}
