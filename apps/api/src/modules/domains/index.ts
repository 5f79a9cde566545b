export { createExpirySweep, createRegistrySyncSweep, expiryNoticeWork } from "./jobs.ts";
export { describeDsRecord, nextNoticeAt } from "./policy.ts";
export type { DnsPorts, DomainPorts, Registrar, Registrars, RegistryDomain } from "./ports.ts";
export { getOwnDomain } from "./queries/get-own-domain.ts";
export { domainOperations } from "./rest.ts";
export { scheduleOf } from "./schedule.ts";
export { createDomainsRouter } from "./trpc.ts";
