import { expect, it } from "vitest";
import { readLogin, readPlain } from "./sign-in.ts";

const base64 = (text: string | Buffer) => Buffer.from(Buffer.from(text).toString("base64"));

it.each([
  ["\0Anna@Example.com\0secret", "anna@example.com"],
  ["anna@example.com\0anna@example.com\0secret", "anna@example.com"],
  ["\0info@bäckerei.example\0s", "info@xn--bckerei-5wa.example"],
  ["\0o'ben+1@example.com\0s", "o'ben+1@example.com"],
  ["\0anna\0s", "anna"],
])("reads the name of PLAIN: %j", (text, login) => {
  expect(readPlain(base64(text))?.login).toBe(login);
});

it.each([
  ["another user's name", base64("tina@example.com\0anna@example.com\0secret")],
  ["more than three parts", base64("\0anna@example.com\0x\0secret")],
  ["no password", base64("\0anna@example.com")],
  ["no name", base64("\0\0secret")],
  ["bytes that aren't UTF-8", base64(Buffer.from([0, 0xff, 0, 0x61]))],
  ["something else than base64", Buffer.from("AGEA Yg==")],
  ["a canceled exchange", Buffer.from("*")],
])("refuses %s", (_, response) => {
  expect(readPlain(response)).toBeUndefined();
});

it("gives Dovecot what it read, whichever mechanism it was", () => {
  const wanted = base64("\0Anna@Example.com\0secret").toString();
  expect(readPlain(base64("\0Anna@Example.com\0secret"))?.initialResponse.toString()).toBe(wanted);
  expect(readLogin(base64("Anna@Example.com"), base64("secret"))).toEqual({
    login: "anna@example.com",
    initialResponse: Buffer.from(wanted),
  });
  expect(readLogin(base64("anna@example.com\0x"), base64("secret"))).toBeUndefined();
});
