"use client";
import { useBasicMessages } from "@/ui/plain/basic-messages.tsx";
import { PlainProblem } from "@/ui/plain/problem.tsx";
import { useRetry } from "@/ui/use-retry.ts";
import classes from "./error.module.css";

const reload = () => window.location.reload();

export default function PageError() {
  const words = useBasicMessages();
  useRetry(reload);
  return (
    <main className={classes.page}>
      <PlainProblem title={words.pageTitle} detail={words.page} onRetry={reload} />
    </main>
  );
}
