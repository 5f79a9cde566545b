import { initTRPC, type TRPC_ERROR_CODE_KEY, type TRPCDefaultErrorShape, TRPCError } from "@trpc/server";
import { type CurrentSession, type PageQuery, pageQuery } from "@zonepost/schema";
import { z } from "zod";
import type { OperatorCtx, PersonCtx, WorkspaceCtx } from "../ctx.ts";
import { withDatabaseAway } from "../database/database-away.ts";
import { withTextRefused } from "../database/text-refused.ts";
import { AppError, declareError, type ErrorKind, invalid, notFound, noWorkspace } from "../errors.ts";
import { withQuarantined } from "../quarantine/quarantined.ts";
import { type Right, requireRight, requireSecondFactor, rightsOf } from "../rights.ts";
import { answerOnce, withoutOnceOnly } from "./idempotency.ts";
import { type Answer, isPublished, type Operation, type Sent } from "./operation.ts";
import type { ToProblem } from "./problem.ts";

/** A signed-in person, with their workspace if they have one, or no one. */
export type TrpcContext = {
  entered:
    | {
        personCtx: PersonCtx;
        workspaceCtx: WorkspaceCtx | null;
        /** Null unless the person is an operator of the installation. */
        operatorCtx: OperatorCtx | null;
        currentSession: () => CurrentSession;
      }
    | AppError;
  requestId: string;
  /** The request's Idempotency-Key, for mutations that are a POST over REST. */
  idempotencyKey?: string | undefined;
  toProblem: ToProblem;
};

const codeOfKind = {
  malformed: "BAD_REQUEST",
  unauthenticated: "UNAUTHORIZED",
  payment_required: "PAYMENT_REQUIRED",
  forbidden: "FORBIDDEN",
  not_found: "NOT_FOUND",
  method_not_allowed: "METHOD_NOT_SUPPORTED",
  conflict: "CONFLICT",
  // tRPC has no code for 410; no procedure answers with it.
  gone: "PRECONDITION_FAILED",
  precondition_failed: "PRECONDITION_FAILED",
  precondition_required: "PRECONDITION_REQUIRED",
  too_large: "PAYLOAD_TOO_LARGE",
  unsupported_media_type: "UNSUPPORTED_MEDIA_TYPE",
  invalid: "UNPROCESSABLE_CONTENT",
  rate_limited: "TOO_MANY_REQUESTS",
  unavailable: "SERVICE_UNAVAILABLE",
} as const satisfies Record<ErrorKind, TRPC_ERROR_CODE_KEY>;

const streamOnly = declareError("unsupported_media_type", "stream_only", {
  message:
    "This procedure returns a stream. Send `trpc-accept: application/jsonl`, as httpBatchStreamLink does.",
  cause:
    "This tRPC procedure returns a stream, and was called through a link that expects one complete response.",
  fix: "Use httpBatchStreamLink, or GET /domains/suggestions.",
});

const malformedCall = declareError("malformed", "malformed_call", {
  message: "This is not a valid tRPC call.",
  cause: "The request to /trpc is not a valid tRPC call, or its input is not valid JSON.",
  fix: "Use a tRPC client, or the REST operations at /docs.",
});

const refusals: Partial<Record<TRPC_ERROR_CODE_KEY, () => AppError>> = {
  NOT_FOUND: notFound,
  PARSE_ERROR: malformedCall,
  BAD_REQUEST: malformedCall,
  // A streaming procedure called without a streaming link.
  UNSUPPORTED_MEDIA_TYPE: streamOnly,
  METHOD_NOT_SUPPORTED: () =>
    new AppError("method_not_allowed", "method_not_allowed", "Use GET for queries and POST for mutations."),
};

/** Operators' procedures don't exist for others, whichever method they try. */
const isHidden = (code: TRPC_ERROR_CODE_KEY, path: string | undefined) =>
  code === "METHOD_NOT_SUPPORTED" && path?.startsWith("operator.") === true;

