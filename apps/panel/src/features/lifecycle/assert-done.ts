import type { DomainOperation } from "@zonepost/schema";
import { ProblemError } from "@/trpc/problem-of.ts";

/** Throws for an operation that has already failed. One in progress appears on the page. */
export function assertDone(operation: DomainOperation): DomainOperation {
  if (operation.state !== "failed") {
    return operation;
  }
  throw new ProblemError({ code: operation.reason?.code, detail: operation.reason?.message });
}
