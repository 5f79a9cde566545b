import { namespaces } from "../namespaces.ts";
import { childElements, element, type XmlElement } from "../xml/element.ts";
import { EppCodecError } from "./codec-error.ts";
import type { CommandParts, ResultParts } from "./command-codec.ts";

/** Wraps an object's element in the verb of the same name, as all object commands do. */
export function wrapObject(item: XmlElement, extensions: (XmlElement | undefined)[] = []): CommandParts {
  return {
    verb: element(namespaces.epp, item.name, {}, [item]),
    extensions: extensions.filter((extension) => extension !== undefined),
  };
}

/** The only object element inside a verb. */
export function objectOf(verb: XmlElement): XmlElement {
  const [item, ...more] = childElements(verb);
  if (item === undefined || more.length > 0) {
    throw new EppCodecError(2001, `<${verb.name}> holds one object`);
  }
  if (item.name !== verb.name) {
    throw new EppCodecError(2001, `<${item.name}> does not belong into <${verb.name}>`);
  }
  return item;
}

export function findElement(
  items: readonly XmlElement[],
  namespace: string,
  name: string,
): XmlElement | undefined {
  return items.find((item) => item.namespace === namespace && item.name === name);
}

/** The extension that identifies a command. */
export function requiredExtension(
  extensions: readonly XmlElement[],
  namespace: string,
  name: string,
): XmlElement {
  const found = findElement(extensions, namespace, name);
  if (found === undefined) {
    throw new EppCodecError(2003, `the command lacks the extension <${name}>`);
  }
  return found;
}

/** The element of `<resData>` that contains a command's result. */
export function requiredResult(parts: ResultParts, namespace: string, name: string): XmlElement {
  const found = findElement(parts.resData, namespace, name);
  if (found === undefined) {
    throw new EppCodecError(2003, `the response lacks <${name}>`);
  }
  return found;
}
