import { deletionInput, domainName, registrationInput, renewalInput, restoreInput } from "@zonepost/schema";
import { procedure } from "../../../kernel/trpc.ts";
import type { NameserverPorts } from "../nameservers/judge-nameservers.ts";
import type { DomainPorts } from "../ports.ts";
import { deleteDomain } from "./delete-domain.ts";
import { registerDomain } from "./register-domain.ts";
import { renewDomain } from "./renew-domain.ts";
import { restoreDomain } from "./restore-domain.ts";

const named = { name: domainName };

export const lifecycleProcedures = (ports: DomainPorts & NameserverPorts) => ({
  register: procedure
    .input(registrationInput)
    .mutation(({ ctx, input }) => registerDomain({ ...ctx, ...ports }, input)),
  renew: procedure
    .input(renewalInput.extend(named))
    .mutation(({ ctx, input }) => renewDomain({ ...ctx, ...ports }, input)),
  restore: procedure
    .input(restoreInput.extend(named))
    .mutation(({ ctx, input }) => restoreDomain({ ...ctx, ...ports }, input)),
  delete: procedure
    .input(deletionInput.extend(named))
    .mutation(({ ctx, input }) => deleteDomain({ ...ctx, ...ports }, input)),
});
