import type { Hono, Context as HonoContext } from "hono";
import { z } from "zod";
import { isSameSecret } from "../api/mount-api.ts";
import { ok, type Reply } from "../api/operation.ts";
import { type Context, noRequest, type Processor, transact } from "../context.ts";
import { present } from "../present.ts";
import { addTrouble, chargeTroubles, noticeTroubles } from "../state/trouble.ts";
import { Refusal } from "../stripe-error.ts";
import { findDispute, lockCharge } from "../verbs/charges.ts";
import { advanceDispute, openDispute } from "../verbs/disputes.ts";
import { warnOfFraud } from "../verbs/early-fraud-warnings.ts";
import { failPayout, payOut } from "../verbs/payouts.ts";
import { saveTestCard } from "./save-test-card.ts";

const cardInput = z.strictObject({
  customer: z.string().min(1),
  number: z.string().min(1).max(30),
  default: z.boolean().default(false),
  expiryMonth: z.int().min(1).max(12).optional(),
  expiryYear: z.int().min(2000).max(2100).optional(),
});

const troubleInput = z.strictObject({
  kind: z.enum([...chargeTroubles, ...noticeTroubles]),
  times: z.int().min(1).max(10_000).default(1),
});

const payoutInput = z.strictObject({
  /** Default: all that there is. */
  amount: z.int().min(1).optional(),
  currency: z.string().regex(/^[a-z]{3}$/),
});

const nothing = z.strictObject({}).optional();

/** Routes for the sandbox and for tests, with a secret of their own. They aren't part of Stripe's API. */
export function mountControl(app: Hono, processor: Processor, baseUrl: () => string): void {
  const route = <Input>(
    path: string,
    schema: z.ZodType<Input>,
    run: (context: Context, input: Input, id: string) => Promise<Reply>,
  ) =>
    app.post(`/control${path}`, async (c) => {
      const given = c.req.header("authorization")?.replace(/^Bearer /, "") ?? "";
      if (!isSameSecret(given, processor.controlSecret)) {
        return c.json({ error: { message: "Wrong control secret." } }, 401);
      }
      const parsed = schema.safeParse(await readJson(c));
      if (!parsed.success) {
        return c.json({ error: { message: z.prettifyError(parsed.error) } }, 422);
      }
      return await answer(c, processor, baseUrl(), (context) =>
        run(context, parsed.data, c.req.param("id") ?? ""),
      );
    });

  route("/payment-methods", cardInput, saveTestCard);
  route("/trouble", troubleInput, async ({ tx }, { kind, times }) => {
    await addTrouble(tx, kind, times);
    return { status: 201, body: { kind, times } };
  });
  route("/charges/:id/dispute", nothing, async (context, _input, id) => ({
    status: 201,
    body: (await openDispute(context, await lockCharge(context, referenceOf(id)))).body,
  }));
  route("/charges/:id/dispute/close", z.strictObject({ won: z.boolean() }), async (context, { won }, id) => {
    const { body: charge } = await lockCharge(context, referenceOf(id));
    const dispute = await findDispute(context, charge.id);
    if (!dispute) {
      throw new Refusal(404, {
        type: "invalid_request_error",
        message: `The charge ${charge.id} has no dispute.`,
      });
    }
    return ok((await advanceDispute(context, dispute, won ? "won" : "lost")).body);
  });
  route("/payouts", payoutInput, async (context, { amount, currency }) => ({
    status: 201,
    body: (await payOut(context, { amount, currency })).body,
  }));
  route("/payouts/:id/fail", nothing, async (context, _input, id) =>
    ok((await failPayout(context, await context.objects.lock("payout", id, "payout"))).body),
  );
  route("/charges/:id/fraud-warning", nothing, async (context, _input, id) => ({
    status: 201,
    body: (await warnOfFraud(context, await lockCharge(context, referenceOf(id)))).body,
  }));
}

/** A charge is given by its own id, or by that of its payment intent. */
const referenceOf = (id: string) => (id.startsWith("pi_") ? { payment_intent: id } : { charge: id });

async function readJson(c: HonoContext): Promise<unknown> {
  const text = await c.req.text();
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return null;
  }
}

async function answer(
  c: HonoContext,
  processor: Processor,
  baseUrl: string,
  run: (context: Context) => Promise<Reply>,
): Promise<Response> {
  let reply: Reply;
  try {
    reply = await transact(processor, noRequest, run);
  } catch (error) {
    if (!(error instanceof Refusal)) {
      processor.log({ event: "error", error });
      return c.json({ error: { message: "An unknown error occurred" } }, 500);
    }
    reply = { status: error.status, body: { error: error.error } };
  }
  return new Response(present(reply.body, baseUrl), {
    status: reply.status,
    headers: { "Content-Type": "application/json" },
  });
}
