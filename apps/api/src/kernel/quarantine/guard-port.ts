import type { QuarantineGuard } from "./quarantine-guard.ts";

/**
 * The port, whose methods are refused in a quarantine unless they are listed: a new one is refused until someone decides
 * that it may run. What is listed sends and changes nothing.
 */
export function guardPort<Port extends object>(
  port: Port,
  { requireOpen }: Pick<QuarantineGuard, "requireOpen">,
  allowed: readonly (keyof Port)[],
): Port {
  const isAllowed = new Set<PropertyKey>(allowed);
  return new Proxy(port, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      if (typeof value !== "function" || isAllowed.has(key)) {
        return value;
      }
      return async (...args: unknown[]) => {
        await requireOpen();
        return Reflect.apply(value, target, args);
      };
    },
  });
}
