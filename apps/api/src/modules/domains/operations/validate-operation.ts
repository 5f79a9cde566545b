import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { operationInProgress } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { findOpenOperation } from "../model/operations.ts";
import { collect, emptyFindings, type Findings } from "../rules/findings.ts";

/** The reasons against an operation on one of our domains: its own state, and another open operation. */
export async function validateOperation(
  ctx: WorkspaceCtx,
  domain: DomainRow,
  assertAllowed: (row: DomainRow) => void,
): Promise<Findings> {
  const findings = emptyFindings();
  collect(findings, () => assertAllowed(domain));
  if (await findOpenOperation(ctx.db, domain)) {
    findings.refusals.push(operationInProgress());
  }
  return findings;
}
