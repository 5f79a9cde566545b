import { domainExpiryNotices, domains } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  eventsOf,
  fixture,
  rowOf,
  setUpDomain,
  useDomainFixture,
} from "../../../../test/support/domains/domain-fixture.ts";
import { sendExpiryNotices } from "./send-expiry-notices.ts";

useDomainFixture();

describe("sendExpiryNotices", () => {
  const days = (count: number) => count * 86_400_000;
  const expiring = async () => {
    const expiresAt = new Date(Math.floor(Date.now() / 1000) * 1000 + days(40));
    const { workspace, name } = await setUpDomain({ expiresAt });
    const noticesOf = async () =>
      (await eventsOf(workspace.id)).map(({ body }) => {
        const { type, data } = JSON.parse(body);
        return data.windowDays ?? type;
      });
    const sendAt = (moment: Date) => sendExpiryNotices(fixture.systemCtx, moment);
    return {
      name,
      workspace,
      noticesOf,
      sendAt,
      at: (left: number) => new Date(expiresAt.getTime() - days(left)),
    };
  };

  it("sends each window's notice once, and at the end the expiry", async () => {
    const { name, noticesOf, sendAt, at } = await expiring();
    await sendAt(at(31));
    expect(await noticesOf()).toEqual([]);
    for (const left of [30, 30, 29, 15, 7, 7, 1, 0, 0, -1]) {
      await sendAt(at(left));
    }
    expect(await noticesOf()).toEqual([30, 15, 7, 1, "domain.expired"]);
    expect((await rowOf(name)).status).toBe("expired");
    expect((await rowOf(name)).nextNoticeAt).toBeNull();
  });

  it("announces the expiry of a domain that was deleted in the last hour, and of no other deleted one", async () => {
    for (const [status, notices] of [
      ["redemption", ["domain.expired"]],
      ["pending_delete", []],
    ] as const) {
      const { name, noticesOf, sendAt, at } = await expiring();
      await fixture.db
        .update(domains)
        .set({ status, nextNoticeAt: at(0) })
        .where(eq(domains.name, name));
      await sendAt(at(0));
      await sendAt(at(-1));
      expect(await noticesOf()).toEqual(notices);
      expect(await rowOf(name)).toMatchObject({ status, nextNoticeAt: null });
    }
  });

  it("sends only the innermost notice if several windows were missed", async () => {
    const { noticesOf, sendAt, at } = await expiring();
    await sendAt(at(5));
    await sendAt(at(0.5));
    expect(await noticesOf()).toEqual([7, 1]);
  });

  it("sends a notice once if several workers run at the same moment", async () => {
    const { name, noticesOf, sendAt, at } = await expiring();
    await Promise.all(Array.from({ length: 4 }, () => sendAt(at(30))));
    expect(await noticesOf()).toEqual([30]);
    expect(
      await fixture.db
        .select()
        .from(domainExpiryNotices)
        .where(eq(domainExpiryNotices.domainId, (await rowOf(name)).id)),
    ).toHaveLength(1);
  });
});
