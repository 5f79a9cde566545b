import type { z } from "zod";
import type { WorkspaceCtx } from "./ctx.ts";
import type { OperationResult } from "./page.ts";
import type { Right } from "./rights.ts";

/** A REST operation as its module declares it: the router, the OpenAPI description and the rights matrix read it. */
export type Operation = {
  operationId: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With `{name}` for parameters. */
  path: string;
  tag: "Domains" | "DNSSEC" | "Mail" | "Webhooks";
  summary: string;
  description?: string;
  right: Right;
  /** A person's own act, which no API key may do. */
  sessionOnly?: boolean;
  parameters?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  output: z.ZodType;
  outputDescription: string;
  successStatus: 200 | 201 | 204;
  /** Beside 400, 401, 403, 422 and 429, which any operation can answer. */
  problems: readonly (404 | 409 | 503)[];
  /** Fields of the answer that are shown once: a replayed answer comes without them. */
  onceOnlyFields?: readonly string[];
  handle(ctx: WorkspaceCtx, input: { parameters: never; query: never; body: never }): Promise<unknown>;
};

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

type TypedOperation<
  Parameters extends z.ZodType | undefined,
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
  Output extends z.ZodType,
> = Omit<Operation, "parameters" | "query" | "body" | "output" | "handle"> & {
  parameters?: Parameters;
  query?: Query;
  body?: Body;
  output: Output;
  handle(
    ctx: WorkspaceCtx,
    input: { parameters: Parsed<Parameters>; query: Parsed<Query>; body: Parsed<Body> },
  ): Promise<OperationResult<z.input<Output>>>;
};

/** Types `handle` by the schemas beside it. The router calls it only with what those schemas gave. */
export function operation<
  Output extends z.ZodType,
  Parameters extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(declared: TypedOperation<Parameters, Query, Body, Output>): Operation {
  return declared as unknown as Operation;
}
