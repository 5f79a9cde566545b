import { z } from "zod";

export type Json = Record<string, unknown>;
type Direction = "input" | "output";

/** Converts schemas, and collects in `components` those that have an id. */
export function collectSchemas() {
  const components = new Map<string, Json>();
  return { components, schemaOf: (schema: z.ZodType, io: Direction) => hoist(schema, io, components) };
}

export type SchemaOf = ReturnType<typeof collectSchemas>["schemaOf"];

export const jsonContent = (schema: Json) => ({ "application/json": { schema } });

export const requestBody = (schema: Json, required = true) => ({ required, content: jsonContent(schema) });

export const shapeOf = (schema: z.ZodType): Record<string, z.ZodType> =>
  schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};

export function parametersOf(
  schema: z.ZodType | undefined,
  place: "path" | "query",
  schemaOf: SchemaOf,
): Json[] {
  return Object.entries(schema ? shapeOf(schema) : {}).map(([name, field]) => {
    const { description, ...rest } = schemaOf(field, "input") as Json & { description?: string };
    const required = place === "path" || !field.safeParse(undefined).success;
    return { name, in: place, required, description, schema: rest };
  });
}

/** Those of JSON Schema that zod writes. */
const formats = new Set(["date", "date-time", "email", "ipv4", "ipv6", "uri", "uuid"]);

/** Zod's own formats, such as `cidrv4`, are refused by strict validators. They come with a pattern. */
function leaveOutOwnFormat({ jsonSchema }: { jsonSchema: { format?: string } }): void {
  if (jsonSchema.format !== undefined && !formats.has(jsonSchema.format)) {
    delete jsonSchema.format;
  }
}

/**
 * Converts a schema to JSON Schema and moves schemas with an id to the components. Inputs and outputs with the same id
 * are equal. Responses stay open, because fields are added without notice.
 */
function hoist(schema: z.ZodType, io: Direction, components: Map<string, Json>): Json {
  const { $schema, $defs, ...root } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: leaveOutOwnFormat,
  }) as Json & { $defs?: Record<string, Json> };
  const isLeftOut = (key: string, value: Json) =>
    (key === "id" && isSchemaId(value)) ||
    (key === "additionalProperties" && io === "output" && value.additionalProperties === false);
  const moveRefs = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      return value.map(moveRefs);
    }
    if (typeof value !== "object" || value === null) {
      return value;
    }
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !isLeftOut(key, value as Json))
        .map(([key, inner]) =>
          key === "$ref" && typeof inner === "string"
            ? [key, inner.replace("#/$defs/", "#/components/schemas/")]
            : [key, moveRefs(inner)],
        ),
    );
  };
  for (const [id, definition] of Object.entries($defs ?? {})) {
    components.set(id, moveRefs(definition) as Json);
  }
  const id = schema.meta()?.id;
  if (!id) {
    return moveRefs(root) as Json;
  }
  // Zod lists a schema with an id in its own `$defs`; the root only refers to it.
  if (!$defs || !(id in $defs)) {
    components.set(id, moveRefs(root) as Json);
  }
  return { $ref: `#/components/schemas/${id}` };
}

/** Zod writes a schema's id next to its type; a property named `id` contains a schema instead. */
const isSchemaId = (value: Json) =>
  typeof value.id === "string" && ("type" in value || "anyOf" in value || "allOf" in value);
