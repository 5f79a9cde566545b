import type { Report } from "./finding.ts";
import { hasAddress, isAddressName } from "./targets.ts";
import type { ZoneIndex } from "./zone-index.ts";

const atDelegation = new Set(["NS", "DS", "NSEC", "RRSIG"]);

/** NS and DS records, their glue, and records that a delegation hides. */
export function checkDelegations(index: ZoneIndex, report: Report): void {
  const glue = new Set<string>();
  for (const recordSet of index.recordSets) {
    if (recordSet.type === "NS") {
      if (recordSet.name.startsWith("*.") || recordSet.name === "*") {
        report("error", recordSet, "wildcard_ns", "A wildcard can't have NS records.");
      }
      for (const [valueIndex, nameserver] of recordSet.values.entries()) {
        checkNameserver(index, { name: recordSet.name, nameserver, valueIndex }, report);
        glue.add(index.relative(nameserver) ?? "");
      }
    }
    if (recordSet.type === "DS") {
      if (recordSet.name === "@") {
        report("error", recordSet, "ds_at_apex", "The zone's own DS record belongs to the parent zone.");
      } else if (!index.find(recordSet.name, "NS")) {
        report("error", recordSet, "ds_without_ns", "A DS record needs NS records of the same name.");
      }
    }
  }
  for (const recordSet of index.recordSets) {
    const delegation = index.delegationOf(recordSet.name);
    const isGlue = /^(A|AAAA)$/.test(recordSet.type) && glue.has(recordSet.name);
    const isHidden = delegation !== recordSet.name || !atDelegation.has(recordSet.type);
    if (delegation !== undefined && isHidden && !isGlue) {
      const message = `The NS records of ${delegation} delegate this name, so the record isn't served.`;
      report("warning", recordSet, "below_delegation", message);
    }
  }
}

function checkNameserver(
  index: ZoneIndex,
  { name, nameserver, valueIndex }: { name: string; nameserver: string; valueIndex: number },
  report: Report,
): void {
  const ns = { name, type: "NS" };
  const target = index.relative(nameserver);
  if (isAddressName(nameserver)) {
    report("error", ns, "ns_is_address", "Enter the name of a nameserver, not its address.", valueIndex);
  } else if (target === undefined || hasAddress(index, target)) {
    return;
  } else if (index.resolve(target).some(({ type }) => type === "CNAME")) {
    report("error", ns, "ns_is_cname", "The nameserver's name has a CNAME record.", valueIndex);
  } else if (index.delegationOf(target) === undefined) {
    report("error", ns, "ns_without_address", "The nameserver's name has no A or AAAA record.", valueIndex);
  } else {
    const message = "The nameserver is below a delegation, so it needs an A or AAAA record here.";
    report("error", ns, "glue_missing", message, valueIndex);
  }
}
