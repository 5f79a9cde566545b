import type { StoredActor } from "@zonepost/db";
import type { WorkspaceRole } from "@zonepost/schema";

/** Who acts. Everyone but the system acts within one workspace, and sees nothing of any other. */
export type Actor =
  | {
      kind: "user";
      userId: string;
      sessionId: string;
      email: string;
      workspaceId: string;
      role: WorkspaceRole;
    }
  | { kind: "system"; job: string };

export type WorkspaceActor = Exclude<Actor, { kind: "system" }>;

/** The actor as history and audit keep it. */
export function storedActor(actor: Actor): StoredActor {
  switch (actor.kind) {
    case "user":
      return { kind: "user", id: actor.userId, name: actor.email };
    case "system":
      return { kind: "system", id: null, name: actor.job };
  }
}

/** What stands for one actor in keys and counters. */
export function actorKey(actor: WorkspaceActor): string {
  return `${actor.kind}:${actor.userId}`;
}
