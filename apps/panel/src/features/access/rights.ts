import {
  type CurrentSession,
  type Right,
  rightsOfRole,
  rightsOverDomains,
  type WorkspaceRole,
} from "@zonepost/schema";

export type Place = Pick<CurrentSession["session"], "role" | "domainNames">;

/** Whether the session's role includes a right, its limit to some domains considered. The API judges again. */
export function hasRight({ role, domainNames }: Place, right: Right): boolean {
  return (
    role !== null && rightsOfRole[role].has(right) && (domainNames === null || rightsOverDomains.has(right))
  );
}

/** Nobody gives a role, or acts on somebody who has it, that includes more than they have. The API judges again. */
export function mayGiveRole(place: Place, role: WorkspaceRole): boolean {
  return place.domainNames === null && [...rightsOfRole[role]].every((right) => hasRight(place, right));
}
