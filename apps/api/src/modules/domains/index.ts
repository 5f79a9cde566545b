export { createDomainSweeps, domainTasks, domainWorks } from "./jobs.ts";
export { describeDsRecord, nextNoticeAt } from "./policy.ts";
export type { DnsPorts, DomainPorts, Registrar, Registrars, RegistryDomain } from "./ports.ts";
export { getOwnDomain } from "./queries/get-own-domain.ts";
export { domainOperations } from "./rest.ts";
export { scheduleOf } from "./schedule.ts";
export { createContactsRouter } from "./trpc/contacts.ts";
export { createDomainsRouter } from "./trpc.ts";
export type { NameserverPorts } from "./use-cases/judge-nameservers.ts";
