import { element, tokenOf, type XmlElement } from "../xml/element.ts";
import { booleanOf, checkLength, childrenNamed, optionalToken, requiredChild } from "./read.ts";

/** The availability of one object in a check response, by its name or identifier. */
export type CheckedObject = {
  key: string;
  available: boolean;
  /** The reason if it isn't available; at most 32 characters. */
  reason?: string;
};

/** `<chkData>`, which is the same in all object mappings except for the element that contains the key. */
export function encodeCheckData(
  namespace: string,
  keyName: "name" | "id",
  items: readonly CheckedObject[],
): XmlElement {
  return element(
    namespace,
    "chkData",
    {},
    items.map((item) =>
      element(namespace, "cd", {}, [
        element(namespace, keyName, { avail: item.available ? "1" : "0" }, [item.key]),
        item.reason === undefined
          ? undefined
          : element(namespace, "reason", {}, [checkLength("reason", item.reason, 1, 32)]),
      ]),
    ),
  );
}

export function decodeCheckData(item: XmlElement, keyName: "name" | "id"): CheckedObject[] {
  return childrenNamed(item, "cd").map((line) => {
    const key = requiredChild(line, keyName);
    const reason = optionalToken(line, "reason");
    return {
      key: tokenOf(key),
      available: booleanOf("avail", key.attributes.avail ?? ""),
      ...(reason !== undefined && { reason }),
    };
  });
}
