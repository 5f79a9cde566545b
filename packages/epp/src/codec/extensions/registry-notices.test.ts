import { describe, expect, it } from "vitest";
import { publishedSchemas, violationsOf } from "../../../test/schema-check.ts";
import { namespaces } from "../../namespaces.ts";
import type { XmlElement } from "../../xml/element.ts";
import { parseXml } from "../../xml/parse.ts";
import { writeXml } from "../../xml/write.ts";
import { EppCodecError } from "../codec-error.ts";
import { decodeResult, encodeResult } from "../index.ts";
import type { PollSubject } from "../poll.ts";
import { encodeIdnData, encodeIdnLanguage } from "./idn.ts";
import {
  decodeMaintenance,
  encodeLowBalance,
  encodeMaintenance,
  type LowBalance,
  type Maintenance,
  maintenanceEnvironments,
  maintenancePollTypes,
} from "./registry-notices.ts";

const roundTrip = (subject: PollSubject) => decodeResult("poll", encodeResult("poll", { subject })).subject;

const lowBalance: LowBalance = {
  registrarName: "Zonepost",
  creditLimit: "1000.00",
  creditThreshold: "10",
  thresholdType: "PERCENT",
  availableCredit: "80.00",
};

const small: Maintenance = {
  id: "1",
  systems: [{ name: "EPP", impact: "none" }],
  environment: { type: "ote" },
  startsAt: new Date("2026-12-30T06:00:00.000Z"),
  endsAt: new Date("2026-12-30T14:00:00.000Z"),
  reason: "emergency",
  descriptions: [],
  tlds: [],
  createdAt: new Date("2026-12-01T22:10:00.000Z"),
};

const full: Maintenance = {
  ...small,
  id: "2e6df9b0-4092-4491-bcc8-9fb2166dcee6",
  types: ["Routine Maintenance", "Software Update"],
  pollType: "update",
  systems: [
    { name: "EPP", host: "epp.registry.example", impact: "full" },
    { name: "DNS", impact: "partial" },
  ],
  environment: { type: "custom", name: "marketing" },
  reason: "planned",
  detail: "https://www.registry.example/notice",
  descriptions: ["free-text", "Freitext"],
  tlds: ["example", "test"],
  intervention: { connection: true, implementation: false },
  updatedAt: new Date("2026-12-02T22:10:00.000Z"),
};

describe("messages about no object", () => {
  it.each<PollSubject>([
    { type: "lowBalance", lowBalance },
    { type: "lowBalance", lowBalance: { ...lowBalance, thresholdType: "FIXED", creditThreshold: "100.00" } },
    { type: "maintenance", maintenance: small },
    { type: "maintenance", maintenance: full },
    ...maintenancePollTypes.map(
      (pollType) => ({ type: "maintenance", maintenance: { ...small, pollType } }) as const,
    ),
    ...maintenanceEnvironments.map(
      (type) => ({ type: "maintenance", maintenance: { ...small, environment: { type } } }) as const,
    ),
  ])("keep their content: %o", (subject) => {
    expect(roundTrip(subject)).toEqual(subject);
  });

  const childrenOf = (item: XmlElement) =>
    item.children.flatMap((child) => (typeof child === "string" ? [] : [child.name]));

  it("have the elements in the order of the published schemas", () => {
    expect(childrenOf(encodeLowBalance(lowBalance))).toEqual([
      ...["registrarName", "creditLimit", "creditThreshold", "availableCredit"],
    ]);
    const [item] = encodeMaintenance(full).children;
    expect(item && typeof item !== "string" && childrenOf(item)).toEqual([
      ...["id", "type", "type", "pollType", "systems", "environment", "start", "end", "reason", "detail"],
      ...["description", "description", "tlds", "intervention", "crDate", "upDate"],
    ]);
  });

  it.skipIf(publishedSchemas.length === 0)("fit their published schemas, as do IDN tables", () => {
    const elements = [
      encodeLowBalance(lowBalance),
      encodeMaintenance(small),
      encodeMaintenance(full),
      encodeIdnData({ table: "es", unicodeName: "español.com" }),
      encodeIdnLanguage("GER"),
    ];
    expect(violationsOf(elements.map(writeXml), publishedSchemas)).toEqual([]);
    const wrong = writeXml(encodeMaintenance(full)).replace("<maint:environment", "<maint:surroundings");
    expect(violationsOf([wrong], publishedSchemas)).not.toEqual([]);
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

  it("is read without the elements that the RFC requires and some servers omit", () => {
    const xml = `<maint:infData xmlns:maint="${namespaces.maintenance}"><maint:item><maint:id>1</maint:id>
      <maint:environment type="marketing"/></maint:item></maint:infData>`;
    expect(decodeMaintenance(parseXml(xml))).toEqual({
      id: "1",
      systems: [],
      environment: { type: "custom" },
      reason: "planned",
      descriptions: [],
      tlds: [],
    });
  });

  it.each<[string, Partial<Record<keyof Maintenance, unknown>>]>([
    ["a system", { systems: [] }],
    ["<start>", { startsAt: undefined }],
    ["<end>", { endsAt: undefined }],
    ["<crDate>", { createdAt: undefined }],
  ])("isn't sent without %s", (what, change) => {
    expect(() => encodeMaintenance({ ...full, ...change } as Maintenance)).toThrow(
      new EppCodecError(2003, `maintenance needs ${what}`),
    );
  });
});
