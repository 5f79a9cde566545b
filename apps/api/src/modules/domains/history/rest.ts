import { domainHistoryEvent, domainParameters, pageQuery } from "@zonepost/schema";
import { z } from "zod";
import { csv, csvMediaType } from "../../../kernel/http/csv.ts";
import { named, operation } from "../../../kernel/http/operation.ts";
import { exportHistory } from "./export-history.ts";
import { listHistory } from "./list-history.ts";

export const historyOperations = () =>
  named({
    listDomainHistory: operation({
      method: "GET",
      path: "/domains/{name}/history",
      tag: "Domains",
      summary: "List a domain's history",
      description:
        "Returns the latest 200 events, newest first. Use `limit` to page through all of them. The history of a domain that was deleted or transferred out remains available up to that event.",
      right: "domains:read",
      parameters: domainParameters,
      query: pageQuery,
      output: z.array(domainHistoryEvent),
      outputDescription: "The events, newest first",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters, query }) => listHistory(ctx, parameters.name, query),
    }),
    exportDomainHistory: operation({
      method: "GET",
      path: "/domains/{name}/history/export",
      tag: "Domains",
      summary: "Export a domain's history",
      right: "domains:read",
      parameters: domainParameters,
      output: csv,
      outputDescription: "CSV with one line per event, newest first, in UTF-8 with a byte order mark",
      successStatus: 200,
      file: { mediaType: csvMediaType, name: "domain-history.csv" },
      problems: [404],
      handle: (ctx, { parameters }) => exportHistory(ctx, parameters.name),
    }),
  });
