import { element, type XmlElement } from "../xml/element.ts";
import { EppCodecError } from "./codec-error.ts";
import { childrenNamed } from "./read.ts";

/** The `<status>` elements, which are the same in all object mappings. */
export const encodeStatuses = (namespace: string, statuses: readonly string[] = []): XmlElement[] =>
  statuses.map((status) => element(namespace, "status", { s: status }));

export function decodeStatuses<Status extends string>(
  parent: XmlElement,
  known: readonly Status[],
): Status[] {
  return childrenNamed(parent, "status").map((item) => {
    const status = known.find((one) => one === item.attributes.s);
    if (status === undefined) {
      throw new EppCodecError(2005, "an unknown status");
    }
    return status;
  });
}
