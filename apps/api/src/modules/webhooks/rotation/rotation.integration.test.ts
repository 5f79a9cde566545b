import { auditEntries } from "@zonepost/db";
import type { WebhookEndpointCreated } from "@zonepost/schema";
import { verify } from "@zonepost/webhook-signing";
import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  createReceiver,
  fixture,
  setUpWebhooks,
  workspace,
} from "../../../../test/support/webhooks/set-up-webhooks.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { deleteEndpoint } from "../endpoints/delete-endpoint.ts";
import { getEndpoint } from "../endpoints/get-endpoint.ts";
import { secretOwner } from "../model/secret-owner.ts";
import { cancelRotation } from "./cancel-rotation.ts";
import { createRotationSweep } from "./rotation-sweep.ts";
import { startRotation } from "./start-rotation.ts";
import { switchSecret } from "./switch-secret.ts";

let owner: WorkspaceCtx;
let endpoint: WebhookEndpointCreated;

setUpWebhooks();
beforeEach(async () => {
  owner = workspace.ctx();
  endpoint = await workspace.subscribe("https://hooks.example.com/zonepost");
});

const overlapSeconds = 3600;
const start = (seconds = overlapSeconds) =>
  startRotation({ ...owner, ...fixture.ports }, { id: endpoint.id, overlapSeconds: seconds });
const endOverlap = () => fixture.clock.advanceWall(overlapSeconds * 1000);
const runSweep = () => createRotationSweep(owner).run(new AbortController().signal);

/** The secrets as stored: the current one and, during a rotation, the next. */
async function storedSecrets() {
  const row = await fixture.endpoint(endpoint.id);
  const open = (sealed: string | null) => sealed && fixture.ports.secretBox.open(sealed, secretOwner(row.id));
  return [open(row.secretEncrypted), open(row.nextSecretEncrypted)];
}

async function auditOfRotations() {
  const rows = await fixture.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.target, endpoint.id))
    .orderBy(asc(auditEntries.id));
  return rows.map(({ action, actor }) => `${action} by ${actor.kind}`).slice(1);
}

const inProgress = { kind: "conflict", code: "webhook_rotation_in_progress" };
const notRotating = { kind: "conflict", code: "no_webhook_rotation" };

describe("rotating a secret", () => {
  it("returns the new secret only once, and ends by the wall clock", async () => {
    const { secret, ...started } = await start();
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(endpoint.secret);
    const endsAt = new Date(fixture.clock.wall.getTime() + overlapSeconds * 1000).toISOString();
    expect(started).toMatchObject({ id: endpoint.id, rotation: { endsAt } });
    expect(await getEndpoint(owner, endpoint)).toEqual(started);
    expect(await storedSecrets()).toEqual([endpoint.secret, secret]);
    expect(JSON.stringify(await fixture.endpoint(endpoint.id))).not.toContain(secret?.slice(6, 30));
    await expect(start()).rejects.toMatchObject(inProgress);
    fixture.clock.advance(30 * 86_400_000);
    expect(await getEndpoint(owner, endpoint)).toMatchObject({ rotation: { endsAt } });
    expect(await auditOfRotations()).toEqual(["webhook_endpoint.rotation_started by user"]);
  });

  it("switches to the new secret once", async () => {
    await expect(switchSecret(owner, endpoint)).rejects.toMatchObject(notRotating);
    const { secret } = await start();
    expect(await switchSecret(owner, endpoint)).toMatchObject({ rotation: null });
    expect(await storedSecrets()).toEqual([secret, null]);
    await expect(switchSecret(owner, endpoint)).rejects.toMatchObject(notRotating);
    expect(await auditOfRotations()).toEqual([
      "webhook_endpoint.rotation_started by user",
      "webhook_endpoint.secret_switched by user",
    ]);
  });

  it("can be canceled until the switch, and started again", async () => {
    await expect(cancelRotation(owner, endpoint)).rejects.toMatchObject(notRotating);
    await start();
    expect(await cancelRotation(owner, endpoint)).toMatchObject({ rotation: null });
    expect(await storedSecrets()).toEqual([endpoint.secret, null]);
    const { secret } = await start();
    expect(await storedSecrets()).toEqual([endpoint.secret, secret]);
    await switchSecret(owner, endpoint);
    await expect(cancelRotation(owner, endpoint)).rejects.toMatchObject(notRotating);
  });

  it("ends with the overlap, before a sweep has stored it", async () => {
    const { secret } = await start();
    endOverlap();
    expect(await getEndpoint(owner, endpoint)).toMatchObject({ rotation: null });
    await expect(switchSecret(owner, endpoint)).rejects.toMatchObject(notRotating);
    await expect(cancelRotation(owner, endpoint)).rejects.toMatchObject(notRotating);
    await runSweep();
    expect(await storedSecrets()).toEqual([secret, null]);
    await runSweep();
    expect(await auditOfRotations()).toEqual([
      "webhook_endpoint.rotation_started by user",
      "webhook_endpoint.secret_switched by system",
    ]);
  });

  it("can start again after the overlap, before a sweep has stored its end", async () => {
    const { secret: second } = await start();
    endOverlap();
    const { secret: third } = await start();
    expect(await storedSecrets()).toEqual([second, third]);
    await runSweep();
    expect(await storedSecrets()).toEqual([second, third]);
    expect(await auditOfRotations()).toEqual([
      "webhook_endpoint.rotation_started by user",
      "webhook_endpoint.secret_switched by system",
      "webhook_endpoint.rotation_started by user",
    ]);
  });

  it("ends with its endpoint, and leaves the workspace's others alone", async () => {
    const other = await workspace.subscribe("https://hooks.example.com/other");
    await startRotation({ ...owner, ...fixture.ports }, { id: other.id, overlapSeconds: 2 * overlapSeconds });
    await start();
    await deleteEndpoint(owner, endpoint);
    endOverlap();
    await runSweep();
    expect(await auditOfRotations()).toEqual([
      "webhook_endpoint.rotation_started by user",
      "webhook_endpoint.deleted by user",
    ]);
    expect(await getEndpoint(owner, other)).toMatchObject({ rotation: { endsAt: expect.any(String) } });
  });

  it("starts and ends once if several people do it at the same time", async () => {
    const outcomesOf = async (acts: Promise<unknown>[]) =>
      (await Promise.allSettled(acts)).map(({ status }) => status).sort();
    expect(await outcomesOf([start(), start(), start()])).toEqual(["fulfilled", "rejected", "rejected"]);
    const ends = [switchSecret(owner, endpoint), cancelRotation(owner, endpoint)];
    expect(await outcomesOf(ends)).toEqual(["fulfilled", "rejected"]);
  });
});

