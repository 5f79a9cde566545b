import type { RecordSet } from "../types.ts";
import type { Report } from "./finding.ts";
import { fieldsOf, type ZoneIndex } from "./zone-index.ts";

/** The place of the field that names a host. */
const hostFields: Record<string, number> = { MX: 1, SRV: 3 };
const nameFields: Record<string, number> = {
  ...hostFields,
  CNAME: 0,
  DNAME: 0,
  NS: 0,
  PTR: 0,
  HTTPS: 1,
  SVCB: 1,
};

/** `192.0.2.1.` or `192.0.2.1.example.com.`: an address in place of a name. */
export function isAddressName(name: string): boolean {
  return /^(\d{1,3}\.){4}/.test(name);
}

export function hasAddress(index: ZoneIndex, name: string): boolean {
  return index.resolve(name).some(({ type }) => type === "A" || type === "AAAA");
}

/** Names that records lead to. */
export function checkTargets(index: ZoneIndex, origin: string, report: Report): void {
  for (const recordSet of index.recordSets) {
    checkRepeatedOrigin(recordSet, `${recordSet.name}.`, origin, report);
    const place = nameFields[recordSet.type];
    for (const [valueIndex, value] of place === undefined ? [] : recordSet.values.entries()) {
      const target = fieldsOf(value)[place ?? 0] ?? ".";
      const inZone = index.relative(target);
      if (inZone !== undefined) {
        checkRepeatedOrigin(recordSet, `${inZone}.`, origin, report, valueIndex);
      }
      if (recordSet.type in hostFields && target !== ".") {
        checkHost(index, recordSet, { target, valueIndex }, report);
      }
    }
  }
}

function checkRepeatedOrigin(
  recordSet: RecordSet,
  relative: string,
  origin: string,
  report: Report,
  valueIndex?: number,
): void {
  const suffix = `${origin.toLowerCase().replace(/\.$/, "")}.`;
  if (suffix.includes(".", 1) && (relative === suffix || relative.endsWith(`.${suffix}`))) {
    const message = "The zone's name appears twice. An absolute name ends with a dot.";
    report("warning", recordSet, "repeated_origin", message, valueIndex);
  }
}

function checkHost(
  index: ZoneIndex,
  recordSet: RecordSet,
  { target, valueIndex }: { target: string; valueIndex: number },
  report: Report,
): void {
  const inZone = index.relative(target);
  const code = recordSet.type.toLowerCase();
  if (isAddressName(target)) {
    report(
      "warning",
      recordSet,
      `${code}_is_address`,
      "Enter the name of a host, not its address.",
      valueIndex,
    );
  } else if (inZone === undefined || index.delegationOf(inZone) !== undefined || hasAddress(index, inZone)) {
    return;
  } else if (index.resolve(inZone).some(({ type }) => type === "CNAME")) {
    const message = "The host's name has a CNAME record; it must have an A or AAAA record.";
    report("warning", recordSet, `${code}_is_cname`, message, valueIndex);
  } else if (index.dnameAbove(inZone) === undefined) {
    const message = "The host's name has no A or AAAA record.";
    report("warning", recordSet, `${code}_without_address`, message, valueIndex);
  }
}
