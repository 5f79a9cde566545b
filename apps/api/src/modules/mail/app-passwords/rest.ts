import {
  mailAccountParameters,
  mailAppPassword,
  mailAppPasswordCreated,
  mailAppPasswordInput,
  mailAppPasswordParameters,
} from "@zonepost/schema";
import { z } from "zod";
import { named, operation } from "../../../kernel/http/operation.ts";
import { createAppPassword } from "./create-app-password.ts";
import { listAppPasswords } from "./list-app-passwords.ts";
import { revokeAppPassword } from "./revoke-app-password.ts";

export const mailAppPasswordOperations = () =>
  named({
    listMailAppPasswords: operation({
      method: "GET",
      path: "/me/mail/{domainName}/accounts/{id}/app-passwords",
      tag: "Mail",
      summary: "List app passwords",
      right: "mail:read",
      parameters: mailAccountParameters,
      output: z.array(mailAppPassword),
      outputDescription: "The app passwords, oldest first, without the passwords",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => listAppPasswords(ctx, parameters),
    }),
    createMailAppPassword: operation({
      method: "POST",
      path: "/me/mail/{domainName}/accounts/{id}/app-passwords",
      tag: "Mail",
      summary: "Create an app password",
      description:
        "A generated password for one device or program, next to the account's own. Each can be revoked without affecting the others. At most 25 per account.",
      right: "mail:write",
      parameters: mailAccountParameters,
      body: mailAppPasswordInput,
      output: mailAppPasswordCreated,
      outputDescription: "The app password. It isn't shown again.",
      successStatus: 201,
      problems: [404, 409],
      onceOnlyFields: ["passwordOnce"],
      handle: (ctx, { parameters, body }) => createAppPassword(ctx, { ...parameters, ...body }),
    }),
    revokeMailAppPassword: operation({
      method: "DELETE",
      path: "/me/mail/{domainName}/accounts/{id}/app-passwords/{appPasswordId}",
      tag: "Mail",
      summary: "Revoke an app password",
      right: "mail:write",
      parameters: mailAppPasswordParameters,
      output: z.void(),
      outputDescription: "The app password no longer signs in, and its open connections end within seconds",
      successStatus: 204,
      problems: [404],
      handle: (ctx, { parameters }) => revokeAppPassword(ctx, parameters),
    }),
  });
