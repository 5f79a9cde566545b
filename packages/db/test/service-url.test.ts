import { expect, it } from "vitest";
import {
  databaseTlsMistake,
  databaseUrlMistake,
  isServiceUrl,
  withHostInPlace,
} from "../src/service-url.mjs";

it.each([
  "postgres://localhost/zonepost",
  "postgresql://user@db.example:5432/zonepost?sslmode=require",
  "postgres://user:my%23p%40ss%25w@db/zonepost",
  "postgres://user:p@ss@db/zonepost",
  "postgres://user:pass@[::1]:5432/zonepost",
  "postgres://user:pass@one.example:5432,two.example:5433/zonepost",
  "postgres://%2Fvar%2Frun%2Fpostgresql/zonepost",
  "postgres:///zonepost?host=/run/postgresql",
  "postgres://user@/zonepost?host=/run/postgresql",
  "postgres://user:p%40ss@/zonepost?port=5433&host=/run/postgresql",
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

it.each([
  ["user:p%2F@/z?host=/run/postgresql", "user:p%2F@%2Frun%2Fpostgresql/z"],
  ["user@localhost:5433/z?host=/run&sslmode=disable", "user@%2Frun:5433/z?sslmode=disable"],
  ["user@localhost:5433/z?host=/run&port=5434", "user@%2Frun:5434/z"],
  ["/z?host=db.example.com", "db.example.com/z"],
  ["user@%2Frun%2Fpostgresql/z", "user@%2Frun%2Fpostgresql/z"],
  ["user@db/z?sslmode=require", "user@db/z?sslmode=require"],
])("puts the host of the parameter in its place: %s", (address, placed) => {
  expect(withHostInPlace(`postgres://${address}`)).toBe(`postgres://${placed}`);
});

it("refuses another scheme", () => {
  expect(databaseUrlMistake("mysql://localhost/zonepost")).toBe("must be a postgres:// address");
  expect(databaseUrlMistake("localhost")).toBe("must be a postgres:// address");
});

it("reads the address of a mail relay by the same rules", () => {
  expect(isServiceUrl("smtps://user%40example.com:p%23ss@relay.example.com:465")).toBe(true);
  expect(isServiceUrl("smtps://user:p#ss@relay.example.com")).toBe(false);
});

it.each([
  "localhost/zonepost",
  "LOCALHOST:5432/zonepost",
  "user:p%40ss@127.0.0.1:6432/zonepost?sslmode=disable",
  "user:p@127.8.0.1/zonepost",
  "user:p@[::1]:5432/zonepost",
  "user:p@localhost:5432,127.0.0.1:5433/zonepost",
  "/zonepost",
  "%2Fvar%2Frun%2Fpostgresql/zonepost",
  "user:p@%2Frun%2Fpostgresql:5433/zonepost",
  "/zonepost?host=/run/postgresql",
  "/zonepost?user=zonepost&host=%2Frun%2Fpostgresql",
  "user:p@db.example.com/zonepost?sslmode=require",
  "user:p@db.example.com/zonepost?application_name=a&sslmode=verify-full",
  "user:p@10.0.0.7/zonepost?ssl=true",
  "user:p@one.example,two.example/zonepost?sslmode=verify-ca",
  "user:p@db.example.com/zonepost?sslrootcert=system",
])("accepts that postgres://%s is on this machine or uses TLS", (address) => {
  expect(databaseTlsMistake(`postgres://${address}`)).toBeUndefined();
});

it.each([
  "db/zonepost",
  "user:p@10.0.0.7:5432/zonepost",
  "user:p@[2001:db8::1]/zonepost",
  "user:p@ss@db.example.com/zonepost",
  "user:p@127.0.0.1.example.com/zonepost",
  "user:p@localhost.example.com/zonepost",
  "user:p@127.evil.example/zonepost",
  "user:p@localhost,db.example.com/zonepost",
  "localhost/zonepost?host=db.example.com",
  "/zonepost?host=/run/postgresql,db.example.com",
  "user:p@db.example.com/zonepost?sslmode=disable",
  "user:p@db.example.com/zonepost?sslmode=prefer",
  "user:p@db.example.com/zonepost?sslmode=allow&ssl=true",
  "user:p@db.example.com/zonepost?sslmode=",
  "user:p@db.example.com/zonepost?sslmode=require&sslmode=disable",
  "user:p@db.example.com/zonepost?ssl=false",
])("refuses postgres://%s, which may cross a network in the clear, and doesn't show it", (address) => {
  const mistake = databaseTlsMistake(`postgres://${address}`);
  expect(mistake).toMatch(/another machine.*sslmode=verify-full/);
  expect(mistake).not.toContain(address);
});
