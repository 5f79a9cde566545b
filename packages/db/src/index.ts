export {
  createDb,
  type Db,
  type DbOptions,
  type Sql,
  type Transaction,
  withPreparedStatements,
} from "./client.ts";
export * from "./tables/index.ts";
