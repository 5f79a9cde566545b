import {
  mailDnsRecord,
  mailDnsRecordKey,
  mailDnsShare,
  mailDnsShareCreated,
  mailDomainParameters,
  mailSpfMerge,
  mailSpfMergeInput,
  mailZoneRecord,
} from "@zonepost/schema";
import { mailDnsLights, mailDnsPage } from "@zonepost/schema/panel";
import { z } from "zod";
import { named, operation, panelOperation } from "../../../kernel/http/operation.ts";
import type { CheckPorts } from "./check-dns-records.ts";
import { createDnsShare, getDnsShare, revokeDnsShare } from "./dns-shares.ts";
import { checkDnsRecordsNow, getDnsPage, getDnsRecords, getDnsZone } from "./get-dns-records.ts";
import { getDnsLights } from "./list-dns-lights.ts";
import { mergeMailSpf, previewSpfMerge } from "./merge-spf.ts";
import { releaseMailDnsRecords, replaceMailDnsRecords } from "./replace-dns-records.ts";

const zoneFile = z
  .custom<AsyncIterable<string>>()
  .meta({ type: "string", description: "Lines of a zone file (RFC 1035)" });

export const mailDnsOperations = (ports: CheckPorts) =>
  named({
    getMailDns: operation({
      method: "GET",
      path: "/me/mail/{domainName}/dns",
      tag: "Mail",
      summary: "List the DNS records of a mail domain",
      description:
        "Returns the records to publish and what each nameserver returned at the last check, about every 6 hours. The first request checks at once.",
      right: "mail:read",
      parameters: mailDomainParameters,
      output: z.array(mailDnsRecord),
      outputDescription: "The records, the most important ones first",
      successStatus: 200,
      problems: [404],
      handle: async (ctx, { parameters }) =>
        (await getDnsRecords({ ...ctx, ...ports }, parameters.domainName)).records,
    }),
    checkMailDns: operation({
      method: "POST",
      path: "/me/mail/{domainName}/dns/check",
      tag: "Mail",
      summary: "Check the DNS records of a mail domain",
      description:
        "Queries every nameserver of the domain now. Limited to once in 10 seconds for each domain.",
      right: "mail:read",
      parameters: mailDomainParameters,
      output: z.array(mailDnsRecord),
      outputDescription: "The records as they are now",
      successStatus: 200,
      problems: [404],
      handle: async (ctx, { parameters }) =>
        (await checkDnsRecordsNow({ ...ctx, ...ports }, parameters.domainName)).records,
    }),
    getMailDnsZone: operation({
      method: "GET",
      path: "/me/mail/{domainName}/dns/zone",
      tag: "Mail",
      summary: "Export the DNS records of a mail domain",
      description: "The records to publish, as lines for the domain's zone file.",
      right: "mail:read",
      parameters: mailDomainParameters,
      output: zoneFile,
      outputDescription: "The lines of a zone file (RFC 1035), with names relative to the domain",
      successStatus: 200,
      file: { mediaType: "text/plain; charset=utf-8", name: "mail-records.zone" },
      problems: [404],
      handle: (ctx, { parameters }) => getDnsZone({ ...ctx, ...ports }, parameters.domainName),
    }),
    mergeMailSpf: operation({
      method: "POST",
      path: "/me/mail/{domainName}/dns/spf",
      tag: "Mail",
      summary: "Merge the SPF record of a mail domain",
      description:
        "For a domain whose zone is hosted here. Replaces its SPF records by one that also allows the mail servers, or adds one. Returns 409 with `spf_too_many_lookups` if receivers would ignore it. Also requires `zones:write`. Emits `zone.changed`.",
      right: "mail:write",
      parameters: mailDomainParameters,
      body: mailSpfMergeInput,
      output: mailSpfMerge,
      outputDescription: "The record before and after",
      successStatus: 201,
      dryRun: {
        output: mailSpfMerge,
        outputDescription: "With `dryRun`: what would change, and the DNS lookups of the merged record",
        handle: (ctx, { parameters }) => previewSpfMerge({ ...ctx, ...ports }, parameters.domainName),
      },
      problems: [404, 409, 503],
      handle: (ctx, { parameters, body }) => mergeMailSpf({ ...ctx, ...ports }, { ...parameters, ...body }),
    }),
    replaceMailDnsRecords: operation({
      method: "POST",
      path: "/me/mail/{domainName}/dns/replacements",
      tag: "Mail",
      summary: "Replace records in the way of mail",
      description:
        "For a domain whose zone is hosted here. Puts the records of one name and type into the zone, in place of those that people manage there, and keeps them up to date. A version of the zone keeps the old ones. Also requires `zones:write`. Emits `zone.changed`.",
      right: "mail:write",
      parameters: mailDomainParameters,
      body: mailDnsRecordKey,
      output: mailZoneRecord,
      outputDescription: "The records in the zone",
      successStatus: 201,
      problems: [404, 409],
      handle: (ctx, { parameters, body }) =>
        replaceMailDnsRecords({ ...ctx, ...ports }, { ...parameters, ...body }),
    }),
    releaseMailDnsRecords: operation({
      method: "POST",
      path: "/me/mail/{domainName}/dns/releases",
      tag: "Mail",
      summary: "Stop managing records of mail",
      description:
        "For a domain whose zone is hosted here. The records stay as they are, and can be changed in the zone from then on, for example to receive mail elsewhere. Also requires `zones:write`. Emits `zone.changed`.",
      right: "mail:write",
      parameters: mailDomainParameters,
      body: mailDnsRecordKey,
      output: mailZoneRecord,
      outputDescription: "The records in the zone",
      successStatus: 201,
      problems: [404, 409],
      handle: (ctx, { parameters, body }) => releaseMailDnsRecords(ctx, { ...parameters, ...body }),
    }),
    createMailDnsShare: operation({
      method: "POST",
      path: "/me/mail/{domainName}/dns/share",
      tag: "Mail",
      summary: "Share the DNS records of a mail domain",
      description:
        "Creates a link to a page that shows these records and their state, without signing in. It works for 30 days and replaces the domain's earlier link.",
      right: "mail:write",
      parameters: mailDomainParameters,
      output: mailDnsShareCreated,
      outputDescription: "The link",
      successStatus: 201,
      problems: [404],
      onceOnlyFields: ["url"],
      handle: (ctx, { parameters }) => createDnsShare({ ...ctx, ...ports }, parameters.domainName),
    }),
    getMailDnsShare: operation({
      method: "GET",
      path: "/me/mail/{domainName}/dns/share",
      tag: "Mail",
      summary: "Get the shared link of a mail domain",
      right: "mail:read",
      parameters: mailDomainParameters,
      output: mailDnsShare,
      outputDescription: "When the link was created and when it stops working; null if there is none",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getDnsShare(ctx, parameters.domainName),
    }),
    revokeMailDnsShare: operation({
      method: "DELETE",
      path: "/me/mail/{domainName}/dns/share",
      tag: "Mail",
      summary: "Revoke the shared link of a mail domain",
      right: "mail:write",
      parameters: mailDomainParameters,
      output: z.void(),
      outputDescription: "The link no longer works",
      successStatus: 204,
      problems: [404],
      handle: (ctx, { parameters }) => revokeDnsShare(ctx, parameters.domainName),
    }),
    getMailDnsPage: panelOperation({
      right: "mail:read",
      input: mailDomainParameters,
      output: mailDnsPage,
      handle: (ctx, input) => getDnsPage({ ...ctx, ...ports }, input.domainName),
    }),
    previewMailSpfMerge: panelOperation({
      right: "mail:write",
      input: mailDomainParameters,
      output: mailSpfMerge,
      handle: (ctx, input) => previewSpfMerge({ ...ctx, ...ports }, input.domainName),
    }),
    getMailDnsLights: panelOperation({
      right: "mail:read",
      input: mailDomainParameters,
      output: mailDnsLights,
      handle: (ctx, input) => getDnsLights(ctx, input.domainName),
    }),
  });
