import { childElements, tokenOf, type XmlElement } from "../xml/element.ts";
import { EppCodecError } from "./codec-error.ts";

export function optionalChild(parent: XmlElement, name: string): XmlElement | undefined {
  const found = childrenNamed(parent, name);
  if (found.length > 1) {
    throw new EppCodecError(2001, `<${name}> occurs more than once in <${parent.name}>`);
  }
  return found[0];
}

/** The children with a name, in the parent's namespace. */
export function childrenNamed(parent: XmlElement, name: string): XmlElement[] {
  return childElements(parent).filter((child) => child.name === name && child.namespace === parent.namespace);
}

export function requiredChild(parent: XmlElement, name: string): XmlElement {
  const found = optionalChild(parent, name);
  if (found === undefined) {
    throw new EppCodecError(2003, `<${parent.name}> needs <${name}>`);
  }
  return found;
}

/** Rejects children and attributes that the element's type doesn't allow, as a schema would. */
export function assertShape(
  parent: XmlElement,
  children: readonly string[],
  attributes: readonly string[] = [],
) {
  for (const child of parent.children) {
    if (typeof child === "string") {
      if (child.trim() !== "") {
        throw new EppCodecError(2001, `text between the elements of <${parent.name}>`);
      }
    } else if (child.namespace !== parent.namespace || !children.includes(child.name)) {
      throw new EppCodecError(2001, `<${child.name}> does not belong into <${parent.name}>`);
    }
  }
  for (const name of Object.keys(parent.attributes)) {
    if (!attributes.includes(name)) {
      throw new EppCodecError(2001, `the attribute ${name} does not belong to <${parent.name}>`);
    }
  }
}

export function tokenBetween(item: XmlElement, minLength: number, maxLength: number): string {
  return checkLength(item.name, tokenOf(item), minLength, maxLength);
}

export function checkLength(what: string, value: string, minLength: number, maxLength: number): string {
  const length = [...value].length;
  if (length < minLength || length > maxLength) {
    throw new EppCodecError(2005, `<${what}> takes ${minLength} to ${maxLength} characters`);
  }
  return value;
}

export function optionalToken(parent: XmlElement, name: string): string | undefined {
  const found = optionalChild(parent, name);
  return found === undefined ? undefined : tokenOf(found);
}

export function integerBetween(item: XmlElement, minimum: number, maximum: number): number {
  const text = tokenOf(item);
  if (!/^[+-]?\d{1,15}$/.test(text)) {
    throw new EppCodecError(2005, `<${item.name}> is not an integer`);
  }
  const value = Number(text);
  if (value < minimum || value > maximum) {
    throw new EppCodecError(2004, `<${item.name}> must be between ${minimum} and ${maximum}`);
  }
  return value;
}

export function booleanOf(what: string, text: string): boolean {
  if (text === "1" || text === "true") {
    return true;
  }
  if (text === "0" || text === "false") {
    return false;
  }
  throw new EppCodecError(2005, `${what} is not a boolean`);
}

const dateTimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/;

/** An XML Schema dateTime; one without a zone is UTC (RFC 5731 section 2.4). */
export function dateTimeOf(item: XmlElement): Date {
  const text = tokenOf(item);
  const matched = dateTimePattern.exec(text);
  const value = matched ? new Date(matched[2] === undefined ? `${text}Z` : text) : undefined;
  if (value === undefined || Number.isNaN(value.getTime())) {
    throw new EppCodecError(2005, `<${item.name}> is not a date and time`);
  }
  return value;
}

export function optionalDateTime(parent: XmlElement, name: string): Date | undefined {
  const found = optionalChild(parent, name);
  return found === undefined ? undefined : dateTimeOf(found);
}

export function writeDateTime(value: Date): string {
  return value.toISOString();
}

/** Removes keys whose value is `undefined`. */
export function withoutAbsent<T extends Record<string, unknown>>(
  record: T,
): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: NonNullable<T[Key]>;
  };
}
