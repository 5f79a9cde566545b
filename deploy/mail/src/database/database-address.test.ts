import { describe, expect, it } from "vitest";
import { databaseAddress } from "./database-address.ts";

const ca = "&sslrootcert=/etc/ssl/ca.pem";

describe("the database's address", () => {
  it.each([
    ["u:p@127.0.0.1/z", "disable"],
    ["u:p@localhost/z", "disable"],
    ["u:p@[::1]/z", "disable"],
    ["u:p@127.8.0.1/z?sslmode=disable", "disable"],
    ["u:p@%2Frun%2Fpostgresql/z", "disable"],
    ["u:p@127.0.0.1/z?sslmode=allow", "allow"],
    ["u:p@localhost/z?sslmode=prefer", "prefer"],
    ["u:p@localhost/z?sslmode=require", "require"],
    ["u:p@db.example.com/z?sslmode=require", "require"],
    [`u:p@db.example.com/z?sslmode=require${ca}`, "require"],
    [`u:p@db.example.com/z?sslmode=verify-ca${ca}`, "verify-ca"],
    [`u:p@192.0.2.1/z?sslmode=verify-full${ca}`, "verify-full"],
    [`u:p@[2001:db8::1]/z?sslmode=verify-full${ca}`, "verify-full"],
  ])("%s connects with sslmode %s", (text, sslMode) => {
    expect(databaseAddress(`postgres://${text}`).sslMode).toBe(sslMode);
  });

  it.each([
    ["postgres://u:p@db.example.com/z", "needs sslmode"],
    ["postgres://u:p@db.example.com/z?sslmode=disable", "not disable"],
    ["postgres://u:p@db.example.com/z?sslmode=allow", "not allow"],
    ["postgres://u:p@db.example.com/z?sslmode=prefer", "not prefer"],
    ["postgres://u:p@10.0.0.1/z", "needs sslmode"],
    ["postgres://u:p@127.0.0.1.example.com/z", "needs sslmode"],
    ["postgres://u:p@localhost.example.com/z", "needs sslmode"],
    ["postgres://u:p@127.evil.example/z", "needs sslmode"],
    ["postgres://u:p@127.0.0.1/z?sslmode=verify_full", "unknown"],
    ["postgres://u:p@127.0.0.1/z?sslmode=REQUIRE", "unknown"],
    ["postgres://u:p@127.0.0.1/z?sslmode=true", "unknown"],
    ["postgres://u:p@127.0.0.1/z?sslmode=", "unknown"],
    ["postgres://u:p@db.example.com/z?sslmode=verify-full", "--database-ca"],
    ["postgres://u:p@db.example.com/z?sslmode=verify-ca", "--database-ca"],
    ["postgres://u:p@db.example.com/z?sslmode=verify-ca&sslrootcert=ca.pem", "absolute"],
    ["postgres://u:p@db.example.com/z?sslMode=require", "sslMode"],
    ["postgres://u:p@db.example.com/z?ssl=true", "parameter ssl"],
    ["postgres://u:p@127.0.0.1/z?options=-c", "parameter options"],
    ["postgres://u:p@127.0.0.1/", "no name"],
    ["postgres://127.0.0.1/z", "no user"],
    ["postgres://u:a#b@127.0.0.1/z", "form"],
    ["postgres://u:p@127.0.0.1/z#1", "%23"],
    ["postgres://u:p@127.0.0.1/z/y", "%2F"],
    ["postgres://u:50%@127.0.0.1/z", "%25"],
    ["postgres://u:a%0Ab@127.0.0.1/z", "control character"],
    ["mysql://u:p@127.0.0.1/z", "form"],
    ["", "form"],
  ])("%s is refused", (text, reason) => {
    expect(() => databaseAddress(text)).toThrow(reason);
  });

  it("takes the file with certificates from the option before the address, and shows no password in a refusal", () => {
    const text = `postgres://u:secret@db.example.com/z?sslmode=verify-ca`;
    expect(databaseAddress(text, { caFile: "/a" }).caFile).toBe("/a");
    expect(databaseAddress(`${text}&sslrootcert=/b`, { caFile: "/a" }).caFile).toBe("/a");
    expect(databaseAddress(`${text}&sslrootcert=/b`).caFile).toBe("/b");
    expect(() => databaseAddress(text)).not.toThrow("secret");
  });

  it("may be in the clear on another machine only if that is said", () => {
    expect(databaseAddress("postgres://u:p@db/z", { mayBeOpen: true }).sslMode).toBe("disable");
    expect(() => databaseAddress("postgres://u:p@db/z?sslmode=x", { mayBeOpen: true })).toThrow("unknown");
  });
});
