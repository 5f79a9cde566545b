import type { Report } from "./finding.ts";
import type { ZoneIndex } from "./zone-index.ts";

/** Allowed next to a CNAME (RFC 4034 section 3, RFC 2181 section 10.1). */
const besideCname = new Set(["CNAME", "RRSIG", "NSEC", "KEY"]);

/** CNAME and DNAME: alone at their name, one each, and without a loop. */
export function checkAliases(index: ZoneIndex, report: Report): void {
  for (const recordSet of index.recordSets) {
    const { name, type, values } = recordSet;
    if (type === "CNAME") {
      checkCname(index, name, report);
    }
    if ((type === "CNAME" || type === "DNAME") && values.length > 1) {
      report("error", recordSet, "several_aliases", `A name can have only one ${type} record.`);
    }
    const dname = index.ancestors(name).find((ancestor) => index.find(ancestor, "DNAME"));
    if (dname !== undefined) {
      report("error", recordSet, "below_dname", `The DNAME record of ${dname} replaces all names below it.`);
    }
  }
}

function checkCname(index: ZoneIndex, name: string, report: Report): void {
  const cname = { name, type: "CNAME" };
  if (name === "@") {
    report("error", cname, "cname_at_apex", "The zone's own name can't have a CNAME record.");
  } else if (index.at(name).some(({ type }) => !besideCname.has(type))) {
    report("error", cname, "cname_with_others", "A name with a CNAME record can't have other records.");
  }
  const seen = new Set([name]);
  for (let next = targetOf(index, name); next !== undefined; next = targetOf(index, next)) {
    if (next === name) {
      report("error", cname, "cname_loop", "The CNAME records lead back to this name.");
    }
    if (seen.has(next)) {
      return;
    }
    seen.add(next);
  }
}

function targetOf(index: ZoneIndex, name: string): string | undefined {
  const [target] = index.resolve(name).find(({ type }) => type === "CNAME")?.values ?? [];
  return target === undefined ? undefined : index.relative(target);
}
