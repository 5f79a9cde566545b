import {
  availability,
  domainSearchQuery,
  domainSuggestion,
  domainSuggestionsQuery,
  listedPrice,
  tldOffer,
} from "@zonepost/schema";
import { namedAvailability, namesQuery } from "@zonepost/schema/panel";
import { z } from "zod";
import { named, operation, panelOperation, streamOf } from "../../../kernel/http/operation.ts";
import type { DomainPorts } from "../ports.ts";
import { listPrices } from "./list-prices.ts";
import { listTlds } from "./list-tlds.ts";
import { searchDomain, searchDomainByName } from "./search-domain.ts";
import { checkNames, listSuggestions, suggestDomains } from "./suggest-domains.ts";

export const searchOperations = (ports: DomainPorts) =>
  named({
    searchDomain: operation({
      method: "GET",
      path: "/domains/search",
      tag: "Domains",
      summary: "Check a domain's availability",
      right: "domains:read",
      query: domainSearchQuery,
      output: availability,
      outputDescription: "Availability and price",
      successStatus: 200,
      problems: [503],
      handle: (ctx, { query }) => searchDomain({ ...ctx, ...ports }, query.q),
    }),
    suggestDomains: operation({
      method: "GET",
      path: "/domains/suggestions",
      tag: "Domains",
      summary: "Suggest domains",
      description:
        "Checks a word under every TLD we offer. If you send a full domain name, it comes first. If a registry is unavailable, its names have the reason `registry_away`.",
      right: "domains:read",
      query: domainSuggestionsQuery,
      output: z.array(domainSuggestion),
      outputDescription: "One result per TLD",
      successStatus: 200,
      problems: [],
      handle: (ctx, { query }) => listSuggestions({ ...ctx, ...ports }, query.word),
    }),
    listTlds: operation({
      method: "GET",
      path: "/domains/tlds",
      tag: "Domains",
      summary: "List TLDs",
      right: "domains:read",
      output: z.array(tldOffer),
      outputDescription: "The TLDs, with their rules and prices",
      successStatus: 200,
      problems: [],
      handle: (ctx) => listTlds({ ...ctx, ...ports }),
    }),
    listPrices: operation({
      method: "GET",
      path: "/prices",
      tag: "Payments",
      summary: "List prices",
      description:
        "The prices of standard names under each TLD and of each mail plan. A search returns the price of a premium name.",
      right: "domains:read",
      output: z.array(listedPrice),
      outputDescription: "One price per action, the TLDs first",
      successStatus: 200,
      problems: [],
      handle: (ctx) => listPrices({ ...ctx, ...ports }),
    }),
    searchDomainByName: panelOperation({
      right: "domains:read",
      input: domainSearchQuery,
      output: namedAvailability,
      handle: (ctx, input) => searchDomainByName({ ...ctx, ...ports }, input.q),
    }),
    checkNames: panelOperation({
      right: "domains:read",
      input: namesQuery,
      output: streamOf(domainSuggestion),
      handle: (ctx, input) => checkNames({ ...ctx, ...ports }, input.names),
    }),
    streamDomainSuggestions: panelOperation({
      right: "domains:read",
      input: domainSuggestionsQuery,
      output: streamOf(domainSuggestion),
      handle: (ctx, input) => suggestDomains({ ...ctx, ...ports }, input.word),
    }),
  });
