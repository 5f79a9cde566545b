import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** The folder of the RFCs' schemas; its `examples` are those of the RFCs. */
export const schemaFolder = path.join(import.meta.dirname, "schemas");

/** Whether xmllint (Debian's libxml2-utils) is available. */
export const xmllintPresent = spawnSync("xmllint", ["--version"]).status === 0;

/**
 * The schemas of RFC 9167, Verisign and draft-ietf-eppext-idnmap, which are not part of this package. Empty without a
 * copy, or without xmllint.
 */
export const publishedSchemas: readonly string[] = findPublishedSchemas();

function findPublishedSchemas(): string[] {
  const folder = path.join(import.meta.dirname, "../../../../shared/data/epp-xsd");
  const names = ["maintenance-1.0", "lowbalance-poll-1.0", "idn-1.0", "idnLang-1.0"];
  const files = names.map((name) => path.join(folder, `${name}.xsd`));
  return xmllintPresent && files.every((file) => existsSync(file)) ? files : [];
}

/** The violations of the RFCs' schemas in these messages. */
export const schemaViolations = (messages: readonly string[]): string[] => violationsOf(messages);

/** The same for messages with other namespaces: `schemas` are files of these. */
export function violationsOf(messages: readonly string[], schemas: readonly string[] = []): string[] {
  const written = mkdtempSync(path.join(tmpdir(), "epp-messages-"));
  try {
    const files = messages.map((xml, index) => {
      const file = path.join(written, `${index}.xml`);
      writeFileSync(file, xml);
      return file;
    });
    const schema = schemas.length === 0 ? path.join(schemaFolder, "all.xsd") : withOthers(written, schemas);
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

/** Writes a schema that imports these. */
function withOthers(folder: string, schemas: readonly string[]): string {
  const imports = schemas.map((file, index) => {
    const text = readFileSync(file, "utf8")
      // They import the RFCs' schemas without a location, or from their own folder.
      .replace(
        /<import([^>]*)namespace="(urn:ietf:params:xml:ns:(\w+-1\.0))"[^>]*\/>/g,
        (_whole, before, uri, name) =>
          `<import${before}namespace="${uri}" schemaLocation="${path.join(schemaFolder, `${name}.xsd`)}"/>`,
      );
    const copy = path.join(folder, `schema-${index}.xsd`);
    writeFileSync(copy, text);
    const [, namespace] = /targetNamespace="([^"]+)"/.exec(text) ?? [];
    return namespace === undefined ? "" : `<import namespace="${namespace}" schemaLocation="${copy}"/>`;
  });
  const all = path.join(folder, "published.xsd");
  writeFileSync(all, `<schema xmlns="http://www.w3.org/2001/XMLSchema">${imports.join("")}</schema>`);
  return all;
}
