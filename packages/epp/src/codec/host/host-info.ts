import { namespaces } from "../../namespaces.ts";
import { tokenOf, type XmlElement } from "../../xml/element.ts";
import { EppCodecError } from "../codec-error.ts";
import type { CommandCodec } from "../command-codec.ts";
import type { HostAddress } from "../domain/domain-parts.ts";
import { objectOf, requiredResult, wrapObject } from "../object-command.ts";
import {
  assertShape,
  checkLength,
  dateTimeOf,
  optionalDateTime,
  optionalToken,
  requiredChild,
  withoutAbsent,
  writeDateTime,
} from "../read.ts";
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

/** Queries one host (RFC 5732 section 3.1.2). */
export type HostInfoCommand = {
  type: "host:info";
  name: string;
};

/** A host as the registry stores it (RFC 5732 section 3.1.2). */
export type HostInfo = {
  name: string;
  /** The registry's identifier for the object. */
  roid: string;
  /** At least one; includes `linked` if a domain is delegated to the host. */
  statuses: HostStatus[];
  addresses: HostAddress[];
  sponsoringClientId: string;
  createdBy: string;
  createdAt: Date;
  updatedBy?: string;
  updatedAt?: Date;
  transferredAt?: Date;
};

export const hostInfo: CommandCodec<HostInfoCommand, HostInfo> = {
  type: "host:info",
  verb: "info",
  objectUri: namespaces.host,
  extensionUris: [],
  changes: () => false,
  encodeCommand: ({ name }) => wrapObject(hostElement("info", {}, [encodeHostName(name)])),
  decodeCommand({ verb }) {
    const item = objectOf(verb);
    assertShape(item, ["name"]);
    return { type: "host:info", name: decodeHostName(item) };
  },
  encodeResult: (host) => ({ resData: [encodeHostInfo(host)], extensions: [] }),
  decodeResult: (parts) => decodeHostInfo(requiredResult(parts, namespaces.host, "infData")),
};

export function encodeHostInfo(host: HostInfo): XmlElement {
  if (host.statuses.length === 0) {
    throw new EppCodecError(2003, "a host has a status");
  }
  const date = (name: string, value: Date | undefined) =>
    value && hostElement(name, {}, [writeDateTime(value)]);
  const client = (name: string, value: string | undefined) =>
    value === undefined ? undefined : hostElement(name, {}, [checkLength(name, value, 3, 16)]);
  return hostElement("infData", {}, [
    encodeHostName(host.name),
    hostElement("roid", {}, [host.roid]),
    ...encodeStatuses(namespaces.host, host.statuses),
    ...encodeAddresses(host.addresses),
    client("clID", host.sponsoringClientId),
    client("crID", host.createdBy),
    date("crDate", host.createdAt),
    client("upID", host.updatedBy),
    date("upDate", host.updatedAt),
    date("trDate", host.transferredAt),
  ]);
}

export function decodeHostInfo(item: XmlElement): HostInfo {
  return {
    name: decodeHostName(item),
    roid: tokenOf(requiredChild(item, "roid")),
    statuses: decodeStatuses(item, hostStatuses),
    addresses: decodeAddresses(item),
    sponsoringClientId: tokenOf(requiredChild(item, "clID")),
    createdBy: tokenOf(requiredChild(item, "crID")),
    createdAt: dateTimeOf(requiredChild(item, "crDate")),
    ...withoutAbsent({
      updatedBy: optionalToken(item, "upID"),
      updatedAt: optionalDateTime(item, "upDate"),
      transferredAt: optionalDateTime(item, "trDate"),
    }),
  };
}
