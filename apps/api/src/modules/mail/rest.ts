import {
  mailAccount,
  mailAccountCreated,
  mailAccountInput,
  mailAlias,
  mailAliasInput,
  mailDomain,
  mailDomainParameters,
  mailDomainPatch,
  pageQuery,
} from "@zonepost/schema";
import { mailbox, mailboxQuery } from "@zonepost/schema/panel";
import { z } from "zod";
import { named, operation, panelOperation } from "../../kernel/http/operation.ts";
import type { MailPorts } from "./ports.ts";
import { findMailboxes } from "./queries/find-mailboxes.ts";
import { getMailDomain } from "./queries/get-mail-domain.ts";
import { listAccounts } from "./queries/list-accounts.ts";
import { listAliases } from "./queries/list-aliases.ts";
import { listMailDomains } from "./queries/list-mail-domains.ts";
import { createAccount } from "./use-cases/create-account.ts";
import { createAlias } from "./use-cases/create-alias.ts";
import { updateMailDomain } from "./use-cases/update-mail-domain.ts";

export const mailOperations = (ports: MailPorts) =>
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
    updateMailDomain: operation({
      method: "PATCH",
      path: "/me/mail/{domainName}",
      tag: "Mail",
      summary: "Update a mail domain",
      description:
        "Turns auto-renew on or off. To change or renew the plan, place an order with a `mail_plan` line.",
      right: "mail:write",
      parameters: mailDomainParameters,
      body: mailDomainPatch,
      output: mailDomain,
      outputDescription: "The updated mail domain",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters, body }) => updateMailDomain(ctx, { ...parameters, ...body }),
    }),
    createMailAccount: operation({
      method: "POST",
      path: "/me/mail/{domainName}/accounts",
      tag: "Mail",
      summary: "Create a mail account",
      description:
        "If you omit `password`, a strong one is generated and returned once as `passwordOnce`. The plan sets the maximum number of accounts.",
      right: "mail:write",
      parameters: mailDomainParameters,
      body: mailAccountInput,
      output: mailAccountCreated,
      outputDescription: "The account",
      successStatus: 201,
      problems: [404, 409],
      onceOnlyFields: ["passwordOnce"],
      handle: (ctx, { parameters, body }) => createAccount({ ...ctx, ...ports }, { ...parameters, ...body }),
    }),
    listMailAccounts: operation({
      method: "GET",
      path: "/me/mail/{domainName}/accounts",
      tag: "Mail",
      summary: "List mail accounts",
      right: "mail:read",
      parameters: mailDomainParameters,
      query: pageQuery,
      output: z.array(mailAccount),
      outputDescription: "The accounts, sorted by address",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters, query }) => listAccounts(ctx, parameters.domainName, query),
    }),
    createMailAlias: operation({
      method: "POST",
      path: "/me/mail/{domainName}/aliases",
      tag: "Mail",
      summary: "Create a mail alias",
      description:
        "`fromAddress` is on this domain. `toAddress` can be any address, on this service or elsewhere. To deliver to several addresses, create one alias for each.",
      right: "mail:write",
      parameters: mailDomainParameters,
      body: mailAliasInput,
      output: mailAlias,
      outputDescription: "The alias",
      successStatus: 201,
      problems: [404, 409],
      handle: (ctx, { parameters, body }) => createAlias(ctx, { ...parameters, ...body }),
    }),
    listMailAliases: operation({
      method: "GET",
      path: "/me/mail/{domainName}/aliases",
      tag: "Mail",
      summary: "List mail aliases",
      right: "mail:read",
      parameters: mailDomainParameters,
      query: pageQuery,
      output: z.array(mailAlias),
      outputDescription: "The aliases, sorted by address",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters, query }) => listAliases(ctx, parameters.domainName, query),
    }),
    findMailboxes: panelOperation({
      right: "mail:read",
      input: mailboxQuery,
      output: z.array(mailbox),
      handle: (ctx, input) => findMailboxes(ctx, input.words),
    }),
  });
