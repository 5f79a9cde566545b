import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  findKnot,
  findUnbound,
  publishZones,
  type SignedZone,
  serveSignedZone,
  startValidatingResolver,
  type ValidatingResolver,
} from "@zonepost/registry/zones";
import type { DsRecord } from "@zonepost/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, startApi, type Workspace } from "../../../../test/support/start-api.ts";
import { until } from "../../../../test/support/until.ts";

// The whole chain: the API, the registry over EPP, its signed zones, a child zone signed by another server, and a
// resolver that only trusts the registry's keys.

const isPossible = (await findKnot()) !== undefined && (await findUnbound()) !== undefined;

const name = "signed-by-its-holder.com";
const stack = new AsyncDisposableStack();
let api: Api;
let workspace: Workspace;
let child: SignedZone;
let resolver: ValidatingResolver;

beforeAll(async () => {
  if (!isPossible) {
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), "zonepost-chain-test-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  api = stack.use(await startApi());
  workspace = await api.createWorkspace();
  await workspace.addDomain({ name });
  const parent = await publishZones({
    databaseUrl: api.databaseUrl,
    folder: path.join(folder, "parent"),
    tlds: ["com"],
  });
  stack.defer(() => parent.close());
  child = await serveSignedZone({ folder: path.join(folder, "child"), zone: name });
  stack.defer(() => child.close());
  resolver = await startValidatingResolver({
    folder: path.join(folder, "resolver"),
    trustAnchors: parent.trustAnchors,
    servers: [
      { zone: "com", ports: [parent.port] },
      { zone: name, ports: [child.port] },
    ],
  });
  stack.defer(() => resolver.close());
});
afterAll(() => stack.disposeAsync());

const publish = (body: DsRecord) =>
  api.call({ method: "POST", path: `/domains/${name}/dnssec`, cookie: workspace.owner.cookie, body });

function remove(record: DsRecord) {
  const query = new URLSearchParams(
    Object.entries(record).map(([key, value]): [string, string] => [key, String(value)]),
  );
  const path = `/domains/${name}/dnssec?${query}`;
  return api.call({ method: "DELETE", path, cookie: workspace.owner.cookie });
}

const untilVerdict = (state: "secure" | "insecure" | "bogus") =>
  until(`the resolver finds ${name} ${state}`, async () => {
    // It caches a bad key for a minute, even if the zones have changed.
    await resolver.forget(name);
    return (await resolver.verdictOf(`www.${name}`)) === state;
  });

describe.skipIf(!isPossible)(
  "a DS record published through the API (skipped without Knot and Unbound)",
  () => {
    it("makes a resolver validate the child zone until it is removed", async () => {
      await untilVerdict("insecure");
      expect((await publish(child.dsRecord)).status).toBe(201);
      await untilVerdict("secure");
      expect((await remove(child.dsRecord)).status).toBe(200);
      await untilVerdict("insecure");
    });

    it("makes a resolver reject the child zone if it matches no key, until the right one is added", async () => {
      const wrong = { ...child.dsRecord, digest: "AB".repeat(32) };
      expect((await publish(wrong)).status).toBe(201);
      await untilVerdict("bogus");
      expect((await publish(child.dsRecord)).status).toBe(201);
      await untilVerdict("secure");
      expect((await remove(child.dsRecord)).status).toBe(200);
      await untilVerdict("bogus");
      expect((await remove(wrong)).status).toBe(200);
      await untilVerdict("insecure");
    });
  },
);
