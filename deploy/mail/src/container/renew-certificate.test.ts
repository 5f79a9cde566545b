import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { changedMs } from "./certificate.ts";
import { createRenewal } from "./renew-certificate.ts";

function setUp() {
  const folder = mkdtempSync(path.join(tmpdir(), "zonepost-renewal-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const certificateFile = path.join(folder, "mail.crt");
  writeFileSync(certificateFile, "");
  const said: string[] = [];
  const told: string[] = [];
  const failing = new Set<string>();
  const reload = (server: string) => async () => {
    told.push(server);
    if (failing.has(server)) {
      throw new Error("the mail system is not running\n");
    }
  };
  const look = createRenewal({
    certificateFile,
    readMs: changedMs(certificateFile),
    reloads: { Postfix: reload("Postfix"), Dovecot: reload("Dovecot") },
    say: (line) => said.push(line),
  });
  let seconds = Date.now() / 1000;
  const renew = () => {
    seconds += 60;
    utimesSync(certificateFile, seconds, seconds);
  };
  return { look, renew, failing, told, said };
}

it("tells each server once of a renewed certificate", async () => {
  const { look, renew, told, said } = setUp();
  expect([await look(), told]).toEqual([true, []]);
  renew();
  expect([await look(), await look(), told]).toEqual([true, true, ["Postfix", "Dovecot"]]);
  expect(said).toEqual(["the certificate was renewed"]);
});

it("goes on if a server can't be told, says so, and tells only that one again", async () => {
  const { look, renew, failing, told, said } = setUp();
  failing.add("Postfix");
  renew();
  expect([await look(), told]).toEqual([false, ["Postfix", "Dovecot"]]);
  expect(said).toEqual([
    "Postfix didn't read the renewed certificate and will be told again: the mail system is not running",
  ]);
  failing.clear();
  expect([await look(), told]).toEqual([true, ["Postfix", "Dovecot", "Postfix"]]);
  expect(said.at(-1)).toBe("the certificate was renewed");
});

it("tells all of a certificate that was renewed again meanwhile", async () => {
  const { look, renew, failing, told } = setUp();
  failing.add("Postfix");
  renew();
  await look();
  failing.clear();
  renew();
  expect([await look(), told.slice(2)]).toEqual([true, ["Postfix", "Dovecot"]]);
});
