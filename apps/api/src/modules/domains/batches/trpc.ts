import { domainBatchInput, domainBatchParameters } from "@zonepost/schema";
import { whole } from "../../../kernel/page.ts";
import { procedure, router } from "../../../kernel/trpc.ts";
import { changeManyDomains } from "./change-many-domains.ts";
import { getBatch, listBatches } from "./list-batches.ts";

export const batchProcedures = () => ({
  batches: router({
    create: procedure.input(domainBatchInput).mutation(({ ctx, input }) => changeManyDomains(ctx, input)),
    list: procedure.query(({ ctx }) => whole(listBatches(ctx))),
    get: procedure.input(domainBatchParameters).query(({ ctx, input }) => getBatch(ctx, input.id)),
  }),
});
