/** An XML element. Only attributes without a namespace are kept. */
export type XmlElement = {
  namespace: string;
  /** The local name, without any prefix. */
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
};

/** The content of an element; `undefined` is an omitted part. */
export type XmlContent = XmlElement | string | undefined;

/** Creates an element without the attributes and children that are `undefined`. */
export function element(
  namespace: string,
  name: string,
  attributes: Record<string, string | undefined> = {},
  children: readonly XmlContent[] = [],
): XmlElement {
  const kept: Record<string, string> = {};
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) {
      kept[key] = value;
    }
  }
  return { namespace, name, attributes: kept, children: children.filter((child) => child !== undefined) };
}

/** Creates elements of one namespace. */
export const elementIn =
  (namespace: string) =>
  (
    name: string,
    attributes?: Record<string, string | undefined>,
    children?: readonly XmlContent[],
  ): XmlElement =>
    element(namespace, name, attributes, children);

/** The child elements, in order. */
export function childElements(parent: XmlElement): XmlElement[] {
  return parent.children.filter((child) => typeof child !== "string");
}

/** The text directly inside an element, unchanged. */
export function textOf(parent: XmlElement): string {
  return parent.children.filter((child) => typeof child === "string").join("");
}

/** The text directly inside an element with whitespace collapsed, as XML Schema does for `token`. */
export function tokenOf(parent: XmlElement): string {
  return textOf(parent)
    .replace(/[\t\n\r ]+/g, " ")
    .replace(/^ | $/g, "");
}
