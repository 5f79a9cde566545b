import { problemOf } from "@/trpc/problem-of.ts";
import { PlainProblem } from "@/ui/plain/problem.tsx";
import type { SignInMessages } from "./sign-in-messages.ts";

export function SignInProblem({ error, words }: { error: unknown; words: SignInMessages }) {
  const { status, detail, requestId, unreachable } = problemOf(error);
  if (unreachable) {
    return <PlainProblem title={words.unreachableTitle} detail={words.unreachable} />;
  }
  if (status === 401) {
    return <PlainProblem title={words.wrongTitle} detail={words.wrong} />;
  }
  if (status === 429) {
    return <PlainProblem title={words.tooManyTitle} detail={words.tooMany} />;
  }
  return <PlainProblem title={words.failedTitle} detail={detail} requestId={requestId} />;
}
