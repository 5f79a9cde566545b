import type { RecordSet } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import {
  changesOf,
  conflictsOf,
  type Draft,
  draftOfText,
  rowsOf,
  withDeletion,
  withRecord,
} from "./draft.ts";

const set = (name: string, type: string, values: string[], more: Partial<RecordSet> = {}): RecordSet => ({
  name,
  type,
  ttl: 3600,
  values,
  comment: null,
  tags: [],
  managedBy: null,
  updatedAt: "2026-01-01T00:00:00.000Z",
  ...more,
});
const www = set("www", "A", ["192.0.2.1"], { comment: "the shop", tags: ["web"] });
const apex = set("@", "MX", ["10 mail.example.net."]);
const records = [www, apex];
const content = (values: string[], more = {}) => ({ ttl: 3600, values, comment: null, tags: [], ...more });
const kept = { comment: "the shop", tags: ["web"] };

describe("a draft", () => {
  it("shows what is added, changed and deleted, with the zone's own name first", () => {
    let draft: Draft = withRecord(
      [],
      records,
      { name: "api", type: "A", content: content(["192.0.2.9"]) },
      undefined,
    );
    draft = withRecord(
      draft,
      records,
      { name: "www", type: "A", content: content(["192.0.2.2"], kept) },
      "www A",
    );
    draft = withDeletion(draft, records, "@ MX");
    expect(rowsOf(records, draft).map(({ key, state, content: { values } }) => [key, state, values])).toEqual(
      [
        ["@ MX", "deleted", ["10 mail.example.net."]],
        ["api A", "added", ["192.0.2.9"]],
        ["www A", "changed", ["192.0.2.2"]],
      ],
    );
    expect(changesOf(draft)).toEqual([
      { action: "set", name: "api", type: "A", ttl: 3600, values: ["192.0.2.9"], comment: null, tags: [] },
      { action: "set", name: "www", type: "A", ttl: 3600, values: ["192.0.2.2"] },
      { action: "delete", name: "@", type: "MX" },
    ]);
  });

  it("forgets a change that is taken back by hand, in any order of the values", () => {
    const two = set("two", "A", ["192.0.2.1", "192.0.2.2"]);
    const edited = withRecord(
      [],
      [two],
      { name: "two", type: "A", content: content(["192.0.2.1"]) },
      "two A",
    );
    expect(edited).toHaveLength(1);
    const back = content(["192.0.2.2", "192.0.2.1"]);
    expect(withRecord(edited, [two], { name: "two", type: "A", content: back }, "two A")).toEqual([]);
  });

  it("deletes the records of the former name when they are renamed", () => {
    const draft = withRecord(
      [],
      records,
      { name: "web", type: "A", content: content(["192.0.2.1"]) },
      "www A",
    );
    expect(changesOf(draft).map(({ action, name }) => [action, name])).toEqual([
      ["delete", "www"],
      ["set", "web"],
    ]);
    const again = withRecord(
      draft,
      records,
      { name: "net", type: "A", content: content(["192.0.2.1"]) },
      "web A",
    );
    expect(changesOf(again).map(({ action, name }) => [action, name])).toEqual([
      ["delete", "www"],
      ["set", "net"],
    ]);
  });

  it("drops records that were only added when they are deleted", () => {
    const added = withRecord(
      [],
      records,
      { name: "x", type: "A", content: content(["192.0.2.1"]) },
      undefined,
    );
    expect(withDeletion(added, records, "x A")).toEqual([]);
  });

  it("knows which of its records someone else has changed meanwhile", () => {
    const draft = withRecord(
      [],
      records,
      { name: "www", type: "A", content: content(["192.0.2.2"], kept) },
      "www A",
    );
    expect(conflictsOf(draft, records)).toEqual([]);
    expect(conflictsOf(draft, [{ ...www, ttl: 60 }, apex])).toHaveLength(1);
    expect(conflictsOf(draft, [apex])).toHaveLength(1);
  });

  it("survives the browser's storage, and anything else that is stored there", () => {
    const draft = withDeletion([], records, "www A");
    expect(draftOfText(JSON.stringify(draft))).toEqual(draft);
    for (const text of [null, "", "{}", "[1]", '[{"name":"a"}]', "[null]"]) {
      expect(draftOfText(text)).toEqual([]);
    }
  });
});
