export { findKnot } from "./knot.ts";
export {
  publishZones,
  type Zones,
  type ZonesOptions,
  ZonesUnavailableError,
} from "./publish-zones.ts";
export { type SandboxDns, type SandboxDnsOptions, startSandboxDns } from "./sandbox-dns.ts";
export { type SignedZone, serveSignedZone } from "./signed-zone.ts";
export {
  findUnbound,
  type ResolverOptions,
  startValidatingResolver,
  type ValidatingResolver,
} from "./validating-resolver.ts";
