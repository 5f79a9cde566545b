/** Set only while a form starts its call: tRPC takes options when a form is rendered, not when it is sent. */
let current: string | undefined;

/** Calls the API with a form's key. Only calls that start before `call` returns its promise have the key. */
export function withIdempotencyKey<Result>(key: string | undefined, call: () => Result): Result {
  const outer = current;
  current = key;
  try {
    return call();
  } finally {
    current = outer;
  }
}

export const currentIdempotencyKey = () => current;

/** Unlike `randomUUID`, also available on pages without TLS. */
export const newIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
