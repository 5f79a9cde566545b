import { domain, domainDetails, domainParameters, domainPatch, pageQuery } from "@zonepost/schema";
import { domainWithMail, portfolio } from "@zonepost/schema/panel";
import { z } from "zod";
import { named, operation, panelOperation } from "../../../kernel/http/operation.ts";
import { acceptedByRegistry } from "../model/operations.ts";
import type { DomainPorts } from "../ports.ts";
import { getDomain, getDomainWithMail } from "./get-domain-details.ts";
import { getPortfolio } from "./get-portfolio.ts";
import { listDomains } from "./list-domains.ts";
import { updateDomain } from "./update-domain.ts";

export const portfolioOperations = (ports: DomainPorts) =>
  named({
    listMyDomains: operation({
      method: "GET",
      path: "/domains/mine",
      tag: "Domains",
      summary: "List domains",
      right: "domains:read",
      query: pageQuery,
      output: z.array(domain),
      outputDescription: "The domains, sorted by name",
      successStatus: 200,
      problems: [],
      handle: (ctx, { query }) => listDomains(ctx, query),
    }),
    getDomain: operation({
      method: "GET",
      path: "/domains/{name}",
      tag: "Domains",
      summary: "Get a domain",
      right: "domains:read",
      parameters: domainParameters,
      output: domainDetails,
      outputDescription: "The domain, with who acts next and by when",
      successStatus: 200,
      problems: [404],
      isMatchable: true,
      handle: (ctx, { parameters }) => getDomain({ ...ctx, ...ports }, parameters.name),
    }),
    updateDomain: operation({
      method: "PATCH",
      path: "/domains/{name}",
      tag: "Domains",
      summary: "Update a domain",
      description:
        "Changes one of auto-renew, WHOIS privacy and the transfer lock. With `If-Match`, only if the domain is still the one that you read.",
      right: "domains:write",
      parameters: domainParameters,
      body: domainPatch,
      output: domainDetails,
      outputDescription: "The updated domain",
      successStatus: 200,
      accepted: acceptedByRegistry,
      problems: [404, 409, 412, 503],
      isMatchable: true,
      handle: (ctx, { parameters, body }) =>
        updateDomain({ ...ctx, ...ports }, { name: parameters.name, patch: body }),
    }),
    getPortfolio: panelOperation({
      right: "domains:read",
      output: portfolio,
      handle: (ctx) => getPortfolio(ctx),
    }),
    getDomainWithMail: panelOperation({
      right: "domains:read",
      input: domainParameters,
      output: domainWithMail,
      handle: (ctx, input) => getDomainWithMail({ ...ctx, ...ports }, input.name),
    }),
  });
