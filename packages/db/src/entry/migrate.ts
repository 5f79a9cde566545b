import { migrate } from "../migrate.ts";

const url = process.env.DATABASE_DIRECT_URL ?? process.env.DATABASE_URL;
if (!url) {
  console.error("DATABASE_URL is not set.");
  process.exit(1);
}
if (!/^postgres(ql)?:\/\//.test(url)) {
  console.error("DATABASE_URL must be a postgres:// address.");
  process.exit(1);
}
await migrate(url);
