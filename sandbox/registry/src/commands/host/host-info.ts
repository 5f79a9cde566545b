import type { HostInfoCommand } from "@zonepost/epp";
import { encodeResult } from "@zonepost/epp/codec";
import { describeHost, findHost } from "../../state/hosts.ts";
import type { CommandContext, Done } from "../command-context.ts";
import { missingHostRefusal } from "./host-access.ts";

/** RFC 5732 has no authorization information, so any registrar may query a host. */
export async function showHost({ sql }: CommandContext, { name }: HostInfoCommand): Promise<Done> {
  const host = await findHost(sql, name.toLowerCase());
  if (!host) {
    throw missingHostRefusal();
  }
  return { parts: encodeResult("host:info", describeHost(host, host.isLinked)) };
}
