import {
  chosenDomain,
  domainCounts,
  domainExportQuery,
  domainFilter,
  domainFindInput,
  domainPage,
  domainPageInput,
} from "@zonepost/schema/panel";
import { z } from "zod";
import { csv, csvMediaType } from "../../../kernel/http/csv.ts";
import { named, operation, panelOperation } from "../../../kernel/http/operation.ts";
import type { DomainPorts } from "../ports.ts";
import { exportDomains } from "./export-domains.ts";
import { findDomains } from "./find-domains.ts";
import { countDomains, listMatchingDomains, pageDomains } from "./page-domains.ts";

export const listOperations = (ports: DomainPorts) =>
  named({
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
  });
