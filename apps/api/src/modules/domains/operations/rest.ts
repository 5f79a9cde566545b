import {
  domainOperation,
  domainOperationParameters,
  domainOperationsQuery,
  pageQuery,
} from "@zonepost/schema";
import { z } from "zod";
import { named, operation } from "../../../kernel/http/operation.ts";
import type { DomainPorts } from "../ports.ts";
import { cancelDomainOperation } from "./cancel-domain-operation.ts";
import { getDomainOperation, listDomainOperations } from "./list-operations.ts";

export const domainOperationOperations = (ports: DomainPorts) =>
  named({
    listDomainOperations: operation({
      method: "GET",
      path: "/domain-operations",
      tag: "Domains",
      summary: "List domain operations",
      description:
        "Registrations, renewals, restores, deletions, transfers, and changes that a registry completes later. Returns the latest 200, newest first. Use `limit` to page through all of them.",
      right: "domains:read",
      query: domainOperationsQuery.extend(pageQuery.shape),
      output: z.array(domainOperation),
      outputDescription: "The operations, newest first",
      successStatus: 200,
      problems: [],
      handle: (ctx, { query }) => listDomainOperations(ctx, query),
    }),
    getDomainOperation: operation({
      method: "GET",
      path: "/domain-operations/{id}",
      tag: "Domains",
      summary: "Get a domain operation",
      right: "domains:read",
      parameters: domainOperationParameters,
      output: domainOperation,
      outputDescription: "The operation",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getDomainOperation(ctx, parameters.id),
    }),
    cancelDomainOperation: operation({
      method: "POST",
      path: "/domain-operations/{id}/cancel",
      tag: "Domains",
      summary: "Cancel an incoming transfer",
      right: "domains:buy",
      parameters: domainOperationParameters,
      output: domainOperation,
      outputDescription: "The operation",
      successStatus: 200,
      problems: [404, 409, 503],
      handle: (ctx, { parameters }) => cancelDomainOperation({ ...ctx, ...ports }, parameters.id),
    }),
  });
