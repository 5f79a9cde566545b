import {
  domainContacts,
  domainContactsInput,
  domainDetails,
  domainParameters,
  domainPatch,
  nameserversInput,
  nameserversResult,
} from "@zonepost/schema";
import { operation, type WorkspaceOperation } from "../../../kernel/operation.ts";
import type { DomainPorts } from "../ports.ts";
import { getDomainContacts } from "../queries/get-domain-contacts.ts";
import { changeDomainContacts } from "../use-cases/change-domain-contacts.ts";
import { changeNameservers } from "../use-cases/change-nameservers.ts";
import type { NameserverPorts } from "../use-cases/judge-nameservers.ts";
import { updateDomain } from "../use-cases/update-domain.ts";

export const changeOperations = (ports: DomainPorts & NameserverPorts): WorkspaceOperation[] => [
  operation({
    operationId: "updateDomain",
    method: "PATCH",
    path: "/domains/{name}",
    tag: "Domains",
    summary: "Change a setting of a domain",
    description: "One of automatic renewal, WHOIS privacy and the lock against transfers.",
    right: "domains:write",
    parameters: domainParameters,
    body: domainPatch,
    output: domainDetails,
    outputDescription: "The domain as it is now",
    successStatus: 200,
    problems: [404, 409, 503],
    handle: (ctx, { parameters, body }) =>
      updateDomain({ ...ctx, ...ports }, { name: parameters.name, patch: body }),
  }),
  operation({
    operationId: "changeNameservers",
    method: "PUT",
    path: "/domains/{name}/nameservers",
    tag: "Domains",
    summary: "Delegate a domain to other nameservers",
    description:
      "The whole list. Hosts below the domain itself need their addresses, others must have none. A host that could not be looked up now is taken, with a warning. Emits `domain.nameservers_changed`.",
    right: "domains:write",
    parameters: domainParameters,
    body: nameserversInput,
    output: nameserversResult,
    outputDescription: "The domain as it is now",
    successStatus: 200,
    problems: [404, 409, 503],
    handle: (ctx, { parameters, body }) =>
      changeNameservers({ ...ctx, ...ports }, { name: parameters.name, ...body }),
  }),
  operation({
    operationId: "getDomainContacts",
    method: "GET",
    path: "/domains/{name}/contacts",
    tag: "Domains",
    summary: "Read who stands behind a domain",
    right: "domains:read",
    parameters: domainParameters,
    output: domainContacts,
    outputDescription: "The contacts; null where the registry has one that is not of this workspace",
    successStatus: 200,
    problems: [404],
    handle: (ctx, { parameters }) => getDomainContacts(ctx, parameters.name),
  }),
  operation({
    operationId: "changeDomainContacts",
    method: "PUT",
    path: "/domains/{name}/contacts",
    tag: "Domains",
    summary: "Put other contacts behind a domain",
    description: "The registrant stands in for roles that are left out.",
    right: "domains:write",
    parameters: domainParameters,
    body: domainContactsInput,
    output: domainContacts,
    outputDescription: "The contacts as they are now",
    successStatus: 200,
    problems: [404, 409, 503],
    handle: (ctx, { parameters, body }) =>
      changeDomainContacts({ ...ctx, ...ports }, { name: parameters.name, contacts: body }),
  }),
];
