import {
  domainContactsInput,
  domainName,
  domainParameters,
  domainPatch,
  nameserversInput,
} from "@zonepost/schema";
import { z } from "zod";
import { procedure } from "../../../kernel/trpc.ts";
import type { DomainPorts } from "../ports.ts";
import { getDomainContacts } from "../queries/get-domain-contacts.ts";
import { changeDomainContacts } from "../use-cases/change-domain-contacts.ts";
import { changeNameservers } from "../use-cases/change-nameservers.ts";
import type { NameserverPorts } from "../use-cases/judge-nameservers.ts";
import { updateDomain } from "../use-cases/update-domain.ts";

export const changeProcedures = (ports: DomainPorts & NameserverPorts) => ({
  update: procedure
    .input(z.strictObject({ name: domainName, patch: domainPatch }))
    .mutation(({ ctx, input }) => updateDomain({ ...ctx, ...ports }, input)),
  changeNameservers: procedure
    .input(nameserversInput.extend({ name: domainName }))
    .mutation(({ ctx, input }) => changeNameservers({ ...ctx, ...ports }, input)),
  contacts: procedure.input(domainParameters).query(({ ctx, input }) => getDomainContacts(ctx, input.name)),
  changeContacts: procedure
    .input(z.strictObject({ name: domainName, contacts: domainContactsInput }))
    .mutation(({ ctx, input }) => changeDomainContacts({ ...ctx, ...ports }, input)),
});
