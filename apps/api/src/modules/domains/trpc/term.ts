import { domainParameters } from "@zonepost/schema";
import { whole } from "../../../kernel/page.ts";
import { procedure } from "../../../kernel/trpc.ts";
import type { DomainPorts } from "../ports.ts";
import { getDomainDetails, listDomainDetails } from "../queries/list-domain-details.ts";
import { listHistory } from "../queries/list-history.ts";

export const termProcedures = (_ports: DomainPorts) => ({
  list: procedure.query(({ ctx }) => listDomainDetails(ctx)),
  get: procedure.input(domainParameters).query(({ ctx, input }) => getDomainDetails(ctx, input.name)),
  history: procedure.input(domainParameters).query(({ ctx, input }) => whole(listHistory(ctx, input.name))),
});
