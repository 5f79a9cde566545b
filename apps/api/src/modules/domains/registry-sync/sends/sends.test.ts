import { describe, expect, it } from "vitest";
import { held, heldAnswer, now } from "../../../../../test/support/domains/decisions.ts";
import {
  type Registrar,
  RegistrarError,
  type RegistrarErrorReason,
  type RegistryAnswer,
} from "../../ports.ts";
import { addDays, addYears } from "../../rules/schedule.ts";
import { readTldRules } from "../../tlds/read-tld-rules.ts";
import { costOfStored } from "../intents/intent-change.ts";
import { sendDelegation } from "./send-delegation.ts";
import { sendDeletion } from "./send-deletion.ts";
import { sendRenewal } from "./send-renewal.ts";
import { sendRestore } from "./send-restore.ts";

const row = { name: "example.com", tld: "com", statusEndsAt: addDays(now, 10) };

/** Returns these answers in turn, repeating the last one, and records the commands. */
function aRegistrar(answers: RegistryAnswer[], calls: Partial<Registrar> = {}) {
  const sent: [command: string, input: unknown][] = [];
  let read = 0;
  const command = (name: string) => async (input: unknown) => {
    sent.push([name, input]);
    return "completed" as const;
  };
  const registrar = {
    readDomain: async () => answers[Math.min(read++, answers.length - 1)],
    renewDomain: command("renew"),
    deleteDomain: command("delete"),
    restoreDomain: command("restore"),
    changeNameservers: async (_name: string, change: unknown) => command("nameservers")(change),
    ...calls,
  };
  return { registrar: registrar as unknown as Registrar, sent };
}

const failing = (reason: RegistrarErrorReason) => () => Promise.reject(new RegistrarError(reason, "no"));
const reasonOf = (call: Promise<unknown>) =>
  call.then(
    (outcome) => outcome,
    (error: unknown) => (error instanceof RegistrarError ? error.reason : error),
  );

describe("sending a renewal", () => {
  const date = addDays(now, 200);
  const renewal = {
    kind: "renew",
    years: 2,
    paidUntil: date.toISOString(),
    toPaidUntil: addYears(date, 2).toISOString(),
    toRegistryExpiresAt: addYears(date, 2).toISOString(),
    year: { priceCents: 1000, currency: "EUR" },
  } as const;

  it.each([
    ["renews for all years from the registry's date", date, 2],
    ["renews for the years that the registry has not auto-renewed", addYears(date, 1), 1],
    ["sends nothing if none is missing", addYears(date, 2), 0],
    ["sends nothing if the registry is further ahead", addYears(date, 3), 0],
  ])("%s", async (_, registryExpiresAt, years) => {
    const { registrar, sent } = aRegistrar([heldAnswer({ registryExpiresAt })]);
    expect(await sendRenewal(row, renewal)(registrar, {})).toBe("completed");
    const agreed = { costCents: 1000 * years, currency: "EUR" };
    expect(sent).toEqual(years > 0 ? [["renew", { name: row.name, years, registryExpiresAt, agreed }]] : []);
  });

  it("agrees to the price of all years, unless the registry has auto-renewed some", async () => {
    const discounted = { ...renewal, price: { priceCents: 1700, currency: "EUR" } };
    for (const [from, costCents] of [
      [date, 1700],
      [addYears(date, 1), 1000],
    ] as const) {
      const { registrar, sent } = aRegistrar([heldAnswer({ registryExpiresAt: from })]);
      await sendRenewal(row, discounted)(registrar, {});
      expect(sent).toMatchObject([["renew", { agreed: { costCents } }]]);
    }
  });

  it("agrees to no cost if the registry quoted no fee for the term", async () => {
    const { registrar, sent } = aRegistrar([heldAnswer({ registryExpiresAt: date })]);
    await sendRenewal(row, { ...renewal, price: null })(registrar, {});
    expect(sent).toEqual([
      ["renew", { name: row.name, years: renewal.years, registryExpiresAt: date, agreed: undefined }],
    ]);
  });

  it("waits while an earlier one is pending at the registry", async () => {
    const { registrar, sent } = aRegistrar([heldAnswer({ statuses: ["pendingRenew"] })]);
    expect(await sendRenewal(row, renewal)(registrar, {})).toBe("pending");
    expect(sent).toEqual([]);
  });

  it("reads again if the date has changed since, at most three times", async () => {
    const { registrar, sent } = aRegistrar([
      heldAnswer({ registryExpiresAt: date }),
      heldAnswer({ registryExpiresAt: addYears(date, 1) }),
    ]);
    let tries = 0;
    const renewDomain: Registrar["renewDomain"] = (input) => {
      tries += 1;
      return tries === 1 ? failing("expiry_changed")() : registrar.renewDomain(input);
    };
    expect(await sendRenewal(row, renewal)({ ...registrar, renewDomain }, {})).toBe("completed");
    expect(sent).toMatchObject([["renew", { years: 1 }]]);
    const moving = { ...registrar, renewDomain: failing("expiry_changed") };
    expect(await reasonOf(sendRenewal(row, renewal)(moving, {}))).toBe("expiry_changed");
  });

  it.each([{ kind: "elsewhere" }, { kind: "unregistered" }] as const)(
    "fails for a name that is %j",
    async (answer) => {
      expect(await reasonOf(sendRenewal(row, renewal)(aRegistrar([answer]).registrar, {}))).toBe("missing");
    },
  );
});

