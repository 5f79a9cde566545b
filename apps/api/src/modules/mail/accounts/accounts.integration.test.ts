import { verify } from "@node-rs/argon2";
import { mailAccount, mailAccountCreated } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { conflict, forbidden, invalid, problemOf, refusal, setUpMail } from "../mail-fixture.ts";

const mail = setUpMail();
const {
  activeDomain,
  createAccount,
  createAlias,
  freshName,
  auditOf,
  accountRows,
  caller,
  readPages,
  expectNotFound,
} = mail;

describe("creating an account", () => {
  it("returns the normalized address, and no password if the caller sent one", async () => {
    const name = await activeDomain();
    const answer = mailAccountCreated
      .strict()
      .parse(await createAccount(name, "O'Brien", { password: "quiet harbor lantern" }));
    expect(answer).toMatchObject({ fullAddress: `o'brien@${name}`, active: true, displayName: "Someone" });
    expect(answer).not.toHaveProperty("passwordOnce");
    const [row] = await accountRows(name);
    expect(await verify(row?.passwordHash.replace("{ARGON2ID}", "") ?? "", "quiet harbor lantern")).toBe(
      true,
    );
  });

  it("generates a strong password if none was sent, and returns it once", async () => {
    const name = await activeDomain();
    const { passwordOnce = "" } = await createAccount(name, "info");
    expect(passwordOnce.length).toBeGreaterThanOrEqual(20);
    const [row] = await accountRows(name);
    expect(row?.passwordHash).toMatch(/^\{ARGON2ID\}\$argon2id\$/);
    expect(await verify(row?.passwordHash.replace("{ARGON2ID}", "") ?? "", passwordOnce)).toBe(true);
    expect(
      JSON.stringify(await mail.fixture.call("listMailAccounts", mail.owner, { domainName: name })),
    ).not.toContain("assword");
  });

  it("writes an audit entry without the password and its hash", async () => {
    const name = await activeDomain();
    const { passwordOnce } = await createAccount(name, "made");
    await createAccount(name, "sent", { password: "correct horse battery" });
    const entries = JSON.stringify(await auditOf());
    expect(entries).toContain("mail_account.created");
    expect(entries).toContain(`made@${name}`);
    for (const secret of [passwordOnce, "correct horse battery", "argon2"]) {
      expect(entries).not.toContain(secret);
    }
  });

  it("stops at the plan's limit, and reports the plan and the limit", async () => {
    const name = await activeDomain("starter");
    for (const local of ["a", "b", "c", "d", "e"]) {
      await createAccount(name, local);
    }
    const problem = await problemOf(createAccount(name, "f"));
    expect(problem).toMatchObject(conflict("plan_limit_reached"));
    expect(problem.detail).toMatch(/starter.* 5 /);
  });

  it("allows exactly five of twenty simultaneous accounts in the starter plan", async () => {
    const name = await activeDomain("starter");
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        createAccount(name, `box${index}`, { password: "quiet harbor lantern" }),
      ),
    );
    const refused = outcomes.filter((each) => each.status === "rejected").map((each) => each.reason.code);
    expect(refused).toEqual(Array.from({ length: 15 }, () => "plan_limit_reached"));
    expect(await accountRows(name)).toHaveLength(5);
    expect(await mail.fixture.call("getMailDomain", mail.owner, { domainName: name })).toMatchObject({
      accountCount: 5,
    });
  });

  it("creates an address once, in any notation and with simultaneous requests", async () => {
    const name = await activeDomain();
    const outcomes = await Promise.allSettled(
      ["info", "INFO", "Info"].map((local) => createAccount(name, local)),
    );
    const refused = outcomes.filter((each) => each.status === "rejected").map((each) => each.reason.code);
    expect(refused).toEqual(["address_taken", "address_taken"]);
    expect(await refusal(createAccount(name, "iNFO"))).toEqual(conflict("address_taken"));
  });

  it("rejects the address of an alias", async () => {
    const name = await activeDomain();
    await createAlias(name, `sales@${name}`, "someone@elsewhere.net");
    expect(await refusal(createAccount(name, "Sales"))).toEqual(conflict("address_taken"));
  });

  it("rejects invalid input, names the fields and creates nothing", async () => {
    const name = await activeDomain();
    expect(await refusal(createAccount(name, "a b"))).toEqual(invalid("/localPart"));
    for (const password of ["short", "password", "12345678", "password1234", "front.office1", `${name}!`]) {
      const refused = refusal(createAccount(name, "front.office", { password }));
      expect([password, await refused]).toEqual([password, invalid("/password")]);
    }
    expect(await refusal(createAccount(name, "info", { displayName: " " }))).toEqual(invalid("/displayName"));
    expect(await refusal(createAccount(name, "info", { active: false }))).toEqual(invalid("/active"));
    expect(await accountRows(name)).toEqual([]);
  });

  it("rejects a role without the right, before it reveals whether the domain exists", async () => {
    const name = await activeDomain();
    expect(await refusal(createAccount(name, "info", {}, mail.workspace.ctx("read_only")))).toEqual(
      forbidden,
    );
    expect(await refusal(createAccount(freshName(), "info", {}, mail.workspace.ctx("read_only")))).toEqual(
      forbidden,
    );
  });
});

describe("listing accounts", () => {
  it("lists accounts by address as a plain array, or in pages with a limit", async () => {
    const name = await activeDomain();
    for (const local of ["c", "a", "b"]) {
      await createAccount(name, local, { password: "quiet harbor lantern" });
    }
    const list = await mail.fixture.call("listMailAccounts", mail.owner, { domainName: name });
    expect(
      z
        .array(mailAccount.strict())
        .parse(list)
        .map((each) => each.fullAddress),
    ).toEqual(["a", "b", "c"].map((local) => `${local}@${name}`));
    expect(await readPages("listMailAccounts", name, 2)).toEqual(list);
  });
});

it.each([
  ["listMailAccounts", {}],
  ["createMailAccount", { body: { localPart: "info", displayName: "Info" } }],
])(
  "%s returns the same bytes for a foreign domain, one without mail and an unknown one",
  (operationId, input) => expectNotFound(operationId, input),
);

it("finds mailboxes by address and name across the domains that the caller sees, and treats wildcards as text", async () => {
  const one = await activeDomain();
  const other = await activeDomain();
  await createAccount(one, "anna", { displayName: "Anna Kron" });
  await createAccount(other, "billing_eu", { displayName: "Accounts" });
  const find = async (words: string, ctx = mail.owner) =>
    (await caller(ctx).findMailboxes({ words })).map(({ fullAddress }) => fullAddress);
  expect(await find("ANNA")).toEqual([`anna@${one}`]);
  expect(await find("kron")).toEqual([`anna@${one}`]);
  expect(await find("g_e")).toEqual([`billing_eu@${other}`]);
  expect(await find("%")).toEqual([]);
  expect(await find("a", { ...mail.owner, actor: { ...mail.owner.actor, domainNames: [other] } })).toEqual([
    `billing_eu@${other}`,
  ]);
  expect(await find("a", mail.stranger)).toEqual([]);
});
