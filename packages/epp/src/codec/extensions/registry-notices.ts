import { namespaces } from "../../namespaces.ts";
import { element, tokenOf, type XmlElement } from "../../xml/element.ts";
import { EppCodecError } from "../codec-error.ts";
import {
  booleanOf,
  checkLength,
  childrenNamed,
  optionalChild,
  optionalDateTime,
  optionalToken,
  requiredChild,
  withoutAbsent,
  writeDateTime,
} from "../read.ts";

/** A registrar's balance has fallen below the registry's threshold (Verisign's low balance mapping). */
export type LowBalance = {
  registrarName: string;
  /** Amounts, usually decimals such as `100.00`, although the schema allows any text. */
  creditLimit: string;
  /** An amount if `thresholdType` is `FIXED`, or a percentage of the limit. */
  creditThreshold: string;
  thresholdType: "FIXED" | "PERCENT";
  availableCredit: string;
};

/** Why a message about maintenance was sent (RFC 9167 section 3.3): `delete` if it was called off. */
export const maintenancePollTypes = ["create", "update", "delete", "courtesy", "end"] as const;

/** The system that the maintenance is of; `custom` with a `name` of the registry's. */
export const maintenanceEnvironments = ["production", "ote", "staging", "dev", "custom"] as const;

/** Planned or current maintenance of a registry's systems (RFC 9167 section 3.3). */
export type Maintenance = {
  id: string;
  pollType?: (typeof maintenancePollTypes)[number];
  /** Free text, such as `Routine Maintenance`. */
  types?: string[];
  /** At least one, to be encoded. */
  systems: { name: string; host?: string; impact: "full" | "partial" | "none" }[];
  environment: { type: (typeof maintenanceEnvironments)[number]; name?: string };
  /** Required to be encoded, as are `endsAt` and `createdAt`. Some servers omit them. */
  startsAt?: Date;
  endsAt?: Date;
  reason: "planned" | "emergency";
  /** The address of more information. */
  detail?: string;
  descriptions: string[];
  tlds: string[];
  /** Whether clients have to reconnect, or to change their programs. */
  intervention?: { connection: boolean; implementation: boolean };
  createdAt?: Date;
  updatedAt?: Date;
};

const lowBalanceElement = (name: string, text: string, attributes: Record<string, string> = {}) =>
  element(namespaces.lowBalance, name, attributes, [text]);

export function encodeLowBalance(low: LowBalance): XmlElement {
  return element(namespaces.lowBalance, "pollData", {}, [
    lowBalanceElement("registrarName", checkLength("registrarName", low.registrarName, 1, 255)),
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
  attributes: Record<string, string | undefined> = {},
) => element(namespaces.maintenance, name, attributes, children);

const textElements = (name: string, texts: readonly string[]) =>
  texts.map((text) => maintenanceElement(name, [text]));

/** `<maint:infData>` with one item, as in a poll message (RFC 9167 section 4.1.3). */
export function encodeMaintenance(maintenance: Maintenance): XmlElement {
  const { id, pollType, types = [], systems, environment, reason, detail, descriptions, tlds } = maintenance;
  const { intervention, updatedAt } = maintenance;
  if (systems.length === 0) {
    throw new EppCodecError(2003, "maintenance needs a system");
  }
  const date = (name: string, value: Date | undefined) => {
    if (!value) {
      throw new EppCodecError(2003, `maintenance needs <${name}>`);
    }
    return maintenanceElement(name, [writeDateTime(value)]);
  };
  return maintenanceElement("infData", [
    maintenanceElement("item", [
      maintenanceElement("id", [id]),
      ...textElements("type", types),
      ...(pollType === undefined ? [] : textElements("pollType", [pollType])),
      maintenanceElement(
        "systems",
        systems.map(({ name, host, impact }) =>
          maintenanceElement("system", [
            maintenanceElement("name", [name]),
            host === undefined ? undefined : maintenanceElement("host", [checkLength("host", host, 1, 255)]),
            maintenanceElement("impact", [impact]),
          ]),
        ),
      ),
      maintenanceElement("environment", [], { type: environment.type, name: environment.name }),
      date("start", maintenance.startsAt),
      date("end", maintenance.endsAt),
      maintenanceElement("reason", [reason]),
      ...(detail === undefined ? [] : textElements("detail", [detail])),
      ...textElements("description", descriptions),
      tlds.length === 0
        ? undefined
        : maintenanceElement(
            "tlds",
            textElements(
              "tld",
              tlds.map((tld) => checkLength("tld", tld, 1, 255)),
            ),
          ),
      intervention &&
        maintenanceElement("intervention", [
          maintenanceElement("connection", [String(intervention.connection)]),
          maintenanceElement("implementation", [String(intervention.implementation)]),
        ]),
      date("crDate", maintenance.createdAt),
      updatedAt && date("upDate", updatedAt),
    ]),
  ]);
}

export function decodeMaintenance(data: XmlElement): Maintenance {
  // Called `maint` in drafts of the RFC, and by programs that were written for them.
  const item = optionalChild(data, "item") ?? requiredChild(data, "maint");
  const systems = optionalChild(item, "systems");
  const tlds = optionalChild(item, "tlds");
  const environment = requiredChild(item, "environment").attributes;
  const intervention = optionalChild(item, "intervention");
  const types = childrenNamed(item, "type").map(tokenOf);
  const pollType = optionalToken(item, "pollType");
  return {
    id: tokenOf(requiredChild(item, "id")),
    systems: (systems ? childrenNamed(systems, "system") : []).map((system) => ({
      name: tokenOf(requiredChild(system, "name")),
      impact: impactOf(optionalToken(system, "impact")),
      ...withoutAbsent({ host: optionalToken(system, "host") }),
    })),
    environment: {
      type: maintenanceEnvironments.find((type) => type === environment.type) ?? "custom",
      ...withoutAbsent({ name: environment.name }),
    },
    reason: optionalToken(item, "reason") === "emergency" ? "emergency" : "planned",
    descriptions: childrenNamed(item, "description").map(tokenOf),
    tlds: tlds ? childrenNamed(tlds, "tld").map(tokenOf) : [],
    ...withoutAbsent({
      pollType: maintenancePollTypes.find((type) => type === pollType),
      types: types.length > 0 ? types : undefined,
      startsAt: optionalDateTime(item, "start"),
      endsAt: optionalDateTime(item, "end"),
      detail: optionalToken(item, "detail"),
      intervention: intervention && {
        connection: isYes(intervention, "connection"),
        implementation: isYes(intervention, "implementation"),
      },
      createdAt: optionalDateTime(item, "crDate"),
      updatedAt: optionalDateTime(item, "upDate"),
    }),
  };
}

const isYes = (parent: XmlElement, name: string) => booleanOf(name, optionalToken(parent, name) ?? "false");

const impactOf = (word: string | undefined) => (word === "partial" || word === "none" ? word : "full");