describe("sending a deletion", () => {
  it.each([
    ["deletes our domain", heldAnswer(), "completed", [["delete", "example.com"]]],
    ["sends nothing if it is being deleted", heldAnswer({ statuses: ["pendingDelete"] }), "completed", []],
    ["sends nothing if it is gone", { kind: "unregistered" }, "completed", []],
    ["fails if it is another registrar's", { kind: "elsewhere" }, "missing", []],
  ] as const)("%s", async (_, answer, outcome, expected) => {
    const { registrar, sent } = aRegistrar([answer]);
    expect(await reasonOf(sendDeletion(row)(registrar, {}))).toBe(outcome);
    expect(sent).toEqual(expected);
  });
});

describe("sending a restore", () => {
  const date = addDays(now, -5);
  const change = {
    kind: "restore",
    paidUntil: date.toISOString(),
    toPaidUntil: addYears(date, 1).toISOString(),
    restore: { priceCents: 5000, currency: "EUR" },
    year: { priceCents: 1000, currency: "EUR" },
  } as const;
  const warnings: unknown[] = [];
  const ctx = {
    log: { warn: (entry: unknown) => warnings.push(entry) },
    registrars: { rulesOf: readTldRules(undefined, []).of },
  } as unknown as Parameters<typeof sendRestore>[0];
  const deleted = heldAnswer({ statuses: ["pendingDelete"], registryExpiresAt: date });
  const back = heldAnswer({ registryExpiresAt: date });
  const send = (registrar: Registrar) => sendRestore(ctx, row, change, now)(registrar, {});

  it("restores the domain as it was deleted, and renews it for the year", async () => {
    const { registrar, sent } = aRegistrar([deleted, back]);
    expect(await send(registrar)).toBe("completed");
    expect(sent).toEqual([
      [
        "restore",
        {
          name: row.name,
          agreed: costOfStored(change.restore),
          before: held({ statuses: ["pendingDelete"], registryExpiresAt: date }),
          deletedAt: addDays(now, -20),
          restoredAt: now,
        },
      ],
      ["renew", { name: row.name, years: 1, registryExpiresAt: date, agreed: costOfStored(change.year) }],
    ]);
  });

  it.each([
    ["only renews if it is already restored", [back], ["renew"]],
    ["sends nothing if both are done", [heldAnswer({ registryExpiresAt: addYears(date, 1) })], []],
  ])("%s", async (_, answers, commands) => {
    const { registrar, sent } = aRegistrar(answers);
    expect(await send(registrar)).toBe("completed");
    expect(sent.map(([command]) => command)).toEqual(commands);
  });

  it("postpones the renewal while the restore is pending", async () => {
    const { registrar, sent } = aRegistrar([deleted], { restoreDomain: async () => "pending" });
    expect(await send(registrar)).toBe("pending");
    expect(sent).toEqual([]);
  });

  it("leaves the renewal to the registry if it refuses ours, and logs it", async () => {
    const { registrar } = aRegistrar([back], { renewDomain: failing("refused") });
    expect(await send(registrar)).toBe("completed");
    expect(warnings).toMatchObject([{ domain: row.name, err: { reason: "refused" } }]);
  });
});

describe("sending a deferred delegation", () => {
  const delegation = {
    nameservers: ["ns1.example.com", "ns9.example.net"],
    glue: [{ host: "ns1.example.com", addresses: ["192.0.2.1"] }],
  };
  const bare = heldAnswer({ nameservers: [] });
  const send = (registrar: Registrar) => reasonOf(sendDelegation(row, delegation)(registrar, {}));

  it.each([
    ["delegates a name without nameservers", bare, "completed", true],
    ["leaves nameservers that are already set", heldAnswer(), "completed", false],
    ["fails for another registrar's name", { kind: "elsewhere" }, "missing", false],
  ] as const)("%s", async (_, answer, outcome, isSent) => {
    const { registrar, sent } = aRegistrar([answer]);
    expect(await send(registrar)).toBe(outcome);
    const after = [
      { host: "ns1.example.com", addresses: ["192.0.2.1"] },
      { host: "ns9.example.net", addresses: [] },
    ];
    expect(sent).toEqual(isSent ? [["nameservers", { before: [], after }]] : []);
  });

  it.each([
    ["unavailable", "outcome_unknown"],
    ["failed", "outcome_unknown"],
    ["prohibited", "outcome_unknown"],
    ["exists", "outcome_unknown"],
    ["outcome_unknown", "outcome_unknown"],
    ["refused", "refused"],
    ["in_use", "in_use"],
  ] as const)("that fails with %s is left to the sync if the error may pass: %s", async (reason, outcome) => {
    expect(await send(aRegistrar([bare], { changeNameservers: failing(reason) }).registrar)).toBe(outcome);
  });
});
