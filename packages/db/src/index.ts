export {
  createDb,
  type Db,
  type DbOptions,
  fixedStatement,
  type Sql,
  type Transaction,
  withPreparedStatements,
} from "./client.ts";
export * from "./tables/index.ts";
