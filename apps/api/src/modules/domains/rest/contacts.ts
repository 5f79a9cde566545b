import { contact, contactInput, contactParameters, contactPatch, pageQuery } from "@zonepost/schema";
import { z } from "zod";
import { operation, type WorkspaceOperation } from "../../../kernel/operation.ts";
import type { DomainPorts } from "../ports.ts";
import { getContact, listContacts } from "../queries/list-contacts.ts";
import { createContact } from "../use-cases/create-contact.ts";
import { deleteContact } from "../use-cases/delete-contact.ts";
import { updateContact } from "../use-cases/update-contact.ts";

export const contactOperations = (ports: DomainPorts): WorkspaceOperation[] => [
  operation({
    operationId: "listContacts",
    method: "GET",
    path: "/contacts",
    tag: "Contacts",
    summary: "List the workspace's contacts",
    right: "contacts:read",
    query: pageQuery,
    output: z.array(contact),
    outputDescription: "The contacts, oldest first",
    successStatus: 200,
    problems: [],
    handle: (ctx, { query }) => listContacts(ctx, query),
  }),
  operation({
    operationId: "createContact",
    method: "POST",
    path: "/contacts",
    tag: "Contacts",
    summary: "Add a person or an organisation that domains can be registered to",
    description: "At most 1,000 a workspace. No registry gets it before a domain names it.",
    right: "contacts:write",
    body: contactInput,
    output: contact,
    outputDescription: "The contact",
    successStatus: 201,
    problems: [409],
    handle: (ctx, { body }) => createContact(ctx, body),
  }),
  operation({
    operationId: "getContact",
    method: "GET",
    path: "/contacts/{id}",
    tag: "Contacts",
    summary: "Read a contact",
    right: "contacts:read",
    parameters: contactParameters,
    output: contact,
    outputDescription: "The contact",
    successStatus: 200,
    problems: [404],
    handle: (ctx, { parameters }) => getContact(ctx, parameters.id),
  }),
  operation({
    operationId: "updateContact",
    method: "PATCH",
    path: "/contacts/{id}",
    tag: "Contacts",
    summary: "Change a contact, here and at the registries that have it",
    description: "Registries that have it get the change first: where one is away, nothing is changed.",
    right: "contacts:write",
    parameters: contactParameters,
    body: contactPatch,
    output: contact,
    outputDescription: "The contact as it is now",
    successStatus: 200,
    problems: [404, 409, 503],
    handle: (ctx, { parameters, body }) =>
      updateContact({ ...ctx, ...ports }, { id: parameters.id, patch: body }),
  }),
  operation({
    operationId: "deleteContact",
    method: "DELETE",
    path: "/contacts/{id}",
    tag: "Contacts",
    summary: "Delete a contact that no domain names",
    right: "contacts:write",
    parameters: contactParameters,
    output: z.void(),
    outputDescription: "It is gone",
    successStatus: 204,
    problems: [404, 409],
    handle: (ctx, { parameters }) => deleteContact(ctx, parameters.id),
  }),
];
