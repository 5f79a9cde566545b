import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { matchRequired, zoneChanged } from "../errors.ts";
import type { ZoneRow } from "./records.ts";

/** The ETag of a zone's records, in all responses with the same version. */
export const versionTag = (version: number): string => `"v${version}"`;

/** With If-Match: only if the zone still has this version. Under the lock of its row. */
export function requireVersion(
  { ifMatch }: Pick<WorkspaceCtx, "ifMatch">,
  { version }: Pick<ZoneRow, "version">,
  { isRequired = false } = {},
): void {
  if (ifMatch === null || ifMatch === undefined) {
    if (isRequired) {
      throw matchRequired();
    }
    return;
  }
  const tags = ifMatch.split(",").map((tag) => tag.trim());
  if (ifMatch.trim() !== "*" && !tags.includes(versionTag(version))) {
    throw zoneChanged(version);
  }
}
