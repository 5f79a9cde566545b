"use client";
import { useRef, useState } from "react";
import { useOnce } from "./use-once.ts";

type State<Input, Answer> =
  | { status: "idle" }
  | { status: "pending"; input: Input }
  | { status: "done"; input: Input; answer: Answer }
  | { status: "failed"; input: Input; error: unknown };

/** A call that starts once, like `useSubmit`, for pages without a query client. */
export function useCall<Input = void, Answer = unknown>(options: {
  call: (input: Input) => Promise<Answer>;
  onSuccess?: (answer: Answer) => void;
  onError?: (error: unknown) => void;
  /** Can be sent again with the same input after a success. */
  isRepeatable?: boolean;
}) {
  const [state, setState] = useState<State<Input, Answer>>({ status: "idle" });
  const current = useRef(0);
  const once = useOnce(options.isRepeatable ?? false);
  const send = async (input: Input) => {
    if (!once.admit(input)) {
      return;
    }
    current.current += 1;
    const own = current.current;
    setState({ status: "pending", input });
    try {
      const answer = await options.call(input);
      if (own === current.current) {
        once.succeeded(input);
        setState({ status: "done", input, answer });
        options.onSuccess?.(answer);
      }
    } catch (error) {
      if (own === current.current) {
        once.failed();
        setState({ status: "failed", input, error });
        options.onError?.(error);
      }
    }
  };
  return {
    send: (input: Input) => void send(input),
    /** Resets the state and ignores a pending response. */
    reset: () => {
      current.current += 1;
      once.reset();
      setState({ status: "idle" });
    },
    isPending: state.status === "pending",
    isDone: state.status === "done",
    answer: state.status === "done" ? state.answer : undefined,
    error: state.status === "failed" ? state.error : undefined,
    input: state.status === "idle" ? undefined : state.input,
  };
}
