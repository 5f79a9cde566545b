import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { namespaces } from "../src/namespaces.ts";

const folder = path.resolve(import.meta.dirname, "../../../../shared/data/epp-xsd");
const schema = path.join(folder, "all.xsd");

/** Whether the RFCs' schemas and xmllint (Debian's libxml2-utils) are both available. */
export const schemasPresent = existsSync(schema) && spawnSync("xmllint", ["--version"]).status === 0;

/** The folder of the schemas and of the RFCs' own examples. */
export const schemaFolder = folder;

/** The RFCs' schemas, and those of this folder for the two extensions that they lack. */
function wholeSchema(): string {
  const own = (name: string) => path.join(import.meta.dirname, "schemas", name);
  return `<schema xmlns="http://www.w3.org/2001/XMLSchema">
    <include schemaLocation="${schema}"/>
    <import namespace="${namespaces.loginSec}" schemaLocation="${own("login-security.xsd")}"/>
    <import namespace="${namespaces.changePoll}" schemaLocation="${own("change-poll.xsd")}"/>
  </schema>`;
}

/** The violations of the RFCs' schemas in these messages. */
export function schemaViolations(messages: readonly string[]): string[] {
  const written = mkdtempSync(path.join(tmpdir(), "epp-messages-"));
  try {
    const files = messages.map((xml, index) => {
      const file = path.join(written, `${index}.xml`);
      writeFileSync(file, xml);
      return file;
    });
    const whole = path.join(written, "whole.xsd");
    writeFileSync(whole, wholeSchema());
    const { stderr, status } = spawnSync("xmllint", ["--nonet", "--noout", "--schema", whole, ...files], {
      encoding: "utf8",
    });
    if (status === 0) {
      return [];
    }
    return stderr
      .split("\n")
      .filter((line) => line !== "" && !line.endsWith(" validates"))
      .map((line) =>
        line
          .replaceAll(`${written}/`, "")
          .replace(/^(\d+)\.xml.*/, (whole, index) => `${whole} in ${messages[index]}`),
      );
  } finally {
    rmSync(written, { recursive: true, force: true });
  }
}
