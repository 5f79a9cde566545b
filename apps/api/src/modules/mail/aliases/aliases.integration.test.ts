import { existsSync, readFileSync } from "node:fs";
import { mailAccounts, mailAliases, mailAliasTargets, outgoingEmails } from "@zonepost/db";
import { type MailAlias, mailAlias } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  conflict,
  forbidden,
  invalid,
  notFound,
  now,
  problemOf,
  refusal,
  setUpMail,
} from "../../../../test/support/mail/set-up-mail.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { newId, publicId, rowId } from "../../../kernel/ids.ts";
import { maxAliasesPerDomain } from "../model/policy.ts";

const casesFile = new URL(
  "../../../../../../../shared/data/email-addresses/hosting-cases.json",
  import.meta.url,
);

const mail = setUpMail();
const {
  activate,
  activeDomain,
  createAccount,
  createAlias,
  freshName,
  auditOf,
  mailDomainRow,
  readPages,
  expectNotFound,
} = mail;

describe("creating an alias", () => {
  it("returns the stored addresses, and whether mail is forwarded outside the workspace", async () => {
    const name = await activeDomain();
    const outward = mailAlias
      .strict()
      .parse(await createAlias(name, `Sales@${name}`, "Someone@Elsewhere.NET"));
    expect(outward).toMatchObject({
      fromAddress: `sales@${name}`,
      toAddress: "someone@elsewhere.net",
      toAddresses: [{ address: "someone@elsewhere.net", external: true, state: "waiting_for_confirmation" }],
    });
    expect(await createAlias(name, `shop@${name}`, `info@${name}`)).toMatchObject({
      toAddresses: [{ external: false, state: "active" }],
    });
    expect((await auditOf()).filter((entry) => entry.action === "mail_alias.created")).toHaveLength(2);
  });

  it("treats the Unicode and the A-label form of the domain as equal", async () => {
    const name = await activeDomain("starter", "xn--bcher-kva.de");
    expect(await createAlias("bücher.de", "Info@BÜCHER.de", "shop@bücher.de")).toMatchObject({
      fromAddress: `info@${name}`,
      toAddress: `shop@${name}`,
    });
    expect(await refusal(createAlias(name, `info@${name}.`, `shop@${name}`))).toEqual(
      conflict("alias_exists", "/toAddress"),
    );
    expect(await refusal(createAlias(name, "x@bücher.de", `X@${name}`))).toEqual(invalid("/toAddress"));
  });

  it("rejects a fromAddress outside the activated domain", async () => {
    const name = await activeDomain();
    const other = await activeDomain();
    for (const domain of [other, `sub.${name}`, `not${name}`]) {
      expect(await refusal(createAlias(name, `info@${domain}`, "a@elsewhere.net"))).toEqual(
        invalid("/fromAddress"),
      );
    }
  });

  it("rejects an invalid address on either side", async () => {
    const name = await activeDomain();
    for (const address of ["info", `@${name}`, `a b@${name}`, `a@${name}\r\nBcc: v@x.com`]) {
      expect(await refusal(createAlias(name, address, "a@elsewhere.net"))).toEqual(invalid("/fromAddress"));
    }
    for (const address of ["a@b", "a@localhost", "a@-b.com", "a@b..com", "a@[127.0.0.1]", "mailto:a@b.com"]) {
      expect(await refusal(createAlias(name, `info@${name}`, address))).toEqual(invalid("/toAddress"));
    }
  });

  it("rejects an alias to itself", async () => {
    const name = await activeDomain();
    expect(await refusal(createAlias(name, `info@${name}`, ` INFO@${name.toUpperCase()}`))).toEqual(
      invalid("/toAddress"),
    );
  });

  it("rejects the same pair twice, and allows several targets", async () => {
    const name = await activeDomain();
    await createAlias(name, `team@${name}`, "a@elsewhere.net");
    expect(await refusal(createAlias(name, `team@${name}`, "a@elsewhere.net"))).toEqual(
      conflict("alias_exists", "/toAddress"),
    );
    expect(await createAlias(name, `team@${name}`, "b@elsewhere.net")).toMatchObject({
      toAddress: "a@elsewhere.net",
      toAddresses: [{ address: "a@elsewhere.net" }, { address: "b@elsewhere.net" }],
    });
  });

  it("takes several targets at once, in the given order, and asks each external one", async () => {
    const name = await activeDomain();
    const emails = async () =>
      (await mail.fixture.db.select().from(outgoingEmails)).map(({ toAddress }) => toAddress);
    const before = await emails();
    const given = ["b@elsewhere.net", `Box@${name}`, "a@elsewhere.net", "B@Elsewhere.net"];
    const stored = ["b@elsewhere.net", `box@${name}`, "a@elsewhere.net"];
    const alias = await createAliasTo(name, `team@${name}`, given);
    expect(alias).toMatchObject({ toAddress: stored[0] });
    expect(addressesOf(alias)).toEqual(stored);
    expect((await emails()).slice(before.length).sort()).toEqual(["a@elsewhere.net", "b@elsewhere.net"]);
    expect(await createAliasTo(name, `team@${name}`, [`c@${name}`, `d@${name}`])).toMatchObject({
      id: alias.id,
    });
    expect(addressesOf(await get(name, alias.id))).toEqual([...stored, `c@${name}`, `d@${name}`]);
    expect(await detailsOf("mail_alias.created")).toEqual([
      [`team@${name}`, { toAddress: stored.join(", ") }],
    ]);
    expect(await detailsOf("mail_alias.updated")).toEqual([
      [`team@${name}`, { added: [`c@${name}`, `d@${name}`], removed: [] }],
    ]);
  });

  it("creates nothing if one of several targets is refused, and reports that one", async () => {
    const name = await activeDomain();
    await createAlias(name, `back@${name}`, `team@${name}`);
    const refused = (...toAddresses: string[]) => createAliasTo(name, `team@${name}`, toAddresses);
    const fine = `box@${name}`;
    expect(await refusal(refused(fine, "none", `team@${name}`))).toEqual(invalid("/toAddresses/1"));
    expect(await problemOf(refused(fine, `team@${name}`))).toMatchObject({
      code: "invalid_input",
      errors: [{ pointer: "/toAddresses/1", message: `Enter an address other than team@${name} itself.` }],
    });
    expect(await problemOf(refused(fine, `back@${name}`))).toMatchObject({
      ...conflict("alias_loop"),
      errors: [
        {
          pointer: "/toAddresses/1",
          message: `Mail that back@${name} receives is forwarded to team@${name}, so it would loop.`,
        },
      ],
    });
    const fifty = Array.from({ length: 50 }, (_, index) => `box-${index}@${name}`);
    expect(await refusal(refused(...fifty, fine))).toEqual(invalid("/toAddresses"));
    expect(await refusal(refused())).toEqual(invalid("/toAddresses"));
    expect(await mail.fixture.call("listMailAliases", mail.owner, { domainName: name })).toHaveLength(1);

    await createAliasTo(name, `team@${name}`, [fine]);
    expect(await problemOf(refused(`other@${name}`, fine))).toMatchObject({
      ...conflict("alias_exists"),
      errors: [{ pointer: "/toAddresses/1", message: `team@${name} already forwards to ${fine}.` }],
    });
    expect(await refusal(refused(...fifty))).toEqual(conflict("alias_target_limit_reached"));
    expect(await mail.fixture.call("listMailAliases", mail.owner, { domainName: name })).toMatchObject([
      {},
      { toAddresses: [{ address: fine }] },
    ]);
  });

  it("takes one target or several, not both, and requires one", async () => {
    const name = await activeDomain();
    const post = (body: object) =>
      refusal(mail.fixture.call("createMailAlias", mail.owner, { domainName: name, body }));
    const [fromAddress, toAddress] = [`team@${name}`, `box@${name}`];
    expect(await post({ fromAddress, toAddress, toAddresses: [toAddress] })).toEqual(invalid("/toAddresses"));
    expect(await post({ fromAddress })).toEqual(invalid("/toAddress"));
    expect(await post({})).toEqual(invalid("/fromAddress", "/toAddress"));
  });

  it("rejects the address of an account, with the reason", async () => {
    const name = await activeDomain();
    await createAccount(name, "info");
    const problem = await problemOf(createAlias(name, `info@${name}`, "a@elsewhere.net"));
    expect(problem).toMatchObject(conflict("address_taken"));
    expect(problem.detail).toContain("already in use by an account");
  });

  it("rejects the address of a deleted account until it is erased", async () => {
    const name = await activeDomain();
    const { id } = await createAccount(name, "info");
    await mail.fixture.call("deleteMailAccount", mail.owner, { domainName: name, id });
    const problem = await problemOf(createAlias(name, `info@${name}`, "a@elsewhere.net"));
    expect(problem).toMatchObject(conflict("address_reserved"));
    expect(problem.detail).toContain(id);
  });

  it("gives an address to an account or an alias if both are requested at once", async () => {
    const name = await activeDomain();
    const outcomes = await Promise.allSettled([
      createAccount(name, "info", { password: "quiet harbor lantern" }),
      createAlias(name, `info@${name}`, "a@elsewhere.net"),
    ]);
    expect(outcomes.map((each) => each.status).sort()).toEqual(["fulfilled", "rejected"]);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") {
        expect(outcome.reason).toMatchObject({ code: "address_taken" });
      }
    }
  });

  it("rejects a loop of any length, also across domains and addresses with a subaddress", async () => {
    const [one, two] = [await activeDomain(), await activeDomain()];
    await createAlias(one, `a@${one}`, `b@${two}`);
    await createAlias(two, `b@${two}`, `c@${one}`);
    const loops = conflict("alias_loop", "/toAddress");
    expect(await refusal(createAlias(one, `c@${one}`, `a@${one}`))).toEqual(loops);
    expect(await refusal(createAlias(one, `c@${one}`, `a+list@${one}`))).toEqual(loops);
    expect(await refusal(createAlias(one, `d@${one}`, `d+list@${one}`))).toEqual(loops);
    expect(await createAlias(one, `c@${one}`, "out@elsewhere.net")).toMatchObject({
      fromAddress: `c@${one}`,
    });
    expect(await createAlias(one, `d+list@${one}`, `d@${one}`)).toMatchObject({ toAddress: `d@${one}` });
  });

  it("leaves no trace of an alias that was rejected for its loop", async () => {
    const name = await activeDomain();
    await createAlias(name, `a@${name}`, `b@${name}`);
    await refusal(createAlias(name, `b@${name}`, `a@${name}`));
    expect(await mail.fixture.call("listMailAliases", mail.owner, { domainName: name })).toHaveLength(1);
    expect((await auditOf()).filter((entry) => entry.action === "mail_alias.created")).toHaveLength(1);
  });

  it("rejects one of two simultaneous aliases that would form a loop across two domains", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await activeDomain(), await activeDomain()];
      const outcomes = await Promise.allSettled([
        createAlias(one, `a@${one}`, `b@${two}`),
        createAlias(two, `b@${two}`, `a@${one}`),
      ]);
      expect(outcomes.map((each) => each.status).sort()).toEqual(["fulfilled", "rejected"]);
    }
  });

  it("stops at the limit of aliases per domain", async () => {
    const name = await activeDomain();
    const { id } = await mailDomainRow(name);
    await mail.fixture.db.insert(mailAliases).values(
      Array.from({ length: maxAliasesPerDomain - 1 }, (_, index) => ({
        id: newId(),
        mailDomainId: id,
        fromAddress: `a${index}@${name}`,
        createdAt: now,
      })),
    );
    const outcomes = await Promise.allSettled(
      ["x", "y", "z"].map((local) => createAlias(name, `${local}@${name}`, "a@elsewhere.net")),
    );
    const refused = outcomes.filter((each) => each.status === "rejected").map((each) => each.reason.code);
    expect(refused).toEqual(["alias_limit_reached", "alias_limit_reached"]);
  });

  it("rejects a role without the right", async () => {
    const name = await activeDomain();
    expect(
      await refusal(createAlias(name, `a@${name}`, "a@elsewhere.net", mail.workspace.ctx("read_only"))),
    ).toEqual(forbidden);
  });

  it.skipIf(!existsSync(casesFile))(
    "treats the collected equivalent addresses as equal (skipped if they are missing)",
    async () => {
      const { equivalence } = JSON.parse(readFileSync(casesFile, "utf8")) as {
        equivalence: { a: string; b: string; same_mailbox: boolean | string }[];
      };
      await Promise.all(
        ["example.com", "münchen.de"].map((name) => mail.workspace.addDomain(punycode(name))),
      );
      await Promise.all(["example.com", "münchen.de"].map((name) => activate(name)));
      for (const [index, { a, b, same_mailbox }] of equivalence.entries()) {
        const domainName = a.slice(a.lastIndexOf("@") + 1);
        const target = `target-${index}@elsewhere.net`;
        await createAlias(domainName, a, target);
        const second = createAlias(domainName, b, target);
        if (same_mailbox === true) {
          expect(await refusal(second)).toEqual(conflict("alias_exists", "/toAddress"));
        } else {
          expect(mailAlias.parse(await second).toAddresses.map(({ address }) => address)).toContain(target);
        }
      }
    },
  );
});

