export { dnsErasure } from "./erasure.ts";
export { createDnsSweeps, dnsWorks } from "./jobs.ts";
export { findServingZone, lockServingZone } from "./managed/lock-serving-zone.ts";
export {
  placeManagedRecords,
  releaseManaged,
  replaceWithManaged,
  replaceZoneTexts,
} from "./managed/place-managed-records.ts";
export { readManagedRecords } from "./managed/read-managed-records.ts";
export { readZoneTexts } from "./managed/zone-texts.ts";
export { readZoneRecords } from "./model/records.ts";
export type { DnsModulePorts } from "./ports.ts";
export { dnsOperations } from "./rest.ts";
export { createZonesRouter } from "./trpc.ts";
export { versionRetentionRules } from "./versions/version-retention-rules.ts";
export { allowZone } from "./zones/allow-zone.ts";
export { allowanceRetentionRules } from "./zones/allowance-retention-rules.ts";
export { createDomainZones } from "./zones/follow-domain.ts";
export { withdrawZonesOf } from "./zones/withdraw-zones-of.ts";
