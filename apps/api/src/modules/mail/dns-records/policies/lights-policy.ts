import type { Freshness, MailDnsPurpose, MailDnsRecord } from "@zonepost/schema";

export type LightState = "good" | "warning" | "bad" | "optional" | "unknown";

const worstFirst: readonly LightState[] = ["bad", "warning", "unknown", "good", "optional"];

function stateOf({ status, severity }: MailDnsRecord): LightState {
  if (status === "unknown") {
    return "unknown";
  }
  if (status === "ok" && severity === "note") {
    return "good";
  }
  return severity === "error" ? "bad" : severity === "warning" ? "warning" : "optional";
}

/** One light for each purpose, as bad as the worst of its records. */
export function lightsOf(
  records: readonly MailDnsRecord[],
  freshness: Freshness,
): { purpose: MailDnsPurpose; state: LightState }[] {
  const purposes = [...new Set(records.map(({ purpose }) => purpose))];
  return purposes.map((purpose) => {
    if (freshness !== "fresh") {
      return { purpose, state: "unknown" };
    }
    const states = records.filter((record) => record.purpose === purpose).map(stateOf);
    return { purpose, state: worstFirst.find((state) => states.includes(state)) ?? "unknown" };
  });
}
