import { mailAppPasswords } from "@zonepost/db";
import { type MailAppPasswordCreated, mailAppPassword, mailAppPasswordCreated } from "@zonepost/schema";
import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  conflict,
  forbidden,
  invalid,
  notFound,
  now,
  refusal,
  setUpMail,
} from "../../../../test/support/mail/set-up-mail.ts";
import { newId, publicId, rowId } from "../../../kernel/ids.ts";
import { maxAppPasswordsPerAccount } from "../accounts/policy.ts";
import { hintOf } from "../passwords/app-password-hash.ts";
import { createAppPassword } from "./create-app-password.ts";

const mail = setUpMail();
const { activeDomain, createAccount, account, auditOf, expectNotFound } = mail;

async function newAccount() {
  const domainName = await activeDomain();
  const { id } = await createAccount(domainName, "info", { password: "quiet harbor lantern" });
  return { domainName, id };
}
type Path = Awaited<ReturnType<typeof newAccount>>;
const create = (path: Path, label: string, ctx = mail.owner) =>
  mail.fixture.call("createMailAppPassword", ctx, {
    ...path,
    body: { label },
  }) as Promise<Required<MailAppPasswordCreated>>;
const list = async (path: Path) =>
  z.array(mailAppPassword.strict()).parse(await mail.fixture.call("listMailAppPasswords", mail.owner, path));
const revoke = (path: Path, appPasswordId: string, ctx = mail.owner) =>
  mail.fixture.call("revokeMailAppPassword", ctx, { ...path, appPasswordId });
const rows = ({ id }: Path) =>
  mail.fixture.db
    .select()
    .from(mailAppPasswords)
    .where(eq(mailAppPasswords.accountId, rowId("mac", id) ?? ""))
    .orderBy(asc(mailAppPasswords.id));
const seenByServers = () =>
  mail.fixture.db.$client`select hint, password from mail_host.app_passwords`.then((seen) => [...seen]);

