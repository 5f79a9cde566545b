import {
  contactInput,
  contactParameters,
  contactPatch,
  domainContactsInput,
  domainName,
  domainParameters,
} from "@zonepost/schema";
import { z } from "zod";
import { whole } from "../../../kernel/page.ts";
import { procedure, router } from "../../../kernel/trpc.ts";
import type { DomainPorts } from "../ports.ts";
import { changeDomainContacts } from "./change-domain-contacts.ts";
import { createContact } from "./create-contact.ts";
import { deleteContact } from "./delete-contact.ts";
import { getDomainContacts } from "./get-domain-contacts.ts";
import { getContact, listContacts } from "./list-contacts.ts";
import { listDomainsOfContact } from "./list-domains-of-contact.ts";
import { updateContact } from "./update-contact.ts";

export const createContactsRouter = (ports: DomainPorts) =>
  router({
    list: procedure.query(({ ctx }) => whole(listContacts(ctx, {}))),
    get: procedure.input(contactParameters).query(({ ctx, input }) => getContact(ctx, input.id)),
    domains: procedure
      .input(contactParameters)
      .query(({ ctx, input }) => listDomainsOfContact(ctx, input.id)),
    create: procedure.input(contactInput).mutation(({ ctx, input }) => createContact(ctx, input)),
    update: procedure
      .input(z.strictObject({ id: contactParameters.shape.id, patch: contactPatch }))
      .mutation(({ ctx, input }) => updateContact({ ...ctx, ...ports }, input)),
    delete: procedure.input(contactParameters).mutation(({ ctx, input }) => deleteContact(ctx, input.id)),
  });

/** Below `domains`. */
export const domainContactProcedures = (ports: DomainPorts) => ({
  contacts: procedure.input(domainParameters).query(({ ctx, input }) => getDomainContacts(ctx, input.name)),
  changeContacts: procedure
    .input(z.strictObject({ name: domainName, contacts: domainContactsInput }))
    .mutation(({ ctx, input }) => changeDomainContacts({ ...ctx, ...ports }, input)),
});
