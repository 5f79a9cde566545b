export { eraseOrphanedKeys } from "./erase-orphaned-keys.ts";
export { primaryConfiguration, secondaryConfiguration } from "./knot-configuration.ts";
export { configurationFolder, writeKnotDatabase } from "./knot-database.ts";
export { nsdConfiguration } from "./nsd-configuration.ts";
export type * from "./options.ts";
export { readDnsSettings } from "./settings.ts";
