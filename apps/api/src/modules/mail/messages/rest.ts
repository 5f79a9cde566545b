import { mailDomainParameters, mailMessage, mailMessageQuery } from "@zonepost/schema";
import { mailMessagePage, mailMessagePageQuery } from "@zonepost/schema/panel";
import { z } from "zod";
import { named, operation, panelOperation } from "../../../kernel/http/operation.ts";
import { listMessages, pageMessages } from "./list-messages.ts";

export const mailMessageOperations = () =>
  named({
    listMailMessages: operation({
      method: "GET",
      path: "/me/mail/{domainName}/messages",
      tag: "Mail",
      summary: "List messages with their delivery paths",
      description:
        "From the logs of the mail servers, without content or subject. A message to several recipients is listed once for each. Without `limit`, the latest 200 are returned.",
      right: "mail:read",
      parameters: mailDomainParameters,
      query: mailMessageQuery,
      output: z.array(mailMessage),
      outputDescription: "The messages, newest first",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters, query }) => listMessages(ctx, parameters.domainName, query),
    }),
    listMailMessagePage: panelOperation({
      right: "mail:read",
      input: mailMessagePageQuery,
      output: mailMessagePage,
      handle: (ctx, { domainName, ...query }) => pageMessages(ctx, domainName, query),
    }),
  });
