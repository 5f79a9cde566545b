import { contactInput, contactParameters, contactPatch } from "@zonepost/schema";
import { z } from "zod";
import { whole } from "../../../kernel/page.ts";
import { procedure, router } from "../../../kernel/trpc.ts";
import type { DomainPorts } from "../ports.ts";
import { getContact, listContacts } from "../queries/list-contacts.ts";
import { listDomainsOfContact } from "../queries/list-domains-of-contact.ts";
import { createContact } from "../use-cases/create-contact.ts";
import { deleteContact } from "../use-cases/delete-contact.ts";
import { updateContact } from "../use-cases/update-contact.ts";

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
