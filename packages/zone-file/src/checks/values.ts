import type { RecordSet } from "../types.ts";
import type { Report } from "./finding.ts";
import { fieldsOf } from "./zone-index.ts";

type Rule = (recordSet: RecordSet, report: Report) => void;

/** Values that servers accept although programs can't use them. */
const rules: Record<string, Rule> = {
  HTTPS: checkServices,
  MX: checkNullMx,
  NAPTR: checkNaptr,
  RESINFO: (recordSet, report) => {
    if (recordSet.values.length > 1) {
      report("error", recordSet, "several_resinfo", "A name can have only one RESINFO record.");
    }
  },
  SMIMEA: checkCertificateData,
  SOA: (recordSet, report) => {
    if (recordSet.values.length > 1) {
      report("error", recordSet, "several_soa", "A zone can have only one SOA record.");
    }
    if (recordSet.name !== "@") {
      report("error", recordSet, "soa_below_apex", "Only the zone's own name can have an SOA record.");
    }
  },
  SVCB: checkServices,
  TLSA: checkCertificateData,
  TXT: (recordSet, report) => {
    if (recordSet.values.filter((value) => /^"v=spf1( |")/i.test(value)).length > 1) {
      const message = "A name can have only one SPF record; receivers reject several.";
      report("warning", recordSet, "several_spf", message);
    }
  },
};

export function checkValues(recordSet: RecordSet, report: Report): void {
  rules[recordSet.type]?.(recordSet, report);
}

/** RFC 7505 section 3. */
function checkNullMx(recordSet: RecordSet, report: Report): void {
  const valueIndex = recordSet.values.findIndex((value) => value.endsWith(" ."));
  if (valueIndex >= 0 && recordSet.values.length > 1) {
    const message = "The record for no mail must be the only MX record of its name.";
    report("warning", recordSet, "null_mx_with_others", message, valueIndex);
  }
}

/** RFC 3403 section 4.1. */
function checkNaptr(recordSet: RecordSet, report: Report): void {
  for (const [valueIndex, value] of recordSet.values.entries()) {
    if (!/^[a-z0-9]*$/i.test(fieldsOf(value)[2] ?? "")) {
      report("warning", recordSet, "naptr_flags", "The flags must be letters and digits.", valueIndex);
    }
  }
}

/** The length of a hash (RFC 6698 section 2.1.3). */
function checkCertificateData(recordSet: RecordSet, report: Report): void {
  const digits: Record<string, number> = { "1": 64, "2": 128 };
  for (const [valueIndex, value] of recordSet.values.entries()) {
    const [, , matchingType = "", data = ""] = fieldsOf(value);
    const expected = digits[matchingType];
    if (expected !== undefined && data.length !== expected) {
      const message = `For matching type ${matchingType}, the certificate data must have ${expected} hexadecimal digits.`;
      report("error", recordSet, "certificate_data_length", message, valueIndex);
    }
  }
}

function checkServices(recordSet: RecordSet, report: Report): void {
  let aliases = 0;
  for (const [valueIndex, value] of recordSet.values.entries()) {
    const [priority, , ...parameters] = fieldsOf(value);
    aliases += priority === "0" ? 1 : 0;
    if (priority === "0" && parameters.length > 0) {
      const message = "Clients ignore parameters with the priority 0, which makes an alias.";
      report("warning", recordSet, "alias_with_parameters", message, valueIndex);
    }
    if (parameters.some((parameter) => /^key65535(=|$)/.test(parameter))) {
      report("error", recordSet, "reserved_key", "key65535 is reserved.", valueIndex);
    }
  }
  if (aliases > 0 && recordSet.values.length > 1) {
    const message = "Clients ignore the other records next to one with the priority 0.";
    report("warning", recordSet, "alias_with_others", message);
  }
}
