import { z } from "zod";
import type { OpenCtx, OperatorCtx, PersonCtx, SignedInCtx, WorkspaceCtx } from "../ctx.ts";
import { type FreshProofRule, freshProofOf, type MutationId, requireFreshProof } from "../fresh-proof.ts";
import type { Right } from "../rights.ts";
import { type Accepted, isAccepted } from "./accepted.ts";
import { isPage, type OperationResult } from "./page.ts";
import { parseInput } from "./validation.ts";

type Schema = z.ZodType | undefined;
type Parsed<Given extends Schema> = Given extends z.ZodType ? z.output<Given> : undefined;

type Schemas<
  Parameters extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Output extends z.ZodType = z.ZodType,
> = {
  parameters?: Parameters;
  query?: Query;
  body?: Body;
  output: Output;
};

/** Given by `named`: the key of the operation in its table. */
type Named = { operationId: string };

type Published = {
  surface?: "rest";
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With `{name}` for parameters. */
  path: string;
  tag:
    | "Attention"
    | "Domains"
    | "DNSSEC"
    | "Contacts"
    | "Mail"
    | "Orders"
    | "Payments"
    | "Webhooks"
    | "People"
    | "API keys"
    | "Audit log"
    | "Me"
    | "Operator"
    | "Zones";
  summary: string;
  description?: string;
  outputDescription: string;
  /** The response's form in the OpenAPI document, if `output` passes on stored JSON unchecked. */
  describedOutput?: z.ZodType;
  /** 202: the work that the response describes is done afterward. */
  successStatus: 200 | 201 | 202 | 204;
  /** The response with status 202, if the request can be completed later. */
  accepted?: { output: z.ZodType; outputDescription: string };
  /** For a response that is a file instead of JSON: `handle` returns its text in parts. */
  file?: { mediaType: string; name: string };
  /** In addition to 400, 401, 403, 422 and 429, which any operation can return. */
  problems: readonly (402 | 404 | 409 | 410 | 412 | 428 | 503)[];
  /** The ETag of a GET is strong, and changes accept it in If-Match. */
  isMatchable?: boolean;
  /** Fields shown only once: a replayed response omits them. */
  onceOnlyFields?: readonly string[];
};

/** The response to a body with `dryRun: true`, with status 200: a separate verb. */
type DryRun<Output extends z.ZodType = z.ZodType> = { output: Output; outputDescription: string };

/** Only for the panel, over tRPC: no path, and not in the OpenAPI document. */
type PanelOnly = { surface: "panel" };

export type Sent = {
  parameters: unknown;
  query: unknown;
  /** Called after parameters and query are parsed; undefined if there is no body. */
  readBody(): unknown;
  pointers: { parameters: string; query: string };
};

export type Answer<Value> =
  | { kind: "done"; value: Value; nextCursor: string | null; etag?: string | undefined }
  | { kind: "accepted"; value: Value; acceptedAs: unknown; nextCursor: null }
  | { kind: "dry_run"; value: unknown; nextCursor: null };

type Run<Context, Output extends z.ZodType> = {
  /** Parses the input, requires fresh proof by the rule, calls `handle`, and returns only fields of the output schema. */
  run(ctx: Context, sent: Sent, rule?: FreshProofRule): Promise<Answer<z.output<Output>>>;
};

type InWorkspace = {
  right: Right;
  /** Is enough too, instead of `right`; of several, each. */
  orRight?: Right | readonly Right[];
  /** API keys may not call it. */
  sessionOnly?: boolean;
  isForOperators?: undefined;
};
/** About the caller's own account, in any workspace or none; API keys may not call it. */
type AboutPerson = { right: null; orRight?: undefined; sessionOnly: true; isForOperators?: undefined };
/** About the installation. To everyone but its operators, its path and its procedure don't exist. */
type AboutInstallation = { right: null; orRight?: undefined; sessionOnly: true; isForOperators: true };

type InWorkspaceDeclared<
  Parameters extends Schema,
  Query extends Schema,
  Body extends Schema,
  Output extends z.ZodType,
