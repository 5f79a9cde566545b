"use client";
import { useBasicMessages } from "@/ui/plain/basic-messages.tsx";
import { PlainProblem } from "@/ui/plain/problem.tsx";
import classes from "./error.module.css";

export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const words = useBasicMessages();
  return (
    <main className={classes.page}>
      <PlainProblem
        title={words.pageTitle}
        detail={words.page}
        requestId={error.digest}
        onRetry={() => {
          reset();
          window.location.reload();
        }}
      />
    </main>
  );
}
