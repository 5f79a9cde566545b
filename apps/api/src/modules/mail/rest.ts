import { mailAccountOperations } from "./accounts/rest.ts";
import { mailAliasOperations } from "./aliases/rest.ts";
import { mailDomainOperations } from "./mail-domains/rest.ts";
import type { MailPorts } from "./ports.ts";

export const mailOperations = (ports: MailPorts) => ({
  ...mailDomainOperations(),
  ...mailAccountOperations(ports),
  ...mailAliasOperations(),
});