const setForwarding = (address: string, forwardTo: string | null, keepCopy = true) =>
  mail.fixture.db
    .update(mailAccounts)
    .set({ forwardTo, keepCopy })
    .where(eq(mailAccounts.fullAddress, address));
const change = (domainName: string, id: string, toAddresses: string[], ctx = mail.owner) =>
  mail.fixture.call("updateMailAlias", ctx, { domainName, id, body: { toAddresses } }) as Promise<MailAlias>;
const remove = (domainName: string, id: string, ctx = mail.owner) =>
  mail.fixture.call("deleteMailAlias", ctx, { domainName, id });
const get = (domainName: string, id: string, ctx = mail.owner) =>
  mail.fixture.call("getMailAlias", ctx, { domainName, id }) as Promise<MailAlias>;
const addressesOf = ({ toAddresses }: MailAlias) => toAddresses.map(({ address }) => address);
const createAliasTo = (domainName: string, fromAddress: string, toAddresses: string[]) =>
  mail.fixture.call("createMailAlias", mail.owner, {
    domainName,
    body: { fromAddress, toAddresses },
  }) as Promise<MailAlias>;
const detailsOf = async (action: string) =>
  (await auditOf())
    .filter((entry) => entry.action === action)
    .map(({ target, details }) => [target, details]);

