import { afterAll, beforeAll, expect, it } from "vitest";
import { rowId } from "../src/kernel/ids.ts";
import { paid } from "./rights-rows/orders.ts";
import type { World } from "./rights-rows/row.ts";
import { startApi, type Workspace } from "./support/start-api.ts";

let world: World;

beforeAll(async () => {
  const api = await startApi({ withCards: true });
  const [workspace, other] = await Promise.all([api.createWorkspace(), api.createWorkspace()]);
  world = { api, workspace, other };
});
afterAll(() => world?.api[Symbol.asyncDispose]());

async function entriesOf({ owner }: Workspace): Promise<{ target: string; bought: string[] }[]> {
  const { json } = await world.api.call({ path: "/trpc/audit.list?input={}", cookie: owner.cookie });
  return json.result.data.entries;
}

it("names what an order and its payment are about, in their own workspace alone", async () => {
  const { path } = await paid(world, world.workspace.owner);
  const [line] = await world.api.sql`
    select l.domain_name as name from order_lines l join orders o on o.id = l.order_id
    where o.payment_id = ${rowId("pay", path?.id ?? "") ?? ""}`;
  const entries = await entriesOf(world.workspace);
  const named = entries.filter(({ target }) => /^(ord|pay)_/.test(target));
  expect(new Set(named.map(({ target }) => target.slice(0, 3)))).toEqual(new Set(["ord", "pay"]));
  for (const { bought } of named) {
    expect(bought).toEqual([line?.name]);
  }
  expect(entries.some(({ target, bought }) => !/^(ord|pay)_/.test(target) && bought.length === 0)).toBe(true);
  // Another workspace's log that names this order tells nothing of it.
  await world.api.sql`
    insert into audit_entries (id, workspace_id, occurred_at, action, actor, target, details)
    select gen_random_uuid(), ${world.other.id}, now(), action, actor, target, '{}' from audit_entries
    where workspace_id = ${world.workspace.id} and target = ${path?.id ?? ""}`;
  const theirs = await entriesOf(world.other);
  expect(theirs.filter(({ target }) => target === path?.id).map(({ bought }) => bought)).toEqual([[]]);
});
