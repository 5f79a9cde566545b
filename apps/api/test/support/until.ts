// Far longer than any answer takes on a busy machine: without an answer, the test would say nothing but that it hung.
const answersWithinMs = 300_000;

/** Polls until the result is truthy; fails after `deadlineMs` with a description of the condition. */
export async function until<Value>(
  what: string,
  ask: () => Promise<Value> | Value,
  deadlineMs = 240_000,
): Promise<NonNullable<Value>> {
  const giveUpAt = performance.now() + deadlineMs;
  // Longer each time, so that waiting doesn't slow down what is waited for.
  for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 1.5, 100)) {
    const value = await answerOf(what, ask);
    if (value) {
      return value;
    }
    if (performance.now() > giveUpAt) {
      throw new Error(`waited in vain until ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function answerOf<Value>(what: string, ask: () => Promise<Value> | Value): Promise<Value> {
  const { promise: isLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`got no answer while waiting until ${what}`)),
    answersWithinMs,
  );
  try {
    return await Promise.race([ask(), isLate]);
  } finally {
    clearTimeout(timer);
  }
}
