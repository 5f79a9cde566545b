import type { CurrentSession } from "@zonepost/schema";

// These only decide what the panel shows. The API checks every request again.
export { hasRight, mayGiveRole } from "@zonepost/schema";

export type Place = Pick<CurrentSession["session"], "role" | "domainNames">;
