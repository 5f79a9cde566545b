import { namespaces } from "../namespaces.ts";
import { element, tokenOf, type XmlElement } from "../xml/element.ts";
import {
  childrenNamed,
  optionalChild,
  optionalDateTime,
  optionalToken,
  requiredChild,
  withoutAbsent,
  writeDateTime,
} from "./read.ts";

/** A registrar's balance has fallen below the registry's threshold (Verisign's low balance mapping). */
export type LowBalance = {
  registrarName: string;
  /** Decimals, such as `100.00`; see `toMinorUnits`. */
  creditLimit: string;
  creditThreshold: string;
  thresholdType: "FIXED" | "PERCENT";
  availableCredit: string;
};

/** Planned or current maintenance of a registry's systems (RFC 9167 section 3.3). */
export type Maintenance = {
  id: string;
  systems: { name: string; host?: string; impact: "full" | "partial" | "none" }[];
  environment: string;
  startsAt?: Date;
  endsAt?: Date;
  reason: "planned" | "emergency";
  detail?: string;
  descriptions: string[];
  tlds: string[];
  createdAt?: Date;
};

const lowBalanceElement = (name: string, text: string, attributes: Record<string, string> = {}) =>
  element(namespaces.lowBalance, name, attributes, [text]);

export function encodeLowBalance(low: LowBalance): XmlElement {
  return element(namespaces.lowBalance, "pollData", {}, [
    lowBalanceElement("registrarName", low.registrarName),
    lowBalanceElement("creditLimit", low.creditLimit),
    lowBalanceElement("creditThreshold", low.creditThreshold, { type: low.thresholdType }),
    lowBalanceElement("availableCredit", low.availableCredit),
  ]);
}

export function decodeLowBalance(item: XmlElement): LowBalance {
  const threshold = requiredChild(item, "creditThreshold");
  return {
    registrarName: tokenOf(requiredChild(item, "registrarName")),
    creditLimit: tokenOf(requiredChild(item, "creditLimit")),
    creditThreshold: tokenOf(threshold),
    thresholdType: threshold.attributes.type === "PERCENT" ? "PERCENT" : "FIXED",
    availableCredit: tokenOf(requiredChild(item, "availableCredit")),
  };
}

const maintenanceElement = (
  name: string,
  children: readonly (XmlElement | string | undefined)[],
  attributes: Record<string, string> = {},
) => element(namespaces.maintenance, name, attributes, children);

/** `<maint:infData>` with one item, as in a poll message (RFC 9167 section 4.1.3). */
export function encodeMaintenance(maintenance: Maintenance): XmlElement {
  const { id, systems, environment, startsAt, endsAt, reason, detail, descriptions, tlds, createdAt } =
    maintenance;
  return maintenanceElement("infData", [
    maintenanceElement("item", [
      maintenanceElement("id", [id]),
      maintenanceElement("pollType", ["create"]),
      maintenanceElement(
        "systems",
        systems.map((system) =>
          maintenanceElement("system", [
            maintenanceElement("name", [system.name]),
            system.host === undefined ? undefined : maintenanceElement("host", [system.host]),
            maintenanceElement("impact", [system.impact]),
          ]),
        ),
      ),
      maintenanceElement("environment", [], { type: environment }),
      startsAt && maintenanceElement("start", [writeDateTime(startsAt)]),
      endsAt && maintenanceElement("end", [writeDateTime(endsAt)]),
      maintenanceElement("reason", [reason]),
      detail === undefined ? undefined : maintenanceElement("detail", [detail]),
      ...descriptions.map((text) => maintenanceElement("description", [text])),
      tlds.length === 0
        ? undefined
        : maintenanceElement(
            "tlds",
            tlds.map((tld) => maintenanceElement("tld", [tld])),
          ),
      createdAt && maintenanceElement("crDate", [writeDateTime(createdAt)]),
    ]),
  ]);
}

export function decodeMaintenance(data: XmlElement): Maintenance {
  // Called `maint` in drafts of the RFC, and by programs that were written for them.
  const item = optionalChild(data, "item") ?? requiredChild(data, "maint");
  const systems = optionalChild(item, "systems");
  const tlds = optionalChild(item, "tlds");
  const environment = requiredChild(item, "environment").attributes;
  return {
    id: tokenOf(requiredChild(item, "id")),
    systems: (systems ? childrenNamed(systems, "system") : []).map((system) => ({
      name: tokenOf(requiredChild(system, "name")),
      impact: impactOf(optionalToken(system, "impact")),
      ...withoutAbsent({ host: optionalToken(system, "host") }),
    })),
    environment: environment.name ?? environment.type ?? "",
    reason: optionalToken(item, "reason") === "emergency" ? "emergency" : "planned",
    descriptions: childrenNamed(item, "description").map(tokenOf),
    tlds: tlds ? childrenNamed(tlds, "tld").map(tokenOf) : [],
    ...withoutAbsent({
      startsAt: optionalDateTime(item, "start"),
      endsAt: optionalDateTime(item, "end"),
      detail: optionalToken(item, "detail"),
      createdAt: optionalDateTime(item, "crDate"),
    }),
  };
}

const impactOf = (word: string | undefined) => (word === "partial" || word === "none" ? word : "full");
