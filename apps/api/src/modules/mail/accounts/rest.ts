import {
  mailAccount,
  mailAccountCreated,
  mailAccountInput,
  mailAccountParameters,
  mailAccountPatch,
  mailAccountQuery,
  mailDomainParameters,
  mailPasswordChanged,
  mailPasswordInput,
} from "@zonepost/schema";
import { mailAccountPage, mailAccountPageInput, mailbox, mailboxQuery } from "@zonepost/schema/panel";
import { z } from "zod";
import { named, operation, panelOperation } from "../../../kernel/http/operation.ts";
import type { MailPorts } from "../ports.ts";
import { changeAccountPassword } from "./change-account-password.ts";
import { createAccount } from "./create-account.ts";
import { deleteAccount } from "./delete-account.ts";
import { findMailboxes } from "./find-mailboxes.ts";
import { getAccount } from "./get-account.ts";
import { listAccounts } from "./list-accounts.ts";
import { pageAccounts } from "./page-accounts.ts";
import { restoreAccount } from "./restore-account.ts";
import { readForwardingBefore, updateAccount } from "./update-account.ts";

export const mailAccountOperations = (ports: Pick<MailPorts, "passwordHasher" | "secretBox" | "panelUrl">) =>
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
      description: "Without deleted accounts, unless you send `state=deleted`.",
      right: "mail:read",
      parameters: mailDomainParameters,
      query: mailAccountQuery,
      output: z.array(mailAccount),
      outputDescription: "The accounts, sorted by address",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters, query }) => listAccounts(ctx, parameters.domainName, query),
    }),
    getMailAccount: operation({
      method: "GET",
      path: "/me/mail/{domainName}/accounts/{id}",
      tag: "Mail",
      summary: "Get a mail account",
      right: "mail:read",
      parameters: mailAccountParameters,
      output: mailAccount,
      outputDescription: "The account, also if it is deleted and not erased yet",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getAccount(ctx, parameters),
    }),
    updateMailAccount: operation({
      method: "PATCH",
      path: "/me/mail/{domainName}/accounts/{id}",
      tag: "Mail",
      summary: "Update a mail account",
      description:
        "The address can't be changed. A `forwardTo` that would cause a loop is refused. With `active: false`, sign-in, sending and receiving stop at once, open connections end within seconds, and the messages are kept.",
      right: "mail:write",
      parameters: mailAccountParameters,
      body: mailAccountPatch,
      output: mailAccount,
      outputDescription: "The updated account",
      successStatus: 200,
      problems: [404, 409],
      readBefore: (ctx, { parameters }) => readForwardingBefore(ctx, parameters),
      handle: (ctx, { parameters, body }) =>
        updateAccount({ ...ctx, ...ports }, { ...parameters, patch: body }),
    }),
    changeMailAccountPassword: operation({
      method: "POST",
      path: "/me/mail/{domainName}/accounts/{id}/password",
      tag: "Mail",
      summary: "Change the password of a mail account",
      description:
        "The previous password stops working at once, and the connections that signed in with it end within seconds. If you omit `password`, a strong one is generated and returned once as `passwordOnce`. App passwords keep working unless you send `revokeAppPasswords`.",
      right: "mail:write",
      parameters: mailAccountParameters,
      body: mailPasswordInput,
      output: mailPasswordChanged,
      outputDescription: "The password was changed",
      successStatus: 200,
      problems: [404, 409],
      onceOnlyFields: ["passwordOnce"],
      handle: (ctx, { parameters, body }) =>
        changeAccountPassword({ ...ctx, ...ports }, { ...parameters, ...body }),
    }),
    deleteMailAccount: operation({
      method: "DELETE",
      path: "/me/mail/{domainName}/accounts/{id}",
      tag: "Mail",
      summary: "Delete a mail account",
      description:
        "Sign-in stops at once, open connections end within seconds, and mail to the address is refused. The account can be restored with its messages until `erasesAt`, 30 days later. Until then its address stays reserved, and its messages use the plan's storage, but it doesn't count as an account of the plan.",
      right: "mail:write",
      parameters: mailAccountParameters,
      output: mailAccount,
      outputDescription: "The deleted account. A repeated deletion returns the same.",
      successStatus: 200,
      problems: [404, 409],
      handle: (ctx, { parameters }) => deleteAccount(ctx, parameters),
    }),
    restoreMailAccount: operation({
      method: "POST",
      path: "/me/mail/{domainName}/accounts/{id}/restore",
      tag: "Mail",
      summary: "Restore a deleted mail account",
      description:
        "Brings back the account with its messages, password and app passwords. The plan must have room for it. Does nothing if it isn't deleted.",
      right: "mail:write",
      parameters: mailAccountParameters,
      output: mailAccount,
      outputDescription: "The account",
      successStatus: 200,
      problems: [404, 409],
      handle: (ctx, { parameters }) => restoreAccount(ctx, parameters),
    }),
    pageMailAccounts: panelOperation({
      right: "mail:read",
      input: mailAccountPageInput,
      output: mailAccountPage,
      handle: (ctx, input) => pageAccounts(ctx, input),
    }),
    findMailboxes: panelOperation({
      right: "mail:read",
      input: mailboxQuery,
      output: z.array(mailbox),
      handle: (ctx, input) => findMailboxes(ctx, input.words),
    }),
  });
