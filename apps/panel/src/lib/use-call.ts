"use client";
import { useRef, useState } from "react";

type State<Input> =
  | { status: "idle" }
  | { status: "pending" | "done"; input: Input }
  | { status: "failed"; input: Input; error: unknown };

/** One call at a time, for pages without a query client. */
export function useCall<Input = void, Answer = unknown>(options: {
  call: (input: Input) => Promise<Answer>;
  onSuccess?: (answer: Answer) => void;
  onError?: (error: unknown) => void;
}) {
  const [state, setState] = useState<State<Input>>({ status: "idle" });
  const current = useRef(0);
  const send = async (input: Input) => {
    current.current += 1;
    const own = current.current;
    setState({ status: "pending", input });
    try {
      const answer = await options.call(input);
      if (own === current.current) {
        setState({ status: "done", input });
        options.onSuccess?.(answer);
      }
    } catch (error) {
      if (own === current.current) {
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
      setState({ status: "idle" });
    },
    isPending: state.status === "pending",
    isDone: state.status === "done",
    error: state.status === "failed" ? state.error : undefined,
    input: state.status === "idle" ? undefined : state.input,
  };
}
