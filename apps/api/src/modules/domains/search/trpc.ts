import { domainToUnicode } from "node:url";
import { domainSearchQuery, domainSuggestionsQuery } from "@zonepost/schema";
import { procedure } from "../../../kernel/trpc.ts";
import type { DomainPorts } from "../ports.ts";
import { listTlds } from "./list-tlds.ts";
import { searchDomain } from "./search-domain.ts";
import { suggestDomains } from "./suggest-domains.ts";

export const searchProcedures = (ports: DomainPorts) => ({
  search: procedure.input(domainSearchQuery).query(async ({ ctx, input }) => ({
    ...(await searchDomain({ ...ctx, ...ports }, input.q)),
    name: input.q,
    unicodeName: domainToUnicode(input.q),
  })),
  /** One result after the other, as registries answer: for a link that streams. */
  suggestions: procedure
    .input(domainSuggestionsQuery)
    .query(({ ctx, input }) => suggestDomains({ ...ctx, ...ports }, input.word)),
  tlds: procedure.query(({ ctx }) => listTlds({ ...ctx, ...ports })),
});
