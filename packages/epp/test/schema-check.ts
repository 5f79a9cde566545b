import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const folder = path.resolve(import.meta.dirname, "../../../../shared/data/epp-xsd");
const schema = path.join(folder, "all.xsd");

/** The RFCs' schemas and xmllint (Debian's libxml2-utils) are both here. */
export const schemasPresent = existsSync(schema) && spawnSync("xmllint", ["--version"]).status === 0;

/** The folder of the schemas and of the RFCs' own examples. */
export const schemaFolder = folder;

/** What the RFCs' schemas object to in these messages: nothing, when they are right. */
export function schemaViolations(messages: readonly string[]): string[] {
  const written = mkdtempSync(path.join(tmpdir(), "epp-messages-"));
  try {
    const files = messages.map((xml, index) => {
      const file = path.join(written, `${index}.xml`);
      writeFileSync(file, xml);
      return file;
    });
    const { stderr, status } = spawnSync("xmllint", ["--nonet", "--noout", "--schema", schema, ...files], {
      encoding: "utf8",
    });
    if (status === 0) return [];
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
