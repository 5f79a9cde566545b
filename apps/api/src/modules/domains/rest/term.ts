import { domain, domainHistoryEvent, domainParameters, pageQuery } from "@zonepost/schema";
import { z } from "zod";
import { operation, type WorkspaceOperation } from "../../../kernel/operation.ts";
import type { DomainPorts } from "../ports.ts";
import { listDomains } from "../queries/list-domains.ts";
import { listHistory } from "../queries/list-history.ts";

export const termOperations = (_ports: DomainPorts): WorkspaceOperation[] => [
  operation({
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
  operation({
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
];
