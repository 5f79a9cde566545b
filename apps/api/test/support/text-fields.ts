import type { z } from "zod";
import { type FieldKind, kindOfField } from "../../../../testing/odd-values.ts";

/** A place for text in an input. `path` has `*` for each element of a list. */
export type TextField = { path: string; kind: FieldKind | undefined; schema: z.ZodType };

type Definition = {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  in?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
};
const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

const holdsOthers = (schema: z.ZodType): boolean => {
  const { type, innerType, in: input } = definitionOf(schema);
  const inner = innerType ?? input;
  return ["object", "array", "record"].includes(type) || (inner !== undefined && holdsOthers(inner));
};

/** Every place for text in a schema, however deep. */
export function textFieldsOf(schema: z.ZodType, path = ""): TextField[] {
  const { type, innerType, element, valueType, in: input, shape, options } = definitionOf(schema);
  if (shape) {
    return Object.entries(shape).flatMap(([name, field]) => textFieldsOf(field, `${path}/${name}`));
  }
  const each = element ?? valueType;
  if (each) {
    return textFieldsOf(each, `${path}/*`);
  }
  if (innerType) {
    return textFieldsOf(innerType, path);
  }
  if (input && holdsOthers(input)) {
    return textFieldsOf(input, path);
  }
  if (type === "union" && options?.some(holdsOthers)) {
    return options.flatMap((option) => textFieldsOf(option, path));
  }
  if (type === "enum" || type === "literal" || schema.safeParse(0).success) {
    return [];
  }
  const kind = kindOfField((value) => schema.safeParse(value).success);
  return [{ path, kind, schema }];
}

/** Text that isn't shown to people, and is stored or compared as it is sent. */
const takenAsSent =
  /\/(password|currentPassword|newPassword|token|id|\w+Id|cursor|callbackURL|returnUrl|tld|recent\/\*)$/;
/** Searched for: without the spaces around it. */
export const searched =
  /\/(actor|target|words?|words\/\*|subject|q)$|^checkNames |^listMailMessage.*\/address$/;
/** Read as parts of a zone file, which has rules of its own. */
const ofZoneFiles = /^listRecords \/name$|\/zoneFile$|\/(?:changes|records)\/\*\/(?:name|values\/\*)$/;
/** Encoded: without any spaces. */
const encoded = /\/publicKey$/;

/** Whether text at a place is shown to people. `where` is the operation and the path. */
export const isForPeople = (where: string): boolean =>
  ![takenAsSent, searched, ofZoneFiles, encoded].some((pattern) => pattern.test(where));
