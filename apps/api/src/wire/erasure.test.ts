import * as schema from "@zonepost/db";
import { personExport } from "@zonepost/schema";
import { is } from "drizzle-orm";
import { getTableConfig, type PgColumn, PgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import type { ErasureRule } from "../kernel/erasure/erasure-rule.ts";
import { erasureRules } from "./erasure.ts";

const tables = Object.values(schema).filter((each) => is(each, PgTable));
const nameOf = (table: PgTable) => getTableConfig(table).name;
const columnsOf = (table: PgTable): PgColumn[] => getTableConfig(table).columns;
const ruleOf = new Map(erasureRules.map((rule) => [nameOf(rule.table), rule]));
const ruled = [...ruleOf].map(([name, rule]) => ({ name, rule }));

/** Whatever can hold a name, an address or a secret; IDs, numbers, times and flags can't. */
const canBePersonal = ({ columnType, name }: PgColumn): boolean =>
  !/^(?:PgUUID|PgTimestamp|PgInteger|PgBigInt|PgBoolean|PgDateString)/.test(columnType) || name === "user_id";

const classesOf = ({ columns = {} }: ErasureRule) => ({
  impersonal: columns.impersonal ?? [],
  actors: columns.actors ?? [],
  workspace: columns.workspace ?? [],
  person: columns.person ?? [],
  kept: Object.keys(columns.kept ?? {}),
});
const blankedOf = ({ columns = {} }: ErasureRule) => Object.keys(columns.blanked ?? {});

it("every table has one rule", () => {
  expect(erasureRules.map(({ table }) => nameOf(table)).toSorted()).toEqual(tables.map(nameOf).toSorted());
});

describe.each(ruled)("$name", ({ rule }) => {
  const named = Object.values(classesOf(rule)).flat();
  const blanked = blankedOf(rule);

  it("has a fate for each column that can hold personal data", () => {
    const mentioned = [...new Set([...named, ...blanked])];
    const personal = columnsOf(rule.table).filter(canBePersonal);
    expect(mentioned.toSorted()).toEqual(personal.map(({ name }) => name).toSorted());
  });

  it("has no column with two fates", () => {
    expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([]);
    const { person } = classesOf(rule);
    expect(blanked.filter((name) => named.includes(name) && !person.includes(name))).toEqual([]);
  });

  it("makes every actor anonymous", () => {
    const isActor = ({ name, columnType }: PgColumn) => columnType === "PgJsonb" && /^actor$|_by$/.test(name);
    expect(classesOf(rule).actors).toEqual(
      columnsOf(rule.table)
        .filter(isActor)
        .map(({ name }) => name),
    );
  });

  it("belongs to a workspace if a column does", () => {
    const columns = columnsOf(rule.table).map(({ name }) => name);
    if (
      columns.includes("workspace_id") ||
      columns.includes("mail_domain_id") ||
      columns.includes("domain_id")
    ) {
      expect(rule.workspace).not.toBe(false);
    }
  });

  it("deletes or replaces what is personal", () => {
    const { workspace } = rule;
    const classes = classesOf(rule);
    // Kept rows have nothing of a workspace or person that isn't replaced.
    if (workspace && workspace.fate !== "deleted") {
      expect(classes.workspace).toEqual([]);
      expect(classes.person.filter((name) => !blanked.includes(name))).toEqual([]);
    } else {
      expect(blanked).toEqual([]);
    }
    if (workspace && workspace.fate === "kept") {
      expect([...blanked, ...classes.actors]).toEqual([]);
    }
    const replaced = (rule.forPerson ?? []).flatMap(({ set }) => Object.keys(set));
    const stays = rule.personRows ? [] : classes.person.filter((name) => !replaced.includes(name));
    expect(stays).toEqual([]);
  });

  it("gives a reason for what it keeps", () => {
    for (const reason of Object.values(rule.columns?.kept ?? {})) {
      expect(reason).toMatch(/^[A-Z].{20,}\.$/);
    }
  });
});

/** The field of a person's export with their rows, or why it has none. */
const exportOfPerson: Record<string, string> = {
  users: "profile",
  credentials: "signInMethods",
  two_factors: "signInMethods",
  backup_codes: "signInMethods",
  operators: "profile",
  sessions: "sessions",
  trusted_devices: "trustedDevices",
  members: "memberships",
  invitations: "invitations",
  attention_choices: "attentionChoices",
  digest_notices: "digestNotices",
  transfer_codes: "transfersInBasket",
  idempotency_keys: "None: responses to repeated requests, for a day.",
  person_tokens: "None: an open link, which is in the person's mailbox.",
  verifications: "None: an open link, which is in the person's mailbox.",
  change_notices: "None: an email that is about to be sent.",
  outgoing_emails: "None: an email that is about to be sent.",
  sandbox_outbox: "None: emails, in the person's mailbox.",
};

it("each table with rows of a person is in the person's export, or has a reason why not", () => {
  const withPerson = ruled.filter(({ rule }) => rule.personRows).map(({ name }) => name);
  expect(withPerson.toSorted()).toEqual(Object.keys(exportOfPerson).toSorted());
  const fields = Object.values(exportOfPerson).filter((each) => !each.startsWith("None: "));
  expect(fields.filter((field) => !(field in personExport.shape))).toEqual([]);
});

it("deletes rows before those that they refer to", () => {
  const place = new Map(erasureRules.map(({ table }, at) => [nameOf(table), at]));
  const isDeleted = (table: PgTable) => {
    const { workspace } = ruleOf.get(nameOf(table)) ?? {};
    return workspace && workspace.fate === "deleted";
  };
  const late = erasureRules.flatMap(({ table }) =>
    getTableConfig(table)
      .foreignKeys.map((key) => ({ key, to: key.reference().foreignTable }))
      .filter(({ to }) => to !== table && isDeleted(to))
      .filter(({ to }) => !isDeleted(table) || (place.get(nameOf(table)) ?? 0) > (place.get(nameOf(to)) ?? 0))
      .filter(({ key }) => key.onDelete !== "cascade" && key.onDelete !== "set null")
      .map(({ to }) => `${nameOf(table)} → ${nameOf(to)}`),
  );
  expect(late).toEqual([]);
});
