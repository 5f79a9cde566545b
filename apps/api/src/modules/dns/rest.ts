import {
  recordSet,
  recordSetsQuery,
  zone,
  zoneChangePreview,
  zoneChangeResult,
  zoneChangesInput,
  zoneCreationPreview,
  zoneDeletionInput,
  zoneDeletionQuery,
  zoneDetails,
  zoneImportInput,
  zoneImportPreview,
  zoneImportResult,
  zoneInput,
  zoneParameters,
  zonePublication,
  zoneRecordsInput,
  zoneRestoreInput,
  zonesQuery,
  zoneVersion,
  zoneVersionDetails,
  zoneVersionParameters,
  zoneVersionsQuery,
} from "@zonepost/schema";
import {
  foundZone,
  zoneChangesPreviewInput,
  zoneContent,
  zoneHosting,
  zoneImportPreviewInput,
  zonePage,
  zonePageInput,
  zonePreviewInput,
  zoneRestorePreviewInput,
} from "@zonepost/schema/panel";
import { z } from "zod";
import { named, operation, panelOperation, streamOf } from "../../kernel/http/operation.ts";
import type { DnsModulePorts } from "./ports.ts";
import { getPublication } from "./publication/get-publication.ts";
import { changeRecords, previewRecordChanges } from "./records/change-records.ts";
import { exportZoneFile } from "./records/export-zone-file.ts";
import { importRecords, previewImport } from "./records/import-records.ts";
import { getContent, listRecords } from "./records/list-records.ts";
import { previewReplacement, replaceRecords } from "./records/replace-records.ts";
import { getVersion, listVersions } from "./versions/list-versions.ts";
import { previewRestore, restoreVersion } from "./versions/restore-version.ts";
import { createZone, previewZone } from "./zones/create-zone.ts";
import { deleteZone } from "./zones/delete-zone.ts";
import { findZone, presentHosting } from "./zones/find-zone.ts";
import { getZone, listZones } from "./zones/list-zones.ts";
import { pageZones } from "./zones/page-zones.ts";

const preview = <Output extends z.ZodType>(output: Output) => ({
  output,
  outputDescription: "With `dryRun`: what would change",
});

