import { domainHistory } from "@zonepost/db";
import { describe, expect, it } from "vitest";
import {
  fixture,
  rowOf,
  setUpDomain,
  useDomainFixture,
} from "../../../../test/support/domains/domain-fixture.ts";
import { register, setUp } from "../../../../test/support/domains/lifecycle.ts";
import { whole } from "../../../../test/support/whole.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { listHistory } from "../history/list-history.ts";
import { addDays } from "../rules/schedule.ts";
import { getDomain } from "./get-domain-details.ts";
import { listDomains } from "./list-domains.ts";

useDomainFixture();

describe("listDomains", () => {
  it("lists the workspace's domains by name, complete or in pages with the same result", async () => {
    const workspace = await fixture.createWorkspace();
    const names = [];
    for (let index = 0; index < 5; index += 1) {
      names.push(await fixture.addDomain(workspace.id));
    }
    const ctx: WorkspaceCtx = workspace.ctx("read_only");
    const all = await whole(listDomains(ctx, {}));
    expect(all.map(({ name }) => name)).toEqual([...names].sort());
    const walked = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const answer = await listDomains(ctx, { limit: 2, cursor });
      if (!("page" in answer)) {
        throw new Error("a page was asked for");
      }
      walked.push(...answer.page);
      cursor = answer.nextCursor;
    }
    expect(walked).toEqual(all);
  });

  it("never exposes the registrar", async () => {
    const { ctx } = await setUpDomain();
    expect(JSON.stringify(await listDomains(ctx, {}))).not.toMatch(/registrar|primary/i);
  });
});

describe("domain history", () => {
  it("returns the latest 200 events, newest first", async () => {
    const { name, ctx } = await setUpDomain();
    const { id: domainId } = await rowOf(name);
    const actor = { kind: "system", id: null, name: "test" } as const;
    await fixture.db.insert(domainHistory).values(
      Array.from({ length: 230 }, (_, index) => ({
        id: newId(),
        domainId,
        kind: "dns_change" as const,
        summary: `change ${index}`,
        details: {},
        actor,
        occurredAt: new Date(1_700_000_000_000 + index * 1000),
      })),
    );
    const history = await whole(listHistory(ctx, name));
    expect(history).toHaveLength(200);
    expect(history[0]?.summary).toBe("change 229");
  });
});

describe("getDomain", () => {
  it("shows when a domain auto-renews or is deleted", async () => {
    const set = await setUp();
    const [kept, left] = [await register(set, { autoRenew: true }), await register(set)];
    const [row, other] = [await rowOf(kept), await rowOf(left)];
    expect(await getDomain(set.ctx, kept)).toMatchObject({
      renewsAt: row.nextRenewalAt?.toISOString(),
      deletesAt: null,
      explanation: { code: "active_auto_renew", nextActor: "zonepost" },
      operation: null,
      locked: false,
    });
    expect(await getDomain(set.ctx, left)).toMatchObject({
      renewsAt: null,
      deletesAt: addDays(other.paidUntil, 30).toISOString(),
      explanation: { code: "active", nextActor: "you" },
    });
  });
});
