import { MigrationError } from "../apply-migrations.ts";
import { UnknownSchemaError } from "../baseline.ts";
import { migrate } from "../migrate.ts";
import { setPooledLimits } from "../pooled-limits.ts";
import { directAddress, isPooled, RefusedServerError, requireServer } from "../require-server.ts";
import { databaseUrlMistake } from "../service-url.mjs";

const { DATABASE_URL = "", DATABASE_DIRECT_URL } = process.env;
const addresses = { DATABASE_URL, DATABASE_DIRECT_URL };
const { url, setting } = directAddress(addresses);
if (!url) {
  fail("DATABASE_URL is not set.");
}
const mistake = databaseUrlMistake(url);
if (mistake !== undefined) {
  fail(`${setting} ${mistake}.`);
}
try {
  await requireServer(url, { setting, mayBePooled: false });
  await migrate(url, { report: console.log });
  if (DATABASE_URL && isPooled(addresses)) {
    await setPooledLimits(DATABASE_URL);
  }
} catch (error) {
  const isKnown = [UnknownSchemaError, MigrationError, RefusedServerError].some(
    (kind) => error instanceof kind,
  );
  if (isKnown && error instanceof Error) {
    fail(error.message);
  }
  throw error;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