describe("a forwarding loop", () => {
  const loop = (...pointers: string[]) => conflict("alias_loop", ...pointers);

  it("is rejected through an account that forwards, with or without a copy, but not once it doesn't", async () => {
    const name = await activeDomain();
    await createAccount(name, "box");
    for (const keepsCopy of [true, false]) {
      await setForwarding(`box@${name}`, `list@${name}`, keepsCopy);
      expect(await refusal(createAlias(name, `list@${name}`, `box@${name}`))).toEqual(loop("/toAddress"));
      expect(await refusal(createAlias(name, `list@${name}`, `box+list@${name}`))).toEqual(
        loop("/toAddress"),
      );
    }
    await setForwarding(`box@${name}`, null);
    expect(addressesOf(await createAlias(name, `list@${name}`, `box@${name}`))).toEqual([`box@${name}`]);
  });

  it("is rejected through a catch-all, unless an account or alias has the address", async () => {
    const [name, other] = [await activeDomain(), await activeDomain()];
    expect(await refusal(createAlias(name, `*@${name}`, `info@${name}`))).toEqual(loop("/toAddress"));
    await createAccount(name, "info");
    const catchAll = await createAlias(name, `*@${name}`, `info@${name}`);
    expect(catchAll).toMatchObject({ fromAddress: `*@${name}`, toAddress: `info@${name}` });
    expect(await refusal(change(name, catchAll.id, [`info@${name}`, `unknown@${name}`]))).toEqual(
      loop("/toAddresses/1"),
    );

    await createAlias(other, `*@${other}`, `anything@${name}`);
    expect(await refusal(change(name, catchAll.id, [`anyone@${other}`]))).toEqual(loop("/toAddresses/0"));
  });

  it("is rejected when a deletion would open it", async () => {
    const name = await activeDomain();
    const { id } = await createAlias(name, `info@${name}`, "out@elsewhere.net");
    const catchAll = await createAlias(name, `*@${name}`, `info@${name}`);
    expect(await refusal(remove(name, id))).toEqual(loop());
    expect(await get(name, id)).toMatchObject({ fromAddress: `info@${name}` });
    await remove(name, catchAll.id);
    expect(await remove(name, id)).toBeUndefined();
  });

  it("of two simultaneous changes is rejected for one", async () => {
    const [one, two] = [await activeDomain(), await activeDomain()];
    const first = await createAlias(one, `a@${one}`, "out@elsewhere.net");
    const second = await createAlias(two, `b@${two}`, "out@elsewhere.net");
    for (let round = 0; round < 3; round += 1) {
      const outcomes = await Promise.allSettled([
        change(one, first.id, [`b@${two}`]),
        change(two, second.id, [`a@${one}`]),
      ]);
      expect(outcomes.map((each) => each.status).sort()).toEqual(["fulfilled", "rejected"]);
      await change(one, first.id, ["out@elsewhere.net"]);
      await change(two, second.id, ["out@elsewhere.net"]);
    }
  });
});

