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
await migrate(url);
