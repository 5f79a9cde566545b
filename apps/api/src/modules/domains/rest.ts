import type { WorkspaceOperation } from "../../kernel/operation.ts";
import type { DnsPorts, DomainPorts } from "./ports.ts";
import { dnssecOperations } from "./rest/dnssec.ts";
import { manyOperations } from "./rest/many.ts";
import { searchOperations } from "./rest/search.ts";
import { termOperations } from "./rest/term.ts";

/** Paths without parameters stand before those of one domain: the first that fits answers. */
export const domainOperations = (ports: DomainPorts & DnsPorts): WorkspaceOperation[] =>
  [
    ...termOperations(ports),
    ...searchOperations(ports),
    ...dnssecOperations(ports),
    ...manyOperations(ports),
  ].sort(
    (one, other) => Number(one.path.startsWith("/domains/{")) - Number(other.path.startsWith("/domains/{")),
  );
