import {
  deletionInput,
  domainOperation,
  domainOperationPreview,
  domainParameters,
  registrationInput,
  renewalInput,
  restoreInput,
} from "@zonepost/schema";
import { operation, type WorkspaceOperation } from "../../../kernel/operation.ts";
import type { NameserverPorts } from "../nameservers/judge-nameservers.ts";
import type { DomainPorts } from "../ports.ts";
import { deleteDomain } from "./delete-domain.ts";
import { registerDomain } from "./register-domain.ts";
import { renewDomain } from "./renew-domain.ts";
import { restoreDomain } from "./restore-domain.ts";

const dryRun = {
  output: domainOperationPreview,
  outputDescription: "What would happen, and what it would cost; nothing was done",
};
const begun = {
  output: domainOperation,
  outputDescription: "The operation: over where the registry did it at once, else `pending`",
  successStatus: 201,
  dryRun,
} as const;

export const lifecycleOperations = (ports: DomainPorts & NameserverPorts): WorkspaceOperation[] => [
  operation({
    operationId: "registerDomain",
    method: "POST",
    path: "/domains",
    tag: "Domains",
    summary: "Register a domain",
    description: "Emits `domain.registered` when the registry has it.",
    right: "domains:buy",
    body: registrationInput,
    ...begun,
    problems: [409, 503],
    handle: (ctx, { body }) => registerDomain({ ...ctx, ...ports }, body),
  }),
  operation({
    operationId: "renewDomain",
    method: "POST",
    path: "/domains/{name}/renew",
    tag: "Domains",
    summary: "Renew a domain",
    description: "`currentExpiresAt` is the date that it is renewed from: a repeat is answered 409.",
    right: "domains:buy",
    parameters: domainParameters,
    body: renewalInput,
    ...begun,
    problems: [404, 409, 503],
    handle: (ctx, { parameters, body }) => renewDomain({ ...ctx, ...ports }, { ...body, ...parameters }),
  }),
  operation({
    operationId: "restoreDomain",
    method: "POST",
    path: "/domains/{name}/restore",
    tag: "Domains",
    summary: "Restore a deleted domain",
    description: "From `redemption` alone. A year of renewal goes with it, and is in the price.",
    right: "domains:buy",
    parameters: domainParameters,
    body: restoreInput,
    ...begun,
    problems: [404, 409, 503],
    handle: (ctx, { parameters, body }) => restoreDomain({ ...ctx, ...ports }, { ...body, ...parameters }),
  }),
  operation({
    operationId: "deleteDomain",
    method: "POST",
    path: "/domains/{name}/delete",
    tag: "Domains",
    summary: "Give a domain up",
    description:
      "In the first days after its registration the name is free at once; later it can be restored for some weeks. A session must have been confirmed within ten minutes, except for a dry run.",
    right: "domains:release",
    parameters: domainParameters,
    body: deletionInput,
    ...begun,
    problems: [404, 409, 503],
    handle: (ctx, { parameters, body }) => deleteDomain({ ...ctx, ...ports }, { ...body, ...parameters }),
  }),
];
