import {
  domainBatch,
  domainBatchDetails,
  domainBatchInput,
  domainBatchParameters,
  domainParameters,
  pageQuery,
} from "@zonepost/schema";
import { z } from "zod";
import { operation, type WorkspaceOperation } from "../../../kernel/operation.ts";
import type { DomainPorts } from "../ports.ts";
import { exportDomains } from "../queries/export-domains.ts";
import { exportHistory } from "../queries/export-history.ts";
import { getBatch, listBatches } from "../queries/list-batches.ts";
import { changeManyDomains } from "../use-cases/change-many-domains.ts";

const csv = z.custom<AsyncIterable<string>>().meta({ type: "string", description: "CSV (RFC 4180)" });
const mediaType = "text/csv; charset=utf-8";

export const manyOperations = (_ports: DomainPorts): WorkspaceOperation[] => [
  operation({
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
  operation({
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
  operation({
    operationId: "changeManyDomains",
    method: "POST",
    path: "/domain-batches",
    tag: "Domains",
    summary: "Make one change to many domains",
    description:
      "The change is made afterwards, domain by domain, in the name and within the rights that the caller has then. Each name has a result of its own: one that fails leaves the others alone.",
    right: "domains:write",
    body: domainBatchInput,
    output: domainBatch,
    outputDescription: "The batch, which has begun",
    successStatus: 201,
    problems: [],
    handle: (ctx, { body }) => changeManyDomains(ctx, body),
  }),
  operation({
    operationId: "listDomainBatches",
    method: "GET",
    path: "/domain-batches",
    tag: "Domains",
    summary: "List changes of many domains",
    description:
      "The latest 50, newest first; page by page all of them. Whoever is limited to some domains sees their own.",
    right: "domains:read",
    query: pageQuery,
    output: z.array(domainBatch),
    outputDescription: "The batches, newest first",
    successStatus: 200,
    problems: [],
    handle: (ctx, { query }) => listBatches(ctx, query),
  }),
  operation({
    operationId: "getDomainBatch",
    method: "GET",
    path: "/domain-batches/{id}",
    tag: "Domains",
    summary: "Read a change of many domains, with the result of each name",
    right: "domains:read",
    parameters: domainBatchParameters,
    output: domainBatchDetails,
    outputDescription: "The batch as it is now",
    successStatus: 200,
    problems: [404],
    handle: (ctx, { parameters }) => getBatch(ctx, parameters.id),
  }),
];
