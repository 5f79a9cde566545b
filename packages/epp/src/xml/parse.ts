import { SaxesParser } from "saxes";
import type { XmlElement } from "./element.ts";

/** The text isn't well-formed XML, or uses XML that this package rejects. */
export class EppXmlError extends Error {
  override readonly name = "EppXmlError";
}

const maxDepth = 32;
const maxElements = 50_000;

/**
 * Parses one XML document into a tree with resolved namespaces.
 *
 * Document type declarations are rejected, so there are no entities except XML's five, nothing is expanded and
 * nothing is fetched. The limits are 32 levels and 50,000 elements; the frame limits the size.
 *
 * @throws EppXmlError if the document isn't well-formed or is rejected.
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let elements = 0;

  parser.on("error", (error) => {
    throw new EppXmlError(`not well-formed: ${error.message}`);
  });
  parser.on("xmldecl", (declaration) => {
    const encoding = declaration.encoding?.toLowerCase();
    if (encoding !== undefined && encoding !== "utf-8" && encoding !== "utf8" && encoding !== "us-ascii") {
      throw new EppXmlError("only UTF-8 is read");
    }
  });
  parser.on("doctype", () => {
    throw new EppXmlError("a document type declaration is not allowed");
  });
  parser.on("opentag", (tag) => {
    elements += 1;
    if (elements > maxElements) {
      throw new EppXmlError(`more than ${maxElements} elements`);
    }
    if (open.length >= maxDepth) {
      throw new EppXmlError(`nested deeper than ${maxDepth} levels`);
    }
    const attributes: Record<string, string> = {};
    for (const attribute of Object.values(tag.attributes)) {
      if (attribute.uri === "") {
        attributes[attribute.local] = attribute.value;
      }
    }
    const opened: XmlElement = { namespace: tag.uri, name: tag.local, attributes, children: [] };
    open.at(-1)?.children.push(opened);
    root ??= opened;
    open.push(opened);
  });
  parser.on("closetag", () => {
    open.pop();
  });
  parser.on("text", (run) => {
    open.at(-1)?.children.push(run);
  });
  parser.on("cdata", (run) => {
    open.at(-1)?.children.push(run);
  });

  parser.write(text).close();
  if (root === undefined) {
    throw new EppXmlError("no root element");
  }
  return root;
}
