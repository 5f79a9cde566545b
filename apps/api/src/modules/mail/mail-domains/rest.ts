import { mailDomain, mailDomainParameters, mailDomainPatch } from "@zonepost/schema";
import { z } from "zod";
import { named, operation } from "../../../kernel/http/operation.ts";
import { getMailDomain } from "./get-mail-domain.ts";
import { listMailDomains } from "./list-mail-domains.ts";
import { updateMailDomain } from "./update-mail-domain.ts";

export const mailDomainOperations = () =>
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
        "Changes the fields that are sent: auto-renew, and the schedule of DKIM rotations. To change or renew the plan, place an order with a `mail_plan` line.",
      right: "mail:write",
      parameters: mailDomainParameters,
      body: mailDomainPatch,
      output: mailDomain,
      outputDescription: "The updated mail domain",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters, body }) => updateMailDomain(ctx, { ...parameters, ...body }),
    }),
  });
