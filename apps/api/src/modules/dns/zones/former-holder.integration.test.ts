import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { addAddress, useNameTree, zoneCtxOf, zonePorts } from "../../../../test/support/dns/zone-fixture.ts";
import { useDomainFixture } from "../../../../test/support/domains/domain-fixture.ts";
import { removeDomain } from "../../../../test/support/domains/holding.ts";
import { register, setUp } from "../../../../test/support/domains/lifecycle.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { WorkspaceOperation } from "../../../kernel/http/operation.ts";
import { dnsOperations } from "../rest.ts";
import { createZone } from "./create-zone.ts";

// A deletes a domain with a zone. B registers the name, and then creates a zone of its own.

useDomainFixture();
useNameTree();

const records = [{ name: "www", type: "A", values: ["192.0.2.81"] }];

/** Every operation on one zone, so that a new one needs a row. `changes` are refused while the zone ends. */
const operations: Record<string, { changes: boolean; input?: object; ifMatch?: string }> = {
  getZone: { changes: false },
  listRecords: { changes: false },
  exportZoneFile: { changes: false },
  listZoneVersions: { changes: false },
  getZoneVersion: { changes: false },
  getZonePublication: { changes: false },
  changeRecords: { changes: true, input: { changes: [{ action: "set", ...records[0] }] } },
  replaceRecords: { changes: true, input: { records }, ifMatch: "*" },
  importRecords: { changes: true, input: { zoneFile: "www 60 A 192.0.2.81\n", mode: "merge" } },
  restoreZoneVersion: { changes: true, input: {} },
};
const onOneZone = ["deleteZone", ...Object.keys(operations)];

/** The error's code; undefined if the operation is carried out. */
async function attempt(
  operationId: string,
  ctx: WorkspaceCtx,
  zoneName: string,
  { input, ifMatch = null }: { input?: object; ifMatch?: string | null },
): Promise<string | undefined> {
  const declared: Record<string, WorkspaceOperation> = dnsOperations(zonePorts());
  try {
    const answer = await declared[operationId]?.run(
      { ...ctx, ifMatch },
      {
        parameters: { zoneName, ...(operationId.endsWith("Version") ? { version: "1" } : {}) },
        query: {},
        readBody: () => input,
        pointers: { parameters: "/path", query: "/query" },
      },
    );
    if (operationId === "exportZoneFile") {
      await text(answer?.value as AsyncIterable<string>);
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) {
      throw error;
    }
    return error.code;
  }
}

let former: Awaited<ReturnType<typeof setUp>>;
let next: Awaited<ReturnType<typeof setUp>>;
let name: string;

beforeAll(async () => {
  [former, next] = [await setUp(), await setUp()];
  name = await register(former);
  await createZone(zoneCtxOf(former.ctx), { name });
  await addAddress(zoneCtxOf(former.ctx), name);
  await removeDomain(former.ctx, name);
});

const attemptAll = async (ctx: WorkspaceCtx) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(operations).map(async ([id, how]) => [id, await attempt(id, ctx, name, how)] as const),
    ),
  );
const all = (codeOf: (how: { changes: boolean }) => string | undefined) =>
  Object.fromEntries(Object.entries(operations).map(([id, how]) => [id, codeOf(how)]));

describe("the zone of a domain that has left", () => {
  it("has a row here for each operation on one zone", () => {
    const declared: Record<string, WorkspaceOperation> = dnsOperations(zonePorts());
    const takeName = Object.entries(declared).filter(([, { parameters }]) => parameters !== undefined);
    expect(takeName.map(([id]) => id).toSorted()).toEqual(onOneZone.toSorted());
  });

  it("can be read by its workspace, and not changed", async () => {
    expect(await attemptAll(former.ctx)).toEqual(all(({ changes }) => (changes ? "zone_ending" : undefined)));
  });

  it("is unknown to the next holder of the domain", async () => {
    await register(next, { name });
    expect(await attemptAll(next.ctx)).toEqual(all(() => "not_found"));
    expect(await attempt("deleteZone", next.ctx, name, { input: { confirmName: name } })).toBe("not_found");
  });

  it("is gone for its workspace once the next holder has created a zone", async () => {
    await createZone(zoneCtxOf(next.ctx), { name });
    expect(await attemptAll(former.ctx)).toEqual(all(() => "not_found"));
    expect(await attempt("deleteZone", former.ctx, name, { input: { confirmName: name } })).toBe("not_found");
    expect(await attemptAll(next.ctx)).toEqual(all(() => undefined));
  });
});
