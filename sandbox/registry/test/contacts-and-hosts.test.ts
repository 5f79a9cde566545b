import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contacts, holder } from "./raw-session.ts";
import { plusDays, refusal, type Sandbox, startSandbox } from "./sandbox.ts";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(async () => {
  await sandbox?.[Symbol.asyncDispose]();
});

const v4 = (address: string) => ({ version: "v4" as const, address });
const v6 = (address: string) => ({ version: "v6" as const, address });

describe("a contact", () => {
  it("is created once, and returned as sent, with its disclosure settings", async () => {
    const { client } = sandbox;
    const disclosure = { disclose: false, name: ["loc" as const], voice: true };
    const fax = { number: "+49.2211234568", extension: "12" };
    await client.contactCreate("SHOWN-1", { ...holder, fax, disclosure });
    await expect(client.contactCreate("SHOWN-1", holder)).rejects.toEqual(refusal(2302));
    const { data } = await client.contactInfo("SHOWN-1");
    expect(data).toMatchObject({
      id: "SHOWN-1",
      postalInfos: holder.postalInfos,
      voice: holder.voice,
      fax,
      email: holder.email,
      disclosure,
      statuses: ["ok"],
      sponsoringClientId: "zonepost",
    });
    expect(data.authInfo).toBeUndefined();
    await expect(client.contactCheck(["SHOWN-1", "SHOWN-2"])).resolves.toMatchObject({
      data: { contacts: [{ available: false, reason: "In use" }, { available: true }] },
    });
  });

  it("can be read and updated by its sponsor, and read with its authorization information", async () => {
    const { client, rival } = sandbox;
    await client.contactCreate("PRIVATE-1", holder);
    await expect(rival.contactInfo("PRIVATE-1")).rejects.toEqual(refusal(2201));
    await expect(rival.contactInfo("PRIVATE-1", { authInfo: "wrong" })).rejects.toEqual(refusal(2202));
    await expect(rival.contactInfo("PRIVATE-1", { authInfo: "Contact-code-1" })).resolves.toMatchObject({
      code: 1000,
    });
    await expect(rival.contactUpdate("PRIVATE-1", { change: { email: "x@example.net" } })).rejects.toEqual(
      refusal(2201),
    );
    await expect(rival.contactDelete("PRIVATE-1")).rejects.toEqual(refusal(2201));
    await expect(client.contactInfo("UNKNOWN")).rejects.toEqual(refusal(2303));
  });

  it("is updated in part: omitted fields stay, empty ones are removed", async () => {
    const { client } = sandbox;
    await client.contactCreate("CHANGED-1", { ...holder, fax: { number: "+49.1" } });
    await client.contactUpdate("CHANGED-1", {
      change: {
        postalInfos: [{ type: "loc", organization: "Groß & Söhne" }],
        fax: null,
        email: "new@example.net",
        disclosure: { disclose: true, email: true },
      },
    });
    const { data } = await client.contactInfo("CHANGED-1");
    expect(data.postalInfos).toEqual([{ ...holder.postalInfos[0], organization: "Groß & Söhne" }]);
    expect([data.fax, data.voice, data.email]).toEqual([undefined, holder.voice, "new@example.net"]);
    expect(data.disclosure).toEqual({ disclose: true, email: true });
    expect(data.updatedBy).toBe("zonepost");
    await client.contactUpdate("CHANGED-1", { change: { postalInfos: [{ type: "loc", organization: "" }] } });
    expect((await client.contactInfo("CHANGED-1")).data.postalInfos[0]).not.toHaveProperty("organization");
    await expect(
      client.contactUpdate("CHANGED-1", { change: { postalInfos: [{ type: "int", name: "Gross" }] } }),
    ).rejects.toEqual(refusal(2003));
  });

  it("is locked and unlocked by its sponsor", async () => {
    const { client } = sandbox;
    await client.contactCreate("LOCKED-1", holder);
    await client.contactUpdate("LOCKED-1", {
      addStatuses: ["clientUpdateProhibited", "clientDeleteProhibited"],
    });
    await expect(client.contactUpdate("LOCKED-1", { change: { email: "x@example.net" } })).rejects.toEqual(
      refusal(2304),
    );
    await client.contactUpdate("LOCKED-1", { removeStatuses: ["clientUpdateProhibited"] });
    await expect(client.contactDelete("LOCKED-1")).rejects.toEqual(refusal(2304));
    await expect(client.contactUpdate("LOCKED-1", { addStatuses: ["linked"] })).rejects.toEqual(
      refusal(2306),
    );
  });

  it("is refused with an unknown country or an invalid email address", async () => {
    const address = { street: [], city: "Nowhere", countryCode: "XX" };
    await expect(
      sandbox.client.contactCreate("WRONG-1", {
        ...holder,
        postalInfos: [{ type: "loc", name: "No One", address }],
      }),
    ).rejects.toEqual(refusal(2005));
    await expect(
      sandbox.client.contactCreate("WRONG-1", { ...holder, email: "not an address" }),
    ).rejects.toEqual(refusal(2005));
  });

  it("can't be deleted while a domain uses it, and can afterwards", async () => {
    const { client } = sandbox;
    await client.contactCreate("LINKED-1", holder);
    await sandbox.register("linked.com", {
      contacts: [
        { type: "admin", id: "LINKED-1" },
        { type: "tech", id: "ZP-HOLDER-1" },
      ],
    });
    expect((await client.contactInfo("LINKED-1")).data.statuses).toEqual(["ok", "linked"]);
    await expect(client.contactDelete("LINKED-1")).rejects.toEqual(refusal(2305));
    const { data } = await client.domainInfo("linked.com");
    await sandbox.advanceTo(plusDays(data.createdAt, 6));
    await client.domainDelete("linked.com");
    await expect(client.contactDelete("LINKED-1")).rejects.toEqual(refusal(2305));
    await sandbox.advanceTo(plusDays(data.createdAt, 60));
    await client.contactDelete("LINKED-1");
    await expect(client.contactInfo("LINKED-1")).rejects.toEqual(refusal(2303));
    await sandbox.advanceTo(new Date());
  });

  it("of a .eu domain can't move out of the European Economic Area", async () => {
    const { client } = sandbox;
    await client.contactCreate("MOVING-1", holder);
    await sandbox.register("moving-house.eu", { registrant: "MOVING-1" });
    const moveTo = (countryCode: string) =>
      client.contactUpdate("MOVING-1", {
        change: { postalInfos: [{ type: "loc", address: { street: [], city: "Elsewhere", countryCode } }] },
      });
    await expect(moveTo("US")).rejects.toEqual(refusal(2306));
    await expect(moveTo("NO")).resolves.toMatchObject({ code: 1000 });
  });
});