> = Schemas<Parameters, Query, Body, Output> &
  InWorkspace &
  (Published | PanelOnly) & { dryRun?: DryRun } & Run<WorkspaceCtx, Output>;

type AboutPersonDeclared<
  Parameters extends Schema,
  Query extends Schema,
  Body extends Schema,
  Output extends z.ZodType,
> = Schemas<Parameters, Query, Body, Output> &
  AboutPerson &
  (Published | PanelOnly) & { dryRun?: DryRun } & Run<PersonCtx, Output>;

type ForOperatorsDeclared<
  Parameters extends Schema,
  Query extends Schema,
  Body extends Schema,
  Output extends z.ZodType,
> = Schemas<Parameters, Query, Body, Output> &
  AboutInstallation &
  (Published | PanelOnly) & { dryRun?: DryRun } & Run<OperatorCtx, Output>;

export type WorkspaceOperation<
  Parameters extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Output extends z.ZodType = z.ZodType,
> = Named & InWorkspaceDeclared<Parameters, Query, Body, Output>;

/** One declaration for the REST router, the OpenAPI document, the tRPC procedures and the rights matrix. */
export type Operation<
  Parameters extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Output extends z.ZodType = z.ZodType,
> =
  | WorkspaceOperation<Parameters, Query, Body, Output>
  | (Named & AboutPersonDeclared<Parameters, Query, Body, Output>)
  | (Named & ForOperatorsDeclared<Parameters, Query, Body, Output>);

/** The required sign-in: none, all but a pending second factor, or complete. */
export type Access = "open" | "half" | "full";
type CtxOfAccess = { open: OpenCtx; half: SignedInCtx; full: SignedInCtx };

/** A response can set cookies, and redirect instead of returning a value. */
export type AuthAnswer<Value> = { setCookies?: readonly string[] } & (
  | { value: Value; location?: undefined }
  | { location: string }
);

type AuthOperationOf<Who extends Access, Output extends z.ZodType = z.ZodType> = Schemas<
  undefined,
  Schema,
  Schema,
  Output
> & {
  access: Who;
  method: "GET" | "POST";
  path: `/auth/${string}`;
  tag: "Session";
  summary: string;
  description?: string;
  redirects?: boolean;
  setsCookie?: boolean;
  problems: readonly number[];
  /** Not in the OpenAPI document: a step between this service and a sign-in provider. */
  isInternal?: boolean;
  /** HEAD requests run it like GET requests. Not for single-use links: mail scanners send HEAD requests. */
  answersHead?: boolean;
  run(ctx: CtxOfAccess[Who], sent: Sent, rule?: FreshProofRule): Promise<AuthAnswer<z.output<Output>>>;
};

/** An operation of `/auth`. It has no right, because it decides who is signed in. */
export type AuthOperation = { [Who in Access]: Named & AuthOperationOf<Who> }[Access];

export type RestOperation = Operation & Published;

export const isPublished = <Declared extends Operation>(
  operation: Declared,
): operation is Declared & Published => operation.surface !== "panel";

/** True if all fields of the body are optional: no body counts as one without fields. */
export const mayBeEmpty = ({ body }: { body?: Schema }): boolean => !body || body.safeParse({}).success;

type Input<Parameters extends Schema, Query extends Schema, Body extends Schema> = {
  parameters: Parsed<Parameters>;
  query: Parsed<Query>;
  body: Parsed<Body>;
};

type Handled<
  Context,
  Parameters extends Schema,
  Query extends Schema,
  Body extends Schema,
  Output extends z.ZodType,
  DryRunOutput extends z.ZodType,
> = Schemas<Parameters, Query, Body, Output> & {
  handle(
    ctx: Context,
    input: Input<Parameters, Query, Body>,
  ): Promise<OperationResult<z.input<Output>> | Accepted<z.input<Output>>>;
  /** The present state, if the operation's rule in `freshProof` needs it. Throws if the object doesn't exist. */
  readBefore?(ctx: Context, input: Input<Parameters, Query, Body>): Promise<object>;
  accepted?: Published["accepted"];
  dryRun?: DryRun<DryRunOutput> & {
    handle(ctx: Context, input: Input<Parameters, Query, Body>): Promise<z.input<DryRunOutput>>;
  };
};

