import { randomInt } from "node:crypto";
import { domainToASCII } from "node:url";
import { computeDsRecord } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import {
  eventTypesOf,
  fixture,
  heldAt,
  newName,
  refusalOf,
  rowOf,
  servers,
  useDomainFixture,
} from "../../../../test/support/domains/domain-fixture.ts";
import { register, setUp } from "../../../../test/support/domains/lifecycle.ts";
import { newDnskey, newDsRecord } from "../../../../test/support/start-api.ts";
import { publishDnskey, replaceDnskeys } from "../dnssec/publish-dnskeys.ts";
import { publishDsRecord } from "../dnssec/publish-ds-record.ts";
import { removeDsRecord } from "../dnssec/remove-ds-record.ts";
import { replaceDsRecords } from "../dnssec/replace-ds-records.ts";
import { previewRegistration } from "../lifecycle/register-domain.ts";
import { previewRenewal, renewDomain } from "../lifecycle/renew-domain.ts";
import { changeNameservers } from "../nameservers/change-nameservers.ts";
import { transferDomainIn } from "../transfers/transfer-domain-in.ts";

useDomainFixture();

const dsOf = (domainName: string, dnskey: ReturnType<typeof newDnskey>) =>
  computeDsRecord({ domainName, dnskey, digestType: 2 });

/** .be: host attributes, keys, costs instead of fees. */
const settleIn = async () => {
  const set = await setUp();
  const name = await register(set, { name: newName("be") });
  return { set, name };
};
const maxSigLifeAt = async (name: string) => {
  const [row] = await fixture.db.$client`
    select max_sig_life as seconds from registry.domains where name = ${name}`;
  return row?.seconds;
};
const keysAt = async (name: string) => {
  const [row] = await fixture.db.$client`select key_data as keys from registry.domains where name = ${name}`;
  return row?.keys;
};

describe("a registry with the key interface", () => {
  it("takes keys, of which the DS records are shown, and removes a key by its DS record", async () => {
    const { set, name } = await settleIn();
    const keys = [newDnskey(), newDnskey()] as const;
    const [first, second] = await Promise.all(keys.map((key) => dsOf(name, key)));
    if (!first || !second) {
      throw new Error("two keys have two DS records");
    }
    expect(await publishDnskey(set.ctx, { name, dnskey: keys[0] })).toEqual({
      enabled: true,
      dsRecords: [first],
    });
    expect(await keysAt(name)).toEqual([keys[0]]);
    // Set at the registry, not by us.
    await fixture.db.$client`update registry.domains set max_sig_life = 604800 where name = ${name}`;
    expect(await refusalOf(publishDnskey(set.ctx, { name, dnskey: keys[0] }))).toMatchObject({
      code: "ds_record_exists",
    });
    expect(await replaceDnskeys(set.ctx, { name, keys: [...keys] })).toMatchObject({
      dsRecords: [first, second],
    });
    expect(await removeDsRecord(set.ctx, { name, dsRecord: first })).toMatchObject({ dsRecords: [second] });
    expect(await maxSigLifeAt(name)).toBe(604_800);
    expect(await keysAt(name)).toEqual([keys[1]]);
    expect(await replaceDsRecords(set.ctx, { name, dsRecords: [] })).toMatchObject({ enabled: false });
    expect((await heldAt(name)).dsRecords).toEqual([]);
    expect((await eventTypesOf(set.workspace.id)).slice(1)).toEqual([
      "domain.dnssec_enabled",
      "domain.dnssec_enabled",
      "domain.dnssec_disabled",
      "domain.dnssec_disabled",
    ]);
  });

  it("takes no DS records, and other registries no keys", async () => {
    const { set, name } = await settleIn();
    const com = await register(set);
    for (const call of [
      () => publishDsRecord(set.ctx, { name, dsRecord: newDsRecord() }),
      () => replaceDsRecords(set.ctx, { name, dsRecords: [newDsRecord()] }),
      () => publishDnskey(set.ctx, { name: com, dnskey: newDnskey() }),
    ]) {
      expect(await refusalOf(call())).toMatchObject({ code: "wrong_dnssec_interface" });
    }
  });
});

describe("the digest types of a TLD", () => {
  it("are the only ones that can be published", async () => {
    const set = await setUp();
    const name = await register(set);
    const sha1 = { ...newDsRecord(), digestType: 1 };
    expect(await refusalOf(publishDsRecord(set.ctx, { name, dsRecord: sha1 }))).toMatchObject({
      pointers: ["/digestType"],
    });
    expect(
      await refusalOf(replaceDsRecords(set.ctx, { name, dsRecords: [newDsRecord(), sha1] })),
    ).toMatchObject({ pointers: ["/dsRecords/1/digestType"] });
  });
});

