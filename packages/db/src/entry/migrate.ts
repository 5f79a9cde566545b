import { MigrationError } from "../apply-migrations.ts";
import { UnknownSchemaError } from "../baseline.ts";
import { migrate } from "../migrate.ts";
import { databaseUrlMistake } from "../service-url.mjs";

const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
if (!url) {
  console.error("DATABASE_URL is not set.");
  process.exit(1);
}
const mistake = databaseUrlMistake(url);
if (mistake !== undefined) {
  console.error(`${process.env.DATABASE_DIRECT_URL ? "DATABASE_DIRECT_URL" : "DATABASE_URL"} ${mistake}.`);
  process.exit(1);
}
try {
  await migrate(url, { report: console.log });
} catch (error) {
  if (!(error instanceof UnknownSchemaError || error instanceof MigrationError)) {
    throw error;
  }
  console.error(error.message);
  process.exit(1);
}