describe("app passwords", () => {
  it("are returned once, stored as a hash, and seen by the mail servers at once", async () => {
    const path = await newAccount();
    const phone = await create(path, " Phone ");
    expect(mailAppPasswordCreated.strict().parse(phone)).toEqual(phone);
    expect(phone).toMatchObject({ label: "Phone", lastUsedAt: null, createdAt: now.toISOString() });
    const laptop = await create(path, "Laptop");
    const stored = await rows(path);
    expect(stored.map(({ hint }) => hint)).toEqual([phone, laptop].map((each) => hintOf(each.passwordOnce)));
    expect(await seenByServers()).toEqual(
      expect.arrayContaining(stored.map(({ hint, passwordHash }) => ({ hint, password: passwordHash }))),
    );
    expect((await list(path)).map(({ label }) => label)).toEqual(["Phone", "Laptop"]);
    const written = JSON.stringify([stored, await list(path), await auditOf()]);
    expect(written).not.toContain(phone.passwordOnce);
    expect(JSON.stringify(await auditOf())).not.toContain("SSHA256");
  });

  it("are revoked one by one", async () => {
    const path = await newAccount();
    const phone = await create(path, "Phone");
    await create(path, "Laptop");
    await revoke(path, phone.id);
    expect((await list(path)).map(({ label }) => label)).toEqual(["Laptop"]);
    expect(await refusal(revoke(path, phone.id))).toEqual(notFound);
    const entries = (await auditOf()).filter(({ action }) => action.startsWith("mail_app_password"));
    expect(entries.map(({ action, target, details }) => [action, target, details])).toEqual([
      ["mail_app_password.created", `info@${path.domainName}`, { label: "Phone" }],
      ["mail_app_password.created", `info@${path.domainName}`, { label: "Laptop" }],
      ["mail_app_password.revoked", `info@${path.domainName}`, { label: "Phone" }],
    ]);
  });

  it("survive a new password of the account, unless the caller revokes them", async () => {
    const path = await newAccount();
    await create(path, "Phone");
    await create(path, "Laptop");
    await account("changeMailAccountPassword", path, {});
    expect(await list(path)).toHaveLength(2);
    const changed = await account("changeMailAccountPassword", path, { revokeAppPasswords: true });
    expect(changed).toMatchObject({ revokedAppPasswords: 2 });
    expect(await list(path)).toEqual([]);
    const entries = (await auditOf()).filter(({ action }) => action === "mail_account.password_changed");
    expect(entries.map(({ details }) => details)).toEqual([
      { revokedAppPasswords: [] },
      { revokedAppPasswords: ["Phone", "Laptop"] },
    ]);
  });

  it("don't sign in while the account is inactive or deleted, and do afterwards", async () => {
    const path = await newAccount();
    const { passwordOnce } = await create(path, "Phone");
    const isSeen = async () => (await seenByServers()).some(({ hint }) => hint === hintOf(passwordOnce));
    await account("updateMailAccount", path, { active: false });
    expect(await isSeen()).toBe(false);
    await account("updateMailAccount", path, { active: true });
    expect(await isSeen()).toBe(true);
    await account("deleteMailAccount", path);
    expect(await isSeen()).toBe(false);
    expect(await refusal(create(path, "Laptop"))).toEqual(conflict("account_deleted"));
    await account("restoreMailAccount", path);
    expect(await isSeen()).toBe(true);
  });

  it("have a label of their own and a limit, also with simultaneous requests", async () => {
    const path = await newAccount();
    const same = await Promise.allSettled(["Phone", "Phone", " Phone "].map((label) => create(path, label)));
    const refused = same.filter((each) => each.status === "rejected").map((each) => each.reason.code);
    expect(refused).toEqual(["app_password_label_taken", "app_password_label_taken"]);
    const labels = Array.from({ length: maxAppPasswordsPerAccount + 1 }, (_, index) => `Device ${index}`);
    const outcomes = await Promise.allSettled(labels.map((label) => create(path, label)));
    const overLimit = outcomes.filter((each) => each.status === "rejected").map((each) => each.reason.code);
    expect(overLimit).toEqual(["app_password_limit_reached", "app_password_limit_reached"]);
    expect(await list(path)).toHaveLength(25);
    const other = await newAccount();
    expect(await create(other, "Phone")).toMatchObject({ label: "Phone" });
  });

  it("have a hint of their own within the account", async () => {
    const path = await newAccount();
    const [first, second] = ["aaaa", "bbbb"];
    const made = [first, first, second];
    const ctx = mail.owner;
    await createAppPassword(ctx, { ...path, label: "Phone" }, () => made.shift() ?? "");
    await createAppPassword(ctx, { ...path, label: "Laptop" }, () => made.shift() ?? "");
    expect((await rows(path)).map(({ hint }) => hint)).toEqual([first, second].map(hintOf));
  });

  it("reject invalid labels and callers without the right", async () => {
    const path = await newAccount();
    for (const label of ["", " ", "a".repeat(101), "Pho\nne"]) {
      expect([label, await refusal(create(path, label))]).toEqual([label, invalid("/label")]);
    }
    const { id } = await create(path, "Tablet");
    const reader = mail.workspace.ctx("read_only");
    expect(await refusal(create(path, "Mine", reader))).toEqual(forbidden);
    expect(await refusal(revoke(path, id, reader))).toEqual(forbidden);
  });
});

const unknown = { id: publicId("mac", newId()) };

it.each([
  ["listMailAppPasswords", unknown],
  ["createMailAppPassword", { ...unknown, body: { label: "Phone" } }],
  ["revokeMailAppPassword", { ...unknown, appPasswordId: publicId("map", newId()) }],
])(
  "%s returns the same bytes for a foreign domain, one without mail and an unknown one",
  (operationId, input) => expectNotFound(operationId, input),
);

it("revokes no app password of another account", async () => {
  const path = await newAccount();
  const { id } = await create(path, "Phone");
  expect(await refusal(revoke(await newAccount(), id))).toEqual(notFound);
  expect(await list(path)).toHaveLength(1);
});