/** A receiver that verifies the headers of both schemes on their own, with the secrets that it has at the moment. */
async function startReceiver() {
  const state = { service: [""], standard: [""], accepted: [] as string[], refused: [] as unknown[] };
  const receiver = await createReceiver((response, { headers, body }) => {
    const now = Math.floor(fixture.clock.wall.getTime() / 1000);
    const verifyOwn = (start: string, secret: string[]) => {
      const own = Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith(start)));
      return verify({ headers: own, body, secret, now });
    };
    Promise.all([verifyOwn("x-service-", state.service), verifyOwn("webhook-", state.standard)]).then(
      () => {
        state.accepted.push(JSON.parse(body.toString()).id);
        response.writeHead(204).end();
      },
      (error: unknown) => {
        state.refused.push(error);
        response.writeHead(400).end();
      },
    );
  });
  return Object.assign(receiver, { state });
}

describe("a receiver under a steady stream of events", () => {
  it.each([
    ["the switch", () => switchSecret(owner, endpoint)],
    ["the end of the overlap", () => fixture.clock.advanceWall(60_000)],
  ])("accepts every delivery by the headers of both schemes, through %s", async (_, endRotation) => {
    await using receiver = await startReceiver();
    const { state } = receiver;
    endpoint = await workspace.subscribe(receiver.url);
    const { secret: old = "" } = endpoint;
    const emitted: string[] = [];
    const stopping = new AbortController();
    const stream = (async () => {
      while (!stopping.signal.aborted) {
        emitted.push(...(await workspace.emit()));
        await fixture.runSweep();
      }
    })();
    const someArriveWith = async (secrets: Partial<typeof state>) => {
      Object.assign(state, secrets);
      const count = state.accepted.length + 3;
      const isOver = () => state.accepted.length > count || state.refused.length > 0;
      await expect.poll(isOver).toBe(true);
    };
    try {
      await someArriveWith({ service: [old], standard: [old] });
      const { secret: next = "" } = await start(60);
      await someArriveWith({});
      await someArriveWith({ service: [old, next], standard: [next] });
      await someArriveWith({ service: [old, next], standard: [old, next] });
      await endRotation();
      await someArriveWith({});
      await someArriveWith({ service: [next], standard: [next] });
      await runSweep();
      await someArriveWith({});
    } finally {
      stopping.abort();
      await stream;
    }
    expect(state.refused).toEqual([]);
    expect(state.accepted).toEqual(emitted);
  });
});
