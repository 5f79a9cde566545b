import { contactRoles } from "@zonepost/schema";
import { z } from "zod";

const count = z.int("must be a whole number").min(0, "must be 0 or more");
const days = count.max(3650, "must be at most 3650 days");
const years = z.int("must be a whole number").min(1, "must be 1 or more").max(100, "must be at most 100");
const hosts = count.max(13, "must be at most 13");
const flag = z.boolean("must be true or false");
const cents = z.int("must be a whole number of cents").min(1, "must be 1 or more");

const isScript = (name: string): boolean => {
  try {
    return new RegExp(`^\\p{Script=${name}}$`, "u") instanceof RegExp;
  } catch {
    return false;
  }
};

const idnTable = z.strictObject({
  name: z.string().min(1, "must not be empty"),
  /** By their names in Unicode. */
  scripts: z.array(z.string().refine(isScript, "must be a script of Unicode, such as Latin")).default([]),
  /** Beyond those of `scripts`. */
  characters: z.string().default(""),
});
export type IdnTable = z.output<typeof idnTable>;

/** The rules of a TLD's registry, as in `docs/tld-rules.md`. */
export const tldRules = z.strictObject({
  minYears: years,
  maxYears: years,
  minLabelLength: count.min(1, "must be 1 or more").max(63, "must be at most 63"),
  /** Null: any script. Empty: ASCII only. */
  idnTables: z.array(idnTable).nullable(),
  /** How a registration names its table, if the registry requires it. */
  idnExtension: z.enum(["idn", "idnLang"], "must be null, idn or idnLang").nullable(),
  minNameservers: hosts,
  maxNameservers: hosts,
  hostModel: z.enum(["objects", "attributes"], "must be objects or attributes"),
  dnssecInterface: z.enum(["ds", "keys"], "must be ds or keys"),
  digestTypes: z.array(z.int("must be a whole number")).min(1, "must name at least one digest type"),
  /** The roles that the registry stores. */
  contactRoles: z.array(z.enum(contactRoles, `must be ${contactRoles.join(", ")}`)),
  registrantCountryCodes: z
    .array(z.string().regex(/^[A-Z]{2}$/, "must be country codes, such as DE"))
    .nullable(),
  /** The same in words, to follow "in". */
  registrantPlace: z.string().min(1, "must not be empty").nullable(),
  whoisPrivacy: flag,
  transferLock: flag,
  transferAddsYears: z.int("must be a whole number").min(0, "must be 0 or 1").max(1, "must be 0 or 1"),
  /** After a registration or transfer, the registry refuses transfers for this long. */
  transferBarDays: days,
  /** After a registration, a deletion is refunded and final. */
  addGraceDays: days,
  /** After a renewal, or a transfer to us, a deletion is refunded. */
  renewGraceDays: days,
  transferGraceDays: days,
  autoRenewLeadDays: z.int("must be a whole number").min(1, "must be 1 to 60").max(60, "must be 1 to 60"),
  /** Whether a deletion takes back the year by which the registry renewed the domain at its date. */
  refundsOwnRenewal: flag,
  /** After the registry renewed the domain at its date, if it takes that back. */
  ownRenewalGraceDays: days,
  /** After expiry, before we delete the domain at the registry. */
  graceDays: days,
  redemptionDays: days,
  pendingDeleteDays: days,
  /** Null: the registry sends its fees. In the registrar's currency. */
  costs: z
    .strictObject({
      registerYearCents: cents,
      renewYearCents: cents,
      transferCents: z.int("must be a whole number of cents").min(0, "must be 0 or more"),
      restoreCents: cents,
    })
    .nullable(),
});

export type TldRules = z.output<typeof tldRules>;

/** Whether one of a TLD's tables has all characters of a label, given in Unicode. */
export const isInIdnTables = (label: string, tables: readonly IdnTable[] | null): boolean =>
  tables === null || beyondAscii(label).length === 0 || findIdnTable(label, tables) !== undefined;

/** The name of the table to send with the registration of a label, given in Unicode. */
export const idnTableToSend = (
  label: string,
  { idnExtension, idnTables }: Pick<TldRules, "idnExtension" | "idnTables">,
): string | undefined =>
  idnExtension === null || beyondAscii(label).length === 0
    ? undefined
    : findIdnTable(label, idnTables ?? [])?.name;

const beyondAscii = (label: string) => [...label].filter((character) => !/^[a-z0-9-]$/i.test(character));

function findIdnTable(label: string, tables: readonly IdnTable[]): IdnTable | undefined {
  const characters = beyondAscii(label);
  return tables.find(({ scripts, characters: more }) => {
    const ofScripts = scripts.map((script) => new RegExp(`^\\p{Script=${script}}$`, "u"));
    return characters.every(
      (character) => more.includes(character) || ofScripts.some((script) => script.test(character)),
    );
  });
}
