import { pageQuery } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { OpenCtx, PersonCtx, WorkspaceCtx } from "../ctx.ts";
import { authOperation, named, operation, panelOperation, type Sent, streamOf } from "./operation.ts";
import { createToProblem } from "./problem.ts";
import { createCallerFactory, mutationOf, queryOf, router } from "./trpc.ts";

const ctx = {
  actor: { kind: "user", role: "owner", domainNames: null },
} as unknown as WorkspaceCtx;
const sent = (parts: { parameters?: object; query?: object; body?: unknown } = {}): Sent => ({
  parameters: parts.parameters ?? {},
  query: parts.query ?? {},
  readBody: () => parts.body,
  pointers: { parameters: "/path", query: "/query" },
});

const described = {
  method: "POST",
  tag: "Domains",
  summary: "A test",
  outputDescription: "What was done",
  successStatus: 200,
  problems: [],
} as const;
const withColumn = <Value extends object>(value: Value): Value => ({ ...value, newColumn: "internal" });

const rename = operation({
  ...described,
  path: "/things/{id}",
  right: "domains:write",
  parameters: z.strictObject({ id: z.string().min(2) }),
  query: z.strictObject({ mode: z.enum(["fast", "safe"]).optional() }),
  body: z.strictObject({ name: z.string().min(2), dryRun: z.boolean().default(false) }),
  output: z.object({ id: z.string(), name: z.string(), mode: z.string() }),
  handle: async (_ctx, { parameters, query, body }) =>
    withColumn({ ...parameters, name: body.name, mode: query.mode ?? "none" }),
  dryRun: {
    output: z.object({ wouldRename: z.string() }),
    outputDescription: "What would be done",
    handle: async (_ctx, { body }) => withColumn({ wouldRename: body.name }),
  },
});
const list = operation({
  ...described,
  method: "GET",
  path: "/things",
  right: "domains:read",
  query: pageQuery,
  output: z.array(z.object({ id: z.string() })),
  handle: async (_ctx, { query }) =>
    query.limit === undefined
      ? [withColumn({ id: "one" })]
      : { page: [withColumn({ id: "one" })], nextCursor: "next" },
});
const detail = panelOperation({
  right: "domains:read",
  input: z.strictObject({ id: z.string() }),
  output: z.object({ id: z.string() }),
  handle: async (_ctx, input) => withColumn(input),
});
const stream = panelOperation({
  right: "domains:read",
  output: streamOf(z.object({ id: z.string() })),
  async handle() {
    return (async function* () {
      yield withColumn({ id: "one" });
      yield withColumn({ id: "two" });
    })();
  },
});

const operations = named({
  // @ts-expect-error: a mutation that isn't in `freshProof` fails the build
  rename,
  list,
  detail,
  stream,
});

const panel = (workspaceCtx: WorkspaceCtx | null = ctx) =>
  createCallerFactory(
    router({
      rename: mutationOf(operations.rename),
      list: queryOf(operations.list),
      detail: queryOf(operations.detail),
      stream: queryOf(operations.stream),
    }),
  )({
    entered: {
      personCtx: {} as PersonCtx,
      workspaceCtx,
      operatorCtx: null,
      currentSession: () => ({}) as never,
    },
    requestId: "req",
    toProblem: createToProblem("http://api.test"),
  });
const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    ({ cause }) => ({
      code: cause.code,
      pointers: cause.fields?.map(({ pointer }: { pointer: string }) => pointer),
    }),
  );

