import type { DomainOperation } from "@zonepost/schema";
import { ProblemError } from "@/trpc/problem-of.ts";

/** An operation that has failed already is a failure like any other; one that is under way shows on the page. */
export function assertDone(operation: DomainOperation): DomainOperation {
  if (operation.state !== "failed") {
    return operation;
  }
  throw new ProblemError({ code: operation.reason?.code, detail: operation.reason?.message });
}
