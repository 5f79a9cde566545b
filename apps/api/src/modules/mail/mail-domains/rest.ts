import { mailDomain, mailDomainParameters } from "@zonepost/schema";
import {
  domainFindInput,
  foundMailDomains,
  mailDomainPage,
  mailDomainPageInput,
  mailStorage,
} from "@zonepost/schema/panel";
import { z } from "zod";
import { named, operation, panelOperation } from "../../../kernel/http/operation.ts";
import type { MailPorts } from "../ports.ts";
import { deactivateMail } from "./deactivate-mail.ts";
import { findMailDomains } from "./find-mail-domains.ts";
import { getMailDomain } from "./get-mail-domain.ts";
import { getMailStorage } from "./get-mail-storage.ts";
import { listMailDomains } from "./list-mail-domains.ts";
import { pageMailDomains } from "./page-mail-domains.ts";

export const mailDomainOperations = (ports: Pick<MailPorts, "secretBox" | "panelUrl">) =>
  named({
    listMailDomains: operation({
      method: "GET",
      path: "/me/mail",
      tag: "Mail",
      summary: "List mail domains",
      right: "mail:read",
      output: z.array(mailDomain),
      outputDescription: "The mail domains, sorted by name",
      successStatus: 200,
      problems: [],
      handle: (ctx) => listMailDomains(ctx),
    }),
    getMailDomain: operation({
      method: "GET",
      path: "/me/mail/{domainName}",
      tag: "Mail",
      summary: "Get a mail domain",
      right: "mail:read",
      parameters: mailDomainParameters,
      output: mailDomain,
      outputDescription: "The mail domain, its plan and its DKIM record",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getMailDomain(ctx, parameters.domainName),
    }),
    deactivateMail: operation({
      method: "DELETE",
      path: "/me/mail/{domainName}",
      tag: "Mail",
      summary: "Deactivate mail for a domain",
      description:
        "Incoming mail is refused and sign-in is blocked. 30 days later, at `erasesAt`, the accounts are erased with all their mail. Until then, update the mail domain with `suspended`: false to reactivate it. The rest of the paid term isn't refunded. The owners get an email.",
      right: "mail:write",
      parameters: mailDomainParameters,
      output: mailDomain,
      outputDescription: "The deactivated mail domain, with `erasesAt`",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => deactivateMail({ ...ctx, ...ports }, parameters.domainName),
    }),
    pageMailDomains: panelOperation({
      right: "mail:read",
      input: mailDomainPageInput,
      output: mailDomainPage,
      handle: (ctx, input) => pageMailDomains(ctx, input),
    }),
    findMailDomains: panelOperation({
      right: "mail:read",
      input: domainFindInput,
      output: foundMailDomains,
      handle: (ctx, input) => findMailDomains(ctx, input),
    }),
    getMailStorage: panelOperation({
      right: "mail:read",
      output: mailStorage,
      handle: (ctx) => getMailStorage(ctx),
    }),
  });
