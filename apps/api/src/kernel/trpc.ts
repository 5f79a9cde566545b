import { initTRPC, type TRPC_ERROR_CODE_KEY, TRPCError } from "@trpc/server";
import type { CurrentSession } from "@zonepost/schema";
import { z } from "zod";
import type { PersonCtx, WorkspaceCtx } from "./ctx.ts";
import { withDatabaseAway } from "./database-away.ts";
import { AppError, type ErrorKind, invalid, notFound, noWorkspace } from "./errors.ts";
import type { ToProblem } from "./problem.ts";
import { withTextRefused } from "./text-refused.ts";
import { fieldErrors } from "./validation.ts";

/** What a tRPC call comes with: a signed-in person, their place in a workspace where they have one, or nobody. */
export type TrpcContext = {
  entered:
    | { personCtx: PersonCtx; workspaceCtx: WorkspaceCtx | null; currentSession: () => CurrentSession }
    | AppError;
  requestId: string;
  toProblem: ToProblem;
};

/** The one table from our kinds to tRPC. */
const codeOfKind = {
  malformed: "BAD_REQUEST",
  unauthenticated: "UNAUTHORIZED",
  payment_required: "PAYMENT_REQUIRED",
  forbidden: "FORBIDDEN",
  not_found: "NOT_FOUND",
  method_not_allowed: "METHOD_NOT_SUPPORTED",
  conflict: "CONFLICT",
  too_large: "PAYLOAD_TOO_LARGE",
  unsupported_media_type: "UNSUPPORTED_MEDIA_TYPE",
  invalid: "UNPROCESSABLE_CONTENT",
  rate_limited: "TOO_MANY_REQUESTS",
  unavailable: "SERVICE_UNAVAILABLE",
} as const satisfies Record<ErrorKind, TRPC_ERROR_CODE_KEY>;

/** What tRPC itself refuses, before a procedure runs. */
const refusals: Partial<Record<TRPC_ERROR_CODE_KEY, () => AppError>> = {
  NOT_FOUND: notFound,
  PARSE_ERROR: malformedCall,
  BAD_REQUEST: malformedCall,
  // A stream that was asked for by a link that takes none.
  UNSUPPORTED_MEDIA_TYPE: () =>
    new AppError(
      "unsupported_media_type",
      "stream_only",
      "This procedure returns a stream. Send `trpc-accept: application/jsonl`, as httpBatchStreamLink does.",
    ),
  METHOD_NOT_SUPPORTED: () =>
    new AppError("method_not_allowed", "method_not_allowed", "Use GET for queries and POST for mutations."),
};

function malformedCall(): AppError {
  return new AppError("malformed", "malformed_call", "This is not a valid tRPC call.");
}

const trpc = initTRPC.context<TrpcContext>().create({
  errorFormatter({ shape, error, ctx }) {
    const known = error.cause instanceof AppError ? error.cause : refusals[error.code]?.();
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
  const { cause } = result.error;
  const known =
    cause instanceof z.core.$ZodError
      ? invalid(fieldErrors(cause))
      : withTextRefused(withDatabaseAway(cause));
  if (known instanceof AppError) {
    throw new TRPCError({ code: codeOfKind[known.kind], cause: known });
  }
  return result;
});

/** Every procedure of the panel needs a session; its ctx is the signed-in person's, in the workspace at hand. */
export const procedure = trpc.procedure.use(mapErrors).use(({ ctx, next }) => {
  if (ctx.entered instanceof AppError) {
    throw ctx.entered;
  }
  if (!ctx.entered.workspaceCtx) {
    throw noWorkspace();
  }
  return next({ ctx: { ...ctx.entered.workspaceCtx, currentSession: ctx.entered.currentSession } });
});

/** For a person's own affairs, which need no workspace. */
export const personProcedure = trpc.procedure.use(mapErrors).use(({ ctx, next }) => {
  if (ctx.entered instanceof AppError) {
    throw ctx.entered;
  }
  return next({ ctx: { ...ctx.entered.personCtx, currentSession: ctx.entered.currentSession } });
});
