import { domainName, nameserversInput } from "@zonepost/schema";
import { procedure } from "../../../kernel/trpc.ts";
import type { DomainPorts } from "../ports.ts";
import { changeNameservers } from "./change-nameservers.ts";
import type { NameserverPorts } from "./judge-nameservers.ts";

export const nameserverProcedures = (ports: DomainPorts & NameserverPorts) => ({
  changeNameservers: procedure
    .input(nameserversInput.extend({ name: domainName }))
    .mutation(({ ctx, input }) => changeNameservers({ ...ctx, ...ports }, input)),
});
