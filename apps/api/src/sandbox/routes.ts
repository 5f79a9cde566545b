import { type Db, sandboxOutbox } from "@zonepost/db";
import { paymentMethod } from "@zonepost/schema";
import type { PanelSession } from "@zonepost/schema/panel";
import {
  cardTroubleInput,
  clockAdvanceInput,
  clockState,
  disputeCloseInput,
  type SandboxEmail,
  sandboxEmail,
  testCardInput,
} from "@zonepost/schema/sandbox";
import { asc } from "drizzle-orm";
import type { Hono } from "hono";
import { minuteMs } from "../kernel/durations.ts";
import { AppError, noWorkspace } from "../kernel/errors.ts";
import { parseInput } from "../kernel/http/validation.ts";
import { callProcessor } from "../modules/payments/index.ts";
import { authenticatePerson, type OperationDeps } from "../transport/rest/operations.ts";
import {
  type HonoEnv,
  isForeign,
  parseJson,
  type RequestContext,
  readBody,
  requestHeader,
} from "../transport/rest/request.ts";
import { actAsBank } from "./act-as-bank.ts";
import { type AdvanceDeps, advanceClock, clockFace, readClock } from "./advance-clock.ts";
import { requireTestCards, saveTestCard, type TestCardPorts } from "./save-test-card.ts";

export type SandboxDeps = AdvanceDeps & TestCardPorts & { gate: OperationDeps };

const answerAfterMs = minuteMs;
const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Open to programs on this machine, and to no web page but the panel. */
export function mountSandbox(app: Hono<HonoEnv>, deps: SandboxDeps): void {
  app.use("/sandbox/*", async (c, next) => {
    checkIsLocal(c, deps.gate.ownOrigins);
    await next();
  });
  app.get("/sandbox/outbox", async (c) => c.json(sandboxEmail.array().parse(await listOutbox(deps.db))));
  app.get("/sandbox/clock", async (c) => c.json(clockState.parse(await readClock(deps))));
  app.post("/sandbox/clock/advance", async (c) => {
    const { seconds } = parseInput(clockAdvanceInput, parseJson(c, await readBody(c)));
    const arrival = advanceClock(deps, seconds).then(() => "arrived" as const);
    arrival.catch((error: unknown) => deps.gate.base.log.error({ err: error }, "couldn't advance the clock"));
    const { promise: late, resolve } = Promise.withResolvers<"busy">();
    const timer = setTimeout(() => resolve("busy"), answerAfterMs);
    const outcome = await Promise.race([arrival, late]).finally(() => clearTimeout(timer));
    const state = clockState.parse(await readClock(deps));
    return c.json(state, outcome === "arrived" && state.busy.length === 0 ? 200 : 202);
  });
  mountTestCards(app, deps);
  mountBank(app, deps);
}

function mountTestCards(app: Hono<HonoEnv>, deps: SandboxDeps): void {
  const { gate, processors, secretBox, operatorEmail, panelUrl, orders, testCards } = deps;
  const ports = { processors, secretBox, operatorEmail, panelUrl, orders, testCards };
  app.post("/sandbox/payment-methods", async (c) => {
    const { workspaceCtx } = await authenticatePerson(gate, c);
    if (!workspaceCtx) {
      throw noWorkspace();
    }
    const input = parseInput(testCardInput, parseJson(c, await readBody(c)));
    return c.json(paymentMethod.parse(await saveTestCard({ ...workspaceCtx, ...ports }, input)), 201);
  });
  app.post("/sandbox/cards/trouble", async (c) => {
    const { kind, times = 1 } = parseInput(cardTroubleInput, parseJson(c, await readBody(c)));
    await callProcessor(() => requireTestCards(ports).makeTrouble(kind, times));
    return c.json({ kind, times }, 201);
  });
}

function mountBank(app: Hono<HonoEnv>, deps: SandboxDeps): void {
  app.post("/sandbox/payments/:id/dispute", async (c) => {
    const id = c.req.param("id");
    await actAsBank(deps, id, (testCards, intentId) => testCards.openDispute(intentId));
    return c.json({ paymentId: id }, 201);
  });
  app.post("/sandbox/payments/:id/dispute/close", async (c) => {
    const id = c.req.param("id");
    const { won } = parseInput(disputeCloseInput, parseJson(c, await readBody(c)));
    await actAsBank(deps, id, (testCards, intentId) => testCards.closeDispute(intentId, { isWon: won }));
    return c.json({ paymentId: id, won });
  });
  app.post("/sandbox/payments/:id/fraud-warning", async (c) => {
    const id = c.req.param("id");
    await actAsBank(deps, id, (testCards, intentId) => testCards.warnOfFraud(intentId));
    return c.json({ paymentId: id }, 201);
  });
}

function checkIsLocal(c: RequestContext, ownOrigins: ReadonlySet<string>): void {
  const host = requestHeader(c, "host") ?? "";
  const isLocal = loopbackNames.has(host.replace(/:\d+$/, ""));
  if (!isLocal || isForeign(c, ownOrigins)) {
    throw new AppError(
      "forbidden",
      "foreign_origin",
      "Sandbox routes only accept requests from this machine, sent by a program or the panel.",
    );
  }
}

async function listOutbox(db: Db): Promise<SandboxEmail[]> {
  const rows = await db.select().from(sandboxOutbox).orderBy(asc(sandboxOutbox.id));
  return rows.map((row) => ({
    kind: row.kind,
    to: row.toAddress,
    subject: row.subject,
    text: row.text,
    html: row.html,
    sentAt: row.sentAt.toISOString(),
  }));
}

export async function readSandboxSummary(deps: AdvanceDeps): Promise<NonNullable<PanelSession["sandbox"]>> {
  const emailCount = await deps.db.$count(sandboxOutbox);
  return { ...clockFace(deps.clock, await deps.clock.now()), emailCount };
}
