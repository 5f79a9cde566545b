import { describe, expect, it } from "vitest";
import { decodeResult, encodeResult } from "./index.ts";
import type { PollSubject } from "./poll.ts";

const roundTrip = (subject: PollSubject) => decodeResult("poll", encodeResult("poll", { subject })).subject;

describe("messages about no object", () => {
  it.each([
    {
      type: "lowBalance",
      lowBalance: {
        registrarName: "Zonepost",
        creditLimit: "1000.00",
        creditThreshold: "10",
        thresholdType: "PERCENT",
        availableCredit: "80.00",
      },
    },
    {
      type: "maintenance",
      maintenance: {
        id: "2e6df9b0-4092-4491-bcc8-9fb2166dcee6",
        systems: [{ name: "EPP", host: "epp.registry.example", impact: "full" }],
        environment: "production",
        startsAt: new Date("2026-12-30T06:00:00.000Z"),
        endsAt: new Date("2026-12-30T14:00:00.000Z"),
        reason: "planned",
        detail: "https://www.registry.example/notice",
        descriptions: ["free-text"],
        tlds: ["example", "test"],
      },
    },
    {
      type: "maintenance",
      maintenance: {
        id: "1",
        systems: [],
        environment: "ote",
        reason: "emergency",
        descriptions: [],
        tlds: [],
      },
    },
  ] as PollSubject[])("keep their content: %o", (subject) => {
    expect(roundTrip(subject)).toEqual(subject);
  });
});
