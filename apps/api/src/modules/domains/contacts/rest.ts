import {
  contact,
  contactInput,
  contactParameters,
  contactPatch,
  domainContacts,
  domainContactsInput,
  domainParameters,
  pageQuery,
} from "@zonepost/schema";
import { contactPage, contactPageInput, domainOfContact } from "@zonepost/schema/panel";
import { z } from "zod";
import { named, operation, panelOperation } from "../../../kernel/http/operation.ts";
import { acceptedByRegistry } from "../model/operations.ts";
import type { DomainPorts } from "../ports.ts";
import { changeDomainContacts, readContactsBefore } from "./change-domain-contacts.ts";
import { createContact } from "./create-contact.ts";
import { deleteContact } from "./delete-contact.ts";
import { getDomainContacts } from "./get-domain-contacts.ts";
import { getContact, getOwnContact, listContacts } from "./list-contacts.ts";
import { listDomainsOfContact } from "./list-domains-of-contact.ts";
import { pageContacts } from "./page-contacts.ts";
import { updateContact } from "./update-contact.ts";

export const contactOperations = (ports: DomainPorts) =>
  named({
    listContacts: operation({
      method: "GET",
      path: "/contacts",
      tag: "Contacts",
      summary: "List contacts",
      right: "contacts:read",
      query: pageQuery,
      output: z.array(contact),
      outputDescription: "The contacts, oldest first",
      successStatus: 200,
      problems: [],
      handle: (ctx, { query }) => listContacts(ctx, query),
    }),
    createContact: operation({
      method: "POST",
      path: "/contacts",
      tag: "Contacts",
      summary: "Create a contact",
      description:
        "A workspace can have up to 1,000 contacts. A contact is only sent to a registry when a domain uses it.",
      right: "contacts:write",
      body: contactInput,
      output: contact,
      outputDescription: "The contact",
      successStatus: 201,
      problems: [409],
      handle: (ctx, { body }) => createContact(ctx, body),
    }),
    getContact: operation({
      method: "GET",
      path: "/contacts/{id}",
      tag: "Contacts",
      summary: "Get a contact",
      right: "contacts:read",
      parameters: contactParameters,
      output: contact,
      outputDescription: "The contact",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getContact(ctx, parameters.id),
    }),
    updateContact: operation({
      method: "PATCH",
      path: "/contacts/{id}",
      tag: "Contacts",
      summary: "Update a contact",
      description:
        "Also updates the contact at every registry that has it. If one of them is unavailable, nothing is changed.",
      right: "contacts:write",
      parameters: contactParameters,
      body: contactPatch,
      output: contact,
      outputDescription: "The updated contact",
      successStatus: 200,
      problems: [404, 409, 503],
      readBefore: (ctx, { parameters }) => getOwnContact(ctx, parameters.id),
      handle: (ctx, { parameters, body }) =>
        updateContact({ ...ctx, ...ports }, { id: parameters.id, patch: body }),
    }),
    deleteContact: operation({
      method: "DELETE",
      path: "/contacts/{id}",
      tag: "Contacts",
      summary: "Delete a contact",
      right: "contacts:write",
      parameters: contactParameters,
      output: z.void(),
      outputDescription: "The contact was deleted",
      successStatus: 204,
      problems: [404, 409],
      handle: (ctx, { parameters }) => deleteContact(ctx, parameters.id),
    }),
    getDomainContacts: operation({
      method: "GET",
      path: "/domains/{name}/contacts",
      tag: "Domains",
      summary: "Get a domain's contacts",
      right: "domains:read",
      parameters: domainParameters,
      output: domainContacts,
      outputDescription:
        "The contacts; only their IDs without `contacts:read`. A role is null if the registry holds a contact that is not in this workspace.",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getDomainContacts(ctx, parameters.name),
    }),
    changeDomainContacts: operation({
      method: "PUT",
      path: "/domains/{name}/contacts",
      tag: "Domains",
      summary: "Update a domain's contacts",
      description: "Roles that you omit use the registrant.",
      right: "domains:write",
      parameters: domainParameters,
      body: domainContactsInput,
      output: domainContacts,
      outputDescription: "The updated contacts",
      successStatus: 200,
      accepted: acceptedByRegistry,
      problems: [404, 409, 503],
      readBefore: (ctx, { parameters, body }) =>
        readContactsBefore(ctx, { name: parameters.name, contacts: body }),
      handle: (ctx, { parameters, body }) =>
        changeDomainContacts({ ...ctx, ...ports }, { name: parameters.name, contacts: body }),
    }),
    pageContacts: panelOperation({
      right: "contacts:read",
      input: contactPageInput,
      output: contactPage,
      handle: (ctx, input) => pageContacts(ctx, input),
    }),
    listDomainsOfContact: panelOperation({
      right: "contacts:read",
      input: contactParameters,
      output: z.array(domainOfContact),
      handle: (ctx, input) => listDomainsOfContact(ctx, input.id),
    }),
  });
