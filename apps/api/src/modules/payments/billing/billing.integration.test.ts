import { createDb, payments as paymentRows, receipts } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCsv } from "../../../../test/support/read-csv.ts";
import { type Api, startApi, type Workspace } from "../../../../test/support/start-api.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import {
  entriesOfCharge,
  entriesOfDispute,
  entriesOfRefund,
  entriesOfRegistryCost,
} from "../ledger/ledger-policy.ts";
import { postLedger } from "../ledger/post-ledger.ts";
import { issueReceipt } from "./receipts/issue-receipt.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.[Symbol.asyncDispose]());

const profile = {
  company: "Example GmbH",
  address: "Linienstraße 12\n10178 Berlin",
  countryCode: "DE",
  vatId: "DE123456789",
};
const empty = { company: null, address: null, countryCode: null, vatId: null };

const path = "/workspace/billing";
const get = async ({ owner }: Workspace) => (await api.call({ path, cookie: owner.cookie })).json;
const put = ({ owner }: Workspace, body: object) =>
  api.call({ method: "PUT", path, cookie: owner.cookie, body });

describe("the billing profile", () => {
  it("is empty until someone enters it, and belongs to one workspace", async () => {
    const [workspace, other] = [await api.createWorkspace(), await api.createWorkspace()];
    expect(await get(workspace)).toEqual(empty);
    const answer = await put(workspace, { ...profile, countryCode: "de", vatId: "de123456789 " });
    expect([answer.status, answer.json]).toEqual([200, profile]);
    expect(await get(workspace)).toEqual(profile);
    expect(await get(other)).toEqual(empty);
  });

  it("is replaced: a field that is left out is cleared", async () => {
    const workspace = await api.createWorkspace();
    await put(workspace, profile);
    await put(workspace, { company: "Another GmbH", countryCode: "AT" });
    expect(await get(workspace)).toEqual({ ...empty, company: "Another GmbH", countryCode: "AT" });
  });

  it("has an audit entry for each change, and none for a repeat", async () => {
    const workspace = await api.createWorkspace();
    await put(workspace, profile);
    await put(workspace, profile);
    const entries = await api.sql`
      select action, details from audit_entries
      where workspace_id = ${workspace.id} and action like 'workspace.billing%'`;
    expect(entries).toEqual([{ action: "workspace.billing_updated", details: { from: empty, to: profile } }]);
  });

  it("is kept complete when two people save at once", async () => {
    const workspace = await api.createWorkspace();
    const profiles = ["AT", "FR"].map((countryCode) => ({ ...profile, countryCode }));
    const answers = await Promise.all(profiles.map((each) => put(workspace, each)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(profiles).toContainEqual(await get(workspace));
  });
});

describe("receipts", () => {
  const seller = { name: "Seller GmbH", addressLines: ["Linienstraße 1"], vatId: null };
  const newPayment = async ({ id: workspaceId }: Workspace) => {
    const [orderId, paymentId] = [newId(), newId()];
    const amounts = { amountCents: 1190, taxCents: 190, currency: "EUR", status: "received" as const };
    await api.db
      .insert(paymentRows)
      .values({ id: paymentId, workspaceId, orderId, ...amounts, createdAt: now });
    return { workspaceId, orderId, paymentId, taxPercent: "19", seller };
  };
  const now = new Date("2030-02-01T12:00:00.000Z");
  const readNumbers = async () => {
    const rows = await api.db.select({ number: receipts.number }).from(receipts).orderBy(receipts.number);
    return rows.map(({ number }) => number);
  };
  const failed = new Error("the transaction failed");

  it("are numbered without gaps by simultaneous payments, some of which fail", async () => {
    const workspaces = await Promise.all([api.createWorkspace(), api.createWorkspace()]);
    const payments = await Promise.all(
      Array.from({ length: 20 }, (_, at) => newPayment(workspaces[at % 2] as Workspace)),
    );
    const db = createDb(api.databaseUrl, { maxConnections: payments.length });
    const outcomes = await Promise.allSettled(
      payments.map((payment, at) =>
        db.transaction(async (tx) => {
          await issueReceipt(tx, payment, now);
          if (at % 5 === 0) {
            throw failed;
          }
        }),
      ),
    );
    await db.close();
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(4);
    expect(await readNumbers()).toEqual(Array.from({ length: 16 }, (_, at) => at + 1));
    await api.db.transaction((tx) => issueReceipt(tx, payments[0] as (typeof payments)[number], now));
    expect((await readNumbers()).at(-1)).toBe(17);
  });

  it("are issued once for an order, with the billing profile of that moment", async () => {
    const workspace = await api.createWorkspace();
    await put(workspace, profile);
    const payment = await newPayment(workspace);
    await api.db.transaction((tx) => issueReceipt(tx, payment, now));
    await put(workspace, { company: "Another GmbH" });
    await Promise.all([1, 2].map(() => api.db.transaction((tx) => issueReceipt(tx, payment, new Date()))));
    const rows = await api.db.select().from(receipts).where(eq(receipts.workspaceId, workspace.id));
    expect(rows).toEqual([{ ...payment, number: expect.any(Number), billing: profile, issuedAt: now }]);
  });

  it.each([
    ["an update", "update receipts set tax_percent = '0'"],
    ["a deletion", "delete from receipts"],
    ["truncation", "truncate receipts"],
  ])("reject %s", async (_, statement) => {
    const payment = await newPayment(await api.createWorkspace());
    await api.db.transaction((tx) => issueReceipt(tx, payment, now));
    await expect(api.sql.unsafe(statement)).rejects.toMatchObject({ code: "23001" });
  });
});

describe("the export of the ledger", () => {
  type Posted = Parameters<typeof postLedger>[1];
  const post = async (workspace: Workspace, posted: Partial<Posted> & Pick<Posted, "entries">, now: Date) => {
    const shared = { workspaceId: workspace.id, currency: "EUR", orderId: newId(), paymentId: newId() };
    const described = { cause: `test:${newId()}`, description: "Test" };
    await api.db.transaction((tx) => postLedger(tx, { ...shared, ...described, ...posted }, now));
  };
  const exported = async ({ owner }: Workspace) => {
    const { status, headers, text } = await api.call({ path: "/ledger/export", cookie: owner.cookie });
    expect([status, headers["content-disposition"]]).toEqual([200, 'attachment; filename="ledger.csv"']);
    return readCsv(text);
  };

  it("has a line for each entry of the workspace, and no costs of registries", async () => {
    const [workspace, other] = [await api.createWorkspace(), await api.createWorkspace()];
    const [orderId, paymentId] = [newId(), newId()];
    const now = new Date("2030-02-01T12:00:00.000Z");
    const charge = entriesOfCharge({ amountCents: 1190, taxCents: 190 });
    await post(workspace, { orderId, paymentId, entries: charge, description: "=Charge" }, now);
    await post(other, { entries: entriesOfCharge({ amountCents: 100, taxCents: 0 }) }, now);
    await post(workspace, { entries: entriesOfRegistryCost(900), paymentId: null }, now);
    const lines = await exported(workspace);
    expect(lines).toMatchObject([
      { account: "processor", amountCents: "1190" },
      { account: "sales", amountCents: "-1000" },
      { account: "tax", amountCents: "-190" },
    ]);
    expect(new Set(lines.map(({ transactionId }) => transactionId)).size).toBe(1);
    expect(lines[0]).toEqual({
      transactionId: expect.stringMatching(/^ltx_[0-9a-z]{26}$/),
      occurredAt: now.toISOString(),
      account: "processor",
      amountCents: "1190",
      currency: "EUR",
      orderId: publicId("ord", orderId),
      paymentId: publicId("pay", paymentId),
      // As text, so that no spreadsheet runs it.
      description: "'=Charge",
    });
  });

  it("has whole transactions, in the order in which they were posted, however many there are", async () => {
    const workspace = await api.createWorkspace();
    const count = 1203;
    const entries = [
      entriesOfCharge({ amountCents: 1190, taxCents: 190 }),
      entriesOfRefund({ amountCents: 595, taxCents: 95 }),
      entriesOfDispute("withdrawn", { amountCents: 595 }),
    ];
    await api.db.transaction(async (tx) => {
      for (let number = 0; number < count; number += 1) {
        const posted = { cause: `test:${newId()}`, description: `No. ${number}`, currency: "EUR" };
        const of = { workspaceId: workspace.id, orderId: null, paymentId: null };
        await postLedger(tx, { ...posted, ...of, entries: entries[number % 3] ?? [] }, new Date());
      }
    });
    const lines = await exported(workspace);
    const sums = new Map<string, number>();
    for (const { description = "", amountCents } of lines) {
      sums.set(description, (sums.get(description) ?? 0) + Number(amountCents));
    }
    expect([...sums]).toEqual(Array.from({ length: count }, (_, number) => [`No. ${number}`, 0]));
    expect(lines).toHaveLength((count / 3) * 8);
  });
});
