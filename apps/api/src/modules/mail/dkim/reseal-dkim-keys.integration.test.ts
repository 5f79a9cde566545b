import { randomBytes } from "node:crypto";
import { mailDkimKeys, mailDomains, mailHosts } from "@zonepost/db";
import { createSecretBox, deriveKey } from "@zonepost/secret-box";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { setUpMail } from "../../../../test/support/mail/set-up-mail.ts";
import { resealDkimKeys } from "./reseal-dkim-keys.ts";
import { rotateDkimKey } from "./rotate-dkim-key.ts";

const mail = setUpMail();
const installation = Buffer.alloc(32, 7).toString("base64");
const box = createSecretBox([installation]);
const agentBox = createSecretBox([deriveKey(installation, "mail agent")]);

const reseal = (secretBox = box, signal = new AbortController().signal) =>
  resealDkimKeys(
    { ...mail.owner, ...mail.fixture.ports, secretBox, actor: { kind: "system", job: "test" } },
    signal,
  );
const keys = () =>
  mail.fixture.db
    .select({ sealed: mailDkimKeys.privateKeyEncrypted, mailDomainId: mailDkimKeys.mailDomainId })
    .from(mailDkimKeys)
    .where(isNotNull(mailDkimKeys.privateKeyEncrypted));
/** How many keys have each form. */
const countForms = async (boxes: Record<string, typeof box>) => {
  const rows = await keys();
  return Object.fromEntries(
    Object.entries(boxes).map(([name, each]) => [
      name,
      rows.filter(({ sealed }) => each.hasKeyOf(sealed ?? "")).length,
    ]),
  );
};
const report = (name: string, secretKeyIds: readonly string[] | null, hoursAgo = 0) =>
  mail.fixture.db
    .insert(mailHosts)
    .values({
      name,
      startedAt: new Date(),
      lastSeenAt: new Date(Date.now() - hoursAgo * 3_600_000),
      secretKeyIds: secretKeyIds && [...secretKeyIds],
    })
    .onConflictDoUpdate({
      target: mailHosts.name,
      set: { secretKeyIds: secretKeyIds && [...secretKeyIds], lastSeenAt: new Date() },
    });

beforeEach(async () => {
  await mail.fixture.db.delete(mailHosts);
  await mail.fixture.db.delete(mailDkimKeys);
});

/** Domains whose keys have the installation's form, as before. */
async function sealedBefore(count: number): Promise<void> {
  await report("old", null);
  for (let made = 0; made < count; made += 1) {
    await mail.activeDomain();
  }
  expect(await countForms({ box })).toEqual({ box: count });
}

describe("DKIM keys", () => {
  it("are sealed again once every agent can open the new form, and all of them open afterwards", async () => {
    await sealedBefore(3);
    await report("new", agentBox.keyIds);
    await reseal();
    expect(await countForms({ box, agentBox })).toEqual({ box: 3, agentBox: 0 });
    // The old one is upgraded, and still has the installation's key.
    await report("old", [...agentBox.keyIds, ...box.keyIds]);
    await Promise.all([reseal(), reseal()]);
    expect(await countForms({ box, agentBox })).toEqual({ box: 0, agentBox: 3 });
    for (const { sealed, mailDomainId } of await keys()) {
      expect(agentBox.open(sealed ?? "", `mail_domain:${mailDomainId}`)).toContain("PRIVATE KEY");
    }
  });

  it("wait for an agent that hasn't reported for 23 hours, and not for one that has been gone for longer", async () => {
    await sealedBefore(1);
    const old = (hoursAgo: number) =>
      mail.fixture.db.update(mailHosts).set({ lastSeenAt: sql`now() - make_interval(hours => ${hoursAgo})` });
    await old(23);
    await reseal();
    expect(await countForms({ agentBox })).toEqual({ agentBox: 0 });
    await old(25);
    await reseal();
    expect(await countForms({ agentBox })).toEqual({ agentBox: 1 });
  });

  it("get the new form at once if no agent lacks it, and the former one otherwise", async () => {
    await mail.activeDomain();
    expect(await countForms({ agentBox })).toEqual({ agentBox: 1 });
    await report("old", null);
    const domainName = await mail.activeDomain();
    expect(await countForms({ box, agentBox })).toEqual({ box: 1, agentBox: 1 });
    await report("old", agentBox.keyIds);
    await rotateDkimKey({ ...mail.owner, ...mail.fixture.ports }, domainName);
    expect(await countForms({ box, agentBox })).toEqual({ box: 1, agentBox: 2 });
  });

  it("follow a new ENCRYPTION_KEY only when all agents have the key that is derived from it", async () => {
    await mail.activeDomain();
    await mail.activeDomain();
    await report("mx1", agentBox.keyIds);
    const next = randomBytes(32).toString("base64");
    const rotated = createSecretBox([next, installation]);
    const nextAgentBox = createSecretBox([deriveKey(next, "mail agent")]);
    await reseal(rotated);
    expect(await countForms({ agentBox, nextAgentBox })).toEqual({ agentBox: 2, nextAgentBox: 0 });
    await report("mx1", [...nextAgentBox.keyIds, ...agentBox.keyIds]);
    await reseal(rotated);
    expect(await countForms({ agentBox, nextAgentBox })).toEqual({ agentBox: 0, nextAgentBox: 2 });
  });

  it("keep going after a stop in the middle, and past a key that can't be opened", async () => {
    await sealedBefore(4);
    await report("old", agentBox.keyIds);
    const [foreign] = await keys();
    const other = createSecretBox([randomBytes(32).toString("base64")]);
    const isForeign = eq(mailDkimKeys.mailDomainId, foreign?.mailDomainId ?? "");
    await mail.fixture.db
      .update(mailDkimKeys)
      .set({ privateKeyEncrypted: other.seal("lost", "owner") })
      .where(and(isForeign));
    await reseal(box, AbortSignal.abort());
    expect(await countForms({ agentBox })).toEqual({ agentBox: 0 });
    await reseal();
    expect(await countForms({ box, agentBox, other })).toEqual({ box: 0, agentBox: 3, other: 1 });
    expect(await mail.fixture.db.$count(mailDomains)).toBeGreaterThan(3);
  });
});
