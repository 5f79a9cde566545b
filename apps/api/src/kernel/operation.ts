import type { z } from "zod";
import type { PersonCtx, WorkspaceCtx } from "./ctx.ts";
import type { OperationResult } from "./page.ts";
import type { Right } from "./rights.ts";

/** What an operation of either kind declares beside its work. */
type Declared = {
  operationId: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With `{name}` for parameters. */
  path: string;
  tag: "Domains" | "DNSSEC" | "Contacts" | "Mail" | "Webhooks" | "People" | "API keys" | "Audit log" | "Me";
  summary: string;
  description?: string;
  parameters?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  output: z.ZodType;
  outputDescription: string;
  successStatus: 200 | 201 | 204;
  /** What a body with `dryRun: true` is answered, with 200. */
  dryRun?: { output: z.ZodType; outputDescription: string };
  /** Where the answer is a file and not JSON; `handle` then gives its text, part after part. */
  file?: { mediaType: string; name: string };
  /** Beside 400, 401, 403, 422 and 429, which any operation can answer. */
  problems: readonly (404 | 409 | 503)[];
  /** Fields of the answer that are shown once: a replayed answer comes without them. */
  onceOnlyFields?: readonly string[];
};

/** A REST operation within a workspace: the router, the OpenAPI description and the rights matrix read it. */
export type WorkspaceOperation = Declared & {
  right: Right;
  /** A person's own act, which no API key may do. */
  sessionOnly?: boolean;
  handle(ctx: WorkspaceCtx, input: Input): Promise<unknown>;
};

/** One about a person's own affairs, whatever workspace they are in; no API key may do it. */
export type PersonOperation = Declared & {
  right: null;
  sessionOnly: true;
  handle(ctx: PersonCtx, input: Input): Promise<unknown>;
};

export type Operation = WorkspaceOperation | PersonOperation;

type Input = { parameters: never; query: never; body: never };
type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

type Typed<
  Base extends Operation,
  Context,
  Parameters extends z.ZodType | undefined,
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
  Output extends z.ZodType,
> = Omit<Base, "parameters" | "query" | "body" | "output" | "handle"> & {
  parameters?: Parameters;
  query?: Query;
  body?: Body;
  output: Output;
  handle(
    ctx: Context,
    input: { parameters: Parsed<Parameters>; query: Parsed<Query>; body: Parsed<Body> },
  ): Promise<OperationResult<z.input<Output> | DryRunAnswer>>;
};

/** What `dryRun` of the declaration describes; the transport gives it where the body asks for it. */
type DryRunAnswer = { dryRun: true };

/** Types `handle` by the schemas beside it. The router calls it only with what those schemas gave. */
export function operation<
  Output extends z.ZodType,
  Parameters extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(declared: Typed<WorkspaceOperation, WorkspaceCtx, Parameters, Query, Body, Output>): WorkspaceOperation {
  return declared as unknown as WorkspaceOperation;
}

/** The same for an operation about the caller's own person. */
export function personOperation<
  Output extends z.ZodType,
  Parameters extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  declared: Omit<
    Typed<PersonOperation, PersonCtx, Parameters, Query, Body, Output>,
    "right" | "sessionOnly" | "tag"
  >,
): PersonOperation {
  return { ...declared, right: null, sessionOnly: true, tag: "Me" } as unknown as PersonOperation;
}