type AnyRun = (ctx: never, sent: Sent, rule?: FreshProofRule) => unknown;

/** A mutation that isn't in `freshProof` has no acceptable type, so that it fails the build. */
type Ruled<Table> = {
  [Id in keyof Table]: Table[Id] extends { method: "GET" } | PanelOnly
    ? Table[Id]
    : Id extends MutationId
      ? Table[Id]
      : "Add this mutation to kernel/fresh-proof.ts";
};

/** Names the operations of a table after their keys, and gives each its rule of fresh proof. */
export const named = <Table extends Record<string, object & { run: AnyRun }>>(table: Table & Ruled<Table>) =>
  Object.fromEntries(
    Object.entries<{ run: AnyRun }>(table).map(([operationId, declared]) => {
      const rule = freshProofOf(operationId);
      const run: AnyRun = (ctx, sent) => declared.run(ctx, sent, rule);
      return [operationId, { ...declared, operationId, run }];
    }),
  ) as unknown as { [Id in keyof Table]: Named & Table[Id] };

/** `handle` gets the parsed input. */
export function operation<
  const Method extends Published["method"],
  Output extends z.ZodType,
  Parameters extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
  DryRunOutput extends z.ZodType = z.ZodType,
>(
  declared: Handled<WorkspaceCtx, Parameters, Query, Body, Output, DryRunOutput> &
    InWorkspace &
    Published & { method: Method },
): InWorkspaceDeclared<Parameters, Query, Body, Output> & { method: Method } {
  return { ...declared, run: (ctx, sent, rule) => run(declared, ctx, sent, rule) };
}

export function personOperation<
  const Method extends Published["method"],
  Output extends z.ZodType,
  Parameters extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(
  declared: Handled<PersonCtx, Parameters, Query, Body, Output, z.ZodType> &
    Omit<Published, "tag"> & { method: Method },
): AboutPersonDeclared<Parameters, Query, Body, Output> & { method: Method } {
  return {
    ...declared,
    right: null,
    sessionOnly: true,
    tag: "Me",
    run: (ctx, sent, rule) => run(declared, ctx, sent, rule),
  };
}

const forOperators = { right: null, sessionOnly: true, isForOperators: true } as const;

export function operatorOperation<
  const Method extends Published["method"],
  Output extends z.ZodType,
  Parameters extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
  DryRunOutput extends z.ZodType = z.ZodType,
>(
  declared: Handled<OperatorCtx, Parameters, Query, Body, Output, DryRunOutput> &
    Omit<Published, "tag"> & { method: Method },
): ForOperatorsDeclared<Parameters, Query, Body, Output> & { method: Method } {
  return {
    ...declared,
    ...forOperators,
    tag: "Operator",
    run: (ctx, sent, rule) => run(declared, ctx, sent, rule),
  };
}

/** A read for the operators' pages of the panel. */
export function operatorPanelOperation<Output extends z.ZodType, Input extends Schema = undefined>(declared: {
  input?: Input;
  output: Output;
  handle(ctx: OperatorCtx, input: Parsed<Input>): Promise<z.input<Output>>;
}): ForOperatorsDeclared<undefined, undefined, Input, Output> & PanelOnly {
  const { input, output } = declared;
  return { surface: "panel", ...forOperators, body: input, output, run: runForPanel(declared) };
}

/** For the panel only: available over tRPC, not in the REST API. */
export function panelOperation<Output extends z.ZodType, Input extends Schema = undefined>(declared: {
  right: Right;
  orRight?: Right | readonly Right[];
  input?: Input;
  output: Output;
  handle(ctx: WorkspaceCtx, input: Parsed<Input>): Promise<z.input<Output>>;
}): InWorkspaceDeclared<undefined, undefined, Input, Output> & PanelOnly {
  const { right, orRight, input, output } = declared;
  return { surface: "panel", right, orRight, body: input, output, run: runForPanel(declared) };
}

