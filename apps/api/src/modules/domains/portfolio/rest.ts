import {
  domain,
  domainDetails,
  domainHistoryEvent,
  domainListItem,
  domainParameters,
  domainPatch,
  domainWithMail,
  pageQuery,
} from "@zonepost/schema";
import { z } from "zod";
import { operation, panelOperation } from "../../../kernel/http/operation.ts";
import type { DomainPorts, MailOfDomainPorts } from "../ports.ts";
import { exportDomains } from "./export-domains.ts";
import { exportHistory } from "./export-history.ts";
import { getDomain, getDomainWithMail } from "./get-domain-details.ts";
import { listDomainDetails } from "./list-domain-details.ts";
import { listDomains } from "./list-domains.ts";
import { listHistory } from "./list-history.ts";
import { updateDomain } from "./update-domain.ts";

const csv = z.custom<AsyncIterable<string>>().meta({ type: "string", description: "CSV (RFC 4180)" });
const mediaType = "text/csv; charset=utf-8";

export const portfolioOperations = (ports: DomainPorts & MailOfDomainPorts) => ({
  listMyDomains: operation({
    operationId: "listMyDomains",
    method: "GET",
    path: "/domains/mine",
    tag: "Domains",
    summary: "List the workspace's domains",
    right: "domains:read",
    query: pageQuery,
    output: z.array(domain),
    outputDescription: "The domains, by name",
    successStatus: 200,
    problems: [],
    handle: (ctx, { query }) => listDomains(ctx, query),
  }),
  getDomain: operation({
    operationId: "getDomain",
    method: "GET",
    path: "/domains/{name}",
    tag: "Domains",
    summary: "Read a domain",
    right: "domains:read",
    parameters: domainParameters,
    output: domainDetails,
    outputDescription: "The domain, with who acts next and until when",
    successStatus: 200,
    problems: [404],
    handle: (ctx, { parameters }) => getDomain(ctx, parameters.name),
  }),
  updateDomain: operation({
    operationId: "updateDomain",
    method: "PATCH",
    path: "/domains/{name}",
    tag: "Domains",
    summary: "Change a setting of a domain",
    description: "One of automatic renewal, WHOIS privacy and the lock against transfers.",
    right: "domains:write",
    parameters: domainParameters,
    body: domainPatch,
    output: domainDetails,
    outputDescription: "The domain as it is now",
    successStatus: 200,
    problems: [404, 409, 503],
    handle: (ctx, { parameters, body }) =>
      updateDomain({ ...ctx, ...ports }, { name: parameters.name, patch: body }),
  }),
  listDomainHistory: operation({
    operationId: "listDomainHistory",
    method: "GET",
    path: "/domains/{name}/history",
    tag: "Domains",
    summary: "List what happened to a domain",
    description: "Up to 200 events, newest first; page by page all of them.",
    right: "domains:read",
    parameters: domainParameters,
    query: pageQuery,
    output: z.array(domainHistoryEvent),
    outputDescription: "The events, newest first",
    successStatus: 200,
    problems: [404],
    handle: (ctx, { parameters, query }) => listHistory(ctx, parameters.name, query),
  }),
  exportDomains: operation({
    operationId: "exportDomains",
    method: "GET",
    path: "/domains/export",
    tag: "Domains",
    summary: "Export the workspace's domains as CSV",
    description: "The column `registrant` is empty for callers without `contacts:read`.",
    right: "domains:read",
    output: csv,
    outputDescription: "One line for each domain, by name, in UTF-8 with a byte order mark",
    successStatus: 200,
    file: { mediaType, name: "domains.csv" },
    problems: [],
    handle: (ctx) => exportDomains(ctx),
  }),
  exportDomainHistory: operation({
    operationId: "exportDomainHistory",
    method: "GET",
    path: "/domains/{name}/history/export",
    tag: "Domains",
    summary: "Export all that happened to a domain as CSV",
    right: "domains:read",
    parameters: domainParameters,
    output: csv,
    outputDescription: "One line for each event, newest first, in UTF-8 with a byte order mark",
    successStatus: 200,
    file: { mediaType, name: "domain-history.csv" },
    problems: [404],
    handle: (ctx, { parameters }) => exportHistory(ctx, parameters.name),
  }),
  listDomainItems: panelOperation({
    operationId: "listDomainItems",
    right: "domains:read",
    output: z.array(domainListItem),
    handle: (ctx) => listDomainDetails(ctx),
  }),
  getDomainWithMail: panelOperation({
    operationId: "getDomainWithMail",
    right: "domains:read",
    input: domainParameters,
    output: domainWithMail,
    handle: (ctx, input) => getDomainWithMail({ ...ctx, ...ports }, input.name),
  }),
});
