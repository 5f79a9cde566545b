import type { SystemWorkspaceActor } from "../../../kernel/actor.ts";

/** A renewal doesn't depend on the rights of the person who turned auto-renew on. */
export const renewalActor = (workspaceId: string): SystemWorkspaceActor => ({
  kind: "system",
  job: "renewals",
  workspaceId,
  scopes: new Set(["domains:buy", "mail:write"]),
  domainNames: null,
});
