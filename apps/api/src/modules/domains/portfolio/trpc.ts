import { domainName, domainParameters, domainPatch } from "@zonepost/schema";
import { z } from "zod";
import { whole } from "../../../kernel/page.ts";
import { procedure } from "../../../kernel/trpc.ts";
import type { DomainPorts, MailOfDomainPorts } from "../ports.ts";
import { getDomainWithMail } from "./get-domain-details.ts";
import { listDomainDetails } from "./list-domain-details.ts";
import { listHistory } from "./list-history.ts";
import { updateDomain } from "./update-domain.ts";

export const portfolioProcedures = (ports: DomainPorts & MailOfDomainPorts) => ({
  list: procedure.query(({ ctx }) => listDomainDetails(ctx)),
  get: procedure
    .input(domainParameters)
    .query(({ ctx, input }) => getDomainWithMail({ ...ctx, ...ports }, input.name)),
  history: procedure.input(domainParameters).query(({ ctx, input }) => whole(listHistory(ctx, input.name))),
  update: procedure
    .input(z.strictObject({ name: domainName, patch: domainPatch }))
    .mutation(({ ctx, input }) => updateDomain({ ...ctx, ...ports }, input)),
});
