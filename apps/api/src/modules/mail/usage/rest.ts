import { mailDomainParameters, mailUsage, mailUsageQuery } from "@zonepost/schema";
import { named, operation } from "../../../kernel/http/operation.ts";
import { getUsage } from "./get-usage.ts";

export const mailUsageOperations = () =>
  named({
    getMailUsage: operation({
      method: "GET",
      path: "/me/mail/{domainName}/usage",
      tag: "Mail",
      summary: "Get the use of a mail domain",
      description:
        "Storage and messages per day (UTC), and the recipients of the last hour next to their limits, of the domain and of each account.",
      right: "mail:read",
      parameters: mailDomainParameters,
      query: mailUsageQuery,
      output: mailUsage,
      outputDescription: "The use of the domain and of its accounts",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters, query }) => getUsage(ctx, parameters.domainName, query),
    }),
  });
