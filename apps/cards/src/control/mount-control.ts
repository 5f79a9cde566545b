import type { Hono, Context as HonoContext } from "hono";
import { z } from "zod";
import { isSameSecret } from "../api/mount-api.ts";
import { noRequest, type Processor, transact } from "../context.ts";
import { present } from "../objects/present.ts";
import { addTrouble, noticeTroubles } from "../state/trouble.ts";
import { Refusal } from "../stripe-error.ts";
import { saveTestCard } from "./save-test-card.ts";

const cardInput = z.strictObject({
  customer: z.string().min(1),
  number: z.string().min(1).max(30),
  default: z.boolean().default(false),
  expiryMonth: z.int().min(1).max(12).optional(),
  expiryYear: z.int().min(2000).max(2100).optional(),
});

const troubleInput = z.strictObject({
  kind: z.enum(noticeTroubles),
  times: z.int().min(1).max(10_000).default(1),
});

/** Routes for the sandbox and for tests, with a secret of their own. They aren't part of Stripe's API. */
export function mountControl(app: Hono, processor: Processor, baseUrl: () => string): void {
  const route = <Input>(
    path: string,
    schema: z.ZodType<Input>,
    run: (input: Input, id: string) => Promise<{ status: number; body: unknown }>,
  ) =>
    app.post(`/control${path}`, async (c) => {
      const given = c.req.header("authorization")?.replace(/^Bearer /, "") ?? "";
      if (!isSameSecret(given, processor.controlSecret)) {
        return c.json({ error: { message: "Wrong control secret." } }, 401);
      }
      const parsed = schema.safeParse(await c.req.json().catch(() => undefined));
      if (!parsed.success) {
        return c.json({ error: { message: z.prettifyError(parsed.error) } }, 422);
      }
      return await answer(c, processor, baseUrl(), () => run(parsed.data, c.req.param("id") ?? ""));
    });

  route("/payment-methods", cardInput, (input) =>
    transact(processor, noRequest, (context) => saveTestCard(context, input)),
  );
  route("/trouble", troubleInput, async ({ kind, times }) => {
    await addTrouble(processor.sql, kind, times);
    return { status: 201, body: { kind, times } };
  });
}

async function answer(
  c: HonoContext,
  processor: Processor,
  baseUrl: string,
  run: () => Promise<{ status: number; body: unknown }>,
): Promise<Response> {
  let reply: { status: number; body: unknown };
  try {
    reply = await run();
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
