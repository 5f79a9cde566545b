import type { DomainDetails } from "@zonepost/schema";

/** What the page of a domain reads of it. */
export type Domain = DomainDetails & { mailPlanSlug: string | null };
