import { createEppPool, type EppClient, type FeeCharged, namespaces } from "@zonepost/epp";
import { describe, expect, it } from "vitest";
import { readAccount, spendable, withBalances } from "./balances.ts";

const charged = (balance: string | undefined, creditLimit?: string, currency?: string): FeeCharged => ({
  fees: [],
  ...(balance !== undefined && { balance }),
  ...(creditLimit !== undefined && { creditLimit }),
  ...(currency !== undefined && { currency }),
});

describe("the money left in a registrar's account", () => {
  it.each<[string, FeeCharged | undefined, number | undefined]>([
    ["no fee data", undefined, undefined],
    ["fee data without a balance", charged(undefined, "1000.00"), undefined],
    ["a prepaid account", charged("1005.00"), 100_500],
    ["an account with credit that is not used", charged("20.00", "1000.00"), 102_000],
    ["an account that owes", charged("-5.00", "1000.00"), 99_500],
    ["an account that has reached its limit", charged("-1000", "1000"), 0],
    ["a limit sent as a negative amount", charged("-5.00", "-1000.00"), 99_500],
    ["an overdrawn account", charged("-5.00"), -500],
    ["fractions of a cent", charged("80.0799", "0.0099"), 8007],
    ["an amount that is none", charged("n/a"), undefined],
  ])("%s", (_case, fee, priceCents) => {
    expect(spendable(fee, "EUR")?.priceCents).toBe(priceCents);
  });

  it("is in the registry's currency, or else in the account's", () => {
    expect(spendable(charged("1.00", "0", "USD"), "EUR")).toEqual({ priceCents: 100, currency: "USD" });
    expect(spendable(charged("1.00"), "EUR")).toEqual({ priceCents: 100, currency: "EUR" });
  });

  it("is taken from the reply to every change that can have a price", async () => {
    const pool = createEppPool({ host: "", port: 1, clientId: "any", password: "any-pass", maxSessions: 1 });
    const reply = { code: 1000, message: "", clTRID: "a", svTRID: "b", pending: false };
    const answer = async () => ({ ...reply, data: { fee: charged("7.00") } as never });
    const seen: number[] = [];
    const client = withBalances(
      {
        ...pool,
        domainCreate: answer,
        domainRenew: answer,
        domainUpdate: answer,
        domainDelete: answer,
        domainRestore: answer,
        domainTransfer: answer,
      },
      "EUR",
      async ({ priceCents }) => {
        seen.push(priceCents);
      },
    );
    await client.domainCreate("a.com", { authInfo: "x" });
    await client.domainRenew("a.com", { currentExpiryDate: "2027-01-01" });
    await client.domainUpdate("a.com", {});
    await client.domainDelete("a.com");
    await client.domainRestore("a.com");
    await client.domainTransfer("a.com", "request");
    expect(seen).toEqual(Array(6).fill(700));
    await pool.close();
  });
});

describe("an account that is asked for", () => {
  const clientOf = (objectUris: string[], amounts: { creditLimit: string; availableCredit: string }) =>
    ({
      hello: async () => ({ objectUris }),
      balanceInfo: async () => ({ data: { balance: "ignored", ...amounts } }),
    }) as unknown as EppClient;

  it.each<[string, string, string, number]>([
    ["is prepaid", "1000.00", "2500.01", 150_001],
    ["owes", "1000.00", "994.99", -501],
    ["has no credit", "0.00", "20.00", 2000],
    ["is empty", "0", "0", 0],
  ])("%s", async (_, creditLimit, availableCredit, cents) => {
    expect(await readAccount(clientOf([namespaces.balance], { creditLimit, availableCredit }))).toBe(cents);
  });

  it("can't be read from a registry that doesn't offer the mapping, or whose answer has no amounts", async () => {
    const amounts = { creditLimit: "0", availableCredit: "0" };
    expect(await readAccount(clientOf([namespaces.domain], amounts))).toBeNull();
    const broken = { ...amounts, availableCredit: "n/a" };
    await expect(readAccount(clientOf([namespaces.balance], broken))).rejects.toThrow("can't be read");
  });
});
