import {
  dnssecChangeInput,
  domainName,
  domainParameters,
  dsRecordInput,
  dsRecordSelector,
  dsRecordsInput,
  preflightQuery,
} from "@zonepost/schema";
import { z } from "zod";
import { procedure } from "../../../kernel/trpc.ts";
import type { DnsPorts, DomainPorts } from "../ports.ts";
import { checkDsRecords } from "./check-ds-records.ts";
import { getDnssec } from "./get-dnssec.ts";
import { getKeyTimeline } from "./get-key-timeline.ts";
import { publishDsRecord } from "./publish-ds-record.ts";
import { removeDsRecord } from "./remove-ds-record.ts";
import { replaceDsRecords } from "./replace-ds-records.ts";

const { preflight } = preflightQuery.shape;

export const dnssecProcedures = (ports: DomainPorts & DnsPorts) => ({
  dnssec: procedure.input(domainParameters).query(({ ctx, input }) => getDnssec(ctx, input.name)),
  keyTimeline: procedure.input(domainParameters).query(({ ctx, input }) => getKeyTimeline(ctx, input.name)),
  preflight: procedure
    .input(z.strictObject({ name: domainName, change: dnssecChangeInput }))
    .query(({ ctx, input }) => checkDsRecords({ ...ctx, ...ports }, input)),
  publishDsRecord: procedure
    .input(z.strictObject({ name: domainName, dsRecord: dsRecordInput, preflight }))
    .mutation(({ ctx, input }) => publishDsRecord({ ...ctx, ...ports }, input)),
  removeDsRecord: procedure
    .input(z.strictObject({ name: domainName, dsRecord: dsRecordSelector, preflight }))
    .mutation(({ ctx, input }) => removeDsRecord({ ...ctx, ...ports }, input)),
  replaceDsRecords: procedure
    .input(z.strictObject({ name: domainName, ...dsRecordsInput.shape, preflight }))
    .mutation(({ ctx, input }) => replaceDsRecords({ ...ctx, ...ports }, input)),
});
