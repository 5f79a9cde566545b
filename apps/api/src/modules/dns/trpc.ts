import { mutationOf, queryOf, router } from "../../kernel/http/trpc.ts";
import type { DnsModulePorts } from "./ports.ts";
import { dnsOperations } from "./rest.ts";

export const createZonesRouter = (ports: DnsModulePorts) => {
  const operations = dnsOperations(ports);
  return router({
    list: queryOf(operations.listZones),
    create: mutationOf(operations.createZone),
    get: queryOf(operations.getZone),
    delete: mutationOf(operations.deleteZone),
    records: queryOf(operations.listRecords),
    change: mutationOf(operations.changeRecords),
    import: mutationOf(operations.importRecords),
    versions: queryOf(operations.listZoneVersions),
    version: queryOf(operations.getZoneVersion),
    restore: mutationOf(operations.restoreZoneVersion),
    publication: queryOf(operations.getZonePublication),
    page: queryOf(operations.pageZones),
    hosting: queryOf(operations.getZoneHosting),
    find: queryOf(operations.findZone),
    content: queryOf(operations.getZoneContent),
    previewCreation: mutationOf(operations.previewZone),
    previewChange: mutationOf(operations.previewRecordChanges),
    previewImport: mutationOf(operations.previewRecordImport),
    previewRestore: mutationOf(operations.previewZoneRestore),
  });
};
