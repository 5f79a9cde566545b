import { domainBatchInput, domainBatchParameters } from "@zonepost/schema";
import { whole } from "../../../kernel/page.ts";
import { procedure, router } from "../../../kernel/trpc.ts";
import type { DomainPorts } from "../ports.ts";
import { getBatch, listBatches } from "../queries/list-batches.ts";
import { changeManyDomains } from "../use-cases/change-many-domains.ts";

export const manyProcedures = (_ports: DomainPorts) => ({
  batches: router({
    create: procedure.input(domainBatchInput).mutation(({ ctx, input }) => changeManyDomains(ctx, input)),
    list: procedure.query(({ ctx }) => whole(listBatches(ctx))),
    get: procedure.input(domainBatchParameters).query(({ ctx, input }) => getBatch(ctx, input.id)),
  }),
});
