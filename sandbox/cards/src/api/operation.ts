import type { ZodType } from "zod";
import type { Context } from "../context.ts";
import type { StripeError } from "../stripe-error.ts";

/** An answer with an error is stored under the request's key like any other, and keeps the request's effects. */
export type Reply = { status: number; body: unknown; delayMs?: number };

export type Operation<Input = unknown> = {
  method: "GET" | "POST" | "DELETE";
  /** `:id` is the object's id. */
  path: string;
  input: ZodType<Input>;
  run(context: Context, input: Input, id: string): Promise<Reply>;
};

export const ok = (body: unknown): Reply => ({ status: 200, body });

export const failed = (status: number, error: StripeError): Reply => ({ status, body: { error } });

/** Keeps the types of input and verb together, in lists of operations with different inputs. */
export function operation<Input>(declaration: Operation<Input>): Operation {
  return declaration as unknown as Operation;
}