const asMissing = (shape: TRPCDefaultErrorShape): TRPCDefaultErrorShape => ({
  ...shape,
  code: -32004,
  data: { ...shape.data, code: "NOT_FOUND", httpStatus: 404 },
});

export type ProcedureMeta = { operationId: string; right: Right | null };

const trpc = initTRPC
  .context<TrpcContext>()
  .meta<ProcedureMeta>()
  .create({
    errorFormatter({ shape: given, error, ctx }) {
      const shape = isHidden(error.code, given.data.path) ? asMissing(given) : given;
      const known = error.cause instanceof AppError ? error.cause : refusals[shape.data.code]?.();
      const problem = ctx?.toProblem(known ?? error, ctx.requestId);
      return {
        ...shape,
        message: problem?.detail ?? "The call failed.",
        data: { code: shape.data.code, httpStatus: shape.data.httpStatus, path: shape.data.path, problem },
      };
    },
  });

export const router = trpc.router;
export const createCallerFactory = trpc.createCallerFactory;

const mapErrors = trpc.middleware(async ({ next }) => {
  const result = await next();
  if (result.ok) {
    return result;
  }
  const known = withQuarantined(withTextRefused(withDatabaseAway(result.error.cause)));
  if (known instanceof AppError) {
    throw new TRPCError({ code: codeOfKind[known.kind], cause: known });
  }
  return result;
});

/** For any signed-in person, with or without a workspace. */
export const signedInProcedure = trpc.procedure.use(mapErrors).use(({ ctx, next }) => {
  if (ctx.entered instanceof AppError) {
    throw ctx.entered;
  }
  return next({ ctx: ctx.entered });
});

/** To everyone else, the same response as an unknown procedure. */
const operatorProcedure = trpc.procedure.use(mapErrors).use(({ ctx, next }) => {
  if (ctx.entered instanceof AppError || !ctx.entered.operatorCtx) {
    throw notFound();
  }
  requireSecondFactor(ctx.entered.operatorCtx.actor);
  return next({ ctx: ctx.entered });
});

type Schema = z.ZodType | undefined;
type InputOf<Given extends Schema> = Given extends z.ZodType ? z.input<Given> : unknown;
type Without<Given, Name extends string> = Given extends unknown ? Omit<Given, Name> : never;
type Flat<Parameters extends Schema, Query extends Schema, Body extends Schema> = InputOf<Parameters> &
  Without<InputOf<Query>, keyof PageQuery> &
  Without<InputOf<Body>, "dryRun">;
type OptionalIfEmpty<Input> = Record<never, never> extends Input ? Input | undefined : Input;

/** The fields of path, query and body combined. The panel gets whole lists, so the page fields are omitted. */
export type ProcedureInput<
  Parameters extends Schema,
  Query extends Schema,
  Body extends Schema,
> = OptionalIfEmpty<Flat<Parameters, Query, Body>>;

/** A tRPC query that runs an operation. Its input combines the fields of path, query and body. */
export function queryOf<
  Parameters extends Schema,
  Query extends Schema,
  Body extends Schema,
  Output extends z.ZodType,
>(operation: Operation<Parameters, Query, Body, Output>) {
  return procedureOf(operation)
    .input(z.custom<ProcedureInput<Parameters, Query, Body>>())
    .query(({ ctx, input }) => call(operation, ctx, input));
}

export function mutationOf<
  Parameters extends Schema,
  Query extends Schema,
  Body extends Schema,
  Output extends z.ZodType,
>(operation: Operation<Parameters, Query, Body, Output>) {
  return procedureOf(operation)
    .input(z.custom<ProcedureInput<Parameters, Query, Body>>())
    .mutation(({ ctx, input }) => callOnce(operation, ctx, input));
}

const procedureOf = (operation: Operation) =>
  (operation.isForOperators ? operatorProcedure : signedInProcedure).meta({
    operationId: operation.operationId,
    right: operation.right,
  });