export const dnsOperations = (ports: DnsModulePorts) =>
  named({
    listZones: operation({
      method: "GET",
      path: "/zones",
      tag: "Zones",
      summary: "List zones",
      right: "zones:read",
      query: zonesQuery,
      output: z.array(zone),
      outputDescription: "The zones, sorted by name",
      successStatus: 200,
      problems: [],
      handle: (ctx, { query }) => listZones(ctx, query),
    }),
    createZone: operation({
      method: "POST",
      path: "/zones",
      tag: "Zones",
      summary: "Create a zone",
      description:
        "For an active domain of the workspace, or a name below one. Any other name returns 409 with `zone_proof_required` and the TXT record that proves it. Emits `zone.created`.",
      right: "zones:write",
      body: zoneInput,
      output: zoneDetails,
      outputDescription: "The zone",
      successStatus: 201,
      dryRun: {
        ...preview(zoneCreationPreview),
        handle: (ctx, { body }) => previewZone({ ...ctx, ...ports }, body),
      },
      problems: [404, 409, 503],
      handle: (ctx, { body }) => createZone({ ...ctx, ...ports }, body),
    }),
    getZone: operation({
      method: "GET",
      path: "/zones/{zoneName}",
      tag: "Zones",
      summary: "Get a zone",
      right: "zones:read",
      parameters: zoneParameters,
      output: zoneDetails,
      outputDescription: "The zone",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getZone({ ...ctx, ...ports }, parameters.zoneName),
    }),
    deleteZone: operation({
      method: "DELETE",
      path: "/zones/{zoneName}",
      tag: "Zones",
      summary: "Delete a zone",
      description:
        "Deletes the zone with its records and versions, at all nameservers. Returns 409 with `zone_in_use` while its domain is delegated here or has DS records. Emits `zone.deleted`.",
      right: "zones:write",
      parameters: zoneParameters,
      query: zoneDeletionQuery,
      body: zoneDeletionInput,
      output: z.void(),
      outputDescription: "The zone was deleted",
      successStatus: 204,
      problems: [404, 409],
      handle: (ctx, { parameters, query, body }) =>
        deleteZone({ ...ctx, ...ports }, { ...parameters, ...query, ...body }),
    }),
    listRecords: operation({
      method: "GET",
      path: "/zones/{zoneName}/records",
      tag: "Zones",
      summary: "List a zone's records",
      description:
        'The ETag is the zone\'s version, such as `"v17"`. Send it in `If-Match` of a change that depends on these records.',
      right: "zones:read",
      parameters: zoneParameters,
      query: recordSetsQuery,
      output: z.array(recordSet),
      outputDescription: "The record sets, sorted by name and type",
      successStatus: 200,
      isMatchable: true,
      problems: [404],
      handle: (ctx, { parameters, query }) => listRecords(ctx, parameters.zoneName, query),
    }),
    changeRecords: operation({
      method: "POST",
      path: "/zones/{zoneName}/changes",
      tag: "Zones",
      summary: "Change records",
      description:
        "Sets and deletes record sets: all of them or none, as one version, which each nameserver takes in one step. With `If-Match`, only if the zone still has that version. Emits `zone.changed`, and `zone.published` once all nameservers have it.",
      right: "zones:write",
      parameters: zoneParameters,
      body: zoneChangesInput,
      output: zoneChangeResult,
      outputDescription: "The new version, and what it changes",
      successStatus: 201,
      isMatchable: true,
      dryRun: {
        ...preview(zoneChangePreview),
        handle: (ctx, { parameters, body }) =>
          previewRecordChanges({ ...ctx, ...ports }, { ...parameters, ...body }),
      },
      problems: [404, 409, 412],
      handle: (ctx, { parameters, body }) => changeRecords({ ...ctx, ...ports }, { ...parameters, ...body }),
    }),
    replaceRecords: operation({
      method: "PUT",
      path: "/zones/{zoneName}/records",
      tag: "Zones",
      summary: "Replace a zone's records",
      description:
        "Makes the zone have these records and no others, except managed ones. Requires `If-Match`. A request that removes over 30% of ten or more record sets needs `allowRemovals`. Emits `zone.changed`.",
      right: "zones:write",
      parameters: zoneParameters,
      body: zoneRecordsInput,
      output: zoneChangeResult,
      outputDescription: "The new version, and what it changes",
      successStatus: 200,
      isMatchable: true,
      dryRun: {
        ...preview(zoneChangePreview),
        handle: (ctx, { parameters, body }) =>
          previewReplacement({ ...ctx, ...ports }, { ...parameters, ...body }),
      },
      problems: [404, 409, 412, 428],
      handle: (ctx, { parameters, body }) => replaceRecords({ ...ctx, ...ports }, { ...parameters, ...body }),
    }),
    importRecords: operation({
      method: "POST",
      path: "/zones/{zoneName}/imports",
      tag: "Zones",
      summary: "Import a zone file",
      description:
        "All of the file or nothing, as one version. `$INCLUDE` is refused. Each error names its line and column. Emits `zone.changed`.",
      right: "zones:write",
      parameters: zoneParameters,
      body: zoneImportInput,
      output: zoneImportResult,
      outputDescription: "The new version, what it changes, and what was left out",
      successStatus: 201,
      isMatchable: true,
      dryRun: {
        ...preview(zoneImportPreview),
        handle: (ctx, { parameters, body }) =>
          previewImport({ ...ctx, ...ports }, { ...parameters, ...body }),
      },
      problems: [404, 409, 412],
      handle: (ctx, { parameters, body }) => importRecords({ ...ctx, ...ports }, { ...parameters, ...body }),
    }),
    exportZoneFile: operation({
      method: "GET",
      path: "/zones/{zoneName}/zone-file",
      tag: "Zones",
      summary: "Export a zone file",
      description:
        "As the nameservers have it, without signatures. Comments and tags are comments of the file.",
      right: "zones:read",
      parameters: zoneParameters,
      output: streamOf(z.string()),
      describedOutput: z.string(),
      outputDescription: "The zone file (RFC 1035)",
      successStatus: 200,
      file: { mediaType: "text/dns; charset=utf-8", name: "zone.txt" },
      problems: [404, 503],
      handle: async (ctx, { parameters }) => exportZoneFile({ ...ctx, ...ports }, parameters.zoneName),
    }),
    listZoneVersions: operation({
      method: "GET",
      path: "/zones/{zoneName}/versions",
      tag: "Zones",
      summary: "List a zone's versions",
      description: "Kept for 365 days, at most 1,000.",
      right: "zones:read",
      parameters: zoneParameters,
      query: zoneVersionsQuery,
      output: z.array(zoneVersion),
      outputDescription: "The versions, newest first",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters, query }) => listVersions(ctx, parameters.zoneName, query),
    }),
    getZoneVersion: operation({
      method: "GET",
      path: "/zones/{zoneName}/versions/{version}",
      tag: "Zones",
      summary: "Get a version of a zone",
      right: "zones:read",
      parameters: zoneVersionParameters,
      output: zoneVersionDetails,
      outputDescription: "The version with its records, and what it changed",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getVersion(ctx, parameters),
    }),
    restoreZoneVersion: operation({
      method: "POST",
      path: "/zones/{zoneName}/versions/{version}/restore",
      tag: "Zones",
      summary: "Restore a version of a zone",
      description:
        "A new version with the content of an old one. Records that mail or the service manages stay as they are. Emits `zone.changed`.",
      right: "zones:write",
      parameters: zoneVersionParameters,
      body: zoneRestoreInput,
      output: zoneChangeResult,
      outputDescription: "The new version, and what it changes",
      successStatus: 201,
      isMatchable: true,
      dryRun: {
        ...preview(zoneChangePreview),
        handle: (ctx, { parameters, body }) =>
          previewRestore({ ...ctx, ...ports }, { ...parameters, ...body }),
      },
      problems: [404, 409, 412],
      handle: (ctx, { parameters, body }) => restoreVersion({ ...ctx, ...ports }, { ...parameters, ...body }),
    }),
    getZonePublication: operation({
      method: "GET",
      path: "/zones/{zoneName}/publication",
      tag: "Zones",
      summary: "Check a zone's nameservers",
      description:
        "Asks each nameserver for the zone's serial, unless it was asked within the last ten seconds.",
      right: "zones:read",
      parameters: zoneParameters,
      output: zonePublication,
      outputDescription: "Which nameserver has which version",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getPublication({ ...ctx, ...ports }, parameters.zoneName),
    }),
    pageZones: panelOperation({
      right: "zones:read",
      input: zonePageInput,
      output: zonePage,
      handle: (ctx, input) => pageZones({ ...ctx, ...ports }, input),
    }),
    getZoneHosting: panelOperation({
      right: "zones:read",
      output: zoneHosting,
      handle: async (ctx) => presentHosting({ ...ctx, ...ports }),
    }),
    findZone: panelOperation({
      right: "zones:read",
      input: zoneParameters,
      output: foundZone,
      handle: (ctx, { zoneName }) => findZone({ ...ctx, ...ports }, zoneName),
    }),
    getZoneContent: panelOperation({
      right: "zones:read",
      input: zoneParameters,
      output: zoneContent,
      handle: (ctx, { zoneName }) => getContent(ctx, zoneName),
    }),
    previewZone: panelOperation({
      right: "zones:write",
      input: zonePreviewInput,
      output: zoneCreationPreview,
      handle: (ctx, input) => previewZone({ ...ctx, ...ports }, input),
    }),
    previewRecordChanges: panelOperation({
      right: "zones:write",
      input: zoneChangesPreviewInput,
      output: zoneChangePreview,
      handle: (ctx, input) => previewRecordChanges({ ...ctx, ...ports }, input),
    }),
    previewRecordImport: panelOperation({
      right: "zones:write",
      input: zoneImportPreviewInput,
      output: zoneImportPreview,
      handle: (ctx, input) => previewImport({ ...ctx, ...ports }, input),
    }),
    previewZoneRestore: panelOperation({
      right: "zones:write",
      input: zoneRestorePreviewInput,
      output: zoneChangePreview,
      handle: (ctx, input) => previewRestore({ ...ctx, ...ports }, input),
    }),
  });
