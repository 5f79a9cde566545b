export {
  createDb,
  type Db,
  type DbOptions,
  fixedStatement,
  type Sql,
  type Transaction,
  withPreparedStatements,
} from "./client.ts";
export { findPendingMigrations } from "./find-pending-migrations.ts";
export { type Quarantine, readQuarantine, startQuarantine } from "./quarantine.ts";
export {
  directAddress,
  isPooled,
  RefusedServerError,
  requireServer,
} from "./require-server.ts";
export * from "./tables/index.ts";
