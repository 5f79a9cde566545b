import { mailDomainParameters, mailSenderException, mailSenderExceptionsInput } from "@zonepost/schema";
import { z } from "zod";
import { named, operation } from "../../../kernel/http/operation.ts";
import { listSenderExceptions } from "./list-sender-exceptions.ts";
import { replaceSenderExceptions } from "./replace-sender-exceptions.ts";

const path = "/me/mail/{domainName}/sender-exceptions";

export const senderExceptionOperations = () =>
  named({
    listMailSenderExceptions: operation({
      method: "GET",
      path,
      tag: "Mail",
      summary: "List sender exceptions",
      description:
        "The networks outside this service that may send with addresses of the domain, such as those of mailing lists and forwarders.",
      right: "mail:read",
      parameters: mailDomainParameters,
      output: z.array(mailSenderException),
      outputDescription: "The exceptions, sorted by network",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => listSenderExceptions(ctx, parameters.domainName),
    }),
    replaceMailSenderExceptions: operation({
      method: "PUT",
      path,
      tag: "Mail",
      summary: "Replace sender exceptions",
      description:
        "Mail from outside that claims to be from the domain is refused, unless it comes from one of these networks. A network can be as wide as /12 for IPv4 and /32 for IPv6.",
      right: "mail:write",
      parameters: mailDomainParameters,
      body: mailSenderExceptionsInput,
      output: z.array(mailSenderException),
      outputDescription: "The exceptions, sorted by network",
      successStatus: 200,
      problems: [404, 409],
      handle: (ctx, { parameters, body }) => replaceSenderExceptions(ctx, { ...parameters, ...body }),
    }),
  });
