import fs from "node:fs";
import path from "node:path";
import {
  domainSituations,
  domainStates,
  endpointStates,
  mailDnsLights,
  mailDomainStates,
  operationStates,
  orderLineStateTable,
  orderStateTable,
  paymentStates,
  refundStates,
  renewalStateTable,
} from "@zonepost/schema/status";
import { expect, it } from "vitest";

// An email that calls a state by another word than the panel, or by the same one in a literal of its own, comes apart from
// it with the next change of the table. What is going well needs no word.

const tables = {
  domainSituations,
  domainStates,
  endpointStates,
  mailDnsLights,
  mailDomainStates,
  operationStates,
  orderLineStateTable,
  orderStateTable,
  paymentStates,
  refundStates,
  renewalStateTable,
};
const words = new Set(
  Object.values(tables)
    .flatMap((table) => Object.values(table))
    .filter(({ tone }) => tone === "bad" || tone === "warn" || tone === "off")
    .map(({ word }) => word.toLowerCase()),
);

const modules = path.join(import.meta.dirname, "../src/modules");
const files = fs
  .globSync(["**/*-email.ts", "**/texts-en.ts"], { cwd: modules })
  // Persons' accounts, cards and the operator's own lists have no table. Tests of their own check the words of the digest and
  // of the emails about DNS.
  .filter(
    (file) => !/^accounts\/|card-expiry|operator-email|differences|digest-email|dns-problem/.test(file),
  );

/** A file's subjects, without what they take from elsewhere. */
function literalSubjects(text: string): string[] {
  const subjects = [...text.matchAll(/subject: (?!\()([\s\S]*?),\n\s*(?:paragraphs|sentence)/g)];
  return subjects.map(([, subject = ""]) => {
    let literal = subject;
    for (let before = ""; before !== literal; ) {
      before = literal;
      literal = literal.replace(/\$\{[^{}]*\}/g, "…");
    }
    return literal;
  });
}

it.each(files)("%s takes the word of a status in its subjects from the table", (file) => {
  const subjects = literalSubjects(fs.readFileSync(path.join(modules, file), "utf8"));
  const own = subjects.flatMap((subject) =>
    [...words].filter((word) => new RegExp(`\\b${word}\\b`, "i").test(subject)),
  );
  expect(own).toEqual([]);
});

it("reads the subjects of all emails about domains, mail, orders, payments and endpoints", () => {
  expect(files.length).toBeGreaterThan(14);
});
