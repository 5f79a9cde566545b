import { type CurrentSession, type Right, rightsOfRole, rightsOverDomains } from "@zonepost/schema";

type Place = Pick<CurrentSession["session"], "role" | "domainNames">;

/** Whether the session's role includes a right, its limit to some domains considered. The API judges again. */
export function hasRight({ role, domainNames }: Place, right: Right): boolean {
  return (
    role !== null && rightsOfRole[role].has(right) && (domainNames === null || rightsOverDomains.has(right))
  );
}
