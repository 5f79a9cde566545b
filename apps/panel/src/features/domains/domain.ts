import type { DomainWithMail } from "@zonepost/schema/panel";

export type Domain = DomainWithMail;
