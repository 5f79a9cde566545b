import type { PollSubject } from "@zonepost/epp";

const dayMs = 86_400_000;

/** A message about no domain, as a registry sends it. Undefined for an unknown kind, or an amount that is none. */
export function registryMessage(
  kind: string,
  argument: string | undefined,
  now: Date,
): { text: string; subject?: PollSubject } | undefined {
  switch (kind) {
    case "low-balance":
      return lowBalance(argument ?? "80.00");
    case "maintenance":
      return maintenance(new Date(now.getTime() + 7 * dayMs), now);
    case "text":
      return argument ? { text: argument } : undefined;
    default:
      return undefined;
  }
}

function lowBalance(availableCredit: string): { text: string; subject: PollSubject } | undefined {
  if (!/^\d{1,9}\.\d{2}$/.test(availableCredit)) {
    return undefined;
  }
  return {
    text: `Credit balance ${availableCredit} is low`,
    subject: {
      type: "lowBalance",
      lowBalance: {
        registrarName: "Zonepost",
        creditLimit: "1000.00",
        creditThreshold: "100.00",
        thresholdType: "FIXED",
        availableCredit,
      },
    },
  };
}

function maintenance(startsAt: Date, createdAt: Date): { text: string; subject: PollSubject } {
  return {
    text: `Maintenance of EPP on ${startsAt.toISOString().slice(0, 10)}`,
    subject: {
      type: "maintenance",
      maintenance: {
        id: `maintenance-${startsAt.toISOString()}`,
        systems: [{ name: "EPP", impact: "full" }],
        pollType: "create",
        environment: { type: "production" },
        startsAt,
        endsAt: new Date(startsAt.getTime() + dayMs / 12),
        reason: "planned",
        descriptions: ["EPP is unavailable for two hours."],
        tlds: ["com", "net"],
        createdAt,
      },
    },
  };
}