describe("the size of an alias", () => {
  it("is limited to 50 addresses", async () => {
    const name = await activeDomain();
    const alias = await createAlias(name, `team@${name}`, `box-0@${name}`);
    const full = Array.from({ length: 50 }, (_, index) => `box-${index}@${name}`);
    expect(addressesOf(await change(name, alias.id, full))).toEqual(full);
    expect(await refusal(createAlias(name, `team@${name}`, `box-50@${name}`))).toEqual(
      conflict("alias_target_limit_reached"),
    );
    expect(await refusal(change(name, alias.id, [...full, `box-50@${name}`]))).toEqual(
      invalid("/toAddresses"),
    );
    expect(await refusal(change(name, alias.id, []))).toEqual(invalid("/toAddresses"));
  });

  it("is limited to 200 deliveries, also of aliases that lead to it, and 20 hops", async () => {
    const name = await activeDomain();
    const tooLarge = conflict("forwarding_too_large");
    const fifty = (prefix: string) => Array.from({ length: 50 }, (_, index) => `${prefix}${index}@${name}`);
    for (const part of ["a", "b", "c", "d"]) {
      const { id } = await createAlias(name, `${part}@${name}`, `${part}0@${name}`);
      await change(name, id, fifty(part));
    }
    const all = await createAlias(name, `all@${name}`, `a@${name}`);
    const four = ["a", "b", "c", "d"].map((part) => `${part}@${name}`);
    expect(addressesOf(await change(name, all.id, four))).toEqual(four);
    expect(await refusal(createAlias(name, `all@${name}`, `e@${name}`))).toEqual(tooLarge);
    await createAlias(name, `a0@${name}`, "x@elsewhere.net");
    expect(await refusal(createAlias(name, `a0@${name}`, "y@elsewhere.net"))).toEqual(tooLarge);

    for (let hop = 1; hop <= 20; hop += 1) {
      await createAlias(name, `hop-${hop}@${name}`, `hop-${hop - 1}@${name}`);
    }
    expect(await refusal(createAlias(name, `hop-21@${name}`, `hop-20@${name}`))).toEqual(tooLarge);
    expect(await refusal(createAlias(name, `hop-0@${name}`, `info@${name}`))).toEqual(tooLarge);
  });

  it("isn't limited by another workspace's alias", async () => {
    const name = await activeDomain();
    const other = await mail.fixture.createWorkspace();
    const theirs = await other.addDomain(freshName());
    await activate(theirs, "starter", other.ctx());
    const all = await createAlias(theirs, `all@${theirs}`, `team@${name}`, other.ctx());
    await mail.fixture.db.insert(mailAliasTargets).values(
      Array.from({ length: 199 }, (_, index) => ({
        aliasId: rowId("mal", all.id) ?? "",
        address: `part-${index}@${theirs}`,
        position: index + 1,
      })),
    );
    const team = await createAlias(name, `team@${name}`, `box@${name}`);
    expect(
      await change(
        name,
        team.id,
        ["a", "b"].map((part) => `${part}@${name}`),
      ),
    ).toBeDefined();
  });
});

