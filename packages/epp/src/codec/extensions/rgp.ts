import { namespaces } from "../../namespaces.ts";
import { elementIn, textOf, type XmlElement } from "../../xml/element.ts";
import { EppCodecError } from "../codec-error.ts";
import {
  assertShape,
  childrenNamed,
  dateTimeOf,
  optionalChild,
  requiredChild,
  writeDateTime,
} from "../read.ts";

/** The grace period statuses of RFC 3915 section 3.1. */
export const rgpStatuses = [
  "addPeriod",
  "autoRenewPeriod",
  "renewPeriod",
  "transferPeriod",
  "redemptionPeriod",
  "pendingRestore",
  "pendingDelete",
] as const;

export type RgpStatus = (typeof rgpStatuses)[number];

/** The report on a restore (RFC 3915 section 4.2.5). Its texts are for people to read. */
export type RestoreReport = {
  /** The registration data before the delete. */
  dataBefore: string;
  /** The registration data at the time of the report. */
  dataAfter: string;
  deletedAt: Date;
  restoredAt: Date;
  reason: string;
  /** One or two statements: that the domain wasn't restored for resale, and that the report is true. */
  statements: readonly [string] | readonly [string, string];
  other?: string;
};

const rgpElement = elementIn(namespaces.rgp);

/** `<rgp:infData>` of a domain info, or `<rgp:upData>` of a restore response (RFC 3915 section 4.2.5). */
export function encodeRgpStatuses(
  name: "infData" | "upData",
  statuses: readonly RgpStatus[] | undefined,
): XmlElement[] {
  if (statuses === undefined || statuses.length === 0) {
    return [];
  }
  return [
    rgpElement(
      name,
      {},
      statuses.map((status) => rgpElement("rgpStatus", { s: status })),
    ),
  ];
}

/** Skips statuses that RFC 3915 doesn't define, since servers may extend the list (section 3.1). */
export function decodeRgpStatuses(item: XmlElement): RgpStatus[] {
  return childrenNamed(item, "rgpStatus").flatMap(
    (status) => rgpStatuses.find((known) => known === status.attributes.s) ?? [],
  );
}

/** `<rgp:update>`: the request, or, with a report, the second step of a restore (RFC 3915 section 4.2.5). */
export function encodeRestore(report: RestoreReport | undefined): XmlElement {
  const text = (name: string, value: string) => rgpElement(name, {}, [value]);
  return rgpElement("update", {}, [
    rgpElement("restore", { op: report ? "report" : "request" }, [
      report &&
        rgpElement("report", {}, [
          text("preData", report.dataBefore),
          text("postData", report.dataAfter),
          text("delTime", writeDateTime(report.deletedAt)),
          text("resTime", writeDateTime(report.restoredAt)),
          text("resReason", report.reason),
          ...report.statements.map((statement) => text("statement", statement)),
          report.other === undefined ? undefined : text("other", report.other),
        ]),
    ]),
  ]);
}

export function decodeRestore(item: XmlElement): RestoreReport | undefined {
  assertShape(item, ["restore"]);
  const restore = requiredChild(item, "restore");
  assertShape(restore, ["report"], ["op"]);
  const report = optionalChild(restore, "report");
  const { op } = restore.attributes;
  if (op !== "request" && op !== "report") {
    throw new EppCodecError(2005, "a restore's op is request or report");
  }
  if (op === "request" && report) {
    throw new EppCodecError(2001, "a request for a restore has no report");
  }
  if (op === "report" && !report) {
    throw new EppCodecError(2003, "a restore report needs <report>");
  }
  return report && decodeReport(report);
}

function decodeReport(report: XmlElement): RestoreReport {
  assertShape(report, ["preData", "postData", "delTime", "resTime", "resReason", "statement", "other"]);
  const [first, second, ...more] = childrenNamed(report, "statement").map(textOf);
  if (first === undefined) {
    throw new EppCodecError(2003, "a restore report needs <statement>");
  }
  if (more.length > 0) {
    throw new EppCodecError(2001, "a restore report has one or two statements");
  }
  const other = optionalChild(report, "other");
  return {
    dataBefore: textOf(requiredChild(report, "preData")),
    dataAfter: textOf(requiredChild(report, "postData")),
    deletedAt: dateTimeOf(requiredChild(report, "delTime")),
    restoredAt: dateTimeOf(requiredChild(report, "resTime")),
    reason: textOf(requiredChild(report, "resReason")),
    statements: second === undefined ? [first] : [first, second],
    ...(other && { other: textOf(other) }),
  };
}
