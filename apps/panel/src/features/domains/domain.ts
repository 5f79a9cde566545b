import type { DomainDetails, MailDomain } from "@zonepost/schema";

export type Domain = DomainDetails & { mail: Pick<MailDomain, "planSlug" | "status"> | null };
