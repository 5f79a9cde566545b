/** Polls until the result is truthy; fails after `deadlineMs` with a description of the condition. */
export async function until<Value>(
  what: string,
  ask: () => Promise<Value> | Value,
  deadlineMs = 60_000,
): Promise<NonNullable<Value>> {
  const giveUpAt = performance.now() + deadlineMs;
  // Longer each time, so that waiting doesn't slow down what is waited for.
  for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 1.5, 100)) {
    const value = await ask();
    if (value) {
      return value;
    }
    if (performance.now() > giveUpAt) {
      throw new Error(`waited in vain until ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
