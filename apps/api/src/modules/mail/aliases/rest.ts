import { mailAlias, mailAliasInput, mailDomainParameters, pageQuery } from "@zonepost/schema";
import { z } from "zod";
import { named, operation } from "../../../kernel/http/operation.ts";
import type { MailPorts } from "../ports.ts";
import { createAlias } from "./create-alias.ts";
import { listAliases } from "./list-aliases.ts";

export const mailAliasOperations = (ports: Pick<MailPorts, "secretBox" | "panelUrl">) =>
  named({
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
  });