const runForPanel =
  <Context extends PersonCtx | WorkspaceCtx | OperatorCtx, Output extends z.ZodType, Input extends Schema>({
    input,
    output,
    handle,
  }: {
    input?: Input;
    output: Output;
    handle(ctx: Context, input: Parsed<Input>): Promise<z.input<Output>>;
  }): Run<Context, Output>["run"] =>
  async (ctx, sent, rule) => {
    const parsed = parse(input, sent.readBody(), "");
    await requireFreshProof(rule, ctx, parsed, async () => undefined);
    return { kind: "done", value: output.parse(await handle(ctx, parsed)), nextCursor: null };
  };

export function authOperation<
  const Who extends Access,
  const Method extends "GET" | "POST",
  Output extends z.ZodType,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(
  declared: Omit<AuthOperationOf<Who, Output>, "query" | "body" | "run" | "tag" | "parameters"> & {
    method: Method;
    query?: Query;
    body?: Body;
    readBefore?(ctx: CtxOfAccess[Who]): Promise<object>;
    handle(
      ctx: CtxOfAccess[Who],
      input: { query: Parsed<Query>; body: Parsed<Body> },
    ): Promise<AuthAnswer<z.input<Output>>>;
  },
): AuthOperationOf<Who, Output> & { method: Method } {
  return {
    ...declared,
    tag: "Session",
    run: async (ctx, sent, rule) => {
      const input = {
        query: parse(declared.query, sent.query, sent.pointers.query),
        body: parse(declared.body, sent.readBody(), ""),
      };
      await requireFreshProof(rule, ctx, input.body, async () => declared.readBefore?.(ctx));
      const answer = await declared.handle(ctx, input);
      return answer.location === undefined
        ? { ...answer, value: declared.output.parse(answer.value) }
        : answer;
    },
  };
}

/** A response that arrives item by item; each item is checked by its schema. */
export const streamOf = <Item extends z.ZodType>(item: Item) =>
  z.custom<AsyncIterable<z.input<Item>>>().transform((items) => parseEach(item, items));

async function* parseEach<Item extends z.ZodType>(
  item: Item,
  items: AsyncIterable<unknown>,
): AsyncGenerator<z.output<Item>, void> {
  for await (const each of items) {
    yield item.parse(each);
  }
}

async function run<
  Context extends PersonCtx | WorkspaceCtx | OperatorCtx,
  Parameters extends Schema,
  Query extends Schema,
  Body extends Schema,
  Output extends z.ZodType,
  DryRunOutput extends z.ZodType,
>(
  declared: Handled<Context, Parameters, Query, Body, Output, DryRunOutput>,
  ctx: Context,
  sent: Sent,
  rule: FreshProofRule | undefined,
): Promise<Answer<z.output<Output>>> {
  const input = {
    parameters: parse(declared.parameters, sent.parameters, sent.pointers.parameters),
    query: parse(declared.query, sent.query, sent.pointers.query),
    body: parse(declared.body, sent.readBody(), ""),
  };
  if (declared.dryRun && isDryRun(input.body)) {
    const preview = await declared.dryRun.handle(ctx, input);
    return { kind: "dry_run", value: declared.dryRun.output.parse(preview), nextCursor: null };
  }
  await requireFreshProof(rule, ctx, input.body, async () => declared.readBefore?.(ctx, input));
  const result = await declared.handle(ctx, input);
  if (isAccepted(result)) {
    const acceptedAs = declared.accepted?.output.parse(result.acceptedAs);
    return {
      kind: "accepted",
      value: declared.output.parse(result.current),
      acceptedAs,
      nextCursor: null,
    };
  }
  const { page, nextCursor, etag } = isPage(result) ? result : { page: result, nextCursor: null };
  return { kind: "done", value: declared.output.parse(page), nextCursor, etag };
}

const noFields = z.strictObject({});

/** A part without a schema accepts no input. */
function parse<Given extends Schema>(schema: Given | undefined, value: unknown, base: string): Parsed<Given>;
function parse(schema: Schema, value: unknown, base: string): unknown {
  if (schema) {
    return parseInput(schema, value, base);
  }
  parseInput(noFields, value ?? {}, base);
  return undefined;
}

const isDryRun = (body: unknown): boolean =>
  typeof body === "object" && body !== null && "dryRun" in body && body.dryRun === true;
