import { domain, domainDetails, domainParameters, domainPatch, pageQuery } from "@zonepost/schema";
import {
  chosenDomain,
  domainCounts,
  domainExportQuery,
  domainFilter,
  domainFindInput,
  domainPage,
  domainPageInput,
  domainWithMail,
  portfolio,
} from "@zonepost/schema/panel";
import { z } from "zod";
import { csv, csvMediaType } from "../../../kernel/http/csv.ts";
import { named, operation, panelOperation } from "../../../kernel/http/operation.ts";
import { acceptedByRegistry } from "../model/operations.ts";
import type { DomainPorts } from "../ports.ts";
import { exportDomains } from "./export-domains.ts";
import { findDomains } from "./find-domains.ts";
import { getDomain, getDomainWithMail } from "./get-domain-details.ts";
import { getPortfolio } from "./get-portfolio.ts";
import { listDomains } from "./list-domains.ts";
import { countDomains, listMatchingDomains, pageDomains } from "./page-domains.ts";
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
    exportDomains: operation({
      method: "GET",
      path: "/domains/export",
      tag: "Domains",
      summary: "Export domains",
      description:
        "Returns CSV. The column `registrant` is empty for callers without `contacts:read`. The parameters filter like the panel's list; without any, all domains are exported.",
      right: "domains:read",
      query: domainExportQuery,
      output: csv,
      outputDescription: "CSV with one line per domain, sorted by name, in UTF-8 with a byte order mark",
      successStatus: 200,
      file: { mediaType: csvMediaType, name: "domains.csv" },
      problems: [],
      handle: (ctx, { query }) =>
        exportDomains({ ...ctx, ...ports }, { ...query, attention: query.attention === "true" }),
    }),
    getPortfolio: panelOperation({
      right: "domains:read",
      output: portfolio,
      handle: (ctx) => getPortfolio(ctx),
    }),
    pageDomains: panelOperation({
      right: "domains:read",
      input: domainPageInput,
      output: domainPage,
      handle: (ctx, input) => pageDomains({ ...ctx, ...ports }, input),
    }),
    countDomains: panelOperation({
      right: "domains:read",
      input: domainFilter,
      output: domainCounts,
      handle: (ctx, input) => countDomains({ ...ctx, ...ports }, input),
    }),
    listMatchingDomains: panelOperation({
      right: "domains:read",
      input: domainFilter,
      output: z.array(chosenDomain),
      handle: (ctx, input) => listMatchingDomains({ ...ctx, ...ports }, input),
    }),
    findDomains: panelOperation({
      right: "domains:read",
      input: domainFindInput,
      output: z.array(chosenDomain),
      handle: (ctx, input) => findDomains(ctx, input),
    }),
    getDomainWithMail: panelOperation({
      right: "domains:read",
      input: domainParameters,
      output: domainWithMail,
      handle: (ctx, input) => getDomainWithMail({ ...ctx, ...ports }, input.name),
    }),
  });
