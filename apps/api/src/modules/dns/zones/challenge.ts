import { createHash } from "node:crypto";

/** The TXT record that proves a name. The token tells nothing about the workspace, and always stays the same. */
export const challengeOf = (workspaceId: string, name: string): { name: string; value: string } => ({
  name: `_zonepost-challenge.${name}`,
  value: createHash("sha256")
    .update(`zonepost-zone-challenge:${workspaceId}`)
    .digest("base64url")
    .slice(0, 32),
});
