import type { Queryable } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { WorkspaceDomains } from "../ports.ts";

/** Throws a field error for each name that isn't a domain of the workspace. */
export async function requireOwnDomains(
  db: Queryable,
  workspaceDomains: WorkspaceDomains,
  workspaceId: string,
  names: readonly string[] | null | undefined,
): Promise<void> {
  if (names == null) {
    return;
  }
  const own = new Set(await workspaceDomains.findOwnNames(db, workspaceId, names));
  const errors = names.flatMap((name, index) =>
    own.has(name)
      ? []
      : [{ pointer: `/domainNames/${index}`, message: `${name} is not a domain in this workspace.` }],
  );
  if (errors.length > 0) {
    throw invalid(errors);
  }
}
