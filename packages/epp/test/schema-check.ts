import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** The folder of the RFCs' schemas; its `examples` are those of the RFCs. */
export const schemaFolder = path.join(import.meta.dirname, "schemas");

/** Whether xmllint (Debian's libxml2-utils) is available. */
export const xmllintPresent = spawnSync("xmllint", ["--version"]).status === 0;

/** The violations of the RFCs' schemas in these messages. */
export function schemaViolations(messages: readonly string[]): string[] {
  const written = mkdtempSync(path.join(tmpdir(), "epp-messages-"));
  try {
    const files = messages.map((xml, index) => {
      const file = path.join(written, `${index}.xml`);
      writeFileSync(file, xml);
      return file;
    });
    const schema = path.join(schemaFolder, "all.xsd");
    const { stderr, status } = spawnSync("xmllint", ["--nonet", "--noout", "--schema", schema, ...files], {
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
