import type { WorkspaceOperation } from "../../kernel/operation.ts";
import type { DomainPorts } from "./ports.ts";
import { dnssecOperations } from "./rest/dnssec.ts";
import { searchOperations } from "./rest/search.ts";
import { termOperations } from "./rest/term.ts";

/** Paths without parameters stand before those of one domain: the first that fits answers. */
export const domainOperations = (ports: DomainPorts): WorkspaceOperation[] =>
  [...termOperations(ports), ...searchOperations(ports), ...dnssecOperations(ports)].sort(
    (one, other) => Number(one.path.startsWith("/domains/{")) - Number(other.path.startsWith("/domains/{")),
  );
