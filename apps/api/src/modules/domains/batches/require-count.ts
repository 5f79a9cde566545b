import type { DomainBatchChange } from "@zonepost/schema";
import { invalid } from "../../../kernel/errors.ts";

/** A deletion states how many domains it is about, as one domain's repeats its name. */
export function requireCount(change: DomainBatchChange, names: readonly string[]): void {
  if ("deleted" in change && change.confirmCount !== names.length) {
    throw invalid([
      { pointer: "/change/confirmCount", message: `Enter the number of domains: ${names.length}.` },
    ]);
  }
}
