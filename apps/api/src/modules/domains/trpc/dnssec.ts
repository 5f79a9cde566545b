import { domainName, domainParameters, dsRecordInput, dsRecordSelector } from "@zonepost/schema";
import { z } from "zod";
import { procedure } from "../../../kernel/trpc.ts";
import type { DomainPorts } from "../ports.ts";
import { getDnssec } from "../queries/get-dnssec.ts";
import { publishDsRecord } from "../use-cases/publish-ds-record.ts";
import { removeDsRecord } from "../use-cases/remove-ds-record.ts";

export const dnssecProcedures = (ports: DomainPorts) => ({
  dnssec: procedure.input(domainParameters).query(({ ctx, input }) => getDnssec(ctx, input.name)),
  publishDsRecord: procedure
    .input(z.strictObject({ name: domainName, dsRecord: dsRecordInput }))
    .mutation(({ ctx, input }) => publishDsRecord({ ...ctx, ...ports }, input)),
  removeDsRecord: procedure
    .input(z.strictObject({ name: domainName, dsRecord: dsRecordSelector }))
    .mutation(({ ctx, input }) => removeDsRecord({ ...ctx, ...ports }, input)),
});
