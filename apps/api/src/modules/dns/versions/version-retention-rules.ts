import { zones, zoneVersions } from "@zonepost/db";
import { zoneVersionDays, zoneVersionLimit } from "@zonepost/schema";
import { sql } from "drizzle-orm";
import type { Clock } from "../../../kernel/clock.ts";
import { deleteOlder, type RetentionRule } from "../../../kernel/database/retention.ts";

const present = sql`(select ${zones.version} from ${zones}
  where ${zones.workspaceId} = ${zoneVersions.workspaceId} and ${zones.id} = ${zoneVersions.zoneId})`;

/** The present version always stays: it is what the next one is compared with. */
export const versionRetentionRules = (clock: Clock): readonly RetentionRule[] => [
  deleteOlder(
    clock,
    zoneVersionDays,
    zoneVersions,
    (oldest) => sql`${zoneVersions.createdAt} < ${oldest} and ${zoneVersions.version} < ${present}`,
  ),
  deleteOlder(clock, 0, zoneVersions, () => sql`${zoneVersions.version} <= ${present} - ${zoneVersionLimit}`),
];
