import type { Queryable } from "../../../kernel/ctx.ts";
import { findHolders, findHoldersBelow, type NameHolder } from "../../domains/index.ts";
import { zoneExists } from "../errors.ts";
import type { ZoneRow } from "../model/records.ts";
import { findOverlaps } from "./find-overlaps.ts";
import { parentNames } from "./parent-names.ts";

/** The domain at the name, or the nearest above it, in any workspace. */
export async function findHolderAbove(db: Queryable, name: string): Promise<NameHolder | undefined> {
  const names = [name, ...parentNames(name)];
  const holders = await findHolders(db, names);
  return holders.sort((one, other) => other.name.length - one.name.length)[0];
}

/** Throws if the zone exists, or another workspace has a zone or domain above or below it. Zones that end don't count. */
export async function requireFreeName(
  db: Queryable,
  { workspaceId, name }: { workspaceId: string; name: string },
): Promise<{ holder: NameHolder | undefined; overlaps: ZoneRow[] }> {
  const holder = await findHolderAbove(db, name);
  const overlaps = await findOverlaps(db, name);
  const holders = [...(holder ? [holder] : []), ...(await findHoldersBelow(db, name))];
  const isTaken =
    holders.some((domain) => domain.workspaceId !== workspaceId) ||
    overlaps.some((zone) => !zone.endsAt && (zone.workspaceId !== workspaceId || zone.name === name));
  if (isTaken) {
    throw zoneExists();
  }
  return { holder, overlaps };
}
