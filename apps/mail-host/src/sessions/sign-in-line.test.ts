import { expect, it } from "vitest";
import { parseSignInLine } from "./sign-in-line.ts";

const account = "01a21fb8-22d2-7738-a7f6-500cef78ec65";
const app = "01a21fb8-246b-757c-b465-6fdeccd4741a";
const signedIn = (login: string, right: string) =>
  `2026-11-28T01:15:07+0100 ${login}: Info: Login: user=<anna@one.test>, method=PLAIN, rip=203.0.113.7, lip=127.0.0.1, mpid=26275, TLS, session=<PJE/6EthKI9/AAAB>${right}`;

it.each([
  [
    "imap-login",
    `, right=<${account}:2:p3>`,
    { accountId: account, sessionVersion: 2, passwordVersion: 3, appPasswordId: null },
  ],
  [
    "submission-login",
    `, right=<${account}:0:a${app}>`,
    { accountId: account, sessionVersion: 0, passwordVersion: null, appPasswordId: app },
  ],
  ["managesieve-login", ", right=<>", undefined],
  ["imap-login", "", undefined],
])("reads what a session of %s%s signed in with", (login, text, right) => {
  expect(parseSignInLine(signedIn(login, text))).toEqual({
    type: "signed-in",
    at: new Date("2026-11-28T00:15:07Z"),
    pid: 26_275,
    session: "PJE/6EthKI9/AAAB",
    ipAddress: "203.0.113.7",
    right,
  });
});

it.each([
  ["name=Thunderbird, version=128.5.0", "Thunderbird 128.5.0"],
  ["name=iOS Mail", "iOS Mail"],
  ["version=1", ""],
  [`name=${"x".repeat(500)}`, "x".repeat(100)],
  ["name=Mail, version=1: user=<>, session=<other>", "Mail 1: user=<>, session=<other>"],
  ["name=\u202Eliam", "?liam"],
])("names the program that says %s over IMAP", (fields, program) => {
  const expected = { type: "program", session: "a/1", program };
  expect(
    parseSignInLine(`2026-11-28T01:15:07+0000 imap(anna@one.test)<26286><a/1>: Info: ID sent: ${fields}`),
  ).toEqual(expected);
  expect(
    parseSignInLine(
      `2026-11-28T01:15:07+0000 imap-login: Info: ID sent: ${fields}: user=<>, rip=::1, lip=::1, TLS, session=<a/1>, right=<>`,
    ),
  ).toEqual(expected);
});

it.each([
  signedIn("lmtp", ""),
  "2026-11-28T01:14:48+0000 imap-login: Info: Disconnected: Connection closed (no auth attempts in 0 secs): user=<>, rip=127.0.0.1, lip=127.0.0.1, secured, session=<2Kwd50thAI1/AAAB>, right=<>",
  `2026-11-28T01:15:07+0000 imap(anna@one.test)<26286><a/1>: Info: ${signedIn("imap-login", "")}`,
  "",
])("ignores the line %s", (line) => {
  expect(parseSignInLine(line)).toBeUndefined();
});
