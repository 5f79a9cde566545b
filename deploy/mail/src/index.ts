export { checkMailConfiguration } from "./check-configuration.ts";
export { checkDatabaseQueries } from "./check-database-queries.ts";
export { mailCommands, type ServerCommand } from "./commands.ts";
export { connectDatabase, type DatabaseTarget } from "./database/connect-database.ts";
export { connectionUri } from "./database/connection-strings.ts";
export {
  type DatabaseAddress,
  DatabaseAddressError,
  databaseAddress,
  sslModes,
} from "./database/database-address.ts";
export { sieveExtensions, sieveMaxScriptBytes } from "./dovecot-sieve.ts";
export type { LookupsConfiguration } from "./lookups.ts";
export { mailConfiguration } from "./mail-configuration.ts";
export type * from "./options.ts";
export {
  productionInternalPorts,
  productionOptions,
  productionPorts,
  redisAddress,
} from "./production-options.ts";
export { writeMailConfiguration } from "./write-configuration.ts";
