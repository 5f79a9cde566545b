import {
  domainBatch,
  domainBatchDetails,
  domainBatchInput,
  domainBatchParameters,
  pageQuery,
} from "@zonepost/schema";
import { z } from "zod";
import { operation } from "../../../kernel/http/operation.ts";
import { changeManyDomains } from "./change-many-domains.ts";
import { getBatch, listBatches } from "./list-batches.ts";

export const batchOperations = () => ({
  changeManyDomains: operation({
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
  listDomainBatches: operation({
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
  getDomainBatch: operation({
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
});
