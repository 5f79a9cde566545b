import {
  dnssecChangeResult,
  dnssecState,
  domainParameters,
  dsRecordInput,
  dsRecordQuery,
} from "@zonepost/schema";
import { operation, type WorkspaceOperation } from "../../../kernel/operation.ts";
import type { DomainPorts } from "../ports.ts";
import { getDnssec } from "../queries/get-dnssec.ts";
import { publishDsRecord } from "../use-cases/publish-ds-record.ts";
import { removeDsRecord } from "../use-cases/remove-ds-record.ts";

export const dnssecOperations = (ports: DomainPorts): WorkspaceOperation[] => [
  operation({
    operationId: "getDnssec",
    method: "GET",
    path: "/domains/{name}/dnssec",
    tag: "DNSSEC",
    summary: "Read a domain's DS records",
    right: "domains:read",
    parameters: domainParameters,
    output: dnssecState,
    outputDescription: "Whether DNSSEC is enabled, and the DS records",
    successStatus: 200,
    problems: [404],
    handle: (ctx, { parameters }) => getDnssec(ctx, parameters.name),
  }),
  operation({
    operationId: "publishDsRecord",
    method: "POST",
    path: "/domains/{name}/dnssec",
    tag: "DNSSEC",
    summary: "Publish a DS record at the parent registry",
    description: "Emits `domain.dnssec_enabled`.",
    right: "dnssec:write",
    parameters: domainParameters,
    body: dsRecordInput,
    output: dnssecChangeResult,
    outputDescription: "The DS records as they are now",
    successStatus: 201,
    problems: [404, 409, 503],
    handle: (ctx, { parameters, body }) =>
      publishDsRecord({ ...ctx, ...ports }, { name: parameters.name, dsRecord: body }),
  }),
  operation({
    operationId: "removeDsRecord",
    method: "DELETE",
    path: "/domains/{name}/dnssec",
    tag: "DNSSEC",
    summary: "Remove a DS record from the parent registry",
    description: "The four query parameters name the record. Emits `domain.dnssec_disabled`.",
    right: "dnssec:write",
    parameters: domainParameters,
    query: dsRecordQuery,
    output: dnssecChangeResult,
    outputDescription: "The DS records as they are now",
    successStatus: 200,
    problems: [404, 409, 503],
    handle: (ctx, { parameters, query }) =>
      removeDsRecord({ ...ctx, ...ports }, { name: parameters.name, dsRecord: query }),
  }),
];