describe("changing an alias", () => {
  it("replaces its addresses in the given order, and asks only new external ones", async () => {
    const name = await activeDomain();
    const { id } = await createAlias(name, `team@${name}`, "former@elsewhere.net");
    const emailCount = async () => (await mail.fixture.db.select().from(outgoingEmails)).length;
    const before = await emailCount();
    const changed = await change(name, id, [
      `Box@${name}`,
      "new@elsewhere.net",
      "former@elsewhere.net",
      `box@${name}`,
    ]);
    expect(changed).toEqual({
      ...(await get(name, id)),
      toAddress: `box@${name}`,
      toAddresses: [
        { address: `box@${name}`, external: false, state: "active" },
        { address: "new@elsewhere.net", external: true, state: "waiting_for_confirmation" },
        { address: "former@elsewhere.net", external: true, state: "waiting_for_confirmation" },
      ],
    });
    expect(await emailCount()).toBe(before + 1);
    await change(name, id, ["former@elsewhere.net", `box@${name}`]);
    await change(name, id, ["former@elsewhere.net", `box@${name}`]);
    await createAlias(name, `team@${name}`, `last@${name}`);
    expect(addressesOf(await get(name, id))).toEqual(["former@elsewhere.net", `box@${name}`, `last@${name}`]);
    expect(await detailsOf("mail_alias.updated")).toEqual([
      [`team@${name}`, { added: [`box@${name}`, "new@elsewhere.net"], removed: [] }],
      [`team@${name}`, { added: [], removed: ["new@elsewhere.net"] }],
      [`team@${name}`, { added: [`last@${name}`], removed: [] }],
    ]);
    expect(await emailCount()).toBe(before + 1);
  });

  it("rejects its own address and invalid ones at their place", async () => {
    const name = await activeDomain();
    const { id } = await createAlias(name, `team@${name}`, `box@${name}`);
    expect(await refusal(change(name, id, [`box@${name}`, `Team@${name}`]))).toEqual(
      invalid("/toAddresses/1"),
    );
    expect(await refusal(change(name, id, ["no address", `*@${name}`]))).toEqual(
      invalid("/toAddresses/0", "/toAddresses/1"),
    );
    expect(addressesOf(await get(name, id))).toEqual([`box@${name}`]);
  });

  it("and reading and deleting it are refused for other domains, workspaces and roles", async () => {
    const [name, other] = [await activeDomain(), await activeDomain()];
    const { id } = await createAlias(name, `team@${name}`, `box@${name}`);
    const calls = [
      get,
      remove,
      (domainName: string, alias: string, ctx?: WorkspaceCtx) =>
        change(domainName, alias, ["x@elsewhere.net"], ctx),
    ];
    for (const call of calls) {
      expect(await refusal(call(other, id))).toEqual(notFound);
      expect(await refusal(call(name, publicId("mal", newId())))).toEqual(notFound);
      expect(await refusal(call(name, id, mail.stranger))).toEqual(notFound);
      expect(await refusal(call(name, id, mail.workspace.ctx("billing")))).toEqual(forbidden);
    }
    expect(await get(name, id, mail.workspace.ctx("read_only"))).toBeDefined();
    expect(await refusal(remove(name, id, mail.workspace.ctx("read_only")))).toEqual(forbidden);
  });
});