describe("a response", () => {
  it("only has the fields of its output schema, over REST and over tRPC", async () => {
    const parts = { parameters: { id: "id" }, body: { name: "new" } };
    const renamed = { id: "id", name: "new", mode: "none" };
    expect(await rename.run(ctx, sent(parts))).toEqual({ kind: "done", value: renamed, nextCursor: null });
    expect(await panel().rename({ id: "id", name: "new" })).toEqual(renamed);
    expect(await panel().detail({ id: "id" })).toEqual({ id: "id" });
    expect(await panel().list()).toEqual([{ id: "one" }]);
  });

  it("streams item by item, each without fields that its schema lacks", async () => {
    const items: unknown[] = [];
    for await (const item of await panel().stream()) {
      items.push(item);
    }
    expect(items).toEqual([{ id: "one" }, { id: "two" }]);
  });

  it("is paginated with a cursor only over REST", async () => {
    expect(await list.run(ctx, sent({ query: { limit: "1" } }))).toMatchObject({ nextCursor: "next" });
    const paged = { limit: 1 } as never;
    expect(await problemOf(panel().list(paged))).toEqual({ code: "invalid_input", pointers: ["/limit"] });
  });

  it("that doesn't match its output schema is our error, not the caller's", async () => {
    const broken = panelOperation({
      right: "domains:read",
      output: z.object({ id: z.string() }),
      handle: async () => ({}) as { id: string },
    });
    const caller = createCallerFactory(router({ broken: queryOf(named({ broken }).broken) }))({
      entered: {
        personCtx: {} as PersonCtx,
        workspaceCtx: ctx,
        operatorCtx: null,
        currentSession: () => ({}) as never,
      },
      requestId: "req",
      toProblem: createToProblem("http://api.test"),
    });
    await expect(caller.broken()).rejects.toMatchObject({ code: "INTERNAL_SERVER_ERROR" });
  });
});

describe("the input of a procedure", () => {
  it("combines the fields of path, query and body", async () => {
    expect(await panel().rename({ id: "id", name: "new", mode: "safe" })).toMatchObject({ mode: "safe" });
  });

  it("is rejected with pointers to its own fields", async () => {
    expect(await problemOf(panel().rename({ id: "i", name: "new" }))).toMatchObject({ pointers: ["/id"] });
    const extra = { id: "id", name: "n", other: 1 };
    expect(await problemOf(panel().rename(extra))).toMatchObject({ pointers: ["/name", "/other"] });
    expect(await problemOf(panel().rename("text" as never))).toMatchObject({ pointers: [""] });
  });

  it("is only parsed after the right was checked", async () => {
    const billing = {
      actor: { kind: "user", role: "billing", domainNames: null },
    } as unknown as WorkspaceCtx;
    expect(await problemOf(panel(billing).rename({ id: "i", name: "n" }))).toMatchObject({
      code: "forbidden",
    });
    expect(await problemOf(panel(null).list())).toMatchObject({ code: "no_workspace" });
  });
});

describe("a dry run", () => {
  const body = { name: "new", dryRun: true };

  it("calls the preview instead of the operation", async () => {
    const answer = await rename.run(ctx, sent({ parameters: { id: "id" }, body }));
    expect(answer).toEqual({ kind: "dry_run", value: { wouldRename: "new" }, nextCursor: null });
  });

  it("is not a field of the procedure: the preview is another procedure", async () => {
    const asked = { id: "id", ...body };
    expect(await problemOf(panel().rename(asked))).toMatchObject({ pointers: ["/dryRun"] });
  });
});

describe("an operation of /auth", () => {
  const enter = authOperation({
    method: "POST",
    path: "/auth/enter",
    summary: "A test",
    body: z.strictObject({ to: z.string().optional() }),
    output: z.object({ entered: z.boolean() }),
    problems: [],
    access: "open",
    async handle(_ctx, { body: { to } }) {
      return to === undefined
        ? { value: withColumn({ entered: true }), setCookies: ["a=b"] }
        : { location: to, setCookies: ["a=b"] };
    },
  });
  const open = {} as OpenCtx;

  it("returns the fields of its output schema, and sets cookies", async () => {
    expect(await enter.run(open, sent({ body: {} }))).toEqual({
      value: { entered: true },
      setCookies: ["a=b"],
    });
  });

  it("can redirect", async () => {
    const answer = { location: "https://panel.test/", setCookies: ["a=b"] };
    expect(await enter.run(open, sent({ body: { to: answer.location } }))).toEqual(answer);
  });

  it("rejects fields that aren't in its schema", async () => {
    await expect(enter.run(open, sent({ body: { other: 1 } }))).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});
