import { availability, domainSearchQuery } from "@zonepost/schema";
import { operation, type WorkspaceOperation } from "../../../kernel/operation.ts";
import type { DomainPorts } from "../ports.ts";
import { searchDomain } from "../queries/search-domain.ts";

export const searchOperations = (ports: DomainPorts): WorkspaceOperation[] => [
  operation({
    operationId: "searchDomain",
    method: "GET",
    path: "/domains/search",
    tag: "Domains",
    summary: "Ask whether a domain name can be had, and its price",
    right: "domains:read",
    query: domainSearchQuery,
    output: availability,
    outputDescription: "Whether the name can be had",
    successStatus: 200,
    problems: [503],
    handle: (ctx, { query }) => searchDomain({ ...ctx, ...ports }, query.q),
  }),
];
