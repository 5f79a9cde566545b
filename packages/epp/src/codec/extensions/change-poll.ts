import { namespaces } from "../../namespaces.ts";
import { elementIn, textOf, tokenOf, type XmlElement } from "../../xml/element.ts";
import { EppCodecError } from "../codec-error.ts";
import {
  checkLength,
  dateTimeOf,
  optionalChild,
  requiredChild,
  withoutAbsent,
  writeDateTime,
} from "../read.ts";

/** The operations that a server can perform on an object without its sponsor (RFC 8590 section 2.1). */
export const serverOperations = [
  "create",
  "delete",
  "renew",
  "transfer",
  "update",
  "restore",
  "autoRenew",
  "autoDelete",
  "autoPurge",
  "custom",
] as const;

export type ServerOperation = (typeof serverOperations)[number];

const caseTypes = ["udrp", "urs", "custom"] as const;

/** A change that the sponsoring client didn't make (RFC 8590 section 3.1.2). */
export type ServerChange = {
  /** Whether the message contains the object before or after the change. */
  state: "before" | "after";
  operation: ServerOperation;
  /** The transfer's operation, or the name of a custom one. */
  detail?: string;
  changedAt: Date;
  /** 3 to 64 characters. */
  svTRID: string;
  /** Who made the change: a name, or a role such as `URS Admin`. 1 to 255 characters. */
  who: string;
  /** The type of the case. For `custom`, its name is in `caseName`. */
  caseId?: string;
  caseType?: (typeof caseTypes)[number];
  caseName?: string;
  /** 1 to 32 characters. */
  reason?: string;
};

const changeElement = elementIn(namespaces.changePoll);

/** `<changePoll:changeData>` of a poll response (RFC 8590 section 3.1.2). */
export function encodeServerChange(change: ServerChange): XmlElement {
  return changeElement("changeData", { state: change.state }, [
    changeElement("operation", { op: change.detail }, [change.operation]),
    changeElement("date", {}, [writeDateTime(change.changedAt)]),
    changeElement("svTRID", {}, [checkLength("svTRID", change.svTRID, 3, 64)]),
    changeElement("who", {}, [checkLength("who", change.who, 1, 255)]),
    change.caseId === undefined
      ? undefined
      : changeElement("caseId", { type: change.caseType ?? "custom", name: change.caseName }, [
          change.caseId,
        ]),
    change.reason === undefined
      ? undefined
      : changeElement("reason", {}, [checkLength("reason", change.reason, 1, 32)]),
  ]);
}

export function decodeServerChange(item: XmlElement): ServerChange {
  const operation = requiredChild(item, "operation");
  const word = tokenOf(operation);
  const known = serverOperations.find((one) => one === word);
  if (known === undefined) {
    throw new EppCodecError(2005, "an unknown operation");
  }
  const caseId = optionalChild(item, "caseId");
  const reason = optionalChild(item, "reason");
  return {
    // RFC 8590 section 3.1.2: the default is "after".
    state: item.attributes.state === "before" ? "before" : "after",
    operation: known,
    changedAt: dateTimeOf(requiredChild(item, "date")),
    svTRID: tokenOf(requiredChild(item, "svTRID")),
    who: textOf(requiredChild(item, "who")).trim(),
    ...withoutAbsent({
      detail: operation.attributes.op,
      caseId: caseId && tokenOf(caseId),
      caseType: caseTypes.find((type) => type === caseId?.attributes.type),
      caseName: caseId?.attributes.name,
      reason: reason && textOf(reason).trim(),
    }),
  };
}
