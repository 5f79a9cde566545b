import { z } from "zod";
import { ConfigFileError, parseConfig, parseConfigFile } from "../../../kernel/config-file.ts";
import shipped from "./shipped-tld-rules.json" with { type: "json" };
import { type TldRules, tldRules } from "./tld-rules.ts";

const row = tldRules.partial();
const rulesFile = z.strictObject({
  profiles: z.record(z.string(), row).default({}),
  tlds: z
    .record(
      z.string().regex(/^[a-z0-9-]{2,63}$/, "must be a top-level domain in ASCII, such as com"),
      row.extend({ profile: z.string().optional() }),
    )
    .default({}),
});
type RulesFile = z.output<typeof rulesFile>;

/** For domains under a TLD without a row, which is not on offer. */
const fallbackProfile = "gtld";

const unknownField = "is not a rule";

export type RulesOfTlds = {
  of(tld: string): TldRules;
};

/** Settings of the installation, in place of the values we ship. */
type Defaults = Partial<Pick<TldRules, "autoRenewLeadDays">>;

/**
 * The rules we ship, with those of the operator's file merged over them field by field. Throws a
 * {@link ConfigFileError} for an invalid field, and for a TLD on offer without a row.
 */
export function readTldRules(
  json: string | undefined,
  offeredTlds: readonly string[],
  { autoRenewLeadDays }: Defaults = {},
): RulesOfTlds {
  const base = rulesFile.parse(shipped);
  for (const fields of autoRenewLeadDays === undefined ? [] : Object.values(base.profiles)) {
    fields.autoRenewLeadDays = autoRenewLeadDays;
  }
  const own =
    json === undefined ? { profiles: {}, tlds: {} } : parseConfigFile(rulesFile, json, unknownField);
  const profiles = mergeRows(base.profiles, own.profiles);
  const tlds = mergeRows(base.tlds, own.tlds);
  const known = new Map(Object.entries(tlds).map(([tld, fields]) => [tld, complete(tld, fields, profiles)]));
  const missing = offeredTlds.filter((tld) => !known.has(tld));
  if (missing.length > 0) {
    throw new ConfigFileError(
      missing
        .map((tld) => `.${tld} is on offer but has no rules; add to "tlds": "${tld}": { "profile": "gtld" }`)
        .join("\n"),
    );
  }
  const fallback = complete("", { profile: fallbackProfile }, profiles);
  return { of: (tld) => known.get(tld) ?? fallback };
}

const mergeRows = <Row>(base: Record<string, Row>, own: Record<string, Row>): Record<string, Row> =>
  Object.fromEntries(
    [...new Set([...Object.keys(base), ...Object.keys(own)])].map((name) => [
      name,
      { ...base[name], ...own[name] } as Row,
    ]),
  );

function complete(
  tld: string,
  { profile, ...fields }: RulesFile["tlds"][string],
  profiles: RulesFile["profiles"],
): TldRules {
  const inherited = profile === undefined ? {} : profiles[profile];
  if (!inherited) {
    throw new ConfigFileError(`tlds.${tld}.profile: there is no profile "${profile}"`);
  }
  return parseConfig(consistentRules, { ...inherited, ...fields }, unknownField, ["tlds", tld]);
}

const consistentRules = tldRules.superRefine((rules, context) => {
  const report = (field: keyof TldRules, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  if (rules.minYears > rules.maxYears) {
    report("minYears", "must not exceed maxYears");
  }
  if (rules.minNameservers > rules.maxNameservers) {
    report("minNameservers", "must not exceed maxNameservers");
  }
  if ((rules.registrantCountryCodes === null) !== (rules.registrantPlace === null)) {
    report("registrantPlace", "must be set exactly if registrantCountryCodes is");
  }
  if (rules.idnExtension !== null && !rules.idnTables) {
    report("idnTables", "must be a list if idnExtension is set: a registration names one of them");
  }
  const isNoTag = (name: string) => !/^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$/.test(name);
  const noTag = rules.idnExtension === "idnLang" && rules.idnTables?.find(({ name }) => isNoTag(name));
  if (noTag) {
    report("idnTables", `must have language tags as names, such as GER: ${noTag.name}`);
  }
  if (!rules.refundsOwnRenewal && rules.graceDays > 0) {
    report("graceDays", "must be 0 if refundsOwnRenewal is false: the domain is deleted before it renews");
  }
});
