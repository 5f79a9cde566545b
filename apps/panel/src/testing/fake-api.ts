import { setTimeout as wait } from "node:timers/promises";
import type { Problem } from "@zonepost/schema";
import { vi } from "vitest";

type Call = { name: string; input: unknown; key: string | undefined; ifMatch?: string };
export type Answers = Record<string, unknown>;

/** An answer that fails with this problem. */
export class Refusal {
  readonly problem: Partial<Problem>;
  constructor(problem: Partial<Problem>) {
    this.problem = problem;
  }
}

const json = (value: unknown, status = 200) =>
  new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });

const notFound = new Refusal({ status: 404, code: "not_found", title: "Not found" });

/**
 * Stands in for the API, both tRPC and REST. `answers` has a value for each name: a procedure, such as `contacts.create`, or
 * a path, such as `/auth/step-up`. A function is called with the input. Everything else is answered with 404.
 */
export function fakeApi(answers: Answers, { answerAfterMs = 0 } = {}) {
  /** What was sent with POST or to the REST API, in order. */
  const sent: Call[] = [];
  const answerTo = (name: string, input: unknown): unknown => {
    const answer = name in answers ? answers[name] : notFound;
    return typeof answer === "function" ? answer(input) : answer;
  };
  const trpcAnswer = (name: string, input: unknown) => {
    const answer = answerTo(name, input);
    if (!(answer instanceof Refusal)) {
      return { result: { data: answer ?? null } };
    }
    const httpStatus = answer.problem.status ?? 500;
    return { error: { message: "", code: -32_000, data: { code: "", httpStatus, problem: answer.problem } } };
  };
  vi.stubGlobal("fetch", async (address: string | URL, init: RequestInit = {}) => {
    const url = new URL(address);
    const isBatch = url.searchParams.has("batch");
    const sentBody = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    // Each mutation is a batch of its own.
    const body = isBatch ? sentBody?.[0] : sentBody;
    if (init.method === "POST" || !url.pathname.startsWith("/trpc/")) {
      const headers = new Headers(init.headers);
      const key = headers.get("idempotency-key") ?? undefined;
      const ifMatch = headers.get("if-match");
      sent.push({
        name: url.pathname.replace(/^\/trpc\//, ""),
        input: body,
        key,
        ...(ifMatch === null ? {} : { ifMatch }),
      });
    }
    if (init.method === "POST") {
      await wait(answerAfterMs);
    }
    if (!url.pathname.startsWith("/trpc/")) {
      const answer = await answerTo(url.pathname, body);
      if (answer instanceof Response) {
        return answer;
      }
      return answer instanceof Refusal ? json(answer.problem, answer.problem.status) : json(answer ?? {});
    }
    const names = url.pathname.slice("/trpc/".length).split(",");
    const inputs = JSON.parse(url.searchParams.get("input") ?? "{}");
    return json(names.map((name, index) => trpcAnswer(name, body ?? inputs[index])));
  });
  return { sent };
}
