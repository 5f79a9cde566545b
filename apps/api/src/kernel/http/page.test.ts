import { describe, expect, it } from "vitest";
import { whole } from "../../../test/support/whole.ts";
import { AppError } from "../errors.ts";
import { isPage, listOrPage, placeAfter } from "./page.ts";

const names = ["a", "größe/+=", "xn--mnchen-3ya.de", "z"];

function list(query: { limit?: number; cursor?: string }) {
  const after = placeAfter(query);
  return listOrPage(query, {
    read: async (limit) => names.slice(after === undefined ? 0 : names.indexOf(after) + 1).slice(0, limit),
    placeOf: (name) => name,
    present: (name) => name.toUpperCase(),
  });
}

describe("a list", () => {
  it("is complete if no page is requested", async () => {
    expect(await whole(list({}))).toEqual(names.map((name) => name.toUpperCase()));
  });

  it.each([1, 2, 3, 4, 5])(
    "can be read in pages of %i, with each row once and no cursor at the end",
    async (limit) => {
      const walked: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const answer = await list({ limit, cursor });
        if (!isPage(answer)) {
          throw new Error("a page was asked for");
        }
        const { page, nextCursor } = answer as { page: string[]; nextCursor: string | null };
        expect(page.length).toBeLessThanOrEqual(limit);
        walked.push(...page);
        cursor = nextCursor;
      }
      expect(walked).toEqual(names.map((name) => name.toUpperCase()));
    },
  );
});

describe("a cursor", () => {
  it("is rejected if it was not issued by the API", () => {
    for (const cursor of ["", "!", "YQ==", "a", "YQ\n", "%%%", "AA"]) {
      let refusal: unknown;
      try {
        placeAfter({ cursor });
      } catch (error) {
        refusal = error;
      }
      expect(refusal).toBeInstanceOf(AppError);
      expect((refusal as AppError).fields?.[0]?.pointer).toBe("/query/cursor");
    }
  });
});
