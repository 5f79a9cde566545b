import { domainToUnicode } from "node:url";
import {
  domainName,
  domainParameters,
  domainSearchQuery,
  dsRecordInput,
  dsRecordSelector,
} from "@zonepost/schema";
import { z } from "zod";
import { whole } from "../../kernel/page.ts";
import { procedure, router } from "../../kernel/trpc.ts";
import type { DomainPorts } from "./ports.ts";
import { getDnssec } from "./queries/get-dnssec.ts";
import { getDomainDetails, listDomainDetails } from "./queries/list-domain-details.ts";
import { listHistory } from "./queries/list-history.ts";
import { searchDomain } from "./queries/search-domain.ts";
import { publishDsRecord } from "./use-cases/publish-ds-record.ts";
import { removeDsRecord } from "./use-cases/remove-ds-record.ts";

export const createDomainsRouter = (ports: DomainPorts) =>
  router({
    list: procedure.query(({ ctx }) => listDomainDetails(ctx)),
    get: procedure.input(domainParameters).query(({ ctx, input }) => getDomainDetails(ctx, input.name)),
    search: procedure.input(domainSearchQuery).query(async ({ ctx, input }) => ({
      ...(await searchDomain({ ...ctx, ...ports }, input.q)),
      name: input.q,
      unicodeName: domainToUnicode(input.q),
    })),
    history: procedure.input(domainParameters).query(({ ctx, input }) => whole(listHistory(ctx, input.name))),
    dnssec: procedure.input(domainParameters).query(({ ctx, input }) => getDnssec(ctx, input.name)),
    publishDsRecord: procedure
      .input(z.strictObject({ name: domainName, dsRecord: dsRecordInput }))
      .mutation(({ ctx, input }) => publishDsRecord({ ...ctx, ...ports }, input)),
    removeDsRecord: procedure
      .input(z.strictObject({ name: domainName, dsRecord: dsRecordSelector }))
      .mutation(({ ctx, input }) => removeDsRecord({ ...ctx, ...ports }, input)),
  });
