import type { Report } from "./finding.ts";
import type { ZoneIndex } from "./zone-index.ts";

/** Allowed next to a CNAME (RFC 2181 section 10.1). RFC 3007 also allows KEY, which Knot refuses. */
const besideCname = new Set(["CNAME", "RRSIG", "NSEC"]);

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
    if (type === "DNAME" && name !== "@" && index.find(name, "NS")) {
      report("error", recordSet, "dname_with_ns", "A name with NS records can't have a DNAME record.");
    }
    const dname = index.dnameAbove(name);
    if (dname !== undefined) {
      report("error", recordSet, "below_dname", `The DNAME record of ${dname} replaces all names below it.`);
    }
  }
  for (const name of findLoops(index)) {
    report("error", { name, type: "CNAME" }, "cname_loop", "The CNAME records lead back to this name.");
  }
}

function checkCname(index: ZoneIndex, name: string, report: Report): void {
  const cname = { name, type: "CNAME" };
  if (name === "@") {
    report("error", cname, "cname_at_apex", "The zone's own name can't have a CNAME record.");
  } else if (index.at(name).some(({ type }) => !besideCname.has(type))) {
    report("error", cname, "cname_with_others", "A name with a CNAME record can't have other records.");
  }
}

/** The CNAME record sets that lead back to themselves, each visited once. */
function findLoops(index: ZoneIndex): string[] {
  const looping: string[] = [];
  const visited = new Set<string>();
  for (const { name, type } of index.recordSets) {
    const path: string[] = [];
    let next = type === "CNAME" ? name : undefined;
    while (next !== undefined && !visited.has(next)) {
      visited.add(next);
      path.push(next);
      next = nextAlias(index, next);
    }
    const start = next === undefined ? -1 : path.indexOf(next);
    looping.push(...(start < 0 ? [] : path.slice(start)));
  }
  return looping;
}

/** The name, or wildcard, of the CNAME record that the target of this one has. */
function nextAlias(index: ZoneIndex, name: string): string | undefined {
  const [target = "."] = index.find(name, "CNAME")?.values ?? [];
  const inZone = index.relative(target);
  return inZone === undefined ? undefined : index.resolve(inZone).find(({ type }) => type === "CNAME")?.name;
}
