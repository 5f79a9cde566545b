import { batchOperations } from "./batches/rest.ts";
import { contactOperations } from "./contacts/rest.ts";
import { dnssecOperations } from "./dnssec/rest.ts";
import { historyOperations } from "./history/rest.ts";
import { lifecycleOperations } from "./lifecycle/rest.ts";
import { listOperations } from "./list/rest.ts";
import { nameserverOperations } from "./nameservers/rest.ts";
import type { NameserverPorts } from "./nameservers/validate-nameservers.ts";
import { notificationOperations } from "./notifications/rest.ts";
import { domainOperationOperations } from "./operations/rest.ts";
import { portfolioOperations } from "./portfolio/rest.ts";
import type { DnsCheckPorts, DomainPorts } from "./ports.ts";
import { searchOperations } from "./search/rest.ts";
import { transferOperations } from "./transfers/rest.ts";

export const domainOperations = (ports: DomainPorts & NameserverPorts & DnsCheckPorts) => ({
  ...portfolioOperations(ports),
  ...listOperations(ports),
  ...historyOperations(),
  ...lifecycleOperations(ports),
  ...domainOperationOperations(ports),
  ...notificationOperations(),
  ...searchOperations(ports),
  ...nameserverOperations(ports),
  ...transferOperations(ports),
  ...dnssecOperations(ports),
  ...batchOperations(ports),
  ...contactOperations(ports),
});
