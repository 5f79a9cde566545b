import { domainToUnicode } from "node:url";
import { domainSearchQuery } from "@zonepost/schema";
import { procedure } from "../../../kernel/trpc.ts";
import type { DomainPorts } from "../ports.ts";
import { searchDomain } from "../queries/search-domain.ts";

export const searchProcedures = (ports: DomainPorts) => ({
  search: procedure.input(domainSearchQuery).query(async ({ ctx, input }) => ({
    ...(await searchDomain({ ...ctx, ...ports }, input.q)),
    name: input.q,
    unicodeName: domainToUnicode(input.q),
  })),
});
