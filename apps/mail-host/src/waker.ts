/** Keeps a notice that arrives during the work, because it may concern what was read before. */
export function createWaker() {
  let gate = Promise.withResolvers<void>();
  return {
    rearm() {
      gate = Promise.withResolvers<void>();
    },
    wake: () => gate.resolve(),
    async wait(timeoutMs: number) {
      const timer = setTimeout(() => gate.resolve(), timeoutMs);
      await gate.promise;
      clearTimeout(timer);
    },
  };
}
