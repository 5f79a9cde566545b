export { primaryConfiguration, secondaryConfiguration } from "./knot-configuration.ts";
export { configurationFolder, writeKnotDatabase } from "./knot-database.ts";
export type * from "./options.ts";
