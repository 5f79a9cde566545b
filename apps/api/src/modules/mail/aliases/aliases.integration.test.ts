import { existsSync, readFileSync } from "node:fs";
import { mailAliases } from "@zonepost/db";
import { mailAlias } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { newId } from "../../../kernel/ids.ts";
import { conflict, forbidden, invalid, now, problemOf, refusal, setUpMail } from "../mail-fixture.ts";
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
      conflict("alias_exists"),
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
      conflict("alias_exists"),
    );
    expect(await createAlias(name, `team@${name}`, "b@elsewhere.net")).toMatchObject({
      toAddress: "a@elsewhere.net",
      toAddresses: [{ address: "a@elsewhere.net" }, { address: "b@elsewhere.net" }],
    });
  });

  it("rejects the address of an account, with the reason", async () => {
    const name = await activeDomain();
    await createAccount(name, "info");
    const problem = await problemOf(createAlias(name, `info@${name}`, "a@elsewhere.net"));
    expect(problem).toMatchObject(conflict("address_taken"));
    expect(problem.detail).toContain("already in use by an account");
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
    const loops = conflict("alias_loop");
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
          expect(await refusal(second)).toEqual(conflict("alias_exists"));
        } else {
          expect(mailAlias.parse(await second).toAddresses.map(({ address }) => address)).toContain(target);
        }
      }
    },
  );
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
