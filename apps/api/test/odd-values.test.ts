import { workspaceCreationInput } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { type FieldKind, oddValues } from "../../../testing/odd-values.ts";
import { allOperations } from "./support/conformance.ts";
import { isForPeople, searched, type TextField, textFieldsOf } from "./support/text-fields.ts";

// What people type and paste, in every field of every operation of REST, tRPC and sign-in: a field is recognized by what it
// accepts, so that one that doesn't use the shared schema of its kind fails here.

type Found = TextField & { where: string };
const inputs = allOperations.flatMap(({ operationId, parameters, query, body }) =>
  [parameters, query, body].flatMap((schema) => (schema ? [{ where: operationId, schema }] : [])),
);
const fields: Found[] = [...inputs, { where: "operator's command", schema: workspaceCreationInput }].flatMap(
  ({ where, schema }) => textFieldsOf(schema).map((field) => ({ where: `${where} ${field.path}`, ...field })),
);
const ofKind = (kind: FieldKind) => fields.filter((field) => field.kind === kind);

const stored = ({ schema }: TextField, typed: string) => {
  const result = schema.safeParse(typed);
  return result.success ? (result.data as string | null) : null;
};

it("finds fields of each kind", () => {
  for (const kind of Object.keys(oddValues) as FieldKind[]) {
    expect([kind, ofKind(kind).length]).not.toEqual([kind, 0]);
  }
});

describe.each(["email", "phone", "address", "network", "domain"] as const)(
  "a field of the kind %s",
  (kind) => {
    it.each(ofKind(kind).map((field) => [field.where, field] as const))(
      "stores or refuses each odd value as documented: %s",
      (_, field) => {
        for (const [typed, expected] of oddValues[kind]) {
          expect({ typed, stored: stored(field, typed) }).toEqual({ typed, stored: expected });
        }
      },
    );
  },
);

describe("a field for text", () => {
  const forPeople = ofKind("text").filter(({ where }) => isForPeople(where));

  it.each(ofKind("text").filter(({ where }) => searched.test(where)))(
    "is searched for as it is meant: $where",
    (field) => {
      expect(stored(field, "\u00a0\u202aexample.com\u202c\u200b\n")).toBe("example.com");
    },
  );

  it.each(forPeople.map((field) => [field.where, field] as const))(
    "stores or refuses each odd value as documented: %s",
    (_, field) => {
      for (const [typed, expected] of oddValues.text) {
        const found = stored(field, typed);
        expect({ typed, stored: found?.toLowerCase() ?? null }).toEqual({
          typed,
          stored: expected?.toLowerCase() ?? null,
        });
      }
    },
  );

  it.each(forPeople.map((field) => [field.where, field] as const))(
    "counts a character beyond U+FFFF once: %s",
    (_, field) => {
      const longest = (character: string) => {
        let [fits, tooLong] = [1, 20_000];
        while (tooLong - fits > 1) {
          const middle = Math.floor((fits + tooLong) / 2);
          if (field.schema.safeParse(character.repeat(middle)).success) {
            fits = middle;
          } else {
            tooLong = middle;
          }
        }
        return fits;
      };
      expect(longest("\u{20bb7}")).toBe(longest("x"));
    },
  );
});
