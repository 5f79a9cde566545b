import {
  dnskeyInput,
  dnskeysInput,
  dnssecChangeInput,
  dnssecChangeResult,
  dnssecPreflight,
  dnssecState,
  domainParameters,
  dsRecordInput,
  dsRecordRemovalQuery,
  dsRecordsInput,
  keyTimelineEntry,
  preflightQuery,
} from "@zonepost/schema";
import { z } from "zod";
import { named, operation } from "../../../kernel/http/operation.ts";
import { acceptedByRegistry } from "../model/operations.ts";
import type { DnsCheckPorts, DomainPorts } from "../ports.ts";
import { checkDsRecords } from "./check-ds-records.ts";
import { getDnssec } from "./get-dnssec.ts";
import { getKeyTimeline } from "./get-key-timeline.ts";
import { publishDnskey, replaceDnskeys } from "./publish-dnskeys.ts";
import { publishDsRecord } from "./publish-ds-record.ts";
import { removeDsRecord } from "./remove-ds-record.ts";
import { replaceDsRecords } from "./replace-ds-records.ts";

export const dnssecOperations = (ports: DomainPorts & DnsCheckPorts) =>
  named({
    getDnssec: operation({
      method: "GET",
      path: "/domains/{name}/dnssec",
      tag: "DNSSEC",
      summary: "Get a domain's DS records",
      right: "domains:read",
      parameters: domainParameters,
      output: dnssecState,
      outputDescription: "The DNSSEC state and the DS records",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getDnssec(ctx, parameters.name),
    }),
    publishDsRecord: operation({
      method: "POST",
      path: "/domains/{name}/dnssec",
      tag: "DNSSEC",
      summary: "Publish a DS record",
      description: "Emits `domain.dnssec_enabled`.",
      right: "dnssec:write",
      parameters: domainParameters,
      query: preflightQuery,
      body: dsRecordInput,
      output: dnssecChangeResult,
      outputDescription: "The updated DS records",
      successStatus: 201,
      accepted: acceptedByRegistry,
      problems: [404, 409, 503],
      handle: (ctx, { parameters, query, body }) =>
        publishDsRecord({ ...ctx, ...ports }, { name: parameters.name, dsRecord: body, ...query }),
    }),
    replaceDsRecords: operation({
      method: "PUT",
      path: "/domains/{name}/dnssec",
      tag: "DNSSEC",
      summary: "Replace a domain's DS records",
      description:
        "Uses a single update at the registry, so the domain is never without DS records in between. Emits `domain.dnssec_enabled` and `domain.dnssec_disabled`, one event per record.",
      right: "dnssec:write",
      parameters: domainParameters,
      query: preflightQuery,
      body: dsRecordsInput,
      output: dnssecChangeResult,
      outputDescription: "The updated DS records",
      successStatus: 200,
      accepted: acceptedByRegistry,
      problems: [404, 409, 503],
      handle: (ctx, { parameters, query, body }) =>
        replaceDsRecords({ ...ctx, ...ports }, { name: parameters.name, ...body, ...query }),
    }),
    removeDsRecord: operation({
      method: "DELETE",
      path: "/domains/{name}/dnssec",
      tag: "DNSSEC",
      summary: "Remove a DS record",
      description: "Four query parameters identify the record. Emits `domain.dnssec_disabled`.",
      right: "dnssec:write",
      parameters: domainParameters,
      query: dsRecordRemovalQuery,
      output: dnssecChangeResult,
      outputDescription: "The updated DS records",
      successStatus: 200,
      accepted: acceptedByRegistry,
      problems: [404, 409, 503],
      handle: (ctx, { parameters, query: { preflight, ...dsRecord } }) =>
        removeDsRecord({ ...ctx, ...ports }, { name: parameters.name, dsRecord, preflight }),
    }),
    publishDnskey: operation({
      method: "POST",
      path: "/domains/{name}/dnssec/keys",
      tag: "DNSSEC",
      summary: "Publish a DNSKEY",
      description:
        "For TLDs whose `dnssecInterface` is `keys`. The registry computes the DS record. To remove the key, remove that record. Emits `domain.dnssec_enabled`.",
      right: "dnssec:write",
      parameters: domainParameters,
      query: preflightQuery,
      body: dnskeyInput,
      output: dnssecChangeResult,
      outputDescription: "The updated DS records",
      successStatus: 201,
      accepted: acceptedByRegistry,
      problems: [404, 409, 503],
      handle: (ctx, { parameters, query, body }) =>
        publishDnskey({ ...ctx, ...ports }, { name: parameters.name, dnskey: body, ...query }),
    }),
    replaceDnskeys: operation({
      method: "PUT",
      path: "/domains/{name}/dnssec/keys",
      tag: "DNSSEC",
      summary: "Replace a domain's DNSKEYs",
      description:
        "For TLDs whose `dnssecInterface` is `keys`. Uses a single update at the registry. Emits `domain.dnssec_enabled` and `domain.dnssec_disabled`, one event per DS record.",
      right: "dnssec:write",
      parameters: domainParameters,
      query: preflightQuery,
      body: dnskeysInput,
      output: dnssecChangeResult,
      outputDescription: "The updated DS records",
      successStatus: 200,
      accepted: acceptedByRegistry,
      problems: [404, 409, 503],
      handle: (ctx, { parameters, query, body }) =>
        replaceDnskeys({ ...ctx, ...ports }, { name: parameters.name, ...body, ...query }),
    }),
    checkDsRecords: operation({
      method: "POST",
      path: "/domains/{name}/dnssec/preflight",
      tag: "DNSSEC",
      summary: "Check DS records",
      description:
        "Checks the effect of a DS record change at the nameservers. Doesn't change the domain; what it finds about the present records counts as its daily check. Takes up to eight seconds.",
      right: "domains:read",
      parameters: domainParameters,
      body: dnssecChangeInput,
      output: dnssecPreflight,
      outputDescription: "What validating resolvers would do, with a result for each nameserver",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters, body }) =>
        checkDsRecords({ ...ctx, ...ports }, { name: parameters.name, change: body }),
    }),
    getKeyTimeline: operation({
      method: "GET",
      path: "/domains/{name}/dnssec/timeline",
      tag: "DNSSEC",
      summary: "List a domain's key history",
      right: "domains:read",
      parameters: domainParameters,
      output: z.array(keyTimelineEntry),
      outputDescription: "Published DS records first, then removed ones, latest first",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getKeyTimeline(ctx, parameters.name),
    }),
  });
