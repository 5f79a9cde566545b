import { describe, expect, it } from "vitest";
import { parseXml } from "../xml/parse.ts";
import { decodeResult, encodeResult } from "./index.ts";
import type { PollSubject } from "./poll.ts";
import { decodeMaintenance } from "./registry-notices.ts";

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
        createdAt: new Date("2026-12-01T22:10:00.000Z"),
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

describe("maintenance", () => {
  it.each(["item", "maint"])("is read from <maint:%s>", (name) => {
    const { id, systems, createdAt } = decodeMaintenance(
      parseXml(`<maint:infData xmlns:maint="urn:ietf:params:xml:ns:epp:maintenance-1.0"><maint:${name}>
        <maint:id>1</maint:id>
        <maint:pollType>create</maint:pollType>
        <maint:systems><maint:system>
          <maint:name>EPP</maint:name><maint:host>epp.registry.example</maint:host>
          <maint:impact>partial</maint:impact>
        </maint:system></maint:systems>
        <maint:environment type="production"/>
        <maint:start>2026-12-30T06:00:00Z</maint:start>
        <maint:end>2026-12-30T14:25:57Z</maint:end>
        <maint:reason>planned</maint:reason>
        <maint:crDate>2026-11-08T22:10:00Z</maint:crDate>
      </maint:${name}></maint:infData>`),
    );
    expect({ id, systems, createdAt }).toEqual({
      id: "1",
      systems: [{ name: "EPP", host: "epp.registry.example", impact: "partial" }],
      createdAt: new Date("2026-11-08T22:10:00Z"),
    });
  });
});
