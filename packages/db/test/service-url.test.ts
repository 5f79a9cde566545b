import { expect, it } from "vitest";
import { databaseUrlMistake, isServiceUrl } from "../src/service-url.mjs";

it.each([
  "postgres://localhost/zonepost",
  "postgresql://user@db.example:5432/zonepost?sslmode=require",
  "postgres://user:my%23p%40ss%25w@db/zonepost",
  "postgres://user:p@ss@db/zonepost",
  "postgres://user:pass@[::1]:5432/zonepost",
  "postgres://user:pass@one.example:5432,two.example:5433/zonepost",
  "postgres://%2Fvar%2Frun%2Fpostgresql/zonepost",
])("accepts %s", (address) => {
  expect(databaseUrlMistake(address)).toBeUndefined();
});

it.each([
  "postgres://u:my#p@ss%w@db/zonepost",
  "postgres://u:1#2@db/zonepost",
  "postgres://u:12/3@db/zonepost",
  "postgres://u:1?2@db/zonepost",
  "postgres://u:100%@db/zonepost",
  "postgres://u:%A0@db/zonepost",
  "postgres://u:p ss@db/zonepost",
  "postgres://u:p@db:port/zonepost",
  "postgres://u:p@db/zone%",
])("refuses %s, whose special characters aren't encoded", (address) => {
  expect(databaseUrlMistake(address)).toMatch(/percent-encode/);
});

it("refuses another scheme", () => {
  expect(databaseUrlMistake("mysql://localhost/zonepost")).toBe("must be a postgres:// address");
  expect(databaseUrlMistake("localhost")).toBe("must be a postgres:// address");
});

it("reads the address of a mail relay by the same rules", () => {
  expect(isServiceUrl("smtps://user%40example.com:p%23ss@relay.example.com:465")).toBe(true);
  expect(isServiceUrl("smtps://user:p#ss@relay.example.com")).toBe(false);
});