describe("a registry with host attributes", () => {
  it("gets the addresses of hosts below the domain with the delegation", async () => {
    const set = await setUp();
    const name = newName("be");
    const own = { host: `ns1.${name}`, addresses: ["192.0.2.1", "2001:db8::1"] };
    const nameservers = [own, ...servers("ns2.example.net")];
    await register(set, { name, nameservers });
    expect(await heldAt(name)).toMatchObject({
      nameservers: [`ns1.${name}`, "ns2.example.net"],
      glue: [own],
    });
    const moved = [{ ...own, addresses: ["192.0.2.2"] }, ...servers("ns3.example.net")];
    await changeNameservers(set.ctx, { name, nameservers: moved });
    expect(await heldAt(name)).toMatchObject({
      nameservers: [`ns1.${name}`, "ns3.example.net"],
      glue: [moved[0]],
    });
    expect((await rowOf(name)).glue).toEqual([moved[0]]);
  });
});

describe("a registry without the fee extension", () => {
  it("sells at the costs of the TLD's rules, and is sent no fees", async () => {
    const { set, name } = await settleIn();
    const input = set.input({ name: newName("be") });
    expect(await previewRegistration(set.ctx, input)).toMatchObject({ priceCents: 600, currency: "EUR" });
    const [search] = await fixture.registrar.checkAvailability([newName("be")]);
    expect(search).toMatchObject({ available: true, costs: { registerYearCents: 600, restoreCents: 4000 } });
    const { paidUntil } = await rowOf(name);
    const renewal = { name, years: 1, currentExpiresAt: paidUntil.toISOString() };
    expect(await previewRenewal(set.ctx, renewal)).toMatchObject({ priceCents: 600 });
    expect(await refusalOf(renewDomain(set.ctx, renewal))).toMatchObject({ pointers: ["/years"] });
  });
});

describe("a thin registry", () => {
  it("gets no contacts, which stay with us", async () => {
    const set = await setUp();
    const name = await register(set, { name: newName("cc") });
    expect((await heldAt(name)).contacts).toEqual({ registrant: null, admin: null, tech: null });
    expect((await rowOf(name)).registrantContactId).not.toBeNull();
  });
});

describe("a TLD's IDN tables", () => {
  it("decide which letters a registration may have", async () => {
    const set = await setUp();
    const problemsOf = async (name: string) =>
      (await previewRegistration(set.ctx, set.input({ name }))).problems;
    expect(await problemsOf("xn--80adxhks.be")).toMatchObject([
      { pointer: "/name", message: "The .be registry doesn't allow these letters together." },
    ]);
    expect(await problemsOf(`xn--mller-kva.be`)).toEqual([]);
  });

  it.each([
    ["be", "ñ", "latn"],
    ["cc", "ü", "GER"],
    ["cc", "ж", "RUS"],
  ])("are named to a .%s registry that requires it: %s is in %s", async (tld, letter, table) => {
    const set = await setUp();
    const name = domainToASCII(`${letter}${randomInt(1e9)}.${tld}`);
    await register(set, { name });
    const [row] = await fixture.db
      .$client`select idn_table as "table" from registry.domains where name = ${name}`;
    expect(row).toEqual({ table });
  });
});

describe("a TLD without a bar on transfers", () => {
  it("can be transferred on the day of its registration, for the cost in its rules", async () => {
    const set = await setUp();
    const name = newName("be");
    const authCode = "A-transfer-code-1";
    await fixture.rival.createDomain({
      name,
      years: 1,
      nameservers: [],
      contacts: { registrant: await saveRivalContact(), admin: null, tech: null },
      authCode,
    });
    const { contacts } = set.input();
    const asked = await transferDomainIn(set.ctx, {
      name,
      authCode,
      contacts,
      autoRenew: true,
      whoisPrivacy: false,
    });
    expect(asked).toMatchObject({ state: "succeeded", priceCents: 600, years: 0 });
  });
});

async function saveRivalContact(): Promise<string> {
  const handle = "rival-holder";
  await fixture.rival.saveContact(
    handle,
    {
      name: "Rita Rival",
      organization: null,
      email: "rita@example.com",
      phone: "+3221234567",
      street: ["Rue de la Loi 1"],
      city: "Brussels",
      stateOrProvince: null,
      postalCode: "1000",
      countryCode: "BE",
    },
    false,
  );
  return handle;
}
