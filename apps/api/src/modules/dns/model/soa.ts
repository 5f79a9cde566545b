import type { WantedZone, ZoneHosting } from "../ports.ts";

const hourSeconds = 3_600;

/** Secondaries are notified of changes; the times are for one that missed a notice (RFC 1912 section 2.2). */
export const soaOf = ({
  publicServers,
  contactMailbox,
}: Pick<ZoneHosting, "publicServers" | "contactMailbox">): WantedZone["soa"] => ({
  primaryHost: publicServers.servers[0]?.host ?? "localhost",
  contactMailbox,
  refreshSeconds: hourSeconds,
  retrySeconds: 900,
  expireSeconds: 14 * 24 * hourSeconds,
  negativeTtlSeconds: 300,
  ttlSeconds: hourSeconds,
});

/** The mailbox's local part is one label, in which dots are escaped (RFC 1035 section 3.3.13). */
export function soaRecordSet(soa: WantedZone["soa"], serial: number) {
  const at = soa.contactMailbox.lastIndexOf("@");
  const mailbox = `${soa.contactMailbox.slice(0, at).replaceAll(".", "\\.")}.${soa.contactMailbox.slice(at + 1)}.`;
  const { primaryHost, refreshSeconds, retrySeconds, expireSeconds, negativeTtlSeconds, ttlSeconds } = soa;
  const times = [serial, refreshSeconds, retrySeconds, expireSeconds, negativeTtlSeconds].join(" ");
  return { name: "@", type: "SOA", ttlSeconds, values: [`${primaryHost}. ${mailbox} ${times}`] };
}
