import type { Context } from "../context.ts";
import type { Kind } from "../objects/object-fields.ts";
import type { Filter } from "../state/objects.ts";
import { ok, type Reply } from "./operation.ts";

type PageInput = {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
};

const standardLimit = 10;

export async function listReply(
  { objects }: Context,
  kind: Kind,
  url: string,
  page: PageInput,
  filter: Filter,
): Promise<Reply> {
  const { items, hasMore } = await objects.list(kind, filter, {
    limit: page.limit ?? standardLimit,
    startingAfter: page.starting_after,
    endingBefore: page.ending_before,
  });
  return ok({ object: "list", data: items.map(({ body }) => body), has_more: hasMore, url });
}

/** Leaves out filters that aren't set. */
export function containing(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
