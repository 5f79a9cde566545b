import { problemOf } from "@/trpc/problem-of.ts";
import { PlainProblem } from "@/ui/plain/problem.tsx";
import type { SignInMessages } from "./sign-in-messages.ts";

/** Strangers guess passwords for this address, so a new browser needs a link. */
export const pausedCode = "password_sign_in_paused";

export function SignInProblem({ error, words }: { error: unknown; words: SignInMessages }) {
  const { status, code, detail, requestId, unreachable } = problemOf(error);
  if (unreachable) {
    return <PlainProblem title={words.unreachableTitle} detail={words.unreachable} />;
  }
  if (status === 401) {
    return <PlainProblem title={words.wrongTitle} detail={words.wrong} />;
  }
  if (code === pausedCode) {
    return <PlainProblem title={words.pausedTitle} detail={words.paused} />;
  }
  if (code === "password_void") {
    return <PlainProblem title={words.voidTitle} detail={words.void} />;
  }
  if (status === 429) {
    return <PlainProblem title={words.tooManyTitle} detail={words.tooMany} />;
  }
  return <PlainProblem title={words.failedTitle} detail={detail} requestId={requestId} />;
}
