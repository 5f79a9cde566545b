export { dnsErasure } from "./erasure.ts";
export { createDnsSweeps } from "./jobs.ts";
export type { DnsModulePorts, ZoneHosting, ZoneProof } from "./ports.ts";
export { dnsOperations } from "./rest.ts";
export { createZonesRouter } from "./trpc.ts";
export { versionRetentionRules } from "./versions/version-retention-rules.ts";
