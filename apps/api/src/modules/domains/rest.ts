import type { WorkspaceOperation } from "../../kernel/operation.ts";
import type { DomainPorts } from "./ports.ts";
import { changeOperations } from "./rest/change.ts";
import { contactOperations } from "./rest/contacts.ts";
import { dnssecOperations } from "./rest/dnssec.ts";
import { manyOperations } from "./rest/many.ts";
import { moveOperations } from "./rest/move.ts";
import { searchOperations } from "./rest/search.ts";
import { termOperations } from "./rest/term.ts";
import type { NameserverPorts } from "./use-cases/judge-nameservers.ts";

/** Paths without parameters stand before those of one domain: the first that fits answers. */
export const domainOperations = (ports: DomainPorts & NameserverPorts): WorkspaceOperation[] =>
  [
    ...termOperations(ports),
    ...searchOperations(ports),
    ...changeOperations(ports),
    ...moveOperations(ports),
    ...dnssecOperations(ports),
    ...manyOperations(ports),
    ...contactOperations(ports),
  ].sort(
    (one, other) => Number(one.path.startsWith("/domains/{")) - Number(other.path.startsWith("/domains/{")),
  );
