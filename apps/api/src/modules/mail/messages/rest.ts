import { mailDomainParameters, mailMessage, mailMessageQuery } from "@zonepost/schema";
import { z } from "zod";
import { named, operation } from "../../../kernel/http/operation.ts";
import { listMessages } from "./list-messages.ts";

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
  });
