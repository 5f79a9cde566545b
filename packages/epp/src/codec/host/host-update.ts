import { namespaces } from "../../namespaces.ts";
import type { XmlElement } from "../../xml/element.ts";
import { EppCodecError } from "../codec-error.ts";
import type { CommandCodec } from "../command-codec.ts";
import type { HostAddress } from "../domain/domain-parts.ts";
import { objectOf, wrapObject } from "../object-command.ts";
import { assertShape, optionalChild, withoutAbsent } from "../read.ts";
import { decodeStatuses, encodeStatuses } from "../statuses.ts";
import {
  decodeAddresses,
  decodeHostName,
  encodeAddresses,
  encodeHostName,
  type HostStatus,
  hostElement,
  hostStatuses,
} from "./host-parts.ts";

/** The parts that an update adds to a host or removes from it. */
export type HostUpdateParts = {
  addresses?: HostAddress[];
  statuses?: HostStatus[];
};

/** Updates a host's addresses, statuses or name (RFC 5732 section 3.2.5). */
export type HostUpdateCommand = {
  type: "host:update";
  name: string;
  add?: HostUpdateParts;
  remove?: HostUpdateParts;
  /** Renames the host in all domains that are delegated to it. */
  newName?: string;
};

export const hostUpdate: CommandCodec<HostUpdateCommand, undefined> = {
  type: "host:update",
  verb: "update",
  objectUri: namespaces.host,
  extensionUris: [],
  changes: () => true,

  encodeCommand({ name, add, remove, newName }) {
    if (!add && !remove && newName === undefined) {
      throw new EppCodecError(2003, "an update needs a change");
    }
    return wrapObject(
      hostElement("update", {}, [
        encodeHostName(name),
        encodeParts("add", add),
        encodeParts("rem", remove),
        newName === undefined ? undefined : hostElement("chg", {}, [encodeHostName(newName)]),
      ]),
    );
  },

  decodeCommand({ verb }) {
    const item = objectOf(verb);
    assertShape(item, ["name", "add", "rem", "chg"]);
    const changed = optionalChild(item, "chg");
    if (changed) {
      assertShape(changed, ["name"]);
    }
    const parts = withoutAbsent({
      add: decodeParts(item, "add"),
      remove: decodeParts(item, "rem"),
      newName: changed && decodeHostName(changed),
    });
    if (Object.keys(parts).length === 0) {
      throw new EppCodecError(2003, "an update needs a change");
    }
    return { type: "host:update", name: decodeHostName(item), ...parts };
  },

  encodeResult: () => ({ resData: [], extensions: [] }),
  decodeResult: () => undefined,
};

function encodeParts(name: "add" | "rem", parts: HostUpdateParts | undefined): XmlElement | undefined {
  if (parts === undefined) {
    return undefined;
  }
  return hostElement(name, {}, [
    ...encodeAddresses(parts.addresses),
    ...encodeStatuses(namespaces.host, parts.statuses),
  ]);
}

function decodeParts(parent: XmlElement, name: "add" | "rem"): HostUpdateParts | undefined {
  const found = optionalChild(parent, name);
  if (found === undefined) {
    return undefined;
  }
  assertShape(found, ["addr", "status"]);
  const addresses = decodeAddresses(found);
  const statuses = decodeStatuses(found, hostStatuses);
  return {
    ...(addresses.length > 0 && { addresses }),
    ...(statuses.length > 0 && { statuses }),
  };
}