describe("a host", () => {
  it("under a domain is created by the domain's sponsor, with addresses, and listed with the domain", async () => {
    const { client, rival } = sandbox;
    await sandbox.register("glue.com");
    await expect(client.hostCreate("ns1.glue.com")).rejects.toEqual(refusal(2003));
    await expect(
      client.hostCreate("ns1.not-registered.com", { addresses: [v4("192.0.2.1")] }),
    ).rejects.toEqual(refusal(2303));
    await expect(rival.hostCreate("ns1.glue.com", { addresses: [v4("192.0.2.1")] })).rejects.toEqual(
      refusal(2201),
    );
    await client.hostCreate("NS1.glue.com", { addresses: [v4("192.0.2.1"), v6("2001:DB8:0::1")] });
    await expect(client.hostCreate("ns1.glue.com", { addresses: [v4("192.0.2.1")] })).rejects.toEqual(
      refusal(2302),
    );
    const { data } = await rival.hostInfo("ns1.glue.com");
    expect(data).toMatchObject({
      name: "ns1.glue.com",
      addresses: [v4("192.0.2.1"), v6("2001:db8::1")],
      statuses: ["ok"],
      sponsoringClientId: "zonepost",
    });
    expect((await client.domainInfo("glue.com")).data.subordinateHosts).toEqual(["ns1.glue.com"]);
    expect((await client.domainInfo("glue.com", { hosts: "del" })).data.subordinateHosts).toEqual([]);
    await expect(client.hostCheck(["ns1.glue.com", "ns2.glue.com", "ns_3.glue.com"])).resolves.toMatchObject({
      data: { hosts: [{ available: false }, { available: true }, { available: false }] },
    });
  });

  it("under the domain itself must exist before the domain is delegated to it; others are created automatically", async () => {
    const { client } = sandbox;
    await sandbox.register("self-served.com");
    const own = { nameservers: [{ name: "ns1.self-served.com" }] };
    await expect(client.domainUpdate("self-served.com", { add: own })).rejects.toEqual(refusal(2303));
    await client.hostCreate("ns1.self-served.com", { addresses: [v4("192.0.2.1")] });
    await client.domainUpdate("self-served.com", { add: own });
    expect((await client.hostInfo("ns1.self-served.com")).data.statuses).toEqual(["ok", "linked"]);
    await expect(
      sandbox.register("self-born.com", {
        nameservers: [{ name: "ns1.self-born.com" }, { name: "ns1.example.net" }],
      }),
    ).rejects.toEqual(refusal(2303));
    await expect(client.domainInfo("self-born.com")).rejects.toEqual(refusal(2303));
    await client.domainUpdate("self-served.com", { add: { nameservers: [{ name: "ns.elsewhere.info" }] } });
    expect((await client.hostInfo("ns.elsewhere.info")).data).toMatchObject({ addresses: [] });
  });

  it("can change its addresses, and keeps at least one", async () => {
    const { client } = sandbox;
    await sandbox.register("addresses.com");
    await client.hostCreate("ns1.addresses.com", { addresses: [v4("192.0.2.1")] });
    await client.hostUpdate("ns1.addresses.com", {
      add: { addresses: [v4("192.0.2.2")] },
      remove: { addresses: [v4("192.0.2.1")] },
    });
    expect((await client.hostInfo("ns1.addresses.com")).data.addresses).toEqual([v4("192.0.2.2")]);
    const change = (changes: Parameters<typeof client.hostUpdate>[1]) =>
      client.hostUpdate("ns1.addresses.com", changes);
    await expect(change({ remove: { addresses: [v4("192.0.2.2")] } })).rejects.toEqual(refusal(2003));
    await expect(change({ remove: { addresses: [v4("192.0.2.9")] } })).rejects.toEqual(refusal(2303));
    await expect(change({ add: { addresses: [v4("192.0.2.2")] } })).rejects.toEqual(refusal(2306));
    await expect(client.hostCreate("ns.elsewhere.biz", { addresses: [v4("192.0.2.1")] })).rejects.toEqual(
      refusal(2306),
    );
    await expect(sandbox.rival.hostUpdate("ns1.addresses.com", { newName: "a.b.biz" })).rejects.toEqual(
      refusal(2201),
    );
  });

  it("is renamed in every domain delegated to it, but never in another registrar's domain", async () => {
    const { client, rival } = sandbox;
    await sandbox.register("renaming.com");
    await client.hostCreate("old.renaming.com", { addresses: [v4("192.0.2.1")] });
    await client.domainUpdate("renaming.com", { add: { nameservers: [{ name: "old.renaming.com" }] } });
    await sandbox.register("follower.com", {
      nameservers: [{ name: "old.renaming.com" }, { name: "ns1.example.net" }],
    });
    await client.hostUpdate("old.renaming.com", { newName: "new.renaming.com" });
    for (const name of ["renaming.com", "follower.com"]) {
      const { data } = await client.domainInfo(name);
      expect(data.nameservers).toContainEqual({ name: "new.renaming.com" });
      expect(data.nameservers).not.toContainEqual({ name: "old.renaming.com" });
    }
    await expect(client.hostInfo("old.renaming.com")).rejects.toEqual(refusal(2303));
    await expect(client.hostUpdate("new.renaming.com", { newName: "ns1.example.net" })).rejects.toEqual(
      refusal(2302),
    );
    await rival.domainCreate("bystander.com", {
      ...contacts,
      authInfo: "x",
      nameservers: [{ name: "new.renaming.com" }, { name: "ns1.example.net" }],
    });
    await expect(client.hostUpdate("new.renaming.com", { newName: "x.renaming.com" })).rejects.toEqual(
      refusal(2305),
    );
  });

  it("can't be deleted while a domain is delegated to it", async () => {
    const { client } = sandbox;
    await client.hostCreate("ns.leaving.biz");
    await sandbox.register("stayer.com", {
      nameservers: [{ name: "ns.leaving.biz" }, { name: "ns1.example.net" }],
    });
    await expect(client.hostDelete("ns.leaving.biz")).rejects.toEqual(refusal(2305));
    await client.domainUpdate("stayer.com", {
      remove: { nameservers: [{ name: "ns.leaving.biz" }] },
      add: { nameservers: [{ name: "ns2.example.net" }] },
    });
    await client.hostDelete("ns.leaving.biz");
    await expect(client.hostInfo("ns.leaving.biz")).rejects.toEqual(refusal(2303));
    await expect(client.hostDelete("ns.leaving.biz")).rejects.toEqual(refusal(2303));
  });

  it("is deleted with its domain, also from domains delegated to it", async () => {
    const { client } = sandbox;
    await sandbox.register("short-lived.com");
    await client.hostCreate("ns1.short-lived.com", { addresses: [v4("192.0.2.1")] });
    await client.domainDelete("short-lived.com");
    await expect(client.hostInfo("ns1.short-lived.com")).rejects.toEqual(refusal(2303));
  });
});
