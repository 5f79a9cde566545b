import {
  mailAlias,
  mailAliasInput,
  mailAliasParameters,
  mailAliasPatch,
  mailDomainParameters,
  pageQuery,
} from "@zonepost/schema";
import { z } from "zod";
import { named, operation } from "../../../kernel/http/operation.ts";
import type { MailPorts } from "../ports.ts";
import { createAlias } from "./create-alias.ts";
import { deleteAlias } from "./delete-alias.ts";
import { getAlias } from "./get-alias.ts";
import { listAliases } from "./list-aliases.ts";
import { readBeforeCreation, readBeforeUpdate } from "./read-aliases-before.ts";
import { updateAlias } from "./update-alias.ts";

export const mailAliasOperations = (ports: Pick<MailPorts, "secretBox" | "panelUrl">) =>
  named({
    createMailAlias: operation({
      method: "POST",
      path: "/me/mail/{domainName}/aliases",
      tag: "Mail",
      summary: "Create a mail alias",
      description:
        "`fromAddress` is on this domain. `toAddress` can be any address, on this service or elsewhere; `toAddresses` is for several. If there is an alias of `fromAddress`, they become its last targets, of at most 50: all of them or none. An address outside the workspace receives nothing until its owner confirms by email. A loop is refused with `alias_loop`, and `errors` has the targets that cause it.",
      right: "mail:write",
      parameters: mailDomainParameters,
      body: mailAliasInput,
      output: mailAlias,
      outputDescription: "The alias",
      successStatus: 201,
      problems: [404, 409],
      readBefore: (ctx, { parameters, body }) => readBeforeCreation(ctx, { ...parameters, ...body }),
      handle: (ctx, { parameters, body }) => createAlias({ ...ctx, ...ports }, { ...parameters, ...body }),
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
    getMailAlias: operation({
      method: "GET",
      path: "/me/mail/{domainName}/aliases/{id}",
      tag: "Mail",
      summary: "Get a mail alias",
      right: "mail:read",
      parameters: mailAliasParameters,
      output: mailAlias,
      outputDescription: "The alias",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getAlias(ctx, parameters),
    }),
    updateMailAlias: operation({
      method: "PATCH",
      path: "/me/mail/{domainName}/aliases/{id}",
      tag: "Mail",
      summary: "Update a mail alias",
      description:
        "Replaces all addresses that receive the mail, 1 to 50 in the given order. New addresses outside the workspace get an email and have to confirm, unless they confirmed earlier.",
      right: "mail:write",
      parameters: mailAliasParameters,
      body: mailAliasPatch,
      output: mailAlias,
      outputDescription: "The updated alias",
      successStatus: 200,
      problems: [404, 409],
      readBefore: (ctx, { parameters, body }) => readBeforeUpdate(ctx, { ...parameters, ...body }),
      handle: (ctx, { parameters, body }) => updateAlias({ ...ctx, ...ports }, { ...parameters, ...body }),
    }),
    deleteMailAlias: operation({
      method: "DELETE",
      path: "/me/mail/{domainName}/aliases/{id}",
      tag: "Mail",
      summary: "Delete a mail alias",
      description:
        "Mail to the address goes to the domain's catch-all from now on, or is refused. Returns 409 with `alias_loop` if the catch-all leads back to the address.",
      right: "mail:write",
      parameters: mailAliasParameters,
      output: z.void(),
      outputDescription: "The alias was deleted",
      successStatus: 204,
      problems: [404, 409],
      handle: (ctx, { parameters }) => deleteAlias(ctx, parameters),
    }),
  });
