import {
  domainBatch,
  domainBatchDetails,
  domainBatchInput,
  domainBatchParameters,
  domainBatchPreview,
  pageQuery,
} from "@zonepost/schema";
import { z } from "zod";
import { named, operation, panelOperation } from "../../../kernel/http/operation.ts";
import type { DomainPorts } from "../ports.ts";
import { getBatch, listBatches } from "./list-batches.ts";
import { previewBatch } from "./preview-batch.ts";
import { queueBatch, readBatchBefore } from "./queue-batch.ts";

export const batchOperations = (ports: DomainPorts) =>
  named({
    changeManyDomains: operation({
      method: "POST",
      path: "/domain-batches",
      tag: "Domains",
      summary: "Create a bulk change",
      description:
        "Runs in the background, domain by domain, with the caller's permissions at that time. Each domain has its own result; a failure does not affect the others. Deleting also requires `domains:release`.",
      right: "domains:write",
      body: domainBatchInput,
      output: domainBatch,
      outputDescription: "The bulk change, now running",
      successStatus: 201,
      problems: [],
      readBefore: (ctx, { body }) => readBatchBefore(ctx, body),
      handle: (ctx, { body }) => queueBatch(ctx, body),
      dryRun: {
        output: domainBatchPreview,
        outputDescription:
          "What would become of each domain, by our records: the registries and the nameservers aren't asked. Nothing was changed.",
        handle: (ctx, { body }) => previewBatch({ ...ctx, ...ports }, body),
      },
    }),
    previewDomainBatch: panelOperation({
      right: "domains:write",
      input: domainBatchInput,
      output: domainBatchPreview,
      handle: (ctx, input) => previewBatch({ ...ctx, ...ports }, input),
    }),
    listDomainBatches: operation({
      method: "GET",
      path: "/domain-batches",
      tag: "Domains",
      summary: "List bulk changes",
      description:
        "Returns the latest 50, newest first. Use `limit` to page through all of them. Callers limited to some domains only see their own.",
      right: "domains:read",
      query: pageQuery,
      output: z.array(domainBatch),
      outputDescription: "The bulk changes, newest first",
      successStatus: 200,
      problems: [],
      handle: (ctx, { query }) => listBatches(ctx, query),
    }),
    getDomainBatch: operation({
      method: "GET",
      path: "/domain-batches/{id}",
      tag: "Domains",
      summary: "Get a bulk change",
      right: "domains:read",
      parameters: domainBatchParameters,
      output: domainBatchDetails,
      outputDescription: "The bulk change, with the result of each domain",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getBatch(ctx, parameters.id),
    }),
  });
