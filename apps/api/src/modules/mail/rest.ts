import { mailAccountOperations } from "./accounts/rest.ts";
import { mailAliasOperations } from "./aliases/rest.ts";
import { mailAppPasswordOperations } from "./app-passwords/rest.ts";
import { mailSettingsOperations } from "./client-settings/rest.ts";
import { mailConnectionOperations } from "./connections/rest.ts";
import { dkimOperations } from "./dkim/rest.ts";
import { mailDnsOperations } from "./dns-records/rest.ts";
import { mailForwardingOperations } from "./forwarding/rest.ts";
import { mailDomainOperations } from "./mail-domains/rest.ts";
import { mailMessageOperations } from "./messages/rest.ts";
import type { MailPorts } from "./ports.ts";
import { senderExceptionOperations } from "./sender-exceptions/rest.ts";
import { mailUsageOperations } from "./usage/rest.ts";

export const mailOperations = (ports: MailPorts) => ({
  // Its path would also match that of a mail domain.
  ...mailSettingsOperations(ports),
  ...mailDomainOperations(ports),
  ...mailAccountOperations(ports),
  ...mailAliasOperations(ports),
  ...mailForwardingOperations(ports),
  ...dkimOperations(ports),
  ...senderExceptionOperations(),
  ...mailAppPasswordOperations(),
  ...mailConnectionOperations(),
  ...mailDnsOperations(ports),
  ...mailMessageOperations(),
  ...mailUsageOperations(),
});
