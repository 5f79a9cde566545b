/** A request that is completed later: REST returns `acceptedAs` with status 202, and tRPC the `current` state. */
export type Accepted<Value> = { current: Value; acceptedAs: object };

export type MaybeAccepted<Value> = Value | Accepted<Value>;

export const isAccepted = (result: unknown): result is Accepted<unknown> =>
  typeof result === "object" && result !== null && "acceptedAs" in result;

/** `acceptedAs` is null if the request is already complete. */
export const acceptedOrDone = <Value>(current: Value, acceptedAs: object | null): MaybeAccepted<Value> =>
  acceptedAs ? { current, acceptedAs } : current;
