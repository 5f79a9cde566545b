import { AppError } from "../../../kernel/errors.ts";
import { RegistrarError } from "../ports.ts";

export function isRegistrarReason(error: unknown, reason: RegistrarError["reason"]): boolean {
  return error instanceof AppError && error.cause instanceof RegistrarError && error.cause.reason === reason;
}
