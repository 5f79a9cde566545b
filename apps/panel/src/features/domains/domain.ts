import type { DomainDetails } from "@zonepost/schema";

export type Domain = DomainDetails & { mailPlanSlug: string | null };