type Entered = Exclude<TrpcContext["entered"], AppError>;

type Enter<Output extends z.ZodType> = {
  ctx: PersonCtx | WorkspaceCtx | OperatorCtx;
  run(sent: Sent): Promise<Answer<z.output<Output>>>;
};

/** Checks the right before any input is read. */
function enter<Output extends z.ZodType>(
  operation: Operation<Schema, Schema, Schema, Output>,
  { personCtx, workspaceCtx, operatorCtx }: Entered,
): Enter<Output> {
  if (operation.isForOperators) {
    if (!operatorCtx) {
      throw notFound();
    }
    return { ctx: operatorCtx, run: (sent) => operation.run(operatorCtx, sent) };
  }
  if (operation.right === null) {
    return { ctx: personCtx, run: (sent) => operation.run(personCtx, sent) };
  }
  if (!workspaceCtx) {
    throw noWorkspace();
  }
  requireRight(workspaceCtx.actor, ...rightsOf(operation));
  return { ctx: workspaceCtx, run: (sent) => operation.run(workspaceCtx, sent) };
}

async function call<Output extends z.ZodType>(
  operation: Operation<Schema, Schema, Schema, Output>,
  entered: Entered,
  input: unknown,
): Promise<z.output<Output>> {
  return doneValue(operation, await enter(operation, entered).run(sentOf(operation, input)));
}

/** Unlike over REST, a refusal is not stored: it changed nothing, and the panel chooses a new key after one. */
async function callOnce<Output extends z.ZodType>(
  operation: Operation<Schema, Schema, Schema, Output>,
  context: Entered & Pick<TrpcContext, "idempotencyKey">,
  input: unknown,
): Promise<z.output<Output>> {
  const key = context.idempotencyKey;
  if (key === undefined || !isPublished(operation) || operation.method !== "POST") {
    return call(operation, context, input);
  }
  const { ctx, run } = enter(operation, context);
  const path = `/trpc/${operation.operationId}`;
  const request = { method: "POST", path, key, query: "", body: JSON.stringify(input) ?? "" };
  let value: z.output<Output> | undefined;
  const answered = await answerOnce(ctx, request, async () => {
    value = doneValue(operation, await run(sentOf(operation, input)));
    const keptBody = JSON.stringify(withoutOnceOnly(value, operation.onceOnlyFields) ?? null);
    return { status: 200, body: keptBody, keptBody };
  });
  return answered.isReplayed ? JSON.parse(answered.body) : (value as z.output<Output>);
}

function doneValue<Value>(operation: Operation, answer: Answer<Value>): Value {
  if (answer.kind === "dry_run") {
    throw new Error(`${operation.operationId} was called as a dry run over tRPC`);
  }
  return answer.value;
}

function sentOf(operation: Operation, input: unknown): Sent {
  if (input !== undefined && (typeof input !== "object" || input === null || Array.isArray(input))) {
    throw invalid([{ pointer: "", message: "must be an object" }]);
  }
  const fields = Object.entries(input ?? {});
  const inPath = fieldsOf(operation.parameters);
  const inQuery = fieldsOf(operation.query);
  const pick = (isOurs: (name: string) => boolean) =>
    Object.fromEntries(fields.filter(([name]) => isOurs(name)));
  const rest = pick((name) => !inPath.has(name) && !inQuery.has(name));
  if (operation.dryRun && "dryRun" in rest) {
    throw invalid([{ pointer: "/dryRun", message: "is not a field of this procedure; call its preview" }]);
  }
  return {
    parameters: pick((name) => inPath.has(name)),
    query: pick((name) => inQuery.has(name)),
    readBody: () => rest,
    pointers: { parameters: "", query: "" },
  };
}

const fieldsOf = (schema: Schema): Set<string> =>
  new Set(
    Object.keys(schema instanceof z.ZodObject ? schema.shape : {}).filter(
      (name) => !(name in pageQuery.shape),
    ),
  );
