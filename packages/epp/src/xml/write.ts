import { conventionalPrefixes } from "../namespaces.ts";
import type { XmlElement } from "./element.ts";
import { EppXmlError } from "./parse.ts";

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>';
// XML 1.0 section 2.2: these can't be written, not even as a character reference.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for them
const forbiddenCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

function assertWritable(text: string): void {
  if (forbiddenCharacters.test(text)) {
    throw new EppXmlError("a character that XML cannot carry");
  }
}

function escapeText(text: string): string {
  assertWritable(text);
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;");
}

function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', "&quot;").replaceAll("\t", "&#9;").replaceAll("\n", "&#10;");
}

function choosePrefix(namespace: string, taken: ReadonlyMap<string, string>): string {
  const conventional = conventionalPrefixes.get(namespace);
  if (conventional !== undefined) {
    return conventional;
  }
  const used = new Set(taken.values());
  let number = 1;
  while (used.has(`ns${number}`)) {
    number += 1;
  }
  return `ns${number}`;
}

function writeElement(item: XmlElement, scope: ReadonlyMap<string, string>): string {
  let inScope = scope;
  let declared = "";
  if (!inScope.has(item.namespace)) {
    const prefix = choosePrefix(item.namespace, inScope);
    inScope = new Map(inScope).set(item.namespace, prefix);
    declared = ` xmlns${prefix === "" ? "" : `:${prefix}`}="${escapeAttribute(item.namespace)}"`;
  }
  const prefix = inScope.get(item.namespace);
  const tag = prefix ? `${prefix}:${item.name}` : item.name;
  let attributes = declared;
  for (const [key, value] of Object.entries(item.attributes)) {
    attributes += ` ${key}="${escapeAttribute(value)}"`;
  }
  if (item.children.length === 0) {
    return `<${tag}${attributes}/>`;
  }
  let content = "";
  for (const child of item.children) {
    content += typeof child === "string" ? escapeText(child) : writeElement(child, inScope);
  }
  return `<${tag}${attributes}>${content}</${tag}>`;
}

/**
 * Serializes a document with its XML declaration. Namespaces are declared where they first occur.
 *
 * @throws EppXmlError if a text contains a character that XML 1.0 doesn't allow.
 */
export function writeXml(root: XmlElement): string {
  return `${declaration}${writeElement(root, new Map())}`;
}
