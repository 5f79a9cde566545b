export { checkMailConfiguration } from "./check-configuration.ts";
export { mailCommands, type ServerCommand } from "./commands.ts";
export { sieveExtensions, sieveMaxScriptBytes } from "./dovecot-sieve.ts";
export type { LookupsConfiguration } from "./lookups.ts";
export { mailConfiguration } from "./mail-configuration.ts";
export type * from "./options.ts";
export {
  databaseAddress,
  productionInternalPorts,
  productionOptions,
  productionPorts,
  redisAddress,
} from "./production-options.ts";
export { writeMailConfiguration } from "./write-configuration.ts";