describe("deleting an alias", () => {
  it("frees its address, once, and leaves the confirmation of its targets", async () => {
    const name = await activeDomain();
    const { id } = await createAlias(name, `info@${name}`, "out@elsewhere.net");
    await remove(name, id);
    expect(await refusal(remove(name, id))).toEqual(notFound);
    expect(await refusal(get(name, id))).toEqual(notFound);
    expect(await detailsOf("mail_alias.deleted")).toEqual([
      [`info@${name}`, { toAddresses: ["out@elsewhere.net"] }],
    ]);
    expect(await createAccount(name, "info")).toMatchObject({ fullAddress: `info@${name}` });
  });
});

function punycode(name: string): string {
  return new URL(`http://${name}`).hostname;
}

describe("listing aliases", () => {
  it("lists aliases by address as a plain array, or in pages with a limit", async () => {
    const name = await activeDomain();
    for (const [from, to] of ["ba", "ab", "c+x"].map((pair) => [pair[0], pair[1]])) {
      await createAlias(name, `${from}@${name}`, `${to === "+" ? "z" : to}@elsewhere.net`);
    }
    const list = await mail.fixture.call("listMailAliases", mail.owner, { domainName: name });
    expect(
      z
        .array(mailAlias.strict())
        .parse(list)
        .map((each) => each.fromAddress[0]),
    ).toEqual(["a", "b", "c"]);
    expect(await readPages("listMailAliases", name, 1)).toEqual(list);
    expect(await readPages("listMailAliases", name, 3)).toEqual(list);
  });
});

it.each([
  ["listMailAliases", {}],
  ["createMailAlias", { body: { fromAddress: "a@elsewhere.net", toAddress: "a@elsewhere.net" } }],
])(
  "%s returns the same bytes for a foreign domain, one without mail and an unknown one",
  (operationId, input) => expectNotFound(operationId, input),
);

it("treats another workspace's domain as external, so that it doesn't reveal who else has mail here", async () => {
  const foreign = await activeDomain();
  const own = await mail.fixture.createWorkspace();
  const name = await own.addDomain(freshName());
  await activate(name, "starter", own.ctx());
  expect(await createAlias(name, `a@${name}`, `b@${foreign}`, own.ctx())).toMatchObject({
    toAddresses: [{ external: true }],
  });
});
