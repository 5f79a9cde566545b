import {
  mailAccount,
  mailAccountCreated,
  mailAccountInput,
  mailDomainParameters,
  pageQuery,
} from "@zonepost/schema";
import { mailbox, mailboxQuery } from "@zonepost/schema/panel";
import { z } from "zod";
import { named, operation, panelOperation } from "../../../kernel/http/operation.ts";
import type { MailPorts } from "../ports.ts";
import { createAccount } from "./create-account.ts";
import { findMailboxes } from "./find-mailboxes.ts";
import { listAccounts } from "./list-accounts.ts";

export const mailAccountOperations = (ports: Pick<MailPorts, "passwordHasher">) =>
  named({
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
    findMailboxes: panelOperation({
      right: "mail:read",
      input: mailboxQuery,
      output: z.array(mailbox),
      handle: (ctx, input) => findMailboxes(ctx, input.words),
    }),
  });
